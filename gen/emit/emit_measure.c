/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Steps, times of nodes, saved state: their declarations in NAME.h and their functions in NAME.c. */
#include <string.h>

#include "emit/parts.h"

uint64_t emit_state_bytes(const model *m)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < m->buffer_count; i++)
        if (m->buffers[i].role == ROLE_STATE && emit_has_content(&m->buffers[i]))
            bytes += m->buffers[i].size;
    return bytes;
}

/* ---- NAME.h ---- */

void emit_step_comment(FILE *file, const emit *e, size_t graph)
{
    if (e->graphs[graph].conditional)
        fputs("/* VG_CANNOT, and nothing changes: only the device knows which bodies of conditional nodes run. */\n",
              file);
    else if (e->graphs[graph].looping)
        fputs("/* VG_CANNOT, and nothing changes: only the device knows conditions that kernels set. */\n",
              file);
    else if (e->graphs[graph].sized) /* bodies are those of conditional nodes */
        fputs("/* VG_CANNOT, and nothing changes: only kernels of the graph set the grids of its nodes. */\n", file);
    else
        fputs("/* Gives the same results one node at a time, without the graph, so that a fault is reported for its "
              "step. */\n",
              file);
}

static bool has_fused(const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++)
        if (g->nodes[i].parts != NULL)
            return true;
    return false;
}

/* Beside four pointers for each node: for two events, for the conditions, and for nodes behind the graph's own, which
 * are those of bodies. */
static size_t rebuilt_scratch(const emit *e, size_t graph)
{
    const emit_graph *g = &e->graphs[graph];
    uint32_t end = graph + 1 == e->p->graph_count ? e->slot_count : e->graphs[graph + 1].first_node;

    return 2 + e->condition_count + (end - g->first_node - g->slots);
}

void emit_api_measure(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph), *nodes = emit_nodes_name(e, graph);
    const char *of = e->m->named_graphs ? arena_printf(e->memory, " of graph %s", e->p->graphs[graph].name) : "";
    size_t count = e->graphs[graph].slots;

    if (!e->m->api_call) {
        emit_step_comment(file, e, graph);
        emit_declare(file, e, "vg_status", arena_printf(e->memory, "%sstep", prefix), "", false);
        fputc('\n', file);
    }
    fprintf(file, "#define %s %zuu /* nodes%s */\n\n", nodes, count, of);
    fputs("/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */\n",
          file);
    fputs("typedef struct ", file);
    fprintf(file, "%s {\n    uint64_t ns[%s];\n} %s;\n\n", emit_times_name(e, graph), count > 0 ? nodes : "1",
            emit_times_name(e, graph));
    emit_wrapped(
        file, "/* ", " * ",
        arena_printf(e->memory,
                     "Builds a twin of %s that records an event after each node, and replays it that many times%s: "
                     "state advances and outputs arrive. Each time is the smallest of them%s. */",
                     e->m->named_graphs ? of + strlen(" of ") : "the graph",
                     !e->m->api_call ? ""
                     : e->m->keep > 1 ? " on what the last call took that launched"
                                      : " on what the last call took",
                     e->graphs[graph].conditional ? "; a conditional node's is that of all that its bodies did"
                     : has_fused(&e->graphs[graph]) ? "; a fused launch's is that of all that it does"
                                                    : ""));
    fputc('\n', file);
    emit_declare(file, e, "vg_status", arena_printf(e->memory, "%sprofile", prefix),
                 arena_printf(e->memory, "uint32_t replays, %s *times", emit_times_name(e, graph)), false);
    emit_note_declared(e, arena_printf(e->memory, "%snode_title", prefix));
    fprintf(
        file,
        "/* Title of a node%s in messages; NULL beyond the last. */\nconst char *%s_%snode_title(unsigned node);\n\n",
        of, e->program, prefix);
}

void emit_api_state(FILE *file, const emit *e)
{
    const char *running = e->m->api_call ? "" : " VG_STATE while a replay runs.";

    fprintf(file, "/* Sets state back to the values of the spec.%s Settings stay as they are. */\n", running);
    emit_declare(file, e, "vg_status", "reset", "", false);
    fprintf(file, "\n#define %s_STATE_BYTES %lluu /* all state%s */\n\n", e->prefix,
            (unsigned long long)emit_state_bytes(e->m), e->lanes ? " of a lane" : "");
    emit_wrapped(file, "/* ", " * ",
                 arena_printf(e->memory,
                              "State to and from memory of the caller, one buffer after the other in the order of the "
                              "spec; size is %s_STATE_BYTES. Done on return.%s After a failed restore the state is "
                              "undefined until it is reset or restored. */",
                              e->prefix, running));
    fputc('\n', file);
    emit_declare(file, e, "vg_status", "save", "void *memory, size_t size", false);
    emit_declare(file, e, "vg_status", "restore", "const void *memory, size_t size", false);
    fputc('\n', file);
}

/* ---- NAME.c ---- */

/* Statements of a function with a variable `status`: with `api: call`, a failed call may have left its replay running,
 * and what is known of earlier calls ends before anything can fail. */
static void begin_no_call(FILE *file, const emit *e, bool forget)
{
    fprintf(file, "    status = %s(%s, %s);\n    if (status != VG_OK) {\n        return status;\n    }\n",
            emit_private(e, "ready_call"), e->own, e->graphs[0].ordinal);
    if (forget)
        emit_forget(file, e, "    ", e->own);
}

/* A function that hands on to the runtime what is no call. */
static void no_call(FILE *file, const emit *e, const char *name, const char *parameters, const char *call, bool forget)
{
    if (!e->m->api_call) {
        emit_alone(file, e, name, parameters, call, false);
        return;
    }
    emit_begin_with(file, e, "vg_status", name, parameters, false, "    vg_status status;\n");
    fprintf(file, "    if (%s == NULL) {\n        return VG_ARGUMENT;\n    }\n", e->own);
    begin_no_call(file, e, forget);
    fprintf(file, "    return %s;\n}\n\n", call);
}

/* Room for any of the graphs. It is the program's and not in the times, because a profile that is given up leaves
 * events there which only a later call may destroy. */
void emit_profile_member(FILE *file, const emit *e)
{
    size_t most = 0;

    for (size_t g = 0; g < e->replayed; g++) {
        const emit_graph *graph = &e->graphs[g];
        const size_t nodes = graph->slots;
        const size_t room = graph->rebuilt ? 4 * nodes + rebuilt_scratch(e, g) : 2 * nodes + 2;
        most = room > most ? room : most;
    }
    if (most > 0)
        fprintf(file, "    void *profiled%s[%zu]; /* what a profile makes */\n",
                e->lanes ? arena_printf(e->memory, "[%s_LANES]", e->prefix) : "", most);
}

static void profile(FILE *file, const emit *e, size_t graph)
{
    const char *nodes = emit_nodes_name(e, graph);

    emit_begin_with(file, e, "vg_status", arena_printf(e->memory, "%sprofile", emit_graph_prefix(e, graph)),
                    arena_printf(e->memory, "uint32_t replays, %s *times", emit_times_name(e, graph)), false,
                    e->m->api_call || e->queued ? "    vg_node_times pointers;\n    vg_status status;\n"
                                                : "    vg_node_times pointers;\n");
    fprintf(file,
            "    if (%s == NULL) {\n        return VG_ARGUMENT;\n    }\n"
            "    if (times == NULL) {\n        return vg_refuse(&%s->rt, VG_ARGUMENT, \"times\", 0u, 0u);\n    }\n",
            e->own, e->own);
    if (e->m->api_call)
        begin_no_call(file, e, true);
    if (e->queued)
        fputs("    status = vg_queue_alone(&own->rt);\n    if (status != VG_OK) {\n        return status;\n    }\n",
              file);
    fprintf(file, "    pointers.count = %s;\n    pointers.ns = times->ns;\n    pointers.scratch = p->profiled%s;\n",
            nodes, e->lanes ? "[lane]" : "");
    fprintf(file, "    return %svg_profile(&%s->rt, %s, replays, &pointers)%s;\n}\n\n",
            e->queued ? "vg_queue_ran(&own->rt, " : "", e->own, e->graphs[graph].ordinal, e->queued ? ")" : "");
}

static void node_title(FILE *file, const emit *e, size_t graph)
{
    const char *nodes = emit_nodes_name(e, graph), *titles = emit_private(e, "titles");

    fprintf(file, "const char *%s_%snode_title(unsigned node)\n{\n", e->program, emit_graph_prefix(e, graph));
    if (e->p->graphs[graph].node_count == 0)
        fputs("    (void)node;\n    return NULL;\n}\n\n", file);
    else if (e->graphs[graph].first_node == 0)
        fprintf(file, "    return (node < %s) ? %s[node] : NULL;\n}\n\n", nodes, titles);
    else
        fprintf(file, "    return (node < %s) ? %s[%s + node] : NULL;\n}\n\n", nodes, titles,
                e->graphs[graph].nodes[0].ordinal);
}

void emit_measure(FILE *file, const emit *e, size_t graph)
{
    if (!e->m->api_call)
        emit_alone(file, e, arena_printf(e->memory, "%sstep", emit_graph_prefix(e, graph)), "",
                   emit_step_call(e, graph), true);
    profile(file, e, graph);
    node_title(file, e, graph);
}

void emit_state(FILE *file, const emit *e)
{
    no_call(file, e, "reset", "", arena_printf(e->memory, "vg_reset(&%s->rt)", e->own), true);
    no_call(file, e, "save", "void *memory, size_t size",
            arena_printf(e->memory, "vg_save(&%s->rt, memory, size)", e->own), false);
    no_call(file, e, "restore", "const void *memory, size_t size",
            arena_printf(e->memory, "vg_restore(&%s->rt, memory, size)", e->own), true);
}
