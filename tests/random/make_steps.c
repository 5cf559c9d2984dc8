/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Launches, fills and copies of random programs, on bytes that they may have. */
#include <string.h>

#include "make_parts.h"

/* ---- bytes for a step ---- */

bool maker_in_setup(const maker *m, const random_graph *g)
{
    return m->p->setup && g == &m->p->graphs[m->p->replayed];
}

bool maker_may_write(const maker *m, const random_graph *g, buffer_role role)
{
    if (maker_in_setup(m, g))
        return role == DERIVED || role == SCRATCH;
    return role == OUTPUT || role == INOUT || role == STATE || role == SCRATCH;
}

static unsigned visible_to(const random_step *s)
{
    return s->switched == NONE ? CERTAIN : 1 + 2 * (unsigned)s->switched + s->unless;
}

bool maker_may_read(const maker *m, const random_graph *g, const random_step *s, const random_use *u)
{
    buffer_role role = m->p->buffers[u->buffer].role;
    if (maker_in_setup(m, g) && role != CONSTANT && role != DERIVED && role != SCRATCH)
        return false;
    if (role != OUTPUT && role != SCRATCH && role != DERIVED)
        return true;
    for (unsigned i = u->first; i < u->last; i++) {
        if (!m->written[visible_to(s)][u->buffer][i])
            return false;
    }
    return true;
}

bool random_writes(char access)
{
    return access != 'i';
}

bool random_meets(const random_use *a, const random_use *b)
{
    return a->buffer == b->buffer && a->first < b->last && b->first < a->last;
}

static bool clashes(const random_step *s, const random_use *u)
{
    for (unsigned i = 0; i < s->use_count; i++) {
        if (random_meets(&s->uses[i], u) && (random_writes(u->claims) || random_writes(s->uses[i].claims)))
            return true;
    }
    return random_meets(&s->more[0], u) && random_writes(u->claims);
}

/* A later pass finds what an earlier one left. */
static bool may_spoil(const maker *m, const random_use *u)
{
    for (unsigned i = u->first; i < u->last && m->looped; i++) {
        if (m->kept[u->buffer][i])
            return false;
    }
    return !m->swapped[u->buffer];
}

/* Whether elements of so many bytes can be taken for the buffer's. */
static bool fits(const random_buffer *b, unsigned element)
{
    if (b->element == element)
        return true;
    return b->role != SETTING && b->bytes % element == 0 && (b->align == 0 || b->align >= element);
}

bool maker_allows(const maker *m, const random_graph *g, const random_step *s, const random_use *u)
{
    const random_buffer *b = &m->p->buffers[u->buffer];
    if (b->lone && (b->role == OUTPUT || s->kind != LAUNCH || u->claims != 'i'))
        return false;
    if (!fits(b, u->element) || (random_writes(u->claims) && !maker_may_write(m, g, b->role)) ||
        (u->claims == 'w' && b->role != SCRATCH && !(m->controls && b->role == OUTPUT)))
        return false;
    if ((u->claims == 'i' || u->claims == 'b') && !maker_may_read(m, g, s, u))
        return false;
    if (u->claims == 'w' && !may_spoil(m, u))
        return false;
    return !clashes(s, u);
}

/* Steps that take what others just made are more telling than those that begin anew. */
static unsigned choose_buffer(maker *m, char claims)
{
    unsigned known = m->recent_count < 4 ? m->recent_count : 4;
    if (claims == 'i' && known > 0 && dice_once_in(&m->d, 2))
        return m->recent[dice_below(&m->d, known)];
    return dice_below(&m->d, m->p->buffer_count);
}

/* Finds bytes that the access allows; false after some tries. */
bool maker_choose_bytes(maker *m, const random_graph *g, const random_step *s, char claims, unsigned element,
                        random_use *u)
{
    for (unsigned tries = 0; tries < 60; tries++) {
        memset(u, 0, sizeof *u);
        u->buffer = choose_buffer(m, claims);
        u->element = element;
        u->claims = claims;
        u->style = dice_below(&m->d, 256);
        unsigned count = m->p->buffers[u->buffer].bytes / element;
        u->last = count * element;
        if (count > 0 && m->p->buffers[u->buffer].role != SETTING && dice_once_in(&m->d, 2)) {
            unsigned a = dice_below(&m->d, count), b = dice_below(&m->d, count + 1);
            u->first = (a < b ? a : b) * element;
            u->last = (a < b ? b : a) * element;
        }
        if (maker_allows(m, g, s, u))
            return true;
    }
    return false;
}

/* ---- what a step leaves ---- */

static void note_written(maker *m, const random_step *s, const random_use *u)
{
    unsigned own = visible_to(s), other = own == CERTAIN ? CERTAIN : 1 + ((own - 1) ^ 1);
    for (unsigned i = u->first; i < u->last; i++) {
        m->written[own][u->buffer][i] = true;
        for (unsigned set = 0; set < SETS && m->written[other][u->buffer][i]; set++)
            m->written[set][u->buffer][i] = true;
    }
}

static void note_undefined(maker *m, const random_step *s, const random_use *u)
{
    unsigned own = visible_to(s), other = own == CERTAIN ? SETS : 1 + ((own - 1) ^ 1);
    for (unsigned i = u->first; i < u->last; i++) {
        for (unsigned set = 0; set < SETS; set++) {
            if (set != other)
                m->written[set][u->buffer][i] = false;
        }
    }
}

static void note_step(maker *m, const random_step *s)
{
    for (unsigned i = 0; i < s->use_count; i++) {
        const random_use *u = &s->uses[i];
        if (random_writes(u->claims) && u->first < u->last) {
            m->touched[u->buffer] = true;
            m->recent[m->recent_count++ % 4] = u->buffer;
        }
        if (u->claims == 'o' && s->grid_setting == NONE)
            note_written(m, s, u);
        else if (u->claims == 'w')
            note_undefined(m, s, u);
        for (unsigned k = u->first; k < u->last && u->claims == 'w'; k++)
            m->spoiled[u->buffer][k] = true;
    }
    if (s->more[1].first < s->more[1].last)
        m->touched[s->more[1].buffer] = true;
}

/* ---- steps ---- */

random_step *maker_begin_step(maker *m, random_graph *g, step_kind kind)
{
    random_step *s = &g->steps[g->count];
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->salt_setting = s->grid_setting = s->switched = s->after[0] = s->after[1] = NONE;
    s->swap[0] = s->swap[1] = s->idle = NONE;
    s->inside = m->inside;
    s->body = m->body;
    if (m->p->switch_count > 0 && !maker_in_setup(m, g) && !step_is_control(s) && m->inside == NONE &&
        dice_once_in(&m->d, 3)) {
        s->switched = (int)dice_below(&m->d, m->p->switch_count);
        s->unless = dice_once_in(&m->d, 2);
    }
    return s;
}

static bool is_beside(const random_step *a, const random_step *b)
{
    return a->inside == b->inside && a->body == b->body;
}

void maker_end_step(maker *m, random_graph *g, random_step *s)
{
    for (unsigned i = 0; i < 2 && g->count > 0; i++) {
        if (dice_once_in(&m->d, 8))
            s->after[i] = (int)dice_below(&m->d, g->count);
        if (s->after[i] != NONE && s->after[0] != s->after[1] && is_beside(&g->steps[s->after[i]], s))
            g->steps[s->after[i]].named = true;
        else
            s->after[i] = NONE;
    }
    s->named = dice_once_in(&m->d, 6);
    note_step(m, s);
    g->count++;
}

static int random_setting(maker *m, bool ranged)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        unsigned b = dice_below(&m->d, m->p->buffer_count);
        if (m->p->buffers[b].role == SETTING && (!ranged || m->p->buffers[b].ranged))
            return (int)b;
    }
    return NONE;
}

/* What the spec claims of a pointer: at times more than the kernel does. */
static char choose_claim(maker *m, char does)
{
    if (does == 'o' && dice_once_in(&m->d, 10))
        return dice_once_in(&m->d, 2) ? 'p' : 'b';
    return does == 'p' && dice_once_in(&m->d, 6) ? 'b' : does;
}

/* Bytes right behind a pointer's. */
static void choose_more(maker *m, const random_graph *g, random_step *s, unsigned index, char claims)
{
    const random_use *from = &s->uses[index];
    const random_buffer *b = &m->p->buffers[from->buffer];
    random_use more = *from;
    unsigned room = (b->bytes - from->last) / from->element;
    more.first = from->last;
    more.last = from->last + (room > 0 ? 1 + dice_below(&m->d, room) : 0) * from->element;
    more.claims = claims;
    s->more[index] = *from;
    s->more[index].first = s->more[index].last = from->last;
    if (b->role != SETTING && !b->lone && more.first < more.last && maker_allows(m, g, s, &more))
        s->more[index] = more;
}

bool make_launch_of(maker *m, random_graph *g, unsigned kernel)
{
    random_step *s = maker_begin_step(m, g, LAUNCH);
    const random_kernel *k = &random_kernels[kernel];
    if (k->small || k->flag != NONE)
        return false;
    s->kernel = kernel;
    s->word = dice_once_in(&m->d, 2) ? 1 : 4;
    for (unsigned i = 0; k->does[i]; i++) {
        if (!maker_choose_bytes(m, g, s, choose_claim(m, k->does[i]), s->word, &s->uses[i]))
            return false;
        s->use_count++;
    }
    if (k->reaches) {
        choose_more(m, g, s, 0, 'i');
        choose_more(m, g, s, 1, 'p');
    }
    s->salt = dice_below(&m->d, 1000);
    s->block = 1 + dice_below(&m->d, 8);
    s->grid = k->one_block ? 1 : 1 + dice_below(&m->d, 3);
    if (!maker_in_setup(m, g) && m->inside == NONE) {
        s->salt_setting = dice_once_in(&m->d, 3) ? random_setting(m, false) : NONE;
        s->grid_setting = !k->one_block && dice_once_in(&m->d, 5) ? random_setting(m, true) : NONE;
    }
    maker_end_step(m, g, s);
    return true;
}

void make_fill(maker *m, random_graph *g)
{
    static const unsigned elements[] = {1, 2, 4, 8, 16};
    random_step *s = maker_begin_step(m, g, FILL);
    unsigned element = elements[dice_below(&m->d, 5)], period = 1u << dice_below(&m->d, 5);
    if (!maker_choose_bytes(m, g, s, 'o', element, &s->uses[0]))
        return;
    s->use_count = 1;
    for (unsigned i = 0; i < 16; i++)
        s->pattern[i] = (unsigned char)(i < period ? dice_below(&m->d, 256) : s->pattern[i - period]);
    if (dice_once_in(&m->d, 4))
        memset(s->pattern, 0, sizeof s->pattern);
    maker_end_step(m, g, s);
}

void make_copy(maker *m, random_graph *g)
{
    static const unsigned elements[] = {1, 2, 4, 8, 16};
    random_step *s = maker_begin_step(m, g, COPY);
    random_use *from = &s->uses[0], *to = &s->uses[1];
    if (!maker_choose_bytes(m, g, s, 'i', elements[dice_below(&m->d, 5)], from) ||
        m->p->buffers[from->buffer].role == SETTING)
        return;
    s->use_count = 1;
    for (unsigned tries = 0; tries < 40; tries++) {
        unsigned bytes = from->last - from->first;
        if (!maker_choose_bytes(m, g, s, 'o', from->element, to))
            return;
        if (to->first + bytes > m->p->buffers[to->buffer].bytes)
            continue;
        to->last = to->first + bytes;
        if (maker_allows(m, g, s, to)) {
            s->use_count = 2;
            maker_end_step(m, g, s);
            return;
        }
    }
}

/* Several launches that write a part of a buffer each, then several that read it. */
void make_fan(maker *m, random_graph *g)
{
    random_use all;
    random_step none = {.switched = NONE, .inside = m->inside, .body = m->body};
    if (!maker_choose_bytes(m, g, &none, 'o', 1, &all) || all.last - all.first < 4 || g->count + 7 > MOST_STEPS)
        return;
    for (unsigned i = 0; i < 4; i++) {
        random_step *s = maker_begin_step(m, g, LAUNCH);
        s->switched = NONE;
        s->unless = false;
        s->word = s->use_count = 1;
        s->uses[0] = all;
        s->uses[0].first = all.first + i;
        s->uses[0].last = i < 3 ? all.first + i + 1 : all.last;
        s->salt = dice_below(&m->d, 1000);
        s->block = s->grid = 1;
        maker_end_step(m, g, s);
    }
    for (unsigned i = 0; i < 3; i++)
        make_launch_of(m, g, KERNEL_MAP);
}

/* Launches of which each takes what the one before it made: memory is free again soon. */
void make_chain(maker *m, random_graph *g)
{
    for (unsigned i = 0; i < 4 && g->count + 8 < MOST_STEPS; i++) {
        random_step *s = maker_begin_step(m, g, LAUNCH);
        random_use *from = &s->uses[0], *to = &s->uses[1];
        s->kernel = KERNEL_MAP;
        s->word = 1;
        s->salt = dice_below(&m->d, 1000);
        s->block = 1 + dice_below(&m->d, 8);
        s->grid = 1;
        s->switched = NONE;
        s->unless = false;
        if (m->recent_count == 0 && !maker_choose_bytes(m, g, s, 'i', 1, from))
            return;
        if (m->recent_count > 0)
            from->buffer = m->recent[(m->recent_count - 1) % 4];
        *from = (random_use){from->buffer, 0, m->p->buffers[from->buffer].bytes, 1, 'i', 0, false};
        if (!maker_allows(m, g, s, from))
            return;
        s->use_count = 1;
        if (!maker_choose_bytes(m, g, s, 'o', 1, to))
            return;
        s->use_count = 2;
        maker_end_step(m, g, s);
    }
}

void make_whole(maker *m, random_graph *g, unsigned b)
{
    random_step *s = maker_begin_step(m, g, FILL);
    s->switched = NONE;
    s->unless = false;
    s->use_count = 1;
    s->uses[0] = (random_use){b, 0, m->p->buffers[b].bytes, m->p->buffers[b].element, 'o', 0, false};
    s->pattern[0] = 7;
    maker_end_step(m, g, s);
}
