/* SPDX-License-Identifier: MIT */
#include "parts.h"

#include "feature.h"

static parts p;

int main(void)
{
    float lut[PARTS_COLS];
    parts_data data;

    memset(&data, 0, sizeof data);
    CHECK(parts_open(&p, NULL, &data) != VG_OK); /* `data: app` is missing */
    for (int i = 0; i < PARTS_COLS; i++)
        lut[i] = (float)i;
    data.lut = lut;
    OPEN_OR_SKIP(parts_open(&p, NULL, &data));
    CHECK(parts_none(&p) != NULL && PARTS_NONE_COUNT == 0 && PARTS_NONE_BYTES == 0);
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < PARTS_N; i++)
            parts_m(&p)[i] = (float)(i * round);
        for (unsigned i = 0; i < PARTS_COLS; i++)
            parts_index(&p)[i] = i + 5;
        OK(parts_detail(&p), parts_replay(&p));
        for (int i = 0; i < PARTS_COLS; i++) {
            CHECK(parts_rows(&p)[i] == (float)((32 + i) * round * 2));
            CHECK(parts_rows(&p)[16 + i] == (float)((32 + i) * round * 4));
            CHECK(parts_rows(&p)[32 + i] == (float)(i * round));
            CHECK(parts_rows(&p)[48 + i] == 0.0f); /* nothing wrote it */
            CHECK(parts_found(&p)[i] == (float)((i + 5) % PARTS_COLS));
        }
        for (int i = 0; i < PARTS_N; i++) {
            const float value = (float)(i * round);
            uint32_t word;

            memcpy(&word, &value, sizeof word);
            CHECK(parts_raw(&p)[i] == (i % 2 ? word ^ 1u : 0u));
            CHECK(parts_shown(&p)[i] == (float)((i >= 16 && i < 24 ? i - 8 : i) * round));
        }
        CHECK(parts_pattern(&p)[1] == 0x0102030405060708u && parts_pattern(&p)[4] == UINT64_MAX);
        CHECK(parts_pattern(&p)[5] == 0);
    }
    OK(NULL, parts_close(&p));
    return checks_end();
}
