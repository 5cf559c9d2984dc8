/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: the lines of one node, of a graph or among the parts of a fused launch. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "emit/sim_parts.h"
#include "plan/mailbox.h"

size_t emit_sim_space(const emit *e, uint32_t buffer)
{
    const plan_place *place = &e->p->places[buffer];

    if (e->m->buffers[buffer].external)
        return emit_sim_external_space(e, buffer);
    return place->arena == PLAN_PINNED ? emit_sim_pinned(e, buffer) : place->arena;
}

const char *emit_sim_access(unsigned access)
{
    switch (access & (PLAN_READ | PLAN_WRITE | PLAN_WHOLE | PLAN_WORK)) {
    case PLAN_READ:
        return "VGSIM_READ";
    case PLAN_WRITE:
        return "VGSIM_WRITE";
    case PLAN_WRITE | PLAN_WHOLE:
        return "VGSIM_WRITE | VGSIM_WHOLE";
    case PLAN_READ | PLAN_WRITE:
        return "VGSIM_READ | VGSIM_WRITE";
    case PLAN_READ | PLAN_WRITE | PLAN_WHOLE:
        return "VGSIM_READ | VGSIM_WRITE | VGSIM_WHOLE";
    default:
        return "VGSIM_READ | VGSIM_WRITE | VGSIM_WORK";
    }
}

static size_t write_ranges(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    size_t count = 0;

    if (described->run != NULL)
        return emit_sim_transfer_ranges(file, e, described->run);
    for (size_t i = 0; i < n->range_count; i++) {
        const plan_range *r = &n->ranges[i];
        const plan_place *place = &e->p->places[r->buffer];
        if (e->m->buffers[r->buffer].role == ROLE_CONDITION)
            continue; /* it has no place */
        count++;
        emit_sim_range(file, emit_sim_space(e, r->buffer), emit_sim_access(r->access), place->offset + r->first,
                       place->offset + r->last, emit_string(e->memory, e->m->buffers[r->buffer].name));
    }
    return count + (n->kind == PLAN_FUSED ? emit_sim_fused_ranges(file, e, n) : 0);
}

static void buffer_binding(FILE *file, const emit *e, const char *end, uint32_t buffer, uint64_t first)
{
    const plan_place *place = &e->p->places[buffer];

    emit_sim_binding(file, end, emit_sim_space(e, buffer), place->offset + first);
}

static size_t write_bindings(FILE *file, const emit *e, const emit_node *described)
{
    const plan_node *n = described->plan;
    size_t count = 0;

    switch (n->kind) {
    case PLAN_KERNEL:
        for (size_t i = 0; i < n->argument_count; i++) {
            if (n->arguments[i].pointer)
                count += emit_sim_argument(file, e, i, &n->arguments[i]);
        }
        return count;
    case PLAN_CAPTURE: /* by its ranges: a function is given pointers, not parameters */
        for (size_t i = 0; i < n->range_count; i++)
            buffer_binding(file, e, arena_printf(e->memory, "%zu", i), n->ranges[i].buffer, n->ranges[i].first);
        return n->range_count;
    case PLAN_COPY:
        buffer_binding(file, e, "VGSIM_TO", n->to, n->to_first);
        buffer_binding(file, e, "VGSIM_FROM", n->from, n->from_first);
        return 2;
    case PLAN_FILL:
        buffer_binding(file, e, "VGSIM_TO", n->to, n->to_first);
        return 1;
    case PLAN_TRANSFER:
        return emit_sim_transfer_bindings(file, e, described);
    case PLAN_END:
        emit_sim_binding(file, "0", e->p->arena_count, e->p->pinned.bytes - PLAN_COMPLETION_BYTES);
        return 1;
    case PLAN_FUSED:
        return emit_sim_fused_bindings(file, e, n);
    case PLAN_BEGIN:
    case PLAN_EMPTY:
    case PLAN_CONDITIONAL:
        break;
    }
    return 0;
}

/* An array of C++ cannot be empty. */
void emit_sim_write_array(FILE *file, const char *what, const char *name, const char *lines, size_t size, size_t count)
{
    if (count == 0)
        return;
    fprintf(file, "static const vgsim_%s %s[] = {\n", what, name);
    fwrite(lines, 1, size, file);
    fputs("};\n", file);
}

size_t emit_sim_array(FILE *file, const emit *e, const emit_node *n, bool ranges, const char *name)
{
    stream text;
    FILE *lines = stream_open(&text);
    size_t count = ranges ? write_ranges(lines, e, n) : write_bindings(lines, e, n);

    stream_close(&text);
    emit_sim_write_array(file, ranges ? "range" : "binding", name, text.bytes, text.size, count);
    free(text.bytes);
    return count;
}

bool emit_sim_is_mail(const emit *e, const plan_node *n)
{
    return n->kind == PLAN_KERNEL && e->p->kernels[n->kernel]->builtin != NULL &&
           strcmp(e->p->kernels[n->kernel]->builtin, PLAN_MAIL_FILE) == 0;
}

static const char *kind_word(const emit *e, const emit_node *n)
{
    switch (n->plan->kind) {
    case PLAN_KERNEL:
        if (emit_sim_is_mail(e, n->plan))
            return "VGSIM_LINES_NODE";
        return n->does == PLAN_KERNEL ? "VGSIM_KERNEL_NODE" : "VGSIM_MOVE_NODE";
    case PLAN_BEGIN:
        return "VGSIM_KERNEL_NODE";
    case PLAN_FUSED:
        return "VGSIM_FUSED_NODE";
    case PLAN_END:
        return "VGSIM_END_NODE";
    case PLAN_CAPTURE:
        return "VGSIM_CALL_NODE";
    case PLAN_TRANSFER:
        return n->kernel != NULL ? "VGSIM_TRANSFER_NODE" : "VGSIM_COPY_NODE";
    case PLAN_COPY:
        return "VGSIM_COPY_NODE";
    case PLAN_FILL:
        return "VGSIM_FILL_NODE";
    case PLAN_CONDITIONAL:
        return "VGSIM_CONDITIONAL_NODE";
    case PLAN_EMPTY:
        break;
    }
    return "VGSIM_EMPTY_NODE";
}

/* The line of the node's step, or 0. */
static unsigned line_of(const emit *e, const plan_node *n)
{
    unsigned line = 0, column = 0;

    if (n->at.source != 0 && e->in->sources != NULL)
        diag_locate(e->in->sources, n->at.source, n->at.begin, &line, &column);
    return line;
}

void emit_sim_node_line(FILE *file, const emit *e, const emit_node *n, const emit_sim_lines *lines)
{
    const char *none = "nullptr";
    const char *symbol = n->kernel != NULL ? arena_printf(e->memory, "\"%s\"", e->i->symbols[n->plan->kernel]) : none;

    fprintf(file, "    {%s, %s, %s,\n     %s, %zuu,\n     %s, %zuu,%s%s, %zuu, %uu},\n", kind_word(e, n),
            emit_string(e->memory, n->plan->title), symbol, lines->binding_count > 0 ? lines->bindings : none,
            lines->binding_count, lines->range_count > 0 ? lines->ranges : none, lines->range_count,
            lines->bodies != NULL ? "\n     " : " ", lines->bodies != NULL ? lines->bodies : none, lines->body_count,
            line_of(e, n->plan));
}
