/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A graph of packages as make_graph.sh writes it: for each node the nodes that it needs, one after the other. */
#ifndef GRAPH_H
#define GRAPH_H

#include <stddef.h>
#include <stdint.h>

typedef struct graph {
    uint32_t nodes, edges;
    uint32_t *row;    /* nodes + 1: node v needs column[row[v]] to column[row[v + 1] - 1] */
    uint32_t *column; /* edges; room for one more, so that it is never NULL */
    char **names;     /* nodes, in the order of strcmp */
} graph;

/* Returns 0, or -1 after a message to stderr; graph_free may follow in either case. */
int graph_read(graph *g, const char *path);
void graph_free(graph *g);

/* The node of that name, or g->nodes. */
uint32_t graph_find(const graph *g, const char *name);

#endif
