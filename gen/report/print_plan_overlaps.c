/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which edges between kernels are programmatic, and why the others are not. */
#include <string.h>

#include "plan/pdl.h"
#include "report/print_plan_parts.h"

/* An edge between two kernels. */
typedef struct {
    const model *m;
    const plan_overlap *of; /* for each target */
    uint32_t at;            /* the node that the reason is about */
} edge;

static bool is_first(const edge *e, size_t target)
{
    for (size_t t = 0; t < target; t++)
        if (e->of[t] == e->of[target])
            return false;
    return true;
}

static bool is_one(const edge *e)
{
    for (size_t t = 1; t < e->m->target_count; t++)
        if (e->of[t] != e->of[0])
            return false;
    return true;
}

/* Prints " on sm_90, sm_100", the targets for which the same holds as for this one; nothing if it holds for all. */
static void print_targets(FILE *file, const edge *e, size_t target)
{
    bool any = false;

    for (size_t t = 0; t < e->m->target_count && !is_one(e); t++) {
        if (e->of[t] != e->of[target])
            continue;
        fprintf(file, "%s%s", any ? ", " : " on ", e->m->targets[t].name);
        any = true;
    }
}

static bool find_edge(const model *m, const plan_node *n, size_t index, edge *e)
{
    e->m = m;
    e->of = n->overlaps != NULL ? &n->overlaps[index * m->target_count] : NULL;
    e->at = n->overlaps != NULL ? n->overlap_at[index] : 0;
    return e->of != NULL && m->target_count > 0 && e->of[0] != PLAN_NO_KERNELS;
}

/* ---- edges that are alike ---- */

/* Whether the reason names a node, so that it holds for edges of that node only. */
static bool names_node(plan_overlap overlap)
{
    return overlap == PLAN_PDL_OFF || overlap == PLAN_MAY_NOT_RUN || overlap == PLAN_IS_PATCHED ||
           overlap == PLAN_IS_COOPERATIVE;
}

/* What these reasons are about is the same for all targets. */
static bool is_alike(const edge *a, const edge *b)
{
    return memcmp(a->of, b->of, a->m->target_count * sizeof *a->of) == 0 && (!names_node(a->of[0]) || a->at == b->at);
}

/* An earlier edge to the node is like this one, so its line was for both. */
static bool was_said(const model *m, const plan_node *n, size_t index, const edge *e)
{
    edge other;

    for (size_t i = 0; i < index; i++)
        if (find_edge(m, n, i, &other) && is_alike(&other, e))
            return true;
    return false;
}

static size_t count_alike(const model *m, const plan_node *n, const edge *e)
{
    edge other;
    size_t count = 0;

    for (size_t i = 0; i < n->after_count; i++)
        count += find_edge(m, n, i, &other) && is_alike(&other, e) ? 1 : 0;
    return count;
}

/* Prints "fir has ended" or "any of fir, upload has ended"; nodes are not named if it holds for all. */
static void print_earlier(FILE *file, const model *m, const plan_graph *g, const plan_node *n, const edge *e, bool any)
{
    size_t count = count_alike(m, n, e), said = 0;
    edge other;

    if (count > 1)
        fputs(any ? "any of " : "all of ", file);
    if (count > 1 && count == n->after_count)
        fputs("them", file);
    for (size_t i = 0; i < n->after_count && (count == 1 || count < n->after_count); i++)
        if (find_edge(m, n, i, &other) && is_alike(&other, e))
            fprintf(file, "%s%s", said++ > 0 ? ", " : "", g->nodes[n->after[i]].name);
    fputs(count > 1 && !any ? " have ended" : " has ended", file);
}

void print_plan_overlaps(FILE *file, const emit *e, const plan_graph *g, const plan_node *n)
{
    const model *m = e->m;
    edge found;

    for (size_t i = 0; i < n->after_count; i++) {
        if (!find_edge(m, n, i, &found) || was_said(m, n, i, &found))
            continue;
        for (size_t t = 0; t < m->target_count; t++) {
            bool overlaps = found.of[t] == PLAN_PROGRAMMATIC;
            if (!is_first(&found, t))
                continue;
            fputs(overlaps ? "      may begin before " : "      begins when ", file);
            print_earlier(file, m, g, n, &found, overlaps);
            print_targets(file, &found, t);
            if (!overlaps)
                fprintf(file, ": %s", pdl_words(e->memory, e->p, g, n, i, found.of[t]));
            fputc('\n', file);
        }
    }
}
