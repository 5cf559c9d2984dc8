/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_bounded.h - the part of the contract between emitted code and the runtime that is about how calls end: limits of
 * those that wait, several failures of one call, and the way out after a hang. NAME.h includes it. */
#ifndef VG_BOUNDED_H
#define VG_BOUNDED_H

#include "vg_program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_quiet VG_SYMBOL(vg_quiet)
#define vg_abandon VG_SYMBOL(vg_abandon)
#define vg_tell_abandoned VG_SYMBOL(vg_tell_abandoned)

/* ---- failures after the first one ---- */

/* Where the detail of another failure goes, behind those that there are; NULL where there is no room. */
static inline vg_detail *vg_next_detail(vg_program *rt)
{
    const unsigned at = rt->detail.further++;
    vg_detail *last = &rt->detail;
    if (at >= VG_MORE_DETAILS) {
        return NULL;
    }
    while (last->next != NULL) {
        last = last->next;
    }
    last->next = &rt->more[at];
    return last->next;
}

/* Puts what failed in driver calls of `from`, another lane of the program, behind the detail of `rt`. */
static inline void vg_add_failures(vg_program *rt, const vg_program *from)
{
    const vg_detail *each;
    unsigned left = from->detail.further + 1u;
    for (each = &from->detail; each != NULL && each->code != 0u; each = each->next) {
        vg_detail *copy = vg_next_detail(rt);
        if (copy != NULL) {
            *copy = *each;
            copy->further = 0;
            copy->next = NULL;
        }
        left--;
    }
    rt->detail.further += from->detail.code != 0u ? left : 0u;
}

/* ---- limits ---- */

/* It is not closed: open, lost, or stuck in open. */
static inline int vg_is_held(const vg_program *rt)
{
    return (rt->state == VG_MARK_OPEN) || (rt->state == VG_MARK_LOST) || (rt->state == VG_MARK_STUCK);
}

/* After an open that ended with VG_TIMEOUT in a further lane or slot: close and abandon are left, if anything is. */
static inline void vg_stick(vg_program *rt)
{
    if (rt->state == VG_MARK_OPEN) {
        rt->state = VG_MARK_STUCK;
        rt->here = NULL;
    }
}

/* From the next call on. VG_STATE where the program is closed. */
static inline vg_status vg_set_timeout(vg_program *rt, uint64_t timeout_ns)
{
    if (vg_is_held(rt) == 0) {
        return vg_refuse(rt, VG_STATE, "the program is not open: open it first", 0u, 0u);
    }
    rt->config.timeout_ns = timeout_ns;
    return VG_OK;
}

/* What is left of the time that a call may wait, which began then; VG_FOREVER where there is no limit. */
static inline uint64_t vg_left_since(const vg_program *rt, uint64_t begin)
{
    const uint64_t limit = rt->config.timeout_ns;
    const uint64_t passed = (limit != 0u) ? (vg_now() - begin) : 0u;

    if (limit == 0u) {
        return VG_FOREVER;
    }
    return (passed < limit) ? (limit - passed) : 0u;
}

/* ---- the way out ---- */

/* What is left to the driver, by kind. */
enum {
    VG_LEFT_DEVICE_BYTES,
    VG_LEFT_PINNED_BYTES,
    VG_LEFT_STREAMS,
    VG_LEFT_EVENTS,
    VG_LEFT_GRAPHS,
    VG_LEFT_MODULES,
    VG_LEFT_CONTEXTS,
    VG_LEFT_KINDS
};

typedef struct vg_abandoned {
    uint64_t count[VG_LEFT_KINDS];
    unsigned programs;          /* structs that were not closed */
} vg_abandoned;

#ifdef VG_WITHOUT_CUDA

static inline vg_status vg_quiet(vg_program *rt, const vg_program *since)
{
    (void)rt;
    (void)since;
    return VG_OK;
}

static inline void vg_abandon(const vg_program *rt, vg_abandoned *left)
{
    left->programs += (rt->state != 0u) ? 1u : 0u;
}

static inline vg_status vg_tell_abandoned(vg_program *rt, const vg_abandoned *left)
{
    return vg_refuse(rt, VG_NO_CUDA, "", 0u, left->programs);
}

#else

/* For every lane before one of them is closed: VG_TIMEOUT if what its stream was given does not end in time, else
 * VG_OK. The time begins with the lane that is given as its own `since`, and is over for the others at the same moment;
 * with NULL it has begun before. */
vg_status vg_quiet(vg_program *rt, const vg_program *since);
/* vg_abandon.c: leaves everything to the driver, without a call of it, and closes the struct. Nothing happens to one
 * that is closed. For every lane and slot, the first one last. */
void vg_abandon(vg_program *rt, vg_abandoned *left);
/* Then: the detail leads to all that is left, one kind after the other, `found` of `call`. VG_STATE where all were
 * closed. */
vg_status vg_tell_abandoned(vg_program *rt, const vg_abandoned *left);

#endif

#ifdef __cplusplus
}
#endif

#endif
