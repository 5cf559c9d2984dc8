/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: how text, tables and links are written. */
#include <stdarg.h>
#include <string.h>

#include "base/sha256.h"
#include "report/page_parts.h"

/* ---- lines ---- */

page_lines page_split(arena *a, const char *text, size_t size)
{
    page_lines lines = {text, size, NULL, 0};
    size_t capacity = 0;

    for (size_t at = 0; text != NULL && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        lines.starts = arena_grow(a, lines.starts, lines.count, &capacity, sizeof *lines.starts);
        lines.starts[lines.count++] = at;
        at = end != NULL ? (size_t)(end - text) + 1 : size;
    }
    return lines;
}

/* The line that the byte is in. */
static unsigned line_of(const page_lines *lines, size_t offset)
{
    size_t low = 0, high = lines->count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (unsigned)low + 1;
}

const char *page_line_text(const page_lines *lines, size_t line, size_t *length)
{
    size_t begin = lines->starts[line - 1], end = line < lines->count ? lines->starts[line] : lines->size;

    while (end > begin && (lines->text[end - 1] == '\n' || lines->text[end - 1] == '\r'))
        end--;
    *length = end - begin;
    return lines->text + begin;
}

/* Tabs stand as they are: the page shows them as a text file does. */
void page_line(FILE *file, const page_lines *lines, size_t line)
{
    size_t left;
    const char *at = page_line_text(lines, line, &left), *end = at + left;
    arena *a = arena_new();

    while (at < end) {
        const char *tab = memchr(at, '\t', (size_t)(end - at)), *next = tab != NULL ? tab : end;
        svg_escape(file, arena_copy(a, at, (size_t)(next - at)));
        if (tab != NULL)
            fputc('\t', file);
        at = tab != NULL ? tab + 1 : end;
    }
    arena_free(a);
}

/* ---- text ---- */

static void write_text(FILE *file, const char *format, va_list arguments)
{
    arena *a = arena_new();

    svg_escape(file, arena_vprintf(a, format, arguments));
    arena_free(a);
}

void page_text(FILE *file, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_text(file, format, arguments);
    va_end(arguments);
}

void page_cell(FILE *file, const char *looks, const char *format, ...)
{
    va_list arguments;

    if (looks[0] != '\0')
        fprintf(file, "<td class=\"%s\">", looks);
    else
        fputs("<td>", file);
    va_start(arguments, format);
    write_text(file, format, arguments);
    va_end(arguments);
    fputs("</td>", file);
}

void page_table(FILE *file, const char *const *heads)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr>", file);
    for (; *heads != NULL; heads++) {
        bool number = **heads == '#';
        fprintf(file, "<th scope=\"col\"%s>", number ? " class=\"number\"" : "");
        page_text(file, "%s", *heads + (number ? 1 : 0));
        fputs("</th>", file);
    }
    fputs("</tr></thead>\n<tbody>\n", file);
}

void page_table_end(FILE *file)
{
    fputs("</tbody></table></div>\n", file);
}

void page_fact(FILE *file, const char *term, const char *format, ...)
{
    va_list arguments;

    fputs("<div><dt>", file);
    page_text(file, "%s", term);
    fputs("</dt><dd>", file);
    va_start(arguments, format);
    write_text(file, format, arguments);
    va_end(arguments);
    fputs("</dd></div>\n", file);
}

const char *page_hash(arena *a, const void *bytes, size_t size)
{
    char hex[SHA256_HEX];

    sha256_hex(bytes, size, hex);
    return arena_copy(a, hex, strlen(hex));
}

/* ---- links ---- */

const char *page_node_id(arena *a, const emit_graph *g, const emit_node *n)
{
    return arena_printf(a, "node-%s-%s", g->plan->name, n->name);
}

static void link_to(FILE *file, const char *kind, const char *id, const char *text)
{
    fprintf(file, "<a href=\"#%s%s\">", kind, id);
    page_text(file, "%s", text);
    fputs("</a>", file);
}

static void link_as(FILE *file, const page *p, const emit_graph *g, const emit_node *n, const char *text)
{
    link_to(file, "", page_node_id(p->memory, g, n), text);
}

void page_link_node(FILE *file, const page *p, const emit_graph *g, const emit_node *n)
{
    link_as(file, p, g, n, n->plan->name);
}

static bool link_among(FILE *file, const page *p, const emit_graph *g, const char *name, const char *text)
{
    for (size_t i = 0; i < g->plan->node_count; i++) {
        const emit_node *n = &g->nodes[i];
        if (strcmp(n->plan->name, name) == 0) {
            link_as(file, p, g, n, text);
            return true;
        }
        if (n->parts != NULL && link_among(file, p, n->parts, name, text))
            return true;
    }
    return false;
}

/* Parts of a body have its name before theirs. */
void page_link_name(FILE *file, const page *p, const plan_graph *g, uint32_t node)
{
    const char *name = g->nodes[node].name, *inner = arena_printf(p->memory, "%s_%s", g->name, name);

    for (size_t i = 0; i < p->e->order_count; i++) {
        const emit_graph *in = p->e->order[i];
        if (in->plan->graph == g->graph &&
            (link_among(file, p, in, inner, name) || link_among(file, p, in, name, name)))
            return;
    }
    page_text(file, "%s", name);
}

void page_link_spec(FILE *file, unsigned line)
{
    fprintf(file, "<a href=\"#spec-%u\">%u</a>", line, line);
}

void page_link_source(FILE *file, unsigned line)
{
    fprintf(file, "<a href=\"#c-%u\">%u</a>", line, line);
}

void page_link_buffer(FILE *file, const page *p, uint32_t buffer)
{
    const char *name = p->e->m->buffers[buffer].name;

    link_to(file, "buffer-", name, name);
}

void page_link_kernel(FILE *file, const char *name)
{
    link_to(file, "kernel-", name, name);
}

unsigned page_spec_line(const page *p, span at)
{
    unsigned line = 0, column;

    if (at.source != 0 && at.source == p->e->m->at.source)
        diag_locate(p->e->in->sources, at.source, at.begin, &line, &column);
    return line;
}

unsigned page_source_line(const page *p, const emit_node *n)
{
    return p->source.text != NULL && *n->source_at >= 0 ? line_of(&p->source, (size_t)*n->source_at) : 0;
}
