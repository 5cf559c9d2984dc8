/* SPDX-License-Identifier: MIT */
/* Stage order: hazards by byte range → edges, transitively reduced. */
#ifndef ORDER_H
#define ORDER_H

#include "arena.h"
#include "diag.h"
#include "plan.h"

/* An error when a graph has more dependencies than anyone could want. */
void order_graphs(arena *a, diag *d, const model *m, plan *p);

#endif
