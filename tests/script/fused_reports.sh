#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# fused_reports.sh: printed plan, map, graph picture, NAME.dot and manifest name what fused launches do, in its order,
# and why other nodes are in none. By PTX that is there already, so without a toolkit; with one also a loop and a switch.
# VGGEN names the generator, srcdir the root of the source tree; NVCC, where there is one, the compiler.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
: "${NVCC:=}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
passed=0
failed=0

# expect FILE TEXT: a line of the file holds it.
expect() {
    if grep -qF -- "$2" "$1"; then
        passed=$((passed + 1))
    else
        echo "fused_reports: $1 lacks: $2"
        failed=$((failed + 1))
    fi
}

cat >lined.ptx <<'PTX'
.version 8.0
.target sm_90
.address_size 64
.visible .entry half(.param .u64 half_param_0, .param .u64 half_param_1)
{
	.reg .f32 	%f<3>;
	.reg .b32 	%r<5>;
	.reg .b64 	%rd<8>;
	ld.param.u64 	%rd1, [half_param_0];
	ld.param.u64 	%rd2, [half_param_1];
	cvta.to.global.u64 	%rd3, %rd2;
	cvta.to.global.u64 	%rd4, %rd1;
	mov.u32 	%r1, %ctaid.x;
	mov.u32 	%r2, %ntid.x;
	mov.u32 	%r3, %tid.x;
	mad.lo.s32 	%r4, %r1, %r2, %r3;
	mul.wide.u32 	%rd5, %r4, 4;
	add.s64 	%rd6, %rd4, %rd5;
	ld.global.f32 	%f1, [%rd6];
	mul.f32 	%f2, %f1, 0f3F000000;
	add.s64 	%rd7, %rd3, %rd5;
	st.global.f32 	[%rd7], %f2;
	ret;
}
PTX
cat >lined.yaml <<'SPEC'
vggen: 1
program: lined
targets: [compute_90]
min_cuda: "13.0"
switches: {twice: off}
kernels:
  half: {image: lined.ptx, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  x: {role: state, type: f32, shape: [256]}
  a: {role: state, type: f32, shape: [256]}
  y: {role: state, type: f32, shape: [256]}
steps:
  - {launch: "half(x[0:64], a[0:64])", grid: 1, name: first}
  - {launch: "half(x[64:128], a[64:128])", grid: 1, name: second}
  - {launch: "half(a[0:128], y[0:128])", grid: 2, name: third}
  - {launch: "half(x=y[0:64], y=x[0:64])", grid: 1, name: fourth, when: twice}
  - {fill: "a = 0"}
  - {launch: "half(a[0:64], y[64:128])", grid: 1, name: alone, fuse: off}
SPEC
"$VGGEN" --print-plan lined.yaml 2>log | sed -n '/^graph main/,$p' | sed '/^      \(reads\|writes\)/d' >plan.text
cat >expected <<'TEXT'
graph main: 3 nodes, 2 edges, depth 3, width 1
  longest path: fused, fill_a, alone
  the host sees its end by a word that the stream writes after it: no kernel of the program has a source
  not fused: fill_a (it is a fill node)
  not fused: alone (fuse: off of the step)
  fused: 4 in one launch: first, second, third, fourth; grid 1 x 1 x 1; block 128 x 1 x 1
      after nothing
      does
        first: first; grid 1 x 1 x 1; block 64 x 1 x 1
        second: second; grid 1 x 1 x 1; block 64 x 1 x 1; beside the one before
        third: third; grid 2 x 1 x 1; block 64 x 1 x 1; folded into one block
        fourth: fourth; grid 1 x 1 x 1; block 64 x 1 x 1; when twice
  fill_a: fill a; 256 x 4 bytes
      after fused
  alone: alone; grid 1 x 1 x 1; block 64 x 1 x 1
      after fill_a
TEXT
if diff -u expected plan.text; then
    passed=$((passed + 1))
else
    cat log
    failed=$((failed + 1))
fi

"$VGGEN" --map --dot --svg --json lined.yaml -o made >log 2>&1 || cat log
expect made/lined.map "  main.fused: first, second, third, fourth"
expect made/lined.map "  main, not fused: fill_a (it is a fill node)"
expect made/lined.map "  main, not fused: alone (fuse: off of the step)"
expect made/lined.dot 'subgraph "cluster_main.fused" {'
expect made/lined.dot 'label="fused: 4 in one launch\ngrid 1 x 1 x 1, block 128 x 1 x 1";'
expect made/lined.dot '"main.fused.first" -> "main.fused.second" [style=dotted, arrowhead=none];'
expect made/lined.dot '"main.fused.second" -> "main.fused.third";'
expect made/lined.dot '"main.fused.first" -> "main.fill_a" [ltail="cluster_main.fused"];'
expect made/lined.dot 'compound=true;'
expect made/lined_graph.svg '>4 in one launch</text>'
expect made/lined_graph.svg '>third, 2 blocks folded</text>'
expect made/lined_graph.svg '>fourth, when twice</text>'
expect made/lined_graph.svg '>fused launch</text>'
expect made/lined.json '"kind": "fused", "title": "4 in one launch: first, second, third, fourth", '
expect made/lined.json '"parts": [[{"name": "first", "kind": "kernel", '
expect made/lined.json '"name": "third", "kind": "kernel", "title": "third", "line": 15, "step": 2, "kernel": "half", "grid": [2, 1, 1], "block": [64, 1, 1], '
expect made/lined.json '"parameter": "when_twice", "type": "u32", "when": "twice"}'
expect made/lined.json '"unfused": "fuse: off of the step"'
expect made/lined.c '    "4 in one launch: first, second, third, fourth",'
expect made/lined.h "; a fused launch's is that of all"

# Times of a launch, and of its parts from when they were nodes; others than these are unknown.
printf 'fused: 4\nfill_a: 1\nalone: 2.5\nfirst: 3\n' >node.times
"$VGGEN" --print-plan --node-times=node.times lined.yaml >times.text 2>log || cat log
expect times.text "critical path: 7.5 of 7.5 us: fused (4), fill_a (1), alone (2.5)"
printf 'first: 3\nsecond: 2\nmain.third: 2\nfourth: 1.25\n' >node.times
"$VGGEN" --print-plan --node-times=node.times lined.yaml >times.text 2>log || cat log
expect times.text "critical path: 8.25 of 8.25 us (2 nodes without a time): fused (8.25), fill_a (0), alone (0)"
printf 'fifth: 3\n' >node.times
if "$VGGEN" --print-plan --node-times=node.times lined.yaml >times.text 2>log; then
    echo "fused_reports: a time of what is no node is taken"
    failed=$((failed + 1))
else
    passed=$((passed + 1))
fi

# Where nothing is fused at all for one reason, it is said once.
"$VGGEN" --image=none --print-plan lined.yaml >never.text 2>log
expect never.text "no launch is fused: --image=none: there is no machine code"
if [ "$(grep -c fused never.text)" -eq 1 ]; then
    passed=$((passed + 1))
else
    echo "fused_reports: without machine code fused launches are named more than once"
    failed=$((failed + 1))
fi

# A loop, and what the generator's own kernels do.
if [ -x "$NVCC" ]; then
    "$VGGEN" --nvcc="$NVCC" --print-plan "$srcdir/tests/features/fused.yaml" >loop.text 2>log || cat log
    expect loop.text "        upload: upload from; 4 bytes"
    expect loop.text "        fill_total: fill total; 64 x 4 bytes"
    expect loop.text "        while_left: while left"
    expect loop.text "          pass: launch pass; grid 1 x 1 x 1; block 64 x 1 x 1"
    expect loop.text "        end: launch vg_end; one thread"
    expect loop.text "  the host sees its end by the word that fused writes"
    "$VGGEN" --nvcc="$NVCC" --map --dot --svg "$srcdir/tests/features/fused.yaml" -o loop >log 2>&1 || cat log
    expect loop/fused.map "while_left (pass, vg_loop_next), download, end"
    expect loop/fused.dot 'subgraph "cluster_loop.fused.while_left.0" {'
    expect loop/fused_graph.svg '>fill total</text>'
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
