/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c, its second half: kernels, build functions, tables for the runtime, functions for the application. */
#include <string.h>

#include "emit/parts.h"
#include "plan/plan_mailbox.h"

/* ---- kernels ---- */

static const char *params_name(const emit *e, const model_kernel *k)
{
    return emit_private(e, arena_printf(e->memory, "params_%s", k->name));
}

static void params_table(FILE *file, const emit *e, const model_kernel *k)
{
    fprintf(file, "static const uint32_t %s[] = {\n", params_name(e, k));
    for (size_t i = 0; i < k->param_count; i++) {
        const model_param *param = &k->params[i];
        bool pointer = param->access != ACCESS_VALUE;
        fprintf(file, "    %luu, /* %s: %s%s%s%s */\n", pointer ? 8ul : (unsigned long)param->type->size, param->name,
                param->condition ? "" : model_access_name(param->access), param->condition ? "" : " ",
                param->condition ? "condition" : param->type->name, pointer ? "*" : "");
    }
    fputs("};\n\n", file);
}

static void fill_kernels(FILE *file, const void *context)
{
    const emit *e = context;
    bool any = false;

    for (size_t i = 0; i < e->p->kernel_count; i++) {
        if (e->p->kernels[i]->param_count == 0)
            continue;
        if (!any)
            fputs("/* ---- kernels ---- */\n\n"
                  "/* Bytes of each kernel's parameters; open compares them with the image. */\n",
                  file);
        any = true;
        params_table(file, e, e->p->kernels[i]);
    }
}

typedef struct {
    uint64_t shared;  /* most dynamic shared memory of any node */
    uint32_t threads; /* most threads of a block of any node */
} kernel_use;

static void add_uses(kernel_use *uses, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        kernel_use *use;

        if (n->kernel == NULL)
            continue;
        use = &uses[n->plan->kernel];
        if (n->most_shared > use->shared)
            use->shared = n->most_shared;
        if (n->threads > use->threads)
            use->threads = n->threads;
    }
}

static kernel_use *uses_of_kernels(const emit *e)
{
    kernel_use *uses = ARENA_ARRAY(e->memory, kernel_use, e->p->kernel_count + 1);

    for (size_t g = 0; g < e->order_count; g++)
        add_uses(uses, e->order[g]);
    for (size_t g = 0; g < e->part_count; g++)
        add_uses(uses, e->parts[g]);
    if (emit_has_mailbox(e)) {
        const plan_node *n = &e->p->mailbox->node;
        uses[n->kernel] = (kernel_use){n->shared_bytes, n->block[0]};
    }
    return uses;
}

static void kernel_table(FILE *file, const emit *e)
{
    const kernel_use *uses = uses_of_kernels(e);

    if (e->p->kernel_count == 0)
        return;
    fputs("/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */\n", file);
    fprintf(file, "static %svg_kernel %s[] = {\n", e->tuning ? "" : "const ", emit_private(e, "kernels"));
    for (size_t i = 0; i < e->p->kernel_count; i++) {
        const model_kernel *k = e->p->kernels[i];
        fprintf(file, "    {\"%s\", \"%s\", %luu, %luu, %luu, %zuu, ", k->name, e->i->symbols[i],
                (unsigned long)e->i->module_of[i], (unsigned long)uses[i].shared, (unsigned long)uses[i].threads,
                k->param_count);
        if (k->param_count == 0)
            fputs("NULL},\n", file);
        else
            fprintf(file, "%s},\n", params_name(e, k));
    }
    fputs("};\n\n", file);
}

/* ---- graphs ---- */

static const char *part_name(const emit *e, const emit_graph *g, size_t part)
{
    return emit_private(e, arena_printf(e->memory, "add_%s_%zu", g->plan->name, part));
}

static void build_part(FILE *file, const emit *e, const emit_graph *g, size_t part)
{
    size_t first = part * EMIT_NODES_PER_FUNCTION;
    size_t last = first + EMIT_NODES_PER_FUNCTION;

    if (last > g->plan->node_count)
        last = g->plan->node_count;
    fprintf(file, "static vg_status %s(%s *p, CUgraph to%s)\n{\n", part_name(e, g, part), e->self,
            emit_scratch_parameter(e));
    emit_node_variables(file, e, g, first, last, true);
    emit_nodes(file, e, g, first, last, true);
    fputs("    return VG_OK;\n}\n\n", file);
}

/* What the settings are when the graph is built; a twin is given theirs as they are then. */
static void begin_settings(FILE *file, const emit *e, const emit_graph *g)
{
    const char *rest = g->rebuilt ? "    " : "";

    if (!g->patched)
        return;
    if (g->rebuilt)
        fputs("    if (vg_commits_to_exec(&p->rt) != 0) {\n", file);
    if (emit_has_settings(e->m))
        fprintf(file, "%s    %s(&p->committed[%s]);\n", rest, emit_private(e, "first_settings"), g->ordinal);
    emit_unbind(file, e, arena_printf(e->memory, "%s    ", rest),
                arena_printf(e->memory, "p->committed[%s]", g->ordinal));
    for (size_t i = 0; e->any_followed && i < e->m->switch_count; i++)
        fprintf(file, "%s    p->committed_on[%s].%s = %du;\n", rest, g->ordinal,
                emit_member(e->memory, e->m->switches[i].name), e->m->switches[i].on ? 1 : 0);
    fprintf(file, "%s    p->halfway[%s] = 0u;\n", rest, g->ordinal);
    if (g->rebuilt)
        fputs("    }\n", file);
}

/* The variables of a build function, and how it begins. */
static void begin_build(FILE *file, const emit *e, const emit_graph *g, size_t parts)
{
    if (g->is_body)
        fprintf(file, "static vg_status %s(%s *p, CUgraph to%s)\n{\n", emit_build_name(e, g), e->self,
                emit_scratch_parameter(e));
    else
        fprintf(file,
                "static vg_status %s(void *self, void *graph)\n{\n    %s *p = (%s *)self;\n    CUgraph to = "
                "(CUgraph)graph;\n",
                emit_build_name(e, g), e->self, e->self);
    if (parts == 1)
        emit_node_variables(file, e, g, 0, g->plan->node_count, g->is_body);
    else if (!g->is_body && *emit_scratch_parameter(e) != '\0')
        emit_scratch_variable(file, e);
    if (parts > 1)
        fputs("    vg_status status;\n\n", file);
}

/* Nodes that fit into one function are added by the build function itself. */
static void end_build(FILE *file, const emit *e, const emit_graph *g, size_t parts)
{
    if (parts == 1) {
        emit_nodes(file, e, g, 0, g->plan->node_count, g->is_body);
        fputs("    return VG_OK;\n}\n\n", file);
        return;
    }
    for (size_t i = 0; i + 1 < parts; i++) {
        fprintf(file, "    status = %s(p, to%s);\n", part_name(e, g, i), emit_scratch_argument(e, g->is_body));
        emit_return_failure(file, "    ");
    }
    fprintf(file, "    return %s(p, to%s);\n}\n\n", part_name(e, g, parts - 1), emit_scratch_argument(e, g->is_body));
}

/* What stands before the nodes. */
static void prepare_build(FILE *file, const emit *e, const emit_graph *g)
{
    bool any = g->conditional || (!g->is_body && g->patched);

    if (g->fused != NULL)
        return;
    if (!g->is_body) {
        begin_settings(file, e, g);
        any = emit_traits(file, e, g) || any;
    }
    emit_handles(file, e, g);
    if (any)
        fputc('\n', file);
}

static void build_function(FILE *file, const emit *e, const emit_graph *g, size_t parts)
{
    if (parts == 0) {
        fprintf(file, "static vg_status %s(%s)\n{\n", emit_build_name(e, g),
                g->is_body ? arena_printf(e->memory, "%s *p, CUgraph to%s", e->self, emit_scratch_parameter(e))
                           : "void *self, void *graph");
        fprintf(file, "    (void)%s;\n    (void)%s;\n%s    return VG_OK;\n}\n\n", g->is_body ? "p" : "self",
                g->is_body ? "to" : "graph",
                g->is_body && *emit_scratch_parameter(e) != '\0' ? "    (void)scratch;\n" : "");
        return;
    }
    begin_build(file, e, g, parts);
    prepare_build(file, e, g);
    end_build(file, e, g, parts);
}

/* "body "main_solve_do" of solve in graph "main"" */
static const char *heading(const emit *e, const emit_graph *described)
{
    const plan_graph *g = described->plan;
    bool in_graph = g->holder == MODEL_NONE;
    const plan_graph *holder;

    if (described->fused != NULL)
        return arena_printf(e->memory, "parts of %s in graph \"%s\"", described->fused->name,
                            e->graphs[described->index].plan->name);
    if (!described->is_body)
        return arena_printf(e->memory, "graph \"%s\"", g->name);
    holder = in_graph ? &e->p->graphs[g->graph] : &e->p->bodies[g->holder];
    return arena_printf(e->memory, "body \"%s\" of %s in %s \"%s\"", g->name, holder->nodes[g->holder_node].name,
                        in_graph ? "graph" : "body", holder->name);
}

static void build_graph(FILE *file, const emit *e, const emit_graph *g)
{
    size_t parts = (g->plan->node_count + EMIT_NODES_PER_FUNCTION - 1) / EMIT_NODES_PER_FUNCTION;

    if (g->fused != NULL)
        fprintf(file,
                "/* ---- %s: %zu ---- */\n\n"
                "/* Step mode adds them to a graph of their own, with what was set last, and runs one after the other; "
                "so they have no\n * edges. */\n",
                heading(e, g), g->plan->node_count);
    else
        fprintf(file, "/* ---- %s: nodes %zu, edges %zu, longest path %zu, widest level %zu ---- */\n\n",
                heading(e, g), g->plan->node_count, g->plan->edge_count, g->plan->depth, g->plan->width);
    if (!g->is_body)
        emit_describes(file, e, g);
    for (size_t i = 0; parts > 1 && i < parts; i++)
        build_part(file, e, g, i);
    build_function(file, e, g, parts);
}

/* A body stands before what holds it. */
static void build_bodies(FILE *file, const emit *e, size_t graph)
{
    for (size_t i = e->p->body_count; i > 0; i--)
        if (e->p->bodies[i - 1].graph == graph)
            build_graph(file, e, &e->graphs[e->p->graph_count + i - 1]);
}

static void fill_first(FILE *file, const void *context)
{
    emit_external_table(file, context);
    emit_first_settings(file, context);
    emit_capture_tables(file, context);
    emit_mailbox_lines(file, context);
}

static void fill_graphs(FILE *file, const void *context)
{
    const emit *e = context;

    emit_expr_functions(file, e);
    emit_launches(file, e);
    emit_scratch_union(file, e);
    emit_control_functions(file, e);
    for (size_t i = 0; i < e->p->graph_count; i++) {
        build_bodies(file, e, i);
        build_graph(file, e, &e->graphs[i]);
    }
    for (size_t i = 0; i < e->part_count; i++)
        build_graph(file, e, e->parts[i]);
    emit_mailbox_launch(file, e);
    if (emit_has_commit(e)) {
        fputs("/* ---- what the application changes between replays ---- */\n\n", file);
        emit_commits(file, e);
    }
}

static void build_nothing(FILE *file, const emit *e, const emit_graph *g)
{
    fprintf(file, "static vg_status %s(void *self, void *graph)\n{\n", emit_build_name(e, g));
    fputs("    (void)self;\n    (void)graph;\n    return VG_NO_CUDA;\n}\n\n", file);
}

static void fill_no_graphs(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->p->graph_count; i++)
        build_nothing(file, e, &e->graphs[i]);
    for (size_t i = 0; i < e->part_count; i++)
        build_nothing(file, e, e->parts[i]);
    emit_mailbox_no_launch(file, e);
    if (emit_has_commit(e)) {
        fprintf(file, "static vg_status %s(void *self, unsigned graph)\n{\n", emit_private(e, "commit"));
        fputs("    (void)self;\n    (void)graph;\n    return VG_NO_CUDA;\n}\n\n", file);
    }
}

/* ---- tables ---- */

static bool shares_arenas(const emit *e)
{
    for (size_t i = 0; i < e->p->arena_count; i++)
        if (e->p->arenas[i].shared)
            return true;
    return false;
}

static void arena_tables(FILE *file, const emit *e)
{
    if (e->p->arena_count > 0) {
        fprintf(file, "/* Bytes of each device arena. */\nstatic const uint64_t %s[] = {\n",
                emit_private(e, "arena_bytes"));
        for (size_t i = 0; i < e->p->arena_count; i++)
            fprintf(file, "    %s,\n", emit_arena_bytes(e, i));
        fputs("};\n\n", file);
    }
    if (shares_arenas(e)) {
        fprintf(file, "/* Which of them all lanes share: 1 for yes. */\nstatic const unsigned char %s[] = {\n",
                emit_private(e, "arena_shared"));
        for (size_t i = 0; i < e->p->arena_count; i++)
            fprintf(file, "    %du,\n", e->p->arenas[i].shared ? 1 : 0);
        fputs("};\n\n", file);
    }
    if (e->m->pooled && e->p->arena_count > 0) {
        fprintf(file, "/* Which of them a pool may hold: 1 for yes. */\nstatic const unsigned char %s[] = {\n",
                emit_private(e, "arena_pooled"));
        for (size_t i = 0; i < e->p->arena_count; i++)
            fprintf(file, "    %du,\n", e->p->arenas[i].pooled ? 1 : 0);
        fputs("};\n\n", file);
    }
}

static void graph_titles(FILE *file, const emit *e, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++)
        for (size_t slot = 0; slot < g->nodes[i].slots; slot++)
            fprintf(file, "    %s,\n", emit_string(e->memory, emit_slot_title(e, &g->nodes[i], slot)));
}

static void graph_lines(FILE *file, const emit *e, const emit_graph *g)
{
    (void)e;
    for (size_t i = 0; i < g->plan->node_count; i++)
        for (size_t slot = 0; slot < g->nodes[i].slots; slot++)
            fprintf(file, "    %uu, /* %s */\n", g->nodes[i].line, g->nodes[i].name);
}

/* One entry for each node of C, then for each part of fused launches. */
static void node_table(FILE *file, const emit *e, void (*write)(FILE *file, const emit *e, const emit_graph *g))
{
    for (size_t g = 0; g < e->order_count; g++)
        write(file, e, e->order[g]);
    for (size_t i = 0; i < e->part_count; i++)
        write(file, e, e->parts[i]);
    fputs("};\n\n", file);
}

/* What a remark in the spec changes is left out of the stamp. */
static void node_tables(FILE *file, const emit *e)
{
    long first = ftell(file);

    emit_identity(file, e);
    fputs("/* The spec, and the line in it that asks for each node; 0: none does. */\n", file);
    fprintf(file, "static const char %s[] = %s;\n", emit_private(e, "spec"),
            emit_string(e->memory, e->m->spec_name));
    if (e->slot_count > 0) {
        fprintf(file, "static const uint32_t %s[] = {\n", emit_private(e, "lines"));
        node_table(file, e, graph_lines);
    }
    if (e->unstamped != NULL)
        *e->unstamped = (emit_unstamped){first, ftell(file)};
    if (e->slot_count > 0) {
        fprintf(file, "/* Title of each node in messages. */\nstatic const char *const %s[] = {\n",
                emit_private(e, "titles"));
        node_table(file, e, graph_titles);
    }
}

static void fill_tables(FILE *file, const void *context)
{
    const emit *e = context;

    emit_callbacks(file, e);
    emit_ended(file, e);
    emit_taken(file, e);
    kernel_table(file, e);
    arena_tables(file, e);
    node_tables(file, e);
    emit_fused_table(file, e);
    fputs("/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */\n", file);
    fprintf(file, "static const vg_graph_desc %s[] = {\n", emit_private(e, "graphs"));
    for (size_t i = 0; i < e->p->graph_count; i++)
        emit_graph_line(file, e, &e->graphs[i]);
    fputs("};\n", file);
    emit_mailbox_tables(file, e);
}

/* A table and its length in vg_desc, NULL and 0 where there is no table. */
static void desc_table(FILE *file, const char *table, size_t count, const char *what)
{
    if (count == 0)
        fprintf(file, "    NULL, 0u, /* %s */\n", what);
    else
        fprintf(file, "    %s, %zuu, /* %s */\n", table, count, what);
}

static void desc_one(FILE *file, const emit *e, const char *name, bool is_there, const char *what)
{
    fprintf(file, "    %s, /* %s */\n", is_there ? emit_private(e, name) : "NULL", what);
}

static void fill_desc(FILE *file, const void *context)
{
    const emit *e = context;
    const plan *p = e->p;
    const char *modules = arena_printf(e->memory, "%s_modules", e->program);

    fprintf(file, "    VG_ABI,\n    \"%s\",\n    %s_vg_identity,\n    &vg_runtime_here,\n", e->program, e->program);
    fprintf(file, "    %uu, /* oldest CUDA version */\n", e->m->min_cuda);
    desc_table(file, emit_private(e, "arena_bytes"), p->arena_count, "device arenas");
    fprintf(file, "    %s, /* bytes of pinned memory%s */\n", emit_pinned_size(e),
            e->queued  ? " of each replay in flight"
            : e->lanes ? " of each lane"
                       : "");
    desc_table(file, modules, e->i->module_count, "modules");
    desc_table(file, emit_private(e, "kernels"), e->p->kernel_count, "kernels");
    desc_table(file, emit_private(e, "contents"), emit_content_count(e), "first contents");
    desc_table(file, emit_private(e, "titles"), e->slot_count, "nodes of all graphs");
    desc_one(file, e, "lines", e->slot_count > 0, "their lines in the spec");
    desc_one(file, e, "spec", true, "where the spec is");
    desc_table(file, emit_private(e, "graphs"), p->graph_count, "graphs");
    fprintf(file, "    %uu, /* the last graph is setup: 1 for yes */\n", e->replayed < p->graph_count ? 1u : 0u);
    desc_one(file, e, "arena_shared", shares_arenas(e), "device arenas that the lanes share");
    desc_one(file, e, "reset_settings", emit_has_reset(e), "first values of settings, switches and the like");
    desc_one(file, e, "commit", emit_has_commit(e), "before each launch");
    desc_one(file, e, "launched", emit_has_launched(e), "after each launch");
}

static void length_assert(FILE *file, const emit *e, const char *type, const char *member, size_t count)
{
    if (count > 0)
        emit_assert(file, e, "VG_ROOM(%s, %s) == %zuu, %s_has_room", type, member, count, member);
}

static void fill_asserts(FILE *file, const void *context)
{
    const emit *e = context;

    length_assert(file, e, e->self, "device", e->p->arena_count);
    length_assert(file, e, e->program, "module", e->i->module_count);
    length_assert(file, e, e->program, "kernel", e->p->kernel_count);
    length_assert(file, e, e->self, "node", e->slot_count);
    length_assert(file, e, e->self, "graph", e->p->graph_count);
    length_assert(file, e, e->self, "condition", e->condition_count);
    length_assert(file, e, e->self, "blocks", emit_any_resident(e) ? e->slot_count : 0);
    length_assert(file, e, e->program, "data", e->app_count);
    length_assert(file, e, e->self, "bound", emit_external_count(e->m));
    emit_layout_asserts(file, e);
    emit_keep_layout(file, e);
}

void emit_source(FILE *file, const emit *e)
{
    const tmpl_word words[] = {{"DESC", emit_private(e, "desc")}};
    const tmpl_slot slots[] = {
        {"demands", emit_demands},   {"layout", emit_layout}, {"asserts", fill_asserts}, {"kernels", fill_kernels},
        {"contents", emit_contents}, {"first", fill_first},   {"graphs", fill_graphs},   {"no_graphs", fill_no_graphs},
        {"tables", fill_tables},     {"desc", fill_desc},     {"open", emit_open},       {"functions", emit_functions},
    };

    emit_template(file, e, "source.c.in", words, 1, slots, sizeof slots / sizeof *slots);
}
