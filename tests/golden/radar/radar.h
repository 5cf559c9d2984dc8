/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar.h - program "radar".
 * Made by vggen 0.1.0 from radar.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct radar that the caller allocates and zeroes before the first open; while open it must
 * not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the heap or
 * prints. */
#if defined VGGEN_radar_STAMP && VGGEN_radar_STAMP != 0x0123456789abcdef
#error "two radar.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_radar_H
#define VGGEN_radar_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct radar holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "radar.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
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

#define RADAR_DEVICE_BYTES 17042176u /* device memory of the program */
#define RADAR_PINNED_BYTES 8397312u /* pinned host memory of the program */

/* The spec's defines. */
#define RADAR_CHANNELS 16
#define RADAR_PULSES 128
#define RADAR_RANGES 512
#define RADAR_GUARD 2
#define RADAR_TRAIN 12
#define RADAR_PFA 1e-06
#define RADAR_MOST 1024
#define RADAR_POINTS 8
#define RADAR_ROWS 4
#define RADAR_TILE 8
#define RADAR_WORDS 2048

/* ---- types: vectors and structs, laid out as on the device ---- */

typedef struct radar_f32x2 {
    float x;
    float y;
} radar_f32x2;
VG_STATIC_ASSERT(sizeof(radar_f32x2) == 8u, radar_f32x2_has_its_size);

typedef struct radar_detection {
    uint16_t range; /* u16 */
    uint16_t doppler; /* u16 */
    float power; /* f32 */
} radar_detection;
VG_STATIC_ASSERT(sizeof(radar_detection) == 8u, radar_detection_has_its_size);
VG_STATIC_ASSERT(offsetof(radar_detection, range) == 0u, radar_detection_range_has_its_place);
VG_STATIC_ASSERT(offsetof(radar_detection, doppler) == 2u, radar_detection_doppler_has_its_place);
VG_STATIC_ASSERT(offsetof(radar_detection, power) == 4u, radar_detection_power_has_its_place);

/* ---- buffers ---- */

/* name          role      type       shape                  bytes  crosses
 * echo          input     f32x2      [16][128][512]       8388608  to the device in each replay
 * range_window  derived   f32        [512]                   2048  never
 * pulse_window  derived   f32        [128]                    512  never
 * factor        derived   f32        [1]                        4  never
 * turned        scratch   f32x2      [512][16][128]       8388608  never
 * power         state     f32        [512][128]            262144  never
 * hits          scratch   u32        [2048]                  8192  never
 * count         output    u32        [1]                        4  by kernels that write it in pinned memory
 * found         output    detection  [1024]                  8192  by kernels that write it in pinned memory
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   count, found: written once, by one launch
 */

#define RADAR_ECHO_COUNT 1048576
#define RADAR_ECHO_BYTES 8388608u
#define RADAR_COUNT_COUNT 1
#define RADAR_COUNT_BYTES 4u
#define RADAR_FOUND_COUNT 1024
#define RADAR_FOUND_BYTES 8192u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_radar_C(name) VG_JOIN(name##_of_radar_c_, VGGEN_radar_STAMP)
#define radar_open VGGEN_radar_C(radar_open)
#define radar_close VGGEN_radar_C(radar_close)
#define radar_set_timeout VGGEN_radar_C(radar_set_timeout)
#define radar_abandon VGGEN_radar_C(radar_abandon)
#define radar_echo VGGEN_radar_C(radar_echo)
#define radar_count VGGEN_radar_C(radar_count)
#define radar_found VGGEN_radar_C(radar_found)
#define radar_start VGGEN_radar_C(radar_start)
#define radar_replay VGGEN_radar_C(radar_replay)
#define radar_replay_timed VGGEN_radar_C(radar_replay_timed)
#define radar_step VGGEN_radar_C(radar_step)
#define radar_profile VGGEN_radar_C(radar_profile)
#define radar_node_title VGGEN_radar_C(radar_node_title)
#define radar_poll VGGEN_radar_C(radar_poll)
#define radar_finish VGGEN_radar_C(radar_finish)
#define radar_reset VGGEN_radar_C(radar_reset)
#define radar_save VGGEN_radar_C(radar_save)
#define radar_restore VGGEN_radar_C(radar_restore)
#define radar_stats VGGEN_radar_C(radar_stats)
#define radar_detail VGGEN_radar_C(radar_detail)

#define VGGEN_radar_IMAGE(name) VG_JOIN(name##_of_radar_image_c_, VGGEN_radar_STAMP)
#define radar_modules VGGEN_radar_IMAGE(radar_modules)

/* ---- opening ---- */

typedef struct radar radar;
typedef struct radar_data radar_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and radar_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status radar_open(radar *p, const vg_config *config, const radar_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status radar_close(radar *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status radar_set_timeout(radar *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * radar_detail. */
vg_status radar_abandon(radar *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input echo: f32x2 [16][128][512], 8388608 bytes. */
radar_f32x2 *radar_echo(radar *p);

/* Output count: u32 [1], 4 bytes. */
const uint32_t *radar_count(const radar *p);

/* Output found: detection [1024], 8192 bytes. */
const radar_detection *radar_found(const radar *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status radar_start(radar *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status radar_replay(radar *p);
/* Starts a replay, waits for it and measures it. */
vg_status radar_replay_timed(radar *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status radar_step(radar *p);

#define RADAR_NODES 6u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct radar_times {
    uint64_t ns[RADAR_NODES];
} radar_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status radar_profile(radar *p, uint32_t replays, radar_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *radar_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status radar_poll(radar *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status radar_finish(radar *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status radar_reset(radar *p);

#define RADAR_STATE_BYTES 262144u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * RADAR_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined until
 * it is reset or restored. */
vg_status radar_save(radar *p, void *memory, size_t size);
vg_status radar_restore(radar *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *radar_stats(const radar *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *radar_detail(const radar *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what radar_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t radar_vg_stamp;
extern const char radar_vg_identity[];
extern const vg_module radar_modules[1];

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct radar {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[9];           /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    void *module[1];         /* CUmodule */
    void *kernel[7];         /* CUfunction */
    void *profiled[14]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
