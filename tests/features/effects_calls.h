/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#ifndef EFFECTS_CALLS_H
#define EFFECTS_CALLS_H

#include "effects.h"

/* What effects_open is given, and effects_main and effects_selftest link. `user` does not count. */
effects_response_spectra_function effects_response_spectra;
effects_forward_function effects_forward;
effects_inverse_function effects_inverse;

/* After the last replay and before effects_close. */
int effects_calls_close(void);
/* What failed, as a line of text. */
void effects_calls_text(char *text, size_t size);

#endif
