/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers and kernels that no step uses. */
#include "check/check_parts.h"

/* How the steps of all graphs use a buffer. */
typedef struct {
    bool read, written;
} buffer_usage;

typedef struct {
    buffer_usage *buffers;
    bool *kernels, *switches;
} usage;

static void add_step(checker *c, usage *used, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);

    if (step->kind == STEP_LAUNCH)
        used->kernels[step->kernel] = true;
    if (step->switched != MODEL_NONE)
        used->switches[step->switched] = true;
    for (size_t i = 0; i < count; i++) {
        used->buffers[uses[i].buffer].read |= check_reads(uses[i].access);
        used->buffers[uses[i].buffer].written |= check_writes(uses[i].access);
    }
}

static void warn_unread(checker *c, const model_buffer *b)
{
    diag_warning(c->d, b->at, "buffer-unread", "no step reads the %s '%s'", model_role_name(b->role), b->name);
    if (b->role == ROLE_INOUT)
        diag_hint(c->d, "a buffer that only goes out has the role output");
}

static void warn_unwritten(checker *c, const model_buffer *b)
{
    bool state = b->role == ROLE_STATE;

    diag_warning(c->d, b->at, "buffer-unwritten", "no step writes the %s '%s'%s", model_role_name(b->role), b->name,
                 state ? ", it keeps its first value" : "");
    diag_hint(c->d, state ? "a buffer that never changes has the role constant"
                          : "a buffer that only comes in has the role input");
}

static void check_buffer(checker *c, const model_buffer *b, buffer_usage used)
{
    bool state = b->role == ROLE_STATE;

    if (b->by_value || b->skipped)
        return;
    if (!used.read && !used.written) {
        if (b->role != ROLE_OUTPUT && b->role != ROLE_DERIVED) /* these are errors already, unless they are empty */
            diag_warning(c->d, b->at, "buffer-unused", "no step uses the %s '%s'", model_role_name(b->role), b->name);
    } else if (!used.read &&
               (b->role == ROLE_DERIVED || b->role == ROLE_INOUT || (state && b->download == TRAFFIC_NEVER))) {
        warn_unread(c, b);
    } else if (!used.written && (b->role == ROLE_INOUT || (state && b->upload == TRAFFIC_NEVER))) {
        warn_unwritten(c, b);
    }
}

void check_unused(checker *c)
{
    const model *m = c->m;
    usage used = {ARENA_ARRAY(c->a, buffer_usage, m->buffer_count + 1), ARENA_ARRAY(c->a, bool, m->kernel_count + 1),
                  ARENA_ARRAY(c->a, bool, m->switch_count + 1)};

    for (size_t g = 0; g < m->graph_count; g++)
        for (size_t i = 0; i < m->graphs[g].step_count; i++)
            add_step(c, &used, &m->graphs[g].steps[i]);
    for (size_t i = 0; i < m->buffer_count; i++)
        if (!m->buffers[i].broken)
            check_buffer(c, &m->buffers[i], used.buffers[i]);
    for (size_t i = 0; i < m->kernel_count; i++)
        if (!used.kernels[i] && !m->kernels[i].skipped)
            diag_warning(c->d, m->kernels[i].at, "kernel-unused", "no step launches the kernel '%s'",
                         m->kernels[i].name);
    for (size_t i = 0; i < m->switch_count; i++)
        if (!used.switches[i] && !m->switches[i].skipped)
            diag_warning(c->d, m->switches[i].at, "switch-unused", "no step has the switch '%s'", m->switches[i].name);
}
