/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* driver.h - the table that a program emits for the command-line driver (NAME_main.c), the self-test (NAME_selftest.c)
 * and what measures blocks (NAME_tune.c): its ports, and thin functions over its own. None knows anything else of the
 * program. */
#ifndef VG_DRIVER_H
#define VG_DRIVER_H

#include "vg_program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_driver_workspaces VG_SYMBOL(vg_driver_workspaces)
#define vg_driver_main VG_SYMBOL(vg_driver_main)
#define vg_selftest_main VG_SYMBOL(vg_selftest_main)
#define vg_tune_main VG_SYMBOL(vg_tune_main)

/* A buffer that a file is read into or written from, or a setting. */
typedef struct vg_driver_port {
    const char *name;
    const char *type;  /* in the spec */
    const char *dtype; /* in .npy files */
    char kind;         /* i, u: integers; ?: bool; f: float; h: f16; b: bf16; s: struct, which is bytes */
    size_t element;    /* bytes of a number or struct */
    size_t bytes;
    int on_request;    /* it crosses only when asked for */
    size_t dimensions; /* a vector has one more: its lanes */
    const uint64_t *shape;
} vg_driver_port;

typedef struct vg_driver_ports {
    const vg_driver_port *port;
    size_t count;
} vg_driver_ports;

typedef struct vg_driver_names {
    const char *const *name;
    size_t count;
} vg_driver_names;

/* Device times of the nodes of a graph. */
typedef struct vg_driver_nodes {
    unsigned count;
    const uint64_t *ns;
    const char *(*title)(unsigned node);
} vg_driver_nodes;

/* What only the self-test uses. A function is NULL where the program has none such. */
typedef struct vg_driver_selftest {
    /* For each setting the two values that it alternates between, one after the other. */
    const unsigned char *const *values;
    /* NULL with `api: call`. */
    vg_status (*start)(size_t graph, unsigned lane);
    vg_status (*poll)(unsigned lane);
    vg_status (*finish)(uint64_t timeout_ns, unsigned lane);
    vg_status (*timed)(size_t graph, vg_times *times, unsigned lane);
    /* With `api: call`: a call that is started and then finished. */
    vg_status (*started)(size_t graph, unsigned lane);
    /* With `api: call` and lanes: one call for twice as many items as there are lanes. */
    vg_status (*batch)(size_t graph);
    /* Where there is state. */
    size_t state_bytes;
    vg_status (*save)(void *memory, size_t size, unsigned lane);
    vg_status (*reset)(unsigned lane);
    vg_status (*restore)(const void *memory, size_t size, unsigned lane);
} vg_driver_selftest;

/* ---- what only NAME_tune.c has ---- */

/* The sizes of one launch. */
typedef struct vg_driver_launch {
    uint32_t grid[3], block[3];
    uint32_t threads; /* of a block */
    uint32_t shared;  /* dynamic, in bytes */
    uint64_t most_blocks, most_shared; /* for any values of settings */
} vg_driver_launch;

/* A kernel whose block is left open. */
typedef struct vg_driver_tuned {
    const char *name;
    const vg_driver_launch *const *blocks; /* each is one block, in all of its launches */
    size_t block_count;
    size_t used; /* the block that the program has otherwise */
    vg_driver_launch *launches; /* as the next open makes them */
    size_t launch_count;
    vg_kernel *kernel; /* its row in the program's table */
    const unsigned char *launching; /* for each graph: 1 if replays of it launch the kernel */
} vg_driver_tuned;

typedef struct vg_driver_tune {
    const char *spec; /* the hash of what the spec says */
    const vg_driver_tuned *kernels;
    size_t count;
    int calls; /* replays are calls (`api: call`) */
    size_t state_bytes;
    vg_status (*save)(void *memory, size_t size, unsigned lane); /* NULL without state */
} vg_driver_tune;

/* An index counts through the ports or names above it. A function is NULL where the program has nothing of its kind. */
typedef struct vg_driver_program {
    const char *name;
    unsigned lanes;
    vg_driver_ports inputs, outputs, settings, constants;
    vg_driver_names switches, graphs;
    /* constants: memory for each constant that is given at open. */
    vg_status (*open)(const vg_config *config, void *const *constants);
    vg_status (*close)(void);
    vg_program *(*runtime)(unsigned lane);
    /* Pinned memory of an open program; with `api: call` memory that calls copy from and to. */
    void *(*input)(size_t index, unsigned lane);
    const void *(*output)(size_t index, unsigned lane);
    /* Requests, of ports that have on_request. */
    vg_status (*changed)(size_t index, unsigned lane);
    vg_status (*want)(size_t index, unsigned lane);
    vg_status (*set)(size_t index, const void *value, unsigned lane);
    vg_status (*turn)(size_t index, int on, unsigned lane);
    /* With `api: call` these are calls. */
    vg_status (*replay)(size_t graph, unsigned lane);
    vg_status (*step)(size_t graph, unsigned lane);
    vg_status (*profile)(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes *nodes);
    const vg_driver_selftest *selftest; /* NULL but in NAME_selftest.c */
    const vg_driver_tune *tune;         /* NULL but in NAME_tune.c */
} vg_driver_program;

/* Of a step that is a capture: the bytes of workspace that the spec gives it. */
typedef struct vg_driver_workspace {
    const char *name;
    uint64_t bytes;
} vg_driver_workspace;

/* What `main` returns for --workspaces: asks the function of each step, by its index, how many bytes it wants, and
 * prints that. */
int vg_driver_workspaces(const char *program, const vg_driver_workspace *steps, size_t count,
                         vg_status (*asks)(size_t index, uint64_t *bytes));

/* What `main` returns. driver.c, and the rest of the folder but for the files of the self-test. */
int vg_driver_main(const vg_driver_program *p, int count, char **arguments);
/* selftest.c and heap.c, linked with the program and the runtime alone. */
int vg_selftest_main(const vg_driver_program *p, int count, char **arguments);
/* tune.c, tune_measure.c, tune_file.c, arguments.c, npy.c and values.c, linked with NAME_tune.c instead of NAME.c. */
int vg_tune_main(const vg_driver_program *p, int count, char **arguments);

#ifdef __cplusplus
}
#endif

#endif
