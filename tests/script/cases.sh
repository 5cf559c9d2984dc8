#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# cases.sh: every test that cases.md, promises.md and reference.md of tests/ name is there: `check_x`, `script.sh`, `tests/file`,
# "bad NAME" and "image NAME"; and what stands in parentheses behind a file, as in `check_x` (`a`, `b`), is a function of
# that file, or a test in it. srcdir is the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
tests=$srcdir/tests
passed=0
failed=0
list=$(mktemp) || exit 99
trap 'rm -f "$list"' EXIT INT TERM

named() {
    if [ "$1" = yes ]; then
        passed=$((passed + 1))
    else
        echo "cases: $2, which tests/$page names, is not there"
        failed=$((failed + 1))
    fi
}

# files_of WORD: the files that it stands for.
files_of() {
    for file in "$srcdir/$1" "$tests/$1" "$tests/$1.yaml" "$srcdir/$1.yaml" "$srcdir/$1.c" "$tests/${1}_test.c" \
        "$srcdir/${1}_test.c" "$tests/script/$1" "$tests"/unit/*/"$1.c"; do
        [ ! -f "$file" ] || echo "$file"
    done
}

# pairs: a line "FILE NAME" for each name in parentheses behind a file.
pairs() {
    awk '{
        line = $0
        while (match(line, /`[A-Za-z0-9_.\/]+` \(`[^)]*\)/)) {
            count = split(substr(line, RSTART, RLENGTH), part, "`")
            line = substr(line, RSTART + RLENGTH)
            for (i = 4; i <= count; i += 2)
                print part[2], part[i]
        }
    }' "$tests/$page" | sort -u
}

for page in cases.md promises.md reference.md; do
    pairs >"$list"
    while read -r word name; do
        found=no
        # shellcheck disable=SC2046
        grep -qsE "START_TEST\($name\)|^(static )?[a-z].*[ *]$name\(" $(files_of "$word") /dev/null && found=yes
        named $found "$name of $word"
    done <"$list"
    # In backquotes: a file of the tests, or a function in one.
    for word in $(grep -oE '`[A-Za-z0-9_./]+`' "$tests/$page" | tr -d '`' | sort -u); do
        found=no
        [ -z "$(files_of "$word")" ] || found=yes
        case $word in
        NO | y | on | *NAME.yaml | call | call_batch | state | range: | warm_up) found=yes ;; # words of the language
        esac
        [ $found = yes ] || ! grep -qE "\\($word\\)|[ (]$word\\(" "$tests"/unit/*/*.c "$tests"/programs/*.c "$tests"/device/*.c \
            "$tests"/features/*.c "$srcdir"/kernels/*/*_test.c || found=yes
        named $found "$word"
    done

    # Lists of cases after "bad" and "image"; other words end them.
    for kind in bad image; do
        folder="$tests/bad/*"
        [ $kind = image ] && folder=$tests/bad_image
        for id in $(grep -oE "(^|[^a-z])$kind [a-z0-9]+-[a-z0-9-]+((,| and) [a-z0-9]+-[a-z0-9-]+)*" "$tests/$page" |
            grep -oE '[a-z0-9]+-[a-z0-9-]+' | sort -u); do
            found=no
            # shellcheck disable=SC2086
            ls $folder/"$id.yaml" >/dev/null 2>&1 && found=yes
            named $found "$kind $id"
        done
    done
done

[ "$passed" -gt 200 ] || failed=$((failed + 1))

# Rows 1 to 47 and pains 1 to 25, each once.
missing=$(awk -F'|' '
    /^## From users/ { users = 1 }
    !users && $2 ~ /^ [0-9, ]+ $/ { n = split($2, row, ","); for (i = 1; i <= n; i++) seen[row[i] + 0]++ }
    users && $2 ~ /^ [0-9]+ / { split($2, row, " "); pain[row[1] + 0]++ }
    END {
        for (i = 1; i <= 47; i++) if (seen[i] != 1) print "row " i
        for (i = 1; i <= 25; i++) if (pain[i] != 1) print "pain " i
    }' "$tests/cases.md")
if [ -n "$missing" ]; then
    echo "cases: not there once: $missing"
    failed=$((failed + 1))
else
    passed=$((passed + 1))
fi

# The reference's rows from 1 on, each once.
if awk -F'|' '$2 ~ /^ [0-9]+ $/ && $2 + 0 != ++row { exit 1 } END { if (row < 50) exit 1 }' "$tests/reference.md"; then
    passed=$((passed + 1))
else
    echo "cases: rows of tests/reference.md are not numbered from 1 on"
    failed=$((failed + 1))
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
