#!/bin/sh
# SPDX-License-Identifier: MIT
# size.sh: the runtime's machine code (compiled with -Os, without the sentences) keeps to its budget on x86-64. Run from the
# build folder.
set -u
budget=16384
parts="runtime/vg_rt.o runtime/vg_config.o runtime/vg_open.o runtime/vg_load.o"

[ "$(uname -m)" = x86_64 ] || { echo "size: the budget is for x86-64"; exit 77; }
command -v size >/dev/null 2>&1 || { echo "size: binutils are not here"; exit 77; }
# shellcheck disable=SC2086
size $parts || exit 99
# shellcheck disable=SC2086
bytes=$(size $parts | awk 'NR > 1 { sum += $1 } END { print sum }')
echo "runtime: $bytes of $budget bytes"
[ "$bytes" -lt "$budget" ]
