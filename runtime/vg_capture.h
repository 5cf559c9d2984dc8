/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_capture.h - the contract of `capture:` steps: what a program hands over about functions of the application's that
 * enqueue work on a stream (library calls, above all), and the room in its struct. NAME.h includes it where there are
 * such steps.
 *
 * Open calls each function once on the lane's stream, with first contents in the buffers, and writes these contents
 * again. Then each build function calls vg_capture, which has the function called on a stream that is being captured,
 * looks at each node that this gives, and adds it to the program's graph as a node of the program's own. */
#ifndef VG_CAPTURE_H
#define VG_CAPTURE_H

#include "vg_program.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_captures_for VG_SYMBOL(vg_captures_for)
#define vg_capture VG_SYMBOL(vg_capture)
#define vg_capture_end VG_SYMBOL(vg_capture_end)
#define vg_capture_ends_in_kernel VG_SYMBOL(vg_capture_ends_in_kernel)
#define vg_capture_enable VG_SYMBOL(vg_capture_enable)

/* ---- what emitted code hands to the runtime ---- */

#define VG_CAPTURE_READ 1u
#define VG_CAPTURE_WRITE 2u
#define VG_CAPTURE_WORK 8u      /* undefined before and after: the workspace */

/* Bytes [first, last) of a device arena. What is only written may be read again by the step itself. */
typedef struct vg_capture_range {
    uint32_t arena;
    uint32_t access;            /* VG_CAPTURE_READ, VG_CAPTURE_WRITE or both; or VG_CAPTURE_WORK */
    uint64_t first, last;
} vg_capture_range;

/* vg_capture_desc.allowed: what functions that the generator writes may enqueue besides. */
#define VG_CAPTURE_HOST 1u      /* functions of the host's, which NCCL has for some ways of transport */
#define VG_CAPTURE_EVENTS 2u    /* events of its own that it waits for and records, by which NCCL orders graphs */

/* What `call` returns where it has written the detail itself: open, or step, answers with that. */
#define VG_CAPTURE_TOLD (-1)

/* A step. Its nodes have the slots [first_node, first_node + most) of vg_storage.nodes and vg_desc.node_titles, from
 * the first one on and in an order in which each comes after those that it waits for; slots that are not used stay
 * NULL. Where nothing follows several of them, a node that only joins them takes the next slot: what follows the step
 * waits for the last slot that is not NULL. */
typedef struct vg_capture_desc {
    const char *name;           /* of the step */
    unsigned graph;             /* index into vg_desc.graphs; that of the whole graph where the step is in a body */
    unsigned first_node, most;
    const vg_capture_range *ranges;     /* the workspace, too */
    unsigned range_count;
    unsigned allowed;           /* 0, or of those above */
    int (*call)(void *self, void *stream);      /* what the function returned: 0, or it failed */
    int (*given)(const void *self);     /* 0: the application gave no function. NULL: there always is one */
} vg_capture_desc;

/* ---- room in the program's struct, in each lane and in each slot of a queue ---- */

/* Of each step. */
typedef struct vg_captured {
    void *graph;                /* CUgraph, as the stream gave it: libraries hang on it what its nodes use, and so it
                                 * is destroyed after the exec */
    void *twin;                 /* likewise, of the twin that vg_profile builds */
    unsigned count;             /* slots that are used; 0: nothing has been captured yet */
} vg_captured;

/* Of each slot of each step, one step after the other. */
typedef struct vg_captured_node {
    void *source;               /* CUgraphNode of the captured graph, while it is looked at */
    uint64_t name;              /* of a kernel node: a hash of its name, by which a later capture is compared; 0 if the
                                 * driver gives none. Not its handle: a lane's plan may have loaded the code anew */
    uint32_t type;              /* CUgraphNodeType */
    uint32_t followed;          /* 1: another node of the step waits for it */
} vg_captured_node;

/* A range, in the lane that is looked at. */
typedef struct vg_capture_place {
    uint64_t address, bytes;
    unsigned access;
} vg_capture_place;

/* What a driver that is no GPU's calls itself, at each replay, in place of nodes. */
typedef struct vg_capture_call {
    const char *title;
    int (*function)(void *self, void *stream);
    void *self;
    const vg_capture_place *ranges;
    size_t range_count;
} vg_capture_call;

typedef struct vg_captures {
    const vg_capture_desc *steps;
    unsigned count;
    unsigned most;              /* nodes of any step */
    vg_captured *made;          /* of each step */
    vg_captured_node *nodes;    /* of each step as many as its `most` */
    void **list;                /* twice the largest `most` of any step: a node's dependencies, and their kinds */
    vg_capture_place *places;   /* the largest range_count of any step */
    void *stream;               /* CUstream that is captured; it is made at the first capture, and is not the lane's,
                                 * so that a function which uses the stream of an earlier call is found out */
    char node[160];             /* for the detail: the title of a node that is refused, with its kernel's name */
    unsigned mode;              /* of the thread, which open puts back */
    unsigned exchanged;         /* 1: the thread is in another mode now */
    unsigned left_open;         /* 1: a function has begun a capture on another stream, and not ended it */
    /* Calls of the CPU device's driver: a node that calls the function, and the call by itself. NULL on a GPU. */
    int (*add_call)(void **node, void *graph, void *const *after, size_t count, const vg_capture_call *call);
    int (*run_call)(void *stream, const vg_capture_call *call, int *answer);
    /* What the rest of the runtime calls, by pointers so that only programs with such steps link it. */
    vg_status (*begin)(vg_program *rt);         /* open begins: every function is there, and nothing is captured */
    void (*end)(vg_program *rt, vg_status *first);      /* open has ended, well or not; does nothing a second time */
    vg_status (*warm)(vg_program *rt);          /* calls each function once, and writes the first contents again */
    vg_status (*build)(vg_program *rt);         /* vg_build_graphs, for a slot of a queue: with begin and end */
    /* Runs the step whose first slot this is on the lane's stream. *slots is how many it has; 0: no step's first. */
    vg_status (*step)(vg_program *rt, unsigned node, unsigned *slots);
    void (*drop_twin)(vg_program *rt, vg_status *first);        /* after the exec of the twin was destroyed */
    void (*release)(vg_program *rt, vg_status *first);          /* after every exec was destroyed */
} vg_captures;

/* Before vg_open, vg_open_lane and vg_open_slot: fills `room` and names it in the storage that they are given, together
 * with vg_rebuild. All of it is zeroed before the first open, as the program is. A program that is open is not
 * disturbed. vg_profile needs as much scratch as for graphs with conditional nodes. */
void vg_captures_for(vg_storage *storage, vg_captures *room, const vg_capture_desc *steps, unsigned count,
                     vg_captured *made, vg_captured_node *nodes, void **list, vg_capture_place *places);

/* ---- what emitted code calls while it builds and changes graphs ---- */

/* In a build function: adds the step's nodes to `graph` (a CUgraph, that of the program or of a body). Nodes that wait
 * for no other node of the step wait for `count` nodes in `after`, by ordinary edges. */
vg_status vg_capture(vg_program *rt, const vg_capture_desc *what, void *graph, void *const *after, unsigned count);
/* Then: the node that whatever follows the step waits for; and whether it is a kernel, so that an edge from it to a
 * kernel may be programmatic. */
void *vg_capture_end(const vg_program *rt, const vg_capture_desc *what);
int vg_capture_ends_in_kernel(const vg_program *rt, const vg_capture_desc *what);
/* In commit: enables or disables every node of the step in its exec, unless that is so already. */
vg_status vg_capture_enable(vg_program *rt, const vg_capture_desc *what, unsigned char enabled);

#ifdef __cplusplus
}
#endif

#endif
