/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Planners with a fault: each is blind to one class of hazards, in order or in place. */
#ifndef RANDOM_FAULTS_H
#define RANDOM_FAULTS_H

#include "stages.h"

typedef enum {
    FAULT_NONE, /* the same planner without a fault */
    /* in order */
    FAULT_RAW,
    FAULT_WAR,
    FAULT_WAW,
    FAULT_SLICES,
    FAULT_SWITCHED,
    FAULT_PARTIAL,
    FAULT_HIDDEN,
    FAULT_WORK,
    FAULT_LAUNCHES,
    FAULT_COPIES,
    FAULT_FILLS,
    FAULT_CLEARS,
    FAULT_UPLOADS,
    FAULT_DOWNLOADS,
    FAULT_SETUP,
    FAULT_CONDITIONALS,
    FAULT_BODY_WRITES,
    FAULT_BODY_READS,
    FAULT_BODIES,
    FAULT_CONDITIONS,
    /* in place */
    FAULT_REUSE,
    FAULT_REUSE_BY_LIST,
    FAULT_REUSE_BY_FIRST_GRAPH,
    FAULT_REUSE_BEFORE_DOWNLOAD,
    FAULT_REUSE_OF_SWITCHED,
    FAULT_REUSE_OF_BODIES,
    FAULT_TIGHT,
    FAULT_STATE,
    FAULT_DERIVED,
    FAULT_CONSTANTS,
    FAULT_INPUTS,
    /* in pinned memory */
    FAULT_DIRECT_ON_REQUEST,
    FAULT_DIRECT_RANGE,
    FAULT_DIRECT_PARTS,
    FAULT_PINNED,
    FAULT_COMPLETION,
    /* in what a replay ends with */
    FAULT_END_FIRST,
    FAULT_END_LAST,
    FAULT_END_DISABLED,
    FAULT_COUNT
} fault;

/* What the planner is blind to, in words. */
const char *fault_name(fault f);
/* Makes crossings as stage transport does if it has that fault. The model as it is then. */
model *fault_transports(arena *a, const model *m, plan *p, fault f);
/* Orders, places and frames a lowered plan with that fault. */
void fault_finish(arena *a, diag *d, model *m, plan *p, fault f);

#endif
