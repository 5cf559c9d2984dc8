#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# manifest_use.sh: what NAME.json says that kernels take of a multiprocessor is what they do, for kernels with known
# figures; and asking for it changes neither messages nor machine code.
# VGGEN names the generator; IMAGE (the image option) comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${VGGEN:=./vggen}"
: "${IMAGE:=--image=none}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
[ "$IMAGE" != --image=none ] || {
    echo "there is no machine code"
    exit 77
}
command -v python3 >/dev/null 2>&1 || {
    echo "python3 is not there"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
passed=0
failed=0
fail() {
    echo "manifest_use: $*"
    failed=$((failed + 1))
}

# A kernel with known figures: 256 bytes of shared memory, a stack, spills by its launch bounds.
cat >use.cu <<'SOURCE'
#include <cooperative_groups.h>
extern "C" __global__ void __launch_bounds__(1024) keep(const float *x, float *y)
{
    __shared__ float line[64];
    float part[80];
    for (int i = 0; i < 80; i++)
        part[i] = x[i * threadIdx.x];
    for (int i = 0; i < 80; i++)
        line[threadIdx.x % 64] += part[(i * threadIdx.x) % 80];
    __syncthreads();
    y[threadIdx.x] = line[63 - threadIdx.x % 64];
}
extern "C" __global__ void __launch_bounds__(1024, 2) spill(const float *x, float *y)
{
    float part[60], sum = 0;
    for (int i = 0; i < 60; i++)
        part[i] = x[i * threadIdx.x];
    for (int i = 0; i < 60; i++) {
        sum += part[i] * x[i];
        __syncthreads();
    }
    for (int i = 0; i < 60; i++)
        sum += part[i] * part[59 - i];
    y[threadIdx.x] = sum;
}
extern "C" __global__ void together(const float *x, float *y)
{
    cooperative_groups::this_grid().sync();
    y[threadIdx.x] = x[threadIdx.x];
}
SOURCE
cat >use.yaml <<'SPEC'
vggen: 1
program: use
targets: [sm_90]
fuse: off
min_cuda: "13.0"
kernels:
  keep: {source: use.cu, block: 1024, shared: 60000, params: {x: in f32*, y: out f32*}}
  spill: {source: use.cu, block: 1024, params: {x: in f32*, y: out f32*}}
  together: {source: use.cu, block: 512, cooperative: true, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [81920]}
  y: {role: output, type: f32, shape: [1024]}
  z: {role: output, type: f32, shape: [512]}
  s: {role: output, type: f32, shape: [1024]}
  t: {role: output, type: f32, shape: [512]}
  n: {role: setting, type: u32, value: 5, range: [1, 14]}
steps:
  - {launch: "keep(x, y)", grid: 1}
  - {launch: "keep(x, z)", grid: 1, block: 512, shared: 0}
  - {launch: "spill(x, s)", grid: 1}
  - {launch: "together(x, t)", grid: n}
  - {launch: "together(x, t)", grid: 3}
SPEC
if "$VGGEN" "$IMAGE" --json use.yaml -o made >made.log 2>&1 && python3 - >log 2>&1 <<'PYTHON'; then
import json
target, spill, together = (k["targets"][0] for k in json.load(open("made/use.json"))["kernels"]
                           if not k["name"].startswith("vg_"))
assert spill["registers"] == 32 and spill["spill_store_bytes"] > 0 and spill["spill_load_bytes"] > 0, spill
assert spill["launches"][0]["warps"] == spill["launches"][0]["most_warps"] == 64, spill
assert target["static_shared_bytes"] == 256 and target["stack_bytes"] >= 320, target
assert target["registers"] <= 64, target
needed, = together["launches"]
assert needed["blocks"] == 4 and needed["multiprocessors"] == 4, needed  # 14 blocks at most
assert "multiprocessors" not in spill["launches"][0], spill
first, second = target["launches"]
assert first["shared_bytes"] == 60000 and first["warps"] == 32 * first["blocks"] and 1 <= first["blocks"] <= 2, first
assert second["block"] == [512, 1, 1] and second["warps"] == 16 * second["blocks"] and second["blocks"] >= 2, second
PYTHON
    passed=$((passed + 1))
else
    fail "use.yaml: $(cat made.log log)"
fi
# The same messages and machine code with and without.
"$VGGEN" "$IMAGE" use.yaml -o plain >plain.log 2>&1
if cmp -s plain.log made.log && cmp -s plain/use_image.c made/use_image.c; then
    passed=$((passed + 1))
else
    fail "use.yaml: --json changes messages or machine code: $(cat made.log)"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
