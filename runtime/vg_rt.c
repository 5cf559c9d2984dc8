/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_rt.c - replays of an open program: commit and launch, look or wait for the end, count. vg_open.c opens and closes.
 *
 * A replay is started by commit_and_launch and ended by look, which vg_poll calls once and watch again and again.
 * vg_ending in vg_program.h explains what they look at. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <time.h>

/* Waiting with a timeout reads the clock once in this many looks. */
#define LOOKS_PER_CLOCK 16u
/* And the stream is asked once in this many looks, which finds faults and makes drivers that collect work submit it.
 * With a pause of the processor between looks that is about every 10 microseconds. */
#define LOOKS_PER_QUERY 256u
#define DEFAULT_SPIN_COUNT 4096u
#define NUMBER_STEP 4u

/* ---- what emitted code reports and changes ---- */

vg_status vg_node_added(vg_program *rt, unsigned node, void *handle, int result, const char *call)
{
    if (result != 0) {
        return vg_checked_node(rt, (CUresult)result, call, node);
    }
    rt->store.nodes[node] = handle;
    return VG_OK;
}

vg_status vg_node_enable(vg_program *rt, unsigned graph, unsigned node, unsigned char enabled)
{
    const unsigned char disabled = enabled == 0u ? VG_DISABLED : 0u;
    unsigned char *flags = &rt->store.disabled[node];
    vg_status status;
    if ((*flags & VG_DISABLED) == disabled) {
        return VG_OK;
    }
    status = vg_checked_node(rt,
                             cuGraphNodeSetEnabled((CUgraphExec)rt->store.graphs[graph].exec,
                                                   (CUgraphNode)rt->store.nodes[node], enabled != 0u ? 1u : 0u),
                             "cuGraphNodeSetEnabled", node);
    if (status == VG_OK) {
        *flags ^= VG_DISABLED;
    }
    return status;
}

vg_status vg_node_patch(vg_program *rt, unsigned graph, unsigned node, const void *params)
{
    const CUgraphNode handle = (CUgraphNode)rt->store.nodes[node];
    const CUDA_KERNEL_NODE_PARAMS *kernel = (const CUDA_KERNEL_NODE_PARAMS *)params;
    if (rt->stepping != 0u) {
        return vg_checked_node(rt, cuGraphKernelNodeSetParams(handle, kernel), "cuGraphKernelNodeSetParams", node);
    }
    return vg_checked_node(rt,
                           cuGraphExecKernelNodeSetParams((CUgraphExec)rt->store.graphs[graph].exec, handle, kernel),
                           "cuGraphExecKernelNodeSetParams", node);
}

/* ---- what every call begins and ends with ---- */

uint64_t vg_now(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return 0; /* cannot happen where the clock exists, and it does where CUDA does */
    }
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A lost program keeps the detail of the fault. */
vg_status vg_check_here(vg_program *rt)
{
    if (rt == NULL) {
        return VG_ARGUMENT;
    }
    if (rt->here == rt) {
        return VG_OK;
    }
    if (rt->state == VG_MARK_LOST) {
        return VG_LOST;
    }
    if (vg_is_waiting(rt) != 0) {
        return rt->config.pool->refuse(rt);
    }
    if (rt->here == (const void *)&rt->store) {
        return vg_refuse(rt, VG_STATE, "the mailbox is armed: disarm it first", 0u, 0u);
    }
    if (rt->state == VG_MARK_STUCK) {
        return vg_refuse(rt, VG_STATE, "the time was up in open: close or abandon it", 0u, 0u);
    }
    return vg_refuse(rt, VG_STATE,
                     rt->state == VG_MARK_OPEN ? "a copy of the open struct: use that one"
                                               : "the program is not open: open it first",
                     0, 0);
}

vg_status vg_check_idle(vg_program *rt)
{
    const vg_status status = vg_check_here(rt);
    if (status != VG_OK) {
        return status;
    }
    if (rt->running != 0u) {
        return vg_refuse(rt, VG_STATE, "a replay is running: finish it first", 0u, 0u);
    }
    return VG_OK;
}

vg_status vg_check_startable(vg_program *rt, unsigned graph)
{
    vg_status status = VG_OK;
    if (rt == NULL || rt->here != rt || rt->running != 0u) {
        status = vg_check_idle(rt);
    } else if (graph >= rt->desc->graph_count - rt->desc->setup) {
        status = vg_refuse(rt, VG_ARGUMENT, "graph number", rt->desc->graph_count - rt->desc->setup, graph);
    } else {
        /* nothing to do */
    }
    return status;
}

static vg_status check_running(vg_program *rt)
{
    const vg_status status = vg_check_here(rt);
    if (status != VG_OK) {
        return status;
    }
    if (rt->running == 0u) {
        return vg_refuse(rt, VG_STATE, "no replay is running: start one first", 0u, 0u);
    }
    return VG_OK;
}

/* Not every driver accepts launches and queries from a thread without a context or with another one. The look costs 10
 * ns, changing and restoring 50 ns more, which an application saves that keeps the context current. */
vg_status vg_enter(vg_program *rt, CUcontext *caller)
{
    const CUresult result = cuCtxGetCurrent(caller);
    if (result != CUDA_SUCCESS) {
        return vg_driver_failed(rt, (int)result, "cuCtxGetCurrent", "");
    }
    if ((void *)*caller == rt->context) {
        return VG_OK;
    }
    return vg_called(rt, cuCtxSetCurrent((CUcontext)rt->context), "cuCtxSetCurrent");
}

void vg_begin_wait(vg_program *rt)
{
    if (rt->config.timeout_ns != 0u) {
        const uint64_t now = vg_now();
        rt->deadline = rt->config.timeout_ns < VG_FOREVER - now ? now + rt->config.timeout_ns : VG_FOREVER;
    }
}

vg_status vg_enter_to_wait(vg_program *rt, CUcontext *caller)
{
    vg_begin_wait(rt);
    return vg_enter(rt, caller);
}

uint64_t vg_time_left(const vg_program *rt)
{
    uint64_t now;
    if (rt->config.timeout_ns == 0u) {
        return VG_FOREVER;
    }
    now = vg_now();
    return now < rt->deadline ? rt->deadline - now : 0u;
}

vg_status vg_leave(vg_program *rt, CUcontext caller, vg_status status)
{
    vg_status first = (status == VG_BUSY || status == VG_TIMEOUT) ? VG_OK : status;
    if ((void *)caller == rt->context) {
        return status;
    }
    vg_set_context(rt, &first, caller);
    return first == VG_OK ? status : first;
}

/* ---- one launch ---- */

vg_status vg_commit(vg_program *rt, unsigned graph)
{
    if (rt->config.trace != NULL) {
        rt->begun = vg_now();
    }
    return rt->desc->commit != NULL ? rt->desc->commit(rt->store.self, graph) : VG_OK;
}

void vg_begun(vg_program *rt, unsigned graph)
{
    rt->running = graph + 1u;
    rt->end.marked = 0;
    vg_range_start(rt, rt->desc->graphs[graph].name);
    if (rt->config.trace != NULL) {
        rt->launched = vg_now();
    }
}

void vg_count_launch(vg_program *rt, unsigned graph)
{
    rt->stats.launches++;
    if (rt->desc->launched != NULL) {
        rt->desc->launched(rt->store.self, graph);
    }
}

/* A call that fails may still have been carried out, so no two launches ever wait for the same number. The number of an
 * earlier replay that was given up cannot come late, because a stream works in order. */
void vg_mark_end(vg_program *rt)
{
    if (rt->end.marked != 0u) {
        return;
    }
    rt->end.number += NUMBER_STEP;
    rt->end.awaited = rt->end.number;
    rt->end.marked = rt->config.completion == VG_COMPLETION_WORD &&
                 cuStreamWriteValue32((CUstream)rt->stream, (CUdeviceptr)rt->end.word_device, rt->end.number,
                                      CU_STREAM_WRITE_VALUE_DEFAULT) == CUDA_SUCCESS;
}

/* The word is cleared before anything of this launch can write it. The device sees what this thread wrote before a
 * launch, inputs and word alike, so the store needs no order of its own. No earlier replay writes the word late: its
 * write has come, or the word is not trusted. A write that vg_touch gave the stream comes before this launch and is not
 * VG_END_VALUE. */
vg_status vg_launch(vg_program *rt, unsigned graph, CUgraphExec exec)
{
    vg_graph *launched = &rt->store.graphs[graph];
    const unsigned ends = launched->traits & rt->end.trusted;
    CUresult result;
    if (ends != 0u) {
        __atomic_store_n(rt->end.word, 0, __ATOMIC_RELAXED);
        rt->end.awaited = VG_END_VALUE;
    }
    result = cuGraphLaunch(exec, (CUstream)rt->stream);
    if (result != CUDA_SUCCESS) {
        rt->end.trusted = 0;
        return vg_driver_failed(rt, (int)result, "cuGraphLaunch", rt->desc->graphs[graph].name);
    }
    launched->counted.launches++;
    vg_begun(rt, graph);
    rt->end.marked = ends;
    return VG_OK;
}

static vg_status commit_and_launch(vg_program *rt, unsigned graph)
{
    vg_status status = vg_commit(rt, graph);
    if (status == VG_OK) {
        status = vg_launch(rt, graph, (CUgraphExec)rt->store.graphs[graph].exec);
    }
    if (status == VG_OK) {
        vg_mark_end(rt);
        vg_count_launch(rt, graph);
    }
    return status;
}

static const char *running_name(const vg_program *rt)
{
    return rt->desc->graphs[rt->running - 1u].name;
}

vg_status vg_count_replay(vg_program *rt)
{
    const unsigned index = rt->running - 1u;
    rt->store.graphs[index].counted.replays++;
    rt->stats.replays++;
    vg_end_replay(rt, VG_OK);
    rt->end.trusted = rt->end.ends; /* a stream works in order, so nothing from before still runs */
    return rt->store.ended == NULL ? VG_OK : rt->store.ended(rt->store.self, index);
}

/* ---- seeing its end ---- */

/* Looks once: at the word, and if that is not there, at the stream where `ask` says so or no word will come. After a
 * failure that does not lose the context it is unknown whether the device still works on the replay, so it counts as
 * running. */
static vg_status look(vg_program *rt, int ask)
{
    CUresult result = CUDA_SUCCESS;
    if (rt->end.marked == 0u || !vg_is_marked(rt)) {
        if (rt->end.marked != 0u && !ask) {
            return VG_BUSY;
        }
        result = cuStreamQuery((CUstream)rt->stream);
        if (result != CUDA_SUCCESS && rt->end.marked != 0u && vg_is_marked(rt)) {
            result = CUDA_SUCCESS; /* the word came meanwhile; the driver may notice later, or mean a later replay */
        }
    }
    if (result == CUDA_SUCCESS) {
        return vg_count_replay(rt);
    }
    if (result == CUDA_ERROR_NOT_READY) {
        return VG_BUSY;
    }
    return vg_driver_failed(rt, (int)result, "cuStreamQuery", running_name(rt));
}

static uint32_t spin_count(const vg_program *rt)
{
    return rt->config.spin_count != 0u ? rt->config.spin_count : DEFAULT_SPIN_COUNT;
}

/* Returns whether the application's function was called, which may take any time. */
static int pause_between(const vg_program *rt, uint64_t looks)
{
    if (rt->config.pause != NULL && (rt->config.wait == VG_WAIT_SPIN || looks >= spin_count(rt))) {
        rt->config.pause(rt->config.pause_user);
        return 1;
    }
    VG_PAUSE();
    return 0;
}

static vg_status look_last(vg_program *rt)
{
    const vg_status status = look(rt, 1);
    if (status != VG_BUSY) {
        return status;
    }
    return vg_driver_failed(rt, CUDA_ERROR_NOT_READY, "cuStreamQuery", running_name(rt));
}

/* Sleeps until all that the stream was given is done. *call is the name of the driver call that answers. */
static CUresult sleep_until_done(const vg_program *rt, void *stream, const char **call)
{
    const CUresult result = cuEventRecord((CUevent)rt->events[VG_EVENT_DONE], (CUstream)stream);
    *call = result == CUDA_SUCCESS ? "cuEventSynchronize" : "cuEventRecord";
    return result == CUDA_SUCCESS ? cuEventSynchronize((CUevent)rt->events[VG_EVENT_DONE]) : result;
}

static vg_status sleep_until_end(vg_program *rt)
{
    const char *call;
    const CUresult result = sleep_until_done(rt, rt->stream, &call);
    return result == CUDA_SUCCESS ? vg_count_replay(rt)
                                  : vg_driver_failed(rt, (int)result, call, running_name(rt));
}

/* Looks again and again, but where the wait has no end and the application wants to sleep, `spin_count` times only. */
static vg_status watch(vg_program *rt, uint64_t timeout_ns)
{
    const int finite = (timeout_ns != VG_FOREVER) ? 1 : 0;
    const uint64_t begin = finite ? vg_now() : 0u;
    uint64_t looks = 0u;
    for (;;) {
        vg_status status;
        int paused;
        looks++;
        status = look(rt, looks % LOOKS_PER_QUERY == 0u);
        if (status != VG_BUSY) {
            return status;
        }
        if (finite == 0 && rt->config.wait == VG_WAIT_BLOCK && looks >= spin_count(rt)) {
            return sleep_until_end(rt);
        }
        paused = pause_between(rt, looks);
        if (finite && (paused || looks % LOOKS_PER_CLOCK == 0u) && vg_now() - begin >= timeout_ns) {
            return look_last(rt);
        }
    }
}

vg_status vg_wait_for_end(vg_program *rt, uint64_t timeout_ns)
{
    return timeout_ns == 0u ? look_last(rt) : watch(rt, timeout_ns);
}

CUresult vg_drain(const vg_program *rt, void *stream, const char **call)
{
    const int finite = (rt->config.timeout_ns != 0u) ? 1 : 0;
    CUresult result;
    uint64_t looks = 0u;
    if (finite == 0 && rt->events[VG_EVENT_DONE] == NULL) {
        *call = "cuStreamSynchronize";
        return cuStreamSynchronize((CUstream)stream);
    }
    *call = "cuStreamQuery";
    for (;;) {
        result = cuStreamQuery((CUstream)stream);
        if (result != CUDA_ERROR_NOT_READY || (finite != 0 && vg_time_left(rt) == 0u)) {
            return result;
        }
        if (finite == 0 && ++looks >= spin_count(rt)) {
            return sleep_until_done(rt, stream, call);
        }
        (void)pause_between(rt, looks);
    }
}

vg_status vg_synchronize(vg_program *rt, const char *step)
{
    const char *call;
    const CUresult result = vg_drain(rt, rt->stream, &call);
    return vg_checked(rt, result, call, step);
}

/* ---- the calls ---- */

vg_status vg_start(vg_program *rt, unsigned graph)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_startable(rt, graph);
    if (status == VG_OK) {
        status = vg_enter(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, commit_and_launch(rt, graph)) : status;
}

/* The word alone is read first, for which the program's context need not be current. */
static vg_status await(vg_program *rt, uint64_t timeout_ns, vg_status (*wait)(vg_program *rt, uint64_t timeout_ns))
{
    CUcontext caller = NULL;
    vg_status status = check_running(rt);
    if (status != VG_OK) {
        return status;
    }
    status = rt->end.marked != 0u ? look(rt, 0) : VG_BUSY;
    if (status != VG_BUSY) {
        return status;
    }
    status = vg_enter(rt, &caller);
    return status == VG_OK ? vg_leave(rt, caller, wait(rt, timeout_ns)) : status;
}

static vg_status look_now(vg_program *rt, uint64_t timeout_ns)
{
    (void)timeout_ns;
    return look(rt, 1);
}

vg_status vg_poll(vg_program *rt)
{
    return await(rt, 0, look_now);
}

vg_status vg_finish(vg_program *rt, uint64_t timeout_ns)
{
    return await(rt, timeout_ns, vg_wait_for_end);
}

vg_status vg_run(vg_program *rt, unsigned graph)
{
    const vg_status status = commit_and_launch(rt, graph);
    return status == VG_OK ? vg_wait_for_end(rt, vg_time_left(rt)) : status;
}

/* As vg_run, with as few calls as can be. */
vg_status vg_replay(vg_program *rt, unsigned graph)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_startable(rt, graph);
    if (status == VG_OK) {
        if (rt->config.timeout_ns != 0u) {
            vg_begin_wait(rt);
        }
        status = vg_enter(rt, &caller);
    }
    if (status != VG_OK) {
        return status;
    }
    status = commit_and_launch(rt, graph);
    if (status == VG_OK) {
        status = vg_wait_for_end(rt, rt->config.timeout_ns == 0u ? VG_FOREVER : vg_time_left(rt));
    }
    return vg_leave(rt, caller, status);
}

#endif
