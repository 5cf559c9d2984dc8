/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The keys of control flow: `while:`, `if:`, `switch:`, `repeat:`, `call:` and those that go with them, but for the
 * steps inside, which are in read_step.c. */
#include "spec/read_step_parts.h"

#include <string.h>

/* ---- which kind ---- */

/* The text, if it is a name; otherwise an error that states what was expected. */
static const char *read_name_of(reader *r, const tree *value, const char *expected, const char *hint)
{
    const char *text = read_text(r, value, expected);

    if (text == NULL || text_is_identifier(text))
        return text;
    diag_error(r->d, value->at, "name-form", "expected %s, found '%s'", expected, text);
    diag_hint(r->d, "%s", hint);
    return NULL;
}

static void read_flag_of(reader *r, const tree *key, const tree *value, step_context *c, model_step_kind kind)
{
    if (!read_step_kind(r, key, value, c, kind))
        return;
    c->step->flag_at = value->at;
    c->step->flag_name =
        read_name_of(r, value, "the name of a buffer",
                     kind == STEP_SWITCH ? "a u32 of the device picks the case: a kernel writes it"
                                         : "a u32 of the device decides, where 0 is no: a kernel writes it");
}

void read_while(reader *r, const tree *key, const tree *value, void *object)
{
    read_flag_of(r, key, value, object, STEP_WHILE);
}

void read_if(reader *r, const tree *key, const tree *value, void *object)
{
    read_flag_of(r, key, value, object, STEP_IF);
}

void read_switch(reader *r, const tree *key, const tree *value, void *object)
{
    read_flag_of(r, key, value, object, STEP_SWITCH);
}

void read_repeat(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (!read_step_kind(r, key, value, c, STEP_REPEAT))
        return;
    c->step->count_at = value->at;
    read_expr(r, value, &c->step->count);
}

void read_graph_call(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (!read_step_kind(r, key, value, c, STEP_CALL))
        return;
    c->step->called_at = value->at;
    c->step->called =
        read_name_of(r, value, "the name of a graph", "a kernel is called by 'launch: kernel(arguments)'");
}

/* ---- passes ---- */

void read_max(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    /* A repeat has its number of passes in the same place; read_check_step reports a step that has both. */
    if (c->step->kind == STEP_REPEAT && c->kind_key != NULL)
        return;
    c->step->count_at = value->at;
    read_expr(r, value, &c->step->count);
}

void read_first(reader *r, const tree *key, const tree *value, void *object)
{
    static const char *const words[] = {"run", NULL};
    step_context *c = object;
    size_t found = 0;

    (void)key;
    c->step->first_at = value->at;
    if (read_word(r, value, words, &found)) {
        c->step->first_run = true;
        return;
    }
    if (value->kind == TREE_SCALAR && value->length > 0 && text_nearest(value->text, words, 1) == NULL)
        diag_hint(r->d, "with it the first pass does not look at the flag; leave out the key if it should");
}

void read_index(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->index_at = value->at;
    c->step->index_name = read_name_of(r, value, "a name for the number of the pass",
                                       "the key declares the name: letters, digits and _, no digit first");
}

static bool read_pair(reader *r, const tree *value, model_swap *swap)
{
    swap->at = value->at;
    if (value->kind != TREE_SEQUENCE || value->count != 2) {
        diag_error(r->d, value->at, "list-length", "expected a pair of buffers such as [a, b], found %s",
                   value->kind != TREE_SEQUENCE ? "no list"
                   : value->count == 1          ? "1 name"
                                                : arena_printf(r->a, "%zu names", value->count));
        return false;
    }
    swap->first_at = value->items[0]->at;
    swap->second_at = value->items[1]->at;
    swap->first = read_name_of(r, value->items[0], "the name of a buffer", "whole buffers are swapped");
    swap->second = read_name_of(r, value->items[1], "the name of a buffer", "whole buffers are swapped");
    if (swap->first == NULL || swap->second == NULL || strcmp(swap->first, swap->second) != 0)
        return swap->first != NULL && swap->second != NULL;
    diag_error(r->d, swap->second_at, "swap-same", "'%s' cannot be swapped with itself", swap->second);
    return false;
}

/* A buffer in two pairs would take part in two exchanges at once. */
static void check_pairs(reader *r, const model_step *step)
{
    for (size_t i = 0; i < 2 * step->swap_count; i++) {
        const model_swap *swap = &step->swaps[i / 2];
        const char *name = i % 2 == 0 ? swap->first : swap->second;

        for (size_t j = 0; j < i / 2; j++) {
            const model_swap *earlier = &step->swaps[j];
            bool first = strcmp(earlier->first, name) == 0;

            if (!first && strcmp(earlier->second, name) != 0)
                continue;
            diag_error(r->d, i % 2 == 0 ? swap->first_at : swap->second_at, "swap-twice",
                       "'%s' is in two pairs, a buffer is swapped with one other", name);
            diag_note(r->d, first ? earlier->first_at : earlier->second_at, "the other one is here");
            return;
        }
    }
}

void read_swap(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;
    bool pairs = value->kind == TREE_SEQUENCE && value->count > 0 && value->items[0]->kind == TREE_SEQUENCE;
    size_t count = pairs ? value->count : 1;
    bool good = true;

    if (!read_count(r, key->at, count, READ_MAX_SWAPS, "pairs under 'swap'"))
        return;
    c->step->swaps = ARENA_ARRAY(r->a, model_swap, count);
    for (size_t i = 0; i < count; i++)
        good &= read_pair(r, pairs ? value->items[i] : value, &c->step->swaps[i]);
    if (!good)
        return;
    c->step->swap_count = count;
    check_pairs(r, c->step);
}

void read_idle(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->idle_at = value->at;
    c->step->idle_name = read_name_of(r, value, "the name of the loop's flag",
                                      "the step does nothing once the flag of the loop around it is 0: name that flag");
}
