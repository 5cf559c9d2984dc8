/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* PTX in, PTX out: kernels of several modules become parts of one new kernel, which one block runs one after the other.
 * Knows nothing of the model or the plan.
 *
 * The text of a launch, which gen/verify reads again without this code. Names of the fuser's own begin with `vgf_`, and
 * registers with `%vgf_`:
 *
 *     .visible .entry vgf_NAME(parameters, named vgf_NAME_param_0 …)
 *     .maxntid THREADS, 1, 1
 *     {
 *     declarations: one `.shared` area that all parts overlay, one word of shared memory for each condition
 *     griddepcontrol.wait;                   where a part has it; every thread, before anything else. Then
 *     griddepcontrol.launch_dependents;      where a part has it, and the first values of conditions, with a barrier
 *     vgf_part_K:                            K counts parts in the order of the text
 *     {                                      registers, labels and variables of the part: a scope of its own
 *     guard                                  threads that the part has no use for, and parts that a switch leaves out,
 *                                            go to vgf_end_K
 *     the body of its kernel
 *     }
 *     vgf_end_K:
 *     barrier.sync 0;                        between parts, unless `apart`
 *     ret;
 *     }
 *
 * Blocks of a part lie side by side in slices of whole warps, with shared memory and barriers of their own. Where there
 * are more blocks than slices, the body stands between vgf_pass_K: and vgf_done_K:, behind which its threads wait for
 * each other if it has shared memory, and go back with the next block.
 *
 * A loop is `vgf_loop_C: ` … `bra vgf_loop_C;` `vgf_leave_C:`, with C its condition, which every thread reads after a
 * barrier, and before another one if the body begins with a part that may write it; `if` and `switch` are
 * vgf_case_C_N: … vgf_leave_C:. A launch of several blocks begins with a branch on %ctaid.x to vgf_block_N:.
 *
 * What differs between a part and the body of its kernel: names; `ret` and `exit` are a branch to vgf_end_K;
 * ld.param reads the launch's parameter; %tid, %ntid, %ctaid, %nctaid are numbers or registers that the guard sets;
 * barriers have a number and a count of threads; ld.global.nc is ld.global where the launch writes these bytes; a call
 * of cudaGraphSetConditional is a store to the condition's word; shared variables lie in the area, in slices relative
 * to a register; griddepcontrol stands at the head of the launch. Nothing else does. A part of one block that has every
 * thread of the launch keeps the numbers of its barriers, which have no count then. */
#ifndef FUSE_TEXT_H
#define FUSE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define FUSE_MOST_THREADS 1024u
#define FUSE_MOST_PARAM_BYTES 4096u

typedef struct fuse_list fuse_list;

/* What a parameter of a part's kernel is given. */
typedef struct {
    bool condition;
    uint32_t index;  /* of fuse_launch.params, or of its conditions */
    bool written;    /* a pointer: the launch may write what it leads to, in this or any other part */
    bool loaded;     /* `index` is a pointer, and the value stands this far behind its address: */
    uint32_t offset; /* bytes, a multiple of the value's alignment */
} fuse_argument;

typedef enum { FUSE_PART, FUSE_WHILE, FUSE_IF, FUSE_SWITCH } fuse_kind;

typedef struct {
    fuse_kind kind;
    /* FUSE_PART */
    size_t module;     /* of the modules */
    const char *entry; /* its name in the PTX */
    uint32_t grid[3], block[3];
    uint32_t shared_bytes; /* dynamic */
    const fuse_argument *arguments; /* one for each parameter of the entry */
    size_t argument_count;
    uint32_t switched; /* 0, or 1 + the parameter of the launch, a u32, with which the part is left out where it is 0 */
    bool switched_loaded;     /* then that parameter is a pointer, and the word stands this far behind its address: */
    uint32_t switched_offset; /* bytes, a multiple of 4 */
    bool apart;               /* no barrier is needed between it and the part before it */
    /* FUSE_WHILE, FUSE_IF, FUSE_SWITCH */
    uint32_t condition;
    const fuse_list *bodies; /* if: then, else where there is one */
    size_t body_count;
} fuse_item;

struct fuse_list {
    const fuse_item *items;
    size_t count;
};

typedef struct {
    uint32_t size, align; /* bytes */
} fuse_param;

typedef struct {
    const char *name; /* "main" makes the entry vgf_main */
    uint32_t threads; /* of each block; a multiple of 32 unless every part has as many, and at most FUSE_MOST_THREADS */
    uint32_t dynamic_shared; /* (result) bytes that the launch has to ask for; 0 where all is static */
    const fuse_param *params;
    size_t param_count;
    const uint32_t *conditions; /* the first value of each */
    size_t condition_count;
    const fuse_list *blocks; /* what each block does */
    size_t block_count;
} fuse_launch;

typedef struct {
    const char *text; /* PTX of one module, NUL-terminated */
    size_t length;
    struct fuse_source *source; /* the text as it was read by the first call, whose arena lives as long as this does */
} fuse_module;

/* Why the kernel cannot be a part of a launch with this many threads, in words for a report ("may leave before a
 * barrier"); NULL where it can. `what->arguments` may be NULL then: nothing is known to be written. */
const char *fuse_refusal(arena *a, fuse_module *modules, const fuse_item *what, uint32_t threads);

/* A module with an entry for each launch, and everything that they need. NULL where that cannot be, with the reason in
 * *why. Also sets dynamic_shared of each launch. */
const char *fuse_text(arena *a, fuse_module *modules, size_t module_count, fuse_launch *launches,
                      size_t launch_count, const char **why);

#endif
