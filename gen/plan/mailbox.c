/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/mailbox.h"

#include "plan/plan_mailbox.h"
#include "spec/builtin.h"
#include "spec/model_mailbox.h"

static model_param param(const char *name, model_access access, scalar type, bool condition, span at)
{
    return (model_param){.name = name,
                         .at = at,
                         .type_at = at,
                         .access = access,
                         .type = model_type_scalar(type),
                         .condition = condition};
}

static void take(arena *a, plan *p, const char *file, const char *name, const model_param *params, size_t count,
                 span at)
{
    if (plan_find_kernel(p, file, name) == MODEL_NONE)
        (void)plan_add_kernel(p, builtin_kernel(a, file, name, PLAN_COPY_BLOCK, params, count, at));
}

void mailbox_kernels(arena *a, const model *m, plan *p)
{
    span at;

    if (!model_has_mailbox(m))
        return;
    at = m->mailbox->at;
    const model_param in[] = {param("mirror", ACCESS_OUT, SCALAR_U32, false, at),
                              param("numbers", ACCESS_INOUT, SCALAR_U32, false, at),
                              param("lines", ACCESS_IN, SCALAR_U64, false, at),
                              param("count", ACCESS_VALUE, SCALAR_U32, false, at),
                              param("go", ACCESS_VALUE, SCALAR_U64, true, at),
                              param("which", ACCESS_VALUE, SCALAR_U64, true, at)};
    const model_param out[] = {param("lines", ACCESS_OUT, SCALAR_U64, false, at),
                               param("mirror", ACCESS_IN, SCALAR_U32, false, at),
                               param("count", ACCESS_IN, SCALAR_U32, false, at),
                               param("numbers", ACCESS_IN, SCALAR_U32, false, at)};
    const model_param copy[] = {param("to", ACCESS_OUT, SCALAR_U8, false, at),
                                param("from", ACCESS_IN, SCALAR_U8, false, at),
                                param("bytes", ACCESS_VALUE, SCALAR_U64, false, at)};
    take(a, p, PLAN_MAIL_FILE, "vg_mail_in", in, 6, at);
    take(a, p, PLAN_MAIL_FILE, "vg_mail_out", out, 4, at);
    take(a, p, "copy.cu", "vg_copy", copy, 3, at);
}

uint64_t plan_mirror_of(const plan_mailbox *mail, uint32_t graph, uint32_t buffer, plan_direction direction)
{
    const plan_mail_graph *g = &mail->graphs[graph];
    const plan_mail *list = direction == PLAN_UPLOAD ? g->in : g->out;
    size_t count = direction == PLAN_UPLOAD ? g->in_count : g->out_count;
    uint64_t at = direction == PLAN_UPLOAD ? mail->in_at : mail->out_at;

    for (size_t i = 0; i < count; i++)
        if (list[i].buffer == buffer && !list[i].by_value)
            return at + 4u * (uint64_t)list[i].word;
    return UINT64_MAX;
}
