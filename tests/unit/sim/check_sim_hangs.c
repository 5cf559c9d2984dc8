/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels that do not end are stopped by the clock, where they stand; what uses the device goes on as after any error. */
#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "sim_fixture.h"
#include "sim_output.h"
#include "unit/run_suite.h"

static const char stub[] =
    "vggen stub 1\n"
    "kernel hang_empty 8\nkernel hang_flag 8\nkernel hang_count 8\nkernel hang_barrier 8\nkernel hang_shuffle 8\n"
    "kernel hang_atomic 8\nkernel hang_clock 8\nkernel hang_sleep 8\nkernel hang_grid 8\nkernel hang_order 8\n"
    "kernel print_threads 8\nkernel hang_bare 8\n";

static CUdeviceptr memory;

static void setup(void)
{
    start_device();
    load_module(stub);
    memory = get_memory(512);
    OK(cuMemsetD8(memory, 0, 512));
    OK(cuCtxSynchronize());
    vgsim_limit(0.2);
}

static void teardown(void)
{
    cuMemFree(memory);
    stop_device();
}

static CUresult launch(const char *name, unsigned grid, unsigned block)
{
    void *parameters[] = {&memory};
    OK(cuLaunchKernel(get_function(name), grid, 1, 1, block, 1, 1, 0, stream, parameters, NULL));
    return cuStreamSynchronize(stream);
}

/* ---- each kind of loop ---- */

static const struct {
    const char *kernel, *line, *thread; /* NULL: any */
} loops[] = {
    {"hang_empty", "empty.cu:100", "thread (3,0,0) of block (1,0,0)"},
    {"hang_bare", "bare.cu:100", NULL},
    {"hang_flag", "flag.cu:100", "thread (3,0,0) of block (1,0,0)"},
    {"hang_count", "count.cu:100", "thread (3,0,0) of block (1,0,0)"},
    {"hang_barrier", "barrier.cu:100", NULL},
    {"hang_shuffle", "shuffle.cu:100", NULL},
    {"hang_atomic", "atomic.cu:100", NULL},
    {"hang_clock", "clock.cu:100", NULL},
    {"hang_sleep", "sleep.cu:100", NULL},
};
#define LOOPS ((int)(sizeof loops / sizeof loops[0]))

static void expect_hang(const char *line)
{
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("hang");
    ck_assert_msg(strstr(output, line) != NULL, "no %s in %s", line, output);
}

START_TEST(test_loop)
{
    CUdeviceptr more;
    output_begin(STDERR_FILENO);
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, launch(loops[_i].kernel, 2, 32));
    output_end();
    expect_hang(loops[_i].line);
    ck_assert_ptr_nonnull(strstr(output, loops[_i].kernel));
    ck_assert(!loops[_i].thread || strstr(output, loops[_i].thread));
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, cuMemAlloc(&more, 16)); /* it sticks */
}
END_TEST

START_TEST(test_grid)
{
    void *parameters[] = {&memory};
    output_begin(STDERR_FILENO);
    OK(cuLaunchCooperativeKernel(get_function("hang_grid"), 4, 1, 1, 32, 1, 1, 0, stream, parameters));
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, cuStreamSynchronize(stream));
    output_end();
    expect_hang("grid.cu:100");
}
END_TEST

/* The first run ends; the second, in the reverse order, does not. */
START_TEST(test_second_run)
{
    void *parameters[] = {&memory};
    vgsim_seed(0);
    output_begin(STDERR_FILENO);
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, run_as_graph(get_function("hang_order"), 1, 128, 0, parameters));
    output_end();
    expect_hang("order.cu:100");
    ck_assert_ptr_nonnull(strstr(output, "another order"));
}
END_TEST

START_TEST(test_context_is_replaced)
{
    void *parameters[] = {&memory};
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, launch("hang_empty", 2, 32));
    PROBLEM("hang");
    teardown();
    setup();
    OK(run_as_graph(get_function("print_threads"), 1, 128, 0, parameters));
    NO_PROBLEM();
}
END_TEST

/* ---- the application's own signals, and other threads ---- */

static volatile sig_atomic_t seen;

static void on_signal(int number)
{
    (void)number;
    seen++;
}

static void *hang(void *result)
{
    OK(cuCtxSetCurrent(context));
    *(CUresult *)result = launch("hang_count", 2, 32);
    return NULL;
}

/* A thread that lets no signal through is stopped all the same, and its mask stays. */
static void *hang_masked(void *result)
{
    sigset_t all, now;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    hang(result);
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    ck_assert_int_eq(sigismember(&now, SIGRTMAX - 1), 1);
    ck_assert_int_eq(sigismember(&now, SIGUSR1), 1);
    return NULL;
}

START_TEST(test_threads)
{
    void *(*const bodies[])(void *) = {hang, hang_masked};
    pthread_t thread;
    CUresult result = CUDA_SUCCESS;
    OK(launch("print_threads", 1, 32)); /* the timer was another thread's */
    pthread_create(&thread, NULL, bodies[_i], &result);
    pthread_join(thread, NULL);
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, result);
    PROBLEM("hang");
}
END_TEST

/* Every signal has a handler of the application's but a few; none of them is called by the clock or lost. */
START_TEST(test_signals)
{
    struct sigaction present;
    for (int number = SIGRTMIN + 2; number <= SIGRTMAX; number++) {
        signal(number, on_signal);
    }
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, launch("hang_count", 2, 32));
    PROBLEM("hang");
    ck_assert_int_eq(seen, 0);
    for (int number = SIGRTMIN + 2; number <= SIGRTMAX; number++) {
        sigaction(number, NULL, &present);
        ck_assert(present.sa_handler == on_signal);
        raise(number);
    }
    ck_assert_int_eq(seen, SIGRTMAX - SIGRTMIN - 1);
}
END_TEST

/* ---- the limit ---- */

/* Another program's time, or a breakpoint's, is not the kernel's. */
static void *wait_longer(void *user)
{
    (void)user;
    OK(cuCtxSetCurrent(context));
    OK(launch("print_threads", 1, 32));
    return NULL;
}

static void CUDA_CB sleep_longer(void *user)
{
    const struct timespec time = {0, 300000000};
    (void)user;
    nanosleep(&time, NULL);
}

START_TEST(test_waiting_is_free)
{
    pthread_t thread;
    OK(cuLaunchHostFunc(stream, sleep_longer, NULL));
    OK(launch("print_threads", 1, 32));
    pthread_create(&thread, NULL, wait_longer, NULL);
    pthread_join(thread, NULL);
    NO_PROBLEM();
}
END_TEST

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

START_TEST(test_limit)
{
    const double before = processor_time();
    vgsim_limit(0.5);
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, launch("hang_count", 2, 32));
    ck_assert_double_ge(processor_time() - before, 0.5);
    ck_assert_double_le(processor_time() - before, 2.5);
    PROBLEM("hang");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_hangs");
    TCase *one = tcase_create("hangs");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_set_timeout(one, 60);
    tcase_add_loop_test(one, test_loop, 0, LOOPS);
    tcase_add_test(one, test_grid);
    tcase_add_test(one, test_second_run);
    tcase_add_test(one, test_context_is_replaced);
    tcase_add_loop_test(one, test_threads, 0, 2);
    tcase_add_test(one, test_signals);
    tcase_add_test(one, test_waiting_is_free);
    tcase_add_test(one, test_limit);
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
