#!/bin/sh
# SPDX-License-Identifier: MIT
# run_replay.sh PROGRAMS RESULTS: runs PROGRAMS/gpu/bench_replay where there is a GPU, with PyTorch beside it where python3
# has it; else PROGRAMS/sim/bench_replay with few replays, whose times mean nothing. Leaves table.txt, bench.json,
# latency.svg and size.svg in RESULTS and prints the table last, with how ours compares with the same graph by hand.
# Exit status: 1 where a median of ours is more than 1.05 times that of the same graph by hand, measured by turns in this
# run; on the CPU device that is printed only.
set -u
limit=1.05
programs=$1
results=$2
here=$(dirname "$0")
mkdir -p "$results" || exit 1
if [ -x "$programs/gpu/bench_replay" ] && nvidia-smi -L >/dev/null 2>&1; then
    set -- "$programs/gpu/bench_replay"
    gpu=1
else
    echo "no GPU here: a short run on the CPU device, whose times mean nothing"
    # Graphs by hand are not the program's: what the CPU device checks of those does not fit.
    VGSIM_CHECK=off
    export VGSIM_CHECK
    set -- "$programs/sim/bench_replay" --replays 10 --rounds 2 --ticks 10
    gpu=0
fi

# What does the same work in the same group: pairs with names of their own, and every "ours: X" beside a "by hand: X".
compare() {
    awk -v limit=$limit -v gpu=$gpu '
        function pair(group, ours, hand, ratio) {
            if (!((group, ours) in median) || !((group, hand) in median))
                return 0
            ratio = median[group, ours] / median[group, hand]
            printf "  %-44s %10.3f  of \"%s\"\n", ours, ratio, hand
            if (ratio > worst) {
                worst = ratio
                name = ours
            }
            return 1
        }
        /^[^ ]/ { group = $0 }
        /^  [a-zA-Z]/ {
            way = substr($0, 3, 44)
            sub(/ +$/, "", way)
            median[group, way] = substr($0, 47, 11) + 0
            if (way ~ /^ours: /) {
                ways[++count] = way
                groups[count] = group
            }
        }
        END {
            print "\nmedians, ours / by hand"
            for (i = 1; i <= count; i++) {
                hand = ways[i]
                sub(/^ours: /, "by hand: ", hand)
                found += pair(groups[i], ways[i], hand)
                if (groups[i] !~ /one after the other$/)
                    continue
                if (ways[i] == "ours: in place, with copies" || ways[i] == "ours: call, other inputs")
                    named += pair(groups[i], ways[i], "by hand: coalesced copies")
                if (ways[i] == "ours: call, same inputs, state changes")
                    named += pair(groups[i], ways[i], "by hand: coalesced, no upload")
            }
            printf "figure: at most %.3f times the same graph by hand (%s)\n", worst, name
            if (named != 3 || found == 0) {
                print "rows are missing: " named + 0 " of 3 pairs, " found + 0 " sizes"
                exit 1
            }
            if (worst > limit) {
                print "more than " limit (gpu ? "" : ", which means nothing on the CPU device")
                exit gpu
            }
        }' "$results/table.txt"
}
"$@" --json "$results/bench.json" >"$results/table.txt" || exit 1
if command -v python3 >/dev/null 2>&1; then
    python3 "$here/replay/torch_replay.py" "$results/bench.json" >>"$results/table.txt" || exit 1
    python3 "$here/replay/plot.py" "$results/bench.json" "$results" || exit 1
else
    echo "no python3 here: no pictures"
fi
compare >"$results/ratios.txt"
status=$?
cat "$results/ratios.txt" >>"$results/table.txt"
cat "$results/table.txt"
exit $status
