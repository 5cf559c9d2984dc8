/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `swap:` exchanges names: what is copied after it uses the other buffer. Copies are added only where a name must lie
 * in a certain place again: at the end of a body, after a loop whose count of passes is not known, and where a graph
 * ends. */
#include "check/expand_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- pairs ---- */

static uint32_t find_buffer(expander *e, const char *name, span at)
{
    const named *found = scope_find(e->c->names, name);

    if (found == NULL) {
        check_undefined(e->c, at, "the buffer", name, NAMED_BUFFER);
        return MODEL_NONE;
    }
    if (found->kind != NAMED_BUFFER) {
        check_fail_kind(e->c, at, "a buffer", found);
        return MODEL_NONE;
    }
    return e->m->buffers[found->index].broken ? MODEL_NONE : found->index;
}

static bool may_swap(model_role role)
{
    return role == ROLE_SCRATCH || role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_STATE;
}

static bool check_role(expander *e, const model_step *step, uint32_t buffer, span at)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (b->generated) {
        diag_error(e->c->d, at, "swap-role", "'%s' cannot be swapped, it counts the passes of a loop", b->name);
        diag_note(e->c->d, b->at, "the loop is here");
        diag_hint(e->c->d, "copy it into a buffer of your own");
        return false;
    }
    if (!may_swap(b->role)) {
        diag_error(e->c->d, at, "swap-role", "'%s' cannot be swapped, its role is %s", b->name,
                   model_role_name(b->role));
        diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
        diag_hint(e->c->d, "scratch, output, inout and state can; copy it into scratch before the loop");
        return false;
    }
    if (b->role == ROLE_STATE && step->kind == STEP_WHILE) {
        diag_error(e->c->d, at, "swap-state",
                   "the state '%s' would be swapped as often as the loop runs, which may be odd", b->name);
        diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
        diag_hint(e->c->d, "swap scratch, and copy the state in before the loop and back after it");
        return false;
    }
    return true;
}

static bool is_alike(const model_buffer *a, const model_buffer *b)
{
    if (a->type != b->type || a->shape_count != b->shape_count)
        return false;
    for (size_t i = 0; i < a->shape_count; i++)
        if (a->dims[i] != b->dims[i])
            return false;
    return true;
}

static const char *shape_text(expander *e, const model_buffer *b)
{
    const char *text = "";

    for (size_t i = 0; i < b->shape_count; i++)
        text = arena_printf(e->a, "%s%s%llu", text, i == 0 ? "" : ", ", (unsigned long long)b->dims[i]);
    return arena_printf(e->a, "%s [%s]", b->type->name, text);
}

static bool check_pair(expander *e, const model_step *step, const model_swap *swap, buffer_pair *pair)
{
    const model_buffer *a, *b;

    pair->first = find_buffer(e, swap->first, swap->first_at);
    pair->second = find_buffer(e, swap->second, swap->second_at);
    if (pair->first == MODEL_NONE || pair->second == MODEL_NONE)
        return false;
    if (!check_role(e, step, pair->first, swap->first_at) || !check_role(e, step, pair->second, swap->second_at))
        return false;
    a = &e->m->buffers[pair->first];
    b = &e->m->buffers[pair->second];
    if (is_alike(a, b))
        return true;
    diag_error(e->c->d, swap->at, "swap-shape", "swapped buffers have one type and shape: '%s' is %s, '%s' is %s",
               a->name, shape_text(e, a), b->name, shape_text(e, b));
    diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
    return false;
}

bool expand_pairs(expander *e, const model_step *step, buffer_pair **pairs)
{
    bool good = true;

    *pairs = ARENA_ARRAY(e->a, buffer_pair, step->swap_count + 1);
    for (size_t i = 0; i < step->swap_count; i++)
        good &= check_pair(e, step, &step->swaps[i], &(*pairs)[i]);
    e->c->silent |= !good;
    return good;
}

/* ---- exchanges ---- */

static void exchange(expander *e, const buffer_pair *p)
{
    uint32_t first = e->now[p->first];

    e->now[p->first] = e->now[p->second];
    e->now[p->second] = first;
}

void expand_exchange(expander *e, const buffer_pair *pairs, const model_step *swap)
{
    if (!expand_take_room(e, swap->swap_count))
        return;
    for (size_t i = 0; i < swap->swap_count; i++) {
        exchange(e, &pairs[i]);
        e->exchanges = arena_grow(e->a, e->exchanges, e->exchange_count, &e->exchange_capacity, sizeof *e->exchanges);
        e->exchanges[e->exchange_count] = pairs[i];
        e->exchanges[e->exchange_count++].at = swap->swaps[i].at;
        e->swapper = swap;
    }
}

size_t expand_mark(const expander *e)
{
    return e->exchange_count;
}

void expand_undo(expander *e, size_t mark)
{
    while (e->exchange_count > mark)
        exchange(e, &e->exchanges[--e->exchange_count]);
}

/* ---- which names are needed ---- */

/* After this many looks every name is taken to be needed. */
#define MOST_LOOKS 4000000u

static bool is_slice_of(const model_slice *slices, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (slices[i].name != NULL && strcmp(slices[i].name, name) == 0)
            return true;
    return false;
}

static bool swaps(const model_step *step, const char *name)
{
    for (size_t i = 0; i < step->swap_count; i++)
        if (strcmp(step->swaps[i].first, name) == 0 || strcmp(step->swaps[i].second, name) == 0)
            return true;
    return false;
}

static bool mentions(expander *e, const model_step *steps, size_t count, const char *name);

static bool step_mentions(expander *e, const model_step *step, const char *name)
{
    e->looks += 1 + step->argument_count + step->read_count + step->write_count + step->swap_count;
    if (e->looks > MOST_LOOKS)
        return true;
    if (step->kind == STEP_CALL && !step->broken) {
        const model_graph *called = expand_find_graph(e->m, step->called);

        return mentions(e, called->written, called->written_count, name);
    }
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SLICE && is_slice_of(&step->arguments[i].slice, 1, name))
            return true;
    if (swaps(step, name))
        return true;
    for (size_t i = 0; i < step->body_count; i++)
        if (mentions(e, step->bodies[i].steps, step->bodies[i].step_count, name))
            return true;
    return is_slice_of(step->reads, step->read_count, name) || is_slice_of(step->writes, step->write_count, name) ||
           is_slice_of(&step->to, 1, name) || is_slice_of(&step->from, 1, name) ||
           (step->flag_name != NULL && strcmp(step->flag_name, name) == 0);
}

static bool mentions(expander *e, const model_step *steps, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (step_mentions(e, &steps[i], name))
            return true;
    return false;
}

/* Whether anything that runs after the step at hand may look at what the name holds. */
static bool is_needed(expander *e, uint32_t buffer, const model_step *loop)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (b->role != ROLE_SCRATCH)
        return true;
    if (loop != NULL && step_mentions(e, loop, b->name))
        return true;
    for (const list_at *l = e->list; l != NULL; l = l->outer) {
        size_t from = l->again || l->at >= l->count ? 0 : l->at + 1;

        if (l->swapper != NULL && swaps(l->swapper, b->name))
            return true;
        if ((l->again || l->at < l->count) && mentions(e, l->steps + from, l->count - from, b->name))
            return true;
    }
    return false;
}

/* ---- copies ---- */

static int compare_names(const void *left, const void *right)
{
    const name_move *a = left, *b = right;

    return a->name < b->name ? -1 : a->name > b->name;
}

/* The names that were exchanged since, each once, with where they lie. */
static name_move *find_names(expander *e, size_t mark, size_t *count)
{
    size_t most = 2 * (e->exchange_count - mark), kept = 0;
    name_move *names = ARENA_ARRAY(e->a, name_move, most + 1);

    for (size_t i = 0; i < most; i++) {
        const buffer_pair *p = &e->exchanges[mark + i / 2];

        names[i].name = i % 2 == 0 ? p->first : p->second;
    }
    qsort(names, most, sizeof *names, compare_names);
    for (size_t i = 0; i < most; i++)
        if (kept == 0 || names[kept - 1].name != names[i].name)
            names[kept++].name = names[i].name;
    for (size_t i = 0; i < kept; i++)
        names[i].from = e->now[names[i].name];
    *count = kept;
    return names;
}

name_move *expand_find_moves(expander *e, size_t mark, const model_step *loop, size_t *count)
{
    name_move *names;
    size_t found, kept = 0;

    *count = 0;
    if (e->exchange_count == mark)
        return NULL;
    names = find_names(e, mark, &found);
    expand_undo(e, mark);
    for (size_t i = 0; i < found; i++) {
        names[i].to = e->now[names[i].name];
        if (names[i].from != names[i].to && e->m->buffers[names[i].to].size > 0 && is_needed(e, names[i].name, loop))
            names[kept++] = names[i];
    }
    *count = kept;
    return names;
}

static void add_move(expander *e, uint32_t from, uint32_t to, const char *title)
{
    model *m = e->m;
    span at = e->swapper->swaps[0].at;
    uint32_t step = expand_add_copy(e, from, to, at, title);

    m->moves = arena_grow(e->a, m->moves, m->move_count, &e->move_capacity, sizeof *m->moves);
    m->moves[m->move_count++] = (model_move){e->graph_index, step, at};
}

static bool is_read(const name_move *moves, size_t count, uint32_t buffer)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i].from == buffer)
            return true;
    return false;
}

/* A copy can be made once no other copy reads what it writes. Where all wait for each other, one is put aside first. */
void expand_add_moves(expander *e, name_move *moves, size_t count)
{
    while (count > 0 && !e->full) {
        size_t i = 0;

        while (i < count && is_read(moves, count, moves[i].to))
            i++;
        if (i == count) {
            const model_buffer like = e->m->buffers[moves[0].to];
            uint32_t aside = expand_add_buffer(e, "vg_aside", ROLE_SCRATCH, e->swapper->swaps[0].at, &like);
            uint32_t from = moves[0].to;

            add_move(e, from, aside, arena_printf(e->a, "put %s aside", like.name));
            for (size_t k = 0; k < count; k++)
                if (moves[k].from == from)
                    moves[k].from = aside;
            continue;
        }
        add_move(e, moves[i].from, moves[i].to, arena_printf(e->a, "put back %s", e->m->buffers[moves[i].name].name));
        moves[i] = moves[--count];
    }
}

void expand_restore(expander *e, size_t mark, const model_step *loop)
{
    size_t count;
    name_move *moves = expand_find_moves(e, mark, loop, &count);

    expand_add_moves(e, moves, count);
}
