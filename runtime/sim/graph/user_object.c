/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Objects of the application's that graphs keep alive. The application and each graph count their references; an exec,
 * and a clone, holds what its graph held when it was made. When nobody holds one any more, it is destroyed by the
 * function that the application gave with it. */
#define _GNU_SOURCE
#include "graph/graph.h"

#include <stdlib.h>

typedef struct sim_user_object {
    sim_object *object;
    uint64_t references;
    void *pointer;
    CUhostFn destroy;
} sim_user_object;

static void release(sim_user_object *user, uint64_t count)
{
    user->references -= count;
    if (!user->references) {
        const unsigned depth = sim_memory_shut();
        user->destroy(user->pointer);
        sim_memory_reopen(depth);
        sim_object_destroy(user->object);
        free(user);
    }
}

void sim_users_add(sim_users *users, struct sim_user_object *user, uint64_t count)
{
    sim_user_hold *hold = NULL;
    for (size_t i = 0; i < users->count && !hold; i++) {
        hold = users->holds[i].user == user ? &users->holds[i] : NULL;
    }
    if (!hold) {
        users->holds = (sim_user_hold *)sim_grow(users->holds, users->count, &users->capacity, sizeof *users->holds);
        hold = &users->holds[users->count++];
        hold->user = user;
        hold->count = 0;
    }
    hold->count += count;
}

void sim_users_copy(sim_users *to, const sim_users *from)
{
    for (size_t i = 0; i < from->count; i++) {
        from->holds[i].user->references++;
        sim_users_add(to, from->holds[i].user, 1);
    }
}

void sim_users_release(sim_users *users)
{
    for (size_t i = 0; i < users->count; i++) {
        release(users->holds[i].user, users->holds[i].count);
    }
    free(users->holds);
    *users = (sim_users){0};
}

static CUresult create(CUuserObject *out, void *pointer, CUhostFn destroy, unsigned references, unsigned flags)
{
    sim_user_object *user;
    if (!out || !destroy || !references || flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "no function, %u references, or flags 0x%x, which must be 1",
                          references, flags);
    }
    user = (sim_user_object *)sim_allocate(1, sizeof *user);
    user->pointer = pointer;
    user->destroy = destroy;
    user->references = references;
    user->object = sim_object_new(SIM_USER_OBJECT, user, NULL);
    *out = (CUuserObject)(void *)user->object;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuUserObjectCreate(CUuserObject *out, void *pointer, CUhostFn destroy, unsigned references,
                                    unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    result = result ? result : create(out, pointer, destroy, references, flags);
    return sim_leave_out(result, out, sizeof *out);
}

CUresult CUDAAPI cuUserObjectRetain(CUuserObject handle, unsigned count)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    sim_user_object *user = result ? NULL : (sim_user_object *)sim_object_data(handle, SIM_USER_OBJECT);
    if (!result && (!user || !count)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        user->references += count;
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuUserObjectRelease(CUuserObject handle, unsigned count)
{
    CUresult result = sim_enter(__func__, SIM_INIT);
    sim_user_object *user = result ? NULL : (sim_user_object *)sim_object_data(handle, SIM_USER_OBJECT);
    if (!result && (!user || !count || count > user->references)) {
        result = user ? sim_refuse(CUDA_ERROR_INVALID_VALUE, "%u references of %llu", count,
                                   (unsigned long long)user->references)
                      : CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        release(user, count);
    }
    return sim_leave(result);
}

CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph_handle, CUuserObject handle, unsigned count, unsigned flags)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_graph *graph = result ? NULL : (sim_graph *)sim_object_data(graph_handle, SIM_GRAPH);
    sim_user_object *user = graph ? (sim_user_object *)sim_object_data(handle, SIM_USER_OBJECT) : NULL;
    if (!result && (!user || !count || flags > CU_GRAPH_USER_OBJECT_MOVE)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        user->references += flags ? 0 : count;
        sim_users_add(&graph->users, user, count);
    }
    return sim_leave(result);
}

static CUresult let_go(sim_graph *graph, sim_user_object *user, unsigned count)
{
    for (size_t i = 0; i < graph->users.count; i++) {
        sim_user_hold *hold = &graph->users.holds[i];
        if (hold->user == user && hold->count >= count) {
            hold->count -= count;
            if (!hold->count) {
                *hold = graph->users.holds[--graph->users.count];
            }
            release(user, count);
            return CUDA_SUCCESS;
        }
    }
    return sim_refuse(CUDA_ERROR_INVALID_VALUE, "the graph does not hold %u references to it", count);
}

CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph_handle, CUuserObject handle, unsigned count)
{
    CUresult result = sim_enter(__func__, SIM_CONTEXT);
    sim_graph *graph = result ? NULL : (sim_graph *)sim_object_data(graph_handle, SIM_GRAPH);
    sim_user_object *user = graph ? (sim_user_object *)sim_object_data(handle, SIM_USER_OBJECT) : NULL;
    if (!result && (!user || !count)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return sim_leave(result ? result : let_go(graph, user, count));
}
