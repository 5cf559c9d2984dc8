/* SPDX-License-Identifier: MIT */
/* Kernels, and the sizes of launches against the limits that hold on every device. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "spec/entry.h"

#define MAX_GRID_X INT32_MAX
#define MAX_GRID_YZ 65535
#define MAX_BLOCK_XY 1024
#define MAX_BLOCK_Z 64
#define MAX_THREADS 1024u
#define MAX_SHARED 232448      /* 227 KiB, the most that any device gives a block */
#define MAX_PARAM_BYTES 32764u /* 4 KiB before CUDA 12.1 */
#define OLD_MAX_PARAM_BYTES 4096u
#define LARGE_PARAMS_CUDA 12010u

static const int64_t grid_limits[3] = {MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ};
static const int64_t block_limits[3] = {MAX_BLOCK_XY, MAX_BLOCK_XY, MAX_BLOCK_Z};

/* ---- sizes ---- */

static const char *bounds_text(checker *c, const model_expr *e)
{
    return e->low == e->high ? arena_printf(c->a, "%" PRId64, e->low)
                             : arena_printf(c->a, "%" PRId64 " to %" PRId64, e->low, e->high);
}

/* A hint under an error about a size that settings change. */
static void hint_settings(checker *c, const model_expr *e)
{
    if (e->varies)
        diag_hint(c->d, "these are the ends over the 'range' of each setting in it");
}

/* A define that is the size of several blocks or grids is reported once. */
static bool fail_size(checker *c, const model_expr *e, const char *id, const char *what, size_t axis, int64_t limit)
{
    model_define *define = check_define_alone(c, e);

    if (define != NULL && define->misused)
        return false;
    diag_error(c->d, e->at, id, "%s.%c is %s, expected %d to %" PRId64, what, check_axis(axis), bounds_text(c, e),
               e->varies ? 0 : 1, limit);
    hint_settings(c, e);
    return check_misused_define(c, define);
}

static bool check_block(checker *c, model_expr *block, size_t count, span at, uint32_t size[3])
{
    uint64_t threads = 1;
    bool good = true;

    for (size_t i = 0; i < 3; i++) {
        size[i] = 1;
        if (i >= count)
            continue;
        if (!check_evaluate(c, &block[i]))
            good = false;
        else if (block[i].value < 1 || block[i].value > block_limits[i])
            good = fail_size(c, &block[i], "block-size", "block", i, block_limits[i]);
        else
            size[i] = (uint32_t)block[i].value;
        threads *= size[i];
    }
    if (good && threads > MAX_THREADS) {
        diag_error(c->d, at, "block-size", "the block has %" PRIu64 " threads, at most %u are possible", threads,
                   MAX_THREADS);
        good = false;
    }
    return good;
}

static bool fail_shared(checker *c, const model_expr *e)
{
    diag_error(c->d, e->at, "shared-size", "%s bytes of shared memory, expected 0 to %d", bounds_text(c, e),
               MAX_SHARED);
    hint_settings(c, e);
    return false;
}

static bool check_shared(checker *c, model_expr *e, uint32_t *bytes)
{
    if (e->root == NULL)
        return true;
    if (!check_evaluate_launch(c, e, -1))
        return false;
    if (e->low < 0 || e->high > MAX_SHARED)
        return fail_shared(c, e);
    *bytes = (uint32_t)e->value;
    return true;
}

/* ---- kernels ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), part = strlen(end);

    return length > part && strcmp(text + length - part, end) == 0;
}

static void check_file(checker *c, const model_kernel *k)
{
    const char *path = k->source != NULL ? k->source : k->image;

    if ((k->source == NULL) == (k->image == NULL)) {
        diag_error(c->d, k->at, "kernel-file", "a kernel needs %s 'source' or 'image', found %s",
                   path != NULL ? "either" : "one of", path != NULL ? "both" : "neither");
        return;
    }
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '"' || *at == '\\' || (unsigned char)*at < ' ') {
            diag_error(c->d, k->file_at, "path-form",
                       "a path in an #include has no quotes, backslashes or control characters");
            return;
        }
    if (k->source != NULL && !ends_with(path, ".cu"))
        diag_error(c->d, k->file_at, "file-kind", "'source' takes a .cu file, found '%s'", path);
    else if (k->image != NULL && !ends_with(path, ".cubin") && !ends_with(path, ".ptx"))
        diag_error(c->d, k->file_at, "file-kind", "'image' takes a .cubin or .ptx file, found '%s'", path);
}

static void fail_reserved_entry(checker *c, const model_kernel *k, const char *part)
{
    if (strcmp(part, k->entry) == 0)
        diag_error(c->d, k->entry_at, "entry-reserved", "the entry '%s' is a word that C, C++ or CUDA has taken", part);
    else
        diag_error(c->d, k->entry_at, "entry-reserved",
                   "'%s' in the entry '%s' is a word that C, C++ or CUDA has taken", part, k->entry);
    if (strncmp(part, "_Z", 2) == 0)
        diag_hint(c->d, "of a kernel with a source, write the name that it has there, such as imaging::conv");
}

/* A kernel from source is a C++ function on the CPU device and stands beside the library's in CUDA's headers. */
static void check_source_entry(checker *c, const model_kernel *k)
{
    size_t count;
    const char *const *parts = entry_parts(c->a, k->entry, &count);

    if (entry_normal(c->a, k->entry) == NULL) {
        diag_error(c->d, k->entry_at, "entry-form", "'%s' is not the name of a kernel in its file", k->entry);
        diag_hint(c->d, "it is a name of C++: fir, imaging::conv or \"imaging::conv<float, 4>\"");
        return;
    }
    if (count == 1 && word_is_library_function(parts[0])) {
        diag_error(c->d, k->entry_at, "entry-reserved",
                   "the entry '%s' has the name of a function of the C or CUDA library", k->entry);
        diag_hint(c->d, "give the kernel another name in its source and write that name as 'entry'");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (word_is_keyword(parts[i]) || word_is_macro(parts[i]) || (count == 1 && word_is_cuda(parts[i]))) {
            fail_reserved_entry(c, k, parts[i]);
            return;
        }
    }
}

static void check_entry(checker *c, const model_kernel *k)
{
    if (k->source != NULL) {
        check_source_entry(c, k);
    } else if (!text_is_identifier(k->entry)) {
        diag_error(c->d, k->entry_at, "entry-form", "'%s' is not the name of a kernel in its file", k->entry);
        diag_hint(c->d, "a compiled file has names as the linker sees them, such as _ZN7imaging4convEPf");
    }
}

/* A define that the entry's kernel would have the name of in its source. Macros replace names in namespaces, too. */
static const named *find_clash(checker *c, const model_kernel *k, const char **name)
{
    size_t count;
    const char *const *parts = entry_parts(c->a, k->entry, &count);

    for (size_t i = 0; i < count; i++) {
        const named *taken = scope_find(c->names, parts[i]);
        bool define = taken != NULL && taken->kind == NAMED_DEFINE;

        *name = parts[i];
        if (define && (count == 1 || c->m->defines[taken->index].macro))
            return taken;
        if (taken != NULL && taken->kind == NAMED_TYPE && count == 1)
            return taken;
    }
    return NULL;
}

/* Another source may have a kernel of the same name: each is a module. */
static void check_entry_against_names(checker *c, const model_kernel *k)
{
    const named *taken;
    const char *name;

    if (k->source == NULL)
        return;
    taken = find_clash(c, k, &name);
    if (taken != NULL) {
        diag_error(c->d, k->entry_at, "entry-clash",
                   taken->kind == NAMED_DEFINE ? "the define '%s' and the entry '%s' would have one name in its source"
                                               : "the struct '%s' and the entry '%s' would have one name in its source",
                   name, k->entry);
        diag_note(c->d, taken->at, "'%s' is defined here", name);
    }
}

static uint64_t param_bytes(const model_kernel *k)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < k->param_count; i++) {
        bool value = k->params[i].access == ACCESS_VALUE;
        uint64_t size = value ? k->params[i].type->size : 8, align = value ? k->params[i].type->align : 8;

        bytes = (bytes + align - 1) / align * align + size;
    }
    return bytes;
}

static void check_param_bytes(checker *c, const model_kernel *k)
{
    bool large = c->m->min_cuda >= LARGE_PARAMS_CUDA;
    uint64_t limit = large ? MAX_PARAM_BYTES : OLD_MAX_PARAM_BYTES, bytes = param_bytes(k);

    if (bytes > limit) {
        diag_error(c->d, k->at, "params-size",
                   "the parameters take %" PRIu64 " bytes, at most %" PRIu64 " are possible", bytes, limit);
        if (bytes <= MAX_PARAM_BYTES)
            diag_hint(c->d, "drivers of CUDA 12.1 and newer take more: 'min_cuda: \"12.1\"'");
    } else if (bytes > OLD_MAX_PARAM_BYTES) {
        diag_warning(c->d, k->at, "params-large",
                     "the parameters take %" PRIu64 " bytes, more than the %u of CUDA before 12.1", bytes,
                     OLD_MAX_PARAM_BYTES);
        diag_hint(c->d, "a constant or a setting behind a pointer costs 8 bytes");
    }
}

/* False when a struct among the parameters is broken. */
static bool has_sizes(const model_kernel *k)
{
    for (size_t i = 0; i < k->param_count; i++)
        if (k->params[i].type->size == 0)
            return false;
    return true;
}

void check_kernels(checker *c)
{
    for (size_t i = 0; i < c->m->kernel_count; i++) {
        model_kernel *k = &c->m->kernels[i];
        bool sized;

        k->broken = k->broken || !has_sizes(k);
        if (k->broken)
            continue;
        check_file(c, k);
        check_entry(c, k);
        check_entry_against_names(c, k);
        check_param_bytes(c, k);
        sized = check_block(c, k->block, k->block_count, k->block_at, k->block_size);
        sized &= check_shared(c, &k->shared, &k->shared_bytes);
        k->broken = !check_attributes(c, k) || !sized;
    }
}

/* ---- launches ---- */

/* `block` in grid.x is the block's x, and so on. A grid of 0 disables a node, so a setting may lead to it. */
static void check_grid(checker *c, model_step *step)
{
    bool good = step->resident ? check_resident_grid(c, step) : check_grid_name(c, step);

    for (size_t i = 0; !step->resident && i < 3; i++) {
        model_expr *e = &step->grid[i];

        step->grid_size[i] = 1;
        if (i >= step->grid_count || (i == 0 && !good))
            continue;
        if (!check_evaluate_launch(c, e, step->block_size[i]))
            good = false;
        else if (e->low < (e->varies ? 0 : 1) || e->high > grid_limits[i])
            good = fail_size(c, e, "grid-size", "grid", i, grid_limits[i]);
        else
            step->grid_size[i] = (uint32_t)e->value;
    }
    if (good)
        check_cluster_grid(c, step);
}

static void check_launch(checker *c, model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    memcpy(step->block_size, k->block_size, sizeof step->block_size);
    step->shared_bytes = k->shared_bytes;
    if (step->block_count == 0 && k->block_count == 0) {
        diag_error(c->d, step->at, "block-missing", "neither the launch nor its kernel '%s' has a 'block'", k->name);
        diag_note(c->d, k->at, "'%s' is declared here", k->name);
        return;
    }
    if (step->block_count > 0 && !check_block(c, step->block, step->block_count, step->block_at, step->block_size))
        return;
    check_shared(c, &step->shared, &step->shared_bytes);
    check_grid(c, step);
}

void check_launch_sizes(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];

            check_enter(c, step);
            if (step->kind == STEP_LAUNCH && !step->broken)
                check_launch(c, step);
            if (step->sized != 0)
                check_sized_grid(c, &c->m->graphs[g], i);
        }
}
