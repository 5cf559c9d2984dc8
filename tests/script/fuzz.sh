#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# fuzz.sh: every spec of the tests and the kept findings of the fuzzer go through the stages of the generator.
# `make fuzz SECONDS=3600` looks for new ones (needs clang).
set -u
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}"
set -- "$srcdir"/tests/bad/*/*.yaml "$srcdir"/tests/golden/*.yaml "$srcdir"/kernels/*/*.yaml
specs=$#
for file in "$srcdir"/tests/fuzz/corpus/*; do
    [ -f "$file" ] && set -- "$@" "$file"
done
if [ $# -eq $specs ]; then
    echo "fuzz: tests/fuzz/corpus is missing or empty"
    exit 1
fi
exec "$builddir/out/tests/fuzz_files" "$@"
