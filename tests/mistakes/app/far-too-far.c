/* SPDX-License-Identifier: MIT */
/* status 139
 * says the pinned memory of "fir": x[20000000] of 300, or taps[ */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fir_x(&p)[20000000] = 1.0f;
    must(fir_close(&p));
    return 0;
}
