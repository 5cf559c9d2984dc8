/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_mailbox.h - the contract of `mailbox:`: graphs that a resident block replays between arm and disarm, without a
 * launch. NAME.h includes it where there are such graphs.
 *
 * What goes in and comes out crosses the bus as lines of 8 bytes: a word in the low half, and above it the number of
 * the replay. A line is written and read by one access, so one that has the awaited number is whole, and no line needs
 * another one to be there first. Numbers count in steps of 256 and leave 0 out; in lines that go in, the lowest 8 bits
 * are the graph, or VG_MAIL_STOP. The first word that goes in is how many lines shall come out. */
#ifndef VG_MAILBOX_H
#define VG_MAILBOX_H

#include "vg_bounded.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_mail_open VG_SYMBOL(vg_mail_open)
#define vg_mail_launch VG_SYMBOL(vg_mail_launch)
#define vg_mail_quiet VG_SYMBOL(vg_mail_quiet)
#define vg_mail_close VG_SYMBOL(vg_mail_close)
#define vg_mail_arm VG_SYMBOL(vg_mail_arm)
#define vg_mail_disarm VG_SYMBOL(vg_mail_disarm)
#define vg_mail_start VG_SYMBOL(vg_mail_start)
#define vg_mail_poll VG_SYMBOL(vg_mail_poll)
#define vg_mail_finish VG_SYMBOL(vg_mail_finish)
#define vg_mail_replay VG_SYMBOL(vg_mail_replay)

#define VG_MAIL_STOP 255u       /* in place of a graph: ends the resident block */
#define VG_MAIL_STEP 256u       /* from one number to the next */

/* ---- what emitted code hands to the runtime ---- */

/* What emitted code does with lines. `lines` is the program's pinned memory for them. */
typedef struct vg_mail_graph {
    uint32_t which;             /* among the graphs with a mailbox */
    uint32_t out_lines;         /* that come back, at least 1; 0: this graph has no mailbox */
    /* Writes all lines that go in, each with this number: what the graph takes, and others as they are. */
    void (*pack)(void *self, volatile uint64_t *lines, uint32_t number);
    /* Takes what has come back, from line `at` on, up to the first line with another number. Returns that line. */
    uint32_t (*take)(void *self, const volatile uint64_t *lines, uint32_t number, uint32_t at);
} vg_mail_graph;

typedef struct vg_mail_desc {
    const vg_mail_graph *graphs;    /* for each replayed graph */
    uint32_t kernel;                /* of vg_desc.kernels: the resident block … */
    uint32_t threads;               /* … its threads … */
    uint32_t shared_bytes;          /* … and dynamic shared memory */
    uint32_t in_lines, out_lines;   /* the most of any graph */
    uint64_t mirror_bytes;          /* device memory: a number for each thread, then what goes in and comes out */
    vg_status (*launch)(void *self);    /* gives the block's arguments to vg_mail_launch */
} vg_mail_desc;

/* ---- the mailbox of one lane, a member of its struct ---- */

/* Emitted code reads `lines_device` and `mirror`. Lines that come out lie behind those that go in, at out_at. */
typedef struct vg_mail {
    const vg_mail_desc *desc;       /* NULL: not open */
    void *stream;                   /* CUstream, of the resident block alone */
    volatile uint64_t *in;          /* pinned memory */
    const volatile uint64_t *out;
    uint64_t lines_device;          /* the same memory as the device sees it */
    uint64_t mirror;                /* device memory */
    uint32_t number;                /* of the last replay or stop */
    uint32_t taken;                 /* lines of the running replay that have come back */
    uint32_t looks;                 /* of this replay; now and then the device is asked whether it still works */
    unsigned looking;               /* 1: a thread looks for the end of the replay */
    unsigned stopping;              /* 1: the block was told to end, and has not been seen to */
} vg_mail;

/* Bytes from the first line that goes in to the first that comes out: neither shares what the bus moves at once with
 * the other. */
static inline uint64_t vg_mail_out_at(const vg_mail_desc *desc)
{
    return ((uint64_t)desc->in_lines * 8u + 255u) / 256u * 256u;
}

/* Of all lines. */
static inline uint64_t vg_mail_bytes(const vg_mail_desc *desc)
{
    return vg_mail_out_at(desc) + ((uint64_t)desc->out_lines * 8u);
}

/* Between arm and disarm: every call that does not know of it finds another `here` and looks closer. */
static inline int vg_is_armed(const vg_program *rt)
{
    return rt->here == (const void *)&rt->store;
}

/* As vg_abandon, which comes after it and counts the memory. */
static inline void vg_mail_abandon(const vg_program *rt, vg_mail *mail, vg_abandoned *left)
{
    if ((vg_is_held(rt) == 0) || (mail->desc == NULL)) {
        return;
    }
    left->count[VG_LEFT_STREAMS] += (mail->stream != NULL) ? 1u : 0u;
    mail->desc = NULL;
}

/* ---- what emitted code calls ---- */

/* After vg_open or vg_open_lane: takes memory and a stream for the lane's mailbox. A failure closes the lane. */
vg_status vg_mail_open(vg_program *rt, vg_mail *mail, const vg_mail_desc *desc);
/* For desc->launch: pointers to the arguments of the block. */
vg_status vg_mail_launch(vg_program *rt, vg_mail *mail, void **arguments);
/* Waits for a running replay and ends the block, if there is one; then as vg_quiet. For every lane before the first is
 * closed, because nothing is freed while a block runs. */
vg_status vg_mail_quiet(vg_program *rt, vg_mail *mail, const vg_program *since);
/* Does vg_mail_quiet, and closes the lane. */
vg_status vg_mail_close(vg_program *rt, vg_mail *mail);

/* Starts the resident block. VG_STATE while a replay runs, or where it is armed already. */
vg_status vg_mail_arm(vg_program *rt, vg_mail *mail);
/* Ends it, and waits for that. VG_STATE while a replay runs, or where it is not armed. VG_TIMEOUT: call it again. */
vg_status vg_mail_disarm(vg_program *rt, vg_mail *mail);
/* As vg_start, vg_poll, vg_finish and vg_replay, which they call where the mailbox is not armed. */
vg_status vg_mail_start(vg_program *rt, vg_mail *mail, unsigned graph);
vg_status vg_mail_poll(vg_program *rt, vg_mail *mail);
vg_status vg_mail_finish(vg_program *rt, vg_mail *mail, uint64_t timeout_ns);
vg_status vg_mail_replay(vg_program *rt, vg_mail *mail, unsigned graph);

#ifdef __cplusplus
}
#endif

#endif
