/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* rt_fixture.h - the program of rt_program.h for a test: opened well, closed well, and what the fake driver has counted. */
#ifndef RT_FIXTURE_H
#define RT_FIXTURE_H

#include "fake/fake_cuda.h"
#include "rt_program.h"
#include "unit/run_suite.h"
#include "vg_bounded.h"

#include <check.h>
#include <string.h>

static rt_program p;
static vg_config config;

static inline void setup_program(void)
{
    fake_reset();
    rt_program_init(&p);
    memset(&config, 0, sizeof config);
}

static inline void open_well(void)
{
    ck_assert_int_eq(rt_program_open(&p, &config), VG_OK);
}

/* Nothing is left behind, and the driver was used as it may be. */
static inline void close_well(void)
{
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

static inline unsigned long writes(void)
{
    return fake_count("cuStreamWriteValue32");
}

static inline unsigned long queries(void)
{
    return fake_count("cuStreamQuery");
}

#endif
