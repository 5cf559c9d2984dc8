/* SPDX-License-Identifier: MIT */
/* Stage transport: how the bytes of each input, output, inout, state and setting cross the bus. It looks at the spec
 * alone, so that nothing in a plan depends on the tools that are there. */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/arena.h"
#include "base/diag.h"
#include "spec/model.h"

/* Sets up, down and why of each buffer, and adds the kernel vg_copy to the model where a transfer is to be a launch of it.
 * What `io:` asks for and cannot be had is an error. separate: of --layout=separate, where auto means copy. */
void transport_choose(arena *a, diag *d, model *m, bool separate);

/* What the costs are that `auto` goes by: "measured on an H100 …", "taken from sm_90 …". */
const char *transport_cost_basis(const model *m);

#endif
