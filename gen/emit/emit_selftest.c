/* SPDX-License-Identifier: MIT */
/* NAME_selftest.c: every way to replay the program under a count of heap calls. */
#include <string.h>

#include "emit/parts.h"

/* Last argument of the program's functions. */
static const char *lane(const emit *e)
{
    return e->lanes ? ", lane" : "";
}

static const char *call_memory(const emit *e, const char *what, const model_buffer *b)
{
    return arena_printf(e->memory, "selftest_%s_%s", what, b->name);
}

/* ---- memory of the application ---- */

static void array(FILE *file, const emit *e, const char *what, const model_buffer *b)
{
    uint64_t count = b->size / b->type->size;

    fprintf(file, "static %s%s[%llu];\n", emit_type(e, b->type, false, false), call_memory(e, what, b),
            (unsigned long long)(count > 0 ? count : 1));
}

/* All zero, as pinned memory is at first. */
static void fill_memory(FILE *file, const void *context)
{
    const emit *e = context;
    bool any = false;

    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        bool goes = e->m->api_call && emit_goes_in(b), comes = e->m->api_call && emit_comes_out(b);
        if (goes)
            array(file, e, "in", b);
        if (comes)
            array(file, e, "out", b);
        if (b->content == CONTENT_APP)
            array(file, e, "data", b);
        any = any || goes || comes || b->content == CONTENT_APP;
    }
    if (any)
        fputc('\n', file);
}

static void open_function(FILE *file, const emit *e)
{
    fprintf(file, "static vg_status selftest_open(%s *p, const vg_config *config)\n{\n", e->program);
    if (e->app_count == 0) {
        fprintf(file, "    return %s_open(p, config, NULL);\n}\n\n", e->program);
        return;
    }
    fprintf(file, "    %s_data data;\n\n", e->program);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        fprintf(file, "    data.%s = %s;\n", emit_member(e->memory, b->name), call_memory(e, "data", b));
    }
    fprintf(file, "    return %s_open(p, config, &data);\n}\n\n", e->program);
}

/* ---- what changes between replays ---- */

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

/* Each thing that changes has a period of its own, so that they meet in many combinations. */
static const char *in_turn(const emit *e, unsigned *index)
{
    return arena_printf(e->memory, "turn %% %uu == 0u", 2 + (*index)++ % 12);
}

static void change_setting(FILE *file, const emit *e, const model_buffer *b, unsigned *index)
{
    const unsigned char *first, *second;

    alternatives(e, b, &first, &second);
    fprintf(file, "    if (status == VG_OK) {\n        %svalue;\n\n        if (%s) {\n",
            emit_type(e, b->type, false, false), in_turn(e, index));
    emit_assign(file, e->memory, "            ", "value", b->type, second);
    fputs("        } else {\n", file);
    emit_assign(file, e->memory, "            ", "value", b->type, first);
    fprintf(file, "        }\n        status = %s_set_%s(p, %svalue%s);\n    }\n", e->program, b->name,
            emit_is_aggregate(b->type) ? "&" : "", lane(e));
}

static void change_function(FILE *file, const emit *e)
{
    unsigned index = 0;

    emit_wrapped(file, "/* ", " * ",
                 "Before each replay: settings go to and fro between the ends of their range, or between the spec's "
                 "value and the one beside it; switches are flipped, what is on request is asked for now and then. */");
    fputc('\n', file);
    fprintf(file, "static vg_status selftest_change(%s *p, unsigned long turn, unsigned lane)\n{\n", e->program);
    fputs("    vg_status status = VG_OK;\n\n    (void)p;\n    (void)turn;\n    (void)lane;\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            change_setting(file, e, b, &index);
        for (int back = 0; !e->m->api_call && back < 2; back++) {
            if (!emit_is_requested(b, back ? PLAN_DOWNLOAD : PLAN_UPLOAD))
                continue;
            fprintf(file, "    if (status == VG_OK && %s)\n        status = %s_%s_%s(p%s);\n", in_turn(e, &index),
                    e->program, back ? "want" : "changed", b->name, lane(e));
        }
    }
    for (size_t i = 0; i < e->m->switch_count; i++)
        fprintf(file, "    if (status == VG_OK)\n        status = %s_switch_%s(p, %s ? 1 : 0%s);\n", e->program,
                e->m->switches[i].name, in_turn(e, &index), lane(e));
    fputs("    return status;\n}\n\n", file);
}

/* ---- one function for all graphs ---- */

static void graph_function(FILE *file, const emit *e, const char *name, const char *locals, const char *call)
{
    fprintf(file,
            "static vg_status selftest_%s(%s *p, size_t graph, unsigned lane)\n{\n%s    (void)lane;\n"
            "    switch (graph) {\n",
            name, e->program, locals);
    for (size_t g = 0; g < e->replayed; g++)
        fprintf(file, "    case %zu:\n        return %s_%s%s%s);\n", g, e->program, emit_graph_prefix(e, g), call,
                lane(e));
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

/* Variables `in` and `out` with all that a call of the graph takes. */
static void call_memory_of(FILE *file, const emit *e, size_t graph)
{
    const char *prefix = emit_graph_prefix(e, graph);

    fprintf(file, "        %s_%sin in;\n        %s_%sout out;\n\n", e->program, prefix, e->program, prefix);
    fputs("        memset(&in, 0, sizeof in);\n        memset(&out, 0, sizeof out);\n", file);
    for (uint32_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        const char *upper = emit_upper(e->memory, b->name), *name = emit_member(e->memory, b->name);
        for (int back = 0; back < 2; back++) {
            const char *side = back ? "out" : "in";
            if (!emit_graph_moves(e, graph, i, back ? PLAN_DOWNLOAD : PLAN_UPLOAD))
                continue;
            fprintf(file, "        %s.%s = %s;\n        %s.%s_count = %s_%s_COUNT;\n", side, name,
                    call_memory(e, side, b), side, b->name, e->prefix, upper);
        }
    }
}

static void call_case(FILE *file, const emit *e, size_t graph, const char *suffix, const char *more)
{
    fprintf(file, "    case %zu: {\n", graph);
    call_memory_of(file, e, graph);
    fprintf(file, "        return %s_%scall%s(p, &in, &out%s%s);\n    }\n", e->program, emit_graph_prefix(e, graph),
            suffix, more, lane(e));
}

/* Items that are all the same: the first ones are launched, and then each lane has the outputs. */
static void batch_function(FILE *file, const emit *e)
{
    fprintf(file,
            "#define SELFTEST_ITEMS (2 * SELFTEST_LANES)\n\n"
            "static vg_status selftest_call_batch(%s *p, size_t graph)\n{\n    size_t i;\n\n    switch (graph) {\n",
            e->program);
    for (size_t g = 0; g < e->replayed; g++) {
        const char *prefix = emit_graph_prefix(e, g);
        fprintf(file,
                "    case %zu: {\n        %s_%sin inputs[SELFTEST_ITEMS];\n        %s_%sout outputs[SELFTEST_ITEMS];\n",
                g, e->program, prefix, e->program, prefix);
        call_memory_of(file, e, g);
        fprintf(file,
                "        for (i = 0; i < SELFTEST_ITEMS; i++) {\n            inputs[i] = in;\n"
                "            outputs[i] = out;\n        }\n"
                "        return %s_%scall_batch(p, inputs, outputs, SELFTEST_ITEMS);\n    }\n",
                e->program, prefix);
    }
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

/* The call whose name ends in suffix, with one more argument, for all graphs. */
static void call_function(FILE *file, const emit *e, const char *suffix, const char *locals, const char *more)
{
    fprintf(file,
            "static vg_status selftest_call%s(%s *p, size_t graph, unsigned lane)\n{\n%s    (void)lane;\n"
            "    switch (graph) {\n",
            suffix, e->program, locals);
    for (size_t g = 0; g < e->replayed; g++)
        call_case(file, e, g, suffix, more);
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void call_functions(FILE *file, const emit *e)
{
    call_function(file, e, "", "", "");
    call_function(file, e, "_timed", "    vg_times times;\n\n", ", &times");
    call_function(file, e, "_step", "", "");
    fputs("/* One bit of the first element of each input. */\nstatic void selftest_touch_inputs(void)\n{\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (emit_goes_in(b) && b->size > 0)
            fprintf(file, "    *(unsigned char *)%s ^= 1u;\n", call_memory(e, "in", b));
    }
    fputs("}\n\n", file);
}

static void profile_function(FILE *file, const emit *e)
{
    fprintf(file,
            "static vg_status selftest_profile(%s *p, size_t graph, unsigned lane)\n{\n    (void)lane;\n"
            "    switch (graph) {\n",
            e->program);
    for (size_t g = 0; g < e->replayed; g++)
        fprintf(file,
                "    case %zu: {\n        static %s times;\n\n        return %s_%sprofile(p, 1u, &times%s);\n    }\n",
                g, emit_times_name(e, g), e->program, emit_graph_prefix(e, g), lane(e));
    fputs("    default:\n        return VG_ARGUMENT;\n    }\n}\n\n", file);
}

static void fill_access(FILE *file, const void *context)
{
    const emit *e = context;

    fputs("static const char *const selftest_graphs[] = {\n", file);
    for (size_t g = 0; g < e->replayed; g++)
        fprintf(file, "    \"%s\",\n", e->p->graphs[g].name);
    fputs("    NULL, /* the end */\n};\n\n", file);
    open_function(file, e);
    change_function(file, e);
    profile_function(file, e);
    if (e->m->api_call) {
        call_functions(file, e);
        if (e->lanes)
            batch_function(file, e);
        return;
    }
    graph_function(file, e, "start", "", "start(p");
    graph_function(file, e, "replay", "", "replay(p");
    graph_function(file, e, "step", "", "step(p");
    graph_function(file, e, "timed", "    vg_times times;\n\n", "replay_timed(p, &times");
}

/* ---- ways that not every program has ---- */

static bool has_saved_state(const emit *e)
{
    return emit_has_state(e->m) && emit_state_bytes(e->m) > 0;
}

static bool has_batch(const emit *e)
{
    return e->m->api_call && e->lanes;
}

static void fill_more(FILE *file, const void *context)
{
    const emit *e = context;

    if (has_batch(e))
        fprintf(file,
                "static vg_status selftest_batch(%s *p, size_t graph, unsigned lane)\n{\n    (void)lane;\n"
                "    selftest_touch_inputs();\n    return selftest_call_batch(p, graph);\n}\n\n",
                e->program);
    if (!has_saved_state(e))
        return;
    fprintf(file,
            "static vg_status selftest_with_state(%s *p, size_t graph, unsigned lane)\n{\n"
            "    static unsigned char memory[%s_STATE_BYTES];\n"
            "    vg_status status = %s_save(p, memory, sizeof memory%s);\n\n",
            e->program, e->prefix, e->program, lane(e));
    fprintf(file,
            "    if (status == VG_OK)\n        status = %s_reset(p%s);\n"
            "    if (status == VG_OK)\n        status = selftest_%s(p, graph, lane);\n"
            "    return status == VG_OK ? %s_restore(p, memory, sizeof memory%s) : status;\n}\n\n",
            e->program, lane(e), e->m->api_call ? "call" : "replay", e->program, lane(e));
}

static void fill_more_ways(FILE *file, const void *context)
{
    const emit *e = context;

    if (has_batch(e))
        fputs("    {\"call_batch\", selftest_batch, 1},\n", file);
    if (has_saved_state(e))
        fprintf(file, "    {\"save, reset, %s, restore\", selftest_with_state, 1},\n",
                e->m->api_call ? "call" : "replay");
}

static void fill_ways(FILE *file, const void *context)
{
    const emit *e = context;
    const tmpl_word words[] = {{"LANE", lane(e)}};
    const tmpl_slot slots[] = {{"more", fill_more}, {"more_ways", fill_more_ways}};

    emit_template(file, e, e->m->api_call ? "selftest_call.c.in" : "selftest_replay.c.in", words,
                  e->m->api_call ? 0 : 1, slots, 2);
}

void emit_selftest(FILE *file, const emit *e)
{
    const char *lanes = e->lanes ? arena_printf(e->memory, "%s_LANES", e->prefix) : "1";
    const tmpl_word words[] = {{"LANE", lane(e)}, {"LANES", lanes}};
    const tmpl_slot slots[] = {{"memory", fill_memory}, {"access", fill_access}, {"ways", fill_ways}};

    emit_template(file, e, "selftest.c.in", words, 2, slots, sizeof slots / sizeof *slots);
}
