/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A planned fault: from the environment or a test, and whether it came. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    bool armed;
    bool for_good;             /* all calls after it fail, too: the device is gone */
    bool gone;
    bool later;                /* the call succeeds, the next synchronising one fails */
    unsigned long nth;         /* counts down */
    unsigned long seen;        /* calls that it could have been */
    char name[SIM_NAME_BYTES]; /* "" any */
    CUresult code;
    char words[128]; /* as it was asked for */
} planned_fault;

static planned_fault fault;
static char failed_name[SIM_NAME_BYTES]; /* of the call that a planned fault made fail */
static bool environment_read;

static void plan(unsigned long n, const char *name, int code)
{
    memset(&fault, 0, sizeof fault);
    if (*name == '@') {
        fault.later = true;
        name++;
    }
    sim_plain_name(fault.name, sizeof fault.name, name);
    fault.nth = n;
    fault.code = (CUresult)code;
    fault.armed = n != 0;
    if (fault.armed) {
        failed_name[0] = '\0';
    }
}

/* [@][cuName:]N[:code][+]; `name` gets the first two parts. */
static bool parse(const char *text, char *name, size_t size, unsigned long *n, int *code, bool *for_good)
{
    const char *rest = text;
    char *end = NULL;
    size_t used = 0;
    if (*rest == '@') {
        name[used++] = *rest++;
    }
    if (strncmp(rest, "cu", 2) == 0) {
        const size_t length = strcspn(rest, ":");
        if (length >= size - 2 || rest[length] != ':') {
            return false;
        }
        memcpy(name + used, rest, length);
        used += length;
        rest += length + 1;
    }
    name[used] = '\0';
    *n = strtoul(rest, &end, 10);
    if (end != rest && *end == ':') {
        rest = end + 1;
        *code = (int)strtol(rest, &end, 10);
    }
    *for_good = end != rest && *end == '+';
    return end != rest && !end[*for_good];
}

static void read_environment(void)
{
    const char *text = getenv("VGSIM_FAIL");
    char name[SIM_NAME_BYTES];
    int code = CUDA_ERROR_UNKNOWN;
    unsigned long n;
    bool for_good;
    environment_read = true;
    if (!text || !*text) {
        return;
    }
    if (!parse(text, name, sizeof name, &n, &code, &for_good)) {
        sim_problem("bad plan", "VGSIM_FAIL=%s is not [@][cuName:]N[:code][+]; no fault is planned", text);
        return;
    }
    plan(n, name, code);
    fault.for_good = for_good;
    snprintf(fault.words, sizeof fault.words, "VGSIM_FAIL=%s", text);
}

void sim_fault_plan(unsigned long n, const char *name, int code)
{
    environment_read = true;
    plan(n, name ? name : "", code);
    if (name) {
        snprintf(fault.words, sizeof fault.words, "vgsim_fail(%lu, \"%s\", %d)", n, name, code);
    } else {
        snprintf(fault.words, sizeof fault.words, "vgsim_fail(%lu, NULL, %d)", n, code);
    }
}

CUresult sim_fault_due(const char *call, bool *later)
{
    if (!environment_read) {
        read_environment();
    }
    if (fault.gone) {
        return fault.code;
    }
    if (!fault.armed || (fault.name[0] && strcmp(fault.name, call) != 0)) {
        return CUDA_SUCCESS;
    }
    fault.seen++;
    if (--fault.nth) {
        return CUDA_SUCCESS;
    }
    fault.armed = false;
    snprintf(failed_name, sizeof failed_name, "%s", call);
    if (sim_get_settings()->trace) {
        fprintf(stderr, "vgsim: injected: %s fails with %d%s\n", call, (int)fault.code, fault.later ? ", later" : "");
    }
    fault.gone = fault.for_good;
    *later = fault.later && !fault.gone;
    return fault.code;
}

void sim_fault_tell(bool waits, bool (*is_function)(const char *name))
{
    if (!environment_read) {
        read_environment();
    }
    if (fault.armed && fault.seen) {
        fprintf(stderr, "vgsim: note: the fault of %s never came: there %s only %lu call%s%s%s\n", fault.words,
                fault.seen == 1 ? "was" : "were", fault.seen, fault.seen == 1 ? "" : "s", fault.name[0] ? " of " : "",
                fault.name);
    } else if (fault.armed && fault.name[0] && !is_function(fault.name)) {
        sim_problem("bad plan", "the fault of %s cannot come: the driver has no function %s", fault.words, fault.name);
    } else if (fault.armed) {
        fprintf(stderr, "vgsim: note: the fault of %s never came: %s was never called\n", fault.words,
                fault.name[0] ? fault.name : "the driver");
    } else if (waits) {
        fprintf(stderr, "vgsim: note: the fault of %s never showed: after %s no call waited for the device\n",
                fault.words, failed_name);
    }
}

const char *vgsim_failed(void)
{
    return failed_name;
}
