#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# two_ranks.sh SOURCE BUILD: programs of two ranks with NCCL, in two processes on two GPUs; also started by mpirun, where
# that is installed. All results, a rank that ends in the middle, one that does not come, another plan; then all-reduces
# of 1 KiB to 16 MiB beside NCCL captured by hand. On a machine with one GPU one rank runs alone, and it says so: what
# NCCL enqueues is captured there, too. BUILD has runtime/*.o and out/two_ranks and others, made by make.
# Exit status: 0 passed, 1 failed, 77 there is no GPU or no NCCL.
set -u
LC_ALL=C
export LC_ALL
[ $# -ge 2 ] || { echo "usage: two_ranks.sh SOURCE BUILD" >&2; exit 2; }
source=$(cd "$1" && pwd) && build=$(cd "$2" && pwd) || exit 2
: "${CC:=cc}"
NCCL_NVLS_ENABLE=0 # no multicast
export NCCL_NVLS_ENABLE
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

gpus=${GPUS:-$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')} # GPUS=1: as on a machine with one
[ "$gpus" -gt 0 ] || { echo "no GPU here"; exit 77; }

# ---- where NCCL and the toolkit are ----

nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
cuda=$(dirname "$(dirname "$(readlink -f "$nvcc")")")
python=$(python3 -c 'import nvidia.nccl as m; print(list(m.__path__)[0])' 2>/dev/null)
headers=
for folder in ${NCCL_HOME:+"$NCCL_HOME/include"} "$cuda/include" "$cuda"/targets/*/include /usr/include ${python:+"$python/include"}; do
    [ -n "$headers" ] || [ ! -f "$folder/nccl.h" ] || headers=$folder
done
library=
for file in ${NCCL_HOME:+"$NCCL_HOME"/lib/libnccl.so*} "$cuda"/lib64/libnccl.so* "$cuda"/targets/*/lib/libnccl.so* \
    /usr/lib/*/libnccl.so* /usr/lib64/libnccl.so* ${python:+"$python"/lib/libnccl.so*}; do
    [ -n "$library" ] || [ ! -f "$file" ] || library=$file
done
[ -n "$headers" ] && [ -n "$library" ] || { echo "no NCCL here: nccl.h '$headers', library '$library'"; exit 77; }
toolkit=$cuda/include
[ -f "$toolkit/cuda.h" ] || toolkit=$(dirname "$(ls "$cuda"/targets/*/include/cuda.h | head -n 1)")
libraries=$(for folder in "$cuda/lib64" "$cuda"/targets/*/lib; do [ ! -d "$folder" ] || printf -- '-L%s -L%s/stubs -Wl,-rpath,%s ' "$folder" "$folder" "$folder"; done)

# ---- programs ----

flags="-O2 -g -std=c99 -Wall -Wextra -Werror -I$source/runtime -isystem $headers -isystem $toolkit -DVG_WITH_NCCL"
runtime=
for object in "$build"/runtime/vg_*.o; do
    [ "${object##*/}" = vg_nccl.o ] || runtime="$runtime $object"
done

# make NAME FOLDER PROGRAM SOURCE FLAG…
make_app() {
    name=$1 folder=$build/out/$2 program=$3 file=$4
    shift 4
    # shellcheck disable=SC2086
    if $CC $flags "$@" -I"$folder" -o "$work/$name" "$file" "$source/runtime/vg_nccl.c" "$folder/$program.c" \
        "$folder/${program}_image.c" $runtime "$library" -Wl,-rpath,"$(dirname "$library")" $libraries \
        -lcudart -lcuda -lpthread -lm >"$work/$name.make" 2>&1; then
        return 0
    fi
    echo "$name is not built:"
    cat "$work/$name.make"
    failed=$((failed + 1))
    return 1
}

# verdict NAME STATUS…: all are 0.
verdict() {
    name=$1 good=1
    shift
    for status in "$@"; do
        [ "$status" -eq 0 ] || good=0
    done
    grep -h '^figure: \|^rank ' "$work/$name".[01] 2>/dev/null
    if [ $good -eq 1 ]; then
        passed=$((passed + 1))
        echo "$name: ok"
    else
        failed=$((failed + 1))
        echo "$name: failed, $*"
        tail -n 20 "$work/$name".[01]
    fi
}

# pair NAME MODE FIRST SECOND
pair() {
    timeout 120 "$work/$3" 0 "$work/$1.id" "$2" >"$work/$1.0" 2>&1 &
    other=$!
    timeout 120 "$work/$4" 1 "$work/$1.id" "$2" >"$work/$1.1" 2>&1
    second=$?
    wait $other
    verdict "$1" $? $second
}

app=$source/tests/device/two_ranks.c
if [ "$gpus" -lt 2 ]; then
    echo "figure: one GPU here: one rank of NCCL, and nothing of two"
    if make_app one one_rank ranks "$app" -DVG_NCCL_ANY_RANKS; then
        timeout 120 "$work/one" 0 "$work/alone.id" run >"$work/alone.0" 2>&1
        verdict alone $?
    fi
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
fi

if make_app two two_ranks ranks "$app" && make_app other other_ranks ranks "$app"; then
    pair together run two two
    pair gone die two two
    pair never late two two
    pair different differ two other
    if command -v mpirun >/dev/null 2>&1; then
        # shellcheck disable=SC2016
        timeout 120 mpirun --allow-run-as-root -n 2 sh -c \
            'exec "$0" "${OMPI_COMM_WORLD_RANK:-${PMI_RANK:?}}" "$1" run' "$work/two" "$work/mpi.id" >"$work/mpi.0" 2>&1
        verdict mpi $?
    else
        echo "mpirun is not installed"
    fi
fi
for n in 256 16384 262144 4194304; do
    make_app "reduce_$n" "bench_reduce_$n" reduce "$source/tests/device/ranks_bench.c" &&
        pair "reduce_$n" bench "reduce_$n" "reduce_$n"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
