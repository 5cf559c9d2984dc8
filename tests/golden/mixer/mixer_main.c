/* SPDX-License-Identifier: 0BSD */
/* mixer_main.c - program "mixer" as the command-line driver (the runtime's folder driver/) sees it.
 * Made by vggen 0.1.0 from mixer.yaml. Do not edit: change the spec and generate again. */
#include "mixer.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {64u, 2u};
static const uint64_t driven_shape_given[] = {4u, 3u};
static const uint64_t driven_shape_y[] = {64u, 2u};
static const uint64_t driven_shape_small[] = {64u, 2u};
static const uint64_t driven_shape_extra[] = {4u, 3u};
static const uint64_t driven_shape_tint[] = {3u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32x2", "<f4", 'f', 4u, 512u, 0, 2u, driven_shape_x},
};

static const vg_driver_port driven_outputs[] = {
    {"y", "f32x2", "<f4", 'f', 4u, 512u, 0, 2u, driven_shape_y},
    {"small", "f16x2", "<f2", 'h', 2u, 256u, 0, 2u, driven_shape_small},
    {"extra", "f32x3", "<f4", 'f', 4u, 48u, 0, 2u, driven_shape_extra},
};

static const vg_driver_port driven_settings[] = {
    {"tint", "f32x3", "<f4", 'f', 4u, 12u, 0, 1u, driven_shape_tint},
    {"where", "cell", "", 's', 24u, 24u, 0, 0u, NULL},
    {"pick", "cell", "", 's', 24u, 24u, 0, 0u, NULL},
    {"level", "i64", "<i8", 'i', 8u, 8u, 0, 0u, NULL},
};

static const vg_driver_port driven_constants[] = {
    {"given", "f32x3", "<f4", 'f', 4u, 48u, 0, 2u, driven_shape_given},
};

static const char *const driven_switches[] = {
    "bright",
};

static const char *const driven_graphs[] = {
    "main",
};

static mixer driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    mixer_data data;

    data.given = (const mixer_f32x3 *)constants[0];
    return mixer_open(&driven_program, config, &data);
}

static vg_status driven_close(void)
{
    return mixer_close(&driven_program);
}

static vg_program *driven_runtime(unsigned lane)
{
    return &driven_program.lane[lane].rt;
}

static void *driven_input(size_t index, unsigned lane)
{
    switch (index) {
    case 0:
        return mixer_x(&driven_program, lane);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    switch (index) {
    case 0:
        return mixer_y(&driven_program, lane);
    case 1:
        return mixer_small(&driven_program, lane);
    case 2:
        return mixer_extra(&driven_program, lane);
    default:
        return NULL;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    switch (index) {
    case 0: {
        mixer_f32x3 typed;

        memcpy(&typed, value, sizeof typed);
        return mixer_set_tint(&driven_program, &typed, lane);
    }
    case 1: {
        mixer_cell typed;

        memcpy(&typed, value, sizeof typed);
        return mixer_set_where(&driven_program, &typed, lane);
    }
    case 2: {
        mixer_cell typed;

        memcpy(&typed, value, sizeof typed);
        return mixer_set_pick(&driven_program, &typed, lane);
    }
    case 3: {
        int64_t typed;

        memcpy(&typed, value, sizeof typed);
        return mixer_set_level(&driven_program, typed, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_turn(size_t index, int on, unsigned lane)
{
    switch (index) {
    case 0:
        return mixer_switch_bright(&driven_program, on, lane);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    switch (graph) {
    case 0:
        return mixer_replay(&driven_program, lane);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    switch (graph) {
    case 0:
        return mixer_step(&driven_program, lane);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    switch (graph) {
    case 0: {
        static mixer_times times;

        profiled->count = MIXER_NODES;
        profiled->ns = times.ns;
        profiled->title = mixer_node_title;
        return mixer_profile(&driven_program, replays, &times, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_program driven = {
    "mixer",
    MIXER_LANES, /* lanes */
    {driven_inputs, 1u},
    {driven_outputs, 3u},
    {driven_settings, 4u},
    {driven_constants, 1u},
    {driven_switches, 1u},
    {driven_graphs, 1u},
    driven_open,
    driven_close,
    driven_runtime,
    driven_input,
    driven_output,
    NULL, /* changed */
    NULL, /* want */
    driven_set,
    driven_turn,
    driven_replay,
    driven_step,
    driven_profile,
    NULL,
};

int main(int count, char **arguments)
{
    return vg_driver_main(&driven, count, arguments);
}
