#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# locality.sh: in a spec of 50 steps another shape of one buffer changes only lines that name the buffer, that say where
# something lies which lies behind it, or that have a total; and each total stands in few lines. The stamp and what
# stands for the spec itself are another's business (stamp.sh, identity.sh). VGGEN comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${VGGEN:=./vggen}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

# spec COUNT ROLE MORE: buffers s0 to s50 in a chain, of which s25 has COUNT elements; every other one has the role.
spec() {
    awk -v count="$1" -v role="$2" -v more="$3" 'BEGIN {
        printf "vggen: 1\nprogram: chain\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n%s", more
        print "kernels:\n  pass: {source: chain.cu, block: 64, params: {x: in f32*, y: inout f32*, n: u32}}"
        print "buffers:\n  s0: {role: input, type: f32, shape: [100]}"
        for (i = 1; i <= 50; i++)
            printf "  s%d: {role: %s, type: f32, shape: [%d]%s}\n", i, i % 2 ? role : "inout", i == 25 ? count : 100 + i,
                i % 2 && role == "state" ? ", init: 0" : ""
        print "steps:"
        for (i = 1; i <= 50; i++) printf "  - {launch: \"pass(s%d, s%d, 100)\", name: n%d, grid: 2}\n", i - 1, i, i
    }'
}

# What changed, judged line by line. The offsets of buffers that moved come first.
cat >"$work/judge.awk" <<'AWK'
FNR == NR {
    if ($0 ~ /^> #define CHAIN_(S[0-9]+_(AT|UP|DOWN)|COMPLETION) /) {
        number = $4
        sub(/u.*/, "", number)
        moved[number] = 1
    }
    next
}
!/^> / { next }
{ lines++ }
/[ (*"]s25[^0-9]|_s25|_S25_/ { named++; next }
/_STAMP|^>     "vggen |spec sha256|run 0x/ { next }
/#define CHAIN_[A-Z_]*BYTES |one allocation of|of each (lane|replay)|_COMPLETION |VG_COMPLETION_BYTES/ { totals++; next }
/upload|download|vg_copy|^> +[0-9]+u,$|^>     \{"(main|device|shared|pinned)", / { totals++; next }
{
    text = $0
    while (match(text, /[0-9]+/)) {
        if (substr(text, RSTART, RLENGTH) in moved) {
            behind++
            next
        }
        text = substr(text, RSTART + RLENGTH)
    }
    if (++others <= 5) print "neither names s25 nor lies behind it: " $0
}
END {
    printf "%s: %d lines, %d name it, %d lie behind, %d totals, %d others\n", what, lines, named, behind, totals, others
    exit others > 0 || totals > 20 || named < 5
}
AWK

# compare WHAT ROLE MORE OPTION…
compare() {
    what=$1
    role=$2
    more=$3
    shift 3
    for count in 125 1125; do
        spec "$count" "$role" "$more" >"$work/chain.yaml"
        rm -rf "${work:?}/$count"
        "$VGGEN" --image=none --main --selftest --sim "$@" "$work/chain.yaml" -o "$work/$count" >"$work/log" 2>&1 ||
            { cat "$work/log"; exit 1; }
        rm -f "$work/$count"/*.map "$work/$count"/*.dot
    done
    diff -r "$work/125" "$work/1125" >"$work/changed"
    if awk -v what="$what" -f "$work/judge.awk" "$work/changed" "$work/changed"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "locality: $what: too many lines"
    fi
}

echo 'extern "C" __global__ void pass(const float *x, float *y, unsigned n) { if (threadIdx.x < n) y[threadIdx.x] += x[threadIdx.x]; }' \
    >"$work/chain.cu"
compare "one arena" state ""
compare "separate" state "" --layout=separate
compare "a pool" state "memory: {pool: on}
"
compare "lanes" inout "lanes: 2
"
compare "lanes that are called" inout "lanes: 2
api: call
"
compare "in flight" state "in_flight: 2
"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
