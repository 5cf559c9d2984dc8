#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Makes the table of message ids: writes a C file that defines explain_all and explain_count (gen/explain.h).
# Usage: sh explain.sh OUT.c AREA.txt...
# An entry is
#
#     ID: summary                 or, for one that is only a warning,  ID (warning): summary
#     cause:
#       lines, indented by two
#     fix:
#       lines, indented by two
#
# with a blank line after it; lines that start with # are comments. The order of the files and of the entries in them
# does not matter: the table is sorted by id. A malformed entry and a repeated id end with status 1.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: explain.sh OUT.c AREA.txt..." >&2
    exit 2
fi
out=$1
shift
part=$out.part
trap 'rm -f "$part" "$part.entries" "$part.sorted"' EXIT

LC_ALL=C
export LC_ALL

# Each entry becomes one line: id, a blank, its C initializer.
awk '
function fail(what) {
    print FILENAME ":" FNR ": " what > "/dev/stderr"
    failed = 1
    exit 1
}
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}
function finish(  i) {
    if (id == "")
        return
    for (i = 1; i <= 2; i++)
        if (body[i] == "")
            fail("\047" id "\047 has no " (i == 1 ? "cause" : "fix"))
    print id " {\"" id "\", " warning ", " quoted(summary) ", " body[1] ", " body[2] "},"
    id = body[1] = body[2] = ""
    blank = part = 0
}
FNR == 1 { finish() }
/^#/ { next }
/[ \t]$/ { fail("blanks at the end of the line") }
/^[a-z][a-z0-9-]*( \(warning\))?: [^ ]/ {
    finish()
    id = $1
    sub(/:$/, "", id)
    warning = $2 == "(warning):" ? "true" : "false"
    summary = substr($0, index($0, ": ") + 2)
    next
}
/^(cause|fix):$/ {
    part = $0 == "cause:" ? 1 : 2
    if (id == "" || body[part] != "")
        fail("expected an id before \047" $0 "\047")
    blank = 0
    next
}
/^  / {
    if (part == 0)
        fail("expected \047cause:\047 or \047fix:\047 before this")
    if (length($0) > 80)
        fail("more than 80 columns")
    # C compilers need not take a string of more than 4095 characters.
    body[part] = body[part] (body[part] == "" ? "" : " ") (blank ? "\"\\n\" " : "") quoted(substr($0, 3))
    body[part] = substr(body[part], 1, length(body[part]) - 1) "\\n\""
    if (length(body[part]) > 4000)
        fail("\047" id "\047 is too long")
    blank = 0
    next
}
/^$/ {
    blank = 1
    next
}
{ fail("expected \047ID: summary\047, \047cause:\047, \047fix:\047 or lines indented by two") }
END {
    if (!failed)
        finish()
}
' "$@" > "$part.entries"
sort "$part.entries" > "$part.sorted"

repeated=$(cut -d' ' -f1 "$part.sorted" | uniq -d)
if [ -n "$repeated" ]; then
    echo "explain.sh: more than one entry for $repeated" >&2
    exit 1
fi

{
    printf '/* SPDX-%s: %s */\n' License-Identifier MIT FileCopyrightText '2026 The vggen authors'
    printf '/* Made by gen/explain.sh from the files in gen/explain/. Do not edit. */\n'
    printf '#include "explain.h"\n\nconst explain_entry explain_all[] = {\n'
    cut -d' ' -f2- "$part.sorted"
    printf '};\nconst size_t explain_count = sizeof explain_all / sizeof *explain_all;\n'
} > "$part"
mv "$part" "$out"
