/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device as a driver: the graph contract, replays and updates, images, functions by name. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <errno.h>
#include <unistd.h>

static const char stub[] = "vggen stub 1\nkernel k_static_shared 8 8\nkernel k_params 1 1 2 4 8 4 8 24 2 16 8\n";

/* ---- the graph contract ---- */

START_TEST(test_dependencies)
{
    CUgraph one, two;
    CUgraphNode a, b, c, both[2], from[4], to[4];
    CUgraphExec exec;
    CUDA_GRAPH_INSTANTIATE_PARAMS instantiate;
    size_t count = 4;
    OK(cuGraphCreate(&one, 0));
    OK(cuGraphCreate(&two, 0));
    OK(cuGraphAddEmptyNode(&a, one, NULL, 0));
    OK(cuGraphAddEmptyNode(&b, one, &a, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&c, two, &a, 1));
    both[0] = both[1] = a;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&c, one, both, 2));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&c, one, NULL, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(one, &a, &b, NULL, 1));
    NO_PROBLEM();
    OK(cuGraphGetEdges(one, from, to, NULL, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_eq(from[0], a);
    ck_assert_ptr_eq(to[0], b);
    OK(cuGraphAddDependencies(one, &b, &a, NULL, 1)); /* a cycle */
    memset(&instantiate, 0, sizeof instantiate);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&exec, one, &instantiate));
    ck_assert_int_eq(instantiate.result_out, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE);
    OK(cuGraphDestroy(one));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddEmptyNode(&c, two, &a, 1));
    PROBLEM("use after destroy");
    OK(cuGraphDestroy(two));
}
END_TEST

START_TEST(test_node_parameters)
{
    CUdeviceptr memory = get_memory(1024), second = memory + 512;
    void *parameters[] = {&memory, &second}, *half[] = {&memory, NULL};
    CUDA_KERNEL_NODE_PARAMS good, p;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS fill;
    CUgraph graph;
    CUgraphNode node;
    CUfunction function;
    load_module(stub);
    function = get_function("k_static_shared");
    good = kernel_node(function, 1, 128, parameters);
    OK(cuGraphCreate(&graph, 0));
#define REFUSED(change)                                                                                                \
    p = good;                                                                                                          \
    change;                                                                                                            \
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddKernelNode(&node, graph, NULL, 0, &p))
    REFUSED(p.gridDimX = 0);
    REFUSED(p.gridDimY = 65536);
    REFUSED(p.gridDimZ = 65536);
    REFUSED(p.blockDimX = 1025);
    REFUSED(p.blockDimZ = 65);
    REFUSED(p.blockDimY = 9);
    REFUSED(p.sharedMemBytes = 60000);
    REFUSED(p.kernelParams = NULL);
    REFUSED(p.kernelParams = half);
    REFUSED(p.extra = parameters);
    OK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60000));
    p = good;
    p.sharedMemBytes = 60000;
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232449));
#define COPY(change)                                                                                                   \
    copy = copy_node(NULL, memory, NULL, second, 256);                                                                 \
    change;                                                                                                            \
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, context))
    COPY(copy.WidthInBytes = 0);
    COPY(copy.Height = 0);
    COPY(copy.Depth = 0);
    COPY(copy.srcDevice = 0);
    COPY(copy.srcMemoryType = CU_MEMORYTYPE_ARRAY);
    COPY(copy.srcPitch = 255);
    COPY(copy.srcLOD = 1);
    NO_PROBLEM();
    COPY(copy.WidthInBytes = 513);
    PROBLEM("out of bounds");
    COPY(copy.srcDevice = memory + 100);
    PROBLEM("overlapping copy");
    copy = copy_node(NULL, memory, NULL, second, 256);
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, NULL));
#define FILL(change)                                                                                                   \
    fill = fill_node(memory, 1, 4, 256);                                                                               \
    change;                                                                                                            \
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemsetNode(&node, graph, NULL, 0, &fill, context))
    FILL(fill.width = 0);
    FILL(fill.height = 0);
    FILL(fill.elementSize = 3);
    FILL(fill.dst = memory + 2);
    NO_PROBLEM();
    FILL(fill.width = 257);
    PROBLEM("out of bounds");
    OK(cuGraphDestroy(graph));
    OK(cuMemFree(memory));
}
END_TEST

/* A pitched copy and fill, an exec update, a disabled node, a child graph, a host node. */
static void count_call(void *user)
{
    ++*(int *)user;
}

START_TEST(test_replays)
{
    CUdeviceptr memory = get_memory(64);
    unsigned char bytes[64];
    CUDA_MEMSET_NODE_PARAMS fill = fill_node(memory, 0x11, 1, 64);
    CUDA_MEMSET_NODE_PARAMS rows = fill_node(memory, 0x22, 1, 4);
    CUDA_HOST_NODE_PARAMS host = {count_call, NULL};
    CUgraph inner, graph;
    CUgraphNode clear, child, striped, called;
    CUgraphExec exec;
    int calls = 0;
    unsigned enabled;
    host.userData = &calls;
    rows.height = 4;
    rows.pitch = 16;
    OK(cuGraphCreate(&inner, 0));
    OK(cuGraphAddMemsetNode(&clear, inner, NULL, 0, &fill, context));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddChildGraphNode(&child, graph, NULL, 0, inner));
    OK(cuGraphDestroy(inner));
    OK(cuGraphAddMemsetNode(&striped, graph, &child, 1, &rows, context));
    OK(cuGraphAddHostNode(&called, graph, &striped, 1, &host));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphUpload(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    ck_assert_int_eq(calls, 0);
    OK(cuStreamSynchronize(stream));
    ck_assert_int_eq(calls, 2);
    OK(cuMemcpyDtoH(bytes, memory, 64));
    for (int i = 0; i < 64; i++) {
        ck_assert_uint_eq(bytes[i], i % 16 < 4 ? 0x22 : 0x11);
    }
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, called, 0));
    OK(cuGraphNodeSetEnabled(exec, striped, 0));
    OK(cuGraphNodeGetEnabled(exec, striped, &enabled));
    ck_assert_uint_eq(enabled, 0);
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(bytes, memory, 64));
    ck_assert_uint_eq(bytes[0], 0x11);
    OK(cuGraphDestroy(graph)); /* the exec is a snapshot */
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec)); /* in flight: still runs */
    OK(cuStreamSynchronize(stream));
    ck_assert_int_eq(calls, 4);
    OK(cuMemFree(memory));
}
END_TEST

/* Device memory is out of reach in an application's function that the device calls, as it is everywhere. */
typedef struct {
    CUdeviceptr memory;
    int ends[2], error;
} reach;

static void reach_out(void *user)
{
    reach *r = (reach *)user;
    r->error = write(r->ends[1], (void *)(uintptr_t)r->memory, 1) == 1 ? 0 : errno;
}

START_TEST(test_host_function)
{
    reach r = {get_memory(64), {0, 0}, 0};
    CUDA_HOST_NODE_PARAMS host = {reach_out, &r};
    CUDA_MEMSET_NODE_PARAMS fill = fill_node(r.memory, 0x11, 1, 64);
    CUgraph graph;
    CUgraphNode before, called, after;
    CUgraphExec exec;
    unsigned char byte;
    ck_assert_int_eq(pipe(r.ends), 0);
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddMemsetNode(&before, graph, NULL, 0, &fill, context));
    OK(cuGraphAddHostNode(&called, graph, &before, 1, &host));
    fill.value = 0x22;
    OK(cuGraphAddMemsetNode(&after, graph, &called, 1, &fill, context));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_int_eq(r.error, EFAULT);
    OK(cuMemcpyDtoH(&byte, r.memory, 1));
    ck_assert_uint_eq(byte, 0x22);
    close(r.ends[0]);
    close(r.ends[1]);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFree(r.memory));
}
END_TEST

/* ---- images ---- */

START_TEST(test_images)
{
    CUmodule m;
    CUfunction function;
    CUlibrary library;
    CUkernel kernel;
    size_t offset, size;
    int value;
    static const char ptx[] =
        "// made by hand\n.version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k_static_shared(\n  .param .u64 .ptr .global .align 4 a,\n  .param .u64 b\n)\n"
        ".maxntid 128, 1, 1\n{\n  .shared .align 4 .b8 tile[512];\n  ret;\n}\n"
        ".visible .entry k_params(.param .s8 a, .param .u8 b, .param .u16 c, .param .u32 d,"
        ".param .u64 e, .param .f32 f, .param .f64 g, .param .align 8 .b8 h[24],"
        ".param .align 2 .b8 i[2], .param .align 16 .b8 j[16], .param .u64 k)\n{ ret; }\n"
        ".visible .entry k_index(.param .u32 out) { ret; }\n"
        ".visible .entry nowhere(.param .u32 out) { ret; }\n";
    OK(cuModuleLoadData(&m, ptx));
    OK(cuModuleGetFunction(&function, m, "k_static_shared"));
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    ck_assert_int_eq(value, 128);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
    ck_assert_int_eq(value, 512);
    OK(cuModuleGetFunction(&function, m, "k_params"));
    OK(cuFuncGetParamInfo(function, 7, &offset, &size));
    ck_assert_uint_eq(offset, 0x20);
    ck_assert_uint_eq(size, 24);
    OK(cuFuncGetParamInfo(function, 9, &offset, &size));
    ck_assert_uint_eq(offset, 0x40);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(function, 11, &offset, &size));
    FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, m, "missing"));
    NO_PROBLEM();
    FAILS(CUDA_ERROR_INVALID_SOURCE, cuModuleGetFunction(&function, m, "k_index"));
    PROBLEM("kernel mismatch");
    FAILS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&function, m, "nowhere"));
    PROBLEM("no host build");
    OK(cuModuleUnload(m));
    FAILS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, "what is this"));
    FAILS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&m, ".version 8.0\n.target sm_120\n"));
    OK(cuLibraryLoadData(&library, stub, NULL, NULL, 0, NULL, NULL, 0));
    OK(cuLibraryGetKernel(&kernel, library, "k_params"));
    OK(cuKernelGetFunction(&function, kernel));
    OK(cuKernelGetParamInfo(kernel, 10, &offset, &size));
    ck_assert_uint_eq(offset, 80);
    OK(cuLibraryUnload(library));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_proc_address)
{
    CUresult (*init)(unsigned) = NULL;
    void *address;
    CUdriverProcAddressQueryResult status;
    OK(cuGetProcAddress("cuInit", &address, 12000, 0, &status));
    memcpy(&init, &address, sizeof init);
    OK(init(0));
    OK(cuGetProcAddress("cuFuncGetParamInfo", &address, 12040, 0, &status));
    ck_assert_int_eq(status, CU_GET_PROC_ADDRESS_SUCCESS);
    OK(cuGetProcAddress("cuFuncGetParamInfo", &address, 12030, 0, &status));
    ck_assert_int_eq(status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    ck_assert_ptr_null(address);
    OK(cuGetProcAddress("cuNothing", &address, 12000, 0, &status));
    ck_assert_int_eq(status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGetProcAddress("cuInit", &address, 99000, 0, &status));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_dependencies,  test_node_parameters, test_replays,
                                  test_host_function, test_images,          test_proc_address};
    Suite *suite = suite_create("sim_graphs");
    TCase *one = tcase_create("graphs");
    tcase_add_checked_fixture(one, start_device, stop_device);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
