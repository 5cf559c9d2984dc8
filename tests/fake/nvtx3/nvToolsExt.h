/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* nvToolsExt.h - of NVIDIA's header what the runtime calls with VG_NVTX; fake_ranges.c keeps the books. */
#ifndef FAKE_NVTOOLSEXT_H
#define FAKE_NVTOOLSEXT_H

#include <stdint.h>

typedef uint64_t nvtxRangeId_t;

int nvtxRangePushA(const char *message);
int nvtxRangePop(void);
nvtxRangeId_t nvtxRangeStartA(const char *message);
void nvtxRangeEnd(nvtxRangeId_t id);

#endif
