/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.h and NAME.c: buffers in memory that the application binds. Their addresses are settings of the nodes that use
 * them, which commit gives new parameters when another one is bound. */
#include <string.h>

#include "emit/parts.h"

static bool is_used(const emit_graph *g, uint32_t buffer)
{
    for (size_t n = 0; n < g->plan->node_count; n++)
        for (size_t i = 0; i < g->nodes[n].setting_count; i++)
            if (g->nodes[n].settings[i] == buffer)
                return true;
    return false;
}

bool emit_has_bound(const emit *e, const emit_graph *g)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external && is_used(g, i))
            return true;
    return false;
}

static const char *uses_name(const emit *e, const emit_graph *g)
{
    return emit_private(e, arena_printf(e->memory, "uses_%s", g->plan->name));
}

/* ---- tables ---- */

void emit_external_enum(FILE *file, const emit *e)
{
    if (emit_external_count(e->m) == 0)
        return;
    fputs("\n/* Buffers in memory that the application binds. */\nenum {\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            fprintf(file, "    %s,\n", emit_external_index(e, i));
    fputs("};\n", file);
}

void emit_external_table(FILE *file, const emit *e)
{
    if (emit_external_count(e->m) == 0)
        return;
    fputs("/* Name, what is wrong where another one overlaps it, bytes, alignment, 1: replays write there. */\n", file);
    fprintf(file, "static const vg_external_desc %s[] = {\n", emit_private(e, "externals"));
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->external)
            fprintf(file, "    {\"%s\", \"memory apart from that of '%s'\", %s, %luu, %du},\n", b->name, b->name,
                    emit_bytes(e, i), (unsigned long)b->alignment, b->role == ROLE_OUTPUT ? 1 : 0);
    }
    fputs("};\n\n", file);
}

/* ---- build and commit ---- */

void emit_unbind(FILE *file, const emit *e, const char *indent, const char *settings)
{
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            fprintf(file, "%s%s.%s = 0u;\n", indent, settings, emit_member(e->memory, e->m->buffers[i].name));
}

void emit_uses_table(FILE *file, const emit *e, const emit_graph *g)
{
    if (!emit_has_bound(e, g))
        return;
    fprintf(file, "static const uint32_t %s[] = {\n", uses_name(e, g));
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external && is_used(g, i))
            fprintf(file, "    %s,\n", emit_external_index(e, i));
    fputs("};\n\n", file);
}

void emit_check_bound(FILE *file, const emit *e, const emit_graph *g)
{
    size_t count = 0;

    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        count += e->m->buffers[i].external && is_used(g, i) ? 1 : 0;
    if (count == 0)
        return;
    fprintf(file, "    status = vg_check_bound(&p->rt, %s, p->bound, %s, %zuu);\n", emit_private(e, "externals"),
            uses_name(e, g), count);
    emit_return_failure(file, "    ");
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external && is_used(g, i))
            fprintf(file, "    p->setting.%s = p->bound[%s].device;\n", emit_member(e->memory, e->m->buffers[i].name),
                    emit_external_index(e, i));
}

/* ---- open ---- */

/* What open is given becomes the runtime's; `lane` is "p->" or "lane->", `index` is "" or "[i]". */
void emit_give(FILE *file, const emit *e, const char *indent, const char *lane, const char *index)
{
    size_t count = emit_external_count(e->m);

    if (count == 0)
        return;
    fprintf(file, "%sif (data != NULL) {\n", indent);
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            fprintf(file, "%s    wanted[%s] = data->%s%s;\n", indent, emit_external_index(e, i),
                    emit_member(e->memory, e->m->buffers[i].name), index);
    fprintf(file, "%s}\n%svg_give(&%srt, %sbound, (data != NULL) ? wanted : NULL, %zuu);\n", indent, indent, lane, lane,
            count);
}

const char *emit_given_variable(const emit *e, const char *indent)
{
    size_t count = emit_external_count(e->m);

    return count == 0 ? "" : arena_printf(e->memory, "%svg_external wanted[%zu];\n", indent, count);
}

void emit_bind_given(FILE *file, const emit *e, const char *indent, const char *lane)
{
    fprintf(file, "%sif (status == VG_OK) {\n%s    status = vg_bind_given(&%srt, %s, %sbound, %zuu);\n%s}\n", indent,
            indent, lane, emit_private(e, "externals"), lane, emit_external_count(e->m), indent);
}

void emit_external_data(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *lanes = e->lanes ? arena_printf(e->memory, "[%s_LANES]", e->prefix) : "";
        if (b->external)
            fprintf(file, "    vg_external %s%s; /* %s %s %s, %llu bytes; address 0: bound later */\n",
                    emit_member(e->memory, b->name), lanes, model_role_name(b->role), b->type->name,
                    emit_shape(e->memory, b), (unsigned long long)b->size);
    }
}

/* ---- functions for the application ---- */

void emit_api_external(FILE *file, const emit *e)
{
    if (emit_external_count(e->m) == 0)
        return;
    fputs("/* ---- external memory ---- */\n\n"
          "/* These buffers lie in memory of the application's: on the program's device, where memory is a "
          "CUdeviceptr, or\n"
          " * page-locked on the host. Nothing crosses the bus for them. bytes is what the memory has from there on. "
          "Binding may\n"
          " * happen at any time on an open program: the next start commits it, a running replay keeps what it has. "
          "Address 0\n"
          " * takes the memory away. A start that uses a buffer without memory is VG_STATE, and so is one whose memory "
          "was freed;\n"
          " * an output may not overlap another buffer of the same graph (VG_ARGUMENT). Bytes that no step writes keep "
          "their\n"
          " * value. */\n\n",
          file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (!b->external)
            continue;
        emit_wrapped(file, "/* ", " * ",
                     arena_printf(e->memory, "%s %s: %s %s, %llu bytes at a multiple of %lu. */",
                                  b->role == ROLE_OUTPUT ? "Output" : "Input", b->name, b->type->name,
                                  emit_shape(e->memory, b), (unsigned long long)b->size, (unsigned long)b->alignment));
        fputc('\n', file);
        emit_declare(file, e, "vg_status", arena_printf(e->memory, "bind_%s", b->name),
                     "uint64_t memory, uint64_t bytes", false);
        fputc('\n', file);
    }
}

void emit_external_functions(FILE *file, const emit *e)
{
    for (uint32_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            emit_hand_on(file, e, arena_printf(e->memory, "bind_%s", e->m->buffers[i].name),
                         "uint64_t memory, uint64_t bytes",
                         arena_printf(e->memory, "vg_bind(&%s->rt, &%s[%s], &%s->bound[%s], memory, bytes)", e->own,
                                      emit_private(e, "externals"), emit_external_index(e, i), e->own,
                                      emit_external_index(e, i)));
}

/* ---- NAME_sim.cpp ---- */

/* Behind pinned memory: each buffer in external memory is a space of its own. */
size_t emit_sim_external_space(const emit *e, uint32_t buffer)
{
    size_t space = e->p->arena_count + 1 + (e->p->pinned_pool.bytes > 0 ? 1 : 0);

    for (uint32_t i = 0; i < buffer; i++)
        space += e->m->buffers[i].external ? 1 : 0;
    return space;
}

void emit_sim_external_spaces(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].external)
            fprintf(file, "    {\"%s\", %lluu, VGSIM_EXTERNAL, 0},\n", e->m->buffers[i].name,
                    (unsigned long long)e->m->buffers[i].size);
}

/* ---- NAME_main.c and NAME_selftest.c ---- */

/* Memory of the driver's own for what the application would bind; the program has to be open before there is any. */
static void bind_functions(FILE *file, const emit *e)
{
    size_t count = emit_external_count(e->m);
    const char *lanes = e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1";

    fprintf(file, "static void *driven_bound[%s][%zu];\n\n", lanes, count);
    fputs("static vg_status driven_bind(unsigned lane)\n{\n", file);
    fputs("    void **memory = driven_bound[lane];\n    vg_status status = VG_OK;\n\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *bytes = arena_printf(e->memory, "%s_%s_BYTES", e->prefix, emit_upper(e->memory, b->name));
        size_t number = emit_external_number(e, b);
        if (!b->external)
            continue;
        fprintf(file,
                "    if (status == VG_OK) {\n        status = vg_pin(driven_runtime(lane), %s, &memory[%zu]);\n    }\n",
                bytes, number);
        fprintf(file,
                "    if (status == VG_OK) {\n        status = %s_bind_%s(&driven_program, "
                "(uint64_t)(uintptr_t)memory[%zu], %s%s);\n    }\n",
                e->program, b->name, number, bytes, e->lanes ? ", lane" : "");
    }
    fputs("    return status;\n}\n\n", file);
    fputs("static vg_status driven_unbind(unsigned lane)\n{\n    vg_status failed = VG_OK;\n    size_t i;\n\n", file);
    fprintf(file, "    for (i = 0; i < %zu; i++) {\n", count);
    fputs("        const vg_status status = vg_unpin(driven_runtime(lane), driven_bound[lane][i]);\n\n"
          "        driven_bound[lane][i] = NULL;\n        if (failed == VG_OK) {\n            failed = status;\n"
          "        }\n    }\n"
          "    return failed;\n}\n\n",
          file);
}

static void bound_close_function(FILE *file, const emit *e)
{
    fprintf(file,
            "static vg_status driven_close(void)\n{\n    vg_status failed = VG_OK, status;\n    unsigned lane;\n\n"
            "    for (lane = 0; lane < %s; lane++) {\n        status = driven_unbind(lane);\n"
            "        if (failed == VG_OK) {\n            failed = status;\n        }\n    }\n"
            "    status = %s_close(&driven_program);\n    return (failed == VG_OK) ? status : failed;\n}\n\n",
            e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1", e->program);
}

/* Behind the one that opens alone. */
static void bound_open_function(FILE *file, const emit *e)
{
    fprintf(
        file,
        "static vg_status driven_open_bound(const vg_config *config, void *const *constants)\n{\n"
        "    vg_status status;\n    unsigned lane;\n\n"
        "    if ((config != NULL) && (config->warm_up != 0u)) {\n"
        "        return vg_refuse(driven_runtime(0), VG_ARGUMENT, \"no warm-up: this driver binds external memory "
        "after open\",\n                         0u, 0u);\n    }\n"
        "    status = driven_open(config, constants);\n    if (status != VG_OK) {\n        return status;\n    }\n"
        "    for (lane = 0; (status == VG_OK) && (lane < %s); lane++) {\n        status = driven_bind(lane);\n    }\n"
        "    if (status != VG_OK) {\n        const vg_detail detail = driven_runtime(lane - 1u)->detail;\n\n"
        "        (void)driven_close();\n        driven_runtime(0)->detail = detail;\n    }\n"
        "    return status;\n}\n\n",
        e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1");
}

void emit_driver_bound(FILE *file, const emit *e)
{
    bind_functions(file, e);
    bound_close_function(file, e);
    bound_open_function(file, e);
}
