/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What crosses the bus: the right buffers in each graph, in runs whose pieces lie the same way on the device and in
 * pinned memory. */
#include <stdlib.h>

#include "verify/parts.h"

/* ---- which buffers ---- */

/* What the steps of the graph at hand do to each buffer: its number, plus one, where they do. */
typedef struct {
    uint32_t *touched, *written;
} graph_uses;

static void use(graph_uses *u, const model_slice *s, uint32_t stamp, bool writes)
{
    if (s->first >= s->last)
        return;
    u->touched[s->buffer] = stamp;
    u->written[s->buffer] = writes ? stamp : u->written[s->buffer];
}

static void use_steps(graph_uses *u, const model_graph *g, uint32_t stamp)
{
    for (size_t s = 0; s < g->step_count; s++) {
        const model_step *step = &g->steps[s];
        for (size_t i = 0; i < step->argument_count; i++) {
            model_access access = step->arguments[i].access;
            if (access != ACCESS_VALUE)
                use(u, &step->arguments[i].slice, stamp, access != ACCESS_IN);
        }
        for (size_t i = 0; i < step->read_count; i++)
            use(u, &step->reads[i], stamp, false);
        for (size_t i = 0; i < step->write_count; i++)
            use(u, &step->writes[i], stamp, true);
        if (step->kind == STEP_COPY)
            use(u, &step->from, stamp, false);
        if (step->kind == STEP_COPY || step->kind == STEP_FILL)
            use(u, &step->to, stamp, true);
    }
}

static void check_times(verifier *v, const plan_graph *g, uint32_t buffer, plan_direction direction, bool wanted,
                        size_t found)
{
    const model_buffer *b = &v->m->buffers[buffer];
    if (found != (wanted && verify_crosses(b, direction) ? 1 : 0))
        verify_fail(v, b->at, "expected graph %s to %s %s %d times, found %zu", g->name,
                    direction == PLAN_UPLOAD ? "upload" : "download", b->name, found == 0, found);
}

static void check_graph_crossings(verifier *v, size_t graph, const graph_uses *u, const bool *is_rest[2])
{
    size_t buffers = v->m->buffer_count;
    arena *scratch = arena_new();
    size_t *times[2] = {ARENA_ARRAY(scratch, size_t, buffers), ARENA_ARRAY(scratch, size_t, buffers)};
    for (size_t r = 0; r < v->p->run_count; r++) {
        const plan_run *run = &v->p->runs[r];
        for (size_t i = 0; i < run->member_count && run->graph == graph; i++)
            times[run->direction == PLAN_DOWNLOAD][run->members[i]]++;
    }
    for (uint32_t b = 0; b < buffers; b++) {
        const plan_graph *g = &v->p->graphs[graph];
        check_times(v, g, b, PLAN_UPLOAD, u->touched[b] == graph + 1 || (is_rest[0] && is_rest[0][b]), times[0][b]);
        check_times(v, g, b, PLAN_DOWNLOAD, u->written[b] == graph + 1 || (is_rest[1] && is_rest[1][b]), times[1][b]);
    }
    arena_free(scratch);
}

/* Each replayed graph uploads what its steps touch and downloads what they may write; the first one also what no
 * graph does. */
static void check_crossings(verifier *v)
{
    size_t buffers = v->m->buffer_count, first = 0;
    graph_uses u = {ARENA_ARRAY(v->memory, uint32_t, buffers), ARENA_ARRAY(v->memory, uint32_t, buffers)};
    bool *untouched = ARENA_ARRAY(v->memory, bool, buffers), *unwritten = ARENA_ARRAY(v->memory, bool, buffers);
    for (size_t g = v->m->graph_count; g-- > 0;) {
        if (v->m->graphs[g].kind == GRAPH_REPLAY) {
            use_steps(&u, &v->m->graphs[g], (uint32_t)g + 1);
            first = g;
        }
    }
    for (size_t b = 0; b < buffers; b++) {
        untouched[b] = u.touched[b] == 0;
        unwritten[b] = u.written[b] == 0;
    }
    for (size_t g = 0; g < v->m->graph_count; g++) {
        const bool *rest[2] = {g == first ? untouched : NULL, g == first ? unwritten : NULL};
        if (v->m->graphs[g].kind != GRAPH_REPLAY)
            continue;
        use_steps(&u, &v->m->graphs[g], (uint32_t)g + 1);
        check_graph_crossings(v, g, &u, rest);
    }
}

/* ---- runs ---- */

bool verify_begins_piece(const plan_run *run, size_t member)
{
    for (size_t i = 0; i < run->piece_count; i++) {
        if (run->pieces[i].first == member)
            return true;
    }
    return false;
}

static uint64_t pinned_of(const verifier *v, uint32_t buffer, plan_direction direction)
{
    const plan_place *place = &v->p->places[buffer];
    return direction == PLAN_UPLOAD ? place->upload_offset : place->download_offset;
}

static void check_kind(verifier *v, const plan_run *run)
{
    bool up = run->direction == PLAN_UPLOAD;
    for (size_t i = 0; i < run->member_count; i++) {
        const model_buffer *b = &v->m->buffers[run->members[i]];
        bool on_request = (up ? b->upload : b->download) == TRAFFIC_ON_REQUEST;
        bool partial = !up && (b->down_first != 0 || b->down_last != b->size);
        uint64_t first = partial ? b->down_first : 0, last = partial ? b->down_last : UINT64_MAX;
        bool kept = up && v->m->api_call && (b->role == ROLE_INPUT || b->role == ROLE_SETTING);
        if (run->transport != verify_transport(v, run->members[i], run->direction))
            verify_fail(v, b->at, "%s does not cross as all of its run does", b->name);
        if (run->transport == TRANSPORT_DIRECT && run->member_count != 1)
            verify_fail(v, b->at, "%s, which has no copy, is in a run with others", b->name);
        if (run->if_changed && !kept)
            verify_fail(v, b->at, "%s must cross in every replay", b->name);
        if (run->on_request != on_request || ((on_request || partial) && run->member_count != 1))
            verify_fail(v, b->at, "%s does not cross when the spec says", b->name);
        if (run->first != first || run->last != last)
            verify_fail(v, b->at, "expected bytes %llu .. %llu of %s to cross, found %llu .. %llu",
                        (unsigned long long)first, (unsigned long long)last, b->name, (unsigned long long)run->first,
                        (unsigned long long)run->last);
    }
}

static void check_member(verifier *v, const plan_run *run, const plan_piece *piece, size_t index)
{
    uint32_t buffer = run->members[index];
    const model_buffer *b = &v->m->buffers[buffer];
    const plan_place *place = &v->p->places[buffer], *first = &v->p->places[run->members[piece->first]];
    uint64_t pinned = pinned_of(v, buffer, run->direction);
    uint64_t begin = pinned_of(v, run->members[piece->first], run->direction);
    if (v->m->pooled && verify_is_brief(b) != verify_is_brief(&v->m->buffers[run->members[piece->first]]))
        verify_fail(v, b->at, "%s crosses with what a pool may not hold, or is that itself", b->name);
    if (place->arena != first->arena || place->offset < first->offset || pinned < begin ||
        pinned - begin != place->offset - first->offset) {
        verify_fail(v, b->at, "%s lies elsewhere in pinned memory than on the device", b->name);
        return;
    }
    if (pinned % b->alignment != 0)
        verify_fail(v, b->at, "expected %s to be aligned to %u bytes in pinned memory, found offset %llu", b->name,
                    b->alignment, (unsigned long long)pinned);
    if (index + 1 == piece->first + piece->count)
        return;
    const plan_place *next = &v->p->places[run->members[index + 1]];
    if (next->offset < place->offset || next->offset - place->offset < b->size)
        verify_fail(v, b->at, "%s does not end before %s, the next one that is copied with it", b->name,
                    v->m->buffers[run->members[index + 1]].name);
}

static void check_piece(verifier *v, const plan_run *run, const plan_piece *piece)
{
    uint32_t head = run->members[piece->first], last = run->members[piece->first + piece->count - 1];
    const model_buffer *first = &v->m->buffers[head];
    uint64_t size = v->m->buffers[last].size;
    uint64_t begin = v->p->places[head].offset + run->first;
    uint64_t end = v->p->places[last].offset + (run->last < size ? run->last : size);
    uint64_t pinned = pinned_of(v, head, run->direction) + run->first;
    if (piece->device_offset != begin || end <= begin || piece->bytes != end - begin || piece->pinned_offset != pinned)
        verify_fail(v, first->at,
                    "expected the copy that begins with %s to be of %llu bytes at offset %llu, %llu in pinned memory, "
                    "found %llu at %llu, %llu",
                    first->name, (unsigned long long)(end - begin), (unsigned long long)begin,
                    (unsigned long long)pinned, (unsigned long long)piece->bytes,
                    (unsigned long long)piece->device_offset, (unsigned long long)piece->pinned_offset);
    if (run->piece_count > 1 && (begin % PLAN_COPY_THREAD_BYTES != 0 || pinned % PLAN_COPY_THREAD_BYTES != 0))
        verify_fail(v, first->at, "the piece that begins with %s is not at a multiple of %u bytes at both ends",
                    first->name, PLAN_COPY_THREAD_BYTES);
    for (size_t i = piece->first; i < piece->first + piece->count; i++)
        check_member(v, run, piece, i);
}

/* Only vg_copy_pieces moves several. */
static void check_run(verifier *v, const plan_run *run)
{
    const model_buffer *first = &v->m->buffers[run->members[0]];
    uint64_t bytes = 0;
    for (size_t i = 0; i < run->piece_count; i++) {
        check_piece(v, run, &run->pieces[i]);
        bytes += run->pieces[i].bytes;
    }
    if (run->device_offset != run->pieces[0].device_offset || run->pinned_offset != run->pieces[0].pinned_offset ||
        run->bytes != bytes)
        verify_fail(v, first->at,
                    "the copy that begins with %s does not begin with its first piece, or has other bytes",
                    first->name);
    if (run->piece_count > 1 && (run->transport != TRANSPORT_KERNEL || run->first != 0 || run->last != UINT64_MAX))
        verify_fail(v, first->at, "what crosses with %s has %zu pieces, but no kernel that moves them", first->name,
                    run->piece_count);
}

/* ---- pinned memory ---- */

typedef struct {
    bool pooled; /* it lies in what a pool may hold of pinned memory, which has offsets of its own */
    uint64_t first, last;
    uint32_t buffer;
    plan_direction direction;
} pinned_piece;

static int compare_pieces(const void *left, const void *right)
{
    const pinned_piece *l = left, *r = right;
    if (l->pooled != r->pooled)
        return l->pooled ? 1 : -1;
    return l->first < r->first ? -1 : l->first > r->first;
}

/* Where the memory ends in which the buffer lies. */
static uint64_t room_for(const verifier *v, const model_buffer *b)
{
    uint64_t own = v->p->pinned.bytes;

    if (v->m->pooled && verify_is_brief(b))
        return v->p->pinned_pool.bytes;
    return own > PLAN_COMPLETION_BYTES ? own - PLAN_COMPLETION_BYTES : 0;
}

/* Each buffer's pinned bytes for a direction, with the gap up to the next member of a piece. */
static size_t collect_pieces(verifier *v, pinned_piece *pieces)
{
    size_t buffers = v->m->buffer_count, count = 0;
    for (int d = 0; d < 2; d++) {
        plan_direction direction = d == 0 ? PLAN_UPLOAD : PLAN_DOWNLOAD;
        uint64_t *gap_end = ARENA_ARRAY(v->memory, uint64_t, buffers);
        for (size_t r = 0; r < v->p->run_count; r++) {
            const plan_run *run = &v->p->runs[r];
            for (size_t i = 1; i < run->member_count && run->direction == direction; i++) {
                if (verify_begins_piece(run, i))
                    continue;
                uint64_t next = pinned_of(v, run->members[i], direction);
                gap_end[run->members[i - 1]] =
                    next > gap_end[run->members[i - 1]] ? next : gap_end[run->members[i - 1]];
            }
        }
        for (uint32_t b = 0; b < buffers; b++) {
            uint64_t first = pinned_of(v, b, direction), end = first + v->m->buffers[b].size;
            if (!verify_crosses(&v->m->buffers[b], direction)) {
                if (first != UINT64_MAX)
                    verify_fail(v, v->m->buffers[b].at, "%s has pinned memory for a way that it does not cross",
                                v->m->buffers[b].name);
                continue;
            }
            if (end < first || end > room_for(v, &v->m->buffers[b]))
                verify_fail(v, v->m->buffers[b].at,
                            "%s does not fit in pinned memory, or lies on what is the runtime's",
                            v->m->buffers[b].name);
            pieces[count++] = (pinned_piece){v->m->pooled && verify_is_brief(&v->m->buffers[b]), first,
                                             end > gap_end[b] ? end : gap_end[b], b, direction};
        }
    }
    return count;
}

static void check_pinned(verifier *v)
{
    pinned_piece *pieces = ARENA_ARRAY(v->memory, pinned_piece, 2 * v->m->buffer_count);
    size_t count = collect_pieces(v, pieces);
    uint64_t own = v->p->pinned.bytes, total = own + v->p->pinned_pool.bytes;
    verify_memory(v, "pinned", &v->p->pinned);
    if (v->p->pinned_pool.bytes > 0)
        verify_memory(v, "pooled pinned", &v->p->pinned_pool);
    if (own < PLAN_COMPLETION_BYTES)
        verify_fail(v, v->m->program_at, "expected %u bytes of pinned memory for the runtime, found %llu",
                    PLAN_COMPLETION_BYTES, (unsigned long long)own);
    if (v->m->pinned_memory.root &&
        (v->m->pinned_memory.value < 0 || total > (uint64_t)v->m->pinned_memory.value / v->m->lanes / v->m->in_flight))
        verify_fail(v, v->m->pinned_memory.at, "pinned memory is larger than the spec allows");
    if (count > 1)
        qsort(pieces, count, sizeof *pieces, compare_pieces);
    for (size_t i = 1; i < count; i++) {
        if (pieces[i - 1].pooled == pieces[i].pooled && pieces[i - 1].last > pieces[i].first)
            verify_fail(v, v->m->buffers[pieces[i].buffer].at, "%s and %s share pinned memory",
                        v->m->buffers[pieces[i - 1].buffer].name, v->m->buffers[pieces[i].buffer].name);
    }
}

void verify_runs(verifier *v)
{
    v->looked += v->p->run_count;
    for (size_t r = 0; r < v->p->run_count; r++) {
        check_kind(v, &v->p->runs[r]);
        check_run(v, &v->p->runs[r]);
    }
    check_crossings(v);
    check_pinned(v);
}
