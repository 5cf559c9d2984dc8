/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes on the CPU device: what the driver refuses, when it is built and when it is instantiated, and what
 * older drivers do not know. */
#include <unistd.h>

#include "sim_flow.h"
#include "unit/run_suite.h"

static void setup(void)
{
    start_device();
    load_module(flow_stub);
    words = get_memory(512);
    OK(cuGraphCreate(&flow_graph, 0));
}

static void setup_12_2(void)
{
    setenv("VGSIM_DRIVER", "12020", 1);
    setup();
}

static void setup_12_7(void)
{
    setenv("VGSIM_DRIVER", "12070", 1);
    setup();
}

/* ---- handles and nodes ---- */

START_TEST(test_handles)
{
    CUgraphConditionalHandle handle, other;
    CUgraph destroyed;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, flow_graph, context, 0, 2));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(NULL, flow_graph, context, 0, 0));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuGraphConditionalHandleCreate(&handle, flow_graph, NULL, 0, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, NULL, context, 0, 0));
    NO_PROBLEM();
    OK(cuGraphConditionalHandleCreate(&handle, flow_graph, context, 0, 0));
    OK(cuGraphConditionalHandleCreate(&other, flow_graph, context, 0, 0));
    ck_assert(handle != other);
    OK(cuGraphCreate(&destroyed, 0));
    OK(cuGraphDestroy(destroyed));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, destroyed, context, 0, 0));
    PROBLEM("use after destroy");
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_nodes)
{
    CUgraphConditionalHandle handle = make_handle(flow_graph, 0, 0), foreign, gone, of_body;
    CUgraphNodeParams p;
    CUgraphNode node, second;
    CUgraph other, *bodies;
    size_t count = 7;
    OK(cuGraphCreate(&other, 0));
    foreign = make_handle(other, 0, 0);
#define NODE(code, change)                                                                                             \
    p = conditional(handle, CU_GRAPH_COND_TYPE_IF, 1);                                                                 \
    change;                                                                                                            \
    FAILS(code, cuGraphAddNode_v2(&node, flow_graph, NULL, NULL, 0, &p))
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.size = 0);
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.size = 3);
    NODE(CUDA_ERROR_INVALID_VALUE, (p.conditional.type = CU_GRAPH_COND_TYPE_WHILE, p.conditional.size = 2));
    NODE(CUDA_ERROR_INVALID_VALUE, (p.conditional.type = CU_GRAPH_COND_TYPE_SWITCH, p.conditional.size = 0));
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.type = (CUgraphConditionalNodeType)9);
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.ctx = NULL);
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.handle = foreign);
    NODE(CUDA_ERROR_INVALID_VALUE, ((char *)&p)[sizeof p - sizeof p.reserved2 - 1] = 1);
    NO_PROBLEM();
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.handle = 42);
    PROBLEM("bad handle");
    gone = foreign;
    OK(cuGraphDestroy(other));
    NODE(CUDA_ERROR_INVALID_VALUE, p.conditional.handle = gone);
    PROBLEM("use after destroy");
    bodies = add_conditional(&node, flow_graph, NULL, handle, CU_GRAPH_COND_TYPE_IF, 2);
    ck_assert_ptr_ne(bodies[0], bodies[1]);
    OK(cuGraphGetNodes(bodies[1], NULL, &count));
    ck_assert_uint_eq(count, 0);
    p = conditional(handle, CU_GRAPH_COND_TYPE_IF, 1); /* the handle has its node */
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&second, flow_graph, NULL, NULL, 0, &p));
    of_body = make_handle(bodies[0], 0, 0); /* for that body and what it holds, not for the graph around it */
    p = conditional(of_body, CU_GRAPH_COND_TYPE_IF, 1);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&second, flow_graph, NULL, NULL, 0, &p));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&second, bodies[1], NULL, NULL, 0, &p));
    add_conditional(&second, bodies[0], NULL, of_body, CU_GRAPH_COND_TYPE_WHILE, 1);
    NO_PROBLEM();
    other = bodies[1];
    OK(cuGraphDestroy(flow_graph));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(other, NULL, &count)); /* the bodies go with it */
    vgsim_problems_clear();
}
END_TEST

START_TEST(test_whole_graphs)
{
    CUgraphConditionalHandle handle = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNode node, child;
    CUgraph body, other, clone;
    CUgraphExec exec, second;
    body = *add_conditional(&node, flow_graph, NULL, handle, CU_GRAPH_COND_TYPE_IF, 1);
    OK(cuGraphCreate(&other, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphClone(&clone, flow_graph));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphClone(&clone, body));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(&child, other, NULL, 0, flow_graph));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddChildGraphNode(&child, other, NULL, 0, body));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(body));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&exec, body, 0));
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithFlags(&second, flow_graph, 0)); /* one at a time */
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, node, 0));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(other));
    OK(cuGraphDestroy(flow_graph));
    NO_PROBLEM();
}
END_TEST

/* The driver's drawing shows the nodes of bodies. */
START_TEST(test_drawing)
{
    char path[] = "/tmp/sim_bodies.XXXXXX", text[4096] = "";
    const int file = mkstemp(path);
    CUgraphConditionalHandle handle = make_handle(flow_graph, 0, 0);
    CUgraphNode set = add_set(flow_graph, NULL, handle, 1), node;
    ck_assert_int_ge(file, 0);
    add_sum(add_conditional(&node, flow_graph, &set, handle, CU_GRAPH_COND_TYPE_IF, 2)[1], NULL, words, 1);
    OK(cuGraphDebugDotPrint(flow_graph, path, 0));
    ck_assert_int_gt((int)read(file, text, sizeof text - 1), 0);
    close(file);
    unlink(path);
    ck_assert_ptr_nonnull(strstr(text, "node_1 [label=\"conditional "));
    ck_assert_ptr_nonnull(strstr(text, "node_0 -> node_1;"));
    ck_assert_ptr_nonnull(strstr(text, "node_1_1_0 [label=\"kernel flow_add\"]"));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* ---- what bodies hold ---- */

/* Expects the graph to be refused for this reason, and this node to be named. */
static void refuse(CUgraphInstantiateResult why, CUgraphNode node)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS p;
    CUgraphExec exec;
    memset(&p, 0, sizeof p);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, flow_graph, &p));
    ck_assert_int_eq(p.result_out, why);
    ck_assert_ptr_eq(p.hErrNode_out, node);
    OK(cuGraphDestroy(flow_graph));
    OK(cuGraphCreate(&flow_graph, 0));
}

static CUgraph make_body(void)
{
    CUgraphConditionalHandle handle = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNode node;
    return *add_conditional(&node, flow_graph, NULL, handle, CU_GRAPH_COND_TYPE_IF, 1);
}

static void nothing(void *user)
{
    (void)user;
}

START_TEST(test_forbidden)
{
    static unsigned pageable;
    CUDA_HOST_NODE_PARAMS host = {nothing, NULL};
    CUDA_MEMCPY3D copy = copy_node(NULL, words, &pageable, 0, 4);
    CUevent event;
    CUgraph body, inner;
    CUgraphNode node, deep, child;
    CUgraphConditionalHandle handle;
    OK(cuEventCreate(&event, 0));
    OK(cuGraphAddHostNode(&node, make_body(), NULL, 0, &host));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, node);
    OK(cuGraphAddEventRecordNode(&node, make_body(), NULL, 0, event));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, node);
    OK(cuGraphAddMemcpyNode(&node, make_body(), NULL, 0, &copy, context));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, node);
    body = make_body(); /* in a body of a body */
    handle = make_handle(body, 0, 0);
    inner = *add_conditional(&deep, body, NULL, handle, CU_GRAPH_COND_TYPE_WHILE, 1);
    OK(cuGraphAddHostNode(&node, inner, NULL, 0, &host));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, node);
    OK(cuGraphCreate(&inner, 0)); /* in a child graph */
    OK(cuGraphAddHostNode(&node, inner, NULL, 0, &host));
    OK(cuGraphAddChildGraphNode(&child, make_body(), NULL, 0, inner));
    OK(cuGraphDestroy(inner));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, child);
    OK(cuGraphAddEmptyNode(&node, flow_graph, NULL, 0)); /* a cycle in a body */
    body = make_body();
    OK(cuGraphAddEmptyNode(&node, body, NULL, 0));
    OK(cuGraphAddEmptyNode(&deep, body, &node, 1));
    OK(cuGraphAddDependencies_v2(body, &deep, &node, NULL, 1));
    refuse(CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE, NULL);
    make_body(); /* a handle without a node */
    make_handle(flow_graph, 0, 0);
    refuse(CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED, NULL);
    make_handle(make_body(), 0, 0);
    refuse(CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED, NULL);
    OK(cuEventDestroy(event));
    OK(cuGraphDestroy(flow_graph));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_contexts)
{
    CUDA_MEMSET_NODE_PARAMS fill = fill_node(words, 0, 4, 1);
    CUcontext other;
    CUgraph body = make_body();
    CUgraphNode node;
    OK(cuCtxCreate_v4(&other, NULL, 0, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuGraphAddMemsetNode(&node, body, NULL, 0, &fill, other));
    refuse(CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED, node);
    OK(cuCtxDestroy(other));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* All that a body may hold, and a child graph that sets the condition of the loop around it. */
START_TEST(test_allowed)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUDA_MEMSET_NODE_PARAMS fill = fill_node(words + 16, 3, 4, 1);
    CUDA_MEMCPY3D copy = copy_node(NULL, words + 32, NULL, words + 16, 4);
    CUgraphNode loop, nodes[4];
    CUgraph body, inner;
    OK(cuMemsetD8(words, 0, 512));
    body = *add_conditional(&loop, flow_graph, NULL, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    OK(cuGraphCreate(&inner, 0));
    add_count(inner, NULL, words, go, 4);
    OK(cuGraphAddMemsetNode(&nodes[0], body, NULL, 0, &fill, context));
    OK(cuGraphAddMemcpyNode(&nodes[1], body, &nodes[0], 1, &copy, context));
    OK(cuGraphAddEmptyNode(&nodes[2], body, &nodes[1], 1));
    OK(cuGraphAddChildGraphNode(&nodes[3], body, &nodes[2], 1, inner));
    OK(cuGraphDestroy(inner));
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words), 4);
    ck_assert_uint_eq(get_word(words + 32), 3);
}
END_TEST

/* ---- older drivers ---- */

START_TEST(test_12_2)
{
    CUgraphConditionalHandle handle;
    CUgraphNodeParams p;
    CUgraphNode node;
    void *address;
    CUdriverProcAddressQueryResult status;
    memset(&p, 0, sizeof p);
    p.type = CU_GRAPH_NODE_TYPE_EMPTY;
    FAILS(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, cuGraphConditionalHandleCreate(&handle, flow_graph, context, 0, 0));
    FAILS(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, cuGraphAddNode_v2(&node, flow_graph, NULL, NULL, 0, &p));
    FAILS(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, cuGraphAddDependencies_v2(flow_graph, NULL, NULL, NULL, 0));
    OK(cuGetProcAddress("cuGraphConditionalHandleCreate", &address, 12020, 0, &status));
    ck_assert_ptr_null(address);
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_12_7)
{
    CUgraphConditionalHandle handle = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNodeParams p = conditional(handle, CU_GRAPH_COND_TYPE_IF, 2);
    CUkernelNodeAttrValue value;
    CUgraphNode node, kernel;
    CUgraph body;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&node, flow_graph, NULL, NULL, 0, &p));
    p = conditional(handle, CU_GRAPH_COND_TYPE_SWITCH, 1);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&node, flow_graph, NULL, NULL, 0, &p));
    refuse(CUDA_GRAPH_INSTANTIATE_ERROR, NULL); /* the handle is not used; there is no better answer yet */
    NO_PROBLEM();
    body = make_body();
    kernel = add_sum(body, NULL, words, 1);
    memset(&value, 0, sizeof value);
    value.cooperative = 1;
    OK(cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    refuse(CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED, kernel);
    NO_PROBLEM();
    make_body();
    OK(run_flow(0));
    PROBLEM("hang"); /* an empty body */
}
END_TEST

static void add_case(Suite *suite, const char *name, void (*start)(void), const TTest *const *tests, size_t count)
{
    TCase *one = tcase_create(name);
    tcase_add_checked_fixture(one, start, free_words);
    for (size_t i = 0; i < count; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
}

int main(void)
{
    const TTest *const tests[] = {test_handles,   test_nodes,    test_whole_graphs, test_drawing,
                                  test_forbidden, test_contexts, test_allowed};
    const TTest *const tests_12_2[] = {test_12_2}, *const tests_12_7[] = {test_12_7};
    Suite *suite = suite_create("sim_bodies");
    add_case(suite, "bodies", setup, tests, sizeof tests / sizeof tests[0]);
    add_case(suite, "driver 12.2", setup_12_2, tests_12_2, 1);
    add_case(suite, "driver 12.7", setup_12_7, tests_12_7, 1);
    return run_suite(suite);
}
