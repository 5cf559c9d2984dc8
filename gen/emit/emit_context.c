/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "emit/parts.h"

/* Where kernels and copies reach it. */
static void name_place(emit *e, uint32_t buffer)
{
    uint32_t index = e->p->places[buffer].arena;

    if (e->m->buffers[buffer].external) { /* only nodes that follow it use it */
        e->arenas[buffer] = "0";
        e->far[buffer] = e->near[buffer] =
            arena_printf(e->memory, "setting->%s", emit_member(e->memory, e->m->buffers[buffer].name));
        return;
    }
    if (emit_is_direct(e, buffer)) {
        const char *at = emit_pinned_at(e, buffer, emit_direct_direction(e, buffer));
        e->far[buffer] = arena_printf(e->memory, "p->rt.%s_device + %s", emit_pinned_base(e, buffer), at);
        e->near[buffer] = arena_printf(e->memory, "%s + %s", emit_pinned_base(e, buffer), at);
        return;
    }
    if (!e->p->separate)
        e->arenas[buffer] = emit_arena_index(e, index);
    else
        e->arenas[buffer] =
            emit_has_place(&e->m->buffers[buffer]) ? arena_printf(e->memory, "%s_ARENA", e->macros[buffer]) : "0";
    e->far[buffer] = arena_printf(e->memory, "p->device[%s] + %s", e->arenas[buffer], emit_at(e, buffer));
    e->near[buffer] = e->p->separate
                          ? e->far[buffer]
                          : arena_printf(e->memory, "%s + %s", emit_arena_variable(e, index), emit_at(e, buffer));
}

static void name_buffers(emit *e)
{
    const model *m = e->m;

    e->arenas = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->far = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->near = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    e->app_data = ARENA_ARRAY(e->memory, uint32_t, m->buffer_count + 1);
    e->conditions = ARENA_ARRAY(e->memory, const char *, m->buffer_count + 1);
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        name_place(e, i);
        if (b->content == CONTENT_APP)
            e->app_data[e->app_count++] = i;
        if (b->role == ROLE_CONDITION) {
            e->conditions[i] = arena_printf(e->memory, "%s_CONDITION_%s", e->prefix, b->name);
            e->condition_count++;
        }
    }
}

emit *emit_context_new(const emit_input *in)
{
    emit *e = ARENA_NEW(in->memory, emit);

    e->in = in;
    e->memory = in->memory;
    e->m = in->m;
    e->i = in->i;
    e->p = in->p;
    e->program = in->m->program;
    e->prefix = emit_upper(in->memory, in->m->program);
    e->spec = emit_prose(in->memory, in->m->spec_name);
    e->stamp = EMIT_STAMP_PLACE;
    e->lanes = in->m->lanes > 1;
    e->queued = in->m->in_flight > 1;
    e->apart = e->lanes || e->queued;
    e->self = e->apart ? arena_printf(in->memory, "struct %s_%s", e->program, e->queued ? "slot" : "lane") : e->program;
    e->own = e->apart ? "own" : "p";
    emit_describe(e);
    emit_find_macros(e);
    name_buffers(e);
    emit_find_taken(e);
    emit_find_bundles(e);
    return e;
}
