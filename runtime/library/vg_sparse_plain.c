/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_sparse_plain.c - vg_sparse.h without a library: on the host, at once, by the formula, in f64. For the CPU device
 * and for tests. */
#include "vg_sparse.h"
#include "vg_library_parts.h"

static double load(const vg_sparse *sparse, const void *memory, uint64_t at)
{
    return sparse->wide ? ((const double *)memory)[at] : (double)((const float *)memory)[at];
}

static int check(const vg_sparse *sparse)
{
    return sparse->rows == 0 || sparse->columns == 0 || sparse->entries > UINT32_MAX / 2 ? VG_LIBRARY_SHAPE
                                                                                         : VG_LIBRARY_OK;
}

int vg_sparse_workspace(vg_sparse *sparse, uint64_t *bytes)
{
    const int number = bytes == NULL ? (int)VG_LIBRARY_POINTER : check(sparse);

    if (number == VG_LIBRARY_OK) {
        *bytes = 0;
    }
    return vg_library_failed(&sparse->lanes[0].lane, "vg_sparse_workspace", number);
}

/* Offsets and columns are looked at, because a wrong one would read anywhere. A matrix that is all 0, as inputs are
 * when open tries the call, is one without entries. */
static int is_matrix(const vg_sparse *sparse, const int32_t *first, const int32_t *column)
{
    uint64_t i;

    if (first[0] != 0 || first[sparse->rows] < 0 || (uint64_t)first[sparse->rows] > sparse->entries) {
        return 0;
    }
    for (i = 0; i < sparse->rows; i++) {
        if (first[i] > first[i + 1]) {
            return 0;
        }
    }
    for (i = 0; i < (uint64_t)first[sparse->rows]; i++) {
        if (column[i] < 0 || (uint64_t)column[i] >= sparse->columns) {
            return 0;
        }
    }
    return 1;
}

static void times(const vg_sparse *sparse, const int32_t *first, const int32_t *column, const void *value,
                  const void *x, void *y)
{
    uint64_t row;
    int32_t i;

    for (row = 0; row < sparse->rows; row++) {
        double sum = 0.0;

        for (i = first[row]; i < first[row + 1]; i++) {
            sum += load(sparse, value, (uint64_t)i) * load(sparse, x, (uint64_t)column[i]);
        }
        sum *= sparse->alpha;
        if (sparse->beta != 0.0) {
            sum += sparse->beta * load(sparse, y, row);
        }
        if (sparse->wide) {
            ((double *)y)[row] = sum;
        } else {
            ((float *)y)[row] = (float)sum;
        }
    }
}

int vg_sparse_times(vg_sparse *sparse, const vg_library_at *at, const void *first, const void *column,
                    const void *value, const void *x, void *y)
{
    vg_library_lane *lane = &sparse->lanes[vg_library_index(at)].lane;
    int number = vg_library_check_at(at, 1);

    if (number == VG_LIBRARY_OK) {
        number = check(sparse);
    }
    if (number == VG_LIBRARY_OK && (first == NULL || column == NULL || value == NULL || x == NULL || y == NULL)) {
        number = VG_LIBRARY_POINTER;
    }
    if (number == VG_LIBRARY_OK && !is_matrix(sparse, (const int32_t *)first, (const int32_t *)column)) {
        number = VG_LIBRARY_SHAPE;
    }
    if (number == VG_LIBRARY_OK) {
        lane->made = 1;
        times(sparse, (const int32_t *)first, (const int32_t *)column, value, x, y);
    }
    return vg_library_failed(lane, "vg_sparse_times", number);
}

int vg_sparse_close(vg_sparse *sparse)
{
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        sparse->lanes[i].lane.made = 0;
    }
    return VG_LIBRARY_OK;
}
