/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The version that banners and --version name. */
#ifndef VERSION_H
#define VERSION_H

#define VGGEN_VERSION "0.1.0"

#endif
