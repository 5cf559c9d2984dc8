#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# describe.sh [--update]: what --describe prints of every program in kernels/ and of describe/*.cu is taken by the
# generator once a number stands wherever FILL stood, and not before; names, types and sizes are compared with the compiled
# kernels then. What it prints of describe/NAME.cu is describe/NAME.out; what it prints of features/ultrasound.cu is
# features/ultrasound.yaml after the edits of describe/ultrasound.sed. Needs nvcc: status 77 without. VGGEN, NVCC and srcdir come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
if [ -z "${NVCC-}" ]; then
    echo "describe: there is no nvcc"
    echo "0 passed, 0 failed, 1 skipped"
    exit 77
fi
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

pass() {
    passed=$((passed + 1))
}
fail() {
    echo "describe: $*"
    failed=$((failed + 1))
}
VGGEN_RUNTIME=$srcdir/runtime
export VGGEN_RUNTIME
describe() {
    "$VGGEN" --nvcc="$NVCC" --describe "$@"
}

# filled FILE: with a number for each FILL, as its author would; flags are true.
filled() {
    sed -e '/^ *#/!s/\(a10\|flag\)=FILL/\1=true/g' -e '/^ *#/!s/FILL/8/g' "$1"
}

# accepted NAME [SPEC]: $work/NAME.cu was described into $work/section; its author adds the types that its headers need.
accepted() {
    if (cd "$work" && "$VGGEN" --nvcc="$NVCC" --check section) >"$work/log" 2>&1 || ! grep -q "'FILL'" "$work/log"; then
        fail "$1: what is not filled in yet is taken:"
        cat "$work/log" "$work/section"
    fi
    filled "$work/section" >"$work/pasted.yaml"
    [ $# -lt 2 ] || sed -n '/^types:/,/^$/p' "$2" >>"$work/pasted.yaml"
    if (cd "$work" && "$VGGEN" --nvcc="$NVCC" pasted.yaml -o out) >"$work/log" 2>&1; then
        pass
    else
        fail "$1: the generator does not take what --describe printed:"
        cat "$work/log" "$work/section"
    fi
}

# own_kernels FILE: the parameters in it of kernels that $source itself defines, but for those that --describe says it cannot
# describe, since the structs of the spec are not there yet. Names in its headers are not looked for.
own_kernels() {
    awk -v source="$source" -v section="$work/section" '
        BEGIN {
            while ((getline line <source) > 0) text = text line "\n"
            while ((getline line <section) > 0) if (line ~ /^  # [a-z_0-9]+: not described/) left[substr(line, 5, index(line, ": not") - 5)] = 1
        }
        /^[a-z]+:/ { kernels = /^kernels:/ }
        kernels && /^  [a-z_0-9]+:/ { name = $1; sub(":", "", name); mine = !(name in left) && text ~ ("(void|\\))[ \n]+" name "\\(") }
        kernels && mine && /^      /' "$1"
}

# ---- the programs: their headers come from the spec beside the source ----
for source in "$srcdir"/kernels/*/*.cu; do
    name=$(basename "$source" .cu)
    # What the generator brings belongs to no spec.
    case $source in */kernels/builtin/*) continue ;; esac
    cp "$(dirname "$source")"/*.cu* "$work"
    if describe "$source" >"$work/section" 2>"$work/log"; then
        accepted "$name" "$(dirname "$source")/$name.yaml"
    else
        fail "$name: not described:"
        cat "$work/log"
    fi
    # The spec's own kernels (in block style) with their own parameters, whatever access was chosen.
    own_kernels "$(dirname "$source")/$name.yaml" |
        sed -n 's/^      \([a-z_]*\): *\(\(in\|out\|out_part\|inout\|work\) \(once \)\{0,1\}\)\{0,1\}\([a-z0-9]*\*\{0,1\}\)$/\1 \5/p' >"$work/expected"
    own_kernels "$work/section" |
        sed -n 's/^ *\([a-z_]*\): *\(in \|inout \|out \)\{0,1\}\([a-z0-9]*\*\{0,1\}\).*/\1 \3/p' >"$work/found"
    if [ ! -s "$work/expected" ] || cmp -s "$work/expected" "$work/found"; then
        pass
    else
        fail "$name: other parameters than in its spec:"
        diff "$work/expected" "$work/found"
    fi
done

# ---- every kind of parameter, and every reason to refuse; sources as people write them ----
for name in kinds styles blocks; do
    cp "$srcdir/tests/script/describe/$name.cu" "$work"
    (cd "$work" && describe $name.cu) >"$work/section" 2>"$work/log" || fail "$name.cu: $(cat "$work/log")"
    [ "${1-}" = --update ] && cp "$work/section" "$srcdir/tests/script/describe/$name.out"
    if cmp -s "$srcdir/tests/script/describe/$name.out" "$work/section"; then
        pass
    else
        fail "$name.cu: another description than $name.out:"
        diff -u "$srcdir/tests/script/describe/$name.out" "$work/section"
    fi
    accepted $name
done

# ---- a port: what somebody writes into the printed spec is a short list of edits, and the source stays as it is ----
# The program is tests/features/ultrasound.yaml, which runs on both devices and is compared with the same in C.
port=$srcdir/tests/features/ultrasound.yaml
without_version() {
    sed -e '/^min_cuda:/d' -e 's/ *# as seen from the spec.s folder$//' "$1"
}
cp "$srcdir/tests/features/ultrasound.cu" "$work"
start=$(date +%s%N)
(cd "$work" && describe ultrasound.cu) >"$work/section" 2>"$work/log" || fail "ultrasound.cu: $(cat "$work/log")"
echo "describe: ultrasound.cu took $((($(date +%s%N) - start) / 1000000)) ms"
sed -f "$srcdir/tests/script/describe/ultrasound.sed" "$work/section" >"$work/ported"
[ "${1-}" = --update ] && cp "$work/ported" "$port"
without_version "$port" >"$work/expected"
without_version "$work/ported" >"$work/found"
if cmp -s "$work/expected" "$work/found"; then
    pass
else
    fail "ultrasound.cu: with the edits of ultrasound.sed it is not tests/features/ultrasound.yaml:"
    diff -u "$work/expected" "$work/found"
fi
if grep -v '^#' "$work/ported" | grep -q FILL; then
    fail "ultrasound.yaml: something is not filled in"
else
    pass
fi

# One name that does not tell which function is meant keeps nothing from the others.
cat >"$work/shared.cu" <<'SOURCE'
void both(int);
__global__ void both(float *x) {}
extern "C" __global__ void single(int *x) {}
SOURCE
if describe "$work/shared.cu" >"$work/section" 2>"$work/log" && grep -q '^  single:' "$work/section" &&
    grep -q "both.*several functions have its name" "$work/section" && ! grep -q '^  both:' "$work/section"; then
    pass
else
    fail "a kernel that has its name from another function:"
    cat "$work/log" "$work/section"
fi

# ---- mistakes: status, text, nothing on standard output ----
expect() {
    name=$1
    wanted=$2
    text=$3
    shift 3
    "$@" >"$work/stdout" 2>"$work/stderr"
    status=$?
    if [ $status -ne "$wanted" ] || ! grep -qF -e "$text" "$work/stderr" || [ -s "$work/stdout" ]; then
        fail "$name: status $status, expected $wanted and '$text':"
        cat "$work/stdout" "$work/stderr"
    else
        pass
    fi
}
expect "missing file" 2 "cannot read the source" describe "$work/nowhere.cu"
expect "a folder" 2 "it is a folder" describe "$work"
expect "nvcc missing" 2 "[nvcc-missing]" "$VGGEN" --nvcc=/nowhere/nvcc --describe "$work/kinds.cu"
expect "defines missing" 2 "write its defines into equalizer.yaml beside the source" describe "$work/equalizer.cu"
printf 'static int f(void) { return 1; }\n' >"$work/empty.cu"
expect "no kernel" 2 "[describe-empty]" describe "$work/empty.cu"
printf '__global__ void f(int x) { y }\n' >"$work/broken.cu"
expect "compiler error" 2 'broken.cu(1): error: identifier "y" is undefined' describe "$work/broken.cu"
head -c 65536 /dev/urandom >"$work/noise.cu"
expect "noise" 2 "[nvcc-failed]" describe "$work/noise.cu"

if describe "$work/equalizer.cu" -D FRAME=256 -D TAPS=64 -D BLOCK=64 -D 'ENERGY_ONE=1 << 30' >"$work/section" 2>"$work/log" &&
    grep -q '^  meter:' "$work/section"; then
    pass
else
    fail "defines on the command line:"
    cat "$work/log"
fi

# A spec that is not whole yet gives its defines all the same.
printf 'vggen: 1\nprogram: equalizer\n' >"$work/equalizer.yaml"
sed -n '/^define:/,/^$/p' "$srcdir/kernels/equalizer/equalizer.yaml" >>"$work/equalizer.yaml"
if describe "$work/equalizer.cu" >"$work/section" 2>"$work/log" && grep -q '^  meter:' "$work/section"; then
    pass
else
    fail "a spec that only has defines:"
    cat "$work/log"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
