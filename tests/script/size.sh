#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# size.sh: the runtime's machine code (compiled with -Os, without the sentences) keeps to its budgets on x86-64: what
# opens, replays and closes; the further ways to run; and what only programs with control flow on the device need. Run from the build folder.
set -u

[ "$(uname -m)" = x86_64 ] || { echo "size: the budgets are for x86-64"; exit 77; }
command -v size >/dev/null 2>&1 || { echo "size: binutils are not here"; exit 77; }
failed=0

# within NAME BUDGET PART…
within() {
    name=$1
    budget=$2
    shift 2
    size "$@" || exit 99
    bytes=$(size "$@" | awk 'NR > 1 { sum += $1 } END { print sum }')
    echo "$name: $bytes of $budget bytes"
    [ "$bytes" -lt "$budget" ] || failed=1
}

within core 18816 runtime/vg_rt.o runtime/vg_config.o runtime/vg_detail.o runtime/vg_open.o \
    runtime/vg_memory.o runtime/vg_load.o
within control 3072 runtime/vg_control.o
within fused 1280 runtime/vg_fused.o
within grid 1024 runtime/vg_grid.o
within resident 1024 runtime/vg_resident.o
within bind 3200 runtime/vg_bind.o
within capture 14592 runtime/vg_capture.o runtime/vg_capture_call.o runtime/vg_capture_look.o runtime/vg_capture_nodes.o
within queue 6400 runtime/vg_queue.o runtime/vg_slots.o
within bounded 1536 runtime/vg_abandon.o
within code 1664 runtime/vg_code.o
within lanes 1024 runtime/vg_lanes.o
within pool 3200 runtime/vg_pool.o
within mailbox 4224 runtime/vg_mailbox.o
within keep 1024 runtime/vg_keep.o
within nccl 512 runtime/vg_nccl.o
within stats 512 runtime/vg_stats.o
within trace 3072 runtime/vg_trace.o
within describe 2560 runtime/vg_describe.o
within sleep 1024 runtime/vg_sleep.o runtime/vg_touch.o
within more 8576 runtime/vg_profile.o runtime/vg_state.o runtime/vg_step.o runtime/vg_timed.o
exit $failed
