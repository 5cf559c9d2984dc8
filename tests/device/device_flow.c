/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_flow.c - conditional nodes, cooperative grids and programmatic edges as drivers have them: the CPU device must
 * answer as a GPU does. Takes its kernels from program "flow", everything else is its own.
 * Exit status: 0 all passed, 1 some failed, 77 there is no device. */
#include "flow_nodes.h"

/* ---- conditional nodes ---- */

static void test_while(void)
{
    CUgraphConditionalHandle go;
    CUgraphNode clear, loop, added;
    CUgraphNodeType type;
    CUgraph body;
    begin();
    go = make_handle(graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    clear = add_clear(graph, 0);
    body = *add_conditional(&loop, graph, &clear, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    OK(cuGraphNodeGetType(loop, &type));
    EQUAL(CU_GRAPH_NODE_TYPE_CONDITIONAL, type);
    added = add_sum(body, NULL, 1, 3);
    add_count(body, &added, 0, go, 5);
    add_sum(graph, &loop, 2, 1);
    run(3, 0);
    EQUAL(5, word_at(0));
    EQUAL(3 * 5 * 3, word_at(1));
    EQUAL(3, word_at(2));
}

/* Which of the bodies runs for this value; each adds 1 to a word of its own. */
static void choose(CUgraphConditionalNodeType type, unsigned size, unsigned value, unsigned chosen)
{
    CUgraphConditionalHandle pick;
    CUgraphNode set, node;
    CUgraph *bodies;
    unsigned b;
    begin();
    pick = make_handle(graph, 0, 0);
    set = add_set(graph, NULL, pick, value);
    bodies = add_conditional(&node, graph, &set, pick, type, size);
    for (b = 0; b < size; b++) {
        add_sum(bodies[b], NULL, b, 1);
    }
    run(1, 0);
    for (b = 0; b < 4; b++) {
        EQUAL(b == chosen, word_at(b));
    }
}

static void test_choices(void)
{
    choose(CU_GRAPH_COND_TYPE_IF, 1, 0, 9);
    choose(CU_GRAPH_COND_TYPE_IF, 1, 7, 0);
    choose(CU_GRAPH_COND_TYPE_IF, 2, 0, 1);
    choose(CU_GRAPH_COND_TYPE_IF, 2, 1, 0);
    choose(CU_GRAPH_COND_TYPE_SWITCH, 3, 0, 0);
    choose(CU_GRAPH_COND_TYPE_SWITCH, 3, 2, 2);
    choose(CU_GRAPH_COND_TYPE_SWITCH, 3, 3, 9);
    choose(CU_GRAPH_COND_TYPE_SWITCH, 1, 0xffffffffu, 9);
}

/* A loop in a loop, with a choice in it: 3 times 4 passes. */
static void test_nested(void)
{
    CUgraphConditionalHandle outer, inner, choice;
    CUgraphNode loop, clear, set, second, counted, decided;
    CUgraph body, deep;
    begin();
    outer = make_handle(graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    body = *add_conditional(&loop, graph, NULL, outer, CU_GRAPH_COND_TYPE_WHILE, 1);
    inner = make_handle(body, 0, 0);
    clear = add_clear(body, 1);
    set = add_set(body, &clear, inner, 1);
    deep = *add_conditional(&second, body, &set, inner, CU_GRAPH_COND_TYPE_WHILE, 1);
    add_count(body, &second, 0, outer, 3);
    choice = make_handle(deep, 0, 0);
    counted = add_count(deep, NULL, 1, inner, 4);
    decided = add_set(deep, &counted, choice, 1);
    add_sum(*add_conditional(&second, deep, &decided, choice, CU_GRAPH_COND_TYPE_IF, 1), NULL, 2, 1);
    run(2, 0);
    EQUAL(4, word_at(0)); /* in the second launch it has 3 already, and the loop ends after one pass */
    EQUAL(16, word_at(2));
}

/* A child graph in a body sets the condition of the loop around it. */
static void test_child(void)
{
    CUgraphConditionalHandle go;
    CUgraphNode loop, child;
    CUgraph body, inner;
    begin();
    go = make_handle(graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    body = *add_conditional(&loop, graph, NULL, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    OK(cuGraphCreate(&inner, 0));
    add_count(inner, NULL, 0, go, 4);
    OK(cuGraphAddChildGraphNode(&child, body, NULL, 0, inner));
    OK(cuGraphDestroy(inner));
    run(1, 0);
    EQUAL(4, word_at(0));
}

/* Not a rule that programs rely on, and reported by the CPU device: is a default that a body's handle has assigned once
 * for each launch, or for each pass? */
static void tell_default(void)
{
    CUgraphConditionalHandle outer, inner;
    CUgraphNode loop, node, counted;
    CUgraph body;
    if (is_cpu) {
        return;
    }
    begin();
    outer = make_handle(graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    body = *add_conditional(&loop, graph, NULL, outer, CU_GRAPH_COND_TYPE_WHILE, 1);
    inner = make_handle(body, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    add_sum(*add_conditional(&node, body, NULL, inner, CU_GRAPH_COND_TYPE_IF, 1), NULL, 1, 1);
    counted = add_count(body, &node, 0, outer, 3);
    add_set(body, &counted, inner, 0);
    run(1, 0);
    printf("figure: in 3 passes, %u with a body's default\n", word_at(1));
}

/* ---- what is refused ---- */

static void nothing(void *user)
{
    (void)user;
}

static void test_refusals(void)
{
    CUgraphConditionalHandle handle, clash;
    CUDA_HOST_NODE_PARAMS host;
    CUgraphNodeParams p;
    CUgraphNode node, second;
    CUgraphExec exec = NULL, other_exec = NULL;
    CUgraph other, clone, body;
    begin();
    handle = make_handle(graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    REFUSED(cuGraphConditionalHandleCreate(&clash, graph, context, 0, 2));
    p = conditional(handle, CU_GRAPH_COND_TYPE_IF, 3);
    REFUSED(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &p));
    p = conditional(handle, CU_GRAPH_COND_TYPE_WHILE, 2);
    REFUSED(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &p));
    p = conditional(handle, CU_GRAPH_COND_TYPE_SWITCH, 0);
    REFUSED(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &p));
    OK(cuGraphDestroy(graph));
    begin(); /* a handle may count as used after a refusal */
    handle = make_handle(graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    body = *add_conditional(&node, graph, NULL, handle, CU_GRAPH_COND_TYPE_IF, 1);
    p = conditional(handle, CU_GRAPH_COND_TYPE_IF, 1);
    REFUSED(cuGraphAddNode_v2(&second, graph, NULL, NULL, 0, &p));
    add_sum(body, NULL, 0, 1);
    OK(cuGraphCreate(&other, 0));
    REFUSED(cuGraphClone(&clone, graph));
    REFUSED(cuGraphAddChildGraphNode(&second, other, NULL, 0, graph));
    OK(cuGraphDestroy(other));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    REFUSED(cuGraphInstantiateWithFlags(&other_exec, graph, 0));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0)); /* again, after the first is gone */
    OK(cuGraphExecDestroy(exec));
    memset(&host, 0, sizeof host);
    host.fn = nothing;
    if (cuGraphAddHostNode(&second, body, NULL, 0, &host) == CUDA_SUCCESS) {
        REFUSED(cuGraphInstantiateWithFlags(&exec, graph, 0));
    }
    OK(cuGraphDestroy(graph));
}

/* ---- cooperative grids ---- */

static void set_cooperative(CUgraphNode node)
{
    CUkernelNodeAttrValue value;
    memset(&value, 0, sizeof value);
    value.cooperative = 1;
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    memset(&value, 0, sizeof value);
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    EQUAL(1, value.cooperative);
}

static CUgraphNode add_grid(CUgraph to)
{
    CUdeviceptr part = words + 4 * BLOCKS * THREADS, total = part + 4 * BLOCKS;
    void *arguments[3];
    CUDA_KERNEL_NODE_PARAMS p = launch_of(SUM, BLOCKS, THREADS, arguments);
    CUgraphNode node;
    arguments[0] = &words;
    arguments[1] = &part;
    arguments[2] = &total;
    node = add_kernel(to, NULL, &p);
    set_cooperative(node);
    return node;
}

static void test_grid(int in_loop)
{
    unsigned x[BLOCKS * THREADS], sum = 0, i;
    CUgraphConditionalHandle go;
    CUgraphNode node;
    CUgraph to;
    begin();
    to = graph;
    if (in_loop) {
        go = make_handle(graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
        to = *add_conditional(&node, graph, NULL, go, CU_GRAPH_COND_TYPE_WHILE, 1);
        node = add_grid(to);
        add_count(to, &node, WORDS - 1, go, 3);
    } else {
        add_grid(to);
    }
    for (i = 0; i < BLOCKS * THREADS; i++) {
        x[i] = i * i + 7;
        sum += x[i];
    }
    OK(cuMemcpyHtoD(words, x, sizeof x));
    run(2, 0);
    for (i = 0; i < BLOCKS; i++) {
        EQUAL(sum, word_at(BLOCKS * THREADS + BLOCKS + i));
    }
}

static void test_large_grid(void)
{
    void *arguments[3];
    CUkernelNodeAttrValue value;
    CUDA_KERNEL_NODE_PARAMS p = launch_of(SUM, 1, THREADS, arguments);
    CUgraphNode node;
    int blocks = 0, processors = 0;
    arguments[0] = arguments[1] = arguments[2] = &words;
    begin();
    OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p.func, (int)THREADS, 0));
    p.gridDimX = (unsigned)(blocks * processors) + 1;
    node = add_kernel(graph, NULL, &p);
    memset(&value, 0, sizeof value);
    value.cooperative = 1;
    ANSWERS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
            cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    p.gridDimX--;
    node = add_kernel(graph, NULL, &p);
    set_cooperative(node);
    OK(cuGraphDestroy(graph));
}

/* ---- other attributes ---- */

static void test_attributes(void)
{
    void *arguments[2];
    CUkernelNodeAttrValue value;
    CUDA_KERNEL_NODE_PARAMS p = launch_of(NEXT, 4, 1, arguments);
    CUgraphNode node;
    int most = 0, least = 0;
    arguments[0] = &words;
    arguments[1] = &words;
    begin();
    node = add_kernel(graph, NULL, &p);
    OK(cuCtxGetStreamPriorityRange(&least, &most));
    memset(&value, 0, sizeof value);
    value.priority = most;
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    memset(&value, 0, sizeof value);
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    EQUAL(most, value.priority);
    if (capability >= HOPPER) {
        memset(&value, 0, sizeof value);
        value.clusterDim.x = 2;
        value.clusterDim.y = value.clusterDim.z = 1;
        OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
        memset(&value, 0, sizeof value);
        OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
        EQUAL(2, value.clusterDim.x);
        EQUAL(1, value.clusterDim.z);
    }
    run(0, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
}

/* ---- programmatic edges ---- */

#define LENGTH 10u

static CUgraphEdgeData programmatic(void)
{
    CUgraphEdgeData data;
    memset(&data, 0, sizeof data);
    data.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
    data.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    return data;
}

/* Each kernel of a chain needs what the one before it wrote. */
static void test_chain(void)
{
    CUgraphNode nodes[LENGTH], from[LENGTH], to[LENGTH];
    CUgraphEdgeData data = programmatic(), found[LENGTH];
    void *arguments[2];
    unsigned i;
    size_t count = LENGTH;
    begin();
    for (i = 0; i < LENGTH; i++) {
        CUdeviceptr source = words + 4 * THREADS * (i % 2), target = words + 4 * THREADS * (1 - i % 2);
        CUDA_KERNEL_NODE_PARAMS p = launch_of(NEXT, 1, THREADS, arguments);
        arguments[0] = &source;
        arguments[1] = &target;
        nodes[i] = add_kernel(graph, NULL, &p);
        if (i) {
            OK(cuGraphAddDependencies_v2(graph, &nodes[i - 1], &nodes[i], &data, 1));
        }
    }
    ANSWERS(CUDA_ERROR_LOSSY_QUERY, cuGraphGetEdges_v2(graph, from, to, NULL, &count));
    count = LENGTH;
    OK(cuGraphGetEdges_v2(graph, from, to, found, &count));
    EQUAL(LENGTH - 1, count);
    EQUAL(CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC, found[0].from_port);
    EQUAL(CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC, found[0].type);
    run(1, 0);
    EQUAL(LENGTH, word_at(0));
    EQUAL(LENGTH, word_at(THREADS - 1));
}

static void test_edges(void)
{
    CUgraphNode kernel, second, empty;
    CUgraphEdgeData data;
    begin();
    kernel = add_sum(graph, NULL, 0, 1);
    second = add_sum(graph, NULL, 1, 1);
    OK(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
    data = programmatic();
    REFUSED(cuGraphAddDependencies_v2(graph, &empty, &kernel, &data, 1));
    REFUSED(cuGraphAddDependencies_v2(graph, &kernel, &empty, &data, 1));
    data.to_port = 1;
    REFUSED(cuGraphAddDependencies_v2(graph, &kernel, &second, &data, 1));
    data = programmatic();
    data.from_port = 0;
    REFUSED(cuGraphAddDependencies_v2(graph, &kernel, &second, &data, 1));
    data = programmatic();
    OK(cuGraphAddDependencies_v2(graph, &kernel, &second, &data, 1));
    REFUSED(cuGraphAddDependencies_v2(graph, &kernel, &second, NULL, 1)); /* there already */
    OK(cuGraphDestroy(graph));
}

static void find_device(void)
{
    char name[64] = "";
    int version = 0;
    OK(cuDeviceGetName(name, (int)sizeof name, 0));
    is_cpu = strstr(name, "vgsim") != NULL;
    OK(cuDeviceGetAttribute(&capability, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    OK(cuDriverGetVersion(&version));
    if (version < 12080) {
        printf("driver %d has no else and no switch\n", version);
        exit(77);
    }
}

int main(void)
{
    vg_config config;
    vg_status status;
    memset(&config, 0, sizeof config);
    status = flow_open(&program, &config, NULL);
    if (status != VG_OK) {
        printf("no device: status %d\n", (int)status);
        return 77;
    }
    context = (CUcontext)program.rt.context;
    OK(cuCtxPushCurrent(context));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc(&words, 4 * WORDS));
    find_device();
    test_while();
    test_choices();
    test_nested();
    test_child();
    tell_default();
    test_refusals();
    test_grid(0);
    test_grid(1);
    test_large_grid();
    test_attributes();
    if (capability >= HOPPER) {
        test_chain();
        test_edges();
    }
    OK(cuMemFree(words));
    OK(cuStreamDestroy(stream));
    OK(cuCtxPopCurrent(&context));
    CHECK(flow_close(&program) == VG_OK);
    return checks_end();
}
