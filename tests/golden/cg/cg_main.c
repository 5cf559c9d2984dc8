/* SPDX-License-Identifier: 0BSD */
/* cg_main.c - program "cg" as the command-line driver (the runtime's folder driver/) sees it.
 * Made by vggen 0.1.0 from cg.yaml. Do not edit: change the spec and generate again. */
#include "cg.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_b[] = {40u, 40u};
static const uint64_t driven_shape_x[] = {40u, 40u};
static const uint64_t driven_shape_running[] = {1u};
static const uint64_t driven_shape_history[] = {161u};
static const uint64_t driven_shape_iterations[] = {1u};

static const vg_driver_port driven_inputs[] = {
    {"b", "f64", "<f8", 'f', 8u, 12800u, 0, 2u, driven_shape_b},
};

static const vg_driver_port driven_outputs[] = {
    {"x", "f64", "<f8", 'f', 8u, 12800u, 0, 2u, driven_shape_x},
    {"running", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_running},
    {"history", "f64", "<f8", 'f', 8u, 1288u, 0, 1u, driven_shape_history},
    {"iterations", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_iterations},
};

static const vg_driver_port driven_settings[] = {
    {"tolerance", "f64", "<f8", 'f', 8u, 8u, 0, 0u, NULL},
};

static const char *const driven_graphs[] = {
    "main",
};

static cg driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return cg_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return cg_close(&driven_program);
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
        return cg_b(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return cg_x(&driven_program);
    case 1:
        return cg_running(&driven_program);
    case 2:
        return cg_history(&driven_program);
    case 3:
        return cg_iterations(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0: {
        double typed;

        memcpy(&typed, value, sizeof typed);
        return cg_set_tolerance(&driven_program, typed);
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
        return cg_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return cg_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static cg_times times;

        profiled->count = CG_NODES;
        profiled->ns = times.ns;
        profiled->title = cg_node_title;
        return cg_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_program driven = {
    "cg",
    1u, /* lanes */
    {driven_inputs, 1u},
    {driven_outputs, 4u},
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
