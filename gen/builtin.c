/* SPDX-License-Identifier: MIT */
#include "builtin.h"

#include <stddef.h>
#include <string.h>

const char *builtin_text(const char *file)
{
    return strcmp(file, "control.cu") == 0 ? builtin_control : NULL;
}
