/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What emitted.c calls of each emitted program: functions that `random --write` puts around it. */
#ifndef RANDOM_EMITTED_H
#define RANDOM_EMITTED_H

#include <stddef.h>
#include <stdint.h>

#include "vg_rt.h"

typedef struct {
    unsigned long long seed;
    vg_status (*open)(const vg_config *config);
    vg_status (*close)(void);
    unsigned char *(*up)(unsigned lane, unsigned buffer);
    const unsigned char *(*down)(unsigned lane, unsigned buffer);
    vg_status (*set)(unsigned lane, unsigned buffer, unsigned value);
    vg_status (*turn)(unsigned lane, unsigned which, int on);
    vg_status (*change)(unsigned lane, unsigned buffer);
    vg_status (*want)(unsigned lane, unsigned buffer);
    vg_status (*start)(unsigned lane, unsigned graph);
    vg_status (*finish)(unsigned lane);
    vg_status (*reset)(unsigned lane);
    const vg_detail *(*detail)(unsigned lane);
} emitted_program;

extern const emitted_program emitted_programs[];
extern const unsigned emitted_program_count;

#endif
