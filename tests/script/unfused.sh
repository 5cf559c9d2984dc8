#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# unfused.sh: kernels that must not become part of a fused launch (tests/unfused/*.cu) stay launches of their own, each for
# the reason that its first lines state, as --print-plan shows. A step that could be fused stands before and behind each
# of them. Needs nvcc: status 77 without. VGGEN, NVCC and srcdir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
if [ -z "${NVCC-}" ]; then
    echo "unfused: there is no nvcc"
    echo "0 passed, 0 failed, 1 skipped"
    exit 77
fi
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

# stated FILE WORD: what stands behind "// WORD: ".
stated() {
    sed -n "s,^// $2: ,,p" "$1"
}

# All of them in one source: each has a kernel k.
echo 'extern "C" __global__ void plain(const float *in, float *out) { out[threadIdx.x] += in[threadIdx.x]; }' \
    >"$work/all.cu"
{
    echo 'vggen: 1'
    echo 'program: unfused'
    echo 'min_cuda: "13.0"'
    echo 'targets: [sm_90a]'
    echo 'kernels:'
    echo '  plain: {source: all.cu, block: 256, params: {in: in f32*, out: inout f32*}}'
} >"$work/unfused.yaml"
for file in "$srcdir"/tests/unfused/*.cu; do
    name=$(basename "$file" .cu)
    block=$(stated "$file" block)
    printf '#define k %s\n#include "%s"\n#undef k\n' "$name" "$name.cu" >>"$work/all.cu"
    cp "$file" "$work/"
    echo "  $name: {source: all.cu, block: ${block:-256}, params: {in: in f32*, out: inout f32*}}" >>"$work/unfused.yaml"
done
{
    echo 'buffers:'
    echo '  x: {role: input, type: f32, shape: [256]}'
    echo '  y: {role: state, type: f32, shape: [256]}'
    echo '  z: {role: output, type: f32, shape: [256]}'
    echo 'steps:'
    echo '  - {launch: "plain(x, y)", grid: 1}'
} >>"$work/unfused.yaml"
for file in "$srcdir"/tests/unfused/*.cu; do
    grid=$(stated "$file" grid)
    echo "  - {launch: \"$(basename "$file" .cu)(x, y)\", grid: ${grid:-1}}"
    echo '  - {launch: "plain(x, y)", grid: 1}'
done >>"$work/unfused.yaml"
echo '  - copy: y -> z' >>"$work/unfused.yaml"

if ! "$VGGEN" --nvcc="$NVCC" --print-plan "$work/unfused.yaml" >"$work/plan" 2>"$work/messages"; then
    echo "unfused: no plan:"
    cat "$work/messages"
    echo "0 passed, 1 failed"
    exit 1
fi
for file in "$srcdir"/tests/unfused/*.cu; do
    name=$(basename "$file" .cu)
    why=$(stated "$file" why)
    # The nodes before the reason are a list.
    if sed -n 's/^  not fused: //p' "$work/plan" | grep -F "($why)" | sed 's/ (.*//' | tr -d ' ' | tr ',' '\n' |
        grep -qx "$name"; then
        passed=$((passed + 1))
    else
        echo "unfused: $name is not left out because $why:"
        grep -n "$name" "$work/plan" | head -3
        failed=$((failed + 1))
    fi
done
# The report has the same lines.
if "$VGGEN" --nvcc="$NVCC" --report "$work/unfused.yaml" -o "$work" >"$work/messages" 2>&1 &&
    [ "$(sed -n 's/^  not fused: //p' "$work/plan" | tr -d '\n')" = "$(
        sed -n 's/.* Not fused: \([^<]*\)\.<.*/\1/p' "$work/unfused.report.html" | sed 's/); /)/g'
    )" ]; then
    passed=$((passed + 1))
else
    echo "unfused: the report states other reasons:"
    cat "$work/messages"
    grep -o 'Not fused[^<]*' "$work/unfused.report.html"
    failed=$((failed + 1))
fi
if [ "$passed" -lt 31 ]; then
    echo "unfused: fewer than 30 kernels"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
