/* SPDX-License-Identifier: 0BSD */
/* equalizer_main.c - program "equalizer" as the command-line driver (the runtime's folder driver/) sees it.
 * Made by vggen 0.1.0 from equalizer.yaml. Do not edit: change the spec and generate again. */
#include "equalizer.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {256u};
static const uint64_t driven_shape_y[] = {256u};
static const uint64_t driven_shape_energy[] = {2u};
static const uint64_t driven_shape_peak[] = {2u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_x},
};

static const vg_driver_port driven_outputs[] = {
    {"y", "f32", "<f4", 'f', 4u, 1024u, 0, 1u, driven_shape_y},
    {"energy", "u64", "<u8", 'u', 8u, 16u, 0, 1u, driven_shape_energy},
    {"peak", "f32", "<f4", 'f', 4u, 8u, 0, 1u, driven_shape_peak},
};

static const vg_driver_port driven_settings[] = {
    {"gain", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_graphs[] = {
    "main",
};

static equalizer driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return equalizer_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return equalizer_close(&driven_program);
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
        return equalizer_x(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return equalizer_y(&driven_program);
    case 1:
        return equalizer_energy(&driven_program);
    case 2:
        return equalizer_peak(&driven_program);
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
        return equalizer_set_gain(&driven_program, typed);
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
        return equalizer_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return equalizer_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static equalizer_times times;

        profiled->count = EQUALIZER_NODES;
        profiled->ns = times.ns;
        profiled->title = equalizer_node_title;
        return equalizer_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_program driven = {
    "equalizer",
    1u, /* lanes */
    {driven_inputs, 1u},
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
    NULL,
};

int main(int count, char **arguments)
{
    return vg_driver_main(&driven, count, arguments);
}
