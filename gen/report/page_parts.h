/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of NAME.report.html share. */
#ifndef PAGE_PARTS_H
#define PAGE_PARTS_H

#include "base/svg.h"
#include "emit/emit_facts.h"
#include "emit/emit_text.h"

/* A text of which lines are shown, numbered from 1. */
typedef struct {
    const char *text; /* NULL: there is none */
    size_t size;
    size_t *starts; /* of each line, and the end */
    size_t count;
} page_lines;

typedef struct {
    const emit *e;
    arena *memory;
    page_lines spec, source, header; /* source: NAME.c */
} page;

/* ---- page_text.c: HTML ---- */

page_lines page_split(arena *a, const char *text, size_t size);
/* A line's text without its end, and that escaped. */
const char *page_line_text(const page_lines *lines, size_t line, size_t *length);
void page_line(FILE *file, const page_lines *lines, size_t line);

/* Escaped text. */
void page_text(FILE *file, const char *format, ...) ARENA_FORMAT(2, 3);
/* Escaped text in a cell of a table; `looks` are classes, "" for none. */
void page_cell(FILE *file, const char *looks, const char *format, ...) ARENA_FORMAT(3, 4);
/* Opens a table, with a column for each of these heads up to a NULL; a head that begins with '#' is of numbers. */
void page_table(FILE *file, const char *const *heads);
void page_table_end(FILE *file);
/* A term and what is said about it, in a list of them. */
void page_fact(FILE *file, const char *term, const char *format, ...) ARENA_FORMAT(3, 4);
/* SHA-256 in hexadecimal digits. */
const char *page_hash(arena *a, const void *bytes, size_t size);

/* Links, each to a place that the page has: a node, a line of the spec or of NAME.c, a buffer, a kernel. */
const char *page_node_id(arena *a, const emit_graph *g, const emit_node *n);
void page_link_node(FILE *file, const page *p, const emit_graph *g, const emit_node *n);
/* A node of the graph as it is with or without fused launches, by its name: there it may be a part of one. */
void page_link_name(FILE *file, const page *p, const plan_graph *g, uint32_t node);
void page_link_spec(FILE *file, unsigned line);
/* The line of the spec's own file where something stands; 0: it stands elsewhere. */
unsigned page_spec_line(const page *p, span at);
void page_link_source(FILE *file, unsigned line);
void page_link_buffer(FILE *file, const page *p, uint32_t buffer);
void page_link_kernel(FILE *file, const char *name);

/* Bytes of stack that a function takes at most, by its name without the program's. */
unsigned page_stack_of(const page *p, const char *function);

/* The line of NAME.c where a node's comment begins; 0: there is none. */
unsigned page_source_line(const page *p, const emit_node *n);

extern const char page_deviations_text[]; /* runtime/DEVIATIONS.md, embedded by gen/embed_text.sh; NUL-terminated */

/* ---- the parts, in their order ---- */

void page_summary(FILE *file, const page *p);    /* page_summary.c */
void page_spec(FILE *file, const page *p);       /* page_listing.c */
void page_graphs(FILE *file, const page *p);     /* page_pictures.c */
void page_nodes(FILE *file, const page *p);      /* page_nodes.c */
void page_arenas(FILE *file, const page *p);     /* page_pictures.c */
void page_memory(FILE *file, const page *p);     /* page_memory.c */
void page_kernels(FILE *file, const page *p);    /* page_kernels.c */
void page_functions(FILE *file, const page *p);  /* page_functions.c */
void page_calls(FILE *file, const page *p);      /* page_calls.c */
void page_checks(FILE *file, const page *p);     /* page_checks.c */
void page_deviations(FILE *file, const page *p); /* page_deviations.c */
void page_tools(FILE *file, const page *p);      /* page_files.c */
void page_files(FILE *file, const page *p);
void page_source(FILE *file, const page *p); /* page_listing.c */

#endif
