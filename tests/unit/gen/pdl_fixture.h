/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Plans with the kernels of waits/, as machine code for every machine. Needs mkdtemp: define _POSIX_C_SOURCE before the
 * first include. */
#ifndef PDL_FIXTURE_H
#define PDL_FIXTURE_H

#include "plan/pdl.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/gen/check_all.h"
#include "plan/frame.h"
#include "image/image.h"
#include "plan/lower.h"
#include "plan/order.h"
#include "place/place.h"
#include "report/manifest.h"
#include "report/print_plan.h"
#include "spec/read.h"
#include "base/run.h"
#include "plan/traffic.h"
#include "spec/tree.h"
#include "verify/verify.h"
#include "verify/verify_edges.h"
#include "unit/run_suite.h"

#define TWO "block: 256, params: {x: in f32*, y: out f32*, n: u32}"
#define KERNEL(name) "  " name ": {" FROM ", " TWO "}\n"
#define FROM "image: waits.ptx"

static const char kernels[] = "kernels:\n" KERNEL("right") KERNEL("prologue") KERNEL("in_function") KERNEL("in_loop")
    KERNEL("trapped") KERNEL("on_both_ways") KERNEL("removed") KERNEL("conditional") KERNEL("load_before")
        KERNEL("store_before") KERNEL("atomic_before") KERNEL("copy_before") KERNEL("prefetch_before")
            KERNEL("function_before") KERNEL("print_before") KERNEL("early_return") KERNEL("no_pass")
                KERNEL("early_exit") KERNEL("function_skips") KERNEL("constant") KERNEL("constant_before")
                    KERNEL("table") KERNEL("constant_in_function") //
    "  followed: {" FROM ", block: 256, params: {x: in u64*, y: out f32*, n: u32}}\n"
    "  gather: {" FROM ", block: 256, params: {x: in f32*, w: in f32*, y: out f32*, n: u32}}\n"
    "  off: {" FROM ", entry: right, pdl: off, " TWO "}\n";

static const char buffers[] = "buffers:\n  x: {role: input, type: f32, shape: [256]}\n"
                              "  w: {role: input, type: f32, shape: [256]}\n"
                              "  q: {role: input, type: u64, shape: [256]}\n"
                              "  k: {role: constant, type: f32, shape: [256], data: app}\n"
                              "  a: {role: scratch, type: f32, shape: [256]}\n"
                              "  b: {role: scratch, type: f32, shape: [256]}\n"
                              "  c: {role: scratch, type: f32, shape: [256]}\n"
                              "  y: {role: output, type: f32, shape: [256]}\n"
                              "  z: {role: scratch, type: f32, shape: [256]}\n"
                              "  m: {role: setting, type: u32, value: 256, range: [1, 256]}\n"
                              "  e: {role: setting, type: u32, value: 256, range: [0, 256]}\n";

#define STEP(launch) "  - {launch: \"" launch "\", grid: 1}\n"
#define FIRST STEP("right(x, a, 256)")

static arena *memory;
static diag *messages;
static char folder[64];
static model *m;
static image *i;
static plan *p;

static inline bool run_tool(const char *const *arguments)
{
    run_command command = {.arguments = arguments};
    run_result result;
    return run_program(memory, &command, &result);
}

static inline void setup(void)
{
    const char *source = getenv("srcdir");
    memory = arena_new();
    strcpy(folder, "/tmp/vggen-check-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    const char *waits = arena_printf(memory, "%s/tests/unit/gen/waits/", source != NULL ? source : ".");
    const char *arguments[] = {"/bin/cp", arena_printf(memory, "%swaits.ptx", waits),
                               arena_printf(memory, "%swaits.cu", waits), folder, NULL};
    ck_assert(run_tool(arguments));
}

static inline void teardown(void)
{
    const char *arguments[] = {"/bin/rm", "-r", folder, NULL};
    ck_assert(run_tool(arguments));
    arena_free(memory);
}

static inline const char *printed(void)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    diag_print(messages, stream);
    ck_assert_int_eq(fclose(stream), 0);
    const char *text = arena_copy(memory, bytes, size);
    free(bytes);
    /* Warnings of what a spec does not use stand before it; one error is enough. */
    const char *error = strstr(text, "error: ");
    return error == NULL ? "" : arena_printf(memory, "%.1000s", error);
}

/* What the starts of vg_copy, vg_fill, vg_begin and vg_end would be, where the toolkit compiles them. */
static image_start copy_start, fill_start, begin_start, end_start;

/* As the image would have it of the kernels that the plan added. */
static inline void add_starts(void)
{
    size_t targets = m->target_count;
    image_start *starts = ARENA_ARRAY(memory, image_start, p->kernel_count * targets);
    memcpy(starts, i->starts, m->kernel_count * targets * sizeof *starts);
    for (size_t k = m->kernel_count; k < p->kernel_count; k++)
        for (size_t t = 0; t < targets; t++)
            starts[k * targets + t] = strcmp(p->kernels[k]->name, "vg_copy") == 0   ? copy_start
                                      : strcmp(p->kernels[k]->name, "vg_fill") == 0 ? fill_start
                                      : strcmp(p->kernels[k]->name, "vg_end") == 0  ? end_start
                                                                                    : begin_start;
    i->starts = starts;
}

typedef enum {
    BY_COPY,       /* all bytes cross so, … */
    BY_KERNEL,     /* … or so, … */
    BY_KERNEL_ENDS /* … and replays end, and begin, with a kernel */
} pdl_crossing;

static inline void make_plan(const char *text, pdl_crossing crossing)
{
    messages = diag_new(memory);
    names *n = names_new(memory);
    image_options options = {.none = false};
    const tree *root = tree_read(memory, messages, diag_add_source(messages, "probe.yaml", text, strlen(text)));
    ck_assert_msg(root != NULL, "%s", printed());
    m = read_model(memory, messages, n, root, arena_printf(memory, "%s/probe.yaml", folder));
    check_model(memory, messages, m);
    ck_assert_msg(diag_error_count(messages) == 0, "%s", printed());
    p = plan_new(memory, m, false);
    i = image_build(memory, messages, m, p->kernels, p->kernel_count, &options);
    ck_assert_msg(i != NULL, "%s", printed());
    /* A program whose kernels are all there already gets no other. */
    for (size_t k = 0; k < m->kernel_count; k++)
        m->kernels[k].source = crossing == BY_KERNEL_ENDS && k == 0 ? "waits.cu" : NULL;
    for (size_t b = 0; b < m->buffer_count && crossing != BY_COPY; b++)
        p->crossings[b].by[PLAN_UPLOAD] = p->crossings[b].by[PLAN_DOWNLOAD] = TRANSPORT_KERNEL;
    traffic_choose(memory, m, p);
    lower_graphs(memory, messages, m, p);
    order_graphs(memory, m, p);
    place_buffers(memory, messages, m, p);
    frame_choose(memory, m, p);
    add_starts();
    pdl_choose(memory, m, i, p);
    ck_assert_msg(verify_plan(memory, messages, m, p), "%s", printed());
}

static inline const char *text_of(const char *more, const char *steps)
{
    return arena_printf(memory,
                        "vggen: 1\nprogram: probe\nmin_cuda: \"13.0\"\ntargets: [compute_90]\nswitches: {on: on}\n"
                        "%s%s%ssteps:\n%s",
                        more, kernels, buffers, steps);
}

static inline void make_steps(const char *steps)
{
    make_plan(text_of("", steps), BY_COPY);
}

static inline plan_node *find(plan_graph *g, const char *name)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (strcmp(g->nodes[n].name, name) == 0)
            return &g->nodes[n];
    }
    ck_abort_msg("no node %s", name);
    return NULL;
}

static inline size_t find_edge(plan_graph *g, const char *from, const char *to)
{
    const plan_node *n = find(g, to);
    size_t index = (size_t)(find(g, from) - g->nodes);
    for (size_t e = 0; e < n->after_count; e++) {
        if (n->after[e] == index)
            return e;
    }
    ck_abort_msg("no edge from %s to %s", from, to);
    return 0;
}

static inline bool verified(void)
{
    return verify_edges(memory, messages, m, i, p);
}

static inline void check_overlap(plan_overlap found, plan_overlap expected)
{
    ck_assert_msg(found == expected, "expected plan_overlap %d, found %d", (int)expected, (int)found);
}

static inline plan_overlap overlap_of(const char *from, const char *to)
{
    plan_graph *g = &p->graphs[0];
    return find(g, to)->overlaps[find_edge(g, from, to)];
}

#endif
