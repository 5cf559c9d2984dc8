/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* control.h - program "control".
 * Made by vggen 0.1.0 from control.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct control that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_control_STAMP && VGGEN_control_STAMP != 0x0123456789abcdef
#error "two control.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_control_H
#define VGGEN_control_H

#include <stddef.h>
#include <stdint.h>
#include "vg_mailbox.h" /* what replays by a resident block need */

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct control holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "control.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_control_STAMP 0x0123456789abcdef
#if defined VGGEN_control_KERNELS_STAMP && VGGEN_control_KERNELS_STAMP != VGGEN_control_STAMP
#error "control.h and control_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define CONTROL_DEVICE_BYTES 26112u /* device memory of the program */
#define CONTROL_PINNED_BYTES 2304u /* pinned host memory of the program */
#define CONTROL_MAILBOX_DEVICE_BYTES 5636u /* which open takes besides, for the mirror */
#define CONTROL_MAILBOX_PINNED_BYTES 2824u /* likewise, for the lines */

/* The spec's defines. */
#define CONTROL_CHANNELS 64
#define CONTROL_SECTIONS 4
#define CONTROL_TERMS 5
#define CONTROL_LANES 4

/* ---- types: vectors and structs, laid out as on the device ---- */

typedef struct control_watch {
    uint32_t fault; /* u32 */
    uint32_t bad; /* u32 */
    uint32_t sensor; /* u32 */
    uint32_t frame; /* u32 */
} control_watch;
VG_STATIC_ASSERT(sizeof(control_watch) == 16u, control_watch_has_its_size);
VG_STATIC_ASSERT(offsetof(control_watch, fault) == 0u, control_watch_fault_has_its_place);
VG_STATIC_ASSERT(offsetof(control_watch, bad) == 4u, control_watch_bad_has_its_place);
VG_STATIC_ASSERT(offsetof(control_watch, sensor) == 8u, control_watch_sensor_has_its_place);
VG_STATIC_ASSERT(offsetof(control_watch, frame) == 12u, control_watch_frame_has_its_place);

typedef struct control_tally {
    float squares; /* f32 */
    float peak; /* f32 */
    float effort; /* f32 */
    uint32_t limited; /* u32 */
} control_tally;
VG_STATIC_ASSERT(sizeof(control_tally) == 16u, control_tally_has_its_size);
VG_STATIC_ASSERT(offsetof(control_tally, squares) == 0u, control_tally_squares_has_its_place);
VG_STATIC_ASSERT(offsetof(control_tally, peak) == 4u, control_tally_peak_has_its_place);
VG_STATIC_ASSERT(offsetof(control_tally, effort) == 8u, control_tally_effort_has_its_place);
VG_STATIC_ASSERT(offsetof(control_tally, limited) == 12u, control_tally_limited_has_its_place);

/* ---- buffers ---- */

/* name      role      type   shape                  bytes  crosses
 * sensors   input     f32    [64]                     256  by kernels that read it in pinned memory
 * forces    output    f32    [64]                     256  by kernels that write it in pinned memory
 * status    output    watch  [1]                       16  by kernels that write it in pinned memory
 * report    output    tally  [64]                    1024  by kernels that write it in pinned memory
 * frames    output    u32    [1]                        4  by kernels that write it in pinned memory
 * limit     setting   f32    [1]                        4  with parameters of launches, when it changes
 * trip      setting   f32    [1]                        4  with parameters of launches, when it changes
 * clear     setting   u32    [1]                        4  with parameters of launches, when it changes
 * sections  constant  f32    [4][5][64]              5120  to the device in open, from the application
 * gains     constant  f32    [64][64]               16384  to the device in open, from the application
 * watched   state     watch  [1]                       16  never
 * memory    state     f32    [4][2][64]              2048  never
 * held      state     f32    [64]                     256  never
 * tallies   state     tally  [64]                    1024  never
 * counted   state     u32    [1]                        4  never
 * samples   scratch   f32    [64]                     256  never
 * filtered  scratch   f32    [64]                     256  never
 * wanted    scratch   f32    [64]                     256  never
 *
 * In pinned memory, where kernels reach it themselves; it has no other place:
 *   sensors: read once, by one launch
 *   forces, status, report, frames: written once, by one launch
 */

#define CONTROL_SENSORS_COUNT 64
#define CONTROL_SENSORS_BYTES 256u
#define CONTROL_FORCES_COUNT 64
#define CONTROL_FORCES_BYTES 256u
#define CONTROL_STATUS_COUNT 1
#define CONTROL_STATUS_BYTES 16u
#define CONTROL_REPORT_COUNT 64
#define CONTROL_REPORT_BYTES 1024u
#define CONTROL_FRAMES_COUNT 1
#define CONTROL_FRAMES_BYTES 4u
#define CONTROL_SECTIONS_COUNT 1280
#define CONTROL_SECTIONS_BYTES 5120u
#define CONTROL_GAINS_COUNT 4096
#define CONTROL_GAINS_BYTES 16384u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_control_C(name) VG_JOIN(name##_of_control_c_, VGGEN_control_STAMP)
#define control_open VGGEN_control_C(control_open)
#define control_close VGGEN_control_C(control_close)
#define control_set_timeout VGGEN_control_C(control_set_timeout)
#define control_abandon VGGEN_control_C(control_abandon)
#define control_sensors VGGEN_control_C(control_sensors)
#define control_forces VGGEN_control_C(control_forces)
#define control_status VGGEN_control_C(control_status)
#define control_report VGGEN_control_C(control_report)
#define control_frames VGGEN_control_C(control_frames)
#define control_set_limit VGGEN_control_C(control_set_limit)
#define control_limit VGGEN_control_C(control_limit)
#define control_set_trip VGGEN_control_C(control_set_trip)
#define control_trip VGGEN_control_C(control_trip)
#define control_set_clear VGGEN_control_C(control_set_clear)
#define control_clear VGGEN_control_C(control_clear)
#define control_control_start VGGEN_control_C(control_control_start)
#define control_control_replay VGGEN_control_C(control_control_replay)
#define control_control_replay_timed VGGEN_control_C(control_control_replay_timed)
#define control_control_step VGGEN_control_C(control_control_step)
#define control_control_profile VGGEN_control_C(control_control_profile)
#define control_control_node_title VGGEN_control_C(control_control_node_title)
#define control_telemetry_start VGGEN_control_C(control_telemetry_start)
#define control_telemetry_replay VGGEN_control_C(control_telemetry_replay)
#define control_telemetry_replay_timed VGGEN_control_C(control_telemetry_replay_timed)
#define control_telemetry_step VGGEN_control_C(control_telemetry_step)
#define control_telemetry_profile VGGEN_control_C(control_telemetry_profile)
#define control_telemetry_node_title VGGEN_control_C(control_telemetry_node_title)
#define control_poll VGGEN_control_C(control_poll)
#define control_finish VGGEN_control_C(control_finish)
#define control_arm VGGEN_control_C(control_arm)
#define control_disarm VGGEN_control_C(control_disarm)
#define control_reset VGGEN_control_C(control_reset)
#define control_save VGGEN_control_C(control_save)
#define control_restore VGGEN_control_C(control_restore)
#define control_stats VGGEN_control_C(control_stats)
#define control_control_stats VGGEN_control_C(control_control_stats)
#define control_telemetry_stats VGGEN_control_C(control_telemetry_stats)
#define control_detail VGGEN_control_C(control_detail)

#define VGGEN_control_IMAGE(name) VG_JOIN(name##_of_control_image_c_, VGGEN_control_STAMP)
#define control_modules VGGEN_control_IMAGE(control_modules)

/* ---- opening ---- */

typedef struct control control;
typedef struct control_data control_data;

/* Constants that the application gives at open; they are copied to the device there. None may be NULL. */
struct control_data {
    const float *sections; /* f32 [4][5][64], 5120 bytes */
    const float *gains; /* f32 [64][64], 16384 bytes */
};

/* Opens the device, loads the kernels, takes the memory, builds the graphs and writes the first contents.
 * config may be NULL. On failure everything is undone, and control_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status control_open(control *p, const vg_config *config, const control_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status control_close(control *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status control_set_timeout(control *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * control_detail. */
vg_status control_abandon(control *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input sensors: f32 [64], 256 bytes. */
float *control_sensors(control *p);

/* Output forces: f32 [64], 256 bytes. */
const float *control_forces(const control *p);

/* Output status: watch [1], 16 bytes. */
const control_watch *control_status(const control *p);

/* Output report: tally [64], 1024 bytes. */
const control_tally *control_report(const control *p);

/* Output frames: u32 [1], 4 bytes. */
const uint32_t *control_frames(const control *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting limit: f32, from 0.0 to 1000.0, initially 5.0. */
vg_status control_set_limit(control *p, float value);
float control_limit(const control *p);

/* Setting trip: f32, from 0.0 to 100000.0, initially 2000.0. */
vg_status control_set_trip(control *p, float value);
float control_trip(const control *p);

/* Setting clear: u32, initially 0. */
vg_status control_set_clear(control *p, uint32_t value);
uint32_t control_clear(const control *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   control, telemetry: its last node, end, writes the word */

/* Launches one replay of graph control and returns at once. VG_STATE if one is running. */
vg_status control_control_start(control *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status control_control_replay(control *p);
/* Starts a replay, waits for it and measures it. */
vg_status control_control_replay_timed(control *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status control_control_step(control *p);

#define CONTROL_CONTROL_NODES 5u /* nodes of graph control */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct control_control_times {
    uint64_t ns[CONTROL_CONTROL_NODES];
} control_control_times;

/* Builds a twin of graph control that records an event after each node, and replays it that many times: state advances
 * and outputs arrive. Each time is the smallest of them. */
vg_status control_control_profile(control *p, uint32_t replays, control_control_times *times);
/* Title of a node of graph control in messages; NULL beyond the last. */
const char *control_control_node_title(unsigned node);

/* Launches one replay of graph telemetry and returns at once. VG_STATE if one is running. */
vg_status control_telemetry_start(control *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status control_telemetry_replay(control *p);
/* Starts a replay, waits for it and measures it. */
vg_status control_telemetry_replay_timed(control *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status control_telemetry_step(control *p);

#define CONTROL_TELEMETRY_NODES 2u /* nodes of graph telemetry */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct control_telemetry_times {
    uint64_t ns[CONTROL_TELEMETRY_NODES];
} control_telemetry_times;

/* Builds a twin of graph telemetry that records an event after each node, and replays it that many times: state
 * advances and outputs arrive. Each time is the smallest of them. */
vg_status control_telemetry_profile(control *p, uint32_t replays, control_telemetry_times *times);
/* Title of a node of graph telemetry in messages; NULL beyond the last. */
const char *control_telemetry_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status control_poll(control *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status control_finish(control *p, uint64_t timeout_ns);

/* ---- mailbox ---- */

/* Starts a block that stays on the device and replays these graphs without a launch: control, telemetry. Until it is
 * disarmed, start makes no driver call for them, and what waits asks the driver only whether the block still works:
 * after every 16,384 looks in vain, and when the time of finish is up. All that is none of theirs answers VG_STATE and
 * changes nothing: other graphs, transfers on request, timed replays, step, profile, reset, save and restore. VG_STATE
 * while a replay runs, or where it is armed. */
vg_status control_arm(control *p);
/* Ends that block and waits for it. VG_STATE while a replay runs, or where it is not armed. close does it, too. */
vg_status control_disarm(control *p);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status control_reset(control *p);

#define CONTROL_STATE_BYTES 3348u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * CONTROL_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined
 * until it is reset or restored. */
vg_status control_save(control *p, void *memory, size_t size);
vg_status control_restore(control *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *control_stats(const control *p);
/* Those of one graph. */
const vg_stats *control_control_stats(const control *p);
const vg_stats *control_telemetry_stats(const control *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *control_detail(const control *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what control_set_timeout was given last; where it is 0, calls wait for good.
 *
 * call                    waits
 * open                    at most timeout_ns for setup and warm-up, and in the driver: it allocates, loads and builds
 * close                   at most timeout_ns, then in the driver: it frees
 * set_timeout             never
 * abandon                 never
 * control_start           in the driver, as long as a launch takes
 * control_replay          at most timeout_ns
 * control_replay_timed    at most timeout_ns
 * control_step            at most timeout_ns
 * control_profile         at most timeout_ns for its replays, and in the driver: it builds
 * telemetry_start         in the driver, as long as a launch takes
 * telemetry_replay        at most timeout_ns
 * telemetry_replay_timed  at most timeout_ns
 * telemetry_step          at most timeout_ns
 * telemetry_profile       at most timeout_ns for its replays, and in the driver: it builds
 * poll                    never
 * finish                  at most its own timeout_ns
 * arm                     at most timeout_ns
 * disarm                  at most timeout_ns
 * reset                   at most timeout_ns
 * save                    at most timeout_ns
 * restore                 at most timeout_ns
 * others                  never, and calls no driver */

/* ---- what the generated files share: applications need nothing below ---- */

extern const uint64_t control_vg_stamp;
extern const char control_vg_identity[];
extern const vg_module control_modules[2];

struct control_settings {
    float limit;
    float trip;
    uint32_t clear;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct control {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[7];           /* CUgraphNode */
    vg_graph graph[2];       /* graphs and their execs */
    struct control_settings setting; /* what was set last; start commits it */
    struct control_settings committed[2]; /* for each graph, what its exec follows */
    unsigned char halfway[2]; /* for each graph, 1: after a failed commit its exec may follow that in part */
    vg_mail mail;
    void *module[2];         /* CUmodule */
    void *kernel[10];        /* CUfunction */
    const void *data[2];     /* what the application gave at open */
    void *profiled[12]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
