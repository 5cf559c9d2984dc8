/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "image/image_work.h"
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

void image_keep_ptx(builder *b, size_t module, const model_target *target, const char *ptx)
{
    b->i->modules[module].ptx[target - b->m->targets] = ptx;
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

static void report_failure(const builder *b, const tool *t, const image_job *job, const char *output)
{
    const image_file *f = &b->files[job->module];
    if (!job->result.started) {
        diag_file_error(b->d, NULL, t->failed, "cannot start %s: %s", t->name, job->result.problem);
        return;
    }
    diag_error(b->d, f->at, t->failed, "%s cannot compile '%s' for %s", t->name, f->file, job->target);
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

/* ---- one source ---- */

typedef struct {
    const char *virtual_target;
    const char *text; /* of the PTX, with its size without the NUL */
    size_t size;
    const char *const *symbols; /* as in image_job */
    ptx_module ptx;
} compiled;

static const char *unit_name(const builder *b, size_t module)
{
    return arena_printf(b->memory, "vggen_unit_%zu", module);
}

static void compilation_finished(builder *b, image_job *job);

#define MOST_ASKED 3

/* A list of what is read. Asked for it, nvcc preprocesses everything twice, which is a quarter of its time; the host
 * compiler writes it beside what it preprocesses anyway. It takes no name that has to be quoted. */
static size_t ask_for_inputs(arena *a, const char *path, const char **arguments)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_.-+";

    if (path[strspn(path, plain)] == '\0') {
        arguments[0] = arena_printf(a, "-Xcompiler=-MD,-MF,%s", path);
        return 1;
    }
    arguments[0] = "-MD";
    arguments[1] = "-MF";
    arguments[2] = path;
    return 3;
}

/* The target of the model with this index is the first of its virtual architecture. */
static image_job *new_compilation(builder *b, size_t module, size_t target, const char *text)
{
    arena *a = b->memory;
    const char *unit = unit_name(b, module);
    image_job *job = image_job_new(b, JOB_COMPILE, module, virtual_name(b, &b->m->targets[target]), target);
    const char *const first[] = {
        b->tools.nvcc,
        "-ptx",
        arena_printf(a, "-std=c++%u", model_standard(b->m)),
        arena_printf(a, "-arch=%s", job->target),
        "-Wno-deprecated-gpu-targets",
        arena_printf(a, "-I%s", b->tools.temporary),
        "-I.",
    };
    const char *const last[] = {
        "-o",
        arena_printf(a, "%s/%s.ptx", job->folder, unit),
        arena_printf(a, "%s/%s.cu", b->tools.temporary, unit),
    };
    const char **kept = ARENA_ARRAY(a, const char *, sizeof first / sizeof *first + sizeof last / sizeof *last +
                                                         MOST_ASKED + image_flags_most(b->m) + 1);
    size_t used = sizeof first / sizeof *first;

    memcpy((void *)kept, first, sizeof first);
    used += ask_for_inputs(a, arena_printf(a, "%s/%s.ptx.d", job->folder, unit), kept + used);
    memcpy((void *)(kept + used), last, sizeof last);
    used += sizeof last / sizeof *last;
    kept[used + image_add_flags(a, b->m, kept + used)] = NULL;
    job->arguments = kept;
    /* In the spec's folder, so that no name in the code or in a message depends on where that is. */
    job->working = b->m->folder;
    job->text = text;
    job->written = arena_printf(a, "%s.ptx", unit);
    job->finished = compilation_finished;
    return job;
}

static bool write_unit(const builder *b, size_t module, const char *text)
{
    return toolkit_write_file(&b->tools, arena_printf(b->memory, "%s.cu", unit_name(b, module)), text, strlen(text));
}

static bool read_ptx(builder *b, size_t module, compiled *c, const image_job *job)
{
    const image_file *f = &b->files[module];
    ptx_error error;
    if (job->bytes == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "cannot read what the compiler wrote: %s", job->problem);
        return false;
    }
    c->text = job->bytes;
    c->size = job->size;
    c->symbols = job->symbols;
    if (!ptx_read(b->memory, c->text, c->size, &c->ptx, &error)) {
        diag_error(b->d, f->at, "image-read", "cannot read the PTX of '%s' for %s: line %u: %s", f->file,
                   c->virtual_target, error.line, error.message);
        return false;
    }
    return true;
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

/* The source has something of its own with the name of a define. */
static void hint_ambiguous(const builder *b, const char *output)
{
    for (size_t i = 0; i < b->m->define_count; i++) {
        const char *name = b->m->defines[i].name;
        if (!b->m->defines[i].macro && strstr(output, arena_printf(b->memory, "\"%s\" is ambiguous", name)) != NULL) {
            diag_hint(b->d, "'%s' is a define of the spec too: rename one, or write %s::%s for the define", name,
                      image_namespace(b->memory, b->m), name);
            return;
        }
    }
}

/* Compiles without our own checks: the machine code shows which kernels there are instead. */
static bool compile_unchecked(builder *b, compiled *c, const image_job *failed)
{
    const char *text = image_unit_text(b, &b->files[failed->module], false);
    image_job *again = new_compilation(b, failed->module, failed->rank, text);
    again->uncached = true;
    if (!write_unit(b, failed->module, text)) {
        return false;
    }
    image_job_add(b, again);
    image_work_run(b);
    return again->good && read_ptx(b, failed->module, c, again);
}

static void report_nvcc(builder *b, compiled *c, const image_job *job)
{
    const image_file *f = &b->files[job->module];
    if (job->result.started && strstr(job->output, "nsupported gpu architecture") != NULL) {
        report_unsupported(b, c, job->output);
        return;
    }
    bool absent = false;
    bool *unknown = ARENA_ARRAY(b->memory, bool, f->kernel_count + 1);
    size_t before = diag_error_count(b->d);
    const char *rest = image_report_mismatches(b, f, job->output, unknown);
    bool failed = strstr(rest, "error") != NULL;
    if (!failed) {
        image_report_entries(b, job->module, job->output, unknown);
        for (size_t i = 0; i < f->kernel_count; i++) {
            absent = absent || unknown[i];
        }
        failed = !absent && diag_error_count(b->d) == before;
    }
    if (failed) {
        report_failure(b, &nvcc_tool, job, rest);
        toolkit_hint_environment(b->d, rest);
        hint_builtin(b, f, rest);
        hint_ambiguous(b, rest);
        return;
    }
    if (absent && compile_unchecked(b, c, job)) {
        image_report_absent(b, job->module, &c->ptx, unknown);
    }
}

/* After image_compile_all; without the job that failed with an error. */
static bool take_compilation(builder *b, size_t module, compiled *c)
{
    const image_job *job = image_job_find(b, JOB_COMPILE, module, c->virtual_target);
    if (job == NULL) {
        return false;
    }
    if (!job->good) {
        if (!run_interrupted()) {
            report_nvcc(b, c, job);
        }
        return false;
    }
    show_warnings(b, &b->files[module], &nvcc_tool, job->output);
    image_take_dependencies(b, job->reads, job->read_count);
    return read_ptx(b, module, c, job);
}

/* ---- machine code ---- */

static void add_assembler(builder *b, job_kind kind, size_t module, const char *ptx, const model_target *target)
{
    arena *a = b->memory;
    image_job *job = image_job_new(b, kind, module, target->name, (size_t)(target - b->m->targets));
    const char **arguments = ARENA_ARRAY(a, const char *, 7);
    size_t count = 0;
    arguments[count++] = b->tools.ptxas;
    arguments[count++] = arena_printf(a, "-arch=%s", target->name);
    if (kind == JOB_FIGURES) {
        arguments[count++] = "-v";
    }
    arguments[count++] = "-o";
    arguments[count++] = "module.cubin";
    arguments[count++] = "module.ptx";
    job->arguments = arguments;
    /* In the temporary folder: a cubin may name its input. */
    job->working = job->folder;
    job->text = ptx;
    job->written = kind == JOB_ASSEMBLE ? "module.cubin" : NULL;
    image_job_add(b, job);
}

void image_add_assembly(builder *b, size_t module, const char *ptx, const model_target *target)
{
    add_assembler(b, JOB_ASSEMBLE, module, ptx, target);
    if (b->spills) {
        /* A second time: the options stand in the machine code, which is the same whether somebody asks or not. */
        add_assembler(b, JOB_FIGURES, module, ptx, target);
    }
}

bool image_assemble(builder *b, size_t module, const model_target *target)
{
    const image_job *job = image_job_find(b, JOB_ASSEMBLE, module, target->name);
    if (job == NULL) {
        return false;
    }
    if (!job->good) {
        if (!run_interrupted()) {
            report_failure(b, &ptxas_tool, job, job->output);
        }
        return false;
    }
    show_warnings(b, &b->files[module], &ptxas_tool, job->output);
    if (job->bytes == NULL) {
        diag_file_error(b->d, NULL, "temporary-folder", "cannot read what ptxas wrote: %s", job->problem);
        return false;
    }
    image_add_blob(b, module, IMAGE_CUBIN, target, job->bytes, job->size);
    image_take_use(b, module, target, job->bytes, job->size);
    if (b->spills) {
        image_take_spills(b, module, target);
    }
    return true;
}

/* ---- all sources, then what came of each ---- */

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

/* The targets whose machine code is made from the PTX for this one. */
static size_t count_exact(const builder *b, size_t target)
{
    size_t count = 0;
    for (size_t i = 0; i < b->m->target_count; i++) {
        bool same = strcmp(virtual_name(b, &b->m->targets[i]), virtual_name(b, &b->m->targets[target])) == 0;
        count += same && !b->m->targets[i].ptx;
    }
    return count;
}

static void add_compilations(builder *b, size_t module)
{
    const char *text = image_unit_text(b, &b->files[module], true);
    if (!write_unit(b, module, text)) {
        return;
    }
    for (size_t i = 0; i < b->m->target_count; i++) {
        if (same_virtual(b, i) == i) {
            image_job *job = new_compilation(b, module, i, text);
            job->more = count_exact(b, i) * (b->spills ? 2 : 1);
            image_job_add(b, job);
        }
    }
}

/* A source that cannot be read is reported by image_compile. */
void image_compile_all(builder *b)
{
    for (size_t i = 0; i < b->i->module_count; i++) {
        if (b->files[i].source && (b->files[i].builtin || b->i->modules[i].bytes != NULL)) {
            add_compilations(b, i);
        }
    }
    image_work_run(b);
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
            c->virtual_target = virtual_name(b, t);
            if (!take_compilation(b, module, c) || !image_take_symbols(b, module, &c->ptx, c->symbols)) {
                return;
            }
            image_take_ptx(b, module, &c->ptx);
        }
        image_take_starts(b, module, &c->ptx, t);
        image_keep_ptx(b, module, t, c->text);
        if (t->ptx) {
            if (!image_check_ptx_version(b, &c->ptx, t)) {
                return;
            }
            image_add_blob(b, module, IMAGE_PTX, t, c->text, c->size + 1);
        } else if (!image_assemble(b, module, t)) {
            return;
        }
    }
}

/* The result becomes the same on every machine, and what it needs the assembler for can begin. */
static void compilation_finished(builder *b, image_job *job)
{
    if (job->bytes == NULL) {
        return;
    }
    char *text = (char *)(uintptr_t)job->bytes;
    job->symbols = image_clean_ptx(b, job->module, unit_name(b, job->module), text);
    job->bytes = image_fix_rounding(b->memory, text, &job->size);
    for (size_t i = 0; i < b->m->target_count && job->more > 0; i++) {
        const model_target *t = &b->m->targets[i];
        if (!t->ptx && strcmp(virtual_name(b, t), job->target) == 0) {
            image_add_assembly(b, job->module, job->bytes, t);
        }
    }
}
