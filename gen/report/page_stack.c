/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the most stack that a call takes, without what the driver and libc take, on x86-64 with gcc,
 * whether it optimizes or not. tests/script/stack.sh measures programs of all kinds and holds them to this table, which
 * it reads: functions of a graph end with these names, and those of a buffer begin or end with its own. */
#include <string.h>

#include "base/text.h"
#include "report/page_parts.h"

typedef struct {
    const char *call;
    unsigned most, capturing; /* bytes; capturing: where the program has captures */
} stack_row;

/* Longer names first. */
static const stack_row rows[] = {
    {"replay_timed", 1280, 1280},
    {"call_finish", 768, 768},
    {"set_timeout", 256, 256},
    {"call_batch", 1792, 1792},
    {"call_timed", 1536, 1536},
    {"call_start", 1536, 1536},
    {"finish_all", 1024, 1024},
    {"call_poll", 768, 768},
    {"call_step", 1536, 2560},
    {"abandon", 512, 512},
    {"profile", 2048, 2560},
    {"restore", 1024, 1024},
    {"disarm", 768, 768},
    {"finish", 1024, 1024},
    {"replay", 1280, 1280},
    {"close", 1024, 1024},
    {"reset", 1024, 1024},
    {"start", 1280, 1280},
    {"stats", 768, 768},
    {"call", 1536, 1536},
    {"open", 2048, 2560},
    {"poll", 1024, 1024},
    {"save", 1024, 1024},
    {"step", 2048, 2560},
    {"arm", 1280, 1280},
    {"bind", 1024, 1024},
    {"pin", 1024, 1024},
    {"", 512, 512}, /* any other */
};

unsigned page_stack_of(const page *p, const char *function)
{
    const stack_row *row = rows;

    while (row->call[0] != '\0' && strcmp(function, row->call) != 0 &&
           !text_ends(function, arena_printf(p->memory, "_%s", row->call)) &&
           !text_begins(function, arena_printf(p->memory, "%s_", row->call)))
        row++;
    return p->e->captures > 0 ? row->capturing : row->most;
}
