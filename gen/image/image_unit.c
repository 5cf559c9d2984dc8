/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdio.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "image/image_parts.h"
#include "spec/builtin.h"

/* C++ has two types of 64-bit integers of each sign, and two vectors of them: "longlong2" and "long2". */
static const char *wide_integer(arena *a, const model_type *type, size_t choice)
{
    static const char *const scalars[2][2] = {{"long long", "long"}, {"unsigned long long", "unsigned long"}};
    static const char *const vectors[2][2] = {{"longlong", "long"}, {"ulonglong", "ulong"}};
    size_t is_unsigned = type->base == SCALAR_U64;
    if (choice > 1) {
        return NULL;
    }
    return type->lanes == 1 ? scalars[is_unsigned][choice]
                            : arena_printf(a, "%s%u", vectors[is_unsigned][choice], type->lanes);
}

const char *image_param_type(arena *a, const model_param *p, size_t choice)
{
    const char *type = choice == 0 ? p->type->device : NULL;
    if (p->condition) {
        return choice == 0 ? "cudaGraphConditionalHandle" : NULL;
    }
    if (p->type->base == SCALAR_I64 || p->type->base == SCALAR_U64) {
        type = wide_integer(a, p->type, choice);
    }
    if (type == NULL || p->access == ACCESS_VALUE) {
        return type;
    }
    return arena_printf(a, p->access == ACCESS_IN ? "const %s *" : "%s *", type);
}

/* A kernel that only reads keeps what `inout` promises, so it may be declared as for `in`. */
static const char *accepted_type(arena *a, const model_param *p, size_t choice)
{
    model_param read_only = *p;
    size_t count = 0;
    const char *type = image_param_type(a, p, choice);
    if (type != NULL || p->access != ACCESS_INOUT) {
        return type;
    }
    read_only.access = ACCESS_IN;
    while (image_param_type(a, p, count) != NULL) {
        count++;
    }
    return image_param_type(a, &read_only, choice - count);
}

static bool uses_type(const builder *b, const image_file *f, scalar base)
{
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        for (size_t j = 0; j < k->param_count; j++) {
            if (k->params[j].type->base == base) {
                return true;
            }
        }
    }
    return false;
}

static bool is_first_with_entry(const builder *b, const image_file *f, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (strcmp(b->i->listed[f->kernels[i]]->entry, b->i->listed[f->kernels[index]]->entry) == 0) {
            return false;
        }
    }
    return true;
}

const char *image_expected_type(arena *a, const model_kernel *k, const model_param *p)
{
    const char *first = image_param_type(a, p, 0), *second = image_param_type(a, p, 1);
    bool value = p->access == ACCESS_VALUE;
    const char *declared = arena_printf(a, "%s%s%s%s", value ? "" : model_access_name(p->access),
                                        value     ? ""
                                        : p->once ? " once "
                                                  : " ",
                                        p->condition ? "condition" : p->type->name, value ? "" : "*");

    return arena_printf(a, "parameter '%s' of kernel '%s' is '%s': expected '%s'%s%s%s in its source", p->name, k->name,
                        declared, first, second != NULL ? " or '" : "", second != NULL ? second : "",
                        second != NULL ? "'" : "");
}

#define PARAMS_OF_A_PART 16u /* as in vggen_parts */

/* The texts are for people who read what a compiler says; image_output reads the types' arguments. In NAME_sim.cpp, for
 * which `program` is given, lines keep their numbers, unless an entry has to be found in messages. */
static void write_checks(FILE *out, const builder *b, const image_file *f, size_t index, const char *program)
{
    const model_kernel *k = b->i->listed[f->kernels[index]];
    const char *found = arena_printf(b->memory, "vggen_kernel_%s%zu", program, index);
    bool lines = program[0] == '\0' || !text_is_identifier(k->entry);
    if (lines) {
        fprintf(out, "#line 1 \"" IMAGE_ENTRY_PREFIX "%zu\"\n", index);
    }
    fprintf(out, "using %s = vggen_parameters<decltype(&::%s)>;\n", found, k->entry);
    if (lines) {
        fprintf(out, "#line 1 \"" IMAGE_LINE_PREFIX "checks\"\n");
    }
    fprintf(out, "static_assert(vggen_count<%zu, %zu, %s::vggen_count>::vggen_checked,\n", index, k->param_count,
            found);
    fprintf(out, "              \"kernel '%s' has %zu parameter%s in the spec\");\n", k->name, k->param_count,
            k->param_count == 1 ? "" : "s");
    for (size_t i = 0; i < k->param_count; i++) {
        if (i > 0 && i % PARAMS_OF_A_PART == 0) {
            const char *next = arena_printf(b->memory, "vggen_kernel_%s%zu_%zu", program, index, i);

            fprintf(out, "using %s = %s::vggen_rest;\n", next, found);
            found = next;
        }
        fprintf(out, "static_assert(vggen_check<%zu, %zu, %zu, %s::vggen_list", i % PARAMS_OF_A_PART, index, i, found);
        const char *type;
        for (size_t choice = 0; (type = accepted_type(b->memory, &k->params[i], choice)) != NULL; choice++) {
            fprintf(out, ", %s", type);
        }
        fprintf(out, ">::vggen_checked,\n              \"%s\");\n",
                image_expected_type(b->memory, k, &k->params[i]));
    }
}

/* What a compiler calls a kernel in a namespace, or an instance of a template, only a compiler knows. A variable that
 * holds its address shows it, and makes the instance; a name outside of every namespace needs none. */
static void write_symbol(FILE *out, const builder *b, const image_file *f, size_t index)
{
    const char *entry = b->i->listed[f->kernels[index]]->entry;
    if (!text_is_identifier(entry)) {
        fprintf(out, "__device__ decltype(&::%s) " IMAGE_SYMBOL_PREFIX "%zu = &::%s;\n", entry, index, entry);
    }
}

static bool has_own_check(const builder *b, const image_file *f, size_t index)
{
    const model_kernel *k = b->i->listed[f->kernels[index]];
    return k->builtin == NULL;
}

/* With their checks, before anything of the program's, whose macros could have any name. */
static void write_builtins(FILE *out, const builder *b, const image_file *f, bool checked)
{
    for (size_t i = 0; i < f->builtin_count; i++) {
        fputs(builtin_text(f->builtins[i]), out);
    }
    if (!checked) {
        return;
    }
    fputs(image_signature, out);
    for (size_t i = 0; i < f->kernel_count; i++) {
        if (b->i->listed[f->kernels[i]]->builtin != NULL) {
            write_checks(out, b, f, i, "");
        }
    }
}

static void write_own_checks(FILE *out, const builder *b, const image_file *f, const char *program)
{
    if (uses_type(b, f, SCALAR_F16)) {
        fprintf(out, "#include <cuda_fp16.h>\n");
    }
    if (uses_type(b, f, SCALAR_BF16)) {
        fprintf(out, "#include <cuda_bf16.h>\n");
    }
    fputs("namespace vggen_fallback {\n", out);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const char *entry = b->i->listed[f->kernels[i]]->entry;
        if (has_own_check(b, f, i) && text_is_identifier(entry) && is_first_with_entry(b, f, i)) {
            fprintf(out, "vggen_nothing *%s(vggen_nothing);\n", entry);
        }
    }
    /* Where the source may have the name in its anonymous namespace, that one is found first. */
    fprintf(out, "}\nnamespace {\nusing namespace vggen_fallback;\n}\n");
    for (size_t i = 0; i < f->kernel_count; i++) {
        if (has_own_check(b, f, i)) {
            write_checks(out, b, f, i, program);
            if (program[0] == '\0') {
                write_symbol(out, b, f, i);
            }
        }
    }
    image_write_struct_checks(out, b, f);
}

image_file image_file_of(arena *a, const image *i, size_t module)
{
    image_file f;

    memset(&f, 0, sizeof f);
    f.file = i->modules[module].file;
    f.source = true;
    f.kernels = ARENA_ARRAY(a, uint32_t, i->listed_count + 1);
    for (size_t k = 0; k < i->listed_count; k++) {
        if (i->module_of[k] == module) {
            f.kernels[f.kernel_count++] = (uint32_t)k;
        }
    }
    return f;
}

const char *image_checks_text(arena *a, const image *i, size_t module, const char *program)
{
    builder b;
    image_file f = image_file_of(a, i, module);
    stream text;
    size_t size;

    memset(&b, 0, sizeof b);
    b.memory = a;
    b.i = (image *)(uintptr_t)i; /* it is only read */
    write_own_checks(stream_open(&text), &b, &f, arena_printf(a, "%s_", program));
    return stream_take(&text, a, &size);
}

size_t image_source_modules(const image *i, uint32_t *modules)
{
    size_t count = 0;

    for (size_t m = 0; m < i->module_count; m++) {
        bool source = false;
        for (size_t k = 0; k < i->listed_count; k++) {
            source = source || (i->module_of[k] == m && i->listed[k]->source != NULL);
        }
        if (source) {
            modules[count++] = (uint32_t)m;
        }
    }
    return count;
}

static void write_unit(FILE *out, const builder *b, const image_file *f, bool checked)
{
    write_builtins(out, b, f, checked);
    if (f->builtin) {
        return;
    }
    fputs(image_macro_text(b->memory, b->m), out);
    /* The header first: its guard keeps out an older one that may lie next to the source. */
    fprintf(out, "#include \"%s_kernels.h\"\n#include \"%s\"\n", b->m->program, f->file);
    if (checked) {
        write_own_checks(out, b, f, "");
    }
}

const char *image_unit_text(const builder *b, const image_file *f, bool checked)
{
    stream text;
    size_t size;

    write_unit(stream_open(&text), b, f, checked);
    return stream_take(&text, b->memory, &size);
}
