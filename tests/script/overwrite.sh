#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# overwrite.sh: a run overwrites nothing that vggen did not write for the same program, names all such files at once, and
# writes nothing then; it names files of an earlier run that do not fit any more.
# VGGEN names the generator, srcdir the root of the source tree.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}"
: "${VGGEN:=./vggen}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT INT TERM
cp "$srcdir"/tests/stamp/st.* "$work"
cd "$work" || exit 99
chmod u+w st.*

# holds WHAT COMMAND…
holds() {
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "overwrite: $what"
        head -n 5 log
    fi
}

all="--main --selftest --sim --sim-build --dot --map --svg --json --depfile"
# run ARGUMENT…: status and messages of a run.
run() {
    "$VGGEN" --image=none "$@" >log 2>&1
    status=$?
}
says() {
    grep -q -F -e "$1" log
}
# refused FILE ID: the last run said so of the file, and failed.
refused() {
    [ $status -eq 2 ] && grep -q "^$1: error: .*\[$2\]\$" log
}
# emptied NAME…: a folder with nothing but copies of the spec and its source.
emptied() {
    rm -rf "$@"
    mkdir "$@"
}

# ---- the user's files under every name that a run may write ----

# shellcheck disable=SC2086
names="$("$VGGEN" --list-outputs --main --selftest --sim --dot --map --svg --json --depfile st.yaml) libst_sim.so libvgsim.so"
[ "$(echo "$names" | wc -w)" -eq 15 ] || { echo "overwrite: the names are not 15: $names"; exit 1; }
emptied out kept
for name in $names; do
    echo "my own $name, which calls a program \"st\"" >"out/$name"
done
cp -p out/* kept
# shellcheck disable=SC2086
run $all st.yaml -o out
for name in $names; do
    holds "$name is not refused" refused "out/$name" out-foreign
done
holds "a file is lost or new" diff -r kept out
holds "more errors than files" [ "$(grep -c ': error: ' log)" -eq 15 ]
# One at a time, and without -o, in the folder of the sources.
for name in $names; do
    emptied here
    cp st.yaml st.cu here
    echo "mine" >"here/$name"
    # shellcheck disable=SC2086
    (cd here && "$VGGEN" --image=none $all st.yaml) >log 2>&1
    status=$?
    holds "$name alone is not refused" refused "$name" out-foreign
    holds "beside $name something is written" [ "$(ls here | wc -l)" -eq 3 ]
    holds "$name is lost" grep -q -x mine "here/$name"
done
# What is not asked for is nobody's business.
emptied out
for name in st_main.c st_sim.cpp st.json st.dot st.d; do
    echo "mine" >"out/$name"
done
run st.yaml -o out
holds "files under names that are not written are in the way" [ $status -eq 0 ]
holds "files under names that are not written are lost" [ "$(cat out/st_main.c out/st_sim.cpp out/st.json out/st.dot out/st.d | sort -u)" = mine ]
holds "files under names that are not written are called stale" [ ! -s log ]

# ---- what is no file, or cannot be told ----

emptied out
mkdir out/st.h
ln -s nowhere out/st.c
echo "kept" >target
ln -s ../target out/st_image.c
mkfifo out/st_kernels.h
echo "secret" >out/st_main.c
chmod 0 out/st_main.c
run --main st.yaml -o out
holds "a folder" refused out/st.h out-write
holds "a symbolic link to nothing" refused out/st.c out-write
holds "a symbolic link to a file" refused out/st_image.c out-write
holds "a pipe" refused out/st_kernels.h out-write
[ "$(id -u)" -eq 0 ] || holds "a file that cannot be read" refused out/st_main.c out-foreign
holds "a symbolic link's target is lost" [ "$(cat target)" = kept ]
emptied out
: >out/st.h
: >out/st.d
run --depfile st.yaml -o out
holds "an empty file, which has nothing to lose, is in the way" [ $status -eq 0 ]
ln -s out link
run --depfile st.yaml -o link
holds "the folder may be a symbolic link" [ $status -eq 0 ]

# ---- files of the program, of another program, and inputs ----

emptied out
# shellcheck disable=SC2086
run ${all#*--sim-build} --main --selftest --sim st.yaml -o out
holds "the first run fails" [ $status -eq 0 ]
# shellcheck disable=SC2086
run ${all#*--sim-build} --main --selftest --sim st.yaml -o out -D N=128
holds "the program's own files are in the way: $(cat log)" [ $status -eq 0 ]
sed 's/^program: .*/program: st_main/' st.yaml >st_main.yaml
sed 's/st_kernels/st_main_kernels/' st.cu >other.cu
sed -i 's/st\.cu/other.cu/' st_main.yaml
run st_main.yaml -o out
holds "st.c of one program is st_main.c of another" refused out/st_main.c out-program
holds "the other program is not named" says "it belongs to program 'st'"
# What a compiler writes for st.c with -MMD, too, is called st.d.
emptied out
echo "st.o: st.c st.h" >out/st.d
run --depfile st.yaml -o out
holds "a compiler's list of dependencies" refused out/st.d out-foreign
mkdir 'a:b c'
run --depfile st.yaml -o 'a:b c'
run --depfile st.yaml -o 'a:b c'
holds "its own list of dependencies, for a folder with a colon, is in the way: $(cat log)" [ $status -ne 2 ]
# A manifest is a spec as well, as far as names go: JSON is YAML.
cp st.yaml st.json
run --json st.json
holds "the spec itself" refused st.json out-input
holds "the spec is not called so" says "it is the spec"
rm -f st.json
head -c 16 /dev/zero >st.map
sed 's/values: \[1, 2, 3, 4\]/data: st.map/' st.yaml >named.yaml
run --map named.yaml
holds "the data of a constant" refused st.map out-input
rm -f st.map

# ---- names that differ in case only ----

cp st.yaml ST.Json
run --json ST.Json
holds "a spec that differs in case only" refused st.json out-input
holds "the spec that differs in case is not named" says "'ST.Json', the spec"
emptied out
run --json ST.Json -o out
holds "a spec in another folder is in the way" [ $status -eq 0 ]
rm -f ST.Json
sed 's/^program: .*/program: St/; s/st\.cu/cased.cu/' st.yaml >cased.yaml
sed 's/st_kernels/St_kernels/' st.cu >cased.cu
run cased.yaml -o out
holds "a program that differs in case only" refused out/St.h out-program
holds "the program that differs in case is not named" says "'st.h' of program 'st'"
emptied out
echo "mine" >out/ST.H
run st.yaml -o out
holds "a file of the user's that differs in case, which is another file here, is in the way" [ -e out/st.h ]

# ---- what an earlier run left ----

emptied out
run --main --dot st.yaml -o out
run st.yaml -o out
holds "files that fit are called stale" [ ! -s log ]
run st.yaml -o out -D N=32
holds "files that do not fit are not named" says "they do not fit any more: st_main.c, st.dot"
holds "files that do not fit are an error" [ $status -eq 0 ]
cp -r out kept.stale
run -Werror st.yaml -o out -D N=16
holds "-Werror has no effect" [ $status -eq 1 ]
holds "-Werror comes too late" diff -r kept.stale out
run -Werror --main --dot st.yaml -o out -D N=16
holds "asked for again, they are still in the way" [ $status -eq 0 ]

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
