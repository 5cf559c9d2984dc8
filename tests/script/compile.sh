#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# compile.sh FOLDER RUNTIME [CUDA_INCLUDE...]: everything emitted into FOLDER compiles without a warning as C99, C11, C17
# and C++17, with every compiler that is there, against the first folder of CUDA headers; and as C99 and C++17, which
# between them leave out what the others have, against the other folders and without CUDA at all; what includes no CUDA
# header, once. The runtime also with VG_NVTX where its header is. A program that needs newer headers says which. With
# QUICK=yes as C99 and C++17 alone, against the first folder, and without CUDA by gcc. BESIDE: a further folder of headers.
# The last line is "N passed, N failed".
set -u

if [ $# -lt 2 ]; then
    echo "usage: compile.sh FOLDER RUNTIME [CUDA_INCLUDE...]" >&2
    exit 2
fi
folder=$1
runtime=$2
shift 2
# Optimising finds more, and takes five to ten times as long: the first compiler of each language does. Against a further
# CUDA release only for the runtime, which has lines for some releases; programs have none, so there the other compilers
# would only read other headers.
flags="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# compile NAME-OF-MODE FILE COMPILER FLAGS...
compile() {
    mode=$1
    file=$2
    shift 2
    if "$@" -I"$runtime" -I"$folder" ${BESIDE:+-I"$BESIDE"} "$file" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "compile: $file: $mode fails:"
        head -n 20 "$log"
    fi
}

# compile_as STANDARDS FILE NAME FLAGS...
compile_as() {
    standards=$1
    file=$2
    headers=$3
    shift 3
    for compiler in gcc $others_c; do
        command -v $compiler >/dev/null 2>&1 || continue
        for standard in $standards; do
            how=-fsyntax-only
            [ "$compiler-$standard" = gcc-c99 ] && how=$optimised
            # shellcheck disable=SC2086
            compile "$compiler -std=$standard, $headers" "$file" $compiler -std=$standard $flags $how "$@"
        done
    done
    for compiler in g++ $others_cpp; do
        command -v $compiler >/dev/null 2>&1 || continue
        how=-fsyntax-only
        [ $compiler = g++ ] && how=$optimised
        # shellcheck disable=SC2086
        compile "$compiler -std=c++17, $headers" "$file" $compiler -std=c++17 $flags $how "$@" -x c++
    done
}

# refuse FILE FOLDER: the file needs newer headers than those, and says so.
refuse() {
    if gcc -fsyntax-only -isystem "$2" -I"$runtime" -I"$folder" "$1" >"$log" 2>&1; then
        echo "compile: $1 compiles with the headers in $2, which it says are too old"
        failed=$((failed + 1))
    elif grep -q 'error: #error "this program has .* the headers of CUDA 12\.[0-9]* or later"' "$log"; then
        passed=$((passed + 1))
    else
        echo "compile: $1 does not say that it needs newer headers than those in $2:"
        head -n 5 "$log"
        failed=$((failed + 1))
    fi
}

# is_too_old FILE FOLDER
is_too_old() {
    wanted=$(sed -n 's/^#if CUDA_VERSION < \([0-9]*\)$/\1/p' "$1" | head -n 1)
    found=$(echo '#include <cuda.h>
CUDA_VERSION' | gcc -E -P -isystem "$2" - 2>/dev/null | tail -n 1)
    [ "${found:-0}" -lt "${wanted:-0}" ]
}

for file in "$folder"/*.c; do
    if [ ! -f "$file" ]; then
        echo "compile: $folder has no C files"
        failed=$((failed + 1))
        break
    fi
    standards="c99 c11 c17"
    [ -z "${QUICK-}" ] || standards="c99"
    others_c=clang
    others_cpp=clang++
    optimised="-O1 -c -o /dev/null"
    for cuda in "$@"; do
        if is_too_old "$file" "$cuda"; then
            refuse "$file" "$cuda"
            continue
        fi
        compile_as "$standards" "$file" "CUDA headers in $cuda" -isystem "$cuda"
        case $file in
        */vg_*.c)
            [ ! -f "$cuda/nvtx3/nvToolsExt.h" ] || compile_as c99 "$file" "VG_NVTX" -DVG_NVTX -isystem "$cuda"
            ;;
        esac
        standards="c99"
        case $file in
        */vg_*.c) ;;
        *)
            optimised=-fsyntax-only
            others_c=
            others_cpp=
            ;;
        esac
        [ -z "${QUICK-}" ] && grep -q '^#include [<"]\(cuda\|vg_cuda\|vg_impl\)\.h[>"]' "$file" || break
    done
    others_c=
    others_cpp=
    [ -n "${QUICK-}" ] || others_c=clang others_cpp=clang++
    optimised="-O1 -c -o /dev/null"
    [ -z "${QUICK-}" ] || optimised=-fsyntax-only
    grep -q '^#include "vg_impl.h"' "$file" || compile_as c99 "$file" "VG_WITHOUT_CUDA" -DVG_WITHOUT_CUDA
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
