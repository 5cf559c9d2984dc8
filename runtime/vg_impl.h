/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_impl.h - what the runtime's own files share; nothing else includes it. It defines how driver calls are checked. */
#ifndef VG_IMPL_H
#define VG_IMPL_H

#include "vg_bounded.h"
#include "vg_capture.h"

#ifndef VG_WITHOUT_CUDA

#include "vg_cuda.h"
#ifdef VG_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

#define vg_check_open VG_SYMBOL(vg_check_open)
#define vg_check_here VG_SYMBOL(vg_check_here)
#define vg_check_closed VG_SYMBOL(vg_check_closed)
#define vg_check_arenas VG_SYMBOL(vg_check_arenas)
#define vg_check_app_data VG_SYMBOL(vg_check_app_data)
#define vg_adopt VG_SYMBOL(vg_adopt)
#define vg_open_adopted VG_SYMBOL(vg_open_adopted)
#define vg_settle VG_SYMBOL(vg_settle)
#define vg_begin_wait VG_SYMBOL(vg_begin_wait)
#define vg_parse_uuid VG_SYMBOL(vg_parse_uuid)
#define vg_arena_place VG_SYMBOL(vg_arena_place)
#define vg_pinned_place VG_SYMBOL(vg_pinned_place)
#define vg_take_device_memory VG_SYMBOL(vg_take_device_memory)
#define vg_take_pinned_memory VG_SYMBOL(vg_take_pinned_memory)
#define vg_release_memory VG_SYMBOL(vg_release_memory)
#define vg_fill VG_SYMBOL(vg_fill)
#define vg_fill_memory VG_SYMBOL(vg_fill_memory)
#define vg_rewind VG_SYMBOL(vg_rewind)
#define vg_write_state VG_SYMBOL(vg_write_state)
#define vg_find_call VG_SYMBOL(vg_find_call)
#define vg_count_units VG_SYMBOL(vg_count_units)
#define vg_load_modules VG_SYMBOL(vg_load_modules)
#define vg_load_kernels VG_SYMBOL(vg_load_kernels)
#define vg_build_graphs VG_SYMBOL(vg_build_graphs)
#define vg_run_setup VG_SYMBOL(vg_run_setup)
#define vg_instantiate VG_SYMBOL(vg_instantiate)
#define vg_destroy_graph VG_SYMBOL(vg_destroy_graph)
#define vg_check_idle VG_SYMBOL(vg_check_idle)
#define vg_check_startable VG_SYMBOL(vg_check_startable)
#define vg_enter VG_SYMBOL(vg_enter)
#define vg_enter_to_wait VG_SYMBOL(vg_enter_to_wait)
#define vg_time_left VG_SYMBOL(vg_time_left)
#define vg_run VG_SYMBOL(vg_run)
#define vg_leave VG_SYMBOL(vg_leave)
#define vg_commit VG_SYMBOL(vg_commit)
#define vg_begun VG_SYMBOL(vg_begun)
#define vg_count_launch VG_SYMBOL(vg_count_launch)
#define vg_count_replay VG_SYMBOL(vg_count_replay)
#define vg_launch VG_SYMBOL(vg_launch)
#define vg_mark_end VG_SYMBOL(vg_mark_end)
#define vg_wait_for_end VG_SYMBOL(vg_wait_for_end)
#define vg_step_node VG_SYMBOL(vg_step_node)
#define vg_drain VG_SYMBOL(vg_drain)
#define vg_synchronize VG_SYMBOL(vg_synchronize)
#define vg_record VG_SYMBOL(vg_record)
#define vg_note_stage VG_SYMBOL(vg_note_stage)
#define vg_put VG_SYMBOL(vg_put)
#define vg_put_end VG_SYMBOL(vg_put_end)
#define vg_called VG_SYMBOL(vg_called)
#define vg_checked VG_SYMBOL(vg_checked)
#define vg_undone VG_SYMBOL(vg_undone)
#define vg_set_context VG_SYMBOL(vg_set_context)
#define vg_take_figures VG_SYMBOL(vg_take_figures)
#define vg_add_figures VG_SYMBOL(vg_add_figures)
#define vg_refuse_node VG_SYMBOL(vg_refuse_node)
#define vg_checked_node VG_SYMBOL(vg_checked_node)
#define vg_keep_details VG_SYMBOL(vg_keep_details)
#define vg_captured_of VG_SYMBOL(vg_captured_of)
#define vg_captured_nodes VG_SYMBOL(vg_captured_nodes)
#define vg_refuse_capture VG_SYMBOL(vg_refuse_capture)
#define vg_add_captured VG_SYMBOL(vg_add_captured)
#define vg_look_at VG_SYMBOL(vg_look_at)
#define vg_describe_call VG_SYMBOL(vg_describe_call)
#define vg_call_uncaptured VG_SYMBOL(vg_call_uncaptured)
#define vg_call_captured VG_SYMBOL(vg_call_captured)
#define vg_exchange_mode VG_SYMBOL(vg_exchange_mode)
#define vg_bind_driver VG_SYMBOL(vg_bind_driver)
#define vg_missing_since VG_SYMBOL(vg_missing_since)

#ifdef __cplusplus
extern "C" {
#endif

/* ---- vg_driver.c: where nothing is linked with the driver ---- */

#ifdef VG_DLOPEN
/* Finds the driver's functions, unless that was done. VG_NO_CUDA or VG_OLD_DRIVER if they are not there. */
vg_status vg_bind_driver(vg_program *rt);
/* The first CUDA version with a call that this driver lacks, as cuDriverGetVersion counts; 0 for any other. */
unsigned vg_missing_since(const char *call);
#endif

/* ---- vg_detail.c: what a driver call answered ---- */

vg_status vg_checked(vg_program *rt, CUresult result, const char *call, const char *step);
/* A call for a node of a graph. */
vg_status vg_checked_node(vg_program *rt, CUresult result, const char *call, unsigned node);
/* After a failure of what was done for a node: the detail gets its line in the spec. Returns `status`. */
static inline vg_status vg_at_node(vg_program *rt, vg_status status, unsigned node)
{
    if (status != VG_OK) {
        rt->detail.spec = rt->desc->spec;
        rt->detail.line = rt->desc->node_lines[node];
    }
    return status;
}
/* A call that belongs to no step. */
vg_status vg_called(vg_program *rt, CUresult result, const char *call);
/* vg_refuse, for a node of a graph. */
vg_status vg_refuse_node(vg_program *rt, vg_status status, unsigned node, const char *what, uint64_t expected,
                         uint64_t found);
/* For calls that undo. *first keeps the first failure, and the detail has those after it, too; the caller
 * goes on in any case. */
void vg_undone(vg_program *rt, vg_status *first, CUresult result, const char *call);
/* Copies a detail and those that it leads to, as far as `more` has room: `from` and its program may go then. */
void vg_keep_details(vg_detail *kept, vg_detail *more, size_t room, const vg_detail *from);
/* Tries twice: without the program's context nothing can be freed, and a thread that is left in that context would go
 * on using it after it is destroyed. Keeps the first failure. */
void vg_set_context(vg_program *rt, vg_status *first, CUcontext context);

static inline void vg_reset_settings(vg_program *rt)
{
    if (rt->desc->reset_settings != NULL) {
        rt->desc->reset_settings(rt->store.self);
    }
}

/* vg_program.own: what close must give back. Mapped memory is pinned, but was mapped first and then registered. Shared
 * code is config.code's, which counts its programs. */
enum {
    VG_OWN_CONTEXT = 1,
    VG_OWN_STREAM = 2,
    VG_OWN_DEVICE_MEMORY = 4,
    VG_OWN_PINNED_MEMORY = 8,
    VG_OWN_MAPPED_MEMORY = 16,
    VG_SHARES_CODE = 32,
    VG_SHARES_POOL = 64
};

/* vg_program.events. */
enum {
    VG_EVENT_DONE = 2,
    VG_EVENTS = 3
};

/* The arena belongs to the first lane, and this one only uses it. */
static inline int vg_is_borrowed(const vg_program *rt, unsigned arena)
{
    return rt->first != NULL && rt->desc->arena_shared != NULL && rt->desc->arena_shared[arena] != 0u;
}

/* Nothing can be undone, because the device still works on something. */
static inline void vg_set_stuck(vg_program *rt)
{
    rt->state = VG_MARK_STUCK;
    rt->here = NULL;
}

/* vg_storage.disabled: bits for the exec, and for the twin that vg_profile builds. */
#define VG_DISABLED 1u
#define VG_TWIN_DISABLED 2u

static inline int vg_is_disabled(const vg_program *rt, unsigned node)
{
    return rt->store.disabled != NULL && (rt->store.disabled[node] & VG_DISABLED) != 0u;
}

/* Behind the nodes of the graph and those of bodies in it, which come before the next graph's. */
static inline unsigned vg_nodes_end(const vg_program *rt, unsigned graph)
{
    return graph + 1u == rt->desc->graph_count ? rt->desc->node_count : rt->desc->graphs[graph + 1u].first_node;
}

/* Ranges that profilers show: one for what a call does, and one for a replay, which another thread may end. */
#ifdef VG_NVTX
static inline void vg_range_push(const char *name)
{
    (void)nvtxRangePushA(name);
}

static inline void vg_range_pop(void)
{
    (void)nvtxRangePop();
}

static inline void vg_range_start(vg_program *rt, const char *name)
{
    rt->range = nvtxRangeStartA(name);
}

static inline void vg_range_end(const vg_program *rt)
{
    nvtxRangeEnd(rt->range);
}
#else
static inline void vg_range_push(const char *name)
{
    (void)name;
}

static inline void vg_range_pop(void)
{
}

static inline void vg_range_start(vg_program *rt, const char *name)
{
    (void)rt;
    (void)name;
}

static inline void vg_range_end(const vg_program *rt)
{
    (void)rt;
}
#endif

/* The word holds the value that the running replay ends with; all that the replay wrote before is visible then. */
static inline int vg_is_marked(const vg_program *rt)
{
    return __atomic_load_n(rt->end.word, __ATOMIC_ACQUIRE) == rt->end.awaited;
}

/* State that may be written again. What lanes share stays as it was first written, since another lane may be reading
 * it. */
static inline int vg_may_reset(const vg_program *rt, const vg_content *content)
{
    return content->reset == VG_RESET_STATE &&
           (rt->desc->arena_shared == NULL || rt->desc->arena_shared[content->arena] == 0u);
}

/* ---- vg_rt.c: what each call on an open program begins and ends with ---- */

/* Records why a call does not fit the program's state, and returns VG_STATE. */
vg_status vg_wrong_state(vg_program *rt, const char *what);
/* VG_OK for an open program. VG_STATE for another, and the detail says why; VG_LOST; VG_ARGUMENT for NULL. */
vg_status vg_check_here(vg_program *rt);
/* VG_OK if the program is open and no replay runs; the second also looks at the graph's number. rt may be NULL. */
vg_status vg_check_idle(vg_program *rt);
vg_status vg_check_startable(vg_program *rt, unsigned graph);
/* Enter makes the program's context current, leave the caller's. Leave returns `status`, or its own failure if that is
 * none. */
vg_status vg_enter(vg_program *rt, CUcontext *caller);
/* For calls that wait: the time that config.timeout_ns gives them begins. */
void vg_begin_wait(vg_program *rt);
vg_status vg_enter_to_wait(vg_program *rt, CUcontext *caller);
/* Nanoseconds that the call may still wait: VG_FOREVER where there is no limit. */
uint64_t vg_time_left(const vg_program *rt);
vg_status vg_leave(vg_program *rt, CUcontext caller, vg_status status);
/* Brings what the application changed into pinned memory and into the exec, or into the graph where rt->stepping is
 * set. No replay of this lane runs, so none can see half of it; after a failure the next start does the rest. */
vg_status vg_commit(vg_program *rt, unsigned graph);
/* From now on a replay of the graph runs, and the stream is asked for its end. */
void vg_begun(vg_program *rt, unsigned graph);
/* Unless a last node writes the word, has the stream write the next number after all that it was given. */
void vg_mark_end(vg_program *rt);
/* Counts a launch that succeeded. */
void vg_count_launch(vg_program *rt, unsigned graph);
/* Counts a replay that ended without an error; VG_OK, or what the program itself found when it looked. */
vg_status vg_count_replay(vg_program *rt);
/* Launches an exec of the graph, after it has cleared the word if the last node writes it. The replay then runs. */
vg_status vg_launch(vg_program *rt, unsigned graph, CUgraphExec exec);
/* A replay from commit to end, in the time that is left. */
vg_status vg_run(vg_program *rt, unsigned graph);
/* Waits in the way that the application chose; counts the replay when it has ended. */
vg_status vg_wait_for_end(vg_program *rt, uint64_t timeout_ns);

/* Waits for all that a stream of the program's context was given: in the driver, or with VG_WAIT_BLOCK by spin_count
 * looks and then asleep; with a limit by looks alone, and the answer is CUDA_ERROR_NOT_READY when the time is up. The
 * first leaves the answer, and in *call the name of the driver call that gave it, to its caller. */
CUresult vg_drain(const vg_program *rt, void *stream, const char **call);
vg_status vg_synchronize(vg_program *rt, const char *step);

/* vg_step.c: runs a node of a graph by a stream call, and waits for it. */
vg_status vg_step_node(vg_program *rt, unsigned node);

/* vg_trace.c: adds a record of the replay that ran to the lane's trace. */
void vg_record(vg_program *rt, vg_status status);

/* What open has come to, by the number of what it calls; then what that is made of, and the beginning of all. */
enum {
    VG_OPEN_BUILT = 11,
    VG_OPEN_INSTANTIATED,
    VG_OPEN_BEGINS
};

/* Adds the time since the last one to its stage, where a trace is kept. */
void vg_note_stage(vg_program *rt, unsigned stage);

/* Text for the application, collected into pieces that are worth a call. */
typedef struct vg_output {
    int (*write)(void *user, const char *text, size_t size);
    void *user;
    int refused; /* what write last returned */
    size_t used;
    char text[512];
} vg_output;

/* Each of %s, %u, %n, %x and %t in the text takes an argument: a string that may need escapes in JSON, an unsigned, a
 * uint64_t, one in hexadecimal digits, one of nanoseconds, which becomes microseconds with three decimals. */
void vg_put(vg_output *to, const char *text, ...);
/* Hands on what is left. */
void vg_put_end(vg_output *to);

/* The replay that ran has ended, well or not. */
static inline void vg_end_replay(vg_program *rt, vg_status status)
{
    if (rt->config.trace != NULL) {
        vg_record(rt, status);
    }
    vg_range_end(rt);
    rt->stats.synchronisations++;
    rt->running = 0;
}

/* The runtime waits for this replay no longer; its last node may still come to write the word. */
static inline void vg_give_up(vg_program *rt, vg_status status)
{
    rt->end.trusted = 0;
    vg_end_replay(rt, status);
}

/* ---- vg_queue.c, vg_slots.c: several replays of a lane in flight ---- */

static inline vg_program *vg_slot_at(vg_program *lane, unsigned slot)
{
    return (vg_program *)(void *)((unsigned char *)lane + slot * lane->store.queue->stride);
}

/* Where no word shows the end of a replay, or the wait is to sleep, an event right behind it does: the stream itself
 * is done only when all that is queued is done. The first slot uses one of those that the lane has anyway. */
static inline CUevent vg_slot_event(const vg_program *slot)
{
    return (CUevent)slot->events[slot->config.wait == VG_WAIT_BLOCK ? VG_EVENT_DONE : 0];
}

/* Adds the figures of a slot since it was last asked to the lane's. */
void vg_take_figures(vg_program *lane, vg_program *slot);

/* vg_stats.c: every figure is a sum. */
void vg_add_figures(vg_stats *to, const vg_stats *from);

/* ---- vg_config.c: what open is given. Nothing is changed before all of it was found to be good ---- */

#define VG_UUID_BYTES 16u
#define VG_MOST_LANES 32u /* bits of vg_program.lanes */

/* config may be NULL. */
vg_status vg_check_open(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage);
/* The parts of it that hold for a further lane, too: the struct is closed, the application's memory will do for this
 * lane, and its constants are given, but for those that lanes share. */
vg_status vg_check_closed(vg_program *rt);
vg_status vg_check_arenas(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage,
                          unsigned lane);
vg_status vg_check_app_data(vg_program *rt, const vg_desc *desc, const vg_storage *storage, unsigned lane);
/* "GPU-8-4-4-4-12" hex digits. Returns 0 if the text is something else. */
int vg_parse_uuid(const char *text, unsigned char bytes[VG_UUID_BYTES]);
/* Where a lane's arena lies in the application's memory, in bytes from its start. With `arena` the number of arenas:
 * where the last one ends. */
uint64_t vg_arena_place(const vg_desc *desc, unsigned lane, unsigned arena);
/* The same for the pinned arena. */
uint64_t vg_pinned_place(const vg_desc *desc, unsigned lane);

/* ---- vg_open.c ---- */

/* Makes the struct that of a program that is about to be opened; `first` is NULL for the first lane. */
void vg_adopt(vg_program *rt, const vg_desc *desc, const vg_config *config, const vg_storage *storage,
              vg_program *first);
/* Opens what was adopted. */
vg_status vg_open_adopted(vg_program *rt);
/* A commit for each graph: its exec then follows what was set. */
vg_status vg_settle(vg_program *rt);

/* ---- vg_memory.c: a program's memory and what it holds. All need the program's context to be current ---- */

/* Take the application's memory, another lane's, or new memory, and put addresses in rt->store and rt. What they made
 * stays there for release, also after a failure. */
vg_status vg_take_device_memory(vg_program *rt);
vg_status vg_take_pinned_memory(vg_program *rt); /* all of it is zero then */
/* Frees what the runtime allocated, in reverse order. */
void vg_release_memory(vg_program *rt, vg_status *first);
/* Fills with elements of 1, 2 or 4 bytes. */
vg_status vg_fill(vg_program *rt, uint64_t to, uint32_t element, uint32_t value, uint64_t count, const char *step);
/* Clears the device arenas and writes every content, except in arenas of another lane. Like vg_rewind it does not wait:
 * vg_run_setup waits for all that the stream then has to do. */
vg_status vg_fill_memory(vg_program *rt);
/* Brings state, inouts, pinned memory and settings back to where they were before any replay. */
vg_status vg_rewind(vg_program *rt);
/* Writes the contents of state, and waits for that. */
vg_status vg_write_state(vg_program *rt);

/* ---- vg_load.c: code and graphs ---- */

/* All need the program's context to be current. Each leaves what it made in rt->store, also when it fails, so that
 * vg_open.c can undo it. */

/* *address is that of a driver function which drivers have from `version` on (12040 for 12.4), or NULL where there is
 * none. */
vg_status vg_find_call(vg_program *rt, const char *name, int version, void **address);
/* vg_control.c: multiprocessors of the device, or of the application's green context. */
vg_status vg_count_units(vg_program *rt, unsigned node, int *units);
/* Picks and loads an image for each module. */
vg_status vg_load_modules(vg_program *rt, unsigned capability);
/* Takes modules from config.code or loads them, finds the kernels and compares them with what the program expects. */
vg_status vg_load_kernels(vg_program *rt);
/* Builds, instantiates and uploads every graph; setup only in the first lane. */
vg_status vg_build_graphs(vg_program *rt);
/* Sets the settings to the spec's values; the first lane runs and destroys the setup graph, if there is one. */
vg_status vg_run_setup(vg_program *rt);
/* Makes an exec of the graph and uploads it. */
vg_status vg_instantiate(vg_program *rt, const vg_graph_desc *desc, void *graph, unsigned traits, void **exec);
/* Both, which then are NULL, as far as they are there. */
void vg_destroy_graph(vg_program *rt, void **graph, void **exec, vg_status *first);

/* ---- vg_capture.c, …_call.c, …_nodes.c, …_look.c: functions whose stream is captured ---- */

/* The room of a step, and that of its nodes. */
vg_captured *vg_captured_of(const vg_captures *captures, const vg_capture_desc *what);
vg_captured_node *vg_captured_nodes(const vg_captures *captures, const vg_capture_desc *what);
/* VG_ARGUMENT, for a step as a whole. */
vg_status vg_refuse_capture(vg_program *rt, const vg_capture_desc *what, const char *why, uint64_t expected,
                            uint64_t found);
vg_status vg_exchange_mode(vg_program *rt, CUstreamCaptureMode *mode);
/* A step, with what it declares, which captures->places then holds. */
vg_capture_call vg_describe_call(const vg_program *rt, const vg_capture_desc *what);
/* Calls the function with the lane's stream, and waits for that. */
vg_status vg_call_uncaptured(vg_program *rt, const vg_capture_desc *what);
/* Calls it while a stream is captured. *graph is what that gave, also after a failure, or NULL; the caller keeps it. */
vg_status vg_call_captured(vg_program *rt, const vg_capture_desc *what, CUgraph *graph);
#define VG_NOT_ON_THIS_STREAM                                                                                          \
    "nodes that the function enqueued on the stream of this call, not on that of an earlier one or on another"
/* Adds the nodes of `from` to `graph`; captures->places holds what the step declares. */
vg_status vg_add_captured(vg_program *rt, const vg_capture_desc *what, CUgraph from, CUgraph graph, void *const *after,
                          unsigned count);

/* A node of a captured graph: of the union, the member that goes with its type is filled in. */
typedef struct vg_looked {
    CUgraphNodeType type;
    uint64_t name;              /* of a kernel: a hash of its name; 0 if the driver gives none */
    union {
        CUDA_KERNEL_NODE_PARAMS kernel;
        CUDA_MEMCPY3D copy;
        CUDA_MEMSET_NODE_PARAMS fill;
        CUDA_HOST_NODE_PARAMS host;
        CUevent event;
    } is;
} vg_looked;

/* Looks at a node that is to have this slot: VG_ARGUMENT where it may not be. */
vg_status vg_look_at(vg_program *rt, const vg_capture_desc *what, unsigned slot, CUgraphNode node, vg_looked *looked);

#ifdef __cplusplus
}
#endif

#endif

#endif
