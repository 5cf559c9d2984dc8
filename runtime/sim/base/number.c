/* SPDX-License-Identifier: 0BSD */
/* The driver call that runs: its number and its name. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <string.h>

static unsigned long calls;
static char call_name[SIM_NAME_BYTES];

/* "cuMemAlloc_v2" → "cuMemAlloc" */
void sim_plain_name(char *plain, size_t size, const char *name)
{
    size_t length = strlen(name);
    if (length > 3 && name[length - 3] == '_' && name[length - 2] == 'v') {
        length -= 3;
    }
    snprintf(plain, size, "%.*s", (int)length, name);
}

void sim_call_begin(const char *name)
{
    calls++;
    sim_plain_name(call_name, sizeof call_name, name);
}

unsigned long sim_call_number(void)
{
    return calls;
}

const char *sim_call_name(void)
{
    return call_name;
}

unsigned long vgsim_call_count(void)
{
    return calls;
}
