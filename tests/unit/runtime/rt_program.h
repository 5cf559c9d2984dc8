/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* rt_program.h - a program written by hand as the generator would, for the runtime's unit tests over fake_cuda: three
 * lanes; an arena of each lane's own and one that they share, with a content of each sort; a setting in pinned memory, a
 * number of blocks that is patched into its node, a switch, a download on request; graphs "main" of three nodes and
 * "again" of one, a setup graph of one. */
#ifndef RT_PROGRAM_H
#define RT_PROGRAM_H

#include "vg_program.h"

enum {
    ARENA_BYTES = 1024,
    SHARED_BYTES = 200,
    LANE_STRIDE = 1024,                       /* of the application's device memory */
    FIRST_BYTES = ARENA_BYTES + SHARED_BYTES, /* device memory of the first lane */
    FIRST_STRIDE = 1280,
    PINNED_BYTES = 512, /* the last 256 are the runtime's */
    PINNED_STRIDE = 512,
    STATE_AT = 0,   /* 4 x u32 7, reset */
    DATA_AT = 64,   /* "constant" */
    PAIRS_AT = 128, /* 5 x u64 */
    BYTES_AT = 192, /* 3 x u8 0x11 */
    WORDS_AT = 200, /* 4 x u16 0x2233 */
    EQUAL_AT = 256, /* 2 x u64 of equal halves */
    APP_AT = 320,   /* 8 bytes from the application */
    END_OF_CONTENTS = 328,
    STATE_BYTES = 16 + 4,
    SHARED_AT = 8,      /* in the shared arena: 8 bytes from the application */
    SHARED_STATE_AT = 4 /* 1 x u32 9, reset */
};

enum { MAIN, AGAIN, SETUP, GRAPHS };
enum { SCALE_NODE, FILL_NODE, COPY_NODE, AGAIN_NODE, SETUP_NODE, NODES };
enum { MAIN_NODES = 3, LANES = 3 };

#define PAIR UINT64_C(0x1122334455667788)

typedef struct rt_lane {
    vg_program rt;
    struct rt_program *of;
    uint64_t arenas[2];
    void *nodes[NODES];
    vg_graph graphs[GRAPHS];
    unsigned char disabled[NODES];
    float gain;                        /* the setting's shadow; in the spec 1.0 */
    unsigned blocks, committed_blocks; /* grid of SCALE_NODE, in the spec 4; 0 disables the node */
    int fill;                          /* switch of FILL_NODE, in the spec on */
    uint64_t word;                     /* parameter of a kernel that ends its graph, … */
    void *params[1];                   /* … and where it is */
    int want;                          /* COPY_NODE runs with the next replay */
    uint64_t conditions[1];            /* which build of MAIN it was, from 1 */
    uint32_t built_with;               /* vg_program.images, when MAIN was last built */
    const char *expected_step;         /* title of the node added or changed last */
} rt_lane;

typedef struct rt_program {
    rt_lane lane[LANES];
    void *modules[VG_CODE_MODULES + 1];
    void *kernels[1];
    /* The tables, to be changed by a test before it opens. */
    vg_desc desc;
    vg_image images[3];
    vg_module module;
    vg_kernel kernel;
    uint32_t param_sizes[2];
    vg_content contents[9];
    vg_graph_desc graph_descs[GRAPHS];
    uint64_t arena_bytes[2];
    unsigned char arena_shared[2];
    const void *app_data[2];
    /* What a pool may hold: which arenas, and how much pinned memory besides. */
    unsigned char pooled[2];
    uint64_t pooled_bytes;
    /* What SCALE_NODE has besides, and MAIN; 0: nothing. */
    uint64_t cooperative_blocks, cooperative_shared;
    uint32_t cluster[3];
    int32_t priority;
    uint32_t resident_cluster, resident_most; /* 0, 0: its grid is fixed */
    uint32_t resident_blocks;                 /* what open found */
    unsigned traits;
    unsigned ends;   /* a bit by number for each graph that ends with a kernel for that, which is also its first one */
    uint64_t builds; /* of MAIN, so far */
} rt_program;

void rt_program_init(rt_program *p);
/* Whether it is the title of a node. */
int rt_program_is_node(const char *step);
/* The line that a detail with this step must have. */
uint32_t rt_program_line_of(const char *step);
/* The first lane. */
vg_status rt_program_open(rt_program *p, const vg_config *config);
/* The same with the tables of another struct, as two structs of one emitted program share theirs. */
vg_status rt_program_open_as(rt_program *p, const vg_desc *desc, const vg_config *config);
/* Of a lane, or a slot, that lies elsewhere. */
vg_storage rt_program_storage(rt_program *p, rt_lane *lane);
vg_status rt_program_open_lane(rt_program *p, unsigned lane);
/* The lane's own arena; the fake's device memory is host memory. */
unsigned char *rt_program_arena(const rt_program *p, unsigned lane);

#endif
