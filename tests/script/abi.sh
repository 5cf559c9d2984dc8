#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# abi.sh [--update]: VG_ABI in runtime/vg_abi.h is what the headers of the runtime, its driver and its library calls give, and the sizes
# there are those of the structs; VGSIM_ABI likewise for kernels of the CPU device. --update writes them, after a change
# of a header or a conflict in vg_abi.h. srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${CC:=cc}"
runtime=$srcdir/runtime
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

# hash VERSION FILE…: seven digits over what the files declare, without comments and however it is broken into lines.
hash() {
    version=$1
    shift
    {
        echo "$version"
        for file in "$@"; do
            echo "${file##*/}"
            awk 'BEGIN { RS = "\001" }
                {
                    gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, " ")
                    gsub(/(VGSIM_ABI |_of_cpu_device_)0x[0-9a-f]+/, "")
                    gsub(/[ \t\n]+/, " ")
                    print
                }' "$file"
        done
    } | sha256sum | cut -c1-7
}

version=$(sed -n 's/^#define VGGEN_VERSION "\(.*\)"/\1/p' "$srcdir/gen/base/version.h")
# shellcheck disable=SC2046
abi=0x$(hash "$version" $(find "$runtime" "$runtime/driver" "$runtime/library" -maxdepth 1 -name '*.h' ! -name vg_abi.h | sort))
sim=0x$(hash "" "$runtime/sim/vgsim.h" "$runtime/sim/vgsim_abi.h")

# Numbers and versions, wherever the lines name them.
mkdir "$work/driver" "$work/library" "$work/sim"
cp "$runtime"/*.h "$work"
cp "$runtime"/driver/*.h "$work/driver"
cp "$runtime"/library/*.h "$work/library"
name=$(echo "$version" | tr .- __)
sed -e "s/0x[0-9a-f]\{7\}\>/$abi/g" -e "s/\(vggen\( runtime\)\{0,1\} \)[0-9][^ ,]*\([ ,]\)/\1$version\3/g" \
    -e "s/_of_runtime_.*_0x/_of_runtime_${name}_0x/" -e "s/^\(#define VG_VERSION\) .*/\1 \"$version\"/" \
    -e '/^#define VG_SIZE_/d' "$runtime/vg_abi.h" >"$work/written"
sed "s/^\(#define VGSIM_ABI\) .*/\1 $sim/; s/\(_of_cpu_device_\)0x[0-9a-f]*/\1$sim/" "$runtime/sim/vgsim.h" >"$work/sim/vgsim.h"

# The sizes, by a program that has all that are asserted.
structs=$(sed -n 's/^VG_HAS_SIZE(\(.*\));$/\1/p' "$runtime"/*.h | sort -u)
{
    cat "$work/written"
    for struct in $structs; do
        echo "#define VG_SIZE_$struct sizeof($struct)"
    done
} >"$work/vg_abi.h"
{
    echo '#include "vg_program.h"'
    echo '#include <stdio.h>'
    echo 'int main(void) {'
    for struct in $structs; do
        echo "puts(\"\"); printf(\"#define VG_SIZE_$struct %zu\", sizeof($struct));"
    done
    echo 'return 0; }'
} >"$work/sizes.c"
$CC -std=c99 -w -I"$work" -o "$work/sizes.out" "$work/sizes.c" && "$work/sizes.out" | grep . >"$work/sizes" || exit 1
sed "/^\/\* Bytes of the structs/r $work/sizes" "$work/written" >"$work/vg_abi.h"

# same FILE WANTED
same() {
    if [ "${update-}" ] && ! cmp -s "$1" "$2"; then
        cp "$2" "$1" && chmod u+w "$1"
    fi
    if cmp -s "$1" "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "abi: $1 is not what the headers give (tests/script/abi.sh --update writes it):"
        diff -u "$1" "$2" | sed -n '3,20p'
    fi
}
[ "${1-}" = --update ] && update=yes
same "$runtime/vg_abi.h" "$work/vg_abi.h"
same "$runtime/sim/vgsim.h" "$work/sim/vgsim.h"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
