/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --print-plan: the nodes of a graph, what they wait for and the bytes that they touch. */
#include <inttypes.h>
#include <string.h>

#include "plan/completion.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

static void print_size(FILE *file, const char *what, const uint32_t size[3])
{
    fprintf(file, "; %s %" PRIu32 " x %" PRIu32 " x %" PRIu32, what, size[0], size[1], size[2]);
}

static void print_bodies(FILE *file, const emit *e, const plan_node *n)
{
    fprintf(file, "; condition %s; %s ", e->m->buffers[n->condition].name, n->body_count == 1 ? "body" : "bodies");
    for (size_t i = 0; i < n->body_count; i++)
        fprintf(file, "%s%s", i > 0 ? ", " : "", e->p->bodies[n->first_body + i].name);
}

static void print_grid(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;

    if (n->resident && described->step->count.root == NULL)
        fputs("; resident grid", file);
    else if (n->resident)
        fprintf(file, "; resident grid of at most %" PRIu32 " blocks", n->grid[0]);
    else if (described->setter != MODEL_NONE && described->step != NULL)
        print_size(file, arena_printf(e->memory, "grid from %s, at most", described->step->grid_name), n->grid);
    else
        print_size(file, "grid", n->grid);
}

/* Of what the driver could do by a node of its own. */
static void print_launch(FILE *file, const emit_node *described)
{
    if (described->kernel == NULL)
        return;
    print_size(file, "grid", described->plan->grid);
    print_size(file, "block", described->plan->block);
}

void print_plan_detail(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;

    switch (described->does) {
    case PLAN_KERNEL:
        print_grid(file, e, described);
        print_size(file, "block", n->block);
        if (n->shared_bytes > 0)
            fprintf(file, "; %" PRIu32 " bytes shared", n->shared_bytes);
        break;
    case PLAN_TRANSFER:
        fprintf(file, "; %" PRIu64 " bytes", described->run->bytes);
        if (described->run->piece_count > 1)
            fprintf(file, " in %zu pieces", described->run->piece_count);
        print_launch(file, described);
        break;
    case PLAN_COPY:
        fprintf(file, "; %" PRIu64 " bytes", n->bytes);
        print_launch(file, described);
        break;
    case PLAN_FILL:
        fprintf(file, "; %" PRIu64 " x %" PRIu32 " bytes", n->count, n->element);
        print_launch(file, described);
        break;
    case PLAN_CAPTURE:
        fprintf(file, "; at most %s", terms_count(e->memory, n->capture->most, "node"));
        break;
    case PLAN_CONDITIONAL:
        print_bodies(file, e, n);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        fputs("; one thread", file);
        break;
    case PLAN_FUSED:
        print_launch(file, described);
        break;
    case PLAN_EMPTY:
        break;
    }
}

static const char *access_words(unsigned access)
{
    const char *word = terms_access(access);

    if (strcmp(word, "read_write") == 0)
        return "reads and writes";
    if (strcmp(word, "write_all") == 0)
        return "writes all of";
    return strcmp(word, "read") == 0 ? "reads" : strcmp(word, "write") == 0 ? "writes into" : "works in";
}

static void print_range(FILE *file, const emit *e, const plan_range *range)
{
    const model_buffer *b = &e->m->buffers[range->buffer];

    if (b->role == ROLE_CONDITION) {
        fprintf(file, "      %s %s %s\n",
                range->access != PLAN_READ ? "sets"
                : b->grid                  ? "takes"
                                           : "tests",
                b->grid ? "grid" : "condition", b->name);
        return;
    }
    fprintf(file, "      %s %s", access_words(range->access), b->name);
    if (range->first > 0 || range->last < b->size)
        fprintf(file, ", bytes %" PRIu64 " to %" PRIu64 " of %" PRIu64, range->first, range->last, b->size);
    fputc('\n', file);
}

/* Explains the node of a step that the spec does not have as it is. */
static void print_origin(FILE *file, const emit *e, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step != MODEL_NONE ? &e->m->graphs[g->graph].steps[n->step] : NULL;
    const model_loop *loop = n->kind == PLAN_CONDITIONAL ? model_loop_of(e->m, g->graph, n->step) : NULL;

    if (loop != NULL) {
        fprintf(file, "      at most %s, %" PRIu32 " in its body", terms_count(e->memory, loop->max, "pass"),
                loop->unrolled);
        if (loop->prefix > 0)
            fprintf(file, ", %" PRIu32 " before it", loop->prefix);
        if (loop->passes != MODEL_NONE)
            fprintf(file, ", counted in %s", e->m->buffers[loop->passes].name);
        fputc('\n', file);
    }
    if (completion_purpose(n) != NULL)
        fprintf(file, "      added %s\n", completion_purpose(n));
    if (step != NULL && step->generated)
        fprintf(file, "      added %s\n",
                plan_does(e->p, n) == PLAN_COPY && model_is_move(e->m, g->graph, n->step)
                    ? "to bring swapped bytes to their place"
                    : "for control flow");
    if (step != NULL && step->copy > 0)
        fprintf(file, "      copy %" PRIu32 " of its step\n", step->copy);
}

void print_plan_node(FILE *file, const emit *e, const plan_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;

    fprintf(file, "  %s: %s", n->name, n->title);
    print_plan_detail(file, e, described);
    fputs("\n      after ", file);
    for (size_t i = 0; i < n->after_count; i++)
        fprintf(file, "%s%s", i > 0 ? ", " : "", g->nodes[n->after[i]].name);
    fputs(n->after_count == 0 ? "nothing\n" : "\n", file);
    print_plan_overlaps(file, e, g, n);
    print_origin(file, e, g, n);
    if (n->kind == PLAN_FUSED)
        print_plan_fused(file, e, described);
    if (n->switched != MODEL_NONE)
        fprintf(file, "      %s %s\n", n->unless ? "unless" : "when", e->m->switches[n->switched].name);
    for (size_t i = 0; i < n->range_count; i++)
        print_range(file, e, &n->ranges[i]);
}
