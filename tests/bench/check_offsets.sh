#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# check_offsets.sh FILE...: checks placements written by bench_place, from nothing but the files: columns id, lower,
# upper, size, alignment, offset. Prints the height of each; fails where two overlap or an offset is not aligned.
set -u
status=0
for file in "$@"; do
    awk -F, -v file="$file" '
    NR == 1 { next }
    {
        lower[NR] = $2 + 0; upper[NR] = $3 + 0; from[NR] = $6 + 0; to[NR] = $6 + $4
        if (from[NR] % $5 != 0) { print file ": " $1 ": not aligned"; bad = 1 }
        if (to[NR] > height) height = to[NR]
        for (i = 2; i < NR; i++)
            if (lower[i] < upper[NR] && lower[NR] < upper[i] && from[i] < to[NR] && from[NR] < to[i]) {
                print file ": line " i " and line " NR " overlap"; bad = 1
            }
    }
    END { if (!bad) printf "%s %.0f\n", file, height; exit bad }' "$file" || status=1
done
exit $status
