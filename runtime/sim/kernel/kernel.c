/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels: block after block, each thread until it waits, in an order that the seed chooses. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EARLY_BLOCKS 64u                /* of a kernel, that are checked before their wait … */
#define MOST_EARLY_BYTES ((uint64_t)4 << 20) /* … as long as this hides no more bytes, but at least two */
#define LEAST_EARLY_BLOCKS 2u

static uint32_t only_order[BLOCK_THREADS];
static block_thread only_threads[BLOCK_THREADS];
static block_state only_block; /* where blocks run one by one */

static void on_fault(int number, const void *address)
{
    const sim_memory *memory = sim_memory_find((uint64_t)(uintptr_t)address);
    if (number == SIGFPE) {
        block_problem("division by zero", "an integer is divided by zero, or overflows");
        block_stop(CUDA_ERROR_ILLEGAL_INSTRUCTION);
    }
    if (sim_fiber_guard_hit(address)) {
        block_problem("stack overflow", "its local variables need more than %zu bytes: set VGSIM_STACK",
                      sim_get_settings()->stack);
        block_stop(CUDA_ERROR_HARDWARE_STACK_ERROR);
    }
    if (sim_access_left_bounds()) {
        block_stop(CUDA_ERROR_ILLEGAL_ADDRESS);
    }
    if (memory && memory->dead) {
        block_problem("use after free", "%p was allocated by %s and freed by %s", address,
                      sim_call_words(memory->created).text,
                      sim_call_words(memory->destroyed).text);
    } else if (memory) {
        block_problem("out of bounds", "%p is outside the %llu bytes at 0x%llx", address,
                      (unsigned long long)memory->bytes, (unsigned long long)memory->base);
    } else {
        block_problem("out of bounds", "%p is not memory of the device", address);
    }
    block_stop(CUDA_ERROR_ILLEGAL_ADDRESS);
}

/* Called when no thread can run: true if one can now; otherwise the kernel ends. */
static bool release(void)
{
    if (block_release() || block_release_others()) {
        return true;
    }
    if (!the_kernel.stopped) {
        block_report_divergence();
        the_kernel.code = CUDA_ERROR_LAUNCH_FAILED;
    }
    return false;
}

static bool run_block(void)
{
    bool ran;
    while (the_block.done < the_kernel.count) {
        if (!block_pass(&ran) || (!ran && !release())) {
            block_give_back_fibers();
            return false;
        }
    }
    return true;
}

/* How many blocks are checked before their wait. */
static uint64_t early_blocks(const sim_early *early)
{
    uint64_t bytes = 1, blocks;
    for (size_t i = 0; early && i < early->count; i++) {
        bytes += early->parts[i].bytes;
    }
    blocks = MOST_EARLY_BYTES / bytes;
    blocks = blocks < LEAST_EARLY_BLOCKS ? LEAST_EARLY_BLOCKS : blocks > MOST_EARLY_BLOCKS ? MOST_EARLY_BLOCKS : blocks;
    return early ? blocks : 0;
}

static bool run_blocks(uint64_t sequence)
{
    const sim_kernel_run *run = the_kernel.run;
    const uint64_t early = early_blocks(run->early);
    const uint64_t count = the_kernel.block_count;
    uint32_t *order = block_make_order(count, &sequence);
    bool good = true;
    block_now = &only_block;
    memset(block_now, 0, sizeof *block_now);
    the_block.order = only_order;
    the_block.threads = only_threads;
    for (uint64_t i = 0; good && i < count; i++) {
        uint64_t at = run->reverse_blocks ? count - 1 - i : i;
        uint64_t own = sequence + at; /* a block's order does not depend on what ran before it */
        sim_shared_fill(&the_kernel.shared, run->launch->dynamic_shared, run->fill);
        block_start(order ? order[at] : at, &own);
        the_block.access = sim_access_block_new(the_block.index, the_kernel.count);
        sim_access_block_enter(the_block.access);
        if (i < early) {
            sim_early_begin();
        }
        good = run_block();
        sim_early_end();
        good = good && block_finish();
        sim_access_block_free(the_block.access);
    }
    free(order);
    return good;
}

/* The parameters of the run that is looked at: pointers by which accesses can be told apart. */
static void rename_arguments(const sim_access_scope *scope)
{
    const sim_function *f = the_kernel.run->launch->function;
    if (!sim_access_active()) {
        return;
    }
    memcpy(the_kernel.renamed, the_kernel.parameters, f->param_count * sizeof(void *));
    for (size_t i = 0; i < scope->argument_count; i++) {
        const sim_argument *a = &scope->arguments[i];
        uint64_t *at = &the_kernel.addresses[i];
        *at = sim_access_argument(i);
        if (*at) {
            the_kernel.renamed[a->parameter] = at;
        }
    }
    the_kernel.parameters = the_kernel.renamed;
}

static void begin_accesses(const sim_kernel_run *run)
{
    sim_access_scope scope;
    if (run->replay || !run->access) {
        return;
    }
    scope = *run->access;
    the_kernel.renamed = (void **)sim_allocate(run->launch->function->param_count, sizeof(void *));
    the_kernel.addresses = (uint64_t *)sim_allocate(scope.argument_count, sizeof(uint64_t));
    scope.thunk = the_kernel.thunk;
    scope.title = run->title;
    scope.shared = the_kernel.shared.block;
    scope.shared_bytes = the_kernel.shared.block_bytes;
    scope.dynamic = the_kernel.shared.dynamic;
    scope.dynamic_bytes = run->launch->dynamic_shared;
    scope.grid = run->launch->cooperative;
    sim_access_begin(&scope);
    rename_arguments(&scope);
}

CUresult sim_kernel_execute(const sim_kernel_run *run)
{
    const sim_launch *launch = run->launch;
    bool good;
    memset(&the_kernel, 0, sizeof the_kernel);
    the_kernel.run = run;
    the_kernel.thunk = launch->function->host->run;
    the_kernel.parameters = launch->parameters;
    the_kernel.count = launch->block[0] * launch->block[1] * launch->block[2];
    the_kernel.block_count = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    vgsim_self.grid_size.x = launch->grid[0];
    vgsim_self.grid_size.y = launch->grid[1];
    vgsim_self.grid_size.z = launch->grid[2];
    vgsim_self.block_size.x = launch->block[0];
    vgsim_self.block_size.y = launch->block[1];
    vgsim_self.block_size.z = launch->block[2];
    vgsim_self.cluster_size.x = launch->cluster[0] ? launch->cluster[0] : 1;
    vgsim_self.cluster_size.y = launch->cluster[1] ? launch->cluster[1] : 1;
    vgsim_self.cluster_size.z = launch->cluster[2] ? launch->cluster[2] : 1;
    vgsim_self.cooperative = launch->cooperative;
    sim_shared_find(&the_kernel.shared, the_kernel.thunk);
    begin_accesses(run);
    sim_trap_install(on_fault);
    hang_begin();
    good = launch->cooperative ? grid_run(run->seed) : run_blocks(run->seed);
    hang_end();
    sim_trap_remove();
    if (the_kernel.hung) {
        hang_report_time();
    }
    if (run->hung) {
        *run->hung = the_kernel.hung;
    }
    if (the_kernel.printed) {
        fflush(stdout); /* a child of a fork must not print it again */
    }
    if (sim_access_end() && run->found) {
        *run->found = true;
    }
    free(the_kernel.renamed);
    free(the_kernel.addresses);
    if (run->waited) {
        *run->waited = the_kernel.waited;
    }
    if (run->replay && the_kernel.next_atomic != run->atomics->count) {
        run->atomics->diverged = true;
    }
    return good ? CUDA_SUCCESS : the_kernel.code;
}
