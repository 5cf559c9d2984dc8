#!/bin/sh
# SPDX-License-Identifier: MIT
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
    find gen runtime templates kernels tests bootstrap configure.ac Makefile.am -type f; })

# 1. Layers: which folders of gen/ a file of each may include from, beside its own.
may_include() {
    case $1 in
    base) ;;
    spec) echo base ;;
    check | image) echo base spec ;;
    plan) echo base spec image ;;
    place) echo base plan ;;
    verify | emit) echo base spec image plan ;;
    report) echo base spec check image plan place verify emit ;;
    tasks) echo base spec check image ;;
    *) return 1 ;;
    esac
}
for file in $(echo "$files" | grep '^gen/.*/.*\.[ch]$'); do
    folder=$(echo "$file" | cut -d / -f 2)
    allowed=$(may_include "$folder") || fault "$file lies in a folder that the table does not name"
    for include in $(sed -n 's/^#include "\(.*\)"/\1/p' "$srcdir/$file"); do
        case " $folder $allowed " in
        *" ${include%%/*} "*) ;;
        *) fault "$file includes $include: $folder may include only: $folder $allowed" ;;
        esac
        case $folder:$include in # the proof shares nothing with what it proves
        verify:plan/plan.h) ;;
        verify:plan/*) fault "$file includes $include: of plan, verify knows plan.h only" ;;
        esac
    done
done
rule

# The same of the CPU device: the table of runtime/sim/README.md.
sim_may_include() {
    case $1 in
    base) ;;
    memory | image) echo base ;;
    graph) echo base memory image ;;
    kernel) echo base memory image graph ;;
    check) echo base memory image graph kernel ;;
    stream) echo base memory image graph check ;;
    calls) echo base memory image graph check stream ;;
    *) return 1 ;;
    esac
}
for file in $(echo "$files" | grep '^runtime/sim/.*/.*\.[ch]$' | grep -v '^runtime/sim/\(include\|cuda\)/'); do
    folder=$(echo "$file" | cut -d / -f 3)
    allowed=$(sim_may_include "$folder") || fault "$file lies in a folder that the table does not name"
    for include in $(sed -n 's/^#include "\(.*\/.*\)"/\1/p' "$srcdir/$file"); do
        case " $folder $allowed " in
        *" ${include%%/*} "*) ;;
        *) fault "$file includes $include: $folder may include only: $folder $allowed" ;;
        esac
    done
done
rule

# 2. One user of libyaml, one that starts processes; emit and order raise no diagnostics.
only() {
    pattern=$1
    shift
    for file in $(echo "$files" | grep '^gen/.*\.[ch]$'); do
        case " $* " in *" $file "*) continue ;; esac
        grep -Eq "$pattern" "$srcdir/$file" && fault "$file: '$pattern' belongs to $*"
    done
}
only '<yaml\.h>' gen/spec/tree.c
only '\<(fork|execv[pe]*|posix_spawnp?|system|popen)\(' gen/base/run.c
for file in $(echo "$files" | grep -E '^gen/(emit/|report/|plan/order|plan/traffic|place/search)[a-z_]*\.c$'); do
    grep -q 'diag_\(error\|warning\)' "$srcdir/$file" && fault "$file raises a diagnostic"
done
rule

# 3. A licence line at the top of every file that can hold one.
for file in $(echo "$files" | grep -E '\.(c|h|cu|cpp|in|sh|m4|ac|am|mk|md|yaml)$|^bootstrap$|^\.ci/run$'); do
    case $file in tests/bad*/* | tests/golden/* | tests/fuzz/corpus/*) continue ;; esac
    [ -s "$srcdir/$file" ] || continue
    case $file in
    gen/* | tests/* | bootstrap | .ci/run | configure.ac | Makefile.am | m4/* | *.md) licence='(MIT|0BSD)' ;;
    *) licence='0BSD' ;;
    esac
    head -n 3 "$srcdir/$file" | grep -Eq "SPDX-License-Identifier: $licence" || fault "$file: no SPDX line ($licence)"
done
rule

# 4. Files of one concept: about 500 lines.
for file in $(echo "$files" | grep -E '^(gen|runtime|templates|kernels|tests)/.*\.(c|h|cpp|cu|in|sh)$'); do
    case $file in tests/bad*/* | tests/golden/*) continue ;; esac
    lines=$(wc -l <"$srcdir/$file")
    [ "$lines" -le 600 ] || fault "$file has $lines lines"
done
rule

# 5. No tabs in C, no trailing blanks, nothing wider than 120 columns.
for file in $(echo "$files" | grep -E '^(gen|runtime|templates|kernels|tests)/.*\.(c|h|cpp|cu|in)$'); do
    case $file in tests/bad*/* | tests/golden/* | templates/init_makefile.in) continue ;; esac
    grep -n "$(printf '\t')" "$srcdir/$file" | head -n 1 | sed "s|^|style: $file: tab: |" | grep . && failures=$((failures + 1))
    grep -nE '[[:blank:]]+$' "$srcdir/$file" | head -n 1 | sed "s|^|style: $file: trailing blank: |" | grep . &&
        failures=$((failures + 1))
    awk 'length($0) > 140 { print FILENAME ": line " FNR " is wide"; exit 1 }' "$srcdir/$file" || failures=$((failures + 1))
done
rule

# 6. The runtime's external symbols carry the ABI number, the emitted ones the program's name; no heap, no output.
if command -v nm >/dev/null 2>&1 && [ -f out/saxpy/saxpy.o ]; then
    for object in runtime/*.o; do
        nm -g --defined-only "$object" | awk '{ print $3 }' | grep -v '^vg1_' | sed "s|^|style: $object exports |" | grep . &&
            failures=$((failures + 1))
    done
    nm -g --defined-only out/saxpy/saxpy.o out/saxpy/saxpy_image.o | awk 'NF == 3 { print $3 }' | grep -v '^saxpy_' |
        sed "s|^|style: saxpy exports |" | grep . && failures=$((failures + 1))
    for object in runtime/*.o out/saxpy/saxpy.o out/saxpy/saxpy_image.o; do
        nm -u "$object" | awk '{ print $2 }' |
            grep -E '^(malloc|calloc|realloc|free|printf|fprintf|puts|exit|abort|pthread_|v?snprintf)' |
            sed "s|^|style: $object uses |" | grep . && failures=$((failures + 1))
    done
fi
rule

# 7. The version stands in two places and is the same.
generator=$(sed -n 's/^#define VGGEN_VERSION "\(.*\)"/\1/p' "$srcdir/gen/base/version.h")
grep -q "^AC_INIT(\[vggen\], \[$generator\])" "$srcdir/configure.ac" || fault "gen/base/version.h and configure.ac disagree"
rule

# 8. Shell scripts are clean.
if command -v shellcheck >/dev/null 2>&1; then
    for file in $(echo "$files" | grep -E '\.sh$|^bootstrap$|^\.ci/run$'); do
        shellcheck -s sh -S warning -e SC3013,SC2154,SC1091 "$srcdir/$file" || failures=$((failures + 1))
    done
    rule
fi

echo "$passes passed, $failures failed"
[ "$failures" -eq 0 ]
