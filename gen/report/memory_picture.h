/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_arena.svg: each memory over the order of steps. */
#ifndef MEMORY_PICTURE_H
#define MEMORY_PICTURE_H

#include <stdio.h>

#include "emit/emit_context.h"

void memory_picture_write(FILE *file, const emit *e);

#endif
