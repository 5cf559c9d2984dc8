/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The running block: its threads, each of which runs until it waits, and what kernels call without waiting. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHUFFLED_BLOCKS ((uint64_t)1 << 20)

kernel_state the_kernel;
block_state *block_now;
__attribute__((visibility("default"))) struct vgsim_self vgsim_self;

void block_become(uint32_t thread)
{
    unsigned x = vgsim_self.block_size.x, y = vgsim_self.block_size.y;
    the_block.current = thread;
    vgsim_self.thread.x = thread % x;
    vgsim_self.thread.y = thread / x % y;
    vgsim_self.thread.z = thread / (x * y);
    vgsim_self.lane = thread % WARP;
    sim_access_thread(thread);
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
    sim_problem(kind, "%s, block (%u,%u,%u), thread (%u,%u,%u): %s", the_kernel.run->title, vgsim_self.block.x,
                vgsim_self.block.y, vgsim_self.block.z, vgsim_self.thread.x, vgsim_self.thread.y, vgsim_self.thread.z,
                text);
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
    if (run->silent || sim_access_left_bounds() || !sim_shared_overrun(&the_kernel.shared, dynamic, run->fill)) {
        return true;
    }
    sim_problem("out of bounds", "%s, block (%u,%u,%u): writes past its %u bytes of dynamic shared memory",
                run->title, vgsim_self.block.x, vgsim_self.block.y, vgsim_self.block.z, dynamic);
    the_kernel.code = CUDA_ERROR_ILLEGAL_ADDRESS;
    return false;
}

/* ---- small calls of kernels ---- */

/* A clock that only moves forward; a kernel that looks at it cannot be compared between runs. */
uint64_t vgsim_clock(void)
{
    static uint64_t ticks;
    hang_look(CALLER);
    if (the_kernel.run->atomics) {
        the_kernel.run->atomics->clock = true;
    }
    return ticks += 16;
}

/* What printf answers on a GPU. */
static int count_arguments(const char *format)
{
    int count = 0;
    for (const char *at = format; at && *at; at++) {
        if (*at == '%' && at[1] == '%') {
            at++;
        } else {
            count += *at == '%';
        }
    }
    return format ? count : -1;
}

/* The text is made before it goes to stdout, whose lock must not be held where a bad pointer ends the kernel. */
int vgsim_printf(const char *format, ...)
{
    char text[1024], *longer = NULL;
    va_list arguments;
    int length;
    hang_look(CALLER);
    if (the_kernel.run->silent || !format) {
        return count_arguments(format);
    }
    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof text) {
        longer = (char *)sim_allocate((size_t)length + 1, 1);
        va_start(arguments, format);
        vsnprintf(longer, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    if (length > 0) {
        fwrite(longer ? longer : text, 1, (size_t)length, stdout);
        the_kernel.printed = true;
    }
    free(longer);
    return count_arguments(format);
}

void vgsim_stop(const char *kind, const char *text, const char *file, int line)
{
    block_problem(kind, "%s:%d: %s", file, line, text);
    block_stop(strcmp(kind, "assertion") == 0 ? CUDA_ERROR_ASSERT : CUDA_ERROR_LAUNCH_FAILED);
}

/* ---- conditions ---- */
