/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "image/image_parts.h"
#include "spec/builtin.h"

/* The virtual architecture that a target is compiled for: compute_90a for sm_90a. */
static const char *virtual_name(const builder *b, const model_target *t)
{
    return arena_printf(b->memory, "compute_%u%s", t->capability, t->suffix);
}

void image_add_blob(builder *b, size_t module, image_kind kind, const model_target *target, const char *bytes,
                    size_t size)
{
    image_module *m = &b->i->modules[module];
    /* One for each target at most: room was made for them. */
    image_blob *blob = &m->blobs[m->blob_count++];
    blob->kind = kind;
    blob->target = target->name;
    blob->capability = target->capability;
    blob->bytes = (const unsigned char *)bytes;
    blob->size = size;
}

static void show_output(const builder *b, const char *text)
{
    if (text[0] != '\0') {
        diag_output(b->d, text, strlen(text));
    }
}

typedef struct {
    const char *name;
    const char *failed, *warning; /* ids */
} tool;

static const tool nvcc_tool = {"nvcc", "nvcc-failed", "nvcc-warning"};
static const tool ptxas_tool = {"ptxas", "ptxas-failed", "ptxas-warning"};

static void report_failure(const builder *b, const image_file *f, const tool *t, const char *target,
                           const run_result *result, const char *output)
{
    if (!result->started) {
        diag_file_error(b->d, NULL, t->failed, "cannot start %s: %s", t->name, result->problem);
        return;
    }
    diag_error(b->d, f->at, t->failed, "%s cannot compile '%s' for %s", t->name, f->file, target);
    show_output(b, output);
}

/* Warnings of a compiler that succeeded, once for all targets that give the same ones. */
static void show_warnings(const builder *b, image_file *f, const tool *t, const char *output)
{
    if (output[0] == '\0' || (f->shown != NULL && strcmp(f->shown, output) == 0)) {
        return;
    }
    f->shown = output;
    diag_warning(b->d, f->at, t->warning, "%s warns about '%s'", t->name, f->file);
    show_output(b, output);
}

/* ---- names that depend on where a file lies ---- */

static bool is_hash(const char *text)
{
    for (size_t i = 0; i < 8; i++) {
        if (!((text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f'))) {
            return false;
        }
    }
    return true;
}

/* The compiler gives static and anonymous things names with HASH_LENGTH_UNIT_HASH in them, where the hashes depend on
 * the folder. No two modules are linked together, so that zeros do as well. */
static void remove_hashes(char *text, const char *unit)
{
    size_t length = strlen(unit);
    for (char *at = strstr(text, unit); at != NULL; at = strstr(at + length, unit)) {
        char *digit = at;
        if (digit - text < 11 || digit[-1] != '_') {
            continue;
        }
        for (digit--; digit > text && digit[-1] >= '0' && digit[-1] <= '9'; digit--) {
        }
        if (digit - text >= 9 && digit[-1] == '_' && is_hash(digit - 9)) {
            memset(digit - 9, '0', 8);
        }
        if (at[length] == '_' && is_hash(at + length + 1)) {
            memset(at + length + 1, '0', 8);
        }
    }
}

/* ---- one source ---- */

typedef struct {
    const char *unit; /* "vggen_unit_0" */
    const char *virtual_target;
    const char *text; /* of the PTX, with its size without the NUL */
    size_t size;
    ptx_module ptx;
} compiled;

static bool run_nvcc(builder *b, const compiled *c, run_result *result)
{
    arena *a = b->memory;
    const char *stem = arena_printf(a, "%s/%s", b->tools.temporary, c->unit);
    const char *arguments[] = {
        b->tools.nvcc,
        "-ptx",
        "-std=c++17",
        arena_printf(a, "-arch=%s", c->virtual_target),
        "-Wno-deprecated-gpu-targets",
        arena_printf(a, "-I%s", b->tools.temporary),
        "-I.",
        "-MD",
        "-MF",
        arena_printf(a, "%s.d", stem),
        "-o",
        arena_printf(a, "%s.ptx", stem),
        arena_printf(a, "%s.cu", stem),
        NULL,
    };
    /* In the spec's folder, so that no name in the code or in a message depends on where that is. */
    return toolkit_run(&b->tools, arguments, b->m->folder, result);
}

static bool write_unit(const builder *b, const image_file *f, const compiled *c, bool checked)
{
    const char *text = image_unit_text(b, f, checked);
    return toolkit_write_file(&b->tools, arena_printf(b->memory, "%s.cu", c->unit), text, strlen(text));
}

static const char *read_result(const builder *b, const compiled *c, const char *suffix, size_t *size)
{
    const char *problem;
    const char *path = arena_printf(b->memory, "%s/%s.%s", b->tools.temporary, c->unit, suffix);
    const char *bytes = file_read(b->memory, path, IMAGE_MOST_BYTES, size, &problem);
    if (bytes == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "cannot read what the compiler wrote (%s): %s", suffix,
                        problem);
    }
    return bytes;
}

static bool read_ptx(builder *b, size_t module, compiled *c)
{
    const image_file *f = &b->files[module];
    ptx_error error;
    char *text = (char *)(uintptr_t)read_result(b, c, "ptx", &c->size);
    if (text == NULL) {
        return false;
    }
    remove_hashes(text, arena_printf(b->memory, "%s_cu", c->unit));
    c->text = text;
    if (!ptx_read(b->memory, text, c->size, &c->ptx, &error)) {
        diag_error(b->d, f->at, "image-read", "cannot read the PTX of '%s' for %s: line %u: %s", f->file,
                   c->virtual_target, error.line, error.message);
        return false;
    }
    return true;
}

static void take_dependencies(builder *b, const compiled *c)
{
    size_t size;
    const char *text = read_result(b, c, "d", &size);
    if (text != NULL) {
        image_take_dependencies(b, text, size);
    }
}

/* "Unsupported gpu architecture" is about a target, not about the source. */
static void report_unsupported(const builder *b, const compiled *c, const char *output)
{
    for (size_t i = 0; i < b->m->target_count; i++) {
        const model_target *t = &b->m->targets[i];
        if (strcmp(virtual_name(b, t), c->virtual_target) == 0) {
            diag_error(b->d, t->at, "target-unsupported", "toolkit %s does not build for %s",
                       toolkit_version_text(b->memory, b->tools.version), t->name);
            show_output(b, output);
            return;
        }
    }
}

/* Whether a built-in source of the unit has a kernel of this name. */
static bool has_builtin(const builder *b, const image_file *f, const char *name)
{
    const char *head = arena_printf(b->memory, "__global__ void %s(", name);
    for (size_t i = 0; i < f->builtin_count; i++) {
        if (strstr(builtin_text(f->builtins[i]), head) != NULL) {
            return true;
        }
    }
    return false;
}

/* The source uses a name that a built-in kernel in the same unit has. */
static void hint_builtin(const builder *b, const image_file *f, const char *output)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *at = output;
    while ((at = strpbrk(at, letters)) != NULL) {
        size_t length = strspn(at, letters);
        const char *word = strncmp(at, "vg_", 3) == 0 ? arena_copy(b->memory, at, length) : NULL;
        if (word != NULL && has_builtin(b, f, word)) {
            diag_hint(b->d, "the generator adds a kernel '%s' to this source: choose another name", word);
            return;
        }
        at += length;
    }
}

static void report_nvcc(builder *b, size_t module, compiled *c, const run_result *result)
{
    const image_file *f = &b->files[module];
    const char *output = toolkit_clean_output(&b->tools, result);
    if (result->started && strstr(output, "nsupported gpu architecture") != NULL) {
        report_unsupported(b, c, output);
        return;
    }
    bool absent;
    size_t before = diag_error_count(b->d);
    const char *rest = image_report_mismatches(b, f, output, &absent);
    bool failed = strstr(rest, "error") != NULL || (!absent && diag_error_count(b->d) == before);
    if (failed) {
        report_failure(b, f, &nvcc_tool, c->virtual_target, result, rest);
        hint_builtin(b, f, rest);
        return;
    }
    /* The machine code shows which kernels there are instead. */
    run_result again;
    if (absent && write_unit(b, f, c, false) && run_nvcc(b, c, &again) && read_ptx(b, module, c)) {
        image_take_ptx(b, module, &c->ptx);
        if (diag_error_count(b->d) == before) {
            diag_error(
                b->d, f->at, "entry-scope",
                "a kernel of '%s' is not declared outside of every namespace, so its parameters cannot be checked",
                f->file);
        }
    }
}

static bool compile_for(builder *b, size_t module, compiled *c)
{
    image_file *f = &b->files[module];
    run_result result;
    if (!run_nvcc(b, c, &result)) {
        if (!run_interrupted()) {
            report_nvcc(b, module, c, &result);
        }
        return false;
    }
    show_warnings(b, f, &nvcc_tool, toolkit_clean_output(&b->tools, &result));
    take_dependencies(b, c);
    return read_ptx(b, module, c);
}

bool image_assemble(builder *b, size_t module, const char *ptx, const model_target *target)
{
    arena *a = b->memory;
    image_file *f = &b->files[module];
    run_result result;
    const char *problem;
    size_t size;
    if (!toolkit_write_file(&b->tools, "module.ptx", ptx, strlen(ptx))) {
        return false;
    }
    /* In the temporary folder: a cubin may name its input. */
    const char *arguments[] = {
        b->tools.ptxas, arena_printf(a, "-arch=%s", target->name), "-o", "module.cubin", "module.ptx", NULL,
    };
    if (!toolkit_run(&b->tools, arguments, b->tools.temporary, &result)) {
        if (!run_interrupted()) {
            report_failure(b, f, &ptxas_tool, target->name, &result, toolkit_clean_output(&b->tools, &result));
        }
        return false;
    }
    show_warnings(b, f, &ptxas_tool, toolkit_clean_output(&b->tools, &result));
    const char *bytes = file_read(a, arena_printf(a, "%s/module.cubin", b->tools.temporary), IMAGE_MOST_BYTES, &size, &problem);
    if (bytes == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "cannot read what ptxas wrote: %s", problem);
        return false;
    }
    image_add_blob(b, module, IMAGE_CUBIN, target, bytes, size);
    image_take_use(b, module, target, bytes, size);
    if (b->spills) {
        image_take_spills(b, module, target);
    }
    return true;
}

static bool check_source(const builder *b, const image_file *f)
{
    size_t size;
    const char *problem;
    if (!f->builtin &&
        file_read(b->memory, image_path(b->memory, b->m->folder, f->file), IMAGE_MOST_BYTES, &size, &problem) == NULL) {
        diag_error(b->d, f->at, "source-read", "cannot read '%s': %s", f->file, problem);
        return false;
    }
    return true;
}

/* The first target with the same virtual architecture, which was compiled already. */
static size_t same_virtual(const builder *b, size_t target)
{
    for (size_t i = 0; i < target; i++) {
        if (strcmp(virtual_name(b, &b->m->targets[i]), virtual_name(b, &b->m->targets[target])) == 0) {
            return i;
        }
    }
    return target;
}

void image_compile(builder *b, size_t module)
{
    const image_file *f = &b->files[module];
    compiled *all = ARENA_ARRAY(b->memory, compiled, b->m->target_count + 1);
    if (!check_source(b, f)) {
        return;
    }
    for (size_t i = 0; i < b->m->target_count && !run_interrupted(); i++) {
        const model_target *t = &b->m->targets[i];
        size_t same = same_virtual(b, i);
        compiled *c = &all[same];
        if (same == i) {
            c->unit = arena_printf(b->memory, "vggen_unit_%zu", module);
            c->virtual_target = virtual_name(b, t);
            if (!write_unit(b, f, c, true) || !compile_for(b, module, c)) {
                return;
            }
            image_take_ptx(b, module, &c->ptx);
        }
        image_take_starts(b, module, &c->ptx, t);
        if (t->ptx) {
            if (!image_check_ptx_version(b, &c->ptx, t)) {
                return;
            }
            image_add_blob(b, module, IMAGE_PTX, t, c->text, c->size + 1);
        } else if (!image_assemble(b, module, c->text, t)) {
            return;
        }
    }
}
