/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "image/image_parts.h"

/* The module that the code of a kernel belongs to; built-in kernels that come here are those of a program without a source. */
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

/* One module for each file, in the order in which kernels name them. Built-in kernels go with the first source: a module more
 * is more to compile and more to load. */
static void list_modules(builder *b)
{
    image *i = b->i;
    size_t count = i->listed_count, pairs = count * b->m->target_count;
    const model_kernel *first = first_with_source(i);
    b->files = ARENA_ARRAY(b->memory, image_file, count + 1);
    i->modules = ARENA_ARRAY(b->memory, image_module, count + 1);
    i->module_of = ARENA_ARRAY(b->memory, uint32_t, count + 1);
    i->kernels = ARENA_ARRAY(b->memory, image_kernel, count + 1);
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
    }
    for (size_t k = 0; k < i->module_count; k++) {
        i->modules[k].file = b->files[k].file;
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

static bool has_exact_target(const model *m)
{
    bool exact = false;
    for (size_t i = 0; i < m->target_count; i++) {
        exact = exact || !m->targets[i].ptx;
    }
    return exact;
}

/* A pre-built cubin is used as it is; PTX has to be assembled for an exact target. */
static void find_needs(const builder *b, bool *nvcc, bool *ptxas)
{
    bool exact = has_exact_target(b->m);
    *nvcc = false;
    *ptxas = false;
    for (size_t i = 0; i < b->i->module_count; i++) {
        *nvcc = *nvcc || b->files[i].source;
        *ptxas = *ptxas || (exact && (b->files[i].source || !image_is_cubin_name(b->files[i].file)));
    }
}

/* The built-in sources for which alone the toolkit is needed, or NULL. */
static const image_file *alone_needed(const builder *b, bool exact)
{
    const image_file *found = NULL;
    for (size_t i = 0; i < b->i->module_count; i++) {
        if (b->files[i].builtin) {
            found = &b->files[i];
        } else if (b->files[i].source || (exact && !image_is_cubin_name(b->files[i].file))) {
            return NULL;
        }
    }
    return found;
}

static bool make_temporary(builder *b)
{
    const char *problem;
    b->temporary = run_folder_make(b->memory, &problem);
    if (b->temporary == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "%s", problem);
        return false;
    }
    const char *name = arena_printf(b->memory, "%s_kernels.h", b->m->program);
    return image_write_file(b, name, b->i->kernels_header, strlen(b->i->kernels_header));
}

static void build_modules(builder *b)
{
    for (size_t i = 0; i < b->i->module_count && !run_interrupted(); i++) {
        b->i->modules[i].blobs = ARENA_ARRAY(b->memory, image_blob, b->m->target_count + 1);
        if (b->files[i].source) {
            image_compile(b, i);
        } else {
            image_read_prebuilt(b, i);
        }
    }
    if (run_interrupted()) {
        diag_file_error(b->d, NULL, "interrupted", "interrupted");
    }
}

/* What the CPU device needs to know of the sources, with or without a toolkit. With one, a source that cannot be read is
 * reported where it is compiled. */
static void read_sources(builder *b, const image_options *options)
{
    for (size_t i = 0; i < b->i->module_count; i++) {
        size_t size;
        const char *problem;
        bool file = b->files[i].source && !b->files[i].builtin;
        const char *path = file ? image_path(b->memory, b->m->folder, b->files[i].file) : NULL;
        const char *text = path == NULL ? NULL : image_read_file(b->memory, path, &size, &problem);
        if (text != NULL) {
            image_find_shared_arrays(b->memory, text, &b->i->modules[i]);
            b->i->modules[i].bytes = text;
            b->i->modules[i].size = size;
            if (options->none) {
                image_add_dependency(b, path);
            }
        } else if (file && options->none && !options->unread) {
            diag_error(b->d, b->files[i].at, "source-read", "cannot read '%s': %s", b->files[i].file, problem);
        }
    }
}

image *image_build(arena *a, diag *d, const model *m, const model_kernel *const *kernels, size_t kernel_count,
                   const image_options *options)
{
    builder b;
    bool nvcc;
    bool ptxas;
    size_t before = diag_error_count(d);
    memset(&b, 0, sizeof b);
    b.memory = a;
    b.d = d;
    b.m = m;
    b.spills = options->spills;
    b.i = ARENA_NEW(a, image);
    b.i->listed = kernels;
    b.i->listed_count = kernel_count;
    list_modules(&b);
    b.i->kernels_header = image_header_text(a, m);
    read_sources(&b, options);
    if (options->none) {
        return diag_error_count(d) == before ? b.i : NULL;
    }
    find_needs(&b, &nvcc, &ptxas);
    b.alone = alone_needed(&b, has_exact_target(m));
    if (!image_find_tools(&b, options, nvcc, ptxas)) {
        return NULL;
    }
    if (nvcc || ptxas) {
        image_check_toolkit(&b, nvcc);
        if (diag_error_count(d) == before && make_temporary(&b)) {
            build_modules(&b);
        }
        if (b.temporary != NULL) {
            run_folder_remove();
        }
    } else {
        build_modules(&b);
    }
    return diag_error_count(d) == before ? b.i : NULL;
}
