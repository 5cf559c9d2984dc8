#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# vendored.sh: a folder that --vendor makes of two programs is all that an application needs. Its README is followed word by
# word, with no program in PATH but a shell and compilers; make, CMake and Meson build with it; each of its C files is
# needed. A second --vendor shows what changed, and what must not be lost is refused. --verify finds each fault.
# VGGEN, srcdir, builddir, IMAGE and CC come from make. Takes about 17 seconds of one core.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${VGGEN:=./vggen}" "${CC:=cc}" "${CXX:=c++}" "${IMAGE:=--image=none}"
case $VGGEN in
/*) ;;
*) VGGEN=$(pwd)/$VGGEN ;;
esac
srcdir=$(cd "$srcdir" && pwd)
VGGEN_RUNTIME=$srcdir/runtime
export VGGEN_RUNTIME
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
cd "$work" || exit 99

# check WHAT: the last command succeeded, whose output is in the file log. A command in WHAT would be that last one.
check() {
    if [ $? -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "vendored: $1"
        head -n 40 "$work/log"
    fi
}

mkdir specs && cp "$srcdir"/kernels/saxpy/saxpy.* "$srcdir"/kernels/equalizer/equalizer.* "$srcdir"/kernels/equalizer/*.f32 specs &&
    chmod -R u+w specs || exit 99
vendor() {
    "$VGGEN" --image=none --vendor "$@" >log 2>&1
}

# ---- what is in it ----

vendor vendor --sim specs/saxpy.yaml specs/equalizer.yaml
check "two programs are not vendored:"
(cd vendor && sha256sum -c --quiet SHA256SUMS) >log 2>&1
check "sha256sum finds the folder changed:"
"$VGGEN" --verify vendor >log 2>&1
check "--verify finds the folder changed:"
mkdir elsewhere && (cd elsewhere && LC_ALL=C.UTF-8 TZ=Asia/Tokyo vendor ../again --sim ../specs/../specs/saxpy.yaml ../specs/equalizer.yaml) &&
    diff -r vendor again >log 2>&1
check "from another folder and in another locale it has other bytes:"
rm -rf again
(cd vendor && find . -type f ! -name SHA256SUMS | sed 's,^\./,,' | sort) >there
sed 's/^[0-9a-f]*  //' vendor/SHA256SUMS | diff - there >log
check "SHA256SUMS does not list what is there:"
vendor lean --report --json --map --svg --dot specs/saxpy.yaml specs/equalizer.yaml && ls lean/saxpy.report.html >>log &&
    ! ls lean/*.cpp lean/sim lean/kernels lean/sim.sh >>log 2>&1
check "the CPU device is there without --sim:"
find vendor lean -type f -size 0 >log && [ ! -s log ]
check "these files are empty:"
runtime=$(sed -n 's/^runtime: //p' lean/VENDORED)
[ "${#runtime}" -eq 64 ] && grep -q "$runtime" lean/saxpy.json
check "VENDORED and NAME.json name different runtimes:"
if command -v reuse >/dev/null 2>&1; then
    reuse --root lean lint >log 2>&1
    check "reuse does not accept the folder:"
fi

# ---- its README, word by word ----

cat >app.c <<'C'
#include <stdio.h>

#include "equalizer.h"
#include "saxpy.h"

static saxpy p;
static equalizer q;

static int fails(vg_status status, const vg_detail *detail)
{
    char text[256];

    if (status == VG_OK)
        return 0;
    vg_detail_text(detail, text, sizeof text);
    puts(text);
    return 1;
}

int main(void)
{
    if (fails(saxpy_open(&p, NULL, NULL), saxpy_detail(&p)) || fails(saxpy_replay(&p), saxpy_detail(&p)) ||
        fails(saxpy_close(&p), saxpy_detail(&p)))
        return 1;
    if (fails(equalizer_open(&q, NULL, NULL), equalizer_detail(&q)) ||
        fails(equalizer_replay(&q), equalizer_detail(&q)) || fails(equalizer_close(&q), equalizer_detail(&q)))
        return 1;
    puts("both ran");
    return 0;
}
C
[ "$(wc -l <vendor/README)" -eq 10 ] && [ "$(wc -l <lean/README)" -eq 10 ] && ! grep -n '.\{131\}' vendor/README lean/README >log
check "README has not ten lines that can be read:"
sed -n 's/^    //p' vendor/README >commands
[ "$(wc -l <commands)" -eq 5 ]
check "README has other commands than this test knows:"
# Compilers, what they call, and a shell; the application's own names for the toolkit.
mkdir tools toolkit libraries
for tool in gcc c++ g++ as ld objcopy sh mkdir; do
    ln -s "$(command -v $tool)" tools/$tool
done
# Quicker than the commands say: optimisation shows nothing here.
printf '#!/bin/sh\nexec gcc "$@" -O0\n' >tools/cc && chmod +x tools/cc
ln -s "$work/vendor/sim/cuda" toolkit/include
ln -s "$work/build/libvgsim.so" libraries/libcuda.so
ln -s "$work/build/libvgsim.so" libraries/libcuda.so.1
kernels=$work/build/libsaxpy_sim.so:$work/build/libequalizer_sim.so
# in_bare COMMAND: by a shell that has nothing else.
in_bare() {
    env -i PATH="$work/tools" PWD="$work" CUDA_HOME="$work/toolkit" LIBRARY_PATH="$work/libraries" CFLAGS=-O0 CXXFLAGS=-O0 \
        /bin/sh -c "$1" >log 2>&1
}
runs() {
    LD_LIBRARY_PATH=$work/libraries:$work/build LD_PRELOAD=$1 ./app >log 2>&1 && [ "$(cat log)" = "both ran" ]
    check "the application that '$2' builds does not run:"
    rm -f app
}
set_folder=$(grep '^V=' commands)
build=$(grep 'sim\.sh' commands)
in_bare "$set_folder; $build"
check "'$build' fails:"
grep '^cc ' commands >builds
while read -r command; do
    in_bare "$set_folder; $command"
    check "'$command' fails:"
    case $command in
    *build/*) runs "" "$command" ;;
    *) runs "$kernels" "$command" ;;
    esac
done <builds
[ "$(wc -l <builds)" -eq 3 ]
check "README does not build for toolkit, no toolkit and CPU device:"

# ---- each of its C files is needed, and no other ----

# Without a section left out; of the two ways to find the driver the one that needs one file more.
mkdir objects && (cd objects && gcc -std=c99 -O0 -DVG_DLOPEN -I../vendor -c ../app.c ../vendor/*.c) >log 2>&1 &&
    gcc -o app objects/*.o -ldl >log 2>&1
check "it does not link:"
for object in objects/*.o; do
    mv "$object" away.o
    ! gcc -o app objects/*.o -ldl >log 2>&1 || { echo "$object" >>spare; }
    mv away.o "$object"
done
spare=$(cat spare 2>/dev/null)
[ -z "$spare" ]
check "not needed: $spare"
# Of other programs: what is used is defined, and what is there is used.
(cd objects && rm -f ./*.o && gcc -std=c99 -O0 -DVG_DLOPEN -I../vendor -I"$srcdir/runtime" -c "$srcdir"/runtime/vg_[!n]*.c \
    "$srcdir/runtime/vg_nccl.c") >log 2>&1
check "the runtime does not compile:"
# closed FOLDER: prints what its program uses and does not find, and what it has and does not use.
closed() {
    program=$(sed -n 's/^program: //p' "$1/VENDORED")
    gcc -std=c99 -O0 -DVG_DLOPEN -I"$1" -c "$1/$program.c" -o "objects/$program.o" || return
    # shellcheck disable=SC2046
    (cd objects && nm -g -A "$program.o" $(cd "../$1" && ls vg_*.c | sed 's/c$/o/')) | sed 's/:/ /' | awk '
        NF == 4 && $3 != "U" { defined[$4] = $1 }
        $(NF - 1) == "U" { used[$NF] = used[$NF] " " $1 }
        { file[$1] }
        END {
            for (name in used) {
                if (name !~ /^vg/) continue
                if (!(name in defined)) print "undefined: " name
                else if (used[name] != " " defined[name]) needed[defined[name]]
            }
            for (name in file) if (name ~ /^vg_/ && name != "vg_text.o" && !(name in needed)) print "not needed: " name
        }'
    rm -f "objects/$program.o"
}
for spec in features/flight features/mailbox features/kept features/conjugate features/lend features/sharing \
    features/sized bench/ranks/reduce; do
    vendor closed "$srcdir/tests/$spec.yaml"
    check "$spec is not vendored:"
    closed closed >log 2>&1 && [ ! -s log ]
    check "the runtime's files for $spec:"
    case $spec in
    */reduce) grep -q -e '-DVG_WITH_NCCL .* -lcuda -lnccl' closed/README &&
        [ "$(cd closed && grep -l DVG_WITH_NCCL vendor.mk CMakeLists.txt meson.build | wc -l)" -eq 3 ] &&
        ! grep -i -e nccl -e ranks vendor/README vendor/vendor.mk vendor/CMakeLists.txt vendor/meson.build >log ;;
    esac
    check "$spec is built with NCCL, or others are:"
    rm -rf closed
done
if [ "$IMAGE" != --image=none ]; then # only machine code is fused
    "$VGGEN" "$IMAGE" --vendor closed specs/saxpy.yaml >log 2>&1 && grep -q '^targets saxpy: sm_' closed/VENDORED
    check "saxpy with machine code is not vendored:"
    closed closed >log 2>&1 && [ ! -s log ]
    check "the runtime's files for saxpy with machine code:"
    cp -r closed before
    if vendor closed specs/saxpy.yaml; then false; else grep -q '\[vendor-targets\]' log && diff -r closed before >>log; fi
    check "machine code is lost:"
    vendor closed --force specs/saxpy.yaml
    check "machine code cannot be given up:"
    rm -rf closed before
fi

# ---- make, CMake, Meson ----

mkdir consumer && cp app.c consumer && cp -r vendor consumer/third && cd consumer || exit 99
CFLAGS=-O0 CXXFLAGS=-O0 CC=$work/quick CXX=c++
export CFLAGS CXXFLAGS CC CXX
# A compiler that has made the CPU device already.
cat >"$CC" <<QUICK
#!/bin/sh
case \$* in
*-soname,libvgsim.so*)
    for file; do
        [ "\$last" != -o ] || exec cp "$work/build/libvgsim.so" "\$file"
        last=\$file
    done
    ;;
esac
exec cc "\$@"
QUICK
chmod +x "$CC"
cat >Makefile <<'MAKE'
include third/vendor.mk
CPPFLAGS += $(VG_CPPFLAGS)
app: app.o $(VG_OBJECTS)
	$(CC) -o $@ $^ $(VG_LIBS)
MAKE
quiet_make() {
    MAKEFLAGS='' make VG_DEVICE=sim "$@" CC="$CC" CXX="$CXX" >"$work/log" 2>&1
}
quiet_make && [ "$(./app)" = "both ran" ]
check "make does not build with vendor.mk:"
quiet_make -q
check "make has something to do a second time:"
quiet_make -n VG_DEVICE=dlopen && grep -q -e '-DVG_DLOPEN .*-o build/vg/vg_open.o ' "$work/log" && grep -q -e '-o app .* -ldl' "$work/log"
check "make takes what was built for one device for another:"
# refused SENTENCE SETTING…: make says so.
refused() {
    sentence=$1
    shift
    ! MAKEFLAGS='' make "$@" >"$work/log" 2>&1 && grep -q -F "$sentence" "$work/log"
}
refused "VG_DEVICE is gpu, dlopen or sim, not 'tpu'" VG_DEVICE=tpu && refused "VG_DEVICE is gpu, dlopen or sim, not ''" VG_DEVICE= &&
    refused "DEVICE=sim changes nothing here: say VG_DEVICE, which is gpu, dlopen or sim" DEVICE=sim &&
    refused "VGGEN_DEVICE=tpu changes nothing here: say VG_DEVICE" VGGEN_DEVICE=tpu && quiet_make -q DEVICE=gpu
check "make builds for another device than it was asked for:"
for file in vg_rt.c saxpy.h; do
    mv third/$file away
    if quiet_make; then false; else grep -q "third/$file: not there. 'vggen --verify third'" "$work/log"; fi
    check "make does not name $file, which is gone:"
    mv away third/$file
done
mkdir other && cp third/vendor.mk other/vendor.mk && cp Makefile kept.mk &&
    sed -i 's,^include.*,&\ninclude other/vendor.mk,' Makefile
if quiet_make; then false; else grep -q 'other/vendor.mk is the second of its kind here' "$work/log"; fi
check "make takes two vendored folders for one:"
mv kept.mk Makefile && rm -r other
mv third "third party" # which make cannot say
if command -v cmake >/dev/null 2>&1; then
    cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.13)
project(app C)
add_subdirectory("third party")
add_executable(app app.c)
target_link_libraries(app third_party)
CMAKE
    cmake -S . -B by_cmake -DVG_DEVICE=sim >"$work/log" 2>&1 && cmake --build by_cmake >"$work/log" 2>&1 &&
        [ "$(./by_cmake/app)" = "both ran" ] && ! cmake --build by_cmake | grep -e Building -e Linking -e Generating
    check "CMake does not build with the folder, or builds it twice:"
    ! cmake -S . -B by_cmake -DVG_DEVICE=tpu >"$work/log" 2>&1 && grep -q "VG_DEVICE is .*, not 'tpu'" "$work/log"
    check "CMake takes any VG_DEVICE:"
fi
if command -v meson >/dev/null 2>&1; then
    cat >meson.build <<'MESON'
project('app', 'c')
vg_device = 'sim'
subdir('third party')
executable('app', 'app.c', dependencies: vg_dep)
MESON
    meson setup by_meson >"$work/log" 2>&1 && ninja -C by_meson >"$work/log" 2>&1 &&
        [ "$(./by_meson/app)" = "both ran" ] && ninja -C by_meson | grep -q 'no work to do'
    check "Meson does not build with the folder, or builds it twice:"
fi
cd "$work" || exit 99

# ---- a second time ----

vendor vendor --sim specs/saxpy.yaml specs/equalizer.yaml && grep -q '^vendor: \([0-9]*\) files, \1 of them as they were$' log &&
    [ "$(wc -l <log)" -eq 1 ]
check "a second time something changes:"
inode=$(ls -i vendor/vg_rt.c)
sed -i 's/N: [0-9]*/N: 65536/' specs/saxpy.yaml
: >vendor/.gitattributes
vendor vendor --with=sleep,describe specs/saxpy.yaml && grep -q '^changed saxpy.h$' log && grep -q '^gone    equalizer.c$' log &&
    grep -q '^gone    sim.sh$' log && grep -q '^new     vg_describe.c$' log && grep -q '^new     vg_sleep.c$' log &&
    ! grep vg_rt.c log && ! ls vendor/sim vendor/kernels vendor/equalizer* 2>>log
check "it does not become what the command line says:"
[ -f vendor/.gitattributes ] && [ "$(ls -i vendor/vg_rt.c)" = "$inode" ]
check "a file of the user's is gone, or one that stays the same is another:"
grep -q 'vggen --vendor $V --with=sleep,describe --image=none saxpy.yaml"' vendor/README
check "README has another command line:"
rm vendor/.gitattributes
# What README and VENDORED say makes the same folder again, whatever the options were.
ln -s "$VGGEN" tools/vggen
mkdir odd && sed 's/^program: .*/program: gain/' specs/saxpy.yaml >"odd/it's gain.yaml" &&
    sed 's/saxpy_kernels/gain_kernels/' specs/saxpy.cu >odd/saxpy.cu || exit 99
# again OPTION…: vendors with them, then as it is written there.
again() {
    rm -rf optioned
    (cd odd && vendor ../optioned "$@" "it's gain.yaml")
    again_files=$(find optioned -type f | wc -l)
    sed -n "s/^With a new .*\"\\(vggen --vendor .*\\)\" shows.*/\\1/p" optioned/README >line
    grep -q OPTIONS... line && {
        sed "s/OPTIONS\.\.\./$(sed -n 's/^options: //p' optioned/VENDORED | sed 's,[/&],\\&,g')/" line >whole && mv whole line
    }
    (cd odd && V=../optioned && PATH=$work/tools:$PATH && eval "$(cat ../line)") >log 2>&1
    [ "$(cat log)" = "../optioned: $again_files files, $again_files of them as they were" ]
    check "README does not say how it was made with $*:"
}
again -D 'N=2 * 512'
again --json --report --svg --dot --map --name=other_gain --layout=separate --with=touch
again --sim -D N=77
sed -i 's/ --sim//' line && ! grep -e --sim line >log
# shellcheck disable=SC2034
(cd odd && V=../optioned && eval "$(sed 's/^vggen/"$VGGEN"/' ../line)") >log 2>&1 && grep -q '^gone    sim.sh$' log &&
    sed -n 's/^"\(vggen --vendor .* --sim .*\)"$/\1/p' optioned/README >line &&
    (cd odd && V=../optioned && eval "$(sed 's/^vggen/"$VGGEN"/' ../line)") >log 2>&1 && grep -q '^new     sim.sh$' log &&
    grep -q '^options: --sim --image=none -D N=77$' optioned/VENDORED
check "README does not say how the CPU device is added:"
mv "odd/it's gain.yaml" "odd/gain
targets gain: sm_90.yaml" && (cd odd && vendor ../optioned ./*sm_90.yaml) && [ "$(wc -l <optioned/README)" -eq 10 ] &&
    grep -q '^spec gain: gain_targets gain: sm_90.yaml [0-9a-f]*$' optioned/VENDORED &&
    (cd odd && vendor ../optioned ./*sm_90.yaml)
check "a spec's name becomes lines of VENDORED:"
rm -rf odd optioned

# ---- what a killed run left ----

cp -r vendor vendor.vggen-Kill01 && echo mine >vendor.vggen-Kill01/.mine && chmod -R a-w vendor.vggen-Kill01
mkdir vendor.vggen-Kill02 vendor.vggen-Kill03.old vendor.vggen-other vendor.vggen-Kill04.older vendor.vggen-Live05
cp -r vendor vendor.vggen-Kill06 && echo older >vendor.vggen-Kill06/.mine2 && echo newer >vendor/.mine2
: >vendor.vggen-Kill03.old/.too
if command -v flock >/dev/null 2>&1; then
    left=
    flock vendor.vggen-Live05 "$VGGEN" --image=none --vendor vendor --with=sleep,describe specs/saxpy.yaml >log 2>&1 &&
        left=$(echo vendor.vggen-*) &&
        [ "$left" = "vendor.vggen-Kill04.older vendor.vggen-Kill06 vendor.vggen-Live05 vendor.vggen-other" ]
    check "what a killed run left stays, or more goes: $left"
    [ "$(cat vendor/.mine vendor.vggen-Kill06/.mine2 vendor/.mine2 | tr '\n' ' ')" = "mine older newer " ] && [ -f vendor/.too ]
    check "files of the user's are lost with what a killed run left"
fi
chmod -R u+w vendor.vggen-* && rm -rf vendor.vggen-* vendor/.mine vendor/.mine2 vendor/.too

# ---- what is refused ----

# refused ID TEXT ARGUMENT…: vggen ends with status 2 and this message, and leaves the folder as it is.
refused() {
    id=$1 text=$2
    shift 2
    rm -rf before
    cp -r vendor before
    "$VGGEN" --image=none "$@" >stdout 2>log
    [ $? -eq 2 ] && [ ! -s stdout ] && grep -q "\[$id\]$" log && grep -q "^hint: " log && grep -qF -e "$text" log &&
        diff -r vendor before >>log 2>&1 && ! ls -d ./*.vggen-* >>log 2>&1
    check "not refused as $id: $*"
}
again="--vendor vendor specs/saxpy.yaml"
echo "/* mine */" >>vendor/saxpy.c
# shellcheck disable=SC2086
refused vendor-edited "vendor/saxpy.c: error: this file was edited since" $again
refused vendor-edited "vendor/saxpy.c: error: this file was edited since" --verify vendor
vendor vendor --force specs/saxpy.yaml && ! grep mine vendor/saxpy.c >>log
check "--force does not replace an edited file:"
sed -i 's/16/17/' vendor/vg_rt.c
refused vendor-edited "vendor/vg_rt.c: error" --verify vendor
sed "s/^[0-9a-f]*  vg_rt.c/$(sha256sum <vendor/vg_rt.c | cut -c 1-64)  vg_rt.c/" vendor/SHA256SUMS >sums && cp sums vendor/SHA256SUMS
refused vendor-runtime "vendor/vg_rt.c: error: this file is not of the runtime of vggen" --verify vendor
vendor vendor specs/saxpy.yaml && grep -q '^changed vg_rt.c' log && "$VGGEN" --verify vendor >log 2>&1
check "the runtime is not brought back:"
echo "int mine;" >vendor/mine.c
# shellcheck disable=SC2086
refused vendor-foreign "vendor/mine.c: error" $again --force
refused vendor-foreign "vendor/mine.c: error" --verify vendor
rm vendor/mine.c vendor/vg_load.c
refused vendor-missing "vendor/vg_load.c: error" --verify vendor
vendor vendor specs/saxpy.yaml && grep -q '^new     vg_load.c' log
check "a missing file is not brought back:"
cp vendor/SHA256SUMS sums
for line in "<<<<<<< ours" "$(printf %064d 0)  ../app.c" "$(printf %064d 0)  /etc/passwd"; do
    echo "$line" >>vendor/SHA256SUMS
    # shellcheck disable=SC2086
    refused vendor-list "vendor/SHA256SUMS: error: line " $again
    cp sums vendor/SHA256SUMS
done
sed 's/^targets saxpy: none/targets saxpy: sm_90/' vendor/VENDORED >record && cp record vendor/VENDORED
sed "s/^[0-9a-f]*  VENDORED/$(sha256sum <record | cut -c 1-64)  VENDORED/" sums >vendor/SHA256SUMS
# shellcheck disable=SC2086
refused vendor-targets "has machine code of 'saxpy' for sm_90, and now there would be none" $again
vendor vendor --force specs/saxpy.yaml
check "--force does not give up machine code:"
mv vendor away && mkdir vendor && echo precious >vendor/image.iso && (cd vendor && sha256sum image.iso >SHA256SUMS)
# shellcheck disable=SC2086
refused vendor-list "vendor/SHA256SUMS: error: it does not name VENDORED" $again --force
refused vendor-list "vendor/SHA256SUMS: error: it does not name VENDORED" --verify vendor
rm -r vendor && mv away vendor
refused vendor-folder "specs: error: this folder holds something else: 'equalizer.cu'" --vendor specs specs/saxpy.yaml
refused usage "--verify takes the name of a folder, found nothing" --verify ""
refused usage "--vendor takes the name of a folder, found nothing" --vendor "" specs/saxpy.yaml
refused vendor-folder "nowhere: error: there is no such folder" --verify nowhere
refused vendor-folder "specs: error: nothing was vendored here" --verify specs
refused vendor-folder ".: error: the current folder lies in this one" --vendor . specs/saxpy.yaml
refused vendor-name "its program 'saxpy' and 'saxpy' of 'saxpy.yaml' have one name" --vendor new specs/saxpy.yaml specs/saxpy.yaml
sed 's/^program: .*/program: Saxpy/' specs/saxpy.yaml >specs/large.yaml
refused vendor-name "'Saxpy' and 'saxpy' of 'saxpy.yaml' differ only in case" --vendor new specs/saxpy.yaml specs/large.yaml
sed 's/^program: .*/program: saxpy_image/' specs/saxpy.yaml >specs/image.yaml
refused vendor-name "two programs would write 'saxpy_image." --vendor new specs/saxpy.yaml specs/image.yaml
refused vendor-name "'Vg_Open.c' and 'vg_open.c' of the runtime differ only in case" --vendor new --name=Vg_Open specs/saxpy.yaml
mkdir -p other && cp "$VGGEN_RUNTIME"/vg_*.[ch] "$VGGEN_RUNTIME/DEVIATIONS.md" other && echo >>other/vg_open.c
VGGEN_RUNTIME=$work/other
refused vendor-runtime "other/vg_open.c: error: this file is not of the runtime of vggen" --vendor new specs/saxpy.yaml
rm other/vg_open.c
refused vendor-runtime "other/vg_open.c: error: cannot read" --vendor new specs/saxpy.yaml
VGGEN_RUNTIME=$srcdir/runtime
sed "s,source: saxpy.cu,source: $work/specs/saxpy.cu," specs/saxpy.yaml >specs/absolute.yaml
refused vendor-source "is named by an absolute path" --vendor new --sim specs/absolute.yaml
refused usage "did you mean 'sleep'?" --vendor new --with=slep specs/saxpy.yaml
[ ! -e new ]
check "a refused folder is there"
mv specs/saxpy.cu away.cu
"$VGGEN" --image=none --vendor vendor specs/saxpy.yaml >stdout 2>log
[ $? -eq 1 ] && grep -q '\[source-read\]' log && diff -r vendor before >>log
check "a kernel's source that is gone is not named:"
mv away.cu specs/saxpy.cu

# ---- headers of kernels ----

mkdir -p tree/specs tree/shared/deep && cp "$srcdir"/kernels/saxpy/saxpy.yaml tree/specs
sed 's,^compile:,&,; s,source: saxpy.cu,source: ../shared/saxpy.cu,' "$srcdir/kernels/saxpy/saxpy.yaml" >tree/specs/saxpy.yaml
echo 'compile: {include: [../shared/deep]}' >>tree/specs/saxpy.yaml
{
    echo '#include "near.h"'
    echo '#include <far.h>'
    cat "$srcdir/kernels/saxpy/saxpy.cu"
} >tree/shared/saxpy.cu
echo '#include "deep/far.h"' >tree/shared/near.h
echo '#pragma once' >tree/shared/deep/far.h
echo 'never included' >tree/shared/other.h
vendor moved --sim tree/specs/saxpy.yaml && (cd moved/kernels && find . -type f | sort | tr '\n' ' ') >log &&
    [ "$(cat log)" = "./saxpy/shared/deep/far.h ./saxpy/shared/near.h ./saxpy/shared/saxpy.cu ./saxpy/specs/saxpy.yaml " ]
check "other files than the kernels include go along:"
# A header that is nowhere is named; those that every CPU device has, and lines that are not for it, are not.
{
    printf '#ifndef VGSIM\n#if 1\n#include "mma_mine.h"\n#endif\n#else\n#  include "gone.h"\n#endif\n'
    printf '#include "vector"\n#include "math.h"\n#include "cuda_fp16.h"\n#include "cublas_v2.h"\n#include <anywhere.h>\n'
    sed 1d tree/shared/saxpy.cu
} >tree/specs/gone.cu
sed 's,source: .*saxpy.cu,source: gone.cu,' tree/specs/saxpy.yaml >tree/specs/gone.yaml
(cd tree/specs && vendor ../../gone --sim gone.yaml; mv log ../../gone.log)
grep -q "^gone.cu:6:12: warning: 'gone.h' is nowhere.*\[vendor-header\]" gone.log && grep -q '^hint: put it beside this file' gone.log &&
    [ "$(grep -c vendor-header gone.log)" -eq 1 ] && [ -f gone/sim.sh ]
check "a header that is nowhere is not named, or others are: $(cat gone.log)"
refused_header() {
    ! vendor refused_header --sim -Werror tree/specs/gone.yaml && grep -q '^tree/specs/gone.cu:6:12: error: .gone.h' log && [ ! -e refused_header ]
}
refused_header
check "a header that is nowhere is vendored with -Werror:"
rm -rf tree # what is compiled is in the folder
sed 's/^\$CC \$CFLAGS.*/:/; /-o "\$out\/libvgsim.so"/d' moved/sim.sh >moved/kernels_only.sh
mkdir moved_build && cp build/libvgsim.so moved_build && sh moved/kernels_only.sh moved_build >log 2>&1
check "the CPU device does not build with headers elsewhere:"

# ---- a program of several sources, whose names are each source's own ----

vendor units --sim "$srcdir/tests/golden/blend.yaml"
check "a program of several sources is not vendored:"
mkdir units_build
CC=$work/quick sh units/sim.sh units_build >log 2>&1 && cat >blend.c <<'C'
#include "blend.h"
static blend p;
static uint16_t lut[BLEND_LUT_COUNT];
int main(void)
{
    const blend_data data = {lut};

    return blend_open(&p, 0, &data) == VG_OK && blend_replay(&p) == VG_OK && blend_close(&p) == VG_OK ? 0 : 1;
}
C
gcc -std=c99 -O0 -Iunits -isystem units/sim/cuda -o app blend.c units/*.c -Wl,--no-as-needed units_build/*.so \
    -Wl,-rpath,"$work/units_build" >log 2>&1 && ./app >>log 2>&1
check "a program of several sources does not run:"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
