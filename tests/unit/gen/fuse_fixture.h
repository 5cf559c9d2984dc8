/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Small programs through stage fuse, whose kernels do nothing, so that only the plan decides. What is made of them is
 * proven each time. */
#ifndef FUSE_FIXTURE_H
#define FUSE_FIXTURE_H

#include "fuse/fuse.h"

#include "plan_fixture.h"
#include "verify/verify_fused.h"

#define FLOATS 64u

static fixture *f;
static plan *p;
static image made;

/* ---- programs ---- */

static inline void begin_program(void)
{
    static const model_target target = {.name = "compute_90", .ptx = true, .capability = 90};

    f = fixture_new();
    f->m.targets = ARENA_NEW(f->a, model_target);
    *f->m.targets = target;
    f->m.target_count = 1;
    add_kernel(f, "step", "io");
    add_kernel(f, "both", "iio");
    add_kernel(f, "set", "ic");
    add_kernel(f, "with", "ivo");
    f->m.kernels[0].source = "k.cu";
    add_graph(f, GRAPH_REPLAY);
}

enum { STEP, BOTH, SET, WITH };

static inline uint32_t buffer(const char *name, model_role role)
{
    uint32_t b = add_buffer(f, name, role, "f32", FLOATS, 256);

    set_transport(f, b, TRANSPORT_KERNEL);
    return b;
}

static inline uint32_t direct(const char *name, model_role role)
{
    uint32_t b = buffer(name, role);

    set_transport(f, b, TRANSPORT_DIRECT);
    return b;
}

static inline uint32_t copied(const char *name, model_role role)
{
    uint32_t b = buffer(name, role);

    set_transport(f, b, TRANSPORT_COPY);
    return b;
}

static inline model_step *step(const char *name, uint32_t from, uint32_t to)
{
    model_step *s = add_launch(f, 0, STEP);

    s->name = name;
    set_whole(f, s, 0, from);
    set_whole(f, s, 1, to);
    s->arguments[0].once = s->arguments[1].once = true;
    return s;
}

static inline model_step *both(const char *name, uint32_t one, uint32_t other, uint32_t to)
{
    model_step *s = add_launch(f, 0, BOTH);

    s->name = name;
    set_whole(f, s, 0, one);
    set_whole(f, s, 1, other);
    set_whole(f, s, 2, to);
    return s;
}

static inline void wide(model_step *s)
{
    s->grid_size[0] = 4096;
}

static inline void sets(uint32_t flag, uint32_t condition)
{
    model_step *s = add_launch(f, 0, SET);

    s->name = "look";
    set_whole(f, s, 0, flag);
    set_condition(f, s, 1, condition);
}

/* ---- the stage ---- */

/* An entry that returns at once for each kernel. */
static inline const char *ptx_of(const plan *of)
{
    const char *text = ".version 8.0\n.target sm_90\n.address_size 64\n";

    for (size_t k = 0; k < of->kernel_count; k++) {
        const model_kernel *kernel = of->kernels[k];
        text = arena_printf(f->a, "%s\n.visible .entry %s(", text, kernel->entry);
        for (size_t i = 0; i < kernel->param_count; i++)
            text = arena_printf(f->a, "%s%s\n\t.param .%s %s_param_%zu", text, i > 0 ? "," : "",
                                kernel->params[i].access == ACCESS_VALUE && kernel->params[i].type->size == 4 ? "u32"
                                                                                                              : "u64",
                                kernel->entry, i);
        text = arena_printf(f->a, "%s\n)\n{\n\tret;\n}\n", text);
    }
    return text;
}

static inline void make_image(const char *text)
{
    memset(&made, 0, sizeof made);
    made.listed = p->kernels;
    made.listed_count = p->kernel_count;
    made.module_count = 1;
    made.modules = ARENA_NEW(f->a, image_module);
    made.modules[0].file = "k.cu";
    made.modules[0].ptx = ARENA_ARRAY(f->a, const char *, 1);
    made.modules[0].ptx[0] = text;
    made.modules[0].blob_count = 1;
    made.modules[0].blobs = ARENA_NEW(f->a, image_blob);
    made.module_of = ARENA_ARRAY(f->a, uint32_t, p->kernel_count);
    made.symbols = ARENA_ARRAY(f->a, const char *, p->kernel_count);
    for (size_t k = 0; k < p->kernel_count; k++)
        made.symbols[k] = p->kernels[k]->entry;
    made.kernels = ARENA_ARRAY(f->a, image_kernel, p->kernel_count);
    made.uses = ARENA_ARRAY(f->a, image_use, p->kernel_count);
    made.starts = ARENA_ARRAY(f->a, image_start, p->kernel_count);
}

static inline void fuse_with(const char *text)
{
    static const image_options options = {.unread = true};

    make_image(text);
    fuse_choose(f->a, &f->m, &made, p, &options);
    ck_assert(proven(f, p, true));
    ck_assert_msg(verify_fused(f->a, f->d, &f->m, &made, p), "a fused launch is not proven");
}

static inline void fuse(void)
{
    p = make_plan(f, false);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    fuse_with(ptx_of(p));
}

static inline const char *list_text(const plan_fused_list *list)
{
    const char *text = "";

    for (size_t i = 0; i < list->part_count; i++) {
        const plan_part *part = &list->parts[i];
        const plan_node *n = &list->of->nodes[part->node];
        text = arena_printf(f->a, "%s%s%s", text, i == 0 ? "" : part->apart ? "," : " ", n->name);
        for (size_t b = 0; b < n->body_count && part->bodies != NULL; b++)
            text = arena_printf(f->a, "%s{%s}", text, list_text(&part->bodies[b]));
    }
    return text;
}

/* "a [b c] d": c and d are parts of one launch; a comma where no barrier is between them, a bar between blocks, braces
 * around bodies. */
static inline const char *graph_text(const plan_graph *g)
{
    const char *text = "";

    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        text = arena_printf(f->a, "%s%s%s", text, n > 0 ? " " : "", node->kind == PLAN_FUSED ? "[" : node->name);
        for (size_t b = 0; b < node->block_count; b++)
            text = arena_printf(f->a, "%s%s%s", text, b > 0 ? "|" : "", list_text(&node->blocks[b]));
        text = arena_printf(f->a, "%s%s", text, node->kind == PLAN_FUSED ? "]" : "");
    }
    return text;
}

static inline const plan_node *node_called(const char *name)
{
    for (size_t n = 0; n < p->graphs[0].node_count; n++)
        if (strcmp(p->graphs[0].nodes[n].name, name) == 0)
            return &p->graphs[0].nodes[n];
    ck_abort_msg("there is no %s in %s", name, graph_text(&p->graphs[0]));
    return NULL;
}

static inline void expect(const char *text)
{
    ck_assert_str_eq(graph_text(&p->graphs[0]), text);
}

static inline void expect_reason(const char *name, const char *reason)
{
    const plan_node *n = node_called(name);

    ck_assert_ptr_nonnull(n->unfused);
    ck_assert_msg(strstr(n->unfused, reason) != NULL, "%s: %s", name, n->unfused);
}

static inline void end_program(void)
{
    fixture_free(f);
}

#endif
