/* SPDX-License-Identifier: MIT */
/* One step: the table of its keys, and the steps inside it, which are read as it is. The keys' own readers are in
 * read_launch.c and read_control.c; which of them go together is in read_step_keys.c. */
#include <string.h>

#include "spec/read_step_parts.h"

/* ---- bodies ---- */

static void read_body(reader *r, const tree *key, const tree *value, step_context *c, model_block *body)
{
    size_t errors = diag_error_count(r->d);

    body->at = key->at;
    if (r->depth == READ_MAX_NESTING) {
        diag_error(r->d, key->at, "too-many", "steps can stand inside each other at most %u deep", READ_MAX_NESTING);
    } else {
        r->depth++;
        body->steps = read_step_list(r, key, value, &body->step_count);
        r->depth--;
    }
    c->nested_errors += diag_error_count(r->d) - errors;
}

static void read_do(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    read_body(r, key, value, c, &c->then);
}

static void read_else(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;

    c->has_else = true;
    read_body(r, key, value, c, &c->otherwise);
}

/* Steps where lists of steps were expected. */
static bool is_single_case(const tree *value)
{
    return value->kind == TREE_SEQUENCE && value->count > 0 && value->items[0]->kind == TREE_MAPPING;
}

static void report_no_case(reader *r, const tree *value)
{
    diag_error(r->d, value->at, "value-kind", "a case is a list of steps, each with a dash before it");
    diag_hint(r->d, "a case that does nothing is written []");
}

static void read_cases(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;
    model_step *step = c->step;

    if (value->kind != TREE_SEQUENCE || is_single_case(value)) {
        diag_error(r->d, value->at, "value-kind", "'cases' is a list of lists of steps, found %s",
                   value->kind == TREE_SEQUENCE ? "a list of steps" : "no list");
        diag_hint(r->d, "each case begins with a dash, and each of its steps with another: - - launch: ...");
        return;
    }
    if (value->count == 0) {
        diag_error(r->d, value->at, "steps-empty", "'cases' has no cases");
        return;
    }
    if (!read_count(r, key->at, value->count, READ_MAX_CASES, "cases of a switch"))
        return;
    step->bodies = ARENA_ARRAY(r->a, model_block, value->count);
    step->body_count = value->count;
    for (size_t i = 0; i < value->count; i++) {
        if (value->items[i]->kind != TREE_SEQUENCE)
            report_no_case(r, value->items[i]);
        else if (value->items[i]->count > 0) /* a case without steps does nothing */
            read_body(r, key, value->items[i], c, &step->bodies[i]);
        step->bodies[i].at = value->items[i]->at;
    }
}

/* Puts `do:` and `else:` together as the step's bodies. */
static void join_bodies(reader *r, step_context *c)
{
    model_step *step = c->step;

    if (step->kind != STEP_WHILE && step->kind != STEP_IF && step->kind != STEP_REPEAT)
        return;
    step->bodies = ARENA_ARRAY(r->a, model_block, 2);
    step->body_count = c->has_else ? 2 : 1;
    step->bodies[0] = c->then;
    step->bodies[1] = c->otherwise;
}

/* ---- a step ---- */

static const read_key keys[] = {
    {"launch", KEY_OPTIONAL, read_launch},
    {"fill", KEY_OPTIONAL, read_fill},
    {"copy", KEY_OPTIONAL, read_copy},
    {"name", KEY_OPTIONAL, read_step_name},
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
        join_bodies(r, &c);
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
