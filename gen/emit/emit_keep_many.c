/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `keep: N`, N > 1: what each kept call took and gave lies in the program's struct. A call that launches is remembered
 * when it has ended, from pinned memory, which still holds all of it. */
#include "emit/call_parts.h"
#include "plan/keep.h"

bool emit_keeps_many(const emit *e, size_t graph)
{
    return e->m->keep > 1 && emit_keeps(e, graph);
}

static uint64_t piece(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    return keep_piece(e->m, e->p, (uint32_t)graph, buffer, direction);
}

static const char *keep_name(const emit *e)
{
    return arena_printf(e->memory, "%s_KEEP", e->prefix);
}

static const char *size_text(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    if (direction == PLAN_DOWNLOAD && emit_is_partial(&e->m->buffers[buffer]))
        return arena_printf(e->memory, "%lluu", (unsigned long long)piece(e, graph, buffer, direction));
    return emit_bytes(e, buffer);
}

/* "p->kept.calls.main" */
static const char *calls_of(const emit *e, const char *own, size_t graph)
{
    return arena_printf(e->memory, "%s->kept.calls.%s", own, emit_member(e->memory, e->p->graphs[graph].name));
}

/* "p->kept_bytes.main[i].in.x" */
static const char *bytes_of(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    return arena_printf(e->memory, "p->kept_bytes.%s[i].%s.%s", emit_member(e->memory, e->p->graphs[graph].name),
                        direction == PLAN_UPLOAD ? "in" : "out", emit_member(e->memory, e->m->buffers[buffer].name));
}

/* ---- NAME.h ---- */

void emit_keep_macros(FILE *file, const emit *e)
{
    if (e->m->keep < 2 || !emit_any_kept(e))
        return;
    fprintf(file, "#define %s %uu /* calls of each graph%s whose outputs are kept */\n", keep_name(e), e->m->keep,
            e->lanes ? " and lane" : "");
    fprintf(file, "#define %s_KEEP_BYTES %lluu /* of struct %s: what these calls took and gave */\n", e->prefix,
            (unsigned long long)e->p->keep_bytes, e->program);
}

static void side_members(FILE *file, const emit *e, size_t graph, plan_direction direction)
{
    if (!emit_call_moves_any(e, graph, direction))
        return;
    fputs("            struct {\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (piece(e, graph, i, direction) > 0)
            fprintf(file, "                unsigned char %s[%s];\n", emit_member(e->memory, e->m->buffers[i].name),
                    size_text(e, graph, i, direction));
    fprintf(file, "            } %s;\n", direction == PLAN_UPLOAD ? "in" : "out");
}

static bool has_bytes(const emit *e, size_t graph)
{
    return emit_call_moves_any(e, graph, PLAN_UPLOAD) || emit_call_moves_any(e, graph, PLAN_DOWNLOAD);
}

void emit_keep_many_members(FILE *file, const emit *e)
{
    fputs("    struct {\n        uint64_t uses; /* rises with each call that is remembered or given */\n"
          "        uint64_t hash; /* of what the call under way took */\n"
          "        unsigned pending; /* 1: that call is remembered when it has ended */\n        struct {\n",
          file);
    for (size_t g = 0; g < e->replayed; g++)
        if (emit_keeps(e, g))
            fprintf(file, "            vg_kept %s[%s];\n", emit_member(e->memory, e->p->graphs[g].name), keep_name(e));
    fputs("        } calls;\n    } kept; /* which calls are remembered */\n", file);
    if (e->p->keep_bytes == 0)
        return;
    fputs("    struct {\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        if (!emit_keeps(e, g) || !has_bytes(e, g))
            continue;
        fputs("        struct {\n", file);
        side_members(file, e, g, PLAN_UPLOAD);
        side_members(file, e, g, PLAN_DOWNLOAD);
        fprintf(file, "        } %s[%s];\n", emit_member(e->memory, e->p->graphs[g].name), keep_name(e));
    }
    fputs("    } kept_bytes; /* what they took and gave */\n", file);
}

/* ---- NAME.c ---- */

void emit_keep_layout(FILE *file, const emit *e)
{
    const char *lanes = e->lanes ? arena_printf(e->memory, "%s_LANES * ", e->prefix) : "";

    if (e->p->keep_bytes > 0)
        fprintf(file, "VG_STATIC_ASSERT(%ssizeof(((%s *)0)->kept_bytes) == %s_KEEP_BYTES, kept_bytes_have_no_gaps);\n",
                lanes, e->self, e->prefix);
}

static void hash_in(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static uint64_t %s(const %s *in)\n{\n    uint64_t key = 0;\n\n",
            emit_call_helper(e, "hash_in", graph), emit_call_struct(e, graph, "in"));
    if (!emit_call_moves_any(e, graph, PLAN_UPLOAD))
        fputs("    (void)in;\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (piece(e, graph, i, PLAN_UPLOAD) > 0)
            fprintf(file, "    key = vg_hash(key, in->%s, %s);\n", emit_member(e->memory, e->m->buffers[i].name),
                    emit_bytes(e, i));
    fputs("    return key;\n}\n\n", file);
}

static void find_kept(FILE *file, const emit *e, size_t graph)
{
    const char *calls = calls_of(e, "p", graph), *keep = keep_name(e);
    bool any = emit_call_moves_any(e, graph, PLAN_UPLOAD);

    fprintf(file, "/* The kept call that took the same bytes, or %s. They have the hash `key`. */\n", keep);
    fprintf(file, "static unsigned %s(%s *p, const %s *in, uint64_t key)\n{\n", emit_call_helper(e, "find_kept", graph),
            e->self, emit_call_struct(e, graph, "in"));
    fprintf(file, "    unsigned i = vg_kept_next(%s, %s, 0u, key);\n\n%s    while ((i < %s)", calls, keep,
            any ? "" : "    (void)in;\n", keep);
    if (!any)
        fputs(" && 0", file);
    for (uint32_t i = 0, first = 1; i < e->m->buffer_count; i++) {
        if (piece(e, graph, i, PLAN_UPLOAD) == 0)
            continue;
        fprintf(file, "%s(memcmp(%s, in->%s, %s) != 0)", first ? " && (" : " ||\n                         ",
                bytes_of(e, graph, i, PLAN_UPLOAD), emit_member(e->memory, e->m->buffers[i].name), emit_bytes(e, i));
        first = 0;
    }
    fprintf(file, "%s) {\n        i = vg_kept_next(%s, %s, i + 1u, key);\n    }\n", any ? ")" : "", calls, keep);
    fprintf(file, "    if (i < %s) {\n        %s[i].used = ++p->kept.uses;\n    }\n    return i;\n}\n\n", keep, calls);
}

static void give_kept(FILE *file, const emit *e, size_t graph)
{
    bool any = emit_call_moves_any(e, graph, PLAN_DOWNLOAD);

    fprintf(file, "static void %s(const %s *p, unsigned i, const %s *out)\n{\n%s",
            emit_call_helper(e, "give_kept", graph), e->self, emit_call_struct(e, graph, "out"),
            any ? "" : "    (void)p;\n    (void)i;\n    (void)out;\n");
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        if (piece(e, graph, i, PLAN_DOWNLOAD) == 0)
            continue;
        if (!emit_is_partial(b))
            name = arena_printf(e->memory, "out->%s", name);
        else
            name =
                arena_printf(e->memory, "&out->%s[%lluu]", name, (unsigned long long)(b->down_first / b->type->size));
        fprintf(file, "    (void)memcpy(%s, %s, %s);\n", name, bytes_of(e, graph, i, PLAN_DOWNLOAD),
                size_text(e, graph, i, PLAN_DOWNLOAD));
    }
    fputs("}\n\n", file);
}

static void remember(FILE *file, const emit *e, size_t graph)
{
    const char *calls = calls_of(e, "p", graph);

    fputs("/* The call that has ended replaces the one that was not used for the longest time. */\n", file);
    fprintf(file, "static void %s(%s *p)\n{\n    const unsigned i = vg_kept_oldest(%s, %s);\n\n",
            emit_call_helper(e, "remember", graph), e->self, calls, keep_name(e));
    for (int d = 0; d < 2; d++) {
        for (uint32_t i = 0; i < e->m->buffer_count; i++) {
            const model_buffer *b = &e->m->buffers[i];
            plan_direction direction = (plan_direction)d;
            const char *from =
                arena_printf(e->memory, "&p->rt.%s[%s]", emit_pinned_base(e, i), emit_pinned_at(e, i, direction));
            if (piece(e, graph, i, direction) == 0)
                continue;
            if (direction == PLAN_DOWNLOAD && emit_is_partial(b))
                from = arena_printf(e->memory, "&p->rt.%s[%s + %lluu]", emit_pinned_base(e, i),
                                    emit_pinned_at(e, i, direction), (unsigned long long)b->down_first);
            fprintf(file, "    (void)memcpy(%s, %s, %s);\n", bytes_of(e, graph, i, direction), from,
                    size_text(e, graph, i, direction));
        }
    }
    fprintf(file, "    %s[i].hash = p->kept.hash;\n    %s[i].used = ++p->kept.uses;\n    p->kept.pending = 0u;\n}\n\n",
            calls, calls);
}

void emit_keep_many(FILE *file, const emit *e, size_t graph)
{
    hash_in(file, e, graph);
    find_kept(file, e, graph);
    give_kept(file, e, graph);
    remember(file, e, graph);
}
