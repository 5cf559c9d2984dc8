#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# limits.sh: each limit of vggen-spec(5) is reached, within ten seconds of the processor, and one more is refused in the
# line where it stands; no row under LIMITS is left out (limits/table). Prints the seconds and the peak memory of each.
# VGGEN, CXX, srcdir and NVCC come from make.
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

. "$srcdir/tests/script/limits/specs.sh"

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

options="--image=none --main --sim"

# reach WHAT COUNT MESSAGE [MOST]: COUNT are taken. MOST, without which it is COUNT + 1, are refused with MESSAGE.
reach() {
    "$1" "$2" >limit.yaml
    # shellcheck disable=SC2086
    limited $measured "$VGGEN" $options limit.yaml -o out >log 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "$1 $2" >>reached
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
    # shellcheck disable=SC2086
    limited "$VGGEN" $options limit.yaml -o out >log 2>&1
    status=$?
    line=$(grep -n '# here$' limit.yaml | sed 's/:.*//')
    if [ "$status" -eq 1 ] && grep -q "^limit.yaml:${line:-[0-9]*}:[0-9]*: error: $3" log && grep -q '^1 error' log; then
        passed=$((passed + 1))
    else
        fail "$1: $2 end with status $status, expected in line ${line:-any}: $3"
    fi
}

reach file_bytes 16777216 'the file has 16777217 bytes, more than the limit of 16777216'
reach values 4000000 'more than 4000000 values'
# No spec that is right nests deeper than 53: at 64 something else is wrong.
beyond lists 64 'expected a single literal for u8, found a list'
echo 'lists 64' >>reached
beyond lists 65 'lists and mappings are nested more than 64 deep'
reach key 1024 'a key has more than 1024 characters'
reach expression 64 'the expression is nested more than 64 deep'
reach targets 64 'at most 64 targets are possible, found 65'
reach defines 100000 'at most 100000 defines are possible'
reach defined_macros 100000 'at most 100000 macros are possible'
reach macros 100000 'at most 100000 macros are possible'
reach folders 64 'at most 64 folders of headers are possible'
reach structs 1000 'at most 1000 structs under .types. are possible'
reach fields 256 'at most 256 fields in a struct are possible'
reach struct_bytes 4096 "the struct 't' grows beyond 4096 bytes here"
reach field_array 4096 "the array 'a' has 4097 elements, expected 1 to 4096"
reach kernels 10000 'at most 10000 kernels are possible'
reach parameters 4095 'at most 4095 parameters of a kernel are possible'
reach parameter_bytes 32764 'the parameters take 32765 bytes, at most 32764 are possible'
reach old_parameter_bytes 4096 'the parameters take 4097 bytes, at most 4096 are possible'
reach accesses 4095 'at most 4095 parameters of a kernel are possible'
reach buffer_count 60000 'at most 60000 buffers are possible'
reach dimensions 8 'at most 8 dimensions in a shape are possible'
reach step_count 100000 'at most 100000 steps are possible'
reach literals 1000000 "at most 1000000 literals under 'values' are possible"
reach literal_nesting 3 'expected a number: no type has lists this deep'
reach literal_mebibytes 32 'the literals of the spec take more than 32 MiB' 33
reach memory 9223372036854775552 'expected buffers of less than 2^63 bytes in all, found more'
beyond buffer_bytes 9223372036854775806 "the size of 'w' does not fit in 63 bits"
reach numpy 1048576 "'c.npy' has a header of 1048577 bytes, more than the limit of 1048576"
reach alignment 256 'expected a power of two from 1 (of u8) to 256, found 512' 512
reach graphs 256 'at most 256 graphs are possible'
reach nesting 16 'steps can stand inside each other at most 16 deep'
reach cases 1000 'at most 1000 cases of a switch are possible'
reach swaps 256 "at most 256 pairs under 'swap' are possible"
reach switches 64 'at most 64 switches are possible'
reach ranks 65535 'expected 1 to 65535 ranks, found 65536'
reach lanes 16 'expected 1 to 16 lanes, found 17'
reach in_flight 64 'expected 1 to 64 replays in flight, found 65'
reach kept_calls 64 'expected 1 to 64 kept calls, found 65'
reach kept_bytes 1073741824 "64 kept calls take 1073741888 bytes of the program's struct, at most 1073741824 are possible" 1073741888
reach names_after 1000 'at most 1000 names in one list are possible'
reach names_read 1000 'at most 1000 buffers in one list are possible'
reach names_written 1000 'at most 1000 buffers in one list are possible'
reach block_in_x 1024 'block.x is 1025, expected 1 to 1024'
reach block_in_y 1024 'block.y is 1025, expected 1 to 1024'
reach block_in_z 64 'block.z is 65, expected 1 to 64'
reach threads 1024 'the block has 1056 threads, at most 1024 are possible' 1056
reach block_sizes 3 'expected one to three sizes (x, y, z), found 4'
reach grid_sizes 3 'expected one to three sizes (x, y, z), found 4'
reach cluster 8 'cluster.x is 16, expected 1 to 8' 16
reach grid_in_x 2147483647 'grid.x is 2147483648, expected 1 to 2147483647'
reach grid_in_y 65535 'grid.y is 65536, expected 1 to 65535'
reach grid_in_z 65535 'grid.z is 65536, expected 1 to 65535'
reach shared 232448 '232449 bytes of shared memory, expected 0 to 232448'
options=--main
reach static_shared 49152 "kernel 'k' declares 49153 bytes of static shared memory, expected at most 49152"
reach all_shared 232448 "kernel 'k' uses 232449 bytes of shared memory (49152 static, 183297 dynamic), expected at most 232448"
reach little_shared 49152 "kernel 'k' uses 49153 bytes of shared memory (1024 static, 48129 dynamic), expected at most 49152"
options="--image=none --main --sim"
reach added_steps 25000 'expected 0 to 25000 passes, found 25001'
reach doubled_calls 12 "this makes the graph 'g13' longer than 25000 steps" 63
reach doubled_repeats 13 "this makes the graph 'main' longer than 25000 steps" 16
reach bodies 2000 'this makes the bodies of while, if and switch more than 2000'
reach fill_nodes 64 'expected a value that at most 64 nodes can write, found one that takes 65'
reach capture_nodes 1000 'expected 1 to 1000 nodes, found 1001'
reach copied_arguments 250000 'copies of steps have more than 250000 arguments in all' 250250
reach copied_after 1000000 "'after' in steps that are repeated or called names more than 1000000 steps in all" 1001000
reach name 255 "a name of 256 characters, at most 255 are possible"
reach program 128 "a name of 129 characters, at most 128 are possible"

# ---- each limit of the page has a row ----

if awk '
    FILENAME == "reached" { reached[$1] = $2; next }
    FILENAME ~ /table$/ { who = $1; sub(/^[^ ]* /, ""); rows[$0] = rows[$0] " " who; next }
    /^\.Sh/ { inside = /^\.Sh LIMITS$/ }
    !inside || !/^\.It / { next }
    {
        seen++
        split($0, part, " Ta ")
        item = substr(part[1], 5)
        most = part[2]
        if (most ~ / MiB$/ && item !~ /literals/) most *= 1048576
        if (most ~ / GiB$/) most *= 1073741824
        count = split(rows[item], each, " ")
        if (count == 0) { print "limits: nothing reaches \"" item "\""; wrong = 1 }
        for (i = 1; i <= count; i++)
            if (!(each[i] in reached) || (most !~ /2\^63/ && reached[each[i]] + 0 != most + 0)) {
                print "limits: " each[i] " reaches \"" reached[each[i]] "\", the page has " most
                wrong = 1
            }
    }
    END { exit wrong || seen < 45 }' reached "$srcdir/tests/script/limits/table" "$srcdir/gen/vggen-spec.5"; then
    passed=$((passed + 1))
else
    fail "the page and these rows differ"
fi

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
