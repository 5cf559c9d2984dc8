/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the bytes of each buffer cross: whether that is what `io:` asks for, and whether kernels may work on the
 * pinned bytes themselves. They may where the pinned bytes hold, at the begin of a replay or at its end, what the
 * device's would. */
#include <string.h>

#include "verify/parts.h"

/* ---- what steps do to each buffer ---- */

typedef struct {
    bool reads_once; /* all that touches it are arguments `in once` of replayed launches */
    bool
        written_whole; /* all that touches it is, in each graph, one argument `out once` for all of it, of a launch that
                         * each replay runs … */
    uint32_t writer;   /* … and 1 + the last graph in which there is one */
} buffer_use;

typedef struct {
    verifier *v;
    buffer_use *uses;
    uint32_t graph;
} collector;

static bool is_empty(const model_slice *s)
{
    return s->first >= s->last;
}

static void touch_otherwise(collector *c, const model_slice *s)
{
    if (!is_empty(s))
        c->uses[s->buffer].reads_once = c->uses[s->buffer].written_whole = false;
}

static bool always_runs(const model_step *step)
{
    bool runs = step->inside == 0 && !verify_may_be_off(step);
    for (size_t i = 0; i < 3; i++)
        runs = runs && step->grid_size[i] > 0;
    return runs;
}

static void touch_by_argument(collector *c, const model_step *step, const model_argument *argument)
{
    const model_slice *s = &argument->slice;
    bool replayed = c->v->m->graphs[c->graph].kind == GRAPH_REPLAY;
    if (argument->access == ACCESS_VALUE || is_empty(s))
        return;
    buffer_use *use = &c->uses[s->buffer];
    bool whole = s->first == 0 && s->last == c->v->m->buffers[s->buffer].size && use->writer != c->graph + 1;
    use->reads_once = use->reads_once && replayed && argument->access == ACCESS_IN && argument->once;
    use->written_whole = use->written_whole && replayed && argument->access == ACCESS_OUT && argument->once && whole &&
                         always_runs(step);
    use->writer = c->graph + 1;
}

static void touch_by_step(collector *c, const model_step *step)
{
    for (size_t i = 0; step->kind == STEP_LAUNCH && i < step->argument_count; i++)
        touch_by_argument(c, step, &step->arguments[i]);
    for (size_t i = 0; step->kind == STEP_CAPTURE && i < step->argument_count; i++)
        touch_otherwise(c, &step->arguments[i].slice);
    for (size_t i = 0; i < step->read_count; i++)
        touch_otherwise(c, &step->reads[i]);
    for (size_t i = 0; i < step->write_count; i++)
        touch_otherwise(c, &step->writes[i]);
    if (step->kind == STEP_COPY)
        touch_otherwise(c, &step->from);
    if (step->kind == STEP_COPY || step->kind == STEP_FILL)
        touch_otherwise(c, &step->to);
}

static const buffer_use *collect_uses(verifier *v)
{
    collector c = {v, ARENA_ARRAY(v->memory, buffer_use, v->m->buffer_count), 0};
    for (size_t b = 0; b < v->m->buffer_count; b++)
        c.uses[b] = (buffer_use){true, true, 0};
    for (; c.graph < v->m->graph_count; c.graph++) {
        const model_graph *g = &v->m->graphs[c.graph];
        for (size_t s = 0; s < g->step_count; s++)
            touch_by_step(&c, &g->steps[s]);
    }
    return c.uses;
}

/* ---- the kernel that copies ---- */

static bool is_plain(const model_kernel *k, const char *file)
{
    return k->builtin && strcmp(k->builtin, file) == 0 && !k->cooperative && k->cluster_size[0] == 0;
}

static bool is_copy_kernel(const model_kernel *k)
{
    return is_plain(k, "copy.cu") && k->param_count == 3 && k->params[0].access == ACCESS_OUT &&
           k->params[1].access == ACCESS_IN && k->params[2].access == ACCESS_VALUE && k->params[2].type->size == 8 &&
           !k->params[2].condition;
}

/* Its first parameter holds three lists with room for all pieces. */
static bool is_pieces_kernel(const model_kernel *k)
{
    return is_plain(k, "copy_pieces.cu") && k->param_count == 2 && k->params[0].access == ACCESS_VALUE &&
           k->params[0].type->size == 3 * 8 * PLAN_MOST_PIECES && k->params[1].access == ACCESS_VALUE &&
           k->params[1].type->size == 4 && !k->params[0].condition && !k->params[1].condition;
}

static uint32_t find_kernel(const verifier *v, bool (*is_wanted)(const model_kernel *k))
{
    for (uint32_t k = 0; k < v->p->kernel_count; k++) {
        if (is_wanted(v->p->kernels[k]))
            return k;
    }
    return MODEL_NONE;
}

/* Its threads go on until all bytes are moved: any grid that is not empty covers them. */
void verify_copy_launch(verifier *v, const plan_node *node)
{
    bool flat = node->grid[1] == 1 && node->grid[2] == 1 && node->block[1] == 1 && node->block[2] == 1;
    bool varies = node->shared_varies != NULL;
    for (size_t i = 0; i < 3; i++)
        varies = varies || node->grid_varies[i] != NULL;
    bool whole = v->p->runs[node->run].piece_count == 1;
    if (node->kernel != find_kernel(v, whole ? is_copy_kernel : is_pieces_kernel))
        verify_fail(v, node->at, "node %s is not a launch of the kernel that copies", node->name);
    else if (!flat || node->grid[0] < 1 || node->grid[0] > PLAN_COPY_MOST_BLOCKS || node->block[0] != PLAN_COPY_BLOCK)
        verify_fail(v, node->at,
                    "expected node %s to have 1 to %u blocks of %u threads, found %u x %u x %u of %u x %u x %u",
                    node->name, PLAN_COPY_MOST_BLOCKS, PLAN_COPY_BLOCK, node->grid[0], node->grid[1], node->grid[2],
                    node->block[0], node->block[1], node->block[2]);
    else if (node->argument_count != 0 || node->shared_bytes != 0 || varies)
        verify_fail(v, node->at, "node %s has arguments or shared memory of its own, or follows a setting", node->name);
}

/* ---- what is allowed ---- */

static const char *what_forbids_direct(const model_buffer *b, plan_direction direction, const buffer_use *use)
{
    bool up = direction == PLAN_UPLOAD;
    if (up ? b->role != ROLE_INPUT && b->role != ROLE_SETTING : b->role != ROLE_OUTPUT)
        return "only inputs, outputs and settings may";
    if (b->fixed)
        return "the spec has a place for it on the device";
    if (b->role != ROLE_SETTING && (up ? b->upload : b->download) != TRAFFIC_EACH)
        return "it does not cross in each replay";
    if (!up && (b->down_first != 0 || b->down_last != b->size))
        return "not all of it is downloaded";
    if (up && !use->reads_once)
        return "something uses it that is no argument 'in once' of a replayed launch";
    if (!up && (!use->written_whole || use->writer == 0))
        return "expected one argument 'out once' for all of it in each graph, of a launch that is in each replay";
    return NULL;
}

static plan_transport asked_for(model_io io, plan_transport found)
{
    switch (io) {
    case IO_AUTO:
        break;
    case IO_COPY:
        return TRANSPORT_COPY;
    case IO_KERNEL:
        return TRANSPORT_KERNEL;
    case IO_DIRECT:
        return TRANSPORT_DIRECT;
    }
    return found;
}

static void check_direction(verifier *v, size_t buffer, plan_direction direction, const buffer_use *use)
{
    const model_buffer *b = &v->m->buffers[buffer];
    const char *way = direction == PLAN_UPLOAD ? "upload" : "download";
    plan_transport transport = verify_transport(v, buffer, direction);
    if (!verify_crosses(b, direction))
        return;
    if (transport != TRANSPORT_COPY && transport != TRANSPORT_KERNEL && transport != TRANSPORT_DIRECT)
        verify_fail(v, b->at, "the %s of %s has no transport", way, b->name);
    else if (transport != asked_for(b->io, transport))
        verify_fail(v, b->io_at, "the %s of %s is not by what 'io' asks for", way, b->name);
    else if (transport == TRANSPORT_KERNEL && find_kernel(v, is_copy_kernel) == MODEL_NONE &&
             find_kernel(v, is_pieces_kernel) == MODEL_NONE)
        verify_fail(v, b->at, "the %s of %s is by a kernel that the program does not have", way, b->name);
    else if (transport == TRANSPORT_DIRECT && what_forbids_direct(b, direction, use))
        verify_fail(v, b->at, "kernels may not work on %s in pinned memory: %s", b->name,
                    what_forbids_direct(b, direction, use));
}

void verify_transports(verifier *v)
{
    const buffer_use *uses = collect_uses(v);
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        check_direction(v, b, PLAN_UPLOAD, &uses[b]);
        check_direction(v, b, PLAN_DOWNLOAD, &uses[b]);
    }
}
