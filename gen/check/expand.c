/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "check/expand_parts.h"

#include <string.h>

/* ---- room ---- */

static void fail_full(expander *e, const char *text)
{
    const model_step *top = e->top;

    e->full = true;
    diag_pass(e->c->d, NULL, true);
    diag_error(e->c->d, top->at, "too-many", "%s", text);
    if (top->kind == STEP_REPEAT || top->kind == STEP_CALL)
        diag_hint(e->c->d, "a 'while' runs its steps again without a copy of them for each pass");
    else if (top->kind == STEP_WHILE && top->swap_count > 0)
        diag_hint(e->c->d, "a while that swaps holds its steps twice, and those of another one inside it four times");
}

bool expand_take_room(expander *e, size_t count)
{
    if (e->full)
        return false;
    if (count <= EXPAND_MAX_STEPS - e->added) {
        e->added += count;
        return true;
    }
    fail_full(e,
              arena_printf(e->a, "this makes the graph '%s' longer than %u steps", e->graph->name, EXPAND_MAX_STEPS));
    return false;
}

/* False, with one error, beyond the limit. */
static bool take_arguments(expander *e, const model_step *step)
{
    size_t count = step->copy == 0 ? 0 : step->argument_count + step->read_count + step->write_count;

    e->arguments += count;
    if (e->arguments > EXPAND_MAX_ARGUMENTS)
        fail_full(e, arena_printf(e->a, "copies of steps have more than %u arguments in all", EXPAND_MAX_ARGUMENTS));
    return !e->full;
}

/* Each body is a graph of its own. */
static void take_bodies(expander *e, size_t count)
{
    if (e->full)
        return;
    if (count <= EXPAND_MAX_BODIES - e->bodies) {
        e->bodies += count;
        return;
    }
    fail_full(e, arena_printf(e->a, "this makes the bodies of while, if and switch more than %u", EXPAND_MAX_BODIES));
}

/* ---- the flat list ---- */

/* A long list has room for all that may still come, since each time that it moves it leaves a list behind. */
#define LONG_LIST 8192u

static void grow(expander *e)
{
    size_t most = e->count + (EXPAND_MAX_STEPS - e->added) + 1;
    model_step *moved;

    if (e->count < e->capacity)
        return;
    if (e->count < LONG_LIST || most > 2 * (size_t)EXPAND_MAX_STEPS) {
        e->steps = arena_grow(e->a, e->steps, e->count, &e->capacity, sizeof *e->steps);
        return;
    }
    moved = ARENA_ARRAY(e->a, model_step, most);
    memcpy(moved, e->steps, e->count * sizeof *moved);
    e->steps = moved;
    e->capacity = most;
}

uint32_t expand_append(expander *e, const model_step *step)
{
    model_step *to;

    if (step->generated)
        (void)expand_take_room(e, 1); /* even without room it closes what is open */
    grow(e);
    to = &e->steps[e->count];
    *to = *step;
    to->inside = e->inside;
    to->body = e->body;
    to->pass = e->pass;
    to->before_loop = e->before_loop;
    to->later_pass = e->later_pass;
    return (uint32_t)e->count++;
}

uint32_t expand_open(expander *e, const model_step *step, uint32_t condition)
{
    const model_buffer *b = &e->m->buffers[condition];
    model_step copy = *step, *header;
    uint32_t index;

    take_bodies(e, step->body_count);
    expand_after(e, &copy);
    index = expand_append(e, &copy);
    header = &e->steps[index];
    header->condition = condition;
    header->from =
        (model_slice){.at = step->at, .name = b->name, .buffer = condition, .type = b->type, .last = b->size};
    header->title = expand_title(e, step);
    e->inside = index + 1;
    e->body = 0;
    return index;
}

void expand_next_body(expander *e, uint32_t body)
{
    e->body = body;
}

void expand_close(expander *e, uint32_t index)
{
    e->steps[index].end = (uint32_t)e->count;
    e->inside = e->steps[index].inside;
    e->body = e->steps[index].body;
}

/* ---- passes ---- */

const char *expand_enter_pass(expander *e, const char *pass)
{
    const char *before = e->pass;

    e->pass = before == NULL ? pass : arena_printf(e->a, "%s, %s", before, pass);
    return before;
}

void expand_leave_pass(expander *e, const char *before)
{
    e->pass = before;
}

/* ---- steps ---- */

static void expand_leaf(expander *e, model_step *step)
{
    model_step copy;

    if (!take_arguments(e, step))
        return;
    copy = expand_copy_step(e, step);
    copy.copy = step->copy++;
    expand_after(e, &copy);
    if (step->kind == STEP_LAUNCH && !step->resident && step->count.root != NULL)
        expand_grid(e, step, &copy);
    expand_append(e, &copy);
}

void expand_inline(expander *e, model_step *step)
{
    for (size_t i = 0; i < step->body_count; i++)
        expand_list(e, step->bodies[i].steps, step->bodies[i].step_count, false, NULL);
}

/* False where the steps of the body alone, each once a pass, are too many. */
static bool has_room(expander *e, const model_step *step, int64_t passes)
{
    size_t steps = step->bodies[0].step_count;

    return passes <= 1 || (uint64_t)passes - 1 <= (EXPAND_MAX_STEPS - e->added) / steps;
}

static void expand_repeat(expander *e, model_step *step)
{
    buffer_pair *pairs = NULL;
    int64_t passes = 0;
    bool counted = expand_count(e, step, 0, EXPAND_MAX_STEPS, &passes);
    bool paired = !step->broken && expand_pairs(e, step, &pairs);
    index_value index = {step->index_name, 0, e->indices};
    const index_value *outer = e->indices;

    if (index.name != NULL)
        e->indices = &index;
    if (step->broken || !counted || !paired)
        passes = 1;
    if (passes == 0)
        expand_skip(e, step);
    if (!has_room(e, step, passes))
        (void)expand_take_room(e, EXPAND_MAX_STEPS + 1);
    for (int64_t pass = 0; pass < passes && !e->full; pass++) {
        const char *before = expand_enter_pass(
            e, arena_printf(e->a, "pass %llu of %llu", (unsigned long long)pass + 1, (unsigned long long)passes));

        index.value = pass;
        expand_list(e, step->bodies[0].steps, step->bodies[0].step_count, pass + 1 < passes, step);
        if (paired)
            expand_exchange(e, pairs, step);
        expand_leave_pass(e, before);
    }
    e->indices = outer;
}

/* Each step of a repeat or a call waits for whatever the repeat or call waits for. */
static void enter_waiting(expander *e, const model_step *step, waiting_for *w)
{
    model_step copy = *step;

    if (step->after_count == 0)
        return;
    expand_after(e, &copy);
    *w = (waiting_for){copy.after, copy.after_count, e->inside, e->body};
    e->waiting = w;
}

static void expand_step(expander *e, model_step *step)
{
    waiting_for *outer = e->waiting, own;

    if (!expand_take_room(e, step->copy > 0))
        return;
    diag_pass(e->c->d, e->pass, step->copy == 0);
    switch (step->kind) {
    case STEP_LAUNCH:
    case STEP_FILL:
    case STEP_COPY:
    case STEP_CAPTURE:
    case STEP_COLLECTIVE:
        expand_leaf(e, step);
        return;
    case STEP_WHILE:
        expand_while(e, step);
        break;
    case STEP_IF:
    case STEP_SWITCH:
        expand_choice(e, step);
        break;
    case STEP_REPEAT:
        enter_waiting(e, step, &own);
        expand_repeat(e, step);
        break;
    case STEP_CALL:
        enter_waiting(e, step, &own);
        expand_call(e, step);
        break;
    }
    e->waiting = outer;
    step->copy++;
}

void expand_list(expander *e, model_step *steps, size_t count, bool again, const model_step *swapper)
{
    list_at list = {steps, count, 0, again, swapper, e->list};
    uint32_t first;

    e->list = &list;
    for (; list.at < count && !e->full; list.at++) {
        if (list.outer == NULL)
            e->top = &steps[list.at];
        first = (uint32_t)e->count;
        expand_step(e, &steps[list.at]);
        e->copies->first[steps[list.at].number] = first;
        e->copies->end[steps[list.at].number] = (uint32_t)e->count;
    }
    e->list = list.outer;
}

/* ---- graphs ---- */

static void start_names(expander *e)
{
    for (size_t i = 0; i < e->named; i++) {
        e->now[i] = (uint32_t)i;
        e->conditions[i].set_at = (span){0, 0, 0};
    }
}

static void expand_graph(expander *e, uint32_t index)
{
    model_graph *g = &e->m->graphs[index];

    if (e->full) {
        g->step_count = 0;
        return;
    }
    e->graph = g;
    e->graph_index = index;
    e->steps = NULL;
    e->count = e->capacity = 0;
    e->inside = e->body = 0;
    e->exchange_count = 0;
    e->copies = expand_new_copies(e, g);
    start_names(e);
    expand_list(e, g->written, g->written_count, false, NULL);
    if (!e->full) {
        diag_pass(e->c->d, NULL, true);
        expand_settle(e);
    }
    g->steps = e->steps;
    g->step_count = e->full ? 0 : e->count; /* an incomplete list is not examined */
}

static bool is_control(const model_step *step)
{
    return step->kind != STEP_LAUNCH && step->kind != STEP_FILL && step->kind != STEP_COPY &&
           step->kind != STEP_CAPTURE && step->kind != STEP_COLLECTIVE;
}

/* Whether anything has to be done. */
static bool has_control(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_CONDITION)
            return true;
    for (size_t g = 0; g < m->graph_count; g++)
        for (size_t i = 0; i < m->graphs[g].step_count; i++)
            if (is_control(&m->graphs[g].steps[i]) || expand_has_grids(&m->graphs[g].steps[i], 1))
                return true;
    return false;
}

static bool may_rename(const model_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].swap_count > 0)
            return true;
        for (size_t b = 0; b < steps[i].body_count; b++)
            if (may_rename(steps[i].bodies[b].steps, steps[i].bodies[b].step_count))
                return true;
    }
    return false;
}

static void start(expander *e, checker *c)
{
    model *m = c->m;

    e->c = c;
    e->a = c->a;
    e->m = m;
    e->named = m->buffer_count;
    e->now = ARENA_ARRAY(c->a, uint32_t, m->buffer_count + 1);
    e->conditions = ARENA_ARRAY(c->a, condition_use, m->buffer_count + 1);
    e->buffer_capacity = m->buffer_count;
    e->kernel_capacity = m->kernel_count;
    for (size_t i = 0; i < m->buffer_count; i++) {
        e->conditions[i].now = (uint32_t)i;
        e->renames |= m->buffers[i].role == ROLE_CONDITION;
    }
    for (size_t g = 0; g < m->graph_count; g++) {
        m->graphs[g].written = m->graphs[g].steps;
        m->graphs[g].written_count = m->graphs[g].step_count;
        e->renames = e->renames || may_rename(m->graphs[g].steps, m->graphs[g].step_count);
    }
}

void expand_model(checker *c)
{
    expander e = {0};
    size_t errors = diag_error_count(c->d);

    start(&e, c);
    c->silent = false;
    c->expanded = !has_control(c->m);
    if (c->expanded)
        return;
    expand_refuse_circles(c);
    for (uint32_t g = 0; g < c->m->graph_count; g++)
        expand_refuse_added(c, c->m->graphs[g].written, c->m->graphs[g].written_count);
    for (uint32_t g = 0; g < c->m->graph_count; g++)
        expand_graph(&e, g);
    diag_pass(c->d, NULL, true);
    c->sized = c->m->buffer_count;
    c->expanded = !c->silent && diag_error_count(c->d) == errors;
}
