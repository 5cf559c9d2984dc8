/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sorter.h - program "sorter".
 * Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct sorter that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_sorter_STAMP && VGGEN_sorter_STAMP != 0x0123456789abcdef
#error "two sorter.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_sorter_H
#define VGGEN_sorter_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct sorter holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "sorter.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_sorter_STAMP 0x0123456789abcdef
#if defined VGGEN_sorter_KERNELS_STAMP && VGGEN_sorter_KERNELS_STAMP != VGGEN_sorter_STAMP
#error "sorter.h and sorter_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define SORTER_DEVICE_BYTES 2048u /* device memory of the program */
#define SORTER_PINNED_BYTES 2560u /* pinned host memory of the program */

/* ---- buffers ---- */

/* name   role      type  shape                  bytes  crosses
 * keys   input     u32   [256]                   1024  to the device in each replay, by vg_copy
 * order  output    u16   [256]                    512  from the device in each replay, by vg_copy
 * best   inout     u32   [1]                        4  to the device and back in each replay, by vg_copy
 * last   output    u32   [1]                        4  from the device in each replay, by vg_copy
 * none   output    u32   [0]                        0  never
 * limit  setting   u32   [1]                        4  with parameters of launches, when it changes
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   keys: not once in rank
 *   order: a range is downloaded
 *   best: inout stays on the device
 *   last: copy best -> last writes it
 */

#define SORTER_KEYS_COUNT 256
#define SORTER_KEYS_BYTES 1024u
#define SORTER_ORDER_COUNT 256
#define SORTER_ORDER_BYTES 512u
#define SORTER_BEST_COUNT 1
#define SORTER_BEST_BYTES 4u
#define SORTER_LAST_COUNT 1
#define SORTER_LAST_BYTES 4u
#define SORTER_NONE_COUNT 0
#define SORTER_NONE_BYTES 0u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_sorter_C(name) VG_JOIN(name##_of_sorter_c_, VGGEN_sorter_STAMP)
#define sorter_open VGGEN_sorter_C(sorter_open)
#define sorter_close VGGEN_sorter_C(sorter_close)
#define sorter_set_timeout VGGEN_sorter_C(sorter_set_timeout)
#define sorter_abandon VGGEN_sorter_C(sorter_abandon)
#define sorter_set_limit VGGEN_sorter_C(sorter_set_limit)
#define sorter_limit VGGEN_sorter_C(sorter_limit)
#define sorter_call VGGEN_sorter_C(sorter_call)
#define sorter_call_timed VGGEN_sorter_C(sorter_call_timed)
#define sorter_call_step VGGEN_sorter_C(sorter_call_step)
#define sorter_call_start VGGEN_sorter_C(sorter_call_start)
#define sorter_call_poll VGGEN_sorter_C(sorter_call_poll)
#define sorter_call_finish VGGEN_sorter_C(sorter_call_finish)
#define sorter_profile VGGEN_sorter_C(sorter_profile)
#define sorter_node_title VGGEN_sorter_C(sorter_node_title)
#define sorter_stats VGGEN_sorter_C(sorter_stats)
#define sorter_detail VGGEN_sorter_C(sorter_detail)

#define VGGEN_sorter_IMAGE(name) VG_JOIN(name##_of_sorter_image_c_, VGGEN_sorter_STAMP)
#define sorter_modules VGGEN_sorter_IMAGE(sorter_modules)

/* ---- opening ---- */

typedef struct sorter sorter;
typedef struct sorter_data sorter_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and sorter_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status sorter_open(sorter *p, const vg_config *config, const sorter_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status sorter_close(sorter *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status sorter_set_timeout(sorter *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * sorter_detail. */
vg_status sorter_abandon(sorter *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting limit: u32, from 1 to 256, initially 256. */
vg_status sorter_set_limit(sorter *p, uint32_t value);
uint32_t sorter_limit(const sorter *p);

/* ---- calls ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

typedef struct sorter_in {
    const uint32_t *keys; /* u32 [256], 1024 bytes */
    size_t keys_count; /* elements: SORTER_KEYS_COUNT */
    const uint32_t *best; /* u32 [1], 4 bytes */
    size_t best_count; /* elements: SORTER_BEST_COUNT */
} sorter_in;

typedef struct sorter_out {
    uint16_t *order; /* u16 [256], 512 bytes; only elements 0 to 7 are written */
    size_t order_count; /* elements: SORTER_ORDER_COUNT */
    uint32_t *best; /* u32 [1], 4 bytes */
    size_t best_count; /* elements: SORTER_BEST_COUNT */
    uint32_t *last; /* u32 [1], 4 bytes */
    size_t last_count; /* elements: SORTER_LAST_COUNT */
    uint32_t *none; /* u32 [0], 0 bytes */
    size_t none_count; /* elements: SORTER_NONE_COUNT */
} sorter_out;

/* Copies what goes in, replays, copies what comes out. Pointers may be NULL only where there are no elements.
 * What a failed call left running is waited for by the next call, profile, reset, save or restore.
 *
 * Uploads keys, best together in every launch: replays may change inout best.
 * Keeps the outputs: a call that takes the bytes of the last one gives them again without a launch, unless a setting or
 *   switch was given another value.
 */
vg_status sorter_call(sorter *p, const sorter_in *in, sorter_out *out);
/* Makes a call and measures it: wall is all of it, copies too. The other times are zero where no replay was needed. */
vg_status sorter_call_timed(sorter *p, const sorter_in *in, sorter_out *out, vg_times *times);
/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status sorter_call_step(sorter *p, const sorter_in *in, sorter_out *out);

/* The same call, without waiting for it. Start copies what goes in and launches, unless kept outputs answer the call:
 * then it ends at the first look. Poll answers VG_BUSY while it runs, finish waits at most timeout_ns nanoseconds and
 * then answers VG_TIMEOUT: call either again. VG_OK ends the call, and what comes out was copied then. Until then other
 * calls, profile are VG_STATE and change nothing; what is set is for the next call. After a failure of poll or finish
 * other than VG_LOST, the call is still started: finish it again. */
vg_status sorter_call_start(sorter *p, const sorter_in *in);
vg_status sorter_call_poll(sorter *p, sorter_out *out);
vg_status sorter_call_finish(sorter *p, sorter_out *out, uint64_t timeout_ns);

#define SORTER_NODES 7u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct sorter_times {
    uint64_t ns[SORTER_NODES];
} sorter_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times on what the last
 * call took: state advances and outputs arrive. Each time is the smallest of them. */
vg_status sorter_profile(sorter *p, uint32_t replays, sorter_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *sorter_node_title(unsigned node);

/* Counters since open; NULL where p is NULL. */
const vg_stats *sorter_stats(const sorter *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *sorter_detail(const sorter *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what sorter_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call         waits
 * open         at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close        at most timeout_ns, then in the driver: it frees
 * set_timeout  never
 * abandon      never
 * call         at most timeout_ns
 * call_timed   at most timeout_ns
 * call_step    at most timeout_ns
 * call_start   at most timeout_ns
 * call_poll    never
 * call_finish  at most its own timeout_ns
 * profile      at most timeout_ns for its replays, and in the driver: it builds
 * others       never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t sorter_vg_stamp;
extern const char sorter_vg_identity[];
extern const vg_module sorter_modules[1];

struct sorter_settings {
    uint32_t limit;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct sorter {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[7];           /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    struct sorter_settings setting; /* what was set last; start commits it */
    struct sorter_settings committed[1]; /* for each graph, what its exec follows */
    unsigned char halfway[1]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    struct {
        unsigned char main;
    } kept; /* the graph's outputs in pinned memory are those of what it takes there */
    struct {
        unsigned graph; /* 1 + its number, or 0: no call is started */
        unsigned kept; /* 1: kept outputs answer it */
    } started; /* a call that is not finished */
    void *module[1];         /* CUmodule */
    void *kernel[3];         /* CUfunction */
    void *profiled[16]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
