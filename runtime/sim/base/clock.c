/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The time that a kernel takes. A timer of the thread that runs it counts only what this thread computes, neither a
 * debugger's breakpoint nor other programs, and looks where the thread stands as soon as the time is up, and again and
 * again. Its signal is one that the application does not use. It is taken over when a kernel begins and given back when
 * the driver call ends, not after each kernel, because each time costs a few system calls. */
#define _GNU_SOURCE
#include "base/base.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define LOOK_AGAIN_NS 1000000
#ifndef sigev_notify_thread_id /* as C libraries call it that have a name for it */
#define sigev_notify_thread_id _sigev_un._tid
#endif

static void (*volatile look)(uintptr_t code, uintptr_t stack); /* NULL: no kernel runs */
static int number;                     /* of the signal; 0: none is free */
static struct sigaction before;
static sigset_t mask_before;
static int timer;                      /* as the system numbers it */
static unsigned long timers;           /* made so far */
static _Thread_local unsigned long my_timer; /* which of them belongs to this thread */
static bool taken; /* the signal is */

static void find_place(const ucontext_t *machine, uintptr_t *code, uintptr_t *stack)
{
#if defined(__x86_64__)
    *code = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
    *stack = (uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    *code = (uintptr_t)machine->uc_mcontext.pc;
    *stack = (uintptr_t)machine->uc_mcontext.sp;
#else
    (void)machine;
    *code = *stack = 0;
#endif
}

/* A signal of the same number that is not the timer's goes to whoever had it before. */
static void on_signal(int received, siginfo_t *info, void *machine)
{
    uintptr_t code, stack;
    if (info->si_code == SI_TIMER && info->si_value.sival_ptr == &timer) {
        find_place((const ucontext_t *)machine, &code, &stack);
        if (look) {
            look(code, stack); /* may leave the fiber and not return */
        }
    } else if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(received, info, machine);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(received);
    }
}

static int find_signal(void)
{
    struct sigaction present;
    for (int candidate = SIGRTMAX - 1; candidate > SIGRTMIN; candidate--) {
        if (sigaction(candidate, NULL, &present) == 0 && !(present.sa_flags & SA_SIGINFO) &&
            present.sa_handler == SIG_DFL) {
            return candidate;
        }
    }
    return 0;
}

static bool make_timer(void)
{
    struct sigevent event;
    if (my_timer && my_timer == timers) {
        return true;
    }
    if (timers) {
        syscall(SYS_timer_delete, timer);
    } else {
        number = find_signal();
    }
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = number;
    event.sigev_value.sival_ptr = &timer;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (!number || syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0) {
        return false;
    }
    my_timer = ++timers;
    return true;
}

static void set_timer(double seconds)
{
    struct itimerspec when;
    memset(&when, 0, sizeof when);
    when.it_value.tv_sec = (time_t)seconds;
    when.it_value.tv_nsec = (long)((seconds - (double)when.it_value.tv_sec) * 1e9);
    when.it_interval.tv_nsec = LOOK_AGAIN_NS;
    syscall(SYS_timer_settime, timer, 0, &when, NULL);
}

/* SA_NODEFER, because the handler is left by switching stacks. */
static void take_signal(void)
{
    struct sigaction action;
    sigset_t ours;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
    sigaction(number, &action, &before);
    sigemptyset(&ours);
    sigaddset(&ours, number);
    pthread_sigmask(SIG_UNBLOCK, &ours, &mask_before);
    taken = true;
}

void sim_clock_start(double seconds, void (*handler)(uintptr_t code, uintptr_t stack))
{
    if (seconds <= 0 || !make_timer()) {
        return;
    }
    look = handler;
    if (!taken) {
        take_signal();
    }
    set_timer(seconds);
}

void sim_clock_stop(void)
{
    look = NULL;
}

void sim_clock_give_back(void)
{
    struct itimerspec never;
    if (!taken) {
        return;
    }
    taken = false;
    memset(&never, 0, sizeof never);
    syscall(SYS_timer_settime, timer, 0, &never, NULL);
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    sigaction(number, &before, NULL);
}
