/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/sorted.h"
#include "plan/order_parts.h"

#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* Fans of up to this many edges are listed edge by edge. */
#define LARGE_FAN ((size_t)4096)

/* A graph may have this many edges before reduction, and some more for each node. */
#define MOST_EDGES ((size_t)1000000)
#define MOST_EDGES_OF_NODE 16u

/* Nodes that others depend on all together. */
typedef struct {
    uint32_t *members; /* ascending */
    size_t member_count;
    uint32_t *users; /* ascending */
    size_t user_count, user_room;
} group;

/* Reads of the same segments of a buffer with no write to any of them in between: they have the same hazards. */
typedef struct {
    uint32_t begin, end; /* segments */
    uint32_t *nodes;     /* that read them, ascending */
    size_t count, room;
    uint32_t writers[ORDER_LEAST_FAN - 1]; /* whose bytes they read, unless there is a group of them */
    size_t writer_count;
    group *of_writers, *of_readers; /* NULL: none yet */
    uint32_t visited;               /* 1 + the last node that it was found for */
    bool broken;                    /* some of its segments were written since */
} reading;

/* Who reads some bytes since they were written. A list is shared by the parts that its bytes are split into. */
typedef struct reader reader;
struct reader {
    reader *next;
    reading *of;
    uint32_t visited; /* 1 + the last node that it was found for, with all that follows */
    bool broken;      /* `of` is broken, and all that follow are */
};

/* The bytes between two neighbouring bounds of writes to a buffer. A write covers segments whole, and a read that
 * touches a byte of a segment has a hazard with every write of it: so nothing finer is needed. Neighbouring segments
 * with equal history form a piece, which is kept at its first segment. */
typedef struct {
    uint32_t end;    /* of the piece: the segment after its last one */
    uint32_t writer; /* the node that wrote it last, or NOBODY */
    reader *readers; /* since then, newest first */
} piece;

typedef struct {
    size_t *bound_start; /* for each buffer, where its bounds are; buffer_count + 1 */
    uint64_t *bounds;    /* ascending for each buffer; a buffer that nothing writes has none */
    size_t *bound_count;
    piece *pieces;    /* parallel to bounds: segment i is from bounds[i] to bounds[i + 1] */
    uint64_t *starts; /* bit i: a piece starts at segment i */
} history;

/* Hazards found for the node at hand. */
typedef struct {
    arena *memory; /* until the end of the graph */
    uint32_t *nodes;
    size_t count;
    uint32_t *seen; /* for each node, 1 + the last node that it was found for */
    group **groups;
    size_t group_count, group_room;
    reading **readings; /* of each range of the node; NULL where it only writes, or reads what nothing writes */
    size_t reading_room;
    size_t listed; /* dependencies so far */
    /* Each node but the first of a chain depends on the one before it. Chains are numbered by their first nodes. */
    uint32_t *chain;    /* of each node */
    bool *continued;    /* it is not the last one of its chain */
    uint32_t before;    /* a node that the one at hand depends on and whose chain it may continue, or NOBODY */
    uint32_t *latest;   /* of each chain, where the latest node for the range at hand is listed */
    uint32_t *distinct; /* of each chain, the last number of a range that it was found for */
    uint32_t range_number;
    uint32_t *writers; /* room for all nodes */
} found;

static int compare_u64(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return l < r ? -1 : l > r;
}

static void collect_bounds(arena *a, history *h, size_t buffer_count, const plan_graph *g)
{
    h->bound_start = ARENA_ARRAY(a, size_t, buffer_count + 1);
    h->bound_count = ARENA_ARRAY(a, size_t, buffer_count + 1);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            const plan_range *r = &g->nodes[n].ranges[i];
            if (r->access & PLAN_WRITE)
                h->bound_start[r->buffer + 1] += 2;
        }
    }
    for (size_t b = 0; b < buffer_count; b++)
        h->bound_start[b + 1] += h->bound_start[b];
    h->bounds = ARENA_ARRAY(a, uint64_t, h->bound_start[buffer_count]);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            const plan_range *r = &g->nodes[n].ranges[i];
            if (r->access & PLAN_WRITE) {
                uint64_t *end = h->bounds + h->bound_start[r->buffer] + h->bound_count[r->buffer];
                end[0] = r->first;
                end[1] = r->last;
                h->bound_count[r->buffer] += 2;
            }
        }
    }
}

static size_t sort_unique(uint64_t *values, size_t count)
{
    size_t kept = 0;
    qsort(values, count, sizeof *values, compare_u64);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    }
    return kept;
}

static void start_history(arena *a, history *h, size_t buffer_count, const plan_graph *g)
{
    collect_bounds(a, h, buffer_count, g);
    size_t total = h->bound_start[buffer_count];
    h->pieces = ARENA_ARRAY(a, piece, total);
    h->starts = ARENA_ARRAY(a, uint64_t, total / 64 + 1);
    for (size_t b = 0; b < buffer_count; b++) {
        size_t first = h->bound_start[b];
        if (h->bound_count[b] == 0)
            continue;
        h->bound_count[b] = sort_unique(h->bounds + first, h->bound_count[b]);
        h->pieces[first] = (piece){(uint32_t)(first + h->bound_count[b] - 1), NOBODY, NULL};
        h->starts[first / 64] |= (uint64_t)1 << first % 64;
    }
}

/* The segments that a range touches: [*begin, *end); none where nothing ever writes. */
static void segments_of(const history *h, const plan_range *r, uint32_t *begin, uint32_t *end)
{
    const uint64_t *bounds = h->bounds + h->bound_start[r->buffer];
    size_t count = h->bound_count[r->buffer];
    *begin = *end = (uint32_t)h->bound_start[r->buffer];
    if (count == 0 || r->last <= bounds[0] || r->first >= bounds[count - 1])
        return;
    size_t low = 0, high = count;
    while (low < high) { /* the first bound above r->first */
        size_t middle = low + (high - low) / 2;
        if (bounds[middle] <= r->first)
            low = middle + 1;
        else
            high = middle;
    }
    *begin += (uint32_t)(low > 0 ? low - 1 : 0);
    high = count - 1;
    while (low < high) { /* the first bound not below r->last, or the last bound */
        size_t middle = low + (high - low) / 2;
        if (bounds[middle] < r->last)
            low = middle + 1;
        else
            high = middle;
    }
    *end += (uint32_t)low;
}

static unsigned highest_bit(uint64_t word)
{
    unsigned bit = 0;
    for (unsigned step = 32; step > 0; step /= 2) {
        if (word >> step) {
            word >>= step;
            bit += step;
        }
    }
    return bit;
}

/* Makes a piece start at this segment. The first segment of a buffer always starts one. */
static void split_at(history *h, uint32_t segment)
{
    size_t w = segment / 64;
    uint64_t word = h->starts[w] & (UINT64_MAX >> (63 - segment % 64));
    while (word == 0)
        word = h->starts[--w];
    uint32_t start = (uint32_t)(64 * w + highest_bit(word));
    if (start == segment)
        return;
    h->pieces[segment] = h->pieces[start];
    h->pieces[start].end = segment;
    h->starts[segment / 64] |= (uint64_t)1 << segment % 64;
}

static void isolate(history *h, const plan_range *r, uint32_t *begin, uint32_t *end)
{
    segments_of(h, r, begin, end);
    if (*begin < *end) {
        split_at(h, *begin);
        if (*end + 1 < h->bound_start[r->buffer] + h->bound_count[r->buffer])
            split_at(h, *end);
    }
}

/* Continues the chain of the latest node, because that implies the most. */
static void consider_chain(found *f, uint32_t earlier)
{
    if (!f->continued[earlier] && (f->before == NOBODY || earlier > f->before))
        f->before = earlier;
}

static void add_found(found *f, uint32_t node, uint32_t for_node)
{
    if (node == NOBODY || f->seen[node] == for_node + 1)
        return;
    f->seen[node] = for_node + 1;
    f->nodes[f->count++] = node;
    consider_chain(f, node);
}

static void add_all(found *f, const uint32_t *nodes, size_t count, uint32_t for_node)
{
    for (size_t i = 0; i < count; i++)
        add_found(f, nodes[i], for_node);
}

static group *new_group(found *f, const uint32_t *members, size_t count)
{
    group *made = ARENA_NEW(f->memory, group);
    made->members = ARENA_ARRAY(f->memory, uint32_t, count);
    made->member_count = count;
    f->listed += count;
    memcpy(made->members, members, count * sizeof *members);
    sorted_sort(made->members, count);
    f->groups = arena_grow(f->memory, f->groups, f->group_count, &f->group_room, sizeof *f->groups);
    return f->groups[f->group_count++] = made;
}

static void use_group(found *f, group *of, uint32_t node)
{
    if (of->user_count > 0 && of->users[of->user_count - 1] == node)
        return;
    consider_chain(f, of->members[of->member_count - 1]);
    of->users = arena_grow(f->memory, of->users, of->user_count, &of->user_room, sizeof *of->users);
    of->users[of->user_count++] = node;
}

/* ---- reads ---- */

/* The reading that another one of the same segments joins, or NULL. */
static reading *same_reading(const history *h, uint32_t begin, uint32_t end)
{
    unsigned looks = 0;
    for (reader *r = h->pieces[begin].readers; r && !r->broken && looks < 8; r = r->next, looks++) {
        if (!r->of->broken && r->of->begin == begin && r->of->end == end)
            return r->of;
    }
    return NULL;
}

static reading *new_reading(const history *h, found *f, uint32_t begin, uint32_t end)
{
    uint32_t *writers = f->writers;
    reading *made = ARENA_NEW(f->memory, reading);
    made->begin = begin;
    made->end = end;
    f->range_number++;
    for (uint32_t s = begin; s < end; s = h->pieces[s].end) {
        uint32_t writer = h->pieces[s].writer;
        if (writer == NOBODY)
            continue;
        uint32_t chain = f->chain[writer]; /* of a chain, the last node stands for all before it */
        if (f->distinct[chain] != f->range_number) {
            f->distinct[chain] = f->range_number;
            f->latest[chain] = (uint32_t)made->writer_count;
            writers[made->writer_count++] = writer;
        } else if (writer > writers[f->latest[chain]]) {
            writers[f->latest[chain]] = writer;
        }
    }
    if (made->writer_count >= ORDER_LEAST_FAN) {
        made->of_writers = new_group(f, writers, made->writer_count);
    } else {
        for (size_t i = 0; i < made->writer_count; i++)
            made->writers[i] = writers[i];
    }
    return made;
}

/* Finds what a read has hazards with. The reading that it belongs to has no entry in the history yet if it is new. */
static reading *find_for_read(history *h, const plan_range *r, uint32_t node, found *f)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    if (begin == end)
        return NULL;
    reading *of = same_reading(h, begin, end);
    if (!of)
        of = new_reading(h, f, begin, end);
    if (of->of_writers)
        use_group(f, of->of_writers, node);
    else
        add_all(f, of->writers, of->writer_count, node);
    return of;
}

/* A reading whose only reader comes before the node anyway need not be kept beside it. */
static reader *readers_beside(const found *f, reader *readers, uint32_t node)
{
    while (readers && !readers->broken && readers->of->count == 1 &&
           f->chain[readers->of->nodes[0]] == f->chain[node]) {
        readers->of->broken = true; /* it is not in all of its places any more */
        readers = readers->next;
    }
    return readers;
}

static void record_read(const found *f, history *h, reading *of, uint32_t node)
{
    arena *a = f->memory;
    bool is_new = of->count == 0;
    if (!is_new && of->nodes[of->count - 1] == node)
        return;
    of->nodes = arena_grow(a, of->nodes, of->count, &of->room, sizeof *of->nodes);
    of->nodes[of->count++] = node;
    reader *added = NULL;
    for (uint32_t s = of->begin; s < of->end && is_new; s = h->pieces[s].end) {
        reader *beside = readers_beside(f, h->pieces[s].readers, node);
        if (!added || added->next != beside) {
            added = ARENA_NEW(a, reader);
            added->of = of;
            added->next = beside;
        }
        h->pieces[s].readers = added;
    }
}

/* ---- writes ---- */

static void find_for_readers(found *f, reading *of, uint32_t node)
{
    if (of->visited == node + 1)
        return;
    of->visited = node + 1;
    if (of->count < ORDER_LEAST_FAN) {
        add_all(f, of->nodes, of->count, node);
        return;
    }
    if (!of->of_readers || of->of_readers->member_count != of->count)
        of->of_readers = new_group(f, of->nodes, of->count);
    use_group(f, of->of_readers, node);
}

static void find_for_write(history *h, const plan_range *r, uint32_t node, found *f)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    for (uint32_t s = begin; s < end; s = h->pieces[s].end) {
        reader *readers = h->pieces[s].readers;
        if (!readers) /* readers depend on the writer themselves */
            add_found(f, h->pieces[s].writer, node);
        for (; readers && readers->visited != node + 1; readers = readers->next) {
            readers->visited = node + 1;
            find_for_readers(f, readers->of, node);
        }
    }
}

static void record_write(history *h, const plan_range *r, uint32_t node)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    for (uint32_t s = begin; s < end;) {
        uint32_t next = h->pieces[s].end;
        for (reader *readers = h->pieces[s].readers; readers && !readers->broken; readers = readers->next)
            readers->broken = readers->of->broken = true;
        h->starts[s / 64] &= ~((uint64_t)1 << s % 64);
        s = next;
    }
    if (begin < end) {
        h->starts[begin / 64] |= (uint64_t)1 << begin % 64;
        h->pieces[begin] = (piece){end, node, NULL};
    }
}

/* ---- nodes ---- */

static void join_chain(found *f, uint32_t node)
{
    f->chain[node] = f->before == NOBODY ? node : f->chain[f->before];
    if (f->before != NOBODY)
        f->continued[f->before] = true;
}

static void order_node(arena *a, history *h, found *f, plan_graph *g, uint32_t n)
{
    plan_node *node = &g->nodes[n];
    f->count = 0;
    f->before = NOBODY;
    if (node->range_count > f->reading_room) {
        f->reading_room = 2 * node->range_count;
        f->readings = ARENA_ARRAY(f->memory, reading *, f->reading_room);
    }
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        f->readings[i] = r->access & PLAN_WRITE ? NULL : find_for_read(h, r, n, f);
        if (r->access & PLAN_WRITE)
            find_for_write(h, r, n, f);
    }
    add_all(f, node->ordered, node->ordered_count, n);
    join_chain(f, n);
    for (size_t i = 0; i < node->range_count; i++) {
        if (f->readings[i])
            record_read(f, h, f->readings[i], n);
    }
    for (size_t i = 0; i < node->range_count; i++) {
        if (node->ranges[i].access & PLAN_WRITE)
            record_write(h, &node->ranges[i], n);
    }
    node->after_count = f->count;
    node->after = ARENA_ARRAY(a, uint32_t, f->count);
    f->listed += f->count;
    if (f->count > 0)
        memcpy(node->after, f->nodes, f->count * sizeof *f->nodes);
}

/* ---- groups ---- */

static bool is_large(const group *of)
{
    return of->member_count >= ORDER_LEAST_FAN && of->user_count >= ORDER_LEAST_FAN &&
           of->member_count > LARGE_FAN / of->user_count;
}

/* How many edges there will be. */
static size_t resolved_count(const found *f, const plan_graph *g)
{
    size_t count = 0;
    for (size_t n = 0; n < g->node_count; n++)
        count += g->nodes[n].after_count;
    for (size_t i = 0; i < f->group_count; i++) {
        const group *of = f->groups[i];
        count += is_large(of) ? of->member_count + of->user_count : of->member_count * of->user_count;
    }
    return count;
}

/* Gives the users of each group its members, or makes a fan of it where those are too many. */
static void resolve_groups(arena *a, const found *f, plan_graph *g, order_fans *fans)
{
    size_t *more = ARENA_ARRAY(f->memory, size_t, g->node_count);
    for (size_t i = 0; i < f->group_count; i++) {
        for (size_t k = 0; k < f->groups[i]->user_count && !is_large(f->groups[i]); k++)
            more[f->groups[i]->users[k]] += f->groups[i]->member_count;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        uint32_t *after = ARENA_ARRAY(a, uint32_t, node->after_count + more[n]);
        if (more[n] > 0 && node->after_count > 0)
            memcpy(after, node->after, node->after_count * sizeof *after);
        node->after = more[n] > 0 ? after : node->after;
    }
    for (size_t i = 0; i < f->group_count; i++) {
        const group *of = f->groups[i];
        if (is_large(of)) {
            fans->items = arena_grow(a, fans->items, fans->count, &fans->capacity, sizeof *fans->items);
            fans->items[fans->count++] = (order_fan){of->members, of->users, of->member_count, of->user_count, 0};
            continue;
        }
        for (size_t k = 0; k < of->user_count; k++) {
            plan_node *user = &g->nodes[of->users[k]];
            memcpy(user->after + user->after_count, of->members, of->member_count * sizeof *of->members);
            user->after_count += of->member_count;
        }
    }
}

static void sort_after(plan_node *node)
{
    size_t kept = 0, sorted = 1;
    while (sorted < node->after_count && node->after[sorted - 1] < node->after[sorted])
        sorted++;
    if (sorted < node->after_count)
        sorted_sort(node->after, node->after_count);
    for (size_t i = 0; i < node->after_count; i++) {
        if (kept == 0 || node->after[kept - 1] != node->after[i])
            node->after[kept++] = node->after[i];
    }
    node->after_count = kept;
}

size_t order_most_edges(const plan_graph *g)
{
    return MOST_EDGES + MOST_EDGES_OF_NODE * g->node_count;
}

bool order_hazards(arena *a, size_t buffer_count, plan_graph *g, order_fans *fans)
{
    history h;
    start_history(a, &h, buffer_count, g);
    *fans = (order_fans){NULL, 0, 0};
    found f = {.memory = a,
               .nodes = ARENA_ARRAY(a, uint32_t, g->node_count),
               .seen = ARENA_ARRAY(a, uint32_t, g->node_count),
               .chain = ARENA_ARRAY(a, uint32_t, g->node_count),
               .continued = ARENA_ARRAY(a, bool, g->node_count),
               .writers = ARENA_ARRAY(a, uint32_t, g->node_count),
               .latest = ARENA_ARRAY(a, uint32_t, g->node_count),
               .distinct = ARENA_ARRAY(a, uint32_t, g->node_count)};
    for (size_t n = 0; n < g->node_count && f.listed <= order_most_edges(g); n++)
        order_node(a, &h, &f, g, (uint32_t)n);
    if (f.listed > order_most_edges(g) || resolved_count(&f, g) > order_most_edges(g))
        return false;
    resolve_groups(a, &f, g, fans);
    for (size_t n = 0; n < g->node_count; n++)
        sort_after(&g->nodes[n]);
    return true;
}
