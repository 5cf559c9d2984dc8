/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device's pinned memory: its two addresses, kernels that read and write it, launches of vg_copy. The program
 * "mapped" of sim_kernels.cpp: x, y, a word and room for t and u in pinned memory, t and u in device memory. All of it over
 * memory that the driver allocates, and over shared pages that the application registers. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <math.h>
#include <stdbool.h>
#include <sys/mman.h>

#define COUNT 128u
#define BYTES 512u
#define WORD_AT 1024u
#define ROOM_AT 1280u
#define PINNED_BYTES 2304u

static const char stub[] = "vggen stub 1\n"
                           "kernel good_mapped 8 8\nkernel good_mapped_word 8 8\nkernel bad_mapped_past 8 8\n"
                           "kernel bad_mapped_between 8 8\nkernel bad_mapped_in 8 8\nkernel bad_mapped_unwritten 8 8\n"
                           "kernel bad_mapped_bounds 8 8\nkernel vg_copy 8 8 8\n";

static float *x, *y;
static uint32_t *word;
static CUdeviceptr pinned, device;

static void setup_with(void *memory)
{
    x = (float *)memory;
    OK(cuMemHostGetDevicePointer(&pinned, x, 0));
    load_module(stub);
    y = x + COUNT;
    word = (uint32_t *)(void *)x + WORD_AT / 4;
    device = get_memory(2 * BYTES);
    for (unsigned i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = -1.0f;
    }
}

static void setup_allocated(void)
{
    void *memory;
    start_device();
    OK(cuMemHostAlloc(&memory, PINNED_BYTES, CU_MEMHOSTALLOC_PORTABLE));
    setup_with(memory);
}

static void setup_registered(void)
{
    void *memory = mmap(NULL, PINNED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(memory, MAP_FAILED);
    start_device();
    OK(cuMemHostRegister(memory, PINNED_BYTES, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
    setup_with(memory);
}

static void teardown(void)
{
    cuMemFree(device);
    stop_device();
    vgsim_seed(1);
}

static void teardown_allocated(void)
{
    cuMemFreeHost(x);
    teardown();
}

static void teardown_registered(void)
{
    cuMemHostUnregister(x);
    ck_assert_int_eq(munmap(x, PINNED_BYTES), 0);
    teardown();
}

/* ---- two addresses ---- */

START_TEST(test_addresses)
{
    CUdeviceptr at, base;
    size_t size;
    void *host = NULL;
    int mapped = 0;
    ck_assert_uint_ne(pinned, (uintptr_t)x);
    OK(cuMemHostGetDevicePointer(&at, y, 0));
    ck_assert_uint_eq(at, pinned + BYTES);
    OK(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, pinned + BYTES));
    ck_assert_ptr_eq(host, y);
    OK(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, (CUdeviceptr)(uintptr_t)y));
    ck_assert_uint_eq(at, pinned + BYTES);
    OK(cuPointerGetAttribute(&mapped, CU_POINTER_ATTRIBUTE_MAPPED, pinned));
    ck_assert_int_eq(mapped, 1);
    OK(cuMemGetAddressRange(&base, &size, pinned + 5));
    ck_assert_uint_eq(base, pinned);
    ck_assert_uint_eq(size, PINNED_BYTES);
    y[1] = 5.0f;
    OK(cuMemcpyAsync(device, pinned + BYTES, BYTES, stream)); /* either address is good where both kinds are */
    OK(cuMemcpyAsync((CUdeviceptr)(uintptr_t)x, device, BYTES, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_float_eq(x[1], 5.0f);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAsync(pinned, (CUdeviceptr)(uintptr_t)x + 4, BYTES, stream));
    PROBLEM("overlapping copy");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&at, (void *)(uintptr_t)pinned, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost((void *)(uintptr_t)pinned));
    PROBLEM("bad free");
}
END_TEST

static CUresult add_copy(CUDA_MEMCPY3D p)
{
    CUgraph graph;
    CUgraphNode node;
    CUresult result;
    OK(cuGraphCreate(&graph, 0));
    result = cuGraphAddMemcpyNode(&node, graph, NULL, 0, &p, context);
    OK(cuGraphDestroy(graph));
    return result;
}

START_TEST(test_the_other_address)
{
    const CUdeviceptr host = (CUdeviceptr)(uintptr_t)x;
    FAILS(CUDA_ERROR_INVALID_VALUE, add_copy(copy_node(NULL, device, (void *)(uintptr_t)pinned, 0, BYTES)));
    PROBLEM("wrong address");
    FAILS(CUDA_ERROR_INVALID_VALUE, add_copy(copy_node(NULL, device, NULL, host, BYTES)));
    PROBLEM("wrong address");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoDAsync(host, y, BYTES, stream));
    PROBLEM("wrong address");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async(host, 0, 4, stream));
    PROBLEM("wrong address");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, host + WORD_AT, 1, 0));
    PROBLEM("wrong address");
    OK(cuMemsetD8Async(pinned, 0, 4, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_float_eq(x[0], 0.0f);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_host_cannot_touch_the_device_address)
{
    *(volatile float *)(uintptr_t)pinned = 1;
}
END_TEST

/* ---- kernels ---- */

static CUresult run_at(const char *name, CUdeviceptr from, CUdeviceptr to)
{
    void *parameters[] = {&from, &to};
    return run_as_graph(get_function(name), 1, COUNT, 0, parameters);
}

static CUresult run(const char *name)
{
    return run_at(name, pinned, pinned + BYTES);
}

START_TEST(test_kernels)
{
    vgsim_seed((uint64_t)_i);
    *word = 0;
    OK(cuStreamWriteValue32(stream, pinned + WORD_AT, 7, 0));
    OK(run("good_mapped"));
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert_float_eq(x[i], (float)i);
        ck_assert_float_eq(y[i], 2.0f * (float)i);
    }
    OK(run("good_mapped_word"));
    ck_assert_uint_eq(*(uint32_t *)(void *)&y[3], 7);
    ck_assert_uint_eq(*word, 7);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_bad_kernels)
{
    static const struct {
        const char *name, *problem;
    } all[] = {{"bad_mapped_past", "write outside"},
               {"bad_mapped_between", "undefined read"},
               {"bad_mapped_in", "write to in"},
               {"bad_mapped_unwritten", "unwritten out"}};
    const float five = 5.0f;
    uint32_t bits;
    memcpy(&bits, &five, sizeof bits);
    for (size_t turn = 0; turn < 2; turn++) { /* before a stream has written its word, and after */
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            vgsim_seed(turn + 1);
            OK(run(all[i].name));
            PROBLEM(all[i].problem);
        }
        for (unsigned i = 0; i < COUNT; i++) {
            ck_assert_float_eq(x[i], (float)i);
        }
        ck_assert(turn == 0 || *word == bits);
        *word = 0;
        OK(cuStreamWriteValue32(stream, pinned + WORD_AT, bits, 0));
        OK(cuStreamSynchronize(stream));
    }
    OK(run_at("good_mapped", (CUdeviceptr)(uintptr_t)x, (CUdeviceptr)(uintptr_t)y));
    PROBLEM("binding");
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run("bad_mapped_bounds"));
    PROBLEM("out of bounds");
}
END_TEST

/* ---- what the application may not do between a launch and its end ---- */

START_TEST(test_host_races)
{
    CUdeviceptr to = pinned + BYTES;
    void *parameters[] = {&pinned, &to};
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("good_mapped"), 1, COUNT, parameters);
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (unsigned turn = 0; turn < 2; turn++) {
        OK(cuGraphLaunch(exec, stream));
        ck_assert_float_lt(fabsf(y[4]), 1e-10f); /* neither -1 nor 8: junk */
        x[4] += turn ? 1.0f : 0.0f;
        OK(cuStreamSynchronize(stream));
        ck_assert_float_eq(y[4], 8.0f + 2.0f * (float)turn);
        ck_assert_uint_eq(vgsim_problem_count(), turn);
    }
    PROBLEM("race with the host");
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}
END_TEST

/* ---- launches of vg_copy ---- */

typedef struct {
    CUgraph graph;
    CUgraphNode nodes[3];
    CUgraphExec exec;
} moves;

static CUDA_KERNEL_NODE_PARAMS copy_launch(void **parameters)
{
    return kernel_node(get_function("vg_copy"), 1, 256, parameters);
}

/* How far the two launches after the first wait for what is before them. */
typedef enum { NOT_AT_ALL, TO_THE_END, PROGRAMMATICALLY } waiting;

static void add_launch(moves *m, unsigned index, const CUDA_KERNEL_NODE_PARAMS *p, waiting how)
{
    CUgraphNodeParams node;
    CUgraphEdgeData edge;
    memset(&edge, 0, sizeof edge);
    memset(&node, 0, sizeof node);
    if (how == PROGRAMMATICALLY) {
        edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
        edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    }
    node.type = CU_GRAPH_NODE_TYPE_KERNEL;
    node.kernel.func = p->func;
    node.kernel.gridDimX = node.kernel.gridDimY = node.kernel.gridDimZ = 1;
    node.kernel.blockDimX = p->blockDimX;
    node.kernel.blockDimY = node.kernel.blockDimZ = 1;
    node.kernel.kernelParams = p->kernelParams;
    OK(cuGraphAddNode(&m->nodes[index], m->graph, &m->nodes[index - 1], &edge, how == NOT_AT_ALL ? 0 : 1, &node));
}

static void build(moves *m, waiting second, waiting third, unsigned long long up_bytes)
{
    unsigned long long bytes = BYTES;
    CUdeviceptr t = device, u = device + BYTES, to = pinned + BYTES;
    void *up[] = {&t, &pinned, &up_bytes}, *between[] = {&t, &u}, *down[] = {&to, &u, &bytes};
    CUDA_KERNEL_NODE_PARAMS upload = copy_launch(up), download = copy_launch(down);
    CUDA_KERNEL_NODE_PARAMS work = kernel_node(get_function("good_mapped"), 1, COUNT, between);
    OK(cuGraphCreate(&m->graph, 0));
    OK(cuGraphAddKernelNode(&m->nodes[0], m->graph, NULL, 0, &upload));
    add_launch(m, 1, &work, second);
    add_launch(m, 2, &download, third);
    OK(cuGraphInstantiateWithFlags(&m->exec, m->graph, 0));
}

static void drop(moves *m)
{
    OK(cuGraphExecDestroy(m->exec));
    OK(cuGraphDestroy(m->graph));
}

static void launch(const moves *m)
{
    OK(cuGraphLaunch(m->exec, stream));
    OK(cuStreamSynchronize(stream));
}

static CUresult move(CUdeviceptr to, CUdeviceptr from, unsigned long long bytes)
{
    void *parameters[] = {&to, &from, &bytes};
    return run_as_graph(get_function("vg_copy"), 1, 256, 0, parameters);
}

START_TEST(test_moves)
{
    moves m;
    vgsim_seed((uint64_t)_i);
    build(&m, TO_THE_END, TO_THE_END, BYTES);
    launch(&m);
    ck_assert_float_eq(y[9], 18.0f);
    x[9] = 100.0f;
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[0], 0)); /* nobody asks for a new x: the old one stays */
    launch(&m);
    ck_assert_float_eq(y[9], 18.0f);
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[0], 1));
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[2], 0));
    y[9] = -2.0f;
    launch(&m);
    ck_assert_float_eq(y[9], -2.0f);
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[2], 1));
    launch(&m);
    ck_assert_float_eq(y[9], 200.0f);
    NO_PROBLEM();
    drop(&m);
}
END_TEST

/* vg_copy waits for what is before it; the kernel between does not. */
START_TEST(test_moves_that_overlap)
{
    moves m;
    vgsim_seed((uint64_t)_i);
    build(&m, TO_THE_END, PROGRAMMATICALLY, BYTES);
    launch(&m);
    ck_assert_float_eq(y[9], 18.0f);
    NO_PROBLEM();
    drop(&m);
    build(&m, PROGRAMMATICALLY, TO_THE_END, BYTES);
    launch(&m);
    ck_assert_uint_eq(vgsim_problem_count(), 2); /* it looks before the wait, and ends without one */
    PROBLEM("race");
    drop(&m);
}
END_TEST

START_TEST(test_bad_moves)
{
    moves m;
    build(&m, TO_THE_END, NOT_AT_ALL, BYTES);
    PROBLEM("race");
    drop(&m);
    build(&m, TO_THE_END, TO_THE_END, BYTES - 4);
    launch(&m);
    PROBLEM("unwritten out");
    drop(&m);
    build(&m, TO_THE_END, TO_THE_END, BYTES + 4);
    launch(&m);
    PROBLEM("write outside");
    drop(&m);
}
END_TEST

/* What lies between the buffers of a download may be anything; the buffers may not. */
START_TEST(test_spare_bytes)
{
    moves m;
    build(&m, TO_THE_END, TO_THE_END, BYTES);
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[1], 0)); /* so that nothing defines u … */
    OK(cuGraphNodeSetEnabled(m.exec, m.nodes[2], 0)); /* … and nobody needs it */
    launch(&m);
    OK(move(pinned + ROOM_AT, device, 2 * BYTES));
    NO_PROBLEM();
    ck_assert_float_eq(x[ROOM_AT / 4 + 9], 9.0f);
    OK(move(pinned + ROOM_AT, device + BYTES, BYTES));
    ONE_PROBLEM("undefined read");
    /* A step's copy needs what a copy node does. */
    OK(move(device, device + BYTES, BYTES));
    ONE_PROBLEM("undefined read");
    drop(&m);
}
END_TEST

static TCase *tests_of(const char *name, SFun setup, SFun ends)
{
    const TTest *const single[] = {test_addresses,  test_the_other_address, test_bad_kernels,
                                   test_host_races, test_bad_moves,         test_spare_bytes};
    TCase *one = tcase_create(name);
    tcase_add_checked_fixture(one, setup, ends);
    tcase_add_loop_test(one, test_kernels, 0, 4);
    tcase_add_loop_test(one, test_moves, 0, 8);
    tcase_add_loop_test(one, test_moves_that_overlap, 0, 4);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
#ifndef __SANITIZE_ADDRESS__ /* which makes an exit of the signal */
    tcase_add_test_raise_signal(one, test_host_cannot_touch_the_device_address, 11);
#endif
    return one;
}

int main(void)
{
    Suite *suite = suite_create("sim_mapped");
    suite_add_tcase(suite, tests_of("allocated", setup_allocated, teardown_allocated));
    suite_add_tcase(suite, tests_of("registered", setup_registered, teardown_registered));
    return run_suite(suite);
}
