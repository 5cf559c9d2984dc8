/* SPDX-License-Identifier: MIT */
/* Hazards by two sweeps over what touches a buffer. Forward, every access must come after the last write of each of its
 * bytes; backward, every read must come before the next one. All other hazards follow from these. */
#include "verify_parts.h"

typedef struct {
    uint32_t node;
    uint64_t first, last;
    bool reads, writes;
} touch;

/* Those of each buffer, in the order of the spec: touches[start[b]] … touches[start[b + 1] - 1]. */
typedef struct {
    touch *touches;
    size_t *start;
} touch_lists;

static touch_lists touches_of(verifier *v, const plan_graph *g)
{
    size_t buffers = v->m->buffer_count;
    const uint32_t *by_rank = verify_by_rank(v, g);
    touch_lists l = {NULL, ARENA_ARRAY(v->memory, size_t, buffers + 1)};
    size_t *next = ARENA_ARRAY(v->memory, size_t, buffers);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++)
            l.start[g->nodes[n].ranges[i].buffer + 1]++;
    }
    for (size_t b = 0; b < buffers; b++) {
        l.start[b + 1] += l.start[b];
        next[b] = l.start[b];
    }
    l.touches = ARENA_ARRAY(v->memory, touch, l.start[buffers]);
    for (size_t k = 0; k < g->node_count; k++) {
        const plan_node *node = &g->nodes[by_rank[k]];
        for (size_t i = 0; i < node->range_count; i++) {
            const plan_range *r = &node->ranges[i];
            l.touches[next[r->buffer]++] =
                (touch){by_rank[k], r->first, r->last, (r->access & PLAN_READ) != 0, (r->access & PLAN_WRITE) != 0};
        }
    }
    return l;
}

typedef struct {
    verifier *v;
    verify_paths *paths;
    uint32_t buffer;
    uint32_t *asked; /* for each node, 1 + the last touch that a path to or from it was asked for */
    uint32_t stamp;
} sweep;

/* A node is no hazard to itself. */
static void ask(sweep *s, uint32_t from, uint32_t to, uint32_t other, const touch *later)
{
    if (from == to || s->asked[other] == s->stamp)
        return;
    s->asked[other] = s->stamp;
    verify_paths_add(s->v->memory, s->paths,
                     (verify_path){from, to, s->buffer, s->buffer, false, later->reads, later->writes});
}

static void sweep_forward(sweep *s, const touch *touches, size_t count)
{
    verify_bytes written = {NULL, 0, 0, 0};
    for (size_t t = 0, group; t < count; t = group) {
        for (group = t; group < count && touches[group].node == touches[t].node; group++) {
            const touch *c = &touches[group];
            verify_piece piece;
            s->stamp++;
            for (uint64_t at = c->first; verify_bytes_next(&written, &at, c->last, &piece);)
                ask(s, piece.owner, c->node, piece.owner, c);
        }
        for (size_t i = t; i < group; i++) {
            if (touches[i].writes)
                verify_bytes_set(s->v->memory, &written, touches[i].first, touches[i].last, touches[i].node);
        }
    }
}

static void sweep_backward(sweep *s, const touch *touches, size_t count)
{
    static const touch overwrites = {0, 0, 0, false, true};
    verify_bytes written = {NULL, 0, 0, 0};
    for (size_t t = count, group; t > 0; t = group) {
        for (group = t; group > 0 && touches[group - 1].node == touches[t - 1].node; group--) {
            const touch *c = &touches[group - 1];
            verify_piece piece;
            s->stamp++;
            for (uint64_t at = c->first; verify_bytes_next(&written, &at, c->last, &piece);)
                ask(s, c->node, piece.owner, piece.owner, &overwrites);
        }
        for (size_t i = group; i < t; i++) {
            if (touches[i].writes)
                verify_bytes_set(s->v->memory, &written, touches[i].first, touches[i].last, touches[i].node);
        }
    }
}

void verify_hazards(verifier *v)
{
    for (size_t i = 0; i < v->p->graph_count; i++) {
        const plan_graph *g = &v->p->graphs[i];
        touch_lists l = touches_of(v, g);
        verify_paths paths = {NULL, 0, 0};
        sweep s = {v, &paths, 0, ARENA_ARRAY(v->memory, uint32_t, g->node_count), 0};
        for (size_t b = 0; b < v->m->buffer_count; b++) {
            s.buffer = (uint32_t)b;
            sweep_forward(&s, l.touches + l.start[b], l.start[b + 1] - l.start[b]);
            sweep_backward(&s, l.touches + l.start[b], l.start[b + 1] - l.start[b]);
        }
        verify_paths_prove(v, g, &paths);
    }
}
