/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One line on the terminal about work that takes longer than a second; it is gone at the end. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "image/image_work.h"

#define AFTER 1000 /* milliseconds */
#define MOST_COLUMNS 40

static int64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void image_progress_begin(image_progress *p)
{
    const char *terminal = getenv("TERM");
    p->possible = isatty(STDERR_FILENO) != 0 && terminal != NULL && strcmp(terminal, "dumb") != 0;
    p->shown = false;
    p->begin = now();
}

int image_progress_due(const image_progress *p)
{
    int64_t left = AFTER - (now() - p->begin);
    if (!p->possible || p->shown) {
        return -1;
    }
    return left > 0 ? (int)left : 0;
}

/* The end of a name that fits into one line; nothing of one that could drive the terminal. */
static const char *shown_name(const char *file)
{
    size_t length = strlen(file);
    for (size_t i = 0; i < length; i++) {
        if (file[i] < ' ' || file[i] > '~') {
            return "";
        }
    }
    return length > MOST_COLUMNS ? file + length - MOST_COLUMNS : file;
}

void image_progress_show(image_progress *p, size_t done, size_t count, const char *file, const char *target)
{
    if (!p->possible || (!p->shown && image_progress_due(p) > 0)) {
        return;
    }
    fprintf(stderr, "\r\033[Kvggen: compiling, %zu of %zu: %s for %s", done, count, shown_name(file), target);
    (void)fflush(stderr);
    p->shown = true;
}

void image_progress_end(image_progress *p)
{
    if (p->shown) {
        fputs("\r\033[K", stderr);
        (void)fflush(stderr);
    }
    p->shown = false;
}
