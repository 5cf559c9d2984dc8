/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_program.h - the contract between emitted code and the runtime: the tables that a program hands over, the struct
 * that each lane of it holds, and the functions that its own functions call. Applications use vg_rt.h; this file is
 * included by NAME.h only so that they can allocate `struct NAME`. */
#ifndef VG_PROGRAM_H
#define VG_PROGRAM_H

#include "vg_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_open VG_SYMBOL(vg_open)
#define vg_close VG_SYMBOL(vg_close)
#define vg_start VG_SYMBOL(vg_start)
#define vg_poll VG_SYMBOL(vg_poll)
#define vg_finish VG_SYMBOL(vg_finish)
#define vg_replay VG_SYMBOL(vg_replay)
#define vg_replay_timed VG_SYMBOL(vg_replay_timed)
#define vg_open_lane VG_SYMBOL(vg_open_lane)
#define vg_reset VG_SYMBOL(vg_reset)
#define vg_step VG_SYMBOL(vg_step)
#define vg_profile VG_SYMBOL(vg_profile)
#define vg_sum_graph VG_SYMBOL(vg_sum_graph)
#define vg_sum_stats VG_SYMBOL(vg_sum_stats)
#define vg_save VG_SYMBOL(vg_save)
#define vg_restore VG_SYMBOL(vg_restore)
#define vg_take VG_SYMBOL(vg_take)
#define vg_now VG_SYMBOL(vg_now)
#define vg_hit VG_SYMBOL(vg_hit)
#define vg_hash VG_SYMBOL(vg_hash)
#define vg_kept_next VG_SYMBOL(vg_kept_next)
#define vg_kept_oldest VG_SYMBOL(vg_kept_oldest)
#define vg_node_enable VG_SYMBOL(vg_node_enable)
#define vg_node_patch VG_SYMBOL(vg_node_patch)
#define vg_node_added VG_SYMBOL(vg_node_added)
#define vg_check_cooperative VG_SYMBOL(vg_check_cooperative)
#define vg_check_cluster VG_SYMBOL(vg_check_cluster)
#define vg_resident VG_SYMBOL(vg_resident)
#define vg_node_cooperative VG_SYMBOL(vg_node_cooperative)
#define vg_node_cluster VG_SYMBOL(vg_node_cluster)
#define vg_node_priority VG_SYMBOL(vg_node_priority)
#define vg_node_grid VG_SYMBOL(vg_node_grid)
#define vg_node_again VG_SYMBOL(vg_node_again)
#define vg_graph_changed VG_SYMBOL(vg_graph_changed)
#define vg_grid_fits VG_SYMBOL(vg_grid_fits)
#define vg_rebuild VG_SYMBOL(vg_rebuild)
#define vg_bind VG_SYMBOL(vg_bind)
#define vg_bind_given VG_SYMBOL(vg_bind_given)
#define vg_check_bound VG_SYMBOL(vg_check_bound)
#define vg_give VG_SYMBOL(vg_give)
#define vg_pin VG_SYMBOL(vg_pin)
#define vg_unpin VG_SYMBOL(vg_unpin)
#define vg_refuse VG_SYMBOL(vg_refuse)
#define vg_driver_failed VG_SYMBOL(vg_driver_failed)
#define vg_open_slot VG_SYMBOL(vg_open_slot)
#define vg_queue_check_close VG_SYMBOL(vg_queue_check_close)
#define vg_queue_close VG_SYMBOL(vg_queue_close)
#define vg_queue_start VG_SYMBOL(vg_queue_start)
#define vg_queue_poll VG_SYMBOL(vg_queue_poll)
#define vg_queue_finish VG_SYMBOL(vg_queue_finish)
#define vg_queue_finish_all VG_SYMBOL(vg_queue_finish_all)
#define vg_queue_alone VG_SYMBOL(vg_queue_alone)
#define vg_queue_ran VG_SYMBOL(vg_queue_ran)

/* How many elements an array member of a struct has. */
#define VG_ROOM(type, member) (sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0]))

/* ---- what emitted code hands to the runtime ---- */

typedef enum vg_image_kind {
    VG_IMAGE_CUBIN,             /* exact machine code for one target */
    VG_IMAGE_PTX,               /* NUL-terminated text, compiled at open for targets of at least `capability` */
    VG_IMAGE_STUB               /* from --image=none: the CPU device takes it, every GPU refuses it (VG_NO_IMAGE) */
} vg_image_kind;

typedef struct vg_image {
    vg_image_kind kind;
    unsigned capability;        /* 90 for sm_90 */
    const char *target;         /* "sm_90" */
    const void *bytes;          /* aligned to 16 */
    size_t size;
} vg_image;

typedef struct vg_module {
    const vg_image *images;     /* cubins before PTX; a stub stands alone */
    unsigned image_count;
} vg_module;

typedef struct vg_kernel {
    const char *name;           /* in the spec */
    const char *entry;          /* in the image */
    unsigned module;
    uint32_t dynamic_shared;    /* bytes, the most that any node asks for */
    uint32_t threads;           /* of a block, the most that any node launches */
    unsigned param_count;
    const uint32_t *param_sizes;    /* bytes */
} vg_kernel;

/* The first content of a buffer. Open writes it; in a shared arena only the first lane does. What has `reset` is
 * written again later. */
#define VG_RESET_STATE 1u       /* state: after warm-up, and by vg_reset */
#define VG_RESET_INOUT 2u       /* what the application sends on request and replays change: after warm-up */
typedef struct vg_content {
    unsigned arena;
    unsigned reset;             /* 0, or one of these; without effect in a shared arena, which no replay changes */
    uint64_t offset, bytes;
    const void *data;           /* `bytes` bytes (element 1), or one element that repeats; NULL: the pattern */
    int app_data;               /* index into vg_storage.app_data, or -1 */
    uint32_t element;           /* bytes of an element: 1, 2, 4 or 8 of a pattern, any number of data */
    uint32_t low, high;         /* the pattern's value; high only for 8 bytes */
} vg_content;

typedef struct vg_graph_desc {
    const char *name;
    unsigned first_node, node_count;    /* in vg_desc.node_titles and vg_storage.nodes */
    vg_status (*build)(void *self, void *graph);    /* adds every node to a CUgraph, in order */
    uint32_t uploads, downloads;        /* transfers in each replay */
    uint64_t upload_bytes, download_bytes;  /* bytes of these transfers */
} vg_graph_desc;

/* Which runtime is linked. It refers to vg_program_here, which each program defines alike, as a weak symbol. So if a
 * program and the runtime do not fit, the linker misses a name of each and shows both versions. */
#define vg_program_here VG_SYMBOL(vg_program)
typedef struct vg_runtime {
    const char *text;           /* VG_RUNTIME_TEXT */
    const char *program;
} vg_runtime;
#define vg_runtime_here VG_SYMBOL(vg_runtime)
extern const vg_runtime vg_runtime_here;

typedef struct vg_desc {
    unsigned abi;               /* VG_ABI */
    const char *program;
    const char *identity;       /* what made the program, of what: a text that `strings` finds */
    const vg_runtime *runtime;  /* &vg_runtime_here */
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
    const char *const *node_titles;     /* of all graphs, one after the other … */
    unsigned node_count;
    const uint32_t *node_lines;         /* … and of parts of fused launches: the step's line in the spec, 0 for none */
    const char *spec;                   /* the name of the spec's file, without its folder */
    const vg_graph_desc *graphs;        /* those that are replayed, then setup if there is one */
    unsigned graph_count;
    unsigned setup;             /* 1: the last graph runs once in open and is then destroyed */
    const unsigned char *arena_shared;  /* NULL, or for each arena: 1 if all lanes share it */
    /* Gives the settings' shadows the values of the spec, takes back all requests, and writes the first content of
     * inputs on request to pinned memory, which is all zero then. NULL where there is nothing to do. */
    void (*reset_settings)(void *self);
    /* Called before each launch, that of setup too, and again after a failure. Copies shadows to pinned memory, gives
     * the exec by-value parameters and grids that changed, and enables or disables each node that is switched or
     * requested. NULL where there is nothing to do. */
    vg_status (*commit)(void *self, unsigned graph);
    /* Called after each launch that succeeded: takes back the requests that it served. NULL without requests. */
    void (*launched)(void *self, unsigned graph);
} vg_desc;

/* Traits of a graph, set by its build function. */
#define VG_HAS_CONDITIONAL 1u   /* nodes whose bodies the device runs or leaves out */
#define VG_HAS_PROGRAMMATIC 2u  /* edges that may be programmatic */
#define VG_HAS_PRIORITIES 8u    /* priorities of kernel nodes, which then count instead of the stream's */
#define VG_HAS_END 16u          /* a last node that writes 1 into the runtime's word, which is 0 before */
#define VG_HAS_GRIDS 64u        /* kernel nodes whose grids a kernel before them sets */
#define VG_HAS_LOOPS 128u       /* fused launches with loops or choices whose conditions only the device knows */
#define VG_HAS_SMALL_COPIES 32u /* only small copies: an exec that the device could launch too is faster */
typedef struct vg_graph {
    void *graph;                /* CUgraph */
    void *exec;                 /* CUgraphExec */
    unsigned traits;            /* of those above */
    /* Counted while it runs: replays, launches, hits, times, and transfers that are not in each replay. */
    vg_stats counted;
    vg_stats sums;              /* vg_sum_graph: all figures */
} vg_graph;

/* Arrays inside the program's own struct. */
typedef struct vg_storage {
    void *self;                 /* the program, for the callbacks */
    uint64_t *arenas;           /* arena_count device addresses; NULL for none */
    void **modules;             /* CUmodule */
    void **kernels;             /* CUfunction */
    void **nodes;               /* CUgraphNode; NULL where a captured step uses fewer than it may */
    vg_graph *graphs;
    unsigned char *disabled;    /* for each node: 1 disabled in its exec (vg_profile uses 2); NULL if none ever is */
    const void *const *app_data;    /* `data: app` pointers, or NULL */
    uint64_t *conditions;       /* CUgraphConditionalHandle of a condition, CUgraphDeviceNode of a grid; NULL: none */
    unsigned condition_count;
    unsigned binds;             /* 1: buffers lie in memory of the application's */
    unsigned slots;             /* of a queue, each with pinned memory of its own; 0 where there is none */
    struct vg_queue *queue;     /* of the lane, or NULL */
    /* Called after each replay that has ended well, which then returns what this returns. NULL where there is nothing
     * to look at. */
    vg_status (*ended)(void *self, unsigned graph);
    /* vg_rebuild where a graph has conditional nodes, programmatic edges or VG_HAS_GRIDS, else NULL. */
    vg_status (*rebuild)(struct vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions);
    const unsigned char *pooled;    /* for each arena: 1 if a pool may hold it; NULL where none may */
    uint64_t pooled_bytes;          /* of pinned memory that a pool may hold; 0 once one does */
    void (*taken)(void *self);      /* its turn in a pool begins, which holds anything now; NULL: nothing to do */
    struct vg_captures *captures;   /* vg_capture.h: functions whose stream is captured; NULL: there are none */
    const struct vg_fused *fused;   /* vg_fused.h: launches that step mode takes apart, … */
    unsigned fused_count;
    vg_status (*step_fused)(struct vg_program *rt, unsigned node, unsigned *parts);     /* … and what does; or NULL */
} vg_storage;

/* ---- an open program ---- */

#define VG_COMPLETION_BYTES 256u    /* of pinned memory, at its end, are the runtime's */
#define VG_END_VALUE 1u             /* what the last node of a graph with VG_HAS_END writes there */

/* How the host sees that a replay has ended: it looks at a word in the last bytes of the lane's pinned memory until
 * that holds the value that this replay ends with. A graph with VG_HAS_END writes VG_END_VALUE with its last node, and
 * the word is cleared right before the launch. After any other graph the stream is told to write a number that no
 * launch used before, so that the word of an earlier replay never ends a later one, whichever graphs take turns. Where
 * neither writes it (VG_COMPLETION_QUERY, a device that cannot, a write that the driver refused), the stream is asked
 * instead. Only after a launch that failed, or a replay that was given up, may a last node still be about to write:
 * until a later replay has ended, words of last nodes are not trusted then; the stream's number or a query decides. */
typedef struct vg_ending {
    uint32_t *word;             /* NULL where no graph of the program needs one */
    uint64_t word_device;       /* the same word as the device sees it */
    /* The last number that the stream was told to write: 2 more than a multiple of 4, so neither 0 nor VG_END_VALUE.
     * Numbers repeat after 2^30 launches. */
    uint32_t number;
    uint32_t awaited;           /* what the word holds once the replay that runs has ended */
    unsigned marked;            /* not 0: the word will be written; 0: the stream is asked */
    unsigned ends;              /* VG_HAS_END, or 0 where VG_COMPLETION_QUERY was asked for */
    unsigned trusted;           /* ends, or 0 as long as words of last nodes are not trusted */
    unsigned chosen;            /* 1: VG_COMPLETION_AUTO was asked for, and config.completion is what open made of it */
} vg_ending;

/* vg_program.state: numbers that memory which was not zeroed is unlikely to hold. Stuck: the time was up in open, while
 * the device still worked on something; only close and abandon are left. */
#define VG_MARK_OPEN UINT64_C(0x76672d6f70656e31)
#define VG_MARK_LOST UINT64_C(0x76672d6c6f737431)
#define VG_MARK_STUCK UINT64_C(0x76672d737475636b)
/* vg_code.state, from vg_code_init on, and vg_pool.state. */
#define VG_MARK_CODE UINT64_C(0x76672d636f646531)
#define VG_MARK_POOL UINT64_C(0x76672d706f6f6c31)

/* What a profile left behind whose time was up: its twin, for the next profile or close to destroy. */
typedef struct vg_left {
    void *graph, *exec;
    void **events;
    unsigned of;                /* the graph */
    void (*drop)(struct vg_program *rt, vg_status *first);  /* NULL: nothing is left */
} vg_left;

/* One lane of a program, a member of its struct. Zero it before the first open. Emitted code reads `pinned`,
 * `pinned_device`, `pooled`, `pooled_device` and `context`, counts in `stats`, and copies `detail` from lane to lane;
 * the rest is the runtime's, and the functions below answer what emitted code asks about it. */
typedef struct vg_program {
    uint64_t state;             /* VG_MARK_OPEN, VG_MARK_LOST, VG_MARK_STUCK, or 0: closed */
    const vg_desc *desc;
    void *context;
    void *stream;
    unsigned char *pinned;      /* host address of the pinned arena */
    uint64_t pinned_device;     /* the same memory as the device sees it */
    unsigned running;           /* 1 + index of the graph that runs, or 0 */
    unsigned stepping;          /* 1: commit goes to the graph's nodes, not to the exec's */
    vg_ending end;
    struct vg_program *first;   /* in a further lane: the first, which owns device, context, kernels, shared arenas */
    unsigned lane;              /* 0 for the first */
    uint32_t lanes;             /* in the first lane: which further lanes are open, bit 1 for lane 1 */
    vg_storage store;
    vg_config config;           /* a copy */
    int device;
    unsigned own;               /* bits: what the runtime made itself and must free */
    uint32_t images;            /* a bit: the index of the image that every module was loaded from; 0: they differ */
    uint64_t begun, launched;   /* times of the replay that runs, where a trace is kept */
    uint64_t range;             /* of the replay that runs, with VG_NVTX */
    /* Two with times, for replay_timed; then a blocking one for VG_WAIT_BLOCK, else NULL. */
    void *events[3];
    /* This struct while it is open and not lost. In a copy of it, which every call refuses, it is another one. While
     * another program has its turn in config.pool, it is `desc`, and while a mailbox is armed `store`, so that every
     * call looks closer. */
    const void *here;
    unsigned char *pooled;      /* pinned memory that a pool may hold: in config.pool, or else behind `pinned` */
    uint64_t pooled_device;
    uint64_t deadline;          /* of the call that waits, where config.timeout_ns is not 0 */
    vg_left left;
    vg_detail detail;           /* from here on all stays readable after close */
    vg_stats stats;             /* what is not counted by graph, and replays and launches of all */
    vg_stats sums;              /* vg_sum_stats: all figures */
    vg_detail more[VG_MORE_DETAILS];    /* the failures that the same call met after that in `detail` */
} vg_program;

/* ---- a queue of replays (vg_queue.c, vg_slots.c) ---- */

#define VG_QUEUE_NAME_BYTES 96u

/* With `in_flight: K` a lane has K slots, in an array of the program: each is a vg_program with pinned memory, graphs,
 * execs and settings of its own, and all share the stream, the device memory and the figures of the first, which is
 * the lane. A replay takes the next slot and gives it back when it was waited for. An empty queue begins again with
 * the first slot, in which everything else that runs a replay does so. */
typedef struct vg_queue {
    size_t stride;              /* bytes from one slot to the next */
    unsigned slots;             /* that are open */
    unsigned oldest;            /* the slot of the replay that is waited for next */
    unsigned count;             /* replays in flight */
    unsigned last;              /* the slot whose outputs the application reads */
    unsigned failed;            /* 1: waiting for the oldest failed, and nothing is started after that */
    uint64_t recorded;          /* a bit for each slot: an event stands behind its replay */
    char name[VG_QUEUE_NAME_BYTES];     /* of the replay that failed */
} vg_queue;

/* ---- what emitted code asks ---- */

static inline int vg_is_open(const vg_program *rt)
{
    return rt->state == VG_MARK_OPEN;
}

/* True for an open program, and after the device was lost until the program is closed. */
static inline int vg_has_memory(const vg_program *rt)
{
    return rt->state == VG_MARK_OPEN || rt->state == VG_MARK_LOST;
}

/* It is open, and another program has its turn in the pool. */
static inline int vg_is_waiting(const vg_program *rt)
{
    return rt->here == (const void *)&rt->desc;
}

static inline int vg_is_running(const vg_program *rt)
{
    return rt->running != 0u;
}

/* What commit changes: the exec that replays launch; or, where vg_step runs the nodes one by one or vg_profile builds a
 * twin, the nodes of the graph. Then every node that follows a setting is given its parameters, changed or not, and
 * nothing counts as committed. */
static inline int vg_commits_to_exec(const vg_program *rt)
{
    return rt->stepping == 0u;
}

/* Whether all modules were loaded from one of these images: a bit for the index of each. */
static inline int vg_is_loaded_from(const vg_program *rt, uint32_t images)
{
    return (rt->images & images) != 0u;
}

/* Of a lane that is open: the slot of the next start, and whether there is one; the slot of the replay that was waited
 * for last, and whether its outputs are still there. */
static inline unsigned vg_queue_next(const vg_program *lane)
{
    const vg_queue *queue = lane->store.queue;
    return (queue->oldest + queue->count) % queue->slots;
}

static inline int vg_queue_is_full(const vg_program *lane)
{
    return lane->store.queue->count == lane->store.queue->slots;
}

static inline unsigned vg_queue_last(const vg_program *lane)
{
    return lane->store.queue->last;
}

static inline int vg_queue_has_outputs(const vg_program *lane)
{
    const vg_queue *queue = lane->store.queue;
    return (queue->last + queue->slots - queue->oldest) % queue->slots >= queue->count;
}

/* ---- what emitted code calls for the application ---- */

/* After a failure everything is undone and the program is closed; the detail stays readable. */
vg_status vg_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage);
/* Opens a further lane of an open program, at most 31, with the configuration of `first`. It has a stream, arenas (but
 * for shared ones), pinned memory and graphs of its own; setup does not run again. Modules and kernels are those of
 * `first`, in the same arrays of storage. After a failure only what belongs to this lane is undone. Close it before
 * `first`. */
vg_status vg_open_lane(vg_program *rt, vg_program *first, const vg_storage *storage);
/* Waits for a running replay, then frees in reverse order. Tries everything and returns the first failure; the detail
 * leads to all of them. VG_STATE while further lanes are open. VG_TIMEOUT: nothing was freed, and all is as before. */
vg_status vg_close(vg_program *rt);
vg_status vg_start(vg_program *rt, unsigned graph);
vg_status vg_poll(vg_program *rt);
/* The timeout is in nanoseconds from now: 0 looks once, VG_FOREVER may block for good. */
vg_status vg_finish(vg_program *rt, uint64_t timeout_ns);
vg_status vg_replay(vg_program *rt, unsigned graph);
vg_status vg_replay_timed(vg_program *rt, unsigned graph, vg_times *times);
/* Brings state (VG_RESET_STATE) back to what the spec says, before it returns. VG_STATE while a replay runs. Settings,
 * switches, requests and pinned memory stay. After a failure the state is undefined until it is reset again. */
vg_status vg_reset(vg_program *rt);

/* Runs one replay without the graph: each enabled node, in the order of creation, by a stream call of its own that is
 * waited for, so that the detail of a fault names its step. Results and counters are those of vg_replay, so this is
 * also the plain way to run a program without graphs. In place of a fused launch its parts run. VG_CANNOT where the
 * graph has conditional nodes, or a kernel of the program sets a condition in a fused launch: only the device knows
 * what runs then. */
vg_status vg_step(vg_program *rt, unsigned graph);

/* Device time of each node of one replay, in memory of the caller, sized for the graph's node count. */
typedef struct vg_node_times {
    unsigned count;             /* nodes that the arrays below have room for: at least the graph's */
    /* Of each node: from the end of the last node that it waits for to its own end; 0 where it is disabled. */
    uint64_t *ns;
    /* 2 * count + 2 pointers; for a graph with conditional nodes or programmatic edges 3 * count + 2 +
     * condition_count, and one for each node up to the next graph's first one. After VG_TIMEOUT
     * they stay until the next profile, close or abandon. */
    void **scratch;
} vg_node_times;

/* Builds a twin of the graph that records an event after each node, replays it `replays` times and destroys it; each ns
 * is the least of these replays. They count as replays: state moves on, outputs are downloaded. A conditional node has
 * the time of all that its bodies did. No edge of the twin is programmatic. */
vg_status vg_profile(vg_program *rt, unsigned graph, uint32_t replays, const vg_node_times *times);

/* vg_stats.c: the figures of one graph, and of a program or lane with `count` graphs, open or not. They are valid until
 * they are asked for again, and lie in these structs, which the application has allocated without const. */
const vg_stats *vg_sum_graph(const vg_graph_desc *desc, const vg_graph *graph);
const vg_stats *vg_sum_stats(const vg_program *rt, const vg_graph_desc *descs, const vg_graph *graphs, unsigned count);

/* Copy state (contents with VG_RESET_STATE) to and from memory of the caller, one buffer after the other in the order
 * of vg_desc, before they return. VG_ARGUMENT where size is not their sum, VG_STATE while a replay runs. Save includes
 * what lanes share, restore leaves it alone. After a failed restore the state is undefined until it is reset or
 * restored. */
vg_status vg_save(vg_program *rt, void *memory, size_t size);
vg_status vg_restore(vg_program *rt, const void *memory, size_t size);

/* Programs with a queue call these. `lane` is the first slot of a lane, which vg_open or vg_open_lane opened with
 * vg_storage.slots; the further ones are opened after it in their order, by numbers from 1. Close closes all of them,
 * and the lane; VG_STATE, and nothing is closed, while replays are in flight. check_close only answers that. */
vg_status vg_open_slot(vg_program *rt, vg_program *lane, const vg_storage *storage, unsigned slot);
vg_status vg_queue_check_close(vg_program *lane);
vg_status vg_queue_close(vg_program *lane);
/* VG_STATE where the queue is full. */
vg_status vg_queue_start(vg_program *lane, unsigned graph);
/* For the oldest replay; VG_STATE where none is in flight. */
vg_status vg_queue_poll(vg_program *lane);
vg_status vg_queue_finish(vg_program *lane, uint64_t timeout_ns);
/* For all, one after the other; the timeout is for all together. */
vg_status vg_queue_finish_all(vg_program *lane, uint64_t timeout_ns);
/* Before a call that needs the lane for itself: VG_STATE while replays are in flight. And after one that ran a replay:
 * returns `status`. */
vg_status vg_queue_alone(vg_program *lane);
vg_status vg_queue_ran(vg_program *lane, vg_status status);

/* For the copying form: copies size bytes from `from` to `kept` and returns whether they differed, in one pass that
 * writes nothing before the block of 4096 bytes in which the first difference lies. */
int vg_take(void *kept, const void *from, size_t size);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t vg_now(void);
/* For the copying form: a call begins that may need no launch. */
static inline void vg_call_begins(vg_program *rt)
{
    if (rt->config.trace != NULL) {
        rt->begun = vg_now();
    }
}
/* A call that is kept, with `keep: N`; its bytes lie in an array of the program. */
typedef struct vg_kept {
    uint64_t hash;              /* of what it took */
    uint64_t used;              /* 0: nothing is kept here; else the larger, the later it was made or given */
} vg_kept;

/* The hash of several pieces: each call is given what the last one returned, the first one 0. */
uint64_t vg_hash(uint64_t hash, const void *bytes, size_t size);
/* The number of the first kept call from `from` on that has this hash, or count. Its bytes decide. */
unsigned vg_kept_next(const vg_kept *calls, unsigned count, unsigned from, uint64_t hash);
/* The number of the call that a new one replaces: one that holds nothing, else the least recently used. */
unsigned vg_kept_oldest(const vg_kept *calls, unsigned count);
/* The call of this graph that began last has been answered with kept outputs: counts it, and traces it. */
void vg_hit(vg_program *rt, unsigned graph);
/* The time since `begin`, at least 1. */
static inline uint64_t vg_time_since(uint64_t begin)
{
    const uint64_t now = vg_now();
    return now > begin ? now - begin : 1u;
}

/* ---- external memory (vg_bind.c) ---- */

/* An input or output that lies in memory of the application's. */
typedef struct vg_external_desc {
    const char *name;
    const char *overlaps;       /* for the detail of another buffer whose memory overlaps this one's */
    uint64_t bytes;
    uint32_t align;
    uint32_t written;           /* 1: an output; 0: replays only read it */
} vg_external_desc;

/* What is bound to it in one lane. */
typedef struct vg_bound {
    vg_external given;          /* to open, and not yet looked at; address 0: none */
    uint64_t address;           /* as it was given */
    uint64_t device;            /* as the device sees it; 0: nothing is bound */
    uint64_t id;                /* of the allocation, as the driver counts them */
    uint32_t type;              /* CUmemorytype */
} vg_bound;

/* Binds memory, or takes away what is bound where the address is 0. The next start commits it. VG_NO_MEMORY where it is
 * too small; VG_ARGUMENT where it is no memory of the device or pinned, of another device or context, not aligned, or
 * the program's own: then what was bound before stays. */
vg_status vg_bind(vg_program *rt, const vg_external_desc *what, vg_bound *bound, uint64_t address, uint64_t bytes);
/* Before open: keeps what the application gave to it, which may be NULL; nothing where the program is open. */
void vg_give(const vg_program *rt, vg_bound *bound, const vg_external *given, unsigned count);
/* After an open that succeeded: looks at what was given. After a failure the program is closed. */
vg_status vg_bind_given(vg_program *rt, const vg_external_desc *what, vg_bound *bound, unsigned count);
/* In commit: that each of the buffers that a graph uses has memory, which is still there, and that what the graph
 * writes lies apart from the others. */
vg_status vg_check_bound(vg_program *rt, const vg_external_desc *what, vg_bound *bound, const uint32_t *used,
                         unsigned count);
/* Pinned memory to bind, all zero, for those who do not call the driver; free it before close. */
vg_status vg_pin(vg_program *rt, uint64_t bytes, void **memory);
vg_status vg_unpin(vg_program *rt, void *memory);

/* ---- what emitted code calls while it builds and changes graphs ---- */

/* Build functions report each node that they add: result is the CUresult, call the name of the driver call. */
vg_status vg_node_added(vg_program *rt, unsigned node, void *handle, int result, const char *call);
/* Before a node is added (params is a CUDA_KERNEL_NODE_PARAMS): VG_NO_ROOM unless the device can run that many blocks
 * with that much dynamic shared memory at once, or clusters of that size at all. */
vg_status vg_check_cooperative(vg_program *rt, unsigned node, const void *params, uint64_t blocks, uint64_t shared);
vg_status vg_check_cluster(vg_program *rt, unsigned node, const void *params, uint32_t x, uint32_t y, uint32_t z);
/* Before a node is added: how many blocks in x of a kernel (a CUfunction) the device, or the green context, runs at
 * once, in whole clusters of this many blocks (1: none), at most `most` (0: no limit). VG_NO_ROOM if not one fits. */
vg_status vg_resident(vg_program *rt, unsigned node, void *function, uint32_t threads, uint32_t shared,
                      uint32_t cluster, uint32_t most, uint32_t *blocks);
/* After it was added: set the attribute, and refuse (VG_DRIVER) where the driver then reports another value. */
vg_status vg_node_cooperative(vg_program *rt, unsigned node);
vg_status vg_node_cluster(vg_program *rt, unsigned node, uint32_t x, uint32_t y, uint32_t z);
vg_status vg_node_priority(vg_program *rt, unsigned node, int32_t priority);
/* Lets a kernel set the node's grid; *handle is what that kernel is given. VG_CANNOT where the driver cannot. */
vg_status vg_node_grid(vg_program *rt, unsigned node, uint64_t *handle);
/* Gives a node of the graph that is being built its parameters again (a CUDA_KERNEL_NODE_PARAMS). */
vg_status vg_node_again(vg_program *rt, unsigned node, const void *params);
/* For commit functions, after vg_node_patch of a node whose grid a kernel sets. */
vg_status vg_graph_changed(vg_program *rt, unsigned graph);
/* After a replay: VG_ABOVE unless the u32 at `above` is 0, which is how many blocks the device wanted for the node. */
vg_status vg_grid_fits(vg_program *rt, unsigned node, uint32_t most, const void *above);
/* Makes one more CUgraph by a graph's build function, with ordinary edges alone and the settings of the last commit.
 * Its nodes and those of its bodies go to `nodes`. The program keeps its own nodes and conditions; `conditions` has
 * room for the latter meanwhile. The caller destroys *made, also after a failure. */
vg_status vg_rebuild(vg_program *rt, unsigned graph, void **made, void **nodes, void **conditions);

/* For commit functions. Enables or disables a kernel, copy or fill node in its exec unless that is so already. Nodes
 * are numbered through all graphs, as in vg_desc.node_titles. */
vg_status vg_node_enable(vg_program *rt, unsigned graph, unsigned node, unsigned char enabled);
/* Likewise. Gives a kernel node new parameters (a CUDA_KERNEL_NODE_PARAMS): in its exec, or in its graph where commit
 * does not go to the exec. */
vg_status vg_node_patch(vg_program *rt, unsigned graph, unsigned node, const void *params);
/* Records a refusal (status, what was checked, numbers) in the detail and returns status. */
vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found);
/* Records a failed driver call (result is its CUresult, not 0) in the detail and returns the status that it means. */
vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step);

/* ---- sizes ---- */

VG_HAS_SIZE(vg_image);
VG_HAS_SIZE(vg_kernel);
VG_HAS_SIZE(vg_content);
VG_HAS_SIZE(vg_graph_desc);
VG_HAS_SIZE(vg_desc);
VG_HAS_SIZE(vg_graph);
VG_HAS_SIZE(vg_storage);
VG_HAS_SIZE(vg_ending);
VG_HAS_SIZE(vg_program);
VG_HAS_SIZE(vg_queue);

#ifdef __cplusplus
}
#endif

#endif
