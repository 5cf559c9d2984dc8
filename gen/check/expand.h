/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage expand, between the checks of the spec and those of the steps: makes each graph's steps a flat list in which
 * only launch, fill, copy, while, if and switch remain. The steps that decide on the device are ordinary ones that
 * it adds (`generated`), with conditions and counters as buffers and kernels of kernels/builtin. */
#ifndef EXPAND_H
#define EXPAND_H

#include "check/check.h"

/* Steps that it may add, of all graphs together: copies that `repeat:`, `call:`, unrolled loops and second bodies make,
 * and what it generates. An exchange of names counts too. */
#define EXPAND_MAX_STEPS 25000u
/* The same for the arguments, reads and writes of those copies. */
#define EXPAND_MAX_ARGUMENTS 250000u
/* The same for the entries of `after:` in those copies. */
#define EXPAND_MAX_AFTER 1000000u
/* Bodies of while, if and switch, of all graphs together: each is a graph, which takes time for every buffer. */
#define EXPAND_MAX_BODIES 2000u
/* A pass of a while costs one round through the driver: 64 passes of two kernels take 350 us one by one, 182, 157 and
 * 143 us when the body holds 4, 8 and 16 of them, and 123 us without a loop (H100). */
#define EXPAND_MAX_UNROLLED 16u
/* Nodes of an unrolled body: each takes time when the graph is instantiated, and memory. */
#define EXPAND_MAX_BODY 512u

/* Mistakes are reported; what cannot be expanded is left out, or inlined so that its steps are checked. */
void expand_model(checker *c);

#endif
