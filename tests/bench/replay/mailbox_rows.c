/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Replays without a launch: program fused armed, beside the same graphs launched and beside a word that a resident
 * thread gives back, which is the bus alone; and saxpy armed, beside the best graph by hand. A block of one way ends
 * before one of another begins: what is resident would disturb the others. Where the program has no mailbox, the rest is
 * measured. */
#include <string.h>

#include "early.h"
#include "fused.h"
#include "hand.h"
#include "report.h"
#include "rows.h"
#include "saxpy_mail.h"

#define LENGTH(list) (sizeof(list) / sizeof *(list))
#define LAST 0xffffffffu /* ends the resident thread */

/* Of the CPU device, where a kernel that waits for the host would never end. NULL on a GPU. */
extern void vgsim_seed(uint64_t seed) __attribute__((weak));

static fused program;
static saxpy_mail saxpy;
static early memory;

static int succeeded(vg_status status, const vg_detail *detail)
{
    if (status != VG_OK)
        report_failure("mailbox rows", "replay", detail);
    return status == VG_OK;
}

static CUfunction code(const char *name)
{
    unsigned i;

    for (i = 0; i < LENGTH(program.kernel); i++) {
        const char *found = NULL;

        if (cuFuncGetName(&found, (CUfunction)program.kernel[i]) == CUDA_SUCCESS && strcmp(found, name) == 0)
            return (CUfunction)program.kernel[i];
    }
    return NULL;
}

/* ---- the bus alone ---- */

static uint32_t *asked(void)
{
    return (uint32_t *)(void *)memory.pinned;
}

static uint32_t *told(void)
{
    return (uint32_t *)(void *)(memory.pinned + EARLY_LINE);
}

static int resident;
static uint32_t number;

static int begin_answers(void)
{
    CUdeviceptr in = memory.pinned_at, out = memory.pinned_at + EARLY_LINE;
    void *arguments[2];

    arguments[0] = &in;
    arguments[1] = &out;
    *asked() = *told() = number = 0;
    resident = hand_good(cuLaunchKernel(code("answer"), 1, 1, 1, 1, 1, 1, 0, memory.stream, arguments, NULL),
                         "cuLaunchKernel");
    return resident;
}

static int ping_pong(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    if (!resident && !begin_answers())
        return 0;
    number++;
    __atomic_store_n(asked(), number, __ATOMIC_RELEASE);
    while (__atomic_load_n(told(), __ATOMIC_ACQUIRE) != number)
        VG_PAUSE();
    return 1;
}

static int end_answers(void *context)
{
    (void)context;
    resident = 0;
    __atomic_store_n(asked(), LAST, __ATOMIC_RELEASE);
    return hand_good(cuStreamSynchronize(memory.stream), "cuStreamSynchronize") && *told() == LAST;
}

/* ---- program fused ---- */

typedef struct task {
    const char *group, *by_ping_pong;
    vg_status (*replay)(fused *p);
    const uint32_t *(*out)(const fused *p);
    unsigned steps;
    double most; /* times the ping-pong */
} task;

static const task tasks[] = {
    {"mailbox: 1 step of one block", "mailbox, 1 step, by the ping-pong", fused_one_replay, fused_y, 1, 1.40},
    {"mailbox: 5 steps of one block", "mailbox, 5 steps, by the ping-pong", fused_line_5_replay, fused_y_l5, 5, 1.65},
    {"mailbox: 20 steps of one block", "mailbox, 20 steps, by the ping-pong", fused_line_20_replay, fused_y_l20, 20,
     1.95},
};

static uint32_t wanted[FUSED_N];

static void fill_and_expect(unsigned steps)
{
    uint32_t before[FUSED_N];
    unsigned step, i;

    for (i = 0; i < FUSED_N; i++) {
        fused_x(&program)[i] = i * 2654435761u + steps;
        wanted[i] = fused_x(&program)[i] * 5 + 1;
    }
    for (step = 1; step < steps; step++) {
        memcpy(before, wanted, sizeof before);
        for (i = 0; i < FUSED_N; i++)
            wanted[i] = before[i] * 3 + before[(i + 1) % FUSED_N] + i;
    }
}

static int by_graph(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded(((const task *)context)->replay(&program), fused_detail(&program));
}

static int is_right(void *context)
{
    return memcmp(((const task *)context)->out(&program), wanted, sizeof wanted) == 0;
}

static int armed;

static int by_mailbox(void *context, unsigned long turn)
{
#ifdef VG_MAILBOX_H
    if (!armed && !succeeded(fused_arm(&program), fused_detail(&program)))
        return 0;
    armed = 1;
#endif
    return by_graph(context, turn);
}

static int disarmed_and_right(void *context)
{
    const int right = is_right(context);

#ifdef VG_MAILBOX_H
    if (!succeeded(fused_disarm(&program), fused_detail(&program)))
        return 0;
#endif
    armed = 0;
    return right;
}

static int has_mailbox(void)
{
#ifdef VG_MAILBOX_H
    return 1;
#else
    return 0;
#endif
}

static int measure_task(measure_table *t, const task *work)
{
    measure_way ways[] = {
        {"ours: the graph", by_graph, is_right, (void *)(uintptr_t)work, NULL},
        {"ours: armed", by_mailbox, disarmed_and_right, (void *)(uintptr_t)work, NULL},
        {"a word there and back", ping_pong, end_answers, NULL, NULL},
    };
    const size_t count = vgsim_seed != NULL ? 2 : 3;
    const unsigned long replays = t->replays > 10000 ? 10000 : t->replays;

    fill_and_expect(work->steps);
    if (!has_mailbox())
        ways[1] = ways[2];
    if (!measure_compare(t, work->group, ways, has_mailbox() ? count : count - 1, replays))
        return 0;
    if (has_mailbox() && count == 3)
        measure_promise(t, work->by_ping_pong, ways[1].row, 50, work->most, &ways[2].row, 1);
    if (has_mailbox() && work->steps == 5)
        measure_promise(t, "mailbox, 5 steps, p99 by the graph's", ways[1].row, 99, 0.70, &ways[0].row, 1);
    return 1;
}

/* ---- saxpy ---- */

enum { X, Y, Z, U, V, BUFFERS };

#define BYTES (SAXPY_MAIL_N * sizeof(float))

static early_graph best;

static int build_best(void)
{
    const float *in[3] = {saxpy_mail_x(&saxpy), saxpy_mail_y(&saxpy), saxpy_mail_z(&saxpy)};
    float scale = 2.5f;
    unsigned n = (unsigned)SAXPY_MAIL_N, i;
    CUdeviceptr at[BUFFERS];
    void *arguments[7];

    for (i = 0; i < BUFFERS; i++) {
        at[i] = memory.pinned_at + i * BYTES;
        arguments[i < U ? i : i + 1] = &at[i];
        if (i < U)
            memcpy(memory.pinned + i * BYTES, in[i], BYTES);
    }
    arguments[3] = &scale;
    arguments[6] = &n;
    return early_begin(&best, &memory, 1) &&
           early_then(&best, (CUfunction)saxpy.kernel[0], (n + 127) / 128, 128, arguments) &&
           early_end(&best, code("end_early"));
}

static void fill_saxpy(void)
{
    size_t i;

    for (i = 0; i < SAXPY_MAIL_N; i++) {
        saxpy_mail_x(&saxpy)[i] = (float)i;
        saxpy_mail_y(&saxpy)[i] = (float)(i % 7);
        saxpy_mail_z(&saxpy)[i] = (float)(i % 5);
    }
}

/* All exact, so that no device may round differently. */
static int are_right(const float *u, const float *v)
{
    size_t i;

    for (i = 0; i < SAXPY_MAIL_N; i++)
        if (u[i] != 2.5f * (float)i + (float)(i % 7) || v[i] != 2.5f * (float)i - (float)(i % 5))
            return 0;
    return 1;
}

static int saxpy_by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return early_replay((early_graph *)context);
}

static int saxpy_by_hand_is_right(void *context)
{
    (void)context;
    return are_right((const float *)(const void *)(memory.pinned + U * BYTES),
                     (const float *)(const void *)(memory.pinned + V * BYTES));
}

static int saxpy_by_graph(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return succeeded(saxpy_mail_replay(&saxpy), saxpy_mail_detail(&saxpy));
}

static int saxpy_is_right(void *context)
{
    (void)context;
    return are_right(saxpy_mail_u(&saxpy), saxpy_mail_v(&saxpy));
}

static int saxpy_by_mailbox(void *context, unsigned long turn)
{
#ifdef VG_MAILBOX_H
    if (!armed && !succeeded(saxpy_mail_arm(&saxpy), saxpy_mail_detail(&saxpy)))
        return 0;
    armed = 1;
#endif
    return saxpy_by_graph(context, turn);
}

static int saxpy_disarmed_and_right(void *context)
{
    const int right = saxpy_is_right(context);

#ifdef VG_MAILBOX_H
    if (!succeeded(saxpy_mail_disarm(&saxpy), saxpy_mail_detail(&saxpy)))
        return 0;
#endif
    armed = 0;
    return right;
}

static int measure_saxpy(measure_table *t)
{
    measure_way ways[] = {
        {"by hand: on mapped memory, kernel at the end", saxpy_by_hand, saxpy_by_hand_is_right, &best, NULL},
        {"ours: the graph", saxpy_by_graph, saxpy_is_right, NULL, NULL},
        {"ours: armed", saxpy_by_mailbox, saxpy_disarmed_and_right, NULL, NULL},
    };
    const unsigned long replays = t->replays > 10000 ? 10000 : t->replays;
    int good;

    fill_saxpy();
    good = build_best() && measure_compare(t, "mailbox: saxpy", ways, has_mailbox() ? 3 : 2, replays);
    if (good && has_mailbox()) {
        measure_row *const bases[] = {ways[0].row, ways[1].row};

        measure_promise(t, "saxpy in the mailbox, by the best graph", ways[2].row, 50, 0.70, bases, 2);
    }
    early_free(&best);
    return good;
}

/* ---- all ---- */

int mailbox_measure(measure_table *t)
{
    size_t i;
    int good;

    if (fused_open(&program, NULL, NULL) != VG_OK) {
        report_failure("fused", "open", fused_detail(&program));
        return 0;
    }
    if (saxpy_mail_open(&saxpy, NULL, NULL) != VG_OK) {
        report_failure("saxpy_mail", "open", saxpy_mail_detail(&saxpy));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") &&
           early_open(&memory, BUFFERS * BYTES, 1);
    for (i = 0; i < LENGTH(tasks) && good; i++)
        good = measure_task(t, &tasks[i]);
    good = good && measure_saxpy(t);
    early_close(&memory);
    (void)cuCtxSetCurrent(NULL);
    good = saxpy_mail_close(&saxpy) == VG_OK && good;
    return fused_close(&program) == VG_OK && good;
}
