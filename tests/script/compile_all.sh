#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# compile_all.sh: everything emitted and the runtime, in the language modes and with every compiler that is there,
# against each CUDA release at hand: the toolkit's, the CPU device's subset, and the first and last of CUDA 12.
# srcdir, builddir and CUDA_HEADERS come from make.
set -u
: "${srcdir:=$(dirname "$0")/../..}"
: "${builddir:=.}"
headers="$srcdir/runtime/sim/cuda"
[ -n "${CUDA_HEADERS-}" ] && headers="${CUDA_HEADERS#-isystem } $headers"
fetched=$(sh "$srcdir/tests/script/cuda_headers.sh" "$builddir/cuda-headers")
if [ -z "$fetched" ]; then
    echo "compile_all: no CUDA 12 headers (python3 -m pip could not fetch them): not compiled against CUDA 12"
fi
# Programs that lack what the examples have: no kernels, and nothing that goes in or nothing that crosses at all.
bare="$builddir/out/bare"
spec() {
    printf 'vggen: 1\nprogram: %s\ntargets: [sm_90]\nmin_cuda: "12.0"\n' "$1"
    printf 'buffers:\n  a: {role: %s, type: u8, shape: [4]}\nsteps:\n  - fill: a = 3\n' "$2"
}
rm -rf "$bare"
mkdir -p "$bare"
for role in output state; do
    spec "only_$role" $role >"$bare/only_$role.yaml"
    "$builddir/vggen" "$bare/only_$role.yaml" -o "$bare/$role" --main --image=none || exit 1
done
# One whose kernels, buffers, graphs and steps are called as what a replay begins and ends with.
cat >"$bare/ends.yaml" <<'SPEC'
vggen: 1
program: ends
targets: [sm_90]
min_cuda: "12.0"
kernels:
  begin: {source: k.cu, block: 64, params: {word: in f32*, launch: out f32*}}
  end: {source: k.cu, block: 64, params: {end: in f32*, pinned: out f32*}}
buffers:
  word: {role: input, type: f32, shape: [64], io: kernel}
  launch_vg_begin: {role: state, type: f32, shape: [64]}
  begin_vg_end: {role: state, type: f32, shape: [64]}
  after: {role: output, type: f32, shape: [64], io: kernel}
  COMPLETION: {role: output, type: f32, shape: [64], io: kernel}
graphs:
  begin:
    - {launch: "begin(begin_vg_end, launch_vg_begin)", grid: 1}
    - {launch: "end(begin_vg_end, after)", grid: 1, name: begin_2}
  end:
    - {launch: "begin(word, after)", grid: 1, name: begin_vg_begin}
    - {launch: "end(word, COMPLETION)", grid: 1}
  word:
    - {launch: "begin(launch_vg_begin, begin_vg_end)", grid: 1, name: vg_end}
SPEC
: >"$bare/k.cu"
"$builddir/vggen" "$bare/ends.yaml" -o "$bare/ends" --main --selftest --image=none || exit 1
# The goldens, which between them have every part of the language, with what drives and tests them.
golden="blend fold sonar mixer sorter tally"
for name in $golden; do
    "$builddir/vggen" "$srcdir/tests/golden/$name.yaml" -o "$bare/$name" --main --selftest --image=none 2>"$bare/log" || {
        cat "$bare/log"
        exit 1
    }
done
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
# Between them the goldens have every part of the language, so the others are compiled in the modes that find most.
# Folders are compiled side by side; each leaves its lines in a file of its own.
for folder in "$srcdir/runtime" "$srcdir/runtime/driver" "$bare"/* "$builddir"/out/saxpy "$builddir"/out/equalizer \
    "$builddir"/out/saxpy_separate "$builddir"/out/lanes "$builddir"/out/feature_*; do
    [ -d "$folder" ] && echo "$folder"
done >"$results/folders"
export headers fetched srcdir results
# shellcheck disable=SC2016
xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' sh -c '
    case $1 in
    */out/bare/* | */runtime | */runtime/driver | */feature_seek | */feature_captured | */feature_fused | */feature_mailbox) ;;
    *) export QUICK=yes ;;
    esac
    sh "$srcdir/tests/script/compile.sh" "$1" "$srcdir/runtime" $headers $fetched >"$results/$(echo "$1" | tr / _).result"' \
    compile '{}' <"$results/folders"
# The ready-made library calls: against the libraries' own headers where the toolkit has them, else against those of the
# tests.
library=$srcdir/runtime/library
beside=$srcdir/tests/fake/library
for header in $headers; do
    [ ! -f "$header/cufft.h" ] || [ ! -f "$header/cublas_v2.h" ] || [ ! -f "$header/cusparse.h" ] || beside=$library
done
# shellcheck disable=SC2086
BESIDE=$beside sh "$srcdir/tests/script/compile.sh" "$library" "$srcdir/runtime" $headers >"$results/$(echo "$library" | tr / _).result"
echo "$library" >>"$results/folders"
passed=0
failed=0
while read -r folder; do
    result=$(cat "$results/$(echo "$folder" | tr / _).result")
    echo "$result" | sed '$d'
    counts=$(echo "$result" | tail -n 1)
    echo "$folder: $counts"
    passed=$((passed + $(echo "$counts" | sed 's/ passed.*//')))
    failed=$((failed + $(echo "$counts" | sed 's/.*passed, \([0-9]*\) failed.*/\1/')))
done <"$results/folders"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
