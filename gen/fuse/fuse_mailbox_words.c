/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which word of a mailbox's lines is whose, and which buffers lie only where these words are. */
#include <inttypes.h>
#include <string.h>

#include "fuse/fuse_mailbox_parts.h"

#define LEAST_ALIGNMENT 16u /* of a buffer in the mirror, for vectors */

/* ---- words ---- */

static uint32_t word_count(uint64_t bytes)
{
    return (uint32_t)((bytes + MAIL_WORD - 1) / MAIL_WORD);
}

typedef struct {
    plan_mail *items;
    size_t count, room;
    uint32_t next; /* word */
    uint64_t bytes;
} mail_list;

static bool has_mail(const mail_list *l, const plan_mail *mail)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->items[i].buffer == mail->buffer &&
            (mail->buffer != MODEL_NONE ? l->items[i].by_value == mail->by_value
                                        : l->items[i].switched == mail->switched && l->items[i].unless == mail->unless))
            return true;
    return false;
}

static void add_mail(mail_maker *t, mail_list *l, plan_mail mail, uint32_t align)
{
    uint32_t words = align / MAIL_WORD > 0 ? align / MAIL_WORD : 1;

    if (has_mail(l, &mail))
        return;
    mail.word = (l->next + words - 1) / words * words;
    l->items = arena_grow(t->f.memory, l->items, l->count, &l->room, sizeof *l->items);
    l->items[l->count++] = mail;
    l->next = mail.word + word_count(mail.bytes);
    l->bytes += mail.bytes;
}

const plan_graph *mail_plain(const mail_maker *t, size_t graph, const plan_graph **bodies)
{
    const plan *p = t->f.p;
    bool fused = p->plain != NULL && p->plain[graph].graph != NULL;

    *bodies = fused ? p->plain[graph].bodies : p->bodies;
    return fused ? p->plain[graph].graph : &p->graphs[graph];
}

/* Settings that launches are given the values of, and switches. */
static void add_values(mail_maker *t, mail_list *l, const plan_graph *g, const plan_graph *bodies)
{
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        for (size_t i = 0; i < node->argument_count; i++) {
            const plan_argument *argument = &node->arguments[i];
            uint32_t size = !argument->pointer && argument->setting != MODEL_NONE ? argument->type->size : 0;
            if (size > 0)
                add_mail(t, l,
                         (plan_mail){.buffer = argument->setting, .by_value = true, .bytes = size, .last = size},
                         argument->type->align);
        }
        if (node->switched != MODEL_NONE)
            add_mail(t, l,
                     (plan_mail){.buffer = MODEL_NONE,
                                 .switched = node->switched,
                                 .unless = node->unless,
                                 .bytes = MAIL_WORD,
                                 .last = MAIL_WORD},
                     MAIL_WORD);
        for (size_t b = 0; b < node->body_count; b++)
            add_values(t, l, &bodies[node->first_body + b], bodies);
    }
}

static void add_buffers(mail_maker *t, mail_list *l, size_t graph, plan_direction direction)
{
    for (size_t r = 0; r < t->f.p->run_count; r++) {
        const plan_run *run = &t->f.p->runs[r];
        if (run->graph != graph || run->direction != direction || run->on_request)
            continue;
        for (size_t i = 0; i < run->member_count; i++) {
            const model_buffer *b = &t->m.buffers[run->members[i]];
            uint32_t align = b->align.root != NULL ? b->alignment : LEAST_ALIGNMENT;
            plan_mail mail = {.buffer = run->members[i], .bytes = b->size, .last = b->size};
            if (b->size == 0)
                continue;
            if (direction == PLAN_DOWNLOAD) {
                mail.first = b->down_first;
                mail.last = b->down_last;
            }
            add_mail(t, l, mail, align);
        }
    }
}

/* The largest buffer behind `last`, of equal ones the first. */
static const plan_mail *next_largest(const mail_list *l, const plan_mail *last)
{
    const plan_mail *found = NULL;

    for (const plan_mail *i = l->items; i < l->items + l->count; i++)
        if (i->buffer != MODEL_NONE && (found == NULL || i->bytes > found->bytes) &&
            (last == NULL || i->bytes < last->bytes || (i->bytes == last->bytes && i > last)))
            found = i;
    return found;
}

static const char *largest_text(const mail_maker *t, const mail_list *l)
{
    const plan_mail *next = NULL;
    const char *text = "";

    for (int i = 0; i < 4 && (next = next_largest(l, next)) != NULL; i++)
        text = arena_printf(t->f.memory, "%s%s%s %" PRIu64, text, text[0] != '\0' ? ", " : "",
                            t->m.buffers[next->buffer].name, next->bytes);
    return text;
}

static void check_bytes(mail_maker *t, size_t graph, const mail_list *l, bool in)
{
    if (l->bytes <= PLAN_MAIL_MOST_BYTES)
        return;
    t->failed = true;
    diag_error(t->d, t->m.graphs[graph].at, "mailbox-bytes",
               "%" PRIu64 " bytes %s with each replay of '%s', and a mailbox has room for %u: %s", l->bytes,
               in ? "go in" : "come out", t->m.graphs[graph].name, PLAN_MAIL_MOST_BYTES, largest_text(t, l));
    diag_note(t->d, t->m.mailbox->at, "'mailbox' is here");
    diag_hint(t->d, in ? "keep on the device what does not change: as a constant, a state or an input 'on_request'"
                       : "let another graph bring what is not needed each time, or 'download: on_request'");
}

void mail_find_words(mail_maker *t, size_t graph)
{
    const plan_graph *bodies, *g = mail_plain(t, graph, &bodies);
    plan_mail_graph *to = &t->mail->graphs[graph];
    mail_list in = {.next = PLAN_MAIL_COUNT_WORDS}, out = {0};

    add_values(t, &in, g, bodies);
    add_buffers(t, &in, graph, PLAN_UPLOAD);
    add_buffers(t, &out, graph, PLAN_DOWNLOAD);
    check_bytes(t, graph, &in, true);
    check_bytes(t, graph, &out, false);
    to->in = in.items;
    to->in_count = in.count;
    to->in_words = in.next;
    to->out = out.items;
    to->out_count = out.count;
    to->out_words = out.next > 0 ? out.next : 1;
    t->mail->in_words = to->in_words > t->mail->in_words ? to->in_words : t->mail->in_words;
    t->mail->out_words = to->out_words > t->mail->out_words ? to->out_words : t->mail->out_words;
}

/* ---- buffers that only the mirror holds ---- */

static bool names_it(const model_slice *slices, size_t count, uint32_t buffer)
{
    for (size_t i = 0; i < count; i++)
        if (slices[i].buffer == buffer)
            return true;
    return false;
}

static bool has_pointer(const plan_node *n, uint32_t buffer)
{
    for (size_t i = 0; i < n->argument_count; i++)
        if (n->arguments[i].pointer && n->arguments[i].buffer == buffer)
            return true;
    return false;
}

/* What a graph's steps do with a buffer. */
typedef struct {
    bool touched;   /* some step does something */
    bool hidden;    /* by another way than an argument */
    bool written;
    bool certain;   /* the first one to do so writes all of it, in each replay */
    bool optional;  /* one of them may not run */
} buffer_use;

static void find_use(const mail_maker *t, size_t graph, const plan_graph *g, const plan_graph *bodies, bool inside,
                     uint32_t buffer, buffer_use *use)
{
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        for (size_t b = 0; b < node->body_count; b++)
            find_use(t, graph, &bodies[node->first_body + b], bodies, true, buffer, use);
        for (size_t i = 0; i < node->range_count && node->kind != PLAN_TRANSFER && node->body_count == 0; i++) {
            const plan_range *r = &node->ranges[i];
            const model_step *step = node->step != MODEL_NONE ? &t->m.graphs[graph].steps[node->step] : NULL;
            if (r->buffer != buffer)
                continue;
            if (!use->touched)
                use->certain = (r->access & PLAN_WHOLE) != 0 && r->first == 0 && r->last == t->m.buffers[buffer].size;
            use->touched = true;
            use->written = use->written || (r->access & PLAN_WRITE) != 0;
            use->optional = use->optional || inside || node->switched != MODEL_NONE;
            use->hidden = use->hidden || !has_pointer(node, buffer) ||
                          (step != NULL && (names_it(step->reads, step->read_count, buffer) ||
                                            names_it(step->writes, step->write_count, buffer)));
        }
    }
}

static buffer_use use_of(const mail_maker *t, size_t graph, uint32_t buffer)
{
    const plan_graph *bodies, *g = mail_plain(t, graph, &bodies);
    buffer_use use = {0};

    find_use(t, graph, g, bodies, false, buffer, &use);
    return use;
}

bool mail_in_mirror(const mail_maker *t, size_t graph, uint32_t buffer, plan_direction direction)
{
    buffer_use use = use_of(t, graph, buffer);
    model_role role = t->m.buffers[buffer].role;

    if (plan_mirror_of(t->mail, (uint32_t)graph, buffer, direction) == UINT64_MAX || use.hidden)
        return false;
    if (direction == PLAN_UPLOAD)
        return (role == ROLE_INPUT || role == ROLE_SETTING) && !use.written;
    if (role != ROLE_OUTPUT || !use.certain || use.optional)
        return false;
    for (size_t g = 0; g < t->f.p->graph_count; g++)
        if (g != graph && use_of(t, g, buffer).touched)
            return false;
    return true;
}

