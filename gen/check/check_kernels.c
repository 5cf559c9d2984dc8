/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels: files, entries, parameters, and how they are launched. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "spec/entry.h"

#define MAX_PARAM_BYTES 32764u /* 4 KiB before CUDA 12.1 */
#define OLD_MAX_PARAM_BYTES 4096u
#define LARGE_PARAMS_CUDA 12010u

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
        sized = check_block_size(c, k->block, k->block_count, k->block_at, k->block_size);
        sized = sized && (!k->tuned || check_candidates(c, k));
        sized &= check_shared_size(c, &k->shared, sized ? check_threads(k->block_size) : 1, &k->shared_bytes);
        k->broken = !check_attributes(c, k) || !sized;
    }
}
