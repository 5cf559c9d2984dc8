/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "nodes.h"

#include <cuda.h>

#include "hand.h"

#define MOST 2000

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

void nodes_note(measure_row *row, void *graph)
{
    static CUgraphNode nodes[MOST];
    size_t count = MOST, i;
    unsigned copies = 0, kernels = 0, others = 0;

    if (!hand_good(cuGraphGetNodes((CUgraph)graph, nodes, &count), "cuGraphGetNodes"))
        return;
    for (i = 0; i < count && i < MOST; i++) {
        CUgraphNodeType type;
        if (!hand_good(cuGraphNodeGetType(nodes[i], &type), "cuGraphNodeGetType"))
            return;
        if (type == CU_GRAPH_NODE_TYPE_KERNEL)
            kernels++;
        else if (type == CU_GRAPH_NODE_TYPE_MEMCPY)
            copies++;
        else
            others++;
    }
    snprintf(row->note, sizeof row->note, "%u copy node%s, %u kernel%s", copies, plural(copies), kernels,
             plural(kernels));
    if (others > 0)
        snprintf(row->note, sizeof row->note, "%u copy node%s, %u kernel%s, %u other node%s", copies, plural(copies),
                 kernels, plural(kernels), others, plural(others));
}
