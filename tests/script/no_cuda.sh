#!/bin/sh
# SPDX-License-Identifier: MIT
# no_cuda.sh: compiled with -DVG_WITHOUT_CUDA, runtime and programs have the same functions, need neither cuda.h nor a driver,
# and every call answers VG_NO_CUDA. Run from the build folder; srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
flags="-std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -DVG_WITHOUT_CUDA -I$srcdir/runtime"

functions() {
    nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u
}

# without SOURCE: compiles it without CUDA.
without() {
    # shellcheck disable=SC2086
    if $CC $flags -I"$(dirname "$1")" -c -o "$work/$(basename "$1" .c).o" "$1"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

# lacks NAME WITH WITHOUT: files of functions; those that only the first has must be internal to the runtime.
internal=$(sed -n 's/^#define [a-z_]* \(vg1_[a-z_0-9]*\).*/\1/p' "$srcdir/runtime/vg_impl.h" | tr '\n' ' ')
lacks() {
    for symbol in $(comm -23 "$2" "$3" | tr '\n' ' '); do
        case " $internal " in
        *" $symbol "*) ;;
        *)
            echo "no_cuda: $1 lacks $symbol"
            failed=$((failed + 1))
            ;;
        esac
    done
}

# The runtime, by the list of files that every build has: vg_none.c has all functions that need CUDA elsewhere.
for source in "$srcdir"/runtime/vg_*.c; do
    without "$source"
done
functions "$builddir"/runtime/vg_*.o >"$work/with"
functions "$work"/vg_*.o >"$work/without"
lacks "the runtime" "$work/with" "$work/without"
[ -s "$work/with" ] || failed=$((failed + 1))

for with in "$builddir"/out/saxpy/saxpy.o "$builddir"/out/feature_lanes/lanes.o \
    "$builddir"/out/feature_copying/copying.o "$builddir"/out/feature_knobs/knobs.o \
    "$builddir"/out/feature_seek/seek.o; do
    without "${with%.o}.c"
    functions "$with" >"$work/with"
    functions "$work/$(basename "$with")" >"$work/without"
    lacks "$(basename "$with" .o)" "$work/with" "$work/without"
done

# Who writes the status where the macro belongs gets what he means.
# shellcheck disable=SC2086
if $CC -DVG_NO_CUDA -I"$srcdir/runtime" -c -o "$work/meant.o" "$srcdir/runtime/vg_none.c" &&
    functions "$work/meant.o" | grep -q vg1_open && rm "$work/meant.o"; then
    passed=$((passed + 1))
else
    echo "no_cuda: -DVG_NO_CUDA is not taken for -DVG_WITHOUT_CUDA"
    failed=$((failed + 1))
fi

cat >"$work/app.c" <<'C'
#include "copying.h"
#include "knobs.h"
#include "lanes.h"
#include "saxpy.h"
#include "seek.h"
#include <stdio.h>
static unsigned failed, passed;
#define NO_CUDA(call) \
    do { \
        if ((call) == VG_NO_CUDA) \
            passed++; \
        else \
            failed++, printf("no_cuda: %s answers something else\n", #call); \
    } while (0)
static saxpy s;
static lanes l;
static knobs k;
static copying c;
static seek q;
int main(void)
{
    vg_times times;
    copying_in in = {0};
    copying_out out = {0};
    char text[200];
    NO_CUDA(saxpy_open(&s, NULL, NULL));
    (void)vg_detail_text(saxpy_detail(&s), text, sizeof text);
    puts(text);
    NO_CUDA(saxpy_start(&s));
    NO_CUDA(saxpy_poll(&s));
    NO_CUDA(saxpy_finish(&s, VG_FOREVER));
    NO_CUDA(saxpy_replay(&s));
    NO_CUDA(saxpy_replay_timed(&s, &times));
    NO_CUDA(saxpy_close(&s));
    NO_CUDA(lanes_open(&l, NULL, NULL));
    NO_CUDA(lanes_replay(&l, 2));
    NO_CUDA(lanes_reset(&l, 1));
    NO_CUDA(lanes_close(&l));
    NO_CUDA(knobs_open(&k, NULL, NULL));
    NO_CUDA(knobs_replay(&k));
    NO_CUDA(knobs_close(&k));
    NO_CUDA(copying_open(&c, NULL, NULL));
    if (copying_call(&c, &in, &out) == VG_OK)
        failed++;
    NO_CUDA(copying_close(&c));
    NO_CUDA(seek_open(&q, NULL, NULL));
    NO_CUDA(seek_replay(&q));
    NO_CUDA(seek_close(&q));
    return failed == 0 && passed == 19 && saxpy_x(&s) == NULL ? 0 : 1;
}
C
# shellcheck disable=SC2086
if $CC $flags -I"$builddir/out/saxpy" -I"$builddir/out/feature_lanes" -I"$builddir/out/feature_copying" \
    -I"$builddir/out/feature_knobs" -I"$builddir/out/feature_seek" -o "$work/app" "$work/app.c" "$work"/*.o "$builddir"/out/saxpy/saxpy_image.o \
    "$builddir"/out/feature_lanes/lanes_image.o "$builddir"/out/feature_copying/copying_image.o \
    "$builddir"/out/feature_knobs/knobs_image.o "$builddir"/out/feature_seek/seek_image.o && "$work/app"; then
    passed=$((passed + 1))
else
    echo "no_cuda: the application does not build without a driver, or a call answers something else"
    failed=$((failed + 1))
fi

# The driver says why there is nothing to run, the self-test that there is no device.
driver=$srcdir/runtime/driver
mkdir "$work/tools"
rm -f "$work/refused.o" "$work"/lanes.o "$work"/copying.o "$work"/knobs.o "$work"/seek.o
# shellcheck disable=SC2086
if $CC $flags -I"$builddir/out/saxpy" -o "$work/tools/main" "$builddir/out/saxpy/saxpy_main.c" "$driver/driver.c" \
    "$driver/arguments.c" "$driver/npy.c" "$driver/values.c" "$work"/*.o "$builddir"/out/saxpy/saxpy_image.o -lm; then
    said=$("$work/tools/main" 2>&1)
    [ $? -eq 1 ] && [ "${said#saxpy_main: open failed: VG_NO_CUDA}" != "$said" ]
else
    false
fi && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "no_cuda: the driver does not build, or says: $said"; }
# shellcheck disable=SC2086
if $CC $flags -I"$builddir/out/saxpy" -o "$work/tools/selftest" "$builddir/out/saxpy/saxpy_selftest.c" \
    "$driver/selftest.c" "$driver/heap.c" "$work"/*.o "$builddir"/out/saxpy/saxpy_image.o -ldl; then
    said=$("$work/tools/selftest" 2>&1)
    [ $? -eq 77 ] && [ "$said" = "no device here" ]
else
    false
fi && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "no_cuda: the self-test does not build, or says: $said"; }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
