/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What any program does from its first replay on, over a driver that does nothing (fake/null_cuda.c). Linked with
 * NAME_main.c, whose table it is given in place of runtime/driver. Usage: NAME_sealed CHECK
 *
 *   calls    the first replay makes the driver calls that the second makes; prints those of each graph, each once
 *   steps    the first replay is as many instructions as the second, each counted by a tracer
 *   system   ten replays of each graph make no system call: the kernel ends a process that does
 *   pages    ten replays after `warm_up: 1` and mlockall have no page fault
 *
 * Exit status 77: the system does not let this be looked at. */
#include <elf.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/driver.h"
#include "fake/null_cuda.h"

#define REPLAYS 10
#define MOST_STEPS 30000ul /* a replay without copies is a few thousand with this driver */

static const vg_driver_program *program;

static void open_program(const vg_config *config)
{
    void *constants[64];
    size_t i;

    for (i = 0; i < program->constants.count; i++) {
        constants[i] = calloc(1, program->constants.port[i].bytes + 1);
    }
    if (program->open(config, constants) != VG_OK) {
        char text[512];
        vg_detail_text(&program->runtime(0)->detail, text, sizeof text);
        fprintf(stderr, "%s: %s\n", program->name, text);
        exit(1);
    }
}

/* Other inputs for each replay, so that no call is answered without one. */
static void give_inputs(int value)
{
    size_t i;

    for (i = 0; i < program->inputs.count; i++) {
        memset(program->input(i, 0), value, program->inputs.port[i].bytes);
    }
}

static void replay(size_t graph)
{
    const vg_status status = program->replay(graph, 0);

    if (status != VG_OK) {
        _exit(2);
    }
}

/* ---- calls ---- */

static int compare_calls(size_t graph)
{
    const unsigned first = null_call_count;
    unsigned second, i, k;

    give_inputs(1);
    replay(graph);
    second = null_call_count;
    give_inputs(2);
    replay(graph);
    printf("%s", program->graphs.name[graph]);
    for (i = first; i < second; i++) {
        for (k = first; strcmp(null_calls[k], null_calls[i]) != 0; k++) {
        }
        if (k == i) {
            printf(" %s", null_calls[i]);
        }
    }
    printf("\n");
    if (null_call_count - second != second - first ||
        memcmp(&null_calls[first], &null_calls[second], (second - first) * sizeof null_calls[0]) != 0) {
        fprintf(stderr, "%s, graph %s: the first replay makes %u calls, the second %u, or others\n", program->name,
                program->graphs.name[graph], second - first, null_call_count - second);
        return 1;
    }
    return second == first;
}

static int check_calls(void)
{
    int failed = 0;
    size_t g;

    open_program(NULL);
    for (g = 0; g < program->graphs.count; g++) {
        failed |= compare_calls(g);
    }
    return failed;
}

/* ---- steps ---- */

__attribute__((noinline)) static void mark(void)
{
    __asm__ volatile("" ::: "memory");
}

/* Everything is looked up by the linker before, and every page is there. */
static void traced(size_t graph)
{
    open_program(NULL);
    give_inputs(1);
    (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    (void)raise(SIGSTOP);
    mark();
    replay(graph);
    mark();
    give_inputs(2);
    (void)raise(SIGSTOP);
    mark();
    replay(graph);
    mark();
    _exit(0);
}

static uintptr_t place_of(pid_t child)
{
    struct user_regs_struct registers;
    struct iovec room = {&registers, sizeof registers};

    if (ptrace(PTRACE_GETREGSET, child, (void *)(uintptr_t)NT_PRSTATUS, &room) != 0) {
        return 0;
    }
#if defined(__x86_64__)
    return (uintptr_t)registers.rip;
#else
    return (uintptr_t)registers.pc;
#endif
}

/* Of the stopped process: the instructions between the next two marks. MOST_STEPS where they are more, 0 where it cannot be
 * traced. */
static unsigned long count_steps(pid_t child)
{
    unsigned long steps = 0;
    unsigned marks = 0;
    int status;

    while (marks < 2 && steps < MOST_STEPS) {
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0 || waitpid(child, &status, 0) != child ||
            !WIFSTOPPED(status)) {
            return 0;
        }
        steps += marks;
        marks += place_of(child) == (uintptr_t)mark;
    }
    return steps;
}

static int compare_steps(size_t graph)
{
    unsigned long first = 0, second = 0;
    const pid_t child = fork();
    int status;

    if (child == 0) {
        traced(graph);
    }
    if (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        first = count_steps(child);
    }
    if (first != 0 && first < MOST_STEPS && ptrace(PTRACE_CONT, child, NULL, NULL) == 0 &&
        waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        second = count_steps(child);
    }
    (void)kill(child, SIGKILL);
    (void)waitpid(child, &status, 0);
    if (first == MOST_STEPS) {
        printf("%s, graph %s: copies too much to be counted\n", program->name, program->graphs.name[graph]);
        return 0;
    }
    if (first == 0 || second == 0) {
        fprintf(stderr, "a process cannot be traced here\n");
        return 77;
    }
    printf("%s, graph %s: %lu and %lu instructions\n", program->name, program->graphs.name[graph], first, second);
    return first != second;
}

static int check_steps(void)
{
    int failed = 0;
    size_t g;

    for (g = 0; failed != 77 && g < program->graphs.count; g++) {
        const int status = compare_steps(g);
        failed = status == 77 ? 77 : failed | status;
    }
    return failed;
}

/* ---- system ---- */

static int check_system(void)
{
    size_t g;
    int turn;

    open_program(NULL);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
        fprintf(stderr, "this system has no seccomp\n");
        return 77;
    }
    for (turn = 0; turn < REPLAYS; turn++) {
        give_inputs(turn + 1);
        for (g = 0; g < program->graphs.count; g++) {
            if (program->replay(g, 0) != VG_OK) {
                (void)syscall(SYS_exit, 2);
            }
        }
    }
    (void)syscall(SYS_exit, 0); /* not exit_group, which is not let through either */
    return 1;
}

/* ---- pages ---- */

static int check_pages(void)
{
    struct rusage before, after;
    vg_config config;
    size_t g;
    int turn;

    memset(&config, 0, sizeof config);
    config.warm_up = 1;
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        fprintf(stderr, "pages cannot be locked here\n");
        return 77;
    }
    open_program(&config);
    give_inputs(1);
    (void)getrusage(RUSAGE_SELF, &before);
    for (turn = 0; turn < REPLAYS; turn++) {
        for (g = 0; g < program->graphs.count; g++) {
            replay(g);
        }
    }
    (void)getrusage(RUSAGE_SELF, &after);
    printf("%s: %ld page faults\n", program->name,
           after.ru_minflt + after.ru_majflt - before.ru_minflt - before.ru_majflt);
    return after.ru_minflt != before.ru_minflt || after.ru_majflt != before.ru_majflt;
}

int vg_driver_main(const vg_driver_program *p, int count, char **arguments)
{
    static const struct {
        const char *name;
        int (*check)(void);
    } checks[] = {{"calls", check_calls}, {"steps", check_steps}, {"system", check_system}, {"pages", check_pages}};
    size_t i;

    program = p;
    for (i = 0; count == 2 && i < sizeof checks / sizeof checks[0]; i++) {
        if (strcmp(arguments[1], checks[i].name) == 0) {
            return checks[i].check();
        }
    }
    return 99;
}

int vg_driver_workspaces(const char *name, const vg_driver_workspace *steps, size_t count,
                         vg_status (*asks)(size_t index, uint64_t *bytes))
{
    (void)name;
    (void)steps;
    (void)count;
    (void)asks;
    return 99;
}
