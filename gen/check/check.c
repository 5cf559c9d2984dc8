/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "check/check.h"

#include "check/check_parts.h"

#define BIT(i) (UINT64_C(1) << (i))

typedef enum {
    CHECK_PROGRAM,
    CHECK_VERSIONS,
    CHECK_NAMES,
    CHECK_DEFINES,
    CHECK_COMPILE,
    CHECK_TYPES,
    CHECK_SHAPES,
    CHECK_ORDERS,
    CHECK_TRAFFIC,
    CHECK_KEYS,
    CHECK_CONTENTS,
    CHECK_OPTIONS,
    CHECK_KERNELS,
    CHECK_EMITTED,
    CHECK_CALLS,
    CHECK_TRANSFERS,
    CHECK_CAPTURES,
    CHECK_LAUNCH_SIZES,
    CHECK_BODIES,
    CHECK_SIZED,
    CHECK_ROLES,
    CHECK_ALIASES,
    CHECK_EXTERNAL,
    CHECK_FLAGS,
    CHECK_FLOW,
    CHECK_EFFECTS,
    CHECK_LANES,
    CHECK_UNUSED,
    CHECK_SWAPPED,
    CHECK_WIDTHS,
    CHECK_MAILBOX,
    DONE_READ,  /* the spec was read without a mistake */
    DONE_EXPAND /* so was it expanded */
} check_id;

typedef struct {
    check_id id;
    const char *name;
    void (*run)(checker *c);
    uint64_t needs; /* bits of the checks that must have passed */
} check;

/* Most checks look at one object at a time and leave alone what is marked as broken, so they need no other check;
 * those that look at a whole graph do. */
static const check of_spec[] = {
    {CHECK_PROGRAM, "program", check_program, 0},
    {CHECK_VERSIONS, "versions", check_versions, 0},
    {CHECK_NAMES, "names", check_names, 0},
    {CHECK_DEFINES, "defines", check_defines, 0},
    {CHECK_COMPILE, "compile", check_compile, 0},
    {CHECK_TYPES, "types", check_types, 0},
    {CHECK_SHAPES, "shapes", check_shapes, 0},
    {CHECK_ORDERS, "orders", check_orders, 0},
    {CHECK_TRAFFIC, "traffic", check_traffic, 0},
    {CHECK_KEYS, "keys", check_keys, 0},
    {CHECK_CONTENTS, "contents", check_contents, 0},
    {CHECK_OPTIONS, "options", check_options, 0},
    {CHECK_KERNELS, "kernels", check_kernels, 0},
};

/* Whole steps and buffers: what follows bytes through a graph must see all of them. */
#define RESOLVED                                                                                                       \
    (BIT(DONE_READ) | BIT(CHECK_NAMES) | BIT(CHECK_DEFINES) | BIT(CHECK_TYPES) | BIT(CHECK_SHAPES) |                   \
     BIT(CHECK_TRAFFIC) | BIT(CHECK_KEYS) | BIT(CHECK_KERNELS) | BIT(CHECK_CALLS) | BIT(CHECK_TRANSFERS) |             \
     BIT(CHECK_CAPTURES) | BIT(CHECK_ORDERS) | BIT(DONE_EXPAND))
#define SOUND (RESOLVED | BIT(CHECK_ROLES) | BIT(CHECK_ALIASES))

static const check of_steps[] = {
    {CHECK_EMITTED, "emitted", check_emitted,
     BIT(CHECK_PROGRAM) | BIT(CHECK_VERSIONS) | BIT(CHECK_NAMES) | BIT(DONE_READ)},
    {CHECK_CALLS, "calls", check_calls, 0},
    {CHECK_TRANSFERS, "transfers", check_transfers, 0},
    {CHECK_CAPTURES, "captures", check_captures, 0},
    {CHECK_LAUNCH_SIZES, "launch_sizes", check_launch_sizes, 0},
    {CHECK_BODIES, "bodies", check_bodies, BIT(DONE_READ) | BIT(DONE_EXPAND)},
    {CHECK_SIZED, "sized", check_sized, BIT(DONE_READ) | BIT(DONE_EXPAND)},
    {CHECK_ROLES, "roles", check_roles, 0},
    {CHECK_ALIASES, "aliases", check_aliases, BIT(CHECK_ROLES)},
    {CHECK_EXTERNAL, "external", check_external_steps, RESOLVED},
    {CHECK_FLAGS, "flags", check_flags, RESOLVED},
    {CHECK_FLOW, "flow", check_flow, SOUND},
    {CHECK_EFFECTS, "effects", check_effects, SOUND | BIT(CHECK_FLOW)},
    {CHECK_LANES, "lanes", check_lanes, SOUND},
    {CHECK_UNUSED, "unused", check_unused, SOUND},
    {CHECK_SWAPPED, "swapped", check_swapped, SOUND},
    {CHECK_WIDTHS, "widths", check_widths, RESOLVED},
    {CHECK_MAILBOX, "mailbox", check_mailbox, SOUND | BIT(CHECK_OPTIONS) | BIT(CHECK_LAUNCH_SIZES)},
};

static void run(checker *c, const check *checks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t errors = diag_error_count(c->d);

        if ((checks[i].needs & ~c->passed) != 0)
            continue;
        c->silent = false;
        checks[i].run(c);
        diag_pass(c->d, NULL, true);
        if (diag_error_count(c->d) == errors && !c->silent)
            c->passed |= BIT(checks[i].id);
    }
}

checker *check_spec(arena *a, diag *d, model *m)
{
    checker *c = ARENA_NEW(a, checker);

    c->a = a;
    c->d = d;
    c->m = m;
    c->passed = diag_error_count(d) == 0 ? BIT(DONE_READ) : 0;
    c->names = scope_new(a, m->define_count + m->type_count + m->buffer_count + m->kernel_count);
    c->switches = scope_new(a, m->switch_count);
    run(c, of_spec, sizeof of_spec / sizeof *of_spec);
    return c;
}

void check_steps(checker *c)
{
    if (c->expanded)
        c->passed |= BIT(DONE_EXPAND);
    run(c, of_steps, sizeof of_steps / sizeof *of_steps);
    if (diag_error_count(c->d) == 0)
        check_join_collectives(c);
}

size_t check_count(void)
{
    return sizeof of_spec / sizeof *of_spec + sizeof of_steps / sizeof *of_steps;
}
