/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Contexts: the primary one and the application's own, and which is current in each host thread. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdlib.h>

#define DEEPEST 64

typedef struct {
    bool primary;
    unsigned flags;
} context;

static sim_object *primary;
static unsigned long primary_references;
static unsigned primary_flags;
static _Thread_local CUcontext stack[DEEPEST];
static _Thread_local unsigned depth;

/* The primary context keeps its handle for good, and lives while it is retained. Releasing it does not take it off any
 * thread's stack. */
static bool is_live(CUcontext handle)
{
    const sim_object *object = (const sim_object *)(const void *)handle;
    return object && (object == primary ? primary_references != 0 : !object->dead);
}

bool sim_context_valid(CUcontext handle)
{
    return sim_object_data(handle, SIM_CONTEXT_OBJECT) != NULL;
}

static CUcontext top(void)
{
    return depth ? stack[depth - 1] : NULL;
}

CUcontext sim_context_top(void)
{
    return top();
}

bool sim_context_current(void)
{
    return is_live(top());
}

bool sim_context_lost(void)
{
    return top() && !is_live(top());
}

unsigned long sim_context_live(void)
{
    return sim_object_live(SIM_CONTEXT_OBJECT) - (primary ? 1 : 0) + primary_references;
}

void sim_context_report_leaks(void)
{
    unsigned long created = sim_object_live(SIM_CONTEXT_OBJECT) - (primary ? 1 : 0);
    if (primary_references) {
        sim_problem("leak", "the primary context was retained %lu time%s more than released", primary_references,
                    primary_references == 1 ? "" : "s");
    }
    if (created) {
        sim_problem("leak", "%lu context%s never destroyed", created, created == 1 ? " was" : "s were");
    }
}

CUresult sim_context_new(CUcontext *out, unsigned flags)
{
    context *made = (context *)sim_allocate(1, sizeof *made);
    sim_object *object;
    made->flags = flags;
    object = sim_object_new(SIM_CONTEXT_OBJECT, made, NULL);
    if (!object) {
        free(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = (CUcontext)(void *)object;
    return CUDA_SUCCESS;
}

static const context *context_of(CUcontext handle)
{
    return (const context *)((const sim_object *)(const void *)handle)->data;
}

bool sim_context_primary(CUcontext handle)
{
    return context_of(handle)->primary;
}

unsigned sim_context_flags(CUcontext handle)
{
    return context_of(handle)->flags;
}

void sim_context_free(CUcontext handle)
{
    sim_object *object = (sim_object *)(void *)handle;
    if (top() == handle) {
        depth--;
    }
    free(object->data);
    sim_object_destroy(object);
}

/* ---- the primary context ---- */

CUresult sim_primary_retain(CUcontext *out)
{
    static context kept;
    if (!out) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    kept.primary = true;
    kept.flags = primary_flags;
    if (!primary) {
        primary = sim_object_new(SIM_CONTEXT_OBJECT, &kept, NULL);
    }
    if (!primary) {
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    primary_references++;
    *out = (CUcontext)(void *)primary;
    return CUDA_SUCCESS;
}

CUresult sim_primary_release(bool *last)
{
    *last = false;
    if (!primary_references) {
        sim_problem("double free", "the primary context is released more often than it was retained");
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    *last = --primary_references == 0;
    return CUDA_SUCCESS;
}

bool sim_primary_active(void)
{
    return primary_references != 0;
}

unsigned sim_primary_flags(void)
{
    return primary_flags;
}

void sim_primary_set_flags(unsigned flags)
{
    primary_flags = flags;
}

/* ---- which is current ---- */

CUresult sim_context_push(CUcontext handle)
{
    if (depth == DEEPEST) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "more than %d contexts are stacked", DEEPEST);
    }
    stack[depth++] = handle;
    return CUDA_SUCCESS;
}

CUresult sim_context_set(CUcontext handle)
{
    if (!handle) {
        depth = depth ? depth - 1 : 0;
        return CUDA_SUCCESS;
    }
    if (!sim_context_valid(handle)) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    if (depth) {
        stack[depth - 1] = handle;
        return CUDA_SUCCESS;
    }
    return sim_context_push(handle);
}

CUresult sim_context_pop(CUcontext *out)
{
    if (!depth) {
        return sim_refuse(CUDA_ERROR_INVALID_CONTEXT, "no context is current");
    }
    *out = stack[--depth];
    return CUDA_SUCCESS;
}
