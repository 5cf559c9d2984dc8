/* SPDX-License-Identifier: MIT */
/* status 0 */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    must(fir_set_gain(&p, 2.0f));
    must(fir_replay(&p));
    must(fir_start(&p));
    must(fir_finish(&p, VG_FOREVER));
    must(fir_close(&p));
    return 0;
}
