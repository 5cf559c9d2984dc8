/* SPDX-License-Identifier: MIT */
#include "demo_kernels.h"
#include "macro-needed.h"
#define OWN 5
#if BLOCK > 64 && OWN == 5 // LEVEL, DEPTH
static const char *const text = "\
#if DEPTH";
#elif LEVEL > 1 || \
    N > 64
#endif
