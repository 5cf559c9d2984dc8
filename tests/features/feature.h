/* SPDX-License-Identifier: MIT */
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
