/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.dot: the graphs for Graphviz. */
#ifndef DOT_H
#define DOT_H

#include <stdio.h>

#include "emit/emit_context.h"

void dot_write(FILE *file, const emit *e);

#endif
