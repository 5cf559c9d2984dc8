/* SPDX-License-Identifier: MIT */
/* status 97
 * says vgsim: out of bounds: the application has written taps[7] of "fir", and taps has 5 elements */
#include "app.h"
int main(void)
{
    vg_config config = {0};
    config.warm_up = 2;
    must(fir_open(&p, &config, NULL));
    fill(&p);
    must(fir_replay(&p));
    must(fir_close(&p));
    must(fir_open(&p, &config, NULL));
    fill(&p);
    fir_taps(&p)[7] = 1.0f;
    must(fir_replay(&p));
    must(fir_close(&p));
    return 0;
}
