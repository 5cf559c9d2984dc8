#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# dist.sh: a distribution has the files of the repository, and besides them only what autoreconf makes. Run from the build
# folder, after the tests are built, with srcdir set. Without git there is nothing to compare with: 77.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

(cd "$srcdir" && git ls-files 2>/dev/null) | grep . | sort >"$work/tracked" || { echo "no git here"; exit 77; }
# What the house keeps to itself, and what a distribution gets from autoreconf.
grep -vE '^(\.ci|\.git|\.clang-format$)' "$work/tracked" >"$work/expected"
made='^(Makefile\.in|aclocal\.m4|configure|config\.h\.in|m4/[a-z-]+|\.clang-format)$'
MAKEFLAGS='' make -s distdir distdir="$work/dist" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
(cd "$work/dist" && find . -type f) | sed 's,^\./,,' | sort >"$work/found"

failures=0
missing=$(comm -13 "$work/found" "$work/expected")
[ -z "$missing" ] || { echo "not in the distribution: $missing"; failures=$((failures + 1)); }
more=$(comm -23 "$work/found" "$work/expected" | grep -vE "$made")
[ -z "$more" ] || { echo "in the distribution, and not in the repository: $more"; failures=$((failures + 1)); }
echo "$((2 - failures)) passed, $failures failed ($(grep -c . "$work/found") files)"
[ "$failures" -eq 0 ]
