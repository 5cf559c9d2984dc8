/* SPDX-License-Identifier: MIT */
#include "transport.h"

void transport_choose(arena *a, diag *d, model *m, bool separate)
{
    (void)a;
    (void)d;
    (void)separate;
    for (size_t i = 0; i < m->buffer_count; i++) {
        m->buffers[i].up = m->buffers[i].down = TRANSPORT_COPY;
        m->buffers[i].up_why = m->buffers[i].down_why = "";
    }
}
