/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Errors about entries: kernels that are not in their file, or not the only ones of their name. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "image/image_parts.h"
#include "spec/entry.h"

static span entry_span(const model_kernel *k)
{
    return k->entry_at.source != 0 ? k->entry_at : k->at;
}

/* ---- what else there is ---- */

/* The kernels of the source with the names that C++ gives them; none of a compiled file. */
static const image_found *kernels_of(const builder *b, const image_file *f, size_t *count)
{
    size_t module = (size_t)(f - b->files);
    *count = 0;
    return f->source && !f->builtin ? image_find_kernels(b->memory, b->i->modules[module].bytes, count) : NULL;
}

static const char *shown_kernel(const builder *b, const image_found *k)
{
    return arena_printf(b->memory, k->is_template ? "%s<...>" : "%s", k->name);
}

/* A kernel of that name in another namespace, or one with a name like it. False where there is no hint. */
static bool hint_found(const builder *b, const image_file *f, const model_kernel *k)
{
    size_t count;
    const image_found *found = kernels_of(b, f, &count);
    const char *wanted = entry_without_arguments(b->memory, k->entry);
    const char *last = entry_last(b->memory, k->entry);
    const char **all = ARENA_ARRAY(b->memory, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        all[i] = found[i].name;
        if (strcmp(found[i].name, wanted) != 0 && strcmp(entry_last(b->memory, found[i].name), last) == 0) {
            diag_hint(b->d, "its name is '%s'", shown_kernel(b, &found[i]));
            return true;
        }
    }
    const char *near = text_nearest(wanted, all, count);
    for (size_t i = 0; i < count && near != NULL; i++) {
        if (found[i].name == near && strcmp(near, wanted) != 0) {
            diag_hint(b->d, "did you mean '%s'?", shown_kernel(b, &found[i]));
            return true;
        }
    }
    return false;
}

/* In a compiled file names are those that the linker sees. */
static bool hint_mangled(const builder *b, const model_kernel *k, const char *const *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(entries[i], "_Z", 2) == 0 && strcmp(ptx_source_name(b->memory, entries[i]), k->entry) == 0) {
            diag_hint(b->d, "its name in the compiled file is '%s'", entries[i]);
            return true;
        }
    }
    return false;
}

static bool hint_plain(const builder *b, const image_file *f, const model_kernel *k)
{
    const char *why = image_plain_function(b->memory, b->i->modules[f - b->files].bytes, k);
    if (why != NULL) {
        diag_hint(b->d, "%s", why);
    }
    return why != NULL;
}

void image_report_missing(const builder *b, const image_file *f, const model_kernel *k, const char *const *entries,
                          size_t count)
{
    const char *near = text_nearest(k->entry, entries, count);
    diag_error(b->d, entry_span(k), "entry-missing", "'%s' has no kernel '%s'", f->file, k->entry);
    if (f->source ? hint_plain(b, f, k) || hint_found(b, f, k) : hint_mangled(b, k, entries, count)) {
        return;
    }
    if (near != NULL) {
        diag_hint(b->d, "did you mean '%s'?", near);
    } else if (count == 1) {
        diag_hint(b->d, "its only kernel is '%s'; 'entry' gives a kernel of the spec another name in the source",
                  entries[0]);
    }
}

void image_report_plain(const builder *b, size_t module)
{
    const image_file *f = &b->files[module];
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        if (image_plain_function(b->memory, b->i->modules[module].bytes, k) != NULL) {
            image_report_missing(b, f, k, NULL, 0);
        }
    }
}

/* ---- names that are not there outside of every namespace ---- */

static const char **names_in_ptx(const builder *b, const image_file *f, const ptx_module *p, size_t *count)
{
    const char **all = ARENA_ARRAY(b->memory, const char *, p->entry_count + 1);
    *count = 0;
    for (size_t i = 0; i < p->entry_count; i++) {
        /* No kernel of the spec can mean a built-in one, whose names all begin so. */
        if (f->builtin_count == 0 || strncmp(p->entries[i].name, "vg_", 3) != 0) {
            bool instance;
            const char *shown = ptx_qualified_name(b->memory, p->entries[i].name, &instance);
            all[(*count)++] = shown != NULL && !instance ? shown : p->entries[i].name;
        }
    }
    return all;
}

void image_report_absent(const builder *b, size_t module, const ptx_module *p, const bool *absent)
{
    const image_file *f = &b->files[module];
    size_t count;
    const char **all = names_in_ptx(b, f, p, &count);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        bool there = false;
        for (size_t j = 0; j < p->entry_count; j++) {
            there = there || strcmp(p->entries[j].name, k->entry) == 0;
        }
        if (!absent[i]) {
            continue;
        }
        if (!there) {
            image_report_missing(b, f, k, all, count);
            continue;
        }
        diag_error(b->d, entry_span(k), "entry-scope", "'%s' declares kernel '%s' inside a namespace", f->file,
                   k->entry);
        if (!hint_found(b, f, k)) {
            diag_hint(b->d, "write the namespace before its name: 'entry: NAMESPACE::%s'", k->entry);
        }
    }
}

/* ---- what the compiler said of an entry ---- */

static void hint_instance(const builder *b, const image_file *f, const model_kernel *k)
{
    if (!entry_has_arguments(k->entry)) {
        diag_hint(b->d, "it is a template: write its arguments, such as \"%s<float, 4>\"", k->entry);
    } else {
        diag_hint(b->d, "compare the arguments with the declaration of the template in '%s'", f->file);
    }
}

static bool is_plain_kernel(const builder *b, const image_file *f, const model_kernel *k)
{
    size_t count;
    const image_found *found = kernels_of(b, f, &count);
    const char *wanted = entry_without_arguments(b->memory, k->entry);
    for (size_t i = 0; i < count; i++) {
        if (!found[i].is_template && strcmp(found[i].name, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* nvcc; gcc; clang. */
static bool says_missing(const char *said)
{
    return text_begins(said, "namespace \"") || text_begins(said, "the global scope has no ") ||
           text_begins(said, "name followed by \"::\"") || strstr(said, "' is not a member of '") != NULL ||
           (text_begins(said, "'::") && strstr(said, "' has not been declared") != NULL) ||
           text_begins(said, "no member named '");
}

/* nvcc says of what; host compilers do not, and what is a template is known from the source. */
static bool says_overloaded(const builder *b, const image_file *f, const model_kernel *k, const char *said)
{
    return text_begins(said, "cannot determine which instance of overloaded function") ||
           (strstr(said, "overloaded function") != NULL && is_plain_kernel(b, f, k));
}

static bool says_template(const char *said)
{
    return text_begins(said, "cannot determine which instance of function template") ||
           strstr(said, "overloaded function") != NULL;
}

static void report_entry(const builder *b, const image_file *f, const model_kernel *k, const char *said)
{
    span at = entry_span(k);
    if (says_missing(said)) {
        image_report_missing(b, f, k, NULL, 0);
    } else if (says_overloaded(b, f, k, said)) {
        diag_error(b->d, at, "entry-ambiguous", "'%s' has several kernels '%s'", f->file, k->entry);
        diag_hint(b->d, "overloads cannot be told apart: give each a name of its own, or make them one template");
    } else if (says_template(said)) {
        diag_error(b->d, at, "entry-instance", "'%s' is no instance of a template of '%s'", k->entry, f->file);
        hint_instance(b, f, k);
    } else if (entry_has_arguments(k->entry) && is_plain_kernel(b, f, k)) {
        diag_error(b->d, at, "entry-instance", "'%s' is no instance of a template of '%s'", k->entry, f->file);
        diag_hint(b->d, "'%s' is no template", entry_without_arguments(b->memory, k->entry));
    } else {
        diag_error(b->d, at, "entry-instance", "the compiler finds no kernel '%s' in '%s': %s", k->entry, f->file,
                   said);
    }
}

/* What stands behind "error: " in the line, without what names a place of ours. */
static const char *message_of(arena *a, const char *line)
{
    static const char word[] = "error: ";
    const char *at = strstr(line, word);
    const char *begin = at != NULL ? at + sizeof word - 1 : line;
    return arena_copy(a, begin, strcspn(begin, "\n"));
}

/* The first message of each: what follows usually comes of it. */
void image_report_entries(const builder *b, size_t module, const char *output, bool *absent)
{
    const image_file *f = &b->files[module];
    bool *seen = ARENA_ARRAY(b->memory, bool, f->kernel_count + 1);
    for (const char *line = output; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0') {
        if (!text_begins(line, IMAGE_ENTRY_PREFIX)) {
            continue;
        }
        size_t index = (size_t)strtoul(line + sizeof IMAGE_ENTRY_PREFIX - 1, NULL, 10);
        if (index < f->kernel_count && !seen[index]) {
            seen[index] = true;
            absent[index] = false;
            report_entry(b, f, b->i->listed[f->kernels[index]], message_of(b->memory, line));
        }
    }
}
