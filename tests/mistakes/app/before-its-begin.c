/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: out of bounds: the application has written taps[-1] of "fir", before the buffer's begin */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    fir_taps(&p)[-1] = 1.0f;
    must(fir_replay(&p));
    must(fir_close(&p));
    return 0;
}
