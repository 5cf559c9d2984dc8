/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.h */
#include <math.h>
#include <string.h>

#include "emit/parts.h"

static void fill_includes(FILE *file, const void *context)
{
    const emit *e = context;

    if (emit_has_mailbox(e))
        fputs("#include \"vg_mailbox.h\" /* what replays by a resident block need */\n", file);
    if (emit_any_collective(e))
        fputs("#include \"vg_nccl.h\" /* what several ranks need */\n", file);
    else if (emit_any_capture(e))
        fputs("#include \"vg_capture.h\" /* what steps that are captures need */\n", file);
    if (e->part_count > 0)
        fputs("#include \"vg_fused.h\" /* what step mode needs for fused launches */\n", file);
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

static const char *when(model_traffic traffic)
{
    return traffic == TRAFFIC_ON_REQUEST ? "on request" : "in each replay";
}

static const char *by(const emit *e, uint32_t buffer, plan_direction direction)
{
    return emit_transport(e, buffer, direction) == TRANSPORT_KERNEL ? ", by vg_copy" : "";
}

static const char *crossing(const emit *e, uint32_t buffer)
{
    const model_buffer *b = &e->m->buffers[buffer];
    bool up = emit_is_uploaded(e, buffer), down = emit_is_downloaded(e, buffer);
    const char *to = by(e, buffer, PLAN_UPLOAD), *from = by(e, buffer, PLAN_DOWNLOAD);

    if (b->role == ROLE_SETTING && !up)
        return "with parameters of launches, when it changes";
    if (b->external)
        return "never: it lies in memory that the application binds";
    if (emit_is_direct(e, buffer))
        return up ? "by kernels that read it in pinned memory" : "by kernels that write it in pinned memory";
    if (emit_has_current(e, buffer))
        return arena_printf(e->memory, "to the device if changed%s", to);
    if (up && down && strcmp(when(b->upload), when(b->download)) == 0 && strcmp(to, from) == 0)
        return arena_printf(e->memory, "to the device and back %s%s", when(b->upload), to);
    if (up && down)
        return arena_printf(e->memory, "to the device %s%s, back %s%s", when(b->upload), to, when(b->download), from);
    if (up)
        return arena_printf(e->memory, "to the device %s%s", when(b->upload), to);
    if (down)
        return arena_printf(e->memory, "from the device %s%s", when(b->download), from);
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
    size_t name = 4, type = 4, shape = 14; /* shapes of other lengths move no column, as a rule */

    for (size_t i = 0; i < m->buffer_count; i++) {
        if (m->buffers[i].role == ROLE_CONDITION)
            continue;
        name = wider(name, m->buffers[i].name);
        type = wider(type, m->buffers[i].type->name);
        shape = wider(shape, emit_shape(e->memory, &m->buffers[i]));
    }
    fprintf(file, "/* %-*s  role      %-*s  %-*s  %12s  crosses\n", (int)name, "name", (int)type, "type", (int)shape,
            "shape", "bytes");
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        if (b->role == ROLE_CONDITION)
            continue; /* it has no bytes */
        fprintf(file, " * %-*s  %-8s  %-*s  %-*s  %12llu  %s\n", (int)name, b->name, model_role_name(b->role),
                (int)type, b->type->name, (int)shape, emit_shape(e->memory, b), (unsigned long long)b->size,
                crossing(e, (uint32_t)i));
    }
    emit_transport_text(file, e);
    fputs(" */\n", file);
}

static void fill_buffers(FILE *file, const void *context)
{
    const emit *e = context;
    bool first = true;

    if (e->m->buffer_count == 0)
        return;
    fputs("/* ---- buffers ---- */\n\n", file);
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
        fprintf(file, "#define %s_%s_BYTES %lluu\n", e->prefix, name, (unsigned long long)b->size);
    }
    fputc('\n', file);
}

/* ---- functions ---- */

static void fill_app_data(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->app_count == 0 && emit_external_count(e->m) == 0 && !emit_any_capture(e)) {
        fprintf(file, "/* The program takes no data at open: pass NULL. */\n\n");
        return;
    }
    emit_capture_types(file, e);
    if (e->app_count > 0)
        fputs("/* Constants that the application gives at open; they are copied to the device there. None may be NULL. "
              "*/\n",
              file);
    if (emit_external_count(e->m) > 0)
        fprintf(file,
                "/* Memory of the application's that open binds%s. Replays in open (warm_up) need all of it. */\n",
                e->app_count > 0 ? ", too" : "; data may be NULL");
    fprintf(file, "struct %s_data {\n", e->program);
    for (size_t i = 0; i < e->app_count; i++) {
        const model_buffer *b = &e->m->buffers[e->app_data[i]];
        fprintf(file, "    %s%s; /* %s %s, %llu bytes */\n", emit_type(e, b->type, true, true),
                emit_member(e->memory, b->name), b->type->name, emit_shape(e->memory, b), (unsigned long long)b->size);
    }
    emit_external_data(file, e);
    emit_capture_data(file, e, "    ");
    emit_collective_data(file, e);
    fputs("};\n\n", file);
}

/* ---- the shared part ---- */

static void fill_shared(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->i->module_count > 0)
        fprintf(file, "extern const vg_module %s_modules[%zu];\n", e->program, e->i->module_count);
    emit_declare_constants(file, e);
    fputc('\n', file);
}

static void member(FILE *file, arena *a, const char *declaration, size_t count, const char *what)
{
    /* An array needs an element. */
    const char *array = arena_printf(a, "%s[%zu];", declaration, count > 0 ? count : 1);

    fprintf(file, "    %-24s /* %s */\n", array, what);
}

static void settings_struct(FILE *file, const emit *e)
{
    if (!emit_has_settings(e->m) && emit_external_count(e->m) == 0)
        return;
    fprintf(file, "struct %s_settings {\n", e->program);
    for (size_t i = 0; i < e->m->buffer_count; i++) {
        const model_buffer *b = &e->m->buffers[i];
        if (b->role == ROLE_SETTING)
            fprintf(file, "    %s%s;\n", emit_type(e, b->type, false, false), emit_member(e->memory, b->name));
        else if (b->external)
            fprintf(file, "    uint64_t %s; /* the address that is bound */\n", emit_member(e->memory, b->name));
    }
    fputs("};\n\n", file);
}

static void switch_members(FILE *file, const emit *e)
{
    if (e->m->switch_count == 0)
        return;
    fputs("    struct {\n", file);
    for (size_t i = 0; i < e->m->switch_count; i++)
        fprintf(file, "        unsigned char %s;\n", emit_member(e->memory, e->m->switches[i].name));
    if (e->any_followed)
        fprintf(file, "    } on, committed_on[%zu]; /* switches; start commits them; for each graph, what its exec "
                      "follows */\n",
                e->p->graph_count);
    else
        fputs("    } on; /* switches; start commits them */\n", file);
}

static void request_members(FILE *file, const emit *e, plan_direction direction, const char *name, const char *what)
{
    if (!emit_has_requests(e->m, direction))
        return;
    fputs("    struct {\n", file);
    for (size_t i = 0; i < e->m->buffer_count; i++)
        if (emit_is_requested(&e->m->buffers[i], direction))
            fprintf(file, "        unsigned char %s;\n", emit_member(e->memory, e->m->buffers[i].name));
    fprintf(file, "    } %s; /* %s */\n", name, what);
}

/* What each lane has of its own. */
static void lane_members(FILE *file, const emit *e)
{
    fputs("    vg_program rt;\n", file);
    if (e->p->arena_count > 0)
        member(file, e->memory, "uint64_t device", e->p->arena_count, "addresses of the device arenas");
    if (e->queued)
        fprintf(file, "    %-24s /* the first slot of the lane, whose settings and requests the application makes */\n",
                arena_printf(e->memory, "%s *set;", e->self));
    if (e->apart)
        fprintf(file, "    %-24s /* the program's */\n", "void **kernel;");
    member(file, e->memory, "void *node", e->slot_count, "CUgraphNode");
    member(file, e->memory, "vg_graph graph", e->p->graph_count, "graphs and their execs");
    if (e->condition_count > 0)
        member(file, e->memory, "uint64_t condition", e->condition_count,
               emit_any_sized(e) ? "handles of nodes that the device decides about" : "handles of conditional nodes");
    if (emit_any_resident(e))
        member(file, e->memory, "uint32_t blocks", e->slot_count, "of nodes with a resident grid");
    if (e->any_toggled)
        member(file, e->memory, "unsigned char disabled", e->slot_count, "nodes that are disabled in their exec");
    if (emit_external_count(e->m) > 0)
        member(file, e->memory, "vg_bound bound", emit_external_count(e->m), "memory of the application's");
    if (emit_has_values(e))
        fprintf(file, "    struct %s_settings setting; /* what was set last; start commits it */\n", e->program);
    if (e->any_patched && emit_has_values(e))
        fprintf(file, "    struct %s_settings committed[%zu]; /* for each graph, what its exec follows */\n",
                e->program, e->p->graph_count);
    if (e->any_patched)
        member(file, e->memory, "unsigned char halfway", e->p->graph_count,
               "for each graph, 1: after a failed commit its exec may follow that in part");
    emit_pieces_member(file, e);
    switch_members(file, e);
    request_members(file, e, PLAN_UPLOAD, "changed", "what the next replay uploads");
    request_members(file, e, PLAN_DOWNLOAD, "wanted", "what the next replay downloads");
    if (emit_has_mailbox(e))
        fputs("    vg_mail mail;\n", file);
    emit_capture_members(file, e);
    emit_keep_members(file, e);
    emit_started_members(file, e);
}

static void program_members(FILE *file, const emit *e)
{
    member(file, e->memory, "void *module", e->i->module_count, "CUmodule");
    member(file, e->memory, "void *kernel", e->p->kernel_count, "CUfunction");
    if (e->app_count > 0)
        member(file, e->memory, "const void *data", e->app_count, "what the application gave at open");
    emit_profile_member(file, e);
}

/* Lane after lane. */
static void slot_members(FILE *file, const emit *e)
{
    const char *lanes = arena_printf(e->memory, "%s_LANES", e->prefix);

    fprintf(file, "    %s slot[%s%s%s_IN_FLIGHT];%s\n", e->self, e->lanes ? lanes : "", e->lanes ? " * " : "",
            e->prefix, e->lanes ? " /* those of each lane, lane after lane */" : "");
    fprintf(file, "    vg_queue queue[%s];\n", e->lanes ? lanes : "1");
}

static void fill_structs(FILE *file, const void *context)
{
    const emit *e = context;

    settings_struct(file, e);
    if (e->apart) {
        fprintf(file, "%s {\n", e->self);
        lane_members(file, e);
        fputs("};\n\n", file);
    }
    fprintf(file,
            "/* For the caller to allocate; only the functions above and the runtime touch its members. */\n"
            "struct %s {\n",
            e->program);
    if (e->queued)
        slot_members(file, e);
    else if (e->lanes)
        fprintf(file, "    struct %s_lane lane[%s_LANES];\n", e->program, e->prefix);
    else
        lane_members(file, e);
    program_members(file, e);
    fputs("};\n", file);
}

static void fill_lanes(FILE *file, const void *context)
{
    const emit *e = context;

    if (e->lanes)
        fprintf(file, "#define %s_LANES %uu /* independent copies of the program, numbered from 0 */\n", e->prefix,
                e->m->lanes);
    emit_keep_macros(file, e);
    if (e->m->pooled)
        fprintf(file,
                "#define %s_POOL_DEVICE_BYTES %lluu /* of these, what a pool may hold */\n"
                "#define %s_POOL_PINNED_BYTES %lluu /* likewise */\n",
                e->prefix, (unsigned long long)emit_pool_device_bytes(e), e->prefix,
                (unsigned long long)e->p->pinned_pool.bytes);
    emit_mailbox_macros(file, e);
    if (e->queued)
        fprintf(file, "#define %s_IN_FLIGHT %uu /* replays%s that may be in flight at once */\n", e->prefix,
                e->m->in_flight, e->lanes ? " of a lane" : "");
}

static void fill_intro(FILE *file, const void *context)
{
    const emit *e = context;

    const char *calls =
        e->lanes ? "Calls on one lane must not overlap, distinct lanes may run on distinct threads, and open "
                   "and close must not overlap any other call. No function uses the heap or prints. A "
                   "lane that is not there is VG_ARGUMENT, NULL or 0, and has a detail that says so. */"
                 : "Calls on one program must not overlap; any thread may make them. No function uses the "
                   "heap or prints. */";

    emit_wrapped(
        file, " * ", " * ",
        arena_printf(e->memory,
                     "The program's memory is a struct %s that the caller allocates and zeroes before the first "
                     "open; while open it must not be moved or copied. %s",
                     e->program, calls));
    fputc('\n', file);
}

void emit_header(FILE *file, const emit *e)
{
    const tmpl_word words[] = {
        {"DEVICE_BYTES", arena_printf(e->memory, "%lluu", (unsigned long long)emit_device_bytes(e))},
        {"PINNED_BYTES", arena_printf(e->memory, "%lluu", (unsigned long long)emit_pinned_bytes(e))},
        {"OPENS", e->queued         ? "each replay's graphs"
                  : e->lanes        ? "the graphs of each lane"
                  : e->replayed > 1 ? "the graphs"
                                    : "the graph"},
        {"DETAIL", e->lanes ? arena_printf(e->memory, "%s_detail of lane 0", e->program)
                            : arena_printf(e->memory, "%s_detail", e->program)},
        {"CLOSES", e->queued ? "Frees" : "Waits for a running replay, then frees"},
        {"STAYS_OPEN", e->queued ? " VG_STATE, and nothing is closed, while\n * replays are in flight." : ""},
    };
    const tmpl_slot slots[] = {
        {"intro", fill_intro},           {"includes", fill_includes},
        {"lanes", fill_lanes},           {"defines", fill_defines},
        {"types", emit_types},           {"buffers", fill_buffers},
        {"app_data", fill_app_data},     {"accessors", emit_api_accessors},
        {"settings", emit_api_settings}, {"replays", emit_api_replays},
        {"names", emit_linked_names},    {"shared", fill_shared},
        {"structs", fill_structs},       {"waiting", emit_waiting_table},
    };

    emit_template(file, e, "header.h.in", words, sizeof words / sizeof *words, slots, sizeof slots / sizeof *slots);
}
