/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* folder_fixture.h - an arena and a folder of its own for each test. Needs mkdtemp: define _POSIX_C_SOURCE before the
 * first include. */
#ifndef FOLDER_FIXTURE_H
#define FOLDER_FIXTURE_H

#include "base/run.h"
#include "memory_fixture.h"

#include <stdlib.h>
#include <string.h>

static const char *folder;

static inline void setup_folder(void)
{
    static char path[64];

    setup_memory();
    strcpy(path, "/tmp/vggen-check-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
    folder = path;
}

static inline void remove_folder(void)
{
    const char *arguments[] = {"/bin/rm", "-r", folder, NULL};
    run_command command = {.arguments = arguments};
    run_result result;

    ck_assert(run_program(memory, &command, &result));
    free_memory();
}

#endif
