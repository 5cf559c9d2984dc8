/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: the figures of graphs and programs. What each replay of a graph brings over the bus is a constant of its
 * table; what only some replays bring is counted after their launches. */
#include "emit/parts.h"

/* ---- what a node brings ---- */

static bool is_direct(const emit *e, uint32_t buffer)
{
    return e->p->places[buffer].arena == PLAN_PINNED;
}

/* The first of a node's ranges of a buffer that kernels reach in pinned memory: it stands for all of them. */
static bool begins_direct(const emit *e, const plan_node *n, size_t range)
{
    const plan_range *r = &n->ranges[range];

    if (!is_direct(e, r->buffer) || r->first >= r->last)
        return false;
    for (size_t i = 0; i < range; i++)
        if (n->ranges[i].buffer == r->buffer && n->ranges[i].first < n->ranges[i].last)
            return false;
    return true;
}

/* The least byte of the buffer from `at` on that the node reaches, and where that stretch ends; UINT64_MAX: none. */
static uint64_t next_stretch(const plan_node *n, uint32_t buffer, uint64_t at, uint64_t *end)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < n->range_count; i++) {
        const plan_range *r = &n->ranges[i];
        uint64_t from = r->first < at ? at : r->first;
        if (r->buffer != buffer || from >= r->last || from >= first)
            continue;
        first = from;
        *end = r->last;
    }
    return first;
}

/* Bytes of all its ranges of the buffer together; what two of them share counts once. */
static uint64_t reached_bytes(const plan_node *n, uint32_t buffer)
{
    uint64_t sum = 0, end = 0, at;

    while ((at = next_stretch(n, buffer, end, &end)) != UINT64_MAX)
        sum += end - at;
    return sum;
}

emit_traffic emit_node_traffic(const emit *e, const emit_node *n)
{
    emit_traffic t = {{0, 0}, {0, 0}};

    if (n->parts != NULL)
        return emit_fused_traffic(e, n);
    if (n->run != NULL) {
        t.count[n->run->direction] = 1;
        t.bytes[n->run->direction] = emit_run_carried(e, n->run);
        return t;
    }
    for (size_t i = 0; i < n->plan->range_count; i++) {
        const plan_range *r = &n->plan->ranges[i];
        plan_direction way = (r->access & PLAN_WRITE) != 0 ? PLAN_DOWNLOAD : PLAN_UPLOAD;
        if (!begins_direct(e, n->plan, i))
            continue;
        t.count[way]++;
        t.bytes[way] += reached_bytes(n->plan, r->buffer);
    }
    return t;
}

bool emit_is_counted(const emit *e, const emit_node *n)
{
    emit_traffic t;

    if (!n->on_request && !n->if_changed && !n->toggled)
        return false;
    t = emit_node_traffic(e, n);
    return t.count[PLAN_UPLOAD] + t.count[PLAN_DOWNLOAD] > 0;
}

void emit_graph_line(FILE *file, const emit *e, const emit_graph *g)
{
    emit_traffic sum = {{0, 0}, {0, 0}};

    for (size_t i = 0; i < g->plan->node_count; i++) {
        emit_traffic t = emit_node_traffic(e, &g->nodes[i]);
        for (int way = 0; way < 2 && !emit_is_counted(e, &g->nodes[i]); way++) {
            sum.count[way] += t.count[way];
            sum.bytes[way] += t.bytes[way];
        }
    }
    fprintf(file, "    {\"%s\", %luu, %luu, %s, %luu, %luu, %lluu, %lluu},\n", g->plan->name,
            (unsigned long)g->first_node, (unsigned long)g->slots, emit_build_name(e, g), sum.count[PLAN_UPLOAD],
            sum.count[PLAN_DOWNLOAD], (unsigned long long)sum.bytes[PLAN_UPLOAD],
            (unsigned long long)sum.bytes[PLAN_DOWNLOAD]);
}

void emit_count_node(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    static const char *const words[2] = {[PLAN_UPLOAD] = "upload", [PLAN_DOWNLOAD] = "download"};
    emit_traffic t = emit_node_traffic(e, n);

    for (int way = 0; way < 2; way++) {
        const char *counted = arena_printf(e->memory, "p->graph[%s].counted.%s", g->ordinal, words[way]);
        if (t.count[way] == 0)
            continue;
        if (t.count[way] == 1)
            fprintf(file, "            %ss++;\n", counted);
        else
            fprintf(file, "            %ss += %luu;\n", counted, t.count[way]);
        fprintf(file, "            %s_bytes += %lluu;\n", counted, (unsigned long long)t.bytes[way]);
    }
}

/* ---- functions for the application ---- */

void emit_stats_function(FILE *file, const emit *e)
{
    emit_begin(file, e, "const vg_stats *", "stats", "", true);
    fprintf(file, "    return (%s == NULL) ? NULL : vg_sum_stats(&%s->rt, %s, %s->graph, %zuu);\n}\n", e->own, e->own,
            emit_private(e, "graphs"), e->own, e->p->graph_count);
    for (size_t g = 0; e->m->named_graphs && g < e->replayed; g++) {
        fputc('\n', file);
        emit_begin(file, e, "const vg_stats *", arena_printf(e->memory, "%sstats", emit_graph_prefix(e, g)), "", true);
        emit_wrapped(file, "    ", "        ",
                     arena_printf(e->memory, "return (%s == NULL) ? NULL : vg_sum_graph(&%s[%s], &%s->graph[%s]);",
                                  e->own, emit_private(e, "graphs"), e->graphs[g].ordinal, e->own,
                                  e->graphs[g].ordinal));
        fputs("\n}\n", file);
    }
}
