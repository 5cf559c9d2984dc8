/* SPDX-License-Identifier: 0BSD */
/* crossing_selftest.c - program "crossing" as the self-test (the runtime's folder driver/) sees it: replays in every way,
 * while every call of the heap is counted.
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again. */
#include "crossing.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {1024u};
static const uint64_t driven_shape_z[] = {1024u};
static const uint64_t driven_shape_c[] = {1024u};
static const uint64_t driven_shape_letters[] = {37u};
static const uint64_t driven_shape_table[] = {1024u};
static const uint64_t driven_shape_sum[] = {1024u};
static const uint64_t driven_shape_w[] = {1024u};
static const uint64_t driven_shape_v[] = {1024u};
static const uint64_t driven_shape_last[] = {1024u};
static const uint64_t driven_shape_said[] = {1u};
static const uint64_t driven_shape_echo[] = {37u};
static const uint64_t driven_shape_quick[] = {1024u};

static const vg_driver_port driven_inputs[] = {
    {"x", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_x},
    {"z", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_z},
    {"c", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_c},
    {"letters", "u8", "|u1", 'u', 1u, 37u, 0, 1u, driven_shape_letters},
    {"table", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, driven_shape_table},
    {"sum", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, driven_shape_sum},
};

static const vg_driver_port driven_outputs[] = {
    {"sum", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, driven_shape_sum},
    {"w", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_w},
    {"v", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_v},
    {"last", "i32", "<i4", 'i', 4u, 4096u, 1, 1u, driven_shape_last},
    {"said", "i32", "<i4", 'i', 4u, 4u, 0, 1u, driven_shape_said},
    {"echo", "u8", "|u1", 'u', 1u, 37u, 0, 1u, driven_shape_echo},
    {"quick", "i32", "<i4", 'i', 4u, 4096u, 0, 1u, driven_shape_quick},
};

static const vg_driver_port driven_settings[] = {
    {"gain", "i32", "<i4", 'i', 4u, 4u, 0, 0u, NULL},
    {"bias", "i32", "<i4", 'i', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_graphs[] = {
    "all",
    "some",
};

static crossing driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return crossing_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return crossing_close(&driven_program);
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
        return crossing_x(&driven_program);
    case 1:
        return crossing_z(&driven_program);
    case 2:
        return crossing_c(&driven_program);
    case 3:
        return crossing_letters(&driven_program);
    case 4:
        return crossing_table(&driven_program);
    case 5:
        return crossing_sum(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return crossing_sum_out(&driven_program);
    case 1:
        return crossing_w(&driven_program);
    case 2:
        return crossing_v(&driven_program);
    case 3:
        return crossing_last(&driven_program);
    case 4:
        return crossing_said(&driven_program);
    case 5:
        return crossing_echo(&driven_program);
    case 6:
        return crossing_quick(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_changed(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 4:
        return crossing_changed_table(&driven_program);
    case 5:
        return crossing_changed_sum(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_want(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return crossing_want_sum(&driven_program);
    case 3:
        return crossing_want_last(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0: {
        int32_t typed;

        memcpy(&typed, value, sizeof typed);
        return crossing_set_gain(&driven_program, typed);
    }
    case 1: {
        int32_t typed;

        memcpy(&typed, value, sizeof typed);
        return crossing_set_bias(&driven_program, typed);
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
        return crossing_all_replay(&driven_program);
    case 1:
        return crossing_some_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_step(&driven_program);
    case 1:
        return crossing_some_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static crossing_all_times times;

        profiled->count = CROSSING_ALL_NODES;
        profiled->ns = times.ns;
        profiled->title = crossing_all_node_title;
        return crossing_all_profile(&driven_program, replays, &times);
    }
    case 1: {
        static crossing_some_times times;

        profiled->count = CROSSING_SOME_NODES;
        profiled->ns = times.ns;
        profiled->title = crossing_some_node_title;
        return crossing_some_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* Bytes of the two values that each setting alternates between. */
static const unsigned char driven_values_gain[] = {
    0x03u, 0x00u, 0x00u, 0x00u,
    0x02u, 0x00u, 0x00u, 0x00u,
};
static const unsigned char driven_values_bias[] = {
    0x05u, 0x00u, 0x00u, 0x00u,
    0x04u, 0x00u, 0x00u, 0x00u,
};
static const unsigned char *const driven_values[] = {
    driven_values_gain,
    driven_values_bias,
};

static vg_status driven_start(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_start(&driven_program);
    case 1:
        return crossing_some_start(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_poll(unsigned lane)
{
    (void)lane;
    return crossing_poll(&driven_program);
}

static vg_status driven_finish(uint64_t timeout_ns, unsigned lane)
{
    (void)lane;
    return crossing_finish(&driven_program, timeout_ns);
}

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return crossing_all_replay_timed(&driven_program, times);
    case 1:
        return crossing_some_replay_timed(&driven_program, times);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_save(void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return crossing_save(&driven_program, memory, size);
}

static vg_status driven_reset(unsigned lane)
{
    (void)lane;
    return crossing_reset(&driven_program);
}

static vg_status driven_restore(const void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return crossing_restore(&driven_program, memory, size);
}

static const vg_driver_selftest driven_selftest = {
    driven_values,
    driven_start,
    driven_poll,
    driven_finish,
    driven_timed,
    NULL, /* batch */
    CROSSING_STATE_BYTES,
    driven_save,
    driven_reset,
    driven_restore,
};

static const vg_driver_program driven = {
    "crossing",
    1u, /* lanes */
    {driven_inputs, 6u},
    {driven_outputs, 7u},
    {driven_settings, 2u},
    {NULL, 0u}, /* constants */
    {NULL, 0u}, /* switches */
    {driven_graphs, 2u},
    driven_open,
    driven_close,
    driven_runtime,
    driven_input,
    driven_output,
    driven_changed,
    driven_want,
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
