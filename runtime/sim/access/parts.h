/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* parts.h - what the files of access/ share. */
#ifndef ACCESS_PARTS_H
#define ACCESS_PARTS_H

#include "access/access.h"

#pragma GCC visibility push(hidden)

/* ---- scope.c ---- */

/* False: the settings forbid it, or the kernels were not compiled for it. */
bool access_scope_open(const sim_access_scope *scope);
void access_scope_close(void);
const sim_access_scope *access_scope(void); /* the last one */
bool access_in_shared(uint64_t address, uint64_t *offset);

/* ---- order.c ---- */

/* A thread between two synchronisations. Numbers rise from launch to launch, so that those of earlier ones are
 * stale. */
typedef uint32_t access_segment;

void access_order_begin(void);
void access_order_end(void);
/* The running thread's segment; 0: there is no room for another, and nothing is looked at any more. */
access_segment access_now(void);
/* Of this launch? */
bool access_is_live(access_segment segment);
/* Does all that happened in the earlier segment come before what the running thread does now? */
bool access_is_before(access_segment earlier);
uint64_t access_block_of(access_segment segment);
uint32_t access_thread_of(access_segment segment);
/* The running thread reads, or writes, a location atomically. */
void access_acquire(uint64_t address);
void access_release(uint64_t address);

/* ---- shadow.c ---- */

#define ACCESS_ATOMIC 0x80000000u /* in a place */

typedef struct {
    access_segment segment;
    uint32_t place; /* of the code, from the start of its library; ACCESS_ATOMIC */
} access_mark;

#define ACCESS_READS 2

/* The last accesses to one word, or to one byte where narrower ones were made in its page. */
typedef struct {
    access_mark write;
    access_mark reads[ACCESS_READS];
} access_cell;

/* The cells of [address, address + size), and the bytes of each. */
typedef struct {
    access_cell *cells;
    size_t count;
    unsigned bytes;
} access_cells;

/* At most up to the end of the page; `size` becomes what that covers. */
access_cells access_shadow(uint64_t address, size_t *size);
void access_shadow_forget(void);

/* ---- alias.c ---- */

void access_alias_begin(void);
/* Another address of the argument's first byte; 0: it can have none. */
uint64_t access_alias_add(const sim_argument *argument);
bool access_is_alias(uint64_t address);
/* From an alias to the address behind it, and the argument that it belongs to; inside: all of the bytes are the
 * argument's. */
const sim_argument *access_alias_resolve(uint64_t *address, size_t size, bool *inside);

/* ---- report.c ---- */

typedef enum {
    ACCESS_NONE,
    ACCESS_RACE,
    ACCESS_UNWRITTEN,       /* reads what no thread wrote */
    ACCESS_UNDEFINED,       /* reads what nothing before the kernel defined */
    ACCESS_READ_OUTSIDE,
    ACCESS_WRITE_OUTSIDE,
    ACCESS_WRITE_TO_IN,
    ACCESS_OUT_OF_BOUNDS,
    ACCESS_OUT_OF_ARGUMENT,
    ACCESS_INDEX
} access_fault;

typedef struct {
    access_fault fault;
    uint64_t address;
    unsigned size;
    bool writes, atomic;
    uint32_t place;
    access_mark other;      /* ACCESS_RACE: the earlier access */
    bool other_writes;
    const sim_argument *argument; /* ACCESS_OUT_OF_ARGUMENT */
} access_report;

void access_report_begin(void);
void access_report_add(const access_report *report);
/* An index that the array of that type does not have. */
void access_report_index(const char *file, uint32_t line, const char *type, int64_t index, uint32_t place);
/* True if there was any. */
bool access_report_print(const sim_access_scope *scope);

/* ---- source.c ---- */

/* "fir.cu:12" for an address of the code, from the start of the library that holds `thunk`. */
void access_source_line(vgsim_thunk thunk, uint32_t place, char *text, size_t size);
/* The variable of shared memory at this offset of the library's thread-local block, and where it begins. */
bool access_source_variable(vgsim_thunk thunk, uint64_t offset, char *name, size_t size, uint64_t *first);
/* Where the library that has this code lies. */
uintptr_t access_source_base(uintptr_t code);

/* ---- access.c ---- */

#define ACCESS_WRITE 1u
#define ACCESS_VOLATILE 2u

void access_index(const char *file, uint32_t line, const char *type, int64_t index, uintptr_t code);
void access_look(uint64_t address, size_t size, unsigned what, uintptr_t code);

#pragma GCC visibility pop

#endif
