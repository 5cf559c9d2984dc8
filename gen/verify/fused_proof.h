/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files share that prove the text of fused launches. */
#ifndef VERIFY_FUSED_PROOF_H
#define VERIFY_FUSED_PROOF_H

#include "image/image.h"
#include "verify/fused_text.h"
#include "verify/parts.h"

#define PROOF_MOST_THREADS 1024u

/* The text of one launch for one target. */
typedef struct {
    verifier *v;
    const image *i;
    size_t target;
    const plan_node *launch;
    text_module *out;
    text_function *entry;
    text_module **sources;      /* of each module of the image, read when they are asked for */
    uint32_t **copies;          /* of each: for each variable and then each function, 1 + what stands for it in `out` */
    const text_variable *area;  /* shared memory of the parts, or NULL */
    text_token *words;          /* names of the conditions' words */
    uint32_t at;                /* the next statement */
    size_t part_count;
    bool resident;              /* it takes graph after graph from a mailbox */
    bool waits;                 /* griddepcontrol.wait stands at the beginning */
    struct proof_even *even;    /* kernels whose threads come to all barriers, and how they were launched */
    const plan_node *now;       /* the part that is looked at, or NULL */
    bool failed;
} text_proof;

/* Reports what is not proven at this token of the finished text; the launch is not looked at any further. */
bool proof_fail(text_proof *p, uint32_t tok, const char *format, ...) ARENA_FORMAT(3, 4);

/* ---- verify_fused_guard.c, verify_fused_threads.c: which thread does what ---- */

typedef enum { USE_TID, USE_CTAID, USE_NTID, USE_NCTAID, USE_SHARED, USE_BARRIER, USE_PASS_BARRIER } use_kind;

/* A word of the part that stands for one of its kernel. */
typedef struct {
    use_kind kind;
    uint32_t what;  /* a dimension, a shared variable of the part, or the number of a barrier */
    uint32_t tok; /* of the finished text: a number, a register, or the area … */
    int64_t offset; /* … plus this */
} text_use;

typedef struct {
    const text_variable *variable;
    uint64_t bytes;
} text_area;

typedef struct {
    text_proof *p;
    const plan_part *part;
    const plan_node *node;
    const model_kernel *model;
    text_module *from;
    text_function *kernel;
    uint32_t grid[3], block[3];
    uint32_t number;            /* K of vgf_part_K */
    uint32_t guard, body, tail, end; /* statements: where these begin */
    text_use *uses;
    size_t use_count, use_room;
    text_area *areas;           /* shared variables that it uses */
    size_t area_count, area_room;
    text_token *labels;         /* for each statement of the kernel that is a label: its name in the part */
    bool barriers, warps;       /* it has such instructions */
    uint16_t numbers;           /* of barriers in the finished text, as bits; not 0 */
} text_part;

void part_add_use(text_part *t, use_kind kind, uint32_t what, uint32_t tok, int64_t offset);
/* The guard sends exactly the threads into the body that the part's blocks have, as the right ones; what they use is
 * theirs alone. */
bool part_check_guard(text_part *t);
bool part_is_whole(const text_part *t);

/* ---- verify_fused_body.c: the body of a part against that of its kernel ---- */

bool part_check_body(text_part *t);

/* ---- verify_fused_copies.c: functions and variables of modules ---- */

/* Whether a name of the finished text stands for what a name of that module means. */
bool proof_same_symbol(text_proof *p, uint32_t module, const text_name *n, uint32_t tok);
/* Whether a kernel or a function may do this in a launch: NULL, or why not. */
const char *proof_forbidden(const text_module *m, const text_function *f, const text_statement *s);
/* The name of what a call calls, or TEXT_NONE. */
uint32_t proof_called(const text_module *m, const text_statement *s);

/* ---- verify_fused_flow.c ---- */

/* Why some threads may not come to a barrier, or to what they do with their warp; NULL: all do. */
const char *proof_uneven(const text_part *t, uint32_t *tok);

/* ---- verify_fused_launch.c ---- */

/* All of a launch, for one target. */
void proof_check_launch(text_proof *p);

#endif
