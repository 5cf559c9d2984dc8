/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The resident launch of a program with `mailbox:`: what crosses as which word of its lines, and where that lies in the
 * mirror, the device memory in which its parts find what goes in and leave what comes out. */
#ifndef PLAN_MAILBOX_H
#define PLAN_MAILBOX_H

#include "plan/plan.h"

/* The first word that goes in is how many come out. What comes next begins at this one. */
#define PLAN_MAIL_COUNT_WORDS 1u
/* Bytes of all that goes in with a replay, and of all that comes out. */
#define PLAN_MAIL_MOST_BYTES 4096u
#define PLAN_MAIL_STOP 255u /* VG_MAIL_STOP */

/* The launch's own conditions, which are no buffers of the model: numbers behind those. */
static inline uint32_t plan_mail_go(const model *m)
{
    return (uint32_t)m->buffer_count;
}

static inline uint32_t plan_mail_which(const model *m)
{
    return (uint32_t)m->buffer_count + 1;
}

/* The first value of a condition in plan_node.conditions. */
static inline uint32_t plan_condition_first(const model *m, uint32_t condition)
{
    if (condition == plan_mail_go(m))
        return 1;
    return condition == plan_mail_which(m) ? 0 : m->buffers[condition].condition_first;
}

/* A buffer, or the position of a switch, as words. */
typedef struct {
    uint32_t buffer;      /* MODEL_NONE: a switch */
    uint32_t switched;    /* index of the switch; the word is not 0 while steps with its `when:` … */
    bool unless;          /* … or, with this, `unless:` run */
    bool by_value;        /* a setting: what parameters are given, which lies in no pinned memory */
    uint64_t bytes;       /* of the whole buffer; of a switch 4 */
    uint64_t first, last; /* those that come out, of a `range:`; else all */
    uint32_t word;        /* the first one; (bytes + 3) / 4 in all */
} plan_mail;

typedef struct {
    bool mailed;                  /* the graph has a mailbox; else there is nothing */
    uint32_t which;               /* among those that have one: its body in the launch's switch */
    plan_mail *in, *out;          /* by word */
    size_t in_count, out_count;
    uint32_t in_words, out_words; /* with the first word, and what lies between; at least 1 each */
} plan_mail_graph;

typedef struct plan_mailbox {
    plan_node node;           /* PLAN_FUSED. Its list is of a graph that is not among the plan's: a loop over
                               * vg_mail_in, a choice by graphs, and vg_mail_out. Conditions: plan_mail_go,
                               * plan_mail_which and those of loops and choices in the graphs */
    plan_mail_graph *graphs;  /* for each of the plan */
    uint32_t in_words, out_words; /* the most of any */
    /* Bytes of the mirror: a number for each thread from 0 on, then the words that went in, then those that come
     * out. */
    uint64_t in_at, out_at, mirror_bytes;
    /* Bytes of the lines, which have 8 each: in from 0 on, then out. */
    uint64_t out_lines_at, lines_bytes;
} plan_mailbox;

/* Where the buffer's bytes lie in the mirror, or UINT64_MAX: what goes in or comes out of that graph. */
uint64_t plan_mirror_of(const plan_mailbox *mail, uint32_t graph, uint32_t buffer, plan_direction direction);

#endif
