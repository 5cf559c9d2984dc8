/* SPDX-License-Identifier: MIT */
#include "plan/transport.h"

#include "plan/transport_parts.h"
#include "spec/builtin.h"

/* ---- what `io:` asks for and cannot be had ---- */

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

static model_transport wish_of(const model_buffer *b)
{
    return b->io == IO_DIRECT ? TRANSPORT_DIRECT : b->io == IO_KERNEL ? TRANSPORT_KERNEL : TRANSPORT_COPY;
}

static void set(model_buffer *b, model_transport transport, const char *why)
{
    if (traffic_crosses(b, PLAN_UPLOAD)) {
        b->up = transport;
        b->up_why = why;
    }
    if (traffic_crosses(b, PLAN_DOWNLOAD)) {
        b->down = transport;
        b->down_why = why;
    }
}

/* ---- the kernel that copies ---- */

static model_param param(const char *name, model_access access, scalar type, span at)
{
    return (model_param){.name = name, .at = at, .type_at = at, .access = access, .type = model_type_scalar(type)};
}

/* `at`: the first buffer that it copies. */
static void add_copy_kernel(arena *a, model *m, span at)
{
    const model_param params[] = {param("to", ACCESS_OUT, SCALAR_U8, at), param("from", ACCESS_IN, SCALAR_U8, at),
                                  param("bytes", ACCESS_VALUE, SCALAR_U64, at)};

    builtin_add_kernel(a, m, "copy.cu", "vg_copy", PLAN_COPY_BLOCK, params, sizeof params / sizeof params[0], at);
}

static const model_buffer *first_copied_by_kernel(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        if ((traffic_crosses(b, PLAN_UPLOAD) && b->up == TRANSPORT_KERNEL) ||
            (traffic_crosses(b, PLAN_DOWNLOAD) && b->down == TRANSPORT_KERNEL))
            return b;
    }
    return NULL;
}

void transport_choose(arena *a, diag *d, model *m, bool separate)
{
    transport_uses uses = transport_find_uses(a, m);
    size_t errors = diag_error_count(d);
    const model_buffer *first;

    for (size_t i = 0; i < m->buffer_count; i++) {
        model_buffer *b = &m->buffers[i];

        check_wish(d, m, b, &uses.of[i]);
        b->up = b->down = TRANSPORT_COPY;
        set(b, wish_of(b), b->io == IO_AUTO ? "each buffer has its own memory" : "asked for");
    }
    if (diag_error_count(d) > errors)
        return;
    if (!separate)
        transport_choose_auto(a, m, &uses);
    first = first_copied_by_kernel(m);
    if (first != NULL)
        add_copy_kernel(a, m, first->io_at.source != 0 ? first->io_value_at : first->at);
}
