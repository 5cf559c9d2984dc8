#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# consumers.sh: one small application, built on an installed copy by each build system of tests/consumers: it runs on the CPU
# device; a second build does nothing; a mistake in the spec stops the build, which goes on when it is corrected; a change of a
# header that a kernel includes reaches the kernel. And none needs more lines than promised. About 20 s of one core.
# CONSUMERS: those that are tried. builddir and srcdir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}"
: "${CONSUMERS:=make rules automake cmake ninja meson vendored}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
consumers=$srcdir/tests/consumers
passed=0
failed=0
missing=
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
unset MAKEFLAGS MFLAGS MAKELEVEL VGGEN VGGEN_RUNTIME DEVICE RUNTIME NVCC CUDA_HOME CPPFLAGS LDFLAGS

. "$srcdir/tests/script/consumers/expect.sh"

# An installation that was moved.
if ! make -C "$builddir" -s install DESTDIR="$work/root" prefix=/usr >"$work/log" 2>&1; then
    echo "consumers: make install failed:"
    cat "$work/log"
    exit 1
fi
prefix=$work/root/usr
PATH=$prefix/bin:$PATH
ACLOCAL_PATH=$prefix/share/aclocal
PKG_CONFIG_PATH=$prefix/share/pkgconfig
CC=cc
CXX=c++
CFLAGS=-O0
CXXFLAGS=-O0
VGGEN_CACHE=$work/cache
export PATH ACLOCAL_PATH PKG_CONFIG_PATH CC CXX CFLAGS CXXFLAGS VGGEN_CACHE

# lines KIND MOST FILE…: what a person writes, without blank lines and licence.
lines() {
    count=$(cd "$consumers/$1" && shift 2 && cat "$@" | grep -vcE '^ *$|SPDX')
    if [ "$count" -le "$2" ]; then
        passed=$((passed + 1))
    else
        fail "$1: $count lines, promised are $2"
    fi
}
lines make 8 Makefile
lines cmake 6 CMakeLists.txt
lines autotools 10 configure.ac Makefile.am
lines meson 8 meson.build
lines rules 8 Makefile
lines vendored 8 Makefile
# vggen-building(7) has the same examples.
for file in make/Makefile rules/Makefile cmake/CMakeLists.txt autotools/configure.ac autotools/Makefile.am meson/meson.build \
    vendored/Makefile; do
    awk -v want=".\\\\\" consumer $file" '$0 == want { on = 1; next } on == 1 { on = 2; next } /^[.]Ed/ { on = 0 } on == 2' \
        "$srcdir/gen/vggen-building.7" | sed -e "s/\\\\(aq/'/g" -e 's/\\-/-/g' -e 's/\\&//' -e 's/\\e/\\/g' >"$work/in_page"
    if grep -v SPDX "$consumers/$file" | diff - "$work/in_page" >"$work/log"; then
        passed=$((passed + 1))
    else
        fail "vggen-building(7) shows another $file:"
        cat "$work/log"
    fi
done

# What pkg-config says of the copy is there, and is all of it.
if command -v pkg-config >/dev/null 2>&1; then
    for package in vggen vggen-sim; do
        sources=$(pkg-config --variable=sources $package)
        count=$(for file in $sources; do [ -f "$file" ] && echo "$file"; done | grep -c '/vg_[a-z_]*\.c$')
        # shellcheck disable=SC2046
        if [ "$count" -eq "$(find "$srcdir/runtime" -maxdepth 1 -name 'vg_*.c' | grep -c .)" ] &&
            [ "$count" -eq "$(echo "$sources" | wc -w)" ] &&
            [ "$(pkg-config --variable=vggen $package)" -ef "$prefix/bin/vggen" ] &&
            echo '#include <vg_rt.h>' | $CC -fsyntax-only -isystem "$srcdir/runtime/sim/cuda" \
                $(pkg-config --cflags $package) -x c - >"$work/log" 2>&1; then
            passed=$((passed + 1))
        else
            fail "$package.pc names $count of the runtime's sources, or another generator, or no headers: $sources"
            cat "$work/log"
        fi
    done
fi

# Objects, libraries and programs with their times.
made() {
    find . \( -name '*.o' -o -name '*.so' -o -name '*.a' -o -name 'blend*.[ch]' -o -type f -perm -100 \) -printf '%p %T@\n' | sort
}
# try KIND FOLDER FIRST NEXT RUN: copies of the application and of FOLDER, built by FIRST, then by NEXT each time.
try() {
    kind=$1
    first=$3
    next=$4
    run=$5
    mkdir "$work/$kind"
    cp "$consumers/application"/* "$consumers/$2"/* "$work/$kind"
    cd "$work/$kind" || exit 99
    builds "$kind" sh -c "$first" || return
    expect "$kind: run" 0 "z[10] = 20.5" sh -c "$run"
    made >"$work/before"
    expect "$kind: second build" 0 "" sh -c "$next"
    if ! made | diff "$work/before" - >"$work/log"; then
        fail "$kind: a second build makes something:"
        cat "$work/log"
    fi
    sed 's/WEIGHT: 0.5/WEIGHT: heavy/' "$consumers/application/blend.yaml" >blend.yaml
    sh -c "$next" >"$work/log" 2>&1 && fail "$kind: builds with a mistake in the spec"
    if grep -q "blend.yaml:7:26: error: 'heavy' is not defined" "$work/log"; then
        passed=$((passed + 1))
    else
        fail "$kind: the mistake is not named:"
        cat "$work/log"
    fi
    cp "$consumers/application/blend.yaml" .
    expect "$kind: corrected spec" 0 "" sh -c "$next"
    expect "$kind: as before" 0 "z[10] = 20.5" sh -c "$run"
    sed 's/a + WEIGHT/1 + a + WEIGHT/' "$consumers/application/weighted.h" >weighted.h
    expect "$kind: changed header" 0 "" sh -c "$next"
    expect "$kind: what it changes" 0 "z[10] = 21.5" sh -c "$run"
    made >"$work/before"
    expect "$kind: last build" 0 "" sh -c "$next"
    if ! made | diff "$work/before" - >"$work/log"; then
        fail "$kind: builds do not settle:"
        cat "$work/log"
    fi
}
# simple KIND FOLDER BUILD RUN: copies, built and run once.
simple() {
    mkdir "$work/$1"
    cp "$consumers/application"/* "$consumers/$2"/* "$work/$1"
    cd "$work/$1" || exit 99
    expect "$1: build" 0 "" sh -c "$3"
    expect "$1: run" 0 "z[10] = 20.5" sh -c "$4"
}
# tried KIND PROGRAM…: it is to be tried, and these are there.
tried() {
    case " $CONSUMERS " in *" $1 "*) ;; *) return 1 ;; esac
    shift
    have "$@"
}

if tried make make; then
    try make make "make DEVICE=sim" "make DEVICE=sim" build/sim/blend_app
fi
if tried rules make; then
    simple rules rules "make VGGEN_DEVICE=sim" ./app
    expect "rules: second build" 0 "is up to date" make VGGEN_DEVICE=sim
    # As if the application had been linked for a GPU since.
    echo gpu >vggen/device && touch app
    expect "rules: a device that is none" 2 "VGGEN_DEVICE is sim or gpu, not 'tpu'" make VGGEN_DEVICE=tpu
    expect "rules: two devices" 2 "VGGEN_DEVICE is sim or gpu, not 'sim gpu'" make "VGGEN_DEVICE=sim gpu"
    expect "rules: another name" 2 "DEVICE=gpu changes nothing here: say VGGEN_DEVICE" make NVCC= DEVICE=gpu
    expect "rules: another name, any value" 2 "VG_DEVICE=tpu changes nothing here: say VGGEN_DEVICE" make VG_DEVICE=tpu
    expect "rules: another device" 0 "-o app app.c" make VGGEN_DEVICE=sim
fi
if tried automake autoreconf automake; then
    try automake autotools "autoreconf -i 2>/dev/null && ./configure -q --without-cuda && make" make ./app
    expect "automake: a device that is none" 1 "VGGEN_DEVICE is sim or gpu, not 'tpu'" ./configure -q --without-cuda VGGEN_DEVICE=tpu
    expect "automake: a driver that is none" 1 "--with-cuda-driver is link or dlopen, not 'load'" \
        ./configure -q --without-cuda --with-cuda-driver=load
    expect "automake: a device of its own" 0 "on... a GPU" ./configure --without-cuda VGGEN_DEVICE=gpu
fi
if tried cmake cmake; then
    for setting in DEVICE=tpu DRIVER=load; do
        expect "cmake: $setting" 1 "VGGEN_${setting%=*} is " cmake -S "$consumers/cmake" -B "$work/none" "-DVGGEN_$setting"
        rm -r "$work/none"
    done
    try cmake cmake "cmake -S . -B b -DVGGEN_DEVICE=sim && cmake --build b" "cmake --build b" b/app
fi
if tried ninja cmake ninja; then
    try ninja cmake "cmake -G Ninja -S . -B b -DVGGEN_DEVICE=sim && cmake --build b" "cmake --build b" b/app
fi
if tried meson meson ninja pkg-config; then
    try meson meson "meson setup --buildtype=plain b && ninja -C b" "ninja -C b" b/app
fi
# Without vggen, for a driver that is found at run time: the CPU device of the makefile with rules of its own.
if tried vendored make && [ -f "$work/rules/app" ]; then
    mkdir "$work/vendored"
    cp "$consumers/application"/* "$consumers/vendored"/* "$work/vendored"
    cd "$work/vendored" || exit 99
    expect "vendored: the folder" 0 "" vggen --image=none --vendor vendor blend.yaml
    mv "$work/root" "$work/away"
    expect "vendored: build" 0 "" make VG_DEVICE=dlopen
    expect "vendored: run without a driver" 1 "VG_NO_CUDA" ./app
    mkdir driver
    ln -s ../../rules/vggen/sim/libvgsim.so driver/libcuda.so.1
    expect "vendored: run with a driver" 0 "z[10] = 20.5" env LD_LIBRARY_PATH=driver \
        LD_PRELOAD=../rules/vggen/sim/libblend_sim.so ./app
    expect "vendored: second build" 0 "up to date" make VG_DEVICE=dlopen
fi
# All but plain make had it from vggen; vendored folders have a script of their own.
if [ -d "$work/cache" ]; then
    count=$(find "$work/cache" -type f | grep -c .)
    [ "$count" -eq 1 ] || fail "the CPU device was compiled $count times with the same compiler and flags"
fi
[ -z "$missing" ] || echo "consumers: without$missing"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 4 ] || exit 1
[ -z "$missing" ] || exit 77
