/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.map: where each buffer lies, like a linker's map. */
#ifndef MAP_H
#define MAP_H

#include <stdio.h>

#include "emit/emit_context.h"

void map_write(FILE *file, const emit *e);

#endif
