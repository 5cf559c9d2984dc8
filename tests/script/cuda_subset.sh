#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# cuda_subset.sh: the subset of cuda.h that is here, for the CPU device and for -DVG_DLOPEN, says what the toolkit's header
# says: the same values, sizes and offsets, compatible prototypes, the same symbols behind the names, the versions in
# which those came; and what is compiled with either is the same code. Needs CC, srcdir, builddir and CUDA_HEADERS (the
# compiler's option for the toolkit's headers); without these it is skipped.
set -eu
LC_ALL=C
export LC_ALL
: "${srcdir:=.}" "${builddir:=.}" "${CC:=cc}"
subset=$srcdir/runtime/sim/cuda
runtime=$srcdir/runtime
if [ -z "${CUDA_HEADERS:-}" ]; then
    echo "skipped: no CUDA toolkit"
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/cuda-subset.XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0
fault() {
    echo "cuda_subset: $*"
    failures=$((failures + 1))
}

# shellcheck disable=SC2086
real() {
    $CC -std=gnu11 $CUDA_HEADERS "$@"
}
own() {
    $CC -std=gnu11 -isystem "$subset" "$@"
}

echo '#include <cuda.h>' > "$work/only.c"
version=$(real -E -dM "$work/only.c" | sed -n 's/^#define CUDA_VERSION //p')
if [ "$version" -lt 13000 ]; then
    echo "skipped: the subset is that of CUDA 13.0, this toolkit is $version"
    exit 77
fi

# 1. Values, sizes, offsets: one program, compiled with each header, prints the same.
structs='CUuuid CUaccessPolicyWindow CUlaunchMemSyncDomainMap CUlaunchAttributeValue CUlaunchAttribute CUlaunchConfig CUDA_KERNEL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_v2 CUDA_MEMCPY3D
CUDA_MEMSET_NODE_PARAMS CUDA_HOST_NODE_PARAMS CUgraphEdgeData CUDA_GRAPH_INSTANTIATE_PARAMS CUDA_MEMCPY_NODE_PARAMS
CUDA_MEMSET_NODE_PARAMS_v2 CUDA_CONDITIONAL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_v3 CUgraphNodeParams'
{
    printf '#include <cuda.h>\n#include <stddef.h>\n#include <stdio.h>\n'
    printf '#define VALUE(x) printf("%%s %%lld\\n", #x, (long long)(x))\n'
    printf '#define SIZE(t) printf("%%s %%zu %%zu\\n", #t, sizeof(t), _Alignof(t))\n'
    printf '#define OFFSET(t, m) printf("%%s.%%s %%zu %%zu\\n", #t, #m, offsetof(t, m), sizeof(((t *)0)->m))\n'
    printf 'int main(void)\n{\n'
    sed -n 's/^    \(CU[A-Z0-9_a-z]*\) = .*/    VALUE(\1);/p' "$runtime/vg_cuda_values.h"
    sed -n 's/^#define \(CU_[A-Z_]*\) [0-9].*/    VALUE(\1);/p' "$runtime/vg_cuda_types.h"
    printf '    VALUE((size_t)CU_STREAM_LEGACY);\n    VALUE((size_t)CU_STREAM_PER_THREAD);\n'
    for name in CUdevice CUdeviceptr CUcontext CUgraphConditionalHandle cuuint32_t cuuint64_t; do
        echo "    SIZE($name);"
    done
    for name in $structs; do
        echo "    SIZE($name);"
        # Members at the first level: eight spaces and more belong to inner structures.
        awk -v name="$name" '/^typedef (struct|union)/ { n = 0 } { line[n++] = $0 }
            $0 == "} " name ";" { for (i = 1; i < n - 1; i++) print line[i] }' "$runtime/vg_cuda_types.h" |
            sed -n 's/^    [^ }].*[ *]\([A-Za-z0-9_]*\)\(\[[^]]*\]\)*;$/\1/p' |
            sed "s/.*/    OFFSET($name, &);/"
    done
    printf '    OFFSET(CUgraphNodeParams, kernel);\n    OFFSET(CUgraphNodeParams, memset);\n    return 0;\n}\n'
} > "$work/layout.c"
real -o "$work/real" "$work/layout.c" || fault "the toolkit's header lacks something of the subset"
own -o "$work/own" "$work/layout.c" || fault "the subset does not compile"
if [ "$failures" -eq 0 ]; then
    "$work/real" > "$work/real.txt"
    "$work/own" > "$work/own.txt"
    diff "$work/real.txt" "$work/own.txt" || fault "values, sizes or offsets differ (< toolkit, > subset)"
    lines=$(wc -l < "$work/own.txt")
    [ "$lines" -gt 300 ] || fault "only $lines values were compared"
fi

# 2. Prototypes: each one of the subset is a redeclaration that the toolkit's header agrees with; so is each type that
# goes with a function in a library that is opened late, and the older symbols that stand in for others.
{
    echo '#include <cuda.h>'
    own -E -P "$work/only.c" | tr '\n' ' ' | tr ';' '\n' | sed -n 's/^ *\(CUresult *cu[A-Z].*\)/\1;/p'
} > "$work/calls.c"
prototypes=$(grep -c '^CUresult' "$work/calls.c")
[ "$prototypes" -gt 150 ] || fault "only $prototypes prototypes were compared"
real -fsyntax-only "$work/calls.c" || fault "prototypes differ"

# The toolkit has a type for each version of each function, by the name without a suffix.
{
    printf '#include <cuda.h>\n#include <cudaTypedefs.h>\n#include "vg_cuda.h"\n'
    sed -n 's/^VG_[A-Z]*(\(cu[A-Za-z0-9_]*\), \([0-9]*\),.*/\1 \2/p' "$runtime/vg_cuda_calls.h" |
        while read -r symbol since; do
            name=$(echo "$symbol" | sed 's/_v[0-9]$//')
            echo "vg_type_$symbol of_$symbol(PFN_${name}_v$since call);"
            echo "vg_type_$symbol of_$symbol(PFN_${name}_v$since call) { return call; }"
        done
} > "$work/types.c"
types=$(grep -c 'return call' "$work/types.c")
[ "$types" -eq "$(grep -c '^VG_[A-Z]*(' "$runtime/vg_cuda_calls.h")" ] || fault "not each row has a type"
real -Wall -Werror -DVG_DLOPEN -I "$runtime" -c -o "$work/types.o" "$work/types.c" 2> "$work/log" || {
    head -n 5 "$work/log"
    fault "a function of vg_cuda_calls.h has another type, or came with another version"
}

# 3. The symbol behind each name.
{
    echo '#include <cuda.h>'
    sed -n 's/^#define \(cu[A-Za-z0-9]*\) cu.*/@\1@ \1/p' "$runtime/vg_cuda_types.h"
} > "$work/names.c"
real -E -P "$work/names.c" | grep '^@' > "$work/real.names"
own -E -P "$work/names.c" | grep '^@' > "$work/own.names"
diff "$work/real.names" "$work/own.names" || fault "names stand for other symbols (< toolkit, > subset)"

# 4. The subset is clean C99 and C++17 by itself.
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
# shellcheck disable=SC2086
$CC -std=c99 $strict -I "$subset" -fsyntax-only "$work/only.c" || fault "not clean as C99"
# shellcheck disable=SC2086
${CXX:-c++} -std=c++17 $strict -I "$subset" -x c++ -fsyntax-only "$work/only.c" || fault "not clean as C++17"

# 5. The same code from either header.
objects=0
for file in "$runtime"/vg_*.c "$builddir"/out/saxpy/saxpy.c "$builddir"/out/radar/radar.c "$builddir"/out/cg/cg.c \
    "$builddir"/out/control/control.c "$builddir"/out/feature_crossing/crossing.c "$builddir"/out/feature_seek/seek.c \
    "$builddir"/out/feature_fused/fused.c "$builddir"/out/feature_mailbox/mailbox.c; do
    real -w -O2 -I "$runtime" -I "${file%/*}" -c -o "$work/of_toolkit.o" "$file" &&
        own -w -O2 -I "$runtime" -I "${file%/*}" -c -o "$work/of_subset.o" "$file" &&
        cmp "$work/of_toolkit.o" "$work/of_subset.o" || fault "${file##*/} is other code with the toolkit's header"
    objects=$((objects + 1))
done
[ "$objects" -gt 40 ] || fault "only $objects files were compiled"

[ "$failures" -eq 0 ] && echo "cuda_subset: $lines values, $prototypes prototypes, $types types agree, $objects objects are the same"
exit $((failures > 0))
