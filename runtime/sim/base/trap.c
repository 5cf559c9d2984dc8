/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Memory faults. For those of a running kernel, signals are taken over only while it runs, on a stack of their own.
 * When the application touches memory of the driver that it may not, this is reported and the signal then takes its
 * usual effect. */
#define _GNU_SOURCE
#include "base/base.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define STACK_BYTES ((size_t)64 * 1024)

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE};
#define SIGNALS (sizeof signals / sizeof signals[0])

static struct sigaction before[SIGNALS];
static stack_t stack_before;
static unsigned char *stack;
static void (*kernel_handler)(int signal, const void *address);

static void on_signal(int number, siginfo_t *info, void *machine)
{
    (void)machine;
    kernel_handler(number, info->si_addr); /* leaves the fiber and does not return */
}

/* SA_NODEFER, because the handler is left by switching stacks. */
void sim_trap_install(void (*handler)(int signal, const void *address))
{
    struct sigaction action;
    stack_t own;
    if (!stack) {
        stack = (unsigned char *)sim_allocate(STACK_BYTES, 1);
    }
    kernel_handler = handler;
    own.ss_sp = stack;
    own.ss_size = STACK_BYTES;
    own.ss_flags = 0;
    sigaltstack(&own, &stack_before);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &action, &before[i]);
    }
}

void sim_trap_remove(void)
{
    for (size_t i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], &before[i], NULL);
    }
    sigaltstack(&stack_before, NULL);
}

static const int host_signals[] = {SIGSEGV, SIGBUS};
#define HOST_SIGNALS (sizeof host_signals / sizeof host_signals[0])

static void (*host_handler)(const void *address);

/* Returning repeats the access, now without a handler: debuggers and core files see the place itself. */
static void on_host_signal(int number, siginfo_t *info, void *machine)
{
    (void)machine;
    signal(number, SIG_DFL);
    host_handler(info->si_addr);
}

/* An application, or a sanitizer, that has a handler keeps it. */
void sim_trap_host(void (*handler)(const void *address))
{
    struct sigaction action, present;
    host_handler = handler;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_host_signal;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < HOST_SIGNALS; i++) {
        if (sigaction(host_signals[i], NULL, &present) == 0 && !(present.sa_flags & SA_SIGINFO) &&
            present.sa_handler == SIG_DFL) {
            sigaction(host_signals[i], &action, NULL);
        }
    }
}
