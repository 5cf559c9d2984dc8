/* SPDX-License-Identifier: MIT */
/* `steps:`, `graphs:` and `setup:`: the keys of a step. The text of launch, fill and copy is read in read_call.c,
 * control flow in read_control.c. */
#include "spec/read_step.h"

#include <string.h>

static void read_launch(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_LAUNCH) && read_text(r, value, "a launch such as fir(x, y)") != NULL)
        read_launch_text(r, value, c->step);
}

static void read_fill(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_FILL) && read_text(r, value, "a fill such as y = 0") != NULL)
        read_fill_text(r, value, c->step);
}

static void read_copy(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (read_step_kind(r, key, value, c, STEP_COPY) && read_text(r, value, "a copy such as a -> b") != NULL)
        read_copy_text(r, value, c->step);
}

static void read_name(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->name_at = value->at;
    c->step->name = read_text(r, value, "the step's name");
}

static void read_grid(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    read_sizes(r, value, c->step->grid, &c->step->grid_count, &c->step->grid_at);
}

static void read_step_block(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    read_sizes(r, value, c->step->block, &c->step->block_count, &c->step->block_at);
}

static void read_step_shared(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    read_expr(r, value, &c->step->shared);
}

/* ---- what else a launch touches ---- */

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

static void read_step_access(reader *r, const tree *key, const tree *value, void *object)
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

static void read_reads(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    (void)key;
    c->step->reads = read_slices(r, value, &c->step->read_count);
}

static void read_writes(reader *r, const tree *key, const tree *value, void *object)
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
        return; /* what else is no name was told where it is declared, or is not declared */
    diag_error(r->d, value->at, "name-form", "expected the name of a switch, found '%s'", c->step->switch_name);
    diag_hint(r->d, "the application turns switches on and off between replays: declare them under 'switches'");
    c->step->switch_name = NULL;
}

static void read_when(reader *r, const tree *key, const tree *value, void *object)
{
    read_switched(r, key, value, object, false);
}

static void read_unless(reader *r, const tree *key, const tree *value, void *object)
{
    read_switched(r, key, value, object, true);
}

static void read_after(reader *r, const tree *key, const tree *value, void *object)
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

static const read_key keys[] = {
    {"launch", KEY_OPTIONAL, read_launch},
    {"fill", KEY_OPTIONAL, read_fill},
    {"copy", KEY_OPTIONAL, read_copy},
    {"name", KEY_OPTIONAL, read_name},
    {"grid", KEY_OPTIONAL, read_grid},
    {"block", KEY_OPTIONAL, read_step_block},
    {"shared", KEY_OPTIONAL, read_step_shared},
    {"access", KEY_OPTIONAL, read_step_access},
    {"reads", KEY_OPTIONAL, read_reads},
    {"writes", KEY_OPTIONAL, read_writes},
    {"when", KEY_OPTIONAL, read_when},
    {"unless", KEY_OPTIONAL, read_unless},
    {"after", KEY_OPTIONAL, read_after},
    {"while", KEY_OPTIONAL, read_while},
    {"if", KEY_OPTIONAL, read_if},
    {"switch", KEY_OPTIONAL, read_switch},
    {"repeat", KEY_OPTIONAL, read_repeat},
    {"call", KEY_OPTIONAL, read_graph_call},
    {"do", KEY_OPTIONAL, read_do},
    {"else", KEY_OPTIONAL, read_else},
    {"cases", KEY_OPTIONAL, read_cases},
    {"max", KEY_OPTIONAL, read_max},
    {"first", KEY_OPTIONAL, read_first},
    {"index", KEY_OPTIONAL, read_index},
    {"swap", KEY_OPTIONAL, read_swap},
    {"idle", KEY_OPTIONAL, read_idle},
    {"after_outputs", KEY_LATER, NULL},
    {"capture", KEY_LATER, NULL},
    {"collective", KEY_LATER, NULL},
    {"fuse", KEY_LATER, NULL},
    {"nodes", KEY_LATER, NULL},
    {"workspace", KEY_LATER, NULL},
};

static const key_table table = {"a step", keys, KEY_COUNT(keys)};

static void read_step(reader *r, const tree *item, model_step *step)
{
    size_t errors = diag_error_count(r->d);
    step_context c = {.step = step};

    step->at = item->at;
    if (item->kind != TREE_MAPPING) {
        diag_error(r->d, item->at, "value-kind", "a step is a mapping of keys to values");
        diag_hint(r->d, "write it as 'launch: kernel(arguments)', 'fill: y = 0' or 'copy: a -> b'");
    } else {
        read_keys(r, item, &table, item->at, &c);
        if (diag_error_count(r->d) == errors + c.nested_errors)
            read_check_step(r, item, &c);
        read_join_bodies(r, &c);
    }
    step->broken = diag_error_count(r->d) != errors;
}

/* ---- lists of steps ---- */

model_step *read_step_list(reader *r, const tree *key, const tree *value, size_t *count)
{
    model_step *steps;

    if (value->kind != TREE_SEQUENCE) {
        diag_error(r->d, value->at, "value-kind", "'%s' is a list of steps, each with a dash before it", key->text);
        return NULL;
    }
    if (value->count == 0 && !r->both)
        diag_error(r->d, value->at, "steps-empty", "'%s' has no steps", key->text);
    r->step_count += value->count;
    if (!read_count(r, key->at, r->step_count, READ_MAX_STEPS, "steps"))
        return NULL;
    steps = ARENA_ARRAY(r->a, model_step, value->count + 1);
    *count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_step(r, value->items[i], &steps[i]);
    return steps;
}

/* ---- graphs ---- */

static void read_graph(reader *r, const tree *key, const tree *value, model_graph_kind kind, const char *name)
{
    model_graph *g = &r->m->graphs[r->m->graph_count++];

    g->kind = kind;
    g->name = name;
    g->at = key->at;
    g->steps = read_step_list(r, key, value, &g->step_count);
}

/* False, with an error, for the second of `steps:` and `graphs:`. */
static bool take_graphs(reader *r, const tree *key)
{
    if (r->graphs_key == NULL) {
        r->graphs_key = key;
        return true;
    }
    diag_error(r->d, key->at, "steps-both", "a spec has either 'steps' or 'graphs', found both");
    diag_note(r->d, r->graphs_key->at, "the other one is here");
    return false;
}

void read_steps(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (take_graphs(r, key))
        read_graph(r, key, value, GRAPH_REPLAY, "main");
}

void read_graphs(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (!take_graphs(r, key))
        return;
    if (value->kind != TREE_SEQUENCE && value->length == 0 && value->count == 0) {
        if (!r->both)
            diag_error(r->d, value->kind == TREE_MAPPING ? value->at : key->at, "steps-empty",
                       "'graphs' has no graphs");
        return;
    }
    if (value->kind == TREE_SEQUENCE) {
        diag_error(r->d, key->at, "value-kind", "'graphs' is a mapping of names to lists of steps, found a list");
        diag_hint(r->d, "a single list of steps stands under 'steps'");
        return;
    }
    if (!read_is_section(r, value, "'graphs'") || !read_count(r, value->at, value->count, READ_MAX_GRAPHS, "graphs"))
        return;
    r->m->named_graphs = true;
    for (size_t i = 0; i < value->count; i++)
        read_graph(r, value->keys[i], value->items[i], GRAPH_REPLAY,
                   names_intern(r->n, value->keys[i]->text, value->keys[i]->length));
}

void read_setup(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    read_graph(r, key, value, GRAPH_SETUP, "setup");
}
