/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Flags: whether loops can begin and end, what conditions are set, and what `idle:` names. */
#include "check/check_parts.h"

#include <string.h>

#define LOOK_BACK 1000u /* steps before a loop that are examined; those further away are left alone */

/* ---- what a list of steps mentions ---- */

static bool is_named(const model_slice *slice, const char *name)
{
    return slice->name != NULL && strcmp(slice->name, name) == 0;
}

static bool mentions_all(const model_step *steps, size_t count, const char *name);

/* Whether a step, as it is written, may write the buffer of this name. A call may write anything. */
static bool mentions(const model_step *step, const char *name)
{
    if (step->kind == STEP_CALL || is_named(&step->to, name))
        return true;
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SLICE && is_named(&step->arguments[i].slice, name))
            return true;
    for (size_t i = 0; i < step->write_count; i++)
        if (is_named(&step->writes[i], name))
            return true;
    for (size_t i = 0; i < step->swap_count; i++)
        if (strcmp(step->swaps[i].first, name) == 0 || strcmp(step->swaps[i].second, name) == 0)
            return true;
    for (size_t i = 0; i < step->body_count; i++)
        if (mentions_all(step->bodies[i].steps, step->bodies[i].step_count, name))
            return true;
    return false;
}

static bool mentions_all(const model_step *steps, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (mentions(&steps[i], name))
            return true;
    return false;
}

/* ---- bodies that never run ---- */

static bool is_zero_fill(const model_step *step, const char *name)
{
    return step->kind == STEP_FILL && step->switch_name == NULL && is_named(&step->to, name) &&
           step->literal.text != NULL && strcmp(step->literal.text, "0") == 0;
}

/* Whether the last step before a while or if in its list that involves the flag is a fill with 0. */
static void check_begin(checker *c, const model_step *steps, size_t at)
{
    const char *flag = steps[at].flag_name;
    bool loop = steps[at].kind == STEP_WHILE;
    size_t last = at;

    while (last > 0 && at - last < LOOK_BACK && !mentions(&steps[last - 1], flag))
        last--;
    if (last == 0 || !is_zero_fill(&steps[last - 1], flag))
        return;
    diag_warning(c->d, steps[at].flag_at, "flag-zero",
                 loop ? "'%s' is 0 when the loop begins: it never runs" : "'%s' is 0 here: 'do' never runs", flag);
    diag_note(c->d, steps[last - 1].at, "it becomes 0 here");
    if (loop)
        diag_hint(c->d, "with 'first: run' the first pass does not look at the flag");
}

/* ---- idle ---- */

/* A step as it is written, with the loop around it. `called`: its graph is, so that the loop may be elsewhere. */
static void check_idle(checker *c, const model_step *step, const model_step *loop, bool called)
{
    if (step->idle_name == NULL || step->broken || (loop == NULL && called))
        return;
    if (loop == NULL) {
        diag_error(c->d, step->idle_at, "idle-flag", "'idle' is for steps inside a while, found none around this step");
    } else if (loop->flag_name != NULL && strcmp(loop->flag_name, step->idle_name) != 0) {
        diag_error(c->d, step->idle_at, "idle-flag",
                   "expected 'idle: %s', the flag of the while around the step, found '%s'", loop->flag_name,
                   step->idle_name);
        diag_note(c->d, loop->flag_at, "the while is here");
    }
}

/* What all graphs share while their steps are examined as they are written. */
typedef struct {
    checker *c;
    scope *swapped; /* names that stand for several buffers */
    bool called;    /* the graph at hand is */
} writing;

static void add_swapped(writing *w, const model_step *step)
{
    for (size_t i = 0; i < step->swap_count; i++) {
        scope_add(w->swapped, &(named){step->swaps[i].first, NAMED_BUFFER, 0, step->swaps[i].at, false});
        scope_add(w->swapped, &(named){step->swaps[i].second, NAMED_BUFFER, 0, step->swaps[i].at, false});
    }
}

static void check_written(writing *w, const model_step *steps, size_t count, const model_step *loop)
{
    for (size_t i = 0; i < count; i++) {
        const model_step *step = &steps[i];

        add_swapped(w, step);
        check_idle(w->c, step, loop, w->called);
        if ((step->kind == STEP_WHILE || step->kind == STEP_IF) && step->flag_name != NULL && !step->first_run)
            check_begin(w->c, steps, i);
        for (size_t b = 0; b < step->body_count; b++)
            check_written(w, step->bodies[b].steps, step->bodies[b].step_count, step->kind == STEP_WHILE ? step : loop);
    }
}

static bool calls(const model_step *steps, size_t count, const char *graph)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].called != NULL && strcmp(steps[i].called, graph) == 0)
            return true;
        for (size_t b = 0; b < steps[i].body_count; b++)
            if (calls(steps[i].bodies[b].steps, steps[i].bodies[b].step_count, graph))
                return true;
    }
    return false;
}

static bool is_called(const checker *c, const model_graph *g)
{
    for (size_t i = 0; i < c->m->graph_count; i++)
        if (calls(c->m->graphs[i].written, c->m->graphs[i].written_count, g->name))
            return true;
    return false;
}

/* ---- what conditions are set for ---- */

/* The condition of the spec that one was made for. */
static uint32_t declared(const checker *c, uint32_t condition)
{
    const model_buffer *b = &c->m->buffers[condition];

    for (uint32_t i = 0; b->generated && i < c->m->buffer_count; i++)
        if (!c->m->buffers[i].generated && c->m->buffers[i].role == ROLE_CONDITION &&
            c->m->buffers[i].at.begin == b->at.begin)
            return i;
    return condition;
}

static void fail_unused(checker *c, const model_step *step, const model_argument *argument, const model_buffer *b)
{
    diag_error(c->d, argument->at, "condition-unused",
               "'%s' sets the condition '%s', but no while, if or switch of this graph after it looks at it",
               step->kernel_name, b->name);
    diag_note(c->d, b->at, "'%s' is declared here", b->name);
}

/* Reports launches that set a condition that no node of their graph tests. `looked` has 1 + the last graph that
 * tests it; `told` is set for conditions of the spec that such a launch was reported for. */
static void check_setters(checker *c, uint32_t graph, uint32_t *looked, bool *told)
{
    const model_graph *g = &c->m->graphs[graph];

    for (size_t i = 0; i < g->step_count; i++)
        if (check_is_control(&g->steps[i]))
            looked[g->steps[i].condition] = graph + 1;
        else if (g->steps[i].sized != 0)
            looked[g->steps[i].sized - 1] = graph + 1;
    for (size_t i = 0; i < g->step_count; i++) {
        const model_step *step = &g->steps[i];

        check_enter(c, step);
        for (size_t a = 0; a < step->argument_count; a++) {
            uint32_t buffer = step->arguments[a].slice.buffer;

            if (step->arguments[a].kind != ARGUMENT_CONDITION || looked[buffer] == graph + 1)
                continue;
            buffer = declared(c, buffer);
            told[buffer] = true;
            fail_unused(c, step, &step->arguments[a], &c->m->buffers[buffer]);
        }
    }
}

/* ---- what sets a flag ---- */

/* Whether a step of the spec among [first, last) writes the buffer. */
static bool is_set(checker *c, const model_graph *g, size_t first, size_t last, uint32_t buffer)
{
    for (size_t i = first; i < last; i++) {
        const byte_use *uses;
        size_t count;

        if (g->steps[i].generated)
            continue;
        uses = check_uses(c, &g->steps[i], &count);
        for (size_t u = 0; u < count; u++)
            if (uses[u].buffer == buffer && check_writes(uses[u].access))
                return true;
    }
    return false;
}

static void warn_endless(checker *c, const model_step *step)
{
    diag_warning(c->d, step->flag_at, "flag-kept", "no step of the loop sets '%s': once it runs, it runs to its 'max'",
                 step->flag_name);
    diag_hint(c->d, "let a kernel inside write it; for a number of passes that is known there is 'repeat'");
}

/* A while, if or switch of the flat list. A launch after it would set the condition too late. */
static void check_set(checker *c, const model_graph *g, size_t index, const model_buffer *flag, uint32_t buffer)
{
    const model_step *step = &g->steps[index];
    bool loop = step->kind == STEP_WHILE;
    bool inside = loop && is_set(c, g, index + 1, step->end, buffer);

    if (inside)
        return;
    if (flag->role == ROLE_CONDITION && !step->first_run && !is_set(c, g, 0, index, buffer)) {
        diag_error(c->d, step->flag_at, "condition-unset", "no launch sets the condition '%s' before this %s%s",
                   flag->name,
                   loop                        ? "while"
                   : step->kind == STEP_SWITCH ? "switch"
                                               : "if",
                   loop ? ", or inside it" : "");
        diag_note(c->d, flag->at, "'%s' is declared here", flag->name);
        diag_hint(c->d, "a kernel with a parameter of type condition does, with cudaGraphSetConditional");
    } else if (loop) {
        warn_endless(c, step);
    }
}

static void check_flag(checker *c, const scope *swapped, const bool *told, const model_graph *g, size_t index)
{
    const model_step *step = &g->steps[index];
    const named *found = step->flag_name != NULL ? scope_find(c->names, step->flag_name) : NULL;
    const model_buffer *flag = found != NULL && found->kind == NAMED_BUFFER ? &c->m->buffers[found->index] : NULL;

    if (flag == NULL || flag->broken || step->generated || scope_find(swapped, flag->name) != NULL)
        return;
    if (!told[found->index] && (flag->role == ROLE_CONDITION || step->kind == STEP_WHILE))
        check_set(c, g, index, flag, flag->role == ROLE_CONDITION ? step->condition : found->index);
}

void check_flags(checker *c)
{
    writing w = {c, scope_new(c->a, 16), false};
    uint32_t *looked = ARENA_ARRAY(c->a, uint32_t, c->m->buffer_count + 1);
    bool *told = ARENA_ARRAY(c->a, bool, c->m->buffer_count + 1);

    for (size_t i = 0; i < c->m->graph_count; i++) {
        const model_graph *g = &c->m->graphs[i];

        w.called = is_called(c, g);
        check_written(&w, g->written, g->written_count, NULL);
    }
    for (uint32_t i = 0; i < c->m->graph_count; i++)
        check_setters(c, i, looked, told);
    for (size_t i = 0; i < c->m->graph_count; i++) {
        const model_graph *g = &c->m->graphs[i];

        for (size_t s = 0; s < g->step_count; s++) {
            check_enter(c, &g->steps[s]);
            if (check_is_control(&g->steps[s]))
                check_flag(c, w.swapped, told, g, s);
        }
    }
}
