#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# reuse.sh: every file of the tree, every file that is generated and all of a vendored folder state licence and copyright as the REUSE
# specification asks. NAME.json holds no comments: .reuse/dep5 states it, as in a folder of its own.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
command -v reuse >/dev/null 2>&1 || { echo "reuse: the tool reuse is not here"; exit 77; }
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

# lint WHAT ROOT
lint() {
    if reuse --root "$2" lint >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "reuse: $1:"
        grep -v '^$' "$work/log" | head -n 20
    fi
}

# What is not in git is nobody's: a copy of what is.
mkdir "$work/tree"
if (cd "$srcdir" && git ls-files 2>/dev/null | grep -q .); then
    (cd "$srcdir" && git ls-files | tar -cf - -T -) | tar -xf - -C "$work/tree"
    lint "the tree" "$work/tree"
fi

if [ -x "$VGGEN" ]; then
    mkdir -p "$work/out/.reuse" "$work/out/LICENSES"
    cp "$srcdir/LICENSES/0BSD.txt" "$work/out/LICENSES"
    cat >"$work/out/.reuse/dep5" <<'DEP5'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: fold.json
Copyright: 2026 The vggen authors
License: 0BSD
DEP5
    "$VGGEN" --image=none --main --selftest --sim --dot --map --svg --json "$srcdir/tests/golden/fold.yaml" -o "$work/out" \
        >"$work/log" 2>&1 || { cat "$work/log"; failed=$((failed + 1)); }
    lint "generated files" "$work/out"
    VGGEN_RUNTIME=$srcdir/runtime "$VGGEN" --image=none --vendor "$work/vendored" --sim "$srcdir/kernels/saxpy/saxpy.yaml" >"$work/log" 2>&1 ||
        { cat "$work/log"; failed=$((failed + 1)); }
    lint "a vendored folder" "$work/vendored"
    # The runtime, whose files are copied beside them.
    cp -r "$srcdir/runtime" "$work/out"
    lint "generated files beside the runtime" "$work/out"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
