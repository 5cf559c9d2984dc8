#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# mistakes.sh: what people hear of mistakes in applications and kernels on the CPU device. Each file of tests/mistakes/app
# is an application of tests/mistakes/fir.yaml, each of tests/mistakes/kernel stands in for its fir.cu; the comment at its
# top has `status N`, lines `says TEXT`, of which the first is to come first, and `never TEXT`. tests/mistakes/mailbox has
# mistakes in a graph that a resident block replays. VGGEN, srcdir, CC and CXX come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${CC:=cc}" "${CXX:=c++}" "${VGGEN:=./vggen}"
srcdir=$(cd "$srcdir" && pwd)
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
VGGEN_RUNTIME=$srcdir/runtime
CFLAGS=-O1
CXXFLAGS=-O0
export VGGEN_RUNTIME CC CFLAGS CXX CXXFLAGS
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0
mistakes=$srcdir/tests/mistakes
cp "$mistakes"/fir.yaml "$mistakes"/fir.cu "$work" && cd "$work" || exit 99

words_of() { # KEY FILE
    sed -n "1,/^[^/ ]/s|^[/ ]*\** $1 \(.*[^ ]\) *\*/\$|\1|p; 1,/^[^/ ]/s|^[/ ]*[*/] *$1 \([^*]*\)\$|\1|p" "$2"
}
# check FILE STATUS OUTPUT
check() {
    said=$(words_of says "$1")
    right=1
    [ "$2" = "$(words_of status "$1")" ] || right=0
    if [ -n "$said" ]; then
        head -n 1 "$3" | grep -qF -e "$(printf '%s\n' "$said" | head -n 1)" || right=0
        printf '%s\n' "$said" | while read -r text; do grep -qF -e "$text" "$3" || exit 1; done || right=0
    fi
    words_of never "$1" >never
    while read -r text; do
        grep -qF -e "$text" "$3" && right=0
    done <never
    if [ $right = 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "mistakes: ${1##*/mistakes/}: status $2, expected $(words_of status "$1") and '$said':"
        head -n 20 "$3"
    fi
}

# ---- applications ----
CFLAGS=-O0 # of the device, which is compiled once and runs for milliseconds
export CFLAGS
"$VGGEN" --image=none --sim-build fir.yaml -o out || exit 99
mkdir runtime
for file in out/fir.c out/fir_image.c "$srcdir"/runtime/vg_*.c; do
    name=${file##*/}
    # shellcheck disable=SC2086
    $CC -std=c99 -O1 -Iout -I"$srcdir/runtime" -isystem "$srcdir/runtime/sim/cuda" -c -o "runtime/${name%.c}.o" "$file" || exit 99
done
for file in "$mistakes"/app/*.c; do
    # shellcheck disable=SC2086
    if $CC -std=c99 -O0 -w -Iout -I"$mistakes" -I"$srcdir/runtime" -o app "$file" runtime/*.o -Wl,--no-as-needed \
        out/libfir_sim.so out/libvgsim.so -Wl,-rpath,"$work/out" -lm -lpthread >log 2>&1; then
        # In a shell of its own, whose words about a signal nobody wants.
        sh -c './app >log 2>&1' 2>/dev/null
        check "$file" $? log
    else
        check "$file" compiler log
    fi
done

# What is for kernels in a file in C: one error and no other.
printf '#include "fir_kernels.h"\nint main(void)\n{\n    return 0;\n}\n' >header.c
! $CC -std=c99 -Iout -c -o header.o header.c >log 2>&1 && [ "$(grep -c error: log)" = 1 ] &&
    grep -q 'error.*fir_kernels.h is for kernel sources, which are C++; fir.h is for C"' log
if [ $? -eq 0 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "mistakes: fir_kernels.h in C:"
    head -n 20 log
fi

# ---- parts of a resident block: the same is found as in a graph ----
cp "$mistakes"/mailbox/* .
"$VGGEN" --image=none --sim-build mail.yaml -o out >log 2>&1 &&
    $CC -std=c99 -O0 -w -Iout -I"$srcdir/runtime" -I"$srcdir/runtime/sim" -isystem "$srcdir/runtime/sim/cuda" -o app mail.c \
        out/mail.c out/mail_image.c runtime/vg_*.o -Wl,--no-as-needed out/libmail_sim.so out/libvgsim.so \
        -Wl,-rpath,"$work/out" -lm -lpthread >log 2>&1 && ./app >found 2>log
status=$?
for way in graph mailbox; do
    printf '%s\n' "$way 0: nothing" "$way 1: unwritten out" "$way 2: write to in" "$way 3: out of bounds"
done >wanted
if [ $status -eq 97 ] && diff wanted found >>log; then # 97: there were problems
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "mistakes: of a resident block: status $status"
    head -n 30 log
fi

# ---- kernels ----
for file in "$mistakes"/kernel/*.cu; do
    [ -e "$file" ] || continue
    cp "$file" fir.cu
    "$VGGEN" --image=none --sim-build fir.yaml -o out >log 2>&1
    check "$file" $? log
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
