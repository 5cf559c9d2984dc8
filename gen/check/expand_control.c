/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `while:`, `if:` and `switch:`: the condition of each, and the launch that sets it from a flag in memory. */
#include "check/expand_parts.h"

#include <inttypes.h>

const char *expand_title(expander *e, const model_step *step)
{
    static const char *const words[] = {[STEP_WHILE] = "while", [STEP_IF] = "if", [STEP_SWITCH] = "switch"};
    const char *title = step->name != NULL        ? step->name
                        : step->title != NULL     ? step->title
                        : step->flag_name == NULL ? words[step->kind]
                                                  : arena_printf(e->a, "%s %s", words[step->kind], step->flag_name);

    return e->pass == NULL || step->generated ? title : arena_printf(e->a, "%s, %s", title, e->pass);
}

/* ---- flags ---- */

static void note_flag(expander *e, const model_buffer *b)
{
    diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
}

static bool check_flag(expander *e, const model_step *step, const model_buffer *b)
{
    if (b->role == ROLE_CONDITION)
        return true;
    if (b->type->base != SCALAR_U32 || b->type->lanes != 1) {
        diag_error(e->c->d, step->flag_at, "flag-type", "a flag is a u32 or a condition, '%s' holds %s", b->name,
                   b->type->name);
        note_flag(e, b);
        return false;
    }
    if (b->elements != 1) {
        diag_error(e->c->d, step->flag_at, "flag-type", "a flag is one u32, '%s' has %" PRIu64 " elements", b->name,
                   b->elements);
        note_flag(e, b);
        return false;
    }
    return true;
}

uint32_t expand_flag(expander *e, const model_step *step)
{
    const named *found;

    if (step->flag_name == NULL)
        return MODEL_NONE;
    found = scope_find(e->c->names, step->flag_name);
    if (found == NULL) {
        check_undefined(e->c, step->flag_at, "the buffer", step->flag_name, NAMED_BUFFER);
        return MODEL_NONE;
    }
    if (found->kind != NAMED_BUFFER) {
        check_fail_kind(e->c, step->flag_at, "a buffer", found);
        return MODEL_NONE;
    }
    if (e->m->buffers[found->index].broken || !check_flag(e, step, &e->m->buffers[found->index]))
        return MODEL_NONE;
    return found->index < e->named ? e->now[found->index] : found->index;
}

/* ---- conditions of the spec ---- */

/* Whether the list at hand stands inside another one, which the graph's own list always does. */
static bool is_around(const expander *e, uint32_t outer, uint32_t inner)
{
    while (inner != outer && inner != 0)
        inner = e->steps[inner - 1].inside;
    return inner == outer;
}

static bool fail_condition(expander *e, const model_step *step, const model_buffer *b, const char *id, const char *text)
{
    diag_error(e->c->d, step->flag_at, id, "the condition '%s' %s", b->name, text);
    note_flag(e, b);
    return false;
}

/* The driver has a condition of its own for each conditional node. False after an error. */
static bool take_condition(expander *e, const model_step *step, uint32_t flag)
{
    condition_use *use = &e->conditions[flag];
    const model_buffer *b = &e->m->buffers[flag];

    if (use->open)
        return fail_condition(e, step, b, "condition-shared", "is that of a step around this one");
    if (use->set_at.source != 0 && !is_around(e, e->inside, use->set_in)) {
        fail_condition(e, step, b, "condition-outside",
                       arena_printf(e->a, "is set by '%s' outside the body in which this step stands", use->setter));
        diag_hint(e->c->d, "let a kernel in the same body set it, or use a u32 buffer as the flag");
        return false;
    }
    if (use->given)
        use->now = expand_add_condition(e, b->at);
    use->given = true;
    use->open = true;
    use->set_at = (span){0, 0, 0};
    return true;
}

/* ---- if and switch ---- */

static void expand_bodies(expander *e, model_step *step, uint32_t condition)
{
    uint32_t index = expand_open(e, step, condition);
    size_t mark = expand_mark(e);

    for (size_t i = 0; i < step->body_count; i++) {
        expand_next_body(e, (uint32_t)i);
        expand_list(e, step->bodies[i].steps, step->bodies[i].step_count, false, NULL);
        expand_restore(e, mark, NULL);
    }
    expand_close(e, index);
}

void expand_choice(expander *e, model_step *step)
{
    uint32_t flag = expand_flag(e, step), go;
    builtin kernel = step->kind == STEP_IF ? BUILTIN_CHOOSE_IF : BUILTIN_CHOOSE_CASE;
    bool condition = flag != MODEL_NONE && e->m->buffers[flag].role == ROLE_CONDITION;

    if (flag == MODEL_NONE || step->broken || (condition && !take_condition(e, step, flag))) {
        e->c->silent = true;
        expand_inline(e, step);
        return;
    }
    if (condition) {
        expand_bodies(e, step, e->conditions[flag].now);
        e->conditions[flag].open = false;
        return;
    }
    go = expand_add_condition(e, step->flag_at);
    expand_add_launch(e, kernel, step, arena_printf(e->a, "choice of %s", expand_title(e, step)),
                      (added_argument[]){{flag, 0}, {go, 0}}, 2);
    expand_bodies(e, step, go);
}

/* ---- while ---- */

/* Without a look at the flag, so that nothing need have written it. The driver gives a condition its first value
 * only once in a replay: a loop inside another one starts from a launch. */
void expand_begin_first(expander *e, const model_step *step, uint32_t passes, uint32_t go)
{
    const char *title = expand_title(e, step);
    uint32_t one;

    if (e->inside == 0) {
        e->m->buffers[go].condition_first = 1;
        expand_add_fill(e, passes, "0", step, arena_printf(e->a, "begin of %s", title));
        return;
    }
    one = expand_add_buffer(e, "vg_one", ROLE_SCRATCH, step->flag_at, NULL);
    expand_add_fill(e, one, "1", step, arena_printf(e->a, "flag of the first pass of %s", title));
    expand_add_launch(e, BUILTIN_LOOP_BEGIN, step, arena_printf(e->a, "begin of %s", title),
                      (added_argument[]){{passes, 0}, {one, 0}, {go, 0}, {MODEL_NONE, 1}}, 4);
}

/* A condition that a kernel sets: its passes are counted, and it is stopped at the limit. */
static void expand_condition_loop(expander *e, model_step *step, uint32_t flag, uint32_t max)
{
    uint32_t go = e->conditions[flag].now, passes = expand_passes(e, step), index;
    const char *title = expand_title(e, step);
    size_t mark = expand_mark(e);
    buffer_pair *pairs;

    if (step->first_run)
        expand_begin_first(e, step, passes, go);
    else
        expand_add_fill(e, passes, "0", step, arena_printf(e->a, "begin of %s", title));
    index = expand_open(e, step, go);
    expand_list(e, step->bodies[0].steps, step->bodies[0].step_count, true, step);
    if (expand_pairs(e, step, &pairs))
        expand_exchange(e, pairs, step);
    expand_restore(e, mark, step);
    expand_add_launch(e, BUILTIN_LOOP_LIMIT, step, arena_printf(e->a, "limit of %s", title),
                      (added_argument[]){{passes, 0}, {go, 0}, {MODEL_NONE, max}}, 3);
    expand_close(e, index);
    expand_add_loop(e, (model_loop){.step = index, .max = max, .unrolled = 1, .passes = passes});
}

void expand_while(expander *e, model_step *step)
{
    uint32_t flag = expand_flag(e, step);
    int64_t max = 0;
    bool counted = expand_count(e, step, 1, UINT32_MAX, &max);
    buffer_pair *pairs;
    bool paired = !step->broken && expand_pairs(e, step, &pairs);
    bool condition = flag != MODEL_NONE && e->m->buffers[flag].role == ROLE_CONDITION;

    step->count.value = max;
    if (flag == MODEL_NONE || !counted || !paired || step->broken || (condition && !take_condition(e, step, flag))) {
        e->c->silent = true;
        expand_inline(e, step);
    } else if (condition) {
        expand_condition_loop(e, step, flag, (uint32_t)max);
        e->conditions[flag].open = false;
    } else {
        expand_flag_loop(e, step, flag, (uint32_t)max);
    }
}
