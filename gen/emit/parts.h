/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files that write C share: from the lowest up, each knows only those above it. */
#ifndef EMIT_PARTS_H
#define EMIT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/tmpl.h"
#include "emit/emit.h"
#include "emit/emit_bounded.h"
#include "emit/emit_context.h"
#include "emit/emit_facts.h"
#include "emit/emit_stamp.h"
#include "emit/emit_text.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

#define EMIT_NODES_PER_FUNCTION 100

/* ---- emit_text.c ---- */

/* VG_STATIC_ASSERT(condition, name); from a format for both. */
void emit_assert(FILE *file, const emit *e, const char *format, ...) ARENA_FORMAT(3, 4);

/* ---- emit_image.c ---- */

/* "fir: fir.cu", by which the CPU device finds the kernels of a module. */
const char *emit_module_name(const emit *e, size_t module);
/* Writes that name for each image of a source, as NAME_vg_images has them, and returns how many there are. */
size_t emit_source_images(FILE *names, const emit *e);

/* ---- emit_types.c: types of the spec on the host ---- */

bool emit_is_aggregate(const model_type *type);
/* "uint8_t", "fir_f32x2", "fir_cell" */
const char *emit_host(const emit *e, const model_type *type);
/* The host type with "const " and " *" where asked for, ready for a name to follow. */
const char *emit_type(const emit *e, const model_type *type, bool is_const, bool pointer);
/* Declarations of the vectors and structs that the application meets. */
void emit_types(FILE *file, const void *context);

/* ---- emit_count.c: figures ---- */

/* What a node brings over the bus, [plan_direction]: transfers, and bytes of buffers. */
typedef struct {
    unsigned long count[2];
    uint64_t bytes[2];
} emit_traffic;

emit_traffic emit_node_traffic(const emit *e, const emit_node *n);
/* It brings something, but not in each replay. */
bool emit_is_counted(const emit *e, const emit_node *n);
/* The graph's line in its table, with what each replay brings. */
void emit_graph_line(FILE *file, const emit *e, const emit_graph *g);
/* After a launch in which a counted node ran. */
void emit_count_node(FILE *file, const emit *e, const emit_graph *g, const emit_node *n);
void emit_stats_function(FILE *file, const emit *e);

/* ---- emit_names.c: names and addresses in C ---- */

void emit_find_taken(emit *e);
/* "fir_contents": a name that NAME.c uses alone, with an underscore where the application's functions have it
 * already. */
const char *emit_private(const emit *e, const char *name);
/* Macros of a buffer: "FIR_X_AT" in device memory; "FIR_X_UP" or "FIR_X_DOWN" in pinned memory; … */
const char *emit_at(const emit *e, uint32_t buffer);
const char *emit_pinned_at(const emit *e, uint32_t buffer, plan_direction direction);
/* … "FIR_X_BYTES", or a number where the application does not meet the buffer; "FIR_X_COUNT" where it does. */
const char *emit_bytes(const emit *e, uint32_t buffer);
const char *emit_count(const emit *e, uint32_t buffer);
/* Of a buffer in external memory, its number among these: "FIR_EXTERNAL_x". */
const char *emit_external_index(const emit *e, uint32_t buffer);
/* Of a device arena, and of pinned memory, of one lane: "FIR_DEVICE_BYTES", or a number where lanes or several arenas
 * are added up in that. */
const char *emit_arena_bytes(const emit *e, size_t arena_index);
const char *emit_pinned_size(const emit *e);
/* "p->device[0] + FIR_X_AT + 16u"; addresses are e->far or e->near. */
const char *emit_address(const emit *e, const char *const *addresses, uint32_t buffer, uint64_t first);
/* Of a device arena, unless each buffer has its own: "0", "FIR_ARENA_LANE"; and the variable that holds its address. */
const char *emit_arena_index(const emit *e, size_t arena_index);
const char *emit_arena_variable(const emit *e, size_t arena_index);
/* Where a run begins in pinned memory: "pinned + FIR_X_UP", or as the host's pointer "&p->rt.pinned[FIR_X_UP]". */
const char *emit_pinned_address(const emit *e, const plan_run *run, bool is_pointer);
/* Whose address that is: "pinned", or "pooled" where a pool may hold it. */
const char *emit_pinned_base(const emit *e, uint32_t buffer);
/* "fast_" for graph fast of `graphs:`, "" for that of `steps:` */
const char *emit_graph_prefix(const emit *e, size_t graph);
/* "fir_fast_times" and "FIR_FAST_NODES" */
const char *emit_times_name(const emit *e, size_t graph);
const char *emit_nodes_name(const emit *e, size_t graph);
/* "fir_build_main": the function that builds a graph or body. */
const char *emit_build_name(const emit *e, const emit_graph *g);
/* "fir_launch_scale" or "fir_begin_scale": the struct and the function of a kernel. */
const char *emit_kernel_name(const emit *e, const char *what, const model_kernel *kernel);
/* "fir_describe_main_scale": the function of a node that follows settings. */
const char *emit_describe_name(const emit *e, const emit_graph *g, const emit_node *n);
/* ", fir.yaml:31": where the spec asks for a node, behind its name in a comment; "" if it does not. */
const char *emit_place(const emit *e, const emit_node *n);
/* A template with @PROGRAM@, @PREFIX@, @VERSION@ and @SPEC@ where it has them, and these words and slots. */
void emit_template(FILE *file, const emit *e, const char *name, const tmpl_word *words, size_t word_count,
                   const tmpl_slot *slots, size_t slot_count);

/* ---- emit_images.c: what edges between kernels are programmatic with ---- */

uint32_t emit_image_bit(const emit *e, const model_target *target);
/* Of the images in a mask: "sm_90, compute_90", or "FIR_IMAGE_sm_90 | FIR_IMAGE_compute_90". */
const char *emit_image_names(const emit *e, uint32_t images, const char *prefix, const char *between);

/* ---- emit_stretches.c: what lies where in one memory ---- */

/* A buffer's bytes [first, last). */
typedef struct {
    uint32_t buffer;
    const char *macro; /* of the first one: "FIR_X_AT" */
    uint64_t first, last;
    const char *shares; /* after sorting: names of buffers that have some of the bytes too; NULL: none has */
} emit_stretch;

typedef struct {
    emit_stretch *all;
    size_t count;
} emit_stretches;

emit_stretches emit_stretches_new(const emit *e);
void emit_stretches_add(const emit *e, emit_stretches *list, uint32_t buffer, const char *macro, uint64_t first);
/* By offset, then in the order of the spec; true: some share bytes. */
bool emit_stretches_sort(const emit *e, emit_stretches *list);

/* ---- what the context is made by ---- */

void emit_describe(emit *e);
/* One node, but for its name in C and its number. */
void emit_describe_node(emit *e, const model_graph *g, emit_node *described, const plan_node *n);
/* After all of them: the parts of fused launches. */
void emit_describe_parts(emit *e);
void emit_find_macros(emit *e);
void emit_find_bundles(emit *e);

/* ---- emit_signature.c: how functions for the application are declared and begin ---- */

/* A function that is declared elsewhere than by emit_declare. */
void emit_note_declared(const emit *e, const char *name);
void emit_declare(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                  bool is_const);
/* "fir_lane_at", or without lanes "fir_first_slot": the function by which functions for the application find `own`. */
const char *emit_own_name(const emit *e, bool is_const);
/* Signature and brace; with lanes or slots also `own`, the lane or its first slot, or NULL. */
void emit_begin(FILE *file, const emit *e, const char *result, const char *name, const char *parameters, bool is_const);
/* With further variables: whole lines. */
void emit_begin_with(FILE *file, const emit *e, const char *result, const char *name, const char *parameters,
                     bool is_const, const char *variables);
/* "fir_is_open(p)" */
const char *emit_is_open(const emit *e);
/* Returns early unless the program is open. */
void emit_refuse_closed(FILE *file, const emit *e, const char *name);
/* A whole function that hands on to the runtime. */
void emit_hand_on(FILE *file, const emit *e, const char *name, const char *parameters, const char *call);

/* ---- emit_block.c: the lines of a node ---- */

/* A node, and where its lines go. */
typedef struct {
    FILE *file;
    const emit *e;
    const emit_graph *g;
    const emit_node *n;
    bool is_inner; /* the function is called by a build function, whose scratch memory it is given */
} emit_block;

/* ---- emit_scratch.c: what the driver takes by address ---- */

/* Whether some of these nodes need it. */
bool emit_uses_scratch(const emit *e, const emit_graph *g, size_t first, size_t last);
void emit_scratch_union(FILE *file, const emit *e);
void emit_scratch_variable(FILE *file, const emit *e);
/* ", union fir_scratch *scratch", and ", &scratch" or ", scratch"; "" where no node needs it. */
const char *emit_scratch_parameter(const emit *e);
const char *emit_scratch_argument(const emit *e, bool is_pointer);
/* "scratch.copy", "scratch->copy" */
const char *emit_scratch_member(const emit_block *b, const char *member);

/* after[] with the nodes that it depends on, but for programmatic edges. */
void emit_fill_after(const emit_block *b);
/* The driver's call that adds the node, with the arguments after its first four, and what follows it. */
void emit_add_call(const emit_block *b, const char *call, const char *rest);
/* What follows a driver call that adds the node, or an edge to it. */
void emit_added(const emit_block *b, const char *call);
void emit_return_failure(FILE *file, const char *indent);

/* ---- emit_expr.c: expressions of settings ---- */

/* In C, 64-bit; names of settings after `from` ("setting->"). `block` is what that word means, as a number; where
 * block_name is not NULL, that is. */
const char *emit_expr(const emit *e, const expr *x, uint32_t block, const char *block_name, const char *from);
/* The static functions that the expressions of the plan use. */
void emit_expr_functions(FILE *file, const emit *e);

/* ---- emit_spelled.c: values under the names that the spec has for them ---- */

/* The macro of the define that an argument was written with, as a value of its type: "FIR_N", "(float)FIR_SCALE";
 * NULL. */
const char *emit_argument_define(const emit *e, const emit_node *n, size_t argument);
/* One of a launch's dimensions: "FIR_BLOCK", "128u". */
/* A launch whose block is left open, where NAME_tune.c is written: the row that has its sizes, its block's size in
 * that, and the threads of a block; else NULL. */
const char *emit_tuned(const emit *e, const emit_node *n);
const char *emit_tuned_block(const emit *e, const emit_node *n, size_t axis);
const char *emit_tuned_threads(const emit *e, const emit_node *n);
const char *emit_grid_size(const emit *e, const emit_node *n, size_t axis);
const char *emit_block_size(const emit *e, const emit_node *n, size_t axis);
/* The bytes of a transfer: "FIR_X_BYTES", "FIR_Y_UP + FIR_Y_BYTES - FIR_X_UP", "512u". */
const char *emit_transfer_bytes(const emit *e, const plan_run *run);
/* The same of one of several pieces. */
const char *emit_piece_bytes(const emit *e, const plan_run *run, const plan_piece *piece);
/* Of a copy node that is a step's; and the elements that a fill node fills. */
const char *emit_copied_bytes(const emit *e, const plan_node *n);
const char *emit_filled_count(const emit *e, const plan_node *n);
/* The number that the argument of a launch of vg_copy or vg_fill is, which a step is or a cleared output. */
const char *emit_moved_number(const emit *e, const emit_node *n, size_t argument);

/* ---- emit_launch.c: launches as the driver takes them ---- */

void emit_launches(FILE *file, const emit *e);
/* NAME.h: a member of the program for what vg_copy_pieces copies, where that is launched. */
void emit_pieces_member(FILE *file, const emit *e);
/* The call that begins a launch with its blocks and threads; a grid that follows settings is set later. */
void emit_begin_launch(FILE *file, const emit *e, const emit_node *n, const char *launch);
/* Of a pointer; addresses are e->far or e->near. */
const char *emit_argument_address(const emit *e, const plan_argument *argument, const char *const *addresses);
/* `launch` is "launch_scale." or "launch->". */
void emit_arguments(FILE *file, const emit *e, const emit_node *n, const char *indent, const char *launch,
                    const char *const *addresses);
void emit_describes(FILE *file, const emit *e, const emit_graph *g);
/* The call of a node's function of those; `built`: with what its graph's exec follows, else with what was set last. */
const char *emit_describe_call(const emit *e, const emit_graph *g, const emit_node *n, bool built, const char *launch);
/* Whether there are values of settings that launches follow, or addresses of external memory. */
bool emit_has_values(const emit *e);

/* ---- emit_control.c: conditional nodes, attributes of kernel nodes, programmatic edges ---- */

/* Errors for headers of CUDA that are too old for the program. */
void emit_demands(FILE *file, const void *context);
/* What is to be known of a graph before it is instantiated; false: nothing. */
bool emit_traits(FILE *file, const emit *e, const emit_graph *g);
/* The handles of the conditional nodes that the graph or body itself has. */
void emit_handles(FILE *file, const emit *e, const emit_graph *g);
/* "while residual is not 0, at most 64 passes: body main_solve_do (condition go)" */
const char *emit_conditional_text(const emit *e, const emit_node *n);
void emit_conditional_node(const emit_block *b);
/* Before and after a kernel node is added. `launch` is the variable. */
void emit_attribute_checks(const emit_block *b, const char *launch);
void emit_attributes(const emit_block *b);
/* ", cooperative" */
const char *emit_attribute_text(const emit *e, const emit_node *n);
void emit_programmatic_edges(const emit_block *b);
/* Static functions that build functions use. */
void emit_control_functions(FILE *file, const emit *e);

/* ---- emit_resident.c: launches with as many blocks as the device runs at once ---- */

bool emit_any_resident(const emit *e);
/* Where the number stands, and the most that it may be, NULL where the spec has none. */
const char *emit_resident_blocks(const emit *e, const emit_node *n);
const char *emit_resident_most(const emit *e, const emit_node *n);
/* Finds the number out, before such a node is filled in. */
void emit_resident(const emit_block *b);

/* ---- emit_sized.c: launches whose grids the device sets ---- */

/* After such a node is added: gives its handle to the node that sets the grid. */
void emit_sized(const emit_block *b);
/* The function that looks after each replay at what that node found to be too much. */
void emit_ended(FILE *file, const emit *e);

/* ---- emit_fused.c, emit_stepped.c: launches that do several steps; nothing is written where there are none ---- */

/* Whether the node, or a part of it, writes the runtime's word. */
bool emit_writes_word(const emit_node *n);
/* What it brings in each replay; parts that a switch leaves out are counted apart. */
emit_traffic emit_fused_traffic(const emit *e, const emit_node *fused);
/* "one launch of 256 threads, which does, one after the other:", and a line of the comment for each part. */
const char *emit_fused_text(const emit *e, const emit_node *n);
void emit_fused_lines(const emit_block *b);
/* Whether step mode can do what the parts of a launch do; a part of it that is added as a node, or any other node. */
bool emit_can_step(const emit *e, const emit_graph *parts);
bool emit_is_added(const emit *e, const emit_graph *g, const emit_node *n);
/* The functions that do so where the parts do not simply follow each other; the name of one, or "NULL". */
void emit_stepped(FILE *file, const emit *e);
const char *emit_stepped_name(const emit *e, const emit_graph *parts);
/* Names, titles and the table of what step mode takes apart, and in open the statements that hand it over. */
void emit_fused_enums(FILE *file, const emit *e);
void emit_fused_table(FILE *file, const emit *e);
void emit_fused_storage(FILE *file, const emit *e, const char *indent);
/* The call with which the application steps through a graph. */
const char *emit_step_call(const emit *e, size_t graph);

/* ---- emit_add.c ---- */

/* "launch scale(x, y), 2 x 1 x 1 blocks of 128 x 1 x 1 threads, when fast is on": what the node does, and when. */
const char *emit_action_text(const emit *e, const emit_node *n);

/* The variables of a function that adds these nodes; and the statements that do, without a return. */
void emit_node_variables(FILE *file, const emit *e, const emit_graph *g, size_t first, size_t last, bool is_inner);
void emit_nodes(FILE *file, const emit *e, const emit_graph *g, size_t first, size_t last, bool is_inner);
/* "scratch.launch_scale", "scratch->launch_scale" */
const char *emit_launch_variable(const emit_block *b, const emit_node *n);

/* ---- emit_keep.c: what `api: call` knows of earlier calls ---- */

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
/* The function that does so when the program's turn in a pool begins. */
bool emit_has_taken(const emit *e);
void emit_taken(FILE *file, const emit *e);
void emit_keep_members(FILE *file, const emit *e);
/* For several kept calls: macros, members and what is asserted of these. */
void emit_keep_macros(FILE *file, const emit *e);
void emit_keep_many_members(FILE *file, const emit *e);
void emit_keep_layout(FILE *file, const emit *e);
/* Lines of the comment before a call. */
void emit_keep_text(FILE *file, const emit *e, size_t graph);

/* ---- emit_linked.c: names for the linker ---- */

/* A name of NAME_image.c: "fir_modules". */
void emit_name_in_image(FILE *file, const emit *e, const char *name);
/* All of the program's, for NAME.h. */
void emit_linked_names(FILE *file, const void *context);

/* ---- emit_constants.c: what buffers hold from the start ---- */

/* For NAME.h names and declarations, the static asserts of NAME.c, the bytes in NAME_image.c, and NAME.c's table with
 * its number of lines. */
void emit_name_constants(FILE *file, const emit *e);
void emit_declare_constants(FILE *file, const emit *e);
void emit_constant_asserts(FILE *file, const emit *e);
void emit_constants(FILE *file, const void *context);
void emit_contents(FILE *file, const void *context);
size_t emit_content_count(const emit *e);

/* ---- emit_bounded.c: calls with a limit ---- */

/* For NAME.h, and the functions set_timeout and abandon for NAME.c. */
void emit_waiting_table(FILE *file, const void *context);
void emit_bounded(FILE *file, const emit *e);

/* ---- emit_external.c: memory that the application binds; nothing is written where no buffer lies in such ---- */

void emit_external_enum(FILE *file, const emit *e);
void emit_external_table(FILE *file, const emit *e);
/* Those that a graph uses, as commit takes them. */
void emit_uses_table(FILE *file, const emit *e, const emit_graph *g);
bool emit_has_bound(const emit *e, const emit_graph *g);
/* In commit: that they have memory. */
void emit_check_bound(FILE *file, const emit *e, const emit_graph *g);
/* In settings of that name, no address. */
void emit_unbind(FILE *file, const emit *e, const char *indent, const char *settings);
/* In open: a variable, what stands before the runtime's open, and what follows it; members of NAME_data. */
const char *emit_given_variable(const emit *e, const char *indent);
void emit_give(FILE *file, const emit *e, const char *indent, const char *lane, const char *index);
void emit_bind_given(FILE *file, const emit *e, const char *indent, const char *lane);
void emit_external_data(FILE *file, const emit *e);
void emit_api_external(FILE *file, const emit *e);
void emit_external_functions(FILE *file, const emit *e);
/* For the CPU device: the space of a buffer, and those of all. */
size_t emit_sim_external_space(const emit *e, uint32_t buffer);
void emit_sim_external_spaces(FILE *file, const emit *e);
/* For the driver: functions that bind memory of its own, and close and open around them. */
void emit_driver_bound(FILE *file, const emit *e);

/* ---- emit_capture.c: functions whose stream calls become nodes; nothing is written where there are none ---- */

bool emit_any_capture(const emit *e);
/* "&fir_captures[0]" */
const char *emit_capture_address(const emit *e, const emit_node *n);
/* Of any node: "p->node[FIR_NODE_fir]", or what stands for a capture in what depends on it. */
const char *emit_node_handle(const emit *e, const emit_node *n);
/* Its title in messages; of a capture, that of one of its slots. */
const char *emit_slot_title(const emit *e, const emit_node *n, size_t slot);
/* "capture range_fft(echo, spectrum), at most 4 nodes" */
const char *emit_capture_text(const emit *e, const emit_node *n);
/* In NAME.h: types, the members of NAME_data or others like them, functions, members of a lane. */
void emit_capture_types(FILE *file, const emit *e);
void emit_capture_data(FILE *file, const emit *e, const char *indent);
void emit_api_captures(FILE *file, const emit *e);
void emit_capture_members(FILE *file, const emit *e);
/* In NAME.c: functions and tables; statements in open, as of emit_storage; a node; functions for the application. */
void emit_capture_tables(FILE *file, const emit *e);
void emit_take_functions(FILE *file, const emit *e, const char *indent, const char *lane);
void emit_capture_storage(FILE *file, const emit *e, const char *indent, const char *lane);
void emit_capture_node(const emit_block *b);
void emit_capture_functions(FILE *file, const emit *e);

/* ---- emit_collective.c: collectives of several ranks, which are captures; likewise ---- */

bool emit_any_collective(const emit *e);
/* Whether a capture calls a function of the application's. */
bool emit_any_function(const emit *e);
void emit_collective_data(FILE *file, const emit *e);
void emit_collective_members(FILE *file, const emit *e);
void emit_collective_meeting(FILE *file, const emit *e);
void emit_take_ranks(FILE *file, const emit *e, const char *indent, const char *lane);
/* The function that the runtime calls. */
void emit_collective_call(FILE *file, const emit *e, const plan_node *n, const char *function);

/* ---- emit_commit.c: what the application changes between replays ---- */

bool emit_has_reset(const emit *e);
bool emit_has_commit(const emit *e);
bool emit_has_launched(const emit *e);
void emit_first_settings(FILE *file, const emit *e);
void emit_callbacks(FILE *file, const emit *e);
void emit_commits(FILE *file, const emit *e);

/* ---- emit_measure.c: steps, times of nodes, saved state, in NAME.h and NAME.c ---- */

uint64_t emit_state_bytes(const model *m);
void emit_api_measure(FILE *file, const emit *e, size_t graph);
/* What NAME.h says before a function that steps. */
void emit_step_comment(FILE *file, const emit *e, size_t graph);
void emit_api_state(FILE *file, const emit *e);
void emit_profile_member(FILE *file, const emit *e);
void emit_measure(FILE *file, const emit *e, size_t graph);
void emit_state(FILE *file, const emit *e);

/* ---- emit_queue.c: programs with several replays in flight ---- */

/* Open and close. */
void emit_open_queue(FILE *file, const emit *e);
/* Statements of a function for the application that refuses a program which is not open. */
void emit_take_app_data(FILE *file, const emit *e);
/* `storage` is filled in; self and lane are "own" and "own->". */
void emit_storage(FILE *file, const emit *e, const char *indent, const char *self, const char *lane);
/* A whole function that needs the lane for itself: VG_STATE while replays are in flight. `runs`: a replay. */
void emit_alone(FILE *file, const emit *e, const char *name, const char *parameters, const char *call, bool runs);
/* The functions that wait, in NAME.h and NAME.c. */
void emit_api_waits(FILE *file, const emit *e);
void emit_waits(FILE *file, const emit *e);
/* First lines of commit, and last lines of what follows a launch: what the application set is the first slot's. */
void emit_take_settings(FILE *file, const emit *e);
void emit_give_requests(FILE *file, const emit *e);

/* ---- emit_mailbox.c: graphs that a resident block replays ---- */

bool emit_has_mailbox(const emit *e);
/* How much memory open takes for the mailboxes of all lanes. */
void emit_mailbox_macros(FILE *file, const emit *e);
/* "vg_start(&own->rt" and the rest, or what a program with a mailbox calls instead. */
const char *emit_replay_call(const emit *e, const char *call, const char *own, const char *rest);
void emit_mailbox_enums(FILE *file, const emit *e);
void emit_mailbox_lines(FILE *file, const emit *e);
void emit_mailbox_launch(FILE *file, const emit *e);
void emit_mailbox_no_launch(FILE *file, const emit *e);
void emit_mailbox_tables(FILE *file, const emit *e);
void emit_api_mailbox(FILE *file, const emit *e);
void emit_mailbox_calls(FILE *file, const emit *e);
/* Statements: opens the mailbox of a lane that was opened; refuses where it is armed. */
void emit_open_mailbox(FILE *file, const emit *e, const char *indent, const char *lane);
void emit_refuse_armed(FILE *file, const emit *e, const char *what);

/* ---- slots of the templates, and the functions in them ---- */

void emit_api_accessors(FILE *file, const void *context);
void emit_api_settings(FILE *file, const void *context);
void emit_api_replays(FILE *file, const void *context);
void emit_identity(FILE *file, const emit *e);
void emit_layout(FILE *file, const void *context);
void emit_layout_asserts(FILE *file, const void *context);
void emit_open(FILE *file, const void *context);
/* The function that closes lanes: by `closing`, a call of the runtime, each `lane`, which is number `end`. */
void emit_close_lanes(FILE *file, const emit *e, const char *lane, const char *closing, const char *first);
void emit_functions(FILE *file, const void *context);
void emit_setting_functions(FILE *file, const emit *e);
void emit_call(FILE *file, const emit *e, size_t graph);
void emit_started_members(FILE *file, const emit *e);

#endif
