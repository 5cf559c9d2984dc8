#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""bench_gen.py FOLDER: what the generator takes for programs of 100 to 100,000 steps, gcc for what it emits, and how fast
a few programs run on the CPU device.

Prints tables, writes them to FOLDER/bench_gen.json and draws them: FOLDER/time.svg, memory.svg, output.svg and cpu.svg.
Ends with 1 where a budget is broken. Seconds are the processor's, user and system, the least of some runs; memory is the
peak of one process. VGGEN names the generator, CC the compiler, INCLUDES its options for cuda.h and vg_rt.h, CPU_PROGRAMS
the programs for the CPU device, each as SPEC=EXECUTABLE, an executable as of --main.
"""
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import svg  # noqa: E402

SIZES = [100, 300, 1000, 3000, 10000, 30000, 100000]
REPORTED = 10000            # the size that the budgets are about, and the largest one that is compiled

GEN_SECONDS, GEN_MIB = 1.0, 200.0
GCC_SECONDS, GCC_MIB = 30.0, 1024.0
# Time over n log n may be so much larger for the most steps than for 1,000; caches are part of the difference.
GROWTH_FROM, GROWTH_FACTOR = 1000, 3.0
CPU_SECONDS = 0.5           # of replays that are measured

HEAD = """\
vggen: 1
program: bench
targets: [sm_90]
min_cuda: "13.0"
define: {N: 1024}
kernels:
  one:  {source: bench.cu, block: 256, params: {x: in f32*, y: out f32*, n: u32}}
%s
buffers:
  x: {role: input, type: f32, shape: [N]}
  y: {role: output, type: f32, shape: [N]}
"""


def branches(steps, buffer, launch):
    """Eight chains with a scratch for every other step, which now and then read what another one has."""
    ends = ["x"] * 8
    for i in range(steps - 1):
        chain = i // 2 % 8
        if i % 2 == 0:
            name = "t%d" % i
            buffer(name, 1024 + i % 7 * 256)
            launch("one(%s, %s, N)" % (ends[chain], name))
            ends[chain] = name
        else:
            other = ends[(chain + 1 + (i % 31 == 0)) % 8]
            launch("both(%s, x, %s, N)" % (other, ends[chain]))
    launch("all(%s, y)" % ", ".join(ends))


def ring(steps, buffer, launch):
    """One chain twice through a ring of scratch buffers, one for every two steps."""
    count = steps // 2
    for i in range(count):
        buffer("t%d" % i, 1024 + i % 5 * 512)
    launch("one(x, t0, N)")
    for i in range(1, steps - 1):
        launch("one(t%d, t%d, N)" % ((i - 1) % count, i % count))
    launch("one(t%d, y, N)" % ((steps - 2) % count))


SHAPES = {"branches": branches, "ring": ring}
KERNELS = {"ring": "", "branches": """\
  both: {source: bench.cu, block: 256, params: {a: in f32*, b: in f32*, y: inout f32*, n: u32}}
  all:
    source: bench.cu
    block: 256
    params: {a: in f32*, b: in f32*, c: in f32*, d: in f32*, e: in f32*, f: in f32*, g: in f32*, h: in f32*, y: out f32*}
"""}


def nothing(*_):
    pass


def write_spec(path, name, steps):
    """Returns how many scratch buffers it has. Holds no text: what this process needs at most would count as the peak of
    the processes that it starts."""
    count = 0
    with open(path, "w", encoding="ascii") as out:
        def buffer(buffer_name, elements):
            nonlocal count
            count += 1
            out.write("  %s: {role: scratch, type: f32, shape: [%d]}\n" % (buffer_name, elements))

        def launch(text):
            out.write("  - launch: %s\n    grid: ceil_div(N, block)\n" % text)

        out.write(HEAD % KERNELS[name])
        SHAPES[name](steps, buffer, nothing)
        out.write("steps:\n")
        SHAPES[name](steps, nothing, launch)
    return count


def measure(command, folder, runs):
    """Least seconds and largest peak in MiB of some runs, with the processes that the command waits for."""
    seconds, mib = math.inf, 0.0
    for _ in range(runs):
        process = subprocess.Popen(command, cwd=folder)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit("bench_gen: %s ends with status %d" % (shlex.join(command), process.returncode))
        seconds = min(seconds, usage.ru_utime + usage.ru_stime)
        mib = max(mib, usage.ru_maxrss / 1024.0)
    return seconds, mib


def generator_row(vggen, folder, name, steps):
    path = os.path.join(folder, "bench.yaml")
    buffers = write_spec(path, name, steps)
    with open(os.path.join(folder, "bench.cu"), "w", encoding="ascii"):
        pass  # the generator looks whether it is there
    # The last runs write over what is there, as users' do; unchanged files are left alone.
    runs = 9 if steps <= 1000 else 5 if steps <= REPORTED else 2
    shutil.rmtree(os.path.join(folder, "out"), ignore_errors=True)
    seconds, mib = measure([vggen, "--image=none", "bench.yaml", "-o", "out"], folder, runs)
    emitted = os.path.getsize(os.path.join(folder, "out", "bench.c"))
    return {"shape": name, "steps": steps, "buffers": buffers, "seconds": seconds, "mib": mib,
            "spec_bytes": os.path.getsize(path), "c_bytes": emitted}


def compiler_row(folder, name, steps):
    command = shlex.split(os.environ.get("CC", "gcc")) + ["-std=c99", "-O1", "-c"]
    command += shlex.split(os.environ.get("INCLUDES", "")) + ["-o", "bench.o", "out/bench.c"]
    seconds, mib = measure(command, folder, 1 if steps > 1000 else 3)
    if seconds > GCC_SECONDS / 2:   # perhaps because the machine was busy
        again, _ = measure(command, folder, 1)
        seconds = min(seconds, again)
    return {"shape": name, "steps": steps, "seconds": seconds, "mib": mib,
            "c_bytes": os.path.getsize(os.path.join(folder, "out", "bench.c"))}


def median_seconds(executable, replays, more):
    """As the program itself says, of one replay."""
    said = subprocess.run([executable, "--replays", str(replays)], env={**os.environ, "VGSIM_QUIET": "1", **more},
                          stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
    return float(re.search(r"^median: ([0-9.]+) us$", said, re.MULTILINE).group(1)) * 1e-6


def replay_rate(executable, more):
    few = median_seconds(executable, 20, more)
    return 1 / median_seconds(executable, min(max(int(CPU_SECONDS / few), 20), 20000), more)


def cpu_row(vggen, spec, executable):
    """The first graph is replayed; each of its launches runs once."""
    plan = json.loads(subprocess.run([vggen, "--image=none", "--print-plan=json", spec], stdout=subprocess.PIPE,
                                     check=True, encoding="utf-8").stdout)
    nodes = plan["graphs"][0]["nodes"]
    launches = [node for node in nodes if "grid" in node]
    threads = sum(math.prod(node["grid"]) * math.prod(node["block"]) for node in launches)
    checked, plain = replay_rate(executable, {}), replay_rate(executable, {"VGSIM_CHECK": "off"})
    return {"program": plan["program"], "nodes": len(nodes), "launches": len(launches), "threads": threads,
            "replays_per_second": checked, "threads_per_second": checked * threads,
            "unchecked_replays_per_second": plain, "unchecked_threads_per_second": plain * threads}


class Budgets:
    def __init__(self):
        self.broken = []

    def expect(self, what, found, most, unit):
        good = found <= most
        print("%-7s %s: %.3g %s, at most %.3g" % ("ok" if good else "BROKEN", what, found, unit, most))
        if not good:
            self.broken.append(what)


def growth(rows, name):
    """How much time over n log n grows from 1,000 to the most steps."""
    def over(steps):
        row = next(r for r in rows if r["shape"] == name and r["steps"] == steps)
        return row["seconds"] / (steps * math.log(steps))
    return over(SIZES[-1]) / over(GROWTH_FROM)


def check(rows, compiled):
    budgets = Budgets()
    for row in rows:
        if row["steps"] == REPORTED:
            what = "%s, %d steps, " % (row["shape"], REPORTED)
            budgets.expect(what + "generator", row["seconds"], GEN_SECONDS, "s")
            budgets.expect(what + "memory", row["mib"], GEN_MIB, "MiB")
    for name in SHAPES:
        budgets.expect("%s, time over n log n, %d to %d steps" % (name, GROWTH_FROM, SIZES[-1]), growth(rows, name),
                       GROWTH_FACTOR, "times")
    for row in (row for row in compiled if row["steps"] == REPORTED):
        what = "%s, %d steps, gcc -O1, " % (row["shape"], REPORTED)
        budgets.expect(what + "time", row["seconds"], GCC_SECONDS, "s")
        budgets.expect(what + "memory", row["mib"], GCC_MIB, "MiB")
    return budgets.broken


def by_shape(rows, value):
    return [("%s" % name, [(row["steps"], value(row)) for row in rows if row["shape"] == name], "") for name in SHAPES]


def plots(folder, rows, compiled, cpu):
    def n_log_n(row):
        """What is as slow as the slowest shape at REPORTED steps and grows so."""
        most = max(other["seconds"] for other in rows if other["steps"] == REPORTED)
        return most * row["steps"] * math.log(row["steps"]) / (REPORTED * math.log(REPORTED))

    ideal = ("n log n", [(row["steps"], n_log_n(row)) for row in rows if row["shape"] == next(iter(SHAPES))], "4 4")
    svg.lines(os.path.join(folder, "time.svg"), "generator, seconds of the processor by number of steps", "steps",
              by_shape(rows, lambda row: row["seconds"]) + [ideal])
    svg.lines(os.path.join(folder, "memory.svg"), "generator, MiB at most by number of steps", "steps",
              by_shape(rows, lambda row: row["mib"]))
    svg.lines(os.path.join(folder, "output.svg"), "NAME.c, MiB, and seconds of gcc -O1 for it, by number of steps", "steps",
              [("MiB, " + name, points, mark) for name, points, mark in
               by_shape(rows, lambda row: row["c_bytes"] / 2**20)] +
              [("seconds, " + name, points, mark) for name, points, mark in
               by_shape(compiled, lambda row: row["seconds"])])
    if cpu:
        svg.bars(os.path.join(folder, "cpu.svg"), "CPU device, replays a second",
                 [("%s (%s threads)" % (row["program"], svg.label(row["threads"])),
                   [(row[key + "replays_per_second"], "%s: %s, %.2g million threads a second" %
                     (words, svg.label(row[key + "replays_per_second"]), row[key + "threads_per_second"] / 1e6))
                    for key, words in (("", "checked"), ("unchecked_", "unchecked"))]) for row in cpu])


def measure_generator(vggen, folder):
    rows, compiled = [], []
    print("%-9s %7s %8s %9s %9s %10s %9s" % ("shape", "steps", "buffers", "seconds", "MiB", "us/step", "C KiB"))
    for name in SHAPES:
        for steps in SIZES:
            row = generator_row(vggen, folder, name, steps)
            rows.append(row)
            print("%-9s %7d %8d %9.3f %9.1f %10.2f %9.0f" % (name, steps, row["buffers"], row["seconds"], row["mib"],
                                                           row["seconds"] / steps * 1e6, row["c_bytes"] / 1024))
            sys.stdout.flush()
            if steps <= REPORTED:
                compiled.append(compiler_row(folder, name, steps))
    return rows, compiled


def measure_cpu(vggen):
    cpu = []
    for program in shlex.split(os.environ.get("CPU_PROGRAMS", "")):
        if not cpu:
            print("\n%-12s %6s %9s %12s %12s %16s %12s" % ("CPU device", "nodes", "threads", "replays/s", "threads/s",
                                                         "without checks", "threads/s"))
        row = cpu_row(vggen, *program.split("="))
        cpu.append(row)
        print("%-12s %6d %9d %12.0f %12.3g %16.0f %12.3g" %
              (row["program"], row["nodes"], row["threads"], row["replays_per_second"], row["threads_per_second"],
               row["unchecked_replays_per_second"], row["unchecked_threads_per_second"]))
        sys.stdout.flush()
    return cpu


def main():
    folder = os.path.abspath(sys.argv[1])
    vggen = os.path.abspath(os.environ.get("VGGEN", "./vggen"))
    os.makedirs(folder, exist_ok=True)
    rows, compiled = measure_generator(vggen, folder)
    print("\n%-9s %7s %9s %9s %9s" % ("gcc -O1", "steps", "C MiB", "seconds", "MiB"))
    for row in compiled:
        print("%-9s %7d %9.2f %9.2f %9.0f" % (row["shape"], row["steps"], row["c_bytes"] / 2**20, row["seconds"],
                                             row["mib"]))
    cpu = measure_cpu(vggen)
    print()
    broken = check(rows, compiled)
    with open(os.path.join(folder, "bench_gen.json"), "w", encoding="ascii") as out:
        json.dump({"generator": rows, "compiler": compiled, "cpu": cpu, "broken": broken}, out, indent=1)
        out.write("\n")
    plots(folder, rows, compiled, cpu)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
