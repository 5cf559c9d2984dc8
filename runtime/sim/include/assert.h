/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* In front of the C library's header of this name, which gives `assert` anew each time it is included: a kernel's ends
 * the kernel. */
#include_next <assert.h>

#include "../vgsim_abi.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : vgsim_stop("assertion", #condition, __FILE__, __LINE__))
#endif
