/* SPDX-License-Identifier: MIT */
/* NAME_main.c: a command-line driver for the program. */
#include <string.h>

#include "emit_internal.h"

typedef enum { PORT_INPUT, PORT_OUTPUT, PORT_SETTING, PORT_CONSTANT } port_kind;

static const char *const port_tables[] = {"inputs", "outputs", "settings", "constants"};

static bool is_port(const model_buffer *b, port_kind kind)
{
    switch (kind) {
    case PORT_INPUT:
        return b->role == ROLE_INPUT || b->role == ROLE_INOUT;
    case PORT_OUTPUT:
        return b->role == ROLE_OUTPUT || b->role == ROLE_INOUT;
    case PORT_SETTING:
        return b->role == ROLE_SETTING;
    case PORT_CONSTANT:
        break;
    }
    return b->content == CONTENT_APP;
}

static size_t port_count(const emit *e, port_kind kind)
{
    size_t count = 0;

    for (size_t i = 0; i < e->m->buffer_count; i++)
        count += is_port(&e->m->buffers[i], kind) ? 1 : 0;
    return count;
}

/* How .npy files call the type, and how its values are parsed. NumPy has no bf16: its bits are kept as u16. */
typedef struct {
    const char *dtype;
    char kind;
} port_type;

static port_type type_of(const model_type *type)
{
    switch (type->base) {
    case SCALAR_I8:
        return (port_type){"|i1", 'i'};
    case SCALAR_U8:
        return (port_type){"|u1", 'u'};
    case SCALAR_I16:
        return (port_type){"<i2", 'i'};
    case SCALAR_U16:
        return (port_type){"<u2", 'u'};
    case SCALAR_I32:
        return (port_type){"<i4", 'i'};
    case SCALAR_U32:
        return (port_type){"<u4", 'u'};
    case SCALAR_I64:
        return (port_type){"<i8", 'i'};
    case SCALAR_U64:
        return (port_type){"<u8", 'u'};
    case SCALAR_F16:
        return (port_type){"<f2", 'h'};
    case SCALAR_BF16:
        return (port_type){"<u2", 'b'};
    case SCALAR_F32:
        return (port_type){"<f4", 'f'};
    case SCALAR_F64:
        return (port_type){"<f8", 'f'};
    case SCALAR_BOOL:
        return (port_type){"|b1", '?'};
    case SCALAR_STRUCT:
        break;
    }
    return (port_type){"", 's'}; /* raw files only */
}

/* ---- tables ---- */

static void shape(FILE *file, const model_buffer *b)
{
    fprintf(file, "static const uint64_t shape_of_%s[] = {", b->name);
    for (size_t i = 0; i < b->shape_count; i++)
        fprintf(file, "%s%lluu", i > 0 ? ", " : "", (unsigned long long)b->dims[i]);
    fputs("};\n", file);
}

static void table(FILE *file, const emit *e, port_kind kind)
{
    fprintf(file, "\nstatic const port %s[] = {\n", port_tables[kind]);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        port_type type = type_of(b->type);
        if (!is_port(b, kind))
            continue;
        fprintf(file, "    {\"%s\", \"%s\", \"%s\", '%c', %luu, %lluu, %zuu, ", b->name, b->type->name, type.dtype,
                type.kind, (unsigned long)b->type->size, (unsigned long long)b->size, b->shape_count);
        if (b->shape_count > 0)
            fprintf(file, "shape_of_%s},\n", b->name);
        else
            fputs("NULL},\n", file);
    }
    fputs("    {NULL, NULL, NULL, ' ', 0u, 0u, 0u, NULL}, /* the end */\n};\n", file);
}

static void fill_ports(FILE *file, const void *context)
{
    const emit *e = context;

    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_accessible(&e->m->buffers[i]) && e->m->buffers[i].shape_count > 0)
            shape(file, &e->m->buffers[i]);
    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++)
        table(file, e, kind);
}

/* ---- access by index ---- */

static void memory_function(FILE *file, const emit *e, port_kind kind)
{
    bool is_const = kind == PORT_OUTPUT;
    size_t index = 0;

    fprintf(file, "static %svoid *%s_memory(%s%s *p, size_t index)\n{\n", is_const ? "const " : "",
            is_const ? "output" : "input", is_const ? "const " : "", e->program);
    if (port_count(e, kind) == 0)
        fputs("    (void)p;\n", file);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (is_port(b, kind))
            fprintf(file, "    case %zu:\n        return %s_%s%s(p);\n", index++, e->program, b->name,
                    is_const && b->role == ROLE_INOUT ? "_out" : "");
    }
    fputs("    default:\n        return NULL;\n    }\n}\n\n", file);
}

static void setting_function(FILE *file, const emit *e)
{
    size_t index = 0;

    fprintf(file, "static vg_status set_setting(%s *p, size_t index, const void *value)\n{\n", e->program);
    if (port_count(e, PORT_SETTING) == 0)
        fputs("    (void)p;\n    (void)value;\n", file);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            fprintf(file,
                    "    case %zu: {\n        %s typed;\n        memcpy(&typed, value, sizeof typed);\n"
                    "        return %s_set_%s(p, typed);\n    }\n",
                    index++, b->type->host, e->program, b->name);
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void open_function(FILE *file, const emit *e)
{
    fprintf(file, "static vg_status open_program(%s *p, const vg_config *config, void *const *memory)\n{\n",
            e->program);
    if (e->app_count == 0) {
        fprintf(file, "    (void)memory;\n    return %s_open(p, config, NULL);\n}\n", e->program);
        return;
    }
    fprintf(file, "    %s_data data;\n\n", e->program);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        fprintf(file, "    data.%s = (%s)memory[%zu];\n", emit_member(e->memory, b->name),
                emit_type(e->memory, b->type, true, true), i);
    }
    fprintf(file, "    return %s_open(p, config, &data);\n}\n", e->program);
}

static void fill_access(FILE *file, const void *context)
{
    const emit *e = context;

    memory_function(file, e, PORT_INPUT);
    memory_function(file, e, PORT_OUTPUT);
    setting_function(file, e);
    open_function(file, e);
}

static void fill_run(FILE *file, const void *context)
{
    emit_template(file, context, "main_run.c.in", NULL, 0, NULL, 0);
}

void emit_main(FILE *file, const emit *e)
{
    size_t most = 1;

    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++)
        if (port_count(e, kind) > most)
            most = port_count(e, kind);
    const tmpl_word words[] = {{"PORT_LIMIT", arena_printf(e->memory, "%zu", most)}};
    const tmpl_slot slots[] = {{"ports", fill_ports}, {"access", fill_access}, {"run", fill_run}};

    emit_template(file, e, "main.c.in", words, 1, slots, sizeof slots / sizeof *slots);
}
