/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One more module for an image that is built: launches that `fuse` has written as PTX, assembled as others are. */
#include <string.h>

#include "image/image_work.h"

static void *longer(arena *a, const void *items, size_t count, size_t more, size_t size)
{
    char *copy = (char *)arena_alloc(a, (count + more + 1) * size);

    if (count > 0) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

/* Room for the module and its kernels, whose places in the image stay empty. */
static void grow(builder *b, const model_kernel *const *kernels, size_t kernel_count)
{
    image *i = b->i;
    size_t old = i->listed_count, more = kernel_count - old, targets = b->m->target_count;
    uint32_t module = (uint32_t)i->module_count;
    image_module *made;

    i->modules = (image_module *)longer(b->memory, i->modules, module, 1, sizeof *i->modules);
    i->module_of = (uint32_t *)longer(b->memory, i->module_of, old, more, sizeof *i->module_of);
    i->symbols = (const char **)longer(b->memory, (const void *)i->symbols, old, more, sizeof *i->symbols);
    i->kernels = (image_kernel *)longer(b->memory, i->kernels, old, more, sizeof *i->kernels);
    i->uses = (image_use *)longer(b->memory, i->uses, old * targets, more * targets, sizeof *i->uses);
    i->starts = (image_start *)longer(b->memory, i->starts, old * targets, more * targets, sizeof *i->starts);
    i->listed = kernels;
    i->listed_count = kernel_count;
    made = &i->modules[i->module_count++];
    made->file = module > 0 && i->modules[module - 1].fused ? "resident launch" : "fused launches";
    made->fused = true;
    made->ptx = ARENA_ARRAY(b->memory, const char *, targets + 1);
    made->blobs = ARENA_ARRAY(b->memory, image_blob, targets + 1);
    b->files = ARENA_ARRAY(b->memory, image_file, i->module_count);
    for (size_t k = old; k < kernel_count; k++) {
        i->module_of[k] = module;
        i->symbols[k] = kernels[k]->entry;
    }
    for (size_t k = 0; k < module; k++) {
        b->files[k].file = i->modules[k].file;
    }
    b->files[module] = image_file_of(b->memory, i, module);
    b->files[module].source = false;
}

static bool take_texts(builder *b, size_t module, const char *const *texts)
{
    for (size_t i = 0; i < b->m->target_count; i++) {
        ptx_module p;
        ptx_error error;
        if (texts[i] == NULL || !ptx_read(b->memory, texts[i], strlen(texts[i]), &p, &error)) {
            return false;
        }
        image_keep_ptx(b, module, &b->m->targets[i], texts[i]);
        image_take_ptx(b, module, &p);
        image_take_starts(b, module, &p, &b->m->targets[i]);
    }
    return true;
}

static bool take_code(builder *b, size_t module)
{
    for (size_t i = 0; i < b->m->target_count; i++) {
        const model_target *t = &b->m->targets[i];
        const char *text = b->i->modules[module].ptx[i];
        const image_job *job = t->ptx ? NULL : image_job_find(b, JOB_ASSEMBLE, module, t->name);
        if (t->ptx) {
            image_add_blob(b, module, IMAGE_PTX, t, text, strlen(text) + 1);
            continue;
        }
        if (job == NULL || !job->good || job->bytes == NULL) {
            return false;
        }
        image_add_blob(b, module, IMAGE_CUBIN, t, job->bytes, job->size);
        image_take_use(b, module, t, job->bytes, job->size);
        if (b->spills) {
            image_take_spills(b, module, t);
        }
    }
    return true;
}

/* A job for each target that has machine code; false where the assembler cannot be run. */
static bool assemble(builder *b, size_t module, const image_options *options)
{
    const char *problem;
    bool exact = false;

    for (size_t i = 0; i < b->m->target_count; i++) {
        exact = exact || !b->m->targets[i].ptx;
    }
    if (!exact) {
        return take_code(b, module);
    }
    if (!toolkit_find(&b->tools, options->nvcc, false, true)) {
        return false;
    }
    b->tools.temporary = run_folder_make(b->memory, &problem);
    if (b->tools.temporary == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "%s", problem);
        return false;
    }
    image_work_begin(b, !options->uncached);
    for (size_t i = 0; i < b->m->target_count; i++) {
        if (!b->m->targets[i].ptx) {
            image_add_assembly(b, module, b->i->modules[module].ptx[i], &b->m->targets[i]);
        }
    }
    image_work_run(b);
    bool good = take_code(b, module);
    image_work_end(b);
    run_folder_remove();
    if (run_interrupted()) {
        diag_file_error(b->d, NULL, "interrupted", "interrupted");
    }
    return good;
}

bool image_add_fused(arena *a, diag *d, const model *m, image *i, const char *const *texts,
                     const model_kernel *const *kernels, size_t kernel_count, const image_options *options)
{
    builder b;
    image before = *i;
    size_t module = i->module_count;

    memset(&b, 0, sizeof b);
    b.memory = a;
    b.d = d;
    b.m = m;
    b.i = i;
    b.spills = options->spills;
    b.tools.memory = a;
    b.tools.d = d;
    grow(&b, kernels, kernel_count);
    if (texts == NULL) { /* --image=none: a stub */
        return true;
    }
    if (take_texts(&b, module, texts) && (options->unread || assemble(&b, module, options))) {
        return true;
    }
    *i = before;
    return false;
}
