#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# symbols.sh: the CPU device has every driver function that emitted C and the runtime import, by the exact symbol that
# each CUDA release's header turns its name into. srcdir, builddir, CC and CUDA_HEADERS come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
nm -D --defined-only "$builddir/runtime/sim/libvgsim.so" | awk '{ print $3 }' | sort -u >"$work/have"
headers="$srcdir/runtime/sim/cuda"
[ -n "${CUDA_HEADERS-}" ] && headers="$headers ${CUDA_HEADERS#-isystem }"
for header in $headers $(sh "$srcdir/tests/script/cuda_headers.sh" "$builddir/cuda-headers"); do
    : >"$work/need"
    for file in "$srcdir"/runtime/vg_*.c "$builddir"/out/*/saxpy.c "$builddir"/out/*/equalizer.c \
        "$builddir"/out/feature_seek/seek.c "$builddir"/out/feature_chain/chain.c; do
        if $CC -std=c99 -w -isystem "$header" -I"$srcdir/runtime" -I"$(dirname "$file")" -c "$file" -o "$work/o"; then
            nm -u "$work/o" | awk '$2 ~ /^cu[A-Z]/ { print $2 }' >>"$work/need"
        elif ! grep -q '^#error' "$file"; then # those tell which headers they need (tests/script/compile.sh)
            failed=$((failed + 1))
        fi
    done
    sort -u "$work/need" >"$work/sorted"
    missing=$(comm -23 "$work/sorted" "$work/have" | tr '\n' ' ')
    if [ -s "$work/sorted" ] && [ -z "$missing" ]; then
        passed=$((passed + 1))
    else
        echo "symbols: with $header/cuda.h the CPU device lacks: $missing"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
