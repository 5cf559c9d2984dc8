/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: leak: program "fir" was opened and not closed (fir_close): 9 objects are left */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    must(fir_replay(&p));
    return 0;
}
