#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# environment.sh: under a hostile environment the same spec and sources give the same bytes, or vggen says which variable
# counted. First with a compiler that only writes down the variables that it got; then, where there is a toolkit, with
# nvcc and a source that shows every change of numbers, asserts, macros, headers and debug code; then the kernels for the
# CPU device. VGGEN and srcdir come from make.
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
export VGGEN_RUNTIME
VGGEN_CACHE=off
export VGGEN_CACHE
mkdir "$work/src" "$work/bin" "$work/planted" && cd "$work/src" || exit 99
for name in $(env | sed -n 's/^\(NVCC_[A-Z_]*\|CPATH\|C[A-Z]*_INCLUDE_PATH\|GCC_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done

fail() {
    echo "environment: $*"
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

# The header is also planted where the environment names a folder, with another number in it.
printf '#pragma once\n#define FROM_HEADER 2.0f\n' >own.h
printf '#define FROM_HEADER 3.0f\n' >"$work/planted/optional.h"
# The name of a header of the system that the toolkit's headers read.
printf '#include_next <math.h>\n#define FROM_SYSTEM 1\n' >"$work/planted/math.h"
cat >k.cu <<'CUDA'
#include "env_kernels.h"
#include "own.h"
#include <assert.h>
#include <math.h>
#if defined(__has_include)
#if __has_include(<optional.h>)
#include <optional.h>
#endif
#endif
#ifndef FROM_MACRO
#define FROM_MACRO 0.0f
#endif
#ifdef FROM_SYSTEM
#define SYSTEM 5.0f
#else
#define SYSTEM 6.0f
#endif

extern "C" __global__ void twice(const float *x, float *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const char *day = __DATE__;

    assert(i < 1000000u);
    if (i < N)
        y[i] = expf(x[i]) / 3.0f * FROM_HEADER + FROM_MACRO + SYSTEM + day[i % 11];
}
CUDA
cat >env.yaml <<'SPEC'
vggen: 1
program: env
targets: [sm_90]
min_cuda: "13.0"
define: {N: 64}
kernels:
  twice: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [N]}
  y: {role: output, type: f32, shape: [N]}
steps:
  - launch: twice(x, y)
    grid: ceil_div(N, block)
SPEC

# NAME=VALUE, and whether a warning must name it.
variables() {
    cat <<LIST
told NVCC_APPEND_FLAGS=-use_fast_math
told NVCC_APPEND_FLAGS=-lineinfo
told NVCC_APPEND_FLAGS=-G
told NVCC_APPEND_FLAGS=-DNDEBUG
told NVCC_APPEND_FLAGS=-arch=compute_80
told NVCC_PREPEND_FLAGS=-DFROM_MACRO=7.0f
told NVCC_PREPEND_FLAGS=--fmad=false
told NVCC_APPEND_FLAGS=-std=c++20
quiet NVCC_UNKNOWN=1
quiet CPATH=$work/planted
quiet CPLUS_INCLUDE_PATH=$work/planted
quiet C_INCLUDE_PATH=$work/planted
quiet INCLUDES=-DFROM_MACRO=8.0f
quiet SYSTEM_INCLUDES=-DFROM_MACRO=8.0f
quiet CUDAFE_FLAGS=--no_such_flag
quiet PTXAS_FLAGS=-O0
quiet NVVM_FLAGS=-no-such-flag
quiet TOP=/nowhere
quiet _TARGET_DIR_=nowhere
quiet _HERE_=/nowhere
quiet _SPACE_=-DFROM_MACRO=9.0f
quiet GCC_EXEC_PREFIX=/nowhere/
quiet GCC_COMPARE_DEBUG=1
quiet COMPILER_PATH=$work/bin
quiet SOURCE_DATE_EPOCH=1000000000
quiet DEPENDENCIES_OUTPUT=$work/written
quiet SUNPRO_DEPENDENCIES=$work/written
quiet LLVM_OVERRIDE_PRODUCER=other
quiet LANG=de_DE.UTF-8
quiet LC_NUMERIC=de_DE.UTF-8
quiet LC_MESSAGES=tr_TR.UTF-8
quiet LANGUAGE=fr
quiet TZ=Asia/Kathmandu
quiet TERM=dumb
quiet HOME=/nowhere
quiet USER=somebody
LIST
}

# ---- which variables reach the compiler ----

cat >"$work/bin/nvcc" <<NVCC
#!/bin/sh
env >>"$work/got"
echo "Cuda compilation tools, release 13.0, V13.0.88"
[ "\$1" = --version ] && exit 0
exit 1
NVCC
cp "$work/bin/nvcc" "$work/bin/ptxas"
chmod +x "$work/bin/nvcc" "$work/bin/ptxas"
variables | while read -r how variable; do
    case ${variable%%=*} in TZ | TERM | HOME | USER) continue ;; esac
    : >"$work/got"
    env "$variable" "$VGGEN" --nvcc="$work/bin/nvcc" env.yaml -o out 2>"$work/log"
    check "the compiler is not called under $variable" grep -q '^TMPDIR=' "$work/got"
    if [ "${variable%%=*}" = SOURCE_DATE_EPOCH ]; then
        check "the date of the environment reaches the compiler" grep -q '^SOURCE_DATE_EPOCH=0$' "$work/got"
    elif grep -qxF -e "$variable" "$work/got"; then
        fail "$variable reaches the compiler"
    else
        passed=$((passed + 1))
    fi
    named=$(grep -c "variable ${variable%%=*} does not count.*environment-unread" "$work/log")
    [ $how = told ] && wanted=1 || wanted=0
    check "$variable: $named warnings, expected $wanted" test "$named" -eq $wanted
    echo "$passed $failed" >"$work/counts"
done
read -r passed failed <"$work/counts"
check "variables of somebody's own" sh -c "MINE=7 '$VGGEN' --nvcc='$work/bin/nvcc' env.yaml -o out 2>/dev/null; grep -q '^MINE=7' '$work/got'"

# ---- what nvcc makes ----

same() {
    name=$1
    shift
    rm -rf out
    "$@" >"$work/log" 2>&1 || fail "$name: $(cat "$work/log")"
    check "$name: other bytes" diff -rq plain out
}
toolkit=no
if [ -n "${NVCC-}" ] || [ -x "${CUDA_HOME-}/bin/nvcc" ] || command -v nvcc >/dev/null 2>&1; then
    toolkit=yes
    "$VGGEN" env.yaml -o plain || exit 99
    for variable in $(variables | sed -n 's/^told //p'); do
        same "$variable" env "$variable" "$VGGEN" env.yaml -o out
    done
    # shellcheck disable=SC2046
    same "all others" env $(variables | sed -n 's/^quiet //p') "$VGGEN" env.yaml -o out
    check "a file that the environment asks for" test ! -e "$work/written"
    # The host's compiler is a choice of tools: other bytes, with a word.
    printf '#!/bin/sh\nexec g++ -DFROM_MACRO=4.0f "$@"\n' >"$work/bin/mine"
    chmod +x "$work/bin/mine"
    NVCC_CCBIN=$work/bin/mine "$VGGEN" env.yaml -o out 2>"$work/log"
    check "NVCC_CCBIN does not count" sh -c "! cmp -s plain/env_image.c out/env_image.c"
    check "NVCC_CCBIN is not told" grep -q 'NVCC_CCBIN.*environment-host-compiler' "$work/log"
    # A header that only the environment finds.
    sed -i 's/#include "own.h"/#include "own.h"\n#include <optional.h>/' k.cu
    CPATH=$work/planted "$VGGEN" env.yaml -o out 2>"$work/log"
    check "a header of CPATH is found" test $? -eq 1
    check "CPATH is not told where a header is missing" grep -q '^hint: the environment variable CPATH does not count' "$work/log"
    sed -i '/#include <optional.h>$/{x;s/^/x/;/^xx/!{x;d;};x;}' k.cu
fi

# ---- the kernels for the CPU device ----

printf '#include "env_kernels.h"\n#ifndef FROM_MACRO\n#define FROM_MACRO 1.0f\n#endif\n%s\n' \
    'extern "C" __global__ void twice(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x] * FROM_MACRO; }' >k.cu
printf '#include_next <cmath>\n#define FROM_MACRO 2.0f\n' >"$work/planted/cmath"
printf '#include_next <stdint.h>\n#define FROM_MACRO 2.0f\n' >"$work/planted/stdint.h"
rm -rf plain out
mkdir out
CFLAGS=-O0
export CFLAGS
"$VGGEN" --image=none --sim-build env.yaml -o out || fail "--sim-build"
cp out/libenv_sim.so plain.so
cp out/libvgsim.so device.so
for variable in CPATH="$work/planted" CPLUS_INCLUDE_PATH="$work/planted" GCC_COMPARE_DEBUG=1 SOURCE_DATE_EPOCH=5; do
    rm -f out/.libenv* out/libenv*
    env "$variable" "$VGGEN" --image=none --sim-build env.yaml -o out >"$work/log" 2>&1 || fail "$variable: $(cat "$work/log")"
    check "$variable: another library of kernels" cmp -s plain.so out/libenv_sim.so
done
# The library of the device takes longer than the kernels, so it is built again once, under all of them.
rm -f out/.libvgsim* out/libvgsim*
env CPATH="$work/planted" C_INCLUDE_PATH="$work/planted" CPLUS_INCLUDE_PATH="$work/planted" GCC_COMPARE_DEBUG=1 \
    SOURCE_DATE_EPOCH=5 "$VGGEN" --image=none --sim-build env.yaml -o out >"$work/log" 2>&1 || fail "all: $(cat "$work/log")"
check "another library of the device" cmp -s device.so out/libvgsim.so
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || exit 1
[ $toolkit = yes ] || exit 77
