/* SPDX-License-Identifier: 0BSD */
/* radar.h - program "radar".
 * Made by vggen 0.1.0 from radar.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct radar that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#ifndef VGGEN_radar_H
#define VGGEN_radar_H

#include <stddef.h>
#include <stdint.h>

#include "vg_program.h" /* what struct radar holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 1
#error "radar.h and vg_rt.h are of different versions: generate again"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_radar_STAMP 0x0123456789abcdef
#if defined VGGEN_radar_KERNELS_STAMP && VGGEN_radar_KERNELS_STAMP != VGGEN_radar_STAMP
#error "radar.h and radar_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define RADAR_DEVICE_BYTES 22528 /* device memory of the program */
#define RADAR_PINNED_BYTES 19200 /* pinned host memory of the program */

/* The spec's defines. */
#define RADAR_N 1024
#define RADAR_BLOCK 128
#define RADAR_SCALE 0.5

/* ---- buffers ---- */

/* name   role      type  shape          bytes  crosses
 * x      input     f32   [1024]          4096  to the device in each replay, by vg_copy
 * mask   input     u8    [1024]          1024  to the device on request, by vg_copy
 * table  input     u32   [4]               16  to the device on request, by vg_copy
 * sum    state     f64   [2]               16  to the device and back on request, by vg_copy
 * w      derived   f32   [1024]          4096  never
 * y      output    f32   [1024]          4096  from the device in each replay, by vg_copy
 * part   output    f32   [1024]          4096  from the device in each replay, by vg_copy
 * log    output    f32   [1024]          4096  from the device on request, by vg_copy
 * total  output    u32   [1]                4  from the device in each replay, by vg_copy
 * top    output    f32   [1]                4  from the device in each replay, by vg_copy
 * gain   setting   f32   [1]                4  with parameters of launches, when it changes
 * bias   setting   f16   [1]                2  with parameters of launches, when it changes
 * count  setting   u32   [1]                4  with parameters of launches, when it changes
 * wide   setting   i32   [1]                4  with parameters of launches, when it changes
 * limit  setting   f32   [1]                4  to the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, y: not once in main_filter
 *   mask, table, log: on request
 *   sum: state stays on the device
 *   part: a range is downloaded
 *   total: not once in scan
 *   top, limit: not once in peak
 */

#define RADAR_X_COUNT 1024
#define RADAR_X_BYTES 4096
#define RADAR_MASK_COUNT 1024
#define RADAR_MASK_BYTES 1024
#define RADAR_TABLE_COUNT 4
#define RADAR_TABLE_BYTES 16
#define RADAR_SUM_COUNT 2
#define RADAR_SUM_BYTES 16
#define RADAR_Y_COUNT 1024
#define RADAR_Y_BYTES 4096
#define RADAR_PART_COUNT 1024
#define RADAR_PART_BYTES 4096
#define RADAR_LOG_COUNT 1024
#define RADAR_LOG_BYTES 4096
#define RADAR_TOTAL_COUNT 1
#define RADAR_TOTAL_BYTES 4
#define RADAR_TOP_COUNT 1
#define RADAR_TOP_BYTES 4

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_radar_C(name) VG_JOIN(name##_of_radar_c_, VGGEN_radar_STAMP)
#define radar_open VGGEN_radar_C(radar_open)
#define radar_close VGGEN_radar_C(radar_close)
#define radar_x VGGEN_radar_C(radar_x)
#define radar_mask VGGEN_radar_C(radar_mask)
#define radar_changed_mask VGGEN_radar_C(radar_changed_mask)
#define radar_table VGGEN_radar_C(radar_table)
#define radar_changed_table VGGEN_radar_C(radar_changed_table)
#define radar_sum VGGEN_radar_C(radar_sum)
#define radar_changed_sum VGGEN_radar_C(radar_changed_sum)
#define radar_sum_out VGGEN_radar_C(radar_sum_out)
#define radar_want_sum VGGEN_radar_C(radar_want_sum)
#define radar_y VGGEN_radar_C(radar_y)
#define radar_part VGGEN_radar_C(radar_part)
#define radar_log VGGEN_radar_C(radar_log)
#define radar_want_log VGGEN_radar_C(radar_want_log)
#define radar_total VGGEN_radar_C(radar_total)
#define radar_top VGGEN_radar_C(radar_top)
#define radar_set_gain VGGEN_radar_C(radar_set_gain)
#define radar_gain VGGEN_radar_C(radar_gain)
#define radar_set_bias VGGEN_radar_C(radar_set_bias)
#define radar_bias VGGEN_radar_C(radar_bias)
#define radar_set_count VGGEN_radar_C(radar_set_count)
#define radar_count VGGEN_radar_C(radar_count)
#define radar_set_wide VGGEN_radar_C(radar_set_wide)
#define radar_wide VGGEN_radar_C(radar_wide)
#define radar_set_limit VGGEN_radar_C(radar_set_limit)
#define radar_limit VGGEN_radar_C(radar_limit)
#define radar_switch_smooth VGGEN_radar_C(radar_switch_smooth)
#define radar_is_on_smooth VGGEN_radar_C(radar_is_on_smooth)
#define radar_switch_trace VGGEN_radar_C(radar_switch_trace)
#define radar_is_on_trace VGGEN_radar_C(radar_is_on_trace)
#define radar_search_start VGGEN_radar_C(radar_search_start)
#define radar_search_replay VGGEN_radar_C(radar_search_replay)
#define radar_search_replay_timed VGGEN_radar_C(radar_search_replay_timed)
#define radar_search_step VGGEN_radar_C(radar_search_step)
#define radar_search_profile VGGEN_radar_C(radar_search_profile)
#define radar_search_node_title VGGEN_radar_C(radar_search_node_title)
#define radar_track_start VGGEN_radar_C(radar_track_start)
#define radar_track_replay VGGEN_radar_C(radar_track_replay)
#define radar_track_replay_timed VGGEN_radar_C(radar_track_replay_timed)
#define radar_track_step VGGEN_radar_C(radar_track_step)
#define radar_track_profile VGGEN_radar_C(radar_track_profile)
#define radar_track_node_title VGGEN_radar_C(radar_track_node_title)
#define radar_poll VGGEN_radar_C(radar_poll)
#define radar_finish VGGEN_radar_C(radar_finish)
#define radar_reset VGGEN_radar_C(radar_reset)
#define radar_save VGGEN_radar_C(radar_save)
#define radar_restore VGGEN_radar_C(radar_restore)
#define radar_stats VGGEN_radar_C(radar_stats)
#define radar_search_stats VGGEN_radar_C(radar_search_stats)
#define radar_track_stats VGGEN_radar_C(radar_track_stats)
#define radar_detail VGGEN_radar_C(radar_detail)

#define VGGEN_radar_IMAGE(name) VG_JOIN(name##_of_radar_image_c_, VGGEN_radar_STAMP)
#define radar_modules VGGEN_radar_IMAGE(radar_modules)
#define radar_constant_mask VGGEN_radar_IMAGE(radar_constant_mask)
#define radar_constant_table VGGEN_radar_IMAGE(radar_constant_table)
#define radar_constant_sum VGGEN_radar_IMAGE(radar_constant_sum)

/* ---- opening ---- */

typedef struct radar radar;
typedef struct radar_data radar_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graphs and writes the first contents.
 * config may be NULL. On failure everything is undone, and radar_detail reports what failed. */
vg_status radar_open(radar *p, const vg_config *config, const radar_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again. */
vg_status radar_close(radar *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [1024], 4096 bytes. */
float *radar_x(radar *p);

/* Input mask: u8 [1024], 1024 bytes; goes on request. */
uint8_t *radar_mask(radar *p);
/* The next replay of a graph that uses mask uploads it first. */
vg_status radar_changed_mask(radar *p);

/* Input table: u32 [4], 16 bytes; goes on request. */
uint32_t *radar_table(radar *p);
/* The next replay of a graph that uses table uploads it first. */
vg_status radar_changed_table(radar *p);

/* What goes into state sum: f64 [2], 16 bytes; goes on request. */
double *radar_sum(radar *p);
/* The next replay of a graph that uses sum uploads it first. */
vg_status radar_changed_sum(radar *p);
/* What comes out of state sum: f64 [2], 16 bytes; comes on request. */
const double *radar_sum_out(const radar *p);
/* The next replay of a graph that may write sum downloads it. */
vg_status radar_want_sum(radar *p);

/* Output y: f32 [1024], 4096 bytes. */
const float *radar_y(const radar *p);

/* Output part: f32 [1024], 4096 bytes; only elements 16 to 47 come. */
const float *radar_part(const radar *p);

/* Output log: f32 [1024], 4096 bytes; comes on request. */
const float *radar_log(const radar *p);
/* The next replay of a graph that may write log downloads it. */
vg_status radar_want_log(radar *p);

/* Output total: u32 [1], 4 bytes. */
const uint32_t *radar_total(const radar *p);

/* Output top: f32 [1], 4 bytes. */
const float *radar_top(const radar *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: f32, from 0.0 to inf, initially 0.5. */
vg_status radar_set_gain(radar *p, float value);
float radar_gain(const radar *p);

/* Setting bias: f16, from -2.0 to 2.0, initially 1.5. */
vg_status radar_set_bias(radar *p, uint16_t value);
uint16_t radar_bias(const radar *p);

/* Setting count: u32, from 0 to 1024, initially 1024. */
vg_status radar_set_count(radar *p, uint32_t value);
uint32_t radar_count(const radar *p);

/* Setting wide: i32, from 1 to 8, initially 1. */
vg_status radar_set_wide(radar *p, int32_t value);
int32_t radar_wide(const radar *p);

/* Setting limit: f32, initially nan. */
vg_status radar_set_limit(radar *p, float value);
float radar_limit(const radar *p);

/* ---- switches ---- */

/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write keeps its
 * value. */

/* Switch smooth, initially on. */
vg_status radar_switch_smooth(radar *p, int on);
int radar_is_on_smooth(const radar *p);

/* Switch trace, initially off. */
vg_status radar_switch_trace(radar *p, int on);
int radar_is_on_trace(const radar *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   search, track: its last node, end, writes the word */

/* Launches one replay of graph search and returns at once. VG_STATE if one is running. */
vg_status radar_search_start(radar *p);
/* Starts a replay and waits for it without a time limit. */
vg_status radar_search_replay(radar *p);
/* Starts a replay, waits for it and measures it. */
vg_status radar_search_replay_timed(radar *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status radar_search_step(radar *p);

#define RADAR_SEARCH_NODES 16 /* nodes of graph search */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct radar_search_times {
    uint64_t ns[RADAR_SEARCH_NODES];
    void *scratch[2 * RADAR_SEARCH_NODES + 2]; /* the runtime's */
} radar_search_times;

/* Builds a twin of graph search that records an event after each node, and replays it that many times: state advances
 * and outputs arrive. Each time is the smallest of them. */
vg_status radar_search_profile(radar *p, uint32_t replays, radar_search_times *times);
/* Title of a node of graph search in messages; NULL beyond the last. */
const char *radar_search_node_title(unsigned node);

/* Launches one replay of graph track and returns at once. VG_STATE if one is running. */
vg_status radar_track_start(radar *p);
/* Starts a replay and waits for it without a time limit. */
vg_status radar_track_replay(radar *p);
/* Starts a replay, waits for it and measures it. */
vg_status radar_track_replay_timed(radar *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status radar_track_step(radar *p);

#define RADAR_TRACK_NODES 9 /* nodes of graph track */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct radar_track_times {
    uint64_t ns[RADAR_TRACK_NODES];
    void *scratch[2 * RADAR_TRACK_NODES + 2]; /* the runtime's */
} radar_track_times;

/* Builds a twin of graph track that records an event after each node, and replays it that many times: state advances
 * and outputs arrive. Each time is the smallest of them. */
vg_status radar_track_profile(radar *p, uint32_t replays, radar_track_times *times);
/* Title of a node of graph track in messages; NULL beyond the last. */
const char *radar_track_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status radar_poll(radar *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status radar_finish(radar *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status radar_reset(radar *p);

#define RADAR_STATE_BYTES 16 /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * RADAR_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status radar_save(radar *p, void *memory, size_t size);
vg_status radar_restore(radar *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *radar_stats(const radar *p);
/* Those of one graph. */
const vg_stats *radar_search_stats(const radar *p);
const vg_stats *radar_track_stats(const radar *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *radar_detail(const radar *p);

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t radar_vg_stamp;
extern const vg_module radar_modules[1];
extern const unsigned char radar_constant_mask[1];
extern const unsigned char radar_constant_table[16];
extern const unsigned char radar_constant_sum[8];

struct radar_settings {
    float gain;
    uint16_t bias;
    uint32_t count;
    int32_t wide;
    float limit;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct radar {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[26];          /* CUgraphNode */
    vg_graph graph[3];       /* graphs and their execs */
    unsigned char disabled[26]; /* nodes that are disabled in their exec */
    struct radar_settings setting; /* what was set last; start commits it */
    struct radar_settings committed[3]; /* for each graph, what its exec follows */
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
    void *kernel[7];         /* CUfunction */
};

#ifdef __cplusplus
}
#endif

#endif
