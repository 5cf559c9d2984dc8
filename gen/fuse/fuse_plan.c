/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Graphs with a node in place of each run. The order of nodes stays as it was as far as the new edges allow. */
#include <string.h>

#include "base/sorted.h"
#include "fuse/fuse_parts.h"
#include "plan/lower.h"
#include "plan/order.h"

/* Nodes of a graph that become one, or one that stays. */
typedef struct {
    const fuse_run *run; /* or NULL, … */
    uint32_t node;       /* … then this node */
    uint32_t *after;     /* units, ascending */
    size_t after_count;
    size_t looked_at;
    bool placed;
} unit;

typedef struct {
    fuser *f;
    const fuse_sight *s;
    const fuse_runs *runs;
    arena *scratch;
    unit *units;
    uint32_t unit_count;
    uint32_t *unit_of;  /* for each node; MODEL_NONE: a begin */
    uint32_t *index_of; /* for each unit: its node in the new graph */
    uint32_t *order;    /* units */
    uint32_t order_count;
} rewriting;

/* ---- units ---- */

static const fuse_run *run_of(const rewriting *t, uint32_t n)
{
    uint32_t run = t->s->run[n];
    const fuse_run *found = run == 0 ? NULL : &t->runs->items[run - 1];

    return found != NULL && found->refused == NULL ? found : NULL;
}

static void find_units(rewriting *t)
{
    const plan_graph *g = t->s->g;
    uint32_t *of_run = ARENA_ARRAY(t->scratch, uint32_t, t->runs->count + 1);

    for (uint32_t n = 0; n < g->node_count; n++) {
        const fuse_run *run = run_of(t, n);
        uint32_t *known = run != NULL ? &of_run[t->s->run[n]] : NULL;
        if (g->nodes[n].kind == PLAN_BEGIN) {
            t->unit_of[n] = MODEL_NONE;
            continue;
        }
        if (known != NULL && *known != 0) {
            t->unit_of[n] = *known - 1;
            continue;
        }
        t->units[t->unit_count] = (unit){.run = run, .node = n};
        t->unit_of[n] = t->unit_count++;
        if (known != NULL)
            *known = t->unit_count;
    }
}

static void sort_out(unit *u)
{
    size_t kept = 0;

    sorted_sort(u->after, u->after_count);
    for (size_t i = 0; i < u->after_count; i++)
        if (kept == 0 || u->after[kept - 1] != u->after[i])
            u->after[kept++] = u->after[i];
    u->after_count = kept;
}

static void link_units(rewriting *t)
{
    const plan_graph *g = t->s->g;

    for (uint32_t n = 0; n < g->node_count; n++)
        if (t->unit_of[n] != MODEL_NONE)
            t->units[t->unit_of[n]].after_count += g->nodes[n].after_count;
    for (uint32_t i = 0; i < t->unit_count; i++) {
        t->units[i].after = ARENA_ARRAY(t->scratch, uint32_t, t->units[i].after_count);
        t->units[i].after_count = 0;
    }
    for (uint32_t n = 0; n < g->node_count; n++) {
        unit *own = t->unit_of[n] == MODEL_NONE ? NULL : &t->units[t->unit_of[n]];
        for (size_t i = 0; own != NULL && i < g->nodes[n].after_count; i++) {
            uint32_t from = t->unit_of[g->nodes[n].after[i]];
            if (from != MODEL_NONE && from != t->unit_of[n])
                own->after[own->after_count++] = from;
        }
    }
    for (uint32_t i = 0; i < t->unit_count; i++)
        sort_out(&t->units[i]);
}

/* Each unit behind those that it comes after. */
static void find_order(rewriting *t)
{
    uint32_t *open = ARENA_ARRAY(t->scratch, uint32_t, t->unit_count + 1);

    for (uint32_t i = 0; i < t->unit_count; i++) {
        size_t count = 0;
        if (!t->units[i].placed)
            open[count++] = i;
        while (count > 0) {
            unit *u = &t->units[open[count - 1]];
            if (u->looked_at < u->after_count) {
                uint32_t from = u->after[u->looked_at++];
                if (!t->units[from].placed)
                    open[count++] = from;
                continue;
            }
            if (!u->placed)
                t->order[t->order_count++] = open[count - 1];
            u->placed = true;
            count--;
        }
    }
}

/* ---- the new graph ---- */

static const plan_node *begin_of(const plan_graph *g)
{
    return g->node_count > 0 && g->nodes[0].kind == PLAN_BEGIN ? &g->nodes[0] : NULL;
}

/* The driver starts a graph with several first nodes by one command only if a kernel stands in front of them. */
static bool needs_begin(const rewriting *t)
{
    size_t roots = 0;

    for (uint32_t i = 0; i < t->unit_count; i++)
        roots += t->units[i].after_count == 0 ? 1 : 0;
    return begin_of(t->s->g) != NULL && roots >= PLAN_LEAST_ROOTS;
}

static void set_edges(rewriting *t, plan_node *n, const unit *u, bool begins)
{
    arena *a = t->f->memory;

    n->after_count = u->after_count;
    n->after = ARENA_ARRAY(a, uint32_t, u->after_count + 1);
    for (size_t i = 0; i < u->after_count; i++)
        n->after[i] = t->index_of[u->after[i]];
    if (u->after_count == 0 && begins)
        n->after[n->after_count++] = 0;
    sorted_sort(n->after, n->after_count);
}

/* What `after:` names is in the edges; plan.plain keeps it. */
static plan_node node_of(rewriting *t, const unit *u)
{
    plan_node n = u->run != NULL ? u->run->node : t->s->g->nodes[u->node];

    n.ordered = NULL;
    n.ordered_count = 0;
    n.unfused = u->run != NULL ? NULL : fuse_final_reason(t->s, u->node, t->runs);
    return n;
}

/* The graph with its runs as one node each. */
static plan_graph contracted(fuser *f, const fuse_sight *s, const fuse_runs *runs)
{
    size_t room = s->g->node_count + 1;
    rewriting t = {.f = f, .s = s, .runs = runs, .scratch = arena_new()};
    plan_graph g = *s->g;
    bool begins;

    t.units = ARENA_ARRAY(t.scratch, unit, room);
    t.unit_of = ARENA_ARRAY(t.scratch, uint32_t, room);
    t.index_of = ARENA_ARRAY(t.scratch, uint32_t, room);
    t.order = ARENA_ARRAY(t.scratch, uint32_t, room);
    find_units(&t);
    link_units(&t);
    find_order(&t);
    begins = needs_begin(&t);
    g.node_count = t.unit_count + (begins ? 1 : 0);
    g.nodes = ARENA_ARRAY(f->memory, plan_node, g.node_count);
    for (uint32_t k = 0; k < t.order_count; k++)
        t.index_of[t.order[k]] = k + (begins ? 1 : 0);
    if (begins)
        g.nodes[0] = *begin_of(s->g);
    for (uint32_t k = 0; k < t.order_count; k++) {
        uint32_t index = t.index_of[t.order[k]];
        g.nodes[index] = node_of(&t, &t.units[t.order[k]]);
        set_edges(&t, &g.nodes[index], &t.units[t.order[k]], begins);
    }
    if (begins)
        g.nodes[0].unfused = NULL;
    order_again(f->memory, &g);
    g.tight = NULL;
    g.tight_count = 0;
    g.loose_depth = g.depth;
    arena_free(t.scratch);
    return g;
}

/* ---- bodies ---- */

/* Whether the body is in a loop or choice that is part of a launch, or in a body that is. */
static bool is_swallowed(const fuse_graph *from, const fuse_runs *runs, size_t body)
{
    const plan_graph *b = &from->plain.bodies[body];
    const fuse_sight *holder = &from->sights[b->holder == MODEL_NONE ? 0 : 1 + b->holder];
    uint32_t run = holder->run[b->holder_node];

    if (run != 0 && runs->items[run - 1].refused == NULL)
        return true;
    return b->holder != MODEL_NONE && is_swallowed(from, runs, b->holder);
}

static void move_bodies(plan_graph *g, uint32_t add, uint32_t less)
{
    for (size_t n = 0; n < g->node_count; n++)
        if (g->nodes[n].kind == PLAN_CONDITIONAL)
            g->nodes[n].first_body = g->nodes[n].first_body + add - less;
}

/* A graph of which nothing is fused: its bodies may stand elsewhere. */
static void keep_graph(plan *p, const plan *old, size_t graph, uint32_t first)
{
    uint32_t begin = (uint32_t)p->body_count;

    move_bodies(&p->graphs[graph], begin, first);
    for (uint32_t b = first; b < old->body_count && old->bodies[b].graph == graph; b++) {
        plan_graph *body = &p->bodies[p->body_count++];
        *body = old->bodies[b];
        if (body->holder != MODEL_NONE)
            body->holder = body->holder + begin - first;
        move_bodies(body, begin, first);
    }
}

static void map_bodies(plan_graph *g, const uint32_t *moved)
{
    for (size_t n = 0; n < g->node_count; n++)
        if (g->nodes[n].kind == PLAN_CONDITIONAL && g->nodes[n].body_count > 0)
            g->nodes[n].first_body = moved[g->nodes[n].first_body];
}

static void change_graph(fuser *f, size_t graph, const fuse_graph *from, const fuse_runs *runs)
{
    plan *p = f->p;
    uint32_t *moved = ARENA_ARRAY(f->scratch, uint32_t, from->plain.body_count + 1);
    uint32_t first = (uint32_t)p->body_count;

    for (size_t b = 0; b < from->plain.body_count; b++) {
        if (is_swallowed(from, runs, b))
            continue;
        moved[b] = (uint32_t)p->body_count;
        p->bodies[p->body_count] = contracted(f, &from->sights[1 + b], runs);
        if (from->plain.bodies[b].holder != MODEL_NONE)
            p->bodies[p->body_count].holder = moved[from->plain.bodies[b].holder];
        p->body_count++;
    }
    p->graphs[graph] = contracted(f, &from->sights[0], runs);
    map_bodies(&p->graphs[graph], moved);
    for (size_t b = first; b < p->body_count; b++)
        map_bodies(&p->bodies[b], moved);
    p->plain[graph] = from->plain;
}

/* Nothing is fused: only the reasons are new. */
static void note_reasons(const fuse_sight *s, const fuse_runs *runs, plan_graph *g)
{
    for (uint32_t n = 0; n < g->node_count; n++)
        g->nodes[n].unfused = fuse_final_reason(s, n, runs);
}

void fuse_rewrite(fuser *f, const fuse_graph *graphs, const fuse_runs *runs)
{
    plan *p = f->p;
    const plan old = *p;
    uint32_t first = 0;

    p->bodies = ARENA_ARRAY(f->memory, plan_graph, old.body_count);
    p->body_count = 0;
    p->plain = ARENA_ARRAY(f->memory, plan_plain, p->graph_count);
    for (size_t g = 0; g < p->graph_count; g++) {
        uint32_t begin = first;
        while (first < old.body_count && old.bodies[first].graph == g)
            first++;
        if (graphs[g].fused) {
            change_graph(f, g, &graphs[g], runs);
            continue;
        }
        if (graphs[g].sights != NULL) {
            note_reasons(&graphs[g].sights[0], runs, &p->graphs[g]);
            for (uint32_t b = begin; b < first; b++)
                note_reasons(&graphs[g].sights[1 + b - begin], runs, &old.bodies[b]);
        }
        keep_graph(p, &old, g, begin);
    }
    lower_link_bodies(p);
}
