/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "reach_reference.h"

#include <stdlib.h>
#include <string.h>

int reach_result_make(reach_result *r, const graph *g)
{
    const size_t room = g->nodes > 0 ? g->nodes : 1;

    memset(r, 0, sizeof *r);
    r->level = (uint32_t *)calloc(room, sizeof *r->level);
    r->count = (uint32_t *)calloc(room, sizeof *r->count);
    r->queue = (uint32_t *)calloc(room, sizeof *r->queue);
    return r->level != NULL && r->count != NULL && r->queue != NULL ? 0 : -1;
}

void reach_result_free(reach_result *r)
{
    free(r->level);
    free(r->count);
    free(r->queue);
    memset(r, 0, sizeof *r);
}

void reach_reference(reach_result *r, const graph *g, uint32_t source)
{
    uint32_t first = 0, i;

    for (i = 0; i < g->nodes; i++) {
        r->level[i] = REACH_NEVER;
        r->count[i] = 0;
    }
    r->level[source] = 0;
    r->count[0] = 1;
    r->queue[0] = source;
    for (r->reached = 1; first < r->reached; first++) {
        const uint32_t node = r->queue[first];
        for (i = g->row[node]; i < g->row[node + 1]; i++) {
            const uint32_t other = g->column[i];
            if (r->level[other] == REACH_NEVER) {
                r->level[other] = r->level[node] + 1;
                r->count[r->level[other]]++;
                r->queue[r->reached++] = other;
            }
        }
    }
    r->levels = r->level[r->queue[r->reached - 1]] + 1;
}
