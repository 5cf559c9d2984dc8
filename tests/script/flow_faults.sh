#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# flow_faults.sh: each driver call of programs with conditional nodes and cooperative grids fails once on the CPU device.
# The program's main then says which call it was, and neither it nor the device leaves anything behind (status 97).
# builddir comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${builddir:=.}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
fault() {
    echo "flow_faults: $*"
    failed=$((failed + 1))
}

# The call that was made to fail, or nothing.
injected() {
    sed -n 's/^vgsim: injected: \(cu[A-Za-z0-9_]*\) fails.*/\1/p' "$work/errors"
}

# Only the main's own look at the device's name may fail without anything being said, and what there is another way for: the
# stream is asked where it cannot write the word that a replay ends with, and memory that is not registered is allocated.
one() {
    VGSIM_TRACE=1 VGSIM_FAIL=$2 "$1" --replays 2 >"$work/output" 2>"$work/errors"
    status=$?
    call=$(injected)
    if [ "$status" -eq 97 ] || [ "$status" -gt 128 ]; then
        fault "$1: status $status where call $2, $call, fails"
        grep -v '^vgsim: #\|^vgsim: note' "$work/errors" | head -n 5
    elif [ "$status" -eq 0 ] && [ "$call" != cuDeviceGetName ] && [ "$call" != cuStreamWriteValue32 ] &&
        [ "$call" != cuMemHostRegister ]; then
        fault "$1: nothing is said of call $2, $call"
    elif [ "$status" -ne 0 ] && ! grep -q "failed: .*$call" "$work/output" "$work/errors"; then
        fault "$1: call $2, $call, is not named"
        head -n 5 "$work/output"
    else
        passed=$((passed + 1))
    fi
}

for feature in conditions coop; do
    main=$builddir/out/feature_$feature/sim/${feature}_main
    if ! VGSIM_TRACE=1 "$main" --replays 2 >"$work/output" 2>"$work/errors"; then
        fault "$main fails by itself"
        continue
    fi
    calls=$(grep -c '^vgsim: #[0-9]* cu[A-Za-z0-9_]*$' "$work/errors")
    [ "$calls" -gt 50 ] || fault "$main: only $calls calls"
    n=1
    while [ "$n" -le "$calls" ]; do
        one "$main" "$n"
        n=$((n + 1))
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
