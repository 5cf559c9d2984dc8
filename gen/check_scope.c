/* SPDX-License-Identifier: MIT */
/* The scope of names, and expressions evaluated in it. */
#include "check_parts.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"
#include "tree.h"

/* ---- a hash table by name; its order is never seen ---- */

struct scope {
    const named **slots;
    size_t mask;
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
    s->slots = ARENA_ARRAY(a, const named *, size);
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

const named *scope_add(scope *s, const named *entry)
{
    size_t i = find_slot(s, entry->name);
    named *kept;

    if (s->slots[i] != NULL)
        return s->slots[i];
    kept = ARENA_NEW(s->a, named);
    *kept = *entry;
    s->slots[i] = kept;
    return NULL;
}

/* ---- messages about names ---- */

/* A spec with thousands of undefined names is not worth thousands of searches. */
#define MAX_HINTS_SOUGHT 100u

const char *check_nearest(checker *c, const char *name, unsigned kinds)
{
    const model *m = c->m;
    const char **list;
    size_t count = 0;

    if (c->hints_sought++ >= MAX_HINTS_SOUGHT)
        return NULL;
    list = ARENA_ARRAY(c->a, const char *, m->define_count + m->buffer_count + m->kernel_count + 1);
    for (size_t i = 0; (kinds & NAMED_DEFINE) != 0 && i < m->define_count; i++)
        list[count++] = m->defines[i].name;
    for (size_t i = 0; (kinds & NAMED_BUFFER) != 0 && i < m->buffer_count; i++)
        list[count++] = m->buffers[i].name;
    for (size_t i = 0; (kinds & NAMED_KERNEL) != 0 && i < m->kernel_count; i++)
        list[count++] = m->kernels[i].name;
    return text_nearest(name, list, count);
}

void check_hint_name(checker *c, const char *name, unsigned kinds)
{
    const char *nearest = check_nearest(c, name, kinds);

    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
}

void check_undefined(checker *c, span at, const char *what, const char *name, unsigned kinds)
{
    if (c->m->incomplete)
        return;
    diag_error(c->d, at, "name-undefined", "%s '%s' is not defined", what, name);
    check_hint_name(c, name, kinds);
}

const char *check_kind_name(named_kind kind)
{
    return kind == NAMED_DEFINE ? "a define" : kind == NAMED_BUFFER ? "a buffer" : "a kernel";
}

/* ---- expressions ---- */

typedef struct {
    checker *c;
    int64_t block; /* -1: the name means nothing here */
} evaluation;

static bool fail(expr_error *error, const char *id, const char *message)
{
    error->id = id;
    error->message = message;
    error->hint = NULL;
    return false;
}

/* The mistake was reported where it was made. */
static bool fail_silently(expr_error *error)
{
    return fail(error, NULL, NULL);
}

static bool fail_undefined(checker *c, const char *name, unsigned kinds, expr_error *error)
{
    const char *nearest = check_nearest(c, name, kinds);

    if (c->m->incomplete)
        return fail_silently(error);
    fail(error, "name-undefined", arena_printf(c->a, "'%s' is not defined", name));
    if (nearest != NULL)
        error->hint = arena_printf(c->a, "did you mean '%s'?", nearest);
    return false;
}

static bool define_value(checker *c, const named *found, int64_t *value, expr_error *error)
{
    const model_define *define = &c->m->defines[found->index];

    if (found->index >= c->evaluated) {
        fail(error, "define-order", arena_printf(c->a, "'%s' is defined further down", define->name));
        error->hint = "a define may use only those above it";
        return false;
    }
    if (define->broken)
        return fail_silently(error);
    if (define->is_float) {
        fail(error, "expr-float", arena_printf(c->a, "'%s' is a float, expressions are of integers", define->name));
        error->hint = "a float stands alone, as a whole argument";
        return false;
    }
    *value = define->value;
    return true;
}

static bool buffer_value(checker *c, const named *found, const char *function, int64_t *value, expr_error *error)
{
    const model_buffer *b = &c->m->buffers[found->index];

    if (found->index >= c->sized) {
        fail(error, "size-order", arena_printf(c->a, "the size of '%s' is not known here", b->name));
        error->hint = "a shape may use the sizes of buffers above it, a define those of none";
        return false;
    }
    if (b->broken)
        return fail_silently(error);
    *value = (int64_t)(strcmp(function, "len") == 0 ? b->elements : b->size);
    return true;
}

static bool look_up_size(checker *c, const char *function, const char *name, int64_t *value, expr_error *error)
{
    const named *found = scope_find(c->names, name);
    const model_type *type = model_type_find(name);

    if (found != NULL && found->kind == NAMED_BUFFER)
        return buffer_value(c, found, function, value, error);
    if (found != NULL)
        return fail(error, "name-kind",
                    arena_printf(c->a, "%s takes a buffer, '%s' is %s", function, name, check_kind_name(found->kind)));
    if (type != NULL && strcmp(function, "sizeof") == 0) {
        *value = type->size;
        return true;
    }
    return fail_undefined(c, name, NAMED_BUFFER, error);
}

static bool look_up(void *context, const char *function, const char *name, int64_t *value, expr_error *error)
{
    const evaluation *v = context;
    checker *c = v->c;
    const named *found;

    if (function != NULL)
        return look_up_size(c, function, name, value, error);
    if (v->block >= 0 && strcmp(name, "block") == 0) {
        *value = v->block;
        return true;
    }
    found = scope_find(c->names, name);
    if (found == NULL)
        return fail_undefined(c, name, NAMED_DEFINE, error);
    if (found->kind == NAMED_DEFINE)
        return define_value(c, found, value, error);
    if (found->kind == NAMED_BUFFER && c->m->buffers[found->index].role == ROLE_SETTING)
        return fail(error, "not-yet",
                    arena_printf(c->a, "the setting '%s' in an expression is not supported yet", name));
    fail(error, "name-kind",
         arena_printf(c->a, "an expression needs a number, '%s' is %s", name, check_kind_name(found->kind)));
    if (found->kind == NAMED_BUFFER)
        error->hint = arena_printf(c->a, "write len(%s) for its elements, sizeof(%s) for its bytes", name, name);
    return false;
}

bool check_evaluate(checker *c, model_expr *e, int64_t block)
{
    evaluation v = {c, block};
    expr_error error = {0};

    if (e->root == NULL)
        return false;
    if (expr_evaluate(c->a, e->root, look_up, &v, &e->value, &error))
        return true;
    if (error.id != NULL) {
        diag_error(c->d, tree_part(e->in, error.begin, error.end), error.id, "%s", error.message);
        if (error.hint != NULL)
            diag_hint(c->d, "%s", error.hint);
    }
    return false;
}
