#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# define_names.sh: kernel sources see defines as constants that obey scope, whatever their names, and as macros where the spec
# says so; tests/script/defines/names.* builds and computes the same on the CPU device and compiles with nvcc, beside CUB.
# A constant costs no byte of machine code. Without nvcc only the first part. VGGEN, NVCC, srcdir, builddir, CC and CXX come
# from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}" "${CXX:=c++}" "${VGGEN:=./vggen}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
runtime=$(cd "$srcdir" && pwd)/runtime
device=$(cd "$builddir" && pwd)/runtime/sim
passed=0
failed=0

expect() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "define_names: $2"
        head -n 30 "$work/log"
    fi
}

cp "$srcdir"/tests/script/defines/* "$work" && cd "$work" || exit 99

# ---- the CPU device ----

"$VGGEN" --image=none --sim names.yaml -o out >log 2>&1
expect $? "vggen refuses names.yaml:"
sim="$CXX -std=c++17 -O1 -fPIC -fvisibility=hidden -DVGSIM -I$runtime/sim -I$runtime/sim/include -I. -Iout"
# A program of one source can be compiled as one text.
# shellcheck disable=SC2086
$sim -Wall -Wextra -Werror -Wno-unknown-pragmas -shared -Wl,-Bsymbolic -o libnames_sim.so out/names_sim.cpp \
    "$device/libvgsim.so" >log 2>&1
expect $? "names.cu does not compile for the CPU device:"
# shellcheck disable=SC2086
$CC -std=c99 -O1 -w -I"$runtime" -Iout -isystem "$runtime/sim/cuda" -o names names.c out/names.c out/names_image.c \
    "$runtime"/vg_*.c -Wl,--no-as-needed ./libnames_sim.so "$device/libvgsim.so" -Wl,-rpath,"$work:$device" -lm >log 2>&1 &&
    ./names >log 2>&1
expect $? "names.cu computes something else on the CPU device:"

# One name at a time, each before the headers that a source may include.
for name in N count run kernel T x value first second size_ index_ data_ tid Block thread_rank shape_ meta rank; do
    printf '%s\n' 'vggen: 1' 'program: one' 'targets: [sm_90]' 'min_cuda: "13.0"' "define: {$name: 64}" 'kernels:' \
        '  twice: {source: one.cu, block: 64, params: {from: in f32*, to: out f32*}}' 'buffers:' \
        "  from: {role: input, type: f32, shape: [$name]}" "  to: {role: output, type: f32, shape: [$name]}" 'steps:' \
        '  - launch: twice(from, to)' '    grid: 1' >one.yaml
    cat >one.cu <<CU
#include <algorithm>
#include <cooperative_groups.h>
#include <vector>
template <typename $name> __device__ $name own($name a) { return a; }
struct with { int $name; };
extern "C" __global__ void twice(const float *from, float *to)
{
    __shared__ float s[$name];
    s[threadIdx.x] = $name + own(from[threadIdx.x]);
    { int $name = 3; to[threadIdx.x] = s[threadIdx.x] + $name + with{$name}.$name; }
}
CU
    # shellcheck disable=SC2086
    "$VGGEN" --image=none --sim one.yaml -o out >log 2>&1 && $sim -DVGSIM_UNIT=1 -fsyntax-only out/one_sim.cpp >>log 2>&1
    expect $? "a define '$name' does not compile for the CPU device:"
done

# A name that CUDA's headers need is refused, and says so.
sed 's/rank/min/g' one.yaml >min.yaml
! "$VGGEN" --image=none min.yaml -o out >log 2>&1 && grep -q "'min' is taken: it is a function" log
expect $? "a define 'min' is not refused:"

# ---- nvcc ----

if [ -n "${NVCC-}" ]; then
    "$VGGEN" --nvcc="$NVCC" names.yaml -o gpu >log 2>&1 && [ ! -s log ]
    expect $? "names.cu does not compile with nvcc, or with a warning:"

    # As constants and as macros: the same machine code, without variables.
    sed 's/^define:.*/define: {rank: 64, SCALE: 0.5}/' one.yaml >constants.yaml
    sed 's/^define:.*/&\nmacros: [rank, SCALE]/' constants.yaml >macros.yaml
    cat >one.cu <<'CU'
extern "C" __global__ void twice(const float *from, float *to)
{
    const int &n = rank;
    const double half = SCALE;
    to[threadIdx.x] = from[threadIdx.x] * half + n;
}
CU
    sed 's/const int &n/const int n/' one.cu >two.cu
    sed -i 's/one.cu/two.cu/' macros.yaml
    mv macros.yaml one.yaml
    "$VGGEN" --nvcc="$NVCC" one.yaml -o macros >log 2>&1 && sed 's/one.cu/two.cu/' constants.yaml >one.yaml &&
        "$VGGEN" --nvcc="$NVCC" one.yaml -o constants >>log 2>&1 &&
        sed '/STAMP/d' macros/one_image.c >macros/code && sed '/STAMP/d' constants/one_image.c | cmp - macros/code >>log 2>&1
    expect $? "constants and macros give different machine code:"
    mv constants.yaml one.yaml
    "$VGGEN" --nvcc="$NVCC" one.yaml -o references >log 2>&1 && [ ! -s log ]
    expect $? "a reference to a constant does not compile:"

    # Its address, where nothing can be known of it, is that of a constant: no module variable that a kernel may write.
    cat >one.cu <<'CU'
__device__ __noinline__ double look(const double *p)
{
    asm volatile("" : "+l"(p));
    return *p;
}
extern "C" __global__ void twice(const float *from, float *to)
{
    to[threadIdx.x] = from[threadIdx.x] * look(&SCALE) + rank;
}
CU
    "$VGGEN" --nvcc="$NVCC" one.yaml -o address >log 2>&1 && [ ! -s log ]
    expect $? "the address of a constant is not taken:"

    # Two things with one name: the compiler says so, and vggen which of them is the define.
    printf '%s\n' 'static __constant__ int rank = 3;' \
        'extern "C" __global__ void twice(const float *from, float *to) { to[0] = from[0] + rank; }' >one.cu
    ! "$VGGEN" --nvcc="$NVCC" one.yaml -o clash >log 2>&1 && grep -q "^hint: 'rank' is a define of the spec too" log
    expect $? "no hint names the define:"
else
    echo "define_names: no nvcc, so that part is left out"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
