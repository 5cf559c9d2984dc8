/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.c: what step mode does in place of a fused launch with loops or choices. The host holds their conditions, and
 * does itself what the generator's own kernels do that set one. */
#include <string.h>

#include "emit/parts.h"

/* ---- kernels that set conditions ---- */

typedef struct {
    const char *kernel;
    const char *does; /* of vg_setter */
    int passes, flag, number; /* its parameters, or -1 */
    int condition, more;
} setter;

/* kernels/builtin/control.cu */
static const setter setters[] = {
    {"vg_loop_begin", "VG_LOOP_BEGIN", 0, 1, 3, 2, -1},
    {"vg_loop_next", "VG_LOOP_NEXT", 0, 1, 3, 2, -1},
    {"vg_loop_half", "VG_LOOP_NEXT", 0, 1, 4, 2, 3},
    {"vg_loop_odd", "VG_LOOP_ODD", 0, -1, -1, 1, -1},
    {"vg_choose_if", "VG_CHOOSE_IF", -1, 0, -1, 1, -1},
    {"vg_choose_case", "VG_CHOOSE_CASE", -1, 0, -1, 1, -1},
};

static bool sets_condition(const emit *e, const emit_node *n)
{
    for (size_t i = 0; n->plan->kind == PLAN_KERNEL && i < n->plan->argument_count; i++)
        if (emit_is_handle(e, &n->plan->arguments[i]))
            return true;
    return false;
}

static const setter *find_setter(const emit_node *n)
{
    for (size_t i = 0; n->kernel->builtin != NULL && i < sizeof setters / sizeof *setters; i++)
        if (strcmp(setters[i].kernel, n->kernel->name) == 0)
            return &setters[i];
    return NULL;
}

bool emit_can_step(const emit *e, const emit_graph *parts)
{
    for (size_t i = 0; i < parts->plan->node_count; i++)
        if (sets_condition(e, &parts->nodes[i]) && find_setter(&parts->nodes[i]) == NULL)
            return false;
    return true;
}

bool emit_is_added(const emit *e, const emit_graph *g, const emit_node *n)
{
    return g->fused == NULL || (n->plan->kind != PLAN_CONDITIONAL && !sets_condition(e, n));
}

/* ---- statements ---- */

typedef struct {
    FILE *file;
    const emit *e;
    const emit_graph *parts;
    size_t next; /* of the parts */
} stepping;

static const char *address(const emit *e, const emit_node *n, int argument)
{
    return argument < 0 ? "0u" : emit_argument_address(e, &n->plan->arguments[argument], e->far);
}

static const char *condition(const emit *e, uint32_t buffer)
{
    return arena_printf(e->memory, "p->condition[%s]", e->conditions[buffer]);
}

static void set_condition(const stepping *s, const emit_node *n, const char *indent)
{
    const emit *e = s->e;
    const setter *does = find_setter(n);
    const plan_argument *arguments = n->plan->arguments;
    const char *value = condition(e, arguments[does->condition].condition);
    unsigned long number = 0;

    if (does->number >= 0)
        number = (unsigned long)emit_bits(arguments[does->number].value, arguments[does->number].type->size);
    emit_wrapped(s->file, indent, arena_printf(e->memory, "%s    ", indent),
                 arena_printf(e->memory, "status = vg_step_setter(&p->rt, %s, %s, %s, %s, %luu, &%s);", n->ordinal,
                              does->does, address(e, n, does->passes), address(e, n, does->flag), number, value));
    fputc('\n', s->file);
    emit_return_failure(s->file, indent);
    if (does->more >= 0)
        fprintf(s->file, "%s%s = %s;\n", indent, condition(e, arguments[does->more].condition), value);
}

static void list(stepping *s, const plan_fused_list *of, const char *indent);

static void bodies(stepping *s, const emit_node *n, const plan_part *part, const char *indent)
{
    const emit *e = s->e;
    const char *value = condition(e, n->plan->condition), *inner = arena_printf(e->memory, "%s    ", indent);

    for (size_t i = 0; i < n->plan->body_count; i++) {
        if (n->plan->control == STEP_WHILE)
            fprintf(s->file, "%swhile (%s != 0u) {\n", indent, value);
        else if (n->plan->control == STEP_SWITCH)
            fprintf(s->file, "%sif (%s == %zuu) {\n", i > 0 ? " else " : indent, value, i);
        else if (i == 0)
            fprintf(s->file, "%sif (%s != 0u) {\n", indent, value);
        else
            fputs(" else {\n", s->file);
        list(s, &part->bodies[i], inner);
        fprintf(s->file, "%s}", indent);
    }
    fputc('\n', s->file);
}

static void list(stepping *s, const plan_fused_list *of, const char *indent)
{
    for (size_t i = 0; i < of->part_count; i++) {
        const emit_node *n = &s->parts->nodes[s->next++];

        if (n->plan->kind == PLAN_CONDITIONAL) {
            bodies(s, n, &of->parts[i], indent);
        } else if (sets_condition(s->e, n)) {
            set_condition(s, n, indent);
        } else {
            fprintf(s->file, "%sstatus = vg_step_part(&p->rt, %s);\n", indent, n->ordinal);
            emit_return_failure(s->file, indent);
        }
    }
}

const char *emit_stepped_name(const emit *e, const emit_graph *parts)
{
    return parts->fused->plan->condition_count == 0
               ? "NULL"
               : emit_private(e, arena_printf(e->memory, "step_%s", parts->plan->name));
}

void emit_stepped(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->part_count; i++) {
        const plan_node *n = e->parts[i]->fused->plan;
        stepping s = {file, e, e->parts[i], 0};

        if (n->condition_count == 0)
            continue;
        emit_wrapped(file, "/* ", " * ",
                     arena_printf(e->memory,
                                  "Step mode: what %s does, part by part. The host reads flags where the launch "
                                  "would, and holds the conditions. */",
                                  e->parts[i]->fused->name));
        fprintf(file, "\nstatic vg_status %s(void *self)\n{\n    %s *p = (%s *)self;\n    vg_status status;\n\n",
                emit_stepped_name(e, e->parts[i]), e->self, e->self);
        for (size_t c = 0; c < n->condition_count; c++)
            fprintf(file, "    %s = %luu;\n", condition(e, n->conditions[c]),
                    (unsigned long)e->m->buffers[n->conditions[c]].condition_first);
        for (size_t b = 0; b < n->block_count; b++)
            list(&s, &n->blocks[b], "    ");
        fputs("    return VG_OK;\n}\n\n", file);
    }
}
