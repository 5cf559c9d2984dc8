/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_image.c and the tables that refer to it: the bytes that buffers hold from the start. Constants that lie one
 * after the other in device memory are members of one struct, which open brings with one copy. */
#include <stdlib.h>
#include <string.h>

#include "emit/parts.h"

/* ---- what is said of them ---- */

static uint64_t offset_in(const emit *e, const emit_bundle *bundle, size_t member)
{
    return e->p->places[bundle->members[member]].offset - e->p->places[bundle->members[0]].offset;
}

/* Up to where the next one begins. */
static uint64_t room_of(const emit *e, const emit_bundle *bundle, size_t member)
{
    if (member + 1 == bundle->member_count)
        return e->m->buffers[bundle->members[member]].size;
    return offset_in(e, bundle, member + 1) - offset_in(e, bundle, member);
}

static const char *member_name(const emit *e, const emit_bundle *bundle, size_t member)
{
    return emit_member(e->memory, e->m->buffers[bundle->members[member]].name);
}

/* A struct of which a member is made of words has the alignment of a word, and must not be longer for that: all its
 * bytes go to the device. */
static bool is_in_words(const emit *e, const emit_bundle *bundle, size_t member)
{
    uint64_t size = e->m->buffers[bundle->members[member]].size;
    uint64_t whole = offset_in(e, bundle, bundle->member_count - 1) + room_of(e, bundle, bundle->member_count - 1);

    return emit_in_words(size) && whole % 8 == 0 && offset_in(e, bundle, member) % 8 == 0 &&
           room_of(e, bundle, member) % 8 == 0;
}

/* What a buffer that stands alone is: "uint64_t fir_constant_taps[512]". */
static const char *alone(const emit *e, uint32_t buffer, uint64_t size)
{
    bool words = e->m->buffers[buffer].content == CONTENT_BYTES && emit_in_words(size);

    return arena_printf(e->memory, "%s %s_constant_%s[%llu]", words ? "uint64_t" : "unsigned char", e->program,
                        e->m->buffers[buffer].name, (unsigned long long)(words ? (size + 7) / 8 : size));
}

static void declare_bundle(FILE *file, const emit *e, const emit_bundle *bundle)
{
    fprintf(
        file,
        "/* Constants that lie so in device memory, too: open brings them with one copy. Each has the bytes up to the "
        "next\n * one. */\nstruct %s {\n",
        bundle->name);
    for (size_t i = 0; i < bundle->member_count; i++) {
        const model_buffer *b = &e->m->buffers[bundle->members[i]];
        bool words = is_in_words(e, bundle, i);
        fprintf(file, "    %s %s[%llu]; /* %s %s, %llu bytes */\n", words ? "uint64_t" : "unsigned char",
                member_name(e, bundle, i), (unsigned long long)room_of(e, bundle, i) / (words ? 8 : 1), b->type->name,
                emit_shape(e->memory, b), (unsigned long long)b->size);
    }
    fprintf(file, "};\nextern const struct %s %s;\n", bundle->name, bundle->name);
}

void emit_name_constants(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->bundle_count; i++)
        emit_name_in_image(file, e, e->bundles[i].name);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        uint64_t size;
        if (e->bundle_of[i] == NULL && emit_embedded(e, i, &size) != NULL)
            emit_name_in_image(file, e, arena_printf(e->memory, "%s_constant_%s", e->program, e->m->buffers[i].name));
    }
}

void emit_declare_constants(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->bundle_count; i++)
        declare_bundle(file, e, &e->bundles[i]);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        uint64_t size;
        if (e->bundle_of[i] == NULL && emit_embedded(e, i, &size) != NULL)
            fprintf(file, "extern const %s;\n", alone(e, i, size));
    }
}

void emit_constant_asserts(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->bundle_count; i++) {
        const emit_bundle *bundle = &e->bundles[i];
        const char *first = e->m->buffers[bundle->members[0]].name;
        for (size_t k = 1; k < bundle->member_count; k++) {
            const char *name = e->m->buffers[bundle->members[k]].name;
            emit_assert(file, e, "offsetof(struct %s, %s) == %s - %s, %s_lies_behind_%s", bundle->name,
                        member_name(e, bundle, k), emit_at(e, bundle->members[k]), emit_at(e, bundle->members[0]), name,
                        first);
        }
    }
}

/* ---- their bytes ---- */

static void write_bundle(FILE *file, const emit *e, const emit_bundle *bundle)
{
    fprintf(file, "\nconst struct %s %s = {\n", bundle->name, bundle->name);
    for (size_t i = 0; i < bundle->member_count; i++) {
        const model_buffer *b = &e->m->buffers[bundle->members[i]];
        fprintf(file, "{ /* %s: %s %s", b->name, b->type->name, emit_shape(e->memory, b));
        if (b->data != NULL)
            fprintf(file, " from %s", emit_prose(e->memory, b->data));
        fputs(", little-endian */\n", file);
        if (is_in_words(e, bundle, i))
            emit_word_lines(file, b->bytes, (size_t)b->size);
        else
            emit_byte_lines(file, b->bytes, (size_t)b->size);
        fputs("},\n", file);
    }
    fputs("};\n", file);
}

static void write_alone(FILE *file, const emit *e, uint32_t buffer, const unsigned char *bytes, uint64_t size)
{
    const model_buffer *b = &e->m->buffers[buffer];

    fprintf(file, "\n/* %s: %s %s", b->name, b->type->name, emit_shape(e->memory, b));
    if (b->content == CONTENT_PATTERN)
        fputs(", an element that repeats", file);
    else if (b->data != NULL)
        fprintf(file, " from %s", emit_prose(e->memory, b->data));
    fprintf(file, ", little-endian. */\nconst %s = {\n", alone(e, buffer, size));
    if (b->content == CONTENT_BYTES && emit_in_words(size))
        emit_word_lines(file, bytes, (size_t)size);
    else
        emit_byte_lines(file, bytes, (size_t)size);
    fputs("};\n", file);
}

void emit_constants(FILE *file, const void *context)
{
    const emit *e = context;
    bool any = e->bundle_count > 0;
    uint64_t size;

    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        any = any || emit_embedded(e, i, &size) != NULL;
    if (any)
        fputs("\n/* ---- constants ---- */\n", file);
    for (size_t i = 0; i < e->bundle_count; i++)
        write_bundle(file, e, &e->bundles[i]);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const unsigned char *bytes = emit_embedded(e, i, &size);
        if (bytes != NULL && e->bundle_of[i] == NULL)
            write_alone(file, e, i, bytes, size);
    }
}

/* ---- the table of first contents ---- */

static uint32_t app_index(const emit *e, uint32_t buffer)
{
    for (size_t i = 0; i < e->app_count; i++)
        if (e->app_data[i] == buffer)
            return (uint32_t)i;
    return 0;
}

/* Where the bytes come from: all of them, one element of any size, or a pattern of up to 8 bytes. */
static void content_source(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    const char *reading = b->content == CONTENT_PATTERN && b->type->base != SCALAR_STRUCT
                              ? emit_reading(e->memory, b->type, b->pattern)
                              : "as in the spec";
    uint32_t period = b->content == CONTENT_PATTERN ? emit_period(b) : 1;
    uint64_t bits = b->content == CONTENT_PATTERN ? emit_bits(b->pattern, period) : 0;

    if (b->content == CONTENT_BYTES)
        fprintf(file, "%s_constant_%s, -1, 1u, 0u, 0u}, /* the bytes in %s_image.c */\n", e->program, b->name,
                e->program);
    else if (b->content == CONTENT_APP)
        fprintf(file, "NULL, %lu, 1u, 0u, 0u}, /* the application's %s */\n", (unsigned long)app_index(e, buffer),
                b->name);
    else if (period == 0)
        fprintf(file, "%s_constant_%s, -1, %luu, 0u, 0u}, /* each as in %s_image.c */\n", e->program, b->name,
                (unsigned long)b->type->size, e->program);
    else
        fprintf(file, "NULL, -1, %luu, 0x%lxu, 0x%lxu}, /* %s: every element %s */\n", (unsigned long)period,
                (unsigned long)(bits & 0xffffffffu), (unsigned long)(bits >> 32), b->name,
                b->content == CONTENT_PATTERN ? reading : "0");
}

static void content_line(FILE *file, const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    unsigned reset = b->role == ROLE_STATE ? 1 : b->role == ROLE_INOUT ? 2 : 0;

    fprintf(file, "    {%s, %u, %s, %s, ", e->arenas[buffer], reset, emit_at(e, buffer), emit_bytes(e, buffer));
    content_source(file, e, buffer);
}

static void bundle_line(FILE *file, const emit *e, const emit_bundle *bundle)
{
    uint32_t first = bundle->members[0];

    fprintf(file, "    {%s, 0, %s, sizeof %s, &%s, -1, 1u, 0u, 0u}, /* %s to %s, as in %s_image.c */\n",
            e->arenas[first], emit_at(e, first), bundle->name, bundle->name, e->m->buffers[first].name,
            e->m->buffers[bundle->members[bundle->member_count - 1]].name, e->program);
}

size_t emit_content_count(const emit *e)
{
    size_t count = e->bundle_count;

    for (size_t i = 0; i < e->m->buffer_count; i++)
        count += emit_has_content(&e->m->buffers[i]) && e->bundle_of[i] == NULL ? 1 : 0;
    return count;
}

/* Bundles first: what lies between their members is zero until others write it. */
void emit_contents(FILE *file, const void *context)
{
    const emit *e = context;

    if (emit_content_count(e) == 0)
        return;
    fputs(
        "/* ---- what buffers hold from the start ---- */\n\n"
        "/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a\n"
        " * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of\n"
        " * it), low and high half of a pattern. */\n",
        file);
    fprintf(file, "static const vg_content %s[] = {\n", emit_private(e, "contents"));
    for (size_t i = 0; i < e->bundle_count; i++)
        bundle_line(file, e, &e->bundles[i]);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_has_content(&e->m->buffers[i]) && e->bundle_of[i] == NULL)
            content_line(file, e, (uint32_t)i);
    fputs("};\n\n", file);
}
