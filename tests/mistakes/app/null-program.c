/* SPDX-License-Identifier: MIT */
/* status 0
 * says No call on this program has failed. A call that is given NULL in its place leaves no detail. */
#include "app.h"
int main(void)
{
    must(fir_open(&p, NULL, NULL));
    must(fir_replay(NULL));
    must(fir_close(&p));
    return 0;
}
