/* SPDX-License-Identifier: 0BSD */
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

/* Where the ranges lie: the program that has them, or one that is made of the allocations. */
typedef struct {
    sim_exec exec;
    sim_match match;
    sim_instance instance;
    vgsim_program program;
    vgsim_graph graph;
    vgsim_node node;
    vgsim_range *ranges;
    vgsim_space *spaces;
    char (*names)[160];
} scope;

/* ---- ranges that no registered graph has ---- */

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

/* An open program in whose memory all of the ranges lie, or NULL. */
static sim_instance *find_instance(const sim_call *call)
{
    for (size_t i = 0; call->range_count && i < sim_instance_count(); i++) {
        sim_instance *instance = sim_instance_at(i);
        bool all = sim_instance_alive(instance);
        for (size_t k = 0; all && k < call->range_count; k++) {
            unsigned space;
            all = space_at(instance, call->ranges[k].address, &space);
        }
        if (all) {
            return instance;
        }
    }
    return NULL;
}

/* Each allocation with a range is a space of a program without a name. */
static void make_program(scope *s, const sim_call *call)
{
    s->spaces = (vgsim_space *)sim_allocate(call->range_count, sizeof *s->spaces);
    s->names = (char (*)[160])sim_allocate(call->range_count, sizeof *s->names);
    s->instance.bases = (uint64_t *)sim_allocate(call->range_count, sizeof *s->instance.bases);
    s->instance.undefined = (uint8_t **)sim_allocate(call->range_count, sizeof *s->instance.undefined);
    s->instance.program = &s->program;
    s->program.spaces = s->spaces;
    for (size_t i = 0; i < call->range_count; i++) {
        const sim_memory *memory = sim_memory_find(call->ranges[i].address);
        unsigned known;
        if (memory && !space_at(&s->instance, memory->base, &known)) {
            const unsigned n = s->program.space_count++;
            snprintf(s->names[n], sizeof s->names[n], "%s's", sim_call_words(memory->created).text);
            s->spaces[n].name = s->names[n];
            s->spaces[n].size = memory->bytes;
            s->instance.bases[n] = memory->base;
        }
    }
}

static void make_scope(scope *s, const sim_call *call)
{
    sim_instance *instance = find_instance(call);
    memset(s, 0, sizeof *s);
    if (!instance) {
        make_program(s, call);
        instance = &s->instance;
    }
    s->ranges = (vgsim_range *)sim_allocate(call->range_count, sizeof *s->ranges);
    for (size_t i = 0; i < call->range_count; i++) {
        const vgsim_call_range *from = &call->ranges[i];
        vgsim_range *range = &s->ranges[s->node.range_count];
        if (space_at(instance, from->address, &range->space)) {
            range->access = from->access;
            range->first = from->address - instance->bases[range->space];
            range->last = range->first + from->bytes;
            s->node.range_count++;
        }
    }
    s->node.kind = VGSIM_CALL_NODE;
    s->node.ranges = s->ranges;
    s->graph.nodes = &s->node;
    s->graph.node_count = 1;
    s->match.program = instance->program;
    s->match.graph = &s->graph;
    s->match.instance = instance;
    s->exec.match = &s->match;
}

static void free_scope(scope *s)
{
    free(s->ranges);
    free(s->spaces);
    free(s->names);
    free(s->instance.bases);
    free(s->instance.undefined);
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

static void mark_defined(const sim_call *call)
{
    for (size_t i = 0; i < call->range_count; i++) {
        if (call->ranges[i].access & VGSIM_WRITE) {
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

CUresult sim_run_call(const sim_exec *exec, size_t index, int *answer)
{
    const sim_call *call = exec->nodes[index].call;
    const vgsim_node *registered = exec->match ? &exec->match->graph->nodes[index] : NULL;
    scope own;
    *answer = 0;
    if (!all_alive(call)) {
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    make_scope(&own, call);
    sim_memory_open();
    sim_memory_keep_around();
    if (registered && sim_check_applies(exec)) {
        *answer = observe(exec, registered, call);
    } else if (!registered && sim_check_applies(&own.exec)) {
        *answer = observe(&own.exec, &own.node, call);
    } else {
        *answer = call_once(call, NULL);
    }
    sim_memory_check_around(call->title);
    sim_memory_close();
    free_scope(&own);
    if (registered) {
        sim_kernel_wrote(exec, index);
    } else {
        mark_defined(call);
    }
    return CUDA_SUCCESS;
}
