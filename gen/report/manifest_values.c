/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: values that several of its parts have. */
#include "report/manifest_parts.h"

void manifest_offset(json *j, const char *key, uint64_t bytes)
{
    if (bytes == UINT64_MAX)
        json_null(j, key);
    else
        json_number(j, key, bytes);
}
