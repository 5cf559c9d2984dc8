/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: the spec and NAME.c line by line, with links to and from nodes. */
#include <string.h>

#include "report/page_parts.h"

/* An unrolled loop makes a hundred nodes of one line: this many are named. */
#define MOST_NAMED 6u

/* ---- what each line leads to ---- */

typedef struct {
    const emit_graph *g;
    const emit_node *n;
} found_node;

typedef struct {
    found_node *nodes;
    size_t count, capacity;
} line_nodes;

typedef struct {
    const page *p;
    const page_lines *lines;
    bool of_spec;
    line_nodes *all;
} search;

static void add_nodes(const search *s, const emit_graph *g)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        unsigned line = s->of_spec ? n->line : page_source_line(s->p, n);
        line_nodes *at = &s->all[line];

        if (n->parts != NULL)
            add_nodes(s, n->parts);
        if (line == 0 || line > s->lines->count)
            continue;
        at->nodes = arena_grow(s->p->memory, at->nodes, at->count, &at->capacity, sizeof *at->nodes);
        at->nodes[at->count++] = (found_node){g, n};
    }
}

/* Of each line, from 1: the nodes that it asks for, or whose comments begin there. */
static line_nodes *find_nodes(const page *p, const page_lines *lines, bool of_spec)
{
    search s = {p, lines, of_spec, ARENA_ARRAY(p->memory, line_nodes, lines->count + 2)};

    for (size_t k = 0; k < p->e->order_count; k++)
        add_nodes(&s, p->e->order[k]);
    return s.all;
}

/* ---- one line ---- */

static void begin_line(FILE *file, const char *id, const page_lines *lines, size_t line, bool linked)
{
    fprintf(file, "<span class=\"line%s\" id=\"%s-%zu\"><a class=\"no\" href=\"#%s-%zu\">%zu</a>",
            linked ? " linked" : "", id, line, id, line, line);
    page_line(file, lines, line);
}

static void end_line(FILE *file)
{
    fputs("\n</span>", file);
}

static void write_nodes(FILE *file, const page *p, const line_nodes *nodes)
{
    for (size_t i = 0; i < nodes->count && i < MOST_NAMED; i++) {
        fputs(" ", file);
        page_link_node(file, p, nodes->nodes[i].g, nodes->nodes[i].n);
    }
    if (nodes->count > MOST_NAMED)
        page_text(file, " and %zu more", nodes->count - MOST_NAMED);
}

/* ---- the spec ---- */

/* Kernels and buffers, which have rows of their own further down: the line of each, and whether a line has any. */
typedef struct {
    unsigned *kernels, *buffers;
    bool *any;
} other_lines;

static other_lines find_others(const page *p)
{
    const model *m = p->e->m;
    other_lines o = {ARENA_ARRAY(p->memory, unsigned, m->kernel_count + 1),
                     ARENA_ARRAY(p->memory, unsigned, m->buffer_count + 1),
                     ARENA_ARRAY(p->memory, bool, p->spec.count + 2)};

    for (size_t i = 0; i < m->kernel_count; i++)
        o.any[o.kernels[i] = page_spec_line(p, m->kernels[i].at)] = true;
    for (size_t i = 0; i < m->buffer_count; i++)
        o.any[o.buffers[i] = page_spec_line(p, m->buffers[i].at)] = true;
    return o;
}

static void write_others(FILE *file, const page *p, const other_lines *o, size_t line)
{
    const model *m = p->e->m;

    for (size_t i = 0; i < m->kernel_count; i++) {
        if (o->kernels[i] == line) {
            fputs(" ", file);
            page_link_kernel(file, m->kernels[i].name);
        }
    }
    for (uint32_t i = 0; i < m->buffer_count; i++) {
        if (o->buffers[i] == line) {
            fputs(" ", file);
            page_link_buffer(file, p, i);
        }
    }
}

void page_spec(FILE *file, const page *p)
{
    const line_nodes *nodes = find_nodes(p, &p->spec, true);
    const other_lines others = find_others(p);

    fputs("<pre class=\"code\">", file);
    for (size_t line = 1; line <= p->spec.count; line++) {
        bool linked = nodes[line].count > 0 || others.any[line];
        begin_line(file, "spec", &p->spec, line, linked);
        if (linked) {
            fputs("<span class=\"to\">&#8594;", file);
            if (others.any[line])
                write_others(file, p, &others, line);
            write_nodes(file, p, &nodes[line]);
            fputs("</span>", file);
        }
        end_line(file);
    }
    fputs("</pre>\n", file);
}

/* ---- NAME.c ---- */

void page_source(FILE *file, const page *p)
{
    const line_nodes *nodes = find_nodes(p, &p->source, false);

    fputs("<pre class=\"code\">", file);
    for (size_t line = 1; line <= p->source.count; line++) {
        begin_line(file, "c", &p->source, line, nodes[line].count > 0);
        if (nodes[line].count > 0) {
            fputs("<span class=\"to\">&#8594;", file);
            write_nodes(file, p, &nodes[line]);
            if (nodes[line].nodes[0].n->line != 0) {
                fputs(", line ", file);
                page_link_spec(file, nodes[line].nodes[0].n->line);
            }
            fputs("</span>", file);
        }
        end_line(file);
    }
    fputs("</pre>\n", file);
}
