/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#ifndef READ_LIMITS_H
#define READ_LIMITS_H

/* Limits on counts, far above any program that a person writes; each has its own error. */
#define READ_MAX_TARGETS 64u
#define READ_MAX_DEFINES 100000u
#define READ_MAX_MACROS 100000u      /* of `compile:` */
#define READ_MAX_FOLDERS 64u         /* of headers */
#define READ_MAX_TYPES 1000u
#define READ_MAX_FIELDS 256u        /* of one struct */
#define READ_MAX_KERNELS 10000u
#define READ_MAX_TUNED 64u          /* blocks of one `tune:` */
#define READ_MAX_PARAMS 4095u       /* of one kernel: as many as its parameter space holds */
#define READ_MAX_BUFFERS 60000u
#define READ_MAX_DIMENSIONS 8u      /* of one buffer */
#define READ_MAX_VALUES 1000000u    /* of one constant's `values:` */
#define READ_MAX_GRAPHS 256u
#define READ_MAX_STEPS 100000u      /* of all graphs, those inside others too */
#define READ_MAX_NESTING 16u        /* bodies of steps around a step */
#define READ_MAX_CASES 1000u        /* of one switch */
#define READ_MAX_SWAPS 256u         /* pairs of one step */
#define READ_MAX_SWITCHES 64u
#define READ_MAX_NAMES 1000u        /* of one `after:`, `reads:` or `writes:` */

#endif
