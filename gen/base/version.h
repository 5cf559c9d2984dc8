/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The version that banners and --version name. */
#ifndef VERSION_H
#define VERSION_H

#define VGGEN_VERSION "0.1.0"

/* The runtime that emitted files are for: the one beside this generator. */
#include "../runtime/vg_abi.h"
#define VGGEN_TEXT_(number) #number
#define VGGEN_TEXT(number) VGGEN_TEXT_(number)
#define VGGEN_ABI VGGEN_TEXT(VG_ABI)

#endif
