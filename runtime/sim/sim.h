/* SPDX-License-Identifier: 0BSD */
/* sim.h - what the files of the CPU device share. Nothing here is for users.
 *
 * In this order: settings, problem, call, object; memory; image, module; graphs (graph.h); stream; run, check; block,
 * fiber. */
#ifndef SIM_H
#define SIM_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vgsim.h"
#include "vgsim_abi.h"

#define SIM_HIDDEN __attribute__((visibility("hidden")))
#pragma GCC visibility push(hidden)

/* ---- settings.c: the environment, read once ---- */

typedef enum { SIM_CHECK_OFF, SIM_CHECK_RACES, SIM_CHECK_FULL } sim_check_level;

typedef struct {
    uint64_t seed;         /* VGSIM_SEED; 0: everything in plain order */
    bool lazy;             /* VGSIM_LAZY */
    sim_check_level check; /* VGSIM_CHECK */
    bool check_forced;     /* … was given, so large arenas are checked too */
    bool trace;            /* VGSIM_TRACE */
    bool quiet;            /* VGSIM_QUIET */
    int driver;            /* VGSIM_DRIVER, 13000 for 13.0 */
    unsigned capability;   /* VGSIM_CC, 0: the first program's */
    size_t memory;         /* VGSIM_MEMORY, device bytes */
    size_t stack;          /* VGSIM_STACK, bytes for each thread of a kernel */
    uint64_t passes;       /* VGSIM_PASSES, after which a loop is taken for endless */
} sim_settings;

const sim_settings *sim_get_settings(void);
/* The next number of a sequence; the device's own sequence starts at the seed. */
uint64_t sim_random(uint64_t *state);
uint64_t *sim_random_state(void);
/* `count` indices in an order drawn from the sequence, or plain with seed 0. */
void sim_shuffle(uint32_t *order, size_t count, uint64_t *state);

/* ---- problem.c ---- */

void sim_problem(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says why a call is refused, where a GPU would only give the code. Not a problem. Returns code. */
CUresult sim_refuse(CUresult code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Out of memory in the CPU device itself ends the program. */
void *sim_allocate(size_t count, size_t size);
void *sim_grow(void *array, size_t count, size_t *capacity, size_t size);

/* ---- call.c: entering and leaving the driver ---- */

enum { SIM_ANY = 0, SIM_INIT = 1, SIM_CONTEXT = 3 };

/* Takes the lock, counts, injects, checks what the call needs. Always followed by sim_leave or sim_leave_out. */
CUresult sim_enter(const char *name, unsigned needs);
/* What a driver before that version does not know: 12030 for 12.3. */
CUresult sim_need_driver(int version);
CUresult sim_leave(CUresult result);
/* After a failure the out parameter is filled with a trap value. */
CUresult sim_leave_out(CUresult result, void *out, size_t size);
unsigned long sim_call_number(void);
const char *sim_call_name(void); /* without the symbol's _v2 */
void sim_set_initialized(void);
/* From now on every call that needs a context returns `code`. */
void sim_set_sticky(CUresult code);
CUresult sim_sticky(void);
void sim_clear_sticky(void);
/* What an injected asynchronous fault left for the next synchronising call, once. */
CUresult sim_take_async(void);
bool sim_async_waits(void);

/* ---- object.c: handles ---- */

typedef enum {
    SIM_CONTEXT_OBJECT = 1,
    SIM_MODULE,
    SIM_FUNCTION,
    SIM_LIBRARY,
    SIM_KERNEL,
    SIM_STREAM,
    SIM_EVENT,
    SIM_GRAPH,
    SIM_NODE,
    SIM_EXEC,
    SIM_HANDLE, /* of a conditional node */
    SIM_KINDS
} sim_kind;

typedef struct sim_object {
    uint32_t mark;
    uint16_t kind;
    uint16_t dead;
    unsigned long created, destroyed; /* call numbers */
    void *data;                       /* freed by its owner on destruction, then NULL */
    const void *owner;
} sim_object;

sim_object *sim_object_new(sim_kind kind, void *data, const void *owner); /* NULL when there is no room */
void sim_object_destroy(sim_object *object);
/* The live object's data, or NULL after reporting what the handle is. */
void *sim_object_data(const void *handle, sim_kind kind);
const char *sim_kind_name(sim_kind kind);
unsigned long sim_object_live(sim_kind kind);
void sim_object_report_leaks(void);

/* ---- context.c ---- */

bool sim_context_current(void);
CUcontext sim_context_top(void); /* the current one, or NULL */
bool sim_context_lost(void);     /* one is current that does not live any more */
bool sim_context_valid(CUcontext context);
unsigned long sim_context_live(void);
void sim_context_report_leaks(void);
unsigned sim_capability(void);

/* ---- memory.c: blocks of the simulated address space ---- */

typedef enum {
    SIM_DEVICE_MEMORY,
    SIM_PINNED_MEMORY, /* as the host sees it */
    SIM_REGISTERED_MEMORY,
    SIM_MAPPED_MEMORY /* one of both as the device sees it, at an address of its own */
} sim_memory_kind;

typedef struct sim_memory {
    sim_memory_kind kind;
    bool dead;
    uint64_t base, bytes; /* what the caller asked for */
    unsigned char *map;   /* first usable page; guard pages around */
    size_t map_bytes;
    unsigned flags;
    unsigned long created, destroyed;
    struct sim_memory *twin; /* of pinned or registered memory and the device's view of it: the other one */
    unsigned char *around;   /* of the device's view of registered memory: the rest of its pages, as it should be */
} sim_memory;

sim_memory *sim_memory_new(sim_memory_kind kind, size_t bytes, unsigned flags);
sim_memory *sim_memory_register(void *memory, size_t bytes, unsigned flags);
void sim_memory_destroy(sim_memory *memory);
/* A call that frees it: the start of a live block of the kind. */
CUresult sim_memory_release(uint64_t address, sim_memory_kind kind);
/* The block that holds the address, dead or alive, or NULL. */
sim_memory *sim_memory_find(uint64_t address);
/* A live block that has bytes of [address, address + bytes), or NULL. */
sim_memory *sim_memory_overlapping(uint64_t address, uint64_t bytes);
/* All of [address, address + bytes) inside one live block? Else a problem naming `what`, and NULL. */
sim_memory *sim_memory_range(uint64_t address, uint64_t bytes, const char *what);
/* The same, and not by the host's address of memory for which the device has another. */
sim_memory *sim_memory_device_range(uint64_t address, uint64_t bytes, const char *what);
/* The device's address of the same byte, and the host's; of device memory it is the same. */
uint64_t sim_memory_device_address(uint64_t address);
uint64_t sim_memory_host_address(uint64_t address);
/* Device memory is only accessible between open and close; they nest. */
void sim_memory_open(void);
void sim_memory_close(void);
/* Closes it whatever the depth, and opens it to that depth again. */
unsigned sim_memory_shut(void);
void sim_memory_reopen(unsigned depth);
/* Around a kernel: what lies beside registered memory in the same pages must stay as it is. */
void sim_memory_keep_around(void);
void sim_memory_check_around(const char *title);
size_t sim_memory_used(void);
unsigned long sim_memory_live(void);
void sim_memory_report_leaks(void);

/* ---- copy.c: checked copies and fills ---- */

/* One end is a contiguous range of rows. Plain copies have one row. */
typedef struct {
    uint64_t to, from; /* addresses of the first byte */
    uint64_t width, rows, layers;
    uint64_t to_pitch, from_pitch, to_layer, from_layer; /* bytes between rows and layers */
} sim_copy;

typedef struct {
    uint64_t to;
    uint64_t pitch, count, rows;
    uint32_t element, value;
} sim_fill;

CUresult sim_copy_from_3d(sim_copy *copy, const CUDA_MEMCPY3D *parameters);
CUresult sim_copy_check(const sim_copy *copy); /* ranges alive, no overlap */
void sim_copy_run(const sim_copy *copy);
uint64_t sim_copy_to_bytes(const sim_copy *copy); /* from its first to its last byte */
uint64_t sim_copy_from_bytes(const sim_copy *copy);
CUresult sim_fill_from_node(sim_fill *fill, const CUDA_MEMSET_NODE_PARAMS *parameters);
CUresult sim_fill_check(const sim_fill *fill);
void sim_fill_run(const sim_fill *fill);
uint64_t sim_fill_bytes(const sim_fill *fill);

/* ---- image.c: what an image says about its kernels ---- */

typedef struct sim_function {
    char *name;
    unsigned param_count;
    uint32_t *param_offsets, *param_sizes;
    uint32_t param_bytes;
    uint32_t static_shared;
    uint32_t max_threads;      /* 0: not limited */
    uint32_t required[3];      /* .reqntid, 0: none */
    uint32_t cluster[3];       /* .reqnctapercluster, 0: none */
    bool large_clusters;       /* NON_PORTABLE_CLUSTER_SIZE_ALLOWED */
    uint32_t dynamic_limit;    /* MAX_DYNAMIC_SHARED_SIZE_BYTES */
    unsigned capability;       /* of the image */
    const vgsim_kernel *host;  /* NULL without a host build */
    sim_object *object;        /* function handle, made on demand */
    sim_object *kernel_object; /* kernel handle, made on demand */
    void *module_handle;
    CUcontext context; /* that the module was loaded in; NULL: a library's */
} sim_function;

typedef struct {
    sim_function *functions;
    size_t count, capacity;
    unsigned capability;
} sim_image;

CUresult sim_image_read(sim_image *image, const void *bytes);
CUresult sim_image_read_cubin(sim_image *image, const unsigned char *bytes);
CUresult sim_image_read_ptx(sim_image *image, const char *text);
CUresult sim_image_read_stub(sim_image *image, const char *text);
sim_function *sim_image_add(sim_image *image, const char *name, size_t length);
bool sim_image_param(sim_function *function, unsigned ordinal, uint32_t offset, uint32_t size);
void sim_image_lay_out(sim_function *function); /* offsets from sizes and natural alignment */
void sim_image_free(sim_image *image);

/* ---- module.c ---- */

sim_function *sim_function_get(CUfunction function); /* reports dead handles */
sim_function *sim_function_of(CUfunction function, CUkernel kernel);
bool sim_function_loaded(const sim_object *object);

/* ---- register.c: programs and kernels ---- */

const vgsim_kernel *sim_find_kernel(const sim_function *function);
size_t sim_program_count(void);
const vgsim_program *sim_program(size_t index);

#include "graph.h"

/* ---- stream.c: queued work ---- */

typedef enum {
    SIM_WORK_GRAPH,
    SIM_WORK_LAUNCH,
    SIM_WORK_COPY,
    SIM_WORK_FILL,
    SIM_WORK_WORD, /* fill.value goes to fill.to */
    SIM_WORK_RECORD,
    SIM_WORK_WAIT,
    SIM_WORK_HOST
} sim_work_kind;

typedef struct sim_work {
    struct sim_work *next;
    sim_work_kind kind;
    uint64_t sequence;
    sim_exec *exec;
    sim_launch launch;
    sim_copy copy;
    sim_fill fill;
    sim_object *event;
    uint64_t version;         /* of the event */
    sim_object *source;       /* wait: the stream that records it, … */
    uint64_t source_sequence; /* … and the record's place there */
    CUDA_HOST_NODE_PARAMS host;
    struct sim_progress *progress; /* of a graph that has begun */
    struct sim_watch *watch;       /* of a graph */
} sim_work;

sim_work *sim_work_new(sim_work_kind kind);
/* Takes the work over, also on failure. Runs it at once where the settings say so. */
CUresult sim_stream_push(CUstream stream, sim_work *work);
CUresult sim_stream_drain(CUstream stream);
CUresult sim_drain_all(void);
void sim_drain_exec(const sim_exec *exec); /* the launches of it that wait */
CUresult sim_drain_legacy(void);           /* what a synchronous call on the null stream waits for */
bool sim_stream_known(CUstream stream);
bool sim_stream_idle(CUstream stream); /* nothing waits in it */
void sim_stream_drop_all(void);

/* host.c: what the application may not touch while a graph runs. */
typedef struct sim_watch sim_watch;
sim_watch *sim_watch_begin(const sim_exec *exec);                 /* at the launch; NULL: nothing is watched */
void sim_watch_end(const sim_exec *exec, const sim_watch *watch); /* reports what has changed */
void sim_watch_free(sim_watch *watch);
/* What the graph's word of its end was at the launch; false: nobody looked. */
bool sim_watch_word(const sim_watch *watch, uint32_t *value);

/* word.c: words that are written for the host. */
void sim_word_write(uint64_t address, uint32_t value);
/* From now on it is such a word, which the end of a graph writes. */
void sim_word_expect(uint64_t address);
/* The first word at or after `first` that lies before `last`; UINT64_MAX: none. */
uint64_t sim_word_between(uint64_t first, uint64_t last);

/* end.c: a last node that writes a word for the host. */
#define SIM_END_VALUE 1u
uint64_t sim_end_word(const sim_exec *exec); /* 0: the graph has none */
void sim_end_check(const sim_exec *exec);    /* when it is matched: is the node behind all others? */
CUresult sim_run_end(sim_exec *exec, size_t node, bool *waited);
/* Around each other node. */
uint32_t sim_end_look(const sim_exec *exec);
void sim_end_unchanged(const sim_exec *exec, size_t node, uint32_t before);
/* Everything of the launch is done and looked at: if the node has run, the host may see it. */
void sim_end_show(sim_exec *exec, const sim_watch *watch);

/* event.c: a graph's node records it. */
void sim_event_happens(sim_object *event);

/* ---- run.c: execution of a snapshot ---- */

/* One node after the other, for graphs on several streams to take turns. */
typedef struct sim_progress sim_progress;
sim_progress *sim_exec_begin(sim_exec *exec);
size_t sim_exec_left(const sim_progress *progress); /* nodes that have not run */
CUresult sim_exec_step(sim_progress *progress);
void sim_exec_end(sim_progress *progress); /* done or not */
CUresult sim_exec_run(sim_exec *exec);
void sim_call_host(const CUDA_HOST_NODE_PARAMS *host);

/* Runs a kernel node once, without looking at what it touches. */
CUresult sim_run_plain(sim_exec *exec, size_t node, bool *waited);

/* ---- check.c: one kernel node under observation ---- */

/* False: not a node of a registered graph whose memory is alive, or too large to check unasked. */
bool sim_check_applies(const sim_exec *exec);
CUresult sim_run_checked(sim_exec *exec, size_t node, bool *waited);

/* ---- block.c: kernels ---- */

/* The atomics of a run in order, as thread numbers, so that a second run can repeat it. */
typedef struct {
    uint32_t *threads;
    size_t count, capacity;
    bool overflow;
    bool clock;    /* the kernel looked at a clock: runs may differ */
    bool diverged; /* a repeated run did not do the same atomics */
} sim_atomics;

/* A condition that a kernel set: what to, by whom and when; and what to in a repeated run. */
typedef struct {
    uint64_t handle, block;
    uint32_t thread;
    unsigned long barriers, grid_barriers; /* that the block and all blocks had passed */
    unsigned value, again;
    bool first, repeated; /* set in the first run, in the repeated one */
} sim_set;

typedef struct {
    sim_set *sets;
    size_t count, capacity;
} sim_sets;

/* Bytes of the nodes before a kernel that are not complete when it starts. */
typedef struct {
    unsigned char *live, *kept;
    size_t bytes;
    bool hidden; /* they write them; else they only read them */
} sim_early_part;

typedef struct {
    sim_early_part *parts;
    size_t count, capacity;
    bool wrote; /* the kernel changed some before it had waited */
} sim_early;

typedef struct {
    const sim_launch *launch;
    bool *waited;      /* out, may be NULL: a thread called cudaGridDependencySynchronize() */
    sim_early *early;  /* NULL: it is not looked at */
    sim_exec *exec;    /* whose running node it is */
    sim_sets *sets;    /* in: empty, or of the first run when it is repeated */
    const char *title; /* for messages */
    uint64_t seed;     /* order of blocks and threads; 0: plain */
    bool reverse_threads, reverse_blocks;
    unsigned char fill; /* of shared memory */
    bool replay;        /* keep the order in `atomics`; else record it */
    bool silent;        /* report nothing */
    sim_atomics *atomics;
} sim_kernel_run;

CUresult sim_kernel_execute(const sim_kernel_run *run);
/* Did the repeated run set other conditions, or to other values? Forgets that run's. */
bool sim_sets_differ(sim_sets *sets);

/* ---- dependency.c: programmatic edges; early.c: a kernel before it waits ---- */

void sim_dependencies_begin(sim_exec *exec);
void sim_dependencies_start(sim_exec *exec, uint32_t node);
void sim_dependencies_end(sim_exec *exec, uint32_t node, bool waited);
/* Is there something that is complete only when the node has waited? */
bool sim_dependencies_left(const sim_exec *exec, uint32_t node);
void sim_early_find(const sim_exec *exec, uint32_t node, sim_early *early);
void sim_early_free(sim_early *early);
/* Around the part of a block before its first thread has waited. */
void sim_early_begin(void);
void sim_early_end(void);

/* ---- shared.c: a kernel library's shared memory ---- */

typedef struct {
    unsigned char *block; /* thread-local block of the library, NULL if it is the program's own */
    size_t block_bytes;
    unsigned char *dynamic; /* NULL: the library has none */
} sim_shared;

void sim_shared_find(sim_shared *shared, vgsim_thunk thunk);
void sim_shared_fill(const sim_shared *shared, size_t dynamic_bytes, unsigned char value);
/* Bytes past the dynamic part changed? */
bool sim_shared_overrun(const sim_shared *shared, size_t dynamic_bytes, unsigned char value);

/* What a block has there, saved and brought back while blocks take turns. */
size_t sim_shared_bytes(const sim_shared *shared, size_t dynamic_bytes);
void sim_shared_save(const sim_shared *shared, size_t dynamic_bytes, unsigned char *to);
void sim_shared_load(const sim_shared *shared, size_t dynamic_bytes, const unsigned char *from);

/* ---- fiber.c ---- */

typedef struct sim_fiber sim_fiber;

/* Stacks are kept and used again. NULL when there is no memory. */
sim_fiber *sim_fiber_new(void (*body)(void));
void sim_fiber_free(sim_fiber *fiber);
/* From the scheduler into the fiber, until it calls sim_fiber_leave. */
void sim_fiber_enter(sim_fiber *fiber);
void sim_fiber_leave(bool finished);
bool sim_fiber_guard_hit(const void *address);

/* ---- trap.c: faults of a running kernel ---- */

void sim_trap_install(void (*handler)(int signal, const void *address));
void sim_trap_remove(void);
void sim_trap_host(void (*handler)(const void *address));

#pragma GCC visibility pop

#endif
