/* SPDX-License-Identifier: MIT */
/* NAME.c: `api: call`, the copying form. */
#include <string.h>

#include "emit/parts.h"

/* "fir_take_in_main" */
static const char *helper(const emit *e, const char *what, size_t graph)
{
    return emit_private(e, arena_printf(e->memory, "%s_%s", what, e->p->graphs[graph].name));
}

static const char *struct_name(const emit *e, size_t graph, const char *which)
{
    return arena_printf(e->memory, "%s_%s%s", e->program, emit_graph_prefix(e, graph), which);
}

static bool moves_bytes(const emit *e, size_t graph, uint32_t buffer, plan_direction direction)
{
    return e->m->buffers[buffer].size > 0 && emit_graph_moves(e, graph, buffer, direction);
}

static bool moves_any(const emit *e, size_t graph, plan_direction direction)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (moves_bytes(e, graph, i, direction))
            return true;
    return false;
}

/* ---- before a call ---- */

static void refuse(FILE *file, const char *condition, const char *what, const char *expected, const char *found)
{
    fprintf(file, "    if (%s)\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"%s\", %s, %s);\n", condition, what,
            expected, found);
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
        const char *elements = emit_count(e, i);
        if (b->size > 0)
            refuse(file, arena_printf(a, "%s == NULL", pointer), pointer, "0u", "0u");
        refuse(file, arena_printf(a, "%s != %s", count, elements), count, elements, count);
    }
}

static void check_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Checks pointers and counts. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, const %s *in, const %s *out)\n{\n", helper(e, "check_call", graph),
            e->self, struct_name(e, graph, "in"), struct_name(e, graph, "out"));
    refuse(file, "in == NULL", "in", "0u", "0u");
    refuse(file, "out == NULL", "out", "0u", "0u");
    check_members(file, e, graph, PLAN_UPLOAD);
    check_members(file, e, graph, PLAN_DOWNLOAD);
    fputs("    return VG_OK;\n}\n\n", file);
}

/* A failed call may have left its replay running, which nobody else can wait for. */
static void ready_call(FILE *file, const emit *e)
{
    fputs("/* Checks that a call may begin, and waits for what a failed one left running. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, unsigned graph)\n{\n", emit_private(e, "ready_call"), e->self);
    fputs("    if (!vg_is_open(&p->rt))\n        return vg_replay(&p->rt, graph); /* which reports why not */\n"
          "    return vg_is_running(&p->rt) ? vg_finish(&p->rt, VG_FOREVER) : VG_OK;\n}\n\n",
          file);
}

/* ---- what goes in ---- */

/* Statements that end what is known with this input's old bytes; "" where nothing is. */
static const char *changed_input(const emit *e, uint32_t buffer, size_t *count)
{
    const char *text = "";

    *count = 0;
    if (emit_has_current(e, buffer)) {
        text = arena_printf(e->memory, "        p->current.%s = 0u;\n",
                            emit_member(e->memory, e->m->buffers[buffer].name));
        *count = 1;
    }
    for (size_t g = 0; g < e->replayed; g++) {
        if (!emit_keeps(e, g) || !emit_graph_moves(e, g, buffer, PLAN_UPLOAD))
            continue;
        text = arena_printf(e->memory, "%s        %s = 0u;\n", text, emit_kept(e, "p", g));
        (*count)++;
    }
    return text;
}

static void take_in(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Copies what goes in to pinned memory, and forgets what was known of other bytes there. */\n", file);
    fprintf(file, "static void %s(%s *p, const %s *in)\n{\n", helper(e, "take_in", graph), e->self,
            struct_name(e, graph, "in"));
    if (!moves_any(e, graph, PLAN_UPLOAD))
        fputs("    (void)p;\n    (void)in;\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *to = arena_printf(e->memory, "p->rt.pinned + %s", emit_pinned_at(e, i, PLAN_UPLOAD));
        const char *from = arena_printf(e->memory, "in->%s", emit_member(e->memory, b->name));
        size_t count;
        const char *changed = changed_input(e, i, &count);
        if (!moves_bytes(e, graph, i, PLAN_UPLOAD))
            continue;
        if (count == 0)
            fprintf(file, "    memcpy(%s, %s, %s);\n", to, from, emit_bytes(e, i));
        else
            fprintf(file, "    if (vg_take(%s, %s, %s) != 0)%s\n%s%s", to, from, emit_bytes(e, i),
                    count > 1 ? " {" : "", changed, count > 1 ? "    }\n" : "");
    }
    fputs("}\n\n", file);
}

/* ---- what comes out ---- */

static void give_out(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static void %s(const %s *p, const %s *out)\n{\n", helper(e, "give_out", graph), e->self,
            struct_name(e, graph, "out"));
    if (!moves_any(e, graph, PLAN_DOWNLOAD))
        fputs("    (void)p;\n    (void)out;\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        if (!moves_bytes(e, graph, i, PLAN_DOWNLOAD))
            continue;
        if (!emit_is_partial(b))
            fprintf(file, "    memcpy(out->%s, p->rt.pinned + %s, %s);\n", name, emit_pinned_at(e, i, PLAN_DOWNLOAD),
                    emit_bytes(e, i));
        else
            fprintf(file, "    memcpy(out->%s + %lluu, p->rt.pinned + %s + %llu, %lluu);\n", name,
                    (unsigned long long)(b->down_first / b->type->size), emit_pinned_at(e, i, PLAN_DOWNLOAD),
                    (unsigned long long)b->down_first, (unsigned long long)(b->down_last - b->down_first));
    }
    fputs("}\n\n", file);
}

/* ---- around a launch ---- */

/* Before anything can fail: outputs that this graph writes are no longer kept. */
static void drop_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own)
{
    for (size_t g = 0; g < e->replayed; g++)
        if (emit_keeps(e, g) && emit_shares_outputs(e, graph, g))
            fprintf(file, "%s%s = 0u;\n", indent, emit_kept(e, own, g));
}

static void end_call(FILE *file, const emit *e, size_t graph)
{
    bool any = emit_any_current(e) || emit_any_kept(e);

    fputs("/* After a replay. A failed one leaves nothing that is known. */\n", file);
    fprintf(file, "static vg_status %s(%s *p, vg_status status)\n{\n", helper(e, "end_call", graph), e->self);
    if (!any) {
        fputs("    (void)p;\n    return status;\n}\n\n", file);
        return;
    }
    fputs("    if (status != VG_OK) {\n", file);
    emit_forget(file, e, "        ", "p");
    fputs("        return status;\n    }\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        bool goes_up = false;
        for (size_t r = 0; r < e->p->run_count; r++)
            for (size_t k = 0; e->p->runs[r].graph == graph && k < e->p->runs[r].member_count; k++)
                goes_up = goes_up || (e->p->runs[r].direction == PLAN_UPLOAD && e->p->runs[r].members[k] == i);
        if (goes_up && emit_has_current(e, i))
            fprintf(file, "    p->current.%s = 1u;\n", emit_member(e->memory, b->name));
    }
    if (emit_keeps(e, graph))
        fprintf(file, "    %s = 1u;\n", emit_kept(e, "p", graph));
    fputs("    return VG_OK;\n}\n\n", file);
}

/* ---- the calls ---- */

/* Until nothing more can be refused. */
static void begin_function(FILE *file, const emit *e, size_t graph, const char *name, bool timed)
{
    emit_begin_with(file, e, "vg_status", arena_printf(e->memory, "%s%s", emit_graph_prefix(e, graph), name),
                    arena_printf(e->memory, "const %s *in, %s *out%s", struct_name(e, graph, "in"),
                                 struct_name(e, graph, "out"), timed ? ", vg_times *times" : ""),
                    false,
                    timed ? "    const uint64_t begin = vg_now();\n    vg_status status;\n"
                          : "    vg_status status;\n");
    fprintf(file, "    if (%s == NULL)\n        return VG_ARGUMENT;\n", e->own);
    if (timed)
        fprintf(file, "    if (times == NULL)\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"times\", 0u, 0u);\n",
                e->own);
    fprintf(file, "    status = %s(%s, in, out);\n", helper(e, "check_call", graph), e->own);
    fprintf(file, "    if (status == VG_OK)\n        status = %s(%s, %s);\n", emit_private(e, "ready_call"), e->own,
            e->graphs[graph].ordinal);
    fputs("    if (status != VG_OK)\n        return status;\n", file);
}

static void take(FILE *file, const emit *e, size_t graph, const char *own)
{
    if (emit_keeps(e, graph))
        fprintf(file, "    vg_call_begins(&%s->rt);\n", own);
    fprintf(file, "    %s(%s, in);\n", helper(e, "take_in", graph), own);
}

static void end_function(FILE *file, const emit *e, size_t graph, const char *replay, bool timed)
{
    fprintf(file, "    status = %s(%s, %s);\n", helper(e, "end_call", graph), e->own, replay);
    if (timed)
        fprintf(file,
                "    if (status == VG_OK) {\n        %s(%s, out);\n        times->wall = vg_time_since(begin);\n    }\n"
                "    return status;\n}\n\n",
                helper(e, "give_out", graph), e->own);
    else
        fprintf(file, "    if (status == VG_OK)\n        %s(%s, out);\n    return status;\n}\n\n",
                helper(e, "give_out", graph), e->own);
}

/* Statements that answer a call with what is kept. */
static void give_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own, const char *to)
{
    fprintf(file, "%s%s(%s, %s);\n%svg_hit(&%s->rt, %s);\n", indent, helper(e, "give_out", graph), own, to, indent,
            own, e->graphs[graph].ordinal);
}

static void call(FILE *file, const emit *e, size_t graph, bool timed)
{
    begin_function(file, e, graph, timed ? "call_timed" : "call", timed);
    take(file, e, graph, e->own);
    if (emit_keeps(e, graph)) {
        fprintf(file, "    if (%s != 0u) {\n", emit_kept(e, e->own, graph));
        give_kept(file, e, graph, "        ", e->own, "out");
        if (timed)
            fputs("        memset(times, 0, sizeof *times);\n        times->wall = vg_time_since(begin);\n", file);
        fputs("        return VG_OK;\n    }\n", file);
    }
    drop_kept(file, e, graph, "    ", e->own);
    end_function(file, e, graph,
                 arena_printf(e->memory, "vg_replay%s(&%s->rt, %s%s)", timed ? "_timed" : "", e->own,
                              e->graphs[graph].ordinal, timed ? ", times" : ""),
                 timed);
}

static void stepped_call(FILE *file, const emit *e, size_t graph)
{
    begin_function(file, e, graph, "call_step", false);
    take(file, e, graph, e->own);
    emit_forget(file, e, "    ", e->own);
    end_function(file, e, graph, arena_printf(e->memory, "vg_step(&%s->rt, %s)", e->own, e->graphs[graph].ordinal),
                 false);
}

/* ---- batches ---- */

static void find_kept(FILE *file, const emit *e, size_t graph)
{
    fputs("/* The lane whose kept outputs are those of what goes in, or NULL. */\n", file);
    fprintf(file, "static struct %s_lane *%s(%s *p, const %s *in)\n{\n    unsigned lane;\n\n", e->program,
            helper(e, "find_kept", graph), e->program, struct_name(e, graph, "in"));
    if (!moves_any(e, graph, PLAN_UPLOAD))
        fputs("    (void)in;\n", file);
    fprintf(file, "    for (lane = 0; lane < %s_LANES; lane++) {\n", e->prefix);
    fprintf(file, "        struct %s_lane *own = &p->lane[lane];\n\n        vg_call_begins(&own->rt);\n"
                  "        if (%s != 0u", e->program, emit_kept(e, "own", graph));
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (moves_bytes(e, graph, i, PLAN_UPLOAD))
            fprintf(file, " &&\n            memcmp(own->rt.pinned + %s, in->%s, %s) == 0",
                    emit_pinned_at(e, i, PLAN_UPLOAD), emit_member(e->memory, e->m->buffers[i].name), emit_bytes(e, i));
    fputs(")\n            return own;\n    }\n    return NULL;\n}\n\n", file);
}

static void begin_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Starts an item, unless the kept outputs are its own. */\n", file);
    fprintf(file, "static vg_status %s(struct %s_lane *own, const %s *in, %s *out)\n{\n",
            helper(e, "begin_call", graph), e->program, struct_name(e, graph, "in"), struct_name(e, graph, "out"));
    take(file, e, graph, "own");
    if (emit_keeps(e, graph)) {
        fprintf(file, "    if (%s != 0u) {\n", emit_kept(e, "own", graph));
        give_kept(file, e, graph, "        ", "own", "out");
        fputs("        out->status = VG_OK;\n        return VG_OK;\n    }\n", file);
    }
    drop_kept(file, e, graph, "    ", "own");
    fprintf(file, "    out->status = vg_start(&own->rt, %s);\n", e->graphs[graph].ordinal);
    fprintf(file, "    if (out->status != VG_OK)\n        return %s(own, out->status);\n",
            helper(e, "end_call", graph));
    fputs("    out->status = VG_BUSY;\n    return VG_OK;\n}\n\n", file);
}

static void await_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Waits for the item that a lane works on. */\n", file);
    fprintf(file, "static vg_status %s(struct %s_lane *own, %s *out)\n{\n", helper(e, "await_call", graph), e->program,
            struct_name(e, graph, "out"));
    fprintf(file, "    out->status = %s(own, vg_finish(&own->rt, VG_FOREVER));\n", helper(e, "end_call", graph));
    fprintf(file, "    if (out->status == VG_OK)\n        %s(own, out);\n    return out->status;\n}\n\n",
            helper(e, "give_out", graph));
}

/* Nothing has changed when this fails. */
static void check_batch(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static vg_status %s(%s *p, const %s *in, const %s *out, size_t count)\n{\n",
            helper(e, "check_batch", graph), e->program, struct_name(e, graph, "in"), struct_name(e, graph, "out"));
    fputs("    vg_status status = VG_OK;\n    unsigned lane;\n    size_t i;\n\n", file);
    fputs("    if (count > 0u && (in == NULL || out == NULL))\n"
          "        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, in == NULL ? \"in\" : \"out\", 0u, 0u);\n",
          file);
    fprintf(file,
            "    for (i = 0; i < count && status == VG_OK; i++)\n"
            "        status = %s(&p->lane[0], &in[i], &out[i]);\n",
            helper(e, "check_call", graph));
    fprintf(file, "    for (lane = 0; lane < %s_LANES && status == VG_OK; lane++) {\n", e->prefix);
    fprintf(file,
            "        status = %s(&p->lane[lane], %s);\n"
            "        if (status != VG_OK)\n            p->lane[0].rt.detail = p->lane[lane].rt.detail;\n    }\n"
            "    return status;\n}\n\n",
            emit_private(e, "ready_call"), e->graphs[graph].ordinal);
}

static void hits_first(FILE *file, const emit *e, size_t graph)
{
    fputs("    for (i = 0; i < count; i++) {\n", file);
    if (emit_keeps(e, graph))
        fprintf(file, "        struct %s_lane *own = %s(p, &in[i]);\n\n", e->program, helper(e, "find_kept", graph));
    fputs("        out[i].status = VG_BUSY;\n", file);
    if (emit_keeps(e, graph)) {
        fputs("        if (own != NULL) {\n", file);
        give_kept(file, e, graph, "            ", "own", "&out[i]");
        fputs("            bits |= 1ul << own->rt.lane;\n            out[i].status = VG_OK;\n        }\n", file);
    }
    fputs("    }\n", file);
}

static void batch(FILE *file, const emit *e, size_t graph)
{
    const char *await = helper(e, "await_call", graph);

    fprintf(file, "vg_status %s_%scall_batch(%s *p, const %s *in, %s *out, size_t count)\n{\n", e->program,
            emit_graph_prefix(e, graph), e->program, struct_name(e, graph, "in"), struct_name(e, graph, "out"));
    fprintf(file,
            "    size_t at[%s_LANES]; /* the item that each lane works on */\n"
            "    unsigned long bits = 0; /* a bit for each lane that had an item */\n"
            "    vg_detail detail; /* of the first failure */\n"
            "    vg_status status;\n    unsigned lane;\n    size_t i;\n\n"
            "    if (p == NULL)\n        return VG_ARGUMENT;\n"
            "    status = %s(p, in, out, count);\n"
            "    if (status != VG_OK)\n        return status;\n"
            "    detail = p->lane[0].rt.detail;\n",
            e->prefix, helper(e, "check_batch", graph));
    hits_first(file, e, graph);
    fprintf(file,
            "    memset(at, 0, sizeof at);\n    lane = 0;\n"
            "    for (i = 0; i < count && status == VG_OK; i++) {\n"
            "        struct %s_lane *own = &p->lane[lane];\n\n"
            "        if (out[i].status == VG_OK)\n            continue;\n"
            "        if (vg_is_running(&own->rt))\n            status = %s(own, &out[at[lane]]);\n"
            "        if (status == VG_OK) {\n            at[lane] = i; /* a failed start may leave it running, too */\n"
            "            bits |= 1ul << lane;\n"
            "            status = %s(own, &in[i], &out[i]);\n        }\n"
            "        if (status != VG_OK)\n            detail = own->rt.detail;\n"
            "        lane = (lane + 1u) %% %s_LANES;\n    }\n",
            e->program, await, helper(e, "begin_call", graph), e->prefix);
    fprintf(file,
            "    for (lane = 0; lane < %s_LANES; lane++) {\n"
            "        struct %s_lane *own = &p->lane[lane];\n\n"
            "        if (vg_is_running(&own->rt) && %s(own, &out[at[lane]]) != VG_OK && status == VG_OK) {\n"
            "            status = out[at[lane]].status;\n            detail = own->rt.detail;\n        }\n    }\n"
            "    if (status != VG_OK)\n        p->lane[0].rt.detail = detail;\n",
            e->prefix, e->program, await);
    fprintf(file,
            "    p->lane[0].rt.stats.batches++;\n"
            "    for (i = 0; i < count; i++)\n"
            "        p->lane[0].rt.stats.batch_calls += out[i].status == VG_OK ? 1u : 0u;\n"
            "    for (lane = 0; lane < %s_LANES; lane++)\n"
            "        p->lane[0].rt.stats.batch_lanes += bits >> lane & 1ul;\n    return status;\n}\n\n",
            e->prefix);
}

void emit_call(FILE *file, const emit *e, size_t graph)
{
    if (graph == 0)
        ready_call(file, e);
    check_call(file, e, graph);
    take_in(file, e, graph);
    give_out(file, e, graph);
    end_call(file, e, graph);
    call(file, e, graph, false);
    call(file, e, graph, true);
    stepped_call(file, e, graph);
    if (!e->lanes)
        return;
    if (emit_keeps(e, graph))
        find_kept(file, e, graph);
    begin_call(file, e, graph);
    await_call(file, e, graph);
    check_batch(file, e, graph);
    batch(file, e, graph);
}
