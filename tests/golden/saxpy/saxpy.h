/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* saxpy.h - program "saxpy".
 * Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct saxpy that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_saxpy_STAMP && VGGEN_saxpy_STAMP != 0x0123456789abcdef
#error "two saxpy.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_saxpy_H
#define VGGEN_saxpy_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct saxpy holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "saxpy.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_saxpy_STAMP 0x0123456789abcdef
#if defined VGGEN_saxpy_KERNELS_STAMP && VGGEN_saxpy_KERNELS_STAMP != VGGEN_saxpy_STAMP
#error "saxpy.h and saxpy_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define SAXPY_DEVICE_BYTES 0u /* device memory of the program */
#define SAXPY_PINNED_BYTES 5376u /* pinned host memory of the program */

/* The spec's defines. */
#define SAXPY_N 256
#define SAXPY_SCALE 2.5

/* ---- buffers ---- */

/* name  role      type  shape                  bytes  crosses
 * x     input     f32   [256]                   1024  by kernels that read it in pinned memory
 * y     input     f32   [256]                   1024  by kernels that read it in pinned memory
 * z     input     f32   [256]                   1024  by kernels that read it in pinned memory
 * u     output    f32   [256]                   1024  by kernels that write it in pinned memory
 * v     output    f32   [256]                   1024  by kernels that write it in pinned memory
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   x, y, z: read once, by one launch
 *   u, v: written once, by one launch
 */

#define SAXPY_X_COUNT 256
#define SAXPY_X_BYTES 1024u
#define SAXPY_Y_COUNT 256
#define SAXPY_Y_BYTES 1024u
#define SAXPY_Z_COUNT 256
#define SAXPY_Z_BYTES 1024u
#define SAXPY_U_COUNT 256
#define SAXPY_U_BYTES 1024u
#define SAXPY_V_COUNT 256
#define SAXPY_V_BYTES 1024u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_saxpy_C(name) VG_JOIN(name##_of_saxpy_c_, VGGEN_saxpy_STAMP)
#define saxpy_open VGGEN_saxpy_C(saxpy_open)
#define saxpy_close VGGEN_saxpy_C(saxpy_close)
#define saxpy_set_timeout VGGEN_saxpy_C(saxpy_set_timeout)
#define saxpy_abandon VGGEN_saxpy_C(saxpy_abandon)
#define saxpy_x VGGEN_saxpy_C(saxpy_x)
#define saxpy_y VGGEN_saxpy_C(saxpy_y)
#define saxpy_z VGGEN_saxpy_C(saxpy_z)
#define saxpy_u VGGEN_saxpy_C(saxpy_u)
#define saxpy_v VGGEN_saxpy_C(saxpy_v)
#define saxpy_start VGGEN_saxpy_C(saxpy_start)
#define saxpy_replay VGGEN_saxpy_C(saxpy_replay)
#define saxpy_replay_timed VGGEN_saxpy_C(saxpy_replay_timed)
#define saxpy_step VGGEN_saxpy_C(saxpy_step)
#define saxpy_profile VGGEN_saxpy_C(saxpy_profile)
#define saxpy_node_title VGGEN_saxpy_C(saxpy_node_title)
#define saxpy_poll VGGEN_saxpy_C(saxpy_poll)
#define saxpy_finish VGGEN_saxpy_C(saxpy_finish)
#define saxpy_stats VGGEN_saxpy_C(saxpy_stats)
#define saxpy_detail VGGEN_saxpy_C(saxpy_detail)

#define VGGEN_saxpy_IMAGE(name) VG_JOIN(name##_of_saxpy_image_c_, VGGEN_saxpy_STAMP)
#define saxpy_modules VGGEN_saxpy_IMAGE(saxpy_modules)

/* ---- opening ---- */

typedef struct saxpy saxpy;
typedef struct saxpy_data saxpy_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and saxpy_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status saxpy_open(saxpy *p, const vg_config *config, const saxpy_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status saxpy_close(saxpy *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status saxpy_set_timeout(saxpy *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * saxpy_detail. */
vg_status saxpy_abandon(saxpy *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [256], 1024 bytes. */
float *saxpy_x(saxpy *p);

/* Input y: f32 [256], 1024 bytes. */
float *saxpy_y(saxpy *p);

/* Input z: f32 [256], 1024 bytes. */
float *saxpy_z(saxpy *p);

/* Output u: f32 [256], 1024 bytes. */
const float *saxpy_u(const saxpy *p);

/* Output v: f32 [256], 1024 bytes. */
const float *saxpy_v(const saxpy *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status saxpy_start(saxpy *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status saxpy_replay(saxpy *p);
/* Starts a replay, waits for it and measures it. */
vg_status saxpy_replay_timed(saxpy *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status saxpy_step(saxpy *p);

#define SAXPY_NODES 2u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct saxpy_times {
    uint64_t ns[SAXPY_NODES];
} saxpy_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status saxpy_profile(saxpy *p, uint32_t replays, saxpy_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *saxpy_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status saxpy_poll(saxpy *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status saxpy_finish(saxpy *p, uint64_t timeout_ns);

/* Counters since open; NULL where p is NULL. */
const vg_stats *saxpy_stats(const saxpy *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *saxpy_detail(const saxpy *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what saxpy_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t saxpy_vg_stamp;
extern const char saxpy_vg_identity[];
extern const vg_module saxpy_modules[1];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct saxpy {
    vg_program rt;
    void *node[2];           /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    void *module[1];         /* CUmodule */
    void *kernel[2];         /* CUfunction */
    void *profiled[6]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
