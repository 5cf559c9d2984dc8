/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* When a step runs and what it waits for: `when:`, `unless:`, `after:`. */
#include "check/check_parts.h"

/* ---- switches ---- */

static void fail_no_switches(checker *c, const model_step *step)
{
    size_t errors = diag_error_count(c->d);

    check_undefined(c, step->switch_at, "the switch", step->switch_name, NAMED_SWITCH);
    if (diag_error_count(c->d) != errors)
        diag_hint(c->d, "declare it with its initial position: 'switches: {%s: on}'", step->switch_name);
}

static void check_switch(checker *c, const model_graph *g, model_step *step)
{
    const named *found;

    step->switched = MODEL_NONE;
    if (step->switch_name == NULL || step->kind > STEP_CAPTURE)
        return;
    if (g->kind == GRAPH_SETUP) {
        diag_error(c->d, step->switch_at, "setup-switch",
                   "a step of 'setup' has a switch, but setup runs once, in open");
        diag_hint(c->d, "switches are for the steps of replays");
        return;
    }
    found = scope_find(c->switches, step->switch_name);
    if (found == NULL && c->m->switch_count == 0)
        fail_no_switches(c, step);
    else if (found == NULL)
        check_undefined(c, step->switch_at, "the switch", step->switch_name, NAMED_SWITCH);
    else
        step->switched = found->index;
}

/* ---- the steps of a graph as written ---- */

typedef struct {
    model_step **steps; /* those inside others follow them */
    uint32_t
        *bodies; /* of each: 0, or which body of a while, if or switch it stands in; a repeat has none of its own */
    size_t count, capacity;
    uint32_t body_count;
} written;

static void collect(arena *a, written *w, model_step *steps, size_t count, uint32_t body)
{
    for (size_t i = 0; i < count; i++) {
        size_t capacity = w->capacity;
        model_step *step = &steps[i];

        w->steps = arena_grow(a, w->steps, w->count, &w->capacity, sizeof(model_step *));
        w->bodies = arena_grow(a, w->bodies, w->count, &capacity, sizeof *w->bodies);
        w->steps[w->count] = step;
        w->bodies[w->count] = body;
        step->number = (uint32_t)w->count++;
        for (size_t b = 0; b < step->body_count; b++)
            collect(a, w, step->bodies[b].steps, step->bodies[b].step_count,
                    check_is_control(step) ? ++w->body_count : body);
        step->held = (uint32_t)w->count - step->number - 1;
    }
}

/* ---- after ---- */

static void fail_unknown(checker *c, const written *g, const model_step *step, size_t index)
{
    const char **list = ARENA_ARRAY(c->a, const char *, g->count + 1);
    const char *nearest;
    size_t count = 0;

    for (size_t i = 0; i < g->count; i++)
        if (g->steps[i]->name != NULL)
            list[count++] = g->steps[i]->name;
    diag_error(c->d, step->after_at[index], "after-unknown", "no step of this graph has the name '%s'",
               step->after_names[index]);
    nearest = check_nearest_of(c, step->after_names[index], list, count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    else
        diag_hint(c->d, "'after' takes the 'name' of a step above");
}

static void fail_later(checker *c, const model_step *step, size_t index, const named *found, bool itself)
{
    diag_error(c->d, step->after_at[index], "after-order",
               itself ? "the step '%s' would come after itself" : "the step '%s' stands further down", found->name);
    if (!itself)
        diag_note(c->d, found->at, "'%s' is here", found->name);
    diag_hint(c->d, "steps run as if in the order written: 'after' names earlier ones");
}

/* A repeat that holds the step, or a step of another body. */
static void fail_body(checker *c, const model_step *step, size_t index, const named *found, bool holds)
{
    diag_error(c->d, step->after_at[index], "after-body",
               holds ? "the step '%s' holds this one" : "the step '%s' is in another body", found->name);
    diag_note(c->d, found->at, "'%s' is here", found->name);
    diag_hint(c->d, "'after' names steps of the same body, which may be a whole while, if or switch");
}

/* ---- cycles ---- */

/* After this many looks, a step that names a later one is reported without a search for a cycle. */
#define MOST_LOOKS 4000000u

/* A graph whose steps name each other: from a step to those that it names. */
typedef struct {
    checker *c;
    const written *g;
    const scope *names;
    bool *told;      /* of each step: it was in a cycle that was reported */
    uint32_t *from;  /* of each step: the one that led to it, from the step at hand on … */
    uint32_t *entry; /* … with this entry of its `after` */
    uint32_t *open;
    size_t looks; /* at steps and names so far */
} waiting;

static waiting waiting_new(checker *c, const written *g, const scope *names)
{
    return (waiting){c,
                     g,
                     names,
                     ARENA_ARRAY(c->a, bool, g->count + 1),
                     ARENA_ARRAY(c->a, uint32_t, g->count + 1),
                     ARENA_ARRAY(c->a, uint32_t, g->count + 1),
                     ARENA_ARRAY(c->a, uint32_t, g->count + 1),
                     0};
}

/* Finds the shortest way by which a step waits for `target`. */
static bool waits_for(waiting *w, uint32_t step, uint32_t target)
{
    size_t count = 0;

    for (size_t i = 0; i < w->g->count; i++)
        w->from[i] = MODEL_NONE;
    w->looks += w->g->count;
    w->from[step] = step;
    w->open[count++] = step;
    for (size_t at = 0; at < count; at++) {
        const model_step *s = w->g->steps[w->open[at]];
        w->looks += s->after_name_count;
        for (uint32_t i = 0; i < s->after_name_count; i++) {
            const named *found = s->after_names[i] == NULL ? NULL : scope_find(w->names, s->after_names[i]);
            if (found == NULL || w->from[found->index] != MODEL_NONE)
                continue;
            w->from[found->index] = w->open[at];
            w->entry[found->index] = i;
            if (found->index == target)
                return true;
            w->open[count++] = found->index;
        }
    }
    return false;
}

static const char *line_of(const waiting *w, const model_step *step, uint32_t entry)
{
    unsigned line, column;

    diag_locate(w->c->d, step->after_at[entry].source, step->after_at[entry].begin, &line, &column);
    return arena_printf(w->c->a, "%u:%u", line, column);
}

/* A message about a long circle names this many steps at each end. */
#define CYCLE_END 8u

/* The rest of the circle: who waits for whom from `later` to `index`. */
static const char *cycle_back(waiting *w, uint32_t index, uint32_t later)
{
    model_step *const *steps = w->g->steps;
    const char *back = "";
    size_t length = 0, position = 0;

    for (uint32_t at = index; at != later; at = w->from[at])
        length++;
    for (uint32_t at = index; at != later; at = w->from[at], position++) {
        w->told[at] = true;
        if (position < CYCLE_END || position + CYCLE_END >= length)
            back = arena_printf(w->c->a, ", '%s' for '%s' (%s)%s", steps[w->from[at]]->name, steps[at]->name,
                                line_of(w, steps[w->from[at]], w->entry[at]), back);
        else if (position == CYCLE_END)
            back = arena_printf(w->c->a, ", %zu more between%s", length - 2 * CYCLE_END, back);
    }
    w->told[later] = true;
    return back;
}

/* `index` names `later`, which in the end waits for it. */
static void fail_cycle(waiting *w, uint32_t index, uint32_t entry, uint32_t later)
{
    model_step *const *steps = w->g->steps;
    const char *back = cycle_back(w, index, later);

    diag_error(w->c->d, steps[index]->after_at[entry], "after-cycle",
               "steps wait for each other in a circle: '%s' waits for '%s' (%s)%s", steps[index]->name,
               steps[later]->name, line_of(w, steps[index], entry), back);
    diag_note(w->c->d, steps[later]->name_at, "'%s' is here", steps[later]->name);
    diag_hint(w->c->d, "steps run as if in the order written: leave out the one that names a later step");
}

/* Returns true if the cycle was reported, now or before. */
static bool in_cycle(waiting *w, uint32_t index, uint32_t entry, uint32_t later)
{
    if (w->g->steps[index]->name == NULL)
        return false;
    if (w->told[index] && w->told[later])
        return true;
    if (w->looks > MOST_LOOKS || !waits_for(w, later, index))
        return false;
    fail_cycle(w, index, entry, later);
    return true;
}

/* The name may stand in a step that could not be read. */
static bool has_broken(const written *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->steps[i]->broken)
            return true;
    return false;
}

static void check_after(waiting *w, model_step *step, uint32_t index)
{
    checker *c = w->c;
    const written *g = w->g;
    const scope *names = w->names;
    size_t count = 0;

    step->after = ARENA_ARRAY(c->a, uint32_t, step->after_name_count + 1);
    for (size_t i = 0; i < step->after_name_count; i++) {
        const named *found = step->after_names[i] == NULL ? NULL : scope_find(names, step->after_names[i]);
        bool repeated = false;

        if (step->after_names[i] == NULL)
            continue;
        if (found == NULL) {
            if (!has_broken(g))
                fail_unknown(c, g, step, i);
            continue;
        }
        if (found->index >= index) {
            if (found->index > index && in_cycle(w, index, (uint32_t)i, found->index))
                continue;
            fail_later(c, step, i, found, found->index == index);
            continue;
        }
        if (g->bodies[found->index] != g->bodies[index] || found->index + g->steps[found->index]->held >= index) {
            fail_body(c, step, i, found, found->index + g->steps[found->index]->held >= index);
            continue;
        }
        for (size_t k = 0; k < count; k++)
            repeated |= step->after[k] == found->index;
        if (!repeated)
            step->after[count++] = found->index;
    }
    step->after_count = count;
}

static bool has_after(const written *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->steps[i]->after_name_count > 0)
            return true;
    return false;
}

/* The first of two steps with one name; the second is an error already. */
static scope *names_of_steps(checker *c, const written *g)
{
    scope *names = scope_new(c->a, g->count);

    for (size_t i = 0; i < g->count; i++) {
        named entry = {g->steps[i]->name, NAMED_STEP, (uint32_t)i, g->steps[i]->name_at, false};

        if (g->steps[i]->name != NULL)
            scope_add(names, &entry);
    }
    return names;
}

void check_orders(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        model_graph *graph = &c->m->graphs[g];
        written list = {0};
        waiting w = {.c = c};

        collect(c->a, &list, graph->steps, graph->step_count, 0);
        if (has_after(&list))
            w = waiting_new(c, &list, names_of_steps(c, &list));
        for (size_t i = 0; i < list.count; i++) {
            check_switch(c, graph, list.steps[i]);
            if (list.steps[i]->after_name_count > 0)
                check_after(&w, list.steps[i], (uint32_t)i);
        }
    }
}
