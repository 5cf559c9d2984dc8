#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# macros.sh: every macro without arguments of the headers of C, POSIX and CUDA that are here, in each mode of the compilers,
# is refused where a name of the spec stands alone in the emitted header, or the header compiles behind all of them. Those
# with arguments are accepted, and compile. VGGEN, srcdir, CC, CXX and CUDA_HEADERS come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}" "${CC:=cc}" "${CXX:=c++}" "${CUDA_HEADERS:=}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
runtime=$(cd "$srcdir" && pwd)/runtime
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99
failed=0

fail() {
    failed=$((failed + 1))
    echo "macros: $*"
}

# ---- the headers ----

standard="assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
    aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue ndbm net/if netdb
    netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings stropts sys/ipc sys/mman
    sys/msg sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio
    sys/un sys/utsname sys/wait syslog tar termios trace ulimit unistd utime utmpx wordexp"
for header in $standard; do
    printf '#if __has_include(<%s.h>)\n#include <%s.h>\n#endif\n' "$header" "$header"
done >standard.h
for header in cuda nvtx3/nvToolsExt nvtx3/nvToolsExtCuda; do
    printf '#if __has_include(<%s.h>)\n#include <%s.h>\n#endif\n' "$header" "$header"
done >cuda_all.h
cuda=$CUDA_HEADERS
[ -n "$cuda" ] || echo "macros: no headers of CUDA here, so those of the CPU device stand for them"
# In strict modes, with POSIX and without, and with all that GNU has, which C++ always gets.
{
    for mode in "-std=c99 -D_POSIX_C_SOURCE=200809L" "-std=c11 -D_XOPEN_SOURCE=700" -std=gnu11 "-std=gnu11 -D_GNU_SOURCE"; do
        for file in standard.h cuda_all.h; do
            # shellcheck disable=SC2086
            $CC $mode $cuda -isystem "$runtime/sim/cuda" -x c -dM -E $file
        done
    done
    # shellcheck disable=SC2086
    $CXX -std=c++17 $cuda -isystem "$runtime/sim/cuda" -x c++ -dM -E standard.h
} 2>log | sed -n 's/^#define \([A-Za-z_][A-Za-z0-9_]*\)\([ (].*\)\{0,1\}$/\1\2/p' | sort -u >defined
# Names with two underscores, or one and a capital, are nobody's: each is refused as reserved. What is defined as nothing but
# its own name, or in some mode with arguments only, replaces nothing.
awk '{ name = $1; sub(/\(.*/, "", name)
       if (name ~ /__/ || name ~ /^_/) next
       if ($1 ~ /\(/) { with[name] = 1; next }
       if (NF == 2 && $2 == name) next
       plain[name] = 1 }
     END { for (name in plain) print name >"plain"; for (name in with) if (!(name in plain)) print name >"with" }' defined
sort -o plain plain
sort -o with with
echo "macros: $(grep -c . plain) without arguments, $(grep -c . with) with arguments"
if [ "$(grep -c . plain)" -lt 1500 ] || [ "$(grep -c . with)" -lt 100 ]; then
    fail "the headers were not read"
fi

# ---- as names that stand alone ----

# spec FILE WHERE: a program with these names.
spec() {
    printf '%s\n' 'vggen: 1' 'program: wide' 'targets: [sm_90]' 'min_cuda: "13.0"'
    case $2 in
    fields)
        printf 'types:\n  wave:\n'
        sed 's/.*/    "&": f32/' "$1"
        ;;
    esac
    case $2 in
    params)
        printf 'kernels:\n  k:\n    source: k.cu\n    block: 1\n    params:\n      y: out f32*\n'
        sed 's/.*/      "&": f32/' "$1"
        ;;
    *) echo 'kernels: {}' ;;
    esac
    printf 'buffers:\n  last: {role: output, type: f32, shape: [4]}\n'
    case $2 in
    settings) sed 's/.*/  "&": {role: setting, type: f32}/' "$1" ;;
    inputs) sed 's/.*/  "&": {role: input, type: f32, shape: [4]}/' "$1" ;;
    fields) echo '  s: {role: output, type: wave, shape: [1]}' ;;
    esac
    echo 'steps:'
    case $2 in
    params) printf '  - launch: k(last%s)\n    grid: 1\n' "$(sed 's/.*/, 1/' "$1" | tr -d '\n')" ;;
    *) echo '  - fill: last = 1' ;;
    esac
    [ "$2" != fields ] || echo '  - fill: s = 0'
    [ "$2" != inputs ] || sed 's/.*/  - copy: "&" -> last/; s/"//g' "$1"
}
# refuses FILE WHERE: none of the names is accepted. As many errors are listed as a file has names.
refuses() {
    rm -f part.*
    split -l 90 -a 3 "$1" part.
    for part in part.*; do
        spec "$part" "$2" >wide.yaml
        "$VGGEN" --check --image=none --diagnostics=json wide.yaml >log 2>&1
        grep -o "the name '[A-Za-z0-9_]*' is taken" log | cut -d"'" -f2 | sort -u >refused
        sort "$part" | comm -23 - refused >accepted
        [ ! -s accepted ] || fail "accepted as $2, and a macro of a header: $(tr '\n' ' ' <accepted)"
    done
}
echo k >k.cu
for where in fields params settings inputs; do
    refuses plain $where
done

# ---- what is accepted compiles behind every header ----

while read -r name; do
    echo "$name" >one
    spec one fields >wide.yaml
    "$VGGEN" --check --image=none wide.yaml >log 2>&1 && echo "$name"
done <with | head -n 250 >accepted
[ "$(grep -c . accepted)" -gt 50 ] || fail "macros with arguments are refused"
for where in fields settings inputs; do
    spec accepted $where >wide.yaml
    [ $where != inputs ] || printf 'api: call\n' >>wide.yaml
    "$VGGEN" --image=none wide.yaml -o out >log 2>&1 || { fail "$where: $(head -n 3 log)"; continue; }
    printf '#include "standard.h"\n#include "wide.h"\nint size(void);\nint size(void) { return (int)sizeof(wide); }\n' >app.c
    # shellcheck disable=SC2086
    $CC -std=gnu11 -D_GNU_SOURCE -Wall -Werror -I. -Iout -I"$runtime" $cuda -isystem "$runtime/sim/cuda" -fsyntax-only app.c \
        >log 2>&1 || fail "$where: $(grep -m 1 error log)"
done

# A name that no emitted file needs is free: the height of a picture.
printf '%s\n' 'vggen: 1' 'program: wide' 'targets: [sm_90]' 'min_cuda: "13.0"' 'define: {H: 4}' 'kernels: {}' 'buffers:' \
    '  y: {role: output, type: f32, shape: [H]}' 'steps:' '  - fill: y = 1' >wide.yaml
"$VGGEN" --image=none wide.yaml -o out >log 2>&1 || fail "a define H: $(head -n 1 log)"
# shellcheck disable=SC2086
$CC -std=c99 -Wall -Wextra -Werror -Iout -I"$runtime" -isystem "$runtime/sim/cuda" -fsyntax-only out/wide.c >log 2>&1 ||
    fail "a define H: $(grep -m 1 error log)"
grep -q '^#define WIDE_H 4$' out/wide.h || fail "a define H is not in the header"

echo "$failed failed"
[ "$failed" -eq 0 ]
