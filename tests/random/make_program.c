/* SPDX-License-Identifier: MIT */
/* Random programs that the checks of a spec let pass: nothing is read that was not certainly written before, no launch
 * names bytes twice of which it writes some. */
#include <string.h>

#include "program.h"

const random_kernel random_kernels[] = {
    {"make", "o", false, false},   {"map", "io", false, false},  {"join", "iio", false, false},
    {"fork", "ioo", false, false}, {"some", "ip", false, false}, {"change", "ib", false, false},
    {"work", "iwo", false, true},  {"reach", "io", true, false},
};
const unsigned random_kernel_count = sizeof random_kernels / sizeof *random_kernels;

uint64_t dice_next(dice *d)
{
    uint64_t x = d->state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

unsigned dice_below(dice *d, unsigned limit)
{
    return (unsigned)(dice_next(d) % limit);
}

bool dice_once_in(dice *d, unsigned times)
{
    return dice_below(d, times) == 0;
}

/* Bytes that may be read: certainly, and by steps with a switch turned one way. Those include what is certain. */
enum { CERTAIN, SETS = 1 + 2 * MOST_SWITCHES };

typedef struct {
    random_program *p;
    dice d;
    bool written[SETS][MOST_BUFFERS][MOST_BYTES];
    bool touched[MOST_BUFFERS]; /* some step may write some of it */
    unsigned recent[4];         /* buffers that the last steps wrote, … */
    unsigned recent_count;      /* … of so many in this graph */
} maker;

/* ---- buffers ---- */

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

static void add_buffers(maker *m)
{
    static const buffer_role likely[] = {INPUT,   OUTPUT,  OUTPUT,  INOUT,    STATE,   STATE,   SCRATCH,
                                         SCRATCH, SCRATCH, SCRATCH, CONSTANT, DERIVED, SETTING, SETTING};
    unsigned count = 4 + dice_below(&m->d, MOST_BUFFERS - 4);
    add_buffer(m, INPUT);
    add_buffer(m, OUTPUT);
    while (m->p->buffer_count < count)
        add_buffer(m, likely[dice_below(&m->d, sizeof likely / sizeof *likely)]);
    for (unsigned i = 0; i < count; i++)
        m->p->setup = m->p->setup || m->p->buffers[i].role == DERIVED;
}

/* ---- bytes for a step ---- */

static bool in_setup(const maker *m, const random_graph *g)
{
    return m->p->setup && g == &m->p->graphs[m->p->replayed];
}

static bool may_write(const maker *m, const random_graph *g, buffer_role role)
{
    if (in_setup(m, g))
        return role == DERIVED || role == SCRATCH;
    return role == OUTPUT || role == INOUT || role == STATE || role == SCRATCH;
}

static unsigned visible_to(const random_step *s)
{
    return s->switched == NONE ? CERTAIN : 1 + 2 * (unsigned)s->switched + s->unless;
}

static bool may_read(const maker *m, const random_graph *g, const random_step *s, const random_use *u)
{
    buffer_role role = m->p->buffers[u->buffer].role;
    if (in_setup(m, g) && role != CONSTANT && role != DERIVED && role != SCRATCH)
        return false;
    if (role != OUTPUT && role != SCRATCH && role != DERIVED)
        return true;
    for (unsigned i = u->first; i < u->last; i++) {
        if (!m->written[visible_to(s)][u->buffer][i])
            return false;
    }
    return true;
}

static bool writes(char access)
{
    return access != 'i';
}

static bool meets(const random_use *a, const random_use *b)
{
    return a->buffer == b->buffer && a->first < b->last && b->first < a->last;
}

static bool clashes(const random_step *s, const random_use *u)
{
    for (unsigned i = 0; i < s->use_count; i++) {
        if (meets(&s->uses[i], u) && (writes(u->claims) || writes(s->uses[i].claims)))
            return true;
    }
    return meets(&s->more[0], u) && writes(u->claims);
}

/* Whether elements of so many bytes can be taken for the buffer's. */
static bool fits(const random_buffer *b, unsigned element)
{
    if (b->element == element)
        return true;
    return b->role != SETTING && b->bytes % element == 0 && (b->align == 0 || b->align >= element);
}

static bool allowed(const maker *m, const random_graph *g, const random_step *s, const random_use *u)
{
    const random_buffer *b = &m->p->buffers[u->buffer];
    if (!fits(b, u->element) || (writes(u->claims) && !may_write(m, g, b->role)) ||
        (u->claims == 'w' && b->role != SCRATCH))
        return false;
    if ((u->claims == 'i' || u->claims == 'b') && !may_read(m, g, s, u))
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
static bool choose_bytes(maker *m, const random_graph *g, const random_step *s, char claims, unsigned element,
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
        if (allowed(m, g, s, u))
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
        if (writes(u->claims) && u->first < u->last) {
            m->touched[u->buffer] = true;
            m->recent[m->recent_count++ % 4] = u->buffer;
        }
        if (u->claims == 'o' && s->grid_setting == NONE)
            note_written(m, s, u);
        else if (u->claims == 'w')
            note_undefined(m, s, u);
    }
    if (s->more[1].first < s->more[1].last)
        m->touched[s->more[1].buffer] = true;
}

/* ---- steps ---- */

static random_step *begin_step(maker *m, random_graph *g, step_kind kind)
{
    random_step *s = &g->steps[g->count];
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->salt_setting = s->grid_setting = s->switched = s->after[0] = s->after[1] = NONE;
    if (m->p->switch_count > 0 && !in_setup(m, g) && dice_once_in(&m->d, 3)) {
        s->switched = (int)dice_below(&m->d, m->p->switch_count);
        s->unless = dice_once_in(&m->d, 2);
    }
    return s;
}

static void end_step(maker *m, random_graph *g, random_step *s)
{
    for (unsigned i = 0; i < 2 && g->count > 0; i++) {
        if (dice_once_in(&m->d, 8))
            s->after[i] = (int)dice_below(&m->d, g->count);
        if (s->after[i] != NONE && s->after[0] != s->after[1])
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
    if (b->role != SETTING && more.first < more.last && allowed(m, g, s, &more))
        s->more[index] = more;
}

static bool make_launch_of(maker *m, random_graph *g, unsigned kernel)
{
    random_step *s = begin_step(m, g, LAUNCH);
    const random_kernel *k = &random_kernels[kernel];
    s->kernel = kernel;
    s->word = dice_once_in(&m->d, 2) ? 1 : 4;
    for (unsigned i = 0; k->does[i]; i++) {
        if (!choose_bytes(m, g, s, choose_claim(m, k->does[i]), s->word, &s->uses[i]))
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
    if (!in_setup(m, g)) {
        s->salt_setting = dice_once_in(&m->d, 3) ? random_setting(m, false) : NONE;
        s->grid_setting = !k->one_block && dice_once_in(&m->d, 5) ? random_setting(m, true) : NONE;
    }
    end_step(m, g, s);
    return true;
}

static void make_fill(maker *m, random_graph *g)
{
    static const unsigned elements[] = {1, 2, 4, 8, 16};
    random_step *s = begin_step(m, g, FILL);
    unsigned element = elements[dice_below(&m->d, 5)], period = 1u << dice_below(&m->d, 5);
    if (!choose_bytes(m, g, s, 'o', element, &s->uses[0]))
        return;
    s->use_count = 1;
    for (unsigned i = 0; i < 16; i++)
        s->pattern[i] = (unsigned char)(i < period ? dice_below(&m->d, 256) : s->pattern[i - period]);
    if (dice_once_in(&m->d, 4))
        memset(s->pattern, 0, sizeof s->pattern);
    end_step(m, g, s);
}

static void make_copy(maker *m, random_graph *g)
{
    static const unsigned elements[] = {1, 2, 4, 8, 16};
    random_step *s = begin_step(m, g, COPY);
    random_use *from = &s->uses[0], *to = &s->uses[1];
    if (!choose_bytes(m, g, s, 'i', elements[dice_below(&m->d, 5)], from) ||
        m->p->buffers[from->buffer].role == SETTING)
        return;
    s->use_count = 1;
    for (unsigned tries = 0; tries < 40; tries++) {
        unsigned bytes = from->last - from->first;
        if (!choose_bytes(m, g, s, 'o', from->element, to))
            return;
        if (to->first + bytes > m->p->buffers[to->buffer].bytes)
            continue;
        to->last = to->first + bytes;
        if (allowed(m, g, s, to)) {
            s->use_count = 2;
            end_step(m, g, s);
            return;
        }
    }
}

/* Several launches that write a part of a buffer each, then several that read it. */
static void make_fan(maker *m, random_graph *g)
{
    random_use all;
    random_step none = {.switched = NONE};
    if (!choose_bytes(m, g, &none, 'o', 1, &all) || all.last - all.first < 4 || g->count + 7 > MOST_STEPS)
        return;
    for (unsigned i = 0; i < 4; i++) {
        random_step *s = begin_step(m, g, LAUNCH);
        s->switched = NONE;
        s->unless = false;
        s->word = s->use_count = 1;
        s->uses[0] = all;
        s->uses[0].first = all.first + i;
        s->uses[0].last = i < 3 ? all.first + i + 1 : all.last;
        s->salt = dice_below(&m->d, 1000);
        s->block = s->grid = 1;
        end_step(m, g, s);
    }
    for (unsigned i = 0; i < 3; i++)
        make_launch_of(m, g, 1);
}

/* Launches of which each takes what the one before it made: memory is free again soon. */
static void make_chain(maker *m, random_graph *g)
{
    for (unsigned i = 0; i < 4 && g->count < MOST_STEPS; i++) {
        random_step *s = begin_step(m, g, LAUNCH);
        random_use *from = &s->uses[0], *to = &s->uses[1];
        s->kernel = 1;
        s->word = 1;
        s->salt = dice_below(&m->d, 1000);
        s->block = 1 + dice_below(&m->d, 8);
        s->grid = 1;
        s->switched = NONE;
        s->unless = false;
        if (m->recent_count == 0 && !choose_bytes(m, g, s, 'i', 1, from))
            return;
        if (m->recent_count > 0)
            from->buffer = m->recent[(m->recent_count - 1) % 4];
        *from = (random_use){from->buffer, 0, m->p->buffers[from->buffer].bytes, 1, 'i', 0};
        if (!allowed(m, g, s, from))
            return;
        s->use_count = 1;
        if (!choose_bytes(m, g, s, 'o', 1, to))
            return;
        s->use_count = 2;
        end_step(m, g, s);
    }
}

static void make_steps(maker *m, random_graph *g, unsigned count)
{
    for (unsigned tries = 0; tries < 2 * count && g->count < count; tries++) {
        switch (dice_below(&m->d, 8)) {
        case 0:
            make_fill(m, g);
            break;
        case 1:
        case 2:
            make_copy(m, g);
            break;
        case 3:
            if (dice_once_in(&m->d, 4))
                make_fan(m, g);
            else
                make_chain(m, g);
            break;
        default:
            make_launch_of(m, g, dice_below(&m->d, random_kernel_count));
            break;
        }
    }
}

static void write_whole(maker *m, random_graph *g, unsigned b)
{
    random_step *s = begin_step(m, g, FILL);
    s->use_count = 1;
    s->uses[0] = (random_use){b, 0, m->p->buffers[b].bytes, m->p->buffers[b].element, 'o', 0};
    s->pattern[0] = 7;
    end_step(m, g, s);
}

/* Writes all of what has to be written and is not yet. */
static void write_missing(maker *m, random_graph *g, buffer_role role)
{
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        const random_buffer *buffer = &m->p->buffers[b];
        if (buffer->role == role && !m->touched[b] && buffer->bytes > 0)
            write_whole(m, g, b);
    }
}

static void forget(maker *m)
{
    m->recent_count = 0;
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        for (unsigned set = 0; set < SETS && m->p->buffers[b].role != DERIVED; set++)
            memset(m->written[set][b], 0, sizeof m->written[set][b]);
    }
}

void program_make(random_program *p, uint64_t seed)
{
    maker m = {.p = p, .d = {seed * 0x2545f4914f6cdd1du}};
    memset(p, 0, sizeof *p);
    p->seed = seed;
    p->named_graphs = dice_once_in(&m.d, 3);
    p->replayed = p->named_graphs ? 1 + dice_below(&m.d, MOST_GRAPHS - 1) : 1;
    p->lanes = dice_once_in(&m.d, 6) ? 1 + dice_below(&m.d, MOST_LANES) : 1;
    p->reuse = dice_once_in(&m.d, 5) ? REUSE_TIGHT : dice_once_in(&m.d, 20) ? REUSE_OFF : REUSE_ON;
    p->separate = dice_once_in(&m.d, 16);
    p->switch_count = dice_once_in(&m.d, 2) ? dice_below(&m.d, MOST_SWITCHES + 1) : 0;
    for (unsigned i = 0; i < p->switch_count; i++)
        p->switches[i] = dice_once_in(&m.d, 2);
    add_buffers(&m);
    if (p->setup) {
        write_missing(&m, &p->graphs[p->replayed], DERIVED);
        p->setup = p->graphs[p->replayed].count > 0;
    }
    if (p->setup) {
        make_steps(&m, &p->graphs[p->replayed], p->graphs[p->replayed].count + dice_below(&m.d, 4));
        forget(&m);
    }
    for (unsigned g = 0; g < p->replayed; g++) {
        make_steps(&m, &p->graphs[g], 2 + dice_below(&m.d, 10));
        if (g + 1 == p->replayed)
            write_missing(&m, &p->graphs[g], OUTPUT);
        if (p->graphs[g].count == 0)
            write_whole(&m, &p->graphs[g], 1);
        forget(&m);
    }
}

const char *program_graph_name(const random_program *p, unsigned graph)
{
    static const char *const names[] = {"g0", "g1", "g2", "g3"};
    return graph == p->replayed ? "setup" : p->named_graphs ? names[graph] : "main";
}

bool program_has_state(const random_program *p)
{
    for (unsigned b = 0; b < p->buffer_count; b++) {
        if (p->buffers[b].role == STATE)
            return true;
    }
    return false;
}
