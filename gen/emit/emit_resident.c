/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: launches with as many blocks as the device runs at once. */
#include "emit/parts.h"

static bool is_resident(const emit_node *n)
{
    return n->plan->kind == PLAN_KERNEL && n->plan->resident;
}

bool emit_any_resident(const emit *e)
{
    return emit_any_node(e, is_resident);
}

const char *emit_resident_blocks(const emit *e, const emit_node *n)
{
    return arena_printf(e->memory, "p->blocks[%s]", n->ordinal);
}

const char *emit_resident_most(const emit *e, const emit_node *n)
{
    return n->step->count.root != NULL ? emit_grid_size(e, n, 0) : NULL;
}

/* Before the launch is filled in, which takes the number. */
void emit_resident(const emit_block *b)
{
    const emit *e = b->e;
    const emit_node *n = b->n;
    const char *most = NULL, *tuned = emit_tuned(e, n), *threads, *shared;

    if (!is_resident(n))
        return;
    threads = tuned != NULL ? emit_tuned_threads(e, n) : arena_printf(e->memory, "%luu", (unsigned long)n->threads);
    shared = tuned != NULL ? arena_printf(e->memory, "%s.shared", tuned)
                           : arena_printf(e->memory, "%luu", (unsigned long)n->plan->shared_bytes);
    most = emit_resident_most(e, n);
    emit_wrapped(b->file, "    ", "        ",
                 arena_printf(e->memory,
                              "status = vg_resident(&p->rt, %s, p->kernel[%s_KERNEL_%s], %s, %s, %luu, %s, &%s);",
                              n->ordinal, e->prefix, n->kernel->name, threads, shared,
                              (unsigned long)(n->kernel->cluster_count > 0 ? n->kernel->cluster_size[0] : 1),
                              most != NULL ? most : "0u", emit_resident_blocks(e, n)));
    fputc('\n', b->file);
    emit_return_failure(b->file, "    ");
}
