/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* mixer.h - program "mixer".
 * Made by vggen 0.1.0 from mixer.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct mixer that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one lane must not overlap, distinct lanes may run on distinct threads, and open and
 * close must not overlap any other call. No function uses the heap or prints. A lane that is not there is VG_ARGUMENT,
 * NULL or 0, and has a detail that says so. */
#if defined VGGEN_mixer_STAMP && VGGEN_mixer_STAMP != 0x0123456789abcdef
#error "two mixer.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_mixer_H
#define VGGEN_mixer_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct mixer holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "mixer.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_mixer_STAMP 0x0123456789abcdef
#if defined VGGEN_mixer_KERNELS_STAMP && VGGEN_mixer_KERNELS_STAMP != VGGEN_mixer_STAMP
#error "mixer.h and mixer_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define MIXER_DEVICE_BYTES 10496u /* device memory of the program */
#define MIXER_PINNED_BYTES 6144u /* pinned host memory of the program */
#define MIXER_LANES 3u /* independent copies of the program, numbered from 0 */

/* The spec's defines. */
#define MIXER_N 64

/* ---- types: vectors and structs, laid out as on the device ---- */

typedef struct mixer_f16x2 {
    uint16_t x;
    uint16_t y;
} mixer_f16x2;
VG_STATIC_ASSERT(sizeof(mixer_f16x2) == 4u, mixer_f16x2_has_its_size);

typedef struct mixer_f32x2 {
    float x;
    float y;
} mixer_f32x2;
VG_STATIC_ASSERT(sizeof(mixer_f32x2) == 8u, mixer_f32x2_has_its_size);

typedef struct mixer_f32x3 {
    float x;
    float y;
    float z;
} mixer_f32x3;
VG_STATIC_ASSERT(sizeof(mixer_f32x3) == 12u, mixer_f32x3_has_its_size);

typedef struct mixer_cell {
    float level; /* f32 */
    uint8_t kind; /* u8 */
    uint8_t padding_2[3]; /* zero */
    mixer_f32x2 pair; /* f32x2 */
    uint8_t tag[3]; /* u8 */
    uint8_t on; /* bool */
    uint8_t padding_5[4]; /* zero */
} mixer_cell;
VG_STATIC_ASSERT(sizeof(mixer_cell) == 24u, mixer_cell_has_its_size);
VG_STATIC_ASSERT(offsetof(mixer_cell, level) == 0u, mixer_cell_level_has_its_place);
VG_STATIC_ASSERT(offsetof(mixer_cell, kind) == 4u, mixer_cell_kind_has_its_place);
VG_STATIC_ASSERT(offsetof(mixer_cell, pair) == 8u, mixer_cell_pair_has_its_place);
VG_STATIC_ASSERT(offsetof(mixer_cell, tag) == 16u, mixer_cell_tag_has_its_place);
VG_STATIC_ASSERT(offsetof(mixer_cell, on) == 19u, mixer_cell_on_has_its_place);

/* ---- buffers ---- */

/* name   role      type   shape                  bytes  crosses
 * x      input     f32x2  [64]                     512  to the device in each replay, by vg_copy
 * cells  state     cell   [64]                    1536  never
 * table  constant  f32x4  [2]                       32  to the device in open
 * given  constant  f32x3  [4]                       48  to the device in open, from the application
 * y      output    f32x2  [64]                     512  from the device in each replay, by vg_copy
 * small  output    f16x2  [64]                     256  from the device in each replay, by vg_copy
 * extra  output    f32x3  [4]                       48  from the device in each replay, by vg_copy
 * tint   setting   f32x3  [1]                       12  with parameters of launches, when it changes
 * where  setting   cell   [1]                       24  to the device in each replay, by vg_copy
 * pick   setting   cell   [1]                       24  with parameters of launches, when it changes
 * level  setting   i64    [1]                        8  with parameters of launches, when it changes
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, y: not once in mix
 *   small, where: not once in gray
 *   extra: copy given -> extra writes it
 */

#define MIXER_X_COUNT 64
#define MIXER_X_BYTES 512u
#define MIXER_GIVEN_COUNT 4
#define MIXER_GIVEN_BYTES 48u
#define MIXER_Y_COUNT 64
#define MIXER_Y_BYTES 512u
#define MIXER_SMALL_COUNT 64
#define MIXER_SMALL_BYTES 256u
#define MIXER_EXTRA_COUNT 4
#define MIXER_EXTRA_BYTES 48u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_mixer_C(name) VG_JOIN(name##_of_mixer_c_, VGGEN_mixer_STAMP)
#define mixer_open VGGEN_mixer_C(mixer_open)
#define mixer_close VGGEN_mixer_C(mixer_close)
#define mixer_set_timeout VGGEN_mixer_C(mixer_set_timeout)
#define mixer_abandon VGGEN_mixer_C(mixer_abandon)
#define mixer_x VGGEN_mixer_C(mixer_x)
#define mixer_y VGGEN_mixer_C(mixer_y)
#define mixer_small VGGEN_mixer_C(mixer_small)
#define mixer_extra VGGEN_mixer_C(mixer_extra)
#define mixer_set_tint VGGEN_mixer_C(mixer_set_tint)
#define mixer_tint VGGEN_mixer_C(mixer_tint)
#define mixer_set_where VGGEN_mixer_C(mixer_set_where)
#define mixer_where VGGEN_mixer_C(mixer_where)
#define mixer_set_pick VGGEN_mixer_C(mixer_set_pick)
#define mixer_pick VGGEN_mixer_C(mixer_pick)
#define mixer_set_level VGGEN_mixer_C(mixer_set_level)
#define mixer_level VGGEN_mixer_C(mixer_level)
#define mixer_switch_bright VGGEN_mixer_C(mixer_switch_bright)
#define mixer_is_on_bright VGGEN_mixer_C(mixer_is_on_bright)
#define mixer_start VGGEN_mixer_C(mixer_start)
#define mixer_replay VGGEN_mixer_C(mixer_replay)
#define mixer_replay_timed VGGEN_mixer_C(mixer_replay_timed)
#define mixer_step VGGEN_mixer_C(mixer_step)
#define mixer_profile VGGEN_mixer_C(mixer_profile)
#define mixer_node_title VGGEN_mixer_C(mixer_node_title)
#define mixer_poll VGGEN_mixer_C(mixer_poll)
#define mixer_finish VGGEN_mixer_C(mixer_finish)
#define mixer_reset VGGEN_mixer_C(mixer_reset)
#define mixer_save VGGEN_mixer_C(mixer_save)
#define mixer_restore VGGEN_mixer_C(mixer_restore)
#define mixer_stats VGGEN_mixer_C(mixer_stats)
#define mixer_detail VGGEN_mixer_C(mixer_detail)

#define VGGEN_mixer_IMAGE(name) VG_JOIN(name##_of_mixer_image_c_, VGGEN_mixer_STAMP)
#define mixer_modules VGGEN_mixer_IMAGE(mixer_modules)
#define mixer_constant_cells VGGEN_mixer_IMAGE(mixer_constant_cells)
#define mixer_constant_table VGGEN_mixer_IMAGE(mixer_constant_table)

/* ---- opening ---- */

typedef struct mixer mixer;
typedef struct mixer_data mixer_data;

/* Constants that the application gives at open; they are copied to the device there. None may be NULL. */
struct mixer_data {
    const mixer_f32x3 *given; /* f32x3 [4], 48 bytes */
};

/* Opens the device, loads the kernels, takes the memory, builds the graphs of each lane and writes the first contents.
 * config may be NULL. On failure everything is undone, and mixer_detail of lane 0 reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status mixer_open(mixer *p, const vg_config *config, const mixer_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status mixer_close(mixer *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status mixer_set_timeout(mixer *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * mixer_detail of lane 0. */
vg_status mixer_abandon(mixer *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32x2 [64], 512 bytes. */
mixer_f32x2 *mixer_x(mixer *p, unsigned lane);

/* Output y: f32x2 [64], 512 bytes. */
const mixer_f32x2 *mixer_y(const mixer *p, unsigned lane);

/* Output small: f16x2 [64], 256 bytes. */
const mixer_f16x2 *mixer_small(const mixer *p, unsigned lane);

/* Output extra: f32x3 [4], 48 bytes. */
const mixer_f32x3 *mixer_extra(const mixer *p, unsigned lane);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting tint: f32x3, initially [1.0, 0.5, 0.25]. */
vg_status mixer_set_tint(mixer *p, const mixer_f32x3 *value, unsigned lane);
const mixer_f32x3 *mixer_tint(const mixer *p, unsigned lane);

/* Setting where: cell, initially [0.0, 1, 0.0, 0.0, 0, 0, 0, 0]. */
vg_status mixer_set_where(mixer *p, const mixer_cell *value, unsigned lane);
const mixer_cell *mixer_where(const mixer *p, unsigned lane);

/* Setting pick: cell, initially [0.0, 0, 0.0, 0.0, 0, 0, 0, 0]. */
vg_status mixer_set_pick(mixer *p, const mixer_cell *value, unsigned lane);
const mixer_cell *mixer_pick(const mixer *p, unsigned lane);

/* Setting level: i64, from -5 to 5, initially 5. */
vg_status mixer_set_level(mixer *p, int64_t value, unsigned lane);
int64_t mixer_level(const mixer *p, unsigned lane);

/* ---- switches ---- */

/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write keeps its
 * value. */

/* Switch bright, initially on. */
vg_status mixer_switch_bright(mixer *p, int on, unsigned lane);
int mixer_is_on_bright(const mixer *p, unsigned lane);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status mixer_start(mixer *p, unsigned lane);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status mixer_replay(mixer *p, unsigned lane);
/* Starts a replay, waits for it and measures it. */
vg_status mixer_replay_timed(mixer *p, vg_times *times, unsigned lane);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status mixer_step(mixer *p, unsigned lane);

#define MIXER_NODES 8u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct mixer_times {
    uint64_t ns[MIXER_NODES];
} mixer_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status mixer_profile(mixer *p, uint32_t replays, mixer_times *times, unsigned lane);
/* Title of a node in messages; NULL beyond the last. */
const char *mixer_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status mixer_poll(mixer *p, unsigned lane);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status mixer_finish(mixer *p, uint64_t timeout_ns, unsigned lane);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status mixer_reset(mixer *p, unsigned lane);

#define MIXER_STATE_BYTES 1536u /* all state of a lane */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * MIXER_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status mixer_save(mixer *p, void *memory, size_t size, unsigned lane);
vg_status mixer_restore(mixer *p, const void *memory, size_t size, unsigned lane);

/* Counters since open; NULL where p is NULL or the lane does not exist. */
const vg_stats *mixer_stats(const mixer *p, unsigned lane);

/* What the last failing call found; NULL where p is NULL. For a lane that does not exist it says so. */
const vg_detail *mixer_detail(const mixer *p, unsigned lane);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what mixer_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t mixer_vg_stamp;
extern const char mixer_vg_identity[];
extern const vg_module mixer_modules[1];
extern const unsigned char mixer_constant_cells[24];
extern const unsigned char mixer_constant_table[32];

struct mixer_settings {
    mixer_f32x3 tint;
    mixer_cell where;
    mixer_cell pick;
    int64_t level;
};

struct mixer_lane {
    vg_program rt;
    uint64_t device[2];      /* addresses of the device arenas */
    void **kernel;           /* the program's */
    void *node[8];           /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    unsigned char disabled[8]; /* nodes that are disabled in their exec */
    struct mixer_settings setting; /* what was set last; start commits it */
    struct mixer_settings committed[1]; /* for each graph, what its exec follows */
    unsigned char halfway[1]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    struct {
        unsigned char bright;
    } on; /* switches; start commits them */
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct mixer {
    struct mixer_lane lane[MIXER_LANES];
    void *module[1];         /* CUmodule */
    void *kernel[6];         /* CUfunction */
    const void *data[1];     /* what the application gave at open */
    void *profiled[MIXER_LANES][18]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
