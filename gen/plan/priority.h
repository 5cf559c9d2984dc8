/* SPDX-License-Identifier: MIT */
/* Stage priority: which launches go first where others fill the device. */
#ifndef PRIORITY_H
#define PRIORITY_H

#include "plan/plan.h"

/* Fills in node->first of replayed graphs: none where a kernel has a `priority:` of its own. */
void priority_choose(const model *m, plan *p);

#endif
