#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# depfile.sh: names with each character of ASCII, at the start, inside and at the end, in dependency files. What vggen writes
# without a word is followed by make and by ninja; of the others it says which of the two reads them, and that one does.
# ninja is tried where it is there. VGGEN, srcdir and builddir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
unset MAKEFLAGS MAKELEVEL MFLAGS
passed=0
failed=0
tab=$(printf '\t')

# is WHAT EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "depfile: $1: expected '$2', found '$3'"
    fi
}
# The names: one a line as printf reads it, with the line's number in it, "n12q". Only a slash cannot be in a name; a zero
# neither.
{
    code=1
    while [ $code -lt 128 ]; do
        octal=$(printf '\\%03o' $code)
        [ $code -eq 47 ] || printf '%s\n' "${octal}N" "N${octal}x" "N${octal}"
        code=$((code + 1))
    done
    # What a backslash does to the next one, what looks like an archive, names of other alphabets, and all at once.
    printf '%s\n' 'N\134\040x' 'N\134\043x' 'N\134\072x' 'N\134\044x' 'N\134\134x' 'N\134\134' 'N\134\134\040x' 'N\134\052x' \
        'N(x)' 'N(x' '(Nx)' 'N()' 'Nx)' 'N[x]' 'N\046:' 'N: x' 'N\303\251\342\202\254' 'N\040a:b#c$d[1]~e.raw' \
        'N\040\040x' 'N$(x)' 'N${x}' 'N$$x' '\040\040N' 'N@x' 'N:\040x'
} | awk '{ gsub(/N/, "n" NR "q"); print }' >names

# spec FILE: a program that reads the files of these names.
spec() {
    printf '%s\n' 'vggen: 1' 'program: fir' 'targets: [sm_90]' 'min_cuda: "13.0"' 'kernels: {}' 'buffers:' \
        '  y: {role: output, type: u8, shape: [4]}'
    awk '{
        number = $0; sub(/^.*n/, "", number); sub(/q.*$/, "", number)
        printf "  c%d: {role: constant, type: u8, shape: [4], data: \"", number
        for (i = 1; i <= length($0); i++) {
            c = substr($0, i, 1)
            if (c == "\\") {
                code = substr($0, i + 1, 3)
                byte = substr(code, 1, 1) * 64 + substr(code, 2, 1) * 8 + substr(code, 3, 1)
                printf byte < 128 ? "\\x%02x" : "%c", byte
                i += 3
            } else
                printf "%s", c
        }
        print "\"}"
        steps = steps "  - copy: c" number " -> y\n" }
        END { printf "steps:\n%s", steps }' "$1"
}
# generate FILE FOLDER: the dependency file of these names, and what vggen says of it in FOLDER.log.
generate() {
    mkdir "$2"
    while read -r name; do
        # shellcheck disable=SC2059
        { printf "$name"; echo .; } >name
        file=$(cat name)
        printf 'abcd' >"$2/${file%.}"
    done <"$1"
    spec "$1" >"$2/p.yaml"
    (cd "$2" && "$VGGEN" --image=none --depfile --diagnostics=json p.yaml -o out) >"$2.log" 2>&1
    is "generating $2" 0 $?
}
# of CLASS FILES…: the names of a class.
of() {
    wanted=$1
    shift
    cat "$@" | while read -r line; do
        number=${line#*n}
        class=both
        for other in make neither; do
            grep -q -x "${number%%q*}" "class.$other" && class=$other
        done
        [ "$class" != "$wanted" ] || printf '%s\n' "$line"
    done
}
# found TEXT FILE: the numbers of the names that a message with this text is about.
found() {
    grep -F '"depfile-name"' "$2" | grep -F "$1" | grep -o 'n[0-9]*q' | tr -d nq | sort -u
}

# ---- what vggen says: a hundred names at a time, for as many are listed ----

: >class.make
: >class.neither
split -l 100 names part.
for part in part.*; do
    generate "$part" "all.$part"
    found 'make reads it, but ninja cannot' "all.$part.log" >>class.make
    found 'leaves it out' "all.$part.log" >>class.neither
done
of both names >both
of make names >only.make
of neither names >neither
for class in both only.make neither; do
    echo "depfile: $class: $(grep -c . $class)"
done
# Letters, figures and what paths have are no reason for a word.
is "names that both read, of those in the list" yes "$([ "$(grep -c . both)" -gt 250 ] && echo yes)"

# follows TOOL NAMES: the tool settles, and then runs for each of the files that gets a new time.
follows() {
    tool=$1
    generate "$2" "for.$tool"
    cd "for.$tool" || exit 99
    case $tool in
    make)
        printf 'out/fir.c:\n%s@echo ran; touch $@\ninclude out/fir.d\n' "$tab" >Makefile
        ask() { make -r 2>&1; }
        ;;
    *)
        printf 'rule r\n  command = cp fir.d out/fir.d; touch $out; echo ran\n  depfile = out/fir.d\nbuild out/fir.c: r p.yaml\n' >build.ninja
        cp out/fir.d fir.d
        ask() { ninja 2>&1; }
        ;;
    esac
    find . -type f -exec touch -d '2001-02-03 04:05:06' {} +
    ask >log
    ask >log
    is "$tool settles" "" "$(grep -i -e ran -e error -e '\*\*\*' -e warning log)"
    while read -r name; do
        # shellcheck disable=SC2059
        { printf "$name"; echo .; } >name
        file=$(cat name)
        touch -d '2 seconds' "./${file%.}"
        is "$tool follows '${file%.}'" ran "$(ask | grep -o -x -e ran -e '.*rror.*' -e '.*\*\*\*.*')"
        touch -d '2001-02-03 04:05:06' "./${file%.}"
        touch -d '2 seconds ago' out/fir.c
    done <"../$2"
    cd ..
}

# ---- make: each new time is seen; a file that is gone makes it run, but for those of which vggen(1) says so ----

cat both only.make >of.make
follows make of.make
cd for.make || exit 99
while read -r name; do
    # shellcheck disable=SC2059
    { printf "$name"; echo .; } >name
    file=$(cat name)
    file=./${file%.}
    case $file in
    *[%=\|]* | *'&' | *'&:'*) expected='***' ;;
    *) expected=ran ;;
    esac
    rm "$file"
    is "make without '$file'" "$expected" "$(make -r 2>&1 | grep -o -e ran -e '\*\*\*' | head -n 1)"
    printf 'abcd' >"$file"
    touch -d '2001-02-03 04:05:06' "$file"
done <../of.make
cd ..

# ---- ninja ----

if ninja --version >log 2>&1; then
    follows ninja both
else
    echo "depfile: no ninja, so that part is left out"
fi

# ---- output folders ----

head -n 1 both >one
generate one target
cd target || exit 99
for folder in 'a b' 'a:b' 'a#b' 'a$b' 'a\b' 'a[b]' '~a' '$(a)'; do
    "$VGGEN" --image=none --depfile p.yaml -o "$folder" >log 2>&1
    is "an output folder '$folder'" "" "$(cat log)"
    # The Makefile's own rule, which has to name the file too, is spelled as the dependency file is.
    printf '%s\n%s@echo ran\ninclude fir.d\n' "$(sed -n '1s/\\$//p' "$folder/fir.d")" "$tab" >Makefile
    cp "$folder/fir.d" fir.d
    touch -d '2001-02-03' p.yaml ./*n1q*
    is "make with '$folder'" "" "$(make 2>&1 | grep -e ran -e '\*\*\*')"
    touch -d '2 seconds' p.yaml
    is "make with '$folder', and a change" ran "$(make 2>&1 | grep -e ran -e '\*\*\*')"
    touch -d '2001-02-03' p.yaml
done
for folder in 'a%b' 'a=b' "a'b" 'a|b'; do
    "$VGGEN" --image=none --depfile p.yaml -o "$folder" >log 2>&1
    is "an output folder '$folder'" "0 1" "$? $(grep -c '\[depfile-name\]' log)"
done
"$VGGEN" --image=none --depfile p.yaml -o "a;b" >log 2>&1
is "an output folder 'a;b'" "2 1" "$? $(grep -c '\[depfile-target\]' log)"
[ ! -e 'a;b' ]
is "an output folder 'a;b' is made" 0 $?
# Only where a dependency file is asked for.
"$VGGEN" --image=none p.yaml -o "a;b" >log 2>&1
is "an output folder 'a;b' without --depfile" "0 " "$? $(cat log)"
# All names with '=': make would take the first for a variable.
cp p.yaml p=1.yaml
sed -i '/constant/d; /copy/d; s/^steps:/&\n  - fill: y = 1/' p=1.yaml
"$VGGEN" --image=none --depfile p=1.yaml -o out >log 2>&1
is "a spec 'p=1.yaml' alone" "0 1" "$? $(grep -c '\[depfile-name\]' log)"
cd ..

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 600 ]
