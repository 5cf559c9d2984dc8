/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Graphs that a resident block replays: functions that pack what goes in into lines and take what comes out of them, a
 * loop for each buffer; the block's arguments; and arm and disarm. runtime/vg_mailbox.h explains the lines. */
#include <string.h>

#include "emit/parts.h"
#include "plan/plan_mailbox.h"

bool emit_has_mailbox(const emit *e)
{
    return e->p->mailbox != NULL;
}

void emit_mailbox_macros(FILE *file, const emit *e)
{
    const plan_mailbox *mail = e->p->mailbox;
    unsigned long long lanes = e->lanes ? e->m->lanes : 1;

    if (mail != NULL)
        fprintf(file,
                "#define %s_MAILBOX_DEVICE_BYTES %lluu /* which open takes besides, for the mirror%s */\n"
                "#define %s_MAILBOX_PINNED_BYTES %lluu /* likewise, for the lines */\n",
                e->prefix, lanes * mail->mirror_bytes, lanes > 1 ? "s of all lanes" : "", e->prefix,
                lanes * mail->lines_bytes);
}

const char *emit_replay_call(const emit *e, const char *call, const char *own, const char *rest)
{
    if (emit_has_mailbox(e))
        return arena_printf(e->memory, "vg_mail_%s(&%s->rt, &%s->mail%s)", call, own, own, rest);
    return arena_printf(e->memory, "vg_%s(&%s->rt%s)", call, own, rest);
}

/* ---- names ---- */

static const char *function_name(const emit *e, const char *what, size_t graph)
{
    return emit_private(e, arena_printf(e->memory, "%s_%s", what, e->p->graphs[graph].name));
}

static const char *mail_name(const emit *e, const plan_mail *mail)
{
    if (mail->buffer != MODEL_NONE)
        return e->m->buffers[mail->buffer].name;
    return e->m->switches[mail->switched].name;
}

/* "FIR_WORD_main_x" */
static const char *word_name(const emit *e, size_t graph, const plan_mail *mail)
{
    const char *way = mail->buffer != MODEL_NONE ? "" : mail->unless ? "unless_" : "when_";

    return arena_printf(e->memory, "%s_WORD_%s_%s%s", e->prefix, e->p->graphs[graph].name, way, mail_name(e, mail));
}

static const char *out_name(const emit *e, size_t graph, const plan_mail *mail)
{
    return arena_printf(e->memory, "%s_WORD_%s_%s_out", e->prefix, e->p->graphs[graph].name, mail_name(e, mail));
}

static unsigned long words_of(const plan_mail *mail)
{
    return (unsigned long)((mail->bytes + 3) / 4);
}

/* ---- which word is whose ---- */

static void word_lines(FILE *file, const emit *e, size_t graph)
{
    const plan_mail_graph *g = &e->p->mailbox->graphs[graph];

    fprintf(file,
            "\n/* Lines of graph \"%s\": %lu go in, of which the first is how many come out, and %lu come out. */\n"
            "enum {\n    %s_WORD_%s_count = 0,\n",
            e->p->graphs[graph].name, (unsigned long)e->p->mailbox->in_words, (unsigned long)g->out_words, e->prefix,
            e->p->graphs[graph].name);
    for (size_t i = 0; i < g->in_count; i++)
        fprintf(file, "    %s = %lu, /* [%lu, %lu) goes in */\n", word_name(e, graph, &g->in[i]),
                (unsigned long)g->in[i].word, (unsigned long)g->in[i].word, g->in[i].word + words_of(&g->in[i]));
    for (size_t i = 0; i < g->out_count; i++)
        fprintf(file, "    %s = %lu, /* [%lu, %lu) comes out */\n", out_name(e, graph, &g->out[i]),
                (unsigned long)g->out[i].word, (unsigned long)g->out[i].word, g->out[i].word + words_of(&g->out[i]));
    fputs("};\n", file);
}

void emit_mailbox_enums(FILE *file, const emit *e)
{
    for (size_t g = 0; emit_has_mailbox(e) && g < e->replayed; g++)
        if (e->p->mailbox->graphs[g].mailed)
            word_lines(file, e, g);
}

/* ---- what goes in ---- */

static const char *pinned_byte(const emit *e, const plan_mail *mail, plan_direction direction, const char *at)
{
    return arena_printf(e->memory, "&p->rt.%s[%s%s%s]", emit_pinned_base(e, mail->buffer),
                        emit_pinned_at(e, mail->buffer, direction), *at != '\0' ? " + " : "", at);
}

/* The address of its byte `at`, or of its first one where that is "". */
static const char *source_of(const emit *e, const plan_mail *mail, const char *at)
{
    const model_buffer *b = &e->m->buffers[mail->buffer];

    if (b->role == ROLE_SETTING && *at == '\0')
        return arena_printf(e->memory, "(const unsigned char *)&p->setting.%s", emit_member(e->memory, b->name));
    if (b->role == ROLE_SETTING)
        return arena_printf(e->memory, "&((const unsigned char *)&p->setting.%s)[%s]", emit_member(e->memory, b->name),
                            at);
    return pinned_byte(e, mail, PLAN_UPLOAD, at);
}

static void pack_buffer(FILE *file, const emit *e, size_t graph, const plan_mail *mail)
{
    const char *word = word_name(e, graph, mail);
    unsigned long whole = (unsigned long)(mail->bytes / 4), rest = (unsigned long)(mail->bytes % 4);

    if (whole == 1)
        fprintf(file, "    (void)memcpy(&word, %s, sizeof word);\n    lines[%s] = high | word;\n",
                source_of(e, mail, ""), word);
    else if (whole > 1)
        fprintf(file,
                "    for (i = 0; i < %luu; i++) {\n        (void)memcpy(&word, %s, sizeof word);\n"
                "        lines[%s + i] = high | word;\n    }\n",
                whole, source_of(e, mail, "(4u * i)"), word);
    if (rest == 0)
        return;
    fprintf(file, "    word = 0u;\n    (void)memcpy(&word, %s, %luu);\n    lines[%s",
            source_of(e, mail, whole > 0 ? arena_printf(e->memory, "%luu", 4 * whole) : ""), rest, word);
    if (whole > 0)
        fprintf(file, " + %luu", whole);
    fputs("] = high | word;\n", file);
}

/* Lines that hold nothing have the number, too. */
static void pack_gap(FILE *file, uint32_t first, uint32_t last)
{
    if (last == first + 1)
        fprintf(file, "    lines[%luu] = high;\n", (unsigned long)first);
    else if (last > first)
        fprintf(file, "    for (i = %luu; i < %luu; i++) {\n        lines[i] = high;\n    }\n", (unsigned long)first,
                (unsigned long)last);
}

/* Whether the function needs a counter, and a word. */
static bool counts(const plan_mailbox *mail, const plan_mail_graph *g)
{
    uint32_t next = PLAN_MAIL_COUNT_WORDS;

    for (size_t i = 0; i < g->in_count; i++) {
        if (g->in[i].word > next + 1 || (g->in[i].buffer != MODEL_NONE && g->in[i].bytes >= 8))
            return true;
        next = g->in[i].word + (uint32_t)words_of(&g->in[i]);
    }
    return mail->in_words > next + 1;
}

static bool has_buffers(const plan_mail_graph *g)
{
    for (size_t i = 0; i < g->in_count; i++)
        if (g->in[i].buffer != MODEL_NONE && g->in[i].bytes > 0)
            return true;
    return false;
}

static bool reads_program(const plan_mail_graph *g)
{
    return g->in_count > 0;
}

static void pack_function(FILE *file, const emit *e, size_t graph)
{
    const plan_mail_graph *g = &e->p->mailbox->graphs[graph];
    uint32_t next = PLAN_MAIL_COUNT_WORDS;

    fprintf(file,
            "/* What goes into graph \"%s\", as lines. The first one is written last. */\n"
            "static void %s(void *self, volatile uint64_t *lines, uint32_t number)\n{\n",
            e->p->graphs[graph].name, function_name(e, "pack", graph));
    if (reads_program(g))
        fprintf(file, "    const %s *p = (const %s *)self;\n", e->self, e->self);
    fputs("    const uint64_t high = (uint64_t)number << 32;\n", file);
    if (has_buffers(g))
        fputs("    uint32_t word;\n", file);
    if (counts(e->p->mailbox, g))
        fputs("    uint32_t i;\n", file);
    fputc('\n', file);
    if (!reads_program(g))
        fputs("    (void)self;\n", file);
    for (size_t i = 0; i < g->in_count; i++) {
        const plan_mail *mail = &g->in[i];
        pack_gap(file, next, mail->word);
        if (mail->buffer != MODEL_NONE)
            pack_buffer(file, e, graph, mail);
        else
            fprintf(file, "    lines[%s] = high | ((p->on.%s %s 0u) ? 1u : 0u);\n", word_name(e, graph, mail),
                    emit_member(e->memory, e->m->switches[mail->switched].name), mail->unless ? "==" : "!=");
        next = mail->word + (uint32_t)words_of(mail);
    }
    pack_gap(file, next, e->p->mailbox->in_words);
    fprintf(file, "    lines[%s_WORD_%s_count] = high | %luu;\n}\n\n", e->prefix, e->p->graphs[graph].name,
            (unsigned long)g->out_words);
}

/* ---- what comes out ---- */

/* Lines [`at`, last) hold nothing that is wanted. */
static void take_gap(FILE *file, unsigned long last)
{
    fprintf(file,
            "    for (; at < %luu; at++) {\n        if ((uint32_t)(lines[at] >> 32) != number) {\n"
            "            return at;\n        }\n    }\n",
            last);
}

/* Bytes [first, last) of one word. */
static void take_part(FILE *file, const emit *e, const plan_mail *mail, uint64_t first, uint64_t last)
{
    uint64_t word = first / 4;

    fprintf(file,
            "    if (at < %lluu) {\n        line = lines[at];\n        if ((uint32_t)(line >> 32) != number) {\n"
            "            return at;\n        }\n        word = (uint32_t)line;\n"
            "        (void)memcpy(%s, &((const unsigned char *)&word)[%lluu], %lluu);\n        at++;\n    }\n",
            (unsigned long long)(mail->word + word + 1),
            pinned_byte(e, mail, PLAN_DOWNLOAD, arena_printf(e->memory, "%lluu", (unsigned long long)first)),
            (unsigned long long)(first % 4), (unsigned long long)(last - first));
}

static void take_whole(FILE *file, const emit *e, size_t graph, const plan_mail *mail, uint64_t last)
{
    const char *word = out_name(e, graph, mail);

    fprintf(file,
            "    for (; at < (%s + %lluu); at++) {\n        line = lines[at];\n"
            "        if ((uint32_t)(line >> 32) != number) {\n            return at;\n        }\n"
            "        word = (uint32_t)line;\n",
            word, (unsigned long long)(last / 4));
    emit_wrapped(file, "        ", "            ",
                 arena_printf(e->memory, "(void)memcpy(%s, &word, sizeof word);",
                              pinned_byte(e, mail, PLAN_DOWNLOAD, arena_printf(e->memory, "(4u * (at - %s))", word))));
    fputs("\n    }\n", file);
}

/* Whole words, and before and after them what a `range:` or an odd size leaves of one. */
static void take_buffer(FILE *file, const emit *e, size_t graph, const plan_mail *mail)
{
    uint64_t first = mail->first, last = mail->last;

    if (first >= last)
        return;
    if (first / 4 > 0)
        take_gap(file, mail->word + (unsigned long)(first / 4));
    if (first % 4 != 0 || last / 4 == first / 4) {
        uint64_t end = (first / 4 + 1) * 4 < last ? (first / 4 + 1) * 4 : last;
        take_part(file, e, mail, first, end);
        first = end;
    }
    if (last / 4 > first / 4)
        take_whole(file, e, graph, mail, last);
    if (last % 4 != 0 && last / 4 * 4 >= first && first < last)
        take_part(file, e, mail, last / 4 * 4, last);
}

static void take_function(FILE *file, const emit *e, size_t graph)
{
    const plan_mail_graph *g = &e->p->mailbox->graphs[graph];
    bool any = false;
    unsigned long next = 0;

    for (size_t i = 0; i < g->out_count; i++)
        any = any || g->out[i].first < g->out[i].last;
    fprintf(file,
            "/* What has come out of it, from line `from` on; returns the first line that is not there yet. */\n"
            "static uint32_t %s(void *self, const volatile uint64_t *lines, uint32_t number, uint32_t from)\n{\n",
            function_name(e, "take", graph));
    if (any)
        fprintf(file, "    %s *p = (%s *)self;\n    uint64_t line;\n    uint32_t word;\n", e->self, e->self);
    fputs("    uint32_t at = from;\n\n", file);
    if (!any)
        fputs("    (void)self;\n", file);
    for (size_t i = 0; i < g->out_count; i++) {
        const plan_mail *mail = &g->out[i];
        unsigned long end = mail->word + words_of(mail);
        if (mail->word > next && mail->first < 4)
            take_gap(file, mail->word);
        take_buffer(file, e, graph, mail);
        if (end > mail->word + (mail->last + 3) / 4)
            take_gap(file, end);
        next = end;
    }
    if (g->out_words > next)
        take_gap(file, g->out_words);
    fputs("    return at;\n}\n\n", file);
}

/* ---- the block ---- */

/* Of an argument of the resident launch. */
static const char *argument_address(const emit *e, const plan_argument *argument)
{
    const char *base = argument->at == PLAN_AT_MIRROR ? "p->mail.mirror" : "p->mail.lines_device";

    if (argument->at == PLAN_AT_PLACE)
        return emit_address(e, e->far, argument->buffer, argument->first);
    return argument->first == 0 ? base
                                : arena_printf(e->memory, "%s + %lluu", base, (unsigned long long)argument->first);
}

static void launch_function(FILE *file, const emit *e)
{
    const plan_node *n = &e->p->mailbox->node;
    const model_kernel *k = e->p->kernels[n->kernel];

    fprintf(file,
            "/* Starts the resident block with what its kernel is given. */\n"
            "static vg_status %s(void *self)\n{\n    %s *p = (%s *)self;\n    struct %s launch;\n\n",
            emit_private(e, "run_mailbox"), e->self, e->self, emit_kernel_name(e, "launch", k));
    fprintf(file, "    %s(p, &launch, 1u, 1u, 1u, %luu, 1u, 1u);\n", emit_kernel_name(e, "begin", k),
            (unsigned long)n->block[0]);
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        const char *name = emit_member(e->memory, argument->parameter);
        if (argument->pointer)
            fprintf(file, "    launch.argument.%s = %s;\n", name, argument_address(e, argument));
        else
            emit_assign(file, e->memory, "    ", arena_printf(e->memory, "launch.argument.%s", name), argument->type,
                        argument->value);
    }
    fputs("    return vg_mail_launch(&p->rt, &p->mail, launch.pointers);\n}\n\n", file);
}

void emit_mailbox_lines(FILE *file, const emit *e)
{
    if (!emit_has_mailbox(e))
        return;
    fputs("/* ---- lines of the mailbox ---- */\n\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        if (!e->p->mailbox->graphs[g].mailed)
            continue;
        pack_function(file, e, g);
        take_function(file, e, g);
    }
}

void emit_mailbox_launch(FILE *file, const emit *e)
{
    if (emit_has_mailbox(e))
        launch_function(file, e);
}

void emit_mailbox_no_launch(FILE *file, const emit *e)
{
    if (emit_has_mailbox(e))
        fprintf(file, "static vg_status %s(void *self)\n{\n    (void)self;\n    return VG_NO_CUDA;\n}\n\n",
                emit_private(e, "run_mailbox"));
}

void emit_mailbox_tables(FILE *file, const emit *e)
{
    const plan_mailbox *mail = e->p->mailbox;

    if (mail == NULL)
        return;
    fprintf(file,
            "\n/* For each replayed graph: its number in lines, lines that come out, what packs and takes them. */\n"
            "static const vg_mail_graph %s[] = {\n",
            emit_private(e, "mailbox_graphs"));
    for (size_t g = 0; g < e->replayed; g++) {
        const plan_mail_graph *of = &mail->graphs[g];
        if (of->mailed)
            fprintf(file, "    {%luu, %luu, %s, %s}, /* %s */\n", (unsigned long)of->which,
                    (unsigned long)of->out_words, function_name(e, "pack", g), function_name(e, "take", g),
                    e->p->graphs[g].name);
        else
            fprintf(file, "    {0u, 0u, NULL, NULL}, /* %s: none */\n", e->p->graphs[g].name);
    }
    fprintf(file, "};\n\nstatic const vg_mail_desc %s = {\n    %s,\n    %s_KERNEL_%s,\n", emit_private(e, "mailbox"),
            emit_private(e, "mailbox_graphs"), e->prefix, e->p->kernels[mail->node.kernel]->name);
    fprintf(file, "    %luu, /* threads */\n    %luu, /* bytes of dynamic shared memory */\n",
            (unsigned long)mail->node.block[0], (unsigned long)mail->node.shared_bytes);
    fprintf(file, "    %luu, %luu, /* lines that go in and that come out, at most */\n", (unsigned long)mail->in_words,
            (unsigned long)mail->out_words);
    fprintf(file, "    %lluu, /* bytes of its device memory */\n    %s,\n};\n",
            (unsigned long long)mail->mirror_bytes, emit_private(e, "run_mailbox"));
}

/* ---- functions for the application ---- */

void emit_api_mailbox(FILE *file, const emit *e)
{
    const char *names = "";

    if (!emit_has_mailbox(e))
        return;
    for (size_t g = 0; g < e->replayed; g++)
        if (e->p->mailbox->graphs[g].mailed)
            names = arena_printf(e->memory, "%s%s%s", names, names[0] != '\0' ? ", " : "", e->p->graphs[g].name);
    fputs("/* ---- mailbox ---- */\n\n", file);
    emit_wrapped(
        file, "/* ", " * ",
        arena_printf(e->memory,
                     "Starts a block that stays on the device and replays these graphs without a launch: %s. Until it "
                     "is disarmed, start makes no driver call for them, and what waits asks the driver only whether "
                     "the block still works: after every 16,384 looks in vain, and when the time of finish is up. "
                     "All that is none of theirs answers VG_STATE and changes nothing: other graphs, transfers on "
                     "request, timed replays, step, profile, reset, save and restore. VG_STATE while a replay runs, or "
                     "where it is armed. */",
                     names));
    fputc('\n', file);
    emit_declare(file, e, "vg_status", "arm", "", false);
    fputs("/* Ends that block and waits for it. VG_STATE while a replay runs, or where it is not armed. close does it, "
          "too. */\n",
          file);
    emit_declare(file, e, "vg_status", "disarm", "", false);
    fputc('\n', file);
}

void emit_mailbox_calls(FILE *file, const emit *e)
{
    if (!emit_has_mailbox(e))
        return;
    emit_hand_on(file, e, "arm", "", emit_replay_call(e, "arm", e->own, ""));
    emit_hand_on(file, e, "disarm", "", emit_replay_call(e, "disarm", e->own, ""));
}

void emit_open_mailbox(FILE *file, const emit *e, const char *indent, const char *lane)
{
    if (emit_has_mailbox(e))
        fprintf(file, "%sif (status == VG_OK) {\n%s    status = vg_mail_open(&%srt, &%smail, &%s);\n%s}\n", indent,
                indent, lane, lane, emit_private(e, "mailbox"), indent);
}

void emit_refuse_armed(FILE *file, const emit *e, const char *what)
{
    if (emit_has_mailbox(e))
        fprintf(file,
                "    if (vg_is_armed(&%s->rt) != 0) {\n        return vg_refuse(&%s->rt, VG_STATE,\n"
                "                         \"%s_%s: the mailbox is armed: disarm it first\", 0u, 0u);\n    }\n",
                e->own, e->own, e->program, what);
}
