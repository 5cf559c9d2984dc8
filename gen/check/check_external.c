/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers with `memory: external`: what may be said of one, and which steps may use it. Their addresses are those of
 * the application and change between replays, so that only nodes whose parameters the driver lets change can use
 * them. */
#include "check/check_parts.h"

/* ---- the buffer ---- */

static bool refuse_key(checker *c, const model_buffer *b, span at, const char *key, const char *hint)
{
    if (at.source == 0)
        return true;
    diag_error(c->d, at, "external-key", "'%s' is not for '%s', which lies in external memory", key, b->name);
    diag_note(c->d, b->external_at, "'memory' is here");
    diag_hint(c->d, "%s", hint);
    return false;
}

static bool check_keys_of(checker *c, const model_buffer *b)
{
    static const char *const crosses = "the application's memory is where it is: nothing crosses";
    static const char *const filled = "the application gives it its bytes";

    return refuse_key(c, b, b->upload_at, "upload", crosses) && refuse_key(c, b, b->download_at, "download", crosses) &&
           refuse_key(c, b, b->io_at, "io", crosses) && refuse_key(c, b, b->range_at, "range", crosses) &&
           refuse_key(c, b, b->at_offset.at, "at", "the application chooses the address; 'align' is checked there") &&
           refuse_key(c, b, b->init.at, "init", filled) && refuse_key(c, b, b->data_at, "data", filled);
}

bool check_external(checker *c, model_buffer *b)
{
    if (!b->external)
        return true;
    if (b->role != ROLE_INPUT && b->role != ROLE_OUTPUT) {
        diag_error(c->d, b->external_at, "external-role", "'memory: external' is for an input or output, '%s' is %s",
                   b->name, model_role_name(b->role));
        diag_hint(c->d, "%s",
                  b->role == ROLE_INOUT ? "give the steps an external input and an external output"
                                        : "what only the program's own steps see has memory of its own");
        return false;
    }
    if (!check_keys_of(c, b))
        return false;
    if (b->size == 0 && b->shape_count > 0) {
        diag_error(c->d, b->external_at, "external-empty", "'%s' has no bytes, so no memory can be bound to it",
                   b->name);
        return false;
    }
    b->upload = b->download = TRAFFIC_NEVER;
    b->down_first = 0;
    b->down_last = b->size;
    return true;
}

/* ---- its steps ---- */

static const char *holder_text(const model_graph *g, const model_step *step)
{
    static const char *const words[] = {[STEP_WHILE] = "a while", [STEP_IF] = "an if", [STEP_SWITCH] = "a switch"};

    return words[g->steps[step->inside - 1].kind];
}

static void refuse_step(checker *c, const byte_use *u, const char *why, const char *hint)
{
    const model_buffer *b = &c->m->buffers[u->buffer];

    diag_error(c->d, u->at, "external-step", "'%s' lies in external memory, which %s", b->name, why);
    diag_note(c->d, b->external_at, "'memory' is here");
    diag_hint(c->d, "%s", hint);
}

/* Returns false after an error: one for each step is enough. */
static bool check_use(checker *c, const model_graph *g, const model_step *step, const byte_use *u)
{
    if (!c->m->buffers[u->buffer].external)
        return true;
    if (step->inside != 0)
        refuse_step(c, u, arena_printf(c->a, "no step inside %s can reach", holder_text(g, step)),
                    "let a launch before it copy the bytes into a scratch buffer, or one behind it out of one");
    else if (step->kind == STEP_CAPTURE)
        refuse_step(c, u, "a capture cannot follow: its nodes keep the addresses that they had in open",
                    "let a launch before it copy the bytes into a scratch buffer, or one behind it out of one");
    else if (step->kind != STEP_LAUNCH)
        refuse_step(c, u, "only launches reach", "launch a kernel that does the same");
    else if (u->hidden)
        refuse_step(c, u, "steps reach by an argument alone", "give the kernel a parameter for it");
    else
        return true;
    return false;
}

void check_external_steps(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];
        for (size_t i = 0; i < graph->step_count; i++) {
            size_t count;
            const byte_use *uses;

            check_enter(c, &graph->steps[i]);
            if (check_is_control(&graph->steps[i]))
                continue;
            uses = check_uses(c, &graph->steps[i], &count);
            for (size_t k = 0; k < count && check_use(c, graph, &graph->steps[i], &uses[k]); k++)
                continue;
        }
    }
}
