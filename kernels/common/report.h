/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the example programs print about devices and failures. */
#ifndef REPORT_H
#define REPORT_H

#include "vg_rt.h"

/* Room for any device name that the driver gives. */
#define REPORT_NAME_SIZE 256

/* The name of a CUDA device (after an open: the driver must be initialised), "unknown" if the driver refuses. */
void report_device_name(int device_index, char name[REPORT_NAME_SIZE]);

/* Prints to stderr that `doing` ("open", "frame 12") failed in `program`, with all that the detail tells. */
void report_failure(const char *program, const char *doing, const vg_detail *detail);

#endif
