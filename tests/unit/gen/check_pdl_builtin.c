/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which edges from and to the generator's own launches are programmatic: vg_copy, and what a replay begins and ends with. */
#define _POSIX_C_SOURCE 200809L
#include "pdl_fixture.h"

/* ---- transfers by vg_copy ---- */

/* x and w go up and y comes down with launches that wait first; copy nodes are no kernels. */
START_TEST(vg_copy_is_a_kernel_like_others)
{
    static const char *const edges[][2] = {{"upload", "right"}, {"right", "right_2"}, {"right_2", "download"}};
    copy_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    for (int by_kernel = 0; by_kernel < 2; by_kernel++) {
        make_plan(text_of("", FIRST STEP("right(a, y, 256)")), by_kernel ? BY_KERNEL : BY_COPY);
        for (size_t e = 0; e < 3; e++)
            check_overlap(overlap_of(edges[e][0], edges[e][1]),
                          by_kernel || e == 1 ? PLAN_PROGRAMMATIC : PLAN_NO_KERNELS);
        ck_assert_msg(verified(), "%s", printed());
    }
    find(&p->graphs[0], "upload")->name = "other"; /* nothing hangs on names */
    pdl_choose(memory, m, i, p);
    check_overlap(overlap_of("other", "right"), PLAN_PROGRAMMATIC);
}
END_TEST

#define COPY_STEP "  - {copy: a -> b}\n"
#define FILL_STEP "  - {fill: b = 0.5}\n"

/* So are a fill and a copy that are launches, as long as they run in each replay. */
START_TEST(fills_and_copies_are_kernels_like_others)
{
    copy_start = fill_start = begin_start = end_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    make_plan(text_of("", FIRST COPY_STEP STEP("right(b, c, 256)") FILL_STEP STEP("right(b, y, 256)")),
              BY_KERNEL_ENDS);
    check_overlap(overlap_of("right", "copy_a_b"), PLAN_PROGRAMMATIC);
    check_overlap(overlap_of("copy_a_b", "right_2"), PLAN_PROGRAMMATIC);
    check_overlap(overlap_of("right_2", "fill_b"), PLAN_PROGRAMMATIC);
    check_overlap(overlap_of("fill_b", "right_3"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    make_plan(text_of("", FIRST STEP("right(x, b, 256)") "  - {copy: a -> b, when: on}\n" STEP("right(b, y, 256)")),
              BY_KERNEL_ENDS);
    check_overlap(overlap_of("right", "copy_a_b"), PLAN_MAY_NOT_RUN);
    check_overlap(overlap_of("copy_a_b", "right_3"), PLAN_MAY_NOT_RUN);
    ck_assert_msg(verified(), "%s", printed());
    plan_node *copy = find(&p->graphs[0], "copy_a_b");
    copy->programmatic = ARENA_ARRAY(memory, uint32_t, copy->after_count);
    copy->programmatic[0] = 1;
    ck_assert(!verified());
    fill_start = (image_start){.wait = IMAGE_WAIT_LATE};
    make_plan(text_of("", STEP("right(x, b, 256)") STEP("right(b, a, 256)") FILL_STEP STEP("gather(a, b, y, 256)")),
              BY_KERNEL_ENDS);
    check_overlap(overlap_of("right_2", "fill_b"), PLAN_WAITS_LATE);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* Only what it waits for is asked of its own code: nothing stands before the upload. */
START_TEST(vg_copy_is_judged_by_its_code)
{
    static const bool by_source[] = {false, true, false}, by_end[] = {true, false, false},
                      by_size[] = {false, false, true};
    static const struct {
        image_start start;
        plan_overlap expected;
    } starts[] = {{{.wait = IMAGE_WAIT_UNKNOWN}, PLAN_NO_CODE},
                  {{.wait = IMAGE_WAIT_NEVER}, PLAN_NEVER_WAITS},
                  {{.wait = IMAGE_WAIT_LATE}, PLAN_WAITS_LATE},
                  {{.wait = IMAGE_WAIT_SKIPPED}, PLAN_SKIPS_WAIT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent = by_source}, PLAN_READS_NONCOHERENT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent = by_end}, PLAN_READS_NONCOHERENT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent = by_size}, PLAN_READS_NONCOHERENT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent_unknown = true}, PLAN_READS_NONCOHERENT}};
    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
        copy_start = starts[s].start;
        make_plan(text_of("", FIRST STEP("right(a, y, 256)")), BY_KERNEL);
        check_overlap(overlap_of("upload", "right"), PLAN_PROGRAMMATIC);
        check_overlap(overlap_of("right_2", "download"), starts[s].expected);
        ck_assert_msg(verified(), "%s", printed());
        plan_node *to = find(&p->graphs[0], "download");
        to->programmatic = ARENA_ARRAY(memory, uint32_t, to->after_count);
        to->programmatic[0] = 1;
        ck_assert(!verified());
    }
}
END_TEST

/* What is read as constant must not come from a launch that may still run. */
START_TEST(vg_copy_writes_what_others_read)
{
    copy_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    make_plan(text_of("", STEP("gather(w, x, a, 256)") STEP("gather(a, k, y, 256)")), BY_KERNEL);
    check_overlap(overlap_of("upload", "gather"), PLAN_READS_NONCOHERENT);
    check_overlap(overlap_of("gather", "gather_2"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    /* The same bytes two launches later, when all between let the next one begin. */
    make_plan(text_of("", FIRST STEP("gather(a, w, y, 256)")), BY_KERNEL);
    check_overlap(overlap_of("upload", "right"), PLAN_PROGRAMMATIC);
    check_overlap(overlap_of("right", "gather"), PLAN_READS_NONCOHERENT);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* Their nodes may be disabled. */
START_TEST(what_is_copied_now_and_then_is_waited_for)
{
    const char *text = text_of("", FIRST STEP("right(a, y, 256)"));
    copy_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    make_plan(text, BY_KERNEL);
    for (size_t r = 0; r < p->run_count; r++)
        p->runs[r].on_request = true;
    ck_assert(!verified());
    pdl_choose(memory, m, i, p);
    check_overlap(overlap_of("upload", "right"), PLAN_MAY_NOT_RUN);
    check_overlap(overlap_of("right_2", "download"), PLAN_MAY_NOT_RUN);
    ck_assert_msg(verified(), "%s", printed());
    make_plan(text_of("api: call\n", FIRST STEP("right(a, y, 256)")), BY_KERNEL);
    check_overlap(overlap_of("upload", "right"), PLAN_MAY_NOT_RUN);
    check_overlap(overlap_of("right_2", "download"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* ---- what a replay begins and ends with ---- */

/* Two first launches, the upload and one that reads a constant; two last ones, that one and the download. */
#define BRANCHES FIRST STEP("right(k, b, 256)") STEP("right(a, y, 256)")

static const char *const frame_edges[][2] = {
    {"begin", "upload"}, {"begin", "right_2"}, {"right_2", "end"}, {"download", "end"}};

START_TEST(begin_and_end_are_kernels_like_others)
{
    copy_start = begin_start = end_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    make_plan(text_of("", BRANCHES), BY_KERNEL_ENDS);
    for (size_t e = 0; e < 4; e++)
        check_overlap(overlap_of(frame_edges[e][0], frame_edges[e][1]), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    /* Nothing stands before the begin: nothing is asked of its own code. */
    begin_start.wait = IMAGE_WAIT_NEVER;
    make_plan(text_of("", BRANCHES), BY_KERNEL_ENDS);
    check_overlap(overlap_of("begin", "right_2"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* An end that did not wait would be seen before there is one. */
START_TEST(the_end_is_judged_by_its_code)
{
    static const bool by_word[] = {true};
    static const struct {
        image_start start;
        plan_overlap expected;
    } starts[] = {{{.wait = IMAGE_WAIT_UNKNOWN}, PLAN_NO_CODE},
                  {{.wait = IMAGE_WAIT_NEVER}, PLAN_NEVER_WAITS},
                  {{.wait = IMAGE_WAIT_LATE}, PLAN_WAITS_LATE},
                  {{.wait = IMAGE_WAIT_SKIPPED}, PLAN_SKIPS_WAIT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent = by_word}, PLAN_READS_NONCOHERENT},
                  {{.wait = IMAGE_WAIT_FIRST, .noncoherent_unknown = true}, PLAN_READS_NONCOHERENT}};
    copy_start = begin_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    for (size_t s = 0; s < sizeof starts / sizeof *starts; s++) {
        end_start = starts[s].start;
        make_plan(text_of("", BRANCHES), BY_KERNEL_ENDS);
        for (size_t e = 2; e < 4; e++)
            check_overlap(overlap_of(frame_edges[e][0], frame_edges[e][1]), starts[s].expected);
        ck_assert_msg(verified(), "%s", printed());
        plan_node *to = find(&p->graphs[0], "end");
        to->programmatic = ARENA_ARRAY(memory, uint32_t, to->after_count);
        to->programmatic[0] = 1;
        ck_assert(verified() == (starts[s].expected == PLAN_READS_NONCOHERENT)); /* it is given nothing to read */
    }
}
END_TEST

/* A last node that may not run, or follows a setting, has ended when the end begins. */
START_TEST(the_end_waits_for_what_may_change)
{
    copy_start = begin_start = end_start = (image_start){.wait = IMAGE_WAIT_FIRST};
    make_plan(text_of("", FIRST "  - {launch: \"right(k, b, 256)\", grid: 1, when: on}\n" STEP("right(a, y, 256)")),
              BY_KERNEL_ENDS);
    check_overlap(overlap_of("begin", "right_2"), PLAN_MAY_NOT_RUN);
    check_overlap(overlap_of("right_2", "end"), PLAN_MAY_NOT_RUN);
    check_overlap(overlap_of("download", "end"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    make_plan(text_of("", FIRST STEP("right(k, b, m)") STEP("right(a, y, 256)")), BY_KERNEL_ENDS);
    check_overlap(overlap_of("right_2", "end"), PLAN_IS_PATCHED);
    ck_assert_msg(verified(), "%s", printed());
    make_plan(text_of("", FIRST STEP("off(k, b, 256)") STEP("right(a, y, 256)")), BY_KERNEL_ENDS);
    check_overlap(overlap_of("begin", "off"), PLAN_PDL_OFF);
    check_overlap(overlap_of("off", "end"), PLAN_PDL_OFF);
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

/* One launch, and so many that need it. */
static const char *spread(unsigned count)
{
    const char *steps = FIRST;
    for (unsigned s = 0; s < count; s++)
        steps = arena_printf(memory, "%s  - {launch: \"right(a[%u:%u], y[%u:%u], 16)\", grid: 1}\n", steps, 16 * s,
                             16 * s + 16, 16 * s, 16 * s + 16);
    return steps;
}

/* It takes time to launch many so, but is as right as with few. */
START_TEST(not_too_many_begin_early)
{
    make_plan(text_of("", spread(PLAN_MOST_PROGRAMMATIC)), BY_COPY);
    check_overlap(overlap_of("right", "right_2"), PLAN_PROGRAMMATIC);
    check_overlap(overlap_of("right", "right_9"), PLAN_PROGRAMMATIC);
    ck_assert_msg(verified(), "%s", printed());
    make_plan(text_of("", spread(PLAN_MOST_PROGRAMMATIC + 1)), BY_COPY);
    check_overlap(overlap_of("right", "right_2"), PLAN_TOO_MANY);
    check_overlap(overlap_of("right", "right_10"), PLAN_TOO_MANY);
    ck_assert_msg(verified(), "%s", printed());
    plan_node *to = find(&p->graphs[0], "right_2");
    to->programmatic = ARENA_ARRAY(memory, uint32_t, to->after_count);
    to->programmatic[find_edge(&p->graphs[0], "right", "right_2")] = 1;
    ck_assert_msg(verified(), "%s", printed());
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pdl_builtin");
    TCase *group = tcase_create("pdl");
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_set_timeout(group, 120);
    tcase_add_test(group, vg_copy_is_a_kernel_like_others);
    tcase_add_test(group, fills_and_copies_are_kernels_like_others);
    tcase_add_test(group, vg_copy_is_judged_by_its_code);
    tcase_add_test(group, vg_copy_writes_what_others_read);
    tcase_add_test(group, what_is_copied_now_and_then_is_waited_for);
    tcase_add_test(group, begin_and_end_are_kernels_like_others);
    tcase_add_test(group, the_end_is_judged_by_its_code);
    tcase_add_test(group, the_end_waits_for_what_may_change);
    tcase_add_test(group, not_too_many_begin_early);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
