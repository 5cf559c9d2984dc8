/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Launches that take longer by plan: who asks hears that they still run, who waits sleeps, and what lies behind them waits. */
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim_fixture.h"
#include "sim_output.h"
#include "unit/run_suite.h"

#define DELAY 0.4

static const char stub[] = "vggen stub 1\nkernel print_threads 8\nkernel hang_order 8\n";

static CUdeviceptr memory;
static CUgraph graph;
static CUgraphExec exec;
static struct timespec begin;

/* One kernel, as the registered graph "print". */
static void setup(void)
{
    void *parameters[] = {&memory};
    CUDA_KERNEL_NODE_PARAMS p;
    CUgraphNode node;
    start_device();
    load_module(stub);
    memory = get_memory(512);
    OK(cuMemsetD8(memory, 0, 512));
    OK(cuCtxSynchronize());
    p = kernel_node(get_function("print_threads"), 1, 128, parameters);
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    output_begin(STDOUT_FILENO);
    clock_gettime(CLOCK_MONOTONIC, &begin);
}

static void teardown(void)
{
    output_end();
    vgsim_delay(NULL, 0, 0);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFree(memory));
    stop_device();
}

static double passed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec);
}

/* Asking does not wait: many looks find it still running, where one would without a plan. */
#define UNTIL_READY(call)                                                                                              \
    do {                                                                                                               \
        CUresult answer;                                                                                               \
        int looks = 0;                                                                                                 \
        while ((answer = (call)) == CUDA_ERROR_NOT_READY) {                                                            \
            ck_assert_double_le(passed(), 20);                                                                         \
            looks++;                                                                                                   \
        }                                                                                                              \
        OK(answer);                                                                                                    \
        ck_assert_int_ge(looks, 10);                                                                                   \
    } while (0)

START_TEST(test_asking)
{
    vgsim_delay(NULL, 0, DELAY);
    OK(cuGraphLaunch(exec, stream));
    UNTIL_READY(cuStreamQuery(stream));
    ck_assert_double_ge(passed(), DELAY);
    NO_PROBLEM();
}
END_TEST

START_TEST(test_waiting)
{
    vgsim_delay(NULL, 0, DELAY);
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphLaunch(exec, stream)); /* behind the first */
    ck_assert_double_le(passed(), DELAY);
    OK(cuStreamSynchronize(stream));
    ck_assert_double_ge(passed(), 2 * DELAY);
    NO_PROBLEM();
}
END_TEST

/* A plan for a name, and for one launch. */
static const struct {
    const char *name;
    unsigned long n;
    bool first, second, plain;
} plans[] = {
    {"print", 0, true, true, false},          /* the graph */
    {"print_threads", 0, true, true, true},   /* its kernel, also without a graph */
    {"print_threads", 2, false, true, false}, /* the second launch */
    {NULL, 3, false, false, true},
    {"hang_order", 0, false, false, false},
};

START_TEST(test_plans)
{
    void *parameters[] = {&memory};
    const CUresult expected[] = {CUDA_SUCCESS, CUDA_ERROR_NOT_READY};
    vgsim_delay(plans[_i].name, plans[_i].n, DELAY);
    for (int launch = 0; launch < 3; launch++) {
        CUstream own;
        const bool delayed = launch == 0 ? plans[_i].first : launch == 1 ? plans[_i].second : plans[_i].plain;
        OK(cuStreamCreate(&own, CU_STREAM_NON_BLOCKING));
        if (launch < 2) {
            OK(cuGraphLaunch(exec, own));
        } else {
            OK(cuLaunchKernel(get_function("print_threads"), 1, 1, 1, 128, 1, 1, 0, own, parameters, NULL));
        }
        FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(own)); /* as ever */
        FAILS(expected[delayed], cuStreamQuery(own));
        OK(cuStreamDestroy(own));
    }
}
END_TEST

START_TEST(test_events)
{
    CUstream other;
    CUevent event;
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    vgsim_delay("print", 1, DELAY);
    OK(cuGraphLaunch(exec, stream));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(other, event, 0));
    if (_i == 0) {
        UNTIL_READY(cuEventQuery(event));
    } else if (_i == 1) {
        UNTIL_READY(cuStreamQuery(other));
    } else {
        OK(cuEventSynchronize(event));
    }
    ck_assert_double_ge(passed(), DELAY);
    OK(cuEventDestroy(event));
    OK(cuStreamDestroy(other));
    NO_PROBLEM();
}
END_TEST

/* What lies before a slow launch is seen, what lies behind it is not. */
START_TEST(test_words)
{
    volatile uint32_t *words;
    CUdeviceptr at;
    OK(cuMemHostAlloc((void **)(uintptr_t)&words, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuMemHostGetDevicePointer(&at, (void *)(uintptr_t)words, 0));
    words[0] = words[1] = 0;
    vgsim_delay(NULL, 0, DELAY);
    OK(cuStreamWriteValue32(stream, at, 1, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamWriteValue32(stream, at + 4, 1, 0));
    FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
    ck_assert_uint_eq(words[0], 1);
    ck_assert_uint_eq(words[1], 0);
    while (words[1] == 0 && passed() < 20) {
        (void)cuStreamQuery(stream);
    }
    ck_assert_double_ge(passed(), DELAY);
    ck_assert_uint_eq(words[1], 1);
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    OK(cuMemFreeHost((void *)(uintptr_t)words));
}
END_TEST

/* A launch that never ends: who asks hears so again and again, other streams go on, and to wait for it is a problem, after
 * which it counts as failed. A process of its own, because nothing can be freed then. */
static void never_end(void)
{
    CUstream other;
    setup();
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    vgsim_delay("print", 1, 2e9);
    OK(cuGraphLaunch(exec, stream));
    for (int look = 0; look < 100; look++) {
        FAILS(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
    }
    OK(cuMemsetD8Async(memory, 0, 16, other));
    OK(cuStreamSynchronize(other));
    NO_PROBLEM();
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, cuStreamSynchronize(stream));
    ck_assert_str_eq(vgsim_problem_kind(), "hang");
    _exit(0);
}

START_TEST(test_forever)
{
    int status;
    const pid_t child = fork();
    if (child == 0) {
        never_end();
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
END_TEST

/* ---- the environment, in processes of their own ---- */

static const struct {
    const char *text;
    bool delayed;
    const char *said; /* "": nothing */
} settings[] = {
    {"0.4", true, ""},
    {"print:0.4", true, ""},
    {"print_threads:0.4:1", true, ""},
    {"0.4:1", true, ""},
    {".4", true, ""},
    {"print:0.4:2", false, "the delay of VGSIM_DELAY=print:0.4:2 never came: there was only 1 launch of print\n"},
    {"ns::print:0.4", false, "the delay of VGSIM_DELAY=ns::print:0.4 never came: ns::print was never launched\n"},
    {"0,4", false, "bad plan: VGSIM_DELAY=0,4 is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow\n"},
    {"print:", false, "bad plan: VGSIM_DELAY=print: is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow\n"},
    {":0.4", false, "bad plan: VGSIM_DELAY=:0.4 is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow\n"},
    {"print:0.4:0", false, "bad plan: VGSIM_DELAY=print:0.4:0 is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow\n"},
    {"print:0.4:-1", false,
     "bad plan: VGSIM_DELAY=print:0.4:-1 is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow\n"},
};
#define SETTINGS ((int)(sizeof settings / sizeof settings[0]))

static void play(void)
{
    double time;
    setup();
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    time = passed();
    output_end();
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuMemFree(memory));
    if (vgsim_problem_count() == 0) { /* else the status says so */
        stop_device();
    }
    exit(time >= DELAY);
}

START_TEST(test_environment)
{
    int status;
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        setenv("VGSIM_DELAY", settings[_i].text, 1);
        play();
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    output_end();
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), strncmp(settings[_i].said, "bad plan", 8) == 0 ? 97 : settings[_i].delayed);
    ck_assert_msg(settings[_i].said[0] ? output_count(settings[_i].said) == 1 : !output[0], "expected '%s' in:\n%s",
                  settings[_i].said, output);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_delays");
    TCase *one = tcase_create("delays"), *two = tcase_create("environment");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_set_timeout(one, 60);
    tcase_add_test(one, test_asking);
    tcase_add_test(one, test_waiting);
    tcase_add_loop_test(one, test_plans, 0, (int)(sizeof plans / sizeof plans[0]));
    tcase_add_loop_test(one, test_events, 0, 3);
    tcase_add_test(one, test_words);
    tcase_add_test(two, test_forever);
    tcase_add_loop_test(two, test_environment, 0, SETTINGS);
    suite_add_tcase(suite, one);
    suite_add_tcase(suite, two);
    return run_suite(suite);
}
