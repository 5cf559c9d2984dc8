#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# selftest.sh [SELFTEST…]: the generated self-tests on the CPU device find no call of the heap by a program, and do find
# one that is planted; the objects that a program is made of ask the C library for nothing that allocates; and between the
# marks of a self-test no file or device is touched: the system calls there are printed where strace is.
# Run from the build folder. CC comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${builddir:=.}" "${CC:=cc}"
replays=20
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

fail() {
    echo "selftest: $*"
    failed=$((failed + 1))
}

[ $# -gt 0 ] || set -- "$builddir"/out/*/sim/*_selftest
# Side by side: each leaves what it said, and another file where all is well. A program has some twenty ways to replay for
# each of its graphs. With 20 replays its trace is full and each setting has been changed in each way; what takes some
# tenths of a second here has 3, in which it still goes every way.
export replays work
# shellcheck disable=SC2016
printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' sh -c '
    said=$work/$(echo "$1" | tr / _).said
    case $1 in
    */chain_selftest | */cluster_selftest | */collect_selftest | */plain_selftest | */radar_selftest | \
        */radar_lib_selftest | */resident_selftest | */sketch_selftest | */soak_selftest | */ultrasound_selftest | \
        */called_selftest | */captured_selftest | */cg_selftest | */conjugate_selftest | */control_selftest | \
        */coop_selftest | */crossing_selftest | */effects_selftest | */equalizer_selftest | \
        */equalizer_tuned_selftest | */flight_selftest | */kept_selftest | */reach_selftest | */recall_selftest | \
        */swap_selftest | */tuned_selftest)
        replays=3 ;;
    esac
    start=$(date +%s)
    "$1" --replays "$replays" >"$said" 2>&1 && grep -q "^figure: .* 0 of the program" "$said" && : >"$said.well"
    seconds=$(($(date +%s) - start))
    [ "$seconds" -le 20 ] || echo "selftest: $1 takes $seconds s: let it have fewer replays"' selftest '{}'
for program in "$@"; do
    said=$work/$(echo "$program" | tr / _).said
    if [ -f "$said.well" ]; then
        passed=$((passed + 1))
    else
        fail "$program fails:"
        cat "$said"
    fi
done

# ---- a call of the heap is found: in saxpy, each start allocates ----

start=$(nm -u "$builddir/out/saxpy/saxpy.o" | awk '$2 ~ /^vg_start_of_/ { print $2 }')
cat >"$work/planted.c" <<C
#include <stdlib.h>
int __real_$start(void *rt, unsigned graph);
int __wrap_$start(void *rt, unsigned graph);
int __wrap_$start(void *rt, unsigned graph)
{
    void *volatile memory = malloc(16);
    free(memory);
    return __real_$start(rt, graph);
}
C
saxpy=$builddir/out/saxpy
$CC -o "$work/planted" -Wl,--wrap="$start" "$work/planted.c" "$saxpy"/saxpy_selftest.o "$saxpy"/saxpy.o \
    "$saxpy"/saxpy_image.o "$builddir"/runtime/driver/selftest.o "$builddir"/runtime/driver/heap.o \
    "$builddir"/runtime/vg_*.o -Wl,--no-as-needed "$saxpy/libsaxpy_sim.so" \
    "$builddir/runtime/sim/libvgsim.so" -Wl,-rpath,"$(cd "$builddir" && pwd)/out/saxpy" \
    -Wl,-rpath,"$(cd "$builddir" && pwd)/runtime/sim" -ldl -lm || fail "the planted call does not link"
"$work/planted" --replays 10 >"$work/log" 2>&1
status=$?
# Three ways start a replay by its own function, each under three ways to wait; a malloc and a free each.
if [ $status -eq 1 ] && grep -q '^figure: calls of the heap during replays: 180 of the program' "$work/log"; then
    passed=$((passed + 1))
else
    fail "planted calls of the heap: status $status"
    cat "$work/log"
fi

# ---- what the objects of a program take from the C library ----

allowed='memcmp|memcpy|memmove|memset|strlen|clock_gettime|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_'
allowed="$allowed|strncmp|strcmp|strchr|strstr|mmap|munmap|clock_nanosleep" # the runtime's configuration, texts, memory and sleep
for object in "$builddir"/runtime/vg_*.o "$saxpy"/saxpy.o "$builddir"/out/feature_*/[a-z]*[a-z].o; do
    case $object in *_main.o | *_selftest.o | *_tune.o | *_test.o | *_faults.o | *_sim.*.o | */device_*.o) continue ;; esac
    found=$(nm -u "$object" | awk '{ print $2 }' | grep -Ev "^(cu[A-Z].*|vg_[a-z_]*_of_runtime_.*|.*_image.*|.*_constant.*|.*_modules|$allowed)\$")
    if [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        fail "$object uses" $found
    fi
done

# ---- system calls between the marks ----

# trace PROGRAM: files and devices belong to open and close. The CPU device has its own needs: memory, signals, threads.
trace() {
    # The marks go elsewhere: between two parts of a line they would hide it.
    strace -f -qq -o "$work/trace" "$1" --replays $replays --marks >"$work/log" 2>"$work/marks"
    ways=$(grep -c ' replays, calls of the heap: ' "$work/log")
    awk '/write\(2, "replays begin/ { inside = 1; marks++; next }
         /write\(2, "replays end/ { inside = 0; next }
         inside && match($0, /[a-z_0-9]+\(/) { calls[substr($0, RSTART, RLENGTH - 1)]++ }
         END { print marks + 0, "marks"; for (name in calls) print calls[name], name }' "$work/trace" |
        sort -k2 >"$work/calls"
    echo "system calls of $(basename "$1"), up to $replays replays in each of $ways ways on the CPU device:"
    grep -v ' marks$' "$work/calls" | sed 's/^/    /'
    if [ "$ways" -eq 0 ] || ! grep -q "^$ways marks\$" "$work/calls"; then
        fail "strace did not see the marks of $1"
    elif grep -Eq ' (open|openat|close|read|write|ioctl|clone|clone3|nanosleep|clock_nanosleep)$' "$work/calls"; then
        fail "a replay of $1 makes these system calls:"
        cat "$work/calls"
    else
        passed=$((passed + 1))
    fi
}

if command -v strace >/dev/null 2>&1 && strace -o /dev/null true 2>/dev/null; then
    trace "$saxpy/sim/saxpy_selftest"
    trace "$builddir/out/feature_batch/sim/batch_selftest" # the copying form, state, lanes
else
    echo "selftest: strace is not here: system calls not looked at"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
