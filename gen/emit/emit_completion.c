/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the end of a replay is seen, as the generated files and their reports say it. */
#include <string.h>

#include "emit/parts.h"
#include "plan/completion.h"

const char *emit_completion_text(const emit *e, const plan_graph *g)
{
    const char *why = completion_reason(e->memory, e->m, e->p, g);

    switch (completion_of(e->m, g)) {
    case COMPLETION_NODE:
        return arena_printf(e->memory, "its last node, %s, writes the word", g->nodes[g->node_count - 1].name);
    case COMPLETION_WRITE:
        return arena_printf(e->memory, "the stream writes the word after it: %s", why);
    case COMPLETION_QUERY:
        break;
    }
    return arena_printf(e->memory, "the stream is asked, for there are several lanes: %s", why);
}

static bool says_the_same(const emit *e, size_t graph, size_t other)
{
    return strcmp(emit_completion_text(e, &e->p->graphs[graph]), emit_completion_text(e, &e->p->graphs[other])) == 0;
}

static bool was_said(const emit *e, size_t graph)
{
    for (size_t i = 0; i < graph; i++)
        if (says_the_same(e, i, graph))
            return true;
    return false;
}

void emit_completions(FILE *file, const emit *e)
{
    bool any = false;

    for (size_t i = 0; i < e->replayed; i++) {
        emit_names list = {e->memory, NULL, 0, 0};

        if (was_said(e, i))
            continue;
        for (size_t k = i; k < e->replayed; k++)
            if (says_the_same(e, i, k))
                emit_names_add(&list, e->p->graphs[k].name);
        fputs(any ? "\n" : "", file);
        emit_wrapped(file, " *   ", " *     ",
                     arena_printf(e->memory, "%s: %s", list.text,
                                  emit_prose(e->memory, emit_completion_text(e, &e->p->graphs[i]))));
        any = true;
    }
    fputs(any ? " */\n" : " *   there are none */\n", file);
}
