/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "image/image_parts.h"
#include "spec/builtin.h"

/* What a name in the source is compared with. A name that the source does not declare is found in the namespace
 * instead and has a type that no kernel has. A mismatch asks for the size of a type that is nowhere defined: the
 * compiler's message then holds its arguments, which are the kernel, the parameter and the type that was found.
 * Every name starts with vggen_, since the source may have made any other one a macro. */
static const char declarations[] =
    "struct vggen_nothing {};\n"
    "template <typename... vggen_t> struct vggen_types {};\n"
    "template <typename vggen_a, typename vggen_b> struct vggen_same { static constexpr bool vggen_value = false; };\n"
    "template <typename vggen_a> struct vggen_same<vggen_a, vggen_a> { static constexpr bool vggen_value = true; };\n"
    "template <typename vggen_f> struct vggen_parameters {\n"
    "    using vggen_list = void;\n"
    "    static constexpr int vggen_count = -1;\n"
    "};\n"
    "template <typename... vggen_p> struct vggen_parameters<void (*)(vggen_p...)> {\n"
    "    using vggen_list = vggen_types<vggen_p...>;\n"
    "    static constexpr int vggen_count = sizeof...(vggen_p);\n"
    "};\n"
    "template <int vggen_kernel> struct vggen_entry_absent;\n"
    "template <int vggen_kernel, int vggen_found> struct vggen_count_mismatch;\n"
    "template <int vggen_kernel, int vggen_index, typename vggen_found> struct vggen_type_mismatch;\n"
    "template <int vggen_kernel, int vggen_expected, int vggen_found> struct vggen_count {\n"
    "    static constexpr bool vggen_checked = sizeof(vggen_count_mismatch<vggen_kernel, vggen_found>) != 0;\n"
    "};\n"
    "template <int vggen_kernel, int vggen_expected> struct vggen_count<vggen_kernel, vggen_expected, vggen_expected> "
    "{\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    "template <int vggen_kernel, int vggen_expected> struct vggen_count<vggen_kernel, vggen_expected, -1> {\n"
    "    static constexpr bool vggen_checked = sizeof(vggen_entry_absent<vggen_kernel>) != 0;\n"
    "};\n"
    "template <bool vggen_right, int vggen_kernel, int vggen_index, typename vggen_found> struct vggen_parameter {\n"
    "    static constexpr bool vggen_checked =\n"
    "        sizeof(vggen_type_mismatch<vggen_kernel, vggen_index, vggen_found>) != 0;\n"
    "};\n"
    "template <int vggen_kernel, int vggen_index, typename vggen_found>\n"
    "struct vggen_parameter<true, vggen_kernel, vggen_index, vggen_found> {\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    /* Walks to parameter vggen_left of the list. The type that it ends at is deduced, not named by an alias, so that
     * the message spells it out. A parameter past the end is the count's mistake. */
    "template <int vggen_left, int vggen_kernel, int vggen_index, typename vggen_list, typename... vggen_accepted>\n"
    "struct vggen_check {\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    "template <int vggen_left, int vggen_kernel, int vggen_index, typename vggen_first, typename... vggen_rest,\n"
    "          typename... vggen_accepted>\n"
    "struct vggen_check<vggen_left, vggen_kernel, vggen_index, vggen_types<vggen_first, vggen_rest...>, "
    "vggen_accepted...>\n"
    "    : vggen_check<vggen_left - 1, vggen_kernel, vggen_index, vggen_types<vggen_rest...>, vggen_accepted...> {};\n"
    "template <int vggen_kernel, int vggen_index, typename vggen_first, typename... vggen_rest, typename... "
    "vggen_accepted>\n"
    "struct vggen_check<0, vggen_kernel, vggen_index, vggen_types<vggen_first, vggen_rest...>, vggen_accepted...>\n"
    "    : vggen_parameter<(vggen_same<vggen_first, vggen_accepted>::vggen_value || ...), vggen_kernel, vggen_index,\n"
    "                      vggen_first> {};\n";

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

static void write_checks(FILE *out, const builder *b, const image_file *f, size_t index)
{
    const model_kernel *k = b->i->listed[f->kernels[index]];
    fprintf(out, "#line 1 \"" IMAGE_ENTRY_PREFIX "%zu\"\n", index);
    fprintf(out, "using vggen_kernel_%zu = vggen_parameters<decltype(&::%s)>;\n", index, k->entry);
    fprintf(out, "#line 1 \"" IMAGE_LINE_PREFIX "checks\"\n");
    fprintf(out, "static_assert(vggen_count<%zu, %zu, vggen_kernel_%zu::vggen_count>::vggen_checked, \"\");\n", index,
            k->param_count, index);
    for (size_t i = 0; i < k->param_count; i++) {
        fprintf(out, "static_assert(vggen_check<%zu, %zu, %zu, vggen_kernel_%zu::vggen_list", i, index, i, index);
        const char *type;
        for (size_t choice = 0; (type = accepted_type(b->memory, &k->params[i], choice)) != NULL; choice++) {
            fprintf(out, ", %s", type);
        }
        fprintf(out, ">::vggen_checked, \"\");\n");
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
    fputs(declarations, out);
    for (size_t i = 0; i < f->kernel_count; i++) {
        if (b->i->listed[f->kernels[i]]->builtin != NULL) {
            write_checks(out, b, f, i);
        }
    }
}

static void write_own_checks(FILE *out, const builder *b, const image_file *f)
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
    fprintf(out, "}\nusing namespace vggen_fallback;\n");
    for (size_t i = 0; i < f->kernel_count; i++) {
        if (has_own_check(b, f, i)) {
            write_checks(out, b, f, i);
            write_symbol(out, b, f, i);
        }
    }
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
        write_own_checks(out, b, f);
    }
}

const char *image_unit_text(const builder *b, const image_file *f, bool checked)
{
    stream text;
    size_t size;

    write_unit(stream_open(&text), b, f, checked);
    return stream_take(&text, b->memory, &size);
}
