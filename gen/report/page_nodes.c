/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the nodes of each graph, why each comes after others, and who sees its end. */
#include <inttypes.h>
#include <string.h>

#include "plan/completion.h"
#include "report/edge_reasons.h"
#include "report/fused.h"
#include "report/page_parts.h"
#include "report/print_plan_parts.h"
#include "report/terms.h"

/* ---- why an edge is there ---- */

static void write_bytes(FILE *file, const page *p, const edge_reason *why)
{
    const model_buffer *b = &p->e->m->buffers[why->buffer];

    page_link_buffer(file, p, why->buffer);
    if (b->role != ROLE_CONDITION && (why->first > 0 || why->last < b->size))
        page_text(file, " [%" PRIu64 ", %" PRIu64 ")", why->first, why->last);
}

/* "reads what that wrote, overwrites what that read"; "" for a reason that is no hazard. */
static const char *hazard_words(const page *p, unsigned kinds)
{
    static const char *const words[] = {"reads what that wrote", "overwrites what that read", "writes again"};
    const char *all = "";

    for (unsigned i = 0; i < 3; i++)
        if ((kinds >> i & 1u) != 0)
            all = arena_printf(p->memory, "%s%s%s", all, all[0] != '\0' ? ", " : "", words[i]);
    return all;
}

static void write_other(FILE *file, const page *p, const edge_reason *why)
{
    if ((why->kinds & WHY_REUSE) != 0) {
        page_link_buffer(file, p, why->other);
        fputs(" takes over the bytes of ", file);
        write_bytes(file, p, why);
        return;
    }
    page_text(file, "%s",
              (why->kinds & WHY_AFTER) != 0   ? "the spec says `after:`"
              : (why->kinds & WHY_BEGIN) != 0 ? "one command starts everything"
                                              : "all has ended then");
}

/* Buffers for which the reason is the same stand behind it. */
static void write_reasons(FILE *file, const page *p, const edge_reason *why, size_t count)
{
    const char *last = "";

    for (size_t i = 0; i < count; i++) {
        const char *words = hazard_words(p, why[i].kinds);
        bool again = i > 0 && words[0] != '\0' && strcmp(words, last) == 0;

        last = words;
        fputs(again ? ", " : i > 0 ? "; " : "", file);
        if (words[0] == '\0') {
            write_other(file, p, &why[i]);
            continue;
        }
        if (!again)
            page_text(file, "%s: ", words);
        write_bytes(file, p, &why[i]);
    }
}

/* "programmatic with sm_90", or nothing. */
static void write_overlap(FILE *file, const page *p, const plan_node *to, size_t edge)
{
    const model *m = p->e->m;
    const plan_overlap *of = to->overlaps != NULL ? &to->overlaps[edge * m->target_count] : NULL;
    bool any = false;

    for (size_t t = 0; of != NULL && t < m->target_count; t++) {
        if (of[t] != PLAN_PROGRAMMATIC)
            continue;
        page_text(file, "%s%s", any ? ", " : "; programmatic with ", m->targets[t].name);
        any = true;
    }
}

/* own: the graph itself; NULL for one without fused launches, whose nodes are looked for by their names. */
static void link_to(FILE *file, const page *p, const plan_graph *g, const emit_graph *own, uint32_t node)
{
    if (own != NULL)
        page_link_node(file, p, own, &own->nodes[node]);
    else
        page_link_name(file, p, g, node);
}

static void write_edge(FILE *file, const page *p, const plan_graph *g, const emit_graph *own, edge_reasons *reasons,
                       uint32_t to, size_t edge)
{
    uint32_t from = g->nodes[to].after[edge], pair[2];
    size_t count;
    const edge_reason *why = edge_reasons_find(reasons, to, edge, pair, &count);

    link_to(file, p, g, own, from);
    fputs(": ", file);
    if (pair[0] != from || pair[1] != to) {
        link_to(file, p, g, own, pair[1]);
        fputs(" after ", file);
        link_to(file, p, g, own, pair[0]);
        fputs(", ", file);
    }
    write_reasons(file, p, why, count);
    write_overlap(file, p, &g->nodes[to], edge);
}

static void write_after(FILE *file, const page *p, const emit_graph *g, edge_reasons *reasons, uint32_t node)
{
    const plan_node *n = &g->plan->nodes[node];

    fputs("<td>", file);
    if (n->after_count == 0)
        fputs("<span class=\"quiet\">the start</span>", file);
    else
        fputs("<ul>", file);
    for (size_t i = 0; i < n->after_count; i++) {
        fputs("<li>", file);
        write_edge(file, p, g->plan, g, reasons, node, i);
        fputs("</li>", file);
    }
    fputs(n->after_count == 0 ? "</td>" : "</ul></td>", file);
}

/* ---- who sees that a node has ended ---- */

static bool writes_word(const emit_node *n)
{
    for (size_t i = 0; n->parts != NULL && i < n->parts->plan->node_count; i++)
        if (n->parts->plan->nodes[i].kind == PLAN_END)
            return true;
    return n->plan->kind == PLAN_END;
}

/* The last nodes of a body end it, which its node looks for; those of a graph end the replay, which the host sees. */
static const char *who_sees(const page *p, const emit_graph *g, const emit_node *last)
{
    if (g->is_body)
        return "its conditional node";
    if (emit_is_setup(g->plan))
        return "open, which waits for it";
    if (writes_word(last))
        return "the host, by the word that it writes";
    return completion_of(p->e->m, g->plan) == COMPLETION_WRITE ? "the host, by a word that the stream writes"
                                                               : "the host, which asks the stream";
}

static void write_end(FILE *file, const page *p, const emit_graph *g, const emit_node *described)
{
    const plan_node *n = described->plan;

    fputs("<td>", file);
    for (size_t i = 0; i < n->before_count; i++) {
        fputs(i > 0 ? ", " : "", file);
        page_link_node(file, p, g, &g->nodes[n->before[i]]);
    }
    if (n->before_count == 0)
        page_text(file, "%s", who_sees(p, g, described));
    fputs("</td>", file);
}

/* ---- what a node does ---- */

static const char *detail_of(const page *p, const emit_node *n)
{
    stream s;
    size_t size;
    const char *text;

    print_plan_detail(stream_open(&s), p->e, n);
    text = stream_take(&s, p->memory, &size);
    return size > 2 ? text + 2 : "";
}

/* What orders a part of a fused launch: the edges that it has in the graph without such launches, but those from what
 * only starts everything. */
static void write_order(FILE *file, const page *p, const plan_graph *of, edge_reasons *reasons, uint32_t node)
{
    const plan_node *n = &of->nodes[node];
    bool any = false;

    for (size_t i = 0; i < n->after_count; i++) {
        if (of->nodes[n->after[i]].kind == PLAN_BEGIN)
            continue;
        fputs(any ? "; after " : "<br><span class=\"quiet\">after ", file);
        write_edge(file, p, of, NULL, reasons, node, i);
        any = true;
    }
    fputs(any ? "</span>" : "", file);
}

/* *next: the first of the list's parts. */
static void write_list(FILE *file, const page *p, const emit_node *fused, const plan_fused_list *list, size_t *next)
{
    edge_reasons *reasons = edge_reasons_new(p->e, list->of);

    fputs("<ol>", file);
    for (size_t i = 0; i < list->part_count; i++) {
        const emit_node *part = &fused->parts->nodes[(*next)++];
        fprintf(file, "<li id=\"%s\">", page_node_id(p->memory, fused->parts, part));
        page_text(file, "%s", part->plan->title);
        if (part->line != 0) {
            fputs(", line ", file);
            page_link_spec(file, part->line);
        }
        write_order(file, p, list->of, reasons, list->parts[i].node);
        for (size_t b = 0; part->plan->kind == PLAN_CONDITIONAL && b < part->plan->body_count; b++)
            write_list(file, p, fused, &list->parts[i].bodies[b], next);
        fputs("</li>", file);
    }
    fputs("</ol>", file);
    edge_reasons_free(reasons);
}

static void write_parts(FILE *file, const page *p, const emit_node *n)
{
    size_t next = 0;

    for (size_t b = 0; b < n->plan->block_count; b++) {
        if (n->plan->block_count > 1)
            page_text(file, "Block %zu:", b);
        write_list(file, p, n, &n->plan->blocks[b], &next);
    }
}

static void write_what(FILE *file, const page *p, const emit_node *n)
{
    const char *detail = detail_of(p, n), *when = terms_when(p->e, n), *purpose = completion_purpose(n->plan);

    fputs("<td><b>", file);
    page_text(file, "%s", n->name);
    fputs("</b>", file);
    if (strcmp(n->plan->title, n->name) != 0 && n->parts == NULL) {
        fputs("<br>", file);
        page_text(file, "%s", n->plan->title);
    }
    fputs("<br><span class=\"quiet\">", file);
    page_text(file, "%s%s%s%s%s", detail, detail[0] != '\0' && (when != NULL || purpose != NULL) ? "; " : "",
              when != NULL ? when : "", when != NULL && purpose != NULL ? "; " : "", purpose != NULL ? purpose : "");
    fputs("</span>", file);
    if (n->parts != NULL)
        write_parts(file, p, n);
    fputs("</td>", file);
}

static void write_line(FILE *file, unsigned line, void (*link)(FILE *file, unsigned line))
{
    fputs("<td class=\"number\">", file);
    if (line != 0)
        link(file, line);
    fputs("</td>", file);
}

static void write_node(FILE *file, const page *p, const emit_graph *g, edge_reasons *reasons, uint32_t node)
{
    const emit_node *n = &g->nodes[node];

    fprintf(file, "<tr id=\"%s\"><td class=\"number\">%" PRIu32 "</td>", page_node_id(p->memory, g, n), node);
    write_what(file, p, n);
    write_after(file, p, g, reasons, node);
    write_end(file, p, g, n);
    write_line(file, n->line, page_link_spec);
    write_line(file, page_source_line(p, n), page_link_source);
    fputs("</tr>\n", file);
}

/* ---- a graph ---- */

static void write_unfused(FILE *file, const page *p, const emit_graph *g)
{
    size_t count;
    const fused_reason *reasons = fused_reasons(p->e, g->plan, &count);

    if (count > 0 && fused_never(p->e) != NULL) {
        page_text(file, " Nothing is fused (%s).", fused_never(p->e));
        return;
    }
    for (size_t i = 0; i < count; i++)
        page_text(file, "%s %s (%s)%s", i == 0 ? " Not fused:" : "", reasons[i].nodes, reasons[i].why,
                  i + 1 < count ? ";" : ".");
}

static void write_graph(FILE *file, const page *p, const emit_graph *g)
{
    static const char *const heads[] = {"#", "node", "comes after, and why", "its end is seen by", "#spec", "#C", NULL};
    edge_reasons *reasons = edge_reasons_new(p->e, g->plan);

    fprintf(file, "<h3 id=\"graph-%s\">", g->plan->name);
    page_text(file, "%s%s", g->is_body ? "Body " : emit_is_setup(g->plan) ? "Setup graph " : "Graph ", g->plan->name);
    fputs("</h3>\n<p>", file);
    page_text(file, "%s, %s; the longest path has %s, the widest level %zu.",
              terms_count(p->memory, g->plan->node_count, "node"), terms_count(p->memory, g->plan->edge_count, "edge"),
              terms_count(p->memory, g->plan->depth, "node"), g->plan->width);
    if (!g->is_body && !emit_is_setup(g->plan))
        page_text(file, " How the host sees that a replay has ended: %s.", emit_completion_text(p->e, g->plan));
    write_unfused(file, p, g);
    fputs("</p>\n", file);
    page_table(file, heads);
    for (uint32_t n = 0; n < g->plan->node_count; n++)
        write_node(file, p, g, reasons, n);
    page_table_end(file);
    edge_reasons_free(reasons);
}

void page_nodes(FILE *file, const page *p)
{
    for (size_t i = 0; i < p->e->p->graph_count + p->e->p->body_count; i++)
        write_graph(file, p, &p->e->graphs[i]);
}
