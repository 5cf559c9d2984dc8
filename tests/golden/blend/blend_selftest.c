/* SPDX-License-Identifier: 0BSD */
/* blend_selftest.c - program "blend" as the self-test (the runtime's folder driver/) sees it: replays in every way,
 * while every call of the heap is counted.
 * Made by vggen 0.1.0 from blend.yaml. Do not edit: change the spec and generate again. */
#include "blend.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_a[] = {32u, 64u};
static const uint64_t driven_shape_picture[] = {32u, 64u};
static const uint64_t driven_shape_lut[] = {256u};
static const uint64_t driven_shape_sums[] = {4u};
static const uint64_t driven_shape_last[] = {2u};
static const uint64_t driven_shape_empty[] = {0u};

static const vg_driver_port driven_inputs[] = {
    {"a", "f32", "<f4", 'f', 4u, 8192u, 0, 2u, driven_shape_a},
    {"picture", "f32", "<f4", 'f', 4u, 8192u, 0, 2u, driven_shape_picture},
    {"empty", "u8", "|u1", 'u', 1u, 0u, 0, 1u, driven_shape_empty},
};

static const vg_driver_port driven_outputs[] = {
    {"picture", "f32", "<f4", 'f', 4u, 8192u, 0, 2u, driven_shape_picture},
    {"sums", "u64", "<u8", 'u', 8u, 32u, 0, 1u, driven_shape_sums},
    {"last", "f64", "<f8", 'f', 8u, 16u, 0, 1u, driven_shape_last},
};

static const vg_driver_port driven_constants[] = {
    {"lut", "u16", "<u2", 'u', 2u, 512u, 0, 1u, driven_shape_lut},
};

static const char *const driven_graphs[] = {
    "main",
};

static blend driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    blend_data data;

    data.lut = (const uint16_t *)constants[0];
    return blend_open(&driven_program, config, &data);
}

static vg_status driven_close(void)
{
    return blend_close(&driven_program);
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
        return blend_a(&driven_program);
    case 1:
        return blend_picture(&driven_program);
    case 2:
        return blend_empty(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return blend_picture_out(&driven_program);
    case 1:
        return blend_sums(&driven_program);
    case 2:
        return blend_last(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return blend_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return blend_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static blend_times times;

        profiled->count = BLEND_NODES;
        profiled->ns = times.ns;
        profiled->title = blend_node_title;
        return blend_profile(&driven_program, replays, &times);
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
        return blend_start(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_poll(unsigned lane)
{
    (void)lane;
    return blend_poll(&driven_program);
}

static vg_status driven_finish(uint64_t timeout_ns, unsigned lane)
{
    (void)lane;
    return blend_finish(&driven_program, timeout_ns);
}

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return blend_replay_timed(&driven_program, times);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_save(void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return blend_save(&driven_program, memory, size);
}

static vg_status driven_reset(unsigned lane)
{
    (void)lane;
    return blend_reset(&driven_program);
}

static vg_status driven_restore(const void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return blend_restore(&driven_program, memory, size);
}

static const vg_driver_selftest driven_selftest = {
    NULL, /* values of settings */
    driven_start,
    driven_poll,
    driven_finish,
    driven_timed,
    NULL, /* batch */
    BLEND_STATE_BYTES,
    driven_save,
    driven_reset,
    driven_restore,
};

static const vg_driver_program driven = {
    "blend",
    1u, /* lanes */
    {driven_inputs, 3u},
    {driven_outputs, 3u},
    {NULL, 0u}, /* settings */
    {driven_constants, 1u},
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
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
