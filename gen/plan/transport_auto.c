/* SPDX-License-Identifier: MIT */
/* What `io: auto` means. Outputs and the rest of what crosses follow from rules. The inputs and settings that may be direct
 * are weighed together, since a launch waits for the bus once for all that it reads there, and a copy costs little
 * where another one is made anyway. */
#include "plan/transport_parts.h"

/* Below, a launch that copies byte by byte takes no longer than one that is aligned, or hardly. */
#define UNALIGNED_BYTES (UINT64_C(64) << 10)
/* What a launch is taken to cost at most: sums stay far from the end of 64 bits. */
#define MOST_COST (INT64_C(1) << 40)
#define MOST_ROUNDS (UINT64_C(1) << 30)
/* Of one search; each makes the sum smaller. */
#define SEARCH_ROUNDS 8u

/* What one launch does over the bus. */
typedef struct {
    uint64_t arguments; /* that it reads there */
    uint64_t rounds;    /* that its threads wait for, beside the first one */
    uint64_t read, written;
} direct_launch;

/* What a graph has copied in one direction. */
typedef struct {
    uint64_t all; /* bytes that cross, copied or not */
    uint64_t members, bytes;
} copied;

typedef struct {
    arena *memory;
    arena *scratch;
    const model *m;
    const transport_uses *uses;
    const transport_cost *cost;
    bool has_kernel; /* vg_copy can be had */
    traffic_sets crossings;
    direct_launch *launches;
    copied *groups; /* [2 * graph + direction] */
    bool *open;     /* each buffer: an upload that may be direct or not … */
    bool *direct;   /* … and, of any, whether it is */
} chooser;

/* ---- costs ---- */

static int64_t limited(uint64_t cost)
{
    return cost < (uint64_t)MOST_COST ? (int64_t)cost : MOST_COST;
}

static uint64_t time_of_bytes(uint64_t bytes, uint64_t kib)
{
    uint64_t most = (uint64_t)MOST_COST;

    return bytes < most ? bytes * kib / 1024 : most;
}

static int64_t cost_of_launch(const chooser *c, uint32_t launch)
{
    const direct_launch *l = &c->launches[launch];
    uint64_t more = l->read > l->written ? l->read : l->written, less = l->read + l->written - more;
    uint64_t rounds = l->arguments == 0 ? 0 : 1 + (l->rounds < MOST_ROUNDS ? l->rounds : MOST_ROUNDS), once;

    if (c->cost->integrated)
        return 0;
    once = rounds * c->cost->latency + time_of_bytes(more, c->cost->kib) + time_of_bytes(less, c->cost->kib_both);
    return limited((uint64_t)limited(once) * c->uses->passes[launch]);
}

static int64_t cost_of_uploads(const chooser *c, size_t graph)
{
    const copied *g = &c->groups[2 * graph + PLAN_UPLOAD];
    uint64_t node = c->has_kernel ? (uint64_t)c->cost->launch + c->cost->latency : c->cost->copy_node;

    return g->members == 0 ? 0 : limited(node + time_of_bytes(g->bytes, c->cost->kib));
}

/* ---- what is direct ---- */

static void count_copied(chooser *c, uint32_t buffer, plan_direction direction, bool copied_now)
{
    uint64_t size = c->m->buffers[buffer].size;

    for (size_t g = 0; g < c->m->graph_count; g++) {
        copied *group = &c->groups[2 * g + (size_t)direction];
        if (!traffic_has(&c->crossings, buffer, g, direction))
            continue;
        group->members = copied_now ? group->members + 1 : group->members - 1;
        group->bytes = copied_now ? group->bytes + size : group->bytes - size;
    }
}

/* Makes a direct upload a copied one or the other way round, and returns what the replays of all graphs then cost more. */
static int64_t flip(chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];
    bool direct = !c->direct[buffer];
    int64_t more = 0;

    for (size_t i = 0; i < u->reader_count; i++) {
        const transport_reader *r = &u->readers[i];
        direct_launch *l = &c->launches[r->launch];
        more -= cost_of_launch(c, r->launch);
        l->arguments = direct ? l->arguments + 1 : l->arguments - 1;
        l->rounds = direct ? l->rounds + (r->rounds - 1) : l->rounds - (r->rounds - 1);
        l->read = direct ? l->read + r->bytes : l->read - r->bytes;
        more += cost_of_launch(c, r->launch);
    }
    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, PLAN_UPLOAD))
            more -= cost_of_uploads(c, g);
    count_copied(c, buffer, PLAN_UPLOAD, !direct);
    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, PLAN_UPLOAD))
            more += cost_of_uploads(c, g);
    c->direct[buffer] = direct;
    return more;
}

/* Flips single ones as long as that helps; returns what was gained, as a negative number. */
static int64_t improve(chooser *c, const uint32_t *members, size_t count)
{
    int64_t sum = 0;
    bool better = true;

    for (unsigned round = 0; better && round < SEARCH_ROUNDS; round++) {
        better = false;
        for (size_t i = 0; i < count; i++) {
            int64_t more = flip(c, members[i]);
            if (more >= 0) {
                flip(c, members[i]);
                continue;
            }
            sum += more;
            better = true;
        }
    }
    return sum;
}

/* Buffers whose choices bear on each other: from all copied and from all direct, the better of what single flips lead to;
 * as good, the latter. */
static void search(chooser *c, const uint32_t *members, size_t count)
{
    bool *best = ARENA_ARRAY(c->scratch, bool, count + 1);
    int64_t copied_sum, sum = 0;

    copied_sum = improve(c, members, count);
    for (size_t i = 0; i < count; i++)
        best[i] = c->direct[members[i]];
    sum = copied_sum;
    for (size_t i = 0; i < count; i++)
        if (!c->direct[members[i]])
            sum += flip(c, members[i]);
    sum += improve(c, members, count);
    for (size_t i = 0; sum > copied_sum && i < count; i++)
        if (c->direct[members[i]] != best[i])
            flip(c, members[i]);
}

/* ---- graphs that share uploads ---- */

static size_t root_of(size_t *parents, size_t graph)
{
    while (parents[graph] != graph) {
        parents[graph] = parents[parents[graph]];
        graph = parents[graph];
    }
    return graph;
}

static size_t first_graph(const chooser *c, uint32_t buffer)
{
    size_t g = 0;

    while (g + 1 < c->m->graph_count && !traffic_has(&c->crossings, buffer, g, PLAN_UPLOAD))
        g++;
    return g;
}

static void join_graphs(const chooser *c, size_t *parents)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        parents[g] = g;
    for (uint32_t b = 0; b < c->m->buffer_count; b++) {
        size_t first = first_graph(c, b);
        for (size_t g = first + 1; c->open[b] && g < c->m->graph_count; g++)
            if (traffic_has(&c->crossings, b, g, PLAN_UPLOAD))
                parents[root_of(parents, g)] = root_of(parents, first);
    }
}

static void search_all(chooser *c)
{
    size_t graphs = c->m->graph_count, *parents = ARENA_ARRAY(c->scratch, size_t, graphs + 1);
    size_t *ends = ARENA_ARRAY(c->scratch, size_t, graphs + 1);
    uint32_t *members = ARENA_ARRAY(c->scratch, uint32_t, c->m->buffer_count + 1);
    size_t begin = 0;

    join_graphs(c, parents);
    for (uint32_t b = 0; b < c->m->buffer_count; b++)
        if (c->open[b])
            ends[root_of(parents, first_graph(c, b)) + 1]++;
    for (size_t g = 0; g < graphs; g++)
        ends[g + 1] += ends[g];
    for (uint32_t b = 0; b < c->m->buffer_count; b++)
        if (c->open[b])
            members[ends[root_of(parents, first_graph(c, b))]++] = b;
    for (size_t g = 0; g < graphs; g++) {
        search(c, members + begin, ends[g] - begin);
        begin = ends[g];
    }
}

/* ---- large transfers ---- */

/* Whether some graph that the buffer crosses for brings as many bytes that way. */
static bool crosses_with(const chooser *c, uint32_t buffer, plan_direction direction, uint64_t bytes)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, direction) && c->groups[2 * g + (size_t)direction].all >= bytes)
            return true;
    return false;
}

/* The engines copy it beside what the other lanes do. */
static bool is_overlapped(const chooser *c, uint32_t buffer, plan_direction direction)
{
    return c->m->lanes > 1 && !c->cost->integrated && crosses_with(c, buffer, direction, c->cost->overlap_from);
}

/* `api: call` leaves out the copy of what is as it was in the last call; below so many bytes that saves nothing. */
static bool may_be_left_out(const chooser *c, const model_buffer *b)
{
    return c->m->api_call && b->size >= PLAN_APART_BYTES;
}

static bool is_aligned(const model_buffer *b, plan_direction direction)
{
    return b->alignment % 16 == 0 && (direction == PLAN_UPLOAD || b->down_first % 16 == 0);
}

/* ---- the choice, in words ---- */

static const char *why_direct(const chooser *c, uint32_t buffer)
{
    size_t count = c->uses->of[buffer].reader_count;

    if (c->m->buffers[buffer].role == ROLE_OUTPUT)
        return "written once, by one launch";
    if (count == 0)
        return "no step reads it";
    return count == 1 ? "read once, by one launch" : arena_printf(c->memory, "read once each by %zu launches", count);
}

static const char *why_not_direct(const chooser *c, uint32_t buffer)
{
    const transport_use *u = &c->uses->of[buffer];
    bool in_loop = false, slow = false;

    if (u->obstacle.text != NULL)
        return u->obstacle.reason;
    if (may_be_left_out(c, &c->m->buffers[buffer]))
        return "left out where it is as it was";
    for (size_t i = 0; i < u->reader_count; i++) {
        in_loop |= u->readers[i].in_loop;
        slow |= u->readers[i].rounds > 1;
    }
    if (in_loop)
        return "read in a loop";
    if (u->reader_count > 1)
        return arena_printf(c->memory, "read by %zu launches", u->reader_count);
    return slow ? "read by few threads" : "crosses with others";
}

static void choose_copied(const chooser *c, uint32_t buffer, plan_direction direction, plan_transport *transport,
                          const char **why)
{
    const model_buffer *b = &c->m->buffers[buffer];

    *transport = TRANSPORT_COPY;
    if (is_overlapped(c, buffer, direction))
        *why = "large, beside other lanes";
    else if (!c->has_kernel)
        *why = arena_printf(c->memory, "%s; no kernel has source", why_not_direct(c, buffer));
    else if (crosses_with(c, buffer, direction, c->cost->copy_from))
        *why = arena_printf(c->memory, "%s; large", why_not_direct(c, buffer));
    else if (!is_aligned(b, direction) && crosses_with(c, buffer, direction, UNALIGNED_BYTES))
        *why = arena_printf(c->memory, "%s; not at a multiple of 16 bytes", why_not_direct(c, buffer));
    else {
        *transport = TRANSPORT_KERNEL;
        *why = why_not_direct(c, buffer);
    }
}

static void settle(const chooser *c, uint32_t buffer, plan_direction direction, plan_crossing *crossing)
{
    const model_buffer *b = &c->m->buffers[buffer];

    if (b->io != IO_AUTO || !traffic_crosses(b, direction))
        return;
    if (c->direct[buffer]) {
        crossing->by[direction] = TRANSPORT_DIRECT;
        crossing->why[direction] = why_direct(c, buffer);
    } else {
        choose_copied(c, buffer, direction, &crossing->by[direction], &crossing->why[direction]);
    }
}

/* ---- the stage ---- */

static void add_bytes(chooser *c, uint32_t buffer, plan_direction direction)
{
    const model_buffer *b = &c->m->buffers[buffer];
    uint64_t bytes = direction == PLAN_UPLOAD ? b->size : b->down_last - b->down_first;

    for (size_t g = 0; g < c->m->graph_count; g++)
        if (traffic_has(&c->crossings, buffer, g, direction))
            c->groups[2 * g + (size_t)direction].all += bytes;
}

/* What is direct or copied for certain, and which uploads are open: those begin as copied. */
static void sort_out(chooser *c, uint32_t buffer)
{
    const model_buffer *b = &c->m->buffers[buffer];
    const transport_use *u = &c->uses->of[buffer];
    bool asked = b->io == IO_DIRECT, can = u->obstacle.text == NULL && b->io == IO_AUTO;

    if (b->role == ROLE_OUTPUT && traffic_crosses(b, PLAN_DOWNLOAD)) {
        c->direct[buffer] = asked || (can && !is_overlapped(c, buffer, PLAN_DOWNLOAD));
        if (c->direct[buffer])
            c->launches[u->writer_launch].written += b->size;
    }
    if (!traffic_crosses(b, PLAN_UPLOAD))
        return;
    count_copied(c, buffer, PLAN_UPLOAD, true);
    c->open[buffer] = can && !is_overlapped(c, buffer, PLAN_UPLOAD) && !may_be_left_out(c, b);
    if (asked)
        flip(c, buffer);
}

void transport_choose_auto(arena *a, const model *m, plan *p, const transport_uses *uses)
{
    arena *scratch = arena_new();
    chooser c = {.memory = a, .scratch = scratch, .m = m, .uses = uses, .cost = transport_cost_of(m)};

    c.has_kernel = model_has_source(m);
    c.crossings = traffic_crossings(scratch, m);
    c.launches = ARENA_ARRAY(scratch, direct_launch, uses->launch_count + 1);
    c.groups = ARENA_ARRAY(scratch, copied, 2 * m->graph_count + 1);
    c.open = ARENA_ARRAY(scratch, bool, m->buffer_count + 1);
    c.direct = ARENA_ARRAY(scratch, bool, m->buffer_count + 1);
    for (uint32_t b = 0; b < m->buffer_count; b++)
        for (int d = 0; d < 2; d++)
            add_bytes(&c, b, (plan_direction)d);
    for (uint32_t b = 0; b < m->buffer_count; b++)
        sort_out(&c, b);
    search_all(&c);
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        settle(&c, i, PLAN_UPLOAD, &p->crossings[i]);
        settle(&c, i, PLAN_DOWNLOAD, &p->crossings[i]);
    }
    arena_free(scratch);
}
