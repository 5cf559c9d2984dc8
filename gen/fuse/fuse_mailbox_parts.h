/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of the mailbox's launch share. */
#ifndef FUSE_MAILBOX_PARTS_H
#define FUSE_MAILBOX_PARTS_H

#include "base/diag.h"
#include "fuse/fuse_parts.h"
#include "plan/plan_mailbox.h"
#include "spec/model_mailbox.h"

#define MAIL_WORD 4u
#define MAIL_PASS 0u /* bodies: the loop's, then those of the choice, then those in the graphs */

typedef struct {
    fuser f;
    model m; /* the program's, with the launch's own conditions */
    diag *d;
    plan_mailbox *mail;
    plan_graph *bodies;
    uint32_t body_count;
    size_t body_room;
    bool failed;
} mail_maker;

/* ---- fuse_mailbox_words.c: what crosses as which word ---- */

/* The graph without fused launches, and what first_body of its nodes counts from. */
const plan_graph *mail_plain(const mail_maker *t, size_t graph, const plan_graph **bodies);
void mail_find_words(mail_maker *t, size_t graph);
/* Whether the graph's steps may use the mirror in place of the buffer's place in device memory, so that nothing is
 * copied: of what goes in, if none changes it; of what comes out, if it begins anew with each replay and no other graph
 * looks at it. */
bool mail_in_mirror(const mail_maker *t, size_t graph, uint32_t buffer, plan_direction direction);

/* ---- fuse_mailbox_nodes.c: the graph that no driver sees ---- */

/* Room for more bodies: the first one's number. */
uint32_t mail_take_bodies(mail_maker *t, size_t count);
void mail_copy_graph(mail_maker *t, uint32_t to, size_t graph, const plan_graph *from, const plan_graph *bodies);
/* The loop's body, with what runs the graphs: `count` bodies from `graphs` on. */
void mail_make_pass(mail_maker *t, uint32_t graphs, size_t count, uint32_t threads);
/* The graph with nothing but the loop. */
plan_graph *mail_root(mail_maker *t);

#endif
