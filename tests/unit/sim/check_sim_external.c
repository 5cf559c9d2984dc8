/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device and memory that the application binds: found anew at each launch, wherever it lies; and what is wrong
 * with it. Program "lent" of sim_kernels.cpp: x and y, each of which may lie anywhere. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#define COUNT 128u
#define BYTES 512u

static const char stub[] = "vggen stub 1\nkernel good_lent 8 8\nkernel lent_idle 8 8\n";

static CUgraph graph;
static CUgraphNode nodes[2];
static CUgraphExec exec;
static CUdeviceptr x, y;

static void setup(void)
{
    start_device();
    load_module(stub);
    x = get_memory(BYTES);
    y = get_memory(2 * BYTES);
}

static void teardown(void)
{
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuMemFree(x);
    cuMemFree(y);
    stop_device();
}

/* One node or two, without addresses at first. */
static void build(const char *kernel, unsigned count)
{
    CUdeviceptr none = 0;
    void *parameters[] = {&none, &none};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function(kernel), 1, COUNT, parameters);
    OK(cuGraphCreate(&graph, 0));
    for (unsigned i = 0; i < count; i++) {
        OK(cuGraphAddKernelNode(&nodes[i], graph, NULL, 0, &p));
    }
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    NO_PROBLEM();
}

static void bind(const char *kernel, unsigned node, CUdeviceptr to_x, CUdeviceptr to_y)
{
    void *parameters[] = {&to_x, &to_y};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function(kernel), 1, COUNT, parameters);
    OK(cuGraphExecKernelNodeSetParams(exec, nodes[node], &p));
    NO_PROBLEM();
}

static void launch(void)
{
    OK(cuGraphLaunch(exec, stream));
    NO_PROBLEM();
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
}

static void give(CUdeviceptr to, float first)
{
    float values[COUNT];
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = first + (float)i;
    }
    OK(cuMemcpyHtoD(to, values, BYTES));
}

static void expect(CUdeviceptr at, float first)
{
    float values[COUNT];
    OK(cuMemcpyDtoH(values, at, BYTES));
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert(values[i] == 2.0f * (first + (float)i));
    }
}

START_TEST(test_memory_may_change)
{
    CUdeviceptr other = get_memory(BYTES), pinned;
    void *host;
    OK(cuMemHostAlloc(&host, BYTES, CU_MEMHOSTALLOC_PORTABLE));
    OK(cuMemHostGetDevicePointer(&pinned, host, 0));
    build("good_lent", 1);
    give(x, 1.0f);
    give(other, 3.0f);
    bind("good_lent", 0, x, y);
    launch();
    expect(y, 1.0f);
    bind("good_lent", 0, other, y + BYTES);
    launch();
    expect(y + BYTES, 3.0f);
    expect(y, 1.0f); /* what lies beside it stays as it was */
    bind("good_lent", 0, x, pinned);
    launch();
    ck_assert(((const float *)host)[5] == 12.0f);
    OK(cuMemFree(other)); /* nobody has it any more */
    launch();
    OK(cuMemFreeHost(host));
}
END_TEST

START_TEST(test_memory_has_to_be_there)
{
    build("lent_idle", 2);
    bind("lent_idle", 0, x, y);
    bind("lent_idle", 1, x, y);
    launch();
    bind("lent_idle", 0, x, y + BYTES); /* the other node still has y */
    OK(cuGraphLaunch(exec, stream));
    PROBLEM("external memory");
    OK(cuStreamSynchronize(stream));
    bind("lent_idle", 1, x, y + BYTES);
    launch();
    bind("lent_idle", 0, x, y + BYTES + 16); /* its end is beyond that of the allocation */
    bind("lent_idle", 1, x, y + BYTES + 16);
    OK(cuGraphLaunch(exec, stream));
    PROBLEM("external memory");
    OK(cuStreamSynchronize(stream));
    bind("lent_idle", 0, 0, y);
    bind("lent_idle", 1, 0, y);
    OK(cuGraphLaunch(exec, stream));
    PROBLEM("external memory");
    OK(cuStreamSynchronize(stream));
    vgsim_problems_clear();
}
END_TEST

/* What is only read may overlap. */
START_TEST(test_what_is_written_lies_apart)
{
    build("lent_idle", 2);
    bind("lent_idle", 0, y, y + 64);
    bind("lent_idle", 1, y, y + 64);
    launch();
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    build("good_lent", 1);
    give(y, 1.0f);
    bind("good_lent", 0, y, y + 64);
    OK(cuGraphLaunch(exec, stream));
    PROBLEM("external memory");
    OK(cuStreamSynchronize(stream));
    vgsim_problems_clear();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("sim: external memory");
    TCase *c = tcase_create("external");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, test_memory_may_change);
    tcase_add_test(c, test_memory_has_to_be_there);
    tcase_add_test(c, test_what_is_written_lies_apart);
    suite_add_tcase(s, c);
    return run_suite(s);
}
