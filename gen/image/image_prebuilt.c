/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "image/image_work.h"

static void read_cubin(builder *b, size_t module, const char *bytes, size_t size)
{
    const image_file *f = &b->files[module];
    const char *problem;
    cubin c;
    if (!cubin_read(b->memory, (const unsigned char *)bytes, size, &c, &problem)) {
        diag_error(b->d, f->at, "image-read", "cannot read '%s': %s", f->file, problem);
        return;
    }
    for (size_t i = 0; i < b->m->target_count; i++) {
        const model_target *t = &b->m->targets[i];
        if (t->ptx || t->capability != c.capability) {
            diag_error(b->d, t->at, "image-target", "'%s' holds machine code for sm_%u only, expected %s", f->file,
                       c.capability, t->ptx ? "PTX as well" : arena_printf(b->memory, "%s as well", t->name));
            diag_note(b->d, f->at, "for this kernel");
        } else {
            image_add_blob(b, module, IMAGE_CUBIN, t, bytes, size);
            image_take_use(b, module, t, bytes, size);
        }
    }
    image_check_min_cuda(b, c.toolkit, arena_printf(b->memory, "'%s'", f->file));
    image_take_cubin(b, module, &c);
}

/* sm_90 runs on what is newer, sm_90a on nothing else, sm_100f within its family. */
static bool covers(const char *target, const model_target *t)
{
    char *end;
    unsigned long capability = strncmp(target, "sm_", 3) == 0 ? strtoul(target + 3, &end, 10) : 0;
    if (capability == 0) {
        return false;
    }
    if (*end == 'a') {
        return capability == t->capability && strcmp(t->suffix, "a") == 0;
    }
    if (*end == 'f') {
        return capability / 10 == t->capability / 10 && capability <= t->capability && t->suffix[0] != '\0';
    }
    return capability <= t->capability;
}

static void assemble_all(builder *b, size_t module, const ptx_module *p, const char *text)
{
    bool any = false;
    for (size_t i = 0; i < b->m->target_count; i++) {
        const model_target *t = &b->m->targets[i];
        if (covers(p->target, t) && !t->ptx) {
            image_add_assembly(b, module, text, t);
            any = true;
        }
    }
    if (any) {
        image_work_run(b);
    }
}

static void read_ptx(builder *b, size_t module, const char *text, size_t size)
{
    const image_file *f = &b->files[module];
    ptx_module p;
    ptx_error error;
    if (!ptx_read(b->memory, text, size, &p, &error)) {
        diag_error(b->d, f->at, "image-read", "cannot read '%s': line %u: %s", f->file, error.line, error.message);
        return;
    }
    text = image_fix_rounding(b->memory, text, &size);
    assemble_all(b, module, &p, text);
    for (size_t i = 0; i < b->m->target_count && !run_interrupted(); i++) {
        const model_target *t = &b->m->targets[i];
        image_take_starts(b, module, &p, t);
        if (covers(p.target, t)) {
            image_keep_ptx(b, module, t, text);
        }
        if (!covers(p.target, t)) {
            diag_error(b->d, t->at, "image-target", "'%s' holds PTX for %s, which is not for %s", f->file, p.target,
                       t->name);
            diag_note(b->d, f->at, "for this kernel");
        } else if (!t->ptx) {
            (void)image_assemble(b, module, t);
        } else if (image_check_ptx_version(b, &p, t)) {
            image_add_blob(b, module, IMAGE_PTX, t, text, size + 1);
        }
    }
    image_take_ptx(b, module, &p);
}

void image_read_prebuilt(builder *b, size_t module)
{
    const image_file *f = &b->files[module];
    const char *path = image_path(b->memory, b->m->folder, f->file);
    const char *problem;
    size_t size;
    const char *bytes = file_read(b->memory, path, IMAGE_MOST_BYTES, &size, &problem);
    if (bytes == NULL) {
        diag_error(b->d, f->at, "image-read", "cannot read '%s': %s", f->file, problem);
        return;
    }
    image_add_dependency(b, path);
    b->i->modules[module].bytes = bytes;
    b->i->modules[module].size = size;
    if (image_is_cubin_name(f->file)) {
        read_cubin(b, module, bytes, size);
        return;
    }
    /* A text may end with the NUL that a loader wants. */
    while (size > 0 && bytes[size - 1] == '\0') {
        size--;
    }
    read_ptx(b, module, bytes, size);
}
