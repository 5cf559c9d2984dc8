#!/bin/sh
# SPDX-License-Identifier: MIT
# instructions.sh [--update]: the host's work of one replay in place (or one call): instructions of the program's own code
# and of the runtime, without what the driver and the C library do, by callgrind on the CPU device. They are the same in
# every run; tests/bench/instructions.txt has those of one compiler, and a change of more than a tenth is a failure.
# --update rewrites that file: a larger number wants a reason. Inputs stay the same, so that a call gives kept outputs.
# Run from the build folder; srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
figures=$srcdir/tests/bench/instructions.txt
replays=100
passed=0
failed=0
command -v valgrind >/dev/null 2>&1 || { echo "instructions: valgrind is not here"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
compiler="$(uname -m), $($CC --version 2>/dev/null | sed -n '1s/ (.*)//p' | sed 's/ *\([^ ]*\) \([0-9]*\)\..*/\1 \2/')"

# Work is done at launch, so that the first look at the stream finds it done.
VGSIM_LAZY=0 VGSIM_CHECK=off VGSIM_QUIET=1
export VGSIM_LAZY VGSIM_CHECK VGSIM_QUIET

# count FOLDER PROGRAM FUNCTION: instructions of one call of FUNCTION in PROGRAM.c and runtime/vg_*.
count() {
    valgrind -q --tool=callgrind --toggle-collect="$3" --compress-strings=no --compress-pos=no \
        --callgrind-out-file="$work/profile" "$builddir/out/$1/sim/$2_main" --replays $replays >"$work/log" 2>&1 || return 1
    awk -v own="/$2[.]c\$" -v replays=$replays '
        /^(fl|fi|fe)=/ { counted = $0 ~ own || $0 ~ "/runtime/vg_[a-z]+[.][ch]$" }
        /^calls=/ { inclusive = 1; next }
        /^[0-9+*-]/ { if (inclusive) inclusive = 0; else if (counted) sum += $2 }
        END { printf "%d\n", sum / replays + 0.5 }' "$work/profile"
}

while read -r folder program function; do
    number=$(count "$folder" "$program" "$function")
    if [ -z "$number" ] || [ "$number" -lt 50 ]; then
        echo "instructions: $function of $folder was not counted:"
        tail -n 5 "$work/log"
        failed=$((failed + 1))
    else
        echo "$folder $function $number" >>"$work/found"
    fi
done <<'CASES'
saxpy saxpy saxpy_replay
equalizer equalizer equalizer_replay
feature_knobs knobs knobs_replay
feature_lanes lanes lanes_replay
feature_switches switches switches_replay
feature_copying copying copying_call
CASES
[ "$failed" -eq 0 ] || exit 1

if [ "${1-}" = --update ]; then
    {
        echo "# Instructions of the host in one replay, without the driver and the C library; tests/bench/instructions.sh --update"
        echo "compiler $compiler"
        cat "$work/found"
    } >"$figures"
fi
expected_compiler=$(sed -n 's/^compiler //p' "$figures")
while read -r folder function number; do
    expected=$(sed -n "s/^$folder $function //p" "$figures")
    echo "figure: $function of $folder: $number instructions (${expected:-none} expected with $expected_compiler)"
    [ "$compiler" = "$expected_compiler" ] || continue
    if [ -n "$expected" ] && [ $((number * 10)) -le $((expected * 11)) ] && [ $((number * 10)) -ge $((expected * 9)) ]; then
        passed=$((passed + 1))
    else
        echo "instructions: $function of $folder: more than a tenth away from what $figures says"
        failed=$((failed + 1))
    fi
done <"$work/found"
if [ "$compiler" != "$expected_compiler" ]; then
    echo "instructions: this is $compiler: not compared"
    exit 77
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
