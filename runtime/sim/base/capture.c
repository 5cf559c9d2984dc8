/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Captures that go on, and what they forbid to calls that no stream sees. The thread that began a capture, and each
 * thread's mode, decide whether a call counts as unsafe; one that is made anyway is refused, and the capture is invalid
 * from then on. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static sim_capture_state *first;
static uint64_t last_id;
static _Thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

static uintptr_t this_thread(void)
{
    return (uintptr_t)&thread_mode;
}

/* These take effect at once, or wait for work, so that a replay would lack them. */
static const char *const unsafe[] = {
    "cuCtxDestroy",
    "cuCtxSetLimit",
    "cuDevicePrimaryCtxReset",
    "cuGraphExecDestroy",
    "cuGraphInstantiateWithFlags",
    "cuGraphInstantiateWithParams",
    "cuLibraryUnload",
    "cuMemAlloc",
    "cuMemAllocHost",
    "cuMemAllocManaged",
    "cuMemFree",
    "cuMemFreeHost",
    "cuMemHostAlloc",
    "cuMemHostRegister",
    "cuMemHostUnregister",
    "cuModuleUnload",
    "cuStreamQuery",
    "cuStreamSynchronize",
};

void sim_capture_enlist(sim_capture_state *state, CUstreamCaptureMode mode, bool blocking)
{
    state->next = first;
    state->mode = mode;
    state->blocking = blocking;
    state->thread = this_thread();
    state->id = ++last_id;
    state->begun = sim_call_number();
    first = state;
}

void sim_capture_delist(sim_capture_state *state)
{
    sim_capture_state **at = &first;
    while (*at && *at != state) {
        at = &(*at)->next;
    }
    if (*at) {
        *at = state->next;
    }
}

sim_capture_state *sim_capture_find(uint64_t id)
{
    sim_capture_state *state = first;
    while (state && state->id != id) {
        state = state->next;
    }
    return state;
}

bool sim_capture_is_mine(const sim_capture_state *state)
{
    return state->thread == this_thread();
}

CUstreamCaptureMode sim_capture_exchange(CUstreamCaptureMode mode)
{
    const CUstreamCaptureMode before = thread_mode;
    thread_mode = mode;
    return before;
}

CUresult sim_capture_break(sim_capture_state *state, CUresult code, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    state->invalid = true;
    return sim_refuse(code, "%s; that ends the capture begun by %s without a graph", text,
                      sim_call_words(state->begun).text);
}

static bool is_unsafe(const char *name)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        if (strcmp(name, unsafe[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool forbids(const sim_capture_state *state)
{
    if (sim_capture_is_mine(state)) {
        return state->mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    }
    return thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL && state->mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

/* `all`: whatever the modes are. */
static CUresult break_captures(bool all)
{
    CUresult result = CUDA_SUCCESS;
    if (!all && thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED) {
        return CUDA_SUCCESS;
    }
    for (sim_capture_state *state = first; state; state = state->next) {
        if (all || forbids(state)) {
            result = sim_capture_break(state, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                                       "a stream is being captured%s, and this call is not a part of any stream",
                                       sim_capture_is_mine(state) ? "" : " by another thread");
        }
    }
    return result;
}

CUresult sim_capture_allows(const char *name)
{
    const bool all = strcmp(name, "cuCtxSynchronize") == 0;
    return first && (all || is_unsafe(name)) ? break_captures(all) : CUDA_SUCCESS;
}

CUresult sim_capture_allows_unsafe(void)
{
    return break_captures(false);
}

CUresult sim_capture_implicit(bool breaks)
{
    for (sim_capture_state *state = first; state; state = state->next) {
        if (state->blocking && breaks) {
            return sim_capture_break(state, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                                     "the null stream would wait for a stream that is being captured");
        }
        if (state->blocking) {
            return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                              "a stream for which the null stream waits is being captured");
        }
    }
    return CUDA_SUCCESS;
}
