/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Transfers. */
#include "plan/lower.h"
#include "plan/lower_parts.h"
#include "spec/builtin.h"

#define PIECES_FILE "copy_pieces.cu"
#define PIECES_NAME "vg_copy_pieces"

/* Titles name at most this many buffers. */
#define TITLE_BUFFERS 6u

static const char *verb_of(const plan_run *run)
{
    return run->direction == PLAN_UPLOAD ? "upload" : "download";
}

static bool is_partial(const plan_run *run)
{
    return run->last != UINT64_MAX;
}

static const char *title_of_run(lowering *l, const plan_run *run)
{
    const char *title = verb_of(run);
    for (size_t i = 0; i < run->member_count; i++) {
        if (i == TITLE_BUFFERS && run->member_count > TITLE_BUFFERS + 1)
            return arena_printf(l->memory, "%s and %zu more", title, run->member_count - i);
        const char *buffer = l->m->buffers[run->members[i]].name;
        title = arena_printf(l->memory, "%s%s %s", title, i > 0 ? "," : "", buffer);
    }
    if (is_partial(run)) {
        uint32_t size = l->m->buffers[run->members[0]].type->size;
        title = arena_printf(l->memory, "%s[%llu:%llu]", title, (unsigned long long)(run->first / size),
                             (unsigned long long)(run->last / size));
    }
    if (run->if_changed)
        return arena_printf(l->memory, "%s if changed", title);
    return run->on_request ? arena_printf(l->memory, "%s on request", title) : title;
}

static const char *name_of_run(lowering *l, const plan_run *run, size_t same_direction)
{
    const char *first = l->m->buffers[run->members[0]].name;
    bool plain =
        !l->p->separate && !run->on_request && !is_partial(run) && (same_direction == 1 || run->member_count > 1);
    const char *base = plain ? verb_of(run) : arena_printf(l->memory, "%s_%s", verb_of(run), first);
    return lower_names_take(l->names, base, false);
}

/* A transfer on request, or of what changed, may not take place. */
static unsigned access_of(const plan_run *run)
{
    if (run->direction == PLAN_DOWNLOAD)
        return PLAN_READ;
    return run->on_request || run->if_changed ? PLAN_WRITE : PLAN_WRITE | PLAN_WHOLE;
}

/* ---- launches of vg_copy ---- */

static span at_of(const model_buffer *b)
{
    return b->io_at.source != 0 ? b->io_value_at : b->at;
}

/* Three lists of PLAN_MOST_PIECES numbers: where each piece goes, where it comes from, and its bytes. */
static const model_type *pieces_type(arena *a, span at)
{
    static const char *const names[] = {"to", "from", "bytes"};
    model_type *type = ARENA_NEW(a, model_type);
    model_field *fields = ARENA_ARRAY(a, model_field, 3);

    for (uint32_t i = 0; i < 3; i++)
        fields[i] = (model_field){.name = names[i],
                                  .at = at,
                                  .type_at = at,
                                  .type = model_type_scalar(SCALAR_U64),
                                  .array = true,
                                  .count = PLAN_MOST_PIECES,
                                  .offset = 8 * PLAN_MOST_PIECES * i};
    *type = (model_type){.name = "vg_pieces",
                         .base = SCALAR_STRUCT,
                         .lanes = 1,
                         .size = 3 * 8 * PLAN_MOST_PIECES,
                         .align = 8,
                         .device = "vg_pieces",
                         .fields = fields,
                         .field_count = 3,
                         .at = at};
    return type;
}

static bool is_in_pieces(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_TRANSFER && p->runs[n->run].transport == TRANSPORT_KERNEL &&
           p->runs[n->run].piece_count > 1;
}

/* Whether it launches vg_copy, for a transfer or for a step. */
static bool is_whole(const plan *p, const plan_node *n)
{
    if (n->kind == PLAN_KERNEL)
        return plan_does(p, n) == PLAN_COPY;
    return n->kind == PLAN_TRANSFER && p->runs[n->run].transport == TRANSPORT_KERNEL &&
           p->runs[n->run].piece_count == 1;
}

/* The first node of that kind in a graph or body of the plan, or NULL. */
static const plan_node *find_node(const plan *p, bool (*is_wanted)(const plan *p, const plan_node *n))
{
    for (size_t i = 0; i < p->graph_count + p->body_count; i++) {
        const plan_graph *g = i < p->graph_count ? &p->graphs[i] : &p->bodies[i - p->graph_count];
        for (size_t n = 0; n < g->node_count; n++)
            if (is_wanted(p, &g->nodes[n]))
                return &g->nodes[n];
    }
    return NULL;
}

/* Where vg_copy is launched nowhere any more, vg_copy_pieces takes its place in the list. */
void lower_pieces(arena *a, plan *p)
{
    const plan_node *first = find_node(p, is_in_pieces);

    if (first == NULL)
        return;
    uint32_t kernel = first->kernel;
    span at = p->kernels[kernel]->at;
    model_param params[] = {lower_param("pieces", ACCESS_VALUE, SCALAR_U64, at),
                            lower_param("count", ACCESS_VALUE, SCALAR_U32, at)};
    params[0].type = pieces_type(a, at);
    const model_kernel *k = builtin_kernel(a, PIECES_FILE, PIECES_NAME, PLAN_COPY_BLOCK, params, 2, at);
    if (find_node(p, is_whole) == NULL)
        p->kernels[kernel] = k;
    else
        kernel = plan_add_kernel(p, k);
    for (size_t g = 0; g < p->graph_count; g++)
        for (size_t n = 0; n < p->graphs[g].node_count; n++)
            if (is_in_pieces(p, &p->graphs[g].nodes[n]))
                p->graphs[g].nodes[n].kernel = kernel;
}

/* The number of blocks is known once place has found how many bytes lie between the members. */
static void make_launch(lowering *l, plan_node *node, const plan_run *run)
{
    node->kernel = lower_copy_kernel(l, at_of(&l->m->buffers[run->members[0]]));
    node->block[0] = PLAN_COPY_BLOCK;
    node->block[1] = node->block[2] = 1;
}

static void lower_run(lowering *l, lower_list *list, const plan_run *run, size_t same_direction)
{
    plan_node *node = lower_add(l, list, PLAN_TRANSFER, MODEL_NONE, l->m->buffers[run->members[0]].at);
    node->run = (uint32_t)(run - l->p->runs);
    node->name = name_of_run(l, run, same_direction);
    node->title = title_of_run(l, run);
    if (run->transport == TRANSPORT_KERNEL)
        make_launch(l, node, run);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, run->member_count);
    for (size_t i = 0; i < run->member_count; i++) {
        uint64_t size = l->m->buffers[run->members[i]].size;
        lower_range(node, run->members[i], run->first, run->last < size ? run->last : size, access_of(run));
    }
}

static bool has_node(const plan_run *run, plan_direction direction)
{
    return run->direction == direction && run->transport != TRANSPORT_DIRECT;
}

static void lower_runs(lowering *l, lower_list *list, plan_direction direction)
{
    size_t count = 0;
    for (size_t i = 0; i < l->run_count; i++)
        count += has_node(&l->runs[i], direction);
    for (size_t i = 0; i < l->run_count; i++) {
        if (has_node(&l->runs[i], direction))
            lower_run(l, list, &l->runs[i], count);
    }
}

void lower_uploads(lowering *l, lower_list *list)
{
    lower_runs(l, list, PLAN_UPLOAD);
}

void lower_downloads(lowering *l, lower_list *list)
{
    lower_runs(l, list, PLAN_DOWNLOAD);
}
