/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_stats.c - figures of graphs and programs, summed when they are asked for: a replay only counts itself. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

#define FIGURES (sizeof(vg_stats) / sizeof(uint64_t))

VG_STATIC_ASSERT(sizeof(vg_stats) % sizeof(uint64_t) == 0, figures_are_numbers);

/* Every member of vg_stats, and of what it holds, is a uint64_t. */
void vg_add_figures(vg_stats *to, const vg_stats *from)
{
    uint64_t sums[FIGURES];
    uint64_t more[FIGURES];
    size_t i;
    (void)memcpy(sums, to, sizeof sums);
    (void)memcpy(more, from, sizeof more);
    for (i = 0; i < FIGURES; i++) {
        sums[i] += more[i];
    }
    (void)memcpy(to, sums, sizeof sums);
}

const vg_stats *vg_sum_graph(const vg_graph_desc *desc, const vg_graph *graph)
{
    vg_graph *summed = (vg_graph *)(uintptr_t)graph;
    const uint64_t replays = graph->counted.replays;
    summed->sums = graph->counted;
    summed->sums.uploads += replays * desc->uploads;
    summed->sums.upload_bytes += replays * desc->upload_bytes;
    summed->sums.downloads += replays * desc->downloads;
    summed->sums.download_bytes += replays * desc->download_bytes;
    return &graph->sums;
}

const vg_stats *vg_sum_stats(const vg_program *rt, const vg_graph_desc *descs, const vg_graph *graphs, unsigned count)
{
    vg_program *summed = (vg_program *)(uintptr_t)rt;
    unsigned i;
    summed->sums = rt->stats;
    summed->sums.replays = 0;
    summed->sums.launches = 0;
    for (i = 0; i < count; i++) {
        vg_add_figures(&summed->sums, vg_sum_graph(&descs[i], &graphs[i]));
    }
    return &rt->sums;
}

#endif
