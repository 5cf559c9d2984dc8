/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A header of both sources: each compiles it for itself. */
#ifndef COMMON_H
#define COMMON_H

__device__ float shared_by_both(unsigned i)
{
    return i * 0.0f;
}

#endif
