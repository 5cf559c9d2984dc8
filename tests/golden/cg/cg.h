/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cg.h - program "cg".
 * Made by vggen 0.1.0 from cg.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct cg that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_cg_STAMP && VGGEN_cg_STAMP != 0x0123456789abcdef
#error "two cg.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_cg_H
#define VGGEN_cg_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct cg holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "cg.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_cg_STAMP 0x0123456789abcdef
#if defined VGGEN_cg_KERNELS_STAMP && VGGEN_cg_KERNELS_STAMP != VGGEN_cg_STAMP
#error "cg.h and cg_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define CG_DEVICE_BYTES 67840u /* device memory of the program */
#define CG_PINNED_BYTES 28160u /* pinned host memory of the program */

/* The spec's defines. */
#define CG_SIZE 40
#define CG_POINTS 1600
#define CG_MOST 160
#define CG_BLOCK 256
#define CG_CHUNK 1024
#define CG_PARTS 2

/* ---- buffers ---- */

/* name        role      type  shape                  bytes  crosses
 * b           input     f64   [40][40]               12800  to the device in each replay, by vg_copy
 * tolerance   setting   f64   [1]                        8  to the device in each replay, by vg_copy
 * x           output    f64   [40][40]               12800  from the device in each replay, by vg_copy
 * r           scratch   f64   [1600]                 12800  never
 * p           scratch   f64   [1600]                 12800  never
 * q           scratch   f64   [1600]                 12800  never
 * pq_parts    scratch   f64   [2]                       16  never
 * rr_parts    scratch   f64   [2]                       16  never
 * rr          scratch   f64   [1]                        8  never
 * limit       scratch   f64   [1]                        8  never
 * beta        scratch   f64   [1]                        8  never
 * running     output    u32   [1]                        4  from the device in each replay, by vg_copy
 * history     output    f64   [161]                   1288  from the device in each replay, by vg_copy
 * iterations  output    u32   [1]                        4  from the device in each replay, by vg_copy
 * vg_blocks   scratch   u32   [1]                        4  never
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   b: read by few threads
 *   tolerance: crosses with others
 *   x: not once in improve
 *   running: not once in look
 *   history: fill history writes it
 *   iterations: begin of iterate writes it
 */

#define CG_B_COUNT 1600
#define CG_B_BYTES 12800u
#define CG_X_COUNT 1600
#define CG_X_BYTES 12800u
#define CG_RUNNING_COUNT 1
#define CG_RUNNING_BYTES 4u
#define CG_HISTORY_COUNT 161
#define CG_HISTORY_BYTES 1288u
#define CG_ITERATIONS_COUNT 1
#define CG_ITERATIONS_BYTES 4u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_cg_C(name) VG_JOIN(name##_of_cg_c_, VGGEN_cg_STAMP)
#define cg_open VGGEN_cg_C(cg_open)
#define cg_close VGGEN_cg_C(cg_close)
#define cg_set_timeout VGGEN_cg_C(cg_set_timeout)
#define cg_abandon VGGEN_cg_C(cg_abandon)
#define cg_b VGGEN_cg_C(cg_b)
#define cg_x VGGEN_cg_C(cg_x)
#define cg_running VGGEN_cg_C(cg_running)
#define cg_history VGGEN_cg_C(cg_history)
#define cg_iterations VGGEN_cg_C(cg_iterations)
#define cg_set_tolerance VGGEN_cg_C(cg_set_tolerance)
#define cg_tolerance VGGEN_cg_C(cg_tolerance)
#define cg_start VGGEN_cg_C(cg_start)
#define cg_replay VGGEN_cg_C(cg_replay)
#define cg_replay_timed VGGEN_cg_C(cg_replay_timed)
#define cg_step VGGEN_cg_C(cg_step)
#define cg_profile VGGEN_cg_C(cg_profile)
#define cg_node_title VGGEN_cg_C(cg_node_title)
#define cg_poll VGGEN_cg_C(cg_poll)
#define cg_finish VGGEN_cg_C(cg_finish)
#define cg_stats VGGEN_cg_C(cg_stats)
#define cg_detail VGGEN_cg_C(cg_detail)

#define VGGEN_cg_IMAGE(name) VG_JOIN(name##_of_cg_image_c_, VGGEN_cg_STAMP)
#define cg_modules VGGEN_cg_IMAGE(cg_modules)

/* ---- opening ---- */

typedef struct cg cg;
typedef struct cg_data cg_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and cg_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status cg_open(cg *p, const vg_config *config, const cg_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status cg_close(cg *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status cg_set_timeout(cg *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * cg_detail. */
vg_status cg_abandon(cg *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input b: f64 [40][40], 12800 bytes. */
double *cg_b(cg *p);

/* Output x: f64 [40][40], 12800 bytes. */
const double *cg_x(const cg *p);

/* Output running: u32 [1], 4 bytes. */
const uint32_t *cg_running(const cg *p);

/* Output history: f64 [161], 1288 bytes. */
const double *cg_history(const cg *p);

/* Output iterations: u32 [1], 4 bytes; passes that a loop made. */
const uint32_t *cg_iterations(const cg *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting tolerance: f64, from 0.0 to 1.0, initially 1e-08. */
vg_status cg_set_tolerance(cg *p, double value);
double cg_tolerance(const cg *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status cg_start(cg *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status cg_replay(cg *p);
/* Starts a replay, waits for it and measures it. */
vg_status cg_replay_timed(cg *p, vg_times *times);

/* VG_CANNOT, and nothing changes: only the device knows which bodies of conditional nodes run. */
vg_status cg_step(cg *p);

#define CG_NODES 12u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct cg_times {
    uint64_t ns[CG_NODES];
} cg_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them; a conditional node's is that of all that its bodies did. */
vg_status cg_profile(cg *p, uint32_t replays, cg_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *cg_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status cg_poll(cg *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status cg_finish(cg *p, uint64_t timeout_ns);

/* Counters since open; NULL where p is NULL. */
const vg_stats *cg_stats(const cg *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *cg_detail(const cg *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what cg_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t cg_vg_stamp;
extern const char cg_vg_identity[];
extern const vg_module cg_modules[1];

struct cg_settings {
    double tolerance;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct cg {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[93];          /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    uint64_t condition[1];   /* handles of conditional nodes */
    struct cg_settings setting; /* what was set last; start commits it */
    void *module[1];         /* CUmodule */
    void *kernel[14];        /* CUfunction */
    void *profiled[132]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
