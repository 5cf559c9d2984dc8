#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# style.sh: the house rules that a machine can check. Run from the build folder with srcdir set.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}"
failures=0
passes=0

fault() {
    echo "style: $*"
    failures=$((failures + 1))
}
rule() {
    [ "$failures" -eq "$before" ] && passes=$((passes + 1))
    before=$failures
}
before=0

# The files under the house rules: what git tracks, or, in a distribution, what is there.
files=$(cd "$srcdir" && { git ls-files 2>/dev/null | grep . ||
    find gen m4/vggen.m4 runtime templates kernels tests bootstrap configure.ac Makefile.am -type f; })

# 1. Layers of gen/ and runtime/sim/. 2. One user of libyaml, one that starts processes; emit and order raise no diagnostics.
# 3. A licence line at the top of every file that can hold one. 4. Files of one concept: about 500 lines.
# 5. No tabs in C, no trailing blanks, no C line wider than 120 columns (140 in tests/).
faults=$(cd "$srcdir" && echo "$files" | grep -E '\.(c|h|cu|cpp|in|sh|m4|ac|am|mk|md|yaml|awk)$|^bootstrap$|^\.ci/run$' |
    xargs awk -f tests/script/style.awk) || fault "style.awk fails"
for number in 1 2 3 4 5; do
    found=$(echo "$faults" | sed -n "s/^$number //p")
    if [ -n "$found" ]; then
        echo "$found" | sed 's/^/style: /'
        failures=$((failures + 1))
    fi
    rule
done

# 6. The runtime's external symbols carry its version, the emitted ones the program's name; no heap, no output.
if command -v nm >/dev/null 2>&1 && [ -f out/saxpy/saxpy.o ]; then
    for object in runtime/*.o; do
        nm -g --defined-only "$object" | awk '{ print $3 }' | grep -v '_of_runtime_[0-9_]*_0x' | sed "s|^|style: $object exports |" | grep . &&
            failures=$((failures + 1))
    done
    nm -g --defined-only out/saxpy/saxpy.o out/saxpy/saxpy_image.o | awk 'NF == 3 { print $3 }' | grep -v '^saxpy_\|^vg_program_of_runtime_' |
        sed "s|^|style: saxpy exports |" | grep . && failures=$((failures + 1))
    for object in runtime/*.o out/saxpy/saxpy.o out/saxpy/saxpy_image.o; do
        thread=none # an abort of NCCL's waits in a thread of its own
        case $object in *vg_nccl.o) thread='pthread_(create|join)' ;; esac
        nm -u "$object" | awk '{ print $2 }' | grep -vxE "$thread" |
            grep -E '^(malloc|calloc|realloc|free|printf|fprintf|puts|exit|abort|pthread_|v?snprintf)' |
            sed "s|^|style: $object uses |" | grep . && failures=$((failures + 1))
    done
fi
rule

# 7. The version stands in four places and is the same.
generator=$(sed -n 's/^#define VGGEN_VERSION "\(.*\)"/\1/p' "$srcdir/gen/base/version.h")
grep -q "^AC_INIT(\[vggen\], \[$generator\])" "$srcdir/configure.ac" || fault "gen/base/version.h and configure.ac disagree"
grep -qxF "#define VG_VERSION \"$generator\"" "$srcdir/runtime/vg_abi.h" || fault "gen/base/version.h and runtime/vg_abi.h disagree"
grep -q "^$generator, " "$srcdir/CHANGES" || fault "CHANGES has no section for $generator"
rule

# 8. Shell scripts are clean.
if command -v shellcheck >/dev/null 2>&1; then
    # shellcheck disable=SC2046
    (cd "$srcdir" && echo "$files" | grep -E '\.sh$|^bootstrap$|^\.ci/run$' |
        xargs shellcheck -s sh -S warning -e SC3013,SC2154,SC1091) || fault "shellcheck"
    rule
fi

# 9. VG_ABI and the sizes in runtime/vg_abi.h are those of the headers.
found=$(sh "$srcdir/tests/script/abi.sh") || fault "$found"
rule

echo "$passes passed, $failures failed"
[ "$failures" -eq 0 ]
