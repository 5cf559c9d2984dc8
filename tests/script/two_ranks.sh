#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# two_ranks.sh: programs of two ranks on the CPU device, in two processes, with the NCCL of tests/fake: the same results
# as one rank would have of both inputs; a rank that ends after two replays or before it opens, and ranks with different
# plans. None of it hangs.
set -u
LC_ALL=C
export LC_ALL
: "${builddir:=.}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
TMPDIR=$work
export TMPDIR
passed=0
failed=0

fail() {
    echo "two_ranks: $*"
    failed=$((failed + 1))
}

# pair NAME MODE FIRST SECOND: both ranks, with a limit. Their output is in NAME.0 and NAME.1.
pair() {
    timeout 200 "$3" 0 "$work/$1.id" "$2" >"$work/$1.0" 2>&1 &
    first=$!
    timeout 200 "$4" 1 "$work/$1.id" "$2" >"$work/$1.1" 2>&1
    second=$?
    wait $first
    first=$?
    # A rank that ends as it should in the middle has no checks to end with.
    if [ $first -eq 0 ] && [ $second -eq 0 ]; then
        passed=$((passed + 1))
    else
        fail "$1: rank 0 ended with $first, rank 1 with $second"
        cat "$work/$1.0" "$work/$1.1"
    fi
}

# expect NAME RANK TEXT
expect() {
    if grep -q "$3" "$work/$1.$2"; then
        passed=$((passed + 1))
    else
        fail "$1: rank $2 does not say '$3'"
        cat "$work/$1.$2"
    fi
}

two=$builddir/out/two_ranks/sim/two_ranks
other=$builddir/out/other_ranks/sim/two_ranks
pair together run "$two" "$two"
pair gone die "$two" "$two"
expect gone 0 "a rank is gone or late"
pair never late "$two" "$two"
expect never 0 "a rank is gone or late"
pair different differ "$two" "$other"
expect different 0 "plan of every rank"
expect different 1 "plan of every rank"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
