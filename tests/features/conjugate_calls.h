/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#ifndef CONJUGATE_CALLS_H
#define CONJUGATE_CALLS_H

#include "conjugate.h"

/* What conjugate_open is given, and conjugate_main and conjugate_selftest link. `user` does not count. */
conjugate_square_function conjugate_square;
conjugate_apply_function conjugate_apply;
conjugate_along_function conjugate_along;
conjugate_improve_function conjugate_improve;
conjugate_residual_function conjugate_residual;
conjugate_turn_function conjugate_turn;

/* After the last replay and before conjugate_close. */
int conjugate_calls_close(void);
/* What failed, as a line of text. */
void conjugate_calls_text(char *text, size_t size);

#endif
