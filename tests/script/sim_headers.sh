#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# sim_headers.sh [--update]: the CPU device's headers agree bit by bit with those of the toolkit where the host can compute
# with both; each header that the device has compiles alone, and every other one of the toolkit's is refused with one error.
# Needs CXX, srcdir and CUDA_HEADERS (the compiler's option for the toolkit's headers); without them a part is skipped.
# --update writes the refusals of headers that are missing.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}" "${CXX:=c++}"
sim=$srcdir/runtime/sim
here=$srcdir/tests/script/sim_headers
passed=0
failed=0
skipped=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

verdict() { # what, status
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        echo "sim_headers: $1"
        failed=$((failed + 1))
    fi
}

# print_with NAME OPTION…: what bits.cpp prints with these headers.
print_with() {
    name=$1
    shift
    $CXX -std=c++17 -O2 -ffp-contract=off -w "$@" -o "$work/$name" "$here/bits.cpp" && "$work/$name" >"$work/$name.txt"
    verdict "bits.cpp does not run with the headers of $name" $?
}

# What the toolkit has for kernels and applications to include, in its own folders and in CCCL's.
toolkit_headers() {
    for folder in "$1" "$1/cccl"; do
        [ -d "$folder" ] || continue
        (cd "$folder" && find . -maxdepth 1 -name '*.h' ! -name 'generated_*' -o -path './nvtx3/*' -prune -name '*.h*' -type f \
            -o -path './cooperative_groups/*' -prune -name '*.h' -o -path './nv/*' -prune -type f -o -path './thrust/*' \
            -prune -name '*.h' -o -path './cuda/std/*' -prune -type f -o -path './cuda/*' ! -path './cuda/std' -prune -type f \
            -o -path './cub/*/*' -prune -name '*.cuh' -o -path './cub/*.cuh') | sed 's,^[.]/,,' | grep -v '/__\|/detail/'
    done | sort -u
}

refusal() {
    printf '/* SPDX-%s: %s */\n' License-Identifier 0BSD FileCopyrightText '2026 The vggen authors'
    printf '#include "<%s> has no host build: put it, and what needs it, behind #ifndef VGSIM"\n' "$1"
}

folder=$(printf '%s' "${CUDA_HEADERS:-}" | sed 's/^-isystem *//')
if [ -n "$folder" ]; then
    toolkit_headers "$folder" >"$work/toolkit"
    while read -r header; do
        [ ! -f "$sim/include/$header" ] && [ ! -f "$sim/refused/$header" ] || continue
        if [ "${1-}" = --update ]; then
            mkdir -p "$(dirname "$sim/refused/$header")"
            refusal "$header" >"$sim/refused/$header"
        else
            verdict "<$header> is neither there nor refused" 1
        fi
    done <"$work/toolkit"
    [ "$(wc -l <"$work/toolkit")" -gt 100 ]
    verdict "the toolkit's headers were not found in $folder" $?
fi

# Refused from a kernel's source: one line, which names the header, and nothing after it.
(cd "$sim/refused" && find . -type f) | sed 's,^[.]/,,' | sort >"$work/refused"
while read -r header; do
    refusal "$header" | cmp -s - "$sim/refused/$header"
    verdict "refused/$header does not say what the others say" $?
    [ ! -f "$sim/include/$header" ]
    verdict "<$header> is there and refused" $?
done <"$work/refused"
for header in cufft.h mma.h cuda/barrier thrust/device_vector.h cub/device/device_reduce.cuh; do
    printf '#include <cuda_runtime.h>\n#include <%s>\n__global__ void k(undeclared *x) { also(x); }\n' "$header" >"$work/k.cu"
    # shellcheck disable=SC2086
    $CXX -std=c++17 -DVGSIM -I"$sim" -I"$sim/include" -I"$sim/refused" ${CUDA_HEADERS:-} -x c++ -fsyntax-only "$work/k.cu" \
        >"$work/said" 2>&1
    [ "$(grep -c error: "$work/said")" = 1 ] && grep -q "<$header> has no host build: .* #ifndef VGSIM" "$work/said" &&
        grep -q 'k.cu:2' "$work/said"
    verdict "<$header> is not refused with one error: $(cat "$work/said")" $?
done

# What is there compiles alone, first or last, without a warning.
(cd "$sim/include" && find . -type f ! -path './vgsim/*') | sed 's,^[.]/,,' | sort >"$work/present"
for order in sort 'sort -r'; do
    while read -r header; do
        echo "#include <$header>"
    done <"$work/present" | $order >"$work/all.cu"
    printf '#include <iostream>\n#include <cassert>\n#include <cstdio>\n#include <vector>\nvoid kernel(int n)\n{\n' >>"$work/all.cu"
    printf '    assert(n);\n    std::printf("%%ld", (long)std::clock());\n    printf("%%ld", clock());\n}\n' >>"$work/all.cu"
    $CXX -std=c++17 -Wall -Wextra -Werror -Wno-attributes -DVGSIM -I"$sim" -I"$sim/include" -I"$sim/refused" -x c++ \
        -fsyntax-only "$work/all.cu"
    verdict "the device's headers do not compile together ($order)" $?
    $CXX -std=c++17 -DVGSIM -I"$sim" -I"$sim/include" -x c++ -E "$work/all.cu" | sed -n '/^void kernel/,$p' >"$work/kernel"
    [ "$(grep -o 'vgsim_[a-z]*' "$work/kernel" | tr '\n' ' ')" = 'vgsim_stop vgsim_printf vgsim_ticks vgsim_printf vgsim_ticks ' ]
    verdict "the C++ library's headers bring back assert, printf or clock" $?
done
(cd "$sim/include" && grep -rL 'vgsim/all.h' .) | sed 's,^[.]/,,' | grep -v '^cuda/std/\|^vgsim/' >"$work/alone"
while read -r header; do
    echo "#include <$header>" | $CXX -std=c++17 -DVGSIM -I"$sim" -I"$sim/include" -I"$sim/refused" -x c++ -fsyntax-only -
    verdict "<$header> does not compile alone" $?
done <"$work/alone"

print_with device -DVGSIM -I"$sim" -I"$sim/include"
if [ -n "${CUDA_HEADERS:-}" ]; then
    # shellcheck disable=SC2086
    print_with toolkit $CUDA_HEADERS
    diff "$work/toolkit.txt" "$work/device.txt"
    verdict "complex numbers or floats of 8 bits differ from the toolkit's" $?
else
    echo "no CUDA toolkit: nothing to compare with"
    skipped=1
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] || exit 1
[ "$skipped" -eq 0 ] || exit 77
