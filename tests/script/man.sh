#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# man.sh: the man pages are complete (every key of the schema, option, limit and message of --help), their examples are
# valid specs, and they are clean where mandoc or groff is there to say so.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
page1=$srcdir/gen/vggen.1
page5=$srcdir/gen/vggen-spec.5
page7=$srcdir/gen/vggen-porting.7
building=$srcdir/gen/vggen-building.7
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99

fail() {
    echo "man: $*"
    failed=$((failed + 1))
}
# expect TEXT COMMAND…: passes when the command succeeds.
expect() {
    text=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$text"
    fi
}

# ---- keys: each object of the schema has a subsection with an item for each of its keys ----

# The keys under "properties" of the schema's root, or of one of its definitions; the file has them at fixed indents.
schema_keys() {
    if [ "$1" = root ]; then
        awk '/^  "properties": [{]/ { on = 1; next } /^  [}]/ { on = 0 } on && /^    "/ { print $1 }' "$srcdir/gen/schema.json"
    else
        awk -v start="    \"$1\": {" 'index($0, start) == 1 { in_it = 1 } /^    [}]/ { in_it = on = 0 }
            in_it && /^      "properties": [{]/ { on = 1; next } /^      [}]/ { on = 0 } on && /^        "/ { print $1 }' \
            "$srcdir/gen/schema.json"
    fi | tr -d '":'
}
page_keys() {
    awk -v start=".Ss $1" '$0 == start { on = 1; next } /^[.]S[sh] / { on = 0 } on && /^[.]It Ic / { print $3 }' "$page5"
}
while IFS=: read -r object section; do
    schema_keys "$object" | sort >in_schema
    page_keys "$section" | sort >in_page
    expect "no keys of '$object' found in gen/schema.json" test -s in_schema
    if ! diff in_schema in_page >difference; then
        fail "vggen-spec.5, '$section', and the schema's '$object' have other keys:"
        cat difference
    else
        passed=$((passed + 1))
    fi
done <<'SECTIONS'
root:The whole spec
kernel:Kernels
buffer:Buffers
memory:Memory
compile:Compiling
step:Steps
SECTIONS

# ---- words: enumerations of the schema, types, and what is reserved ----

sed -e 's/\\-/-/g' "$page5" >page5
for word in $(grep -o '"enum": \[[^]]*\]' "$srcdir/gen/schema.json" | sed 's/^[^:]*://' | grep -o '"[a-z_]*"' | tr -d '"') \
    $(sed -n 's/.*{"\([a-z_]*\)", ACCESS_.*/\1/p; s/^    LATER("\([a-z_]*\)").*/\1/p' "$srcdir"/gen/spec/read*.c) \
    $(sed -n 's/^    TYPE("\([a-z0-9]*\)", [A-Z0-9_]*, 1, .*/\1/p' "$srcdir/gen/spec/model.c") \
    $(sed -n 's/^    {"\([a-z_0-9]*\)", [0-9], .*/\1/p' "$srcdir/gen/spec/expr_evaluate.c") sizeof len; do
    expect "vggen-spec.5 does not say '$word'" grep -Eq "(^|[^A-Za-z0-9_])$word([^A-Za-z0-9_]|\$)" page5
done

# ---- limits: the value of each macro that is one ----

sed -n '/^[.]Sh LIMITS/,/^[.]Sh EDITORS/p' "$page5" >limits
# Limits on work that no spec meets, and on messages.
internal=" MAX_KEYS MAX_MISSPELT MAX_PARTS MAX_HINTS_SOUGHT MAX_ERRORS "
grep -hE '^#define [A-Z_]*(MAX|LIMIT)[A-Z_]* ' "$srcdir"/gen/spec/read*.[ch] "$srcdir"/gen/spec/tree*.[ch] "$srcdir"/gen/check/check*.[ch] \
    "$srcdir/gen/spec/expr.h" "$srcdir/gen/spec/model.h" | sed 's|/\*.*||' >macros
while read -r _ macro value; do
    case $internal in *" $macro "*) continue ;; esac
    number=$(($(echo "$value" | sed 's/INT32_MAX/2147483647/; s/\([0-9]\)u/\1/g')))
    if [ "$number" -ge 1048576 ] && [ $((number % 1048576)) -eq 0 ]; then
        number="$((number / 1048576)) MiB"
    fi
    expect "vggen-spec.5, LIMITS, does not say $number ($macro)" grep -Eq "Ta $number\$" limits
done <macros
expect "no limits found" test -s macros
for macro in DIAG_MAX_PRINTED DIAG_MAX_JSON; do
    number=$(sed -n "s/^#define $macro \([0-9]*\).*/\1/p" "$srcdir/gen/base/diag.h")
    expect "vggen.1 does not say $number ($macro)" grep -Eq "(At|at) most $number( |\$)" "$page1"
done

# ---- options: those of --help, each at the head of an item of vggen.1 ----

grep '^[.]It Fl ' "$page1" | sed 's/ Ns / /g; s/\\-/-/g' >items
"$VGGEN" --help | sed -n '/^ /p' | grep -oE '(^|[ ,])--?[A-Za-z][-A-Za-z]*' | tr -d ' ,' | sort -u >options
expect "no options found" test -s options
while read -r option; do
    name=${option#-}
    name=${name%ID}
    expect "vggen.1 has no item for $option" grep -Eq "Fl $name( |\$)" items
done <options
for status in 0 1 2; do
    expect "vggen.1 does not explain status $status" grep -q "^[.]It $status\$" "$page1"
done

# ---- examples: complete specs, or ones that get the first four keys of the first ----

awk '/^[.]\\" example$/ { wanted = 1 } wanted && /^[.]Bd -literal/ { file = sprintf("example%d.yaml", ++count); next }
    /^[.]Ed/ { file = ""; wanted = 0 } file != "" { print >file }' "$page5" "$page7"
expect "no examples found" test -f example1.yaml
for example in example*.yaml; do
    sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(ti/~/g; s/\\(ha/^/g; s/\\e/\\/g' "$example" >body
    if grep -q '^vggen:' body; then
        cp body spec.yaml
    else
        { sed 's/\\-/-/g' example1.yaml | head -n 4 && cat body; } >spec.yaml
    fi
    for source in $(grep -oE '[a-z_]+\.cu' spec.yaml); do
        : >"$source"
    done
    if "$VGGEN" --check --image=none -Werror spec.yaml >messages 2>&1; then
        passed=$((passed + 1))
    else
        fail "vggen-spec.5 or vggen-porting.7: an example is not valid:"
        cat messages
    fi
done

# ---- the mistake that README.md and vggen.1 show: what vggen prints of README's program with a word misspelt ----

awk '/^```yaml$/ && !seen { on = seen = 1; next } /^```$/ { on = 0 } on' "$srcdir/README.md" |
    sed 's/scale(x, gain, y)$/scale(x, gian, y)/' >fir.yaml
: >scale.cu
"$VGGEN" --check --image=none fir.yaml 2>&1 | grep -v '^1 error' >mistake
expect "README.md has no program, or it is valid with a misspelt word" grep -q gian mistake
sed -n '/^    fir.yaml:[0-9]/,/^    hint:/s/^    //p' "$srcdir/README.md" >in_readme
expect "README.md shows another message than: $(cat mistake)" cmp -s mistake in_readme
sed -n '/^fir.yaml:[0-9]/,/^hint:/p' "$page1" | sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\(ti/~/g; s/\\(ha/^/g' >in_page
expect "vggen.1 shows another message than: $(cat mistake)" cmp -s mistake in_page

# ---- figures that stand in several places ----

looks=$(sed -n 's/^#define LOOKS_PER_QUERY \([0-9]*\)u$/\1/p' "$srcdir/runtime/vg_mailbox.c")
expect "runtime/vg_mailbox.c has no LOOKS_PER_QUERY" test -n "$looks"
expect "vggen-spec.5 does not say after how many looks an armed wait asks the driver" grep -q "ask the driver after $looks looks" page5
"$VGGEN" --image=none "$srcdir/kernels/control/control.yaml" -o control >messages 2>&1
tr -d '\n,' <control/control.h | tr -s ' *' ' ' >header
expect "NAME.h does not say after how many looks an armed wait asks the driver" grep -q "after every $looks looks" header

# ---- time limits: each call that NAME.h has in its table of what waits, and what else a limit is made of ----

awk '$0 == ".Sh TIME LIMITS" { on = 1; next } /^[.]Sh / { on = 0 } on' "$page5" >section
for call in timeout_ns set_timeout abandon warm_up mlockall VG_TIMEOUT VG_FOREVER in_flight finish_all \
    $(sed -n '/^ \* call  *waits$/,$s/^ \* \([a-z_]*\)  .*/\1/p' control/control.h | sed 's/^control_//; s/^telemetry_//; /^call$/d; /^others$/d'); do
    expect "vggen-spec.5, TIME LIMITS, says nothing of $call" grep -Eq "(^|[^a-z_]|PROGRAM_)$call([^a-z_]|\$)" section
done
expect "NAME.h has no table of calls that wait" grep -q '^ \* restore  *at most timeout_ns$' control/control.h

# ---- form ----

for page in "$page1" "$page5" "$page7" "$building"; do
    if command -v mandoc >/dev/null 2>&1; then
        # Pages that are not installed yet are no mistake of the page.
        mandoc -Tlint "$page" 2>/dev/null | grep -v 'referenced manual not found' >messages
        expect "$(cat messages)" test ! -s messages
    fi
    if command -v groff >/dev/null 2>&1; then
        groff -mdoc -ww -z "$page" >messages 2>&1
        expect "$(cat messages)" test ! -s messages
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
