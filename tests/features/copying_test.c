/* SPDX-License-Identifier: MIT */
#include "copying.h"

#include "feature.h"

static copying p;

int main(void)
{
    double x[COPYING_X_COUNT], y[COPYING_Y_COUNT];
    int16_t before[COPYING_IO_COUNT], after[COPYING_IO_COUNT];
    const uint8_t k[COPYING_K_COUNT] = {1, 2, 3};
    copying_in in;
    copying_out out;

    OPEN_OR_SKIP(copying_open(&p, NULL, NULL));
    for (int i = 0; i < COPYING_N; i++) {
        x[i] = 0.5 * i;
        before[i] = (int16_t)(i - 50);
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
    out.y = y;
    out.y_count = COPYING_Y_COUNT;
    for (int round = 0; round < 3; round++) {
        x[0] = round;
        memset(y, 0xff, sizeof y);
        OK(copying_detail(&p), copying_call(&p, &in, &out));
        for (int i = 0; i < COPYING_N; i++) {
            if (!CHECK(y[i] == x[COPYING_N - 1 - i] * k[i % 3] && after[i] == before[i] + 1))
                break;
        }
    }
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
