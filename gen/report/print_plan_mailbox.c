/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/plan_mailbox.h"
#include "report/print_plan_parts.h"

static const char *words_text(const emit *e, const plan_mail *list, size_t count)
{
    const char *text = "";

    for (size_t i = 0; i < count; i++)
        text = arena_printf(e->memory, "%s%s%s%s [%lu:%lu]", text, i > 0 ? ", " : "",
                            list[i].buffer != MODEL_NONE ? "" : list[i].unless ? "unless " : "when ",
                            list[i].buffer != MODEL_NONE ? e->m->buffers[list[i].buffer].name
                                                         : e->m->switches[list[i].switched].name,
                            (unsigned long)list[i].word,
                            (unsigned long)(list[i].word + (list[i].bytes + 3) / 4));
    return count > 0 ? text : "-";
}

void print_plan_mailbox(FILE *file, const emit *e)
{
    const plan_mailbox *mail = e->p->mailbox;

    if (mail == NULL)
        return;
    fprintf(file,
            "mailbox: a resident block of %lu threads; lines in %lu, out %lu; of each lane %llu bytes of pinned memory "
            "and %llu of the device\n",
            (unsigned long)mail->node.block[0], (unsigned long)mail->in_words, (unsigned long)mail->out_words,
            (unsigned long long)mail->lines_bytes, (unsigned long long)mail->mirror_bytes);
    for (size_t g = 0; g < e->replayed; g++) {
        const plan_mail_graph *of = &mail->graphs[g];
        if (of->mailed)
            fprintf(file, "  graph %s: lines in %s; out %s\n", e->p->graphs[g].name,
                    words_text(e, of->in, of->in_count), words_text(e, of->out, of->out_count));
    }
}
