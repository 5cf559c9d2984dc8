/* SPDX-License-Identifier: MIT */
/* All that random programs launch in one text of machine code: the modules of each program are made of it. */
#include "kernels.cu"

#include "../../kernels/builtin/control.cu"
#include "../../kernels/builtin/copy.cu"
#include "../../kernels/builtin/copy_pieces.cu"
#include "../../kernels/builtin/fill.cu"
#include "../../kernels/builtin/replay.cu"
