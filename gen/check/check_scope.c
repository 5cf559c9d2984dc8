/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The scope of names, and expressions evaluated in it. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "spec/tree.h"

/* ---- a hash table by name; its order is never seen ---- */

struct scope {
    named **slots;
    size_t mask, count;
    arena *a;
};

static size_t hash(const char *name)
{
    uint32_t h = 2166136261u;

    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

scope *scope_new(arena *a, size_t expected)
{
    scope *s = ARENA_NEW(a, scope);
    size_t size = 16;

    while (size < 2 * expected + 2)
        size *= 2;
    s->slots = ARENA_ARRAY(a, named *, size);
    s->mask = size - 1;
    s->a = a;
    return s;
}

static size_t find_slot(const scope *s, const char *name)
{
    size_t i = hash(name) & s->mask;

    while (s->slots[i] != NULL && strcmp(s->slots[i]->name, name) != 0)
        i = (i + 1) & s->mask;
    return i;
}

const named *scope_find(const scope *s, const char *name)
{
    return s->slots[find_slot(s, name)];
}

static void grow(scope *s)
{
    named **old = s->slots;
    size_t size = s->mask + 1;

    s->slots = ARENA_ARRAY(s->a, named *, 2 * size);
    s->mask = 2 * size - 1;
    for (size_t i = 0; i < size; i++)
        if (old[i] != NULL)
            s->slots[find_slot(s, old[i]->name)] = old[i];
}

const named *scope_add(scope *s, const named *entry)
{
    size_t i = find_slot(s, entry->name);
    named *kept;

    if (s->slots[i] != NULL) {
        s->slots[i]->contested = true;
        return s->slots[i];
    }
    kept = ARENA_NEW(s->a, named);
    *kept = *entry;
    s->slots[i] = kept;
    s->count++;
    if (s->count > s->mask / 2)
        grow(s);
    return NULL;
}

/* ---- messages about names ---- */

/* A spec with thousands of undefined names is not worth thousands of searches. */
#define MAX_HINTS_SOUGHT 100u

const char *check_nearest_of(checker *c, const char *name, const char *const *list, size_t count)
{
    return c->hints_sought++ < MAX_HINTS_SOUGHT ? text_nearest(name, list, count) : NULL;
}

const char *check_nearest(checker *c, const char *name, unsigned kinds)
{
    const model *m = c->m;
    const char **list;
    size_t count = 0;

    if (c->hints_sought >= MAX_HINTS_SOUGHT)
        return NULL;
    list = ARENA_ARRAY(c->a, const char *,
                       m->define_count + m->type_count + m->buffer_count + m->kernel_count + m->switch_count + 1);
    for (size_t i = 0; (kinds & NAMED_DEFINE) != 0 && i < m->define_count; i++)
        list[count++] = m->defines[i].name;
    for (size_t i = 0; (kinds & NAMED_TYPE) != 0 && i < m->type_count; i++)
        list[count++] = m->types[i]->name;
    for (size_t i = 0; (kinds & NAMED_BUFFER) != 0 && i < m->buffer_count; i++)
        list[count++] = m->buffers[i].name;
    for (size_t i = 0; (kinds & NAMED_KERNEL) != 0 && i < m->kernel_count; i++)
        list[count++] = m->kernels[i].name;
    for (size_t i = 0; (kinds & NAMED_SWITCH) != 0 && i < m->switch_count; i++)
        list[count++] = m->switches[i].name;
    return check_nearest_of(c, name, list, count);
}

void check_hint_name(checker *c, const char *name, unsigned kinds)
{
    const char *nearest = check_nearest(c, name, kinds);

    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
}

/* True the first time. Names beyond the limit are not recorded, so it is true for them each time. */
#define UNDEFINED_TOLD 100u

static bool is_new(checker *c, span at, const char *name)
{
    named entry = {name, NAMED_DEFINE, 0, at, false};

    if (c->undefined == NULL)
        c->undefined = scope_new(c->a, UNDEFINED_TOLD);
    if (scope_find(c->undefined, name) != NULL)
        return false;
    if (c->undefined_count++ < UNDEFINED_TOLD)
        scope_add(c->undefined, &entry);
    return true;
}

void check_undefined(checker *c, span at, const char *what, const char *name, unsigned kinds)
{
    if (c->m->incomplete || !is_new(c, at, name))
        return;
    diag_error(c->d, at, "name-undefined", "%s '%s' is not defined", what, name);
    check_hint_name(c, name, kinds);
}

const char *check_kind_name(named_kind kind)
{
    switch (kind) {
    case NAMED_DEFINE:
        return "a define";
    case NAMED_BUFFER:
        return "a buffer";
    case NAMED_KERNEL:
        return "a kernel";
    case NAMED_TYPE:
        return "a struct";
    case NAMED_STEP:
        return "a step";
    case NAMED_SWITCH:
        return "a switch";
    case NAMED_CAPTURE:
        return "a capture";
    }
    return "?";
}

bool check_fail_kind(checker *c, span at, const char *expected, const named *found)
{
    if (found->contested)
        return false;
    diag_error(c->d, at, "name-kind", "expected %s, '%s' is %s", expected, found->name, check_kind_name(found->kind));
    diag_note(c->d, found->at, "'%s' is %s here", found->name, check_kind_name(found->kind));
    return false;
}

/* ---- expressions ---- */

typedef struct {
    checker *c;
    int64_t block;         /* -1: the name means nothing here */
    bool settings;         /* may be used here */
    model_define *misused; /* a float that the error is about, or NULL */
} evaluation;

static bool fail(expr_error *error, const char *id, const char *message, const char *hint)
{
    error->id = id;
    error->message = message;
    error->hint = hint;
    return false;
}

/* The mistake was reported where it was made. */
static bool fail_silently(expr_error *error)
{
    return fail(error, NULL, NULL, NULL);
}

static bool fail_undefined(checker *c, const char *name, unsigned kinds, expr_error *error)
{
    const span nowhere = {0, 0, 0};
    const char *nearest;

    if (c->m->incomplete || !is_new(c, nowhere, name))
        return fail_silently(error);
    if (strcmp(name, "block") == 0)
        return fail(error, "name-undefined", "'block' is not defined",
                    "only 'grid' and 'shared' know the size of the block by this name; elsewhere write a define for "
                    "both");
    if (strcmp(name, "tune") == 0)
        return fail(error, "name-undefined", "'tune' is not defined",
                    "only the 'block' of a kernel can be left to measured times, for all of its launches");
    if (strcmp(name, "grid") == 0)
        return fail(error, "name-undefined", "'grid' is not defined",
                    "it is how many blocks a resident grid has, and stands alone as an argument of its launch");
    if (strcmp(name, "resident") == 0)
        return fail(error, "name-undefined", "'resident' is not defined",
                    "it stands for all of a launch's grid: grid: resident");
    nearest = check_nearest(c, name, kinds);
    return fail(error, "name-undefined", arena_printf(c->a, "'%s' is not defined", name),
                nearest == NULL ? NULL : arena_printf(c->a, "did you mean '%s'?", nearest));
}

static bool take_value(expr_bounds *value, int64_t found)
{
    value->first = value->low = value->high = found;
    return true;
}

/* Below this every whole number is exact, as a double too. */
#define EXACT_BELOW 9007199254740992.0

/* What a float would be as an integer, or that it cannot be one. */
static const char *float_hint(checker *c, const model_define *define)
{
    if (floor(define->real) != define->real || fabs(define->real) >= EXACT_BELOW)
        return "a float stands alone, as a whole argument; an integer has no point";
    return arena_printf(c->a, "an integer has no point and no exponent: %s: %.0f", define->name, define->real);
}

void check_misused_float(checker *c, span at, model_define *define)
{
    if (define->misused)
        return;
    define->misused = true;
    diag_error(c->d, at, "expr-float", "an integer is needed here, '%s' is a float", define->name);
    diag_note(c->d, define->value_at, "'%s' gets its value here", define->name);
    diag_hint(c->d, "%s", float_hint(c, define));
}

model_define *check_define_named(checker *c, const char *name)
{
    const named *found = scope_find(c->names, name);

    return found != NULL && found->kind == NAMED_DEFINE ? &c->m->defines[found->index] : NULL;
}

model_define *check_define_alone(checker *c, const model_expr *e)
{
    return e->root != NULL && e->root->kind == EXPR_NAME ? check_define_named(c, e->root->name) : NULL;
}

bool check_misused_define(checker *c, model_define *define)
{
    if (define == NULL)
        return false;
    diag_note(c->d, define->value_at, "'%s' gets its value here", define->name);
    define->misused = true;
    return false;
}

/* Reports each define once, because the mistake is the define's. */
static bool fail_float(evaluation *v, model_define *define, expr_error *error)
{
    v->misused = define;
    return fail_silently(error);
}

static bool define_value(evaluation *v, const named *found, expr_bounds *value, expr_error *error)
{
    checker *c = v->c;
    model_define *define = &c->m->defines[found->index];

    if (found->index >= c->evaluated)
        return fail(error, "define-order", arena_printf(c->a, "'%s' is defined further down", define->name),
                    "a define may use only those above it");
    if (define->broken)
        return fail_silently(error);
    if (define->is_float)
        return fail_float(v, define, error);
    return take_value(value, define->value);
}

/* ---- settings ---- */

static int64_t integer_of(const model_type *type, const unsigned char *bytes)
{
    uint64_t bits = 0, sign = UINT64_C(1) << (8 * type->size - 1);

    for (uint32_t i = 0; i < type->size; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    if (check_is_signed(type->base) && (bits & sign) != 0)
        return -(int64_t)(sign - 1 - (bits & (sign - 1))) - 1;
    return (int64_t)bits;
}

static bool fail_place(checker *c, const char *name, expr_error *error)
{
    return fail(error, "setting-place",
                arena_printf(c->a, "the setting '%s' changes while the program runs, it cannot stand here", name),
                "settings stand in the expressions of 'grid' and 'shared', and alone as an argument");
}

static bool setting_value(const evaluation *v, const named *found, expr_bounds *value, expr_error *error)
{
    checker *c = v->c;
    model_buffer *b = &c->m->buffers[found->index];

    if (!v->settings)
        return fail_place(c, b->name, error);
    b->by_value = true;
    if (b->broken || b->pattern == NULL || (b->range_at.source != 0 && !b->ranged))
        return fail_silently(error);
    if (b->type->lanes > 1 || b->type->base == SCALAR_STRUCT || b->type->base == SCALAR_BOOL ||
        check_is_float(b->type->base))
        return fail(
            error, "setting-type",
            arena_printf(c->a, "an expression needs an integer, the setting '%s' is %s", b->name, b->type->name), NULL);
    if (!b->ranged)
        return fail(error, "setting-unranged",
                    arena_printf(c->a, "the setting '%s' has no 'range', so nothing limits this value", b->name),
                    "give the setting its least and greatest value: range: [1, 1024]");
    value->first = integer_of(b->type, b->pattern);
    value->low = integer_of(b->type, b->low_bytes);
    value->high = integer_of(b->type, b->high_bytes);
    value->varies = true;
    if (b->type->base == SCALAR_U64 && value->high < 0)
        return fail(error, "expr-overflow", arena_printf(c->a, "the range of '%s' goes beyond signed 64 bits", b->name),
                    NULL);
    return true;
}

/* ---- names ---- */

static bool buffer_value(checker *c, const named *found, const char *function, expr_bounds *value, expr_error *error)
{
    const model_buffer *b = &c->m->buffers[found->index];

    if (found->index >= c->sized)
        return fail(error, "size-order", arena_printf(c->a, "the size of '%s' is not known here", b->name),
                    "a shape may use the sizes of buffers above it, a define those of none");
    if (b->broken)
        return fail_silently(error);
    return take_value(value, (int64_t)(strcmp(function, "len") == 0 ? b->elements : b->size));
}

/* Structs have sizes once the defines have values, which may count their arrays. */
static bool struct_size(checker *c, const named *found, expr_bounds *value, expr_error *error)
{
    const model_type *type = c->m->types[found->index];

    if (c->m->types_broken)
        return fail_silently(error);
    if (type->size == 0)
        return fail(error, "size-order", arena_printf(c->a, "the size of '%s' is not known here", type->name),
                    "defines and the fields of structs may use the sizes of scalars and vectors only");
    return take_value(value, type->size);
}

static bool look_up_size(checker *c, const char *function, const char *name, expr_bounds *value, expr_error *error)
{
    const named *found = scope_find(c->names, name);
    const model_type *type = model_type_find(name);
    bool size = strcmp(function, "sizeof") == 0;

    if (found != NULL && found->kind == NAMED_BUFFER)
        return buffer_value(c, found, function, value, error);
    if (found != NULL && found->kind == NAMED_TYPE && size)
        return struct_size(c, found, value, error);
    if (found != NULL && found->contested)
        return fail_silently(error);
    if (found != NULL)
        return fail(error, "name-kind",
                    arena_printf(c->a, "%s takes a buffer%s, '%s' is %s", function, size ? " or a type" : "", name,
                                 check_kind_name(found->kind)),
                    NULL);
    if (type != NULL && size)
        return take_value(value, type->size);
    return fail_undefined(c, name, size ? NAMED_BUFFER | NAMED_TYPE : NAMED_BUFFER, error);
}

static bool look_up(void *context, const char *function, const char *name, expr_bounds *value, expr_error *error)
{
    evaluation *v = context;
    checker *c = v->c;
    const named *found;

    if (function != NULL)
        return look_up_size(c, function, name, value, error);
    if (v->block >= 0 && strcmp(name, "block") == 0)
        return take_value(value, v->block);
    found = scope_find(c->names, name);
    if (found == NULL)
        return fail_undefined(c, name, NAMED_DEFINE, error);
    if (found->kind == NAMED_DEFINE)
        return define_value(v, found, value, error);
    if (found->kind == NAMED_BUFFER && c->m->buffers[found->index].role == ROLE_SETTING)
        return setting_value(v, found, value, error);
    if (found->contested || (found->kind == NAMED_BUFFER && c->m->buffers[found->index].broken))
        return fail_silently(error);
    return fail(error, "name-kind",
                arena_printf(c->a, "an expression needs a number, '%s' is %s", name, check_kind_name(found->kind)),
                found->kind != NAMED_BUFFER
                    ? NULL
                    : arena_printf(c->a, "write len(%s) for its elements, sizeof(%s) for its bytes", name, name));
}

static bool evaluate(checker *c, model_expr *e, int64_t block, bool settings)
{
    evaluation v = {c, block, settings, NULL};
    expr_error error = {0};
    expr_bounds found;

    if (e->root == NULL)
        return false;
    if (expr_evaluate(c->a, e->root, look_up, &v, &found, &error)) {
        e->value = found.first;
        e->low = found.low;
        e->high = found.high;
        e->varies = found.varies;
        return true;
    }
    if (v.misused != NULL) {
        check_misused_float(c, tree_part(e->in, error.begin, error.end), v.misused);
    } else if (error.id != NULL) {
        diag_error(c->d, tree_part(e->in, error.begin, error.end), error.id, "%s", error.message);
        if (error.hint != NULL)
            diag_hint(c->d, "%s", error.hint);
    }
    return false;
}

bool check_evaluate(checker *c, model_expr *e)
{
    return evaluate(c, e, -1, false);
}

bool check_evaluate_launch(checker *c, model_expr *e, int64_t block)
{
    return evaluate(c, e, block, true);
}
