/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_resident.c - grids of as many blocks as the device runs at once. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* The CPU device has as many multiprocessors as a large GPU, so that it takes whatever such a GPU takes, and would
 * rather not run that many blocks: this says how many multiprocessors are enough. No driver of a GPU has it. */
#define ENOUGH_CALL "vgsim_resident_multiprocessors"
#define ENOUGH_VERSION 12000

static vg_status limit_units(vg_program *rt, unsigned node, int *units)
{
    int (*enough)(unsigned *count) = NULL;
    void *known = NULL;
    unsigned count = 0;
    vg_status status = vg_find_call(rt, ENOUGH_CALL, ENOUGH_VERSION, &known);
    if (status != VG_OK || known == NULL) {
        return status;
    }
    (void)memcpy(&enough, &known, sizeof enough);
    status = vg_checked_node(rt, (CUresult)enough(&count), ENOUGH_CALL, node);
    if (status == VG_OK && (int)count < *units) {
        *units = (int)count;
    }
    return status;
}

/* Clusters do not take every place that blocks alone would find. */
static vg_status limit_clusters(vg_program *rt, unsigned node, CUfunction function, uint32_t threads, uint32_t shared,
                                uint32_t cluster, uint64_t *blocks)
{
    CUlaunchAttribute attribute;
    CUlaunchConfig config;
    int clusters = 0;
    vg_status status;
    (void)memset(&attribute, 0, sizeof attribute);
    (void)memset(&config, 0, sizeof config);
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value.clusterDim.x = cluster;
    attribute.value.clusterDim.y = 1;
    attribute.value.clusterDim.z = 1;
    config.gridDimX = cluster;
    config.gridDimY = 1;
    config.gridDimZ = 1;
    config.blockDimX = threads;
    config.blockDimY = 1;
    config.blockDimZ = 1;
    config.sharedMemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = 1;
    status = vg_checked_node(rt, cuOccupancyMaxActiveClusters(&clusters, function, &config),
                             "cuOccupancyMaxActiveClusters", node);
    if (status == VG_OK && *blocks > (uint64_t)clusters * cluster) {
        *blocks = (uint64_t)clusters * cluster;
    }
    return status;
}

vg_status vg_resident(vg_program *rt, unsigned node, void *function, uint32_t threads, uint32_t shared,
                      uint32_t cluster, uint32_t most, uint32_t *blocks)
{
    uint64_t fit = 0;
    int units = 0;
    int each = 0;
    vg_status status = vg_count_units(rt, node, &units);
    if (status == VG_OK) {
        status = limit_units(rt, node, &units);
    }
    if (status == VG_OK) {
        status = vg_checked_node(
            rt, cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, (CUfunction)function, (int)threads, (size_t)shared),
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", node);
    }
    fit = (uint64_t)each * (uint64_t)units;
    if (status == VG_OK && cluster > 1u) {
        status = limit_clusters(rt, node, (CUfunction)function, threads, shared, cluster, &fit);
    }
    if (status != VG_OK) {
        return status;
    }
    fit = most != 0u && fit > most ? most : fit;
    *blocks = (uint32_t)(fit - fit % cluster);
    return *blocks != 0 ? VG_OK
                        : vg_refuse_node(rt, VG_NO_ROOM, node, "blocks of a resident grid, which run at once", cluster,
                                         fit);
}

#endif
