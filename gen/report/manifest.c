/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/manifest.h"

#include "base/version.h"
#include "report/fused.h"
#include "report/manifest_parts.h"

#define FORMAT_VERSION 2

static void write_keep(json *j, const emit *e)
{
    json_object(j, "keep", true);
    json_number(j, "calls", e->m->keep);
    json_number(j, "bytes", e->p->keep_bytes);
    json_close(j);
}

/* Of what NAME_vg_identity in NAME.c says, the part that stands nowhere else. */
static void write_made_by(json *j, const emit *e)
{
    if (e->i->toolkit != NULL)
        json_text(j, "toolkit", e->i->toolkit);
    else
        json_null(j, "toolkit");
    json_object(j, "runtime", true);
    json_text(j, "version", VG_VERSION);
    json_text(j, "abi", VGGEN_ABI);
    if (e->in->runtime != NULL)
        json_text(j, "sha256", e->in->runtime);
    else
        json_null(j, "sha256");
    json_close(j);
}

/* A plan that is printed has no files, so no stamp. */
static void write_head(json *j, const emit *e, const char *stamp)
{
    json_number(j, "version", FORMAT_VERSION);
    json_text(j, "generator", arena_printf(e->memory, "vggen %s", e->in->version));
    json_text(j, "program", e->program);
    if (stamp != NULL) {
        json_text(j, "stamp", stamp);
        write_made_by(j, e);
    }
    json_text(j, "layout", e->p->separate ? "separate" : "shared");
    json_number(j, "lanes", e->m->lanes);
    if (e->p->keep_bytes > 0)
        write_keep(j, e);
    if (e->queued)
        json_number(j, "in_flight", e->m->in_flight);
    if (fused_never(e) != NULL)
        json_text(j, "unfused", fused_never(e));
    manifest_mailbox(j, e);
    manifest_spec(j, e);
    manifest_tuned(j, e);
}

void manifest_write(FILE *file, const emit *e)
{
    json j;

    json_begin(&j, file);
    write_head(&j, e, e->stamp);
    manifest_compile(&j, e);
    manifest_modules(&j, e);
    manifest_kernels(&j, e);
    manifest_memories(&j, e);
    manifest_graphs(&j, e, NULL);
    manifest_outputs(&j, e);
    json_finish(&j);
}

void manifest_write_plan(FILE *file, const emit *e, const times_table *t)
{
    json j;

    json_begin(&j, file);
    write_head(&j, e, NULL);
    manifest_memories(&j, e);
    manifest_graphs(&j, e, t);
    json_finish(&j);
}
