/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Items go to the lanes in turn; the counters of all lanes together tell what was launched. */
#include "batch.h"

#include <string.h>

#include "feature.h"

#define ITEMS 7

static batch p;
static float x[ITEMS][BATCH_N], y[ITEMS][BATCH_N];
static batch_f32x2 lines[ITEMS];
static batch_lines_in in[ITEMS];
static batch_lines_out out[ITEMS];
static uint64_t launches, kept_hits, uploads;

/* All lanes, since the last time. */
static int did(uint64_t launched, uint64_t kept, uint64_t uploaded)
{
    const uint64_t before[3] = {launches, kept_hits, uploads};

    launches = kept_hits = uploads = 0;
    for (unsigned lane = 0; lane < BATCH_LANES; lane++) {
        launches += batch_stats(&p, lane)->launches;
        kept_hits += batch_stats(&p, lane)->kept_hits;
        uploads += batch_stats(&p, lane)->uploads;
    }
    return launches - before[0] == launched && kept_hits - before[1] == kept && uploads - before[2] == uploaded;
}

/* What lane 0 counts of batches, since it was opened. */
static int counted(uint64_t batches, uint64_t calls, uint64_t used)
{
    const vg_stats *stats = batch_stats(&p, 0);

    return stats->batches == batches && stats->batch_calls == calls && stats->batch_lanes == used &&
           batch_stats(&p, 1)->batches == 0 && batch_stats(&p, 1)->batch_calls == 0;
}

static void forget(void)
{
    (void)did(0, 0, 0);
}

static void fill(int item, float first)
{
    for (int i = 0; i < BATCH_N; i++)
        x[item][i] = first + (float)i;
    lines[item].x = (float)(item + 1);
    lines[item].y = -first;
    memset(&in[item], 0, sizeof in[item]);
    in[item].x = x[item];
    in[item].x_count = BATCH_X_COUNT;
    in[item].line = &lines[item];
    in[item].line_count = BATCH_LINE_COUNT;
    memset(&out[item], 0, sizeof out[item]);
    out[item].y = y[item];
    out[item].y_count = BATCH_Y_COUNT;
}

static int is_right(int item)
{
    for (int i = 0; i < BATCH_N; i++)
        if (y[item][i] != x[item][i] * lines[item].x + lines[item].y)
            return 0;
    return out[item].status == VG_OK;
}

static void run(size_t first, size_t count)
{
    memset(y, 0xff, sizeof y);
    OK(batch_detail(&p, 0), batch_lines_call_batch(&p, in + first, out + first, count));
    for (size_t i = first; i < first + count; i++)
        CHECK(is_right((int)i));
}

static void hits_and_misses(void)
{
    for (int i = 0; i < ITEMS; i++)
        fill(i, (float)(100 * i));
    run(0, ITEMS);
    CHECK(did(7, 0, 7));
    CHECK(batch_stats(&p, 0)->launches == 3 && batch_stats(&p, 1)->launches == 2 && batch_stats(&p, 2)->launches == 2);
    CHECK(counted(1, 7, 3));
    run(0, ITEMS); /* items 4, 5 and 6 are kept, and stay so until they are given */
    CHECK(did(4, 3, 4));
    CHECK(counted(2, 14, 6));
    run(1, 3);
    CHECK(did(0, 3, 0));
    run(2, 1); /* one lane knows of it */
    CHECK(did(0, 1, 0) && counted(4, 18, 10));
    run(0, 0);
    CHECK(did(0, 0, 0) && counted(5, 18, 10));
    for (int i = 0; i < ITEMS; i++) { /* all the same: each lane needs one launch */
        fill(i, 5000);
        lines[i].x = 3;
    }
    run(0, ITEMS);
    CHECK(did(3, 4, 3));
    OK(batch_detail(&p, 1), batch_lines_call(&p, &in[0], &out[0], 1)); /* a call of one lane knows of it */
    CHECK(did(0, 1, 0));
}

/* Misses alone, in the order of the items, whichever lanes were used before. */
static void lanes_with_a_state(void)
{
    static float totals[ITEMS][BATCH_N];
    batch_counts_in counts_in[ITEMS];
    batch_counts_out counts_out[ITEMS];

    memset(counts_in, 0, sizeof counts_in);
    memset(counts_out, 0, sizeof counts_out);
    for (int i = 0; i < ITEMS; i++) {
        fill(i, (float)(10 * i));
        counts_in[i].x = x[i];
        counts_in[i].x_count = BATCH_X_COUNT;
        counts_out[i].totals = totals[i];
        counts_out[i].totals_count = BATCH_TOTALS_COUNT;
    }
    OK(batch_detail(&p, 0), batch_counts_call_batch(&p, counts_in, counts_out, ITEMS));
    CHECK(did(7, 0, 7));
    for (int i = 0; i < ITEMS; i++)
        for (int k = 0; k < BATCH_N; k++)
            if (!CHECK(totals[i][k] == x[i][k] + (i >= 3 ? x[i - 3][k] : 0) + (i >= 6 ? x[i - 6][k] : 0)))
                break;
}

static void refusals(void)
{
    uint64_t before;

    run(0, ITEMS);
    forget();
    before = batch_stats(&p, 0)->batches;
    in[ITEMS - 1].line_count = 2;
    fill(0, 7777);
    CHECK(batch_lines_call_batch(&p, in, out, ITEMS) == VG_ARGUMENT);
    CHECK(strcmp(batch_detail(&p, 0)->call, "in->line_count") == 0 && batch_detail(&p, 0)->found == 2);
    CHECK(batch_lines_call_batch(&p, NULL, out, 1) == VG_ARGUMENT);
    CHECK(batch_lines_call_batch(&p, in, NULL, 1) == VG_ARGUMENT);
    CHECK(batch_lines_call_batch(NULL, in, out, 1) == VG_ARGUMENT);
    CHECK(did(0, 0, 0) && batch_stats(&p, 0)->batches == before);
    in[ITEMS - 1].line_count = 1;
    run(ITEMS - 1, 1); /* lane 0 has kept it */
    CHECK(did(0, 1, 0));
}

/* The second launch, or the first look at a stream, fails: what was launched is finished, the rest is not begun. */
static void failures(void)
{
    const vg_stats before = *batch_stats(&p, 0);

    for (int i = 0; i < ITEMS; i++)
        fill(i, (float)(1000 + 100 * i));
    vgsim_fail(2, "cuGraphLaunch", 1);
    CHECK(batch_lines_call_batch(&p, in, out, ITEMS) == VG_DRIVER);
    CHECK(counted(before.batches + 1, before.batch_calls + 1, before.batch_lanes + 2)); /* only the first was answered */
    CHECK(batch_detail(&p, 0)->code == 1 && strcmp(batch_detail(&p, 0)->call, "cuGraphLaunch") == 0);
    CHECK(is_right(0) && out[1].status == VG_DRIVER);
    for (int i = 2; i < ITEMS; i++)
        CHECK(out[i].status == VG_BUSY);
    for (unsigned lane = 0; lane < BATCH_LANES; lane++)
        CHECK(p.lane[lane].rt.running == 0);
    forget();
    run(0, ITEMS);
    CHECK(did(6, 1, 6));
    for (int i = 0; i < ITEMS; i++)
        fill(i, (float)(3000 + 100 * i));
    vgsim_fail(1, "cuStreamQuery", 1);
    CHECK(batch_lines_call_batch(&p, in, out, ITEMS) == VG_DRIVER);
    CHECK(strcmp(batch_detail(&p, 0)->call, "cuStreamQuery") == 0);
    CHECK(is_right(1) && is_right(2) && out[3].status == VG_BUSY);
    run(0, ITEMS);
}

/* Whichever driver call fails: outputs are those of their item. A replay ends in a launch of its graph, so that no stream
 * writes anything after it. */
static void each_call_fails(void)
{
    unsigned long n = 0;
    vg_status status;

    do {
        n++;
        for (int i = 0; i < ITEMS; i++)
            fill(i, (float)(100 * i) + (float)n);
        memset(y, 0xff, sizeof y);
        vgsim_fail(n, NULL, 1);
        status = batch_lines_call_batch(&p, in, out, ITEMS);
        vgsim_fail(0, NULL, 0);
        CHECK(strncmp(vgsim_failed(), "cuStreamWriteValue", strlen("cuStreamWriteValue")) != 0);
        CHECK(status == (vgsim_failed()[0] == '\0' ? VG_OK : VG_DRIVER));
        for (int i = 0; i < ITEMS; i++)
            CHECK(out[i].status != VG_OK || is_right(i));
        run(0, ITEMS); /* ends what a failure left running */
    } while (vgsim_failed()[0] != '\0');
    CHECK(n > 3 * ITEMS);
}

int main(void)
{
    vg_config config;

    memset(&config, 0, sizeof config);
    config.completion = VG_COMPLETION_WORD;
    OPEN_OR_SKIP(batch_open(&p, &config, NULL));
    hits_and_misses();
    lanes_with_a_state();
    refusals();
    if (vgsim_fail != NULL) { /* not on a GPU */
        failures();
        each_call_fails();
    }
    OK(NULL, batch_close(&p));
    CHECK(batch_lines_call_batch(&p, in, out, ITEMS) == VG_STATE);
    return checks_end();
}
