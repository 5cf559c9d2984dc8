#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# bad_image.sh [--update]: every tests/bad_image/NAME.yaml must raise the diagnostic that it names, with the text that it
# holds, and leave nothing behind. It ends like those of bad.sh: "# raises ID", perhaps "with ARGUMENTS", and the message
# behind "# ". What the compiler printed is left out, and its version masked, since they differ between toolkits. --update rewrites the
# messages. Cases with a source need nvcc: without it only the others run, and the status is 77. VGGEN names the
# generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
update=no
[ "${1-}" = --update ] && update=yes
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM

fail() {
    echo "bad_image: $*"
    failed=$((failed + 1))
}

if [ ! -x "$VGGEN" ]; then
    echo "bad_image: '$VGGEN' is not there; set VGGEN"
    exit 99
fi
toolkit=no
if [ -n "${NVCC-}" ] || [ -x "${CUDA_HOME-}/bin/nvcc" ] || command -v nvcc >/dev/null 2>&1; then
    toolkit=yes
fi
# The cases run in a copy of their folder, where the cubin that some of them need is made.
originals=$(cd "$srcdir/tests/bad_image" && pwd) || exit 99
cases=$(mktemp -d) || exit 99
trap 'rm -rf "$work" "$cases"' EXIT INT TERM
cp "$originals"/* "$cases" && chmod -R u+w "$cases" && cd "$cases" || exit 99
if [ $toolkit = yes ]; then
    compiler=${NVCC:-${CUDA_HOME:+$CUDA_HOME/bin/nvcc}}
    compiler=$(command -v "${compiler:-nvcc}")
    "$(dirname "$(readlink -f "$compiler")")/ptxas" -arch=sm_90 -o prebuilt.cubin prebuilt.ptx || exit 99
fi

# Our own lines: a line of the spec has its number in the first five columns, tool output is indented by four.
own_lines() {
    sed -e '/^    /{/^[ 0-9]\{5\} |/!d;}' \
        -e 's/toolkit [0-9]*\.[0-9]*/toolkit N/g' -e 's/PTX [0-9]*\.[0-9]* /PTX N /g' \
        -e 's/CUDA [0-9]*\.[0-9]*/CUDA N/g' -e 's/CUDA [0-9][0-9]*/CUDA N/g' \
        -e '/^hint: write min_cuda/s/"[0-9.]*"/"N"/' -e 's/^hint: it builds for .*/hint: it builds for .../'
}

run_case() {
    name=${1%.yaml}
    id=$(sed -n 's/^# raises \([^ ]*\).*/\1/p' "$1")
    made=$work/$name
    sed '1,/^# raises /d; s/^# \{0,1\}//' "$1" >"$made/expected"
    status=$(cat "$made/status")
    own_lines <"$made/all" >"$made/stderr"
    if [ $update = yes ]; then
        {
            sed '/^# raises /q' "$1"
            sed -e 's/^/# /' -e 's/^# $/#/' "$made/stderr"
        } >"$made/case" && cat "$made/case" >"$originals/$1" && cp "$made/stderr" "$made/expected" || exit 99
    fi
    if [ -z "$id" ]; then
        fail "$1: no line '# raises ID'"
    elif [ "$status" -ne 1 ]; then
        fail "$1: status $status, expected 1"
        cat "$made/all"
    elif [ -s "$made/stdout" ]; then
        fail "$1: writes to standard output"
    elif [ -e "$made/out" ]; then
        fail "$1: writes files in spite of the error"
    elif [ -n "$(ls -A "$made/tmp")" ]; then
        fail "$1: leaves temporary files behind"
    elif grep -q "$work" "$made/all"; then
        fail "$1: names the temporary folder"
        cat "$made/all"
    elif ! grep -q "\[$id\]\$" "$made/stderr"; then
        fail "$1: does not raise [$id]"
        cat "$made/all"
    elif ! cmp -s "$made/expected" "$made/stderr"; then
        fail "$1: another message"
        diff -u "$made/expected" "$made/stderr"
    else
        passed=$((passed + 1))
    fi
}

set --
for file in *.yaml; do
    if [ $toolkit = no ] && { grep -q -e '^ *source:' -e prebuilt.cubin "$file" || [ "$file" = ptxas-failed.yaml ]; }; then
        continue
    fi
    set -- "$@" "$file"
done
# Side by side: each has a folder.
export work VGGEN
# shellcheck disable=SC2016
printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' sh -c '
    made=$work/${1%.yaml}
    mkdir "$made" "$made/tmp"
    arguments=$(sed -n "s/^# raises [^ ]* with //p" "$1")
    # shellcheck disable=SC2086
    TMPDIR=$made/tmp "$VGGEN" $arguments -o "$made/out" "$1" >"$made/stdout" 2>"$made/all"
    echo $? >"$made/status"' bad_image '{}'
for file in "$@"; do
    run_case "$file"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] || exit 1
if [ $toolkit = no ]; then
    echo "skipped: no nvcc"
    exit 77
fi
