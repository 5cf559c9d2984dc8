/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "answers.h"

#include "feature.h"

static answers p;
static int32_t a[ANSWERS_N], b[ANSWERS_N], c[ANSWERS_N], sum[ANSWERS_N], product[ANSWERS_N], both[ANSWERS_N];

/* What the last calls did, by the counters of a lane. */
typedef struct {
    uint64_t launches, uploads, resident, kept;
} figures;

static figures of(unsigned lane)
{
    const vg_stats *s = answers_stats(&p, lane);
    const figures f = {s->launches, s->uploads, s->resident_hits, s->kept_hits};

    return f;
}

static void fill(int32_t *buffer, int32_t first)
{
    for (int i = 0; i < ANSWERS_N; i++)
        buffer[i] = first + i;
}

/* Whether the call gave what it must, and did what is expected of it. */
static int full(unsigned lane, uint64_t launches, uint64_t uploads, uint64_t resident, uint64_t kept)
{
    const answers_full_in in = {a, ANSWERS_N, b, ANSWERS_N, c, ANSWERS_N};
    answers_full_out out = {sum, ANSWERS_N, product, ANSWERS_N, VG_OK};
    const figures before = of(lane);
    figures after;
    int wrong = 0;

    memset(sum, 0x55, sizeof sum);
    memset(product, 0x55, sizeof product);
    OK(answers_detail(&p, lane), answers_full_call(&p, &in, &out, lane));
    for (int i = 0; i < ANSWERS_N; i++)
        wrong += sum[i] != a[i] + b[i] + c[i] || product[i] != a[i] * b[i] - c[i];
    after = of(lane);
    return wrong == 0 && after.launches - before.launches == launches && after.uploads - before.uploads == uploads &&
           after.resident - before.resident == resident && after.kept - before.kept == kept;
}

static int part(unsigned lane, uint64_t launches, uint64_t uploads, uint64_t resident, uint64_t kept)
{
    const answers_part_in in = {b, ANSWERS_N, c, ANSWERS_N};
    answers_part_out out = {both, ANSWERS_N, VG_OK};
    const figures before = of(lane);
    figures after;
    int wrong = 0;

    memset(both, 0x55, sizeof both);
    OK(answers_detail(&p, lane), answers_part_call(&p, &in, &out, lane));
    for (int i = 0; i < ANSWERS_N; i++)
        wrong += both[i] != 1000 * b[i] + c[i];
    after = of(lane);
    return wrong == 0 && after.launches - before.launches == launches && after.uploads - before.uploads == uploads &&
           after.resident - before.resident == resident && after.kept - before.kept == kept;
}

int main(void)
{
    OPEN_OR_SKIP(answers_open(&p, NULL, NULL));
    for (unsigned lane = 0; lane < ANSWERS_LANES; lane++) {
        feature_traffic crossed = {0, 0, 0, 0};

        feature_seed(lane);
        feature_count_traffic(&crossed);
        fill(a, 10);
        fill(b, -20);
        fill(c, 300);
        CHECK(full(lane, 1, 3, 0, 0)); /* a crosses without a copy */
        CHECK(full(lane, 0, 0, 0, 1));
        a[7]++;
        CHECK(full(lane, 1, 1, 0, 0)); /* nothing is copied, but a crosses: not resident */
        CHECK(part(lane, 1, 0, 1, 0)); /* the device holds all that it takes */
        b[ANSWERS_N - 1] = 0;
        CHECK(part(lane, 1, 1, 0, 0));
        c[0] = 1;
        CHECK(full(lane, 1, 2, 0, 0)); /* a and c; b is there, as part sent it */
        CHECK(full(lane, 0, 0, 0, 1));
        CHECK(part(lane, 1, 0, 1, 0));
        CHECK(part(lane, 0, 0, 0, 1));
        CHECK(feature_crossed(answers_stats(&p, lane), &crossed));
        feature_count_traffic(NULL);
    }
    OK(NULL, answers_close(&p));
    return checks_end();
}
