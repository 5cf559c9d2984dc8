/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Collectives of several ranks: captures whose functions are written here, over runtime/vg_nccl.c. */
#include "emit/parts.h"

static bool is_collective(const emit_node *n)
{
    return n->plan->kind == PLAN_CAPTURE && n->plan->capture->collective != NULL;
}

bool emit_any_collective(const emit *e)
{
    return emit_any_node(e, is_collective);
}

bool emit_any_function(const emit *e)
{
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (e->m->captures[i]->step != NULL)
            return true;
    return false;
}

/* ---- what one is, in words of vg_nccl.h ---- */

static const char *kind_word(model_collective kind)
{
    switch (kind) {
    case COLLECTIVE_BROADCAST:
        return "VG_BROADCAST";
    case COLLECTIVE_ALL_GATHER:
        return "VG_ALL_GATHER";
    case COLLECTIVE_REDUCE_SCATTER:
        return "VG_REDUCE_SCATTER";
    case COLLECTIVE_ALL_REDUCE:
    case COLLECTIVE_NONE:
        break;
    }
    return "VG_ALL_REDUCE";
}

static bool reduces(const model_step *step)
{
    return step->collective == COLLECTIVE_ALL_REDUCE || step->collective == COLLECTIVE_REDUCE_SCATTER;
}

/* What is only carried is bytes. */
static const char *type_word(const model_step *step)
{
    static const char *const words[] = {
        [SCALAR_I8] = "VG_RANK_I8",   [SCALAR_U8] = "VG_RANK_U8",     [SCALAR_I32] = "VG_RANK_I32",
        [SCALAR_U32] = "VG_RANK_U32", [SCALAR_I64] = "VG_RANK_I64",   [SCALAR_U64] = "VG_RANK_U64",
        [SCALAR_F16] = "VG_RANK_F16", [SCALAR_BF16] = "VG_RANK_BF16", [SCALAR_F32] = "VG_RANK_F32",
        [SCALAR_F64] = "VG_RANK_F64", [SCALAR_STRUCT] = NULL,
    };

    return reduces(step) ? words[step->from.type->base] : "VG_RANK_U8";
}

static const char *reduction_word(const model_step *step)
{
    static const char *const words[] = {[REDUCE_SUM] = "VG_SUM", [REDUCE_PROD] = "VG_PROD", [REDUCE_MIN] = "VG_MIN",
                                        [REDUCE_MAX] = "VG_MAX"};

    return words[step->reduction];
}

/* As NCCL counts: of what one rank gives, but of a reduce_scatter of what it gets. */
static unsigned long long count_of(const model_step *step)
{
    const model_slice *part = step->collective == COLLECTIVE_REDUCE_SCATTER ? &step->to : &step->from;
    unsigned long long bytes = part->last - part->first;

    return reduces(step) ? bytes / (part->type->size / part->type->lanes) : bytes;
}

/* ---- NAME.h ---- */

void emit_collective_data(FILE *file, const emit *e)
{
    if (emit_any_collective(e))
        fprintf(file, "    vg_ranks *ranks; /* of the %u ranks; stays where it is until close */\n", e->m->ranks);
}

void emit_collective_members(FILE *file, const emit *e)
{
    if (emit_any_collective(e))
        fputs("    vg_ranks_use ranks; /* those that open was given */\n", file);
}

/* ---- NAME.c ---- */

void emit_collective_meeting(FILE *file, const emit *e)
{
    if (emit_any_collective(e))
        fprintf(file,
                "/* What all ranks have to have alike. */\n"
                "static const vg_meeting %s = {VGGEN_%s_STAMP, %uu};\n\n",
                emit_private(e, "meeting"), e->program, e->m->ranks);
}

void emit_take_ranks(FILE *file, const emit *e, const char *indent, const char *lane)
{
    if (!emit_any_collective(e))
        return;
    fprintf(file,
            "%sif (!vg_has_memory(&%srt)) {\n%s    %sranks.ranks = (data != NULL) ? data->ranks : NULL;\n"
            "%s    %sranks.met = 0u;\n%s}\n",
            indent, lane, indent, lane, indent, lane, indent);
}

void emit_collective_call(FILE *file, const emit *e, const plan_node *n, const char *function)
{
    const model_step *step = n->capture->collective;
    const plan_argument *from = &n->arguments[0], *to = &n->arguments[n->argument_count - 1];

    fprintf(file,
            "static int %s(void *self, void *stream)\n{\n"
            "    static const vg_collective what = {\"%s\", %s, %s, %s, %d, %lluu};\n    %s *p = (%s *)self;\n\n",
            function, n->title, kind_word(step->collective), type_word(step), reduction_word(step),
            (int)step->root.value, count_of(step), e->self, e->self);
    emit_wrapped(file, "    ", "        ",
                 arena_printf(e->memory, "return vg_nccl_call(&p->rt, &p->ranks, &%s, &what, %s, %s, stream);",
                              emit_private(e, "meeting"), emit_address(e, e->far, from->buffer, from->first),
                              emit_address(e, e->far, to->buffer, to->first)));
    fputs("\n}\n\n", file);
}
