/* SPDX-License-Identifier: MIT */
#include "traffic.h"

#include "feature.h"

static traffic p;

static int near_to(float a, float b)
{
    return a == b;
}

int main(void)
{
    uint64_t uploads;

    OPEN_OR_SKIP(traffic_open(&p, NULL, NULL));
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
    OK(NULL, traffic_close(&p));
    return checks_end();
}
