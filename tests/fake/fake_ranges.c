/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Ranges for profilers: a range that stands open counts as a live object, and one that is ended twice is a misuse. */
#include "fake_books.h"

#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <string.h>

#define MOST_OPEN 64

static const char *pushed[MOST_OPEN];
static struct {
    nvtxRangeId_t id; /* 0: it has ended */
    const char *name;
} started[MOST_OPEN];
static nvtxRangeId_t last_id;

void fake_reset_ranges(void)
{
    memset(pushed, 0, sizeof pushed);
    memset(started, 0, sizeof started);
    last_id = 0;
}

unsigned fake_open_ranges(void)
{
    unsigned open = fake.depth;
    for (unsigned i = 0; i < MOST_OPEN; i++) {
        open += started[i].id != 0;
    }
    return open;
}

/* "+push -pop (start )end", in the order of the calls; what is not room for is left out. */
static void note(const char *how, const char *name)
{
    const size_t length = strlen(fake.ranges);
    snprintf(fake.ranges + length, sizeof fake.ranges - length, "%s%s%s", length > 0 ? " " : "", how, name);
}

int nvtxRangePushA(const char *message)
{
    if (fake.depth == MOST_OPEN) {
        fake_misuse("nvtxRangePushA", "ranges are not ended");
        return -1;
    }
    pushed[fake.depth] = message;
    note("+", message);
    return (int)fake.depth++;
}

int nvtxRangePop(void)
{
    if (fake.depth == 0) {
        fake_misuse("nvtxRangePop", "no range is open");
        return -1;
    }
    note("-", pushed[--fake.depth]);
    return (int)fake.depth;
}

nvtxRangeId_t nvtxRangeStartA(const char *message)
{
    for (unsigned i = 0; i < MOST_OPEN; i++) {
        if (started[i].id == 0) {
            started[i].id = ++last_id;
            started[i].name = message;
            note("(", message);
            return last_id;
        }
    }
    fake_misuse("nvtxRangeStartA", "ranges are not ended");
    return 0;
}

void nvtxRangeEnd(nvtxRangeId_t id)
{
    for (unsigned i = 0; i < MOST_OPEN; i++) {
        if (id != 0 && started[i].id == id) {
            started[i].id = 0;
            note(")", started[i].name);
            return;
        }
    }
    fake_misuse("nvtxRangeEnd", "the range has ended, or never began");
}
