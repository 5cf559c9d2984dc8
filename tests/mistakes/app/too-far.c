/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: out of bounds: the application has written x[300] of "fir", and x has 300 elements */
#include "app.h"
int main(void)
{
    unsigned i;
    must(fir_open(&p, NULL, NULL));
    for (i = 0; i < FIR_N + 100; i++)
        fir_x(&p)[i] = 1.0f;
    must(fir_replay(&p));
    must(fir_close(&p));
    return 0;
}
