/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The keys of a launch, fill or copy: its text, its sizes, what else it touches, its switch and its order. */
#include <string.h>

#include "spec/read_step_parts.h"

void read_launch(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_LAUNCH) && read_text(r, value, "a launch such as fir(x, y)") != NULL)
        read_launch_text(r, value, c->step);
}

void read_fill(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_FILL) && read_text(r, value, "a fill such as y = 0") != NULL)
        read_fill_text(r, value, c->step);
}

void read_copy(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_COPY) && read_text(r, value, "a copy such as a -> b") != NULL)
        read_copy_text(r, value, c->step);
}

void read_collective(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_COLLECTIVE) &&
        read_text(r, value, "a collective such as all_reduce(x -> y, sum)") != NULL)
        read_collective_text(r, value, c->step);
}

void read_step_name(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->name_at = value->at;
    c->step->name = read_text(r, value, "the step's name");
}

static void read_resident(const tree *value, model_step *step)
{
    step->resident = true;
    step->grid_at = step->grid[0].at = value->at;
    step->grid_count = 1;
}

void read_grid(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    if (value->kind == TREE_SCALAR && strcmp(value->text, "resident") == 0)
        read_resident(value, c->step);
    else
        read_sizes(r, value, c->step->grid, &c->step->grid_count, &c->step->grid_at);
}

void read_step_block(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    read_sizes(r, value, c->step->block, &c->step->block_count, &c->step->block_at);
}

void read_step_shared(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    read_expr(r, value, &c->step->shared);
}

/* ---- what a launch or capture touches ---- */

static void read_override(reader *r, const tree *key, const tree *value, model_override *o)
{
    token words[3];
    size_t count = 0;
    scanner s;

    o->parameter = names_intern(r->n, key->text, key->length);
    o->at = key->at;
    o->access_at = value->at;
    if (read_text(r, value, "an access such as inout") == NULL)
        return;
    scanner_start(&s, value->text, value->length);
    while (count < 3 && s.next.kind == TOKEN_NAME)
        words[count++] = scanner_take(&s);
    if (count == 1 || count == 2) {
        if (s.next.kind == TOKEN_END) {
            read_access(r, value, words, count, &o->access, &o->once);
            return;
        }
    }
    diag_error(r->d, value->at, "param-form", "'%s' is not an access: expected in, out, out_part, inout or work",
               value->text);
    diag_hint(r->d, "only the access is given here, the type stays as the kernel declares it");
}

void read_step_access(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    if (!read_is_mapping(r, value, "'access'") || value->kind != TREE_MAPPING || read_is_cut(r, value) ||
        !read_count(r, key->at, value->count, READ_MAX_PARAMS, "parameters of a kernel"))
        return;
    c->step->overrides = ARENA_ARRAY(r->a, model_override, value->count + 1);
    c->step->override_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_override(r, value->keys[i], value->items[i], &c->step->overrides[i]);
}

/* A list of buffers or parts of them, or a single one. */
static model_slice *read_slices(reader *r, const tree *value, size_t *count)
{
    const tree *const *items;
    model_slice *slices;
    size_t found = 0;

    if (!read_list(r, &value, "a list of buffers such as [x, y]", &items, &found) ||
        !read_count(r, value->at, found, READ_MAX_NAMES, "buffers in one list"))
        return NULL;
    slices = ARENA_ARRAY(r->a, model_slice, found + 1);
    for (size_t i = 0; i < found; i++)
        if (read_text(r, items[i], "a buffer, or a part of one such as x[0:4]") != NULL)
            read_slice_text(r, items[i], &slices[i]);
    *count = found;
    return slices;
}

void read_reads(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->reads = read_slices(r, value, &c->step->read_count);
}

void read_writes(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->writes = read_slices(r, value, &c->step->write_count);
}

/* ---- when and after ---- */

static void read_switched(reader *r, const tree *key, const tree *value, step_context *c, bool unless)
{
    if (c->switch_key != NULL) {
        diag_error(r->d, key->at, "step-switch", "a step has one switch, found 'when' and 'unless'");
        diag_note(r->d, c->switch_key->at, "the other one is here");
        return;
    }
    c->switch_key = key;
    c->step->unless = unless;
    c->step->switch_at = value->at;
    c->step->switch_name = read_text(r, value, "the name of a switch");
    if (c->step->switch_name == NULL || strpbrk(c->step->switch_name, " <>=!&|()") == NULL)
        return; /* another malformed name was reported where it is declared, or is undefined */
    diag_error(r->d, value->at, "name-form", "expected the name of a switch, found '%s'", c->step->switch_name);
    diag_hint(r->d, "the application turns switches on and off between replays: declare them under 'switches'");
    c->step->switch_name = NULL;
}

void read_step_fuse(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;
    size_t found = 0;

    (void)key;
    if (read_word(r, value, read_fuse_words, &found))
        c->step->fuse_off = found == 1;
}

void read_when(reader *r, const tree *key, const tree *value, void *object)
{
    read_switched(r, key, value, object, false);
}

void read_unless(reader *r, const tree *key, const tree *value, void *object)
{
    read_switched(r, key, value, object, true);
}

void read_after(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;
    const tree *const *items;
    size_t count = 0;

    (void)key;
    if (!read_list(r, &value, "a list of steps' names", &items, &count) ||
        !read_count(r, value->at, count, READ_MAX_NAMES, "names in one list"))
        return;
    c->step->after_names = ARENA_ARRAY(r->a, const char *, count + 1);
    c->step->after_at = ARENA_ARRAY(r->a, span, count + 1);
    for (size_t i = 0; i < count; i++) {
        c->step->after_at[i] = items[i]->at;
        c->step->after_names[i] = read_text(r, items[i], "the name of a step");
    }
    c->step->after_name_count = count;
}
