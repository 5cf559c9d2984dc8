#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# sealed.sh: what each golden program does from its first replay on, over a driver that does nothing: the first replay
# makes the driver calls and takes the instructions of the second; it makes at most ten different calls, all of which
# NAME.json lists; ten replays make no system call and have no page fault. And the runtime's own files name no lock.
# Runs in the build folder; VGGEN, srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${VGGEN:=./vggen}" "${CC:=cc}"
[ "$(uname -s)" = Linux ] || { echo "sealed: this is for Linux"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0
skipped=

complain() {
    echo "sealed: $1"
    failed=$((failed + 1))
}

flags="-O0 -w -D_GNU_SOURCE -I$srcdir/runtime -I$srcdir/tests -isystem $srcdir/runtime/sim/cuda"
mkdir "$work/rt"
# The runtime's objects that other tests have built will do.
runtime=$(ls "$srcdir"/runtime/vg_*.c)
if [ -f "$builddir/runtime/vg_abandon.o" ]; then
    runtime=
    cp "$builddir"/runtime/vg_*.o "$work/rt"
fi
# shellcheck disable=SC2086 # the flags, and a compiler with a wrapper
(cd "$work/rt" && for file in $runtime "$srcdir/tests/fake/null_cuda.c" \
    "$srcdir/tests/programs/sealed.c"; do
    echo "$file"
done | xargs -P 2 -n 8 $CC -std=gnu11 $flags -c) || { complain "the runtime does not compile"; exit 1; }

locks=$(nm -u "$work"/rt/vg_*.o | awk '$1 == "U" { print $2 }' | sort -u | grep -E 'pthread|futex|sem_|mtx_|^(malloc|calloc|realloc|free)$')
[ -z "$locks" ] && passed=$((passed + 1)) || complain "the runtime refers to: $locks"

# run NAME CHECK
run() {
    timeout 20 "$work/$1/sealed" "$2" >"$work/$1/$2" 2>"$work/$1/said"
    status=$?
    case $status in
    0) passed=$((passed + 1)) ;;
    77) skipped="$skipped $2" && cat "$work/$1/said" ;;
    *) complain "$1: $2: status $status" && head -n 5 "$work/$1/said" "$work/$1/$2" ;;
    esac
}

# Every program but those with captures, whose functions are the application's.
for spec in "$srcdir"/kernels/*/*.yaml "$srcdir"/tests/golden/*.yaml "$srcdir"/tests/features/seek.yaml \
    "$srcdir"/tests/features/crossing.yaml "$srcdir"/tests/features/flight.yaml; do
    name=$(basename "$spec" .yaml)
    case $name in
    radar_lib | fold) continue ;;
    esac
    if ! "$VGGEN" --image=none --main --json "$spec" -o "$work/$name" >"$work/log" 2>&1; then
        complain "$name: vggen fails" && cat "$work/log"
        continue
    fi
    # shellcheck disable=SC2086
    $CC -std=gnu11 $flags -I"$work/$name" -o "$work/$name/sealed" "$work/$name/$name.c" "$work/$name/${name}_image.c" \
        "$work/$name/${name}_main.c" "$work"/rt/*.o -Wl,-z,now -lm -ldl || { complain "$name does not link"; continue; }
    for check in calls system pages steps; do
        run "$name" $check
    done
    # The lists of the manifest, one line a graph, against what was called.
    sed -n 's/.*"driver_calls": \[\(.*\)\].*/ \1 /p' "$work/$name/$name.json" | tr -d '",' >"$work/listed"
    while read -r graph calls && read -r listed <&3; do
        count=0
        for call in $calls; do
            count=$((count + 1))
            case " $listed " in
            *" ${call%_v2} "*) ;;
            *) complain "$name, graph $graph: $call is not among the driver_calls of the manifest: $listed" ;;
            esac
        done
        # shellcheck disable=SC2086
        set -- $listed
        [ $# -le 10 ] || complain "$name, graph $graph: $# different driver calls: $listed"
        [ $count -gt 2 ] && passed=$((passed + 1)) || complain "$name, graph $graph makes $count calls"
    done <"$work/$name/calls" 3<"$work/listed"
done
counted=$(cat "$work"/*/steps 2>/dev/null | grep -c ' instructions$')
[ "$counted" -ge 12 ] || [ -n "$skipped" ] || complain "instructions of only $counted graphs were counted"
echo "figure: instructions of the first and the second replay, each the same, of $counted graphs"
if [ "$failed" -eq 0 ] && [ -n "$skipped" ]; then
    echo "$passed passed, but not looked at:$skipped"
    exit 77
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
