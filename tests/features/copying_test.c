/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "copying.h"

#include "feature.h"

static copying p;

/* Of what comes out of `some` elements 70 to 89 are written; the others of the caller's memory stay what they were. */
static unsigned wrong_in_range(const int16_t *before, const int16_t *after, int16_t untouched)
{
    unsigned wrong = 0;

    for (int i = 0; i < COPYING_N; i++)
        wrong += after[i] != (i >= COPYING_N - 30 && i < COPYING_N - 10 ? before[i] + 5 : untouched);
    return wrong;
}

int main(void)
{
    double x[COPYING_X_COUNT], y[COPYING_Y_COUNT];
    int16_t before[COPYING_IO_COUNT], after[COPYING_IO_COUNT];
    int16_t some[COPYING_SOME_COUNT], some_after[COPYING_SOME_COUNT];
    const uint8_t k[COPYING_K_COUNT] = {1, 2, 3};
    copying_in in;
    copying_out out;

    OPEN_OR_SKIP(copying_open(&p, NULL, NULL));
    for (int i = 0; i < COPYING_N; i++) {
        x[i] = 0.5 * i;
        before[i] = (int16_t)(i - 50);
        some[i] = (int16_t)(2 * i);
    }
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    in.x = x;
    in.x_count = COPYING_X_COUNT;
    in.k = k;
    in.k_count = COPYING_K_COUNT;
    in.io = before;
    in.io_count = COPYING_IO_COUNT;
    out.io = after;
    out.io_count = COPYING_IO_COUNT;
    in.some = some;
    in.some_count = COPYING_SOME_COUNT;
    out.some = some_after;
    out.some_count = COPYING_SOME_COUNT;
    out.y = y;
    out.y_count = COPYING_Y_COUNT;
    for (int round = 0; round < 3; round++) {
        x[0] = round;
        some[75] = (int16_t)(100 + round);
        memset(y, 0xff, sizeof y);
        for (int i = 0; i < COPYING_N; i++)
            some_after[i] = -7;
        OK(copying_detail(&p), copying_call(&p, &in, &out));
        for (int i = 0; i < COPYING_N; i++) {
            if (!CHECK(y[i] == x[COPYING_N - 1 - i] * k[i % 3] && after[i] == before[i] + 1))
                break;
        }
        CHECK(wrong_in_range(some, some_after, -7) == 0);
        /* Of `some` only the range is brought: with all of it there would be more. */
        CHECK(copying_stats(&p)->download_bytes / (uint64_t)(round + 1) < COPYING_IO_BYTES + COPYING_Y_BYTES + COPYING_SOME_BYTES);
    }
    out.some_count = 20; /* counts are those of the whole buffer */
    CHECK(copying_call(&p, &in, &out) == VG_ARGUMENT && copying_detail(&p)->expected == COPYING_SOME_COUNT);
    out.some_count = COPYING_SOME_COUNT;
    in.x_count--;
    CHECK(copying_call(&p, &in, &out) == VG_ARGUMENT);
    CHECK(copying_detail(&p)->expected == COPYING_X_COUNT && copying_detail(&p)->found == COPYING_X_COUNT - 1);
    in.x_count++;
    out.y = NULL;
    CHECK(copying_call(&p, &in, &out) == VG_ARGUMENT);
    CHECK(copying_call(&p, NULL, &out) == VG_ARGUMENT);
    OK(NULL, copying_close(&p));
    CHECK(copying_call(&p, &in, &out) != VG_OK);
    return checks_end();
}
