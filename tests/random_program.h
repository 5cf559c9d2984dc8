/* SPDX-License-Identifier: MIT */
/* Random programs that the checks of a spec would let pass: nothing is read before it is surely written, a launch does
 * not name the same bytes twice unless it only reads them, constants stay constant. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "plan_fixture.h"

#define RANDOM_MAX_BYTES 64u

typedef struct {
    fixture *f;
    uint64_t *seed;
    bool (*written)[RANDOM_MAX_BYTES];  /* which bytes of each buffer may be read */
} random_program;

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

static inline bool may_write(model_graph_kind kind, model_role role)
{
    if (kind == GRAPH_SETUP)
        return role == ROLE_DERIVED || role == ROLE_SCRATCH;
    return role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_STATE || role == ROLE_SCRATCH;
}

static inline bool may_read(const random_program *r, model_graph_kind kind, uint32_t buffer, uint64_t first,
                            uint64_t last)
{
    model_role role = r->f->m.buffers[buffer].role;
    if (kind == GRAPH_SETUP && role != ROLE_CONSTANT && role != ROLE_DERIVED && role != ROLE_SCRATCH)
        return false;
    if (role != ROLE_SCRATCH && !(kind == GRAPH_SETUP && role == ROLE_DERIVED))
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

/* Finds bytes for the argument that the access allows; false after some tries. */
static inline bool random_argument(random_program *r, uint32_t graph, model_step *s, size_t index, model_access access)
{
    model_graph_kind kind = r->f->m.graphs[graph].kind;
    const model_kernel *k = &r->f->m.kernels[s->kernel];
    for (int tries = 0; tries < 40; tries++) {
        uint32_t buffer = random_below(r->seed, r->f->m.buffer_count);
        uint64_t first, last;
        random_slice(r, buffer, &first, &last);
        bool reads = access == ACCESS_IN || access == ACCESS_INOUT, writes = access != ACCESS_IN;
        if ((reads && !may_read(r, kind, buffer, first, last)) ||
            (writes && !may_write(kind, r->f->m.buffers[buffer].role)) ||
            (access == ACCESS_WORK && r->f->m.buffers[buffer].role != ROLE_SCRATCH))
            continue;
        set_argument(r->f, s, index, buffer, first, last);
        bool clash = false;
        for (size_t i = 0; i < index; i++) {
            if (k->params[i].access != ACCESS_VALUE && (writes || k->params[i].access != ACCESS_IN))
                clash = clash || same_bytes(&s->arguments[i].slice, &s->arguments[index].slice);
        }
        if (!clash)
            return true;
    }
    return false;
}

static inline void note_written(random_program *r, const model_slice *s, bool defined)
{
    for (uint64_t i = s->first; i < s->last; i++)
        r->written[s->buffer][i] = defined;
}

static inline void random_launch(random_program *r, uint32_t graph)
{
    model_graph *g = &r->f->m.graphs[graph];
    model_step *s = add_launch(r->f, graph, random_below(r->seed, r->f->m.kernel_count));
    const model_kernel *k = &r->f->m.kernels[s->kernel];
    s->grid_size[0] = 1 + random_below(r->seed, 5);
    for (size_t i = 0; i < k->param_count; i++) {
        if (k->params[i].access == ACCESS_VALUE) {
            set_value(r->f, s, i, (unsigned char)random_below(r->seed, 256));
        } else if (!random_argument(r, graph, s, i, k->params[i].access)) {
            g->step_count--;
            return;
        }
    }
    for (size_t i = 0; i < k->param_count; i++) {
        if (k->params[i].access == ACCESS_OUT)
            note_written(r, &s->arguments[i].slice, true);
        else if (k->params[i].access == ACCESS_WORK)
            note_written(r, &s->arguments[i].slice, false);
    }
}

static inline void random_fill(random_program *r, uint32_t graph)
{
    uint32_t buffer = random_below(r->seed, r->f->m.buffer_count);
    uint64_t first, last;
    unsigned char pattern[16] = {0};
    if (!may_write(r->f->m.graphs[graph].kind, r->f->m.buffers[buffer].role))
        return;
    random_slice(r, buffer, &first, &last);
    unsigned period = 1u << random_below(r->seed, 4);
    for (unsigned i = 0; i < 16; i++)
        pattern[i] = (unsigned char)(i < period ? random_below(r->seed, 256) : pattern[i - period]);
    note_written(r, &add_fill(r->f, graph, buffer, first, last, pattern)->to, true);
}

static inline void random_copy(random_program *r, uint32_t graph)
{
    model_graph_kind kind = r->f->m.graphs[graph].kind;
    uint32_t from = random_below(r->seed, r->f->m.buffer_count), to = random_below(r->seed, r->f->m.buffer_count);
    uint64_t size = r->f->m.buffers[to].type->size, first, last;
    random_slice(r, from, &first, &last);
    if (from == to || r->f->m.buffers[from].type->size != size || last - first > r->f->m.buffers[to].size ||
        !may_write(kind, r->f->m.buffers[to].role) || !may_read(r, kind, from, first, last))
        return;
    uint64_t room = (r->f->m.buffers[to].size - (last - first)) / size;
    uint64_t at = random_below(r->seed, room + 1) * size;
    note_written(r, &add_copy(r->f, graph, from, first, to, at, last - first)->to, true);
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
        add_buffer(r->f, name, role, type->name, role == ROLE_SETTING ? 1 : elements,
                   alignment < type->align ? type->align : alignment);
    }
}

static inline void random_kernels(random_program *r, size_t count)
{
    static const char letters[] = "iiioobpwv";
    for (size_t i = 0; i < count; i++) {
        char name[16], accesses[5] = "";
        size_t params = 1 + random_below(r->seed, 4);
        for (size_t k = 0; k < params; k++)
            accesses[k] = letters[random_below(r->seed, sizeof letters - 1)];
        snprintf(name, sizeof name, "k%zu", i);
        add_kernel(r->f, name, accesses);
    }
}

static inline fixture *random_fixture(uint64_t *seed, size_t most_steps)
{
    fixture *f = fixture_new();
    random_program r = {f, seed, NULL};
    random_buffers(&r, 3 + random_below(seed, 10));
    random_kernels(&r, 1 + random_below(seed, 5));
    size_t graphs = 1 + random_below(seed, 2);
    for (size_t g = 0; g < graphs; g++) {
        uint32_t graph = add_graph(f, g == 0 ? GRAPH_REPLAY : GRAPH_SETUP);
        size_t steps = random_below(seed, g == 0 ? most_steps : most_steps / 2 + 1);
        r.written = (bool (*)[RANDOM_MAX_BYTES])arena_alloc(f->a, sizeof *r.written * f->m.buffer_count);
        for (size_t i = 0; i < steps; i++) {
            switch (random_below(seed, 6)) {
            case 0:
                random_fill(&r, graph);
                break;
            case 1:
                random_copy(&r, graph);
                break;
            default:
                random_launch(&r, graph);
                break;
            }
        }
    }
    return f;
}

#endif
