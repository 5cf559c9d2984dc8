#!/bin/sh
# SPDX-License-Identifier: MIT
# limits.sh: each limit of vggen-spec(5) is reached, within ten seconds of the processor, and one more is refused in the
# line where it stands. Prints the seconds and the peak memory of each. VGGEN, CXX, srcdir and NVCC come from make.
set -u
# shellcheck disable=SC3045 # every shell that is known has ulimit -t
limited() {
    (ulimit -t "$LIMIT_SECONDS" && exec "$@")
}
LC_ALL=C
CCACHE_DISABLE=1
export LC_ALL CCACHE_DISABLE
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}" "${CXX:=c++}" "${LIMIT_SECONDS:=10}"
srcdir=$(cd "$srcdir" && pwd)
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
: >k.cu
passed=0
failed=0
measured=
command -v /usr/bin/time >/dev/null 2>&1 && measured="/usr/bin/time -o spent -f %U+%S:%M"

# ---- parts of specs ----

# items COUNT TEXT [BETWEEN]: TEXT that many times, with the number of each in place of %.
items() {
    awk -v count="$1" -v text="$2" -v between="${3-\\n}" 'BEGIN {
        parts = split(text, part, "%")
        for (i = 0; i < count; i++) {
            each = part[1]
            for (k = 2; k <= parts; k++)
                each = each i part[k]
            printf "%s%s", each, i < count - 1 ? between : ""
        }
    }'
}

# mark: the first line is where an error is expected.
mark() {
    sed '1s/$/ # here/'
}

# letters COUNT [LETTER]
letters() {
    head -c "$1" /dev/zero | tr '\0' "${2-x}"
}

# start [PROGRAM [TARGETS [VERSION]]]
start() {
    printf 'vggen: 1\nprogram: %s\ntargets: %s\nmin_cuda: "%s"\n' "${1-demo}" "${2-sm_90}" "${3-13.0}"
}

buffers() {
    printf 'buffers:\n  y: {role: output, type: u8, shape: [4096]}\n'
}

fill() {
    printf 'steps:\n  - fill: y = 1\n'
}

# Everything but the heading of a spec that does hardly anything.
rest() {
    buffers
    fill
}

# kernel ATTRIBUTES
kernel() {
    printf 'kernels:\n  k: {source: k.cu, %s}\n' "$1"
}

# launch [ARGUMENTS [GRID [MORE]]]
launch() {
    printf 'steps:\n  - launch: "k(%s)"\n    grid: %s\n%s' "${1-y}" "${2-1}" "${3-}"
}

# ---- one for each limit: what has COUNT of it; "# here" is where an error is expected ----

file_bytes() {
    start && rest
    printf '# '
    letters $(($1 - $(start | wc -c) - $(rest | wc -c) - 3))
    echo
}

expression() {
    start && echo "define:" && printf '  N: %s1%s # here\n' "$(letters "$1" '(')" "$(letters "$1" ')')" && rest
}

targets() {
    start demo "[$(seq -s, 130 $((129 + $1)) | sed 's/[0-9][0-9]*/sm_&/g; s/,/, /g')] # here" && rest
}

defines() {
    start && echo 'define:' && items "$1" '  D%: %' | mark && echo && rest
}

macros() {
    start && printf 'define: {N: 1}\ncompile: {define: [%s]} # here\n' "$(items "$1" M% ', ')" && rest
}

folders() {
    mkdir -p h
    (cd h && items "$1" "h%\n" '' | xargs mkdir -p)
    start && printf 'compile: {include: [%s]} # here\n' "$(items "$1" h/h% ', ')" && rest
}

structs() {
    start && echo 'types:' && items "$1" '  t%: {a: u8}' | mark && echo && rest
}

fields() {
    start && printf 'types:\n  t: {%s} # here\n' "$(items "$1" 'a%: u8' ', ')" && rest
}

struct_bytes() {
    start && printf 'types:\n  t: {a: "u8[%s]", b: "u8[%s]"} # here\n' $(($1 - 1)) 1 && rest
}

field_array() {
    start && printf 'types:\n  t: {a: "u8[%s]"} # here\n' "$1" && rest
}

kernels() {
    start && echo 'kernels:' && items "$1" '  k%: {source: k.cu, block: 64, params: {y: out u8*}}' | mark && echo &&
        buffers && echo 'steps:' && items "$1" '  - {launch: "k%(y)", grid: 1}' && echo
}

parameters() {
    start && kernel "block: 64, params: {y: out u8*, $(items $(($1 - 1)) 'p%: u32' ', ')}" | sed '$s/$/ # here/' && buffers &&
        launch "y, $(items $(($1 - 1)) % ', ')"
}

# N bytes: a pointer, 64 structs of 504 bytes, and what is left as single bytes.
parameter_bytes() {
    start demo sm_90 "${2-13.0}" && printf 'types:\n  t: {a: "u8[504]"}\n' &&
        kernel "block: 64, params: {y: out u8*, $(items $((($1 - 8) / 504)) 't%: t' ', '), $(items $((($1 - 8) % 504)) \
            'b%: u8' ', ')}" | sed '$s/$/ # here/' && buffers &&
        launch "y, $(items $((($1 - 8) / 504)) 0 ', '), $(items $((($1 - 8) % 504)) 0 ', ')"
}

old_parameter_bytes() {
    parameter_bytes "$1" 12.0
}

# Each scratch is copied to the next one.
buffer_count() {
    start && echo 'buffers:' && items $(($1 - 2)) '  b%: {role: scratch, type: u8, shape: [1]}' | mark && echo &&
        printf '  x: {role: input, type: u8, shape: [1]}\n  y: {role: output, type: u8, shape: [1]}\nsteps:\n' &&
        printf -- '- copy: x -> b0\n' &&
        awk -v count=$(($1 - 3)) 'BEGIN { for (i = 0; i < count; i++) printf "- copy: b%d -> b%d\n", i, i + 1 }' &&
        echo "- copy: b$(($1 - 3)) -> y"
}

dimensions() {
    start && buffers && printf '  z: {role: constant, type: u8, values: [3], shape: [%s]} # here\n' \
        "$(items "$1" 1 ', ')" && fill
}

step_count() {
    start && buffers && echo '  s: {role: state, type: u8, shape: [4096]}' && echo 'steps: # here' && echo '- copy: s -> y' &&
        items $((($1 - 1) / 2)) '- copy: y -> s\n- copy: s -> y' && echo && { [ $(($1 % 2)) -eq 1 ] || echo '- copy: y -> s'; }
}

literals() {
    start && buffers && printf '  c: {role: constant, type: u8, shape: [%s], values: [%s]} # here\n' "$1" \
        "$(letters $(($1 - 1)) 1 | sed 's/1/1,/g')1" && fill
}

literal_nesting() {
    start && buffers && printf 'steps:\n  - fill: y = %s1%s # here\n' "$(letters "$1" '[')" "$(letters "$1" ']')"
}

alignment() {
    start && buffers && printf '  z: {role: state, type: u8, shape: [1], align: %s} # here\n' "$1" &&
        printf 'steps:\n  - copy: z -> y[0:1]\n  - fill: z = 1\n'
}

graphs() {
    start && buffers && echo 'graphs:' && items "$1" '  g%: [fill: y = 1]' | mark && echo
}

nesting() {
    start && buffers && echo 'steps:' && awk -v count="$1" 'BEGIN {
        for (i = 0; i < count; i++) {
            printf "%*s- repeat: 1\n%*sdo:%s\n", 4 * i, "", 4 * i + 2, "", i == 16 ? " # here" : ""
        }
        printf "%*s- fill: y = 1\n", 4 * count, ""
    }'
}

cases() {
    start && buffers && printf '  s: {role: scratch, type: u32, shape: [1]}\nsteps:\n  - fill: y = 1\n  - fill: s = 1\n' &&
        printf '  - switch: s\n    cases: # here\n' && items "$1" '      - - fill: y = 1' && echo
}

swaps() {
    start && buffers && items $((2 * $1)) '  b%: {role: state, type: u8, shape: [1]}' && echo &&
        printf 'steps:\n  - repeat: 2\n    swap: [%s] # here\n    do: [fill: y = 1]\n' \
            "$(awk -v count="$1" 'BEGIN { for (i = 0; i < count; i++) printf "%s[b%d, b%d]", i ? ", " : "", 2 * i, 2 * i + 1 }')"
}

switches() {
    start && echo 'switches:' && items "$1" '  s%: on' | mark && echo && buffers && echo 'steps:' && echo '  - fill: y = 1' &&
        items "$1" '  - {fill: y = 2, when: s%}' && echo
}

lanes() {
    start && echo "lanes: $1 # here" && rest
}

names_after() {
    start && buffers && echo 'steps:' && items "$1" '  - {fill: y = 1, name: s%}' && echo &&
        printf '  - {fill: y = 1, after: [%s]} # here\n' "$(items "$1" s% ', ')"
}

names_read() {
    start && kernel 'block: 64, params: {y: out u8*}' && buffers && printf '  x: {role: input, type: u8, shape: [4096]}\n' &&
        launch && printf '    reads: [%s] # here\n' "$(items "$1" '"x[%:]"' ', ')"
}

one_block() {
    start && kernel "block: $1, params: {y: out u8*}" | sed '2s/$/ # here/' && buffers && launch
}

block_in_x() {
    one_block "$1"
}

block_in_z() {
    one_block "[1, 1, $1]"
}

cluster() {
    start && kernel "block: 32, cluster: $1, params: {y: out u8*}" | sed '2s/$/ # here/' && buffers && launch y "$1"
}

grid_in_x() {
    start && kernel 'block: 32, params: {y: out u8*}' && buffers && launch y "$1 # here"
}

grid_in_y() {
    grid_in_x "[1, $1]"
}

grid_in_z() {
    grid_in_x "[1, 1, $1]"
}

shared() {
    start && kernel "block: 32, shared: $1, params: {y: out u8*}" | sed '2s/$/ # here/' && buffers && launch
}

added_steps() {
    start && buffers && printf 'steps:\n  - repeat: %s # here\n    do: [fill: y = 1]\n' "$1"
}


bodies() {
    start && buffers && printf '  s: {role: scratch, type: u32, shape: [1]}\nsteps:\n  - fill: y = 1\n  - fill: s = 1\n' &&
        items "$1" '  - {if: s, do: [fill: y = 2]}' && echo
}

fill_nodes() {
    start && printf 'types:\n  t: {a: "u8[%s]"}\n' $((4 * $1)) && buffers &&
        printf '  z: {role: output, type: t, shape: [2]}\nsteps:\n  - fill: y = 1\n  - fill: z = [[%s]] # here\n' \
            "$(awk -v count=$((4 * $1)) 'BEGIN { for (i = 0; i < count; i++) printf "%s%d", i ? ", " : "", i * 7 % 251 }')"
}

# Reads and argument of a launch; the first pass is no copy.
copied_arguments() {
    start && kernel 'block: 64, params: {y: out_part u8*}' && buffers && printf '  x: {role: input, type: u8, shape: [4096]}\n' &&
        printf 'steps:\n  - fill: y = 1\n  - repeat: %s # here\n    do:\n      - launch: k(y)\n        grid: 1\n' $(($1 / 250 + 1)) &&
        printf '        reads: [%s]\n' "$(items 249 '"x[%:]"' ', ')"
}

copied_after() {
    start && buffers && echo 'steps:' && items 1000 '  - {fill: y = 1, name: s%}' && echo &&
        printf '  - repeat: %s\n    do:\n      - {fill: y = 1, after: [%s]} # here\n' $(($1 / 1000)) "$(items 1000 s% ', ')"
}

name() {
    start && echo 'define:' && printf '  %s: 1 # here\n' "$(letters "$1")" && rest
}

program() {
    start "$(letters "$1") # here" && rest
}

# ---- reached, and one more ----

spent_text() {
    [ -n "$measured" ] && awk -F: '{ printf ", %s s, %.0f MiB", $1 ~ /\+/ ? substr($1, 1, index($1, "+") - 1) + \
        substr($1, index($1, "+") + 1) : $1, $2 / 1024 }' spent
}

fail() {
    failed=$((failed + 1))
    echo "limits: $*"
    head -c 2000 log
}

# reach WHAT COUNT MESSAGE [MOST]: COUNT are taken. MOST, without which it is COUNT + 1, are refused with MESSAGE.
reach() {
    "$1" "$2" >limit.yaml
    # shellcheck disable=SC2086
    limited $measured "$VGGEN" --image=none --main --sim limit.yaml -o out >log 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "$1: $2$(spent_text)"
    else
        fail "$1: $2 end with status $status"
    fi
    beyond "$1" "${4-$(($2 + 1))}" "$3"
    rm -rf out
}

# beyond WHAT COUNT MESSAGE: it is the only error.
beyond() {
    "$1" "$2" >limit.yaml
    limited "$VGGEN" --image=none limit.yaml -o out >log 2>&1
    status=$?
    line=$(grep -n '# here$' limit.yaml | sed 's/:.*//')
    if [ "$status" -eq 1 ] && grep -q "^limit.yaml:${line:-[0-9]*}:[0-9]*: error: $3" log && grep -q '^1 error' log; then
        passed=$((passed + 1))
    else
        fail "$1: $2 end with status $status, expected in line ${line:-any}: $3"
    fi
}

reach file_bytes 16777216 'the file has 16777217 bytes, more than the limit of 16777216'
reach expression 64 'the expression is nested more than 64 deep'
reach targets 64 'at most 64 targets are possible, found 65'
reach defines 100000 'at most 100000 defines are possible'
reach macros 1000 'at most 1000 macros are possible'
reach folders 64 'at most 64 folders of headers are possible'
reach structs 1000 'at most 1000 structs under .types. are possible'
reach fields 256 'at most 256 fields in a struct are possible'
reach struct_bytes 4096 "the struct 't' grows beyond 4096 bytes here"
reach field_array 4096 "the array 'a' has 4097 elements, expected 1 to 4096"
reach kernels 10000 'at most 10000 kernels are possible'
reach parameters 4095 'at most 4095 parameters of a kernel are possible'
reach parameter_bytes 32764 'the parameters take 32765 bytes, at most 32764 are possible'
reach old_parameter_bytes 4096 'the parameters take 4097 bytes, at most 4096 are possible'
reach buffer_count 60000 'at most 60000 buffers are possible'
reach dimensions 8 'at most 8 dimensions in a shape are possible'
reach step_count 100000 'at most 100000 steps are possible'
reach literals 1000000 "at most 1000000 literals under 'values' are possible"
reach alignment 256 'expected a power of two from 1 (of u8) to 256, found 512' 512
reach graphs 256 'at most 256 graphs are possible'
reach nesting 16 'steps can stand inside each other at most 16 deep'
reach cases 1000 'at most 1000 cases of a switch are possible'
reach swaps 256 "at most 256 pairs under 'swap' are possible"
reach switches 64 'at most 64 switches are possible'
reach lanes 16 'expected 1 to 16 lanes, found 17'
reach names_after 1000 'at most 1000 names in one list are possible'
reach names_read 1000 'at most 1000 buffers in one list are possible'
reach block_in_x 1024 'block.x is 1025, expected 1 to 1024'
reach block_in_z 64 'block.z is 65, expected 1 to 64'
reach cluster 8 'cluster.x is 16, expected 1 to 8' 16
reach grid_in_x 2147483647 'grid.x is 2147483648, expected 1 to 2147483647'
reach grid_in_y 65535 'grid.y is 65536, expected 1 to 65535'
reach grid_in_z 65535 'grid.z is 65536, expected 1 to 65535'
reach shared 232448 '232449 bytes of shared memory, expected 0 to 232448'
reach added_steps 25000 'expected 0 to 25000 passes, found 25001'
reach bodies 2000 'this makes the bodies of while, if and switch more than 2000'
reach fill_nodes 64 'expected a value that at most 64 nodes can write, found one that takes 65'
reach copied_arguments 250000 'copies of steps have more than 250000 arguments in all' 250250
reach copied_after 1000000 "'after' in steps that are repeated or called names more than 1000000 steps in all" 1001000
reach name 255 "a name of 256 characters, at most 255 are possible"
reach program 128 "a name of 129 characters, at most 128 are possible"

# ---- what compilers take ----

# The compiler of the CPU device, and nvcc if there is one, compare each of the parameters with the source.
parameters 4095 >limit.yaml
{
    printf 'extern "C" __global__ void k(unsigned char *y, '
    items 4094 'unsigned p%' ', '
    printf ') { y[threadIdx.x] = (unsigned char)p4093; }\n'
} >k.cu
"$VGGEN" --image=none --sim limit.yaml -o out >log 2>&1
compiles() {
    # shellcheck disable=SC2086
    limited $measured $CXX -std=c++17 -O0 -w -fsyntax-only -DVGSIM -DVGSIM_UNIT=1 -I. -Iout -I"$srcdir/runtime" \
        -I"$srcdir/runtime/sim" -I"$srcdir/runtime/sim/include" -isystem "$srcdir/runtime/sim/cuda" \
        out/demo_sim.cpp >log 2>&1
}
if compiles; then
    passed=$((passed + 1))
    echo "parameters for the CPU device: 4095$(spent_text)"
else
    fail "the CPU device cannot compile 4095 parameters"
fi
sed 's/unsigned p4093/int p4093/' k.cu >new && mv new k.cu
if ! compiles && grep -q "parameter 'p4093' of kernel 'k' is 'u32'" log; then
    passed=$((passed + 1))
else
    fail "a wrong type of the last of 4095 parameters is not found"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
