#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# sim_units.sh: each source is compiled by itself for the CPU device. Two sources with the same names for different things
# compute what they should (tests/script/units), with each C++ compiler that is here, and a changed source is compiled
# alone. What nvcc's build refuses in tests/bad_image, --sim-build refuses in the same words, except what only machine code
# shows. VGGEN, NVCC, srcdir, builddir, CC and CXX come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}" "${CXX:=c++}" "${VGGEN:=./vggen}"
srcdir=$(cd "$srcdir" && pwd)
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
VGGEN_RUNTIME=$srcdir/runtime
export VGGEN_RUNTIME
CFLAGS=-O0
CXXFLAGS="-O0 -Wall -Wextra -Wno-unknown-pragmas"
export CC CFLAGS CXX CXXFLAGS
runtime=$srcdir/runtime
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

expect() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "sim_units: $2"
        head -n 30 "$work/log"
    fi
}

cp "$srcdir"/tests/script/units/* "$work" && mkdir "$work/bad" && cp "$srcdir"/tests/bad_image/* "$work/bad" && cd "$work" &&
    chmod -R u+w . || exit 99

# ---- the same names ----

build_app() {
    # shellcheck disable=SC2086
    $CC -std=c99 -O1 -w -I"$runtime" -I"$1" -isystem "$runtime/sim/cuda" -o app units.c "$1/units.c" "$1/units_image.c" \
        "$runtime"/vg_*.c -Wl,--no-as-needed "$1/libunits_sim.so" "$2" -Wl,-rpath,"$work/$1" -lm >log 2>&1
}

second=
command -v clang++ >/dev/null 2>&1 && second=clang++
for compiler in "$CXX" $second; do
    CXX="$compiler" "$VGGEN" --image=none --sim-build units.yaml -o out >log 2>&1 && [ ! -s log ]
    expect $? "units.yaml does not build with $compiler, or with a warning:"
    build_app out out/libvgsim.so && ./app >log 2>&1
    expect $? "the two sources do not keep their names apart with $compiler:"
done

# A changed source is compiled, and no other.
CXX=$compiler
ls -li --time-style=full-iso out/.libunits_sim.so.*.o >before
sed 's/FACTOR 2/FACTOR 4/' twice.cu >new && mv new twice.cu
"$VGGEN" --image=none --sim-build units.yaml -o out >log 2>&1
ls -li --time-style=full-iso out/.libunits_sim.so.*.o >after
diff before after >log
[ "$(grep -c '^>.*so\.1\.o' log)" = 1 ] && [ "$(grep -c '^>' log)" = 1 ]
expect $? "not just the changed source is compiled:"
./app >log 2>&1
[ $? -eq 1 ] && grep -q 256 log
expect $? "the changed source does not reach the program:"
cp "$srcdir/tests/script/units/twice.cu" .

# With make: the units are found without a word in the Makefile, and the library is up to date afterwards.
cat >Makefile <<'MAKE'
include $(RUNTIME)/sim/sim.mk
all: made/libunits_sim.so
made/units.c: units.yaml twice.cu thrice.cu
	mkdir -p made
	$(VGGEN) --image=none --sim units.yaml -o made
	touch $@
$(eval $(call vgsim_rules,made,.))
MAKE
unset MAKEFLAGS MFLAGS MAKELEVEL
made() {
    make "$@" RUNTIME="$runtime" VGGEN="$VGGEN" CC="$CC" CXX="$CXX" CXXFLAGS="$CXXFLAGS" CFLAGS="$CFLAGS" all
}
made -j2 >log 2>&1
expect $? "make fails:"
build_app made made/libvgsim.so && ./app >log 2>&1
expect $? "the two sources do not keep their names apart with make:"
made -q >log 2>&1
expect $? "make has something to do again:"
sleep 1
touch common.h
made >log 2>&1
[ "$(grep -c 'DVGSIM_UNIT=[12]' log)" = 2 ] && ! grep -q DVGSIM_UNIT=0 log
expect $? "a changed header is not seen, or more than its readers is compiled:"
made -q >log 2>&1
expect $? "make has something to do again after that:"

# A stub names the source of its kernels; machine code does not, and which kernel is meant is then not known.
sed -n '/^const vg_module/,/^}/p' out/units_image.c >log
[ "$(grep -c '\.cu \*/' log)" = 2 ]
expect $? "there are not two modules:"
# The device is built once for all folders.
share_device() {
    mkdir -p "$1" && cp -p "$work/out/libvgsim.so" "$work/out/.libvgsim.so.key" "$1"
}
if [ -n "${NVCC-}" ]; then
    share_device gpu
    "$VGGEN" --nvcc="$NVCC" --sim-build units.yaml -o gpu >log 2>&1
    expect $? "nvcc does not take the two sources:"
    build_app gpu gpu/libvgsim.so && ./app >log 2>&1
    expect $? "the two sources do not keep their names apart with machine code:"
    # Without what the kernels' library says of them, images do not tell which of the two is meant.
    sed 's/_vg_images/_other_images/' gpu/units_image.c >image.c && mv image.c gpu/units_image.c
    build_app gpu gpu/libvgsim.so
    ! ./app >log 2>&1 && grep -q "kernel scale is in 'units: .*' and in 'units: .*', and its machine code does not say" log
    expect $? "machine code of two kernels of one name is taken:"
fi

# ---- what nvcc's build refuses ----

cd bad && share_device out || exit 99
# Our own lines: a line of the spec has its number in the first five columns, tool output is indented by four.
own_lines() {
    sed '/^    /{/^[ 0-9]\{5\} |/!d;}' "$1"
}
wanted() {
    sed '1,/^# raises /d; s/^# \{0,1\}//' "$1"
}
for file in $(grep -l '^ *source:' -- *.yaml); do
    "$VGGEN" --image=none --sim-build "$file" -o out >"$work/log" 2>&1
    status=$?
    case $file:$(sed -n 's/^# raises //p' "$file") in
    *:param-type | *:param-count | *:entry-* | *:source-read)
        # What the compiler says in its own words is left out; that a kernel is in a namespace is said in a hint alone.
        own_lines "$work/log" | sed "s/': .* \[entry-instance\]/' [entry-instance]/" >found
        wanted "$file" | sed -e "s/': .* \[entry-instance\]/' [entry-instance]/" \
            -e "s/'\(.*\)' declares kernel '\(.*\)' inside a namespace \[entry-scope\]/'\1' has no kernel '\2' [entry-missing]/" >expected
        [ $status -eq 1 ] && cmp -s expected found || {
            diff expected found >>"$work/log"
            false
        }
        expect $? "$file: status $status, or other words:"
        ;;
    *:nvcc-failed)
        [ $status -eq 2 ] && grep -q "cannot make '.*libprobe_sim.so'" "$work/log" &&
            wanted "$file" | grep '\[param-type\]' | while read -r line; do grep -qF "$line" "$work/log" || exit 1; done
        expect $? "$file: status $status, or not refused:"
        ;;
    *) # Only machine code shows it: CHECKS.md lists these. Some sources are for a GPU alone.
        ! grep -q 'param-\|entry-' "$work/log"
        expect $? "$file: refused for what is right:"
        ;;
    esac
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
