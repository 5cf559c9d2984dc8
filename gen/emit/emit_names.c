/* SPDX-License-Identifier: MIT */
/* Names that emitted C uses for itself: none may be one of the application's, which follow from the spec. */
#include <stdlib.h>
#include <string.h>

#include "emit/emit_internal.h"

typedef struct {
    emit *e;
    size_t capacity;
} taking;

static void take(taking *t, const char *name)
{
    emit *e = t->e;

    e->taken = arena_grow(e->memory, e->taken, e->taken_count, &t->capacity, sizeof *e->taken);
    e->taken[e->taken_count++] = name;
}

static void take_with(taking *t, const char *prefix, const char *name, const char *suffix)
{
    take(t, arena_printf(t->e->memory, "%s%s%s", prefix, name, suffix));
}

static void take_buffer(taking *t, const model_buffer *b)
{
    take(t, b->name);
    take_with(t, "", b->name, "_out");
    if (b->role == ROLE_SETTING)
        take_with(t, "set_", b->name, "");
    if (b->role == ROLE_CONSTANT)
        take_with(t, "constant_", b->name, "");
    if (emit_is_requested(b, PLAN_UPLOAD))
        take_with(t, "changed_", b->name, "");
    if (emit_is_requested(b, PLAN_DOWNLOAD))
        take_with(t, "want_", b->name, "");
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void emit_find_taken(emit *e)
{
    taking t = {e, 0};
    const model *m = e->m;

    for (size_t i = 0; i < m->buffer_count; i++)
        take_buffer(&t, &m->buffers[i]);
    for (size_t i = 0; i < m->type_count; i++)
        take(&t, m->types[i]->name);
    for (size_t i = 0; i < m->switch_count; i++) {
        take_with(&t, "switch_", m->switches[i].name, "");
        take_with(&t, "is_on_", m->switches[i].name, "");
    }
    for (size_t i = 0; m->named_graphs && i < m->graph_count; i++) {
        static const char *const suffixes[] = {"_start",      "_replay",    "_replay_timed", "_call",  "_in",
                                               "_out",        "_step",      "_profile",      "_times", "_node_title",
                                               "_call_timed", "_call_step", "_call_batch"};
        for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++)
            take_with(&t, "", m->graphs[i].name, suffixes[k]);
    }
    if (e->taken_count > 0)
        qsort(e->taken, e->taken_count, sizeof *e->taken, compare);
}

const char *emit_private(const emit *e, const char *name)
{
    while (e->taken_count > 0 && bsearch(&name, e->taken, e->taken_count, sizeof *e->taken, compare) != NULL)
        name = arena_printf(e->memory, "%s_", name);
    return arena_printf(e->memory, "%s_%s", e->program, name);
}
