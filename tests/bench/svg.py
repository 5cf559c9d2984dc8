# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
"""Plots as SVG: what those of replays and those of the generator are drawn with. Whole pixels, logarithmic axes."""
import math

OURS = "#0b6e4f"
OTHERS = "#9a3b26"
TINTS = (OURS, OTHERS, "#5b5ea6", "#c9822b", "#3a9ad9")
GRID = "#dddddd"
FONT = 'font-family="sans-serif" font-size="12"'


def escape(words):
    return words.replace("&", "&amp;").replace("<", "&lt;")


def text(x, y, words, more=""):
    return '<text x="%d" y="%d" %s %s>%s</text>' % (round(x), round(y), FONT, more, escape(words))


def line(x1, y1, x2, y2, colour, width):
    return '<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="%s"/>' % (
        round(x1), round(y1), round(x2), round(y2), colour, width)


def box(x, y, width, height, colour, opacity):
    return '<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="%s"/>' % (
        round(x), round(y), max(round(width), 1), round(height), colour, opacity)


def write(path, width, height, parts):
    with open(path, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">\n' %
                   (width, height, width, height))
        file.write('<rect width="100%" height="100%" fill="white"/>\n')
        file.write("\n".join(parts) + "\n</svg>\n")


def marks(low, high, factors=(1, 2, 5)):
    """These factors times each power of ten within the limits."""
    found = []
    for exponent in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        found += [factor * 10.0 ** exponent for factor in factors]
    return [mark for mark in found if low <= mark <= high]


def scale(low, high, start, end):
    span = math.log(high / low)
    return lambda value: start + (end - start) * math.log(max(value, low) / low) / span


def label(value):
    """1000000 as 1,000,000; 0.05 as it is."""
    return "{:,.0f}".format(value) if value >= 1 else "%g" % value


def lines(path, title, across, series):
    """series: (name, [(x, y)], mark) with mark "" or a dash pattern. Names of series stand in the upper left corner, that
    of the horizontal axis under it."""
    every = [point for _, points, _ in series for point in points]
    low, high = min(y for _, y in every) * 0.7, max(y for _, y in every) * 1.4
    left, right, top, bottom = 80, 680, 50, 400
    x = scale(min(x for x, _ in every), max(x for x, _ in every), left, right)
    y = scale(low, high, bottom, top)
    parts = [text(10, 24, title, 'font-weight="bold"')]
    for mark in marks(low, high, (1, 2, 5) if high / low < 300 else (1,)):
        parts.append(line(left, y(mark), right, y(mark), GRID, 1))
        parts.append(text(left - 8, y(mark) + 4, label(mark), 'text-anchor="end"'))
    for mark in sorted({x for x, _ in every}):
        parts.append(line(x(mark), top, x(mark), bottom, GRID, 1))
        parts.append(text(x(mark), bottom + 18, label(mark), 'text-anchor="middle"'))
    parts.append(text((left + right) / 2, bottom + 36, across, 'text-anchor="middle"'))
    for index, (name, points, dashes) in enumerate(series):
        tint = TINTS[index % len(TINTS)]
        parts.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>' % (
            " ".join("%d,%d" % (round(x(px)), round(y(py))) for px, py in points), tint,
            ' stroke-dasharray="%s"' % dashes if dashes else ""))
        if not dashes:
            parts += ['<circle cx="%d" cy="%d" r="3" fill="%s"/>' % (round(x(px)), round(y(py)), tint)
                      for px, py in points]
        parts.append(text(left + 16, top + 14 + 18 * index, name, 'fill="%s"' % tint))
    write(path, 760, 450, parts)


def bars(path, title, rows):
    """rows: (name, [(value, words)]), a bar each in the colours' order, with its words behind it."""
    values = [value for _, row in rows for value, _ in row]
    low, high = min(values) * 0.5, max(values) * 1.1
    left, right, top, step = 200, 620, 50, 20
    at = scale(low, high, left, right)
    bottom = top + sum(step * len(row) + 12 for _, row in rows)
    parts = [text(10, 24, title, 'font-weight="bold"')]
    for mark in marks(low, high, (1,)):
        parts.append(line(at(mark), top - 8, at(mark), bottom, GRID, 1))
        parts.append(text(at(mark), bottom + 16, label(mark), 'text-anchor="middle"'))
    y = top
    for name, row in rows:
        parts.append(text(left - 10, y + step * len(row) / 2 + 4, name, 'text-anchor="end"'))
        for index, (value, words) in enumerate(row):
            parts.append(box(left, y + 3, at(value) - left, step - 6, TINTS[index % len(TINTS)], 0.7))
            parts.append(text(at(value) + 8, y + step / 2 + 4, words))
            y += step
        y += 12
    write(path, 930, bottom + 30, parts)
