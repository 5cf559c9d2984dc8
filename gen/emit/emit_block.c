/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: what the lines of every node have: its dependencies, the driver's call, and what follows it. */
#include "emit/parts.h"

void emit_fill_after(const emit_block *b)
{
    const plan_node *n = b->n->plan;
    size_t count = 0;

    for (size_t i = 0; i < n->after_count; i++)
        if (b->n->images == NULL || b->n->images[i] == 0)
            fprintf(b->file, "    after[%zu] = (CUgraphNode)%s;\n", count++,
                    emit_node_handle(b->e, &b->g->nodes[n->after[i]]));
}

void emit_add_call(const emit_block *b, const char *call, const char *rest)
{
    fprintf(b->file, "    result = %s(&node, to, %s, %zu%s);\n", call, b->n->ordinary == 0 ? "NULL" : "after",
            b->n->ordinary, rest);
    emit_added(b, call);
}

void emit_added(const emit_block *b, const char *call)
{
    emit_wrapped(b->file, "    ", "        ",
                 arena_printf(b->e->memory, "status = vg_node_added(&p->rt, %s, node, (int)result, \"%s\");",
                              b->n->ordinal, call));
    fputc('\n', b->file);
    emit_return_failure(b->file, "    ");
}

void emit_return_failure(FILE *file, const char *indent)
{
    fprintf(file, "%sif (status != VG_OK) {\n%s    return status;\n%s}\n", indent, indent, indent);
}
