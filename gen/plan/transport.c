/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/transport.h"

#include "plan/transport_parts.h"

/* ---- `io:` that cannot be granted ---- */

static void fail_direct(diag *d, const model_buffer *b, const transport_obstacle *found)
{
    diag_error(d, b->io_value_at, "io-direct", "'%s' cannot be direct: %s", b->name, found->text);
    if (found->at.source != 0)
        diag_note(d, found->at, "%s", found->note);
    if (found->hint != NULL)
        diag_hint(d, "%s", found->hint);
}

static void fail_kernel(diag *d, const model *m, const model_buffer *b)
{
    diag_error(d, b->io_value_at, "io-kernel",
               "the kernel that would copy '%s' comes as source, but no kernel of the program does", b->name);
    if (m->kernel_count > 0)
        diag_note(d, m->kernels[0].file_at, "this one is compiled already");
    diag_hint(d, "with 'io: copy' the driver copies, and no toolkit is needed");
}

static void check_wish(diag *d, const model *m, const model_buffer *b, const transport_use *u)
{
    if (b->io == IO_DIRECT && u->obstacle.text != NULL)
        fail_direct(d, b, &u->obstacle);
    else if (b->io == IO_KERNEL && b->role == ROLE_SETTING && !b->by_pointer)
        diag_error(d, b->io_value_at, "io-kernel", "nothing of '%s' is copied: steps take it by value only", b->name);
    else if (b->io == IO_KERNEL && !model_has_source(m))
        fail_kernel(d, m, b);
}

/* ---- what is chosen ---- */

static plan_transport wish_of(const model_buffer *b)
{
    return b->io == IO_DIRECT ? TRANSPORT_DIRECT : b->io == IO_KERNEL ? TRANSPORT_KERNEL : TRANSPORT_COPY;
}

static void set(plan_crossing *c, const model_buffer *b, plan_direction direction)
{
    if (!traffic_crosses(b, direction))
        return;
    c->by[direction] = wish_of(b);
    c->why[direction] = b->io == IO_AUTO ? "each buffer has its own memory" : "asked for";
}

void transport_choose(arena *a, diag *d, const model *m, plan *p)
{
    transport_uses uses = transport_find_uses(a, m);
    size_t errors = diag_error_count(d);

    for (size_t i = 0; i < m->buffer_count; i++) {
        check_wish(d, m, &m->buffers[i], &uses.of[i]);
        set(&p->crossings[i], &m->buffers[i], PLAN_UPLOAD);
        set(&p->crossings[i], &m->buffers[i], PLAN_DOWNLOAD);
    }
    if (diag_error_count(d) == errors && !p->separate)
        transport_choose_auto(a, m, p, &uses);
}
