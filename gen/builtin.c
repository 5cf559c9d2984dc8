/* SPDX-License-Identifier: MIT */
#include "builtin.h"

#include <stddef.h>
#include <string.h>

const char *builtin_text(const char *file)
{
    if (strcmp(file, "control.cu") == 0)
        return builtin_control;
    return strcmp(file, "copy.cu") == 0 ? builtin_copy : NULL;
}
