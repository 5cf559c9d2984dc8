/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A function of the application's under observation. It is ordinary C without hooks, so what it does is seen by what it
 * leaves. It is called twice from the same memory, in which the bytes that it may not touch, what it writes as a whole
 * and what nothing has defined hold other junk each time. A function that does what it should gives the same bytes both
 * times; where one does not, a third call, with the junk of the first one, tells why. Allocations that the step has
 * nothing to do with cannot be touched at all while it runs, and the driver cannot be called. */
#define _GNU_SOURCE
#include "check/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known of the memory: by a registered node that is the function's, or else by its ranges alone. */
typedef struct {
    sim_exec exec;
    const vgsim_node *node;
    sim_match match;
    sim_instance own_instance;
    vgsim_program own_program;
    vgsim_graph own_graph;
    vgsim_node own_node;
    vgsim_range *ranges;
    vgsim_space *spaces;
    char (*names)[160];
} scope;

static void set_scope(scope *s, sim_instance *instance, const vgsim_graph *graph, const vgsim_node *node)
{
    s->node = node;
    s->match.program = instance->program;
    s->match.graph = graph;
    s->match.instance = instance;
    s->exec.match = &s->match;
}

static void make_instance(scope *s, const vgsim_program *program, size_t spaces)
{
    s->own_instance.program = program;
    s->own_instance.bases = (uint64_t *)sim_allocate(spaces, sizeof *s->own_instance.bases);
    s->own_instance.undefined = (uint8_t **)sim_allocate(spaces, sizeof *s->own_instance.undefined);
}

/* ---- a registered node, outside of a graph that it is found in ---- */

/* The runtime calls a step by its name, and a node is called "capture NAME". */
static bool is_named(const vgsim_node *node, const sim_call *call)
{
    const size_t length = strlen(call->title) - 2, own = strlen(node->title);
    const char *end = own >= length ? node->title + own - length : NULL;
    return end && strncmp(end, call->title + 1, length) == 0 && (end == node->title || end[-1] == ' ');
}

/* Where the program's spaces would lie if the function were the node's. */
static bool find_bases(const vgsim_program *program, const vgsim_node *node, const sim_call *call, uint64_t *bases)
{
    bool fits = node->kind == VGSIM_CALL_NODE && node->binding_count == call->range_count && is_named(node, call);
    memset(bases, 0, program->space_count * sizeof *bases);
    for (unsigned i = 0; fits && i < node->binding_count; i++) {
        const vgsim_binding *binding = &node->bindings[i];
        const uint64_t base = call->ranges[i].address - binding->offset;
        fits = sim_space_fits(&program->spaces[binding->space], base) &&
               (!bases[binding->space] || bases[binding->space] == base);
        bases[binding->space] = base;
    }
    return fits;
}

static sim_instance *find_instance(const vgsim_program *program, const uint64_t *bases)
{
    for (size_t i = 0; i < sim_instance_count(); i++) {
        sim_instance *instance = sim_instance_at(i);
        bool same = instance->program == program && sim_instance_alive(instance);
        for (unsigned s = 0; same && s < program->space_count; s++) {
            same = !bases[s] || bases[s] == instance->bases[s];
        }
        if (same) {
            return instance;
        }
    }
    return NULL;
}

static bool search(scope *s, const vgsim_program *program, const vgsim_graph *graph, const sim_call *call)
{
    uint64_t *bases = s->own_instance.bases;
    for (unsigned i = 0; i < graph->node_count; i++) {
        const vgsim_node *node = &graph->nodes[i];
        if (find_bases(program, node, call, bases)) {
            sim_instance *known = find_instance(program, bases);
            set_scope(s, known ? known : &s->own_instance, graph, node);
            return true;
        }
        for (unsigned b = 0; b < node->body_count; b++) {
            if (search(s, program, &node->bodies[b], call)) {
                return true;
            }
        }
    }
    return false;
}

static void free_instance(sim_instance *instance)
{
    free(instance->bases);
    free(instance->undefined);
    memset(instance, 0, sizeof *instance);
}

static bool find_registered(scope *s, const sim_call *call)
{
    for (size_t p = 0; call->range_count && p < sim_program_count(); p++) {
        const vgsim_program *program = sim_program(p);
        make_instance(s, program, program->space_count);
        for (unsigned g = 0; g < program->graph_count; g++) {
            if (search(s, program, &program->graphs[g], call)) {
                return true;
            }
        }
        free_instance(&s->own_instance);
    }
    return false;
}

/* ---- ranges that no registered node has ---- */

static bool space_at(const sim_instance *instance, uint64_t address, unsigned *space)
{
    for (unsigned s = 0; s < instance->program->space_count; s++) {
        if (instance->bases[s] && address >= instance->bases[s] &&
            address - instance->bases[s] < instance->program->spaces[s].size) {
            *space = s;
            return true;
        }
    }
    return false;
}

/* Each allocation with a range is a space of a program without a name. */
static void make_program(scope *s, const sim_call *call)
{
    s->spaces = (vgsim_space *)sim_allocate(call->range_count, sizeof *s->spaces);
    s->names = (char (*)[160])sim_allocate(call->range_count, sizeof *s->names);
    make_instance(s, &s->own_program, call->range_count);
    s->own_program.spaces = s->spaces;
    for (size_t i = 0; i < call->range_count; i++) {
        const sim_memory *memory = sim_memory_find(call->ranges[i].address);
        unsigned known;
        if (memory && !space_at(&s->own_instance, memory->base, &known)) {
            const unsigned n = s->own_program.space_count++;
            snprintf(s->names[n], sizeof s->names[n], "%s's", sim_call_words(memory->created).text);
            s->spaces[n].name = s->names[n];
            s->spaces[n].size = memory->bytes;
            s->own_instance.bases[n] = memory->base;
        }
    }
}

static void make_node(scope *s, const sim_call *call)
{
    s->ranges = (vgsim_range *)sim_allocate(call->range_count, sizeof *s->ranges);
    for (size_t i = 0; i < call->range_count; i++) {
        const vgsim_call_range *from = &call->ranges[i];
        vgsim_range *range = &s->ranges[s->own_node.range_count];
        if (space_at(&s->own_instance, from->address, &range->space)) {
            range->access = from->access;
            range->first = from->address - s->own_instance.bases[range->space];
            range->last = range->first + from->bytes;
            s->own_node.range_count++;
        }
    }
    s->own_node.kind = VGSIM_CALL_NODE;
    s->own_node.ranges = s->ranges;
    s->own_graph.nodes = &s->own_node;
    s->own_graph.node_count = 1;
}

static void make_scope(scope *s, const sim_call *call)
{
    memset(s, 0, sizeof *s);
    if (!find_registered(s, call)) {
        make_program(s, call);
        make_node(s, call);
        set_scope(s, &s->own_instance, &s->own_graph, &s->own_node);
    }
}

static void free_scope(scope *s)
{
    free_instance(&s->own_instance);
    free(s->ranges);
    free(s->spaces);
    free(s->names);
}

/* ---- calling it ---- */

static bool has_views_in(const sim_memory *memory, const void *user)
{
    const observation *o = (const observation *)user;
    for (size_t i = 0; i < o->count; i++) {
        const uint64_t at = (uint64_t)(uintptr_t)o->views[i].live;
        if (at >= memory->base && at - memory->base < memory->bytes) {
            return true;
        }
    }
    return false;
}

static bool any_memory(const sim_memory *memory, const void *user)
{
    (void)memory;
    (void)user;
    return true;
}

/* NULL: unobserved. */
static int call_once(const sim_call *call, const observation *o)
{
    const unsigned depth = sim_memory_shut();
    int answer;
    sim_memory_admit(o ? has_views_in : any_memory, o);
    sim_clock_give_back();
    sim_blame_begin(o ? o->title : call->title);
    answer = call->function(call->self, NULL);
    sim_blame_end();
    sim_memory_shut();
    sim_memory_reopen(depth);
    return answer;
}

static void explain(observation *o, const sim_call *call, const view_difference *found)
{
    const char *kind = "undefined read";
    const char *what = "reads bytes that nothing defined, or that it may not read; they show in";
    view_prepare(o, VIEW_FILL);
    if (!found->bytes || call_once(call, o) || view_compare(o, VIEW_FILL, false).any) {
        kind = "changing call";
        what = "gives another result when it is called again from the same memory, while a GPU replays what was "
               "captured once; first seen in";
    }
    if (found->bytes) {
        view_report_byte(o, found->v, kind, what, found->byte, found->bytes);
    } else {
        sim_problem(kind, "%s %s what it answers", o->title, what);
    }
}

static int observe(const sim_exec *exec, const vgsim_node *node, const sim_call *call)
{
    view_difference found;
    observation o;
    int answer;
    memset(&o, 0, sizeof o);
    o.exec = exec;
    o.node = node;
    o.title = node->title ? sim_title(node) : call->title;
    view_make_all(&o);
    view_prepare(&o, VIEW_FILL);
    answer = call_once(call, &o);
    view_keep_results(&o);
    view_check_untouched(&o);
    if (!answer) {
        view_prepare(&o, VIEW_OTHER_FILL);
        if (call_once(call, &o)) {
            found = (view_difference){0};
            explain(&o, call, &found);
        } else {
            found = view_compare(&o, VIEW_OTHER_FILL, true);
            if (found.any) {
                explain(&o, call, &found);
            }
        }
    }
    view_settle(&o);
    view_free_all(&o);
    return answer;
}

/* The workspace as well, since no graph says what comes after it. */
static void mark_defined(const sim_call *call)
{
    for (size_t i = 0; i < call->range_count; i++) {
        if (call->ranges[i].access & (VGSIM_WRITE | VGSIM_WORK)) {
            sim_defined(call->ranges[i].address, call->ranges[i].bytes);
        }
    }
}

static bool all_alive(const sim_call *call)
{
    bool alive = true;
    for (size_t i = 0; i < call->range_count; i++) {
        alive = sim_memory_device_range(call->ranges[i].address, call->ranges[i].bytes, call->title) && alive;
    }
    return alive;
}

static int observe_alone(const sim_call *call)
{
    scope own;
    int answer;
    make_scope(&own, call);
    answer = sim_check_applies(&own.exec) ? observe(&own.exec, own.node, call) : call_once(call, NULL);
    free_scope(&own);
    return answer;
}

CUresult sim_run_call(const sim_exec *exec, size_t index, int *answer)
{
    const sim_call *call = exec->nodes[index].call;
    *answer = 0;
    if (!all_alive(call)) {
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    sim_memory_open();
    sim_memory_keep_around();
    if (!exec->match) {
        *answer = observe_alone(call);
        mark_defined(call);
    } else {
        const vgsim_node *node = &exec->match->graph->nodes[index];
        *answer = sim_check_applies(exec) ? observe(exec, node, call) : call_once(call, NULL);
        sim_kernel_wrote(exec, index);
    }
    sim_memory_check_around(call->title);
    sim_memory_close();
    return CUDA_SUCCESS;
}
