/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the tests of the language's parts share beside counted checks. */
#ifndef FEATURE_H
#define FEATURE_H

#include <string.h>

#include "../checks.h"

/* Of the CPU device: the n-th call of that name from now fails with that code. NULL on a GPU. */
extern void vgsim_fail(unsigned long n, const char *name, int code) __attribute__((weak));
extern const char *vgsim_failed(void) __attribute__((weak));
/* Of the CPU device: the order of nodes, blocks and threads. NULL on a GPU. */
extern void vgsim_seed(uint64_t seed) __attribute__((weak));

/* Of the CPU device: the n-th launch of that graph, or of graphs with that kernel, takes so much longer. NULL on a GPU. */
extern void vgsim_delay(const char *name, unsigned long n, double seconds) __attribute__((weak));

/* What crosses the bus: transfers, and bytes of buffers. */
typedef struct feature_traffic {
    uint64_t uploads, upload_bytes, downloads, download_bytes;
} feature_traffic;

/* Of the CPU device: from now on nodes of graphs add what they really read and write in pinned memory; NULL: no longer.
 * NULL on a GPU. */
extern void vgsim_count_traffic(feature_traffic *to) __attribute__((weak));

static inline void feature_count_traffic(feature_traffic *to)
{
    if (vgsim_count_traffic != NULL)
        vgsim_count_traffic(to);
}

/* Whether the figures say the same; on a GPU nobody knows. */
static inline int feature_crossed(const vg_stats *s, const feature_traffic *crossed)
{
    const int same = s->uploads == crossed->uploads && s->upload_bytes == crossed->upload_bytes &&
                     s->downloads == crossed->downloads && s->download_bytes == crossed->download_bytes;

    if (vgsim_count_traffic == NULL || same)
        return 1;
    printf("counted %lu up, %lu bytes, %lu down, %lu bytes; crossed %lu, %lu, %lu, %lu\n", (unsigned long)s->uploads,
           (unsigned long)s->upload_bytes, (unsigned long)s->downloads, (unsigned long)s->download_bytes,
           (unsigned long)crossed->uploads, (unsigned long)crossed->upload_bytes, (unsigned long)crossed->downloads,
           (unsigned long)crossed->download_bytes);
    return 0;
}

#define FEATURE_SEEDS (vgsim_seed != NULL ? 4u : 1u)

/* Seed 0 is the one that the environment gives. */
static inline void feature_seed(unsigned seed)
{
    if (vgsim_seed != NULL && seed > 0)
        vgsim_seed(seed);
}

#define OK(detail, call) check_ok((call), (detail), #call, __LINE__)

/* Opening fails on a machine without a device: not a failure of the feature. */
#define OPEN_OR_SKIP(call)                                                                                             \
    do {                                                                                                               \
        const vg_status feature_status = (call);                                                                       \
        if (feature_status == VG_NO_DEVICE || feature_status == VG_NO_CUDA) {                                          \
            printf("no device here\n");                                                                                \
            return 77;                                                                                                 \
        }                                                                                                              \
        if (!CHECK(feature_status == VG_OK))                                                                           \
            return checks_end();                                                                                       \
    } while (0)

#endif
