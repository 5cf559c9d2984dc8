/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: launches whose grids the device sets. */
#include "emit/parts.h"

/* The launch before it is in the graph already, and now gets the handle. */
void emit_sized(const emit_block *b)
{
    const emit *e = b->e;
    const emit_node *setter;
    const char *launch;

    if (b->n->setter == MODEL_NONE)
        return;
    setter = &b->g->nodes[b->n->setter];
    launch = emit_launch_variable(b, setter);
    fprintf(b->file, "    status = vg_node_grid(&p->rt, %s, &p->condition[%s]);\n", b->n->ordinal,
            e->conditions[b->n->plan->condition]);
    emit_return_failure(b->file, "    ");
    fprintf(b->file, "    /* Node %lu, %s, sets its grid. */\n", (unsigned long)setter->number, setter->name);
    if (setter->patched) {
        fprintf(b->file, "    %s\n", emit_describe_call(e, b->g, setter, true, launch));
    } else {
        emit_begin_launch(b->file, e, setter, arena_printf(e->memory, "&%s", launch));
        emit_arguments(b->file, e, setter, "    ", arena_printf(e->memory, "%s.", launch), e->near);
    }
    fprintf(b->file, "    status = vg_node_again(&p->rt, %s, &%s.kernel);\n", setter->ordinal, launch);
    emit_return_failure(b->file, "    ");
}

static void look_at(FILE *file, const emit *e, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        if (n->setter == MODEL_NONE)
            continue;
        fprintf(file, "        status = vg_grid_fits(&p->rt, %s, %s, &p->rt.%s[%s]);\n", n->ordinal,
                emit_grid_size(e, n, 0), emit_pinned_base(e, n->above), emit_pinned_at(e, n->above, PLAN_DOWNLOAD));
        emit_return_failure(file, "        ");
    }
}

/* The graph and its bodies. */
static void graph_case(FILE *file, const emit *e, const emit_graph *g)
{
    bool any = false;

    for (size_t i = 0; i < e->order_count; i++) {
        const emit_graph *part = e->order[i];
        if (part->plan->graph != g->plan->graph || !part->sized)
            continue;
        if (!any)
            fprintf(file, "    case %s:\n", g->ordinal);
        any = true;
        look_at(file, e, part);
    }
    if (any)
        fputs("        break;\n", file);
}

void emit_ended(FILE *file, const emit *e)
{
    if (!emit_any_sized(e))
        return;
    fprintf(file,
            "/* After each replay: whether the device wanted larger grids than there may be. */\n"
            "static vg_status %s(void *self, unsigned graph)\n{\n    %s *p = (%s *)self;\n    vg_status status;\n\n"
            "    switch (graph) {\n",
            emit_private(e, "ended"), e->self, e->self);
    for (size_t g = 0; g < e->replayed; g++)
        graph_case(file, e, &e->graphs[g]);
    fputs("    default:\n        break;\n    }\n    return VG_OK;\n}\n\n", file);
}
