/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random programs with control flow, run twice: as they are written, where a swap exchanges what two names hold, and as
 * the flat list that expand makes, where built-in kernels decide. What goes out is the same. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

#define TOP                                                                                                            \
    HEAD "define: {N: 64}\n"                                                                                           \
         "kernels:\n"                                                                                                  \
         "  mix: {source: k.cu, block: 1, params: {i: in f32*, o: out f32*, n: u32}}\n"                                \
         "  add: {source: k.cu, block: 1, params: {io: inout f32*, n: u32}}\n"                                         \
         "  see: {source: k.cu, block: 1, params: {io: inout f32*, done: in u32*}}\n"                                  \
         "  ask: {source: k.cu, block: 1, params: {i: in f32*, f: out u32*}}\n"                                        \
         "  set: {source: k.cu, block: 1, params: {i: in f32*, c: condition}}\n"                                       \
         "  mix_idle: {source: k.cu, block: 1, params: {f: in u32*, i: in f32*, o: out f32*, n: u32}}\n"               \
         "  ask_idle: {source: k.cu, block: 1, params: {i: in f32*, f: inout u32*}}\n"                                 \
         "buffers:\n"                                                                                                  \
         "  x: {role: input, type: f32, shape: [N]}\n"                                                                 \
         "  y: {role: output, type: f32, shape: [N]}\n"                                                                \
         "  z: {role: inout, type: f32, shape: [N]}\n"                                                                 \
         "  a: {role: scratch, type: f32, shape: [N]}\n"                                                               \
         "  b: {role: scratch, type: f32, shape: [N]}\n"                                                               \
         "  p: {role: output, type: f32, shape: [N]}\n"                                                                \
         "  go: {role: inout, type: u32, shape: [1]}\n"                                                                \
         "  more: {role: inout, type: u32, shape: [1]}\n"                                                              \
         "  c: {role: condition}\n"                                                                                    \
         "graphs:\n"

#define PROGRAMS 500

/* ---- programs ---- */

typedef struct {
    uint64_t random;
    char text[1u << 16];
    size_t length;
    unsigned names, graph;
    const char *index; /* of the innermost repeat, or NULL */
    const char *done;  /* of the innermost while, or NULL */
} writer;

static unsigned pick(writer *w, unsigned below)
{
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(w->random >> 33) % below;
}

static const char *pick_buffer(writer *w)
{
    static const char *const buffers[] = {"y", "z", "a", "b", "p"};

    return buffers[pick(w, 5)];
}

static void put(writer *w, unsigned indent, const char *format, ...) ARENA_FORMAT(3, 4);

static void put(writer *w, unsigned indent, const char *format, ...)
{
    va_list arguments;
    const char *line;
    size_t length;

    va_start(arguments, format);
    line = arena_vprintf(memory, format, arguments);
    va_end(arguments);
    length = strlen(line);
    ck_assert_uint_lt(w->length + indent + length + 2, sizeof w->text);
    memset(w->text + w->length, ' ', indent);
    memcpy(w->text + w->length + indent, line, length + 1);
    w->length += indent + length;
    w->text[w->length++] = '\n';
    w->text[w->length] = '\0';
}

static void put_two(writer *w, const char **first, const char **second)
{
    *first = pick_buffer(w);
    do
        *second = pick_buffer(w);
    while (*second == *first);
}

static const char *number(writer *w)
{
    return w->index != NULL && pick(w, 2) == 0 ? w->index : arena_printf(memory, "%u", pick(w, 5));
}

static void put_simple(writer *w, unsigned indent)
{
    const char *first, *second;

    put_two(w, &first, &second);
    switch (pick(w, 6)) {
    case 0:
        put(w, indent, "- copy: %s -> %s", first, second);
        return;
    case 1:
        put(w, indent, "- launch: add(%s, %s)", first, number(w));
        break;
    case 2:
        put(w, indent, "- launch: ask(%s, %s)", first, pick(w, 2) == 0 ? "go" : "more");
        break;
    case 3:
        if (w->done != NULL) {
            put(w, indent, "- launch: see(%s, %s)", first, w->done);
            break;
        }
        /* fall through */
    default:
        put(w, indent, "- launch: mix(%s, %s, %s)", first, second, number(w));
        break;
    }
    put(w, indent, "  grid: 1");
}

static void put_steps(writer *w, unsigned indent, unsigned depth);

static void put_swap(writer *w, unsigned indent)
{
    const char *first, *second;

    put_two(w, &first, &second);
    if (pick(w, 8) == 0)
        put(w, indent, "  swap: [go, more]");
    else if (pick(w, 2) == 0)
        put(w, indent, "  swap: [%s, %s]", first, second);
}

static void put_repeat(writer *w, unsigned indent, unsigned depth)
{
    const char *outer = w->index;

    put(w, indent, "- repeat: %u", pick(w, 4));
    put_swap(w, indent);
    if (pick(w, 2) == 0) {
        w->index = arena_printf(memory, "l%u", w->names++);
        put(w, indent, "  index: %s", w->index);
    }
    put(w, indent, "  do:");
    put_steps(w, indent + 4, depth - 1);
    w->index = outer;
}

static void put_idle_body(writer *w, unsigned indent, const char *flag)
{
    for (unsigned i = pick(w, 3) + 1; i-- > 0;) {
        const char *first, *second;

        put_two(w, &first, &second);
        if (i == 0)
            put(w, indent, "- launch: ask_idle(%s, %s)", first, flag);
        else
            put(w, indent, "- launch: mix_idle(%s, %s, %s, %s)", flag, first, second, number(w));
        put(w, indent, "  grid: 1");
        put(w, indent, "  idle: %s", flag);
    }
}

static void put_while(writer *w, unsigned indent, unsigned depth)
{
    static const char *const flags[] = {"go", "more", "c"};
    const char *flag = flags[pick(w, depth == 1 ? 3 : 2)], *outer = w->done;
    bool condition = flag[0] == 'c', first = pick(w, 4) == 0;

    if (condition && !first) {
        put(w, indent, "- launch: set(z, c)");
        put(w, indent, "  grid: 1");
    }
    put(w, indent, "- while: %s", flag);
    put(w, indent, "  max: %u", pick(w, 40) + 1);
    put_swap(w, indent);
    if (first)
        put(w, indent, "  first: run");
    if (pick(w, 2) == 0) {
        w->done = arena_printf(memory, "n%u", w->names++);
        put(w, indent, "  index: %s", w->done);
    }
    put(w, indent, "  do:");
    if (!condition && pick(w, 3) == 0)
        put_idle_body(w, indent + 4, flag);
    else
        put_steps(w, indent + 4, depth - 1);
    if (condition) {
        put(w, indent + 4, "- launch: set(%s, c)", pick_buffer(w));
        put(w, indent + 4, "  grid: 1");
    }
    w->done = outer;
}

static void put_choice(writer *w, unsigned indent, unsigned depth)
{
    if (pick(w, 2) == 0) {
        put(w, indent, "- if: %s", pick(w, 2) == 0 ? "go" : "more");
        put(w, indent, "  do:");
        put_steps(w, indent + 4, depth - 1);
        if (pick(w, 2) == 0)
            return;
        put(w, indent, "  else:");
        put_steps(w, indent + 4, depth - 1);
        return;
    }
    put(w, indent, "- switch: %s", pick(w, 2) == 0 ? "go" : "more");
    put(w, indent, "  cases:");
    for (unsigned i = pick(w, 3); i-- > 0;)
        put(w, indent, "    - []");
    put(w, indent, "    -");
    put_steps(w, indent + 6, depth - 1);
}

static void put_steps(writer *w, unsigned indent, unsigned depth)
{
    for (unsigned i = pick(w, 4) + 1; i-- > 0;) {
        unsigned kind = depth == 0 ? 0 : pick(w, 10);

        if (kind < 5)
            put_simple(w, indent);
        else if (kind == 5 && w->graph == 0)
            put(w, indent, "- call: g1");
        else if (kind < 7)
            put_repeat(w, indent, depth);
        else if (kind < 9)
            put_while(w, indent, depth);
        else
            put_choice(w, indent, depth);
    }
}

static const char *make_program(writer *w, uint64_t seed)
{
    w->random = seed;
    w->length = w->names = 0;
    w->index = w->done = NULL;
    for (w->graph = 0; w->graph < 2; w->graph++) {
        put(w, 2, "g%u:", w->graph);
        for (unsigned i = 0; i < 4; i++)
            put(w, 4, "- copy: x -> %c", "yabp"[i]);
        put_steps(w, 4, w->graph == 0 ? 3 : 1);
    }
    return arena_printf(memory, "%s%s", TOP, w->text);
}

/* ---- what is common to both ways to run ---- */

typedef struct {
    const model *m;
    uint64_t *values; /* of each buffer */
    struct {
        const char *name;
        uint64_t value;
    } indices[16]; /* as written: of the repeats around a step */
    size_t index_count;
} machine;

static uint64_t blend(uint64_t a, uint64_t b)
{
    a = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15);
    return a ^ a >> 29;
}

static const model_kernel *kernel_named(const model *m, const char *name)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (strcmp(m->kernels[i].name, name) == 0)
            return &m->kernels[i];
    ck_abort_msg("no kernel %s", name);
    return NULL;
}

static uint32_t buffer_named(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->buffer_count; i++)
        if (strcmp(m->buffers[i].name, name) == 0)
            return i;
    ck_abort_msg("no buffer %s", name);
    return 0;
}

/* A kernel of the spec: places of what its parameters point at, or values. */
static void run_kernel(const model_kernel *k, uint64_t *const *places, const uint64_t *numbers)
{
    uint64_t sum = blend((unsigned char)k->name[0], 1);

    if (strcmp(k->name, "mix_idle") == 0 && *places[0] == 0)
        return;
    if (strcmp(k->name, "ask_idle") == 0 && *places[1] == 0)
        return;
    for (size_t i = 0; i < k->param_count; i++)
        if (k->params[i].access == ACCESS_IN || k->params[i].access == ACCESS_INOUT)
            sum = blend(sum, *places[i]);
        else if (k->params[i].access == ACCESS_VALUE && !k->params[i].condition)
            sum = blend(sum, numbers[i]);
    for (size_t i = 0; i < k->param_count; i++)
        if (k->params[i].condition || (k->params[i].access >= ACCESS_OUT && k->params[i].type->base == SCALAR_U32))
            *places[i] = (sum >> 20) % 7 < 5 ? 1 + (sum >> 40) % 2 : 0;
        else if (k->params[i].access >= ACCESS_OUT)
            *places[i] = sum;
}

static void start_values(machine *w, const model *m)
{
    w->m = m;
    w->index_count = 0;
    w->values = ARENA_ARRAY(memory, uint64_t, m->buffer_count + 1);
    for (uint32_t i = 0; i < m->buffer_count; i++)
        w->values[i] = m->buffers[i].role == ROLE_INPUT || m->buffers[i].role == ROLE_INOUT
                           ? blend(i + 1, 77) % (m->buffers[i].type->base == SCALAR_U32 ? 3 : UINT64_MAX)
                       : m->buffers[i].role == ROLE_CONDITION ? m->buffers[i].condition_first
                                                              : 0;
}

/* ---- as written ---- */

static void run_list(machine *w, const model_step *steps, size_t count);

static uint64_t *place_of(machine *w, const char *name)
{
    for (size_t i = 0; i < w->index_count; i++)
        if (strcmp(w->indices[i].name, name) == 0)
            return &w->indices[i].value;
    return &w->values[buffer_named(w->m, name)];
}

static void run_launch(machine *w, const model_step *s)
{
    uint64_t *places[8], numbers[8];

    for (size_t i = 0; i < s->argument_count; i++) {
        const model_argument *a = &s->arguments[i];

        places[i] = a->kind == ARGUMENT_SLICE ? place_of(w, a->slice.name) : NULL;
        numbers[i] = a->kind == ARGUMENT_SLICE  ? *places[i]
                     : a->kind == ARGUMENT_EXPR ? (uint64_t)a->expr->root->integer
                                                : 0;
    }
    run_kernel(kernel_named(w->m, s->kernel_name), places, numbers);
}

static void swap_names(machine *w, const model_step *s)
{
    for (size_t i = 0; i < s->swap_count; i++) {
        uint64_t *first = place_of(w, s->swaps[i].first), *second = place_of(w, s->swaps[i].second), kept = *first;

        *first = *second;
        *second = kept;
    }
}

static void run_while(machine *w, const model_step *s)
{
    uint64_t passes = 0, *done = s->index_name == NULL ? NULL : place_of(w, s->index_name);

    for (; passes < (uint64_t)s->count.root->integer; passes++) {
        if (done != NULL)
            *done = passes;
        if (*place_of(w, s->flag_name) == 0 && !(s->first_run && passes == 0))
            break;
        run_list(w, s->bodies[0].steps, s->bodies[0].step_count);
        swap_names(w, s);
    }
    if (done != NULL)
        *done = passes;
}

static void run_repeat(machine *w, const model_step *s)
{
    size_t outer = w->index_count;

    for (uint64_t i = 0; i < (uint64_t)s->count.root->integer; i++) {
        if (s->index_name != NULL) {
            w->indices[outer].name = s->index_name;
            w->indices[outer].value = i;
            w->index_count = outer + 1;
        }
        run_list(w, s->bodies[0].steps, s->bodies[0].step_count);
        swap_names(w, s);
    }
    w->index_count = outer;
}

static void run_body(machine *w, const model_step *s, uint64_t body)
{
    if (body < s->body_count)
        run_list(w, s->bodies[body].steps, s->bodies[body].step_count);
}

static void run_written(machine *w, const model_step *s)
{
    switch (s->kind) {
    case STEP_LAUNCH:
        run_launch(w, s);
        break;
    case STEP_COLLECTIVE: /* of one rank */
    case STEP_COPY:
        *place_of(w, s->to.name) = *place_of(w, s->from.name);
        break;
    case STEP_FILL:
    case STEP_CAPTURE: /* random steps have none */
        break;
    case STEP_WHILE:
        run_while(w, s);
        break;
    case STEP_IF:
        run_body(w, s, *place_of(w, s->flag_name) == 0);
        break;
    case STEP_SWITCH:
        run_body(w, s, *place_of(w, s->flag_name));
        break;
    case STEP_REPEAT:
        run_repeat(w, s);
        break;
    case STEP_CALL:
        run_list(w, w->m->graphs[1].written, w->m->graphs[1].written_count);
        break;
    }
}

static void run_list(machine *w, const model_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++)
        run_written(w, &steps[i]);
}

/* ---- as the flat list ---- */

/* The kernels of kernels/builtin/control.cu. */
static void run_builtin(const char *name, uint64_t *const *p, const uint64_t *n)
{
    if (strcmp(name, "vg_loop_begin") == 0) {
        *p[2] = n[3] != 0 || *p[1] != 0;
        *p[0] = 0;
    } else if (strcmp(name, "vg_loop_next") == 0) {
        *p[0] = (uint32_t)(*p[0] + 1);
        *p[2] = *p[1] != 0 && *p[0] < n[3];
    } else if (strcmp(name, "vg_loop_half") == 0) {
        *p[0] = (uint32_t)(*p[0] + 1);
        *p[2] = *p[3] = *p[1] != 0 && *p[0] < n[4];
    } else if (strcmp(name, "vg_loop_limit") == 0) {
        *p[0] = (uint32_t)(*p[0] + 1);
        if (*p[0] >= n[2])
            *p[1] = 0;
    } else if (strcmp(name, "vg_loop_count") == 0) {
        if (*p[1] != 0)
            *p[0] = (uint32_t)(*p[0] + 1);
    } else if (strcmp(name, "vg_loop_end") == 0) {
        *p[0] = (uint32_t)(*p[0] + 1);
    } else if (strcmp(name, "vg_loop_odd") == 0) {
        *p[1] = *p[0] & 1;
    } else if (strcmp(name, "vg_choose_if") == 0) {
        *p[1] = *p[0] != 0;
    } else {
        ck_assert_str_eq(name, "vg_choose_case");
        *p[1] = *p[0];
    }
}

static void run_flat_launch(machine *w, const model_step *s)
{
    const model_kernel *k = &w->m->kernels[s->kernel];
    uint64_t *places[8], numbers[8];

    for (size_t i = 0; i < s->argument_count; i++) {
        const model_argument *a = &s->arguments[i];
        bool value = a->kind != ARGUMENT_SLICE && a->kind != ARGUMENT_CONDITION;

        places[i] = value ? NULL : &w->values[a->slice.buffer];
        numbers[i] = value ? little_endian(a->value, k->params[i].type->size) : 0;
    }
    if (k->builtin != NULL)
        run_builtin(k->name, places, numbers);
    else
        run_kernel(k, places, numbers);
}

static bool is_control(const model_step *s)
{
    return s->kind == STEP_WHILE || s->kind == STEP_IF || s->kind == STEP_SWITCH;
}

static void run_flat(machine *w, const model_graph *g, uint32_t first, uint32_t last);

static void run_bodies(machine *w, const model_graph *g, uint32_t header, uint64_t body)
{
    const model_step *steps = g->steps;

    for (uint32_t i = header + 1, end; i < steps[header].end; i = end) {
        end = is_control(&steps[i]) ? steps[i].end : i + 1;
        if (steps[i].body == body)
            run_flat(w, g, i, end);
    }
}

static void run_flat(machine *w, const model_graph *g, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last;) {
        const model_step *s = &g->steps[i];
        uint64_t *condition = &w->values[s->condition];

        if (s->kind == STEP_LAUNCH)
            run_flat_launch(w, s);
        else if (s->kind == STEP_COPY)
            w->values[s->to.buffer] = w->values[s->from.buffer];
        else if (s->kind == STEP_FILL)
            w->values[s->to.buffer] = little_endian(s->pattern, s->to.type->size);
        else if (s->kind == STEP_SWITCH)
            run_bodies(w, g, i, *condition);
        else if (s->kind == STEP_IF)
            run_bodies(w, g, i, *condition == 0);
        else
            while (*condition != 0)
                run_bodies(w, g, i, 0);
        i = is_control(s) ? s->end : i + 1;
    }
}

/* ---- both ---- */

START_TEST(same)
{
    writer *w = ARENA_NEW(memory, writer);
    const char *text = make_program(w, (uint64_t)_i + 1);
    model *m = check_clean(text);

    for (size_t g = 0; g < m->graph_count; g++) {
        machine written = {0}, flat = {0};

        start_values(&written, m);
        start_values(&flat, m);
        run_list(&written, m->graphs[g].written, m->graphs[g].written_count);
        run_flat(&flat, &m->graphs[g], 0, (uint32_t)m->graphs[g].step_count);
        for (size_t i = 0; i < m->buffer_count; i++)
            if (m->buffers[i].role == ROLE_OUTPUT || m->buffers[i].role == ROLE_INOUT)
                ck_assert_msg(written.values[i] == flat.values[i], "program %d, graph %zu: '%s' differs in\n%s", _i, g,
                              m->buffers[i].name, text);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("expand_run");
    TCase *c = tcase_create("expand_run");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_loop_test(c, same, 0, PROGRAMS);
    suite_add_tcase(s, c);
    return run_suite(s);
}
