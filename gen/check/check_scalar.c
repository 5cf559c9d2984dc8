/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "check/check_parts.h"

bool check_is_float(scalar base)
{
    return base == SCALAR_F16 || base == SCALAR_BF16 || base == SCALAR_F32 || base == SCALAR_F64;
}

bool check_is_signed(scalar base)
{
    return base == SCALAR_I8 || base == SCALAR_I16 || base == SCALAR_I32 || base == SCALAR_I64;
}
