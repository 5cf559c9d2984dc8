/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the stages of a plan said. Needs open_memstream: define _POSIX_C_SOURCE before the first include. */
#ifndef PLAN_MESSAGES_H
#define PLAN_MESSAGES_H

#include "plan_fixture.h"

static inline void expect_messages(fixture *f, const char *part)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    diag_print(f->d, stream);
    fclose(stream);
    ck_assert_msg(strstr(text, part) != NULL, "no '%s' in: %s", part, text);
    free(text);
}

#endif
