/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "faults.h"

#include <string.h>

#include "../../gen/plan/frame.h"
#include "../../gen/place/place.h"

static const char *const names[FAULT_COUNT] = {
    "none",
    "read after write",
    "write after read",
    "write after write",
    "slices that overlap in part",
    "writes of steps with a switch",
    "writes of some bytes",
    "reads: and writes: of a launch",
    "work bytes",
    "launches after launches",
    "copies",
    "fills",
    "clearing of outputs",
    "uploads",
    "downloads",
    "order within setup",
    "conditional nodes",
    "writes of bodies",
    "reads of bodies",
    "order within bodies",
    "conditions and what sets them",
    "reuse: any conflict",
    "reuse: steps that may run at once",
    "reuse: graphs other than the first",
    "reuse: downloads",
    "reuse: steps with a switch",
    "reuse: what bodies use",
    "reuse: what reuse: tight adds",
    "reuse: state between replays",
    "reuse: derived after setup",
    "reuse: constants",
    "reuse: inputs between replays",
    "direct: what crosses on request",
    "direct: outputs of which a range comes",
    "direct: outputs that are written in parts",
    "pinned: buffers that kernels reach",
    "pinned: what is the runtime's",
    "end: the first of the last nodes",
    "end: all last nodes but the first",
    "end: last nodes that may not run",
};

const char *fault_name(fault f)
{
    return names[f];
}

/* ---- hazards, pair by pair ---- */

typedef struct {
    const model *m;
    const plan *p;
    plan_graph *g;
    fault f;
    bool body;
} planner;

static bool is_hidden(const planner *o, const plan_node *n, const plan_range *r)
{
    const model_step *s = n->step == MODEL_NONE ? NULL : &o->m->graphs[o->g->graph].steps[n->step];
    bool reads = (r->access & PLAN_READ) != 0;
    for (size_t i = 0; s && i < (reads ? s->read_count : s->write_count); i++) {
        const model_slice *slice = reads ? &s->reads[i] : &s->writes[i];
        if (slice->buffer == r->buffer && slice->first == r->first && slice->last == r->last)
            return true;
    }
    return false;
}

static bool may_write_only(const plan_node *n, const plan_range *r)
{
    return n->switched != MODEL_NONE && (r->access & PLAN_WRITE);
}

static bool writes_some(const plan_range *r)
{
    return (r->access & PLAN_WRITE) && !(r->access & (PLAN_WHOLE | PLAN_READ));
}

static bool is_fill(const plan *p, const plan_node *n, bool clear)
{
    return plan_does(p, n) == PLAN_FILL && (n->step == MODEL_NONE) == clear;
}

static bool crosses(const plan_node *n, bool upload)
{
    return n->kind == PLAN_TRANSFER && (n->name[0] == 'u') == upload;
}

/* Whether the planner is blind to what these two ranges do to each other. */
static bool is_blind(const planner *o, const plan_node *x, const plan_range *a, const plan_node *y, const plan_range *b)
{
    switch (o->f) {
    case FAULT_SLICES:
        return a->first != b->first || a->last != b->last;
    case FAULT_SWITCHED:
        return may_write_only(x, a) || may_write_only(y, b);
    case FAULT_PARTIAL:
        return writes_some(a) || writes_some(b);
    case FAULT_HIDDEN:
        return is_hidden(o, x, a) || is_hidden(o, y, b);
    case FAULT_WORK:
        return (a->access & PLAN_WORK) || (b->access & PLAN_WORK);
    case FAULT_LAUNCHES:
        return plan_does(o->p, x) == PLAN_KERNEL && plan_does(o->p, y) == PLAN_KERNEL;
    case FAULT_COPIES:
        return plan_does(o->p, x) == PLAN_COPY || plan_does(o->p, y) == PLAN_COPY;
    case FAULT_FILLS:
        return is_fill(o->p, x, false) || is_fill(o->p, y, false);
    case FAULT_CLEARS:
        return is_fill(o->p, x, true) || is_fill(o->p, y, true);
    case FAULT_UPLOADS:
        return crosses(x, true) || crosses(y, true);
    case FAULT_DOWNLOADS:
        return crosses(x, false) || crosses(y, false);
    case FAULT_SETUP:
        return o->g->kind == GRAPH_SETUP;
    case FAULT_CONDITIONALS:
        return x->kind == PLAN_CONDITIONAL || y->kind == PLAN_CONDITIONAL;
    case FAULT_BODIES:
        return o->body;
    case FAULT_CONDITIONS:
        return o->m->buffers[a->buffer].role == ROLE_CONDITION;
    default:
        return false;
    }
}

static bool ranges_hazard(const planner *o, const plan_node *x, const plan_range *a, const plan_node *y,
                          const plan_range *b)
{
    bool raw = (a->access & PLAN_WRITE) && (b->access & PLAN_READ);
    bool war = (a->access & PLAN_READ) && (b->access & PLAN_WRITE);
    bool waw = (a->access & PLAN_WRITE) && (b->access & PLAN_WRITE);
    if (a->buffer != b->buffer || a->first >= b->last || b->first >= a->last || is_blind(o, x, a, y, b))
        return false;
    return (raw && o->f != FAULT_RAW) || (war && o->f != FAULT_WAR) || (waw && o->f != FAULT_WAW);
}

static bool has_hazard(const planner *o, const plan_node *x, const plan_node *y, size_t x_index)
{
    for (size_t i = 0; i < y->ordered_count; i++) {
        if (y->ordered[i] == x_index)
            return true;
    }
    for (size_t i = 0; i < x->range_count; i++) {
        for (size_t k = 0; k < y->range_count; k++) {
            if (ranges_hazard(o, x, &x->ranges[i], y, &y->ranges[k]))
                return true;
        }
    }
    return false;
}

/* ---- edges ---- */

/* An edge from the latest node of a hazard, unless it is reached through one that is there already. */
static void order_graph(arena *a, planner *o)
{
    plan_graph *g = o->g;
    size_t n = g->node_count;
    bool *reaches = ARENA_ARRAY(a, bool, n *n + 1);
    g->edge_count = 0;
    for (size_t i = 0; i < n; i++) {
        plan_node *node = &g->nodes[i];
        node->after = ARENA_ARRAY(a, uint32_t, n);
        node->before = ARENA_ARRAY(a, uint32_t, n);
        node->after_count = node->before_count = 0;
        for (size_t k = i; k-- > 0;) {
            if (reaches[k * n + i] || !has_hazard(o, &g->nodes[k], node, k))
                continue;
            memmove(node->after + 1, node->after, node->after_count++ * sizeof *node->after);
            node->after[0] = (uint32_t)k;
            g->nodes[k].before[g->nodes[k].before_count++] = (uint32_t)i;
            g->edge_count++;
            for (size_t j = 0; j < k; j++)
                reaches[j * n + i] = reaches[j * n + i] || reaches[j * n + k];
            reaches[k * n + i] = true;
        }
    }
}

static void measure_graph(arena *a, plan_graph *g)
{
    size_t *level = ARENA_ARRAY(a, size_t, g->node_count + 1), *at_level = ARENA_ARRAY(a, size_t, g->node_count + 2);
    g->depth = g->width = 0;
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t k = 0; k < g->nodes[i].after_count; k++)
            level[i] = level[g->nodes[i].after[k]] + 1 > level[i] ? level[g->nodes[i].after[k]] + 1 : level[i];
        g->depth = level[i] + 1 > g->depth ? level[i] + 1 : g->depth;
        at_level[level[i]]++;
        g->width = at_level[level[i]] > g->width ? at_level[level[i]] : g->width;
    }
    g->loose_depth = g->depth;
}

/* ---- places ---- */

static bool is_movable(const model *m, uint32_t b)
{
    return m->buffers[b].role == ROLE_SCRATCH && m->buffers[b].size > 0 && !m->buffers[b].fixed;
}

/* The nodes of the list from a buffer's first use to its last one; false if there is none. */
static bool find_uses(const plan_graph *g, uint32_t buffer, size_t *first, size_t *last)
{
    bool found = false;
    for (size_t i = 0; i < g->node_count; i++) {
        for (size_t k = 0; k < g->nodes[i].range_count; k++) {
            if (g->nodes[i].ranges[k].buffer != buffer)
                continue;
            *first = found ? *first : i;
            *last = i;
            found = true;
        }
    }
    return found;
}

static bool meet_in_list(const plan *p, uint32_t x, uint32_t y)
{
    for (size_t g = 0; g < p->graph_count; g++) {
        size_t first_x = 0, last_x = 0, first_y = 0, last_y = 0;
        if (find_uses(&p->graphs[g], x, &first_x, &last_x) && find_uses(&p->graphs[g], y, &first_y, &last_y) &&
            first_x <= last_y && first_y <= last_x)
            return true;
    }
    return false;
}

static uint64_t align_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) / align * align;
}

/* Scratch behind all else, each at the first offset where nothing lies that it meets. */
static void move_scratch(const model *m, plan *p, fault f)
{
    uint64_t base = align_up(p->arenas[0].bytes, PLAN_ALIGNMENT), end = base;
    for (uint32_t b = 0; b < m->buffer_count; b++) {
        if (!is_movable(m, b))
            continue;
        uint64_t offset = base;
        for (uint32_t other = 0; other < b && f == FAULT_REUSE_BY_LIST; other++) {
            uint64_t at = p->places[other].offset;
            if (is_movable(m, other) && meet_in_list(p, b, other) && at < offset + m->buffers[b].size &&
                offset < at + m->buffers[other].size) {
                offset = align_up(at + m->buffers[other].size, m->buffers[b].alignment);
                other = UINT32_MAX; /* from the first one again */
            }
        }
        p->places[b].offset = offset;
        end = offset + m->buffers[b].size > end ? offset + m->buffers[b].size : end;
    }
    p->arenas[0].bytes = align_up(end, PLAN_ALIGNMENT);
}

/* The plan without what a node uses. */
static plan forget_uses(arena *a, const plan *p, fault f)
{
    plan seen = *p;
    seen.graphs = ARENA_ARRAY(a, plan_graph, p->graph_count);
    for (size_t g = 0; g < p->graph_count; g++) {
        seen.graphs[g] = p->graphs[g];
        seen.graphs[g].nodes = ARENA_ARRAY(a, plan_node, p->graphs[g].node_count);
        for (size_t i = 0; i < p->graphs[g].node_count; i++) {
            plan_node *n = &seen.graphs[g].nodes[i];
            *n = p->graphs[g].nodes[i];
            if (f == FAULT_REUSE_BEFORE_DOWNLOAD ? crosses(n, false)
                : f == FAULT_REUSE_OF_BODIES     ? n->kind == PLAN_CONDITIONAL
                                                 : n->switched != MODEL_NONE)
                n->range_count = 0;
        }
    }
    return seen;
}

/* The model with a role taken for scratch. */
static model forget_role(arena *a, const model *m, fault f)
{
    model seen = *m;
    seen.buffers = ARENA_ARRAY(a, model_buffer, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++) {
        model_role role = m->buffers[b].role;
        seen.buffers[b] = m->buffers[b];
        if ((f == FAULT_STATE && role == ROLE_STATE) || (f == FAULT_DERIVED && role == ROLE_DERIVED) ||
            (f == FAULT_CONSTANTS && role == ROLE_CONSTANT) ||
            (f == FAULT_INPUTS && (role == ROLE_INPUT || role == ROLE_INOUT))) {
            seen.buffers[b].role = ROLE_SCRATCH;
            seen.buffers[b].upload = seen.buffers[b].download = TRAFFIC_NEVER;
        }
    }
    return seen;
}

/* Where placing has cut transfers into pieces, a kernel that it has added moves them. */
static void take_kernels(plan *p, size_t count)
{
    p->kernel_count = count;
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t i = 0; i < p->graphs[g].node_count; i++) {
            plan_node *n = &p->graphs[g].nodes[i];
            bool cut = n->kind == PLAN_TRANSFER && plan_is_launch(p, n) && p->runs[n->run].piece_count > 1;
            for (uint32_t k = 0; k < count && cut; k++) {
                if (strcmp(p->kernels[k]->name, "vg_copy_pieces") == 0)
                    n->kernel = k;
            }
        }
    }
}

static void take_places(plan *p, const plan *from)
{
    p->runs = from->runs;
    p->arenas = from->arenas;
    p->arena_count = from->arena_count;
    p->pinned = from->pinned;
    p->places = from->places;
    take_kernels(p, from->kernel_count);
}

static void drop(uint32_t *list, size_t *count, uint32_t node)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (list[i] != node)
            list[kept++] = list[i];
    }
    *count = kept;
}

/* Memory as if steps waited, but they do not. */
static void forget_tight(arena *a, plan_graph *g)
{
    for (size_t i = 0; i < g->tight_count; i++) {
        plan_node *to = &g->nodes[g->tight[i].to], *from = &g->nodes[g->tight[i].from];
        size_t before = to->after_count;
        drop(to->after, &to->after_count, g->tight[i].from);
        drop(from->before, &from->before_count, g->tight[i].to);
        g->edge_count -= before - to->after_count;
    }
    g->tight_count = 0;
    measure_graph(a, g);
}

static void place_plan(arena *a, diag *d, const model *m, plan *p, fault f)
{
    plan seen = *p;
    model also = *m;
    if (f == FAULT_REUSE_BY_FIRST_GRAPH)
        seen.graph_count = 1;
    else if (f == FAULT_REUSE_BEFORE_DOWNLOAD || f == FAULT_REUSE_OF_SWITCHED || f == FAULT_REUSE_OF_BODIES)
        seen = forget_uses(a, p, f);
    else if (f >= FAULT_STATE)
        also = forget_role(a, m, f);
    place_buffers(a, d, &also, &seen);
    take_places(p, &seen);
    if (f == FAULT_REUSE || f == FAULT_REUSE_BY_LIST)
        move_scratch(m, p, f);
    for (size_t i = 0; i < p->graph_count && f == FAULT_TIGHT; i++)
        forget_tight(a, &p->graphs[i]);
}

/* A conditional node that is not said to do what its bodies do. */
static void forget_access(plan_graph *g, const model *m, unsigned access)
{
    for (size_t n = 0; n < g->node_count; n++) {
        size_t kept = 0;
        for (size_t i = 0; i < g->nodes[n].range_count && g->nodes[n].kind == PLAN_CONDITIONAL; i++) {
            plan_range r = g->nodes[n].ranges[i];
            r.access &= m->buffers[r.buffer].role == ROLE_CONDITION ? ~0u : ~access;
            if (r.access != 0)
                g->nodes[n].ranges[kept++] = r;
        }
        g->nodes[n].range_count = g->nodes[n].kind == PLAN_CONDITIONAL ? kept : g->nodes[n].range_count;
    }
}

static void finish_graph(arena *a, const model *m, const plan *p, plan_graph *g, fault f, bool body)
{
    planner o = {m, p, g, f, body};
    if (f == FAULT_BODY_WRITES || f == FAULT_BODY_READS)
        forget_access(g, m, f == FAULT_BODY_WRITES ? PLAN_WRITE : PLAN_READ);
    order_graph(a, &o);
    measure_graph(a, g);
}

/* ---- pinned memory ---- */

/* Whether a planner with the fault takes the buffer for one on whose pinned bytes kernels may work. */
static bool is_taken_for_direct(const model_buffer *b, fault f)
{
    bool whole = b->down_first == 0 && b->down_last == b->size;
    if (b->size == 0 || b->fixed || (b->role != ROLE_INPUT && b->role != ROLE_OUTPUT))
        return false;
    bool on_request = (b->role == ROLE_INPUT ? b->upload : b->download) == TRAFFIC_ON_REQUEST;
    if (f == FAULT_DIRECT_ON_REQUEST)
        return on_request && whole;
    return b->role == ROLE_OUTPUT && !on_request &&
           (f == FAULT_DIRECT_RANGE ? !whole : f == FAULT_DIRECT_PARTS && whole);
}

model *fault_transports(arena *a, const model *m, plan *p, fault f)
{
    model *seen = ARENA_NEW(a, model);
    *seen = *m;
    seen->buffers = ARENA_ARRAY(a, model_buffer, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++) {
        seen->buffers[b] = m->buffers[b];
        if (!is_taken_for_direct(&m->buffers[b], f))
            continue;
        seen->buffers[b].io = IO_AUTO;
        p->crossings[b].by[m->buffers[b].role == ROLE_INPUT ? PLAN_UPLOAD : PLAN_DOWNLOAD] = TRANSPORT_DIRECT;
    }
    return seen;
}

/* What is direct is not cleared, as it is wholly written anyhow. */
static void drop_clears(plan *p, uint32_t graph)
{
    plan_graph *g = &p->graphs[graph];
    for (uint32_t n = (uint32_t)g->node_count; n-- > 0;) {
        if (!is_fill(p, &g->nodes[n], true) || p->crossings[g->nodes[n].to].by[PLAN_DOWNLOAD] != TRANSPORT_DIRECT)
            continue;
        memmove(&g->nodes[n], &g->nodes[n + 1], (g->node_count - n - 1) * sizeof *g->nodes);
        g->node_count--;
        for (size_t i = 0; i < g->node_count; i++) {
            for (size_t k = 0; k < g->nodes[i].ordered_count; k++)
                g->nodes[i].ordered[k] -= g->nodes[i].ordered[k] > n;
        }
        for (size_t b = 0; b < p->body_count; b++)
            p->bodies[b].holder_node -=
                p->bodies[b].graph == graph && p->bodies[b].holder == MODEL_NONE && p->bodies[b].holder_node > n;
    }
}

static bool is_direct(const plan_run *run)
{
    return run->transport == TRANSPORT_DIRECT;
}

/* All that kernels reach begins where pinned memory does. */
static void move_direct(plan *p)
{
    for (size_t r = 0; r < p->run_count; r++) {
        plan_run *run = &p->runs[r];
        plan_place *place = &p->places[run->members[0]];
        if (!is_direct(run))
            continue;
        run->device_offset = run->pinned_offset = place->offset = 0;
        *(run->direction == PLAN_UPLOAD ? &place->upload_offset : &place->download_offset) = 0;
    }
}

/* ---- what a replay ends with ---- */

/* Whether the end is not made to wait for a last node, the `index`-th of those that it depends on. */
static bool is_forgotten(const plan *p, const plan_node *n, size_t index, fault f)
{
    bool requested = n->kind == PLAN_TRANSFER && p->runs[n->run].on_request;
    if (f == FAULT_END_DISABLED)
        return n->switched != MODEL_NONE || n->grid_varies[0] || requested;
    return f == FAULT_END_FIRST ? index == 0 : index > 0;
}

static void loosen_end(arena *a, const plan *p, plan_graph *g, fault f)
{
    plan_node *end = g->node_count > 0 ? &g->nodes[g->node_count - 1] : NULL;
    size_t kept = 0;
    if (!end || end->kind != PLAN_END)
        return;
    for (size_t i = 0; i < end->after_count; i++) {
        plan_node *from = &g->nodes[end->after[i]];
        if (is_forgotten(p, from, i, f))
            from->before_count = 0;
        else
            end->after[kept++] = end->after[i];
    }
    g->edge_count -= end->after_count - kept;
    end->after_count = kept;
    measure_graph(a, g);
}

void fault_finish(arena *a, diag *d, model *m, plan *p, fault f)
{
    for (uint32_t i = 0; i < p->graph_count && f == FAULT_DIRECT_PARTS; i++)
        drop_clears(p, i);
    for (size_t i = 0; i < p->graph_count; i++)
        finish_graph(a, m, p, &p->graphs[i], f, false);
    for (size_t i = 0; i < p->body_count; i++)
        finish_graph(a, m, p, &p->bodies[i], f, true);
    place_plan(a, d, m, p, f);
    if (f == FAULT_PINNED)
        move_direct(p);
    if (f == FAULT_COMPLETION) {
        p->pinned.bytes -= PLAN_COMPLETION_BYTES;
        p->pinned.lower_bound = p->pinned.peak = p->pinned.bytes;
    }
    frame_choose(a, m, p);
    for (size_t i = 0; i < p->graph_count && f >= FAULT_END_FIRST; i++)
        loosen_end(a, p, &p->graphs[i], f);
}
