/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fold_main.c - program "fold" as the command-line driver (the runtime's folder driver/) sees it.
 * Made by vggen 0.1.0 from fold.yaml. Do not edit: change the spec and generate again. */
#include "fold.h"

#if VGGEN_fold_STAMP != 0x0123456789abcdef
#error "fold_main.c and fold.h are of different runs of vggen: generate both again"
#endif

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {1024u};
static const uint64_t driven_shape_more[] = {1u};
static const uint64_t driven_shape_y[] = {1024u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 4096u, 0, 1u, driven_shape_x},
    {"more", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_more},
};

static const vg_driver_port driven_outputs[] = {
    {"y", "f32", "<f4", 'f', 4u, 4096u, 0, 1u, driven_shape_y},
};

static const vg_driver_port driven_settings[] = {
    {"gain", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_switches[] = {
    "polish",
};

static const char *const driven_graphs[] = {
    "main",
};

static fold driven_program;

/* Functions of captures, from another file that is linked. Their `user` is NULL here. */
int fold_fold_halves(void *user, void *stream, const fold_fold_halves_buffers *b, unsigned lane);
int fold_smooth(void *user, void *stream, const fold_smooth_buffers *b, unsigned lane);
int fold_add_more(void *user, void *stream, const fold_add_more_buffers *b, unsigned lane);

static void driven_functions(fold_data *data)
{
    (void)memset(data, 0, sizeof *data);
    data->fold_halves = fold_fold_halves;
    data->smooth = fold_smooth;
    data->add_more = fold_add_more;
}

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    fold_data data;

    (void)constants;
    driven_functions(&data);
    return fold_open(&driven_program, config, &data);
}

static vg_status driven_close(void)
{
    return fold_close(&driven_program);
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
        return fold_x(&driven_program);
    case 1:
        return fold_more(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return fold_y(&driven_program);
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

        (void)memcpy(&typed, value, sizeof typed);
        return fold_set_gain(&driven_program, typed);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_turn(size_t index, int on, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return fold_switch_polish(&driven_program, on);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return fold_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return fold_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static fold_times times;

        profiled->count = FOLD_NODES;
        profiled->ns = times.ns;
        profiled->title = fold_node_title;
        return fold_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_program driven = {
    "fold",
    1u, /* lanes */
    {driven_inputs, 2u},
    {driven_outputs, 1u},
    {driven_settings, 1u},
    {NULL, 0u}, /* constants */
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
    NULL,
};

static const vg_driver_workspace driven_workspaces[] = {
    {"fold_halves", 4096u},
    {"smooth", 0u},
    {"add_more", 0u},
};

static vg_status driven_asks(size_t index, uint64_t *bytes)
{
    fold_data data;

    driven_functions(&data);
    switch (index) {
    case 0:
        return fold_fold_halves_asks(&data, bytes);
    case 1:
        return fold_smooth_asks(&data, bytes);
    case 2:
        return fold_add_more_asks(&data, bytes);
    default:
        return VG_ARGUMENT;
    }
}

int main(int count, char **arguments)
{
    if ((count == 2) && (strcmp(arguments[1], "--workspaces") == 0)) {
        return vg_driver_workspaces("fold", driven_workspaces, 3u, driven_asks);
    }
    return vg_driver_main(&driven, count, arguments);
}
