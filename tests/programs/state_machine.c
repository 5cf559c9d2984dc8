/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* state_machine.c - every sequence of up to four calls of a program on the CPU device, and a long random one: each call
 * gives what a small model says, and one that is refused changes nothing. */
#include "machine.h"

#include "sequences.h"
#include "sim/vgsim.h"

#define FIRST_STATE 5.0f /* in the spec */

/* ---- what is called ---- */

typedef enum call {
    OPEN,
    START,
    POLL,
    FINISH_0,
    FINISH_FOREVER,
    REPLAY,
    REPLAY_TIMED,
    STEP,
    PROFILE,
    RESET,
    SAVE,
    RESTORE,
    SET,
    CLOSE,
    WRONG, /* every call with an argument that it cannot take */
    CALLS
} call;

static const char *const names[CALLS] = {"open",   "start",   "poll", "finish(0)", "finish(FOREVER)",
                                         "replay", "timed",   "step", "profile",   "reset",
                                         "save",   "restore", "set",  "close",     "wrong arguments"};

static machine p;
static machine before;
static unsigned char memory[MACHINE_N * sizeof(float)]; /* a saved state */

/* ---- the model ---- */

typedef enum state { CLOSED, IDLE, RUNNING } state;

typedef struct model {
    state state;
    unsigned looks;  /* at the replay that runs: the CPU device is done at the second */
    float gain, sum; /* what is set; what the device holds, or will when the replay is done */
    float y;         /* what came down last */
    float saved;
    unsigned long errors; /* since open */
    unsigned long replays, launches, synchronisations, timeouts;
} model;

static model m;

static vg_status refused(vg_status status)
{
    ++m.errors;
    return status;
}

static void launch(void)
{
    m.sum += m.gain;
    ++m.launches;
}

static vg_status ended(void)
{
    m.state = IDLE;
    m.y = m.sum;
    ++m.replays;
    ++m.synchronisations;
    return VG_OK;
}

static vg_status look(vg_status not_yet)
{
    if (m.state != RUNNING) {
        return refused(VG_STATE);
    }
    if (m.looks++ > 0) {
        return ended();
    }
    m.timeouts += not_yet == VG_TIMEOUT ? 1 : 0;
    return not_yet;
}

static vg_status whole_replay(void)
{
    if (m.state != IDLE) {
        return refused(VG_STATE);
    }
    launch();
    return ended();
}

static vg_status on_idle(float *to, float value)
{
    if (m.state != IDLE) {
        return refused(VG_STATE);
    }
    *to = value;
    return VG_OK;
}

static vg_status model_open(void)
{
    const float saved = m.saved;

    if (m.state != CLOSED) {
        return refused(VG_STATE);
    }
    memset(&m, 0, sizeof m);
    m.saved = saved;
    m.state = IDLE;
    m.gain = 1.0f;
    m.sum = FIRST_STATE;
    return VG_OK;
}

static vg_status model_call(call which, float gain)
{
    switch (which) {
    case OPEN:
        return model_open();
    case START:
        if (m.state != IDLE) {
            return refused(VG_STATE);
        }
        launch();
        m.state = RUNNING;
        m.looks = 0;
        return VG_OK;
    case POLL:
        return look(VG_BUSY);
    case FINISH_0:
        return look(VG_TIMEOUT);
    case FINISH_FOREVER:
        return m.state == RUNNING ? ended() : refused(VG_STATE);
    case RESET:
        return on_idle(&m.sum, FIRST_STATE);
    case SAVE:
        return on_idle(&m.saved, m.sum);
    case RESTORE:
        return on_idle(&m.sum, m.saved);
    case SET:
        if (m.state == CLOSED) {
            return refused(VG_STATE);
        }
        m.gain = gain;
        return VG_OK;
    case CLOSE:
        if (m.state == CLOSED) {
            return refused(VG_STATE);
        }
        m.state = CLOSED;
        return VG_OK;
    default:
        return whole_replay();
    }
}

/* ---- the program ---- */

static vg_status profile(machine *of, unsigned nodes)
{
    static uint64_t ns[8];
    static void *scratch[18];
    vg_node_times times;

    times.count = nodes;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(&of->rt, 0, 1, &times);
}

static vg_status real_call(call which, float gain)
{
    vg_times times;

    switch (which) {
    case OPEN:
        return machine_open(&p, NULL, NULL);
    case START:
        return machine_start(&p);
    case POLL:
        return machine_poll(&p);
    case FINISH_0:
        return machine_finish(&p, 0);
    case FINISH_FOREVER:
        return machine_finish(&p, VG_FOREVER);
    case REPLAY:
        return machine_replay(&p);
    case REPLAY_TIMED:
        return machine_replay_timed(&p, &times);
    case STEP:
        return vg_step(&p.rt, 0);
    case PROFILE:
        return profile(&p, 8);
    case RESET:
        return machine_reset(&p);
    case SAVE:
        return vg_save(&p.rt, memory, sizeof memory);
    case RESTORE:
        return vg_restore(&p.rt, memory, sizeof memory);
    case SET:
        return machine_set_gain(&p, gain);
    default:
        return machine_close(&p);
    }
}

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

/* Without a program, whatever the state; then with arguments that do not fit, which matter only where the call may be made. */
static void wrong_arguments(void)
{
    const vg_status idle = m.state == IDLE ? VG_ARGUMENT : VG_STATE;
    vg_config config;

    wrong("open(NULL)", VG_ARGUMENT, machine_open(NULL, NULL, NULL));
    wrong("start(NULL)", VG_ARGUMENT, machine_start(NULL));
    wrong("poll(NULL)", VG_ARGUMENT, machine_poll(NULL));
    wrong("finish(NULL)", VG_ARGUMENT, machine_finish(NULL, 0));
    wrong("replay(NULL)", VG_ARGUMENT, machine_replay(NULL));
    wrong("timed(NULL)", VG_ARGUMENT, machine_replay_timed(NULL, NULL));
    wrong("step(NULL)", VG_ARGUMENT, vg_step(NULL, 0));
    wrong("profile(NULL)", VG_ARGUMENT, vg_profile(NULL, 0, 1, NULL));
    wrong("reset(NULL)", VG_ARGUMENT, machine_reset(NULL));
    wrong("save(NULL)", VG_ARGUMENT, vg_save(NULL, memory, sizeof memory));
    wrong("restore(NULL)", VG_ARGUMENT, vg_restore(NULL, memory, sizeof memory));
    wrong("set(NULL)", VG_ARGUMENT, machine_set_gain(NULL, 1.0f));
    wrong("close(NULL)", VG_ARGUMENT, machine_close(NULL));
    wrong("timed into nothing", idle, machine_replay_timed(&p, NULL));
    wrong("start of no graph", idle, vg_start(&p.rt, 1));
    wrong("step of no graph", idle, vg_step(&p.rt, 1));
    wrong("profile without room", idle, profile(&p, MACHINE_NODES - 1));
    wrong("save of another size", idle, vg_save(&p.rt, memory, sizeof memory - 1));
    wrong("save into nothing", idle, vg_save(&p.rt, NULL, sizeof memory));
    wrong("restore of another size", idle, vg_restore(&p.rt, memory, sizeof memory + 1));
    wrong("restore from nothing", idle, vg_restore(&p.rt, NULL, sizeof memory));
    wrong("set out of range", m.state == CLOSED ? VG_STATE : VG_ARGUMENT, machine_set_gain(&p, 3.5f));
    m.errors = p.rt.stats.errors;
    if (m.state != CLOSED) {
        memset(&config, 0, sizeof config);
        config.spin_count = 1;
        wrong("open of an open one", VG_STATE, machine_open(&p, &config, NULL));
        m.errors = p.rt.stats.errors;
    }
}

/* What the application can see. */
static void check_program(void)
{
    const vg_stats *stats = machine_stats(&p);
    unsigned i;

    if (m.state == CLOSED) {
        expect("pinned memory of a closed program", 1, machine_y(&p) == NULL);
        return;
    }
    expect("replays", (double)m.replays, (double)stats->replays);
    expect("launches", (double)m.launches, (double)stats->launches);
    expect("synchronisations", (double)m.synchronisations, (double)stats->synchronisations);
    expect("timeouts", (double)m.timeouts, (double)stats->timeouts);
    expect("errors", (double)m.errors, (double)stats->errors);
    expect("uploads", (double)m.replays, (double)stats->uploads);
    expect("bytes down", (double)m.replays * MACHINE_Y_BYTES, (double)stats->download_bytes);
    expect("gain", m.gain, machine_gain(&p));
    for (i = 0; m.state == IDLE && i < MACHINE_N; ++i) {
        expect("y", m.y, machine_y(&p)[i]);
    }
}

static void fill_input(void)
{
    unsigned i;

    for (i = 0; i < MACHINE_N; ++i) {
        machine_x(&p)[i] = 1.0f;
    }
}

static void make(unsigned number_of_call, unsigned long number)
{
    const call which = (call)number_of_call;
    const float gain = (float)(1 + number % 3);
    vg_status expected;
    vg_status found;

    memcpy(&before, &p, sizeof p);
    if (which == WRONG) {
        wrong_arguments();
        check_program();
        return;
    }
    ++made;
    expected = model_call(which, gain);
    found = real_call(which, gain);
    expect("status", expected, found);
    if (expected == VG_STATE) {
        check_unchanged();
    } else if (which == OPEN && found == VG_OK) {
        fill_input();
    }
    check_program();
}

/* ---- sequences ---- */

static void begin(void)
{
    memset(&p, 0, sizeof p);
    memset(&m, 0, sizeof m);
    memset(memory, 0, sizeof memory);
}

static void end(void)
{
    if (m.state != CLOSED) {
        expect("close at the end", VG_OK, machine_close(&p));
    }
}

/* Closing is rare, so that a program lives for a while; a sum is kept small, so that it is exact. */
static unsigned random_call(uint64_t *seed)
{
    const unsigned which = (unsigned)(random_number(seed) % CALLS);

    if (which == CLOSE && random_number(seed) % 64 != 0) {
        return m.sum > 100000.0f ? RESET : START;
    }
    return which;
}

int main(void)
{
    static machine keeper; /* holds the device while the other is opened again and again */
    static const sequence_test test = {names, CALLS, begin, make, end, random_call};

    (void)setenv("VGSIM_CHECK", "races", 0); /* what kernels touch is looked at elsewhere */
    if (machine_open(&keeper, NULL, NULL) != VG_OK) {
        char text[400];
        (void)vg_detail_text(machine_detail(&keeper), text, sizeof text);
        printf("%s\n", text);
        return 1;
    }
    run_sequences(&test);
    expect("close", VG_OK, machine_close(&keeper));
    expect("objects left", 0, (double)vgsim_live_count());
    expect("problems of the device", 0, (double)vgsim_problem_count());
    printf("%lu calls, %lu failures\n", made, failures);
    return failures != 0;
}
