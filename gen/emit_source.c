/* SPDX-License-Identifier: MIT */
/* NAME.c, its second half: kernels, build functions, tables for the runtime, functions for the application. */
#include <string.h>

#include "emit_internal.h"

/* ---- kernels ---- */

static void fill_kernels(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->m->kernel_count == 0) {
        fputs("/* The program launches none. */\n", file);
        return;
    }
    fputs("/* Bytes of each kernel's parameters; open compares them with the image. */\n", file);
    for (size_t i = 0; i < e->m->kernel_count; i++) {
        const model_kernel *k = &e->m->kernels[i];
        if (k->param_count == 0)
            continue;
        fprintf(file, "%sstatic const uint32_t %s_params_%s[] = {\n", i > 0 ? "\n" : "", e->program, k->name);
        for (size_t j = 0; j < k->param_count; j++) {
            const model_param *param = &k->params[j];
            bool pointer = param->access != ACCESS_VALUE;
            fprintf(file, "    %luu, /* %s: %s %s%s */\n", pointer ? 8ul : (unsigned long)param->type->size,
                    param->name, model_access_name(param->access), param->type->name, pointer ? "*" : "");
        }
        fputs("};\n", file);
    }
}

typedef struct {
    uint32_t shared;  /* most dynamic shared memory of any node */
    uint32_t threads; /* most threads of a block of any node */
} kernel_use;

static kernel_use *uses_of_kernels(const emit *e)
{
    kernel_use *uses = ARENA_ARRAY(e->memory, kernel_use, e->m->kernel_count + 1);

    for (size_t g = 0; g < e->p->graph_count; g++) {
        for (size_t i = 0; i < e->p->graphs[g].node_count; i++) {
            const plan_node *n = &e->p->graphs[g].nodes[i];
            uint32_t threads = n->block[0] * n->block[1] * n->block[2];
            kernel_use *use = &uses[n->kernel];
            if (n->kind != PLAN_KERNEL)
                continue;
            if (n->shared_bytes > use->shared)
                use->shared = n->shared_bytes;
            if (threads > use->threads)
                use->threads = threads;
        }
    }
    return uses;
}

static void kernel_table(FILE *file, const emit *e)
{
    const kernel_use *uses = uses_of_kernels(e);

    if (e->m->kernel_count == 0)
        return;
    fputs("/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */\n", file);
    fprintf(file, "static const vg_kernel %s_kernels[] = {\n", e->program);
    for (size_t i = 0; i < e->m->kernel_count; i++) {
        const model_kernel *k = &e->m->kernels[i];
        fprintf(file, "    {\"%s\", \"%s\", %luu, %luu, %luu, %zuu, ", k->name, k->entry,
                (unsigned long)e->i->module_of[i], (unsigned long)uses[i].shared, (unsigned long)uses[i].threads,
                k->param_count);
        if (k->param_count == 0)
            fputs("NULL},\n", file);
        else
            fprintf(file, "%s_params_%s},\n", e->program, k->name);
    }
    fputs("};\n\n", file);
}

/* ---- graphs ---- */

static void build_part(FILE *file, const emit *e, const plan_graph *g, size_t part)
{
    size_t first = part * EMIT_NODES_PER_FUNCTION;
    size_t last = first + EMIT_NODES_PER_FUNCTION;

    if (last > g->node_count)
        last = g->node_count;
    fprintf(file, "static vg_status %s_build_%s_%zu(%s *p, CUgraph to)\n{\n", e->program, g->name, part, e->program);
    fputs("    CUgraphNode node;\n    CUresult result;\n    vg_status status;\n\n", file);
    for (size_t i = first; i < last; i++) {
        emit_node(file, e, g, (uint32_t)i);
        fputc('\n', file);
    }
    fputs("    return VG_OK;\n}\n\n", file);
}

static void build_graph(FILE *file, const emit *e, const plan_graph *g)
{
    size_t parts = (g->node_count + EMIT_NODES_PER_FUNCTION - 1) / EMIT_NODES_PER_FUNCTION;

    fprintf(file, "/* ---- graph \"%s\": nodes %zu, edges %zu, longest path %zu, widest level %zu ---- */\n\n", g->name,
            g->node_count, g->edge_count, g->depth, g->width);
    for (size_t i = 0; i < parts; i++)
        build_part(file, e, g, i);
    fprintf(file, "static vg_status %s_build_%s(void *self, void *graph)\n{\n", e->program, g->name);
    if (parts == 0) {
        fputs("    (void)self;\n    (void)graph;\n    return VG_OK;\n}\n\n", file);
        return;
    }
    fprintf(file, "    %s *p = (%s *)self;\n    CUgraph to = (CUgraph)graph;\n", e->program, e->program);
    if (parts == 1) {
        fprintf(file, "\n    return %s_build_%s_0(p, to);\n}\n\n", e->program, g->name);
        return;
    }
    fputs("    vg_status status;\n\n", file);
    for (size_t i = 0; i < parts; i++) {
        fprintf(file, "    status = %s_build_%s_%zu(p, to);\n", e->program, g->name, i);
        if (i + 1 < parts)
            fputs("    if (status != VG_OK)\n        return status;\n", file);
    }
    fputs("    return status;\n}\n\n", file);
}

static void fill_graphs(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->p->graph_count; i++)
        build_graph(file, e, &e->p->graphs[i]);
}

static void fill_no_graphs(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->p->graph_count; i++) {
        fprintf(file, "static vg_status %s_build_%s(void *self, void *graph)\n{\n", e->program, e->p->graphs[i].name);
        fputs("    (void)self;\n    (void)graph;\n    return VG_NO_CUDA;\n}\n\n", file);
    }
}

static void graph_line(FILE *file, const emit *e, size_t graph)
{
    const plan_graph *g = &e->p->graphs[graph];
    unsigned long count[2] = {0, 0};
    unsigned long long bytes[2] = {0, 0};

    for (size_t i = 0; i < g->node_count; i++) {
        if (g->nodes[i].kind == PLAN_TRANSFER) {
            const plan_run *run = &e->p->runs[g->nodes[i].run];
            count[run->direction]++;
            bytes[run->direction] += run->bytes;
        }
    }
    fprintf(file, "    {\"%s\", %luu, %zuu, %s_build_%s, %luu, %luu, %lluu, %lluu},\n", g->name,
            (unsigned long)e->first_node[graph], g->node_count, e->program, g->name, count[PLAN_UPLOAD],
            count[PLAN_DOWNLOAD], bytes[PLAN_UPLOAD], bytes[PLAN_DOWNLOAD]);
}

/* ---- settings ---- */

static void reset_settings(FILE *file, const emit *e)
{
    fputs("/* Gives the settings the values of the spec. */\n", file);
    fprintf(file, "static void %s_reset_settings(void *self)\n{\n    %s *p = (%s *)self;\n\n", e->program, e->program,
            e->program);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            emit_assign(file, e->memory, "    ",
                        arena_printf(e->memory, "p->setting.%s", emit_member(e->memory, b->name)), b->type, b->pattern);
    }
    fputs("}\n\n", file);
}

static void commit_settings(FILE *file, const emit *e)
{
    fputs("/* Hands what was set to the next upload. */\n", file);
    fprintf(file, "static void %s_commit_settings(void *self)\n{\n    %s *p = (%s *)self;\n\n", e->program, e->program,
            e->program);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_member(e->memory, b->name);
        if (b->role == ROLE_SETTING)
            fprintf(file, "    memcpy(p->rt.pinned + %s_UP_%s, &p->setting.%s, sizeof p->setting.%s);\n", e->prefix,
                    b->name, name, name);
    }
    fputs("}\n\n", file);
}

/* ---- tables ---- */

static void fill_tables(FILE *file, const void *context)
{
    const emit *e = context;

    if (emit_has_settings(e->m)) {
        reset_settings(file, e);
        commit_settings(file, e);
    }
    kernel_table(file, e);
    if (e->p->arena_count > 0) {
        fprintf(file, "/* Bytes of each device arena. */\nstatic const uint64_t %s_arena_bytes[] = {\n", e->program);
        for (size_t i = 0; i < e->p->arena_count; i++)
            fprintf(file, "    %lluu,\n", (unsigned long long)e->p->arenas[i].bytes);
        fputs("};\n\n", file);
    }
    if (e->node_count > 0) {
        fprintf(file, "/* What messages call each node. */\nstatic const char *const %s_titles[] = {\n", e->program);
        for (size_t g = 0; g < e->p->graph_count; g++)
            for (size_t i = 0; i < e->p->graphs[g].node_count; i++)
                fprintf(file, "    %s,\n", emit_string(e->memory, e->p->graphs[g].nodes[i].title));
        fputs("};\n\n", file);
    }
    fputs("/* Name, first node, nodes, build function, uploads and downloads in one replay, their bytes. */\n", file);
    fprintf(file, "static const vg_graph_desc %s_graphs[] = {\n", e->program);
    for (size_t i = 0; i < e->p->graph_count; i++)
        graph_line(file, e, i);
    fputs("};\n", file);
}

static size_t content_count(const model *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->buffer_count; i++)
        count += emit_has_content(&m->buffers[i]) ? 1 : 0;
    return count;
}

/* A table and its length in vg_desc, NULL and 0 where there is no table. */
static void desc_table(FILE *file, const emit *e, const char *table, size_t count, const char *what)
{
    if (count == 0)
        fprintf(file, "    NULL, 0u, /* %s */\n", what);
    else
        fprintf(file, "    %s_%s, %zuu, /* %s */\n", e->program, table, count, what);
}

static void fill_desc(FILE *file, const void *context)
{
    const emit *e = context;
    const plan *p = e->p;
    bool setup = p->graph_count > 0 && emit_is_setup(&p->graphs[p->graph_count - 1]);
    bool settings = emit_has_settings(e->m);

    fprintf(file, "    VG_ABI,\n    \"%s\",\n    %uu, /* oldest CUDA version */\n", e->program, e->m->min_cuda);
    desc_table(file, e, "arena_bytes", p->arena_count, "device arenas");
    fprintf(file, "    %s_PINNED_BYTES,\n", e->prefix);
    desc_table(file, e, "modules", e->i->module_count, "modules");
    desc_table(file, e, "kernels", e->m->kernel_count, "kernels");
    desc_table(file, e, "contents", content_count(e->m), "first contents");
    desc_table(file, e, "titles", e->node_count, "nodes of all graphs");
    desc_table(file, e, "graphs", p->graph_count, "graphs");
    fprintf(file, "    %uu, /* the last graph is setup: 1 for yes */\n", setup ? 1u : 0u);
    if (settings)
        fprintf(file, "    %s_reset_settings,\n    %s_commit_settings,\n", e->program, e->program);
    else
        fputs("    NULL, /* no settings */\n    NULL,\n", file);
}

static void length_assert(FILE *file, const emit *e, const char *member, size_t count)
{
    fprintf(file, "VG_STATIC_ASSERT(sizeof((%s *)0)->%s / sizeof((%s *)0)->%s[0] == %zuu, room_for_each_%s);\n",
            e->program, member, e->program, member, count > 0 ? count : 1, member);
}

static void fill_asserts(FILE *file, const void *context)
{
    const emit *e = context;

    length_assert(file, e, "device", e->p->arena_count);
    length_assert(file, e, "module", e->i->module_count);
    length_assert(file, e, "kernel", e->m->kernel_count);
    length_assert(file, e, "node", e->node_count);
    length_assert(file, e, "graph", e->p->graph_count);
    emit_layout_asserts(file, context);
}

/* ---- functions ---- */

static void take_app_data(FILE *file, const emit *e)
{
    if (e->app_count == 0) {
        fputs("    (void)data;\n", file);
        return;
    }
    fputs("    if (data == NULL)\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"data\", 0u, 0u);\n", file);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        const char *name = emit_member(e->memory, b->name);
        if (b->size > 0)
            fprintf(
                file,
                "    if (data->%s == NULL)\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"data->%s\", %lluu, 0u);\n",
                name, name, (unsigned long long)b->size);
    }
    for (size_t i = 0; i < e->app_count; i++)
        fprintf(file, "    p->data[%zu] = data->%s;\n", i, emit_member(e->memory, e->m->buffers[e->app_data[i]].name));
}

static void fill_open(FILE *file, const void *context)
{
    const emit *e = context;
    static const char *const arrays[][2] = {
        {"arenas", "device"}, {"modules", "module"}, {"kernels", "kernel"}, {"nodes", "node"}, {"graphs", "graph"}};

    fprintf(file, "vg_status %s_open(%s *p, const vg_config *config, const %s_data *data)\n{\n", e->program, e->program,
            e->program);
    fputs("    vg_storage storage;\n\n    if (p == NULL)\n        return VG_ARGUMENT;\n", file);
    take_app_data(file, e);
    fputs("    memset(&storage, 0, sizeof storage);\n    storage.self = p;\n", file);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        fprintf(file, "    storage.%s = p->%s;\n", arrays[i][0], arrays[i][1]);
    if (e->app_count > 0)
        fputs("    storage.app_data = p->data;\n", file);
    fprintf(file, "    return vg_open(&p->rt, &%s_desc, config, &storage);\n}\n", e->program);
}

static void accessor(FILE *file, const emit *e, uint32_t buffer, bool is_out)
{
    const model_buffer *b = &e->m->buffers[buffer];
    const char *constant = is_out ? "const " : "";

    fprintf(file, "%s%s_%s%s(%s%s *p)\n{\n", emit_type(e->memory, b->type, is_out, true), e->program, b->name,
            is_out && b->role == ROLE_INOUT ? "_out" : "", constant, e->program);
    fprintf(file, "    if (!%s_is_open(p))\n        return NULL;\n", e->program);
    if (is_out ? emit_is_downloaded(e, buffer) : emit_is_uploaded(e, buffer))
        fprintf(file, "    return (%s%s *)(%svoid *)(p->rt.pinned + %s_%s_%s);\n}\n\n", constant, b->type->host,
                constant, e->prefix, is_out ? "DOWN" : "UP", b->name);
    else
        fprintf(
            file,
            "    /* It has no bytes: any address that is not NULL will do. */\n    return (%s%s *)(%svoid *)p;\n}\n\n",
            constant, b->type->host, constant);
}

static void setting(FILE *file, const emit *e, const model_buffer *b)
{
    const char *name = emit_member(e->memory, b->name);

    fprintf(file, "vg_status %s_set_%s(%s *p, %s value)\n{\n", e->program, b->name, e->program, b->type->host);
    fputs("    if (p == NULL)\n        return VG_ARGUMENT;\n", file);
    fprintf(file, "    if (!%s_is_open(p))\n        return vg_refuse(&p->rt, VG_STATE, \"%s_set_%s\", 0u, 0u);\n",
            e->program, e->program, b->name);
    if (b->type->base == SCALAR_BOOL)
        fprintf(file, "    if (value > 1u)\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"%s_set_%s\", 1u, value);\n",
                e->program, b->name);
    fprintf(file, "    p->setting.%s = value;\n    return VG_OK;\n}\n\n", name);
    fprintf(file, "%s%s_%s(const %s *p)\n{\n", emit_type(e->memory, b->type, false, false), e->program, b->name,
            e->program);
    fprintf(file, "    return p == NULL ? (%s)0 : p->setting.%s;\n}\n\n", b->type->host, name);
}

static bool has_accessors(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++) {
        model_role role = m->buffers[i].role;
        if (role == ROLE_INPUT || role == ROLE_OUTPUT || role == ROLE_INOUT || role == ROLE_SETTING)
            return true;
    }
    return false;
}

static void fill_accessors(FILE *file, const void *context)
{
    const emit *e = context;

    if (has_accessors(e->m))
        fprintf(file,
                "static int %s_is_open(const %s *p)\n{\n"
                "    return p != NULL && (p->rt.state == VG_MARK_OPEN || p->rt.state == VG_MARK_LOST);\n}\n\n",
                e->program, e->program);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_INPUT || b->role == ROLE_INOUT)
            accessor(file, e, i, false);
        if (b->role == ROLE_OUTPUT || b->role == ROLE_INOUT)
            accessor(file, e, i, true);
        if (b->role == ROLE_SETTING)
            setting(file, e, b);
    }
}

void emit_source(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {
        {"layout", emit_layout}, {"asserts", fill_asserts},     {"kernels", fill_kernels}, {"contents", emit_contents},
        {"graphs", fill_graphs}, {"no_graphs", fill_no_graphs}, {"tables", fill_tables},   {"desc", fill_desc},
        {"open", fill_open},     {"accessors", fill_accessors},
    };

    emit_template(file, e, "source.c.in", NULL, 0, slots, sizeof slots / sizeof *slots);
}
