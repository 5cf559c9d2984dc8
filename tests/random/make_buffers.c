/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The buffers of random programs. */
#include <string.h>

#include "make_parts.h"

static buffer_traffic random_traffic(maker *m, unsigned kinds)
{
    static const buffer_traffic some[] = {EACH, EACH, ON_REQUEST, NEVER};
    return some[dice_below(&m->d, kinds)];
}

static void choose_traffic(maker *m, random_buffer *b)
{
    b->up = b->down = NEVER;
    if (b->role == INPUT || b->role == INOUT)
        b->up = random_traffic(m, 3);
    if (b->role == OUTPUT || b->role == INOUT)
        b->down = random_traffic(m, 3);
    if (b->role == STATE) {
        b->up = dice_once_in(&m->d, 3) ? random_traffic(m, 4) : NEVER;
        b->down = random_traffic(m, 4);
    }
    b->down_first = 0;
    b->down_last = b->bytes;
    if (b->role == OUTPUT && b->count > 1 && dice_once_in(&m->d, 3)) {
        unsigned first = dice_below(&m->d, b->count);
        b->ranged = true;
        b->down_first = first * b->element;
        b->down_last = (first + 1 + dice_below(&m->d, b->count - first)) * b->element;
    }
}

/* What it holds at open: one element again and again, or all different; nothing in particular for most roles. */
static void choose_content(maker *m, random_buffer *b)
{
    bool repeats = b->role != CONSTANT;
    if (b->role == SETTING) {
        b->first[0] = (unsigned char)dice_below(&m->d, b->ranged ? 3 : 256);
        return;
    }
    if (b->role != CONSTANT && b->role != STATE && b->up != ON_REQUEST)
        return;
    for (unsigned i = 0; i < b->bytes; i++)
        b->first[i] = repeats && i >= b->element ? b->first[i - b->element] : (unsigned char)dice_below(&m->d, 256);
    if (repeats && dice_once_in(&m->d, 3))
        memset(b->first, 0, sizeof b->first);
}

static void choose_place(maker *m, random_buffer *b)
{
    if (dice_once_in(&m->d, 3))
        b->align = b->element << dice_below(&m->d, 5);
    b->fixed = NONE;
    if (b->role != SETTING && dice_once_in(&m->d, 100))
        b->fixed = (int)((b->align ? b->align : 256) * dice_below(&m->d, 5));
    for (unsigned i = 0; i < m->p->buffer_count; i++) {
        if (m->p->buffers[i].fixed != NONE) /* two might meet */
            b->fixed = NONE;
    }
}

static void add_buffer(maker *m, buffer_role role)
{
    static const unsigned elements[] = {1, 1, 2, 4, 4, 4, 8, 16};
    random_buffer *b = &m->p->buffers[m->p->buffer_count];
    memset(b, 0, sizeof *b);
    b->role = role;
    b->element = role == SETTING ? 4 : elements[dice_below(&m->d, 8)];
    b->count = role == SETTING ? 1 : 1 + dice_below(&m->d, MOST_BYTES / b->element);
    if (role != CONSTANT && role != SETTING && m->p->buffer_count > 1 && dice_once_in(&m->d, 24))
        b->count = 0;
    b->defined = role != SETTING && dice_once_in(&m->d, 4);
    if (b->count > 0 && b->count % 4 == 0 && dice_once_in(&m->d, 2)) {
        b->rows = 4;
        b->defined = false;
    }
    b->bytes = b->count * b->element;
    b->ranged = role == SETTING && dice_once_in(&m->d, 2);
    choose_traffic(m, b);
    choose_content(m, b);
    choose_place(m, b);
    m->p->buffer_count++;
}

/* What a flag can be. */
static void add_flag(maker *m, buffer_role role)
{
    random_buffer *b = &m->p->buffers[m->p->buffer_count];
    memset(b, 0, sizeof *b);
    b->role = role;
    b->element = b->bytes = 4;
    b->count = 1;
    choose_traffic(m, b);
    choose_content(m, b);
    choose_place(m, b);
    m->p->buffer_count++;
}

/* One with which the last one can be swapped. */
static void add_twin(maker *m)
{
    static const buffer_role likely[] = {SCRATCH, SCRATCH, OUTPUT, INOUT};
    random_buffer *b = &m->p->buffers[m->p->buffer_count];
    *b = b[-1];
    b->role = likely[dice_below(&m->d, 4)];
    b->ranged = false;
    if (b[-1].role == SETTING)
        return;
    memset(b->first, 0, sizeof b->first);
    choose_traffic(m, b);
    choose_content(m, b);
    choose_place(m, b);
    m->p->buffer_count++;
}

void make_buffers(maker *m)
{
    static const buffer_role likely[] = {INPUT,   OUTPUT,  OUTPUT,  INOUT,    STATE,   STATE,   SCRATCH,
                                         SCRATCH, SCRATCH, SCRATCH, CONSTANT, DERIVED, SETTING, SETTING};
    unsigned count = 4 + dice_below(&m->d, MOST_BUFFERS - 4);
    add_buffer(m, INPUT);
    add_buffer(m, OUTPUT);
    if (m->controls) {
        add_flag(m, SCRATCH);
        add_flag(m, dice_once_in(&m->d, 2) ? STATE : OUTPUT);
    }
    while (m->p->buffer_count < count) {
        add_buffer(m, likely[dice_below(&m->d, sizeof likely / sizeof *likely)]);
        if (m->controls && m->p->buffer_count < count && dice_once_in(&m->d, 4))
            add_twin(m);
    }
    for (unsigned i = 0; i < count; i++)
        m->p->setup = m->p->setup || m->p->buffers[i].role == DERIVED;
}
