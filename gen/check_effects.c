/* SPDX-License-Identifier: MIT */
/* Bytes followed backwards through each graph: what a step writes is of use to somebody. */
#include "check_parts.h"

/* What is read after a graph: by the application, or by a later replay. */
static byte_range bytes_after(const model_buffer *b, model_graph_kind kind)
{
    byte_range whole = {0, b->size}, down = {b->down_first, b->down_last}, none = {0, 0};

    if (kind == GRAPH_SETUP)
        return b->role == ROLE_DERIVED ? whole : none;
    if (b->role == ROLE_STATE)
        return whole;
    return b->download != TRAFFIC_NEVER ? down : none;
}

static bool is_useful(const byte_set *live, const byte_use *uses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (check_writes(uses[i].access) && uses[i].access != ACCESS_WORK &&
            byte_set_meets(&live[uses[i].buffer], uses[i].first, uses[i].last))
            return true;
    return false;
}

/* `live` are the bytes that a later step, or what comes after the graph, reads. A step with a switch, or a grid
 * that may be 0, may not run, so what it would overwrite stays alive. */
static void step_back(checker *c, byte_set *live, const model_step *step)
{
    size_t count;
    const byte_use *uses = check_uses(c, step, &count);
    bool no_bytes = step->kind != STEP_LAUNCH && step->to.first == step->to.last; /* lower tells of these */

    if (!no_bytes && !is_useful(live, uses, count)) {
        diag_warning(c->d, step->at, "step-no-effect", "'%s' has no effect: nothing reads what it writes", step->title);
        if (step->kind == STEP_FILL)
            diag_hint(c->d, "a kernel that adds to it has a parameter that is inout, not out");
    }
    for (size_t i = 0; i < count && step->switched == MODEL_NONE && !check_may_be_empty(step); i++)
        if (uses[i].access == ACCESS_OUT || uses[i].access == ACCESS_WORK)
            byte_set_remove(c->a, &live[uses[i].buffer], uses[i].first, uses[i].last);
    for (size_t i = 0; i < count; i++)
        if (check_reads(uses[i].access))
            byte_set_add(c->a, &live[uses[i].buffer], uses[i].first, uses[i].last);
}

void check_effects(checker *c)
{
    byte_set *live = ARENA_ARRAY(c->a, byte_set, c->m->buffer_count + 1);

    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];

        for (size_t i = 0; i < c->m->buffer_count; i++) {
            byte_range after = bytes_after(&c->m->buffers[i], graph->kind);

            live[i].count = 0;
            byte_set_add(c->a, &live[i], after.first, after.last);
        }
        for (size_t i = graph->step_count; i-- > 0;)
            step_back(c, live, &graph->steps[i]);
    }
}
