/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A launch that stays on the device: a thread stands for its block. It waits, without the device's lock, until the
 * first line that goes in changes, and then runs one pass of the launch's loop like any other work. Its stream is busy
 * until the loop's condition is 0. */
#define _GNU_SOURCE
#include "check/check.h"
#include "stream/resident.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_NANOSECONDS 2000
#define LOOKS_PER_LOCK 64 /* between two looks at whether the device is lost */
#define HANG_SECONDS 5.0 /* that a call waits for the end of a block which nothing ends */

typedef struct resident {
    struct resident *next;
    CUstream stream;
    pthread_t thread;
    sim_exec *exec; /* of the launch alone */
    const volatile uint64_t *line;
    uint64_t seen;
    bool ended;
    bool hangs; /* by plan */
    CUresult result;
} resident;

static resident *residents;

bool sim_launch_is_resident(const sim_launch *launch)
{
    return sim_launch_is_fused(launch) && launch->function->host->fused->resident;
}

static void sleep_a_little(void)
{
    const struct timespec time = {0, LOOK_NANOSECONDS};
    nanosleep(&time, NULL);
}

/* What loads values from the mirror is given them once all lines have been taken, which is what the first part does. */
static CUresult run_pass(resident *r, sim_exec *root)
{
    sim_exec *body = root->nodes[0].conditional.bodies[0];
    sim_progress *progress;
    CUresult result = CUDA_SUCCESS;
    sim_conditions_pass(root, body);
    sim_fused_give(&r->exec->nodes[0]);
    progress = sim_exec_begin(body);
    while (!result && sim_exec_left(progress)) {
        result = sim_exec_step(progress);
        if (!result) {
            sim_fused_give(&r->exec->nodes[0]);
        }
    }
    sim_exec_end(progress);
    return result;
}

static bool goes_on(resident *r)
{
    sim_exec *root = sim_match_fused(r->exec, 0)->exec;
    CUresult result;
    r->seen = *r->line;
    sim_delay_pass_begin();
    result = run_pass(r, root);
    if (sim_delay_pass_end()) {
        r->hangs = true;
        return true;
    }
    r->result = result;
    if (r->result) {
        sim_set_sticky(r->result);
    }
    return !r->result && sim_condition_read(root, 0) != 0;
}

/* Nothing stays on a device that is lost. */
static bool is_lost(void)
{
    bool lost;
    sim_lock();
    lost = sim_sticky() != CUDA_SUCCESS;
    sim_unlock();
    return lost;
}

static bool comes_again(const resident *r)
{
    for (unsigned looks = 0; r->hangs || __atomic_load_n(r->line, __ATOMIC_ACQUIRE) == r->seen; looks++) {
        if (looks % LOOKS_PER_LOCK == LOOKS_PER_LOCK - 1 && is_lost()) {
            return false;
        }
        sleep_a_little();
    }
    return true;
}

static void *stay(void *data)
{
    resident *r = (resident *)data;
    bool on = true;
    while (on && comes_again(r)) {
        sim_lock();
        on = goes_on(r);
        sim_unlock();
    }
    __atomic_store_n(&r->ended, true, __ATOMIC_RELEASE);
    return NULL;
}

/* As a graph of one node, so that its parts are checked where it is registered. */
static sim_exec *exec_of(const sim_launch *launch)
{
    sim_exec *exec = (sim_exec *)sim_allocate(1, sizeof *exec);
    exec->references = 1;
    exec->count = 1;
    exec->nodes = (sim_node *)sim_allocate(1, sizeof *exec->nodes);
    exec->nodes[0].type = CU_GRAPH_NODE_TYPE_KERNEL;
    exec->nodes[0].enabled = true;
    sim_launch_copy(&exec->nodes[0].launch, launch);
    if (sim_get_settings()->check != SIM_CHECK_OFF) {
        sim_match_exec(exec);
    }
    return exec;
}

CUresult sim_resident_start(CUstream stream, const sim_launch *launch)
{
    const vgsim_fused *table = launch->function->host->fused;
    resident *r = (resident *)sim_allocate(1, sizeof *r);
    uint64_t address;
    r->stream = stream;
    r->exec = exec_of(launch);
    memcpy(&address, launch->parameters[table->lines], sizeof address);
    r->line = (const volatile uint64_t *)(uintptr_t)sim_memory_host_address(address);
    r->seen = *r->line;
    r->hangs = sim_delay_meets(launch);
    sim_conditions_reset(sim_match_fused(r->exec, 0)->exec);
    if (pthread_create(&r->thread, NULL, stay, r) != 0) {
        sim_exec_release(r->exec);
        free(r);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    r->next = residents;
    residents = r;
    return CUDA_SUCCESS;
}

static resident **find(CUstream stream)
{
    resident **r = &residents;
    while (*r && (*r)->stream != stream) {
        r = &(*r)->next;
    }
    return r;
}

bool sim_resident_runs(CUstream stream)
{
    const resident *r = *find(stream);
    return r && !__atomic_load_n(&r->ended, __ATOMIC_ACQUIRE);
}

bool sim_resident_any_hangs(void)
{
    const resident *r = residents;
    while (r && !r->hangs) {
        r = r->next;
    }
    return r;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The thread needs the lock for each pass, which a driver call holds. */
CUresult sim_resident_wait(CUstream stream)
{
    resident **at = find(stream), *r = *at;
    const double begin = seconds();
    CUresult result;
    if (!r) {
        return CUDA_SUCCESS;
    }
    while (!__atomic_load_n(&r->ended, __ATOMIC_ACQUIRE)) {
        if (seconds() - begin > HANG_SECONDS && (r->hangs || *r->line == r->seen)) {
            sim_call_problem("hang", "%s",
                             "a launch stays on the device and nothing ends it: on a GPU this call would never return");
            return CUDA_ERROR_LAUNCH_TIMEOUT;
        }
        sim_unlock();
        sleep_a_little();
        sim_lock();
    }
    at = find(stream);
    *at = r->next;
    (void)pthread_join(r->thread, NULL);
    result = r->result;
    sim_exec_release(r->exec);
    free(r);
    return result;
}
