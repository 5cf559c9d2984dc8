/* SPDX-License-Identifier: MIT */
/* The nodes of a graph against the steps of the model: each does what its step says and declares all that it touches. */
#include <stdlib.h>
#include <string.h>

#include "verify_parts.h"

typedef struct {
    verifier *v;
    const plan_graph *g;
    const model_graph *from;
} graph_check;

/* ---- ranges ---- */

static int compare_ranges(const void *left, const void *right)
{
    const plan_range *l = left, *r = right;
    if (l->buffer != r->buffer)
        return l->buffer < r->buffer ? -1 : 1;
    if (l->first != r->first)
        return l->first < r->first ? -1 : 1;
    if (l->last != r->last)
        return l->last < r->last ? -1 : 1;
    return l->access < r->access ? -1 : l->access > r->access;
}

static plan_range *sorted_ranges(arena *a, const plan_range *ranges, size_t count)
{
    plan_range *copy = ARENA_ARRAY(a, plan_range, count);
    if (count > 0) {
        memcpy(copy, ranges, count * sizeof *copy);
        qsort(copy, count, sizeof *copy, compare_ranges);
    }
    return copy;
}

static void expect_ranges(verifier *v, const plan_node *node, const plan_range *expected, size_t count)
{
    if (count != node->range_count) {
        verify_fail(v, node->at, "expected node %s to touch %zu ranges of bytes, found %zu", node->name, count,
                    node->range_count);
        return;
    }
    const plan_range *want = sorted_ranges(v->memory, expected, count);
    const plan_range *have = sorted_ranges(v->memory, node->ranges, count);
    for (size_t i = 0; i < count; i++) {
        if (compare_ranges(&want[i], &have[i]) != 0) {
            verify_fail(v, node->at,
                        "expected node %s to touch bytes %llu .. %llu of %s with access %u, found %llu .. %llu "
                        "of %s with access %u",
                        node->name, (unsigned long long)want[i].first, (unsigned long long)want[i].last,
                        v->m->buffers[want[i].buffer].name, want[i].access, (unsigned long long)have[i].first,
                        (unsigned long long)have[i].last, v->m->buffers[have[i].buffer].name, have[i].access);
            return;
        }
    }
}

/* ---- launches ---- */

static unsigned expected_access(model_access access)
{
    static const unsigned of[] = {
        [ACCESS_VALUE] = 0,
        [ACCESS_IN] = PLAN_READ,
        [ACCESS_OUT] = PLAN_WRITE | PLAN_WHOLE,
        [ACCESS_OUT_PART] = PLAN_WRITE,
        [ACCESS_INOUT] = PLAN_READ | PLAN_WRITE,
        [ACCESS_WORK] = PLAN_READ | PLAN_WRITE | PLAN_WORK,
    };
    return of[access];
}

static bool argument_holds(const model_param *param, const model_argument *from, const plan_argument *to)
{
    if (to->pointer != (param->access != ACCESS_VALUE) || to->type != param->type || !to->parameter ||
        strcmp(to->parameter, param->name) != 0)
        return false;
    if (to->pointer)
        return to->buffer == from->slice.buffer && to->first == from->slice.first;
    return memcmp(to->value, from->value, param->type->size) == 0;
}

static bool launch_holds(const model_step *step, const plan_node *node)
{
    return node->kind == PLAN_KERNEL && node->kernel == step->kernel &&
           memcmp(node->grid, step->grid_size, sizeof node->grid) == 0 &&
           memcmp(node->block, step->block_size, sizeof node->block) == 0 && node->shared_bytes == step->shared_bytes;
}

static void check_launch(verifier *v, const model_step *step, const plan_node *node)
{
    const model_kernel *kernel = &v->m->kernels[step->kernel];
    if (!launch_holds(step, node)) {
        verify_fail(v, step->at, "node %s is not this launch: kernel, grid, block or shared memory differ", node->name);
        return;
    }
    if (node->argument_count != kernel->param_count) {
        verify_fail(v, step->at, "expected node %s to have %zu arguments, found %zu", node->name, kernel->param_count,
                    node->argument_count);
        return;
    }
    plan_range *expected = ARENA_ARRAY(v->memory, plan_range, kernel->param_count);
    size_t count = 0;
    for (size_t i = 0; i < kernel->param_count; i++) {
        const model_param *param = &kernel->params[i];
        const model_argument *argument = &step->arguments[i];
        if (!argument_holds(param, argument, &node->arguments[i]))
            verify_fail(v, argument->at, "argument %s of node %s is not what the step gives", param->name, node->name);
        if (param->access != ACCESS_VALUE && argument->slice.first < argument->slice.last)
            expected[count++] = (plan_range){argument->slice.buffer, argument->slice.first, argument->slice.last,
                                             expected_access(param->access)};
    }
    expect_ranges(v, node, expected, count);
}

/* ---- fills and copies ---- */

/* Whether the node sets the bytes of the buffer from `first` on, every `pitch` bytes, as the pattern has them, and can
 * do so: the driver wants the address to be a multiple of the element. */
static bool fill_holds(const verifier *v, const plan_node *node, const unsigned char *pattern, uint32_t size,
                       uint64_t first)
{
    uint64_t address = v->p->places[node->to].offset + node->to_first;
    if (node->count == 0 || node->to_first < first || node->pitch < node->element || node->pitch > 8 ||
        address % node->element != 0 || node->pitch % node->element != 0)
        return false;
    for (uint64_t i = 0; i < 16 && i < node->count; i++) { /* then both repeat */
        for (uint32_t byte = 0; byte < node->element; byte++) {
            uint64_t at = node->to_first - first + i * node->pitch + byte;
            if (pattern[at % size] != (node->value >> 8 * byte & 0xffu))
                return false;
        }
    }
    return true;
}

/* One node that sets every byte of [first, last) … */
static bool is_whole_fill(const verifier *v, const plan_node *node, const unsigned char *pattern, uint32_t size,
                          uint32_t buffer, uint64_t first, uint64_t last)
{
    return node->kind == PLAN_FILL && node->to == buffer && node->to_first == first && node->pitch == node->element &&
           node->count == (last - first) / node->element && (last - first) % node->element == 0 &&
           fill_holds(v, node, pattern, size, first);
}

/* … or one of two that set four bytes of every eight. */
static bool is_half_fill(const verifier *v, const plan_node *node, const model_step *step, uint32_t half)
{
    uint64_t length = step->to.last - step->to.first;
    return node->kind == PLAN_FILL && node->to == step->to.buffer && node->to_first == step->to.first + 4 * half &&
           node->element == 4 && node->pitch == 8 && node->count == length / 8 && length % 8 == 0 &&
           fill_holds(v, node, step->pattern, v->m->buffers[step->to.buffer].type->size, step->to.first);
}

static void check_fill(verifier *v, const model_step *step, const plan_node *first, const plan_node *second)
{
    plan_range expected = {step->to.buffer, step->to.first, step->to.last, PLAN_WRITE};
    uint32_t size = v->m->buffers[step->to.buffer].type->size;
    bool holds;
    if (second) {
        holds = is_half_fill(v, first, step, 0) && is_half_fill(v, second, step, 1);
    } else {
        holds = is_whole_fill(v, first, step->pattern, size, step->to.buffer, step->to.first, step->to.last);
        expected.access |= PLAN_WHOLE;
    }
    if (!holds) {
        verify_fail(v, step->at, "node %s does not fill every element of %s with the step's value", first->name,
                    v->m->buffers[step->to.buffer].name);
        return;
    }
    expect_ranges(v, first, &expected, 1);
    if (second)
        expect_ranges(v, second, &expected, 1);
}

static void check_copy(verifier *v, const model_step *step, const plan_node *node)
{
    uint64_t bytes = step->from.last - step->from.first;
    if (node->kind != PLAN_COPY || node->to != step->to.buffer || node->to_first != step->to.first ||
        node->from != step->from.buffer || node->from_first != step->from.first || node->bytes != bytes ||
        step->to.last - step->to.first != bytes) {
        verify_fail(v, step->at, "node %s does not copy what the step says", node->name);
        return;
    }
    plan_range expected[2] = {{step->from.buffer, step->from.first, step->from.last, PLAN_READ},
                              {step->to.buffer, step->to.first, step->to.last, PLAN_WRITE | PLAN_WHOLE}};
    expect_ranges(v, node, expected, 2);
}

/* A fill or copy of no bytes has no node. */
static size_t least_nodes(const model_step *step)
{
    return step->kind == STEP_LAUNCH || step->to.last != step->to.first;
}

static void check_step(verifier *v, const model_step *step, const plan_node *first, const plan_node *second,
                       size_t count)
{
    size_t least = least_nodes(step), most = least > 0 && step->kind == STEP_FILL ? 2 : least;
    if (count < least || count > most) {
        verify_fail(v, step->at, "expected %zu nodes for %s, found %zu", least, step->title, count);
        return;
    }
    if (count == 0)
        return;
    if (step->kind == STEP_LAUNCH)
        check_launch(v, step, first);
    else if (step->kind == STEP_FILL)
        check_fill(v, step, first, second);
    else
        check_copy(v, step, first);
}

/* ---- nodes that the generator added ---- */

static void check_transfer(verifier *v, const plan_node *node)
{
    const plan_run *run = &v->p->runs[node->run];
    plan_range *expected = ARENA_ARRAY(v->memory, plan_range, run->member_count);
    for (size_t i = 0; i < run->member_count; i++)
        expected[i] = (plan_range){run->members[i], 0, v->m->buffers[run->members[i]].size,
                                   run->direction == PLAN_UPLOAD ? PLAN_WRITE | PLAN_WHOLE : PLAN_READ};
    expect_ranges(v, node, expected, run->member_count);
}

static void check_clear(verifier *v, const plan_node *node)
{
    static const unsigned char zero[1] = {0};
    const model_buffer *b = &v->m->buffers[node->to];
    if (b->role != ROLE_OUTPUT || !is_whole_fill(v, node, zero, 1, node->to, 0, b->size)) {
        verify_fail(v, node->at, "node %s stands for no step and does not clear an output", node->name);
        return;
    }
    plan_range expected = {node->to, 0, b->size, PLAN_WRITE | PLAN_WHOLE};
    expect_ranges(v, node, &expected, 1);
}

static void check_added_nodes(const graph_check *c)
{
    verifier *v = c->v;
    size_t *transfers = ARENA_ARRAY(v->memory, size_t, v->p->run_count);
    for (size_t n = 0; n < c->g->node_count; n++) {
        const plan_node *node = &c->g->nodes[n];
        if (node->step != MODEL_NONE || node->kind == PLAN_EMPTY)
            continue;
        if (node->kind == PLAN_TRANSFER) {
            transfers[node->run]++;
            check_transfer(v, node);
        } else if (node->kind == PLAN_FILL && c->from->kind == GRAPH_REPLAY) {
            check_clear(v, node);
        } else {
            verify_fail(v, node->at, "node %s stands for no step", node->name);
        }
    }
    size_t wanted = c->from->kind == GRAPH_REPLAY ? 1 : 0;
    for (size_t r = 0; r < v->p->run_count; r++) {
        if (transfers[r] != wanted)
            verify_fail(v, c->from->at, "expected %zu copies of the run that begins with %s in graph %s, found %zu",
                        wanted, v->m->buffers[v->p->runs[r].members[0]].name, c->g->name, transfers[r]);
    }
}

/* ---- whole graphs ---- */

static bool may_write(model_graph_kind kind, model_role role)
{
    if (kind == GRAPH_SETUP)
        return role == ROLE_DERIVED || role == ROLE_SCRATCH;
    return role != ROLE_DERIVED && role != ROLE_CONSTANT;
}

static void check_writes(const graph_check *c)
{
    for (size_t n = 0; n < c->g->node_count; n++) {
        const plan_node *node = &c->g->nodes[n];
        for (size_t i = 0; i < node->range_count; i++) {
            const model_buffer *b = &c->v->m->buffers[node->ranges[i].buffer];
            if ((node->ranges[i].access & PLAN_WRITE) && !may_write(c->from->kind, b->role))
                verify_fail(c->v, node->at, "node %s writes %s, which graph %s may not", node->name, b->name,
                            c->g->name);
        }
    }
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void check_names(const graph_check *c)
{
    const char **names = ARENA_ARRAY(c->v->memory, const char *, c->g->node_count);
    for (size_t n = 0; n < c->g->node_count; n++)
        names[n] = c->g->nodes[n].name;
    qsort(names, c->g->node_count, sizeof *names, compare_names);
    for (size_t n = 1; n < c->g->node_count; n++) {
        if (strcmp(names[n - 1], names[n]) == 0)
            verify_fail(c->v, c->from->at, "two nodes of graph %s are called %s", c->g->name, names[n]);
    }
}

static void check_graph(const graph_check *c)
{
    const plan_node *nodes = c->g->nodes;
    const uint32_t *by_rank = verify_by_rank(c->v, c->g);
    size_t k = 0;
    while (k < c->g->node_count && nodes[by_rank[k]].step == MODEL_NONE)
        k++;
    for (size_t s = 0; s < c->from->step_count; s++) {
        size_t begin = k;
        while (k < c->g->node_count && nodes[by_rank[k]].step == s)
            k++;
        check_step(c->v, &c->from->steps[s], k > begin ? &nodes[by_rank[begin]] : NULL,
                   k > begin + 1 ? &nodes[by_rank[begin + 1]] : NULL, k - begin);
    }
    check_added_nodes(c);
    check_writes(c);
    check_names(c);
}

void verify_steps(verifier *v)
{
    for (size_t i = 0; i < v->p->graph_count; i++) {
        graph_check c = {v, &v->p->graphs[i], &v->m->graphs[i]};
        check_graph(&c);
    }
}
