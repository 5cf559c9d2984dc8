/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.report.html: both pictures, drawn on the page. What has an id in a picture gets another one here, so that the
 * two do not meet. */
#include <string.h>

#include "base/text.h"
#include "report/graph_picture.h"
#include "report/memory_picture.h"
#include "report/page_parts.h"

/* Wider pictures are made smaller where the page is narrow, but not smaller than this. */
#define SMALL 896

/* Text in a picture has no quotation marks, so these words stand in attributes only. */
static const char *const before_ids[] = {" id=\"", "url(#", "aria-labelledby=\""};

static void write_renamed(FILE *file, const char *text, const char *prefix)
{
    while (*text != '\0') {
        const char *found = NULL;

        for (size_t i = 0; i < sizeof before_ids / sizeof *before_ids && found == NULL; i++)
            found = text_begins(text, before_ids[i]) ? before_ids[i] : NULL;
        if (found != NULL) {
            fprintf(file, "%s%s-", found, prefix);
            text += strlen(found);
        } else if (text_begins(text, "title description\"")) {
            fprintf(file, "title %s-description\"", prefix);
            text += strlen("title description\"");
        } else {
            fputc(*text++, file);
        }
    }
}

static void draw(FILE *file, const page *p, void (*write)(FILE *file, const emit *e), const char *prefix)
{
    emit linked = *p->e;
    stream s;
    size_t size;
    const char *text;
    int width = 0;

    linked.linked = true;
    write(stream_open(&s), &linked);
    text = strstr(stream_take(&s, p->memory, &size), "<svg");
    sscanf(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\"", &width);
    fprintf(file, "<div class=\"wide picture%s\">\n", width > SMALL ? " large" : "");
    write_renamed(file, text, prefix);
    fputs("</div>\n", file);
}

void page_graphs(FILE *file, const page *p)
{
    draw(file, p, graph_picture_write, "graph");
}

void page_arenas(FILE *file, const page *p)
{
    draw(file, p, memory_picture_write, "memory");
}
