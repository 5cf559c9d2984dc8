/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which modules there are, and which kernels each of them has. */
#include <string.h>

#include "image/image_parts.h"

/* The module that the code of a kernel belongs to; built-in kernels that come here are those of a program without a
 * source. */
static size_t find_module(const builder *b, const model_kernel *kernel)
{
    const char *file = kernel->source != NULL ? kernel->source : kernel->image;
    for (size_t i = 0; i < b->i->module_count; i++) {
        const image_file *f = &b->files[i];
        if (kernel->builtin != NULL
                ? f->builtin
                : f->source == (kernel->source != NULL) && !f->builtin && strcmp(f->file, file) == 0) {
            return i;
        }
    }
    return b->i->module_count;
}

static size_t take_module(builder *b, const model_kernel *kernel)
{
    size_t module = find_module(b, kernel);
    if (module == b->i->module_count) {
        image_file *f = &b->files[module];
        f->builtin = kernel->builtin != NULL;
        f->source = f->builtin || kernel->source != NULL;
        f->file = f->builtin ? kernel->builtin : f->source ? kernel->source : kernel->image;
        f->at = f->builtin ? kernel->at : kernel->file_at;
        b->i->module_count++;
    }
    return module;
}

/* Each text once. */
static void add_builtin(builder *b, image_file *f, const char *name)
{
    for (size_t i = 0; i < f->builtin_count; i++) {
        if (strcmp(f->builtins[i], name) == 0) {
            return;
        }
    }
    if (f->builtin && f->builtin_count > 0) {
        f->file = arena_printf(b->memory, "%s, %s", f->file, name);
    }
    f->builtins =
        (const char **)arena_grow(b->memory, f->builtins, f->builtin_count, &f->builtin_capacity, sizeof *f->builtins);
    f->builtins[f->builtin_count++] = name;
}

/* The first kernel with a source of the program's, or NULL. */
static const model_kernel *first_with_source(const image *i)
{
    for (size_t k = 0; k < i->listed_count; k++) {
        if (i->listed[k]->builtin == NULL && i->listed[k]->source != NULL) {
            return i->listed[k];
        }
    }
    return NULL;
}

/* One module for each file, in the order in which kernels name them. Built-in kernels go with the first source: a
 * module more is more to compile and more to load. */
void image_list_modules(builder *b)
{
    image *i = b->i;
    size_t count = i->listed_count, pairs = count * b->m->target_count;
    const model_kernel *first = first_with_source(i);
    b->files = ARENA_ARRAY(b->memory, image_file, count + 1);
    i->modules = ARENA_ARRAY(b->memory, image_module, count + 1);
    i->module_of = ARENA_ARRAY(b->memory, uint32_t, count + 1);
    i->kernels = ARENA_ARRAY(b->memory, image_kernel, count + 1);
    i->symbols = ARENA_ARRAY(b->memory, const char *, count + 1);
    i->uses = ARENA_ARRAY(b->memory, image_use, pairs + 1);
    i->starts = ARENA_ARRAY(b->memory, image_start, pairs + 1);
    for (size_t k = 0; k < count; k++) {
        const model_kernel *kernel = i->listed[k];
        size_t module = take_module(b, kernel->builtin != NULL && first != NULL ? first : kernel);
        image_file *f = &b->files[module];
        if (kernel->builtin != NULL) {
            add_builtin(b, f, kernel->builtin);
        }
        f->kernels =
            (uint32_t *)arena_grow(b->memory, f->kernels, f->kernel_count, &f->kernel_capacity, sizeof *f->kernels);
        f->kernels[f->kernel_count++] = (uint32_t)k;
        i->module_of[k] = (uint32_t)module;
        i->symbols[k] = kernel->entry;
    }
    for (size_t k = 0; k < i->module_count; k++) {
        i->modules[k].file = b->files[k].file;
        i->modules[k].ptx = ARENA_ARRAY(b->memory, const char *, b->m->target_count + 1);
        i->modules[k].builtin = b->files[k].builtin;
        i->modules[k].builtins = b->files[k].builtins;
        i->modules[k].builtin_count = b->files[k].builtin_count;
    }
}

bool image_is_cubin_name(const char *file)
{
    static const char end[] = ".cubin";
    size_t length = strlen(file);
    return length >= sizeof end && strcmp(file + length - (sizeof end - 1), end) == 0;
}
