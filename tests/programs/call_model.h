/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The calls that call_machine.c makes, and a small model of what each must answer and leave. */
#ifndef CALL_MODEL_H
#define CALL_MODEL_H

#include "caller.h"

#include "sequences.h"

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
    CALLS,
    START_1 = CALLS, /* the same without waiting: the kept graph */
    START_2,
    START_WALK, /* and the graph with the state */
    POLL,
    FINISH_WALK,
    FAIL_FINISH /* of the graph with the state */
} call;

/* ---- the model ---- */

typedef struct model {
    int open, running; /* what a failed call left behind */
    float pinned;      /* the input that the lane holds */
    int current, kept; /* whether the device holds it too; whether the outputs of the first graph are those of it */
    float gain, sum;
    float given;         /* what a call gives back, UNTOUCHED if nothing */
    call started;        /* START_1, START_WALK, or 0: no call is started */
    int answered, keeps; /* of that: kept outputs answer it; its outputs will be kept */
    float result;        /* of that */
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
    if (!m.open || m.started != 0) {
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

    if (which == FAIL_WAIT && m.running && m.started == 0) { /* what runs still is not seen to end, so nothing begins */
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

/* What goes in is taken, and the graph works, when a call is started: later settings do not reach it. */
static vg_status model_start(float value, call which)
{
    const vg_status status = ready();

    if (status != VG_OK) {
        return status;
    }
    take(value);
    m.started = which;
    m.answered = which == START_1 && m.kept;
    if (!m.answered) {
        launch();
        m.keeps = which == START_1;
        m.sum += which == START_WALK ? value : 0;
    }
    m.result = which == START_WALK ? m.sum : m.gain * value;
    return VG_OK;
}

static vg_status model_end(call started, int fails)
{
    if (!m.open || m.started != started) {
        return refused(VG_STATE);
    }
    if (fails) {
        forget();
        return refused(VG_DRIVER);
    }
    if (m.answered) {
        ++m.kept_hits;
    } else {
        ++m.replays;
        m.current = 1;
        m.kept = started == START_1 ? m.keeps : m.kept;
    }
    m.started = (call)0;
    m.given = m.result;
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
    m.keeps = m.keeps && m.gain == gain;
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
        m.started = (call)0;
        return VG_OK;
    case START_1:
        return model_start(1.0f, START_1);
    case START_2:
        return model_start(2.0f, START_1);
    case START_WALK:
        return model_start(1.0f, START_WALK);
    case POLL:
        return model_end(START_1, 0);
    case FINISH_WALK:
    case FAIL_FINISH:
        return model_end(START_WALK, which == FAIL_FINISH);
    default:
        return model_scaled(1.0f, which);
    }
}

#endif
