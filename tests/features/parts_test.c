/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "parts.h"

#include "feature.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static parts p;

/* Beside the buffers in pinned memory, the last bytes of which are the runtime's. */
static unsigned bytes_that_are_not_zero(void)
{
    const struct {
        const void *begin;
        size_t bytes;
    } buffers[] = {{parts_m(&p), PARTS_M_BYTES},         {parts_index(&p), PARTS_INDEX_BYTES},
                   {parts_rows(&p), PARTS_ROWS_BYTES},   {parts_found(&p), PARTS_FOUND_BYTES},
                   {parts_raw(&p), PARTS_RAW_BYTES},     {parts_pattern(&p), PARTS_PATTERN_BYTES},
                   {parts_shown(&p), PARTS_SHOWN_BYTES}};
    static unsigned char rest[PARTS_PINNED_BYTES - VG_COMPLETION_BYTES];
    const unsigned char *pinned = (const unsigned char *)p.rt.pinned;
    unsigned found = 0;

    memcpy(rest, pinned, sizeof rest);
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        memset(rest + ((const unsigned char *)buffers[i].begin - pinned), 0, buffers[i].bytes);
    for (size_t i = 0; i < sizeof rest; i++)
        found += rest[i] != 0;
    return found;
}

/* What lies between buffers that cross together crosses with them. It is zero here, and on the device, from where it comes
 * back with the outputs. */
static int gaps_are_zero(void)
{
    static const float lut[PARTS_COLS] = {1};
    parts_data data;
    unsigned found;

    memset(&data, 0, sizeof data);
    data.lut = lut;
    if (parts_open(&p, NULL, &data) != VG_OK)
        return p.rt.detail.status == VG_NO_DEVICE || p.rt.detail.status == VG_NO_CUDA;
    found = bytes_that_are_not_zero();
    for (int round = 0; round < 2; round++) {
        memset(parts_m(&p), 0xff, PARTS_M_BYTES);
        if (parts_replay(&p) != VG_OK || parts_raw(&p)[0] != 0)
            return 0;
        found += bytes_that_are_not_zero();
    }
    return parts_close(&p) == VG_OK && found == 0;
}

/* In a process of its own, where the CPU device does not mark such bytes to see who writes them. */
static int gaps_are_zero_elsewhere(void)
{
    int status = 1;
    const pid_t child = fork();

    if (child == 0) {
        (void)setenv("VGSIM_CHECK", "races", 1);
        exit(gaps_are_zero() ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
    float lut[PARTS_COLS];
    parts_data data;

    CHECK(gaps_are_zero_elsewhere());
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
