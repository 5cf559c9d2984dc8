/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Finds in each buffer's role and traffic, and in the steps that use it, what keeps kernels from working on its pinned
 * memory. */
#include "plan/transport_parts.h"

#include <string.h>

/* A loop counts for at most this many passes. */
#define MOST_PASSES 65536u

typedef struct {
    arena *memory;
    const model *m;
    const model_graph *graph; /* at hand */
    uint32_t launch;          /* likewise */
    size_t loop;              /* of the model's, the next one */
    transport_use *uses;
    uint64_t *passes;
} finder;

static const transport_obstacle none;

static transport_obstacle obstacle(const char *text, const char *reason, span at, const char *note)
{
    return (transport_obstacle){text, reason, at, note, NULL};
}

/* ---- of the buffer alone ---- */

static transport_obstacle own_obstacle(finder *f, const model_buffer *b)
{
    bool up = b->role != ROLE_OUTPUT;
    const char *role = model_role_name(b->role);

    if (b->role != ROLE_INPUT && b->role != ROLE_OUTPUT && b->role != ROLE_SETTING)
        return obstacle(arena_printf(f->memory, "only an input, an output or a setting can be, found %s %s",
                                     b->role == ROLE_INOUT ? "an" : "a", role),
                        arena_printf(f->memory, "%s stays on the device", role), b->role_at, "its role is here");
    if (b->role == ROLE_SETTING && !b->by_pointer)
        return obstacle("steps take it by value only", "by value", b->role_at, "it is a setting");
    if (b->role != ROLE_SETTING && (up ? b->upload : b->download) != TRAFFIC_EACH)
        return obstacle(arena_printf(f->memory, "it is %s on request", up ? "uploaded" : "downloaded"), "on request",
                        up ? b->upload_at : b->download_at, up ? "'upload' is here" : "'download' is here");
    if (b->fixed)
        return obstacle("its place in device memory is fixed", "fixed place", b->at_offset.at, "'at' fixes it");
    if (b->role == ROLE_OUTPUT && (b->down_first > 0 || b->down_last < b->size))
        return obstacle("only a range of it is downloaded", "a range is downloaded", b->range_at, "the range is here");
    return none;
}

/* ---- of steps ---- */

/* Keeps the first obstacle that is found. */
static void add(finder *f, uint32_t buffer, transport_obstacle found)
{
    if (f->uses[buffer].obstacle.text == NULL)
        f->uses[buffer].obstacle = found;
}

static bool is_open(const finder *f, const model_slice *s)
{
    return s->first < s->last && f->uses[s->buffer].obstacle.text == NULL;
}

/* What reports call a step. */
static const char *short_name(const finder *f, const model_step *step)
{
    if (step->name != NULL || step->kind != STEP_LAUNCH)
        return step->title;
    return f->m->kernels[step->kernel].name;
}

static void refuse(finder *f, const model_step *step, const model_slice *s, const char *what)
{
    if (is_open(f, s))
        add(f, s->buffer,
            obstacle(arena_printf(f->memory, "'%s' %s", step->title, what),
                     arena_printf(f->memory, "%s %s", short_name(f, step), what), s->at, "it does so here"));
}

static const char *holder_of(const model_graph *g, const model_step *step)
{
    static const char *const words[] = {[STEP_WHILE] = "a while", [STEP_IF] = "an if", [STEP_SWITCH] = "a switch"};

    return words[g->steps[step->inside - 1].kind];
}

static bool may_be_empty(const model_step *step)
{
    if (step->sized != 0)
        return true;
    for (size_t i = 0; i < step->grid_count; i++)
        if (step->grid[i].varies ? step->grid[i].low <= 0 : step->grid_size[i] == 0)
            return true;
    return false;
}

/* Why a launch may not run in each replay of its graph; NULL: it does. */
static const char *why_uncertain(finder *f, const model_step *step, span *at)
{
    if (step->inside != 0) {
        *at = f->graph->steps[step->inside - 1].at;
        return arena_printf(f->memory, "stands in %s", holder_of(f->graph, step));
    }
    if (step->switched != MODEL_NONE) {
        *at = step->switch_at;
        return "is switched";
    }
    if (step->idle_name != NULL || step->before_loop) {
        *at = step->idle_name != NULL ? step->idle_at : step->at;
        return "may be idle";
    }
    *at = step->grid_at;
    return may_be_empty(step) ? "may have a grid of 0" : NULL;
}

static void not_once(finder *f, const model_step *step, size_t argument)
{
    const model_argument *a = &step->arguments[argument];
    const model_param *p = &f->m->kernels[step->kernel].params[argument];
    const char *access = model_access_name(a->access), *wanted = a->access == ACCESS_IN ? "in" : "out";
    transport_obstacle found = {
        .text = arena_printf(f->memory, "'%s' takes it as '%s', not as '%s once'", step->title, access, wanted),
        .reason = arena_printf(f->memory, "not once in %s", short_name(f, step)),
        .at = p->type_at,
        .note = arena_printf(f->memory, "the parameter '%s' is here", p->name)};

    for (size_t i = 0; i < step->override_count; i++)
        if (strcmp(step->overrides[i].parameter, p->name) == 0) {
            found.at = step->overrides[i].access_at;
            found.note = arena_printf(f->memory, "the access of '%s' is here", p->name);
        }
    if (a->access == ACCESS_IN || a->access == ACCESS_OUT)
        found.hint = arena_printf(f->memory, "write '%s once' if each byte is %s once, by threads side by side", wanted,
                                  a->access == ACCESS_IN ? "read" : "written");
    add(f, a->slice.buffer, found);
}

/* An output that a launch writes: it has to be the only one, and to write all of it each time. */
static void add_writer(finder *f, const model_step *step, const model_slice *s)
{
    transport_use *u = &f->uses[s->buffer];
    const model_buffer *b = &f->m->buffers[s->buffer];
    const char *why;
    span at;

    if (u->writer != NULL) {
        add(f, s->buffer,
            obstacle(arena_printf(f->memory, "'%s' and '%s' both write it", u->writer->title, step->title),
                     "written by 2 launches", s->at, "the second one does so here"));
        return;
    }
    u->writer = step;
    u->writer_launch = f->launch;
    why = why_uncertain(f, step, &at);
    if (why != NULL)
        add(f, s->buffer,
            obstacle(arena_printf(f->memory, "'%s', which writes it, %s", step->title, why),
                     arena_printf(f->memory, "%s %s", short_name(f, step), why), at, "here"));
    else if (s->first > 0 || s->last < b->size)
        add(f, s->buffer,
            obstacle(arena_printf(f->memory, "'%s' writes only a part of it", step->title),
                     arena_printf(f->memory, "%s writes a part", short_name(f, step)), s->at, "this is not all of it"));
}

/* Grids of huge launches have more threads than fit 64 bits; more than `most` make no difference. */
static uint64_t multiplied(uint64_t count, uint64_t factor, uint64_t most)
{
    return factor < 2 ? count : count <= most / factor ? count * factor : most;
}

/* Only open knows how many blocks a resident grid has: a device of a middling size has that many multiprocessors, and a
 * block on each of them. */
#define RESIDENT_BLOCKS 64u

static uint64_t blocks_of(const model_step *step)
{
    return step->resident && step->grid_size[0] > RESIDENT_BLOCKS ? RESIDENT_BLOCKS : step->grid_size[0];
}

/* The most times that a thread of a launch reads, because it waits each time when the bytes are far away. */
static uint64_t rounds_of(const model_step *step, const model_slice *s)
{
    uint64_t bytes = s->last - s->first, at_once = s->type->size < bytes ? s->type->size : bytes;

    for (size_t i = 0; i < 3; i++)
        at_once = multiplied(at_once, step->block_size[i], bytes);
    for (size_t i = 0; i < step->grid_count && i < 3; i++)
        at_once = multiplied(at_once, i == 0 ? blocks_of(step) : step->grid_size[i], bytes);
    return bytes / at_once + (bytes % at_once > 0);
}

static bool is_in_loop(const finder *f, const model_step *step)
{
    for (uint32_t holder = step->inside; holder != 0; holder = f->graph->steps[holder - 1].inside)
        if (f->graph->steps[holder - 1].kind == STEP_WHILE)
            return true;
    return false;
}

static void add_reader(finder *f, const model_step *step, const model_slice *s)
{
    transport_use *u = &f->uses[s->buffer];

    u->readers = arena_grow(f->memory, u->readers, u->reader_count, &u->reader_capacity, sizeof *u->readers);
    u->readers[u->reader_count++] =
        (transport_reader){f->launch, s->last - s->first, rounds_of(step, s), is_in_loop(f, step)};
}

static void add_argument(finder *f, const model_step *step, size_t argument)
{
    const model_argument *a = &step->arguments[argument];
    const model_slice *s = &a->slice;
    const model_buffer *b;

    if (a->access == ACCESS_VALUE || !is_open(f, s))
        return;
    b = &f->m->buffers[s->buffer];
    if (f->graph->kind == GRAPH_SETUP)
        refuse(f, step, s, "in 'setup' uses it");
    else if (f->m->kernels[step->kernel].builtin != NULL && !a->once)
        refuse(f, step, s, "uses it for control flow");
    else if (b->role == ROLE_OUTPUT && a->access == ACCESS_IN)
        refuse(f, step, s, "reads it");
    else if (!a->once || (a->access != ACCESS_IN && a->access != ACCESS_OUT))
        not_once(f, step, argument);
    else if (b->role == ROLE_OUTPUT)
        add_writer(f, step, s);
    else
        add_reader(f, step, s);
}

static void add_step(finder *f, const model_step *step)
{
    if (step->kind == STEP_FILL || step->kind == STEP_COPY)
        refuse(f, step, &step->to, "writes it");
    if (step->kind == STEP_COPY)
        refuse(f, step, &step->from, "reads it");
    for (size_t i = 0; step->kind == STEP_CAPTURE && i < step->argument_count; i++)
        refuse(f, step, &step->arguments[i].slice, step->arguments[i].access == ACCESS_IN ? "reads it" : "writes it");
    if (step->kind != STEP_LAUNCH)
        return;
    for (size_t i = 0; i < step->argument_count; i++)
        add_argument(f, step, i);
    for (size_t i = 0; i < step->read_count; i++)
        refuse(f, step, &step->reads[i], "reaches it through 'reads'");
    for (size_t i = 0; i < step->write_count; i++)
        refuse(f, step, &step->writes[i], "reaches it through 'writes'");
}

/* Finds for each step how many times a replay may run it. Steps that hold others stand before them. */
static void count_passes(finder *f, size_t graph, uint64_t *of_step)
{
    const model_graph *g = &f->m->graphs[graph];
    uint32_t launch = f->launch;

    for (size_t i = 0; i < g->step_count; i++)
        of_step[i] = 1;
    for (; f->loop < f->m->loop_count && f->m->loops[f->loop].graph == graph; f->loop++)
        of_step[f->m->loops[f->loop].step] = f->m->loops[f->loop].max;
    for (size_t i = 0; i < g->step_count; i++) {
        const model_step *step = &g->steps[i];
        uint64_t around = step->inside == 0 ? 1 : of_step[step->inside - 1];

        of_step[i] = of_step[i] * around < MOST_PASSES ? of_step[i] * around : MOST_PASSES;
        if (step->kind == STEP_LAUNCH)
            f->passes[launch++] = of_step[i];
    }
}

static size_t count_launches(const model *m, size_t *most_steps)
{
    size_t count = 0;

    *most_steps = 0;
    for (size_t g = 0; g < m->graph_count; g++) {
        const model_graph *graph = &m->graphs[g];
        *most_steps = graph->step_count > *most_steps ? graph->step_count : *most_steps;
        for (size_t i = 0; i < graph->step_count; i++)
            count += graph->steps[i].kind == STEP_LAUNCH;
    }
    return count;
}

transport_uses transport_find_uses(arena *a, const model *m)
{
    size_t most_steps, launches = count_launches(m, &most_steps);
    uint64_t *of_step = ARENA_ARRAY(a, uint64_t, most_steps + 1);
    finder f = {.memory = a, .m = m};

    f.uses = ARENA_ARRAY(a, transport_use, m->buffer_count + 1);
    f.passes = ARENA_ARRAY(a, uint64_t, launches + 1);
    for (size_t i = 0; i < m->buffer_count; i++)
        f.uses[i].obstacle = own_obstacle(&f, &m->buffers[i]);
    for (size_t g = 0; g < m->graph_count; g++) {
        f.graph = &m->graphs[g];
        count_passes(&f, g, of_step);
        for (size_t i = 0; i < f.graph->step_count; i++) {
            add_step(&f, &f.graph->steps[i]);
            f.launch += f.graph->steps[i].kind == STEP_LAUNCH;
        }
    }
    for (uint32_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_OUTPUT && m->buffers[i].size > 0 && f.uses[i].writer == NULL)
            add(&f, i, obstacle("no launch writes it", "no launch writes it", none.at, NULL));
    return (transport_uses){f.uses, f.passes, launches};
}
