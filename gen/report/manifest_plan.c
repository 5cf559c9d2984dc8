/* SPDX-License-Identifier: MIT */
/* NAME.json: memories, buffers, transfers and graphs. */
#include <string.h>

#include "base/sha256.h"
#include "plan/completion.h"
#include "report/manifest_parts.h"
#include "report/memories.h"

static const char *step_name(const emit *e, const plan_graph *g, uint32_t node)
{
    return arena_printf(e->memory, "%s.%s", g->name, g->nodes[node].name);
}

static void offset(json *j, const char *key, uint64_t bytes)
{
    if (bytes == UINT64_MAX)
        json_null(j, key);
    else
        json_number(j, key, bytes);
}

/* ---- memories and buffers ---- */

static void write_memory(json *j, const emit *e, const memory_content *memory)
{
    const plan_arena *sizes = memory->sizes;
    const plan_graph *g = sizes->peak_node != MODEL_NONE ? &e->p->graphs[sizes->peak_graph] : NULL;

    json_object(j, NULL, true);
    json_text(j, "kind", memory->kind);
    json_text(j, "title", memory->title);
    json_number(j, "bytes", sizes->bytes);
    json_number(j, "lower_bound", sizes->lower_bound);
    json_bool(j, "proven", sizes->proven);
    json_number(j, "search_steps", sizes->steps);
    json_number(j, "peak", sizes->peak);
    json_text(j, "peak_step", g != NULL ? step_name(e, g, sizes->peak_node) : NULL);
    json_number(j, "kept", memory->kept);
    json_number(j, "padding", memory->padding);
    json_number(j, "completion", sizes->bytes - memory->end);
    json_number(j, "without_sharing", sizes->sum);
    json_close(j);
}

typedef struct {
    const char *first, *last;
    bool kept;
} usage;

static usage *find_usages(const emit *e, const memory_content *memories, size_t count)
{
    usage *all = ARENA_ARRAY(e->memory, usage, e->m->buffer_count + 1);
    const uint32_t *graphs = memories_graphs_in_time(e);

    for (size_t i = 0; i < e->p->graph_count; i++) {
        const plan_graph *g = &e->p->graphs[graphs[i]];
        const memory_life *lives = memories_lives(e, g);
        for (size_t b = 0; b < e->m->buffer_count; b++) {
            if (!lives[b].used)
                continue;
            if (all[b].first == NULL)
                all[b].first = step_name(e, g, lives[b].first);
            all[b].last = step_name(e, g, lives[b].last);
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < memories[i].count; k++)
            if (memories[i].pieces[k].way[0] == '\0' || emit_is_direct(e, memories[i].pieces[k].buffer))
                all[memories[i].pieces[k].buffer].kept = memories[i].pieces[k].kept;
    return all;
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

static void write_buffer(json *j, const emit *e, uint32_t buffer, const usage *u)
{
    const model_buffer *b = &e->m->buffers[buffer];
    const plan_place *place = &e->p->places[buffer];
    bool placed = emit_has_place(b) && b->size > 0;
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
    offset(j, "memory", !placed ? UINT64_MAX : emit_is_direct(e, buffer) ? e->p->arena_count : place->arena);
    offset(j, "offset", placed ? place->offset : UINT64_MAX);
    offset(j, "pinned_upload", up ? place->upload_offset : UINT64_MAX);
    offset(j, "pinned_download", down ? place->download_offset : UINT64_MAX);
    write_transport(j, e, buffer, PLAN_UPLOAD, up, "up_by", "up_why");
    write_transport(j, e, buffer, PLAN_DOWNLOAD, down, "down_by", "down_why");
    json_bool(j, "kept", u->kept);
    json_text(j, "first_step", u->first);
    json_text(j, "last_step", u->last);
    json_close(j);
}

static void write_transfer(json *j, const emit *e, const plan_run *run)
{
    json_object(j, NULL, true);
    json_text(j, "direction", run->direction == PLAN_UPLOAD ? "upload" : "download");
    json_text(j, "by", emit_transport_name(run->transport));
    json_bool(j, "on_request", run->on_request);
    json_bool(j, "if_changed", run->if_changed);
    json_list(j, "buffers", true);
    for (size_t i = 0; i < run->member_count; i++)
        json_text(j, NULL, e->m->buffers[run->members[i]].name);
    json_close(j);
    json_number(j, "bytes", run->bytes);
    offset(j, "device_offset", run->transport != TRANSPORT_DIRECT ? run->device_offset : UINT64_MAX);
    json_number(j, "pinned_offset", run->pinned_offset);
    json_close(j);
}

void manifest_memories(json *j, const emit *e)
{
    size_t count;
    const memory_content *memories = memories_find(e, &count);
    const usage *usages = find_usages(e, memories, count);

    json_list(j, "memories", false);
    for (size_t i = 0; i < count; i++)
        write_memory(j, e, &memories[i]);
    json_close(j);
    json_list(j, "buffers", false);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        write_buffer(j, e, i, &usages[i]);
    json_close(j);
    json_list(j, "transfers", false);
    for (size_t i = 0; i < e->p->run_count; i++)
        write_transfer(j, e, &e->p->runs[i]);
    json_close(j);
}

/* ---- graphs ---- */

static const char *access_name(unsigned access)
{
    if ((access & PLAN_WORK) != 0)
        return "work";
    if ((access & PLAN_READ) != 0)
        return (access & PLAN_WRITE) != 0 ? "read_write" : "read";
    return (access & PLAN_WHOLE) != 0 ? "write_all" : "write";
}

static void write_size(json *j, const char *key, const uint32_t size[3])
{
    json_list(j, key, true);
    for (size_t axis = 0; axis < 3; axis++)
        json_number(j, NULL, size[axis]);
    json_close(j);
}

static void write_conditions(json *j, const emit *e, const plan_node *n)
{
    bool sets = false;

    for (size_t i = 0; i < n->argument_count; i++)
        sets = sets || n->arguments[i].condition != MODEL_NONE;
    if (!sets)
        return;
    json_list(j, "sets", true);
    for (size_t i = 0; i < n->argument_count; i++)
        if (n->arguments[i].condition != MODEL_NONE)
            json_text(j, NULL, e->m->buffers[n->arguments[i].condition].name);
    json_close(j);
}

static void write_conditional(json *j, const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_loop *loop = model_loop_of(e->m, g->graph, n->step);

    json_text(j, "control", n->control == STEP_WHILE ? "while" : n->control == STEP_IF ? "if" : "switch");
    json_text(j, "condition", e->m->buffers[n->condition].name);
    json_list(j, "bodies", true);
    for (size_t i = 0; i < n->body_count; i++)
        json_text(j, NULL, e->p->bodies[n->first_body + i].name);
    json_close(j);
    if (loop == NULL)
        return;
    json_number(j, "most_passes", loop->max);
    json_number(j, "passes_in_body", loop->unrolled);
    json_number(j, "passes_before", loop->prefix);
    if (loop->passes != MODEL_NONE)
        json_text(j, "counter", e->m->buffers[loop->passes].name);
}

static void write_launch(json *j, const emit *e, const plan_node *n)
{
    json_text(j, "kernel", e->m->kernels[n->kernel].name);
    write_size(j, "grid", n->grid);
    write_size(j, "block", n->block);
    json_number(j, "shared_bytes", n->shared_bytes);
}

static void write_detail(json *j, const emit *e, const plan_graph *g, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        write_launch(j, e, n);
        write_conditions(j, e, n);
        break;
    case PLAN_TRANSFER:
        json_number(j, "transfer", n->run);
        json_text(j, "by", emit_transport_name(e->p->runs[n->run].transport));
        if (emit_is_by_kernel(e, n))
            write_launch(j, e, n);
        break;
    case PLAN_COPY:
        json_number(j, "bytes", n->bytes);
        break;
    case PLAN_FILL:
        json_number(j, "bytes", n->count * n->element);
        break;
    case PLAN_CONDITIONAL:
        write_conditional(j, e, g, n);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        write_launch(j, e, n);
        json_text(j, "purpose", completion_purpose(n));
        break;
    case PLAN_EMPTY:
        break;
    }
    if (n->first)
        json_bool(j, "goes_first", true);
    if (emit_is_switched(e, n))
        json_text(j, n->unless ? "unless" : "when", e->m->switches[n->switched].name);
}

/* A step that does not stand in the spec as it is. */
static void write_origin(json *j, const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step != MODEL_NONE ? &e->m->graphs[g->graph].steps[n->step] : NULL;

    if (step != NULL && step->generated)
        json_bool(j, "generated", true);
    if (step != NULL && model_is_move(e->m, g->graph, n->step))
        json_bool(j, "moves_swapped", true);
    if (step != NULL && step->copy > 0)
        json_number(j, "copy", step->copy);
}

static void write_node(json *j, const emit *e, const plan_graph *g, uint32_t node, size_t ordinal)
{
    static const char *const kinds[] = {"kernel", "copy", "fill", "transfer", "join", "conditional", "begin", "end"};
    const plan_node *n = &g->nodes[node];
    unsigned line = 0, column;

    json_object(j, NULL, true);
    json_number(j, "ordinal", ordinal);
    json_text(j, "name", n->name);
    json_text(j, "kind", kinds[n->kind]);
    json_text(j, "title", n->title);
    if (n->at.source != 0)
        diag_locate(e->in->sources, n->at.source, n->at.begin, &line, &column);
    offset(j, "line", n->at.source != 0 ? line : UINT64_MAX);
    write_origin(j, e, g, n);
    write_detail(j, e, g, n);
    json_list(j, "ranges", true);
    for (size_t i = 0; i < n->range_count; i++) {
        json_object(j, NULL, true);
        json_text(j, "buffer", e->m->buffers[n->ranges[i].buffer].name);
        json_number(j, "first", n->ranges[i].first);
        json_number(j, "last", n->ranges[i].last);
        json_text(j, "access", access_name(n->ranges[i].access));
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

static void write_nodes(json *j, const emit *e, const plan_graph *g, size_t first)
{
    json_number(j, "depth", g->depth);
    json_number(j, "width", g->width);
    json_list(j, "nodes", false);
    for (uint32_t n = 0; n < g->node_count; n++)
        write_node(j, e, g, n, first + n);
    json_close(j);
    manifest_edges(j, e, g, first);
}

static void write_bodies(json *j, const emit *e, uint32_t graph)
{
    size_t *first = ARENA_ARRAY(e->memory, size_t, e->p->body_count + 1), next = e->p->graphs[graph].node_count;
    bool open = false;

    for (size_t i = 0; i < e->p->body_count; i++) {
        const plan_graph *body = &e->p->bodies[i];
        if (body->graph != graph)
            continue;
        if (!open)
            json_list(j, "bodies", false);
        open = true;
        first[i] = next;
        next += body->node_count;
        json_object(j, NULL, false);
        json_text(j, "name", body->name);
        json_number(j, "node", (body->holder == MODEL_NONE ? 0 : first[body->holder]) + body->holder_node);
        json_number(j, "body", body->body);
        write_nodes(j, e, body, first[i]);
        json_close(j);
    }
    if (open)
        json_close(j);
}

void manifest_graphs(json *j, const emit *e)
{
    json_list(j, "graphs", false);
    for (size_t i = 0; i < e->p->graph_count; i++) {
        const plan_graph *g = &e->p->graphs[i];
        json_object(j, NULL, false);
        json_text(j, "name", g->name);
        json_text(j, "kind", emit_is_setup(g) ? "setup" : "replay");
        if (!emit_is_setup(g)) {
            json_object(j, "completion", true);
            json_text(j, "by", completion_name(completion_of(e->m, g)));
            json_text(j, "why", completion_reason(e->memory, e->m, e->p, g));
            json_close(j);
            json_bool(j, "small_copies", g->small_copies);
        }
        write_nodes(j, e, g, 0);
        write_bodies(j, e, (uint32_t)i);
        json_close(j);
    }
    json_close(j);
}
