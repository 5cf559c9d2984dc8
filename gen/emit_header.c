/* SPDX-License-Identifier: MIT */
/* NAME.h */
#include <math.h>
#include <string.h>

#include "emit_internal.h"

static void fill_includes(FILE *file, const void *context)
{
    const emit *e = context;

    /* For HUGE_VAL and NAN, the only portable spellings. */
    for (size_t i = 0; i < e->m->define_count; i++) {
        if (e->m->defines[i].is_float && !isfinite(e->m->defines[i].real)) {
            fputs("#include <math.h>\n", file);
            return;
        }
    }
}

static const char *real_constant(const emit *e, double value)
{
    if (isnan(value))
        return "((double)NAN)";
    if (isinf(value))
        return value > 0 ? "((double)HUGE_VAL)" : "(-(double)HUGE_VAL)";
    return arena_printf(e->memory, signbit(value) ? "(%s)" : "%s", emit_real(e->memory, value));
}

static void fill_defines(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->m->define_count > 0)
        fputs("\n/* The spec's defines. */\n", file);
    for (size_t i = 0; i < e->m->define_count; i++) {
        const model_define *d = &e->m->defines[i];
        const char *value = d->is_float ? real_constant(e, d->real) : emit_integer(e->memory, d->value);
        fprintf(file, "#define %s_%s %s\n", e->prefix, d->name, value);
    }
}

/* ---- buffers ---- */

static const char *crossing(const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    bool up = emit_is_uploaded(e, buffer), down = emit_is_downloaded(e, buffer);

    if (up && down)
        return "to the device and back in each replay";
    if (up)
        return "to the device in each replay";
    if (down)
        return "from the device in each replay";
    if (b->content == CONTENT_APP)
        return "to the device in open, from the application";
    if (b->content == CONTENT_BYTES || (b->content == CONTENT_PATTERN && b->role == ROLE_CONSTANT))
        return "to the device in open";
    return "never";
}

static size_t wider(size_t width, const char *text)
{
    size_t length = strlen(text);

    return length > width ? length : width;
}

static void buffer_table(FILE *file, const emit *e)
{
    const model *m = e->m;
    size_t name = 4, type = 4, shape = 5;

    for (size_t i = 0; i < m->buffer_count; i++) {
        name = wider(name, m->buffers[i].name);
        type = wider(type, m->buffers[i].type->name);
        shape = wider(shape, emit_shape(e->memory, &m->buffers[i]));
    }
    fprintf(file, "/* %-*s  role      %-*s  %-*s  %12s  crosses\n", (int)name, "name", (int)type, "type", (int)shape,
            "shape", "bytes");
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        fprintf(file, " * %-*s  %-8s  %-*s  %-*s  %12llu  %s\n", (int)name, b->name, model_role_name(b->role),
                (int)type, b->type->name, (int)shape, emit_shape(e->memory, b), (unsigned long long)b->size,
                crossing(e, (uint32_t)i));
    }
    fputs(" */\n", file);
}

static void fill_buffers(FILE *file, const void *context)
{
    const emit *e = context;
    bool first = true;

    if (e->m->buffer_count == 0) {
        fputs("/* The program has none. */\n", file);
        return;
    }
    buffer_table(file, e);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *name = emit_upper(e->memory, b->name);
        if (!emit_is_accessible(b))
            continue;
        if (first)
            fputc('\n', file);
        first = false;
        fprintf(file, "#define %s_%s_COUNT %llu\n", e->prefix, name, (unsigned long long)b->elements);
        fprintf(file, "#define %s_%s_BYTES %llu\n", e->prefix, name, (unsigned long long)b->size);
    }
}

/* ---- functions ---- */

static void fill_app_data(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->app_count == 0) {
        fprintf(file, "/* The program takes no data at open: data is NULL. */\n\n");
        return;
    }
    fputs(
        "/* Constants that the application gives at open; they are copied to the device there. None may be NULL. */\n",
        file);
    fprintf(file, "struct %s_data {\n", e->program);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        fprintf(file, "    %s%s; /* %s %s, %llu bytes */\n", emit_type(e->memory, b->type, true, true),
                emit_member(e->memory, b->name), b->type->name, emit_shape(e->memory, b), (unsigned long long)b->size);
    }
    fputs("};\n\n", file);
}

static void accessor(FILE *file, const emit *e, const model_buffer *b, const char *what, bool is_const)
{
    fprintf(file, "/* %s %s: %s %s, %llu bytes. */\n", what, b->name, b->type->name, emit_shape(e->memory, b),
            (unsigned long long)b->size);
    fprintf(file, "%s%s_%s%s(%s%s *p);\n", emit_type(e->memory, b->type, is_const, true), e->program, b->name,
            is_const && b->role == ROLE_INOUT ? "_out" : "", is_const ? "const " : "", e->program);
}

static void fill_accessors(FILE *file, const void *context)
{
    const emit *e = context;
    bool any = false;

    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        bool in = b->role == ROLE_INPUT || b->role == ROLE_INOUT;
        bool back = b->role == ROLE_OUTPUT || b->role == ROLE_INOUT;
        if (!any && (in || back)) {
            fputs("/* ---- what goes in and comes out ---- */\n\n"
                  "/* Pinned memory of an open program, NULL for a closed one. Write inputs and read outputs only "
                  "while no replay\n"
                  " * runs: before start, after finish. */\n\n",
                  file);
            any = true;
        }
        if (in)
            accessor(file, e, b, b->role == ROLE_INOUT ? "What goes into inout" : "Input", false);
        if (back)
            accessor(file, e, b, b->role == ROLE_INOUT ? "What comes out of inout" : "Output", true);
        if (in || back)
            fputc('\n', file);
    }
}

static void fill_settings(FILE *file, const void *context)
{
    const emit *e = context;

    if (!emit_has_settings(e->m))
        return;
    fputs("/* ---- settings ---- */\n\n"
          "/* A setter may be called at any time on an open program. The next start commits all settings together; a\n"
          " * running replay keeps the old ones. open gives them the values of the spec. A getter tells the last set. "
          "*/\n\n",
          file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role != ROLE_SETTING)
            continue;
        fprintf(file, "/* Setting %s: %s, at first %s. */\n", b->name, b->type->name,
                emit_reading(e->memory, b->type, b->pattern));
        fprintf(file, "vg_status %s_set_%s(%s *p, %s value);\n", e->program, b->name, e->program, b->type->host);
        fprintf(file, "%s%s_%s(const %s *p);\n\n", emit_type(e->memory, b->type, false, false), e->program, b->name,
                e->program);
    }
}

/* ---- the shared part ---- */

static bool is_embedded(const model_buffer *b)
{
    return b->content == CONTENT_BYTES && b->size > 0;
}

static void fill_shared(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->i->module_count > 0)
        fprintf(file, "extern const vg_module %s_modules[%zu];\n", e->program, e->i->module_count);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (is_embedded(b))
            fprintf(file, "extern const unsigned char %s_constant_%s[%llu];\n", e->program, b->name,
                    (unsigned long long)b->size);
    }
    fputc('\n', file);
}

static void member(FILE *file, arena *a, const char *declaration, size_t count, const char *what)
{
    /* An array needs an element. */
    const char *array = arena_printf(a, "%s[%zu];", declaration, count > 0 ? count : 1);

    fprintf(file, "    %-24s /* %s */\n", array, what);
}

static void fill_members(FILE *file, const void *context)
{
    const emit *e = context;

    member(file, e->memory, "uint64_t device", e->p->arena_count, "addresses of the device arenas");
    member(file, e->memory, "void *module", e->i->module_count, "CUmodule");
    member(file, e->memory, "void *kernel", e->m->kernel_count, "CUfunction");
    member(file, e->memory, "void *node", e->node_count, "CUgraphNode");
    member(file, e->memory, "vg_graph graph", e->p->graph_count, "graphs and their execs");
    member(file, e->memory, "const void *data", e->app_count, "what the application gave at open");
    if (!emit_has_settings(e->m))
        return;
    fputs("    struct {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            fprintf(file, "        %s%s;\n", emit_type(e->memory, b->type, false, false),
                    emit_member(e->memory, b->name));
    }
    fputs("    } setting; /* what was set last; start commits it */\n", file);
}

void emit_header(FILE *file, const emit *e)
{
    const tmpl_word words[] = {
        {"DEVICE_BYTES", arena_printf(e->memory, "%llu", (unsigned long long)emit_device_bytes(e->p))},
        {"PINNED_BYTES",
         arena_printf(e->memory, "%llu", emit_has_pinned(e->p) ? (unsigned long long)e->p->pinned.bytes : 0ull)},
    };
    const tmpl_slot slots[] = {
        {"includes", fill_includes}, {"defines", fill_defines},     {"buffers", fill_buffers},
        {"app_data", fill_app_data}, {"accessors", fill_accessors}, {"settings", fill_settings},
        {"shared", fill_shared},     {"members", fill_members},
    };

    emit_template(file, e, "header.h.in", words, sizeof words / sizeof *words, slots, sizeof slots / sizeof *slots);
}
