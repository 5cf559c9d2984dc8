/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* memory.h - the simulated address space, copies and fills in it, and where a program's spaces lie. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "base/base.h"

#pragma GCC visibility push(hidden)

/* ---- memory.c: blocks of the simulated address space ---- */

typedef enum {
    SIM_DEVICE_MEMORY,
    SIM_PINNED_MEMORY, /* as the host sees it */
    SIM_REGISTERED_MEMORY,
    SIM_MAPPED_MEMORY /* one of both as the device sees it, at an address of its own */
} sim_memory_kind;

typedef struct sim_memory {
    sim_memory_kind kind;
    bool dead;
    uint64_t base, bytes; /* what the caller asked for */
    unsigned char *map;   /* first usable page; guard pages around */
    size_t map_bytes;
    unsigned flags;
    unsigned long created, destroyed;
    struct sim_memory *twin; /* of pinned or registered memory and the device's view of it: the other one */
    const vgsim_program *program; /* whose space lies here, the first that was found; NULL: none */
    unsigned space;
    uint64_t space_base;     /* as the host sees it */
    unsigned char *around;   /* of the device's view of registered memory: the rest of its pages, as it should be */
} sim_memory;

sim_memory *sim_memory_new(sim_memory_kind kind, size_t bytes, unsigned flags);
sim_memory *sim_memory_register(void *memory, size_t bytes, unsigned flags);
void sim_memory_destroy(sim_memory *memory);
/* The block that holds the address, dead or alive, or NULL. */
sim_memory *sim_memory_find(uint64_t address);
/* Registered memory that holds the address and lives, or is dead; NULL: none. */
sim_memory *sim_memory_registered(uint64_t address, bool dead);
/* The nearest live memory that the host may touch, at most that many bytes away; NULL: none. */
const sim_memory *sim_memory_near(uint64_t address, uint64_t most);
/* A live block that has bytes of [address, address + bytes), or NULL. */
sim_memory *sim_memory_overlapping(uint64_t address, uint64_t bytes);
/* The live block that holds all of [address, address + bytes). If there is none, reports a problem with `what` and
 * returns NULL. */
sim_memory *sim_memory_range(uint64_t address, uint64_t bytes, const char *what);
/* Like sim_memory_range, but the host's address of memory for which the device has its own is a problem, too. */
sim_memory *sim_memory_device_range(uint64_t address, uint64_t bytes, const char *what);
/* The device's address of the same byte, and the host's; of device memory it is the same. */
uint64_t sim_memory_device_address(uint64_t address);
uint64_t sim_memory_host_address(uint64_t address);
/* Device memory is only accessible between open and close; they nest. */
void sim_memory_open(void);
void sim_memory_close(void);
/* Shut closes it and returns the depth; reopen opens it to that depth again. */
unsigned sim_memory_shut(void);
void sim_memory_reopen(unsigned depth);
/* After it was shut: opens it, but only the blocks that the function names. */
void sim_memory_admit(bool (*names)(const sim_memory *memory, const void *user), const void *user);
/* Called before and after a kernel: the bytes beside registered memory in the same pages must not change. */
void sim_memory_keep_around(void);
void sim_memory_check_around(const char *title);
/* Where all memory of the driver lies, but for registered memory of the application. */
void sim_memory_span(uint64_t *first, uint64_t *last);
size_t sim_memory_used(void);
unsigned long sim_memory_live(void);
void sim_memory_report_leaks(void);

/* ---- bus.c: pinned memory that a node touches ---- */

/* Forgets what was touched; from now on it is remembered, or not. */
void sim_bus_begin(bool counts);
/* `how`: VGSIM_READ, VGSIM_WRITE or both. The address is the device's or the host's; of other memory nothing is
 * remembered. */
void sim_bus_touch(uint64_t address, uint64_t bytes, unsigned how);
/* How many of these bytes were touched in one of these ways. */
uint64_t sim_bus_touched(uint64_t address, uint64_t bytes, unsigned how);

/* ---- copy.c: checked copies and fills ---- */

/* One end is a contiguous range of rows. Plain copies have one row. */
typedef struct {
    uint64_t to, from; /* addresses of the first byte */
    uint64_t width, rows, layers;
    uint64_t to_pitch, from_pitch, to_layer, from_layer; /* bytes between rows and layers */
} sim_copy;

typedef struct {
    uint64_t to;
    uint64_t pitch, count, rows;
    uint32_t element, value;
} sim_fill;

CUresult sim_copy_from_3d(sim_copy *copy, const CUDA_MEMCPY3D *parameters);
CUresult sim_copy_check(const sim_copy *copy); /* ranges alive, no overlap */
void sim_copy_run(const sim_copy *copy);
uint64_t sim_copy_to_bytes(const sim_copy *copy); /* from its first to its last byte */
uint64_t sim_copy_from_bytes(const sim_copy *copy);
CUresult sim_fill_from_node(sim_fill *fill, const CUDA_MEMSET_NODE_PARAMS *parameters);
CUresult sim_fill_check(const sim_fill *fill);
void sim_fill_run(const sim_fill *fill);
uint64_t sim_fill_bytes(const sim_fill *fill);

/* ---- padding.c: bytes of pinned memory that nothing uses ---- */

typedef struct sim_padding sim_padding;

sim_padding *sim_padding_new(const vgsim_program *program, unsigned space, uint64_t base); /* NULL: not watched */
/* Reports the first of them that has changed, once. */
void sim_padding_check(const vgsim_program *program, sim_padding *padding);
void sim_padding_free(sim_padding *padding);

/* ---- instance.c: where a program's spaces lie ---- */

/* What the slots of a lane have in common. */
typedef struct sim_lane {
    unsigned slots;
    uint8_t **undefined; /* of each space, a flag for each byte; NULL: none. Pinned memory never has any */
} sim_lane;

/* One lane of an open program, or of a lane with several replays in flight one slot. */
typedef struct sim_instance {
    const vgsim_program *program;
    unsigned long opening; /* the same number for all lanes that were opened together */
    uint64_t *bases;       /* 0: not known yet */
    unsigned *uses;        /* of each graph */
    sim_lane *lane;
    uint8_t **undefined;   /* the lane's */
    sim_padding **padding; /* of each space, or NULL */
    unsigned references;
} sim_instance;

size_t sim_instance_count(void);
sim_instance *sim_instance_at(size_t index);
/* Another lane beside `kin`, or one more slot of its lane, or a program opened anew where it is NULL. */
sim_instance *sim_instance_new(const vgsim_program *program, const sim_instance *kin, bool slot);
void sim_instance_release(sim_instance *instance);
bool sim_instance_alive(const sim_instance *instance);
/* How many times the program is open. */
unsigned sim_instance_openings(const vgsim_program *program);
/* Can there be another lane beside it, or another slot of its lane? */
bool sim_instance_has_room(const sim_instance *instance, bool slot);
/* Those that all lanes, or all slots of its lane, have in common; 0 for the others. */
void sim_instance_shared_bases(const sim_instance *instance, uint64_t *bases, bool slot);
/* To be called when bases have become known: passes shared ones on to other lanes and slots, and reports overlaps. */
void sim_instance_found(sim_instance *instance, const uint64_t *before);
void sim_instance_check_padding(const sim_instance *instance);
/* These bytes were written, so they no longer count as junk in any instance. */
void sim_defined(uint64_t address, uint64_t bytes);
bool sim_space_fits(const vgsim_space *space, uint64_t base);

/* ---- word.c: words that are written for the host ---- */

#define SIM_END_VALUE 1u
void sim_word_write(uint64_t address, uint32_t value);
/* From now on the end of a graph may write this word. */
void sim_word_expect(uint64_t address);
/* The first word at or after `first` that lies before `last`; UINT64_MAX: none. */
uint64_t sim_word_between(uint64_t first, uint64_t last);

#pragma GCC visibility pop

#endif
