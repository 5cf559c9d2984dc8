#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# size.sh: the runtime's machine code and constants, compiled with -Os, keep within the bounds that the table "Size" of
# runtime/README.md states for x86-64, and every file that has any is in that table. Run from the build folder.
set -u

[ "$(uname -m)" = x86_64 ] || { echo "size: the bounds are for x86-64"; exit 77; }
command -v size >/dev/null 2>&1 || { echo "size: binutils are not here"; exit 77; }
: "${srcdir:=$(dirname "$0")/../..}"
rows=$(mktemp) || exit 99
trap 'rm -f "$rows"' EXIT INT TERM
passed=0
failed=0

# "18816 vg_rt vg_config …" of "| 18,816 | `vg_rt.c`, `vg_config.c`, …: what opens |"
sed -n '/^## Size/,$s/^| \([0-9,]*\) | \(`.*`\).*|$/\1 \2/p' "$srcdir/runtime/README.md" |
    sed 's/^\([0-9]*\),/\1/; s/\.c`,*//g; s/`//g' >"$rows"

while read -r bound files; do
    # shellcheck disable=SC2046,SC2086
    bytes=$(size $(printf 'runtime/%s.o ' $files) | awk 'NR > 1 { sum += $1 } END { print sum + 0 }')
    echo "$files: $bytes of $bound bytes"
    if [ "$bytes" -gt 0 ] && [ "$bytes" -lt "$bound" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done <"$rows"
for object in runtime/vg_*.o; do
    file=$(basename "$object" .o)
    if [ "$(size "$object" | awk 'NR == 2 { print $1 }')" -gt 0 ] && ! grep -qw "$file" "$rows"; then
        echo "size: runtime/README.md has no bound for $file.c"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
