/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Expressions that settings make vary, as C. `check` has proven that no value in the settings' ranges overflows,
 * divides by zero or leaves what an operator takes, so the C needs no tests. */
#include <string.h>

#include "emit/parts.h"

typedef struct {
    const emit *e;
    uint32_t block;
    const char *block_name; /* in C; NULL: the number is written */
    const char *from;
} writing;

/* ---- what does not vary ---- */

static bool named_value(const writing *w, const char *name, int64_t *value)
{
    const model *m = w->e->m;

    if (strcmp(name, "block") == 0) {
        *value = w->block;
        return w->block_name == NULL;
    }
    for (size_t i = 0; i < m->define_count; i++) {
        if (strcmp(m->defines[i].name, name) == 0) {
            *value = m->defines[i].value;
            return true;
        }
    }
    return false;
}

/* sizeof and len. */
static bool size_value(const writing *w, const expr *x, int64_t *value)
{
    const model *m = w->e->m;
    const char *name = x->arguments[0]->name;
    const model_type *type = model_type_find(name);

    for (size_t i = 0; i < m->buffer_count; i++) {
        if (strcmp(m->buffers[i].name, name) == 0) {
            *value = (int64_t)(strcmp(x->name, "len") == 0 ? m->buffers[i].elements : m->buffers[i].size);
            return true;
        }
    }
    for (size_t i = 0; i < m->type_count; i++)
        if (strcmp(m->types[i]->name, name) == 0)
            type = m->types[i];
    *value = type != NULL ? (int64_t)type->size : 0;
    return true;
}

static int64_t binary_value(char op, int64_t a, int64_t b)
{
    switch (op) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '%':
        return a % b;
    case '<':
        return b < 63 ? a * ((int64_t)1 << b) : a == 0 ? 0 : INT64_MIN;
    default:
        return a >= 0 ? a >> b : -1 - ((-1 - a) >> b);
    }
}

static int64_t call_value(const char *name, const int64_t *x, size_t count)
{
    int64_t value = x[0], bit = 0;

    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0) {
        for (size_t i = 1; i < count; i++)
            if ((x[i] < value) == (name[1] == 'i'))
                value = x[i];
        return value;
    }
    if (strcmp(name, "ceil_div") == 0)
        return x[0] / x[1] + (x[0] % x[1] != 0);
    if (strcmp(name, "align_up") == 0)
        return (x[0] / x[1] + (x[0] % x[1] != 0)) * x[1];
    while (bit < 62 && (int64_t)1 << bit < x[0])
        bit++;
    return strcmp(name, "log2") == 0 ? bit : (int64_t)1 << bit;
}

/* False where a setting stands in it. */
static bool constant(const writing *w, const expr *x, int64_t *value)
{
    int64_t *arguments;

    if (x->kind == EXPR_INTEGER) {
        *value = x->integer;
        return true;
    }
    if (x->kind == EXPR_NAME)
        return named_value(w, x->name, value);
    if (x->kind == EXPR_CALL && (strcmp(x->name, "sizeof") == 0 || strcmp(x->name, "len") == 0))
        return size_value(w, x, value);
    arguments = ARENA_ARRAY(w->e->memory, int64_t, x->count + 1);
    for (size_t i = 0; i < x->count; i++)
        if (!constant(w, x->arguments[i], &arguments[i]))
            return false;
    if (x->kind == EXPR_NEGATE)
        *value = -arguments[0];
    else if (x->kind == EXPR_BINARY)
        *value = binary_value(x->op[0], arguments[0], arguments[1]);
    else
        *value = call_value(x->name, arguments, x->count);
    return true;
}

/* ---- what does ---- */

static const char *code(const writing *w, const expr *x);

/* As an argument, which needs no parentheses. */
static const char *bare(const writing *w, const expr *x)
{
    const char *text = code(w, x);
    size_t length = strlen(text);

    return x->kind == EXPR_BINARY && text[0] == '(' ? arena_copy(w->e->memory, text + 1, length - 2) : text;
}

/* A function of two arguments: min(a, b, c) is min(min(a, b), c). */
static const char *call_code(const writing *w, const char *function, const expr *x)
{
    const char *text = bare(w, x->arguments[0]);

    if (x->count == 1)
        return arena_printf(w->e->memory, "%s(%s)", emit_private(w->e, function), text);
    for (size_t i = 1; i < x->count; i++)
        text = arena_printf(w->e->memory, "%s(%s, %s)", emit_private(w->e, function), text, bare(w, x->arguments[i]));
    return text;
}

/* Both operands are 64-bit wherever one of them varies. */
static const char *code(const writing *w, const expr *x)
{
    arena *a = w->e->memory;
    int64_t value;

    if (constant(w, x, &value))
        return emit_integer(a, value);
    switch (x->kind) {
    case EXPR_NEGATE:
        return arena_printf(a, "(-%s)", code(w, x->arguments[0]));
    case EXPR_CALL:
        return call_code(w, x->name, x);
    case EXPR_BINARY:
        if (x->op[0] == '<' || x->op[0] == '>')
            return call_code(w, x->op[0] == '<' ? "shift_left" : "shift_right", x);
        return arena_printf(a, "(%s %s %s)", code(w, x->arguments[0]), x->op, code(w, x->arguments[1]));
    case EXPR_NAME:
    case EXPR_INTEGER:
        break;
    }
    if (strcmp(x->name, "block") == 0)
        return arena_printf(a, "(int64_t)%s", w->block_name);
    return arena_printf(a, "(int64_t)%s%s", w->from, emit_member(a, x->name));
}

const char *emit_expr(const emit *e, const expr *x, uint32_t block, const char *block_name, const char *from)
{
    writing w = {e, block, block_name, from};

    return code(&w, x);
}

/* ---- as in the spec ---- */

static const char *inner_text(const emit *e, const expr *x)
{
    const char *text = emit_expr_text(e, x);

    return x->kind == EXPR_BINARY ? arena_printf(e->memory, "(%s)", text) : text;
}

const char *emit_expr_text(const emit *e, const expr *x)
{
    emit_names list = {e->memory, NULL, 0, 0};

    switch (x->kind) {
    case EXPR_INTEGER:
        return arena_printf(e->memory, "%lld", (long long)x->integer);
    case EXPR_NAME:
        return x->name;
    case EXPR_NEGATE:
        return arena_printf(e->memory, "-%s", inner_text(e, x->arguments[0]));
    case EXPR_BINARY:
        return arena_printf(e->memory, "%s %s %s", inner_text(e, x->arguments[0]), x->op,
                            inner_text(e, x->arguments[1]));
    case EXPR_CALL:
        break;
    }
    for (size_t i = 0; i < x->count; i++)
        emit_names_add(&list, emit_expr_text(e, x->arguments[i]));
    return arena_printf(e->memory, "%s(%s)", x->name, list.text != NULL ? list.text : "");
}

/* ---- the functions that the C calls ---- */

static const struct {
    const char *name, *parameters, *body;
} functions[] = {
    {"min", "int64_t a, int64_t b", "    return (a < b) ? a : b;\n"},
    {"max", "int64_t a, int64_t b", "    return (a > b) ? a : b;\n"},
    {"ceil_div", "int64_t a, int64_t b", "    return (a / b) + (((a % b) != 0) ? 1 : 0);\n"},
    {"align_up", "int64_t a, int64_t b", "    return ((a % b) != 0) ? ((a - (a % b)) + b) : a;\n"},
    {"next_pow2", "int64_t a",
     "    int64_t power = 1;\n\n    while (power < a) {\n        power *= 2;\n    }\n    return power;\n"},
    {"log2", "int64_t a",
     "    int64_t exponent = 0;\n\n    for (; a > 1; a /= 2) {\n        exponent++;\n    }\n    return exponent;\n"},
    {"shift_left", "int64_t a, int64_t b",
     "    return (b < 63) ? (a * ((int64_t)1 << b)) : ((a == 0) ? 0 : (-INT64_MAX - 1));\n"},
    {"shift_right", "int64_t a, int64_t b", "    return (a >= 0) ? (a >> b) : (-1 - ((-1 - a) >> b));\n"},
};

#define FUNCTION_COUNT (sizeof functions / sizeof *functions)

/* The C of an expression names exactly the functions that it calls. */
static void note_calls(const emit *e, const model_expr *x, const char *block_name, bool used[FUNCTION_COUNT])
{
    const char *text = x != NULL ? emit_expr(e, x->root, 1, block_name, "") : "";

    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (strstr(text, arena_printf(e->memory, "%s(", emit_private(e, functions[i].name))) != NULL)
            used[i] = true;
}

void emit_expr_functions(FILE *file, const emit *e)
{
    bool used[FUNCTION_COUNT] = {false};

    for (size_t g = 0; g < e->p->graph_count; g++) {
        for (size_t i = 0; i < e->p->graphs[g].node_count; i++) {
            const plan_node *n = &e->p->graphs[g].nodes[i];
            const char *tuned = emit_tuned(e, &e->graphs[g].nodes[i]);
            if (!e->graphs[g].nodes[i].patched)
                continue;
            for (size_t d = 0; d < 3; d++)
                note_calls(e, n->grid_varies[d], tuned, used);
            note_calls(e, n->shared_varies, tuned, used);
        }
    }
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (used[i])
            fprintf(file, "static int64_t %s(%s)\n{\n%s}\n\n", emit_private(e, functions[i].name),
                    functions[i].parameters, functions[i].body);
}
