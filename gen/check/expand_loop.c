/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A `while:` whose flag is a u32 of the device: a launch before it and one at the end of its body set the condition and
 * count. Where names are swapped, or every step is idle once the flag is 0, the body holds several passes. */
#include "check/expand_parts.h"

#include <string.h>

typedef struct {
    expander *e;
    model_step *step;
    const char *title;
    uint32_t flag, max, go, passes;
    buffer_pair *pairs; /* of `swap:` */
} loop;

static const char *title_of(const loop *l, const char *what)
{
    return arena_printf(l->e->a, "%s of %s", what, l->title);
}

/* ---- counters ---- */

/* After the loop, else after its graph, so that loops of other graphs do not change the name. */
static const char *passes_name(const expander *e, const model_step *step)
{
    if (step->name != NULL)
        return arena_printf(e->a, "%s_passes", step->name);
    if (e->graph->kind == GRAPH_SETUP || e->m->named_graphs)
        return arena_printf(e->a, "%s_passes", e->graph->name);
    return "passes";
}

/* The buffer that counts passes: what `index:` declared, or one that is added. */
uint32_t expand_passes(expander *e, model_step *step)
{
    model_role role = e->graph->kind == GRAPH_SETUP ? ROLE_SCRATCH : ROLE_OUTPUT;
    uint32_t added;

    if (step->index_name == NULL) {
        added = expand_add_buffer(e, passes_name(e, step), role, step->flag_at, NULL);
        step->index_name = e->m->buffers[added].name;
    }
    return scope_find(e->c->names, step->index_name)->index;
}

void expand_add_loop(expander *e, model_loop made)
{
    model *m = e->m;

    made.graph = e->graph_index;
    m->loops = arena_grow(e->a, m->loops, m->loop_count, &e->loop_capacity, sizeof *m->loops);
    m->loops[m->loop_count++] = made;
}

/* ---- one pass, and two with swapped names ---- */

static void begin_loop(loop *l, uint32_t counter)
{
    if (l->step->first_run) {
        expand_begin_first(l->e, l->step, counter, l->go);
        return;
    }
    expand_add_launch(l->e, BUILTIN_LOOP_BEGIN, l->step, title_of(l, "begin"),
                      (added_argument[]){{counter, 0}, {l->flag, 0}, {l->go, 0}, {MODEL_NONE, 0}}, 4);
}

static void end_pass(loop *l, uint32_t counter, uint32_t max)
{
    expand_add_launch(l->e, BUILTIN_LOOP_NEXT, l->step, title_of(l, "next pass"),
                      (added_argument[]){{counter, 0}, {l->flag, 0}, {l->go, 0}, {MODEL_NONE, max}}, 4);
}

/* The steps of the body; what a repeat inside has swapped is put back. */
static void add_body(loop *l, const char *pass)
{
    expander *e = l->e;
    const char *before = pass == NULL ? e->pass : expand_enter_pass(e, pass);
    size_t mark = expand_mark(e);

    expand_list(e, l->step->bodies[0].steps, l->step->bodies[0].step_count, true, l->step);
    expand_restore(e, mark, l->step);
    expand_leave_pass(e, before);
}

static void swap(loop *l)
{
    expand_exchange(l->e, l->pairs, l->step);
}

/* A pass in which the names are as before the loop, and one in which they are swapped. */
static void add_double_body(loop *l)
{
    expander *e = l->e;
    uint32_t more = expand_add_condition(e, l->step->flag_at), swapped_flag, index;
    model_step second = {.kind = STEP_IF, .at = l->step->at, .flag_at = l->step->flag_at, .body_count = 1};

    second.generated = true;
    second.switched = MODEL_NONE;
    second.title = title_of(l, "second pass");
    add_body(l, NULL);
    swap(l);
    swapped_flag = expand_flag(e, l->step); /* which the swap may have brought elsewhere */
    expand_add_launch(
        e, BUILTIN_LOOP_HALF, l->step, title_of(l, "second pass"),
        (added_argument[]){{l->passes, 0}, {swapped_flag, 0}, {l->go, 0}, {more, 0}, {MODEL_NONE, l->max}}, 5);
    index = expand_open(e, &second, more);
    add_body(l, "swapped");
    swap(l);
    end_pass(l, l->passes, l->max);
    expand_close(e, index);
}

/* After an odd number of swaps: each name's bytes are brought to where the name is. */
static void put_back(loop *l)
{
    expander *e = l->e;
    size_t mark = expand_mark(e), count;
    uint32_t odd, index;
    name_move *moves;
    model_step last = {.kind = STEP_IF, .at = l->step->at, .flag_at = l->step->flag_at, .body_count = 1};

    swap(l);
    moves = expand_find_moves(e, mark, NULL, &count);
    if (count == 0)
        return;
    last.generated = true;
    last.switched = MODEL_NONE;
    last.title = title_of(l, "odd end");
    odd = expand_add_condition(e, l->step->flag_at);
    expand_add_launch(e, BUILTIN_LOOP_ODD, l->step, title_of(l, "odd end"),
                      (added_argument[]){{l->passes, 0}, {odd, 0}}, 2);
    index = expand_open(e, &last, odd);
    expand_add_moves(e, moves, count);
    expand_close(e, index);
}

static void add_plain(loop *l)
{
    expander *e = l->e;
    bool swapped = l->step->swap_count > 0;
    uint32_t index;

    l->passes = expand_passes(e, l->step);
    l->go = expand_add_condition(e, l->step->flag_at);
    begin_loop(l, l->passes);
    index = expand_open(e, l->step, l->go);
    if (swapped) {
        add_double_body(l);
    } else {
        add_body(l, NULL);
        end_pass(l, l->passes, l->max);
    }
    expand_close(e, index);
    if (swapped)
        put_back(l);
    expand_add_loop(e, (model_loop){.step = index, .max = l->max, .unrolled = swapped ? 2 : 1, .passes = l->passes});
}

/* ---- several passes without a test between them ---- */

static bool is_idle(const model_step *step)
{
    const model_block *body = &step->bodies[0];

    for (size_t i = 0; i < step->swap_count; i++)
        if (strcmp(step->swaps[i].first, step->flag_name) == 0 || strcmp(step->swaps[i].second, step->flag_name) == 0)
            return false; /* the next pass tests another flag, which may not be 0 */
    for (size_t i = 0; i < body->step_count; i++)
        if (body->steps[i].kind != STEP_LAUNCH || body->steps[i].broken || body->steps[i].idle_name == NULL ||
            strcmp(body->steps[i].idle_name, step->flag_name) != 0)
            return false;
    return body->step_count > 0 && !step->first_run;
}

/* Passes that the body holds, or 1: at least two rounds are left. */
static uint32_t choose_unrolled(const loop *l, bool counted)
{
    uint32_t passes = EXPAND_MAX_UNROLLED;
    size_t nodes = l->step->bodies[0].step_count + counted;

    while (passes > 1 && (l->max / passes < 2 || passes * nodes + 1 > EXPAND_MAX_BODY))
        passes /= 2;
    return passes;
}

static void add_passes(loop *l, bool counted, uint32_t count, const char *where)
{
    for (uint32_t i = 0; i < count && !l->e->full; i++) {
        const char *pass = arena_printf(l->e->a, "pass %u of %u %s", i + 1, count, where);
        const char *before = expand_enter_pass(l->e, pass);

        if (counted)
            expand_add_launch(l->e, BUILTIN_LOOP_COUNT, l->step, title_of(l, "count"),
                              (added_argument[]){{l->passes, 0}, {l->flag, 0}}, 2);
        expand_leave_pass(l->e, before);
        add_body(l, pass);
        swap(l);
        l->e->later_pass = true;
    }
}

/* Steps do nothing once the flag is 0, so a surplus pass has no effect. A pass is counted before it runs, while the
 * flag still shows that it will. Where kernels may read the number of passes before theirs, the counter starts one
 * below 0. */
static void add_unrolled(loop *l, bool counted, uint32_t unrolled)
{
    expander *e = l->e;
    bool indexed = l->step->index_name != NULL;
    uint32_t blocks = expand_add_buffer(e, "vg_blocks", ROLE_SCRATCH, l->step->flag_at, NULL), index;
    size_t mark = expand_mark(e);

    l->passes = counted ? expand_passes(e, l->step) : MODEL_NONE;
    l->go = expand_add_condition(e, l->step->flag_at);
    if (counted)
        expand_add_fill(e, l->passes, indexed ? "0xffffffff" : "0", l->step, title_of(l, "begin"));
    e->before_loop = true;
    add_passes(l, counted, l->max % unrolled, "before the loop");
    e->before_loop = false;
    begin_loop(l, blocks);
    index = expand_open(e, l->step, l->go);
    add_passes(l, counted, unrolled, "in its body");
    e->later_pass = false;
    end_pass(l, blocks, l->max / unrolled);
    expand_close(e, index);
    if (indexed)
        expand_add_launch(e, BUILTIN_LOOP_END, l->step, title_of(l, "end"), (added_argument[]){{l->passes, 0}}, 1);
    expand_undo(e, mark);
    if (l->step->swap_count > 0)
        put_back(l);
    expand_add_loop(
        e, (model_loop){
               .step = index, .max = l->max, .unrolled = unrolled, .prefix = l->max % unrolled, .passes = l->passes});
}

void expand_flag_loop(expander *e, model_step *step, uint32_t flag, uint32_t max)
{
    loop l = {.e = e, .step = step, .title = expand_title(e, step), .flag = flag, .max = max};
    bool counted = step->index_name != NULL || step->swap_count > 0;
    uint32_t unrolled;

    if (!expand_pairs(e, step, &l.pairs))
        return;
    unrolled = is_idle(step) ? choose_unrolled(&l, counted) : 1;
    if (unrolled > 1)
        add_unrolled(&l, counted, unrolled);
    else
        add_plain(&l);
}
