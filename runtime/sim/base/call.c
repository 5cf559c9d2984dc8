/* SPDX-License-Identifier: 0BSD */
/* Entering and leaving the driver: one lock, the count of calls, injected faults, errors that stick. */
#define _GNU_SOURCE
#include "base/base.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAP_BYTE 0xDB

typedef struct {
    bool armed;
    bool later;        /* the call succeeds, the next synchronising one fails */
    unsigned long nth; /* counts down */
    char name[SIM_NAME_BYTES]; /* "" any */
    CUresult code;
} planned_fault;

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static bool initialized;
static CUresult sticky;
static CUresult forced; /* what a freeing call answers although it did its work */
static CUresult async_code;
static planned_fault fault;
static char failed_name[SIM_NAME_BYTES]; /* of the call that a planned fault made fail */
static bool environment_read;

static void plan(unsigned long n, const char *name, int code)
{
    memset(&fault, 0, sizeof fault);
    if (name && *name == '@') {
        fault.later = true;
        name++;
    }
    sim_plain_name(fault.name, sizeof fault.name, name ? name : "");
    fault.nth = n;
    fault.code = (CUresult)code;
    fault.armed = n != 0;
    if (fault.armed) {
        failed_name[0] = '\0';
    }
}

/* VGSIM_FAIL=[@][cuName:]N[:code] */
static void read_environment(void)
{
    const char *text = getenv("VGSIM_FAIL");
    char name[64] = "";
    char *end = NULL;
    unsigned long n;
    int code = CUDA_ERROR_UNKNOWN;
    environment_read = true;
    if (!text || !*text) {
        return;
    }
    const char *rest = text;
    size_t used = 0;
    if (*rest == '@') {
        name[used++] = *rest++;
    }
    if (strncmp(rest, "cu", 2) == 0) {
        size_t length = strcspn(rest, ":");
        if (length >= sizeof name - 2 || rest[length] != ':') {
            fprintf(stderr, "vgsim: VGSIM_FAIL=%s is not [@][cuName:]N[:code]; it is ignored\n", text);
            return;
        }
        memcpy(name + used, rest, length);
        used += length;
        rest += length + 1;
    }
    name[used] = '\0';
    n = strtoul(rest, &end, 10);
    if (end != rest && *end == ':') {
        rest = end + 1;
        code = (int)strtol(rest, &end, 10);
    }
    if (end == rest || *end) {
        fprintf(stderr, "vgsim: VGSIM_FAIL=%s is not [@][cuName:]N[:code]; it is ignored\n", text);
        return;
    }
    plan(n, name, code);
}

static bool sticks(CUresult code)
{
    return code == CUDA_ERROR_ILLEGAL_ADDRESS || code == CUDA_ERROR_LAUNCH_TIMEOUT || code == CUDA_ERROR_ASSERT ||
           (code >= CUDA_ERROR_HARDWARE_STACK_ERROR && code <= CUDA_ERROR_LAUNCH_FAILED) ||
           code == CUDA_ERROR_ECC_UNCORRECTABLE;
}

static CUresult injected(void)
{
    if (!fault.armed || (fault.name[0] && strcmp(fault.name, sim_call_name()) != 0) || --fault.nth) {
        return CUDA_SUCCESS;
    }
    fault.armed = false;
    snprintf(failed_name, sizeof failed_name, "%s", sim_call_name());
    if (sim_get_settings()->trace) {
        fprintf(stderr, "vgsim: injected: %s fails with %d%s\n", sim_call_name(), (int)fault.code,
                fault.later ? ", later" : "");
    }
    if (fault.later) {
        async_code = fault.code;
        return CUDA_SUCCESS;
    }
    return fault.code;
}

/* Calls that free something do so even if they are made to fail, so that a planted fault leaves no leak behind. */
static bool frees(const char *name)
{
    static const char *const names[] = {
        "cuMemFree",          "cuMemFreeHost",   "cuMemHostUnregister",      "cuModuleUnload",
        "cuLibraryUnload",    "cuStreamDestroy", "cuEventDestroy",           "cuGraphDestroy",
        "cuGraphExecDestroy", "cuCtxDestroy",    "cuDevicePrimaryCtxRelease"};
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

CUresult sim_enter(const char *name, unsigned needs)
{
    CUresult code;
    pthread_mutex_lock(&lock);
    if (!environment_read) {
        read_environment();
    }
    sim_call_begin(name);
    forced = CUDA_SUCCESS;
    if (sim_get_settings()->trace) {
        fprintf(stderr, "vgsim: #%lu %s\n", sim_call_number(), sim_call_name());
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

void sim_set_initialized(void)
{
    initialized = true;
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

bool sim_async_waits(void)
{
    return async_code != CUDA_SUCCESS;
}

const char *vgsim_failed(void)
{
    return failed_name;
}

void vgsim_fail(unsigned long n, const char *name, int code)
{
    pthread_mutex_lock(&lock);
    environment_read = true;
    plan(n, name, code);
    pthread_mutex_unlock(&lock);
}
