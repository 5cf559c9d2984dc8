#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# options.sh: what is asked for instead of writing (--check, --list-outputs, --print-plan), --name, --vendor and -D.
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
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
srcdir=$(cd "$srcdir" && pwd)
cp "$srcdir"/kernels/saxpy/* "$work" && chmod -R u+w "$work"
cd "$work" || exit 99
: >scale.cu
cat >program.yaml <<'SPEC'
vggen: 1
program: demo
targets: [sm_90]
min_cuda: "13.0"
define: {N: 256, HALF: N / 2, GAIN: 0.5}
kernels:
  scale: {source: scale.cu, block: 256, params: {x: in f32*, y: out f32*, gain: f32, n: u32}}
buffers:
  x: {role: input, type: f32, shape: [N]}
  t: {role: scratch, type: f32, shape: [N]}
  h: {role: state, type: f32, shape: [HALF], init: 0}
  y: {role: output, type: f32, shape: [N]}
steps:
  - launch: scale(x, t, GAIN, N)
    grid: ceil_div(N, 256)
  - fill: h = 1.5
  - copy: t -> y
SPEC

fail() {
    echo "options: $*"
    failed=$((failed + 1))
}
# expect NAME STATUS STDOUT-OR-STDERR ARGUMENT…: ends with STATUS and says the text (all of standard output for status 0,
# a part of standard error otherwise), and leaves nothing behind.
expect() {
    name=$1
    wanted=$2
    text=$3
    shift 3
    "$VGGEN" --image=none "$@" >stdout 2>stderr
    status=$?
    if [ $status -ne "$wanted" ]; then
        fail "$name: status $status, expected $wanted"
        cat stderr
    elif [ $status -eq 0 ] && [ "$(cat stdout)" != "$text" ]; then
        fail "$name: expected '$text' on standard output, found:"
        cat stdout
    elif [ $status -ne 0 ] && { [ -s stdout ] || ! grep -qF -e "$text" stderr; }; then
        fail "$name: expected '$text' on standard error only, found:"
        cat stdout stderr
    elif [ -e out ] || [ -e demo.h ]; then
        fail "$name: writes files"
    else
        passed=$((passed + 1))
    fi
    rm -rf out demo.*
}

# ---- --check ----

expect "check" 0 "" --check program.yaml -o out
expect "check a bad spec" 1 "[name-undefined]" --check "$srcdir/tests/bad/names/name-undefined.yaml"
expect "check without a source" 1 "[source-read]" --check "$srcdir/tests/bad/image/source-read.yaml"
expect "check reaches placement" 1 "[memory-too-large]" --check "$srcdir/tests/bad/buffers/memory-too-large.yaml"
expect "two tasks" 2 "--check and --print-plan are two tasks" --check --print-plan program.yaml
printf '#!/bin/sh\necho "scale.cu(1): error: no such luck" >&2\nexit 1\n' >nvcc && chmod +x nvcc
if "$VGGEN" --nvcc="$work/nvcc" --check program.yaml >stdout 2>stderr; then
    fail "--check does not compile"
else
    passed=$((passed + 1))
fi

# ---- --name ----

expect "a name" 0 "" --check --name=second program.yaml
for name in 9x 'a b' '' main string vg_x; do
    case $name in 9x | 'a b' | '') id='name-form' ;; *) id='name-reserved' ;; esac
    expect "the name '$name'" 2 "[$id]" --check --name="$name" program.yaml
done
sed 's/^program: demo/program: main/' program.yaml >main.yaml
expect "a good name for a spec with a bad one" 1 "the name 'main' is taken" --check --name=second main.yaml
expect "a name without a spec" 2 "--name goes with a spec" --name=second --init program
expect "outputs of that name" 0 "second.h
second.c
second_image.c
second_kernels.h" --list-outputs --name=second program.yaml
# Nothing that is emitted has the spec's name any more, but for the guard that keeps its header out.
"$VGGEN" --image=none --name=second --main --sim --selftest --dot --map --svg --json --depfile program.yaml -o out 2>stderr
if grep -r -i -n "demo" out | grep -v '#define DEMO_KERNELS_H$' >stdout || [ ! -f out/second_sim.cpp ]; then
    fail "--name leaves the spec's name:"
    head -n 5 stdout
else
    passed=$((passed + 1))
fi
rm -rf out

# ---- --vendor ----

expect "a folder and another" 2 "--output does not go with it" --vendor out -o other program.yaml
expect "a folder without a name" 2 "--vendor takes the name of a folder" --vendor "" program.yaml
expect "a folder of no spec" 2 "no spec given" --vendor out
expect "an application in a folder" 2 "do not go with --vendor" --vendor out --main program.yaml
expect "a dependency file in a folder" 2 "--depfile does not go with --vendor" --vendor out --depfile program.yaml
expect "libraries in a folder" 2 "--sim-build does not go with --vendor" --vendor out --sim-build program.yaml
expect "one name for two" 2 "--name goes with one spec" --vendor out --name=second program.yaml other.yaml
expect "blocks for two" 2 "--tuned goes with one spec" --vendor out --tuned=t program.yaml other.yaml
expect "calls without a folder" 2 "--with goes with --vendor" --with=sleep program.yaml
expect "force without a folder" 2 "--force goes with --vendor" --force program.yaml
expect "two specs" 2 "one spec at a time, also given: 'other.yaml'" program.yaml other.yaml
expect "a source in a folder" 2 "is a CUDA source, not a spec" --vendor out program.yaml scale.cu
expect "a spec to verify" 2 "--verify takes no spec" --verify out program.yaml

# ---- --list-outputs ----

expect "list" 0 "demo.h
demo.c
demo_image.c
demo_kernels.h" --list-outputs program.yaml
expect "list a bad spec" 1 "[name-undefined]" --list-outputs "$srcdir/tests/bad/names/name-undefined.yaml"
for folder in out out/ ./a/b; do
    "$VGGEN" --image=none --main --sim --selftest --dot --map --svg --report --json --depfile program.yaml -o $folder 2>stderr
    find $folder -type f | sed 's|//|/|' | sort >written
    "$VGGEN" --list-outputs --main --sim --selftest --dot --map --svg --report --json --depfile program.yaml -o $folder 2>stderr | sort >listed
    if [ -s written ] && cmp -s written listed; then
        passed=$((passed + 1))
    else
        fail "--list-outputs -o $folder lists other files than are written:"
        diff written listed
    fi
    rm -rf out a
done
expect "list with libraries" 0 "out/demo.h
out/demo.c
out/demo_image.c
out/demo_kernels.h
out/demo_sim.cpp
out/libvgsim.so
out/libdemo_sim.so" --list-outputs --sim-build program.yaml -o out
if "$VGGEN" --list-outputs program.yaml >/dev/full 2>stderr; then
    fail "a full device is not noticed"
elif grep -q "cannot write to standard output" stderr; then
    passed=$((passed + 1))
else
    fail "a full device: says something else"
fi

# ---- -D ----

# number NAME NUMBER ARGUMENT…: the written header defines DEMO_NAME as NUMBER.
number() {
    name=$1
    wanted=$2
    shift 2
    "$VGGEN" --image=none "$@" program.yaml -o out 2>stderr
    found=$(sed -n "s/^#define DEMO_$name  *//p" out/demo.h 2>/dev/null)
    if [ "$found" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        fail "$*: DEMO_$name is '$found', expected '$wanted'"
        cat stderr
    fi
    rm -rf out
}
number N 256
number N 512 -D N=512
number HALF 256 -DN=512
number N 4096 "-DN=4 * 1024"
number N 1024 "-DN= 1 KiB "
number HALF 100 -D "HALF=N - 156"
number HALF 7 -D HALF=1 -D HALF=7
number GAIN '(-2.5)' -D GAIN=-2.5
number GAIN 1e+30 -D GAIN=1e30
expect "unknown define" 1 "hint: did you mean 'GAIN'?" -D GIAN=1 program.yaml
expect "place of the name" 1 "<command line>:2:4: error: the spec has no define 'M'" -D N=1 -DM=1 program.yaml
expect "place in the value" 1 "<command line>:1:11: error: 'M' is not defined" -D "N=2 * (M + 1)" program.yaml
expect "a define further down" 1 "[define-order]" -D N=HALF program.yaml
expect "not an expression" 1 "<command line>:1:8: error" -D "N=1 2" program.yaml
expect "nothing" 1 "<command line>:1:6: error" -D N= program.yaml
expect "a float for an integer" 1 "program.yaml:5:24: error: an integer is needed here, 'N' is a float" -D N=1.5 program.yaml
expect "which float" 1 "<command line>:1:6: note: 'N' gets its value here" -D N=1.5 program.yaml
expect "too large" 1 "<command line>:1:6: error" -D N=99999999999999999999 program.yaml
expect "overflow" 1 "[expr-overflow]" -D "N=9223372036854775807 + 1" program.yaml
expect "too large a float" 1 "[literal-range]" -D GAIN=1e999 program.yaml
expect "not text" 1 "<command line>:1:" -D "$(printf 'N=\377')" program.yaml
expect "without value" 2 "-D takes NAME=VALUE, not 'N'" -D N program.yaml
expect "without name" 2 "-D takes NAME=VALUE, not '=3'" -D =3 program.yaml
expect "a mistake of the spec comes first" 1 "[yaml-tab]" -D NOTHING=1 "$srcdir/tests/bad/yaml/yaml-tab.yaml"

# ---- --print-plan ----

"$VGGEN" --image=none --print-plan program.yaml >plan.text 2>stderr || fail "--print-plan failed"
for text in "program demo, layout shared" "graph main: 7 nodes, 7 edges, depth 6, width 2" \
    "scale: launch scale; grid 1 x 1 x 1; block 256 x 1 x 1" "after upload" "lower bound 2304, proven" \
    "transports" "up    kernel  not once in scale"; do
    if grep -qF "$text" plan.text; then
        passed=$((passed + 1))
    else
        fail "--print-plan does not say '$text':"
        cat plan.text
    fi
done
"$VGGEN" --image=none --print-plan=text program.yaml 2>stderr | cmp -s plan.text - || fail "--print-plan=text differs"
expect "other forms" 2 "takes 'text' or 'json', not 'xml'" --print-plan=xml program.yaml

printf 'upload: 2\nlaunch scale: 10.5\n' >'times'
"$VGGEN" --image=none --print-plan --node-times=times program.yaml >timed.text 2>stderr || fail "--node-times failed"
if grep -q '^  longest path: begin, upload, ' timed.text && grep -q '^  critical path: 12.5 of [0-9.]* us .*upload (2)' timed.text; then
    passed=$((passed + 1))
else
    fail "--node-times does not say the critical path:"
    cat timed.text
fi
expect "times without a plan" 2 "--node-times goes with --print-plan" --node-times=times program.yaml
expect "no file of times" 2 "cannot read times" --print-plan --node-times=nothing program.yaml
expect "a source as the spec" 2 "'scale.cu' is a CUDA source, not a spec" scale.cu
expect "a source as the spec: what to do" 2 "vggen --describe scale.cu prints its kernels as a section of a spec" scale.cu

if ! command -v python3 >/dev/null 2>&1; then
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ] || exit 1
    echo "skipped: no python3 to read JSON with"
    exit 77
fi
cat >plan.py <<'PYTHON'
import json, sys
plan = json.load(sys.stdin)
manifest = json.load(open(sys.argv[2]))
# One writer: the manifest has the same members, and those of what the generator read and wrote.
assert {key for key in manifest if key not in plan} == {"stamp", "toolkit", "runtime", "compile", "modules", "kernels", "outputs"}
assert all(manifest[key] == plan[key] for key in plan)
# "tune" is there where the spec leaves blocks open, which only these do.
# "unfused" is why nothing at all is fused.
unfused = ["unfused"] if "unfused" in plan else []
tune = ["tune"] if plan["program"] in ("equalizer", "radar", "radar_lib") else []
mailbox = ["mailbox"] if plan["program"] == "control" else []
assert list(plan) == ["version", "generator", "program", "layout", "lanes", *unfused, *mailbox, "spec", "defines", *tune,
                      "memories", "buffers", "transfers", "graphs"]
for kernel in plan.get("tune", {"kernels": []})["kernels"]:
    blocks = [c["block"] for c in kernel["candidates"] if c["refused"] is None]
    assert kernel["block"] in blocks and kernel["from"] == "default" and len(blocks) == len({*map(tuple, blocks)}) > 1
    for graph in plan["graphs"]:
        assert all(n["block"] == kernel["block"] for n in graph["nodes"] if n.get("kernel") == kernel["kernel"])
assert plan["version"] == 2 and plan["layout"] == sys.argv[1]
memories = plan["memories"]
buffers = {b["name"]: b for b in plan["buffers"]}
for b in buffers.values():
    if b["role"] == "condition":
        assert b["offset"] is None and b["memory"] is None and b["bytes"] == 4, b
        continue
    ways = [b[way + "_by"] for way in ("up", "down") if b[way + "_by"]]
    assert all((b[way + "_by"] is None) == (b[way + "_why"] is None) for way in ("up", "down")), b
    if b["memory"] is None: # a setting that no pointer is bound to
        assert b["offset"] is None and b["role"] == "setting", b
        continue
    memory = memories[b["memory"]]
    assert b["offset"] + b["bytes"] <= memory["bytes"], b
    assert ("direct" in ways) == (memory["kind"] == "pinned") and ("direct" not in ways or ways == ["direct"]), b
    for key in ("pinned_upload", "pinned_download"):
        assert b[key] is None or b[key] + b["bytes"] <= memories[-1]["bytes"], b

def check_node(node):
    for r in node["ranges"]:
        assert 0 <= r["first"] <= r["last"] <= buffers[r["buffer"]]["bytes"], r
        assert r["access"] in ("read", "write", "write_all", "read_write", "work"), r
    assert node["step"] is None or node["step"] >= 0, node
    if node["kind"] == "transfer":
        run = plan["transfers"][node["transfer"]]
        assert run["by"] == ("kernel" if "grid" in node else "copy"), node
        assert all(buffers[name][run["direction"].replace("load", "_by")] == run["by"] for name in run["buffers"])
    if node["kind"] == "kernel":
        assert len(node["grid"]) == len(node["block"]) == 3 and node["shared_bytes"] >= 0
        assert all(a.get("buffer") in buffers or a.get("condition") in buffers or len(a["hex"]) % 2 == 0
                   for a in node["arguments"]), node
        assert [a["condition"] for a in node["arguments"] if "condition" in a] == node.get("sets", []), node
    if node["kind"] == "copy":
        for way in ("to", "from"):
            assert 0 <= node[way + "_first"] <= buffers[node[way]]["bytes"] - node["bytes"], node
    if node["kind"] == "fill":
        assert node["element"] * node["count"] == node["bytes"] and node.get("pitch", node["element"]) >= node["element"], node
        assert 0 <= node["to_first"] <= buffers[node["to"]]["bytes"] - node["bytes"] and node.get("value", 0) >= 0, node
    if node["kind"] == "end":
        assert node["word"] == memories[-1]["bytes"] - memories[-1]["completion"], node

def check_graph(graph):
    first = graph["nodes"][0]["ordinal"] if graph["nodes"] else 0
    after = [[] for _ in graph["nodes"]]
    for edge in graph["edges"]:
        after[edge["to"] - first].append(edge["from"] - first)
    depths = []
    for node, before in zip(graph["nodes"], after):
        depths.append(1 + max((depths[b] for b in before), default=0))
        check_node(node)
    path = [n - first for n in graph["longest_path"]]
    assert all(b in after[n] for b, n in zip(path, path[1:])), path
    assert graph["depth"] == max(depths, default=0) == len(path)
    assert graph["width"] == max([depths.count(d) for d in depths], default=0)
    for body in graph.get("bodies", []):
        check_graph(body)

for graph in plan["graphs"]:
    check_graph(graph)
PYTHON
for spec in program.yaml "$srcdir"/kernels/*/*.yaml; do
    name=$(sed -n 's/^program: *//p' "$spec")
    for layout in shared separate; do
        if "$VGGEN" --image=none --json --layout=$layout "$spec" -o made 2>stderr &&
            "$VGGEN" --image=none --print-plan=json --layout=$layout "$spec" 2>stderr |
            python3 plan.py $layout "made/$name.json"; then
            passed=$((passed + 1))
        else
            fail "--print-plan=json --layout=$layout $spec"
            cat stderr
        fi
    done
done
if "$VGGEN" --image=none --print-plan=json --node-times=times program.yaml 2>stderr | python3 -c '
import json, sys
graph, = json.load(sys.stdin)["graphs"]
names = [n["name"] for n in graph["nodes"]]
path = graph["critical_path"]
assert path["microseconds"] == 12.5 and path["of"] >= 12.5 and path["without_time"] > 0, path
assert {names[n["node"]]: n["microseconds"] for n in path["nodes"]}["upload"] == 2, path'; then
    passed=$((passed + 1))
else
    fail "--print-plan=json --node-times does not say the critical path"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
