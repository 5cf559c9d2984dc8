/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What more than one output needs to know of model and plan. */
#include <string.h>

#include "emit/parts.h"

/* The runtime puts each arena at a multiple of this in memory of the application. */
#define ARENA_ALIGNMENT 256u

/* ---- memory ---- */

static uint64_t round_up(uint64_t bytes)
{
    return (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
}

/* Where a lane's arenas end that begin at 0. */
static uint64_t lane_bytes(const plan *p, bool first)
{
    uint64_t end = 0;

    for (size_t i = 0; i < p->arena_count; i++)
        if (first || !p->arenas[i].shared)
            end = round_up(end) + p->arenas[i].bytes;
    return end;
}

uint64_t emit_device_bytes(const emit *e)
{
    uint64_t first = lane_bytes(e->p, true), further = lane_bytes(e->p, false);

    if (!e->lanes)
        return first;
    return round_up(first) + (e->m->lanes - 2) * round_up(further) + further;
}

uint64_t emit_pool_device_bytes(const emit *e)
{
    uint64_t end = 0;

    for (size_t i = 0; i < e->p->arena_count; i++)
        if (e->p->arenas[i].pooled)
            end = round_up(end) + e->p->arenas[i].bytes;
    return end;
}

bool emit_is_pooled(const emit *e, uint32_t buffer)
{
    return plan_is_pooled(e->m, &e->m->buffers[buffer]);
}

uint64_t emit_pinned_bytes(const emit *e)
{
    uint64_t bytes = emit_has_pinned(e->p) ? e->p->pinned.bytes + e->p->pinned_pool.bytes : 0;
    uint64_t copies = (uint64_t)e->m->lanes * e->m->in_flight;

    return (copies - 1) * round_up(bytes) + bytes;
}

bool emit_has_pinned(const plan *p)
{
    return p->pinned.bytes > 0;
}

uint64_t emit_pinned_end(const plan *p)
{
    return p->pinned.bytes - PLAN_COMPLETION_BYTES;
}

bool emit_has_place(const model_buffer *b)
{
    return b->role != ROLE_CONDITION && (b->role != ROLE_SETTING || b->by_pointer) && !b->external;
}

/* ---- how buffers cross ---- */

bool emit_goes_in(const model_buffer *b)
{
    if (b->role == ROLE_SETTING || b->role == ROLE_CONDITION)
        return false;
    if (b->upload == TRAFFIC_DEFAULT)
        return b->role == ROLE_INPUT || b->role == ROLE_INOUT;
    return b->upload != TRAFFIC_NEVER;
}

bool emit_comes_out(const model_buffer *b)
{
    if (b->role == ROLE_CONDITION || b->internal)
        return false;
    if (b->download == TRAFFIC_DEFAULT)
        return b->role == ROLE_OUTPUT || b->role == ROLE_INOUT;
    return b->download != TRAFFIC_NEVER;
}

bool emit_is_partial(const model_buffer *b)
{
    return b->down_last != 0 && (b->down_first != 0 || b->down_last != b->size);
}

bool emit_is_accessible(const model_buffer *b)
{
    return emit_goes_in(b) || emit_comes_out(b) || b->content == CONTENT_APP || b->external;
}

const char *emit_out_name(const emit *e, const model_buffer *b)
{
    return b->role == ROLE_OUTPUT ? b->name : arena_printf(e->memory, "%s_out", b->name);
}

bool emit_is_uploaded(const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    return b->size > 0 && emit_has_place(b) && e->p->places[buffer].upload_offset != UINT64_MAX;
}

bool emit_is_downloaded(const emit *e, uint32_t buffer)
{
    return e->m->buffers[buffer].size > 0 && e->p->places[buffer].download_offset != UINT64_MAX;
}

uint64_t emit_run_first(const plan_run *run)
{
    return run->last == UINT64_MAX || run->last == 0 ? 0 : run->first;
}

uint64_t emit_run_bytes(const plan_run *run)
{
    return run->last == UINT64_MAX || run->last == 0 ? run->bytes : run->last - run->first;
}

uint64_t emit_run_carried(const emit *e, const plan_run *run)
{
    uint64_t sum = 0;

    if (run->last != UINT64_MAX && run->last != 0)
        return run->last - run->first;
    for (size_t i = 0; i < run->member_count; i++)
        sum += e->m->buffers[run->members[i]].size;
    return sum;
}

bool emit_has_settings(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_SETTING)
            return true;
    return false;
}

size_t emit_external_count(const model *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->buffer_count; i++)
        count += m->buffers[i].external ? 1 : 0;
    return count;
}

size_t emit_external_number(const emit *e, const model_buffer *b)
{
    size_t number = 0;

    for (const model_buffer *other = e->m->buffers; other != b; other++)
        number += other->external ? 1 : 0;
    return number;
}

bool emit_has_state(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_STATE)
            return true;
    return false;
}

bool emit_is_requested(const model_buffer *b, plan_direction direction)
{
    return (direction == PLAN_UPLOAD ? b->upload : b->download) == TRAFFIC_ON_REQUEST;
}

bool emit_has_requests(const model *m, plan_direction direction)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (emit_is_requested(&m->buffers[i], direction))
            return true;
    return false;
}

bool emit_graph_moves(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (direction == PLAN_UPLOAD ? !emit_goes_in(b) : !emit_comes_out(b))
        return false;
    if (b->size == 0)
        return e->replayed == 1;
    for (size_t i = 0; i < e->p->run_count; i++) {
        const plan_run *run = &e->p->runs[i];
        if (run->graph != graph || run->direction != direction)
            continue;
        for (size_t j = 0; j < run->member_count; j++)
            if (run->members[j] == buffer)
                return true;
    }
    return false;
}

/* ---- first contents ---- */

bool emit_has_content(const model_buffer *b)
{
    return b->content != CONTENT_NONE && b->role != ROLE_SETTING && b->role != ROLE_OUTPUT &&
           b->role != ROLE_CONDITION && b->size > 0;
}

bool emit_starts_pinned(const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (!emit_has_content(b) || !emit_is_uploaded(e, buffer))
        return false;
    if (b->content == CONTENT_PATTERN)
        return emit_period(b) != 1 || b->pattern[0] != 0;
    return b->content == CONTENT_BYTES;
}

uint32_t emit_period(const model_buffer *b)
{
    for (uint32_t period = 1; period <= 8; period *= 2) {
        bool repeats = b->type->size % period == 0;
        for (uint32_t i = period; repeats && i < b->type->size; i++)
            repeats = b->pattern[i] == b->pattern[i - period];
        if (repeats)
            return period;
    }
    return 0;
}

const unsigned char *emit_embedded(const emit *e, uint32_t buffer, uint64_t *size)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (!emit_has_content(b))
        return NULL;
    *size = b->size;
    if (b->content == CONTENT_BYTES)
        return b->bytes;
    *size = b->type->size;
    if (b->content == CONTENT_PATTERN && (emit_period(b) == 0 || emit_starts_pinned(e, buffer)))
        return b->pattern;
    return NULL;
}

/* ---- arguments ---- */

bool emit_follows_setting(const emit *e, const plan_argument *argument)
{
    return !argument->pointer && argument->setting < e->m->buffer_count &&
           e->m->buffers[argument->setting].role == ROLE_SETTING;
}

bool emit_follows_switch(const plan_argument *argument)
{
    return !argument->pointer && argument->switched > 0;
}

bool emit_is_handle(const emit *e, const plan_argument *argument)
{
    return !argument->pointer && argument->condition < e->m->buffer_count &&
           e->m->buffers[argument->condition].role == ROLE_CONDITION;
}

/* ---- names of several ---- */

const char *emit_buffer_list(const emit *e, const uint32_t *buffers, size_t count)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (size_t i = 0; i < count; i++)
        emit_names_add(&list, e->m->buffers[buffers[i]].name);
    return list.text;
}

const char *emit_member_list(const emit *e, const plan_run *run)
{
    return emit_buffer_list(e, run->members, run->member_count);
}

const char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count)
{
    emit_names list = {e->memory, NULL, 0, 0};

    if (count == 0)
        return "-";
    if (count == 1)
        return g->nodes[nodes[0]].name;
    for (size_t i = 0; i < count; i++)
        emit_names_add(&list, g->nodes[nodes[i]].name);
    return list.text;
}

/* ---- graphs ---- */

bool emit_is_setup(const plan_graph *g)
{
    return g->kind == GRAPH_SETUP;
}
