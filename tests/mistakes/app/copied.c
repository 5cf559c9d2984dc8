/* SPDX-License-Identifier: MIT */
/* status 0
 * says VG_STATE: a copy of the open struct: use that one. The call does not fit the program's state; nothing changed. */
#include "app.h"
int main(void)
{
    static fir copy;
    char text[512];
    must(fir_open(&p, NULL, NULL));
    fill(&p);
    copy = p;
    if (fir_replay(&copy) != VG_STATE || fir_close(&copy) != VG_STATE)
        return 1;
    vg_detail_text(fir_detail(&copy), text, sizeof text);
    puts(text);
    must(fir_replay(&p));
    must(fir_close(&p));
    return 0;
}
