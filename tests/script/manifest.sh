#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# manifest.sh: NAME.json holds what it says: hashes are those of the files, sums add up, the reason of every edge holds by
# the bytes that its nodes touch, and every two nodes that may not run at once have a path. For the programs of this tree,
# and where there is a toolkit also what kernels take.
# VGGEN names the generator, srcdir the root of the source tree; IMAGE (the image option) comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
: "${IMAGE:=--image=none}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
export srcdir
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
    echo "manifest: $*"
    failed=$((failed + 1))
}

cat >check.py <<'PYTHON'
# With spec, folder and machine_code of one program, and text, that of its manifest.
def no_doubles(items):
    assert len({k for k, _ in items}) == len(items), f"a key stands twice: {items}"
    return dict(items)

plan = json.loads(text, object_pairs_hook=no_doubles)
program = plan["program"]
sha256 = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()

# ---- what it is made from, and what was made ----

assert plan["version"] == 2 and f"program: {program}\n" in open(spec).read()
assert plan["spec"] == {"file": os.path.basename(spec), "sha256": sha256(spec)}
for module in plan["modules"]:
    path = os.path.join(os.path.dirname(spec), module["file"]) if module["file"] else ""
    assert module["sha256"] == (sha256(path) if os.path.exists(path) else None), module["file"]
    for builtin in module.get("builtin", []):
        path = os.path.join(os.environ["srcdir"], "kernels/builtin", builtin["file"])
        assert builtin["sha256"] == sha256(path) and builtin["bytes"] == os.path.getsize(path), builtin
    assert bool(module["images"]) == machine_code
# What the generator brings is no module of its own where the program has a source.
files = [module["file"] for module in plan["modules"]]
assert len(set(files)) == len(files) and (None not in files or not re.search("^ .*source:", open(spec).read(), re.M)), files
assert {b["file"] for m in plan["modules"] for b in m.get("builtin", [])} >= \
    {f"{k['name'][3:]}.cu" for k in plan["kernels"] if k["name"] in ("vg_copy", "vg_copy_pieces")}
written = sorted(set(os.listdir(folder)) - {f"{program}.json", f"{program}.d"})
assert sorted(o["file"] for o in plan["outputs"]) == written, written
for o in plan["outputs"]:
    path = f"{folder}/{o['file']}"
    assert o["sha256"] == sha256(path) and o["bytes"] == os.path.getsize(path), o["file"]
for path in (os.getcwd(), os.path.dirname(os.path.abspath(spec)), os.path.abspath(folder)):
    assert path not in text, "a path of this machine"

# ---- kernels ----

def with_bodies(graphs):
    return [g for graph in graphs for g in [graph] + with_bodies(graph.get("bodies", []))]

# What a fused launch does, in its order, with what its loops and choices do.
def parts_of(n):
    inner = lambda lists: [found for l in lists for part in l for found in [part] + inner(part["bodies"] if part["kind"] == "conditional" else [])]
    return inner(n.get("parts", []))

def holds(n, kind): # a node of that kind, or a launch that has such a part
    return n["kind"] == kind or any(part["kind"] == kind for part in parts_of(n))

for kernel in plan["kernels"]:
    assert plan["modules"][kernel["module"]].get("builtin" if kernel["name"].startswith("vg_") else "file"), kernel
    blocks = {(tuple(n["block"]), n["shared_bytes"]) for g in with_bodies(plan["graphs"])
              for n in g["nodes"] if n.get("kernel") == kernel["name"]}
    for target in kernel["targets"]:
        exact = target["target"].startswith("sm_")
        assert target["known"] == (machine_code and exact)
        assert [(tuple(l["block"]), l["shared_bytes"]) for l in target["launches"]].__len__() == len(blocks)
        assert {(tuple(l["block"]), l["shared_bytes"]) for l in target["launches"]} == blocks
        if target["known"]:
            assert 1 <= target["registers"] <= 255 and target["spill_store_bytes"] is not None
        for l in target["launches"]:
            if l["blocks"] is None:
                assert not target["known"]
                continue
            threads = l["block"][0] * l["block"][1] * l["block"][2]
            assert l["warps"] == l["blocks"] * ((threads + 31) // 32) <= l["most_warps"]
            assert l["limit"] in ("warps", "blocks", "registers", "shared memory")

# ---- memory ----

device = [m for m in plan["memories"] if not m["kind"].startswith("pinned")]
pinned = [m for m in plan["memories"] if m["kind"].startswith("pinned")]
buffers = {b["name"]: b for b in plan["buffers"]}
assert len(buffers) == len(plan["buffers"]) and [m["kind"] for m in pinned] in (["pinned"], ["pinned", "pinned_pool"])

def covered(pieces):
    total, end = 0, 0
    for first, last in sorted(pieces):
        total += max(0, last - max(first, end))
        end = max(end, last)
    return total

def check_memory(memory, pieces, kept):
    end = memory["bytes"] - memory["completion"]
    assert memory["completion"] == (256 if memory["kind"] == "pinned" else 0), memory
    assert all(last <= end for _, last in pieces), memory
    assert memory["padding"] == end - covered(pieces), memory
    assert memory["kept"] == kept + memory["completion"], memory
    assert memory["proven"] == (memory["bytes"] == memory["lower_bound"]), memory
    assert memory["peak"] <= memory["lower_bound"] <= memory["bytes"], memory
    assert memory["bytes"] <= memory["without_sharing"] or "at:" in open(spec).read(), memory

for i, memory in enumerate(device):
    own = [b for b in plan["buffers"] if b["memory"] == i]
    for b in own:
        assert b["offset"] % b["align"] == 0, b
        assert b.get("pooled", False) == (memory["kind"] == "device_pool"), b
    check_memory(memory, [(b["offset"], b["offset"] + b["bytes"]) for b in own], sum(b["bytes"] for b in own if b["kept"]))
for i, memory in enumerate(pinned):
    pieces = [(b[way], b[way] + b["bytes"]) for b in plan["buffers"] for way in ("pinned_upload", "pinned_download")
              if b[way] is not None and b.get("pooled", False) == (i == 1)]
    check_memory(memory, pieces, sum(last - first for first, last in pieces))
    # What is direct has no other memory, and goes one way.
    for b in [b for b in plan["buffers"] if b["memory"] == len(device) + i]:
        assert b.get("pooled", False) == (i == 1), b
        assert [b["up_by"], b["down_by"]].count("direct") == 1 and None in (b["up_by"], b["down_by"]) and b["kept"], b
        assert b["offset"] == (b["pinned_upload"] if b["up_by"] else b["pinned_download"]), b
for b in plan["buffers"]:
    for way in ("up", "down"):
        by = b[way + "_by"]
        assert by in ("copy", "kernel", "direct", None) and (by is None) == (b[f"pinned_{way}load"] is None), b
        assert (by is None) == (b[way + "_why"] is None), b
        assert by != "direct" or b["memory"] >= len(device), b
        assert {t["by"] for t in plan["transfers"] if t["direction"] == way + "load" and b["name"] in t["buffers"]} <= {by}, b
for t in plan["transfers"]:
    if t["by"] == "direct":
        only = buffers[t["buffers"][0]]
        assert len(t["buffers"]) == 1 and t["device_offset"] is None and t["pinned_offset"] == only["offset"], t
        continue
    if "pieces" in t:
        continue
    first, last = buffers[t["buffers"][0]], buffers[t["buffers"][-1]]
    way = "pinned_" + t["direction"]
    assert first["offset"] <= t["device_offset"] and t["device_offset"] + t["bytes"] <= last["offset"] + last["bytes"]
    assert t["pinned_offset"] - t["device_offset"] == first[way] - first["offset"] == last[way] - last["offset"], t

# ---- graphs ----

writes = lambda r: r["access"] != "read"
reads = lambda r: r["access"] in ("read", "read_write")

def hazards(earlier, later):
    kinds = [("RAW", writes(earlier) and reads(later)), ("WAR", reads(earlier) and writes(later)),
             ("WAW", writes(earlier) and writes(later))]
    return {k for k, holds in kinds if holds}

def same_bytes(a, b):
    return a["buffer"] == b["buffer"] and max(a["first"], b["first"]) < min(a["last"], b["last"])

# Buffers that one transfer copies have one place.
def placed_with(buffer):
    return {buffer}.union(*(t["buffers"] for t in plan["transfers"] if buffer in t["buffers"]))

def check_reason(nodes, why):
    earlier, later = nodes[why["from"]], nodes[why["to"]]
    kinds = set(why["kinds"])
    assert kinds and earlier["kind"] != "join" and later["kind"] != "join"
    if kinds == {"after"}:
        assert "after:" in open(spec).read() and "buffer" not in why
    elif kinds == {"begin"}:
        assert earlier["kind"] == "begin" and "buffer" not in why
    elif kinds == {"end"}:
        assert holds(later, "end") and "buffer" not in why
    elif kinds == {"reuse"}:
        own, other = buffers[why["buffer"]], buffers[why["other"]]
        first, last = own["offset"] + why["first"], own["offset"] + why["last"]
        assert own is not other and own["memory"] == other["memory"]
        assert other["offset"] <= first < last <= other["offset"] + other["bytes"]
        assert {r["buffer"] for r in earlier["ranges"]} & placed_with(why["buffer"]), why
        assert {r["buffer"] for r in later["ranges"]} & placed_with(why["other"]), why
    else:
        found = set()
        for a in earlier["ranges"]:
            for b in later["ranges"]:
                if same_bytes(a, b) and a["buffer"] == why["buffer"] and \
                        (max(a["first"], b["first"]), min(a["last"], b["last"])) == (why["first"], why["last"]):
                    found |= hazards(a, b)
        assert kinds == found, (why, found)

sources = any(m["file"].endswith(".cu") for m in plan["modules"] if m["file"])

# A transfer is a node wherever it is not direct, and a launch of vg_copy for which it has enough threads.
moving = [t for g in plan["graphs"] for n in g["nodes"] for t in [n] + parts_of(n) if t["kind"] == "transfer"]
assert sorted(n["transfer"] for n in moving) == [i for i, t in enumerate(plan["transfers"]) if t["by"] != "direct"]
for n in moving:
    assert n["by"] == plan["transfers"][n["transfer"]]["by"] and (n["by"] == "kernel") == ("kernel" in n), n
    assert n["by"] == "copy" or (n["kernel"] == ("vg_copy_pieces" if "pieces" in plan["transfers"][n["transfer"]] else "vg_copy") and n["grid"][0] >= 1), n

# Copies and fills of few bytes are launches where there is a source.
for n in [n for g in with_bodies(plan["graphs"]) for n in g["nodes"] if n["kind"] in ("copy", "fill")]:
    launched = sources and n["bytes"] <= 65536 and any(n in g["nodes"] for graph in plan["graphs"] if graph["kind"] == "replay" for g in with_bodies([graph]))
    assert ("kernel" in n) == launched or (n["kind"] == "fill" and n["pitch"] != n["element"]), n
    assert not launched or (n["kernel"] == "vg_" + n["kind"] and n["block"] == [256, 1, 1] and n["grid"][0] == (n["bytes"] + 4095) // 4096), n
    assert n["kind"] == "copy" or n["bytes"] == n["count"] * n["element"] and (not launched or len(n["hex"]) == 2 * n["element"]), n

# Pieces are the buffers of their transfer, in its order, and lie where these do at both ends.
for t in plan["transfers"]:
    if "pieces" not in t:
        continue
    assert len(t["pieces"]) > 1 and [b for piece in t["pieces"] for b in piece["buffers"]] == t["buffers"], t
    assert t["bytes"] == sum(piece["bytes"] for piece in t["pieces"]), t
    for piece in t["pieces"]:
        first, last = buffers[piece["buffers"][0]], buffers[piece["buffers"][-1]]
        assert piece["device_offset"] == first["offset"] and piece["pinned_offset"] == first[f"pinned_{t['direction']}"], piece
        assert piece["bytes"] == last["offset"] + last["bytes"] - first["offset"], piece

# A launch, whoever wants it.
launches = lambda n: "kernel" in n

# A launch, or a copy over the bus that is small.
def may_end(graph, n):
    small = 32768 if plan["lanes"] > 1 else 131072
    return launches(n) or (graph["small_copies"] and n["kind"] == "transfer" and max(
        plan["transfers"][t["transfer"]]["bytes"] for t in graph["nodes"] if t["kind"] == "transfer" and t["by"] == "copy") <= small)

# What a replay begins and ends with, and what is said of it.
def check_frame(graph):
    nodes, edges = graph["nodes"], graph["edges"]
    kinds = [n["kind"] for n in nodes]
    begins, ends = "begin" in kinds[:1], bool(nodes) and holds(nodes[-1], "end")
    assert kinds.count("begin") == begins and sum(holds(n, "end") for n in nodes) == ends and begins <= ends, kinds
    first = set(range(len(nodes))) - {e["to"] for e in edges}
    last = set(range(len(nodes))) - {e["from"] for e in edges}
    if graph["kind"] == "setup":
        assert not ends and "completion" not in graph and "small_copies" not in graph
        return
    said = graph["completion"]
    assert (said["by"] == "node") == ends and (said["why"] is None) == ends, said
    if not ends:
        assert said["by"] == ("write" if plan["lanes"] == 1 else "query"), said
        assert not all(may_end(graph, nodes[n]) for n in last) or not sources or not nodes, said
        return
    assert last == {len(nodes) - 1}
    assert all(may_end(graph, nodes[e["from"]]) for e in edges if e["to"] == len(nodes) - 1) or kinds[-1] == "fused"
    if begins:
        assert first == {0} and all(launches(nodes[e["to"]]) for e in edges if e["from"] == 0)
        assert sum(e["from"] == 0 for e in edges) >= 2
    else:
        assert len(first) == 1 or not all(launches(nodes[n]) for n in first), first
    for n in [part for n in nodes for part in [n] + parts_of(n)]:
        if n["kind"] in ("begin", "end"):
            assert n["kernel"] == "vg_" + n["kind"] and n["grid"] == n["block"] == [1, 1, 1] and n["purpose"], n
            assert not n["ranges"] and not n["shared_bytes"], n

for graph in plan["graphs"]:
    nodes, edges = graph["nodes"], graph["edges"]
    assert [n["ordinal"] for n in nodes] == list(range(len(nodes)))
    before = [set() for _ in nodes]         # direct, then all
    for edge in edges:
        assert edge["from"] < edge["to"] and edge["from"] not in before[edge["to"]]
        before[edge["to"]].add(edge["from"])
    direct = [set(b) for b in before]
    for n in range(len(nodes)):
        before[n] = before[n].union(*(before[b] for b in before[n]))
    depths = []
    for n in range(len(nodes)):
        depths.append(1 + max((depths[b] for b in direct[n]), default=0))
    assert graph["depth"] == max(depths, default=0)
    for edge in edges:
        assert edge["why"], f"no reason: {edge}"
        kernels = ("kernel" in nodes[edge["from"]] or nodes[edge["from"]]["kind"] == "capture") and "kernel" in nodes[edge["to"]]
        assert kernels == ("programmatic" in edge) == ("ordinary" in edge)
        if kernels: # for each target one or the other
            judged = edge["programmatic"] + [o["target"] for o in edge["ordinary"]]
            assert len(judged) == len(set(judged)) > 0 and all(o["reason"] for o in edge["ordinary"])
        for why in edge["why"]:
            check_reason(nodes, why)
            # From the edge's ends only through joins.
            for end, real, path in ((edge["from"], why["from"], before[edge["from"]]), (why["to"], edge["to"], before[why["to"]])):
                assert end == real or real in path or end in before[real]
            if nodes[edge["from"]]["kind"] != "join":
                assert why["from"] == edge["from"]
            if nodes[edge["to"]]["kind"] != "join":
                assert why["to"] == edge["to"]
    for later in nodes:
        for earlier in nodes[:later["ordinal"]]:
            for a in earlier["ranges"]:
                for b in later["ranges"]:
                    if same_bytes(a, b) and hazards(a, b):
                        assert earlier["ordinal"] in before[later["ordinal"]], (earlier["name"], later["name"])
    for n in nodes:
        for r in n["ranges"]:
            assert 0 <= r["first"] < r["last"] <= buffers[r["buffer"]]["bytes"]
    # A launch touches what its parts touch, has a list for each block, and other nodes may say why they are in none.
    for n in [n for g in with_bodies([graph]) for n in g["nodes"]]:
        assert (n["kind"] == "fused") == ("parts" in n) and not (n["kind"] == "fused" and "unfused" in n), n
        assert n["kind"] != "fused" or n["grid"] == [len(n["parts"]), 1, 1] and n["kernel"] in (k["name"] for k in plan["kernels"]) and "unfused" not in plan, n
        for part in parts_of(n):
            assert "ordinal" not in part and (part["kind"] == "conditional" or part["kernel"] in (k["name"] for k in plan["kernels"])), part
            for r in part["ranges"]:
                assert buffers[r["buffer"]]["role"] == "condition" or set(range(r["first"], r["last"])) <= set().union(
                    *(range(o["first"], o["last"]) for o in n["ranges"] if o["buffer"] == r["buffer"])), (part["name"], r)
    check_frame(graph)
    lines = open(spec).read().split("\n")
    for n in nodes:
        if n["kind"] == "kernel":
            words = ("while", "if", "switch") if n.get("generated") else ("launch",)
            words = ("grid",) if n["kernel"] == "vg_set_grid" else words
            assert any(word in lines[n["line"] - 1] for word in words), n
if program == "tight" and plan["layout"] == "shared":
    reasons = [w for g in plan["graphs"] for e in g["edges"] for w in e["why"] if w["kinds"] == ["reuse"]]
    assert {w["buffer"] for w in reasons} | {w["other"] for w in reasons} == {"t", "u"}, reasons
if program in ("pieces", "copied") and plan["layout"] == "shared":
    assert any(w["kinds"] == ["reuse"] for g in plan["graphs"] for e in g["edges"] for w in e["why"])
if program == "ready":
    assert files.count(None) == 1 and files.count("nowhere.cubin") == 1 == len(files) - 1, files
    brought, = (m["builtin"] for m in plan["modules"] if m["file"] is None)
    assert [b["file"] for b in brought] == ["control.cu"], brought
if program == "joins":
    reasons = {k for g in plan["graphs"] for e in g["edges"] for w in e["why"] for k in w["kinds"]}
    assert reasons >= {"RAW", "WAR", "WAW", "after"}, reasons
    assert any(n["kind"] == "join" for g in plan["graphs"] for n in g["nodes"])
PYTHON

# All of them by one process: the checks of one program are nothing beside its start.
cat >check_all.py <<'PYTHON'
import hashlib, json, os, re, sys, traceback

checks = compile(open("check.py").read(), "check.py", "exec")
passed = failed = 0
for number, line in enumerate(sys.stdin, 1):
    machine_code, layout, spec = line.rstrip("\n").split(" ", 2)
    if os.path.exists(f"{number}.failed"):
        print(f"manifest: {spec} ({layout}): vggen failed:", open(f"{number}.failed").read(), sep="\n")
        failed += 1
        continue
    try:
        folder = f"made-{number}"
        manifest, = (name for name in os.listdir(folder) if name.endswith(".json"))
        exec(checks, {"spec": spec, "folder": folder, "machine_code": machine_code == "yes",
                      "text": open(f"{folder}/{manifest}", encoding="utf-8").read(),
                      "hashlib": hashlib, "json": json, "os": os, "re": re})
        passed += 1
    except Exception:
        print(f"manifest: {spec} ({layout}):", *traceback.format_exc().splitlines()[-3:], sep="\n")
        failed += 1
print(passed, failed)
PYTHON

# check MACHINE-CODE LAYOUT SPEC: notes what is to be made and checked.
check() {
    echo "$1 $2 $3" >>list
}

# Makes what was noted, side by side, and checks it.
check_all() {
    export VGGEN IMAGE
    # shellcheck disable=SC2016
    awk '{ print NR }' list | xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' sh -c '
        sed -n "$1p" list | {
            read -r machine_code layout spec
            [ "$machine_code" = yes ] || IMAGE=--image=none
            "$VGGEN" --main --sim --dot --map --svg --json --depfile "$IMAGE" --layout="$layout" "$spec" \
                -o "made-$1" >"$1.log" 2>&1 || mv "$1.log" "$1.failed"
        }' manifest '{}'
    python3 check_all.py <list >said
    sed '$d' said
    # shellcheck disable=SC2046
    set -- $(tail -n 1 said) 0 0
    passed=$((passed + $1))
    failed=$((failed + $2))
    [ $(($1 + $2)) -eq "$(wc -l <list)" ] || fail "not all programs were checked"
}

# Joins, reuse, slices, `after:`.
cat >joins.yaml <<'SPEC'
vggen: 1
program: joins
targets: [sm_90]
min_cuda: "13.0"
kernels:
  part: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
  whole: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
  work: {source: k.cu, block: 64, params: {x: in f32*, w: work f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [256]}
  t: {role: scratch, type: f32, shape: [256]}
  u: {role: scratch, type: f32, shape: [256]}
  w: {role: scratch, type: f32, shape: [64]}
  a: {role: output, type: f32, shape: [256]}
  b: {role: output, type: f32, shape: [256]}
  c: {role: output, type: f32, shape: [256]}
  d: {role: output, type: f32, shape: [256]}
  e: {role: output, type: f32, shape: [256]}
  f: {role: output, type: f32, shape: [256]}
steps:
  - {launch: "part(x[0:64], t[0:64])", grid: 1}
  - {launch: "part(x[64:128], t[64:128])", grid: 1}
  - {launch: "part(x[128:192], t[128:192])", grid: 1}
  - {launch: "part(x[192:256], t[192:256])", grid: 1, name: last_part}
  - {launch: "whole(t, a)", grid: 1}
  - {launch: "whole(t, b)", grid: 1}
  - {launch: "whole(t, c)", grid: 1}
  - {launch: "whole(a, u)", grid: 1}
  - {launch: "work(u, w, d)", grid: 1, name: first_work}
  - {launch: "work(x, w, e)", grid: 1}
  - {fill: "t[0:8] = 0"}
  - {copy: "t[4:12] -> e[0:8]", name: last_copy}
  - {fill: "f = 0", after: [first_work, last_part]}
SPEC

# Two halves that need not wait for each other do so that t and u have the same bytes.
cat >tight.yaml <<'SPEC'
vggen: 1
program: tight
targets: [sm_90]
min_cuda: "13.0"
memory: {reuse: tight}
kernels:
  scale: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [256]}
  t: {role: scratch, type: f32, shape: [256]}
  u: {role: scratch, type: f32, shape: [256]}
  a: {role: output, type: f32, shape: [256]}
  b: {role: output, type: f32, shape: [256]}
steps:
  - {launch: "scale(x, t)", grid: 1}
  - {launch: "scale(t, a)", grid: 1}
  - {launch: "scale(x, u)", grid: 1}
  - {launch: "scale(u, b)", grid: 1}
SPEC

# Two buffers share bytes, but not those that the two nodes touch which wait for each other.
cat >pieces.yaml <<'SPEC'
vggen: 1
program: pieces
targets: [sm_90]
min_cuda: "13.0"
memory: {reuse: tight}
kernels:
  scale: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [256]}
  t: {role: scratch, type: f32, shape: [256]}
  u: {role: scratch, type: f32, shape: [256]}
steps:
  - {fill: t = 0}
  - {copy: "x[0:64] -> t[192:256]"}
  - {launch: "scale(x, u[0:64])", grid: 1}
SPEC

# One copy brings a and b: they have one place, and so each of their nodes waits for those of t and of u, although t lies
# where a is and u where b is.
cat >copied.yaml <<'SPEC'
vggen: 1
program: copied
targets: [sm_90]
min_cuda: "13.0"
memory: {reuse: tight}
kernels:
  clear: {source: k.cu, block: 64, params: {y: out f32*}}
  scale: {source: k.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  t: {role: scratch, type: f32, shape: [64]}
  u: {role: scratch, type: f32, shape: [64]}
  s: {role: state, type: f32, shape: [128]}
  a: {role: output, type: f32, shape: [64]}
  b: {role: output, type: f32, shape: [256]}
steps:
  - {launch: clear(t), grid: 1}
  - {launch: clear(u), grid: 1}
  - {launch: "scale(t, s[0:64])", grid: 1}
  - {launch: "scale(u, s[64:128])", grid: 1}
  - {launch: clear(a), grid: 1}
  - {launch: clear(b), grid: 1}
SPEC

# No source of its own: those that the generator brings are one module, of no file.
cat >ready.yaml <<'SPEC'
vggen: 1
program: ready
targets: [sm_90]
min_cuda: "13.0"
kernels:
  scale: {image: nowhere.cubin, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: input, type: f32, shape: [256]}
  on: {role: input, type: u32, shape: [1]}
  y: {role: output, type: f32, shape: [256]}
steps:
  - {fill: y = 0}
  - if: on
    do:
      - {launch: "scale(x, y)", grid: 1}
SPEC

: >k.cu
for spec in joins.yaml tight.yaml pieces.yaml copied.yaml ready.yaml "$srcdir"/kernels/*/*.yaml "$srcdir"/tests/features/*.yaml "$srcdir"/tests/golden/*.yaml; do
    for layout in shared separate; do
        check no $layout "$spec"
    done
done
case $IMAGE in
--image=none) ;;
*)
    # Of all targets for one program, which has kernels for control flow, too.
    for spec in "$srcdir"/kernels/*/*.yaml; do
        name=$(basename "$spec" .yaml)
        cp -r "$(dirname "$spec")" "$name" && chmod -R u+w "$name" || exit 99
        [ "$name" = cg ] || sed 's/^targets: .*/targets: [sm_90]/' "$spec" >"$name/$name.yaml"
        check yes shared "$name/$name.yaml"
    done
    ;;
esac
check_all
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
