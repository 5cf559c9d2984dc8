/* SPDX-License-Identifier: MIT */
/* The order of the proof. Each part may rely on those before it. */
#include "verify/verify.h"

#include "verify/parts.h"

bool verify_plan(arena *a, diag *d, const model *m, const plan *p)
{
    (void)a;
    verifier v = {arena_new(), d, m, p, 0};
    if (verify_shape(&v)) {
        verify_steps(&v);
        verify_outputs(&v);
        verify_hazards(&v);
        verify_after(&v);
        verify_control(&v);
        verify_grids(&v);
        verify_frame(&v);
        verify_runs(&v);
        verify_kept(&v);
        verify_places(&v);
    }
    arena_free(v.memory);
    return v.failures == 0;
}
