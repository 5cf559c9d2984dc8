/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* crossing.h - program "crossing".
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct crossing that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_crossing_STAMP && VGGEN_crossing_STAMP != 0x0123456789abcdef
#error "two crossing.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_crossing_H
#define VGGEN_crossing_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct crossing holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "crossing.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_crossing_STAMP 0x0123456789abcdef
#if defined VGGEN_crossing_KERNELS_STAMP && VGGEN_crossing_KERNELS_STAMP != VGGEN_crossing_STAMP
#error "crossing.h and crossing_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define CROSSING_DEVICE_BYTES 29440u /* device memory of the program */
#define CROSSING_PINNED_BYTES 42496u /* pinned host memory of the program */

/* The spec's defines. */
#define CROSSING_N 1024
#define CROSSING_ODD 37

/* ---- buffers ---- */

/* name     role      type  shape                  bytes  crosses
 * x        input     i32   [1024]                  4096  by kernels that read it in pinned memory
 * z        input     i32   [1024]                  4096  to the device in each replay, by vg_copy
 * c        input     i32   [1024]                  4096  to the device in each replay
 * letters  input     u8    [37]                      37  to the device in each replay, by vg_copy
 * table    input     i32   [1024]                  4096  to the device on request, by vg_copy
 * gain     setting   i32   [1]                        4  to the device in each replay, by vg_copy
 * bias     setting   i32   [1]                        4  by kernels that read it in pinned memory
 * sum      state     i32   [1024]                  4096  to the device and back on request, by vg_copy
 * y        scratch   i32   [1024]                  4096  never
 * w        output    i32   [1024]                  4096  by kernels that write it in pinned memory
 * v        output    i32   [1024]                  4096  from the device in each replay, by vg_copy
 * last     output    i32   [1024]                  4096  from the device on request, by vg_copy
 * said     output    i32   [1]                        4  by kernels that write it in pinned memory
 * echo     output    u8    [37]                      37  from the device in each replay
 * quick    output    i32   [1024]                  4096  by kernels that write it in pinned memory
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   z, letters, table, gain, sum, v, last: asked for
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   x, bias, w, said, quick: asked for
 */

#define CROSSING_X_COUNT 1024
#define CROSSING_X_BYTES 4096u
#define CROSSING_Z_COUNT 1024
#define CROSSING_Z_BYTES 4096u
#define CROSSING_C_COUNT 1024
#define CROSSING_C_BYTES 4096u
#define CROSSING_LETTERS_COUNT 37
#define CROSSING_LETTERS_BYTES 37u
#define CROSSING_TABLE_COUNT 1024
#define CROSSING_TABLE_BYTES 4096u
#define CROSSING_SUM_COUNT 1024
#define CROSSING_SUM_BYTES 4096u
#define CROSSING_W_COUNT 1024
#define CROSSING_W_BYTES 4096u
#define CROSSING_V_COUNT 1024
#define CROSSING_V_BYTES 4096u
#define CROSSING_LAST_COUNT 1024
#define CROSSING_LAST_BYTES 4096u
#define CROSSING_SAID_COUNT 1
#define CROSSING_SAID_BYTES 4u
#define CROSSING_ECHO_COUNT 37
#define CROSSING_ECHO_BYTES 37u
#define CROSSING_QUICK_COUNT 1024
#define CROSSING_QUICK_BYTES 4096u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_crossing_C(name) VG_JOIN(name##_of_crossing_c_, VGGEN_crossing_STAMP)
#define crossing_open VGGEN_crossing_C(crossing_open)
#define crossing_close VGGEN_crossing_C(crossing_close)
#define crossing_set_timeout VGGEN_crossing_C(crossing_set_timeout)
#define crossing_abandon VGGEN_crossing_C(crossing_abandon)
#define crossing_x VGGEN_crossing_C(crossing_x)
#define crossing_z VGGEN_crossing_C(crossing_z)
#define crossing_c VGGEN_crossing_C(crossing_c)
#define crossing_letters VGGEN_crossing_C(crossing_letters)
#define crossing_table VGGEN_crossing_C(crossing_table)
#define crossing_changed_table VGGEN_crossing_C(crossing_changed_table)
#define crossing_sum VGGEN_crossing_C(crossing_sum)
#define crossing_changed_sum VGGEN_crossing_C(crossing_changed_sum)
#define crossing_sum_out VGGEN_crossing_C(crossing_sum_out)
#define crossing_want_sum VGGEN_crossing_C(crossing_want_sum)
#define crossing_w VGGEN_crossing_C(crossing_w)
#define crossing_v VGGEN_crossing_C(crossing_v)
#define crossing_last VGGEN_crossing_C(crossing_last)
#define crossing_want_last VGGEN_crossing_C(crossing_want_last)
#define crossing_said VGGEN_crossing_C(crossing_said)
#define crossing_echo VGGEN_crossing_C(crossing_echo)
#define crossing_quick VGGEN_crossing_C(crossing_quick)
#define crossing_set_gain VGGEN_crossing_C(crossing_set_gain)
#define crossing_gain VGGEN_crossing_C(crossing_gain)
#define crossing_set_bias VGGEN_crossing_C(crossing_set_bias)
#define crossing_bias VGGEN_crossing_C(crossing_bias)
#define crossing_all_start VGGEN_crossing_C(crossing_all_start)
#define crossing_all_replay VGGEN_crossing_C(crossing_all_replay)
#define crossing_all_replay_timed VGGEN_crossing_C(crossing_all_replay_timed)
#define crossing_all_step VGGEN_crossing_C(crossing_all_step)
#define crossing_all_profile VGGEN_crossing_C(crossing_all_profile)
#define crossing_all_node_title VGGEN_crossing_C(crossing_all_node_title)
#define crossing_some_start VGGEN_crossing_C(crossing_some_start)
#define crossing_some_replay VGGEN_crossing_C(crossing_some_replay)
#define crossing_some_replay_timed VGGEN_crossing_C(crossing_some_replay_timed)
#define crossing_some_step VGGEN_crossing_C(crossing_some_step)
#define crossing_some_profile VGGEN_crossing_C(crossing_some_profile)
#define crossing_some_node_title VGGEN_crossing_C(crossing_some_node_title)
#define crossing_poll VGGEN_crossing_C(crossing_poll)
#define crossing_finish VGGEN_crossing_C(crossing_finish)
#define crossing_reset VGGEN_crossing_C(crossing_reset)
#define crossing_save VGGEN_crossing_C(crossing_save)
#define crossing_restore VGGEN_crossing_C(crossing_restore)
#define crossing_stats VGGEN_crossing_C(crossing_stats)
#define crossing_all_stats VGGEN_crossing_C(crossing_all_stats)
#define crossing_some_stats VGGEN_crossing_C(crossing_some_stats)
#define crossing_detail VGGEN_crossing_C(crossing_detail)

#define VGGEN_crossing_IMAGE(name) VG_JOIN(name##_of_crossing_image_c_, VGGEN_crossing_STAMP)
#define crossing_modules VGGEN_crossing_IMAGE(crossing_modules)
#define crossing_constant_table VGGEN_crossing_IMAGE(crossing_constant_table)
#define crossing_constant_sum VGGEN_crossing_IMAGE(crossing_constant_sum)

/* ---- opening ---- */

typedef struct crossing crossing;
typedef struct crossing_data crossing_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graphs and writes the first contents.
 * config may be NULL. On failure everything is undone, and crossing_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status crossing_open(crossing *p, const vg_config *config, const crossing_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status crossing_close(crossing *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status crossing_set_timeout(crossing *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * crossing_detail. */
vg_status crossing_abandon(crossing *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: i32 [1024], 4096 bytes. */
int32_t *crossing_x(crossing *p);

/* Input z: i32 [1024], 4096 bytes. */
int32_t *crossing_z(crossing *p);

/* Input c: i32 [1024], 4096 bytes. */
int32_t *crossing_c(crossing *p);

/* Input letters: u8 [37], 37 bytes. */
uint8_t *crossing_letters(crossing *p);

/* Input table: i32 [1024], 4096 bytes; goes on request. */
int32_t *crossing_table(crossing *p);
/* The next replay of a graph that uses table uploads it first. */
vg_status crossing_changed_table(crossing *p);

/* What goes into state sum: i32 [1024], 4096 bytes; goes on request. */
int32_t *crossing_sum(crossing *p);
/* The next replay of a graph that uses sum uploads it first. */
vg_status crossing_changed_sum(crossing *p);
/* What comes out of state sum: i32 [1024], 4096 bytes; comes on request. */
const int32_t *crossing_sum_out(const crossing *p);
/* The next replay of a graph that may write sum downloads it. */
vg_status crossing_want_sum(crossing *p);

/* Output w: i32 [1024], 4096 bytes. */
const int32_t *crossing_w(const crossing *p);

/* Output v: i32 [1024], 4096 bytes; only elements 16 to 23 come. */
const int32_t *crossing_v(const crossing *p);

/* Output last: i32 [1024], 4096 bytes; comes on request. */
const int32_t *crossing_last(const crossing *p);
/* The next replay of a graph that may write last downloads it. */
vg_status crossing_want_last(crossing *p);

/* Output said: i32 [1], 4 bytes. */
const int32_t *crossing_said(const crossing *p);

/* Output echo: u8 [37], 37 bytes. */
const uint8_t *crossing_echo(const crossing *p);

/* Output quick: i32 [1024], 4096 bytes. */
const int32_t *crossing_quick(const crossing *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: i32, initially 3. */
vg_status crossing_set_gain(crossing *p, int32_t value);
int32_t crossing_gain(const crossing *p);

/* Setting bias: i32, initially 5. */
vg_status crossing_set_bias(crossing *p, int32_t value);
int32_t crossing_bias(const crossing *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   all, some: its last node, end, writes the word */

/* Launches one replay of graph all and returns at once. VG_STATE if one is running. */
vg_status crossing_all_start(crossing *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status crossing_all_replay(crossing *p);
/* Starts a replay, waits for it and measures it. */
vg_status crossing_all_replay_timed(crossing *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status crossing_all_step(crossing *p);

#define CROSSING_ALL_NODES 12u /* nodes of graph all */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct crossing_all_times {
    uint64_t ns[CROSSING_ALL_NODES];
} crossing_all_times;

/* Builds a twin of graph all that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status crossing_all_profile(crossing *p, uint32_t replays, crossing_all_times *times);
/* Title of a node of graph all in messages; NULL beyond the last. */
const char *crossing_all_node_title(unsigned node);

/* Launches one replay of graph some and returns at once. VG_STATE if one is running. */
vg_status crossing_some_start(crossing *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status crossing_some_replay(crossing *p);
/* Starts a replay, waits for it and measures it. */
vg_status crossing_some_replay_timed(crossing *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status crossing_some_step(crossing *p);

#define CROSSING_SOME_NODES 3u /* nodes of graph some */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct crossing_some_times {
    uint64_t ns[CROSSING_SOME_NODES];
} crossing_some_times;

/* Builds a twin of graph some that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status crossing_some_profile(crossing *p, uint32_t replays, crossing_some_times *times);
/* Title of a node of graph some in messages; NULL beyond the last. */
const char *crossing_some_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status crossing_poll(crossing *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status crossing_finish(crossing *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status crossing_reset(crossing *p);

#define CROSSING_STATE_BYTES 4096u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * CROSSING_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined
 * until it is reset or restored. */
vg_status crossing_save(crossing *p, void *memory, size_t size);
vg_status crossing_restore(crossing *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *crossing_stats(const crossing *p);
/* Those of one graph. */
const vg_stats *crossing_all_stats(const crossing *p);
const vg_stats *crossing_some_stats(const crossing *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *crossing_detail(const crossing *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what crossing_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call               waits
 * open               at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close              at most timeout_ns, then in the driver: it frees
 * set_timeout        never
 * abandon            never
 * all_start          in the driver, as long as a launch takes
 * all_replay         at most timeout_ns
 * all_replay_timed   at most timeout_ns
 * all_step           at most timeout_ns
 * all_profile        at most timeout_ns for its replays, and in the driver: it builds
 * some_start         in the driver, as long as a launch takes
 * some_replay        at most timeout_ns
 * some_replay_timed  at most timeout_ns
 * some_step          at most timeout_ns
 * some_profile       at most timeout_ns for its replays, and in the driver: it builds
 * poll               never
 * finish             at most its own timeout_ns
 * reset              at most timeout_ns
 * save               at most timeout_ns
 * restore            at most timeout_ns
 * others             never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t crossing_vg_stamp;
extern const char crossing_vg_identity[];
extern const vg_module crossing_modules[1];
extern const unsigned char crossing_constant_table[4];
extern const unsigned char crossing_constant_sum[4];

struct crossing_settings {
    int32_t gain;
    int32_t bias;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct crossing {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[15];          /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    unsigned char disabled[15]; /* nodes that are disabled in their exec */
    struct crossing_settings setting; /* what was set last; start commits it */
    struct {
        unsigned char table;
        unsigned char sum;
    } changed; /* what the next replay uploads */
    struct {
        unsigned char sum;
        unsigned char last;
    } wanted; /* what the next replay downloads */
    void *module[1];         /* CUmodule */
    void *kernel[6];         /* CUfunction */
    void *profiled[26]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
