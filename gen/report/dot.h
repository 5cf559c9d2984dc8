/* SPDX-License-Identifier: MIT */
/* NAME.dot: the graphs for Graphviz. */
#ifndef DOT_H
#define DOT_H

#include <stdio.h>

#include "emit/emit_context.h"

void dot_write(FILE *file, const emit *e);

#endif
