/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *path;
    size_t line;
    arena *memory;
    bench_list *list;
    bench_instance *model; /* NULL before the first */
    uint64_t align, time;
    size_t open; /* allocated and not freed yet */
} trace;

static bool fault(const trace *t, const char *text)
{
    fprintf(stderr, "%s:%zu: %s\n", t->path, t->line, text);
    return false;
}

static bool read_alloc(trace *t, const char *id, uint64_t size)
{
    bench_add_item(t->memory, t->model, id, (search_item){size, t->align}, (search_lifetime){t->time++, UINT64_MAX});
    t->open++;
    return true;
}

static bool read_free(trace *t, const char *id)
{
    for (size_t i = t->model->count; i-- > 0;) {
        if (strcmp(t->model->ids[i], id) == 0 && t->model->lifetimes[i].end == UINT64_MAX) {
            t->model->lifetimes[i].end = t->time++;
            t->open--;
            return true;
        }
    }
    return fault(t, "expected the id of an allocation that isn't freed yet");
}

static bool begin_model(trace *t, const char *name)
{
    if (t->open > 0)
        return fault(t, "expected every allocation of the model before to be freed");
    t->model = bench_add_instance(t->memory, t->list, arena_copy(t->memory, name, strlen(name)));
    t->align = 1;
    t->time = 0;
    return true;
}

static bool read_line(trace *t, const char *line)
{
    char word[16], first[256];
    uint64_t size = 0;
    int fields = sscanf(line, "%15s %255s %" SCNu64, word, first, &size);
    if (fields <= 0 || word[0] == '#')
        return true;
    if (fields < 2)
        return fault(t, "expected a word and what it is about");
    if (strcmp(word, "MODEL") == 0)
        return begin_model(t, first);
    if (!t->model)
        return fault(t, "expected MODEL first");
    if (strcmp(word, "ALLOC") == 0)
        return fields == 3 ? read_alloc(t, first, size) : fault(t, "expected an id and a size");
    if (strcmp(word, "FREE") == 0)
        return read_free(t, first);
    if (strcmp(word, "ALIGN") == 0) {
        t->align = strtoull(first, NULL, 10);
        return (t->align > 0 && (t->align & (t->align - 1)) == 0) || fault(t, "expected a power of two");
    }
    return strcmp(word, "MEM") == 0 || strcmp(word, "EFF") == 0 || fault(t, "expected ALLOC, FREE or MODEL");
}

bool bench_read_trace(arena *a, const char *path, bench_list *list)
{
    trace t = {path, 0, a, list, NULL, 1, 0, 0};
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    FILE *f = fopen(path, "r");
    if (!f)
        return fault(&t, strerror(errno));
    while (good && getline(&line, &room, f) >= 0) {
        t.line++;
        good = read_line(&t, line);
    }
    free(line);
    fclose(f);
    return good && (t.open == 0 || fault(&t, "expected every allocation to be freed"));
}
