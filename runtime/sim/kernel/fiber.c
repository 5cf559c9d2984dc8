/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fibers: one for each thread of a block that has to wait. Switching is a dozen instructions where the machine is
 * known, else ucontext (also with -DVGSIM_UCONTEXT). Stacks have a guard page below them and are used again. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <stdlib.h>
#include <sys/mman.h>

#if !defined(VGSIM_UCONTEXT) && !defined(__x86_64__) && !defined(__aarch64__)
#define VGSIM_UCONTEXT
#endif
#ifdef VGSIM_UCONTEXT
#include <ucontext.h>
#endif

#ifdef __has_feature
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#if __has_feature(thread_sanitizer) && !defined(__SANITIZE_THREAD__)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
void __sanitizer_start_switch_fiber(void **fake, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake, const void **bottom, size_t *size);
#endif

#ifdef __SANITIZE_THREAD__
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

#define GUARD 4096u
#define COLOURS 64u /* tops are shifted, so that they do not all share one set of the cache */
#define COLOUR_BYTES 64u

typedef struct {
#ifdef VGSIM_UCONTEXT
    ucontext_t machine;
#else
    void *top;
#endif
    void *fake; /* AddressSanitizer's own stack */
    void *twin; /* ThreadSanitizer's idea of it */
} context;

struct sim_fiber {
    context saved;
    unsigned char *map; /* guard page, then the stack */
    size_t stack_bytes;
    bool started, finished;
    void (*body)(void);
    sim_fiber *next; /* free list */
};

static sim_fiber *free_list;
static sim_fiber *running;
static context scheduler;
#ifdef __SANITIZE_ADDRESS__
static const void *scheduler_bottom;
static size_t scheduler_size;
#endif
static unsigned made;

#ifndef VGSIM_UCONTEXT
void vgsim_switch(void **save, void *resume);
#endif

#if !defined(VGSIM_UCONTEXT) && defined(__x86_64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden vgsim_switch\n"
        ".globl vgsim_switch\n"
        ".type vgsim_switch,@function\n"
        "vgsim_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size vgsim_switch,.-vgsim_switch\n");

/* Six registers, the address to return to, and one word so that the body sees an aligned stack. */
static void *first_frame(unsigned char *top, void (*body)(void))
{
    void **word = (void **)(void *)top;
    *--word = NULL;
    *--word = (void *)(uintptr_t)body;
    for (unsigned i = 0; i < 6; i++) {
        *--word = NULL;
    }
    return word;
}
#elif !defined(VGSIM_UCONTEXT)
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden vgsim_switch\n"
        ".globl vgsim_switch\n"
        ".type vgsim_switch,%function\n"
        "vgsim_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size vgsim_switch,.-vgsim_switch\n");

static void *first_frame(unsigned char *top, void (*body)(void))
{
    void **frame = (void **)(void *)(top - 160);
    for (unsigned i = 0; i < 20; i++) {
        frame[i] = NULL;
    }
    frame[11] = (void *)(uintptr_t)body; /* x30 */
    return frame;
}
#endif

static void first_entry(void)
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(NULL, &scheduler_bottom, &scheduler_size);
#endif
    running->body();
    sim_fiber_leave(true);
}

static sim_fiber *make(void)
{
    size_t stack_bytes = sim_get_settings()->stack;
    sim_fiber *fiber;
    void *map =
        mmap(NULL, GUARD + stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED) {
        return NULL;
    }
    if (mprotect(map, GUARD, PROT_NONE)) {
        munmap(map, GUARD + stack_bytes);
        return NULL;
    }
    fiber = (sim_fiber *)sim_allocate(1, sizeof *fiber);
    fiber->map = (unsigned char *)map;
    fiber->stack_bytes = stack_bytes - COLOUR_BYTES * (made++ % COLOURS);
    return fiber;
}

sim_fiber *sim_fiber_new(void (*body)(void))
{
    sim_fiber *fiber = free_list;
    if (fiber) {
        free_list = fiber->next;
    } else if (!(fiber = make())) {
        return NULL;
    }
    fiber->body = body;
    fiber->started = false;
    fiber->saved.fake = NULL;
    return fiber;
}

void sim_fiber_free(sim_fiber *fiber)
{
    fiber->next = free_list;
    free_list = fiber;
}

static void swap(context *from, context *to)
{
#ifdef VGSIM_UCONTEXT
    swapcontext(&from->machine, &to->machine);
#else
    vgsim_switch(&from->top, to->top);
#endif
}

static void prepare(sim_fiber *fiber)
{
    unsigned char *stack = fiber->map + GUARD;
#ifdef VGSIM_UCONTEXT
    getcontext(&fiber->saved.machine);
    fiber->saved.machine.uc_stack.ss_sp = stack;
    fiber->saved.machine.uc_stack.ss_size = fiber->stack_bytes;
    fiber->saved.machine.uc_link = NULL;
    makecontext(&fiber->saved.machine, first_entry, 0);
#else
    fiber->saved.top = first_frame(stack + fiber->stack_bytes, first_entry);
#endif
    fiber->started = true;
#ifdef __SANITIZE_THREAD__
    fiber->saved.twin = __tsan_create_fiber(0);
#endif
}

void sim_fiber_enter(sim_fiber *fiber)
{
    if (!fiber->started) {
        prepare(fiber);
    }
    running = fiber;
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(&scheduler.fake, fiber->map + GUARD, fiber->stack_bytes);
#endif
#ifdef __SANITIZE_THREAD__
    scheduler.twin = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber->saved.twin, 0);
#endif
    swap(&scheduler, &fiber->saved);
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(scheduler.fake, NULL, NULL);
#endif
#ifdef __SANITIZE_THREAD__
    if (fiber->finished) {
        __tsan_destroy_fiber(fiber->saved.twin);
    }
#endif
    running = NULL;
}

void sim_fiber_leave(bool finished)
{
    sim_fiber *fiber = running;
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(finished ? NULL : &fiber->saved.fake, scheduler_bottom, scheduler_size);
#endif
    fiber->finished = finished;
#ifdef __SANITIZE_THREAD__
    __tsan_switch_to_fiber(scheduler.twin, 0);
#endif
    swap(&fiber->saved, &scheduler);
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(fiber->saved.fake, &scheduler_bottom, &scheduler_size);
#endif
}

bool sim_fiber_guard_hit(const void *address)
{
    uintptr_t at = (uintptr_t)address;
    return running && at >= (uintptr_t)running->map && at < (uintptr_t)running->map + GUARD;
}

bool sim_fiber_owns(uintptr_t stack)
{
    return running && stack - (uintptr_t)running->map < GUARD + running->stack_bytes;
}
