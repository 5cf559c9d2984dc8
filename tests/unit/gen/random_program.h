/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs that the checks of a spec would let pass: nothing is read before it is surely written, a launch does
 * not name the same bytes twice unless it only reads them, constants stay constant. They use the whole language:
 * several graphs, switches, traffic, ranges, views, `after:`, settings by value and in grids, lanes, fixed offsets. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "plan/transport.h"
#include "plan_fixture.h"

#define RANDOM_MAX_BYTES 64u

typedef struct {
    fixture *f;
    uint64_t *seed;
    bool (*written)[RANDOM_MAX_BYTES];  /* which bytes of each buffer may be read … */
    bool (*at_loop)[RANDOM_MAX_BYTES];  /* … and could when the innermost loop began: a later pass reads them too */
    size_t written_size;                /* bytes of either */
    uint64_t reserved;                  /* buffers that only one launch uses: bits */
} random_program;

static inline bool one_in(random_program *r, uint32_t times)
{
    return random_below(r->seed, times) == 0;
}

static inline void random_slice(random_program *r, uint32_t buffer, uint64_t *first, uint64_t *last)
{
    const model_buffer *b = &r->f->m.buffers[buffer];
    *first = 0;
    *last = b->size;
    if (b->elements > 0 && random_below(r->seed, 2)) {
        uint64_t begin = random_below(r->seed, b->elements), end = random_below(r->seed, b->elements + 1);
        *first = (begin < end ? begin : end) * b->type->size;
        *last = (begin < end ? end : begin) * b->type->size;
    }
}

static inline bool is_reserved(const random_program *r, uint32_t buffer)
{
    return buffer < 64 && r->reserved >> buffer & 1;
}

static inline bool may_write(const random_program *r, model_graph_kind kind, uint32_t buffer)
{
    model_role role = r->f->m.buffers[buffer].role;
    if (is_reserved(r, buffer))
        return false;
    if (kind == GRAPH_SETUP)
        return role == ROLE_DERIVED || role == ROLE_SCRATCH;
    return role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_STATE || role == ROLE_SCRATCH;
}

static inline bool may_read(const random_program *r, model_graph_kind kind, uint32_t buffer, uint64_t first,
                            uint64_t last)
{
    const model_buffer *b = &r->f->m.buffers[buffer];
    if (is_reserved(r, buffer))
        return false;
    if ((b->role == ROLE_SETTING && !b->by_pointer) || b->role == ROLE_CONDITION)
        return false;
    if (kind == GRAPH_SETUP && b->role != ROLE_CONSTANT && b->role != ROLE_DERIVED && b->role != ROLE_SCRATCH)
        return false;
    if (b->role != ROLE_SCRATCH && !(kind == GRAPH_SETUP && b->role == ROLE_DERIVED))
        return true;
    for (uint64_t i = first; i < last; i++) {
        if (!r->written[buffer][i])
            return false;
    }
    return true;
}

static inline bool same_bytes(const model_slice *a, const model_slice *b)
{
    return a->buffer == b->buffer && a->first < b->last && b->first < a->last;
}

static inline bool reads_old(model_access access)
{
    return access == ACCESS_IN || access == ACCESS_INOUT;
}

/* Whether a further slice of the launch would be written while another argument names its bytes, or the reverse. */
static inline bool clashes(const model_step *s, size_t arguments, const model_slice *slice, bool writes)
{
    bool clash = false;
    for (size_t i = 0; i < arguments; i++) {
        if (s->arguments[i].access != ACCESS_VALUE && (writes || s->arguments[i].access != ACCESS_IN))
            clash = clash || same_bytes(&s->arguments[i].slice, slice);
    }
    for (size_t i = 0; i < s->read_count && writes; i++)
        clash = clash || same_bytes(&s->reads[i], slice);
    for (size_t i = 0; i < s->write_count; i++)
        clash = clash || same_bytes(&s->writes[i], slice);
    return clash;
}

static inline bool may_spoil(const random_program *r, uint32_t buffer, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i < last && r->at_loop; i++) {
        if (r->at_loop[buffer][i])
            return false;
    }
    return r->f->m.buffers[buffer].role == ROLE_SCRATCH;
}

/* Finds bytes that the access allows; false after some tries. */
static inline bool random_bytes(random_program *r, uint32_t graph, const model_step *s, size_t arguments,
                                model_access access, model_slice *slice)
{
    model_graph_kind kind = r->f->m.graphs[graph].kind;
    for (int tries = 0; tries < 40; tries++) {
        uint32_t buffer = random_below(r->seed, r->f->m.buffer_count);
        uint64_t first, last;
        random_slice(r, buffer, &first, &last);
        bool writes = access != ACCESS_IN;
        if ((reads_old(access) && !may_read(r, kind, buffer, first, last)) ||
            (writes && !may_write(r, kind, buffer)) ||
            (access == ACCESS_WORK && !may_spoil(r, buffer, first, last)))
            continue;
        set_slice(r->f, slice, buffer, first, last);
        if (!clashes(s, arguments, slice, writes))
            return true;
    }
    return false;
}

static inline void note_written(random_program *r, const model_slice *s, bool defined)
{
    for (uint64_t i = s->first; i < s->last; i++)
        r->written[s->buffer][i] = defined;
}

/* ---- what any step may have ---- */

static inline bool may_be_off(const model_step *s)
{
    return s->switched != MODEL_NONE || (s->grid_count > 0 && s->grid[0].varies && s->grid[0].low == 0);
}

static inline bool is_inside(const model_step *s)
{
    return s->inside != 0;
}

static inline void random_words(random_program *r, uint32_t graph, model_step *s)
{
    size_t earlier = r->f->m.graphs[graph].step_count - 1;
    bool may_switch = r->f->m.switch_count > 0 && r->f->m.graphs[graph].kind == GRAPH_REPLAY && !is_inside(s) &&
                      s->kind <= STEP_CAPTURE;
    if (may_switch && one_in(r, 3)) {
        s->switched = random_below(r->seed, r->f->m.switch_count);
        s->unless = one_in(r, 2);
    }
    if (earlier > 0 && one_in(r, 6)) {
        const uint32_t names[2] = {random_below(r->seed, earlier), random_below(r->seed, earlier)};
        set_after(r->f, s, 1 + (names[0] != names[1]), names);
    }
}

/* ---- launches ---- */

static inline uint32_t random_setting(random_program *r)
{
    for (int tries = 0; tries < 20; tries++) {
        uint32_t b = random_below(r->seed, r->f->m.buffer_count);
        if (r->f->m.buffers[b].role == ROLE_SETTING && r->f->m.buffers[b].by_value)
            return b;
    }
    return MODEL_NONE;
}

static inline bool random_argument(random_program *r, uint32_t graph, model_step *s, size_t index)
{
    model_argument *argument = &s->arguments[index];
    if (argument->access == ACCESS_VALUE) {
        uint32_t setting = one_in(r, 2) ? random_setting(r) : MODEL_NONE;
        if (setting != MODEL_NONE && r->f->m.graphs[graph].kind == GRAPH_REPLAY && !is_inside(s))
            set_setting(r->f, s, index, setting);
        else
            set_value(r->f, s, index, (unsigned char)random_below(r->seed, 256));
        return true;
    }
    if (one_in(r, 8)) /* `access:` of the launch */
        argument->access = (model_access)(ACCESS_IN + random_below(r->seed, 4));
    argument->kind = ARGUMENT_SLICE;
    argument->once = (argument->access == ACCESS_IN || argument->access == ACCESS_OUT) && !one_in(r, 4);
    return random_bytes(r, graph, s, index, argument->access, &argument->slice);
}

static inline void random_hidden(random_program *r, uint32_t graph, model_step *s)
{
    model_slice slice;
    memset(&slice, 0, sizeof slice);
    if (one_in(r, 6) && random_bytes(r, graph, s, s->argument_count, ACCESS_IN, &slice)) {
        s->reads = ARENA_NEW(r->f->a, model_slice);
        s->reads[s->read_count++] = slice;
    }
    if (one_in(r, 6) && random_bytes(r, graph, s, s->argument_count, ACCESS_OUT_PART, &slice)) {
        s->writes = ARENA_NEW(r->f->a, model_slice);
        s->writes[s->write_count++] = slice;
    }
}

/* The kernels that every program has first. */
enum { KERNEL_PART, KERNEL_ALL, KERNEL_SET, KERNEL_WHOLE };

static inline void random_launch(random_program *r, uint32_t graph)
{
    model_graph *g = &r->f->m.graphs[graph];
    uint32_t kernel = random_below(r->seed, r->f->m.kernel_count);
    if (kernel == KERNEL_SET)
        return;
    model_step *s = add_launch(r->f, graph, kernel);
    s->grid_size[0] = 1 + random_below(r->seed, 5);
    if (g->kind == GRAPH_REPLAY && !is_inside(s) && one_in(r, 8))
        set_varying_grid(s, random_below(r->seed, 2), 2);
    for (size_t i = 0; i < s->argument_count; i++) {
        if (!random_argument(r, graph, s, i)) {
            g->step_count--;
            return;
        }
    }
    random_hidden(r, graph, s);
    random_words(r, graph, s);
    for (size_t i = 0; i < s->argument_count; i++) {
        if (s->arguments[i].access == ACCESS_OUT && !may_be_off(s))
            note_written(r, &s->arguments[i].slice, true);
        else if (s->arguments[i].access == ACCESS_WORK)
            note_written(r, &s->arguments[i].slice, false);
    }
}

/* ---- captures ---- */

static inline void random_capture(random_program *r, uint32_t graph)
{
    static const model_access accesses[] = {ACCESS_IN, ACCESS_OUT, ACCESS_INOUT, ACCESS_WORK};
    model_graph *g = &r->f->m.graphs[graph];
    size_t count = 1 + random_below(r->seed, 4);
    model_step *s = add_capture(r->f, graph, 1 + random_below(r->seed, 3), count);
    for (size_t i = 0; i < count; i++) {
        model_argument *argument = &s->arguments[i];
        argument->access = accesses[random_below(r->seed, 4)];
        if (!random_bytes(r, graph, s, i, argument->access, &argument->slice)) {
            g->step_count--;
            return;
        }
        argument->keyword = argument->slice.name;
    }
    random_words(r, graph, s);
    for (size_t i = 0; i < count; i++) {
        if (s->arguments[i].access == ACCESS_OUT && !may_be_off(s))
            note_written(r, &s->arguments[i].slice, true);
        else if (s->arguments[i].access == ACCESS_WORK)
            note_written(r, &s->arguments[i].slice, false);
    }
}

/* The one launch that writes a buffer. */
static inline void random_whole(random_program *r, uint32_t graph, uint32_t buffer)
{
    model_step *s = add_launch(r->f, graph, KERNEL_WHOLE);
    if (!random_argument(r, graph, s, 0)) {
        r->f->m.graphs[graph].step_count--;
        return;
    }
    set_whole(r->f, s, 1, buffer);
    s->arguments[1].once = !one_in(r, 8);
    s->grid_size[0] = 1 + random_below(r->seed, 5);
    if (one_in(r, 6))
        set_varying_grid(s, random_below(r->seed, 2), 2);
    if (one_in(r, 4))
        random_words(r, graph, s);
}

/* Several launches that write a part of a buffer each, then several that read all of it. */
static inline void random_fan(random_program *r, uint32_t graph)
{
    model_graph *g = &r->f->m.graphs[graph];
    uint32_t buffer = random_below(r->seed, r->f->m.buffer_count);
    const model_buffer *b = &r->f->m.buffers[buffer];
    uint64_t parts = 3 + random_below(r->seed, 2);
    if (b->elements < parts || !may_write(r, g->kind, buffer))
        return;
    for (uint64_t i = 0; i < parts; i++) {
        model_step *s = add_launch(r->f, graph, KERNEL_PART);
        uint64_t end = i + 1 < parts ? i + 1 : b->elements;
        set_argument(r->f, s, 0, buffer, i * b->type->size, end * b->type->size);
        note_written(r, &s->arguments[0].slice, true);
    }
    for (uint64_t i = 0; i < 4; i++) {
        model_step *s = add_launch(r->f, graph, KERNEL_ALL);
        set_whole(r->f, s, 0, buffer);
        if (!random_bytes(r, graph, s, 1, ACCESS_OUT_PART, &s->arguments[1].slice))
            g->step_count--;
    }
}

/* ---- fills and copies ---- */

/* A type whose elements the bytes of the slice can be taken for. */
static inline const model_type *random_view(random_program *r, const model_slice *s)
{
    static const char *const types[] = {"u8", "u16", "u32", "f64", "f32x2", "f32x3", "f32x4"};
    const model_type *type = model_type_find(types[random_below(r->seed, 7)]);
    bool fits = type && s->first % type->align == 0 && (s->last - s->first) % type->size == 0 &&
                r->f->m.buffers[s->buffer].alignment % type->align == 0;
    return fits ? type : s->type;
}

static inline void random_fill(random_program *r, uint32_t graph)
{
    uint32_t buffer = random_below(r->seed, r->f->m.buffer_count);
    uint64_t first, last;
    unsigned char pattern[16] = {0};
    if (!may_write(r, r->f->m.graphs[graph].kind, buffer))
        return;
    random_slice(r, buffer, &first, &last);
    unsigned period = 1u << random_below(r->seed, 5);
    for (unsigned i = 0; i < 16; i++)
        pattern[i] = (unsigned char)(i < period ? random_below(r->seed, 256) : pattern[i - period]);
    model_step *s = add_fill(r->f, graph, buffer, first, last, pattern);
    s->to.type = random_view(r, &s->to);
    s->pattern = (const unsigned char *)arena_copy(r->f->a, (const char *)pattern, 16);
    random_words(r, graph, s);
    if (!may_be_off(s))
        note_written(r, &s->to, true);
}

static inline void random_copy(random_program *r, uint32_t graph)
{
    model_graph_kind kind = r->f->m.graphs[graph].kind;
    uint32_t from = random_below(r->seed, r->f->m.buffer_count), to = random_below(r->seed, r->f->m.buffer_count);
    uint64_t size = r->f->m.buffers[to].type->size, first, last;
    random_slice(r, from, &first, &last);
    if (from == to || r->f->m.buffers[from].type->size != size || last - first > r->f->m.buffers[to].size ||
        !may_write(r, kind, to) || !may_read(r, kind, from, first, last))
        return;
    uint64_t room = (r->f->m.buffers[to].size - (last - first)) / size;
    uint64_t at = random_below(r->seed, room + 1) * size;
    model_step *s = add_copy(r->f, graph, from, first, to, at, last - first);
    random_words(r, graph, s);
    if (!may_be_off(s))
        note_written(r, &s->to, true);
}

/* ---- declarations ---- */

static inline model_traffic random_traffic(random_program *r, bool never)
{
    static const model_traffic kinds[] = {TRAFFIC_EACH, TRAFFIC_EACH, TRAFFIC_ON_REQUEST, TRAFFIC_NEVER};
    model_traffic kind = kinds[random_below(r->seed, never ? 4 : 3)];
    return kind == TRAFFIC_ON_REQUEST && r->f->m.api_call ? TRAFFIC_EACH : kind;
}

static inline void random_traffic_of(random_program *r, model_buffer *b)
{
    if (b->role == ROLE_INPUT || b->role == ROLE_INOUT)
        b->upload = random_traffic(r, false);
    if (b->role == ROLE_OUTPUT || b->role == ROLE_INOUT)
        b->download = random_traffic(r, false);
    if (b->role == ROLE_STATE) {
        b->upload = random_traffic(r, true);
        b->download = random_traffic(r, true);
    }
    if (b->role == ROLE_OUTPUT && b->elements > 1 && one_in(r, 3)) {
        uint64_t first = random_below(r->seed, b->elements - 1);
        b->down_first = first * b->type->size;
        b->down_last = (first + 1 + random_below(r->seed, b->elements - first)) * b->type->size;
    }
    if (b->role == ROLE_SETTING) {
        b->by_value = one_in(r, 2);
        b->by_pointer = !b->by_value || one_in(r, 2);
    }
    if (one_in(r, 24) && (b->role != ROLE_SETTING || b->by_pointer)) {
        b->fixed = true;
        b->fixed_offset = (uint64_t)b->alignment * random_below(r->seed, 1 + 512 / b->alignment);
    }
}

static inline void random_buffers(random_program *r, size_t count)
{
    static const char *const types[] = {"u8", "u16", "u32", "f64", "u32", "f64"};
    for (size_t i = 0; i < count; i++) {
        char name[24];
        const model_type *type = model_type_find(types[random_below(r->seed, 6)]);
        uint64_t most = RANDOM_MAX_BYTES / type->size;
        uint64_t elements = random_below(r->seed, 12) ? 1 + random_below(r->seed, most) : 0;
        unsigned alignment = 1u << random_below(r->seed, 9);
        /* Scratch and outputs, which may share, are the interesting ones. */
        model_role role = (model_role)random_below(r->seed, 8);
        if (random_below(r->seed, 3) == 0)
            role = ROLE_SCRATCH;
        snprintf(name, sizeof name, "b%zu", i);
        uint32_t b = add_buffer(r->f, name, role, type->name, role == ROLE_SETTING ? 1 : elements,
                                alignment < type->align ? type->align : alignment);
        random_traffic_of(r, &r->f->m.buffers[b]);
        if (role == ROLE_OUTPUT && one_in(r, 2))
            r->reserved |= (uint64_t)1 << b;
    }
}

static inline void random_kernels(random_program *r, size_t count)
{
    static const char letters[] = "iiioobpwv";
    add_kernel(r->f, "part", "o");
    add_kernel(r->f, "all", "ip");
    add_kernel(r->f, "set", "ic");
    add_kernel(r->f, "whole", "io");
    r->f->m.kernels[KERNEL_PART].source = "part.cu"; /* so that a kernel may copy */
    for (size_t i = 0; i < count; i++) {
        char name[16], accesses[5] = "";
        size_t params = 1 + random_below(r->seed, 4);
        for (size_t k = 0; k < params; k++)
            accesses[k] = letters[random_below(r->seed, sizeof letters - 1)];
        snprintf(name, sizeof name, "k%zu", i);
        add_kernel(r->f, name, accesses);
    }
}

/* ---- control flow ---- */

#define RANDOM_MAX_CONDITIONS 64u

static inline void random_setter(random_program *r, uint32_t graph, uint32_t condition)
{
    model_step *s = add_launch(r->f, graph, KERNEL_SET);
    s->arguments[0].kind = ARGUMENT_SLICE;
    set_condition(r->f, s, 1, condition);
    if (random_bytes(r, graph, s, 0, ACCESS_IN, &s->arguments[0].slice))
        random_words(r, graph, s);
    else
        r->f->m.graphs[graph].step_count--;
}

static inline void random_body(random_program *r, uint32_t graph, size_t count, unsigned depth);

static inline void *copy_written(random_program *r)
{
    void *copy = arena_alloc(r->f->a, r->written_size);
    memcpy(copy, r->written, r->written_size);
    return copy;
}

/* What was defined before and still is after each of the bodies is so after all of them: none need run. */
static inline void random_control(random_program *r, uint32_t graph, unsigned depth)
{
    static const model_step_kind kinds[] = {STEP_WHILE, STEP_IF, STEP_SWITCH};
    if (r->f->m.buffer_count * sizeof *r->written >= r->written_size)
        return;
    uint32_t condition = add_condition(r->f, arena_printf(r->f->a, "c%zu", r->f->m.buffer_count));
    r->f->m.buffers[condition].condition_first = random_below(r->seed, 2);
    model_step_kind kind = kinds[random_below(r->seed, 3)];
    size_t bodies = kind == STEP_WHILE ? 1 : kind == STEP_IF ? 1 + random_below(r->seed, 2) : 1 + random_below(r->seed, 3);
    if (!one_in(r, 4))
        random_setter(r, graph, condition);
    uint32_t control = begin_control(r->f, graph, kind, condition, bodies);
    random_words(r, graph, &r->f->m.graphs[graph].steps[control]);
    bool(*before)[RANDOM_MAX_BYTES] = copy_written(r), (*after)[RANDOM_MAX_BYTES] = copy_written(r);
    bool(*outer_loop)[RANDOM_MAX_BYTES] = r->at_loop;
    if (kind == STEP_WHILE)
        r->at_loop = before;
    for (size_t b = 0; b < bodies; b++) {
        memcpy(r->written, before, r->written_size);
        random_body(r, graph, random_below(r->seed, 6), depth + 1);
        if (kind == STEP_WHILE && !one_in(r, 4))
            random_setter(r, graph, condition);
        for (size_t i = 0; i < r->f->m.buffer_count; i++) {
            for (size_t k = 0; k < RANDOM_MAX_BYTES; k++)
                after[i][k] = after[i][k] && r->written[i][k];
        }
        next_body(r->f);
    }
    memcpy(r->written, after, r->written_size);
    r->at_loop = outer_loop;
    end_control(r->f, graph, control);
}

/* Those of the buffers that wait for it get their launch now. */
static inline void random_reserved(random_program *r, uint32_t graph)
{
    for (uint32_t b = 0; b < r->f->m.buffer_count; b++) {
        if (is_reserved(r, b) && r->f->m.graphs[graph].kind == GRAPH_REPLAY && one_in(r, 2))
            random_whole(r, graph, b);
    }
}

static inline void random_steps(random_program *r, uint32_t graph, size_t count)
{
    r->written_size = sizeof *r->written * (r->f->m.buffer_count + RANDOM_MAX_CONDITIONS);
    r->written = (bool (*)[RANDOM_MAX_BYTES])arena_alloc(r->f->a, r->written_size);
    random_body(r, graph, count / 2, 0);
    random_reserved(r, graph);
    random_body(r, graph, count - count / 2, 0);
}

static inline void random_body(random_program *r, uint32_t graph, size_t count, unsigned depth)
{
    for (size_t i = 0; i < count; i++) {
        if (depth < 3 && one_in(r, 12)) {
            random_control(r, graph, depth);
            continue;
        }
        switch (random_below(r->seed, 6)) {
        case 0:
            if (one_in(r, 6))
                random_fan(r, graph);
            else
                random_fill(r, graph);
            break;
        case 1:
            random_copy(r, graph);
            break;
        default:
            if (one_in(r, 10))
                random_capture(r, graph);
            else
                random_launch(r, graph);
            break;
        }
    }
}

/* Chooses transports anew; false: what `io:` asks for cannot be had. */
static inline bool random_transports(fixture *f, bool separate)
{
    diag *d = diag_new(f->a);
    plan *p = plan_new(f->a, &f->m, separate);
    transport_choose(f->a, d, &f->m, p);
    f->crossings = p->crossings;
    return diag_error_count(d) == 0;
}

/* What each buffer's bytes are to cross by; whether they can directly, the generator is asked. */
static inline void random_io(random_program *r)
{
    for (size_t b = 0; b < r->f->m.buffer_count; b++) {
        model_buffer *buffer = &r->f->m.buffers[b];
        bool crosses = buffer->role == ROLE_SETTING ? buffer->by_pointer
                                                    : buffer->upload != TRAFFIC_NEVER || buffer->download != TRAFFIC_NEVER;
        if (!crosses || buffer->size == 0)
            continue;
        buffer->io = IO_DIRECT;
        if (one_in(r, 3) || !random_transports(r->f, false))
            buffer->io = (model_io)random_below(r->seed, IO_DIRECT);
    }
}

static inline fixture *random_fixture(uint64_t *seed, size_t most_steps)
{
    fixture *f = fixture_new();
    random_program r = {.f = f, .seed = seed};
    f->m.lanes = one_in(&r, 4) ? 1 + random_below(seed, 3) : 1;
    f->m.api_call = one_in(&r, 3);
    f->m.reuse_off = one_in(&r, 16);
    f->m.reuse_tight = !f->m.reuse_off && one_in(&r, 2);
    for (size_t i = random_below(seed, 4); i > 1; i--)
        add_switch(f, i == 2 ? "first" : "second", one_in(&r, 2));
    random_buffers(&r, 3 + random_below(seed, 10));
    random_kernels(&r, 1 + random_below(seed, 5));
    size_t replayed = one_in(&r, 3) ? 2 + random_below(seed, 2) : 1;
    for (size_t g = 0; g < replayed; g++)
        random_steps(&r, add_graph(f, GRAPH_REPLAY), random_below(seed, most_steps));
    if (random_below(seed, 2))
        random_steps(&r, add_graph(f, GRAPH_SETUP), random_below(seed, most_steps / 2 + 1));
    random_io(&r);
    return f;
}

/* A fixed offset may be taken, which is for the spec's author to solve. */
static inline plan *random_plan(fixture *f, bool separate)
{
    ck_assert(random_transports(f, separate));
    plan *p = make_plan(f, separate);
    for (size_t b = 0; b < f->m.buffer_count && diag_error_count(f->d) > 0; b++)
        f->m.buffers[b].fixed = false;
    if (diag_error_count(f->d) > 0)
        p = make_plan(f, separate);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    return p;
}

#endif
