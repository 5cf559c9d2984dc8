#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# planted.sh: the CPU device finds the one fault of each kernel of tests/planted, by kind, line and element, under
# several seeds, and reports nothing of their mended twins. Run from the build folder.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}"
: "${builddir:=.}"
sources=$srcdir/tests/planted
wrong=$builddir/out/planted/sim/planted_main
mended=$builddir/out/planted_mended/sim/planted_main
passed=0
failed=0

[ -x "$wrong" ] && [ -x "$mended" ] || { echo "planted: no programs here"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

# NAME:KIND:ELEMENT:FILE:LINE of each kernel; an "unwritten out" has no line, and neither has a kind that says so.
awk -F ': ' '/^\/\/ [a-z_]+: .*: / {
        name = substr($1, 4); kind = $2; element = $3
        if (sub(/ \(no line\)$/, "", kind) || kind == "unwritten out") print name ":" kind ":" element "::"
    }
    FNR == 1 { file = FILENAME; sub(/.*\//, "", file) }
    /\/\/ here$/ { print name ":" kind ":" element ":" file ":" FNR }' "$sources"/*.cu >"$work/faults"
expected=$(cat "$sources"/*.cu | grep -c '^extern "C"')
if [ "$(wc -l <"$work/faults")" -ne "$expected" ]; then
    echo "planted: $expected kernels, but $(wc -l <"$work/faults") faults are marked"
    failed=1
fi

while IFS=: read -r name kind element file line; do
    for seed in 0 1 2 3; do
        VGSIM_SEED=$seed "$wrong" --graph "try_$name" >"$work/out" 2>&1
        # Of a race either access may come first.
        place="${file%.cu}[.]cu:${line}[:; ]"
        [ -n "$line" ] || place=.
        if grep -F "vgsim: $kind: " "$work/out" | grep "$place" | grep -qF " $element"; then
            passed=$((passed + 1))
        else
            echo "planted: $name, seed $seed: no '$kind' at line $line with $element in:"
            grep vgsim: "$work/out"
            failed=$((failed + 1))
        fi
        # The step is named with its line in the spec.
        if grep '^vgsim: [a-z ]*: ' "$work/out" | grep -v '"launch [a-z_]*" (planted[.]yaml:[0-9]*)'; then
            echo "planted: $name, seed $seed: no line of the spec"
            failed=$((failed + 1))
        fi
        if grep '^vgsim: [a-z ]*: ' "$work/out" | grep -qv "$place"; then
            echo "planted: $name, seed $seed: another problem, too:"
            grep vgsim: "$work/out"
            failed=$((failed + 1))
        fi
        if VGSIM_SEED=$seed "$mended" --graph "try_$name" >"$work/out" 2>&1; then
            passed=$((passed + 1))
        else
            echo "planted: $name, mended, seed $seed:"
            grep vgsim: "$work/out"
            failed=$((failed + 1))
        fi
    done
done <"$work/faults"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
