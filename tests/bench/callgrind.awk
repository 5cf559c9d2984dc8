# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Reads a profile of callgrind (--branch-sim=yes --dump-instr=yes, without compression) and prints what of it is the work
# of NAME.c (-v name=NAME) and of the runtime, for each of so many calls (-v calls=100), one fact a line:
#   instructions N, branches N (conditional ones), driver N (calls of the driver), driver N CALL for each of them,
#   foreign CALL for each call of anything else, ran ADDRESS for each instruction
function is_own(file) { return index(file, "/" name ".c") == length(file) - length(name) - 2 || file ~ /\/runtime\/vg_[a-z]+[.][ch]$/ }
/^(fl|fi|fe)=/ { file = substr($0, 4); own = is_own(file); if (/^fl=/) callee_file = file }
/^fn=/ { callee_file = file }
/^(cfi|cfl)=/ { callee_file = substr($0, 5) }
/^cfn=/ { callee = substr($0, 5) }
/^calls=/ {
    if (own && callee ~ /^cu[A-Z]/)
        driver[callee] += substr($1, 7)
    else if (own && !is_own(callee_file))
        foreign[callee] = 1
    inclusive = 1
    callee_file = file
    next
}
/^0x/ {
    if (inclusive) {
        inclusive = 0
    } else if (own) {
        instructions += $3
        branches += $4
        if ($3 > 0)
            print "ran", substr($1, 3)
    }
}
END {
    printf "instructions %d\nbranches %d\n", instructions / calls + 0.5, branches / calls + 0.5
    for (call in driver) {
        printf "driver %d %s\n", driver[call] / calls + 0.5, call
        sum += driver[call]
    }
    printf "driver %d\n", sum / calls + 0.5
    for (call in foreign)
        print "foreign", call
}
