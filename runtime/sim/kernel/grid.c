/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cooperative grids: all blocks are there at once and take turns, each with its own shared memory, until all of them
 * wait for the grid or are done. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <stdlib.h>
#include <string.h>

/* A block and what lies in shared memory while others run. */
typedef struct {
    block_state block;
    unsigned char *memory;
    bool done;
} grid_block;

typedef struct {
    grid_block *blocks; /* in the order in which they run */
    uint64_t count, done;
    size_t bytes; /* of shared memory */
    uint32_t dynamic;
} grid_state;

static void enter(const grid_state *grid, grid_block *b)
{
    block_now = &b->block;
    block_place(b->block.index);
    sim_shared_load(&the_kernel.shared, grid->dynamic, b->memory);
    sim_access_block_enter(b->block.access);
}

static void make_blocks(grid_state *grid, uint64_t sequence)
{
    const sim_kernel_run *run = the_kernel.run;
    uint32_t *order;
    grid->count = the_kernel.block_count;
    order = block_make_order(grid->count, &sequence);
    grid->dynamic = run->launch->dynamic_shared;
    grid->bytes = sim_shared_bytes(&the_kernel.shared, grid->dynamic);
    grid->blocks = (grid_block *)sim_allocate((size_t)grid->count, sizeof *grid->blocks);
    sim_shared_fill(&the_kernel.shared, grid->dynamic, run->fill);
    for (uint64_t i = 0; i < grid->count; i++) {
        grid_block *b = &grid->blocks[i];
        const uint64_t at = run->reverse_blocks ? grid->count - 1 - i : i, index = order ? order[at] : at;
        uint64_t own = sequence + at;
        b->memory = (unsigned char *)sim_allocate(grid->bytes, 1);
        sim_shared_save(&the_kernel.shared, grid->dynamic, b->memory);
        b->block.order = (uint32_t *)sim_allocate(the_kernel.count, sizeof *b->block.order);
        b->block.threads = (block_thread *)sim_allocate(the_kernel.count, sizeof *b->block.threads);
        b->block.first_owner = (uint32_t)(index * the_kernel.count);
        block_now = &b->block;
        block_start(index, &own);
        b->block.access = sim_access_block_new(index, the_kernel.count);
    }
    free(order);
}

static void free_block(grid_block *b)
{
    block_now = &b->block;
    if (b->block.threads) {
        block_give_back_fibers();
    }
    sim_access_block_free(b->block.access);
    b->block.access = NULL;
    free(b->block.order);
    free(b->block.threads);
    free(b->memory);
    b->block.order = NULL;
    b->block.threads = NULL;
    b->memory = NULL;
}

/* One block, until all of its threads wait for others; false: the kernel ends. */
static bool take_turn(grid_state *grid, grid_block *b, bool *progress)
{
    bool ran = true;
    enter(grid, b);
    while (the_block.done < the_kernel.count) {
        ran = false;
        if (!block_resume_turns(&ran) || !block_pass(&ran)) {
            return false;
        }
        if (!ran && !block_release()) {
            sim_shared_save(&the_kernel.shared, grid->dynamic, b->memory);
            return true;
        }
        *progress = true;
    }
    b->done = true;
    grid->done++;
    if (!block_finish()) {
        return false;
    }
    free_block(b);
    return true;
}

static bool all_at_grid(const block_state *block)
{
    for (unsigned t = 0; t < the_kernel.count; t++) {
        if (block->threads[t].state != THREAD_AT_GRID) {
            return false;
        }
    }
    return true;
}

static bool same_place(const block_state *block)
{
    for (unsigned t = 1; t < the_kernel.count; t++) {
        if (block->threads[t].line != block->threads[0].line ||
            strcmp(block->threads[t].file, block->threads[0].file) != 0) {
            return false;
        }
    }
    return true;
}

/* Do all threads of all blocks wait for the grid? */
static bool release_grid(grid_state *grid)
{
    if (grid->done) {
        return false;
    }
    for (uint64_t i = 0; i < grid->count; i++) {
        if (!all_at_grid(&grid->blocks[i].block)) {
            return false;
        }
    }
    for (uint64_t i = 0; i < grid->count; i++) {
        block_now = &grid->blocks[i].block;
        block_place(the_block.index);
        if (!same_place(block_now)) {
            block_report_divergence();
        }
        for (unsigned t = 0; t < the_kernel.count; t++) {
            the_block.threads[t].state = THREAD_READY;
        }
        the_block.barriers++;
        sim_access_block_enter(the_block.access);
        sim_access_barrier();
    }
    the_kernel.grid_barriers++;
    sim_access_grid();
    return true;
}

static bool release_others(grid_state *grid)
{
    bool released = false;
    for (uint64_t i = 0; i < grid->count && !the_kernel.stopped; i++) {
        if (!grid->blocks[i].done) {
            block_now = &grid->blocks[i].block;
            block_place(the_block.index);
            released = block_release_others() || released;
        }
    }
    return released && !the_kernel.stopped;
}

/* Nothing can go on: threads of a block wait in different places, or some blocks have returned while others wait. */
static void report_stuck(const grid_state *grid)
{
    const grid_block *waits = NULL, *gone = NULL;
    the_kernel.code = CUDA_ERROR_LAUNCH_FAILED;
    for (uint64_t i = 0; i < grid->count; i++) {
        grid_block *b = &grid->blocks[i];
        if (b->done) {
            gone = gone && gone->block.index < b->block.index ? gone : b;
        } else if (all_at_grid(&b->block)) {
            waits = waits && waits->block.index < b->block.index ? waits : b;
        } else {
            block_now = &b->block;
            block_place(the_block.index);
            block_report_divergence();
            return;
        }
    }
    if (waits && gone && !the_kernel.run->silent) {
        sim_problem(
            "divergent barrier",
            "%s: %llu blocks wait for the grid, the first of them block %llu at %s:%d; %llu returned, the "
            "first of them block %llu",
            the_kernel.run->title, (unsigned long long)(grid->count - grid->done),
            (unsigned long long)waits->block.index, waits->block.threads[0].file, waits->block.threads[0].line,
            (unsigned long long)grid->done, (unsigned long long)gone->block.index);
    }
}

/* Runs each block in turn. When no block gets on, it looks for what all of them wait for. */
static bool run_all(grid_state *grid)
{
    while (grid->done < grid->count) {
        bool progress = false;
        for (uint64_t i = 0; i < grid->count; i++) {
            if (!grid->blocks[i].done && !take_turn(grid, &grid->blocks[i], &progress)) {
                return false;
            }
        }
        if (!progress && grid->done < grid->count && !release_grid(grid) && !release_others(grid)) {
            if (!the_kernel.stopped) {
                report_stuck(grid);
            }
            return false;
        }
    }
    return true;
}

bool grid_run(uint64_t sequence)
{
    grid_state grid = {0};
    bool good;
    if (!the_kernel.shared.block && the_kernel.run->launch->function->static_shared) {
        the_kernel.code = CUDA_ERROR_NOT_SUPPORTED;
        sim_problem("not supported",
                    "%s is cooperative and has static shared memory: its kernels must be in a library "
                    "of their own",
                    the_kernel.run->title);
        return false;
    }
    make_blocks(&grid, sequence);
    good = run_all(&grid);
    if (!good && the_kernel.code == CUDA_ERROR_OUT_OF_MEMORY) {
        sim_problem("not supported",
                    "%s needs a stack for each of its %llu threads, and there is no room for that many "
                    "(see vm.max_map_count, VGSIM_STACK)",
                    the_kernel.run->title, (unsigned long long)(grid.count * the_kernel.count));
    }
    for (uint64_t i = 0; i < grid.count; i++) {
        free_block(&grid.blocks[i]);
    }
    free(grid.blocks);
    return good;
}

/* ---- calls of kernels ---- */

void vgsim_grid_sync(const char *file, int line)
{
    block_thread *self = &the_block.threads[the_block.current];
    hang_look(CALLER);
    if (!the_kernel.run->launch->cooperative) {
        block_problem("not cooperative", "waits for the grid at %s:%d, but its launch is not cooperative", file, line);
        block_stop(CUDA_ERROR_LAUNCH_FAILED);
    }
    self->file = file;
    self->line = line;
    block_wait(THREAD_AT_GRID);
}
