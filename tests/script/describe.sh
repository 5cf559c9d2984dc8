#!/bin/sh
# SPDX-License-Identifier: MIT
# describe.sh [--update]: what --describe prints of every program in kernels/ and of describe/kinds.cu is taken by the
# generator as it is, which compares names, types and sizes with the compiled kernels; and what it prints of kinds.cu is
# kinds.out. Needs nvcc: status 77 without. VGGEN, NVCC and srcdir come from make.
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
describe() {
    "$VGGEN" --nvcc="$NVCC" --describe "$@"
}

# spec_of PROGRAM DEFINES SECTION: a spec with that section, in which every kernel is launched on buffers and conditions
# of its own. What is compared stands in the PTX.
spec_of() {
    printf 'vggen: 1\nprogram: %s\ntargets: [compute_90]\nmin_cuda: "99.0"\n' "$1"
    cat "$2" "$3"
    awk '
        /^ *#/ || /params: {}/ { next }
        /^  [A-Za-z_]/ { kernel = $1; sub(/:/, "", kernel) }
        /^      [A-Za-z_]/ {
            sub(/ *#.*/, "")
            value = $2 ~ /^f|^bf/ ? "1.0" : $2 == "bool" ? "true" : "1"
            if ($2 == "condition") {
                value = "c" conditions++
                choices[kernel] = choices[kernel] "  - if: " value "\n    do:\n      - fill: chosen = 1\n"
                buffers = buffers "  " value ": {role: condition}\n"
            } else if ($0 ~ /\*$/) {
                value = "b" count++
                type = $3
                sub(/\*/, "", type)
                buffers = buffers "  " value ": {role: " ($2 == "in" ? "input" : "inout") ", type: " type ", shape: [8]}\n"
            }
            arguments[kernel] = arguments[kernel] (arguments[kernel] == "" ? "" : ", ") value
            if (!(kernel in number)) {
                number[kernel] = ++kernels
                name[kernels] = kernel
            }
        }
        END {
            if (conditions > 0)
                buffers = buffers "  chosen: {role: output, type: u32, shape: [1]}\n"
            printf "buffers:\n%ssteps:\n", buffers
            if (conditions > 0)
                print "  - fill: chosen = 0"
            for (i = 1; i <= kernels; i++)
                printf "  - launch: %s(%s)\n    grid: 1\n%s", name[i], arguments[name[i]], choices[name[i]]
        }' "$3"
}

# accepted NAME PROGRAM: $work/NAME.cu was described into $work/section; its defines are in $work/defines.
accepted() {
    spec_of "$2" "$work/defines" "$work/section" >"$work/pasted.yaml"
    if (cd "$work" && "$VGGEN" --nvcc="$NVCC" pasted.yaml -o out) >"$work/log" 2>&1; then
        pass
    else
        fail "$1: the generator does not take what --describe printed:"
        cat "$work/log" "$work/section"
    fi
}

# ---- the programs: their headers come from the spec beside the source ----
for source in "$srcdir"/kernels/*/*.cu; do
    name=$(basename "$source" .cu)
    # What the generator brings belongs to no spec.
    case $source in */kernels/builtin/*) continue ;; esac
    cp "$source" "$work"
    sed -n '/^define:/,/^$/p' "$(dirname "$source")/$name.yaml" >"$work/defines"
    if describe "$source" >"$work/section" 2>"$work/log"; then
        accepted "$name" "$name"
    else
        fail "$name: not described:"
        cat "$work/log"
    fi
    # The spec's own kernels (in block style) with their own parameters, whatever access was chosen.
    sed -n '/^kernels:/,/^buffers:/s/^      \([a-z_]*\): *\(\(in\|out\|out_part\|inout\|work\) \(once \)\{0,1\}\)\{0,1\}\([a-z0-9]*\*\{0,1\}\)$/\1 \5/p' \
        "$(dirname "$source")/$name.yaml" >"$work/expected"
    sed -n '/^      /s/^ *\([a-z_]*\): *\(in \|inout \)\{0,1\}\([a-z0-9]*\*\{0,1\}\).*/\1 \3/p' "$work/section" >"$work/found"
    if [ ! -s "$work/expected" ] || cmp -s "$work/expected" "$work/found"; then
        pass
    else
        fail "$name: other parameters than in its spec:"
        diff "$work/expected" "$work/found"
    fi
done

# ---- every kind of parameter, and every reason to refuse ----
cp "$srcdir/tests/script/describe/kinds.cu" "$work"
: >"$work/defines"
(cd "$work" && describe kinds.cu) >"$work/section" 2>"$work/log" || fail "kinds.cu: $(cat "$work/log")"
[ "${1-}" = --update ] && cp "$work/section" "$srcdir/tests/script/describe/kinds.out"
if cmp -s "$srcdir/tests/script/describe/kinds.out" "$work/section"; then
    pass
else
    fail "kinds.cu: another description than kinds.out:"
    diff -u "$srcdir/tests/script/describe/kinds.out" "$work/section"
fi
accepted kinds nowhere

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
