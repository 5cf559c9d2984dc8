/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <string.h>

#include "image/image_parts.h"

static void add_written(builder *b, size_t module, const char *name)
{
    image_module *m = &b->i->modules[module];
    const char *shown = ptx_source_name(b->memory, name);
    for (size_t i = 0; i < m->written_count; i++) {
        if (strcmp(m->written[i], shown) == 0) {
            return;
        }
    }
    m->written = (const char **)arena_grow(b->memory, m->written, m->written_count, &b->files[module].written_capacity,
                                           sizeof *m->written);
    m->written[m->written_count++] = shown;
}

static bool same_params(const image_kernel *x, const image_kernel *y)
{
    if (x->param_count != y->param_count) {
        return false;
    }
    for (size_t i = 0; i < x->param_count; i++) {
        if (x->param_sizes[i] != y->param_sizes[i]) {
            return false;
        }
    }
    return true;
}

/* Joins what two targets say of one kernel to what holds for both. */
static void merge(const builder *b, image_kernel *known, const image_kernel *more, const model_kernel *k)
{
    if (!known->known) {
        *known = *more;
        return;
    }
    if (!same_params(known, more)) {
        diag_error(b->d, k->at, "image-differs", "the parameters of kernel '%s' differ from target to target", k->name);
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        if (known->required_block[i] != 0 && more->required_block[i] != 0 &&
            known->required_block[i] != more->required_block[i]) {
            diag_error(b->d, k->at, "image-differs",
                       "the block that kernel '%s' requires differs from target to target", k->name);
            return;
        }
    }
    if (known->required_block[0] == 0) {
        memcpy(known->required_block, more->required_block, sizeof known->required_block);
    }
    if (known->max_threads == 0 || (more->max_threads != 0 && more->max_threads < known->max_threads)) {
        known->max_threads = more->max_threads;
    }
    if (more->static_shared > known->static_shared) {
        known->static_shared = more->static_shared;
    }
    if (!known->clusters) {
        memcpy(known->cluster, more->cluster, sizeof known->cluster);
    }
    known->clusters = known->clusters || more->clusters;
    known->counts_clusters = known->counts_clusters || more->counts_clusters;
    known->grid_sync = known->grid_sync || more->grid_sync;
    known->sync_known = known->sync_known && more->sync_known;
    known->waits = known->waits && more->waits;
    known->dynamic_shared = known->dynamic_shared != NULL ? known->dynamic_shared : more->dynamic_shared;
    known->allocates = known->allocates || more->allocates;
    if (more->unset_count > known->unset_count) {
        known->unset = more->unset;
        known->unset_count = more->unset_count;
    }
}

/* ---- PTX ---- */

static const char *const *source_names(arena *a, const char *const *mangled, size_t count)
{
    const char **shown = ARENA_ARRAY(a, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        shown[i] = ptx_source_name(a, mangled[i]);
    }
    return shown;
}

static void from_entry(arena *a, image_kernel *k, const ptx_entry *e)
{
    memset(k, 0, sizeof *k);
    k->known = true;
    k->param_count = e->param_count;
    k->param_sizes = ARENA_ARRAY(a, uint32_t, e->param_count + 1);
    k->param_aligns = ARENA_ARRAY(a, uint32_t, e->param_count + 1);
    for (size_t i = 0; i < e->param_count; i++) {
        k->param_sizes[i] = e->params[i].size;
        k->param_aligns[i] = e->params[i].align;
    }
    k->static_shared = e->static_shared;
    memcpy(k->required_block, e->required_block, sizeof k->required_block);
    k->max_threads = e->max_threads;
    k->grid_sync = e->grid_sync;
    k->sync_known = true;
    k->waits = e->waits;
    k->clusters = e->clusters;
    memcpy(k->cluster, e->cluster, sizeof k->cluster);
    k->counts_clusters = e->counts_clusters;
    k->dynamic_shared = e->dynamic_shared != NULL ? ptx_source_name(a, e->dynamic_shared) : NULL;
    k->allocates = e->allocates;
    k->unset = source_names(a, e->unset, e->unset_count);
    k->unset_count = e->unset_count;
}

static const ptx_entry *find_entry(const ptx_module *p, const char *name)
{
    for (size_t i = 0; i < p->entry_count; i++) {
        if (strcmp(p->entries[i].name, name) == 0) {
            return &p->entries[i];
        }
    }
    return NULL;
}

void image_take_ptx(builder *b, size_t module, const ptx_module *p)
{
    const image_file *f = &b->files[module];
    const char **entries = ARENA_ARRAY(b->memory, const char *, p->entry_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < p->entry_count; i++) {
        /* No kernel of the spec can mean a built-in one, whose names all begin so. */
        if (f->builtin_count == 0 || strncmp(p->entries[i].name, "vg_", 3) != 0) {
            entries[count++] = p->entries[i].name;
        }
    }
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        const ptx_entry *e = find_entry(p, b->i->symbols[f->kernels[i]]);
        image_kernel found;
        if (e == NULL) {
            image_report_missing(b, f, k, entries, count);
            continue;
        }
        from_entry(b->memory, &found, e);
        merge(b, &b->i->kernels[f->kernels[i]], &found, k);
    }
    for (size_t i = 0; i < p->written_count; i++) {
        add_written(b, module, p->written[i]);
    }
}

static image_wait wait_of(ptx_wait wait)
{
    switch (wait) {
    case PTX_WAIT_NEVER:
        return IMAGE_WAIT_NEVER;
    case PTX_WAIT_LATE:
        return IMAGE_WAIT_LATE;
    case PTX_WAIT_SKIPPED:
        return IMAGE_WAIT_SKIPPED;
    case PTX_WAIT_FIRST:
        break;
    }
    return IMAGE_WAIT_FIRST;
}

void image_take_starts(builder *b, size_t module, const ptx_module *p, const model_target *target)
{
    const image_file *f = &b->files[module];
    size_t number = (size_t)(target - b->m->targets);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        const ptx_entry *e = find_entry(p, b->i->symbols[f->kernels[i]]);
        /* Other numbers of parameters are an error elsewhere. */
        if (e != NULL && e->param_count == k->param_count) {
            image_start *start = &b->i->starts[f->kernels[i] * b->m->target_count + number];
            start->wait = wait_of(e->wait);
            start->noncoherent = e->noncoherent;
            start->noncoherent_unknown = e->noncoherent_unknown;
        }
    }
}

bool image_check_ptx_version(const builder *b, const ptx_module *p, const model_target *target)
{
    unsigned needed = ptx_cuda_version(p->version);
    if (needed == 0) {
        /* Newer than this program: PTX 9 came with CUDA 13, and a toolkit says what it is. */
        needed = p->toolkit != 0 ? p->toolkit : 1000 * (p->version / 10 + 4);
    }
    if (b->m->min_cuda == 0 || needed <= b->m->min_cuda) {
        return true;
    }
    diag_error(b->d, target->at, "ptx-version",
               "PTX %u.%u needs a driver of CUDA %s or newer to compile it, but min_cuda is %s", p->version / 10,
               p->version % 10, toolkit_version_text(b->memory, needed),
               toolkit_version_text(b->memory, b->m->min_cuda));
    diag_hint(b->d, "write min_cuda: \"%s\", or leave out %s", toolkit_version_text(b->memory, needed), target->name);
    return false;
}

/* ---- cubin ---- */

static void from_cubin(arena *a, image_kernel *k, const cubin_kernel *c)
{
    memset(k, 0, sizeof *k);
    k->known = true;
    k->param_count = c->param_count;
    k->param_sizes = ARENA_ARRAY(a, uint32_t, c->param_count + 1);
    k->param_aligns = ARENA_ARRAY(a, uint32_t, c->param_count + 1);
    for (size_t i = 0; i < c->param_count; i++) {
        /* Only the offset is known. It is enough where the parameter lies at an odd multiple of its alignment. */
        uint32_t offset = c->params[i].offset;
        uint32_t size = c->params[i].size;
        k->param_sizes[i] = size;
        k->param_aligns[i] = size == 0 ? 1 : size & (~size + 1);
        while (k->param_aligns[i] > 1 && offset % k->param_aligns[i] != 0) {
            k->param_aligns[i] /= 2;
        }
    }
    k->static_shared = c->static_shared;
    memcpy(k->required_block, c->required_block, sizeof k->required_block);
    k->max_threads = c->max_threads;
    k->clusters = c->clusters;
    memcpy(k->cluster, c->cluster, sizeof k->cluster);
    k->counts_clusters = c->counts_clusters;
}

void image_take_cubin(builder *b, size_t module, const cubin *c)
{
    const image_file *f = &b->files[module];
    const char **entries = ARENA_ARRAY(b->memory, const char *, c->kernel_count + 1);
    for (size_t i = 0; i < c->kernel_count; i++) {
        entries[i] = c->kernels[i].name;
    }
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        const cubin_kernel *found = NULL;
        for (size_t j = 0; j < c->kernel_count && found == NULL; j++) {
            found = strcmp(c->kernels[j].name, k->entry) == 0 ? &c->kernels[j] : NULL;
        }
        if (found == NULL) {
            image_report_missing(b, f, k, entries, c->kernel_count);
            continue;
        }
        image_kernel facts;
        from_cubin(b->memory, &facts, found);
        merge(b, &b->i->kernels[f->kernels[i]], &facts, k);
    }
    for (size_t i = 0; i < c->variable_count; i++) {
        add_written(b, module, c->variables[i]);
    }
}
