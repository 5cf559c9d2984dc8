#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# vendor.sh: the runtime, copied beside a program's files, is built by the commands of runtime/README.md, and what comes out
# runs on the CPU device; and the files that it says may be left out are not missed where nothing calls them.
# srcdir, builddir and CC come from make.
set -u
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
headers=$(cd "$srcdir" && pwd)/runtime/sim/cuda
device=$(cd "$builddir" && pwd)/runtime/sim
kernels=$(cd "$builddir" && pwd)/out/saxpy
tuned=$(cd "$builddir" && pwd)/out/feature_tuned # which leaves blocks open

expect() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "vendor: $2"
        cat "$work/log"
    fi
}

cp "$srcdir"/runtime/vg_*.[ch] "$kernels"/saxpy*.[ch] "$tuned"/tuned*.[ch] "$work" && cp -r "$srcdir/runtime/driver" "$work" || exit 99
cat >"$work/app.c" <<'C'
#include "saxpy.h"
static saxpy p;
int main(void)
{
    if (saxpy_open(&p, NULL, NULL) != VG_OK || saxpy_replay(&p) != VG_OK)
        return 1;
    return saxpy_close(&p) == VG_OK ? 0 : 1;
}
C

# The README's commands, one a line, for this program and the CPU device.
sed -n '/^```$/,/^```$/p' "$srcdir/runtime/README.md" | sed -e ':join' -e '/\\$/{N;s/\\\n *//;b join' -e '}' |
    grep '^cc ' >"$work/said"
sed -e '/fir_tune/s/\<fir/tuned/g' -e 's/\<fir/saxpy/g' -e "s|\$CUDA_HOME/include|$headers|" \
    -e "s|-lcuda|-Wl,--no-as-needed $kernels/libsaxpy_sim.so $device/libvgsim.so -Wl,-rpath,$kernels:$device|" \
    "$work/said" | sed "/tuned_tune/{s|$kernels|$tuned|g;s/libsaxpy/libtuned/;}" >"$work/commands"
sed -i "/-DVG_DLOPEN/{s|-DVG_DLOPEN|& -DVG_DRIVER_LIBRARY='\"libvgsim.so\"'|;s|-o app |-o found |;s|-ldl|& -Wl,--no-as-needed $kernels/libsaxpy_sim.so $device/libvgsim.so -Wl,-rpath,$kernels:$device|;}" "$work/commands"
: >"$work/log"
[ "$(wc -l <"$work/commands")" -eq 5 ]
expect $? "runtime/README.md has other commands than this test knows"
while read -r command; do
    # The shell has to see the pattern vg_*.c in the folder itself.
    (cd "$work" && eval "$CC ${command#cc }") >"$work/log" 2>&1
    expect $? "this fails: $command"
done <"$work/commands"
(cd "$work" && ./a.out && ./found && ./saxpy_main --replays 2 && ./saxpy_selftest --replays 10 &&
    ./tuned_tune --rounds 1 --replays 1 --warm-up 0) >"$work/log" 2>&1
expect $? "what the README builds does not run:"

# What its table lists as the core, and vg_control.c, which programmatic edges need.
core=$(sed -n '/^| \*\*core/,/^| \*\*further/s/^| `\(vg_[a-z]*\.c\)`.*/\1/p' "$srcdir/runtime/README.md" | tr '\n' ' ')
# shellcheck disable=SC2086
(cd "$work" && $CC -std=c99 -O2 -ffunction-sections -Wl,--gc-sections -I. -isystem "$headers" app.c saxpy.c saxpy_image.c \
    $core vg_control.c -Wl,--no-as-needed "$kernels/libsaxpy_sim.so" "$device/libvgsim.so" \
    -Wl,-rpath,"$kernels:$device" && ./a.out) >"$work/log" 2>&1
expect $? "with '$core' alone a program that only replays does not build or run:"
# Every file stands in the table.
for file in "$srcdir"/runtime/vg_*; do
    grep -q "^| \`.*$(basename "$file")\`.* |" "$srcdir/runtime/README.md" || echo "$file"
done >"$work/log"
[ ! -s "$work/log" ]
expect $? "runtime/README.md does not list:"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
