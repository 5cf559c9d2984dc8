/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where swapped names lie when a graph ends: what goes out, or stays for the next replay, must lie in its own
 * buffer. */
#include "check/expand_parts.h"

#include <string.h>

/* Swapped names in a circle: each lies where the next one belongs. */
typedef struct {
    uint32_t first;
    uint32_t state; /* a state among them, or MODEL_NONE */
    bool goes_out;  /* an output or inout among them */
    bool comes_in;  /* an inout among them */
} circle;

static circle look_at(const expander *e, uint32_t first)
{
    circle found = {first, MODEL_NONE, false, false};
    uint32_t at = first;

    do {
        model_role role = e->m->buffers[at].role;

        if (role == ROLE_STATE)
            found.state = at;
        found.goes_out |= role == ROLE_OUTPUT || role == ROLE_INOUT;
        found.comes_in |= role == ROLE_INOUT;
        at = e->now[at];
    } while (at != first);
    return found;
}

static void fail_state(expander *e, uint32_t state)
{
    const model_buffer *b = &e->m->buffers[state];
    size_t last = e->exchange_count - 1;

    while (last > 0 && e->exchanges[last].first != state && e->exchanges[last].second != state)
        last--;
    diag_error(e->c->d, e->exchanges[last].at, "swap-state",
               "the state '%s' would not lie in its own place after the graph '%s': an odd number of swaps", b->name,
               e->graph->name);
    diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
    diag_hint(e->c->d, "let it be swapped an even number of times, or copy it back from scratch");
}

/* ---- names chosen so that they come out right ---- */

static void rename_slices(expander *e, const uint32_t *place, model_slice *slices, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const named *found = slices[i].name == NULL ? NULL : scope_find(e->c->names, slices[i].name);

        if (found == NULL || found->kind != NAMED_BUFFER || found->index >= e->named)
            continue;
        slices[i].name = e->m->buffers[place[found->index]].name;
    }
}

/* place: of each buffer, the one that is used in its stead. */
static void rename_all(expander *e, const uint32_t *place)
{
    for (size_t i = 0; i < e->count; i++) {
        model_step *step = &e->steps[i];

        for (size_t k = 0; k < step->argument_count; k++)
            if (step->arguments[k].kind == ARGUMENT_SLICE)
                rename_slices(e, place, &step->arguments[k].slice, 1);
        rename_slices(e, place, step->reads, step->read_count);
        rename_slices(e, place, step->writes, step->write_count);
        if (step->kind == STEP_FILL || step->kind == STEP_COPY || step->kind == STEP_COLLECTIVE)
            rename_slices(e, place, &step->to, 1);
        if (step->kind == STEP_COPY || step->kind == STEP_COLLECTIVE)
            rename_slices(e, place, &step->from, 1);
    }
}

/* ---- at the end ---- */

static void note_copies(expander *e, size_t before)
{
    size_t count = e->m->move_count - before;

    if (count > 0)
        diag_remark(e->c->d, e->swapper->swaps[0].at,
                    "an odd number of swaps leaves names in each other's place, %zu cop%s put%s them back", count,
                    count == 1 ? "y" : "ies", count == 1 ? "s" : "");
}

/* Outputs and scratch hold nothing when a graph begins, so that they may begin in each other's place; what comes in
 * lies where it is. */
void expand_settle(expander *e)
{
    uint32_t *place;
    name_move *moves;
    bool *seen, renamed = false, failed = false;
    size_t count = 0, before = e->m->move_count;

    if (e->exchange_count == 0)
        return;
    place = ARENA_ARRAY(e->a, uint32_t, e->named);
    seen = ARENA_ARRAY(e->a, bool, e->named);
    moves = ARENA_ARRAY(e->a, name_move, e->named);
    for (uint32_t i = 0; i < e->named; i++)
        place[i] = i;
    for (uint32_t i = 0; i < e->named; i++) {
        circle found;

        if (seen[i] || e->now[i] == i)
            continue;
        found = look_at(e, i);
        if (found.state != MODEL_NONE) {
            fail_state(e, found.state);
            failed = true;
        }
        renamed |= found.goes_out && !found.comes_in;
        for (uint32_t at = i; !seen[at]; at = e->now[at]) {
            seen[at] = true;
            if (found.goes_out && !found.comes_in)
                place[e->now[at]] = at;
            else if (e->m->buffers[at].role != ROLE_SCRATCH && e->m->buffers[at].size > 0)
                moves[count++] = (name_move){at, e->now[at], at};
        }
    }
    if (renamed)
        rename_all(e, place);
    expand_add_moves(e, moves, count);
    if (!failed)
        note_copies(e, before);
}
