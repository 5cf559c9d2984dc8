#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""torch_replay.py BENCH.JSON: the work of saxpy as a CUDA graph of PyTorch, with the same copies on the host. Prints rows
in the format of bench_replay and adds them to BENCH.JSON, and so what is promised of ours beside it. Does nothing, and says
so, where PyTorch or a GPU is missing. Exit status: 3 where the promise is broken."""
import json
import math
import sys
import time

COUNT = 256
SCALE = 2.5
GROUP = "PyTorch, in a process of its own"
OURS = "ours: in place, with copies"
LIMIT = 0.28 # medians, ours by PyTorch's


def percentile(ordered, percent):
    rank = math.ceil(percent / 100 * len(ordered))
    return ordered[max(rank, 1) - 1]


def row(way, samples):
    ordered = sorted(samples)
    print("  %-44s %10.2f %10.2f %10.2f %9d" % (way, percentile(ordered, 50), percentile(ordered, 99),
                                              percentile(ordered, 99.9), len(ordered)))
    return {"group": GROUP, "way": way, "note": "", "bytes": 0, "replays": len(ordered),
            "median_us": round(percentile(ordered, 50), 3), "p99_us": round(percentile(ordered, 99), 3),
            "p99.9_us": round(percentile(ordered, 99.9), 3),
            "percentiles_us": [round(percentile(ordered, p), 2) for p in range(101)]}


def measure(replay, count):
    for _ in range(200):
        replay()
    samples = []
    for _ in range(count):
        begin = time.perf_counter_ns()
        replay()
        samples.append((time.perf_counter_ns() - begin) / 1000)
    return samples


def run(torch, count):
    """The graph is captured from one stream, as the documentation of PyTorch shows."""
    pinned_in = [torch.zeros(COUNT).pin_memory() for _ in range(3)]
    pinned_out = [torch.zeros(COUNT).pin_memory() for _ in range(2)]
    device_in = [torch.zeros(COUNT, device="cuda") for _ in range(3)]

    def step():
        for target, source in zip(device_in, pinned_in):
            target.copy_(source, non_blocking=True)
        x, y, z = device_in
        scaled = x * SCALE
        pinned_out[0].copy_(scaled + y, non_blocking=True)
        pinned_out[1].copy_(scaled - z, non_blocking=True)

    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    user_in = [torch.arange(COUNT, dtype=torch.float32) for _ in range(3)]
    user_out = [torch.zeros(COUNT) for _ in range(2)]
    turn = [0]

    def replay():
        turn[0] += 1
        user_in[0][0] = turn[0] % 1000
        for target, source in zip(pinned_in, user_in):
            target.copy_(source)
        graph.replay()
        torch.cuda.synchronize()
        for target, source in zip(user_out, pinned_out):
            target.copy_(source)

    def replay_alone():
        graph.replay()
        torch.cuda.synchronize()

    samples = measure(replay, count)
    if not torch.equal(user_out[0], user_in[0] * SCALE + user_in[1]):
        sys.exit("torch_replay: wrong results")
    return [row("PyTorch: CUDA graph, with copies", samples),
            row("PyTorch: CUDA graph, replay alone", measure(replay_alone, count))]


def promise(bench, theirs):
    """Whether ours, the row of that name that comes first, is fast enough."""
    ours = next(row for row in bench["rows"] if row["way"] == OURS)
    found = ours["median_us"] / theirs["median_us"]
    met = found <= LIMIT
    what = "saxpy, by PyTorch"
    bench["limits"].append({"what": what, "of": ours["way"], "by": theirs["way"], "percent": 50, "found": round(found, 4),
                            "at_most": LIMIT, "met": met})
    print("\n  %-60s %10.3f %10.3f  %s" % (what, found, LIMIT, "met" if met else "BROKEN"))
    return met


def main():
    try:
        import torch
    except ImportError:
        print("\nno PyTorch here")
        return
    if not torch.cuda.is_available():
        print("\nno GPU for PyTorch here")
        return
    with open(sys.argv[1], encoding="utf-8") as file:
        bench = json.load(file)
    print("\n" + GROUP + " (" + torch.__version__ + ")")
    rows = run(torch, 20000)
    bench["rows"] += rows
    met = promise(bench, rows[0])
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump(bench, file, indent=1)
        file.write("\n")
    if not met:
        sys.exit(3)


main()
