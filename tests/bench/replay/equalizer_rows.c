/* SPDX-License-Identifier: MIT */
/* Program equalizer. */
#include <cuda.h>
#include <string.h>

#include "equalizer.h"
#include "report.h"
#include "rows.h"

static equalizer filter;
static float frame[EQUALIZER_FRAME], filtered[EQUALIZER_FRAME];

static int filter_frame(void *context, unsigned long turn)
{
    (void)context;
    frame[0] = (float)(turn % 100) / 100.0f;
    memcpy(equalizer_x(&filter), frame, sizeof frame);
    if (equalizer_replay(&filter) != VG_OK)
        return 0;
    memcpy(filtered, equalizer_y(&filter), sizeof filtered);
    return 1;
}

int equalizer_measure(measure_table *t)
{
    static measure_way tight[] = {{"equalizer: one after the other", filter_frame, NULL, NULL, NULL}};
    static measure_way slow[] = {{"equalizer: one every millisecond", filter_frame, NULL, NULL, NULL}};
    static const measure_pace asleep = {0, NULL};
    int good;

    if (equalizer_open(&filter, NULL, NULL) != VG_OK) {
        report_failure("equalizer", "open", equalizer_detail(&filter));
        return 0;
    }
    good = cuCtxSetCurrent((CUcontext)filter.rt.context) == CUDA_SUCCESS &&
           measure_compare(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", tight, 1, t->replays) &&
           measure_paced(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", slow, &asleep, 1);
    (void)cuCtxSetCurrent(NULL);
    return equalizer_close(&filter) == VG_OK && good;
}
