# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# stack.awk: reads what gcc -fcallgraph-info=su writes of a program and of the runtime, and prints for each call of the
# application's its worst stack in bytes and the chain of functions that takes it; into the file driver its name and all
# functions of the driver that it comes to. Variables: program, calls (the table of calls by pointer), driver. What leaves
# the program (the driver, libc, the application) is not in it. Ends with 1 where calls recur, a frame has no fixed size, or
# a call by pointer is in no row of the table.

function base(path) {
    sub(/.*\//, "", path)
    return path
}
# Names as the source has them.
function plain(name) {
    sub(/_of_[A-Za-z0-9_]*$/, "", name)
    return name
}
# "vg_open.c:enter", "PROGRAM.c:build_main"
function key_of(title, file,    at, name) {
    at = match(title, /:[^:]*$/)
    name = at > 0 ? substr(title, at + 1) : title
    if (at > 0) file = substr(title, 1, at - 1)
    file = base(file)
    name = plain(name)
    if (file == program ".c") {
        file = "PROGRAM.c"
        sub("^" program "_", "", name)
    }
    return file ":" name
}
function text_at(place,    parts, path, line, n) {
    n = split(place, parts, ":")
    path = parts[1]
    if (!(path in read_already)) {
        read_already[path] = 1
        n = 0
        while ((getline line <path) > 0) source[path, ++n] = line
        close(path)
    }
    return source[path, parts[2]]
}
function complain(text) {
    print "stack: " program ": " text
    failed = 1
}
# Titles that a call by pointer reaches, separated by blanks.
function reached(place,    line, i, title, found) {
    if (place in reaches) return reaches[place]
    line = text_at(place)
    for (i = 1; i <= row_count && !(line ~ row_word[i]); i++) continue
    if (i > row_count) complain(place ": whom does this call by pointer reach? calls.txt has no row for: " line)
    found = ""
    if (i <= row_count && row_to[i] != "-")
        for (title in size)
            if (key[title] ~ ("^(" row_to[i] ")$")) found = found " " title
    return reaches[place] = found
}
function take(title, from,    bytes) {
    bytes = depth(title)
    if (bytes > most[from] + 0) {
        most[from] = bytes
        next_of[from] = title
    }
}
function depth(title,    i, n, m, to, list) {
    if (title in done) return done[title]
    if (title in open) {
        complain("recursion: " key[title])
        return 0
    }
    open[title] = 1
    n = edge_count[title]
    for (i = 1; i <= n; i++) {
        to = edge_to[title, i]
        if (to in size) take(to, title)
        else if (to == "__indirect_call") {
            m = split(reached(edge_at[title, i]), list_of, " ")
            for (; m > 0; m--) take_later[title, ++later[title]] = list_of[m]
        }
    }
    for (i = 1; i <= later[title]; i++) take(take_later[title, i], title)
    delete open[title]
    return done[title] = size[title] + most[title]
}
# Once depth has found whom calls by pointer reach.
function to_driver(title, call,    i, to, found) {
    if ((call, title) in been) return ""
    been[call, title] = 1
    for (i = 1; i <= edge_count[title]; i++) {
        to = edge_to[title, i]
        if (to in size) found = found to_driver(to, call)
        else if (to ~ /^cu[A-Z]/ && !((call, to) in been)) {
            been[call, to] = 1
            found = found " " to
        }
    }
    for (i = 1; i <= later[title]; i++) found = found to_driver(take_later[title, i], call)
    return found
}
BEGIN {
    FS = "\""
    while ((getline row <calls) > 0) {
        if (row ~ /^#/) continue
        split(row, part, "\t")
        row_word[++row_count] = part[1]
        gsub(/\\b/, "[^a-z_]", row_word[row_count])
        row_to[row_count] = part[2]
    }
    close(calls)
}
FNR == 1 { unit = $2 }
/^node: / && / bytes \(/ {
    label = $4
    match(label, /[0-9]+ bytes \([a-z,]*\)/)
    found = substr(label, RSTART, RLENGTH)
    size[$2] = found + 0
    key[$2] = key_of($2, unit)
    if (found !~ /\((static|dynamic,bounded)\)/) complain(key[$2] " has a frame of no fixed size: " found)
    if ($2 !~ /:/ && key[$2] ~ /^PROGRAM\.c:/) calls_of[++call_count] = $2
}
/^edge: / {
    n = ++edge_count[$2]
    edge_to[$2, n] = $4
    edge_at[$2, n] = $6
}
END {
    for (i = 1; i <= call_count; i++) {
        bytes = depth(calls_of[i])
        chain = ""
        for (title = calls_of[i]; title in next_of; title = next_of[title]) chain = chain " " substr(key[next_of[title]], index(key[next_of[title]], ":") + 1) "=" size[next_of[title]]
        name = key[calls_of[i]]
        sub(/.*:/, "", name)
        print name to_driver(calls_of[i], name) >driver
        printf "%s %d %d%s\n", name, bytes, size[calls_of[i]], chain
    }
    exit failed
}
