/* SPDX-License-Identifier: 0BSD */
/* vg_rt.h - the runtime that vggen's programs link with.
 *
 * Everything a program needs lives in memory that the caller allocates: the runtime uses no heap, no globals, no threads
 * and prints nothing. Plain C99 that is also C++17; includes no CUDA header (driver handles are void pointers). */
#ifndef VG_RT_H
#define VG_RT_H

/* ---- what you may override, before this header, in every file alike ---- */

/* Called while waiting, between two looks. */
#ifndef VG_PAUSE
#if defined(__x86_64__) || defined(__i386__)
#define VG_PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define VG_PAUSE() __asm__ __volatile__("yield")
#else
#define VG_PAUSE() ((void)0)
#endif
#endif

/* With -DVG_WITHOUT_CUDA neither the runtime nor a program needs cuda.h or the driver, and every call answers VG_NO_CUDA:
 * compile vg_none.c then instead of what it stands in for. */
#ifdef VG_NO_CUDA
#error "VG_NO_CUDA is a status, not a macro: -DVG_WITHOUT_CUDA builds without CUDA"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number that generated files and the runtime must share. External symbols carry it. */
#define VG_ABI 1

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
#define vg_trace_write vg1_trace_write
#define vg_sleep_until vg1_sleep_until
#define vg_touch vg1_touch
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
#define vg_status_text vg1_status_text
#define vg_status_name vg1_status_name
#define vg_detail_text vg1_detail_text
#define vg_refuse vg1_refuse
#define vg_driver_failed vg1_driver_failed

/* Fails to compile when the condition is false; usable at file scope in C99 and C++17. */
#define VG_JOIN_(a, b) a##b
#define VG_JOIN(a, b) VG_JOIN_(a, b)
#define VG_STATIC_ASSERT(condition, name) typedef char VG_JOIN(vg_assert_##name##_, __LINE__)[(condition) ? 1 : -1]

/* ---- status ---- */

typedef enum vg_status {
    VG_OK = 0,
    VG_BUSY,            /* poll: the replay still runs */
    VG_TIMEOUT,         /* finish: the time is up; the replay still runs and the program stays usable */
    VG_STATE,           /* the call does not fit the program's state (not open, already running, …); nothing changed */
    VG_ARGUMENT,        /* an argument is NULL, out of range or of the wrong size; nothing changed */
    VG_ABI_MISMATCH,    /* generated files and runtime are of different versions: generate again */
    VG_NO_CUDA,         /* compiled with VG_WITHOUT_CUDA, or the driver library is not there */
    VG_NO_DEVICE,       /* no such CUDA device */
    VG_OLD_DRIVER,      /* the driver is older than the program's min_cuda */
    VG_NO_IMAGE,        /* no machine code in the program fits the device */
    VG_IMAGE_MISMATCH,  /* a kernel in the image is not the one that the program was generated for */
    VG_NO_MEMORY,       /* the device or the host cannot give the memory, or the application's is too small */
    VG_DRIVER,          /* a driver call failed: the detail names call, code and step */
    VG_LOST,            /* the device context is unusable after a fault: close. Drivers mostly want a new process */
    VG_NO_ROOM,         /* the device cannot run all blocks of a cooperative grid, or of a cluster, at once */
    VG_CANNOT           /* the graph cannot be run that way (step, of one with conditional nodes); nothing changed */
} vg_status;

/* What the last failing call found. Valid until the next call on the program. */
typedef struct vg_detail {
    vg_status status;
    int code;               /* the driver's CUresult, 0 if no driver call was involved */
    const char *call;       /* driver call ("cuGraphAddKernelNode") or what was checked; never NULL */
    const char *step;       /* title of the node that it was for, or name of the kernel or graph, "" if none; never NULL */
    uint64_t expected;      /* e.g. bytes wanted, smallest version; 0 if it does not apply */
    uint64_t found;
    uint64_t each, units;   /* VG_NO_ROOM: found is so many blocks on each of so many multiprocessors; else 0 */
} vg_detail;

/* A sentence, and the enumerator's name. */
const char *vg_status_text(vg_status status);
const char *vg_status_name(vg_status status);
/* The whole detail as one line of text, cut to size - 1 bytes and NUL-terminated. Returns the full length, like snprintf;
 * buffer may be NULL with size 0. */
size_t vg_detail_text(const vg_detail *detail, char *buffer, size_t size);

/* ---- configuration: const, and a zeroed one (or NULL) means the default everywhere ---- */

typedef enum vg_wait {
    VG_WAIT_SPIN = 0,       /* look again and again: lowest latency, one core busy */
    VG_WAIT_YIELD,          /* spin for spin_count looks, then call pause between looks */
    VG_WAIT_BLOCK           /* sleep in the driver where the wait has no end (VG_FOREVER); else as VG_WAIT_YIELD */
} vg_wait;

typedef enum vg_completion {    /* how the end of a replay is seen */
    VG_COMPLETION_AUTO = 0,     /* by a word in pinned memory, written by the graph's last node where that is a kernel for
                                 * it, else by the stream; but where it were the stream, a program of several lanes asks:
                                 * one thread that drives them has more from launching than from a microsecond less each */
    VG_COMPLETION_WORD,         /* by a word, with several lanes, too; where the device has no stream write it, that is
                                 * asked. Now and then the stream is asked all the same, for faults */
    VG_COMPLETION_QUERY         /* the stream is asked at each look, whatever the graph ends with */
} vg_completion;

typedef struct vg_config {
    int device_index;           /* CUDA device number from 0; default 0. Ignored with context, uuid or pci */
    const char *device_uuid;    /* "GPU-8-4-4-4-12 hex digits"; NULL: not used */
    const char *device_pci;     /* "0000:65:00.0"; NULL: not used */
    void *context;              /* CUcontext of the application, outlives the program; NULL: the device's primary context */
    void *stream;               /* CUstream of that context, outlives the program; NULL: an own non-blocking stream. Only
                                 * for programs of one lane: each lane must run by itself */
    uint64_t device_memory;     /* CUdeviceptr, aligned to 256; 0: the runtime allocates. Arenas lie one after the other,
                                 * each at a multiple of 256: all of the first lane, then of each further lane its own */
    uint64_t device_memory_bytes;   /* at least NAME_DEVICE_BYTES, which counts all lanes */
    void *pinned_memory;        /* page-locked and mapped (cuMemHostAlloc or cuMemHostRegister), aligned to 256; NULL:
                                 * allocated. Lane after lane, each at a multiple of 256 */
    uint64_t pinned_memory_bytes;   /* at least NAME_PINNED_BYTES, which counts all lanes */
    vg_wait wait;               /* default VG_WAIT_SPIN */
    uint32_t spin_count;        /* looks before pausing with VG_WAIT_YIELD and _BLOCK; 0: 4096 */
    void (*pause)(void *user);  /* called between looks; NULL: VG_PAUSE(). Must return, must not call the program */
    void *pause_user;
    vg_completion completion;   /* default VG_COMPLETION_AUTO; open puts in rt.config what it came to for graphs whose last
                                 * node does not write the word */
    uint32_t warm_up;           /* replays in open, which leave no trace; default 0, at most 1000000 */
    struct vg_trace *trace;     /* every replay leaves a record there; NULL: none. Outlives the program */
} vg_config;

/* ---- figures ---- */

typedef struct vg_times {       /* nanoseconds of one replay */
    uint64_t wall;              /* from the call to its return */
    uint64_t enqueue;           /* in the launch */
    uint64_t wait;              /* from the launch until its end was seen */
    uint64_t device;            /* between two device events around the launch */
} vg_times;

typedef struct vg_stats {       /* since open (warm-up not counted) */
    uint64_t replays;           /* finished well */
    uint64_t launches;
    uint64_t uploads, upload_bytes;         /* copies to the device */
    uint64_t downloads, download_bytes;     /* copies from the device */
    uint64_t resident_hits;     /* calls whose inputs were those of the last one: launched without uploading them */
    uint64_t kept_hits;         /* calls answered with the kept outputs, without a launch */
    uint64_t synchronisations;  /* waits that ended a replay, whichever way */
    uint64_t timeouts;
    uint64_t errors;            /* failed calls */
    uint64_t device_bytes, pinned_bytes;    /* allocated by the runtime */
} vg_stats;

#define VG_FOREVER UINT64_MAX   /* timeout of finish: no end */

/* ---- a trace: what the last replays did ---- */

typedef struct vg_trace_record {    /* nanoseconds of CLOCK_MONOTONIC */
    const char *program, *graph;
    uint32_t lane;
    vg_status status;
    uint64_t begin;             /* start was called */
    uint64_t launched;          /* the launch returned */
    uint64_t end;               /* the end was seen */
} vg_trace_record;

/* A ring in memory of the caller, who zeroes `written` and sets the rest before open. One program and one lane at a time
 * may write to it: lanes of a program get theirs by lane number from an array of as many traces. */
typedef struct vg_trace {
    vg_trace_record *records;
    uint32_t capacity;          /* records; 0: nothing is kept */
    uint64_t written;           /* in all; record i lies at i % capacity */
} vg_trace;

/* Writes the kept records in the Trace Event format (JSON) that Chrome and Perfetto open, oldest first, by calls of
 * write(user, text, size), which returns 0 to go on. Returns what write last returned, or 0; VG_ARGUMENT, and nothing is
 * written, where write or the traces are NULL. Uses no heap. */
int vg_trace_write(const vg_trace *traces, unsigned count, int (*write)(void *user, const char *text, size_t size),
                   void *user);

/* ---- loops that sleep between replays (vg_sleep.c, vg_touch.c) ---- */

/* Returns when CLOCK_MONOTONIC says when_ns, never before, and how many nanoseconds later it is. Sleeps until awake_ns
 * before that, and stays awake for the rest: longer than the system is late in waking the thread. Needs no program and no
 * CUDA; vg_sleep_until(0, 0) is the time. */
uint64_t vg_sleep_until(uint64_t when_ns, uint64_t awake_ns);

struct vg_program;

/* Optional, shortly before a replay that follows a pause: reads what start needs and has the stream do nothing, so that
 * code, data and device are awake. VG_STATE while a replay runs. */
vg_status vg_touch(struct vg_program *rt);

/* ---- what generated files hand to the runtime; applications need nothing below ---- */

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

/* The last bytes of each lane's pinned memory are the runtime's: there the device writes that a replay has ended, the
 * last node of a graph with VG_HAS_END this value, a stream other ones. */
#define VG_COMPLETION_BYTES 256u
#define VG_END_VALUE 1u

/* vg_program.state: numbers that forgotten zeroing hardly ever gives. */
#define VG_MARK_OPEN UINT64_C(0x76672d6f70656e31)
#define VG_MARK_LOST UINT64_C(0x76672d6c6f737431)

/* First member of every program. Zero it before the first open. */
typedef struct vg_program {
    uint64_t state;             /* VG_MARK_OPEN, VG_MARK_LOST, or 0: closed */
    const vg_desc *desc;
    vg_storage store;
    struct vg_program *first;   /* of a lane after the first: the one that owns device, context, kernels, shared arenas */
    unsigned lane;              /* 0 for the first */
    uint32_t lanes;             /* of the first: which further lanes are open, bit 1 for lane 1 */
    vg_config config;           /* a copy */
    int device;
    unsigned own;               /* what the runtime made itself and must free, as bits */
    unsigned running;           /* 1 + index of the graph that runs, or 0 */
    unsigned stepping;          /* 1: commit goes to the graph's nodes, not to the exec's */
    uint32_t images;            /* a bit by the index of the image that every module was loaded from; 0: they differ */
    uint64_t begun, launched;   /* of the replay that runs, where a trace is kept */
    uint64_t range;             /* of the replay that runs, with VG_NVTX */
    void *context;
    void *stream;
    void *events[2];            /* timing, for replay_timed */
    void *done;                 /* blocking event, for VG_WAIT_BLOCK */
    uint32_t number;            /* last one that a stream was to write: 2 more than a multiple of 4, so that it is neither
                                 * VG_END_VALUE nor 0; after 2^30 of them they come again */
    uint32_t awaited;           /* what is written when the replay that runs has ended: that number, or VG_END_VALUE */
    unsigned chosen;            /* 1: VG_COMPLETION_AUTO was asked for, and config.completion is what it came to */
    unsigned marked;            /* not 0: it is written; 0: the stream is asked */
    unsigned ends;              /* VG_HAS_END: words of last nodes are waited for; 0: VG_COMPLETION_QUERY was asked for */
    unsigned trusted;           /* the same; but 0 from a launch that failed, or a replay that was given up, until the next
                                 * replay has ended: there may still be a node that writes such a word */
    uint32_t *word;             /* where all that is written, … */
    uint64_t word_device;       /* … as the device sees it */
    unsigned char *pinned;      /* host address of the pinned arena */
    uint64_t pinned_device;     /* the same memory as the device sees it */
    vg_detail detail;
    vg_stats stats;
} vg_program;

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
/* … and give a kernel node new parameters (a CUDA_KERNEL_NODE_PARAMS): in its exec, or in its graph where the runtime steps
 * or builds a twin (rt->stepping: then all such nodes are to be given theirs, changed or not, and nothing counts as
 * committed). */
vg_status vg_node_patch(vg_program *rt, unsigned graph, unsigned node, const void *params);
/* Records a refusal (status, what was checked, numbers) in the detail and returns status. */
vg_status vg_refuse(vg_program *rt, vg_status status, const char *what, uint64_t expected, uint64_t found);
/* Records a failed driver call (result is its CUresult, not 0) in the detail and returns the status that it means. */
vg_status vg_driver_failed(vg_program *rt, int result, const char *call, const char *step);

#ifdef __cplusplus
}
#endif

#endif
