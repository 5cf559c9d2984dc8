#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# stamp.sh: emitted files of different runs do not fit together. For another define, another option, another spec and
# another version of the generator, each file of the one run among those of the other is refused by the compiler, the
# linker and open, by a sentence that names both files. What changes nothing that is emitted leaves the stamp alone, and
# then files of two runs fit.
# srcdir, builddir, CC and CXX come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}" "${CXX:=c++}"
vggen=$builddir/vggen
[ -x "$vggen" ] || { echo "stamp: no generator here"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
sources="st.c st_image.c st_main.c st_selftest.c"
flags="-w -I$srcdir/runtime -isystem $srcdir/runtime/sim/cuda"
sim="-DVGSIM -I$srcdir/runtime/sim -I$srcdir/runtime/sim/include -I$srcdir/runtime/sim/refused"
objects=$(find "$builddir/runtime" -maxdepth 1 -name 'vg_*.o')
driver=$(find "$builddir/runtime/driver" -maxdepth 1 -name '[a-z]*.o' ! -name 'tests_*')
library=$builddir/runtime/sim/libvgsim.so

# holds WHAT COMMAND…
holds() {
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "stamp: $what"
        [ ! -s "$work/log" ] || head -n 5 "$work/log"
    fi
}

# emit GENERATOR RUN SPEC OPTION…: a run into a folder of that name.
emit() {
    generator=$1
    run=$2
    spec=$3
    shift 3
    "$generator" --image=none --main --selftest --sim "$@" "$work/$spec" -o "$work/$run" >"$work/log" 2>&1
    status=$?
    holds "$run: the generator fails" [ $status -eq 0 ]
    [ $status -eq 0 ] || exit 1
}

stamp_of() {
    sed -n 's/^#define VGGEN_st_STAMP //p' "$work/$1/st.h"
}

# ---- the compiler ----

# refuses FILE FIRST SECOND COMPILER…: compiling FILE says that FIRST and SECOND do not belong together.
refuses() {
    file=$1
    sentence="#error \"$2 and $3 are of different runs of vggen: generate both again\""
    shift 3
    # shellcheck disable=SC2086
    ! "$@" -fsyntax-only $flags -I"$work/mixed" "$work/$file" >"$work/log" 2>&1 && grep -q -F "$sentence" "$work/log"
}

# refuses_two FILE COMPILER…: two files of that name are one too many.
refuses_two() {
    name=$1
    shift
    # shellcheck disable=SC2086
    ! "$@" $flags >"$work/log" 2>&1 &&
        grep -q -F "#error \"two $name of different runs of vggen in one translation unit\"" "$work/log"
}

# mix RUN FILE…: the files of the first run but for these, which are of this one.
mix() {
    run=$1
    shift
    rm -rf "$work/mixed"
    cp -r "$work/first" "$work/mixed"
    for name in "$@"; do
        cp "$work/$run/$name" "$work/mixed/$name"
    done
}

# The files that include others, each the only one of its run; then those that are included.
try_compiler() {
    for file in $sources; do
        mix "$1" "$file"
        holds "$file of '$1' compiles with st.h of the first run" refuses "mixed/$file" "$file" st.h $CC -std=c99
    done
    mix "$1" st_sim.cpp
    # shellcheck disable=SC2086
    holds "st_sim.cpp of '$1' compiles" refuses mixed/st_sim.cpp st_sim.cpp st_kernels.h $CXX \
        -std=c++17 -E $sim -DVGSIM_UNIT=1
    mix "$1" st.h
    for file in $sources; do
        holds "$file compiles with st.h of '$1'" refuses "mixed/$file" "$file" st.h $CC -std=c99
    done
    printf '#include "st.h"\n#include "st_kernels.h"\n' >"$work/both.cpp"
    printf '#include "st_kernels.h"\n#include "st.h"\n' >"$work/both_again.cpp"
    for file in both.cpp both_again.cpp; do
        holds "$file: st_kernels.h fits st.h of '$1'" refuses $file st.h st_kernels.h $CXX -std=c++17 -E
    done
    printf '#include "first/st.h"\n#include "%s/st.h"\n' "$1" >"$work/two.c"
    holds "st.h of '$1' counts for nothing behind that of the first run" refuses_two st.h \
        $CC -std=c99 -fsyntax-only "$work/two.c"
    printf '#include "first/st_kernels.h"\n#include "%s/st_kernels.h"\n' "$1" >"$work/two.cpp"
    holds "st_kernels.h of '$1' counts for nothing behind that of the first run" refuses_two st_kernels.h \
        $CXX -std=c++17 -E "$work/two.cpp"
    # Beside a source one of another run is kept out, as nvcc's is when vggen compiles.
    mkdir -p "$work/beside"
    cp "$work/st.cu" "$work/$1/st_kernels.h" "$work/beside"
    # shellcheck disable=SC2086
    holds "st_kernels.h of '$1' beside the source stops st_sim.cpp" $CXX -std=c++17 -E $flags $sim -DVGSIM_UNIT=1 \
        -I"$work/beside" "$work/first/st_sim.cpp" -o "$work/log"
    mix "$1" st_kernels.h
    # shellcheck disable=SC2086
    holds "st_sim.cpp compiles with st_kernels.h of '$1'" refuses mixed/st_sim.cpp st_sim.cpp st_kernels.h $CXX \
        -std=c++17 -E $sim -DVGSIM_UNIT=1
}

# ---- the linker ----

compile_run() {
    for file in $sources; do
        # shellcheck disable=SC2086
        $CC -std=gnu11 -c $flags -I"$work/$1" -o "$work/$1/${file%.c}.o" "$work/$1/$file" >"$work/log" 2>&1
        holds "$1: $file does not compile" [ $? -eq 0 ]
    done
}

# link PROGRAM OBJECT…
link() {
    program=$1
    shift
    # shellcheck disable=SC2086
    $CC -o "$work/$program" "$@" $driver $objects -Wl,--no-as-needed "$work/libst_sim.so" "$library" \
        -Wl,-rpath,"$work" -Wl,-rpath,"$(dirname "$library")" -lm >"$work/log" 2>&1
}

# unlinked WHO WHAT OBJECT…: the object WHO misses a name of the file WHAT.
unlinked() {
    pattern="$1.*undefined reference to .st_[a-z_]*_of_$2_0x[0-9a-f]*'"
    shift 2
    ! link mixed.out "$@" && grep -q "$pattern" "$work/log"
}

try_linker() {
    first=$work/first
    other=$work/$1
    holds "links with st_image.o of '$1'" unlinked 'st\.[co]' st_image_c "$first/st.o" "$other/st_image.o" "$first/st_main.o"
    holds "links with st.o of '$1'" unlinked 'st_main\.[co]' st_c "$other/st.o" "$other/st_image.o" "$first/st_main.o"
    holds "links with st_main.o of '$1'" unlinked 'st_main\.[co]' st_c "$first/st.o" "$first/st_image.o" "$other/st_main.o"
    holds "links with st_selftest.o of '$1'" unlinked 'st_selftest\.[co]' st_c "$first/st.o" "$first/st_image.o" \
        "$other/st_selftest.o"
}

# ---- open ----

# build_kernels RUN: the CPU device's part of a run, to where programs are linked with it.
build_kernels() {
    for unit in 0 1; do
        # shellcheck disable=SC2086
        $CXX -std=c++17 -O0 -fPIC -w $sim -DVGSIM_UNIT=$unit -I"$work" -I"$work/$1" -c "$work/$1/st_sim.cpp" \
            -o "$work/unit.$unit.o" >"$work/log" 2>&1
        holds "$1: unit $unit of st_sim.cpp does not compile" [ $? -eq 0 ]
    done
    $CXX -shared -Wl,-Bsymbolic "$work/unit.0.o" "$work/unit.1.o" -o "$work/libst_sim.so" "$library" >"$work/log" 2>&1
    holds "$1: the kernels do not link" [ $? -eq 0 ]
}

opens() {
    "$work/$1" --replays 1 >"$work/log" 2>&1
}

refuses_to_open() {
    ! opens "$1" && grep -q "st_sim.cpp (0x[0-9a-f]*) and st.c (0x[0-9a-f]*) are of different runs of vggen" "$work/log" &&
        grep -q 'open failed: VG_DRIVER: cuInit' "$work/log"
}

# ---- the runs ----

cp "$srcdir"/tests/stamp/st.* "$work"
mkdir "$work/remarks" "$work/slices"
cp "$work/st.cu" "$work/remarks"
cp "$work/st.cu" "$work/slices"
# What no compiler sees: remarks, the folder, and what is written besides.
sed 's/^vggen: 1/# Another remark.\n&/' "$work/st.yaml" >"$work/remarks/st.yaml"
sed 's/x: {role: input, type: f32/x: {role: input, type: i32/; s/x: in f32/x: in i32/; s/st\.cu/spec.cu/' "$work/st.yaml" \
    >"$work/spec.yaml"
sed 's/const float \*x/const int *x/' "$work/st.cu" >"$work/spec.cu"
# What only NAME_sim.cpp has: the bytes that a launch may touch.
sed 's/scale(x, taps, y)/scale(x[0:48], taps, y)/' "$work/st.yaml" >"$work/slices/st.yaml"
# A generator of another version.
mkdir -p "$work/gen/base"
cp "$srcdir/gen/main.c" "$work/gen"
sed 's/VGGEN_VERSION ".*"/VGGEN_VERSION "99.9.9"/' "$srcdir/gen/base/version.h" >"$work/gen/base/version.h"
# shellcheck disable=SC2086
$CC -std=c11 -I"$srcdir/gen" -o "$work/vggen" "$work/gen/main.c" ${GEN_LINK:-"$builddir/libvggen.a" -lyaml} -lm -w >"$work/log" 2>&1
holds "a generator of another version is not built" [ $? -eq 0 ]

emit "$vggen" first st.yaml
emit "$vggen" define st.yaml -D N=4096
emit "$vggen" option st.yaml --layout=separate
emit "$vggen" spec spec.yaml
emit "$work/vggen" version st.yaml
emit "$vggen" slice slices/st.yaml
for other in define option spec version slice; do
    for than in first define option spec version slice; do
        [ $other = $than ] || holds "'$other' and '$than' have one stamp" [ "$(stamp_of $other)" != "$(stamp_of $than)" ]
    done
    [ $other = slice ] || try_compiler $other
done
for run in first slice; do
    sed -e 's/0x[0-9a-f]*$//' -e '/vg_identity\[\] =$/,/;$/d' "$work/$run/st.c" >"$work/$run.c"
done
holds "a launch of other bytes shows in st.c" cmp -s "$work/first.c" "$work/slice.c"
compile_run first
build_kernels first
for other in define option spec version; do
    compile_run $other
    try_linker $other
done

# The same run again, elsewhere, asked for fewer files and for reports: they fit, and open.
emit "$vggen" remark remarks/st.yaml --json --svg --dot --map
mkdir -p "$work/far/away"
"$vggen" --image=none "$work/st.yaml" -o "$work/far/away/again" >"$work/log" 2>&1
for again in remark far/away/again; do
    holds "'$again' has another stamp" [ "$(stamp_of first)" = "$(stamp_of $again)" ]
done
mix remark st.h st_kernels.h st_image.c st_main.c
cp -r "$work/mixed" "$work/fitting"
compile_run fitting
holds "files of one run twice do not link" link fitting.out "$work/first/st.o" "$work/fitting/st_image.o" "$work/fitting/st_main.o"
holds "files of one run twice do not open" opens fitting.out
# The kernels of the CPU device are a library, which may be exchanged behind the linker's back.
for other in define option spec version; do
    build_kernels $other
    holds "kernels of '$other' open" refuses_to_open fitting.out
done
build_kernels first
holds "kernels of the same run do not open any more" opens fitting.out

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
