/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* --print-plan: what a fused launch does, and why nodes are in none. */
#include <inttypes.h>

#include "report/fused.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

static void print_size(FILE *file, const char *what, const uint32_t size[3])
{
    fprintf(file, "; %s %" PRIu32 " x %" PRIu32 " x %" PRIu32, what, size[0], size[1], size[2]);
}

static void print_launch(FILE *file, const emit_node *n)
{
    const plan_part *part = n->part;

    print_size(file, "grid", part->grid);
    print_size(file, "block", part->block);
    if (n->plan->shared_bytes > 0)
        fprintf(file, "; %" PRIu32 " bytes shared", n->plan->shared_bytes);
    if (part->grid[0] != 1 || part->grid[1] != 1 || part->grid[2] != 1)
        fputs("; folded into one block", file);
}

static void print_part(FILE *file, const emit *e, const emit_node *n)
{
    const plan_node *node = n->plan;
    const char *when = terms_when(e, n);

    fprintf(file, "%s: %s", node->name, node->title);
    switch (n->does) {
    case PLAN_KERNEL:
        print_launch(file, n);
        break;
    case PLAN_TRANSFER:
        fprintf(file, "; %" PRIu64 " bytes", n->run->bytes);
        break;
    case PLAN_COPY:
        fprintf(file, "; %" PRIu64 " bytes", node->bytes);
        break;
    case PLAN_FILL:
        fprintf(file, "; %" PRIu64 " x %" PRIu32 " bytes", node->count, node->element);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        fputs("; one thread", file);
        break;
    case PLAN_CONDITIONAL:
    case PLAN_CAPTURE:
    case PLAN_FUSED:
    case PLAN_EMPTY:
        break;
    }
    if (when != NULL)
        fprintf(file, "; %s", when);
    if (n->part->apart)
        fputs("; beside the one before", file);
    fputc('\n', file);
}

/* *next: the first of its parts. */
static void print_list(FILE *file, const emit *e, const emit_node *fused, const plan_fused_list *list, size_t *next,
                       int indent)
{
    for (size_t i = 0; i < list->part_count; i++) {
        const emit_node *n = &fused->parts->nodes[(*next)++];
        const plan_node *node = n->plan;

        fprintf(file, "%*s", indent, "");
        print_part(file, e, n);
        for (size_t k = 0; k < node->body_count; k++) {
            bool named = node->control == STEP_SWITCH || node->body_count > 1;
            if (named)
                fprintf(file, "%*s%s\n", indent + 2, "", terms_body_word(e->memory, node->control, k));
            print_list(file, e, fused, &list->parts[i].bodies[k], next, indent + (named ? 4 : 2));
        }
    }
}

void print_plan_fused(FILE *file, const emit *e, const emit_node *fused)
{
    const plan_node *n = fused->plan;
    size_t next = 0;

    for (size_t i = 0; i < n->block_count; i++) {
        if (n->block_count > 1)
            fprintf(file, "      block %zu does\n", i);
        else
            fputs("      does\n", file);
        print_list(file, e, fused, &n->blocks[i], &next, 8);
    }
}

void print_plan_unfused(FILE *file, const emit *e, const plan_graph *g)
{
    size_t count;
    const fused_reason *reasons = fused_reasons(e, g, &count);

    if (count > 0 && fused_never(e) != NULL)
        return;
    for (size_t i = 0; i < count; i++)
        fprintf(file, "  not fused: %s (%s)\n", reasons[i].nodes, reasons[i].why);
}
