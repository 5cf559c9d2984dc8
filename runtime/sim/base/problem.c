/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Problems: what a GPU does not report. Each is printed, counted, and makes the program end with status 97. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PRINTED 200

static unsigned long count;
static unsigned long printed;
static char last_kind[64];
static bool ending; /* no call is to blame for what is found at the end */

void sim_problem(const char *kind, const char *format, ...)
{
    va_list arguments;
    count++;
    snprintf(last_kind, sizeof last_kind, "%s", kind);
    if (++printed > MOST_PRINTED) {
        return;
    }
    fprintf(stderr, "vgsim: %s: ", kind);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    if (sim_call_number() && !ending && sim_get_settings()->trace) {
        fprintf(stderr, " (call %lu, %s)", sim_call_number(), sim_call_name());
    }
    fputc('\n', stderr);
    if (printed == MOST_PRINTED) {
        fprintf(stderr, "vgsim: further problems are counted, not printed\n");
    }
}

CUresult sim_refuse(CUresult code, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "vgsim: note: %s refused: ", sim_call_name());
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return code;
}

void *sim_allocate(size_t number, size_t size)
{
    void *memory = calloc(number ? number : 1, size ? size : 1);
    if (!memory) {
        fprintf(stderr, "vgsim: the host has no memory for %zu x %zu bytes\n", number, size);
        abort();
    }
    return memory;
}

void *sim_grow(void *array, size_t used, size_t *capacity, size_t size)
{
    size_t wanted;
    void *grown;
    if (used < *capacity) {
        return array;
    }
    wanted = *capacity ? *capacity * 2 : 16;
    grown = reallocarray(array, wanted, size);
    if (!grown) {
        fprintf(stderr, "vgsim: the host has no memory for %zu x %zu bytes\n", wanted, size);
        abort();
    }
    *capacity = wanted;
    return grown;
}

unsigned long vgsim_problem_count(void)
{
    return count;
}

const char *vgsim_problem_kind(void)
{
    return last_kind;
}

void vgsim_problems_clear(void)
{
    count = 0;
    printed = 0;
    last_kind[0] = '\0';
}

void sim_problem_at_end(void)
{
    ending = true;
}
