/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The plans of the texts in tests/fused_text, with an image that holds nothing but these. */
#ifndef FUSED_TEXT_FIXTURE_H
#define FUSED_TEXT_FIXTURE_H

#include "base/file.h"
#include "fused_fixture.h"

#define KERNELS 9u

typedef struct {
    fixture *f;
    plan *p;
    plan_node *launch;
    image i;
    const char *parts, *text; /* the module of the kernels, and the finished text */
} text_case;

static inline const char *read_fixture(arena *a, const char *name)
{
    const char *folder = getenv("srcdir");
    const char *path = arena_printf(a, "%s/tests/fused_text/%s", folder != NULL ? folder : "..", name);
    char *bytes;
    FILE *file = fopen(path, "rb");
    size_t size;

    ck_assert_msg(file != NULL, "%s", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    size = (size_t)ftell(file);
    rewind(file);
    bytes = arena_alloc(a, size + 1);
    ck_assert_uint_eq(fread(bytes, 1, size, file), size);
    fclose(file);
    return bytes;
}

enum { STEP_KERNEL, SUM_KERNEL, TILE_KERNEL, TURN_KERNEL, MORE_KERNEL, WEIGHT_KERNEL, GUARDED_KERNEL };

static inline void add_text_kernels(fixture *f)
{
    static const model_target targets[] = {{.name = "sm_90", .capability = 90}};

    add_kernel(f, "step", "iov");
    add_kernel(f, "sum", "io");
    add_kernel(f, "tile", "io");
    add_kernel(f, "turn", "io");
    add_kernel(f, "more", "ic");
    add_kernel(f, "weight", "io");
    add_kernel(f, "guarded", "iio");
    f->m.kernels[0].source = "parts.cu";
    f->m.targets = ARENA_NEW(f->a, model_target);
    memcpy(f->m.targets, targets, sizeof targets);
    f->m.target_count = 1;
}

static inline model_step *add_text_step(fixture *f, uint32_t kernel, uint32_t from, uint32_t to, uint32_t blocks,
                                        uint32_t threads)
{
    model_step *s = add_launch(f, 0, kernel);

    set_whole(f, s, kernel == GUARDED_KERNEL ? 1 : 0, from);
    if (kernel == MORE_KERNEL)
        set_condition(f, s, 1, to);
    else
        set_whole(f, s, kernel == GUARDED_KERNEL ? 2 : 1, to);
    if (kernel == STEP_KERNEL)
        set_value(f, s, 2, 64);
    s->grid_size[0] = blocks;
    s->block_size[0] = threads;
    return s;
}

static inline uint32_t add_floats(fixture *f, const char *name, model_role role)
{
    return add_buffer(f, name, role, "f32", 256, 256);
}

/* `name` of tests/fused_text: nodes first … end - 1 are its launch, of this many threads. */
static inline text_case finish_text(fixture *f, const char *name, size_t first, size_t end, uint32_t threads)
{
    static const char *const kernels[] = {"step", "sum", "tile", "turn", "more", "weight", "guarded"};
    text_case c = {.f = f};
    arena *a = f->a;
    plan *p = c.p = make_plan(f, false);
    model_kernel *fused;

    c.launch = fuse_nodes(f, p, 0, first, end);
    c.launch->block[0] = threads;
    fused = ARENA_NEW(a, model_kernel);
    *fused = *p->kernels[c.launch->kernel];
    fused->entry = arena_printf(a, "vgf_%s", name);
    p->kernels[c.launch->kernel] = fused;
    c.parts = read_fixture(a, "parts.ptx");
    c.text = read_fixture(a, arena_printf(a, "%s.ptx", name));
    c.i.modules = ARENA_ARRAY(a, image_module, 2);
    c.i.module_count = 2;
    c.i.modules[0].blob_count = c.i.modules[1].blob_count = 1;
    c.i.module_of = ARENA_ARRAY(a, uint32_t, p->kernel_count);
    c.i.symbols = ARENA_ARRAY(a, const char *, p->kernel_count);
    for (size_t k = 0; k < p->kernel_count; k++)
        c.i.symbols[k] = k < sizeof kernels / sizeof *kernels ? kernels[k] : "finish";
    c.i.symbols[c.launch->kernel] = fused->entry;
    c.i.module_of[c.launch->kernel] = 1;
    return c;
}

/* x -> step -> a -> sum -> b -> tile -> y, and the end of the replay. */
static inline text_case chain_text(void)
{
    fixture *f = fixture_new();
    uint32_t x, a, b, y;
    model_step *s;

    add_text_kernels(f);
    add_graph(f, GRAPH_REPLAY);
    x = add_floats(f, "x", ROLE_INPUT);
    a = add_floats(f, "a", ROLE_SCRATCH);
    b = add_floats(f, "b", ROLE_SCRATCH);
    y = add_floats(f, "y", ROLE_OUTPUT);
    add_text_step(f, STEP_KERNEL, x, a, 1, 64)->arguments[0].once = true;
    add_text_step(f, SUM_KERNEL, a, b, 1, 64);
    s = add_text_step(f, TILE_KERNEL, b, y, 1, 8);
    s->block_size[1] = 8;
    s->arguments[1].once = true;
    set_transport(f, x, TRANSPORT_DIRECT);
    set_transport(f, y, TRANSPORT_DIRECT);
    return finish_text(f, "chain", 0, 4, 64);
}

/* Several blocks beside and behind each other in a launch of 128 threads. */
static inline text_case folded_text(void)
{
    fixture *f = fixture_new();
    uint32_t x, a, b, c, y;
    model_step *s;

    add_text_kernels(f);
    add_graph(f, GRAPH_REPLAY);
    x = add_floats(f, "x", ROLE_INPUT);
    a = add_floats(f, "a", ROLE_SCRATCH);
    b = add_floats(f, "b", ROLE_STATE);
    c = add_floats(f, "c", ROLE_SCRATCH);
    y = add_floats(f, "y", ROLE_OUTPUT);
    add_text_step(f, STEP_KERNEL, x, a, 4, 32);
    add_text_step(f, SUM_KERNEL, a, b, 2, 64);
    add_text_step(f, STEP_KERNEL, b, c, 7, 32);
    add_text_step(f, SUM_KERNEL, c, a, 3, 64);
    s = add_text_step(f, TURN_KERNEL, a, y, 1, 32);
    s->shared_bytes = 128;
    s = add_text_step(f, TILE_KERNEL, y, b, 2, 8);
    s->grid_size[1] = 2;
    s->block_size[1] = 4;
    return finish_text(f, "folded", 1, 7, 128);
}

/* A loop, a choice, an early leave that all threads take, and a switch. */
static inline text_case loop_text(void)
{
    fixture *f = fixture_new();
    uint32_t flag, x, a, b, y, z, go, which, control;
    model_step *s;

    add_text_kernels(f);
    add_graph(f, GRAPH_REPLAY);
    flag = add_floats(f, "flag", ROLE_INPUT);
    x = add_floats(f, "x", ROLE_INPUT);
    a = add_floats(f, "a", ROLE_STATE);
    b = add_floats(f, "b", ROLE_STATE);
    y = add_floats(f, "y", ROLE_STATE);
    z = add_floats(f, "z", ROLE_STATE);
    go = add_condition(f, "go");
    which = add_condition(f, "which");
    f->m.buffers[go].condition_first = 1;
    set_whole(f, add_text_step(f, GUARDED_KERNEL, x, a, 1, 64), 0, flag);
    add_text_step(f, MORE_KERNEL, x, which, 1, 32);
    control = begin_control(f, 0, STEP_WHILE, go, 1);
    add_text_step(f, WEIGHT_KERNEL, a, b, 1, 64);
    add_text_step(f, WEIGHT_KERNEL, b, a, 1, 64);
    add_text_step(f, MORE_KERNEL, a, go, 1, 32);
    end_control(f, 0, control);
    control = begin_control(f, 0, STEP_IF, which, 2);
    add_text_step(f, WEIGHT_KERNEL, a, y, 1, 64);
    next_body(f);
    set_whole(f, add_text_step(f, GUARDED_KERNEL, a, y, 1, 64), 0, flag);
    end_control(f, 0, control);
    s = add_text_step(f, TURN_KERNEL, y, z, 1, 64);
    s->shared_bytes = 256;
    s->switched = add_switch(f, "on", true);
    return finish_text(f, "loop", 1, 6, 64);
}

/* Two blocks side by side, with two parts each. */
static inline text_case blocks_text(void)
{
    fixture *f = fixture_new();
    uint32_t x, a, b, y, z;
    plan_fused_list *blocks;
    text_case c;

    add_text_kernels(f);
    add_graph(f, GRAPH_REPLAY);
    x = add_floats(f, "x", ROLE_INPUT);
    a = add_floats(f, "a", ROLE_SCRATCH);
    b = add_floats(f, "b", ROLE_SCRATCH);
    y = add_floats(f, "y", ROLE_STATE);
    z = add_floats(f, "z", ROLE_STATE);
    add_text_step(f, STEP_KERNEL, x, a, 1, 64);
    add_text_step(f, SUM_KERNEL, a, y, 1, 64);
    add_text_step(f, WEIGHT_KERNEL, x, b, 1, 64);
    add_text_step(f, TURN_KERNEL, b, z, 1, 64)->shared_bytes = 256;
    c = finish_text(f, "blocks", 1, 5, 64);
    blocks = ARENA_ARRAY(f->a, plan_fused_list, 2);
    for (int i = 0; i < 2; i++)
        blocks[i] = (plan_fused_list){c.launch->blocks->of, &c.launch->blocks->parts[2 * i], 2};
    c.launch->blocks = blocks;
    c.launch->block_count = c.launch->grid[0] = 2;
    return c;
}

/* What the verifier says of a text; NULL: it is proven. */
static inline const char *verify_text(text_case *c, const char *text)
{
    const char **parts = ARENA_NEW(c->f->a, const char *), **texts = ARENA_NEW(c->f->a, const char *);
    diag *d = diag_new(c->f->a);
    char *said = NULL;
    size_t length = 0;
    FILE *stream;
    bool ok;

    *parts = c->parts;
    *texts = text;
    c->i.modules[0].ptx = parts;
    c->i.modules[1].ptx = texts;
    ok = verify_plan(c->f->a, d, &c->f->m, c->p) && verify_fused(c->f->a, d, &c->f->m, &c->i, c->p);
    stream = open_memstream(&said, &length);
    diag_print(d, stream);
    fclose(stream);
    text = ok ? NULL : arena_copy(c->f->a, said, length);
    free(said);
    return text;
}

#endif
