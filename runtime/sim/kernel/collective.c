/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Everything that threads of a block wait for: barriers, their warp, their turn at an atomic. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ATOMICS_BEFORE_YIELD 4096u
#define MOST_IDLE_YIELDS 4000000ul
#define MOST_RECORDED ((size_t)1 << 26)

/* ---- barriers ---- */

int vgsim_barrier(enum vgsim_barrier_kind kind, int predicate, const char *file, int line)
{
    block_thread *self = &the_block.threads[the_block.current];
    hang_look(CALLER);
    self->file = file;
    self->line = line;
    self->kind = kind;
    self->predicate = predicate != 0;
    block_wait(THREAD_AT_BARRIER);
    return self->combined;
}

static bool same_place(const block_thread *a, const block_thread *b)
{
    return a->state == b->state && (a->state == THREAD_DONE || (a->file == b->file && a->line == b->line));
}

/* "threads 0-15 31 at fir.cu:20" for all that wait where `first` does. */
static void describe_place(char *text, size_t size, unsigned first)
{
    const block_thread *model = &the_block.threads[first];
    size_t used = (size_t)snprintf(text, size, "threads");
    unsigned groups = 0;
    for (unsigned t = 0; t < the_kernel.count && used + 32 < size; t++) {
        unsigned last = t;
        while (last < the_kernel.count && same_place(&the_block.threads[last], model)) {
            last++;
        }
        if (last == t) {
            continue;
        }
        if (++groups > 4) {
            used += (size_t)snprintf(text + used, size - used, " …");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, last - t > 1 ? " %u-%u" : " %u", t, last - 1);
        t = last - 1;
    }
    if (model->state == THREAD_DONE) {
        snprintf(text + used, size - used, " have returned");
    } else if (model->state == THREAD_AT_BARRIER) {
        snprintf(text + used, size - used, " wait at %s:%d", model->file, model->line);
    } else if (model->state == THREAD_AT_GRID) {
        snprintf(text + used, size - used, " wait for the grid at %s:%d", model->file, model->line);
    } else if (model->state == THREAD_YIELDED || model->state == THREAD_AT_ATOMIC) {
        snprintf(text + used, size - used, " wait for others");
    } else {
        snprintf(text + used, size - used, " wait for other lanes of their warp");
    }
}

/* Every place where threads stand. */
void block_report_divergence(void)
{
    char text[1024] = "", place[256];
    size_t used = 0;
    if (the_kernel.barrier_reported || the_kernel.run->silent) {
        return;
    }
    the_kernel.barrier_reported = true;
    for (unsigned t = 0; t < the_kernel.count && used + 2 < sizeof text; t++) {
        bool seen = false;
        for (unsigned before = 0; before < t && !seen; before++) {
            seen = same_place(&the_block.threads[t], &the_block.threads[before]);
        }
        if (!seen) {
            describe_place(place, sizeof place, t);
            int written = snprintf(text + used, sizeof text - used, "%s%s", used ? "; " : "", place);
            used += written > 0 ? (size_t)written : 0;
        }
    }
    sim_problem("divergent barrier", "%s, block (%u,%u,%u): %s", the_kernel.run->title, vgsim_self.block.x,
                vgsim_self.block.y, vgsim_self.block.z, text);
}

static bool release_barrier(void)
{
    const block_thread *first = NULL;
    bool differ = the_block.done != 0;
    int sum = 0, waiting = 0;
    for (unsigned t = 0; t < the_kernel.count; t++) {
        const block_thread *thread = &the_block.threads[t];
        if (thread->state != THREAD_AT_BARRIER) {
            if (thread->state != THREAD_DONE) {
                return false;
            }
            continue;
        }
        first = first ? first : thread;
        differ = differ || thread->line != first->line || thread->kind != first->kind ||
                 strcmp(thread->file, first->file) != 0;
        sum += thread->predicate;
        waiting++;
    }
    if (!waiting) {
        return false;
    }
    if (differ) {
        block_report_divergence();
    }
    the_block.barriers++;
    sim_access_barrier();
    for (unsigned t = 0; t < the_kernel.count; t++) {
        block_thread *thread = &the_block.threads[t];
        if (thread->state == THREAD_AT_BARRIER) {
            thread->state = THREAD_READY;
            thread->combined = thread->kind == VGSIM_BARRIER_AND  ? sum == waiting
                               : thread->kind == VGSIM_BARRIER_OR ? sum > 0
                                                                  : sum;
        }
    }
    return true;
}

/* ---- warps ---- */

bool block_complete_warp(unsigned warp, unsigned mask)
{
    unsigned part = mask & the_block.alive[warp], base = warp * WARP;
    uint64_t values[WARP];
    if (!part || part & ~the_block.in_warp[warp]) {
        return false;
    }
    memset(values, 0, sizeof values);
    for (unsigned left = part; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (the_block.threads[base + lane].mask != mask) {
            return false;
        }
        values[lane] = the_block.threads[base + lane].value;
    }
    for (unsigned left = part; left; left &= left - 1) {
        block_thread *thread = &the_block.threads[base + (unsigned)__builtin_ctz(left)];
        memcpy(thread->all, values, sizeof values);
        thread->mask = part;
        thread->state = THREAD_READY;
    }
    the_block.in_warp[warp] &= ~part;
    the_block.barriers++;
    sim_access_warp(warp, part, part == the_block.alive[warp]);
    return true;
}

/* The last lane to come completes the exchange without leaving its fiber. */
unsigned vgsim_warp_exchange(unsigned mask, uint64_t value, uint64_t *all)
{
    block_thread *self = &the_block.threads[the_block.current];
    unsigned warp = the_block.current / WARP, lane = the_block.current % WARP;
    hang_look(CALLER);
    if (!(mask >> lane & 1)) {
        block_problem("bad mask", "lane %u is not in its own mask 0x%08x", lane, mask);
        block_stop(CUDA_ERROR_ILLEGAL_INSTRUCTION);
    }
    self->mask = mask;
    self->value = value;
    self->all = all;
    self->file = NULL;
    self->line = 0;
    self->state = THREAD_AT_WARP;
    the_block.in_warp[warp] |= 1u << lane;
    if (!block_complete_warp(warp, mask)) {
        block_wait(THREAD_AT_WARP);
    }
    return self->mask;
}

unsigned vgsim_active_mask(const char *file, int line)
{
    block_thread *self = &the_block.threads[the_block.current];
    hang_look(CALLER);
    self->file = file;
    self->line = line;
    block_wait(THREAD_AT_MASK);
    return self->mask;
}

/* Lanes of one warp that came to the same place are together. */
static bool release_masks(void)
{
    bool released = false;
    for (unsigned t = 0; t < the_kernel.count; t++) {
        block_thread *first = &the_block.threads[t];
        unsigned end = (t / WARP + 1) * WARP, mask = 0;
        if (first->state != THREAD_AT_MASK) {
            continue;
        }
        end = end < the_kernel.count ? end : the_kernel.count;
        for (unsigned pass = 0; pass < 2; pass++) {
            for (unsigned o = t; o < end; o++) {
                block_thread *other = &the_block.threads[o];
                bool same = other->line == first->line && other->file == first->file;
                if (pass == 0 && other->state == THREAD_AT_MASK && same) {
                    mask |= 1u << o % WARP;
                } else if (pass == 1 && mask >> o % WARP & 1) {
                    other->mask = mask;
                    other->state = THREAD_READY;
                }
            }
        }
        released = true;
    }
    return released;
}

/* ---- atomics ---- */

bool block_my_turn(uint32_t thread)
{
    const sim_atomics *atomics = the_kernel.run->atomics;
    return atomics->diverged || (the_kernel.next_atomic < atomics->count &&
                                 atomics->threads[the_kernel.next_atomic] == the_block.first_owner + thread);
}

static void record(sim_atomics *atomics, uint32_t thread)
{
    if (atomics->overflow || atomics->count == MOST_RECORDED) {
        atomics->overflow = true;
        return;
    }
    atomics->threads = (uint32_t *)sim_grow(atomics->threads, atomics->count, &atomics->capacity, sizeof(uint32_t));
    atomics->threads[atomics->count++] = thread;
}

/* A thread that spins on an atomic lets the others run now and then. */
static void let_others_run(uintptr_t code)
{
    if (++the_block.atomics_in_a_row >= ATOMICS_BEFORE_YIELD) {
        the_block.atomics_in_a_row = 0;
        the_block.threads[the_block.current].code = code;
        block_wait(THREAD_YIELDED);
    }
}

static void take_turn(uintptr_t code)
{
    sim_atomics *atomics = the_kernel.run->atomics;
    hang_look(code);
    the_kernel.used_atomics = true;
    if (!atomics) {
        let_others_run(code);
        return;
    }
    if (!the_kernel.run->replay) {
        let_others_run(code);
        record(atomics, the_block.first_owner + the_block.current);
        return;
    }
    if (the_kernel.next_atomic >= atomics->count) {
        atomics->diverged = true;
    }
    while (!block_my_turn(the_block.current)) {
        block_wait(THREAD_AT_ATOMIC);
    }
    the_kernel.next_atomic++;
    if (atomics->diverged) {
        let_others_run(code);
    }
}

/* In a repeated run the next in turn goes first. What a thread reads after its own atomic then differs from the first
 * run, unless a barrier orders it. */
void vgsim_atomic_end(void)
{
    const sim_atomics *atomics = the_kernel.run->atomics;
    sim_access_atomic_end();
    if (the_kernel.run->replay && !atomics->diverged && the_kernel.next_atomic < atomics->count) {
        uint32_t next = atomics->threads[the_kernel.next_atomic] - the_block.first_owner;
        if (next < the_kernel.count && the_block.threads[next].state == THREAD_AT_ATOMIC) {
            block_wait(THREAD_READY);
        }
    }
}

void vgsim_atomic_at(uintptr_t code)
{
    take_turn(code);
    sim_access_atomic_begin();
}

void vgsim_atomic(void)
{
    vgsim_atomic_at(CALLER);
}

void vgsim_fence(void)
{
    sim_access_fence();
}

void vgsim_yield(void)
{
    hang_look(CALLER);
    the_block.threads[the_block.current].code = CALLER;
    block_wait(THREAD_YIELDED);
}

/* ---- nobody can run ---- */

static bool any_in(thread_state state)
{
    for (unsigned t = 0; t < the_kernel.count; t++) {
        if (the_block.threads[t].state == state) {
            return true;
        }
    }
    return false;
}

static bool set_ready(thread_state from)
{
    bool any = false;
    for (unsigned t = 0; t < the_kernel.count; t++) {
        if (the_block.threads[t].state == from) {
            the_block.threads[t].state = THREAD_READY;
            any = true;
        }
    }
    return any;
}

/* The first thread that yields for ever. */
static void report_waiting(void)
{
    unsigned t = 0;
    while (t + 1 < the_kernel.count && the_block.threads[t].state != THREAD_YIELDED) {
        t++;
    }
    block_become(t);
    the_kernel.hung_at = the_block.threads[t].code;
    hang_report("waits for a value that never comes");
}

/* Lanes may have returned since their partners began to wait. */
static bool release_warps(void)
{
    bool released = false;
    for (unsigned t = 0; t < the_kernel.count; t++) {
        if (the_block.threads[t].state == THREAD_AT_WARP) {
            released |= block_complete_warp(t / WARP, the_block.threads[t].mask);
        }
    }
    return released;
}

bool block_release_others(void)
{
    if (the_block.idle_yields + 1 >= MOST_IDLE_YIELDS / the_kernel.count && any_in(THREAD_YIELDED)) {
        if (!the_kernel.run->silent) {
            report_waiting();
        }
        the_kernel.code = CUDA_ERROR_LAUNCH_TIMEOUT;
        the_kernel.stopped = true;
        return false;
    }
    if (set_ready(THREAD_YIELDED)) {
        the_block.idle_yields++;
        return true;
    }
    if (the_kernel.run->replay && set_ready(THREAD_AT_ATOMIC)) {
        the_kernel.run->atomics->diverged = true;
        return true;
    }
    return false;
}

bool block_release(void)
{
    if (release_warps() || release_masks() || release_barrier()) {
        return true;
    }
    if (set_ready(THREAD_AT_WAIT)) {
        sim_early_end();
        return true;
    }
    return false;
}
