/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/print_plan.h"

#include "report/print_plan_parts.h"

void print_plan(FILE *file, const emit *e, const times_table *t)
{
    fprintf(file, "program %s, layout %s\n", e->program, e->p->separate ? "separate" : "shared");
    print_plan_memory(file, e);
    print_plan_tuned(file, e);
    print_plan_mailbox(file, e);
    print_plan_graphs(file, e, t);
}
