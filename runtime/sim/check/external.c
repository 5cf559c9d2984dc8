/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Memory of the application's that a graph uses. Its address may change from launch to launch, so it is found anew in
 * the nodes' parameters at each, where it must be the same in all of them. */
#define _GNU_SOURCE
#include "check/check.h"

#include <stdlib.h>

static bool is_external(const vgsim_program *program, unsigned space)
{
    return program->spaces[space].pinned == VGSIM_EXTERNAL;
}

static void report(const sim_match *match, unsigned space, uint64_t base, const char *why)
{
    sim_problem("external memory", "\"%s\" has %s, of %llu bytes, at 0x%llx, %s", match->program->name,
                match->program->spaces[space].name, (unsigned long long)match->program->spaces[space].size,
                (unsigned long long)base, why);
}

/* False: no node of the graph uses the space. */
static bool find_base(const sim_exec *exec, unsigned space, uint64_t *base)
{
    const vgsim_graph *graph = exec->match->graph;
    bool found = false;
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].binding_count; k++) {
            const vgsim_binding *binding = &graph->nodes[i].bindings[k];
            uint64_t address = 0;
            if (binding->space != space || !sim_bound_address(&exec->nodes[i], binding->parameter, &address)) {
                continue;
            }
            if (found && address - binding->offset != *base) {
                sim_problem("external memory", "%s has %s at 0x%llx, another node of graph %s at 0x%llx",
                            sim_title(&graph->nodes[i]), exec->match->program->spaces[space].name,
                            (unsigned long long)(address - binding->offset), graph->name, (unsigned long long)*base);
            }
            *base = found ? *base : address - binding->offset;
            found = true;
        }
    }
    return found;
}

static bool is_written(const vgsim_graph *graph, unsigned space)
{
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].range_count; k++) {
            const vgsim_range *range = &graph->nodes[i].ranges[k];
            if (range->space == space && (range->access & (VGSIM_WRITE | VGSIM_WORK))) {
                return true;
            }
        }
    }
    return false;
}

static bool is_used(const vgsim_graph *graph, unsigned space)
{
    for (unsigned i = 0; i < graph->node_count; i++) {
        for (unsigned k = 0; k < graph->nodes[i].range_count; k++) {
            if (graph->nodes[i].ranges[k].space == space) {
                return true;
            }
        }
    }
    return false;
}

/* The order of nodes was chosen as if each space had bytes of its own. */
static void check_apart(const sim_match *match, unsigned space)
{
    const vgsim_program *program = match->program;
    const uint64_t base = match->instance->bases[space];
    for (unsigned s = 0; s < program->space_count; s++) {
        const uint64_t other = match->instance->bases[s];
        const bool later = is_external(program, s) && s >= space;
        if (later || !other || base >= other + program->spaces[s].size || other >= base + program->spaces[space].size ||
            !is_used(match->graph, s)) {
            continue;
        }
        if (is_written(match->graph, s) || is_written(match->graph, space)) {
            report(match, space, base, "where it overlaps other memory of the same graph that is written");
        }
    }
}

void sim_external_find(const sim_exec *exec)
{
    const sim_match *match = exec->match;
    for (unsigned s = 0; match && s < match->program->space_count; s++) {
        uint64_t base = 0;
        if (!is_external(match->program, s) || !find_base(exec, s, &base)) {
            continue;
        }
        if (base && !sim_space_fits(&match->program->spaces[s], base)) {
            report(match, s, base, "where that many bytes are not there");
            base = 0;
        } else if (!base) {
            report(match, s, base, "and is launched without any");
        }
        if (match->instance->bases[s] != base) {
            free(match->instance->undefined[s]);
            match->instance->undefined[s] = NULL;
        }
        match->instance->bases[s] = base;
        if (base) {
            check_apart(match, s);
        }
    }
}
