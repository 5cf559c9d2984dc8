/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "tasks/describe.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "check/check.h"
#include "image/image_parts.h"
#include "spec/read.h"
#include "spec/tree.h"
#include "tasks/describe_parts.h"

typedef struct {
    arena *a;
    diag *d;
    builder tools;            /* of stage image, without a model */
    const char *file;         /* as given */
    const char *folder;       /* its folder */
    const char *base;         /* its name there */
    const char *architecture; /* "-arch=compute_90", or NULL: the compiler's own choice */
    scanned_source source;
    const char *includes; /* lines of the unit that come before the source */
    bool stand_in;        /* an empty header stands in for one that a spec would make */
    described_kernel *kernels;
    size_t kernel_count;
} describer;

/* ---- the source ---- */

static bool read_source(describer *s)
{
    const char *slash = strrchr(s->file, '/');
    const char *problem = "it is a folder";
    size_t size;
    struct stat status;
    bool folder = stat(s->file, &status) == 0 && S_ISDIR(status.st_mode);
    const char *text = folder ? NULL : image_read_file(s->a, s->file, &size, &problem);

    if (text == NULL) {
        diag_file_error(s->d, s->file, "source-read", "cannot read the source: %s", problem);
        return false;
    }
    s->base = slash != NULL ? slash + 1 : s->file;
    s->folder = slash == NULL ? "." : slash == s->file ? "/" : arena_copy(s->a, s->file, (size_t)(slash - s->file));
    describe_scan(s->a, text, size, &s->source);
    return true;
}

/* ---- NAME_kernels.h, which is made from the defines of NAME.yaml ---- */

/* What can be read of a spec beside the source, which need not be whole yet: its own messages come when it is built. */
static model *read_spec(describer *s, const char *program)
{
    const char *path = arena_printf(s->a, "%s/%s.yaml", s->folder, program);
    diag *quiet = diag_new(s->a);
    const char *problem;
    size_t size;
    const char *text = image_read_file(s->a, path, &size, &problem);
    const tree *root = NULL;
    model *m = NULL;

    if (text != NULL && size <= TREE_MAX_BYTES)
        root = tree_read(s->a, quiet, diag_add_source(quiet, path, text, size));
    if (root != NULL)
        m = read_model(s->a, quiet, names_new(s->a), root, path);
    if (m != NULL)
        check_model(s->a, quiet, m);
    return m;
}

static void keep_good_defines(model *m)
{
    size_t count = 0;

    for (size_t i = 0; i < m->define_count; i++)
        if (!m->defines[i].broken)
            m->defines[count++] = m->defines[i];
    m->define_count = count;
}

/* Those of the command line, in place of the spec's. */
static void add_defines(describer *s, const describe_options *options)
{
    for (size_t i = 0; i < options->define_count; i++) {
        const char *text = options->defines[i];
        int length = (int)strcspn(text, "=");

        s->includes = arena_printf(s->a, "%s#undef %.*s\n#define %.*s (%s)\n", s->includes, length, text, length, text,
                                   text + length + 1);
    }
}

static bool write_headers(describer *s)
{
    s->includes = "";
    for (size_t i = 0; i < s->source.program_count; i++) {
        const char *program = s->source.programs[i];
        const char *name = arena_printf(s->a, "%s_kernels.h", program);
        model *m = read_spec(s, program);
        const char *text = "";

        if (m != NULL) {
            m->program = program;
            keep_good_defines(m);
            text = image_header_text(s->a, m);
            s->includes = arena_printf(s->a, "%s#include \"%s\"\n", s->includes, name);
        } else {
            name = arena_printf(s->a, "stand_in/%s", name);
            s->stand_in = true;
        }
        if (!image_write_file(&s->tools, name, text, strlen(text)))
            return false;
    }
    return true;
}

/* ---- the compiler ---- */

/* The newest architecture, which knows what the older ones do. Toolkits before 11.5 have no such list. */
static void choose_architecture(describer *s)
{
    const char *arguments[] = {s->tools.nvcc, "--list-gpu-arch", NULL};
    run_result result;
    unsigned long newest = 0;

    if (!image_run_tool(&s->tools, arguments, NULL, &result))
        return;
    for (const char *at = strstr(result.output, "compute_"); at != NULL; at = strstr(at, "compute_")) {
        unsigned long number = strtoul(at += strlen("compute_"), NULL, 10);
        newest = number > newest ? number : newest;
    }
    if (newest > 0)
        s->architecture = arena_printf(s->a, "-arch=compute_%lu", newest);
}

/* The source, and after it what the compiler is asked about these names; the PTX that it makes, or NULL. */
static const char *compile(describer *s, const char *const *entries, const size_t *indices, size_t count, size_t *size,
                           run_result *result)
{
    arena *a = s->a;
    const char *problem;
    const char *stem = arena_printf(a, "%s/vggen_unit_0", s->tools.temporary);
    const char *arguments[16] = {
        s->tools.nvcc,
        "-ptx",
        "-std=c++17",
        "-Wno-deprecated-gpu-targets",
        arena_printf(a, "-I%s", s->tools.temporary),
        "-I.",
        arena_printf(a, "-I%s/stand_in", s->tools.temporary),
        "-o",
        arena_printf(a, "%s.ptx", stem),
        arena_printf(a, "%s.cu", stem),
        s->architecture,
    };
    char *unit = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&unit, &length);

    if (out == NULL) {
        fputs("vggen: error: out of memory\n", stderr);
        exit(2);
    }
    fprintf(out, "%s#include \"%s\"\n", s->includes, s->base);
    if (count > 0)
        describe_write_probe(out, entries, indices, count);
    if (fclose(out) != 0) {
        fputs("vggen: error: out of memory\n", stderr);
        exit(2);
    }
    bool good = image_write_file(&s->tools, "vggen_unit_0.cu", unit, length);
    free(unit);
    if (!good || !image_run_tool(&s->tools, arguments, s->folder, result))
        return NULL;
    const char *text = image_read_file(a, arena_printf(a, "%s.ptx", stem), size, &problem);
    if (text == NULL)
        diag_file_error(s->d, NULL, "temporary-folder", "cannot read what the compiler wrote (ptx): %s", problem);
    return text;
}

static void report_compiler(describer *s, const run_result *result)
{
    const char *output;

    if (run_interrupted()) {
        diag_file_error(s->d, NULL, "interrupted", "interrupted");
        return;
    }
    if (diag_error_count(s->d) > 0)
        return;
    if (!result->started) {
        diag_file_error(s->d, NULL, "nvcc-failed", "cannot start nvcc: %s", result->problem);
        return;
    }
    output = image_clean_output(&s->tools, result);
    diag_file_error(s->d, s->file, "nvcc-failed", "nvcc cannot compile it");
    diag_output(s->d, output, strlen(output));
    if (s->stand_in)
        diag_hint(
            s->d,
            "an empty %s_kernels.h was used: write its defines into %s.yaml beside the source, or give -D NAME=VALUE",
            s->source.programs[0], s->source.programs[0]);
}

/* ---- kernels ---- */

static const scanned_kernel *find_scanned(const describer *s, const char *name, size_t *index)
{
    for (size_t i = 0; i < s->source.kernel_count; i++) {
        if (strcmp(s->source.kernels[i].name, name) == 0) {
            *index = i;
            return &s->source.kernels[i];
        }
    }
    *index = s->source.kernel_count;
    return NULL;
}

static bool same_params(const scanned_kernel *x, const scanned_kernel *y)
{
    for (size_t i = 0; i < x->param_count; i++) {
        const scanned_param *p = &x->params[i], *q = &y->params[i];

        if ((p->name == NULL) != (q->name == NULL) || (p->name != NULL && strcmp(p->name, q->name) != 0) ||
            p->condition != q->condition)
            return false;
    }
    return true;
}

/* The head in the text that tells of the parameters; NULL where none has as many, or two disagree. */
static const scanned_kernel *find_head(const describer *s, const char *name, size_t param_count)
{
    const scanned_kernel *found = NULL;

    for (size_t i = 0; i < s->source.kernel_count; i++) {
        const scanned_kernel *k = &s->source.kernels[i];

        if (strcmp(k->name, name) != 0 || !k->defined || k->is_template)
            continue;
        if (!k->sure || k->param_count != param_count || (found != NULL && !same_params(found, k)))
            return NULL;
        found = k;
    }
    return found;
}

static bool is_template_entry(const describer *s, const char *name)
{
    bool any = false;

    for (size_t i = 0; i < s->source.kernel_count; i++) {
        if (strcmp(s->source.kernels[i].name, name) == 0) {
            if (!s->source.kernels[i].is_template)
                return false;
            any = true;
        }
    }
    return any;
}

/* In the order of the source; those that are not found in it come last. */
static void take_entries(describer *s, const ptx_module *module)
{
    size_t *order = ARENA_ARRAY(s->a, size_t, module->entry_count + 1);

    s->kernels = ARENA_ARRAY(s->a, described_kernel, module->entry_count + 1);
    for (size_t i = 0; i < module->entry_count; i++) {
        described_kernel k = {.entry = &module->entries[i]};
        size_t place, at;

        k.name = ptx_source_name(s->a, k.entry->name);
        k.c_linkage = strcmp(k.name, k.entry->name) == 0;
        find_scanned(s, k.name, &place);
        for (at = s->kernel_count++; at > 0 && order[at - 1] > place; at--) {
            order[at] = order[at - 1];
            s->kernels[at] = s->kernels[at - 1];
        }
        order[at] = place;
        s->kernels[at] = k;
    }
}

static void take_types(describer *s, const char *ptx, size_t size)
{
    size_t count;
    const ptx_string *texts = ptx_read_strings(s->a, ptx, size, DESCRIBE_TYPE_PREFIX, &count);

    for (size_t i = 0; i < count; i++) {
        size_t index = (size_t)strtoul(texts[i].name + strlen(DESCRIBE_TYPE_PREFIX), NULL, 10);
        described_kernel *k = index < s->kernel_count ? &s->kernels[index] : NULL;

        if (k == NULL)
            continue;
        if (describe_types(s->a, texts[i].text, &k->params, &k->param_count))
            k->problem = NULL;
        else
            k->problem = "it is not declared outside of every namespace";
    }
}

/* Where the compiler cannot tell which function one of the names means, it says nothing about the others: half of them is
 * asked for at a time. */
static void ask_together(describer *s, const char *const *entries, const size_t *indices, size_t count)
{
    size_t size, half = count / 2;
    run_result result;
    const char *ptx = count > 0 && !run_interrupted() ? compile(s, entries, indices, count, &size, &result) : NULL;

    if (ptx != NULL) {
        take_types(s, ptx, size);
    } else if (count > 1) {
        ask_together(s, entries, indices, half);
        ask_together(s, entries + half, indices + half, count - half);
    }
}

static bool is_shared(const describer *s, size_t kernel)
{
    for (size_t i = 0; i < s->kernel_count; i++)
        if (i != kernel && strcmp(s->kernels[i].name, s->kernels[kernel].name) == 0)
            return true;
    return false;
}

/* Names that two kernels share are likely not to tell which is meant: they are asked for after the others, and where that
 * is so keep their problem. */
static bool ask_types(describer *s)
{
    const char **entries = ARENA_ARRAY(s->a, const char *, 2 * s->kernel_count + 1);
    size_t *indices = ARENA_ARRAY(s->a, size_t, 2 * s->kernel_count + 1);
    size_t count = 0, shared = s->kernel_count;

    for (size_t i = 0; i < s->kernel_count; i++) {
        described_kernel *k = &s->kernels[i];

        if (!k->c_linkage && is_template_entry(s, k->name)) {
            k->problem = "a template: write an extern \"C\" kernel that does the same";
            continue;
        }
        k->problem = "its name alone does not tell which function is meant";
        if (!text_is_identifier(k->name))
            continue;
        size_t at = is_shared(s, i) ? shared++ : count++;
        entries[at] = k->name;
        indices[at] = i;
    }
    ask_together(s, entries, indices, count);
    ask_together(s, entries + s->kernel_count, indices + s->kernel_count, shared - s->kernel_count);
    if (run_interrupted())
        diag_file_error(s->d, NULL, "interrupted", "interrupted");
    return diag_error_count(s->d) == 0;
}

static void check_kernel(const describer *s, described_kernel *k)
{
    if (k->problem != NULL)
        return;
    if (k->param_count != k->entry->param_count) {
        k->problem = "another function has its name";
        return;
    }
    k->scanned = find_head(s, k->name, k->param_count);
    for (size_t i = 0; i < k->param_count; i++) {
        described_param *p = &k->params[i];
        const char *name = k->scanned != NULL ? k->scanned->params[i].name : NULL;

        if (p->type == NULL) {
            k->problem = arena_printf(s->a, "parameter %zu%s%s%s is '%s': %s", i + 1, name != NULL ? " ('" : "",
                                      name != NULL ? name : "", name != NULL ? "')" : "", p->spelled, p->problem);
            return;
        }
        p->condition = k->scanned != NULL && k->scanned->params[i].condition && !p->pointer &&
                       p->type == model_type_scalar(SCALAR_U64);
    }
}

static bool find_kernels(describer *s)
{
    ptx_module *module = ARENA_NEW(s->a, ptx_module);
    run_result result = {0};
    ptx_error error;
    size_t size;
    const char *ptx = compile(s, NULL, NULL, 0, &size, &result);

    if (ptx == NULL) {
        report_compiler(s, &result);
        return false;
    }
    if (!ptx_read(s->a, ptx, size, module, &error)) {
        diag_file_error(s->d, s->file, "image-read", "cannot read its PTX: line %u: %s", error.line, error.message);
        return false;
    }
    take_entries(s, module);
    if (s->kernel_count == 0 && s->source.kernel_count == 0) {
        diag_file_error(s->d, s->file, "describe-empty", "there is no kernel in this source");
        diag_hint(s->d, "a kernel is declared as extern \"C\" __global__ void name(...)");
        return false;
    }
    if (!ask_types(s))
        return false;
    for (size_t i = 0; i < s->kernel_count; i++)
        check_kernel(s, &s->kernels[i]);
    return true;
}

static bool make_folders(describer *s)
{
    const char *problem;

    s->tools.temporary = run_folder_make(s->a, &problem);
    if (s->tools.temporary == NULL)
        diag_file_error(s->d, NULL, "temporary-folder", "%s", problem);
    else if (mkdir(arena_printf(s->a, "%s/stand_in", s->tools.temporary), 0700) != 0)
        diag_file_error(s->d, NULL, "temporary-folder", "cannot make a folder in the temporary folder");
    return diag_error_count(s->d) == 0;
}

bool describe_kernels(arena *a, diag *d, const describe_options *options)
{
    describer s = {.a = a, .d = d, .file = options->file};
    image_options tools = {.nvcc = options->nvcc};
    bool good;

    s.tools.memory = a;
    s.tools.d = d;
    if (!read_source(&s) || !image_find_tools(&s.tools, &tools, true, false))
        return false;
    choose_architecture(&s);
    good = make_folders(&s) && write_headers(&s);
    if (good) {
        add_defines(&s, options);
        good = find_kernels(&s);
    }
    if (s.tools.temporary != NULL)
        run_folder_remove();
    if (good)
        describe_print(stdout, a, s.base, s.base != s.file, s.kernels, s.kernel_count, &s.source);
    return good;
}
