/* SPDX-License-Identifier: MIT */
/* Runs a small plan byte by byte on imagined memory and compares every output with the model's steps run in order on
 * memory of their own. Knows nothing of how plans are made or proven: slow, and right by being simple. */
#ifndef REPLAY_ORACLE_H
#define REPLAY_ORACLE_H

#include "plan_fixture.h"

#define ORACLE_REPLAYS 3
#define ORACLE_PINNED (1u << 20)

typedef uint64_t cell;      /* what a byte holds: a number for how it came about */

typedef struct {
    arena *a;
    const model *m;
    const plan *p;
    cell **device;          /* of each arena: one after the other */
    size_t device_bytes;
    cell *pinned;
    cell **reference;       /* of each buffer */
    uint64_t undefined;     /* for bytes that hold anything */
    bool wrong;
} oracle;

static inline cell mix(cell a, cell b)
{
    uint64_t state = a * 31 + b;
    return random_next(&state);
}

static inline cell undefined(oracle *o)
{
    return mix(0xdead, ++o->undefined);
}

/* ---- what a node may legally do at all ---- */

static inline bool in_device(const oracle *o, uint32_t buffer, uint64_t first, uint64_t bytes)
{
    const plan_place *place = &o->p->places[buffer];
    if (place->arena >= o->p->arena_count)
        return false;
    uint64_t size = o->p->arenas[place->arena].bytes;
    return place->offset <= size && first <= size - place->offset && bytes <= size - place->offset - first;
}

static inline cell *device_byte(const oracle *o, uint32_t buffer, uint64_t at)
{
    const plan_place *place = &o->p->places[buffer];
    return o->device[place->arena] + place->offset + at;
}

/* The bytes that a node touches: called with the cell of each and whether it is written. */
typedef void (*touch_function)(oracle *o, cell *byte, bool writes, void *context);

static inline uint64_t argument_bytes(const model_argument *argument)
{
    return argument->slice.last - argument->slice.first;
}

static inline bool node_in_bounds(const oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    switch (n->kind) {
    case PLAN_KERNEL:
        if (!step || step->kind != STEP_LAUNCH || n->argument_count != step->argument_count)
            return false;
        for (size_t i = 0; i < n->argument_count; i++) {
            bool pointer = o->m->kernels[step->kernel].params[i].access != ACCESS_VALUE;
            if (n->arguments[i].pointer != pointer)
                return false;
            if (pointer &&
                !in_device(o, n->arguments[i].buffer, n->arguments[i].first, argument_bytes(&step->arguments[i])))
                return false;
        }
        return true;
    case PLAN_COPY:
        return n->bytes > 0 && in_device(o, n->to, n->to_first, n->bytes) &&
               in_device(o, n->from, n->from_first, n->bytes);
    case PLAN_FILL:
        return n->count > 0 && n->count < 1000 && n->pitch < 1000 &&
               (o->p->places[n->to].offset + n->to_first) % n->element == 0 &&
               in_device(o, n->to, n->to_first, (n->count - 1) * n->pitch + n->element);
    case PLAN_TRANSFER: {
        const plan_run *run = &o->p->runs[n->run];
        uint32_t arena_index = o->p->places[run->members[0]].arena;
        return run->bytes > 0 && run->bytes <= o->p->arenas[arena_index].bytes &&
               run->device_offset <= o->p->arenas[arena_index].bytes - run->bytes &&
               run->bytes <= o->p->pinned.bytes && run->pinned_offset <= o->p->pinned.bytes - run->bytes;
    }
    case PLAN_EMPTY:
        return true;
    }
    return false;
}

static inline void each_touch(oracle *o, const plan_graph *g, const plan_node *n, touch_function touch, void *context)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    if (n->kind == PLAN_KERNEL) {
        for (size_t i = 0; i < n->argument_count; i++) {
            model_access access = o->m->kernels[step->kernel].params[i].access;
            for (uint64_t k = 0; n->arguments[i].pointer && k < argument_bytes(&step->arguments[i]); k++)
                touch(o, device_byte(o, n->arguments[i].buffer, n->arguments[i].first + k), access != ACCESS_IN, context);
        }
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++) {
            touch(o, device_byte(o, n->from, n->from_first + k), false, context);
            touch(o, device_byte(o, n->to, n->to_first + k), true, context);
        }
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint64_t k = 0; k < n->element; k++)
                touch(o, device_byte(o, n->to, n->to_first + i * n->pitch + k), true, context);
        }
    } else if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &o->p->runs[n->run];
        cell *first = o->device[o->p->places[run->members[0]].arena] + run->device_offset;
        for (uint64_t k = 0; k < run->bytes; k++)
            touch(o, first + k, run->direction == PLAN_UPLOAD, context);
    }
}

/* ---- races: two nodes without a path between them, a byte that both touch and one writes ---- */

typedef struct {
    cell *byte;
    bool writes;
} access_record;

typedef struct {
    access_record *items;
    size_t count, capacity;
} access_list;

static inline void record_touch(oracle *o, cell *byte, bool writes, void *context)
{
    access_list *l = context;
    l->items = arena_grow(o->a, l->items, l->count, &l->capacity, sizeof *l->items);
    l->items[l->count++] = (access_record){byte, writes};
}

enum { UNTOUCHED, READ_ONLY, WRITTEN };

static inline void mark_touches(const oracle *o, const access_list *l, unsigned char *marks, bool set)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char *mark = &marks[l->items[i].byte - o->device[0]];
        *mark = !set ? UNTOUCHED : l->items[i].writes ? WRITTEN : *mark == UNTOUCHED ? READ_ONLY : *mark;
    }
}

static inline bool touches_race(const oracle *o, const unsigned char *marks, const access_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char mark = marks[l->items[i].byte - o->device[0]];
        if (mark == WRITTEN || (mark == READ_ONLY && l->items[i].writes))
            return true;
    }
    return false;
}

static inline bool has_race(oracle *o, const plan_graph *g)
{
    size_t n = g->node_count;
    bool *reach = ARENA_ARRAY(o->a, bool, n * n);
    access_list *lists = ARENA_ARRAY(o->a, access_list, n);
    for (size_t i = 0; i < n; i++) {
        each_touch(o, g, &g->nodes[i], record_touch, &lists[i]);
        for (size_t k = 0; k < g->nodes[i].after_count; k++) {
            size_t from = g->nodes[i].after[k];
            reach[from * n + i] = true;
            for (size_t j = 0; j < from; j++)
                reach[j * n + i] = reach[j * n + i] || reach[j * n + from];
        }
    }
    unsigned char *marks = ARENA_ARRAY(o->a, unsigned char, o->device_bytes);
    for (size_t i = 0; i < n; i++) {
        mark_touches(o, &lists[i], marks, true);
        for (size_t j = i + 1; j < n; j++) {
            if (!reach[i * n + j] && touches_race(o, marks, &lists[j]))
                return true;
        }
        mark_touches(o, &lists[i], marks, false);
    }
    return false;
}

/* ---- running ---- */

/* A kernel's effect on the bytes that its arguments point to: all that it writes depends on all that it reads. */
static inline void run_kernel(oracle *o, const model_step *step, cell *const *pointers, cell launch)
{
    const model_kernel *k = &o->m->kernels[step->kernel];
    cell seen = launch;
    for (size_t i = 0; i < k->param_count; i++) {
        for (uint64_t b = 0; b < argument_bytes(&step->arguments[i]); b++) {
            if (k->params[i].access == ACCESS_IN || k->params[i].access == ACCESS_INOUT)
                seen = mix(seen, pointers[i][b]);
        }
    }
    for (size_t i = 0; i < k->param_count; i++) {
        for (uint64_t b = 0; b < argument_bytes(&step->arguments[i]); b++) {
            cell written = mix(mix(seen, i), b);
            if (k->params[i].access == ACCESS_WORK)
                pointers[i][b] = undefined(o);
            else if (k->params[i].access == ACCESS_OUT || k->params[i].access == ACCESS_INOUT ||
                     (k->params[i].access == ACCESS_OUT_PART && written % 2))
                pointers[i][b] = written;
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

static inline void run_node(oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    if (n->kind == PLAN_KERNEL) {
        cell *pointers[8] = {NULL};
        cell launch = launch_number(n->kernel, n->grid, n->block, n->shared_bytes);
        for (size_t i = 0; i < n->argument_count; i++) {
            if (n->arguments[i].pointer)
                pointers[i] = device_byte(o, n->arguments[i].buffer, n->arguments[i].first);
            else
                launch = value_number(launch, n->arguments[i].value, n->arguments[i].type->size);
        }
        run_kernel(o, step, pointers, launch);
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++)
            *device_byte(o, n->to, n->to_first + k) = *device_byte(o, n->from, n->from_first + k);
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint32_t k = 0; k < n->element; k++)
                *device_byte(o, n->to, n->to_first + i * n->pitch + k) = n->value >> 8 * k & 0xffu;
        }
    } else if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &o->p->runs[n->run];
        cell *device = o->device[o->p->places[run->members[0]].arena] + run->device_offset;
        cell *pinned = o->pinned + run->pinned_offset;
        for (uint64_t k = 0; k < run->bytes; k++)
            *(run->direction == PLAN_UPLOAD ? &device[k] : &pinned[k]) =
                run->direction == PLAN_UPLOAD ? pinned[k] : device[k];
    }
}

static inline void run_step(oracle *o, const model_step *step)
{
    if (step->kind == STEP_LAUNCH) {
        cell *pointers[8] = {NULL};
        cell launch = launch_number(step->kernel, step->grid_size, step->block_size, step->shared_bytes);
        for (size_t i = 0; i < step->argument_count; i++) {
            const model_param *param = &o->m->kernels[step->kernel].params[i];
            if (param->access != ACCESS_VALUE)
                pointers[i] = o->reference[step->arguments[i].slice.buffer] + step->arguments[i].slice.first;
            else
                launch = value_number(launch, step->arguments[i].value, param->type->size);
        }
        run_kernel(o, step, pointers, launch);
    } else if (step->kind == STEP_COPY) {
        for (uint64_t k = 0; k < step->to.last - step->to.first; k++)
            o->reference[step->to.buffer][step->to.first + k] = o->reference[step->from.buffer][step->from.first + k];
    } else if (step->kind == STEP_FILL) {
        uint32_t size = o->m->buffers[step->to.buffer].type->size;
        for (uint64_t k = 0; k < step->to.last - step->to.first; k++)
            o->reference[step->to.buffer][step->to.first + k] = step->pattern[k % size];
    }
}

static inline bool is_uploaded(model_role role)
{
    return role == ROLE_INPUT || role == ROLE_INOUT || role == ROLE_SETTING;
}

static inline bool is_downloaded(model_role role)
{
    return role == ROLE_OUTPUT || role == ROLE_INOUT;
}

static inline bool pinned_holds(const oracle *o, uint64_t offset, const model_buffer *b)
{
    return offset % b->alignment == 0 && b->size <= o->p->pinned.bytes && offset <= o->p->pinned.bytes - b->size;
}

/* The application writes its inputs, and both sides begin a replay. */
static inline void begin_replay(oracle *o, cell replay)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        for (uint64_t k = 0; k < buffer->size; k++) {
            cell value = mix(mix(replay, b), k);
            if (buffer->role == ROLE_OUTPUT)
                o->reference[b][k] = 0;
            if (is_uploaded(buffer->role)) {
                o->reference[b][k] = value;
                o->pinned[o->p->places[b].upload_offset + k] = value;
            }
        }
    }
}

static inline void compare_outputs(oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        for (uint64_t k = 0; is_downloaded(o->m->buffers[b].role) && k < o->m->buffers[b].size; k++) {
            if (o->pinned[o->p->places[b].download_offset + k] != o->reference[b][k])
                o->wrong = true;
        }
    }
}

/* Bytes that outlive a replay and that no output may show yet. */
static inline void compare_lasting(oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        model_role role = o->m->buffers[b].role;
        for (uint64_t k = 0; role != ROLE_SCRATCH && role != ROLE_OUTPUT && k < o->m->buffers[b].size; k++) {
            if (*device_byte(o, (uint32_t)b, k) != o->reference[b][k])
                o->wrong = true;
        }
    }
}

/* ---- the question ---- */

/* Whether everything lies where it can be looked at, and where the driver takes it. */
static inline bool plan_in_bounds(const oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        const model_buffer *buffer = &o->m->buffers[b];
        const plan_place *place = &o->p->places[b];
        if (!in_device(o, (uint32_t)b, 0, buffer->size) || place->offset % buffer->alignment != 0 ||
            (buffer->size > 0 && is_uploaded(buffer->role) && !pinned_holds(o, place->upload_offset, buffer)) ||
            (buffer->size > 0 && is_downloaded(buffer->role) && !pinned_holds(o, place->download_offset, buffer)))
            return false;
    }
    for (size_t i = 0; i < o->p->graph_count; i++) {
        const plan_graph *g = &o->p->graphs[i];
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

static inline void run_graph(oracle *o, model_graph_kind kind)
{
    for (size_t i = 0; i < o->p->graph_count; i++) {
        if (o->p->graphs[i].kind != kind)
            continue;
        for (size_t n = 0; n < o->p->graphs[i].node_count; n++)
            run_node(o, &o->p->graphs[i], &o->p->graphs[i].nodes[n]);
        for (size_t s = 0; s < o->m->graphs[i].step_count; s++)
            run_step(o, &o->m->graphs[i].steps[s]);
    }
}

static inline void start_memory(oracle *o)
{
    o->device = ARENA_ARRAY(o->a, cell *, o->p->arena_count);
    for (size_t i = 0; i < o->p->arena_count; i++)
        o->device_bytes += o->p->arenas[i].bytes;
    cell *all = ARENA_ARRAY(o->a, cell, o->device_bytes);
    for (size_t k = 0; k < o->device_bytes; k++)
        all[k] = undefined(o);
    for (size_t i = 0; i < o->p->arena_count; i++) {
        o->device[i] = all;
        all += o->p->arenas[i].bytes;
    }
    o->pinned = ARENA_ARRAY(o->a, cell, o->p->pinned.bytes);
    o->reference = ARENA_ARRAY(o->a, cell *, o->m->buffer_count);
    for (size_t b = 0; b < o->m->buffer_count; b++) {
        o->reference[b] = ARENA_ARRAY(o->a, cell, o->m->buffers[b].size);
        for (uint64_t k = 0; k < o->m->buffers[b].size; k++)
            o->reference[b][k] = o->m->buffers[b].role == ROLE_SCRATCH ? undefined(o) : mix(b, k);
    }
}

/* Whether the plan does what the model says, whatever legal order its nodes run in. */
static inline bool plan_is_right(const model *m, const plan *p)
{
    oracle o = {arena_new(), m, p, NULL, 0, NULL, NULL, 0, false};
    bool right = p->pinned.bytes < ORACLE_PINNED && plan_in_bounds(&o);
    for (size_t i = 0; right && i < p->arena_count; i++)
        right = p->arenas[i].bytes < ORACLE_PINNED;
    if (right) {
        start_memory(&o);
        for (size_t b = 0; b < m->buffer_count; b++) {      /* constants and first states */
            model_role role = m->buffers[b].role;
            for (uint64_t k = 0; role != ROLE_SCRATCH && role != ROLE_OUTPUT && k < m->buffers[b].size; k++)
                *device_byte(&o, (uint32_t)b, k) = o.reference[b][k];
        }
        for (size_t i = 0; i < p->graph_count && right; i++)
            right = !has_race(&o, &p->graphs[i]);
    }
    if (right) {
        run_graph(&o, GRAPH_SETUP);
        for (cell replay = 1; replay <= ORACLE_REPLAYS; replay++) {
            begin_replay(&o, replay);
            run_graph(&o, GRAPH_REPLAY);
            compare_outputs(&o);
            compare_lasting(&o);
        }
        right = !o.wrong;
    }
    arena_free(o.a);
    return right;
}

#endif
