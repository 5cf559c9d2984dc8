/* SPDX-License-Identifier: MIT */
#include "check_parts.h"

#define BIT(i) (1u << (i))

/* In the order in which they run. */
typedef enum {
    CHECK_PROGRAM,
    CHECK_VERSIONS,
    CHECK_NAMES,
    CHECK_EMITTED,
    CHECK_DEFINES,
    CHECK_SHAPES,
    CHECK_CONTENTS,
    CHECK_KERNELS,
    CHECK_CALLS,
    CHECK_TRANSFERS,
    CHECK_LAUNCH_SIZES,
    CHECK_ROLES,
    CHECK_ALIASES,
    CHECK_FLOW,
    CHECK_EFFECTS,
    CHECK_UNUSED,
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
    (BIT(CHECK_READ) | BIT(CHECK_DEFINES) | BIT(CHECK_SHAPES) | BIT(CHECK_KERNELS) | BIT(CHECK_CALLS) |                \
     BIT(CHECK_TRANSFERS))

/* Most checks look at one object at a time and leave alone what is marked as broken, so they need no other check;
 * those that look at a whole graph do. */
static const check checks[CHECK_COUNT] = {
    [CHECK_PROGRAM] = {"program", check_program, 0},
    [CHECK_VERSIONS] = {"versions", check_versions, 0},
    [CHECK_NAMES] = {"names", check_names, 0},
    [CHECK_EMITTED] = {"emitted", check_emitted, BIT(CHECK_PROGRAM) | BIT(CHECK_NAMES) | BIT(CHECK_READ)},
    [CHECK_DEFINES] = {"defines", check_defines, 0},
    [CHECK_SHAPES] = {"shapes", check_shapes, 0},
    [CHECK_CONTENTS] = {"contents", check_contents, 0},
    [CHECK_KERNELS] = {"kernels", check_kernels, 0},
    [CHECK_CALLS] = {"calls", check_calls, 0},
    [CHECK_TRANSFERS] = {"transfers", check_transfers, 0},
    [CHECK_LAUNCH_SIZES] = {"launch_sizes", check_launch_sizes, 0},
    [CHECK_ROLES] = {"roles", check_roles, 0},
    [CHECK_ALIASES] = {"aliases", check_aliases, 0},
    [CHECK_FLOW] = {"flow", check_flow, RESOLVED | BIT(CHECK_ROLES) | BIT(CHECK_ALIASES)},
    [CHECK_EFFECTS] = {"effects", check_effects, RESOLVED | BIT(CHECK_ROLES) | BIT(CHECK_ALIASES) | BIT(CHECK_FLOW)},
    [CHECK_UNUSED] = {"unused", check_unused, RESOLVED},
};

void check_model(arena *a, diag *d, model *m)
{
    checker c = {.a = a, .d = d, .m = m};
    unsigned passed = diag_error_count(d) == 0 ? BIT(CHECK_READ) : 0;

    m->lanes = 1;
    for (size_t g = 0; g < m->graph_count; g++)
        for (size_t i = 0; i < m->graphs[g].step_count; i++)
            m->graphs[g].steps[i].switched = MODEL_NONE;
    for (size_t i = 0; i < m->buffer_count; i++) {
        model_buffer *b = &m->buffers[i];

        b->upload = b->role == ROLE_INPUT || b->role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
        b->download = b->role == ROLE_OUTPUT || b->role == ROLE_INOUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
        b->by_pointer = b->role == ROLE_SETTING;
    }
    c.names = scope_new(a, m->define_count + m->buffer_count + m->kernel_count);
    for (size_t i = 0; i < CHECK_COUNT; i++) {
        size_t errors = diag_error_count(d);

        if ((checks[i].needs & ~passed) != 0)
            continue;
        checks[i].run(&c);
        if (diag_error_count(d) == errors)
            passed |= BIT(i);
    }
}
