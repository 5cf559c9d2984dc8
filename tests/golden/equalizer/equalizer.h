/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* equalizer.h - program "equalizer".
 * Made by vggen 0.1.0 from equalizer.yaml. Do not edit: change the spec and generate again.
 *
 * The program's memory is a struct equalizer that the caller allocates and zeroes before the first open; while open it
 * must not be moved or copied. Calls on one program must not overlap; any thread may make them. No function uses the
 * heap or prints. */
#if defined VGGEN_equalizer_STAMP && VGGEN_equalizer_STAMP != 0x0123456789abcdef
#error "two equalizer.h of different runs of vggen in one translation unit"
#endif
#ifndef VGGEN_equalizer_H
#define VGGEN_equalizer_H

#include <stddef.h>
#include <stdint.h>

#include "vg_bounded.h" /* limits of calls that wait */
#include "vg_program.h" /* what struct equalizer holds */
#include "vg_rt.h"      /* what applications use of the runtime */

#if VG_ABI != 0x0123456
VG_SAY_RUNTIME
#error "equalizer.h is of vggen 0.1.0, for its runtime 0x0123456: generate again, or take the runtime of that vggen"
#endif

/* The stamp of the run of vggen that made this file. Files of different runs do not compile, link or open together. */
#define VGGEN_equalizer_STAMP 0x0123456789abcdef
#if defined VGGEN_equalizer_KERNELS_STAMP && VGGEN_equalizer_KERNELS_STAMP != VGGEN_equalizer_STAMP
#error "equalizer.h and equalizer_kernels.h are of different runs of vggen: generate both again"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sizes ---- */

#define EQUALIZER_DEVICE_BYTES 3328u /* device memory of the program */
#define EQUALIZER_PINNED_BYTES 3072u /* pinned host memory of the program */

/* The spec's defines. */
#define EQUALIZER_FRAME 256
#define EQUALIZER_TAPS 64
#define EQUALIZER_BLOCK 64
#define EQUALIZER_ENERGY_ONE 1125899906842624

/* ---- buffers ---- */

/* name    role      type  shape                  bytes  crosses
 * x       input     f32   [256]                   1024  to the device in each replay, by vg_copy
 * hist    state     f32   [63]                     252  never
 * taps    constant  f32   [64]                     256  to the device in open
 * gain    setting   f32   [1]                        4  to the device in each replay, by vg_copy
 * y       output    f32   [256]                   1024  from the device in each replay, by vg_copy
 * energy  output    u64   [2]                       16  from the device in each replay, by vg_copy
 * peak    output    f32   [2]                        8  from the device in each replay, by vg_copy
 *
 * By vg_copy, a kernel that copies, instead of a copy node:
 *   x, gain: not once in fir
 *   y: meter_after reads it
 *   energy: fill energy writes it
 *   peak: fill peak writes it
 */

#define EQUALIZER_X_COUNT 256
#define EQUALIZER_X_BYTES 1024u
#define EQUALIZER_Y_COUNT 256
#define EQUALIZER_Y_BYTES 1024u
#define EQUALIZER_ENERGY_COUNT 2
#define EQUALIZER_ENERGY_BYTES 16u
#define EQUALIZER_PEAK_COUNT 2
#define EQUALIZER_PEAK_BYTES 8u

/* ---- names for the linker ---- */

/* Each says in which file it is defined and ends with the stamp, so that objects of different runs do not link. */
#define VGGEN_equalizer_C(name) VG_JOIN(name##_of_equalizer_c_, VGGEN_equalizer_STAMP)
#define equalizer_open VGGEN_equalizer_C(equalizer_open)
#define equalizer_close VGGEN_equalizer_C(equalizer_close)
#define equalizer_set_timeout VGGEN_equalizer_C(equalizer_set_timeout)
#define equalizer_abandon VGGEN_equalizer_C(equalizer_abandon)
#define equalizer_x VGGEN_equalizer_C(equalizer_x)
#define equalizer_y VGGEN_equalizer_C(equalizer_y)
#define equalizer_energy VGGEN_equalizer_C(equalizer_energy)
#define equalizer_peak VGGEN_equalizer_C(equalizer_peak)
#define equalizer_set_gain VGGEN_equalizer_C(equalizer_set_gain)
#define equalizer_gain VGGEN_equalizer_C(equalizer_gain)
#define equalizer_start VGGEN_equalizer_C(equalizer_start)
#define equalizer_replay VGGEN_equalizer_C(equalizer_replay)
#define equalizer_replay_timed VGGEN_equalizer_C(equalizer_replay_timed)
#define equalizer_step VGGEN_equalizer_C(equalizer_step)
#define equalizer_profile VGGEN_equalizer_C(equalizer_profile)
#define equalizer_node_title VGGEN_equalizer_C(equalizer_node_title)
#define equalizer_poll VGGEN_equalizer_C(equalizer_poll)
#define equalizer_finish VGGEN_equalizer_C(equalizer_finish)
#define equalizer_reset VGGEN_equalizer_C(equalizer_reset)
#define equalizer_save VGGEN_equalizer_C(equalizer_save)
#define equalizer_restore VGGEN_equalizer_C(equalizer_restore)
#define equalizer_stats VGGEN_equalizer_C(equalizer_stats)
#define equalizer_detail VGGEN_equalizer_C(equalizer_detail)

#define VGGEN_equalizer_IMAGE(name) VG_JOIN(name##_of_equalizer_image_c_, VGGEN_equalizer_STAMP)
#define equalizer_modules VGGEN_equalizer_IMAGE(equalizer_modules)
#define equalizer_constant_taps VGGEN_equalizer_IMAGE(equalizer_constant_taps)

/* ---- opening ---- */

typedef struct equalizer equalizer;
typedef struct equalizer_data equalizer_data;

/* The program takes no data at open: pass NULL. */

/* Opens the device, loads the kernels, takes the memory, builds the graph and writes the first contents.
 * config may be NULL. On failure everything is undone, and equalizer_detail reports what failed; only after
 * VG_TIMEOUT nothing is: close the program once the device is done, or abandon it. */
vg_status equalizer_open(equalizer *p, const vg_config *config, const equalizer_data *data);

/* Waits for a running replay, then frees everything in reverse order. The first failure is returned, but everything is
 * tried. A closed program may be opened again.
 * After VG_TIMEOUT nothing was freed: close it later, or abandon it. */
vg_status equalizer_close(equalizer *p);

/* From now on each call that waits for the device does so for at most that many nanoseconds, and then answers
 * VG_TIMEOUT; 0: without a limit. vg_config.timeout_ns is what open begins with. Must not overlap any other call. */
vg_status equalizer_set_timeout(equalizer *p, uint64_t timeout_ns);

/* The way out after a hang, when close frees nothing. Makes no call of the driver: leaves to it all that the
 * program has, and closes the program. Memory of the application's that the program was given has to stay, too.
 * VG_STATE if the program is closed. What is left is one kind after the other in
 * equalizer_detail. */
vg_status equalizer_abandon(equalizer *p);

/* ---- what goes in and comes out ---- */

/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only while no replay
 * runs: before start, after finish. */

/* Input x: f32 [256], 1024 bytes. */
float *equalizer_x(equalizer *p);

/* Output y: f32 [256], 1024 bytes. */
const float *equalizer_y(const equalizer *p);

/* Output energy: u64 [2], 16 bytes. */
const uint64_t *equalizer_energy(const equalizer *p);

/* Output peak: f32 [2], 8 bytes. */
const float *equalizer_peak(const equalizer *p);

/* ---- settings ---- */

/* A setter may be called at any time on an open program. The next start commits all settings together; a
 * running replay keeps the old ones. open gives them the values of the spec. A getter returns the value that
 * was set last. */

/* Setting gain: f32, initially 1.0. */
vg_status equalizer_set_gain(equalizer *p, float value);
float equalizer_gain(const equalizer *p);

/* ---- replays ---- */

/* How the host sees that a replay has ended, by a word in pinned memory or by asking the stream, if
 * vg_config.completion does not ask for another way:
 *   main: its last node, end, writes the word */

/* Launches one replay and returns at once. VG_STATE if one is running. */
vg_status equalizer_start(equalizer *p);
/* Starts a replay and waits for it, for as long as timeout_ns allows. */
vg_status equalizer_replay(equalizer *p);
/* Starts a replay, waits for it and measures it. */
vg_status equalizer_replay_timed(equalizer *p, vg_times *times);

/* Gives the same results one node at a time, without the graph, so that a fault is reported for its step. */
vg_status equalizer_step(equalizer *p);

#define EQUALIZER_NODES 10u /* nodes */

/* ns[i]: from the end of the last node that node i waits for to its own end, 0 where it is disabled. */
typedef struct equalizer_times {
    uint64_t ns[EQUALIZER_NODES];
} equalizer_times;

/* Builds a twin of the graph that records an event after each node, and replays it that many times: state advances and
 * outputs arrive. Each time is the smallest of them. */
vg_status equalizer_profile(equalizer *p, uint32_t replays, equalizer_times *times);
/* Title of a node in messages; NULL beyond the last. */
const char *equalizer_node_title(unsigned node);

/* VG_OK when the replay is done, VG_BUSY while it runs. */
vg_status equalizer_poll(equalizer *p);

/* Waits for the replay: at most timeout_ns nanoseconds from now. VG_TIMEOUT leaves it running, and finish may be called
 * again; 0 looks once; only VG_FOREVER may sleep in the driver. */
vg_status equalizer_finish(equalizer *p, uint64_t timeout_ns);

/* Sets state back to the values of the spec. VG_STATE while a replay runs. Settings stay as they are. */
vg_status equalizer_reset(equalizer *p);

#define EQUALIZER_STATE_BYTES 252u /* all state */

/* State to and from memory of the caller, one buffer after the other in the order of the spec; size is
 * EQUALIZER_STATE_BYTES. Done on return. VG_STATE while a replay runs. After a failed restore the state is undefined
 * until it is reset or restored. */
vg_status equalizer_save(equalizer *p, void *memory, size_t size);
vg_status equalizer_restore(equalizer *p, const void *memory, size_t size);

/* Counters since open; NULL where p is NULL. */
const vg_stats *equalizer_stats(const equalizer *p);

/* What the last failing call found; NULL where p is NULL. */
const vg_detail *equalizer_detail(const equalizer *p);

/* ---- which calls wait for the device ---- */

/* timeout_ns is vg_config's, or what equalizer_set_timeout was given last; where it is 0, calls wait for good.
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

extern const uint64_t equalizer_vg_stamp;
extern const char equalizer_vg_identity[];
extern const vg_module equalizer_modules[1];
extern const unsigned char equalizer_constant_taps[256];

struct equalizer_settings {
    float gain;
};

/* For the caller to allocate; only the functions above and the runtime touch its members. */
struct equalizer {
    vg_program rt;
    uint64_t device[1];      /* addresses of the device arenas */
    void *node[10];          /* CUgraphNode */
    vg_graph graph[1];       /* graphs and their execs */
    struct equalizer_settings setting; /* what was set last; start commits it */
    void *module[1];         /* CUmodule */
    void *kernel[6];         /* CUfunction */
    void *profiled[22]; /* what a profile makes */
};

#ifdef __cplusplus
}
#endif

#endif
