#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# driver_codes.sh: vg_detail_text names every result of the driver that cuda.h has, and no other, and says what helps where an
# installation is at fault. CUDA_HEADERS names the toolkit's headers; without them there is nothing to compare with.
set -u
LC_ALL=C
export LC_ALL
: "${srcdir:=.}"
: "${CC:=cc}"
[ -n "${CUDA_HEADERS:-}" ] || { echo "driver_codes: no toolkit here"; exit 77; }
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT INT TERM
passed=0
failed=0

cat >"$work/names.c" <<'C'
#include <stdio.h>
#include <string.h>
#include "vg_rt.h"

int main(void)
{
    vg_detail detail;
    char text[512];

    for (int code = 1; code < 1100; code++) {
        memset(&detail, 0, sizeof detail);
        detail.status = VG_DRIVER;
        detail.call = "cuInit";
        detail.code = code;
        if (vg_detail_text(&detail, text, sizeof text) >= sizeof text)
            return 1;
        if (strstr(text, "CUDA_ERROR_") != NULL)
            printf("%d %s\n", code, strstr(text, "CUDA_ERROR_"));
    }
    return 0;
}
C
$CC -std=c99 -I"$srcdir/runtime" -o "$work/names" "$work/names.c" "$srcdir/runtime/vg_text.c" || exit 99
"$work/names" >"$work/texts" || exit 99
sed 's/^\([0-9]* [A-Z0-9_]*\) .*/\1/' "$work/texts" >"$work/ours"
echo '#include <cuda.h>' | $CC -E -dD $CUDA_HEADERS - | grep -oE 'CUDA_ERROR_[A-Z0-9_]+ += [0-9]+' |
    awk '{ print $3 " " $1 }' | sort -n >"$work/theirs"
if diff "$work/theirs" "$work/ours" && [ -s "$work/ours" ]; then
    passed=$((passed + 1))
else
    echo "driver_codes: the names above differ from cuda.h's"
    failed=$((failed + 1))
fi
while IFS=: read -r code help; do
    if grep "^$code " "$work/texts" | grep -qF "$help"; then
        passed=$((passed + 1))
    else
        echo "driver_codes: nothing says what helps against $code:"
        grep "^$code " "$work/texts"
        failed=$((failed + 1))
    fi
done <<'HELPS'
46:compute mode
100:CUDA_VISIBLE_DEVICES
209:the spec's targets
222:update it
802:nvidia-fabricmanager
803:restart
804:cuda-compat
999:nvidia-modprobe
HELPS
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
