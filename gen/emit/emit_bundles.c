/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Constants that lie one after the other in device memory are members of one struct, which open brings with one
 * copy. */
#include <stdlib.h>
#include <string.h>

#include "emit/parts.h"

/* Two constants with more bytes than that between them have a copy each. */
#define FARTHEST 4096u

typedef struct {
    const plan_place *place;
    uint32_t buffer;
} placed;

static int compare_placed(const void *left, const void *right)
{
    const placed *l = left, *r = right;

    if (l->place->arena != r->place->arena)
        return l->place->arena < r->place->arena ? -1 : 1;
    return l->place->offset < r->place->offset ? -1 : l->place->offset > r->place->offset;
}

static placed *list_constants(const emit *e, size_t *count)
{
    placed *all = ARENA_ARRAY(e->memory, placed, e->m->buffer_count + 1);

    *count = 0;
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_CONSTANT && b->content == CONTENT_BYTES && emit_has_content(b))
            all[(*count)++] = (placed){&e->p->places[i], i};
    }
    if (*count > 0)
        qsort(all, *count, sizeof *all, compare_placed);
    return all;
}

static bool lies_next(const emit *e, const placed *before, const placed *after)
{
    uint64_t end = before->place->offset + e->m->buffers[before->buffer].size;

    return before->place->arena == after->place->arena && after->place->offset - end <= FARTHEST;
}

static void add_bundle(emit *e, const placed *members, size_t count)
{
    emit_bundle *made = &e->bundles[e->bundle_count++];
    const char *word = e->bundle_count == 1 ? "constants" : arena_printf(e->memory, "constants_%zu", e->bundle_count);

    made->members = ARENA_ARRAY(e->memory, uint32_t, count);
    made->member_count = count;
    made->name = emit_private(e, word);
    for (size_t i = 0; i < count; i++) {
        made->members[i] = members[i].buffer;
        e->bundle_of[members[i].buffer] = made;
    }
}

void emit_find_bundles(emit *e)
{
    size_t count, next;
    placed *all = list_constants(e, &count);

    e->bundles = ARENA_ARRAY(e->memory, emit_bundle, count / 2 + 1);
    e->bundle_of = ARENA_ARRAY(e->memory, const emit_bundle *, e->m->buffer_count + 1);
    for (size_t i = 0; i < count; i = next) {
        for (next = i + 1; next < count && lies_next(e, &all[next - 1], &all[next]);)
            next++;
        if (next - i > 1)
            add_bundle(e, &all[i], next - i);
    }
}
