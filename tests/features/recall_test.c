/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Random sequences of calls, settings, switches, resets, saved states, profiles, failures and new opens, on two lanes:
 * every result is that of the same step computed here, whatever a lane still knew.
 * COUNT (of rounds) and SEED (of what is drawn) come from the environment. */
#include "recall.h"

#include "feature.h"

#define DEFAULT_COUNT 3000

enum { N = RECALL_N, BIG = RECALL_BIG, LANES = RECALL_LANES };

typedef struct {
    uint32_t add, factor, blocks;
    int turned;
    uint32_t sum[N];
    unsigned char saved[RECALL_STATE_BYTES];
    uint32_t saved_sum[N];
    int known; /* whether the state is: not after a failure in its graph, until it is set again */
} lane_model;

static recall p;
static lane_model model[LANES];
static uint32_t a[N], b[N], both[N], big[BIG];
static uint32_t y[N], z[N], total[N], both_out[N];
static uint64_t random_state = 88172645463325252u;
static unsigned failed_calls;
static unsigned long round_number;

static uint32_t below(uint32_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % bound;
}

/* ---- the program, as it is meant ---- */

static uint32_t mix(uint32_t left, uint32_t right, uint32_t add, uint32_t factor)
{
    return left * factor + 5u * right + add;
}

static uint32_t first_of(const lane_model *m, const uint32_t *x, const uint32_t *w, int i)
{
    const uint32_t t = mix(x[i], w[i], m->add, m->factor);

    return mix(m->turned ? ~t : t, x[i], m->add, 3);
}

static uint32_t second_of(const lane_model *m, int i)
{
    const uint32_t u = mix(b[i], big[BIG - N + i], m->add, m->factor);

    return (uint32_t)i < 16u * m->blocks ? mix(u, 7, m->add, 1) + 1u : 9u;
}

static void forget_model(lane_model *m)
{
    memset(m, 0, sizeof *m);
    m->add = 1;
    m->factor = 2;
    m->blocks = 4;
    m->known = 1;
    for (int i = 0; i < N; i++)
        m->sum[i] = m->saved_sum[i] = 5;
}

/* ---- calls ---- */

/* A call may fail only where it was told to. */
static int went_well(vg_status status, unsigned lane, int told)
{
    if (status == VG_OK)
        return 1;
    failed_calls++;
    if (!CHECK(told && status == VG_DRIVER))
        OK(recall_detail(&p, lane), status);
    return 0;
}

static void is_right(int right, const char *what)
{
    if (!CHECK(right))
        printf("round %lu: %s\n", round_number, what);
}

static vg_status call_first(unsigned lane)
{
    const recall_first_in in = {a, N, b, N};
    recall_first_out out = {y, N, VG_OK};
    vg_times times;

    switch (below(4)) {
    case 0:
        return recall_first_call_timed(&p, &in, &out, &times, lane);
    case 1:
        return recall_first_call_step(&p, &in, &out, lane);
    default:
        return recall_first_call(&p, &in, &out, lane);
    }
}

static void first(unsigned lane, int told)
{
    int right = 1;

    memset(y, 0xee, sizeof y);
    if (!went_well(call_first(lane), lane, told))
        return;
    for (int i = 0; i < N; i++)
        right = right && y[i] == first_of(&model[lane], a, b, i);
    is_right(right, "first");
}

static void second(unsigned lane, int told)
{
    const recall_second_in in = {b, N, big, BIG};
    recall_second_out out = {z, N, VG_OK};
    int right = 1;

    memset(z, 0xee, sizeof z);
    if (!went_well(below(4) == 0 ? recall_second_call_step(&p, &in, &out, lane)
                                 : recall_second_call(&p, &in, &out, lane),
                   lane, told))
        return;
    for (int i = 0; i < N; i++)
        right = right && z[i] == second_of(&model[lane], i);
    is_right(right, "second");
}

static void third(unsigned lane, int told)
{
    const recall_third_in in = {a, N, both, N};
    recall_third_out out = {both_out, N, y, N, VG_OK};
    int right = 1;

    memset(y, 0xee, sizeof y);
    memset(both_out, 0xee, sizeof both_out);
    if (!went_well(below(4) == 0 ? recall_third_call_step(&p, &in, &out, lane) : recall_third_call(&p, &in, &out, lane),
                   lane, told))
        return;
    for (int i = 0; i < N; i++)
        right = right && both_out[i] == both[i] + a[i] && y[i] == 3u * both_out[i];
    is_right(right, "third");
}

static void fourth(unsigned lane, int told)
{
    const recall_fourth_in in = {b, N};
    recall_fourth_out out = {total, N, VG_OK};
    lane_model *m = &model[lane];
    int right = 1;

    memset(total, 0xee, sizeof total);
    if (!went_well(below(4) == 0 ? recall_fourth_call_step(&p, &in, &out, lane)
                                 : recall_fourth_call(&p, &in, &out, lane),
                   lane, told)) {
        m->known = 0;
        return;
    }
    for (int i = 0; i < N; i++) {
        m->sum[i] += b[i];
        right = right && (!m->known || total[i] == 3u * m->sum[i]);
    }
    is_right(right, "fourth");
}

/* Items that repeat, so that a batch has hits too. Lanes must have the same settings, or nobody can say what is right. */
static void batch(int told)
{
    static uint32_t inputs[3][N], outputs[5][N];
    recall_first_in in[5];
    recall_first_out out[5];
    unsigned from[5];
    int right = 1;
    vg_status status;

    if (model[0].add != model[1].add || model[0].factor != model[1].factor || model[0].turned != model[1].turned)
        return;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < N; i++)
            inputs[k][i] = k == 0 ? a[i] : below(4);
    memset(outputs, 0xee, sizeof outputs);
    for (int k = 0; k < 5; k++) {
        const recall_first_in item = {inputs[from[k] = below(3) == 0 ? below(3) : 0], N, b, N};
        const recall_first_out to = {outputs[k], N, VG_TIMEOUT};
        in[k] = item;
        out[k] = to;
    }
    status = recall_first_call_batch(&p, in, out, 5);
    went_well(status, 0, told);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < N && out[k].status == VG_OK; i++)
            right = right && outputs[k][i] == first_of(&model[0], inputs[from[k]], b, i);
    for (int k = 0; k < 5 && status == VG_OK; k++)
        right = right && out[k].status == VG_OK;
    is_right(right, "batch");
}

/* ---- what lies between calls ---- */

static void set(unsigned lane)
{
    lane_model *m = &model[lane];

    switch (below(4)) {
    case 0:
        OK(recall_detail(&p, lane), recall_set_add(&p, m->add = below(3), lane));
        break;
    case 1:
        OK(recall_detail(&p, lane), recall_set_factor(&p, m->factor = below(3), lane));
        break;
    case 2:
        OK(recall_detail(&p, lane), recall_set_blocks(&p, m->blocks = below(5), lane));
        CHECK(recall_set_blocks(&p, 5, lane) == VG_ARGUMENT);
        break;
    default:
        OK(recall_detail(&p, lane), recall_switch_turned(&p, m->turned = (int)below(2), lane));
        break;
    }
}

/* Few values, so that bytes often are again what they were. */
static void other_inputs(void)
{
    uint32_t *const which[] = {a, b, both, big + BIG - N};

    which[below(4)][below(2) ? N - 1 : 0] = below(3);
}

static void state(unsigned lane, int told)
{
    lane_model *m = &model[lane];

    switch (below(3)) {
    case 0:
        if (went_well(recall_reset(&p, lane), lane, told)) {
            m->known = 1;
            for (int i = 0; i < N; i++)
                m->sum[i] = 5;
        } else {
            m->known = 0;
        }
        break;
    case 1:
        if (m->known && went_well(recall_save(&p, m->saved, sizeof m->saved, lane), lane, told))
            memcpy(m->saved_sum, m->sum, sizeof m->sum);
        else
            memcpy(m->saved, m->saved_sum, sizeof m->saved);
        break;
    default:
        if (went_well(recall_restore(&p, m->saved, sizeof m->saved, lane), lane, told)) {
            m->known = 1;
            memcpy(m->sum, m->saved_sum, sizeof m->sum);
        } else {
            m->known = 0;
        }
        break;
    }
}

/* Not of the graph with the state, which it would move on. */
static void profile(unsigned lane, int told)
{
    static recall_first_times first_times;
    static recall_second_times second_times;
    static recall_third_times third_times;

    switch (below(3)) {
    case 0:
        went_well(recall_first_profile(&p, 1 + below(2), &first_times, lane), lane, told);
        break;
    case 1:
        went_well(recall_second_profile(&p, 1, &second_times, lane), lane, told);
        break;
    default:
        went_well(recall_third_profile(&p, 1, &third_times, lane), lane, told);
        break;
    }
}

static void open_again(void)
{
    OK(NULL, recall_close(&p));
    OK(recall_detail(&p, 0), recall_open(&p, NULL, NULL));
    for (int l = 0; l < LANES; l++) {
        forget_model(&model[l]);
        memcpy(model[l].saved, model[l].saved_sum, sizeof model[l].saved);
    }
}

static void one_round(void)
{
    const unsigned lane = below(LANES);
    const int told = vgsim_fail != NULL && below(12) == 0;
    const uint32_t what = below(200);

    for (uint32_t changes = below(4) == 0 ? 1 + below(2) : 0; changes > 0; changes--)
        other_inputs();
    for (uint32_t changes = below(6) == 0 ? 1 + below(3) : 0; changes > 0; changes--)
        set(lane);
    if (told)
        vgsim_fail(1 + below(12), NULL, 1);
    if (what < 60)
        first(lane, told);
    else if (what < 80)
        second(lane, told);
    else if (what < 110)
        third(lane, told);
    else if (what < 130)
        fourth(lane, told);
    else if (what < 155)
        batch(told);
    else if (what < 165)
        state(lane, told);
    else if (what < 198)
        profile(lane, told);
    if (told)
        vgsim_fail(0, NULL, 0); /* a failure that did not come */
    else if (what >= 198)
        open_again();
}

/* A commit that fails after some nodes have new parameters, which are then taken back before the next one. */
static void settings_taken_back(void)
{
    const recall_first_in in = {a, N, b, N};
    recall_first_out out = {y, N, VG_OK};
    int right = 1;

    if (vgsim_fail == NULL) /* on a GPU */
        return;
    a[0] = 1;
    OK(recall_detail(&p, 0), recall_first_call(&p, &in, &out, 0));
    OK(recall_detail(&p, 0), recall_set_factor(&p, 9, 0));
    OK(recall_detail(&p, 0), recall_switch_turned(&p, 1, 0));
    vgsim_fail(2, "cuGraphNodeSetEnabled", 1); /* after that of the upload, and the new factor */
    CHECK(recall_first_call(&p, &in, &out, 0) == VG_DRIVER);
    CHECK(strcmp(recall_detail(&p, 0)->step, "launch turn") == 0);
    OK(recall_detail(&p, 0), recall_set_factor(&p, model[0].factor, 0));
    OK(recall_detail(&p, 0), recall_switch_turned(&p, 0, 0));
    memset(y, 0xee, sizeof y);
    OK(recall_detail(&p, 0), recall_first_call(&p, &in, &out, 0));
    for (int i = 0; i < N; i++)
        right = right && y[i] == first_of(&model[0], a, b, i);
    CHECK(right);
}

int main(void)
{
    const unsigned long count = checks_number("COUNT", DEFAULT_COUNT);

    random_state += UINT64_C(0x9e3779b97f4a7c15) * checks_number("SEED", 0);
    OPEN_OR_SKIP(recall_open(&p, NULL, NULL));
    open_again();
    settings_taken_back();
    for (round_number = 0; round_number < count && checks_failed == 0; round_number++)
        one_round();
    CHECK(vgsim_fail == NULL || failed_calls > 0);
    printf("%lu rounds\n", round_number);
    OK(NULL, recall_close(&p));
    return checks_end();
}
