/* SPDX-License-Identifier: MIT */
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

static bool is_field(const checker *c, const char *name, span *at)
{
    for (size_t i = 0; i < c->m->type_count; i++)
        for (size_t k = 0; k < c->m->types[i]->field_count; k++)
            if (c->m->types[i]->fields[k].name == name) {
                *at = c->m->types[i]->fields[k].at;
                return true;
            }
    return false;
}

/* A name of a kernel in its source, or of a namespace around it. */
static bool is_in_entry(const checker *c, const char *name, span *at)
{
    for (size_t i = 0; i < c->m->kernel_count; i++) {
        const model_kernel *k = &c->m->kernels[i];
        size_t count = 0;
        const char *const *parts = k->source != NULL ? entry_parts(c->a, k->entry, &count) : NULL;

        for (size_t p = 0; p < count; p++)
            if (strcmp(parts[p], name) == 0) {
                *at = k->entry_at;
                return true;
            }
    }
    return false;
}

/* A buffer's name means nothing to a source. */
static bool check_free(checker *c, const model_macro *macro)
{
    const named *found = scope_find(c->names, macro->name);
    span at;

    if (found != NULL && found->kind != NAMED_BUFFER) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace %s of that name", macro->name,
                   check_kind_name(found->kind));
        diag_note(c->d, found->at, "'%s' is %s here", macro->name, check_kind_name(found->kind));
        if (found->kind == NAMED_DEFINE)
            diag_hint(c->d, "kernel sources see each define of the spec, as a macro with 'macros: [%s]'", macro->name);
        return false;
    }
    if (is_in_entry(c, macro->name, &at)) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace a part of an entry", macro->name);
        diag_note(c->d, at, "'%s' stands in this entry", macro->name);
        return false;
    }
    if (is_field(c, macro->name, &at)) {
        diag_error(c->d, macro->at, "compile-define", "the macro '%s' would replace a field of that name", macro->name);
        diag_note(c->d, at, "'%s' is a field here", macro->name);
        return false;
    }
    return true;
}

void check_compile(checker *c)
{
    const model_compile *compile = &c->m->compile;

    for (size_t i = 0; i < compile->macro_count; i++) {
        const model_macro *macro = &compile->macros[i];
        const char *why = taken_by(c, macro->name);
        size_t first = 0;

        while (compile->macros[first].name != macro->name)
            first++;
        if (why != NULL) {
            diag_error(c->d, macro->at, "compile-define", "the macro '%s' is taken: it is %s", macro->name, why);
        } else if (first < i) {
            diag_error(c->d, macro->at, "compile-define", "the macro '%s' stands in 'define' twice", macro->name);
            diag_note(c->d, compile->macros[first].at, "this is the first one");
        } else {
            check_free(c, macro);
        }
    }
}
