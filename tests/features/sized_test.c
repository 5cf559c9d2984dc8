/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "sized.h"

#include "feature.h"

enum { N = SIZED_N, B = SIZED_B, MOST = SIZED_MOST };

static sized p;
static uint32_t y[N], z[4 * N], sum[N];

static uint32_t cut(uint32_t wanted, uint32_t most)
{
    return wanted < most ? wanted : most;
}

static void mark(uint32_t *to, uint32_t blocks, uint32_t value)
{
    for (uint32_t i = 0; i < blocks * B; i++)
        to[i] = to[i] * 3 + value + blocks;
}

/* Each block has two rows of threads, and there are two rows of blocks. */
static void spread(uint32_t blocks)
{
    for (uint32_t row = 0; row < 4; row++)
        for (uint32_t i = 0; i < blocks * B; i++)
            z[row * N + i] = z[row * N + i] * sized_gain(&p) + blocks + 2;
}

/* The refusal names the step, how many blocks it may have, and how many the device wanted. */
static void check_above(const char *step, uint32_t most, uint32_t found)
{
    const vg_detail *detail = sized_detail(&p);
    char text[300];

    CHECK(detail->status == VG_ABOVE && detail->expected == most && detail->found == found);
    CHECK(strcmp(detail->step, step) == 0);
    (void)vg_detail_text(detail, text, sizeof text);
    CHECK(strstr(text, vg_status_text(VG_ABOVE)) != NULL);
}

static void expect(vg_status found, uint32_t wanted, uint32_t most, const char *step)
{
    if (wanted > most) {
        if (CHECK(found == VG_ABOVE))
            check_above(step, most, wanted);
    } else {
        OK(sized_detail(&p), found);
    }
}

static void run_main(uint32_t a, uint32_t b)
{
    const uint32_t blocks = cut(a + b, MOST);
    const uint64_t replays = sized_stats(&p)->replays;

    sized_wanted(&p)[0] = a;
    sized_wanted(&p)[1] = b;
    for (uint32_t i = 0; i < N; i++)
        y[i] = 5;
    mark(y, blocks, 1);
    mark(sum, blocks, 2);
    expect(sized_main_one_replay(&p), a + b, MOST, "launch mark");
    CHECK(memcmp(sized_y(&p), y, sizeof y) == 0);
    CHECK(memcmp(sized_sum_out(&p), sum, sizeof sum) == 0);
    CHECK(sized_stats(&p)->replays == replays + 1);
}

/* Of several counts that are too large in a loop the last one is reported. */
static void run_inside(uint32_t passes, const uint32_t picked[4])
{
    static uint32_t w[N];
    uint32_t above = 0;

    sized_direct(&p)[0] = passes;
    for (uint32_t i = 0; i < N; i++)
        w[i] = 1;
    for (uint32_t i = 0; i < 4; i++) {
        sized_picked(&p)[i] = picked[i];
        if (i >= passes)
            continue;
        mark(w, cut(picked[i], 6), 4);
        above = picked[i] > 6 ? picked[i] : above;
    }
    if (passes > 0)
        mark(w, cut(passes, 3), 9);
    if (above == 0 && passes > 3)
        expect(sized_inside_replay(&p), passes, 3, "launch mark");
    else
        expect(sized_inside_replay(&p), above, 6, "launch mark");
    CHECK(memcmp(sized_w(&p), w, sizeof w) == 0);
}

static void bodies(void)
{
    static const uint32_t picked[][4] = {{1, 2, 3, 4}, {0, 6, 0, 5}, {7, 1, 100, 2}, {6, 6, 6, 6}, {0, 0, 0, 9}};

    for (size_t i = 0; i < sizeof picked / sizeof *picked; i++)
        for (uint32_t passes = 0; passes < 5; passes++)
            run_inside(passes, picked[i]);
}

static void run_passes(uint32_t blocks)
{
    static const char *const titles[] = {"launch spread, pass 1 of 3", "launch spread, pass 2 of 3",
                                         "launch spread, pass 3 of 3"};
    uint32_t first = 0;

    sized_direct(&p)[0] = blocks;
    for (uint32_t i = 0; i < 4 * N; i++)
        z[i] = 7;
    for (uint32_t i = 0; i < 3; i++)
        spread(cut(blocks, MOST - i));
    while (first < 2 && blocks <= MOST - first)
        first++;
    OK(sized_detail(&p), sized_passes_start(&p));
    expect(sized_finish(&p, VG_FOREVER), blocks, MOST - first, titles[first]);
    CHECK(memcmp(sized_z(&p), z, sizeof z) == 0);
}

/* A replay after a count that was too large is like any other. */
static void counts(void)
{
    static const uint32_t wanted[] = {0, 1, MOST, 3, MOST + 1, 2, 0, 0, 5, UINT32_MAX, 7, MOST};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        run_main(wanted[i], 0);
        run_passes(wanted[i]);
        run_main(wanted[i] / 2, 1);
    }
}

static void settings(void)
{
    for (uint32_t gain = 2; gain < 5; gain++) {
        OK(sized_detail(&p), sized_set_gain(&p, gain));
        run_passes(4);
        run_passes(0);
        run_passes(9);
    }
}

static void other_ways(void)
{
    static sized_main_one_times main_times;
    static sized_passes_times times;
    static sized_inside_times inside;
    vg_times timed;

    CHECK(sized_main_one_step(&p) == VG_CANNOT && strcmp(sized_detail(&p)->step, "main_one") == 0);
    sized_direct(&p)[0] = 2;
    OK(sized_detail(&p), sized_passes_profile(&p, 2, &times));
    CHECK(sized_inside_step(&p) == VG_CANNOT);
    OK(sized_detail(&p), sized_inside_profile(&p, 2, &inside));
    sized_wanted(&p)[0] = 4;
    sized_wanted(&p)[1] = 0;
    OK(sized_detail(&p), sized_main_one_profile(&p, 1, &main_times));
    mark(sum, 4, 2);
    run_main(1, 2);
    run_passes(11);
    sized_direct(&p)[0] = MOST + 1;
    CHECK(sized_passes_replay_timed(&p, &timed) == VG_ABOVE);
    check_above("launch spread, pass 1 of 3", MOST, MOST + 1);
    run_passes(3);
}

/* ---- external memory ---- */

static void run_outside(const uint32_t *there, const uint32_t *some)
{
    static uint32_t v[N];

    OK(sized_detail(&p), sized_bind_there(&p, (uint64_t)(uintptr_t)there, sizeof *there));
    OK(sized_detail(&p), sized_bind_some(&p, (uint64_t)(uintptr_t)some, sizeof *some));
    for (uint32_t i = 0; i < N; i++)
        v[i] = 1;
    mark(v, cut(*there, 4), 2);
    if (*some != 0)
        mark(v, 1, 5);
    expect(sized_outside_replay(&p), *there, 4, "launch mark");
    CHECK(memcmp(sized_v(&p), v, sizeof v) == 0);
}

/* The node that sets the grid gets another address, before and behind a twin that has nodes of its own. */
static void counts_outside(void)
{
    static sized_outside_times times;
    void *memory[3];

    CHECK(sized_outside_start(&p) == VG_STATE && strcmp(sized_detail(&p)->step, "there") == 0);
    for (uint32_t i = 0; i < 3; i++) {
        OK(sized_detail(&p), vg_pin(&p.rt, sizeof(uint32_t), &memory[i]));
        *(uint32_t *)memory[i] = 3 * i;
    }
    for (int i = 0; i < 9; i++)
        run_outside((const uint32_t *)memory[i % 3], (const uint32_t *)memory[i / 3]);
    OK(sized_detail(&p), sized_bind_there(&p, (uint64_t)(uintptr_t)memory[1], sizeof(uint32_t)));
    OK(sized_detail(&p), sized_outside_profile(&p, 2, &times));
    CHECK(sized_v(&p)[0] == ((1 * 3 + 2 + 3) * 3 + 5 + 1) && sized_v(&p)[3 * B] == 1);
    for (int i = 0; i < 3; i++)
        run_outside((const uint32_t *)memory[i], (const uint32_t *)memory[0]);
    for (int i = 0; i < 3; i++)
        OK(sized_detail(&p), vg_unpin(&p.rt, memory[i]));
}

/* The driver that cannot: on the CPU device, by a fault in the call that asks for it. */
static void drivers_that_cannot(void)
{
    if (vgsim_fail == NULL)
        return;
    OK(sized_detail(&p), sized_close(&p));
    vgsim_fail(1, "cuGraphKernelNodeSetAttribute", 801);
    CHECK(sized_open(&p, NULL, NULL) == VG_CANNOT);
    CHECK(sized_detail(&p)->code == 801 && strcmp(sized_detail(&p)->step, "launch mark") == 0);
    OK(sized_detail(&p), sized_open(&p, NULL, NULL));
    for (uint32_t i = 0; i < N; i++)
        sum[i] = 1;
    run_main(6, 0);
}

int main(void)
{
    OPEN_OR_SKIP(sized_open(&p, NULL, NULL));
    for (uint32_t i = 0; i < N; i++)
        sum[i] = 1;
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        counts();
        bodies();
    }
    settings();
    other_ways();
    counts_outside();
    drivers_that_cannot();
    OK(NULL, sized_close(&p));
    return checks_end();
}
