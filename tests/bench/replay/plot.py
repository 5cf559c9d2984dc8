#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""plot.py BENCH.JSON FOLDER: draws what bench_replay measured. FOLDER/latency.svg: for each way to do the small work a
bar from the 1st to the 99th percentile, a box from the 25th to the 75th, and the median. FOLDER/size.svg: medians by
size and transport. Axes are logarithmic."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from svg import OTHERS, OURS, box, line, marks, scale, text, write  # noqa: E402


def colour(row):
    return OURS if row["way"].startswith("ours") else OTHERS


def latency(bench, path):
    first = bench["rows"][0]["group"]
    rows = [row for row in bench["rows"] if row["group"] == first or row["way"].startswith("PyTorch")]
    rows.sort(key=lambda row: row["median_us"])
    low = max(min(row["percentiles_us"][1] for row in rows) * 0.8, 0.01)
    high = max(row["percentiles_us"][99] for row in rows) * 1.25
    left, right, top, step = 310, 880, 50, 28
    bottom = top + step * len(rows)
    at = scale(low, high, left, right)
    parts = [text(10, 24, first + ", microseconds, " + bench["device"], 'font-weight="bold"')]
    for mark in marks(low, high):
        parts.append(line(at(mark), top - 8, at(mark), bottom, "#dddddd", 1))
        parts.append(text(at(mark), bottom + 16, "%g" % mark, 'text-anchor="middle"'))
    for index, row in enumerate(rows):
        y = top + step * index + step / 2
        p = row["percentiles_us"]
        parts.append(text(left - 10, y + 4, row["way"], 'text-anchor="end"'))
        parts.append(line(at(p[1]), y, at(p[99]), y, colour(row), 2))
        parts.append(box(at(p[25]), y - 6, at(p[75]) - at(p[25]), 12, colour(row), 0.45))
        parts.append(line(at(p[50]), y - 9, at(p[50]), y + 9, colour(row), 3))
        parts.append(text(right + 12, y + 4, "%.1f" % row["median_us"]))
    write(path, 950, bottom + 30, parts)


TRANSPORTS = (("ours: ", "auto", "#0b6e4f", 4), ("ours: ", "copy", "#c9822b", 2), ("ours: ", "kernel", "#5b5ea6", 2),
              ("ours: ", "direct", "#3a9ad9", 2), ("by hand: ", "copy nodes", OTHERS, 2))


def size(bench, path):
    rows = [row for row in bench["rows"] if row["group"].startswith("by size")]
    low, high = min(row["median_us"] for row in rows) * 0.8, max(row["median_us"] for row in rows) * 1.25
    left, right, top, bottom = 70, 680, 50, 400
    x = scale(min(row["bytes"] for row in rows), max(row["bytes"] for row in rows), left, right)
    y = scale(low, high, bottom, top)
    parts = [text(10, 24, "median microseconds by bytes in and out, " + bench["device"], 'font-weight="bold"')]
    for mark in marks(low, high):
        parts.append(line(left, y(mark), right, y(mark), "#dddddd", 1))
        parts.append(text(left - 8, y(mark) + 4, "%g" % mark, 'text-anchor="end"'))
    for index, (whose, transport, tint, width) in enumerate(TRANSPORTS):
        line_rows = [row for row in rows if row["way"].startswith(whose) and row["way"].endswith(", " + transport)]
        points = " ".join("%.1f,%.1f" % (x(row["bytes"]), y(row["median_us"])) for row in line_rows)
        parts.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="%d" stroke-opacity="0.7"/>' %
                     (points, tint, width))
        for row in line_rows:
            parts.append('<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>' % (x(row["bytes"]), y(row["median_us"]), tint))
            if index == 0:
                name = row["way"].split(": ")[1].split(",")[0]
                parts.append(text(x(row["bytes"]), bottom + 18, name, 'text-anchor="middle"'))
        parts.append(text(left + 16, top + 14 + 18 * index, whose + transport, 'fill="%s"' % tint))
    write(path, 760, 440, parts)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        bench = json.load(file)
    latency(bench, os.path.join(sys.argv[2], "latency.svg"))
    size(bench, os.path.join(sys.argv[2], "size.svg"))


main()
