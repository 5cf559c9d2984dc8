#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Embeds text files: writes a C file that defines tmpl_all and tmpl_count (gen/base/tmpl.h).
# Usage: sh embed.sh OUT.c FILE.in...
# Output depends on the files' names and bytes only. Texts become arrays of numbers, because a C99 compiler need not
# take a string literal of more than 4095 characters.
set -eu

if [ $# -lt 1 ]; then
    echo "usage: embed.sh OUT.c FILE.in..." >&2
    exit 2
fi
out=$1
shift
# A forgotten OUT must not cost a template.
case $out in
*.c) ;;
*)
    echo "embed.sh: the first argument is the C file to write, not $out" >&2
    exit 2
    ;;
esac
part=$out.part
trap 'rm -f "$part"' EXIT

LC_ALL=C
export LC_ALL

{
    printf '/* SPDX-%s: %s */\n' License-Identifier MIT FileCopyrightText '2026 The vggen authors'
    printf '/* Made by gen/embed.sh from the files in templates/. Do not edit. */\n'
    printf '#include "base/tmpl.h"\n'
    number=0
    for file in "$@"; do
        printf '\n/* %s */\nstatic const char text_%d[] = {\n' "${file##*/}" "$number"
        od -An -v -tu1 "$file" | awk '{ line = "   "; for (i = 1; i <= NF; i++) line = line " " $i ","; print line }'
        printf '    0};\n'
        number=$((number + 1))
    done
    printf '\nconst tmpl tmpl_all[] = {\n'
    number=0
    for file in "$@"; do
        printf '    {"%s", text_%d},\n' "${file##*/}" "$number"
        number=$((number + 1))
    done
    [ "$number" -gt 0 ] || printf '    {0, 0},\n'
    printf '};\n'
    printf 'const size_t tmpl_count = %d;\n' "$number"
} > "$part"
mv "$part" "$out"
