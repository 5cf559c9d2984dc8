#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# stack.sh [PROGRAM…]: the most stack that each call of the application's can take, without what the driver and libc take
# themselves, compiled with -O0 and with -O2: under 2 KiB for the goldens and for programs with 100 different kernels, one
# after the other and side by side, and with bodies in bodies; under 2.5 KiB where captured nodes are looked at. No
# function calls itself, and no frame has a size that varies. It reads gcc's own figures (-fcallgraph-info=su);
# tests/script/stack/calls.txt says whom calls by pointer reach. What each call comes to of the driver is what NAME.h says of
# its waiting, and NAME.json of replays. Prints a table of all calls for the programs that are named. srcdir and VGGEN
# come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
limit=2048
capturing=2560
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
echo 'int main(void) { return 0; }' >"$work/try.c"
if [ "$(uname -m)" != x86_64 ] || ! gcc -fcallgraph-info=su -c -o "$work/try.o" "$work/try.c" 2>"$work/log" ||
    [ ! -s "$work/try.ci" ]; then
    echo "stack: the limit is for x86-64, and needs gcc 10 or newer, which reports the stack of each function"
    exit 77
fi
failed=0

# compile LEVEL FILE FOLDER: leaves FOLDER/NAME.ci.
compile() {
    gcc -std=c99 "$1" -fcallgraph-info=su -I"$srcdir/runtime" -I"$srcdir/runtime/sim/cuda" -I"$(dirname "$2")" -c \
        -o "$3/$(basename "$2" .c).o" "$2" 2>"$work/log" && return
    echo "stack: $2 does not compile"
    head -n 5 "$work/log"
    exit 1
}
# measure LEVEL NAME FOLDER: the program NAME, whose files lie in FOLDER.
measure() {
    mkdir -p "$work/$2$1"
    compile "$1" "$3/$2.c" "$work/$2$1"
    awk -v program="$2" -v driver="$work/driver" -v calls="$srcdir/tests/script/stack/calls.txt" -f "$srcdir/tests/script/stack/stack.awk" \
        "$work/$2$1/$2.ci" "$work"/runtime"$1"/*.ci >"$work/table" || {
        grep '^stack:' "$work/table"
        failed=$((failed + 1))
    }
    [ "$(wc -l <"$work/table")" -ge 8 ] || {
        echo "stack: $2 has $(wc -l <"$work/table") calls: is what gcc writes no longer understood?"
        failed=$((failed + 1))
    }
    grep -v '^stack:' "$work/table" | sed "s/^/$2 $1 /" >>"$work/all"
    [ "$1" = -O2 ] || check_driver "$2" "$3"
}
# check_driver NAME FOLDER: of calls that wait and that do not, and of replays.
check_driver() {
    sed -n '/^ \* call  *waits$/,/^ \* others /s/^ \* \([a-z_0-9]*\)  *\(.*\)/\1 \2/p' "$2/$1.h" >"$work/waits"
    sed -n 's/.*"driver_calls": \[\(.*\)\].*/\1/p' "$2/$1.json" | tr -d '",' >"$work/listed"
    awk -v program="$1" -f "$srcdir/tests/script/stack/waits.awk" what=waits "$work/waits" what=listed "$work/listed" \
        what=driver "$work/driver" >"$work/log" && return
    cat "$work/log"
    failed=$((failed + 1))
}
for level in -O0 -O2; do
    mkdir -p "$work/runtime$level"
    for file in "$srcdir"/runtime/vg_*.c; do
        # shellcheck disable=SC2086
        case $file in */vg_none.c) ;; *) compile $level "$file" "$work/runtime$level" ;; esac
    done
done
generate() {
    "$VGGEN" "$1" -o "$work/out" --image=none --json >"$work/log" 2>&1 && return
    head -n 5 "$work/log"
    exit 1
}
# many NAME INPUT OUTPUT: a program of 100 kernels; the words are awk expressions of a kernel's number i.
many() {
    awk -v program="$1" 'BEGIN {
        printf "vggen: 1\nprogram: %s\ntargets: [sm_90]\nmin_cuda: \"12.4\"\nkernels:\n", program
        for (i = 0; i < 100; i++) printf "  k%d: {source: k.cu, block: 64, params: {x: in f32*, n: u32, y: out f32*}}\n", i
        print "buffers:\n  x: {role: input, type: f32, shape: [64]}"
        for (i = 0; i < 100; i++) printf "  y%d: {role: output, type: f32, shape: [64]}\n", i
        print "steps:"
        for (i = 0; i < 100; i++) printf "  - {launch: \"k%d(%s, %d, y%d)\", grid: 1}\n", i, '"$2"', i, i
    }' >"$work/$1.yaml"
    generate "$work/$1.yaml"
}
: >"$work/k.cu"
many chain 'i == 0 ? "x" : "y" (i - 1)'
many wide '"x"'
golden="blend bounded cg control flight fold lend mixer seek sonar sorter tally"
for name in $golden; do
    spec=$srcdir/tests/golden/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/kernels/$name/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/tests/features/$name.yaml
    generate "$spec"
done
for level in -O0 -O2; do
    for name in chain wide $golden; do
        measure $level "$name" "$work/out"
    done
done
for name in "$@"; do
    echo "$name: bytes of stack with -O0 and with -O2"
    awk -v name="$name" '$1 == name { bytes[$3, $2] = $4; calls[$3] = 1 } END { for (c in calls) printf "%-28s %5d %5d\n", c, bytes[c, "-O0"], bytes[c, "-O2"] }' \
        "$work/all" | sort
done
sort -k4,4nr "$work/all" | awk '!seen[$1]++ { print $1 ", " $2 ": at most " $4 " bytes, by " $3 }' | sort
awk -v limit=$limit -v capturing=$capturing '$4 >= (/ vg_add_captured=/ ? capturing : limit)' "$work/all" >"$work/over"
while read -r program level call bytes frame chain; do
    echo "stack: $program, $level: $call takes $bytes bytes: $call=$frame $chain"
    failed=$((failed + 1))
done <"$work/over"
# What the report states of each call: its row is the first whose name the call has, ends with or begins with.
sed -n 's/^    {"\([a-z_]*\)", \([0-9]*\), \([0-9]*\)},.*/\1 \2 \3/p' "$srcdir/gen/report/page_stack.c" >"$work/stated"
[ "$(wc -l <"$work/stated")" -ge 20 ] || { echo "stack: gen/report/page_stack.c has no table"; failed=$((failed + 1)); }
awk 'NR == FNR { names[++count] = NF == 3 ? $1 : ""; most[count] = $(NF - 1); capturing[count] = $NF; next }
    { captures[$1] = captures[$1] || / vg_add_captured=/; lines[++all] = $0 }
    END {
        for (i = 1; i <= all; i++) {
            split(lines[i], word, " ")
            for (k = 1; k < count; k++)
                if (word[3] == names[k] || word[3] ~ ("_" names[k] "$") || word[3] ~ ("^" names[k] "_"))
                    break
            limit = captures[word[1]] ? capturing[k] : most[k]
            if (word[4] > limit)
                print word[1] ", " word[2] ": " word[3] " takes " word[4] " bytes, the report states " limit
        }
    }' "$work/stated" "$work/all" >"$work/more"
while read -r more; do
    echo "stack: $more"
    failed=$((failed + 1))
done <"$work/more"
passed=$(($(wc -l <"$work/all") - $(wc -l <"$work/over")))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
