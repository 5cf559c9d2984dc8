/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "switches.h"

#include "feature.h"

static switches p;

static void run(int doubled, int negated)
{
    int factor = (doubled ? 2 : 1) * (negated ? -1 : 10);

    OK(switches_detail(&p), switches_switch_doubled(&p, doubled));
    OK(switches_detail(&p), switches_switch_negated(&p, negated));
    CHECK(switches_is_on_doubled(&p) == doubled && switches_is_on_negated(&p) == negated);
    for (int i = 0; i < SWITCHES_N; i++)
        switches_x(&p)[i] = i - 5;
    OK(switches_detail(&p), switches_replay(&p));
    for (int i = 0; i < SWITCHES_N; i++) {
        if (!CHECK(switches_x_out(&p)[i] == (i - 5) * factor))
            break;
    }
    CHECK(switches_order(&p)[0] == (doubled ? 1u : 12u));
    for (int i = 0; i < 4; i++)
        CHECK(switches_mark(&p)[i] == (doubled ? 7 : 0)); /* bytes that nothing wrote are zero */
}

int main(void)
{
    OPEN_OR_SKIP(switches_open(&p, NULL, NULL));
    CHECK(switches_is_on_doubled(&p) == 1 && switches_is_on_negated(&p) == 0);
    for (int i = 0; i < 12; i++)
        run(i % 2, i / 2 % 2);
    for (int i = 0; i < 12; i++)
        run((i * 5 + 3) % 7 % 2, i % 3 == 0);
    OK(switches_detail(&p), switches_start(&p));
    (void)switches_switch_negated(&p, 1); /* a running replay never sees it */
    OK(switches_detail(&p), switches_finish(&p, VG_FOREVER));
    OK(NULL, switches_close(&p));
    CHECK(switches_switch_negated(NULL, 1) == VG_ARGUMENT);
    return checks_end();
}
