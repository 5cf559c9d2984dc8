/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Public allocation problems, read from files. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

#include "../../gen/place/search.h"

typedef struct {
    const char *name;
    char **ids;
    search_item *items;
    search_lifetime *lifetimes;
    size_t count, room;
    uint64_t capacity; /* UINT64_MAX: none */
} bench_instance;

typedef struct {
    bench_instance *instances;
    size_t count, room;
} bench_list;

/* Both add to the list, or print what is wrong with the file and return false. */

/* Columns id, lower, upper, size and perhaps alignment, named in the first line; lower and upper are a half-open
 * lifetime. The last number between dots in the file's name is the capacity. */
bool bench_read_csv(arena *a, const char *path, bench_list *list);

/* A model after the other: MODEL name, ALIGN bytes, ALLOC id bytes and FREE id in the order of time. */
bool bench_read_trace(arena *a, const char *path, bench_list *list);

bench_instance *bench_add_instance(arena *a, bench_list *list, const char *name);
void bench_add_item(arena *a, bench_instance *in, const char *id, search_item item, search_lifetime lifetime);

/* Every pair and every offset on its own. Prints what is wrong. */
bool bench_check(const bench_instance *in, const search_result *r);

#endif
