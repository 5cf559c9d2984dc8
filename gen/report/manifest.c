/* SPDX-License-Identifier: MIT */
#include "report/manifest.h"

#include "report/manifest_parts.h"

void manifest_write(FILE *file, const emit *e)
{
    json j;

    json_begin(&j, file);
    json_number(&j, "version", 1);
    json_text(&j, "generator", arena_printf(e->memory, "vggen %s", e->in->version));
    json_text(&j, "program", e->program);
    json_text(&j, "layout", e->p->separate ? "separate" : "shared");
    json_number(&j, "lanes", e->m->lanes);
    manifest_spec(&j, e);
    manifest_modules(&j, e);
    manifest_kernels(&j, e);
    manifest_memories(&j, e);
    manifest_graphs(&j, e);
    manifest_outputs(&j, e);
    json_finish(&j);
}
