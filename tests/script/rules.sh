#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# rules.sh: the rules that vggen(1) shows for make, ninja and CMake, taken from the page and run. Each settles after one run,
# runs vggen when what it read has changed, brings back every output that was removed, and compiles only what changed.
# ninja and CMake are tried where they are there. VGGEN and srcdir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
page=$(cd "$srcdir" && pwd)/gen/vggen.1
passed=0
failed=0
unset MAKEFLAGS MAKELEVEL MFLAGS DESTDIR CMAKE_GENERATOR

# is WHAT EXPECTED FOUND
is() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "rules: $tool, $1: expected '$2', found '$3'"
        head -n 20 "$work/log"
    fi
}
# rule FIRST: the example of the page whose first line begins so, as a reader sees it.
rule() {
    awk -v first="$1" '
        /^\.Bd -literal/ { begins = 1; next }
        /^\.Ed/ { shown = 0 }
        begins { begins = 0; shown = index($0, first) == 1 }
        shown { gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print }' "$page"
}
# What CMake writes for make knows no colons in names.
data="taps 12:30.raw"
# start TOOL: a folder with a program, its kernel, a header of the application and a vggen that counts its runs.
start() {
    tool=$1
    mkdir "$work/$tool" "$work/$tool/bin" && cd "$work/$tool" || exit 99
    printf '#!/bin/sh\necho vggen >>"%s/did"\nexec "%s" --image=none "$@"\n' "$PWD" "$VGGEN" >bin/vggen
    chmod +x bin/vggen
    PATH=$PWD/bin:$start_path
    printf '%s\n' 'vggen: 1' 'program: fir' 'targets: [sm_90]' 'min_cuda: "13.0"' 'define: {N: 64}' 'kernels:' \
        '  twice: {source: k.cu, block: 64, params: {x: in f32*, c: in f32*, y: out f32*}}' 'buffers:' \
        '  x: {role: input, type: f32, shape: [N]}' '  c: {role: constant, type: f32, shape: [4], data: "'"$data"'"}' \
        '  y: {role: output, type: f32, shape: [N]}' 'steps:' '  - launch: twice(x, c, y)' '    grid: 1' >fir.yaml
    echo '/* nothing */' >k.cu
    printf '0123456789abcdef' >"$data"
    echo 'int app; /* includes fir.h */' >app.c
    : >did
}
start_path=$PATH
# did COMMAND…: what was run, in alphabetical order; "failed" where the command fails.
did() {
    : >did
    sleep 0.02
    "$@" >"$work/log" 2>&1 || { echo failed; return; }
    sort did | tr '\n' ' '
}
# settled COMMAND…
settled() {
    is "$what, and again" "" "$(did "$@")"
}
# try COMMAND…: all that a build may meet. $outputs are the files that the rule makes, $idle what is compiled when vggen
# has run and changed nothing, $all what there is to compile.
try() {
    what="the first build"
    is "$what" "$all vggen " "$(did "$@")"
    settled "$@"
    what="a remark in the spec"
    echo '# a remark' >>fir.yaml
    is "$what" "${idle}vggen " "$(did "$@")"
    settled "$@"
    for file in k.cu "$data"; do
        what="a touched $file"
        touch "$file"
        is "$what" "${idle}vggen " "$(did "$@")"
        settled "$@"
    done
    what="another size"
    sed -i 's/N: 64/N: 128/' fir.yaml
    is "$what: vggen runs" vggen "$(did "$@" | grep -o 'app.o.*vggen' | grep -o vggen)"
    settled "$@"
    for file in $outputs; do
        what="without $file"
        rm -f "$folder$file"
        is "$what: vggen runs" vggen "$(did "$@" | grep -o vggen)"
        [ -f "$folder$file" ]
        is "$what: it is back" 0 $?
        settled "$@"
    done
    what="a file that is gone"
    sed -i 's/k.cu/l.cu/' fir.yaml
    mv k.cu l.cu
    is "$what" "${idle}vggen " "$(did "$@" | sed 's/app.o //;s/fir_image.o //;s/  */ /g')"
    settled "$@"
}

# ---- make ----

start make
outputs="out/fir.h out/fir.c out/fir_image.c out/fir_kernels.h out/fir.d"
folder=
all="app.o fir.o fir_image.o"
idle="fir.o "
{
    printf 'all: app.o fir.o fir_image.o\n.PHONY: all\n'
    printf 'app.o: app.c out/fir.h\nfir.o: out/fir.c out/fir.h\nfir_image.o: out/fir_image.c out/fir.h\n'
    # shellcheck disable=SC2016
    printf 'app.o fir.o fir_image.o:\n\t@test -f out/fir.h && cp $< $@ && echo $@ >>did\n'
    rule 'FIR = '
} >Makefile
try make -j3
what="make -q"
did make -q all >"$work/answer"
is "$what" "" "$(cat "$work/answer")"

# The shortest rule, which many Makefiles have, settles too.
start make-short
printf 'out/fir.c: fir.yaml\n\tvggen fir.yaml -o out --depfile\n-include out/fir.d\n' >Makefile
what="a remark in the spec"
is "the first build" "vggen " "$(did make)"
settled make
echo '# a remark' >>fir.yaml
is "$what" "vggen " "$(did make)"
settled make
what="a touched source"
touch k.cu
is "$what" "vggen " "$(did make)"
settled make
sed -i 's/ --depfile//' Makefile
rm out/fir.d
touch fir.yaml
what="without --depfile"
is "$what" "vggen " "$(did make)"
settled make

# ---- ninja ----

if ninja --version >"$work/log" 2>&1; then
    start ninja
    outputs="out/fir.h out/fir.c out/fir_image.c out/fir_kernels.h"
    {
        rule 'rule vggen'
        # shellcheck disable=SC2016
        printf 'rule cc\n  command = cp $in $out && echo $out >>did\n'
        printf 'build app.o: cc app.c | out/fir.h\nbuild fir.o: cc out/fir.c | out/fir.h\n'
        printf 'build fir_image.o: cc out/fir_image.c | out/fir.h\n'
    } >build.ninja
    try ninja
else
    echo "rules: no ninja, so that part is left out"
fi

# ---- CMake ----

# cmake_part GENERATOR: vggen runs when it must; what CMake's own rules compile then is not looked at.
cmake_part() {
    data="taps 12.raw"
    start "cmake-$1"
    folder=build/
    outputs="out/fir.h out/fir.c out/fir_image.c out/fir_kernels.h"
    {
        printf 'cmake_minimum_required(VERSION 3.20)\nproject(fir NONE)\n'
        rule 'add_custom_command('
        printf 'add_custom_target(app ALL DEPENDS out/fir.c out/fir.h out/fir_image.c out/fir_kernels.h)\n'
    } >CMakeLists.txt
    all=
    idle=
    cmake -G "$1" -S . -B build >"$work/log" 2>&1
    is "configure" 0 $?
    what="the first build"
    is "$what" "vggen " "$(did cmake --build build)"
    settled cmake --build build
    for file in fir.yaml k.cu "$data"; do
        what="a touched $file"
        touch "$file"
        is "$what" "vggen " "$(did cmake --build build)"
        settled cmake --build build
    done
    for file in $outputs; do
        what="without $file"
        rm "build/$file"
        is "$what" "vggen " "$(did cmake --build build)"
        [ -f "build/$file" ]
        is "$what: it is back" 0 $?
        settled cmake --build build
    done
}
if cmake --version >"$work/log" 2>&1; then
    cmake_part "Unix Makefiles"
    ! ninja --version >"$work/log" 2>&1 || cmake_part Ninja
else
    echo "rules: no CMake, so that part is left out"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
