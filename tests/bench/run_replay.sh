#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# run_replay.sh PROGRAMS RESULTS: runs PROGRAMS/gpu/bench_replay where there is a GPU, with PyTorch beside it where python3
# has it; else PROGRAMS/sim/bench_replay with few replays, whose times mean nothing. Leaves table.txt, bench.json,
# latency.svg and size.svg in RESULTS and prints the table, what is promised last.
# Exit status: 1 where a ratio that is promised does not hold in this run; on the CPU device that is printed only.
set -u
programs=$1
results=$2
here=$(dirname "$0")
mkdir -p "$results" || exit 1
if [ -x "$programs/gpu/bench_replay" ] && nvidia-smi -L >/dev/null 2>&1; then
    set -- "$programs/gpu/bench_replay" --limits
else
    echo "no GPU here: a short run on the CPU device, whose times mean nothing"
    # Graphs by hand are not the program's: what the CPU device checks of those does not fit.
    VGSIM_CHECK=off
    export VGSIM_CHECK
    set -- "$programs/sim/bench_replay" --replays 4 --rounds 2 --ticks 4
fi
"$@" --json "$results/bench.json" >"$results/table.txt"
status=$?
case $status in
0) broken= ;;
3) broken=1 ;;
*)
    cat "$results/table.txt"
    exit 1
    ;;
esac
if command -v python3 >/dev/null 2>&1; then
    PYTHONDONTWRITEBYTECODE=1
    export PYTHONDONTWRITEBYTECODE
    python3 "$here/replay/torch_replay.py" "$results/bench.json" >>"$results/table.txt"
    case $? in
    0) ;;
    3) broken=1 ;;
    *) broken=failed ;;
    esac
    python3 "$here/replay/plot.py" "$results/bench.json" "$results" || broken=failed
else
    echo "no python3 here: no pictures"
fi
cat "$results/table.txt"
# One line for a table of tests.
awk '
    $NF == "met" || / met, best: / { met++ }
    / BROKEN/ { broken++ }
    /^  saxpy, by the recipe  / { recipe = $5 }
    END { printf "figure: %d of %d promises met; saxpy %.3f of the recipe\n", met, met + broken, recipe }
' "$results/table.txt"
[ -z "$broken" ]
