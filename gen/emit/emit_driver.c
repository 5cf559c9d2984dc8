/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The table that NAME_main.c and NAME_selftest.c hand to runtime/driver: what goes in and out, settings, switches,
 * graphs, and thin functions over the program's own. Everything in it is called driven or begins so. */
#include "emit/emit_driver.h"

typedef enum { PORT_INPUT, PORT_OUTPUT, PORT_SETTING, PORT_CONSTANT } port_kind;

static const char *const port_tables[] = {"driven_inputs", "driven_outputs", "driven_settings", "driven_constants"};

static bool is_port(const model_buffer *b, port_kind kind)
{
    switch (kind) {
    case PORT_INPUT:
        return emit_goes_in(b) || (b->external && b->role == ROLE_INPUT);
    case PORT_OUTPUT:
        return emit_comes_out(b) || (b->external && b->role == ROLE_OUTPUT);
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

/* Last argument of the program's functions. */
static const char *lane(const emit *e)
{
    return e->lanes ? ", lane" : "";
}

/* A function's body begins with this where it has an argument that the program does not need. */
static void ignore_lane(FILE *file, const emit *e)
{
    if (!e->lanes)
        fputs("    (void)lane;\n", file);
}

/* ---- ports and names ---- */

/* The lanes of a vector are a last dimension. */
static size_t dimensions(const model_buffer *b)
{
    return b->shape_count + (b->type->lanes > 1 ? 1 : 0);
}

static void shape(FILE *file, const model_buffer *b)
{
    fprintf(file, "static const uint64_t driven_shape_%s[] = {", b->name);
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

static bool any_requested(const emit *e, port_kind kind)
{
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (is_requested(&e->m->buffers[i], kind))
            return true;
    return false;
}

static void port_table(FILE *file, const emit *e, port_kind kind)
{
    if (port_count(e, kind) == 0)
        return;
    fprintf(file, "\nstatic const vg_driver_port %s[] = {\n", port_tables[kind]);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        port_type type = type_of(b->type);
        if (!is_port(b, kind))
            continue;
        fprintf(file, "    {\"%s\", \"%s\", \"%s\", '%c', %luu, %lluu, %d, %zuu, ", b->name, b->type->name, type.dtype,
                type.kind, (unsigned long)(b->type->size / b->type->lanes), (unsigned long long)b->size,
                is_requested(b, kind) ? 1 : 0, dimensions(b));
        if (dimensions(b) > 0)
            fprintf(file, "driven_shape_%s},\n", b->name);
        else
            fputs("NULL},\n", file);
    }
    fputs("};\n", file);
}

static void port_tables_of(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if ((emit_is_accessible(b) || b->role == ROLE_SETTING || b->content == CONTENT_APP) && dimensions(b) > 0)
            shape(file, b);
    }
    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++)
        port_table(file, e, kind);
}

static void name_tables(FILE *file, const emit *e)
{
    if (e->m->switch_count > 0) {
        fputs("\nstatic const char *const driven_switches[] = {\n", file);
        for (size_t i = 0; i < e->m->switch_count; i++)
            fprintf(file, "    \"%s\",\n", e->m->switches[i].name);
        fputs("};\n", file);
    }
    fputs("\nstatic const char *const driven_graphs[] = {\n", file);
    for (size_t g = 0; g < e->replayed; g++)
        fprintf(file, "    \"%s\",\n", e->p->graphs[g].name);
    fputs("};\n\n", file);
}

/* ---- memory ---- */

/* Calls copy from and to memory of the application's, here of the driver's. */
static void call_memory(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *room =
            b->size > 0 ? arena_printf(e->memory, "%s_%s_COUNT", e->prefix, emit_upper(e->memory, b->name)) : "1";
        if (emit_goes_in(b))
            fprintf(file, "static %sdriven_in_%s[%s];\n", emit_type(e, b->type, false, false), b->name, room);
        if (emit_comes_out(b))
            fprintf(file, "static %sdriven_out_%s[%s];\n", emit_type(e, b->type, false, false), b->name, room);
    }
    fputc('\n', file);
}

static void memory_function(FILE *file, const emit *e, port_kind kind)
{
    bool comes = kind == PORT_OUTPUT;
    size_t index = 0;

    if (port_count(e, kind) == 0)
        return;
    fprintf(file, "static %svoid *%s(size_t index, unsigned lane)\n{\n", comes ? "const " : "",
            comes ? "driven_output" : "driven_input");
    if (e->m->api_call)
        fputs("    (void)lane;\n", file);
    else
        ignore_lane(file, e);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!is_port(b, kind))
            continue;
        fprintf(file, "    case %zu:\n", index++);
        if (b->external)
            fprintf(file, "        return driven_bound[%s][%zu];\n", e->lanes ? "lane" : "0",
                    emit_external_number(e, b));
        else if (e->m->api_call)
            fprintf(file, "        return driven_%s_%s;\n", comes ? "out" : "in", b->name);
        else
            fprintf(file, "        return %s_%s(&driven_program%s);\n", e->program,
                    comes ? emit_out_name(e, b) : b->name, lane(e));
    }
    fputs("    default:\n        return NULL;\n    }\n}\n\n", file);
}

/* ---- requests, settings, switches ---- */

static void end_of_switch(FILE *file)
{
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void request_function(FILE *file, const emit *e, port_kind kind)
{
    const char *request = kind == PORT_INPUT ? "changed" : "want";
    size_t index = 0;

    if (!any_requested(e, kind))
        return;
    fprintf(file, "static vg_status driven_%s(size_t index, unsigned lane)\n{\n", request);
    ignore_lane(file, e);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!is_port(b, kind))
            continue;
        if (is_requested(b, kind))
            fprintf(file, "    case %zu:\n        return %s_%s_%s(&driven_program%s);\n", index, e->program, request,
                    b->name, lane(e));
        index++;
    }
    end_of_switch(file);
}

static void setting_function(FILE *file, const emit *e)
{
    size_t index = 0;

    if (port_count(e, PORT_SETTING) == 0)
        return;
    fputs("static vg_status driven_set(size_t index, const void *value, unsigned lane)\n{\n", file);
    ignore_lane(file, e);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role != ROLE_SETTING)
            continue;
        fprintf(file, "    case %zu: {\n        %s typed;\n\n        (void)memcpy(&typed, value, sizeof typed);\n",
                index++, emit_host(e, b->type));
        fprintf(file, "        return %s_set_%s(&driven_program, %styped%s);\n    }\n", e->program, b->name,
                emit_is_aggregate(b->type) ? "&" : "", lane(e));
    }
    end_of_switch(file);
}

static void switch_function(FILE *file, const emit *e)
{
    if (e->m->switch_count == 0)
        return;
    fputs("static vg_status driven_turn(size_t index, int on, unsigned lane)\n{\n", file);
    ignore_lane(file, e);
    fputs("    switch (index) {\n", file);
    for (size_t i = 0; i < e->m->switch_count; i++)
        fprintf(file, "    case %zu:\n        return %s_switch_%s(&driven_program, on%s);\n", i, e->program,
                e->m->switches[i].name, lane(e));
    end_of_switch(file);
}

/* ---- replays ---- */

static const char *call_type(const emit *e, size_t graph, const char *side)
{
    return arena_printf(e->memory, "%s_%s%s", e->program, emit_graph_prefix(e, graph), side);
}

/* What a call of each graph is given. */
static void give_function(FILE *file, const emit *e, size_t graph)
{
    fprintf(file, "static void driven_give_%s(%s *in, %s *out)\n{\n", e->p->graphs[graph].name,
            call_type(e, graph, "in"), call_type(e, graph, "out"));
    fputs("    (void)memset(in, 0, sizeof *in);\n    (void)memset(out, 0, sizeof *out);\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *upper = emit_upper(e->memory, b->name), *name = emit_member(e->memory, b->name);
        for (int back = 0; back < 2; back++) {
            const char *side = back ? "out" : "in";
            if (emit_graph_moves(e, graph, i, back ? PLAN_DOWNLOAD : PLAN_UPLOAD))
                fprintf(file, "    %s->%s = driven_%s_%s;\n    %s->%s_count = %s_%s_COUNT;\n", side, name, side,
                        b->name, side, b->name, e->prefix, upper);
        }
    }
    fputs("}\n\n", file);
}

void emit_driver_run(FILE *file, const emit *e, const emit_driver_call *call)
{
    fprintf(file, "static vg_status driven_%s(size_t graph, %sunsigned lane)\n{\n", call->name, call->parameter);
    ignore_lane(file, e);
    fputs("    switch (graph) {\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(file, "    case %zu:", g);
        if (e->m->api_call) {
            fprintf(file, " {\n        %s in;\n        %s out;\n\n", call_type(e, g, "in"), call_type(e, g, "out"));
            fprintf(file, "        driven_give_%s(&in, &out);\n", e->p->graphs[g].name);
            fprintf(file, "        return %s_%s%s(&driven_program, &in, &out%s%s);\n    }\n", e->program, prefix,
                    call->copying, call->argument, lane(e));
        } else {
            fprintf(file, "\n        return %s_%s%s(&driven_program%s%s);\n", e->program, prefix, call->in_place,
                    call->argument, lane(e));
        }
    }
    end_of_switch(file);
}

static void profile_function(FILE *file, const emit *e)
{
    fputs("static vg_status driven_profile(size_t graph, uint32_t replays, unsigned lane, vg_driver_nodes "
          "*profiled)\n{\n",
          file);
    ignore_lane(file, e);
    fputs("    switch (graph) {\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(file, "    case %zu: {\n        static %s times;\n\n", g, emit_times_name(e, g));
        if (e->p->graphs[g].node_count > 0)
            fprintf(file,
                    "        profiled->count = %s;\n        profiled->ns = times.ns;\n"
                    "        profiled->title = %s_%snode_title;\n",
                    emit_nodes_name(e, g), e->program, prefix);
        else
            fputs("        profiled->count = 0;\n", file);
        fprintf(file, "        return %s_%sprofile(&driven_program, replays, &times%s);\n    }\n", e->program, prefix,
                lane(e));
    }
    end_of_switch(file);
}

void emit_driver_lane_function(FILE *file, const emit *e, const char *name, const char *parameters,
                               const char *arguments)
{
    fprintf(file, "static vg_status driven_%s(%sunsigned lane)\n{\n", name, parameters);
    if (!e->lanes)
        fputs("    (void)lane;\n", file);
    fprintf(file, "    return %s_%s(&driven_program%s%s);\n}\n\n", e->program, name, arguments, lane(e));
}

bool emit_driver_saves(const emit *e)
{
    return emit_has_state(e->m) && emit_state_bytes(e->m) > 0;
}

/* ---- the program ---- */

static void open_function(FILE *file, const emit *e)
{
    bool captures = emit_any_capture(e);

    fputs("static vg_status driven_open(const vg_config *config, void *const *constants)\n{\n", file);
    if (e->app_count == 0 && !captures) {
        fprintf(file, "    (void)constants;\n    return %s_open(&driven_program, config, NULL);\n}\n\n", e->program);
        return;
    }
    fprintf(file, "    %s_data data;\n\n", e->program);
    if (e->app_count == 0)
        fputs("    (void)constants;\n", file);
    if (emit_external_count(e->m) > 0 && !captures)
        fputs("    (void)memset(&data, 0, sizeof data);\n", file);
    if (captures)
        fputs("    driven_functions(&data);\n", file);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        fprintf(file, "    data.%s = (%s)constants[%zu];\n", emit_member(e->memory, b->name),
                emit_type(e, b->type, true, true), i);
    }
    fprintf(file, "    return %s_open(&driven_program, config, &data);\n}\n\n", e->program);
}

static void program_functions(FILE *file, const emit *e)
{
    emit_driver_captures(file, e);
    open_function(file, e);
    if (emit_external_count(e->m) == 0)
        fprintf(file, "static vg_status driven_close(void)\n{\n    return %s_close(&driven_program);\n}\n\n",
                e->program);
    fputs("static vg_program *driven_runtime(unsigned lane)\n{\n", file);
    if (e->lanes && e->queued)
        fprintf(file, "    return &driven_program.slot[lane * %s_IN_FLIGHT].rt;\n}\n\n", e->prefix);
    else if (e->lanes)
        fputs("    return &driven_program.lane[lane].rt;\n}\n\n", file);
    else if (e->queued)
        fputs("    (void)lane;\n    return &driven_program.slot[0].rt;\n}\n\n", file);
    else
        fputs("    (void)lane;\n    return &driven_program.rt;\n}\n\n", file);
    if (emit_external_count(e->m) == 0)
        return;
    emit_driver_bound(file, e);
}

void emit_driver_functions(FILE *file, const emit *e)
{
    static const emit_driver_call replay = {"replay", "", "replay", "call", ""};
    static const emit_driver_call step = {"step", "", "step", "call_step", ""};

    port_tables_of(file, e);
    name_tables(file, e);
    fprintf(file, "static %s driven_program;\n\n", e->program);
    program_functions(file, e);
    if (e->m->api_call)
        call_memory(file, e);
    memory_function(file, e, PORT_INPUT);
    memory_function(file, e, PORT_OUTPUT);
    request_function(file, e, PORT_INPUT);
    request_function(file, e, PORT_OUTPUT);
    setting_function(file, e);
    switch_function(file, e);
    for (size_t g = 0; e->m->api_call && g < e->replayed; g++)
        give_function(file, e, g);
    emit_driver_run(file, e, &replay);
    emit_driver_run(file, e, &step);
    profile_function(file, e);
}

static void function_line(FILE *file, const char *name, bool there)
{
    if (there)
        fprintf(file, "    driven_%s,\n", name);
    else
        fprintf(file, "    NULL, /* %s */\n", name);
}

void emit_driver_table(FILE *file, const emit *e, const char *selftest, const char *tune)
{
    fprintf(file, "static const vg_driver_program driven = {\n    \"%s\",\n    %s, /* lanes */\n", e->program,
            e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1u");
    for (port_kind kind = PORT_INPUT; kind <= PORT_CONSTANT; kind++) {
        if (port_count(e, kind) > 0)
            fprintf(file, "    {%s, %zuu},\n", port_tables[kind], port_count(e, kind));
        else
            fprintf(file, "    {NULL, 0u}, /* %s */\n", port_tables[kind] + strlen("driven_"));
    }
    if (e->m->switch_count > 0)
        fprintf(file, "    {driven_switches, %zuu},\n", e->m->switch_count);
    else
        fputs("    {NULL, 0u}, /* switches */\n", file);
    fprintf(file, "    {driven_graphs, %zuu},\n    driven_open%s,\n    driven_close,\n    driven_runtime,\n",
            e->replayed, emit_external_count(e->m) > 0 ? "_bound" : "");
    function_line(file, "input", port_count(e, PORT_INPUT) > 0);
    function_line(file, "output", port_count(e, PORT_OUTPUT) > 0);
    function_line(file, "changed", any_requested(e, PORT_INPUT));
    function_line(file, "want", any_requested(e, PORT_OUTPUT));
    function_line(file, "set", port_count(e, PORT_SETTING) > 0);
    function_line(file, "turn", e->m->switch_count > 0);
    fprintf(file, "    driven_replay,\n    driven_step,\n    driven_profile,\n    %s,\n    %s,\n};\n", selftest, tune);
}
