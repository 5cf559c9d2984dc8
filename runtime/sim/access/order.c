/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which accesses come before which. A thread's run is cut into segments by everything that synchronises it, and an
 * access carries the number of its segment. An earlier segment comes before what the running thread does now if
 *
 *   - it is the same thread's;
 *   - a barrier of the block, of the warp's live lanes, or of the grid lies between: each has a number that rises;
 *   - some lanes of a warp have met since: each lane knows how far it has seen each other one;
 *   - an atomic passed it on. A thread that has executed a fence publishes, with each atomic write behind it, all that
 *     came before the fence (a record of the location); a thread that reads the location atomically then knows its
 *     records, and what the writer knew. Barriers and meetings of lanes hand such knowledge on. Without a fence nothing
 *     is published, as on a GPU.
 *
 * A barrier counts as a fence for what its threads did before a fence of any of them. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <stdlib.h>
#include <string.h>

#define WARP 32u
#define MOST_SEGMENTS ((size_t)1 << 24)

typedef struct {
    uint64_t block;
    uint32_t thread;
    uint32_t barriers, meetings, ticks, grids; /* when it began */
} segment;

typedef struct location location;

/* The first `count` records of a location. */
typedef struct {
    location *where;
    size_t count;
} known;

typedef struct {
    known *items;
    size_t count, capacity;
} knowledge;

/* Everything that a thread did and knew before a fence. */
typedef struct {
    segment at; /* the thread's first segment behind the fence */
    knowledge more;
} record;

struct location {
    uint64_t address;
    record *records;
    size_t count, capacity;
    uint64_t search; /* the last search that came by, … */
    size_t searched; /* … and the records that it has seen */
    location *next;
};

typedef struct {
    access_segment segment; /* 0: it has made no access in its present one */
    uint32_t ticks;
    bool fenced;
    segment fence;
    knowledge own;
} thread_state;

typedef struct {
    uint32_t meetings;
    uint32_t (*seen)[WARP]; /* [lane][other]: ticks of the other that come before; NULL: no part of it has met */
} warp_state;

struct sim_access_block {
    uint64_t index;
    unsigned threads;
    uint32_t barriers;
    uint32_t published; /* a fence before this barrier */
    bool fenced;        /* since the last barrier */
    thread_state *thread;
    warp_state warp[WARP];
    knowledge own; /* of all threads */
};

#define BUCKETS 1024u
static location *locations[BUCKETS];
static segment *segments;
static size_t count, capacity;
static access_segment first = 1; /* the number of segments[0] */
static uint32_t grids;
static uint64_t searches;
static sim_access_block *block;
static uint32_t running;

/* ---- segments ---- */

void access_order_begin(void)
{
    if (first > UINT32_MAX - 2 * MOST_SEGMENTS) {
        access_shadow_forget();
        first = 1;
    }
    count = 0;
    grids = 0;
    block = NULL;
}

void access_order_end(void)
{
    first += (access_segment)count;
    count = 0;
    for (size_t i = 0; i < BUCKETS; i++) {
        while (locations[i]) {
            location *l = locations[i];
            locations[i] = l->next;
            for (size_t r = 0; r < l->count; r++) {
                free(l->records[r].more.items);
            }
            free(l->records);
            free(l);
        }
    }
}

static segment present(void)
{
    const segment s = {block->index,   running, block->barriers, block->warp[running / WARP].meetings,
                       block->thread[running].ticks, grids};
    return s;
}

access_segment access_now(void)
{
    thread_state *thread;
    if (!block) {
        return 0;
    }
    thread = &block->thread[running];
    if (!thread->segment) {
        if (count == MOST_SEGMENTS) {
            return 0;
        }
        segments = (segment *)sim_grow(segments, count, &capacity, sizeof *segments);
        segments[count] = present();
        thread->segment = first + (access_segment)count++;
    }
    return thread->segment;
}

bool access_is_live(access_segment s)
{
    return s >= first;
}

uint64_t access_block_of(access_segment s)
{
    return segments[s - first].block;
}

uint32_t access_thread_of(access_segment s)
{
    return segments[s - first].thread;
}

/* ---- knowledge ---- */

static void learn(knowledge *k, location *where, size_t seen)
{
    for (size_t i = 0; i < k->count; i++) {
        if (k->items[i].where == where) {
            k->items[i].count = k->items[i].count > seen ? k->items[i].count : seen;
            return;
        }
    }
    k->items = (known *)sim_grow(k->items, k->count, &k->capacity, sizeof *k->items);
    k->items[k->count].where = where;
    k->items[k->count++].count = seen;
}

static void learn_all(knowledge *k, const knowledge *from)
{
    for (size_t i = 0; i < from->count; i++) {
        learn(k, from->items[i].where, from->items[i].count);
    }
}

/* Does `at`, which a fence was executed in, come after all of `earlier`? */
static bool covers(const segment *at, const segment *earlier)
{
    if (at->block != earlier->block) {
        return earlier->grids < at->grids;
    }
    return earlier->barriers < at->barriers || (earlier->thread == at->thread && earlier->ticks < at->ticks) ||
           (earlier->thread / WARP == at->thread / WARP && earlier->meetings < at->meetings);
}

static bool is_known(const knowledge *k, const segment *earlier)
{
    for (size_t i = 0; i < k->count; i++) {
        location *where = k->items[i].where;
        size_t r = where->search == searches ? where->searched : 0;
        if (r >= k->items[i].count) {
            continue;
        }
        where->search = searches;
        where->searched = k->items[i].count;
        for (; r < k->items[i].count; r++) {
            if (covers(&where->records[r].at, earlier) || is_known(&where->records[r].more, earlier)) {
                return true;
            }
        }
    }
    return false;
}

static bool lanes_met(const segment *earlier)
{
    const warp_state *warp = &block->warp[running / WARP];
    return earlier->meetings < warp->meetings ||
           (warp->seen && earlier->ticks < warp->seen[running % WARP][earlier->thread % WARP]);
}

bool access_is_before(access_segment s)
{
    const segment *earlier = &segments[s - first];
    if (earlier->block == block->index) {
        if (earlier->thread == running || earlier->barriers < block->barriers ||
            (earlier->thread / WARP == running / WARP && lanes_met(earlier))) {
            return true;
        }
    } else if (earlier->grids < grids) {
        return true;
    }
    if (!block->own.count && !block->thread[running].own.count) {
        return false;
    }
    searches++;
    return is_known(&block->thread[running].own, earlier) || is_known(&block->own, earlier);
}

/* ---- atomics and fences ---- */

static location **bucket(uint64_t address)
{
    return &locations[(address * 0x9E3779B97F4A7C15u >> 40) % BUCKETS];
}

static location *find(uint64_t address)
{
    location *l = *bucket(address);
    while (l && l->address != address) {
        l = l->next;
    }
    return l;
}

void access_acquire(uint64_t address)
{
    location *l = find(address);
    if (l && l->count && block) {
        learn(&block->thread[running].own, l, l->count);
    }
}

/* What the running thread has published: its own fence, or one before a barrier that all have passed. */
static bool fence_of(segment *at)
{
    const thread_state *thread = &block->thread[running];
    if (thread->fenced) {
        *at = thread->fence;
        at->barriers = at->barriers > block->published ? at->barriers : block->published;
        return true;
    }
    *at = present();
    at->barriers = block->published;
    at->ticks = at->meetings = 0;
    return block->published > 0;
}

static bool same(const segment *a, const segment *b)
{
    return a->block == b->block && a->thread == b->thread && a->barriers == b->barriers && a->ticks == b->ticks &&
           a->meetings == b->meetings && a->grids == b->grids;
}

void access_release(uint64_t address)
{
    location *l;
    segment at;
    record *r;
    if (!block || !fence_of(&at)) {
        return;
    }
    l = find(address);
    if (!l) {
        l = (location *)sim_allocate(1, sizeof *l);
        l->address = address;
        l->next = *bucket(address);
        *bucket(address) = l;
    }
    if (l->count && same(&l->records[l->count - 1].at, &at)) {
        return;
    }
    l->records = (record *)sim_grow(l->records, l->count, &l->capacity, sizeof *l->records);
    r = &l->records[l->count];
    memset(r, 0, sizeof *r);
    r->at = at;
    learn_all(&r->more, &block->own);
    learn_all(&r->more, &block->thread[running].own);
    l->count++;
}

void sim_access_fence(void)
{
    thread_state *thread;
    if (!block) {
        return;
    }
    thread = &block->thread[running];
    thread->ticks++;
    thread->segment = 0;
    thread->fenced = true;
    thread->fence = present();
    block->fenced = true;
}

/* ---- meetings ---- */

void sim_access_barrier(void)
{
    if (!block) {
        return;
    }
    block->barriers++;
    if (block->fenced) {
        block->published = block->barriers;
        block->fenced = false;
    }
    for (unsigned t = 0; t < block->threads; t++) {
        block->thread[t].segment = 0;
        learn_all(&block->own, &block->thread[t].own);
        block->thread[t].own.count = 0;
    }
}

static void meet_in_part(warp_state *warp, thread_state *lanes, unsigned part)
{
    uint32_t most[WARP];
    if (!warp->seen) {
        warp->seen = (uint32_t(*)[WARP])sim_allocate(WARP, sizeof *warp->seen);
    }
    memset(most, 0, sizeof most);
    for (unsigned left = part; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        for (unsigned other = 0; other < WARP; other++) {
            most[other] = most[other] > warp->seen[lane][other] ? most[other] : warp->seen[lane][other];
        }
    }
    for (unsigned left = part; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        most[lane] = ++lanes[lane].ticks;
    }
    for (unsigned left = part; left; left &= left - 1) {
        memcpy(warp->seen[__builtin_ctz(left)], most, sizeof most);
    }
}

static void share(thread_state *lanes, unsigned part)
{
    knowledge all = {NULL, 0, 0};
    for (unsigned left = part; left; left &= left - 1) {
        learn_all(&all, &lanes[__builtin_ctz(left)].own);
    }
    for (unsigned left = part; all.count && left; left &= left - 1) {
        learn_all(&lanes[__builtin_ctz(left)].own, &all);
    }
    free(all.items);
}

void sim_access_warp(unsigned number, unsigned part, bool all)
{
    thread_state *lanes;
    if (!block) {
        return;
    }
    lanes = &block->thread[number * WARP];
    if (all) {
        block->warp[number].meetings++;
    } else {
        meet_in_part(&block->warp[number], lanes, part);
    }
    for (unsigned left = part; left; left &= left - 1) {
        lanes[__builtin_ctz(left)].segment = 0;
    }
    share(lanes, part);
}

/* Called once for each block, each of which has been entered. */
void sim_access_grid(void)
{
    grids++;
}

/* ---- blocks ---- */

sim_access_block *sim_access_block_new(uint64_t index, unsigned threads)
{
    sim_access_block *b;
    if (!sim_access_active()) {
        return NULL;
    }
    b = (sim_access_block *)sim_allocate(1, sizeof *b);
    b->index = index;
    b->threads = threads;
    b->thread = (thread_state *)sim_allocate(threads, sizeof *b->thread);
    return b;
}

void sim_access_block_free(sim_access_block *b)
{
    if (!b) {
        return;
    }
    for (unsigned t = 0; t < b->threads; t++) {
        free(b->thread[t].own.items);
    }
    for (unsigned w = 0; w < WARP; w++) {
        free(b->warp[w].seen);
    }
    free(b->own.items);
    free(b->thread);
    free(b);
    block = block == b ? NULL : block;
}

void sim_access_block_enter(sim_access_block *b)
{
    block = b;
    running = 0;
}

void sim_access_thread(uint32_t thread)
{
    running = thread;
}
