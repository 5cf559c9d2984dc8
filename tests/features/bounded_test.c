/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A device that does not answer: each call returns by its deadline, the program is closed or abandoned, and the process ends
 * with status 0. Each case is a process of its own, because nothing brings a device back. On the CPU device launches never
 * end by plan; on a GPU the kernel never ends where its input says so, and cases that need more than that are left out. */
#include "bounded.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "feature.h"

#define LIMIT UINT64_C(100000000)
#define SLACK UINT64_C(1500000000)
#define FOREVER 2e9 /* to the CPU device */

extern unsigned long vgsim_call_count(void) __attribute__((weak));
extern unsigned long vgsim_live_count(void) __attribute__((weak));
extern unsigned long vgsim_problem_count(void) __attribute__((weak));
extern const char *vgsim_problem_kind(void) __attribute__((weak));
extern void vgsim_problems_clear(void) __attribute__((weak));

static bounded p;
static vg_config config;
static uint64_t begin;

static int on_gpu(void)
{
    return vgsim_delay == NULL;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The call waits as long as it may, and no longer. */
#define TIMES_OUT(call)                                                                                                \
    do {                                                                                                               \
        begin = now();                                                                                                 \
        CHECK((call) == VG_TIMEOUT);                                                                                   \
        CHECK(now() - begin >= LIMIT && now() - begin < LIMIT + SLACK);                                                \
    } while (0)

static void open_it(void)
{
    if (!CHECK(bounded_open(&p, &config, NULL) == VG_OK)) {
        exit(1);
    }
    CHECK(bounded_replay(&p, 0) == VG_OK);
    CHECK(bounded_replay(&p, 1) == VG_OK);
    CHECK(bounded_set_timeout(&p, LIMIT) == VG_OK);
}

/* The next launch of lane 0 never ends. */
static void hang(void)
{
    if (on_gpu()) {
        bounded_stuck(&p, 0)[0] = BOUNDED_NEVER;
    } else {
        vgsim_delay(NULL, 1, FOREVER);
    }
}

static char text[512]; /* what was left, when abandon has returned */

static void abandon(void)
{
    unsigned long calls;

    TIMES_OUT(bounded_close(&p));
    calls = on_gpu() ? 0 : vgsim_call_count();
    begin = now();
    CHECK(bounded_abandon(&p) == VG_OK);
    CHECK(now() - begin < LIMIT);
    CHECK(on_gpu() || vgsim_call_count() == calls);
    vg_detail_text(bounded_detail(&p, 0), text, sizeof text);
    CHECK(strstr(text, " bytes of pinned memory, ") != NULL && strstr(text, " graphs, ") != NULL);
    CHECK(bounded_abandon(&p) == VG_STATE);
    CHECK(bounded_close(&p) == VG_STATE);
    CHECK(bounded_x(&p, 0) == NULL);
    printf("%s\n", text);
}

/* ---- the cases ---- */

/* To open takes longer than the limit, but not because of what the device is waited for. */
static void limited(void)
{
    config.timeout_ns = LIMIT / 5;
    config.warm_up = 1;
    CHECK(bounded_open(&p, &config, NULL) == VG_OK);
    CHECK(bounded_replay(&p, 0) == VG_OK);
    CHECK(bounded_close(&p) == VG_OK);
}

static void replayed(void)
{
    open_it();
    hang();
    TIMES_OUT(bounded_replay(&p, 0));
    CHECK(bounded_poll(&p, 0) == VG_BUSY);
    TIMES_OUT(bounded_finish(&p, LIMIT, 0));
    CHECK(bounded_start(&p, 0) == VG_STATE);
    CHECK(bounded_reset(&p, 0) == VG_STATE);
    CHECK(bounded_replay(&p, 1) == VG_OK); /* the other lane's stream goes on */
    abandon();
}

static void timed(void)
{
    vg_times times;

    open_it();
    hang();
    TIMES_OUT(bounded_replay_timed(&p, &times, 0));
    abandon();
}

static void stepped(void)
{
    static unsigned char state[BOUNDED_STATE_BYTES];

    open_it();
    hang();
    TIMES_OUT(bounded_step(&p, 0));
    CHECK(bounded_detail(&p, 0)->step[0] != 0 && strcmp(bounded_detail(&p, 0)->step, "main") != 0); /* the node */
    TIMES_OUT(bounded_reset(&p, 0));
    TIMES_OUT(bounded_save(&p, state, sizeof state, 0));
    TIMES_OUT(bounded_restore(&p, state, sizeof state, 0));
    TIMES_OUT(bounded_arm(&p, 0));
    TIMES_OUT(bounded_replay(&p, 0));
    abandon();
}

static void profiled(void)
{
    bounded_times times;

    open_it();
    hang();
    TIMES_OUT(bounded_profile(&p, 5, &times, 0));
    CHECK(bounded_profile(&p, 5, &times, 0) == VG_STATE);
    abandon();
}

/* The block of the mailbox never ends. */
static void armed(void)
{
    open_it();
    hang();
    CHECK(bounded_arm(&p, 0) == VG_OK);
    TIMES_OUT(bounded_replay(&p, 0));
    CHECK(bounded_poll(&p, 0) == VG_BUSY);
    TIMES_OUT(bounded_finish(&p, LIMIT, 0));
    CHECK(bounded_disarm(&p, 0) == VG_STATE);
    CHECK(bounded_replay(&p, 1) == VG_OK);
    abandon();
    CHECK(strstr(text, " 4 streams, ") != NULL); /* of each lane, and of its mailbox */
}

static void disarmed(void)
{
    open_it();
    hang();
    CHECK(bounded_arm(&p, 0) == VG_OK);
    TIMES_OUT(bounded_disarm(&p, 0));
    CHECK(bounded_start(&p, 0) == VG_STATE);
    TIMES_OUT(bounded_disarm(&p, 0));
    abandon();
    CHECK(strstr(text, " 4 streams, ") != NULL);
}

/* The block hangs in the second replay that runs what has this name. */
static void hangs_in(const char *name)
{
    open_it();
    vgsim_delay(name, 2, FOREVER);
    CHECK(bounded_arm(&p, 0) == VG_OK);
    CHECK(bounded_replay(&p, 0) == VG_OK);
    TIMES_OUT(bounded_replay(&p, 0));
    CHECK(bounded_disarm(&p, 0) == VG_STATE);
    TIMES_OUT(bounded_finish(&p, LIMIT, 0));
    abandon();
}

static void armed_kernel(void)
{
    hangs_in("work");
}

static void armed_graph(void)
{
    hangs_in("main");
}

static void armed_block(void)
{
    open_it();
    vgsim_delay("vgf_mailbox", 1, FOREVER);
    CHECK(bounded_arm(&p, 0) == VG_OK);
    TIMES_OUT(bounded_replay(&p, 0));
    abandon();
}

/* What stays on the device cannot be made slower: that is said, and nothing else changes. */
static void armed_slow(void)
{
    static const char *const names[] = {"work", "main", "vgf_mailbox"};
    size_t i;

    open_it();
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        vgsim_delay(names[i], 0, 0.2);
        CHECK(bounded_arm(&p, 0) == VG_OK);
        CHECK(bounded_replay(&p, 0) == VG_OK);
        CHECK(bounded_disarm(&p, 0) == VG_OK);
        CHECK(vgsim_problem_count() == i + 1 && strcmp(vgsim_problem_kind(), "bad plan") == 0);
    }
    vgsim_delay(NULL, 0, 0);
    CHECK(bounded_close(&p) == VG_OK);
    vgsim_problems_clear();
}

static void opened(void)
{
    vgsim_delay(NULL, 1, FOREVER);
    config.warm_up = 1;
    config.timeout_ns = LIMIT;
    TIMES_OUT(bounded_open(&p, &config, NULL));
    CHECK(bounded_x(&p, 0) == NULL);
    CHECK(bounded_replay(&p, 0) == VG_STATE);
    CHECK(bounded_open(&p, &config, NULL) == VG_STATE);
    abandon();
}

/* The same of the second lane. */
static void opened_second(void)
{
    vgsim_delay(NULL, 2, FOREVER);
    config.warm_up = 1;
    config.timeout_ns = LIMIT;
    CHECK(bounded_open(&p, &config, NULL) == VG_TIMEOUT);
    CHECK(bounded_replay(&p, 0) == VG_STATE);
    abandon();
}

/* What took too long comes after all, also in open. */
static void late(void)
{
    bounded_times times;

    open_it();
    vgsim_delay(NULL, 1, 0.5);
    TIMES_OUT(bounded_profile(&p, 5, &times, 0));
    TIMES_OUT(bounded_close(&p));
    CHECK(bounded_finish(&p, VG_FOREVER, 0) == VG_OK);
    CHECK(bounded_set_timeout(&p, 0) == VG_OK);
    CHECK(bounded_profile(&p, 5, &times, 0) == VG_OK);
    CHECK(bounded_set_timeout(&p, LIMIT) == VG_OK);
    vgsim_delay(NULL, 1, 0.5);
    TIMES_OUT(bounded_profile(&p, 5, &times, 0));
    CHECK(bounded_set_timeout(&p, VG_FOREVER) == VG_OK);
    CHECK(bounded_close(&p) == VG_OK);
    CHECK(vgsim_live_count() == 0);
    vgsim_delay(NULL, 1, 0.5);
    config.warm_up = 1;
    config.timeout_ns = LIMIT;
    TIMES_OUT(bounded_open(&p, &config, NULL));
    CHECK(bounded_set_timeout(&p, 0) == VG_OK);
    CHECK(bounded_close(&p) == VG_OK);
    CHECK(vgsim_live_count() == 0);
}

/* From one launch on every call of the driver fails. */
static void gone(void)
{
    (void)setenv("VGSIM_FAIL", "cuGraphLaunch:3:999+", 1);
    open_it();
    CHECK(bounded_replay(&p, 0) == VG_DRIVER);
    CHECK(bounded_reset(&p, 0) == VG_DRIVER);
    CHECK(bounded_replay(&p, 1) == VG_DRIVER);
    begin = now();
    CHECK(bounded_close(&p) == VG_DRIVER);
    CHECK(now() - begin < SLACK);
    CHECK(bounded_close(&p) == VG_STATE);
}

/* The context is lost, and no call but close asks the driver. */
static void lost(void)
{
    bounded_times times;
    unsigned long calls;

    open_it();
    vgsim_fail(1, "@cuGraphLaunch", 719);
    CHECK(bounded_replay(&p, 0) == VG_LOST);
    calls = vgsim_call_count();
    CHECK(bounded_replay(&p, 0) == VG_LOST);
    CHECK(bounded_step(&p, 0) == VG_LOST);
    CHECK(bounded_reset(&p, 0) == VG_LOST);
    CHECK(bounded_profile(&p, 1, &times, 0) == VG_LOST);
    CHECK(bounded_arm(&p, 0) == VG_LOST);
    CHECK(vgsim_call_count() == calls);
    CHECK(bounded_close(&p) == VG_LOST);
}

static const struct {
    const char *name;
    void (*run)(void);
    int gpu;
} cases[] = {
    {"limited", limited, 1},
    {"replayed", replayed, 1}, {"timed", timed, 1},   {"stepped", stepped, 1},
    {"profiled", profiled, 1}, {"armed", armed, 1},   {"disarmed", disarmed, 0},
    {"armed_kernel", armed_kernel, 0},                {"armed_graph", armed_graph, 0},
    {"armed_block", armed_block, 0},                  {"armed_slow", armed_slow, 0},
    {"opened", opened, 0},     {"opened_second", opened_second, 0},
    {"late", late, 0},         {"gone", gone, 0},     {"lost", lost, 0},
};

/* Whether the case ends with status 0, and soon. */
static int passes(size_t i)
{
    int status = 0, waits;
    const pid_t child = fork();

    if (child == 0) {
        checks_failed = 0;
        cases[i].run();
        exit(checks_failed != 0);
    }
    for (waits = 0; waits < 2000 && waitpid(child, &status, WNOHANG) == 0; waits++) {
        const struct timespec time = {0, 10000000};
        (void)nanosleep(&time, NULL);
    }
    if (waits == 2000) {
        printf("%s: the process does not end\n", cases[i].name);
        (void)kill(child, SIGKILL);
        (void)waitpid(child, &status, 0);
        return 0;
    }
    if (status != 0) {
        printf("%s: ended with %d\n", cases[i].name, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    return status == 0;
}

/* 77 where there is no device. */
static int try_open(void)
{
    OPEN_OR_SKIP(bounded_open(&p, &config, NULL));
    CHECK(bounded_close(&p) == VG_OK);
    return checks_failed != 0;
}

int main(void)
{
    const pid_t child = fork();
    int status = 0;
    size_t i;

    if (child == 0) {
        exit(try_open());
    }
    (void)waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        return 77;
    }
    CHECK(status == 0);
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].gpu || !on_gpu()) {
            (void)fflush(NULL);
            CHECK(passes(i));
        }
    }
    return checks_end();
}
