#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# tune.sh: the whole round of a block that the spec leaves open: NAME_tune measures on the CPU device (whose times mean
# nothing), refuses blocks with other results, writes a file; vggen reads it, and finds a file that is stale or was edited.
# VGGEN names the generator, srcdir the root of the source tree; IMAGE (the image option) and builddir come from make, which
# builds NAME_tune.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${builddir:=.}"
: "${VGGEN:=./vggen}"
: "${IMAGE:=--image=none}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
tuner=$builddir/out/feature_tuned/sim/tuned_tune
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
[ -x "$tuner" ] || { echo "tune: $tuner is not there"; exit 77; }

# expect WHAT STATUS COMMAND…: its output is left in log.
expect() {
    what=$1 wanted=$2
    shift 2
    "$@" >"$work/log" 2>&1
    status=$?
    if [ $status -eq "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tune: $what: status $status, expected $wanted:"
        cat "$work/log"
    fi
}

# shows TEXT: the last output has it.
shows() {
    if grep -qF -- "$1" "$work/log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "tune: $what: nothing of '$1' in:"
        cat "$work/log"
    fi
}

# ---- it measures ----

file=$work/tuned.tune.yaml
expect "a run" 0 "$tuner" --rounds 1 --replays 2 --warm-up 1 --write "$file"
shows "total: block 64: refused: sums differs from that with the block in use"
shows "total: block 1024: refused: sums differs from that with the block in use"
shows "total: block 128 stays"
shows "written: $file"
expect "its file" 0 cat "$file"
shows 'device: "vgsim CPU device"'
shows "block: [8, 4, 2], us: "
shows '{block: 1024, refused: "sums differs from that with the block in use"}'
# Without comparing, blocks with other results are measured as well.
expect "a run without comparing" 0 "$tuner" --rounds 1 --replays 1 --warm-up 0 --uncompared --write "$work/other.yaml"
expect "its file" 0 grep -c "block: 1024, us: " "$work/other.yaml"
expect "help" 0 "$tuner" --help
shows "usage: tuned_tune"
expect "an option of NAME_main" 2 "$tuner" --step
expect "an output" 2 "$tuner" --output y=there
expect "no rounds" 2 "$tuner" --rounds 0
expect "a file that cannot be written" 1 "$tuner" --rounds 1 --replays 1 --write "$work/missing/there.yaml"
expect "an input that is not there" 1 "$tuner" --rounds 1 --replays 1 --input x="$work/missing"

# ---- vggen reads the file ----

cp "$srcdir/tests/features/tuned.yaml" "$srcdir/tests/features/tuned.cu" "$work" || exit 99
plan() {
    "$VGGEN" --image=none --print-plan "$@"
}
block_of() {
    sed -n "/^  $1:/,/default/s/^    block: //p" "$file"
}
# Another block for scale and turn than the default, whichever the times chose: an edit that the file allows.
sed -e '/^  scale:/,/^    block:/s/block: .*/block: 256/' -e '/^  turn:/,/^    block:/s/block: .*/block: [8, 4, 2]/' \
    "$file" >"$work/edited.yaml"
expect "without a file" 0 plan "$work/tuned.yaml"
shows "scale: 64, the default; may be 32, 64, 96, 256"
shows "lift: 256, the nearest to 256, for want of machine code; may be 32, 64, 96,"
expect "with the file" 0 plan --tuned="$file" "$work/tuned.yaml"
shows "total: 128, measured"
shows "lift: $(block_of lift), measured"
shows "measured on vgsim CPU device"
expect "with an edited file" 0 plan --tuned="$work/edited.yaml" "$work/tuned.yaml"
shows "scale: 256, measured"
shows "grid 4 x 1 x 1; block 256 x 1 x 1; 1024 bytes shared"
shows "grid 4 x 10 x 1; block 8 x 4 x 2"
expect "the manifest" 0 "$VGGEN" --image=none --print-plan=json --tuned="$work/edited.yaml" "$work/tuned.yaml"
shows '"file": "edited.yaml"'
shows '"from": "measured"'
expect "C of it" 0 "$VGGEN" --image=none --depfile --tuned="$work/edited.yaml" "$work/tuned.yaml" -o "$work/out"
expect "its block" 0 grep -c "256u, 1u, 1u" "$work/out/tuned.c"
expect "its dependency" 0 grep -c "edited.yaml" "$work/out/tuned.d"

# ---- and knows when it does not fit ----

{
    sed -e 's/ceil_div(n, block)/ceil_div( n , block )/' -e 's/^  - fill: y = 0/  -  fill:   y = 0   # to begin with/' \
        "$work/tuned.yaml"
    echo "# a comment"
} >"$work/formatted.yaml"
expect "a spec with another form" 0 plan -Werror --tuned="$file" "$work/formatted.yaml"
shows "total: 128, measured"
sed 's/ROWS: 40/ROWS: 0x28/' "$work/tuned.yaml" >"$work/changed.yaml"
expect "a changed spec" 0 plan --tuned="$file" "$work/changed.yaml"
shows "[tuned-stale]"
shows "scale: 64, the default"
expect "a changed spec, strictly" 1 plan -Werror --tuned="$file" "$work/changed.yaml"
expect "another define" 0 plan --tuned="$file" -D ROWS=20 -D COLS=50 "$work/tuned.yaml"
shows "[tuned-stale]"
sed '/^  total:/,/^    block:/s/block: .*/block: 64/' "$file" >"$work/refused.yaml"
expect "a block that was refused" 1 plan --tuned="$work/refused.yaml" "$work/tuned.yaml"
shows "it was refused: sums differs from that with the block in use [tuned-block]"
sed '/^  scale:/,/^    block:/s/block: .*/block: 48/' "$file" >"$work/foreign.yaml"
expect "a block that the spec does not allow" 1 plan --tuned="$work/foreign.yaml" "$work/tuned.yaml"
shows "[tuned-block]"
sed 's/^  turn:/  twist:/' "$file" >"$work/unknown.yaml"
expect "a kernel that is not there" 1 plan --tuned="$work/unknown.yaml" "$work/tuned.yaml"
shows "[tuned-kernel]"
head -n 5 "$file" >"$work/cut.yaml"
expect "a file that was cut off" 1 plan --tuned="$work/cut.yaml" "$work/tuned.yaml"
shows "[key-missing]"
expect "a file that is no mapping" 1 plan --tuned="$srcdir/tests/features/tuned.cu" "$work/tuned.yaml"
expect "a file that is not there" 2 plan --tuned="$work/missing.yaml" "$work/tuned.yaml"
shows "[tuned-read]"

# ---- a second run begins with the first one's blocks ----

expect "another emission" 0 "$VGGEN" --image=none --tune --tuned="$work/edited.yaml" "$work/tuned.yaml" -o "$work/again"
expect "its tables" 0 sed -n '/^static const vg_driver_tuned /,/^};/p' "$work/again/tuned_tune.c"
shows '{"scale", driven_blocks_scale, 4u, 3u,'
shows '{"turn", driven_blocks_turn, 3u, 2u,'

# ---- what machine code says of each block ----

cat >"$work/bounded.yaml" <<'SPEC'
vggen: 1
program: bounded
targets: [sm_90]
min_cuda: "13.0"
define: {N: 65536}
kernels:
  narrow: {source: bounded.cu, block: tune, params: {x: in f32*, y: out f32*}}
  heavy:  {source: bounded.cu, block: {tune: [96, 672, 1024]}, shared: 76 * block, params: {y: in f32*, z: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [N]}
  y: {role: output, type: f32, shape: [N]}
  z: {role: output, type: f32, shape: [N]}
steps:
  - launch: narrow(x, y)
    grid: ceil_div(N, block)
  - launch: heavy(y, z)
    grid: ceil_div(N, block)
SPEC
cat >"$work/bounded.cu" <<'SOURCE'
#include "bounded_kernels.h"
extern "C" __global__ void __launch_bounds__(192) narrow(const float *x, float *y)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        y[i] = x[i];
}
extern "C" __global__ void heavy(const float *y, float *z)
{
    extern __shared__ float room[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    room[threadIdx.x] = 1.0f;
    if (i < N)
        z[i] = y[i] + room[threadIdx.x];
}
SOURCE
expect "bounds by words alone" 0 plan "$work/bounded.yaml"
shows "narrow: 256, the nearest to 256, for want of machine code"
if [ "$IMAGE" != --image=none ]; then
    expect "bounds in machine code" 0 "$VGGEN" --print-plan "$work/bounded.yaml"
    # 192 threads are 6 warps, of which 60 of 64 are on a multiprocessor at once; 128 are 4.
    shows "narrow: 128, by occupancy; may be 32, 64, 96, 128, 160, 192"
    shows "not 224: kernel 'narrow' is compiled for at most 192 threads in a block, found 224"
    # 96 threads take 7296 bytes and 1 KiB of the system's: 27 blocks, 81 of 64 warps; 1024 take 77824: two blocks.
    shows "heavy: 1024, by occupancy; may be 96, 672, 1024"
    shows "block 1024 x 1 x 1; 77824 bytes shared"
    sed 's/76 \* block/228 * block/' "$work/bounded.yaml" >"$work/wide.yaml"
    expect "too much shared memory" 0 "$VGGEN" --print-plan "$work/wide.yaml"
    shows "not 1024: 233472 bytes of shared memory, expected 0 to 232448"
fi

# ---- a call that a kept one answers launches nothing, and its time would say nothing of blocks ----

{
    cat "$work/bounded.yaml"
    printf 'api: call\nkeep: 2\n'
} >"$work/keeping.yaml"
expect "a program that keeps calls" 0 "$VGGEN" --image=none --tune "$work/keeping.yaml" -o "$work/kept"
expect "it keeps them" 0 grep -q 'p->kept[.]' "$work/kept/bounded.c"
expect "NAME_tune keeps none" 1 grep -q 'p->kept[.]' "$work/kept/bounded_tune.c"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
