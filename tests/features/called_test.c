/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "called.h"

#include "feature.h"

enum { N = CALLED_N, ROWS = CALLED_ROWS };

static called p;
static uint32_t sum[N];

static void give(uint32_t turn)
{
    for (uint32_t i = 0; i < N; i++)
        called_x(&p)[i] = i * 7 + turn;
    for (uint32_t i = 0; i < ROWS * N; i++)
        called_w(&p)[i] = i * i + turn * 3;
}

static void rows(void)
{
    int right = 1;

    OK(called_detail(&p), called_rows_replay(&p));
    for (uint32_t l = 0; l < ROWS; l++)
        for (uint32_t i = 0; i < N; i++)
            right = right && called_y(&p)[l * N + i] == called_w(&p)[l * N + i] * 3 + called_x(&p)[i] + 10 * l + 1;
    CHECK(right);
}

static void backwards(void)
{
    uint32_t t[N];
    int right = 1;

    memcpy(t, called_x(&p), sizeof t);
    OK(called_detail(&p), called_backwards_replay(&p));
    for (uint32_t l = 0; l < ROWS; l++)
        for (uint32_t i = 0; i < N; i++) {
            t[i] = called_w(&p)[(ROWS - 1 - l) * N + i] * 3 + t[i];
            right = right && called_y(&p)[l * N + i] == t[i];
        }
    CHECK(right && memcmp(called_z(&p), t, sizeof t) == 0);
}

static void nested(void)
{
    int right = 1;

    OK(called_detail(&p), called_nested_replay(&p));
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t c = 0; c < ROWS; c++)
            right = right && called_grid(&p)[i * ROWS + c] == (c <= i ? (i + 1 - c) * (c + 1) : 0);
    CHECK(right);
}

static void mix(uint32_t k)
{
    for (uint32_t i = 0; i < N; i++)
        sum[i] = sum[i] * 5 + k + i;
}

static void mixing(void)
{
    mix(1);
    mix(2);
}

static void twice(void)
{
    mixing();
    mix(3);
    mixing();
}

static void is_sum(void)
{
    CHECK(memcmp(called_sum_out(&p), sum, sizeof sum) == 0);
}

static void calls(void)
{
    mixing();
    OK(called_detail(&p), called_mixing_replay(&p));
    is_sum();
    twice();
    OK(called_detail(&p), called_twice_replay(&p));
    is_sum();
    for (uint32_t k = 0; k < 3; k++) {
        twice();
        mix(k);
    }
    OK(called_detail(&p), called_often_replay(&p));
    is_sum();
}

static void looped(uint32_t from)
{
    uint32_t n;

    called_from(&p)[0] = from;
    for (n = 0; n < from && n < CALLED_MOST; n++) {
        mixing();
        mix(100);
        mix(101);
    }
    OK(called_detail(&p), called_looped_replay(&p));
    CHECK(called_n(&p)[0] == n);
    is_sum();
}

int main(void)
{
    OPEN_OR_SKIP(called_open(&p, NULL, NULL));
    for (int i = 0; i < N; i++)
        sum[i] = 2;
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        give(seed);
        rows();
        backwards();
        nested();
        calls();
        for (uint32_t from = 0; from <= CALLED_MOST + 1; from++)
            looped(from);
    }
    OK(NULL, called_close(&p));
    return checks_end();
}
