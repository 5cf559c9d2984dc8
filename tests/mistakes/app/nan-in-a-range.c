/* SPDX-License-Identifier: MIT */
/* status 0
 * says VG_ARGUMENT: checked: fir_set_gain: from 0.0 to 10.0. */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    must(fir_set_gain(&p, NAN));
    must(fir_close(&p));
    return 0;
}
