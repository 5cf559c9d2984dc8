/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* saxpy_selftest.c - program "saxpy" as the self-test (the runtime's folder driver/) sees it: replays in every
 * way, while every call of the heap is counted. Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and
 * generate again. */
#include "saxpy.h"

#if VGGEN_saxpy_STAMP != 0x0123456789abcdef
#error "saxpy_selftest.c and saxpy.h are of different runs of vggen: generate both again"
#endif

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {256u};
static const uint64_t driven_shape_y[] = {256u};
static const uint64_t driven_shape_z[] = {256u};
static const uint64_t driven_shape_u[] = {256u};
static const uint64_t driven_shape_v[] = {256u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_x},
    {"y", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_y},
    {"z", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_z},
};

static const vg_driver_port driven_outputs[] = {
    {"u", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_u},
    {"v", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_v},
};

static const char *const driven_graphs[] = {
    "main",
};

static saxpy driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return saxpy_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return saxpy_close(&driven_program);
}

static vg_program *driven_runtime(unsigned lane)
{
    (void)lane;
    return &driven_program.rt;
}

static void *driven_input(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return saxpy_x(&driven_program);
    case 1:
        return saxpy_y(&driven_program);
    case 2:
        return saxpy_z(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return saxpy_u(&driven_program);
    case 1:
        return saxpy_v(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return saxpy_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return saxpy_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static saxpy_times times;

        profiled->count = SAXPY_NODES;
        profiled->ns = times.ns;
        profiled->title = saxpy_node_title;
        return saxpy_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_start(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return saxpy_start(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_poll(unsigned lane)
{
    (void)lane;
    return saxpy_poll(&driven_program);
}

static vg_status driven_finish(uint64_t timeout_ns, unsigned lane)
{
    (void)lane;
    return saxpy_finish(&driven_program, timeout_ns);
}

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return saxpy_replay_timed(&driven_program, times);
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_selftest driven_selftest = {
    NULL, /* values of settings */
    driven_start,
    driven_poll,
    driven_finish,
    driven_timed,
    NULL, /* started */
    NULL, /* batch */
    0u, /* bytes of state */
    NULL, /* save */
    NULL, /* reset */
    NULL, /* restore */
};

static const vg_driver_program driven = {
    "saxpy",
    1u, /* lanes */
    {driven_inputs, 3u},
    {driven_outputs, 2u},
    {NULL, 0u}, /* settings */
    {NULL, 0u}, /* constants */
    {NULL, 0u}, /* switches */
    {driven_graphs, 1u},
    driven_open,
    driven_close,
    driven_runtime,
    driven_input,
    driven_output,
    NULL, /* changed */
    NULL, /* want */
    NULL, /* set */
    NULL, /* turn */
    driven_replay,
    driven_step,
    driven_profile,
    &driven_selftest,
    NULL,
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
