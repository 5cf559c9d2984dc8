/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "base/text_json.h"
#include "plan/completion.h"
#include "plan/transport.h"
#include "report/print_plan_parts.h"

/* ---- values ---- */

static void string(FILE *out, const char *text)
{
    text_write_json(out, text, strlen(text));
}

static void member(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\": ", key);
    string(out, text);
}

static void number_member(FILE *out, const char *key, uint64_t number)
{
    fprintf(out, "\"%s\": %" PRIu64, key, number);
}

/* UINT64_MAX is null. */
static void offset_member(FILE *out, const char *key, uint64_t offset)
{
    if (offset == UINT64_MAX)
        fprintf(out, "\"%s\": null", key);
    else
        number_member(out, key, offset);
}

static void size_member(FILE *out, const char *key, const uint32_t size[3])
{
    fprintf(out, "\"%s\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", key, size[0], size[1], size[2]);
}

/* Before an element of a list that stands on a line of its own. */
static void next_line(FILE *out, size_t index, const char *indent)
{
    fprintf(out, "%s\n%s", index > 0 ? "," : "", indent);
}

static void close_list(FILE *out, size_t count, const char *indent)
{
    fprintf(out, "%s%s]", count > 0 ? "\n" : "", count > 0 ? indent : "");
}

/* ---- memory ---- */

static void arena_object(FILE *out, const plan *p, const plan_arena *memory)
{
    fputc('{', out);
    number_member(out, "bytes", memory->bytes);
    fputs(", ", out);
    number_member(out, "lower_bound", memory->lower_bound);
    fputs(", ", out);
    number_member(out, "sum", memory->sum);
    fprintf(out, ", \"proven\": %s, ", memory->proven ? "true" : "false");
    number_member(out, "search_steps", memory->steps);
    fputs(", ", out);
    number_member(out, "peak", memory->peak);
    if (memory->peak_node != MODEL_NONE) {
        const plan_graph *g = &p->graphs[memory->peak_graph];
        fputs(", ", out);
        member(out, "peak_graph", g->name);
        fputs(", ", out);
        member(out, "peak_node", g->nodes[memory->peak_node].name);
    }
    fputc('}', out);
}

static void write_memory(FILE *out, const plan *p)
{
    fputs("  \"device\": {", out);
    number_member(out, "bytes", print_plan_device_bytes(p));
    fputs(", \"arenas\": [", out);
    for (size_t i = 0; i < p->arena_count; i++) {
        next_line(out, i, "    ");
        arena_object(out, p, &p->arenas[i]);
    }
    close_list(out, p->arena_count, "  ");
    fputs("},\n  \"pinned\": ", out);
    arena_object(out, p, &p->pinned);
}

/* How and why the bytes cross; why is NULL where they do not. */
static void transport_member(FILE *out, const char *key, model_transport transport, const char *why)
{
    fprintf(out, ", \"%s\": ", key);
    if (why == NULL) {
        fputs("null", out);
        return;
    }
    fputc('{', out);
    member(out, "transport", print_plan_transport(transport));
    fputs(", ", out);
    member(out, "why", why);
    fputc('}', out);
}

static void write_buffer(FILE *out, const model_buffer *b, const plan_place *place)
{
    bool in_device = b->role != ROLE_CONDITION && place->arena != PLAN_PINNED;

    fputc('{', out);
    member(out, "name", b->name);
    fputs(", ", out);
    member(out, "role", model_role_name(b->role));
    fputs(", ", out);
    member(out, "type", b->type->name);
    fputs(", \"shape\": [", out);
    for (size_t i = 0; i < b->shape_count; i++)
        fprintf(out, "%s%" PRIu64, i > 0 ? ", " : "", b->dims[i]);
    fputs("], ", out);
    number_member(out, "bytes", b->size);
    fputs(", ", out);
    number_member(out, "align", b->alignment);
    fputs(", ", out);
    offset_member(out, "arena", in_device ? place->arena : UINT64_MAX);
    fputs(", ", out);
    offset_member(out, "offset", in_device ? place->offset : UINT64_MAX);
    fputs(", ", out);
    offset_member(out, "upload_offset", place->upload_offset);
    fputs(", ", out);
    offset_member(out, "download_offset", place->download_offset);
    transport_member(out, "upload", b->up, b->up_why);
    transport_member(out, "download", b->down, b->down_why);
    fputc('}', out);
}

static void write_run(FILE *out, const model *m, const plan_run *run)
{
    fputc('{', out);
    member(out, "direction", run->direction == PLAN_UPLOAD ? "upload" : "download");
    fputs(", ", out);
    member(out, "transport", print_plan_transport(run->transport));
    fputs(", \"buffers\": [", out);
    for (size_t i = 0; i < run->member_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        string(out, m->buffers[run->members[i]].name);
    }
    fputs("], ", out);
    number_member(out, "bytes", run->bytes);
    fputs(", ", out);
    offset_member(out, "device_offset", run->transport == TRANSPORT_DIRECT ? UINT64_MAX : run->device_offset);
    fputs(", ", out);
    number_member(out, "pinned_offset", run->pinned_offset);
    fputc('}', out);
}

/* ---- nodes ---- */

static const char *kind_name(plan_node_kind kind)
{
    switch (kind) {
    case PLAN_KERNEL:
        return "kernel";
    case PLAN_COPY:
        return "copy";
    case PLAN_FILL:
        return "fill";
    case PLAN_TRANSFER:
        return "transfer";
    case PLAN_CONDITIONAL:
        return "conditional";
    case PLAN_BEGIN:
        return "begin";
    case PLAN_END:
        return "end";
    case PLAN_EMPTY:
        break;
    }
    return "empty";
}

static void write_argument(FILE *out, const model *m, const plan_argument *argument)
{
    fputc('{', out);
    member(out, "parameter", argument->parameter);
    fputs(", ", out);
    if (argument->pointer) {
        member(out, "buffer", m->buffers[argument->buffer].name);
        fputs(", ", out);
        number_member(out, "first", argument->first);
    } else {
        member(out, "type", argument->type->name);
        if (argument->condition != MODEL_NONE) {
            fputs(", ", out);
            member(out, "condition", m->buffers[argument->condition].name);
            fputc('}', out);
            return;
        }
        fputs(", \"hex\": \"", out);
        for (uint32_t i = 0; i < argument->type->size; i++)
            fprintf(out, "%02x", argument->value[i]);
        fputc('"', out);
    }
    fputc('}', out);
}

static void write_kernel(FILE *out, const model *m, const plan_node *n)
{
    fputs(",\n       ", out);
    member(out, "kernel", m->kernels[n->kernel].name);
    fputs(", ", out);
    size_member(out, "grid", n->grid);
    fputs(", ", out);
    size_member(out, "block", n->block);
    fputs(", ", out);
    number_member(out, "shared_bytes", n->shared_bytes);
    fputs(", \"arguments\": [", out);
    for (size_t i = 0; i < n->argument_count; i++) {
        next_line(out, i, "         ");
        write_argument(out, m, &n->arguments[i]);
    }
    close_list(out, n->argument_count, "       ");
}

static void write_place(FILE *out, const model *m, const char *key, const char *first_key, uint32_t buffer,
                        uint64_t first)
{
    fputs(", ", out);
    member(out, key, m->buffers[buffer].name);
    fputs(", ", out);
    number_member(out, first_key, first);
}

static void write_conditional(FILE *out, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    const model_loop *loop = model_loop_of(m, g->graph, n->step);

    fputs(", ", out);
    member(out, "control", n->control == STEP_WHILE ? "while" : n->control == STEP_IF ? "if" : "switch");
    fputs(", ", out);
    member(out, "condition", m->buffers[n->condition].name);
    fputs(", \"bodies\": [", out);
    for (size_t i = 0; i < n->body_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        string(out, p->bodies[n->first_body + i].name);
    }
    fputc(']', out);
    if (loop == NULL)
        return;
    fprintf(out, ", \"most_passes\": %" PRIu32 ", \"passes_in_body\": %" PRIu32 ", \"passes_before\": %" PRIu32,
            loop->max, loop->unrolled, loop->prefix);
    if (loop->passes != MODEL_NONE) {
        fputs(", ", out);
        member(out, "counter", m->buffers[loop->passes].name);
    }
}

static void write_detail(FILE *out, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        write_kernel(out, m, n);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        write_kernel(out, m, n);
        fputs(", ", out);
        member(out, "purpose", completion_purpose(n));
        if (n->kind == PLAN_END)
            fprintf(out, ", \"word\": %" PRIu64, p->pinned.bytes - PLAN_COMPLETION_BYTES);
        break;
    case PLAN_TRANSFER:
        fputs(", ", out);
        number_member(out, "transfer", n->run);
        if (plan_is_launch(p, n))
            write_kernel(out, m, n);
        break;
    case PLAN_COPY:
        write_place(out, m, "to", "to_first", n->to, n->to_first);
        write_place(out, m, "from", "from_first", n->from, n->from_first);
        fputs(", ", out);
        number_member(out, "bytes", n->bytes);
        break;
    case PLAN_FILL:
        write_place(out, m, "to", "to_first", n->to, n->to_first);
        fprintf(out, ", \"value\": %" PRIu32 ", \"element\": %" PRIu32 ", \"pitch\": %" PRIu64 ", \"count\": %" PRIu64,
                n->value, n->element, n->pitch, n->count);
        break;
    case PLAN_CONDITIONAL:
        write_conditional(out, m, p, g, n);
        break;
    case PLAN_EMPTY:
        break;
    }
}

static void write_range(FILE *out, const model *m, const plan_range *range)
{
    fputc('{', out);
    member(out, "buffer", m->buffers[range->buffer].name);
    fputs(", ", out);
    number_member(out, "first", range->first);
    fputs(", ", out);
    number_member(out, "last", range->last);
    fputs(", ", out);
    member(out, "access", print_plan_access(range->access));
    fputc('}', out);
}

static void write_node(FILE *out, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    fputc('{', out);
    member(out, "name", n->name);
    fputs(", ", out);
    member(out, "kind", kind_name(n->kind));
    fputs(", ", out);
    member(out, "title", n->title);
    fputs(", ", out);
    offset_member(out, "step", n->step == MODEL_NONE ? UINT64_MAX : n->step);
    if (n->step != MODEL_NONE && m->graphs[g->graph].steps[n->step].generated)
        fprintf(out, ", \"generated\": true%s", model_is_move(m, g->graph, n->step) ? ", \"moves_swapped\": true" : "");
    if (n->step != MODEL_NONE && m->graphs[g->graph].steps[n->step].copy > 0) {
        fputs(", ", out);
        number_member(out, "copy", m->graphs[g->graph].steps[n->step].copy);
    }
    if (n->first)
        fputs(", \"goes_first\": true", out);
    if (n->switched != MODEL_NONE) {
        fputs(", ", out);
        member(out, n->unless ? "unless" : "when", m->switches[n->switched].name);
    }
    fputs(", \"after\": [", out);
    for (size_t i = 0; i < n->after_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        string(out, g->nodes[n->after[i]].name);
    }
    fputc(']', out);
    print_plan_overlaps_json(out, m, g, n);
    fputs(", \"ranges\": [", out);
    for (size_t i = 0; i < n->range_count; i++) {
        next_line(out, i, "         ");
        write_range(out, m, &n->ranges[i]);
    }
    close_list(out, n->range_count, "       ");
    write_detail(out, m, p, g, n);
    fputc('}', out);
}

static void write_paths(FILE *out, const plan *p, const plan_graph *g, const times_table *t)
{
    arena *scratch = arena_new();
    times_path path = times_longest(scratch, g, NULL);

    fputs("\"longest_path\": [", out);
    for (size_t i = 0; i < path.count; i++) {
        fputs(i > 0 ? ", " : "", out);
        string(out, g->nodes[path.nodes[i]].name);
    }
    fputs("], ", out);
    if (t) {
        const times_list *times = times_of(t, p, g);
        const double *of_node = times->of_node;
        path = times_longest(scratch, g, of_node);
        fputs("\"critical_path\": {\"microseconds\": ", out);
        print_plan_time(out, path.length);
        fputs(", \"of\": ", out);
        print_plan_time(out, path.sum);
        fprintf(out, ", \"without_time\": %zu, \"nodes\": [", times->missing);
        for (size_t i = 0; i < path.count; i++) {
            next_line(out, i, "      ");
            fputc('{', out);
            member(out, "name", g->nodes[path.nodes[i]].name);
            fputs(", \"microseconds\": ", out);
            print_plan_time(out, of_node[path.nodes[i]]);
            fputc('}', out);
        }
        close_list(out, path.count, "    ");
        fputs("}, ", out);
    }
    arena_free(scratch);
}

/* Only where `reuse: tight` added something. */
static void write_tight(FILE *out, const model *m, const plan_graph *g, bool limited)
{
    if (g->tight_count == 0)
        return;
    fprintf(out, "\"depth_without_added\": %zu, \"added_limited\": %s, \"added\": [", g->loose_depth,
            limited ? "true" : "false");
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        next_line(out, i, "      ");
        fputc('{', out);
        member(out, "from", g->nodes[t->from].name);
        fputs(", ", out);
        member(out, "to", g->nodes[t->to].name);
        fputs(", ", out);
        member(out, "first", m->buffers[t->first_buffer].name);
        fputs(", ", out);
        member(out, "second", m->buffers[t->second_buffer].name);
        fputc('}', out);
    }
    close_list(out, g->tight_count, "    ");
    fputs(", ", out);
}

/* What holds a body. */
static void write_holder(FILE *out, const plan *p, const plan_graph *body)
{
    const plan_graph *holder = body->holder == MODEL_NONE ? &p->graphs[body->graph] : &p->bodies[body->holder];

    fputs(", ", out);
    member(out, "graph", p->graphs[body->graph].name);
    fputs(", ", out);
    member(out, "of", holder->name);
    fputs(", ", out);
    member(out, "node", holder->nodes[body->holder_node].name);
    fputs(", ", out);
    number_member(out, "body", body->body);
}

static void write_completion(FILE *out, const model *m, const plan *p, const plan_graph *g)
{
    arena *scratch = arena_new();
    const char *why = completion_reason(scratch, m, p, g);

    if (g->kind == GRAPH_REPLAY) {
        fputs(", \"completion\": {", out);
        member(out, "by", completion_name(completion_of(m, g)));
        fputs(", \"why\": ", out);
        if (why != NULL)
            string(out, why);
        else
            fputs("null", out);
        fprintf(out, "}, \"small_copies\": %s", g->small_copies ? "true" : "false");
    }
    arena_free(scratch);
}

static void write_graph(FILE *out, const model *m, const plan *p, const plan_graph *g, const times_table *t, bool body)
{
    fputc('{', out);
    member(out, "name", g->name);
    if (body) {
        write_holder(out, p, g);
    } else {
        fputs(", ", out);
        member(out, "kind", g->kind == GRAPH_SETUP ? "setup" : "replay");
        write_completion(out, m, p, g);
    }
    fprintf(out, ", \"edges\": %zu, \"depth\": %zu, \"width\": %zu, ", g->edge_count, g->depth, g->width);
    write_paths(out, p, g, t);
    write_tight(out, m, g, p->tight_limited);
    fputs("\"nodes\": [", out);
    for (size_t i = 0; i < g->node_count; i++) {
        next_line(out, i, "      ");
        write_node(out, m, p, g, &g->nodes[i]);
    }
    close_list(out, g->node_count, "    ");
    fputc('}', out);
}

void print_plan_json(FILE *out, const model *m, const plan *p, const times_table *t)
{
    fputs("{\n  \"version\": 1,\n  ", out);
    member(out, "program", m->program);
    fputs(",\n  ", out);
    member(out, "spec", m->spec_name);
    fprintf(out, ",\n  \"layout\": \"%s\",\n", p->separate ? "separate" : "shared");
    write_memory(out, p);
    fputs(",\n  ", out);
    member(out, "transport_costs", transport_cost_basis(m));
    fputs(",\n  \"buffers\": [", out);
    for (size_t i = 0; i < m->buffer_count; i++) {
        next_line(out, i, "    ");
        write_buffer(out, &m->buffers[i], &p->places[i]);
    }
    close_list(out, m->buffer_count, "  ");
    fputs(",\n  \"transfers\": [", out);
    for (size_t i = 0; i < p->run_count; i++) {
        next_line(out, i, "    ");
        write_run(out, m, &p->runs[i]);
    }
    close_list(out, p->run_count, "  ");
    fputs(",\n  \"graphs\": [", out);
    for (size_t i = 0; i < p->graph_count; i++) {
        next_line(out, i, "    ");
        write_graph(out, m, p, &p->graphs[i], t, false);
    }
    close_list(out, p->graph_count, "  ");
    if (p->body_count > 0)
        fputs(",\n  \"bodies\": [", out);
    for (size_t i = 0; i < p->body_count; i++) {
        next_line(out, i, "    ");
        write_graph(out, m, p, &p->bodies[i], t, true);
    }
    if (p->body_count > 0)
        close_list(out, p->body_count, "  ");
    fputs("\n}\n", out);
}
