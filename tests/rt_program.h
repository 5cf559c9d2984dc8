/* SPDX-License-Identifier: MIT */
/* rt_program.h - a program written by hand as the generator would, for the runtime's unit tests over fake_cuda: one
 * arena with a content of each sort, a setting, a graph "main" of three nodes, a setup graph of one. */
#ifndef RT_PROGRAM_H
#define RT_PROGRAM_H

#include "../runtime/vg_rt.h"

enum {
    ARENA_BYTES = 1024,
    PINNED_BYTES = 512,
    STATE_AT = 0,   /* 4 x u32 7, reset */
    DATA_AT = 64,   /* "constant" */
    PAIRS_AT = 128, /* 5 x u64 */
    BYTES_AT = 192, /* 3 x u8 0x11 */
    WORDS_AT = 200, /* 4 x u16 0x2233 */
    EQUAL_AT = 256, /* 2 x u64 of equal halves */
    APP_AT = 320,   /* 8 bytes from the application */
    END_OF_CONTENTS = 328,
    MAIN_NODES = 3
};

#define PAIR UINT64_C(0x1122334455667788)

typedef struct rt_program {
    vg_program rt;
    uint64_t arenas[1];
    void *modules[1];
    void *kernels[1];
    void *nodes[MAIN_NODES + 1];
    vg_graph graphs[2];
    float gain; /* the setting's shadow; in the spec 1.0 */
    /* The tables, to be changed by a test before it opens. */
    vg_desc desc;
    vg_image images[3];
    vg_module module;
    vg_kernel kernel;
    uint32_t param_sizes[2];
    vg_content contents[7];
    vg_graph_desc graph_descs[2];
    uint64_t arena_bytes[1];
    const void *app_data[1];
    const char *expected_step; /* title of the node added last */
} rt_program;

void rt_program_init(rt_program *p);
vg_status rt_program_open(rt_program *p, const vg_config *config);
/* The arena's bytes; the fake's device memory is host memory. */
unsigned char *rt_program_arena(const rt_program *p);

#endif
