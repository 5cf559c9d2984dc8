#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# golden.sh [--update]: what is emitted for each spec below, and its printed plan, equals tests/golden/NAME/, byte for
# byte. Generated without machine code, so that it is the same on every machine. --update rewrites the goldens: read the
# diff.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

for spec in "$srcdir"/kernels/*/*.yaml "$srcdir"/tests/golden/*.yaml "$srcdir"/tests/features/seek.yaml \
    "$srcdir"/tests/features/crossing.yaml; do
    name=$(basename "$spec" .yaml)
    golden=$srcdir/tests/golden/$name
    # Pictures and manifest of the smallest program, of one with control flow and of one with all ways across the bus;
    # pictures of one with all kinds of nodes and several graphs, and of the one that README.md shows. What the driver and
    # the self-test are given of the smallest program and of one that is called and has lanes: it has the same form for
    # every program. All but the self-test of one with captures.
    case $name in
    saxpy) more="--main --selftest --svg --json" ;;
    tally) more="--main --selftest" ;;
    fold) more="--main --svg --json" ;;
    seek | crossing) more="--svg --json" ;;
    sonar | equalizer) more="--svg" ;;
    *) more= ;;
    esac
    # shellcheck disable=SC2086
    if ! "$VGGEN" --image=none --sim --dot --map $more "$spec" -o "$work/$name" >"$work/log" 2>&1; then
        echo "golden: $name: vggen failed:"
        cat "$work/log"
        failed=$((failed + 1))
        continue
    fi
    for form in text json; do
        "$VGGEN" --image=none --print-plan=$form "$spec" >"$work/$name/$name.plan.$form" 2>"$work/log"
    done
    # Sizes and hashes of the other files would make every change of theirs one of the manifest; manifest.sh checks them.
    if [ -f "$work/$name/$name.json" ]; then
        sed 's/\("file": "[^"]*", "bytes": \)[0-9]*\(, "sha256": "\)[0-9a-f]*/\10\2/' "$work/$name/$name.json" >"$work/plain" &&
            mv "$work/plain" "$work/$name/$name.json"
    fi
    # Every change of a file would change the stamp in all of the program; stamp.sh and repro.sh show what it does.
    sed -i -e 's/\(_STAMP\( !=\)\{0,1\} \)0x[0-9a-f]\{16\}\( && \\\)\{0,1\}$/\10x0123456789abcdef\3/' \
        -e 's/\((run \| run \|"stamp": "\)0x[0-9a-f]\{16\}/\10x0123456789abcdef/' "$work/$name"/*
    # So would every change of a runtime's header; abi.sh and stamp.sh show what that does.
    sed -i -e 's/\("abi": "\|VG_ABI != \|for its runtime \|" runtime [0-9.]* \)0x[0-9a-f]\{7\}/\10x0123456/' \
        -e 's/\(0x0123456\( sha256:\|", "sha256": "\)\)[0-9a-f]\{64\}/\10123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef/' "$work/$name"/*
    if [ "${1-}" = --update ]; then
        rm -rf "$golden"
        cp -r "$work/$name" "$golden"
    fi
    if diff -ru "$golden" "$work/$name" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        echo "golden: $name differs (tests/script/golden.sh --update rewrites it):"
        head -n 40 "$work/log"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
