/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Counted checks of a test program that runs without a framework, on a GPU too: how they are told, and how it ends. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdio.h>
#include <stdlib.h>

#include "vg_rt.h"

static unsigned checks_passed, checks_failed;

/* Returns whether it is good. */
static inline int check_that(int good, const char *what, int line)
{
    if (good) {
        checks_passed++;
    } else {
        checks_failed++;
        printf("line %d: failed: %s\n", line, what);
    }
    return good;
}

#define CHECK(condition) check_that((condition) != 0, #condition, __LINE__)

/* A call that must answer VG_OK; otherwise what the program says of it, if there is a detail. */
static inline int check_ok(vg_status status, const vg_detail *detail, const char *what, int line)
{
    char text[512];

    if (!check_that(status == VG_OK, what, line) && vg_detail_text(detail, text, sizeof text) > 0)
        printf("    %s\n", text);
    return status == VG_OK;
}

/* A number from the environment. */
static inline unsigned long checks_number(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);

    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

/* The exit status: a test that checks nothing has failed. */
static inline int checks_end(void)
{
    printf("%u passed, %u failed\n", checks_passed, checks_failed);
    return checks_failed == 0 && checks_passed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
