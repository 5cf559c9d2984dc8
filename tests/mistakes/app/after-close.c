/* SPDX-License-Identifier: MIT */
/* status 139
 * says vgsim: null pointer: the application touches 0x40; program "fir" is not open, and */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    must(fir_close(&p));
    printf("%g\n", (double)fir_y(&p)[16]);
    return 0;
}
