/* SPDX-License-Identifier: MIT */
/* What a step says of itself and others: `when:`, `unless:`, `after:`. */
#include "check_parts.h"

/* ---- switches ---- */

static void check_switch(checker *c, const model_graph *g, model_step *step)
{
    const named *found;

    step->switched = MODEL_NONE;
    if (step->switch_name == NULL)
        return;
    if (g->kind == GRAPH_SETUP) {
        diag_error(c->d, step->switch_at, "setup-switch",
                   "a step of 'setup' has a switch, but setup runs once, in open");
        diag_hint(c->d, "switches are for the steps of replays");
        return;
    }
    found = scope_find(c->switches, step->switch_name);
    if (found == NULL)
        check_undefined(c, step->switch_at, "the switch", step->switch_name, NAMED_SWITCH);
    else
        step->switched = found->index;
}

/* ---- after ---- */

static void fail_unknown(checker *c, const model_graph *g, const model_step *step, size_t index)
{
    const char **list = ARENA_ARRAY(c->a, const char *, g->step_count + 1);
    const char *nearest;
    size_t count = 0;

    for (size_t i = 0; i < g->step_count; i++)
        if (g->steps[i].name != NULL)
            list[count++] = g->steps[i].name;
    diag_error(c->d, step->after_at[index], "after-unknown", "no step of this graph has the name '%s'",
               step->after_names[index]);
    nearest = check_nearest_of(c, step->after_names[index], list, count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    else
        diag_hint(c->d, "'after' takes what stands as 'name' in a step above");
}

static void fail_later(checker *c, const model_step *step, size_t index, const named *found, bool itself)
{
    diag_error(c->d, step->after_at[index], "after-order",
               itself ? "the step '%s' would come after itself" : "the step '%s' stands further down", found->name);
    if (!itself)
        diag_note(c->d, found->at, "'%s' is here", found->name);
    diag_hint(c->d, "steps run as if in the order written: 'after' names earlier ones");
}

/* The name may stand in a step that could not be read. */
static bool has_broken(const model_graph *g)
{
    for (size_t i = 0; i < g->step_count; i++)
        if (g->steps[i].broken)
            return true;
    return false;
}

static void check_after(checker *c, const model_graph *g, const scope *names, model_step *step, uint32_t index)
{
    size_t count = 0;

    step->after = ARENA_ARRAY(c->a, uint32_t, step->after_count + 1);
    for (size_t i = 0; i < step->after_count; i++) {
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
            fail_later(c, step, i, found, found->index == index);
            continue;
        }
        for (size_t k = 0; k < count; k++)
            repeated |= step->after[k] == found->index;
        if (!repeated)
            step->after[count++] = found->index;
    }
    step->after_count = count;
}

static bool has_after(const model_graph *g)
{
    for (size_t i = 0; i < g->step_count; i++)
        if (g->steps[i].after_count > 0)
            return true;
    return false;
}

/* The first of two steps with one name; the second is an error already. */
static scope *names_of_steps(checker *c, const model_graph *g)
{
    scope *names = scope_new(c->a, g->step_count);

    for (size_t i = 0; i < g->step_count; i++) {
        named entry = {g->steps[i].name, NAMED_STEP, (uint32_t)i, g->steps[i].name_at, false};

        if (g->steps[i].name != NULL)
            scope_add(names, &entry);
    }
    return names;
}

void check_orders(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];
        const scope *names = has_after(graph) ? names_of_steps(c, graph) : NULL;

        for (size_t i = 0; i < graph->step_count; i++) {
            check_switch(c, graph, &graph->steps[i]);
            if (graph->steps[i].after_count > 0)
                check_after(c, graph, names, &graph->steps[i], (uint32_t)i);
        }
    }
}
