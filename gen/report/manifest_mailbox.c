/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/plan_mailbox.h"
#include "report/manifest_parts.h"

static void write_words(json *j, const emit *e, const char *key, const plan_mail *list, size_t count)
{
    json_list(j, key, false);
    for (size_t i = 0; i < count; i++) {
        const plan_mail *mail = &list[i];
        json_object(j, NULL, true);
        if (mail->buffer != MODEL_NONE)
            json_text(j, "buffer", e->m->buffers[mail->buffer].name);
        else
            json_text(j, mail->unless ? "unless" : "when", e->m->switches[mail->switched].name);
        json_number(j, "line", mail->word);
        json_number(j, "bytes", mail->bytes);
        json_close(j);
    }
    json_close(j);
}

void manifest_mailbox(json *j, const emit *e)
{
    const plan_mailbox *mail = e->p->mailbox;

    if (mail == NULL)
        return;
    json_object(j, "mailbox", false);
    json_number(j, "threads", mail->node.block[0]);
    json_number(j, "lines_in", mail->in_words);
    json_number(j, "lines_out", mail->out_words);
    json_number(j, "lines_bytes", mail->lines_bytes);
    json_number(j, "mirror_bytes", mail->mirror_bytes);
    json_list(j, "graphs", false);
    for (size_t g = 0; g < e->replayed; g++) {
        const plan_mail_graph *of = &mail->graphs[g];
        if (!of->mailed)
            continue;
        json_object(j, NULL, false);
        json_text(j, "graph", e->p->graphs[g].name);
        write_words(j, e, "in", of->in, of->in_count);
        write_words(j, e, "out", of->out, of->out_count);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}
