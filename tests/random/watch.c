/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Tells the CPU device what each node of a plan may touch, as NAME_sim.cpp does for emitted programs. */
#include <stdlib.h>

#include "device.h"
#include "vgsim.h"

typedef struct {
    const model *m;
    const plan *p;
} watched;

static unsigned access_of(unsigned access)
{
    unsigned seen = access & PLAN_READ ? VGSIM_READ : 0;
    seen |= access & PLAN_WRITE ? VGSIM_WRITE : 0;
    seen |= access & PLAN_WHOLE ? VGSIM_WHOLE : 0;
    return seen | (access & PLAN_WORK ? VGSIM_WORK : 0);
}

static unsigned pinned_space(const watched *w)
{
    return (unsigned)w->p->arena_count;
}

static unsigned space_of(const watched *w, uint32_t buffer)
{
    const plan_place *place = &w->p->places[buffer];
    return place->arena == PLAN_PINNED ? pinned_space(w) : place->arena;
}

static vgsim_range range_of(const watched *w, const plan_range *r)
{
    const plan_place *place = &w->p->places[r->buffer];
    return (vgsim_range){space_of(w, r->buffer), access_of(r->access), place->offset + r->first,
                         place->offset + r->last, w->m->buffers[r->buffer].name};
}

static void watch_piece(const watched *w, const plan_node *n, size_t index, vgsim_range *ranges,
                        vgsim_binding *bindings)
{
    const plan_run *run = &w->p->runs[n->run];
    const plan_piece *piece = &run->pieces[index];
    bool up = run->direction == PLAN_UPLOAD;
    unsigned arena_index = w->p->places[run->members[piece->first]].arena;
    unsigned device = up ? VGSIM_WRITE | VGSIM_WHOLE : VGSIM_READ | VGSIM_SPARE;
    unsigned host = up ? VGSIM_READ : VGSIM_WRITE | VGSIM_WHOLE;
    uint64_t first = piece->device_offset, pinned = piece->pinned_offset;
    ranges[0] = (vgsim_range){arena_index, device, first, first + piece->bytes, "a run"};
    ranges[1] = (vgsim_range){pinned_space(w), host, pinned, pinned + piece->bytes, "a run"};
    int to = plan_is_launch(w->p, n) ? 0 : VGSIM_TO, from = plan_is_launch(w->p, n) ? 1 : VGSIM_FROM;
    if (run->piece_count > 1) {
        to = VGSIM_WITHIN(0, 8 * (int)index);
        from = VGSIM_WITHIN(0, 8 * (int)(PLAN_MOST_PIECES + index));
    }
    bindings[0] = (vgsim_binding){up ? to : from, arena_index, first};
    bindings[1] = (vgsim_binding){up ? from : to, pinned_space(w), pinned};
}

/* A transfer also carries the gaps between the members of a piece; it needs the members. */
static unsigned watch_transfer(const watched *w, const plan_node *n, vgsim_range *ranges, vgsim_binding *bindings)
{
    const plan_run *run = &w->p->runs[n->run];
    unsigned count = 2 * (unsigned)run->piece_count;
    for (size_t i = 0; i < run->piece_count; i++)
        watch_piece(w, n, i, ranges + 2 * i, bindings + 2 * i);
    for (size_t i = 0; i < n->range_count && run->direction == PLAN_DOWNLOAD; i++)
        ranges[count++] = range_of(w, &n->ranges[i]);
    return count;
}

static vgsim_binding binding_of(const watched *w, int parameter, uint32_t buffer, uint64_t first)
{
    const plan_place *place = &w->p->places[buffer];
    return (vgsim_binding){parameter, space_of(w, buffer), place->offset + first};
}

static unsigned watch_bindings(const watched *w, const plan_node *n, vgsim_binding *bindings)
{
    unsigned count = 0;
    if (n->kind == PLAN_KERNEL) {
        for (size_t i = 0; i < n->argument_count; i++) {
            if (n->arguments[i].pointer)
                bindings[count++] = binding_of(w, (int)i, n->arguments[i].buffer, n->arguments[i].first);
        }
    } else if (n->kind == PLAN_END) {
        bindings[count++] = (vgsim_binding){0, pinned_space(w), w->p->pinned.bytes - PLAN_COMPLETION_BYTES};
    } else if (n->kind == PLAN_COPY || n->kind == PLAN_FILL) {
        bindings[count++] = binding_of(w, VGSIM_TO, n->to, n->to_first);
        if (n->kind == PLAN_COPY)
            bindings[count++] = binding_of(w, VGSIM_FROM, n->from, n->from_first);
    }
    return count;
}

/* Where an argument of a fused launch lies. */
static vgsim_binding binding_at(const watched *w, int parameter, const plan_argument *argument)
{
    if (argument->at == PLAN_AT_WORD)
        return (vgsim_binding){parameter, pinned_space(w), w->p->pinned.bytes - PLAN_COMPLETION_BYTES};
    const plan_place *place = &w->p->places[argument->buffer];
    if (argument->at == PLAN_AT_PLACE)
        return binding_of(w, parameter, argument->buffer, argument->first);
    return (vgsim_binding){parameter, pinned_space(w),
                           (argument->at == PLAN_AT_UP ? place->upload_offset : place->download_offset) +
                               argument->first};
}

static vgsim_graph watch_graph(const watched *w, const plan_graph *g);
static vgsim_node watch_node(const watched *w, const plan_node *n);

static vgsim_graph watch_parts(const watched *w, const char *name, const plan_fused_list *lists, size_t count);

/* A node of the plain graph, which holds what the part does. */
static vgsim_node watch_part(const watched *w, const plan_node *n, const plan_part *part)
{
    plan_node launch = *n;
    if (n->kind != PLAN_CONDITIONAL)
        return watch_node(w, n);
    launch.body_count = 0; /* of the plain graph's bodies */
    vgsim_node node = watch_node(w, &launch);
    vgsim_graph *bodies = calloc(n->body_count + 1, sizeof *bodies);
    for (size_t b = 0; b < n->body_count; b++)
        bodies[b] = watch_parts(w, part->bodies[b].of->name, &part->bodies[b], 1);
    node.bodies = bodies;
    node.body_count = (unsigned)n->body_count;
    return node;
}

static vgsim_graph watch_parts(const watched *w, const char *name, const plan_fused_list *lists, size_t count)
{
    size_t parts = 0;
    for (size_t b = 0; b < count; b++)
        parts += lists[b].part_count;
    vgsim_node *nodes = calloc(parts + 1, sizeof *nodes), *next = nodes;
    for (size_t b = 0; b < count; b++) {
        for (size_t i = 0; i < lists[b].part_count; i++)
            *next++ = watch_part(w, &lists[b].of->nodes[lists[b].parts[i].node], &lists[b].parts[i]);
    }
    return (vgsim_graph){name, nodes, (unsigned)parts};
}

/* Its ranges are those of its parts, which reach pinned memory too. */
static vgsim_node watch_fused(const watched *w, const plan_node *n)
{
    vgsim_graph *parts = calloc(1, sizeof *parts);
    vgsim_binding *bindings = calloc(n->argument_count + 1, sizeof *bindings);
    vgsim_range *ranges;
    unsigned binding_count = 0, range_count = 0;
    *parts = watch_parts(w, n->name, n->blocks, n->block_count);
    for (unsigned i = 0; i < parts->node_count; i++)
        range_count += parts->nodes[i].range_count;
    ranges = calloc(range_count + 1, sizeof *ranges);
    range_count = 0;
    for (unsigned i = 0; i < parts->node_count; i++) {
        for (unsigned k = 0; k < parts->nodes[i].range_count; k++)
            ranges[range_count++] = parts->nodes[i].ranges[k];
    }
    for (size_t i = 0; i < n->argument_count; i++) {
        if (n->arguments[i].pointer)
            bindings[binding_count++] = binding_at(w, (int)i, &n->arguments[i]);
    }
    return (vgsim_node){.kind = VGSIM_FUSED_NODE,
                        .title = n->title,
                        .entry = w->p->kernels[n->kernel]->entry,
                        .bindings = bindings,
                        .binding_count = binding_count,
                        .ranges = ranges,
                        .range_count = range_count,
                        .bodies = parts,
                        .body_count = 1};
}

static void watch_bodies(const watched *w, const plan_node *n, vgsim_node *node)
{
    vgsim_graph *bodies = calloc(n->body_count + 1, sizeof *bodies);
    for (size_t b = 0; b < n->body_count; b++)
        bodies[b] = watch_graph(w, &w->p->bodies[n->first_body + b]);
    node->bodies = bodies;
    node->body_count = (unsigned)n->body_count;
}

static vgsim_node watch_node(const watched *w, const plan_node *n)
{
    if (n->kind == PLAN_FUSED)
        return watch_fused(w, n);
    size_t pieces = n->kind == PLAN_TRANSFER ? w->p->runs[n->run].piece_count : 1;
    vgsim_range *ranges = calloc(n->range_count + 2 * pieces, sizeof *ranges);
    vgsim_binding *bindings = calloc(n->argument_count + 2 * pieces, sizeof *bindings);
    vgsim_node_kind kind = plan_does(w->p, n) != n->kind ? VGSIM_MOVE_NODE
                           : n->kind == PLAN_KERNEL        ? VGSIM_KERNEL_NODE
                           : n->kind == PLAN_FILL          ? VGSIM_FILL_NODE
                           : n->kind == PLAN_EMPTY         ? VGSIM_EMPTY_NODE
                           : n->kind == PLAN_CONDITIONAL   ? VGSIM_CONDITIONAL_NODE
                           : n->kind == PLAN_BEGIN         ? VGSIM_KERNEL_NODE
                           : n->kind == PLAN_END           ? VGSIM_END_NODE
                           : plan_is_launch(w->p, n)       ? VGSIM_TRANSFER_NODE
                                                           : VGSIM_COPY_NODE;
    vgsim_node node = {.kind = kind,
                       .title = n->title,
                       .entry = plan_is_launch(w->p, n) ? w->p->kernels[n->kernel]->entry : NULL,
                       .bindings = bindings,
                       .binding_count = 2 * (unsigned)pieces,
                       .ranges = ranges,
                       .range_count = 2};
    if (n->kind == PLAN_TRANSFER) {
        node.range_count = watch_transfer(w, n, ranges, bindings);
        return node;
    }
    node.range_count = 0;
    for (size_t i = 0; i < n->range_count; i++) {
        if (w->m->buffers[n->ranges[i].buffer].role != ROLE_CONDITION)
            ranges[node.range_count++] = range_of(w, &n->ranges[i]);
    }
    if (n->kind == PLAN_CONDITIONAL)
        watch_bodies(w, n, &node);
    node.binding_count = watch_bindings(w, n, bindings);
    return node;
}

static vgsim_graph watch_graph(const watched *w, const plan_graph *g)
{
    vgsim_node *nodes = calloc(g->node_count + 1, sizeof *nodes);
    for (size_t i = 0; i < g->node_count; i++)
        nodes[i] = watch_node(w, &g->nodes[i]);
    return (vgsim_graph){g->name, nodes, (unsigned)g->node_count};
}

void device_watch(const model *m, const plan *p)
{
    watched w = {m, p};
    vgsim_space *spaces = calloc(p->arena_count + 1, sizeof *spaces);
    vgsim_graph *graphs = calloc(p->graph_count, sizeof *graphs);
    vgsim_program *program = calloc(1, sizeof *program);
    for (size_t i = 0; i < p->arena_count; i++)
        spaces[i] = (vgsim_space){"device", p->arenas[i].bytes, 0, p->arenas[i].shared};
    spaces[p->arena_count] = (vgsim_space){"pinned", p->pinned.bytes, 1, 0};
    for (size_t g = 0; g < p->graph_count; g++)
        graphs[g] = watch_graph(&w, &p->graphs[g]);
    *program = (vgsim_program){
        m->program, 90, spaces, (unsigned)p->arena_count + 1, graphs, (unsigned)p->graph_count,
        m->lanes, NULL, 0, NULL, 0, NULL};
    vgsim_register_program(program);
}
