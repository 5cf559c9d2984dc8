/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
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
    {"launch", KEY_OPTIONAL, read_launch, FORM("launch"), NULL,
     "kernel(arguments): buffers, slices, views, expressions, literals; by position, then by name=."},
    {"fill", KEY_OPTIONAL, read_fill, FORM("fill"), NULL, "slice = literal: every element gets this value."},
    {"copy", KEY_OPTIONAL, read_copy, FORM("copy"), NULL, "from -> to, slices of one type and size; device to device."},
    {"capture", KEY_OPTIONAL, read_capture, FORM("name"), NULL,
     "A function of the application's, by a name of its own: what it enqueues on a stream becomes nodes. It reads what "
     "'reads' names and writes all of what 'writes' names; what both name is read and written."},
    {"workspace", KEY_OPTIONAL, read_workspace, FORM("size"), NULL,
     "Bytes of device memory that the function of a capture is given, undefined before and after, such as 4 MiB."},
    {"nodes", KEY_OPTIONAL, read_nodes, FORM("size"), "8",
     "The most nodes that a capture has: 1 to 1000."},
    {"collective", KEY_OPTIONAL, read_collective, FORM("collective"), NULL,
     "all_reduce(from -> to, sum), reduce_scatter(from -> to, sum), broadcast(from -> to, root), all_gather(from -> "
     "to): what all ranks do together."},
    {"name", KEY_OPTIONAL, read_step_name, FORM("name"), NULL,
     "The step's name in messages, comments, plans and 'after'."},
    {"grid", KEY_OPTIONAL, read_grid, FORM("grid"), NULL,
     "Blocks of a grid: a number, an expression or a list of up to three, x first; 'block' in it is the block's size "
     "in that direction. Quote a list's element that has a comma. At most 2147483647 in x, 65535 in y and z. With a "
     "setting in it, 0 skips the launch. resident: as many blocks as the device runs at once."},
    {"block", KEY_OPTIONAL, read_step_block, FORM("block"), NULL,
     "Threads of a block: a number or a list of up to three, x first. At most 1024 in x and y, 64 in z, 1024 in all."},
    {"shared", KEY_OPTIONAL, read_step_shared, FORM("shared"), "0",
     "Dynamic shared memory in bytes: 0 to 232448. May use settings that have a range."},
    {"access", KEY_OPTIONAL, read_step_access, FORM("accesses"), NULL,
     "What this launch does with parameters, where that differs from what the kernel declares: {o: inout}."},
    {"reads", KEY_OPTIONAL, read_reads, FORM("slices"), NULL,
     "Buffers, or parts of them, that the kernel reads through pointers that its parameters do not show. Of a capture: "
     "what its function reads."},
    {"writes", KEY_OPTIONAL, read_writes, FORM("slices"), NULL,
     "Buffers, or parts of them, that the kernel may write through pointers that its parameters do not show. Of a "
     "capture: what its function writes, each byte of it."},
    {"when", KEY_OPTIONAL, read_when, FORM("name"), NULL, "The step runs while this switch is on."},
    {"unless", KEY_OPTIONAL, read_unless, FORM("name"), NULL, "The step runs while this switch is off."},
    {"after", KEY_OPTIONAL, read_after, FORM("step_names"), NULL,
     "Earlier steps of the same graph, by name, that this one waits for although their bytes do not meet."},
    {"while", KEY_OPTIONAL, read_while, FORM("name"), NULL,
     "The steps of 'do' run as long as this flag, a u32 that a kernel writes or a condition, is not 0. It is looked "
     "at before each pass."},
    {"if", KEY_OPTIONAL, read_if, FORM("name"), NULL,
     "The steps of 'do' run if this flag, a u32 or a condition, is not 0, else those of 'else'."},
    {"switch", KEY_OPTIONAL, read_switch, FORM("name"), NULL,
     "The case with this number, a u32 or a condition, runs; none if there is no such case."},
    {"repeat", KEY_OPTIONAL, read_repeat, FORM("size"), NULL,
     "The steps of 'do' run this many times, one pass after the other."},
    {"call", KEY_OPTIONAL, read_graph_call, FORM("name"), NULL, "The steps of this graph run here."},
    {"do", KEY_OPTIONAL, read_do, FORM("steps"), NULL, "The steps of a while, if or repeat."},
    {"else", KEY_OPTIONAL, read_else, FORM("steps"), NULL, "The steps that run if the flag of an if is 0."},
    {"cases", KEY_OPTIONAL, read_cases, FORM("cases"), NULL,
     "The cases of a switch, each a list of steps; an empty one does nothing. At most 1000."},
    {"max", KEY_OPTIONAL, read_max, FORM("passes"), NULL, "The most passes of a while; the most blocks of a launch."},
    {"first", KEY_OPTIONAL, read_first, FORM("first"), NULL,
     "run: the first pass of a while does not look at the flag."},
    {"index", KEY_OPTIONAL, read_index, FORM("name"), NULL,
     "Declares the number of the pass, from 0: in a repeat an integer of expressions, in a while a u32 on the device."},
    {"swap", KEY_OPTIONAL, read_swap, FORM("swaps"), NULL,
     "Two buffers, or pairs of them, that exchange their names after each pass."},
    {"idle", KEY_OPTIONAL, read_idle, FORM("name"), NULL,
     "A promise: once this flag of the while around it is 0, the launch does nothing."},
    {"fuse", KEY_OPTIONAL, read_step_fuse, WORDS(read_fuse_words), "auto",
     "off: the step stays a node of its own, whatever stands beside it. auto: it may become part of one launch with "
     "others."},
    LATER("after_outputs"),
};

const key_table read_step_table = {"a step", keys, KEY_COUNT(keys)};

static void read_step(reader *r, const tree *item, model_step *step)
{
    size_t errors = diag_error_count(r->d);
    step_context c = {.step = step};

    step->at = item->at;
    if (item->kind != TREE_MAPPING) {
        diag_error(r->d, item->at, "value-kind", "a step is a mapping of keys to values");
        diag_hint(r->d, "write it as 'launch: kernel(arguments)', 'fill: y = 0' or 'copy: a -> b'");
    } else {
        read_keys(r, item, &read_step_table, item->at, &c);
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
