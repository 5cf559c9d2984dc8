/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_touch.c - a touch between replays, which is none and ends none. */
#include "rt_fixture.h"

#include <string.h>

enum { ILLEGAL_ADDRESS = 700 };

static vg_program *const rt = &p.lane[0].rt;

START_TEST(a_touch_has_the_stream_do_nothing)
{
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    const uint32_t word = *rt->end.word;
    const vg_stats stats = rt->stats;
    const unsigned long before = writes();
    ck_assert_int_eq(vg_touch(rt), VG_OK);
    ck_assert_uint_eq(writes(), before + 1);
    ck_assert_uint_eq(queries(), 1);
    ck_assert_uint_eq(*rt->end.word, word);
    ck_assert_mem_eq(&rt->stats, &stats, sizeof stats);
    ck_assert_ptr_null(fake_current());
    fake.busy = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_touch(rt), VG_STATE);
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_touch_may_be_under_way_when_a_replay_starts)
{
    fake.busy = 2;
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    fake.word_lost = 1;
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK); /* by a look at the stream */
    fake.word_lost = 0;
    ck_assert_int_eq(vg_touch(rt), VG_OK);
    ck_assert_uint_eq(*rt->end.word, rt->end.number);
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_touch_without_words_asks)
{
    config.completion = VG_COMPLETION_QUERY;
    open_well();
    ck_assert_int_eq(vg_touch(rt), VG_OK);
    ck_assert_uint_eq(writes(), 0);
    ck_assert_uint_eq(queries(), 1);
    close_well();
}
END_TEST

START_TEST(a_touch_finds_what_is_lost)
{
    static const char *const blamed[] = {"cuCtxGetCurrent", "cuCtxSetCurrent", "cuStreamQuery", "cuStreamQuery"};
    ck_assert_int_eq(vg_touch(NULL), VG_ARGUMENT);
    ck_assert_int_eq(vg_touch(rt), VG_STATE);
    open_well();
    fake_fail((unsigned long)_i + 1, ILLEGAL_ADDRESS, 1);
    ck_assert_int_eq(vg_touch(rt), VG_LOST);
    ck_assert_str_eq(rt->detail.call, blamed[_i]);
    ck_assert_int_eq(vg_touch(rt), VG_LOST);
    ck_assert_int_eq(vg_close(rt), VG_LOST);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_touch");
    TCase *tests = tcase_create("touch");
    tcase_add_checked_fixture(tests, setup_program, NULL);
    tcase_add_test(tests, a_touch_has_the_stream_do_nothing);
    tcase_add_test(tests, a_touch_may_be_under_way_when_a_replay_starts);
    tcase_add_test(tests, a_touch_without_words_asks);
    tcase_add_loop_test(tests, a_touch_finds_what_is_lost, 0, 4);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
