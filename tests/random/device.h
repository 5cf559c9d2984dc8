/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A plan on the CPU device by the driver's own functions, without anything that vggen emits. */
#ifndef RANDOM_DEVICE_H
#define RANDOM_DEVICE_H

#include "../../gen/spec/model.h"
#include "../../gen/plan/plan.h"
#include "program.h"

/* Opens, plays the program's session with nodes, blocks and threads in the order of the seed, and closes. False: a call
 * failed, or some byte was not as the interpreter has it; if `loud` with a line on stderr. */
bool device_play(const random_program *p, const model *m, const plan *made, uint64_t order, bool loud);
/* From now on the CPU device knows which bytes each node may touch, and looks for problems. Once in a process. */
void device_watch(const model *m, const plan *made);

#endif
