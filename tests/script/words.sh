#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# words.sh: no name of a program breaks what is emitted. Each identifier of the emitted files becomes the name of a program:
# vggen refuses it, or the output compiles without a warning.
# srcdir and builddir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${builddir:=.}"
vggen=$builddir/vggen
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -isystem $srcdir/runtime/sim/cuda -I$srcdir/runtime"
[ -x "$vggen" ] || { echo "words: no generator here"; exit 77; }

# Between them these have everything that an emitted file can have.
specs="$srcdir/tests/golden/mixer.yaml $srcdir/tests/features/switches.yaml $srcdir/tests/features/phases.yaml
    $srcdir/tests/golden/tally.yaml $srcdir/tests/features/seek.yaml $srcdir/tests/features/crossing.yaml
    $srcdir/tests/features/remembered.yaml $srcdir/tests/features/sharing.yaml
    $srcdir/tests/features/pool/smooth.yaml $srcdir/tests/features/lend.yaml $srcdir/tests/features/flight.yaml
    $srcdir/tests/features/tuned.yaml"

# emit NUMBER NAME FOLDER: the program of the spec with this number under another name, into the folder.
emit() {
    sed "s/^program: .*/program: $2/" "$work/src.$1/spec" >"$work/src.$1/${3##*/}.yaml"
    tune=
    ! grep -q '{.*tune:' "$work/src.$1/spec" || tune=--tune
    # shellcheck disable=SC2086
    "$vggen" "$work/src.$1/${3##*/}.yaml" -o "$3" --main --selftest $tune --image=none >"$3.log" 2>&1
}
# words_of FILE: the identifiers in a file that could be the name of a program and mean something else there.
words_of() {
    gcc -fpreprocessed -E -P -w "$1" | sed 's/"[^"]*"//g' | grep -o '[A-Za-z_][A-Za-z0-9_]*' |
        grep -v -i '^placeholder\|^x[0-9a-f]*u*$\|_lies_in_\|_has_\|_have_\|^[a-z]$' | sort -u
}

# The identifiers of each file that is compiled, with those of its header; and all of them.
number=0
for spec in $specs; do
    mkdir "$work/src.$number"
    cp "$(dirname "$spec")"/*.cu "$work/src.$number" 2>/dev/null
    cp "$spec" "$work/src.$number/spec"
    emit $number placeholder "$work/out" || { echo "words: $spec is not accepted:"; cat "$work/out.log"; exit 1; }
    words_of "$work/out/placeholder.h" >"$work/header"
    for file in .c _main.c _selftest.c _tune.c; do
        [ -f "$work/out/placeholder$file" ] || continue
        words_of "$work/out/placeholder$file" | sort -u - "$work/header" >"$work/has.$number$file"
    done
    number=$((number + 1))
done
sort -u "$work"/has.* >"$work/list"

# check_part N: the N-th part of the list; its counts and what failed in files of its own.
check_part() {
    accepted=0
    refused=0
    failed=0
    out=$work/out.$1
    while read -r word; do
        number=-1
        for spec in $specs; do
            number=$((number + 1))
            # A name breaks nothing in a file where nothing else is called so.
            files=
            for file in .c _main.c _selftest.c _tune.c; do
                [ -f "$work/has.$number$file" ] && grep -q -x "$word" "$work/has.$number$file" && files="$files $out/$word$file"
            done
            [ -n "$files" ] || continue
            if ! emit $number "$word" "$out"; then
                refused=$((refused + 1))
                break
            fi
            accepted=$((accepted + 1))
            # shellcheck disable=SC2086
            if ! gcc $flags $files >"$out/errors" 2>&1; then
                failed=$((failed + 1))
                echo "words: a program named '$word' ($spec) does not compile:"
                head -n 3 "$out/errors"
                break
            fi
        done
    done <"$work/list.$1"
    echo "$accepted $refused $failed" >"$work/counts.$1"
}

parts=$(nproc 2>/dev/null || echo 2)
awk -v list="$work/list" -v parts="$parts" '{ print >(list "." NR % parts) }' "$work/list"
part=0
while [ $part -lt "$parts" ]; do
    [ -f "$work/list.$part" ] && check_part $part &
    part=$((part + 1))
done
wait
cat "$work"/counts.* | awk -v names="$(wc -l <"$work/list")" '
    { accepted += $1; refused += $2; failed += $3 }
    END {
        printf "words: %d names, %d refused, %d accepted, %d fail\n", names, refused, accepted, failed
        exit failed > 0 || refused == 0 || accepted == 0 || refused + accepted < names
    }'
