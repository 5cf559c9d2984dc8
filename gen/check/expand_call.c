/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `call:` of another graph of the spec: its steps stand where the call does. */
#include "check/expand_parts.h"

#include <string.h>

model_graph *expand_find_graph(const model *m, const char *name)
{
    for (size_t i = 0; i < m->graph_count; i++)
        if (strcmp(m->graphs[i].name, name) == 0)
            return &m->graphs[i];
    return NULL;
}

/* ---- circles ---- */

/* The calls that lead from a graph to the one at hand. */
typedef struct chain chain;
struct chain {
    const model_graph *graph;
    const model_step *call; /* of the next graph */
    const chain *outer;
};

typedef struct {
    checker *c;
    bool *done; /* of each graph: what it calls was looked at */
} search;

static const char *place_of(checker *c, const model_step *call)
{
    unsigned line, column;

    diag_locate(c->d, call->called_at.source, call->called_at.begin, &line, &column);
    return arena_printf(c->a, "%u:%u", line, column);
}

/* A message about a long circle names this many calls. */
#define CIRCLE_TOLD 8u

static void fail_circle(checker *c, const chain *last, const model_graph *first)
{
    const chain *links[CIRCLE_TOLD];
    const char *text = "";
    size_t count = 0, length = 0;

    for (const chain *i = last; i != NULL; i = i->graph == first ? NULL : i->outer) {
        if (count < CIRCLE_TOLD)
            links[count++] = i;
        length++;
    }
    for (size_t i = 0; i < count; i++)
        text = arena_printf(c->a, "%s'%s' calls '%s' (%s)%s", i + 1 == count && length > count ? "..., " : "",
                            links[i]->graph->name, links[i]->call->called, place_of(c, links[i]->call),
                            i == 0 ? "" : arena_printf(c->a, ", %s", text));
    diag_error(c->d, last->call->called_at, "call-circle", "%s",
               length == 1 ? arena_printf(c->a, "the graph '%s' calls itself", first->name)
                           : arena_printf(c->a, "graphs call each other in a circle: %s", text));
    diag_hint(c->d, "a call stands for the steps of the graph, which would never end; a 'while' runs steps again");
}

static void fail_unknown(checker *c, const model_step *call)
{
    const char **names = ARENA_ARRAY(c->a, const char *, c->m->graph_count + 1);
    const char *nearest;
    size_t count = 0;

    for (size_t i = 0; i < c->m->graph_count; i++)
        if (c->m->graphs[i].kind == GRAPH_REPLAY)
            names[count++] = c->m->graphs[i].name;
    diag_error(c->d, call->called_at, "call-unknown", "no graph has the name '%s'", call->called);
    nearest = check_nearest_of(c, call->called, names, count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    else if (!c->m->named_graphs)
        diag_hint(c->d, "several graphs are listed under 'graphs', each with a name; a kernel is called by 'launch'");
}

static void search_graph(search *s, const model_graph *g, const chain *outer);

static void search_call(search *s, const model_graph *g, model_step *call, const chain *outer)
{
    const model_graph *called;
    chain link = {g, call, outer};

    if (call->broken || call->called == NULL)
        return;
    called = expand_find_graph(s->c->m, call->called);
    if (called == NULL || called->kind == GRAPH_SETUP) {
        call->broken = true;
        if (called == NULL && !s->c->m->incomplete)
            fail_unknown(s->c, call);
        s->c->silent = true;
        if (called == NULL)
            return;
        diag_error(s->c->d, call->called_at, "call-setup", "'setup' cannot be called, it runs once, in open");
        diag_note(s->c->d, called->at, "'setup' is here");
        return;
    }
    for (const chain *i = &link; i != NULL; i = i->outer)
        if (i->graph == called) {
            call->broken = true;
            fail_circle(s->c, &link, called);
            return;
        }
    search_graph(s, called, &link);
}

static void search_list(search *s, const model_graph *g, model_step *steps, size_t count, const chain *outer)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].kind == STEP_CALL)
            search_call(s, g, &steps[i], outer);
        for (size_t b = 0; b < steps[i].body_count; b++)
            search_list(s, g, steps[i].bodies[b].steps, steps[i].bodies[b].step_count, outer);
    }
}

static void search_graph(search *s, const model_graph *g, const chain *outer)
{
    size_t index = (size_t)(g - s->c->m->graphs);

    if (s->done[index])
        return;
    search_list(s, g, g->written, g->written_count, outer);
    s->done[index] = true;
}

void expand_refuse_circles(checker *c)
{
    search s = {c, ARENA_ARRAY(c->a, bool, c->m->graph_count + 1)};

    for (size_t i = 0; i < c->m->graph_count; i++)
        search_graph(&s, &c->m->graphs[i], NULL);
}

/* ---- calls ---- */

/* The called graph knows no index of the caller's, and its names of steps are its own. */
void expand_call(expander *e, model_step *step)
{
    model_graph *called = step->broken || step->called == NULL ? NULL : expand_find_graph(e->m, step->called);
    const index_value *indices = e->indices;
    copies *caller = e->copies;
    const char *before;

    if (called == NULL)
        return;
    called->called = true;
    e->indices = NULL;
    e->copies = expand_new_copies(e, called);
    before = expand_enter_pass(e, arena_printf(e->a, "call of '%s'", called->name));
    expand_list(e, called->written, called->written_count, false, NULL);
    expand_leave_pass(e, before);
    e->copies = caller;
    e->indices = indices;
}
