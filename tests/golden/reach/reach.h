/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* reach.h - program "reach".
 * Made by vggen 0.1.0 from reach.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct reach that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_reach_STAMP && VGGEN_reach_STAMP != 0x0123456789abcdef
#error "two reach.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_reach_H
#define VGGEN_reach_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct reach holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "reach.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_reach_STAMP 0x0123456789abcdef
#if defined VGGEN_reach_KERNELS_STAMP && VGGEN_reach_KERNELS_STAMP != VGGEN_reach_STAMP
#error "reach.h and reach_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define REACH_DEVICE_BYTES 2048u /* device memory of the program */
#define REACH_PINNED_BYTES 1280u /* pinned host memory of the program */

/* The spec's defines. */
#define REACH_VERTICES 22
#define REACH_EDGES 36
#define REACH_BLOCK 128
#define REACH_BLOCKS 32
#define REACH_UNREACHED 4294967295

/* ---- buffers ---- */

/* name      role      type  shape                  bytes  crosses
 * row       constant  u32   [23]                      92  to the device in open, from the application
 * column    constant  u32   [36]                     144  to the device in open, from the application
 * source    input     u32   [1]                        4  by kernels that read it in pinned memory
 * frontier  scratch   u32   [22]                      88  never
 * next      scratch   u32   [22]                      88  never
 * more      scratch   u32   [1]                        4  never
 * level     output    u32   [22]                      88  from the device in each replay, by vg_copy
 * count     output    u32   [22]                      88  from the device in each replay, by vg_copy
 * depth     output    u32   [1]                        4  from the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   level: fill level writes it
 *   count: fill count writes it
 *   depth: vg_loop_begin uses it for control flow
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   source: read once, by one launch
 */

#define REACH_ROW_COUNT 23
#define REACH_ROW_BYTES 92u
#define REACH_COLUMN_COUNT 36
#define REACH_COLUMN_BYTES 144u
#define REACH_SOURCE_COUNT 1
#define REACH_SOURCE_BYTES 4u
#define REACH_LEVEL_COUNT 22
#define REACH_LEVEL_BYTES 88u
#define REACH_COUNT_COUNT 22
#define REACH_COUNT_BYTES 88u
#define REACH_DEPTH_COUNT 1
#define REACH_DEPTH_BYTES 4u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_reach_C(name) VG_JOIN(name##_of_reach_c_, VGGEN_reach_STAMP)
#define reach_open VGGEN_reach_C(reach_open)
#define reach_close VGGEN_reach_C(reach_close)
#define reach_set_timeout VGGEN_reach_C(reach_set_timeout)
#define reach_abandon VGGEN_reach_C(reach_abandon)
#define reach_source VGGEN_reach_C(reach_source)
#define reach_level VGGEN_reach_C(reach_level)
#define reach_count VGGEN_reach_C(reach_count)
#define reach_depth VGGEN_reach_C(reach_depth)
#define reach_start VGGEN_reach_C(reach_start)
#define reach_replay VGGEN_reach_C(reach_replay)
#define reach_replay_timed VGGEN_reach_C(reach_replay_timed)
#define reach_step VGGEN_reach_C(reach_step)
#define reach_profile VGGEN_reach_C(reach_profile)
#define reach_node_title VGGEN_reach_C(reach_node_title)
#define reach_poll VGGEN_reach_C(reach_poll)
#define reach_finish VGGEN_reach_C(reach_finish)
#define reach_stats VGGEN_reach_C(reach_stats)
#define reach_detail VGGEN_reach_C(reach_detail)

#define VGGEN_reach_IMAGE(name) VG_JOIN(name##_of_reach_image_c_, VGGEN_reach_STAMP)
#define reach_modules VGGEN_reach_IMAGE(reach_modules)

/* ---- opening ---- */

typedef struct reach reach;
typedef struct reach_data reach_data;

/* Constants that the application gives at open; they are copied to the device there. None may be NULL. */
struct reach_data {
    const uint32_t *row; /* u32 [23], 92 bytes */
    const uint32_t *column; /* u32 [36], 144 bytes */
};

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and reach_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status reach_open(reach *p, const vg_config *config, const reach_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status reach_close(reach *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status reach_set_timeout(reach *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * reach_detail. */
vg_status reach_abandon(reach *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input source: u32 [1], 4 bytes. */
uint32_t *reach_source(reach *p);

/* Output level: u32 [22], 88 bytes. */
const uint32_t *reach_level(const reach *p);

/* Output count: u32 [22], 88 bytes. */
const uint32_t *reach_count(const reach *p);

/* Output depth: u32 [1], 4 bytes; passes that a loop made. */
const uint32_t *reach_depth(const reach *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status reach_start(reach *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status reach_replay(reach *p);
/* Starts a replay, waits for it and measures it. */
vg_status reach_replay_timed(reach *p, vg_times *times);

/* VG_CANNOT, and nothing changes: only the device knows which bodies of conditional nodes run. */
vg_status reach_step(reach *p);

#define REACH_NODES 8u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct reach_times {
    uint64_t ns[REACH_NODES];
} reach_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them; a conditional node's is that of all that its bodies did. */
vg_status reach_profile(reach *p, uint32_t replays, reach_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *reach_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status reach_poll(reach *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status reach_finish(reach *p, uint64_t timeout_ns);

/* Counters since open; NULL where p is NULL. */
const vg_stats *reach_stats(const reach *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *reach_detail(const reach *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what reach_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call          waits
 * open          at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close         at most timeout_ns, then in the driver: it frees
 * set_timeout   never
 * abandon       never
 * start         in the driver, as long as a launch takes
 * replay        at most timeout_ns
 * replay_timed  at most timeout_ns
 * step          at most timeout_ns
 * profile       at most timeout_ns for its replays, and in the driver: it builds
 * poll          never
 * finish        at most its own timeout_ns
 * others        never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t reach_vg_stamp;
extern const char reach_vg_identity[];
extern const vg_module reach_modules[1];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct reach {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[15];          /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    uint64_t condition[2];   /* handles of conditional nodes */
    void *module[1];         /* CUmodule */
    void *kernel[9];         /* CUfunction */
    const void *data[2];     /* what the application gave at open */
    void *profiled[43]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
