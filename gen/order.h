/* SPDX-License-Identifier: MIT */
/* Stage order: hazards by byte range → edges, transitively reduced. */
#ifndef ORDER_H
#define ORDER_H

#include "arena.h"
#include "plan.h"

void order_graphs(arena *a, const model *m, plan *p);

#endif
