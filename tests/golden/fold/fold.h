/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fold.h - program "fold".
 * Made by vggen 0.1.0 from fold.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct fold that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_fold_STAMP && VGGEN_fold_STAMP != 0x0123456789abcdef
#error "two fold.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_fold_H
#define VGGEN_fold_H

#include <stddef.h>
#include <stdint.h>
#include "vg_capture.h" /* what steps that are captures need */

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct fold holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "fold.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_fold_STAMP 0x0123456789abcdef
#if defined VGGEN_fold_KERNELS_STAMP && VGGEN_fold_KERNELS_STAMP != VGGEN_fold_STAMP
#error "fold.h and fold_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define FOLD_DEVICE_BYTES 25088u /* device memory of the program */
#define FOLD_PINNED_BYTES 8960u /* pinned host memory of the program */

/* The spec's defines. */
#define FOLD_N 1024

/* ---- types: vectors and structs, laid out as on the device ---- */

typedef struct fold_f32x2 {
    float x;
    float y;
} fold_f32x2;
VG_STATIC_ASSERT(sizeof(fold_f32x2) == 8u, fold_f32x2_has_its_size);

/* ---- buffers ---- */

/* name                   role      type   shape                  bytes  crosses
 * x                      input     f32    [1024]                  4096  to the device in each replay, by vg_copy
 * more                   input     u32    [1]                        4  to the device in each replay, by vg_copy
 * parts                  scratch   f32    [2][1024]               8192  never
 * pairs                  scratch   f32x2  [1024]                  8192  never
 * gain                   setting   f32    [1]                        4  to the device in each replay, by vg_copy
 * y                      output    f32    [1024]                  4096  from the device in each replay, by vg_copy
 * fold_halves_workspace  scratch   u8     [4096]                  4096  never
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, y: not once in scale
 *   more: vg_choose_if uses it for control flow
 *   gain: capture fold_halves reads it
 */

#define FOLD_X_COUNT 1024
#define FOLD_X_BYTES 4096u
#define FOLD_MORE_COUNT 1
#define FOLD_MORE_BYTES 4u
#define FOLD_Y_COUNT 1024
#define FOLD_Y_BYTES 4096u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_fold_C(name) VG_JOIN(name##_of_fold_c_, VGGEN_fold_STAMP)
#define fold_open VGGEN_fold_C(fold_open)
#define fold_close VGGEN_fold_C(fold_close)
#define fold_set_timeout VGGEN_fold_C(fold_set_timeout)
#define fold_abandon VGGEN_fold_C(fold_abandon)
#define fold_x VGGEN_fold_C(fold_x)
#define fold_more VGGEN_fold_C(fold_more)
#define fold_y VGGEN_fold_C(fold_y)
#define fold_fold_halves_asks VGGEN_fold_C(fold_fold_halves_asks)
#define fold_smooth_asks VGGEN_fold_C(fold_smooth_asks)
#define fold_add_more_asks VGGEN_fold_C(fold_add_more_asks)
#define fold_set_gain VGGEN_fold_C(fold_set_gain)
#define fold_gain VGGEN_fold_C(fold_gain)
#define fold_switch_polish VGGEN_fold_C(fold_switch_polish)
#define fold_is_on_polish VGGEN_fold_C(fold_is_on_polish)
#define fold_start VGGEN_fold_C(fold_start)
#define fold_replay VGGEN_fold_C(fold_replay)
#define fold_replay_timed VGGEN_fold_C(fold_replay_timed)
#define fold_step VGGEN_fold_C(fold_step)
#define fold_profile VGGEN_fold_C(fold_profile)
#define fold_node_title VGGEN_fold_C(fold_node_title)
#define fold_poll VGGEN_fold_C(fold_poll)
#define fold_finish VGGEN_fold_C(fold_finish)
#define fold_stats VGGEN_fold_C(fold_stats)
#define fold_detail VGGEN_fold_C(fold_detail)

#define VGGEN_fold_IMAGE(name) VG_JOIN(name##_of_fold_image_c_, VGGEN_fold_STAMP)
#define fold_modules VGGEN_fold_IMAGE(fold_modules)

/* ---- opening ---- */

typedef struct fold fold;
typedef struct fold_data fold_data;

/* Functions of the application's, one for each step that is a capture. Open calls each once, and then once more for
 * each place where its step stands, with the CUstream being captured: what it enqueues there becomes nodes. On the CPU
 * device stream is NULL, and the function does the work at once, on the host, at each replay. `user` is the
 * application's own pointer. Where b->asks is not NULL, all else in b is 0 and the function does nothing but say there
 * how many bytes of workspace it wants. It returns 0, or any other number, which fails the open. */

/* What the function of the step fold_halves is given, by addresses of the device. */
typedef struct fold_fold_halves_buffers {
    const float *parts; /* 1024 of f32: read */
    const float *gain; /* 1 of f32: read */
    fold_f32x2 *pairs; /* 1024 of f32x2: each of them is written */
    void *workspace; /* undefined before and after; NULL where the spec asks for none */
    uint64_t workspace_bytes;
    uint64_t *asks; /* NULL, but in a call that only asks: see below */
} fold_fold_halves_buffers;
typedef int fold_fold_halves_function(void *user, void *stream, const fold_fold_halves_buffers *b, unsigned lane);

/* What the function of the step smooth is given, by addresses of the device. */
typedef struct fold_smooth_buffers {
    fold_f32x2 *pairs; /* 1024 of f32x2: read and written */
    void *workspace; /* undefined before and after; NULL where the spec asks for none */
    uint64_t workspace_bytes;
    uint64_t *asks; /* NULL, but in a call that only asks: see below */
} fold_smooth_buffers;
typedef int fold_smooth_function(void *user, void *stream, const fold_smooth_buffers *b, unsigned lane);

/* What the function of the step add_more is given, by addresses of the device. */
typedef struct fold_add_more_buffers {
    float *y; /* 1024 of f32: read and written */
    void *workspace; /* undefined before and after; NULL where the spec asks for none */
    uint64_t workspace_bytes;
    uint64_t *asks; /* NULL, but in a call that only asks: see below */
} fold_add_more_buffers;
typedef int fold_add_more_function(void *user, void *stream, const fold_add_more_buffers *b, unsigned lane);

struct fold_data {
    fold_fold_halves_function *fold_halves;
    void *fold_halves_user;
    fold_smooth_function *smooth;
    void *smooth_user;
    fold_add_more_function *add_more;
    void *add_more_user;
};

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and fold_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status fold_open(fold *p, const vg_config *config, const fold_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status fold_close(fold *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status fold_set_timeout(fold *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * fold_detail. */
vg_status fold_abandon(fold *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [1024], 4096 bytes. */
float *fold_x(fold *p);

/* Input more: u32 [1], 4 bytes. */
uint32_t *fold_more(fold *p);

/* Output y: f32 [1024], 4096 bytes. */
const float *fold_y(const fold *p);

/* ---- workspaces of captures ---- */

/* How many bytes of workspace a function wants, for `workspace:` in the spec. They call that function and nothing else,
 * before open or at any time. VG_ARGUMENT where data has none, VG_CANNOT where it does not return 0. */
vg_status fold_fold_halves_asks(const fold_data *data, uint64_t *bytes);
vg_status fold_smooth_asks(const fold_data *data, uint64_t *bytes);
vg_status fold_add_more_asks(const fold_data *data, uint64_t *bytes);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: f32, initially 3.0. */
vg_status fold_set_gain(fold *p, float value);
float fold_gain(const fold *p);

/* ---- switches ---- */

/* As setters: the next start commits them. Steps that are switched off do nothing; what they would write keeps its
 * value. */

/* Switch polish, initially on. */
vg_status fold_switch_polish(fold *p, int on);
int fold_is_on_polish(const fold *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status fold_start(fold *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status fold_replay(fold *p);
/* Starts a replay, waits for it and measures it. */
vg_status fold_replay_timed(fold *p, vg_times *times);

/* VG_CANNOT, and nothing changes: only the device knows which bodies of conditional nodes run. */
vg_status fold_step(fold *p);

#define FOLD_NODES 18u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct fold_times {
    uint64_t ns[FOLD_NODES];
} fold_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them; a conditional node's is that of all that its bodies did. */
vg_status fold_profile(fold *p, uint32_t replays, fold_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *fold_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status fold_poll(fold *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status fold_finish(fold *p, uint64_t timeout_ns);

/* Counters since open; NULL where p is NULL. */
const vg_stats *fold_stats(const fold *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *fold_detail(const fold *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what fold_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t fold_vg_stamp;
extern const char fold_vg_identity[];
extern const vg_module fold_modules[1];

struct fold_settings {
    float gain;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct fold {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[19];          /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    uint64_t condition[1];   /* handles of conditional nodes */
    unsigned char disabled[19]; /* nodes that are disabled in their exec */
    struct fold_settings setting; /* what was set last; start commits it */
    struct {
        unsigned char polish;
    } on; /* switches; start commits them */
    struct {
        fold_fold_halves_function *fold_halves;
        void *fold_halves_user;
        fold_smooth_function *smooth;
        void *smooth_user;
        fold_add_more_function *add_more;
        void *add_more_user;
    } given; /* functions of the application's */
    vg_captures captures; /* of the runtime's, with the arrays below */
    vg_captured captured[3];
    vg_captured_node captured_node[12];
    void *captured_list[16];
    vg_capture_place captured_place[4];
    void *module[1];         /* CUmodule */
    void *kernel[4];         /* CUfunction */
    void *profiled[76]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
