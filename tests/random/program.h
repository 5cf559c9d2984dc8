/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs as the tests of this folder know them. A program is made from a seed, written as a spec, interpreted
 * step by step on memory of its own, and played: a session of replays on some device, compared with the interpreter
 * byte by byte. Nothing here knows of models, plans or layouts. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    MOST_BUFFERS = 16,
    MOST_BYTES = 96, /* of a buffer */
    MOST_GRAPHS = 4, /* setup, the last one, included */
    MOST_STEPS = 64, /* of a graph, those inside others too */
    MOST_DEPTH = 3,  /* of steps inside others */
    MOST_BODIES = 3, /* of a step */
    MOST_SWITCHES = 3,
    MOST_USES = 3, /* pointers of a kernel */
    MOST_KERNELS = 16,
    MOST_LANES = 3,
    NONE = -1
};

/* ---- random numbers, the same everywhere ---- */

typedef struct {
    uint64_t state;
} dice;

uint64_t dice_next(dice *d);
/* 0 to limit - 1 */
unsigned dice_below(dice *d, unsigned limit);
/* True once in so many times. */
bool dice_once_in(dice *d, unsigned times);

/* ---- buffers ---- */

typedef enum { INPUT, OUTPUT, INOUT, SCRATCH, STATE, CONSTANT, DERIVED, SETTING } buffer_role;
typedef enum { EACH, ON_REQUEST, NEVER } buffer_traffic;
typedef enum { BY_ANYTHING, BY_COPY, BY_KERNEL, DIRECT } buffer_io; /* `io:` */

typedef struct {
    buffer_role role;
    unsigned element;      /* bytes: 1, 2, 4, 8 (u8 … u64) or 16 (u32x4) */
    unsigned count, bytes; /* elements; all of them */
    unsigned rows;         /* 0: one dimension */
    buffer_traffic up, down;
    unsigned down_first, down_last;  /* bytes that a download brings */
    bool ranged;                     /* output: only some of them. Setting: from 0 to 2, for grids */
    unsigned char first[MOST_BYTES]; /* what it holds at open */
    unsigned align;                  /* 0: not said */
    int fixed;                       /* offset, or NONE */
    bool defined;                    /* its count is a define */
    buffer_io io;
    bool lone; /* only arguments of launches; an output: of one, that writes all of it */
} random_buffer;

/* ---- kernels: what random/kernels.cu holds ---- */

/* A letter for each pointer: in, out, `p`art (some elements written), `b`oth (inout), work. */
typedef struct {
    const char *name;
    const char *does;
    bool reaches;   /* reads beyond the first and writes beyond the second one */
    bool one_block; /* has a barrier */
    bool small;     /* what it makes is 0, 1 or 2: a flag; of words of 4 bytes only, like … */
    int flag;       /* … where this pointer is a flag: it does nothing if that is 0; or NONE */
} random_kernel;

extern const random_kernel random_kernels[];
extern const unsigned random_kernel_count;

/* ---- steps ---- */

typedef enum { LAUNCH, FILL, COPY, WHILE, IF, SWITCH, REPEAT } step_kind;

/* Bytes of a buffer, as elements of some size. */
typedef struct {
    unsigned buffer, first, last;
    unsigned element;
    char claims;    /* what the spec says that a launch does: a letter as of kernels, at least what it does */
    unsigned style; /* how it is written */
    bool once;      /* the spec says that each byte crosses once */
} random_use;

typedef struct {
    step_kind kind;
    random_use uses[MOST_USES]; /* pointers of a launch; to of a fill; from and to of a copy; the flag of control flow */
    unsigned use_count;
    unsigned kernel, word; /* word: bytes of its elements, 1 or 4 */
    random_use more[2];    /* of a kernel that reaches: the bytes behind uses[0] and uses[1]; maybe none */
    unsigned salt, grid, block;
    int salt_setting, grid_setting; /* buffer, or NONE */
    unsigned char pattern[16];      /* fill: an element */
    int switched;                   /* or NONE */
    bool unless;
    int after[2]; /* earlier steps, or NONE */
    bool named;
    /* control flow: what it holds follows it, body after body */
    int inside;         /* the step that holds this one, or NONE … */
    unsigned body;      /* … and in which of its bodies */
    unsigned end;       /* the step after all that it holds */
    unsigned bodies;    /* else makes two, cases some */
    unsigned passes;    /* repeat: how many; while: at most */
    bool first_run;     /* while */
    int swap[2];        /* buffers, or NONE */
    int idle;           /* launch: the flag of the loop around it, or NONE */
} random_step;

typedef struct {
    random_step steps[MOST_STEPS];
    unsigned count;
} random_graph;

bool step_is_control(const random_step *s);
/* Whether it stands in a body of a conditional node. */
bool step_is_conditional(const random_graph *g, const random_step *s);

typedef enum { REUSE_ON, REUSE_OFF, REUSE_TIGHT } memory_reuse;

typedef struct {
    uint64_t seed;
    random_buffer buffers[MOST_BUFFERS];
    unsigned buffer_count;
    bool once[MOST_KERNELS][2][MOST_USES]; /* of each kernel's pointers, for words of 1 and of 4 bytes */
    random_graph graphs[MOST_GRAPHS];
    unsigned replayed; /* graphs that are */
    bool setup;        /* graphs[replayed] */
    bool named_graphs;
    bool switches[MOST_SWITCHES]; /* at first */
    unsigned switch_count;
    unsigned lanes;
    memory_reuse reuse;
    bool separate; /* --layout=separate */
} random_program;

/* The program of a seed, a valid one. */
void program_make(random_program *p, uint64_t seed);
/* Its spec. `kernels` is the path of random/kernels.cu from the spec's folder. */
void program_write(FILE *to, const random_program *p, const char *kernels);
/* C that calls the emitted program (emitted.h), and its entry in emitted_programs. */
void program_write_emitted(FILE *to, const random_program *p);
void program_write_entry(FILE *to, const random_program *p);
/* "main", "g1", "setup". */
const char *program_graph_name(const random_program *p, unsigned graph);
/* Whether a replay of the graph uploads, or downloads, the buffer: at least when asked to. */
bool program_uploads(const random_program *p, unsigned graph, unsigned buffer);
bool program_downloads(const random_program *p, unsigned graph, unsigned buffer);
bool program_has_state(const random_program *p);

/* ---- the interpreter ---- */

/* What the application has set; the same for the device and the interpreter. */
typedef struct {
    unsigned char up[MOST_BUFFERS][MOST_BYTES]; /* what it gives; of a setting its value */
    bool on[MOST_SWITCHES];
    bool changed[MOST_BUFFERS], wanted[MOST_BUFFERS];
} random_application;

/* One lane by the spec. */
typedef struct {
    random_application app;
    unsigned char holds[MOST_BUFFERS][MOST_BYTES]; /* on the device */
    unsigned char down[MOST_BUFFERS][MOST_BYTES];  /* what the application must see */
} random_lane;

/* As after open: contents, setup. */
void interpret_open(const random_program *p, random_lane *lane);
void interpret_replay(const random_program *p, random_lane *lane, unsigned graph);
void interpret_reset(const random_program *p, random_lane *lane);
unsigned interpret_setting(const random_lane *lane, unsigned buffer);

/* ---- sessions ---- */

/* Something that runs the program. All return false when a call failed, and say so on stderr. */
typedef struct random_device random_device;
struct random_device {
    void *self;
    unsigned char *(*up)(void *self, unsigned lane, unsigned buffer); /* pinned memory */
    const unsigned char *(*down)(void *self, unsigned lane, unsigned buffer);
    bool (*set)(void *self, unsigned lane, unsigned buffer, unsigned value);
    bool (*turn)(void *self, unsigned lane, unsigned which, bool on);
    bool (*change)(void *self, unsigned lane, unsigned buffer);
    bool (*want)(void *self, unsigned lane, unsigned buffer);
    bool (*start)(void *self, unsigned lane, unsigned graph);
    bool (*finish)(void *self, unsigned lane);
    bool (*reset)(void *self, unsigned lane);
    /* A buffer's bytes on the device; NULL where they cannot be looked at. */
    bool (*look)(void *self, unsigned lane, unsigned buffer, unsigned char *bytes);
};

/* Plays a session on an open device; which one depends on the program alone. False: a call failed or bytes differ; if
 * `loud` with a line on stderr about the first. */
bool session_play(const random_program *p, random_device *device, bool loud);

#endif
