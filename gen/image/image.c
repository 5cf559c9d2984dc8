/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The stage: which modules there are, whether a toolkit is needed, then one module after the other. */
#include "image/image.h"

#include <string.h>

#include "base/file.h"
#include "image/host_code.h"
#include "image/image_work.h"

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

/* Where the toolkit is needed only for what the generator brings, its errors name that. */
static void name_need(builder *b, bool exact)
{
    const image_file *found = NULL;
    for (size_t i = 0; i < b->i->module_count; i++) {
        if (b->files[i].builtin) {
            found = &b->files[i];
        } else if (b->files[i].source || (exact && !image_is_cubin_name(b->files[i].file))) {
            return;
        }
    }
    if (found != NULL) {
        b->tools.needed_at = found->at;
        b->tools.needed_for = found->file;
    }
}

static bool make_temporary(builder *b)
{
    const char *problem;
    b->tools.temporary = run_folder_make(b->memory, &problem);
    if (b->tools.temporary == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "%s", problem);
        return false;
    }
    const char *name = arena_printf(b->memory, "%s_kernels.h", b->m->program);
    if (!toolkit_write_file(&b->tools, name, b->i->kernels_header, strlen(b->i->kernels_header))) {
        return false;
    }
    if (!model_is_renamed(b->m)) {
        return true;
    }
    /* Sources include it by the name that the spec has. */
    const char *text = arena_printf(b->memory, "#include \"%s\"\n", name);
    return toolkit_write_file(&b->tools, arena_printf(b->memory, "%s_kernels.h", b->m->spec_program), text,
                              strlen(text));
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

static void find_host_code(builder *b, size_t module)
{
    image_module *m = &b->i->modules[module];
    const char *text = host_code_left_out(b->memory, m->bytes, m->size), *other = NULL;

    if (model_is_renamed(b->m)) {
        other = host_header_of(b->memory, text != NULL ? text : arena_copy(b->memory, m->bytes, m->size),
                               b->m->spec_program, b->m->program);
    }
    text = other != NULL ? other : text;
    m->without_host = text == NULL ? NULL : host_includes_from(b->memory, text, b->m->folder, b->files[module].file);
}

/* What the CPU device needs to know of the sources, with or without a toolkit. With one, a source that cannot be
 * read is reported where it is compiled. */
static void read_sources(builder *b, const image_options *options)
{
    if (!options->unread) {
        image_check_folders(b);
    }
    for (size_t i = 0; i < b->i->module_count; i++) {
        size_t size;
        const char *problem;
        bool file = b->files[i].source && !b->files[i].builtin;
        const char *path = file ? image_path(b->memory, b->m->folder, b->files[i].file) : NULL;
        const char *text = path == NULL ? NULL : file_read(b->memory, path, IMAGE_MOST_BYTES, &size, &problem);
        if (text != NULL) {
            image_find_shared_arrays(b->memory, text, &b->i->modules[i]);
            image_check_directives(b, path, text);
            image_check_crossed(b, i, text);
            b->i->modules[i].bytes = text;
            b->i->modules[i].size = size;
            find_host_code(b, i);
            if (options->none) {
                image_take_text(b, i, text);
                image_add_dependency(b, path);
                image_report_plain(b, i);
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
    image_list_modules(&b);
    b.i->kernels_header = image_header_text(a, m);
    read_sources(&b, options);
    if (options->none) {
        return diag_error_count(d) == before ? b.i : NULL;
    }
    find_needs(&b, &nvcc, &ptxas);
    b.tools.memory = a;
    b.tools.d = d;
    name_need(&b, has_exact_target(m));
    if (!toolkit_find(&b.tools, options->nvcc, nvcc, ptxas)) {
        return NULL;
    }
    b.i->toolkit = b.tools.release;
    if (nvcc) {
        toolkit_report_environment(d);
    }
    if (nvcc || ptxas) {
        image_check_toolkit(&b, nvcc);
        if (diag_error_count(d) == before && make_temporary(&b)) {
            image_work_begin(&b, !options->uncached);
            image_compile_all(&b);
            build_modules(&b);
            image_work_end(&b);
        }
        if (b.tools.temporary != NULL) {
            run_folder_remove();
        }
    } else {
        build_modules(&b);
    }
    return diag_error_count(d) == before ? b.i : NULL;
}
