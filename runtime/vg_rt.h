/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_rt.h - the runtime that vggen's programs link with: what an application sees of it. vg_program.h has the rest.
 *
 * Everything a program needs lives in memory that the caller allocates: the runtime uses no heap, no globals, no
 * threads and prints nothing. Plain C99 that is also C++17. No CUDA header: driver handles are void pointers. */
#include "vg_abi.h" /* before the guard: it refuses a second version */

#ifndef VG_RT_H
#define VG_RT_H

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "this is C99: compile without -std=c90, or with -std=c99"
#endif

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

/* With -DVG_WITHOUT_CUDA neither the runtime nor a program needs cuda.h or the driver, and every call answers
 * VG_NO_CUDA: compile vg_none.c then instead of what it stands in for. */
#ifdef VG_NO_CUDA /* a build that defines the name of the status means this */
#undef VG_NO_CUDA
#ifndef VG_WITHOUT_CUDA
#define VG_WITHOUT_CUDA
#endif
#endif

#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX != 0xffffffffffffffffu
#error "vggen's programs need a host with pointers of 64 bits, and this compiler's have fewer"
#endif
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vggen's programs need a little-endian host, as GPUs are, and this one is big-endian"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define vg_trace_write VG_SYMBOL(vg_trace_write)
#define vg_describe VG_SYMBOL(vg_describe)
#define vg_sleep_until VG_SYMBOL(vg_sleep_until)
#define vg_missed_periods VG_SYMBOL(vg_missed_periods)
#define vg_touch VG_SYMBOL(vg_touch)
#define vg_code_init VG_SYMBOL(vg_code_init)
#define vg_code_unload VG_SYMBOL(vg_code_unload)
#define vg_pool_init VG_SYMBOL(vg_pool_init)
#define vg_pool_take VG_SYMBOL(vg_pool_take)
#define vg_pool_free VG_SYMBOL(vg_pool_free)
#define vg_status_text VG_SYMBOL(vg_status_text)
#define vg_status_name VG_SYMBOL(vg_status_name)
#define vg_detail_text VG_SYMBOL(vg_detail_text)

/* Fails to compile when the condition is false; usable at file scope in C99 and C++17. */
#define VG_JOIN_(a, b) a##b
#define VG_JOIN(a, b) VG_JOIN_(a, b)
#define VG_STATIC_ASSERT(condition, name) typedef char VG_JOIN(vg_assert_##name##_, __LINE__)[(condition) ? 1 : -1]
/* Of a struct: compiled otherwise than everything else, with another size of enums say, it would not fit. */
#define VG_HAS_SIZE(type) VG_STATIC_ASSERT(sizeof(type) == VG_SIZE_##type, type##_has_another_size)

/* ---- status ---- */

typedef enum vg_status {
    VG_OK = 0,
    VG_BUSY,            /* poll: the replay still runs */
    /* The time is up. After finish, replay, the call forms and profile the replay still runs; after open nothing could
     * be undone: close the program once the device is done, or abandon it. README.md says it for each call. */
    VG_TIMEOUT,
    VG_STATE,           /* the call does not fit the program's state (not open, already running, …); nothing changed */
    VG_ARGUMENT,        /* an argument is NULL, out of range or of the wrong size, or a function that was given does
                         * what it may not; nothing changed */
    VG_ABI_MISMATCH,    /* generated files and runtime are of different versions: generate again */
    VG_NO_CUDA,         /* compiled with VG_WITHOUT_CUDA, or the driver library is not there */
    VG_NO_DEVICE,       /* no such CUDA device */
    VG_OLD_DRIVER,      /* the driver is older than the program's min_cuda */
    VG_NO_IMAGE,        /* no machine code in the program fits the device */
    VG_IMAGE_MISMATCH,  /* a kernel in the image is not the one that the program was generated for */
    VG_NO_MEMORY,       /* the device or the host cannot give the memory, or the application's is too small */
    VG_DRIVER,          /* a driver call failed: the detail names call, code and step */
    VG_LOST,            /* the device context is unusable after a fault: close. Most drivers then need a new process */
    VG_NO_ROOM,         /* the device cannot run all blocks of a cooperative grid, or of a cluster, at once, or not one
                         * of a resident grid */
    VG_CANNOT,          /* it cannot be run that way (a step of a graph with conditional nodes, a driver that does not
                         * let the device set a grid, several ranks without NCCL); nothing changed */
    VG_ABOVE            /* the device asked for more blocks than the `max` of a step, which ran with `max`; the replay
                         * has ended, and the program stays usable */
} vg_status;

/* What the last failing call found. Valid until the next call on the program. */
typedef struct vg_detail {
    vg_status status;
    int code;               /* the driver's CUresult, 0 if no driver call was involved */
    const char *call;       /* driver call ("cuGraphAddKernelNode") or what was checked; never NULL */
    const char *step;       /* title of the node, or name of the kernel or graph; "" if none; never NULL */
    const char *spec;       /* of a node, the spec's file: "fir.yaml"; else NULL */
    uint32_t line;          /* the line in it that asks for the node; 0 if none */
    uint64_t expected;      /* e.g. bytes wanted, smallest version; 0 if it does not apply */
    uint64_t found;
    uint64_t each, units;   /* VG_NO_ROOM: `found` is `each` blocks on each of `units` multiprocessors; else 0 */
    /* Close, and open after a failure, go on when a driver call fails. This is the first failure; `further` is the
     * number of those that the same call met after it, and `next` leads to them, one after the other, at most
     * VG_MORE_DETAILS of them; NULL ends them. Valid as long as the program's memory, and until its next call. */
    unsigned further;
    struct vg_detail *next;
} vg_detail;

#define VG_MORE_DETAILS 7u

/* A sentence, and the enumerator's name. */
const char *vg_status_text(vg_status status);
const char *vg_status_name(vg_status status);
/* The whole detail as one line of text, with what helps where that is known, cut to size - 1 bytes and NUL-terminated.
 * Returns the full length, like snprintf; buffer may be NULL with size 0. Where the detail is NULL, or no call has
 * failed, the text states that. */
size_t vg_detail_text(const vg_detail *detail, char *buffer, size_t size);

/* ---- machine code that stays loaded (vg_code.c) ---- */

struct vg_program;

#define VG_CODE_MODULES 32u

/* Machine code of one program in one context, which stays loaded when the program is closed. All members but `detail`
 * are the runtime's. */
typedef struct vg_code {
    uint64_t state;
    const void *program;        /* the tables of the program whose code is loaded; NULL: nothing is */
    void *context;
    int device;
    unsigned retained;          /* 1: the device's primary context is retained while code is loaded */
    unsigned users;             /* programs that are open with it */
    unsigned count;
    uint32_t images;
    vg_status (*take)(struct vg_program *rt, unsigned capability);
    void *modules[VG_CODE_MODULES];
    vg_detail detail;           /* of vg_code_unload */
    vg_detail more[VG_MORE_DETAILS];    /* those after it */
} vg_code;

/* Call it once, before the struct is put into a config. Each open of the same program in the same context with it in
 * its config then takes the code from there; the first one loads it, even where open fails later. Calls of open, close
 * and vg_code_unload with the same struct must not overlap. Programs that are open at the same time then share the
 * kernels' __device__ variables, and closing does not bring these back to their first values. */
void vg_code_init(vg_code *code);
/* Unloads the code, after which the struct may be used again; VG_OK where nothing is loaded. VG_STATE while a program
 * is open with it, VG_ARGUMENT for a struct that vg_code_init was never called for. Tries everything and returns the
 * first failure; `detail` says which. */
vg_status vg_code_unload(vg_code *code);

/* ---- memory that programs share (vg_pool.c) ---- */

/* What vg_pool_init is given. Memory that is 0 or NULL the first open allocates; other memory is the application's, is
 * used as it is and outlives the pool: a CUdeviceptr, and page-locked and mapped host memory, both aligned to 256. */
typedef struct vg_pool_memory {
    uint64_t device_memory;
    uint64_t device_memory_bytes;   /* at least the largest NAME_POOL_DEVICE_BYTES of the programs */
    void *pinned_memory;
    uint64_t pinned_memory_bytes;   /* at least the largest NAME_POOL_PINNED_BYTES */
} vg_pool_memory;

/* Memory in which programs that take turns have what they need during a replay only. All members but `detail` are the
 * runtime's. */
typedef struct vg_pool {
    uint64_t state;
    vg_pool_memory memory;      /* what was given, or was allocated since */
    uint64_t pinned_device;     /* pinned memory as the device sees it */
    void *context;              /* NULL: nothing is allocated yet */
    int device;
    unsigned retained;          /* 1: the device's primary context is retained while there is memory in it */
    unsigned own;               /* bits: what was allocated */
    unsigned users;             /* programs that are open with it, or were abandoned */
    unsigned abandoned;         /* 1: a program was, in its turn: the device may still write there */
    struct vg_program *turn;    /* whose turn it is; NULL: nobody's */
    vg_status (*take)(struct vg_program *rt);   /* for open */
    void (*leave)(struct vg_program *rt);       /* for close */
    vg_status (*refuse)(struct vg_program *rt); /* for calls of a program whose turn it is not */
    vg_detail detail;           /* of vg_pool_free */
    vg_detail more[4];          /* what detail.next leads to */
} vg_pool;

/* Call it once, before the struct is put into configs. Programs whose spec has `memory: {pool: on}` then have their
 * scratch, inputs, outputs, inouts and settings there; what lives on from replay to replay stays their own. It is one
 * program's turn at a time: that of the one that was opened last, or that asked last. No two calls on programs of a
 * pool may overlap. */
void vg_pool_init(vg_pool *pool, const vg_pool_memory *memory);
/* `rt` is the member of that name of an open program. Makes it that program's turn, with memory that holds anything:
 * write the inputs after this call, and read the outputs of the program before it. VG_STATE while a replay of another
 * program runs, which the detail names. VG_OK also where it is that program's turn already, and without a pool. With
 * `api: call` each call does this by itself. */
vg_status vg_pool_take(struct vg_program *rt);
/* Frees what was allocated, after which the struct may be used again. VG_STATE while a program is open with it,
 * VG_ARGUMENT for a struct that vg_pool_init was never called for. Tries everything and returns the first failure. */
vg_status vg_pool_free(vg_pool *pool);

/* ---- configuration: const; a zeroed one, or NULL, means the defaults ---- */

typedef enum vg_wait {
    VG_WAIT_SPIN = 0,       /* look again and again: lowest latency, one core busy */
    VG_WAIT_YIELD,          /* spin for spin_count looks, then call pause between looks */
    VG_WAIT_BLOCK           /* spin for spin_count looks, then sleep; with a time limit as VG_WAIT_YIELD */
} vg_wait;

typedef enum vg_completion {    /* how the end of a replay is seen */
    /* By a word in pinned memory. The graph's last node writes it where that is a kernel for the purpose, else the
     * stream. A program of several lanes queries the stream instead of having it write: one thread that drives all
     * lanes gains more from launching sooner than from a microsecond less for each replay. */
    VG_COMPLETION_AUTO = 0,
    /* By a word with several lanes, too. Where the device has no stream writes, the stream is queried. With a word the
     * stream is still queried now and then, to find faults. */
    VG_COMPLETION_WORD,
    /* The stream is queried at each look, whatever the graph ends with. */
    VG_COMPLETION_QUERY
} vg_completion;

typedef struct vg_config {
    int device_index;           /* CUDA device number from 0; default 0. Ignored with context, uuid or pci */
    const char *device_uuid;    /* as `nvidia-smi -L` prints it, "GPU-…" or "MIG-…"; NULL: not used */
    const char *device_pci;     /* "0000:65:00.0"; NULL: not used */
    void *context;              /* the application's CUcontext, outlives the program; NULL: the device's primary one */
    /* CUstream of that context, outlives the program; NULL: the runtime makes a non-blocking stream. Only for programs
     * of one lane, because each lane must run by itself. */
    void *stream;
    /* CUdeviceptr, aligned to 256; 0: the runtime allocates. Arenas lie one after the other, each at a multiple of 256:
     * all arenas of the first lane, then of each further lane those that it does not share. */
    uint64_t device_memory;
    uint64_t device_memory_bytes;   /* at least NAME_DEVICE_BYTES, which counts all lanes */
    /* Page-locked and mapped (cuMemHostAlloc or cuMemHostRegister), aligned to 256; NULL: the runtime allocates. Lane
     * after lane, each at a multiple of 256. */
    void *pinned_memory;
    uint64_t pinned_memory_bytes;   /* at least NAME_PINNED_BYTES, which counts all lanes */
    vg_wait wait;               /* default VG_WAIT_SPIN */
    uint32_t spin_count;        /* looks before VG_WAIT_YIELD pauses and _BLOCK sleeps; 0: 4096 */
    void (*pause)(void *user);  /* called between looks; NULL: VG_PAUSE(). Must return, must not call the program */
    void *pause_user;
    /* Default VG_COMPLETION_AUTO. Open writes to rt.config what it chose for graphs whose last node does not write the
     * word. */
    vg_completion completion;
    uint32_t warm_up;           /* replays in open, which leave no trace; default 0, at most 1000000 */
    struct vg_trace *trace;     /* every replay leaves a record there; NULL: none. Outlives the program */
    vg_code *code;              /* where code stays loaded; NULL: close unloads it. Outlives the program */
    /* Memory that programs share; NULL: all memory is the program's own. Not with device_memory or pinned_memory.
     * Outlives the program. */
    vg_pool *pool;
    /* How long each call that waits for the device may wait in all, from its begin: then it answers VG_TIMEOUT. In open
     * it is for setup and warm-up of a lane, in profile for the replays. Not for finish, which is given its own limit.
     * 0: no limit. NAME_set_timeout changes it. */
    uint64_t timeout_ns;
} vg_config;

/* Memory of the application's for an input or output with `memory: external`: on the program's device and of its
 * context, or page-locked on the host and mapped. It outlives the program, or is replaced before it is freed. */
typedef struct vg_external {
    uint64_t address;           /* CUdeviceptr, or the host's address of pinned memory; 0: none */
    uint64_t bytes;             /* from there on, at least NAME_BUFFER_BYTES */
} vg_external;

/* ---- figures ---- */

typedef struct vg_times {       /* nanoseconds of one replay */
    uint64_t wall;              /* from the call to its return; all that a call with kept outputs takes, never 0 */
    uint64_t enqueue;           /* in the launch */
    uint64_t wait;              /* from the launch until its end was seen */
    uint64_t device;            /* between two device events around the launch */
} vg_times;

/* Since open, warm-up not counted; of a program or lane, or of one of its graphs. What crosses the bus is counted,
 * in replays that end without an error, by whatever it crosses: a copy node, a launch that copies, or a kernel that
 * reaches pinned memory itself, which is one transfer for each of its nodes and buffers. A node that is switched off,
 * not requested or without blocks brings nothing. What a while, if or switch does counts as if its bodies ran once. */
typedef struct vg_stats {
    uint64_t replays;           /* that ended without an error */
    uint64_t launches;
    uint64_t uploads, upload_bytes;         /* transfers to the device; bytes of buffers, without what lies between */
    uint64_t downloads, download_bytes;     /* likewise from the device */
    uint64_t resident_hits;     /* calls with the inputs of the last one: launched without an upload */
    uint64_t kept_hits;         /* calls answered with the kept outputs, without a launch */
    uint64_t timed;             /* timed replays, and those in timed calls, and … */
    vg_times times;             /* … the sums of their times */
    /* 0 for one graph. */
    /* Of call_batch, in lane 0, whichever lanes did the work: how often it was called with arguments that were not
     * refused, the items that were answered, and the lanes that these calls used: batch_lanes / batches on average. */
    uint64_t batches, batch_calls, batch_lanes;
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
    uint64_t launched;          /* the launch returned; 0 where a call was answered with kept outputs */
    uint64_t end;               /* the end was seen; then the outputs were copied */
} vg_trace_record;

/* What open does, one after the other. With several graphs each is built, instantiated and uploaded before the next;
 * these stages have the sums. */
typedef enum vg_stage {
    VG_STAGE_CONTEXT = 0,       /* the driver, the device and its context */
    VG_STAGE_STREAM,            /* and events */
    VG_STAGE_DEVICE_MEMORY,
    VG_STAGE_PINNED_MEMORY,
    VG_STAGE_LOAD,              /* machine code, and whether the kernels are the expected ones */
    VG_STAGE_FILL,              /* giving the stream the first contents to write */
    VG_STAGE_BUILD,
    VG_STAGE_INSTANTIATE,
    VG_STAGE_UPLOAD,
    VG_STAGE_SETUP,             /* the setup graph; waiting for all that the stream was given so far */
    VG_STAGE_WARM_UP,
    VG_STAGES
} vg_stage;

/* A ring in memory of the caller, who zeroes `written` and sets records and capacity before open. One program and one
 * lane at a time may write to it: the lanes of a program take theirs, by lane number, from an array of traces. Open
 * writes what comes after `written`. */
typedef struct vg_trace {
    vg_trace_record *records;
    uint32_t capacity;          /* records; 0: nothing is kept */
    uint64_t written;           /* the number of all records; record i lies at i % capacity */
    const char *program;
    uint32_t lane;
    uint64_t opened;            /* open was called, or has come to this lane; 0: never with this trace */
    uint64_t stages[VG_STAGES]; /* nanoseconds, as far as open came; index by vg_stage */
} vg_trace;

/* Writes the stages of open and the kept records in the Trace Event format (JSON) that Chrome and Perfetto open, oldest
 * first, by calls of write(user, text, size), which returns 0 to go on. Returns what write last returned, or 0;
 * VG_ARGUMENT, and nothing is written, where write or the traces are NULL. Uses no heap. */
int vg_trace_write(const vg_trace *traces, unsigned count, int (*write)(void *user, const char *text, size_t size),
                   void *user);

/* Writes every node of each graph of an open program or lane as the next replay would run it, in plain text: kernel,
 * blocks and threads, shared memory, each argument, parts of fused launches; copies and fills; addresses also by the
 * arena or pinned memory that they lie in, as NAME.map lists them. By calls of write like those of vg_trace_write; the
 * first that does not return 0 is the last. VG_STATE while a replay runs. In vg_describe.c, which programs need not be
 * linked with. */
vg_status vg_describe(struct vg_program *rt, int (*write)(void *user, const char *text, size_t size), void *user);

/* ---- loops that sleep between replays (vg_sleep.c, vg_touch.c) ---- */

/* Waits until CLOCK_MONOTONIC reaches when_ns, never less, and returns by how many nanoseconds it is late. Sleeps until
 * awake_ns before that and watches the clock for the rest: choose awake_ns larger than the delay with which the system
 * wakes the thread. Needs no program and no CUDA; vg_sleep_until(0, 0) returns the time. */
uint64_t vg_sleep_until(uint64_t when_ns, uint64_t awake_ns);

/* Returns how many periods of period_ns, the first of which begins at when_ns, have ended by now: 0 if the loop is in
 * time, or less than one period late, and where period_ns is 0. A loop that adds them to when_ns skips them; one that
 * does not runs their frames without a pause until it has caught up. */
uint64_t vg_missed_periods(uint64_t when_ns, uint64_t period_ns);

/* Optional. Call it shortly before a replay that follows a pause: it reads what start needs and gives the stream a
 * write that changes nothing, so that caches and device are awake. VG_STATE while a replay runs. */
vg_status vg_touch(struct vg_program *rt);

/* ---- sizes ---- */

VG_HAS_SIZE(vg_status);
VG_HAS_SIZE(vg_detail);
VG_HAS_SIZE(vg_code);
VG_HAS_SIZE(vg_pool_memory);
VG_HAS_SIZE(vg_pool);
VG_HAS_SIZE(vg_config);
VG_HAS_SIZE(vg_external);
VG_HAS_SIZE(vg_times);
VG_HAS_SIZE(vg_stats);
VG_HAS_SIZE(vg_trace_record);
VG_HAS_SIZE(vg_trace);

#ifdef __cplusplus
}
#endif

#endif
