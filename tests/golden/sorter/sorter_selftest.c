/* SPDX-License-Identifier: 0BSD */
/* sorter_selftest.c - program "sorter" as the self-test (the runtime's folder driver/) sees it: replays in every way,
 * while every call of the heap is counted.
 * Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again. */
#include "sorter.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_keys[] = {256u};
static const uint64_t driven_shape_order[] = {256u};
static const uint64_t driven_shape_best[] = {1u};
static const uint64_t driven_shape_last[] = {1u};
static const uint64_t driven_shape_none[] = {0u};

static const vg_driver_port driven_inputs[] = {
    {"keys", "u32", "<u4", 'u', 4u, 1024u, 0, 1u, driven_shape_keys},
    {"best", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_best},
};

static const vg_driver_port driven_outputs[] = {
    {"order", "u16", "<u2", 'u', 2u, 512u, 0, 1u, driven_shape_order},
    {"best", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_best},
    {"last", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_last},
    {"none", "u32", "<u4", 'u', 4u, 0u, 0, 1u, driven_shape_none},
};

static const vg_driver_port driven_settings[] = {
    {"limit", "u32", "<u4", 'u', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_graphs[] = {
    "main",
};

static sorter driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return sorter_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return sorter_close(&driven_program);
}

static vg_program *driven_runtime(unsigned lane)
{
    (void)lane;
    return &driven_program.rt;
}

static uint32_t driven_in_keys[SORTER_KEYS_COUNT];
static uint16_t driven_out_order[SORTER_ORDER_COUNT];
static uint32_t driven_in_best[SORTER_BEST_COUNT];
static uint32_t driven_out_best[SORTER_BEST_COUNT];
static uint32_t driven_out_last[SORTER_LAST_COUNT];
static uint32_t driven_out_none[1];

static void *driven_input(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return driven_in_keys;
    case 1:
        return driven_in_best;
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return driven_out_order;
    case 1:
        return driven_out_best;
    case 2:
        return driven_out_last;
    case 3:
        return driven_out_none;
    default:
        return NULL;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0: {
        uint32_t typed;

        memcpy(&typed, value, sizeof typed);
        return sorter_set_limit(&driven_program, typed);
    }
    default:
        return VG_ARGUMENT;
    }
}

static void driven_give_main(sorter_in *in, sorter_out *out)
{
    memset(in, 0, sizeof *in);
    memset(out, 0, sizeof *out);
    in->keys = driven_in_keys;
    in->keys_count = SORTER_KEYS_COUNT;
    out->order = driven_out_order;
    out->order_count = SORTER_ORDER_COUNT;
    in->best = driven_in_best;
    in->best_count = SORTER_BEST_COUNT;
    out->best = driven_out_best;
    out->best_count = SORTER_BEST_COUNT;
    out->last = driven_out_last;
    out->last_count = SORTER_LAST_COUNT;
    out->none = driven_out_none;
    out->none_count = SORTER_NONE_COUNT;
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        sorter_in in;
        sorter_out out;

        driven_give_main(&in, &out);
        return sorter_call(&driven_program, &in, &out);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        sorter_in in;
        sorter_out out;

        driven_give_main(&in, &out);
        return sorter_call_step(&driven_program, &in, &out);
    }
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static sorter_times times;

        profiled->count = SORTER_NODES;
        profiled->ns = times.ns;
        profiled->title = sorter_node_title;
        return sorter_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* Bytes of the two values that each setting alternates between. */
static const unsigned char driven_values_limit[] = {
    0x01u, 0x00u, 0x00u, 0x00u,
    0x00u, 0x01u, 0x00u, 0x00u,
};
static const unsigned char *const driven_values[] = {
    driven_values_limit,
};

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0: {
        sorter_in in;
        sorter_out out;

        driven_give_main(&in, &out);
        return sorter_call_timed(&driven_program, &in, &out, times);
    }
    default:
        return VG_ARGUMENT;
    }
}

static const vg_driver_selftest driven_selftest = {
    driven_values,
    NULL, /* start */
    NULL, /* poll */
    NULL, /* finish */
    driven_timed,
    NULL, /* batch */
    0u, /* bytes of state */
    NULL, /* save */
    NULL, /* reset */
    NULL, /* restore */
};

static const vg_driver_program driven = {
    "sorter",
    1u, /* lanes */
    {driven_inputs, 2u},
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
    &driven_selftest,
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
