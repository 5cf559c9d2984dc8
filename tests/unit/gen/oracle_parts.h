/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of the replay oracle share: lanes and their memory, the application's choices, and what crosses the bus
 * by the model. */
#ifndef ORACLE_PARTS_H
#define ORACLE_PARTS_H

#include "plan_fixture.h"

typedef uint64_t cell; /* what a byte holds: a number for how it came about */

/* What a lane has of its own. */
typedef struct {
    cell **device; /* of each arena; those that are shared are the first lane's */
    cell *pinned;           /* with what the runtime has at its end */
    cell *conditions;       /* one of each buffer: not memory, only for races */
    cell **reference;       /* of each buffer, by the model; constants and what setup derived are the first lane's */
    cell **given;           /* of each buffer: what the application wrote last */
    cell **shown;           /* of each buffer: what the application must see */
    bool *changed, *wanted; /* requests, of each buffer */
    bool *current;          /* `api: call`: it was uploaded since the application last wrote other bytes */
} oracle_lane;

typedef struct {
    arena *a;
    const model *m;
    const plan *p;
    oracle_lane lanes[MODEL_MAX_LANES];
    oracle_lane *lane;                    /* the one at hand */
    size_t memory_bytes;                  /* of a lane: device, pinned, and a byte for each condition */
    uint32_t *plan_values, *model_values; /* of conditions, on either side, in the replay at hand */
    bool *uploads, *downloads;            /* [graph * buffers + buffer], by the model */
    bool *touches;
    cell replay;        /* the number of the replay at hand; 0 in setup */
    uint64_t undefined; /* for bytes that hold anything */
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

/* Loops end anyhow. */
#define ORACLE_PASSES 3

static inline bool is_control(const model_step *step)
{
    return step->kind == STEP_WHILE || step->kind == STEP_IF || step->kind == STEP_SWITCH;
}

/* Which body runs now, or MODEL_NONE. */
static inline uint32_t body_chosen(model_step_kind kind, size_t body_count, uint32_t value)
{
    uint32_t chosen = kind == STEP_SWITCH ? value : kind == STEP_IF ? value == 0 : value == 0 ? MODEL_NONE : 0;
    return chosen < body_count ? chosen : MODEL_NONE;
}

static inline void start_conditions(oracle *o)
{
    for (size_t b = 0; b < o->m->buffer_count; b++)
        o->plan_values[b] = o->model_values[b] = o->m->buffers[b].condition_first;
}

static inline bool is_condition(const oracle *o, uint32_t buffer)
{
    return buffer < o->m->buffer_count && o->m->buffers[buffer].role == ROLE_CONDITION;
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
    if (step->kind == STEP_COPY || step->kind == STEP_FILL)
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

/* Where kernels find its bytes. */
static inline bool in_memory(const oracle *o, uint32_t buffer, uint64_t first, uint64_t bytes)
{
    const plan_place *place = &o->p->places[buffer];
    if (place->arena >= o->p->arena_count && place->arena != PLAN_PINNED)
        return false;
    uint64_t size = place->arena == PLAN_PINNED ? o->p->pinned.bytes : o->p->arenas[place->arena].bytes;
    return place->offset <= size && first <= size - place->offset && bytes <= size - place->offset - first;
}

static inline cell *memory_byte(const oracle *o, uint32_t buffer, uint64_t at)
{
    const plan_place *place = &o->p->places[buffer];
    return (place->arena == PLAN_PINNED ? o->lane->pinned : o->lane->device[place->arena]) + place->offset + at;
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
            (argument->setting != MODEL_NONE && argument->setting >= o->m->buffer_count) ||
            (argument->condition != MODEL_NONE) != (step->arguments[i].kind == ARGUMENT_CONDITION) ||
            (argument->condition != MODEL_NONE && !is_condition(o, argument->condition)))
            return false;
        if (argument->pointer &&
            !in_memory(o, argument->buffer, argument->first, slice_bytes(&step->arguments[i].slice)))
            return false;
    }
    return true;
}

/* What a launch of vg_copy or vg_fill that a step is does with its arguments. */
typedef struct {
    bool copies;
    const plan_argument *to, *from;
    uint64_t pattern, bytes;
} oracle_move;

static inline bool is_move(const oracle *o, const plan_node *n)
{
    const char *file = n->kind == PLAN_KERNEL ? o->p->kernels[n->kernel]->builtin : NULL;
    return file && (strcmp(file, "copy.cu") == 0 || strcmp(file, "fill.cu") == 0);
}

static inline uint64_t move_number(const plan_argument *argument)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)argument->value[i] << 8 * i;
    return number;
}

static inline oracle_move move_of(const oracle *o, const plan_node *n)
{
    bool copies = strcmp(o->p->kernels[n->kernel]->builtin, "copy.cu") == 0;
    oracle_move move = {copies, &n->arguments[0], NULL, 0, move_number(&n->arguments[2])};
    if (copies)
        move.from = &n->arguments[1];
    else
        move.pattern = move_number(&n->arguments[1]);
    return move;
}

/* It begins at the first block and does all bytes however few blocks there are. */
static inline bool move_in_bounds(const oracle *o, const plan_node *n)
{
    bool copies = strcmp(o->p->kernels[n->kernel]->builtin, "copy.cu") == 0;
    for (int i = 0; i < 3; i++) {
        if (n->grid[i] == 0 || n->block[i] == 0 || n->grid_varies[i])
            return false;
    }
    if (n->argument_count != 3 || n->block[0] > 1024 || n->grid[1] * n->grid[2] * n->block[1] * n->block[2] != 1)
        return false;
    for (int i = 0; i < 3; i++) {
        const plan_argument *argument = &n->arguments[i];
        bool pointer = i == 0 || (i == 1 && copies);
        if (argument->pointer != pointer || argument->setting != MODEL_NONE || argument->condition != MODEL_NONE ||
            (pointer ? argument->buffer >= o->m->buffer_count : !argument->value || argument->type->size != 8))
            return false;
    }
    oracle_move move = move_of(o, n);
    return move.bytes > 0 && in_memory(o, move.to->buffer, move.to->first, move.bytes) &&
           (!copies || in_memory(o, move.from->buffer, move.from->first, move.bytes));
}

/* A copy by a kernel begins at the first block and covers all bytes however few there are. */
static inline bool is_copy_launch(const oracle *o, const plan_node *n)
{
    const model_kernel *k = o->p->kernels[n->kernel];
    bool any = true;
    for (int i = 0; i < 3; i++)
        any = any && n->grid[i] > 0 && n->block[i] > 0;
    const char *file = o->p->runs[n->run].piece_count == 1 ? "copy.cu" : "copy_pieces.cu";
    return any && n->block[0] <= 1024 && k->builtin && strcmp(k->builtin, file) == 0;
}

/* What a transfer moves at once. A run with one piece is told by its own offsets, which are all that a copy has. */
typedef struct {
    uint32_t arena;
    uint64_t device, pinned, bytes;
} oracle_piece;

static inline oracle_piece piece_of(const oracle *o, const plan_run *run, size_t index)
{
    const plan_piece *piece = &run->pieces[index];
    size_t first = piece->first < run->member_count ? piece->first : 0;
    oracle_piece made = {o->p->places[run->members[first]].arena, piece->device_offset, piece->pinned_offset,
                         piece->bytes};
    if (run->piece_count == 1)
        made = (oracle_piece){o->p->places[run->members[0]].arena, run->device_offset, run->pinned_offset, run->bytes};
    return made;
}

static inline bool piece_in_bounds(const oracle *o, const oracle_piece *piece)
{
    if (piece->arena >= o->p->arena_count)
        return false;
    uint64_t device = o->p->arenas[piece->arena].bytes, pinned = o->p->pinned.bytes;
    return piece->bytes > 0 && piece->bytes <= device && piece->device <= device - piece->bytes &&
           piece->bytes <= pinned && piece->pinned <= pinned - piece->bytes;
}

/* vg_copy_pieces moves 16 bytes at a time. */
static inline bool transfer_in_bounds(const oracle *o, const plan_node *n)
{
    const plan_run *run = &o->p->runs[n->run];
    if (run->transport == TRANSPORT_DIRECT || (run->transport == TRANSPORT_KERNEL && !is_copy_launch(o, n)) ||
        (run->transport != TRANSPORT_KERNEL && run->piece_count != 1) || run->piece_count > PLAN_MOST_PIECES)
        return false;
    for (size_t i = 0; i < run->piece_count; i++) {
        oracle_piece piece = piece_of(o, run, i);
        if (!piece_in_bounds(o, &piece))
            return false;
        if (run->piece_count > 1 && (piece.device % 16 != 0 || piece.pinned % 16 != 0))
            return false;
    }
    return run->piece_count > 0;
}

/* One thread of the kernel that it is said to be. */
static inline bool frame_in_bounds(const oracle *o, const plan_node *n)
{
    const char *name = n->kind == PLAN_END ? "vg_end" : "vg_begin";
    bool one = n->argument_count == 0 && strcmp(o->p->kernels[n->kernel]->entry, name) == 0;
    for (size_t i = 0; i < 3; i++)
        one = one && n->grid[i] == 1 && n->block[i] == 1;
    return one;
}

static inline bool capture_in_bounds(const oracle *o, const model_step *step, const plan_node *n)
{
    if (!step || step->kind != STEP_CAPTURE || n->capture != step->capture || n->argument_count != step->argument_count)
        return false;
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        if (!argument->pointer || argument->buffer >= o->m->buffer_count ||
            !in_memory(o, argument->buffer, argument->first, slice_bytes(&step->arguments[i].slice)))
            return false;
    }
    return true;
}

static inline bool node_in_bounds(const oracle *o, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step == MODEL_NONE ? NULL : &o->m->graphs[g->graph].steps[n->step];
    switch (n->kind) {
    case PLAN_KERNEL:
        return is_move(o, n) ? move_in_bounds(o, n) : launch_in_bounds(o, step, n);
    case PLAN_COPY:
        return n->bytes > 0 && in_memory(o, n->to, n->to_first, n->bytes) &&
               in_memory(o, n->from, n->from_first, n->bytes);
    case PLAN_FILL:
        return n->count > 0 && n->count < 1000 && n->pitch < 1000 &&
               (o->p->places[n->to].offset + n->to_first) % n->element == 0 &&
               in_memory(o, n->to, n->to_first, (n->count - 1) * n->pitch + n->element);
    case PLAN_CAPTURE:
        return capture_in_bounds(o, step, n);
    case PLAN_TRANSFER:
        return transfer_in_bounds(o, n);
    case PLAN_CONDITIONAL:
        return step && is_control(step) && is_condition(o, n->condition);
    case PLAN_BEGIN:
    case PLAN_END:
        return frame_in_bounds(o, n);
    case PLAN_FUSED: /* the oracle looks at plans before that */
        return false;
    case PLAN_EMPTY:
        return true;
    }
    return false;
}

#endif
