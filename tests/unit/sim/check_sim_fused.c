/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches on the CPU device: each part runs with the checks of its step, in the order that barriers give them.
 * The program "fused" of sim_fused.cpp. */
#include "sim_fixture.h"
#include "sim_output.h"
#include "unit/run_suite.h"

#include <stdbool.h>

#define COUNT 32u
#define WORD_AT 2048u

static const char stub[] = "vggen stub 1\n"
                           "kernel vgf_chain 8 8 8 8 4 4 8\nkernel vgf_torn 8 8 8 8 4 4 8\n"
                           "kernel vgf_apart 8 8 8 8 4 4 8\nkernel vgf_side 8 8 8 8 4 4 8\n"
                           "kernel vgf_split 8 8 8 8 4 4 8\nkernel vgf_scaled 8 8 8 8 4 4 8\n"
                           "kernel vgf_loaded 8 8 8 8 4 4 8\nkernel vgf_lazy 8 8 8 8 4 4 8\n"
                           "kernel vgf_swapped 8 8 8 8 4 4 8\nkernel vgf_flow 8 8 8 8 4 4 8\n"
                           "kernel vgf_ended 8 8 8 8 4 4 8\nkernel vgf_hasty 8 8 8 8 4 4 8\n"
                           "kernel vgf_foreign 8 8 8 8 4 4 8\nkernel vgf_short 8 8 8 8 4 4 8\n";

static uint32_t *host;
static CUdeviceptr device, pinned;
static CUgraph graph;
static CUgraphNode node;
static CUgraphExec exec;
static unsigned words[4][COUNT]; /* x, y, z and t */
static unsigned value, on;

static void setup(void)
{
    start_device();
    load_module(stub);
    device = get_memory(sizeof words);
    OK(cuMemHostAlloc((void **)(void *)&host, 2304, CU_MEMHOSTALLOC_PORTABLE));
    OK(cuMemHostGetDevicePointer(&pinned, host, 0));
    memset(host, 0, 2304);
    for (unsigned i = 0; i < COUNT; i++) {
        words[0][i] = i;
        words[1][i] = words[2][i] = words[3][i] = 0;
    }
    OK(cuMemcpyHtoD(device, words, sizeof words));
    exec = NULL;
    graph = NULL;
    value = 3;
    on = 1;
}

static void teardown(void)
{
    if (exec) {
        cuGraphExecDestroy(exec);
        cuGraphDestroy(graph);
    }
    cuMemFree(device);
    cuMemFreeHost(host);
    stop_device();
    vgsim_seed(1);
}

static CUDA_KERNEL_NODE_PARAMS launch_of(const char *name, void **parameters)
{
    static CUdeviceptr at[5];
    for (unsigned i = 0; i < 4; i++) {
        at[i] = device + i * sizeof words[0];
        parameters[i] = &at[i];
    }
    at[4] = pinned + WORD_AT;
    parameters[4] = &value;
    parameters[5] = &on;
    parameters[6] = &at[4];
    return kernel_node(get_function(name), 1, COUNT, parameters);
}

static void build(const char *name)
{
    void *parameters[7];
    CUDA_KERNEL_NODE_PARAMS p = launch_of(name, parameters);
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
}

static void replay(void)
{
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(words, device, sizeof words));
}

/* Whether all of that buffer is x plus so much. */
static bool is_more(unsigned buffer, unsigned more)
{
    for (unsigned i = 0; i < COUNT; i++) {
        if (words[buffer][i] != i + more) {
            return false;
        }
    }
    return true;
}

START_TEST(test_chain)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        vgsim_seed(seed);
        build("vgf_chain");
        replay();
        ck_assert(is_more(1, 1) && is_more(2, 2));
        OK(cuGraphExecDestroy(exec));
        OK(cuGraphDestroy(graph));
    }
    exec = NULL;
    NO_PROBLEM();
}
END_TEST

START_TEST(test_apart)
{
    build("vgf_apart");
    replay();
    ck_assert(is_more(1, 1) && is_more(2, 2) && is_more(3, 1));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_side_by_side)
{
    build("vgf_side");
    replay();
    ck_assert(is_more(1, 1) && is_more(2, 2) && is_more(3, 1));
    NO_PROBLEM();
}
END_TEST

/* What no barrier orders is named by its steps, and runs in one order or the other. */
static void expect_race(const char *name)
{
    unsigned late = 0;
    output_begin(STDERR_FILENO);
    build(name);
    output_end();
    ck_assert_ptr_nonnull(strstr(output, "race: \"launch to_y\" (fused.yaml:5) writes y[0] to y[31] and "
                             "\"launch to_z\" (fused.yaml:6) reads it, and no barrier orders them"));
    PROBLEM("race");
    for (uint64_t seed = 1; seed < 20; seed++) {
        vgsim_seed(seed);
        OK(cuMemsetD8(device + sizeof words[0], 0, 3 * sizeof words[0]));
        replay();
        late += words[2][5] != 7;
    }
    ck_assert_uint_gt(late, 0);
    ck_assert_uint_lt(late, 19);
    vgsim_problems_clear();
}

START_TEST(test_without_barrier)
{
    expect_race("vgf_torn");
}
END_TEST

START_TEST(test_wrong_block)
{
    expect_race("vgf_split");
}
END_TEST

/* Values and switches are those of the launch, also after a change. */
START_TEST(test_values)
{
    void *parameters[7];
    CUDA_KERNEL_NODE_PARAMS p;
    build("vgf_scaled");
    replay();
    ck_assert_uint_eq(words[1][7], 21);
    ck_assert_uint_eq(words[2][7], 22);
    value = 5;
    on = 0;
    p = launch_of("vgf_scaled", parameters);
    OK(cuGraphExecKernelNodeSetParams(exec, node, &p));
    replay();
    ck_assert_uint_eq(words[1][7], 35);
    ck_assert_uint_ne(words[2][7], 36);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_value_in_memory)
{
    build("vgf_loaded");
    replay();
    ck_assert_uint_eq(words[1][7], 35);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_flow)
{
    build("vgf_flow");
    value = 9;
    replay();
    ck_assert_uint_eq(words[3][4], 3);
    ck_assert(is_more(1, 1));
    ck_assert_uint_eq(words[2][3], 0);
    words[0][0] = 1;
    memset(words[3], 0, sizeof words[3]);
    OK(cuMemcpyHtoD(device, words, sizeof words));
    replay();
    ck_assert_uint_eq(words[3][4], 3);
    ck_assert_uint_eq(words[2][5], 7);
    NO_PROBLEM();
}
END_TEST

/* A part's fault is its step's. */
START_TEST(test_part_is_named)
{
    output_begin(STDERR_FILENO);
    build("vgf_lazy");
    replay();
    output_end();
    ck_assert_ptr_nonnull(strstr(output, "unwritten out: \"launch most\" (fused.yaml:11) does not write z[31]"));
    PROBLEM("unwritten out");
}
END_TEST

START_TEST(test_wrong_parameter)
{
    output_begin(STDERR_FILENO);
    build("vgf_swapped");
    output_end();
    ck_assert_ptr_nonnull(strstr(output, "binding: parameter 0 of \"launch to_z\" (fused.yaml:6)"));
    PROBLEM("binding");
}
END_TEST

START_TEST(test_end)
{
    build("vgf_ended");
    for (unsigned i = 0; i < 3; i++) {
        host[WORD_AT / 4] = 0;
        OK(cuGraphLaunch(exec, stream));
        ck_assert_uint_eq(host[WORD_AT / 4], 0);
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(host[WORD_AT / 4], 1);
    }
    NO_PROBLEM();
}
END_TEST

START_TEST(test_hasty_end)
{
    build("vgf_hasty");
    PROBLEM("race");
}
END_TEST

/* A launch that no graph holds. */
START_TEST(test_alone)
{
    void *parameters[7];
    CUDA_KERNEL_NODE_PARAMS p = launch_of("vgf_chain", parameters);
    OK(cuLaunchKernel(p.func, 1, 1, 1, COUNT, 1, 1, 0, stream, parameters, NULL));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(words, device, sizeof words));
    ck_assert(is_more(1, 1) && is_more(2, 2));
    NO_PROBLEM();
}
END_TEST

/* A delay is for the launch's own name, and for those of parts that are not left out. */
static const struct {
    const char *name;
    unsigned on;
    CUresult expected;
} delays[] = {
    {"vgf_scaled", 1, CUDA_ERROR_NOT_READY}, {"fuse_scale", 0, CUDA_ERROR_NOT_READY},
    {"fuse_add", 1, CUDA_ERROR_NOT_READY},   {"fuse_add", 0, CUDA_SUCCESS},
    {"fuse_most", 1, CUDA_SUCCESS},
};

START_TEST(test_delays)
{
    on = delays[_i].on;
    build("vgf_scaled");
    vgsim_delay(delays[_i].name, 1, 0.05);
    OK(cuGraphLaunch(exec, stream));
    FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream)); /* as ever */
    FAILS(delays[_i].expected, cuStreamQuery(stream));
    OK(cuStreamSynchronize(stream));
    vgsim_delay(NULL, 0, 0);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_refused)
{
    CUfunction function;
    FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, module, "vgf_foreign"));
    PROBLEM("no host build");
    FAILS(CUDA_ERROR_INVALID_SOURCE, cuModuleGetFunction(&function, module, "vgf_short"));
    PROBLEM("kernel mismatch");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_fused");
    TCase *tests = tcase_create("fused");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, test_chain);
    tcase_add_test(tests, test_apart);
    tcase_add_test(tests, test_side_by_side);
    tcase_add_test(tests, test_without_barrier);
    tcase_add_test(tests, test_wrong_block);
    tcase_add_test(tests, test_values);
    tcase_add_test(tests, test_value_in_memory);
    tcase_add_test(tests, test_flow);
    tcase_add_test(tests, test_part_is_named);
    tcase_add_test(tests, test_wrong_parameter);
    tcase_add_test(tests, test_end);
    tcase_add_test(tests, test_hasty_end);
    tcase_add_test(tests, test_alone);
    tcase_add_loop_test(tests, test_delays, 0, (int)(sizeof delays / sizeof delays[0]));
    tcase_add_test(tests, test_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
