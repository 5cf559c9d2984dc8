/* SPDX-License-Identifier: MIT */
/* Buffers and kernels that no step uses. */
#include "check_parts.h"

/* How the steps of all graphs use a buffer. */
typedef struct {
    bool read, written;
} buffer_usage;

static void add_step(checker *c, buffer_usage *usage, bool *kernel_used, const model_step *step)
{
    size_t count;
    byte_use *uses = check_uses(c->a, c->m, step, &count);

    if (step->kind == STEP_LAUNCH)
        kernel_used[step->kernel] = true;
    for (size_t i = 0; i < count; i++) {
        usage[uses[i].buffer].read |= uses[i].access == ACCESS_IN || uses[i].access == ACCESS_INOUT;
        usage[uses[i].buffer].written |= check_writes(uses[i].access);
    }
}

static void check_buffer(checker *c, const model_buffer *b, buffer_usage usage)
{
    const char *role = model_role_name(b->role);

    if (!usage.read && !usage.written) {
        if (b->role != ROLE_OUTPUT && b->role != ROLE_DERIVED) /* these are errors already, unless they are empty */
            diag_warning(c->d, b->at, "buffer-unused", "no step uses the %s '%s'", role, b->name);
    } else if (!usage.read && b->role == ROLE_DERIVED) {
        diag_warning(c->d, b->at, "buffer-unread", "no step reads the %s '%s'", role, b->name);
    } else if (!usage.written && b->role == ROLE_INOUT) {
        diag_warning(c->d, b->at, "buffer-unwritten", "no step writes the inout '%s'", b->name);
        diag_hint(c->d, "a buffer that only comes in has the role input");
    } else if (!usage.written && b->role == ROLE_STATE) {
        diag_warning(c->d, b->at, "buffer-unwritten", "no step writes the state '%s', it keeps its first value",
                     b->name);
        diag_hint(c->d, "a buffer that never changes has the role constant");
    }
}

void check_unused(checker *c)
{
    buffer_usage *usage = ARENA_ARRAY(c->a, buffer_usage, c->m->buffer_count + 1);
    bool *kernel_used = ARENA_ARRAY(c->a, bool, c->m->kernel_count + 1);

    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++)
            add_step(c, usage, kernel_used, &c->m->graphs[g].steps[i]);
    for (size_t i = 0; i < c->m->buffer_count; i++)
        if (!c->m->buffers[i].broken)
            check_buffer(c, &c->m->buffers[i], usage[i]);
    for (size_t i = 0; i < c->m->kernel_count; i++)
        if (!kernel_used[i])
            diag_warning(c->d, c->m->kernels[i].at, "kernel-unused", "no step launches the kernel '%s'",
                         c->m->kernels[i].name);
}
