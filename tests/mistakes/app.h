/* SPDX-License-Identifier: MIT */
/* app.h - what applications of fir.yaml with one mistake begin with. */
#include "fir.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fir p;

static inline void must(vg_status status)
{
    char text[512];
    if (status == VG_OK)
        return;
    vg_detail_text(fir_detail(&p), text, sizeof text);
    printf("%s\n", text);
}

/* All inputs, as they should be. */
static inline void fill(fir *program)
{
    unsigned i;
    for (i = 0; i < FIR_N; i++)
        fir_x(program)[i] = 1.0f;
    for (i = 0; i < FIR_TAPS; i++)
        fir_taps(program)[i] = 0.2f;
}
