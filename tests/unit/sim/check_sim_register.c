/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device registers memory of the application: which address the device has for it, what is refused, and what goes
 * wrong with it. What kernels and graphs do in it: check_sim_mapped. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096u
#define BYTES 512u
#define COUNT 128u
#define FLAGS (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP)

static unsigned char *shared; /* two pages that another process could see */

static unsigned char *map(size_t bytes, int sharing)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(memory, MAP_FAILED);
    return (unsigned char *)memory;
}

static void setup(void)
{
    start_device();
    shared = map(2 * PAGE, MAP_SHARED);
}

static void teardown(void)
{
    munmap(shared, 2 * PAGE);
    stop_device();
}

static CUdeviceptr device_address(void *host)
{
    CUdeviceptr address = 0;
    OK(cuMemHostGetDevicePointer(&address, host, 0));
    return address;
}

static void copy_on_device(CUdeviceptr to, CUdeviceptr from)
{
    OK(cuMemcpyDtoDAsync(to, from, BYTES, stream));
    OK(cuStreamSynchronize(stream));
}

/* What is registered keeps what it holds; both sides see the same bytes, wherever in a page they begin. */
START_TEST(test_both_see_the_same)
{
    static const size_t starts[] = {0, 256, 4, PAGE - 256, PAGE};
    unsigned char *const host = shared + starts[_i];
    const CUdeviceptr room = get_memory(BYTES);
    CUdeviceptr device, base;
    size_t size;
    int can = -1;
    for (unsigned i = 0; i < BYTES; i++) {
        host[i] = (unsigned char)(i * 7);
    }
    OK(cuMemHostRegister(host, BYTES, FLAGS));
    device = device_address(host);
    ck_assert_uint_ne(device, (uintptr_t)host);
    ck_assert_uint_eq(device % PAGE, (uintptr_t)host % PAGE);
    ck_assert_uint_eq(device_address(host + BYTES - 1), device + BYTES - 1);
    OK(cuMemGetAddressRange(&base, &size, device + 1));
    ck_assert_uint_eq(base, device);
    ck_assert_uint_eq(size, BYTES);
    copy_on_device(room, device);
    memset(host, 0, BYTES);
    copy_on_device(device, room);
    for (unsigned i = 0; i < BYTES; i++) {
        ck_assert_uint_eq(host[i], (unsigned char)(i * 7));
    }
    OK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 0));
    ck_assert_int_eq(can, 1);
    OK(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 0));
    ck_assert_int_eq(can, 0);
    ck_assert_uint_gt(vgsim_live_count(), 0);
    OK(cuMemHostUnregister(host));
    OK(cuMemFree(room));
    NO_PROBLEM();
}
END_TEST

/* Of private pages there are no second ones: the device has the host's address. */
START_TEST(test_private_memory)
{
    unsigned char *const own = map(PAGE, MAP_PRIVATE);
    const CUdeviceptr room = get_memory(BYTES);
    own[3] = 77;
    OK(cuMemHostRegister(own, BYTES, FLAGS));
    ck_assert_uint_eq(device_address(own), (uintptr_t)own);
    copy_on_device(room, device_address(own));
    own[3] = 0;
    copy_on_device(device_address(own), room);
    ck_assert_uint_eq(own[3], 77);
    OK(cuMemHostUnregister(own));
    OK(cuMemFree(room));
    ck_assert_int_eq(munmap(own, PAGE), 0);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_refusals)
{
    const CUdeviceptr room = get_memory(BYTES);
    unsigned char *const hole = map(3 * PAGE, MAP_SHARED);
    void *pinned;
    OK(cuMemHostAlloc(&pinned, BYTES, 0));
    ck_assert_int_eq(munmap(hole + PAGE, PAGE), 0);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(NULL, BYTES, FLAGS));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(shared, 0, FLAGS));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(shared, BYTES, 16));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(shared, SIZE_MAX, FLAGS));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(hole, 3 * PAGE, FLAGS));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister((void *)(uintptr_t)room, BYTES, FLAGS));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(pinned, BYTES, FLAGS));
    OK(cuMemHostRegister(shared + BYTES, BYTES, FLAGS));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(shared + BYTES, BYTES, FLAGS));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(shared, BYTES + 1, FLAGS));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(shared, PAGE, FLAGS));
    FAILS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(shared + 2 * BYTES - 1, 8, FLAGS));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuMemHostRegister((void *)(uintptr_t)device_address(shared + BYTES), BYTES, FLAGS)); /* the device's */
    OK(cuMemHostRegister(shared, BYTES, FLAGS));                                               /* side by side */
    OK(cuMemHostUnregister(shared));
    OK(cuMemHostUnregister(shared + BYTES));
    vgsim_fail(1, "cuMemHostRegister", CUDA_ERROR_NOT_PERMITTED);
    FAILS(CUDA_ERROR_NOT_PERMITTED, cuMemHostRegister(shared, BYTES, FLAGS));
    OK(cuMemHostRegister(shared, BYTES, FLAGS));
    vgsim_fail(1, "cuMemHostUnregister", CUDA_ERROR_UNKNOWN);
    FAILS(CUDA_ERROR_UNKNOWN, cuMemHostUnregister(shared)); /* it is, all the same */
    NO_PROBLEM();
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(shared));
    PROBLEM("bad free");
    OK(cuMemFreeHost(pinned));
    OK(cuMemFree(room));
    ck_assert_int_eq(munmap(hole, PAGE), 0);
    ck_assert_int_eq(munmap(hole + 2 * PAGE, PAGE), 0);
}
END_TEST

START_TEST(test_bad_use)
{
    CUdeviceptr device;
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(shared));
    PROBLEM("bad free");
    OK(cuMemHostRegister(shared, BYTES, FLAGS));
    device = device_address(shared);
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(shared + 4));
    PROBLEM("bad free");
    FAILS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister((void *)(uintptr_t)device));
    PROBLEM("bad free");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(shared));
    PROBLEM("bad free");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async((CUdeviceptr)(uintptr_t)shared, 0, 4, stream));
    PROBLEM("wrong address");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async(device + BYTES - 2, 0, 4, stream));
    PROBLEM("out of bounds");
    OK(cuMemHostUnregister(shared));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async(device, 0, 4, stream));
    PROBLEM("use after free");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemsetD8Async((CUdeviceptr)(uintptr_t)shared, 0, 4, stream));
    PROBLEM("use after free");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&device, shared, 0));
    NO_PROBLEM();
}
END_TEST

/* What waits in a stream is done before the memory goes. */
START_TEST(test_work_is_done_before)
{
    OK(cuMemHostRegister(shared, BYTES, FLAGS));
    OK(cuMemsetD8Async(device_address(shared), 9, BYTES, stream));
    ck_assert_uint_eq(shared[5], 0);
    OK(cuMemHostUnregister(shared));
    ck_assert_uint_eq(shared[5], 9);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_unmapped_before_unregistered)
{
    unsigned char *const own = map(PAGE, MAP_SHARED);
    OK(cuMemHostRegister(own, BYTES, FLAGS));
    ck_assert_int_eq(munmap(own, PAGE), 0);
    OK(cuMemHostUnregister(own));
    PROBLEM("use after free");
}
END_TEST

/* A kernel that goes on behind, or begins before, what is registered: in the same pages nothing else would stop it. */
START_TEST(test_beside)
{
    CUdeviceptr from, to;
    void *parameters[] = {&from, &to};
    load_module("vggen stub 1\nkernel good_mapped 8 8\n");
    from = get_memory(BYTES);
    OK(cuMemHostRegister(shared + 256, BYTES, FLAGS));
    for (int turn = 0; turn < 3; turn++) {
        to = device_address(shared + 256) + (CUdeviceptr)(int64_t)(turn == 0 ? 0 : turn == 1 ? 4 : -4);
        memset(shared, 0, PAGE);
        OK(cuLaunchKernel(get_function("good_mapped"), 1, 1, 1, COUNT, 1, 1, 0, stream, parameters, NULL));
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(vgsim_problem_count(), turn > 0);
        if (turn > 0) {
            PROBLEM("out of bounds");
        }
    }
    OK(cuMemHostUnregister(shared + 256));
    OK(cuMemFree(from));
}
END_TEST

START_TEST(test_host_cannot_touch_the_device_address)
{
    OK(cuMemHostRegister(shared, BYTES, FLAGS));
    *(volatile unsigned char *)(uintptr_t)device_address(shared) = 1;
}
END_TEST

/* Only run as `check_sim_register leak`: memory that nobody unregisters. */
static int leak(void)
{
    static unsigned char own[PAGE];
    CUcontext unused;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&unused, 0);
    cuCtxSetCurrent(unused);
    return cuMemHostRegister(own, sizeof own, FLAGS) == CUDA_SUCCESS ? 0 : 1;
}

static const char *self;

START_TEST(test_leak_at_exit)
{
    char command[4200], text[4096];
    FILE *pipe;
    size_t length;
    snprintf(command, sizeof command, "'%s' leak 2>&1", self);
    pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    length = fread(text, 1, sizeof text - 1, pipe);
    text[length] = '\0';
    ck_assert_int_eq(WEXITSTATUS(pclose(pipe)), 97);
    ck_assert_ptr_nonnull(strstr(text, "vgsim: leak: registered host memory: 4096 bytes"));
}
END_TEST

int main(int argc, char **argv)
{
    const TTest *const all[] = {test_private_memory, test_refusals,
                                test_bad_use,        test_work_is_done_before,
                                test_leak_at_exit,   test_unmapped_before_unregistered,
                                test_beside};
    Suite *suite;
    TCase *one;
    if (argc == 2 && strcmp(argv[1], "leak") == 0) {
        return leak();
    }
    self = argv[0];
    suite = suite_create("sim_register");
    one = tcase_create("register");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_both_see_the_same, 0, 5);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tcase_add_test(one, all[i]);
    }
#ifndef __SANITIZE_ADDRESS__ /* which makes an exit of the signal */
    tcase_add_test_raise_signal(one, test_host_cannot_touch_the_device_address, 11);
#endif
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
