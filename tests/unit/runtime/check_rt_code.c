/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_code.c - machine code that stays loaded from open to open, over a driver that only keeps books. */
#include "rt_fixture.h"

static rt_program q; /* another struct of the same program, or another program */
static vg_code code;

static void setup(void)
{
    setup_program();
    rt_program_init(&q);
    vg_code_init(&code);
    config.code = &code;
}

static unsigned long loads(void)
{
    return fake_count("cuModuleLoadDataEx");
}

static void close_one(rt_program *which)
{
    ck_assert_int_eq(vg_close(&which->lane[0].rt), VG_OK);
}

/* Nothing is left then. */
static void unload_well(void)
{
    ck_assert_int_eq(vg_code_unload(&code), VG_OK);
    ck_assert_int_eq(code.detail.status, VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

static void refused(vg_status status, const char *call, uint64_t expected, uint64_t found)
{
    const vg_detail *detail = &p.lane[0].rt.detail;
    ck_assert_msg(rt_program_open(&p, &config) == status, "%s", call);
    ck_assert_str_eq(detail->call, call);
    ck_assert_uint_eq(detail->expected, expected);
    ck_assert_uint_eq(detail->found, found);
    ck_assert_uint_eq(p.lane[0].rt.state, 0);
}

START_TEST(opened_again_it_is_not_loaded_again)
{
    for (int i = 0; i < 3; i++) {
        open_well();
        ck_assert_uint_eq(p.lane[0].rt.images, 2);
        ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
        close_one(&p);
        ck_assert_uint_eq(fake_live(), 2); /* the module, and the context that it is in */
    }
    ck_assert_uint_eq(loads(), 1);
    ck_assert_uint_eq(fake_count("cuModuleUnload"), 0);
    unload_well();
    ck_assert_uint_eq(fake_count("cuModuleUnload"), 1);
    open_well();
    ck_assert_uint_eq(loads(), 2);
    close_one(&p);
    unload_well();
}
END_TEST

START_TEST(programs_that_are_open_at_once_share_it)
{
    open_well();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(rt_program_open_as(&q, &p.desc, &config), VG_OK);
    ck_assert_uint_eq(loads(), 1);
    ck_assert_ptr_eq(p.modules[0], q.modules[0]);
    ck_assert_int_eq(vg_code_unload(&code), VG_STATE);
    ck_assert_str_eq(code.detail.call, "programs are open with this code: close them first");
    ck_assert_uint_eq(code.detail.found, 2);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_one(&p);
    ck_assert_int_eq(vg_code_unload(&code), VG_STATE);
    ck_assert_int_eq(vg_replay(&q.lane[0].rt, MAIN), VG_OK);
    close_one(&q);
    unload_well();
}
END_TEST

/* A context of the application's is neither retained nor released. */
START_TEST(in_the_applications_context)
{
    config.context = fake_application_context();
    open_well();
    close_one(&p);
    open_well();
    close_one(&p);
    ck_assert_uint_eq(loads(), 1);
    ck_assert_uint_eq(fake_count("cuDevicePrimaryCtxRetain"), 0);
    unload_well();
    ck_assert_uint_eq(fake_count("cuDevicePrimaryCtxRelease"), 0);
}
END_TEST

START_TEST(wrong_use_is_refused)
{
    vg_code zeroed;
    memset(&zeroed, 0, sizeof zeroed);
    config.code = &zeroed;
    refused(VG_ARGUMENT, "config.code: vg_code_init it first", 0, 0);
    ck_assert_uint_eq(fake.calls, 0);
    ck_assert_int_eq(vg_code_unload(&zeroed), VG_ARGUMENT);
    ck_assert_int_eq(vg_code_unload(NULL), VG_ARGUMENT);
    config.code = &code;
    p.desc.module_count = VG_CODE_MODULES + 1;
    refused(VG_ARGUMENT, "modules that config.code has room for", VG_CODE_MODULES + 1, VG_CODE_MODULES);
    p.desc.module_count = 1;
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_int_eq(rt_program_open(&q, &config), VG_OK);
    refused(VG_ARGUMENT, "config.code holds the code of this program, not of another", 0, 0);
    close_one(&q);
    refused(VG_ARGUMENT, "config.code holds the code of this program, not of another", 0, 0);
    unload_well();
    open_well();
    close_one(&p);
    config.context = fake_application_context();
    refused(VG_ARGUMENT, "config.code was loaded in this program's context, not in another", 0, 0);
    unload_well();
    ck_assert_int_eq(vg_code_unload(&code), VG_OK); /* nothing is loaded */
}
END_TEST

/* Whichever call fails while a program is opened twice and its code unloaded: nothing is left in the end. */
START_TEST(each_call_fails_once)
{
    unsigned long n = 1;
    for (;; n++) {
        setup();
        fake_fail(n, 304, 0);
        int failures = 0;
        for (int turn = 0; turn < 2; turn++) {
            if (rt_program_open(&p, &config) == VG_OK) {
                failures += vg_close(&p.lane[0].rt) != VG_OK;
            } else {
                failures++;
            }
            ck_assert_uint_eq(code.users, 0);
        }
        const vg_status status = vg_code_unload(&code);
        if (status != VG_OK) {
            ck_assert_int_eq(status, VG_DRIVER);
            ck_assert_str_eq(code.detail.call, fake.failed);
            failures++;
        }
        ck_assert_msg(fake_live() == 0, "call %lu, %s: %u objects are left", n, fake.failed, fake_live());
        ck_assert_str_eq(fake.misuse, "");
        if (fake.failed == NULL) {
            break;
        }
        ck_assert_msg(failures == 1 || fake_failed_quietly(), "call %lu, %s: %d failures", n, fake.failed, failures);
    }
    ck_assert_uint_gt(n, 60);
}
END_TEST

/* The device is lost while the program is open: the code goes with it, and the struct serves again. */
START_TEST(after_a_fault)
{
    open_well();
    fake_fail(1, 700, 1);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_LOST);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_LOST);
    ck_assert_int_eq(vg_code_unload(&code), VG_LOST);
    fake_fail(0, 0, 0);
    ck_assert_uint_eq(fake_live(), 0);
    fake.misuse[0] = '\0'; /* not even the context could be made current */
    open_well();
    close_one(&p);
    unload_well();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_code");
    TCase *tests = tcase_create("code");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, opened_again_it_is_not_loaded_again);
    tcase_add_test(tests, programs_that_are_open_at_once_share_it);
    tcase_add_test(tests, in_the_applications_context);
    tcase_add_test(tests, wrong_use_is_refused);
    tcase_add_test(tests, each_call_fails_once);
    tcase_add_test(tests, after_a_fault);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
