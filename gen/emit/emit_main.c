/* SPDX-License-Identifier: MIT */
/* NAME_main.c: a command-line driver for the program. */
#include <string.h>

#include "emit/parts.h"

typedef enum { PORT_INPUT, PORT_OUTPUT, PORT_SETTING, PORT_CONSTANT } port_kind;

static const char *const port_tables[] = {"inputs", "outputs", "settings", "constants"};

static bool is_port(const model_buffer *b, port_kind kind)
{
    switch (kind) {
    case PORT_INPUT:
        return emit_goes_in(b);
    case PORT_OUTPUT:
        return emit_comes_out(b);
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

/* The lanes of a vector are a last dimension. */
static size_t dimensions(const model_buffer *b)
{
    return b->shape_count + (b->type->lanes > 1 ? 1 : 0);
}

static void shape(FILE *file, const model_buffer *b)
{
    fprintf(file, "static const uint64_t shape_of_%s[] = {", b->name);
    for (size_t i = 0; i < b->shape_count; i++)
        fprintf(file, "%s%lluu", i > 0 ? ", " : "", (unsigned long long)b->dims[i]);
    if (b->type->lanes > 1)
        fprintf(file, "%s%uu", b->shape_count > 0 ? ", " : "", b->type->lanes);
    fputs("};\n", file);
}

static bool is_requested(const model_buffer *b, port_kind kind)
{
    return (kind == PORT_INPUT && emit_is_requested(b, PLAN_UPLOAD)) ||
           (kind == PORT_OUTPUT && emit_is_requested(b, PLAN_DOWNLOAD));
}

static void table(FILE *file, const emit *e, port_kind kind)
{
    fprintf(file, "\nstatic const port %s[] = {\n", port_tables[kind]);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        port_type type = type_of(b->type);
        if (!is_port(b, kind))
            continue;
        fprintf(file, "    {\"%s\", \"%s\", \"%s\", '%c', %luu, %lluu, %d, %zuu, ", b->name, b->type->name, type.dtype,
                type.kind, (unsigned long)(b->type->size / b->type->lanes), (unsigned long long)b->size,
                is_requested(b, kind) ? 1 : 0, dimensions(b));
        if (dimensions(b) > 0)
            fprintf(file, "shape_of_%s},\n", b->name);
        else
            fputs("NULL},\n", file);
    }
    fputs("    {NULL, NULL, NULL, ' ', 0u, 0u, 0, 0u, NULL}, /* the end */\n};\n", file);
}

/* The names of switches and graphs. */
static void name_table(FILE *file, const char *table_name, const char *const *names, size_t count)
{
    fprintf(file, "\nstatic const char *const %s[] = {\n", table_name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "    \"%s\",\n", names[i]);
    fputs("    NULL, /* the end */\n};\n", file);
}

static void fill_ports(FILE *file, const void *context)
{
    const emit *e = context;
    size_t count = e->m->switch_count > e->replayed ? e->m->switch_count : e->replayed;
    const char **names = ARENA_ARRAY(e->memory, const char *, count + 1);

    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if ((emit_is_accessible(b) || b->role == ROLE_SETTING) && dimensions(b) > 0)
            shape(file, b);
    }
    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++)
        table(file, e, kind);
    for (size_t i = 0; i < e->m->switch_count; i++)
        names[i] = e->m->switches[i].name;
    name_table(file, "switch_names", names, e->m->switch_count);
    for (size_t i = 0; i < e->replayed; i++)
        names[i] = e->p->graphs[i].name;
    name_table(file, "graph_names", names, e->replayed);
}

/* ---- access by index ---- */

/* Arguments after the first: with lanes, the driver uses the first one. */
static const char *lane(const emit *e)
{
    return e->lanes ? ", 0u" : "";
}

/* With `api: call` the driver has memory of its own. */
static void own_memory(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *room =
            b->size > 0 ? arena_printf(e->memory, "%s_%s_COUNT", e->prefix, emit_upper(e->memory, b->name)) : "1";
        if (emit_goes_in(b))
            fprintf(file, "static %smemory_of_%s[%s];\n", emit_type(e, b->type, false, false), b->name, room);
        if (emit_comes_out(b))
            fprintf(file, "static %smemory_after_%s[%s];\n", emit_type(e, b->type, false, false), b->name, room);
    }
    fputc('\n', file);
}

static void memory_function(FILE *file, const emit *e, port_kind kind)
{
    bool is_const = kind == PORT_OUTPUT;
    size_t index = 0;

    fprintf(file, "static %svoid *%s_memory(%s%s *p, size_t index)\n{\n", is_const ? "const " : "",
            is_const ? "output" : "input", is_const ? "const " : "", e->program);
    if (port_count(e, kind) == 0 || e->m->api_call)
        fputs("    (void)p;\n", file);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!is_port(b, kind))
            continue;
        fprintf(file, "    case %zu:\n", index++);
        if (e->m->api_call)
            fprintf(file, "        return memory_%s_%s;\n", is_const ? "after" : "of", b->name);
        else
            fprintf(file, "        return %s_%s(p%s);\n", e->program, is_const ? emit_out_name(e, b) : b->name,
                    lane(e));
    }
    fputs("    default:\n        return NULL;\n    }\n}\n\n", file);
}

static void request_function(FILE *file, const emit *e, port_kind kind)
{
    bool any = false;
    size_t index = 0;

    fprintf(file, "static vg_status %s(%s *p, size_t index)\n{\n", kind == PORT_INPUT ? "input_changed" : "want_output",
            e->program);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        any = any || is_requested(&e->m->buffers[i], kind);
    if (!any) {
        fputs("    (void)p;\n    (void)index;\n    return VG_OK;\n}\n\n", file);
        return;
    }
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!is_port(b, kind))
            continue;
        if (is_requested(b, kind))
            fprintf(file, "    case %zu:\n        return %s_%s_%s(p%s);\n", index, e->program,
                    kind == PORT_INPUT ? "changed" : "want", b->name, lane(e));
        index++;
    }
    fputs("    default:\n        return VG_OK;\n    }\n}\n\n", file);
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
                    "        return %s_set_%s(p, %styped%s);\n    }\n",
                    index++, emit_host(e, b->type), e->program, b->name, emit_is_aggregate(b->type) ? "&" : "",
                    lane(e));
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void switch_function(FILE *file, const emit *e)
{
    fprintf(file, "static vg_status turn_switch(%s *p, size_t index, int on)\n{\n", e->program);
    if (e->m->switch_count == 0)
        fputs("    (void)p;\n    (void)on;\n", file);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->switch_count; i++)
        fprintf(file, "    case %zu:\n        return %s_switch_%s(p, on%s);\n", i, e->program, e->m->switches[i].name,
                lane(e));
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void call_case(FILE *file, const emit *e, size_t graph, const char *function)
{
    const char *prefix = emit_graph_prefix(e, graph);

    fprintf(file, "    case %zu: {\n        %s_%sin in;\n        %s_%sout out;\n\n", graph, e->program, prefix,
            e->program, prefix);
    fputs("        memset(&in, 0, sizeof in);\n        memset(&out, 0, sizeof out);\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *upper = emit_upper(e->memory, b->name), *name = emit_member(e->memory, b->name);
        if (emit_graph_moves(e, graph, i, PLAN_UPLOAD))
            fprintf(file, "        in.%s = memory_of_%s;\n        in.%s_count = %s_%s_COUNT;\n", name, b->name, b->name,
                    e->prefix, upper);
        if (emit_graph_moves(e, graph, i, PLAN_DOWNLOAD))
            fprintf(file, "        out.%s = memory_after_%s;\n        out.%s_count = %s_%s_COUNT;\n", name, b->name,
                    b->name, e->prefix, upper);
    }
    fprintf(file, "        return %s_%s%s(p, &in, &out%s);\n    }\n", e->program, prefix, function, lane(e));
}

/* A function of the driver that runs a graph by its number, through the program's `function` or, in the copying form,
 * its `call`. */
static void run_function(FILE *file, const emit *e, const char *name, const char *function, const char *call)
{
    fprintf(file, "static vg_status %s(%s *p, size_t graph)\n{\n    switch (graph) {\n", name, e->program);
    for (size_t g = 0; g < e->replayed; g++) {
        if (e->m->api_call)
            call_case(file, e, g, call);
        else
            fprintf(file, "    case %zu:\n        return %s_%s%s(p%s);\n", g, e->program, emit_graph_prefix(e, g),
                    function, lane(e));
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void profile_function(FILE *file, const emit *e)
{
    fprintf(file, "static vg_status profile_nodes(%s *p, size_t graph, uint32_t replays)\n{\n", e->program);
    fputs("    vg_status status;\n    unsigned node;\n\n    switch (graph) {\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(file, "    case %zu: {\n        static %s profiled;\n\n", g, emit_times_name(e, g));
        fprintf(file, "        status = %s_%sprofile(p, replays, &profiled%s);\n", e->program, prefix, lane(e));
        if (e->p->graphs[g].node_count > 0)
            fprintf(file,
                    "        for (node = 0; status == VG_OK && node < %s; node++)\n"
                    "            print_node(profiled.ns[node], %s_%snode_title(node));\n",
                    emit_nodes_name(e, g), e->program, prefix);
        else
            fputs("        node = 0;\n        (void)node;\n", file);
        fputs("        return status;\n    }\n", file);
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
                emit_type(e, b->type, true, true), i);
    }
    fprintf(file, "    return %s_open(p, config, &data);\n}\n", e->program);
}

static void fill_access(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->m->api_call)
        own_memory(file, e);
    memory_function(file, e, PORT_INPUT);
    memory_function(file, e, PORT_OUTPUT);
    request_function(file, e, PORT_INPUT);
    request_function(file, e, PORT_OUTPUT);
    setting_function(file, e);
    switch_function(file, e);
    run_function(file, e, "replay", "replay", "call");
    run_function(file, e, "step_once", "step", "call_step");
    profile_function(file, e);
    open_function(file, e);
}

static void fill_run(FILE *file, const void *context)
{
    const emit *e = context;
    const tmpl_word words[] = {
        {"FIRST", e->lanes ? "p->lane[0]." : "p->"},
        {"LANE", lane(e)},
        {"LANES", e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1"},
    };

    emit_template(file, e, "main_run.c.in", words, 3, NULL, 0);
}

void emit_main(FILE *file, const emit *e)
{
    size_t most = e->m->switch_count;

    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++)
        if (port_count(e, kind) > most)
            most = port_count(e, kind);
    const tmpl_word words[] = {{"PORT_LIMIT", arena_printf(e->memory, "%zu", most + 1)}, {"LANE", lane(e)}};
    const tmpl_slot slots[] = {{"ports", fill_ports}, {"access", fill_access}, {"run", fill_run}};

    emit_template(file, e, "main.c.in", words, 2, slots, sizeof slots / sizeof *slots);
}
