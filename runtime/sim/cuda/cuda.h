/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cuda.h - the part of the CUDA 13.0 Driver API that the runtime, generated programs and the CPU device use, for
 * machines without a toolkit. Where a real <cuda.h> exists it is used instead; tests compare the two. */
#ifndef CUDA_H
#define CUDA_H

#include "../../vg_cuda_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#include "cuda_calls.h"

#ifdef __cplusplus
}
#endif

#endif
