/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_selftest.c: the program's table for the self-test, with what that uses beyond the driver. */
#include "emit/emit_driver.h"

/* Last argument of the program's functions. */
static const char *lane(const emit *e)
{
    return e->lanes ? ", lane" : "";
}

/* ---- values of settings ---- */

/* A value beside the first one: the first number of it one step on (a float: an eighth more). */
static void step_number(const model_type *scalar_type, unsigned char *bytes)
{
    uint64_t bits = emit_bits(bytes, scalar_type->size);
    float single;
    double wide;

    switch (scalar_type->base) {
    case SCALAR_F32:
        memcpy(&single, bytes, sizeof single);
        single += 0.125f;
        memcpy(bytes, &single, sizeof single);
        return;
    case SCALAR_F64:
        memcpy(&wide, bytes, sizeof wide);
        wide += 0.125;
        memcpy(bytes, &wide, sizeof wide);
        return;
    case SCALAR_F16:
    case SCALAR_BF16:
    case SCALAR_BOOL:
        bytes[0] ^= 1;
        return;
    default:
        /* Downwards where that stays a number above 0: a count that a kernel trusts must not grow. */
        bits = emit_signed_bits(bytes, scalar_type->size) > 1 ? bits - 1 : bits ^ 1;
        for (uint32_t i = 0; i < scalar_type->size; i++)
            bytes[i] = (unsigned char)(bits >> (8 * i));
        return;
    }
}

static const model_type *first_number(const model_type *type)
{
    if (type->base == SCALAR_STRUCT)
        type = type->fields[0].type;
    return model_type_scalar(type->base);
}

/* What a setting alternates with: between the ends of its range, or between its first value and one beside it. */
static void alternatives(const emit *e, const model_buffer *b, const unsigned char **first,
                         const unsigned char **second)
{
    unsigned char *other = ARENA_ARRAY(e->memory, unsigned char, b->type->size);

    if (b->ranged) {
        *first = b->low_bytes;
        *second = b->high_bytes;
        return;
    }
    memcpy(other, b->pattern, b->type->size);
    step_number(first_number(b->type), other);
    *first = b->pattern;
    *second = other;
}

static void values(FILE *file, const emit *e, const model_buffer *b)
{
    const unsigned char *both[2];

    alternatives(e, b, &both[0], &both[1]);
    fprintf(file, "static const unsigned char driven_values_%s[] = {\n", b->name);
    for (size_t i = 0; i < 2; i++) {
        fputs("    ", file);
        for (size_t at = 0; at < b->type->size; at++)
            fprintf(file, "0x%02xu,%s", both[i][at], at + 1 == b->type->size ? "\n" : at % 16 == 15 ? "\n    " : " ");
    }
    fputs("};\n", file);
}

static void value_tables(FILE *file, const emit *e)
{
    if (!emit_has_settings(e->m))
        return;
    fputs("/* Bytes of the two values that each setting alternates between. */\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING)
            values(file, e, &e->m->buffers[i]);
    fputs("static const unsigned char *const driven_values[] = {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (e->m->buffers[i].role == ROLE_SETTING)
            fprintf(file, "    driven_values_%s,\n", e->m->buffers[i].name);
    fputs("};\n\n", file);
}

/* ---- ways to replay ---- */

static void started_function(FILE *file, const emit *e)
{
    fputs("static vg_status driven_started(size_t graph, unsigned lane)\n{\n    vg_status status;\n\n", file);
    if (!e->lanes)
        fputs("    (void)lane;\n", file);
    fputs("    switch (graph) {\n", file);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(file,
                "    case %zu: {\n        %s_%sin in;\n        %s_%sout out;\n\n        driven_give_%s(&in, &out);\n"
                "        status = %s_%scall_start(&driven_program, &in%s);\n"
                "        return (status == VG_OK) ? %s_%scall_finish(&driven_program, &out, VG_FOREVER%s) : status;\n"
                "    }\n",
                g, e->program, prefix, e->program, prefix, e->p->graphs[g].name, e->program, prefix, lane(e),
                e->program, prefix, lane(e));
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

/* Items that are all equal: the first ones are launched, and then each lane has the outputs. */
static void batch_function(FILE *file, const emit *e)
{
    fprintf(file,
            "#define DRIVEN_ITEMS (2u * %s_LANES)\n\nstatic vg_status driven_batch(size_t graph)\n{\n    size_t i;\n\n"
            "    switch (graph) {\n",
            e->prefix);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(
            file,
            "    case %zu: {\n        %s_%sin in[DRIVEN_ITEMS];\n        %s_%sout out[DRIVEN_ITEMS];\n\n"
            "        for (i = 0; i < DRIVEN_ITEMS; i++) {\n            driven_give_%s(&in[i], &out[i]);\n        }\n"
            "        return %s_%scall_batch(&driven_program, in, out, DRIVEN_ITEMS);\n    }\n",
            g, e->program, prefix, e->program, prefix, e->p->graphs[g].name, e->program, prefix);
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static bool has_batch(const emit *e)
{
    return e->m->api_call && e->lanes;
}

static void functions(FILE *file, const emit *e)
{
    static const emit_driver_call start = {"start", "", "start", "", ""};
    static const emit_driver_call timed = {"timed", "vg_times *times, ", "replay_timed", "call_timed", ", times"};

    if (!e->m->api_call) {
        emit_driver_run(file, e, &start);
        emit_driver_lane_function(file, e, "poll", "", "");
        emit_driver_lane_function(file, e, "finish", "uint64_t timeout_ns, ", ", timeout_ns");
    }
    emit_driver_run(file, e, &timed);
    if (e->m->api_call)
        started_function(file, e);
    if (has_batch(e))
        batch_function(file, e);
    if (emit_driver_saves(e)) {
        emit_driver_lane_function(file, e, "save", "void *memory, size_t size, ", ", memory, size");
        emit_driver_lane_function(file, e, "reset", "", "");
        emit_driver_lane_function(file, e, "restore", "const void *memory, size_t size, ", ", memory, size");
    }
}

static void selftest_table(FILE *file, const emit *e)
{
    fprintf(file, "static const vg_driver_selftest driven_selftest = {\n    %s\n",
            emit_has_settings(e->m) ? "driven_values," : "NULL, /* values of settings */");
    fputs(e->m->api_call ? "    NULL, /* start */\n    NULL, /* poll */\n    NULL, /* finish */\n"
                         : "    driven_start,\n    driven_poll,\n    driven_finish,\n",
          file);
    fprintf(file, "    driven_timed,\n    %s\n", e->m->api_call ? "driven_started," : "NULL, /* started */");
    fprintf(file, "    %s\n", has_batch(e) ? "driven_batch," : "NULL, /* batch */");
    if (emit_driver_saves(e))
        fprintf(file, "    %s_STATE_BYTES,\n    driven_save,\n    driven_reset,\n    driven_restore,\n", e->prefix);
    else
        fputs("    0u, /* bytes of state */\n    NULL, /* save */\n    NULL, /* reset */\n    NULL, /* restore */\n",
              file);
    fputs("};\n\n", file);
}

static void fill_table(FILE *file, const void *context)
{
    const emit *e = context;

    emit_driver_functions(file, e);
    value_tables(file, e);
    functions(file, e);
    selftest_table(file, e);
    emit_driver_table(file, e, "&driven_selftest", "NULL");
}

void emit_selftest(FILE *file, const emit *e)
{
    const tmpl_slot slots[] = {{"table", fill_table}};

    emit_template(file, e, "selftest.c.in", NULL, 0, slots, 1);
}
