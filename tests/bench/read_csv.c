/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ID, LOWER, UPPER, SIZE, ALIGNMENT, COLUMNS };

typedef struct {
    const char *path;
    size_t line;
    int column[16]; /* of each field; -1: of no use here */
    size_t fields;
} table;

static bool fault(const table *t, const char *text)
{
    fprintf(stderr, "%s:%zu: %s\n", t->path, t->line, text);
    return false;
}

/* Cuts a line at its commas. */
static size_t cut_fields(char *line, char *fields[16])
{
    size_t count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; at && count < 16;) {
        fields[count++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return count;
}

static bool read_heading(table *t, char *line)
{
    static const char *const names[COLUMNS] = {"id", "lower", "upper", "size", "alignment"};
    char *fields[16];
    bool found[COLUMNS] = {false};
    t->fields = cut_fields(line, fields);
    for (size_t f = 0; f < t->fields; f++) {
        t->column[f] = -1;
        for (int c = 0; c < COLUMNS; c++) {
            if (strcmp(fields[f], names[c]) == 0) {
                t->column[f] = c;
                found[c] = true;
            }
        }
    }
    if (!found[ID] || !found[LOWER] || !found[UPPER] || !found[SIZE])
        return fault(t, "expected columns id, lower, upper and size");
    return true;
}

static bool read_number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static bool read_row(arena *a, const table *t, char *line, bench_instance *in)
{
    char *fields[16];
    const char *id = "";
    uint64_t number[COLUMNS] = {0, 0, 0, 0, 1};
    if (cut_fields(line, fields) != t->fields)
        return fault(t, "expected as many fields as columns");
    for (size_t f = 0; f < t->fields; f++) {
        if (t->column[f] == ID)
            id = fields[f];
        else if (t->column[f] > ID && !read_number(fields[f], &number[t->column[f]]))
            return fault(t, "expected a number");
    }
    if (number[LOWER] >= number[UPPER])
        return fault(t, "expected lower to be less than upper");
    if (number[ALIGNMENT] == 0 || (number[ALIGNMENT] & (number[ALIGNMENT] - 1)) != 0)
        return fault(t, "expected an alignment that is a power of two");
    bench_add_item(a, in, id, (search_item){number[SIZE], number[ALIGNMENT]},
                   (search_lifetime){number[LOWER], number[UPPER]});
    return true;
}

/* NAME.CAPACITY.csv */
static uint64_t capacity_of(const char *name)
{
    for (const char *dot = strrchr(name, '.'); dot && dot > name;) {
        const char *end = dot;
        do
            dot--;
        while (dot > name && *dot != '.');
        if (*dot == '.' && strspn(dot + 1, "0123456789") == (size_t)(end - dot - 1))
            return strtoull(dot + 1, NULL, 10);
    }
    return UINT64_MAX;
}

bool bench_read_csv(arena *a, const char *path, bench_list *list)
{
    table t = {path, 0, {0}, 0};
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return fault(&t, strerror(errno));
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bench_instance *in = bench_add_instance(a, list, arena_copy(a, name, strlen(name) - strlen(".csv")));
    in->capacity = capacity_of(name);
    bool good = true;
    while (good && getline(&line, &room, f) >= 0) {
        t.line++;
        good = t.line == 1 ? read_heading(&t, line) : read_row(a, &t, line, in);
    }
    free(line);
    fclose(f);
    return good && (t.line > 0 || fault(&t, "expected a line with the names of the columns"));
}
