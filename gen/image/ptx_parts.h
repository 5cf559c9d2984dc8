/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Inside the PTX reader: tokens, and what is known of a module while it is read. */
#ifndef PTX_PARTS_H
#define PTX_PARTS_H

#include "image/ptx.h"

typedef enum { PTX_END, PTX_WORD, PTX_NUMBER, PTX_STRING, PTX_MARK } ptx_token_kind;

/* A word is a directive, an opcode with all its suffixes, a register or a name. */
typedef struct {
    ptx_token_kind kind;
    uint32_t begin, end;    /* bytes of the text */
    uint32_t line;
} ptx_token;

/* A variable of the module or of a function. */
typedef struct {
    const char *name;
    uint32_t size, align;
    bool written;           /* .global only */
    bool dynamic;           /* `extern .shared` */
    unsigned visited;       /* .shared, .const: the last kernel for which it was counted */
} ptx_variable;

typedef struct {
    const char *name;
    size_t body, body_end;  /* tokens between its braces; both 0: a declaration */
    ptx_entry *entry;       /* NULL: a device function */
    ptx_variable *shared;   /* declared in it */
    size_t shared_count, shared_capacity;
    uint32_t *calls;        /* functions */
    size_t call_count, call_capacity;
    uint32_t *uses;         /* shared variables of the module */
    size_t use_count, use_capacity;
    uint32_t *watched;      /* of ptx_reader.watched, those that it uses */
    size_t watched_count, watched_capacity;
    bool allocates, prints; /* as in ptx_entry, by itself */
    bool calls_unknown;     /* through a pointer: it may call any function */
    bool waits, grid_sync;
    bool noncoherent;       /* a read without coherence that may go anywhere */
    unsigned visited;       /* the last kernel for which it was walked */
} ptx_function;

typedef struct {
    arena *memory;
    const char *text;
    ptx_token *tokens;      /* the last one is PTX_END */
    size_t token_count;
    size_t next;
    ptx_module *module;
    ptx_error *error;
    ptx_function *functions;
    size_t function_count, function_capacity;
    ptx_variable *globals;
    size_t global_count, global_capacity;
    ptx_variable *shared;   /* at module level, without extern ones */
    size_t shared_count, shared_capacity;
    ptx_variable *watched;  /* extern .shared ones, and .const ones without a value */
    size_t watched_count, watched_capacity;
    size_t entry_capacity;
} ptx_reader;

/* Splits the text; false and an error for a token that never ends. */
bool ptx_scan(ptx_reader *r, size_t length);

bool ptx_is(const ptx_reader *r, size_t token, const char *text);
bool ptx_starts(const ptx_reader *r, size_t token, const char *text);
const char *ptx_copy(const ptx_reader *r, size_t token);
bool ptx_fail(ptx_reader *r, size_t token, const char *format, ...) ARENA_FORMAT(3, 4);

/* These move r->next past what they read; false and an error when something else stands there. */
bool ptx_expect_number(ptx_reader *r, uint32_t *value);
bool ptx_skip_block(ptx_reader *r, const char *open, const char *close);
void ptx_skip_line(ptx_reader *r);
void ptx_skip_statement(ptx_reader *r);
/* What stands before the name of a variable, and then its name and dimensions. */
bool ptx_read_specifiers(ptx_reader *r, uint32_t *align, uint32_t *element, bool *managed);
bool ptx_read_declarator(ptx_reader *r, ptx_variable *v, uint32_t element);

/* Reads ".align 4 .b8 name[12]" up to what follows it; used for variables and parameters. */
bool ptx_read_variable(ptx_reader *r, ptx_variable *variable);

/* Passes .extern, .visible and their like; whether one was .extern. */
bool ptx_skip_linking(ptx_reader *r);
/* The next item of the module, up to what follows it. */
bool ptx_read_item(ptx_reader *r);

/* The version of the toolkit that made the text, from its comment; 0: not said. */
unsigned ptx_toolkit_version(const char *text, size_t length);

/* The variable that a token names, or NULL. */
ptx_variable *ptx_find(const ptx_reader *r, ptx_variable *list, size_t count, size_t token);

/* One past the last token of the statement that `token` is in. */
size_t ptx_statement_end(const ptx_reader *r, size_t token, size_t limit);

/* A statement of a function's body: a directive or an instruction. */
typedef struct {
    size_t opcode;          /* token: the directive or opcode, after any guard */
    size_t first, last;     /* its operands: tokens [first, last) */
} ptx_statement;

/* The next statement from *at on, which moves past it; braces, labels and line notes are passed over. False at the
 * end of the body. */
bool ptx_next_statement(const ptx_reader *r, size_t *at, size_t end, ptx_statement *s);

/* The end of the first operand: its comma outside of any brackets. */
size_t ptx_first_operand_end(const ptx_reader *r, const ptx_statement *s);
bool ptx_has_bracket(const ptx_reader *r, const ptx_statement *s);
bool ptx_is_call(const ptx_reader *r, size_t opcode);

/* The function that a call names: its token, or 0 for a call through a pointer. */
size_t ptx_call_target(const ptx_reader *r, const ptx_statement *s);

/* Fills in what the function's body shows: barriers, calls, shared memory. */
bool ptx_read_body(ptx_reader *r, ptx_function *f);

/* Adds to every kernel what the functions show that it may reach, and puts the kernels into the module. */
bool ptx_finish_entries(ptx_reader *r);

/* Marks the module's variables that the function may write. */
void ptx_follow_writes(ptx_reader *r, const ptx_function *f);

/* A register and a set of what it may hold, as bits. */
typedef struct {
    uint32_t begin, length; /* its name; length 0: a free slot */
    uint64_t *holds;
} ptx_register;

/* The registers of one function. The caller sets r and words; the rest begins as zero. */
typedef struct {
    const ptx_reader *r;
    size_t words;           /* of a set */
    ptx_register *slots;
    size_t slot_count;      /* a power of two */
    size_t used;
} ptx_registers;

/* The register that a token names; NULL for one that is not kept yet, unless it is to be made. */
ptx_register *ptx_find_register(ptx_registers *t, size_t token, bool make);
/* Adds to `set` what the register may hold; false when it may hold nothing. */
bool ptx_add_held(const ptx_registers *t, const ptx_register *held, uint64_t *set);
/* The registers among tokens [first, last) may hold what is in `set` too; true when that is news. */
bool ptx_give_registers(ptx_registers *t, size_t first, size_t last, const uint64_t *set);

/* Of each register of a function, the parameters that its value may come from; then two sources more: an address of
 * which nothing is known, and that of a module variable. */
typedef struct {
    ptx_reader *r;
    ptx_function *f;
    size_t params;
    ptx_registers registers;
    uint64_t *sources;      /* those that were gathered last */
    bool changed;
} ptx_addresses;

void ptx_follow_addresses(ptx_reader *r, ptx_function *f, ptx_addresses *w);
/* Gathers what tokens [first, last) may come from. */
void ptx_gather_sources(ptx_addresses *w, size_t first, size_t last);
bool ptx_has_source(const ptx_addresses *w, size_t source);
size_t ptx_unknown_address(const ptx_addresses *w);
size_t ptx_variable_address(const ptx_addresses *w);
/* The first bracket of a statement, or its end. */
size_t ptx_bracket(const ptx_reader *r, const ptx_statement *s);

/* Fills in what each kernel does to the memory behind its parameters. */
void ptx_find_accesses(ptx_reader *r);

/* Fills in how each kernel waits for the grids before it. */
void ptx_find_waits(ptx_reader *r);

/* Fills in through which parameters each kernel reads memory without coherence, and which functions do so anywhere. */
void ptx_find_noncoherent(ptx_reader *r);

#endif
