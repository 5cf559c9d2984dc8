/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device as a driver: lifecycles, memory, streams, planted failures, the end of a program. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char stub[] = "vggen stub 1\nkernel k_static_shared 8 8\nkernel k_params 1 1 2 4 8 4 8 24 2 16 8\n";

/* ---- lifecycles ---- */

START_TEST(test_use_after_destroy)
{
    CUgraph graph;
    CUgraphExec exec;
    CUevent event;
    CUstream gone;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphExecDestroy(exec));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(exec, stream));
    PROBLEM("use after destroy");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(exec));
    PROBLEM("use after destroy");
    OK(cuGraphDestroy(graph));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(graph));
    PROBLEM("use after destroy");
    OK(cuStreamCreate(&gone, 0));
    OK(cuStreamDestroy(gone));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize(gone));
    PROBLEM("use after destroy");
    OK(cuEventCreate(&event, 0));
    OK(cuEventDestroy(event));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuEventRecord(event, stream));
    PROBLEM("use after destroy");
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamSynchronize((CUstream)(uintptr_t)0x1234560));
    PROBLEM("bad handle");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy((CUgraph)(void *)stream));
    PROBLEM("bad handle");
}
END_TEST

START_TEST(test_unloaded_module)
{
    CUdeviceptr memory = get_memory(1024), second = memory + 512;
    void *parameters[] = {&memory, &second};
    CUDA_KERNEL_NODE_PARAMS p;
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    load_module(stub);
    p = kernel_node(get_function("k_static_shared"), 1, 128, parameters);
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuModuleUnload(module));
    module = NULL;
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    PROBLEM("use after destroy");
    OK(cuGraphLaunch(exec, stream));
    FAILS(CUDA_ERROR_ILLEGAL_INSTRUCTION, cuStreamSynchronize(stream));
    PROBLEM("use after destroy");
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    cuMemFree(memory);
}
END_TEST

START_TEST(test_live_count)
{
    unsigned long before = vgsim_live_count();
    CUdeviceptr memory = get_memory(100);
    CUgraph graph;
    void *host;
    OK(cuMemHostAlloc(&host, 100, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuGraphCreate(&graph, 0));
    load_module(stub);
    ck_assert_uint_eq(vgsim_live_count(), before + 4);
    OK(cuMemFree(memory));
    OK(cuMemFreeHost(host));
    OK(cuGraphDestroy(graph));
    ck_assert_uint_eq(vgsim_live_count(), before + 1);
}
END_TEST

START_TEST(test_contexts)
{
    CUcontext own, current, same;
    CUdeviceptr memory;
    unsigned flags;
    int active;
    OK(cuDevicePrimaryCtxRetain(&same, 0));
    ck_assert_ptr_eq(same, context);
    OK(cuDevicePrimaryCtxRelease(0));
    OK(cuCtxCreate(&own, NULL, 0, 0));
    OK(cuCtxGetCurrent(&current));
    ck_assert_ptr_eq(current, own);
    OK(cuCtxDestroy(own));
    OK(cuCtxGetCurrent(&current));
    ck_assert_ptr_eq(current, context);
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent(own));
    PROBLEM("use after destroy");
    OK(cuCtxSetCurrent(NULL));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&memory, 16));
    OK(cuCtxPushCurrent(context));
    OK(cuCtxPopCurrent(&current));
    ck_assert_ptr_eq(current, context);
    OK(cuCtxSetCurrent(context));
    OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    ck_assert_int_eq(active, 1);
    FAILS(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxRetain(&same, 1));
    NO_PROBLEM();
}
END_TEST

/* A released primary context stays on the stack, and the handle is good again when it is retained again. */
START_TEST(test_primary_comes_back)
{
    CUcontext again;
    CUdeviceptr memory;
    OK(cuStreamDestroy(stream));
    OK(cuDevicePrimaryCtxRelease(0));
    FAILS(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&memory, 16));
    FAILS(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
    PROBLEM("double free");
    OK(cuDevicePrimaryCtxRetain(&again, 0));
    ck_assert_ptr_eq(again, context);
    OK(cuStreamCreate(&stream, 0));
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* which has a handler of its own */

/* Runs in a child, whose words on stderr come back; the child must die of SIGSEGV. */
static void touch(volatile unsigned char *at, char *words, size_t size)
{
    int ends[2], status = 0;
    size_t used = 0;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(ends[1], 2);
        *at = 1;
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; used + 1 < size && (got = read(ends[0], words + used, size - 1 - used)) > 0;) {
        used += (size_t)got;
    }
    words[used] = '\0';
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

START_TEST(test_application_touches)
{
    char words[1000];
    void *host;
    CUdeviceptr memory = get_memory(5000);
    touch((unsigned char *)(uintptr_t)memory, words, sizeof words);
    ck_assert_ptr_nonnull(strstr(words, "out of bounds: the application touches 0x5"));
    ck_assert_ptr_nonnull(strstr(words, "which is device memory"));
    OK(cuMemFree(memory));
    touch((unsigned char *)(uintptr_t)memory, words, sizeof words);
    ck_assert_ptr_nonnull(strstr(words, "use after free: the application touches 0x5"));
    OK(cuMemHostAlloc(&host, 4096, 0));
    touch((unsigned char *)host + 4096, words, sizeof words);
    ck_assert_ptr_nonnull(strstr(words, "outside the 4096 bytes"));
    OK(cuMemFreeHost(host));
    touch((unsigned char *)host, words, sizeof words);
    ck_assert_ptr_nonnull(strstr(words, "use after free: the application touches 0x5"));
    touch((unsigned char *)0x40, words, sizeof words);
    ck_assert_ptr_nonnull(strstr(words, "null pointer: the application touches 0x40"));
    NO_PROBLEM();
}
END_TEST

#endif

/* ---- memory ---- */

START_TEST(test_memory)
{
    CUdeviceptr first = get_memory(1000), second = get_memory(1000), base;
    unsigned char bytes[1000];
    size_t size, free_bytes, total;
    void *host;
    ck_assert_uint_eq(first % 256, 0);
    OK(cuMemcpyDtoH(bytes, first, 1000));
    for (int i = 0; i < 1000; i++) {
        ck_assert_uint_eq(bytes[i], 0xA5);
    }
    OK(cuMemGetAddressRange(&base, &size, second + 999));
    ck_assert_uint_eq(base, second);
    ck_assert_uint_eq(size, 1000);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(bytes, first + 1, 1000));
    PROBLEM("out of bounds");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoD(first, first + 10, 500));
    PROBLEM("overlapping copy");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(first + 256));
    PROBLEM("bad free");
    OK(cuMemFree(first));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFree(first));
    PROBLEM("double free");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(first, 0, 4));
    PROBLEM("use after free");
    base = get_memory(1000);
    ck_assert_uint_ne(base, first); /* addresses are not used again */
    OK(cuMemFree(base));
    OK(cuMemFree(second));
    OK(cuMemFree(0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&first, 0));
    OK(cuMemGetInfo(&free_bytes, &total));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&first, total + 1));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemHostAlloc(&host, SIZE_MAX / 2 + 2, 0));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_pinned)
{
    CUdeviceptr address;
    unsigned flags, type;
    unsigned char own[64] = {1, 2, 3};
    unsigned char *host;
    OK(cuMemHostAlloc((void **)&host, 64, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE));
    host[63] = 5;
    OK(cuMemHostGetDevicePointer(&address, host, 0));
    OK(cuMemHostGetFlags(&flags, host));
    ck_assert_uint_eq(flags, CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_PORTABLE);
    OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
    ck_assert_uint_eq(type, CU_MEMORYTYPE_HOST);
    OK(cuMemFreeHost(host));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(host));
    PROBLEM("double free");
    OK(cuMemHostRegister(own, sizeof own, CU_MEMHOSTREGISTER_DEVICEMAP));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(own, 8, 0));
    OK(cuMemHostGetDevicePointer(&address, own, 0));
    OK(cuMemHostUnregister(own));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&address, own, 0));
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(own));
    PROBLEM("bad free");
}
END_TEST

START_TEST(test_host_cannot_touch_device_memory)
{
    CUdeviceptr memory = get_memory(16);
    *(volatile char *)(uintptr_t)memory = 1;
}
END_TEST

/* ---- streams: work waits until something synchronises ---- */

START_TEST(test_lazy)
{
    CUdeviceptr memory = get_memory(4);
    CUevent event;
    float milliseconds;
    unsigned *seen;
    OK(cuMemAllocHost((void **)&seen, 4));
    *seen = 0;
    OK(cuEventCreate(&event, 0));
    OK(cuStreamQuery(stream));
    OK(cuMemsetD32Async(memory, 7, 1, stream));
    OK(cuMemcpyDtoHAsync(seen, memory, 4, stream));
    OK(cuEventRecord(event, stream));
    ck_assert_uint_eq(*seen, 0);
    FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
    FAILS(CUDA_ERROR_NOT_READY, cuEventQuery(event));
    ck_assert_uint_eq(*seen, 0);
    OK(cuStreamQuery(stream));
    ck_assert_uint_eq(*seen, 7);
    OK(cuEventQuery(event));
    OK(cuEventElapsedTime(&milliseconds, event, event));
    ck_assert_float_eq(milliseconds, 0);
    /* a non-blocking stream does not make a synchronous copy wait */
    OK(cuMemsetD32Async(memory, 8, 1, stream));
    OK(cuMemcpyDtoH(seen, memory, 4));
    ck_assert_uint_eq(*seen, 7);
    OK(cuStreamSynchronize(stream));
    OK(cuMemcpyDtoH(seen, memory, 4));
    ck_assert_uint_eq(*seen, 8);
    OK(cuEventDestroy(event));
    OK(cuMemFreeHost(seen));
    OK(cuMemFree(memory));
}
END_TEST

START_TEST(test_events_order_streams)
{
    CUdeviceptr memory = get_memory(8);
    CUstream other;
    CUevent event;
    unsigned seen[2];
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuStreamWaitEvent(other, event, 0)); /* never recorded: no wait */
    OK(cuMemsetD32Async(memory, 1, 1, stream));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    OK(cuMemcpyDtoDAsync(memory + 4, memory, 4, other));
    OK(cuStreamSynchronize(other));
    OK(cuMemcpyDtoH(seen, memory, 8));
    ck_assert_uint_eq(seen[1], 1);
    OK(cuMemsetD32Async(memory, 2, 1, stream));
    OK(cuStreamDestroy(other));
    OK(cuEventDestroy(event));
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH(seen, memory, 4));
    ck_assert_uint_eq(seen[0], 2);
    OK(cuMemFree(memory));
}
END_TEST

/* ---- planted failures ---- */

START_TEST(test_fail)
{
    CUdeviceptr memory;
    CUstream other;
    unsigned long live = vgsim_live_count();
    vgsim_fail(2, NULL, CUDA_ERROR_OUT_OF_MEMORY);
    OK(cuStreamQuery(stream));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&memory, 16));
    ck_assert_uint_eq(memory, 0xDBDBDBDBDBDBDBDBull);
    OK(cuMemAlloc(&memory, 16));
    vgsim_fail(1, "cuMemFree", CUDA_ERROR_UNKNOWN);
    OK(cuStreamCreate(&other, 0));
    FAILS(CUDA_ERROR_UNKNOWN, cuMemFree(memory)); /* and yet it is freed */
    OK(cuStreamDestroy(other));
    ck_assert_uint_eq(vgsim_live_count(), live);
    vgsim_fail(1, "@cuStreamQuery", CUDA_ERROR_LAUNCH_FAILED);
    OK(cuMemAlloc(&memory, 16));
    OK(cuMemsetD8Async(memory, 0, 16, stream));
    FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream)); /* the one that fails later */
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cuStreamCreate(&other, 0)); /* sticks */
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cuMemFree(memory));
    ck_assert_uint_eq(vgsim_live_count(), live);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_sticky_ends_with_the_context)
{
    CUdeviceptr memory;
    vgsim_fail(1, "cuStreamQuery", CUDA_ERROR_ILLEGAL_ADDRESS);
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamQuery(stream));
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&memory, 16));
    cuStreamDestroy(stream);
    OK(cuDevicePrimaryCtxRelease(0));
    start_device();
    OK(cuMemAlloc(&memory, 16));
    OK(cuMemFree(memory));
}
END_TEST

/* ---- the end of the program ---- */

/* Only run as `check_sim_driver leak`: an arena that nobody frees. */
static int leak(void)
{
    CUcontext primary;
    CUdeviceptr arena;
    return cuInit(0) || cuDevicePrimaryCtxRetain(&primary, 0) || cuCtxSetCurrent(primary) || cuMemAlloc(&arena, 4096);
}

static const char *self;

START_TEST(test_leak_at_exit)
{
    char command[1024], line[256], text[4096] = "";
    FILE *output;
    int status;
    snprintf(command, sizeof command, "'%s' leak 2>&1", self);
    output = popen(command, "r");
    ck_assert_ptr_nonnull(output);
    while (fgets(line, sizeof line, output)) {
        strncat(text, line, sizeof text - strlen(text) - 1);
    }
    status = pclose(output);
    ck_assert_int_eq(status >> 8, 97);
    ck_assert_ptr_nonnull(strstr(text, "vgsim: leak: device memory: 4096 bytes"));
    ck_assert_ptr_nonnull(strstr(text, "vgsim: leak: the primary context"));
    ck_assert_ptr_nonnull(strstr(text, "vgsim: 2 problems"));
    ck_assert_ptr_nonnull(strstr(text, "allocated by the 1st cuMemAlloc "));
    ck_assert_ptr_nonnull(strstr(text, "CHECKS.md"));
    ck_assert_ptr_null(strstr(text, "(call "));
}
END_TEST

/* ---- how much there is ---- */

START_TEST(test_as_much_as_the_manual_says)
{
    size_t bytes, rest;
    OK(cuMemGetInfo(&rest, &bytes));
    ck_assert_uint_eq(bytes, (uint64_t)4 << 30);
    OK(cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
    ck_assert_uint_eq(bytes, 128 * 1024);
}
END_TEST

#define LITTLE ((size_t)1 << 20)

static void start_little_device(void)
{
    setenv("VGSIM_MEMORY", "1048576", 1);
    setenv("VGSIM_STACK", "65536", 1);
    start_device();
}

START_TEST(test_memory_ends_where_it_is_told)
{
    CUdeviceptr memory = get_memory(LITTLE), more;
    size_t bytes, rest;
    OK(cuDeviceTotalMem(&bytes, 0));
    ck_assert_uint_eq(bytes, LITTLE);
    OK(cuMemGetInfo(&rest, &bytes));
    ck_assert_uint_eq(rest, 0);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&more, 1));
    OK(cuMemFree(memory));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&memory, LITTLE + 1));
    memory = get_memory(LITTLE / 2);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&more, LITTLE / 2 + 1));
    more = get_memory(LITTLE / 2);
    OK(cuMemFree(more));
    OK(cuMemFree(memory));
    OK(cuCtxGetLimit(&bytes, CU_LIMIT_STACK_SIZE));
    ck_assert_uint_eq(bytes, 65536);
    NO_PROBLEM();
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const tests[] = {test_use_after_destroy,
                                  test_unloaded_module,
                                  test_live_count,
                                  test_contexts,
                                  test_primary_comes_back,
                                  test_memory,
                                  test_pinned,
                                  test_lazy,
                                  test_events_order_streams,
                                  test_fail,
                                  test_sticky_ends_with_the_context,
                                  test_leak_at_exit,
                                  test_as_much_as_the_manual_says};
    Suite *suite = suite_create("sim_driver");
    TCase *one = tcase_create("driver"), *little = tcase_create("little");
    if (argc == 2 && strcmp(argv[1], "leak") == 0) {
        return leak();
    }
    self = argv[0];
    tcase_add_checked_fixture(one, start_device, stop_device);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
#ifndef __SANITIZE_ADDRESS__ /* which makes an exit of the signal */
    tcase_add_test(one, test_application_touches);
    tcase_add_test_raise_signal(one, test_host_cannot_touch_device_memory, 11);
#else
    (void)test_host_cannot_touch_device_memory;
#endif
    suite_add_tcase(suite, one);
    tcase_add_checked_fixture(little, start_little_device, stop_device);
    tcase_add_test(little, test_memory_ends_where_it_is_told);
    suite_add_tcase(suite, little);
    return run_suite(suite);
}
