/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_books.h - the books that fake_cuda.c keeps and fake_work.c writes into. */
#ifndef FAKE_BOOKS_H
#define FAKE_BOOKS_H

#include "fake_cuda.h"

#include <stdint.h>

#if CUDA_VERSION < 12030
typedef struct CUgraphEdgeData {
    unsigned char type;
} CUgraphEdgeData;
#endif

/* What the out-parameter of a failed call holds. */
#define TRAP ((void *)(uintptr_t)0x5a5a5a5a5a5a5a50)

enum kind {
    CONTEXT = 1,
    STREAM,
    EVENT,
    MODULE,
    FUNCTION,
    GRAPH,
    NODE,
    EXEC,
    DEVICE_MEMORY,
    PINNED_MEMORY,
    MAPPED_MEMORY
};

#define MOST_AFTER 8
#define MOST_TASKS 16

/* A launch that a stream with fake.queues has not done yet: whose, and what its last node and the stream then write. */
typedef struct task {
    const struct object *graph, *event; /* recorded behind it */
    uint32_t *end, *word, number;
} task;

typedef struct object {
    enum kind kind;
    int live;
    int application;
    void *memory;
    size_t bytes;           /* of mapped memory, */
    int registered;         /* which the driver has pinned */
    struct object *parent;  /* of a node its graph, of an exec the graph that it was made from */
    struct object *stream;  /* the last one made before: whose work may use the object */
    unsigned recorded;      /* events */
    unsigned pending;       /* streams: pieces of work that nobody has waited for, … */
    unsigned busy_left;     /* … and looks that still find it busy, */
    int over;               /* … though the last graph has ended, or is said not to have begun, … */
    uint32_t *end;          /* … where the last node of the last graph is to write; NULL: there is none; … */
    uint32_t *word, number; /* … and what is to be written after that; NULL: nothing */
    task tasks[MOST_TASKS]; /* with fake.queues: the oldest first */
    unsigned task_count;
    CUgraphNodeType type;   /* nodes */
    int disabled;           /* nodes, in their exec */
    unsigned patches;       /* nodes: how often parameters were set again */
    CUDA_KERNEL_NODE_PARAMS launch;   /* kernel nodes, in their graph */
    int cooperative, priority;        /* kernel nodes: what was set */
    unsigned cluster[3];              /* likewise */
    struct object *after[MOST_AFTER]; /* nodes: what they wait for */
    int kinds[MOST_AFTER];            /* 1: the edge is programmatic */
    unsigned after_count;
    struct object *original; /* of a clone's node */
    struct object *event;    /* of a node that records it */
    struct object *capturing;              /* streams: the graph that they are captured to, or NULL */
    int invalidated;                       /* likewise: the capture is of no use */
    CUDA_MEMCPY3D copy;                    /* memcpy nodes */
    CUDA_MEMSET_NODE_PARAMS fill;          /* memset nodes that were given some: */
    int has_fill;                          /* else they have those of the driver */
    const struct object *attributes_from;  /* kernel nodes: whose were copied */
    float at;                /* milliseconds: of an event, of a node while a launch is reckoned */
} object;

/* Every call comes by fake_enter, and those that need a current context by fake_enter_with_context. */
CUresult fake_enter(const char *name);
CUresult fake_enter_with_context(const char *name);
object *fake_make(enum kind kind);
/* fake_capture.c: what cuGetProcAddress finds there, or NULL. */
void fake_reset_captures(void);
void *fake_capture_call(const char *name);
CUresult fake_library_param(const char *call, size_t index, size_t *offset, size_t *size);
/* Ranges for profilers. */
void fake_reset_ranges(void);
unsigned fake_open_ranges(void);
void fake_misuse(const char *call, const char *what);
/* The live object behind a handle, or NULL and a misuse. */
object *fake_use(const char *call, const void *handle, enum kind kind);
/* The stream has done its work, and writes the word that it is to write, if any. */
void fake_stream_done(object *stream);
/* With fake.queues: a look at the stream finds its oldest task busy once less, or done; that one is done. */
void fake_look_at_tasks(object *stream);
void fake_finish_task(object *stream);
/* What the graph's last node writes, or the kernel with such parameters. */
void fake_write_end(uint32_t *end);
uint32_t *fake_end_of(void *const *parameters);
CUresult fake_create(const char *call, void *out, enum kind kind, object *parent);
/* A destroy call that fails has destroyed its object all the same: nobody may try again. */
CUresult fake_destroy(const char *call, const void *handle, enum kind kind, CUresult result);
/* Frees the allocation at that address; a misuse if there is none. */
CUresult fake_free(const char *call, const void *memory, enum kind kind, CUresult result);
/* No work that may use the object is pending. */
void fake_check_idle(const char *call, const object *gone);
/* The live mapping at that address; NULL and a misuse if there is none. */
object *fake_use_mapping(const char *call, const void *memory);
/* Whatever the runtime has left mapped, for good or ill. */
void fake_unmap(const object *mapping);
/* The index-th node of a graph, from 0; NULL if there are fewer. */
object *fake_node_of(const object *graph, int index);

/* Notes when each event of the graph was recorded: a node begins when the last one that it waits for has ended; the
 * index-th node takes index + 1 ms, those that record events take no time. */
void fake_record_events(const object *graph);

/* fake_work.c */
void fake_give_work(const char *call, CUstream stream, CUresult result);
CUresult fake_write(const char *call, CUdeviceptr to, const void *element, size_t size, size_t count, CUstream stream);
CUresult fake_add_node(const char *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                       CUgraphNodeType type);

#endif
