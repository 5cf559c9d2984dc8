/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tally.h - program "tally".
 * Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct tally that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one lane must not overlap, distinct lanes may run on distinct threads, and open and
 * close must not overlap any other call. No function uses the heap or prints. A lane that is not there is VG_ARGUMENT,
 * NULL or 0, and has a detail that says so. */
#if defined VGGEN_tally_STAMP && VGGEN_tally_STAMP != 0x0123456789abcdef
#error "two tally.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_tally_H
#define VGGEN_tally_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct tally holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "tally.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_tally_STAMP 0x0123456789abcdef
#if defined VGGEN_tally_KERNELS_STAMP && VGGEN_tally_KERNELS_STAMP != VGGEN_tally_STAMP
#error "tally.h and tally_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define TALLY_DEVICE_BYTES 527872u /* device memory of the program */
#define TALLY_PINNED_BYTES 528384u /* pinned host memory of the program */
#define TALLY_LANES 2u /* independent copies of the program, numbered from 0 */

/* The spec's defines. */
#define TALLY_N 128
#define TALLY_ROWS 512

/* ---- buffers ---- */

/* name   role      type  shape                  bytes  crosses
 * x      input     f32   [128]                    512  to the device if changed, by vg_copy
 * table  input     f32   [512][128]            262144  to the device if changed, by vg_copy
 * gain   setting   f32   [1]                        4  to the device if changed, by vg_copy
 * bias   setting   f32   [1]                        4  with parameters of launches, when it changes
 * y      output    f32   [128]                    512  from the device in each replay, by vg_copy
 * seen   state     u32   [128]                    512  never
 * sums   output    u32   [128]                    512  from the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, table, gain, y: not once in weigh
 *   sums: not once in count
 */

#define TALLY_X_COUNT 128
#define TALLY_X_BYTES 512u
#define TALLY_TABLE_COUNT 65536
#define TALLY_TABLE_BYTES 262144u
#define TALLY_Y_COUNT 128
#define TALLY_Y_BYTES 512u
#define TALLY_SUMS_COUNT 128
#define TALLY_SUMS_BYTES 512u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_tally_C(name) VG_JOIN(name##_of_tally_c_, VGGEN_tally_STAMP)
#define tally_open VGGEN_tally_C(tally_open)
#define tally_close VGGEN_tally_C(tally_close)
#define tally_set_timeout VGGEN_tally_C(tally_set_timeout)
#define tally_abandon VGGEN_tally_C(tally_abandon)
#define tally_set_gain VGGEN_tally_C(tally_set_gain)
#define tally_gain VGGEN_tally_C(tally_gain)
#define tally_set_bias VGGEN_tally_C(tally_set_bias)
#define tally_bias VGGEN_tally_C(tally_bias)
#define tally_switch_again VGGEN_tally_C(tally_switch_again)
#define tally_is_on_again VGGEN_tally_C(tally_is_on_again)
#define tally_weighed_call VGGEN_tally_C(tally_weighed_call)
#define tally_weighed_call_timed VGGEN_tally_C(tally_weighed_call_timed)
#define tally_weighed_call_step VGGEN_tally_C(tally_weighed_call_step)
#define tally_weighed_call_start VGGEN_tally_C(tally_weighed_call_start)
#define tally_weighed_call_poll VGGEN_tally_C(tally_weighed_call_poll)
#define tally_weighed_call_finish VGGEN_tally_C(tally_weighed_call_finish)
#define tally_weighed_call_batch VGGEN_tally_C(tally_weighed_call_batch)
#define tally_weighed_profile VGGEN_tally_C(tally_weighed_profile)
#define tally_weighed_node_title VGGEN_tally_C(tally_weighed_node_title)
#define tally_counted_call VGGEN_tally_C(tally_counted_call)
#define tally_counted_call_timed VGGEN_tally_C(tally_counted_call_timed)
#define tally_counted_call_step VGGEN_tally_C(tally_counted_call_step)
#define tally_counted_call_start VGGEN_tally_C(tally_counted_call_start)
#define tally_counted_call_poll VGGEN_tally_C(tally_counted_call_poll)
#define tally_counted_call_finish VGGEN_tally_C(tally_counted_call_finish)
#define tally_counted_call_batch VGGEN_tally_C(tally_counted_call_batch)
#define tally_counted_profile VGGEN_tally_C(tally_counted_profile)
#define tally_counted_node_title VGGEN_tally_C(tally_counted_node_title)
#define tally_reset VGGEN_tally_C(tally_reset)
#define tally_save VGGEN_tally_C(tally_save)
#define tally_restore VGGEN_tally_C(tally_restore)
#define tally_stats VGGEN_tally_C(tally_stats)
#define tally_weighed_stats VGGEN_tally_C(tally_weighed_stats)
#define tally_counted_stats VGGEN_tally_C(tally_counted_stats)
#define tally_detail VGGEN_tally_C(tally_detail)

#define VGGEN_tally_IMAGE(name) VG_JOIN(name##_of_tally_image_c_, VGGEN_tally_STAMP)
#define tally_modules VGGEN_tally_IMAGE(tally_modules)

/* ---- opening ---- */

typedef struct tally tally;
typedef struct tally_data tally_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graphs of each lane and writes the first contents.
 * config may be NULL. On failure everything is undone, and tally_detail of lane 0 reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status tally_open(tally *p, const vg_config *config, const tally_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status tally_close(tally *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status tally_set_timeout(tally *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * tally_detail of lane 0. */
vg_status tally_abandon(tally *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: f32, initially 1.0. */
vg_status tally_set_gain(tally *p, float value, unsigned lane);
float tally_gain(const tally *p, unsigned lane);

/* Setting bias: f32, initially 0.5. */
vg_status tally_set_bias(tally *p, float value, unsigned lane);
float tally_bias(const tally *p, unsigned lane);

/* ---- switches ---- */

/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write keeps its
 * value. */

/* Switch again, initially off. */
vg_status tally_switch_again(tally *p, int on, unsigned lane);
int tally_is_on_again(const tally *p, unsigned lane);

/* ---- calls ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   weighed, counted: its last node, end, writes the word */

typedef struct tally_weighed_in {
    const float *x; /* f32 [128], 512 bytes */
    size_t x_count; /* elements: TALLY_X_COUNT */
    const float *table; /* f32 [512][128], 262144 bytes */
    size_t table_count; /* elements: TALLY_TABLE_COUNT */
} tally_weighed_in;

typedef struct tally_weighed_out {
    float *y; /* f32 [128], 512 bytes */
    size_t y_count; /* elements: TALLY_Y_COUNT */
    vg_status status; /* of call_batch: VG_OK where the outputs are there, VG_BUSY where it was not run */
} tally_weighed_out;

/* Copies what goes in, replays, copies what comes out. Pointers may be NULL only where there are no elements.
 * What a failed call left running is waited for by the next call, profile, reset, save or restore.
 *
 * Uploads gain, x together, only if a byte differs from what the device holds.
 * Uploads table, only if a byte differs from what the device holds; by itself, because it has 262144 bytes or more.
 * Keeps the outputs: a call that takes the bytes of the last one gives them again without a launch, unless a setting or
 *   switch was given another value, or a call of another graph took other bytes of the same inputs or gave some of the
 *   same outputs.
 */
vg_status tally_weighed_call(tally *p, const tally_weighed_in *in, tally_weighed_out *out, unsigned lane);
/* Makes a call and measures it: wall is all of it, copies too. The other times are zero where no replay was needed. */
vg_status tally_weighed_call_timed(tally *p, const tally_weighed_in *in, tally_weighed_out *out, vg_times *times,
    unsigned lane);
/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status tally_weighed_call_step(tally *p, const tally_weighed_in *in, tally_weighed_out *out, unsigned lane);

/* The same call, without waiting for it. Start copies what goes in and launches, unless kept outputs answer the call:
 * then it ends at the first look. Poll answers VG_BUSY while it runs, finish waits at most timeout_ns nanoseconds and
 * then answers VG_TIMEOUT: call either again. VG_OK ends the call, and what comes out was copied then. Until then other
 * calls, profile, reset, save and restore are VG_STATE and change nothing; what is set is for the next call. After a
 * failure of poll or finish other than VG_LOST, the call is still started: finish it again. */
vg_status tally_weighed_call_start(tally *p, const tally_weighed_in *in, unsigned lane);
vg_status tally_weighed_call_poll(tally *p, tally_weighed_out *out, unsigned lane);
vg_status tally_weighed_call_finish(tally *p, tally_weighed_out *out, uint64_t timeout_ns, unsigned lane);

/* As many calls as count says, on all lanes at once: no other call may overlap it. What a lane keeps already is given
 * first. Items are started in their order, one lane after the other from lane 0 on. The first failure is returned, and
 * is the detail of lane 0; nothing is started after it, but what was started is finished. Then the outputs of those
 * items are there whose status is VG_OK. Outputs must overlap neither inputs nor the outputs of other items. Each item
 * has the settings and switches of its lane: give all lanes the same. After a refused argument nothing has changed. */
vg_status tally_weighed_call_batch(tally *p, const tally_weighed_in *in, tally_weighed_out *out, size_t count);

#define TALLY_WEIGHED_NODES 7u /* nodes of graph weighed */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct tally_weighed_times {
    uint64_t ns[TALLY_WEIGHED_NODES];
} tally_weighed_times;

/* Builds a twin of graph weighed that records an event after each node, and replays it that many times on what the last
 * call took: state advances and outputs arrive. Each time is the smallest of them. */
vg_status tally_weighed_profile(tally *p, uint32_t replays, tally_weighed_times *times, unsigned lane);
/* Title of a node of graph weighed in messages; NULL beyond the last. */
const char *tally_weighed_node_title(unsigned node);

typedef struct tally_counted_in {
    const float *x; /* f32 [128], 512 bytes */
    size_t x_count; /* elements: TALLY_X_COUNT */
} tally_counted_in;

typedef struct tally_counted_out {
    uint32_t *sums; /* u32 [128], 512 bytes */
    size_t sums_count; /* elements: TALLY_SUMS_COUNT */
    vg_status status; /* of call_batch: VG_OK where the outputs are there, VG_BUSY where it was not run */
} tally_counted_out;

/* Copies what goes in, replays, copies what comes out. Pointers may be NULL only where there are no elements.
 * What a failed call left running is waited for by the next call, profile, reset, save or restore.
 *
 * Uploads x, only if a byte differs from what the device holds.
 * Keeps no outputs, every call launches: equal inputs need not give equal outputs, because of state seen.
 */
vg_status tally_counted_call(tally *p, const tally_counted_in *in, tally_counted_out *out, unsigned lane);
/* Makes a call and measures it: wall is all of it, copies too. The other times are zero where no replay was needed. */
vg_status tally_counted_call_timed(tally *p, const tally_counted_in *in, tally_counted_out *out, vg_times *times,
    unsigned lane);
/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status tally_counted_call_step(tally *p, const tally_counted_in *in, tally_counted_out *out, unsigned lane);

/* The same call, without waiting for it. Start copies what goes in and launches. Poll answers VG_BUSY while it runs,
 * finish waits at most timeout_ns nanoseconds and then answers VG_TIMEOUT: call either again. VG_OK ends the call, and
 * what comes out was copied then. Until then other calls, profile, reset, save and restore are VG_STATE and change
 * nothing; what is set is for the next call. After a failure of poll or finish other than VG_LOST, the call is still
 * started: finish it again. */
vg_status tally_counted_call_start(tally *p, const tally_counted_in *in, unsigned lane);
vg_status tally_counted_call_poll(tally *p, tally_counted_out *out, unsigned lane);
vg_status tally_counted_call_finish(tally *p, tally_counted_out *out, uint64_t timeout_ns, unsigned lane);

/* As many calls as count says, on all lanes at once: no other call may overlap it. Items are started in their order,
 * one lane after the other from lane 0 on. The first failure is returned, and is the detail of lane 0; nothing is
 * started after it, but what was started is finished. Then the outputs of those items are there whose status is VG_OK.
 * Outputs must overlap neither inputs nor the outputs of other items. Each item has the settings and switches of its
 * lane: give all lanes the same. After a refused argument nothing has changed. */
vg_status tally_counted_call_batch(tally *p, const tally_counted_in *in, tally_counted_out *out, size_t count);

#define TALLY_COUNTED_NODES 4u /* nodes of graph counted */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct tally_counted_times {
    uint64_t ns[TALLY_COUNTED_NODES];
} tally_counted_times;

/* Builds a twin of graph counted that records an event after each node, and replays it that many times on what the last
 * call took: state advances and outputs arrive. Each time is the smallest of them. */
vg_status tally_counted_profile(tally *p, uint32_t replays, tally_counted_times *times, unsigned lane);
/* Title of a node of graph counted in messages; NULL beyond the last. */
const char *tally_counted_node_title(unsigned node);

/* Sets state back to the values of the spec. Settings stay as they are. */
vg_status tally_reset(tally *p, unsigned lane);

#define TALLY_STATE_BYTES 512u /* all state of a lane */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * TALLY_STATE_BYTES. Done on return. After a failed restore the state is undefined until it is reset or restored. */
vg_status tally_save(tally *p, void *memory, size_t size, unsigned lane);
vg_status tally_restore(tally *p, const void *memory, size_t size, unsigned lane);

/* Counters since open; NULL where p is NULL or the lane does not exist. */
const vg_stats *tally_stats(const tally *p, unsigned lane);
/* Those of one graph. */
const vg_stats *tally_weighed_stats(const tally *p, unsigned lane);
const vg_stats *tally_counted_stats(const tally *p, unsigned lane);

/* What the last failing call found; NULL where p is NULL. For a lane that does not exist it says so. */
const vg_detail *tally_detail(const tally *p, unsigned lane);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what tally_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call                 waits
 * open                 at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close                at most timeout_ns, then in the driver: it frees
 * set_timeout          never
 * abandon              never
 * weighed_call         at most timeout_ns
 * weighed_call_timed   at most timeout_ns
 * weighed_call_step    at most timeout_ns
 * weighed_call_start   at most timeout_ns
 * weighed_call_poll    never
 * weighed_call_finish  at most its own timeout_ns
 * weighed_call_batch   at most timeout_ns
 * weighed_profile      at most timeout_ns for its replays, and in the driver: it builds
 * counted_call         at most timeout_ns
 * counted_call_timed   at most timeout_ns
 * counted_call_step    at most timeout_ns
 * counted_call_start   at most timeout_ns
 * counted_call_poll    never
 * counted_call_finish  at most its own timeout_ns
 * counted_call_batch   at most timeout_ns
 * counted_profile      at most timeout_ns for its replays, and in the driver: it builds
 * reset                at most timeout_ns
 * save                 at most timeout_ns
 * restore              at most timeout_ns
 * others               never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t tally_vg_stamp;
extern const char tally_vg_identity[];
extern const vg_module tally_modules[1];

struct tally_settings {
    float gain;
    float bias;
};

struct tally_lane {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void **kernel;           /* the program's */
    void *node[11];          /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    unsigned char disabled[11]; /* nodes that are disabled in their exec */
    struct tally_settings setting; /* what was set last; start commits it */
    struct tally_settings committed[2]; /* for each graph, what its exec follows */
    unsigned char halfway[2]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    struct {
        unsigned char again;
    } on; /* switches; start commits them */
    struct {
        unsigned char x;
        unsigned char table;
        unsigned char gain;
    } current; /* the device holds what pinned memory does */
    struct {
        unsigned char weighed;
    } kept; /* the graph's outputs in pinned memory are those of what it takes there */
    struct {
        unsigned graph; /* 1 + its number, or 0: no call is started */
        unsigned kept; /* 1: kept outputs answer it */
    } started; /* a call that is not finished */
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct tally {
    struct tally_lane lane[TALLY_LANES];
    void *module[1];         /* CUmodule */
    void *kernel[5];         /* CUfunction */
    void *profiled[TALLY_LANES][16]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
