/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Grids that kernels set, on the CPU device. */
#include "sim_flow.h"
#include "unit/run_suite.h"

enum { MOST = 5 };

static CUgraphNode setter, sized;
static cuuint64_t handle;

static void setup(void)
{
    setup_words(64);
}

/* A node that counts its blocks, of which there are at most MOST in x and 2 in y. */
static void add_sized(const CUgraphNode *after)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("flow_blocks"), MOST, 1, parameters);
    CUlaunchAttributeValue value;
    p.gridDimY = 2;
    OK(cuGraphAddKernelNode(&sized, flow_graph, after, after ? 1 : 0, &p));
    memset(&value, 0, sizeof value);
    value.deviceUpdatableKernelNode.deviceUpdatable = 1;
    OK(cuGraphKernelNodeSetAttribute(sized, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value));
    memset(&value, 0, sizeof value);
    OK(cuGraphKernelNodeGetAttribute(sized, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value));
    ck_assert_int_eq(value.deviceUpdatableKernelNode.deviceUpdatable, 1);
    handle = (cuuint64_t)(uintptr_t)value.deviceUpdatableKernelNode.devNode;
    ck_assert_uint_ne(handle, 0);
}

static CUDA_KERNEL_NODE_PARAMS setter_params(void **parameters)
{
    return kernel_node(get_function("flow_size"), 1, 1, parameters);
}

/* Known before the node whose grid it sets; what it is given comes later. */
static void add_setter(void)
{
    unsigned x = 0, y = 0, z = 0;
    void *parameters[] = {&handle, &x, &y, &z};
    CUDA_KERNEL_NODE_PARAMS p = setter_params(parameters);
    handle = 0;
    OK(cuGraphAddKernelNode(&setter, flow_graph, NULL, 0, &p));
}

static void aim(unsigned x, unsigned y)
{
    unsigned z = 1;
    void *parameters[] = {&handle, &x, &y, &z};
    CUDA_KERNEL_NODE_PARAMS p = setter_params(parameters);
    OK(cuGraphKernelNodeSetParams(setter, &p));
}

static void add_pair(unsigned x, unsigned y)
{
    add_setter();
    add_sized(&setter);
    aim(x, y);
}

/* Instantiated, uploaded, launched. */
static CUgraphExec start(void)
{
    CUgraphExec exec;
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    OK(cuGraphUpload(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    return exec;
}

static void end(CUgraphExec exec)
{
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(flow_graph));
}

START_TEST(test_counts)
{
    for (unsigned x = 0; x <= MOST; x++) {
        OK(cuMemsetD8(words, 0, 4));
        add_pair(x, 2);
        end(start());
        ck_assert_uint_eq(get_word(words), 2 * x);
        OK(cuGraphCreate(&flow_graph, 0));
    }
    NO_PROBLEM();
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* Each launch has the grid that it is given, and one that is disabled comes back. */
START_TEST(test_launch_after_launch)
{
    static const unsigned grids[] = {3, 0, 0, 5, 1};
    CUgraphExec exec;
    unsigned sum = 8;
    add_pair(4, 2);
    exec = start();
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        unsigned x = grids[i], y = 2, z = 1;
        void *parameters[] = {&handle, &x, &y, &z};
        CUDA_KERNEL_NODE_PARAMS p = setter_params(parameters);
        OK(cuGraphExecKernelNodeSetParams(exec, setter, &p));
        OK(cuGraphLaunch(exec, stream));
        OK(cuStreamSynchronize(stream));
        sum += 2 * x;
        ck_assert_uint_eq(get_word(words), sum);
    }
    NO_PROBLEM();
    end(exec);
}
END_TEST

START_TEST(test_nothing_sets_it)
{
    add_sized(NULL);
    end(start());
    PROBLEM("undefined read");
    ck_assert_uint_eq(get_word(words), 0);
}
END_TEST

START_TEST(test_no_edge)
{
    add_setter();
    add_sized(NULL);
    aim(3, 2);
    end(start());
    PROBLEM("race");
}
END_TEST

START_TEST(test_more_than_it_was_made_for)
{
    add_pair(MOST + 1, 2);
    end(start());
    PROBLEM("grid");
}
END_TEST

START_TEST(test_others_in_y)
{
    add_pair(MOST, 3);
    end(start());
    PROBLEM("grid");
}
END_TEST

START_TEST(test_handle_of_nothing)
{
    unsigned x = 1, y = 2, z = 1;
    cuuint64_t wrong = 0x1234;
    void *parameters[] = {&wrong, &x, &y, &z};
    add_pair(1, 2);
    add_launch(flow_graph, &sized, "flow_size", 1, parameters);
    end(start());
    PROBLEM("bad handle");
    ck_assert_uint_eq(get_word(words), 2);
}
END_TEST

START_TEST(test_no_upload)
{
    CUgraphExec exec;
    add_pair(1, 2);
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    PROBLEM("upload");
    end(exec);
}
END_TEST

/* The host changes the node, and then the graph is to be uploaded again. */
START_TEST(test_no_upload_after_a_change)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("flow_blocks"), MOST, 1, parameters);
    CUgraphExec exec;
    p.gridDimY = 2;
    add_pair(2, 2);
    exec = start();
    OK(cuGraphExecKernelNodeSetParams(exec, sized, &p));
    OK(cuGraphUpload(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    ck_assert_uint_eq(get_word(words), 8);
    OK(cuGraphNodeSetEnabled(exec, sized, 1));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    PROBLEM("upload");
    end(exec);
}
END_TEST

START_TEST(test_one_exec_and_no_clone)
{
    CUlaunchAttributeValue value;
    CUgraphExec exec, second;
    CUgraph clone;
    add_pair(1, 2);
    exec = start();
    ck_assert_int_eq(cuGraphInstantiateWithFlags(&second, flow_graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    ck_assert_int_eq(cuGraphClone(&clone, flow_graph), CUDA_ERROR_NOT_SUPPORTED);
    memset(&value, 0, sizeof value);
    ck_assert_int_eq(cuGraphKernelNodeSetAttribute(sized, CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE, &value),
                     CUDA_ERROR_INVALID_VALUE);
    OK(cuGraphExecDestroy(exec));
    end(start());
    NO_PROBLEM();
    ck_assert_uint_eq(get_word(words), 4);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_counts,
                                  test_launch_after_launch,
                                  test_nothing_sets_it,
                                  test_no_edge,
                                  test_more_than_it_was_made_for,
                                  test_others_in_y,
                                  test_handle_of_nothing,
                                  test_no_upload,
                                  test_no_upload_after_a_change,
                                  test_one_exec_and_no_clone};
    Suite *suite = suite_create("sim_sized");
    TCase *one = tcase_create("sized");

    tcase_add_checked_fixture(one, setup, free_words);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        tcase_add_test(one, tests[i]);
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
