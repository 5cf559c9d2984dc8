/* SPDX-License-Identifier: MIT */
/* status 139
 * says which was memory of program "fir" until it was closed */
#include "app.h"
int main(void)
{
    const float *y;
    must(fir_open(&p, NULL, NULL));
    y = fir_y(&p);
    must(fir_close(&p));
    printf("%g\n", (double)y[16]);
    return 0;
}
