/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the bytes of random programs cross: what `io:` says, what the spec promises of arguments, and buffers that may be
 * direct by that. Has dice of its own, so that programs stay what they were. */
#include "make_parts.h"

bool maker_mixes(const maker *m)
{
    unsigned kind = (unsigned)(m->p->seed % 8);
    return kind != 1 && kind != 6; /* those of programs that found something: 5833 and 62 */
}

void make_lone(maker *m)
{
    for (unsigned b = 0; b < m->p->buffer_count && maker_mixes(m); b++) {
        random_buffer *buffer = &m->p->buffers[b];
        bool possible = buffer->role == INPUT || buffer->role == OUTPUT || buffer->role == SETTING;
        buffer->lone = possible && buffer->bytes > 0 && dice_once_in(&m->io, 2);
        if (buffer->lone && buffer->role == OUTPUT && dice_once_in(&m->io, 2)) {
            buffer->down = EACH;
            buffer->ranged = false;
            buffer->down_first = 0;
            buffer->down_last = buffer->bytes;
        }
    }
}

/* The one launch that writes the buffer, in each replay of the graph; at times it is switched all the same. */
static void make_writer(maker *m, random_graph *g, unsigned b)
{
    random_buffer *buffer = &m->p->buffers[b];
    random_step *s = maker_begin_step(m, g, LAUNCH);
    if (!dice_once_in(&m->io, 4)) {
        s->switched = NONE;
        s->unless = false;
    }
    s->word = buffer->bytes % 4 == 0 && (buffer->align == 0 || buffer->align >= 4) && dice_once_in(&m->io, 2) ? 4 : 1;
    s->salt = dice_below(&m->d, 1000);
    s->block = 1 + dice_below(&m->d, 8);
    s->grid = 1 + dice_below(&m->d, 3);
    s->kernel = maker_choose_bytes(m, g, s, 'i', s->word, &s->uses[0]) ? KERNEL_MAP : 0;
    s->use_count = s->kernel == KERNEL_MAP ? 1 : 0;
    s->uses[s->use_count++] = (random_use){b, 0, buffer->bytes, s->word, 'o', 0, false};
    maker_end_step(m, g, s);
}

void make_lone_launches(maker *m, unsigned graph)
{
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        const random_buffer *buffer = &m->p->buffers[b];
        if (buffer->lone && buffer->role == OUTPUT && b % m->p->replayed == graph &&
            m->p->graphs[graph].count + 8 < MOST_STEPS)
            make_writer(m, &m->p->graphs[graph], b);
    }
}

/* ---- promises ---- */

static bool promises(maker *m, char claims)
{
    return (claims == 'i' || claims == 'o') && !dice_once_in(&m->io, 4);
}

static void promise_all(maker *m)
{
    for (unsigned k = 0; k < random_kernel_count; k++) {
        for (unsigned i = 0; random_kernels[k].does[i]; i++) {
            for (unsigned word = 0; word < 2; word++)
                m->p->once[k][word][i] = promises(m, random_kernels[k].does[i]);
        }
    }
    for (unsigned g = 0; g < m->p->replayed + m->p->setup; g++) {
        for (unsigned s = 0; s < m->p->graphs[g].count; s++) {
            random_step *step = &m->p->graphs[g].steps[s];
            for (unsigned i = 0; step->kind == LAUNCH && i < step->use_count; i++) {
                random_use *u = &step->uses[i];
                u->once = promises(m, u->claims);
                if (m->p->buffers[u->buffer].lone)
                    u->once = u->once || promises(m, u->claims);
            }
        }
    }
}

/* ---- what may be direct ---- */

static bool names(const random_use *u, unsigned b)
{
    return u->buffer == b && u->first < u->last;
}

/* Whether the launch leaves it possible; counts what writes the buffer. */
static bool launch_allows(const random_program *p, const random_step *s, unsigned b, unsigned *writers)
{
    const random_buffer *buffer = &p->buffers[b];
    for (unsigned i = 0; i < s->use_count; i++) {
        const random_use *u = &s->uses[i];
        if (!names(u, b))
            continue;
        if (!u->once || u->claims != (buffer->role == OUTPUT ? 'o' : 'i'))
            return false;
        if (buffer->role == OUTPUT && (u->last - u->first != buffer->bytes || s->inside != NONE ||
                                       s->switched != NONE || s->idle != NONE || s->grid_setting != NONE))
            return false;
        (*writers)++;
    }
    return !random_kernels[s->kernel].reaches || !(names(&s->more[0], b) || names(&s->more[1], b));
}

static bool step_allows(const random_program *p, const random_step *s, unsigned b, unsigned *uses)
{
    if (s->kind == LAUNCH)
        return launch_allows(p, s, b, uses);
    for (unsigned i = 0; i < s->use_count; i++) {
        if (names(&s->uses[i], b))
            return false;
    }
    return s->swap[0] != (int)b && s->swap[1] != (int)b;
}

static bool steps_allow(const random_program *p, unsigned b)
{
    unsigned uses = 0;
    for (unsigned g = 0; g < p->replayed; g++) {
        for (unsigned i = 0; i < p->graphs[g].count; i++) {
            if (!step_allows(p, &p->graphs[g].steps[i], b, &uses))
                return false;
        }
    }
    return p->buffers[b].role == INPUT || (p->buffers[b].role == SETTING ? uses > 0 : uses == 1);
}

static bool may_be_direct(const random_program *p, unsigned b)
{
    const random_buffer *buffer = &p->buffers[b];
    if (buffer->bytes == 0 || buffer->fixed != NONE)
        return false;
    if (buffer->role == OUTPUT && (buffer->down != EACH || buffer->down_first > 0 || buffer->down_last < buffer->bytes))
        return false;
    bool goes_in = buffer->role == SETTING || (buffer->role == INPUT && buffer->up == EACH);
    return (goes_in || buffer->role == OUTPUT) && steps_allow(p, b);
}

/* Whether anything of it is ever copied. */
static bool has_copies(const random_program *p, unsigned b)
{
    if (p->buffers[b].role != SETTING)
        return p->buffers[b].bytes > 0 && (p->buffers[b].up != NEVER || p->buffers[b].down != NEVER);
    for (unsigned g = 0; g < p->replayed; g++) {
        for (unsigned i = 0; i < p->graphs[g].count; i++) {
            for (unsigned k = 0; k < p->graphs[g].steps[i].use_count; k++) {
                if (names(&p->graphs[g].steps[i].uses[k], b))
                    return true;
            }
        }
    }
    return false;
}

static bool has_launch(const random_program *p)
{
    for (unsigned g = 0; g < p->replayed + p->setup; g++) {
        for (unsigned i = 0; i < p->graphs[g].count; i++) {
            if (p->graphs[g].steps[i].kind == LAUNCH)
                return true;
        }
    }
    return false;
}

void make_io(maker *m)
{
    const buffer_io kernel = has_launch(m->p) ? BY_KERNEL : BY_ANYTHING; /* one more where there are others */
    const buffer_io some[] = {BY_ANYTHING, BY_COPY, kernel, kernel};
    if (maker_mixes(m))
        promise_all(m);
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        random_buffer *buffer = &m->p->buffers[b];
        buffer->io = BY_ANYTHING;
        if (!has_copies(m->p, b))
            continue;
        buffer->io = maker_mixes(m) ? some[dice_below(&m->io, 4)] : BY_COPY;
        if (maker_mixes(m) && may_be_direct(m->p, b) && !dice_once_in(&m->io, 4))
            buffer->io = DIRECT;
    }
}
