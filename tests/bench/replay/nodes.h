/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which nodes a graph has: what the generator chose. */
#ifndef NODES_H
#define NODES_H

#include "measure.h"

/* Notes them with the row: "2 copies, 1 kernel". graph: CUgraph. */
void nodes_note(measure_row *row, void *graph);

#endif
