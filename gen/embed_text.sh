#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Embeds one text file: writes a C file that defines the array NAME, declared in HEADER, with a NUL at its end.
# Usage: sh embed_text.sh OUT.c HEADER NAME FILE
# An array of numbers, because a C compiler need not take a string literal of more than 4095 characters.
set -eu

if [ $# -ne 4 ]; then
    echo "usage: embed_text.sh OUT.c HEADER NAME FILE" >&2
    exit 2
fi
part=$1.part
trap 'rm -f "$part"' EXIT

LC_ALL=C
export LC_ALL

{
    printf '/* SPDX-%s: %s */\n' License-Identifier MIT FileCopyrightText '2026 The vggen authors'
    printf '/* Made by gen/embed_text.sh from %s. Do not edit. */\n' "${4##*/}"
    printf '#include "%s"\n\nconst char %s[] = {\n' "$2" "$3"
    od -An -v -tu1 "$4" | awk '{ line = "   "; for (i = 1; i <= NF; i++) line = line " " $i ","; print line }'
    printf '    0};\n'
} >"$part"
mv "$part" "$1"
