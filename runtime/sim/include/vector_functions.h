/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* In place of the toolkit's header of this name. */
#pragma once

#include "vgsim/all.h"
