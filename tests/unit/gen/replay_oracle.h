/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Runs a small plan byte by byte on imagined memory and compares all that an application can see with the model's steps
 * run in order on memory of their own: random graphs on random lanes, with random switches, settings and requests.
 * Knows nothing of how plans are made or proven: slow, and right by being simple. */
#ifndef REPLAY_ORACLE_H
#define REPLAY_ORACLE_H

#include "oracle_race.h"

#define ORACLE_REPLAYS 5
#define ORACLE_PINNED (1u << 20)

/* ---- running ---- */

/* Where a launch's pointers lead, on either side. */
typedef struct {
    cell *arguments[8], *reads[4], *writes[4];
    uint32_t *conditions[8];
} launch_bytes;

static inline bool writes_byte(model_access access, cell written)
{
    return access == ACCESS_OUT || access == ACCESS_INOUT || (access == ACCESS_OUT_PART && written % 2);
}

/* A kernel's effect on the bytes that it reaches: all that it writes depends on all that it reads. */
static inline void run_kernel(oracle *o, const model_step *step, const launch_bytes *bytes, cell launch)
{
    cell seen = launch;
    for (size_t i = 0; i < step->argument_count; i++) {
        model_access access = step->arguments[i].access;
        for (uint64_t b = 0; access != ACCESS_VALUE && b < slice_bytes(&step->arguments[i].slice); b++) {
            if (access == ACCESS_IN || access == ACCESS_INOUT)
                seen = mix(seen, bytes->arguments[i][b]);
        }
    }
    for (size_t i = 0; i < step->read_count; i++) {
        for (uint64_t b = 0; b < slice_bytes(&step->reads[i]); b++)
            seen = mix(seen, bytes->reads[i][b]);
    }
    for (size_t i = 0; i < step->argument_count; i++) {
        model_access access = step->arguments[i].access;
        if (bytes->conditions[i])
            *bytes->conditions[i] = (uint32_t)(mix(mix(seen, i), 300) % 4);
        for (uint64_t b = 0; access != ACCESS_VALUE && b < slice_bytes(&step->arguments[i].slice); b++) {
            cell written = mix(mix(seen, i), b);
            if (access == ACCESS_WORK)
                bytes->arguments[i][b] = undefined(o);
            else if (writes_byte(access, written))
                bytes->arguments[i][b] = written;
        }
    }
    for (size_t i = 0; i < step->write_count; i++) {
        for (uint64_t b = 0; b < slice_bytes(&step->writes[i]); b++) {
            cell written = mix(mix(seen, 100 + i), b);
            if (written % 2)
                bytes->writes[i][b] = written;
        }
    }
}

static inline cell launch_number(uint32_t kernel, const uint32_t *grid, const uint32_t *block,
                                 uint32_t shared)
{
    cell number = mix(kernel, shared);
    for (int i = 0; i < 3; i++)
        number = mix(mix(number, grid[i]), block[i]);
    return number;
}

static inline cell value_number(cell number, const unsigned char *value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        number = mix(number, value[i]);
    return number;
}

static inline void run_launch_node(oracle *o, const model_step *step, const plan_node *n)
{
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}, {NULL}};
    uint32_t grid[3];
    for (int i = 0; i < 3; i++) {
        grid[i] = n->grid_varies[i] ? varied(o, n->grid_varies[i]) : n->grid[i];
        if (grid[i] == 0)
            return;
    }
    cell launch = launch_number(n->kernel, grid, n->block, n->shared_bytes);
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        if (argument->pointer)
            bytes.arguments[i] = memory_byte(o, argument->buffer, argument->first);
        else if (argument->condition != MODEL_NONE)
            bytes.conditions[i] = &o->plan_values[argument->condition];
        else if (argument->setting != MODEL_NONE)
            launch = mix(launch, setting_number(o, argument->setting));
        else
            launch = value_number(launch, argument->value, argument->type->size);
    }
    for (size_t i = 0; i < step->read_count; i++)
        bytes.reads[i] = memory_byte(o, step->reads[i].buffer, step->reads[i].first);
    for (size_t i = 0; i < step->write_count; i++)
        bytes.writes[i] = memory_byte(o, step->writes[i].buffer, step->writes[i].first);
    run_kernel(o, step, &bytes, launch);
}

/* A function is a kernel without a grid. */
static inline void run_capture_node(oracle *o, const model_step *step, const plan_node *n)
{
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}, {NULL}};
    for (size_t i = 0; i < n->argument_count; i++)
        bytes.arguments[i] = memory_byte(o, n->arguments[i].buffer, n->arguments[i].first);
    run_kernel(o, step, &bytes, mix(500, n->capture->most));
}

static inline void run_transfer(oracle *o, const plan_run *run)
{
    bool up = run->direction == PLAN_UPLOAD;
    if (run->on_request && !(up ? o->lane->changed : o->lane->wanted)[run->members[0]])
        return;
    bool current = run->if_changed;
    for (size_t i = 0; i < run->member_count; i++)
        current = current && o->lane->current[run->members[i]];
    if (current)
        return;
    for (size_t i = 0; i < run->member_count && up; i++)
        o->lane->current[run->members[i]] = true;
    for (size_t i = 0; i < run->piece_count; i++) {
        oracle_piece piece = piece_of(o, run, i);
        cell *device = o->lane->device[piece.arena] + piece.device, *pinned = o->lane->pinned + piece.pinned;
        for (uint64_t k = 0; k < piece.bytes; k++)
            *(up ? &device[k] : &pinned[k]) = up ? pinned[k] : device[k];
    }
}

static inline void run_move(oracle *o, const plan_node *n)
{
    oracle_move move = move_of(o, n);
    for (uint64_t k = 0; k < move.bytes; k++)
        *memory_byte(o, move.to->buffer, move.to->first + k) =
            move.copies ? *memory_byte(o, move.from->buffer, move.from->first + k) : move.pattern >> 8 * (k % 8) & 0xff;
}

static inline void run_node(oracle *o, const plan_graph *g, const plan_node *n);

static inline void run_conditional(oracle *o, const plan_node *n)
{
    for (int pass = 0; pass < (n->control == STEP_WHILE ? ORACLE_PASSES : 1); pass++) {
        uint32_t chosen = body_chosen(n->control, n->body_count, o->plan_values[n->condition]);
        if (chosen == MODEL_NONE)
            return;
        const plan_graph *body = &o->p->bodies[n->first_body + chosen];
        for (size_t i = 0; i < body->node_count; i++)
            run_node(o, body, &body->nodes[i]);
    }
}

static inline void run_node(oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    if (!is_running(o, n->switched, n->unless))
        return;
    if (is_move(o, n)) {
        run_move(o, n);
    } else if (n->kind == PLAN_KERNEL) {
        run_launch_node(o, step, n);
    } else if (n->kind == PLAN_CAPTURE) {
        run_capture_node(o, step, n);
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++)
            *memory_byte(o, n->to, n->to_first + k) = *memory_byte(o, n->from, n->from_first + k);
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint32_t k = 0; k < n->element; k++)
                *memory_byte(o, n->to, n->to_first + i * n->pitch + k) = n->value >> 8 * k & 0xffu;
        }
    } else if (n->kind == PLAN_TRANSFER) {
        run_transfer(o, &o->p->runs[n->run]);
    } else if (n->kind == PLAN_CONDITIONAL) {
        run_conditional(o, n);
    }
}

static inline cell *reference_byte(const oracle *o, const model_slice *s)
{
    return o->lane->reference[s->buffer] + s->first;
}

static inline void run_launch_step(oracle *o, const model_step *step)
{
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}, {NULL}};
    uint32_t grid[3] = {step->grid_size[0], step->grid_size[1], step->grid_size[2]};
    for (size_t i = 0; i < step->grid_count; i++) {
        if (step->grid[i].varies)
            grid[i] = varied(o, &step->grid[i]);
        if (grid[i] == 0)
            return;
    }
    cell launch = launch_number(step->kernel, grid, step->block_size, step->shared_bytes);
    for (size_t i = 0; i < step->argument_count; i++) {
        const model_argument *argument = &step->arguments[i];
        if (argument->access != ACCESS_VALUE)
            bytes.arguments[i] = reference_byte(o, &argument->slice);
        else if (argument->kind == ARGUMENT_CONDITION)
            bytes.conditions[i] = &o->model_values[argument->slice.buffer];
        else if (argument->kind == ARGUMENT_SETTING)
            launch = mix(launch, setting_number(o, argument->slice.buffer));
        else
            launch = value_number(launch, argument->value, o->m->kernels[step->kernel].params[i].type->size);
    }
    for (size_t i = 0; i < step->read_count; i++)
        bytes.reads[i] = reference_byte(o, &step->reads[i]);
    for (size_t i = 0; i < step->write_count; i++)
        bytes.writes[i] = reference_byte(o, &step->writes[i]);
    run_kernel(o, step, &bytes, launch);
}

static inline void run_capture_step(oracle *o, const model_step *step)
{
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}, {NULL}};
    for (size_t i = 0; i < step->argument_count; i++)
        bytes.arguments[i] = reference_byte(o, &step->arguments[i].slice);
    run_kernel(o, step, &bytes, mix(500, step->capture->most));
}

static inline void run_step(oracle *o, const model_step *step)
{
    if (!is_running(o, step->switched, step->unless))
        return;
    if (step->kind == STEP_LAUNCH) {
        run_launch_step(o, step);
    } else if (step->kind == STEP_CAPTURE) {
        run_capture_step(o, step);
    } else if (step->kind == STEP_COPY) {
        for (uint64_t k = 0; k < slice_bytes(&step->to); k++)
            reference_byte(o, &step->to)[k] = reference_byte(o, &step->from)[k];
    } else if (step->kind == STEP_FILL) {
        for (uint64_t k = 0; k < slice_bytes(&step->to); k++)
            reference_byte(o, &step->to)[k] = step->pattern[k % step->to.type->size];
    }
}

/* Those of one body in the flat list, with all that they hold. */
static inline void run_steps(oracle *o, const model_graph *g, uint32_t begin, uint32_t end, uint32_t inside,
                             uint32_t body)
{
    for (uint32_t s = begin; s < end; s++) {
        const model_step *step = &g->steps[s];
        if (step->inside != inside || step->body != body)
            continue;
        for (int pass = 0; is_control(step) && pass < (step->kind == STEP_WHILE ? ORACLE_PASSES : 1); pass++) {
            uint32_t chosen = body_chosen(step->kind, step->body_count, o->model_values[step->condition]);
            if (chosen != MODEL_NONE)
                run_steps(o, g, s + 1, step->end, s + 1, chosen);
        }
        run_step(o, step);
    }
}

static inline void run_graph(oracle *o, size_t graph)
{
    start_conditions(o);
    for (size_t n = 0; n < o->p->graphs[graph].node_count; n++)
        run_node(o, &o->p->graphs[graph], &o->p->graphs[graph].nodes[n]);
    run_steps(o, &o->m->graphs[graph], 0, (uint32_t)o->m->graphs[graph].step_count, 0, 0);
}

/* ---- replays ---- */

/* The application writes what it gives and asks for some of what crosses on request. */
static inline void prepare(oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        if (mix(mix(o->replay, 1000), b) % 3 == 0)
            o->lane->changed[b] = true;
        if (mix(mix(o->replay, 2000), b) % 3 == 0)
            o->lane->wanted[b] = true;
        if (o->m->api_call && mix(mix(o->replay, 5000), b) % 2)
            continue; /* the same bytes again */
        o->lane->current[b] = false;
        for (uint64_t k = 0; k < buffer->size; k++) {
            o->lane->given[b][k] = mix(mix(o->replay, b), k);
            if (crosses_up(buffer))
                o->lane->pinned[o->p->places[b].upload_offset + k] = o->lane->given[b][k];
        }
    }
}

/* What the model says of the bytes that cross before the steps … */
static inline void begin_replay(oracle *o, size_t graph)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        size_t index = graph * o->m->buffer_count + b;
        bool comes = o->uploads[index] && (buffer->upload != TRAFFIC_ON_REQUEST || o->lane->changed[b]);
        for (uint64_t k = 0; k < buffer->size; k++) {
            if (buffer->role == ROLE_OUTPUT)
                o->lane->reference[b][k] = 0;
            else if (comes)
                o->lane->reference[b][k] = o->lane->given[b][k];
        }
    }
}

/* … and after them; a request holds until a graph that can serve it has run. */
static inline void end_replay(oracle *o, size_t graph)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        size_t index = graph * o->m->buffer_count + b;
        bool goes = o->downloads[index] && (buffer->download != TRAFFIC_ON_REQUEST || o->lane->wanted[b]);
        for (uint64_t k = buffer->down_first; goes && k < buffer->down_last; k++)
            o->lane->shown[b][k] = o->lane->reference[b][k];
        o->lane->changed[b] = o->lane->changed[b] && !o->uploads[index];
        o->lane->wanted[b] = o->lane->wanted[b] && !o->downloads[index];
    }
}

/* All that the application can see, and bytes that outlive a replay though no output shows them yet. */
static inline void compare(oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        bool lasts = buffer->role == ROLE_STATE || buffer->role == ROLE_CONSTANT || buffer->role == ROLE_DERIVED ||
                     buffer->role == ROLE_INPUT || buffer->role == ROLE_INOUT;
        for (uint64_t k = 0; k < buffer->size; k++) {
            if (crosses_down(buffer) && o->lane->pinned[o->p->places[b].download_offset + k] != o->lane->shown[b][k])
                o->wrong = true;
            if (crosses_up(buffer) && o->lane->pinned[o->p->places[b].upload_offset + k] != o->lane->given[b][k])
                o->wrong = true;
            if (lasts && o->p->places[b].arena != PLAN_PINNED && *memory_byte(o, (uint32_t)b, k) != o->lane->reference[b][k])
                o->wrong = true;
        }
    }
}

/* The end of pinned memory is the runtime's. */
static inline void complete(oracle *o)
{
    for (uint64_t k = 1; k <= PLAN_COMPLETION_BYTES; k++)
        o->lane->pinned[o->p->pinned.bytes - k] = undefined(o);
}

static inline void run_replays(oracle *o)
{
    size_t replayed = 0;
    while (replayed < o->m->graph_count && o->m->graphs[replayed].kind == GRAPH_REPLAY)
        replayed++;
    if (replayed < o->m->graph_count)
        run_graph(o, replayed); /* setup, on the first lane */
    size_t replays = ORACLE_REPLAYS + (replayed > 1 || o->m->lanes > 1 ? ORACLE_REPLAYS : 0);
    for (o->replay = 1; o->replay <= replays; o->replay++) {
        size_t graph = mix(o->replay, 3000) % replayed;
        o->lane = &o->lanes[mix(o->replay, 4000) % o->m->lanes];
        prepare(o);
        begin_replay(o, graph);
        run_graph(o, graph);
        complete(o);
        end_replay(o, graph);
        for (unsigned i = 0; i < o->m->lanes; i++) {
            o->lane = &o->lanes[i];
            compare(o);
        }
    }
}

/* ---- the question ---- */

static inline bool pinned_holds(const oracle *o, uint64_t offset, const model_buffer *b)
{
    return offset % b->alignment == 0 && b->size <= o->p->pinned.bytes && offset <= o->p->pinned.bytes - b->size;
}

static inline bool buffer_in_bounds(const oracle *o, uint32_t b)
{
    const model_buffer *buffer = &o->m->buffers[b];
    const plan_place *place = &o->p->places[b];
    bool one_for_all = o->m->lanes > 1 && (buffer->role == ROLE_CONSTANT || buffer->role == ROLE_DERIVED);
    if ((buffer->role == ROLE_SETTING && !buffer->by_pointer) || buffer->role == ROLE_CONDITION)
        return true;
    if (!in_memory(o, b, 0, buffer->size) || place->offset % buffer->alignment != 0)
        return false;
    if (buffer->size > 0 && place->arena != PLAN_PINNED && (o->p->arenas[place->arena].shared != one_for_all ||
                             (buffer->fixed && place->offset != buffer->fixed_offset)))
        return false;
    return (!crosses_up(buffer) || pinned_holds(o, place->upload_offset, buffer)) &&
           (!crosses_down(buffer) || pinned_holds(o, place->download_offset, buffer));
}

/* Whether everything lies where it can be looked at, and where the driver takes it. */
static inline bool plan_in_bounds(const oracle *o)
{
    for (uint32_t b = 0; b < o->m->buffer_count; b++) {
        if (!buffer_in_bounds(o, b))
            return false;
    }
    for (size_t i = 0; i < o->p->graph_count + o->p->body_count; i++) {
        const plan_graph *g = i < o->p->graph_count ? &o->p->graphs[i] : &o->p->bodies[i - o->p->graph_count];
        for (size_t n = 0; n < g->node_count; n++) {
            for (size_t k = 0; k < g->nodes[n].after_count; k++) {
                if (g->nodes[n].after[k] >= n)
                    return false;
                for (size_t j = 0; j < k; j++) {    /* the driver refuses a dependency that is named twice */
                    if (g->nodes[n].after[k] == g->nodes[n].after[j])
                        return false;
                }
            }
            if (!node_in_bounds(o, g, &g->nodes[n]))
                return false;
        }
    }
    return true;
}

static inline cell **new_buffers(oracle *o)
{
    cell **bytes = ARENA_ARRAY(o->a, cell *, o->m->buffer_count);
    for (size_t b = 0; b < o->m->buffer_count; b++)
        bytes[b] = ARENA_ARRAY(o->a, cell, o->m->buffers[b].size);
    return bytes;
}

static inline void start_device(oracle *o, oracle_lane *lane)
{
    cell *all = ARENA_ARRAY(o->a, cell, o->memory_bytes);
    lane->device = ARENA_ARRAY(o->a, cell *, o->p->arena_count);
    for (size_t k = 0; k < o->memory_bytes; k++)
        all[k] = undefined(o);
    for (size_t i = 0; i < o->p->arena_count; i++) {
        lane->device[i] = o->p->arenas[i].shared ? o->lanes[0].device[i] : all;
        if (lane == &o->lanes[0])
            lane->device[i] = all;
        all += o->p->arenas[i].bytes;
    }
    lane->pinned = all;
    memset(lane->pinned, 0, o->p->pinned.bytes * sizeof *all);
    lane->conditions = all + o->p->pinned.bytes;
}

/* Constants and first states; all other bytes hold anything. */
static inline void start_lane(oracle *o, oracle_lane *lane)
{
    start_device(o, lane);
    lane->reference = new_buffers(o);
    lane->given = new_buffers(o);
    lane->shown = new_buffers(o);
    lane->changed = ARENA_ARRAY(o->a, bool, o->m->buffer_count);
    lane->wanted = ARENA_ARRAY(o->a, bool, o->m->buffer_count);
    lane->current = ARENA_ARRAY(o->a, bool, o->m->buffer_count);
    o->lane = lane;
    for (uint32_t b = 0; b < o->m->buffer_count; b++) {
        model_role role = o->m->buffers[b].role;
        bool lasts = role != ROLE_SCRATCH && role != ROLE_OUTPUT && role != ROLE_CONDITION &&
                     (role != ROLE_SETTING || o->m->buffers[b].by_pointer);
        if (o->m->lanes > 1 && (role == ROLE_CONSTANT || role == ROLE_DERIVED))
            lane->reference[b] = o->lanes[0].reference[b];
        for (uint64_t k = 0; k < o->m->buffers[b].size; k++) {
            lane->reference[b][k] = role == ROLE_SCRATCH ? undefined(o) : mix(b, k);
            if (lasts && o->p->places[b].arena != PLAN_PINNED)
                *memory_byte(o, b, k) = lane->reference[b][k];
        }
    }
}

static inline bool sizes_are_small(const plan *p)
{
    bool small = p->pinned.bytes >= PLAN_COMPLETION_BYTES && p->pinned.bytes < ORACLE_PINNED;
    for (size_t i = 0; i < p->arena_count; i++)
        small = small && p->arenas[i].bytes < ORACLE_PINNED;
    return small;
}

/* Whether the plan does what the model says, whatever legal order its nodes run in. */
static inline bool plan_is_right(const model *m, const plan *p)
{
    oracle o;
    memset(&o, 0, sizeof o);
    o.a = arena_new();
    o.m = m;
    o.p = p;
    bool right = sizes_are_small(p) && plan_in_bounds(&o);
    if (right) {
        for (size_t i = 0; i < p->arena_count; i++)
            o.memory_bytes += p->arenas[i].bytes;
        o.memory_bytes += p->pinned.bytes + m->buffer_count;
        o.plan_values = ARENA_ARRAY(o.a, uint32_t, m->buffer_count);
        o.model_values = ARENA_ARRAY(o.a, uint32_t, m->buffer_count);
        for (unsigned i = 0; i < m->lanes; i++)
            start_lane(&o, &o.lanes[i]);
        o.lane = &o.lanes[0];
        for (size_t i = 0; i < p->graph_count && right; i++)
            right = !has_race(&o, &p->graphs[i]);
        for (size_t i = 0; i < p->body_count && right; i++)
            right = !has_race(&o, &p->bodies[i]);
    }
    if (right) {
        find_crossings(&o);
        run_replays(&o);
        right = !o.wrong;
    }
    arena_free(o.a);
    return right;
}

#endif
