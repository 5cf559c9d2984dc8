/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Transfers by a kernel whose members need not lie side by side. What keeps its bytes gains nothing by lying apart, so
 * only the others are loosened: each becomes a piece of its own, and what is left between them stays together. With
 * the places known, pieces that came to lie side by side anyway become one again. */
#include <stdlib.h>

#include "place/place_parts.h"

/* ---- before buffers have places ---- */

/* Whether each buffer crosses with others by kernels only, and does not keep its bytes. */
static bool *find_loose(arena *a, const model *m, const plan *p)
{
    bool *loose = ARENA_ARRAY(a, bool, m->buffer_count);

    for (int pass = 0; pass < 2; pass++) {
        for (size_t r = 0; r < p->run_count; r++) {
            const plan_run *run = &p->runs[r];
            bool by_kernel = run->transport == TRANSPORT_KERNEL;
            for (size_t i = 0; run->member_count > 1 && i < run->member_count; i++) {
                uint32_t b = run->members[i];
                if (by_kernel == (pass == 0))
                    loose[b] = pass == 0 && !place_is_kept(m, &m->buffers[b]);
            }
        }
    }
    return loose;
}

/* Whether a piece begins with the member. */
static bool is_apart(const plan_run *run, const bool *loose, size_t member)
{
    return member == 0 || loose[run->members[member - 1]] || loose[run->members[member]];
}

static size_t count_pieces(const plan_run *run, const bool *loose)
{
    size_t count = 0;

    for (size_t i = 0; i < run->member_count; i++)
        count += is_apart(run, loose, i);
    return count;
}

typedef struct {
    uint64_t size; /* smaller first */
    size_t member;
} sized_member;

static int compare_sizes(const void *left, const void *right)
{
    const sized_member *l = left, *r = right;
    if (l->size != r->size)
        return l->size < r->size ? -1 : 1;
    return l->member < r->member ? -1 : l->member > r->member;
}

/* How many pieces begin with a member or with the one behind it. */
static size_t borders(const plan_run *run, const bool *loose, size_t member)
{
    size_t count = is_apart(run, loose, member);

    return member + 1 < run->member_count ? count + is_apart(run, loose, member + 1) : count;
}

/* A launch takes no more pieces than PLAN_MOST_PIECES: small members stay with their neighbours. */
static void bind_small(const model *m, const plan_run *run, bool *loose)
{
    size_t count = count_pieces(run, loose), found = 0;
    arena *scratch = arena_new();
    sized_member *sorted = ARENA_ARRAY(scratch, sized_member, run->member_count);

    for (size_t i = 0; i < run->member_count; i++)
        if (loose[run->members[i]])
            sorted[found++] = (sized_member){m->buffers[run->members[i]].size, i};
    if (found > 1)
        qsort(sorted, found, sizeof *sorted, compare_sizes);
    for (size_t i = 0; i < found && count > PLAN_MOST_PIECES; i++) {
        size_t before = borders(run, loose, sorted[i].member);
        loose[run->members[sorted[i].member]] = false;
        count -= before - borders(run, loose, sorted[i].member);
    }
    arena_free(scratch);
}

static void cut(arena *a, plan_run *run, const bool *loose)
{
    run->pieces = ARENA_ARRAY(a, plan_piece, count_pieces(run, loose));
    run->piece_count = 0;
    for (size_t i = 0; i < run->member_count; i++) {
        if (is_apart(run, loose, i))
            run->pieces[run->piece_count++].first = i;
        run->pieces[run->piece_count - 1].count++;
    }
}

bool place_loosen(arena *a, const model *m, plan *p)
{
    bool *loose = find_loose(a, m, p), any = false;

    for (size_t r = 0; r < p->run_count; r++)
        if (p->runs[r].transport == TRANSPORT_KERNEL)
            bind_small(m, &p->runs[r], loose);
    for (size_t r = 0; r < p->run_count; r++)
        any = any || (p->runs[r].transport == TRANSPORT_KERNEL && count_pieces(&p->runs[r], loose) > 1);
    if (!any)
        return false;
    plan_run *runs = ARENA_ARRAY(a, plan_run, p->run_count);
    for (size_t r = 0; r < p->run_count; r++) {
        runs[r] = p->runs[r];
        if (runs[r].transport == TRANSPORT_KERNEL)
            cut(a, &runs[r], loose);
    }
    p->runs = runs;
    return true;
}

/* ---- with all places known ---- */

/* Whether some buffer has bytes of that memory. */
static bool is_used(const model *m, const plan *p, uint32_t arena_index, uint64_t first, uint64_t last)
{
    for (size_t b = 0; b < m->buffer_count; b++) {
        const plan_place *place = &p->places[b];
        bool here = place->arena == arena_index && m->buffers[b].size > 0 && m->buffers[b].role != ROLE_CONDITION;
        if (here && place->offset < last && first < place->offset + m->buffers[b].size)
            return true;
    }
    return false;
}

/* Whether the next piece lies behind the piece, on the device as in pinned memory, with no more between them than its
 * alignment takes. */
static bool goes_on(const model *m, const plan *p, const plan_run *run, const plan_piece *piece,
                    const plan_piece *next)
{
    uint64_t end = piece->device_offset + piece->bytes, begin = next->device_offset;
    uint32_t arena_index = p->places[run->members[piece->first]].arena;

    if (p->places[run->members[next->first]].arena != arena_index || begin < end || begin - end >= PLAN_ALIGNMENT ||
        next->pinned_offset < piece->pinned_offset ||
        next->pinned_offset - piece->pinned_offset != begin - piece->device_offset)
        return false;
    return begin == end || !is_used(m, p, arena_index, end, begin);
}

void place_join_pieces(const model *m, const plan *p, plan_run *run)
{
    size_t kept = 0;

    for (size_t i = 1; i < run->piece_count; i++) {
        plan_piece *piece = &run->pieces[kept], *next = &run->pieces[i];
        if (!goes_on(m, p, run, piece, next)) {
            run->pieces[++kept] = *next;
            continue;
        }
        piece->count += next->count;
        piece->bytes = next->device_offset + next->bytes - piece->device_offset;
    }
    run->piece_count = kept + 1;
}
