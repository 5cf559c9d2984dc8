/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* diag_fixture.h - messages over sources that a test adds. */
#ifndef DIAG_FIXTURE_H
#define DIAG_FIXTURE_H

#include "base/diag.h"
#include "memory_fixture.h"

#include <string.h>

static diag *messages;

static inline void setup_messages(void)
{
    setup_memory();
    messages = diag_new(memory);
}

static inline uint32_t add_source(const char *name, const char *text)
{
    return diag_add_source(messages, name, text, strlen(text));
}

#endif
