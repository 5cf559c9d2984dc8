/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: leak: program "fir" was opened 2 times and not closed (fir_close): */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    memset(&p, 0, sizeof p);
    must(fir_open(&p, NULL, NULL));
    return 0;
}
