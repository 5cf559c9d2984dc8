/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* mailbox_calls [--replays N]: counts the driver calls and the system calls of armed replays itself. Driver calls go
 * through functions that count (wraps.sh). For system calls a thread asks the kernel for a signal at each one (syscall
 * user dispatch, or a seccomp filter where there is none) and replays. Both counters are tried first: a launched replay
 * must make driver calls, and a system call must be seen.
 * Exit status: 0 there are none, 1 there are some, or a call failed, 77 system calls cannot be counted here, or the
 * program has no mailbox. */
#include <errno.h>
#include <inttypes.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fused.h"
#include "report.h"

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_ON 1
#endif
#define ALLOW 0
#define BLOCK 1

uint64_t driver_calls; /* of wraps.sh */

static fused program;
static unsigned long replays = 1000000;

static volatile uint64_t system_calls;
static volatile char selector = ALLOW;

/* ---- a thread whose system calls are signals ---- */

enum { NOT_YET, COUNTED, FAILED, UNKNOWN };

static volatile int outcome = NOT_YET;
static int by_filter;

/* With dispatch, what the call wanted is left out; it is enough that there was one. */
static void on_call(int signal)
{
    (void)signal;
    system_calls++;
    selector = ALLOW;
}

static int dispatch(void)
{
    return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0L, 0L, &selector) == 0;
}

/* From here on the thread may only end, and come back from the signal. */
static int filter(void)
{
    static struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog all = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
}

static int replay_all(void)
{
#ifdef VG_MAILBOX_H
    unsigned long i;

    for (i = 0; i < replays; i++) {
        fused_x(&program)[i % FUSED_N] = (uint32_t)i;
        if (fused_one_replay(&program) != VG_OK || fused_y(&program)[i % FUSED_N] != (uint32_t)i * 5 + 1)
            return 0;
    }
#endif
    return 1;
}

/* One that is made on purpose, then those of the replays, of which there must be none. */
static void *count_calls(void *unused)
{
    uint64_t tried;
    int good;

    (void)unused;
    if (!dispatch()) {
        by_filter = 1;
        if (!filter()) {
            outcome = UNKNOWN;
            return NULL;
        }
    }
    selector = BLOCK;
    (void)syscall(SYS_getppid);
    tried = system_calls;
    selector = BLOCK;
    good = replay_all();
    selector = ALLOW;
    system_calls -= tried;
    outcome = tried == 1 ? (good ? COUNTED : FAILED) : UNKNOWN;
    if (by_filter)
        for (;;)
            (void)syscall(SYS_exit, 0);
    return NULL;
}

static int run_thread(void)
{
    struct sigaction action;
    pthread_t thread;

    memset(&action, 0, sizeof action);
    action.sa_handler = on_call;
    if (sigaction(SIGSYS, &action, NULL) != 0 || pthread_create(&thread, NULL, count_calls, NULL) != 0)
        return 0;
    while (outcome == NOT_YET)
        (void)usleep(1000);
    if (!by_filter)
        (void)pthread_join(thread, NULL);
    return 1;
}

/* ---- all ---- */

static int failed(const char *what)
{
    report_failure("fused", what, fused_detail(&program));
    return 1;
}

static int count(void)
{
#ifdef VG_MAILBOX_H
    uint64_t launched, calls;

    driver_calls = 0;
    if (fused_one_replay(&program) != VG_OK)
        return failed("replay");
    launched = driver_calls;
    if (fused_arm(&program) != VG_OK)
        return failed("arm");
    driver_calls = 0;
    if (!run_thread() || outcome == FAILED)
        return failed("armed replay");
    calls = driver_calls;
    if (fused_disarm(&program) != VG_OK)
        return failed("disarm");
    printf("%lu armed replays: %" PRIu64 " driver calls (a launched one makes %" PRIu64 ")", replays, calls, launched);
    if (outcome == UNKNOWN)
        printf(", system calls cannot be counted here\n");
    else
        printf(", %" PRIu64 " system calls (by %s)\n", system_calls, by_filter ? "a filter" : "dispatch");
    printf("figure: %" PRIu64 " driver calls and %" PRIu64 " system calls in %lu armed replays\n", calls, system_calls,
           replays);
    if (launched == 0 || calls != 0 || system_calls != 0)
        return 1;
    return outcome == UNKNOWN ? 77 : 0;
#else
    printf("the program has no mailbox\n");
    return 77;
#endif
}

int main(int argc, char **argv)
{
    int status;

    if (argc == 3 && strcmp(argv[1], "--replays") == 0)
        replays = strtoul(argv[2], NULL, 10);
    if ((argc != 1 && argc != 3) || replays == 0) {
        fprintf(stderr, "usage: mailbox_calls [--replays N]\n");
        return 2;
    }
    if (fused_open(&program, NULL, NULL) != VG_OK)
        return failed("open");
    status = count();
    if (fused_close(&program) != VG_OK)
        return failed("close");
    return status;
}
