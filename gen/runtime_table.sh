#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Usage: sh runtime_table.sh OUT.c FOLDER, FOLDER being the runtime's.
# Writes a C file that defines runtime_files and runtime_file_count (gen/tasks/runtime_table.h): the runtime's C files, those
# of its folders driver/ and library/, the CPU device's, and the list of deviations from MISRA C, which goes where the code
# goes, each with the SHA-256 of its bytes. sim/refused/ is left out: it only states what kernels may not include.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: runtime_table.sh OUT.c FOLDER" >&2
    exit 2
fi
part=$1.part
trap 'rm -f "$part"' EXIT

LC_ALL=C
export LC_ALL

hashes() {
    if command -v sha256sum >/dev/null 2>&1; then
        xargs sha256sum
    elif command -v shasum >/dev/null 2>&1; then
        xargs shasum -a 256
    else
        xargs openssl dgst -sha256 -r
    fi
}

{
    printf '/* SPDX-%s: %s */\n' License-Identifier MIT FileCopyrightText '2026 The vggen authors'
    printf '/* Made by gen/runtime_table.sh from the files of the runtime. Do not edit. */\n'
    printf '#include "tasks/runtime_table.h"\n\nconst runtime_file runtime_files[] = {\n'
    (
        cd "$2"
        {
            find . ! -name . -prune -type f \( -name 'vg_*.[ch]' -o -name DEVIATIONS.md \)
            find ./driver ./library -type f -name '*.[ch]'
            find ./sim -type d -name refused -prune -o -type f ! -name '.*' ! -name '*~' ! -name '*.md' ! -name '*.mk' \
                ! -name '*.am' ! -name '*.o' -print
        } | sed 's,^\./,,' | sort | hashes
    ) | sed 's/^\([0-9a-f]*\) [ *]\(.*\)$/    {"\2", "\1"},/'
    printf '};\n\nconst size_t runtime_file_count = sizeof runtime_files / sizeof *runtime_files;\n'
} >"$part"
mv "$part" "$1"
