/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Shared memory of a kernel library: its variables are thread-local, so they are one piece of memory that can be
 * filled before each block, as a GPU leaves it undefined. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <link.h>
#include <string.h>

typedef void *(*dynamic_function)(void);

static dynamic_function *functions;
static size_t function_count, function_capacity;

void vgsim_register_shared(void *(*dynamic)(void))
{
    functions = (dynamic_function *)sim_grow(functions, function_count, &function_capacity, sizeof *functions);
    functions[function_count++] = dynamic;
    hang_add_library(dynamic);
}

typedef struct {
    uintptr_t code; /* an address in the wanted object */
    bool found, is_program;
    uintptr_t first, last; /* its mapped range */
    unsigned char *block;
    size_t block_bytes;
} search;

static bool visit_headers(const struct dl_phdr_info *info, search *s)
{
    bool hit = false;
    s->first = UINTPTR_MAX;
    s->last = 0;
    s->block_bytes = 0;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t first = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD) {
            hit = hit || s->code - first < header->p_memsz;
            s->first = first < s->first ? first : s->first;
            s->last = first + header->p_memsz > s->last ? first + header->p_memsz : s->last;
        } else if (header->p_type == PT_TLS) {
            s->block_bytes = header->p_memsz;
        }
    }
    return hit;
}

static int visit(struct dl_phdr_info *info, size_t size, void *user)
{
    search *s = (search *)user;
    (void)size;
    if (!visit_headers(info, s)) {
        return 0;
    }
    s->found = true;
    s->is_program = !info->dlpi_name || !info->dlpi_name[0];
    s->block = (unsigned char *)info->dlpi_tls_data;
    return 1;
}

/* A program that has the kernels in itself keeps its own thread-local variables: only dynamic memory is filled then. */
void sim_shared_find(sim_shared *shared, vgsim_thunk thunk)
{
    search s;
    memset(shared, 0, sizeof *shared);
    memset(&s, 0, sizeof s);
    s.code = (uintptr_t)thunk;
    dl_iterate_phdr(visit, &s);
    if (!s.found) {
        return;
    }
    for (size_t i = 0; i < function_count; i++) {
        uintptr_t at = (uintptr_t)functions[i];
        if (at >= s.first && at < s.last) {
            shared->dynamic = (unsigned char *)functions[i]();
        }
    }
    if (s.is_program || !shared->dynamic) {
        return;
    }
    dl_iterate_phdr(visit, &s); /* called again, since this thread's copy exists only now */
    shared->block = s.block;
    shared->block_bytes = s.block ? s.block_bytes : 0;
}

__attribute__((no_sanitize("address"))) static void fill(unsigned char *at, size_t bytes, unsigned char value)
{
    volatile unsigned char *byte = at;
    for (; bytes && (uintptr_t)byte % sizeof(uint64_t); bytes--) {
        *byte++ = value;
    }
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), byte += sizeof(uint64_t)) {
        *(volatile uint64_t *)(volatile void *)byte = value * 0x0101010101010101u;
    }
    for (; bytes; bytes--) {
        *byte++ = value;
    }
}

void sim_shared_fill(const sim_shared *shared, size_t dynamic_bytes, unsigned char value)
{
    if (!shared->dynamic) {
        return;
    }
    if (shared->block) {
        unsigned char *last = shared->block + shared->block_bytes;
        unsigned char *behind = shared->dynamic + VGSIM_DYNAMIC_BYTES + VGSIM_DYNAMIC_GUARD;
        fill(shared->block, (size_t)(shared->dynamic - shared->block), value);
        fill(behind, (size_t)(last - behind), value);
    }
    fill(shared->dynamic, dynamic_bytes + VGSIM_DYNAMIC_GUARD, value);
}

__attribute__((no_sanitize("address"))) bool sim_shared_overrun(const sim_shared *shared, size_t dynamic_bytes,
                                                                unsigned char value)
{
    const unsigned char *guard = shared->dynamic ? shared->dynamic + dynamic_bytes : NULL;
    for (size_t i = 0; guard && i < VGSIM_DYNAMIC_GUARD; i++) {
        if (guard[i] != value) {
            return true;
        }
    }
    return false;
}

/* ---- blocks that take turns ---- */

typedef struct {
    unsigned char *at;
    size_t bytes;
} piece;

/* Fills static memory before and after the dynamic part, then the used dynamic bytes with their guard. */
static unsigned pieces(const sim_shared *shared, size_t dynamic_bytes, piece found[3])
{
    unsigned count = 0;
    if (!shared->dynamic) {
        return 0;
    }
    if (shared->block) {
        unsigned char *behind = shared->dynamic + VGSIM_DYNAMIC_BYTES + VGSIM_DYNAMIC_GUARD;
        found[count++] = (piece){shared->block, (size_t)(shared->dynamic - shared->block)};
        found[count++] = (piece){behind, (size_t)(shared->block + shared->block_bytes - behind)};
    }
    found[count++] = (piece){shared->dynamic, dynamic_bytes + VGSIM_DYNAMIC_GUARD};
    return count;
}

size_t sim_shared_bytes(const sim_shared *shared, size_t dynamic_bytes)
{
    piece found[3];
    size_t bytes = 0;
    for (unsigned i = 0, count = pieces(shared, dynamic_bytes, found); i < count; i++) {
        bytes += found[i].bytes;
    }
    return bytes;
}

__attribute__((no_sanitize("address"))) static void move(unsigned char *to, const unsigned char *from, size_t bytes)
{
    volatile unsigned char *out = to;
    const volatile unsigned char *in = from;
    for (; bytes && ((uintptr_t)out | (uintptr_t)in) % sizeof(uint64_t); bytes--) {
        *out++ = *in++;
    }
    for (; bytes >= sizeof(uint64_t); bytes -= sizeof(uint64_t), out += sizeof(uint64_t), in += sizeof(uint64_t)) {
        *(volatile uint64_t *)(volatile void *)out = *(const volatile uint64_t *)(const volatile void *)in;
    }
    for (; bytes; bytes--) {
        *out++ = *in++;
    }
}

void sim_shared_save(const sim_shared *shared, size_t dynamic_bytes, unsigned char *to)
{
    piece found[3];
    for (unsigned i = 0, count = pieces(shared, dynamic_bytes, found); i < count; i++) {
        move(to, found[i].at, found[i].bytes);
        to += found[i].bytes;
    }
}

void sim_shared_load(const sim_shared *shared, size_t dynamic_bytes, const unsigned char *from)
{
    piece found[3];
    for (unsigned i = 0, count = pieces(shared, dynamic_bytes, found); i < count; i++) {
        move(found[i].at, from, found[i].bytes);
        from += found[i].bytes;
    }
}
