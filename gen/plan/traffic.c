/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/traffic.h"

#include "plan/traffic_parts.h"

typedef struct {
    arena *memory;
    const model *m;
    plan *p;
    traffic_sets all;    /* what crosses in which graph … */
    traffic_sets common; /* … and what of that crosses together with others */
    uint32_t *members;   /* all that crosses, by role */
    size_t member_count;
    uint32_t *order; /* of the buffers in `common` */
    size_t order_count;
    size_t capacity; /* of the plan's runs */
} traffic;

static bool is_on_request(const model_buffer *b, plan_direction direction)
{
    return (direction == PLAN_UPLOAD ? b->upload : b->download) == TRAFFIC_ON_REQUEST;
}

static bool is_partial(const model_buffer *b, plan_direction direction)
{
    return direction == PLAN_DOWNLOAD && (b->down_first > 0 || b->down_last < b->size);
}

/* Large enough for a node that is left out while its bytes are those of the last call. */
static bool is_apart(const model *m, const model_buffer *b, plan_direction direction)
{
    return m->api_call && direction == PLAN_UPLOAD && b->size >= PLAN_APART_BYTES;
}

static plan_transport transport_of(const traffic *t, uint32_t buffer, plan_direction direction)
{
    return t->p->crossings[buffer].by[direction];
}

/* A buffer with `at:` has no neighbours, and one that stays in pinned memory needs none. What a pool may not hold lies
 * elsewhere than the rest. */
static bool crosses_alone(const traffic *t, uint32_t buffer, plan_direction direction)
{
    const model_buffer *b = &t->m->buffers[buffer];

    return t->p->separate || b->fixed || is_on_request(b, direction) || is_partial(b, direction) ||
           (t->m->pooled && !plan_is_pooled(t->m, b)) || is_apart(t->m, b, direction) ||
           transport_of(t, buffer, direction) == TRANSPORT_DIRECT;
}

static void find_common(traffic *t)
{
    for (uint32_t b = 0; b < t->m->buffer_count; b++) {
        for (int d = 0; d < 2; d++) {
            if (!crosses_alone(t, b, (plan_direction)d))
                traffic_take(&t->all, &t->common, b, (plan_direction)d);
        }
    }
}

/* The device keeps what goes into inputs and settings, while a replay may change the others. A buffer without a node
 * has none that could be left out. */
static bool is_left_out(const traffic *t, plan_direction direction, const uint32_t *members, size_t count)
{
    bool kept =
        t->m->api_call && direction == PLAN_UPLOAD && transport_of(t, members[0], direction) != TRANSPORT_DIRECT;

    for (size_t i = 0; i < count; i++) {
        model_role role = t->m->buffers[members[i]].role;
        kept = kept && (role == ROLE_INPUT || role == ROLE_SETTING);
    }
    return kept;
}

static plan_run *add_run(traffic *t, size_t graph, plan_direction direction, uint32_t *members, size_t count)
{
    t->p->runs = arena_grow(t->memory, t->p->runs, t->p->run_count, &t->capacity, sizeof *t->p->runs);
    plan_run *run = &t->p->runs[t->p->run_count++];
    bool if_changed = is_left_out(t, direction, members, count);
    plan_piece *all = ARENA_NEW(t->memory, plan_piece);

    all->count = count;
    *run = (plan_run){.direction = direction,
                      .transport = transport_of(t, members[0], direction),
                      .members = members,
                      .member_count = count,
                      .graph = (uint32_t)graph,
                      .if_changed = if_changed,
                      .pieces = all,
                      .piece_count = 1,
                      .last = UINT64_MAX};
    return run;
}

/* Whether a buffer of the common order goes on with the piece that another one begins. */
static bool is_in_piece(const traffic *t, size_t graph, plan_direction direction, uint32_t first, uint32_t buffer)
{
    return traffic_has(&t->common, buffer, graph, direction) &&
           transport_of(t, buffer, direction) == transport_of(t, first, direction);
}

/* What crosses together, in pieces of the common order … */
static void add_common_runs(traffic *t, size_t graph, plan_direction direction)
{
    size_t begin = 0;
    while (begin < t->order_count) {
        size_t end = begin;
        while (end < t->order_count && is_in_piece(t, graph, direction, t->order[begin], t->order[end]))
            end++;
        if (end > begin)
            add_run(t, graph, direction, t->order + begin, end - begin);
        begin = end > begin ? end : begin + 1;
    }
}

/* … and what crosses alone. */
static void add_own_runs(traffic *t, size_t graph, plan_direction direction)
{
    for (size_t i = 0; i < t->member_count; i++) {
        uint32_t b = t->members[i];
        const model_buffer *buffer = &t->m->buffers[b];
        if (!traffic_has(&t->all, b, graph, direction) || traffic_has(&t->common, b, graph, direction))
            continue;
        uint32_t *member = ARENA_NEW(t->memory, uint32_t);
        *member = b;
        plan_run *run = add_run(t, graph, direction, member, 1);
        run->on_request = is_on_request(buffer, direction);
        if (is_partial(buffer, direction)) {
            run->first = buffer->down_first;
            run->last = buffer->down_last;
        }
    }
}

/* Settings, inputs, inouts, states, outputs: buffers keep this order wherever another would be no better. */
static void collect_members(traffic *t)
{
    static const model_role roles[] = {ROLE_SETTING, ROLE_INPUT, ROLE_INOUT, ROLE_STATE, ROLE_OUTPUT};
    t->members = ARENA_ARRAY(t->memory, uint32_t, t->m->buffer_count);
    t->order = ARENA_ARRAY(t->memory, uint32_t, t->m->buffer_count);
    for (size_t r = 0; r < sizeof roles / sizeof *roles; r++) {
        for (uint32_t b = 0; b < t->m->buffer_count; b++) {
            if (t->m->buffers[b].role != roles[r])
                continue;
            if (traffic_has_any(&t->all, b))
                t->members[t->member_count++] = b;
            if (traffic_has_any(&t->common, b))
                t->order[t->order_count++] = b;
        }
    }
}

void traffic_choose(arena *a, const model *m, plan *p)
{
    arena *scratch = arena_new();
    traffic t = {
        .memory = a, .m = m, .p = p, .all = traffic_crossings(scratch, m), .common = traffic_no_sets(scratch, m)};
    find_common(&t);
    collect_members(&t);
    traffic_sets pieces = traffic_by_transport(scratch, m, p, &t.common);
    traffic_arrange(m, &pieces, t.order, t.order_count);
    for (size_t g = 0; g < m->graph_count; g++) {
        for (int d = 0; d < 2; d++) {
            add_common_runs(&t, g, (plan_direction)d);
            add_own_runs(&t, g, (plan_direction)d);
        }
    }
    arena_free(scratch);
}
