#!/bin/sh
# SPDX-License-Identifier: MIT
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
    if [ $status -ne "$wanted" ] || ! grep -qF -e "$text" out.log; then
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
expect "build and run" 0 "first: all is as it should be" make -C first DEVICE=sim run
grep -qF "gain 1.5: x[10] = 10.0, y[10] = 15.0" out.log || fail "the application's figures are missing"
if grep -i "warning" out.log; then
    fail "the build has warnings"
else
    pass
fi
expect "nothing to do" 0 "" make -C first -q DEVICE=sim
# A change of the spec, the kernel or the application reaches the program.
sed 's/N: 256/N: 300/' first/first.yaml >first/new && mv first/new first/first.yaml
expect "changed spec" 0 "first: all is as it should be" make -C first DEVICE=sim run
expect "changed spec is generated" 0 "FIRST_N 300" cat first/build/sim/first.h
sed 's/\*gain \* x/*gain + x/' first/first.cu >first/new && mv first/new first/first.cu
expect "changed kernel" 2 "first: something is wrong" make -C first DEVICE=sim run
expect "clean" 0 "" make -C first DEVICE=sim clean
absent first/build
if [ -n "${NVCC-}" ]; then
    vggen --init second -o deep/second >/dev/null || fail "a folder in a folder"
    expect "build for a GPU" 0 "second_app" make -C deep/second DEVICE=gpu NVCC="$NVCC"
    if [ -e /dev/nvidia0 ]; then
        expect "run on the GPU" 0 "second: all is as it should be" make -C deep/second DEVICE=gpu NVCC="$NVCC" run
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
expect "main" 2 "the name 'main' is taken" vggen --init main
expect "init with a spec" 2 "--init takes no spec" vggen --init other first/first.yaml
absent other
for file in third.yaml third.cu third_app.c Makefile; do
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
cp first/first.yaml first/first_app.c "by hand"
sed 's/\*gain + x/*gain * x/' first/first.cu >"by hand/first.cu"
expect "build for the CPU device" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
# shellcheck disable=SC2086
expect "link" 0 "ends with 0" hand ${CC:-cc} -I"o ut" -I"$(vggen --runtime-dir)" -isystem "$(vggen --runtime-dir)/sim/cuda" \
    -o app first_app.c "o ut/first.c" "o ut/first_image.c" "$work"/prefix/share/vggen/runtime/vg_*.c \
    -Wl,--no-as-needed "o ut/libfirst_sim.so" "o ut/libvgsim.so" -Wl,-rpath,"$work/by hand/o ut" -lm
expect "run what was built by hand" 0 "first: all is as it should be" hand ./app
ls -li "by hand/o ut" >before.log
touch "by hand/first.cu"
expect "nothing to build again" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
if ls -li "by hand/o ut" | cmp - before.log; then
    pass
else
    fail "what is up to date is built again"
fi
cp first/first.cu "by hand"
expect "changed kernel is built" 0 "ends with 0" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "changed kernel by hand" 1 "first: something is wrong" hand ./app
echo '#error "not for this device"' >>"by hand/first.cu"
expect "kernel that does not compile" 2 "libfirst_sim.so'" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "what the compiler says" 2 "not for this device" hand vggen --image=none --sim-build first.yaml -o "o ut"
expect "no C++ compiler" 2 "cannot find the compiler 'none' to build for the CPU device" \
    hand env CXX="none -O1" vggen --image=none --sim-build first.yaml -o "o ut"
expect "no CPU device" 2 "the sources of the CPU device are not in this folder" \
    hand env VGGEN_RUNTIME="$work/bare" vggen --image=none --sim-build first.yaml -o "o ut"

expect "DEVICE that is none" 2 "DEVICE is sim or gpu, not 'tpu'" make -C third DEVICE=tpu
expect "no vggen" 2 "put vggen in PATH" make -C third DEVICE=sim VGGEN=/nowhere/vggen

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
