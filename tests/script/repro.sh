#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# repro.sh: the same spec gives the same bytes in another folder, locale and time zone, and for another user; a second run leaves
# unchanged files alone. VGGEN, srcdir, IMAGE (the image option) and NVCC come from make.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
passes=0
failures=0
result() {
    if [ "$1" -eq 0 ]; then
        passes=$((passes + 1))
    else
        failures=$((failures + 1))
        echo "repro: $2"
    fi
}
all="--main --sim --selftest --dot --map --svg --json"
locales="C $(locale -a 2>/dev/null | grep -iE '^(de_DE|tr_TR|fr_FR|ar_)' | head -n 2) no_SUCH"

# instances has a kernel in a namespace without a name, which compilers name after the folder.
for program in saxpy equalizer instances; do
    VGGEN_CACHE=off
    export VGGEN_CACHE
    source="$srcdir/kernels/$program"
    [ -d "$source" ] || source="$srcdir/tests/features"
    first=
    n=0
    for locale in $locales; do
        n=$((n + 1))
        folder="$work/$program $n/deeper" # a blank in the path, and another depth each time
        [ $((n % 2)) -eq 0 ] || folder="$work/$program$n"
        mkdir -p "$folder"
        cp "$source"/* "$folder/" 2>/dev/null
        (cd "$folder" && chmod u+w ./* && LC_ALL=$locale LANG=$locale TZ=Asia/Kathmandu$n HOME=/nowhere \
            "$VGGEN" $IMAGE $all "$program.yaml" -o out) >"$work/log" 2>&1
        result $? "$program, locale $locale: vggen failed: $(cat "$work/log")"
        if [ -z "$first" ]; then
            first=$folder
        else
            diff -r "$first/out" "$folder/out" >"$work/log" 2>&1
            result $? "$program differs under $locale: $(head -n 5 "$work/log")"
        fi
    done
    # Another user, whose files nobody else may read, and whose temporary files lie elsewhere.
    if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null 2>&1; then
        folder="$work/theirs/$program"
        mkdir -p "$folder" "$work/theirs/tmp"
        cp "$source"/* "$folder/" 2>/dev/null
        cp "$VGGEN" "$work/theirs/vggen"
        chown -R 65534:65534 "$work/theirs"
        chmod 711 "$work"
        (cd "$folder" && umask 077 && HOME=/nonexistent TMPDIR="$work/theirs/tmp" setpriv --reuid=65534 --regid=65534 \
            --clear-groups "$work/theirs/vggen" $IMAGE $all "$program.yaml" -o out) >"$work/log" 2>&1
        result $? "$program, another user: vggen failed: $(cat "$work/log")"
        diff -r "$first/out" "$folder/out" >"$work/log" 2>&1
        result $? "$program differs for another user: $(head -n 5 "$work/log")"
    fi
    # The spec named by another path: only what is named in the spec may show.
    (cd "$work" && "$VGGEN" $IMAGE $all "$first/$program.yaml" -o "$work/other-$program") >"$work/log" 2>&1
    diff -r "$first/out" "$work/other-$program" >"$work/log" 2>&1
    result $? "$program differs when named by an absolute path: $(head -n 5 "$work/log")"

    # What follows is about files, and need not compile each time.
    VGGEN_CACHE=$work/cache
    # A second run touches nothing.
    find "$first" -type f -exec touch -d '2001-02-03 04:05:06' {} +
    stat -c '%n %Y %i' "$first"/out/* >"$work/before"
    (cd "$first" && "$VGGEN" $IMAGE $all "$program.yaml" -o out) >"$work/log" 2>&1
    stat -c '%n %Y %i' "$first"/out/* >"$work/after"
    cmp -s "$work/before" "$work/after"
    result $? "$program: a second run touched unchanged files"

    # Where the spec is newer, or with --depfile, NAME.c gets a new time and nothing else does, for rules of make.
    for also in "" --depfile; do
        [ -n "$also" ] || touch "$first/$program.yaml"
        # shellcheck disable=SC2086
        (cd "$first" && "$VGGEN" $IMAGE $all $also "$program.yaml" -o out) >"$work/log" 2>&1
        rm -f "$first/out/$program.d"
        find "$first/out" -type f -newermt '2001-02-04' >"$work/newer"
        [ "$(cat "$work/newer")" = "$first/out/$program.c" ]
        result $? "$program ${also:-with a newer spec}: other files than $program.c have a new time: $(cat "$work/newer")"
        touch -d '2001-02-03 04:05:06' "$first/out/$program.c" "$first/$program.yaml"
    done
    stat -c '%n %Y %i' "$first"/out/* >"$work/before"

    # A mistake harms nothing that was there.
    sed 's/^program:.*/program: 9lives/' "$first/$program.yaml" >"$first/broken.yaml"
    (cd "$first" && "$VGGEN" $IMAGE $all broken.yaml -o out) >"$work/log" 2>&1
    [ $? -eq 1 ]
    result $? "$program: a broken spec did not end with status 1"
    stat -c '%n %Y %i' "$first"/out/* >"$work/after"
    cmp -s "$work/before" "$work/after"
    result $? "$program: a broken spec touched the last good output"
done
echo "$passes passed, $failures failed"
[ "$failures" -eq 0 ]
