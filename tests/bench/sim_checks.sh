#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# sim_checks.sh: what the checks of the CPU device cost. The median replay of each kernel of tests/planted without its
# fault, and of the equalizer, in three ways that take turns: unchecked, checked without a look at each access, and with
# all checks; and how many times slower than unchecked. Unchecked kernels are compiled without the calls by which accesses
# are looked at. Prints the geometric mean, the least and the largest of the factors. Run from the build folder.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${REPLAYS:=300}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
VGSIM_QUIET=1
export VGSIM_QUIET

# median FOLDER PROGRAM GRAPH CHECK ACCESSES: in microseconds.
median() {
    VGSIM_CHECK=$4 VGSIM_ACCESSES=$5 "$builddir/out/$1/sim/$2_main" --graph "$3" --warm-up 20 --replays "$REPLAYS" \
        2>"$work/log" | sed -n 's/^median: \([0-9.]*\) us$/\1/p'
}

# row NAME PLAIN-FOLDER FOLDER PROGRAM GRAPH
row() {
    echo "$1 $(median "$2" "$4" "$5" off off) $(median "$3" "$4" "$5" full off) $(median "$3" "$4" "$5" full on)"
}

sed -n 's/^  try_\([a-z_]*\):.*/\1/p' "$srcdir/tests/planted/planted.yaml" >"$work/names"
while read -r name; do
    row "$name" planted_plain planted_mended planted "try_$name"
done <"$work/names" >"$work/rows"
row equalizer equalizer_plain equalizer equalizer main >>"$work/rows"

awk '
    NF != 4 { print "sim_checks: no figures of " $1; wrong = 1; next }
    { printf "%-16s %9.1f us unchecked %9.1f (%.1f x) without accesses %9.1f (%.1f x) with all\n", $1, $2, $3, $3 / $2, $4, $4 / $2 }
    $1 == "equalizer" { next }
    {
        count++
        for (way = 3; way <= 4; way++) {
            factor = $way / $2
            sum[way] += log(factor)
            if (count == 1 || factor < least[way]) least[way] = factor
            if (count == 1 || factor > most[way]) most[way] = factor
        }
    }
    END {
        if (wrong || !count) exit 1
        printf "%d kernels: %.1f times slower without accesses (%.1f to %.1f), %.1f with all checks (%.1f to %.1f)\n", count,
            exp(sum[3] / count), least[3], most[3], exp(sum[4] / count), least[4], most[4]
    }' "$work/rows"
