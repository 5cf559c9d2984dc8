/* SPDX-License-Identifier: 0BSD */
/* Kernels: block after block, each thread until it waits, in an order that the seed chooses. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHUFFLED_BLOCKS ((uint64_t)1 << 20)
#define MOST_EARLY_BLOCKS 64u                /* of a kernel, that are looked at before they wait … */
#define MOST_EARLY_BYTES ((uint64_t)4 << 20) /* … as far as that hides no more than this, and two in any case */
#define LEAST_EARLY_BLOCKS 2u

kernel_state the_kernel;
static uint32_t only_order[BLOCK_THREADS];
static block_thread only_threads[BLOCK_THREADS];
static block_state only_block; /* where blocks run one by one */
block_state *block_now = &only_block;
__attribute__((visibility("default"))) struct vgsim_self vgsim_self;

void block_become(uint32_t thread)
{
    unsigned x = vgsim_self.block_size.x, y = vgsim_self.block_size.y;
    the_block.current = thread;
    vgsim_self.thread.x = thread % x;
    vgsim_self.thread.y = thread / x % y;
    vgsim_self.thread.z = thread / (x * y);
    vgsim_self.lane = thread % WARP;
}

void block_wait(thread_state state)
{
    the_block.threads[the_block.current].state = (uint8_t)state;
    sim_fiber_leave(false);
}

void block_stop(CUresult code)
{
    the_kernel.stopped = true;
    the_kernel.code = code;
    sim_fiber_leave(true);
    abort();
}

/* A problem of the running thread. */
void block_problem(const char *kind, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (the_kernel.run->silent) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sim_problem(kind, "\"%s\", block (%u,%u,%u), thread (%u,%u,%u): %s", the_kernel.run->title, vgsim_self.block.x,
                vgsim_self.block.y, vgsim_self.block.z, vgsim_self.thread.x, vgsim_self.thread.y, vgsim_self.thread.z,
                text);
}

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
    if (memory && memory->dead) {
        block_problem("use after free", "%p was allocated in call %lu and freed in call %lu", address, memory->created,
                      memory->destroyed);
    } else if (memory) {
        block_problem("out of bounds", "%p is outside the %llu bytes at 0x%llx", address,
                      (unsigned long long)memory->bytes, (unsigned long long)memory->base);
    } else {
        block_problem("out of bounds", "%p is not memory of the device", address);
    }
    block_stop(CUDA_ERROR_ILLEGAL_ADDRESS);
}

static void finish_thread(void)
{
    uint32_t t = the_block.current;
    the_block.threads[t].state = THREAD_DONE;
    the_block.done++;
    the_block.alive[t / WARP] &= ~(1u << t % WARP);
    the_block.idle_yields = 0;
    the_block.atomics_in_a_row = 0;
}

/* Threads run back to back on one stack until one has to wait. */
static void thread_body(void)
{
    for (;;) {
        sim_fiber *fiber = the_block.threads[the_block.current].fiber;
        the_kernel.thunk(the_kernel.parameters);
        finish_thread();
        the_block.threads[the_block.current].fiber = NULL;
        if (the_block.started == the_kernel.count) {
            sim_fiber_free(fiber);
            return;
        }
        block_become(the_block.order[the_block.started++]);
        the_block.threads[the_block.current].state = THREAD_READY;
        the_block.threads[the_block.current].fiber = fiber;
    }
}

static bool resume(uint32_t thread)
{
    block_thread *t = &the_block.threads[thread];
    if (t->state == THREAD_UNSTARTED) {
        t->fiber = sim_fiber_new(thread_body);
        if (!t->fiber) {
            the_kernel.stopped = true;
            the_kernel.code = CUDA_ERROR_OUT_OF_MEMORY;
            return false;
        }
    }
    t->state = THREAD_READY;
    the_block.atomics_in_a_row = 0;
    block_become(thread);
    sim_fiber_enter(t->fiber);
    return !the_kernel.stopped;
}

/* In a repeated run the thread whose atomic comes next goes first. */
bool block_resume_turns(bool *ran)
{
    const sim_atomics *atomics = the_kernel.run->atomics;
    while (the_kernel.run->replay && !atomics->diverged && the_kernel.next_atomic < atomics->count) {
        uint32_t owner = atomics->threads[the_kernel.next_atomic] - the_block.first_owner;
        if (owner >= the_kernel.count || the_block.threads[owner].state != THREAD_AT_ATOMIC) {
            return true;
        }
        *ran = true;
        if (!resume(owner)) {
            return false;
        }
    }
    return true;
}

bool block_pass(bool *ran)
{
    *ran = false;
    while (the_block.started < the_kernel.count) {
        uint32_t t = the_block.order[the_block.started++];
        *ran = true;
        if (!resume(t) || !block_resume_turns(ran)) {
            return false;
        }
    }
    for (unsigned i = 0; i < the_kernel.count; i++) {
        if (the_block.threads[the_block.order[i]].state == THREAD_READY) {
            *ran = true;
            if (!resume(the_block.order[i]) || !block_resume_turns(ran)) {
                return false;
            }
        }
    }
    return true;
}

void block_place(uint64_t index)
{
    const struct uint3 *grid = &vgsim_self.grid_size;
    vgsim_self.block.x = (unsigned)(index % grid->x);
    vgsim_self.block.y = (unsigned)(index / grid->x % grid->y);
    vgsim_self.block.z = (unsigned)(index / grid->x / grid->y);
}

void block_start(uint64_t index, uint64_t *sequence)
{
    unsigned count = the_kernel.count;
    the_block.index = index;
    block_place(index);
    memset(the_block.threads, 0, sizeof the_block.threads[0] * count);
    for (unsigned warp = 0; warp * WARP < count; warp++) {
        unsigned lanes = count - warp * WARP;
        the_block.alive[warp] = lanes >= WARP ? ~0u : (1u << lanes) - 1;
        the_block.in_warp[warp] = 0;
    }
    the_block.early = false;
    the_block.done = the_block.started = 0;
    the_block.idle_yields = 0;
    sim_shuffle(the_block.order, count, sequence);
    for (unsigned i = 0; the_kernel.run->reverse_threads && i < count / 2; i++) {
        uint32_t swapped = the_block.order[i];
        the_block.order[i] = the_block.order[count - 1 - i];
        the_block.order[count - 1 - i] = swapped;
    }
}

void block_give_back_fibers(void)
{
    for (unsigned t = 0; t < the_kernel.count; t++) {
        if (the_block.threads[t].fiber) {
            sim_fiber_free(the_block.threads[t].fiber);
            the_block.threads[t].fiber = NULL;
        }
    }
}

/* Nobody can run: somebody can now, or the kernel ends. */
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

uint32_t *block_make_order(uint64_t count, uint64_t *sequence)
{
    uint32_t *order;
    if (count > MOST_SHUFFLED_BLOCKS) {
        return NULL;
    }
    order = (uint32_t *)sim_allocate((size_t)count, sizeof *order);
    sim_shuffle(order, (size_t)count, sequence);
    return order;
}

bool block_finish(void)
{
    const sim_kernel_run *run = the_kernel.run;
    const uint32_t dynamic = run->launch->dynamic_shared;
    if (run->silent || !sim_shared_overrun(&the_kernel.shared, dynamic, run->fill)) {
        return true;
    }
    sim_problem("out of bounds", "\"%s\", block (%u,%u,%u): writes past its %u bytes of dynamic shared memory",
                run->title, vgsim_self.block.x, vgsim_self.block.y, vgsim_self.block.z, dynamic);
    the_kernel.code = CUDA_ERROR_ILLEGAL_ADDRESS;
    return false;
}

/* How many blocks are looked at before they wait. */
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
        uint64_t own = sequence + at; /* a block's order is its own, whatever ran before it */
        sim_shared_fill(&the_kernel.shared, run->launch->dynamic_shared, run->fill);
        block_start(order ? order[at] : at, &own);
        if (i < early) {
            sim_early_begin();
        }
        good = run_block();
        sim_early_end();
        good = good && block_finish();
    }
    free(order);
    return good;
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
    sim_trap_install(on_fault);
    good = launch->cooperative ? grid_run(run->seed) : run_blocks(run->seed);
    sim_trap_remove();
    if (run->waited) {
        *run->waited = the_kernel.waited;
    }
    if (run->replay && the_kernel.next_atomic != run->atomics->count) {
        run->atomics->diverged = true;
    }
    return good ? CUDA_SUCCESS : the_kernel.code;
}

/* ---- small calls of kernels ---- */

/* A clock that only moves forward; a kernel that looks at it cannot be compared between runs. */
uint64_t vgsim_clock(void)
{
    static uint64_t ticks;
    if (the_kernel.run->atomics) {
        the_kernel.run->atomics->clock = true;
    }
    return ticks += 16;
}

int vgsim_printf(const char *format, ...)
{
    va_list arguments;
    int written;
    if (the_kernel.run->silent) {
        return 0;
    }
    va_start(arguments, format);
    written = vprintf(format, arguments);
    va_end(arguments);
    return written;
}

void vgsim_stop(const char *kind, const char *text, const char *file, int line)
{
    block_problem(kind, "%s:%d: %s", file, line, text);
    block_stop(strcmp(kind, "assertion") == 0 ? CUDA_ERROR_ASSERT : CUDA_ERROR_LAUNCH_FAILED);
}

/* ---- conditions ---- */

static sim_set *set_of(uint64_t handle)
{
    sim_sets *sets = the_kernel.run->sets;
    for (size_t i = 0; i < sets->count; i++) {
        if (sets->sets[i].handle == handle) {
            return &sets->sets[i];
        }
    }
    sets->sets = (sim_set *)sim_grow(sets->sets, sets->count, &sets->capacity, sizeof *sets->sets);
    memset(&sets->sets[sets->count], 0, sizeof *sets->sets);
    sets->sets[sets->count].handle = handle;
    return &sets->sets[sets->count++];
}

/* Barriers order the threads of a block; what orders blocks, or threads by atomics, is not looked into. */
static bool races(const sim_set *set, uint64_t block)
{
    if (!set->first || the_kernel.used_atomics || (set->block == block && set->thread == the_block.current)) {
        return false;
    }
    return set->grid_barriers == the_kernel.grid_barriers &&
           (set->block != block || set->barriers == the_block.barriers);
}

void vgsim_set_conditional(uint64_t handle, unsigned value)
{
    const uint64_t block = the_block.index;
    sim_set *set = set_of(handle);
    if (the_kernel.run->replay) {
        set->again = value;
        set->repeated = true;
        return;
    }
    if (races(set, block)) {
        block_problem("race", "sets a condition that thread %u of block %llu sets too, and nothing orders them",
                      set->thread, (unsigned long long)set->block);
    }
    set->first = true;
    set->value = value;
    set->block = block;
    set->thread = the_block.current;
    set->barriers = the_block.barriers;
    set->grid_barriers = the_kernel.grid_barriers;
    sim_condition_set(the_kernel.run->exec, handle, value);
}

bool sim_sets_differ(sim_sets *sets)
{
    bool differ = false;
    for (size_t i = 0; i < sets->count; i++) {
        sim_set *set = &sets->sets[i];
        differ = differ || set->first != set->repeated || (set->first && set->value != set->again);
        set->repeated = false;
    }
    return differ;
}
