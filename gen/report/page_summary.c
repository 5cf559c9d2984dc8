/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the most important facts. */
#include "plan/plan_mailbox.h"
#include "report/page_parts.h"
#include "report/terms.h"

static const char *target_list(const page *p)
{
    emit_names list = {p->memory, NULL, 0, 0};

    for (size_t i = 0; i < p->e->m->target_count; i++)
        emit_names_add(&list, p->e->m->targets[i].name);
    return list.text != NULL ? list.text : "none";
}

static const char *define_list(const page *p)
{
    emit_names list = {p->memory, NULL, 0, 0};

    for (size_t i = 0; i < p->e->m->define_count; i++) {
        const model_define *d = &p->e->m->defines[i];
        emit_names_add(&list, d->is_float ? arena_printf(p->memory, "%s = %s", d->name, emit_real(p->memory, d->real))
                                          : arena_printf(p->memory, "%s = %lld", d->name, (long long)d->value));
    }
    return list.text;
}

static void mailbox_fact(FILE *file, const page *p)
{
    const plan_mailbox *mail = p->e->p->mailbox;

    if (mail != NULL)
        page_fact(file, "Mailbox", "a block of %u threads%s; besides, %s bytes of device and %s of pinned memory",
                  mail->node.block[0], p->e->m->lanes > 1 ? " for each lane" : "",
                  svg_number(p->memory, mail->mirror_bytes), svg_number(p->memory, mail->lines_bytes));
}

void page_summary(FILE *file, const page *p)
{
    const emit *e = p->e;
    size_t nodes = 0, edges = 0;

    for (size_t i = 0; i < e->p->graph_count + e->p->body_count; i++) {
        nodes += e->graphs[i].plan->node_count;
        edges += e->graphs[i].plan->edge_count;
    }
    fputs("<dl class=\"facts\">\n", file);
    page_fact(file, "Graphs", "%s%s%s; %s, %s", terms_count(p->memory, e->p->graph_count, "graph"),
              e->p->body_count == 0 ? "" : ", bodies of conditional nodes: ",
              e->p->body_count == 0 ? "" : svg_number(p->memory, e->p->body_count),
              terms_count(p->memory, nodes, "node"), terms_count(p->memory, edges, "edge"));
    page_fact(file, "Device memory", "%s bytes", svg_number(p->memory, emit_device_bytes(e)));
    page_fact(file, "Pinned memory", "%s bytes", svg_number(p->memory, emit_pinned_bytes(e)));
    mailbox_fact(file, p);
    page_fact(file, "Targets", "%s; CUDA %s or newer", target_list(p), e->m->min_cuda_text);
    page_fact(file, "Lanes", "%lu; replays in flight of each: %lu", (unsigned long)e->m->lanes,
              (unsigned long)e->m->in_flight);
    if (define_list(p) != NULL)
        page_fact(file, "Defines", "%s", define_list(p));
    page_fact(file, "Spec", "%s, SHA-256 %s", e->m->spec_name, page_hash(p->memory, p->spec.text, p->spec.size));
    page_fact(file, "Run", "%s: files of this run have it, and others do not fit them", e->stamp);
    page_fact(file, "Warnings", "%s",
              e->in->warning_count == 0 ? "none" : terms_count(p->memory, e->in->warning_count, "warning"));
    fputs("</dl>\n", file);
    if (e->in->warning_count == 0)
        return;
    fputs("<ul class=\"warnings\">\n", file);
    for (size_t i = 0; i < e->in->warning_count; i++) {
        const diag_found *w = &e->in->warnings[i];
        fputs("<li>", file);
        if (w->line > 0 && w->line <= p->spec.count) {
            fputs("line ", file);
            page_link_spec(file, w->line);
            fputs(": ", file);
        }
        page_text(file, "%s [%s]", w->text, w->id);
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}
