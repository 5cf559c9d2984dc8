/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* call_machine.c - every sequence of up to four calls of a program with `api: call` on the CPU device, and a long random
 * one: each call gives what a small model says, also after one that failed, and one that is refused changes nothing. */
#include "caller.h"

#include "call_model.h"
#include "sequences.h"
#include "sim/vgsim.h"

static const char *const names[CALLS] = {"open",
                                         "call(1)",
                                         "call(2)",
                                         "timed",
                                         "step",
                                         "walk",
                                         "profile",
                                         "reset",
                                         "save",
                                         "restore",
                                         "set",
                                         "call(2) without launch",
                                         "walk without an end",
                                         "close",
                                         "wrong arguments"};

/* What is called in the sequences with calls that are not waited for. */
static const call started_calls[] = {OPEN, CALL_1,      START_1,     START_2, START_WALK, POLL,
                                     SET,  FINISH_WALK, FAIL_FINISH, RESET,   CLOSE};
static const char *const started_names[] = {
    "open",  "call(1)", "start(1)", "start(2)", "start walk", "poll", "set", "finish walk", "finish walk without end",
    "reset", "close"};
#define STARTED_CALLS (sizeof started_calls / sizeof *started_calls)

static caller p;
static caller before;
static unsigned char memory[CALLER_STATE_BYTES]; /* a saved state */
static float x[CALLER_X_COUNT], y[CALLER_Y_COUNT], total[CALLER_TOTAL_COUNT];

/* ---- the program ---- */

static void fill(float *to, size_t count, float value)
{
    size_t i;

    for (i = 0; i < count; ++i) {
        to[i] = value;
    }
}

static vg_status scaled(float value, call which)
{
    const caller_scaled_in in = {x, CALLER_X_COUNT};
    caller_scaled_out out = {y, CALLER_Y_COUNT};
    vg_times times;

    fill(x, CALLER_X_COUNT, value);
    if (which == TIMED) {
        return caller_scaled_call_timed(&p, &in, &out, &times);
    }
    return which == STEP ? caller_scaled_call_step(&p, &in, &out) : caller_scaled_call(&p, &in, &out);
}

static vg_status walk(float value)
{
    const caller_walked_in in = {x, CALLER_X_COUNT};
    caller_walked_out out = {total, CALLER_TOTAL_COUNT};

    fill(x, CALLER_X_COUNT, value);
    return caller_walked_call(&p, &in, &out);
}

static vg_status start(call which)
{
    const caller_scaled_in scaled_in = {x, CALLER_X_COUNT};
    const caller_walked_in walked_in = {x, CALLER_X_COUNT};
    vg_status status;

    fill(x, CALLER_X_COUNT, which == START_2 ? 2.0f : 1.0f);
    status = which == START_WALK ? caller_walked_call_start(&p, &walked_in) : caller_scaled_call_start(&p, &scaled_in);
    fill(x, CALLER_X_COUNT, 77.0f); /* it was copied */
    return status;
}

static vg_status finish(call which)
{
    caller_scaled_out scaled_out = {y, CALLER_Y_COUNT};
    caller_walked_out walked_out = {total, CALLER_TOTAL_COUNT};
    vg_status status;

    if (which == POLL) {
        do {
            status = caller_scaled_call_poll(&p, &scaled_out);
        } while (status == VG_BUSY && y[0] == UNTOUCHED);
        return status;
    }
    if (which == FAIL_FINISH) {
        vgsim_fail(1, "cuStreamQuery", 1);
    }
    status = caller_walked_call_finish(&p, &walked_out, VG_FOREVER);
    vgsim_fail(0, NULL, 0);
    return status;
}

/* The next call of that driver function fails, if it comes before ours is over. */
static vg_status failing(const char *function, call which)
{
    vg_status status;

    vgsim_fail(1, function, 1);
    status = which == FAIL_LAUNCH ? scaled(2.0f, CALL_2) : walk(1.0f);
    vgsim_fail(0, NULL, 0);
    return status;
}

static vg_status real_call(call which, float gain)
{
    static caller_scaled_times times;

    fill(y, CALLER_Y_COUNT, UNTOUCHED);
    fill(total, CALLER_TOTAL_COUNT, UNTOUCHED);
    switch (which) {
    case OPEN:
        return caller_open(&p, NULL, NULL);
    case CALL_2:
        return scaled(2.0f, which);
    case WALK:
        return walk(1.0f);
    case PROFILE:
        return caller_scaled_profile(&p, 1, &times);
    case RESET:
        return caller_reset(&p);
    case SAVE:
        return caller_save(&p, memory, sizeof memory);
    case RESTORE:
        return caller_restore(&p, memory, sizeof memory);
    case SET:
        return caller_set_gain(&p, gain);
    case FAIL_LAUNCH:
        return failing("cuGraphLaunch", which);
    case FAIL_WAIT:
        return failing("cuStreamQuery", which);
    case CLOSE:
        return caller_close(&p);
    case START_1:
    case START_2:
    case START_WALK:
        return start(which);
    case POLL:
    case FINISH_WALK:
    case FAIL_FINISH:
        return finish(which);
    default:
        return scaled(1.0f, which);
    }
}

/* ---- what may not change ---- */

/* A refused call leaves every byte of the program as it was, but for what tells of the refusal. */
static void check_unchanged(void)
{
    before.rt.detail = p.rt.detail;
    before.rt.stats.errors = p.rt.stats.errors;
    if (memcmp(&before, &p, sizeof p) != 0) {
        complain("bytes of the program changed", 0, 1);
    }
}

static void wrong(const char *what, vg_status expected, vg_status found)
{
    ++made;
    expect(what, expected, found);
    check_unchanged();
    memcpy(&before, &p, sizeof p);
}

static void wrong_scaled(void)
{
    const caller_scaled_in good_in = {x, CALLER_X_COUNT}, no_x = {NULL, CALLER_X_COUNT},
                           short_in = {x, CALLER_X_COUNT - 1};
    caller_scaled_out good_out = {y, CALLER_Y_COUNT}, no_y = {NULL, CALLER_Y_COUNT}, long_out = {y, CALLER_Y_COUNT + 1};
    vg_times times;

    wrong("call(NULL)", VG_ARGUMENT, caller_scaled_call(NULL, &good_in, &good_out));
    wrong("timed(NULL)", VG_ARGUMENT, caller_scaled_call_timed(NULL, &good_in, &good_out, &times));
    wrong("step(NULL)", VG_ARGUMENT, caller_scaled_call_step(NULL, &good_in, &good_out));
    wrong("call without in", VG_ARGUMENT, caller_scaled_call(&p, NULL, &good_out));
    wrong("call without out", VG_ARGUMENT, caller_scaled_call(&p, &good_in, NULL));
    wrong("call without x", VG_ARGUMENT, caller_scaled_call(&p, &no_x, &good_out));
    wrong("call without y", VG_ARGUMENT, caller_scaled_call(&p, &good_in, &no_y));
    wrong("call with a short x", VG_ARGUMENT, caller_scaled_call(&p, &short_in, &good_out));
    wrong("call with a long y", VG_ARGUMENT, caller_scaled_call(&p, &good_in, &long_out));
    wrong("timed without times", VG_ARGUMENT, caller_scaled_call_timed(&p, &good_in, &good_out, NULL));
    wrong("step with a short x", VG_ARGUMENT, caller_scaled_call_step(&p, &short_in, &good_out));
    wrong("start(NULL)", VG_ARGUMENT, caller_scaled_call_start(NULL, &good_in));
    wrong("start with a short x", VG_ARGUMENT, caller_scaled_call_start(&p, &short_in));
    wrong("poll without y", VG_ARGUMENT, caller_scaled_call_poll(&p, &no_y));
    wrong("finish with a long y", VG_ARGUMENT, caller_scaled_call_finish(&p, &long_out, 0));
    wrong("finish of nothing", VG_STATE, caller_scaled_call_finish(&p, &good_out, VG_FOREVER));
}

/* Without a program, whatever the state; then with arguments that do not fit. */
static void wrong_arguments(void)
{
    const vg_status open = m.open ? VG_ARGUMENT : VG_STATE;
    vg_config config;

    wrong_scaled();
    wrong("open(NULL)", VG_ARGUMENT, caller_open(NULL, NULL, NULL));
    wrong("profile(NULL)", VG_ARGUMENT, caller_scaled_profile(NULL, 1, NULL));
    wrong("reset(NULL)", VG_ARGUMENT, caller_reset(NULL));
    wrong("save(NULL)", VG_ARGUMENT, caller_save(NULL, memory, sizeof memory));
    wrong("restore(NULL)", VG_ARGUMENT, caller_restore(NULL, memory, sizeof memory));
    wrong("set(NULL)", VG_ARGUMENT, caller_set_gain(NULL, 1.0f));
    wrong("close(NULL)", VG_ARGUMENT, caller_close(NULL));
    wrong("profile into nothing", VG_ARGUMENT, caller_scaled_profile(&p, 1, NULL));
    wrong("set out of range", open, caller_set_gain(&p, 3.5f));
    if (!m.running) { /* else they first wait for what runs */
        wrong("save of another size", open, caller_save(&p, memory, sizeof memory - 1));
        wrong("save into nothing", open, caller_save(&p, NULL, sizeof memory));
    }
    if (m.open) {
        memset(&config, 0, sizeof config);
        config.spin_count = 1;
        wrong("open of an open one", VG_STATE, caller_open(&p, &config, NULL));
    }
    m.errors = p.rt.stats.errors;
}

/* ---- sequences ---- */

static void check_given(call which)
{
    const int walked = which == WALK || which == FAIL_WAIT || which == FINISH_WALK;
    size_t i;

    for (i = 0; i < CALLER_Y_COUNT; ++i) {
        expect("y", walked ? UNTOUCHED : m.given, y[i]);
        expect("total", walked ? m.given : UNTOUCHED, total[i]);
    }
}

static void check_program(void)
{
    const vg_stats *stats = caller_stats(&p);

    if (!m.open) {
        return;
    }
    expect("launches", (double)m.launches, (double)stats->launches);
    expect("replays", (double)m.replays, (double)stats->replays);
    expect("synchronisations", (double)m.replays, (double)stats->synchronisations);
    expect("resident hits", (double)m.resident_hits, (double)stats->resident_hits);
    expect("kept hits", (double)m.kept_hits, (double)stats->kept_hits);
    expect("uploads", (double)(m.launches - m.resident_hits), (double)stats->uploads);
    expect("bytes down", (double)m.replays * CALLER_Y_BYTES, (double)stats->download_bytes);
    expect("errors", (double)m.errors, (double)stats->errors);
    expect("gain", m.gain, caller_gain(&p));
}

static void make(unsigned number_of_call, unsigned long number)
{
    const call which = (call)number_of_call;
    const float gain = (float)(1 + number % 3);
    vg_status expected;

    memcpy(&before, &p, sizeof p);
    if (which == WRONG) {
        wrong_arguments();
        check_program();
        return;
    }
    ++made;
    expected = model_call(which, gain);
    expect("status", expected, real_call(which, gain));
    if (expected == VG_STATE) {
        check_unchanged();
    }
    check_given(which);
    check_program();
}

static void begin(void)
{
    memset(&p, 0, sizeof p);
    memset(&m, 0, sizeof m);
    memset(memory, 0, sizeof memory);
}

static void end(void)
{
    if (m.open) {
        expect("close at the end", VG_OK, caller_close(&p));
    }
}

static void make_started(unsigned number_of_call, unsigned long number)
{
    make((unsigned)started_calls[number_of_call], number);
}

/* Closing is rare, so that a program lives for a while; a sum is kept small, so that it is exact. */
static unsigned random_call(uint64_t *seed)
{
    const unsigned which = (unsigned)(random_number(seed) % CALLS);

    if (which == CLOSE && random_number(seed) % 64 != 0) {
        return m.sum > 100000.0f ? RESET : WALK;
    }
    return which;
}

static unsigned random_started(uint64_t *seed)
{
    const unsigned which = (unsigned)(random_number(seed) % STARTED_CALLS);

    return which == STARTED_CALLS - 1 && random_number(seed) % 64 != 0 ? which - 1 : which;
}

int main(void)
{
    static caller keeper; /* holds the device while the other is opened again and again */
    static const sequence_test test = {names, CALLS, begin, make, end, random_call};
    static const sequence_test started = {started_names, STARTED_CALLS, begin, make_started, end, random_started};

    (void)setenv("VGSIM_CHECK", "races", 0); /* what kernels touch is looked at elsewhere */
    if (caller_open(&keeper, NULL, NULL) != VG_OK) {
        char text[400];
        (void)vg_detail_text(caller_detail(&keeper), text, sizeof text);
        printf("%s\n", text);
        return 1;
    }
    run_sequences(&test);
    run_sequences(&started);
    expect("close", VG_OK, caller_close(&keeper));
    expect("objects left", 0, (double)vgsim_live_count());
    expect("problems of the device", 0, (double)vgsim_problem_count());
    printf("%lu calls, %lu failures\n", made, failures);
    return failures != 0;
}
