#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh: no name of a program breaks what is emitted. Each identifier of the emitted files becomes the name of a program:
# vggen refuses it, or the output compiles without a warning.
# srcdir and builddir come from make.
set -u
: "${srcdir:=$(dirname "$0")/..}"
: "${builddir:=.}"
vggen=$builddir/vggen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -isystem $srcdir/runtime/sim/cuda -I$srcdir/runtime"
[ -x "$vggen" ] || { echo "words: no generator here"; exit 77; }

# Between them these have everything that an emitted file can have.
specs="$srcdir/tests/golden/mixer.yaml $srcdir/tests/features/switches.yaml $srcdir/tests/features/phases.yaml
    $srcdir/tests/golden/tally.yaml $srcdir/tests/features/seek.yaml"

# emit SPEC NAME: SPEC's program under another name, into $work/out.
emit() {
    rm -rf "$work/out"
    mkdir "$work/out"
    cp "$(dirname "$1")"/*.cu "$work/out" 2>/dev/null
    sed "s/^program: .*/program: $2/" "$1" >"$work/out/spec.yaml"
    "$vggen" "$work/out/spec.yaml" -o "$work/out" --main --selftest --image=none >"$work/log" 2>&1
}

for spec in $specs; do
    emit "$spec" placeholder || { echo "words: $spec is not accepted:"; cat "$work/log"; exit 1; }
    for file in "$work"/out/placeholder.h "$work"/out/placeholder*.c; do
        gcc -fpreprocessed -E -P -w "$file"
    done
done | sed 's/"[^"]*"//g' | grep -o '[A-Za-z_][A-Za-z0-9_]*' |
    grep -v -i '^placeholder\|^x[0-9a-f]*u*$\|_lies_in_\|_has_\|_have_\|^[a-z]$' | LC_ALL=C sort -u >"$work/list"

accepted=0
refused=0
failed=0
while read -r word; do
    for spec in $specs; do
        if ! emit "$spec" "$word"; then
            refused=$((refused + 1))
            break
        fi
        accepted=$((accepted + 1))
        # shellcheck disable=SC2086
        if ! gcc $flags "$work/out/$word.c" "$work/out/${word}_main.c" "$work/out/${word}_selftest.c" >"$work/errors" 2>&1; then
            failed=$((failed + 1))
            echo "words: a program named '$word' ($spec) does not compile:"
            head -n 3 "$work/errors"
            break
        fi
    done
done <"$work/list"
echo "words: $(wc -l <"$work/list") names, $refused refused, $accepted accepted, $failed fail"
[ "$failed" -eq 0 ] && [ "$refused" -gt 0 ] && [ "$accepted" -gt 0 ]
