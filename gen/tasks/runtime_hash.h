/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One hash of the whole runtime that this vggen belongs to. */
#ifndef RUNTIME_HASH_H
#define RUNTIME_HASH_H

#include "base/arena.h"

/* What `sha256sum vg_*.[ch] | sha256sum` prints in the runtime's folder. */
const char *runtime_hash(arena *a);

#endif
