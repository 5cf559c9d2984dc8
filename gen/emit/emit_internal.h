/* SPDX-License-Identifier: MIT */
/* What the emit_*.c files share: the one context that is handed to every slot, and how names, values and prose are
 * spelled in C. */
#ifndef EMIT_INTERNAL_H
#define EMIT_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/tmpl.h"
#include "emit/emit.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

#define EMIT_COLUMNS 120
#define EMIT_NODES_PER_FUNCTION 100

/* Constants that lie one after the other in an arena. */
typedef struct {
    uint32_t *members;      /* buffers, in that order; at least two */
    size_t member_count;
    const char *name;       /* of the struct and of the one object of it: "fir_constants" */
} emit_bundle;

typedef struct {
    const emit_input *in;
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const out *files;       /* written so far */
    const char *program;    /* "fir" */
    const char *prefix;     /* "FIR" */
    const char *spec;       /* the spec's base name, safe in a comment */
    bool lanes;             /* there are several */
    const char *self;       /* what the callbacks' `self` points at: "fir", or "struct fir_lane" */
    const char *own;        /* the pointer to it in functions for the application: "p", or "own" */
    size_t replayed;        /* graphs of the plan before setup */
    /* Graphs, and after them the bodies of conditional nodes, are numbered as one list: see emit_graph_at. */
    size_t *order;          /* these numbers as nodes are numbered in C: each graph, then its bodies; … */
    size_t order_count;     /* … as many as graphs and bodies */
    uint32_t *first_node;   /* for each graph and body: nodes in those before it in that order */
    uint32_t node_count;    /* of all graphs and bodies */
    const char ***nodes;    /* for each graph and body, and node: "FIR_NODE_fir", "FIR_SETUP_NODE_window" */
    const char **graphs;    /* for each graph: "FIR_GRAPH_main"; for a body that of its graph */
    const char **conditions;/* for each buffer, if it is a condition: "FIR_CONDITION_go" */
    size_t condition_count;
    const char **arenas;    /* for each buffer in device memory, the index of its arena: "0", "FIR_ARENA_x" */
    int name_width;         /* of the longest buffer's name */
    const char **far;       /* for each buffer: "p->device[0] + FIR_AT_x", "p->rt.pinned_device + FIR_UP_x" */
    const char **near;      /* with a function's variable for the memory: "device + FIR_AT_x", "pinned + FIR_UP_x" */
    const char **taken;     /* sorted: what stands after "fir_" in names of the application's functions and types */
    size_t taken_count;
    uint32_t *app_data;     /* buffers whose bytes the application gives at open */
    size_t app_count;
    emit_bundle *bundles;
    size_t bundle_count;
    const emit_bundle **bundle_of;  /* for each buffer: NULL, or the one that it is a member of */
} emit;

/* A node of a graph or body, and where its lines go. */
typedef struct {
    FILE *file;
    const emit *e;
    size_t graph;
    uint32_t node;
    const plan_node *n;
} emit_block;

/* ---- emit_text.c: how things are spelled ---- */

char *emit_upper(arena *a, const char *name);
/* As a struct member: the name, with an underscore where it is the type of a member. */
const char *emit_member(arena *a, const char *name);
/* Text that can stand in a comment. */
const char *emit_prose(arena *a, const char *text);
/* A string literal with its quotes, at most about 200 characters of text. */
char *emit_string(arena *a, const char *text);
/* The text with its words wrapped at EMIT_COLUMNS: `first` before the first line, `rest` before the others. */
void emit_wrapped(FILE *file, const char *first, const char *rest, const char *text);
/* VG_STATIC_ASSERT(condition, name); from a format for both. */
void emit_assert(FILE *file, const emit *e, const char *format, ...) ARENA_FORMAT(3, 4);
/* "[2][64]", "[1]" for a setting */
char *emit_shape(arena *a, const model_buffer *b);

/* A list of names, "a, b, c", that grows. */
typedef struct {
    arena *memory;
    char *text;             /* NULL: none yet */
    size_t length, capacity;
} emit_names;

void emit_names_add(emit_names *list, const char *name);

/* ---- emit_value.c: numbers ---- */

uint64_t emit_bits(const unsigned char *bytes, uint32_t size);
/* Of an integer or bool type. */
int64_t emit_signed_bits(const unsigned char *bytes, uint32_t size);
/* An integer constant expression of C, in parentheses where it is negative. */
char *emit_integer(arena *a, int64_t value);
/* The shortest decimal that reads back as the same double: "0.1", "1e+300"; "nan", "inf", "-inf". */
char *emit_real(arena *a, double value);
/* The C constant of a scalar; NULL for a float or double that is nan or infinite. */
char *emit_constant(arena *a, const model_type *type, const unsigned char *bytes);
/* What a person would write for it: "0.5" where the constant is 0x3800u, "[1.0, 2.0]" for a vector or struct. */
char *emit_reading(arena *a, const model_type *type, const unsigned char *bytes);
/* Statements that give an lvalue of this type its value, each line after `indent`. */
void emit_assign(FILE *file, arena *a, const char *indent, const char *lvalue, const model_type *type,
                 const unsigned char *bytes);
/* The elements of an unsigned char array, 16 a line. */
void emit_byte_lines(FILE *file, const unsigned char *bytes, size_t size);

/* ---- emit_types.c: types of the spec on the host ---- */

bool emit_is_aggregate(const model_type *type);
/* "uint8_t", "fir_f32x2", "fir_cell" */
const char *emit_host(const emit *e, const model_type *type);
/* The same with "const " and " *" where asked for, ready for a name to follow. */
const char *emit_type(const emit *e, const model_type *type, bool is_const, bool pointer);
/* Declarations of the vectors and structs that the application meets. */
void emit_types(FILE *file, const void *context);

/* ---- emit.c: what more than one output needs ---- */

/* A template with @PROGRAM@, @PREFIX@, @VERSION@ and @SPEC@ where it has them, and these words and slots. */
void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count);
bool emit_is_setup(const plan_graph *g);
/* A graph of the plan, or, with a number from plan.graph_count on, a body of a conditional node. */
const plan_graph *emit_graph_at(const emit *e, size_t graph);
/* "p->device[0] + FIR_AT_x + 16u"; addresses are e->far or e->near. */
const char *emit_address(const emit *e, const char *const *addresses, uint32_t buffer, uint64_t first);
/* Of a device arena, unless each buffer has its own: "0", "FIR_ARENA_LANE"; and the variable that holds its address. */
const char *emit_arena_index(const emit *e, size_t arena_index);
const char *emit_arena_variable(const emit *e, size_t arena_index);
/* "x, y, z" */
const char *emit_member_list(const emit *e, const plan_run *run);
/* Names of the nodes before and after, "-" where there are none. */
const char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count);

/* ---- emit_facts.c: what follows from model and plan ---- */

/* Of all lanes, as the runtime lays them out in memory of the application. */
uint64_t emit_device_bytes(const emit *e);
uint64_t emit_pinned_bytes(const emit *e);
bool emit_has_pinned(const plan *p);
/* Where the bytes of the runtime begin, at the end of pinned memory. */
uint64_t emit_pinned_end(const plan *p);
/* The macro of where the runtime's word lies in it. */
const char *emit_completion_name(const emit *e);
/* Nodes are given its address; a setting that no pointer is bound to has none. */
bool emit_has_place(const model_buffer *b);
/* The application writes it before, or reads it after, a replay: it has an accessor or a place in call's arguments. */
bool emit_goes_in(const model_buffer *b);
bool emit_comes_out(const model_buffer *b);
/* … or gives it at open. */
bool emit_is_accessible(const model_buffer *b);
/* "x", or "x_out" for what comes out of a buffer that is not an output. */
const char *emit_out_name(const emit *e, const model_buffer *b);
/* "FIR_UP_x" or "FIR_DOWN_x" is defined. */
bool emit_is_uploaded(const emit *e, uint32_t buffer);
bool emit_is_downloaded(const emit *e, uint32_t buffer);
/* Bytes that one replay of a graph moves for a run, at `first` of its first member. */
uint64_t emit_run_first(const plan_run *run);
uint64_t emit_run_bytes(const plan_run *run);
bool emit_has_settings(const model *m);
bool emit_has_state(const model *m);
/* Buffers that cross on request, that way. */
bool emit_has_requests(const model *m, plan_direction direction);
bool emit_is_requested(const model_buffer *b, plan_direction direction);
/* A graph of the plan has runs of that direction with the buffer, or the buffer has no bytes and the graph is alone. */
bool emit_graph_moves(const emit *e, size_t graph, uint32_t buffer, plan_direction direction);
/* Open writes the first content of this buffer; settings go up with every replay. */
bool emit_has_content(const model_buffer *b);
/* Its first content stands in pinned memory as well; zero is there anyway. */
bool emit_starts_pinned(const emit *e, uint32_t buffer);
/* What NAME_image.c holds of a first content: all of it, or one element that repeats; NULL: nothing. */
const unsigned char *emit_embedded(const emit *e, uint32_t buffer, uint64_t *size);
/* The shortest of 1, 2, 4 or 8 bytes that repeat to an element's pattern, or 0. */
uint32_t emit_period(const model_buffer *b);

/* The node's parameters follow settings: the buffers of these, each once. */
size_t emit_followed(const emit *e, const plan_node *n, uint32_t **settings);
bool emit_is_patched(const emit *e, const plan_node *n);
bool emit_any_patched(const emit *e);
/* Its grid may have no block. */
bool emit_may_be_empty(const plan_node *n);
/* It does not run with every replay. */
bool emit_is_toggled(const emit *e, const plan_node *n);
bool emit_any_toggled(const emit *e);
bool emit_is_switched(const emit *e, const plan_node *n);
bool emit_follows_setting(const emit *e, const plan_argument *argument);

/* ---- emit_transport.c: how bytes cross ---- */

/* Where the buffer crosses that way, and why; "": there is nothing to say. */
model_transport emit_transport(const emit *e, uint32_t buffer, plan_direction direction);
const char *emit_transport_reason(const emit *e, uint32_t buffer, plan_direction direction);
/* "copy", "kernel", "direct" */
const char *emit_transport_name(model_transport transport);
/* The node is a launch of vg_copy. */
bool emit_is_by_kernel(const emit *e, const plan_node *n);
/* The buffer's place is in pinned memory, where kernels reach it; … */
bool emit_is_direct(const emit *e, uint32_t buffer);
/* … it is in a device arena. */
bool emit_is_on_device(const emit *e, uint32_t buffer);
/* The way that a direct buffer goes: it goes only one. */
plan_direction emit_direct_direction(const emit *e, uint32_t buffer);
/* "x, y": what a launch reaches in pinned memory; NULL: nothing. */
const char *emit_direct_list(const emit *e, const plan_node *n);
/* Lines of a comment: the heading, and each reason for that transport with its buffers. Nothing where none has it. */
void emit_transport_reasons(FILE *file, const emit *e, model_transport transport, const char *heading);
/* Likewise, of what crosses otherwise than by a copy node. */
void emit_transport_text(FILE *file, const emit *e);

/* ---- emit_completion.c ---- */

/* How a replay of the graph is seen to have ended: "the stream writes the word after it: …". */
const char *emit_completion_text(const emit *e, const plan_graph *g);
/* The same for all replayed graphs, as the last lines of a comment. */
void emit_completions(FILE *file, const emit *e);

/* ---- emit_control.c: conditional nodes, attributes of kernel nodes, programmatic edges ---- */

/* Errors for headers of CUDA that are too old for the program. */
void emit_demands(FILE *file, const void *context);
/* Enums of conditions and images, where there are any. */
void emit_control_enums(FILE *file, const emit *e);
/* The graph itself, or the body, has a conditional node. */
bool emit_has_conditional(const emit *e, size_t graph);
/* A twin of the graph is made by building it once more: the driver does not clone it. */
bool emit_is_rebuilt(const emit *e, size_t graph);
bool emit_any_rebuilt(const emit *e);
/* The argument is the handle of a condition. */
bool emit_is_handle(const emit *e, const plan_argument *argument);
/* What is to be known of a graph before it is instantiated. */
void emit_traits(FILE *file, const emit *e, size_t graph);
/* The handles of the conditional nodes that the graph or body itself has. */
void emit_handles(FILE *file, const emit *e, size_t graph);
/* "while residual is not 0, at most 64 passes: body main_solve_do (condition go)" */
const char *emit_conditional_text(const emit *e, const plan_graph *g, const plan_node *n);
void emit_conditional_node(const emit_block *b);
/* The number of a node's body, as of emit_graph_at. */
size_t emit_body(const emit *e, const plan_node *n, size_t index);
/* Before and after a kernel node is added. `launch` is the variable. */
void emit_attribute_checks(const emit_block *b, const char *launch);
void emit_attributes(const emit_block *b);
/* ", cooperative" */
const char *emit_attribute_text(const emit *e, const plan_node *n);
/* For an index in n->after, the images with which the edge is programmatic, as bits of vg_program.images; "sm_90". */
uint32_t emit_edge_images(const emit *e, const plan_node *n, size_t index);
const char *emit_edge_targets(const emit *e, const plan_node *n, size_t index);
bool emit_has_programmatic(const emit *e);
void emit_programmatic_edges(const emit_block *b);
/* Static functions that build functions use. */
void emit_control_functions(FILE *file, const emit *e);

/* ---- emit_keep.c: what `api: call` knows of earlier calls ---- */

bool emit_is_if_changed(const emit *e, const plan_node *n);
/* A flag says whether the device holds what this input or setting has in pinned memory. */
bool emit_has_current(const emit *e, uint32_t buffer);
bool emit_any_current(const emit *e);
/* A flag says whether the graph's outputs in pinned memory are still those of what it takes there. */
bool emit_keeps(const emit *e, size_t graph);
bool emit_any_kept(const emit *e);
/* "p->kept.main" */
const char *emit_kept(const emit *e, const char *own, size_t graph);
/* Replays of one graph write outputs of the other one; true for the same one. */
bool emit_shares_outputs(const emit *e, size_t graph, size_t other);
/* Statements after which nothing is known, of outputs or of inputs too. */
void emit_forget_kept(FILE *file, const emit *e);
void emit_forget(FILE *file, const emit *e, const char *indent, const char *own);
void emit_keep_members(FILE *file, const emit *e);
/* Lines of the comment before a call. */
void emit_keep_text(FILE *file, const emit *e, size_t graph);

/* ---- emit_constants.c: what buffers hold from the start ---- */

void emit_find_bundles(emit *e);
/* For NAME.h, the static asserts of NAME.c, the bytes in NAME_image.c, and NAME.c's table with its number of lines. */
void emit_declare_constants(FILE *file, const emit *e);
void emit_constant_asserts(FILE *file, const emit *e);
void emit_constants(FILE *file, const void *context);
void emit_contents(FILE *file, const void *context);
size_t emit_content_count(const emit *e);

/* ---- emit_names.c ---- */

void emit_find_taken(emit *e);
/* "fir_contents": a name that NAME.c uses alone, with an underscore where the application's functions have it already. */
const char *emit_private(const emit *e, const char *name);

/* ---- emit_expr.c: expressions of settings ---- */

/* In C, 64-bit; names of settings after `from` ("setting->"). `block` is what that word means. */
const char *emit_expr(const emit *e, const expr *x, uint32_t block, const char *from);
/* As in the spec. */
const char *emit_expr_text(const emit *e, const expr *x);
/* The static functions that the expressions of the plan use. */
void emit_expr_functions(FILE *file, const emit *e);
/* The setting with this name, or MODEL_NONE. */
uint32_t emit_find_setting(const emit *e, const char *name);

/* ---- one function for each output, and those that it is made of ---- */

void emit_header(FILE *file, const emit *e);
void emit_api_accessors(FILE *file, const void *context);
void emit_api_settings(FILE *file, const void *context);
void emit_api_replays(FILE *file, const void *context);
/* "vg_status fir_start(fir *p, unsigned lane)" */
const char *emit_prototype(const emit *e, const char *result, const char *name, const char *parameters, bool is_const);
/* "fast_" for graph fast of `graphs:`, "" for that of `steps:` */
const char *emit_graph_prefix(const emit *e, size_t graph);

void emit_source(FILE *file, const emit *e);
/* "fir_build_main": the function that builds a graph or body. */
const char *emit_build_name(const emit *e, size_t graph);
void emit_layout(FILE *file, const void *context);
void emit_layout_asserts(FILE *file, const void *context);
void emit_launches(FILE *file, const emit *e);
/* "fir_launch_scale" or "fir_begin_scale": the struct and the function of a kernel. */
const char *emit_kernel_name(const emit *e, const char *what, uint32_t kernel);
/* `launch` is "launch_scale." or "launch->". */
void emit_arguments(FILE *file, const emit *e, const plan_node *n, const char *indent, const char *launch,
                    const char *const *addresses);
/* Where a run begins in pinned memory, whose address `base` is: "pinned + FIR_UP_x". */
const char *emit_pinned_address(const emit *e, const plan_run *run, const char *base);
/* after[] with the nodes that it depends on, but for programmatic edges. */
void emit_fill_after(const emit_block *b);
/* What follows a driver call that adds the node, or an edge to it. */
void emit_added(const emit_block *b, const char *call);
/* The body of a function, without its return, that adds these nodes. */
void emit_nodes(FILE *file, const emit *e, size_t graph, size_t first, size_t last);
const char *emit_describe_name(const emit *e, size_t graph, uint32_t node);
void emit_describes(FILE *file, const emit *e, size_t graph);
bool emit_has_reset(const emit *e);
bool emit_has_commit(const emit *e);
bool emit_has_launched(const emit *e);
void emit_first_settings(FILE *file, const emit *e);
void emit_callbacks(FILE *file, const emit *e);
void emit_commits(FILE *file, const emit *e);
void emit_open(FILE *file, const void *context);
void emit_functions(FILE *file, const void *context);
/* Signature and brace of a function for the application; with lanes also `own`, the lane or NULL. */
void emit_begin(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                bool is_const);
/* With further variables: whole lines. */
void emit_begin_with(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                     bool is_const, const char *variables);
/* Returns early unless the program is open. */
void emit_refuse_closed(FILE *file, const emit *e, const char *name);
void emit_setting_functions(FILE *file, const emit *e);
void emit_call(FILE *file, const emit *e, size_t graph);
/* emit_measure.c: steps, times of nodes, saved state. */
uint64_t emit_state_bytes(const model *m);
void emit_api_measure(FILE *file, const emit *e, size_t graph);
/* What NAME.h says before a function that steps. */
void emit_step_comment(FILE *file, const emit *e, size_t graph);
void emit_api_state(FILE *file, const emit *e);
void emit_measure(FILE *file, const emit *e, size_t graph);
void emit_state(FILE *file, const emit *e);
/* "fir_fast_times" and "FIR_FAST_NODES" */
const char *emit_times_name(const emit *e, size_t graph);
const char *emit_nodes_name(const emit *e, size_t graph);
void emit_declare(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                  bool is_const);
void emit_hand_on(FILE *file, const emit *e, const char *name, const char *parameters, const char *call);
void emit_image(FILE *file, const emit *e);
void emit_main(FILE *file, const emit *e);
void emit_selftest(FILE *file, const emit *e);
void emit_sim(FILE *file, const emit *e);
void dot_write(FILE *file, const emit *e);
void map_write(FILE *file, const emit *e);
void memory_picture_write(FILE *file, const emit *e);
void graph_picture_write(FILE *file, const emit *e);
void manifest_write(FILE *file, const emit *e);
void emit_depfile(FILE *file, const emit *e, const char *const *outputs, size_t output_count);

#endif
