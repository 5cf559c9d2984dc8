/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The placement search over public allocation problems. One line an instance: name, height, lower bound, whether the
 * height is proven to be the least, seconds of the processor, search steps. The offsets go into files, for anyone to check. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define STEPS UINT64_C(1500000000)

typedef struct {
    const char *data, *out;
    uint64_t steps;
    bool capacity; /* any height that is not above the capacity will do */
} options;

typedef struct {
    size_t proven, over_capacity, wrong;
    double seconds, longest;
} tally;

/* ---- instances ---- */

bench_instance *bench_add_instance(arena *a, bench_list *list, const char *name)
{
    list->instances = arena_grow(a, list->instances, list->count, &list->room, sizeof *list->instances);
    bench_instance *in = &list->instances[list->count++];
    *in = (bench_instance){.name = name, .capacity = UINT64_MAX};
    return in;
}

void bench_add_item(arena *a, bench_instance *in, const char *id, search_item item, search_lifetime lifetime)
{
    size_t room = in->room, same = in->room;
    in->ids = arena_grow(a, in->ids, in->count, &room, sizeof *in->ids);
    in->items = arena_grow(a, in->items, in->count, &same, sizeof *in->items);
    in->lifetimes = arena_grow(a, in->lifetimes, in->count, &in->room, sizeof *in->lifetimes);
    in->ids[in->count] = arena_copy(a, id, strlen(id));
    in->items[in->count] = item;
    in->lifetimes[in->count] = lifetime;
    in->count++;
}

bool bench_check(const bench_instance *in, const search_result *r)
{
    uint64_t height = 0;
    for (size_t i = 0; i < in->count; i++) {
        uint64_t from = r->offsets[i], to = from + in->items[i].size;
        if (from % in->items[i].align != 0) {
            fprintf(stderr, "%s: offset %" PRIu64 " of %s isn't aligned\n", in->name, from, in->ids[i]);
            return false;
        }
        height = to > height ? to : height;
        for (size_t j = 0; j < i; j++) {
            bool together =
                in->lifetimes[i].first < in->lifetimes[j].end && in->lifetimes[j].first < in->lifetimes[i].end;
            if (together && from < r->offsets[j] + in->items[j].size && r->offsets[j] < to) {
                fprintf(stderr, "%s: %s and %s overlap\n", in->name, in->ids[i], in->ids[j]);
                return false;
            }
        }
    }
    if (height != r->height)
        fprintf(stderr, "%s: height %" PRIu64 " is said to be %" PRIu64 "\n", in->name, height, r->height);
    return height == r->height;
}

/* ---- one instance ---- */

static bool write_offsets(arena *a, const options *o, const bench_instance *in, const search_result *r)
{
    char *path = arena_printf(a, "%s/%s.csv", o->out, in->name);
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    fprintf(f, "id,lower,upper,size,alignment,offset\n");
    for (size_t i = 0; i < in->count; i++)
        fprintf(f, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", in->ids[i],
                in->lifetimes[i].first, in->lifetimes[i].end, in->items[i].size, in->items[i].align, r->offsets[i]);
    return fclose(f) == 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_instance(const options *o, const bench_instance *in, tally *all)
{
    arena *a = arena_new();
    search_problem p = {.items = in->items,
                        .count = in->count,
                        .capacity = o->capacity ? in->capacity : UINT64_MAX,
                        .lifetimes = in->lifetimes,
                        .step_limit = o->steps};
    search_result r;
    double start = now();
    search_conflicts_of_lifetimes(a, &p);
    search_place(a, &p, &r);
    double seconds = now() - start;
    printf("%-34s %10" PRIu64 " %10" PRIu64 " %-6s %7.3f %10" PRIu64 "\n", in->name, r.height, r.lower_bound,
           r.proven ? "proven" : "open", seconds, r.steps);
    fflush(stdout);
    all->proven += r.proven;
    all->over_capacity += r.height > in->capacity;
    all->wrong += !bench_check(in, &r) || (o->out && !write_offsets(a, o, in, &r));
    all->seconds += seconds;
    all->longest = seconds > all->longest ? seconds : all->longest;
    arena_free(a);
}

/* ---- a folder ---- */

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

/* The names in a folder that have an ending, sorted; NULL if there is no such folder. */
static char **list_folder(arena *a, const char *path, const char *end, size_t *count)
{
    char **names = arena_grow(a, NULL, 0, &(size_t){0}, sizeof *names);
    size_t room = 8;
    DIR *d = opendir(path);
    *count = 0;
    if (!d)
        return NULL;
    for (struct dirent *entry; (entry = readdir(d));) {
        if (!ends_with(entry->d_name, end))
            continue;
        names = arena_grow(a, names, *count, &room, sizeof *names);
        names[(*count)++] = arena_copy(a, entry->d_name, strlen(entry->d_name));
    }
    closedir(d);
    qsort(names, *count, sizeof *names, compare_names);
    return names;
}

/* Returns the exit status. */
static int run_folder(const options *o, const char *folder, const char *end,
                      bool (*reader)(arena *, const char *, bench_list *))
{
    arena *a = arena_new();
    bench_list list = {NULL, 0, 0};
    tally all = {0, 0, 0, 0, 0};
    size_t count;
    const char *path = arena_printf(a, "%s/%s", o->data, folder);
    char **names = list_folder(a, path, end, &count);
    int status = 0;
    if (!names)
        printf("skipped: there is no %s\n", path);
    for (size_t i = 0; i < count && status == 0; i++)
        status = reader(a, arena_printf(a, "%s/%s", path, names[i]), &list) ? 0 : 2;
    for (size_t i = 0; i < list.count && status == 0; i++)
        run_instance(o, &list.instances[i], &all);
    if (list.count > 0 && status == 0) {
        printf("# %s: %zu instances, %zu proven, %zu over capacity, %zu wrong, %.3f s in all, longest %.3f s\n", folder,
               list.count, all.proven, all.over_capacity, all.wrong, all.seconds, all.longest);
        status = all.over_capacity > 0 || all.wrong > 0;
    }
    arena_free(a);
    return status;
}

static bool read_options(int count, char **words, options *o)
{
    for (int i = 1; i < count; i++) {
        if (strncmp(words[i], "--out=", 6) == 0)
            o->out = words[i] + 6;
        else if (strncmp(words[i], "--steps=", 8) == 0)
            o->steps = strtoull(words[i] + 8, NULL, 10);
        else if (strcmp(words[i], "--capacity") == 0)
            o->capacity = true;
        else if (words[i][0] != '-' && !o->data)
            o->data = words[i];
        else
            return false;
    }
    return o->data != NULL;
}

int main(int count, char **words)
{
    options o = {NULL, NULL, STEPS, false};
    if (!read_options(count, words, &o)) {
        fprintf(stderr, "usage: bench_place [--out=FOLDER] [--steps=N] [--capacity] DATA\n");
        return 2;
    }
    if (o.out && mkdir(o.out, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: %s\n", o.out, strerror(errno));
        return 2;
    }
    int csv = run_folder(&o, "minimalloc", ".csv", bench_read_csv);
    int traces = run_folder(&o, "glow", ".txt", bench_read_trace);
    return csv > traces ? csv : traces;
}
