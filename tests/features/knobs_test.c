/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "knobs.h"

#include "feature.h"

static knobs p;

/* What is set holds in every way to run; steps and times of nodes do not take it from the exec. */
static vg_status run_in_way(unsigned way)
{
    static uint64_t ns[16];
    static void *scratch[34];
    vg_node_times times;

    if (way == 0)
        return knobs_replay(&p);
    if (way == 1)
        return vg_step(&p.rt, 0);
    times.count = 16;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(&p.rt, 0, 2, &times);
}

static void expect_in_way(unsigned way, float level, float offset, float wide, float even, float odd, float lowest,
                          float highest, float steps, unsigned count)
{
    float sum = 0.0f;

    for (int i = 0; i < KNOBS_N; i++)
        knobs_x(&p)[i] = (float)(i % 50);
    OK(knobs_detail(&p), run_in_way(way));
    for (unsigned i = 0; i < KNOBS_N; i++) {
        float v = (float)(i % 50) * level + offset + wide + (i % 2 ? odd : even) + steps;
        v = v < lowest ? lowest : v > highest ? highest : v;
        v = i < count ? v : 0.0f; /* bytes that nothing wrote are zero */
        sum += v;
        if (!CHECK(knobs_y(&p)[i] - v < 1e-3f && v - knobs_y(&p)[i] < 1e-3f))
            break;
    }
    CHECK(knobs_sum(&p)[0] - sum < 0.5f && sum - knobs_sum(&p)[0] < 0.5f);
}

/* The exec, too, must have it afterwards, whatever ran in between: which way comes first changes. */
static void expect(float level, float offset, float wide, float even, float odd, float lowest, float highest,
                   float steps, unsigned count)
{
    static unsigned first;

    for (unsigned i = 0; i < 3; i++)
        expect_in_way((first + i) % 3, level, offset, wide, even, odd, lowest, highest, steps, count);
    first++;
}

int main(void)
{
    knobs_f32x2 tint;
    knobs_limits cut;

    OPEN_OR_SKIP(knobs_open(&p, NULL, NULL));
    expect(2.0f, 0.5f, 0.001f, 1.0f, -1.0f, -1000.0f, 1000.0f, 3.0f, 64);
    OK(knobs_detail(&p), knobs_set_level(&p, -3.0f));
    expect(-3.0f, 0.5f, 0.001f, 1.0f, -1.0f, -1000.0f, 1000.0f, 3.0f, 64);
    OK(knobs_detail(&p), knobs_set_offset(&p, -9.5f));
    OK(knobs_detail(&p), knobs_set_wide(&p, 100.0));
    expect(-3.0f, -9.5f, 100.0f, 1.0f, -1.0f, -1000.0f, 1000.0f, 3.0f, 64);
    OK(knobs_detail(&p), knobs_set_count(&p, 200));
    expect(-3.0f, -9.5f, 100.0f, 1.0f, -1.0f, -1000.0f, 1000.0f, 3.0f, 200);
    OK(knobs_detail(&p), knobs_set_count(&p, 0)); /* a grid of 0: the step does not run */
    expect(-3.0f, -9.5f, 100.0f, 1.0f, -1.0f, -1000.0f, 1000.0f, 3.0f, 0);
    OK(knobs_detail(&p), knobs_set_count(&p, KNOBS_N));
    tint.x = 7.0f;
    tint.y = 8.0f;
    OK(knobs_detail(&p), knobs_set_tint(&p, &tint));
    memset(&cut, 0, sizeof cut);
    cut.lowest = -20.0f;
    cut.highest = 20.0f;
    cut.steps = 11;
    OK(knobs_detail(&p), knobs_set_cut(&p, &cut));
    expect(-3.0f, -9.5f, 100.0f, 7.0f, 8.0f, -20.0f, 20.0f, 11.0f, KNOBS_N);

    CHECK(knobs_set_offset(&p, 10.5f) == VG_ARGUMENT);
    CHECK(knobs_set_count(&p, KNOBS_N + 1) == VG_ARGUMENT);
    CHECK(knobs_offset(&p) == -9.5f && knobs_count(&p) == KNOBS_N);
    CHECK(knobs_tint(&p)->y == 8.0f && knobs_cut(&p)->steps == 11);
    expect(-3.0f, -9.5f, 100.0f, 7.0f, 8.0f, -20.0f, 20.0f, 11.0f, KNOBS_N);
    OK(NULL, knobs_close(&p));
    return checks_end();
}
