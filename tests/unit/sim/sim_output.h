/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is printed between two places of a test, to stdout or stderr. */
#ifndef SIM_OUTPUT_H
#define SIM_OUTPUT_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <check.h>

static FILE *output_file;
static int output_descriptor, output_before;
static char output[1 << 16];

static inline void output_begin(int descriptor)
{
    fflush(NULL);
    output_file = tmpfile();
    ck_assert_ptr_nonnull(output_file);
    output_descriptor = descriptor;
    output_before = dup(descriptor);
    ck_assert_int_ge(output_before, 0);
    ck_assert_int_ge(dup2(fileno(output_file), descriptor), 0);
}

/* Into `output`. */
static inline void output_end(void)
{
    size_t length;
    fflush(NULL);
    dup2(output_before, output_descriptor);
    close(output_before);
    rewind(output_file);
    length = fread(output, 1, sizeof output - 1, output_file);
    output[length] = '\0';
    fclose(output_file);
}

static inline int output_count(const char *what)
{
    int count = 0;
    for (const char *at = strstr(output, what); at; at = strstr(at + 1, what)) {
        count++;
    }
    return count;
}

#endif
