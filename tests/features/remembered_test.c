/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Several kept calls: which of them are found, what ends them, and that bytes decide. Then random sequences, among them
 * failures, against a model that says of each call what it gives and whether it launches.
 * COUNT (of rounds) and SEED (of what is drawn) come from the environment. */
#include "remembered.h"

#include "remembered_model.h"

static remembered p;
static uint32_t y[N], z[N], other[N];
static uint64_t launches[REMEMBERED_LANES], hits[REMEMBERED_LANES];

/* ---- calls ---- */

/* Since the last time, all lanes together. */
static int did(uint64_t launched, uint64_t hit)
{
    uint64_t launched_now = 0, hit_now = 0;

    for (unsigned lane = 0; lane < REMEMBERED_LANES; lane++) {
        const vg_stats *stats = remembered_stats(&p, lane);

        launched_now += stats->launches - launches[lane];
        hit_now += stats->kept_hits - hits[lane];
        launches[lane] = stats->launches;
        hits[lane] = stats->kept_hits;
    }
    return launched_now == launched && hit_now == hit;
}

static vg_status finish(unsigned lane)
{
    remembered_scaled_out out = {y, N, VG_OK};
    vg_status status;

    do
        status = remembered_scaled_call_poll(&p, &out, lane);
    while (status == VG_BUSY);
    return status;
}

static vg_status call_scaled(uint32_t value, way how, unsigned lane)
{
    const uint32_t *x = values_of(value);
    const remembered_scaled_in in = {x, N};
    remembered_scaled_out out = {y, N, VG_OK};
    vg_status status;
    vg_times times;

    memset(y, 0xee, sizeof y);
    switch (how) {
    case TIMED:
        memset(&times, 0, sizeof times);
        status = remembered_scaled_call_timed(&p, &in, &out, &times, lane);
        CHECK(status != VG_OK || times.wall > 0);
        return status;
    case STEPPED:
        return remembered_scaled_call_step(&p, &in, &out, lane);
    case STARTED:
        status = remembered_scaled_call_start(&p, &in, lane);
        if (status != VG_OK)
            return status;
        status = finish(lane);
        if (status != VG_OK) /* it is started still */
            OK(remembered_detail(&p, lane), finish(lane));
        return status;
    default:
        return remembered_scaled_call(&p, &in, &out, lane);
    }
}

static vg_status call_paired(const uint64_t key[2], uint32_t value, unsigned lane)
{
    const remembered_paired_in in = {values_of(value), N, key, 2};
    remembered_paired_out out = {y, N, z, N, VG_OK};

    memset(y, 0xee, sizeof y);
    memset(z, 0xee, sizeof z);
    return remembered_paired_call(&p, &in, &out, lane);
}

static vg_status call_turned(uint32_t value, uint32_t both, unsigned lane)
{
    uint32_t x[N];
    remembered_turned_in in = {x, N, NULL, N};
    remembered_turned_out out = {other, N, VG_OK};

    memcpy(x, values_of(value), sizeof x);
    in.both = values_of(both);
    memset(other, 0xee, sizeof other);
    return remembered_turned_call(&p, &in, &out, lane);
}

/* ---- results ---- */

static int is_scaled(uint32_t value, uint32_t gain, int inverted)
{
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t right = (value + i) * gain + 1u;

        if (y[i] != (inverted ? ~right : right))
            return 0;
    }
    return 1;
}

/* Elements of z outside its range are nobody's. */
static int is_paired(const uint64_t key[2], uint32_t value)
{
    for (uint32_t i = 0; i < N; i++)
        if (y[i] != value + i + (uint32_t)key[0] ||
            z[i] != (i >= 16 && i < 32 ? value + i + (uint32_t)key[1] : 0xeeeeeeeeu))
            return 0;
    return 1;
}

static int is_turned(uint32_t value, uint32_t both)
{
    for (uint32_t i = 0; i < N; i++)
        if (other[i] != value + both + 2u * i)
            return 0;
    return 1;
}

static void scaled(uint32_t value, int launched)
{
    OK(remembered_detail(&p, 0), call_scaled(value, PLAIN, 0));
    CHECK(is_scaled(value, remembered_gain(&p, 0), remembered_is_on_inverted(&p, 0)));
    CHECK(did(launched ? 1u : 0u, launched ? 0u : 1u));
}

/* ---- what is found ---- */

static void in_any_order(void)
{
    (void)did(0, 0);
    scaled(1, 1);
    scaled(2, 1);
    for (int i = 0; i < 4; i++) {
        scaled(1, 0);
        scaled(2, 0);
    }
    scaled(3, 1);
    scaled(1, 0); /* 2 was not used for the longest time … */
    scaled(4, 1); /* … so this one replaces it */
    scaled(3, 0);
    scaled(1, 0);
    scaled(4, 0);
    scaled(2, 1); /* in place of 3 */
    scaled(1, 0);
    scaled(4, 0);
    scaled(3, 1);
}

/* The hash of two words is rotate((rotate((seed ^ first) * FACTOR) ^ second) * FACTOR), and so on: another first word
 * and the second that makes up for it have the same hash. */
static uint64_t mixed(uint64_t word)
{
    const uint64_t product = word * UINT64_C(0x9e3779b97f4a7c15);

    return product << 29 | product >> 35;
}

static void bytes_decide(void)
{
    const uint64_t one[2] = {5, 9};
    uint64_t two[2] = {77, 9};
    uint64_t same = vg_hash(0, values_of(1), sizeof y);

    two[1] ^= mixed(same ^ one[0]) ^ mixed(same ^ two[0]);
    CHECK(vg_hash(same, one, sizeof one) == vg_hash(same, two, sizeof two));
    for (int i = 0; i < 3; i++) {
        OK(remembered_detail(&p, 0), call_paired(one, 1, 0));
        CHECK(is_paired(one, 1) && did(i == 0 ? 1 : 0, i == 0 ? 0 : 1));
        OK(remembered_detail(&p, 0), call_paired(two, 1, 0));
        CHECK(is_paired(two, 1) && did(i == 0 ? 1 : 0, i == 0 ? 0 : 1));
    }
}

/* A graph that shares inputs and outputs, and one with an inout. */
static void other_graphs_end_nothing(void)
{
    const uint64_t key[2] = {1, 2};

    scaled(10, 1);
    scaled(11, 1);
    OK(remembered_detail(&p, 0), call_paired(key, 12, 0));
    CHECK(is_paired(key, 12) && did(1, 0));
    for (int i = 0; i < 3; i++) {
        OK(remembered_detail(&p, 0), call_turned(13, 20, 0));
        CHECK(is_turned(13, 20) && did(i == 0 ? 1 : 0, i == 0 ? 0 : 1));
    }
    scaled(10, 0);
    scaled(11, 0);
    OK(remembered_detail(&p, 0), call_turned(13, 21, 0));
    CHECK(is_turned(13, 21) && did(1, 0));
    OK(remembered_detail(&p, 0), call_paired(key, 12, 0));
    CHECK(is_paired(key, 12) && did(0, 1));
}

static vg_status call_sized(uint32_t n, uint32_t value)
{
    const remembered_sized_in in = {values_of(value), N, &n, 1};
    remembered_sized_out out = {y, N, VG_OK};

    memset(y, 0xee, sizeof y);
    return remembered_sized_call(&p, &in, &out, 0);
}

/* As many blocks as n, 1 at most: a call with more is not kept, and ends what is. */
static void grids_of_the_device(void)
{
    (void)did(0, 0);
    for (int i = 0; i < 2; i++) {
        OK(remembered_detail(&p, 0), call_sized(1, 14));
        CHECK(y[0] == 14 && y[N - 1] == 14 + N - 1 && did(i == 0 ? 1 : 0, i == 0 ? 0 : 1));
        OK(remembered_detail(&p, 0), call_sized(0, 14));
        CHECK(y[0] == 0 && y[N - 1] == 0 && did(i == 0 ? 1 : 0, i == 0 ? 0 : 1));
    }
    for (int i = 0; i < 2; i++)
        CHECK(call_sized(2, 14) == VG_ABOVE && y[0] == 0xeeeeeeeeu && did(1, 0));
    OK(remembered_detail(&p, 0), call_sized(1, 14));
    CHECK(y[0] == 14 && did(1, 0));
}

/* ---- what ends all of it ---- */

static void settings_end_all(void)
{
    static remembered_scaled_times times;

    scaled(30, 1);
    scaled(31, 1);
    OK(remembered_detail(&p, 0), remembered_set_gain(&p, 2, 0)); /* the same again */
    scaled(30, 0);
    OK(remembered_detail(&p, 0), remembered_set_gain(&p, 3, 0));
    scaled(31, 1);
    scaled(30, 1);
    OK(remembered_detail(&p, 0), remembered_set_gain(&p, 2, 0));
    scaled(30, 1);
    scaled(31, 1);
    OK(remembered_detail(&p, 0), remembered_switch_inverted(&p, 1, 0));
    scaled(31, 1);
    OK(remembered_detail(&p, 0), remembered_switch_inverted(&p, 0, 0));
    scaled(31, 1);
    scaled(30, 1);
    OK(remembered_detail(&p, 0), remembered_reset(&p, 0));
    scaled(31, 1);
    scaled(30, 1);
    OK(remembered_detail(&p, 0), remembered_scaled_profile(&p, 1, &times, 0));
    (void)did(0, 0);
    scaled(30, 1);
    scaled(31, 1);
    OK(remembered_detail(&p, 0), call_scaled(32, STEPPED, 0));
    CHECK(is_scaled(32, 2, 0) && did(1, 0));
    scaled(32, 0);
    scaled(30, 1);
}

/* A setting that changes while a call runs: what it gives is not kept. */
static void started_calls(void)
{
    uint32_t x[N], more[N];
    const remembered_scaled_in in = {x, N}, in_more = {more, N};

    memcpy(x, values_of(40), sizeof x);
    memcpy(more, values_of(42), sizeof more);
    scaled(41, 1);
    OK(remembered_detail(&p, 0), remembered_scaled_call_start(&p, &in, 0));
    OK(remembered_detail(&p, 0), finish(0));
    CHECK(is_scaled(40, 2, 0) && did(1, 0));
    OK(remembered_detail(&p, 0), call_scaled(41, STARTED, 0));
    CHECK(is_scaled(41, 2, 0) && did(0, 1));
    OK(remembered_detail(&p, 0), call_scaled(40, STARTED, 0));
    CHECK(is_scaled(40, 2, 0) && did(0, 1));
    OK(remembered_detail(&p, 0), remembered_scaled_call_start(&p, &in, 0)); /* kept outputs answer it */
    OK(remembered_detail(&p, 0), remembered_set_gain(&p, 5, 0));
    OK(remembered_detail(&p, 0), finish(0));
    CHECK(is_scaled(40, 2, 0) && did(0, 1));
    scaled(40, 1);
    OK(remembered_detail(&p, 0), remembered_scaled_call_start(&p, &in_more, 0));
    OK(remembered_detail(&p, 0), remembered_set_gain(&p, 2, 0));
    OK(remembered_detail(&p, 0), finish(0));
    CHECK(is_scaled(42, 5, 0) && did(1, 0));
    scaled(42, 1);
    scaled(42, 0);
}

static void its_memory(void)
{
    const size_t scaled_bytes = 2 * sizeof y, paired_bytes = 2 * sizeof y + 16 + 64, turned_bytes = 3 * sizeof y;
    const size_t sized_bytes = 2 * sizeof y + 4;

    CHECK(REMEMBERED_KEEP == 3);
    CHECK(REMEMBERED_KEEP_BYTES == REMEMBERED_LANES * 3 * (scaled_bytes + paired_bytes + turned_bytes + sized_bytes));
    CHECK(sizeof p > REMEMBERED_KEEP_BYTES);
}

/* ---- random sequences ---- */

static vg_status batch(const uint32_t *items, size_t count)
{
    static uint32_t outputs[MOST_ITEMS][N];
    remembered_scaled_in in[MOST_ITEMS];
    remembered_scaled_out out[MOST_ITEMS];
    uint32_t inputs[MOST_ITEMS][N];
    vg_status status;

    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    memset(outputs, 0xee, sizeof outputs);
    for (size_t i = 0; i < count; i++) {
        const remembered_scaled_in from = {inputs[i], N};
        const remembered_scaled_out to = {outputs[i], N, VG_TIMEOUT};

        memcpy(inputs[i], values_of(items[i]), sizeof inputs[i]);
        in[i] = from;
        out[i] = to;
    }
    status = remembered_scaled_call_batch(&p, in, out, count);
    for (size_t i = 0; i < count; i++) {
        memcpy(y, outputs[i], sizeof y);
        CHECK(status != VG_OK || out[i].status == VG_OK);
        CHECK(out[i].status != VG_OK || is_scaled(items[i], models[0].gain, models[0].inverted));
    }
    return status;
}

static vg_status make(const action *a)
{
    static remembered_turned_times times;
    const uint64_t key[2] = {a->second, 7};
    vg_status status;

    switch (a->what) {
    case SCALED:
        status = call_scaled(a->first, a->how, a->lane);
        CHECK(status != VG_OK || is_scaled(a->first, models[a->lane].gain, models[a->lane].inverted));
        return status;
    case PAIRED:
        status = call_paired(key, a->first, a->lane);
        CHECK(status != VG_OK || is_paired(key, a->first));
        return status;
    case TURNED:
        status = call_turned(a->first, a->second, a->lane);
        CHECK(status != VG_OK || is_turned(a->first, a->second));
        return status;
    case BATCH:
        return batch(a->items, a->count);
    case SET_GAIN:
        return remembered_set_gain(&p, a->first, a->lane);
    case SWITCH:
        return remembered_switch_inverted(&p, (int)a->first, a->lane);
    case PROFILE:
        return remembered_turned_profile(&p, 1, &times, a->lane);
    default:
        return remembered_reset(&p, a->lane);
    }
}

static void one_round(unsigned long number)
{
    const int told = vgsim_fail != NULL && below(25) == 0;
    const action a = choose();
    const counts expected = predict(&a);
    vg_status status;

    if (told)
        vgsim_fail(1 + below(8), NULL, 1);
    status = make(&a);
    if (told)
        vgsim_fail(0, NULL, 0);
    if (status != VG_OK) { /* what a failure leaves in which lane is of no interest: forget all of it */
        CHECK(told && status == VG_DRIVER);
        for (unsigned lane = 0; lane < REMEMBERED_LANES; lane++) {
            OK(remembered_detail(&p, lane), remembered_reset(&p, lane));
            forget(&models[lane]);
        }
        (void)did(0, 0);
    } else if (!CHECK(did(expected.launches, expected.hits))) {
        printf("round %lu: action %d\n", number, (int)a.what);
    }
}

static void random_sequences(void)
{
    const unsigned long count = checks_number("COUNT", 1500);

    random_state += UINT64_C(0x9e3779b97f4a7c15) * checks_number("SEED", 0);
    OK(NULL, remembered_close(&p));
    OK(remembered_detail(&p, 0), remembered_open(&p, NULL, NULL));
    memset(launches, 0, sizeof launches);
    memset(hits, 0, sizeof hits);
    for (unsigned lane = 0; lane < REMEMBERED_LANES; lane++)
        models[lane].gain = 2;
    for (unsigned long i = 0; i < count && checks_failed == 0; i++)
        one_round(i);
    printf("%lu rounds\n", count);
}

int main(void)
{
    OPEN_OR_SKIP(remembered_open(&p, NULL, NULL));
    in_any_order();
    bytes_decide();
    other_graphs_end_nothing();
    grids_of_the_device();
    settings_end_all();
    started_calls();
    its_memory();
    random_sequences();
    OK(NULL, remembered_close(&p));
    return checks_end();
}
