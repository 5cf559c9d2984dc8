/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Entering and leaving the driver: one lock, planned faults, errors that stick, children of a fork. */
#define _GNU_SOURCE
#include "base/base.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TRAP_BYTE 0xDB

static pthread_mutex_t lock;
static bool initialized;
static CUresult sticky;
static CUresult forced; /* what a freeing call answers although it did its work */
static CUresult async_code;
static bool forked; /* from a process that had initialised the driver */
static const char *blamed; /* the function that runs in place of a node; NULL: none */
static const char *warned; /* the one that was last told not to call the driver */

/* Before anything that the library is loaded for; POSIX has no initialiser of a recursive one. */
__attribute__((constructor)) static void make_lock(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

static bool sticks(CUresult code)
{
    return code == CUDA_ERROR_ILLEGAL_ADDRESS || code == CUDA_ERROR_LAUNCH_TIMEOUT || code == CUDA_ERROR_ASSERT ||
           (code >= CUDA_ERROR_HARDWARE_STACK_ERROR && code <= CUDA_ERROR_LAUNCH_FAILED) ||
           code == CUDA_ERROR_ECC_UNCORRECTABLE;
}

static CUresult injected(void)
{
    bool later = false;
    CUresult code = sim_fault_due(sim_call_name(), &later);
    if (later) {
        async_code = code;
        return CUDA_SUCCESS;
    }
    return code;
}

/* Calls that free something do so even if they are made to fail, so that a planted fault leaves no leak behind. */
static bool frees(const char *name)
{
    static const char *const names[] = {
        "cuMemFree",          "cuMemFreeHost",   "cuMemHostUnregister",      "cuModuleUnload",
        "cuLibraryUnload",    "cuStreamDestroy", "cuEventDestroy",           "cuGraphDestroy",
        "cuGraphExecDestroy", "cuCtxDestroy",    "cuDevicePrimaryCtxRelease", "cuUserObjectRelease"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The current context can be read and set although a kernel has failed. */
static bool ignores_sticky(const char *name)
{
    return strcmp(name, "cuCtxGetCurrent") == 0 || strcmp(name, "cuCtxSetCurrent") == 0 ||
           strcmp(name, "cuCtxPushCurrent") == 0 || strcmp(name, "cuCtxPopCurrent") == 0;
}

/* As on a GPU, whose driver does not survive a fork either. */
static CUresult refuse_child(void)
{
    static bool told;
    if (!told) {
        told = true;
        sim_refuse(CUDA_ERROR_NOT_INITIALIZED,
                   "this process was forked from one that had called cuInit, and no driver works in such a child: fork "
                   "before cuInit, or start another program in the child");
    }
    return CUDA_ERROR_NOT_INITIALIZED;
}

void sim_blame_begin(const char *title)
{
    blamed = title;
}

void sim_blame_end(void)
{
    blamed = NULL;
}

const char *sim_blamed(void)
{
    return blamed ? blamed : "the application";
}

/* Its stream is NULL, and what it put into any other would run at another time. */
static CUresult refuse_blamed(const char *name)
{
    if (warned != blamed) {
        char plain[SIM_NAME_BYTES];
        warned = blamed;
        sim_plain_name(plain, sizeof plain, name);
        sim_problem("driver call", "%s calls %s although its stream is NULL: here it has to do its work itself, on the "
                    "host, before it returns", blamed, plain);
    }
    return CUDA_ERROR_NOT_PERMITTED;
}

CUresult sim_enter(const char *name, unsigned needs)
{
    CUresult code;
    pthread_mutex_lock(&lock);
    if (blamed) {
        return refuse_blamed(name);
    }
    sim_call_begin(name);
    forced = CUDA_SUCCESS;
    if (sim_get_settings()->trace) {
        fprintf(stderr, "vgsim: #%lu %s\n", sim_call_number(), sim_call_name());
    }
    if (forked && ((needs & SIM_INIT) || strcmp(name, "cuInit") == 0)) {
        return refuse_child();
    }
    code = injected();
    if (code && sticks(code)) {
        sticky = code;
    }
    if (!code && sticky && (needs & SIM_CONTEXT) == SIM_CONTEXT && !ignores_sticky(sim_call_name())) {
        code = sticky;
    }
    if (code && frees(sim_call_name())) {
        forced = code;
        return CUDA_SUCCESS;
    }
    code = code ? code : sim_capture_allows(sim_call_name());
    if (code) {
        return code;
    }
    if ((needs & SIM_INIT) && !initialized) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    if ((needs & SIM_CONTEXT) == SIM_CONTEXT && sim_context_lost()) {
        return sim_refuse(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the current context was destroyed or released");
    }
    if ((needs & SIM_CONTEXT) == SIM_CONTEXT && !sim_context_current()) {
        return sim_refuse(CUDA_ERROR_INVALID_CONTEXT, "no context is current in this thread");
    }
    return CUDA_SUCCESS;
}

CUresult sim_need_driver(int version)
{
    const int driver = sim_get_settings()->driver;
    return driver >= version ? CUDA_SUCCESS
                             : sim_refuse(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, "driver %d.%d has no such function",
                                          driver / 1000, driver % 1000 / 10);
}

CUresult sim_leave(CUresult result)
{
    if (forced && !result) {
        result = forced;
    }
    forced = CUDA_SUCCESS;
    if (result && result != CUDA_ERROR_NOT_READY && sim_get_settings()->trace) {
        fprintf(stderr, "vgsim: #%lu %s answers %d\n", sim_call_number(), sim_call_name(), (int)result);
    }
    sim_clock_give_back();
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult sim_leave_out(CUresult result, void *out, size_t size)
{
    if (result && out) {
        memset(out, TRAP_BYTE, size);
    }
    return sim_leave(result);
}

/* Another thread of the parent may have held the lock. */
static void in_child(void)
{
    forked = true;
    make_lock();
}

void sim_set_initialized(void)
{
    if (!initialized) {
        pthread_atfork(NULL, NULL, in_child);
    }
    initialized = true;
}

bool sim_is_forked(void)
{
    return forked;
}

void sim_set_sticky(CUresult code)
{
    if (!sticky && sticks(code)) {
        sticky = code;
    }
}

CUresult sim_sticky(void)
{
    return sticky;
}

void sim_clear_sticky(void)
{
    sticky = CUDA_SUCCESS;
    async_code = CUDA_SUCCESS;
}

CUresult sim_take_async(void)
{
    CUresult code = async_code;
    async_code = CUDA_SUCCESS;
    if (code) {
        sim_set_sticky(code);
    }
    return code;
}

void sim_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sim_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

bool sim_async_waits(void)
{
    return async_code != CUDA_SUCCESS;
}

void vgsim_fail(unsigned long n, const char *name, int code)
{
    pthread_mutex_lock(&lock);
    sim_fault_plan(n, name, code);
    pthread_mutex_unlock(&lock);
}
