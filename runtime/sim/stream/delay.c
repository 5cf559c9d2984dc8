/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Launches that are planned to take longer, or never to end. Nothing computes in the meantime: until the time is over,
 * whoever asks the stream hears that it is not ready, and whoever waits for it sleeps; to wait for what never ends is a
 * problem. */
#define _GNU_SOURCE
#include "stream/queue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 256
#define NEVER UINT64_MAX
#define FOREVER 1e9 /* seconds: longer than any run */

typedef struct {
    bool armed;
    bool once;           /* only the n-th launch, … */
    unsigned long nth;   /* … which counts down */
    unsigned long seen;  /* launches that it could have been */
    uint64_t ns;
    char name[NAME_BYTES]; /* "": any launch */
    char words[NAME_BYTES + 64]; /* as it was asked for */
} planned_delay;

static planned_delay plan;
static bool environment_read;
static bool any; /* some work is or was delayed */

/* A pass of a launch that stays on the device. It is no launch, but counts as one of what it runs. */
static struct {
    bool runs, counted, stopped;
} pass;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void make_plan(const char *name, unsigned long n, double seconds)
{
    memset(&plan, 0, sizeof plan);
    snprintf(plan.name, sizeof plan.name, "%s", name);
    plan.once = n != 0;
    plan.nth = n;
    plan.ns = seconds > FOREVER ? NEVER : (uint64_t)(seconds * 1e9);
    plan.armed = seconds > 0;
}

static bool read_seconds(const char *text, double *seconds)
{
    if (strcmp(text, "forever") == 0) {
        *seconds = 2 * FOREVER;
        return true;
    }
    return sim_read_seconds(text, seconds);
}

/* Of [NAME:]SECONDS[:N], which is changed; a name may have colons of its own. */
static bool parse(char *text, const char **name, double *seconds, unsigned long *n)
{
    char *last = strrchr(text, ':'), *before, *end = NULL;
    *n = 0;
    *name = "";
    if (last == NULL) {
        return read_seconds(text, seconds);
    }
    *last++ = '\0';
    before = strrchr(text, ':');
    if (read_seconds(before ? before + 1 : text, seconds)) {
        *n = strtoul(last, &end, 10);
        if (*last < '0' || *last > '9' || *end || *n == 0) {
            return false;
        }
        if (before) {
            *before = '\0';
            *name = text;
        }
        return true;
    }
    *name = text;
    return read_seconds(last, seconds) && *text;
}

static void read_environment(void)
{
    const char *text = getenv("VGSIM_DELAY"), *name;
    char copy[NAME_BYTES];
    double seconds = 0;
    unsigned long n;
    environment_read = true;
    if (!text || !*text) {
        return;
    }
    snprintf(copy, sizeof copy, "%s", text);
    if (strlen(text) >= sizeof copy || !parse(copy, &name, &seconds, &n)) {
        sim_problem("bad plan",
                    "VGSIM_DELAY=%s is not [NAME:]SECONDS[:N] or [NAME:]forever[:N]; no launch will be slow",
                    text);
        return;
    }
    make_plan(name, n, seconds);
    snprintf(plan.words, sizeof plan.words, "VGSIM_DELAY=%s", text);
}

void vgsim_delay(const char *name, unsigned long n, double seconds)
{
    environment_read = true;
    make_plan(name ? name : "", n, seconds);
    snprintf(plan.words, sizeof plan.words, name ? "vgsim_delay(\"%s\", %lu, %g)" : "vgsim_delay(%s, %lu, %g)",
             name ? name : "NULL", n, seconds);
}

/* A part may be left out by a parameter of the launch. */
static bool is_left_out(const sim_launch *launch, const vgsim_part *part)
{
    uint32_t on = 1;
    if (part->when && part->when->kind == VGSIM_PARAMETER) {
        memcpy(&on, launch->parameters[part->when->index], sizeof on);
    }
    return on == 0;
}

static bool has_part(const sim_launch *launch, const vgsim_parts *list, const char *name)
{
    for (unsigned i = 0; i < list->count; i++) {
        const vgsim_part *part = &list->parts[i];
        if (part->entry && strcmp(part->entry, name) == 0 && !is_left_out(launch, part)) {
            return true;
        }
        for (unsigned b = 0; b < part->body_count; b++) {
            if (has_part(launch, &part->bodies[b], name)) {
                return true;
            }
        }
    }
    return false;
}

/* Its own name, or that of a kernel which it runs. */
static bool launch_has_name(const sim_launch *launch, const char *name)
{
    return strcmp(launch->function->name, name) == 0 ||
           (sim_launch_is_fused(launch) && has_part(launch, &launch->function->host->fused->parts, name));
}

/* Is it the graph's name, or that of a kernel in it? */
static bool has_name(const sim_exec *exec, const char *name)
{
    if (exec->match && strcmp(exec->match->graph->name, name) == 0) {
        return true;
    }
    for (size_t i = 0; i < exec->count; i++) {
        const sim_node *node = &exec->nodes[i];
        if (node->enabled && node->launch.function && launch_has_name(&node->launch, name)) {
            return true;
        }
        if (node->child && has_name(node->child, name)) {
            return true;
        }
        for (unsigned b = 0; b == 0 || b < node->conditional.size; b++) {
            const sim_exec *inner = sim_node_inner(node, b);
            if (inner && has_name(inner, name)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_meant(const sim_work *work)
{
    if (work->kind != SIM_WORK_GRAPH && work->kind != SIM_WORK_LAUNCH) {
        return false;
    }
    return !plan.name[0] || (work->exec ? has_name(work->exec, plan.name)
                                        : launch_has_name(&work->launch, plan.name));
}

void sim_delay_plan(sim_stream *stream, sim_work *work)
{
    uint64_t begin;
    if (!environment_read) {
        read_environment();
    }
    if (!plan.armed || !is_meant(work)) {
        return;
    }
    plan.seen++;
    if (plan.once && --plan.nth) {
        return;
    }
    plan.armed = !plan.once;
    any = true;
    begin = now();
    begin = stream->busy_until > begin ? stream->busy_until : begin;
    work->until = stream->busy_until = begin < NEVER - plan.ns ? begin + plan.ns : NEVER;
}

/* Of what stays on the device: it can be made to hang, not to take longer. */
static bool meets(void)
{
    if (plan.ns != NEVER) {
        if (plan.seen == 0) {
            sim_problem("bad plan", "%s: %s stays on the device, where it can only be made to never end ('forever')",
                        plan.words, plan.name);
        }
        plan.armed = plan.seen != 0;
        return false;
    }
    plan.seen++;
    if (plan.once && --plan.nth) {
        return false;
    }
    plan.armed = !plan.once;
    return true;
}

bool sim_delay_meets(const sim_launch *launch)
{
    if (!environment_read) {
        read_environment();
    }
    if (!plan.armed || (plan.name[0] ? strcmp(launch->function->name, plan.name) != 0 : plan.ns != NEVER)) {
        return false;
    }
    return meets();
}

void sim_delay_pass_begin(void)
{
    memset(&pass, 0, sizeof pass);
    pass.runs = true;
}

bool sim_delay_pass_end(void)
{
    pass.runs = false;
    return pass.stopped;
}

bool sim_delay_stops(const char *name)
{
    if (!pass.runs || pass.counted || !plan.armed || !plan.name[0] || !name || strcmp(name, plan.name) != 0) {
        return false;
    }
    pass.counted = true;
    pass.stopped = meets();
    return pass.stopped;
}

bool sim_delay_never_ends(const sim_work *work)
{
    return work->until == NEVER;
}

bool sim_delay_any(void)
{
    return any;
}

bool sim_delay_is_over(const sim_work *work)
{
    return !work->until || work->until <= now();
}

void sim_delay_sleep(const sim_work *work)
{
    struct timespec time;
    time.tv_sec = (time_t)(work->until / 1000000000u);
    time.tv_nsec = (long)(work->until % 1000000000u);
    while (work->until && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {
    }
}

void sim_delay_tell(void)
{
    if (!environment_read) {
        read_environment();
    }
    if (!plan.armed || (!plan.once && plan.seen)) {
        return;
    }
    if (plan.seen) {
        fprintf(stderr, "vgsim: note: the delay of %s never came: there %s only %lu launch%s%s%s\n", plan.words,
                plan.seen == 1 ? "was" : "were", plan.seen, plan.seen == 1 ? "" : "es", plan.name[0] ? " of " : "",
                plan.name);
    } else {
        fprintf(stderr, "vgsim: note: the delay of %s never came: %s%s launched\n", plan.words,
                plan.name[0] ? plan.name : "nothing", plan.name[0] ? " was never" : " was");
    }
}
