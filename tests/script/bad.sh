#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# bad.sh [--update]: every tests/bad/AREA/NAME.yaml must raise the diagnostic that it names, with the whole text that it
# holds, end with status 1, and leave nothing behind. The last lines of a case are
#
#   # raises ID                 or: # raises ID with ARGUMENTS OF VGGEN
#   # NAME.yaml:9:17: error: ...
#
# They stand in NAME.expected where every byte of the spec counts. --update rewrites what follows the first of them.
# NAME says what is shown; AREA is the file of gen/explain that explains ID. Every id in the sources of gen/ must have a
# case, or a line with a reason in bad/untested.txt. VGGEN names the generator, srcdir the root of the source tree.
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
bad=$srcdir/tests/bad
cd "$bad" || exit 99

# list: a line "AREA NAME ID ARGUMENTS" for each case; NAME.err: what it expects.
sed -s -n '/^# raises /{F;:block
p;n;b block
}' ./*/*.yaml ./*/*.expected | awk -v work="$work" '
    /^\.\// {
        split($0, part, "/")
        name = part[3]
        sub(/\.(yaml|expected)$/, "", name)
        close(expected)
        expected = work "/" name ".err"
        printf "" >expected
        next
    }
    /^# raises / && $3 != "" {
        arguments = $0
        sub(/^# raises [^ ]+( with )?/, "", arguments)
        print part[2], name, $3, arguments
        next
    }
    { sub(/^# ?/, ""); print >expected }' >"$work/list"

# Rewrites what the case expects.
rewrite() {
    file=$1.yaml
    [ -f "$1.expected" ] && file=$1.expected
    {
        sed '/^# raises /q' "$file"
        sed -e 's/^/# /' -e 's/^# $/#/' "$work/stderr"
    } >"$work/case" && cat "$work/case" >"$file" && cp "$work/stderr" "$work/$1.err" || exit 99
}

while read -r area name id arguments; do
    cd "$bad/$area" || exit 99
    # shellcheck disable=SC2086
    "$VGGEN" --image=none $arguments -o "$work/out" "$name.yaml" >"$work/stdout" 2>"$work/stderr"
    status=$?
    [ $update = yes ] && rewrite "$name"
    if [ $status -ne 1 ]; then
        fail "$name: status $status, expected 1"
    elif [ -s "$work/stdout" ]; then
        fail "$name: writes to standard output"
    elif [ -e "$work/out" ]; then
        fail "$name: writes files in spite of the error"
        rm -rf "$work/out"
    elif ! grep -q "\[$id\]\$" "$work/stderr"; then
        fail "$name: does not raise [$id]"
        cat "$work/stderr"
    elif ! cmp -s "$work/$name.err" "$work/stderr"; then
        fail "$name: another message"
        diff -u "$work/$name.err" "$work/stderr"
    else
        passed=$((passed + 1))
    fi
done <"$work/list"
cd "$bad" || exit 99

# The ids are the kebab-case strings of the generator's sources, but for the names of options.
find "$srcdir/gen" -name '*.c' ! -name 'options*.c' -exec grep -ohE '"[a-z]+[0-9]*(-[a-z0-9]+)+"' {} + | tr -d '"' |
    sort -u >"$work/ids"

# Each id has a case or a reason; each case and reason has an id; each case has its area, and a name of its own.
awk -v work="$work" '
    FILENAME ~ /\/ids$/ { id[$1]; next }
    FILENAME ~ /^\.\.\// {
        if (match($0, /^[a-z][a-z0-9-]*( \(warning\))?: /)) {
            file = FILENAME
            gsub(/.*\/|\.txt$/, "", file)
            sub(/[ :].*/, "")
            area[$0] = file
        }
        next
    }
    FILENAME == "untested.txt" {
        if (match($0, /^[a-z][a-z0-9-]*: ./)) {
            sub(/:.*/, "")
            reason[$0]
            if (!($0 in id)) print "untested.txt: no source raises " $0
        }
        next
    }
    {
        shown[$3]
        if ($2 in seen) print $1 "/" $2 ": " seen[$2] " has a case of this name"
        seen[$2] = $1
        if (!($3 in id)) print $1 "/" $2 ": no source raises " $3
        else if ($1 != area[$3]) print $1 "/" $2 ": " $3 " is explained in gen/explain/" area[$3] ".txt"
    }
    END {
        for (name in id) {
            if (name in shown && name in reason) print name " has a case but stands in bad/untested.txt"
            if (!(name in shown) && !(name in reason)) print name " has neither a case nor a reason in bad/untested.txt"
        }
    }' "$work/ids" ../../gen/explain/*.txt untested.txt "$work/list" >"$work/faults"
for file in */*.yaml; do
    name=${file#*/}
    [ -f "$work/${name%.yaml}.err" ] || echo "$file: no line '# raises ID'" >>"$work/faults"
done
if [ -s "$work/faults" ]; then
    sed 's/^/bad: /' "$work/faults"
    failed=$((failed + $(wc -l <"$work/faults")))
fi
passed=$((passed + $(wc -l <"$work/ids")))

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
