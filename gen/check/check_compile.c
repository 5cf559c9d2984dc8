/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Macros of `compile:`: they stand before everything that sources see, so each must be free. */
#include "check/check_parts.h"

#include <string.h>

#include "base/text.h"
#include "spec/entry.h"

/* Names of the compilers, of the CPU device and of what the generator writes into a kernel's unit. */
static const char *taken_by(const checker *c, const char *name)
{
    static const char *const starts[] = {"vg_", "vggen_", "vgsim_", "VG_", "VGSIM", "__CUDA_ARCH", "__CUDACC"};

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return i < 5 ? "a name of the generated code" : "a name of the compiler";
    if (word_is_keyword(name))
        return "reserved by C or C++";
    return c->m->program != NULL && strcmp(name, c->m->program) == 0 ? "the program's name" : NULL;
}

/* What a macro would replace in sources, each by its name. */
typedef struct {
    scope *macros, *parts, *fields;
} taken;

static void add_name(scope *s, const char *name, span at)
{
    named entry = {.name = name, .at = at};

    if (name != NULL)
        scope_add(s, &entry);
}

/* Names of kernels in their sources, and of namespaces around them. */
static void add_parts(checker *c, scope *parts)
{
    for (size_t i = 0; i < c->m->kernel_count; i++) {
        const model_kernel *k = &c->m->kernels[i];
        size_t count = 0;
        const char *const *found = k->source != NULL ? entry_parts(c->a, k->entry, &count) : NULL;

        for (size_t p = 0; p < count; p++)
            add_name(parts, found[p], k->entry_at);
    }
}

static void add_fields(const checker *c, scope *fields)
{
    for (size_t i = 0; i < c->m->type_count; i++)
        for (size_t k = 0; k < c->m->types[i]->field_count; k++)
            add_name(fields, c->m->types[i]->fields[k].name, c->m->types[i]->fields[k].at);
}

/* A buffer's name means nothing to a source. */
static void check_free(checker *c, const taken *t, const model_macro *macro)
{
    const named *found = scope_find(c->names, macro->name);

    if (found != NULL && found->kind != NAMED_BUFFER) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace %s of that name", macro->name,
                   check_kind_name(found->kind));
        diag_note(c->d, found->at, "'%s' is %s here", macro->name, check_kind_name(found->kind));
        if (found->kind == NAMED_DEFINE)
            diag_hint(c->d, "kernel sources see each define of the spec, as a macro with 'macros: [%s]'", macro->name);
    } else if ((found = scope_find(t->parts, macro->name)) != NULL) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace a part of an entry", macro->name);
        diag_note(c->d, found->at, "'%s' stands in this entry", macro->name);
    } else if ((found = scope_find(t->fields, macro->name)) != NULL) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace a field of that name", macro->name);
        diag_note(c->d, found->at, "'%s' is a field here", macro->name);
    }
}

static void check_macro(checker *c, taken *t, const model_macro *macro)
{
    const char *why = taken_by(c, macro->name);
    named entry = {.name = macro->name, .at = macro->at};
    const named *first = scope_add(t->macros, &entry);

    if (why != NULL) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' is taken: it is %s", macro->name, why);
    } else if (first != NULL) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' stands in 'define' twice", macro->name);
        diag_note(c->d, first->at, "this is the first one");
    } else {
        check_free(c, t, macro);
    }
}

void check_compile(checker *c)
{
    const model_compile *compile = &c->m->compile;
    taken t;

    if (compile->macro_count == 0)
        return;
    t = (taken){scope_new(c->a, compile->macro_count), scope_new(c->a, c->m->kernel_count), scope_new(c->a, 0)};
    add_parts(c, t.parts);
    add_fields(c, t.fields);
    for (size_t i = 0; i < compile->macro_count; i++)
        check_macro(c, &t, &compile->macros[i]);
}
