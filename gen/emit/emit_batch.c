/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: `api: call` with lanes: many calls that share the lanes. */
#include <string.h>

#include "emit/call_parts.h"

static void find_kept(FILE *file, const emit *e, size_t graph)
{
    fputs("/* The lane whose kept outputs are those of what goes in, or NULL. */\n", file);
    fprintf(file, "static struct %s_lane *%s(%s *p, const %s *in)\n{\n    unsigned lane;\n\n", e->program,
            emit_call_helper(e, "find_kept", graph), e->program, emit_call_struct(e, graph, "in"));
    if (!emit_call_moves_any(e, graph, PLAN_UPLOAD))
        fputs("    (void)in;\n", file);
    fprintf(file, "    for (lane = 0; lane < %s_LANES; lane++) {\n", e->prefix);
    fprintf(file,
            "        struct %s_lane *own = &p->lane[lane];\n\n        vg_call_begins(&own->rt);\n"
            "        if ((%s != 0u)",
            e->program, emit_kept(e, "own", graph));
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_call_moves(e, graph, i, PLAN_UPLOAD))
            fprintf(file, " &&\n            (memcmp(&own->rt.pinned[%s], in->%s, %s) == 0)",
                    emit_pinned_at(e, i, PLAN_UPLOAD), emit_member(e->memory, e->m->buffers[i].name), emit_bytes(e, i));
    fputs(") {\n            return own;\n        }\n    }\n    return NULL;\n}\n\n", file);
}

static void begin_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Starts an item, unless the kept outputs are its own. */\n", file);
    fprintf(file, "static vg_status %s(struct %s_lane *own, const %s *in, %s *out)\n{\n",
            emit_call_helper(e, "begin_call", graph), e->program, emit_call_struct(e, graph, "in"),
            emit_call_struct(e, graph, "out"));
    if (emit_keeps_many(e, graph))
        fprintf(file, "%s\n", emit_call_variables(e, graph));
    emit_call_look(file, e, graph, "own");
    if (emit_keeps(e, graph)) {
        fprintf(file, "    if (%s) {\n", emit_call_is_kept(e, graph, "own"));
        emit_call_give_kept(file, e, graph, "        ", "own", "i", "out");
        fputs("        out->status = VG_OK;\n        return VG_OK;\n    }\n", file);
    }
    emit_call_miss(file, e, graph, "own");
    fprintf(file, "    out->status = %s;\n",
            emit_replay_call(e, "start", "own", arena_printf(e->memory, ", %s", e->graphs[graph].ordinal)));
    fprintf(file, "    if (out->status != VG_OK) {\n        return %s(own, out->status);\n    }\n",
            emit_call_helper(e, "end_call", graph));
    fputs("    out->status = VG_BUSY;\n    return VG_OK;\n}\n\n", file);
}

static void await_call(FILE *file, const emit *e, size_t graph)
{
    fputs("/* Waits for the item that a lane works on, in the time that the batch has. */\n", file);
    fprintf(file, "static vg_status %s(struct %s_lane *own, %s *out, uint64_t begin)\n{\n",
            emit_call_helper(e, "await_call", graph), e->program, emit_call_struct(e, graph, "out"));
    fprintf(file, "    out->status = %s(own, %s);\n", emit_call_helper(e, "end_call", graph),
            emit_replay_call(e, "finish", "own", ", vg_left_since(&own->rt, begin)"));
    fprintf(file, "    if (out->status == VG_OK) {\n        %s(own, out);\n    }\n    return out->status;\n}\n\n",
            emit_call_helper(e, "give_out", graph));
}

/* Nothing has changed when this fails. */
static void check_batch(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static vg_status %s(%s *p, const %s *in, const %s *out, size_t count)\n{\n",
            emit_call_helper(e, "check_batch", graph), e->program, emit_call_struct(e, graph, "in"),
            emit_call_struct(e, graph, "out"));
    fputs("    vg_status status = VG_OK;\n    unsigned lane;\n    size_t i;\n\n", file);
    fputs("    if ((count > 0u) && ((in == NULL) || (out == NULL))) {\n"
          "        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, (in == NULL) ? \"in\" : \"out\", 0u, 0u);\n    }\n",
          file);
    fprintf(file,
            "    for (i = 0; (i < count) && (status == VG_OK); i++) {\n"
            "        status = %s(&p->lane[0], &in[i], &out[i]);\n    }\n",
            emit_call_helper(e, "check_call", graph));
    fprintf(file, "    for (lane = 0; (lane < %s_LANES) && (status == VG_OK); lane++) {\n", e->prefix);
    fprintf(file,
            "        status = %s(&p->lane[lane], %s);\n"
            "        if (status != VG_OK) {\n            p->lane[0].rt.detail = p->lane[lane].rt.detail;\n        }\n"
            "    }\n"
            "    return status;\n}\n\n",
            emit_private(e, "ready_call"), e->graphs[graph].ordinal);
}

/* The hash is made once, whichever lane then has the call. */
static void many_hits_first(FILE *file, const emit *e, size_t graph)
{
    fprintf(
        file,
        "    for (i = 0; i < count; i++) {\n        uint64_t key;\n\n"
        "        for (lane = 0; lane < %s_LANES; lane++) {\n            vg_call_begins(&p->lane[lane].rt);\n        }\n"
        "        key = %s(&in[i]);\n        out[i].status = VG_BUSY;\n"
        "        for (lane = 0; (lane < %s_LANES) && (out[i].status != VG_OK); lane++) {\n"
        "            struct %s_lane *own = &p->lane[lane];\n"
        "            const unsigned number = %s(own, &in[i], key);\n\n            if (number < %s_KEEP) {\n",
        e->prefix, emit_call_helper(e, "hash_in", graph), e->prefix, e->program,
        emit_call_helper(e, "find_kept", graph), e->prefix);
    emit_call_give_kept(file, e, graph, "                ", "own", "number", "&out[i]");
    fputs("                bits |= 1uL << lane;\n                out[i].status = VG_OK;\n            }\n        }\n    "
          "}\n",
          file);
}

static void hits_first(FILE *file, const emit *e, size_t graph)
{
    fputs("    for (i = 0; i < count; i++) {\n", file);
    if (emit_keeps(e, graph))
        fprintf(file, "        struct %s_lane *own = %s(p, &in[i]);\n\n", e->program,
                emit_call_helper(e, "find_kept", graph));
    fputs("        out[i].status = VG_BUSY;\n", file);
    if (emit_keeps(e, graph)) {
        fputs("        if (own != NULL) {\n", file);
        emit_call_give_kept(file, e, graph, "            ", "own", "", "&out[i]");
        fputs("            bits |= 1uL << own->rt.lane;\n            out[i].status = VG_OK;\n        }\n", file);
    }
    fputs("    }\n", file);
}

static void batch(FILE *file, const emit *e, size_t graph)
{
    const char *await = emit_call_helper(e, "await_call", graph);

    fprintf(file, "vg_status %s_%scall_batch(%s *p, const %s *in, %s *out, size_t count)\n{\n", e->program,
            emit_graph_prefix(e, graph), e->program, emit_call_struct(e, graph, "in"),
            emit_call_struct(e, graph, "out"));
    fprintf(file,
            "    size_t at[%s_LANES]; /* the item that each lane works on */\n"
            "    const uint64_t begin = vg_now();\n"
            "    unsigned long bits = 0; /* a bit for each lane that had an item */\n"
            "    vg_detail detail; /* of the first failure */\n"
            "    vg_status status;\n    unsigned lane;\n    size_t i;\n\n"
            "    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n"
            "    status = %s(p, in, out, count);\n"
            "    if (status != VG_OK) {\n        return status;\n    }\n"
            "    detail = p->lane[0].rt.detail;\n",
            e->prefix, emit_call_helper(e, "check_batch", graph));
    (emit_keeps_many(e, graph) ? many_hits_first : hits_first)(file, e, graph);
    fprintf(file,
            "    (void)memset(at, 0, sizeof at);\n    lane = 0;\n"
            "    for (i = 0; (i < count) && (status == VG_OK); i++) {\n"
            "        struct %s_lane *own = &p->lane[lane];\n\n"
            "        if (out[i].status == VG_OK) {\n            continue;\n        }\n"
            "        if (vg_is_running(&own->rt) != 0) {\n            status = %s(own, &out[at[lane]], begin);\n"
            "        }\n"
            "        if (status == VG_OK) {\n            at[lane] = i; /* a failed start may leave it running, too */\n"
            "            bits |= 1uL << lane;\n"
            "            status = %s(own, &in[i], &out[i]);\n        }\n"
            "        if (status != VG_OK) {\n            detail = own->rt.detail;\n        }\n"
            "        lane = (lane + 1u) %% %s_LANES;\n    }\n",
            e->program, await, emit_call_helper(e, "begin_call", graph), e->prefix);
    fprintf(file,
            "    for (lane = 0; lane < %s_LANES; lane++) {\n"
            "        struct %s_lane *own = &p->lane[lane];\n\n"
            "        if ((vg_is_running(&own->rt) != 0) && (%s(own, &out[at[lane]], begin) != VG_OK) &&\n"
            "            (status == VG_OK)) {\n"
            "            status = out[at[lane]].status;\n            detail = own->rt.detail;\n        }\n    }\n"
            "    if (status != VG_OK) {\n        p->lane[0].rt.detail = detail;\n    }\n",
            e->prefix, e->program, await);
    fprintf(file,
            "    p->lane[0].rt.stats.batches++;\n"
            "    for (i = 0; i < count; i++) {\n"
            "        p->lane[0].rt.stats.batch_calls += (out[i].status == VG_OK) ? 1u : 0u;\n    }\n"
            "    for (lane = 0; lane < %s_LANES; lane++) {\n"
            "        p->lane[0].rt.stats.batch_lanes += (bits >> lane) & 1uL;\n    }\n    return status;\n}\n\n",
            e->prefix);
}

void emit_batch(FILE *file, const emit *e, size_t graph)
{
    if (emit_keeps(e, graph) && !emit_keeps_many(e, graph))
        find_kept(file, e, graph);
    begin_call(file, e, graph);
    await_call(file, e, graph);
    check_batch(file, e, graph);
    batch(file, e, graph);
}
