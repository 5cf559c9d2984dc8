#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# cache.sh: what is compiled again and what is not, counted with a compiler and an assembler that only write down that
# they were called; that machine code from the cache is what would be compiled; that compilations run side by side, can be
# interrupted, and show how far they are on a terminal only. VGGEN comes from make.
set -u
LC_ALL=C
export LC_ALL
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
mkdir "$work/bin" "$work/tmp" "$work/src" "$work/src/deep" && cd "$work/src" || exit 99
TMPDIR=$work/tmp
VGGEN_CACHE=$work/cache
export work TMPDIR VGGEN_CACHE
unset XDG_CACHE_HOME VGGEN_CACHE_SIZE NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS NVCC_CCBIN CPATH LD_LIBRARY_PATH

# ---- the tools ----

# Reads the source that the unit includes and the headers that this includes, beside it or in the current folder. What it
# writes has the sums of all that it read, and of the lines about SIZE and FACTOR where the source has these words.
cat >"$work/bin/nvcc" <<'NVCC'
#!/bin/sh
case $1 in
--version) echo "Cuda compilation tools, release 13.0, V13.0.88"; exit ;;
--list-gpu-code) printf 'sm_90\nsm_100\n'; exit ;;
esac
while [ $# -gt 0 ]; do
    case $1 in
    -arch=*) arch=${1#-arch=} ;;
    -I*) [ "$1" = -I. ] || header=$(echo "${1#-I}"/*_kernels.h) ;;
    -Xcompiler=-MD,-MF,*) list=${1##*,} ;;
    -o) out=$2; shift ;;
    esac
    unit=$1
    shift
done
source=$(sed -n 's/^#include "\(.*\.cu\)"$/\1/p' "$unit")
echo "nvcc $source $arch" >>"$work/calls"
[ -f "$work/slow" ] && . "$work/slow"
read="$source"
for name in $(sed -n 's/^#include "\([a-z_]*\.h\)".*/\1/p' "$source"); do
    case $name in *_kernels.h) continue ;; esac
    beside=$(dirname "$source")/$name
    [ -f "$beside" ] && read="$read ${beside#./}" || read="$read $name"
done
echo "$out : $unit $header $read" >"$list"
if grep -q mistake "$source"; then
    echo "$source(1): error: a mistake"
    exit 1
fi
grep -q doubtful "$source" && echo "$source(2): warning: a doubt"
kernel=$(sed -n 's/.*__global__ void \([a-z]*\)(.*/\1/p' "$source")
{
    printf '.version 9.0\n.target %s\n.address_size 64\n' "$(echo "$arch" | sed s/compute/sm/)"
    for name in $read; do echo "// $(cksum <"$name")"; done
    for word in SIZE FACTOR; do grep -q $word "$source" && echo "// $(grep -w $word "$header" | tr '\n' ' ')"; done
    [ -f "$work/large" ] && sed 's|^|// |' "$work/large"
    printf '.visible .entry %s(\n.param .u64 %s_param_0,\n.param .u64 %s_param_1\n)\n{\nret;\n}\n' $kernel $kernel $kernel
    # The kernel that replays end with is compiled with the first source.
    grep -q '__global__ void vg_end(' "$unit" && printf '.visible .entry vg_end(\n.param .u64 vg_end_param_0\n)\n{\nret;\n}\n'
} >"$out"
exit 0
NVCC
cat >"$work/bin/ptxas" <<'PTXAS'
#!/bin/sh
echo "ptxas $1" >>"$work/calls"
[ "$2" = -v ] && exit
echo "machine code $1 $(cksum <module.ptx)" >module.cubin
[ -f "$work/large" ] && cat "$work/large" >>module.cubin
exit 0
PTXAS
chmod +x "$work/bin/nvcc" "$work/bin/ptxas"
NVCC=$work/bin/nvcc
export NVCC

# ---- the program: three sources, two targets ----

source_text() {
    printf '#include "demo_kernels.h"\n%s\nextern "C" __global__ void %s(const float *x, float *y) { %s }\n' "$2" "$1" "$3"
}
edit() {
    cat >"$1"
    rm -rf plain
}
source_text a '#include "shared.h"' 'y[0] = x[0] + SIZE + 1;' | edit a.cu
source_text b '#include "shared.h"' 'y[0] = x[0] + 2;' | edit b.cu
source_text c '#include "late.h"' 'y[0] = x[0] * FACTOR;' | edit deep/c.cu
echo '#define SHARED 1' | edit shared.h
echo '#define LATE 1' | edit late.h
cat >demo.yaml <<'SPEC'
vggen: 1
fuse: off
program: demo
targets: [sm_90, sm_100]
min_cuda: "13.0"
define: {SIZE: 64, FACTOR: 3, SPARE: 1}
kernels:
  a: {source: a.cu, block: 64, params: {x: in f32*, y: out f32*}}
  b: {source: b.cu, block: 64, params: {x: in f32*, y: out f32*}}
  c: {source: deep/c.cu, block: 64, params: {x: in f32*, y: out f32*}}
buffers:
  p: {role: input, type: f32, shape: [64], io: copy}
  q: {role: scratch, type: f32, shape: [64]}
  r: {role: scratch, type: f32, shape: [64]}
  s: {role: output, type: f32, shape: [64], io: copy}
steps:
  - launch: a(p, q)
    grid: 1
  - launch: b(q, r)
    grid: 1
  - launch: c(r, s)
    grid: 1
SPEC

fail() {
    echo "cache: $*"
    failed=$((failed + 1))
}
check() {
    text=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        fail "$text"
    fi
}
calls() {
    grep -c "^$1" "$work/calls" 2>/dev/null
}
# A file that is newer than the run is not trusted, so a run begins in a later tick of the clock that files have.
settle() {
    sleep 0.03
}
# expect NAME COUNT OPTION…: compiles and assembles COUNT times (or COMPILED+ASSEMBLED), and writes and says what it does
# without a cache. That is made anew for other options and after an edit.
plain_options=none
expect() {
    name=$1
    wanted=$2
    shift 2
    case $wanted in *+*) ;; *) wanted=$wanted+$wanted ;; esac
    settle
    if [ ! -d plain ] || [ "$plain_options" != "$*" ]; then
        rm -rf out plain
        VGGEN_CACHE=off "$VGGEN" "$@" demo.yaml -o out >"$work/plain" 2>&1 || fail "$name: $(cat "$work/plain")"
        mv out plain
        plain_options=$*
    fi
    rm -rf out
    : >"$work/calls"
    "$VGGEN" "$@" demo.yaml -o out >"$work/log" 2>&1
    found=$(calls nvcc)+$(calls ptxas)
    if [ "$found" != "$wanted" ]; then
        fail "$name: $found compilations and assemblies, expected $wanted"
        cat "$work/calls"
    else
        passed=$((passed + 1))
    fi
    check "$name: other bytes than without a cache" diff -r plain out
    check "$name: other messages than without a cache" cmp "$work/plain" "$work/log"
}

# ---- what counts ----

expect "first run" 6
expect "second run" 0
expect "the list of files that were read" 0 --depfile
: >"$work/calls"
"$VGGEN" --json demo.yaml -o out && "$VGGEN" --json demo.yaml -o out
check "what kernels spill is asked for once" test "$(calls nvcc) $(calls ptxas)" = "0 6"
touch a.cu shared.h
expect "a source that was only touched" 0
source_text c '#include "late.h"' 'y[0] = x[0] * FACTOR + 1;' | edit deep/c.cu
expect "one source" 2
echo '#define SHARED 2' | edit shared.h
expect "a header of two sources" 4
expect "a define that one source uses" 2 -D FACTOR=5
expect "the define as it was" 0
expect "a define that no source uses" 0 -D SPARE=7
source_text b '#include "shared.h"' 'y[0] = x[0] + CAT(SPA, RE);' | edit b.cu
echo '#define CAT(a, b) a##b' | edit shared.h
expect "two sources that can make any name" 4
expect "a define whose name they may make" 4+0 -D SPARE=7
echo '#define LATE 2' | edit deep/late.h
expect "a header that is read instead" 2
expect "the header that is read instead is known" 0
rm -r deep/late.h plain
expect "the header that was read before" 2+0
expect "the header that was read before is known" 0
cp -R "$work/src" "$work/elsewhere"
: >"$work/calls"
(cd "$work" && "$VGGEN" elsewhere/demo.yaml -o elsewhere/out)
check "another folder" test "$(calls nvcc)" -eq 0
for variable in NVCC_APPEND_FLAGS=-lineinfo NVCC_PREPEND_FLAGS=-lineinfo "NVCC_APPEND_FLAGS=--options-file flags" \
    CPATH=/nowhere; do
    export "${variable?}"
    rm -rf plain
    expect "$variable, which the tools do not get" 0
    unset "${variable%%=*}"
done
for variable in NVCC_CCBIN=/usr/bin/gcc LD_LIBRARY_PATH=/nowhere; do
    export "${variable?}"
    rm -rf plain
    expect "$variable" 6
    expect "$variable again" 0
    unset "${variable%%=*}"
done
rm -rf plain
sed -i 's/V13.0.88/V13.0.99/' "$work/bin/nvcc"
expect "another compiler" 6
expect "mistakes and doubts: before" 0
source_text c '#include "late.h"' 'y[0] = x[0] * FACTOR; /* doubtful */' | edit deep/c.cu
expect "a warning" 2
expect "a warning again" 0
check "the warning is shown again" grep -q 'a doubt' "$work/log"
source_text c '#include "late.h"' 'y[0] = x[0] * FACTOR; /* __TIME__ */' | edit deep/c.cu
expect "a source that asks for the time" 2
: >"$work/calls"
"$VGGEN" demo.yaml -o out
check "a source that asks for the time is compiled each time" test "$(calls nvcc)" -eq 2
source_text c '#include "late.h"' 'mistake' | edit deep/c.cu
settle
for again in "" " again"; do
    : >"$work/calls"
    "$VGGEN" demo.yaml -o out 2>"$work/log"
    check "a failure$again" test $? -eq 1
    check "a failure$again: compiled once, for the first target" test "$(grep -c 'nvcc deep/c.cu compute_90' "$work/calls")" -eq 1
    check "a failure$again: is told" grep -q 'a mistake' "$work/log"
done
source_text c '#include "late.h"' 'y[0] = x[0] * FACTOR;' | edit deep/c.cu

# ---- where it is ----

rm -rf "$work/cache"
VGGEN_CACHE=off
expect "off" 6
VGGEN_CACHE=$work/cache
expect "off by option" 6 --no-cache
check "off: nothing is written" test ! -e "$work/cache"
unset VGGEN_CACHE
HOME=$work/home
export HOME
mkdir "$HOME"
expect "below HOME" 6
check "below HOME: nothing is there" test -d "$HOME/.cache/vggen"
XDG_CACHE_HOME=$work/xdg
export XDG_CACHE_HOME
expect "in XDG_CACHE_HOME" 6
check "in XDG_CACHE_HOME: nothing is there" test -d "$work/xdg/vggen"
VGGEN_CACHE=$work/src/demo.yaml/cache
export VGGEN_CACHE
expect "a folder that cannot be made" 6
VGGEN_CACHE=$work/cache

# ---- what lies in it ----

expect "an empty cache" 6
for file in "$work"/cache/*; do
    printf 'x' | dd of="$file" bs=1 seek=$(($(wc -c <"$file") - 2)) conv=notrunc 2>/dev/null
done
expect "entries with another byte" 6
for file in "$work"/cache/*; do
    head -c $(($(wc -c <"$file") - 5)) "$file" >"$work/short" && cat "$work/short" >"$file"
done
expect "entries that were cut off" 6
for file in "$work"/cache/*; do
    : >"$file"
done
expect "empty entries" 6
largest=$(ls -S "$work/cache" | head -n 1)
for file in "$work"/cache/*; do
    [ "$file" = "$work/cache/$largest" ] || cp "$work/cache/$largest" "$file"
done
expect "entries with other names" 6
expect "all is well again" 0

rm -rf "$work/cache"
: >"$work/calls"
for number in 1 2 3 4; do
    "$VGGEN" demo.yaml -o "$work/parallel$number" 2>"$work/log$number" &
done
wait
for number in 1 2 3 4; do
    check "run $number of four at once writes something else" diff -r plain "$work/parallel$number"
    check "run $number of four at once: $(cat "$work/log$number")" test ! -s "$work/log$number"
done
expect "after four runs at once" 0
check "temporary files in the cache" test -z "$(find "$work/cache" -name 'new-*')"

# Six results of 300 KB of each tool are more than 1 MiB.
rm -rf plain
i=0
while [ $i -lt 4000 ]; do
    echo "a line of text that makes what the tools write much larger than it is now $i"
    i=$((i + 1))
done >"$work/large"
VGGEN_CACHE_SIZE=1
export VGGEN_CACHE_SIZE
mkdir "$work/limited" && echo mine >"$work/limited/mine" && : >"$work/limited/new-abcdef"
touch -d '2 hours ago' "$work/limited/new-abcdef"
VGGEN_CACHE=$work/limited
expect "more than the cache may hold" 6
check "the cache is larger than allowed" test "$(du -sk "$work/limited" | cut -f 1)" -le 1024
check "the cache keeps nothing" test "$(find "$work/limited" -type f | wc -l)" -ge 3
check "a file that is not of the cache is gone" test -f "$work/limited/mine"
check "a forgotten temporary file stays" test ! -e "$work/limited/new-abcdef"
unset VGGEN_CACHE_SIZE
rm -r "$work/large" plain
VGGEN_CACHE=$work/cache

# ---- side by side ----

# Each compilation waits until another one is there, two seconds at most.
if [ "$(nproc 2>/dev/null || echo 1)" -ge 2 ]; then
    cat >"$work/slow" <<'SLOW'
: >"$work/here.$$"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    set -- "$work"/here.*
    [ $# -ge 2 ] && : >"$work/together" && break
    sleep 0.1
done
rm "$work/here.$$"
SLOW
    rm -rf "$work/cache"
    expect "side by side" 6
    check "compilations do not run side by side" test -f "$work/together"
fi
# On one processor one after the other: none finds another one there.
if taskset -c 0 true 2>/dev/null; then
    sed -i 's/1 2 3 4 5 6 7 .*; do/1 2; do/' "$work/slow"
    rm -rf "$work/cache" "$work/together" out
    taskset -c 0 "$VGGEN" demo.yaml -o out >"$work/log" 2>&1
    check "one after the other: other bytes" diff -r plain out
    check "on one processor compilations run side by side" test ! -e "$work/together"
fi

# All are ended by one signal, and nothing stays.
children=$(nproc 2>/dev/null || echo 1)
[ "$children" -gt 2 ] && children=2
: >"$work/pids"
# shellcheck disable=SC2016
echo 'echo $$ >>"$work/pids"; trap "exit 1" TERM; sleep 20 & wait' >"$work/slow"
rm -rf "$work/cache"
"$VGGEN" demo.yaml -o out >"$work/log" 2>&1 &
generator=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$(wc -l <"$work/pids")" -ge "$children" ] && break
    sleep 0.1
done
begin=$(date +%s)
kill -TERM $generator
wait $generator 2>/dev/null
check "an interrupted run ends with another status" test $? -eq 143
check "an interrupted run waits for its compilers" test $(($(date +%s) - begin)) -lt 10
left=0
while read -r pid; do
    kill -0 "$pid" 2>/dev/null && left=$((left + 1))
done <"$work/pids"
check "an interrupted run leaves $left compilers" test $left -eq 0
check "an interrupted run leaves temporary files" test -z "$(ls -A "$work/tmp")"

# Longer than a second: a line on a terminal, which is gone at the end; nothing in a pipe.
# shellcheck disable=SC2016
echo 'case $source in a.cu) sleep 1.2 ;; esac' >"$work/slow"
"$VGGEN" --no-cache demo.yaml -o out >"$work/log" 2>&1
check "a pipe is told about progress: $(cat "$work/log")" test ! -s "$work/log"
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    TERM=xterm script -qec "'$VGGEN' --no-cache demo.yaml -o out" "$work/typescript" >"$work/terminal" 2>&1 </dev/null
    check "a terminal is not told about progress" grep -q 'vggen: compiling, [0-9]* of 12: a.cu for compute_' "$work/terminal"
    check "the line of progress stays" test "$(tail -c 3 "$work/terminal" | od -An -tx1 | tr -d ' ')" = 1b5b4b
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
