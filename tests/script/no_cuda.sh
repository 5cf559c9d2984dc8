#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# no_cuda.sh: compiled with -DVG_WITHOUT_CUDA, runtime and programs have the same functions, need neither cuda.h nor a driver,
# and every call answers VG_NO_CUDA. Run from the build folder; srcdir and CC come from make.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=$(dirname "$0")/../..}" "${builddir:=.}" "${CC:=cc}"
passed=0
failed=0
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
flags="-std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -DVG_WITHOUT_CUDA -I$srcdir/runtime"

functions() {
    nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u
}

# without SOURCE: compiles it without CUDA.
without() {
    # shellcheck disable=SC2086
    if $CC $flags -I"$(dirname "$1")" -c -o "$work/$(basename "$1" .c).o" "$1"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

# lacks NAME WITH WITHOUT: files of functions; those that only the first has must be internal to the runtime.
suffix=$(sed -n 's/^#define VG_SYMBOL(name) name##//p' "$srcdir/runtime/vg_abi.h")
internal=$(sed -n "s/^#define [a-z_]* VG_SYMBOL(\([a-z_0-9]*\))/\1$suffix/p" "$srcdir/runtime/vg_impl.h" | tr '\n' ' ')
# A header may have the stand-in itself.
inline=$(sed -n "s/^static inline .*[ *]\(vg_[a-z_]*\)(.*/\1$suffix/p" "$srcdir/runtime/vg_bounded.h" | tr '\n' ' ')
lacks() {
    for symbol in $(comm -23 "$2" "$3" | tr '\n' ' '); do
        case " $internal $inline " in
        *" $symbol "*) ;;
        *)
            echo "no_cuda: $1 lacks $symbol"
            failed=$((failed + 1))
            ;;
        esac
    done
}

# The runtime, by the list of files that every build has: vg_none.c has all functions that need CUDA elsewhere.
for source in "$srcdir"/runtime/vg_*.c; do
    without "$source"
done
functions "$builddir"/runtime/vg_*.o >"$work/with"
functions "$work"/vg_*.o >"$work/without"
lacks "the runtime" "$work/with" "$work/without"
[ -s "$work/with" ] || failed=$((failed + 1))

for with in "$builddir"/out/saxpy/saxpy.o "$builddir"/out/feature_lanes/lanes.o \
    "$builddir"/out/feature_copying/copying.o "$builddir"/out/feature_knobs/knobs.o \
    "$builddir"/out/feature_seek/seek.o; do
    without "${with%.o}.c"
    functions "$with" >"$work/with"
    functions "$work/$(basename "$with")" >"$work/without"
    lacks "$(basename "$with" .o)" "$work/with" "$work/without"
done

# Who writes the status where the macro belongs gets what he means.
# shellcheck disable=SC2086
if $CC -DVG_NO_CUDA -I"$srcdir/runtime" -c -o "$work/meant.o" "$srcdir/runtime/vg_none.c" &&
    functions "$work/meant.o" | grep -q vg_open_of_runtime && rm "$work/meant.o"; then
    passed=$((passed + 1))
else
    echo "no_cuda: -DVG_NO_CUDA is not taken for -DVG_WITHOUT_CUDA"
    failed=$((failed + 1))
fi

# Every function of every program with a header here, called as the header has it: each status is VG_NO_CUDA, before open
# has failed and after. What gives the address of a buffer gives none. So no new function can be forgotten.
cat >"$work/try.awk" <<'AWK'
# The declarations of one preprocessed header, from `name` on; a call for each.
function give(type) {
    if (type ~ /^(const )?[a-z_0-9]+ \*p$/) return "&program"
    if (type ~ /\*/) return "(void *)room"
    if (type ~ /^unsigned lane$/) return "0"
    if (type ~ /\(/) return "unknown"
    return "1"
}
# The value of one of several elements has an address, open or not.
function is_setting(call) {
    return text ~ ("[ *]" name "_set_" substr(call, length(name) + 2) "[_(]")
}
{ text = text " " $0 }
END {
    gsub(/[ \t]+/, " ", text)
    count = split(text, parts, ";")
    printf "#include \"%s.h\"\n#include <stdio.h>\n", name
    printf "static struct %s program;\nstatic double room[8192];\n", name
    printf "static unsigned wrong(const char *call, int status)\n{\n    if (status == VG_NO_CUDA)\n        return 0;\n"
    printf "    printf(\"no_cuda: %%s answers %%d\\n\", call, status);\n    return 1;\n}\n"
    printf "unsigned try_%s(unsigned *tried);\nunsigned try_%s(unsigned *tried)\n{\n    unsigned failed = 0, turn;\n", name, name
    printf "    for (turn = 0; turn < 2; turn++) {\n"
    for (i = 1; i <= count; i++) {
        part = parts[i]
        if (!match(part, "[ *]" name "_[a-z_0-9A-Z]*\\(")) continue
        if (part ~ /[{}=]|static |typedef /) continue
        before = substr(part, 1, RSTART)
        call = substr(part, RSTART + 1, RLENGTH - 2)
        sub(/_of_[a-z_0-9]*_c_0x[0-9a-f]*$/, "", call) # a macro gives it the stamp again
        list = substr(part, RSTART + RLENGTH)
        sub(/\) *$/, "", list)
        n = split(list, argument, /, */)
        given = ""
        for (j = 1; j <= n; j++) given = given (j > 1 ? ", " : "") give(argument[j])
        if (before ~ /vg_status $/) {
            printf "        failed += wrong(\"%s\", (int)%s(%s));\n        ++*tried;\n", call, call, given
        } else if (before ~ /\*$/ && call !~ /_(stats|detail|node_title)$/ && !is_setting(call)) {
            printf "        if (%s(%s) != NULL)\n            failed++, printf(\"no_cuda: %s gives an address\\n\");\n", call, given, call
        } else {
            printf "        (void)%s(%s);\n", call, given
        }
    }
    printf "    }\n"
    printf "    if (%s_detail(&program%s)->status != VG_NO_CUDA)\n        failed++, printf(\"no_cuda: the detail of %s\\n\");\n", name, lanes, name
    printf "    return failed;\n}\n"
}
AWK
{
    echo '#include "vg_rt.h"'
    echo '#include <stdio.h>'
} >"$work/app.c"
calls=
for with in "$builddir"/out/saxpy/saxpy.c "$builddir"/out/reach/reach.c "$builddir"/out/cg/cg.c \
    "$builddir"/out/equalizer/equalizer.c "$builddir"/out/feature_*/*_image.c; do
    name=$(basename "${with%_image.c}" .c)
    folder=$(dirname "$with")
    case $folder in *_separate) continue ;; esac
    [ -f "$folder/$name.h" ] || continue
    case " $calls " in *" $name "*) continue ;; esac
    lanes=
    ! grep -q "_detail(const $name \*p, unsigned lane)" "$folder/$name.h" || lanes=", 0"
    # shellcheck disable=SC2086
    $CC $flags -I"$folder" -E -P "$folder/$name.h" | awk -v name="$name" -v lanes="$lanes" -f "$work/try.awk" >"$work/try_$name.c"
    [ -f "$work/$name.o" ] || without "$folder/$name.c"
    without "$folder/${name}_image.c"
    # shellcheck disable=SC2086
    $CC $flags -I"$folder" -c -o "$work/try_$name.o" "$work/try_$name.c" || failed=$((failed + 1))
    calls="$calls $name"
done
{
    for name in $calls; do
        echo "unsigned try_$name(unsigned *tried);"
    done
    echo 'int main(void)'
    echo '{'
    echo '    unsigned failed = 0, tried = 0;'
    echo '    const vg_pool_memory memory = {0, 0, NULL, 0};'
    echo '    vg_code code;'
    echo '    vg_pool pool;'
    for name in $calls; do
        echo "    failed += try_$name(&tried);"
    done
    echo '    vg_code_init(&code);'
    echo '    failed += vg_code_unload(&code) != VG_NO_CUDA;'
    echo '    vg_pool_init(&pool, &memory);'
    echo '    failed += vg_pool_free(&pool) != VG_NO_CUDA;'
    echo '    printf("%u statuses", tried);'
    echo '    puts("");'
    echo '    return failed == 0 && tried > 600 ? 0 : 1;'
    echo '}'
} >>"$work/app.c"
# shellcheck disable=SC2086
if $CC $flags -o "$work/app" "$work/app.c" "$work"/*.o && "$work/app"; then
    passed=$((passed + 1))
else
    echo "no_cuda: the application does not build without a driver, or a call answers something else"
    failed=$((failed + 1))
fi

# The driver says why there is nothing to run, the self-test that there is no device.
driver=$srcdir/runtime/driver
mkdir "$work/tools"
for name in $calls; do
    [ "$name" = saxpy ] || rm -f "$work/$name.o"
    rm -f "$work/try_$name.o" "$work/${name}_image.o"
done
# shellcheck disable=SC2086
if $CC $flags -I"$builddir/out/saxpy" -o "$work/tools/main" "$builddir/out/saxpy/saxpy_main.c" "$driver/driver.c" \
    "$driver/arguments.c" "$driver/npy.c" "$driver/values.c" "$work"/*.o "$builddir"/out/saxpy/saxpy_image.o -lm; then
    said=$("$work/tools/main" 2>&1)
    [ $? -eq 1 ] && [ "${said#saxpy_main: open failed: VG_NO_CUDA}" != "$said" ]
else
    false
fi && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "no_cuda: the driver does not build, or says: $said"; }
# shellcheck disable=SC2086
if $CC $flags -I"$builddir/out/saxpy" -o "$work/tools/selftest" "$builddir/out/saxpy/saxpy_selftest.c" \
    "$driver/selftest.c" "$driver/heap.c" "$work"/*.o "$builddir"/out/saxpy/saxpy_image.o -ldl; then
    said=$("$work/tools/selftest" 2>&1)
    [ $? -eq 77 ] && [ "$said" = "no device here" ]
else
    false
fi && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "no_cuda: the self-test does not build, or says: $said"; }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
