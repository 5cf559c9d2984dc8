#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# instructions.sh [--update]: what the host does in one replay in place, or one call, and in open: instructions and
# conditional branches of the program's own code and of the runtime, without what the driver and the C library do, and
# calls of the driver; by callgrind on the CPU device. They are the same in every run. tests/bench/instructions.txt has
# those of one compiler: more than a tenth more or less of a number, or any other number of calls, is a failure; --update
# rewrites it: a larger number wants a reason. For every compiler: a replay divides nothing, calls only the driver (not the
# clock either), and is the same work for one input as for twenty. Inputs stay the same, so that a call gives kept outputs.
# Run from the build folder; srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
figures=$srcdir/tests/bench/instructions.txt
wanted=${1-}
replays=100
passed=0
failed=0
command -v valgrind >/dev/null 2>&1 || { echo "instructions: valgrind is not here"; exit 77; }
command -v objdump >/dev/null 2>&1 || { echo "instructions: objdump is not here"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
compiler="$(uname -m), $($CC --version 2>/dev/null | sed -n '1s/ (.*)//p' | sed 's/ *\([^ ]*\) \([0-9]*\)\..*/\1 \2/')"

# Work is done at launch, so that the first look finds it done; functions are found before, not when first called.
VGSIM_LAZY=0 VGSIM_CHECK=off VGSIM_QUIET=1 LD_BIND_NOW=1
export VGSIM_LAZY VGSIM_CHECK VGSIM_QUIET LD_BIND_NOW

complain() {
    echo "instructions: $1"
    failed=$((failed + 1))
}

# profile FOLDER PROGRAM FUNCTION REPLAYS: the facts of one of so many calls of FUNCTION, to $work/facts; 0: of open, whose
# calls would be counted in replays, too, so that the profile up to its end is taken.
profile() {
    rm -f "$work"/profile*
    set -- "$@" "$work/profile"
    # A pattern would do, but not for both options at once.
    symbol=$(nm "$builddir/out/$1/sim/$2_main" | awk -v name="$3" 'index($3, name "_of_") == 1 { print $3; exit }')
    [ "$4" != 0 ] || set -- "$1" "$2" "$3" 1 "$work/profile.1" "--dump-after=$symbol"
    valgrind -q --tool=callgrind --toggle-collect="$symbol" --branch-sim=yes --dump-instr=yes --compress-strings=no \
        --compress-pos=no --callgrind-out-file="$work/profile" ${6+"$6"} "$builddir/out/$1/sim/$2_main" --replays "$4" \
        >"$work/log" 2>&1 &&
        awk -v name="$2" -v calls="$4" -f "$srcdir/tests/bench/callgrind.awk" "$5" >"$work/facts"
}

fact() {
    sed -n "s/^$1 \([0-9]*\)\$/\1/p" "$work/facts"
}

# divisions FOLDER PROGRAM: instructions that ran and divide.
divisions() {
    objdump -d --no-show-raw-insn "$builddir/out/$1/sim/$2_main" >"$work/code"
    awk 'NR == FNR { if ($1 == "ran") ran[$2] = 1; next }
        $1 ~ /:$/ && substr($1, 1, length($1) - 1) in ran {
            found++
            if ($2 ~ /^(v?i?div|f?div|fi?div|[su]div)/) print
        }
        END { if (found < 20) print "only", found + 0, "of the instructions are in the disassembly" }' \
        "$work/facts" "$work/code"
}

# What is so in place, whatever the compiler.
check_path() {
    if grep '^foreign' "$work/facts"; then
        complain "$3 of $1 calls more than the driver"
    fi
    divisions "$1" "$2" >"$work/divisions"
    if [ -s "$work/divisions" ]; then
        cat "$work/divisions"
        complain "$3 of $1 divides"
    fi
}

while read -r folder program function kind; do
    count=$replays
    [ "$kind" != open ] || count=0
    if ! profile "$folder" "$program" "$function" $count || [ "$(fact instructions)" -lt 50 ]; then
        complain "$function of $folder was not counted:"
        tail -n 5 "$work/log"
        continue
    fi
    [ "$kind" != place ] || check_path "$folder" "$program" "$function"
    if [ "$kind" = open ]; then
        # Nodes are as many as the spec has.
        nodes=$(awk '/^driver [0-9]+ cuGraphAdd/ { sum += $2 } END { print sum + 0 }' "$work/facts")
        echo "$folder $function - - $(($(fact driver) - nodes)) $nodes" >>"$work/found"
    else
        echo "$folder $function $(fact instructions) $(fact branches) $(fact driver) -" >>"$work/found"
    fi
done <<'CASES'
saxpy saxpy saxpy_replay place
equalizer equalizer equalizer_replay place
dlopen saxpy saxpy_replay place
dlopen equalizer equalizer_replay place
bench_inputs_1 inputs_1 inputs_1_replay place
bench_inputs_20 inputs_20 inputs_20_replay place
feature_crossing crossing crossing_all_replay place
feature_knobs knobs knobs_replay place
feature_lanes lanes lanes_replay place
feature_switches switches switches_replay place
feature_copying copying copying_call call
bench_early early early_open open
CASES
[ "$failed" -eq 0 ] || exit 1

few=$(sed -n 's/^bench_inputs_1 inputs_1_replay //p' "$work/found")
many=$(sed -n 's/^bench_inputs_20 inputs_20_replay //p' "$work/found")
if [ -n "$few" ] && [ "$few" = "$many" ]; then
    passed=$((passed + 1))
else
    complain "a replay of one input takes $few, of twenty $many: instructions, branches, calls"
fi

# A driver that was found at run time is called through a table: at most an instruction more for each call.
for program in saxpy equalizer; do
    linked=$(sed -n "s/^$program ${program}_replay //p" "$work/found")
    found=$(sed -n "s/^dlopen ${program}_replay //p" "$work/found")
    # shellcheck disable=SC2086 # four words each
    set -- $linked $found
    if [ $# -eq 8 ] && [ "$5" -le $(($1 + $3)) ] && [ "$6 $7" = "$2 $3" ]; then
        passed=$((passed + 1))
    else
        complain "a replay of $program takes $linked with a driver that is linked, $found with one that is found"
    fi
done

if [ "${wanted:-}" = --update ]; then
    {
        echo "# The host's work in one replay or open: instructions and conditional branches without the driver's and the C"
        echo "# library's, calls of the driver, of which nodes added apart; tests/bench/instructions.sh --update"
        echo "compiler $compiler"
        cat "$work/found"
    } >"$figures"
fi
expected_compiler=$(sed -n 's/^compiler //p' "$figures")

# near FOUND EXPECTED: at most a tenth apart.
near() {
    [ "$1" = "$2" ] && return 0
    [ "$1" != - ] && [ "$2" != - ] && [ $(($1 * 10)) -le $(($2 * 11)) ] && [ $(($1 * 10)) -ge $(($2 * 9)) ]
}

while read -r folder function instructions branches driver nodes; do
    expected=$(sed -n "s/^$folder $function //p" "$figures")
    echo "figure: $function of $folder: instructions, branches, driver calls, nodes: $instructions $branches $driver $nodes" \
        "(${expected:-none} expected with $expected_compiler)"
    [ "$compiler" = "$expected_compiler" ] || continue
    # shellcheck disable=SC2086 # four words
    set -- ${expected:-0 0 0 0}
    if near "$instructions" "$1" && near "$branches" "$2" && [ "$driver $nodes" = "$3 $4" ]; then
        passed=$((passed + 1))
    else
        complain "$function of $folder: more than a tenth away from what $figures says, or another number of calls"
    fi
done <"$work/found"
if [ "$failed" -eq 0 ] && [ "$compiler" != "$expected_compiler" ]; then
    echo "instructions: this is $compiler: figures are not compared"
    exit 77
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
