#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# dlopen.sh: programs whose runtime finds the driver at run time (-DVG_DLOPEN; tests/dlopen/dlopen.mk). They refer to no
# function of the driver, and the table of its functions is the runtime's only object that is written. With the CPU device
# as libcuda.so.1 they do what others do. Without that library, or with one that is no library, the reason is given. With
# libraries that each lack one function, which are made here, the program starts and says which one it is and which CUDA
# version has it: at once where every program needs it, else in the calls that come to it; and where only the symbol is
# missing, the function is found by cuGetProcAddress. Run from the build folder; srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
here=$builddir/out/dlopen
rows=$srcdir/runtime/vg_cuda_calls.h
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

complain() {
    echo "dlopen: $1"
    failed=$((failed + 1))
}
pass() {
    passed=$((passed + 1))
}

VGSIM_QUIET=1
export VGSIM_QUIET

# 1. What objects refer to, and what they write.
for object in "$here"/runtime/*.o "$here"/runtime/driver/*.o "$here"/saxpy/*.o "$here"/feature_seek/*.o "$here"/feature_crossing/*.o \
    "$builddir"/runtime/vg_*.o; do
    named=$(nm -u "$object" | awk '$2 ~ /^cu[A-Z]/ { print $2 }')
    case $object in
    "$here"/*) [ -z "$named" ] || complain "${object##*/} refers to $named" ;;
    esac
    case $object in
    "$builddir"/runtime/*) table=none ;; # where the driver is linked there is no table
    */driver/* | *_main.o | *_selftest.o) continue ;; # applications
    */vg_driver.o) table='vg_driver_calls_of_runtime_[0-9a-z_]*' ;;
    *) table=none ;;
    esac
    # Constants with addresses in them are written by the loader alone: .data.rel.ro
    written=$(objdump -t "$object" | awk '/ O / && ($4 ~ /^\.(data|bss|tbss|tdata)/ || $5 ~ /^\.(data|bss|tbss|tdata)/) {
        if ($0 !~ /\.data\.rel\.ro/) print $NF }' | grep -vx "$table")
    [ -z "$written" ] || complain "${object##*/} writes $written"
    pass
done
objdump -t "$here/runtime/vg_driver.o" | grep -q 'O \.bss.* vg_driver_calls_of_runtime_[0-9a-z_]*$' || complain "there is no table"

if [ "$(uname -m)" = x86_64 ]; then
    bytes=$(size "$here/runtime/vg_driver.o" | awk 'NR == 2 { print $1 }')
    echo "figure: vg_driver.o: $bytes of 4608 bytes of code, names and other constants"
    [ "$bytes" -lt 4608 ] || complain "vg_driver.o has $bytes bytes"
fi

# No cuda.h is read, wherever one may be.
for source in "$srcdir"/runtime/vg_*.c "$srcdir"/runtime/driver/d*.c "$builddir/out/saxpy/saxpy.c" "$builddir/out/feature_seek/seek.c"; do
    # shellcheck disable=SC2086
    $CC -std=c99 -DVG_DLOPEN -I"$srcdir/runtime" -I"${source%/*}" -M "$source" | tr ' ' '\n' >"$work/read"
    read=$(grep '/cuda\.h$' "$work/read")
    if [ -n "$read" ] || ! grep -q '/vg_rt\.h$' "$work/read"; then
        complain "${source##*/} reads $read"
    fi
done
pass

# What may be missing is looked at before it is called.
awk '/^VG_OPTIONAL\(/ { sub(/^VG_OPTIONAL\(/, ""); sub(/,.*/, ""); optional[$0] = 1; next }
    /^VG_NEEDED\(/ { sub(/^VG_NEEDED\(/, ""); sub(/,.*/, ""); needed[$0] = 1; next }
    /^#define cu/ { name = $2; sub(/\(.*/, "", name); how[name] = $0; if (/\\$/) { getline; how[name] = $0 } }
    END {
        for (name in optional)
            if (how[name] !~ ("VG_CALL_IF\\(" name ",")) print name, "may be missing"
        for (name in needed)
            if (how[name] !~ ("VG_CALL\\(" name ",")) print name, "is always there"
        for (name in how)
            if (!(name in optional) && !(name in needed)) print name, "is in no row"
    }' "$rows" "$srcdir/runtime/vg_cuda.h" >"$work/log"
if [ -s "$work/log" ]; then
    complain "vg_cuda.h calls otherwise:"
    cat "$work/log"
fi
pass

# Each row is called by something: a row for each function that is called has to be there, or these would not link.
nm -u "$builddir"/runtime/vg_*.o "$builddir"/runtime/driver/*.o "$builddir"/out/*/*.o 2>/dev/null | awk '$2 ~ /^cu[A-Z]/ { print $2 }' |
    sed 's/_v[0-9]$//' | sort -u >"$work/called"
sed -n 's/^VG_[NO][EP][A-Z]*(\(cu[A-Za-z0-9_]*\), .*/\1/p' "$rows" | sed 's/_v[0-9]$//' | sort >"$work/listed"
missing=$(comm -13 "$work/called" "$work/listed" | grep -vxE 'cuGraphAddEmptyNode|cuGraphAddMemsetNode' | tr '\n' ' ')
[ -z "$missing" ] || complain "nothing calls $missing: no row of vg_cuda_calls.h is needed for it"
pass

# 2. With the CPU device.
for program in saxpy_selftest equalizer_selftest seek_selftest; do
    if "$here/sim/$program" --replays 20 >"$work/log" 2>&1 && grep -q '^figure: calls of the heap during replays: 0 of the program' "$work/log"; then
        pass
    else
        complain "$program:"
        tail -n 5 "$work/log"
    fi
done
for test in "$here"/sim/*_test; do
    if "$test" >"$work/log" 2>&1 && grep -q ' passed, 0 failed$' "$work/log"; then
        pass
    else
        complain "${test##*/}:"
        tail -n 5 "$work/log"
    fi
done
for object in "$here"/fake/vg_nccl.o "$here"/feature_captured/captured.o "$here"/feature_mailbox/mailbox.o; do
    nm -u "$object" | grep -q ' cu[A-Z]' && complain "${object##*/} refers to the driver"
done
timeout 100 "$here/sim/two_ranks" 0 "$work/id" run >"$work/log" 2>&1 &
first=$!
timeout 100 "$here/sim/two_ranks" 1 "$work/id" run >"$work/log.1" 2>&1
second=$?
wait $first
first=$?
if [ $first -eq 0 ] && [ $second -eq 0 ]; then
    pass
else
    complain "two ranks: $first and $second"
    tail -n 5 "$work/log" "$work/log.1"
fi
"$here/sim/calls" >"$work/all" 2>&1 || complain "calls ended with $?"
calls=$(grep -c ' VG_OK$' "$work/all")
if [ "$calls" -eq 20 ] && [ "$(wc -l <"$work/all")" -eq 20 ]; then
    pass
else
    complain "with the CPU device:"
    cat "$work/all"
fi

# 3. Without a library, and with one that is none. The program starts, and ends by itself.
expect() { # NAME TEXT: $work/log has four refusals of open with that text and nothing else
    if [ "$(grep -c "^[a-z]*_open[a-z_]* VG_NO_CUDA .*$2" "$work/log")" -eq 4 ] && [ "$(wc -l <"$work/log")" -eq 4 ]; then
        pass
    else
        complain "$1:"
        cat "$work/log"
    fi
}
"$here/sim/calls_without" >"$work/log" 2>&1
expect "no library" "dlopen for 'libvg_no_driver.so.1: cannot open shared object file: No such file"
mkdir "$work/text"
echo "no library" >"$work/text/libcuda.so.1"
LD_LIBRARY_PATH=$work/text "$here/sim/calls" >"$work/log" 2>&1
expect "a text" "dlopen for '.*libcuda.so.1: file too short"
mkdir "$work/empty"
echo 'int nothing;' >"$work/empty.c"
# shellcheck disable=SC2086
$CC -shared -fPIC -o "$work/empty/libcuda.so.1" "$work/empty.c" || exit 99
LD_LIBRARY_PATH=$work/empty "$here/sim/calls" >"$work/log" 2>&1
needed=$(grep -c '^VG_NEEDED(' "$rows")
if [ "$(grep -c "^[a-z]*_open[a-z_]* VG_OLD_DRIVER .*\[cuInit 2000: .*Other functions that are missing: $((needed - 1))\.\] \[cuDriverGetVersion 2020: .*\] \[cuDeviceGet 2000: " \
    "$work/log")" -eq 4 ]; then
    pass
else
    complain "a library without functions:"
    cat "$work/log"
fi

# 4. One function less. Its name is made another one in all places of the library, or only in the linker's table, which
# comes before all that the library itself reads.
# hide SYMBOL all|first
hide() {
    case $2 in
    all) how="s/\\x00$1\\x00/\\x00x${1#c}\\x00/g" ;;
    *) how="0,/\\x00$1\\x00/s/\\x00$1\\x00/\\x00x${1#c}\\x00/" ;;
    esac
    sed "$how" "$here/lacking/libvgsim.so" >"$work/lacking/libvgsim.so"
}
mkdir "$work/lacking"
ln -s libvgsim.so "$work/lacking/libcuda.so.1"
refused=0
sed -n 's/^VG_\([NO][EP][A-Z]*\)(\(cu[A-Za-z0-9_]*\), \([0-9]*\),.*/\1 \2 \3/p' "$rows" >"$work/rows"
while read -r kind symbol since; do
    name=$(echo "$symbol" | sed 's/_v[0-9]$//')
    hide "$symbol" all
    LD_LIBRARY_PATH=$work/lacking "$here/sim/calls" >"$work/log" 2>&1
    status=$?
    if [ $status -ne 0 ]; then
        complain "without $symbol the program ended with $status"
        tail -n 3 "$work/log"
    elif [ "$kind" = NEEDED ]; then
        # Of another name than the function itself nothing may be said.
        if [ "$(grep -c "^[a-z]*_open[a-z_]* VG_OLD_DRIVER \[$symbol $since: [^]]*\]\$" "$work/log")" -eq 4 ] && [ "$(wc -l <"$work/log")" -eq 4 ]; then
            pass
        else
            complain "without $symbol:"
            cat "$work/log"
        fi
    else
        wrong=$(grep -v ' VG_OK$' "$work/log" | grep -vE "^[a-z_]* VG_OLD_DRIVER \[($name|$symbol) $since: ")
        refusals=$(grep -c VG_OLD_DRIVER "$work/log")
        if [ -z "$wrong" ] && [ "$(grep -c . "$work/log")" -ge 5 ]; then
            pass
            [ "$refusals" -eq 0 ] || refused=$((refused + 1))
        else
            complain "without $symbol:"
            cat "$work/log"
        fi
    fi
    hide "$symbol" first
    LD_LIBRARY_PATH=$work/lacking "$here/sim/calls" >"$work/log" 2>&1
    if cmp -s "$work/log" "$work/all"; then
        pass
    elif [ "$symbol" != cuGetProcAddress_v2 ]; then
        complain "$symbol is not found by cuGetProcAddress:"
        cat "$work/log"
    fi
done <"$work/rows"
# What the runtime itself asks cuGetProcAddress for, and does without.
asked=0
for name in $(sed -n 's/.*vg_find_call(.*"\(cu[A-Za-z]*\)".*/\1/p' "$srcdir"/runtime/vg_*.c | sort -u); do
    hide "$name" all
    LD_LIBRARY_PATH=$work/lacking "$here/sim/calls" >"$work/log" 2>&1
    if cmp -s "$work/log" "$work/all"; then
        pass
    else
        complain "without $name:"
        cat "$work/log"
    fi
    asked=$((asked + 1))
done
[ "$asked" -ge 3 ] || complain "only $asked functions are asked for"
[ "$refused" -ge 15 ] || complain "only $refused optional functions were missed by a call"
echo "figure: $(grep -c . "$work/rows") functions, each missing once; $refused of the optional ones were missed by a call"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
