#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# pictures.sh: NAME_arena.svg and NAME_graph.svg are well-formed, show everything, and can be read: no box lies over
# another but those of a body over the box of its conditional node, no text leaves its box or the picture or lies over
# other text, no arrow runs through a box. For the programs of this tree and for generated ones: 200 buffers, 1000 nodes
# of several shapes, names that are markup. And pictures that were spoilt are told from good ones.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
command -v python3 >/dev/null 2>&1 || {
    echo "python3 is not there"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
passed=0
failed=0
fail() {
    echo "pictures: $*"
    failed=$((failed + 1))
}

# ---- programs ----

: >k.cu

python3 - <<'PYTHON' || exit 99
import random

HEAD = """vggen: 1
program: {}
targets: [sm_90]
min_cuda: "13.0"
kernels:
  scale: {{source: k.cu, block: 64, params: {{x: in f32*, y: out f32*}}}}
  add: {{source: k.cu, block: 64, params: {{x: in f32*, s: in f32*, y: out f32*}}}}
  sum: {{source: k.cu, block: 64, params: {{x: in f32*, y: inout f32*}}}}
buffers:
  x: {{role: input, type: f32, shape: [4096]}}
  y: {{role: output, type: f32, shape: [64]}}
"""

def write(name, buffers, steps):
    with open(name + ".yaml", "w") as out:
        out.write(HEAD.format(name) + "".join(buffers) + "steps:\n" + "".join(steps))

def scratch(name, elements):
    return f"  {name}: {{role: scratch, type: f32, shape: [{elements}]}}\n"

def launch(call, more=""):
    return f'  - {{launch: "{call}", grid: 4{more}}}\n'

# A network: a chain with connections that skip steps, buffers of very different sizes.
def network(name, count, seed):
    r = random.Random(seed)
    names = [f"{'skip' if i % 3 == 0 else 'conv'}_{i}_out" for i in range(count)]
    buffers = [scratch(n, r.choice([64, 256, 1024, 4096, 16384, 1000, 3000])) for n in names]
    steps = [launch(f"scale(x, {names[0]})")]
    for i in range(1, count):
        back = i - r.randint(2, 40)
        steps.append(launch(f"add({names[i - 1]}, {names[back]}, {names[i]})" if back >= 0 and r.random() < 0.4
                            else f"scale({names[i - 1]}, {names[i]})"))
    write(name, buffers, steps + [launch(f"scale({names[-1]}[0:64], y)")])

# Rows of nodes, each of which reads what the row above made: its own column, or any.
def rows(name, row_count, columns, seed, mixed):
    r = random.Random(seed)
    buffers, steps = [], ["  - {fill: y = 0}\n"]
    for i in range(row_count):
        for k in range(columns):
            buffers.append(scratch(f"b_{i}_{k}", 64))
            above = lambda: f"b_{i - 1}_{r.randrange(columns)}" if i > 0 else "x[0:64]"
            own = f"b_{i - 1}_{k}" if i > 0 else "x[0:64]"
            if mixed and r.random() < 0.5:
                steps.append(launch(f"add({above()}, {above()}, b_{i}_{k})"))
            else:
                steps.append(launch(f"scale({above() if mixed else own}, b_{i}_{k})"))
    write(name, buffers, steps + [launch(f"sum(b_{row_count - 1}_{k}, y)") for k in range(columns)])

network("net40", 40, 2)
network("net200", 200, 1)
network("chain1000", 1000, 3)
rows("few", 6, 7, 1, True)
rows("some", 20, 4, 1, True)
rows("columns", 40, 24, 1, False)
rows("tangle", 40, 24, 1, True)
rows("fan", 1, 1000, 1, False)
rows("markup", 2, 2, 1, False)
# An offset of 16 digits.
write("huge", [scratch("t", "1 << 57")], [launch("scale(x, t)"), launch("scale(t[0:64], y)")])
PYTHON

# The name of the spec stands in the pictures.
mv markup.yaml 'a <b> & "c" --.yaml'

# ---- checks ----

cat >check.py <<'PYTHON'
import json, re, sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
# Of DejaVu Sans, the widest of the usual faces, from the blank on, in hundredths of the size.
WIDTHS = [32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34] + [64] * 10 + [34, 34, 84, 84, 84, 53, 100,
    68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39,
    84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52,
    64, 34, 64, 84]

def width_of(text, size, bold):
    w = sum(WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 84 if ord(c) < 0x1100 or c in "…" else 100 for c in text)
    return w * size / 100 * (1.14 if bold else 1)

def drawing(holder=None, frame=None, caption=None):
    """What is drawn of one graph or body; a body in the box of its node has a frame there."""
    return {"holder": holder, "frame": frame, "caption": caption, "heading": None, "nodes": [], "bands": [],
            "paths": [], "strong": 0}

class Picture:
    """The boxes of all texts, and of what the groups hold, in pixels of the whole picture."""

    def __init__(self, path):
        self.root = ET.parse(path).getroot()
        assert self.root.tag == SVG + "svg", self.root.tag
        x, y, w, h = (int(n) for n in self.root.get("viewBox").split())
        assert (x, y) == (0, 0) and str(w) == self.root.get("width") and str(h) == self.root.get("height")
        self.width, self.height = w, h
        self.texts, self.groups, self.panels, self.bodies, self.outside = [], [], [], [], drawing()
        assert self.root.find(SVG + "title").text and self.root.find(SVG + "desc").text
        self.walk(self.root, 0, 0, None, self.outside)

    def walk(self, element, x, y, group, within):
        node = frame = caption = None
        for child in element:
            tag = child.tag.replace(SVG, "")
            assert tag in ("title", "desc", "metadata", "g", "rect", "line", "path", "polygon", "circle", "text", "tspan", "defs", "pattern",
                           "marker"), tag
            assert not any("href" in a or a.startswith("on") for a in child.attrib), child.attrib
            if tag in ("defs", "title", "desc", "metadata"):
                continue
            dx, dy = x, y
            if tag == "g":
                move = re.match(r"translate\((-?\d+) (-?\d+)\)$", child.get("transform", ""))
                if move:
                    dx, dy = x + int(move.group(1)), y + int(move.group(2))
                inner, into = group, within
                if child.get("class") == "graph":
                    into = drawing()
                    self.panels.append(into)
                if child.get("class") == "body":
                    assert node and frame and caption, "a body without a node or a frame"
                    into = drawing(node, frame, caption)
                    node["bodies"].append(into)
                    self.bodies.append(into)
                    frame = caption = None
                if child.get("class") in ("memory", "buffer", "node", "padding", "band", "runtime"):
                    inner = {"class": child.get("class"), "tip": child.findtext(SVG + "title"), "boxes": [], "texts": [],
                             "parent": group, "within": within, "bodies": []}
                    self.groups.append(inner)
                if child.get("class") == "node":
                    node = inner
                    within["nodes"].append(node)
                if child.get("class") == "band":
                    within["bands"].append(inner)
                self.walk(child, dx, dy, inner, into)
                continue
            if tag == "text":
                box = self.text_box(child, x, y)
                self.texts.append(box)
                caption = box
                within["heading"] = within["heading"] or box[4]
                if group:
                    group["texts"].append(box)
            elif tag == "path":
                within["paths"].append(self.points(child.get("d"), x, y))
                within["strong"] += child.get("stroke-width") == "2"
            elif node and not group and tag == "rect":
                frame = self.box(tag, child, x, y)
            elif group and child.get("class") is None:
                group["boxes"].append(self.box(tag, child, x, y))

    def text_box(self, t, x, y):
        text, size = "".join(t.itertext()), int(t.get("font-size"))
        assert text != "", "an empty text"
        assert size >= 8, f"'{text}' is too small to read"
        w = width_of(text, size, t.get("font-weight") == "bold") + sum(int(s.get("dx", 0)) for s in t)
        up = re.match(r"translate\((-?\d+) (-?\d+)\) rotate\(-90\)$", t.get("transform", ""))
        if up:
            tx, ty = int(up.group(1)) + x, int(up.group(2)) + y
            return (tx - 0.74 * size, ty - w, tx + 0.2 * size, ty, text)
        tx, ty = int(t.get("x")) + x, int(t.get("y")) + y
        tx -= {"middle": w / 2, "end": w}.get(t.get("text-anchor"), 0)
        return (tx, ty - 0.74 * size, tx + w, ty + 0.2 * size, text)

    @staticmethod
    def box(tag, e, x, y):
        n = lambda a: int(e.get(a))
        if tag == "rect":
            return (x + n("x"), y + n("y"), x + n("x") + n("width"), y + n("y") + n("height"))
        if tag == "circle":
            return (x + n("cx") - n("r"), y + n("cy") - n("r"), x + n("cx") + n("r"), y + n("cy") + n("r"))
        if tag == "line":
            return (x + n("x1"), y + n("y1"), x + n("x2"), y + n("y2"))
        points = [tuple(int(v) for v in p.split(",")) for p in e.get("points").split()]
        return (x + min(p[0] for p in points), y + min(p[1] for p in points), x + max(p[0] for p in points),
                y + max(p[1] for p in points))

    @staticmethod
    def points(d, x, y):
        """Points along a path of M, V, H, C and q."""
        found, at, words = [], (0, 0), re.findall(r"[MVHCq]|-?\d+", d)
        i = 0
        while i < len(words):
            command, count = words[i], {"M": 2, "V": 1, "H": 1, "C": 6, "q": 4}[words[i]]
            n = [int(v) for v in words[i + 1:i + 1 + count]]
            i += 1 + count
            if command == "C":
                curve = [at, (n[0], n[1]), (n[2], n[3]), (n[4], n[5])]
                for k in range(1, 13):
                    t = k / 12
                    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
                    found.append(tuple(sum(w * p[axis] for w, p in zip(weights, curve)) for axis in (0, 1)))
                at = curve[3]
                continue
            to = (at[0], n[0]) if command == "V" else (n[0], at[1]) if command == "H" else tuple(n)
            if command == "q":
                to = (at[0] + n[2], at[1] + n[3])
            steps = 1 if command == "M" else max(1, int(max(abs(to[0] - at[0]), abs(to[1] - at[1])) / 8))
            found += [(at[0] + (to[0] - at[0]) * k / steps, at[1] + (to[1] - at[1]) * k / steps) for k in range(1, steps + 1)]
            at = to
        return [(px + x, py + y) for px, py in found]

def overlap(a, b, slack=0.5):
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack

def pairs(boxes):
    """Those that overlap, by sweeping downwards."""
    active = []
    for b in sorted(boxes, key=lambda box: box[1]):
        active = [a for a in active if a[3] > b[1]]
        for a in active:
            if overlap(a, b):
                yield a, b
        active.append(b)

def check_texts(picture):
    for t in picture.texts:
        assert -0.5 <= t[0] and t[2] <= picture.width + 0.5 and 0 <= t[1] and t[3] <= picture.height, f"outside: {t}"
    for a, b in pairs(picture.texts):
        raise AssertionError(f"'{a[4]}' and '{b[4]}' lie over each other: {a} {b}")

def inside(inner, outer, slack=1.0):
    return outer[0] - slack <= inner[0] and inner[2] <= outer[2] + slack and outer[1] - slack <= inner[1] and inner[3] <= outer[3] + slack

def check_arena(picture, plan):
    check_texts(picture)
    memories = [g for g in picture.groups if g["class"] == "memory"]
    kinds = {m["kind"] for m in plan["memories"]}
    pinned = {kind for kind in kinds if kind.startswith("pinned")}
    assert len(memories) == (1 if plan["layout"] == "separate" else len(kinds - pinned)) + len(pinned), "panels"
    boxes = [g for g in picture.groups if g["class"] == "buffer"]
    for memory in memories:
        own = [b for b in boxes if b["parent"] is memory]
        for a, b in pairs([b["boxes"][0] + (b["tip"],) for b in own]):
            raise AssertionError(f"buffers lie over each other: {a} {b}")
    unlabelled = 0
    for b in boxes:
        assert len(b["boxes"]) == 1 and len(b["texts"]) <= 1, b
        x1, y1, x2, y2 = b["boxes"][0]
        assert x2 - x1 >= 1 and y2 - y1 >= 10, f"too small to see: {b}"
        unlabelled += not b["texts"]
        for t in b["texts"]:
            assert inside(t, b["boxes"][0]), f"a label leaves its box: {t} {b['boxes']}"
    # Each is named in its box, or in the key.
    steps = sum(len(g["nodes"]) for g in plan["graphs"])
    if steps <= 300:
        assert unlabelled == 0, f"{unlabelled} boxes without a label"
        for b in plan["buffers"]:
            if b["memory"] is not None and (b["kept"] or b["first_step"]):
                assert any(t[4].startswith(b["name"]) or t[4] == b["name"] for t in picture.texts), f"'{b['name']}' is not named"
    # What is drawn is what the plan says.
    for b in plan["buffers"]:
        tips = [g["tip"] for g in boxes if g["tip"].startswith(b["name"] + " (")]
        used = {g["name"] for g in plan["graphs"] for n in g["nodes"] for r in n["ranges"] if r["buffer"] == b["name"]}
        direct = "direct" in (b["up_by"], b["down_by"]) # its only box is that in pinned memory
        wanted = 0 if b["memory"] is None or direct else 1 if b["kept"] else len(used)
        wanted += (b["pinned_upload"] is not None) + (b["pinned_download"] is not None)
        assert len(tips) == wanted, f"'{b['name']}' has {len(tips)} boxes, expected {wanted}"
        if (plan["layout"] == "shared" or direct) and b["memory"] is not None and wanted > 0:
            assert f" {b['bytes']:,} bytes at 0x{b['offset']:x}," in tips[0], tips[0]
    # What is the runtime's has its own box at the end of pinned memory.
    reserved = [g for g in picture.groups if g["class"] == "runtime"]
    assert len(reserved) == 1 and "the runtime's: 256 bytes at " in reserved[0]["tip"], reserved
    pinned, = [m for m in plan["memories"] if m["kind"] == "pinned"]
    assert f" at 0x{pinned['bytes'] - 256:x}," in reserved[0]["tip"], reserved
    lowest = max((b["boxes"][0][3] for b in boxes if b["parent"] is reserved[0]["parent"]), default=0)
    (_, top, _, bottom), = reserved[0]["boxes"]
    assert lowest <= top + 0.5 and bottom - top >= 10, (lowest, reserved)

def whole(node):
    boxes = node["boxes"]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))

def holders(within):
    """The nodes in whose boxes it is drawn, from the inside out."""
    while within["holder"]:
        yield within["holder"]
        within = within["holder"]["within"]

def check_boxes(picture, nodes):
    boxes = [whole(g) + (g,) for g in nodes]
    for a, b in pairs(boxes):
        held = inside(a, b, 0) and any(h is b[4] for h in holders(a[4]["within"]))
        holds = inside(b, a, 0) and any(h is a[4] for h in holders(b[4]["within"]))
        assert held or holds, f"nodes lie over each other: {a[4]['tip']} {a[:4]}, {b[4]['tip']} {b[:4]}"
    for g in nodes:
        for a, b in pairs([body["frame"] for body in g["bodies"]]):
            raise AssertionError(f"the frames of bodies of {g['tip']} lie over each other: {a} {b}")
    for body in picture.bodies:
        holder, frame = body["holder"], body["frame"]
        assert inside(frame, whole(holder), 0), f"a body leaves the box of {holder['tip']}: {frame}"
        assert not any(overlap(t, frame) for t in holder["texts"]), f"a body lies over the text of {holder['tip']}"
        assert inside(body["caption"], frame), f"a caption leaves its frame: {body['caption']} {frame}"
        for g in body["nodes"]:
            assert inside(whole(g), frame, 0), f"{g['tip']} leaves the frame of its body: {whole(g)} {frame}"
            assert not overlap(whole(g), body["caption"]), f"{g['tip']} lies over the caption of its body"

def check_arrows(picture, nodes):
    grid = {}
    for g in nodes:
        b = whole(g)
        for cell in range(int(b[1]) // 64, int(b[3]) // 64 + 1):
            grid.setdefault(cell, []).append((b, g))
    for within in picture.panels + picture.bodies:
        around = list(holders(within))
        for path in within["paths"]:
            for x, y in path[1:-1]:
                for b, g in grid.get(int(y) // 64, []):
                    through = b[0] + 1 < x < b[2] - 1 and b[1] + 9 < y < b[3] - 1
                    assert not through or any(g is h for h in around), f"an arrow runs through a box at {x}, {y}: {b}"
            if within["frame"]:
                assert all(inside((x, y, x, y), within["frame"]) for x, y in path), f"an arrow leaves its body: {path}"

def check_drawn(within, g, bodies, seen):
    """That all of g, a graph or body of the plan, is drawn, with the bodies that are in its boxes."""
    nodes = within["nodes"]
    drawn = sum(int(m.group(1)) if (m := re.match(r"(\d+) nodes, ", n["tip"])) else 1 for n in nodes)
    bands = sum(int(re.search(r": (\d+) nodes: ", b["tip"]).group(1)) for b in within["bands"])
    assert drawn + bands == len(g["nodes"]), (g["name"], drawn, bands)
    if len(g["nodes"]) <= 20:
        assert len(nodes) == drawn, (g["name"], "nodes")
        assert len(within["paths"]) == len(g["edges"]), (g["name"], "edges")
        # One longest path stands out, unless the graph is nothing else.
        longest = max(g["depth"] - 1, 0)
        assert within["strong"] == (longest if len(g["edges"]) > longest else 0), (g["name"], "longest path")
    tips = {f"{n['name']}: {n['title']}": n for n in g["nodes"]}
    assert len(tips) == len(g["nodes"]), (g["name"], "names")
    if len(nodes) == len(g["nodes"]):
        assert {n["tip"] for n in nodes} == tips.keys(), (g["name"], tips.keys() ^ {n["tip"] for n in nodes})
    for node in nodes:
        n = tips.get(node["tip"])
        if n and n["kind"] != "join":
            assert any(t[4].startswith(n["title"][:12]) for t in node["texts"]), f"'{n['title']}' is not to be seen"
        own = [b for b in bodies if n and b["node"] == n["ordinal"]]
        assert len(node["bodies"]) in (0, len(own)), f"{node['tip']}: {len(node['bodies'])} bodies, expected {len(own)}"
        for body, b in zip(node["bodies"], own):
            name = body_name(b, n)
            assert body["caption"][4] == name, f"'{body['caption'][4]}', expected '{name}' of {node['tip']}"
            seen.append(b["name"])
            check_drawn(body, b, bodies, seen)

def body_name(body, holder):
    return f"case {body['body']}" if holder["control"] == "switch" else ("do", "else")[body["body"]]

def check_panels(picture, plan):
    """The panel of each graph, followed by those of its bodies that are in no box."""
    panels = list(picture.panels)
    for g in plan["graphs"]:
        bodies, seen = g.get("bodies", []), []
        panel = panels.pop(0)
        assert panel["heading"] == f"graph {g['name']}", panel["heading"]
        check_drawn(panel, g, bodies, seen)
        by_ordinal = {n["ordinal"]: n for part in [g] + bodies for n in part["nodes"]}
        for b in bodies:
            if b["name"] in seen:
                continue
            holder = by_ordinal[b["node"]]
            assert panels, f"'{b['name']}' is not to be seen"
            panel = panels.pop(0)
            assert panel["heading"] == f"{body_name(b, holder)} of {holder['title']}", (panel["heading"], b["name"])
            seen.append(b["name"])
            check_drawn(panel, b, bodies, seen)
        assert sorted(seen) == sorted(b["name"] for b in bodies), seen
    assert not panels and not picture.outside["nodes"] and not picture.outside["paths"], "more than the plan has"

def check_graph(picture, plan):
    check_texts(picture)
    nodes = [g for g in picture.groups if g["class"] == "node"]
    for g in nodes:
        for t in g["texts"]:
            assert any(inside(t, b) for b in g["boxes"]), f"a text leaves its box: {t} {g['boxes']}"
    check_boxes(picture, nodes)
    check_arrows(picture, nodes)
    assert sum(len(w["paths"]) for w in picture.panels + picture.bodies) <= 700, "a tangle"
    check_panels(picture, plan)

def check_spoilt(name, folder, plan):
    """reach, where a loop holds a fill, `visit` and a choice that holds `visit_2`, with one mistake at a time."""
    with open(f"{folder}/{name}_graph.svg") as text:
        good = text.read()
    boxes = {g["tip"].split(":")[0]: whole(g) for g in Picture(f"{folder}/{name}_graph.svg").groups}

    def moved(node, over):
        """The node's box 5 pixels over the lower edge of another one."""
        a, b = boxes[node], boxes[over]
        return (f'<g class="node"><title>{node}:',
                f'<g class="node" transform="translate({int(b[0] - a[0])} {int(b[3] - a[1] - 5)})"><title>{node}:')

    at = '"body" transform="translate({} '
    body = re.findall(r'<g class="body" transform="translate\((\d+) ', good)
    path = re.findall(r'class="body".*\n.*\n(<path .*)\n', good)
    node = re.search(r'<g class="node"><title>visit_2:(.*\n)+?</g>\n', good).group(0)
    for old, new, wanted in [
        (*moved("visit", "fill_more"), "nodes lie over each other"),
        (*moved("vg_loop_half", "visit_2"), "nodes lie over each other"),
        (*moved("download", "search"), "nodes lie over each other"),
        (*moved("download", "vg_loop_next"), "nodes lie over each other"),
        (at.format(body[0]), at.format(int(body[0]) + 70), "over each other"),
        (at.format(body[1]), at.format(int(body[1]) - 20), "leaves the frame of its body"),
        (node, "", "main_if_do', 2, 0"),
        (node, node.replace("visit_2:", "visit_3:"), "visit_3"),
        (">launch visit, swapped</text>", ">lunch</text>", "'launch visit, swapped' is not to be seen"),
        (path[1] + "\n", "", "'edges'"),
        ('>do</text>', '>else</text>', "'else', expected 'do'"),
    ]:
        assert old in good, old
        with open("spoilt.svg", "w") as text:
            text.write(good.replace(old, new, 1))
        try:
            check_graph(Picture("spoilt.svg"), plan)
        except AssertionError as found:
            assert wanted in str(found), f"expected '{wanted}', found '{found}'"
        else:
            raise AssertionError(f"not found: '{wanted}' after '{old[:60]}' became '{new[:60]}'")

# One process for all: to start Python takes longer than to check a picture.
failed = 0
passed = 0
for line in sys.stdin:
    folder, layout, name = line.rstrip("\n").split(" ", 2)
    try:
        with open(f"{folder}/{name}.json") as text:
            plan = json.load(text)
        check_arena(Picture(f"{folder}/{name}_arena.svg"), plan)
        check_graph(Picture(f"{folder}/{name}_graph.svg"), plan)
        if name == "reach" and plan["layout"] == "shared":
            check_spoilt(name, folder, plan)
        passed += 1
    except Exception as found:
        print(f"pictures: {name}, layout {layout}: {type(found).__name__}: {found}")
        failed += 1
print(passed, failed)
PYTHON

number=0
: >list
for spec in "$srcdir"/kernels/*/*.yaml "$srcdir"/tests/features/*.yaml "$srcdir"/tests/golden/*.yaml ./*.yaml; do
    for layout in shared separate; do
        name=$(sed -n 's/^program: //p' "$spec")
        number=$((number + 1))
        if ! "$VGGEN" --image=none --layout=$layout --svg --json "$spec" -o "made-$number" >log 2>&1; then
            fail "$name: vggen failed: $(cat log)"
        else
            echo "made-$number $layout $name" >>list
        fi
        case $spec in ./*) break ;; esac
    done
done
python3 check.py <list >said
sed '$d' said
# shellcheck disable=SC2046
set -- $(tail -n 1 said) 0 0
passed=$((passed + $1))
failed=$((failed + $2))
[ $(($1 + $2)) -eq "$(wc -l <list)" ] || fail "not all pictures were checked"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
