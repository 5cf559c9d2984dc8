/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
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

static view_difference run_again(observation *o, bool reverse_threads, bool reverse_blocks, unsigned char fill,
                            bool report_unwritten)
{
    bool hung = false;
    view_difference found;
    CUresult result;
    view_prepare(o, fill);
    o->run.reverse_threads = reverse_threads;
    o->run.reverse_blocks = reverse_blocks;
    o->run.fill = fill;
    o->run.silent = true;
    o->run.replay = true;
    o->run.hung = &hung;
    o->atomics.diverged = false;
    result = sim_kernel_execute(&o->run);
    o->hung = o->hung || hung;
    found = view_compare(o, fill, report_unwritten && !result);
    found.condition = sim_sets_differ(&o->sets) && !result;
    found.any = found.any || found.condition || result || o->atomics.diverged;
    return found;
}

/* Is it only what the kernel should have waited for? */
static bool is_early(observation *o, bool blocks)
{
    const bool early = o->run.early != NULL;
    o->run.early = NULL;
    return early && !run_again(o, true, blocks, VIEW_OTHER_FILL, false).any;
}

static void explain(observation *o, view_difference found, bool blocks)
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
        view_report_byte(o, found.v, kind, what, found.byte, found.bytes);
    } else if (found.condition) {
        sim_problem(kind, "%s %s what it sets a condition to", o->title, what);
    } else {
        sim_problem(kind, "%s behaves differently when its threads run in another order", o->title);
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
    o.title = sim_title(o.node);
    o.run.title = o.title;
    o.run.seed = sim_get_settings()->seed ? sim_random(sim_random_state()) : 0;
    o.run.fill = VIEW_FILL;
    o.run.atomics = &o.atomics;
    o.run.exec = exec;
    o.run.sets = &o.sets;
    o.run.waited = waited;
    view_make_all(&o);
    view_prepare(&o, VIEW_FILL);
    view_look_at_accesses(&o, &wrong);
    result = sim_kernel_execute(&o.run);
    view_keep_results(&o);
    if (!wrong) {
        view_check_untouched(&o);
    }
    if (!result && !wrong && !o.atomics.overflow && !o.atomics.clock) {
        bool blocks = o.atomics.count == 0;
        view_difference found;
        sim_early_find(exec, (uint32_t)index, &o.early);
        o.run.early = o.early.count ? &o.early : NULL;
        o.run.waited = NULL;
        found = run_again(&o, true, blocks, VIEW_OTHER_FILL, true);
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
    view_settle(&o);
    view_free_all(&o);
    return result;
}
