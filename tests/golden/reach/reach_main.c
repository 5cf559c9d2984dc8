/* SPDX-License-Identifier: 0BSD */
/* reach_main.c - program "reach" as the command-line driver (the runtime's folder driver/) sees it.
 * Made by vggen 0.1.0 from reach.yaml. Do not edit: change the spec and generate again. */
#include "reach.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_row[] = {23u};
static const uint64_t driven_shape_column[] = {36u};
static const uint64_t driven_shape_source[] = {1u};
static const uint64_t driven_shape_level[] = {22u};
static const uint64_t driven_shape_count[] = {22u};
static const uint64_t driven_shape_depth[] = {1u};

static const vg_driver_port driven_inputs[] = {
    {"source", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_source},
};

static const vg_driver_port driven_outputs[] = {
    {"level", "u32", "<u4", 'u', 4u, 88u, 0, 1u, driven_shape_level},
    {"count", "u32", "<u4", 'u', 4u, 88u, 0, 1u, driven_shape_count},
    {"depth", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_depth},
};

static const vg_driver_port driven_constants[] = {
    {"row", "u32", "<u4", 'u', 4u, 92u, 0, 1u, driven_shape_row},
    {"column", "u32", "<u4", 'u', 4u, 144u, 0, 1u, driven_shape_column},
};

static const char *const driven_graphs[] = {
    "main",
};

static reach driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    reach_data data;

    data.row = (const uint32_t *)constants[0];
    data.column = (const uint32_t *)constants[1];
    return reach_open(&driven_program, config, &data);
}

static vg_status driven_close(void)
{
    return reach_close(&driven_program);
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
        return reach_source(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return reach_level(&driven_program);
    case 1:
        return reach_count(&driven_program);
    case 2:
        return reach_depth(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return reach_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return reach_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static reach_times times;

        profiled->count = REACH_NODES;
        profiled->ns = times.ns;
        profiled->title = reach_node_title;
        return reach_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_program driven = {
    "reach",
    1u, /* lanes */
    {driven_inputs, 1u},
    {driven_outputs, 3u},
    {NULL, 0u}, /* settings */
    {driven_constants, 2u},
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
    NULL,
};

int main(int count, char **arguments)
{
    return vg_driver_main(&driven, count, arguments);
}
