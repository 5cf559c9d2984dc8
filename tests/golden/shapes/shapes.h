/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* shapes.h - program "shapes".
 * Made by vggen 0.1.0 from shapes.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct shapes that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_shapes_STAMP && VGGEN_shapes_STAMP != 0x0123456789abcdef
#error "two shapes.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_shapes_H
#define VGGEN_shapes_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct shapes holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "shapes.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_shapes_STAMP 0x0123456789abcdef
#if defined VGGEN_shapes_KERNELS_STAMP && VGGEN_shapes_KERNELS_STAMP != VGGEN_shapes_STAMP
#error "shapes.h and shapes_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define SHAPES_DEVICE_BYTES 2048u /* device memory of the program */
#define SHAPES_PINNED_BYTES 2304u /* pinned host memory of the program */

/* The spec's defines. */
#define SHAPES_N 256

/* ---- buffers ---- */

/* name  role      type  shape                  bytes  crosses
 * x     input     f32   [256]                   1024  to the device in each replay, by vg_copy
 * y     output    f32   [256]                   1024  from the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, y: not once in smooth
 */

#define SHAPES_X_COUNT 256
#define SHAPES_X_BYTES 1024u
#define SHAPES_Y_COUNT 256
#define SHAPES_Y_BYTES 1024u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_shapes_C(name) VG_JOIN(name##_of_shapes_c_, VGGEN_shapes_STAMP)
#define shapes_open VGGEN_shapes_C(shapes_open)
#define shapes_close VGGEN_shapes_C(shapes_close)
#define shapes_set_timeout VGGEN_shapes_C(shapes_set_timeout)
#define shapes_abandon VGGEN_shapes_C(shapes_abandon)
#define shapes_x VGGEN_shapes_C(shapes_x)
#define shapes_y VGGEN_shapes_C(shapes_y)
#define shapes_start VGGEN_shapes_C(shapes_start)
#define shapes_replay VGGEN_shapes_C(shapes_replay)
#define shapes_replay_timed VGGEN_shapes_C(shapes_replay_timed)
#define shapes_step VGGEN_shapes_C(shapes_step)
#define shapes_profile VGGEN_shapes_C(shapes_profile)
#define shapes_node_title VGGEN_shapes_C(shapes_node_title)
#define shapes_poll VGGEN_shapes_C(shapes_poll)
#define shapes_finish VGGEN_shapes_C(shapes_finish)
#define shapes_stats VGGEN_shapes_C(shapes_stats)
#define shapes_detail VGGEN_shapes_C(shapes_detail)

#define VGGEN_shapes_IMAGE(name) VG_JOIN(name##_of_shapes_image_c_, VGGEN_shapes_STAMP)
#define shapes_modules VGGEN_shapes_IMAGE(shapes_modules)

/* ---- opening ---- */

typedef struct shapes shapes;
typedef struct shapes_data shapes_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and shapes_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status shapes_open(shapes *p, const vg_config *config, const shapes_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status shapes_close(shapes *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status shapes_set_timeout(shapes *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * shapes_detail. */
vg_status shapes_abandon(shapes *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [256], 1024 bytes. */
float *shapes_x(shapes *p);

/* Output y: f32 [256], 1024 bytes. */
const float *shapes_y(const shapes *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status shapes_start(shapes *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status shapes_replay(shapes *p);
/* Starts a replay, waits for it and measures it. */
vg_status shapes_replay_timed(shapes *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status shapes_step(shapes *p);

#define SHAPES_NODES 4u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct shapes_times {
    uint64_t ns[SHAPES_NODES];
} shapes_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status shapes_profile(shapes *p, uint32_t replays, shapes_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *shapes_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status shapes_poll(shapes *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status shapes_finish(shapes *p, uint64_t timeout_ns);

/* Counters since open; NULL where p is NULL. */
const vg_stats *shapes_stats(const shapes *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *shapes_detail(const shapes *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what shapes_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t shapes_vg_stamp;
extern const char shapes_vg_identity[];
extern const vg_module shapes_modules[1];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct shapes {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[4];           /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    void *module[1];         /* CUmodule */
    void *kernel[3];         /* CUfunction */
    void *profiled[10]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
