/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_mailbox.c - replays by a resident block, many of them: inputs change each time and every byte of every output is
 * looked at; as fast as they go, 100 microseconds and 10 milliseconds apart; over many arms and disarms. And what no
 * replay may do is counted: calls of the driver, whose functions this program has in front of the library's, and calls of
 * the system, which a filter of the kernel's traps in a thread of its own. Both on x86-64 Linux alone.
 * COUNT: replays that follow each other at once (10,000,000 is what the mailbox must stand); the other parts are shorter
 * with a smaller COUNT.
 * Links program "mailbox" of tests/features. Exit status: 0 all right, 1 something was wrong, 77 there is no device. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "mailbox.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../checks.h"

#if defined(__x86_64__) && defined(__linux__)
#define COUNTS 1
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#else
#define COUNTS 0
#endif

#define OK(call) check_ok((call), mailbox_detail(&p, 0), #call, __LINE__)

/* Of the CPU device, whose block is a thread that the host's calls wait for. NULL on a GPU. */
extern void vgsim_seed(uint64_t seed) __attribute__((weak));

static mailbox p;
static float sums[MAILBOX_N];

/* ---- calls of the driver ---- */

#if COUNTS

unsigned long driver_calls;

/* Each function jumps to the library's, whose address begin_counting finds. */
#define FUNCTION(name)                                                                                                 \
    void *real_##name;                                                                                                 \
    __asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"                                        \
            "lock incq driver_calls(%rip)\njmp *real_" #name "(%rip)\n.size " #name ", .-" #name "\n");

#define FUNCTIONS(each)                                                                                                \
    each(cuCtxGetCurrent) each(cuCtxSetCurrent) each(cuEventQuery) each(cuEventRecord) each(cuEventSynchronize)        \
    each(cuFuncSetAttribute) each(cuGraphExecKernelNodeSetParams_v2) each(cuGraphLaunch) each(cuGraphNodeSetEnabled)   \
    each(cuLaunchKernel) each(cuLaunchKernelEx) each(cuMemAlloc_v2) each(cuMemFree_v2) each(cuMemFreeHost)             \
    each(cuMemHostAlloc) each(cuMemcpyDtoDAsync_v2) each(cuMemcpyDtoHAsync_v2) each(cuMemcpyHtoDAsync_v2)              \
    each(cuMemsetD32Async) each(cuMemsetD8Async) each(cuPointerGetAttributes) each(cuStreamQuery)                      \
    each(cuStreamSynchronize) each(cuStreamWriteValue32_v2)

FUNCTIONS(FUNCTION)

static void find(const char *name, void **real)
{
    *real = dlsym(RTLD_NEXT, name);
}

static void begin_counting(void)
{
#define FIND(name) find(#name, &real_##name);
    FUNCTIONS(FIND)
}

#else

static unsigned long driver_calls;

static void begin_counting(void)
{
    printf("calls are counted on x86-64 Linux only\n");
}

#endif

/* ---- one replay ---- */

/* Sums stay exact on any device: every term is a small integer, and they begin again often enough. */
static void put(unsigned long turn)
{
    float *x = mailbox_x(&p, 0);
    unsigned i;

    for (i = 0; i < MAILBOX_N; i++)
        x[i] = (float)((i * 5 + turn * 3) % 17);
    for (i = 0; i < MAILBOX_ODD; i++)
        mailbox_a(&p, 0)[i] = (uint8_t)(i * 31 + turn);
}

static int look(unsigned long turn)
{
    unsigned i;

    for (i = 0; i < MAILBOX_N; i++) {
        const unsigned from = i / 32 * 32 + (i + 1) % 32;

        sums[MAILBOX_N - 1 - i] += (float)((from * 5 + turn * 3) % 17) * 2.0f + 1.0f;
    }
    for (i = 0; i < MAILBOX_ODD; i++)
        if (mailbox_b(&p, 0)[i] != (uint8_t)(i * 31 + turn + 1))
            return 0;
    return memcmp(mailbox_y(&p, 0), sums, sizeof sums) == 0;
}

static int replay(unsigned long turn)
{
    put(turn);
    return mailbox_control_start(&p, 0) == VG_OK && mailbox_finish(&p, VG_FOREVER, 0) == VG_OK && look(turn);
}

static void start_again(void)
{
    OK(mailbox_reset(&p, 0));
    memset(sums, 0, sizeof sums);
}

static void arm(void)
{
    OK(mailbox_arm(&p, 0));
}

static void disarm(void)
{
    OK(mailbox_disarm(&p, 0));
}

/* ---- many ---- */

static uint64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* As fast as they go, or this many nanoseconds apart. */
static void many(const char *what, unsigned long count, uint64_t apart)
{
    const uint64_t begin = now();
    unsigned long turn;

    start_again();
    arm();
    for (turn = 0; turn < count; turn++) {
        const uint64_t next = begin + turn * apart;

        while (apart != 0 && now() < next)
            continue;
        if (turn % 200000 == 199999) { /* larger sums would round */
            disarm();
            start_again();
            arm();
        }
        if (!CHECK(replay(turn)))
            break;
    }
    disarm();
    printf("figure: %s: %lu replays, %.2f us each\n", what, turn, (double)(now() - begin) * 1e-3 / (double)count);
}

static void arms(unsigned long count)
{
    const uint64_t begin = now();
    unsigned long turn;

    start_again();
    for (turn = 0; turn < count; turn++) {
        arm();
        if (!CHECK(replay(turn)))
            break;
        disarm();
        if (turn % 16 == 0 && !CHECK(replay(turn)))
            break;
    }
    printf("figure: armed and disarmed %lu times, %.1f us each\n", turn, (double)(now() - begin) * 1e-3 / (double)count);
}

/* ---- calls of the system ---- */

#define COUNTED 2000ul

#if COUNTS

static volatile unsigned long system_calls;
static volatile long last_call;
static volatile int counted, done;

static void trapped(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if (counted) {
        system_calls++;
        last_call = info->si_syscall;
    }
}

/* From now on every call of this thread is a signal, but for the end of that signal's handler and of the process. */
static int filter(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };
    struct sock_fprog program = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static unsigned long calls_before, calls_after, wrong;

/* It never ends by itself, because its end would be a call. */
static void *replays_of_a_thread(void *filters)
{
    unsigned long turn;

    *(int *)filters = filter();
    calls_before = driver_calls;
    counted = 1;
    for (turn = 0; turn < COUNTED; turn++)
        wrong += replay(turn) ? 0 : 1;
    counted = 0;
    calls_after = driver_calls;
    __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
    for (;;)
        continue;
    return NULL;
}

static void counts(void)
{
    struct sigaction action;
    pthread_t thread;
    static int filters;

    if (vgsim_seed != NULL) {
        printf("nothing is counted on the CPU device, which calls the system itself\n");
        return;
    }
    memset(&action, 0, sizeof action);
    action.sa_sigaction = trapped;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(SIGSYS, &action, NULL) == 0);
    start_again();
    arm();
    CHECK(pthread_create(&thread, NULL, replays_of_a_thread, &filters) == 0);
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        continue;
    CHECK(wrong == 0);
    CHECK(calls_after == calls_before);
    if (!filters)
        printf("no filter of system calls can be had here\n");
    CHECK(system_calls == 0);
    if (system_calls != 0)
        printf("the last one was number %ld\n", last_call);
    printf("figure: %lu driver calls and %lu system calls in %lu replays\n", calls_after - calls_before, system_calls,
           COUNTED);
    disarm();
    CHECK(driver_calls > calls_after); /* it does count */
}

#else

static void counts(void)
{
}

#endif

int main(void)
{
    const char *text = getenv("COUNT");
    const unsigned long count = text != NULL ? strtoul(text, NULL, 10) : 10000;
    vg_status status;

    begin_counting();
    status = mailbox_open(&p, NULL, NULL);
    if (status == VG_NO_DEVICE || status == VG_NO_CUDA) {
        printf("no device here\n");
        return 77;
    }
    if (!CHECK(status == VG_OK))
        return checks_end();
    many("at once", count, 0);
    many("100 us apart", count / 100, 100000);
    many("10 ms apart", count / 5000, 10000000);
    arms(count / 1000 > 10 ? count / 1000 : 10);
    counts();
    OK(mailbox_close(&p));
    return checks_end();
}
