/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fails every driver call of a program on the CPU device, one in each run, until a run makes fewer calls than that.
 * Compiled with -DPROGRAM=saxpy or -DPROGRAM=equalizer. Each failed run must end with the status that the code means and
 * a detail that names the call, the code and, where a node was added, its step; must leave nothing behind; and the next
 * run must give the outputs of the first. Usage: fail_calls */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CALL(name) JOIN(PROGRAM, name)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)
#define HEADER(name) TEXT(name.h)

#include HEADER(PROGRAM)

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failed_call.h"
#include "noise.h"

#define REPLAYS 5
#define GRAPH_REPLAYS 4 /* of these: all but the steps */
#define MOST_NODES 64
#define MOST_CALLS 5000
#define MOST_NAMES 100

/* ---- what differs between the programs ---- */

#if defined(SAXPY_N)
#define RESULT_BYTES (SAXPY_U_BYTES + SAXPY_V_BYTES)

static void write_inputs(saxpy *p, uint64_t *seed)
{
    size_t i;

    for (i = 0; i < SAXPY_N; ++i) {
        saxpy_x(p)[i] = noise_float(seed);
        saxpy_y(p)[i] = noise_float(seed);
        saxpy_z(p)[i] = noise_float(seed);
    }
}

static void read_outputs(const saxpy *p, unsigned char *bytes)
{
    memcpy(bytes, saxpy_u(p), SAXPY_U_BYTES);
    memcpy(bytes + SAXPY_U_BYTES, saxpy_v(p), SAXPY_V_BYTES);
}
#elif defined(EQUALIZER_FRAME)
#define RESULT_BYTES (EQUALIZER_Y_BYTES + EQUALIZER_ENERGY_BYTES + EQUALIZER_PEAK_BYTES)

static void write_inputs(equalizer *p, uint64_t *seed)
{
    size_t i;

    for (i = 0; i < EQUALIZER_FRAME; ++i) {
        equalizer_x(p)[i] = noise_float(seed);
    }
    (void)equalizer_set_gain(p, noise_float(seed));
}

static void read_outputs(const equalizer *p, unsigned char *bytes)
{
    memcpy(bytes, equalizer_y(p), EQUALIZER_Y_BYTES);
    memcpy(bytes + EQUALIZER_Y_BYTES, equalizer_energy(p), EQUALIZER_ENERGY_BYTES);
    memcpy(bytes + EQUALIZER_Y_BYTES + EQUALIZER_ENERGY_BYTES, equalizer_peak(p), EQUALIZER_PEAK_BYTES);
}
#else
#error "compile with -DPROGRAM=saxpy or -DPROGRAM=equalizer"
#endif

/* ---- one run: open, a replay in each way, state out and in, close ---- */

typedef struct outcome {
    vg_status status; /* the first that was not VG_OK … */
    vg_detail detail;
    const char *phase; /* … and in what */
    unsigned long calls;
    unsigned char results[REPLAYS][RESULT_BYTES];
} outcome;

static const char *const phases[REPLAYS] = {"start and poll", "replay", "replay_timed", "step", "profile"};
static PROGRAM program; /* zero before the first open; closed again after each run */
static const char *const *titles;
static const uint32_t *lines;
static unsigned title_count;
static unsigned node_count; /* behind these only parts of fused launches have titles, which step mode adds */
static int is_stub; /* generated without a toolkit: its image is one that no GPU takes */
static outcome good;
static unsigned failures;

static int done(outcome *o, vg_status status, const char *phase)
{
    if (status != VG_OK && o->status == VG_OK) {
        o->status = status;
        o->detail = *CALL(_detail)(&program);
        o->phase = phase;
    }
    return status == VG_OK;
}

static vg_status replay_by_polling(void)
{
    vg_status status = CALL(_start)(&program);

    if (status == VG_OK) {
        do {
            status = CALL(_poll)(&program);
        } while (status == VG_BUSY);
    }
    return status;
}

static vg_status profile(void)
{
    static uint64_t ns[MOST_NODES];
    static void *scratch[2 * MOST_NODES + 2];
    vg_node_times times;

    times.count = MOST_NODES;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(&program.rt, 0, 1, &times);
}

static vg_status move_state(int in)
{
    static unsigned char state[65536];
    size_t size = 0;
    unsigned i;

    for (i = 0; i < program.rt.desc->content_count; ++i) {
        size += program.rt.desc->contents[i].reset != 0 ? (size_t)program.rt.desc->contents[i].bytes : 0;
    }
    if (size > sizeof state) {
        return VG_NO_MEMORY;
    }
    return in ? vg_restore(&program.rt, state, size) : vg_save(&program.rt, state, size);
}

static vg_status replay_in_way(unsigned way)
{
    vg_times times;

    switch (way) {
    case 0:
        return replay_by_polling();
    case 1:
        return CALL(_replay)(&program);
    case 3:
        return CALL(_step)(&program);
    case 4:
        return profile();
    default:
        return CALL(_replay_timed)(&program, &times);
    }
}

/* After a failure that does not lose the device, the program must be usable as it is. */
static void replay_after_failure(const outcome *o)
{
    vg_status status = CALL(_finish)(&program, VG_FOREVER);

    if (o->status != VG_LOST) {
        if (status != VG_OK && status != VG_STATE) {
            fprintf(stderr, "finish after the failure: %s\n", vg_status_name(status));
            ++failures;
        }
        status = CALL(_replay)(&program);
        if (status != VG_OK) {
            fprintf(stderr, "replay after the failure: %s\n", vg_status_name(status));
            ++failures;
        }
    } else if (status != VG_LOST || CALL(_start)(&program) != VG_LOST) {
        fprintf(stderr, "a lost program does not say so\n");
        ++failures;
    }
}

static void run(outcome *o)
{
    const unsigned long before = vgsim_call_count();
    const vg_graph_desc *last;
    uint64_t seed = 3;
    unsigned i;

    memset(o, 0, sizeof *o);
    if (done(o, CALL(_open)(&program, NULL, NULL), "open")) {
        titles = program.rt.desc->node_titles;
        lines = program.rt.desc->node_lines;
        title_count = program.rt.desc->node_count;
        last = &program.rt.desc->graphs[program.rt.desc->graph_count - 1];
        node_count = last->first_node + last->node_count;
        is_stub = program.rt.desc->modules[0].images[0].kind == VG_IMAGE_STUB;
        for (i = 0; i < REPLAYS && o->status == VG_OK; ++i) {
            write_inputs(&program, &seed);
            if (done(o, replay_in_way(i), phases[i])) {
                read_outputs(&program, o->results[i]);
            } else {
                replay_after_failure(o);
            }
        }
        if (o->status == VG_OK && done(o, move_state(0), "save")) {
            (void)done(o, move_state(1), "restore");
        }
        (void)done(o, CALL(_close)(&program), "close");
    }
    o->calls = vgsim_call_count() - before;
}

/* ---- what must hold after a failed run ---- */

/* How often each call was seen to fail: the same failure can then be asked for by name. */
typedef struct name_count {
    char name[64];
    unsigned long count;
} name_count;

typedef struct campaign {
    int code;
    vg_status expected;
    unsigned long n;
    unsigned nodes; /* failed node additions so far */
    name_count names[MOST_NAMES];
    unsigned distinct; /* of names */
} campaign;

static void complain(const campaign *c, const outcome *o, const char *what)
{
    char text[400] = "";

    if (o->status != VG_OK) {
        (void)vg_detail_text(&o->detail, text, sizeof text);
    }
    fprintf(stderr, "call %lu failed with %d: %s\n    %s ended with %s: %s\n", c->n, c->code, what,
            o->phase != NULL ? o->phase : "the run", vg_status_name(o->status), text);
    ++failures;
}

static unsigned long count_name(campaign *c, const char *name)
{
    unsigned i;

    for (i = 0; i < c->distinct && strcmp(c->names[i].name, name) != 0; ++i) {
    }
    if (i == c->distinct) {
        if (i == MOST_NAMES) {
            fprintf(stderr, "more than %d kinds of calls\n", MOST_NAMES);
            exit(1);
        }
        (void)snprintf(c->names[i].name, sizeof c->names[i].name, "%s", name);
        c->names[i].count = 0;
        ++c->distinct;
    }
    return ++c->names[i].count;
}

/* Nodes are added in the order of their titles. */
static void check_step(campaign *c, const outcome *o)
{
    if (strcmp(o->phase, "open") == 0 && strncmp(o->detail.call, "cuGraphAdd", strlen("cuGraphAdd")) == 0 &&
        strstr(o->detail.call, "Node") != NULL) {
        if (c->nodes >= node_count || strcmp(o->detail.step, titles[c->nodes]) != 0 ||
            o->detail.line != lines[c->nodes]) {
            complain(c, o, "the detail does not name the step whose node was refused, with its line");
        }
        ++c->nodes;
    }
}

/* The call that failed, failed by its name, must fail in the same place. */
static void check_by_name(campaign *c, const outcome *o)
{
    static outcome again;
    char name[64];
    unsigned long which;

    (void)snprintf(name, sizeof name, "%s", vgsim_failed());
    which = count_name(c, name);
    vgsim_fail(which, name, c->code);
    run(&again);
    vgsim_fail(0, NULL, 0);
    if (again.status != o->status || again.detail.code != o->detail.code || again.phase != o->phase ||
        (o->status != VG_OK &&
         (strcmp(again.detail.call, o->detail.call) != 0 || strcmp(again.detail.step, o->detail.step) != 0)) ||
        again.calls != o->calls) {
        complain(c, o, "failing that call by its name ends otherwise:");
        complain(c, &again, "that is");
    }
}

/* A lost device stays lost until its context is gone; a run that failed before it had one leaves that to the next. */
static void check_second_try(const campaign *c)
{
    static outcome second;

    run(&second);
    if (c->expected == VG_LOST && second.status == VG_LOST) {
        run(&second);
    }
    if (second.status != VG_OK) {
        complain(c, &second, "the next run fails too");
    } else if (memcmp(second.results, good.results, sizeof good.results) != 0) {
        complain(c, &second, "the next run gives other outputs");
    }
}

/* Whatever a driver says to a stub, it means that there is no machine code. */
static vg_status expected_status(const campaign *c, const outcome *o)
{
    if (is_stub && c->expected == VG_DRIVER && strcmp(o->detail.call, "cuModuleLoadDataEx") == 0) {
        return VG_NO_IMAGE;
    }
    return c->expected;
}

static void check_failed_run(campaign *c, const outcome *o, unsigned long live)
{
    if (has_another_way() && c->expected != VG_LOST) {
        if (o->status != VG_OK || memcmp(o->results, good.results, sizeof good.results) != 0 || live != 0) {
            complain(c, o, "the other way is not as good");
        }
        check_by_name(c, o);
        return;
    }
    if (o->status == VG_OK) {
        complain(c, o, "the run does not report it");
        return;
    }
    if (o->status != expected_status(c, o) || o->detail.status != o->status) {
        complain(c, o, "another status was expected");
    }
    if (o->detail.code != c->code || (!has_another_way() && !is_call(o->detail.call, vgsim_failed()))) {
        complain(c, o, "the detail lacks the call or its code");
    }
    check_step(c, o);
    if (live != 0) {
        complain(c, o, "something is left after the failure");
    }
    check_by_name(c, o);
}

/* Returns how many calls could be failed. */
static unsigned long fail_each_call(int code, vg_status expected)
{
    static campaign c;
    static outcome o;

    memset(&c, 0, sizeof c);
    c.code = code;
    c.expected = expected;
    for (c.n = 1; c.n <= MOST_CALLS; ++c.n) {
        const unsigned long live_before = vgsim_live_count();

        vgsim_fail(c.n, NULL, code);
        run(&o);
        vgsim_fail(0, NULL, 0);
        if (vgsim_failed()[0] == '\0') {
            break;
        }
        check_failed_run(&c, &o, vgsim_live_count() - live_before);
        check_second_try(&c);
    }
    if (c.nodes != node_count) {
        complain(&c, &o, "not every node's addition was failed");
    }
    return c.n - 1;
}

/* A kernel that fails while it runs: the launch succeeds, and waiting for its end reports it. */
static void fail_each_replay(void)
{
    static campaign c;
    static outcome o;

    memset(&c, 0, sizeof c);
    c.code = 719; /* CUDA_ERROR_LAUNCH_FAILED */
    c.expected = VG_LOST;
    for (c.n = 1; c.n <= GRAPH_REPLAYS; ++c.n) {
        vgsim_fail(c.n, "@cuGraphLaunch", c.code);
        run(&o);
        vgsim_fail(0, NULL, 0);
        if (o.status != VG_LOST || o.detail.code != c.code || strcmp(o.detail.call, "cuGraphLaunch") == 0 ||
            strcmp(o.phase, c.n < GRAPH_REPLAYS ? phases[c.n - 1] : "profile") != 0) {
            complain(&c, &o, "the failed kernel is not reported where it is waited for");
        }
        if (vgsim_live_count() != 0) {
            complain(&c, &o, "something is left after the failed kernel");
        }
        check_second_try(&c);
    }
    printf(TEXT(PROGRAM) ": %d replays failed on the device\n", GRAPH_REPLAYS);
}

/* The first node from `first` on with that title; title_count: none. */
static unsigned find_title(const char *title, unsigned first)
{
    while (first < title_count && strcmp(titles[first], title) != 0) {
        ++first;
    }
    return first;
}

static unsigned count_launches(unsigned first, unsigned last)
{
    unsigned count = 0;

    for (; first < last; ++first) {
        count += strncmp(titles[first], "launch ", strlen("launch ")) == 0;
    }
    return count;
}

/* In steps, a kernel that fails while it runs is named: each launch, and transfers that are launches between them. */
static void fail_each_step(void)
{
    static campaign c;
    static outcome o;
    unsigned next = 0;

    memset(&c, 0, sizeof c);
    c.code = 700; /* CUDA_ERROR_ILLEGAL_ADDRESS */
    c.expected = VG_LOST;
    for (c.n = 1;; ++c.n) {
        unsigned found;

        vgsim_fail(c.n, "@cuLaunchKernelEx", c.code);
        run(&o);
        vgsim_fail(0, NULL, 0);
        if (o.status == VG_OK) {
            break;
        }
        found = find_title(o.detail.step, next);
        if (o.status != VG_LOST || o.detail.code != c.code || found == title_count ||
            count_launches(next, found) != 0 || strcmp(o.phase, "step") != 0 || o.detail.line != lines[found]) {
            complain(&c, &o, "the failed kernel is not named by its step, with its line");
        }
        if (vgsim_live_count() != 0) {
            complain(&c, &o, "something is left after the failed step");
        }
        check_second_try(&c);
        next = found == title_count ? next : found + 1;
    }
    if (count_launches(next, title_count) != 0) {
        complain(&c, &o, "not every launch was made to fail");
    }
    printf(TEXT(PROGRAM) ": %lu of its steps failed on the device and were named\n", c.n - 1);
    failures += c.n == 1 ? 1 : 0;
}

int main(void)
{
    static const struct {
        int code;
        vg_status status;
    } codes[] = {
        {999, VG_DRIVER},  /* CUDA_ERROR_UNKNOWN */
        {2, VG_NO_MEMORY}, /* CUDA_ERROR_OUT_OF_MEMORY */
        {700, VG_LOST},    /* CUDA_ERROR_ILLEGAL_ADDRESS, which stays until the context is gone */
    };
    size_t i;

#if defined(EQUALIZER_FRAME)
    (void)setenv("VGSIM_CHECK", "races", 0); /* its kernels are looked at elsewhere, and take long that way */
#endif
    run(&good);
    if (good.status != VG_OK || vgsim_live_count() != 0) {
        fprintf(stderr, "the program does not run as it is: %s\n", vg_status_text(good.status));
        return 1;
    }
    for (i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
        const unsigned long failed = fail_each_call(codes[i].code, codes[i].status);

        printf(TEXT(PROGRAM) ": %lu driver calls failed with code %d, one a run\n", failed, codes[i].code);
        if (failed != good.calls) {
            fprintf(stderr, "a good run makes %lu calls\n", good.calls);
            ++failures;
        }
    }
    fail_each_replay();
    fail_each_step();
    if (vgsim_problem_count() != 0) {
        fprintf(stderr, "the CPU device found %lu problems, the last: %s\n", vgsim_problem_count(),
                vgsim_problem_kind());
        ++failures;
    }
    printf(TEXT(PROGRAM) ": %s\n", failures == 0 ? "every failure was reported and undone" : "FAILED");
    return failures != 0;
}
