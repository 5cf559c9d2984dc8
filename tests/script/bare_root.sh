#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# bare_root.sh ROOT [SUITE]: follows the README of a vendored folder of two programs in a minimal Debian root that has gcc and
# g++ beside what every root has: no vggen, no libyaml, no make, no CUDA. By hand, as root, because debootstrap fetches
# packages: 'make check' does the same with an empty PATH (vendored.sh). ROOT is made if it is not there (SUITE: bookworm).
# VGGEN names the generator, srcdir the root of the source tree. Prints what is installed there, each command with its
# seconds, and what the applications say.
set -eu
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${VGGEN:=./vggen}"
root=${1:?usage: bare_root.sh ROOT [SUITE]}
suite=${2:-bookworm}
VGGEN_RUNTIME=$srcdir/runtime
export VGGEN_RUNTIME
unset CC CXX CFLAGS CXXFLAGS

[ -d "$root/usr" ] || debootstrap --variant=minbase --include=gcc,g++ "$suite" "$root"
rm -rf "$root/try"
mkdir "$root/try"
"$VGGEN" --image=none --sim --vendor "$root/try/vendor" "$srcdir/kernels/saxpy/saxpy.yaml" \
    "$srcdir/kernels/equalizer/equalizer.yaml"
# The application of vendored.sh.
sed -n '/^cat >app.c <<.C.$/,/^C$/p' "$srcdir/tests/script/vendored.sh" | sed '1d;$d' >"$root/try/app.c"
sed -n 's/^    //p' "$root/try/vendor/README" >"$root/try/commands"

echo "packages: $(chroot "$root" dpkg-query -W -f '${Package}\n' | wc -l)"
for tool in vggen make cmake python3 nvcc yaml-config; do
    ! chroot "$root" sh -c "command -v $tool" >/dev/null || echo "it has $tool"
done
chroot "$root" gcc --version | head -n 1
(cd "$root/try/vendor" && du -sh .)

# The toolkit's command needs a toolkit; what it links is tried with the CPU device in its place by vendored.sh.
set_folder=$(grep '^V=' "$root/try/commands")
grep -v -e '^V=' -e CUDA_HOME "$root/try/commands" | while read -r command; do
    begin=$(date +%s.%N)
    chroot "$root" sh -c "cd /try && $set_folder && $command" && status=works || status="fails with $?"
    end=$(date +%s.%N)
    awk -v from="$begin" -v to="$end" -v command="$command" -v status="$status" \
        'BEGIN { printf "%6.1f s  %s: %s\n", to - from, status, command }'
    case $command in
    *DVG_DLOPEN*)
        echo "without a driver:"
        chroot "$root" sh -c 'cd /try && ./app' || true
        ;;
    *build/*)
        echo "on the CPU device:"
        chroot "$root" sh -c 'cd /try && ./app'
        ;;
    esac
done
