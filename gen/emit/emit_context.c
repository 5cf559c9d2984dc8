/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "emit/parts.h"

bool emit_is_setup(const plan_graph *g)
{
    return g->kind == GRAPH_SETUP;
}

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

emit *emit_context_new(const emit_input *in)
{
    emit *e = ARENA_NEW(in->memory, emit);

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
    return e;
}
