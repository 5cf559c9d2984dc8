/* SPDX-License-Identifier: 0BSD */
/* In place of the toolkit's header of this name. */
#pragma once

#include "vgsim/all.h"
