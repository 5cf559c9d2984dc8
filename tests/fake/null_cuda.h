/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* null_cuda.h - what null_cuda.c notes. */
#ifndef NULL_CUDA_H
#define NULL_CUDA_H

#define NULL_MOST_CALLS 100000

/* Names of calls since the start, as the linker knows them. */
extern const char *null_calls[NULL_MOST_CALLS];
extern unsigned null_call_count;

#endif
