/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `lanes:`, `in_flight:`, `ranks:`, `memory:`, `api:`, `keep:` and `fuse:`, alone and against the buffers. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

static void check_lane_count(checker *c)
{
    model_expr *e = &c->m->lanes_expr;

    c->m->lanes = 1;
    if (e->root == NULL || !check_evaluate(c, e))
        return;
    if (e->value < 1 || e->value > MODEL_MAX_LANES)
        diag_error(c->d, e->at, "lanes-value", "expected 1 to %u lanes, found %" PRId64, MODEL_MAX_LANES, e->value);
    else
        c->m->lanes = (unsigned)e->value;
}

static void check_keep(checker *c)
{
    model_expr *e = &c->m->keep_expr;

    c->m->keep = 1;
    if (e->root == NULL || !check_evaluate(c, e))
        return;
    if (e->value < 1 || e->value > MODEL_MAX_KEEP) {
        diag_error(c->d, e->at, "keep-value", "expected 1 to %u kept calls, found %" PRId64, MODEL_MAX_KEEP, e->value);
    } else if (!c->m->api_call && e->value > 1) {
        diag_error(c->d, e->at, "keep-in-place", "outputs are kept by 'api: call' only");
        diag_hint(c->d, "write 'api: call', or leave 'keep' out");
    } else {
        c->m->keep = (unsigned)e->value;
    }
}

/* Each replay in flight has its own memory for what crosses; that of the application's is there once. */
static void check_in_flight_buffer(checker *c, const model_buffer *b)
{
    if (b->broken || !b->external)
        return;
    diag_error(c->d, b->external_at, "in-flight-external",
               "'%s' lies in external memory, which %u replays in flight would share", b->name, c->m->in_flight);
    diag_note(c->d, c->m->in_flight_expr.at, "'in_flight' is here");
    diag_hint(c->d, "leave out one of the two");
}

static void check_in_flight(checker *c)
{
    model_expr *e = &c->m->in_flight_expr;

    c->m->in_flight = 1;
    if (e->root == NULL || !check_evaluate(c, e))
        return;
    if (e->value < 1 || e->value > MODEL_MAX_IN_FLIGHT) {
        diag_error(c->d, e->at, "in-flight-value", "expected 1 to %u replays in flight, found %" PRId64,
                   MODEL_MAX_IN_FLIGHT, e->value);
        return;
    }
    c->m->in_flight = (unsigned)e->value;
    if (c->m->in_flight > 1 && c->m->api_call) {
        diag_error(c->d, e->at, "in-flight-call",
                   "with 'api: call' there is one replay of a lane at a time, so %u cannot be in flight",
                   c->m->in_flight);
        diag_note(c->d, c->m->api_at, "'api' is here");
        diag_hint(c->d, "leave out one of the two; several lanes and 'call_batch' overlap calls");
    }
    if (c->m->in_flight > 1 && c->m->pooled) {
        diag_error(c->d, e->at, "in-flight-pool", "a pool has one replay at a time, so %u cannot be in flight",
                   c->m->in_flight);
        diag_note(c->d, c->m->pool_at, "'pool' is here");
        diag_hint(c->d, "leave out one of the two");
    }
    for (size_t i = 0; c->m->in_flight > 1 && i < c->m->buffer_count; i++)
        check_in_flight_buffer(c, &c->m->buffers[i]);
}

/* Collectives of two lanes at once may wait for each other for good, on a device that has no room for both. */
static void check_ranks(checker *c)
{
    model_expr *e = &c->m->ranks_expr;

    c->m->ranks = 1;
    if (e->root == NULL || !check_evaluate(c, e))
        return;
    if (e->value < 1 || e->value > MODEL_MAX_RANKS) {
        diag_error(c->d, e->at, "ranks-value", "expected 1 to %u ranks, found %" PRId64, MODEL_MAX_RANKS, e->value);
        return;
    }
    c->m->ranks = (unsigned)e->value;
    if (c->m->ranks < 2 || c->m->lanes < 2)
        return;
    diag_error(c->d, e->at, "ranks-lanes", "a program of %u ranks has one lane, and this one has %u", c->m->ranks,
               c->m->lanes);
    diag_note(c->d, c->m->lanes_expr.at, "'lanes' is here");
    diag_hint(c->d, "collectives of two lanes at once may wait for each other for good; 'in_flight' has an order");
}

static void check_memory(checker *c, model_expr *e, const char *key)
{
    if (e->root == NULL || !check_evaluate(c, e) || e->value > 0)
        return;
    diag_error(c->d, e->at, "memory-value", "expected a number of bytes for '%s', found %" PRId64, key, e->value);
}

/* A call finds out by itself which inputs changed, and it returns all of its outputs. */
static void check_call_traffic(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];
        bool up = b->upload == TRAFFIC_ON_REQUEST;

        if (b->broken || (!up && b->download != TRAFFIC_ON_REQUEST))
            continue;
        diag_error(c->d, up ? b->upload_at : b->download_at, "api-traffic",
                   "'on_request' is not for 'api: call', in which every call %s '%s'", up ? "takes" : "gives back",
                   b->name);
        diag_note(c->d, c->m->api_at, "'api' is here");
    }
}

/* It is one program's turn at a time, while lanes run at once. */
static void check_pool(checker *c)
{
    if (!c->m->pooled || c->m->lanes < 2)
        return;
    diag_error(c->d, c->m->pool_at, "pool-lanes", "a pool is for programs of one lane, and this one has %u",
               c->m->lanes);
    diag_note(c->d, c->m->lanes_expr.at, "'lanes' is here");
    diag_hint(c->d, "make it several programs of one lane, each with a pool of its own, or leave out 'pool'");
}

static void fail_fuse_name(checker *c, const model_fuse *f)
{
    const char **names = ARENA_ARRAY(c->a, const char *, c->m->graph_count + 1), *nearest;
    size_t count = 0;

    for (size_t i = 0; i < c->m->graph_count; i++)
        if (c->m->graphs[i].kind == GRAPH_REPLAY)
            names[count++] = c->m->graphs[i].name;
    diag_error(c->d, f->at, "fuse-graph", "no graph has the name '%s'", f->name);
    nearest = check_nearest_of(c, f->name, names, count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    else if (!c->m->named_graphs)
        diag_hint(c->d, "the graph of 'steps' is called main");
}

static void check_fuse(checker *c)
{
    for (size_t i = 0; i < c->m->graph_count; i++)
        c->m->graphs[i].fuse_off = c->m->fuse_off;
    for (size_t k = 0; k < c->m->fuse_count; k++) {
        bool found = false;
        for (size_t i = 0; i < c->m->graph_count; i++) {
            model_graph *g = &c->m->graphs[i];
            if (g->kind != GRAPH_REPLAY || strcmp(g->name, c->m->fuses[k].name) != 0)
                continue;
            g->fuse_off = c->m->fuses[k].off;
            found = true;
        }
        if (!found)
            fail_fuse_name(c, &c->m->fuses[k]);
    }
}

void check_options(checker *c)
{
    check_fuse(c);
    check_lane_count(c);
    check_keep(c);
    check_pool(c);
    check_in_flight(c);
    check_ranks(c);
    check_memory(c, &c->m->device_memory, "device");
    check_memory(c, &c->m->pinned_memory, "pinned");
    if (c->m->api_call)
        check_call_traffic(c);
}

/* ---- lanes against state ---- */

/* Replays on different lanes would each change a copy of their own: the state of a program that has only one. */
static void report_state(checker *c, const model_buffer *b, span at, const char *how)
{
    diag_error(c->d, at, "lanes-state", "each of %u lanes has a state '%s' of its own, which %s", c->m->lanes, b->name,
               how);
    diag_note(c->d, b->at, "'%s' is declared here", b->name);
    diag_hint(c->d, "write 'per_lane: true' if that is meant, otherwise use one lane");
}

static void find_changes(checker *c, bool *reported, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);

    for (size_t i = 0; i < count; i++) {
        const model_buffer *b = &c->m->buffers[uses[i].buffer];

        if (b->role != ROLE_STATE || b->per_lane || reported[uses[i].buffer] || !check_writes(uses[i].access))
            continue;
        reported[uses[i].buffer] = true;
        report_state(c, b, uses[i].at, "this step changes");
    }
}

void check_lanes(checker *c)
{
    bool *reported;

    if (c->m->lanes < 2)
        return;
    reported = ARENA_ARRAY(c->a, bool, c->m->buffer_count + 1);
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];

        reported[i] = b->role == ROLE_STATE && !b->per_lane && b->upload != TRAFFIC_NEVER;
        if (reported[i])
            report_state(c, b, b->upload_at, "the application uploads");
    }
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; c->m->graphs[g].kind == GRAPH_REPLAY && i < c->m->graphs[g].step_count; i++)
            find_changes(c, reported, &c->m->graphs[g].steps[i]);
}
