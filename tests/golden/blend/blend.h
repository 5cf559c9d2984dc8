/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* blend.h - program "blend".
 * Made by vggen 0.1.0 from blend.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct blend that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_blend_STAMP && VGGEN_blend_STAMP != 0x0123456789abcdef
#error "two blend.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_blend_H
#define VGGEN_blend_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct blend holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "blend.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_blend_STAMP 0x0123456789abcdef
#if defined VGGEN_blend_KERNELS_STAMP && VGGEN_blend_KERNELS_STAMP != VGGEN_blend_STAMP
#error "blend.h and blend_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define BLEND_DEVICE_BYTES 35328u /* device memory of the program */
#define BLEND_PINNED_BYTES 25344u /* pinned host memory of the program */

/* The spec's defines. */
#define BLEND_COLS 64
#define BLEND_ROWS 32
#define BLEND_N 2048
#define BLEND_HALF 0.5

/* ---- buffers ---- */

/* name     role      type  shape                  bytes  crosses
 * a        input     f32   [32][64]                8192  to the device in each replay, by vg_copy
 * picture  inout     f32   [32][64]                8192  to the device and back in each replay, by vg_copy
 * t1       scratch   f32   [2048]                  8192  never
 * t2       scratch   f32   [2048]                  8192  never
 * t3       scratch   f32   [2048]                  8192  never
 * weights  constant  f32   [4]                       16  to the device in open
 * lut      constant  u16   [256]                    512  to the device in open, from the application
 * curve    derived   f32   [256]                   1024  never
 * sums     output    u64   [4]                       32  from the device in each replay, by vg_copy
 * count    state     f64   [2]                       16  never
 * last     output    f64   [2]                       16  from the device in each replay, by vg_copy
 * empty    input     u8    [0]                        0  never
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   a: not once in first
 *   picture: inout stays on the device
 *   sums: fill sums writes it
 *   last: copy count -> last writes it
 */

#define BLEND_A_COUNT 2048
#define BLEND_A_BYTES 8192u
#define BLEND_PICTURE_COUNT 2048
#define BLEND_PICTURE_BYTES 8192u
#define BLEND_LUT_COUNT 256
#define BLEND_LUT_BYTES 512u
#define BLEND_SUMS_COUNT 4
#define BLEND_SUMS_BYTES 32u
#define BLEND_LAST_COUNT 2
#define BLEND_LAST_BYTES 16u
#define BLEND_EMPTY_COUNT 0
#define BLEND_EMPTY_BYTES 0u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_blend_C(name) VG_JOIN(name##_of_blend_c_, VGGEN_blend_STAMP)
#define blend_open VGGEN_blend_C(blend_open)
#define blend_close VGGEN_blend_C(blend_close)
#define blend_set_timeout VGGEN_blend_C(blend_set_timeout)
#define blend_abandon VGGEN_blend_C(blend_abandon)
#define blend_a VGGEN_blend_C(blend_a)
#define blend_picture VGGEN_blend_C(blend_picture)
#define blend_picture_out VGGEN_blend_C(blend_picture_out)
#define blend_sums VGGEN_blend_C(blend_sums)
#define blend_last VGGEN_blend_C(blend_last)
#define blend_empty VGGEN_blend_C(blend_empty)
#define blend_start VGGEN_blend_C(blend_start)
#define blend_replay VGGEN_blend_C(blend_replay)
#define blend_replay_timed VGGEN_blend_C(blend_replay_timed)
#define blend_step VGGEN_blend_C(blend_step)
#define blend_profile VGGEN_blend_C(blend_profile)
#define blend_node_title VGGEN_blend_C(blend_node_title)
#define blend_poll VGGEN_blend_C(blend_poll)
#define blend_finish VGGEN_blend_C(blend_finish)
#define blend_reset VGGEN_blend_C(blend_reset)
#define blend_save VGGEN_blend_C(blend_save)
#define blend_restore VGGEN_blend_C(blend_restore)
#define blend_stats VGGEN_blend_C(blend_stats)
#define blend_detail VGGEN_blend_C(blend_detail)

#define VGGEN_blend_IMAGE(name) VG_JOIN(name##_of_blend_image_c_, VGGEN_blend_STAMP)
#define blend_modules VGGEN_blend_IMAGE(blend_modules)
#define blend_constant_weights VGGEN_blend_IMAGE(blend_constant_weights)

/* ---- opening ---- */

typedef struct blend blend;
typedef struct blend_data blend_data;

/* Constants that the application gives at open; they are copied to the device there. None may be NULL. */
struct blend_data {
    const uint16_t *lut; /* u16 [256], 512 bytes */
};

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and blend_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status blend_open(blend *p, const vg_config *config, const blend_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status blend_close(blend *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status blend_set_timeout(blend *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * blend_detail. */
vg_status blend_abandon(blend *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input a: f32 [32][64], 8192 bytes. */
float *blend_a(blend *p);

/* What goes into inout picture: f32 [32][64], 8192 bytes. */
float *blend_picture(blend *p);
/* What comes out of inout picture: f32 [32][64], 8192 bytes. */
const float *blend_picture_out(const blend *p);

/* Output sums: u64 [4], 32 bytes. */
const uint64_t *blend_sums(const blend *p);

/* Output last: f64 [2], 16 bytes. */
const double *blend_last(const blend *p);

/* Input empty: u8 [0], 0 bytes. */
uint8_t *blend_empty(blend *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status blend_start(blend *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status blend_replay(blend *p);
/* Starts a replay, waits for it and measures it. */
vg_status blend_replay_timed(blend *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status blend_step(blend *p);

#define BLEND_NODES 11u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct blend_times {
    uint64_t ns[BLEND_NODES];
} blend_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status blend_profile(blend *p, uint32_t replays, blend_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *blend_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status blend_poll(blend *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status blend_finish(blend *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status blend_reset(blend *p);

#define BLEND_STATE_BYTES 16u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * BLEND_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status blend_save(blend *p, void *memory, size_t size);
vg_status blend_restore(blend *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *blend_stats(const blend *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *blend_detail(const blend *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what blend_set_timeout was given last; where it is 0, calls wait for good.
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
 * reset         at most timeout_ns
 * save          at most timeout_ns
 * restore       at most timeout_ns
 * others        never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t blend_vg_stamp;
extern const char blend_vg_identity[];
extern const vg_module blend_modules[2];
extern const unsigned char blend_constant_weights[16];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct blend {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[12];          /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    void *module[2];         /* CUmodule */
    void *kernel[7];         /* CUfunction */
    const void *data[1];     /* what the application gave at open */
    void *profiled[24]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
