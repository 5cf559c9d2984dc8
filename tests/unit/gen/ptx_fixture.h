/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* ptx_fixture.h - the entries of a module that a test has read. */
#ifndef PTX_FIXTURE_H
#define PTX_FIXTURE_H

#include "image/ptx.h"
#include "unit/run_suite.h"

#include <string.h>

static ptx_module module;

static inline const ptx_entry *find(const char *name)
{
    for (size_t i = 0; i < module.entry_count; i++) {
        if (strcmp(module.entries[i].name, name) == 0) {
            return &module.entries[i];
        }
    }
    ck_abort_msg("no entry %s", name);
    return NULL;
}

#endif
