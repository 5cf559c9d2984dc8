#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# compile_key.sh: what `compile:` of a spec says reaches the compiler. With nvcc: a source that needs each key is refused
# without it and compiled with it, fast math changes the code, each key is part of the cache's, headers are in the
# dependency file, and an #if of theirs is looked at. VGGEN and srcdir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
VGGEN_RUNTIME=$(cd "$srcdir" && pwd)/runtime
VGGEN_CACHE=$work/cache
export VGGEN_RUNTIME VGGEN_CACHE
mkdir -p "$work/spec/inc/deep" "$work/spec/second" && cd "$work/spec" || exit 99

fail() {
    echo "compile_key: $*"
    failed=$((failed + 1))
}
check() {
    text=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$text"
    fi
}
# spec KEYS: writes the spec with these under `compile`.
spec() {
    cat >flags.yaml <<SPEC
vggen: 1
program: flags
targets: [compute_90]
min_cuda: "13.0"
define: {N: 64}
compile: {$1}
kernels:
  run: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [N]}
  y: {role: output, type: f32, shape: [N]}
steps:
  - launch: run(x, y)
    grid: 1
SPEC
}
# kernel LINES EXPRESSION
kernel() {
    printf '#include "flags_kernels.h"\n%s\nextern "C" __global__ void run(const float *x, float *y)\n{\n%s\n%s\n}\n' "$1" \
        '    unsigned i = threadIdx.x;' "    y[i] = $2;" >k.cu
}
compile() {
    rm -rf out
    "$VGGEN" --depfile flags.yaml -o out >log 2>&1
}
# needed NAME KEY: the source is refused without the key and compiled with it.
needed() {
    spec ""
    check "$1 is compiled without the key" sh -c "! '$VGGEN' flags.yaml -o out >log 2>&1"
    spec "$2"
    check "$1 is refused with the key" compile
    [ -d out ] || cat log
}

printf '#pragma once\n#include "deep/more.h"\n#define OWN (MORE + 1.0f)\n' >inc/own.h
echo '#define MORE 2.0f' >inc/deep/more.h
echo '#define SECOND 4.0f' >second/second.h
toolkit=no
if [ -n "${NVCC-}" ] || [ -x "${CUDA_HOME-}/bin/nvcc" ] || command -v nvcc >/dev/null 2>&1; then
    toolkit=yes
    kernel '#include <concepts>
template <std::floating_point T> __device__ T twice(T x) { return x + x; }' 'twice(x[i])'
    needed "C++20" "standard: c++20"
    kernel 'constexpr int host(int n) { return n * 3; }' 'host((int)x[i])'
    # Without the key nvcc warns and lets the call through where it can be a constant; here it cannot.
    needed "a constexpr function of the host" "relaxed_constexpr: true"
    kernel 'template <typename F> __global__ void each(float *y, F f) { y[threadIdx.x] = f(1.0f); }
void host(float *y) { each<<<1, 1>>>(y, [] __device__(float v) { return v + 1.0f; }); }' 'x[i]'
    needed "a lambda of the device" "extended_lambda: true"
    kernel '#include "own.h"
#include <second.h>' 'x[i] + OWN + SECOND'
    needed "headers in folders" "include: [inc, second]"
    check "a header is not in the dependency file" compile
    for header in inc/own.h inc/deep/more.h second/second.h; do
        check "$header is not in the dependency file" grep -q "^ $header" out/flags.d
    done
    check "the manifest does not have the folders" sh -c "'$VGGEN' --json flags.yaml -o out && grep -q '\"include\": \[\"inc\", \"second\"\]' out/flags.json"
    kernel '' 'x[i] * TILE + (TEXT)[0]'
    needed "macros" 'define: [TILE=16, "TEXT=\"a b\""]'
    kernel '' 'expf(x[i]) / 3.0f'
    spec "fast_math: false"
    check "without fast math" compile
    cp out/flags_image.c exact.c
    spec "fast_math: true"
    check "with fast math" compile
    check "fast math makes the same code" sh -c "! cmp -s exact.c out/flags_image.c"
    spec ""
    check "the code of before is not found in the cache" compile
    check "without the key fast math is on" cmp -s exact.c out/flags_image.c
    # Asserts go with NDEBUG, wherever assert.h was included.
    kernel '' 'x[i]; assert(i < 32)'
    spec ""
    check "an assert" compile
    cp out/flags_image.c exact.c
    spec "define: NDEBUG"
    check "without asserts" compile
    check "NDEBUG leaves the assert in" sh -c "! cmp -s exact.c out/flags_image.c"
    # A struct that the source has, in a namespace and by value: compared, not defined again.
    printf 'namespace imaging { struct params { float gain; long steps; unsigned char tag[4]; float2 at; }; }\n' >inc/own.h
    kernel '#include "own.h"' 'x[i] * p.gain + p.at.y'
    sed -i 's/float \*y)/float *y, imaging::params p)/' k.cu
    spec "include: inc"
    sed -i -e 's/y: out f32\*/y: out f32*, p: params/' -e 's/run(x, y)/run(x, y, [1.0, 2, [1, 2, 3, 4], [1.0, 2.0]])/' \
        -e 's/^kernels:/types: {params: {gain: f32, steps: i64, tag: "u8[4]", at: f32x2}}\nsource_types: {params: imaging::params}\n&/' flags.yaml
    check "a struct of the source is refused: $(cat log)" compile
    check "NAME_kernels.h defines the struct" sh -c "! grep -q 'struct params' out/flags_kernels.h"
    check "the application does not have the struct" grep -q 'flags_params' out/flags.h
    # A header of such a folder that asks for a define with #if.
    printf '#if N > 3\n#define OWN 1.0f\n#endif\n' >inc/own.h
    kernel '#include "own.h"' 'x[i] + OWN'
    spec "include: inc"
    compile
    check "an #if of a header in a folder is not looked at" grep -q "inc/own.h:1:5: error: .*macro-needed" log
fi

# ---- the CPU device: the same source by --sim-build, and by make, which reads the options from NAME_sim.cpp ----

printf '#define OWN (MORE + 1.0f)\n#include "deep/more.h"\n' >inc/own.h
kernel '#include <concepts>
#include "own.h"
#include <second.h>
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error "nvcc defines this"
#endif
template <std::floating_point T> __device__ T twice(T x) { return x + x; }' 'twice(x[i]) + OWN + SECOND + TILE; assert(i > 1000)'
spec 'standard: c++20, relaxed_constexpr: true, fast_math: true, include: [inc, second], define: [TILE=16, NDEBUG]'
rm -rf out
check "the CPU device does not have what 'compile' says: $(cat log)" \
    env CFLAGS=-O0 "$VGGEN" --image=none --sim-build flags.yaml -o out
check "--sim-build makes no library" test -f out/libflags_sim.so
rm -rf made
"$VGGEN" --image=none --sim flags.yaml -o made || fail "--sim"
printf 'include %s/sim/sim.mk\n$(eval $(call vgsim_rules,made,.))\n' "$VGGEN_RUNTIME" >Makefile
cp out/libvgsim.so made
touch made/libvgsim.so
check "sim.mk does not read what 'compile' says" sh -c 'make -s made/libflags_sim.so CXXFLAGS=-O1 >log 2>&1 || { cat log; false; }'
check "by hand nothing says which standard is needed" sh -c "! ${CXX:-c++} -std=c++17 -fPIC -DVGSIM -Imade -I. \
    -I'$VGGEN_RUNTIME/sim' -I'$VGGEN_RUNTIME/sim/include' -c -o x.o made/flags_sim.cpp 2>log && grep -q 'option -std=c++20' log"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || exit 1
[ $toolkit = yes ] || exit 77
