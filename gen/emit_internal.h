/* SPDX-License-Identifier: MIT */
/* What the emit_*.c files share: the one context that is handed to every slot, and how names, values and prose are
 * spelled in C. */
#ifndef EMIT_INTERNAL_H
#define EMIT_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arena.h"
#include "emit.h"
#include "image.h"
#include "model.h"
#include "plan.h"
#include "tmpl.h"

#define EMIT_COLUMNS 120
#define EMIT_NODES_PER_FUNCTION 100

typedef struct {
    const emit_input *in;
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const char *program;    /* "fir" */
    const char *prefix;     /* "FIR" */
    const char *spec;       /* the spec's base name, safe in a comment */
    uint32_t *first_node;   /* for each graph of the plan: nodes in the graphs before it */
    uint32_t node_count;    /* of all graphs */
    uint32_t *app_data;     /* buffers whose bytes the application gives at open */
    size_t app_count;
} emit;

/* ---- emit_text.c: how things are spelled ---- */

char *emit_upper(arena *a, const char *name);
/* As a struct member: the name, with an underscore where it is the type of a member. */
const char *emit_member(arena *a, const char *name);
/* Text that can stand in a comment. */
char *emit_prose(arena *a, const char *text);
/* A string literal with its quotes, at most about 200 characters of text. */
char *emit_string(arena *a, const char *text);
/* The text with its words wrapped at EMIT_COLUMNS: `first` before the first line, `rest` before the others. */
void emit_wrapped(FILE *file, const char *first, const char *rest, const char *text);
/* "uint8_t", "const float *" … with a blank or a star at the end, so that a name can follow. */
const char *emit_type(arena *a, const model_type *type, bool is_const, bool pointer);
/* "[2][64]", "[1]" for a setting */
char *emit_shape(arena *a, const model_buffer *b);

/* ---- emit_value.c: numbers ---- */

uint64_t emit_bits(const unsigned char *bytes, uint32_t size);
/* An integer constant expression of C, in parentheses where it is negative. */
char *emit_integer(arena *a, int64_t value);
/* The shortest decimal that reads back as the same double: "0.1", "1e+300"; "nan", "inf", "-inf". */
char *emit_real(arena *a, double value);
/* The C constant of one element; NULL for a float or double that is nan or infinite. */
char *emit_constant(arena *a, const model_type *type, const unsigned char *bytes);
/* What a person would write for it: "0.5" where the constant is 0x3800u. */
char *emit_reading(arena *a, const model_type *type, const unsigned char *bytes);
/* Statements that give an lvalue of this type its value, each line after `indent`. */
void emit_assign(FILE *file, arena *a, const char *indent, const char *lvalue, const model_type *type,
                 const unsigned char *bytes);
/* The elements of an unsigned char array, 16 a line. */
void emit_byte_lines(FILE *file, const unsigned char *bytes, size_t size);

/* ---- emit.c: what more than one output needs ---- */

/* A template with @PROGRAM@, @PREFIX@, @VERSION@ and @SPEC@ where it has them, and these words and slots. */
void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count);
bool emit_is_setup(const plan_graph *g);
/* "FIR_NODE_fir", "FIR_SETUP_NODE_window" */
char *emit_node_name(const emit *e, const plan_graph *g, uint32_t node);
/* "p->device[0] + FIR_AT_x + 16u" */
char *emit_device_address(const emit *e, uint32_t buffer, uint64_t first);
/* "x, y, z" */
char *emit_member_list(const emit *e, const plan_run *run);
/* Names of the nodes before and after, "-" where there are none. */
char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count);
uint64_t emit_device_bytes(const plan *p);
bool emit_has_pinned(const plan *p);
/* One buffer has an accessor, or the application gives it. */
bool emit_is_accessible(const model_buffer *b);
/* "FIR_UP_x" or "FIR_DOWN_x" is defined. */
bool emit_is_uploaded(const emit *e, uint32_t buffer);
bool emit_is_downloaded(const emit *e, uint32_t buffer);
bool emit_has_settings(const model *m);
/* Open writes the first content of this buffer; settings go up with every replay. */
bool emit_has_content(const model_buffer *b);

/* ---- one function for each output ---- */

void emit_header(FILE *file, const emit *e);
void emit_source(FILE *file, const emit *e);
void emit_layout(FILE *file, const void *context);
void emit_layout_asserts(FILE *file, const void *context);
void emit_contents(FILE *file, const void *context);
void emit_node(FILE *file, const emit *e, const plan_graph *g, uint32_t node);
void emit_image(FILE *file, const emit *e);
void emit_main(FILE *file, const emit *e);
void emit_sim(FILE *file, const emit *e);
void emit_dot(FILE *file, const emit *e);
void emit_map(FILE *file, const emit *e);
void emit_depfile(FILE *file, const emit *e, const char *const *outputs, size_t output_count);

#endif
