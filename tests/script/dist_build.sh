#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# dist_build.sh: a distribution is configured, built and installed where there are a C compiler, make and libyaml, the usual
# small tools and nothing else: no Autotools, pkg-config, C++ compiler, Check, Python or nvcc. Run from the build folder. About
# 15 s of one core; the runtime's objects and the CPU device, which it does not build, are built by others in the same way.
set -u
LC_ALL=C
export LC_ALL
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
failed=0
passed=0

# All that may be started.
mkdir "$work/bin" "$work/build"
for tool in cc as ld ar ranlib make sh sed grep awk od tr cat cp mv rm mkdir rmdir ls ln chmod touch date sort uniq head tail \
    wc cut expr printf echo test true false basename dirname pwd uname hostname sleep id env install cmp diff tee readlink \
    mktemp find xargs; do
    program=$(command -v "$tool")
    case $program in
    /*) ;;
    *) program=/usr/bin/$tool ;; # what the shell has itself
    esac
    ln -s "$program" "$work/bin/$tool"
done
# bare WHAT COMMAND…
bare() {
    what=$1
    shift
    if (cd "$work/build" && env -i HOME="$work" PATH="$work/bin" "$@") >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "dist_build: $what:"
        tail -n 30 "$work/log"
    fi
}

MAKEFLAGS='' make -s distdir distdir="$work/src" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
bare "the tools are no more than they should be" sh -c '! command -v python3 && ! command -v pkg-config && ! command -v c++ && ! command -v autoconf'
bare configure ../src/configure -q --disable-dependency-tracking CFLAGS='-O0 -w'
bare make make -s AM_CFLAGS=-std=c11 RUNTIME_OBJECTS= LIBVGSIM=
bare "make install" make -s AM_CFLAGS=-std=c11 RUNTIME_OBJECTS= LIBVGSIM= install prefix="$work/prefix"
bare "a program" "$work/prefix/bin/vggen" --image=none "$work/src/kernels/saxpy/saxpy.yaml" -o out
bare "its C" sh -c 'cd out && r=$("$1" --runtime-dir) && cc -c -I"$r" -isystem "$r/sim/cuda" saxpy.c saxpy_image.c "$r"/vg_rt.c' sh \
    "$work/prefix/bin/vggen"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
