# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# style.awk: rules 1 to 5 of style.sh over all files of the tree in one pass. Prints "RULE file: fault" for each fault.
# Run in the root of the tree with the files as arguments; those that cannot hold text are left out by their names.
BEGIN {
    # Layers: which folders of gen/ a file of each may include from, beside its own.
    may["gen", "base"] = ""
    may["gen", "spec"] = "base"
    may["gen", "check"] = may["gen", "image"] = "base spec"
    may["gen", "plan"] = "base spec image"
    may["gen", "place"] = "base plan"
    may["gen", "fuse"] = "base spec image plan"
    may["gen", "verify"] = may["gen", "emit"] = "base spec image plan"
    may["gen", "report"] = "base spec check image plan place verify emit"
    may["gen", "tasks"] = "base spec check image"
    # The same of the CPU device: the table of runtime/sim/README.md.
    may["sim", "base"] = ""
    may["sim", "memory"] = may["sim", "image"] = "base"
    may["sim", "graph"] = "base memory image"
    may["sim", "access"] = "base memory"
    may["sim", "kernel"] = "base memory image graph access"
    may["sim", "check"] = "base memory image graph access kernel"
    may["sim", "stream"] = "base memory image graph check"
    may["sim", "calls"] = "base memory image graph check stream"
}

function fault(rule, text) {
    print rule " " file ": " text
}

# Columns that a line takes: the bytes that go on with a character of UTF-8 take none.
function columns(text) {
    gsub(/[\200-\277]/, "", text)
    return length(text)
}

# What is asked of the file that ends here.
function finish() {
    if (file == "") return
    if (licence != "" && lines > 0 && !licensed) fault(3, "no SPDX line (" licence ")")
    if (licence != "" && !numbered && lines > 0 && !owned) fault(3, "no line SPDX-FileCopyrightText: 2026 The vggen authors")
    if (sized && lines > 602) fault(4, lines " lines")
}

FNR == 1 {
    finish()
    file = FILENAME
    lines = licensed = owned = tab = blank = wide = 0
    parts = split(file, part, "/")
    code = file ~ /^gen\/.*\.[ch]$/
    house = folder = ""
    if (code && parts > 2) {
        house = "gen"
        folder = part[2]
    } else if (file ~ /^runtime\/sim\/.*\/.*\.[ch]$/ && part[3] !~ /^(include|refused|cuda)$/) {
        house = "sim"
        folder = part[3]
    }
    layered = house != ""
    if (layered && !((house, folder) in may)) {
        fault(1, "lies in a folder that the table does not name")
        layered = 0
    }
    silent = file ~ /^gen\/(emit\/|report\/|plan\/order|plan\/traffic|place\/search)[a-z_]*\.c$/
    given = file ~ /^tests\/(bad[a-z_]*|golden)\//
    numbered = file ~ /^tests\/(mistakes|planted)\/|^tests\/.*\.(cu|yaml)$/ # messages name their lines
    licence = ""
    if (!given && file !~ /^tests\/fuzz\/corpus\// &&
        (file ~ /\.(c|h|cu|cpp|in|sh|m4|ac|am|mk|md|yaml|awk)$/ || file == "bootstrap" || file == ".ci/run")) {
        own = file ~ /^(gen|tests|m4)\// || file ~ /\.md$/ || file ~ /^(bootstrap|\.ci\/run|configure\.ac|Makefile\.am)$/
        licence = own ? "(MIT|0BSD)" : "0BSD"
    }
    sized = !given && file ~ /^(gen|runtime|templates|kernels|tests)\/.*\.(c|h|cpp|cu|in|sh)$/
    formed = sized && file !~ /\.sh$/ && file != "templates/init_makefile.in"
    limit = file ~ /^tests\// ? 140 : 120
}

{ lines = FNR }

FNR <= 3 && licence != "" && $0 ~ "SPDX-License-" "Identifier: " licence { licensed = 1 }
FNR <= 4 && /SPDX-FileCopyrightText: 2026 The vggen authors/ { owned = 1 }

layered && /^#include "/ {
    split($0, piece, "\"")
    deep = split(piece[2], from, "/") > 1
    allowed = folder " " may[house, folder]
    if (piece[2] == "../runtime/vg_abi.h" && file == "gen/base/version.h") next
    if ((deep || house == "gen") && index(" " allowed " ", " " from[1] " ") == 0)
        fault(1, "includes " piece[2] ": " folder " may include only: " allowed)
    # The proof shares nothing with what it proves.
    else if (folder == "verify" && from[1] == "plan" && piece[2] != "plan/plan.h" && piece[2] != "plan/plan_mailbox.h")
        fault(1, "includes " piece[2] ": of plan, verify knows plan.h only")
}

code && /<yaml\.h>/ && file != "gen/spec/tree.c" { fault(2, "<yaml.h> belongs to gen/spec/tree.c") }
code && file != "gen/base/run.c" && /(^|[^A-Za-z0-9_])(fork|execv[pe]*|posix_spawnp?|system|popen)\(/ {
    fault(2, "child processes belong to gen/base/run.c")
}
silent && /diag_(error|warning)/ { fault(2, "raises a diagnostic") }

formed && !tab && /\t/ { tab = 1; fault(5, "tab in line " FNR) }
formed && !blank && /[ \t]+$/ { blank = 1; fault(5, "trailing blank in line " FNR) }
formed && !wide && length($0) > limit && columns($0) > limit { wide = 1; fault(5, "line " FNR " is wide") }

END { finish() }
