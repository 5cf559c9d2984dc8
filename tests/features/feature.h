/* SPDX-License-Identifier: MIT */
/* What the tests of the language's parts share: counted checks, and how a run ends. */
#ifndef FEATURE_H
#define FEATURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vg_rt.h"

/* Of the CPU device: the n-th call of that name from now fails with that code. NULL on a GPU. */
extern void vgsim_fail(unsigned long n, const char *name, int code) __attribute__((weak));

static unsigned feature_passed, feature_failed;

static int feature_check(int good, const char *what, int line)
{
    if (good) {
        feature_passed++;
    } else {
        feature_failed++;
        printf("line %d: failed: %s\n", line, what);
    }
    return good;
}

#define CHECK(condition) feature_check((condition) != 0, #condition, __LINE__)

/* A call that must answer VG_OK; otherwise what the program says of it. */
static int feature_ok(vg_status status, const vg_detail *detail, const char *what, int line)
{
    char text[512];

    if (status != VG_OK && detail != NULL && vg_detail_text(detail, text, sizeof text) > 0)
        printf("line %d: %s\n", line, text);
    return feature_check(status == VG_OK, what, line);
}

#define OK(p, call) feature_ok((call), (p), #call, __LINE__)

/* A number from the environment. */
static inline unsigned long feature_number(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);

    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static int feature_end(void)
{
    printf("%u passed, %u failed\n", feature_passed, feature_failed);
    return feature_failed == 0 && feature_passed > 0 ? 0 : 1;
}

/* Opening fails on a machine without a device: not a failure of the feature. */
#define OPEN_OR_SKIP(call)                                                                                             \
    do {                                                                                                               \
        const vg_status feature_status = (call);                                                                       \
        if (feature_status == VG_NO_DEVICE || feature_status == VG_NO_CUDA) {                                          \
            printf("no device here\n");                                                                                \
            return 77;                                                                                                 \
        }                                                                                                              \
        if (!CHECK(feature_status == VG_OK))                                                                           \
            return feature_end();                                                                                      \
    } while (0)

#endif
