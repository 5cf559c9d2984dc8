/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "kinds.h"

#include "feature.h"

static kinds p;

static int near_to(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

int main(void)
{
    OPEN_OR_SKIP(kinds_open(&p, NULL, NULL));
    for (int i = 0; i < KINDS_N; i++) {
        kinds_a(&p)[i] = (int8_t)-i;
        kinds_b(&p)[i] = (uint8_t)(200 + i);
        kinds_c(&p)[i] = (int16_t)(-1000 * i);
        kinds_d(&p)[i] = (uint16_t)(60000 + i);
        kinds_e(&p)[i] = -100000 * i;
        kinds_f(&p)[i] = 4000000000u + (uint32_t)i;
        kinds_g(&p)[i] = -((int64_t)1 << 40);
        kinds_h(&p)[i] = (uint64_t)1 << 41;
        kinds_on(&p)[i] = (uint8_t)(i % 2);
        memset(&kinds_x(&p)[i], 0, sizeof(kinds_cell));
        kinds_x(&p)[i].weight = i;
        kinds_x(&p)[i].id = (uint16_t)i;
        kinds_x(&p)[i].pair.y = 0.5f;
        kinds_x(&p)[i].tag[3] = (uint8_t)i;
        kinds_x(&p)[i].on = (uint8_t)(i % 2);
    }
    OK(kinds_detail(&p), kinds_replay(&p));
    for (int i = 0; i < KINDS_N; i++) {
        const int64_t sum = -i + (200 + i) - 1000 * i + (60000 + i) - 100000 * (int64_t)i + 4000000000 + i +
                            ((int64_t)1 << 40) + (i % 2 ? 1000000 : 0);
        static const double special[4] = {1.5, -0.25, 65504, 0.0999755859375};
        const double half = i >= 4 && i < 8 ? special[i - 4] : 1.5;
        const kinds_cell *c = &kinds_ycell(&p)[i];
        int good = 1;

        good &= CHECK(kinds_sum(&p)[i] == sum);
        good &= CHECK(near_to(kinds_y(&p)[i], half - 3.0 + 0.1 + 0.5 + 256.0 + 1.0 - 7.0 + 255.0));
        good &= CHECK(near_to(c->weight, i + 2.5) && c->id == i + 7 && c->pair.x == 1.0f && c->pair.y == -0.5f);
        good &= CHECK(c->tag[0] == 1 && c->tag[3] == i + 4 && c->on == (i % 2 ? 0 : 1));
        good &= CHECK(kinds_w(&p)[i].x == (i == 0 ? 4.0f : i == 1 ? 8.0f : 0.0f));
        if (!good)
            break;
    }
    CHECK(kinds_back(&p)[0] == 0x4200 && kinds_back(&p)[5] == 0xb800); /* 3.0 and -0.5 */
    CHECK(kinds_firsts(&p)[1].x == 0.5f && kinds_firsts(&p)[1].y == -0.5f);
    OK(NULL, kinds_close(&p));
    return checks_end();
}
