#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# threads.sh: four programs and the lanes of two, replayed in place and called, each in a thread of its own, are clean under
# ThreadSanitizer: emitted C, the runtime and the CPU device are built for it. The runtime finds the driver at run time, and
# threads that open first all fill the table of its functions. srcdir, builddir, CC and CXX come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
runtime=$srcdir/runtime
compile() {
    "$@" -g -O0 -w -fsanitize=thread -fPIC -pthread -isystem "$runtime/sim/cuda" -I"$runtime/sim" -I"$runtime" -I"$builddir/out/saxpy" \
        -I"$builddir/out/lanes" -I"$builddir/out/feature_recall"
}

echo 'int main(void) { return 0; }' >"$work/empty.c"
# shellcheck disable=SC2086
if ! { compile $CC -o "$work/empty" "$work/empty.c" && "$work/empty"; } >"$work/log" 2>&1; then
    cat "$work/log"
    echo "threads: no ThreadSanitizer here"
    exit 77
fi

status=0
# shellcheck disable=SC2086
compile $CC -std=gnu11 -shared -o "$work/libvgsim.so" "$runtime"/sim/*/*.c -ldl -lm || status=1
sources=
for program in saxpy:kernels/saxpy lanes:tests/device/lanes feature_recall:tests/features; do
    folder=$builddir/out/${program%%:*}
    name=${program%%:*}
    name=${name#feature_}
    sources="$sources $folder/$name.c $folder/${name}_image.c"
    for unit in $(sed -n 's/^#if VGSIM_HAS(\(.*\))/\1/p' "$folder/${name}_sim.cpp"); do
        # shellcheck disable=SC2086
        compile $CXX -std=c++17 -DVGSIM -I"$runtime/sim/include" -I"$folder" -I"$srcdir/${program#*:}" -fvisibility=hidden \
            -DVGSIM_UNIT="$unit" -c -o "$work/$name.$unit.o" "$folder/${name}_sim.cpp" || status=1
    done
    # shellcheck disable=SC2086
    compile $CXX -shared -Wl,-Bsymbolic -o "$work/lib${name}_sim.so" "$work/$name".*.o -L"$work" -lvgsim || status=1
done
# shellcheck disable=SC2086
compile $CC -std=c99 -DVG_DLOPEN -DVG_DRIVER_LIBRARY='"libvgsim.so"' -shared -o "$work/libprograms.so" "$runtime"/vg_*.c $sources ||
    status=1
for program in threads first_open; do
    # shellcheck disable=SC2086
    compile $CC -std=gnu11 -o "$work/$program" "$srcdir/tests/programs/$program.c" \
        -Wl,--no-as-needed -L"$work" -lprograms -lsaxpy_sim -llanes_sim -lrecall_sim -lvgsim || status=1
done
[ "$status" -eq 0 ] || exit 1

# run PROGRAM SEED
run() {
    if ! VGSIM_SEED=$2 LD_LIBRARY_PATH=$work TSAN_OPTIONS="halt_on_error=0 exitcode=66" "$work/$1" >"$work/log" 2>&1; then
        head -n 100 "$work/log"
        status=1
    fi
    tail -n 1 "$work/log"
}
run threads 1
run threads 2
for seed in 1 2 3 4 5 6; do
    run first_open $seed
done
exit $status
