# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# waits.awk: holds what each call of a program comes to of the driver, as stack.awk finds it, to the table "waits" of NAME.h
# and to the driver_calls of NAME.json. Variables: program; what, in front of each file. Ends with 1 where they differ.

function complain(text) {
    print "stack: " program ": " text
    failed = 1
}
# The header's words are wrong where the call comes to a driver function that fits.
function must_not(fits, until,    i, found) {
    for (i = 2; i <= NF; i++) if ($i ~ fits) found = found " " $i
    if (found != "") complain("of " $1 " the header says \"" until "\", and it comes to" found)
}
BEGIN { frees = "^cuMem(Alloc|Free|Host)|(Exec|Stream|Event)Destroy|^cuModule|Instantiate|^cuCtxSync" }
what == "waits" && $2 != "waits" {
    call = $1
    sub(/^[^ ]* /, "")
    waits[call] = $0
    rows += call != "others"
}
what == "listed" { for (i = 1; i <= NF; i++) listed[$i] }
what == "driver" {
    seen += $1 in waits
    until = $1 in waits ? waits[$1] : waits["others"]
    # poll and finish look through one pointer, which waits for finish alone; those that bind ask the driver.
    if ($1 ~ /(^|_)poll$/) must_not(frees "|^cu(Mem|Graph|Launch)|^cuStream[^Q]", until)
    else if (until ~ /^never/ && $1 !~ /^bind/) must_not("^cu", until)
    else if (until ~ /^in the driver, as long as a launch/) must_not(frees "|Synchronize$", until)
    else if (until !~ /in the driver/) must_not(frees, until)
    # Not listed are those of a pointer that step takes, too, and of a mailbox that is armed by a launch.
    for (i = 2; i <= NF && $1 ~ /(^|_)(start|replay|call|poll|finish)$/; i++) {
        name = $i
        sub(/_v[0-9]$/, "", name)
        if (!(name in listed) && name !~ /^(cuGraphKernelNodeSetParams|cuLaunchKernelEx)$/)
            complain($1 " comes to " name ", which is not among the driver_calls of the manifest")
    }
}
END {
    if (rows < 8 || seen != rows) complain("the header has " rows " rows of calls that wait, and " seen + 0 " of them are calls")
    exit failed
}
