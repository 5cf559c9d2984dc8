/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vgsim.h - how a program registers itself with the CPU device, and what a test may ask the device. NAME_sim.cpp
 * registers the kernels' host build and, for each node, the bytes it may touch. */
#ifndef VGSIM_H
#define VGSIM_H

#include <stddef.h>
#include <stdint.h>

/* A hash over what this header and vgsim_abi.h declare, written by tests/script/abi.sh --update. What registers
 * kernels and programs carries it, so that a library of kernels links and loads only with the device that it was
 * compiled for. */
#define VGSIM_ABI 0x84e7c0b
#define VGSIM_SYMBOL(name) name##_of_cpu_device_0x84e7c0b

#ifdef __cplusplus
extern "C" {
#endif

#define vgsim_register_kernel VGSIM_SYMBOL(vgsim_register_kernel)
#define vgsim_register_program VGSIM_SYMBOL(vgsim_register_program)
#define vgsim_register_images VGSIM_SYMBOL(vgsim_register_images)

/* ---- registration (called by static constructors, before the driver is used) ---- */

typedef void (*vgsim_thunk)(void **parameters);

struct vgsim_fused;

typedef struct vgsim_kernel {
    const char *entry;
    vgsim_thunk run;            /* one thread: unpacks kernelParams by the kernel's own type and calls it */
    unsigned param_count;
    const uint32_t *param_sizes;
    const char *module;         /* what it was compiled for, "fir: fir.cu"; NULL: for any */
    const struct vgsim_fused *fused; /* a fused launch: what it does, and `run` is NULL; else NULL */
} vgsim_kernel;

void vgsim_register_kernel(const vgsim_kernel *kernel);

/* ---- fused launches: kernels whose blocks run other kernels, one after the other ---- */

typedef enum vgsim_given_kind {
    VGSIM_PARAMETER,            /* what the launch's parameter `index` holds */
    VGSIM_CONDITION,            /* the handle of the launch's condition `index` */
    VGSIM_LOADED                /* what lies `offset` bytes behind the address in the launch's parameter `index` */
} vgsim_given_kind;

/* What a parameter of a part's kernel is given. */
typedef struct vgsim_given {
    vgsim_given_kind kind;
    unsigned index, bytes;
    uint64_t offset;
} vgsim_given;

typedef enum vgsim_part_kind { VGSIM_LAUNCH_PART, VGSIM_WHILE_PART, VGSIM_IF_PART, VGSIM_SWITCH_PART } vgsim_part_kind;

struct vgsim_part;

typedef struct vgsim_parts {
    const struct vgsim_part *parts;
    unsigned count;
} vgsim_parts;

/* One of the things that a fused launch does: a kernel with a grid and blocks of its own, or a loop or a choice by one
 * of the launch's conditions, which are words of its own and begin each launch with a value. */
typedef struct vgsim_part {
    vgsim_part_kind kind;
    unsigned block;             /* of the launch, that does it; the parts of a block lie side by side */
    int apart;                  /* no barrier stands between it and the part before it */
    const char *entry, *module; /* a launch: its kernel, as it is registered … */
    unsigned grid[3], threads[3], shared_bytes;
    const vgsim_given *given;   /* … and what its parameters get */
    unsigned given_count;
    const vgsim_given *when;    /* it is left out where this is a u32 of 0; NULL: never */
    unsigned condition;         /* the others: by what they decide … */
    const vgsim_parts *bodies;  /* … and what they hold */
    unsigned body_count;
} vgsim_part;

typedef struct vgsim_fused {
    vgsim_parts parts;
    const unsigned *conditions; /* the first value of each */
    unsigned condition_count;
    int resident;               /* it stays on the device: its one part is a loop, and each pass of that … */
    unsigned lines;             /* … begins when the u64 changes that this parameter leads to */
} vgsim_fused;

/* ---- memory and nodes ---- */

/* A space is one device arena, or the pinned arena. Its address is found from the first node that names it and must
 * be the same everywhere. Or it is a buffer that lies in memory of the application's, which may change from launch to
 * launch. */
#define VGSIM_EXTERNAL (-1)
#define VGSIM_POOLED (-2)
#define VGSIM_MIRROR (-3)
typedef struct vgsim_space {
    const char *name;           /* "device", "pinned", a buffer's name with --layout=separate */
    uint64_t size;
    /* 0: on the device; VGSIM_MIRROR: there, too, in place of pinned memory while a launch stays; VGSIM_POOLED: what a
     * pool may hold of pinned memory, where other programs write too; VGSIM_EXTERNAL: on the device or pinned, as the
     * application likes; else how many of them a lane has, one for each replay in flight. */
    int pinned;
    int shared;                 /* with several lanes: the same for all of them; else each lane has its own */
} vgsim_space;

enum {
    VGSIM_READ = 1,
    VGSIM_WRITE = 2,
    VGSIM_WHOLE = 4,            /* with WRITE: every byte must be written (poisoned before, checked after) */
    VGSIM_WORK = 8,             /* undefined before and after (poisoned before and after) */
    VGSIM_SPARE = 16            /* with READ: a copy takes it along between what it needs; it may be undefined */
};

typedef struct vgsim_range {
    unsigned space;
    unsigned access;
    uint64_t first, last;       /* bytes [first, last) of the space */
    const char *buffer;
} vgsim_range;

/* A buffer, so that bytes can be named as the spec names them. Several may share bytes. */
typedef struct vgsim_buffer {
    const char *name;
    unsigned space;
    uint64_t offset, bytes;     /* in the space */
    unsigned element;           /* bytes of one */
} vgsim_buffer;

/* Where an address of the node must point: a kernel's parameter, what lies in a parameter from a byte on, or a copy's
 * or fill's end. */
#define VGSIM_TO (-1)
#define VGSIM_FROM (-2)
#define VGSIM_WITHIN(parameter, byte) ((parameter) + 65536 * (byte))
typedef struct vgsim_binding {
    int parameter;              /* index, VGSIM_WITHIN, VGSIM_TO or VGSIM_FROM */
    unsigned space;
    uint64_t offset;
} vgsim_binding;

typedef enum vgsim_node_kind {
    VGSIM_KERNEL_NODE,
    VGSIM_COPY_NODE,
    VGSIM_FILL_NODE,
    VGSIM_EMPTY_NODE,
    VGSIM_CONDITIONAL_NODE,     /* its ranges are all that its bodies may touch */
    VGSIM_TRANSFER_NODE,        /* a kernel that copies like a copy node; disabled, it leaves what it last brought */
    VGSIM_MOVE_NODE,            /* a kernel that copies or fills what it is registered to, like a node for that */
    VGSIM_END_NODE,             /* a kernel, last and behind all others: by it the host sees that the graph is done. Its
                                 * first binding is the word that it writes 1 to, which is in no range */
    VGSIM_CALL_NODE,            /* a function of the application's (vgsim_add_call): `parameter` of its bindings is the
                                 * index of one of the ranges that it was added with, which begins there */
    VGSIM_LINES_NODE,           /* a kernel that takes lines which the host writes, or sends lines: not looked at */
    VGSIM_FUSED_NODE            /* a fused launch. Its one body has a node for each of its parts, in their order; its
                                 * ranges are all that they may touch */
} vgsim_node_kind;

struct vgsim_graph;

typedef struct vgsim_node {
    vgsim_node_kind kind;
    const char *title;          /* "launch fir" */
    const char *entry;          /* kernel, transfer, move, end and fused nodes, else NULL */
    const vgsim_binding *bindings;
    unsigned binding_count;
    const vgsim_range *ranges;
    unsigned range_count;
    const struct vgsim_graph *bodies;   /* conditional and fused nodes: their graphs, in order */
    unsigned body_count;
    unsigned line;              /* of the spec; 0: a node that no step stands for */
} vgsim_node;

typedef struct vgsim_graph {
    const char *name;
    const vgsim_node *nodes;    /* in the order in which they are added to the CUgraph */
    unsigned node_count;
} vgsim_graph;

typedef struct vgsim_program {
    const char *name;
    unsigned capability;        /* of the first target: what the device answers, 90 for sm_90 */
    const vgsim_space *spaces;
    unsigned space_count;
    const vgsim_graph *graphs;
    unsigned graph_count;
    unsigned lanes;             /* copies of each graph but "setup", each over spaces of its own */
    const vgsim_buffer *buffers;
    unsigned buffer_count;
    const char *spec;           /* its file, without a folder */
    uint64_t stamp;             /* of the run of vggen that made NAME_sim.cpp; 0: none */
    const uint64_t *linked;     /* that of NAME.c; NULL where the loader does not find it */
} vgsim_program;

void vgsim_register_program(const vgsim_program *program);
/* Where images begin, and the modules that they are of, "fir: fir.cu"; NULL where the loader does not find them. */
void vgsim_register_images(const void *const *images, const char *const *modules, unsigned count);

/* ---- functions of the application as nodes; the runtime finds these two by cuGetProcAddress ---- */

/* Bytes that the function may touch: VGSIM_READ, VGSIM_WRITE or both, or VGSIM_WORK. */
typedef struct vgsim_call_range {
    uint64_t address, bytes;
    unsigned access;
} vgsim_call_range;

typedef struct vgsim_call {
    const char *title;          /* "capture range_fft" */
    int (*function)(void *self, void *stream);
    void *self;
    const vgsim_call_range *ranges;
    size_t range_count;
} vgsim_call;

/* Adds a node to the CUgraph that calls the function, with a stream of NULL, at each replay; it does its work at once,
 * on the host. Where nodes are checked, it is called twice for one replay, from the same memory. What `call` points at
 * is copied. Returns a CUresult. With VGSIM_CAPTURE=1 or vgsim_capture(1), cuGetProcAddress has neither of the two, and
 * streams are captured as on a GPU. */
int vgsim_add_call(void **node, void *graph, void *const *after, size_t count, const vgsim_call *call);
/* Calls it once, behind all that waits in the CUstream, and gives what it answers. Returns a CUresult. */
int vgsim_run_call(void *stream, const vgsim_call *call, int *answer);

/* ---- for tests ---- */

/* Problems found so far (each was printed to stderr as "vgsim: KIND: text"). */
unsigned long vgsim_problem_count(void);
/* The last problem's kind: "race", "write outside", … or "" */
const char *vgsim_problem_kind(void);
void vgsim_problems_clear(void);
/* Driver calls so far; fail the n-th call from now (n from 1), or the n-th call of `name` if not NULL, with `code`. */
unsigned long vgsim_call_count(void);
void vgsim_fail(unsigned long n, const char *name, int code);
/* The call that was made to fail since the last vgsim_fail with n > 0, "" as long as there was none. */
const char *vgsim_failed(void);
/* Live driver objects and allocations; 0 when nothing leaks. */
unsigned long vgsim_live_count(void);
void vgsim_seed(uint64_t seed);
/* 1: functions are captured as on a GPU, and vgsim_add_call is not found; 0: as at the start. */
void vgsim_capture(int as_on_gpu);
/* Multiprocessors of the device from now on, as by VGSIM_MULTIPROCESSORS; 0: as if that were not given. */
void vgsim_multiprocessors(unsigned count);
/* Seconds of processor time after which a kernel counts as endless (10); 0: never. */
void vgsim_limit(double seconds);
/* From now on launches of the graph, or of graphs with the kernel, of that name take so much longer (NULL: all
 * launches); n > 0: only the n-th of them. 0 seconds: none. */
void vgsim_delay(const char *name, unsigned long n, double seconds);

/* What has crossed the bus: transfers, and bytes of buffers. */
typedef struct vgsim_traffic {
    uint64_t uploads, upload_bytes, downloads, download_bytes;
} vgsim_traffic;

/* From now on, nodes of graphs add what they really read and wrote in pinned memory; NULL: no longer. A copy or a
 * launch that copies is one transfer, any other kernel one for each buffer. Only kernels that are checked are seen. */
void vgsim_count_traffic(vgsim_traffic *to);

#ifdef __cplusplus
}
#endif

#endif
