/* SPDX-License-Identifier: MIT */
#include "check/check_parts.h"

#define BIT(i) (1u << (i))

/* In the order in which they run. */
typedef enum {
    CHECK_PROGRAM,
    CHECK_VERSIONS,
    CHECK_DECLARE,
    CHECK_NAMES,
    CHECK_DEFINES,
    CHECK_TYPES,
    CHECK_SHAPES,
    CHECK_ORDERS,
    CHECK_EXPAND,
    CHECK_TRAFFIC,
    CHECK_KEYS,
    CHECK_CONTENTS,
    CHECK_OPTIONS,
    CHECK_EMITTED,
    CHECK_KERNELS,
    CHECK_CALLS,
    CHECK_TRANSFERS,
    CHECK_LAUNCH_SIZES,
    CHECK_BODIES,
    CHECK_ROLES,
    CHECK_ALIASES,
    CHECK_FLAGS,
    CHECK_FLOW,
    CHECK_EFFECTS,
    CHECK_LANES,
    CHECK_UNUSED,
    CHECK_WIDTHS,
    CHECK_COUNT,
    CHECK_READ = CHECK_COUNT /* not in the table: the spec was read without a mistake */
} check_id;

typedef struct {
    const char *name;
    void (*run)(checker *c);
    unsigned needs; /* bits of the checks that must have passed */
} check;

/* Whole steps and buffers: what follows bytes through a graph must see all of them. */
#define RESOLVED                                                                                                       \
    (BIT(CHECK_READ) | BIT(CHECK_NAMES) | BIT(CHECK_DEFINES) | BIT(CHECK_TYPES) | BIT(CHECK_SHAPES) |                  \
     BIT(CHECK_TRAFFIC) | BIT(CHECK_KEYS) | BIT(CHECK_KERNELS) | BIT(CHECK_CALLS) | BIT(CHECK_TRANSFERS) |             \
     BIT(CHECK_ORDERS) | BIT(CHECK_EXPAND))
#define SOUND (RESOLVED | BIT(CHECK_ROLES) | BIT(CHECK_ALIASES))

/* Most checks look at one object at a time and leave alone what is marked as broken, so they need no other check;
 * those that look at a whole graph do. */
static const check checks[CHECK_COUNT] = {
    [CHECK_PROGRAM] = {"program", check_program, 0},
    [CHECK_VERSIONS] = {"versions", check_versions, 0},
    [CHECK_DECLARE] = {"declare", check_declare, 0},
    [CHECK_NAMES] = {"names", check_names, 0},
    [CHECK_DEFINES] = {"defines", check_defines, 0},
    [CHECK_TYPES] = {"types", check_types, 0},
    [CHECK_SHAPES] = {"shapes", check_shapes, 0},
    [CHECK_ORDERS] = {"orders", check_orders, 0},
    [CHECK_EXPAND] = {"expand", check_expand, 0},
    [CHECK_TRAFFIC] = {"traffic", check_traffic, 0},
    [CHECK_KEYS] = {"keys", check_keys, 0},
    [CHECK_CONTENTS] = {"contents", check_contents, 0},
    [CHECK_OPTIONS] = {"options", check_options, 0},
    [CHECK_EMITTED] = {"emitted", check_emitted,
                       BIT(CHECK_PROGRAM) | BIT(CHECK_VERSIONS) | BIT(CHECK_NAMES) | BIT(CHECK_READ)},
    [CHECK_KERNELS] = {"kernels", check_kernels, 0},
    [CHECK_CALLS] = {"calls", check_calls, 0},
    [CHECK_TRANSFERS] = {"transfers", check_transfers, 0},
    [CHECK_LAUNCH_SIZES] = {"launch_sizes", check_launch_sizes, 0},
    [CHECK_BODIES] = {"bodies", check_bodies, BIT(CHECK_READ) | BIT(CHECK_EXPAND)},
    [CHECK_ROLES] = {"roles", check_roles, 0},
    [CHECK_ALIASES] = {"aliases", check_aliases, BIT(CHECK_ROLES)},
    [CHECK_FLAGS] = {"flags", check_flags, RESOLVED},
    [CHECK_FLOW] = {"flow", check_flow, SOUND},
    [CHECK_EFFECTS] = {"effects", check_effects, SOUND | BIT(CHECK_FLOW)},
    [CHECK_LANES] = {"lanes", check_lanes, SOUND},
    [CHECK_UNUSED] = {"unused", check_unused, SOUND},
    [CHECK_WIDTHS] = {"widths", check_widths, RESOLVED},
};

void check_model(arena *a, diag *d, model *m)
{
    checker c = {.a = a, .d = d, .m = m};
    unsigned passed = diag_error_count(d) == 0 ? BIT(CHECK_READ) : 0;

    c.names = scope_new(a, m->define_count + m->type_count + m->buffer_count + m->kernel_count);
    c.switches = scope_new(a, m->switch_count);
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        size_t errors = diag_error_count(d);

        if ((checks[i].needs & ~passed) != 0)
            continue;
        c.silent = false;
        checks[i].run(&c);
        diag_pass(d, NULL, true);
        if (diag_error_count(d) == errors && !c.silent)
            passed |= BIT(i);
    }
}
