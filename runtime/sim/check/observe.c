/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What happens to the program's memory around a node under observation: what it may not see is filled with junk before
 * a run, what a run left is compared afterwards, and what the node may not change is put back. check.c says which runs
 * there are of a kernel, call.c of an application's function. */
#define _GNU_SOURCE
#include "check/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT_FILL(fill) ((unsigned char)((fill) ^ 0x66)) /* so that unwritten bytes are not taken for copied junk */

/* ---- what a node may see and change ---- */

static bool touches(const vgsim_node *node, unsigned space)
{
    for (unsigned i = 0; i < node->range_count; i++) {
        if (node->ranges[i].space == space) {
            return true;
        }
    }
    return false;
}

static bool undefined_before(unsigned access)
{
    return !access || (access & VGSIM_WORK) || ((access & VGSIM_WHOLE) && !(access & VGSIM_READ));
}

static bool written(unsigned access)
{
    return (access & VGSIM_WRITE) && !(access & VGSIM_WORK);
}

/* Pinned memory belongs to the application, so it is observed only if the node has ranges there. A kernel without
 * parameters cannot reach it. */
void view_make_all(observation *o)
{
    const sim_match *match = o->exec->match;
    if (o->run.launch && !o->run.launch->function->param_count) {
        return;
    }
    o->views = (view *)sim_allocate(match->program->space_count, sizeof *o->views);
    for (unsigned s = 0; s < match->program->space_count; s++) {
        const vgsim_space *space = &match->program->spaces[s];
        view *v = &o->views[o->count];
        if (!match->instance->bases[s] || (space->pinned && !touches(o->node, s))) {
            continue;
        }
        o->count++;
        v->space = space;
        v->index = s;
        v->live = (unsigned char *)(uintptr_t)match->instance->bases[s];
        v->saved = (unsigned char *)sim_allocate((size_t)space->size, 1);
        v->result = (unsigned char *)sim_allocate((size_t)space->size, 1);
        memcpy(v->saved, v->live, (size_t)space->size);
        view_make_segments(v, o->node);
    }
}

void view_free_all(observation *o)
{
    free(o->bounds);
    free(o->arguments);
    free(o->hidden);
    for (size_t i = 0; i < o->count; i++) {
        free(o->views[i].saved);
        free(o->views[i].result);
        free(o->views[i].segments);
    }
    free(o->views);
    free(o->atomics.threads);
    free(o->sets.sets);
    sim_early_free(&o->early);
}

/* A byte that the node may read and that nothing has defined. */
static bool is_undefined(const observation *o, const view *v, const sim_piece *s, uint64_t byte)
{
    const uint8_t *flags = o->exec->match->instance->undefined[v->index];
    return flags && (s->access & VGSIM_READ) && !(s->access & VGSIM_SPARE) && flags[byte];
}

static void fill_undefined(const observation *o, const view *v, const sim_piece *s, unsigned char fill)
{
    if (o->exec->match->instance->undefined[v->index]) {
        for (uint64_t b = s->first; b < s->last; b++) {
            if (is_undefined(o, v, s, b)) {
                v->live[b] = fill;
            }
        }
    }
}

void view_prepare(const observation *o, unsigned char fill)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            if (s->word) {
                continue;
            }
            if (!s->access) {
                view_fill_foreign(v, s, fill);
            } else if (undefined_before(s->access)) {
                memset(v->live + s->first, written(s->access) ? OUT_FILL(fill) : fill, (size_t)(s->last - s->first));
            } else {
                memcpy(v->live + s->first, v->saved + s->first, (size_t)(s->last - s->first));
                fill_undefined(o, v, s, fill);
            }
        }
    }
}

void view_keep_results(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        memcpy(o->views[i].result, o->views[i].live, (size_t)o->views[i].space->size);
    }
}

void view_settle(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            const unsigned char *from = written(s->access) ? v->result : v->saved;
            if (s->word && memcmp(v->live + s->first, v->saved + s->first, (size_t)(s->last - s->first)) == 0) {
                continue;
            }
            if (s->access & VGSIM_WORK) {
                memset(v->live + s->first, VIEW_FILL, (size_t)(s->last - s->first));
            } else {
                memcpy(v->live + s->first, from + s->first, (size_t)(s->last - s->first));
            }
        }
    }
}

/* ---- naming a byte ---- */

void view_report_byte(const observation *o, const view *v, const char *kind, const char *what, uint64_t byte,
                        uint64_t bytes)
{
    char place[256];
    view_name_byte(o, v, byte, place, sizeof place);
    sim_problem(kind, "%s %s %s (%llu byte%s)", o->title, what, place, (unsigned long long)bytes,
                bytes == 1 ? "" : "s");
}

static unsigned long long threads_of(const sim_launch *launch)
{
    unsigned long long threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        threads *= (unsigned long long)launch->grid[i] * launch->block[i];
    }
    return threads;
}

/* "y[128] to y[255]", or how many of what lies between. */
static void report_elements(const observation *o, const view *v, uint64_t first, uint64_t end, uint64_t bytes)
{
    const vgsim_range *range = view_range_at(o->node, v->index, first);
    const vgsim_buffer *b = range && range->buffer ? view_buffer_at(o, v->index, first, range->buffer) : NULL;
    unsigned long long from, to, count;
    char what[256];
    if (!b || (first - b->offset) % b->element || (end - b->offset) % b->element || bytes % b->element) {
        view_report_byte(o, v, "unwritten out", "does not write", first, bytes);
        return;
    }
    from = (first - b->offset) / b->element;
    to = (end - b->offset) / b->element - 1;
    count = bytes / b->element;
    if (from == to) {
        snprintf(what, sizeof what, "%s[%llu]", b->name, from);
    } else if (count == to - from + 1) {
        snprintf(what, sizeof what, "%s[%llu] to %s[%llu]", b->name, from, b->name, to);
    } else {
        snprintf(what, sizeof what, "%llu elements from %s[%llu] to %s[%llu]", count, b->name, from, b->name, to);
    }
    if (!o->run.launch) {
        sim_problem("unwritten out", "%s does not write %s; %s has %llu elements", o->title, what, b->name,
                    (unsigned long long)(b->bytes / b->element));
        return;
    }
    sim_problem("unwritten out", "%s does not write %s; it has %llu threads and %s has %llu elements",
                o->title, what, threads_of(o->run.launch), b->name,
                (unsigned long long)(b->bytes / b->element));
}

/* ---- what the first run must not have done ---- */

void view_check_untouched(const observation *o)
{
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            uint64_t changed = 0, where = 0;
            if (s->access & (VGSIM_WRITE | VGSIM_WORK)) {
                continue;
            }
            for (uint64_t b = view_next_change(v, s, s->first); b < s->last; b = view_next_change(v, s, b + 1)) {
                where = changed++ ? where : b;
            }
            if (changed) {
                view_report_byte(o, v, s->access ? "write to in" : "write outside", "writes to", where, changed);
            }
        }
    }
}

/* ---- comparing a later run with the first ---- */

/* Bytes that are equal in both runs need no check, since undefined bytes held other junk. */
static uint64_t next_compared(const view *v, const sim_piece *s, uint64_t at, unsigned char fill)
{
    return fill == VIEW_FILL ? at : view_next_difference(v->live, v->result, at, s->last);
}

view_difference view_compare(const observation *o, unsigned char fill, bool report_unwritten)
{
    view_difference found = {false, false, NULL, 0, 0};
    for (size_t i = 0; i < o->count; i++) {
        const view *v = &o->views[i];
        for (size_t k = 0; k < v->count; k++) {
            const sim_piece *s = &v->segments[k];
            uint64_t unwritten = 0, where = 0, end = 0;
            if (!written(s->access)) {
                continue;
            }
            for (uint64_t b = next_compared(v, s, s->first, fill); b < s->last; b = next_compared(v, s, b + 1, fill)) {
                if (v->result[b] == VIEW_FILL && v->live[b] == fill && is_undefined(o, v, s, b)) {
                    continue; /* left as it was */
                }
                if (undefined_before(s->access) && v->result[b] == OUT_FILL(VIEW_FILL) &&
                    v->live[b] == OUT_FILL(fill)) {
                    where = unwritten++ ? where : b;
                    end = b + 1;
                } else if (v->live[b] != v->result[b]) {
                    found.byte = found.bytes++ ? found.byte : b;
                    found.v = found.v ? found.v : v;
                    found.any = true;
                }
            }
            if (unwritten && report_unwritten) {
                report_elements(o, v, where, end, unwritten);
            }
        }
    }
    return found;
}
