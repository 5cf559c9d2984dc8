/* SPDX-License-Identifier: 0BSD */
/* vg_fused.c - step mode of fused launches: the steps that one launch does are run one by one, each waited for, so that
 * a fault names its step. For that they are added to a graph of their own, which is never launched and is gone
 * afterwards. */
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

static vg_status run_parts(vg_program *rt, const vg_fused *fused)
{
    vg_status status = VG_OK;
    unsigned i;
    for (i = fused->first; status == VG_OK && i < fused->first + fused->count; i++) {
        if (rt->store.nodes[i] != NULL && !vg_is_disabled(rt, i)) {
            status = vg_step_node(rt, i);
        }
    }
    return status;
}

vg_status vg_step_fused(vg_program *rt, unsigned node, unsigned *parts)
{
    const vg_fused *fused = find(rt, node);
    CUgraph graph = NULL;
    vg_status status;
    *parts = fused != NULL ? fused->count : 0;
    if (fused == NULL) {
        return VG_OK;
    }
    status = vg_checked(rt, cuGraphCreate(&graph, 0), "cuGraphCreate", rt->desc->node_titles[node]);
    if (status != VG_OK) {
        return status;
    }
    status = fused->build(rt->store.self, graph);
    if (status == VG_OK) {
        status = run_parts(rt, fused);
    }
    memset(rt->store.nodes + fused->first, 0, fused->count * sizeof rt->store.nodes[0]);
    vg_undone(rt, &status, cuGraphDestroy(graph), "cuGraphDestroy");
    return status;
}

#endif
