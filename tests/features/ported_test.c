/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "ported.h"

#include "feature.h"

static ported p;

int main(void)
{
    float y[PORTED_SIZE];

    OPEN_OR_SKIP(ported_open(&p, NULL, NULL));
    for (int i = 0; i < PORTED_SIZE; i++) {
        ported_x(&p)[i] = (float)(i % 9);
        ported_y(&p)[i] = (float)(i % 4);
        y[i] = 2.0f * (float)(i % 9) + (float)(i % 4);
    }
    OK(ported_detail(&p), ported_replay(&p));
    for (int i = 0; i < PORTED_SIZE; i++) {
        const float before = y[i > 0 ? i - 1 : 0], after = y[i + 1 < PORTED_SIZE ? i + 1 : i];

        if (!CHECK(ported_out(&p)[i] == 0.25f * before + 0.5f * y[i] + 0.25f * after) || !CHECK(ported_y_out(&p)[i] == y[i]))
            break;
    }
    OK(NULL, ported_close(&p));
    return checks_end();
}
