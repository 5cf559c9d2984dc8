/* SPDX-License-Identifier: MIT */
/* Runs a small plan byte by byte on imagined memory and compares all that an application can see with the model's steps
 * run in order on memory of their own: random graphs on random lanes, with random switches, settings and requests.
 * Knows nothing of how plans are made or proven: slow, and right by being simple. */
#ifndef REPLAY_ORACLE_H
#define REPLAY_ORACLE_H

#include "plan_fixture.h"

#define ORACLE_REPLAYS 5
#define ORACLE_PINNED (1u << 20)

typedef uint64_t cell;      /* what a byte holds: a number for how it came about */

/* What a lane has of its own. */
typedef struct {
    cell **device;          /* of each arena; those that are shared are the first lane's */
    cell *pinned;
    cell **reference;       /* of each buffer, by the model; constants and what setup derived are the first lane's */
    cell **given;           /* of each buffer: what the application wrote last */
    cell **shown;           /* of each buffer: what the application must see */
    bool *changed, *wanted; /* requests, of each buffer */
} oracle_lane;

typedef struct {
    arena *a;
    const model *m;
    const plan *p;
    oracle_lane lanes[MODEL_MAX_LANES];
    oracle_lane *lane;      /* the one at hand */
    size_t device_bytes;    /* of a lane */
    bool *uploads, *downloads;  /* [graph * buffers + buffer], by the model */
    bool *touches;
    cell replay;            /* the number of the replay at hand; 0 in setup */
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

/* ---- what the application chose for the replay at hand ---- */

static inline bool is_on(const oracle *o, uint32_t which)
{
    return mix(mix(o->replay, 77), which) % 2 == 0;
}

static inline uint32_t varied(const oracle *o, const model_expr *e)
{
    return (uint32_t)(e->low + (int64_t)(mix(o->replay, (cell)(uintptr_t)e) % (uint64_t)(e->high - e->low + 1)));
}

/* Whether a node or step runs, and with which grid. */
static inline bool is_running(const oracle *o, uint32_t switched, bool unless)
{
    return switched == MODEL_NONE || is_on(o, switched) != unless;
}

static inline cell setting_number(const oracle *o, uint32_t setting)
{
    cell number = 5;
    for (uint64_t k = 0; k < o->m->buffers[setting].size; k++)
        number = mix(number, o->lane->given[setting][k]);
    return number;
}

/* ---- what crosses where, from the model ---- */

static inline void note_slice(oracle *o, size_t graph, const model_slice *s, bool writes)
{
    if (s->first == s->last)
        return;
    o->touches[graph * o->m->buffer_count + s->buffer] = true;
    if (writes)
        o->downloads[graph * o->m->buffer_count + s->buffer] = true;
}

static inline void note_step(oracle *o, size_t graph, const model_step *step)
{
    for (size_t i = 0; i < step->argument_count; i++) {
        if (step->arguments[i].access != ACCESS_VALUE)
            note_slice(o, graph, &step->arguments[i].slice, step->arguments[i].access != ACCESS_IN);
    }
    for (size_t i = 0; i < step->read_count; i++)
        note_slice(o, graph, &step->reads[i], false);
    for (size_t i = 0; i < step->write_count; i++)
        note_slice(o, graph, &step->writes[i], true);
    if (step->kind != STEP_LAUNCH)
        note_slice(o, graph, &step->to, true);
    if (step->kind == STEP_COPY)
        note_slice(o, graph, &step->from, false);
}

static inline bool crosses_up(const model_buffer *b)
{
    return b->size > 0 && (b->role == ROLE_SETTING ? b->by_pointer : b->upload != TRAFFIC_NEVER);
}

static inline bool crosses_down(const model_buffer *b)
{
    return b->size > 0 && b->download != TRAFFIC_NEVER;
}

/* Each replayed graph uploads what it touches and downloads what it may write, the first one also what none does. */
static inline void find_crossings(oracle *o)
{
    size_t buffers = o->m->buffer_count, graphs = o->m->graph_count;
    o->uploads = ARENA_ARRAY(o->a, bool, buffers *graphs);
    o->downloads = ARENA_ARRAY(o->a, bool, buffers *graphs);
    o->touches = ARENA_ARRAY(o->a, bool, buffers *graphs);
    for (size_t g = 0; g < graphs && o->m->graphs[g].kind == GRAPH_REPLAY; g++) {
        for (size_t s = 0; s < o->m->graphs[g].step_count; s++)
            note_step(o, g, &o->m->graphs[g].steps[s]);
    }
    for (size_t b = 0; b < buffers; b++) {
        bool touched = false, written = false;
        for (size_t g = 0; g < graphs; g++) {
            o->uploads[g * buffers + b] = o->touches[g * buffers + b];
            touched = touched || o->touches[g * buffers + b];
            written = written || o->downloads[g * buffers + b];
        }
        o->uploads[b] = o->uploads[b] || !touched;
        o->downloads[b] = o->downloads[b] || !written;
        for (size_t g = 0; g < graphs; g++) {
            o->uploads[g * buffers + b] = o->uploads[g * buffers + b] && crosses_up(&o->m->buffers[b]);
            o->downloads[g * buffers + b] = o->downloads[g * buffers + b] && crosses_down(&o->m->buffers[b]);
        }
    }
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
    return o->lane->device[place->arena] + place->offset + at;
}

static inline uint64_t slice_bytes(const model_slice *s)
{
    return s->last - s->first;
}

static inline bool launch_in_bounds(const oracle *o, const model_step *step, const plan_node *n)
{
    if (!step || step->kind != STEP_LAUNCH || n->argument_count != step->argument_count)
        return false;
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        if (argument->pointer != (step->arguments[i].access != ACCESS_VALUE) ||
            (argument->setting != MODEL_NONE && argument->setting >= o->m->buffer_count))
            return false;
        if (argument->pointer &&
            !in_device(o, argument->buffer, argument->first, slice_bytes(&step->arguments[i].slice)))
            return false;
    }
    return true;
}

static inline bool node_in_bounds(const oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    switch (n->kind) {
    case PLAN_KERNEL:
        return launch_in_bounds(o, step, n);
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

/* ---- races: two nodes without a path between them, a byte that both touch and one writes ---- */

typedef struct {
    cell *byte;
    bool writes;
} access_record;

typedef struct {
    access_record *items;
    size_t count, capacity;
} access_list;

static inline void touch(oracle *o, access_list *l, cell *byte, bool writes)
{
    l->items = arena_grow(o->a, l->items, l->count, &l->capacity, sizeof *l->items);
    l->items[l->count++] = (access_record){byte, writes};
}

static inline void touch_hidden(oracle *o, access_list *l, const model_slice *s, bool writes)
{
    for (uint64_t k = s->first; k < s->last; k++)
        touch(o, l, device_byte(o, s->buffer, k), writes);
}

static inline void touch_launch(oracle *o, access_list *l, const model_step *step, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        for (uint64_t k = 0; n->arguments[i].pointer && k < slice_bytes(&step->arguments[i].slice); k++)
            touch(o, l, device_byte(o, n->arguments[i].buffer, n->arguments[i].first + k),
                  step->arguments[i].access != ACCESS_IN);
    }
    for (size_t i = 0; i < step->read_count; i++)
        touch_hidden(o, l, &step->reads[i], false);
    for (size_t i = 0; i < step->write_count; i++)
        touch_hidden(o, l, &step->writes[i], true);
}

/* All bytes that a node touches when it runs. */
static inline void touch_all(oracle *o, access_list *l, const plan_graph *g, const plan_node *n)
{
    if (n->kind == PLAN_KERNEL) {
        touch_launch(o, l, &o->m->graphs[g->graph].steps[n->step], n);
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++) {
            touch(o, l, device_byte(o, n->from, n->from_first + k), false);
            touch(o, l, device_byte(o, n->to, n->to_first + k), true);
        }
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint64_t k = 0; k < n->element; k++)
                touch(o, l, device_byte(o, n->to, n->to_first + i * n->pitch + k), true);
        }
    } else if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &o->p->runs[n->run];
        cell *first = o->lane->device[o->p->places[run->members[0]].arena] + run->device_offset;
        for (uint64_t k = 0; k < run->bytes; k++)
            touch(o, l, first + k, run->direction == PLAN_UPLOAD);
    }
}

enum { UNTOUCHED, READ_ONLY, WRITTEN };

static inline void mark_touches(const oracle *o, const access_list *l, unsigned char *marks, bool set)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char *mark = &marks[l->items[i].byte - o->lane->device[0]];
        *mark = !set ? UNTOUCHED : l->items[i].writes ? WRITTEN : *mark == UNTOUCHED ? READ_ONLY : *mark;
    }
}

static inline bool touches_race(const oracle *o, const unsigned char *marks, const access_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        unsigned char mark = marks[l->items[i].byte - o->lane->device[0]];
        if (mark == WRITTEN || (mark == READ_ONLY && l->items[i].writes))
            return true;
    }
    return false;
}

/* Whether some node may run before one that its step's `after:` names. */
static inline bool ignores_after(const oracle *o, const plan_graph *g, const bool *reach)
{
    const model_graph *from = &o->m->graphs[g->graph];
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t k = 0; k < g->node_count && g->nodes[i].step != MODEL_NONE; k++) {
            const model_step *step = &from->steps[g->nodes[i].step];
            for (size_t n = 0; n < step->after_count; n++) {
                if (g->nodes[k].step == step->after[n] && !reach[k * g->node_count + i])
                    return true;
            }
        }
    }
    return false;
}

static inline bool has_race(oracle *o, const plan_graph *g)
{
    size_t n = g->node_count;
    bool *reach = ARENA_ARRAY(o->a, bool, n *n);
    access_list *lists = ARENA_ARRAY(o->a, access_list, n);
    for (size_t i = 0; i < n; i++) {
        touch_all(o, &lists[i], g, &g->nodes[i]);
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
    return ignores_after(o, g, reach);
}

/* ---- running ---- */

/* Where a launch's pointers lead, on either side. */
typedef struct {
    cell *arguments[8], *reads[4], *writes[4];
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
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}};
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
            bytes.arguments[i] = device_byte(o, argument->buffer, argument->first);
        else if (argument->setting != MODEL_NONE)
            launch = mix(launch, setting_number(o, argument->setting));
        else
            launch = value_number(launch, argument->value, argument->type->size);
    }
    for (size_t i = 0; i < step->read_count; i++)
        bytes.reads[i] = device_byte(o, step->reads[i].buffer, step->reads[i].first);
    for (size_t i = 0; i < step->write_count; i++)
        bytes.writes[i] = device_byte(o, step->writes[i].buffer, step->writes[i].first);
    run_kernel(o, step, &bytes, launch);
}

static inline void run_transfer(oracle *o, const plan_run *run)
{
    bool up = run->direction == PLAN_UPLOAD;
    if (run->on_request && !(up ? o->lane->changed : o->lane->wanted)[run->members[0]])
        return;
    cell *device = o->lane->device[o->p->places[run->members[0]].arena] + run->device_offset;
    cell *pinned = o->lane->pinned + run->pinned_offset;
    for (uint64_t k = 0; k < run->bytes; k++)
        *(up ? &device[k] : &pinned[k]) = up ? pinned[k] : device[k];
}

static inline void run_node(oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    if (!is_running(o, n->switched, n->unless))
        return;
    if (n->kind == PLAN_KERNEL) {
        run_launch_node(o, step, n);
    } else if (n->kind == PLAN_COPY) {
        for (uint64_t k = 0; k < n->bytes; k++)
            *device_byte(o, n->to, n->to_first + k) = *device_byte(o, n->from, n->from_first + k);
    } else if (n->kind == PLAN_FILL) {
        for (uint64_t i = 0; i < n->count; i++) {
            for (uint32_t k = 0; k < n->element; k++)
                *device_byte(o, n->to, n->to_first + i * n->pitch + k) = n->value >> 8 * k & 0xffu;
        }
    } else if (n->kind == PLAN_TRANSFER) {
        run_transfer(o, &o->p->runs[n->run]);
    }
}

static inline cell *reference_byte(const oracle *o, const model_slice *s)
{
    return o->lane->reference[s->buffer] + s->first;
}

static inline void run_launch_step(oracle *o, const model_step *step)
{
    launch_bytes bytes = {{NULL}, {NULL}, {NULL}};
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

static inline void run_step(oracle *o, const model_step *step)
{
    if (!is_running(o, step->switched, step->unless))
        return;
    if (step->kind == STEP_LAUNCH) {
        run_launch_step(o, step);
    } else if (step->kind == STEP_COPY) {
        for (uint64_t k = 0; k < slice_bytes(&step->to); k++)
            reference_byte(o, &step->to)[k] = reference_byte(o, &step->from)[k];
    } else if (step->kind == STEP_FILL) {
        for (uint64_t k = 0; k < slice_bytes(&step->to); k++)
            reference_byte(o, &step->to)[k] = step->pattern[k % step->to.type->size];
    }
}

static inline void run_graph(oracle *o, size_t graph)
{
    for (size_t n = 0; n < o->p->graphs[graph].node_count; n++)
        run_node(o, &o->p->graphs[graph], &o->p->graphs[graph].nodes[n]);
    for (size_t s = 0; s < o->m->graphs[graph].step_count; s++)
        run_step(o, &o->m->graphs[graph].steps[s]);
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
            if (lasts && *device_byte(o, (uint32_t)b, k) != o->lane->reference[b][k])
                o->wrong = true;
        }
    }
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
    if (buffer->role == ROLE_SETTING && !buffer->by_pointer)
        return true;
    if (!in_device(o, b, 0, buffer->size) || place->offset % buffer->alignment != 0)
        return false;
    if (buffer->size > 0 && (o->p->arenas[place->arena].shared != one_for_all ||
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

static inline cell **new_buffers(oracle *o)
{
    cell **bytes = ARENA_ARRAY(o->a, cell *, o->m->buffer_count);
    for (size_t b = 0; b < o->m->buffer_count; b++)
        bytes[b] = ARENA_ARRAY(o->a, cell, o->m->buffers[b].size);
    return bytes;
}

static inline void start_device(oracle *o, oracle_lane *lane)
{
    cell *all = ARENA_ARRAY(o->a, cell, o->device_bytes);
    lane->device = ARENA_ARRAY(o->a, cell *, o->p->arena_count);
    for (size_t k = 0; k < o->device_bytes; k++)
        all[k] = undefined(o);
    for (size_t i = 0; i < o->p->arena_count; i++) {
        lane->device[i] = o->p->arenas[i].shared ? o->lanes[0].device[i] : all;
        if (lane == &o->lanes[0])
            lane->device[i] = all;
        all += o->p->arenas[i].bytes;
    }
}

/* Constants and first states; all other bytes hold anything. */
static inline void start_lane(oracle *o, oracle_lane *lane)
{
    start_device(o, lane);
    lane->pinned = ARENA_ARRAY(o->a, cell, o->p->pinned.bytes);
    lane->reference = new_buffers(o);
    lane->given = new_buffers(o);
    lane->shown = new_buffers(o);
    lane->changed = ARENA_ARRAY(o->a, bool, o->m->buffer_count);
    lane->wanted = ARENA_ARRAY(o->a, bool, o->m->buffer_count);
    o->lane = lane;
    for (uint32_t b = 0; b < o->m->buffer_count; b++) {
        model_role role = o->m->buffers[b].role;
        bool lasts = role != ROLE_SCRATCH && role != ROLE_OUTPUT &&
                     (role != ROLE_SETTING || o->m->buffers[b].by_pointer);
        if (o->m->lanes > 1 && (role == ROLE_CONSTANT || role == ROLE_DERIVED))
            lane->reference[b] = o->lanes[0].reference[b];
        for (uint64_t k = 0; k < o->m->buffers[b].size; k++) {
            lane->reference[b][k] = role == ROLE_SCRATCH ? undefined(o) : mix(b, k);
            if (lasts)
                *device_byte(o, b, k) = lane->reference[b][k];
        }
    }
}

static inline bool sizes_are_small(const plan *p)
{
    bool small = p->pinned.bytes < ORACLE_PINNED;
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
            o.device_bytes += p->arenas[i].bytes;
        for (unsigned i = 0; i < m->lanes; i++)
            start_lane(&o, &o.lanes[i]);
        o.lane = &o.lanes[0];
        for (size_t i = 0; i < p->graph_count && right; i++)
            right = !has_race(&o, &p->graphs[i]);
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
