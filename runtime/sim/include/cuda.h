/* SPDX-License-Identifier: 0BSD */
/* In place of the toolkit's header of this name. */
#pragma once

#include "../cuda/cuda.h"
