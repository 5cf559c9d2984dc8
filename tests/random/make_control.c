/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Loops, choices and repeated steps of random programs. */
#include <string.h>

#include "make_parts.h"

typedef struct {
    bool written[SETS][MOST_BUFFERS][MOST_BYTES];
} written_sets;

bool step_is_control(const random_step *s)
{
    return s->kind == WHILE || s->kind == IF || s->kind == SWITCH || s->kind == REPEAT;
}

bool step_is_conditional(const random_graph *g, const random_step *s)
{
    for (; s->inside != NONE; s = &g->steps[s->inside]) {
        if (g->steps[s->inside].kind != REPEAT)
            return true;
    }
    return false;
}

static bool is_flag(const maker *m, const random_graph *g, unsigned b, bool to_write)
{
    const random_buffer *buffer = &m->p->buffers[b];
    return buffer->element == 4 && buffer->bytes == 4 && buffer->role != SETTING &&
           (!to_write || maker_may_write(m, g, buffer->role));
}

static int choose_flag(maker *m, const random_graph *g)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        unsigned b = dice_below(&m->d, m->p->buffer_count);
        if (is_flag(m, g, b, true))
            return (int)b;
    }
    return NONE;
}

static random_use flag_use(unsigned buffer, char claims)
{
    return (random_use){buffer, 0, 4, 4, claims, 1, false};
}

static void end_launch(maker *m, random_graph *g, random_step *s)
{
    s->salt = dice_below(&m->d, 1000);
    s->block = s->grid = 1;
    maker_end_step(m, g, s);
}

/* A launch that makes 0, 1 or 2 of the flag. */
static bool make_flag(maker *m, random_graph *g, unsigned flag)
{
    random_step *s = maker_begin_step(m, g, LAUNCH);
    s->switched = NONE;
    s->unless = false;
    s->kernel = KERNEL_FLAG;
    s->word = 4;
    if (!maker_choose_bytes(m, g, s, 'i', 4, &s->uses[0]))
        return false;
    s->use_count = 1;
    s->uses[1] = flag_use(flag, 'o');
    if (!maker_allows(m, g, s, &s->uses[1]))
        return false;
    s->use_count = 2;
    end_launch(m, g, s);
    return true;
}

/* A launch that does nothing once the flag is 0. */
static bool make_idle(maker *m, random_graph *g, unsigned flag, unsigned kernel)
{
    random_step *s = maker_begin_step(m, g, LAUNCH);
    unsigned own = (unsigned)random_kernels[kernel].flag;
    s->kernel = kernel;
    s->word = 4;
    s->idle = (int)flag;
    s->uses[own] = flag_use(flag, random_kernels[kernel].does[own]);
    if (!maker_allows(m, g, s, &s->uses[own]))
        return false;
    for (unsigned i = 0; random_kernels[kernel].does[i]; i++) {
        random_step seen = *s; /* with the flag as its first use */
        seen.uses[0] = s->uses[own];
        seen.use_count = 1;
        if (i != own && (!maker_choose_bytes(m, g, &seen, random_kernels[kernel].does[i], 4, &s->uses[i]) ||
                         s->uses[i].first == s->uses[i].last))
            return false;
        for (unsigned k = 0; k < i && i != own; k++) {
            if (random_meets(&s->uses[k], &s->uses[i]) &&
                (random_writes(s->uses[k].claims) || random_writes(s->uses[i].claims)))
                return false;
        }
    }
    s->use_count = (unsigned)strlen(random_kernels[kernel].does);
    end_launch(m, g, s);
    return true;
}

static bool is_wholly_written(const maker *m, unsigned b)
{
    for (unsigned i = 0; i < m->p->buffers[b].bytes; i++) {
        if (!m->written[CERTAIN][b][i])
            return false;
    }
    return m->p->buffers[b].bytes > 0;
}

/* Two buffers of one type and shape, neither of them the flag; both hold something then. False: there are none. */
static bool choose_swap(maker *m, random_graph *g, int flag, int swap[2])
{
    for (unsigned tries = 0; tries < 80; tries++) {
        unsigned a = dice_below(&m->d, m->p->buffer_count), b = dice_below(&m->d, m->p->buffer_count);
        const random_buffer *x = &m->p->buffers[a], *y = &m->p->buffers[b];
        if (a == b || (int)a == flag || (int)b == flag || x->element != y->element || x->count != y->count ||
            x->rows != y->rows || x->align != y->align || x->bytes == 0 || x->role == STATE || y->role == STATE ||
            x->role == DERIVED || y->role == DERIVED || x->lone || y->lone || !maker_may_write(m, g, x->role) ||
            !maker_may_write(m, g, y->role))
            continue;
        swap[0] = (int)a;
        swap[1] = (int)b;
        for (unsigned i = 0; i < 2; i++) {
            if (!is_wholly_written(m, (unsigned)swap[i]))
                make_whole(m, g, (unsigned)swap[i]);
        }
        return true;
    }
    return false;
}

/* The steps of a body; of a loop, at the end, maybe one that sets its flag. */
static void make_body(maker *m, random_graph *g, unsigned control, bool idle)
{
    const random_step *s = &g->steps[control];
    unsigned flag = s->uses[0].buffer;
    if (idle) {
        for (unsigned i = 1 + dice_below(&m->d, 3); i > 0; i--)
            make_idle(m, g, flag, KERNEL_TICK);
        if (!make_idle(m, g, flag, KERNEL_STOP))
            make_idle(m, g, flag, KERNEL_TICK);
        return;
    }
    make_steps(m, g, g->count + dice_below(&m->d, 5));
    if (s->kind == WHILE && !dice_once_in(&m->d, 4))
        make_flag(m, g, flag);
}

/* Only what is defined after each of the bodies is so in any case, and before, if none need run. */
static void join_sets(maker *m, const written_sets *other)
{
    for (unsigned set = 0; set < SETS; set++) {
        for (unsigned b = 0; b < MOST_BUFFERS; b++) {
            for (unsigned i = 0; i < MOST_BYTES; i++)
                m->written[set][b][i] = m->written[set][b][i] && other->written[set][b][i];
        }
    }
}

static void make_bodies(maker *m, random_graph *g, unsigned control, bool idle)
{
    written_sets before, after;
    step_kind kind = g->steps[control].kind;
    memcpy(before.written, m->written, sizeof before.written);
    after = before;
    for (unsigned b = 0; b < g->steps[control].bodies; b++) {
        if (kind != REPEAT)
            memcpy(m->written, before.written, sizeof before.written);
        m->body = b;
        make_body(m, g, control, idle);
        written_sets here;
        memcpy(here.written, m->written, sizeof here.written);
        memcpy(m->written, after.written, sizeof after.written);
        if (kind == REPEAT || (kind == IF && b == 0 && g->steps[control].bodies == 2))
            memcpy(m->written, here.written, sizeof here.written);
        else
            join_sets(m, &here);
        memcpy(after.written, m->written, sizeof after.written);
    }
}

/* Whether each of its bodies does something; a case need not. */
static bool has_steps(const random_graph *g, unsigned control)
{
    for (unsigned b = 0; b < g->steps[control].bodies && g->steps[control].kind != SWITCH; b++) {
        unsigned i = control + 1;
        while (i < g->count && (g->steps[i].inside != (int)control || g->steps[i].body != b))
            i++;
        if (i == g->count)
            return false;
    }
    return true;
}

/* A step that holds others. */
void make_control(maker *m, random_graph *g)
{
    static const step_kind kinds[] = {WHILE, WHILE, IF, SWITCH, REPEAT};
    step_kind kind = kinds[dice_below(&m->d, 5)];
    int flag = kind == REPEAT ? NONE : choose_flag(m, g);
    bool idle = kind == WHILE && dice_once_in(&m->d, 3);
    int swap[2] = {NONE, NONE};
    if (m->depth == MOST_DEPTH || g->count + 16 > MOST_STEPS || (flag == NONE && kind != REPEAT))
        return;
    if (flag != NONE && (!dice_once_in(&m->d, 3)) && !make_flag(m, g, (unsigned)flag))
        return;
    if ((kind == WHILE || kind == REPEAT) && m->p->replayed == 1 && dice_once_in(&m->d, 2))
        choose_swap(m, g, flag, swap);
    random_step *s = maker_begin_step(m, g, kind);
    if (flag != NONE) {
        s->uses[0] = flag_use((unsigned)flag, 'i');
        s->use_count = 1;
        if (!maker_may_read(m, g, s, &s->uses[0]))
            return;
    }
    s->bodies = kind == IF ? 1 + dice_below(&m->d, 2) : kind == SWITCH ? 1 + dice_below(&m->d, MOST_BODIES) : 1;
    s->passes = idle ? 1 + dice_below(&m->d, 40) : 1 + dice_below(&m->d, 5);
    s->first_run = kind == WHILE && !idle && dice_once_in(&m->d, 3);
    s->swap[0] = swap[0];
    s->swap[1] = swap[1];
    maker outer = *m;
    unsigned control = g->count;
    maker_end_step(m, g, s);
    m->inside = (int)control;
    m->depth++;
    if (kind == WHILE || kind == REPEAT) { /* of a choice, one body runs, and once */
        m->looped = true;
        memcpy(m->kept, m->written[CERTAIN], sizeof m->kept);
    }
    for (unsigned i = 0; i < 2 && s->swap[0] != NONE; i++)
        m->swapped[s->swap[i]] = true;
    make_bodies(m, g, control, idle);
    if (!has_steps(g, control)) { /* as if nothing had been tried */
        outer.d = m->d;
        *m = outer;
        g->count = control;
        return;
    }
    m->inside = outer.inside;
    m->body = outer.body;
    m->depth = outer.depth;
    m->looped = outer.looped;
    memcpy(m->kept, outer.kept, sizeof m->kept);
    memcpy(m->swapped, outer.swapped, sizeof m->swapped);
    g->steps[control].end = g->count;
}
