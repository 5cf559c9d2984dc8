#!/bin/sh
# SPDX-License-Identifier: MIT
# sim_headers.sh: the CPU device's headers agree bit by bit with those of the toolkit where the host can compute with both.
# Needs CXX, srcdir and CUDA_HEADERS (the compiler's option for the toolkit's headers); without them it is skipped.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}" "${CXX:=c++}"
sim=$srcdir/runtime/sim
here=$srcdir/tests/script/sim_headers
passed=0
failed=0
skipped=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

verdict() { # what, status
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        echo "sim_headers: $1"
        failed=$((failed + 1))
    fi
}

# print_with NAME OPTION…: what bits.cpp prints with these headers.
print_with() {
    name=$1
    shift
    $CXX -std=c++17 -O2 -ffp-contract=off -w "$@" -o "$work/$name" "$here/bits.cpp" && "$work/$name" >"$work/$name.txt"
    verdict "bits.cpp does not run with the headers of $name" $?
}
print_with device -DVGSIM -I"$sim" -I"$sim/include"
if [ -n "${CUDA_HEADERS:-}" ]; then
    # shellcheck disable=SC2086
    print_with toolkit $CUDA_HEADERS
    diff "$work/toolkit.txt" "$work/device.txt"
    verdict "complex numbers or floats of 8 bits differ from the toolkit's" $?
else
    echo "no CUDA toolkit: nothing to compare with"
    skipped=1
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || exit 1
[ "$skipped" -eq 0 ] || exit 77
