/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Settings from the environment, and the seeded order of everything whose order is free. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sim_settings settings;
static bool known;
static uint64_t state;

static uint64_t number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    char *end = NULL;
    uint64_t value;
    if (!text || !*text) {
        return otherwise;
    }
    value = strtoull(text, &end, 0);
    if (*end || strchr(text, '-')) {
        fprintf(stderr, "vgsim: %s=%s is not a number from 0 on; it is ignored\n", name, text);
        return otherwise;
    }
    return value;
}

bool sim_read_seconds(const char *text, double *seconds)
{
    const char *at = text;
    double value = 0, unit = 1;
    bool digits = false;
    for (; *at >= '0' && *at <= '9'; at++, digits = true) {
        value = 10 * value + (*at - '0');
    }
    for (at += *at == '.'; *at >= '0' && *at <= '9'; at++, digits = true) {
        unit /= 10;
        value += unit * (*at - '0');
    }
    *seconds = value;
    return !*at && digits && value <= 1e9;
}

static double duration(const char *name, double otherwise)
{
    const char *text = getenv(name);
    double value;
    if (!text || !*text) {
        return otherwise;
    }
    if (!sim_read_seconds(text, &value)) {
        fprintf(stderr, "vgsim: %s=%s is not a number of seconds; it is ignored\n", name, text);
        return otherwise;
    }
    return value;
}

static void read_check(void)
{
    const char *text = getenv("VGSIM_CHECK");
    settings.check = SIM_CHECK_FULL;
    if (!text || !*text) {
        return;
    }
    settings.check_forced = true;
    if (strcmp(text, "off") == 0) {
        settings.check = SIM_CHECK_OFF;
    } else if (strcmp(text, "races") == 0) {
        settings.check = SIM_CHECK_RACES;
    } else if (strcmp(text, "full") != 0) {
        fprintf(stderr, "vgsim: VGSIM_CHECK=%s is not off, races or full; it is ignored\n", text);
        settings.check_forced = false;
    }
}

static void read_accesses(void)
{
    const char *text = getenv("VGSIM_ACCESSES");
    settings.accesses = settings.check == SIM_CHECK_FULL ? SIM_ACCESSES_ON : SIM_ACCESSES_OFF;
    if (!text || !*text) {
        return;
    }
    if (strcmp(text, "off") == 0) {
        settings.accesses = SIM_ACCESSES_OFF;
    } else if (strcmp(text, "all") == 0) {
        settings.accesses = SIM_ACCESSES_ALL;
    } else if (strcmp(text, "on") == 0) {
        settings.accesses = SIM_ACCESSES_ON;
    } else {
        fprintf(stderr, "vgsim: VGSIM_ACCESSES=%s is not off, on or all; it is ignored\n", text);
    }
}

const sim_settings *sim_get_settings(void)
{
    if (!known) {
        known = true;
        settings.seed = number("VGSIM_SEED", 1);
        settings.lazy = number("VGSIM_LAZY", 1) != 0;
        settings.trace = number("VGSIM_TRACE", 0) != 0;
        settings.quiet = number("VGSIM_QUIET", 0) != 0;
        settings.driver = (int)number("VGSIM_DRIVER", 13000);
        settings.capability = (unsigned)number("VGSIM_CC", 0);
        settings.memory = (size_t)number("VGSIM_MEMORY", (uint64_t)4 << 30);
        settings.addresses = (size_t)number("VGSIM_ADDRESSES", (uint64_t)1 << 40) & ~(size_t)4095;
        settings.stack = (size_t)number("VGSIM_STACK", 128 * 1024);
        settings.passes = number("VGSIM_PASSES", 1000000);
        settings.multiprocessors = (unsigned)number("VGSIM_MULTIPROCESSORS", 0);
        settings.seconds = duration("VGSIM_SECONDS", 10);
        settings.capture = number("VGSIM_CAPTURE", 0) != 0;
        if (settings.stack < 16 * 1024) {
            settings.stack = 16 * 1024;
        }
        settings.stack = (settings.stack + 4095) & ~(size_t)4095;
        read_check();
        read_accesses();
        state = settings.seed;
    }
    return &settings;
}

/* SplitMix64: every seed, 1 included, gives a well mixed sequence. */
uint64_t sim_random(uint64_t *sequence)
{
    uint64_t value;
    *sequence += 0x9E3779B97F4A7C15u;
    value = *sequence;
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
    value = (value ^ value >> 27) * 0x94D049BB133111EBu;
    return value ^ value >> 31;
}

uint64_t *sim_random_state(void)
{
    sim_get_settings();
    return &state;
}

void sim_shuffle(uint32_t *order, size_t count, uint64_t *sequence)
{
    for (size_t i = 0; i < count; i++) {
        order[i] = (uint32_t)i;
    }
    if (sim_get_settings()->seed == 0) {
        return;
    }
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)(sim_random(sequence) % i);
        uint32_t swapped = order[i - 1];
        order[i - 1] = order[other];
        order[other] = swapped;
    }
}

void vgsim_multiprocessors(unsigned count)
{
    sim_get_settings();
    settings.multiprocessors = count;
}

void vgsim_seed(uint64_t seed)
{
    sim_get_settings();
    settings.seed = seed;
    state = seed;
}

void vgsim_capture(int as_on_gpu)
{
    sim_get_settings();
    settings.capture = as_on_gpu != 0;
}

void vgsim_limit(double seconds)
{
    sim_get_settings();
    settings.seconds = seconds;
}
