/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The resident launch: all graphs with a mailbox in one block, which takes lines, runs the graph that they name, and
 * sends lines. It is fused as others are, from a graph that no driver sees:
 *
 *     loop while `go` is not 0
 *         vg_mail_in
 *         choice by `which`: the steps of each graph
 *         vg_mail_out
 *
 * What the graphs' steps reach in pinned memory lies in the mirror instead, uploads and downloads copy from and to it,
 * and settings and switches are read there. */
#include "fuse/fuse_mailbox.h"

#include <string.h>

#include "fuse/fuse_mailbox_parts.h"

#define LINE 8u
#define MOST_POLLING 512u /* threads that look at lines; each may look at several */

/* ---- what does not fit ---- */

static const char *advice(const char *why)
{
    if (strstr(why, "barrier") != NULL)
        return "let all threads of the block take the same way, or leave its graph out of 'mailbox'";
    if (strstr(why, "PTX") != NULL)
        return "give the kernel as a source or as PTX";
    return "leave its graph out of 'mailbox', or change the kernel";
}

static void refuse(mail_maker *t, const plan_graph *g, const plan_node *n, const char *why)
{
    t->failed = true;
    diag_error(t->d, n->at, "mailbox-kernel", "'%s' of graph '%s' cannot be a part of a resident block: %s", n->title,
               t->m.graphs[g->graph].name, why);
    diag_note(t->d, t->m.mailbox->at, "'mailbox' is here");
    diag_hint(t->d, "%s", advice(why));
}

static void check_parts(mail_maker *t, const fuse_sight *s, const plan_graph *g, bool trusting)
{
    fuse_sight own = *s;

    own.g = g;
    for (size_t i = 0; i < g->node_count && !t->failed; i++) {
        const plan_node *n = &g->nodes[i];
        const char *why = NULL;
        if (n->kind == PLAN_CONDITIONAL) {
            for (size_t b = 0; b < n->body_count; b++)
                check_parts(t, s, &s->bodies[n->first_body + b], trusting);
            continue;
        }
        if (n->kind != PLAN_KERNEL)
            why = n->kind == PLAN_FILL   ? "a fill that needs a node of its own"
                  : n->kind == PLAN_COPY ? "a copy that needs a node of its own"
                                         : "it needs a node of its own";
        else if (!trusting)
            why = fuse_node_reason(&t->f, &own, n, 0);
        if (why != NULL)
            refuse(t, g, n, why);
    }
}

/* ---- the launch ---- */

static uint32_t threads_of(mail_maker *t, const fuse_sight *s, size_t first, size_t count)
{
    uint32_t lines = t->mail->in_words > t->mail->out_words ? t->mail->in_words : t->mail->out_words;
    uint32_t threads = ((lines + 1) / 2 + 31) / 32 * 32;

    if (threads > MOST_POLLING)
        threads = MOST_POLLING;
    for (size_t b = first; b < first + count; b++)
        for (size_t n = 0; n < t->bodies[b].node_count; n++) {
            uint32_t own = fuse_threads(&t->f, s, &t->bodies[b].nodes[n]);
            threads = own > threads ? own : threads;
        }
    return (threads + 31) / 32 * 32;
}

static void place_words(plan_mailbox *mail)
{
    mail->in_at = 1024 * MAIL_WORD; /* a number for each of at most 1024 threads */
    mail->out_at = (mail->in_at + (uint64_t)MAIL_WORD * mail->in_words + 255) / 256 * 256;
    mail->mirror_bytes = mail->out_at + (uint64_t)MAIL_WORD * mail->out_words;
    mail->out_lines_at = ((uint64_t)LINE * mail->in_words + 255) / 256 * 256;
    mail->lines_bytes = mail->out_lines_at + (uint64_t)LINE * mail->out_words;
}

static const char *write_text(mail_maker *t, fuse_run *run, const char **texts)
{
    uint32_t most = 0;

    for (size_t i = 0; i < t->m.target_count; i++) {
        const char *why = NULL;
        texts[i] = fuse_text(t->f.memory, t->f.modules[i], t->f.i->module_count, &run->launch, 1, &why);
        if (texts[i] == NULL)
            return why != NULL ? why : "the machine code cannot be put together";
        most = run->launch.dynamic_shared > most ? run->launch.dynamic_shared : most;
    }
    run->kernel->shared_bytes = run->node.shared_bytes = run->launch.dynamic_shared = most;
    return NULL;
}

static void add_kernel(mail_maker *t, fuse_run *run)
{
    plan *p = t->f.p;
    const model_kernel **all = ARENA_ARRAY(t->f.memory, const model_kernel *, p->kernel_count + 1);

    memcpy(all, p->kernels, p->kernel_count * sizeof *all);
    run->node.kernel = (uint32_t)p->kernel_count;
    all[p->kernel_count++] = run->kernel;
    p->kernels = all;
}

static void fail_whole(mail_maker *t, const char *why)
{
    t->failed = true;
    diag_error(t->d, t->m.mailbox->at, "mailbox-launch", "the resident block cannot be put together: %s", why);
    diag_hint(t->d, "list fewer graphs under 'mailbox', or give their kernels fewer registers");
}

static void make_launch(mail_maker *t, fuse_sight *s, uint32_t threads, const image_options *options)
{
    uint32_t first = 0;
    fuse_run run = {.in = s, .nodes = &first, .count = 1, .threads = threads};
    const char **texts = ARENA_ARRAY(t->f.memory, const char *, t->m.target_count + 1), *why;
    const model_kernel **before = t->f.p->kernels;
    size_t count = t->f.p->kernel_count;

    fuse_make_launch(&t->f, &run, "mailbox", "mailbox");
    fuse_make_list(&t->f, &run);
    why = options->none ? NULL : write_text(t, &run, texts);
    if (why != NULL) {
        fail_whole(t, why);
        return;
    }
    add_kernel(t, &run);
    if (!image_add_fused(t->f.memory, t->d, t->f.m, t->f.i, options->none ? NULL : (const char *const *)texts,
                         t->f.p->kernels, t->f.p->kernel_count, options)) {
        t->f.p->kernels = before;
        t->f.p->kernel_count = count;
        if (diag_error_count(t->d) == 0)
            fail_whole(t, "the assembler refuses it");
        return;
    }
    t->mail->node = run.node;
    t->f.p->mailbox = t->mail;
}

/* Graphs whose steps are parts whatever `fuse:` says. */
static model_graph *willing(const mail_maker *t, const model *m)
{
    model_graph *graphs = ARENA_ARRAY(t->f.memory, model_graph, m->graph_count);

    memcpy(graphs, m->graphs, m->graph_count * sizeof *graphs);
    for (size_t g = 0; g < m->graph_count; g++) {
        model_step *steps = ARENA_ARRAY(t->f.memory, model_step, graphs[g].step_count);
        if (!graphs[g].mailbox)
            continue;
        memcpy(steps, graphs[g].steps, graphs[g].step_count * sizeof *steps);
        for (size_t i = 0; i < graphs[g].step_count; i++)
            steps[i].fuse_off = false;
        graphs[g].steps = steps;
        graphs[g].fuse_off = false;
    }
    return graphs;
}

/* The model with the launch's own conditions behind its buffers. */
static void extend_model(mail_maker *t, const model *m)
{
    model_buffer *buffers = ARENA_ARRAY(t->f.memory, model_buffer, m->buffer_count + 2);

    t->m = *m;
    memcpy(buffers, m->buffers, m->buffer_count * sizeof *buffers);
    for (uint32_t i = 0; i < 2; i++) {
        model_buffer *b = &buffers[m->buffer_count + i];
        b->name = i == 0 ? "go" : "which";
        b->role = ROLE_CONDITION;
        b->condition_first = i == 0 ? 1 : 0;
        b->size = MAIL_WORD;
        b->generated = true;
    }
    t->m.buffers = buffers;
    t->m.graphs = willing(t, m);
    t->f.m = &t->m;
}

static void make(mail_maker *t, const image_options *options)
{
    const model *m = &t->m;
    plan_graph *root = mail_root(t);
    fuse_sight s = {.root = root, .g = root};
    uint32_t graphs;
    size_t count = 0;

    for (size_t g = 0; g < t->f.p->graph_count; g++)
        if (m->graphs[g].mailbox) {
            t->mail->graphs[g].mailed = true;
            t->mail->graphs[g].which = (uint32_t)count++;
            mail_find_words(t, g);
        }
    if (t->failed)
        return;
    place_words(t->mail);
    (void)mail_take_bodies(t, 1);
    graphs = mail_take_bodies(t, count);
    for (size_t g = 0; g < t->f.p->graph_count; g++)
        if (t->mail->graphs[g].mailed) {
            const plan_graph *bodies, *plain = mail_plain(t, g, &bodies);
            mail_copy_graph(t, graphs + t->mail->graphs[g].which, g, plain, bodies);
        }
    s.bodies = t->bodies;
    for (size_t b = graphs; b < graphs + count; b++)
        check_parts(t, &s, &t->bodies[b], options->none);
    if (t->failed)
        return;
    uint32_t threads = threads_of(t, &s, graphs, count);
    mail_make_pass(t, graphs, count, threads);
    make_launch(t, &s, threads, options);
}

void fuse_mailbox(arena *a, diag *d, const model *m, image *i, plan *p, const image_options *options)
{
    mail_maker t = {.f = {.memory = a, .scratch = arena_new(), .i = i, .p = p}, .d = d};

    if (model_has_mailbox(m)) {
        extend_model(&t, m);
        t.mail = ARENA_NEW(a, plan_mailbox);
        t.mail->graphs = ARENA_ARRAY(a, plan_mail_graph, p->graph_count + 1);
        if (!options->none)
            t.f.modules = fuse_modules(&t.f);
        make(&t, options);
    }
    arena_free(t.f.scratch);
}
