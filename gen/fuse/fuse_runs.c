/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which nodes become one launch. Each node has a stage: 0 at first, one more behind a node that can be no part. Parts
 * of one stage that edges join are a set: whatever leads out of it and back would have a later stage, so that one node
 * can take its place. Where that would make others wait that need not, only straight lines in it do. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "fuse/fuse_parts.h"

/* Measured on an H100, us of a replay with 4, 8, 32 steps of one block side by side: as nodes between begin and end
 * 8.6, 11.1, 18.2, a block of one launch each 8.3, 9.4, 13.6. One after the other in one block takes as long as the
 * latter up to about 8, because the launch then needs no node beside it. */
#define LEAST_BLOCKS 4u
#define WIDE 8u
#define MOST_BLOCKS 64u
#define MOST_GROUPS 64u /* that are looked for in a set */

/* Of larger sets only lines are fused, which takes no walk for each node. */
#define MOST_LOOKED_AT 4096u

/* Each waits 1 us for the bus, one after the other, and is 0.8 as a node beside others. */
#define MOST_BUS_READERS 3u

typedef struct {
    fuser *f;
    fuse_sight *s;
    arena *scratch;
    uint32_t *stage;
    uint32_t *set;   /* of each node that can be a part: the first node of its set, up to now */
    uint32_t *seen;  /* for each node, the last question that reached it */
    uint32_t question;
    uint32_t *open;
    uint32_t *near[2]; /* room for nodes around a set */
    bool *taken;       /* each node: it is in a line */
    bool changed; /* a node can be no part any more: all is looked at again */
} finder;

static bool can_be_part(const fuse_sight *s, uint32_t n)
{
    return s->why[n] == NULL && s->g->nodes[n].kind != PLAN_BEGIN;
}

/* ---- sets ---- */

static void find_stages(finder *t)
{
    const plan_graph *g = t->s->g;

    for (uint32_t n = 0; n < g->node_count; n++) {
        t->stage[n] = 0;
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            uint32_t from = g->nodes[n].after[i];
            bool leaves = can_be_part(t->s, from) && !can_be_part(t->s, n);
            uint32_t least = t->stage[from] + (leaves ? 1 : 0);
            if (g->nodes[from].kind != PLAN_BEGIN && least > t->stage[n])
                t->stage[n] = least;
        }
    }
}

static uint32_t set_of(finder *t, uint32_t n)
{
    while (t->set[n] != n) {
        t->set[n] = t->set[t->set[n]];
        n = t->set[n];
    }
    return n;
}

static void join(finder *t, uint32_t x, uint32_t y)
{
    x = set_of(t, x);
    y = set_of(t, y);
    if (x < y)
        t->set[y] = x;
    else
        t->set[x] = y;
}

static void find_sets(finder *t)
{
    const plan_graph *g = t->s->g;

    for (uint32_t n = 0; n < g->node_count; n++) {
        t->set[n] = n;
        for (size_t i = 0; i < g->nodes[n].after_count && can_be_part(t->s, n); i++) {
            uint32_t from = g->nodes[n].after[i];
            if (can_be_part(t->s, from) && t->stage[from] == t->stage[n])
                join(t, from, n);
        }
    }
}

/* ---- whether one node may take the place of a set ---- */

typedef struct {
    uint32_t *nodes;
    size_t count;
} node_set;

/* Marks what comes before the node, and the node. */
static void look_back(finder *t, uint32_t from)
{
    const plan_graph *g = t->s->g;
    size_t open = 0;

    t->question++;
    t->open[open++] = from;
    t->seen[from] = t->question;
    while (open > 0) {
        const plan_node *n = &g->nodes[t->open[--open]];
        for (size_t i = 0; i < n->after_count; i++) {
            if (t->seen[n->after[i]] == t->question)
                continue;
            t->seen[n->after[i]] = t->question;
            t->open[open++] = n->after[i];
        }
    }
}

static bool has(const node_set *set, uint32_t n)
{
    return sorted_has(set->nodes, set->count, n);
}

/* Nodes outside that come directly before the set, or after it. */
static node_set around(finder *t, const node_set *set, bool before)
{
    const plan_graph *g = t->s->g;
    node_set found = {t->near[before ? 0 : 1], 0};

    t->question++;
    for (size_t i = 0; i < set->count; i++) {
        const plan_node *n = &g->nodes[set->nodes[i]];
        const uint32_t *near = before ? n->after : n->before;
        size_t count = before ? n->after_count : n->before_count;
        for (size_t k = 0; k < count; k++) {
            if (t->seen[near[k]] == t->question || has(set, near[k]) || g->nodes[near[k]].kind == PLAN_BEGIN)
                continue;
            t->seen[near[k]] = t->question;
            found.nodes[found.count++] = near[k];
        }
    }
    return found;
}

static bool all_seen(const finder *t, const node_set *set)
{
    bool all = true;

    for (size_t i = 0; i < set->count; i++)
        all = all && t->seen[set->nodes[i]] == t->question;
    return all;
}

static size_t count_bus_readers(const finder *t, const node_set *set)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++)
        count += fuse_reads_bus(t->f, &t->s->g->nodes[set->nodes[i]]) ? 1 : 0;
    return count;
}

/* Whether a part with much to do stands in a line with all others like it, and behind all that comes before the set.
 * Waiting for the bus is much where many do it. */
static bool heavy_in_line(finder *t, const node_set *set, const node_set *before)
{
    bool bus = count_bus_readers(t, set) > MOST_BUS_READERS;
    uint32_t last = MODEL_NONE;

    for (size_t i = 0; i < set->count; i++) {
        const plan_node *n = &t->s->g->nodes[set->nodes[i]];
        if (fuse_is_light(t->f, t->s, n) && !(bus && fuse_reads_bus(t->f, n)))
            continue;
        look_back(t, set->nodes[i]);
        if (!all_seen(t, before) || (last != MODEL_NONE && t->seen[last] != t->question))
            return false;
        last = set->nodes[i];
    }
    return true;
}

/* Whether nothing waits, by one node in place of the set, for more than light parts that it did not wait for before. */
static bool holds_nobody_up(finder *t, const node_set *set)
{
    node_set before, after;

    if (set->count > MOST_LOOKED_AT)
        return false;
    before = around(t, set, true);
    after = around(t, set, false);
    if (!heavy_in_line(t, set, &before))
        return false;
    for (size_t i = 0; i < after.count && before.count > 0; i++) {
        look_back(t, after.nodes[i]);
        if (!all_seen(t, &before))
            return false;
    }
    return true;
}

/* ---- runs ---- */

static uint32_t threads_of(const finder *t, const node_set *set)
{
    uint32_t most = 0, first = 0;
    bool same = true;

    for (size_t i = 0; i < set->count; i++) {
        uint32_t threads = fuse_threads(t->f, t->s, &t->s->g->nodes[set->nodes[i]]);
        if (threads == 0)
            continue;
        first = first == 0 ? threads : first;
        same = same && threads == first;
        most = threads > most ? threads : most;
    }
    return same ? most : (most + 31) / 32 * 32;
}

static bool sets_condition(const fuse_sight *s, const plan_node *n, uint32_t condition, size_t *count)
{
    for (size_t i = 0; i < n->argument_count; i++)
        *count += n->arguments[i].condition == condition && !n->arguments[i].pointer ? 1 : 0;
    for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++) {
        const plan_graph *body = &s->bodies[n->first_body + b];
        for (size_t k = 0; k < body->node_count; k++)
            sets_condition(s, &body->nodes[k], condition, count);
    }
    return *count > 0;
}

/* A condition is a word of the launch: all that sets it has to be in it, and in the whole graph it is `all`. */
static bool has_all_setters(const finder *t, const node_set *set, uint32_t condition)
{
    size_t within = 0, all = 0;
    const plan_graph *root = t->s->root;

    for (size_t i = 0; i < set->count; i++)
        sets_condition(t->s, &t->s->g->nodes[set->nodes[i]], condition, &within);
    for (size_t n = 0; n < root->node_count; n++)
        sets_condition(t->s, &root->nodes[n], condition, &all);
    return within == all;
}

static void refuse(finder *t, uint32_t n, const char *why)
{
    t->s->why[n] = why;
    t->changed = true;
}

static bool each_condition_holds(const finder *t, const node_set *set, const plan_node *n)
{
    bool holds = has_all_setters(t, set, n->condition);

    for (size_t b = 0; b < n->body_count; b++) {
        const plan_graph *body = &t->s->bodies[n->first_body + b];
        for (size_t k = 0; k < body->node_count; k++)
            if (body->nodes[k].kind == PLAN_CONDITIONAL)
                holds = holds && each_condition_holds(t, set, &body->nodes[k]);
    }
    return holds;
}

/* Parts that this launch, with its threads and its other parts, cannot have. */
static void check_parts(finder *t, const node_set *set, uint32_t threads)
{
    for (size_t i = 0; i < set->count; i++) {
        const plan_node *n = &t->s->g->nodes[set->nodes[i]];
        const char *why = fuse_node_reason(t->f, t->s, n, threads);
        if (why == NULL && n->kind == PLAN_CONDITIONAL && !each_condition_holds(t, set, n))
            why = "what sets its condition would be in another launch";
        if (why != NULL)
            refuse(t, set->nodes[i], why);
    }
}

static size_t count_parts(const fuse_sight *s, const node_set *set)
{
    size_t count = 0;

    for (size_t i = 0; i < set->count; i++)
        count += fuse_is_silent(&s->g->nodes[set->nodes[i]]) ? 0 : 1;
    return count;
}

static void note(finder *t, const node_set *set, const char *why)
{
    for (size_t i = 0; i < set->count; i++)
        if (t->s->lonely[set->nodes[i]] == NULL)
            t->s->lonely[set->nodes[i]] = why;
}

static bool is_worth_it(finder *t, const node_set *set, bool blocks)
{
    bool loop = set->count == 1 && t->s->g->nodes[set->nodes[0]].kind == PLAN_CONDITIONAL;

    if (count_parts(t->s, set) < 2 && !loop) {
        note(t, set, "it stands alone");
        return false;
    }
    if (fuse_gain(t->f, t->s, set->nodes, set->count, blocks) > 0)
        return true;
    note(t, set, "one launch would take longer");
    return false;
}

/* `block_of` is which block does each of the nodes, or NULL: there is one. */
static void add_run(finder *t, const node_set *set, const uint32_t *block_of, size_t block_count, fuse_runs *runs)
{
    uint32_t threads = threads_of(t, set);
    fuse_run *run;

    if (!is_worth_it(t, set, block_of != NULL))
        return;
    check_parts(t, set, threads);
    if (t->changed)
        return;
    runs->items = arena_grow(t->f->scratch, runs->items, runs->count, &runs->capacity, sizeof *runs->items);
    run = &runs->items[runs->count++];
    *run = (fuse_run){.in = t->s, .nodes = ARENA_ARRAY(t->f->memory, uint32_t, set->count), .count = set->count};
    memcpy(run->nodes, set->nodes, set->count * sizeof *set->nodes);
    run->threads = threads;
    run->block_of = ARENA_ARRAY(t->f->memory, uint32_t, set->count);
    run->block_count = block_count;
    if (block_of != NULL)
        memcpy(run->block_of, block_of, set->count * sizeof *block_of);
    for (size_t i = 0; i < set->count; i++)
        t->s->run[set->nodes[i]] = (uint32_t)runs->count;
}

/* The parts of a launch and the bytes of its parameters are limited: a set that has more is cut, in its order. */
static void add_cut(finder *t, const node_set *set, fuse_runs *runs)
{
    size_t begin = 0;

    while (begin < set->count && !t->changed) {
        size_t most = set->count - begin < FUSE_MOST_PARTS ? set->count - begin : FUSE_MOST_PARTS, fits = most;
        while (fits > 1 && fuse_param_bytes(t->f, t->s, set->nodes + begin, fits) > FUSE_MOST_PARAM_BYTES)
            fits = fits * 3 / 4;
        add_run(t, &(node_set){set->nodes + begin, fits}, NULL, 1, runs);
        begin += fits;
    }
}

/* ---- lines, and lines side by side ---- */

typedef struct {
    node_set *items;
    size_t count;
    size_t *group; /* of each line: the first line that comes after the same nodes and before the same, or itself */
    size_t *size;  /* of each line: how many have it as their group */
    size_t widest; /* the largest of them */
} line_list;

/* The node that alone comes after this one, and after nothing else, or MODEL_NONE. */
static uint32_t next_in_line(const finder *t, const node_set *set, uint32_t n)
{
    const plan_graph *g = t->s->g;
    uint32_t next = g->nodes[n].before_count == 1 ? g->nodes[n].before[0] : MODEL_NONE;

    return next != MODEL_NONE && has(set, next) && g->nodes[next].after_count == 1 ? next : MODEL_NONE;
}

/* Whether a block beside others can do it: blocks know nothing of each other. */
static bool is_for_a_block(const finder *t, const node_set *line)
{
    bool fits = true;

    for (size_t i = 0; i < line->count; i++) {
        const plan_node *n = &t->s->g->nodes[line->nodes[i]];
        uint32_t grid[3], block[3];
        if (n->kind != PLAN_KERNEL && n->kind != PLAN_TRANSFER)
            return false;
        fuse_shape(t->f, n, 0, grid, block);
        fits = fits && (uint64_t)grid[0] * grid[1] * grid[2] == 1;
    }
    return fits;
}

static bool same_nodes(const uint32_t *x, size_t x_count, const uint32_t *y, size_t y_count)
{
    return x_count == y_count && (x_count == 0 || memcmp(x, y, x_count * sizeof *x) == 0);
}

static bool are_beside(const finder *t, const node_set *x, const node_set *y)
{
    const plan_node *nodes = t->s->g->nodes;
    const plan_node *first = &nodes[x->nodes[0]], *other = &nodes[y->nodes[0]];
    const plan_node *last = &nodes[x->nodes[x->count - 1]], *end = &nodes[y->nodes[y->count - 1]];

    return same_nodes(first->after, first->after_count, other->after, other->after_count) &&
           same_nodes(last->before, last->before_count, end->before, end->before_count);
}

static void find_groups(finder *t, line_list *l)
{
    size_t *leaders = ARENA_ARRAY(t->scratch, size_t, l->count + 1), count = 0;

    l->group = ARENA_ARRAY(t->scratch, size_t, l->count + 1);
    l->size = ARENA_ARRAY(t->scratch, size_t, l->count + 1);
    for (size_t i = 0; i < l->count; i++) {
        size_t k = 0;
        l->group[i] = i;
        if (!is_for_a_block(t, &l->items[i]))
            continue;
        while (k < count && !are_beside(t, &l->items[leaders[k]], &l->items[i]))
            k++;
        if (k < count)
            l->group[i] = leaders[k];
        else if (count < MOST_GROUPS)
            leaders[count++] = i;
        if (++l->size[l->group[i]] > l->widest)
            l->widest = l->size[l->group[i]];
    }
}

static line_list find_lines(finder *t, const node_set *set)
{
    uint32_t *members = ARENA_ARRAY(t->scratch, uint32_t, set->count);
    line_list l = {ARENA_ARRAY(t->scratch, node_set, set->count), 0, NULL, NULL, 0};
    size_t used = 0;

    for (size_t i = 0; i < set->count; i++) {
        node_set *line = &l.items[l.count];
        *line = (node_set){members + used, 0};
        for (uint32_t n = set->nodes[i]; n != MODEL_NONE && !t->taken[n]; n = next_in_line(t, set, n)) {
            t->taken[n] = true;
            line->nodes[line->count++] = n;
        }
        used += line->count;
        l.count += line->count > 0 ? 1 : 0;
    }
    find_groups(t, &l);
    return l;
}

static int compare_pairs(const void *left, const void *right)
{
    const uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;

    return l < r ? -1 : l > r;
}

/* Up to MOST_BLOCKS lines of a group from `first` on, a block each. Returns where the next ones begin. */
static size_t add_blocks(finder *t, const line_list *l, size_t group, size_t first, fuse_runs *runs)
{
    uint64_t *pairs; /* node, then block */
    uint32_t *nodes, *block_of, blocks = 0;
    size_t count = 0, next = first;

    for (size_t i = first; i < l->count; i++)
        count += l->group[i] == group ? l->items[i].count : 0;
    pairs = ARENA_ARRAY(t->scratch, uint64_t, count);
    count = 0;
    for (; next < l->count && blocks < MOST_BLOCKS; next++) {
        if (l->group[next] != group)
            continue;
        for (size_t i = 0; i < l->items[next].count; i++)
            pairs[count++] = (uint64_t)l->items[next].nodes[i] << 32 | blocks;
        blocks++;
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    nodes = ARENA_ARRAY(t->scratch, uint32_t, count);
    block_of = ARENA_ARRAY(t->scratch, uint32_t, count);
    for (size_t i = 0; i < count; i++) {
        nodes[i] = (uint32_t)(pairs[i] >> 32);
        block_of[i] = (uint32_t)pairs[i];
    }
    if (fuse_param_bytes(t->f, t->s, nodes, count) <= FUSE_MOST_PARAM_BYTES && blocks > 1)
        add_run(t, &(node_set){nodes, count}, block_of, blocks, runs);
    return next;
}

static void add_lines(finder *t, const line_list *l, fuse_runs *runs)
{
    for (size_t i = 0; i < l->count && !t->changed; i++) {
        if (l->size[l->group[i]] < LEAST_BLOCKS)
            add_cut(t, &l->items[i], runs);
        for (size_t next = i; l->group[i] == i && l->size[i] >= LEAST_BLOCKS && next < l->count && !t->changed;)
            next = add_blocks(t, l, i, next, runs);
    }
}

/* Many that stand side by side are done sooner so than one after the other. */
static void add_set(finder *t, const node_set *set, fuse_runs *runs)
{
    line_list lines = find_lines(t, set);

    if (lines.widest < WIDE && holds_nobody_up(t, set))
        add_cut(t, set, runs);
    else
        add_lines(t, &lines, runs);
}

static void add_sets(finder *t, fuse_runs *runs)
{
    const plan_graph *g = t->s->g;
    size_t *start = ARENA_ARRAY(t->scratch, size_t, g->node_count + 1);
    uint32_t *members = ARENA_ARRAY(t->scratch, uint32_t, g->node_count + 1);

    for (uint32_t n = 0; n < g->node_count; n++)
        if (can_be_part(t->s, n))
            start[set_of(t, n) + 1]++;
    for (size_t n = 0; n < g->node_count; n++)
        start[n + 1] += start[n];
    size_t *next = ARENA_ARRAY(t->scratch, size_t, g->node_count + 1);
    memcpy(next, start, g->node_count * sizeof *next);
    for (uint32_t n = 0; n < g->node_count; n++)
        if (can_be_part(t->s, n))
            members[next[set_of(t, n)]++] = n;
    for (uint32_t n = 0; n < g->node_count && !t->changed; n++)
        if (start[n + 1] > start[n])
            add_set(t, &(node_set){members + start[n], start[n + 1] - start[n]}, runs);
}

void fuse_find_runs(fuser *f, fuse_sight *s, fuse_runs *runs)
{
    size_t before = runs->count, count = s->g->node_count + 1;
    finder t = {.f = f, .s = s, .changed = true};

    while (t.changed) {
        runs->count = before;
        t.changed = false;
        t.scratch = arena_new();
        t.stage = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.set = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.seen = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.open = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.near[0] = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.near[1] = ARENA_ARRAY(t.scratch, uint32_t, count);
        t.taken = ARENA_ARRAY(t.scratch, bool, count);
        t.question = 0;
        memset(s->run, 0, count * sizeof *s->run);
        find_stages(&t);
        find_sets(&t);
        add_sets(&t, runs);
        arena_free(t.scratch);
    }
}
