/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The one file of `describe` that knows how C++ spells types. */
#include <stdlib.h>
#include <string.h>

#include "base/stream.h"
#include "base/text.h"
#include "tasks/describe_parts.h"

/* ---- what the compiler is asked ---- */

/* A function of a type knows its own name, in which the type stands as the compiler spells it: without aliases,
 * without the outermost const. The bytes become a variable of the device. A name that the source does not declare
 * outside of every namespace is found in the last one here instead, where it is no kernel. Every name starts with
 * vggen_, since the source may have made any other one a macro. */
static const char declarations[] = "template <int vggen_n> struct vggen_text { char vggen_bytes[vggen_n]; };\n"
                                   "template <typename vggen_t> constexpr auto vggen_spell()\n"
                                   "{\n"
                                   "    constexpr int vggen_length = sizeof(__PRETTY_FUNCTION__);\n"
                                   "    vggen_text<vggen_length> vggen_result = {};\n"
                                   "    for (int vggen_i = 0; vggen_i < vggen_length; vggen_i++)\n"
                                   "        vggen_result.vggen_bytes[vggen_i] = __PRETTY_FUNCTION__[vggen_i];\n"
                                   "    return vggen_result;\n"
                                   "}\n";

void describe_write_spelling(FILE *out)
{
    fputs(declarations, out);
}

const char *describe_probe_text(arena *a, const char *const *entries, const size_t *indices, size_t count)
{
    stream text;
    size_t size;
    FILE *out = stream_open(&text);

    describe_write_spelling(out);
    fputs("namespace vggen_fallback {\nstruct vggen_nothing;\n", out);
    for (size_t i = 0; i < count; i++)
        if (text_is_identifier(entries[i]))
            fprintf(out, "vggen_nothing *%s(vggen_nothing);\n", entries[i]);
    fputs("}\nnamespace {\nusing namespace vggen_fallback;\n}\n", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "extern \"C\" __device__ auto " DESCRIBE_TYPE_PREFIX "%zu = vggen_spell<decltype(&::%s)>();\n",
                indices[i], entries[i]);
    return stream_take(&text, a, &size);
}

/* ---- what it answers ---- */

typedef struct {
    const char *at;
    size_t length;
} piece;

static piece trim(piece p)
{
    while (p.length > 0 && p.at[0] == ' ') {
        p.at++;
        p.length--;
    }
    while (p.length > 0 && p.at[p.length - 1] == ' ')
        p.length--;
    return p;
}

static bool take_begin(piece *p, const char *word)
{
    size_t length = strlen(word);

    if (p->length < length || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    p->length -= length;
    *p = trim(*p);
    return true;
}

static bool take_end(piece *p, char mark)
{
    if (p->length == 0 || p->at[p->length - 1] != mark)
        return false;
    p->length--;
    *p = trim(*p);
    return true;
}

static bool is(piece p, const char *text)
{
    return p.length == strlen(text) && memcmp(p.at, text, p.length) == 0;
}

static bool ends_with(piece p, const char *text)
{
    size_t length = strlen(text);

    return p.length >= length && memcmp(p.at + p.length - length, text, length) == 0;
}

static const model_type *find_type(piece p)
{
    /* Other spellings of the model's types. */
    static const char *const others[][2] = {{"long", "i64"}, {"unsigned long", "u64"}, {"__nv_bool", "bool"}};
    size_t count;
    const char *const *all = model_type_names(&count);

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is(p, others[i][0]))
            return model_type_find(others[i][1]);
    for (size_t i = 0; i < count; i++) {
        const model_type *type = model_type_find(all[i]);
        if (is(p, type->device))
            return type;
    }
    return NULL;
}

/* The length up to the bracket that closes what begins here. */
static size_t group_length(const char *at)
{
    size_t depth = 0;
    size_t i;

    for (i = 0; at[i] != '\0'; i++) {
        if (strchr("(<[{", at[i]) != NULL)
            depth++;
        else if (strchr(")>]}", at[i]) != NULL && depth-- == 0)
            break;
    }
    return i;
}

static const char *no_type(arena *a, piece p, const char *spelled)
{
    if (is(p, "char"))
        return "its sign depends on the machine; write signed char (i8) or unsigned char (u8)";
    if (is(p, "void"))
        return "a spec wants to know what is there; write its type";
    if (is(p, spelled))
        return "it is no type of a spec";
    return arena_printf(a, "'%.*s' is no type of a spec", (int)p.length, p.at);
}

static void describe_param(arena *a, piece p, described_param *d)
{
    d->spelled = arena_copy(a, p.at, p.length);
    if (take_end(&p, '&')) {
        d->problem = "a reference, which a launch cannot bind";
        return;
    }
    d->pointer = take_end(&p, '*');
    d->constant = take_begin(&p, "const ");
    if (take_begin(&p, "volatile ")) {
        d->problem = "a spec knows no volatile memory";
        return;
    }
    if (ends_with(p, "*") || ends_with(p, "*const") || ends_with(p, "* const")) {
        d->problem = "a spec knows no pointers at pointers";
        return;
    }
    d->target = arena_copy(a, p.at, p.length);
    d->type = find_type(p);
    if (d->type == NULL) {
        d->problem = no_type(a, p, d->spelled);
        return;
    }
    d->type_name = d->type->name;
    d->lanes = d->type->lanes;
}

bool describe_field_type(arena *a, const char *spelled, described_field *f)
{
    static const char head[] = "vggen_t = ";
    const char *at = strstr(spelled, head);
    const char *mark;
    piece p;
    const model_type *type;

    if (at == NULL)
        return false;
    at += sizeof head - 1;
    p = trim((piece){at, group_length(at)});
    mark = memchr(p.at, '[', p.length);
    type = find_type(trim((piece){p.at, mark != NULL ? (size_t)(mark - p.at) : p.length}));
    if (type == NULL || (mark != NULL && memchr(mark + 1, '[', p.length - (size_t)(mark + 1 - p.at)) != NULL))
        return false;
    f->lanes = type->lanes;
    f->count = mark != NULL ? strtoul(mark + 1, NULL, 10) : 0;
    f->type = mark != NULL ? arena_printf(a, "\"%s[%zu]\"", type->name, f->count) : type->name;
    return true;
}

bool describe_types(arena *a, const char *spelled, described_param **params, size_t *count)
{
    static const char head[] = "vggen_t = void (*)(";
    const char *at = strstr(spelled, head);
    size_t length, capacity = 0, depth = 0, begin = 0;

    *params = NULL;
    *count = 0;
    if (at == NULL)
        return false;
    at += sizeof head - 1;
    length = group_length(at);
    if (at[length] != ')')
        return false;
    if (trim((piece){at, length}).length == 0 || is(trim((piece){at, length}), "void"))
        return true;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && strchr("(<[{", at[i]) != NULL)
            depth++;
        else if (i < length && strchr(")>]}", at[i]) != NULL)
            depth--;
        if (i < length && !(at[i] == ',' && depth == 0))
            continue;
        *params = arena_grow(a, *params, *count, &capacity, sizeof **params);
        memset(&(*params)[*count], 0, sizeof **params);
        describe_param(a, trim((piece){at + begin, i - begin}), &(*params)[(*count)++]);
        begin = i + 1;
    }
    return true;
}
