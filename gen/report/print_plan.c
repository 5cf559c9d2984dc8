/* SPDX-License-Identifier: MIT */
#include "report/print_plan.h"

#include <inttypes.h>
#include <string.h>

#include "plan/completion.h"
#include "plan/transport.h"
#include "report/print_plan_parts.h"

const char *print_plan_access(unsigned access)
{
    if ((access & PLAN_WORK) != 0)
        return "work";
    if ((access & PLAN_READ) != 0)
        return (access & PLAN_WRITE) != 0 ? "read_write" : "read";
    return (access & PLAN_WHOLE) != 0 ? "write_all" : "write";
}

uint64_t print_plan_device_bytes(const plan *p)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < p->arena_count; i++)
        bytes += p->arenas[i].bytes;
    return bytes;
}

/* ---- memory ---- */

static void memory_line(FILE *out, const plan *p, const char *name, const plan_arena *memory)
{
    fprintf(out, "%s: %" PRIu64 " bytes, %" PRIu64 " without sharing, lower bound %" PRIu64, name, memory->bytes,
            memory->sum, memory->lower_bound);
    if (memory->proven)
        fputs(", proven with these transfers", out);
    else
        fprintf(out, ", open by %" PRIu64, memory->bytes - memory->lower_bound);
    if (memory->steps > 0)
        fprintf(out, " after %" PRIu64 " search steps", memory->steps);
    if (memory->peak_node != MODEL_NONE) {
        const plan_graph *g = &p->graphs[memory->peak_graph];
        fprintf(out, "; peak %" PRIu64 " at %s.%s", memory->peak, g->name, g->nodes[memory->peak_node].name);
    }
    fputc('\n', out);
}

/* One line for all device memory where each buffer has its own. */
static void print_memory(FILE *out, const plan *p)
{
    plan_arena all = {.bytes = 0, .proven = true, .peak_node = MODEL_NONE};

    for (size_t i = 0; i < p->arena_count && !p->separate; i++)
        memory_line(out, p, p->arenas[i].shared ? "device memory for all lanes" : "device memory", &p->arenas[i]);
    for (size_t i = 0; i < p->arena_count; i++) {
        all.bytes += p->arenas[i].bytes;
        all.lower_bound += p->arenas[i].lower_bound;
        all.sum += p->arenas[i].sum;
    }
    if (p->separate)
        memory_line(out, p, "device memory", &all);
    if (p->run_count > 0)
        memory_line(out, p, "pinned memory", &p->pinned);
}

static bool has_conditions(const model *m)
{
    for (size_t i = 0; i < m->buffer_count; i++) {
        if (m->buffers[i].role == ROLE_CONDITION)
            return true;
    }
    return false;
}

static int longest_name(const model *m)
{
    size_t longest = 6;

    for (size_t i = 0; i < m->buffer_count; i++)
        longest = strlen(m->buffers[i].name) > longest ? strlen(m->buffers[i].name) : longest;
    return longest > 40 ? 40 : (int)longest;
}

static void print_offset(FILE *out, uint64_t offset)
{
    if (offset == UINT64_MAX)
        fprintf(out, "  %12s", "-");
    else
        fprintf(out, "  %12" PRIu64, offset);
}

static void print_buffers(FILE *out, const model *m, const plan *p)
{
    int width = longest_name(m), role_width = has_conditions(m) ? 9 : 8;

    fprintf(out, "\n%-*s  %-*s  %12s  %5s  %12s  %12s  %12s\n", width, "buffer", role_width, "role", "bytes", "arena",
            "offset", "pinned up", "pinned down");
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        const plan_place *place = &p->places[i];

        fprintf(out, "%-*s  %-*s  %12" PRIu64, width, b->name, role_width, model_role_name(b->role),
                b->role == ROLE_CONDITION ? 0 : b->size);
        if (b->role == ROLE_CONDITION || place->arena == PLAN_PINNED)
            fprintf(out, "  %5s  %12s", "-", "-");
        else
            fprintf(out, "  %5" PRIu32 "  %12" PRIu64, place->arena, place->offset);
        print_offset(out, place->upload_offset);
        print_offset(out, place->download_offset);
        fputc('\n', out);
    }
}

/* ---- how bytes cross ---- */

const char *print_plan_transport(model_transport transport)
{
    switch (transport) {
    case TRANSPORT_COPY:
        return "copy";
    case TRANSPORT_KERNEL:
        return "kernel";
    case TRANSPORT_DIRECT:
        break;
    }
    return "direct";
}

static void print_transports(FILE *out, const model *m, const plan *p)
{
    int width = longest_name(m);

    if (p->run_count == 0)
        return;
    fprintf(out, "\ntransports; costs %s\n", transport_cost_basis(m));
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];

        if (b->up_why != NULL)
            fprintf(out, "%-*s  up    %-6s  %s\n", width, b->name, print_plan_transport(b->up), b->up_why);
        if (b->down_why != NULL)
            fprintf(out, "%-*s  down  %-6s  %s\n", width, b->name, print_plan_transport(b->down), b->down_why);
    }
}

/* ---- graphs ---- */

static void print_count(FILE *out, const char *before, size_t count, const char *what)
{
    bool hissing = what[strlen(what) - 1] == 's';

    fprintf(out, "%s%zu %s%s", before, count, what, count == 1 ? "" : hissing ? "es" : "s");
}

static void print_size(FILE *out, const char *what, const uint32_t size[3])
{
    fprintf(out, "; %s %" PRIu32 " x %" PRIu32 " x %" PRIu32, what, size[0], size[1], size[2]);
}

static void print_bodies(FILE *out, const model *m, const plan *p, const plan_node *n)
{
    fprintf(out, "; condition %s; %s ", m->buffers[n->condition].name, n->body_count == 1 ? "body" : "bodies");
    for (size_t i = 0; i < n->body_count; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", p->bodies[n->first_body + i].name);
}

static void print_detail(FILE *out, const model *m, const plan *p, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        print_size(out, "grid", n->grid);
        print_size(out, "block", n->block);
        if (n->shared_bytes > 0)
            fprintf(out, "; %" PRIu32 " bytes shared", n->shared_bytes);
        break;
    case PLAN_TRANSFER:
        fprintf(out, "; %" PRIu64 " bytes", p->runs[n->run].bytes);
        if (plan_is_launch(p, n)) {
            print_size(out, "grid", n->grid);
            print_size(out, "block", n->block);
        }
        break;
    case PLAN_COPY:
        fprintf(out, "; %" PRIu64 " bytes", n->bytes);
        break;
    case PLAN_FILL:
        fprintf(out, "; %" PRIu64 " x %" PRIu32 " bytes", n->count, n->element);
        break;
    case PLAN_CONDITIONAL:
        print_bodies(out, m, p, n);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        fputs("; one thread", out);
        break;
    case PLAN_EMPTY:
        break;
    }
}

static const char *access_words(unsigned access)
{
    const char *word = print_plan_access(access);

    if (strcmp(word, "read_write") == 0)
        return "reads and writes";
    if (strcmp(word, "write_all") == 0)
        return "writes all of";
    return strcmp(word, "read") == 0 ? "reads" : strcmp(word, "write") == 0 ? "writes into" : "works in";
}

static void print_range(FILE *out, const model *m, const plan_range *range)
{
    const model_buffer *b = &m->buffers[range->buffer];

    if (b->role == ROLE_CONDITION) {
        fprintf(out, "      %s condition %s\n", range->access == PLAN_READ ? "asks for" : "sets", b->name);
        return;
    }
    fprintf(out, "      %s %s", access_words(range->access), b->name);
    if (range->first > 0 || range->last < b->size)
        fprintf(out, ", bytes %" PRIu64 " to %" PRIu64 " of %" PRIu64, range->first, range->last, b->size);
    fputc('\n', out);
}

/* A step that does not stand in the spec as it is. */
static void print_origin(FILE *out, const model *m, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step != MODEL_NONE ? &m->graphs[g->graph].steps[n->step] : NULL;

    const model_loop *loop = n->kind == PLAN_CONDITIONAL ? model_loop_of(m, g->graph, n->step) : NULL;

    if (loop != NULL) {
        print_count(out, "      at most ", loop->max, "pass");
        fprintf(out, ", %" PRIu32 " in its body", loop->unrolled);
        if (loop->prefix > 0)
            fprintf(out, ", %" PRIu32 " before it", loop->prefix);
        if (loop->passes != MODEL_NONE)
            fprintf(out, ", counted in %s", m->buffers[loop->passes].name);
        fputc('\n', out);
    }
    if (completion_purpose(n) != NULL)
        fprintf(out, "      added %s\n", completion_purpose(n));
    if (step != NULL && step->generated)
        fprintf(out, "      added %s\n",
                n->kind == PLAN_COPY && model_is_move(m, g->graph, n->step) ? "to bring swapped bytes to their place"
                                                                            : "for control flow");
    if (step != NULL && step->copy > 0)
        fprintf(out, "      copy %" PRIu32 " of its step\n", step->copy);
}

static void print_node(FILE *out, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    fprintf(out, "  %s: %s", n->name, n->title);
    print_detail(out, m, p, n);
    fputs("\n      after ", out);
    for (size_t i = 0; i < n->after_count; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", g->nodes[n->after[i]].name);
    fputs(n->after_count == 0 ? "nothing\n" : "\n", out);
    print_plan_overlaps(out, m, g, n);
    print_origin(out, m, g, n);
    if (n->first)
        fputs("      goes first: on the longest path, beside launches that fill the device\n", out);
    if (n->switched != MODEL_NONE)
        fprintf(out, "      %s %s\n", n->unless ? "unless" : "when", m->switches[n->switched].name);
    for (size_t i = 0; i < n->range_count; i++)
        print_range(out, m, &n->ranges[i]);
}

/* ---- longest paths ---- */

/* A path may have thousands of nodes: its first ones and the last are named. */
#define NAMED_NODES 12u

void print_plan_time(FILE *out, double microseconds)
{
    char text[64];
    size_t length = (size_t)snprintf(text, sizeof text, "%.3f", microseconds);

    while (text[length - 1] == '0')
        length--;
    text[text[length - 1] == '.' ? length - 1 : length] = '\0';
    fputs(text, out);
}

static void print_path(FILE *out, const plan_graph *g, const times_path *path, const double *of_node)
{
    for (size_t i = 0; i < path->count; i++) {
        if (path->count > NAMED_NODES && i == NAMED_NODES - 2) {
            fprintf(out, ", %zu more", path->count - NAMED_NODES + 1);
            i = path->count - 1;
        }
        fprintf(out, "%s%s", i > 0 ? ", " : "", g->nodes[path->nodes[i]].name);
        if (of_node) {
            fputs(" (", out);
            print_plan_time(out, of_node[path->nodes[i]]);
            fputc(')', out);
        }
    }
    fputc('\n', out);
}

static void print_paths(FILE *out, const plan *p, const plan_graph *g, const times_table *t)
{
    arena *scratch = arena_new();
    times_path path = times_longest(scratch, g, NULL);

    if (path.count > 0) {
        fputs("  longest path: ", out);
        print_path(out, g, &path, NULL);
    }
    if (path.count > 0 && t) {
        const times_list *times = times_of(t, p, g);
        const double *of_node = times->of_node;
        path = times_longest(scratch, g, of_node);
        fputs("  critical path: ", out);
        print_plan_time(out, path.length);
        fputs(" of ", out);
        print_plan_time(out, path.sum);
        fputs(" us", out);
        if (times->missing > 0)
            fprintf(out, " (%zu nodes without a time)", times->missing);
        fputs(": ", out);
        print_path(out, g, &path, of_node);
    }
    arena_free(scratch);
}

static void print_completion(FILE *out, const model *m, const plan *p, const plan_graph *g)
{
    arena *scratch = arena_new();
    const char *why = completion_reason(scratch, m, p, g);

    switch (completion_of(m, g)) {
    case COMPLETION_NODE:
        fprintf(out, "  its end is seen by the word that %s writes", g->nodes[g->node_count - 1].name);
        break;
    case COMPLETION_WRITE:
        fputs("  its end is seen by a word that the stream writes after it", out);
        break;
    case COMPLETION_QUERY:
        fputs("  its end is seen by asking the stream, for there are several lanes", out);
        break;
    }
    fprintf(out, why != NULL ? ": %s\n" : "\n", why);
    if (g->small_copies)
        fputs("  its copies over the bus are small: made as for launches by the device too, which starts them sooner\n",
              out);
    arena_free(scratch);
}

/* What `reuse: tight` added, and what the longest path pays. */
static void print_tight(FILE *out, const model *m, const plan_graph *g, bool limited)
{
    if (g->tight_count > 0) {
        print_count(out, "  added by reuse: tight: ", g->tight_count, "edge");
        fprintf(out, "; depth %zu without%s\n", g->loose_depth,
                limited ? "; the search ran out of steps: fewer may do" : "");
    }
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        fprintf(out, "      %s waits for %s: %s shares bytes with %s\n", g->nodes[t->to].name, g->nodes[t->from].name,
                m->buffers[t->second_buffer].name, m->buffers[t->first_buffer].name);
    }
}

static const plan_graph *holder_of(const plan *p, const plan_graph *body)
{
    return body->holder == MODEL_NONE ? &p->graphs[body->graph] : &p->bodies[body->holder];
}

static void print_graph(FILE *out, const model *m, const plan *p, const plan_graph *g, const times_table *t, bool body)
{
    fprintf(out, "\n%s %s", body ? "body" : "graph", g->name);
    if (body)
        fprintf(out, " of %s.%s", holder_of(p, g)->name, holder_of(p, g)->nodes[g->holder_node].name);
    print_count(out, ": ", g->node_count, "node");
    print_count(out, ", ", g->edge_count, "edge");
    fprintf(out, ", depth %zu, width %zu\n", g->depth, g->width);
    print_paths(out, p, g, t);
    if (!body && g->kind == GRAPH_REPLAY)
        print_completion(out, m, p, g);
    print_tight(out, m, g, p->tight_limited);
    for (size_t i = 0; i < g->node_count; i++)
        print_node(out, m, p, g, &g->nodes[i]);
}

void print_plan(FILE *out, const model *m, const plan *p, const times_table *t)
{
    fprintf(out, "program %s, layout %s\n", m->program, p->separate ? "separate" : "shared");
    print_memory(out, p);
    print_buffers(out, m, p);
    print_transports(out, m, p);
    for (size_t i = 0; i < p->graph_count; i++) {
        print_graph(out, m, p, &p->graphs[i], t, false);
        for (size_t b = 0; b < p->body_count; b++) {
            if (p->bodies[b].graph == i)
                print_graph(out, m, p, &p->bodies[b], t, true);
        }
    }
}
