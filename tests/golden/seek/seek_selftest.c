/* SPDX-License-Identifier: 0BSD */
/* seek_selftest.c - program "seek" as the self-test (the runtime's folder driver/) sees it: replays in every way,
 * while every call of the heap is counted.
 * Made by vggen 0.1.0 from seek.yaml. Do not edit: change the spec and generate again. */
#include "seek.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {64u};
static const uint64_t driven_shape_pick[] = {1u};
static const uint64_t driven_shape_y[] = {64u};
static const uint64_t driven_shape_done[] = {1u};
static const uint64_t driven_shape_cool_passes[] = {1u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 256u, 0, 1u, driven_shape_x},
    {"pick", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_pick},
};

static const vg_driver_port driven_outputs[] = {
    {"y", "f32", "<f4", 'f', 4u, 256u, 0, 1u, driven_shape_y},
    {"done", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_done},
    {"cool_passes", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_cool_passes},
};

static const vg_driver_port driven_settings[] = {
    {"limit", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_graphs[] = {
    "main",
};

static seek driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return seek_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return seek_close(&driven_program);
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
        return seek_x(&driven_program);
    case 1:
        return seek_pick(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return seek_y(&driven_program);
    case 1:
        return seek_done(&driven_program);
    case 2:
        return seek_cool_passes(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0: {
        float typed;

        memcpy(&typed, value, sizeof typed);
        return seek_set_limit(&driven_program, typed);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return seek_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return seek_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static seek_times times;

        profiled->count = SEEK_NODES;
        profiled->ns = times.ns;
        profiled->title = seek_node_title;
        return seek_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* Bytes of the two values that each setting alternates between. */
static const unsigned char driven_values_limit[] = {
    0x00u, 0x00u, 0xc8u, 0x42u,
    0x00u, 0x40u, 0xc8u, 0x42u,
};
static const unsigned char *const driven_values[] = {
    driven_values_limit,
};

static vg_status driven_start(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return seek_start(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_poll(unsigned lane)
{
    (void)lane;
    return seek_poll(&driven_program);
}

static vg_status driven_finish(uint64_t timeout_ns, unsigned lane)
{
    (void)lane;
    return seek_finish(&driven_program, timeout_ns);
}

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return seek_replay_timed(&driven_program, times);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_save(void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return seek_save(&driven_program, memory, size);
}

static vg_status driven_reset(unsigned lane)
{
    (void)lane;
    return seek_reset(&driven_program);
}

static vg_status driven_restore(const void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return seek_restore(&driven_program, memory, size);
}

static const vg_driver_selftest driven_selftest = {
    driven_values,
    driven_start,
    driven_poll,
    driven_finish,
    driven_timed,
    NULL, /* batch */
    SEEK_STATE_BYTES,
    driven_save,
    driven_reset,
    driven_restore,
};

static const vg_driver_program driven = {
    "seek",
    1u, /* lanes */
    {driven_inputs, 2u},
    {driven_outputs, 3u},
    {driven_settings, 1u},
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
    driven_set,
    NULL, /* turn */
    driven_replay,
    driven_step,
    driven_profile,
    &driven_selftest,
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
