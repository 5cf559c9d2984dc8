/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: the graphs, nodes in layers by depth. */
#ifndef GRAPH_PICTURE_H
#define GRAPH_PICTURE_H

#include <stdio.h>

#include "emit/emit_context.h"

void graph_picture_write(FILE *file, const emit *e);

#endif
