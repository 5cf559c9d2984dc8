/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of expand share. */
#ifndef EXPAND_PARTS_H
#define EXPAND_PARTS_H

#include "check/check_parts.h"
#include "check/expand.h"

typedef struct {
    uint32_t first, second; /* buffers */
    span at;                /* of an exchange: its place in the spec */
} buffer_pair;

/* The index of a repeat while one of its passes is copied. */
typedef struct index_value index_value;
struct index_value {
    const char *name;
    int64_t value;
    const index_value *outer;
};

/* Where the steps of a graph went, or those of one call of it: for `after:`. */
typedef struct {
    uint32_t *first, *end; /* of each written step: its last copy is [first, end) of the flat list */
    size_t count;
} copies;

/* Steps of the flat list that all steps of a repeat or a call wait for. */
typedef struct {
    const uint32_t *steps; /* those that its own `after` names, and those of what holds it */
    size_t count;
    uint32_t inside, body;
} waiting_for;

/* A list of steps that is being copied. */
typedef struct list_at list_at;
struct list_at {
    const model_step *steps;
    size_t count, at;
    bool again;                /* it is copied or runs once more after this */
    const model_step *swapper; /* exchanges names after it, or NULL */
    const list_at *outer;
};

/* A condition of the spec: each conditional node needs one of its own. */
typedef struct {
    bool given;      /* to a node of this or another graph: the next one gets another */
    bool open;       /* that node's bodies are being copied */
    uint32_t now;    /* the one at hand */
    span set_at;     /* a launch that sets it, for which no node was found yet … */
    uint32_t set_in; /* … and the list where it stands */
    const char *setter;
} condition_use;

/* A name that was taken when one was wanted, and the number that makes the next one of it. */
typedef struct {
    const char *name;
    unsigned next;
} numbered_name;

#define EXPAND_NUMBERED 8

typedef struct {
    checker *c;
    arena *a;
    model *m;
    model_graph *graph;
    uint32_t graph_index;
    model_step *steps; /* the flat list */
    size_t count, capacity;
    uint32_t inside, body; /* of what is appended */
    const index_value *indices;
    const list_at *list;
    copies *copies;
    waiting_for *waiting; /* or NULL */
    const char *pass;     /* of what is appended, or NULL */
    bool before_loop;     /* what is appended is a pass before its loop */
    bool later_pass;      /* or one after the first */
    bool renames;         /* names may stand for other buffers than they seem to: */
    uint32_t *now;        /* of each of `named` buffers: the one that its name stands for */
    size_t named;
    condition_use *conditions; /* likewise; only those of the spec's conditions are used */
    size_t added;              /* steps and exchanges of names that the spec does not write, in all graphs */
    size_t after_count;
    size_t arguments;       /* of copies, in all graphs */
    size_t bodies;          /* of conditional nodes, in all graphs */
    const model_step *top;  /* the step of the graph's own list that is being copied */
    bool full;              /* a limit was exceeded, and this was reported */
    buffer_pair *exchanges; /* of names, in order */
    size_t exchange_count, exchange_capacity;
    const model_step *swapper; /* the last one */
    size_t buffer_capacity, kernel_capacity, loop_capacity, move_capacity;
    size_t looks; /* for mentions of names */
    numbered_name numbered[EXPAND_NUMBERED];
} expander;

/* ---- expand.c ---- */

/* `again`: it is copied or runs once more after this. `swapper`: exchanges names after it, or NULL. */
void expand_list(expander *e, model_step *steps, size_t count, bool again, const model_step *swapper);
/* Takes room for this many steps, or exchanges of names, beyond those that the spec writes. Returns false, with one
 * error, beyond the limit; from then on nothing is copied, and what is open is closed. */
bool expand_take_room(expander *e, size_t count);
/* Appends a step as it is; its index. One that is generated takes room. */
uint32_t expand_append(expander *e, const model_step *step);
/* Appends a while, if or switch with its condition: what follows is in its first body. */
uint32_t expand_open(expander *e, const model_step *step, uint32_t condition);
void expand_next_body(expander *e, uint32_t body);
void expand_close(expander *e, uint32_t index);
/* What is appended from now on is this pass (or copy) of its steps; returns what it was before. */
const char *expand_enter_pass(expander *e, const char *pass);
void expand_leave_pass(expander *e, const char *before);
/* Marks the steps of a list as further copies, so that a mistake in them is reported once. */
void expand_inline(expander *e, model_step *step);

/* ---- expand_copy.c ---- */

/* A copy of a launch, fill or copy: indices are integers in it, names those of the buffers that they stand for. */
model_step expand_copy_step(expander *e, const model_step *step);
/* Evaluates `repeat:` or `max:`. False after an error. */
bool expand_count(expander *e, const model_step *step, int64_t low, int64_t high, int64_t *value);
/* The name of the buffer that a name stands for. */
const char *expand_name(expander *e, const char *name);

/* ---- expand_control.c ---- */

void expand_while(expander *e, model_step *step);
void expand_choice(expander *e, model_step *step);
/* The buffer of a flag, or MODEL_NONE after an error. */
uint32_t expand_flag(expander *e, const model_step *step);
const char *expand_title(expander *e, const model_step *step);
/* What stands before a while whose first pass runs in any case. */
void expand_begin_first(expander *e, const model_step *step, uint32_t passes, uint32_t go);

/* ---- expand_loop.c ---- */

/* The buffer that counts the passes of a while. */
uint32_t expand_passes(expander *e, model_step *step);
void expand_add_loop(expander *e, model_loop made);
/* A while on a flag of the device. */
void expand_flag_loop(expander *e, model_step *step, uint32_t flag, uint32_t max);

/* ---- expand_swap.c ---- */

/* A copy that brings what a name holds from where it lies to where it shall be. */
typedef struct {
    uint32_t name;
    uint32_t from, to;
} name_move;

/* The buffers of `swap:`; false after an error. */
bool expand_pairs(expander *e, const model_step *step, buffer_pair **pairs);
void expand_exchange(expander *e, const buffer_pair *pairs, const model_step *swap);
/* Returns how many exchanges there were so far … */
size_t expand_mark(const expander *e);
/* … and undoes the later ones, as if they had never happened. */
void expand_undo(expander *e, size_t mark);
/* Undoes them, with the copies that this takes where a name is needed afterwards. `loop`: what runs again, or NULL. */
name_move *expand_find_moves(expander *e, size_t mark, const model_step *loop, size_t *count);
void expand_add_moves(expander *e, name_move *moves, size_t count);
/* Both. */
void expand_restore(expander *e, size_t mark, const model_step *loop);
/* At the end of a graph: what goes out must lie in its own buffer. */
void expand_settle(expander *e);

/* ---- expand_added.c ---- */

typedef enum {
    BUILTIN_LOOP_BEGIN,
    BUILTIN_LOOP_NEXT,
    BUILTIN_LOOP_HALF,
    BUILTIN_LOOP_LIMIT,
    BUILTIN_LOOP_COUNT,
    BUILTIN_LOOP_END,
    BUILTIN_LOOP_ODD,
    BUILTIN_CHOOSE_IF,
    BUILTIN_CHOOSE_CASE,
    BUILTIN_SET_GRID,
    BUILTIN_SET_GRID_INSIDE,
    BUILTIN_COUNT
} builtin;

typedef struct {
    uint32_t buffer; /* a buffer or a condition … */
    int64_t value;   /* … or, where it is MODEL_NONE, a number */
} added_argument;

/* A buffer for what a step needs: one element of u32, or as many of another type as `like` has. Its name is `name`, or
 * that with a number behind it. */
uint32_t expand_add_buffer(expander *e, const char *name, model_role role, span at, const model_buffer *like);
uint32_t expand_add_condition(expander *e, span at);
/* Appends a launch of a kernel that decides; `title` states its purpose. */
void expand_add_launch(expander *e, builtin kernel, const model_step *why, const char *title,
                       const added_argument *arguments, size_t count);
void expand_add_fill(expander *e, uint32_t buffer, const char *value, const model_step *why, const char *title);
uint32_t expand_add_copy(expander *e, uint32_t from, uint32_t to, span at, const char *title);
/* Steps cannot name what is added. An error for each that does, which is then broken. */
void expand_refuse_added(checker *c, model_step *steps, size_t count);

/* ---- expand_grid.c ---- */

/* A launch with `max:`: appends the launch that sets its grid, and makes the copy one of at most `max` blocks. */
void expand_grid(expander *e, const model_step *step, model_step *copy);
/* Whether there is such a launch among the steps, or in what they hold. */
bool expand_has_grids(const model_step *steps, size_t count);

/* ---- expand_call.c ---- */

/* Refuses graphs that call themselves: marks such calls as broken. */
void expand_refuse_circles(checker *c);
void expand_call(expander *e, model_step *step);
model_graph *expand_find_graph(const model *m, const char *name);

/* ---- expand_after.c ---- */

copies *expand_new_copies(expander *e, const model_graph *g);
/* Turns the written numbers of a copy's `after` into steps of the flat list. */
void expand_after(expander *e, model_step *copy);

/* ---- expand_skipped.c ---- */

/* A step that never runs, and all inside. */
void expand_skip(expander *e, const model_step *step);

#endif
