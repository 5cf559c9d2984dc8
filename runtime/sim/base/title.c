/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How reports call a node: "launch fir" and, where it is a step of the spec, its place there. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct known {
    const void *node;
    char *text;
} known;

static known *table; /* by address, with room for as many again */
static size_t count, size;

static size_t slot_of(const known *in, size_t slots, const void *node)
{
    size_t at = (size_t)((uintptr_t)node >> 4) * 0x9E3779B97F4A7C15u % slots;
    while (in[at].node && in[at].node != node) {
        at = (at + 1) % slots;
    }
    return at;
}

static void make_room(void)
{
    const size_t wanted = size ? size * 2 : 64;
    known *larger;
    if (count * 2 < size) {
        return;
    }
    larger = (known *)sim_allocate(wanted, sizeof *larger);
    for (size_t i = 0; i < size; i++) {
        if (table[i].node) {
            larger[slot_of(larger, wanted, table[i].node)] = table[i];
        }
    }
    free(table);
    table = larger;
    size = wanted;
}

static bool holds(const vgsim_graph *graph, const vgsim_node *node)
{
    for (unsigned i = 0; i < graph->node_count; i++) {
        const vgsim_node *own = &graph->nodes[i];
        if (own == node) {
            return true;
        }
        for (unsigned b = 0; b < own->body_count; b++) {
            if (holds(&own->bodies[b], node)) {
                return true;
            }
        }
    }
    return false;
}

static const char *spec_of(const vgsim_node *node)
{
    for (size_t p = 0; p < sim_program_count(); p++) {
        for (unsigned g = 0; g < sim_program(p)->graph_count; g++) {
            if (holds(&sim_program(p)->graphs[g], node)) {
                return sim_program(p)->spec;
            }
        }
    }
    return NULL;
}

const char *sim_title(const vgsim_node *node)
{
    const char *spec;
    char text[512];
    known *k;
    make_room();
    k = &table[slot_of(table, size, node)];
    if (k->node) {
        return k->text;
    }
    spec = node->line ? spec_of(node) : NULL;
    if (spec) {
        snprintf(text, sizeof text, "\"%s\" (%s:%u)", node->title, spec, node->line);
    } else {
        snprintf(text, sizeof text, "\"%s\"", node->title);
    }
    k->node = node;
    k->text = strdup(text);
    count++;
    return k->text;
}
