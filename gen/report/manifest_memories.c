/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: memories, buffers and transfers. */
#include <string.h>

#include "base/sha256.h"
#include "plan/transport.h"
#include "report/manifest_parts.h"
#include "report/memories.h"
#include "report/terms.h"

/* ---- memories and buffers ---- */

static void write_memory(json *j, const emit *e, const memory_content *memory)
{
    const plan_arena *sizes = memory->sizes;
    const plan_graph *g = sizes->peak_node != MODEL_NONE ? plan_graph_plain(e->p, sizes->peak_graph) : NULL;

    json_object(j, NULL, true);
    json_text(j, "kind", memory->kind);
    json_text(j, "title", memory->title);
    json_number(j, "bytes", sizes->bytes);
    json_number(j, "lower_bound", sizes->lower_bound);
    json_bool(j, "proven", sizes->proven);
    json_bool(j, "tied", sizes->tied);
    json_number(j, "search_steps", sizes->steps);
    json_number(j, "peak", sizes->peak);
    json_text(j, "peak_step", g != NULL ? terms_node(e->memory, g, sizes->peak_node) : NULL);
    json_number(j, "kept", memory->kept);
    json_number(j, "padding", memory->padding);
    json_number(j, "completion", sizes->bytes - memory->end);
    json_number(j, "without_sharing", sizes->sum);
    json_close(j);
}

/* Finds for each buffer whether it keeps the bytes in which kernels reach it. */
static bool *find_kept(const emit *e, const memory_content *memories, size_t count)
{
    bool *kept = ARENA_ARRAY(e->memory, bool, e->m->buffer_count + 1);

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < memories[i].count; k++) {
            const memory_piece *piece = &memories[i].pieces[k];
            if (piece->way[0] == '\0' || emit_is_direct(e, piece->buffer))
                kept[piece->buffer] = piece->kept;
        }
    }
    return kept;
}

static const char *data_hash(const emit *e, const model_buffer *b)
{
    char hex[SHA256_HEX];

    if (b->data == NULL || b->content != CONTENT_BYTES)
        return NULL;
    sha256_hex(b->bytes, (size_t)b->size, hex);
    return arena_copy(e->memory, hex, strlen(hex));
}

static void write_transport(json *j, const emit *e, uint32_t buffer, plan_direction direction, bool crosses,
                            const char *by, const char *why)
{
    json_text(j, by, crosses ? emit_transport_name(emit_transport(e, buffer, direction)) : NULL);
    json_text(j, why, crosses ? emit_transport_reason(e, buffer, direction) : NULL);
}

static void write_buffer(json *j, const emit *e, uint32_t buffer, bool kept, const memory_use *use)
{
    const model_buffer *b = &e->m->buffers[buffer];
    const plan_place *place = &e->p->places[buffer];
    bool placed = emit_has_place(b) && b->size > 0;
    uint64_t pinned = e->p->arena_count + (emit_is_pooled(e, buffer) ? 1 : 0);
    bool up = emit_is_uploaded(e, buffer), down = emit_is_downloaded(e, buffer);

    json_object(j, NULL, true);
    json_text(j, "name", b->name);
    json_text(j, "role", model_role_name(b->role));
    json_text(j, "type", b->type->name);
    json_list(j, "shape", true);
    for (size_t i = 0; i < b->shape_count; i++)
        json_number(j, NULL, b->dims[i]);
    json_close(j);
    json_number(j, "bytes", b->size);
    json_number(j, "align", b->alignment);
    json_text(j, "sha256", data_hash(e, b));
    manifest_offset(j, "memory", !placed ? UINT64_MAX : emit_is_direct(e, buffer) ? pinned : place->arena);
    manifest_offset(j, "offset", placed ? place->offset : UINT64_MAX);
    manifest_offset(j, "pinned_upload", up ? place->upload_offset : UINT64_MAX);
    manifest_offset(j, "pinned_download", down ? place->download_offset : UINT64_MAX);
    write_transport(j, e, buffer, PLAN_UPLOAD, up, "up_by", "up_why");
    write_transport(j, e, buffer, PLAN_DOWNLOAD, down, "down_by", "down_why");
    if (b->external)
        json_bool(j, "external", true);
    json_bool(j, "kept", kept);
    if (e->m->pooled)
        json_bool(j, "pooled", emit_is_pooled(e, buffer));
    json_text(j, "first_step", use->first);
    json_text(j, "last_step", use->last);
    json_close(j);
}

static void write_buffers(json *j, const emit *e, const uint32_t *buffers, size_t count)
{
    json_list(j, "buffers", true);
    for (size_t i = 0; i < count; i++)
        json_text(j, NULL, e->m->buffers[buffers[i]].name);
    json_close(j);
}

static void write_pieces(json *j, const emit *e, const plan_run *run)
{
    json_list(j, "pieces", true);
    for (size_t i = 0; i < run->piece_count; i++) {
        const plan_piece *piece = &run->pieces[i];
        json_object(j, NULL, true);
        write_buffers(j, e, run->members + piece->first, piece->count);
        json_number(j, "bytes", piece->bytes);
        json_number(j, "device_offset", piece->device_offset);
        json_number(j, "pinned_offset", piece->pinned_offset);
        json_close(j);
    }
    json_close(j);
}

static void write_transfer(json *j, const emit *e, const plan_run *run)
{
    json_object(j, NULL, true);
    json_text(j, "direction", run->direction == PLAN_UPLOAD ? "upload" : "download");
    json_text(j, "by", emit_transport_name(run->transport));
    json_bool(j, "on_request", run->on_request);
    json_bool(j, "if_changed", run->if_changed);
    write_buffers(j, e, run->members, run->member_count);
    json_number(j, "bytes", run->bytes);
    manifest_offset(j, "device_offset", run->transport != TRANSPORT_DIRECT ? run->device_offset : UINT64_MAX);
    json_number(j, "pinned_offset", run->pinned_offset);
    if (run->piece_count > 1)
        write_pieces(j, e, run);
    json_close(j);
}

void manifest_memories(json *j, const emit *e)
{
    size_t count;
    const memory_content *memories = memories_find(e, &count);
    const bool *kept = find_kept(e, memories, count);
    const memory_use *uses = memories_uses(e, "");

    json_list(j, "memories", false);
    for (size_t i = 0; i < count; i++)
        write_memory(j, e, &memories[i]);
    json_close(j);
    json_list(j, "buffers", false);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        write_buffer(j, e, i, kept[i], &uses[i]);
    json_close(j);
    json_list(j, "transfers", false);
    for (size_t i = 0; i < e->p->run_count; i++)
        write_transfer(j, e, &e->p->runs[i]);
    json_close(j);
}
