/* SPDX-License-Identifier: 0BSD */
/* vg_program.h - the contract between emitted code and the runtime: the tables that a program hands over, the struct that
 * each lane of it holds, and the functions that its own functions call. Applications use vg_rt.h; this file is included by
 * NAME.h only so that they can allocate `struct NAME`. */
#ifndef VG_PROGRAM_H
#define VG_PROGRAM_H

#include "vg_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_open vg1_open
#define vg_close vg1_close
#define vg_start vg1_start
#define vg_poll vg1_poll
#define vg_finish vg1_finish
#define vg_replay vg1_replay
#define vg_replay_timed vg1_replay_timed
#define vg_open_lane vg1_open_lane
#define vg_reset vg1_reset
#define vg_step vg1_step
#define vg_profile vg1_profile
#define vg_save vg1_save
#define vg_restore vg1_restore
#define vg_take vg1_take
#define vg_node_enable vg1_node_enable
#define vg_node_patch vg1_node_patch
#define vg_node_added vg1_node_added
#define vg_check_cooperative vg1_check_cooperative
#define vg_check_cluster vg1_check_cluster
#define vg_node_cooperative vg1_node_cooperative
#define vg_node_cluster vg1_node_cluster
#define vg_node_priority vg1_node_priority
#define vg_node_first vg1_node_first
#define vg_rebuild vg1_rebuild
#define vg_refuse vg1_refuse
#define vg_driver_failed vg1_driver_failed

/* Fails to compile when the condition is false; usable at file scope in C99 and C++17. */
#define VG_JOIN_(a, b) a##b
#define VG_JOIN(a, b) VG_JOIN_(a, b)
#define VG_STATIC_ASSERT(condition, name) typedef char VG_JOIN(vg_assert_##name##_, __LINE__)[(condition) ? 1 : -1]
/* How many elements an array member of a struct has. */
#define VG_ROOM(type, member) (sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0]))

/* ---- what emitted code hands to the runtime ---- */

typedef enum vg_image_kind {
    VG_IMAGE_CUBIN,             /* exact machine code for one target */
    VG_IMAGE_PTX,               /* NUL-terminated text, compiled at open for targets of at least `capability` */
    VG_IMAGE_STUB               /* generated with --image=none: text that no GPU takes (VG_NO_IMAGE), but the CPU device does */
} vg_image_kind;

typedef struct vg_image {
    vg_image_kind kind;
    unsigned capability;        /* 90 for sm_90 */
    const char *target;         /* "sm_90" */
    const void *bytes;          /* aligned to 16 */
    size_t size;
} vg_image;

typedef struct vg_module {
    const vg_image *images;     /* cubins before PTX; a stub is the only one */
    unsigned image_count;
} vg_module;

typedef struct vg_kernel {
    const char *name;           /* in the spec */
    const char *entry;          /* in the image */
    unsigned module;
    uint32_t dynamic_shared;    /* most that any node asks for */
    uint32_t threads;           /* most threads of a block that any node launches */
    unsigned param_count;
    const uint32_t *param_sizes;    /* bytes */
} vg_kernel;

/* Bytes that a buffer holds from the start: written in open (those in shared arenas by the first lane alone), and those
 * with `reset` again. */
#define VG_RESET_STATE 1u       /* after warm-up, and by vg_reset */
#define VG_RESET_INOUT 2u       /* after warm-up: what the application sends on request, and replays change */
typedef struct vg_content {
    unsigned arena;
    unsigned reset;             /* 0, or one of these. In a shared arena it is written once: no replay changes it */
    uint64_t offset, bytes;
    const void *data;           /* `bytes` bytes (element 1), or one element that repeats; NULL: the pattern */
    int app_data;               /* index into vg_storage.app_data, or -1 */
    uint32_t element;           /* its bytes: 1, 2, 4 or 8 of a pattern, any number of data */
    uint32_t low, high;         /* pattern: its value, high for element 8 only */
} vg_content;

typedef struct vg_graph_desc {
    const char *name;
    unsigned first_node, node_count;    /* in vg_desc.node_titles and vg_storage.nodes */
    vg_status (*build)(void *self, void *graph);    /* adds every node to a CUgraph, in order */
    uint32_t uploads, downloads;        /* copies in one replay, … */
    uint64_t upload_bytes, download_bytes;  /* … and their bytes */
} vg_graph_desc;

typedef struct vg_desc {
    unsigned abi;               /* VG_ABI */
    const char *program;
    unsigned min_cuda;          /* 13000 for "13.0" */
    const uint64_t *arena_bytes;        /* device arenas */
    unsigned arena_count;
    uint64_t pinned_bytes;      /* with VG_COMPLETION_BYTES at the end, a multiple of 256 */
    const vg_module *modules;
    unsigned module_count;
    const vg_kernel *kernels;
    unsigned kernel_count;
    const vg_content *contents;
    unsigned content_count;
    const char *const *node_titles;     /* of all graphs, one after the other */
    unsigned node_count;
    const vg_graph_desc *graphs;        /* those that are replayed, then setup if there is one */
    unsigned graph_count;
    unsigned setup;             /* 1: the last graph runs once in open and is then destroyed */
    const unsigned char *arena_shared;  /* NULL, or for each arena: 1 if all lanes share it */
    /* NULL where there is nothing to do: the spec's values into the shadows, nothing requested, and into pinned memory,
     * which is all zero then, what inputs on request hold from the start. */
    void (*reset_settings)(void *self);
    /* NULL where there is nothing to do: before each launch, shadows into pinned memory, by-value parameters and grids
     * into the exec where they changed, and each switched or requested node enabled or disabled. The setup graph is
     * launched like any other. May be called again after a failure. */
    vg_status (*commit)(void *self, unsigned graph);
    /* NULL without requests: after a launch that went well, what was requested is requested no more. */
    void (*launched)(void *self, unsigned graph);
} vg_desc;

/* What build functions say of a graph. */
#define VG_HAS_CONDITIONAL 1u   /* nodes whose bodies the device runs or leaves out */
#define VG_HAS_PROGRAMMATIC 2u  /* edges that may be programmatic */
#define VG_HAS_PRIORITIES 8u    /* of kernel nodes, which are then used instead of the stream's */
#define VG_HAS_END 16u          /* a last node that writes 1 into the runtime's word, which is 0 before */
#define VG_HAS_SMALL_COPIES 32u /* its copies are so small that an exec that the device could launch, too, is faster */
typedef struct vg_graph {
    void *graph;                /* CUgraph */
    void *exec;                 /* CUgraphExec */
    unsigned traits;            /* of those above */
} vg_graph;

/* Arrays inside the program's own struct. */
typedef struct vg_storage {
    void *self;                 /* the program, for the callbacks */
    uint64_t *arenas;           /* arena_count device addresses */
    void **modules;             /* CUmodule */
    void **kernels;             /* CUfunction */
    void **nodes;               /* CUgraphNode */
    vg_graph *graphs;
    unsigned char *disabled;    /* node_count flags: 1 = disabled in its exec (vg_profile uses 2); NULL where no node ever is */
    const void *const *app_data;    /* `data: app` pointers, or NULL */
    uint64_t *conditions;       /* CUgraphConditionalHandle of each condition, or NULL */
    unsigned condition_count;
    /* vg_rebuild where a graph has conditional nodes or programmatic edges, else NULL. */
    vg_status (*rebuild)(struct vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions);
} vg_storage;

/* ---- an open program ---- */

/* The last bytes of each lane's pinned memory are the runtime's, the last node of a graph with VG_HAS_END writes this
 * value there. */
#define VG_COMPLETION_BYTES 256u
#define VG_END_VALUE 1u

/* How the host sees that a replay has ended: it looks at a word in the last bytes of the lane's pinned memory until that
 * holds the value that this replay ends with. A graph with VG_HAS_END writes VG_END_VALUE with its last node, and the word
 * is cleared right before the launch. After any other graph the stream is told to write a number that no launch used
 * before, so that the word of an earlier replay never ends a later one, whichever graphs take turns. Where neither writes
 * it (VG_COMPLETION_QUERY, a device that cannot, a write that the driver refused), the stream is asked instead. Only
 * after a launch that failed, or a replay that was given up, may a last node still be about to write: until a later
 * replay has ended, words of last nodes are not trusted then, and the stream's number or a query decides. */
typedef struct vg_ending {
    uint32_t *word;             /* NULL where no graph of the program needs one */
    uint64_t word_device;       /* the same word as the device sees it */
    uint32_t number;            /* the last one that the stream was told to write: 2 more than a multiple of 4, so neither 0
                                 * nor VG_END_VALUE; they repeat after 2^30 launches */
    uint32_t awaited;           /* what the word holds once the replay that runs has ended */
    unsigned marked;            /* not 0: the word will be written; 0: the stream is asked */
    unsigned ends;              /* VG_HAS_END: words of last nodes may be waited for; 0: VG_COMPLETION_QUERY was asked for */
    unsigned trusted;           /* ends, or 0 as long as words of last nodes are not trusted */
    unsigned chosen;            /* 1: VG_COMPLETION_AUTO was asked for, and config.completion is what it came to */
} vg_ending;

/* vg_program.state: numbers that memory which nobody zeroed is unlikely to hold. */
#define VG_MARK_OPEN UINT64_C(0x76672d6f70656e31)
#define VG_MARK_LOST UINT64_C(0x76672d6c6f737431)

/* One lane of a program, a member of its struct. Zero it before the first open. Emitted code reads `pinned`,
 * `pinned_device` and `context`, counts in `stats`, and copies `detail` from lane to lane; the rest is the runtime's, and
 * the functions below answer what emitted code asks about it. */
typedef struct vg_program {
    uint64_t state;             /* VG_MARK_OPEN, VG_MARK_LOST, or 0: closed */
    const vg_desc *desc;
    void *context;
    void *stream;
    unsigned char *pinned;      /* host address of the pinned arena */
    uint64_t pinned_device;     /* the same memory as the device sees it */
    unsigned running;           /* 1 + index of the graph that runs, or 0 */
    unsigned stepping;          /* 1: commit goes to the graph's nodes, not to the exec's */
    vg_ending end;
    struct vg_program *first;   /* of a lane after the first: the one that owns device, context, kernels, shared arenas */
    unsigned lane;              /* 0 for the first */
    uint32_t lanes;             /* of the first: which further lanes are open, bit 1 for lane 1 */
    vg_storage store;
    vg_config config;           /* a copy */
    int device;
    unsigned own;               /* what the runtime made itself and must free, as bits */
    uint32_t images;            /* a bit by the index of the image that every module was loaded from; 0: they differ */
    uint64_t begun, launched;   /* of the replay that runs, where a trace is kept */
    uint64_t range;             /* of the replay that runs, with VG_NVTX */
    void *events[2];            /* timing, for replay_timed */
    void *done;                 /* blocking event, for VG_WAIT_BLOCK */
    vg_detail detail;
    vg_stats stats;
} vg_program;

/* ---- what emitted code asks ---- */

static inline int vg_is_open(const vg_program *rt)
{
    return rt->state == VG_MARK_OPEN;
}

/* Also after the device was lost, until the program is closed. */
static inline int vg_has_memory(const vg_program *rt)
{
    return rt->state == VG_MARK_OPEN || rt->state == VG_MARK_LOST;
}

static inline int vg_is_running(const vg_program *rt)
{
    return rt->running != 0u;
}

/* What commit changes: the exec that replays launch; or, where vg_step runs the nodes one by one or vg_profile builds a
 * twin, the nodes of the graph. Then every node that follows a setting is given its parameters, changed or not, and nothing
 * counts as committed. */
static inline int vg_commits_to_exec(const vg_program *rt)
{
    return rt->stepping == 0u;
}

/* Whether all modules were loaded from one of these images, a bit by index. */
static inline int vg_is_loaded_from(const vg_program *rt, uint32_t images)
{
    return (rt->images & images) != 0u;
}

/* 0 where the stream is the application's. */
static inline int vg_owns_stream(const vg_program *rt)
{
    return rt->config.stream == NULL;
}

/* ---- what emitted code calls for the application ---- */

/* On failure everything that was made is undone and the program is closed again; the detail stays readable. */
vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage);
/* A further lane of an open program, with first's configuration: own stream, arenas (but those that are shared), pinned
 * memory, graphs; setup does not run again. Modules and kernels are first's; storage names the same arrays. At most 31.
 * On failure only what belongs to this lane is undone. Close it before first. */
vg_status vg_open_lane(vg_program *rt, vg_program *first, const vg_storage *storage);
/* Frees in reverse order, waits for a running replay first. The first failure is returned, but everything is tried.
 * VG_STATE while further lanes are open. */
vg_status vg_close(vg_program *rt);
vg_status vg_start(vg_program *rt, unsigned graph);
vg_status vg_poll(vg_program *rt);
/* timeout in nanoseconds from now: 0 looks once, VG_FOREVER may block for good. */
vg_status vg_finish(vg_program *rt, uint64_t timeout_ns);
vg_status vg_replay(vg_program *rt, unsigned graph);
vg_status vg_replay_timed(vg_program *rt, unsigned graph, vg_times *times);
/* State back to what the spec says (VG_RESET_STATE), done when it returns; VG_STATE while a replay runs. Settings,
 * switches, requests and pinned memory stay. After a failure the state is undefined until it is reset again. */
vg_status vg_reset(vg_program *rt);

/* One replay without the graph: each enabled node in the order of creation, by a stream call of its own with a
 * synchronisation after it, so that a fault is pinned on its step (the detail names it). Same results and counters as
 * vg_replay; also the plain way to run a program where graphs are not wanted. VG_CANNOT where the graph has conditional
 * nodes: what decides about their bodies is known to the device alone. */
vg_status vg_step(vg_program *rt, unsigned graph);

/* Device time of each node of one replay, in memory of the caller, sized for the graph's node count. */
typedef struct vg_node_times {
    unsigned count;             /* nodes that the arrays below have room for: at least the graph's */
    uint64_t *ns;               /* of each node: from the end of the last one that it waits for to its own end; 0 where
                                 * it is disabled */
    void **scratch;             /* 2 * count + 2 pointers; 4 * count + 2 + condition_count where a build function says
                                 * that the graph has conditional nodes or programmatic edges */
} vg_node_times;

/* A replay (it counts as one: state moves on, outputs are downloaded) of a twin of the graph that records an event after
 * each node. The twin is built, run `replays` times and destroyed: each ns is the least of them. A conditional node has
 * the time of all that its bodies did. No edge of the twin is programmatic. */
vg_status vg_profile(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times);

/* State (contents with `reset`) to and from memory of the caller, one buffer after the other in the order of vg_desc.
 * size is their sum, else VG_ARGUMENT. What lanes share is saved, too, but not written. Done on return; VG_STATE while
 * a replay runs. After a failed restore the state is undefined until it is reset or restored. */
vg_status vg_save(vg_program *rt, void *memory, size_t size);
vg_status vg_restore(vg_program *rt, const void *memory, size_t size);

/* For the copying form: copies size bytes from `from` to `kept` and returns whether they differed, in one pass that
 * writes nothing before the 4096 bytes in which the first difference lies. */
int vg_take(void *kept, const void *from, size_t size);

/* ---- what emitted code calls while it builds and changes graphs ---- */

/* Generated build functions report each node they add: result is the CUresult, call its name. */
vg_status vg_node_added(vg_program *rt, unsigned node, void *handle, int result, const char *call);
/* vg_control.c, for programs that need it. params is a CUDA_KERNEL_NODE_PARAMS. Before the node is added: whether the
 * device can run that many blocks with that much dynamic shared memory at once, or clusters of that size at all
 * (VG_NO_ROOM) … */
vg_status vg_check_cooperative(vg_program *rt, unsigned node, const void *params, uint64_t blocks, uint64_t shared);
vg_status vg_check_cluster(vg_program *rt, unsigned node, const void *params, uint32_t x, uint32_t y, uint32_t z);
/* … and after it: sets the attribute, and refuses (VG_DRIVER) where the driver then says something else. */
vg_status vg_node_cooperative(vg_program *rt, unsigned node);
vg_status vg_node_cluster(vg_program *rt, unsigned node, uint32_t x, uint32_t y, uint32_t z);
vg_status vg_node_priority(vg_program *rt, unsigned node, int32_t priority);
/* Before others that wait, where the device can: nothing is refused. A stream of the application has a priority of its
 * own, which then counts alone. */
vg_status vg_node_first(vg_program *rt, unsigned node);
/* One more CUgraph by a graph's build function, with ordinary edges alone, as the settings are after a commit. Its nodes
 * go to `nodes`; the program keeps its own ones and its conditions, for which `conditions` has room meanwhile. *made is to
 * be destroyed by the caller, also after a failure. */
vg_status vg_rebuild(vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions);

/* Generated commit functions: enables or disables a kernel, copy or fill node in its exec, if it is not so already (node
 * counts through all graphs, as in vg_desc.node_titles) … */
vg_status vg_node_enable(vg_program *rt, unsigned graph, unsigned node, int enabled);
/* … and give a kernel node new parameters (a CUDA_KERNEL_NODE_PARAMS): in its exec, or in its graph where commit does not
 * go to the exec. */
vg_status vg_node_patch(vg_program *rt, unsigned graph, unsigned node, const void *params);
/* Records a refusal (status, what was checked, numbers) in the detail and returns status. */
vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found);
/* Records a failed driver call (result is its CUresult, not 0) in the detail and returns the status that it means. */
vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step);

#ifdef __cplusplus
}
#endif

#endif
