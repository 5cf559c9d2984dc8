#!/bin/sh
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 The vggen authors
# make_graph.sh GRAPH OPTIONS <INDEX: the packages of a Debian index and what each needs, as a graph.
#
# INDEX is text as in /var/lib/dpkg/status or from `apt-cache dumpavail`: where a package has a Status, only those that are
# installed count; of several with one name the last does. An edge leads from a package to each that it depends or
# pre-depends on. Of alternatives it is the first that is a package; where none is, the first that a package provides, and
# then of those packages the first by name. What nothing provides is left out.
#
# GRAPH becomes text: the numbers of nodes and edges, then a line for each package, by name: its name, how many it needs
# and their numbers (the first package is 0). OPTIONS becomes what vggen has to be given for this graph. Both depend on
# INDEX alone.
set -eu
LC_ALL=C
export LC_ALL
[ $# -eq 2 ] || { echo "usage: make_graph.sh GRAPH OPTIONS <INDEX" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A line for each package: name, needs, provides; separated by tabs, and free of versions and architectures.
awk '
function plain(text) {
    gsub(/\([^)]*\)|:[a-z0-9-]+|[ \t]/, "", text)
    return text
}
function finish() {
    if (name != "" && (status == "" || status ~ / installed$/)) {
        needs[name] = plain(pre (pre != "" && depends != "" ? "," : "") depends)
        provides[name] = plain(provided)
    }
    name = status = pre = depends = provided = field = ""
}
/^[ \t]*$/ { finish(); next }
/^[ \t]/ { value = $0 }
/^[^ \t]/ {
    colon = index($0, ":")
    field = tolower(substr($0, 1, colon - 1))
    value = substr($0, colon + 1)
}
field == "package" { name = plain(value) }
field == "status" { status = status value }
field == "pre-depends" { pre = pre value }
field == "depends" { depends = depends value }
field == "provides" { provided = provided value }
END {
    finish()
    for (name in needs) print name "\t" needs[name] "\t" provides[name]
}' | sort >"$work/packages"

awk -F '\t' -v options="$2" '
BEGIN { nodes = edges = 0 }
NR == FNR {
    number[$1] = nodes
    names[nodes++] = $1
    count = split($3, virtual, ",")
    for (i = 1; i <= count; i++) if (!(virtual[i] in provider)) provider[virtual[i]] = $1
    next
}
function choose(alternatives, count, i, names) {
    count = split(alternatives, names, "|")
    for (i = 1; i <= count; i++) if (names[i] in number) return names[i]
    for (i = 1; i <= count; i++) if (names[i] in provider) return provider[names[i]]
    return ""
}
{
    node = number[$1]
    count = split($2, groups, ",")
    found = 0
    for (i = 1; i <= count; i++) {
        chosen = choose(groups[i])
        if (chosen == "" || chosen == $1) continue
        other = number[chosen]
        for (k = found; k > 0 && needed[k] > other; k--) needed[k + 1] = needed[k]
        if (k > 0 && needed[k] == other) {
            for (; k < found; k++) needed[k + 1] = needed[k + 2]
            continue
        }
        needed[k + 1] = other
        found++
    }
    line = $1 " " found
    for (i = 1; i <= found; i++) line = line " " needed[i]
    lines[node] = line
    edges += found
}
END {
    print nodes, edges
    for (node = 0; node < nodes; node++) print lines[node]
    print "-D VERTICES=" nodes " -D EDGES=" edges >options
}' "$work/packages" "$work/packages" >"$1"
