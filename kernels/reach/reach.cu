/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Breadth-first search, one level a pass. Which thread finds a node first is chance, and so is the order in a frontier;
 * the level of a node and the number of nodes of a level are not. */
#include "reach_kernels.h"

/* Level 0. A source that is no node reaches nothing. */
extern "C" __global__ void begin(const unsigned *source, unsigned *level, unsigned *frontier, unsigned *count,
                                 unsigned *more)
{
    const unsigned node = *source;

    *more = node < VERTICES;
    if (node < VERTICES) {
        level[node] = 0;
        frontier[0] = node;
        count[0] = 1;
    }
}

/* The frontier holds the count[*depth] nodes of level *depth; their neighbours without a level are the next one. */
extern "C" __global__ void visit(const unsigned *row, const unsigned *column, const unsigned *depth,
                                 const unsigned *frontier, unsigned *next, unsigned *level, unsigned *count,
                                 unsigned *more)
{
    const unsigned here = *depth;
    const unsigned size = count[here];

    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < size; i += BLOCKS * BLOCK) {
        const unsigned node = frontier[i];

        for (unsigned edge = row[node]; edge < row[node + 1]; ++edge) {
            const unsigned other = column[edge];

            if (atomicCAS(&level[other], UNREACHED, here + 1) == UNREACHED) {
                next[atomicAdd(&count[here + 1], 1u)] = other;
                *more = 1;
            }
        }
    }
}
