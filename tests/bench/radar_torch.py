#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""radar_torch.py FOLDER PROGRAM…: the work of kernels/radar by PyTorch, beside PROGRAM… (radar_bench of each form), which
take turns with it and leave their frame, their list and their times in FOLDER. The frame comes from pinned memory, and a count and a
list of fixed size go back to pinned memory, in ours and in PyTorch's. Several ways to write each stage in PyTorch are
tried first, each in a CUDA graph, and the quickest of them counts; then the same under torch.compile. Every way must find
the cells of our list. Prints a table, the ratio last. Exit status: 0; 1 where something failed; 3 where the promise is broken; 77 where
PyTorch or a GPU is missing."""
import os
import subprocess
import sys
import time

CHANNELS, PULSES, RANGES = 16, 128, 512
GUARD, TRAIN, MOST = 2, 12, 1024
REACH = GUARD + TRAIN
LIMIT = 0.90  # medians, the first form's by the better of PyTorch's
ROUNDS = 3
REPLAYS = 1000


def percentile(samples, percent):
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


# ---- ours ----

def run_ours(folder, program):
    """Returns the form's name and its times in microseconds."""
    done = subprocess.run([program, "--replays", str(REPLAYS), "--write", folder], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit("radar_torch: %s failed" % program)
    name = done.stdout.split(" ", 1)[0]
    with open(os.path.join(folder, name + ".times"), encoding="ascii") as file:
        return name, [int(line) / 1000 for line in file], done.stdout


def read_list(folder, name):
    with open(os.path.join(folder, name + ".list"), encoding="ascii") as file:
        lines = [line.split() for line in file]
    return {(int(r), int(d)): float(power) for r, d, power in lines}


# ---- the same by PyTorch; tensors of complex numbers are looked at as pairs, so that a compiler may join what is not an FFT ----

def fft_two(torch, x):
    return torch.fft.fft(torch.fft.fft(x, dim=2), dim=1)


def fft_both(torch, x):
    return torch.fft.fftn(x, dim=(1, 2))


def fft_turned(torch, x):
    """The corner turned by a copy, so that both transforms are of numbers in a row."""
    return torch.fft.fft(torch.fft.fft(x, dim=2).transpose(1, 2).contiguous(), dim=2).transpose(1, 2)


def around_slices(torch, power):
    padded = torch.cat((power[:, -REACH:], power, power[:, :REACH]), dim=1)
    parts = [padded[:, at:at + RANGES] for at in range(2 * REACH + 1) if abs(at - REACH) > GUARD]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def around_windows(torch, power):
    padded = torch.cat((power[:, -REACH:], power, power[:, :REACH]), dim=1)
    windows = padded.unfold(1, TRAIN, 1)
    sums = windows.sum(2)
    return sums[:, :RANGES] + sums[:, REACH + GUARD + 1:REACH + GUARD + 1 + RANGES]


def around_pools(torch, power):
    padded = torch.cat((power[:, -REACH:], power, power[:, :REACH]), dim=1)
    means = torch.nn.functional.avg_pool1d(padded.unsqueeze(1), TRAIN, 1).squeeze(1)
    return (means[:, :RANGES] + means[:, REACH + GUARD + 1:REACH + GUARD + 1 + RANGES]) * TRAIN


def list_static(torch, mask, power):
    cells = torch.nonzero_static(mask.flatten(), size=MOST, fill_value=0).squeeze(1)
    return cells, power.flatten()[cells]


def list_top(torch, mask, power):
    values, cells = torch.topk(torch.where(mask, power, torch.zeros_like(power)).flatten(), MOST)
    return cells, values


def list_scatter(torch, mask, power):
    flat = mask.flatten()
    place = torch.where(flat, torch.cumsum(flat, 0, dtype=torch.int32) - 1, MOST).clamp(max=MOST).long()
    cells = torch.zeros(MOST + 1, dtype=torch.int64, device=mask.device)
    cells = cells.scatter(0, place, torch.arange(flat.numel(), device=mask.device))[:MOST]
    return cells, power.flatten()[cells]


FFTS = [fft_two, fft_both, fft_turned]
AROUND = [around_slices, around_windows, around_pools]
LISTS = [list_static, list_top, list_scatter]


def make_frame(torch, window, factor, ways):
    """A function from the samples, [channels, pulses, ranges, 2], to the count, the cells and their powers in one tensor."""
    fft, around, listing = ways

    def frame(samples):
        spectrum = fft(torch, torch.view_as_complex(samples * window))
        power = torch.view_as_real(spectrum).square().sum(3).sum(0)
        mask = power > factor * around(torch, power)
        cells, powers = listing(torch, mask, power)
        count = mask.sum(dtype=torch.int32).reshape(1)
        return torch.cat((count, cells.int(), powers.view(torch.int32)))

    return frame


# ---- measuring it ----

def time_of(torch, replay, count):
    samples = []
    for _ in range(count):
        begin = time.perf_counter_ns()
        replay()
        torch.cuda.current_stream().synchronize()
        samples.append((time.perf_counter_ns() - begin) / 1000)
    return samples


class Way:
    """One way to do a frame: what a replay is, and what it leaves in pinned memory."""

    def __init__(self, torch, title, frame, pinned, graph=True):
        self.title = title
        self.samples = []
        self.device = torch.empty_like(pinned, device="cuda")
        self.result = torch.zeros(1 + 2 * MOST, dtype=torch.int32).pin_memory()

        def step():
            self.device.copy_(pinned, non_blocking=True)
            self.result.copy_(frame(self.device), non_blocking=True)

        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(5):
                step()
        torch.cuda.synchronize()
        self.replay = step
        if graph:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                step()
            self.replay = self.graph.replay
        time_of(torch, self.replay, 100)

    def check(self, torch, ours):
        """Whether the cells are those of our list; their order is PyTorch's own."""
        count = int(self.result[0])
        cells = self.result[1:1 + count].tolist()
        powers = self.result[1 + MOST:1 + MOST + count].view(torch.float32).tolist()
        found = {(cell % RANGES, cell // RANGES): power for cell, power in zip(cells, powers)}
        if found.keys() != ours.keys():
            return "other cells than ours: %s" % sorted(found.keys() ^ ours.keys())[:8]
        worst = max(abs(found[cell] - ours[cell]) / ours[cell] for cell in ours)
        return None if worst < 1e-4 else "powers differ by %g" % worst


def first_line(error):
    lines = str(error).strip().splitlines()
    return lines[0][:160] if lines else type(error).__name__


def make_way(torch, title, frame, pinned, ours, graph=True):
    try:
        way = Way(torch, title, frame, pinned, graph)
    except Exception as error:  # not every way exists in every version
        print("  %-78s %s" % (title, first_line(error)))
        torch.cuda.synchronize()
        return None
    wrong = way.check(torch, ours)
    if wrong is not None:
        print("  %-78s %s" % (title, wrong))
        return None
    return way


def try_ways(torch, shared, ways, mode):
    """The median of 200 replays of a graph, or None where PyTorch cannot do it in this way; and the way."""
    window, factor, pinned, ours = shared
    title = ", ".join(part.__name__ for part in ways)
    frame = make_frame(torch, window, factor, ways)
    if mode is not None:
        torch._dynamo.reset()
        frame = torch.compile(frame, mode=mode, dynamic=False)
        title = "compiled: " + title
    begin = time.monotonic()
    way = make_way(torch, title, frame, pinned, ours)
    if way is None:
        return None, None
    median = percentile(time_of(torch, way.replay, 200), 50)
    print("  %-78s %10.1f    (%.0f s to make)" % (title, median, time.monotonic() - begin), flush=True)
    return median, way


def find_quickest(torch, shared, tries, mode):
    """The quickest of the given ways. One that has the best part of each stage so far is tried for each part."""
    best = None
    ways = [stage[0] for stage in tries]
    tried = {}
    for stage, parts in enumerate(tries):
        for part in parts:
            now = tuple(part if place == stage else kept for place, kept in enumerate(ways))
            if now not in tried:
                tried[now] = try_ways(torch, shared, now, mode)
            median, way = tried[now]
            if median is not None and (best is None or median < best[0]):
                best = median, way, now
        if best is not None:
            ways = list(best[2])
    return best


def compiled_ways(torch, shared, quickest):
    """torch.compile joins what is not an FFT, so other parts of the other stages may be the quickest there."""
    window, factor, pinned, ours = shared
    best = find_quickest(torch, shared, [[quickest[0]], AROUND, [quickest[2], list_scatter]], "max-autotune-no-cudagraphs")
    if best is None:
        return []
    best[1].title = "PyTorch, compiled (max-autotune-no-cudagraphs), CUDA graph"
    torch._dynamo.reset()
    frame = torch.compile(make_frame(torch, window, factor, best[2]), mode="reduce-overhead", dynamic=False)
    way = make_way(torch, "PyTorch, compiled (reduce-overhead)", frame, pinned, ours, graph=False)
    return [best[1]] + ([way] if way is not None else [])


def torch_ways(torch, folder, name):
    with open(os.path.join(folder, name + ".frame"), "rb") as file:
        samples = torch.frombuffer(bytearray(file.read()), dtype=torch.float32)
    with open(os.path.join(folder, name + ".factor"), encoding="ascii") as file:
        factor = float(file.read())
    pinned = samples.reshape(CHANNELS, PULSES, RANGES, 2).pin_memory()
    hann = [torch.hann_window(n, periodic=True, dtype=torch.float64) for n in (PULSES, RANGES)]
    hann = [w / w.square().sum().sqrt() for w in hann]
    window = (hann[0][:, None] * hann[1][None, :]).float().cuda().unsqueeze(2)
    ours = read_list(folder, name)
    print("ways to write it, medians in us:")
    shared = window, factor, pinned, ours
    best = find_quickest(torch, shared, [FFTS, AROUND, LISTS], None)
    if best is None:
        sys.exit("radar_torch: PyTorch could not do it in any way")
    best[1].title = "PyTorch, CUDA graph"
    rows = [make_way(torch, "PyTorch, eager", make_frame(torch, window, factor, best[2]), pinned, ours, graph=False), best[1]]
    if hasattr(torch, "compile"):
        rows += compiled_ways(torch, shared, best[2])
    return [row for row in rows if row is not None]


def table(rows):
    print("  %-78s %10s %10s %9s" % ("median and 99th percentile in us", "median", "p99", "replays"))
    for title, samples in rows:
        print("  %-78s %10.1f %10.1f %9d" % (title, percentile(samples, 50), percentile(samples, 99), len(samples)))


def promise(ours, theirs):
    """Prints each form's ratio; whether the first one's is kept."""
    best_title, best = min(theirs, key=lambda row: percentile(row[1], 50))
    met = True
    for place, (name, samples) in enumerate(ours.items()):
        found = percentile(samples, 50) / percentile(best, 50)
        kept = found <= LIMIT
        print("figure: %s %.1f us, PyTorch %.1f (%s): %.3f, at most %.2f promised: %s"
              % (name, percentile(samples, 50), percentile(best, 50), best_title, found, LIMIT, "met" if kept else "BROKEN"))
        met = met and (kept or place > 0)
    return met


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: radar_torch.py FOLDER PROGRAM...")
    try:
        import torch
    except ImportError:
        print("no PyTorch here")
        sys.exit(77)
    if not torch.cuda.is_available():
        print("no GPU for PyTorch here")
        sys.exit(77)
    sys.stdout.reconfigure(line_buffering=True)
    folder, programs = sys.argv[1], sys.argv[2:]
    ours = {}
    for program in programs:
        name, samples, said = run_ours(folder, program)
        ours[name] = samples
        print(said, end="")
    print("PyTorch %s on %s" % (torch.__version__, torch.cuda.get_device_name()))
    ways = torch_ways(torch, folder, next(iter(ours)))
    for name in ours:
        ours[name] = []
    for _ in range(ROUNDS):
        for program in programs:
            name, samples, _ = run_ours(folder, program)
            ours[name] += samples
        for way in ways:
            way.samples += time_of(torch, way.replay, REPLAYS)
    theirs = [(way.title, way.samples) for way in ways]
    table([("ours: " + name, samples) for name, samples in ours.items()] + theirs)
    if not promise(ours, theirs):
        sys.exit(3)


main()
