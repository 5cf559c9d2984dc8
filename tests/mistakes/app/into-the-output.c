/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: out of bounds: the application has written y[300] of "fir", and y has 300 elements */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    memset((void *)(uintptr_t)fir_y(&p), 0, FIR_Y_BYTES + sizeof(float));
    must(fir_replay(&p));
    must(fir_close(&p));
    return 0;
}
