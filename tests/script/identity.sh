#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# identity.sh: programs, runtime, driver and CPU device are of one version or do not compile and link, and compiler and
# linker name both versions; programs of two versions, each with its runtime, run in one binary; who made what is found
# in the binary and is true; hosts that cannot do it are refused in words. The other version is this one with another
# number. srcdir, builddir, CC, IMAGE and NVCC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}" "${VGGEN:=./vggen}"
srcdir=$(cd "$srcdir" && pwd)
builddir=$(cd "$builddir" && pwd)
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
version=$(sed -n 's/^#define VG_VERSION "\(.*\)"/\1/p' "$srcdir/runtime/vg_abi.h")
abi=$(sed -n 's/^#define VG_ABI //p' "$srcdir/runtime/vg_abi.h")
here=_of_runtime_$(echo "$version" | tr .- __)_$abi
there=_of_runtime_9_8_7_0x7654321
sim_cuda=$srcdir/runtime/sim/cuda
links="-Wl,--no-as-needed $builddir/out/saxpy/libsaxpy_sim.so $builddir/out/feature_tuned/libtuned_sim.so \
    $builddir/runtime/sim/libvgsim.so -Wl,-rpath,$builddir/out/saxpy:$builddir/out/feature_tuned:$builddir/runtime/sim"

# holds WHAT COMMAND…
holds() {
    what=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "identity: $what"
        head -n 5 "$work/log"
    fi
}

# refused WORDS… : the last command failed, and its output has all of these.
refused() {
    [ $status -ne 0 ] || return 1
    for words in "$@"; do
        grep -q -F -e "$words" "$work/log" || { echo "no '$words'"; return 1; }
    done
}

try() {
    "$@" >"$work/log" 2>&1
    status=$?
}

# ---- this version and another one ----

mkdir "$work/here" "$work/there"
for side in here there; do
    cp "$srcdir"/runtime/vg_*.[ch] "$work/$side"
    cp -r "$srcdir/runtime/driver" "$work/$side"
done
cp "$builddir"/out/saxpy/saxpy*.[ch] "$work/here"
cp "$builddir"/out/feature_tuned/tuned.[ch] "$builddir"/out/feature_tuned/tuned_image.c "$work/there"
sed -i -e "s/$here/$there/; s/$(echo "$version" | sed 's/[.]/[.]/g')/9.8.7/g; s/$abi/0x7654321/g" "$work/there/vg_abi.h"
sed -i -e "s/\(VG_ABI != \|its runtime \|runtime [0-9.]* \)$abi/\10x7654321/; s/vggen $version/vggen 9.8.7/" "$work/there"/tuned.[ch]
for side in here there; do
    (cd "$work/$side" && try $CC -std=c99 -O1 -c -w -ffunction-sections -I. -isystem "$sim_cuda" ./*.c driver/driver.c &&
        [ $status -eq 0 ]) || { head -n 20 "$work/log"; exit 1; }
done

# ---- the compiler ----

printf '#include "here/vg_rt.h"\n#include "there/vg_rt.h"\n' >"$work/both.c"
try $CC -std=c99 -fsyntax-only -I"$work" "$work/both.c"
holds "two versions in one translation unit" refused "two versions of the runtime in one translation unit" \
    "vggen 9.8.7, 0x7654321" "vggen $version, $abi"
printf '#include "saxpy.h"\n' >"$work/mixed.c"
try $CC -std=c99 -fsyntax-only -I"$work/there" -iquote "$builddir/out/saxpy" "$work/mixed.c"
holds "a program with the headers of another runtime" refused "saxpy.h is of vggen $version, for its runtime $abi" \
    "vg_rt.h is of vggen 9.8.7, 0x7654321"
for flag in -fshort-enums -fpack-struct; do
    try $CC -std=c99 -fsyntax-only $flag -I"$work/here" "$work/mixed.c"
    holds "another layout by $flag" refused "has_another_size"
done
# What a compiler for such hosts defines.
printf '#include "vg_rt.h"\n' >"$work/host.c"
try $CC -std=c99 -ffreestanding -fsyntax-only -I"$work/here" -U__UINTPTR_MAX__ -D__UINTPTR_MAX__=0xffffffffU "$work/host.c"
holds "a host with 32 bits" refused "need a host with pointers of 64 bits"
try $CC -std=c99 -fsyntax-only -I"$work/here" -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ "$work/host.c"
holds "a big-endian host" refused "need a little-endian host"
if [ "$(uname -m)" = x86_64 ]; then
    try $CC -std=c99 -ffreestanding -fsyntax-only -m32 -I"$work/here" "$work/host.c"
    holds "-m32" refused "need a host with pointers of 64 bits"
fi

# ---- the linker ----

# shellcheck disable=SC2086
link() {
    output=$1
    shift
    try $CC -o "$work/$output" "$@" $links -ldl -lm
}
cat >"$work/app.c" <<'C'
#include "saxpy.h"
static saxpy p;
int main(void)
{
    return saxpy_open(&p, NULL, NULL) != VG_OK || saxpy_replay(&p) != VG_OK || saxpy_close(&p) != VG_OK;
}
C
$CC -std=c99 -c -w -I"$work/here" -o "$work/app.o" "$work/app.c" || exit 1
saxpy="$work/here/saxpy.o $work/here/saxpy_image.o"
tuned="$work/there/tuned.o $work/there/tuned_image.o"
# shellcheck disable=SC2086
link right "$work/app.o" $saxpy "$work"/here/vg_*.o
holds "saxpy does not link with its runtime" [ $status -eq 0 ]
holds "saxpy does not run with its runtime" "$work/right"
# shellcheck disable=SC2086
link wrong "$work/app.o" $saxpy "$work"/there/vg_*.o
holds "the runtime of another version" refused "vg_open$here" "vg_program$there"
# Each file that the program needs and that needs others, alone.
for object in rt open config memory load trace timed step profile; do
    rest=$(find "$work/here" -name 'vg_*.o' ! -name "vg_$object.o")
    # shellcheck disable=SC2086
    link wrong "$work/app.o" $saxpy $rest "$work/there/vg_$object.o"
    holds "vg_$object.o of another version" refused "$here" "$there"
done
# shellcheck disable=SC2086
link wrong "$work/here/saxpy_main.o" $saxpy "$work"/here/vg_*.o "$work"/there/driver.o
holds "the driver of another version" refused "vg_driver_main$here" "$there"

# ---- two versions in one binary ----

cat >"$work/other.c" <<'C'
#include "tuned.h"
static tuned p;
int other(void);
int other(void)
{
    return tuned_open(&p, NULL, NULL) != VG_OK || tuned_replay(&p) != VG_OK || tuned_close(&p) != VG_OK;
}
C
cat >"$work/first.c" <<'C'
#include "saxpy.h"
static saxpy p;
int other(void);
int main(void)
{
    if (saxpy_open(&p, NULL, NULL) != VG_OK || saxpy_replay(&p) != VG_OK) {
        return 1;
    }
    return other() != 0 || saxpy_replay(&p) != VG_OK || saxpy_close(&p) != VG_OK;
}
C
$CC -std=c99 -c -w -I"$work/here" -o "$work/first.o" "$work/first.c" || exit 1
$CC -std=c99 -c -w -I"$work/there" -o "$work/other.o" "$work/other.c" || exit 1
# shellcheck disable=SC2086
link both "$work/first.o" "$work/other.o" $saxpy $tuned "$work"/here/vg_*.o "$work"/there/vg_*.o
holds "programs of two versions do not link" [ $status -eq 0 ]
holds "programs of two versions do not run" "$work/both"

# ---- what is found in a binary ----

# shellcheck disable=SC2086
link small -Wl,--gc-sections -s "$work/first.o" "$work/other.o" $saxpy $tuned "$work"/here/vg_*.o "$work"/there/vg_*.o
grep -a -o 'vggen [ -~]*' "$work/small" >"$work/texts"
stamp=$(sed -n 's/^#define VGGEN_saxpy_STAMP //p' "$work/here/saxpy.h")
runtime=$(cd "$srcdir/runtime" && sha256sum vg_*.[ch] | sha256sum | cut -d' ' -f1)
spec=$(sha256sum <"$srcdir/kernels/saxpy/saxpy.yaml" | cut -d' ' -f1)
toolkit=none
[ "${IMAGE---nvcc}" = --image=none ] || toolkit=$("${NVCC:-nvcc}" --version | sed -n 's/.*, V\([0-9.]*\)$/\1/p')
holds "the program's text is not found, or is not true" \
    grep -q "^vggen $version program saxpy run $stamp spec sha256:$spec toolkit $toolkit runtime $version $abi sha256:$runtime\$" "$work/texts"
holds "the other program's text is not found" grep -q "^vggen 9.8.7 program tuned .* runtime .* 0x7654321 sha256:" "$work/texts"
holds "the runtime's text is not found" grep -q "^vggen runtime $version $abi\$" "$work/texts"
holds "the other runtime's text is not found" grep -q "^vggen runtime 9.8.7 0x7654321\$" "$work/texts"

if command -v gdb >/dev/null 2>&1; then
    gdb -batch -ex 'print (char *)&saxpy_vg_identity' "$work/both" >"$work/log" 2>&1
    holds "a debugger does not show the program's text" grep -q "\"vggen $version program saxpy" "$work/log"
fi
# Two folders of one version: the runtime of one of them, and the linker refuses both.
# shellcheck disable=SC2086
link twice "$work/app.o" $saxpy "$work"/here/vg_*.o "$work/here/vg_rt.o"
holds "the same runtime twice" refused "multiple definition" "vg_start$here"

# ---- the CPU device ----

mkdir "$work/device"
device=$(sed -n 's/^#define VGSIM_ABI //p' "$srcdir/runtime/sim/vgsim.h")
sed "s/$device/0x7654321/" "$srcdir/runtime/sim/vgsim.h" >"$work/device/vgsim.h"
printf '#include <vgsim.h>\nint main(void)\n{\n    vgsim_register_kernel(0);\n    return 0;\n}\n' >"$work/kernels.c"
for side in "$work/device" "$srcdir/runtime/sim"; do
    $CC -std=c99 -w -c -I"$side" -o "$work/kernels.o" "$work/kernels.c"
    try $CC -o "$work/kernels" "$work/kernels.o" "$builddir/runtime/sim/libvgsim.so"
    [ "$side" != "$work/device" ] || holds "kernels for another CPU device" refused "vgsim_register_kernel_of_cpu_device_0x7654321"
done
holds "kernels for this CPU device do not link" [ $status -eq 0 ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
