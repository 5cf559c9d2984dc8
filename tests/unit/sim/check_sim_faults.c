/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Planted faults are each caught by name; correct kernels of the same kinds raise no alarm. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#define SPACE 2304u

static const char stub[] =
    "vggen stub 1\n"
    "kernel good_tree 8 8\nkernel good_float_atomics 8 8\nkernel good_warps 8 8\n"
    "kernel good_compact 8 8 8\nkernel good_inout 8 8 8\nkernel good_two_blocks 8 8\n"
    "kernel bad_past_slice 8 8\nkernel bad_write_in 8 8\nkernel bad_unwritten 8 8\n"
    "kernel bad_tree 8 8\nkernel bad_exchange 8 8\nkernel bad_reuse 8 8\nkernel bad_atomic_sum 8 8\n"
    "kernel bad_divergent 8 8\nkernel bad_exited 8 8\nkernel bad_warp_and_block 8 8\n"
    "kernel bad_undefined 8 8 8\nkernel bad_uninitialised 8 8\nkernel bad_blocks 8 8 8\n"
    "kernel bad_bounds 8 8\nkernel bad_dynamic 8\nkernel bad_divide 8 4\nkernel bad_assert 8\n";

static CUdeviceptr space;
static unsigned char memory[SPACE];

static void setup(void)
{
    start_device();
    load_module(stub);
    space = get_memory(SPACE);
    for (unsigned i = 0; i < SPACE / 4; i++) {
        float value = (float)((i * 7919u) % 1000u) * 0.25f;
        memcpy(memory + 4 * i, &value, 4);
    }
    OK(cuMemcpyHtoD(space, memory, SPACE));
}

static void teardown(void)
{
    cuMemFree(space);
    stop_device();
}

/* Over a at 0, b at 768, c at 1536. */
static CUresult run_abc(const char *name)
{
    CUdeviceptr a = space, b = space + 768, c = space + 1536;
    void *parameters[] = {&a, &b, &c};
    return run_as_graph(get_function(name), 1, 128, 0, parameters);
}

/* ---- no alarm ---- */

static const char *const good[] = {"good_tree", "good_float_atomics", "good_warps", "good_compact", "good_inout"};

START_TEST(test_good)
{
    vgsim_seed((uint64_t)(_i / 5));
    OK(run_abc(good[_i % 5]));
    NO_PROBLEM();
    vgsim_seed(1);
}
END_TEST

START_TEST(test_good_keeps_the_rest)
{
    unsigned char after[SPACE];
    float sum = 0, got;
    OK(run_abc("good_tree"));
    OK(cuMemcpyDtoH(after, space, SPACE));
    ck_assert_mem_eq(after, memory, 768);
    ck_assert_mem_eq(after + 1280, memory + 1280, SPACE - 1280);
    for (int i = 0; i < 128; i++) {
        memcpy(&got, memory + 4 * i, 4);
        sum += got;
    }
    for (int i = 0; i < 128; i++) {
        memcpy(&got, after + 768 + 4 * i, 4);
        ck_assert_float_eq(got, sum); /* quarters: exact in any order */
    }
    NO_PROBLEM();
}
END_TEST

START_TEST(test_good_two_blocks)
{
    CUdeviceptr a = space, b = space + 1024;
    void *parameters[] = {&a, &b};
    OK(run_as_graph(get_function("good_two_blocks"), 2, 128, 0, parameters));
    NO_PROBLEM();
}
END_TEST

/* ---- one node ---- */

static const struct {
    const char *kernel, *kind;
    CUresult code;
} faults[] = {
    {"bad_past_slice", "write outside", CUDA_SUCCESS},
    {"bad_write_in", "write to in", CUDA_SUCCESS},
    {"bad_unwritten", "unwritten out", CUDA_SUCCESS},
    {"bad_tree", "missing barrier", CUDA_SUCCESS},
    {"bad_exchange", "missing barrier", CUDA_SUCCESS},
    {"bad_reuse", "missing barrier", CUDA_SUCCESS},
    {"bad_atomic_sum", "missing barrier", CUDA_SUCCESS},
    {"bad_divergent", "divergent barrier", CUDA_SUCCESS},
    {"bad_exited", "divergent barrier", CUDA_SUCCESS},
    {"bad_warp_and_block", "divergent barrier", CUDA_ERROR_LAUNCH_FAILED},
    {"bad_undefined", "undefined read", CUDA_SUCCESS},
    {"bad_uninitialised", "undefined read", CUDA_SUCCESS},
};
#define FAULTS ((int)(sizeof faults / sizeof faults[0]))

/* With several seeds: being caught must not be luck. */
START_TEST(test_fault)
{
    vgsim_seed((uint64_t)(_i / FAULTS));
    FAILS(faults[_i % FAULTS].code, run_abc(faults[_i % FAULTS].kernel));
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM(faults[_i % FAULTS].kind);
    vgsim_seed(1);
}
END_TEST

START_TEST(test_stray_write_is_undone)
{
    unsigned char after[SPACE];
    OK(run_abc("bad_past_slice"));
    PROBLEM("write outside");
    OK(run_abc("bad_write_in"));
    PROBLEM("write to in");
    OK(cuMemcpyDtoH(after, space, SPACE));
    ck_assert_mem_eq(after, memory, 768);
    ck_assert_mem_eq(after + 1280, memory + 1280, SPACE - 1280);
}
END_TEST

START_TEST(test_race_between_blocks)
{
    CUdeviceptr wide = get_memory(3072), a = wide, b = wide + 1024, c = wide + 2048;
    void *parameters[] = {&a, &b, &c};
    OK(cuMemsetD8(wide, 0, 3072));
    for (unsigned i = 0; i < 256; i++) {
        OK(cuMemsetD32(a + 4 * i, i, 1));
    }
    OK(run_as_graph(get_function("bad_blocks"), 2, 128, 0, parameters));
    PROBLEM("race between blocks");
    OK(cuMemFree(wide));
}
END_TEST

static CUresult run_bounds(long long index)
{
    CUdeviceptr b = space + 768;
    void *parameters[] = {&b, &index};
    return run_as_graph(get_function("bad_bounds"), 1, 128, 0, parameters);
}

START_TEST(test_out_of_bounds)
{
    CUstream other;
    CUdeviceptr address;
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run_bounds(100000));
    PROBLEM("out of bounds");
    /* the context is dead: every later call says so, and its handle is a trap */
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamCreate(&other, 0));
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&address, 16));
    ck_assert_uint_eq(address, 0xDBDBDBDBDBDBDBDBull);
}
END_TEST

START_TEST(test_null_pointer)
{
    CUdeviceptr b = 0;
    long long index = 0;
    void *parameters[] = {&b, &index};
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run_as_graph(get_function("bad_bounds"), 1, 128, 0, parameters));
    ck_assert_uint_eq(vgsim_problem_count(), 2); /* first that the node is registered with another address */
    PROBLEM("out of bounds");
}
END_TEST

START_TEST(test_past_allocation_slack)
{
    CUdeviceptr small = get_memory(500);
    long long index = 0;
    void *parameters[] = {&small, &index};
    CUfunction function = get_function("bad_bounds");
    OK(cuStreamSynchronize(stream));
    OK(cuLaunchKernel(function, 1, 1, 1, 126, 1, 1, 0, stream, parameters, NULL));
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    OK(cuMemFree(small));
    PROBLEM("out of bounds");
}
END_TEST

START_TEST(test_dynamic_shared_overrun)
{
    CUdeviceptr b = space + 768;
    void *parameters[] = {&b};
    OK(run_as_graph(get_function("bad_dynamic"), 1, 128, 512, parameters));
    NO_PROBLEM();
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run_as_graph(get_function("bad_dynamic"), 1, 128, 508, parameters));
    PROBLEM("out of bounds");
}
END_TEST

START_TEST(test_divide_by_zero)
{
    CUdeviceptr b = space + 768;
    int by = 0;
    void *parameters[] = {&b, &by};
    FAILS(CUDA_ERROR_ILLEGAL_INSTRUCTION, run_as_graph(get_function("bad_divide"), 1, 128, 0, parameters));
    PROBLEM("division by zero");
}
END_TEST

START_TEST(test_assert)
{
    CUdeviceptr b = space + 768;
    void *parameters[] = {&b};
    FAILS(CUDA_ERROR_ASSERT, run_as_graph(get_function("bad_assert"), 1, 128, 0, parameters));
    PROBLEM("assertion");
}
END_TEST

/* ---- a chain of nodes: upload a, fill c; good_tree a → b; good_warps b → c ---- */

static float *pinned;

static void chain(CUgraph *graph, CUgraphNode nodes[4], int with_edges)
{
    CUdeviceptr a = space, b = space + 768, c = space + 1536;
    void *first[] = {&a, &b}, *second[] = {&b, &c};
    CUDA_MEMCPY3D copy = copy_node(NULL, a, pinned, 0, 512);
    CUDA_MEMSET_NODE_PARAMS fill = fill_node(c, 0, 4, 128);
    CUDA_KERNEL_NODE_PARAMS one = kernel_node(get_function("good_tree"), 1, 128, first);
    CUDA_KERNEL_NODE_PARAMS two = kernel_node(get_function("good_warps"), 1, 128, second);
    OK(cuGraphCreate(graph, 0));
    OK(cuGraphAddMemcpyNode(&nodes[0], *graph, NULL, 0, &copy, context));
    OK(cuGraphAddMemsetNode(&nodes[1], *graph, NULL, 0, &fill, context));
    OK(cuGraphAddKernelNode(&nodes[2], *graph, nodes, 1, &one));
    OK(cuGraphAddKernelNode(&nodes[3], *graph, nodes + 1, with_edges ? 2 : 1, &two));
}

START_TEST(test_missing_edge)
{
    CUgraph graph;
    CUgraphNode nodes[4];
    CUgraphExec exec;
    OK(cuMemAllocHost((void **)&pinned, 512));
    memset(pinned, 0, 512);
    chain(&graph, nodes, 1);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    NO_PROBLEM();
    for (int replay = 0; replay < 10; replay++) {
        OK(cuGraphLaunch(exec, stream));
        OK(cuStreamSynchronize(stream));
    }
    NO_PROBLEM();
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    chain(&graph, nodes, 0); /* good_warps no longer waits for good_tree */
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("race");
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFreeHost(pinned));
}
END_TEST

START_TEST(test_copy_outside_its_range)
{
    CUgraph graph;
    CUgraphNode nodes[4];
    CUgraphExec exec;
    CUDA_MEMCPY3D longer;
    OK(cuMemAllocHost((void **)&pinned, 1024));
    chain(&graph, nodes, 1);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    NO_PROBLEM();
    longer = copy_node(NULL, space, pinned, 0, 516);
    OK(cuGraphExecMemcpyNodeSetParams(exec, nodes[0], &longer, context));
    PROBLEM("write outside");
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFreeHost(pinned));
}
END_TEST

START_TEST(test_wrong_binding)
{
    CUdeviceptr a = space, b = space + 772;
    void *parameters[] = {&a, &b};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("good_tree"), 1, 128, parameters);
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    PROBLEM("binding");
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}
END_TEST

int main(void)
{
    const TTest *const single[] = {
        test_good_keeps_the_rest,    test_good_two_blocks, test_stray_write_is_undone, test_race_between_blocks,
        test_out_of_bounds,          test_null_pointer,    test_past_allocation_slack, test_divide_by_zero,
        test_dynamic_shared_overrun, test_assert,          test_missing_edge,          test_copy_outside_its_range,
        test_wrong_binding};
    Suite *suite = suite_create("sim_faults");
    TCase *one = tcase_create("faults");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_good, 0, 5 * 8);
    tcase_add_loop_test(one, test_fault, 0, FAULTS * 8);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
