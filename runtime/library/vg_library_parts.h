/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_library_parts.h - what the files of this folder do alike. Applications do not include it. */
#ifndef VG_LIBRARY_PARTS_H
#define VG_LIBRARY_PARTS_H

#include "vg_library.h"

/* Keeps a failure for vg_library_text, and returns its number. */
static inline int vg_library_failed(vg_library_lane *lane, const char *call, int number)
{
    if (number != VG_LIBRARY_OK) {
        lane->fault.number = number;
        lane->fault.call = call;
    }
    return number;
}

/* Where the workspace is too small for what a call needs. */
static inline int vg_library_room(vg_library_lane *lane, const char *call, const vg_library_at *at, uint64_t needed)
{
    const uint64_t given = at->workspace == NULL ? 0 : at->workspace_bytes;

    if (given >= needed) {
        return VG_LIBRARY_OK;
    }
    lane->fault.needed = needed;
    lane->fault.given = given;
    return vg_library_failed(lane, call, VG_LIBRARY_WORKSPACE);
}

/* What can be said of where a call computes. `plain`: its file computes on the host. */
static inline int vg_library_check_at(const vg_library_at *at, int plain)
{
    if (at == NULL) {
        return VG_LIBRARY_POINTER;
    }
    if (at->lane >= VG_LIBRARY_LANES) {
        return VG_LIBRARY_LANE;
    }
    if (plain) {
        return at->stream != NULL ? VG_LIBRARY_STREAM : VG_LIBRARY_OK;
    }
    return at->stream == NULL ? VG_LIBRARY_HOST : VG_LIBRARY_OK;
}

/* The index of the lane where a call's failure is kept: 0 where there is no such lane. */
static inline unsigned vg_library_index(const vg_library_at *at)
{
    return at == NULL || at->lane >= VG_LIBRARY_LANES ? 0 : at->lane;
}

#endif
