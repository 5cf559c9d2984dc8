#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# report.sh: NAME.report.html is whole and needs nothing else: tags nest, ids are there once, every link leads to one of
# them, there is no script and nothing from elsewhere. It shows the spec and NAME.c byte for byte; each node leads to its
# lines in both and they lead back; each edge has its reasons, as the manifest has them. What a spec says never becomes
# markup, and the same run gives the same bytes. For the programs of this tree.
# VGGEN names the generator, srcdir the root of the source tree; IMAGE (the image option) comes from make: where there is a
# toolkit, reports of fused launches are looked at, too.
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
    echo "report: $*"
    failed=$((failed + 1))
}

cat >look.py <<'PYTHON'
import hashlib, html.parser, json, os, re, sys

folder, program, spec = sys.argv[1:]
path = f"{folder}/{program}.report.html"
page = open(path, "rb").read().decode()
plan = json.load(open(f"{folder}/{program}.json"))

# ---- the page as a tree ----

class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = tag, attributes, parent, []

    def text(self, without=None):
        return "".join(c if isinstance(c, str) else "" if without and c.attributes.get("class") == without
                       else c.text(without) for c in self.children)

    def all(self, tag=None):
        for c in self.children:
            if not isinstance(c, str):
                if tag is None or c.tag == tag:
                    yield c
                yield from c.all(tag)

    def links(self):
        return [a.attributes["href"][1:] for a in self.all("a")]

class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", {}, None)

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice"
        element = Element(tag, dict(attributes), self.at)
        self.at.children.append(element)
        if tag not in ("meta", "br"):
            self.at = element

    def handle_startendtag(self, tag, attributes):
        self.at.children.append(Element(tag, dict(attributes), self.at))

    def handle_endtag(self, tag):
        assert self.at.tag == tag, f"line {self.getpos()[0]}: </{tag}> where {self.at.tag} is open"
        self.at = self.at.parent

    def handle_data(self, data):
        self.at.children.append(data)

reader = Reader()
reader.feed(page)
reader.close()
assert reader.at is reader.root, f"{reader.at.tag} stays open"
root = reader.root

# ---- it is whole ----

elements = list(root.all())
known = {"html", "head", "meta", "title", "style", "body", "div", "nav", "main", "header", "footer", "section", "ul",
         "ol", "li", "h1", "h2", "h3", "p", "a", "b", "br", "span", "pre", "table", "thead", "tbody", "tr", "th", "td",
         "dl", "dt", "dd", "svg", "g", "rect", "path", "line", "text", "tspan", "desc", "metadata", "defs", "pattern",
         "marker", "code", "polygon", "polyline", "ellipse", "circle"}
for e in elements:
    assert e.tag in known, f"there is a {e.tag}"
    for name, value in e.attributes.items():
        assert not name.startswith("on") and name not in ("src", "srcset", "xlink:href", "action"), (e.tag, name)
        assert name != "href" or value.startswith("#"), value
        assert "url(" not in (value or "") or "url(#" in value, value
style, = root.all("style")
assert "url(" not in style.text() and "@import" not in style.text()
assert {m for m in re.findall(r"https?://[^\"\s<]*", page)} <= {"http://www.w3.org/2000/svg"} | \
    set(re.findall(r"https?://[^\"\s<]*", open(spec, encoding="utf-8", errors="replace").read()))
ids = {}
for e in elements:
    if "id" in e.attributes:
        assert e.attributes["id"] not in ids, e.attributes["id"]
        ids[e.attributes["id"]] = e
for e in elements:
    if e.tag == "a":
        assert e.attributes["href"][1:] in ids, e.attributes["href"]
    for value in e.attributes.values():
        for name in re.findall(r"url\(#([^)]*)\)", value or ""):
            assert name in ids, name
    for name in e.attributes.get("aria-labelledby", "").split():
        assert name in ids, name

# ---- the two texts ----

def shown(name):
    lines = []
    while f"{name}-{len(lines) + 1}" in ids:
        line = ids[f"{name}-{len(lines) + 1}"]
        text = line.text("to")
        number = str(len(lines) + 1)
        assert text.startswith(number) and text.endswith("\n"), text
        lines.append(text[len(number):-1])
    return lines

def lines_of(path):
    return [re.sub(r"[^\t\x20-\U0010ffff]|\x7f", "\ufffd", l.rstrip("\r")) for l in
            open(path, "rb").read().decode("utf-8", "replace").removesuffix("\n").split("\n")]

assert shown("spec") == lines_of(spec), "the spec reads otherwise"
source = lines_of(f"{folder}/{program}.c")
assert shown("c") == source, "NAME.c reads otherwise"

# ---- nodes, their lines and edges ----

def without_line(node):
    return node["kind"] in ("begin", "end", "join", "fused")

links = 0
def look_at_lines(node, row, number):
    global links
    places = [int(l.removeprefix("spec-")) for l in row.links() if l.startswith("spec-")]
    assert node["kind"] == "fused" or places == ([] if without_line(node) else [node["line"]]), (node["name"], places)
    if places and node["kind"] != "fused":
        line = ids[f"spec-{places[0]}"]
        assert row.attributes["id"] in line.links() or "more" in line.text(), node["name"]
    place, = [int(l.removeprefix("c-")) for l in row.links() if l.startswith("c-")]
    comment = source[place - 1]
    assert comment.startswith(f"    /* Node {number}, {node['name']}"), comment
    assert without_line(node) or f"{os.path.basename(spec)}:{node['line']}: " in comment, comment
    back = ids[f"c-{place}"].links()
    assert row.attributes["id"] in back and all(f"spec-{n}" in back for n in places if node["kind"] != "fused"), back
    links += 1

# How the end of a last node is seen. Only graphs that are replayed have a completion.
def who_sees(graph, node):
    if any(graph in g.get("bodies", []) for g in plan["graphs"]):
        return "its conditional node"
    if "completion" not in graph:
        return "open, which waits for it"
    parts = [p["kind"] for block in node.get("parts", []) for p in block]
    if "end" in [node["kind"]] + parts:
        return "the host, by the word that it writes"
    return {"write": "the host, by a word that the stream writes", "query": "the host, which asks the stream"}[graph["completion"]["by"]]

def look_at_graph(name, graph, first):
    for n in graph["nodes"]:
        row = ids[f"node-{name}-{n['name']}"]
        look_at_lines(n, row, n["ordinal"] - first)
        cells = [c for c in row.children if not isinstance(c, str)]
        edges = [e for e in graph["edges"] if e["to"] == n["ordinal"]]
        listed = list(cells[2].all("li"))
        assert len(listed) == len(edges), (n["name"], len(listed))
        for edge, item in zip(edges, listed):
            before = graph["nodes"][edge["from"] - first]
            assert item.links()[0] == f"node-{name}-{before['name']}"
            assert {f"buffer-{w['buffer']}" for w in edge["why"] if "buffer" in w} <= set(item.links())
            assert bool(edge["why"]) == (len(item.text()) > len(before["name"]) + 2), item.text()
            assert ("programmatic" in item.text()) == bool(edge.get("programmatic"))
        later = [graph["nodes"][e["to"] - first]["name"] for e in graph["edges"] if e["from"] == n["ordinal"]]
        assert cells[3].links() == [f"node-{name}-{l}" for l in later], n["name"]
        assert later or cells[3].text() == who_sees(graph, n), (n["name"], cells[3].text())
        for part in (p for block in n.get("parts", []) for p in block):
            item = [i for i in row.all("li") if i.attributes["id"].endswith(f"-{part['name']}")]
            assert item and (without_line(part) or f"spec-{part['line']}" in item[0].links()), part["name"]

nodes = 0
for g in plan["graphs"]:
    look_at_graph(g["name"], g, 0)
    for b in g.get("bodies", []):
        look_at_graph(b["name"], b, b["nodes"][0]["ordinal"] if b["nodes"] else 0)
    nodes += len(g["nodes"]) + sum(len(b["nodes"]) for b in g.get("bodies", []))
assert links == nodes > 0
assert "unfused" not in plan or f"Nothing is fused ({plan['unfused']})." in ids["nodes"].text(), plan["unfused"]
assert {f"buffer-{b['name']}" for b in plan["buffers"]} == {i for i in ids if i.startswith("buffer-")}
if "mailbox" in plan and plan["kernels"]:
    assert f"one block of {plan['mailbox']['threads']} threads, which stays" in ids["kernel-mailbox"].text()
assert {f"kernel-{k['name']}" for k in plan["kernels"]} == {i for i in ids if i.startswith("kernel-")}
picture, = [s for s in root.all("svg") if s.attributes["aria-labelledby"].startswith("graph-")]
assert [a for a in picture.all("a")] or nodes > 40, "no node of the picture leads anywhere"

# ---- what else it states ----

text = root.text()
sha256 = lambda path: hashlib.sha256(open(path, "rb").read()).hexdigest()
assert sha256(spec) in ids["summary"].text() and plan["stamp"] in ids["summary"].text()
for name in os.listdir(folder):
    assert name in (f"{program}.json", f"{program}.report.html") or sha256(f"{folder}/{name}") in ids["files"].text(), name
assert [o["sha256"] for o in plan["outputs"] if o["file"] == f"{program}.report.html"] == [sha256(path)]
for module in plan["modules"]:
    for image in module["images"]:
        assert image["sha256"] in ids["kernels"].text()
kinds = [[c.text() for c in r.all("td")] for r in ids["kernels"].all("tr") if any(c.attributes.get("class") == "hash" for c in r.all("td"))]
assert all(re.fullmatch("[0-9a-f]{64}", h) and int(size.replace(",", "")) > 0 for _, _, size, h in kinds), kinds
for module in plan["modules"]: # launches that vggen writes are of no file
    if module["sha256"] is None and not module.get("builtin"):
        codes = [i["target"] for i in module["images"] if i["format"] == "cubin"]
        assert [k[1] for k in kinds if k[0] == module["file"] and " by vggen" in k[1]] == [f"PTX by vggen, for {t}" for t in codes]
        assert module["images"] or f"{module['file']}no source: vggen writes them as PTX" in ids["kernels"].text(), module
taken = 0
rows = list(ids["kernels"].all("tr"))
for k in plan["kernels"]:
    for n, t in enumerate(k["targets"]):
        row = rows[rows.index(ids[f"kernel-{k['name']}"]) + n]
        cells = [c.text() for c in row.children if not isinstance(c, str)][-6:]
        spilled = None if t["spill_store_bytes"] is None else t["spill_store_bytes"] + t["spill_load_bytes"]
        numbers = [t["registers"], t["stack_bytes"], t["static_shared_bytes"], spilled]
        assert cells[:5] == [t["target"]] + ["?" if x is None else str(x) for x in numbers], (k["name"], cells)
        for l in t["launches"]:
            assert l["blocks"] is None or \
                f"{l['blocks']} blocks, {l['warps']} of {l['most_warps']} warps, limited by {l['limit']}" in cells[5], cells
        taken += t["known"]
assert taken or not any(m["images"] for m in plan["modules"])
header = open(f"{folder}/{program}.h").read()
public = header[:header.index("/* ---- what the generated files share")]
public = re.sub(r"(?s)/\*.*?\*/|^#.*?$|^typedef struct \w+ \{.*?\} \w+;|^typedef .*?;|^struct \w+ \{.*?\n\};", "", public, flags=re.M)
declared = re.findall(rf"\b({program}_\w+)\(", public)
calls = [r.text() for r in ids["functions"].all("td") if r.attributes.get("class") == "call"]
assert declared and len(calls) == len(declared) and all(f"{d}(" in c for d, c in zip(declared, calls)), \
    set(declared) ^ {re.search(r"(\w+)\(", c).group(1) for c in calls}
for g in plan["graphs"]:
    row = [[c.text() for c in r.all("td")] for r in ids["calls"].all("tr") if r.text().startswith(g["name"])]
    assert "driver_calls" not in g or [g["name"], str(len(g["driver_calls"])), ", ".join(g["driver_calls"])] in row, row
assert any("driver_calls" in g for g in plan["graphs"])
mail = plan.get("mailbox", {"graphs": []})
armed = [r.text() for r in ids["calls"].all("tr") if ", armed" in r.text()]
assert [a.split(",")[0] for a in armed] == [g["graph"] for g in mail["graphs"]] and all("armed0none" in a for a in armed), armed
for key in ("threads", "mirror_bytes", "lines_bytes"):
    assert key not in mail or re.search(rf"Mailbox.*\b{mail[key]:,} ", ids["summary"].text()), key
rules = [l.split(" | ") for l in open(os.environ["srcdir"] + "/runtime/DEVIATIONS.md").read().splitlines() if re.match(r"\| [0-9]", l)]
listed = [[c.text() for c in r.all("td")] for r in ids["deviations"].all("tr")][1:]
assert rules and listed == [[c.strip("| ").replace("`", "") for c in r] for r in rules], "DEVIATIONS.md reads otherwise"
waits = re.search(r"(?s) waits\n(.*?) \*/", header).group(1)
rows = {re.search(rf"\b{program}_(\w+)\(", r.all("td").__next__().text()).group(1): [t.text() for t in r.all("td")][2]
        for r in ids["functions"].all("tr") if list(r.all("td"))}
for line in waits.splitlines():
    call, until = re.match(r" \* (\w+) +(.*)", line).groups()
    assert call == "others" or rows.pop(call) == until, line
assert set(rows.values()) <= {"never"} and "never" in waits, rows
proofs = {r.text() for r in ids["checks"].all("tr")}
unfused = not any(n["kind"] == "fused" for g in plan["graphs"] for b in [g] + g.get("bodies", []) for n in b["nodes"])
assert not unfused or any(re.fullmatch(rf"Each node does what.*\.nodes{nodes:,}", p) for p in proofs), proofs
assert len(proofs) >= 12
PYTHON

# look NAME SPEC OPTION…: the report of a spec.
look() {
    name=$1
    spec=$2
    shift 2
    rm -rf "made/$name"
    # shellcheck disable=SC2086
    if ! "$VGGEN" $image --report --json "$@" "$spec" -o "made/$name" >log 2>&1; then
        fail "$name: vggen failed: $(head -n 3 log)"
    elif python3 look.py "made/$name" "$name" "$spec" >log 2>&1; then
        passed=$((passed + 1))
    else
        fail "$name: $(tail -n 3 log)"
    fi
}

image=--image=none
for spec in "$srcdir"/kernels/*/*.yaml "$srcdir"/tests/golden/*.yaml "$srcdir"/tests/features/*.yaml; do
    look "$(sed -n 's/^program: *\([A-Za-z_0-9]*\).*/\1/p' "$spec")" "$spec"
done
image=$IMAGE
if [ "$image" != --image=none ]; then
    for name in saxpy equalizer cg control; do
        look $name "$srcdir/kernels/$name/$name.yaml"
    done
    grep -q '<li id="node-parts_main_fused-fir">' made/equalizer/equalizer.report.html || fail "no part of a fused launch"
fi
image=--image=none
look saxpy "$srcdir/kernels/saxpy/saxpy.yaml" --main --selftest --sim --svg --dot --map

# What a spec says never becomes markup.
mkdir odd
cp "$srcdir/kernels/saxpy/saxpy.cu" odd
{
    printf '# </pre></script><script>alert("1")</script> <!-- & &lt; ]]> --> \342\206\222\t\303\244\n'
    sed 's/^buffers:/# <\/span><img src=x onerror=y>\n&/' "$srcdir/kernels/saxpy/saxpy.yaml"
} >'odd/<b>&"a --> .yaml'
look saxpy 'odd/<b>&"a --> .yaml'
if grep -q '<script\|<img' made/saxpy/saxpy.report.html; then
    fail "what a spec says is markup"
else
    passed=$((passed + 1))
fi

# The same bytes elsewhere, and in another locale.
mkdir -p far/away
cp "$srcdir"/kernels/saxpy/saxpy.yaml "$srcdir"/kernels/saxpy/saxpy.cu far/away
"$VGGEN" --image=none --report "$srcdir/kernels/saxpy/saxpy.yaml" -o one >log 2>&1
(cd far && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo "$VGGEN" --image=none --report away/saxpy.yaml -o two) >log 2>&1
if cmp one/saxpy.report.html far/two/saxpy.report.html >log 2>&1; then
    passed=$((passed + 1))
else
    fail "two runs differ: $(cat log)"
fi
if grep -q "$work\|$srcdir" one/saxpy.report.html; then
    fail "there is a path of this machine"
else
    passed=$((passed + 1))
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
