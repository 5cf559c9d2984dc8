/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "traffic.h"

#include "feature.h"

static traffic p;

static int near_to(float a, float b)
{
    return a == b;
}

/* All of an inout goes in, and only its range comes back: elsewhere its memory for what comes out stays zero. `held`
 * goes in on request and is changed on the device, all of it, as a state is. */
static void ranges_of_what_goes_both_ways(void)
{
    unsigned wrong = 0, outside = 0;
    vg_stats before;

    OK(traffic_detail(&p), traffic_reset(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    before = *traffic_stats(&p);
    for (int i = 0; i < TRAFFIC_N; i++)
        traffic_mix(&p)[i] = (float)i;
    OK(traffic_detail(&p), traffic_replay(&p));
    for (int i = 0; i < TRAFFIC_N; i++) {
        const int mixed = i >= 8 && i < 12, tail = i >= TRAFFIC_N - 3;

        wrong += !near_to(traffic_mix_out(&p)[i], mixed ? 2.0f * (float)i + 1.0f : 0.0f);
        outside += !tail && traffic_tail_out(&p)[i] != 0.0f;
        wrong += tail && !near_to(traffic_tail_out(&p)[i], 2.0f * (float)i + 2.0f); /* 1 of the replay before */
    }
    CHECK(wrong == 0 && outside == 0);
    CHECK(near_to(traffic_held_out(&p)[1], 1.0f + (float)traffic_stats(&p)->replays) && traffic_held_out(&p)[2] == 0.0f);
    CHECK(traffic_stats(&p)->uploads - before.uploads == 1); /* x and mix cross together */
    CHECK(traffic_stats(&p)->upload_bytes - before.upload_bytes == TRAFFIC_X_BYTES + TRAFFIC_MIX_BYTES);
    CHECK(traffic_stats(&p)->downloads - before.downloads == 4);
    CHECK(traffic_stats(&p)->download_bytes - before.download_bytes == (8 + 4 + 2 + 3) * sizeof(float));
    for (int i = 0; i < TRAFFIC_N; i++)
        traffic_held(&p)[i] = 10.0f;
    OK(traffic_detail(&p), traffic_changed_held(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(traffic_held_out(&p)[0] == 11.0f && traffic_held_out(&p)[2] == 0.0f);
    OK(traffic_detail(&p), traffic_reset(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_tail_out(&p)[TRAFFIC_N - 1], 2.0f * (TRAFFIC_N - 1) + 1.0f));
    CHECK(traffic_held_out(&p)[0] == 12.0f);
}

int main(void)
{
    feature_traffic crossed = {0, 0, 0, 0};
    uint64_t uploads;

    OPEN_OR_SKIP(traffic_open(&p, NULL, NULL));
    feature_count_traffic(&crossed);
    for (int i = 0; i < TRAFFIC_N; i++)
        traffic_x(&p)[i] = (float)i;
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_y(&p)[16], 32.0f) && near_to(traffic_y(&p)[23], 46.0f));
    CHECK(traffic_y(&p)[15] == 0.0f && traffic_y(&p)[24] == 0.0f); /* outside the range nothing comes down */
    CHECK(traffic_all(&p)[5] == 0.0f);                             /* not asked for */

    OK(traffic_detail(&p), traffic_want_all(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_all(&p)[5], 110.0f)); /* 100 + 5 + 5 */
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_all(&p)[5], 110.0f)); /* asked for once only */

    for (int i = 0; i < TRAFFIC_N; i++)
        traffic_table(&p)[i] = -1.0f;
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_y(&p)[16], 32.0f)); /* changed in pinned memory, but not sent yet */
    uploads = traffic_stats(&p)->uploads;
    OK(traffic_detail(&p), traffic_changed_table(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_y(&p)[16], -16.0f));
    CHECK(traffic_stats(&p)->uploads == uploads + 2); /* x each time, table this time */
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_y(&p)[16], -16.0f)); /* kept on the device */

    OK(traffic_detail(&p), traffic_want_sum(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_sum_out(&p)[5], 100.0f + 7 * 5.0f));
    for (int i = 0; i < TRAFFIC_N; i++)
        traffic_sum(&p)[i] = 0.5f;
    OK(traffic_detail(&p), traffic_changed_sum(&p));
    OK(traffic_detail(&p), traffic_want_sum(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_sum_out(&p)[5], 5.5f));
    OK(traffic_detail(&p), traffic_reset(&p));
    OK(traffic_detail(&p), traffic_want_sum(&p));
    OK(traffic_detail(&p), traffic_replay(&p));
    CHECK(near_to(traffic_sum_out(&p)[5], 105.0f));
    ranges_of_what_goes_both_ways();
    CHECK(feature_crossed(traffic_stats(&p), &crossed));
    OK(NULL, traffic_close(&p));
    return checks_end();
}
