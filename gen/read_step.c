/* SPDX-License-Identifier: MIT */
/* `steps:` and `setup:`: which keys a step has. The text of launch, fill and copy is read in read_call.c. */
#include "read_parts.h"

#include <string.h>

/* A step being read: which of its keys were there, and where. */
typedef struct {
    model_step *step;
    const tree *kind_key;   /* launch, fill or copy */
    const tree *launch_key; /* one that only a launch has, or NULL */
    bool has_grid;
} step_context;

/* False, with an error, when the step already is of a kind. */
static bool take_kind(reader *r, const tree *key, const tree *value, step_context *c, model_step_kind kind)
{
    if (c->kind_key != NULL) {
        diag_error(r->d, key->at, "step-kind", "a step is one thing, found '%s' and '%s'", c->kind_key->text,
                   key->text);
        diag_note(r->d, c->kind_key->at, "'%s' is here", c->kind_key->text);
        return false;
    }
    c->kind_key = key;
    c->step->kind = kind;
    c->step->at = value->at;
    return true;
}

static void read_launch(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (take_kind(r, key, value, c, STEP_LAUNCH) && read_text(r, value, "a launch such as fir(x, y)") != NULL)
        read_launch_text(r, value, c->step);
}

static void read_fill(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (take_kind(r, key, value, c, STEP_FILL) && read_text(r, value, "a fill such as y = 0") != NULL)
        read_fill_text(r, value, c->step);
}

static void read_copy(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    if (take_kind(r, key, value, c, STEP_COPY) && read_text(r, value, "a copy such as a -> b") != NULL)
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

    c->launch_key = key;
    c->has_grid = true;
    read_sizes(r, value, c->step->grid, &c->step->grid_count, &c->step->grid_at);
}

static void read_step_block(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    c->launch_key = key;
    read_sizes(r, value, c->step->block, &c->step->block_count, &c->step->block_at);
}

static void read_step_shared(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    c->launch_key = key;
    read_expr(r, value, &c->step->shared);
}

static const read_key keys[] = {
    {"launch", KEY_OPTIONAL, read_launch},
    {"fill", KEY_OPTIONAL, read_fill},
    {"copy", KEY_OPTIONAL, read_copy},
    {"name", KEY_OPTIONAL, read_name},
    {"grid", KEY_OPTIONAL, read_grid},
    {"block", KEY_OPTIONAL, read_step_block},
    {"shared", KEY_OPTIONAL, read_step_shared},
    {"access", KEY_LATER, NULL},
    {"after", KEY_LATER, NULL},
    {"after_outputs", KEY_LATER, NULL},
    {"call", KEY_LATER, NULL},
    {"capture", KEY_LATER, NULL},
    {"cases", KEY_LATER, NULL},
    {"collective", KEY_LATER, NULL},
    {"do", KEY_LATER, NULL},
    {"else", KEY_LATER, NULL},
    {"first", KEY_LATER, NULL},
    {"idle", KEY_LATER, NULL},
    {"if", KEY_LATER, NULL},
    {"index", KEY_LATER, NULL},
    {"max", KEY_LATER, NULL},
    {"reads", KEY_LATER, NULL},
    {"repeat", KEY_LATER, NULL},
    {"swap", KEY_LATER, NULL},
    {"switch", KEY_LATER, NULL},
    {"unless", KEY_LATER, NULL},
    {"when", KEY_LATER, NULL},
    {"while", KEY_LATER, NULL},
    {"writes", KEY_LATER, NULL},
};

static const key_table table = {"a step", keys, KEY_COUNT(keys)};

/* What a whole step must have, once its keys are read without a mistake. */
static void check_step_keys(reader *r, const tree *item, const step_context *c)
{
    span at = item->at;

    if (c->kind_key == NULL) {
        at.end = at.begin + (at.end > at.begin);
        diag_error(r->d, at, "step-kind", "a step needs 'launch', 'fill' or 'copy'");
    } else if (c->step->kind != STEP_LAUNCH && c->launch_key != NULL) {
        diag_error(r->d, c->launch_key->at, "step-key", "'%s' is only for a launch, this step is a %s",
                   c->launch_key->text, c->kind_key->text);
    } else if (c->step->kind == STEP_LAUNCH && !c->has_grid) {
        diag_error(r->d, c->kind_key->at, "key-missing", "a launch needs the key 'grid'");
    }
}

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
        if (diag_error_count(r->d) == errors)
            check_step_keys(r, item, &c);
    }
    step->broken = diag_error_count(r->d) != errors;
}

static void read_graph(reader *r, const tree *key, const tree *value, model_graph_kind kind)
{
    model_graph *g = &r->m->graphs[r->m->graph_count++];

    g->kind = kind;
    g->name = kind == GRAPH_SETUP ? "setup" : "main";
    g->at = key->at;
    if (value->kind != TREE_SEQUENCE) {
        diag_error(r->d, value->at, "value-kind", "'%s' is a list of steps, each with a dash before it", key->text);
        return;
    }
    if (value->count == 0)
        diag_error(r->d, value->at, "steps-empty", "'%s' has no steps", key->text);
    g->steps = ARENA_ARRAY(r->a, model_step, value->count + 1);
    g->step_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_step(r, value->items[i], &g->steps[i]);
}

void read_steps(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    read_graph(r, key, value, GRAPH_REPLAY);
}

void read_setup(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    read_graph(r, key, value, GRAPH_SETUP);
}
