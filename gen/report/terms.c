/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/terms.h"

#include <inttypes.h>
#include <string.h>

const char *terms_kind(plan_node_kind kind)
{
    switch (kind) {
    case PLAN_KERNEL:
        return "kernel";
    case PLAN_COPY:
        return "copy";
    case PLAN_FILL:
        return "fill";
    case PLAN_CAPTURE:
        return "capture";
    case PLAN_TRANSFER:
        return "transfer";
    case PLAN_CONDITIONAL:
        return "conditional";
    case PLAN_BEGIN:
        return "begin";
    case PLAN_END:
        return "end";
    case PLAN_FUSED:
        return "fused";
    case PLAN_EMPTY:
        break;
    }
    return "join";
}

const char *terms_access(unsigned access)
{
    if ((access & PLAN_WORK) != 0)
        return "work";
    if ((access & PLAN_READ) != 0)
        return (access & PLAN_WRITE) != 0 ? "read_write" : "read";
    return (access & PLAN_WHOLE) != 0 ? "write_all" : "write";
}

const char *terms_node(arena *a, const plan_graph *g, uint32_t node)
{
    return arena_printf(a, "%s.%s", g->name, g->nodes[node].name);
}

const char *terms_when(const emit *e, const emit_node *n)
{
    if (n->switched)
        return arena_printf(e->memory, "%s %s", n->plan->unless ? "unless" : "when",
                            e->m->switches[n->plan->switched].name);
    if (n->on_request)
        return "on request";
    if (n->if_changed)
        return "if changed";
    return n->may_be_empty ? "unless its grid is empty" : NULL;
}

const plan_graph *terms_holder(const plan *p, const plan_graph *body)
{
    return body->holder == MODEL_NONE ? &p->graphs[body->graph] : &p->bodies[body->holder];
}

const char *terms_body_word(arena *a, model_step_kind control, size_t body)
{
    if (control == STEP_SWITCH)
        return arena_printf(a, "case %zu", body);
    return body == 0 ? "do" : "else";
}

const char *terms_body(arena *a, const plan *p, const plan_graph *body)
{
    return terms_body_word(a, terms_holder(p, body)->nodes[body->holder_node].control, body->body);
}

const char *terms_count(arena *a, size_t count, const char *what)
{
    bool hissing = what[strlen(what) - 1] == 's';

    return arena_printf(a, "%zu %s%s", count, what, count == 1 ? "" : hissing ? "es" : "s");
}

const char *terms_time(arena *a, double microseconds)
{
    char *text = arena_printf(a, "%.3f", microseconds);
    size_t length = strlen(text);

    while (text[length - 1] == '0')
        length--;
    text[text[length - 1] == '.' ? length - 1 : length] = '\0';
    return text;
}

const char *terms_block(arena *a, const uint32_t block[3])
{
    if (block[1] == 1 && block[2] == 1)
        return arena_printf(a, "%" PRIu32, block[0]);
    return arena_printf(a, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, block[0], block[1], block[2]);
}

const model_measured *terms_measured(const model *m, const model_kernel *k)
{
    for (size_t i = 0; m->measured != NULL && !m->measured->stale && i < m->measured->kernel_count; i++)
        if (strcmp(m->measured->kernels[i].kernel, k->name) == 0)
            return &m->measured->kernels[i];
    return NULL;
}
