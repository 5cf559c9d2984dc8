/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the tests of control flow on the CPU device share: handles, conditional nodes, kernels of sim_flow.cu. */
#ifndef SIM_FLOW_H
#define SIM_FLOW_H

#include "sim_fixture.h"

#include <stdbool.h>

static const char flow_stub[] = "vggen stub 1\n"
                                "kernel flow_set 8 4\n"
                                "kernel flow_count 8 8 4\n"
                                "kernel flow_add 8 4\n"
                                "kernel flow_decide 8 8\n"
                                "kernel flow_all_set 8\n"
                                "kernel flow_two_set 8\n"
                                "kernel flow_unsynchronised 8 8\n"
                                "kernel flow_size 8 4 4 4\n"
                                "kernel flow_blocks 8\n"
                                "kernel flow_copy 8 8\n"
                                "kernel flow_copy_most 8 8\n"
                                "kernel grid_sum 8 8 8\n"
                                "kernel grid_sum_early 8 8 8\n"
                                "kernel grid_ring 8 4\n"
                                "kernel grid_ranks 8\n"
                                "kernel grid_spin 8\n"
                                "kernel grid_leave 8\n"
                                "kernel grid_divided 8\n"
                                "kernel grid_tickets 8 8 8\n"
                                "kernel grid_set 8\n"
                                "kernel cluster_rank 8\n"
                                "kernel cluster_way 8\n"
                                "kernel pdl_copy 8 8\n"
                                "kernel pdl_one_waits 8 8\n"
                                "kernel pdl_early_read 8 8\n"
                                "kernel pdl_path_read 8 8\n"
                                "kernel pdl_early_write 8 8\n"
                                "kernel pdl_first_block 8 8\n"
                                "kernel pdl_no_wait 8 8\n"
                                "kernel pdl_idle 8\n"
                                "kernel pdl_idle_waits 8\n";

static CUgraph flow_graph;

static inline CUgraphConditionalHandle make_handle(CUgraph graph, unsigned first, unsigned flags)
{
    CUgraphConditionalHandle handle;
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, first, flags));
    return handle;
}

static inline CUgraphNodeParams conditional(CUgraphConditionalHandle handle, CUgraphConditionalNodeType type,
                                            unsigned size)
{
    CUgraphNodeParams p;
    memset(&p, 0, sizeof p);
    p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    p.conditional.ctx = context;
    return p;
}

/* The bodies of a new node after `after`, which may be NULL. */
static inline CUgraph *add_conditional(CUgraphNode *node, CUgraph graph, const CUgraphNode *after,
                                       CUgraphConditionalHandle handle, CUgraphConditionalNodeType type, unsigned size)
{
    CUgraphNodeParams p = conditional(handle, type, size);
    OK(cuGraphAddNode_v2(node, graph, after, NULL, after ? 1 : 0, &p));
    ck_assert_ptr_nonnull(p.conditional.phGraph_out);
    return p.conditional.phGraph_out;
}

/* One thread of the kernel after `after`, which may be NULL. */
static inline CUgraphNode add_launch(CUgraph graph, const CUgraphNode *after, const char *kernel, unsigned threads,
                                     void **parameters)
{
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function(kernel), 1, threads, parameters);
    CUgraphNode node;
    OK(cuGraphAddKernelNode(&node, graph, after, after ? 1 : 0, &p));
    return node;
}

static inline CUgraphNode add_set(CUgraph graph, const CUgraphNode *after, CUgraphConditionalHandle handle,
                                  unsigned value)
{
    void *parameters[] = {&handle, &value};
    return add_launch(graph, after, "flow_set", 1, parameters);
}

static inline CUgraphNode add_count(CUgraph graph, const CUgraphNode *after, CUdeviceptr count,
                                    CUgraphConditionalHandle go, unsigned most)
{
    void *parameters[] = {&count, &go, &most};
    return add_launch(graph, after, "flow_count", 1, parameters);
}

static inline CUgraphNode add_sum(CUgraph graph, const CUgraphNode *after, CUdeviceptr sum, unsigned value)
{
    void *parameters[] = {&sum, &value};
    return add_launch(graph, after, "flow_add", 1, parameters);
}

static inline CUgraphNode add_clear(CUgraph graph, CUdeviceptr memory)
{
    CUDA_MEMSET_NODE_PARAMS p = fill_node(memory, 0, 4, 1);
    CUgraphNode node;
    OK(cuGraphAddMemsetNode(&node, graph, NULL, 0, &p, context));
    return node;
}

static inline unsigned get_word(CUdeviceptr memory)
{
    unsigned word;
    OK(cuMemcpyDtoH(&word, memory, sizeof word));
    return word;
}

/* Instantiates flow_graph, launches it so often, gives back both. */
static inline CUresult run_flow(unsigned launches)
{
    CUgraphExec exec;
    CUresult result = CUDA_SUCCESS;
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    for (unsigned i = 0; i < launches && !result; i++) {
        OK(cuGraphLaunch(exec, stream));
        result = cuStreamSynchronize(stream);
    }
    cuGraphExecDestroy(exec);
    cuGraphDestroy(flow_graph);
    return result;
}

static CUdeviceptr words;

/* A device with words that are zero, and an empty graph. */
static inline void setup_words(size_t bytes)
{
    start_device();
    load_module(flow_stub);
    words = get_memory(bytes);
    OK(cuMemsetD8(words, 0, bytes));
    OK(cuGraphCreate(&flow_graph, 0));
}

static inline void free_words(void)
{
    cuMemFree(words);
    stop_device();
}

#endif
