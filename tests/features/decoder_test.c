/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* All steps of a sequence are in flight at once, and give what they give one by one. */
#include "decoder.h"

#include "feature.h"

static decoder p;
static uint32_t hidden[DECODER_WIDTH];

static void begin(void)
{
    for (uint32_t i = 0; i < DECODER_WIDTH; i++)
        hidden[i] = 1;
}

static uint32_t token(uint32_t step)
{
    return step * 7 + 1;
}

/* Each step has a setting of its own, too. */
static uint32_t scale(uint32_t step)
{
    return 3 + step % 5;
}

static uint32_t expected(uint32_t step)
{
    uint32_t best = 0;

    for (uint32_t i = 0; i < DECODER_WIDTH; i++)
        hidden[i] = hidden[i] * scale(step) + token(step) + i;
    for (uint32_t i = 1; i < DECODER_WIDTH; i++)
        best = hidden[i] * 2654435761u > hidden[best] * 2654435761u ? i : best;
    return best;
}

static void put(uint32_t step)
{
    *decoder_token(&p) = token(step);
    OK(decoder_detail(&p), decoder_set_scale(&p, scale(step)));
    OK(decoder_detail(&p), decoder_start(&p));
}

/* Twice, so that each slot has taken another value of the setting. */
static void all_at_once(void)
{
    for (uint32_t turn = 0; turn < 2; turn++) {
        for (uint32_t step = 0; step < DECODER_STEPS; step++)
            put(turn * DECODER_STEPS + step);
        CHECK(decoder_in_flight(&p) == DECODER_STEPS);
        CHECK(decoder_token(&p) == NULL);
        CHECK(decoder_start(&p) == VG_STATE && decoder_detail(&p)->found == DECODER_STEPS);
        for (uint32_t step = 0; step < DECODER_STEPS; step++) {
            OK(decoder_detail(&p), decoder_finish(&p, VG_FOREVER));
            if (!CHECK(*decoder_next(&p) == expected(turn * DECODER_STEPS + step)))
                break;
        }
    }
}

/* A few at a time, so that slots come round without the queue being empty. */
static void a_few_at_a_time(void)
{
    uint32_t put_so_far = 0;

    for (uint32_t step = 0; step < 150; step++) {
        while (put_so_far < 150 && decoder_in_flight(&p) < 5)
            put(put_so_far++);
        OK(decoder_detail(&p), decoder_finish(&p, VG_FOREVER));
        if (!CHECK(*decoder_next(&p) == expected(step)))
            break;
    }
    CHECK(decoder_in_flight(&p) == 0);
}

/* The figures are those of all slots, and a wait for all leaves the outputs of the last. */
static void one_wait(void)
{
    const uint64_t before = decoder_stats(&p)->replays;
    uint32_t last = 0;

    for (uint32_t step = 0; step < DECODER_STEPS; step++) {
        put(step);
        last = expected(step);
    }
    OK(decoder_detail(&p), decoder_finish_all(&p, VG_FOREVER));
    OK(decoder_detail(&p), decoder_finish_all(&p, 0));
    CHECK(decoder_in_flight(&p) == 0 && *decoder_next(&p) == last);
    CHECK(decoder_stats(&p)->replays == before + DECODER_STEPS &&
          decoder_stats(&p)->launches == before + DECODER_STEPS);
}

/* Used like a program without a queue: addresses and inputs stay. */
static void one_by_one(void)
{
    uint32_t *in = decoder_token(&p);
    const uint32_t *out = NULL;

    *in = token(0);
    OK(decoder_detail(&p), decoder_set_scale(&p, scale(0)));
    for (uint32_t i = 0; i < 3; i++) {
        OK(decoder_detail(&p), i == 0 ? decoder_replay(&p) : i == 1 ? decoder_step(&p) : decoder_start(&p));
        CHECK(i < 2 || decoder_next(&p) == NULL); /* the replay in flight has that memory */
        if (i == 2)
            OK(decoder_detail(&p), decoder_finish(&p, VG_FOREVER));
        out = out == NULL ? decoder_next(&p) : out;
        CHECK(decoder_token(&p) == in && decoder_next(&p) == out && *out == expected(0));
    }
}

int main(void)
{
    static void (*const ways[])(void) = {all_at_once, a_few_at_a_time, one_wait, one_by_one};

    for (unsigned wait = 0; wait < 3; wait++) {
        vg_config config;

        memset(&config, 0, sizeof config);
        config.wait = wait == 1 ? VG_WAIT_BLOCK : VG_WAIT_SPIN;
        config.completion = wait == 2 ? VG_COMPLETION_QUERY : VG_COMPLETION_AUTO;
        config.warm_up = wait;
        feature_seed(wait);
        OPEN_OR_SKIP(decoder_open(&p, &config, NULL));
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            begin();
            OK(decoder_detail(&p), decoder_reset(&p));
            ways[i]();
        }
        OK(NULL, decoder_close(&p));
    }
    return checks_end();
}
