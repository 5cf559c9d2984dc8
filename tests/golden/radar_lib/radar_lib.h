/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar_lib.h - program "radar_lib".
 * Made by vggen 0.1.0 from radar_lib.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct radar_lib that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_radar_lib_STAMP && VGGEN_radar_lib_STAMP != 0x0123456789abcdef
#error "two radar_lib.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_radar_lib_H
#define VGGEN_radar_lib_H

#include <stddef.h>
#include <stdint.h>
#include "vg_capture.h" /* what steps that are captures need */

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct radar_lib holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "radar_lib.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_radar_lib_STAMP 0x0123456789abcdef
#if defined VGGEN_radar_lib_KERNELS_STAMP && VGGEN_radar_lib_KERNELS_STAMP != VGGEN_radar_lib_STAMP
#error "radar_lib.h and radar_lib_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define RADAR_LIB_DEVICE_BYTES 18155776u /* device memory of the program */
#define RADAR_LIB_PINNED_BYTES 8397312u /* pinned host memory of the program */

/* The spec's defines. */
#define RADAR_LIB_CHANNELS 16
#define RADAR_LIB_PULSES 128
#define RADAR_LIB_RANGES 512
#define RADAR_LIB_GUARD 2
#define RADAR_LIB_TRAIN 12
#define RADAR_LIB_PFA 1e-06
#define RADAR_LIB_MOST 1024
#define RADAR_LIB_ROWS 8
#define RADAR_LIB_TILE 8
#define RADAR_LIB_WORDS 2048

/* ---- types: vectors and structs, laid out as on the device ---- */

typedef struct radar_lib_f32x2 {
    float x;
    float y;
} radar_lib_f32x2;
VG_STATIC_ASSERT(sizeof(radar_lib_f32x2) == 8u, radar_lib_f32x2_has_its_size);

typedef struct radar_lib_detection {
    uint16_t range; /* u16 */
    uint16_t doppler; /* u16 */
    float power; /* f32 */
} radar_lib_detection;
VG_STATIC_ASSERT(sizeof(radar_lib_detection) == 8u, radar_lib_detection_has_its_size);
VG_STATIC_ASSERT(offsetof(radar_lib_detection, range) == 0u, radar_lib_detection_range_has_its_place);
VG_STATIC_ASSERT(offsetof(radar_lib_detection, doppler) == 2u, radar_lib_detection_doppler_has_its_place);
VG_STATIC_ASSERT(offsetof(radar_lib_detection, power) == 4u, radar_lib_detection_power_has_its_place);

/* ---- buffers ---- */

/* name                 role      type       shape                  bytes  crosses
 * echo                 input     f32x2      [16][128][512]       8388608  to the device in each replay
 * range_window         derived   f32        [512]                   2048  never
 * factor               derived   f32        [1]                        4  never
 * spectrum             scratch   f32x2      [16][128][512]       8388608  never
 * power                state     f32        [512][128]            262144  never
 * hits                 scratch   u32        [2048]                  8192  never
 * count                output    u32        [1]                        4  by kernels that write it in pinned memory
 * found                output    detection  [1024]                  8192  by kernels that write it in pinned memory
 * both_ffts_workspace  scratch   u8         [1114112]            1114112  never
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   count, found: written once, by one launch
 */

#define RADAR_LIB_ECHO_COUNT 1048576
#define RADAR_LIB_ECHO_BYTES 8388608u
#define RADAR_LIB_COUNT_COUNT 1
#define RADAR_LIB_COUNT_BYTES 4u
#define RADAR_LIB_FOUND_COUNT 1024
#define RADAR_LIB_FOUND_BYTES 8192u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_radar_lib_C(name) VG_JOIN(name##_of_radar_lib_c_, VGGEN_radar_lib_STAMP)
#define radar_lib_open VGGEN_radar_lib_C(radar_lib_open)
#define radar_lib_close VGGEN_radar_lib_C(radar_lib_close)
#define radar_lib_set_timeout VGGEN_radar_lib_C(radar_lib_set_timeout)
#define radar_lib_abandon VGGEN_radar_lib_C(radar_lib_abandon)
#define radar_lib_echo VGGEN_radar_lib_C(radar_lib_echo)
#define radar_lib_count VGGEN_radar_lib_C(radar_lib_count)
#define radar_lib_found VGGEN_radar_lib_C(radar_lib_found)
#define radar_lib_both_ffts_asks VGGEN_radar_lib_C(radar_lib_both_ffts_asks)
#define radar_lib_start VGGEN_radar_lib_C(radar_lib_start)
#define radar_lib_replay VGGEN_radar_lib_C(radar_lib_replay)
#define radar_lib_replay_timed VGGEN_radar_lib_C(radar_lib_replay_timed)
#define radar_lib_step VGGEN_radar_lib_C(radar_lib_step)
#define radar_lib_profile VGGEN_radar_lib_C(radar_lib_profile)
#define radar_lib_node_title VGGEN_radar_lib_C(radar_lib_node_title)
#define radar_lib_poll VGGEN_radar_lib_C(radar_lib_poll)
#define radar_lib_finish VGGEN_radar_lib_C(radar_lib_finish)
#define radar_lib_reset VGGEN_radar_lib_C(radar_lib_reset)
#define radar_lib_save VGGEN_radar_lib_C(radar_lib_save)
#define radar_lib_restore VGGEN_radar_lib_C(radar_lib_restore)
#define radar_lib_stats VGGEN_radar_lib_C(radar_lib_stats)
#define radar_lib_detail VGGEN_radar_lib_C(radar_lib_detail)

#define VGGEN_radar_lib_IMAGE(name) VG_JOIN(name##_of_radar_lib_image_c_, VGGEN_radar_lib_STAMP)
#define radar_lib_modules VGGEN_radar_lib_IMAGE(radar_lib_modules)

/* ---- opening ---- */

typedef struct radar_lib radar_lib;
typedef struct radar_lib_data radar_lib_data;

/* Functions of the application's, one for each step that is a capture. Open calls each once, and then once more for
 * each place where its step stands, with the CUstream being captured: what it enqueues there becomes nodes. On the CPU
 * device stream is NULL, and the function does the work at once, on the host, at each replay. `user` is the
 * application's own pointer. Where b->asks is not NULL, all else in b is 0 and the function does nothing but say there
 * how many bytes of workspace it wants. It returns 0, or any other number, which fails the open. */

/* What the function of the step both_ffts is given, by addresses of the device. */
typedef struct radar_lib_both_ffts_buffers {
    const radar_lib_f32x2 *echo; /* 1048576 of f32x2: read */
    radar_lib_f32x2 *spectrum; /* 1048576 of f32x2: each of them is written */
    void *workspace; /* undefined before and after; NULL where the spec asks for none */
    uint64_t workspace_bytes;
    uint64_t *asks; /* NULL, but in a call that only asks: see below */
} radar_lib_both_ffts_buffers;
typedef int radar_lib_both_ffts_function(void *user, void *stream, const radar_lib_both_ffts_buffers *b, unsigned lane);

struct radar_lib_data {
    radar_lib_both_ffts_function *both_ffts;
    void *both_ffts_user;
};

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and radar_lib_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status radar_lib_open(radar_lib *p, const vg_config *config, const radar_lib_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status radar_lib_close(radar_lib *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status radar_lib_set_timeout(radar_lib *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * radar_lib_detail. */
vg_status radar_lib_abandon(radar_lib *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input echo: f32x2 [16][128][512], 8388608 bytes. */
radar_lib_f32x2 *radar_lib_echo(radar_lib *p);

/* Output count: u32 [1], 4 bytes. */
const uint32_t *radar_lib_count(const radar_lib *p);

/* Output found: detection [1024], 8192 bytes. */
const radar_lib_detection *radar_lib_found(const radar_lib *p);

/* ---- workspaces of captures ---- */

/* How many bytes of workspace a function wants, for `workspace:` in the spec. They call that function and nothing else,
 * before open or at any time. VG_ARGUMENT where data has none, VG_CANNOT where it does not return 0. */
vg_status radar_lib_both_ffts_asks(const radar_lib_data *data, uint64_t *bytes);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status radar_lib_start(radar_lib *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status radar_lib_replay(radar_lib *p);
/* Starts a replay, waits for it and measures it. */
vg_status radar_lib_replay_timed(radar_lib *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status radar_lib_step(radar_lib *p);

#define RADAR_LIB_NODES 13u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct radar_lib_times {
    uint64_t ns[RADAR_LIB_NODES];
} radar_lib_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status radar_lib_profile(radar_lib *p, uint32_t replays, radar_lib_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *radar_lib_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status radar_lib_poll(radar_lib *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status radar_lib_finish(radar_lib *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status radar_lib_reset(radar_lib *p);

#define RADAR_LIB_STATE_BYTES 262144u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * RADAR_LIB_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined
 * until it is reset or restored. */
vg_status radar_lib_save(radar_lib *p, void *memory, size_t size);
vg_status radar_lib_restore(radar_lib *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *radar_lib_stats(const radar_lib *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *radar_lib_detail(const radar_lib *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what radar_lib_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t radar_lib_vg_stamp;
extern const char radar_lib_vg_identity[];
extern const vg_module radar_lib_modules[1];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct radar_lib {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[15];          /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    struct {
        radar_lib_both_ffts_function *both_ffts;
        void *both_ffts_user;
    } given; /* functions of the application's */
    vg_captures captures; /* of the runtime's, with the arrays below */
    vg_captured captured[1];
    vg_captured_node captured_node[8];
    void *captured_list[16];
    vg_capture_place captured_place[3];
    void *module[1];         /* CUmodule */
    void *kernel[6];         /* CUfunction */
    void *profiled[54]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
