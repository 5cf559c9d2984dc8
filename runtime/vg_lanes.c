/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_lanes.c - opens a further lane of an open program. Programs of one lane do not call it. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

static unsigned free_lane(const vg_program *first)
{
    unsigned lane = 1;
    while (lane < VG_MOST_LANES && (first->lanes >> lane & 1u) != 0u) {
        lane++;
    }
    return lane;
}

/* On success *lane is the number of a lane that is not open. */
static vg_status check_lane(vg_program *rt, const vg_program *first, const vg_storage *storage, unsigned *lane)
{
    vg_status status = vg_check_closed(rt);
    if (status != VG_OK) {
        return status;
    }
    if (first == NULL || storage == NULL) {
        return vg_refuse(rt, VG_ARGUMENT, first == NULL ? "first lane" : "storage", 0u, 0u);
    }
    if (first->state == VG_MARK_LOST) {
        return vg_refuse(rt, VG_LOST, "the context of the first lane", 0u, 0u);
    }
    if (first->state != VG_MARK_OPEN) {
        return vg_refuse(rt, VG_STATE, "the first lane is not open: open it first", 0u, 0u);
    }
    if (first->first != NULL) {
        return vg_refuse(rt, VG_STATE, "this is not the first lane: give the first", 0u, 0u);
    }
    *lane = free_lane(first);
    if (*lane == VG_MOST_LANES) {
        return vg_refuse(rt, VG_ARGUMENT, "number of lanes", VG_MOST_LANES, VG_MOST_LANES + 1u);
    }
    if (first->config.stream != NULL) {
        return vg_refuse(rt, VG_ARGUMENT, "lanes that share config.stream", 1, 2);
    }
    status = vg_check_arenas(rt, first->desc, &first->config, storage, *lane);
    return status == VG_OK ? vg_check_app_data(rt, first->desc, storage, *lane) : status;
}

vg_status vg_open_lane(vg_program *rt, vg_program *first, const vg_storage *storage)
{
    unsigned lane = 0;
    vg_status status = check_lane(rt, first, storage, &lane);
    if (status != VG_OK) {
        return status;
    }
    vg_adopt(rt, first->desc, &first->config, storage, first);
    rt->lane = lane;
    rt->images = first->images;
    rt->end.ends = first->end.ends;
    if (first->end.chosen != 0u) {
        rt->config.completion = VG_COMPLETION_QUERY;
    }
    status = vg_open_adopted(rt);
    if (status == VG_OK || rt->state == VG_MARK_STUCK) {
        first->lanes |= (uint32_t)1 << lane;
    }
    if (status == VG_OK) {
        if (first->end.chosen != 0u) {
            first->config.completion = VG_COMPLETION_QUERY;
        }
    }
    return status;
}

#endif
