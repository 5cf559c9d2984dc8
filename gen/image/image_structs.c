/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Structs that a source defines itself (`source_types:`): the compiler compares each with the spec, behind the source,
 * and what it finds stands in its messages as arguments of our templates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/image_parts.h"

/* Those that kernels of the file take, each once, in the order of parameters; NULL behind the last. */
static const model_type **list_structs(const builder *b, const image_file *f)
{
    size_t capacity = 1;
    size_t count = 0;
    for (size_t i = 0; i < f->kernel_count; i++) {
        capacity += b->i->listed[f->kernels[i]]->param_count;
    }
    const model_type **list = ARENA_ARRAY(b->memory, const model_type *, capacity);
    for (size_t i = 0; i < f->kernel_count; i++) {
        const model_kernel *k = b->i->listed[f->kernels[i]];
        for (size_t p = 0; p < k->param_count; p++) {
            const model_type *type = k->params[p].type;
            size_t at = 0;
            while (at < count && list[at] != type) {
                at++;
            }
            if (type != NULL && type->existing && at == count) {
                list[count++] = type;
            }
        }
    }
    return list;
}

/* ---- what the compiler is asked ---- */

/* A mismatch asks for the size of a type that is nowhere defined: the message then holds its arguments, which are the
 * numbers of the struct and of the field, and what was found. The type is deduced, so that the message spells it out. A
 * field that is not there has the type vggen_no_field. */
static const char declarations[] =
    "struct vggen_no_field {};\n"
    "template <typename vggen_t> struct vggen_one {};\n"
    "template <int vggen_struct, int vggen_size, int vggen_align> struct vggen_size_mismatch;\n"
    "template <int vggen_struct, int vggen_field, int vggen_at> struct vggen_place_mismatch;\n"
    "template <int vggen_struct, int vggen_field, typename vggen_found> struct vggen_field_mismatch;\n"
    "template <bool vggen_right, int vggen_struct, int vggen_size, int vggen_align> struct vggen_struct_size {\n"
    "    enum { vggen_shown = sizeof(vggen_size_mismatch<vggen_struct, vggen_size, vggen_align>) };\n"
    "    static constexpr bool vggen_checked = false;\n"
    "};\n"
    "template <int vggen_struct, int vggen_size, int vggen_align>\n"
    "struct vggen_struct_size<true, vggen_struct, vggen_size, vggen_align> {\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    "template <bool vggen_right, int vggen_struct, int vggen_field, int vggen_at> struct vggen_field_place {\n"
    "    enum { vggen_shown = sizeof(vggen_place_mismatch<vggen_struct, vggen_field, vggen_at>) };\n"
    "    static constexpr bool vggen_checked = false;\n"
    "};\n"
    "template <int vggen_struct, int vggen_field, int vggen_at>\n"
    "struct vggen_field_place<true, vggen_struct, vggen_field, vggen_at> {\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    "template <bool vggen_right, int vggen_struct, int vggen_field, typename vggen_t> struct vggen_field_type {\n"
    "    static constexpr bool vggen_checked = true;\n"
    "};\n"
    "template <int vggen_struct, int vggen_field, typename vggen_found>\n"
    "struct vggen_field_type<false, vggen_struct, vggen_field, vggen_one<vggen_found>> {\n"
    "    enum { vggen_shown = sizeof(vggen_field_mismatch<vggen_struct, vggen_field, vggen_found>) };\n"
    "    static constexpr bool vggen_checked = false;\n"
    "};\n";

static const char *field_type(arena *a, const model_field *field, size_t choice)
{
    const model_param value = {.type = field->type, .access = ACCESS_VALUE};
    const char *type = image_param_type(a, &value, choice);
    return type == NULL || !field->array ? type : arena_printf(a, "%s[%llu]", type, (unsigned long long)field->count);
}

static void write_field(FILE *out, arena *a, const model_type *type, size_t s, size_t f)
{
    const model_field *field = &type->fields[f];
    const char *name = arena_printf(a, "vggen_field_%zu_%zu", s, f);
    const char *found = arena_printf(a, "%s<::%s>", name, type->device);
    const char *spelled;
    fprintf(out, "template <typename vggen_s, typename = void> struct %s {\n", name);
    fprintf(out, "    using vggen_type = vggen_no_field;\n    using vggen_list = vggen_one<vggen_no_field>;\n    "
                 "static constexpr int vggen_at = -1;\n};\n");
    fprintf(out, "template <typename vggen_s> struct %s<vggen_s, decltype((void)&vggen_s::%s)> {\n", name, field->name);
    fprintf(out, "    using vggen_type = decltype(vggen_s::%s);\n", field->name);
    fprintf(out, "    using vggen_list = vggen_one<decltype(vggen_s::%s)>;\n", field->name);
    fprintf(out, "    static constexpr int vggen_at = __builtin_offsetof(vggen_s, %s);\n};\n", field->name);
    const char *same = arena_copy(a, "", 0);
    for (size_t choice = 0; (spelled = field_type(a, field, choice)) != NULL; choice++) {
        same = arena_printf(a, "%s%svggen_same<%s::vggen_type, %s>::vggen_value", same, choice > 0 ? " || " : "", found,
                            spelled);
    }
    fprintf(out, "static_assert(vggen_field_type<(%s), %zu, %zu, %s::vggen_list>::vggen_checked,\n", same, s, f, found);
    fprintf(out, "              \"field '%s' of '%s' is '%s' in the spec\");\n", field->name, type->name,
            field->type->name);
    fprintf(out,
            "static_assert(vggen_field_place<!(%s) || %s::vggen_at == %u, %zu, %zu, %s::vggen_at>::vggen_checked,\n",
            same, found, field->offset, s, f, found);
    fprintf(out, "              \"field '%s' of '%s' lies at byte %u in the spec\");\n", field->name, type->name,
            field->offset);
}

void image_write_struct_checks(FILE *out, const builder *b, const image_file *f)
{
    const model_type **list = list_structs(b, f);
    fputs(list[0] != NULL ? declarations : "", out);
    for (size_t s = 0; list[s] != NULL; s++) {
        const model_type *type = list[s];
        for (size_t field = 0; field < type->field_count; field++) {
            write_field(out, b->memory, type, s, field);
        }
        fprintf(out, "static_assert(vggen_struct_size<sizeof(::%s) == %u && alignof(::%s) == %u, %zu, sizeof(::%s), ",
                type->device, type->size, type->device, type->align, s, type->device);
        fprintf(out, "alignof(::%s)>::vggen_checked,\n              \"'%s' has %u bytes in the spec\");\n",
                type->device, type->name, type->size);
    }
}

/* ---- what it answers ---- */

static bool take_number(const char **at, size_t *number)
{
    char *end;
    *number = (size_t)strtoul(*at, &end, 10);
    bool good = end != *at;
    *at = end + strspn(end, ", ");
    return good;
}

/* The text of a type up to the bracket that closes what it is an argument of. */
static const char *take_type(arena *a, const char *at)
{
    size_t depth = 0;
    const char *end = at;
    while (*end != '\0' && *end != '\n' && !(*end == '>' && depth == 0)) {
        depth += *end == '<' ? 1 : 0;
        depth -= *end == '>' ? 1 : 0;
        end++;
    }
    return arena_copy(a, at, (size_t)(end - at));
}

typedef struct {
    const builder *b;
    const model_type **list;
    size_t count;
    bool **seen; /* for each struct: fields, then the struct as a whole */
    bool *told;  /* for each struct: an error about a field */
} reporter;

static const model_field *field_of(const reporter *r, const char **at, size_t *s)
{
    size_t f;
    if (!take_number(at, s) || *s >= r->count || !take_number(at, &f) || f >= r->list[*s]->field_count ||
        r->seen[*s][f]) {
        return NULL;
    }
    r->seen[*s][f] = true;
    r->told[*s] = true;
    return &r->list[*s]->fields[f];
}

static void report_field(reporter *r, const char *at)
{
    size_t s;
    const model_field *field = field_of(r, &at, &s);
    if (field == NULL) {
        return;
    }
    arena *a = r->b->memory;
    const char *found = take_type(a, at);
    const char *second = field_type(a, field, 1);
    if (strstr(found, "vggen_no_field") != NULL) {
        diag_error(r->b->d, field->at, "struct-field", "the struct '%s' has no field '%s' in its source",
                   r->list[s]->name, field->name);
        return;
    }
    diag_error(r->b->d, field->type_at, "struct-field",
               "field '%s' of '%s' is '%s': expected '%s'%s%s%s in its source, found '%s'", field->name,
               r->list[s]->name, field->type->name, field_type(a, field, 0), second != NULL ? " or '" : "",
               second != NULL ? second : "", second != NULL ? "'" : "", found);
}

static void report_place(reporter *r, const char *at)
{
    size_t s;
    size_t found;
    const model_field *field = field_of(r, &at, &s);
    if (field == NULL || !take_number(&at, &found)) {
        return;
    }
    diag_error(r->b->d, field->at, "struct-field",
               "field '%s' of '%s' lies at byte %u in the spec, but at byte %zu in its source", field->name,
               r->list[s]->name, field->offset, found);
    diag_hint(r->b->d, "list all fields in the order of the source");
}

static void report_size(reporter *r, const char *at)
{
    size_t s;
    size_t size;
    size_t align;
    if (!take_number(&at, &s) || s >= r->count || r->told[s] || !take_number(&at, &size) || !take_number(&at, &align)) {
        return;
    }
    const model_type *type = r->list[s];
    r->told[s] = true;
    diag_error(r->b->d, type->at, "struct-layout",
               "the struct '%s' has %u bytes, aligned to %u, in the spec, but %zu, aligned to %zu, in its source",
               type->name, type->size, type->align, size, align);
    diag_hint(r->b->d, "list all fields in the order of the source");
}

/* The source does not define it at all: in the words of nvcc, gcc and clang. */
static void report_absent(reporter *r, size_t s, const char *output)
{
    static const char *const forms[] = {"has no \"%s\"", "has no member \"%s\"", "::%s' has not been declared",
                                        "'%s' is not a member of", "no member named '%s' in"};
    const model_type *type = r->list[s];
    const char *colon = strrchr(type->device, ':');
    const char *name = colon != NULL ? colon + 1 : type->device;
    bool absent = false;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const char *mark = strchr(forms[i], '%');
        const char *form = arena_printf(r->b->memory, "%.*s%s%s", (int)(mark - forms[i]), forms[i], name, mark + 2);
        absent = absent || strstr(output, form) != NULL;
    }
    if (!absent) {
        return;
    }
    for (size_t f = 0; f < type->field_count; f++) {
        r->seen[s][f] = true;
    }
    r->told[s] = true;
    diag_error(r->b->d, type->at, "struct-field", "there is no struct '%s' in the source", type->device);
    diag_hint(r->b->d, "without '%s' under 'source_types' NAME_kernels.h defines it", type->name);
}

static bool for_each(reporter *r, const char *output, const char *word, void (*report)(reporter *r, const char *at))
{
    bool any = false;
    for (const char *at = strstr(output, word); at != NULL; at = strstr(at + 1, word)) {
        report(r, at + strlen(word));
        any = true;
    }
    return any;
}

bool image_report_structs(const builder *b, const image_file *f, const char *output)
{
    reporter r = {.b = b, .list = list_structs(b, f)};
    while (r.list[r.count] != NULL) {
        r.count++;
    }
    r.seen = ARENA_ARRAY(b->memory, bool *, r.count + 1);
    r.told = ARENA_ARRAY(b->memory, bool, r.count + 1);
    for (size_t i = 0; i < r.count; i++) {
        r.seen[i] = ARENA_ARRAY(b->memory, bool, r.list[i]->field_count + 1);
    }
    for (size_t i = 0; i < r.count; i++) {
        report_absent(&r, i, output);
    }
    bool any = for_each(&r, output, "vggen_field_mismatch<", report_field);
    any = for_each(&r, output, "vggen_place_mismatch<", report_place) || any;
    return for_each(&r, output, "vggen_size_mismatch<", report_size) || any;
}
