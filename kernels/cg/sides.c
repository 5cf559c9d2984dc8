/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "sides.h"

#include "noise.h"

const char *side_name(side_kind kind)
{
    static const char *const names[SIDE_KINDS] = {"point", "smooth", "random", "zero"};

    return names[kind];
}

/* A bowl that is 0 at the rims, tilted, so that no symmetry helps. */
double side_smooth(size_t size, size_t row, size_t column)
{
    const double n = (double)(size + 1);
    const double u = (double)(row + 1) / n;
    const double v = (double)(column + 1) / n;

    return u * (1.0 - u) * v * (1.0 - v) * (1.0 + 3.0 * u + v * v);
}

static double smooth_or_rim(size_t size, size_t row, size_t column)
{
    return row < size && column < size ? side_smooth(size, row, column) : 0.0; /* SIZE_MAX is before 0 */
}

static double smooth_side(size_t size, size_t row, size_t column)
{
    return 4.0 * side_smooth(size, row, column) - smooth_or_rim(size, row - 1, column) -
           smooth_or_rim(size, row + 1, column) - smooth_or_rim(size, row, column - 1) -
           smooth_or_rim(size, row, column + 1);
}

void side_fill(side_kind kind, double *b, size_t size)
{
    uint64_t random = 7;
    size_t row, column;

    for (row = 0; row < size; row++)
        for (column = 0; column < size; column++) {
            double *at = &b[row * size + column];
            switch (kind) {
            case SIDE_POINT:
                *at = row == size / 3 && column == size / 2 ? 1.0 : 0.0;
                break;
            case SIDE_SMOOTH:
                *at = smooth_side(size, row, column);
                break;
            case SIDE_RANDOM:
                *at = (double)noise_float(&random);
                break;
            default:
                *at = 0.0;
                break;
            }
        }
}
