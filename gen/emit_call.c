/* SPDX-License-Identifier: MIT */
/* NAME.c: `api: call`, the copying form. */
#include <string.h>

#include "emit_internal.h"

static void refuse(FILE *file, const emit *e, const char *condition, const char *what, const char *expected,
                   const char *found)
{
    fprintf(file, "    if (%s)\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"%s\", %s, %s);\n", condition, e->own,
            what, expected, found);
}

static void check_members(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    const char *from = direction == PLAN_UPLOAD ? "in" : "out";
    arena *a = e->memory;

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!emit_graph_moves(e, graph, i, direction))
            continue;
        const char *pointer = arena_printf(a, "%s->%s", from, emit_member(a, b->name));
        const char *count = arena_printf(a, "%s->%s_count", from, b->name);
        const char *elements = arena_printf(a, "%s_%s_COUNT", e->prefix, emit_upper(a, b->name));
        if (b->size > 0)
            refuse(file, e, arena_printf(a, "%s == NULL", pointer), pointer, "0u", "0u");
        refuse(file, e, arena_printf(a, "%s != %s", count, elements), count, elements, count);
    }
}

static void copy_members(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    bool up = direction == PLAN_UPLOAD;

    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        bool partial = b->down_last != 0 && (b->down_first != 0 || b->down_last != b->size);
        if (!emit_graph_moves(e, graph, i, direction) || b->size == 0)
            continue;
        if (up)
            fprintf(file, "    memcpy(%s->rt.pinned + %s_UP_%s, in->%s, %s_%s_BYTES);\n", e->own, e->prefix, b->name,
                    name, e->prefix, emit_upper(e->memory, b->name));
        else if (!partial)
            fprintf(file, "    memcpy(out->%s, %s->rt.pinned + %s_DOWN_%s, %s_%s_BYTES);\n", name, e->own, e->prefix,
                    b->name, e->prefix, emit_upper(e->memory, b->name));
        else
            fprintf(file, "    memcpy(out->%s + %lluu, %s->rt.pinned + %s_DOWN_%s + %llu, %lluu);\n", name,
                    (unsigned long long)(b->down_first / b->type->size), e->own, e->prefix, b->name,
                    (unsigned long long)b->down_first, (unsigned long long)(b->down_last - b->down_first));
    }
}

void emit_call(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);

    emit_begin(file, e, "vg_status", arena_printf(e->memory, "%scall", prefix),
               arena_printf(e->memory, "const %s_%sin *in, %s_%sout *out", e->program, prefix, e->program, prefix),
               false);
    fputs("    vg_status status;\n\n", file);
    fprintf(file, "    if (%s == NULL)\n        return VG_ARGUMENT;\n", e->own);
    refuse(file, e, "in == NULL", "in", "0u", "0u");
    refuse(file, e, "out == NULL", "out", "0u", "0u");
    check_members(file, e, graph, PLAN_UPLOAD);
    check_members(file, e, graph, PLAN_DOWNLOAD);
    fprintf(file,
            "    if (%s->rt.state != VG_MARK_OPEN || %s->rt.running != 0u)\n"
            "        return vg_replay(&%s->rt, %s); /* which tells why not */\n",
            e->own, e->own, e->own, e->graphs[graph]);
    copy_members(file, e, graph, PLAN_UPLOAD);
    fprintf(file, "    status = vg_replay(&%s->rt, %s);\n    if (status != VG_OK)\n        return status;\n", e->own,
            e->graphs[graph]);
    copy_members(file, e, graph, PLAN_DOWNLOAD);
    fputs("    return VG_OK;\n}\n\n", file);
}
