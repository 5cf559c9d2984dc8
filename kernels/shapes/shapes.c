/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One spec is three programs here, by --name and -D, and they are linked into one process. Each has its own types and
 * functions; a table makes one kind of thing of them. Their structs are static, since host memory is small; what is
 * bounded is what only open programs have: memory of the device, pinned memory and graphs. */
#include "shapes.h"

#include <string.h>

#include "shapes_1024.h"
#include "shapes_256.h"
#include "shapes_4096.h"

/* ---- the programs ---- */

typedef struct shape {
    vg_status (*open)(void);
    vg_status (*close)(void);
    vg_status (*smooth)(const float *x, float *y, size_t count);
    const vg_detail *(*detail)(void);
} shape;

/* What is behind the samples is silence. */
#define SHAPE(LENGTH)                                                                                                  \
    static shapes_##LENGTH program_##LENGTH;                                                                           \
    static vg_status open_##LENGTH(void)                                                                               \
    {                                                                                                                  \
        return shapes_##LENGTH##_open(&program_##LENGTH, NULL, NULL);                                                  \
    }                                                                                                                  \
    static vg_status close_##LENGTH(void)                                                                              \
    {                                                                                                                  \
        return shapes_##LENGTH##_close(&program_##LENGTH);                                                             \
    }                                                                                                                  \
    static vg_status smooth_##LENGTH(const float *x, float *y, size_t count)                                           \
    {                                                                                                                  \
        float *in = shapes_##LENGTH##_x(&program_##LENGTH);                                                            \
        vg_status status;                                                                                              \
                                                                                                                       \
        memcpy(in, x, count * sizeof *in);                                                                             \
        memset(in + count, 0, (SHAPES_##LENGTH##_N - count) * sizeof *in);                                             \
        status = shapes_##LENGTH##_replay(&program_##LENGTH);                                                          \
        if (status == VG_OK)                                                                                           \
            memcpy(y, shapes_##LENGTH##_y(&program_##LENGTH), count * sizeof *y);                                      \
        return status;                                                                                                 \
    }                                                                                                                  \
    static const vg_detail *detail_##LENGTH(void)                                                                      \
    {                                                                                                                  \
        return shapes_##LENGTH##_detail(&program_##LENGTH);                                                            \
    }

SHAPE(256)
SHAPE(1024)
SHAPE(4096)

static const shape shapes[SHAPES_COUNT] = {
    {open_256, close_256, smooth_256, detail_256},
    {open_1024, close_1024, smooth_1024, detail_1024},
    {open_4096, close_4096, smooth_4096, detail_4096},
};

const size_t shapes_lengths[SHAPES_COUNT] = {SHAPES_256_N, SHAPES_1024_N, SHAPES_4096_N};

/* ---- which of them are open ---- */

static struct {
    int open;
    unsigned times;     /* that it was opened */
    unsigned long used; /* when it was used last, by the count of uses */
} states[SHAPES_COUNT];
static unsigned long uses;

static vg_status close_one(size_t index)
{
    states[index].open = 0;
    return shapes[index].close();
}

/* The open one that was used longest ago, or SHAPES_COUNT where there is room for another one. */
static size_t find_oldest(void)
{
    size_t oldest = SHAPES_COUNT, open = 0, i;

    for (i = 0; i < SHAPES_COUNT; i++) {
        if (!states[i].open)
            continue;
        open++;
        if (oldest == SHAPES_COUNT || states[i].used < states[oldest].used)
            oldest = i;
    }
    return open < SHAPES_MOST_OPEN ? SHAPES_COUNT : oldest;
}

static vg_status open_one(size_t index)
{
    const size_t oldest = find_oldest();
    vg_status status = oldest < SHAPES_COUNT ? close_one(oldest) : VG_OK;

    if (status == VG_OK)
        status = shapes[index].open();
    if (status != VG_OK)
        return status;
    states[index].open = 1;
    states[index].times++;
    return VG_OK;
}

vg_status shapes_smooth(const float *x, float *y, size_t count)
{
    vg_status status = VG_OK;
    size_t index = 0;

    while (index < SHAPES_COUNT && shapes_lengths[index] < count)
        index++;
    if (count == 0 || index == SHAPES_COUNT)
        return VG_ARGUMENT;
    if (!states[index].open)
        status = open_one(index);
    if (status != VG_OK)
        return status;
    states[index].used = ++uses;
    return shapes[index].smooth(x, y, count);
}

vg_status shapes_close_all(void)
{
    vg_status first = VG_OK;
    size_t i;

    for (i = 0; i < SHAPES_COUNT; i++) {
        const vg_status status = states[i].open ? close_one(i) : VG_OK;

        if (first == VG_OK)
            first = status;
    }
    return first;
}

int shapes_is_open(size_t index)
{
    return states[index].open;
}

unsigned shapes_times_opened(size_t index)
{
    return states[index].times;
}

const vg_detail *shapes_detail_of(size_t index)
{
    return shapes[index].detail();
}
