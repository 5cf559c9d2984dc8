#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# init.sh: a newcomer's first minute. Installs into a folder of its own, makes a new program there with --init, builds
# and runs it on the CPU device; where there is nvcc, also builds it for a GPU, and runs that where there is one. Then
# what may go wrong. VGGEN, srcdir, builddir and NVCC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${builddir:=.}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
built=$VGGEN
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
# A make of its own, with our variables only where they are given.
unset MAKEFLAGS MFLAGS MAKELEVEL VGGEN VGGEN_RUNTIME CFLAGS CXXFLAGS DEVICE RUNTIME

pass() {
    passed=$((passed + 1))
}
fail() {
    echo "init: $*"
    failed=$((failed + 1))
}
# expect NAME STATUS TEXT COMMAND…: ends with STATUS and says TEXT.
expect() {
    name=$1
    wanted=$2
    text=$3
    shift 3
    "$@" >out.log 2>&1
    status=$?
    if [ $status -ne "$wanted" ] || { [ -n "$text" ] && ! grep -qF -e "$text" out.log; }; then
        fail "$name: status $status, expected $wanted and '$text':"
        tail -n 20 out.log
    else
        pass
    fi
}
absent() {
    if [ -e "$1" ]; then
        fail "$1 is there, though nothing was to be written"
    else
        pass
    fi
}

# ---- installed ----
if ! make -C "$builddir" -s install prefix="$work/prefix" >"$work/install.log" 2>&1; then
    echo "init: make install failed:"
    cat "$work/install.log"
    exit 1
fi
cd "$work" || exit 99
PATH=$work/prefix/bin:$PATH
export PATH
expect "runtime of the installation" 0 "$work/prefix/share/vggen/runtime" vggen --runtime-dir
expect "init" 0 "next: make -C first run" vggen --init first
# The programs' messages are counted in characters: nobody reads 5,000.
quick() {
    make --no-print-directory DEVICE=sim "$@"
}
# made NAME MESSAGES ARGUMENT…: what make says that it makes, one a line.
made() {
    name=$1
    wanted=$2
    shift 2
    quick "$@" >out.log 2>&1
    status=$?
    found=$(grep -E "^(vggen|cc|c\+\+|link) |^make: \*\*\*" out.log | tr '\n' ';')
    if [ $status -ne 0 ] || [ "$found" != "$wanted" ]; then
        fail "$name: status $status, made '$found', expected '$wanted':"
        tail -n 20 out.log
    else
        pass
    fi
}
# edit FILE SED: changes a file.
edit() {
    sed "$2" "$1" >edited && ! cmp -s edited "$1" && cp edited "$1" || fail "$1 is not changed by '$2'"
}
CC=cc
CXX=c++
export CC CXX
expect "build and run" 0 "gain 1.5: x[10] = 10.0, y[10] = 15.0" quick -C first -j3 run
grep -qF "gain 0.5: x[10] = 10.0, y[10] = 5.0" out.log || fail "the application's figures are missing"
if grep -i "warning" out.log; then
    fail "the build has warnings"
else
    pass
fi
[ "$(wc -c <out.log)" -lt 1000 ] && pass || fail "the build says too much: $(wc -c <out.log) characters"
expect "from another folder" 0 "gain 1.5: x[10] = 10.0, y[10] = 15.0" sh -c 'cd / && exec "$1/first/build/sim/first_app"' sh "$work"
expect "check" 0 "first: all is as it should be" quick -C first check
expect "nothing to do" 0 "" quick -C first -q all build/sim/first_test
made "a second run" "" -C first all check
touch first/first.yaml
made "a touched spec" "vggen first.yaml, for the CPU device;" -C first
expect "selftest" 0 "0 of the program" quick -C first selftest
expect "pictures" 0 "build/sim/first_graph.svg" quick -C first pictures
for picture in graph arena; do
    expect "picture of the $picture" 0 "</svg>" cat "first/build/sim/first_$picture.svg"
done
# A change of the spec, a kernel, a header, the application or a flag reaches what is made of it, and nothing else.
edit first/first.yaml 's/N: 256/N: 300/'
made "changed spec" "vggen first.yaml, for the CPU device;cc build/sim/first.c;cc build/sim/first_image.c;cc first_test.c;link build/sim/first_test;" \
    -C first check
expect "changed spec is generated" 0 "FIRST_N 300" cat first/build/sim/first.h
edit first/first.cu 's/\*gain \* x/scaled(*gain, x[i]); \/\/&/'
edit first/first.cu 's/^#include.*/&\n#include "scaled.h"/'
printf '__device__ inline float scaled(float a, float b) { return a * b; }\n' >first/scaled.h
expect "a header of the kernels" 0 "first: all is as it should be" quick -C first check
edit first/scaled.h 's/a \* b/a + b/'
expect "changed header of the kernels" 2 "first: something is wrong" quick -C first check
edit first/scaled.h 's/a + b/a * b/'
printf '#define ROUNDS 1\n' >first/rounds.h
edit first/first_test.c 's/#define ROUNDS 20/#include "rounds.h"/'
made "a header of the test" "cc first_test.c;link build/sim/first_test;" -C first check
printf '#define ROUNDS 2\n' >first/rounds.h
made "changed header of the test" "cc first_test.c;link build/sim/first_test;" -C first check
mkdir first/more && printf 'extern "C" int one(void);\nint one(void) { return 1; }\n' >first/more/one.cpp
made "a C++ source of the application" "cc first_app.c;c++ more/one.cpp;link build/sim/first_app;" -C first APP_SOURCES="first_app.c more/one.cpp"
rm first/rounds.h
edit first/first_test.c 's/#include "rounds.h"/#define ROUNDS 20/'
made "a header that is gone" "cc first_test.c;link build/sim/first_test;" -C first check
# A second source of kernels, from the spec.
cat >first/twice.cu <<'KERNEL'
#include "first_kernels.h"
extern "C" __global__ void twice(const float *y, float *z)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        z[i] = 2 * y[i];
}
KERNEL
cp first/first.yaml one_source.yaml
edit first/first.yaml 's/^buffers:/  twice: {source: twice.cu, block: 128, params: {y: in f32*, z: out f32*}}\n\n&\n  z: {role: output, type: f32, shape: [N]}/'
printf '  - launch: twice(y, z)\n    grid: ceil_div(N, block)\n' >>first/first.yaml
expect "a second source" 0 "first: all is as it should be" quick -C first check
printf '#error "not yet"\n' >>first/twice.cu
expect "changed second source" 2 "not yet" quick -C first check
cp one_source.yaml first/first.yaml
expect "one source again" 0 "first: all is as it should be" quick -C first check
# The default flags have built it all. What is built from here on is not what takes its time.
CFLAGS=-O0
export CFLAGS
expect "other flags, a driver found at run time" 0 "cc vg_rt.c" \
    quick -C first V=1 DRIVER=dlopen CFLAGS="-O1 -DA='a b'" build/sim/libruntime.a
nm first/build/sim/libruntime.a | grep -q ' U cu' && fail "with DRIVER=dlopen the runtime refers to the driver" || pass
grep -qF -e "-O1 -DA='a b'" out.log && pass || fail "commands are not shown"
expect "flags that stay" 0 "" quick -C first -q DRIVER=dlopen CFLAGS="-O1 -DA='a b'" build/sim/libruntime.a
cp -Rp prefix/share/vggen/runtime moved
expect "a runtime that was moved" 0 "cc vg_rt.c" quick -C first RUNTIME="$work/moved" build/sim/libruntime.a
rm -r moved
expect "a runtime that was moved back" 0 "cc vg_rt.c" quick -C first build/sim/libruntime.a
edit first/first.yaml 's/program: first/program: second/'
expect "another program" 2 "first.yaml describes another program than 'first'" quick -C first
edit first/first.yaml 's/program: second/program: first/'
rm first/build/sim/first.c
expect "a file that was removed" 0 "first: all is as it should be" quick -C first check
mkdir "with blanks" && cp -Rp first "with blanks/in it"
(cd "with blanks/in it/build/sim" && rm -r objects first* libfirst*)
expect "a folder with blanks" 0 "gain 1.5" quick -C "with blanks/in it" run
expect "its program" 0 "gain 1.5" "with blanks/in it/build/sim/first_app"

# The other kinds, with the device's library and the runtime of the first program.
for kind in loop images; do
    expect "init=$kind" 0 "next: make -C deep/$kind run" vggen --init=$kind $kind -o deep/$kind
    mkdir -p deep/$kind/build/sim
    for part in libvgsim.so libruntime.a runtime settings; do
        cp -Rp first/build/sim/$part deep/$kind/build/sim
    done
    expect "$kind: build and run" 0 "" quick -C deep/$kind run
    if grep -i "warning" out.log; then
        fail "$kind: the build has warnings"
    else
        pass
    fi
    cp out.log $kind.log
    [ "$(grep -c '^cc ' out.log)" -eq 3 ] && pass || fail "$kind: more was compiled than the program and its application"
    expect "$kind: check" 0 "$kind: all is as it should be" quick -C deep/$kind check
    if [ -n "${NVCC-}" ]; then
        expect "$kind: build for a GPU" 0 "link build/gpu/${kind}_app" make -C deep/$kind DEVICE=gpu NVCC="$NVCC"
        if [ -e /dev/nvidia0 ]; then
            expect "$kind: run on the GPU" 0 "$kind: all is as it should be" make -C deep/$kind DEVICE=gpu NVCC="$NVCC" check
        fi
    fi
done
expect "loop: a loop that ends by itself" 0 "tolerance 1: 48 passes, cell 10 has 15.2 degrees" cat loop.log
edit deep/loop/loop.cu 's/> \*tolerance/>= *tolerance/; s/\*pass + 1/*pass + 2/'
expect "loop: a kernel that counts wrong" 2 "loop: 2 passes, expected 1" quick -C deep/loop check
expect "images: a picture that it draws" 0 "build/sim/images.pgm: the edges of a picture of 640 x 480 pixels" cat images.log
# Square and disc have edges, where they lie and nowhere else: 2 x 2 x 200 pixels and corners, and a ring.
expect "images: what it writes" 0 "P5" head -c 2 deep/images/build/sim/images.pgm
count=$(tail -c 307200 deep/images/build/sim/images.pgm | tr -d '\000' | wc -c)
[ "$count" -gt 2000 ] && [ "$count" -lt 4000 ] || fail "images: $count pixels are edges"
picture() {
    deep/images/build/sim/images_app "$@"
}
printf 'P5\n# a comment\n3 # another\n2\n255\n\000\000\377\000\000\377' >small.pgm
expect "images: a picture of one's own" 0 "edges.pgm: the edges of a picture of 3 x 2 pixels" picture small.pgm edges.pgm
printf 'P5\n3 2\n255\n\000\377\377\000\377\377' | cmp - edges.pgm && pass || fail "images: other edges than by hand"
printf 'P5 641 2 255\n' >large.pgm
printf 'P5 3 2 255\nabc' >short.pgm
printf 'P6 3 2 255\nabcdef' >colour.pgm
expect "images: too large" 1 "'large.pgm' is larger than WIDTH x HEIGHT of the spec" picture large.pgm edges.pgm
expect "images: too short" 1 "'short.pgm' is too short" picture short.pgm edges.pgm
expect "images: in colour" 1 "'colour.pgm' is no binary PGM" picture colour.pgm edges.pgm
expect "images: no picture" 1 "'none.pgm' cannot be read" picture none.pgm edges.pgm
expect "images: an unwritable place" 1 "cannot write '/nowhere/edges.pgm'" picture small.pgm /nowhere/edges.pgm
expect "images: no arguments" 2 "usage: images_app [IN.pgm] OUT.pgm" picture
# Library calls, in their plain form.
cat >first/calls.c <<'C'
#include "vg_blas.h"
#include "vg_fft.h"
#include "vg_sparse.h"
int calls(void);
int calls(void)
{
    static vg_fft fft;
    static vg_blas blas;
    static vg_sparse sparse;
    return vg_fft_close(&fft) + vg_blas_close(&blas) + vg_sparse_close(&sparse);
}
C
expect "library calls" 0 "cc library/vg_fft_plain.c" make -C first DEVICE=sim USES="fft blas sparse" APP_SOURCES="first_app.c calls.c"
expect "clean" 0 "" make -C first clean VGGEN=/nowhere
absent first/build
unset CC CXX
if [ -n "${NVCC-}" ]; then
    vggen --init second -o deep/second >/dev/null || fail "a folder in a folder"
    expect "build for a GPU" 0 "link build/gpu/second_app" make -C deep/second DEVICE=gpu NVCC="$NVCC"
    expect "build for a GPU again" 0 "" make -C deep/second -q DEVICE=gpu NVCC="$NVCC"
    if [ -f "$(dirname "$NVCC")/../include/cusparse.h" ] && cp first/calls.c deep/second; then
        expect "library calls for a GPU" 0 "cc library/vg_cufft.c" make -C deep/second DEVICE=gpu NVCC="$NVCC" \
            USES="fft blas sparse" APP_SOURCES="second_app.c calls.c"
    fi
    if [ -e /dev/nvidia0 ]; then
        expect "run on the GPU" 0 "second: all is as it should be" make -C deep/second DEVICE=gpu NVCC="$NVCC" check
    fi
fi

# ---- from the build folder ----
VGGEN_RUNTIME=$srcdir/runtime
export VGGEN_RUNTIME
expect "runtime by the environment" 0 "$srcdir/runtime" "$built" --runtime-dir
VGGEN_RUNTIME=/nowhere
expect "no runtime" 2 "/nowhere: error: the runtime is not in this folder" "$built" --runtime-dir
unset VGGEN_RUNTIME

# ---- mistakes: nothing is written ----
expect "a name that is none" 2 "'9lives' is not a name" vggen --init 9lives
absent 9lives
expect "a path as a name" 2 "is not a name" vggen --init a/b
absent a
expect "an empty name" 2 "is not a name" vggen --init ''
expect "a name that is taken" 2 "the name 'string' is taken" vggen --init string
absent string
expect "no name" 2 "--init takes the name of the new program" vggen --init=loop
expect "a kind that is none" 2 "hint: a program of this name: vggen --init fir" vggen --init=fir
expect "main" 2 "the name 'main' is taken" vggen --init main
expect "init with a spec" 2 "--init takes no spec" vggen --init other first/first.yaml
absent other
for file in third.yaml third.cu third_app.c third_test.c Makefile; do
    rm -rf third && mkdir third && echo mine >"third/$file"
    expect "$file exists" 2 "third/$file: error: this file is there already" vggen --init third
    [ "$(ls third)" = "$file" ] && [ "$(cat "third/$file")" = mine ] || fail "$file exists: the folder was changed"
done
rm -rf third && mkdir third && ln -s /nowhere third/third.cu
expect "a link that leads nowhere" 2 "third/third.cu: error" vggen --init third
rm third/third.cu && echo mine >third/notes
expect "a folder with other files" 0 "wrote third/third.yaml" vggen --init third
echo mine >file
expect "a file as the folder" 2 "file" vggen --init third -o file

# ---- the CPU device without make ----
mkdir bare && cp prefix/share/vggen/runtime/*.h bare
# hand COMMAND…: in a folder of its own, whose name has a blank.
hand() {
    (
        cd "by hand" && "$@"
        status=$?
        echo "ends with $status"
        exit $status
    )
}
mkdir "by hand"
cp first/first.yaml first/first_test.c first/first.cu first/scaled.h "by hand"
expect "build for the CPU device" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
# shellcheck disable=SC2086
expect "link" 0 "ends with 0" hand ${CC:-cc} -I"o ut" -I"$(vggen --runtime-dir)" -isystem "$(vggen --runtime-dir)/sim/cuda" \
    -o app first_test.c "o ut/first.c" "o ut/first_image.c" "$work"/prefix/share/vggen/runtime/vg_*.c \
    -Wl,--no-as-needed "o ut/libfirst_sim.so" "o ut/libvgsim.so" -Wl,-rpath,"$work/by hand/o ut" -lm
expect "run what was built by hand" 0 "first: all is as it should be" hand ./app
# All but first.c, whose new time says that vggen has run since first.cu was changed.
ls -li "by hand/o ut" | sed '/ first\.c$/d' >before.log
touch "by hand/first.cu"
expect "nothing to build again" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
if ls -li "by hand/o ut" | sed '/ first\.c$/d' | cmp - before.log; then
    pass
else
    fail "what is up to date is built again"
fi
edit "by hand/scaled.h" 's/a \* b/a + b/'
expect "changed kernel is built" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "changed kernel by hand" 1 "first: something is wrong" hand ./app
echo '#error "not for this device"' >>"by hand/first.cu"
expect "kernel that does not compile" 2 "libfirst_sim.so'" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "what the compiler says" 2 "not for this device" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "no C++ compiler" 2 "cannot find the compiler 'none' to build for the CPU device" \
    hand env CXX="none -O1" vggen --image=none --sim-build first.yaml -o "o ut"
expect "no CPU device" 2 "the sources of the CPU device are not in this folder" \
    hand env VGGEN_RUNTIME="$work/bare" vggen --image=none --sim-build first.yaml -o "o ut"

unset CFLAGS
expect "DEVICE that is none" 2 "DEVICE is sim or gpu, not 'tpu'" make -C third DEVICE=tpu
expect "two of DEVICE" 2 "DEVICE is sim or gpu, not 'sim gpu'" make -C third "DEVICE=sim gpu"
expect "DEVICE by a name of other makefiles" 2 "VGGEN_DEVICE=tpu changes nothing here: say DEVICE, which is sim or gpu" \
    make -C third VGGEN_DEVICE=tpu
expect "DRIVER that is none" 2 "DRIVER is link or dlopen, not 'load'" make -C third DEVICE=sim DRIVER=load
expect "USES that is none" 2 "USES is some of fft, blas and sparse, not 'solver'" make -C third DEVICE=sim USES="fft solver"
expect "no vggen" 2 "cannot find the program '/nowhere/vggen': put vggen in PATH" make -C third DEVICE=sim VGGEN=/nowhere/vggen
cp prefix/bin/vggen moved
expect "no runtime beside vggen" 2 "is there, but finds no runtime: install vggen, or give RUNTIME=FOLDER" \
    make -C third DEVICE=sim VGGEN="env VGGEN_RUNTIME=/nowhere $work/moved"
expect "a folder that is not the runtime's" 2 "this is not the runtime's folder, there is no vggen.mk in it: '/usr'" \
    make -C third DEVICE=sim RUNTIME=/usr
expect "a runtime in a folder with blanks" 2 "make cannot use a runtime whose folder has a blank in its name" \
    make -C third DEVICE=sim RUNTIME="/with blanks/runtime"
expect "nvcc that is not there" 2 "DEVICE=gpu needs nvcc: '/nowhere/nvcc' is not there" make -C third DEVICE=gpu NVCC=/nowhere/nvcc
expect "nvcc that is something else" 2 "no CUDA toolkit with cuda.h is around '/bin/true'" make -C third DEVICE=gpu NVCC=/bin/true
expect "no C compiler" 2 "the compiler '/nowhere/cc -O1' is not there: install one, or give CC=PROGRAM" \
    make -C third DEVICE=sim CC="/nowhere/cc -O1"
expect "no C++ compiler" 2 "the compiler '/nowhere/c++' is not there: install one, or give CXX=PROGRAM" \
    make -C third DEVICE=sim CXX=/nowhere/c++
vggen --init fourth >/dev/null
expect "C90" 2 "this is C99: compile without -std=c90, or with -std=c99" make -C fourth DEVICE=sim CFLAGS=-std=c90
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w third
    expect "a folder that cannot be written to" 2 "cannot write to 'build/sim'" make -C third DEVICE=sim
    chmod u+w third
fi
: >third/build
expect "a file where the folder should be" 2 "cannot write to 'build/sim' in '$work/third'" make -C third DEVICE=sim

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
