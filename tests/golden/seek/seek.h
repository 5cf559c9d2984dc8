/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* seek.h - program "seek".
 * Made by vggen 0.1.0 from seek.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct seek that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_seek_STAMP && VGGEN_seek_STAMP != 0x0123456789abcdef
#error "two seek.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_seek_H
#define VGGEN_seek_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct seek holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "seek.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_seek_STAMP 0x0123456789abcdef
#if defined VGGEN_seek_KERNELS_STAMP && VGGEN_seek_KERNELS_STAMP != VGGEN_seek_STAMP
#error "seek.h and seek_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define SEEK_DEVICE_BYTES 2048u /* device memory of the program */
#define SEEK_PINNED_BYTES 1536u /* pinned host memory of the program */

/* The spec's defines. */
#define SEEK_N 64
#define SEEK_MOST 20

/* ---- buffers ---- */

/* name         role      type  shape                  bytes  crosses
 * x            input     f32   [64]                     256  to the device in each replay, by vg_copy
 * near         scratch   f32   [64]                     256  never
 * far          scratch   f32   [64]                     256  never
 * rest         scratch   u32   [1]                        4  never
 * pick         input     u32   [1]                        4  to the device in each replay, by vg_copy
 * limit        setting   f32   [1]                        4  with parameters of launches, when it changes
 * seen         state     u32   [3]                       12  never
 * y            output    f32   [64]                     256  from the device in each replay, by vg_copy
 * done         output    u32   [1]                        4  from the device in each replay, by vg_copy
 * cool_passes  output    u32   [1]                        4  from the device in each replay, by vg_copy
 * vg_one       scratch   u32   [1]                        4  never
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x: copy x -> near reads it
 *   pick: vg_choose_case uses it for control flow
 *   y: copy near -> y writes it
 *   done, cool_passes: vg_loop_begin uses it for control flow
 */

#define SEEK_X_COUNT 64
#define SEEK_X_BYTES 256u
#define SEEK_PICK_COUNT 1
#define SEEK_PICK_BYTES 4u
#define SEEK_Y_COUNT 64
#define SEEK_Y_BYTES 256u
#define SEEK_DONE_COUNT 1
#define SEEK_DONE_BYTES 4u
#define SEEK_COOL_PASSES_COUNT 1
#define SEEK_COOL_PASSES_BYTES 4u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_seek_C(name) VG_JOIN(name##_of_seek_c_, VGGEN_seek_STAMP)
#define seek_open VGGEN_seek_C(seek_open)
#define seek_close VGGEN_seek_C(seek_close)
#define seek_set_timeout VGGEN_seek_C(seek_set_timeout)
#define seek_abandon VGGEN_seek_C(seek_abandon)
#define seek_x VGGEN_seek_C(seek_x)
#define seek_pick VGGEN_seek_C(seek_pick)
#define seek_y VGGEN_seek_C(seek_y)
#define seek_done VGGEN_seek_C(seek_done)
#define seek_cool_passes VGGEN_seek_C(seek_cool_passes)
#define seek_set_limit VGGEN_seek_C(seek_set_limit)
#define seek_limit VGGEN_seek_C(seek_limit)
#define seek_start VGGEN_seek_C(seek_start)
#define seek_replay VGGEN_seek_C(seek_replay)
#define seek_replay_timed VGGEN_seek_C(seek_replay_timed)
#define seek_step VGGEN_seek_C(seek_step)
#define seek_profile VGGEN_seek_C(seek_profile)
#define seek_node_title VGGEN_seek_C(seek_node_title)
#define seek_poll VGGEN_seek_C(seek_poll)
#define seek_finish VGGEN_seek_C(seek_finish)
#define seek_reset VGGEN_seek_C(seek_reset)
#define seek_save VGGEN_seek_C(seek_save)
#define seek_restore VGGEN_seek_C(seek_restore)
#define seek_stats VGGEN_seek_C(seek_stats)
#define seek_detail VGGEN_seek_C(seek_detail)

#define VGGEN_seek_IMAGE(name) VG_JOIN(name##_of_seek_image_c_, VGGEN_seek_STAMP)
#define seek_modules VGGEN_seek_IMAGE(seek_modules)

/* ---- opening ---- */

typedef struct seek seek;
typedef struct seek_data seek_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and seek_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status seek_open(seek *p, const vg_config *config, const seek_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status seek_close(seek *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status seek_set_timeout(seek *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * seek_detail. */
vg_status seek_abandon(seek *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [64], 256 bytes. */
float *seek_x(seek *p);

/* Input pick: u32 [1], 4 bytes. */
uint32_t *seek_pick(seek *p);

/* Output y: f32 [64], 256 bytes. */
const float *seek_y(const seek *p);

/* Output done: u32 [1], 4 bytes; passes that a loop made. */
const uint32_t *seek_done(const seek *p);

/* Output cool_passes: u32 [1], 4 bytes; passes that a loop made. */
const uint32_t *seek_cool_passes(const seek *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting limit: f32, initially 100.0. */
vg_status seek_set_limit(seek *p, float value);
float seek_limit(const seek *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status seek_start(seek *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status seek_replay(seek *p);
/* Starts a replay, waits for it and measures it. */
vg_status seek_replay_timed(seek *p, vg_times *times);

/* VG_CANNOT, and nothing changes: only the device knows which bodies of conditional nodes run. */
vg_status seek_step(seek *p);

#define SEEK_NODES 18u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct seek_times {
    uint64_t ns[SEEK_NODES];
} seek_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them; a conditional node's is that of all that its bodies did. */
vg_status seek_profile(seek *p, uint32_t replays, seek_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *seek_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status seek_poll(seek *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status seek_finish(seek *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status seek_reset(seek *p);

#define SEEK_STATE_BYTES 12u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * SEEK_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status seek_save(seek *p, void *memory, size_t size);
vg_status seek_restore(seek *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *seek_stats(const seek *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *seek_detail(const seek *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what seek_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t seek_vg_stamp;
extern const char seek_vg_identity[];
extern const vg_module seek_modules[1];

struct seek_settings {
    float limit;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct seek {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[34];          /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    uint64_t condition[7];   /* handles of conditional nodes */
    struct seek_settings setting; /* what was set last; start commits it */
    struct seek_settings committed[1]; /* for each graph, what its exec follows */
    unsigned char halfway[1]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    struct {
        uint64_t to[64];
        uint64_t from[64];
        uint64_t bytes[64];
    } pieces; /* of vg_copy_pieces, while a graph is built: too large for the stack */
    void *module[1];         /* CUmodule */
    void *kernel[17];        /* CUfunction */
    void *profiled[97]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
