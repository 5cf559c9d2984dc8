/* SPDX-License-Identifier: MIT */
/* call_machine.c - every sequence of up to four calls of a program with `api: call` on the CPU device, and a long random
 * one: each call gives what a small model says, also after one that failed, and one that is refused changes nothing. */
#include "caller.h"

#include "sequences.h"
#include "sim/vgsim.h"

#define FIRST_STATE 5.0f /* in the spec */
#define UNTOUCHED (-1.0f)

/* ---- what is called ---- */

typedef enum call {
    OPEN,
    CALL_1, /* the kept graph, with an input of ones */
    CALL_2, /* … of twos */
    TIMED,
    STEP,
    WALK, /* the graph with the state */
    PROFILE,
    RESET,
    SAVE,
    RESTORE,
    SET,
    FAIL_LAUNCH, /* a call whose launch the driver refuses, where it needs one */
    FAIL_WAIT,   /* a call of the graph with the state whose end cannot be seen: it may run on */
    CLOSE,
    WRONG, /* every call with an argument that it cannot take */
    CALLS
} call;

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

static caller p;
static caller before;
static unsigned char memory[CALLER_STATE_BYTES]; /* a saved state */
static float x[CALLER_X_COUNT], y[CALLER_Y_COUNT], total[CALLER_TOTAL_COUNT];

/* ---- the model ---- */

typedef struct model {
    int open, running; /* what a failed call left behind */
    float pinned;      /* the input that the lane holds */
    int current, kept; /* whether the device holds it too; whether the outputs of the first graph are those of it */
    float gain, sum;
    float given; /* what a call gives back, UNTOUCHED if nothing */
    float saved;
    unsigned long launches, replays, errors, resident_hits, kept_hits;
} model;

static model m;

static vg_status refused(vg_status status)
{
    ++m.errors;
    return status;
}

static void forget(void)
{
    m.current = m.kept = 0;
}

static void take(float value)
{
    if (value != m.pinned) {
        m.pinned = value;
        forget();
    }
}

static void launch(void)
{
    ++m.launches;
    m.resident_hits += m.current ? 1 : 0;
}

/* VG_OK: the call may go on. */
static vg_status ready(void)
{
    if (!m.open) {
        return refused(VG_STATE);
    }
    m.replays += m.running ? 1 : 0;
    m.running = 0;
    return VG_OK;
}

static vg_status model_scaled(float value, call which)
{
    const vg_status status = ready();

    if (status != VG_OK) {
        return status;
    }
    take(value);
    if (which == STEP) {
        forget();
    }
    if (m.kept) {
        ++m.kept_hits;
        m.given = m.gain * value;
        return VG_OK;
    }
    if (which == FAIL_LAUNCH) {
        forget();
        return refused(VG_DRIVER);
    }
    launch();
    ++m.replays;
    m.current = m.kept = 1;
    m.given = m.gain * value;
    return VG_OK;
}

static vg_status model_walk(float value, call which)
{
    vg_status status;

    if (which == FAIL_WAIT && m.running) { /* what runs still is not seen to end, so nothing begins */
        return refused(VG_DRIVER);
    }
    status = ready();
    if (status != VG_OK) {
        return status;
    }
    take(value);
    launch();
    m.sum += value;
    if (which == FAIL_WAIT) {
        m.running = 1;
        forget();
        return refused(VG_DRIVER);
    }
    ++m.replays;
    m.current = 1;
    m.given = m.sum;
    return VG_OK;
}

static vg_status model_open(void)
{
    const float saved = m.saved;

    if (m.open) {
        return refused(VG_STATE);
    }
    memset(&m, 0, sizeof m);
    m.saved = saved;
    m.open = 1;
    m.given = UNTOUCHED;
    m.gain = 1.0f;
    m.sum = FIRST_STATE;
    return VG_OK;
}

static vg_status model_profile(void)
{
    const vg_status status = ready();

    if (status == VG_OK) {
        forget();
        launch();
        ++m.replays;
    }
    return status;
}

static vg_status model_set(float gain)
{
    if (!m.open) {
        return refused(VG_STATE);
    }
    m.kept = m.kept && m.gain == gain;
    m.gain = gain;
    return VG_OK;
}

static vg_status model_state(call which)
{
    const vg_status status = ready();

    if (status != VG_OK) {
        return status;
    }
    if (which == SAVE) {
        m.saved = m.sum;
        return VG_OK;
    }
    m.sum = which == RESET ? FIRST_STATE : m.saved;
    forget();
    return VG_OK;
}

static vg_status model_call(call which, float gain)
{
    m.given = UNTOUCHED;
    switch (which) {
    case OPEN:
        return model_open();
    case CALL_2:
    case FAIL_LAUNCH:
        return model_scaled(2.0f, which);
    case WALK:
    case FAIL_WAIT:
        return model_walk(1.0f, which);
    case PROFILE:
        return model_profile();
    case RESET:
    case SAVE:
    case RESTORE:
        return model_state(which);
    case SET:
        return model_set(gain);
    case CLOSE:
        if (!m.open) {
            return refused(VG_STATE);
        }
        m.open = m.running = 0;
        return VG_OK;
    default:
        return model_scaled(1.0f, which);
    }
}

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
    const int walked = which == WALK || which == FAIL_WAIT;
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

/* Closing is rare, so that a program lives for a while; a sum is kept small, so that it is exact. */
static unsigned random_call(uint64_t *seed)
{
    const unsigned which = (unsigned)(random_number(seed) % CALLS);

    if (which == CLOSE && random_number(seed) % 64 != 0) {
        return m.sum > 100000.0f ? RESET : WALK;
    }
    return which;
}

int main(void)
{
    static caller keeper; /* holds the device while the other is opened again and again */
    static const sequence_test test = {names, CALLS, begin, make, end, random_call};

    (void)setenv("VGSIM_CHECK", "races", 0); /* what kernels touch is looked at elsewhere */
    if (caller_open(&keeper, NULL, NULL) != VG_OK) {
        char text[400];
        (void)vg_detail_text(caller_detail(&keeper), text, sizeof text);
        printf("%s\n", text);
        return 1;
    }
    run_sequences(&test);
    expect("close", VG_OK, caller_close(&keeper));
    expect("objects left", 0, (double)vgsim_live_count());
    expect("problems of the device", 0, (double)vgsim_problem_count());
    printf("%lu calls, %lu failures\n", made, failures);
    return failures != 0;
}
