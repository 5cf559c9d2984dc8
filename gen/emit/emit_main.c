/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_main.c: the program's table for the command-line driver. */
#include "emit/emit_driver.h"

static void fill_table(FILE *file, const void *context)
{
    const emit *e = context;

    emit_driver_functions(file, e);
    emit_driver_table(file, e, "NULL", "NULL");
    emit_driver_asks(file, e);
}

void emit_main(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {{"table", fill_table}, {"workspaces", emit_driver_workspaces}};

    emit_template(file, e, "main.c.in", NULL, 0, slots, 2);
}
