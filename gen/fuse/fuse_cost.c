/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a launch costs as a node, and as a part. Measured on an H100, driver 580, steps of 256 threads that read and
 * write 1 KiB a block; us of a replay, fused / as nodes with programmatic edges:
 *   blocks  5 steps      20 steps     100 steps
 *   1       7.2 / 10.0   7.7 / 19.3   10.8 / 69.9
 *   2       7.4 / 11.2   8.5 / 21.0
 *   4       7.8 / 10.8   10.1 / 21.1
 *   8       10.2 / 13.6  15.3 / 24.5
 *   16      - / 14.0     - / 26.0
 * From them: each step as a node and as a part, and what is lost once because one multiprocessor reads and writes
 * pinned memory instead of several. One or two steps of four blocks or more gained nothing. */
#include <ctype.h>
#include <string.h>

#include "fuse/fuse_parts.h"

typedef struct {
    uint64_t threads; /* the most, of all blocks */
    int64_t node, part, bus; /* ns */
} cost_row;

static const cost_row costs[] = {
    {256, 650, 40, 0}, {512, 650, 70, 100}, {1024, 690, 160, 400}, {2048, 730, 340, 1000},
};

/* A node costs this where another one of the same depth is counted already: independent launches overlap. The same run,
 * 32 steps of 1,024 threads and 100 instructions: 12.9 us as nodes, 15.3 as parts one after the other, since one
 * multiprocessor then does the work of all. */
#define NODE_BESIDE 220
/* Of a multiprocessor, for one instruction of four warps, in ns; times 1,000. */
#define INSTRUCTION_PS 450u

/* A thread of a launch that moves more than this from part to part makes the others wait: nothing is put in front of
 * it, or behind it, that need not stand there. */
#define LIGHT_BYTES 64u
/* More than this, and several multiprocessors do it sooner. */
#define FOLDED_BYTES 1024u
/* A loop may be anything: of more threads than this, one multiprocessor may take several times as long. */
#define FOLDED_LOOP_THREADS 512u
/* The bus brings 64 bytes of each thread at once. */
#define MOST_COPIED_BYTES 16384u

static uint64_t threads_of(const plan_node *n)
{
    uint64_t threads = 1;

    for (size_t i = 0; i < 3; i++)
        threads *= (uint64_t)n->grid[i] * n->block[i];
    return threads;
}

static bool has_many_blocks(const plan_node *n)
{
    return (uint64_t)n->grid[0] * n->grid[1] * n->grid[2] > 1;
}

static uint64_t bytes_of(const plan_node *n)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < n->range_count; i++)
        bytes += n->ranges[i].last - n->ranges[i].first;
    return bytes;
}

static bool is_builtin(const fuser *f, const plan_node *n, const char *file)
{
    const char *builtin = f->p->kernels[n->kernel]->builtin;

    return builtin != NULL && strcmp(builtin, file) == 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* The body of an entry, from its brace on; NULL where it is not found. */
static const char *body_of(const char *text, const char *entry)
{
    size_t length = strlen(entry);

    for (const char *at = strstr(text, ".entry"); at != NULL; at = strstr(at, ".entry")) {
        at += strlen(".entry");
        at += strspn(at, " \t\n");
        if (strncmp(at, entry, length) == 0 && !is_word(at[length]))
            return strchr(at, '{');
    }
    return NULL;
}

static const char *end_of(const char *body)
{
    int depth = 0;

    do {
        depth += *body == '{' ? 1 : *body == '}' ? -1 : 0;
    } while (depth > 0 && *++body != '\0');
    return body;
}

/* Whether some branch leads to a label before it. */
static bool has_loop(const fuser *f, const plan_node *n)
{
    const char *text = f->modules[0][f->i->module_of[n->kernel]].text;
    const char *body = text == NULL ? NULL : body_of(text, f->i->symbols[n->kernel]);
    const char *end = body == NULL ? NULL : end_of(body);

    if (body == NULL)
        return true;
    for (const char *at = strstr(body, "bra"); at != NULL && at < end; at = strstr(at + 3, "bra")) {
        const char *target = at + 3 + strcspn(at + 3, " \t;");
        size_t length;
        target += strspn(target, " \t");
        length = strcspn(target, " \t;");
        for (const char *label = strstr(body, "\n"); label != NULL && label < at; label = strstr(label + 1, "\n"))
            if (length > 0 && strncmp(label + 1, target, length) == 0 && label[1 + length] == ':')
                return true;
    }
    return false;
}

const char *fuse_too_much(arena *a, const fuser *f, const plan_node *n)
{
    uint64_t threads = threads_of(n), bytes = bytes_of(n);

    if (is_builtin(f, n, "copy.cu") || is_builtin(f, n, "fill.cu"))
        return bytes > MOST_COPIED_BYTES
                   ? arena_printf(a, "%llu bytes are too many for one block", (unsigned long long)bytes)
                   : NULL;
    if (!has_many_blocks(n))
        return NULL;
    if (threads > costs[sizeof costs / sizeof costs[0] - 1].threads)
        return arena_printf(a, "%llu threads are too many for one block", (unsigned long long)threads);
    if (bytes > FOLDED_BYTES * threads)
        return arena_printf(a, "its blocks touch %llu bytes, too many for one", (unsigned long long)bytes);
    return threads > FOLDED_LOOP_THREADS && has_loop(f, n)
               ? arena_printf(a, "its %llu threads loop, too many for one block", (unsigned long long)threads)
               : NULL;
}

/* Of several blocks run by one; one block costs the least, however many threads it has. */
static const cost_row *row_of(const fuser *f, const plan_node *n)
{
    uint64_t threads = threads_of(n);
    size_t i = 0;

    if (!has_many_blocks(n) || is_builtin(f, n, "copy.cu") || is_builtin(f, n, "fill.cu"))
        return &costs[0];
    while (i + 1 < sizeof costs / sizeof costs[0] && costs[i].threads < threads)
        i++;
    return &costs[i];
}

bool fuse_is_light(const fuser *f, const fuse_sight *s, const plan_node *n)
{
    (void)s;
    if (n->kind == PLAN_CONDITIONAL)
        return false;
    if (fuse_is_silent(n) || n->kind == PLAN_END)
        return true;
    return bytes_of(n) <= LIGHT_BYTES * (uint64_t)fuse_threads(f, s, n);
}

static bool is_pinned(const fuser *f, const plan_node *n)
{
    for (size_t i = 0; i < n->range_count; i++)
        if (f->p->places[n->ranges[i].buffer].arena == PLAN_PINNED)
            return true;
    return n->kind == PLAN_TRANSFER;
}

bool fuse_reads_bus(const fuser *f, const plan_node *n)
{
    if (n->kind == PLAN_TRANSFER)
        return f->p->runs[n->run].direction == PLAN_UPLOAD;
    for (size_t i = 0; i < n->range_count; i++)
        if ((n->ranges[i].access & PLAN_READ) != 0 && f->p->places[n->ranges[i].buffer].arena == PLAN_PINNED)
            return true;
    return false;
}

/* A pass of a loop is a node of its own each time, and so are the nodes in it; nobody knows how many there are. */
static int64_t gain_of_bodies(const fuser *f, const fuse_sight *s, const plan_node *n)
{
    int64_t gain = 3000;

    for (size_t b = 0; b < n->body_count; b++) {
        const plan_graph *body = &s->bodies[n->first_body + b];
        for (size_t k = 0; k < body->node_count; k++) {
            const plan_node *inner = &body->nodes[k];
            if (inner->kind == PLAN_CONDITIONAL)
                gain += gain_of_bodies(f, s, inner);
            else if (!fuse_is_silent(inner))
                gain += row_of(f, inner)->node - row_of(f, inner)->part;
        }
    }
    return gain;
}

/* What one multiprocessor needs for the instructions of all its threads, each counted once. */
static int64_t work_of(const fuser *f, const plan_node *n)
{
    const char *text = f->modules[0][f->i->module_of[n->kernel]].text;
    const char *body = text == NULL ? NULL : body_of(text, f->i->symbols[n->kernel]);
    const char *end = body == NULL ? NULL : end_of(body);
    uint64_t count = 0, warps = (threads_of(n) + 31) / 32;

    for (const char *at = body; at != NULL && (at = memchr(at, ';', (size_t)(end - at))) != NULL; at++)
        count++;
    return (int64_t)(count * warps * INSTRUCTION_PS / 4000);
}

/* For each node of the set, how many of it stand before it one after the other. */
static const size_t *depths_of(arena *a, const fuse_sight *s, const uint32_t *nodes, size_t count)
{
    size_t *depth = ARENA_ARRAY(a, size_t, count + 1), *of_node = ARENA_ARRAY(a, size_t, s->g->node_count + 1);

    for (size_t i = 0; i < count; i++) {
        const plan_node *n = &s->g->nodes[nodes[i]];
        size_t own = fuse_is_silent(n) ? 0 : 1;
        for (size_t k = 0; k < n->after_count; k++)
            depth[i] = of_node[n->after[k]] > depth[i] ? of_node[n->after[k]] : depth[i];
        of_node[nodes[i]] = depth[i] + own;
    }
    return depth;
}

int64_t fuse_gain(const fuser *f, const fuse_sight *s, const uint32_t *nodes, size_t count, bool blocks)
{
    int64_t gain = 0, bus = 0, first = -1;
    arena *scratch = arena_new();
    const size_t *depth = depths_of(scratch, s, nodes, count);
    bool *counted = ARENA_ARRAY(scratch, bool, count + 1); /* nodes of each depth */

    for (size_t i = 0; i < count; i++) {
        const plan_node *n = &s->g->nodes[nodes[i]];
        if (fuse_is_silent(n))
            continue;
        if (n->kind == PLAN_CONDITIONAL) {
            gain += gain_of_bodies(f, s, n);
            continue;
        }
        const cost_row *row = row_of(f, n);
        int64_t work = counted[depth[i]] && !blocks ? work_of(f, n) : 0;
        gain += (counted[depth[i]] ? NODE_BESIDE : row->node) - (work > row->part ? work : row->part);
        counted[depth[i]] = true;
        bus = is_pinned(f, n) && row->bus > bus ? row->bus : bus;
        first = first < 0 ? row->node : first; /* one of them stays a node */
    }
    arena_free(scratch);
    return gain - bus - (first > 0 ? first : 0);
}
