/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* failed_call.h - which driver call the CPU device was made to fail, for tests that fail each. */
#ifndef FAILED_CALL_H
#define FAILED_CALL_H

#include "sim/vgsim.h"

#include <string.h>

/* The symbol of a later version is the same call. */
static int is_call(const char *symbol, const char *name)
{
    const size_t length = strlen(name);

    return strncmp(symbol, name, length) == 0 && (symbol[length] == '\0' || strncmp(symbol + length, "_v", 2) == 0);
}

/* Nobody need be told that no word is written after a launch, for its end is asked for, nor that memory is not registered,
 * for other is allocated. What is wrong for good the next call tells. */
static int has_another_way(void)
{
    return is_call(vgsim_failed(), "cuStreamWriteValue32") || is_call(vgsim_failed(), "cuMemHostRegister");
}

#endif
