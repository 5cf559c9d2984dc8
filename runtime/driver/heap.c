/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* heap.c - malloc and its kin, which count calls and hand them on to the C library (glibc). So the self-test is linked
 * with the program and the runtime alone: calls from this binary are then the program's own. Calls from libraries (the
 * driver, the C library) are counted by library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr */
#endif
#include "parts.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CALLERS 64 /* places of calls that are told apart; further ones count as one */

/* ---- the count ---- */

#ifdef __cplusplus
#define HEAP_THROW __THROW
extern "C" {
#else
#define HEAP_THROW
#endif

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);
void *memalign(size_t alignment, size_t size) HEAP_THROW;

/* Where this binary's own code begins and ends; the linker defines them. */
extern char __executable_start[];
extern char etext[];

#ifdef __cplusplus
}
#endif

/* Calls from one place of the code. */
typedef struct heap_caller {
    void *address;
    uint64_t calls;
} heap_caller;

/* Drivers have threads of their own, so calls are counted under a lock. */
static heap_caller callers[MOST_CALLERS];
static unsigned char lock;
static int is_counting;
static uint64_t own_calls;
static uint64_t other_calls;

static void note_call(void *address)
{
    size_t i = 0;

    if (!__atomic_load_n(&is_counting, __ATOMIC_ACQUIRE))
        return;
    while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    if ((uintptr_t)address >= (uintptr_t)__executable_start && (uintptr_t)address < (uintptr_t)etext)
        own_calls++;
    else
        other_calls++;
    while (i + 1 < MOST_CALLERS && callers[i].address != NULL && callers[i].address != address)
        i++;
    if (callers[i].address == NULL)
        callers[i].address = address;
    callers[i].calls++;
    __atomic_clear(&lock, __ATOMIC_RELEASE);
}

void *malloc(size_t size) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    return __libc_realloc(memory, size);
}

void free(void *memory) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    __libc_free(memory);
}

void *memalign(size_t alignment, size_t size) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) HEAP_THROW
{
    note_call(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) HEAP_THROW
{
    void *aligned;

    note_call(__builtin_return_address(0));
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    aligned = __libc_memalign(alignment, size);
    if (aligned == NULL)
        return ENOMEM;
    *memory = aligned;
    return 0;
}

/* ---- figures ---- */

void vg_heap_count(int counting)
{
    __atomic_store_n(&is_counting, counting, __ATOMIC_RELEASE);
}

uint64_t vg_heap_own_calls(void)
{
    return own_calls;
}

uint64_t vg_heap_other_calls(void)
{
    return other_calls;
}

static const char *library_of(void *address)
{
    Dl_info info;

    if (dladdr(address, &info) == 0 || info.dli_fname == NULL)
        return "unknown code";
    return info.dli_fname;
}

void vg_heap_print_callers(void)
{
    size_t i, k;

    for (i = 0; i < MOST_CALLERS && callers[i].address != NULL; i++) {
        const char *library = library_of(callers[i].address);
        uint64_t calls = 0;
        int told = 0;

        for (k = 0; k < MOST_CALLERS && callers[k].address != NULL; k++) {
            if (strcmp(library_of(callers[k].address), library) == 0) {
                told = told || k < i;
                calls += callers[k].calls;
            }
        }
        if (!told)
            printf("calls of the heap by %s: %" PRIu64 "\n", library, calls);
    }
}
