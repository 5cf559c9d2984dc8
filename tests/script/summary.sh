#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# summary.sh BUILD: counts the results of `make check` and prints "N passed, N failed[, N skipped]" as its last line.
# Fails when a test failed, or when none ran.
set -eu
passed=0
failed=0
skipped=0
for result in $(find "$1/tests" "$1/out" -name "*.trs" | sort); do
    [ -f "$result" ] || continue
    name=${result#"$1"/}
    name=${name%.trs}
    case $(sed -n 's/^:global-test-result: //p' "$result") in
    PASS) passed=$((passed + 1)) ;;
    SKIP)
        skipped=$((skipped + 1))
        printf 'skipped: %s: %s\n' "$name" "$(tail -n 1 "$1/$name.log")"
        ;;
    *)
        failed=$((failed + 1))
        printf 'FAILED: %s (see %s)\n' "$name" "$1/$name.log"
        ;;
    esac
done
if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
