#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# cross.sh: the application of tests/consumers, built by its plain Makefile for another processor and for another C library, and
# run there on the CPU device: aarch64 with Debian's cross compiler under qemu, and musl with musl-gcc. On musl also
# the runtime without CUDA and with a driver that is looked for at run time, under strict warnings. About 10 s of one core.
# What is not there is left out, and then the status is 77. builddir, srcdir and VGGEN come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${VGGEN:=./vggen}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
runtime=$srcdir/runtime
passed=0
failed=0
missing=
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
unset MAKEFLAGS MFLAGS MAKELEVEL DEVICE RUNTIME CPPFLAGS LDFLAGS OBJCOPY
mkdir "$work/bin"
ln -s "$builddir/vggen" "$work/bin/vggen"
PATH=$work/bin:$PATH
VGGEN_RUNTIME=$runtime
export PATH VGGEN_RUNTIME
unset VGGEN

. "$srcdir/tests/script/consumers/expect.sh"
# application FOLDER
application() {
    mkdir "$work/$1"
    cp "$srcdir"/tests/consumers/application/* "$srcdir/tests/consumers/make/Makefile" "$work/$1"
    cd "$work/$1" || exit 99
}

# qemu keeps an entry for each page of the addresses that the CPU device reserves.
if have aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64; then
    application aarch64
    builds aarch64 make -j2 DEVICE=sim CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ CFLAGS=-O0 CXXFLAGS=-O0
    od -An -tu2 -j18 -N2 build/sim/blend_app | grep -q '\<183$'
    expect "aarch64: that is what it is built for" 0 "" test $? -eq 0
    expect "aarch64: run" 0 "z[10] = 20.5" env VGSIM_ADDRESSES=0x10000000 qemu-aarch64 -L /usr/aarch64-linux-gnu build/sim/blend_app
fi

# Debian has no C++ library for musl. Kernels need headers of the other one, and no function of it.
if have musl-gcc c++; then
    application musl
    {
        echo '#!/bin/sh'
        echo "exec \"$(command -v gcc)\" -nostdinc++ $(c++ -x c++ -E -v /dev/null 2>&1 | sed -n 's,^ \(/.*/c++/.*\)$,-isystem \1,p' |
            tr '\n' ' ') '-D__GLIBC_PREREQ(a,b)=0' '-D__GNUC_PREREQ(a,b)=1' -fno-exceptions \"\$@\" \\"
        echo "    -specs \"$(sed -n 's/.*-specs "\(.*\)".*/\1/p' "$(command -v musl-gcc)")\""
    } >"$work/bin/musl-g++"
    chmod +x "$work/bin/musl-g++"
    builds musl make -j2 DEVICE=sim CC=musl-gcc CXX=musl-g++ CFLAGS='-O0 -Wall -Wextra -Wpedantic' CXXFLAGS=-O0
    grep -q 'libc\.musl\|/lib/ld-musl' build/sim/blend_app
    expect "musl: that is what it is built for" 0 "" test $? -eq 0
    expect "musl: run" 0 "z[10] = 20.5" build/sim/blend_app
    strict='-std=c99 -O0 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
    for macro in VG_WITHOUT_CUDA VG_DLOPEN; do
        # shellcheck disable=SC2086
        expect "musl, $macro: build" 0 "" musl-gcc $strict -D$macro -Ibuild/sim -I"$runtime" -o $macro app.c \
            build/sim/blend.c build/sim/blend_image.c "$runtime"/vg_*.c
        expect "musl, $macro: run without a driver" 1 "VG_NO_CUDA" ./$macro
    done
    # The CPU device under the driver's name.
    mkdir driver
    ln -s ../build/sim/libvgsim.so driver/libcuda.so.1
    expect "musl, VG_DLOPEN: run with a driver" 0 "z[10] = 20.5" env LD_LIBRARY_PATH=driver:build/sim \
        LD_PRELOAD=build/sim/libblend_sim.so ./VG_DLOPEN
fi
[ -z "$missing" ] || echo "cross: without$missing"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || exit 1
[ -z "$missing" ] || exit 77
