/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

#include "base/text_json.h"

/* What stands before an element: comma, line or blank, and the key. */
static void next(json *j, const char *key)
{
    bool flat = j->open[j->depth].flat;

    if (j->open[j->depth].any)
        fputs(flat ? ", " : ",", j->file);
    if (!flat)
        fprintf(j->file, "\n%*s", 2 * (j->depth + 1), "");
    j->open[j->depth].any = true;
    if (key == NULL)
        return;
    text_write_json(j->file, key, strlen(key));
    fputs(": ", j->file);
}

static void open(json *j, bool flat, char begin, char end)
{
    fputc(begin, j->file);
    j->depth++;
    j->open[j->depth].end = end;
    j->open[j->depth].flat = flat || j->open[j->depth - 1].flat;
    j->open[j->depth].any = false;
}

void json_begin(json *j, FILE *file)
{
    memset(j, 0, sizeof *j);
    j->file = file;
    j->open[0].end = '}';
    fputc('{', file);
}

void json_finish(json *j)
{
    fputs("\n}\n", j->file);
}

void json_object(json *j, const char *key, bool flat)
{
    next(j, key);
    open(j, flat, '{', '}');
}

void json_list(json *j, const char *key, bool flat)
{
    next(j, key);
    open(j, flat, '[', ']');
}

void json_close(json *j)
{
    if (j->open[j->depth].any && !j->open[j->depth].flat)
        fprintf(j->file, "\n%*s", 2 * j->depth, "");
    fputc(j->open[j->depth].end, j->file);
    j->depth--;
}

void json_text(json *j, const char *key, const char *text)
{
    next(j, key);
    if (text != NULL)
        text_write_json(j->file, text, strlen(text));
    else
        fputs("null", j->file);
}

void json_number(json *j, const char *key, uint64_t number)
{
    next(j, key);
    fprintf(j->file, "%" PRIu64, number);
}

void json_signed(json *j, const char *key, int64_t number)
{
    next(j, key);
    fprintf(j->file, "%" PRId64, number);
}

void json_decimal(json *j, const char *key, const char *digits)
{
    next(j, key);
    fputs(digits, j->file);
}

void json_bool(json *j, const char *key, bool value)
{
    next(j, key);
    fputs(value ? "true" : "false", j->file);
}

void json_null(json *j, const char *key)
{
    json_text(j, key, NULL);
}
