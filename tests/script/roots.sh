#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# roots.sh DIR…: in each of these roots of other systems vggen is built and writes all that it can write for each golden
# spec, and every byte is what it is here. A root has a C compiler, make and libyaml; variables for its configure (CC,
# YAML_LIBS …) may stand in DIR/vggen.env. Locale, time zone, user, umask and folder differ from root to root. Not a test
# of CI: as root, once in a while; srcdir, builddir and VGGEN as in the others. Two such roots:
#
#   debootstrap --variant=minbase --include=gcc,libc6-dev,make,pkgconf,libyaml-dev bookworm /roots/bookworm
#   debootstrap --variant=minbase --include=gcc,libc6-dev,make,pkgconf,libyaml-dev trixie /roots/trixie
#
# In a third one, with musl-tools and the source package of libyaml, libyaml is configured with CC=musl-gcc
# --disable-shared --prefix=/opt/musl, and vggen.env has CC=musl-gcc YAML_CFLAGS=-I/opt/musl/include
# YAML_LIBS=/opt/musl/lib/libyaml.a.
set -u
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
[ $# -gt 0 ] && [ "$(id -u)" -eq 0 ] || { echo "roots: needs folders of roots, and a user who may chroot"; exit 77; }
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
case $VGGEN in /*) ;; *) VGGEN=$(pwd)/$VGGEN ;; esac
srcdir=$(cd "$srcdir" && pwd)

# What each root runs: all specs, all outputs, and a hash of each file.
cat >"$work/make-all" <<'SH'
vggen=$1
out=$2
for spec in kernels/*/*.yaml tests/golden/*.yaml tests/features/*.yaml; do
    name=$(basename "$spec" .yaml)
    "$vggen" --image=none --main --selftest --sim --dot --map --svg --json --depfile "$spec" -o "$out/$name" >"$out.log" 2>&1 ||
        echo "$name fails"
    "$vggen" --image=none --print-plan=json "$spec" >"$out/$name.plan" 2>&1
done
# A dependency file has the folders that vggen was given.
(cd "$out" && find . -type f ! -name '*.d' | LC_ALL=C sort | xargs sha256sum)
SH
(cd "$srcdir" && sh "$work/make-all" "$VGGEN" "$work/out") >"$work/here"
[ "$(wc -l <"$work/here")" -gt 500 ] || { head "$work/here"; exit 1; }

number=0
for root in "$@"; do
    number=$((number + 1))
    user=$((4000 + number))
    place=/var/tmp/vggen-$number/of-$user # another length of all paths, too
    rm -rf "${root:?}/var/tmp/vggen-$number"
    mkdir -p "$root$place/build"
    (cd "$srcdir" && tar -cf - --exclude=./build --exclude=./.git .) | tar -xf - -C "$root$place"
    cp "$work/make-all" "$root$place"
    chown -R $user:$user "$root/var/tmp/vggen-$number"
    cat >"$root$place/go" <<SH
set -e
umask 0$((number * 11 % 70))
cd $place/build
[ ! -f /vggen.env ] || . /vggen.env
export CC YAML_CFLAGS YAML_LIBS
../configure --with-cuda=no CFLAGS=-O1 >configure.out 2>&1 || { tail -5 configure.out; exit 1; }
make -j2 vggen >make.out 2>&1 || { tail -5 make.out; exit 1; }
cd ..
sh make-all $place/build/vggen $place/out >hashes
SH
    locale=$(chroot "$root" locale -a 2>/dev/null | grep -v POSIX | sed -n "$((number + 1))p")
    chroot --userspec=$user:$user "$root" env -i PATH=/usr/bin:/bin HOME=/nowhere TZ=Asia/Kathmandu LC_ALL="${locale:-C}" \
        sh "$place/go" >"$work/log" 2>&1
    status=$?
    cp "$root$place/hashes" "$work/there" 2>/dev/null
    what="$(chroot "$root" sh -c '. /etc/os-release; echo "$PRETTY_NAME"'), $(sed -n 's/^CC=//p' "$root/vggen.env" 2>/dev/null) locale ${locale:-C}, user $user"
    if [ $status -eq 0 ] && cmp -s "$work/here" "$work/there"; then
        passed=$((passed + 1))
        echo "$what: $(wc -l <"$work/there") files are the same"
    else
        failed=$((failed + 1))
        echo "roots: $what: differs"
        head "$work/log"
        diff "$work/here" "$work/there" | head
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
