/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Follows bytes through each graph, in the order of its steps, to see that nothing is read before it was certainly
 * written. What a body writes is certain only inside that body, unless the body is sure to run. */
#include "check/check_flow.h"

#include <string.h>

/* What passes of a loop leave undefined for later ones. A loop inside others is followed again with each of their
 * passes, and never finds more defined than the last time, so what was lost once is lost from then on. That keeps the
 * work from growing with the power of the depth. */
typedef struct {
    flow_changes lost;
    bool looked_at, loses; /* whether it leaves anything undefined at all */
} loop_flow;

/* A graph's flat list, of which a part is looked at. */
typedef struct {
    flow *f;
    const model_graph *g;
    loop_flow *loops;        /* one for each step */
    flow_changes first_pass; /* what the first pass of the last loop with swapped names has written */
    flow_changes even;       /* what is certain after its second pass */
} walk;

/* After this many looks a hint may be missing. */
#define MOST_LOOKS 4000000u

/* Whether a step that comes later in the innermost loop around this one writes what is missing. */
static bool is_written_later(flow *f, const model_graph *g, uint32_t index, const byte_use *missing)
{
    uint32_t around = g->steps[index].inside;
    const byte_use wanted = *missing;

    while (around != 0 && g->steps[around - 1].kind != STEP_WHILE)
        around = g->steps[around - 1].inside;
    for (uint32_t i = index; around != 0 && i < g->steps[around - 1].end && f->looks++ < MOST_LOOKS; i++) {
        size_t count;
        const byte_use *uses = check_uses(f->c, &g->steps[i], &count);

        for (size_t k = 0; k < count; k++)
            if (uses[k].buffer == wanted.buffer && check_writes(uses[k].access) && uses[k].access != ACCESS_WORK &&
                uses[k].access != ACCESS_INOUT && uses[k].first < wanted.last && wanted.first < uses[k].last)
                return true;
    }
    return false;
}

static bool is_repeated(const model_graph *g, const model_step *step)
{
    while (step->kind != STEP_WHILE && step->inside != 0)
        step = &g->steps[step->inside - 1];
    return step->kind == STEP_WHILE;
}

static uint32_t body_around(const model_graph *g, const model_step *holder, const model_step *step)
{
    while (&g->steps[step->inside - 1] != holder)
        step = &g->steps[step->inside - 1];
    return step->body;
}

/* Whether the steps stand in different bodies of a choice that no loop runs again. */
static bool exclude_each_other(const model_graph *g, const model_step *a, const model_step *b)
{
    for (const model_step *holder; b->inside != 0; b = holder) {
        holder = &g->steps[b->inside - 1];
        if (a > holder && a < &g->steps[holder->end])
            return body_around(g, holder, a) != b->body && !is_repeated(g, holder);
    }
    return false;
}

/* What left the bytes undefined that a step reads, or NULL. */
static const flow_loss *find_loss(const model_graph *g, const model_step *step, const buffer_flow *b,
                                  const byte_range *gap)
{
    const flow_loss *loss = flow_find_loss(b->losses, gap);

    while (loss != NULL && exclude_each_other(g, loss->step, step))
        loss = flow_find_loss(loss->before, gap);
    return loss;
}

static void note_early(walk *w, uint32_t index, byte_use use, byte_range gap)
{
    buffer_flow *b = &w->f->flows[use.buffer];

    if (b->early != NULL || w->f->silent)
        return;
    b->early = ARENA_NEW(w->f->c->a, early_read);
    *b->early = (early_read){use,
                             &w->g->steps[index],
                             gap,
                             flow_find_cause(b, &gap),
                             is_written_later(w->f, w->g, index, &use),
                             find_loss(w->g, &w->g->steps[index], b, &gap)};
}

static bool misses(flow *f, const model_step *step, const byte_use *u, byte_range *gap)
{
    const model_buffer *b = &f->c->m->buffers[u->buffer];

    return flow_follows(b->role) && !b->internal && check_reads(u->access) &&
           flow_reads_gap(&f->flows[u->buffer], step, u, gap);
}

/* Copies that a swap needs come from a place that steps write to, and go to another. */
static bool follow_move(walk *w, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(w->f->c, step, &count);

    if (!step->generated || step->kind != STEP_COPY || !flow_follows(w->f->c->m->buffers[uses[0].buffer].role) ||
        !flow_follows(w->f->c->m->buffers[uses[1].buffer].role))
        return false;
    flow_move(w->f, step, &uses[0], &uses[1]);
    return true;
}

static void follow_step(walk *w, uint32_t index)
{
    flow *f = w->f;
    const model_step *step = &w->g->steps[index];
    size_t count;
    const byte_use *uses;
    byte_range gap;

    if (follow_move(w, step))
        return;
    uses = check_uses(f->c, step, &count);
    for (size_t i = 0; i < count; i++)
        if (misses(f, step, &uses[i], &gap)) {
            note_early(w, index, uses[i], gap);
            uses = check_uses(f->c, step, &count); /* the uses of other steps have replaced these */
        }
    for (size_t i = 0; i < count; i++) {
        if (!flow_follows(f->c->m->buffers[uses[i].buffer].role))
            continue;
        if (uses[i].access == ACCESS_WORK)
            flow_forget(f, step, &uses[i]);
        else if (check_writes(uses[i].access))
            flow_write(f, step, &uses[i]);
    }
}

/* ---- bodies ---- */

static void follow_list(walk *w, uint32_t first, uint32_t last);

/* Where the steps of a body end; it begins at `first`. */
static uint32_t end_of_body(const walk *w, uint32_t header, uint32_t first, uint32_t body)
{
    const model_step *steps = w->g->steps;

    while (first < steps[header].end && steps[first].body == body)
        first = check_is_control(&steps[first]) ? steps[first].end : first + 1;
    return first;
}

/* Whether a body leaves anything undefined at all. */
static bool has_losses(walk *w, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; i++) {
        const model_step *step = &w->g->steps[i];
        size_t count;
        const byte_use *uses = check_uses(w->f->c, step, &count);

        if (step->generated && step->kind == STEP_COPY)
            return true;
        for (size_t k = 0; k < count; k++)
            if (uses[k].access == ACCESS_WORK)
                return true;
    }
    return false;
}

static bool is_generated(const walk *w, uint32_t index, const char *kernel)
{
    const model_step *step = &w->g->steps[index];

    return index < w->g->step_count && step->generated && step->kind == STEP_LAUNCH &&
           strcmp(step->kernel_name, kernel) == 0;
}

/* A body of its own, right behind the loop, puts swapped names back after an odd number of passes. */
static bool has_odd_end(const walk *w, uint32_t after)
{
    return is_generated(w, after, "vg_loop_odd") ||
           (is_generated(w, after, "vg_loop_end") && is_generated(w, after + 1, "vg_loop_odd"));
}

/* The if that holds the second of two passes with swapped names, the last step of their loop; or the loop's end. */
static uint32_t find_second_pass(const walk *w, uint32_t header)
{
    const model_step *steps = w->g->steps;
    uint32_t at = header + 1, last = at;

    for (; at < steps[header].end; at = check_is_control(&steps[at]) ? steps[at].end : at + 1)
        last = at;
    return is_generated(w, last - 1, "vg_loop_half") && check_is_control(&steps[last]) ? last : steps[header].end;
}

/* Another round begins only after the second pass. *back: what it does not find; *even: what it finds written. */
static void follow_second_pass(walk *w, uint32_t second, size_t mark, flow_changes *back, flow_changes *even)
{
    flow_changes lost = {0};
    size_t inner = flow_open_body(w->f);

    follow_list(w, second + 1, w->g->steps[second].end);
    *even = flow_take_certain(w->f, mark);
    flow_find_lost(w->f, mark, back);
    flow_leave_body(w->f, inner, &lost);
    flow_lose(w->f, &lost, NULL);
}

/* Returns whether the next round finds undefined what this one found defined. *first: what is certain of the first
 * pass; *lost: what is undefined after the loop. */
static bool follow_pass(walk *w, uint32_t header, const size_t *begun, flow_changes *first, flow_changes *lost)
{
    const model_step *step = &w->g->steps[header];
    uint32_t second = find_second_pass(w, header);
    flow_changes back = {0}, even = {0}, odd = {0};
    size_t mark = flow_open_body(w->f);

    follow_list(w, header + 1, second);
    if (has_odd_end(w, step->end))
        odd = flow_take_body(w->f, begun == NULL ? mark : *begun, true);
    if (second < step->end)
        follow_second_pass(w, second, mark, &back, &even);
    *first = step->first_run ? flow_take_certain(w->f, mark) : (flow_changes){0};
    *lost = (flow_changes){0};
    flow_leave_body(w->f, mark, lost);
    w->first_pass = odd;
    w->even = step->first_run ? even : flow_take_both(w->f, &even);
    if (begun != NULL)
        w->even.count = 0;
    return flow_lose(w->f, second < step->end ? &back : lost, &w->loops[header].lost);
}

/* Passes are followed without a message until one leaves nothing more undefined for the next.
 * `begun`: where passes stand before the loop, what they have written counts too. */
static void follow_while(walk *w, uint32_t header, const size_t *begun)
{
    loop_flow *loop = &w->loops[header];
    flow_changes first, lost;
    bool silent = w->f->silent;

    if (!loop->looked_at)
        loop->loses = has_losses(w, header + 1, w->g->steps[header].end);
    loop->looked_at = true;
    flow_lose(w->f, &loop->lost, NULL);
    w->f->silent = silent || loop->loses;
    while (follow_pass(w, header, begun, &first, &lost))
        continue;
    w->f->silent = silent;
    if (loop->loses && !silent)
        follow_pass(w, header, begun, &first, &lost);
    flow_lose(w->f, &lost, NULL);
    flow_give_body(w->f, &first);
}

/* An if with both bodies runs one of them; a switch may run none. */
static void follow_choice(walk *w, uint32_t header)
{
    const model_step *step = &w->g->steps[header];
    uint32_t at = header + 1;
    bool odd_end = header > 0 && is_generated(w, header - 1, "vg_loop_odd");
    flow_changes taken = {0}, lost = {0};

    for (uint32_t b = 0; b < step->body_count; b++) {
        uint32_t end = end_of_body(w, header, at, b);
        size_t mark = flow_open_body(w->f);

        if (odd_end)
            flow_give_body(w->f, &w->first_pass);
        follow_list(w, at, end);
        at = end;
        if (odd_end) /* or the last pass was a second one */
            taken = flow_take_both(w->f, &w->even);
        if (step->kind == STEP_IF && step->body_count == 2)
            taken = b == 0 ? flow_take_body(w->f, mark, false) : flow_take_both(w->f, &taken);
        flow_leave_body(w->f, mark, &lost);
    }
    flow_lose(w->f, &lost, NULL);
    flow_give_body(w->f, &taken);
}

/* Passes that stand before their loop do not run either if its flag is 0. */
static void follow_list(walk *w, uint32_t first, uint32_t last)
{
    bool before_loop = false;
    size_t mark = 0;

    for (uint32_t i = first; i < last;) {
        const model_step *step = &w->g->steps[i];

        if (step->before_loop && !before_loop) {
            before_loop = true;
            mark = flow_open_body(w->f);
        }
        if (!check_is_control(step)) {
            follow_step(w, i++);
            continue;
        }
        if (step->kind == STEP_WHILE)
            follow_while(w, i, before_loop ? &mark : NULL);
        else
            follow_choice(w, i);
        i = step->end;
        if (before_loop)
            flow_close_body(w->f, mark);
        before_loop = false;
    }
}

/* ---- graphs ---- */

/* What the application gets, and what the next replay begins with. All of an inout that each replay uploads is
 * overwritten before that. */
static byte_range needed_after(const model_buffer *b)
{
    bool ends = b->role == ROLE_OUTPUT || (b->role == ROLE_INOUT && b->upload == TRAFFIC_EACH);

    return ends ? (byte_range){b->down_first, b->down_last} : (byte_range){0, b->size};
}

static void check_end(flow *f)
{
    checker *c = f->c;

    for (uint32_t i = 0; i < c->m->buffer_count; i++) {
        const model_buffer *b = &c->m->buffers[i];
        byte_range needed = needed_after(b);
        buffer_flow *end = &f->flows[flow_end(c, i)];
        byte_range gap;

        if (b->role != ROLE_OUTPUT && b->role != ROLE_INOUT && b->role != ROLE_STATE)
            continue;
        if (f->flows[i].reported || !byte_set_gap(&end->certain, needed.first, needed.last, &gap))
            continue;
        flow_report_end(c, end, b, &gap);
        f->flows[i].reported = true;
    }
}

static void follow_graphs(flow *f, model_graph_kind kind)
{
    for (size_t g = 0; g < f->c->m->graph_count; g++) {
        walk w = {.f = f, .g = &f->c->m->graphs[g]};

        if (w.g->kind != kind)
            continue;
        w.loops = ARENA_ARRAY(f->c->a, loop_flow, w.g->step_count + 1);
        flow_begin_graph(f);
        follow_list(&w, 0, (uint32_t)w.g->step_count);
        check_end(f);
    }
}

void check_flow(checker *c)
{
    flow f = {.c = c, .flows = ARENA_ARRAY(c->a, buffer_flow, 2 * c->m->buffer_count + 1)};

    follow_graphs(&f, GRAPH_SETUP);
    follow_graphs(&f, GRAPH_REPLAY);
    for (size_t i = 0; i < c->m->buffer_count; i++)
        flow_report(c, &f.flows[i], &c->m->buffers[i]);
}
