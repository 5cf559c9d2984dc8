/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which registered graph a CUgraph is, and where the program's spaces lie: found from the addresses in its nodes. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REPORTED 5

static bool same_kind(const sim_node *node, const vgsim_node *registered)
{
    switch (registered->kind) {
    case VGSIM_KERNEL_NODE:
    case VGSIM_TRANSFER_NODE:
    case VGSIM_MOVE_NODE:
    case VGSIM_LINES_NODE:
    case VGSIM_END_NODE:
    case VGSIM_FUSED_NODE:
        return node->type == CU_GRAPH_NODE_TYPE_KERNEL && sim_function_loaded(node->launch.function_object) &&
               strcmp(node->launch.function->name, registered->entry) == 0;
    case VGSIM_COPY_NODE:
        return node->type == CU_GRAPH_NODE_TYPE_MEMCPY;
    case VGSIM_FILL_NODE:
        return node->type == CU_GRAPH_NODE_TYPE_MEMSET;
    case VGSIM_EMPTY_NODE:
        return node->type == CU_GRAPH_NODE_TYPE_EMPTY;
    case VGSIM_CONDITIONAL_NODE:
        return node->type == CU_GRAPH_NODE_TYPE_CONDITIONAL;
    case VGSIM_CALL_NODE:
        return node->call != NULL;
    }
    return false;
}

static bool same_nodes(const sim_exec *exec, const vgsim_graph *graph, unsigned count);

static bool same_bodies(const sim_node *node, const vgsim_node *registered)
{
    if (registered->kind != VGSIM_CONDITIONAL_NODE) {
        return true;
    }
    if (node->conditional.size != registered->body_count) {
        return false;
    }
    for (unsigned b = 0; b < registered->body_count; b++) {
        if (!same_nodes(node->conditional.bodies[b], &registered->bodies[b], registered->bodies[b].node_count)) {
            return false;
        }
    }
    return true;
}

/* The first `count` that are registered. A twin that measures has nodes that record events besides, after those. */
static bool same_nodes(const sim_exec *exec, const vgsim_graph *graph, unsigned count)
{
    if (exec->count < count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!same_kind(&exec->nodes[i], &graph->nodes[i]) || !same_bodies(&exec->nodes[i], &graph->nodes[i])) {
            return false;
        }
    }
    for (size_t i = count; i < exec->count; i++) {
        if (exec->nodes[i].type != CU_GRAPH_NODE_TYPE_EVENT_RECORD) {
            return false;
        }
    }
    return true;
}

/* The address in a parameter, or from a byte of it on. */
static bool address_in(const sim_node *node, unsigned parameter, unsigned byte, uint64_t *address)
{
    const sim_function *function = node->launch.function;
    if (node->type != CU_GRAPH_NODE_TYPE_KERNEL || parameter >= function->param_count ||
        function->param_sizes[parameter] < byte + sizeof *address) {
        return false;
    }
    memcpy(address, (const unsigned char *)node->launch.parameters[parameter] + byte, sizeof *address);
    return true;
}

/* The address that a binding is about; false if the node has none there. */
bool sim_bound_address(const sim_node *node, int parameter, uint64_t *address)
{
    if (node->call) {
        const bool known = parameter >= 0 && (size_t)parameter < node->call->range_count;
        *address = known ? node->call->ranges[parameter].address : 0;
        return known;
    }
    if (parameter >= 0) {
        return address_in(node, (unsigned)parameter % 65536, (unsigned)parameter / 65536, address);
    }
    if (node->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
        *address = sim_memory_device_address(parameter == VGSIM_TO ? node->copy.to : node->copy.from);
        return true;
    }
    *address = node->fill.to;
    return node->type == CU_GRAPH_NODE_TYPE_MEMSET && parameter == VGSIM_TO;
}

static void report(const vgsim_program *program, const vgsim_node *node, const vgsim_binding *binding, uint64_t address,
                   uint64_t base)
{
    char end[32];
    const vgsim_space *space = &program->spaces[binding->space];
    if (node->kind == VGSIM_CALL_NODE) {
        snprintf(end, sizeof end, "range %d", binding->parameter);
    } else if (binding->parameter >= 0) {
        const int byte = binding->parameter / 65536;
        snprintf(end, sizeof end, byte > 0 ? "parameter %d, byte %d," : "parameter %d", binding->parameter % 65536,
                 byte);
    } else {
        snprintf(end, sizeof end, binding->parameter == VGSIM_TO ? "destination" : "source");
    }
    if (base) {
        char right[256], wrong[256] = "elsewhere";
        sim_elements(program, binding->space, binding->offset, binding->offset + 1, NULL, right, sizeof right);
        if (address - base < space->size) {
            sim_elements(program, binding->space, address - base, address - base + 1, NULL, wrong, sizeof wrong);
        }
        sim_problem("binding", "%s of %s points to 0x%llx (%s); it should be 0x%llx (%s)", end, sim_title(node),
                    (unsigned long long)address, wrong, (unsigned long long)(base + binding->offset), right);
    } else {
        sim_problem("binding", "%s of %s points to 0x%llx; %s of %llu bytes cannot lie there", end, sim_title(node),
                    (unsigned long long)address, space->name, (unsigned long long)space->size);
    }
}

/* Completes `bases` from the nodes' addresses; returns how many do not fit. */
static unsigned resolve(const sim_exec *exec, const vgsim_program *program, const vgsim_graph *graph, uint64_t *bases,
                        unsigned reports)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].binding_count; k++) {
            const vgsim_binding *binding = &graph->nodes[i].bindings[k];
            uint64_t address = 0, *base = &bases[binding->space];
            bool good;
            if (program->spaces[binding->space].pinned == VGSIM_EXTERNAL) {
                continue; /* looked for at each launch */
            }
            good = sim_bound_address(&exec->nodes[i], binding->parameter, &address);
            if (good && !*base) {
                good = sim_space_fits(&program->spaces[binding->space], address - binding->offset);
                *base = good ? address - binding->offset : 0;
            } else {
                good = good && *base + binding->offset == address;
            }
            if (!good && wrong++ < reports) {
                report(program, &graph->nodes[i], binding, address, *base);
            }
        }
        for (unsigned b = 0; b < graph->nodes[i].body_count; b++) {
            const sim_exec *inner = sim_node_inner(&exec->nodes[i], b);
            wrong += inner ? resolve(inner, program, &graph->nodes[i].bodies[b], bases,
                                     wrong < reports ? reports - wrong : 0)
                           : 0;
        }
    }
    return wrong;
}

typedef struct {
    const vgsim_program *program;
    unsigned graph;
    sim_instance *instance; /* NULL: a new one … */
    sim_instance *kin;      /* … that is a further lane beside this one; NULL: another opening of the program */
    bool slot;              /* … or a further slot of its lane */
    unsigned wrong, uses;
    bool found;
} candidate;

/* What is known already is preferred to what would be new. */
static int rank(const candidate *c)
{
    return c->instance ? 0 : c->slot ? 1 : c->kin ? 2 : 3;
}

static bool better(const candidate *a, const candidate *b)
{
    if (!b->found || a->wrong != b->wrong) {
        return !b->found || a->wrong < b->wrong;
    }
    return rank(a) != rank(b) ? rank(a) < rank(b) : a->uses < b->uses;
}

static void consider(const sim_exec *exec, candidate c, candidate *best)
{
    const vgsim_program *program = c.program;
    uint64_t *bases = (uint64_t *)sim_allocate(program->space_count, sizeof *bases);
    if (c.instance) {
        memcpy(bases, c.instance->bases, program->space_count * sizeof *bases);
        c.uses = c.instance->uses[c.graph];
    } else if (c.kin) {
        sim_instance_shared_bases(c.kin, bases, c.slot);
    }
    c.wrong = resolve(exec, program, &program->graphs[c.graph], bases, 0);
    free(bases);
    if (better(&c, best)) {
        *best = c;
    }
}

static candidate search(const sim_exec *exec)
{
    candidate best = {0};
    for (size_t p = 0; p < sim_program_count(); p++) {
        const vgsim_program *program = sim_program(p);
        for (unsigned g = 0; g < program->graph_count; g++) {
            if (!same_nodes(exec, &program->graphs[g], program->graphs[g].node_count)) {
                continue;
            }
            for (size_t i = 0; i < sim_instance_count(); i++) {
                sim_instance *instance = sim_instance_at(i);
                if (instance->program != program || !sim_instance_alive(instance)) {
                    continue;
                }
                consider(exec, (candidate){program, g, instance, NULL, false, 0, 0, true}, &best);
                if (sim_instance_has_room(instance, true)) {
                    consider(exec, (candidate){program, g, NULL, instance, true, 0, 0, true}, &best);
                }
                if (sim_instance_has_room(instance, false)) {
                    consider(exec, (candidate){program, g, NULL, instance, false, 0, 0, true}, &best);
                }
            }
            consider(exec, (candidate){program, g, NULL, NULL, false, 0, 0, true}, &best);
        }
    }
    return best;
}

/* ---- copies and fills touch exactly what they say: compare with what they may ---- */

static bool covered(const vgsim_node *node, unsigned space, uint64_t first, uint64_t last, unsigned access)
{
    bool progress = true;
    while (first < last && progress) {
        progress = false;
        for (unsigned i = 0; i < node->range_count; i++) {
            const vgsim_range *range = &node->ranges[i];
            if (range->space == space && (range->access & access) && range->first <= first && first < range->last) {
                first = range->last;
                progress = true;
            }
        }
    }
    return first >= last;
}

static void check_end(const sim_match *match, const vgsim_node *node, uint64_t where, uint64_t bytes, unsigned access)
{
    const uint64_t address = sim_memory_device_address(where);
    const vgsim_program *program = match->program;
    for (unsigned s = 0; s < program->space_count; s++) {
        uint64_t base = match->instance->bases[s];
        bool concerned = false;
        if (!base || address < base || address - base >= program->spaces[s].size) {
            continue;
        }
        for (unsigned i = 0; i < node->range_count; i++) {
            concerned = concerned || node->ranges[i].space == s;
        }
        if (concerned && !covered(node, s, address - base, address - base + bytes, access)) {
            char what[256];
            sim_elements(program, s, address - base, address - base + bytes, NULL, what, sizeof what);
            sim_problem(access == VGSIM_WRITE ? "write outside" : "read outside",
                        "%s touches %s", sim_title(node), what);
        }
    }
}

static void check_node(const sim_exec *exec, size_t index)
{
    const sim_node *node = &exec->nodes[index];
    const vgsim_node *registered = &exec->match->graph->nodes[index];
    if (node->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
        check_end(exec->match, registered, node->copy.to, sim_copy_to_bytes(&node->copy), VGSIM_WRITE);
        check_end(exec->match, registered, node->copy.from, sim_copy_from_bytes(&node->copy), VGSIM_READ);
    } else if (node->type == CU_GRAPH_NODE_TYPE_MEMSET) {
        check_end(exec->match, registered, node->fill.to, sim_fill_bytes(&node->fill), VGSIM_WRITE);
    }
}

/* A conditional node's ranges must cover those of its bodies' nodes, since edges around it were chosen by them. */
static void check_held(const sim_match *match, const vgsim_node *holder, const vgsim_graph *body)
{
    for (unsigned i = 0; i < body->node_count; i++) {
        for (unsigned k = 0; k < body->nodes[i].range_count; k++) {
            const vgsim_range *range = &body->nodes[i].ranges[k];
            const bool write = range->access & (VGSIM_WRITE | VGSIM_WORK);
            if (!covered(holder, range->space, range->first, range->last, write ? VGSIM_WRITE : VGSIM_READ)) {
                char what[256];
                sim_elements(match->program, range->space, range->first, range->last, range->buffer, what, sizeof what);
                sim_problem(write ? "write outside" : "read outside", "%s %s %s may touch %s, and that may not",
                            sim_title(&body->nodes[i]),
                            holder->kind == VGSIM_FUSED_NODE ? "as a part of" : "in the body of", sim_title(holder),
                            what);
            }
        }
    }
}

static void attach(sim_exec *exec, const vgsim_graph *graph, sim_instance *instance);

sim_fused *sim_match_fused(sim_exec *exec, size_t index)
{
    sim_node *node = &exec->nodes[index];
    sim_fused *fused = sim_fused_of(node);
    const vgsim_node *registered =
        exec->match && index < exec->match->graph->node_count ? &exec->match->graph->nodes[index] : NULL;
    if (registered && !fused->exec->match && registered->kind == VGSIM_FUSED_NODE &&
        registered->bodies->node_count == fused->exec->count) {
        attach(fused->exec, registered->bodies, exec->match->instance);
    }
    return fused;
}

/* An exec, or a body of one, is that registered graph. */
static void attach(sim_exec *exec, const vgsim_graph *graph, sim_instance *instance)
{
    sim_match *match = (sim_match *)sim_allocate(1, sizeof *match);
    match->program = instance->program;
    match->graph = graph;
    match->instance = instance;
    instance->references++;
    exec->match = match;
    for (unsigned i = 0; i < graph->node_count; i++) {
        if (graph->nodes[i].kind == VGSIM_FUSED_NODE) {
            (void)sim_match_fused(exec, i);
            sim_fused_give(&exec->nodes[i]);
            continue;
        }
        for (unsigned b = 0; b < graph->nodes[i].body_count; b++) {
            attach(sim_node_inner(&exec->nodes[i], b), &graph->nodes[i].bodies[b], instance);
        }
    }
}

static void check_graph(const sim_exec *exec)
{
    const vgsim_graph *graph = exec->match->graph;
    for (unsigned i = 0; i < graph->node_count; i++) {
        check_node(exec, i);
        for (unsigned b = 0; b < graph->nodes[i].body_count; b++) {
            check_held(exec->match, &graph->nodes[i], &graph->nodes[i].bodies[b]);
            check_graph(sim_node_inner(&exec->nodes[i], b));
        }
    }
    sim_check_races(exec);
    sim_end_check(exec);
}

/* Reports a graph that is a registered one without its end, for which the host would wait in vain. */
static void report_missing_end(const sim_exec *exec)
{
    for (size_t p = 0; p < sim_program_count(); p++) {
        const vgsim_program *program = sim_program(p);
        for (unsigned g = 0; g < program->graph_count; g++) {
            const vgsim_graph *graph = &program->graphs[g];
            const unsigned others = graph->node_count ? graph->node_count - 1 : 0;
            if (others && graph->nodes[others].kind == VGSIM_END_NODE && same_nodes(exec, graph, others)) {
                sim_problem("binding", "graph %s of \"%s\" is missing its last node, %s", graph->name,
                            program->name, sim_title(&graph->nodes[others]));
                return;
            }
        }
    }
}

void sim_match_exec(sim_exec *exec)
{
    candidate best = search(exec);
    const vgsim_graph *graph;
    uint64_t *before;
    size_t bytes;
    if (!best.found) {
        report_missing_end(exec);
        return;
    }
    if (!best.instance) {
        best.instance = sim_instance_new(best.program, best.kin, best.slot);
    }
    graph = &best.program->graphs[best.graph];
    attach(exec, graph, best.instance);
    best.instance->uses[best.graph]++;
    bytes = best.program->space_count * sizeof *before;
    before = (uint64_t *)sim_allocate(1, bytes);
    memcpy(before, best.instance->bases, bytes);
    resolve(exec, best.program, graph, best.instance->bases, MOST_REPORTED);
    sim_instance_found(best.instance, before);
    free(before);
    check_graph(exec);
}

void sim_match_node_again(sim_exec *exec, size_t index)
{
    const vgsim_node *registered = &exec->match->graph->nodes[index];
    if (!same_kind(&exec->nodes[index], registered)) {
        sim_problem("binding", "%s was given the kernel %s, but is registered with %s", sim_title(registered),
                    exec->nodes[index].launch.function->name, registered->entry);
        return;
    }
    for (unsigned k = 0; k < registered->binding_count; k++) {
        const vgsim_binding *binding = &registered->bindings[k];
        uint64_t address = 0, base = exec->match->instance->bases[binding->space];
        if (exec->match->program->spaces[binding->space].pinned == VGSIM_EXTERNAL) {
            continue;
        }
        if (!sim_bound_address(&exec->nodes[index], binding->parameter, &address) ||
            (base && base + binding->offset != address)) {
            report(exec->match->program, registered, binding, address, base);
        }
    }
    check_node(exec, index);
}
