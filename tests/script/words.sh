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
    [ ! -f "$work/src.$1/tuned" ] || tune=--tune
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
    ! grep -q '{.*tune:' "$spec" || : >"$work/src.$number/tuned"
    emit $number placeholder "$work/out" || { echo "words: $spec is not accepted:"; cat "$work/out.log"; exit 1; }
    words_of "$work/out/placeholder.h" >"$work/header"
    for file in .c _main.c _selftest.c _tune.c; do
        [ -f "$work/out/placeholder$file" ] || continue
        words_of "$work/out/placeholder$file" | sort -u - "$work/header" >"$work/has.$number$file"
    done
    number=$((number + 1))
done
# One line for each name and spec: "name number .c _main.c", the files where something is called so.
for has in "$work"/has.*; do
    file=${has##*/has.}
    sed "s/\$/ ${file%%[._]*} ${file#"${file%%[._]*}"}/" "$has"
done | sort -k1,1 -k2,2n | awk '
    { key = $1 " " $2; if (key != last) { if (last != "") print line; line = key } line = line " " $3; last = key }
    END { print line }' >"$work/list"

# check_part N: the N-th part of the list; its counts and what failed in files of its own.
check_part() {
    accepted=0
    refused=0
    failed=0
    settled=
    part=$1
    out=$work/out.$part
    while read -r word number files; do
        [ "$word" != "$settled" ] || continue
        if ! emit "$number" "$word" "$out"; then
            refused=$((refused + 1))
            settled=$word
            continue
        fi
        accepted=$((accepted + 1))
        # A name breaks nothing in a file where nothing else is called so.
        set --
        for file in $files; do
            set -- "$@" "$out/$word$file"
        done
        # shellcheck disable=SC2086
        if ! gcc $flags "$@" >"$out/errors" 2>&1; then
            failed=$((failed + 1))
            settled=$word
            echo "words: a program named '$word' (spec $number) does not compile:"
            head -n 3 "$out/errors"
        fi
    done <"$work/list.$part"
    echo "$accepted $refused $failed" >"$work/counts.$part"
}

parts=$(nproc 2>/dev/null || echo 2)
awk -v list="$work/list" -v parts="$parts" '$1 != last { last = $1; names++ }
    { print >(list "." names % parts) }' "$work/list"
part=0
while [ $part -lt "$parts" ]; do
    [ -f "$work/list.$part" ] && check_part $part &
    part=$((part + 1))
done
wait
cat "$work"/counts.* | awk -v names="$(cut -d " " -f 1 "$work/list" | sort -u | wc -l)" '
    { accepted += $1; refused += $2; failed += $3 }
    END {
        printf "words: %d names, %d refused, %d accepted, %d fail\n", names, refused, accepted, failed
        exit failed > 0 || refused == 0 || accepted == 0 || refused + accepted < names
    }'
