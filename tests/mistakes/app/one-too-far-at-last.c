/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: out of bounds: the application has written taps[5] of "fir", and taps has 5 elements */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    must(fir_replay(&p));
    fir_taps(&p)[5] = 1.0f;
    must(fir_close(&p));
    return 0;
}
