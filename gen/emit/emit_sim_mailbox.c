/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_sim.cpp: the resident launch of a mailbox, as a graph of one node whose parts are checked like steps. What they
 * reach of the mirror is a range of that. Lines are in no space, because the application looks at them at any time: the
 * two parts that take and send them are not looked at. */
#include <stdlib.h>

#include "base/stream.h"
#include "emit/sim_parts.h"
#include "plan/plan_mailbox.h"

#define MIRROR "\"the mirror\""

/* ---- ranges ---- */

static const plan_node *node_of(const plan_fused_list *list, const plan_part *part)
{
    return &list->of->nodes[part->node];
}

/* Where the mirror has the bytes of a buffer that an argument leads to. */
static uint64_t mirrored(const emit *e, const plan_fused_list *list, const plan_argument *a)
{
    for (uint32_t g = 0; g < e->p->graph_count; g++) {
        if (e->p->graphs[g].graph != list->of->graph)
            continue;
        for (int way = 0; way < 2; way++) {
            uint64_t at = plan_mirror_of(e->p->mailbox, g, a->buffer, (plan_direction)way);
            if (at != UINT64_MAX && a->first >= at && a->first < at + e->m->buffers[a->buffer].size)
                return at;
        }
    }
    return UINT64_MAX;
}

static const plan_argument *argument_at(const plan_node *n, plan_at at, uint32_t buffer)
{
    for (size_t i = 0; i < n->argument_count; i++)
        if (n->arguments[i].pointer && n->arguments[i].at == at && n->arguments[i].buffer == buffer)
            return &n->arguments[i];
    return NULL;
}

static const char *other_side(unsigned access)
{
    return (access & PLAN_WRITE) != 0 ? "VGSIM_READ" : "VGSIM_WRITE | VGSIM_WHOLE";
}

/* A copy between a buffer's place and the mirror touches both. */
static size_t one_range(FILE *file, const emit *e, const plan_fused_list *list, const plan_node *n, const plan_range *r)
{
    const plan_argument *a = argument_at(n, PLAN_AT_MIRROR, r->buffer);
    const char *name = emit_string(e->memory, e->m->buffers[r->buffer].name);
    uint64_t mirror = a != NULL ? mirrored(e, list, a) : UINT64_MAX, place = e->p->places[r->buffer].offset;
    bool both = mirror != UINT64_MAX && argument_at(n, PLAN_AT_PLACE, r->buffer) != NULL;

    if (mirror != UINT64_MAX)
        emit_sim_range(file, emit_sim_mirror(e), both ? other_side(r->access) : emit_sim_access(r->access),
                       mirror + r->first, mirror + r->last, name);
    if (mirror == UINT64_MAX || both)
        emit_sim_range(file, emit_sim_space(e, r->buffer), emit_sim_access(r->access), place + r->first,
                       place + r->last, name);
    return both ? 2 : 1;
}

static size_t list_ranges(FILE *file, const emit *e, const plan_fused_list *list);

static size_t part_ranges(FILE *file, const emit *e, const plan_fused_list *list, const plan_part *part)
{
    const plan_node *n = node_of(list, part);
    size_t count = 0;

    for (size_t b = 0; n->kind == PLAN_CONDITIONAL && b < n->body_count; b++)
        count += list_ranges(file, e, &part->bodies[b]);
    if (n->kind == PLAN_CONDITIONAL)
        return count;
    if (emit_sim_is_mail(e, n)) {
        emit_sim_range(file, emit_sim_mirror(e), "VGSIM_READ | VGSIM_WRITE", 0, e->p->mailbox->mirror_bytes, MIRROR);
        return 1;
    }
    for (size_t i = 0; i < n->range_count; i++)
        if (e->m->buffers[n->ranges[i].buffer].role != ROLE_CONDITION) /* it has no place */
            count += one_range(file, e, list, n, &n->ranges[i]);
    return count;
}

static size_t list_ranges(FILE *file, const emit *e, const plan_fused_list *list)
{
    size_t count = 0;

    for (size_t i = 0; i < list->part_count; i++)
        count += part_ranges(file, e, list, &list->parts[i]);
    return count;
}

size_t emit_sim_mirror_array(FILE *file, const emit *e, const plan_fused_list *list, const plan_part *part,
                             const char *name)
{
    stream text;
    FILE *lines = stream_open(&text);
    size_t count = part != NULL ? part_ranges(lines, e, list, part) : list_ranges(lines, e, list);

    stream_close(&text);
    emit_sim_write_array(file, "range", name, text.bytes, text.size, count);
    free(text.bytes);
    return count;
}

/* ---- the launch ---- */

void emit_sim_mailbox(FILE *file, const emit *e)
{
    const char *name = arena_printf(e->memory, "%s_mailbox", e->program);
    const plan_node *n;
    emit_node node = {0};
    emit_sim_lines lines = {0};

    if (!emit_has_mailbox(e))
        return;
    n = &e->p->mailbox->node;
    node.plan = n;
    node.kernel = e->p->kernels[n->kernel];
    fputs("// ---- the mailbox: a launch that stays on the device ----\n\n", file);
    lines.bodies = emit_sim_launch(file, e, n, name, true);
    lines.body_count = 1;
    lines.bindings = arena_printf(e->memory, "%s_bindings", name);
    lines.ranges = arena_printf(e->memory, "%s_ranges", name);
    lines.binding_count = emit_sim_array(file, e, &node, false, lines.bindings);
    lines.range_count = emit_sim_mirror_array(file, e, n->blocks, NULL, lines.ranges);
    fprintf(file, "static const vgsim_node %s_node[] = {\n", name);
    emit_sim_node_line(file, e, &node, &lines);
    fputs("};\n\n", file);
}

void emit_sim_mailbox_graph(FILE *file, const emit *e)
{
    if (emit_has_mailbox(e))
        fprintf(file, "    {\"mailbox\", %s_mailbox_node, 1u},\n", e->program);
}

/* ---- the mirror ---- */

void emit_sim_mirror_space(FILE *file, const emit *e)
{
    if (emit_has_mailbox(e))
        fprintf(file, "    {\"mirror\", %lluu, VGSIM_MIRROR, 0},\n", (unsigned long long)e->p->mailbox->mirror_bytes);
}

static size_t mailed_buffers(FILE *file, const emit *e, const plan_mail *list, size_t count, uint64_t at)
{
    size_t written = 0;

    for (size_t i = 0; i < count; i++) {
        const model_buffer *b;
        if (list[i].buffer == MODEL_NONE || list[i].by_value)
            continue;
        b = &e->m->buffers[list[i].buffer];
        if (file != NULL)
            fprintf(file, "    {\"%s\", %zuu, %lluu, %lluu, %uu},\n", b->name, emit_sim_mirror(e),
                    (unsigned long long)(at + 4u * (uint64_t)list[i].word), (unsigned long long)b->size,
                    (unsigned)b->type->size);
        written++;
    }
    return written;
}

size_t emit_sim_mirror_buffers(FILE *file, const emit *e)
{
    const plan_mailbox *mail = e->p->mailbox;
    size_t count = 0;

    for (size_t g = 0; emit_has_mailbox(e) && g < e->p->graph_count; g++) {
        count += mailed_buffers(file, e, mail->graphs[g].in, mail->graphs[g].in_count, mail->in_at);
        count += mailed_buffers(file, e, mail->graphs[g].out, mail->graphs[g].out_count, mail->out_at);
    }
    return count;
}
