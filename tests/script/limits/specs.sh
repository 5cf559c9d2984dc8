# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# shellcheck shell=sh
# specs.sh: what limits.sh reads. A function for each limit writes a spec that has COUNT of it; "# here" ends the line
# where an error is expected.

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

# Literals in four constants, the last of which takes what is left.
values() {
    start && fill && buffers && awk -v count=$(($1 - 69)) 'BEGIN {
        for (c = 0; c < 4; c++) {
            held = c < 3 ? 999980 : count - 3 * 999980
            printf "  c%d: {role: constant, type: u8, shape: [%d], values: [1", c, held
            for (i = 1; i < held; i++)
                printf ",1"
            print c < 3 ? "]}" : "]} # here"
        }
    }'
}

lists() {
    start && buffers && printf '  z: {role: state, type: u8, shape: [1], init: %s1%s} # here\n' "$(letters $(($1 - 3)) '[')" \
        "$(letters $(($1 - 3)) ']')" && printf 'steps:\n  - fill: y = 1\n  - copy: z -> y[0:1]\n  - fill: z = 1\n'
}

key() {
    start && printf "define:\n  %-$1s: 1 # here\n" N && rest
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

# What is one too many is the last define again.
defined_macros() {
    start && echo 'define:' && items 100000 '  D%: %' && printf '\nmacros: [%s%s] # here\n' "$(items 100000 D% ', ')" \
        "$(items $(($1 - 100000)) ', D99999' '')" && rest
}

macros() {
    start && printf 'compile: {define: [%s]} # here\n' "$(items "$1" M% ', ')" && rest
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

# All that a launch may say of its parameters.
accesses() {
    start && kernel "block: 64, params: {$(items 4095 'p%: inout u8*' ', ')}" && buffers &&
        printf '  z: {role: state, type: u8, shape: [4096]}\n' && launch "$(items 4095 'z[%:4096]' ', ')" &&
        printf '    access: {%s} # here\n' "$(items "$1" 'p%: in' ', ')" && echo '  - fill: y = 1'
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

# Lanes in elements of an array in a struct.
literal_nesting() {
    start && printf 'types:\n  t: {a: "f32x2[1]"}\nbuffers:\n  y: {role: output, type: t, shape: [1]}\n' &&
        printf 'steps:\n  - fill: y = %s1, 1%s # here\n' "$(letters "$1" '[')" "$(letters "$1" ']')"
}

# Literals of a struct of 4 KiB, whose last byte tells that it is not zero.
literal_mebibytes() {
    start && printf 'types:\n  t: {a: "u8[4092]", b: u32}\n' && kernel 'block: 64, params: {y: out u8*, t: t}' && buffers &&
        echo 'steps:' && items $(($1 * 256)) '  - {launch: "k(y, [0, 1])", grid: 1}' && echo
}

# In the arena of the device, where places are multiples of 256.
memory() {
    start 'demo # here' && kernel 'block: 64, params: {y: out u8*, w: work u8*}' && buffers &&
        printf '  w: {role: scratch, type: u8, shape: [%s]}\n' $(($1 - 4096)) && launch 'y, w'
}

buffer_bytes() {
    start && kernel 'block: 64, params: {y: out u8*, w: work u8*}' && buffers &&
        printf '  w: {role: scratch, type: u16, shape: [%s]} # here\n' $(($1 / 2 + 1)) && launch 'y, w'
}

# The header of a NumPy file, in its second format.
numpy() {
    text="{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }"
    {
        printf '\223NUMPY\002\000'
        # shellcheck disable=SC2059
        printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $(($1 % 256)) $(($1 / 256 % 256)) $(($1 / 65536 % 256)) 0)"
        printf "%-$1s\001" "$text"
    } >c.npy
    start && buffers && printf '  c: {role: constant, type: u8, shape: [1], data: c.npy} # here\n' &&
        printf 'steps:\n  - fill: y = 1\n  - copy: c -> y[0:1]\n'
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

kept_calls() {
    start && printf 'api: call\nkeep: %s # here\n' "$1" && rest
}

# Of each call the inputs and the outputs, which are 4 KiB.
kept_bytes() {
    start && printf 'api: call\nkeep: 64 # here\n' && kernel 'block: 64, params: {x: in u8*, y: out u8*}' && buffers &&
        printf '  x: {role: input, type: u8, shape: [%s]}\n' $(($1 / 64 - 4096)) && launch 'x, y'
}

in_flight() {
    start && echo "in_flight: $1 # here" && rest
}

ranks() {
    start && echo "ranks: $1 # here" && rest
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
        launch && printf '    reads: [%s] # here\n' "$(items "$1" '"x[%:% + 1]"' ', ')"
}

names_written() {
    names_read "$1" | sed 's/reads:/writes:/; s/role: input/role: state/'
}

one_block() {
    start && kernel "block: $1, params: {y: out u8*}" | sed '2s/$/ # here/' && buffers && launch
}

block_in_x() {
    one_block "$1"
}

block_in_y() {
    one_block "[1, $1]"
}

block_in_z() {
    one_block "[1, 1, $1]"
}

threads() {
    one_block "[32, $(($1 / 32)), $(($1 % 32 + 1))]"
}

block_sizes() {
    one_block "[$(items "$1" 1 ', ')]"
}

grid_sizes() {
    grid_in_x "[$(items "$1" 1 ', ')]"
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

# Machine code with STATIC bytes, and a launch with DYNAMIC ones; the places of errors are the kernel's line.
compiled() {
    {
        printf '.version 8.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 p0)\n'
        printf '{\n    .shared .align 1 .b8 s[%s];\n    ret;\n}\n' "$1"
    } >k.ptx
    start demo "$3" && printf 'kernels:\n  k: {image: k.ptx, block: 32, shared: %s, params: {y: out u8*}} # here\n' "$2" &&
        buffers && launch
}

static_shared() {
    compiled "$1" 0 compute_90
}

all_shared() {
    compiled 49152 $(($1 - 49152)) compute_90
}

little_shared() {
    compiled 1024 $(($1 - 1024)) compute_60
}

added_steps() {
    start && buffers && printf 'steps:\n  - repeat: %s # here\n    do: [fill: y = 1]\n' "$1"
}

# Each graph calls the one before it twice.
doubled_calls() {
    start && buffers && printf 'graphs:\n  g0: [fill: y = 1]\n' && awk -v count="$1" 'BEGIN {
        for (i = 1; i <= count; i++)
            printf "  g%d: [call: g%d, call: g%d]\n", i, i - 1, i - 1
    }'
}

# Each repeats what stands in it twice.
doubled_repeats() {
    start && buffers && echo 'steps:' && awk -v count="$1" 'BEGIN {
        for (i = 0; i < count; i++)
            printf "%*s- repeat: 2\n%*sdo:\n", 4 * i, "", 4 * i + 2, ""
        printf "%*s- fill: y = 1\n", 4 * count, ""
    }'
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

capture_nodes() {
    start && buffers && printf 'steps:\n  - capture: f\n    writes: y\n    nodes: %s # here\n' "$1"
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
