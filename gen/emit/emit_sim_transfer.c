/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: what the CPU device must know of a transfer, and the lines that all nodes share. */
#include "emit/sim_parts.h"

size_t emit_sim_pinned(const emit *e, uint32_t buffer)
{
    return e->p->arena_count + (emit_is_pooled(e, buffer) ? 1 : 0);
}

void emit_sim_range(FILE *file, size_t space, const char *access, uint64_t first, uint64_t last, const char *buffer)
{
    fprintf(file, "    {%zuu, %s, %lluu, %lluu, %s},\n", space, access, (unsigned long long)first,
            (unsigned long long)last, buffer);
}

void emit_sim_binding(FILE *file, const char *end, size_t space, uint64_t offset)
{
    fprintf(file, "    {%s, %zuu, %lluu},\n", end, space, (unsigned long long)offset);
}

/* Where a piece of a run begins in device and in pinned memory, and its buffers. */
typedef struct {
    const uint32_t *members;
    size_t count, arena;
    uint64_t device, pinned, bytes;
} moved;

static moved piece_of(const emit *e, const plan_run *run, size_t index)
{
    const plan_piece *piece = &run->pieces[index];
    uint32_t first = run->members[piece->first];
    const plan_place *place = &e->p->places[first];
    uint64_t pinned = run->direction == PLAN_UPLOAD ? place->upload_offset : place->download_offset;

    return (moved){run->members + piece->first,
                   piece->count,
                   place->arena,
                   place->offset + emit_run_first(run),
                   pinned + emit_run_first(run),
                   run->piece_count > 1 ? piece->bytes : emit_run_bytes(run)};
}

/* Whether alignment leaves bytes between the members. */
static bool has_gaps(const emit *e, const moved *piece)
{
    for (size_t i = 1; i < piece->count; i++) {
        uint32_t before = piece->members[i - 1];
        if (e->p->places[before].offset + e->m->buffers[before].size != e->p->places[piece->members[i]].offset)
            return true;
    }
    return false;
}

/* A transfer moves the gaps between the members of a piece as well, so each side is one range. What a download needs of
 * it are the members: in the gaps other buffers may have left anything. */
static size_t piece_ranges(FILE *file, const emit *e, const moved *piece, bool up)
{
    const char *members = emit_string(e->memory, emit_buffer_list(e, piece->members, piece->count));
    size_t count = 2;
    bool gaps = !up && has_gaps(e, piece);
    size_t space = emit_sim_pinned(e, piece->members[0]);
    uint64_t from = up ? piece->pinned : piece->device, to = up ? piece->device : piece->pinned;

    emit_sim_range(file, up ? space : piece->arena, gaps ? "VGSIM_READ | VGSIM_SPARE" : "VGSIM_READ",
                   from, from + piece->bytes, members);
    for (size_t i = 0; gaps && i < piece->count; i++, count++) {
        const model_buffer *b = &e->m->buffers[piece->members[i]];
        uint64_t first = e->p->places[piece->members[i]].offset;
        emit_sim_range(file, piece->arena, "VGSIM_READ", first, first + b->size, emit_string(e->memory, b->name));
    }
    emit_sim_range(file, up ? piece->arena : space, "VGSIM_WRITE | VGSIM_WHOLE", to, to + piece->bytes,
                   members);
    return count;
}

size_t emit_sim_transfer_ranges(FILE *file, const emit *e, const plan_run *run)
{
    size_t count = 0;

    for (size_t i = 0; i < run->piece_count; i++) {
        moved piece = piece_of(e, run, i);
        count += piece_ranges(file, e, &piece, run->direction == PLAN_UPLOAD);
    }
    return count;
}

/* Of a copy node its ends, of vg_copy its first two parameters, of vg_copy_pieces the lists in its first. */
size_t emit_sim_transfer_bindings(FILE *file, const emit *e, const emit_node *n)
{
    const plan_run *run = n->run;
    const char *to = n->kernel != NULL ? "0" : "VGSIM_TO", *from = n->kernel != NULL ? "1" : "VGSIM_FROM";
    bool up = run->direction == PLAN_UPLOAD;
    size_t space = emit_sim_pinned(e, run->members[0]);

    for (size_t i = 0; i < run->piece_count; i++) {
        moved piece = piece_of(e, run, i);
        if (run->piece_count > 1) {
            to = arena_printf(e->memory, "VGSIM_WITHIN(0, %zu)", 8 * i);
            from = arena_printf(e->memory, "VGSIM_WITHIN(0, %zu)", 8 * (PLAN_MOST_PIECES + i));
        }
        emit_sim_binding(file, up ? to : from, piece.arena, piece.device);
        emit_sim_binding(file, up ? from : to, space, piece.pinned);
    }
    return 2 * run->piece_count;
}
