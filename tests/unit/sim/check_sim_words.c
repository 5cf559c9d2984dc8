/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device writes words from a stream: in order, not before their turn, seen by a host that looks at memory. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#define LOOKS 256u /* between two questions */

static uint32_t *seen; /* the word, behind it what a copy brings */
static CUdeviceptr word, bytes;

static void setup(void)
{
    start_device();
    OK(cuMemAllocHost((void **)&seen, 64));
    memset(seen, 0, 64);
    OK(cuMemHostGetDevicePointer(&word, seen, 0));
    bytes = get_memory(4);
}

static void teardown(void)
{
    cuMemFree(bytes);
    cuMemFreeHost(seen);
    stop_device();
    vgsim_seed(1);
}

static uint32_t look(void)
{
    return __atomic_load_n(seen, __ATOMIC_ACQUIRE);
}

/* A download of the value and then the word. */
static void start(uint32_t value)
{
    OK(cuMemsetD32Async(bytes, value, 1, stream));
    OK(cuMemcpyDtoHAsync(seen + 1, bytes, 4, stream));
    OK(cuStreamWriteValue32(stream, word, value, CU_STREAM_WRITE_VALUE_DEFAULT));
}

/* Spins as a program does; the answer to the last question. */
static CUresult spin(uint32_t value)
{
    CUresult answer = CUDA_SUCCESS;
    for (unsigned looks = 1; look() != value; looks++) {
        if (looks % LOOKS == 0) {
            answer = cuStreamQuery(stream);
            if (answer != CUDA_ERROR_NOT_READY) {
                return answer;
            }
        }
        ck_assert_uint_lt(looks, 16 * LOOKS);
    }
    return answer;
}

START_TEST(test_in_order)
{
    for (uint32_t value = 1; value <= 3; value++) {
        start(value);
        ck_assert_uint_eq(look(), value - 1);
        ck_assert_uint_eq(seen[1], value - 1);
        FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
        ck_assert_uint_eq(look(), value - 1);
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(look(), value);
        ck_assert_uint_eq(seen[1], value);
        OK(cuStreamQuery(stream));
    }
    OK(cuStreamWriteValue32(stream, bytes, 77, 0)); /* device memory has words too */
    OK(cuMemcpyDtoHAsync(seen + 1, bytes, 4, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(seen[1], 77);
    NO_PROBLEM();
}
END_TEST

/* The word comes while the host looks at memory, in some seeds before the stream says that it is done. */
START_TEST(test_spinning_ends)
{
    unsigned before = 0;
    for (uint32_t value = 1; value <= 64; value++) {
        CUresult answer;
        vgsim_seed(value);
        start(value);
        answer = spin(value);
        ck_assert_uint_eq(look(), value);
        ck_assert_uint_eq(seen[1], value);
        before += answer == CUDA_ERROR_NOT_READY;
        OK(cuStreamQuery(stream));
    }
    ck_assert_uint_eq(before, 32);
    vgsim_seed(0);
    start(100);
    OK(spin(100));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_refusals)
{
    uint32_t own = 0;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, word + 2, 1, 0));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, word, 1, 2));
    FAILS(CUDA_ERROR_INVALID_HANDLE, cuStreamWriteValue32((CUstream)(void *)context, word, 1, 0));
    vgsim_problems_clear();
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, (CUdeviceptr)(uintptr_t)&own, 1, 0));
    PROBLEM("out of bounds");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, word + 64, 1, 0));
    PROBLEM("out of bounds");
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, 0, 1, 0));
    PROBLEM("out of bounds");
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 0);
}
END_TEST

/* Registered memory of the application. */
START_TEST(test_registered_memory)
{
    static _Alignas(64) uint32_t own[16];
    CUdeviceptr address;
    for (unsigned turn = 0; turn < 2; turn++) {
        OK(cuMemHostRegister(own, sizeof own, CU_MEMHOSTREGISTER_DEVICEMAP));
        OK(cuMemHostGetDevicePointer(&address, own, 0));
        own[0] = 100 * turn; /* what the last owner left is nobody's fault */
        OK(cuStreamWriteValue32(stream, address, 5 + turn, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(own[0], 5 + turn);
        OK(cuMemHostUnregister(own));
    }
    NO_PROBLEM();
}
END_TEST

START_TEST(test_somebody_else_writes)
{
    start(1);
    OK(cuStreamSynchronize(stream));
    *seen = 0; /* the program clears it */
    start(2);
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    OK(cuMemcpyHtoDAsync(word, "junk", 4, stream));
    start(3);
    OK(cuStreamSynchronize(stream));
    PROBLEM("write outside");
    ck_assert_uint_eq(look(), 3);
}
END_TEST

/* Each way to fail: the call, what comes before it in the stream, and a fault that shows later. None leaves the word. */
START_TEST(test_faults)
{
    vgsim_fail(1, "cuStreamWriteValue32", CUDA_ERROR_OUT_OF_MEMORY);
    OK(cuMemsetD32Async(bytes, 1, 1, stream));
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuStreamWriteValue32(stream, word, 1, 0));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 0);
    vgsim_fail(1, "@cuMemsetD32Async", CUDA_ERROR_UNKNOWN);
    start(2);
    FAILS(CUDA_ERROR_UNKNOWN, spin(2));
    ck_assert_uint_eq(look(), 0);
    start(3);
    spin(3);
    ck_assert_uint_eq(look(), 3);
    vgsim_fail(1, "@cuStreamWriteValue32", CUDA_ERROR_ILLEGAL_ADDRESS);
    start(4);
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, spin(4));
    ck_assert_uint_eq(look(), 3);
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamWriteValue32(stream, word, 5, 0)); /* sticks */
    NO_PROBLEM();
}
END_TEST

int main(void)
{
    const TTest *const all[] = {test_in_order,          test_spinning_ends,        test_refusals,
                                test_registered_memory, test_somebody_else_writes, test_faults};
    Suite *suite = suite_create("sim_words");
    TCase *one = tcase_create("words");
    tcase_add_checked_fixture(one, setup, teardown);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        tcase_add_test(one, all[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
