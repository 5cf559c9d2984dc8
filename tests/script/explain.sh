#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# explain.sh: every id that a source of gen/ raises has an entry in gen/explain/*.txt, and every entry an id that is
# raised; what is marked there as a warning is one. VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

fail() {
    echo "explain: $*"
    failed=$((failed + 1))
}
# none_in FILE SENTENCE: no line is there; each that is is a fault.
none_in() {
    if [ -s "$1" ]; then
        while read -r line; do
            fail "$line $2"
        done <"$1"
    else
        passed=$((passed + 1))
    fi
}
# expect NAME STATUS TEXT COMMAND…
expect() {
    name=$1
    wanted=$2
    text=$3
    shift 3
    "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    if [ $status -ne "$wanted" ]; then
        fail "$name: status $status, expected $wanted"
    elif ! cat "$work/stdout" "$work/stderr" | grep -qF -e "$text"; then
        fail "$name: does not say '$text'"
        cat "$work/stdout" "$work/stderr"
    else
        passed=$((passed + 1))
    fi
}

if ! "$VGGEN" --explain >"$work/list"; then
    echo "explain: '$VGGEN --explain' failed"
    exit 99
fi
sed -n 's/^\([a-z][a-z0-9-]*\): .*/\1/p; s/^\([a-z][a-z0-9-]*\) (warning): .*/\1/p' "$work/list" >"$work/listed"
sed -n 's/^\([a-z][a-z0-9-]*\) (warning): .*/\1/p' "$work/list" >"$work/warnings"

# Ids in the sources: kebab-case strings (but for the names of options), and what calls of diag name.
sources=$(find "$srcdir/gen" -name '*.c' | sort)
# shellcheck disable=SC2046
grep -ohE '"[a-z]+[0-9]*(-[a-z0-9]+)+"' $(echo "$sources" | grep -v '/options[_a-z]*\.c$') | tr -d '"' >"$work/kebab"
# shellcheck disable=SC2086
cat $sources | tr '\n' ' ' | sed 's/diag_\(file_\)\{0,1\}error(/\
error:/g; s/diag_warning(/\
warning:/g' | sed -n 's/^\([a-z]*\):[^";]*[ ,]"\([a-z0-9-]*\)".*/\1 \2/p' >"$work/calls"
cut -d' ' -f2 "$work/calls" | cat - "$work/kebab" | sort -u >"$work/raised"
[ "$(wc -l <"$work/calls")" -ge 100 ] || fail "finds few calls of diag in the sources"

comm -13 "$work/listed" "$work/raised" >"$work/missing"
none_in "$work/missing" "has no entry in gen/explain/*.txt"
sort -c "$work/listed" 2>/dev/null || fail "the list is not sorted"
[ "$(wc -l <"$work/list")" -eq "$(wc -l <"$work/listed")" ] || fail "a line of the list is not 'ID: summary'"
while read -r id; do
    # shellcheck disable=SC2086
    grep -qF "\"$id\"" $sources || echo "$id"
done <"$work/listed" >"$work/stale"
none_in "$work/stale" "has an entry, but no source raises it"

# Warnings and errors.
sed -n 's/^warning //p' "$work/calls" | sort -u | comm -23 - "$work/warnings" >"$work/unmarked"
none_in "$work/unmarked" "is raised as a warning, but its entry does not say so"
sed -n 's/^error //p' "$work/calls" | sort -u | comm -12 - "$work/warnings" >"$work/wrong"
none_in "$work/wrong" "is raised as an error, but its entry says warning"

# Every entry can be printed, in 80 columns, with a cause and a fix of some length.
while read -r id; do
    if ! "$VGGEN" --explain "$id" >"$work/entry" 2>&1; then
        fail "--explain $id failed"
    elif ! head -n 1 "$work/entry" | grep -q "^$id\( (warning)\)\{0,1\}: [^ ]"; then
        fail "--explain $id does not start with the id"
    elif ! awk 'NR > 1 && length($0) > 80 { exit 1 }' "$work/entry"; then
        fail "--explain $id is wider than 80 columns"
    elif ! awk '/^Cause:$/ { part = 1; next } /^Fix:$/ { part = 2; next } part { size[part] += length($0) }
        END { exit size[1] < 40 || size[2] < 15 }' "$work/entry"; then
        fail "--explain $id has no cause or no fix"
    else
        passed=$((passed + 1))
    fi
done <"$work/listed"

expect "near id" 2 "did you mean 'grid-size'?" "$VGGEN" --explain grid-sise
expect "far id" 2 "there is no message id 'zzz'" "$VGGEN" --explain zzz
expect "with =" 0 "yaml-tab: " "$VGGEN" --explain=yaml-tab
expect "several ids" 0 "yaml-tag: " "$VGGEN" --explain yaml-tab yaml-tag
expect "a good and a bad id" 2 "yaml-tab: " "$VGGEN" --explain yaml-tab zzz

# What the builder of the table refuses.
refuse() {
    printf '%b' "$2" >"$work/area.txt"
    expect "$1" 1 "$3" sh "$srcdir/gen/explain.sh" "$work/table.c" "$work/area.txt"
    [ -e "$work/table.c" ] && fail "$1: the table was written"
    rm -f "$work/table.c"
}
refuse "no fix" 'a-b: x\ncause:\n  y\n' "'a-b' has no fix"
refuse "no cause" 'a-b: x\nfix:\n  y\n\nc-d: x\ncause:\n  y\nfix:\n  z\n' "'a-b' has no cause"
refuse "twice" 'a-b: x\ncause:\n  y\nfix:\n  z\n\na-b: x\ncause:\n  y\nfix:\n  z\n' "more than one entry for a-b"
refuse "no id" 'cause:\n  y\n' "expected an id"
refuse "text before a part" 'a-b: x\n  y\n' "expected 'cause:' or 'fix:'"
refuse "not indented" 'a-b: x\ncause:\ny\n' "lines indented by two"
refuse "wide" "a-b: x\ncause:\n  $(printf '%090d' 0)\n" "more than 80 columns"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
