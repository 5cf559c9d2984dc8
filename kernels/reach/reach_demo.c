/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* reach_demo GRAPH PACKAGE PICTURE.svg
 * What a package drags in, level by level: a table, and a picture of it as SVG. Compares with the reference.
 * Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong usage or files. */
#include "reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph.h"
#include "levels_svg.h"
#include "reach_reference.h"
#include "report.h"

/* The bars of the levels that the program found. Returns NULL when there is no memory. */
static level_bar *make_bars(const reach *program, const graph *g, uint32_t levels)
{
    level_bar *bars = (level_bar *)calloc(levels > 0 ? levels : 1, sizeof *bars);
    uint32_t node, i;

    for (i = 0; bars != NULL && i < levels; i++)
        bars[i].count = reach_count(program)[i];
    for (node = 0; bars != NULL && node < g->nodes; node++) {
        const uint32_t level = reach_level(program)[node];
        for (i = 0; level < levels && i < LEVELS_NAMES; i++) {
            if (bars[level].names[i] == NULL) {
                bars[level].names[i] = g->names[node];
                break;
            }
        }
    }
    return bars;
}

static void print_table(const levels_chart *chart)
{
    size_t level;
    int i;

    for (level = 0; level < chart->count; level++) {
        const level_bar *bar = &chart->bars[level];
        printf("level %2zu: %6" PRIu32 " ", level, bar->count);
        for (i = 0; i < LEVELS_NAMES && bar->names[i] != NULL; i++)
            printf(" %s", bar->names[i]);
        printf("%s\n", bar->count > LEVELS_NAMES ? " ..." : "");
    }
}

static int write_picture(const levels_chart *chart, const char *path)
{
    FILE *file = fopen(path, "w");
    int failed = file == NULL || levels_svg_write(file, chart) != 0;

    if (file != NULL && fclose(file) != 0)
        failed = 1;
    if (failed)
        perror(path);
    return failed ? 2 : 0;
}

static int is_right(const reach *program, const graph *g, uint32_t source)
{
    reach_result expected;
    int right = reach_result_make(&expected, g) == 0;

    if (right) {
        reach_reference(&expected, g, source);
        right = memcmp(reach_level(program), expected.level, (size_t)g->nodes * sizeof *expected.level) == 0;
    }
    reach_result_free(&expected);
    return right;
}

static int show(const reach *program, const graph *g, uint32_t source, const char *path)
{
    levels_chart chart;
    level_bar *bars = make_bars(program, g, reach_depth(program)[0]);
    int status = 1;

    if (!is_right(program, g, source) || bars == NULL) {
        fprintf(stderr, "reach: other levels than the reference, or no memory\n");
    } else {
        chart.name = g->names[source];
        chart.nodes = g->nodes;
        chart.bars = bars;
        chart.count = reach_depth(program)[0];
        print_table(&chart);
        status = write_picture(&chart, path);
    }
    free(bars);
    return status;
}

static int run(const graph *g, uint32_t source, const char *path)
{
    reach program;
    reach_data data;
    int status = 1;

    memset(&program, 0, sizeof program);
    data.row = g->row;
    data.column = g->column;
    if (reach_open(&program, NULL, &data) != VG_OK) {
        report_failure("reach", "open", reach_detail(&program));
        return 1;
    }
    reach_source(&program)[0] = source;
    if (reach_replay(&program) != VG_OK)
        report_failure("reach", "search", reach_detail(&program));
    else
        status = show(&program, g, source, path);
    if (reach_close(&program) != VG_OK) {
        report_failure("reach", "close", reach_detail(&program));
        status = 1;
    }
    return status;
}

int main(int argc, char **argv)
{
    graph g;
    int status = 2;

    if (argc != 4) {
        fprintf(stderr, "usage: reach_demo GRAPH PACKAGE PICTURE.svg\n");
        return 2;
    }
    if (graph_read(&g, argv[1]) == 0) {
        const uint32_t source = graph_find(&g, argv[2]);
        if (g.nodes != REACH_VERTICES || g.edges != REACH_EDGES)
            fprintf(stderr, "%s: not the graph that this program was made for\n", argv[1]);
        else if (source == g.nodes)
            fprintf(stderr, "%s: no package %s\n", argv[1], argv[2]);
        else
            status = run(&g, source, argv[3]);
    }
    graph_free(&g);
    return status;
}
