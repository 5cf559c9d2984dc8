/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_NAME 255

static int make_room(graph *g)
{
    g->row = (uint32_t *)calloc((size_t)g->nodes + 1, sizeof *g->row);
    g->column = (uint32_t *)calloc((size_t)g->edges + 1, sizeof *g->column);
    g->names = (char **)calloc((size_t)g->nodes + 1, sizeof *g->names);
    return g->row != NULL && g->column != NULL && g->names != NULL;
}

/* One line: a name, how many it needs, and which. */
static int read_node(graph *g, FILE *file, uint32_t node)
{
    char name[LONGEST_NAME + 1];
    uint32_t needed, i;

    if (fscanf(file, "%255s %" SCNu32, name, &needed) != 2 || needed > g->edges - g->row[node])
        return 0;
    g->names[node] = (char *)malloc(strlen(name) + 1);
    if (g->names[node] == NULL)
        return 0;
    strcpy(g->names[node], name);
    g->row[node + 1] = g->row[node] + needed;
    for (i = g->row[node]; i < g->row[node + 1]; i++) {
        if (fscanf(file, "%" SCNu32, &g->column[i]) != 1 || g->column[i] >= g->nodes)
            return 0;
    }
    return node == 0 || strcmp(g->names[node - 1], name) < 0;
}

int graph_read(graph *g, const char *path)
{
    FILE *file = fopen(path, "r");
    uint32_t node = 0;
    int good;

    memset(g, 0, sizeof *g);
    if (file == NULL) {
        perror(path);
        return -1;
    }
    good = fscanf(file, "%" SCNu32 " %" SCNu32, &g->nodes, &g->edges) == 2 && make_room(g);
    while (good && node < g->nodes) {
        good = read_node(g, file, node);
        node++;
    }
    good = good && g->row[g->nodes] == g->edges;
    fclose(file);
    if (!good)
        fprintf(stderr, "%s: no graph of make_graph.sh, or too large (line %" PRIu32 ")\n", path, node + 1);
    return good ? 0 : -1;
}

void graph_free(graph *g)
{
    uint32_t i;

    for (i = 0; g->names != NULL && i < g->nodes; i++)
        free(g->names[i]);
    free(g->names);
    free(g->column);
    free(g->row);
    memset(g, 0, sizeof *g);
}

uint32_t graph_find(const graph *g, const char *name)
{
    uint32_t first = 0, last = g->nodes;

    while (first < last) {
        const uint32_t middle = first + (last - first) / 2;
        const int order = strcmp(g->names[middle], name);
        if (order == 0)
            return middle;
        if (order < 0)
            first = middle + 1;
        else
            last = middle;
    }
    return g->nodes;
}
