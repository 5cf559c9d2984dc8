/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "seek.h"

#include "feature.h"

static seek p;
static seek_times times;
static float limit = 100.0f;
static uint32_t seen[3];

/* The same on the host: y, and the passes of both loops. */
static void reference(const float *x, uint32_t pick, float *y, uint32_t *done, uint32_t *cooled)
{
    float near[SEEK_N], other[SEEK_N];
    int rest = 1;

    memcpy(near, x, sizeof near);
    for (*done = 0; rest && *done < SEEK_MOST; ++*done) {
        for (int i = 0; i < SEEK_N; i++)
            near[i] += 1.0f;
        rest = near[0] < 8.0f;
    }
    *cooled = 0;
    memcpy(other, near, sizeof other);
    for (int i = 0; rest && i < SEEK_N; i++)
        near[i] += other[(i + SEEK_N / 2) % SEEK_N];
    for (int more = 1; !rest && more && *cooled < 4; ++*cooled) {
        for (int i = 0; i < SEEK_N; i++)
            near[i] *= 0.5f;
        more = near[0] > 1.0f;
    }
    for (int i = 0; i < SEEK_N; i++)
        near[i] = pick == 0 ? near[i] + 1.0f : pick == 1 ? 0.0f : pick == 2 ? near[i] - 1.0f : near[i];
    seen[0] += pick == 0;
    seen[1] += pick == 2;
    seen[2] += near[0] > limit;
    for (int i = 0; i < SEEK_N; i++)
        y[i] = near[0] > limit ? near[i] + 1000.0f : near[i];
}

typedef enum { REPLAYED, TIMED, PROFILED, STARTED } way;

static vg_status run(way how)
{
    vg_times t;

    switch (how) {
    case REPLAYED:
        return seek_replay(&p);
    case TIMED:
        return seek_replay_timed(&p, &t);
    case PROFILED:
        return seek_profile(&p, 1, &times);
    default:
        return seek_start(&p) == VG_OK ? seek_finish(&p, VG_FOREVER) : VG_STATE;
    }
}

static void check_run(way how, float first, uint32_t pick)
{
    float y[SEEK_N];
    uint32_t done, cooled, state[3];

    for (int i = 0; i < SEEK_N; i++)
        seek_x(&p)[i] = first + (float)i;
    *seek_pick(&p) = pick;
    reference(seek_x(&p), pick, y, &done, &cooled);
    OK(seek_detail(&p), run(how));
    CHECK(memcmp(y, seek_y(&p), sizeof y) == 0);
    CHECK(*seek_done(&p) == done);
    OK(seek_detail(&p), seek_save(&p, state, sizeof state));
    CHECK(memcmp(state, seen, sizeof seen) == 0);
}

static void all_ways_give_the_same(void)
{
    static const float first[] = {7.5f, 8.5f, 3.0f, 0.0f, -40.0f, -11.5f, -12.0f, 20.0f};

    for (unsigned round = 0; round < 64; round++) {
        if (round % 5 == 0) {
            limit = round % 2 == 0 ? 2.0f : 100.0f;
            OK(seek_detail(&p), seek_set_limit(&p, limit));
        }
        check_run((way)(round % 4), first[round / 4 % 8], round % 7);
    }
}

static void only_the_device_knows(void)
{
    const uint64_t replays = seek_stats(&p)->replays;

    CHECK(seek_step(&p) == VG_CANNOT);
    CHECK(strcmp(seek_detail(&p)->step, "main") == 0);
    CHECK(seek_stats(&p)->replays == replays);
    check_run(REPLAYED, 1.0f, 2);
}

/* A conditional node has the time of all that its bodies did. */
static void each_node_has_its_time(void)
{
    unsigned conditional = 0;

    OK(seek_detail(&p), seek_profile(&p, 3, &times));
    for (unsigned i = 0; i < SEEK_NODES; i++) {
        CHECK(seek_node_title(i) != NULL && times.ns[i] < UINT64_C(10000000000));
        conditional += strcmp(seek_node_title(i), "seek") == 0;
    }
    CHECK(conditional == 1 && seek_node_title(SEEK_NODES) == NULL);
    OK(seek_detail(&p), seek_reset(&p));
    memset(seen, 0, sizeof seen);
    check_run(REPLAYED, 2.0f, 0);
}

typedef struct {
    char text[20000];
    size_t size;
} words;

static int take_words(void *user, const char *text, size_t size)
{
    words *to = user;

    if (size >= sizeof to->text - to->size)
        return 1;
    memcpy(to->text + to->size, text, size);
    to->size += size;
    to->text[to->size] = '\0';
    return 0;
}

/* Of nodes in bodies, too: those of the twin, which is destroyed, have not taken their place. */
static void nodes_are_the_same_after_a_profile(void)
{
    static words before, after;

    OK(seek_detail(&p), vg_describe(&p.rt, take_words, &before));
    OK(seek_detail(&p), seek_profile(&p, 1, &times));
    OK(seek_detail(&p), vg_describe(&p.rt, take_words, &after));
    CHECK(strstr(before.text, "  launch halve: kernel ") != NULL);
    CHECK(strcmp(before.text, after.text) == 0);
    OK(seek_detail(&p), seek_reset(&p));
    memset(seen, 0, sizeof seen);
}

/* The call that was made to fail, in whatever version. */
static int is_call(const char *name)
{
    return strncmp(vgsim_failed(), name, strlen(name)) == 0;
}

/* On the CPU device: whichever call fails in open, the detail tells, nothing stays, and the next open is well. */
static void each_call_of_open_fails_once(void)
{
    unsigned long n = 1;
    unsigned others = 0;

    for (; vgsim_fail != NULL && n < 2000; n++) {
        vg_status status;

        vgsim_fail(n, NULL, 999);
        status = seek_open(&p, NULL, NULL);
        vgsim_fail(0, NULL, 0);
        if (vgsim_failed()[0] == '\0')
            break;
        if (is_call("cuStreamWriteValue32") || is_call("cuMemHostRegister")) { /* there is another way */
            CHECK(status == VG_OK);
            OK(seek_detail(&p), seek_close(&p));
            others++;
            continue;
        }
        if (!CHECK(seek_detail(&p)->call[0] != '\0' && seek_detail(&p)->code == 999))
            printf("call %lu: %s\n", n, seek_detail(&p)->call);
        CHECK(seek_close(&p) == VG_STATE);
    }
    if (vgsim_fail == NULL)
        OK(seek_detail(&p), seek_open(&p, NULL, NULL));
    else
        CHECK(n > 100 && n < 2000 && others > 0);
    limit = 100.0f;
    memset(seen, 0, sizeof seen);
    check_run(REPLAYED, 5.0f, 2);
}

int main(void)
{
    OPEN_OR_SKIP(seek_open(&p, NULL, NULL));
    all_ways_give_the_same();
    only_the_device_knows();
    each_node_has_its_time();
    nodes_are_the_same_after_a_profile();
    OK(NULL, seek_close(&p));
    each_call_of_open_fails_once();
    OK(NULL, seek_close(&p));
    return checks_end();
}
