/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* All that needs no header of its own. */
#ifndef VGSIM_ALL_H
#define VGSIM_ALL_H

#include "atomic.h"
#include "cast.h"
#include "host.h"
#include "math.h"
#include "thread.h"
#include "types.h"

#endif
