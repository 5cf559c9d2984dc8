/* SPDX-License-Identifier: MIT */
/* Stage read: tree → model. */
#ifndef READ_H
#define READ_H

#include "base/arena.h"
#include "base/text.h"
#include "spec/model.h"
#include "spec/tree.h"

/* Limits on counts, far above any program that a person writes; each has its own sentence when it is passed. */
#define READ_MAX_TARGETS 64u
#define READ_MAX_DEFINES 100000u
#define READ_MAX_TYPES 1000u
#define READ_MAX_FIELDS 256u        /* of one struct */
#define READ_MAX_KERNELS 10000u
#define READ_MAX_PARAMS 4095u       /* of one kernel: as many as its parameter space holds */
#define READ_MAX_BUFFERS 200000u
#define READ_MAX_DIMENSIONS 8u      /* of one buffer */
#define READ_MAX_VALUES 1000000u    /* of one constant's `values:` */
#define READ_MAX_GRAPHS 256u
#define READ_MAX_STEPS 1000000u     /* of all graphs, those inside others too */
#define READ_MAX_NESTING 16u        /* bodies of steps around a step */
#define READ_MAX_CASES 1000u        /* of one switch */
#define READ_MAX_SWAPS 256u         /* pairs of one step */
#define READ_MAX_SWITCHES 64u
#define READ_MAX_NAMES 1000u        /* of one `after:`, `reads:` or `writes:` */

/* NULL only when the document is not a mapping; other mistakes are reported and the rest is read on. */
model *read_model(arena *a, diag *d, names *n, const tree *root, const char *spec_path);

/* Gives defines of a model that was read without a mistake, and not yet checked, other values. Each text is NAME=VALUE;
 * its place in messages is a line of the source "<command line>". */
void read_overrides(arena *a, diag *d, names *n, model *m, const char *const *texts, size_t count);

#endif
