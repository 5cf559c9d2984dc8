/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Sessions: what an application does with a random program between open and close, on a device and on the interpreter.
 * Replays of several lanes run at the same time. */
#include <string.h>

#include "program.h"

enum { REPLAYS = 4 };

typedef struct {
    const random_program *p;
    random_device *device;
    dice d;
    bool loud;
    random_lane lanes[MOST_LANES];
} session;

/* ---- what the application does while its lane is idle ---- */

static bool give_input(session *s, unsigned lane, unsigned b)
{
    const random_buffer *buffer = &s->p->buffers[b];
    random_lane *own = &s->lanes[lane];
    unsigned char *up = s->device->up(s->device->self, lane, b);
    if (!up)
        return false;
    for (unsigned i = 0; i < buffer->bytes; i++)
        own->app.up[b][i] = up[i] = (unsigned char)dice_below(&s->d, 256);
    if (buffer->up == ON_REQUEST && dice_once_in(&s->d, 2)) {
        own->app.changed[b] = true;
        return s->device->change(s->device->self, lane, b);
    }
    return true;
}

static bool set_setting(session *s, unsigned lane, unsigned b)
{
    unsigned value = dice_below(&s->d, s->p->buffers[b].ranged ? 3 : 1000);
    s->lanes[lane].app.up[b][0] = (unsigned char)value;
    s->lanes[lane].app.up[b][1] = (unsigned char)(value >> 8);
    return s->device->set(s->device->self, lane, b, value);
}

static bool prepare_buffer(session *s, unsigned lane, unsigned b)
{
    const random_buffer *buffer = &s->p->buffers[b];
    if (buffer->role == SETTING)
        return !dice_once_in(&s->d, 2) || set_setting(s, lane, b);
    if (buffer->up != NEVER && buffer->bytes > 0 && !give_input(s, lane, b))
        return false;
    if (buffer->down == ON_REQUEST && buffer->bytes > 0 && dice_once_in(&s->d, 2)) {
        s->lanes[lane].app.wanted[b] = true;
        return s->device->want(s->device->self, lane, b);
    }
    return true;
}

static bool prepare(session *s, unsigned lane)
{
    for (unsigned b = 0; b < s->p->buffer_count; b++) {
        if (!prepare_buffer(s, lane, b))
            return false;
    }
    for (unsigned w = 0; w < s->p->switch_count; w++) {
        bool on = dice_once_in(&s->d, 2);
        if (on == s->lanes[lane].app.on[w])
            continue;
        s->lanes[lane].app.on[w] = on;
        if (!s->device->turn(s->device->self, lane, w, on))
            return false;
    }
    if (program_has_state(s->p) && dice_once_in(&s->d, 6)) {
        interpret_reset(s->p, &s->lanes[lane]);
        return s->device->reset(s->device->self, lane);
    }
    return true;
}

/* ---- what it then sees ---- */

static bool same(const session *s, const char *what, unsigned lane, unsigned b, const unsigned char *found,
                 const unsigned char *expected)
{
    for (unsigned i = 0; found && i < s->p->buffers[b].bytes; i++) {
        if (found[i] == expected[i])
            continue;
        if (s->loud)
            fprintf(stderr, "program %llu: %s of b%u, lane %u: byte %u is 0x%02x, expected 0x%02x\n",
                    (unsigned long long)s->p->seed, what, b, lane, i, found[i], expected[i]);
        return false;
    }
    return found != NULL;
}

/* Outputs, inputs as they were given, and what outlives replays on the device. */
static bool compare(session *s, unsigned lane)
{
    void *self = s->device->self;
    random_lane *own = &s->lanes[lane];
    unsigned char bytes[MOST_BYTES];
    for (unsigned b = 0; b < s->p->buffer_count; b++) {
        const random_buffer *buffer = &s->p->buffers[b];
        if (buffer->bytes == 0)
            continue;
        if (buffer->down != NEVER && !same(s, "download", lane, b, s->device->down(self, lane, b), own->down[b]))
            return false;
        if (buffer->up != NEVER && !same(s, "input", lane, b, s->device->up(self, lane, b), own->app.up[b]))
            return false;
        if ((buffer->role == STATE || buffer->role == CONSTANT) && s->device->look &&
            (!s->device->look(self, lane, b, bytes) || !same(s, "content", lane, b, bytes, own->holds[b])))
            return false;
    }
    return true;
}

/* Replays some lanes at a time. */
static bool play_round(session *s, unsigned round)
{
    bool runs[MOST_LANES] = {false};
    for (unsigned lane = 0; lane < s->p->lanes; lane++) {
        unsigned graph = dice_below(&s->d, s->p->replayed);
        runs[lane] = s->p->lanes == 1 || round == 0 || !dice_once_in(&s->d, 3);
        if (!runs[lane])
            continue;
        if (!prepare(s, lane) || !s->device->start(s->device->self, lane, graph))
            return false;
        interpret_replay(s->p, &s->lanes[lane], graph);
    }
    for (unsigned lane = s->p->lanes; lane-- > 0;) {
        if (runs[lane] && !s->device->finish(s->device->self, lane))
            return false;
    }
    for (unsigned lane = 0; lane < s->p->lanes; lane++) {
        if (!compare(s, lane))
            return false;
    }
    return true;
}

bool session_play(const random_program *p, random_device *device, bool loud)
{
    session s = {.p = p, .device = device, .d = {p->seed ^ 0x5e55u}, .loud = loud};
    unsigned rounds = REPLAYS + 2 * (p->replayed - 1);
    for (unsigned lane = 0; lane < p->lanes; lane++)
        interpret_open(p, &s.lanes[lane]);
    for (unsigned round = 0; round < rounds; round++) {
        if (!play_round(&s, round))
            return false;
    }
    return true;
}
