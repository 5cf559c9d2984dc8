/* SPDX-License-Identifier: MIT */
/* status 0
 * says There is no detail: the program that was given is NULL. */
#include "app.h"
int main(void)
{
    char text[200];
    fir *none = NULL;
    if (fir_open(none, NULL, NULL) != VG_OK) {
        vg_detail_text(fir_detail(none), text, sizeof text);
        puts(text);
    }
    return 0;
}
