/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Paths: 64 sources at a time, a bit for each is passed along the edges from the first source to the last target. */
#include <stdlib.h>

#include "verify/parts.h"

#define SOURCES 64u

void verify_paths_add(arena *a, verify_paths *paths, verify_path path)
{
    paths->items = arena_grow(a, paths->items, paths->count, &paths->capacity, sizeof *paths->items);
    paths->items[paths->count++] = path;
}

static int compare_paths(const void *left, const void *right)
{
    const verify_path *l = left, *r = right;
    if (l->from != r->from)
        return l->from < r->from ? -1 : 1;
    return l->to < r->to ? -1 : l->to > r->to;
}

static void report(verifier *v, const plan_graph *g, const verify_path *path)
{
    const plan_node *from = &g->nodes[path->from], *to = &g->nodes[path->to];
    if (path->named) {
        verify_fail(v, to->at, "expected node %s to come after node %s, which its step names, found no path", to->name,
                    from->name);
        return;
    }
    const char *first = v->m->buffers[path->first_buffer].name;
    if (path->first_buffer != path->second_buffer) {
        verify_fail(v, to->at,
                    "%s and %s share memory: expected node %s, which uses %s, to come before node %s, found no path",
                    first, v->m->buffers[path->second_buffer].name, from->name, first, to->name);
        return;
    }
    const char *does = path->reads && path->writes ? "reads and writes" : path->writes ? "writes" : "reads";
    verify_fail(v, to->at, "expected node %s, which %s bytes of %s, to come after node %s, found no path", to->name,
                does, first, from->name);
}

/* Sorted paths [begin, end) have at most 64 sources between them. */
static void prove_block(verifier *v, const plan_graph *g, const verify_path *paths, size_t count, uint64_t *reached,
                        uint64_t *own)
{
    uint32_t begin = paths[0].from, end = 0;
    uint64_t bit = 1;
    for (size_t i = 0; i < count; i++)
        end = paths[i].to >= end ? paths[i].to + 1 : end;
    for (uint32_t n = begin; n < end; n++)
        reached[n] = own[n] = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && paths[i].from != paths[i - 1].from)
            bit <<= 1;
        if (paths[i].from < end)
            own[paths[i].from] = bit;
    }
    for (uint32_t n = begin; n < end; n++) {
        for (size_t i = g->nodes[n].after_count; i > 0 && g->nodes[n].after[i - 1] >= begin; i--) {
            uint32_t from = g->nodes[n].after[i - 1];
            reached[n] |= reached[from] | own[from];
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (paths[i].to < paths[i].from || !(reached[paths[i].to] & own[paths[i].from]))
            report(v, g, &paths[i]);
    }
}

void verify_paths_prove(verifier *v, const plan_graph *g, verify_paths *paths)
{
    size_t open = 0;
    for (size_t i = 0; i < paths->count; i++) {
        if (!verify_depends_on(&g->nodes[paths->items[i].to], paths->items[i].from))
            paths->items[open++] = paths->items[i];
    }
    if (open == 0)
        return;
    qsort(paths->items, open, sizeof *paths->items, compare_paths);
    uint64_t *reached = ARENA_ARRAY(v->memory, uint64_t, g->node_count);
    uint64_t *own = ARENA_ARRAY(v->memory, uint64_t, g->node_count);
    for (size_t begin = 0, end; begin < open; begin = end) {
        unsigned sources = 0;
        for (end = begin; end < open; end++) {
            if (end == begin || paths->items[end].from != paths->items[end - 1].from) {
                if (sources == SOURCES)
                    break;
                sources++;
            }
        }
        prove_block(v, g, paths->items + begin, end - begin, reached, own);
    }
}
