/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `steps:`, `graphs:` and `setup:`: the lists of steps. */
#include "spec/read_step_parts.h"

static void read_graph(reader *r, const tree *key, const tree *value, model_graph_kind kind, const char *name)
{
    model_graph *g = &r->m->graphs[r->m->graph_count++];

    g->kind = kind;
    g->name = name;
    g->at = key->at;
    g->steps = read_step_list(r, key, value, &g->step_count);
}

/* False, with an error, for the second of `steps:` and `graphs:`. */
static bool take_graphs(reader *r, const tree *key)
{
    if (r->graphs_key == NULL) {
        r->graphs_key = key;
        return true;
    }
    diag_error(r->d, key->at, "steps-both", "a spec has either 'steps' or 'graphs', found both");
    diag_note(r->d, r->graphs_key->at, "the other one is here");
    return false;
}

void read_steps(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (take_graphs(r, key))
        read_graph(r, key, value, GRAPH_REPLAY, "main");
}

void read_graphs(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    if (!take_graphs(r, key))
        return;
    if (value->kind != TREE_SEQUENCE && value->length == 0 && value->count == 0) {
        if (!r->both)
            diag_error(r->d, value->kind == TREE_MAPPING ? value->at : key->at, "steps-empty",
                       "'graphs' has no graphs");
        return;
    }
    if (value->kind == TREE_SEQUENCE) {
        diag_error(r->d, key->at, "value-kind", "'graphs' is a mapping of names to lists of steps, found a list");
        diag_hint(r->d, "a single list of steps stands under 'steps'");
        return;
    }
    if (!read_is_section(r, value, "'graphs'") || !read_count(r, value->at, value->count, READ_MAX_GRAPHS, "graphs"))
        return;
    r->m->named_graphs = true;
    for (size_t i = 0; i < value->count; i++)
        read_graph(r, value->keys[i], value->items[i], GRAPH_REPLAY,
                   names_intern(r->n, value->keys[i]->text, value->keys[i]->length));
}

void read_setup(reader *r, const tree *key, const tree *value, void *object)
{
    (void)object;
    read_graph(r, key, value, GRAPH_SETUP, "setup");
}
