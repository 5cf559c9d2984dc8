/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_fused.c - step mode of fused launches: the steps that one launch does are run one by one, each waited for, so that
 * a fault names its step. For that they are added to a graph of their own, which is never launched and is gone
 * afterwards. Conditions of loops and choices are the host's, which does itself what kernels do that only set them. */
#include "vg_fused.h"
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

static const vg_fused *find(const vg_program *rt, unsigned node)
{
    unsigned i;
    for (i = 0; i < rt->store.fused_count; i++) {
        if (rt->store.fused[i].node == node) {
            return &rt->store.fused[i];
        }
    }
    return NULL;
}

vg_status vg_step_part(vg_program *rt, unsigned part)
{
    return rt->store.nodes[part] == NULL || vg_is_disabled(rt, part) ? VG_OK : vg_step_node(rt, part);
}

static vg_status run_parts(vg_program *rt, const vg_fused *fused)
{
    vg_status status = VG_OK;
    unsigned i;
    if (fused->run != NULL) {
        return fused->run(rt->store.self);
    }
    for (i = fused->first; status == VG_OK && i < fused->first + fused->count; i++) {
        status = vg_step_part(rt, i);
    }
    return status;
}

vg_status vg_step_fused(vg_program *rt, unsigned node, unsigned *parts)
{
    const vg_fused *fused = find(rt, node);
    CUgraph graph = NULL;
    vg_status status;
    *parts = fused != NULL ? fused->count : 0u;
    if (fused == NULL) {
        return VG_OK;
    }
    status = vg_checked_node(rt, cuGraphCreate(&graph, 0), "cuGraphCreate", node);
    if (status != VG_OK) {
        return status;
    }
    status = fused->build(rt->store.self, graph);
    if (status == VG_OK) {
        status = run_parts(rt, fused);
    }
    (void)memset(rt->store.nodes + fused->first, 0, fused->count * sizeof rt->store.nodes[0]);
    vg_undone(rt, &status, cuGraphDestroy(graph), "cuGraphDestroy");
    return status;
}

/* ---- conditions ---- */

/* Nothing where the address is 0. */
static vg_status read_word(vg_program *rt, uint64_t address, const char *title, uint32_t *word)
{
    vg_status status;
    if (address == 0u) {
        return VG_OK;
    }
    status = vg_checked(rt, cuMemcpyDtoHAsync_v2(word, address, sizeof *word, (CUstream)rt->stream),
                        "cuMemcpyDtoHAsync", title);
    return status == VG_OK ? vg_synchronize(rt, title) : status;
}

vg_status vg_step_setter(vg_program *rt, unsigned part, vg_setter what, uint64_t passes, uint64_t flag,
                         uint32_t number, uint64_t *condition)
{
    const char *title = rt->desc->node_titles[part];
    uint32_t done = 0;
    uint32_t on = 0;
    vg_status status = read_word(rt, flag, title, &on);
    if (status == VG_OK && what != VG_LOOP_BEGIN) {
        status = read_word(rt, passes, title, &done);
    }
    switch (what) {
    case VG_LOOP_BEGIN:
        on = (number != 0u || on != 0u) ? 1u : 0u;
        break;
    case VG_LOOP_NEXT:
        done++;
        on = (on != 0u && done < number) ? 1u : 0u;
        break;
    case VG_LOOP_ODD:
        on = done & 1u;
        break;
    case VG_CHOOSE_IF:
        on = (on != 0u) ? 1u : 0u;
        break;
    default:
        break;
    }
    *condition = on;
    if (status == VG_OK && (what == VG_LOOP_BEGIN || what == VG_LOOP_NEXT)) {
        status = vg_fill(rt, passes, sizeof done, done, 1, title);
    }
    return vg_at_node(rt, status == VG_OK ? vg_synchronize(rt, title) : status, part);
}

#endif
