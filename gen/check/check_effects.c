/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Follows bytes backwards through each graph to see that what a step writes is of use to somebody. */
#include "check/check_parts.h"

/* The bytes of a buffer that the application or a later replay reads after a graph. */
static byte_range bytes_after(const model_buffer *b, model_graph_kind kind)
{
    byte_range whole = {0, b->size}, down = {b->down_first, b->down_last}, none = {0, 0};

    if (kind == GRAPH_SETUP)
        return b->role == ROLE_DERIVED ? whole : none;
    if (b->role == ROLE_STATE || (b->role == ROLE_INOUT && b->upload == TRAFFIC_ON_REQUEST))
        return whole;
    return b->download != TRAFFIC_NEVER || (b->external && b->role == ROLE_OUTPUT) ? down : none;
}

/* Bytes that a body overwrites if it runs at all. */
typedef struct {
    uint32_t buffer;
    byte_range bytes;
} overwritten;

typedef struct {
    checker *c;
    const model_graph *g;
    byte_set *live; /* bytes that a later step, or what comes after the graph, reads */
    overwritten *kept;
    size_t kept_count, kept_capacity;
    size_t open; /* bodies around the step at hand */
} liveness;

static void add_use(liveness *l, const byte_use *u)
{
    byte_set_add(l->c->a, &l->live[u->buffer], u->first, u->last);
}

static void remove_use(liveness *l, const byte_use *u)
{
    if (l->open > 0 && byte_set_meets(&l->live[u->buffer], u->first, u->last)) {
        l->kept = arena_grow(l->c->a, l->kept, l->kept_count, &l->kept_capacity, sizeof *l->kept);
        l->kept[l->kept_count++] = (overwritten){u->buffer, {u->first, u->last}};
    }
    byte_set_remove(l->c->a, &l->live[u->buffer], u->first, u->last);
}

static bool is_useful(const byte_set *live, const byte_use *uses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (check_writes(uses[i].access) && uses[i].access != ACCESS_WORK &&
            byte_set_meets(&live[uses[i].buffer], uses[i].first, uses[i].last))
            return true;
    return false;
}

/* The first buffer that the step writes, if it writes no byte of any. */
static const model_buffer *written_empty(const checker *c, const byte_use *uses, size_t count)
{
    const model_buffer *first = NULL;

    for (size_t i = 0; i < count; i++) {
        if (!check_writes(uses[i].access) || uses[i].access == ACCESS_WORK)
            continue;
        if (uses[i].first < uses[i].last)
            return NULL;
        first = first == NULL ? &c->m->buffers[uses[i].buffer] : first;
    }
    return first;
}

static void warn_no_effect(liveness *l, const model_step *step, const byte_use *uses, size_t count)
{
    const model_buffer *empty = written_empty(l->c, uses, count);

    check_enter(l->c, step);
    if (empty != NULL) {
        diag_warning(l->c->d, step->at, "step-no-effect", "'%s' has no effect: %s'%s' has no elements", step->title,
                     empty->size > 0 ? "its part of " : "", empty->name);
        if (empty->size == 0)
            diag_note(l->c->d, empty->shape_at, "this shape has none");
        return;
    }
    diag_warning(l->c->d, step->at, "step-no-effect", "'%s' has no effect: nothing reads what it writes", step->title);
    if (step->kind == STEP_FILL)
        diag_hint(l->c->d, "a kernel that adds to it has a parameter that is inout, not out");
}

/* A step with a switch, or a grid that may be 0, may not run, so what it would overwrite stays alive. */
static void step_back(liveness *l, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(l->c, step, &count);
    bool moves = step->kind == STEP_FILL || step->kind == STEP_COPY;
    bool no_bytes = moves && step->to.first == step->to.last; /* lower reports these */
    bool runs = step->switched == MODEL_NONE && !check_may_be_empty(step) && step->idle_name == NULL;

    if (!no_bytes && !step->generated && !is_useful(l->live, uses, count))
        warn_no_effect(l, step, uses, count);
    for (size_t i = 0; i < count && runs; i++)
        if (uses[i].access == ACCESS_OUT || uses[i].access == ACCESS_WORK)
            remove_use(l, &uses[i]);
    for (size_t i = 0; i < count; i++)
        if (check_reads(uses[i].access))
            add_use(l, &uses[i]);
}

/* ---- bodies ---- */

/* The previous pass may have written whatever a step of a loop reads. */
static void add_reads(liveness *l, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        size_t count;
        const byte_use *uses = check_uses(l->c, &l->g->steps[i], &count);

        for (size_t k = 0; k < count; k++)
            if (check_reads(uses[k].access))
                add_use(l, &uses[k]);
    }
}

static void back_through(liveness *l, uint32_t inside, uint32_t first, uint32_t last);

/* Goes through the bodies from last to first: any of them may run, and none has to. */
static void back_through_control(liveness *l, uint32_t header)
{
    const model_step *step = &l->g->steps[header];
    size_t mark = l->kept_count;

    if (step->kind == STEP_WHILE)
        add_reads(l, header, step->end);
    l->open++;
    back_through(l, header + 1, header + 1, step->end);
    l->open--;
    while (l->kept_count > mark && !(step->kind == STEP_WHILE && step->first_run)) {
        const overwritten *k = &l->kept[--l->kept_count];

        byte_set_add(l->c->a, &l->live[k->buffer], k->bytes.first, k->bytes.last);
    }
    if (l->open == 0)
        l->kept_count = 0;
    add_reads(l, header, header + 1);
}

/* The step of a list that ends before `last`. */
static uint32_t step_before(const model_graph *g, uint32_t inside, uint32_t last)
{
    uint32_t at = last - 1;

    while (g->steps[at].inside != inside)
        at = g->steps[at].inside - 1;
    return at;
}

/* At the border to another body: what the body behind it overwrites may survive, because that body may not run. */
static void back_through(liveness *l, uint32_t inside, uint32_t first, uint32_t last)
{
    size_t mark = l->kept_count;
    uint32_t body = last > first ? l->g->steps[step_before(l->g, inside, last)].body : 0;

    while (last > first) {
        last = step_before(l->g, inside, last);
        if (l->g->steps[last].body != body) {
            body = l->g->steps[last].body;
            for (size_t i = mark; i < l->kept_count; i++)
                byte_set_add(l->c->a, &l->live[l->kept[i].buffer], l->kept[i].bytes.first, l->kept[i].bytes.last);
        }
        if (check_is_control(&l->g->steps[last]))
            back_through_control(l, last);
        else
            step_back(l, &l->g->steps[last]);
    }
}

void check_effects(checker *c)
{
    liveness l = {.c = c, .live = ARENA_ARRAY(c->a, byte_set, c->m->buffer_count + 1)};

    for (size_t g = 0; g < c->m->graph_count; g++) {
        l.g = &c->m->graphs[g];
        for (size_t i = 0; i < c->m->buffer_count; i++) {
            byte_range after = bytes_after(&c->m->buffers[i], l.g->kind);

            l.live[i].count = 0;
            byte_set_add(c->a, &l.live[i], after.first, after.last);
        }
        back_through(&l, 0, 0, (uint32_t)l.g->step_count);
    }
}
