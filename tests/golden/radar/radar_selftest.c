/* SPDX-License-Identifier: 0BSD */
/* radar_selftest.c - program "radar" as the self-test (the runtime's folder driver/) sees it: replays in every way,
 * while every call of the heap is counted.
 * Made by vggen 0.1.0 from radar.yaml. Do not edit: change the spec and generate again. */
#include "radar.h"

#include "driver/driver.h"

#include <string.h>

static const uint64_t driven_shape_x[] = {1024u};
static const uint64_t driven_shape_mask[] = {1024u};
static const uint64_t driven_shape_table[] = {4u};
static const uint64_t driven_shape_sum[] = {2u};
static const uint64_t driven_shape_y[] = {1024u};
static const uint64_t driven_shape_part[] = {1024u};
static const uint64_t driven_shape_log[] = {1024u};
static const uint64_t driven_shape_total[] = {1u};
static const uint64_t driven_shape_top[] = {1u};

static const vg_driver_port driven_inputs[] = {
    {"x", "f32", "<f4", 'f', 4u, 4096u, 0, 1u, driven_shape_x},
    {"mask", "u8", "|u1", 'u', 1u, 1024u, 1, 1u, driven_shape_mask},
    {"table", "u32", "<u4", 'u', 4u, 16u, 1, 1u, driven_shape_table},
    {"sum", "f64", "<f8", 'f', 8u, 16u, 1, 1u, driven_shape_sum},
};

static const vg_driver_port driven_outputs[] = {
    {"sum", "f64", "<f8", 'f', 8u, 16u, 1, 1u, driven_shape_sum},
    {"y", "f32", "<f4", 'f', 4u, 4096u, 0, 1u, driven_shape_y},
    {"part", "f32", "<f4", 'f', 4u, 4096u, 0, 1u, driven_shape_part},
    {"log", "f32", "<f4", 'f', 4u, 4096u, 1, 1u, driven_shape_log},
    {"total", "u32", "<u4", 'u', 4u, 4u, 0, 1u, driven_shape_total},
    {"top", "f32", "<f4", 'f', 4u, 4u, 0, 1u, driven_shape_top},
};

static const vg_driver_port driven_settings[] = {
    {"gain", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
    {"bias", "f16", "<f2", 'h', 2u, 2u, 0, 0u, NULL},
    {"count", "u32", "<u4", 'u', 4u, 4u, 0, 0u, NULL},
    {"wide", "i32", "<i4", 'i', 4u, 4u, 0, 0u, NULL},
    {"limit", "f32", "<f4", 'f', 4u, 4u, 0, 0u, NULL},
};

static const char *const driven_switches[] = {
    "smooth",
    "trace",
};

static const char *const driven_graphs[] = {
    "search",
    "track",
};

static radar driven_program;

static vg_status driven_open(const vg_config *config, void *const *constants)
{
    (void)constants;
    return radar_open(&driven_program, config, NULL);
}

static vg_status driven_close(void)
{
    return radar_close(&driven_program);
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
        return radar_x(&driven_program);
    case 1:
        return radar_mask(&driven_program);
    case 2:
        return radar_table(&driven_program);
    case 3:
        return radar_sum(&driven_program);
    default:
        return NULL;
    }
}

static const void *driven_output(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return radar_sum_out(&driven_program);
    case 1:
        return radar_y(&driven_program);
    case 2:
        return radar_part(&driven_program);
    case 3:
        return radar_log(&driven_program);
    case 4:
        return radar_total(&driven_program);
    case 5:
        return radar_top(&driven_program);
    default:
        return NULL;
    }
}

static vg_status driven_changed(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 1:
        return radar_changed_mask(&driven_program);
    case 2:
        return radar_changed_table(&driven_program);
    case 3:
        return radar_changed_sum(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_want(size_t index, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0:
        return radar_want_sum(&driven_program);
    case 3:
        return radar_want_log(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_set(size_t index, const void *value, unsigned lane)
{
    (void)lane;
    switch (index) {
    case 0: {
        float typed;

        memcpy(&typed, value, sizeof typed);
        return radar_set_gain(&driven_program, typed);
    }
    case 1: {
        uint16_t typed;

        memcpy(&typed, value, sizeof typed);
        return radar_set_bias(&driven_program, typed);
    }
    case 2: {
        uint32_t typed;

        memcpy(&typed, value, sizeof typed);
        return radar_set_count(&driven_program, typed);
    }
    case 3: {
        int32_t typed;

        memcpy(&typed, value, sizeof typed);
        return radar_set_wide(&driven_program, typed);
    }
    case 4: {
        float typed;

        memcpy(&typed, value, sizeof typed);
        return radar_set_limit(&driven_program, typed);
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
        return radar_switch_smooth(&driven_program, on);
    case 1:
        return radar_switch_trace(&driven_program, on);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_replay(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return radar_search_replay(&driven_program);
    case 1:
        return radar_track_replay(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_step(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return radar_search_step(&driven_program);
    case 1:
        return radar_track_step(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *profiled)
{
    (void)lane;
    switch (graph) {
    case 0: {
        static radar_search_times times;

        profiled->count = RADAR_SEARCH_NODES;
        profiled->ns = times.ns;
        profiled->title = radar_search_node_title;
        return radar_search_profile(&driven_program, replays, &times);
    }
    case 1: {
        static radar_track_times times;

        profiled->count = RADAR_TRACK_NODES;
        profiled->ns = times.ns;
        profiled->title = radar_track_node_title;
        return radar_track_profile(&driven_program, replays, &times);
    }
    default:
        return VG_ARGUMENT;
    }
}

/* Bytes of the two values that each setting alternates between. */
static const unsigned char driven_values_gain[] = {
    0x00u, 0x00u, 0x00u, 0x00u,
    0x00u, 0x00u, 0x80u, 0x7fu,
};
static const unsigned char driven_values_bias[] = {
    0x00u, 0xc0u,
    0x00u, 0x40u,
};
static const unsigned char driven_values_count[] = {
    0x00u, 0x00u, 0x00u, 0x00u,
    0x00u, 0x04u, 0x00u, 0x00u,
};
static const unsigned char driven_values_wide[] = {
    0x01u, 0x00u, 0x00u, 0x00u,
    0x08u, 0x00u, 0x00u, 0x00u,
};
static const unsigned char driven_values_limit[] = {
    0x00u, 0x00u, 0xc0u, 0x7fu,
    0x00u, 0x00u, 0xc0u, 0x7fu,
};
static const unsigned char *const driven_values[] = {
    driven_values_gain,
    driven_values_bias,
    driven_values_count,
    driven_values_wide,
    driven_values_limit,
};

static vg_status driven_start(size_t graph, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return radar_search_start(&driven_program);
    case 1:
        return radar_track_start(&driven_program);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_poll(unsigned lane)
{
    (void)lane;
    return radar_poll(&driven_program);
}

static vg_status driven_finish(uint64_t timeout_ns, unsigned lane)
{
    (void)lane;
    return radar_finish(&driven_program, timeout_ns);
}

static vg_status driven_timed(size_t graph, vg_times *times, unsigned lane)
{
    (void)lane;
    switch (graph) {
    case 0:
        return radar_search_replay_timed(&driven_program, times);
    case 1:
        return radar_track_replay_timed(&driven_program, times);
    default:
        return VG_ARGUMENT;
    }
}

static vg_status driven_save(void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return radar_save(&driven_program, memory, size);
}

static vg_status driven_reset(unsigned lane)
{
    (void)lane;
    return radar_reset(&driven_program);
}

static vg_status driven_restore(const void *memory, size_t size, unsigned lane)
{
    (void)lane;
    return radar_restore(&driven_program, memory, size);
}

static const vg_driver_selftest driven_selftest = {
    driven_values,
    driven_start,
    driven_poll,
    driven_finish,
    driven_timed,
    NULL, /* batch */
    RADAR_STATE_BYTES,
    driven_save,
    driven_reset,
    driven_restore,
};

static const vg_driver_program driven = {
    "radar",
    1u, /* lanes */
    {driven_inputs, 4u},
    {driven_outputs, 6u},
    {driven_settings, 5u},
    {NULL, 0u}, /* constants */
    {driven_switches, 2u},
    {driven_graphs, 2u},
    driven_open,
    driven_close,
    driven_runtime,
    driven_input,
    driven_output,
    driven_changed,
    driven_want,
    driven_set,
    driven_turn,
    driven_replay,
    driven_step,
    driven_profile,
    &driven_selftest,
};

int main(int count, char **arguments)
{
    return vg_selftest_main(&driven, count, arguments);
}
