#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# lint.sh: every golden and the whole runtime have no finding of clang-tidy (cert, bugprone, concurrency, braces), of gcc's analyzer,
# or of the warnings that compile.sh leaves out, as C23 and C++23, by gcc and by clang. srcdir, builddir and VGGEN come
# from make. About 25 s of one core.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0
# What is left out, and why:
#   easily-swappable-parameters: blocks and threads of a launch are six numbers
#   macro-parentheses: the types and lists of parameters of rule 20.7 in runtime/DEVIATIONS.md
#   reserved-identifier, dcl37, dcl51: _POSIX_C_SOURCE and its like
#   suspicious-memory-comparison, exp42, flp37: bytes of settings and inputs are compared on purpose
# And braces, which misra.sh misses where a statement without them stands on the line of its `if`.
checks='-*,cert-*,bugprone-*,concurrency-*,readability-braces-around-statements,-bugprone-easily-swappable-parameters,-bugprone-reserved-identifier,-cert-dcl37-c'
checks="$checks,-cert-dcl51-cpp,-bugprone-macro-parentheses,-bugprone-suspicious-memory-comparison,-cert-exp42-c,-cert-flp37-c"
both="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Wfloat-equal -Wdouble-promotion -Wformat=2
    -Wnull-dereference -Wvla -Wwrite-strings -Wswitch-default -Werror"
gnu="-Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wcast-align=strict -Walloca -Wstack-usage=2048"
in_c="-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wnested-externs -Wredundant-decls"
# Not in -Weverything: padding; macros that guard; names that C has reserved, see above; enums of the driver's of which some words are handled.
clangs="-Weverything -Wno-padded -Wno-reserved-macro-identifier -Wno-reserved-identifier -Wno-switch-enum -Wno-covered-switch-default
    -Wno-bad-function-cast -Wno-declaration-after-statement -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Wno-pre-c2x-compat -Wno-unused-macros -Werror"
clangs_cpp="$clangs -Wno-c++98-compat-pedantic -Wno-old-style-cast -Wno-zero-as-null-pointer-constant -Wno-deprecated"

programs="blend cg control crossing equalizer fold mixer radar reach saxpy seek shapes sonar sorter tally"
runtime=$(cd "$srcdir/runtime" && printf '%s\n' vg_*.c | sed '/vg_none/d; s/\.c$//')
files=
for name in $programs; do
    spec=$srcdir/tests/golden/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/kernels/$name/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/tests/features/$name.yaml
    "$VGGEN" "$spec" -o "$work" --image=none >"$work/log" 2>&1 || { head -n 5 "$work/log"; exit 1; }
    files="$files $work/$name.c $work/${name}_image.c"
done
cp "$srcdir/runtime/vg_driver.c" "$work/found_later.c" # as it is with VG_DLOPEN
sed -i '1s|^|#define VG_DLOPEN\n|' "$work/found_later.c"
for name in $runtime; do
    files="$files $srcdir/runtime/$name.c"
done
include="-I$work -I$srcdir/runtime -isystem $srcdir/runtime/sim/cuda"

# clean WHAT COMMAND…: it says nothing about any file.
clean() {
    what=$1
    shift
    for file in $files; do
        if "$@" "$file" >"$work/log" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "lint: $(basename "$file"): $what:"
            grep -E 'warning|error' "$work/log" | head -n 5
        fi
    done
}
# have COMMAND…
have() {
    echo 'int a;' >"$work/try.c"
    "$@" "$work/try.c" >"$work/log" 2>&1
}
# shellcheck disable=SC2086
{
    # Of vg_driver.c gcc 12 takes the address that it copies a function's from for one that nobody set.
    have gcc -fanalyzer -fsyntax-only && clean "gcc's analyzer" gcc -std=c99 -fanalyzer -Werror $include -c -o "$work/object"
    files="$files $work/found_later.c"
    have gcc -std=c2x -fsyntax-only && clean "gcc as C23" gcc -std=c2x -O1 $both $gnu $in_c $include -c -o "$work/object"
    have g++ -x c++ -std=c++2b -fsyntax-only && clean "g++ as C++23" g++ -x c++ -std=c++2b $both -Wlogical-op $include -fsyntax-only
    have clang -std=c2x -fsyntax-only && clean "clang as C23" clang -std=c2x $clangs $include -fsyntax-only
    have clang++ -x c++ -std=c++2b -fsyntax-only && clean "clang++ as C++23" clang++ -x c++ -std=c++2b $clangs_cpp $include -fsyntax-only
    if command -v clang-tidy >/dev/null 2>&1; then
        clang-tidy --quiet --warnings-as-errors='*' --header-filter='.*' --checks="$checks" $files -- -std=c99 $include >"$work/found" 2>"$work/log"
        grep -E '(warning|error):' "$work/found" | sed 's/^/lint: clang-tidy: /'
        if grep -qE '(warning|error):' "$work/found"; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
    fi
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
