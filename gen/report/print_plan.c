/* SPDX-License-Identifier: MIT */
#include "report/print_plan.h"

#include <inttypes.h>
#include <string.h>

#include "emit/emit_facts.h"
#include "plan/completion.h"
#include "plan/transport.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

/* ---- memory ---- */

static void memory_line(FILE *file, const plan *p, const char *name, const plan_arena *memory)
{
    fprintf(file, "%s: %" PRIu64 " bytes, %" PRIu64 " without sharing, lower bound %" PRIu64, name, memory->bytes,
            memory->sum, memory->lower_bound);
    if (memory->proven)
        fputs(", proven with these transfers", file);
    else
        fprintf(file, ", open by %" PRIu64, memory->bytes - memory->lower_bound);
    if (memory->steps > 0)
        fprintf(file, " after %" PRIu64 " search steps", memory->steps);
    if (memory->peak_node != MODEL_NONE) {
        const plan_graph *g = &p->graphs[memory->peak_graph];
        fprintf(file, "; peak %" PRIu64 " at %s.%s", memory->peak, g->name, g->nodes[memory->peak_node].name);
    }
    fputc('\n', file);
}

/* One line for all device memory where each buffer has its own. */
static void print_memory(FILE *file, const plan *p)
{
    plan_arena all = {.bytes = 0, .proven = true, .peak_node = MODEL_NONE};

    for (size_t i = 0; i < p->arena_count && !p->separate; i++)
        memory_line(file, p, p->arenas[i].shared ? "device memory for all lanes" : "device memory", &p->arenas[i]);
    for (size_t i = 0; i < p->arena_count; i++) {
        all.bytes += p->arenas[i].bytes;
        all.lower_bound += p->arenas[i].lower_bound;
        all.sum += p->arenas[i].sum;
    }
    if (p->separate)
        memory_line(file, p, "device memory", &all);
    if (p->run_count > 0)
        memory_line(file, p, "pinned memory", &p->pinned);
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

static void print_offset(FILE *file, uint64_t offset)
{
    if (offset == UINT64_MAX)
        fprintf(file, "  %12s", "-");
    else
        fprintf(file, "  %12" PRIu64, offset);
}

static void print_buffers(FILE *file, const model *m, const plan *p)
{
    int width = longest_name(m), role_width = has_conditions(m) ? 9 : 8;

    fprintf(file, "\n%-*s  %-*s  %12s  %5s  %12s  %12s  %12s\n", width, "buffer", role_width, "role", "bytes", "arena",
            "offset", "pinned up", "pinned down");
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];
        const plan_place *place = &p->places[i];

        fprintf(file, "%-*s  %-*s  %12" PRIu64, width, b->name, role_width, model_role_name(b->role),
                b->role == ROLE_CONDITION ? 0 : b->size);
        if (b->role == ROLE_CONDITION || place->arena == PLAN_PINNED)
            fprintf(file, "  %5s  %12s", "-", "-");
        else
            fprintf(file, "  %5" PRIu32 "  %12" PRIu64, place->arena, place->offset);
        print_offset(file, place->upload_offset);
        print_offset(file, place->download_offset);
        fputc('\n', file);
    }
}

/* ---- how bytes cross ---- */

static void print_transports(FILE *file, const model *m, const plan *p)
{
    int width = longest_name(m);

    if (p->run_count == 0)
        return;
    fprintf(file, "\ntransports; costs %s\n", transport_cost_basis(m));
    for (size_t i = 0; i < m->buffer_count; i++) {
        const model_buffer *b = &m->buffers[i];

        if (b->up_why != NULL)
            fprintf(file, "%-*s  up    %-6s  %s\n", width, b->name, emit_transport_name(b->up), b->up_why);
        if (b->down_why != NULL)
            fprintf(file, "%-*s  down  %-6s  %s\n", width, b->name, emit_transport_name(b->down), b->down_why);
    }
}

/* ---- graphs ---- */

static void print_count(FILE *file, const char *before, size_t count, const char *what)
{
    bool hissing = what[strlen(what) - 1] == 's';

    fprintf(file, "%s%zu %s%s", before, count, what, count == 1 ? "" : hissing ? "es" : "s");
}

static void print_size(FILE *file, const char *what, const uint32_t size[3])
{
    fprintf(file, "; %s %" PRIu32 " x %" PRIu32 " x %" PRIu32, what, size[0], size[1], size[2]);
}

static void print_bodies(FILE *file, const model *m, const plan *p, const plan_node *n)
{
    fprintf(file, "; condition %s; %s ", m->buffers[n->condition].name, n->body_count == 1 ? "body" : "bodies");
    for (size_t i = 0; i < n->body_count; i++)
        fprintf(file, "%s%s", i > 0 ? ", " : "", p->bodies[n->first_body + i].name);
}

static void print_detail(FILE *file, const model *m, const plan *p, const plan_node *n)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        print_size(file, "grid", n->grid);
        print_size(file, "block", n->block);
        if (n->shared_bytes > 0)
            fprintf(file, "; %" PRIu32 " bytes shared", n->shared_bytes);
        break;
    case PLAN_TRANSFER:
        fprintf(file, "; %" PRIu64 " bytes", p->runs[n->run].bytes);
        if (plan_is_launch(p, n)) {
            print_size(file, "grid", n->grid);
            print_size(file, "block", n->block);
        }
        break;
    case PLAN_COPY:
        fprintf(file, "; %" PRIu64 " bytes", n->bytes);
        break;
    case PLAN_FILL:
        fprintf(file, "; %" PRIu64 " x %" PRIu32 " bytes", n->count, n->element);
        break;
    case PLAN_CONDITIONAL:
        print_bodies(file, m, p, n);
        break;
    case PLAN_BEGIN:
    case PLAN_END:
        fputs("; one thread", file);
        break;
    case PLAN_EMPTY:
        break;
    }
}

static const char *access_words(unsigned access)
{
    const char *word = terms_access(access);

    if (strcmp(word, "read_write") == 0)
        return "reads and writes";
    if (strcmp(word, "write_all") == 0)
        return "writes all of";
    return strcmp(word, "read") == 0 ? "reads" : strcmp(word, "write") == 0 ? "writes into" : "works in";
}

static void print_range(FILE *file, const model *m, const plan_range *range)
{
    const model_buffer *b = &m->buffers[range->buffer];

    if (b->role == ROLE_CONDITION) {
        fprintf(file, "      %s condition %s\n", range->access == PLAN_READ ? "asks for" : "sets", b->name);
        return;
    }
    fprintf(file, "      %s %s", access_words(range->access), b->name);
    if (range->first > 0 || range->last < b->size)
        fprintf(file, ", bytes %" PRIu64 " to %" PRIu64 " of %" PRIu64, range->first, range->last, b->size);
    fputc('\n', file);
}

/* A step that does not stand in the spec as it is. */
static void print_origin(FILE *file, const model *m, const plan_graph *g, const plan_node *n)
{
    const model_step *step = n->step != MODEL_NONE ? &m->graphs[g->graph].steps[n->step] : NULL;

    const model_loop *loop = n->kind == PLAN_CONDITIONAL ? model_loop_of(m, g->graph, n->step) : NULL;

    if (loop != NULL) {
        print_count(file, "      at most ", loop->max, "pass");
        fprintf(file, ", %" PRIu32 " in its body", loop->unrolled);
        if (loop->prefix > 0)
            fprintf(file, ", %" PRIu32 " before it", loop->prefix);
        if (loop->passes != MODEL_NONE)
            fprintf(file, ", counted in %s", m->buffers[loop->passes].name);
        fputc('\n', file);
    }
    if (completion_purpose(n) != NULL)
        fprintf(file, "      added %s\n", completion_purpose(n));
    if (step != NULL && step->generated)
        fprintf(file, "      added %s\n",
                n->kind == PLAN_COPY && model_is_move(m, g->graph, n->step) ? "to bring swapped bytes to their place"
                                                                            : "for control flow");
    if (step != NULL && step->copy > 0)
        fprintf(file, "      copy %" PRIu32 " of its step\n", step->copy);
}

static void print_node(FILE *file, const model *m, const plan *p, const plan_graph *g, const plan_node *n)
{
    fprintf(file, "  %s: %s", n->name, n->title);
    print_detail(file, m, p, n);
    fputs("\n      after ", file);
    for (size_t i = 0; i < n->after_count; i++)
        fprintf(file, "%s%s", i > 0 ? ", " : "", g->nodes[n->after[i]].name);
    fputs(n->after_count == 0 ? "nothing\n" : "\n", file);
    print_plan_overlaps(file, m, g, n);
    print_origin(file, m, g, n);
    if (n->first)
        fputs("      goes first: on the longest path, beside launches that fill the device\n", file);
    if (n->switched != MODEL_NONE)
        fprintf(file, "      %s %s\n", n->unless ? "unless" : "when", m->switches[n->switched].name);
    for (size_t i = 0; i < n->range_count; i++)
        print_range(file, m, &n->ranges[i]);
}

/* ---- longest paths ---- */

/* A path may have thousands of nodes: its first ones and the last are named. */
#define NAMED_NODES 12u

static void print_path(FILE *file, arena *scratch, const plan_graph *g, const times_path *path, const double *of_node)
{
    for (size_t i = 0; i < path->count; i++) {
        if (path->count > NAMED_NODES && i == NAMED_NODES - 2) {
            fprintf(file, ", %zu more", path->count - NAMED_NODES + 1);
            i = path->count - 1;
        }
        fprintf(file, "%s%s", i > 0 ? ", " : "", g->nodes[path->nodes[i]].name);
        if (of_node != NULL)
            fprintf(file, " (%s)", terms_time(scratch, of_node[path->nodes[i]]));
    }
    fputc('\n', file);
}

static void print_paths(FILE *file, const plan *p, const plan_graph *g, const times_table *t)
{
    arena *scratch = arena_new();
    times_path path = times_longest(scratch, g, NULL);

    if (path.count > 0) {
        fputs("  longest path: ", file);
        print_path(file, scratch, g, &path, NULL);
    }
    if (path.count > 0 && t) {
        const times_list *times = times_of(t, p, g);
        const double *of_node = times->of_node;
        path = times_longest(scratch, g, of_node);
        fprintf(file, "  critical path: %s of %s us", terms_time(scratch, path.length), terms_time(scratch, path.sum));
        if (times->missing > 0)
            fprintf(file, " (%zu nodes without a time)", times->missing);
        fputs(": ", file);
        print_path(file, scratch, g, &path, of_node);
    }
    arena_free(scratch);
}

static void print_completion(FILE *file, const model *m, const plan *p, const plan_graph *g)
{
    arena *scratch = arena_new();
    const char *why = completion_reason(scratch, m, p, g);

    switch (completion_of(m, g)) {
    case COMPLETION_NODE:
        fprintf(file, "  its end is seen by the word that %s writes", g->nodes[g->node_count - 1].name);
        break;
    case COMPLETION_WRITE:
        fputs("  its end is seen by a word that the stream writes after it", file);
        break;
    case COMPLETION_QUERY:
        fputs("  its end is seen by asking the stream, for there are several lanes", file);
        break;
    }
    fprintf(file, why != NULL ? ": %s\n" : "\n", why);
    if (g->small_copies)
        fputs("  its copies over the bus are small: made as for launches by the device too, which starts them sooner\n",
              file);
    arena_free(scratch);
}

/* What `reuse: tight` added, and what the longest path pays. */
static void print_tight(FILE *file, const model *m, const plan_graph *g, bool limited)
{
    if (g->tight_count > 0) {
        print_count(file, "  added by reuse: tight: ", g->tight_count, "edge");
        fprintf(file, "; depth %zu without%s\n", g->loose_depth,
                limited ? "; the search ran out of steps: fewer may do" : "");
    }
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        fprintf(file, "      %s waits for %s: %s shares bytes with %s\n", g->nodes[t->to].name, g->nodes[t->from].name,
                m->buffers[t->second_buffer].name, m->buffers[t->first_buffer].name);
    }
}

static const plan_graph *holder_of(const plan *p, const plan_graph *body)
{
    return body->holder == MODEL_NONE ? &p->graphs[body->graph] : &p->bodies[body->holder];
}

static void print_graph(FILE *file, const model *m, const plan *p, const plan_graph *g, const times_table *t, bool body)
{
    fprintf(file, "\n%s %s", body ? "body" : "graph", g->name);
    if (body)
        fprintf(file, " of %s.%s", holder_of(p, g)->name, holder_of(p, g)->nodes[g->holder_node].name);
    print_count(file, ": ", g->node_count, "node");
    print_count(file, ", ", g->edge_count, "edge");
    fprintf(file, ", depth %zu, width %zu\n", g->depth, g->width);
    print_paths(file, p, g, t);
    if (!body && g->kind == GRAPH_REPLAY)
        print_completion(file, m, p, g);
    print_tight(file, m, g, p->tight_limited);
    for (size_t i = 0; i < g->node_count; i++)
        print_node(file, m, p, g, &g->nodes[i]);
}

void print_plan(FILE *file, const model *m, const plan *p, const times_table *t)
{
    fprintf(file, "program %s, layout %s\n", m->program, p->separate ? "separate" : "shared");
    print_memory(file, p);
    print_buffers(file, m, p);
    print_transports(file, m, p);
    for (size_t i = 0; i < p->graph_count; i++) {
        print_graph(file, m, p, &p->graphs[i], t, false);
        for (size_t b = 0; b < p->body_count; b++) {
            if (p->bodies[b].graph == i)
                print_graph(file, m, p, &p->bodies[b], t, true);
        }
    }
}
