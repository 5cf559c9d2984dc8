/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_mailbox.c - replays by a resident block. Start writes lines and finish reads lines; between them no driver is
 * called but to find out, now and then, whether the device still works. vg_mailbox.h explains the lines.
 *
 * While it is armed, vg_program.here is the address of `store`. So the calls of this file know at once which way to go,
 * and all others, which compare it with the program's own address anyway, refuse. */
#include "vg_mailbox.h"

#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* Looks at lines between two looks at the clock, and between two questions to the driver: the latter is more than half
 * a millisecond. */
#define LOOKS_PER_CLOCK 16u
#define LOOKS_PER_QUERY 16384u
#define DEFAULT_SPIN_COUNT 4096u
/* The first number is this and a step more. The numbers begin again soon after open, and not only after hours, so that
 * every test sees it. */
#define NUMBER_BEFORE 0xFFFFF000u

/* ---- memory ---- */

static vg_status make(vg_program *rt, vg_mail *mail)
{
    const vg_mail_desc *desc = mail->desc;
    const uint64_t out_at = vg_mail_out_at(desc);
    const uint64_t bytes = vg_mail_bytes(desc);
    CUdeviceptr mirror = 0;
    CUdeviceptr lines = 0;
    CUstream stream = NULL;
    void *memory = NULL;
    vg_status status = vg_called(rt, cuMemAlloc_v2(&mirror, desc->mirror_bytes), "cuMemAlloc");
    mail->mirror = mirror;
    if (status == VG_OK) {
        status = vg_called(rt, cuMemHostAlloc(&memory, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP),
                           "cuMemHostAlloc");
    }
    if (status == VG_OK) {
        (void)memset(memory, 0, bytes);
        mail->in = (volatile uint64_t *)memory;
        mail->out = (const volatile uint64_t *)(void *)((unsigned char *)memory + out_at);
        status = vg_called(rt, cuMemHostGetDevicePointer_v2(&lines, memory, 0), "cuMemHostGetDevicePointer");
        mail->lines_device = lines;
    }
    if (status == VG_OK) {
        status = vg_called(rt, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        mail->stream = stream;
    }
    if (status == VG_OK) {
        rt->stats.device_bytes += desc->mirror_bytes;
        rt->stats.pinned_bytes += bytes;
    }
    return status;
}

static void unmake(vg_program *rt, vg_mail *mail, vg_status *first)
{
    if (mail->stream != NULL) {
        rt->stats.device_bytes -= mail->desc->mirror_bytes;
        rt->stats.pinned_bytes -= vg_mail_bytes(mail->desc);
        vg_undone(rt, first, cuStreamDestroy_v2((CUstream)mail->stream), "cuStreamDestroy");
    }
    if (mail->in != NULL) {
        vg_undone(rt, first, cuMemFreeHost((void *)(uintptr_t)mail->in), "cuMemFreeHost");
    }
    if (mail->mirror != 0u) {
        vg_undone(rt, first, cuMemFree_v2((CUdeviceptr)mail->mirror), "cuMemFree");
    }
    (void)memset(mail, 0, sizeof *mail);
}

vg_status vg_mail_open(vg_program *rt, vg_mail *mail, const vg_mail_desc *desc)
{
    CUcontext caller = NULL;
    vg_status status = vg_enter(rt, &caller);
    (void)memset(mail, 0, sizeof *mail);
    mail->desc = desc;
    mail->number = NUMBER_BEFORE;
    if (status == VG_OK) {
        status = make(rt, mail);
        if (status != VG_OK) {
            vg_status first = status;
            unmake(rt, mail, &first);
        }
        status = vg_leave(rt, caller, status);
    }
    if (status != VG_OK) {
        const vg_detail detail = rt->detail;
        (void)vg_close(rt);
        rt->detail = detail;
    }
    return status;
}

/* ---- the resident block ---- */

/* A graph that sends few lines leaves the others as an earlier one wrote them. Before their numbers come again, these
 * are taken away. No line is under way: all of the last replay were taken. */
static uint32_t next_number(vg_mail *mail)
{
    uint32_t i;
    mail->number += VG_MAIL_STEP;
    if (mail->number == 0u) {
        volatile uint64_t *out = (volatile uint64_t *)(uintptr_t)mail->out;
        mail->number = VG_MAIL_STEP;
        for (i = 0; i < mail->desc->out_lines; i++) {
            out[i] = 0;
        }
    }
    return mail->number;
}

vg_status vg_mail_launch(vg_program *rt, vg_mail *mail, void **arguments)
{
    CUlaunchConfig config;
    (void)memset(&config, 0, sizeof config);
    config.gridDimX = 1;
    config.gridDimY = 1;
    config.gridDimZ = 1;
    config.blockDimX = mail->desc->threads;
    config.blockDimY = 1;
    config.blockDimZ = 1;
    config.sharedMemBytes = mail->desc->shared_bytes;
    config.hStream = (CUstream)mail->stream;
    return vg_called(rt,
                     cuLaunchKernelEx(&config, (CUfunction)rt->store.kernels[mail->desc->kernel], arguments, NULL),
                     "cuLaunchKernelEx");
}

/* The block gets the number that came last. What the lane's stream was given has ended by then: its last replay may
 * have been seen to end a moment before it did. */
static vg_status launch(vg_program *rt, vg_mail *mail)
{
    vg_status status = vg_synchronize(rt, "");
    if (status == VG_OK) {
        status = vg_called(rt,
                           cuMemsetD32Async((CUdeviceptr)mail->mirror, mail->number, mail->desc->threads,
                                            (CUstream)mail->stream),
                           "cuMemsetD32Async");
    }
    return status == VG_OK ? mail->desc->launch(rt->store.self) : status;
}

vg_status vg_mail_arm(vg_program *rt, vg_mail *mail)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_idle(rt);
    if (status == VG_OK) {
        status = vg_enter_to_wait(rt, &caller);
    }
    if (status != VG_OK) {
        return status;
    }
    status = launch(rt, mail);
    if (status == VG_OK) {
        mail->stopping = 0;
        rt->here = &rt->store;
    }
    return vg_leave(rt, caller, status);
}

/* Every line that goes in ends the block, which has taken those of the last replay. They are written once: a block that
 * did not end in time awaits them. */
static void write_stop(vg_mail *mail)
{
    const uint64_t line = (uint64_t)(next_number(mail) | VG_MAIL_STOP) << 32;
    uint32_t i;
    for (i = 0; i < mail->desc->in_lines; i++) {
        mail->in[i] = line;
    }
    mail->stopping = 1;
}

static vg_status stop(vg_program *rt, vg_mail *mail)
{
    CUcontext caller = NULL;
    vg_status status;
    if (mail->stopping == 0u) {
        write_stop(mail);
    }
    status = vg_enter(rt, &caller);
    if (status == VG_OK) {
        const char *call;
        const CUresult result = vg_drain(rt, mail->stream, &call);
        status = vg_leave(rt, caller, vg_called(rt, result, call));
    }
    if (rt->state == VG_MARK_OPEN && status != VG_TIMEOUT) {
        rt->here = rt;
    }
    return status;
}

vg_status vg_mail_disarm(vg_program *rt, vg_mail *mail)
{
    if (rt == NULL || !vg_is_armed(rt)) {
        const vg_status status = vg_check_here(rt);
        return status != VG_OK ? status : vg_refuse(rt, VG_STATE, "the mailbox is not armed: arm it first", 0u, 0u);
    }
    if (__atomic_load_n(&rt->running, __ATOMIC_ACQUIRE) != 0) {
        return vg_refuse(rt, VG_STATE, "a replay is running: finish it first", 0u, 0u);
    }
    vg_begin_wait(rt);
    return stop(rt, mail);
}

/* ---- replays ---- */

static const vg_mail_graph *running_graph(const vg_program *rt, const vg_mail *mail)
{
    return &mail->desc->graphs[rt->running - 1u];
}

/* Of two threads that start at once one is refused: whoever makes `running` other than 0 has the mailbox. */
static vg_status start(vg_program *rt, vg_mail *mail, unsigned graph)
{
    const vg_mail_graph *mailed = &mail->desc->graphs[graph];
    unsigned none = 0;
    if (mail->stopping != 0u) {
        return vg_refuse(rt, VG_STATE, "the mailbox has not ended in time: disarm it again", 0u, 0u);
    }
    if (mailed->out_lines == 0u) {
        return vg_refuse(rt, VG_STATE, "the mailbox is armed, and this graph has none: disarm it first", 0u, 0u);
    }
    if (!__atomic_compare_exchange_n(&rt->running, &none, graph + 1u, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return vg_refuse(rt, VG_STATE, "a replay is running: finish it first", 0u, 0u);
    }
    if (rt->config.trace != NULL) {
        rt->begun = vg_now();
    }
    mail->taken = 0;
    mail->looks = 0;
    mailed->pack(rt->store.self, mail->in, next_number(mail) | mailed->which);
    vg_range_start(rt, rt->desc->graphs[graph].name);
    if (rt->config.trace != NULL) {
        rt->launched = vg_now();
    }
    return VG_OK;
}

vg_status vg_mail_start(vg_program *rt, vg_mail *mail, unsigned graph)
{
    return rt != NULL && vg_is_armed(rt) ? start(rt, mail, graph) : vg_start(rt, graph);
}

/* VG_OK once the last line has come. */
static vg_status look(vg_program *rt, vg_mail *mail)
{
    const vg_mail_graph *mailed = running_graph(rt, mail);
    mail->taken = mailed->take(rt->store.self, mail->out, mail->number, mail->taken);
    return mail->taken == mailed->out_lines ? vg_count_replay(rt) : VG_BUSY;
}

/* Whether the block still runs: VG_BUSY, or what ended it. */
static vg_status ask(vg_program *rt, const vg_mail *mail)
{
    CUcontext caller = NULL;
    vg_status status = vg_enter(rt, &caller);
    if (status == VG_OK) {
        const CUresult result = cuStreamQuery((CUstream)mail->stream);
        status = result == CUDA_ERROR_NOT_READY || result == CUDA_SUCCESS
                     ? VG_BUSY
                     : vg_driver_failed(rt, (int)result, "cuStreamQuery", rt->desc->graphs[rt->running - 1u].name);
        status = vg_leave(rt, caller, status);
    }
    return status;
}

/* Looks at the lines, and now and then at the device. */
static vg_status look_again(vg_program *rt, vg_mail *mail)
{
    const vg_status status = look(rt, mail);
    return status == VG_BUSY && ++mail->looks % LOOKS_PER_QUERY == 0u ? ask(rt, mail) : status;
}

/* The last line may have come while the driver was asked. */
static vg_status look_last(vg_program *rt, vg_mail *mail)
{
    vg_status status = look(rt, mail);
    if (status == VG_BUSY) {
        status = ask(rt, mail);
    }
    if (status == VG_BUSY) {
        status = look(rt, mail);
    }
    if (status != VG_BUSY) {
        return status;
    }
    (void)vg_refuse(rt, VG_TIMEOUT, "lines of the mailbox that come back", running_graph(rt, mail)->out_lines,
                    mail->taken);
    rt->detail.step = rt->desc->graphs[rt->running - 1u].name;
    return VG_TIMEOUT;
}

static int pause_between(const vg_program *rt, uint64_t looks)
{
    const uint32_t spins = rt->config.spin_count != 0u ? rt->config.spin_count : DEFAULT_SPIN_COUNT;
    if (rt->config.pause != NULL && (rt->config.wait == VG_WAIT_SPIN || looks >= spins)) {
        rt->config.pause(rt->config.pause_user);
        return 1;
    }
    VG_PAUSE();
    return 0;
}

static vg_status watch(vg_program *rt, vg_mail *mail, uint64_t timeout_ns)
{
    const int finite = (timeout_ns != VG_FOREVER) ? 1 : 0;
    const uint64_t begin = finite ? vg_now() : 0u;
    uint64_t looks = 0;
    for (;;) {
        const vg_status status = look_again(rt, mail);
        int paused;
        if (status != VG_BUSY) {
            return status;
        }
        looks++;
        paused = pause_between(rt, looks);
        if (finite && (paused || looks % LOOKS_PER_CLOCK == 0u) && vg_now() - begin >= timeout_ns) {
            return look_last(rt, mail);
        }
    }
}

/* One thread at a time looks for the end. `timeout_ns` is NULL for a poll. */
static vg_status await(vg_program *rt, vg_mail *mail, const uint64_t *timeout_ns)
{
    vg_status status;
    if (__atomic_exchange_n(&mail->looking, 1u, __ATOMIC_ACQUIRE) != 0) {
        return vg_refuse(rt, VG_STATE, "another thread is waiting for this replay", 0u, 0u);
    }
    if (__atomic_load_n(&rt->running, __ATOMIC_ACQUIRE) == 0) {
        status = vg_refuse(rt, VG_STATE, "no replay is running: start one first", 0u, 0u);
    } else if (timeout_ns == NULL) {
        status = look_again(rt, mail);
    } else {
        status = *timeout_ns == 0u ? look_last(rt, mail) : watch(rt, mail, *timeout_ns);
    }
    __atomic_store_n(&mail->looking, 0u, __ATOMIC_RELEASE);
    return status;
}

vg_status vg_mail_poll(vg_program *rt, vg_mail *mail)
{
    return rt != NULL && vg_is_armed(rt) ? await(rt, mail, NULL) : vg_poll(rt);
}

vg_status vg_mail_finish(vg_program *rt, vg_mail *mail, uint64_t timeout_ns)
{
    return rt != NULL && vg_is_armed(rt) ? await(rt, mail, &timeout_ns) : vg_finish(rt, timeout_ns);
}

vg_status vg_mail_replay(vg_program *rt, vg_mail *mail, unsigned graph)
{
    uint64_t limit;
    vg_status status;
    if (rt == NULL || !vg_is_armed(rt)) {
        return vg_replay(rt, graph);
    }
    limit = rt->config.timeout_ns != 0u ? rt->config.timeout_ns : VG_FOREVER;
    status = start(rt, mail, graph);
    return status == VG_OK ? await(rt, mail, &limit) : status;
}

/* ---- close ---- */

vg_status vg_mail_quiet(vg_program *rt, vg_mail *mail, const vg_program *since)
{
    vg_status status = VG_OK;
    if (rt == NULL || !vg_is_armed(rt)) {
        return rt == NULL ? VG_OK : vg_quiet(rt, since);
    }
    if (since == rt) {
        vg_begin_wait(rt);
    } else {
        rt->deadline = since->deadline;
    }
    if (rt->running != 0u) {
        status = watch(rt, mail, vg_time_left(rt));
    }
    /* A lost device has ended the block. */
    if (rt->state == VG_MARK_OPEN && status != VG_TIMEOUT) {
        const vg_status stopped = stop(rt, mail);
        status = status == VG_OK ? stopped : status;
    }
    return status == VG_OK ? vg_quiet(rt, NULL) : status;
}

static void release(vg_program *rt, vg_mail *mail, vg_status *first)
{
    CUcontext caller = NULL;
    vg_undone(rt, first, cuCtxGetCurrent(&caller), "cuCtxGetCurrent");
    vg_set_context(rt, first, (CUcontext)rt->context);
    unmake(rt, mail, first);
    vg_set_context(rt, first, caller);
}

vg_status vg_mail_close(vg_program *rt, vg_mail *mail)
{
    vg_status first = vg_mail_quiet(rt, mail, rt);
    vg_status status = first;
    vg_detail kept;
    if (first != VG_TIMEOUT) {
        status = rt->state == VG_MARK_STUCK ? VG_OK : vg_check_here(rt);
    }
    if (status != VG_OK && status != VG_LOST) {
        return status;
    }
    if (rt->lanes != 0u) {
        return vg_close(rt); /* which refuses */
    }
    first = first == VG_OK ? status : first;
    release(rt, mail, &first);
    kept = rt->detail;
    if (first == VG_OK) {
        return vg_close(rt);
    }
    (void)vg_close(rt);
    rt->detail = kept;
    return first;
}

#endif
