/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program fused: steps of one block in a line, folded, in a loop and side by side, as vggen writes them and as the best
 * graph of as many nodes by hand. */
#include <string.h>

#include "early.h"
#include "fused.h"
#include "hand.h"
#include "nodes.h"
#include "report.h"
#include "rows.h"

#define N FUSED_N
#define MOST (4u * N)
#define APART 32u
#define LENGTH(list) (sizeof(list) / sizeof *(list))

static fused program;
static early memory; /* on the device s, t, the loop's x and its count; pinned inputs, then outputs */

static int succeeded(vg_status status)
{
    if (status != VG_OK)
        report_failure("fused", "replay", fused_detail(&program));
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

/* ---- ways ---- */

typedef struct task {
    vg_status (*ours)(fused *p);
    early_graph hand;
    uint32_t *in;        /* the program's */
    const uint32_t *out; /* likewise */
    unsigned steps, elements;
    uint32_t passes; /* of a loop, else 0 */
    uint32_t wanted[MOST];
} task;

static int by_us(void *context, unsigned long turn)
{
    (void)turn;
    return succeeded(((const task *)context)->ours(&program));
}

static int by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return early_replay(&((task *)context)->hand);
}

static int is_right_by_us(void *context)
{
    const task *t = (const task *)context;

    return memcmp(t->out, t->wanted, t->elements * sizeof *t->wanted) == 0;
}

static int is_right_by_hand(void *context)
{
    const task *t = (const task *)context;

    return memcmp(memory.pinned + memory.bytes / 2, t->wanted, t->elements * sizeof *t->wanted) == 0;
}

/* ---- lines ---- */

enum { LINE_5, LINE_20, LINE_100, FOLDED_2, FOLDED_4, LINES };

static const struct line {
    const char *group, *what;
    vg_status (*replay)(fused *p);
    unsigned steps, blocks;
    double most;
} lines[LINES] = {
    {"5 steps of one block", "5 steps of one block, fused by nodes", fused_line_5_replay, 5, 1, 0.78},
    {"20 steps of one block", "20 steps of one block, fused by nodes", fused_line_20_replay, 20, 1, 0.45},
    {"100 steps of one block", "100 steps of one block, fused by nodes", fused_line_100_replay, 100, 1, 0.20},
    {"20 steps of 2 blocks", "20 steps of 2 blocks, folded by nodes", fused_folded_2_replay, 20, 2, 0.62},
    {"20 steps of 4 blocks", "20 steps of 4 blocks, folded by nodes", fused_folded_4_replay, 20, 4, 0.78},
};

static task line_tasks[LINES];

static void expect_line(task *t)
{
    uint32_t before[MOST];
    unsigned step, i;

    for (i = 0; i < t->elements; i++)
        t->wanted[i] = t->in[i] * 5 + 1;
    for (step = 1; step < t->steps; step++) {
        memcpy(before, t->wanted, sizeof before);
        for (i = 0; i < t->elements; i++)
            t->wanted[i] = before[i] * 3 + before[(i + 1) % t->elements] + i;
    }
}

static int build_line(task *t, unsigned blocks)
{
    CUdeviceptr s = memory.memory, u = memory.memory + MOST * sizeof(uint32_t);
    CUdeviceptr in = memory.pinned_at, out = memory.pinned_at + memory.bytes / 2;
    unsigned step;

    if (!early_begin(&t->hand, &memory, 1))
        return 0;
    for (step = 0; step < t->steps; step++) {
        CUdeviceptr from = step == 0 ? in : step % 2 == 1 ? s : u;
        CUdeviceptr to = step + 1 == t->steps ? out : step % 2 == 0 ? s : u;
        void *arguments[2];

        arguments[0] = &from;
        arguments[1] = &to;
        if (!early_then(&t->hand, code(step == 0 ? "first_early" : "blend_early"), blocks, N, arguments))
            return 0;
    }
    return early_end(&t->hand, code("end_early"));
}

static void make_tasks(void)
{
    uint32_t *const in[LINES] = {fused_x(&program), fused_x(&program), fused_x(&program), fused_x_2(&program),
                                 fused_x_4(&program)};
    const uint32_t *const out[LINES] = {fused_y_l5(&program), fused_y_l20(&program), fused_y_l100(&program),
                                        fused_y_2(&program), fused_y_4(&program)};
    unsigned line, i;

    for (line = 0; line < LINES; line++) {
        task *t = &line_tasks[line];

        t->ours = lines[line].replay;
        t->in = in[line];
        t->out = out[line];
        t->steps = lines[line].steps;
        t->elements = lines[line].blocks * N;
        for (i = 0; i < t->elements; i++)
            t->in[i] = i * 2654435761u;
    }
}

static int measure_line(measure_table *t, unsigned line)
{
    task *work = &line_tasks[line];
    measure_way ways[] = {
        {"ours", by_us, is_right_by_us, NULL, NULL},
        {"by hand: programmatic edges, a kernel at the end", by_hand, is_right_by_hand, NULL, NULL},
    };
    int good;

    ways[0].context = ways[1].context = work;
    expect_line(work);
    memcpy(memory.pinned, work->in, work->elements * sizeof *work->in);
    good = build_line(work, lines[line].blocks) &&
           measure_compare(t, lines[line].group, ways, LENGTH(ways), t->replays > 5000 ? 5000 : t->replays);
    if (good)
        measure_promise(t, lines[line].what, ways[0].row, 50, lines[line].most, &ways[1].row, 1);
    early_free(&work->hand);
    return good;
}

/* ---- a loop ---- */

static task all_passes, few_passes;

static int by_us_loop(void *context, unsigned long turn)
{
    fused_from(&program)[0] = ((const task *)context)->passes;
    return by_us(context, turn);
}

static int by_hand_loop(void *context, unsigned long turn)
{
    *(uint32_t *)(void *)memory.pinned = ((const task *)context)->passes;
    return by_hand(context, turn);
}

static void expect_loop(task *t, uint32_t passes)
{
    uint32_t left;
    unsigned i;

    t->ours = fused_looped_replay;
    t->out = fused_ended(&program);
    t->elements = N;
    t->passes = passes;
    for (i = 0; i < N; i++)
        for (t->wanted[i] = 1, left = passes; left > 0; left--)
            t->wanted[i] = t->wanted[i] * 3 + left;
}

/* Each pass is two nodes. */
static int build_loop(task *t)
{
    CUdeviceptr x = memory.memory, left = memory.memory + MOST * sizeof(uint32_t);
    CUdeviceptr from = memory.pinned_at, out = memory.pinned_at + memory.bytes / 2;
    void *begin[3], *work[2], *tell[2];
    unsigned pass;

    begin[0] = &from;
    begin[1] = work[0] = &left;
    begin[2] = work[1] = tell[0] = &x;
    tell[1] = &out;
    if (!early_begin(&t->hand, &memory, 1) || !early_then(&t->hand, code("begin_early"), 1, N, begin))
        return 0;
    for (pass = 0; pass < FUSED_PASSES; pass++)
        if (!early_then(&t->hand, code("work_early"), 1, N, work) ||
            !early_then(&t->hand, code("tick_early"), 1, 1, work))
            return 0;
    return early_then(&t->hand, code("tell_early"), 1, N, tell) && early_end(&t->hand, code("end_early"));
}

static int measure_loop(measure_table *t)
{
    measure_way ways[] = {
        {"ours: while, all 64", by_us_loop, is_right_by_us, &all_passes, NULL},
        {"ours: while, ends after 4", by_us_loop, is_right_by_us, &few_passes, NULL},
        {"by hand: unrolled, programmatic edges", by_hand_loop, is_right_by_hand, &all_passes, NULL},
    };
    int good;

    expect_loop(&all_passes, FUSED_PASSES);
    expect_loop(&few_passes, 4);
    good = build_loop(&all_passes) && measure_compare(t, "64 passes of two one-block steps", ways, LENGTH(ways),
                                                      t->replays > 3000 ? 3000 : t->replays);
    if (good) {
        measure_promise(t, "while, 64 passes of two steps, by unrolled nodes", ways[0].row, 50, 0.20, &ways[2].row, 1);
        measure_promise(t, "while, ends after 4, by 64 passes unrolled", ways[1].row, 50, 0.11, &ways[2].row, 1);
    }
    early_free(&all_passes.hand);
    return good;
}

/* ---- side by side ---- */

#define EACH(X)                                                                                                        \
    X(0)                                                                                                               \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20)     \
        X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31)
#define INPUT(i) fused_in_##i(&program),
#define OUTPUT(i) fused_out_##i(&program),

static early_graph apart_ordinary, apart_programmatic;

static int apart_by_us(void *context, unsigned long turn)
{
    (void)context;
    (void)turn;
    return succeeded(fused_apart_replay(&program));
}

static int apart_by_hand(void *context, unsigned long turn)
{
    (void)turn;
    return early_replay((early_graph *)context);
}

static uint32_t apart_input(unsigned step, unsigned i)
{
    return step * 1000003u + i;
}

static int apart_is_right_by_us(void *context)
{
    const uint32_t *const outputs[APART] = {EACH(OUTPUT)};
    unsigned step, i;

    (void)context;
    for (step = 0; step < APART; step++)
        for (i = 0; i < N; i++)
            if (outputs[step][i] != apart_input(step, i) * 5 + 1)
                return 0;
    return 1;
}

static int apart_is_right_by_hand(void *context)
{
    const uint32_t *outputs = (const uint32_t *)(const void *)(memory.pinned + memory.bytes / 2);
    unsigned step, i;

    (void)context;
    for (step = 0; step < APART; step++)
        for (i = 0; i < N; i++)
            if (outputs[step * N + i] != apart_input(step, i) * 5 + 1)
                return 0;
    return 1;
}

static int build_apart(early_graph *g, int programmatic)
{
    CUdeviceptr in[APART], out[APART], word = memory.memory;
    void *arguments[APART][2], **each[APART], *go[1];
    unsigned step;

    go[0] = &word;
    for (step = 0; step < APART; step++) {
        in[step] = memory.pinned_at + step * N * sizeof(uint32_t);
        out[step] = in[step] + memory.bytes / 2;
        arguments[step][0] = &in[step];
        arguments[step][1] = &out[step];
        each[step] = arguments[step];
    }
    return early_begin(g, &memory, programmatic) && early_then(g, code("go_early"), 1, 1, go) &&
           early_beside(g, code("first_early"), APART, 1, N, each) && early_end(g, code("end_early"));
}

static int measure_apart(measure_table *t)
{
    measure_way ways[] = {
        {"ours", apart_by_us, apart_is_right_by_us, NULL, NULL},
        {"by hand: between begin and end", apart_by_hand, apart_is_right_by_hand, &apart_ordinary, NULL},
        {"by hand: the same, programmatic edges", apart_by_hand, apart_is_right_by_hand, &apart_programmatic, NULL},
    };
    uint32_t *const inputs[APART] = {EACH(INPUT)};
    unsigned step, i;
    int good;

    for (step = 0; step < APART; step++)
        for (i = 0; i < N; i++) {
            inputs[step][i] = apart_input(step, i);
            ((uint32_t *)(void *)memory.pinned)[step * N + i] = apart_input(step, i);
        }
    good = build_apart(&apart_ordinary, 0) && build_apart(&apart_programmatic, 1) &&
           measure_compare(t, "32 independent steps of one block", ways, LENGTH(ways),
                           t->replays > 5000 ? 5000 : t->replays);
    if (good) {
        measure_row *const bases[] = {ways[1].row, ways[2].row};

        measure_promise(t, "32 independent steps, by nodes side by side", ways[0].row, 50, 0.85, bases, 2);
    }
    early_free(&apart_ordinary);
    early_free(&apart_programmatic);
    return good;
}

/* ---- all ---- */

int fused_measure(measure_table *t)
{
    unsigned line;
    int good;

    if (fused_open(&program, NULL, NULL) != VG_OK) {
        report_failure("fused", "open", fused_detail(&program));
        return 0;
    }
    good = hand_good(cuCtxSetCurrent((CUcontext)program.rt.context), "cuCtxSetCurrent") &&
           early_open(&memory, 2 * APART * N * sizeof(uint32_t), 1);
    make_tasks();
    for (line = 0; line < LINES && good; line++)
        good = measure_line(t, line);
    good = good && measure_loop(t) && measure_apart(t);
    early_close(&memory);
    (void)cuCtxSetCurrent(NULL);
    return fused_close(&program) == VG_OK && good;
}
