/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Steps collective, which all ranks do together. What one rank does alone is a copy, and becomes one here; where both
 * ends are the same bytes, a copy of none. What several do becomes a capture whose function the generator writes, and
 * each comes after the one before it, because they have to begin in the same order on all ranks. The same is checked
 * for every number of ranks, so that a spec that is right for one of them does not fail for another but where its sizes
 * say so. */
#include "check/check_parts.h"

#include <inttypes.h>

static const char *name_of(const model_step *step)
{
    return model_collective_words[step->collective - 1];
}

static bool reduces(const model_step *step)
{
    return step->collective == COLLECTIVE_ALL_REDUCE || step->collective == COLLECTIVE_REDUCE_SCATTER;
}

static bool is_same(const model_slice *from, const model_slice *to)
{
    return from->buffer == to->buffer && from->first == to->first && from->last == to->last;
}

/* ---- types ---- */

static bool is_summed(scalar base)
{
    return base != SCALAR_I16 && base != SCALAR_U16 && base != SCALAR_BOOL && base != SCALAR_STRUCT;
}

static bool check_types_of(checker *c, const model_step *step)
{
    const model_slice *from = &step->from, *to = &step->to;
    model_buffer *source = &c->m->buffers[from->buffer], *target = &c->m->buffers[to->buffer];

    if (from->type != to->type && (source->mistyped || target->mistyped))
        return false; /* the buffer was reported before */
    if (from->type != to->type) {
        source->mistyped = target->mistyped = true;
        diag_error(c->d, step->at, "collective-type", "'%s' holds %s, '%s' holds %s", source->name, from->type->name,
                   target->name, to->type->name);
        return false;
    }
    if (!reduces(step))
        return true;
    if (!is_summed(from->type->base)) {
        diag_error(c->d, step->at, "collective-type", "'%s' holds %s, which %s cannot combine", source->name,
                   from->type->name, name_of(step));
        diag_hint(c->d, "it combines i8, u8, i32, u32, i64, u64, f16, bf16, f32 and f64, and vectors of these");
        return false;
    }
    source = source->alignment % from->type->align == 0 ? target : source;
    if (source->alignment % from->type->align == 0)
        return true;
    diag_error(c->d, step->at, "collective-align", "'%s' is aligned to %" PRIu32 " bytes, and %s needs %" PRIu32,
               source->name, source->alignment, from->type->name, from->type->align);
    diag_note(c->d, source->at, "'%s' is declared here", source->name);
    return false;
}

/* ---- sizes ---- */

static bool check_sizes_of(checker *c, const model_step *step)
{
    uint64_t from = (step->from.last - step->from.first) / step->from.type->size;
    uint64_t to = (step->to.last - step->to.first) / step->to.type->size;
    uint64_t wanted = from, ranks = c->m->ranks;

    if (step->collective == COLLECTIVE_ALL_GATHER)
        wanted = from * ranks;
    if (step->collective == COLLECTIVE_REDUCE_SCATTER)
        wanted = from / ranks;
    if (step->collective == COLLECTIVE_REDUCE_SCATTER && from % ranks != 0) {
        diag_error(c->d, step->at, "collective-size", "%" PRIu64 " element%s cannot be shared out to %u ranks evenly",
                   from, from == 1 ? "" : "s", c->m->ranks);
        return false;
    }
    if (to == wanted)
        return true;
    diag_error(c->d, step->at, "collective-size",
               "%s of %" PRIu64 " element%s by %u rank%s gives %" PRIu64 ", found a place for %" PRIu64, name_of(step),
               from, from == 1 ? "" : "s", c->m->ranks, c->m->ranks == 1 ? "" : "s", wanted, to);
    if (c->m->ranks_expr.root == NULL)
        diag_hint(c->d, "the number of ranks is given by 'ranks', and is 1 without it");
    return false;
}

static bool check_overlap(checker *c, const model_step *step)
{
    const model_slice *from = &step->from, *to = &step->to;

    if (is_same(from, to) || from->buffer != to->buffer || from->first >= to->last || to->first >= from->last)
        return true;
    diag_error(c->d, step->at, "collective-overlap",
               "the collective writes elements that it reads: %s and %s overlap without being the same",
               check_range_text(c->a, &c->m->buffers[from->buffer], from->first, from->last),
               check_range_text(c->a, &c->m->buffers[to->buffer], to->first, to->last));
    return false;
}

static bool check_root(checker *c, model_step *step)
{
    if (step->collective != COLLECTIVE_BROADCAST)
        return true;
    if (!check_evaluate(c, &step->root))
        return false;
    if (step->root.value >= 0 && step->root.value < c->m->ranks)
        return true;
    diag_error(c->d, step->root.at, "collective-root", "expected a rank from 0 to %u, found %" PRId64, c->m->ranks - 1,
               step->root.value);
    return false;
}

/* Whether a body runs is decided by each rank for itself. */
static bool check_place(checker *c, const model_graph *g, const model_step *step)
{
    const model_step *around;

    if (step->inside == 0)
        return true;
    around = &g->steps[step->inside - 1];
    diag_error(c->d, step->at, "collective-inside",
               "the collective stands inside a step whose body each rank's device runs or leaves out for itself");
    diag_note(c->d, around->at, "the step is here");
    diag_hint(c->d, "ranks that decide differently would wait for each other for good; a 'repeat' is the same for all");
    return false;
}

/* ---- one rank ---- */

/* Both ends are the same bytes. */
static void make_nothing(model_step *step)
{
    step->in_place = step->to;
    step->from.last = step->from.first;
    step->to.last = step->to.first;
}

static void make_copy(model_step *step)
{
    step->kind = STEP_COPY;
    if (is_same(&step->from, &step->to))
        make_nothing(step);
}

/* ---- several ranks ---- */

/* The collective before it, in a list without those that are copies. */
static bool find_earlier(const model_graph *g, const model_step *step, uint32_t *earlier)
{
    for (size_t i = (size_t)(step - g->steps); i-- > 0;)
        if (g->steps[i].kind == STEP_CAPTURE && g->steps[i].collective != COLLECTIVE_NONE) {
            *earlier = (uint32_t)i;
            return true;
        }
    return false;
}

static void come_after(checker *c, model_step *step, uint32_t earlier)
{
    uint32_t *after = ARENA_ARRAY(c->a, uint32_t, step->after_count + 1);
    size_t count = 0;

    for (size_t i = 0; i < step->after_count; i++)
        after[count++] = step->after[i];
    after[count++] = earlier;
    step->after = after;
    step->after_count = count;
}

static void make_capture(checker *c, const model_graph *g, model_step *step)
{
    model_capture *capture = ARENA_NEW(c->a, model_capture);
    uint32_t earlier;

    if (find_earlier(g, step, &earlier))
        come_after(c, step, earlier);
    step->kind = STEP_CAPTURE;
    step->capture = capture;
    step->arguments = ARENA_ARRAY(c->a, model_argument, 2);
    if (is_same(&step->from, &step->to)) {
        check_add_pointer(step, &step->to, "from", ACCESS_INOUT);
    } else {
        check_add_pointer(step, &step->from, "from", ACCESS_IN);
        check_add_pointer(step, &step->to, "to", ACCESS_OUT);
    }
    c->m->buffers[step->to.buffer].by_pointer = true;
    capture->name = arena_printf(c->a, "%s_%s", name_of(step), step->to.name);
    capture->at = step->at;
    capture->most = MODEL_COLLECTIVE_NODES;
    capture->step = step;
    capture->collective = step;
}

bool check_collective(checker *c, const model_graph *g, model_step *step)
{
    bool from, to;

    step->title =
        check_title(c, step, arena_printf(c->a, "%s %s -> %s", name_of(step), step->from.name, step->to.name));
    from = check_slice(c, &step->from);
    to = check_slice(c, &step->to);
    if (from)
        c->m->buffers[step->from.buffer].by_pointer = true;
    if (!from || !to || !check_types_of(c, step) || !check_sizes_of(c, step) || !check_overlap(c, step) ||
        !check_root(c, step) || !check_place(c, g, step))
        return false;
    if (c->m->ranks > 1 && step->from.first < step->from.last)
        make_capture(c, g, step);
    else
        make_copy(step);
    return true;
}

/* ---- one buffer for both ends ---- */

static bool is_whole(const model *m, const model_slice *s)
{
    return s->first == 0 && s->last == m->buffers[s->buffer].size;
}

/* What `from` holds is not needed but by steps before the copy, and `to` holds nothing before it. */
static bool may_share(const model *m, const model_step *copy)
{
    const model_buffer *from = &m->buffers[copy->from.buffer], *to = &m->buffers[copy->to.buffer];

    return copy->from.first < copy->from.last && is_whole(m, &copy->from) && is_whole(m, &copy->to) &&
           from->role == ROLE_SCRATCH && (to->role == ROLE_SCRATCH || to->role == ROLE_OUTPUT) && !from->external &&
           !to->external && !from->fixed && to->io != IO_DIRECT && to->alignment % from->alignment == 0;
}

/* Steps [first, last) of a graph use the buffer. */
static bool is_used(checker *c, const model_graph *g, uint32_t buffer, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        size_t count;
        const byte_use *uses = check_uses(c, &g->steps[i], &count);

        for (size_t k = 0; k < count; k++)
            if (uses[k].buffer == buffer)
                return true;
    }
    return false;
}

/* Only in graphs without bodies, where what stands before a step has run before it, and once. */
static bool is_plain(const model_graph *g)
{
    for (size_t i = 0; i < g->step_count; i++)
        if (check_is_control(&g->steps[i]))
            return false;
    return true;
}

static bool is_only_here(checker *c, const model_graph *here, uint32_t buffer)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        if (&c->m->graphs[g] != here && is_used(c, &c->m->graphs[g], buffer, 0, c->m->graphs[g].step_count))
            return false;
    return true;
}

static void rename_slice(model_slice *slice, uint32_t from, uint32_t to)
{
    if (slice->buffer == from)
        slice->buffer = to;
}

static void rename_step(model_step *step, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SLICE)
            rename_slice(&step->arguments[i].slice, from, to);
    for (size_t i = 0; i < step->read_count; i++)
        rename_slice(&step->reads[i], from, to);
    for (size_t i = 0; i < step->write_count; i++)
        rename_slice(&step->writes[i], from, to);
    if (step->kind == STEP_COPY)
        rename_slice(&step->from, from, to);
    if (step->kind == STEP_COPY || step->kind == STEP_FILL)
        rename_slice(&step->to, from, to);
}

void check_join_collectives(checker *c)
{
    for (size_t k = 0; k < c->m->graph_count; k++) {
        model_graph *g = &c->m->graphs[k];
        bool plain = is_plain(g);

        for (size_t i = 0; plain && i < g->step_count; i++) {
            model_step *step = &g->steps[i];
            uint32_t from = step->from.buffer, to = step->to.buffer;

            if (step->kind != STEP_COPY || step->collective == COLLECTIVE_NONE || !may_share(c->m, step) ||
                is_used(c, g, from, i + 1, g->step_count) || is_used(c, g, to, 0, i) || !is_only_here(c, g, from))
                continue;
            make_nothing(step);
            for (size_t before = 0; before < i; before++)
                rename_step(&g->steps[before], from, to);
        }
    }
}
