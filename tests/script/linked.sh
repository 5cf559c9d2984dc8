#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# linked.sh: what an application of saxpy that opens, replays and closes has of emitted code and of the runtime, linked with
# --gc-sections: machine code, constants and tables together under 16 KiB, compiled with -Os -flto and without unwind
# tables, for x86-64 and, where there is a cross compiler, for aarch64. The driver and libc are not in it. Prints what it
# is without -flto, too. srcdir and VGGEN come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
limit=16384
core="vg_rt vg_config vg_detail vg_open vg_memory vg_load vg_trace"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0
"$VGGEN" "$srcdir/kernels/saxpy/saxpy.yaml" -o "$work" --image=none >"$work/log" 2>&1 || { head -n 5 "$work/log"; exit 1; }
cat >"$work/app.c" <<'APP'
#include "saxpy.h"
static saxpy p;
int main(void)
{
    return (int)saxpy_open(&p, 0, 0) + (int)saxpy_replay(&p) + (int)saxpy_close(&p);
}
APP
# bytes COMPILER FLAGS…: of what is linked, but for variables.
bytes() {
    compiler=$1
    shift
    rm -f "$work"/*.o
    for file in "$work"/app.c "$work"/saxpy.c "$work"/saxpy_image.c $(printf "$srcdir/runtime/%s.c " $core); do
        "$compiler" -std=c99 -Os -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables "$@" \
            -I"$work" -I"$srcdir/runtime" -I"$srcdir/runtime/sim/cuda" -c -o "$work/$(basename "$file" .c).o" "$file" || exit 1
    done
    "$compiler" "$@" -Os -nostdlib -no-pie -Wl,-e,main -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,norelro \
        -Wl,--warn-unresolved-symbols -o "$work/app" "$work"/*.o 2>"$work/log" || exit 1
    size -A "$work/app" | awk '$1 ~ /^\.(text|rodata|data)/ { sum += $2 } END { print sum }'
}
for compiler in gcc aarch64-linux-gnu-gcc; do
    case $compiler-$(uname -m) in gcc-x86_64 | aarch64-*) ;; *) continue ;; esac
    command -v $compiler >/dev/null 2>&1 || continue
    plain=$(bytes $compiler)
    # The core alone defines what these three calls need of the runtime.
    sed -n 's/.*undefined reference to .\([a-z_]*\)_of_runtime.*/linked: the core lacks \1/p' "$work/log" | sort -u | grep . &&
        failed=$((failed + 1))
    whole=$(bytes $compiler -flto)
    echo "$compiler: $whole of $limit bytes; $plain without -flto"
    if [ "$whole" -gt 4096 ] && [ "$whole" -lt $limit ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
[ $((passed + failed)) -gt 0 ] || { echo "linked: the limit is for x86-64 and aarch64"; exit 77; }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
