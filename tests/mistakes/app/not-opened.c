/* SPDX-License-Identifier: MIT */
/* status 139
 * says vgsim: null pointer: the application touches (nil); program "fir" is not open
 * says and the functions for its buffers answer NULL before open, after an open that failed, and after close */
#include "app.h"
int main(void)
{
    fir_x(&p)[0] = 1.0f;
    return 0;
}
