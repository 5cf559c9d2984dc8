/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is expected is computed in the toolkit's order, so that sums of floats agree to the last bit. */
#include "collect.h"

#include <math.h>

#include "feature.h"

#define N COLLECT_N

static collect p;
static float x[N];

typedef float operation(float a, float b);

static float plus(float a, float b)
{
    return a + b;
}

static float widest(float a, float b)
{
    return fabsf(b) > fabsf(a) ? b : a;
}

static float greater(float a, float b)
{
    return a < b ? b : a;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

/* ---- of `lanes` lanes, of which `valid` count ---- */

static float reduce(const float *in, int lanes, int valid, operation *op)
{
    float v[32];

    for (int i = 0; i < lanes; i++)
        v[i] = i < valid ? in[i] : 0.0f;
    for (int step = 1; step < lanes; step *= 2)
        for (int i = 0; i + step < valid; i++)
            v[i] = op(v[i], v[i + step]);
    return v[0];
}

static void scan(float *v, int lanes, operation *op)
{
    for (int step = 1; step < lanes; step *= 2)
        for (int i = lanes - 1; i >= step; i--)
            v[i] = op(v[i - step], v[i]);
}

/* Inclusive to exclusive. */
static void shift(float *v, int lanes, float first)
{
    for (int i = lanes - 1; i > 0; i--)
        v[i] = v[i - 1];
    v[0] = first;
}

static float tree(const float *in, int count)
{
    float v[8];

    for (int i = 0; i < count; i++)
        v[i] = in[i];
    for (int step = 1; step < count; step *= 2)
        for (int i = 0; i + step < count; i += 2 * step)
            v[i] += v[i + step];
    return v[0];
}

/* ---- reductions of the block ---- */

static float by_warps(const float *in, int valid, operation *op)
{
    float sum = reduce(in, 32, valid < 32 ? valid : 32, op);

    for (int w = 1; w < N / 32 && 32 * w < valid; w++)
        sum = op(sum, reduce(in + 32 * w, 32, valid - 32 * w < 32 ? valid - 32 * w : 32, op));
    return sum;
}

static float by_raking(const float *in, int valid, operation *op)
{
    float part[32];

    for (int i = 0; i < 32; i++) {
        part[i] = in[4 * i];
        for (int k = 1; k < 4 && 4 * i + k < valid; k++)
            part[i] = op(part[i], in[4 * i + k]);
    }
    return reduce(part, 32, (valid + 3) / 4, op);
}

static float in_any_order(const float *in, int valid, operation *op)
{
    float part[32];

    if (valid < N)
        return by_raking(in, valid, op);
    for (int i = 0; i < 32; i++) {
        const float items[4] = {in[i], in[32 + 3 * i], in[33 + 3 * i], in[34 + 3 * i]};

        part[i] = op == plus ? tree(items, 4) : op(op(op(items[0], items[1]), items[2]), items[3]);
    }
    return reduce(part, 32, 32, op);
}

static void check_sums(void)
{
    float (*const kinds[COLLECT_KINDS])(const float *, int, operation *) = {by_warps, by_raking, in_any_order};
    float items[N];

    for (int i = 0; i < N; i++) {
        float five[5];

        for (int k = 0; k < 5; k++)
            five[k] = x[(i + k) % N];
        items[i] = tree(five, 5);
    }
    for (int kind = 0; kind < COLLECT_KINDS; kind++) {
        const float *y = &collect_sum(&p)[kind * COLLECT_SUMS];

        CHECK(y[0] == kinds[kind](x, N, plus));
        CHECK(y[1] == kinds[kind](x, 77, plus));
        CHECK(y[2] == kinds[kind](items, N, plus) && y[5] == y[2]);
        CHECK(y[3] == kinds[kind](x, N, widest));
        CHECK(y[4] == kinds[kind](x, 20, greater));
    }
}

/* ---- scans of the block ---- */

/* `first` comes before everything, and is known from the start or only when the block's sum is: `late`. NAN: nothing. */
static void rake(float *v, int exclusive, float first, int late, operation *op)
{
    float part[32];

    for (int i = 0; i < 32; i++)
        part[i] = op(op(op(v[4 * i], v[4 * i + 1]), v[4 * i + 2]), v[4 * i + 3]);
    scan(part, 32, op);
    for (int i = 0; i < 32 && !late && !isnan(first); i++)
        part[i] = op(first, part[i]);
    shift(part, 32, first);
    for (int i = 1; i < 32 && late; i++)
        part[i] = op(first, part[i]);
    for (int i = 0; i < N; i++) {
        const float before = i % 4 == 0 ? part[i / 4] : exclusive ? part[0] : v[i - 1];
        const float now = v[i];

        if (i % 4 == 0)
            part[0] = i == 0 && isnan(first) ? now : op(before, now);
        else
            part[0] = op(part[0], now);
        v[i] = exclusive ? before : part[0];
    }
}

static void across_warps(float *v, int exclusive, float first, int late, operation *op)
{
    float ahead = 0, total = 0;

    for (int w = 0; w < N / 32; w++) {
        float *part = v + 32 * w, last;
        const float with = w == 0 ? first : late || isnan(first) ? ahead : op(first, ahead);

        scan(part, 32, op);
        last = part[31];
        if (exclusive)
            shift(part, 32, NAN);
        for (int i = 0; i < 32; i++) {
            if (w > 0 || (!late && !isnan(first)))
                part[i] = exclusive && i == 0 ? with : op(with, part[i]);
            if (late)
                part[i] = exclusive && w == 0 && i == 0 ? first : op(first, part[i]);
        }
        total = w == 0 ? last : op(total, last);
        ahead = total;
    }
}

typedef void scanning(float *v, int exclusive, float first, int late, operation *op);

static float total_of(scanning *by)
{
    float v[N], part[32];

    memcpy(v, x, sizeof v);
    if (by == across_warps) {
        across_warps(v, 0, NAN, 0, plus);
        return v[N - 1];
    }
    for (int i = 0; i < 32; i++)
        part[i] = v[4 * i] + v[4 * i + 1] + v[4 * i + 2] + v[4 * i + 3];
    scan(part, 32, plus);
    return part[31];
}

/* Several items: the threads' own sums are scanned, then each thread goes on from there. */
static void several(scanning *by, int exclusive, float *y)
{
    float sums[N];

    for (int i = 0; i < N; i++) {
        const float items[3] = {x[3 * i % N], x[(3 * i + 1) % N], x[(3 * i + 2) % N]};

        sums[i] = tree(items, 3);
    }
    by(sums, 1, 0.0f, 0, plus);
    for (int i = 0; i < N; i++) {
        const float first = i == 0 && !exclusive ? x[3 * i % N] : sums[i] + x[3 * i % N],
                    second = first + x[(3 * i + 1) % N];

        y[i] = exclusive ? sums[i] + first : second + x[(3 * i + 2) % N];
    }
}

static int equal(const float *y, const float *expected)
{
    for (int i = 0; i < N; i++)
        if (y[i] != expected[i]) {
            printf("[%d]: %.9g, expected %.9g\n", i, (double)y[i], (double)expected[i]);
            return 0;
        }
    return 1;
}

static void check_scans(int kind, scanning *by)
{
    const float *y = &collect_scanned(&p)[kind * COLLECT_SCANS * N];
    const float all = by_warps(x, N, widest);
    float v[N];
    int place = 0, places[N];

    memcpy(v, x, sizeof v);
    by(v, 0, NAN, 0, plus);
    CHECK(equal(y, v));
    memcpy(v, x, sizeof v);
    by(v, 1, 0.0f, 0, plus);
    CHECK(equal(y + N, v));
    memcpy(v, x, sizeof v);
    by(v, 1, -1.0f, 0, widest);
    for (int i = 0; i < N; i++)
        v[i] += all;
    CHECK(equal(y + 2 * N, v));
    several(by, 0, v);
    CHECK(equal(y + 3 * N, v));
    several(by, 1, v);
    CHECK(equal(y + 4 * N, v));
    for (int tile = 0; tile < 2; tile++) {
        memcpy(v, x, sizeof v);
        by(v, 1, tile == 0 ? 100.0f : 100.0f + total_of(by), 1, plus);
        CHECK(equal(y + (5 + tile) * N, v));
    }
    memcpy(v, x, sizeof v);
    by(v, 0, NAN, 0, least);
    CHECK(equal(y + 7 * N, v));
    for (int i = 0; i < N; i++) {
        places[i] = place;
        place += x[i] > 0.0f;
    }
    for (int i = 0; i < N; i++)
        CHECK(collect_aggregates(&p)[kind * N + i] == 1000 * place + places[i]);
}

/* ---- warps, groups, atomics ---- */

static void check_warps(void)
{
    const float *y = collect_warped(&p);
    const int32_t *whole = collect_warped_whole(&p);

    for (int i = 0; i < N; i++) {
        float plain[16], with[16];
        int best = i, head = i, tail = i;

        memcpy(plain, x + i / 16 * 16, sizeof plain);
        scan(plain, 16, plus);
        for (int k = 0; k < 16; k++)
            with[k] = 0.5f + plain[k];
        CHECK(y[i] == (i % 32 == 0 ? reduce(x + i, 32, 32, plus) : 0.0f));
        CHECK(y[N + i] == (i % 32 == 0 ? reduce(x + i, 32, 13, plus) : 0.0f));
        CHECK(y[2 * N + i] == with[i % 16] - (i % 16 == 0 ? 0.5f : with[i % 16 - 1]));
        CHECK(y[3 * N + i] == (i % 16 == 0 ? 0.0f : plain[i % 16 - 1]) + plain[15]);
        for (int k = i; k < i + 8 && k < N; k++)
            best = x[k / 3 * 3] > x[best / 3 * 3] ? k : best;
        CHECK(whole[i] == (i % 8 == 0 ? best : 0));
        for (int k = i + 1; k % 32 != 0 && k % 5 != 0; k++)
            head += k;
        CHECK(whole[N + i] == (i % 32 == 0 || i % 5 == 0 ? head : 0));
        for (int k = i + 1; k % 32 != 0 && (k - 1) % 5 != 0; k++)
            tail += k;
        CHECK(whole[2 * N + i] == (i % 32 == 0 || i % 5 == 1 ? tail : 0));
        CHECK(whole[3 * N + i] == i / 16 * 16 + 3);
    }
}

static void check_groups(void)
{
    const float *y = collect_grouped(&p);
    const int32_t *whole = collect_grouped_whole(&p);

    for (int i = 0; i < N; i++) {
        float plain[16];
        int before = 0, ahead = 0, bits = 0, half = 0, first = -1;

        memcpy(plain, x + i / 16 * 16, sizeof plain);
        scan(plain, 16, plus);
        CHECK(y[i] == plain[i % 16] && y[N + i] == (i % 16 == 0 ? 0.0f : plain[i % 16 - 1]));
        CHECK(whole[i] == (i % 16 == 0 ? 0 : i - 1));
        for (int k = i / 32 * 32; k < i; k++) {
            before += k % 3 == 0 ? k : 0;
            ahead += k % 3 == 0;
        }
        CHECK(whole[N + i] == (i % 3 == 0 ? before + 10000 * ahead : 0));
        for (int k = i / 16 * 16; k <= i; k++)
            bits |= k % 4 == i % 4 ? 1 << k % 16 : 0;
        CHECK(whole[2 * N + i] == bits + 4);
        for (int k = i / 16 * 16; k < i / 16 * 16 + 16; k++)
            if ((x[k] > 0.0f) == (x[i] > 0.0f)) {
                first = first < 0 ? k : first;
                half++;
            }
        CHECK(whole[3 * N + i] == first + 1000 * half);
    }
}

static void check_atomics(void)
{
    CHECK(collect_count_out(&p)[0] == 4 * 127 && collect_count_out(&p)[1] == 4 * N * 2 &&
          collect_count_out(&p)[2] == 0x7fffffff);
    CHECK(collect_most_out(&p)[0] == 511.0f && collect_most_out(&p)[1] == (float)N);
    CHECK(collect_wide_out(&p)[0] == (uint64_t)N << 35 && collect_wide_out(&p)[1] == 5);
    for (int i = 0; i < 4 * N; i++)
        CHECK(collect_order(&p)[i] == 1000 + N + 77 + i / N);
}

int main(void)
{
    scanning *const kinds[COLLECT_KINDS] = {rake, rake, across_warps};

    OPEN_OR_SKIP(collect_open(&p, NULL, NULL));
    for (int i = 0; i < N; i++)
        x[i] = (float)((i * 37) % 101 - 40) / (float)(i % 7 + 1) * (i % 13 == 5 ? 1000.0f : 1.0f);
    for (unsigned round = 0; round < FEATURE_SEEDS; round++) {
        feature_seed(round);
        memcpy(collect_x(&p), x, sizeof x);
        collect_wide(&p)[1] = UINT64_MAX;
        OK(collect_detail(&p), collect_replay(&p));
        check_sums();
        for (int kind = 0; kind < COLLECT_KINDS; kind++)
            check_scans(kind, kinds[kind]);
        check_warps();
        check_groups();
        check_atomics();
    }
    OK(NULL, collect_close(&p));
    return checks_end();
}
