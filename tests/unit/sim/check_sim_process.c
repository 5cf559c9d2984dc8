/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a process prints and is told: printf of kernels, planned faults that never came, children of a fork. */
#include <sys/wait.h>
#include <unistd.h>

#include "sim_fixture.h"
#include "sim_output.h"
#include "unit/run_suite.h"

static const char stub[] = "vggen stub 1\nkernel print_threads 8\nkernel print_long 8\n";

static CUdeviceptr memory;

static void setup(void)
{
    start_device();
    load_module(stub);
    memory = get_memory(512);
    OK(cuMemsetD8(memory, 0, 512));
    OK(cuCtxSynchronize());
}

static void teardown(void)
{
    cuMemFree(memory);
    stop_device();
}

/* ---- printf ---- */

static void expect_threads(int times)
{
    char line[64];
    for (int i = 0; i < 128; i++) {
        snprintf(line, sizeof line, "thread %d of 128%%\n", i);
        ck_assert_int_eq(output_count(line), times);
    }
}

/* Checked, a kernel runs more often, but prints once; and answers the same each time. */
START_TEST(test_printf_once)
{
    void *parameters[] = {&memory};
    int answers[128];
    vgsim_seed((uint64_t)_i);
    output_begin(STDOUT_FILENO);
    OK(run_as_graph(get_function("print_threads"), 1, 128, 0, parameters));
    output_end();
    expect_threads(1);
    OK(cuMemcpyDtoH(answers, memory, sizeof answers));
    for (int i = 0; i < 128; i++) {
        ck_assert_int_eq(answers[i], 2); /* the number of arguments, as on a GPU */
    }
    NO_PROBLEM();
}
END_TEST

START_TEST(test_printf_when_it_is_waited_for)
{
    void *parameters[] = {&memory};
    CUfunction function = get_function("print_threads");
    output_begin(STDOUT_FILENO);
    OK(cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, stream, parameters, NULL));
    OK(cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, stream, parameters, NULL));
    printf("before\n");
    OK(cuStreamSynchronize(stream));
    printf("behind\n");
    output_end();
    expect_threads(2);
    ck_assert_int_eq(strncmp(output, "before\n", 7), 0);
    ck_assert_str_eq(output + strlen(output) - 7, "behind\n");
}
END_TEST

/* What a kernel has printed is out, and is not printed by a child once more. */
START_TEST(test_printf_and_fork)
{
    void *parameters[] = {&memory};
    int status;
    pid_t child;
    output_begin(STDOUT_FILENO);
    OK(run_as_graph(get_function("print_threads"), 1, 128, 0, parameters));
    child = fork();
    if (child == 0) {
        exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    output_end();
    expect_threads(1);
}
END_TEST

START_TEST(test_printf_long)
{
    void *parameters[] = {&memory};
    output_begin(STDOUT_FILENO);
    OK(cuLaunchKernel(get_function("print_long"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    OK(cuStreamSynchronize(stream));
    output_end();
    ck_assert_uint_eq(strlen(output), 2005);
    ck_assert_str_eq(output + 1999, "7|end\n");
}
END_TEST

/* ---- fork ---- */

/* Exits with the number of the first thing that is not as it should be. */
static void in_child(void)
{
    CUdeviceptr more;
    CUcontext other;
    const char *name;
    exit(cuInit(0) != CUDA_ERROR_NOT_INITIALIZED                                          ? 1
         : cuMemAlloc(&more, 16) != CUDA_ERROR_NOT_INITIALIZED                            ? 2
         : cuStreamSynchronize(stream) != CUDA_ERROR_NOT_INITIALIZED                      ? 3
         : cuMemFree(memory) != CUDA_ERROR_NOT_INITIALIZED                                ? 4
         : cuCtxGetCurrent(&other) != CUDA_ERROR_NOT_INITIALIZED                          ? 5
         : cuGetErrorName(CUDA_ERROR_NOT_INITIALIZED, &name) || strstr(name, "INIT") == NULL ? 6
                                                                                          : 0);
}

static int wait_for(pid_t child)
{
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

START_TEST(test_fork)
{
    unsigned char byte = 1;
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        in_child();
    }
    ck_assert_int_eq(wait_for(child), 0);
    output_end();
    ck_assert_int_eq(output_count("forked from one that had called cuInit"), 1);
    ck_assert_int_eq(output_count("leak"), 0);
    ck_assert_int_eq(output_count("problem"), 0);
    OK(cuMemcpyDtoH(&byte, memory, 1)); /* the parent's is as before */
    ck_assert_uint_eq(byte, 0);
    NO_PROBLEM();
}
END_TEST

/* ---- in processes of their own, which begin before cuInit ---- */

static void allocate_twice(void)
{
    CUcontext own;
    CUdeviceptr a, b;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&own, 0);
    cuCtxSetCurrent(own);
    cuMemAlloc(&a, 16);
    cuMemAlloc(&b, 16);
    cuMemFree(a);
    cuMemFree(b);
    cuDevicePrimaryCtxRelease(0);
}

static void plan_too_late(void)
{
    vgsim_fail(5, "cuMemAlloc", 2);
    allocate_twice();
}

static void plan_a_name_that_is_none(void)
{
    vgsim_fail(1, "cuMemAloc", 2);
    allocate_twice();
}

static void plan_by_environment(void)
{
    setenv("VGSIM_FAIL", "100:700", 1);
    allocate_twice();
}

static void plan_in_other_words(void)
{
    setenv("VGSIM_FAIL", "cuMemAlloc", 1);
    allocate_twice();
}

static void plan_and_call_nothing(void)
{
    setenv("VGSIM_FAIL", "1", 1);
}

/* From the second call on every call fails, but what is freed is freed. */
static void plan_a_device_that_is_gone(void)
{
    int version;
    setenv("VGSIM_FAIL", "cuDriverGetVersion:2:999+", 1);
    allocate_twice();
    OK(cuDriverGetVersion(&version));
    FAILS(CUDA_ERROR_UNKNOWN, cuDriverGetVersion(&version));
    FAILS(CUDA_ERROR_UNKNOWN, cuDeviceGetCount(&version));
    FAILS(CUDA_ERROR_UNKNOWN, cuCtxSynchronize());
}

static void plan_without_a_wait(void)
{
    int version;
    vgsim_fail(1, "@cuDriverGetVersion", 700);
    allocate_twice();
    cuDriverGetVersion(&version);
}

static void plan_and_take_back(void)
{
    vgsim_fail(5, "cuMemAlloc", 2);
    allocate_twice();
    vgsim_fail(0, NULL, 0);
}

static void plan_what_comes(void)
{
    vgsim_fail(2, "cuMemAlloc", 2);
    allocate_twice();
}

static const struct {
    void (*body)(void);
    const char *text; /* "": nothing is said */
} endings[] = {
    {plan_too_late, "the fault of vgsim_fail(5, \"cuMemAlloc\", 2) never came: there were only 2 calls of cuMemAlloc\n"},
    {plan_a_name_that_is_none,
     "bad plan: the fault of vgsim_fail(1, \"cuMemAloc\", 2) cannot come: the driver has no function cuMemAloc\n"},
    {plan_by_environment, "the fault of VGSIM_FAIL=100:700 never came: there were only 8 calls\n"},
    {plan_in_other_words, "bad plan: VGSIM_FAIL=cuMemAlloc is not [@][cuName:]N[:code][+]; no fault is planned\n"},
    {plan_and_call_nothing, "the fault of VGSIM_FAIL=1 never came: the driver was never called\n"},
    {plan_without_a_wait, "700) never showed: after cuDriverGetVersion no call waited for the device\n"},
    {plan_a_device_that_is_gone, ""},
    {plan_and_take_back, ""},
    {plan_what_comes, ""},
};
#define ENDINGS ((int)(sizeof endings / sizeof endings[0]))

START_TEST(test_ending)
{
    int status;
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        endings[_i].body();
        exit(0);
    }
    status = wait_for(child);
    ck_assert(status == 97 || strncmp(endings[_i].text, "bad plan", 8) != 0);
    output_end();
    ck_assert_msg(endings[_i].text[0] ? output_count(endings[_i].text) == 1 : output_count("fault") == 0,
                  "expected '%s' in:\n%s", endings[_i].text, output);
    ck_assert_int_eq(output_count("fault"), endings[_i].text[0] != '\0');
}
END_TEST

/* Who forks before cuInit has two processes, each with a device. */
START_TEST(test_fork_before)
{
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        allocate_twice();
        exit(0);
    }
    ck_assert_int_eq(wait_for(child), 0);
    output_end();
    ck_assert_str_eq(output, "");
    setup();
    teardown();
}
END_TEST

START_TEST(test_number_below_0)
{
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        setenv("VGSIM_MULTIPROCESSORS", "-1", 1);
        allocate_twice();
        exit(0);
    }
    ck_assert_int_eq(wait_for(child), 0);
    output_end();
    ck_assert_int_eq(output_count("VGSIM_MULTIPROCESSORS=-1 is not a number from 0 on; it is ignored\n"), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_process");
    TCase *one = tcase_create("one process"), *two = tcase_create("two processes");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_printf_once, 0, 4);
    tcase_add_test(one, test_printf_when_it_is_waited_for);
    tcase_add_test(one, test_printf_and_fork);
    tcase_add_test(one, test_printf_long);
    tcase_add_test(one, test_fork);
    tcase_add_loop_test(two, test_ending, 0, ENDINGS);
    tcase_add_test(two, test_fork_before);
    tcase_add_test(two, test_number_below_0);
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, two);
    return run_suite(suite);
}
