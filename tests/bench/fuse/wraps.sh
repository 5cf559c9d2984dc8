#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# wraps.sh OBJECT…: what counts the driver calls of objects, as assembler with the C preprocessor. Link it with
# -Wl,--wrap=NAME for each; `wraps.sh --options OBJECT…` prints these.
set -eu
how=code
[ "$1" = --options ] && { how=options; shift; }
names=$(nm -u "$@" | sed -n 's/.* U \(cu[A-Z][A-Za-z0-9_]*\)$/\1/p' | sort -u)
if [ $how = options ]; then
    for name in $names; do
        printf ' -Wl,--wrap=%s' "$name"
    done
    exit
fi
cat <<'CODE'
#if defined __x86_64__
#define COUNTED(name) \
    .globl __wrap_##name; .type __wrap_##name, @function; \
    __wrap_##name: lock incq driver_calls(%rip); jmp __real_##name@PLT
#elif defined __aarch64__
#define COUNTED(name) \
    .globl __wrap_##name; .type __wrap_##name, @function; \
    __wrap_##name: adrp x16, driver_calls; add x16, x16, :lo12:driver_calls; \
    ldr x17, [x16]; add x17, x17, 1; str x17, [x16]; b __real_##name
#endif
    .text
CODE
for name in $names; do
    echo "COUNTED($name)"
done
echo '    .section .note.GNU-stack,"",@progbits'
