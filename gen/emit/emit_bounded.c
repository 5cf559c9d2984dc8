/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Calls with a limit: set_timeout and abandon; and, for NAME.h and reports, which calls wait and which driver calls a
 * replay makes. */
#include <string.h>

#include "emit/parts.h"

/* ---- which calls wait ---- */

static const char limited[] = "at most timeout_ns";
static const char own[] = "at most its own timeout_ns";
static const char launches[] = "in the driver, as long as a launch takes";
static const char never[] = "never";

typedef struct {
    const emit *e;
    emit_waiting *rows;
    size_t count, capacity;
} waiting_list;

static void add(waiting_list *l, const char *prefix, const char *call, const char *waits)
{
    l->rows = arena_grow(l->e->memory, l->rows, l->count, &l->capacity, sizeof *l->rows);
    l->rows[l->count++] = (emit_waiting){arena_printf(l->e->memory, "%s%s", prefix, call), waits};
}

static void add_graph(waiting_list *l, size_t graph)
{
    const char *prefix = emit_graph_prefix(l->e, graph);

    if (l->e->m->api_call) {
        add(l, prefix, "call", limited);
        add(l, prefix, "call_timed", limited);
        add(l, prefix, "call_step", limited);
        add(l, prefix, "call_start", limited);
        add(l, prefix, "call_poll", never);
        add(l, prefix, "call_finish", own);
        if (l->e->lanes)
            add(l, prefix, "call_batch", limited);
    } else {
        add(l, prefix, "start", launches);
        add(l, prefix, "replay", limited);
        add(l, prefix, "replay_timed", limited);
        add(l, prefix, "step", limited);
    }
    add(l, prefix, "profile", "at most timeout_ns for its replays, and in the driver: it builds");
}

size_t emit_find_waiting(const emit *e, const emit_waiting **rows)
{
    waiting_list l = {e, NULL, 0, 0};

    add(&l, "", "open", "at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds");
    add(&l, "", "close", "at most timeout_ns, then in the driver: it frees");
    add(&l, "", "set_timeout", never);
    add(&l, "", "abandon", never);
    for (size_t g = 0; g < e->replayed; g++)
        add_graph(&l, g);
    if (!e->m->api_call) {
        add(&l, "", "poll", never);
        add(&l, "", "finish", own);
        if (e->queued)
            add(&l, "", "finish_all", own);
    }
    if (emit_has_mailbox(e)) {
        add(&l, "", "arm", limited);
        add(&l, "", "disarm", limited);
    }
    if (emit_has_state(e->m)) {
        add(&l, "", "reset", limited);
        add(&l, "", "save", limited);
        add(&l, "", "restore", limited);
    }
    *rows = l.rows;
    return l.count;
}

void emit_waiting_table(FILE *file, const void *context)
{
    const emit *e = context;
    const emit_waiting *rows;
    const size_t count = emit_find_waiting(e, &rows);
    size_t width = 4;

    for (size_t i = 0; i < count; i++)
        width = strlen(rows[i].call) > width ? strlen(rows[i].call) : width;
    fprintf(file,
            "/* ---- which calls wait for the device ---- */\n\n"
            "/* timeout_ns is vg_config's, or what %s_set_timeout was given last; where it is 0, calls wait for good.\n"
            " *\n"
            " * %-*s  waits\n",
            e->program, (int)width, "call");
    for (size_t i = 0; i < count; i++)
        fprintf(file, " * %-*s  %s\n", (int)width, rows[i].call, rows[i].waits);
    fprintf(file, " * %-*s  never, and calls no driver%s */\n", (int)width, "others",
            emit_external_count(e->m) > 0 ? ", but that bind asks it" : "");
}

/* ---- the driver calls of a replay ---- */

static bool any_of(const emit_graph *g, bool (*fits)(const emit_node *n))
{
    for (size_t i = 0; i < g->plan->node_count; i++)
        if (fits(&g->nodes[i]))
            return true;
    return false;
}

static bool is_patched(const emit_node *n)
{
    return n->patched;
}

static bool is_toggled(const emit_node *n)
{
    return n->toggled;
}

static bool is_sized(const emit_node *n)
{
    return n->patched && n->setter != MODEL_NONE;
}

size_t emit_replay_calls(const emit *e, size_t graph, const char *calls[EMIT_MOST_CALLS])
{
    const emit_graph *g = &e->graphs[graph];
    size_t count = 0;

    calls[count++] = "cuCtxGetCurrent";
    calls[count++] = "cuCtxSetCurrent"; /* where another context is current */
    if (emit_has_bound(e, g))
        calls[count++] = "cuPointerGetAttributes";
    if (any_of(g, is_patched))
        calls[count++] = "cuGraphExecKernelNodeSetParams";
    if (any_of(g, is_sized))
        calls[count++] = "cuGraphUpload";
    if (any_of(g, is_toggled))
        calls[count++] = "cuGraphNodeSetEnabled";
    calls[count++] = "cuGraphLaunch";
    if (e->p->pinned.bytes > 0) /* also where a last node writes the word, after a launch that failed */
        calls[count++] = "cuStreamWriteValue32";
    calls[count++] = "cuStreamQuery";
    calls[count++] = "cuEventRecord"; /* to sleep: VG_WAIT_BLOCK; and with several replays in flight */
    calls[count++] = "cuEventSynchronize";
    if (e->queued)
        calls[count++] = "cuEventQuery";
    return count;
}

/* ---- set_timeout and abandon ---- */

/* "p->rt", or that of the lane or slot with this number. */
static const char *runtime_of(const emit *e, const char *number)
{
    return e->apart ? arena_printf(e->memory, "p->%s[%s].rt", e->queued ? "slot" : "lane", number) : "p->rt";
}

static const char *count_of_all(const emit *e)
{
    if (!e->queued)
        return arena_printf(e->memory, "%s_LANES", e->prefix);
    return e->lanes ? arena_printf(e->memory, "%s_LANES * %s_IN_FLIGHT", e->prefix, e->prefix)
                    : arena_printf(e->memory, "%s_IN_FLIGHT", e->prefix);
}

static void set_timeout(FILE *file, const emit *e)
{
    fprintf(file, "\nvg_status %s_set_timeout(%s *p, uint64_t timeout_ns)\n{\n", e->program, e->program);
    if (!e->apart) {
        fputs("    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);\n}\n", file);
        return;
    }
    fprintf(file,
            "    vg_status status = VG_OK;\n    unsigned i;\n\n"
            "    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n"
            "    for (i = 0; (i < %s) && (status == VG_OK); i++) {\n"
            "        if ((i == 0u) || (vg_is_held(&%s) != 0)) { /* an open that was given up has not come to all */\n"
            "            status = vg_set_timeout(&%s, timeout_ns);\n        }\n    }\n    return status;\n}\n",
            count_of_all(e), runtime_of(e, "i"), runtime_of(e, "i"));
}

static void abandon_all(FILE *file, const emit *e)
{
    const char *indent = e->apart ? "        " : "    ";

    if (e->apart)
        fprintf(file, "    for (i = %s; i > 0u; i--) {\n", count_of_all(e));
    if (emit_has_mailbox(e))
        fprintf(file, "%svg_mail_abandon(&%s, &%smail, &result);\n", indent, runtime_of(e, "i - 1u"),
                e->lanes ? "p->lane[i - 1u]." : "p->");
    fprintf(file, "%svg_abandon(&%s, &result);\n", indent, runtime_of(e, "i - 1u"));
    if (e->apart)
        fputs("    }\n", file);
}

static void abandon(FILE *file, const emit *e)
{
    fprintf(file, "\nvg_status %s_abandon(%s *p)\n{\n    vg_abandoned result;\n%s\n", e->program, e->program,
            e->apart ? "    unsigned i;\n" : "");
    fputs("    if (p == NULL) {\n        return VG_ARGUMENT;\n    }\n"
          "    (void)memset(&result, 0, sizeof result);\n",
          file);
    abandon_all(file, e);
    fprintf(file, "    return vg_tell_abandoned(&%s, &result);\n}\n", runtime_of(e, "0"));
}

void emit_bounded(FILE *file, const emit *e)
{
    set_timeout(file, e);
    abandon(file, e);
}
