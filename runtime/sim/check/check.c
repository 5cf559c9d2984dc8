/* SPDX-License-Identifier: 0BSD */
/* One kernel node under observation. It runs at least twice from the same memory:
 *
 *   first   threads in one order, everything undefined filled with one pattern, atomics recorded;
 *   second  threads in the reverse order, the undefined filled with the opposite, atomics in the recorded order.
 *           Without atomics the blocks are reversed too.
 *
 * Undefined are the bytes of the program's spaces that the node may not touch, its `work` and `out` bytes, shared
 * memory, and what undefined.c says. A correct kernel gives the same bytes both times; where it does not, further
 * runs show why. */
#define _GNU_SOURCE
#include "check/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND_FILL 0x5A
#define OUT_FILL(fill) ((unsigned char)((fill) ^ 0x66)) /* so that unwritten bytes are not taken for copied junk */
#define LARGEST_UNASKED ((uint64_t)64 << 20)

bool sim_check_applies(const sim_exec *exec)
{
    const sim_settings *settings = sim_get_settings();
    uint64_t bytes = 0;
    if (!exec->match || settings->check != SIM_CHECK_FULL) {
        return false;
    }
    for (unsigned s = 0; s < exec->match->program->space_count; s++) {
        const vgsim_space *space = &exec->match->program->spaces[s];
        uint64_t base = exec->match->instance->bases[s];
        const sim_memory *memory = base ? sim_memory_find(base) : NULL;
        if (base && (!memory || memory->dead || base + space->size > memory->base + memory->bytes)) {
            return false;
        }
        bytes += space->size;
    }
    return settings->check_forced || bytes <= LARGEST_UNASKED;
}

/* ---- what a node may see and change ---- */

static bool touches(const vgsim_node *node, unsigned space)
{
    for (unsigned i = 0; i < node->range_count; i++) {
        if (node->ranges[i].space == space) {
            return true;
        }
    }
    return false;
}

static bool undefined_before(unsigned access)
{
    return !access || (access & VGSIM_WORK) || ((access & VGSIM_WHOLE) && !(access & VGSIM_READ));
}

static bool written(unsigned access)
{
    return (access & VGSIM_WRITE) && !(access & VGSIM_WORK);
}

/* Pinned memory belongs to the application, so it is observed only if the node has ranges there. A kernel without
 * parameters cannot reach it. */
static void make_views(observation *o)
{
    const sim_match *match = o->exec->match;
    if (!o->run.launch->function->param_count) {
        return;
    }
    o->views = (view *)sim_allocate(match->program->space_count, sizeof *o->views);
    for (unsigned s = 0; s < match->program->space_count; s++) {
        const vgsim_space *space = &match->program->spaces[s];
        view *v = &o->views[o->count];
        if (!match->instance->bases[s] || (space->pinned && !touches(o->node, s))) {
            continue;
        }
        o->count++;
        v->space = space;
        v->index = s;
        v->live = (unsigned char *)(uintptr_t)match->instance->bases[s];
        v->saved = (unsigned char *)sim_allocate((size_t)space->size, 1);
        v->result = (unsigned char *)sim_allocate((size_t)space->size, 1);
        memcpy(v->saved, v->live, (size_t)space->size);
        view_make_segments(v, o->node);
    }
}

static void free_views(observation *o)
{
    free(o->bounds);
    free(o->arguments);
    free(o->hidden);
    for (size_t i = 0; i < o->count; i++) {
        free(o->views[i].saved);
        free(o->views[i].result);
        free(o->views[i].segments);
    }
    free(o->views);
    free(o->atomics.threads);
    free(o->sets.sets);
    sim_early_free(&o->early);
}

/* A byte that the node may read and that nothing has defined. */
static bool is_undefined(const observation *o, const view *v, const sim_piece *s, uint64_t byte)
{
    const uint8_t *flags = o->exec->match->instance->undefined[v->index];
    return flags && (s->access & VGSIM_READ) && !(s->access & VGSIM_SPARE) && flags[byte];
}

static void fill_undefined(const observation *o, const view *v, const sim_piece *s, unsigned char fill)
{
    if (o->exec->match->instance->undefined[v->index]) {
        for (uint64_t b = s->first; b < s->last; b++) {
            if (is_undefined(o, v, s, b)) {
                v->live[b] = fill;
            }
        }
    }
}

static void prepare(const observation *o, unsigned char fill)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            if (s->word) {
                continue;
            }
            if (!s->access) {
                view_fill_foreign(v, s, fill);
            } else if (undefined_before(s->access)) {
                memset(v->live + s->first, written(s->access) ? OUT_FILL(fill) : fill, (size_t)(s->last - s->first));
            } else {
                memcpy(v->live + s->first, v->saved + s->first, (size_t)(s->last - s->first));
                fill_undefined(o, v, s, fill);
            }
        }
    }
}

static void keep_result(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        memcpy(o->views[i].result, o->views[i].live, (size_t)o->views[i].space->size);
    }
}

/* What the node wrote stays, its work bytes become junk, all else is as before. */
static void settle(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            const unsigned char *from = written(s->access) ? v->result : v->saved;
            if (s->word && memcmp(v->live + s->first, v->saved + s->first, (size_t)(s->last - s->first)) == 0) {
                continue;
            }
            if (s->access & VGSIM_WORK) {
                memset(v->live + s->first, VIEW_FILL, (size_t)(s->last - s->first));
            } else {
                memcpy(v->live + s->first, from + s->first, (size_t)(s->last - s->first));
            }
        }
    }
}

/* ---- naming a byte ---- */

static void report_byte(const observation *o, const view *v, const char *kind, const char *what, uint64_t byte,
                        uint64_t bytes)
{
    char place[256];
    view_name_byte(o, v, byte, place, sizeof place);
    sim_problem(kind, "%s %s %s (%llu byte%s)", sim_title(o->node), what, place, (unsigned long long)bytes,
                bytes == 1 ? "" : "s");
}

static unsigned long long threads_of(const sim_launch *launch)
{
    unsigned long long threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        threads *= (unsigned long long)launch->grid[i] * launch->block[i];
    }
    return threads;
}

/* "y[128] to y[255]", or how many of what lies between. */
static void report_elements(const observation *o, const view *v, uint64_t first, uint64_t end, uint64_t bytes)
{
    const vgsim_range *range = view_range_at(o->node, v->index, first);
    const vgsim_buffer *b = range && range->buffer ? view_buffer_at(o, v->index, first, range->buffer) : NULL;
    unsigned long long from, to, count;
    char what[256];
    if (!b || (first - b->offset) % b->element || (end - b->offset) % b->element || bytes % b->element) {
        report_byte(o, v, "unwritten out", "does not write", first, bytes);
        return;
    }
    from = (first - b->offset) / b->element;
    to = (end - b->offset) / b->element - 1;
    count = bytes / b->element;
    if (from == to) {
        snprintf(what, sizeof what, "%s[%llu]", b->name, from);
    } else if (count == to - from + 1) {
        snprintf(what, sizeof what, "%s[%llu] to %s[%llu]", b->name, from, b->name, to);
    } else {
        snprintf(what, sizeof what, "%llu elements from %s[%llu] to %s[%llu]", count, b->name, from, b->name, to);
    }
    sim_problem("unwritten out", "%s does not write %s; it has %llu threads and %s has %llu elements",
                sim_title(o->node), what, threads_of(o->run.launch), b->name,
                (unsigned long long)(b->bytes / b->element));
}

/* ---- what the first run must not have done ---- */

static void check_untouched(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            uint64_t changed = 0, where = 0;
            if (s->access & (VGSIM_WRITE | VGSIM_WORK)) {
                continue;
            }
            for (uint64_t b = view_next_change(v, s, s->first); b < s->last; b = view_next_change(v, s, b + 1)) {
                where = changed++ ? where : b;
            }
            if (changed) {
                report_byte(o, v, s->access ? "write to in" : "write outside", "writes to", where, changed);
            }
        }
    }
}

/* ---- comparing a later run with the first ---- */

typedef struct {
    bool any;
    bool condition; /* not in bytes but in what it sets a condition to */
    const view *v;
    uint64_t byte, bytes;
} difference;

/* Bytes that are equal in both runs need no check, since undefined bytes held other junk. */
static uint64_t next_compared(const view *v, const sim_piece *s, uint64_t at, unsigned char fill)
{
    return fill == VIEW_FILL ? at : view_next_difference(v->live, v->result, at, s->last);
}

/* Bytes of `out` ranges that no run wrote are reported when asked; they do not count as differences. */
static difference compare(const observation *o, unsigned char fill, bool report_unwritten)
{
    difference found = {false, false, NULL, 0, 0};
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            uint64_t unwritten = 0, where = 0, end = 0;
            if (!written(s->access)) {
                continue;
            }
            for (uint64_t b = next_compared(v, s, s->first, fill); b < s->last; b = next_compared(v, s, b + 1, fill)) {
                if (v->result[b] == VIEW_FILL && v->live[b] == fill && is_undefined(o, v, s, b)) {
                    continue; /* left as it was */
                }
                if (undefined_before(s->access) && v->result[b] == OUT_FILL(VIEW_FILL) &&
                    v->live[b] == OUT_FILL(fill)) {
                    where = unwritten++ ? where : b;
                    end = b + 1;
                } else if (v->live[b] != v->result[b]) {
                    found.byte = found.bytes++ ? found.byte : b;
                    found.v = found.v ? found.v : v;
                    found.any = true;
                }
            }
            if (unwritten && report_unwritten) {
                report_elements(o, v, where, end, unwritten);
            }
        }
    }
    return found;
}

static difference run_again(observation *o, bool reverse_threads, bool reverse_blocks, unsigned char fill,
                            bool report_unwritten)
{
    bool hung = false;
    difference found;
    CUresult result;
    prepare(o, fill);
    o->run.reverse_threads = reverse_threads;
    o->run.reverse_blocks = reverse_blocks;
    o->run.fill = fill;
    o->run.silent = true;
    o->run.replay = true;
    o->run.hung = &hung;
    o->atomics.diverged = false;
    result = sim_kernel_execute(&o->run);
    o->hung = o->hung || hung;
    found = compare(o, fill, report_unwritten && !result);
    found.condition = sim_sets_differ(&o->sets) && !result;
    found.any = found.any || found.condition || result || o->atomics.diverged;
    return found;
}

/* Is it only what the kernel should have waited for? */
static bool is_early(observation *o, bool blocks)
{
    const bool early = o->run.early != NULL;
    o->run.early = NULL;
    return early && !run_again(o, true, blocks, SECOND_FILL, false).any;
}

static void explain(observation *o, difference found, bool blocks)
{
    const char *kind, *what;
    if (is_early(o, blocks)) {
        kind = "before the wait";
        what = "needs what nodes before it write before it has called cudaGridDependencySynchronize(); it shows in";
    } else if (run_again(o, true, false, VIEW_FILL, false).any) {
        kind = "missing barrier";
        what = "gives another result when its threads run in another order, first seen in";
    } else if (blocks && run_again(o, true, true, VIEW_FILL, false).any) {
        kind = "race between blocks";
        what = "gives another result when its blocks run in another order, first seen in";
    } else {
        kind = "undefined read";
        what = "reads bytes that nothing defined, or that it may not read; they show in";
    }
    if (o->hung) {
        return; /* which has been reported */
    }
    if (found.bytes) {
        report_byte(o, found.v, kind, what, found.byte, found.bytes);
    } else if (found.condition) {
        sim_problem(kind, "%s %s what it sets a condition to", sim_title(o->node), what);
    } else {
        sim_problem(kind, "%s behaves differently when its threads run in another order", sim_title(o->node));
    }
}

CUresult sim_run_checked(sim_exec *exec, size_t index, bool *waited)
{
    observation o;
    CUresult result;
    bool wrong = false;
    memset(&o, 0, sizeof o);
    o.exec = exec;
    o.node = &exec->match->graph->nodes[index];
    o.run.launch = &exec->nodes[index].launch;
    o.run.title = sim_title(o.node);
    o.run.seed = sim_get_settings()->seed ? sim_random(sim_random_state()) : 0;
    o.run.fill = VIEW_FILL;
    o.run.atomics = &o.atomics;
    o.run.exec = exec;
    o.run.sets = &o.sets;
    o.run.waited = waited;
    make_views(&o);
    prepare(&o, VIEW_FILL);
    view_look_at_accesses(&o, &wrong);
    result = sim_kernel_execute(&o.run);
    keep_result(&o);
    if (!wrong) {
        check_untouched(&o);
    }
    if (!result && !wrong && !o.atomics.overflow && !o.atomics.clock) {
        bool blocks = o.atomics.count == 0;
        difference found;
        sim_early_find(exec, (uint32_t)index, &o.early);
        o.run.early = o.early.count ? &o.early : NULL;
        o.run.waited = NULL;
        found = run_again(&o, true, blocks, SECOND_FILL, true);
        if (o.hung) {
            result = CUDA_ERROR_LAUNCH_TIMEOUT;
        } else if (o.early.wrote) {
            sim_problem("before the wait",
                        "%s changes bytes that nodes before it touch before it has called "
                        "cudaGridDependencySynchronize()",
                        sim_title(o.node));
        } else if (found.any) {
            explain(&o, found, blocks);
        }
    }
    settle(&o);
    free_views(&o);
    return result;
}
