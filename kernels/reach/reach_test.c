/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Searches from random sources; levels, nodes of each level and passes must be those of the reference.
 * Usage: reach_test [GRAPH [SOURCES]]. Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong usage or
 * file. */
#include "reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph.h"
#include "noise.h"
#include "reach_reference.h"
#include "report.h"
#include "timing.h"

#ifndef REACH_GRAPH
#define REACH_GRAPH "graph.txt"
#endif
#define SOURCES 1000
#define MOST_SOURCES 1000000ul
#define PATIENCE_NS UINT64_C(10000000000)

/* The sum over all sources. */
typedef struct summary {
    uint64_t reached, levels, most_reached, most_levels;
} summary;

static int is_right(const reach *program, const reach_result *expected)
{
    return memcmp(reach_level(program), expected->level, (size_t)REACH_VERTICES * sizeof(uint32_t)) == 0 &&
           memcmp(reach_count(program), expected->count, (size_t)REACH_VERTICES * sizeof(uint32_t)) == 0 &&
           reach_depth(program)[0] == expected->levels;
}

static void add(summary *s, const reach_result *r)
{
    s->reached += r->reached;
    s->levels += r->levels;
    s->most_reached = r->reached > s->most_reached ? r->reached : s->most_reached;
    s->most_levels = r->levels > s->most_levels ? r->levels : s->most_levels;
}

static int search(reach *program, uint32_t source, uint64_t *nanoseconds)
{
    const uint64_t begin = timing_now();
    vg_status status;

    reach_source(program)[0] = source;
    status = reach_start(program);
    if (status == VG_OK)
        status = reach_finish(program, PATIENCE_NS);
    *nanoseconds = timing_now() - begin;
    if (status != VG_OK)
        report_failure("reach", "search", reach_detail(program));
    return status == VG_OK;
}

/* The last source is no node, and reaches nothing. */
static int reaches_nothing(reach *program)
{
    uint64_t nanoseconds;
    uint32_t node;

    if (!search(program, REACH_VERTICES, &nanoseconds))
        return 0;
    for (node = 0; node < REACH_VERTICES; node++)
        if (reach_level(program)[node] != REACH_NEVER || reach_count(program)[node] != 0)
            return 0;
    return reach_depth(program)[0] == 0;
}

static int run(reach *program, const graph *g, reach_result *expected, uint64_t *nanoseconds, unsigned long sources)
{
    char device[REPORT_NAME_SIZE];
    summary s = {0, 0, 0, 0};
    uint64_t random = 1;
    unsigned long i;

    for (i = 0; i < sources; i++) {
        const uint32_t source = (uint32_t)(noise_next(&random) % g->nodes);
        reach_reference(expected, g, source);
        add(&s, expected);
        if (!search(program, source, &nanoseconds[i]))
            return 1;
        if (!is_right(program, expected)) {
            fprintf(stderr, "reach: other levels than the reference from %s (%" PRIu32 ")\n", g->names[source], source);
            return 1;
        }
    }
    if (!reaches_nothing(program)) {
        fprintf(stderr, "reach: a source that is no node reaches some\n");
        return 1;
    }
    report_device_name(0, device);
    timing_sort(nanoseconds, sources);
    printf("reach on %s: %" PRIu32 " nodes, %" PRIu32 " edges, %lu sources, all as by the reference\n", device,
           g->nodes, g->edges, sources);
    printf("figure: %.1f nodes in %.1f levels (most: %" PRIu64 ", %" PRIu64 "), median %.1f us, p99 %.1f us\n",
           (double)s.reached / (double)sources, (double)s.levels / (double)sources, s.most_reached, s.most_levels,
           (double)timing_percentile(nanoseconds, sources, 50.0) / 1000.0,
           (double)timing_percentile(nanoseconds, sources, 99.0) / 1000.0);
    return 0;
}

static int test(const graph *g, reach_result *expected, uint64_t *nanoseconds, unsigned long sources)
{
    reach program;
    reach_data data;
    int failed;

    memset(&program, 0, sizeof program);
    data.row = g->row;
    data.column = g->column;
    if (reach_open(&program, NULL, &data) != VG_OK) {
        report_failure("reach", "open", reach_detail(&program));
        return 1;
    }
    failed = run(&program, g, expected, nanoseconds, sources);
    if (reach_close(&program) != VG_OK) {
        report_failure("reach", "close", reach_detail(&program));
        failed = 1;
    }
    return failed;
}

static int read_sources(const char *text, unsigned long *sources)
{
    char *end;

    *sources = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *sources > 0 && *sources <= MOST_SOURCES;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : REACH_GRAPH;
    unsigned long sources = SOURCES;
    uint64_t *nanoseconds;
    reach_result expected;
    graph g;
    int status = 2;

    if (argc > 3 || (argc == 3 && !read_sources(argv[2], &sources))) {
        fprintf(stderr, "usage: reach_test [GRAPH [SOURCES]]   1 to %lu, %d if not given\n", MOST_SOURCES, SOURCES);
        return 2;
    }
    if (graph_read(&g, path) == 0) {
        nanoseconds = (uint64_t *)calloc(sources, sizeof *nanoseconds);
        if (g.nodes != REACH_VERTICES || g.edges != REACH_EDGES)
            fprintf(stderr, "%s: not the graph that this program was made for\n", path);
        else if (reach_result_make(&expected, &g) != 0 || nanoseconds == NULL)
            fprintf(stderr, "reach: no memory\n");
        else
            status = test(&g, &expected, nanoseconds, sources);
        if (g.nodes == REACH_VERTICES && g.edges == REACH_EDGES)
            reach_result_free(&expected);
        free(nanoseconds);
    }
    graph_free(&g);
    return status;
}
