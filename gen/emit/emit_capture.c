/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Captures: the functions that the application gives, what they are given in turn, and the tables by which the runtime
 * knows their nodes. A capture is one node of the plan and has the slots of several nodes in C. */
#include "emit/parts.h"

static bool is_capture(const emit_node *n)
{
    return n->plan->kind == PLAN_CAPTURE;
}

bool emit_any_capture(const emit *e)
{
    return emit_any_node(e, is_capture);
}

/* Of all captures together, and of the largest one. */
typedef struct {
    size_t count, slots, most, ranges;
} capture_sizes;

static capture_sizes sizes_of(const emit *e)
{
    capture_sizes sizes = {0, 0, 0, 0};

    for (size_t i = 0; i < e->order_count; i++)
        for (size_t n = 0; n < e->order[i]->plan->node_count; n++) {
            const emit_node *node = &e->order[i]->nodes[n];
            if (!is_capture(node))
                continue;
            sizes.count++;
            sizes.slots += node->slots;
            sizes.most = node->slots > sizes.most ? node->slots : sizes.most;
            sizes.ranges = node->plan->range_count > sizes.ranges ? node->plan->range_count : sizes.ranges;
        }
    return sizes;
}

/* ---- names ---- */

static const char *type_name(const emit *e, const model_capture *capture, const char *what)
{
    return arena_printf(e->memory, "%s_%s_%s", e->program, capture->name, what);
}

static const char *user_member(const emit *e, const model_capture *capture)
{
    return arena_printf(e->memory, "%s_user", capture->name);
}

static const char *given_name(const emit *e, const model_capture *capture)
{
    return emit_private(e, arena_printf(e->memory, "given_%s", capture->name));
}

static const char *node_name(const emit *e, const emit_graph *g, const emit_node *n, const char *what)
{
    return emit_private(e, arena_printf(e->memory, "%s_%s_%s", what, g->plan->name, n->name));
}

const char *emit_capture_address(const emit *e, const emit_node *n)
{
    return arena_printf(e->memory, "&%s[%lu]", emit_private(e, "captures"), (unsigned long)n->capture);
}

const char *emit_node_handle(const emit *e, const emit_node *n)
{
    if (is_capture(n))
        return arena_printf(e->memory, "vg_capture_end(&p->rt, %s)", emit_capture_address(e, n));
    return arena_printf(e->memory, "p->node[%s]", n->ordinal);
}

const char *emit_slot_title(const emit *e, const emit_node *n, size_t slot)
{
    if (!is_capture(n))
        return n->plan->title;
    return arena_printf(e->memory, "%s, node %zu of at most %lu", n->plan->title, slot + 1, (unsigned long)n->slots);
}

const char *emit_capture_text(const emit *e, const emit_node *n)
{
    emit_names pointers = {e->memory, NULL, 0, 0};

    if (n->plan->capture->collective != NULL)
        return arena_printf(e->memory, "%s, at most %lu nodes", n->plan->title, (unsigned long)n->slots);
    for (size_t i = 0; i < n->plan->argument_count; i++)
        emit_names_add(&pointers, e->m->buffers[n->plan->arguments[i].buffer].name);
    return arena_printf(e->memory, "capture %s(%s), at most %lu node%s", n->plan->capture->name,
                        pointers.text != NULL ? pointers.text : "", (unsigned long)n->slots, n->slots == 1 ? "" : "s");
}

/* ---- NAME.h ---- */

static void pointer_members(FILE *file, const emit *e, const model_step *step)
{
    for (size_t i = 0; i < step->argument_count; i++) {
        const model_argument *a = &step->arguments[i];
        unsigned long long count = (a->slice.last - a->slice.first) / a->slice.type->size;
        if (a->access == ACCESS_WORK)
            continue;
        fprintf(file, "    %s%s; /* %llu of %s: %s */\n",
                emit_type(e, a->slice.type, a->access == ACCESS_IN, true), emit_member(e->memory, a->keyword), count,
                a->slice.type->name,
                a->access == ACCESS_IN    ? "read"
                : a->access == ACCESS_OUT ? "each of them is written"
                                          : "read and written");
    }
}

static void function_type(FILE *file, const emit *e, const model_capture *capture)
{
    const char *buffers = type_name(e, capture, "buffers"), *function = type_name(e, capture, "function");

    fprintf(file, "/* What the function of the step %s is given, by addresses of the device. */\n", capture->name);
    fprintf(file, "typedef struct %s {\n", buffers);
    pointer_members(file, e, capture->step);
    fputs("    void *workspace; /* undefined before and after; NULL where the spec asks for none */\n"
          "    uint64_t workspace_bytes;\n"
          "    uint64_t *asks; /* NULL, but in a call that only asks: see below */\n",
          file);
    fprintf(file, "} %s;\n", buffers);
    fprintf(file, "typedef int %s(void *user, void *stream, const %s *b, unsigned lane);\n\n", function, buffers);
}

void emit_capture_types(FILE *file, const emit *e)
{
    if (!emit_any_function(e))
        return;
    emit_wrapped(
        file, "/* ", " * ",
        "Functions of the application's, one for each step that is a capture. Open calls each once, and then once more "
        "for each place where its step stands, with the CUstream being captured: what it enqueues there becomes nodes. "
        "On the CPU device stream is NULL, and the function does the work at once, on the host, at each replay. `user` "
        "is the application's own pointer. Where b->asks is not NULL, all else in b is 0 and the function does nothing "
        "but say there how many bytes of workspace it wants. It returns 0, or any other number, which fails the open. "
        "*/");
    fputs("\n\n", file);
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (e->m->captures[i]->step != NULL)
            function_type(file, e, e->m->captures[i]);
}

void emit_capture_data(FILE *file, const emit *e, const char *indent)
{
    for (size_t i = 0; i < e->m->capture_count; i++) {
        const model_capture *capture = e->m->captures[i];
        if (capture->step == NULL)
            continue;
        fprintf(file, "%s%s *%s;\n%svoid *%s;\n", indent, type_name(e, capture, "function"),
                emit_member(e->memory, capture->name), indent, user_member(e, capture));
    }
}

static const char *asks_name(const emit *e, const model_capture *capture)
{
    return arena_printf(e->memory, "%s_asks", capture->name);
}

static const char *asks_parameters(const emit *e)
{
    return arena_printf(e->memory, "const %s_data *data, uint64_t *bytes", e->program);
}

void emit_api_captures(FILE *file, const emit *e)
{
    if (!emit_any_function(e))
        return;
    fputs("/* ---- workspaces of captures ---- */\n\n", file);
    emit_wrapped(file, "/* ", " * ",
                 "How many bytes of workspace a function wants, for `workspace:` in the spec. They call that function "
                 "and nothing else, before open or at any time. VG_ARGUMENT where data has none, VG_CANNOT where it "
                 "does not return 0. */");
    fputc('\n', file);
    for (size_t i = 0; i < e->m->capture_count; i++) {
        const model_capture *capture = e->m->captures[i];
        if (capture->step == NULL)
            continue;
        emit_note_declared(e, asks_name(e, capture));
        emit_wrapped(file, "", "    ",
                     arena_printf(e->memory, "vg_status %s_%s(%s);", e->program, asks_name(e, capture),
                                  asks_parameters(e)));
        fputc('\n', file);
    }
    fputc('\n', file);
}

void emit_capture_members(FILE *file, const emit *e)
{
    const capture_sizes sizes = sizes_of(e);

    if (sizes.count == 0)
        return;
    if (emit_any_function(e)) {
        fputs("    struct {\n", file);
        emit_capture_data(file, e, "        ");
        fputs("    } given; /* functions of the application's */\n", file);
    }
    emit_collective_members(file, e);
    fprintf(file,
            "    vg_captures captures; /* of the runtime's, with the arrays below */\n"
            "    vg_captured captured[%zu];\n"
            "    vg_captured_node captured_node[%zu];\n"
            "    void *captured_list[%zu];\n"
            "    vg_capture_place captured_place[%zu];\n",
            sizes.count, sizes.slots, 2 * sizes.most, sizes.ranges > 0 ? sizes.ranges : 1);
}

/* ---- NAME.c: what a function is given ---- */

/* All places where a step stands have its pointers in the same order. */
static bool is_written(const plan_node *n, size_t argument)
{
    return n->capture->step->arguments[argument].access != ACCESS_IN;
}

static void fill_buffers(FILE *file, const emit *e, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *a = &n->arguments[i];
        const char *address = emit_address(e, e->far, a->buffer, a->first);
        bool work = e->m->buffers[a->buffer].name == n->capture->workspace_name;
        const char *type = emit_type(e, a->type, !is_written(n, i), true);

        emit_wrapped(file, "    ", "        ",
                     arena_printf(e->memory, "b.%s = (%s)(uintptr_t)(%s);",
                                  work ? "workspace" : emit_member(e->memory, a->parameter),
                                  work ? "void *" : type, address));
        fputc('\n', file);
        if (work)
            fprintf(file, "    b.workspace_bytes = %s;\n", emit_bytes(e, a->buffer));
    }
}

static void call_function(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const model_capture *capture = n->plan->capture;
    const char *member = emit_member(e->memory, capture->name);

    if (capture->collective != NULL) {
        emit_collective_call(file, e, n->plan, node_name(e, g, n, "capture"));
        return;
    }
    fprintf(file, "static int %s(void *self, void *stream)\n{\n    const %s *p = (const %s *)self;\n    %s b;\n\n",
            node_name(e, g, n, "capture"), e->self, e->self, type_name(e, capture, "buffers"));
    fputs("    (void)memset(&b, 0, sizeof b);\n", file);
    fill_buffers(file, e, n->plan);
    fprintf(file, "    return p->given.%s(p->given.%s, stream, &b, p->rt.lane);\n}\n\n", member,
            user_member(e, capture));
}

static void given_function(FILE *file, const emit *e, const model_capture *capture)
{
    fprintf(file, "static int %s(const void *self)\n{\n", given_name(e, capture));
    fprintf(file, "    return ((const %s *)self)->given.%s != NULL;\n}\n\n", e->self,
            emit_member(e->memory, capture->name));
}

/* ---- tables ---- */

static const char *access_word(unsigned access)
{
    if ((access & PLAN_READ) == 0)
        return "VG_CAPTURE_WRITE";
    return (access & PLAN_WRITE) == 0 ? "VG_CAPTURE_READ" : "VG_CAPTURE_READ | VG_CAPTURE_WRITE";
}

static void range_table(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const plan_node *node = n->plan;

    if (node->range_count == 0)
        return;
    fprintf(file, "static const vg_capture_range %s[] = {\n", node_name(e, g, n, "ranges"));
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        const char *at = emit_at(e, r->buffer);
        const char *first =
            r->first == 0 ? at : arena_printf(e->memory, "%s + %lluu", at, (unsigned long long)r->first);
        fprintf(file, "    {%s, %s, %s, %s + %lluu}, /* %s */\n", e->arenas[r->buffer], access_word(r->access),
                first, at, (unsigned long long)r->last, e->m->buffers[r->buffer].name);
    }
    fputs("};\n\n", file);
}

static void capture_line(FILE *file, const emit *e, const emit_graph *g, const emit_node *n)
{
    const plan_node *node = n->plan;
    const char *ranges = node->range_count > 0 ? node_name(e, g, n, "ranges") : "NULL";
    bool ours = node->capture->collective != NULL;

    fprintf(file, "    {\"%s\", %s, %s, %luu, %s, %zuu, %s,\n     %s, %s},\n", n->name, g->ordinal, n->ordinal,
            (unsigned long)n->slots, ranges, node->range_count, ours ? "VG_CAPTURE_HOST | VG_CAPTURE_EVENTS" : "0u",
            node_name(e, g, n, "capture"), ours ? "NULL" : given_name(e, node->capture));
}

static void each_capture(FILE *file, const emit *e,
                         void (*write)(FILE *file, const emit *e, const emit_graph *g, const emit_node *n))
{
    for (size_t i = 0; i < e->order_count; i++)
        for (size_t n = 0; n < e->order[i]->plan->node_count; n++)
            if (is_capture(&e->order[i]->nodes[n]))
                write(file, e, e->order[i], &e->order[i]->nodes[n]);
}

void emit_capture_tables(FILE *file, const emit *e)
{
    if (!emit_any_capture(e))
        return;
    fputs("/* ---- captures ---- */\n\n", file);
    emit_collective_meeting(file, e);
    fputs("/* Each calls a function with what its step names. */\n", file);
    each_capture(file, e, call_function);
    if (emit_any_function(e))
        fputs("/* Whether open was given the function. */\n", file);
    for (size_t i = 0; i < e->m->capture_count; i++)
        if (e->m->captures[i]->step != NULL)
            given_function(file, e, e->m->captures[i]);
    fputs("/* Device arena, access, and bytes [from, to) of it that a capture may touch. */\n", file);
    each_capture(file, e, range_table);
    fputs("/* Name, graph, first node, most nodes, ranges, what else is allowed, how it is called, whether it was "
          "given. */\n",
          file);
    fprintf(file, "static const vg_capture_desc %s[] = {\n", emit_private(e, "captures"));
    each_capture(file, e, capture_line);
    fputs("};\n\n", file);
}

/* ---- in open, in build functions and in commit ---- */

void emit_take_functions(FILE *file, const emit *e, const char *indent, const char *lane)
{
    emit_take_ranks(file, e, indent, lane);
    if (!emit_any_function(e))
        return;
    fprintf(file, "%sif (!vg_has_memory(&%srt)) {\n", indent, lane);
    for (size_t i = 0; i < e->m->capture_count; i++) {
        const model_capture *capture = e->m->captures[i];
        const char *member = emit_member(e->memory, capture->name), *user = user_member(e, capture);
        if (capture->step == NULL)
            continue;
        fprintf(file, "%s    %sgiven.%s = (data != NULL) ? data->%s : NULL;\n", indent, lane, member, member);
        fprintf(file, "%s    %sgiven.%s = (data != NULL) ? data->%s : NULL;\n", indent, lane, user, user);
    }
    fprintf(file, "%s}\n", indent);
}

void emit_capture_storage(FILE *file, const emit *e, const char *indent, const char *lane)
{
    const capture_sizes sizes = sizes_of(e);

    if (sizes.count == 0)
        return;
    emit_wrapped(file, indent, arena_printf(e->memory, "%s    ", indent),
                 arena_printf(e->memory,
                              "vg_captures_for(&storage, &%scaptures, %s, %zuu, %scaptured, %scaptured_node, "
                              "%scaptured_list, %scaptured_place);",
                              lane, emit_private(e, "captures"), sizes.count, lane, lane, lane, lane));
    fputc('\n', file);
}

void emit_capture_node(const emit_block *b)
{
    const emit *e = b->e;
    const plan_node *n = b->n->plan;

    for (size_t i = 0; i < n->after_count; i++)
        fprintf(b->file, "    waits[%zu] = %s;\n", i, emit_node_handle(e, &b->g->nodes[n->after[i]]));
    emit_wrapped(b->file, "    ", "        ",
                 arena_printf(e->memory, "status = vg_capture(&p->rt, %s, to, %s, %zuu);",
                              emit_capture_address(e, b->n), n->after_count > 0 ? "waits" : "NULL", n->after_count));
    fputc('\n', b->file);
    emit_return_failure(b->file, "    ");
}

/* ---- functions for the application ---- */

void emit_capture_functions(FILE *file, const emit *e)
{
    for (size_t i = 0; i < e->m->capture_count; i++) {
        const model_capture *capture = e->m->captures[i];
        const char *member = emit_member(e->memory, capture->name);
        if (capture->step == NULL)
            continue;
        emit_wrapped(file, "", "    ",
                     arena_printf(e->memory, "vg_status %s_%s(%s)", e->program, asks_name(e, capture),
                                  asks_parameters(e)));
        fprintf(file,
                "\n{\n#ifdef VG_WITHOUT_CUDA\n    (void)data;\n    (void)bytes;\n    return VG_NO_CUDA;\n#else\n"
                "    %s b;\n\n"
                "    if ((data == NULL) || (bytes == NULL) || (data->%s == NULL)) {\n"
                "        return VG_ARGUMENT;\n    }\n"
                "    (void)memset(&b, 0, sizeof b);\n"
                "    *bytes = 0u;\n"
                "    b.asks = bytes;\n"
                "    return (data->%s(data->%s, NULL, &b, 0u) == 0) ? VG_OK : VG_CANNOT;\n#endif\n}\n\n",
                type_name(e, capture, "buffers"), member, member, user_member(e, capture));
    }
}
