/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cooperative grids, clusters and attributes of kernel nodes on the CPU device. */
#include "sim_flow.h"
#include "unit/run_suite.h"

static unsigned host[384];

static void setup(void)
{
    setup_words(1536);
}

static CUkernelNodeAttrValue cooperative(void)
{
    CUkernelNodeAttrValue value;
    memset(&value, 0, sizeof value);
    value.cooperative = 1;
    return value;
}

/* One kernel, cooperative, as a graph; the words afterwards are in `host`. */
static CUresult run_grid(const char *kernel, unsigned blocks, unsigned threads, unsigned shared, void **parameters)
{
    CUkernelNodeAttrValue value = cooperative();
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function(kernel), blocks, threads, parameters);
    CUgraphNode node;
    CUresult result;
    p.sharedMemBytes = shared;
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    result = run_flow(1);
    if (!result) {
        OK(cuMemcpyDtoH(host, words, sizeof host));
        OK(cuGraphCreate(&flow_graph, 0));
    }
    return result;
}

/* ---- grids ---- */

START_TEST(test_sum)
{
    CUdeviceptr partial = words + 512, out = words + 1024;
    void *parameters[] = {&words, &partial, &out};
    for (uint64_t seed = 0; seed < 10; seed++) {
        unsigned in[128], all = 0;
        vgsim_seed(seed);
        for (unsigned i = 0; i < 128; i++) {
            in[i] = i * i + (unsigned)seed;
            all += in[i];
        }
        OK(cuMemcpyHtoD(words, in, sizeof in));
        OK(run_grid("grid_sum", 4, 32, 0, parameters));
        for (unsigned b = 0; b < 4; b++) {
            ck_assert_uint_eq(host[256 + b], all);
        }
        NO_PROBLEM();
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* Atomics of blocks that take turns come in one order, which the second run repeats. */
START_TEST(test_tickets)
{
    CUdeviceptr partial = words + 512, out = words + 1024;
    void *parameters[] = {&words, &partial, &out};
    for (uint64_t seed = 0; seed < 10; seed++) {
        unsigned in[128], sum = 0;
        vgsim_seed(seed);
        for (unsigned i = 0; i < 128; i++) {
            in[i] = 1u << i / 32;
        }
        OK(cuMemcpyHtoD(words, in, sizeof in));
        OK(run_grid("grid_tickets", 4, 32, 0, parameters));
        for (unsigned b = 0; b < 4; b++) {
            sum += host[256 + b];
        }
        ck_assert_uint_eq(sum, 15);
        NO_PROBLEM();
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_missing_barrier)
{
    CUdeviceptr partial = words + 512, out = words + 1024;
    void *parameters[] = {&words, &partial, &out};
    OK(run_grid("grid_sum_early", 4, 32, 0, parameters));
    PROBLEM("race between blocks");
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_ring)
{
    unsigned rounds = 5;
    void *parameters[] = {&words, &rounds};
    OK(run_grid("grid_ring", 6, 40, 160, parameters));
    for (unsigned b = 0; b < 6; b++) {
        ck_assert_uint_eq(host[b], 5);
        ck_assert_uint_eq(host[6 + b], 101 * b);
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_ranks)
{
    static const unsigned expected[] = {6 * 32, 6, 5, 1, 3, 48, 3, 1};
    void *parameters[] = {&words};
    CUkernelNodeAttrValue value = cooperative();
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("grid_ranks"), 3, 16, parameters);
    CUgraphNode node;
    p.gridDimY = 2;
    p.blockDimY = 2;
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(run_flow(1));
    OK(cuMemcpyDtoH(host, words, sizeof host));
    for (unsigned i = 0; i < 8; i++) {
        ck_assert_uint_eq(host[i], expected[i]);
    }
}
END_TEST

START_TEST(test_spin)
{
    void *parameters[] = {&words};
    OK(run_grid("grid_spin", 5, 8, 0, parameters));
    for (unsigned b = 0; b < 5; b++) {
        ck_assert_uint_eq(host[2 + b], 7);
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_block_leaves)
{
    void *parameters[] = {&words};
    FAILS(CUDA_ERROR_LAUNCH_FAILED, run_grid("grid_leave", 4, 8, 0, parameters));
    PROBLEM("divergent barrier");
}
END_TEST

START_TEST(test_divided_block)
{
    void *parameters[] = {&words};
    FAILS(CUDA_ERROR_LAUNCH_FAILED, run_grid("grid_divided", 4, 8, 0, parameters));
    PROBLEM("divergent barrier");
}
END_TEST

START_TEST(test_not_cooperative)
{
    CUdeviceptr partial = words + 512, out = words + 1024;
    void *parameters[] = {&words, &partial, &out};
    add_launch(flow_graph, NULL, "grid_sum", 32, parameters);
    FAILS(CUDA_ERROR_LAUNCH_FAILED, run_flow(1));
    PROBLEM("not cooperative");
}
END_TEST

START_TEST(test_launch)
{
    CUdeviceptr partial = words + 512, out = words + 1024;
    void *parameters[] = {&words, &partial, &out};
    CUfunction function = get_function("grid_sum");
    OK(cuMemsetD32(words, 2, 128));
    OK(cuLaunchCooperativeKernel(function, 4, 1, 1, 32, 1, 1, 0, stream, parameters));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(get_word(out + 12), 256);
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
          cuLaunchCooperativeKernel(function, 132 * 2 + 1, 1, 1, 1024, 1, 1, 0, stream, parameters));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* Two blocks of a grid set a condition one after the other: a barrier of the grid orders them. */
START_TEST(test_condition)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 0, 0);
    CUkernelNodeAttrValue value = cooperative();
    void *parameters[] = {&go};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("grid_set"), 3, 8, parameters);
    CUgraphNode set, node;
    OK(cuGraphAddKernelNode(&set, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(set, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    add_sum(*add_conditional(&node, flow_graph, &set, go, CU_GRAPH_COND_TYPE_IF, 1), NULL, words, 1);
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words), 1);
}
END_TEST

/* ---- attributes ---- */

static unsigned resident_multiprocessors(void)
{
    int (*ask)(unsigned *count) = NULL;
    CUdriverProcAddressQueryResult found;
    void *address = NULL;
    unsigned count = 0;
    OK(cuGetProcAddress("vgsim_resident_multiprocessors", &address, 12000, 0, &found));
    ck_assert_ptr_nonnull(address);
    memcpy(&ask, &address, sizeof ask);
    ck_assert_int_eq(ask(&count), 0);
    return count;
}

static void has_multiprocessors(int wanted)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("grid_spin"), 8, 1024, parameters);
    CUkernelNodeAttrValue value = cooperative();
    CUdevResource all;
    CUcontext current;
    CUgraphNode node;
    int processors, blocks;
    OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    ck_assert_int_eq(processors, wanted);
    OK(cuCtxGetCurrent(&current));
    OK(cuCtxGetDevResource(current, &all, CU_DEV_RESOURCE_TYPE_SM));
    ck_assert_uint_eq(all.sm.smCount, (unsigned)wanted);
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p.func, 1024, 0));
    p.gridDimX = (unsigned)(blocks * wanted);
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    p.gridDimX++;
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cuGraphKernelNodeSetParams(node, &p));
}

/* Only resident grids get along with fewer, unless all are to. */
START_TEST(test_numbers_of_multiprocessors)
{
    has_multiprocessors(132);
    ck_assert_uint_eq(resident_multiprocessors(), 4);
    vgsim_multiprocessors(3);
    has_multiprocessors(3);
    ck_assert_uint_eq(resident_multiprocessors(), 3);
    vgsim_multiprocessors(0);
    has_multiprocessors(132);
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_attributes)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("grid_spin"), 8, 1024, parameters);
    CUkernelNodeAttrValue value = cooperative(), back;
    CUgraphNode node;
    CUdevResource all;
    CUcontext current;
    int blocks, cooperative_launch, processors;
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &back));
    ck_assert_int_eq(back.cooperative, 0);
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &back));
    ck_assert_int_eq(back.cooperative, 1);
    OK(cuDeviceGetAttribute(&cooperative_launch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 0));
    ck_assert_int_eq(cooperative_launch, 1);
    OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    OK(cuCtxGetCurrent(&current));
    OK(cuCtxGetDevResource(current, &all, CU_DEV_RESOURCE_TYPE_SM));
    ck_assert_uint_eq(all.sm.smCount, (unsigned)processors);
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetDevResource(NULL, &all, CU_DEV_RESOURCE_TYPE_SM));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuCtxGetDevResource(current, &all, CU_DEV_RESOURCE_TYPE_INVALID));
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p.func, 1024, 0));
    p.gridDimX = (unsigned)(blocks * processors);
    OK(cuGraphKernelNodeSetParams(node, &p)); /* keeps its attributes */
    p.gridDimX++;
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cuGraphKernelNodeSetParams(node, &p));
    value.cooperative = 0;
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphKernelNodeSetParams(node, &p));
    value.cooperative = 1;
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
          cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &back));
    ck_assert_int_eq(back.cooperative, 0);
    value.priority = -3;
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, &back));
    ck_assert_int_eq(back.priority, -3);
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, &value));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_PRIORITY, NULL));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* An exec's kernel keeps being cooperative when its parameters change. */
START_TEST(test_update)
{
    unsigned rounds = 3, more = 4;
    void *parameters[] = {&words, &rounds}, *changed[] = {&words, &more};
    CUkernelNodeAttrValue value = cooperative();
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("grid_ring"), 4, 8, parameters);
    CUgraphNode node;
    CUgraphExec exec;
    p.sharedMemBytes = 32;
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    p.kernelParams = changed;
    OK(cuGraphExecKernelNodeSetParams(exec, node, &p));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(get_word(words), 4);
    p.gridDimX = 132 * 32 + 1;
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cuGraphExecKernelNodeSetParams(exec, node, &p));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

static CUkernelNodeAttrValue cluster(unsigned x, unsigned y, unsigned z)
{
    CUkernelNodeAttrValue value;
    memset(&value, 0, sizeof value);
    value.clusterDim.x = x;
    value.clusterDim.y = y;
    value.clusterDim.z = z;
    return value;
}

START_TEST(test_clusters)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("cluster_way"), 24, 32, parameters);
    CUkernelNodeAttrValue value = cluster(2, 1, 1), back;
    CUgraphNode node;
    int launch;
    OK(cuDeviceGetAttribute(&launch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 0));
    ck_assert_int_eq(launch, 1);
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &back));
    ck_assert_uint_eq(back.clusterDim.x, 2);
    ck_assert_uint_eq(back.clusterDim.z, 1);
#define CLUSTER(code, x, y, z)                                                                                         \
    value = cluster(x, y, z);                                                                                          \
    FAILS(code, cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value))
    CLUSTER(CUDA_ERROR_INVALID_CLUSTER_SIZE, 5, 1, 1);
    CLUSTER(CUDA_ERROR_INVALID_CLUSTER_SIZE, 12, 1, 1);
    CLUSTER(CUDA_ERROR_INVALID_CLUSTER_SIZE, 2, 2, 1);
    CLUSTER(CUDA_ERROR_INVALID_VALUE, 2, 0, 1);
    OK(cuFuncSetAttribute(p.func, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
    CLUSTER(CUDA_SUCCESS, 12, 1, 1);
    CLUSTER(CUDA_ERROR_INVALID_CLUSTER_SIZE, 24, 1, 1);
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words + 4 * 23), 1);
}
END_TEST

/* A cluster of one block is like any block; one of two has no host build. */
START_TEST(test_cluster_functions)
{
    void *parameters[] = {&words};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("cluster_rank"), 4, 32, parameters);
    CUkernelNodeAttrValue value = cluster(2, 1, 1);
    CUgraphNode node;
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words + 12), 10);
    OK(cuGraphCreate(&flow_graph, 0));
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, run_flow(1));
    PROBLEM("not supported");
}
END_TEST

/* What the code requires is the node's, and nothing else. */
START_TEST(test_required_cluster)
{
    static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                              ".visible .entry cluster_way(.param .u64 out)\n"
                              ".explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n";
    void *parameters[] = {&words};
    CUmodule other;
    CUDA_KERNEL_NODE_PARAMS p;
    CUkernelNodeAttrValue value;
    CUlaunchAttribute attribute;
    CUlaunchConfig config;
    CUgraphNode node;
    int width, clusters;
    OK(cuModuleLoadData(&other, ptx));
    p = kernel_node(NULL, 24, 32, parameters);
    OK(cuModuleGetFunction(&p.func, other, "cluster_way"));
    OK(cuFuncGetAttribute(&width, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, p.func));
    ck_assert_int_eq(width, 2);
    OK(cuGraphAddKernelNode(&node, flow_graph, NULL, 0, &p));
    OK(cuGraphKernelNodeGetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
    ck_assert_uint_eq(value.clusterDim.x, 2);
    value = cluster(4, 1, 1);
    FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE,
          cuGraphKernelNodeSetAttribute(node, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, &value));
    memset(&config, 0, sizeof config);
    config.gridDimX = 24;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 1024;
    OK(cuOccupancyMaxActiveClusters(&clusters, p.func, &config));
    ck_assert_int_eq(clusters, 132);
    memset(&attribute, 0, sizeof attribute);
    attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attribute.value = value;
    config.attrs = &attribute;
    config.numAttrs = 1;
    FAILS(CUDA_ERROR_INVALID_CLUSTER_SIZE, cuOccupancyMaxActiveClusters(&clusters, p.func, &config));
    OK(cuOccupancyMaxActiveClusters(&clusters, get_function("cluster_way"), &config));
    ck_assert_int_eq(clusters, 66);
    config.numAttrs = 0;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&clusters, get_function("cluster_way"), &config));
    OK(cuGraphDestroy(flow_graph));
    OK(cuModuleUnload(other));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_sum,
                                  test_tickets,
                                  test_missing_barrier,
                                  test_ring,
                                  test_ranks,
                                  test_spin,
                                  test_block_leaves,
                                  test_divided_block,
                                  test_not_cooperative,
                                  test_launch,
                                  test_condition,
                                  test_attributes,
                                  test_numbers_of_multiprocessors,
                                  test_update,
                                  test_clusters,
                                  test_cluster_functions,
                                  test_required_cluster};
    Suite *suite = suite_create("sim_grid");
    TCase *one = tcase_create("grid");
    setenv("VGSIM_CC", "90", 1);
    tcase_add_checked_fixture(one, setup, free_words);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
