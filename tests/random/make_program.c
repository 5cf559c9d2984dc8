/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs that the checks of a spec let pass: nothing is read that was not certainly written before, no launch
 * names bytes twice of which it writes some. */
#include <string.h>

#include "make_parts.h"

const random_kernel random_kernels[] = {
    {"make", "o", false, false, false, NONE},   {"map", "io", false, false, false, NONE},
    {"join", "iio", false, false, false, NONE}, {"fork", "ioo", false, false, false, NONE},
    {"some", "ip", false, false, false, NONE},  {"change", "ib", false, false, false, NONE},
    {"work", "iwo", false, true, false, NONE},  {"reach", "io", true, false, false, NONE},
    {"flag", "io", false, false, true, NONE},   {"tick", "iip", false, false, false, 0},
    {"stop", "ib", false, false, true, 1},
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

void make_steps(maker *m, random_graph *g, unsigned count)
{
    for (unsigned tries = 0; tries < 2 * count && g->count < count && g->count + 8 < MOST_STEPS; tries++) {
        if (m->controls && dice_once_in(&m->d, 4)) {
            make_control(m, g);
            continue;
        }
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
            make_launch_of(m, g, dice_below(&m->d, PLAIN_KERNELS));
            break;
        }
    }
}

/* Writes all of what has to be written and is not yet. */
static void write_missing(maker *m, random_graph *g, buffer_role role)
{
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        const random_buffer *buffer = &m->p->buffers[b];
        if (buffer->role == role && !m->touched[b] && buffer->bytes > 0)
            make_whole(m, g, b);
    }
}

/* What the graph may leave undefined of an output is written at the end. */
static void write_spoiled(maker *m, random_graph *g)
{
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        for (unsigned i = 0; i < m->p->buffers[b].bytes && m->p->buffers[b].role == OUTPUT; i++) {
            if (m->spoiled[b][i] && !m->written[CERTAIN][b][i]) {
                make_whole(m, g, b);
                break;
            }
        }
    }
}

static void forget(maker *m)
{
    m->recent_count = 0;
    memset(m->spoiled, 0, sizeof m->spoiled);
    for (unsigned b = 0; b < m->p->buffer_count; b++) {
        for (unsigned set = 0; set < SETS && m->p->buffers[b].role != DERIVED; set++)
            memset(m->written[set][b], 0, sizeof m->written[set][b]);
    }
}

void program_make(random_program *p, uint64_t seed)
{
    /* Half of them have control flow; not 62 and 5833, which found something. */
    maker m = {.p = p, .d = {seed * 0x2545f4914f6cdd1du}, .controls = (seed + 1) / 2 % 2 == 0, .inside = NONE};
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
    m.io.state = seed * 0x9e6c63d0876a9a47u;
    make_buffers(&m);
    make_lone(&m);
    if (p->setup) {
        write_missing(&m, &p->graphs[p->replayed], DERIVED);
        p->setup = p->graphs[p->replayed].count > 0;
    }
    if (p->setup) {
        make_steps(&m, &p->graphs[p->replayed], p->graphs[p->replayed].count + dice_below(&m.d, 4));
        forget(&m);
    }
    for (unsigned g = 0; g < p->replayed; g++) {
        unsigned count = 2 + dice_below(&m.d, 10);
        if (maker_mixes(&m)) {
            make_steps(&m, &p->graphs[g], count / 2);
            make_lone_launches(&m, g);
            count += p->graphs[g].count;
        }
        make_steps(&m, &p->graphs[g], count);
        if (g + 1 == p->replayed)
            write_missing(&m, &p->graphs[g], OUTPUT);
        write_spoiled(&m, &p->graphs[g]);
        if (p->graphs[g].count == 0)
            make_whole(&m, &p->graphs[g], 1);
        forget(&m);
    }
    make_io(&m);
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
