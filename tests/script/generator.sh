#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# generator.sh: what a newcomer may do wrong with the program itself (not with the spec: that is bad.sh), and what the
# generator costs. VGGEN, srcdir and builddir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT INT TERM
cp "$srcdir"/kernels/saxpy/* "$work" && chmod -R u+w "$work"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
cd "$work" || exit 99

# expect NAME STATUS TEXT COMMAND…: ends with STATUS, says TEXT, writes nothing into ./new.
expect() {
    name=$1
    wanted=$2
    text=$3
    shift 3
    "$@" >out.log 2>err.log
    status=$?
    if [ $status -ne "$wanted" ]; then
        echo "generator: $name: status $status, expected $wanted"
        cat err.log
        failed=$((failed + 1))
    elif ! cat err.log out.log | grep -qF -e "$text"; then
        echo "generator: $name: does not say '$text':"
        cat err.log
        failed=$((failed + 1))
    elif [ -e new ]; then
        echo "generator: $name: wrote something"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
    rm -rf new
}

v="$VGGEN --image=none"
# shellcheck disable=SC2086
{
    expect "no arguments" 2 "no spec given" "$VGGEN"
    expect "unknown option" 2 "unknown option '--frobnicate'" $v --frobnicate saxpy.yaml -o new
    expect "two specs" 2 "one spec at a time" $v saxpy.yaml saxpy.yaml -o new
    expect "option without value" 2 "missing value" $v saxpy.yaml -o
    expect "wrong layout" 2 "--layout" $v --layout=tight saxpy.yaml -o new
    expect "missing file" 2 "nowhere.yaml: error: cannot read the spec: No such file" $v nowhere.yaml -o new
    expect "a folder" 2 "it is a folder" $v . -o new
    expect "output is a file" 2 "saxpy.cu" $v saxpy.yaml -o saxpy.cu/new
    expect "nvcc missing" 2 "/nowhere/nvcc" "$VGGEN" --nvcc=/nowhere/nvcc saxpy.yaml -o new
    expect "help" 0 "usage: vggen SPEC" "$VGGEN" --help
    expect "version" 0 "vggen " "$VGGEN" --version
    : >empty.yaml
    expect "empty file" 1 "empty.yaml" $v empty.yaml -o new
    head -c 4096 /dev/urandom >noise.yaml
    expect "noise" 1 "noise.yaml" $v noise.yaml -o new
    yes '[' | head -n 200000 | tr -d '\n' >deep.yaml
    expect "nested deep" 1 "deep.yaml" $v deep.yaml -o new
    awk 'BEGIN { print "vggen: 1"; for (i = 0; i < 60000; i++) print "key" i ": {a: 1, a: 2}" }' >many.yaml
    expect "many mistakes" 1 "more errors" $v many.yaml -o new
}
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod a-w locked
    # shellcheck disable=SC2086
    expect "unwritable folder" 2 "locked" $v saxpy.yaml -o locked/new
fi
printf '#!/bin/sh\necho "saxpy.cu(1): error: no such luck" >&2\nexit 1\n' >nvcc && chmod +x nvcc
expect "nvcc failing" 2 "no such luck" "$VGGEN" --nvcc="$work/nvcc" saxpy.yaml -o new

# What it costs, with machine code that is there already: memory asserted, time only shown.
if command -v /usr/bin/time >/dev/null 2>&1; then
    /usr/bin/time -f '%M' "$VGGEN" --image=none --main --sim saxpy.yaml -o cost 2>memory.log
    kib=$(tail -n 1 memory.log)
    if [ "$kib" -le 20480 ]; then
        passed=$((passed + 1))
    else
        echo "generator: saxpy took $kib KiB, more than 20 MiB"
        failed=$((failed + 1))
    fi
fi

# hostile NAME TEXT: the spec hostile.yaml ends with status 1, says TEXT, and takes no more than 100 MiB.
hostile() {
    timeout 60 /usr/bin/time -f '%M' "$VGGEN" --image=none hostile.yaml -o new 2>err.log
    status=$?
    kib=$(tail -n 1 err.log)
    if [ $status -ne 1 ] || [ -e new ] || ! grep -qF -e "$2" err.log || [ "$kib" -gt 102400 ]; then
        echo "generator: $1: status $status, expected 1 and '$2' in no more than 100 MiB:"
        cat err.log
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
    rm -rf new
}

# nest DEPTH COUNT: whiles in each other that swap, around a repeat: each holds twice what is in it.
nest() {
    awk -v depth="$1" -v count="$2" 'BEGIN {
        print "vggen: 1\nprogram: nest\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels:"
        print "  relax: {source: saxpy.cu, block: 64, params: {x: in f32*, y: inout f32*, g: inout u32*}}"
        print "buffers:\n  x: {role: input, type: f32, shape: [64]}\n  y: {role: output, type: f32, shape: [64]}"
        print "  g: {role: inout, type: u32, shape: [1]}"
        print "  a: {role: scratch, type: f32, shape: [64]}\n  b: {role: scratch, type: f32, shape: [64]}"
        print "steps:\n  - copy: x -> a\n  - copy: x -> b"
        for (i = 0; i < depth; i++) {
            printf "%s- while: g\n%smax: 2\n%sswap: [a, b]\n%sdo:\n", pad "  ", pad "    ", pad "    ", pad "    "
            pad = pad "    "
        }
        print pad "  - repeat: " count "\n" pad "    do:"
        print pad "      - launch: relax(a, b, g)\n" pad "        grid: 1"
        print "  - copy: b -> y"
    }'
}

if command -v /usr/bin/time >/dev/null 2>&1; then
    nest 14 1 >hostile.yaml
    hostile "nested whiles" "hostile.yaml:16:12: error: this makes the bodies of while, if and switch more than 2000"
    nest 6 24999 >hostile.yaml
    hostile "a repeat in nested whiles" "hostile.yaml:16:12: error: this makes the graph 'main' longer than 25000 steps"
    nest 8 1 >depth.yaml
    if "$VGGEN" --image=none depth.yaml -o nested 2>err.log && [ -s nested/nest.c ]; then
        passed=$((passed + 1))
    else
        echo "generator: whiles that are nested less are refused:"
        cat err.log
        failed=$((failed + 1))
    fi
fi
if command -v valgrind >/dev/null 2>&1 && ! ldd "$VGGEN" | grep -q asan; then
    if valgrind -q --error-exitcode=9 --leak-check=full "$VGGEN" --image=none --main --sim --selftest --dot --map --svg --report --json \
        --depfile saxpy.yaml -o cost2 >valgrind.log 2>&1; then
        passed=$((passed + 1))
    else
        echo "generator: valgrind complains:"
        cat valgrind.log
        failed=$((failed + 1))
    fi
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
