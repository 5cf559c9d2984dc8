/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "portions.h"

#include "feature.h"

enum { N = PORTIONS_N, B = PORTIONS_B, ITEMS = 5 };

static portions p;
static uint32_t x[ITEMS][1 + N], y[ITEMS][N];
static portions_in in[ITEMS];
static portions_out out[ITEMS];

static void give(int item, uint32_t elements)
{
    x[item][0] = elements;
    for (uint32_t i = 0; i < N; i++)
        x[item][1 + i] = i + elements + (uint32_t)item;
    memset(y[item], 0xee, sizeof y[item]);
    in[item].x = x[item];
    in[item].x_count = 1 + N;
    out[item].y = y[item];
    out[item].y_count = N;
}

static int is_right(int item)
{
    const uint32_t whole = (x[item][0] + B - 1) / B * B;

    for (uint32_t i = 0; i < N; i++)
        if (y[item][i] != (i < whole ? x[item][1 + i] * x[item][1 + i] : 0))
            return 0;
    return 1;
}

static int is_untouched(int item)
{
    for (uint32_t i = 0; i < N; i++)
        if (y[item][i] != 0xeeeeeeee)
            return 0;
    return 1;
}

static void calls(unsigned lane)
{
    static const uint32_t elements[] = {0, 1, N, 17, 33};
    const uint64_t launches = portions_stats(&p, lane)->launches;

    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        give(0, elements[i]);
        OK(portions_detail(&p, lane), portions_call(&p, &in[0], &out[0], lane));
        CHECK(is_right(0));
    }
    OK(portions_detail(&p, lane), portions_call(&p, &in[0], &out[0], lane)); /* kept */
    CHECK(is_right(0) && portions_stats(&p, lane)->launches == launches + sizeof elements / sizeof *elements);
}

static vg_status poll_until_end(portions *program, portions_out *to, uint64_t timeout_ns, unsigned lane)
{
    vg_status status = VG_BUSY;

    (void)timeout_ns;
    while (status == VG_BUSY)
        status = portions_call_poll(program, to, lane);
    return status;
}

/* The same again launches again, and is refused again. */
static void too_many(unsigned lane)
{
    const uint64_t launches = portions_stats(&p, lane)->launches;

    give(0, N + 1);
    for (int i = 0; i < 2; i++) {
        CHECK(portions_call(&p, &in[0], &out[0], lane) == VG_ABOVE);
        CHECK(portions_detail(&p, lane)->expected == PORTIONS_MOST && portions_detail(&p, lane)->found == 5);
        CHECK(strcmp(portions_detail(&p, lane)->step, "launch square") == 0 && is_untouched(0));
    }
    CHECK(portions_stats(&p, lane)->launches == launches + 2);
    calls(lane);
}

/* One that was started has ended with that, so that there is nothing to finish, and the next may be started. */
static void too_many_started(unsigned lane)
{
    vg_status (*const ends[])(portions *, portions_out *, uint64_t, unsigned) = {portions_call_finish, poll_until_end};

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        give(0, N + 1);
        OK(portions_detail(&p, lane), portions_call_start(&p, &in[0], lane));
        CHECK(ends[i](&p, &out[0], VG_FOREVER, lane) == VG_ABOVE && is_untouched(0));
        CHECK(ends[i](&p, &out[0], VG_FOREVER, lane) == VG_STATE && is_untouched(0));
        give(0, 17);
        OK(portions_detail(&p, lane), portions_call_start(&p, &in[0], lane));
        OK(portions_detail(&p, lane), ends[i](&p, &out[0], VG_FOREVER, lane));
        CHECK(is_right(0));
    }
}

static void batches(void)
{
    for (int i = 0; i < ITEMS; i++)
        give(i, (uint32_t)i * 15);
    OK(portions_detail(&p, 0), portions_call_batch(&p, in, out, ITEMS));
    for (int i = 0; i < ITEMS; i++)
        CHECK(out[i].status == VG_OK && is_right(i));
    for (int i = 0; i < ITEMS; i++)
        give(i, i == 1 ? 100 : 20 + (uint32_t)i);
    CHECK(portions_call_batch(&p, in, out, ITEMS) == VG_ABOVE);
    CHECK(portions_detail(&p, 0)->found == 7);
    CHECK(out[0].status == VG_OK && is_right(0) && out[1].status == VG_ABOVE && is_untouched(1));
    for (int i = 0; i < ITEMS; i++)
        give(i, 60 - (uint32_t)i);
    OK(portions_detail(&p, 0), portions_call_batch(&p, in, out, ITEMS));
    for (int i = 0; i < ITEMS; i++)
        CHECK(out[i].status == VG_OK && is_right(i));
}

int main(void)
{
    OPEN_OR_SKIP(portions_open(&p, NULL, NULL));
    for (unsigned lane = 0; lane < PORTIONS_LANES; lane++) {
        calls(lane);
        too_many(lane);
        too_many_started(lane);
    }
    batches();
    OK(NULL, portions_close(&p));
    return checks_end();
}
