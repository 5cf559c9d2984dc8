/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: what stands between what the application sets and what a replay does: first values, and the commit before
 * each launch. */
#include <string.h>

#include "emit/parts.h"

static bool has_pinned_content(const emit *e)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_starts_pinned(e, i))
            return true;
    return false;
}

static bool has_uploaded_settings(const emit *e)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING && emit_is_uploaded(e, i))
            return true;
    return false;
}

static bool has_any_requests(const model *m)
{
    return emit_has_requests(m, PLAN_UPLOAD) || emit_has_requests(m, PLAN_DOWNLOAD);
}

bool emit_has_reset(const emit *e)
{
    return emit_has_settings(e->m) || e->m->switch_count > 0 || has_any_requests(e->m) || has_pinned_content(e) ||
           e->m->api_call;
}

bool emit_has_commit(const emit *e)
{
    return has_uploaded_settings(e) || e->any_patched || e->any_toggled;
}

static bool is_on_request(const emit_node *n)
{
    return n->on_request;
}

/* Outside of loops and choices, which have all that is in them. */
static bool is_counted_part(const emit *e, const emit_node *n)
{
    return n->depth == 0 && emit_is_counted(e, n);
}

static bool has_counted_parts(const emit *e, const emit_node *n)
{
    for (size_t i = 0; n->parts != NULL && i < n->parts->plan->node_count; i++)
        if (is_counted_part(e, &n->parts->nodes[i]))
            return true;
    return false;
}

bool emit_has_launched(const emit *e)
{
    for (size_t g = 0; g < e->p->graph_count; g++)
        for (size_t i = 0; i < e->graphs[g].plan->node_count; i++)
            if (emit_is_counted(e, &e->graphs[g].nodes[i]) || has_counted_parts(e, &e->graphs[g].nodes[i]))
                return true;
    return false;
}

/* ---- first values ---- */

static void first_settings(FILE *file, const emit *e)
{
    fputs("/* Gives every setting the value of the spec. */\n", file);
    fprintf(file, "static void %s(struct %s_settings *setting)\n{\n", emit_private(e, "first_settings"), e->program);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            emit_assign(file, e->memory, "    ",
                        arena_printf(e->memory, "setting->%s", emit_member(e->memory, b->name)), b->type, b->pattern);
    }
    fputs("}\n\n", file);
}

/* What is in pinned memory before the application writes there is what the device holds. */
static void pinned_content(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];

    if (b->content == CONTENT_BYTES)
        fprintf(file, "    (void)memcpy(&p->rt.pinned[%s], %s_constant_%s, %s);\n",
                emit_pinned_at(e, buffer, PLAN_UPLOAD), e->program, b->name, emit_bytes(e, buffer));
    else
        fprintf(file,
                "    for (at = 0; at < %s; at += sizeof %s_constant_%s) {\n"
                "        (void)memcpy(&p->rt.pinned[%s + at], %s_constant_%s, sizeof %s_constant_%s);\n    }\n",
                emit_bytes(e, buffer), e->program, b->name, emit_pinned_at(e, buffer, PLAN_UPLOAD), e->program, b->name,
                e->program, b->name);
}

static bool repeats_pinned(const emit *e)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_starts_pinned(e, i) && e->m->buffers[i].content == CONTENT_PATTERN)
            return true;
    return false;
}

static void reset_settings(FILE *file, const emit *e)
{
    fputs("/* Gives what the application may set the values that it has after open; pinned memory is zero before. */\n",
          file);
    fprintf(file, "static void %s(void *self)\n{\n    %s *p = (%s *)self;\n", emit_private(e, "reset_settings"),
            e->self, e->self);
    if (repeats_pinned(e))
        fputs("    size_t at;\n", file);
    fputc('\n', file);
    if (emit_has_settings(e->m))
        fprintf(file, "    %s(&p->setting);\n", emit_private(e, "first_settings"));
    for (size_t i = 0; i < e->m->switch_count; i++)
        fprintf(file, "    p->on.%s = %du;\n", emit_member(e->memory, e->m->switches[i].name),
                e->m->switches[i].on ? 1 : 0);
    if (emit_has_requests(e->m, PLAN_UPLOAD))
        fputs("    (void)memset(&p->changed, 0, sizeof p->changed);\n", file);
    if (emit_has_requests(e->m, PLAN_DOWNLOAD))
        fputs("    (void)memset(&p->wanted, 0, sizeof p->wanted);\n", file);
    emit_forget(file, e, "    ", "p");
    if (e->m->api_call)
        fputs("    (void)memset(&p->started, 0, sizeof p->started);\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (emit_starts_pinned(e, i))
            pinned_content(file, e, i);
    fputs("}\n\n", file);
}

/* ---- commit ---- */

static const char *request_flag(const emit *e, const plan_run *run)
{
    return arena_printf(e->memory, "p->%s.%s", run->direction == PLAN_UPLOAD ? "changed" : "wanted",
                        emit_member(e->memory, e->m->buffers[run->members[0]].name));
}

/* A condition and one more term: each has parentheses as soon as there are two. */
static const char *with_term(const emit *e, const char *text, const char *between, const char *term)
{
    if (text == NULL)
        return term;
    return arena_printf(e->memory, text[0] == '(' ? "%s %s (%s)" : "(%s) %s (%s)", text, between, term);
}

/* "(p->current.x == 0u) || (p->current.gain == 0u)" */
static const char *changed_text(const emit *e, const plan_run *run)
{
    const char *text = NULL;

    for (size_t i = 0; i < run->member_count; i++)
        text = with_term(e, text, "||",
                         arena_printf(e->memory, "p->current.%s == 0u",
                                      emit_member(e->memory, e->m->buffers[run->members[i]].name)));
    return text;
}

/* "(p->on.NAME != 0u) && ((int64_t)p->setting.n > 0)" */
static const char *enabled_text(const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    const char *text = NULL;

    if (described->on_request)
        text = arena_printf(e->memory, "%s != 0u", request_flag(e, described->run));
    if (described->if_changed)
        text = changed_text(e, described->run);
    if (described->switched)
        text = arena_printf(e->memory, "p->on.%s %s 0u", emit_member(e->memory, e->m->switches[n->switched].name),
                            n->unless ? "==" : "!=");
    for (size_t i = 0; i < 3; i++)
        if (n->grid_varies[i] != NULL && n->grid_varies[i]->low < 1)
            text = with_term(e, text, "&&",
                             arena_printf(e->memory, "%s > 0",
                                          emit_expr(e, n->grid_varies[i]->root, n->block[i],
                                                    emit_tuned_block(e, described, i), "p->setting.")));
    return text;
}

static void patch(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const char *indent = "        ", *launch = arena_printf(e->memory, "scratch.launch_%s", n->kernel->name);

    fputs("    if ((vg_commits_to_exec(&p->rt) == 0)", file);
    for (size_t i = 0; i < n->setting_count; i++) {
        const char *name = emit_member(e->memory, e->m->buffers[n->settings[i]].name);
        fprintf(file, " ||\n        (memcmp(&p->setting.%s, &p->committed[%s].%s, sizeof p->setting.%s) != 0)", name,
                g->ordinal, name, name);
    }
    for (size_t i = 0; i < n->switch_count; i++) {
        const char *name = emit_member(e->memory, e->m->switches[n->switches[i]].name);
        fprintf(file, " ||\n        (p->on.%s != p->committed_on[%s].%s)", name, g->ordinal, name);
    }
    fprintf(file, " ||\n        (p->halfway[%s] != 0u)", g->ordinal);
    fputs(") {\n", file);
    emit_wrapped(file, indent, "            ", emit_describe_call(e, g, n, false, launch));
    fputc('\n', file);
    fprintf(file, "%sstatus = vg_node_patch(&p->rt, %s, %s, &%s.kernel);\n", indent, g->ordinal, n->ordinal,
            launch);
    emit_return_failure(file, indent);
    if (n->setter != MODEL_NONE) {
        fprintf(file, "%sstatus = vg_graph_changed(&p->rt, %s);\n", indent, g->ordinal);
        emit_return_failure(file, indent);
    }
    fputs("    }\n", file);
}

static void toggle(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    emit_wrapped(file, "    ", "        ", arena_printf(e->memory, "enabled = (%s) ? 1u : 0u;", enabled_text(e, n)));
    if (n->plan->kind == PLAN_CAPTURE)
        fprintf(file, "\n    status = vg_capture_enable(&p->rt, %s, enabled);\n", emit_capture_address(e, n));
    else
        fprintf(file, "\n    status = vg_node_enable(&p->rt, %s, %s, enabled);\n", g->ordinal, n->ordinal);
    emit_return_failure(file, "    ");
}

/* The nodes of a graph that a commit looks at. */
typedef struct {
    const emit_node **nodes;
    size_t count;
} node_set;

static node_set changing_nodes(const emit *e, const emit_graph *g)
{
    node_set set = {ARENA_ARRAY(e->memory, const emit_node *, g->plan->node_count + 1), 0};

    for (size_t i = 0; i < g->plan->node_count; i++)
        if (g->nodes[i].patched || g->nodes[i].toggled)
            set.nodes[set.count++] = &g->nodes[i];
    return set;
}

static bool any_toggled(node_set set, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (set.nodes[i]->toggled)
            return true;
    return false;
}

static bool any_patched(node_set set, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (set.nodes[i]->patched)
            return true;
    return false;
}

static const char *graph_name(const emit *e, const emit_graph *g)
{
    return emit_private(e, arena_printf(e->memory, "commit_%s", g->plan->name));
}

static const char *part_name(const emit *e, const emit_graph *g, size_t part)
{
    return emit_private(e, arena_printf(e->memory, "change_%s_%zu", g->plan->name, part));
}

/* What the graph's exec now follows. */
static void end_commit(FILE *file, const emit *e, const emit_graph *g)
{
    if (g->patched && emit_has_values(e))
        fprintf(file, "    if (vg_commits_to_exec(&p->rt) != 0) {\n        p->committed[%s] = p->setting;\n    }\n",
                g->ordinal);
    if (g->patched && e->any_followed)
        fprintf(file, "    if (vg_commits_to_exec(&p->rt) != 0) {\n        p->committed_on[%s] = p->on;\n    }\n",
                g->ordinal);
    fputs("    return VG_OK;\n}\n\n", file);
}

/* Those of the set from first to last; `all`: they are the whole set. */
static void commit_nodes(FILE *file, const emit *e, const emit_graph *g, node_set set, size_t first, size_t last,
                         bool all)
{
    if (any_patched(set, first, last))
        emit_scratch_variable(file, e);
    fputs("    vg_status status;\n", file);
    if (any_toggled(set, first, last))
        fputs("    unsigned char enabled;\n", file);
    if (all && emit_has_bound(e, g)) {
        fputc('\n', file);
        emit_check_bound(file, e, g);
    }
    for (size_t i = first; i < last; i++) {
        const emit_node *n = set.nodes[i];
        fputc('\n', file);
        emit_wrapped(file, "    /* ", "     * ",
                     arena_printf(e->memory, "Node %lu, %s: %s. */", (unsigned long)n->number, n->name, n->title));
        fputc('\n', file);
        if (n->patched)
            patch(file, e, g, n);
        if (n->toggled)
            toggle(file, e, g, n);
    }
    fputc('\n', file);
}

static void commit_graph(FILE *file, const emit *e, const emit_graph *g)
{
    node_set set = changing_nodes(e, g);
    size_t parts = (set.count + EMIT_NODES_PER_FUNCTION - 1) / EMIT_NODES_PER_FUNCTION;

    for (size_t i = 0; parts > 1 && i < parts; i++) {
        size_t first = i * EMIT_NODES_PER_FUNCTION;
        size_t last = i + 1 < parts ? first + EMIT_NODES_PER_FUNCTION : set.count;
        fprintf(file, "static vg_status %s(%s *p)\n{\n", part_name(e, g, i), e->self);
        commit_nodes(file, e, g, set, first, last, false);
        fputs("    return VG_OK;\n}\n\n", file);
    }
    if (parts == 0)
        return;
    emit_uses_table(file, e, g);
    fprintf(file, "static vg_status %s(%s *p)\n{\n", graph_name(e, g), e->self);
    if (parts == 1) {
        commit_nodes(file, e, g, set, 0, set.count, true);
    } else {
        fputs("    vg_status status;\n\n", file);
        emit_check_bound(file, e, g);
        for (size_t i = 0; i < parts; i++) {
            fprintf(file, "    status = %s(p);\n", part_name(e, g, i));
            emit_return_failure(file, "    ");
        }
    }
    end_commit(file, e, g);
}

/* A commit that fails may have given some nodes their new parameters, so that the next one must give all of them. */
static void commit_case(FILE *file, const emit *e, const emit_graph *g)
{
    if (!g->patched) {
        fprintf(file, "    case %s:\n        return %s(p);\n", g->ordinal, graph_name(e, g));
        return;
    }
    fprintf(file, "    case %s:\n        status = %s(p);\n        if (vg_commits_to_exec(&p->rt) != 0) {\n", g->ordinal,
            graph_name(e, g));
    fprintf(file, "            p->halfway[%s] = (status != VG_OK) ? 1u : 0u;\n        }\n        return status;\n",
            g->ordinal);
}

static void commit(FILE *file, const emit *e)
{
    bool chooses = false;

    for (size_t g = 0; g < e->p->graph_count; g++)
        chooses = chooses || changing_nodes(e, &e->graphs[g]).count > 0;
    fputs("/* Before each launch: hands to the replay what was set. */\n", file);
    fprintf(file, "static vg_status %s(void *self, unsigned graph)\n{\n    %s *p = (%s *)self;\n%s\n",
            emit_private(e, "commit"), e->self, e->self, e->any_patched ? "    vg_status status;\n" : "");
    emit_take_settings(file, e);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        if (b->role != ROLE_SETTING || !emit_is_uploaded(e, i))
            continue;
        if (emit_has_current(e, i))
            fprintf(file,
                    "    if (vg_take(&p->rt.%s[%s], &p->setting.%s, sizeof p->setting.%s) != 0) {\n"
                    "        p->current.%s = 0u;\n    }\n",
                    emit_pinned_base(e, i), emit_pinned_at(e, i, PLAN_UPLOAD), name, name, name);
        else
            fprintf(file, "    (void)memcpy(&p->rt.%s[%s], &p->setting.%s, sizeof p->setting.%s);\n",
                    emit_pinned_base(e, i), emit_pinned_at(e, i, PLAN_UPLOAD), name, name);
    }
    if (!chooses) {
        fputs("    (void)graph;\n    return VG_OK;\n}\n\n", file);
        return;
    }
    fputs("    switch (graph) {\n", file);
    for (size_t g = 0; g < e->p->graph_count; g++)
        if (changing_nodes(e, &e->graphs[g]).count > 0)
            commit_case(file, e, &e->graphs[g]);
    fputs("    default:\n        return VG_OK;\n    }\n}\n\n", file);
}

/* Only with CUDA: enabling nodes and giving them parameters are calls of the driver. */
void emit_commits(FILE *file, const emit *e)
{
    for (size_t g = 0; g < e->p->graph_count; g++)
        commit_graph(file, e, &e->graphs[g]);
    if (emit_has_commit(e))
        commit(file, e);
}

/* ---- after a launch ---- */

/* Every upload of the graph is left out; where kernels read some input in pinned memory, that is never so. */
static void resident_case(FILE *file, const emit *e, const emit_graph *g)
{
    const char *text = NULL;

    for (size_t i = 0; i < e->p->run_count; i++)
        if (e->p->runs[i].graph == g->index && e->p->runs[i].direction == PLAN_UPLOAD &&
            e->p->runs[i].transport == TRANSPORT_DIRECT)
            return;
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        if (n->run == NULL || n->run->direction != PLAN_UPLOAD)
            continue;
        if (!n->if_changed)
            return;
        text = with_term(e, text, "&&", arena_printf(e->memory, "p->disabled[%s] != 0u", n->ordinal));
    }
    if (text == NULL)
        return;
    emit_wrapped(file, "        ", "            ", arena_printf(e->memory, "if (%s) {", text));
    fprintf(file, "\n            p->graph[%s].counted.resident_hits++;\n        }\n", g->ordinal);
}

/* Of a fused launch, those parts that a switch may have left out. */
static void launched_parts(FILE *file, const emit *e, const emit_graph *g, const emit_node *fused)
{
    for (size_t i = 0; fused->parts != NULL && i < fused->parts->plan->node_count; i++) {
        const emit_node *n = &fused->parts->nodes[i];
        if (!is_counted_part(e, n))
            continue;
        fprintf(file, "        if (%s) {\n", enabled_text(e, n));
        emit_count_node(file, e, g, n);
        fputs("        }\n", file);
    }
}

static void launched_case(FILE *file, const emit *e, const emit_graph *g)
{
    bool any = false;

    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        if (!emit_is_counted(e, n) && !has_counted_parts(e, n))
            continue;
        if (!any)
            fprintf(file, "    case %s:\n", g->ordinal);
        any = true;
        launched_parts(file, e, g, n);
        if (n->parts != NULL)
            continue;
        if (n->on_request)
            fprintf(file, "        if (%s != 0u) {\n            %s = 0u;\n", request_flag(e, n->run),
                    request_flag(e, n->run));
        else
            fprintf(file, "        if (p->disabled[%s] == 0u) {\n", n->ordinal);
        emit_count_node(file, e, g, n);
        fputs("        }\n", file);
    }
    if (!any)
        return;
    resident_case(file, e, g);
    fputs("        break;\n", file);
}

static void launched(FILE *file, const emit *e)
{
    fprintf(file, "/* After each launch: %s. */\n",
            emit_any_node(e, is_on_request) ? "the requests that it carried out end" : "counts what it carries");
    fprintf(file, "static void %s(void *self, unsigned graph)\n{\n    %s *p = (%s *)self;\n\n",
            emit_private(e, "launched"), e->self, e->self);
    fputs("    switch (graph) {\n", file);
    for (size_t g = 0; g < e->p->graph_count; g++)
        launched_case(file, e, &e->graphs[g]);
    fputs("    default:\n        break;\n    }\n", file);
    emit_give_requests(file, e);
    fputs("}\n\n", file);
}

void emit_callbacks(FILE *file, const emit *e)
{
    if (emit_has_reset(e))
        reset_settings(file, e);
    if (emit_has_launched(e))
        launched(file, e);
}

void emit_first_settings(FILE *file, const emit *e)
{
    if (emit_has_settings(e->m))
        first_settings(file, e);
}
