/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The stages between a spec that was read and a model that changes no more. */
#ifndef CHECK_ALL_H
#define CHECK_ALL_H

#include "check/check.h"
#include "check/expand.h"

static inline void check_model(arena *a, diag *d, model *m)
{
    checker *c = check_spec(a, d, m);

    expand_model(c);
    check_steps(c);
}

#endif
