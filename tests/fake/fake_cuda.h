/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_cuda.h - a driver that only keeps books: which objects live, what was called, what was called wrongly. It fails
 * calls on demand, puts trap values into the out-parameters of failed calls and notices when one comes back. Device
 * memory is host memory; a launch calls fake.on_launch. A kernel node
 * with parameters is one that ends its graph: when a stream has done its work, 1 is at the address that the first one is.
 * Of the system it stands before mmap and munmap (linker: --wrap). Used by the runtime's unit tests on one thread. */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include "vg_capture.h"

#include <cuda.h>

#define FAKE_PARAMS 4
#define FAKE_DEVICES 3

/* What the driver knows of every address, except that RANGE_START is `first`; all zero: nothing. */
typedef struct fake_pointer {
    CUmemorytype type;
    CUcontext context;
    CUdeviceptr device; /* 0: the address itself */
    int unmapped;       /* the device has no address for it */
    unsigned managed;
    int ordinal;
    CUdeviceptr first;
    size_t bytes;
    unsigned long long id;
    CUdeviceptr end; /* not 0: from there on nothing is known */
} fake_pointer;

typedef struct fake_driver {
    fake_pointer pointer;
    /* What the driver is; set by the test after fake_reset. */
    int version;                     /* 13000 */
    int capability;                  /* 90 */
    int max_threads;                 /* of every function */
    int static_shared, optin_shared; /* bytes */
    const char *entry;               /* the one function in every module; NULL: any */
    size_t param_sizes[FAKE_PARAMS];
    size_t param_count;
    int param_info;       /* 0: cuFuncGetParamInfo and …Count are not there */
    int module_error;     /* result of loading a module */
    int host_register;    /* attribute: the device can */
    int integrated;       /* attribute */
    int map_error;        /* the system maps no memory */
    int register_error;   /* result of registering memory, when it is not failed otherwise */
    int graph_error_node; /* 1 + index of the node that instantiation refuses; 0: none */
    int cooperative;      /* attribute of every kernel node */
    int resident;         /* blocks of any function on each multiprocessor; clusters on the device */
    int multiprocessors;
    int context_multiprocessors;  /* of any context; 0: cuCtxGetDevResource is not there */
    int resource_error;           /* its result, when it is not failed otherwise */
    int forgets_attributes;       /* what is set of a node is not what is got */
    CUDA_MEMSET_NODE_PARAMS fill; /* parameters of every memset node */
    unsigned busy;                /* looks at a stream that find it busy after each launch */
    int word_error;               /* result of having a stream write a word, when it is not failed otherwise; … */
    int word_comes;               /* … which is then written all the same */
    int word_first;               /* it is there at the last look that finds the stream busy */
    int word_lost;                /* no word is ever written */
    int device_launch_error;      /* result of making an exec that the device could launch */
    int end_lost;                 /* no last node's word is ever seen */
    int queues;                   /* streams do one launch after the other; else a new one ends those before */
    unsigned long load_ns;        /* how long loading a module takes */
    int hang;                     /* the device ends nothing, and calls that would wait for it are misuse */
    int launch_error;             /* result of launching a graph, when it is not failed otherwise; … */
    int launch_comes;             /* … which runs all the same */
    void (*on_launch)(void);
    /* Captures: how one ends, when it is not failed otherwise; whether nodes come in the reverse of the order in which they
     * were made; the parameters of every library's kernel, and whether the driver names kernels; whether it calls functions
     * itself, and what it was last given to call. */
    int end_capture_error;
    int query_error; /* result of looking at a stream, when it is not failed otherwise */
    int body_error;  /* result of adding a kernel node, likewise */
    int nodes_reversed;
    struct {
        size_t offset, size;
    } library_params[FAKE_PARAMS];
    size_t library_param_count;
    int names; /* 1 */
    const void *renamed; /* a library's kernel that has another name than all others */
    int calls_functions;
    vg_capture_call call;
    vg_capture_place call_place; /* its last range */
    /* What happened. */
    unsigned long calls;
    const char *failed;                   /* documented name of the first call that was made to fail, or NULL */
    char misuse[128];                     /* first misuse, or "" */
    const void *image;                    /* loaded last */
    const void *launched;                 /* exec launched last */
    int max_dynamic_shared;               /* set by cuFuncSetAttribute; -1: never */
    int large_clusters;                   /* likewise allowed for a function */
    size_t asked_shared;                  /* when it was asked how many blocks are resident */
    unsigned long long instantiate_flags; /* of the last exec */
    unsigned for_device;                  /* execs that the device could launch */
    int first_try;                        /* what was made to fail was to make one */
    int device;                           /* of the last context retained */
    unsigned launched_blocks, launched_attributes; /* of the last kernel launched by itself */
    unsigned pending;                              /* pieces of work given to streams that nobody has waited for */
    unsigned depth;                                /* ranges for profilers that were pushed and not popped */
    char ranges[512];                              /* "+push -pop (start )end": all of them, in order */
} fake_driver;

extern fake_driver fake;

void fake_reset(void);
/* The n-th call from now fails with code; with `for_good`, and all after it. */
void fake_fail(unsigned long n, int code, int for_good);
/* The call that was made to fail was to have a word written; … */
int fake_failed_word(void);
/* … or is another one that nobody need be told of, for there is another way. */
int fake_failed_quietly(void);
/* Objects made through the driver and not yet destroyed, and ranges for profilers that have not ended. */
unsigned fake_live(void);
/* What the exec of a live node has it for. */
int fake_disabled(const void *node);
unsigned fake_patches(const void *node);
CUcontext fake_current(void);
/* Objects of the application, which the runtime must leave alone. */
CUcontext fake_application_context(void);
CUstream fake_application_stream(void);
/* What is made from now on is for work of this stream, not of the one that was made last. */
void fake_make_for(void *stream);
/* Place of the last call of that name among all calls, from 1; 0: none. */
unsigned long fake_last(const char *name);
unsigned long fake_count(const char *name);
const char *fake_name(unsigned long place);
/* Streams have done their work, and write what words they are to write, though nobody asked. */
void fake_write_words(void);
/* Last nodes have written what they are to, but streams are as busy as before. */
void fake_write_ends(void);
/* With fake.queues: the oldest launch of each stream has ended, whatever was looked at. */
void fake_finish_oldest(void);
/* Captures, for tests. A stream that is not captured is given work. What is enqueued waits for what was enqueued before, or
 * for what the test says. */
void fake_begin_capture(void *stream);
void fake_end_capture(void *stream);
void fake_invalidate(void *stream);
void *fake_enqueue(void *stream, CUgraphNodeType type, const void *params);
void *fake_enqueue_after(void *stream, CUgraphNodeType type, const void *params, void *const *after, unsigned count);
/* The stream has more to do: this many queries find it unfinished. */
void fake_make_busy(void *stream, unsigned looks);
void fake_make_programmatic(void *node, void *after);
int fake_mode(void); /* the thread's, a CUstreamCaptureMode */
CUfunction fake_library_function(void);
/* Of a live node: its kind of edge from another; how many edges there are from that, or from any (NULL); whose attributes it
 * was given. */
int fake_is_programmatic(const void *node, const void *after);
unsigned fake_waits_for(const void *node, const void *after);
const void *fake_attributes_from(const void *node);
int fake_type(const void *node);
/* A node of a graph waits for another one, too. */
void fake_add_edge(void *node, void *after);

#endif
