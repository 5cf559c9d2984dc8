#!/bin/sh
# SPDX-License-Identifier: MIT
# bad.sh [--update]: every tests/bad/ID.yaml must raise the diagnostic ID with the whole text of ID.err, end with
# status 1, and leave nothing behind. Variants are ID.2.yaml and so on; ID.args holds more arguments, if there are any.
# --update rewrites the .err files.
# Every id in the sources of gen/ must have a case, or a line with a reason in bad/untested.txt.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
update=no
[ "${1-}" = --update ] && update=yes
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

fail() {
    echo "bad: $*"
    failed=$((failed + 1))
}

if [ ! -x "$VGGEN" ]; then
    echo "bad: '$VGGEN' is not there; set VGGEN"
    exit 99
fi
srcdir=$(cd "$srcdir" && pwd)
cd "$srcdir/tests/bad" || exit 99

run_case() {
    name=${1%.yaml}
    id=${name%.[0-9]*}
    rm -rf "$work/out"
    arguments=
    [ -f "$name.args" ] && arguments=$(cat "$name.args")
    # shellcheck disable=SC2086
    "$VGGEN" --image=none $arguments -o "$work/out" "$1" >"$work/stdout" 2>"$work/stderr"
    status=$?
    if [ $update = yes ]; then
        cp "$work/stderr" "$name.err" || exit 99
    fi
    if [ $status -ne 1 ]; then
        fail "$1: status $status, expected 1"
    elif [ -s "$work/stdout" ]; then
        fail "$1: writes to standard output"
    elif [ -e "$work/out" ]; then
        fail "$1: writes files in spite of the error"
    elif ! grep -q "\[$id\]\$" "$work/stderr"; then
        fail "$1: does not raise [$id]"
        cat "$work/stderr"
    elif ! cmp -s "$name.err" "$work/stderr"; then
        fail "$1: another message than in $name.err"
        diff -u "$name.err" "$work/stderr"
    else
        passed=$((passed + 1))
    fi
}

for file in *.yaml; do
    run_case "$file"
done

# The ids are the kebab-case strings of the generator's sources, but for the names of options.
ids=$(find "$srcdir/gen" -name '*.c' ! -name 'options*.c' -exec grep -ohE '"[a-z]+[0-9]*(-[a-z0-9]+)+"' {} + | tr -d '"' | sort -u)
for id in $ids; do
    if [ -f "$id.yaml" ]; then
        passed=$((passed + 1))
        grep -q "^$id:" untested.txt && fail "$id has a case but stands in bad/untested.txt"
    elif grep -q "^$id: ." untested.txt; then
        passed=$((passed + 1))
    else
        fail "$id has neither a case bad/$id.yaml nor a reason in bad/untested.txt"
    fi
done

# No case, message or reason without an id.
for file in *.yaml *.err *.args; do
    name=${file%.*}
    case " $(echo "$ids" | tr '\n' ' ') " in
    *" ${name%.[0-9]*} "*) ;;
    *) fail "$file: no source raises '${name%.[0-9]*}'" ;;
    esac
    [ -f "$name.yaml" ] || fail "$file: its spec is missing"
done
for id in $(sed -n 's/^\([a-z][a-z0-9-]*\): .*/\1/p' untested.txt); do
    case " $(echo "$ids" | tr '\n' ' ') " in
    *" $id "*) ;;
    *) fail "untested.txt: no source raises '$id'" ;;
    esac
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
