#!/bin/sh
# SPDX-License-Identifier: MIT
# run_replay.sh PROGRAMS RESULTS: runs PROGRAMS/gpu/bench_replay where there is a GPU, with PyTorch beside it where python3
# has it; else PROGRAMS/sim/bench_replay with few replays, whose times mean nothing. Leaves table.txt, bench.json,
# latency.svg and size.svg in RESULTS and prints the table last.
set -u
programs=$1
results=$2
here=$(dirname "$0")
mkdir -p "$results" || exit 1
if [ -x "$programs/gpu/bench_replay" ] && nvidia-smi -L >/dev/null 2>&1; then
    set -- "$programs/gpu/bench_replay"
else
    echo "no GPU here: a short run on the CPU device, whose times mean nothing"
    # Graphs by hand are not the program's: what the CPU device checks of those does not fit.
    VGSIM_CHECK=off
    export VGSIM_CHECK
    set -- "$programs/sim/bench_replay" --replays 10 --rounds 2 --ticks 10
fi
"$@" --json "$results/bench.json" >"$results/table.txt" || exit 1
if command -v python3 >/dev/null 2>&1; then
    python3 "$here/replay/torch_replay.py" "$results/bench.json" >>"$results/table.txt" || exit 1
    python3 "$here/replay/plot.py" "$results/bench.json" "$results" || exit 1
else
    echo "no python3 here: no pictures"
fi
cat "$results/table.txt"
