/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/page.h"

#include <string.h>

#include "base/tmpl.h"
#include "report/page_parts.h"

static page_lines file_lines(const emit *e, const char *suffix)
{
    const char *name = arena_printf(e->memory, "%s%s", e->program, suffix), *text;
    size_t count, size;
    const char *const *names = out_names(e->files, &count);

    for (size_t i = 0; i + 1 < count; i++) {
        if (strcmp(names[i], name) == 0) {
            text = out_bytes(e->files, i, &size);
            return page_split(e->memory, text, size);
        }
    }
    return (page_lines){NULL, 0, NULL, 0};
}

#define SLOT(name)                                                                                                     \
    static void fill_##name(FILE *file, const void *context)                                                           \
    {                                                                                                                  \
        page_##name(file, context);                                                                                    \
    }

SLOT(summary)
SLOT(spec)
SLOT(graphs)
SLOT(nodes)
SLOT(arenas)
SLOT(memory)
SLOT(kernels)
SLOT(functions)
SLOT(calls)
SLOT(checks)
SLOT(deviations)
SLOT(tools)
SLOT(files)
SLOT(source)

static const char *escaped(arena *a, const char *text)
{
    stream s;
    size_t size;

    svg_escape(stream_open(&s), text);
    return stream_take(&s, a, &size);
}

void page_write(FILE *file, const emit *e)
{
    size_t size;
    const char *text = diag_source_bytes(e->in->sources, e->m->at.source, &size);
    page p = {e, e->memory, page_split(e->memory, text, size), file_lines(e, ".c"), file_lines(e, ".h")};
    const tmpl_word words[] = {
        {"PROGRAM", e->program},
        {"SPEC", escaped(e->memory, e->m->spec_name)},
        {"VERSION", e->in->version},
        {"STAMP", e->stamp},
        {"AT", "@"},
    };
    const tmpl_slot slots[] = {
        {"summary", fill_summary},       {"spec", fill_spec},
        {"graphs", fill_graphs},         {"nodes", fill_nodes},
        {"arenas", fill_arenas},         {"memory", fill_memory},
        {"kernels", fill_kernels},       {"functions", fill_functions},
        {"calls", fill_calls},           {"checks", fill_checks},
        {"deviations", fill_deviations}, {"tools", fill_tools},
        {"files", fill_files},           {"source", fill_source},
    };

    tmpl_write(file, tmpl_find("report.html.in"), words, sizeof words / sizeof *words, slots,
               sizeof slots / sizeof *slots, &p);
}
