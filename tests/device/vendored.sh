#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# vendored.sh SOURCE FOLDER [WAY]: builds an application of the vendored FOLDER by the command of its README, with nothing in
# PATH but a C compiler and what that calls, and runs it. WAY says which command: dlopen (the default), which needs no CUDA
# toolkit, or toolkit, which needs CUDA_HOME. Exit status: that of the application, or of the compiler.
set -u
source=$(cd "$1" && pwd) folder=$(cd "$2" && pwd) way=${3:-dlopen}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cp -R "$folder" "$work/vendor" && cp "$source/tests/device/vendored.c" "$work/app.c" && mkdir "$work/tools" || exit 99
for tool in cc gcc as ld; do
    found=$(command -v $tool) && ln -s "$found" "$work/tools/$tool"
done
case $way in
dlopen) command=$(sed -n '/-DVG_DLOPEN/s/^    //p' "$work/vendor/README") ;;
toolkit) command=$(sed -n '/-lcuda/s/^    //p' "$work/vendor/README") ;;
*) echo "vendored.sh: WAY is dlopen or toolkit" >&2; exit 2 ;;
esac
[ -n "$command" ] || { echo "the README has no such command"; exit 1; }
cd "$work" || exit 99
echo "$command"
env -i PATH="$work/tools" CUDA_HOME="${CUDA_HOME:-}" LIBRARY_PATH="${LIBRARY_PATH:-}" /bin/sh -c "V=vendor; ${command%%#*} -lm" || exit 1
./app "$source/kernels/equalizer/taps.f32"
