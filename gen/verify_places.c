/* SPDX-License-Identifier: MIT */
/* Where buffers lie: bounds, alignment, runs that cross with one copy, and the order of buffers that share bytes. */
#include "verify_parts.h"

/* The bytes that a buffer keeps others out of: its own, and in a run the gap up to the next member, which the copy of
 * the run touches as well. */
typedef struct {
    uint64_t first, last;
} extent;

/* ---- runs ---- */

static bool crosses(model_role role, plan_direction direction)
{
    if (direction == PLAN_UPLOAD)
        return role == ROLE_INPUT || role == ROLE_INOUT || role == ROLE_SETTING;
    return role == ROLE_OUTPUT || role == ROLE_INOUT;
}

static void check_member(verifier *v, const plan_run *run, size_t index, extent *extents)
{
    uint32_t buffer = run->members[index];
    const model_buffer *b = &v->m->buffers[buffer];
    const plan_place *place = &v->p->places[buffer], *first = &v->p->places[run->members[0]];
    uint64_t pinned = run->direction == PLAN_UPLOAD ? place->upload_offset : place->download_offset;
    if (place->arena != first->arena || place->offset < run->device_offset ||
        place->offset - run->device_offset > run->bytes ||
        b->size > run->bytes - (place->offset - run->device_offset)) {
        verify_fail(v, b->at, "%s does not lie in the device bytes that are copied for it", b->name);
        return;
    }
    if (pinned < run->pinned_offset || pinned - run->pinned_offset != place->offset - run->device_offset)
        verify_fail(v, b->at, "%s lies elsewhere in pinned memory than on the device", b->name);
    if (pinned % b->alignment != 0)
        verify_fail(v, b->at, "expected %s to be aligned to %u bytes in pinned memory, found offset %llu", b->name,
                    b->alignment, (unsigned long long)pinned);
    if (index + 1 == run->member_count)
        return;
    const plan_place *next = &v->p->places[run->members[index + 1]];
    if (next->offset < place->offset || next->offset - place->offset < b->size)
        verify_fail(v, b->at, "%s does not end before %s, the next one that is copied with it", b->name,
                    v->m->buffers[run->members[index + 1]].name);
    else if (next->offset > extents[buffer].last)
        extents[buffer].last = next->offset;
}

static void check_run(verifier *v, const plan_run *run, extent *extents)
{
    const model_buffer *first = &v->m->buffers[run->members[0]];
    const model_buffer *last = &v->m->buffers[run->members[run->member_count - 1]];
    uint64_t begin = v->p->places[run->members[0]].offset;
    uint64_t end = v->p->places[run->members[run->member_count - 1]].offset + last->size;
    if (run->device_offset != begin || end < begin || run->bytes != end - begin)
        verify_fail(v, first->at,
                    "expected the copy that begins with %s to be of %llu bytes at offset %llu, found %llu at "
                    "%llu",
                    first->name, (unsigned long long)(end - begin), (unsigned long long)begin,
                    (unsigned long long)run->bytes, (unsigned long long)run->device_offset);
    for (size_t i = 0; i < run->member_count; i++)
        check_member(v, run, i, extents);
}

static void check_crossing(verifier *v)
{
    size_t buffers = v->m->buffer_count;
    size_t *times[2] = {ARENA_ARRAY(v->memory, size_t, buffers), ARENA_ARRAY(v->memory, size_t, buffers)};
    for (size_t r = 0; r < v->p->run_count; r++) {
        for (size_t i = 0; i < v->p->runs[r].member_count; i++)
            times[v->p->runs[r].direction == PLAN_DOWNLOAD][v->p->runs[r].members[i]]++;
    }
    for (size_t b = 0; b < buffers; b++) {
        const model_buffer *buffer = &v->m->buffers[b];
        const plan_place *place = &v->p->places[b];
        for (int down = 0; down < 2; down++) {
            const char *word = down ? "downloaded" : "uploaded";
            size_t wanted = buffer->size > 0 && crosses(buffer->role, down ? PLAN_DOWNLOAD : PLAN_UPLOAD);
            if (times[down][b] != wanted)
                verify_fail(v, buffer->at, "expected %s to be %s %zu times, found %zu", buffer->name, word, wanted,
                            times[down][b]);
            if (wanted == 0 && (down ? place->download_offset : place->upload_offset) != UINT64_MAX)
                verify_fail(v, buffer->at, "%s is not %s but has pinned memory for it", buffer->name, word);
        }
    }
}

static void check_pinned(verifier *v)
{
    verify_bytes taken = {NULL, 0, 0};
    if (v->p->pinned.bytes == 0 || v->p->pinned.bytes % PLAN_ALIGNMENT != 0)
        verify_fail(v, v->m->program_at, "the size of pinned memory is no multiple of %u", PLAN_ALIGNMENT);
    for (size_t r = 0; r < v->p->run_count; r++) {
        const plan_run *run = &v->p->runs[r];
        const model_buffer *first = &v->m->buffers[run->members[0]];
        if (run->bytes == 0 || run->bytes > v->p->pinned.bytes ||
            run->pinned_offset > v->p->pinned.bytes - run->bytes) {
            verify_fail(v, first->at, "the copy that begins with %s does not fit in pinned memory", first->name);
            continue;
        }
        uint64_t end = run->pinned_offset + run->bytes;
        size_t i = verify_bytes_find(&taken, run->pinned_offset);
        if (i < taken.count && taken.pieces[i].first < end)
            verify_fail(v, first->at, "two copies share pinned memory, one begins with %s", first->name);
        verify_bytes_set(v->memory, &taken, run->pinned_offset, end, (uint32_t)r);
    }
}

/* ---- sharing ---- */

static bool lives_on(model_role role)
{
    return role == ROLE_STATE || role == ROLE_CONSTANT || role == ROLE_DERIVED || role == ROLE_SETTING ||
           role == ROLE_INPUT || role == ROLE_INOUT;
}

static void check_bounds(verifier *v)
{
    for (size_t i = 0; i < v->p->arena_count; i++) {
        const plan_arena *device = &v->p->arenas[i];
        if (device->bytes == 0 || device->bytes % PLAN_ALIGNMENT != 0 || device->lower_bound > device->bytes)
            verify_fail(v, v->m->program_at, "the size of device memory %zu is below its bound or no multiple of %u", i,
                        PLAN_ALIGNMENT);
    }
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        const model_buffer *buffer = &v->m->buffers[b];
        const plan_place *place = &v->p->places[b];
        uint64_t bytes = v->p->arenas[place->arena].bytes;
        if (place->offset > bytes || buffer->size > bytes - place->offset)
            verify_fail(v, buffer->at, "%s does not fit in device memory: %llu bytes at offset %llu of %llu",
                        buffer->name, (unsigned long long)buffer->size, (unsigned long long)place->offset,
                        (unsigned long long)bytes);
        if (place->offset % buffer->alignment != 0)
            verify_fail(v, buffer->at, "expected %s to be aligned to %u bytes, found offset %llu", buffer->name,
                        buffer->alignment, (unsigned long long)place->offset);
    }
}

static void check_lasting(verifier *v, const extent *extents)
{
    verify_bytes *taken = ARENA_ARRAY(v->memory, verify_bytes, v->p->arena_count);
    for (int lasting = 1; lasting >= 0; lasting--) {
        for (size_t b = 0; b < v->m->buffer_count; b++) {
            const model_buffer *buffer = &v->m->buffers[b];
            verify_bytes *of_arena = &taken[v->p->places[b].arena];
            if (buffer->size == 0 || lives_on(buffer->role) != (lasting == 1))
                continue;
            size_t i = verify_bytes_find(of_arena, extents[b].first);
            if (i < of_arena->count && of_arena->pieces[i].first < extents[b].last)
                verify_fail(v, buffer->at, "%s shares memory with %s, which must keep its bytes", buffer->name,
                            v->m->buffers[of_arena->pieces[i].owner].name);
            else if (lasting)
                verify_bytes_set(v->memory, of_arena, extents[b].first, extents[b].last, (uint32_t)b);
        }
    }
}

/* The nodes that use each buffer in a graph, in the order of the plan. */
typedef struct {
    size_t *start;
    uint32_t *nodes;
    uint32_t *order; /* buffers in the order of their first use */
    size_t order_count;
} buffer_uses;

static buffer_uses uses_of(verifier *v, const plan_graph *g)
{
    size_t buffers = v->m->buffer_count;
    buffer_uses u = {ARENA_ARRAY(v->memory, size_t, buffers + 1), NULL, ARENA_ARRAY(v->memory, uint32_t, buffers), 0};
    size_t *next = ARENA_ARRAY(v->memory, size_t, buffers);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++)
            u.start[g->nodes[n].ranges[i].buffer + 1]++;
    }
    for (size_t b = 0; b < buffers; b++) {
        u.start[b + 1] += u.start[b];
        next[b] = u.start[b];
    }
    u.nodes = ARENA_ARRAY(v->memory, uint32_t, u.start[buffers]);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            uint32_t b = g->nodes[n].ranges[i].buffer;
            if (next[b] == u.start[b])
                u.order[u.order_count++] = b;
            u.nodes[next[b]++] = (uint32_t)n;
        }
    }
    return u;
}

static bool uses_buffer(const plan_node *node, uint32_t buffer)
{
    for (size_t i = 0; i < node->range_count; i++) {
        if (node->ranges[i].buffer == buffer)
            return true;
    }
    return false;
}

/* Uses that another use of the buffer follows (or, for the first ones, comes before) directly need no path of their
 * own. Returns the others. */
static size_t outer_uses(verifier *v, const plan_graph *g, const buffer_uses *u, uint32_t buffer, bool last,
                         uint32_t **result)
{
    size_t count = 0;
    *result = ARENA_ARRAY(v->memory, uint32_t, u->start[buffer + 1] - u->start[buffer]);
    for (size_t i = u->start[buffer]; i < u->start[buffer + 1]; i++) {
        const plan_node *node = &g->nodes[u->nodes[i]];
        const uint32_t *near = last ? node->before : node->after;
        size_t near_count = last ? node->before_count : node->after_count;
        bool inner = false;
        for (size_t k = 0; k < near_count && !inner; k++)
            inner = uses_buffer(&g->nodes[near[k]], buffer);
        if (!inner)
            (*result)[count++] = u->nodes[i];
    }
    return count;
}

static void ask_for_order(verifier *v, const plan_graph *g, const buffer_uses *u, verify_paths *paths, uint32_t earlier,
                          uint32_t later)
{
    uint32_t *lasts, *firsts;
    size_t last_count = outer_uses(v, g, u, earlier, true, &lasts);
    size_t first_count = outer_uses(v, g, u, later, false, &firsts);
    for (size_t i = 0; i < last_count; i++) {
        for (size_t k = 0; k < first_count; k++)
            verify_paths_add(v->memory, paths, (verify_path){lasts[i], firsts[k], earlier, later, false, false});
    }
}

/* Buffers take their bytes in the order of their first use. All uses of the previous owner must come before all of the
 * next one's; what held the bytes earlier is before both by the same rule. */
static void check_sharing(verifier *v, const plan_graph *g, const extent *extents)
{
    buffer_uses u = uses_of(v, g);
    verify_paths paths = {NULL, 0, 0};
    verify_bytes *taken = ARENA_ARRAY(v->memory, verify_bytes, v->p->arena_count);
    uint32_t *asked = ARENA_ARRAY(v->memory, uint32_t, v->m->buffer_count); /* 1 + the last buffer asked against */
    for (size_t k = 0; k < u.order_count; k++) {
        uint32_t b = u.order[k];
        verify_bytes *of_arena = &taken[v->p->places[b].arena];
        if (lives_on(v->m->buffers[b].role))
            continue;
        for (size_t i = verify_bytes_find(of_arena, extents[b].first);
             i < of_arena->count && of_arena->pieces[i].first < extents[b].last; i++) {
            uint32_t owner = of_arena->pieces[i].owner;
            if (asked[owner] != b + 1)
                ask_for_order(v, g, &u, &paths, owner, b);
            asked[owner] = b + 1;
        }
        verify_bytes_set(v->memory, of_arena, extents[b].first, extents[b].last, b);
    }
    verify_paths_prove(v, g, &paths);
}

void verify_places(verifier *v)
{
    size_t before = v->failures;
    extent *extents = ARENA_ARRAY(v->memory, extent, v->m->buffer_count);
    check_bounds(v);
    if (v->failures > before)
        return;
    for (size_t b = 0; b < v->m->buffer_count; b++)
        extents[b] = (extent){v->p->places[b].offset, v->p->places[b].offset + v->m->buffers[b].size};
    for (size_t r = 0; r < v->p->run_count; r++)
        check_run(v, &v->p->runs[r], extents);
    check_crossing(v);
    check_pinned(v);
    if (v->failures > before)
        return;
    check_lasting(v, extents);
    for (size_t g = 0; g < v->p->graph_count; g++)
        check_sharing(v, &v->p->graphs[g], extents);
}
