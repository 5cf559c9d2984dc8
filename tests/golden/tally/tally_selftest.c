/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tally_selftest.c - program "tally" as the self-test (the runtime's folder driver/) sees it: replays in every
 * way, while every call of the heap is counted. Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and
 * generate again. */
#include "tally.h"

#if VGGEN_tally_STAMP != 0x0123456789abcdef
#error "tally_selftest.c and tally.h are of different runs of vggen: generate both again"
#endif

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {128u};
static const uint64_t driven_shape_table[] = {512u, 128u};
static const uint64_t driven_shape_y[] = {128u};
static const uint64_t driven_shape_sums[] = {128u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 512u, 0, 1u, driven_shape_x},
    {"table", "f32", "<f4", 'f', 4u, 262144u, 0, 2u, driven_shape_table},
};

static const vg_driver_port driven_outputs[] = {
    {"y", "f32", "<f4", 'f', 4u, 512u, 0, 1u, driven_shape_y},
    {"sums", "u32", "<u4", 'u', 4u, 512u, 0, 1u, driven_shape_sums},
};

static const vg_driver_port driven_settings[] = {
    {"gain", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
    {"bias", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_switches[] = {
    "again",
};

static const char *const driven_graphs[] = {
    "weighed",
    "counted",
};

static tally driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return tally_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return tally_close(&driven_program);
}

static vg_program *driven_runtime(unsigned lane)
{
    return &driven_program.lane[lane].rt;
}

static float driven_in_x[TALLY_X_COUNT];
static float driven_in_table[TALLY_TABLE_COUNT];
static float driven_out_y[TALLY_Y_COUNT];
static uint32_t driven_out_sums[TALLY_SUMS_COUNT];

static void *driven_input(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return driven_in_x;
    case 1:
        return driven_in_table;
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return driven_out_y;
    case 1:
        return driven_out_sums;
    default:
        return NULL;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    switch (index) {
    case 0: {
        float typed;

        (void)memcpy(&typed, value, sizeof typed);
        return tally_set_gain(&driven_program, typed, lane);
    }
    case 1: {
        float typed;

        (void)memcpy(&typed, value, sizeof typed);
        return tally_set_bias(&driven_program, typed, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_turn(size_t index, int on, unsigned lane)
{
    switch (index) {
    case 0:
        return tally_switch_again(&driven_program, on, lane);
    default:
        return VG_ARGUMENT;
    }
}

static void driven_give_weighed(tally_weighed_in *in, tally_weighed_out *out)
{
    (void)memset(in, 0, sizeof *in);
    (void)memset(out, 0, sizeof *out);
    in->x = driven_in_x;
    in->x_count = TALLY_X_COUNT;
    in->table = driven_in_table;
    in->table_count = TALLY_TABLE_COUNT;
    out->y = driven_out_y;
    out->y_count = TALLY_Y_COUNT;
}

static void driven_give_counted(tally_counted_in *in, tally_counted_out *out)
{
    (void)memset(in, 0, sizeof *in);
    (void)memset(out, 0, sizeof *out);
    in->x = driven_in_x;
    in->x_count = TALLY_X_COUNT;
    out->sums = driven_out_sums;
    out->sums_count = TALLY_SUMS_COUNT;
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        driven_give_weighed(&in, &out);
        return tally_weighed_call(&driven_program, &in, &out, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        driven_give_counted(&in, &out);
        return tally_counted_call(&driven_program, &in, &out, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        driven_give_weighed(&in, &out);
        return tally_weighed_call_step(&driven_program, &in, &out, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        driven_give_counted(&in, &out);
        return tally_counted_call_step(&driven_program, &in, &out, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    switch (graph) {
    case 0: {
        static tally_weighed_times times;

        profiled->count = TALLY_WEIGHED_NODES;
        profiled->ns = times.ns;
        profiled->title = tally_weighed_node_title;
        return tally_weighed_profile(&driven_program, replays, &times, lane);
    }
    case 1: {
        static tally_counted_times times;

        profiled->count = TALLY_COUNTED_NODES;
        profiled->ns = times.ns;
        profiled->title = tally_counted_node_title;
        return tally_counted_profile(&driven_program, replays, &times, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* Bytes of the two values that each setting alternates between. */
static const unsigned char driven_values_gain[] = {
    0x00u, 0x00u, 0x80u, 0x3fu,
    0x00u, 0x00u, 0x90u, 0x3fu,
};
static const unsigned char driven_values_bias[] = {
    0x00u, 0x00u, 0x00u, 0x3fu,
    0x00u, 0x00u, 0x20u, 0x3fu,
};
static const unsigned char *const driven_values[] = {
    driven_values_gain,
    driven_values_bias,
};

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        driven_give_weighed(&in, &out);
        return tally_weighed_call_timed(&driven_program, &in, &out, times, lane);
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        driven_give_counted(&in, &out);
        return tally_counted_call_timed(&driven_program, &in, &out, times, lane);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_started(size_t graph, unsigned lane)
{
    vg_status status;

    switch (graph) {
    case 0: {
        tally_weighed_in in;
        tally_weighed_out out;

        driven_give_weighed(&in, &out);
        status = tally_weighed_call_start(&driven_program, &in, lane);
        return (status == VG_OK) ? tally_weighed_call_finish(&driven_program, &out, VG_FOREVER, lane) : status;
    }
    case 1: {
        tally_counted_in in;
        tally_counted_out out;

        driven_give_counted(&in, &out);
        status = tally_counted_call_start(&driven_program, &in, lane);
        return (status == VG_OK) ? tally_counted_call_finish(&driven_program, &out, VG_FOREVER, lane) : status;
    }
    default:
        return VG_ARGUMENT;
    }
}

#define DRIVEN_ITEMS (2u * TALLY_LANES)

static vg_status driven_batch(size_t graph)
{
    size_t i;

    switch (graph) {
    case 0: {
        tally_weighed_in in[DRIVEN_ITEMS];
        tally_weighed_out out[DRIVEN_ITEMS];

        for (i = 0; i < DRIVEN_ITEMS; i++) {
            driven_give_weighed(&in[i], &out[i]);
        }
        return tally_weighed_call_batch(&driven_program, in, out, DRIVEN_ITEMS);
    }
    case 1: {
        tally_counted_in in[DRIVEN_ITEMS];
        tally_counted_out out[DRIVEN_ITEMS];

        for (i = 0; i < DRIVEN_ITEMS; i++) {
            driven_give_counted(&in[i], &out[i]);
        }
        return tally_counted_call_batch(&driven_program, in, out, DRIVEN_ITEMS);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_save(void *memory, size_t size, unsigned lane)
{
    return tally_save(&driven_program, memory, size, lane);
}

static vg_status driven_reset(unsigned lane)
{
    return tally_reset(&driven_program, lane);
}

static vg_status driven_restore(const void *memory, size_t size, unsigned lane)
{
    return tally_restore(&driven_program, memory, size, lane);
}

static const vg_driver_selftest driven_selftest = {
    driven_values,
    NULL, /* start */
    NULL, /* poll */
    NULL, /* finish */
    driven_timed,
    driven_started,
    driven_batch,
    TALLY_STATE_BYTES,
    driven_save,
    driven_reset,
    driven_restore,
};

static const vg_driver_program driven = {
    "tally",
    TALLY_LANES, /* lanes */
    {driven_inputs, 2u},
    {driven_outputs, 2u},
    {driven_settings, 2u},
    {NULL, 0u}, /* constants */
    {driven_switches, 1u},
    {driven_graphs, 2u},
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
    &driven_selftest,
    NULL,
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
