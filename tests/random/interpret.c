/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a program does, step by step in the order of its spec, on plain memory: right by being simple. */
#include <string.h>

#include "program.h"

/* ---- what crosses in which graph ---- */

static bool uses_buffer(const random_use *u, unsigned buffer, bool only_writes)
{
    return u->buffer == buffer && u->first < u->last && (!only_writes || u->claims != 'i');
}

static bool graph_uses(const random_program *p, unsigned graph, unsigned buffer, bool only_writes)
{
    for (unsigned i = 0; i < p->graphs[graph].count; i++) {
        const random_step *s = &p->graphs[graph].steps[i];
        for (unsigned k = 0; k < s->use_count; k++) {
            if (uses_buffer(&s->uses[k], buffer, only_writes))
                return true;
        }
        if (s->kind == LAUNCH && random_kernels[s->kernel].reaches &&
            (uses_buffer(&s->more[0], buffer, only_writes) || uses_buffer(&s->more[1], buffer, only_writes)))
            return true;
    }
    return false;
}

/* What no graph uses goes with the first one. */
static bool crosses(const random_program *p, unsigned graph, unsigned buffer, bool only_writes)
{
    bool somewhere = false;
    for (unsigned g = 0; g < p->replayed; g++)
        somewhere = somewhere || graph_uses(p, g, buffer, only_writes);
    return somewhere ? graph_uses(p, graph, buffer, only_writes) : graph == 0;
}

bool program_uploads(const random_program *p, unsigned graph, unsigned buffer)
{
    const random_buffer *b = &p->buffers[buffer];
    return b->role != SETTING && b->up != NEVER && b->bytes > 0 && crosses(p, graph, buffer, false);
}

bool program_downloads(const random_program *p, unsigned graph, unsigned buffer)
{
    const random_buffer *b = &p->buffers[buffer];
    return b->down != NEVER && b->bytes > 0 && crosses(p, graph, buffer, true);
}

/* ---- steps ---- */

static uint32_t word_of(unsigned value)
{
    return (uint32_t)value;
}

static uint32_t scramble(uint32_t a, uint32_t b)
{
    uint32_t x = word_of((a ^ word_of(b + 2654435769u)) * 2246822507u);
    return word_of((x ^ (x >> 15)) * 3266489909u);
}

static uint32_t load(const unsigned char *at, unsigned word)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < word; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

static void store(unsigned char *at, unsigned word, uint32_t value)
{
    for (unsigned i = 0; i < word; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static unsigned char *bytes_of(random_lane *lane, const random_use *u)
{
    return lane->holds[u->buffer] + u->first;
}

static uint32_t flag_of(random_lane *lane, const random_use *flag)
{
    return load(bytes_of(lane, flag), 4);
}

static uint32_t gather(random_lane *lane, const random_use *u, unsigned word, uint32_t seen)
{
    for (unsigned i = 0; i < u->last - u->first; i += word)
        seen = scramble(seen, load(bytes_of(lane, u) + i, word));
    return seen;
}

/* Writes the elements of `u`, the `which`-th thing that the kernel writes, in the way of the letter. */
static void scatter(random_lane *lane, const random_use *u, unsigned word, const random_kernel *k, char does,
                    uint32_t seen, uint32_t which)
{
    for (unsigned i = 0; i < (u->last - u->first) / word; i++) {
        unsigned char *at = bytes_of(lane, u) + i * word;
        uint32_t value = scramble(scramble(seen, which), i);
        if (does == 'b')
            value = scramble(value, load(at, word));
        value = k->small ? value % 3 : value;
        if (does != 'p' || (value >> 8) % 2 == 1)
            store(at, word, value);
    }
}

unsigned interpret_setting(const random_lane *lane, unsigned buffer)
{
    return load(lane->app.up[buffer], 4);
}

static void run_launch(random_lane *lane, const random_step *s)
{
    const random_kernel *k = &random_kernels[s->kernel];
    unsigned grid = s->grid_setting != NONE ? interpret_setting(lane, (unsigned)s->grid_setting) : s->grid;
    uint32_t salt = s->salt_setting != NONE ? interpret_setting(lane, (unsigned)s->salt_setting) : s->salt;
    uint32_t seen = scramble(salt, grid * 64 + s->block);
    /* The number of what is written counts from 1, but from 0 where nothing is read and from 2 after two inputs. */
    uint32_t which = k->does[0] == 'o' ? 0 : k->does[1] == 'i' ? 2 : 1;
    if (grid == 0 || (k->flag != NONE && flag_of(lane, &s->uses[k->flag]) == 0))
        return;
    for (unsigned i = 0; i < s->use_count; i++) {
        if (k->does[i] == 'i') {
            seen = gather(lane, &s->uses[i], s->word, seen);
            if (i == 0 && k->reaches)
                seen = gather(lane, &s->more[0], s->word, seen);
        } else {
            scatter(lane, &s->uses[i], s->word, k, k->does[i], seen, which++);
        }
        if (k->does[i] == 'w') /* then read, from the beginning */
            seen = gather(lane, &s->uses[i], s->word, scramble(salt, grid * 64 + s->block));
    }
    if (k->reaches)
        scatter(lane, &s->more[1], s->word, k, 'p', seen, which);
}

/* The bytes that two names stand for change places. */
static void swap_names(random_lane *lane, const random_step *s)
{
    unsigned char bytes[MOST_BYTES];
    if (s->swap[0] == NONE)
        return;
    memcpy(bytes, lane->holds[s->swap[0]], sizeof bytes);
    memcpy(lane->holds[s->swap[0]], lane->holds[s->swap[1]], sizeof bytes);
    memcpy(lane->holds[s->swap[1]], bytes, sizeof bytes);
}

static void run_step(random_lane *lane, const random_step *s)
{
    const random_use *to = &s->uses[s->use_count - 1];
    if (s->switched != NONE && lane->app.on[s->switched] == s->unless)
        return;
    if (s->kind == LAUNCH) {
        run_launch(lane, s);
    } else if (s->kind == COPY) {
        memmove(bytes_of(lane, to), bytes_of(lane, &s->uses[0]), to->last - to->first);
    } else {
        for (unsigned i = 0; i < to->last - to->first; i++)
            bytes_of(lane, to)[i] = s->pattern[i % to->element];
    }
}

static void run_control(random_lane *lane, const random_graph *g, unsigned control);

/* A body, or what no other step holds. */
static void run_body(random_lane *lane, const random_graph *g, unsigned begin, unsigned end, int inside, unsigned body)
{
    for (unsigned i = begin; i < end; i++) {
        const random_step *s = &g->steps[i];
        if (s->inside != inside || (inside != NONE && s->body != body))
            continue;
        if (step_is_control(s))
            run_control(lane, g, i);
        else
            run_step(lane, s);
    }
}

static void run_control(random_lane *lane, const random_graph *g, unsigned control)
{
    const random_step *s = &g->steps[control];
    for (unsigned pass = 0; pass < s->passes && (s->kind == WHILE || s->kind == REPEAT); pass++) {
        bool asked = s->kind == WHILE && !(pass == 0 && s->first_run);
        if (asked && flag_of(lane, &s->uses[0]) == 0)
            return;
        run_body(lane, g, control + 1, s->end, (int)control, 0);
        swap_names(lane, s);
    }
    if (s->kind == IF)
        run_body(lane, g, control + 1, s->end, (int)control, flag_of(lane, &s->uses[0]) == 0);
    else if (s->kind == SWITCH)
        run_body(lane, g, control + 1, s->end, (int)control, flag_of(lane, &s->uses[0]));
}

static void run_steps(const random_program *p, random_lane *lane, unsigned graph)
{
    run_body(lane, &p->graphs[graph], 0, p->graphs[graph].count, NONE, 0);
}

/* ---- a program's life ---- */

void interpret_reset(const random_program *p, random_lane *lane)
{
    for (unsigned b = 0; b < p->buffer_count; b++) {
        if (p->buffers[b].role == STATE)
            memcpy(lane->holds[b], p->buffers[b].first, MOST_BYTES);
    }
}

void interpret_open(const random_program *p, random_lane *lane)
{
    memset(lane, 0, sizeof *lane);
    for (unsigned b = 0; b < p->buffer_count; b++) {
        memcpy(lane->holds[b], p->buffers[b].first, MOST_BYTES);
        if (p->buffers[b].role == SETTING)
            memcpy(lane->app.up[b], p->buffers[b].first, MOST_BYTES);
    }
    memcpy(lane->app.on, p->switches, sizeof p->switches);
    if (p->setup)
        run_steps(p, lane, p->replayed);
}

static void begin_replay(const random_program *p, random_lane *lane, unsigned graph)
{
    for (unsigned b = 0; b < p->buffer_count; b++) {
        const random_buffer *buffer = &p->buffers[b];
        if (buffer->role == OUTPUT)
            memset(lane->holds[b], 0, MOST_BYTES);
        else if (buffer->role == SETTING)
            memcpy(lane->holds[b], lane->app.up[b], MOST_BYTES);
        else if (program_uploads(p, graph, b) && (buffer->up == EACH || lane->app.changed[b]))
            memcpy(lane->holds[b], lane->app.up[b], MOST_BYTES);
    }
}

/* A request stands until a graph that serves it was replayed. */
static void end_replay(const random_program *p, random_lane *lane, unsigned graph)
{
    for (unsigned b = 0; b < p->buffer_count; b++) {
        const random_buffer *buffer = &p->buffers[b];
        if (program_downloads(p, graph, b) && (buffer->down == EACH || lane->app.wanted[b]))
            memcpy(lane->down[b] + buffer->down_first, lane->holds[b] + buffer->down_first,
                   buffer->down_last - buffer->down_first);
        if (program_uploads(p, graph, b))
            lane->app.changed[b] = false;
        if (program_downloads(p, graph, b))
            lane->app.wanted[b] = false;
    }
}

void interpret_replay(const random_program *p, random_lane *lane, unsigned graph)
{
    begin_replay(p, lane, graph);
    run_steps(p, lane, graph);
    end_replay(p, lane, graph);
}
