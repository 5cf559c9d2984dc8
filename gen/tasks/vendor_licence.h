/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The text of the licence of emitted files and of the runtime: LICENSES/0BSD.txt. */
#ifndef VENDOR_LICENCE_H
#define VENDOR_LICENCE_H

extern const char vendor_licence[];

#endif
