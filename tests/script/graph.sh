#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# graph.sh: kernels/reach/make_graph.sh makes of an index the graph that it says, whatever the order of the packages.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
make_graph=$srcdir/kernels/reach/make_graph.sh
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

# same NAME: $work/graph and $work/options are as in the two files.
same() {
    if cmp "$work/graph" "$2" && cmp "$work/options" "$3"; then
        passed=$((passed + 1))
    else
        echo "graph: $1"
        failed=$((failed + 1))
    fi
}

cat >"$work/expected" <<'END'
22 36
apache-like 2 15 21
catalogue 3 5 6 11
clock 1 13
codec-b 1 13
crypto 2 13 18
database 2 7 13
database-search 1 5
disk 1 13
editor 2 9 13
fonts 0
game 1 20
images 1 3
ledger 2 2 17
libbase 0
loader 1 13
logger 2 2 7
nginx-like 2 15 21
payments 3 4 5 12
random 1 2
shop 5 0 1 14 15 17
sound 2 10 18
tls 1 4
END
echo '-D VERTICES=22 -D EDGES=36' >"$work/numbers"
sample=$srcdir/kernels/reach/sample.packages
sh "$make_graph" "$work/graph" "$work/options" <"$sample" || exit 1
same "the sample" "$work/expected" "$work/numbers"

# The spec's own numbers are those of the sample.
if [ "$(sed -n 's/^  VERTICES: \([0-9]*\).*/\1/p; s/^  EDGES: \([0-9]*\).*/\1/p' "$srcdir/kernels/reach/reach.yaml" | tr '\n' ' ')" = "22 36 " ]; then
    passed=$((passed + 1))
else
    echo "graph: reach.yaml is not for the sample"
    failed=$((failed + 1))
fi

# Packages from the last to the first.
awk 'BEGIN { RS = ""; ORS = "\n\n" } { stanza[NR] = $0 } END { for (i = NR; i > 0; i--) print stanza[i] }' "$sample" \
    >"$work/backwards"
sh "$make_graph" "$work/graph" "$work/options" <"$work/backwards" || exit 1
same "the sample backwards" "$work/expected" "$work/numbers"

# What the sample does not have: an alternative that is not there, a name twice, an edge twice, a package that needs
# itself, an empty index.
cat >"$work/index" <<'END'
Package: b
Depends: missing | c, c (<< 2) | a, b, nobody

Package: a
Depends: b

Package: c
Provides: virtual

Package: a
Depends: virtual (= 1:2~3) | b

Package: d
Pre-Depends: virtual (= 1:2~3) | other, d
END
printf '4 3\na 1 1\nb 1 2\nc 0\nd 1 2\n' >"$work/expected"
echo '-D VERTICES=4 -D EDGES=3' >"$work/numbers"
sh "$make_graph" "$work/graph" "$work/options" <"$work/index" || exit 1
same "special cases" "$work/expected" "$work/numbers"
echo '0 0' >"$work/expected"
echo '-D VERTICES=0 -D EDGES=0' >"$work/numbers"
sh "$make_graph" "$work/graph" "$work/options" </dev/null || exit 1
same "no packages" "$work/expected" "$work/numbers"

sh "$make_graph" "$work/graph" 2>"$work/usage" </dev/null
if [ $? -eq 2 ] && grep -q '^usage: ' "$work/usage"; then
    passed=$((passed + 1))
else
    echo "graph: wrong usage is not told"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
