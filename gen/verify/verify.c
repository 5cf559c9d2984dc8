/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The order of the proof. Each part may rely on those before it. With fused launches, all of it is about the plan as it
 * is without them; verify_fused proves that the one with them does the same. */
#include "verify/verify.h"

#include "verify/parts.h"

bool verify_plan(arena *a, diag *d, const model *m, const plan *p)
{
    (void)a;
    verifier v = {arena_new(), d, m, p, 0};
    if (p->plain != NULL)
        v.p = verify_plain_view(v.memory, p);
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
    v.p = p;
    if (p->plain != NULL && v.failures == 0)
        verify_shape(&v);
    arena_free(v.memory);
    return v.failures == 0;
}
