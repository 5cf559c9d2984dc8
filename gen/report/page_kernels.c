/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: where kernels come from, their machine code, and what they take of a multiprocessor. */
#include <inttypes.h>

#include "plan/plan_mailbox.h"
#include "report/kernel_launches.h"
#include "report/page_parts.h"
#include "report/terms.h"
#include "spec/builtin.h"

#include <string.h>

/* ---- sources and images ---- */

static void write_row(FILE *file, const page *p, const char *name, const char *what, const char *bytes, size_t size)
{
    fputs("<tr>", file);
    page_cell(file, "", "%s", name);
    page_cell(file, "", "%s", what);
    page_cell(file, "number", "%s", svg_number(p->memory, size));
    page_cell(file, "hash", "%s", page_hash(p->memory, bytes, size));
    fputs("</tr>\n", file);
}

/* Launches that vggen puts together come from no file: it writes PTX for each target. */
static void write_written(FILE *file, const page *p, const image_module *m)
{
    bool any = false;

    for (size_t i = 0; i < p->e->m->target_count; i++) {
        const char *text = m->ptx[i];
        if (text == NULL)
            continue;
        any = true;
        if (p->e->m->targets[i].ptx) /* its text is the image */
            continue;
        write_row(file, p, m->file, arena_printf(p->memory, "PTX by vggen, for %s", p->e->m->targets[i].name), text,
                  strlen(text));
    }
    if (any)
        return;
    fputs("<tr>", file);
    page_cell(file, "", "%s", m->file);
    fputs("<td colspan=\"3\" class=\"quiet\">no source: vggen writes them as PTX, from kernels that were compiled, "
          "and none was</td></tr>\n",
          file);
}

static void write_module(FILE *file, const page *p, const image_module *m)
{
    if (m->fused)
        write_written(file, p, m);
    else if (m->bytes != NULL)
        write_row(file, p, m->file, "source", m->bytes, m->size);
    for (size_t i = 0; i < m->builtin_count; i++) {
        const char *text = builtin_text(m->builtins[i]);
        write_row(file, p, arena_printf(p->memory, "%s, which vggen brings", m->builtins[i]), "source", text,
                  strlen(text));
    }
    for (size_t i = 0; i < m->blob_count; i++) {
        const image_blob *blob = &m->blobs[i];
        write_row(
            file, p, m->file,
            arena_printf(p->memory, "%s for %s", blob->kind == IMAGE_CUBIN ? "machine code" : "PTX", blob->target),
            (const char *)blob->bytes, blob->size);
    }
}

/* ---- kernels ---- */

static const char *launch_text(const page *p, const kernel_launch *l, const image_use *use, unsigned capability)
{
    occupancy_result found;
    const char *text = arena_printf(p->memory, "block %s", terms_block(p->memory, l->block));

    if (l->shared_bytes > 0)
        text = arena_printf(p->memory, "%s, %" PRIu32 " bytes of dynamic shared memory", text, l->shared_bytes);
    if (!kernel_launch_fits(l, use, capability, &found))
        return text;
    return arena_printf(p->memory, "%s: %lu blocks, %lu of %lu warps, limited by %s", text, (unsigned long)found.blocks,
                        (unsigned long)found.warps, (unsigned long)found.most_warps, found.limit);
}

static void number_if(FILE *file, bool known, uint64_t number)
{
    if (known)
        page_cell(file, "number", "%" PRIu64, number);
    else
        page_cell(file, "number quiet", "?");
}

static void write_target(FILE *file, const page *p, size_t kernel, size_t target, const kernel_launches *launches)
{
    const model_target *t = &p->e->m->targets[target];
    const image_use *use = &p->e->i->uses[kernel * p->e->m->target_count + target];

    page_cell(file, "", "%s", t->name);
    number_if(file, use->known && use->registers > 0, use->registers);
    number_if(file, use->known, use->stack);
    number_if(file, use->known, use->static_shared);
    number_if(file, use->spills_known, (uint64_t)use->spill_stores + use->spill_loads);
    fputs("<td>", file);
    if (p->e->p->mailbox != NULL && p->e->p->mailbox->node.kernel == kernel)
        page_text(file, "by arm: one block of %u threads, which stays", p->e->p->mailbox->node.block[0]);
    else if (launches->count == 0)
        fputs("<span class=\"quiet\">only within fused launches</span>", file);
    for (size_t i = 0; i < launches->count; i++) {
        fputs(i > 0 ? "<br>" : "", file);
        page_text(file, "%s", launch_text(p, &launches->items[i], use, t->capability));
    }
    fputs("</td>", file);
}

static void write_kernel(FILE *file, const page *p, size_t kernel, const kernel_launches *launches)
{
    const model_kernel *k = p->e->p->kernels[kernel];
    size_t rows = p->e->m->target_count > 0 ? p->e->m->target_count : 1;
    unsigned line = kernel < p->e->m->kernel_count ? page_spec_line(p, k->at) : 0;

    fprintf(file, "<tr id=\"kernel-%s\"><td rowspan=\"%zu\"><b>", k->name, rows);
    page_text(file, "%s", k->name);
    fputs("</b>", file);
    if (strcmp(k->name, k->entry) != 0) {
        fputs("<br>", file);
        page_text(file, "%s", k->entry);
    }
    if (line != 0) {
        fputs("<br>line ", file);
        page_link_spec(file, line);
    }
    fputs("</td>", file);
    for (size_t t = 0; t < p->e->m->target_count; t++) {
        fputs(t > 0 ? "<tr>" : "", file);
        write_target(file, p, kernel, t, launches);
        fputs("</tr>\n", file);
    }
    if (p->e->m->target_count == 0)
        fputs("<td colspan=\"6\"></td></tr>\n", file);
}

void page_kernels(FILE *file, const page *p)
{
    static const char *const heads[] = {"kernel",
                                        "target",
                                        "#registers",
                                        "#stack",
                                        "#static shared",
                                        "#spilled",
                                        "launches, and how many blocks a multiprocessor holds",
                                        NULL};
    static const char *const files[] = {"file", "what", "#bytes", "SHA-256", NULL};
    const kernel_launches *launches = kernel_launches_find(p->e);

    page_table(file, heads);
    for (size_t i = 0; i < p->e->p->kernel_count; i++)
        write_kernel(file, p, i, &launches[i]);
    page_table_end(file);
    page_table(file, files);
    for (size_t i = 0; i < p->e->i->module_count; i++)
        write_module(file, p, &p->e->i->modules[i]);
    page_table_end(file);
}
