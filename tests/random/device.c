/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _GNU_SOURCE
#include "device.h"

#include <cuda.h>
#include <stdlib.h>
#include <string.h>

#include "../../gen/spec/tree.h"
#include "vgsim.h"

enum { MOST_ARGUMENTS = 512 };

typedef struct {
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode *nodes;
    bool *disabled;
    struct built_body *bodies; /* of conditional nodes, those in bodies too */
} built_graph;

/* A graph that the driver made and that is its holder's. */
typedef struct built_body {
    struct built_body *next;
    built_graph graph;
} built_body;

typedef struct {
    CUstream stream;
    CUdeviceptr *arenas;
    unsigned char *pinned;
    CUdeviceptr mapped;         /* the same, as kernels see it */
    unsigned replays, expected; /* so many, and what the word at the end of pinned memory will be */
    built_graph graphs[MOST_GRAPHS];
    CUgraphConditionalHandle *handles; /* of each buffer of the model; only conditions have one */
    random_application app;            /* settings, switches and requests */
} device_lane;

typedef struct {
    const random_program *p;
    const model *m;
    const plan *plan;
    CUcontext context;
    CUmodule module;
    device_lane lanes[MOST_LANES];
} device;

/* What the driver is told of a launch. */
typedef struct {
    unsigned char values[MOST_ARGUMENTS][8];
    CUdeviceptr pieces[3][PLAN_MOST_PIECES]; /* of vg_copy_pieces: to, from, bytes */
    void *pointers[MOST_ARGUMENTS];
    CUDA_KERNEL_NODE_PARAMS params;
} launch;

static bool good(CUresult result, const char *what)
{
    if (result != CUDA_SUCCESS)
        fprintf(stderr, "%s answers %d\n", what, (int)result);
    return result == CUDA_SUCCESS;
}

#define GOOD(call) good(call, #call)

static CUdeviceptr address(const device *d, const device_lane *lane, uint32_t buffer, uint64_t byte)
{
    const plan_place *place = &d->plan->places[buffer];
    return (place->arena == PLAN_PINNED ? lane->mapped : lane->arenas[place->arena]) + place->offset + byte;
}

/* By which the host sees that a replay has ended. */
static CUdeviceptr word_of(const device *d, const device_lane *lane)
{
    return lane->mapped + d->plan->pinned.bytes - PLAN_COMPLETION_BYTES;
}

static volatile unsigned *seen_word(const device *d, const device_lane *lane)
{
    return (volatile unsigned *)(void *)(lane->pinned + d->plan->pinned.bytes - PLAN_COMPLETION_BYTES);
}

/* ---- nodes ---- */

/* The first dimension of a grid that follows a setting, which it names. */
static unsigned grid_of(const device_lane *lane, const plan_node *n)
{
    const char *name = strchr(n->grid_varies[0]->in->text, 'b');
    return lane->app.up[strtoul(name + 1, NULL, 10)][0];
}

/* Lists of what a transfer is given: to, from, bytes. */
static void copy_pieces(const device *d, const device_lane *lane, const plan_run *run, launch *l)
{
    bool up = run->direction == PLAN_UPLOAD;
    for (size_t i = 0; i < run->piece_count; i++) {
        const plan_piece *piece = &run->pieces[i];
        l->pieces[!up][i] =
            lane->arenas[d->plan->places[run->members[piece->first]].arena] + piece->device_offset;
        l->pieces[up][i] = lane->mapped + piece->pinned_offset;
        l->pieces[2][i] = piece->bytes;
    }
}

static void set_transfer(const device *d, const device_lane *lane, const plan_run *run, launch *l)
{
    const unsigned count = (unsigned)run->piece_count;
    copy_pieces(d, lane, run, l);
    memcpy(l->values[1], &count, sizeof count);
    for (size_t i = 0; i < 3; i++)
        l->pointers[i] = l->pieces[i];
    if (count > 1)
        l->pointers[1] = l->values[1];
}

static CUdeviceptr argument_address(const device *d, const device_lane *lane, const plan_argument *argument)
{
    const plan_place *place = &d->plan->places[argument->at == PLAN_AT_WORD ? 0 : argument->buffer];
    switch (argument->at) {
    case PLAN_AT_UP:
        return lane->mapped + place->upload_offset + argument->first;
    case PLAN_AT_DOWN:
        return lane->mapped + place->download_offset + argument->first;
    case PLAN_AT_WORD:
        return word_of(d, lane);
    default:
        return address(d, lane, argument->buffer, argument->first);
    }
}

static void set_arguments(const device *d, const device_lane *lane, const plan_node *n, launch *l)
{
    if (n->kind == PLAN_TRANSFER)
        set_transfer(d, lane, &d->plan->runs[n->run], l);
    if (n->kind == PLAN_END) {
        CUdeviceptr word = word_of(d, lane);
        memcpy(l->values[0], &word, sizeof word);
        l->pointers[0] = l->values[0];
    }
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        l->pointers[i] = l->values[i];
        if (argument->pointer) {
            CUdeviceptr at = argument_address(d, lane, argument);
            memcpy(l->values[i], &at, sizeof at);
        } else if (argument->switched != 0) {
            l->values[i][0] = lane->app.on[argument->switched - 1] != argument->unless;
        } else if (argument->setting != MODEL_NONE) {
            memcpy(l->values[i], lane->app.up[argument->setting], argument->type->size);
        } else if (argument->condition != MODEL_NONE) {
            memcpy(l->values[i], &lane->handles[argument->condition], sizeof *lane->handles);
        } else {
            memcpy(l->values[i], argument->value, argument->type->size);
        }
    }
}

static bool describe_launch(const device *d, const device_lane *lane, const plan_node *n, launch *l)
{
    memset(l, 0, sizeof *l);
    set_arguments(d, lane, n, l);
    l->params.gridDimX = n->grid[0];
    if (n->grid_varies[0])
        l->params.gridDimX = grid_of(lane, n);
    if (l->params.gridDimX == 0)
        l->params.gridDimX = 1; /* it is disabled */
    l->params.gridDimY = n->grid[1];
    l->params.gridDimZ = n->grid[2];
    l->params.blockDimX = n->block[0];
    l->params.blockDimY = n->block[1];
    l->params.blockDimZ = n->block[2];
    l->params.sharedMemBytes = n->shared_bytes;
    l->params.kernelParams = l->pointers;
    return GOOD(cuModuleGetFunction(&l->params.func, d->module, d->plan->kernels[n->kernel]->entry));
}

static void set_end(CUDA_MEMCPY3D *copy, bool to, void *host, CUdeviceptr at)
{
    CUmemorytype type = host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    if (to) {
        copy->dstMemoryType = type;
        copy->dstHost = host;
        copy->dstDevice = at;
    } else {
        copy->srcMemoryType = type;
        copy->srcHost = host;
        copy->srcDevice = at;
    }
}

static CUDA_MEMCPY3D describe_copy(const device *d, const device_lane *lane, const plan_node *n)
{
    CUDA_MEMCPY3D copy;
    memset(&copy, 0, sizeof copy);
    copy.Height = copy.Depth = 1;
    if (n->kind == PLAN_TRANSFER) {
        const plan_run *run = &d->plan->runs[n->run];
        bool up = run->direction == PLAN_UPLOAD;
        CUdeviceptr base = lane->arenas[d->plan->places[run->members[0]].arena];
        set_end(&copy, !up, lane->pinned + run->pinned_offset, 0);
        set_end(&copy, up, NULL, base + run->device_offset);
        copy.WidthInBytes = run->bytes;
    } else {
        set_end(&copy, true, NULL, address(d, lane, n->to, n->to_first));
        set_end(&copy, false, NULL, address(d, lane, n->from, n->from_first));
        copy.WidthInBytes = n->bytes;
    }
    return copy;
}

static CUDA_MEMSET_NODE_PARAMS describe_fill(const device *d, const device_lane *lane, const plan_node *n)
{
    CUDA_MEMSET_NODE_PARAMS fill;
    bool spread = n->pitch != n->element;
    memset(&fill, 0, sizeof fill);
    fill.dst = address(d, lane, n->to, n->to_first);
    fill.value = n->value;
    fill.elementSize = n->element;
    fill.pitch = spread ? n->pitch : 0;
    fill.width = spread ? 1 : n->count;
    fill.height = spread ? n->count : 1;
    return fill;
}

/* ---- conditional nodes ---- */

static bool make_handles(const device *d, const device_lane *lane, const plan_graph *g, CUgraph graph)
{
    for (size_t i = 0; i < g->node_count; i++) {
        const plan_node *n = &g->nodes[i];
        if (n->kind == PLAN_CONDITIONAL &&
            !GOOD(cuGraphConditionalHandleCreate(&lane->handles[n->condition], graph, d->context,
                                                 d->m->buffers[n->condition].condition_first,
                                                 CU_GRAPH_COND_ASSIGN_DEFAULT)))
            return false;
    }
    return true;
}

static bool fill_graph(const device *d, const device_lane *lane, const plan_graph *g, built_graph *to,
                       built_graph *root);

static bool add_conditional(const device *d, const device_lane *lane, const plan_node *n, CUgraphNode *node,
                            const CUgraphNode *after, CUgraph graph, built_graph *root)
{
    static const CUgraphConditionalNodeType types[] = {[STEP_WHILE] = CU_GRAPH_COND_TYPE_WHILE,
                                                       [STEP_IF] = CU_GRAPH_COND_TYPE_IF,
                                                       [STEP_SWITCH] = CU_GRAPH_COND_TYPE_SWITCH};
    CUgraphNodeParams params;
    memset(&params, 0, sizeof params);
    params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    params.conditional.handle = lane->handles[n->condition];
    params.conditional.type = types[n->control];
    params.conditional.size = (unsigned)n->body_count;
    params.conditional.ctx = d->context;
    if (!GOOD(cuGraphAddNode_v2(node, graph, after, NULL, n->after_count, &params)))
        return false;
    for (size_t b = 0; b < n->body_count; b++) {
        built_body *body = calloc(1, sizeof *body);
        body->next = root->bodies;
        root->bodies = body;
        body->graph.graph = params.conditional.phGraph_out[b];
        if (!fill_graph(d, lane, &d->plan->bodies[n->first_body + b], &body->graph, root))
            return false;
    }
    return true;
}

static bool add_node(const device *d, const device_lane *lane, const plan_graph *g, size_t index, built_graph *to,
                     built_graph *root)
{
    const plan_node *n = &g->nodes[index];
    CUgraphNode *node = &to->nodes[index], *after = calloc(n->after_count + 1, sizeof *after);
    launch l;
    bool done = false;
    for (size_t i = 0; i < n->after_count; i++)
        after[i] = to->nodes[n->after[i]];
    if (plan_is_launch(d->plan, n)) {
        done = describe_launch(d, lane, n, &l) &&
               GOOD(cuGraphAddKernelNode(node, to->graph, after, n->after_count, &l.params));
    } else if (n->kind == PLAN_FILL) {
        CUDA_MEMSET_NODE_PARAMS fill = describe_fill(d, lane, n);
        done = GOOD(cuGraphAddMemsetNode(node, to->graph, after, n->after_count, &fill, d->context));
    } else if (n->kind == PLAN_CONDITIONAL) {
        done = add_conditional(d, lane, n, node, after, to->graph, root);
    } else if (n->kind == PLAN_EMPTY) {
        done = GOOD(cuGraphAddEmptyNode(node, to->graph, after, n->after_count));
    } else {
        CUDA_MEMCPY3D copy = describe_copy(d, lane, n);
        done = GOOD(cuGraphAddMemcpyNode(node, to->graph, after, n->after_count, &copy, d->context));
    }
    free(after);
    return done;
}

static bool fill_graph(const device *d, const device_lane *lane, const plan_graph *g, built_graph *to,
                       built_graph *root)
{
    to->nodes = calloc(g->node_count + 1, sizeof *to->nodes);
    to->disabled = calloc(g->node_count + 1, sizeof *to->disabled);
    if (!make_handles(d, lane, g, to->graph))
        return false;
    for (size_t i = 0; i < g->node_count; i++) {
        if (!add_node(d, lane, g, i, to, root))
            return false;
    }
    return true;
}

static bool build(const device *d, device_lane *lane, size_t graph)
{
    built_graph *to = &lane->graphs[graph];
    return GOOD(cuGraphCreate(&to->graph, 0)) && fill_graph(d, lane, &d->plan->graphs[graph], to, to) &&
           GOOD(cuGraphInstantiateWithFlags(&to->exec, to->graph, 0));
}

static void release(built_graph *b)
{
    if (b->exec)
        GOOD(cuGraphExecDestroy(b->exec));
    if (b->graph)
        GOOD(cuGraphDestroy(b->graph));
    while (b->bodies) {
        built_body *next = b->bodies->next;
        free(b->bodies->graph.nodes);
        free(b->bodies->graph.disabled);
        free(b->bodies);
        b->bodies = next;
    }
    free(b->nodes);
    free(b->disabled);
    memset(b, 0, sizeof *b);
}

/* ---- open and close ---- */

/* Also zero in inputs before they first come in. All other bytes stay junk. */
static bool holds_content(const random_buffer *b)
{
    return b->role == STATE || b->role == CONSTANT || b->role == INPUT || b->role == INOUT;
}

static bool write_contents(const device *d, const device_lane *lane, bool only_state)
{
    for (unsigned b = 0; b < d->p->buffer_count; b++) {
        const random_buffer *buffer = &d->p->buffers[b];
        if (buffer->bytes > 0 && (only_state ? buffer->role == STATE : holds_content(buffer)) &&
            !GOOD(cuMemcpyHtoD(address(d, lane, b, 0), buffer->first, buffer->bytes)))
            return false;
    }
    return true;
}

static bool open_lane(device *d, unsigned index)
{
    device_lane *lane = &d->lanes[index];
    lane->handles = calloc(d->m->buffer_count + 1, sizeof *lane->handles);
    lane->arenas = calloc(d->plan->arena_count + 1, sizeof *lane->arenas);
    if (!GOOD(cuStreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING)))
        return false;
    for (size_t i = 0; i < d->plan->arena_count; i++) {
        if (d->plan->arenas[i].shared && index > 0)
            lane->arenas[i] = d->lanes[0].arenas[i];
        else if (!GOOD(cuMemAlloc(&lane->arenas[i], d->plan->arenas[i].bytes)))
            return false;
    }
    if (!GOOD(cuMemAllocHost((void **)&lane->pinned, d->plan->pinned.bytes)) ||
        !GOOD(cuMemHostGetDevicePointer(&lane->mapped, lane->pinned, 0)))
        return false;
    memset(lane->pinned, 0, d->plan->pinned.bytes);
    memcpy(lane->app.on, d->p->switches, sizeof d->p->switches);
    for (unsigned b = 0; b < d->p->buffer_count; b++) {
        if (d->p->buffers[b].role == SETTING)
            memcpy(lane->app.up[b], d->p->buffers[b].first, MOST_BYTES);
    }
    return write_contents(d, lane, false);
}

/* The code of kernels is a text that names them and the bytes of their parameters. */
static bool load_kernels(device *d)
{
    char text[16384];
    int used = snprintf(text, sizeof text, "vggen stub 1\n");
    for (size_t k = 0; k < d->plan->kernel_count; k++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "kernel %s", d->plan->kernels[k]->entry);
        for (size_t i = 0; i < d->plan->kernels[k]->param_count; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, " %u",
                             d->plan->kernels[k]->params[i].access == ACCESS_VALUE
                                 ? (unsigned)d->plan->kernels[k]->params[i].type->size
                                 : 8u);
        used += snprintf(text + used, sizeof text - (size_t)used, "\n");
    }
    return GOOD(cuModuleLoadDataEx(&d->module, text, 0, NULL, NULL));
}

static bool run_setup(device *d)
{
    size_t setup = d->p->replayed;
    bool done = build(d, &d->lanes[0], setup) &&
                GOOD(cuGraphLaunch(d->lanes[0].graphs[setup].exec, d->lanes[0].stream)) &&
                GOOD(cuStreamSynchronize(d->lanes[0].stream));
    release(&d->lanes[0].graphs[setup]);
    return done;
}

static bool open_device(device *d)
{
    if (!GOOD(cuInit(0)) || !GOOD(cuDevicePrimaryCtxRetain(&d->context, 0)) || !GOOD(cuCtxSetCurrent(d->context)) ||
        !load_kernels(d))
        return false;
    for (unsigned i = 0; i < d->p->lanes; i++) {
        if (!open_lane(d, i))
            return false;
    }
    if (d->p->setup && !run_setup(d))
        return false;
    for (unsigned i = 0; i < d->p->lanes; i++) {
        for (size_t g = 0; g < d->p->replayed; g++) {
            if (!build(d, &d->lanes[i], g))
                return false;
        }
    }
    return true;
}

static void close_device(device *d)
{
    for (unsigned i = 0; i < d->p->lanes; i++) {
        for (size_t g = 0; g < MOST_GRAPHS; g++)
            release(&d->lanes[i].graphs[g]);
    }
    for (unsigned i = d->p->lanes; i-- > 0;) {
        device_lane *lane = &d->lanes[i];
        for (size_t k = 0; lane->arenas && k < d->plan->arena_count; k++) {
            if (lane->arenas[k] && (i == 0 || !d->plan->arenas[k].shared))
                GOOD(cuMemFree(lane->arenas[k]));
        }
        if (lane->pinned)
            GOOD(cuMemFreeHost(lane->pinned));
        if (lane->stream)
            GOOD(cuStreamDestroy(lane->stream));
        free(lane->handles);
        free(lane->arenas);
    }
    if (d->module)
        GOOD(cuModuleUnload(d->module));
    GOOD(cuCtxSetCurrent(NULL));
    GOOD(cuDevicePrimaryCtxRelease(0));
}

/* ---- what a session does ---- */

static unsigned char *get_up(void *self, unsigned lane, unsigned buffer)
{
    device *d = self;
    return d->lanes[lane].pinned + d->plan->places[buffer].upload_offset;
}

static const unsigned char *get_down(void *self, unsigned lane, unsigned buffer)
{
    device *d = self;
    return d->lanes[lane].pinned + d->plan->places[buffer].download_offset;
}

static bool set_value(void *self, unsigned lane, unsigned buffer, unsigned value)
{
    device *d = self;
    for (unsigned i = 0; i < 4; i++)
        d->lanes[lane].app.up[buffer][i] = (unsigned char)(value >> 8 * i);
    return true;
}

static bool turn_switch(void *self, unsigned lane, unsigned which, bool on)
{
    device *d = self;
    d->lanes[lane].app.on[which] = on;
    return true;
}

static bool request_upload(void *self, unsigned lane, unsigned buffer)
{
    device *d = self;
    d->lanes[lane].app.changed[buffer] = true;
    return true;
}

static bool request_download(void *self, unsigned lane, unsigned buffer)
{
    device *d = self;
    d->lanes[lane].app.wanted[buffer] = true;
    return true;
}

static bool *request_of(const device *d, device_lane *lane, const plan_node *n)
{
    const plan_run *run = &d->plan->runs[n->run];
    return &(run->direction == PLAN_UPLOAD ? lane->app.changed : lane->app.wanted)[run->members[0]];
}

static bool is_requestable(const device *d, const plan_node *n)
{
    return n->kind == PLAN_TRANSFER && d->plan->runs[n->run].on_request;
}

static bool is_disabled(const device *d, device_lane *lane, const plan_node *n)
{
    if (n->switched != MODEL_NONE && lane->app.on[n->switched] == n->unless)
        return true;
    if (is_requestable(d, n))
        return !*request_of(d, lane, n);
    return n->grid_varies[0] && grid_of(lane, n) == 0;
}

static bool update_node(const device *d, device_lane *lane, const plan_graph *g, size_t index, built_graph *b)
{
    const plan_node *n = &g->nodes[index];
    bool follows = n->grid_varies[0] != NULL, disabled = is_disabled(d, lane, n);
    launch l;
    for (size_t i = 0; i < n->argument_count; i++)
        follows = follows || (!n->arguments[i].pointer &&
                              (n->arguments[i].setting != MODEL_NONE || n->arguments[i].switched != 0));
    if ((n->kind == PLAN_KERNEL || n->kind == PLAN_FUSED) && follows &&
        (!describe_launch(d, lane, n, &l) ||
         !GOOD(cuGraphExecKernelNodeSetParams(b->exec, b->nodes[index], &l.params))))
        return false;
    if (disabled != b->disabled[index] && !GOOD(cuGraphNodeSetEnabled(b->exec, b->nodes[index], !disabled)))
        return false;
    b->disabled[index] = disabled;
    return true;
}

static bool start(void *self, unsigned index, unsigned graph)
{
    device *d = self;
    device_lane *lane = &d->lanes[index];
    const plan_graph *g = &d->plan->graphs[graph];
    for (unsigned b = 0; b < d->p->buffer_count; b++) {
        if (d->p->buffers[b].role == SETTING && d->plan->places[b].upload_offset != UINT64_MAX)
            memcpy(lane->pinned + d->plan->places[b].upload_offset, lane->app.up[b], 4);
    }
    for (size_t i = 0; i < g->node_count; i++) {
        if (!update_node(d, lane, g, i, &lane->graphs[graph]))
            return false;
    }
    for (size_t i = 0; i < g->node_count; i++) {
        if (is_requestable(d, &g->nodes[i]))
            *request_of(d, lane, &g->nodes[i]) = false;
    }
    /* As the runtime does: the end of a replay is told at the end of pinned memory, by the graph or after it. */
    bool ends = plan_has_end(g);
    lane->expected = ends ? 1 : ++lane->replays;
    *seen_word(d, lane) = 0;
    return GOOD(cuGraphLaunch(lane->graphs[graph].exec, lane->stream)) &&
           (ends ||
            GOOD(cuStreamWriteValue32(lane->stream, word_of(d, lane), lane->replays, CU_STREAM_WRITE_VALUE_DEFAULT)));
}

static bool finish(void *self, unsigned index)
{
    device *d = self;
    device_lane *lane = &d->lanes[index];
    bool done = GOOD(cuStreamSynchronize(lane->stream)), told = *seen_word(d, lane) == lane->expected;
    if (!told)
        fprintf(stderr, "the word at the end of pinned memory is %u, expected %u\n", *seen_word(d, lane),
                lane->expected);
    return done && told;
}

static bool reset(void *self, unsigned lane)
{
    device *d = self;
    return write_contents(d, &d->lanes[lane], true);
}

static bool look(void *self, unsigned lane, unsigned buffer, unsigned char *bytes)
{
    device *d = self;
    return GOOD(cuMemcpyDtoH(bytes, address(d, &d->lanes[lane], buffer, 0), d->p->buffers[buffer].bytes));
}

bool device_play(const random_program *p, const model *m, const plan *made, uint64_t order, bool loud)
{
    device d = {.p = p, .m = m, .plan = made};
    random_device to_play = {&d,    get_up, get_down, set_value, turn_switch, request_upload, request_download,
                             start, finish, reset,    look};
    vgsim_seed(order);
    bool right = open_device(&d) && session_play(p, &to_play, loud);
    close_device(&d);
    return right;
}
