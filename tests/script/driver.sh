#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# driver.sh: the command-line driver of a program gives the same outputs by replays and step by step, prints the times of
# nodes, and writes a trace; what it is not given right is refused.
# builddir comes from make, which builds the driver.
set -u
: "${builddir:=.}"
driver=$builddir/out/feature_measure/sim/measure_main
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
[ -x "$driver" ] || { echo "driver: $driver is not there"; exit 77; }

expect() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "driver: $2"
        [ ! -f "$work/log" ] || cat "$work/log"
    fi
}

head -c 1024 "$0" >"$work/x"
for how in "" --step; do
    # shellcheck disable=SC2086
    "$driver" --input x="$work/x" --set gain=0.5 --switch negative=on $how --replays 3 --output y="$work/y$how" \
        >"$work/log" 2>&1
    expect $? "a run with '$how' fails:"
    grep -q '^replays: 3$' "$work/log"
    expect $? "the run with '$how' does not tell of 3 replays:"
done
[ -s "$work/y" ] && cmp -s "$work/y" "$work/y--step"
expect $? "steps give other outputs than replays"

"$driver" --profile --trace "$work/trace.json" --replays 4 >"$work/log" 2>&1
expect $? "a profile with a trace fails:"
[ "$(grep -c '^ *[0-9.]* us  ' "$work/log")" -eq 8 ] && grep -q ' us  launch keep$' "$work/log" &&
    grep -q ' us  launch vg_end$' "$work/log"
expect $? "the profile does not list 8 nodes:"
[ "$(grep -o '"name": *"first"' "$work/trace.json" | wc -l)" -ge 4 ]
expect $? "the trace does not tell of 4 replays"
if command -v python3 >/dev/null 2>&1; then
    python3 -m json.tool "$work/trace.json" >"$work/log" 2>&1
    expect $? "the trace is no JSON:"
fi
"$driver" --graph second --profile >"$work/log" 2>&1 && grep -q ' us  fill seen$' "$work/log"
expect $? "the profile of another graph does not tell of its nodes:"

"$driver" --trace >"$work/log" 2>&1
[ $? -eq 2 ]
expect $? "a trace without a file is accepted:"
"$driver" --trace "$work/missing/trace.json" >"$work/log" 2>&1
[ $? -eq 1 ]
expect $? "a trace that cannot be written is no failure:"
"$driver" --step 3 >"$work/log" 2>&1
[ $? -eq 2 ]
expect $? "a value after --step is accepted:"
# What it prints may be read by a script.
for how in --help "--replays 1" "--replays 1 --profile --output y=/dev/full"; do
    # shellcheck disable=SC2086
    "$driver" $how >/dev/full 2>"$work/log"
    [ $? -eq 1 ] && grep -q 'No space left on device' "$work/log"
    expect $? "'$how' on a full device is no failure:"
done
"${driver%_main}_selftest" --replays 1 >/dev/full 2>"$work/log"
[ $? -eq 1 ] && grep -q 'cannot write to standard output' "$work/log"
expect $? "a self-test on a full device is no failure:"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
