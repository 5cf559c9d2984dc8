/* SPDX-License-Identifier: MIT */
/* status 139
 * says program "fir" is not open, and the functions for its buffers answer NULL */
#include "app.h"
int main(void)
{
    vg_config config = {0};
    config.device_index = 7;
    (void)fir_open(&p, &config, NULL);
    fir_x(&p)[0] = 1.0f;
    return 0;
}
