/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The same results by replay, by step and by profile, whatever is set, whether steps share a launch or not; and a fault
 * has the name of its step. */
#include "fused.h"

#include "feature.h"

/* Of the CPU device: problems so far, the last one's kind. */
extern unsigned long vgsim_problem_count(void) __attribute__((weak));
extern const char *vgsim_problem_kind(void) __attribute__((weak));
extern void vgsim_problems_clear(void) __attribute__((weak));

/* The six steps of the line are not fused where there is no code for them. */
#define IS_FUSED (FUSED_LINE_NODES < 6)

static fused p;
static float sums[FUSED_LANES][FUSED_N];

/* What a lane is set to. */
typedef struct {
    float gain, bias, most;
    int clipped;
} knobs;

static knobs set[FUSED_LANES];

typedef enum { REPLAYED, STEPPED, PROFILED } way;

static fused_line_times line_times;
static fused_loop_times loop_times;

/* ---- the line ---- */

static void put(unsigned lane, int round)
{
    for (int i = 0; i < FUSED_N; i++)
        fused_x(&p, lane)[i] = (float)((i * 5 + round * 3) % 17);
    fused_most(&p, lane)[0] = set[lane].most;
}

static float shifted(unsigned lane, int round, int i)
{
    const float u = (float)((i * 5 + round * 3) % 17) * set[lane].gain + set[lane].bias;

    return set[lane].clipped && u > set[lane].most ? set[lane].most : u;
}

static void look(unsigned lane, int round)
{
    for (int i = 0; i < FUSED_N; i++) {
        const int from = i / 32 * 32 + (i + 1) % 32;

        sums[lane][FUSED_N - 1 - i] += shifted(lane, round, from);
    }
    for (int i = 0; i < FUSED_N; i++)
        if (!CHECK(fused_y(&p, lane)[i] == sums[lane][i]))
            break;
    CHECK(fused_marks(&p, lane)[0] == 7);
}

static void change(unsigned lane, int round)
{
    const int what = (round * 7 + (int)lane) % 5;

    if (what == 0)
        OK(fused_detail(&p, lane), fused_set_gain(&p, set[lane].gain = (float)(round % 4), lane));
    if (what == 1)
        OK(fused_detail(&p, lane), fused_set_bias(&p, set[lane].bias = (float)(round % 3), lane));
    if (what == 2)
        OK(fused_detail(&p, lane), fused_switch_clipped(&p, set[lane].clipped = round % 2, lane));
    set[lane].most = (float)(round % 9);
}

static void start_with(unsigned lane)
{
    set[lane].gain = 2.0f;
    set[lane].bias = 1.0f;
    set[lane].clipped = 0;
    memset(sums[lane], 0, sizeof sums[lane]);
}

static vg_status run_line(way how, unsigned lane)
{
    return how == REPLAYED  ? fused_line_replay(&p, lane)
           : how == STEPPED ? fused_line_step(&p, lane)
                            : fused_line_profile(&p, 1, &line_times, lane);
}

/* Settings and the switch reach steps and profiles as they reach replays, and replays after those. */
static void all_ways_give_the_same(void)
{
    for (int round = 0; round < 60; round++) {
        const unsigned lane = (unsigned)(round / 2 % 2);
        feature_traffic crossed = {0, 0, 0, 0};
        vg_stats before = *fused_line_stats(&p, lane);

        change(lane, round);
        put(lane, round);
        if (round % 3 == REPLAYED)
            feature_count_traffic(&crossed);
        OK(fused_detail(&p, lane), run_line((way)(round % 3), lane));
        feature_count_traffic(NULL);
        look(lane, round);
        if (round % 3 == REPLAYED) {
            vg_stats now = *fused_line_stats(&p, lane);

            now.uploads -= before.uploads;
            now.upload_bytes -= before.upload_bytes;
            now.downloads -= before.downloads;
            now.download_bytes -= before.download_bytes;
            CHECK(feature_crossed(&now, &crossed));
        }
    }
}

/* Two replays of each lane at once, each with what was set when it started. */
static void in_flight(void)
{
    knobs first[FUSED_LANES];

    for (int round = 0; round < 20; round += 2) {
        for (unsigned lane = 0; lane < FUSED_LANES; lane++) {
            change(lane, round);
            put(lane, round);
            OK(fused_detail(&p, lane), fused_line_start(&p, lane));
            first[lane] = set[lane];
            change(lane, round + 1);
            put(lane, round + 1);
            OK(fused_detail(&p, lane), fused_line_start(&p, lane));
        }
        for (unsigned lane = FUSED_LANES; lane-- > 0;) {
            const knobs second = set[lane];

            set[lane] = first[lane];
            OK(fused_detail(&p, lane), fused_finish(&p, VG_FOREVER, lane));
            look(lane, round);
            set[lane] = second;
            OK(fused_detail(&p, lane), fused_finish(&p, VG_FOREVER, lane));
            look(lane, round + 1);
        }
    }
}

/* State goes on from where it was left, whatever ran. */
static void state(void)
{
    unsigned char saved[FUSED_STATE_BYTES];
    float before[FUSED_N];

    OK(fused_detail(&p, 0), fused_save(&p, saved, sizeof saved, 0));
    memcpy(before, sums[0], sizeof before);
    put(0, 1);
    OK(fused_detail(&p, 0), fused_line_replay(&p, 0));
    look(0, 1);
    OK(fused_detail(&p, 0), fused_restore(&p, saved, sizeof saved, 0));
    memcpy(sums[0], before, sizeof before);
    put(0, 2);
    OK(fused_detail(&p, 0), fused_line_step(&p, 0));
    look(0, 2);
    OK(fused_detail(&p, 0), fused_reset(&p, 0));
    memset(sums[0], 0, sizeof sums[0]);
    put(0, 3);
    OK(fused_detail(&p, 0), fused_line_replay(&p, 0));
    look(0, 3);
}

/* ---- the loop ---- */

static void look_at_loop(unsigned passes)
{
    CHECK(fused_passes(&p, 1)[0] == passes);
    for (unsigned i = 0; i < FUSED_N; i++)
        if (!CHECK(fused_total(&p, 1)[i] == passes * (passes - 1) / 2 * 3 + passes * (i + 1)))
            break;
}

/* Only in a fused launch can the host step through it: of a conditional node the driver has the condition. */
static void loops(void)
{
    for (unsigned from = 0; from < FUSED_MOST + 3; from++) {
        const unsigned passes = from < FUSED_MOST ? from : FUSED_MOST;

        fused_from(&p, 1)[0] = from;
        OK(fused_detail(&p, 1), fused_loop_replay(&p, 1));
        look_at_loop(passes);
        fused_from(&p, 1)[0] = FUSED_MOST - passes;
        if (IS_FUSED) {
            OK(fused_detail(&p, 1), fused_loop_step(&p, 1));
            look_at_loop(FUSED_MOST - passes);
        } else {
            CHECK(fused_loop_step(&p, 1) == VG_CANNOT && strcmp(fused_detail(&p, 1)->step, "loop") == 0);
        }
        fused_from(&p, 1)[0] = from;
        OK(fused_detail(&p, 1), fused_loop_profile(&p, 1, &loop_times, 1));
        look_at_loop(passes);
    }
}

/* ---- what crosses ---- */

/* What a part that is left out would have read does not cross. */
static void direct(void)
{
    for (int round = 0; round < 8; round++) {
        const int on = round / 2 % 2;
        const vg_stats before = *fused_direct_stats(&p, 0);
        feature_traffic crossed = {0, 0, 0, 0};
        vg_stats now;

        for (int i = 0; i < FUSED_N; i++) {
            fused_w(&p, 0)[i] = (float)(i + round);
            fused_more(&p, 0)[i] = (float)(2 * i);
        }
        OK(fused_detail(&p, 0), fused_switch_clipped(&p, on, 0));
        feature_count_traffic(&crossed);
        OK(fused_detail(&p, 0), fused_direct_replay(&p, 0));
        feature_count_traffic(NULL);
        now = *fused_direct_stats(&p, 0);
        CHECK(now.uploads - before.uploads == (on ? 2u : 1u));
        now.uploads -= before.uploads;
        now.upload_bytes -= before.upload_bytes;
        now.downloads -= before.downloads;
        now.download_bytes -= before.download_bytes;
        CHECK(feature_crossed(&now, &crossed));
        CHECK(fused_z(&p, 0)[9] == (float)(9 + round) + 1.0f + (on ? 18.0f : 0.0f));
    }
}

/* ---- nodes ---- */

static void nodes(void)
{
    unsigned i;

    for (i = 0; i < FUSED_LINE_NODES; i++)
        CHECK(fused_line_node_title(i) != NULL && line_times.ns[i] < UINT64_C(10000000000));
    CHECK(fused_line_node_title(i) == NULL);
    printf("%u nodes in the line, %u in the loop\n", FUSED_LINE_NODES, FUSED_LOOP_NODES);
}

static char words[16384];
static size_t words_size;

static int take_words(void *user, const char *text, size_t size)
{
    (void)user;
    if (words_size + size < sizeof words) {
        memcpy(words + words_size, text, size);
        words_size += size;
        words[words_size] = '\0';
    }
    return 0;
}

static void description(void)
{
    const char *first;

    words_size = 0;
    OK(fused_detail(&p, 1), vg_describe(&p.slot[FUSED_IN_FLIGHT].rt, take_words, NULL));
    first = strstr(words, "launch scale\n");
    if (IS_FUSED)
        CHECK(first != NULL && strstr(first, ": launch shift\n") != NULL && strstr(words, "    part 1: ") != NULL);
    else
        CHECK(strstr(words, "  launch scale: kernel scale, ") != NULL);
}

/* ---- faults ---- */

/* By step the one that writes elsewhere is named, and by replay the launch that it is in. */
static void fault(way how)
{
    unsigned char bytes[FUSED_STATE_BYTES];

    memset(bytes, 0, sizeof bytes);
    memset(bytes + FUSED_N * sizeof(float), 0xff, sizeof bytes - FUSED_N * sizeof(float)); /* `where` */
    OK(NULL, fused_open(&p, NULL, NULL));
    OK(fused_detail(&p, 0), fused_restore(&p, bytes, sizeof bytes, 0));
    CHECK(run_line(how, 0) == VG_LOST);
    CHECK(vgsim_problem_count() == 1 && strcmp(vgsim_problem_kind(), "out of bounds") == 0);
    vgsim_problems_clear();
    if (how == STEPPED)
        CHECK(strcmp(fused_detail(&p, 0)->step, "launch mark") == 0);
    CHECK(fused_close(&p) == VG_LOST);
}

int main(void)
{
    for (unsigned seed = 0; seed < FEATURE_SEEDS; seed++) {
        feature_seed(seed);
        OPEN_OR_SKIP(fused_open(&p, NULL, NULL));
        for (unsigned lane = 0; lane < FUSED_LANES; lane++)
            start_with(lane);
        description();
        all_ways_give_the_same();
        in_flight();
        state();
        loops();
        direct();
        nodes();
        OK(NULL, fused_close(&p));
    }
    if (vgsim_fail != NULL) { /* a GPU would be lost for the rest of the process */
        fault(STEPPED);
        fault(REPLAYED);
    }
    return checks_end();
}
