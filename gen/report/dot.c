/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/dot.h"

#include <string.h>

#include "emit/emit_facts.h"
#include "emit/emit_text.h"
#include "plan/completion.h"
#include "report/fused.h"
#include "report/terms.h"

/* Escapes text for a quoted label. */
static char *label_text(arena *a, const char *text)
{
    size_t length = strlen(text), at = 0;
    char *label = arena_alloc(a, 2 * length + 1);

    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\')
            label[at++] = '\\';
        label[at++] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
    }
    return label;
}

static const char *grid(const emit *e, const emit_node *described, size_t axis)
{
    const plan_node *n = described->plan;

    if (axis == 0 && described->setter != MODEL_NONE && described->step != NULL)
        return arena_printf(e->memory, "%s (at most %lu)", described->step->grid_name, (unsigned long)n->grid[0]);
    if (axis == 0 && n->resident)
        return described->step->count.root == NULL
                   ? "resident"
                   : arena_printf(e->memory, "resident (at most %lu)", (unsigned long)n->grid[0]);
    return n->grid_varies[axis] != NULL ? label_text(e->memory, emit_expr_text(e, n->grid_varies[axis]->root))
                                        : arena_printf(e->memory, "%lu", (unsigned long)n->grid[axis]);
}

static void sizes(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;

    fprintf(file, "\\ngrid %s x %s x %s, block %lu x %lu x %lu", grid(e, described, 0), grid(e, described, 1),
            grid(e, described, 2),
            (unsigned long)n->block[0], (unsigned long)n->block[1], (unsigned long)n->block[2]);
}

/* " by vg_copy" and its size, where it is a launch. */
static void launched(FILE *file, const emit *e, const emit_node *described)
{
    if (described->kernel == NULL)
        return;
    fprintf(file, " by %s", described->kernel->name);
    sizes(file, e, described);
}

static void detail(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    const char *direct = emit_direct_list(e, n);

    switch (described->does) {
    case PLAN_KERNEL:
        sizes(file, e, described);
        if (direct != NULL)
            fprintf(file, "\\n%s in pinned memory", direct);
        break;
    case PLAN_COPY:
        fprintf(file, "\\n%llu bytes", (unsigned long long)n->bytes);
        launched(file, e, described);
        break;
    case PLAN_TRANSFER:
        fprintf(file, "\\n%llu bytes", (unsigned long long)emit_run_bytes(described->run));
        launched(file, e, described);
        break;
    case PLAN_FILL:
        fprintf(file, "\\n%llu bytes", (unsigned long long)(n->count * n->element));
        launched(file, e, described);
        break;
    case PLAN_CAPTURE:
        fprintf(file, "\\nat most %s", terms_count(e->memory, n->capture->most, "node"));
        break;
    case PLAN_CONDITIONAL:
        fprintf(file, "\\ncondition %s", e->m->buffers[n->condition].name);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        fprintf(file, "\\n%s", completion_purpose(n));
        break;
    case PLAN_FUSED:
    case PLAN_EMPTY:
        break;
    }
}

static const char *shape_of(plan_node_kind kind)
{
    switch (kind) {
    case PLAN_KERNEL:
    case PLAN_FUSED:
    case PLAN_BEGIN:
    case PLAN_END:
        return "box";
    case PLAN_CAPTURE:
        return "component";
    case PLAN_TRANSFER:
        return "cds";
    case PLAN_COPY:
    case PLAN_FILL:
        return "note";
    case PLAN_CONDITIONAL:
        return "diamond";
    case PLAN_EMPTY:
        break;
    }
    return "point";
}

/* The edge is programmatic for at least one target. */
static bool is_programmatic(const plan_node *n, size_t edge)
{
    return n->programmatic != NULL && n->programmatic[edge] != 0;
}

static void node(FILE *file, const emit *e, const char *name, const emit_node *n)
{
    const char *when = terms_when(e, n);

    fprintf(file, "        \"%s\" [shape=%s, label=\"%s\\n%s", name, shape_of(n->does), n->plan->name,
            label_text(e->memory, n->plan->title));
    detail(file, e, n);
    if (when != NULL)
        fprintf(file, "\\n%s", when);
    fprintf(file, "\"%s];\n", n->toggled ? ", style=dashed" : "");
}

/* ---- fused launches ---- */

/* "main.fused.scale", or "main.fused.main_seek_do_step" for what stands in a body. */
static const char *part_id(const emit *e, const plan_graph *g, const emit_node *fused, size_t part)
{
    return arena_printf(e->memory, "%s.%s.%s", g->name, fused->name, fused->parts->nodes[part].name);
}

/* *next: the first of the list's parts. *before: the part that comes before it, or NULL. */
static void parts(FILE *file, const emit *e, const plan_graph *g, const emit_node *fused, const plan_fused_list *list,
                  size_t *next, const char **before)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const emit_node *n = &fused->parts->nodes[*next];
        const char *id = part_id(e, g, fused, (*next)++), *inner;

        node(file, e, id, n);
        if (*before != NULL)
            fprintf(file, "        \"%s\" -> \"%s\"%s;\n", *before, id,
                    n->part->apart ? " [style=dotted, arrowhead=none]" : "");
        *before = id;
        for (size_t k = 0; k < n->plan->body_count; k++) {
            fprintf(file, "    subgraph \"cluster_%s.%zu\" {\n        label=\"%s\";\n", id, k,
                    terms_body_word(e->memory, n->plan->control, k));
            inner = id;
            parts(file, e, g, fused, &list->parts[i].bodies[k], next, &inner);
            fputs("    }\n", file);
        }
    }
}

/* A cluster with what the launch does, one after the other. Edges of the launch lead to and from its frame. */
static void fused_launch(FILE *file, const emit *e, const plan_graph *g, const emit_node *fused)
{
    const plan_node *n = fused->plan;
    size_t next = 0;

    fprintf(file, "    subgraph \"cluster_%s.%s\" {\n        label=\"%s: %zu in one launch", g->name, fused->name,
            fused->name, fused_count(fused));
    sizes(file, e, fused);
    fputs("\";\n        style=rounded;\n", file);
    for (size_t i = 0; i < n->block_count; i++) {
        const char *before = NULL;
        parts(file, e, g, fused, &n->blocks[i], &next, &before);
    }
    fputs("    }\n", file);
}

/* The end of an edge: a node, or any in the frame of a fused launch. */
static const char *edge_end(const emit *e, const emit_graph *g, uint32_t n)
{
    if (g->nodes[n].parts != NULL)
        return part_id(e, g->plan, &g->nodes[n], 0);
    return terms_node(e->memory, g->plan, n);
}

static void edge(FILE *file, const emit *e, const emit_graph *g, uint32_t to, size_t index)
{
    uint32_t from = g->plan->nodes[to].after[index];
    const char *more = is_programmatic(&g->plan->nodes[to], index) ? "style=dashed" : "";

    if (g->nodes[from].parts != NULL)
        more = arena_printf(e->memory, "%s%sltail=\"cluster_%s.%s\"", more, more[0] != '\0' ? ", " : "", g->plan->name,
                            g->nodes[from].name);
    if (g->nodes[to].parts != NULL)
        more = arena_printf(e->memory, "%s%slhead=\"cluster_%s.%s\"", more, more[0] != '\0' ? ", " : "", g->plan->name,
                            g->nodes[to].name);
    fprintf(file, "        \"%s\" -> \"%s\"%s;\n", edge_end(e, g, from), edge_end(e, g, to),
            more[0] == '\0' ? "" : arena_printf(e->memory, " [%s]", more));
}

static void graph(FILE *file, const emit *e, const emit_graph *described);

/* Each body of a conditional node is a cluster inside that of the graph; a dotted line leads to it. */
static void bodies(FILE *file, const emit *e, const plan_graph *g, const emit_node *n)
{
    for (size_t i = 0; i < n->plan->body_count; i++) {
        const emit_graph *described = emit_body(e, n, i);
        const plan_graph *body = described->plan;

        graph(file, e, described);
        fprintf(file,
                "        \"%s.%s\" -> \"%s.%s\" [style=dotted, arrowhead=none, label=\"%s\", lhead=\"cluster_%s\"];\n",
                g->name, n->name, body->name, body->node_count > 0 ? body->nodes[0].name : "",
                terms_body(e->memory, e->p, body), body->name);
    }
}

static void graph(FILE *file, const emit *e, const emit_graph *described)
{
    const plan_graph *g = described->plan;

    fprintf(file, "    subgraph \"cluster_%s\" {\n        label=\"%s\";\n", g->name, g->name);
    if (g->node_count == 0 && described->is_body)
        fprintf(file, "        \"%s.\" [shape=plaintext, label=\"nothing\"];\n", g->name);
    for (uint32_t i = 0; i < g->node_count; i++) {
        if (described->nodes[i].parts != NULL)
            fused_launch(file, e, g, &described->nodes[i]);
        else
            node(file, e, terms_node(e->memory, g, i), &described->nodes[i]);
    }
    for (uint32_t i = 0; i < g->node_count; i++)
        for (size_t j = 0; j < g->nodes[i].after_count; j++)
            edge(file, e, described, i, j);
    for (size_t i = 0; i < g->node_count; i++)
        bodies(file, e, g, &described->nodes[i]);
    fputs("    }\n", file);
}

void dot_write(FILE *file, const emit *e)
{
    fprintf(file,
            "/* SPDX-" "License-Identifier: 0BSD */\n/* SPDX-" "FileCopyrightText: 2026 The vggen authors */\n"
            "/* Made by vggen %s from %s (run %s). Do not edit. */\n",
            e->in->version, e->spec, e->stamp);
    fprintf(file, "digraph \"%s\" {\n%s    node [fontname=\"sans-serif\"];\n", e->program,
            e->p->body_count > 0 || e->p->plain != NULL ? "    compound=true;\n" : "");
    for (size_t i = 0; i < e->p->graph_count; i++)
        graph(file, e, &e->graphs[i]);
    fputs("}\n", file);
}
