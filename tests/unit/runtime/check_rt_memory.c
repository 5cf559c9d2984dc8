/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_memory.c - pinned memory: mapped and registered where that is quicker and the device can, else allocated. */
#include "rt_fixture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HARMLESS = 304, ALREADY_REGISTERED = 712, NOT_SUPPORTED = 801, MOST_MAPPED = 512 * 1024 };

static vg_program *const rt = &p.lane[0].rt;

/* One way was gone to the end, and the other was not begun, or given up at once. */
static void check_counts(unsigned long registered, unsigned long refused, unsigned long allocated)
{
    ck_assert_uint_eq(fake_count("cuMemHostRegister"), registered + refused);
    ck_assert_uint_eq(fake_count("cuMemHostUnregister"), registered);
    ck_assert_uint_eq(fake_count("cuMemHostAlloc"), allocated);
    ck_assert_uint_eq(fake_count("cuMemFreeHost"), allocated);
}

static void opens_and_closes(void)
{
    open_well();
    ck_assert_uint_eq(rt->stats.pinned_bytes, p.desc.pinned_bytes);
    ck_assert_ptr_eq((void *)(uintptr_t)rt->pinned_device, rt->pinned);
    ck_assert_uint_eq((uintptr_t)rt->pinned % 256, 0);
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    close_well();
}

START_TEST(memory_is_mapped_and_registered)
{
    opens_and_closes();
    check_counts(1, 0, 0);
    opens_and_closes(); /* and again */
    check_counts(2, 0, 0);
}
END_TEST

START_TEST(some_devices_are_given_allocated_memory)
{
    fake.host_register = _i == 0 ? 0 : 1;
    fake.integrated = _i == 1 ? 1 : 0;
    opens_and_closes();
    check_counts(0, 0, 1);
}
END_TEST

START_TEST(what_is_refused_is_allocated)
{
    static const int codes[] = {1, 2, HARMLESS, ALREADY_REGISTERED, NOT_SUPPORTED};
    fake.register_error = codes[_i];
    opens_and_closes();
    check_counts(0, 1, 1);
    ck_assert_uint_eq(rt->stats.errors, 0);
    ck_assert_str_eq(rt->detail.call, "");
}
END_TEST

START_TEST(a_system_that_maps_nothing)
{
    fake.map_error = 1;
    opens_and_closes();
    check_counts(0, 0, 1);
}
END_TEST

START_TEST(much_is_allocated)
{
    p.desc.pinned_bytes = MOST_MAPPED;
    opens_and_closes();
    check_counts(1, 0, 0);
    p.desc.pinned_bytes += 256;
    opens_and_closes();
    check_counts(1, 0, 1);
}
END_TEST

/* Both ways fail, or there is only one. */
START_TEST(no_memory_at_all)
{
    fake.register_error = 2;
    fake.integrated = _i;
    unsigned long n = 1;
    do { /* the call that allocates */
        fake_fail(n++, 2, 0);
        if (rt_program_open(&p, &config) == VG_OK) {
            fake_fail(0, 0, 0);
            close_well();
        }
    } while (fake.failed == NULL || strcmp(fake.failed, "cuMemHostAlloc") != 0);
    ck_assert_int_eq(rt->detail.status, VG_NO_MEMORY);
    ck_assert_str_eq(rt->detail.call, "cuMemHostAlloc");
    ck_assert_int_eq(rt->detail.code, 2);
    ck_assert_uint_eq(rt->detail.expected, PINNED_BYTES);
    ck_assert_uint_eq(rt->stats.pinned_bytes, 0);
    ck_assert_uint_eq(rt->state, 0);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
    fake_fail(0, 0, 0);
    opens_and_closes();
}
END_TEST

START_TEST(a_device_must_say_what_it_can)
{
    unsigned long asked = 0;
    for (unsigned long n = 1; asked < 2; n++) {
        fake_fail(n, HARMLESS, 0);
        const vg_status status = rt_program_open(&p, &config);
        if (status == VG_OK) {
            close_well();
            continue;
        }
        ck_assert_uint_eq(fake_live(), 0);
        asked += strcmp(fake.failed, "cuDeviceGetAttribute") == 0;
        if (strcmp(fake.failed, "cuDeviceGetAttribute") == 0) {
            ck_assert_int_eq(status, VG_DRIVER);
            ck_assert_str_eq(rt->detail.call, "cuDeviceGetAttribute");
            ck_assert_uint_eq(rt->stats.pinned_bytes, 0);
        }
    }
    ck_assert_uint_eq(fake_count("cuMemHostRegister"), fake_count("cuMemHostUnregister"));
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

START_TEST(each_lane_has_memory_of_its_own)
{
    open_well();
    fake.register_error = ALREADY_REGISTERED;
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    fake.register_error = 0;
    ck_assert_int_eq(rt_program_open_lane(&p, 2), VG_OK);
    for (unsigned lane = 0; lane < LANES; lane++) {
        ck_assert_uint_eq(p.lane[lane].rt.stats.pinned_bytes, PINNED_BYTES);
        ck_assert_int_eq(vg_replay(&p.lane[lane].rt, MAIN), VG_OK);
    }
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    ck_assert_int_eq(vg_close(&p.lane[2].rt), VG_OK);
    close_well();
    check_counts(2, 1, 1);
}
END_TEST

START_TEST(memory_of_the_application_is_left_alone)
{
    static _Alignas(256) unsigned char memory[PINNED_BYTES];
    config.pinned_memory = memory;
    config.pinned_memory_bytes = sizeof memory;
    memset(memory, 0xa5, sizeof memory);
    open_well();
    ck_assert_ptr_eq(rt->pinned, memory);
    ck_assert_uint_eq(rt->stats.pinned_bytes, 0);
    close_well();
    check_counts(0, 0, 0);
    ck_assert_uint_eq(memory[PINNED_BYTES - VG_COMPLETION_BYTES - 1], 0);
}
END_TEST

START_TEST(all_of_it_is_zero)
{
    p.desc.commit = NULL;
    p.desc.reset_settings = NULL;
    fake.integrated = _i;
    open_well();
    for (unsigned i = 0; i < PINNED_BYTES - VG_COMPLETION_BYTES; i++) {
        ck_assert_uint_eq(rt->pinned[i], 0);
    }
    close_well();
}
END_TEST

/* A child of the application holds the pages, but takes none away: what either writes, and the device, all see. */
START_TEST(a_fork_takes_no_page_away)
{
    int status = -1;
    open_well();
    volatile unsigned char *byte = rt->pinned + 100;
    *byte = 1;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        const int seen = *byte;
        *byte = 2;
        _exit(seen);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 1);
    ck_assert_uint_eq(*byte, 2);
    close_well();
}
END_TEST

START_TEST(it_goes_before_what_was_made_before_it)
{
    static const char *const order[] = {"cuStreamSynchronize", "cuGraphDestroy", "cuModuleUnload",
                                        "cuMemHostUnregister", "cuMemFree",      "cuStreamDestroy",
                                        "cuCtxSetCurrent"};
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    close_well();
    for (size_t i = 1; i < sizeof order / sizeof order[0]; i++) {
        ck_assert_msg(fake_last(order[i - 1]) < fake_last(order[i]), "%s after %s", order[i - 1], order[i]);
    }
}
END_TEST

/* What the driver would not let go is not unmapped under it, and all the rest is freed. */
START_TEST(memory_that_the_driver_keeps)
{
    open_well();
    const unsigned long before = fake.calls;
    close_well();
    const unsigned long place = fake_last("cuMemHostUnregister") - before;
    open_well();
    const unsigned char *pinned = rt->pinned;
    memset(rt->pinned, 3, 8);
    fake_fail(place, HARMLESS, 0);
    ck_assert_int_eq(vg_close(rt), VG_DRIVER);
    ck_assert_str_eq(rt->detail.call, "cuMemHostUnregister");
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
    ck_assert_uint_eq(pinned[7], 3); /* it is there */
    opens_and_closes();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_memory");
    TCase *tests = tcase_create("pinned memory");
    tcase_add_checked_fixture(tests, setup_program, NULL);
    tcase_add_test(tests, memory_is_mapped_and_registered);
    tcase_add_loop_test(tests, some_devices_are_given_allocated_memory, 0, 2);
    tcase_add_loop_test(tests, what_is_refused_is_allocated, 0, 5);
    tcase_add_test(tests, a_system_that_maps_nothing);
    tcase_add_test(tests, much_is_allocated);
    tcase_add_loop_test(tests, no_memory_at_all, 0, 2);
    tcase_add_test(tests, a_device_must_say_what_it_can);
    tcase_add_test(tests, each_lane_has_memory_of_its_own);
    tcase_add_test(tests, memory_of_the_application_is_left_alone);
    tcase_add_loop_test(tests, all_of_it_is_zero, 0, 2);
    tcase_add_test(tests, a_fork_takes_no_page_away);
    tcase_add_test(tests, it_goes_before_what_was_made_before_it);
    tcase_add_test(tests, memory_that_the_driver_keeps);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
