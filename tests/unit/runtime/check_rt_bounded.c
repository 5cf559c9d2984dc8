/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_bounded.c - limits of calls that wait, the way out after a hang, and what a sealed program does, over a driver
 * that only keeps books. While it hangs, every call that would wait for the device is misuse. */
#include "rt_queue.h"

#define LIMIT UINT64_C(2000000)
/* Nothing here computes; this is for machines with a lot to do. */
#define SOON (LIMIT + UINT64_C(1000000000))

enum { REPLAY, TIMED, STEP, PROFILE, RESET, SAVE, RESTORE, CLOSE, CALLS };

static vg_program *const rt = &p.lane[0].rt;
static unsigned char state[STATE_BYTES];
static uint64_t ns[MAIN_NODES];
static void *scratch[2 * MAIN_NODES + 2];

/* Limits are set for as long as the device hangs: else a machine with a lot to do may take longer. */
static void hang_limited(vg_program *of)
{
    ck_assert_int_eq(vg_set_timeout(of, LIMIT), VG_OK);
    fake.hang = 1;
}

static void go_on(vg_program *of)
{
    fake.hang = 0;
    fake.on_launch = NULL;
    ck_assert_int_eq(vg_set_timeout(of, 0), VG_OK);
}

static vg_status profile(void)
{
    const vg_node_times times = {MAIN_NODES, ns, scratch};
    return vg_profile(rt, MAIN, 3, &times);
}

static vg_status call(int which)
{
    vg_times times;
    switch (which) {
    case REPLAY:
        return vg_replay(rt, MAIN);
    case TIMED:
        return vg_replay_timed(rt, MAIN, &times);
    case STEP:
        return vg_step(rt, MAIN);
    case PROFILE:
        return profile();
    case RESET:
        return vg_reset(rt);
    case SAVE:
        return vg_save(rt, state, sizeof state);
    case RESTORE:
        return vg_restore(rt, state, sizeof state);
    default:
        return vg_close(rt);
    }
}

static vg_status call_in_time(int which)
{
    const uint64_t begin = vg_now();
    const vg_status status = call(which);
    ck_assert_uint_ge(vg_now() - begin, status == VG_TIMEOUT ? LIMIT : 0);
    ck_assert_uint_lt(vg_now() - begin, SOON);
    ck_assert_str_eq(fake.misuse, "");
    return status;
}

/* ---- each call returns in time, and the program goes on when the hang is over ---- */

START_TEST(each_call_returns_in_time)
{
    config.wait = _i / CALLS == 0 ? VG_WAIT_SPIN : VG_WAIT_BLOCK;
    open_well();
    const unsigned live = fake_live();
    hang_limited(rt);
    ck_assert_int_eq(call_in_time(_i % CALLS), VG_TIMEOUT);
    ck_assert_int_eq(rt->detail.status, VG_TIMEOUT);
    ck_assert_int_eq(rt->detail.code, CUDA_ERROR_NOT_READY);
    ck_assert_uint_eq(rt->stats.timeouts, 1);
    ck_assert_uint_eq(rt->stats.errors, 0);
    ck_assert_int_eq(rt->state == VG_MARK_OPEN, 1);
    ck_assert_int_eq(call_in_time(CLOSE), VG_TIMEOUT);
    ck_assert_uint_ge(fake_live(), live);
    go_on(rt);
    if (rt->running != 0) {
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    }
    ck_assert_int_eq(call(REPLAY), VG_OK);
    ck_assert_int_eq(call(PROFILE), VG_OK);
    ck_assert_uint_eq(fake_live(), live);
    close_well();
}
END_TEST

/* The twin of a profile whose time was up is destroyed by close, too; and the limit is of all its replays together. */
START_TEST(a_profile_is_given_up)
{
    open_well();
    hang_limited(rt);
    ck_assert_int_eq(call_in_time(PROFILE), VG_TIMEOUT);
    ck_assert_int_ne(rt->running, 0);
    ck_assert_int_eq(call_in_time(PROFILE), VG_STATE);
    go_on(rt);
    close_well();
}
END_TEST

START_TEST(no_limit_is_none)
{
    open_well();
    ck_assert_int_eq(vg_set_timeout(rt, LIMIT), VG_OK);
    fake.hang = 1;
    ck_assert_int_eq(call_in_time(RESET), VG_TIMEOUT);
    fake.hang = 0;
    ck_assert_int_eq(vg_set_timeout(rt, 0), VG_OK);
    fake.busy = 100000;
    const unsigned long before = fake_count("cuStreamSynchronize");
    ck_assert_int_eq(vg_reset(rt), VG_OK);
    ck_assert_uint_eq(fake_count("cuStreamSynchronize"), before + 1);
    fake.busy = 0;
    close_well();
    ck_assert_int_eq(vg_set_timeout(rt, 1), VG_STATE);
}
END_TEST

/* ---- open ---- */

static void check_stuck(void)
{
    ck_assert_int_eq(rt->state == VG_MARK_STUCK, 1);
    ck_assert_str_eq(fake.misuse, "");
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_STATE);
    ck_assert_int_eq(vg_start(rt, MAIN), VG_STATE);
    ck_assert_int_eq(vg_reset(rt), VG_STATE);
    ck_assert_int_eq(rt_program_open(&p, &config), VG_STATE);
    ck_assert_int_eq(vg_has_memory(rt), 0);
}

static void hang(void)
{
    fake.hang = 1;
}

/* Setup, or the first replay of the warm-up. */
START_TEST(open_returns_in_time)
{
    config.timeout_ns = LIMIT;
    config.warm_up = 1000;
    fake.on_launch = hang;
    if (_i != 0) {
        p.desc.setup = 0;
        p.desc.graph_count--;
    }
    const uint64_t begin = vg_now();
    ck_assert_int_eq(rt_program_open(&p, &config), VG_TIMEOUT);
    ck_assert_uint_lt(vg_now() - begin, SOON);
    check_stuck();
    ck_assert_int_eq(call_in_time(CLOSE), VG_TIMEOUT);
    check_stuck();
    fake.hang = 0;
    config.timeout_ns = 0;
    fake.on_launch = NULL;
    ck_assert_int_eq(vg_set_timeout(rt, 0), VG_OK);
    close_well();
    open_well();
    close_well();
}
END_TEST

/* What open does in the driver takes longer than the device may: the limit is for what is waited for. */
START_TEST(slow_drivers_are_no_hang)
{
    config.timeout_ns = 50 * LIMIT;
    config.warm_up = 1;
    fake.load_ns = (unsigned long)(60 * LIMIT);
    fake.busy = 5;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_OK);
    fake.busy = 0;
    ck_assert_int_eq(vg_set_timeout(rt, 0), VG_OK);
    close_well();
}
END_TEST

/* Open fails for another reason, and what it has given to the device does not end. */
START_TEST(a_failed_open_is_not_undone)
{
    config.timeout_ns = LIMIT;
    fake.graph_error_node = 1;
    fake.hang = 1;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_TIMEOUT);
    ck_assert_int_eq(rt->detail.status, VG_DRIVER);
    check_stuck();
    fake.hang = 0;
    config.timeout_ns = 0;
    fake.graph_error_node = 0;
    ck_assert_int_eq(vg_set_timeout(rt, 0), VG_OK);
    close_well();
}
END_TEST

/* ---- the way out ---- */

static vg_status abandon(void)
{
    vg_abandoned left;
    memset(&left, 0, sizeof left);
    vg_abandon(rt, &left);
    return vg_tell_abandoned(rt, &left);
}

static uint64_t left_of(const char *kind)
{
    for (const vg_detail *d = &rt->detail; d != NULL; d = d->next) {
        if (strcmp(d->call, kind) == 0) {
            return d->found;
        }
    }
    return 0;
}

START_TEST(all_is_left_to_the_driver)
{
    char text[512];
    open_well();
    const unsigned live = fake_live();
    hang_limited(rt);
    ck_assert_int_eq(call_in_time(_i == 0 ? REPLAY : PROFILE), VG_TIMEOUT);
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(abandon(), VG_OK);
    ck_assert_uint_eq(fake.calls, calls);
    ck_assert_uint_eq(rt->state, 0);
    ck_assert_int_ge((int)fake_live(), (int)live);
    ck_assert_int_eq(rt->detail.status, VG_OK);
    ck_assert_uint_eq(left_of("bytes of device memory"), FIRST_BYTES);
    ck_assert_uint_eq(left_of("bytes of pinned memory"), PINNED_BYTES);
    ck_assert_uint_eq(left_of("streams"), 1);
    ck_assert_uint_eq(left_of("events"), _i == 0 ? 2 : 2 + MAIN_NODES + 1);
    ck_assert_uint_eq(left_of("graphs"), _i == 0 ? 2 : 3);
    ck_assert_uint_eq(left_of("modules"), 1);
    ck_assert_uint_eq(left_of("uses of the device's primary context"), 1);
    ck_assert_uint_eq(rt->detail.further, 6);
    vg_detail_text(&rt->detail, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "Left to the driver until the process ends: "));
    ck_assert_ptr_nonnull(strstr(text, " bytes of device memory, "));
    ck_assert_ptr_nonnull(strstr(text, " 1 modules, "));
    ck_assert_int_eq(abandon(), VG_STATE);
    ck_assert_int_eq(vg_close(rt), VG_STATE);
    ck_assert_str_eq(fake.misuse, "");
    fake.hang = 0;
    open_well(); /* anew, beside what was left */
    ck_assert_int_eq(call(REPLAY), VG_OK);
    ck_assert_int_eq(vg_close(rt), VG_OK);
}
END_TEST

START_TEST(a_stuck_open_is_abandoned)
{
    config.timeout_ns = LIMIT;
    fake.hang = 1;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_TIMEOUT);
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(abandon(), VG_OK);
    ck_assert_uint_eq(fake.calls, calls);
    fake.hang = 0;
    config.timeout_ns = 0;
    open_well();
    ck_assert_int_eq(vg_close(rt), VG_OK);
}
END_TEST

/* The device may still write to what the pool has. */
START_TEST(a_pool_is_left_alone)
{
    vg_pool pool;
    vg_pool_memory memory = {0, 256, NULL, 512};
    static rt_program q;
    rt_program_init(&q);
    p.pooled[1] = q.pooled[1] = 1;
    p.pooled_bytes = q.pooled_bytes = 512;
    vg_pool_init(&pool, &memory);
    config.pool = &pool;
    ck_assert_int_eq(rt_program_open(&q, &config), VG_OK);
    open_well();
    hang_limited(rt);
    ck_assert_int_eq(call_in_time(REPLAY), VG_TIMEOUT);
    ck_assert_int_eq(vg_pool_take(&q.lane[0].rt), VG_STATE);
    ck_assert_int_eq(abandon(), VG_OK);
    fake.hang = 0;
    ck_assert_int_eq(vg_pool_take(&q.lane[0].rt), VG_STATE);
    ck_assert_int_eq(vg_replay(&q.lane[0].rt, MAIN), VG_STATE);
    ck_assert_int_eq(rt_program_open(&p, &config), VG_STATE);
    ck_assert_int_eq(vg_pool_free(&pool), VG_STATE);
    ck_assert_str_eq(fake.misuse, "");
    ck_assert_int_eq(vg_close(&q.lane[0].rt), VG_OK);
    ck_assert_int_eq(vg_pool_free(&pool), VG_STATE);
}
END_TEST

/* ---- lanes and queues ---- */

START_TEST(lanes_have_one_limit)
{
    open_well();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(vg_set_timeout(&p.lane[1].rt, LIMIT), VG_OK);
    hang_limited(rt);
    const uint64_t begin = vg_now();
    ck_assert_int_eq(vg_quiet(rt, rt), VG_TIMEOUT);
    ck_assert_int_eq(vg_quiet(&p.lane[1].rt, rt), VG_TIMEOUT);
    ck_assert_uint_eq(p.lane[1].rt.deadline, rt->deadline);
    ck_assert_uint_lt(vg_now() - begin, SOON);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_TIMEOUT);
    ck_assert_uint_eq(rt->lanes, 2);
    go_on(&p.lane[1].rt);
    go_on(rt);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

/* A lane that is stuck in open counts as open: the first one cannot be closed before it. */
START_TEST(a_lane_is_stuck)
{
    config.warm_up = 1;
    open_well();
    fake.on_launch = hang;
    rt->config.timeout_ns = LIMIT;
    rt->deadline = vg_now() + LIMIT; /* as it would be in open */
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_TIMEOUT);
    ck_assert_int_eq(vg_close(rt), VG_STATE);
    go_on(&p.lane[1].rt);
    go_on(rt);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_queue_hangs)
{
    setup_way(_i);
    ck_assert_int_eq(open_queues(1, NULL), VG_OK);
    hang_limited(lane);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_OK);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_OK);
    ck_assert_int_eq(vg_queue_finish_all(lane, LIMIT), VG_TIMEOUT);
    ck_assert_int_eq(vg_queue_close(lane), VG_STATE);
    ck_assert_str_eq(fake.misuse, "");
    go_on(lane);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_queue_ran(lane, vg_replay(lane, MAIN)), VG_OK);
    hang_limited(lane);
    ck_assert_int_eq(vg_queue_ran(lane, vg_replay(lane, MAIN)), VG_TIMEOUT);
    ck_assert_uint_eq(queues[0].count, 1);
    go_on(lane);
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    hang_limited(lane);
    ck_assert_int_eq(vg_queue_close(lane), VG_TIMEOUT);
    ck_assert_str_eq(fake.misuse, "");
    go_on(lane);
    ck_assert_int_eq(vg_queue_close(lane), VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
}
END_TEST

START_TEST(a_slot_is_stuck)
{
    setup_way(NUMBERS);
    config.warm_up = 1;
    ck_assert_int_eq(open_queues(1, NULL), VG_OK);
    ck_assert_int_eq(vg_queue_close(lane), VG_OK);
    vg_storage storage = rt_program_storage(&p, &slots[0][0]);
    storage.slots = SLOTS;
    storage.queue = &queues[0];
    ck_assert_int_eq(vg_open(lane, &p.desc, &config, &storage), VG_OK);
    hang_limited(lane);
    lane->deadline = vg_now() + LIMIT;
    storage = rt_program_storage(&p, &slots[0][1]);
    storage.slots = SLOTS;
    storage.queue = &queues[0];
    ck_assert_int_eq(vg_open_slot(&slots[0][1].rt, lane, &storage, 1), VG_TIMEOUT);
    vg_stick(lane); /* as generated */
    ck_assert_int_eq(vg_queue_close(lane), VG_TIMEOUT);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_STATE);
    ck_assert_str_eq(fake.misuse, "");
    go_on(lane);
    ck_assert_int_eq(vg_queue_close(lane), VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* ---- phases ---- */

/* The first replay makes the calls that the second makes. */
START_TEST(the_first_replay_is_like_the_second)
{
    config.timeout_ns = _i != 0 ? VG_FOREVER - 1 : 0;
    p.lane[0].fill = 0; /* what open takes for the spec's value is on */
    open_well();
    const unsigned long one = fake.calls;
    ck_assert_int_eq(call(REPLAY), VG_OK);
    const unsigned long two = fake.calls;
    ck_assert_int_eq(call(REPLAY), VG_OK);
    ck_assert_uint_eq(fake.calls - two, two - one);
    for (unsigned long i = 1; i <= two - one; i++) {
        ck_assert_str_eq(fake_name(one + i), fake_name(two + i));
    }
    close_well();
}
END_TEST

/* After a fatal error only close and abandon do something. */
START_TEST(a_lost_program_calls_no_driver)
{
    config.completion = VG_COMPLETION_QUERY;
    open_well();
    fake.query_error = 719;
    ck_assert_int_eq(call(REPLAY), VG_LOST);
    const unsigned long calls = fake.calls;
    for (int i = 0; i < CLOSE; i++) {
        ck_assert_int_eq(call(i), VG_LOST);
    }
    ck_assert_int_eq(vg_start(rt, MAIN), VG_LOST);
    ck_assert_int_eq(vg_poll(rt), VG_LOST);
    ck_assert_int_eq(vg_finish(rt, LIMIT), VG_LOST);
    ck_assert_int_eq(vg_touch(rt), VG_LOST);
    ck_assert_uint_eq(fake.calls, calls);
    fake.query_error = 0;
    if (_i == 0) {
        ck_assert_int_eq(vg_close(rt), VG_LOST);
    } else {
        ck_assert_int_eq(abandon(), VG_OK);
        ck_assert_uint_eq(fake.calls, calls);
    }
    ck_assert_uint_eq(rt->state, 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

static Suite *make_suite(void)
{
    Suite *suite = suite_create("bounded");
    TCase *tests = tcase_create("bounded");
    tcase_add_checked_fixture(tests, setup_program, NULL);
    tcase_add_loop_test(tests, each_call_returns_in_time, 0, 2 * CALLS);
    tcase_add_test(tests, a_profile_is_given_up);
    tcase_add_test(tests, no_limit_is_none);
    tcase_add_loop_test(tests, open_returns_in_time, 0, 2);
    tcase_add_test(tests, slow_drivers_are_no_hang);
    tcase_add_test(tests, a_failed_open_is_not_undone);
    tcase_add_loop_test(tests, all_is_left_to_the_driver, 0, 2);
    tcase_add_test(tests, a_stuck_open_is_abandoned);
    tcase_add_test(tests, a_pool_is_left_alone);
    tcase_add_test(tests, lanes_have_one_limit);
    tcase_add_test(tests, a_lane_is_stuck);
    tcase_add_loop_test(tests, a_queue_hangs, 0, WAYS);
    tcase_add_test(tests, a_slot_is_stuck);
    tcase_add_loop_test(tests, the_first_replay_is_like_the_second, 0, 2);
    tcase_add_loop_test(tests, a_lost_program_calls_no_driver, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_suite(make_suite());
}
