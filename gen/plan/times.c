/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/times.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* The largest size of a file of times, and the longest time, which is an hour. */
#define MOST_BYTES ((size_t)16 << 20)
#define LONGEST 3.6e9

typedef struct {
    const char *name;
    span at;
    double microseconds;
    bool used;
} timed;

typedef struct {
    arena *memory;
    diag *d;
    uint32_t source;
    const char *bytes;
    timed *items; /* sorted by name once all are read */
    size_t count, room;
} time_list;

static void fail(const time_list *l, span at, const char *expected)
{
    diag_error(l->d, at, "node-times", "expected %s", expected);
    diag_hint(l->d, "a line is NAME: MICROSECONDS, with the name of a node as vggen --print-plan shows it");
}

/* ---- lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Digits with at most one point among or behind them. */
static bool read_number(const char *text, size_t length, double *value)
{
    char copy[32];
    size_t digits = 0, points = 0;
    if (length == 0 || length >= sizeof copy)
        return false;
    for (size_t i = 0; i < length; i++) {
        digits += text[i] >= '0' && text[i] <= '9';
        points += text[i] == '.';
        copy[i] = text[i];
    }
    copy[length] = '\0';
    if (digits == 0 || points > 1 || digits + points != length)
        return false;
    *value = strtod(copy, NULL);
    return *value <= LONGEST;
}

static void read_line(time_list *l, size_t begin, size_t end)
{
    const char *b = l->bytes;
    while (begin < end && is_blank(b[begin]))
        begin++;
    while (end > begin && is_blank(b[end - 1]))
        end--;
    if (begin == end || b[begin] == '#')
        return;
    span line = {l->source, (uint32_t)begin, (uint32_t)end};
    size_t colon = end;
    while (colon > begin && b[colon - 1] != ':')
        colon--;
    size_t name_end = colon > begin ? colon - 1 : begin, number = colon;
    while (name_end > begin && is_blank(b[name_end - 1]))
        name_end--;
    while (number < end && is_blank(b[number]))
        number++;
    double microseconds = 0;
    if (name_end == begin) {
        fail(l, line, "a name, a colon and a time");
    } else if (!read_number(b + number, end - number, &microseconds)) {
        fail(l, (span){l->source, (uint32_t)(number < end ? number : begin), (uint32_t)end},
             "microseconds as a decimal number of at most an hour");
    } else {
        l->items = arena_grow(l->memory, l->items, l->count, &l->room, sizeof *l->items);
        l->items[l->count++] = (timed){arena_copy(l->memory, b + begin, name_end - begin),
                                       {l->source, (uint32_t)begin, (uint32_t)name_end},
                                       microseconds,
                                       false};
    }
}

static int compare_timed(const void *left, const void *right)
{
    const timed *l = left, *r = right;
    int names = strcmp(l->name, r->name);
    return names != 0 ? names : l->at.begin < r->at.begin ? -1 : l->at.begin > r->at.begin;
}

static void read_lines(time_list *l, size_t length)
{
    for (size_t begin = 0, end; begin < length; begin = end + 1) {
        const char *newline = memchr(l->bytes + begin, '\n', length - begin);
        end = newline ? (size_t)(newline - l->bytes) : length;
        read_line(l, begin, end);
    }
    if (l->count > 1)
        qsort(l->items, l->count, sizeof *l->items, compare_timed);
    for (size_t i = 1; i < l->count; i++) {
        if (strcmp(l->items[i - 1].name, l->items[i].name) == 0) {
            l->items[i].used = true;
            fail(l, l->items[i].at, "each name once");
            diag_note(l->d, l->items[i - 1].at, "'%s' has a time here", l->items[i].name);
        }
    }
}

/* ---- nodes ---- */

static timed *find(const time_list *l, const char *name)
{
    size_t low = 0, high = l->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(l->items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->count && strcmp(l->items[low].name, name) == 0 ? &l->items[low] : NULL;
}

/* One pass through a body of each conditional node without a time of its own: bodies come before what holds them. */
static double time_of_bodies(arena *scratch, const plan *p, const plan_node *node, const times_table *t)
{
    double longest = 0;
    for (size_t b = 0; b < node->body_count; b++) {
        size_t body = node->first_body + b;
        double length = times_longest(scratch, &p->bodies[body], t->bodies[body].of_node).length;
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Whether the node has a time. Every name that fits counts as used, and the most exact one gives it. */
static bool find_time(const time_list *l, arena *scratch, const char *holder, const char *graph, const plan_node *node,
                      double *microseconds)
{
    timed *fitting[] = {find(l, arena_printf(scratch, "%s.%s", holder, node->name)),
                        find(l, arena_printf(scratch, "%s.%s", graph, node->name)), find(l, node->name),
                        find(l, node->title)};
    bool given = false;
    for (size_t i = 0; i < sizeof fitting / sizeof *fitting; i++) {
        if (!fitting[i])
            continue;
        *microseconds = given ? *microseconds : fitting[i]->microseconds;
        fitting[i]->used = given = true;
    }
    return given;
}

/* What the parts of a fused launch took as nodes, which is more than they take in it: one after the other, and one pass
 * through the longest body of loops and choices without a time of their own. */
static double time_of_parts(const time_list *l, arena *scratch, const char *graph, const plan_fused_list *list,
                            bool *given)
{
    double sum = 0;
    for (size_t i = 0; i < list->part_count; i++) {
        const plan_node *node = &list->of->nodes[list->parts[i].node];
        double own = 0, longest = 0;
        bool known = find_time(l, scratch, list->of->name, graph, node, &own);
        *given = *given || known;
        for (size_t b = 0; b < node->body_count; b++) {
            double length = time_of_parts(l, scratch, graph, &list->parts[i].bodies[b], given);
            longest = length > longest ? length : longest;
        }
        sum += known ? own : longest;
    }
    return sum;
}

static double time_of_blocks(const time_list *l, arena *scratch, const char *graph, const plan_node *fused, bool *given)
{
    double longest = 0;
    for (size_t b = 0; b < fused->block_count; b++) {
        double length = time_of_parts(l, scratch, graph, &fused->blocks[b], given);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void time_graph(time_list *l, const plan *p, const plan_graph *g, const times_table *t, times_list *times)
{
    arena *scratch = arena_new();
    const char *graph = p->graphs[g->graph].name;
    times->of_node = ARENA_ARRAY(l->memory, double, g->node_count);
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        bool given = find_time(l, scratch, g->name, graph, node, &times->of_node[n]);
        if (node->kind == PLAN_FUSED) {
            bool of_parts = false;
            double length = time_of_blocks(l, scratch, graph, node, &of_parts);
            times->of_node[n] = given ? times->of_node[n] : length;
            given = given || of_parts;
        }
        if (node->kind == PLAN_CONDITIONAL && !given)
            times->of_node[n] = time_of_bodies(scratch, p, node, t);
        else
            times->missing += !given && node->kind != PLAN_EMPTY && !plan_is_frame(node);
    }
    arena_free(scratch);
}

const times_list *times_of(const times_table *t, const plan *p, const plan_graph *g)
{
    for (size_t i = 0; i < p->graph_count; i++) {
        if (g == &p->graphs[i])
            return &t->graphs[i];
    }
    return &t->bodies[g - p->bodies];
}

const times_table *times_read(arena *a, diag *d, const char *path, const plan *p)
{
    size_t length = 0, errors = diag_error_count(d);
    const char *problem, *bytes = file_read(a, path, MOST_BYTES, &length, &problem);
    if (bytes == NULL) {
        diag_file_error(d, path, "node-times", "cannot read times: %s", problem);
        return NULL;
    }
    time_list l = {.memory = a, .d = d, .source = diag_add_source(d, path, bytes, length), .bytes = bytes};
    times_table *t = ARENA_NEW(a, times_table);
    t->graphs = ARENA_ARRAY(a, times_list, p->graph_count);
    t->bodies = ARENA_ARRAY(a, times_list, p->body_count);
    read_lines(&l, length);
    for (size_t b = p->body_count; b-- > 0;)
        time_graph(&l, p, &p->bodies[b], t, &t->bodies[b]);
    for (size_t g = 0; g < p->graph_count; g++)
        time_graph(&l, p, &p->graphs[g], t, &t->graphs[g]);
    for (size_t i = 0; i < l.count; i++) {
        if (!l.items[i].used)
            fail(&l, l.items[i].at, arena_printf(a, "the name or title of a node, found '%s'", l.items[i].name));
    }
    return diag_error_count(d) == errors ? t : NULL;
}

/* ---- paths ---- */

times_path times_longest(arena *a, const plan_graph *g, const double *of_node)
{
    times_path path = {NULL, 0, 0, 0};
    if (g->node_count == 0)
        return path;
    arena *scratch = arena_new();
    double *until = ARENA_ARRAY(scratch, double, g->node_count), longest = -1;
    uint32_t *before = ARENA_ARRAY(scratch, uint32_t, g->node_count), last = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        double own = of_node ? of_node[n] : 1;
        before[n] = MODEL_NONE;
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            uint32_t from = g->nodes[n].after[i];
            if (before[n] == MODEL_NONE || until[from] > until[before[n]])
                before[n] = from;
        }
        until[n] = own + (before[n] == MODEL_NONE ? 0 : until[before[n]]);
        path.sum += own;
        if (until[n] > longest || (until[n] == longest && before[n] == last)) { /* to the end, if that takes no time */
            longest = until[n];
            last = n;
        }
    }
    for (uint32_t n = last; n != MODEL_NONE; n = before[n])
        path.count++;
    path.nodes = ARENA_ARRAY(a, uint32_t, path.count);
    size_t at = path.count;
    for (uint32_t n = last; n != MODEL_NONE; n = before[n])
        path.nodes[--at] = n;
    path.length = longest;
    arena_free(scratch);
    return path;
}
