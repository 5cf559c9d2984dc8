#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# large.sh: constants are the bytes of their files whatever their size, alone and side by side, in C99 and in C++17 without a
# warning; 16 MiB compile within 1.5 GB and a minute of one core; of more than 32 MiB vggen says what they cost.
# VGGEN, srcdir, CC and CXX come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}" "${CC:=cc}" "${CXX:=c++}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
runtime=$(cd "$srcdir" && pwd)/runtime
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
passed=0
failed=0
strict="-I$runtime -Iout -Wall -Wextra -Wpedantic -Wconversion -Werror"

# is WHAT EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "large: $1: expected '$2', found '$3'"
        head -n 10 log
    fi
}
# spec SIZE…: a program that holds a file of each size, and copies from each.
spec() {
    printf '%s\n' 'vggen: 1' 'program: lc' 'targets: [sm_90]' 'min_cuda: "13.0"' 'kernels: {}' 'buffers:' \
        "  y: {role: output, type: u8, shape: [$#]}"
    for size in "$@"; do
        echo "  c$size: {role: constant, type: u8, shape: [$size], data: c$size.raw}"
    done
    echo 'steps:'
    at=0
    for size in "$@"; do
        echo "  - copy: c${size}[0:1] -> y[$at:$((at + 1))]"
        at=$((at + 1))
    done
}
# holds SIZE…: what NAME_image.c holds is what the files hold. Several lie side by side in one struct.
holds() {
    for size in "$@"; do
        [ -f "c$size.raw" ] || head -c "$size" /dev/urandom >"c$size.raw"
    done
    spec "$@" >lc.yaml
    "$VGGEN" --image=none lc.yaml -o out >log 2>&1
    is "vggen with $*" "0 0" "$? $(wc -c <log)"
    {
        printf '#include "lc.h"\n#include <stdio.h>\nint main(void)\n{\n    FILE *f;\n'
        for size in "$@"; do
            place=lc_constant_c$size
            grep -q "$place" out/lc.h || place=lc_constants.c$size
            printf '    f = fopen("d%s.raw", "wb");\n    fwrite(%s, 1, %su, f);\n    fclose(f);\n' "$size" "$place" "$size"
        done
        printf '    return sizeof(uint64_t) == 8 ? 0 : 1;\n}\n'
    } >main.c
    # shellcheck disable=SC2086
    { $CC -std=c99 $strict main.c out/lc_image.c -o main && ./main; } >log 2>&1
    is "C99 with $*" 0 $?
    # shellcheck disable=SC2086
    $CXX -x c++ -std=c++17 $strict -fsyntax-only out/lc_image.c >log 2>&1
    is "C++17 with $*" 0 $?
    for size in "$@"; do
        cmp -s "c$size.raw" "d$size.raw"
        is "the bytes of c$size with $*" 0 $?
    done
}

for size in 1 4095 4096 4097 4100 4103 4104 70000; do
    holds $size
done
holds 8 4096
is "a struct of both" 1 "$(grep -c 'uint64_t c4096\[' out/lc.h)"
holds 4096 3
holds 4097 4096 4103 16
holds 4100 5000 8192
holds 1 2 3

# Its own bytes are all that a struct of constants brings to the device.
holds 4096 3
printf '#include "lc.h"\nint size[sizeof(struct lc_constants) == 4096 + 3 ? 1 : -1];\n' >size.c
# shellcheck disable=SC2086
$CC -std=c99 -I"$runtime" -Iout -fsyntax-only size.c >log 2>&1
is "the size of the struct" 0 $?

# ---- 16 MiB ----

head -c 16777216 /dev/urandom >c16777216.raw
spec 16777216 >lc.yaml
"$VGGEN" --image=none lc.yaml -o out >log 2>&1
is "vggen with 16 MiB" "0 0" "$? $(wc -c <log)"
(
    # shellcheck disable=SC3045
    ulimit -v 1500000
    # shellcheck disable=SC3045
    ulimit -t 60
    # shellcheck disable=SC2086
    exec $CC -std=c99 $strict -c out/lc_image.c -o lc_image.o
) >log 2>&1
is "compiling 16 MiB" 0 $?

# ---- more than that ----

for size in 33554432 34603008; do
    head -c $size /dev/zero >c$size.raw
    spec $size >lc.yaml
    "$VGGEN" --image=none --check lc.yaml >log 2>&1
    is "$size bytes: status" 0 $?
    if [ "$size" -gt 33554432 ]; then
        is "$size bytes: a warning" 1 "$(grep -c '33 MiB of constants .* about 924 MiB of memory for it \[image-large\]' log)"
        is "$size bytes: a hint" 1 "$(grep -c "^hint: with 'data: app' the application hands 'c$size' over" log)"
    else
        is "$size bytes: no warning" 0 "$(wc -c <log)"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 50 ]
