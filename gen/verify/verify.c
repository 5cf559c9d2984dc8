/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The order of the proof. Each part may rely on those before it. With fused launches, all of it is about the plan as it
 * is without them; verify_fused proves that the one with them does the same. */
#include "verify/verify.h"

#include "verify/parts.h"

typedef struct {
    void (*prove)(verifier *v);
    const char *what, *of; /* for reports */
} part;

static const part parts[] = {
    {verify_steps, "Each node does what its step asks, and states all bytes that it touches.", "nodes"},
    {verify_outputs, "What is read of an output was written or cleared before.", "reads"},
    {verify_hazards, "Reads and writes of the same bytes keep the order of the spec: the edges give a path.",
     "pairs of nodes"},
    {verify_after, "What `after:` and collectives ask for is in that order.", "pairs of nodes"},
    {verify_control, "A conditional node states what its bodies touch.", "conditional nodes"},
    {verify_grids, "A grid that the device decides is that of one node, and bounded.", "grids"},
    {verify_frame, "A replay begins and ends as its nodes allow.", "graphs"},
    {verify_runs, "The right bytes cross the bus, from and to places of their own.", "transfers"},
    {verify_kept, "Outputs are kept only where equal inputs give equal outputs.", "graphs"},
    {verify_places, "Buffers that share bytes take turns: all uses of the one come before all of the other.",
     "pairs of nodes"},
};

bool verify_plan(arena *a, diag *d, const model *m, const plan *p)
{
    (void)a;
    verifier v = {arena_new(), d, m, p, 0, 0};
    if (p->plain != NULL)
        v.p = verify_plain_view(v.memory, p);
    if (verify_shape(&v)) {
        verify_proven(&v, "Every index, bound and edge is sound, and nodes stand in an order that respects all edges.",
                      "nodes");
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            v.looked = 0;
            parts[i].prove(&v);
            verify_proven(&v, parts[i].what, parts[i].of);
        }
    }
    v.p = p;
    if (p->plain != NULL && v.failures == 0)
        verify_shape(&v);
    arena_free(v.memory);
    return v.failures == 0;
}
