/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sonar.h - program "sonar".
 * Made by vggen 0.1.0 from sonar.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct sonar that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_sonar_STAMP && VGGEN_sonar_STAMP != 0x0123456789abcdef
#error "two sonar.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_sonar_H
#define VGGEN_sonar_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct sonar holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "sonar.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_sonar_STAMP 0x0123456789abcdef
#if defined VGGEN_sonar_KERNELS_STAMP && VGGEN_sonar_KERNELS_STAMP != VGGEN_sonar_STAMP
#error "sonar.h and sonar_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define SONAR_DEVICE_BYTES 22528u /* device memory of the program */
#define SONAR_PINNED_BYTES 19200u /* pinned host memory of the program */

/* The spec's defines. */
#define SONAR_N 1024
#define SONAR_BLOCK 128
#define SONAR_SCALE 0.5

/* ---- buffers ---- */

/* name   role      type  shape                  bytes  crosses
 * x      input     f32   [1024]                  4096  to the device in each replay, by vg_copy
 * mask   input     u8    [1024]                  1024  to the device on request, by vg_copy
 * table  input     u32   [4]                       16  to the device on request, by vg_copy
 * sum    state     f64   [2]                       16  to the device and back on request, by vg_copy
 * w      derived   f32   [1024]                  4096  never
 * y      output    f32   [1024]                  4096  from the device in each replay, by vg_copy
 * part   output    f32   [1024]                  4096  from the device in each replay, by vg_copy
 * log    output    f32   [1024]                  4096  from the device on request, by vg_copy
 * total  output    u32   [1]                        4  from the device in each replay, by vg_copy
 * top    output    f32   [1]                        4  from the device in each replay, by vg_copy
 * gain   setting   f32   [1]                        4  with parameters of launches, when it changes
 * bias   setting   f16   [1]                        2  with parameters of launches, when it changes
 * count  setting   u32   [1]                        4  with parameters of launches, when it changes
 * wide   setting   i32   [1]                        4  with parameters of launches, when it changes
 * limit  setting   f32   [1]                        4  to the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, y: not once in main_filter
 *   mask, table, log: on request
 *   sum: state stays on the device
 *   part: a range is downloaded
 *   total: not once in scan
 *   top, limit: not once in peak
 */

#define SONAR_X_COUNT 1024
#define SONAR_X_BYTES 4096u
#define SONAR_MASK_COUNT 1024
#define SONAR_MASK_BYTES 1024u
#define SONAR_TABLE_COUNT 4
#define SONAR_TABLE_BYTES 16u
#define SONAR_SUM_COUNT 2
#define SONAR_SUM_BYTES 16u
#define SONAR_Y_COUNT 1024
#define SONAR_Y_BYTES 4096u
#define SONAR_PART_COUNT 1024
#define SONAR_PART_BYTES 4096u
#define SONAR_LOG_COUNT 1024
#define SONAR_LOG_BYTES 4096u
#define SONAR_TOTAL_COUNT 1
#define SONAR_TOTAL_BYTES 4u
#define SONAR_TOP_COUNT 1
#define SONAR_TOP_BYTES 4u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_sonar_C(name) VG_JOIN(name##_of_sonar_c_, VGGEN_sonar_STAMP)
#define sonar_open VGGEN_sonar_C(sonar_open)
#define sonar_close VGGEN_sonar_C(sonar_close)
#define sonar_set_timeout VGGEN_sonar_C(sonar_set_timeout)
#define sonar_abandon VGGEN_sonar_C(sonar_abandon)
#define sonar_x VGGEN_sonar_C(sonar_x)
#define sonar_mask VGGEN_sonar_C(sonar_mask)
#define sonar_changed_mask VGGEN_sonar_C(sonar_changed_mask)
#define sonar_table VGGEN_sonar_C(sonar_table)
#define sonar_changed_table VGGEN_sonar_C(sonar_changed_table)
#define sonar_sum VGGEN_sonar_C(sonar_sum)
#define sonar_changed_sum VGGEN_sonar_C(sonar_changed_sum)
#define sonar_sum_out VGGEN_sonar_C(sonar_sum_out)
#define sonar_want_sum VGGEN_sonar_C(sonar_want_sum)
#define sonar_y VGGEN_sonar_C(sonar_y)
#define sonar_part VGGEN_sonar_C(sonar_part)
#define sonar_log VGGEN_sonar_C(sonar_log)
#define sonar_want_log VGGEN_sonar_C(sonar_want_log)
#define sonar_total VGGEN_sonar_C(sonar_total)
#define sonar_top VGGEN_sonar_C(sonar_top)
#define sonar_set_gain VGGEN_sonar_C(sonar_set_gain)
#define sonar_gain VGGEN_sonar_C(sonar_gain)
#define sonar_set_bias VGGEN_sonar_C(sonar_set_bias)
#define sonar_bias VGGEN_sonar_C(sonar_bias)
#define sonar_set_count VGGEN_sonar_C(sonar_set_count)
#define sonar_count VGGEN_sonar_C(sonar_count)
#define sonar_set_wide VGGEN_sonar_C(sonar_set_wide)
#define sonar_wide VGGEN_sonar_C(sonar_wide)
#define sonar_set_limit VGGEN_sonar_C(sonar_set_limit)
#define sonar_limit VGGEN_sonar_C(sonar_limit)
#define sonar_switch_smooth VGGEN_sonar_C(sonar_switch_smooth)
#define sonar_is_on_smooth VGGEN_sonar_C(sonar_is_on_smooth)
#define sonar_switch_trace VGGEN_sonar_C(sonar_switch_trace)
#define sonar_is_on_trace VGGEN_sonar_C(sonar_is_on_trace)
#define sonar_search_start VGGEN_sonar_C(sonar_search_start)
#define sonar_search_replay VGGEN_sonar_C(sonar_search_replay)
#define sonar_search_replay_timed VGGEN_sonar_C(sonar_search_replay_timed)
#define sonar_search_step VGGEN_sonar_C(sonar_search_step)
#define sonar_search_profile VGGEN_sonar_C(sonar_search_profile)
#define sonar_search_node_title VGGEN_sonar_C(sonar_search_node_title)
#define sonar_track_start VGGEN_sonar_C(sonar_track_start)
#define sonar_track_replay VGGEN_sonar_C(sonar_track_replay)
#define sonar_track_replay_timed VGGEN_sonar_C(sonar_track_replay_timed)
#define sonar_track_step VGGEN_sonar_C(sonar_track_step)
#define sonar_track_profile VGGEN_sonar_C(sonar_track_profile)
#define sonar_track_node_title VGGEN_sonar_C(sonar_track_node_title)
#define sonar_poll VGGEN_sonar_C(sonar_poll)
#define sonar_finish VGGEN_sonar_C(sonar_finish)
#define sonar_reset VGGEN_sonar_C(sonar_reset)
#define sonar_save VGGEN_sonar_C(sonar_save)
#define sonar_restore VGGEN_sonar_C(sonar_restore)
#define sonar_stats VGGEN_sonar_C(sonar_stats)
#define sonar_search_stats VGGEN_sonar_C(sonar_search_stats)
#define sonar_track_stats VGGEN_sonar_C(sonar_track_stats)
#define sonar_detail VGGEN_sonar_C(sonar_detail)

#define VGGEN_sonar_IMAGE(name) VG_JOIN(name##_of_sonar_image_c_, VGGEN_sonar_STAMP)
#define sonar_modules VGGEN_sonar_IMAGE(sonar_modules)
#define sonar_constant_mask VGGEN_sonar_IMAGE(sonar_constant_mask)
#define sonar_constant_table VGGEN_sonar_IMAGE(sonar_constant_table)
#define sonar_constant_sum VGGEN_sonar_IMAGE(sonar_constant_sum)

/* ---- opening ---- */

typedef struct sonar sonar;
typedef struct sonar_data sonar_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graphs and writes the first contents.
 * config may be NULL. On failure everything is undone, and sonar_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status sonar_open(sonar *p, const vg_config *config, const sonar_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status sonar_close(sonar *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status sonar_set_timeout(sonar *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * sonar_detail. */
vg_status sonar_abandon(sonar *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [1024], 4096 bytes. */
float *sonar_x(sonar *p);

/* Input mask: u8 [1024], 1024 bytes; goes on request. */
uint8_t *sonar_mask(sonar *p);
/* The next replay of a graph that uses mask uploads it first. */
vg_status sonar_changed_mask(sonar *p);

/* Input table: u32 [4], 16 bytes; goes on request. */
uint32_t *sonar_table(sonar *p);
/* The next replay of a graph that uses table uploads it first. */
vg_status sonar_changed_table(sonar *p);

/* What goes into state sum: f64 [2], 16 bytes; goes on request. */
double *sonar_sum(sonar *p);
/* The next replay of a graph that uses sum uploads it first. */
vg_status sonar_changed_sum(sonar *p);
/* What comes out of state sum: f64 [2], 16 bytes; comes on request. */
const double *sonar_sum_out(const sonar *p);
/* The next replay of a graph that may write sum downloads it. */
vg_status sonar_want_sum(sonar *p);

/* Output y: f32 [1024], 4096 bytes. */
const float *sonar_y(const sonar *p);

/* Output part: f32 [1024], 4096 bytes; only elements 16 to 47 come. */
const float *sonar_part(const sonar *p);

/* Output log: f32 [1024], 4096 bytes; comes on request. */
const float *sonar_log(const sonar *p);
/* The next replay of a graph that may write log downloads it. */
vg_status sonar_want_log(sonar *p);

/* Output total: u32 [1], 4 bytes. */
const uint32_t *sonar_total(const sonar *p);

/* Output top: f32 [1], 4 bytes. */
const float *sonar_top(const sonar *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: f32, from 0.0 to inf, initially 0.5. */
vg_status sonar_set_gain(sonar *p, float value);
float sonar_gain(const sonar *p);

/* Setting bias: f16, from -2.0 to 2.0, initially 1.5. */
vg_status sonar_set_bias(sonar *p, uint16_t value);
uint16_t sonar_bias(const sonar *p);

/* Setting count: u32, from 0 to 1024, initially 1024. */
vg_status sonar_set_count(sonar *p, uint32_t value);
uint32_t sonar_count(const sonar *p);

/* Setting wide: i32, from 1 to 8, initially 1. */
vg_status sonar_set_wide(sonar *p, int32_t value);
int32_t sonar_wide(const sonar *p);

/* Setting limit: f32, initially nan. */
vg_status sonar_set_limit(sonar *p, float value);
float sonar_limit(const sonar *p);

/* ---- switches ---- */

/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write keeps its
 * value. */

/* Switch smooth, initially on. */
vg_status sonar_switch_smooth(sonar *p, int on);
int sonar_is_on_smooth(const sonar *p);

/* Switch trace, initially off. */
vg_status sonar_switch_trace(sonar *p, int on);
int sonar_is_on_trace(const sonar *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   search, track: its last node, end, writes the word */

/* Launches one replay of graph search and returns at once. VG_STATE if one is running. */
vg_status sonar_search_start(sonar *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status sonar_search_replay(sonar *p);
/* Starts a replay, waits for it and measures it. */
vg_status sonar_search_replay_timed(sonar *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status sonar_search_step(sonar *p);

#define SONAR_SEARCH_NODES 17u /* nodes of graph search */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct sonar_search_times {
    uint64_t ns[SONAR_SEARCH_NODES];
} sonar_search_times;

/* Builds a twin of graph search that records an event after each node, and replays it that many times: state advances
 * and outputs arrive. Each time is the smallest of them. */
vg_status sonar_search_profile(sonar *p, uint32_t replays, sonar_search_times *times);
/* Title of a node of graph search in messages; NULL beyond the last. */
const char *sonar_search_node_title(unsigned node);

/* Launches one replay of graph track and returns at once. VG_STATE if one is running. */
vg_status sonar_track_start(sonar *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status sonar_track_replay(sonar *p);
/* Starts a replay, waits for it and measures it. */
vg_status sonar_track_replay_timed(sonar *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status sonar_track_step(sonar *p);

#define SONAR_TRACK_NODES 9u /* nodes of graph track */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct sonar_track_times {
    uint64_t ns[SONAR_TRACK_NODES];
} sonar_track_times;

/* Builds a twin of graph track that records an event after each node, and replays it that many times: state advances
 * and outputs arrive. Each time is the smallest of them. */
vg_status sonar_track_profile(sonar *p, uint32_t replays, sonar_track_times *times);
/* Title of a node of graph track in messages; NULL beyond the last. */
const char *sonar_track_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status sonar_poll(sonar *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status sonar_finish(sonar *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status sonar_reset(sonar *p);

#define SONAR_STATE_BYTES 16u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * SONAR_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status sonar_save(sonar *p, void *memory, size_t size);
vg_status sonar_restore(sonar *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *sonar_stats(const sonar *p);
/* Those of one graph. */
const vg_stats *sonar_search_stats(const sonar *p);
const vg_stats *sonar_track_stats(const sonar *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *sonar_detail(const sonar *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what sonar_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call                 waits
 * open                 at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close                at most timeout_ns, then in the driver: it frees
 * set_timeout          never
 * abandon              never
 * search_start         in the driver, as long as a launch takes
 * search_replay        at most timeout_ns
 * search_replay_timed  at most timeout_ns
 * search_step          at most timeout_ns
 * search_profile       at most timeout_ns for its replays, and in the driver: it builds
 * track_start          in the driver, as long as a launch takes
 * track_replay         at most timeout_ns
 * track_replay_timed   at most timeout_ns
 * track_step           at most timeout_ns
 * track_profile        at most timeout_ns for its replays, and in the driver: it builds
 * poll                 never
 * finish               at most its own timeout_ns
 * reset                at most timeout_ns
 * save                 at most timeout_ns
 * restore              at most timeout_ns
 * others               never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t sonar_vg_stamp;
extern const char sonar_vg_identity[];
extern const vg_module sonar_modules[1];
extern const unsigned char sonar_constant_mask[1];
extern const unsigned char sonar_constant_table[16];
extern const unsigned char sonar_constant_sum[8];

struct sonar_settings {
    float gain;
    uint16_t bias;
    uint32_t count;
    int32_t wide;
    float limit;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct sonar {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[27];          /* CUgraphNode */
    vg_graph graph[3];       /* graphs and their execs */
    unsigned char disabled[27]; /* nodes that are disabled in their exec */
    struct sonar_settings setting; /* what was set last; start commits it */
    struct sonar_settings committed[3]; /* for each graph, what its exec follows */
    unsigned char halfway[3]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    struct {
        unsigned char smooth;
        unsigned char trace;
    } on; /* switches; start commits them */
    struct {
        unsigned char mask;
        unsigned char table;
        unsigned char sum;
    } changed; /* what the next replay uploads */
    struct {
        unsigned char sum;
        unsigned char log;
    } wanted; /* what the next replay downloads */
    void *module[1];         /* CUmodule */
    void *kernel[8];         /* CUfunction */
    void *profiled[36]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
