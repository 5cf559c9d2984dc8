/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device as a driver: graphs that are cloned and measured, and the same work without a graph. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

static const char stub[] = "vggen stub 1\nkernel k_static_shared 8 8\n";

START_TEST(test_edges)
{
    CUgraph graph, other;
    CUgraphNode a, b, c, list[3];
    size_t count = 3;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphCreate(&other, 0));
    OK(cuGraphAddEmptyNode(&a, graph, NULL, 0));
    OK(cuGraphAddEmptyNode(&b, graph, &a, 1));
    OK(cuGraphAddEmptyNode(&c, graph, (CUgraphNode[]){a, b}, 2));
    OK(cuGraphNodeGetDependencies_v2(c, list, NULL, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_ptr_eq(list[0], a);
    ck_assert_ptr_eq(list[1], b);
    ck_assert_ptr_null(list[2]); /* the rest is cleared */
    count = 0;
    OK(cuGraphNodeGetDependencies_v2(c, NULL, NULL, &count));
    ck_assert_uint_eq(count, 2);
    OK(cuGraphRemoveDependencies_v2(graph, &a, &c, NULL, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies_v2(graph, &a, &c, NULL, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies_v2(other, &b, &c, NULL, 1));
    count = 3;
    OK(cuGraphNodeGetDependencies_v2(c, list, NULL, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_eq(list[0], b);
    OK(cuGraphDestroy(graph));
    OK(cuGraphDestroy(other));
}
END_TEST

START_TEST(test_clones)
{
    CUdeviceptr memory = get_memory(256);
    CUDA_MEMSET_NODE_PARAMS fill, found;
    CUgraph graph, clone;
    CUgraphNode a, b, late, in_clone, list[1];
    CUgraphExec exec;
    size_t count = 1;
    memset(&fill, 0, sizeof fill);
    fill.dst = memory;
    fill.elementSize = 1;
    fill.value = 7;
    fill.width = 256;
    fill.height = 1;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddEmptyNode(&a, graph, NULL, 0));
    OK(cuGraphAddMemsetNode(&b, graph, &a, 1, &fill, context));
    OK(cuGraphClone(&clone, graph));
    OK(cuGraphAddEmptyNode(&late, graph, NULL, 0));
    OK(cuGraphNodeFindInClone(&in_clone, b, clone));
    ck_assert_ptr_ne(in_clone, b);
    OK(cuGraphMemsetNodeGetParams(in_clone, &found));
    ck_assert_mem_eq(&found, &fill, sizeof fill);
    OK(cuGraphNodeGetDependencies_v2(in_clone, list, NULL, &count));
    OK(cuGraphNodeFindInClone(&in_clone, a, clone));
    ck_assert_ptr_eq(list[0], in_clone);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&in_clone, late, clone));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeFindInClone(&in_clone, a, graph));
    OK(cuGraphDestroy(graph)); /* the clone lives on */
    OK(cuGraphInstantiateWithFlags(&exec, clone, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(clone));
    OK(cuMemFree(memory));
}
END_TEST

/* Events in a graph happen when their nodes' turn comes, and again with each launch. */
START_TEST(test_events_in_graphs)
{
    CUevent first, last;
    CUgraph graph;
    CUgraphNode a, b, c;
    CUgraphExec exec;
    float before = -1.0f, again = -1.0f;
    OK(cuEventCreate(&first, CU_EVENT_DEFAULT));
    OK(cuEventCreate(&last, CU_EVENT_DEFAULT));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddEventRecordNode(&a, graph, NULL, 0, first));
    OK(cuGraphAddEmptyNode(&b, graph, &a, 1));
    OK(cuGraphAddEventRecordNode(&c, graph, &b, 1, last));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&before, first, last));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuEventElapsedTime(&before, first, last));
    ck_assert(before >= 0.0f);
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuEventElapsedTime(&again, last, first));
    ck_assert(again <= 0.0f);
    OK(cuEventDestroy(first));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    PROBLEM("use after destroy");
    OK(cuEventDestroy(last));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}
END_TEST

START_TEST(test_without_a_graph)
{
    CUdeviceptr memory = get_memory(256);
    unsigned char bytes[48], all[48];
    CUDA_MEMCPY3D copy;
    OK(cuMemsetD2D8Async(memory, 16, 1, 8, 3, stream));
    OK(cuMemsetD2D16Async(memory + 8, 16, 0x203, 2, 3, stream));
    OK(cuMemsetD2D32Async(memory + 12, 16, 0x4050607, 1, 3, stream));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = memory;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = bytes;
    copy.WidthInBytes = sizeof bytes;
    copy.Height = 1;
    copy.Depth = 1;
    OK(cuMemcpy3DAsync(&copy, stream));
    OK(cuStreamSynchronize(stream));
    for (int i = 0; i < 3; i++) {
        memcpy(all + 16 * i, "\1\1\1\1\1\1\1\1\3\2\3\2\7\6\5\4", 16);
    }
    ck_assert_mem_eq(bytes, all, sizeof all);
    copy.WidthInBytes = 512;
    ck_assert_int_ne(cuMemcpy3DAsync(&copy, stream), CUDA_SUCCESS);
    vgsim_problems_clear();
    OK(cuMemFree(memory));
}
END_TEST

START_TEST(test_launch_with_attributes)
{
    CUdeviceptr memory = get_memory(1024), second = memory + 512;
    void *parameters[] = {&memory, &second};
    CUlaunchAttribute attributes[1];
    CUlaunchConfig config;
    load_module(stub);
    OK(cuMemsetD8(memory, 0, 1024));
    memset(&config, 0, sizeof config);
    memset(attributes, 0, sizeof attributes);
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    config.hStream = stream;
    OK(cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    OK(cuStreamSynchronize(stream));
    config.attrs = attributes;
    config.numAttrs = 1;
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    OK(cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attributes[0].value.cooperative = 1;
    OK(cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    config.gridDimX = 32 * 132 + 1;
    FAILS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
          cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    config.gridDimX = 1;
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    config.numAttrs = 0;
    config.blockDimX = 2000;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernelEx(&config, get_function("k_static_shared"), parameters, NULL));
    OK(cuStreamSynchronize(stream));
    OK(cuMemFree(memory));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_clones");
    TCase *cases = tcase_create("clones");
    tcase_add_checked_fixture(cases, start_device, stop_device);
    tcase_add_test(cases, test_edges);
    tcase_add_test(cases, test_clones);
    tcase_add_test(cases, test_events_in_graphs);
    tcase_add_test(cases, test_without_a_graph);
    tcase_add_test(cases, test_launch_with_attributes);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
