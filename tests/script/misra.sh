#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# misra.sh: what cppcheck's addon reports of MISRA C:2012, for every golden and the whole runtime, is what
# runtime/DEVIATIONS.md gives a reason for, and each row there is needed. Against the runtime's own CUDA declarations,
# because the toolkit's header takes minutes. About 45 s of one core.
# srcdir and VGGEN come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
command -v cppcheck >/dev/null 2>&1 || {
    echo "misra: cppcheck is not here"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
programs="blend cg control crossing equalizer fold mixer radar reach saxpy seek shapes sonar sorter tally"
runtime=$(cd "$srcdir/runtime" && printf '%s\n' vg_*.c | sed '/vg_none/d; s/\.c$//')
for name in $programs; do
    spec=$srcdir/tests/golden/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/kernels/$name/$name.yaml
    [ -f "$spec" ] || spec=$srcdir/tests/features/$name.yaml
    "$VGGEN" "$spec" -o "$work/out" --image=none >"$work/log" 2>&1 || { head -n 5 "$work/log"; exit 1; }
    echo "$work/out/$name.c $work/out/${name}_image.c" | tr ' ' '\n' >>"$work/files"
done
cp "$srcdir"/runtime/vg_*.[ch] "$work/out"
for name in $runtime; do
    echo "$work/out/$name.c" >>"$work/files"
done
# look FILES [FLAGS…]: with what a 64-bit compiler has defined, and macros of headers of C, which cppcheck does not read.
look() {
    list=$1
    shift
    mkdir "$list.build"
    cppcheck --addon=misra --std=c99 --enable=style --quiet --template='{file}:{line} {id} {message}' -j 2 "$@" \
        --suppress=missingInclude --suppress=missingIncludeSystem --cppcheck-build-dir="$list.build" \
        -D__x86_64__ -D__STDC_VERSION__=199901L -DCHAR_BIT=8 -D__SIZEOF_POINTER__=8 \
        -DUINTPTR_MAX=0xffffffffffffffffuL -D__BYTE_ORDER__=1234 -D__ORDER_LITTLE_ENDIAN__=1234 \
        -D__ORDER_BIG_ENDIAN__=4321 '-DUINT64_C(x)=x##uLL' '-DINT64_C(x)=x##LL' -I"$work/out" \
        -I"$srcdir/runtime/sim/cuda" --file-list="$list" >>"$work/found" 2>&1
}
look "$work/files"
# The driver that is found at run time.
printf '%s\n' "$work/out/vg_driver.c" "$work/out/vg_open.c" >"$work/found_later"
look "$work/found_later" -DVG_DLOPEN
sort -u -o "$work/found" "$work/found"
# Rows "| rule | where | why |".
awk -F' *[|] *' '/^[|] [0-9]/ { print $2, $3 }' "$srcdir/runtime/DEVIATIONS.md" >"$work/allowed"
awk -v runtime=" $(cd "$srcdir/runtime" && echo vg_*.c vg_*.h) " '
    # Whether "emitted, vg_rt.c" has the file.
    function covers(where, file,    parts, n, i) {
        n = split(where, parts, ", ")
        for (i = 1; i <= n; i++) {
            if (parts[i] == file) return 1
            if (parts[i] == "emitted" && index(runtime, " " file " ") == 0) return 1
            if (parts[i] == "runtime" && index(runtime, " " file " ") > 0) return 1
        }
        return 0
    }
    FILENAME != found {
        rule = $1
        sub(/^[^ ]* /, "")
        where[rule] = $0
        next
    }
    {
        file = $1
        line = file
        sub(/.*:/, "", line)
        sub(/:[0-9]*$/, "", file)
        path = file
        sub(/.*\//, "", file)
        rule = $2
        if (rule !~ /^misra/) {
            # Of what else cppcheck reports, style of its own is none of this test.
            if (rule ~ /^(variableScope|unusedStructMember|shadowFunction|knownConditionTrueFalse|constParameter)$/) next
            print "misra: " $0
            bad++
            next
        }
        sub(/^misra-c2012-/, "", rule)
        count[rule]++
        if (path ~ /\/cuda\//) next
        if (rule in where && covers(where[rule], file)) { used[rule] = 1; allowed++; next }
        for (i = 0; i < line + 0; i++) if ((getline text <path) <= 0) break
        close(path)
        sub(/^ */, "", text)
        print "misra: " file ":" line ": rule " rule ": " text
        bad++
    }
    END {
        for (rule in where) if (!(rule in used)) { print "misra: DEVIATIONS.md: nothing needs the row of rule " rule; bad++ }
        for (rule in count) rows = rows sprintf(" %s:%d", rule, count[rule])
        print "by rule:" rows
        print allowed + 0 " passed, " bad + 0 " failed"
        exit bad > 0 || allowed == 0
    }' found="$work/found" "$work/allowed" "$work/found"
