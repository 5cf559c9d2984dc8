/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "emit/emit.h"

#include <locale.h>
#include <string.h>

#include "emit/emit_internal.h"

void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count)
{
    const tmpl_word common[] = {
        {"PROGRAM", e->program}, {"PREFIX", e->prefix}, {"VERSION", e->in->version}, {"SPEC", e->spec}};
    const tmpl *t = tmpl_find(name);
    tmpl_word *all = ARENA_ARRAY(e->memory, tmpl_word, word_count + 4);
    size_t count = 0;

    for (size_t i = 0; i < 4; i++)
        if (strstr(t->text, arena_printf(e->memory, "@%s@", common[i].word)) != NULL)
            all[count++] = common[i];
    for (size_t i = 0; i < word_count; i++)
        all[count++] = words[i];
    tmpl_write(file, t, all, count, slots, slot_count, e);
}

bool emit_is_setup(const plan_graph *g)
{
    return g->kind == GRAPH_SETUP;
}

const char *emit_address(const emit *e, const char *const *addresses, uint32_t buffer, uint64_t first)
{
    const char *address = addresses[buffer];

    return first == 0 ? address : arena_printf(e->memory, "%s + %lluu", address, (unsigned long long)first);
}

const char *emit_member_list(const emit *e, const plan_run *run)
{
    emit_names list = {e->memory, NULL, 0, 0};

    for (size_t i = 0; i < run->member_count; i++)
        emit_names_add(&list, e->m->buffers[run->members[i]].name);
    return list.text;
}

const char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count)
{
    emit_names list = {e->memory, NULL, 0, 0};

    if (count == 0)
        return "-";
    if (count == 1)
        return g->nodes[nodes[0]].name;
    for (size_t i = 0; i < count; i++)
        emit_names_add(&list, g->nodes[nodes[i]].name);
    return list.text;
}

/* ---- the context ---- */

const plan_graph *emit_graph_at(const emit *e, size_t graph)
{
    return graph < e->p->graph_count ? &e->p->graphs[graph] : &e->p->bodies[graph - e->p->graph_count];
}

static void name_graph(emit *e, size_t graph)
{
    const plan_graph *g = emit_graph_at(e, graph);
    const char *prefix = strcmp(g->name, "main") == 0
                             ? e->prefix
                             : arena_printf(e->memory, "%s_%s", e->prefix, emit_upper(e->memory, g->name));

    e->nodes[graph] = ARENA_ARRAY(e->memory, const char *, g->node_count + 1);
    for (size_t n = 0; n < g->node_count; n++)
        e->nodes[graph][n] = arena_printf(e->memory, "%s_NODE_%s", prefix, g->nodes[n].name);
    e->first_node[graph] = e->node_count;
    e->node_count += (uint32_t)g->node_count;
    e->order[e->order_count++] = graph;
}

static void name_graphs(emit *e)
{
    const plan *p = e->p;
    size_t count = p->graph_count + p->body_count + 1;

    e->nodes = ARENA_ARRAY(e->memory, const char **, count);
    e->graphs = ARENA_ARRAY(e->memory, const char *, count);
    e->first_node = ARENA_ARRAY(e->memory, uint32_t, count);
    e->order = ARENA_ARRAY(e->memory, size_t, count);
    for (size_t i = 0; i < p->graph_count; i++) {
        e->graphs[i] = arena_printf(e->memory, "%s_GRAPH_%s", e->prefix, p->graphs[i].name);
        e->replayed += emit_is_setup(&p->graphs[i]) ? 0 : 1;
        name_graph(e, i);
        for (size_t b = 0; b < p->body_count; b++) {
            if (p->bodies[b].graph != i)
                continue;
            e->graphs[p->graph_count + b] = e->graphs[i];
            name_graph(e, p->graph_count + b);
        }
    }
}

const char *emit_arena_index(const emit *e, size_t arena_index)
{
    if (e->p->arena_count <= 1)
        return "0";
    return arena_printf(e->memory, "%s_ARENA_%s", e->prefix, e->p->arenas[arena_index].shared ? "SHARED" : "LANE");
}

const char *emit_arena_variable(const emit *e, size_t arena_index)
{
    return e->p->arenas[arena_index].shared ? "shared" : "device";
}

/* Where kernels and copies reach it. */
static void name_place(emit *e, uint32_t buffer)
{
    const char *name = e->m->buffers[buffer].name;
    uint32_t index = e->p->places[buffer].arena;

    if (emit_is_direct(e, buffer)) {
        const char *way = emit_direct_direction(e, buffer) == PLAN_UPLOAD ? "UP" : "DOWN";
        e->far[buffer] = arena_printf(e->memory, "p->rt.pinned_device + %s_%s_%s", e->prefix, way, name);
        e->near[buffer] = arena_printf(e->memory, "pinned + %s_%s_%s", e->prefix, way, name);
        return;
    }
    if (!e->p->separate)
        e->arenas[buffer] = emit_arena_index(e, index);
    else
        e->arenas[buffer] =
            emit_has_place(&e->m->buffers[buffer]) ? arena_printf(e->memory, "%s_ARENA_%s", e->prefix, name) : "0";
    e->far[buffer] = arena_printf(e->memory, "p->device[%s] + %s_AT_%s", e->arenas[buffer], e->prefix, name);
    e->near[buffer] = e->p->separate
                          ? e->far[buffer]
                          : arena_printf(e->memory, "%s + %s_AT_%s", emit_arena_variable(e, index), e->prefix, name);
}

static void name_buffers(emit *e)
{
    const model *m = e->m;

    e->arenas = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->far = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->near = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->app_data = ARENA_ARRAY(e->memory, uint32_t, m->buffer_count + 1);
    e->conditions = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        name_place(e, i);
        if ((int)strlen(b->name) > e->name_width)
            e->name_width = (int)strlen(b->name);
        if (b->content == CONTENT_APP)
            e->app_data[e->app_count++] = i;
        if (b->role == ROLE_CONDITION) {
            e->conditions[i] = arena_printf(e->memory, "%s_CONDITION_%s", e->prefix, b->name);
            e->condition_count++;
        }
    }
}

static void fill_context(emit *e, const emit_input *in)
{
    e->in = in;
    e->memory = in->memory;
    e->m = in->m;
    e->i = in->i;
    e->p = in->p;
    e->program = in->m->program;
    e->prefix = emit_upper(in->memory, in->m->program);
    e->spec = emit_prose(in->memory, in->m->spec_name);
    e->lanes = in->m->lanes > 1;
    e->self = e->lanes ? arena_printf(in->memory, "struct %s_lane", e->program) : e->program;
    e->own = e->lanes ? "own" : "p";
    name_graphs(e);
    name_buffers(e);
    emit_find_taken(e);
    emit_find_bundles(e);
}

/* ---- the files ---- */

static void write_kernels_header(FILE *file, const emit *e)
{
    fputs(e->i->kernels_header, file);
}

typedef struct {
    const char *suffix;
    unsigned extra; /* of emit_extra; 0: always made */
    void (*write)(FILE *file, const emit *e);
} output;

static const output outputs[] = {
    {".h", 0, emit_header},
    {".c", 0, emit_source},
    {"_image.c", 0, emit_image},
    {"_kernels.h", 0, write_kernels_header},
    {"_main.c", EMIT_MAIN, emit_main},
    {"_selftest.c", EMIT_SELFTEST, emit_selftest},
    {"_sim.cpp", EMIT_SIM, emit_sim},
    {".dot", EMIT_DOT, dot_write},
    {".map", EMIT_MAP, map_write},
    {"_arena.svg", EMIT_SVG, memory_picture_write},
    {"_graph.svg", EMIT_SVG, graph_picture_write},
    {".json", EMIT_JSON, manifest_write}, /* the last, for it has the hashes of the others */
};

#define OUTPUT_COUNT (sizeof outputs / sizeof *outputs)
#define DEPFILE_SUFFIX ".d" /* the last, for it names the others */

static bool is_made(const output *o, unsigned extras)
{
    return o->extra == 0 || (extras & o->extra) != 0;
}

static FILE *new_file(const emit *e, out *o, const char *suffix)
{
    return out_file(o, arena_printf(e->memory, "%s%s", e->program, suffix));
}

static void emit_all(emit *e, out *o, unsigned extras)
{
    size_t output_count;

    e->files = o;
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            outputs[i].write(new_file(e, o, outputs[i].suffix), e);
    if ((extras & EMIT_DEPFILE) != 0) {
        const char *const *names = out_names(o, &output_count);
        /* The list may move when the depfile joins it. */
        const char **copy = ARENA_ARRAY(e->memory, const char *, output_count);
        memcpy(copy, names, output_count * sizeof *copy);
        emit_depfile(new_file(e, o, DEPFILE_SUFFIX), e, copy, output_count);
    }
}

static void list_one(FILE *stream, const model *m, const char *folder, const char *suffix)
{
    size_t length = strlen(folder);

    if (length > 0 && strcmp(folder, ".") != 0)
        fprintf(stream, "%s%s", folder, folder[length - 1] == '/' ? "" : "/");
    fprintf(stream, "%s%s\n", m->program, suffix);
}

void emit_list(FILE *stream, const model *m, const char *folder, unsigned extras)
{
    for (size_t i = 0; i < OUTPUT_COUNT; i++)
        if (is_made(&outputs[i], extras))
            list_one(stream, m, folder, outputs[i].suffix);
    if ((extras & EMIT_DEPFILE) != 0)
        list_one(stream, m, folder, DEPFILE_SUFFIX);
}

void emit_files(const emit_input *in, out *o, unsigned extras)
{
    /* Numbers are written with a point in every locale. */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    emit *e = ARENA_NEW(in->memory, emit);

    fill_context(e, in);
    emit_all(e, o, extras);
    uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
}
