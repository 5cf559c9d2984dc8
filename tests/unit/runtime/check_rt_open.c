/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_open.c - what open refuses and in which words, over a driver that only keeps books. */
#include "rt_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Open refuses, says what, and leaves nothing behind. */
static void refuses(vg_status status, uint64_t expected, uint64_t found)
{
    ck_assert_int_eq(rt_program_open(&p, &config), status);
    ck_assert_int_eq(p.lane[0].rt.detail.status, status);
    ck_assert_uint_eq(p.lane[0].rt.detail.expected, expected);
    ck_assert_uint_eq(p.lane[0].rt.detail.found, found);
    ck_assert_str_ne(p.lane[0].rt.detail.call, "");
    ck_assert_uint_eq(p.lane[0].rt.state, 0);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

START_TEST(bad_arguments)
{
    static _Alignas(512) unsigned char memory[1024];
    vg_config none;
    memset(&none, 0, sizeof none);
    ck_assert_int_eq(vg_open(&p.lane[0].rt, NULL, NULL, NULL), VG_ARGUMENT);
    p.desc.abi = VG_ABI + 1;
    refuses(VG_ABI_MISMATCH, VG_ABI, VG_ABI + 1);
    p.desc.abi = VG_ABI;
    config.warm_up = 1000001;
    refuses(VG_ARGUMENT, 1000000, 1000001);
    config = none;
    config.wait = (vg_wait)3;
    refuses(VG_ARGUMENT, 0, 0);
    config = none;
    config.device_index = -1;
    refuses(VG_ARGUMENT, 0, 0);
    config = none;
    config.stream = (void *)CU_STREAM_PER_THREAD;
    refuses(VG_ARGUMENT, 0, 0);
    config.stream = (void *)CU_STREAM_LEGACY;
    refuses(VG_ARGUMENT, 0, 0);
    config = none;
    config.device_memory = 512 + 64;
    refuses(VG_ARGUMENT, 256, 64);
    config.device_memory = 512;
    config.device_memory_bytes = FIRST_BYTES - 1;
    refuses(VG_NO_MEMORY, FIRST_BYTES, FIRST_BYTES - 1);
    config = none;
    config.pinned_memory = memory + 8;
    refuses(VG_ARGUMENT, 256, 8);
    config.pinned_memory = memory;
    config.pinned_memory_bytes = 1;
    refuses(VG_NO_MEMORY, PINNED_BYTES, 1);
    config = none;
    p.app_data[1] = NULL;
    refuses(VG_ARGUMENT, 0, 0);
    ck_assert_uint_eq(fake.calls, 0);
}
END_TEST

START_TEST(device_by_name)
{
    static const char *const wrong[] = {"",
                                        "GPU-",
                                        "02020202-0202-0202-0202-020202020202",
                                        "GPU-02020202-0202-0202-0202-02020202020",
                                        "GPU-02020202-0202-0202-0202-0202020202020",
                                        "GPU-02020202-0202-0202-0202-02020202020g",
                                        "GPU-0202020200202-0202-0202-020202020202",
                                        "MIG-GPU-02020202-0202-0202-0202-020202020202/7/0",
                                        "GPU",
                                        "MI"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        config.device_uuid = wrong[i];
        refuses(VG_ARGUMENT, 0, 0);
    }
    config.device_uuid = "GPU-ffffffff-FFFF-ffff-ffff-ffffffffffff";
    refuses(VG_NO_DEVICE, 0, 0);
    config.device_uuid = "GPU-02020202-0202-0202-0202-020202020202";
    config.device_pci = "0000:01:00.0";
    refuses(VG_ARGUMENT, 1, 2);
    config.device_pci = NULL;
    open_well();
    ck_assert_int_eq(p.lane[0].rt.device, 2);
    close_well();
    config.device_uuid = "MIG-02020202-0202-0202-0202-020202020202";
    open_well();
    ck_assert_int_eq(p.lane[0].rt.device, 2);
    close_well();
    config.device_uuid = NULL;
    config.device_index = FAKE_DEVICES;
    refuses(VG_NO_DEVICE, FAKE_DEVICES + 1, FAKE_DEVICES);
    config.device_index = 1;
    open_well();
    ck_assert_int_eq(p.lane[0].rt.device, 1);
    close_well();
}
END_TEST

START_TEST(open_waits_once)
{
    p.desc.setup = 0;
    p.desc.graph_count = SETUP;
    p.contents[3].low = 0;
    open_well();
    ck_assert_uint_eq(fake_count("cuStreamSynchronize"), 1);
    ck_assert_uint_eq(fake.pending, 0);
    ck_assert_uint_eq(fake_count("cuMemsetD8Async"), p.desc.arena_count); /* nothing is cleared that is clear */
    ck_assert_uint_eq(fake_count("cuMemsetD32Async"), 3);                 /* state, equal halves, shared state */
    ck_assert_uint_eq(fake_count("cuEventCreate"), 2);
    close_well();
}
END_TEST

START_TEST(driver_age)
{
    p.desc.min_cuda = 13010;
    refuses(VG_OLD_DRIVER, 13010, 13000);
    p.desc.min_cuda = 12000;
    fake.version = 12030; /* too old to tell parameters */
    fake.param_sizes[0] = 1;
    open_well();
    ck_assert_uint_eq(fake_count("cuGetProcAddress"), 0);
    close_well();
    fake.version = 12040;
    refuses(VG_IMAGE_MISMATCH, 8, 1);
    fake.param_info = 0;
    open_well();
    close_well();
}
END_TEST

START_TEST(image_that_fits)
{
    static const struct {
        int capability;
        const char *image; /* NULL: none */
    } cases[] = {{90, "cubin 90"}, {87, "cubin 87"}, {80, "ptx 80"}, {100, "ptx 80"}, {75, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake.capability = cases[i].capability;
        if (cases[i].image == NULL) {
            refuses(VG_NO_IMAGE, 75, 87);
        } else {
            open_well();
            ck_assert_str_eq(fake.image, cases[i].image);
            close_well();
        }
    }
}
END_TEST

START_TEST(newest_ptx_wins)
{
    static const char *const newest[] = {"older", "newer"};
    for (unsigned i = 0; i < 2; i++) {
        p.images[i].kind = VG_IMAGE_PTX;
        p.images[i].target = "compute";
        p.images[i].bytes = newest[i];
    }
    p.module.image_count = 2;
    open_well();
    ck_assert_str_eq(fake.image, "newer");
    close_well();
    p.images[0].capability = 90;
    p.images[1].capability = 87;
    open_well();
    ck_assert_str_eq(fake.image, "older");
    close_well();
}
END_TEST

START_TEST(special_targets_fit_only_their_own)
{
    p.images[2].target = "compute_90a";
    p.images[2].capability = 90;
    fake.capability = 100;
    refuses(VG_NO_IMAGE, 100, 87);
    p.images[2].target = "compute_100f";
    p.images[2].capability = 100;
    fake.capability = 103;
    open_well();
    close_well();
    fake.capability = 120;
    refuses(VG_NO_IMAGE, 120, 87);
}
END_TEST

START_TEST(stub_is_for_the_cpu_device)
{
    p.images[0].kind = VG_IMAGE_STUB;
    p.module.image_count = 1;
    open_well();
    close_well();
    fake.module_error = 218;
    refuses(VG_NO_IMAGE, 90, 0);
    ck_assert_int_eq(p.lane[0].rt.detail.code, 218);
    fake.module_error = 1;
    refuses(VG_NO_IMAGE, 90, 0);
    p.module.image_count = 0;
    refuses(VG_NO_IMAGE, 90, 0);
}
END_TEST

START_TEST(kernel_that_does_not_match)
{
    fake.param_count = 1;
    refuses(VG_IMAGE_MISMATCH, 2, 1);
    ck_assert_str_eq(p.lane[0].rt.detail.step, "scale");
    fake.param_count = 3; /* not seen by every driver, and never asked for */
    open_well();
    close_well();
    ck_assert_uint_eq(fake_count("cuFuncGetParamInfo"), 4);
    fake.version = 13020;
    refuses(VG_IMAGE_MISMATCH, 2, 3);
    fake.param_count = 1;
    refuses(VG_IMAGE_MISMATCH, 2, 1);
    fake.param_count = 2;
    fake.max_threads = 128;
    refuses(VG_IMAGE_MISMATCH, 256, 128);
    fake.max_threads = 256;
    fake.entry = "another";
    refuses(VG_IMAGE_MISMATCH, 0, 0);
    ck_assert_str_eq(p.lane[0].rt.detail.call, "cuModuleGetFunction");
}
END_TEST

START_TEST(shared_memory_is_allowed_only_where_needed)
{
    fake.static_shared = 1024;
    p.kernel.dynamic_shared = 48 * 1024 - 1024;
    open_well();
    close_well();
    ck_assert_int_eq(fake.max_dynamic_shared, -1);
    p.kernel.dynamic_shared = 48 * 1024;
    open_well();
    close_well();
    ck_assert_int_eq(fake.max_dynamic_shared, 48 * 1024);
    p.kernel.dynamic_shared = 232448;
    refuses(VG_NO_MEMORY, 232448 + 1024, 232448);
    ck_assert_str_eq(p.lane[0].rt.detail.step, "scale");
}
END_TEST

START_TEST(refused_graph_names_its_step)
{
    fake.graph_error_node = 2;
    refuses(VG_DRIVER, 0, 0);
    ck_assert_str_eq(p.lane[0].rt.detail.call, "cuGraphInstantiateWithParams");
    ck_assert_str_eq(p.lane[0].rt.detail.step, "fill y");
}
END_TEST

/* ---- texts ---- */

START_TEST(every_status_has_words)
{
    for (int i = VG_OK; i <= VG_ABOVE; i++) {
        const char *text = vg_status_text((vg_status)i);
        ck_assert_msg(strncmp(vg_status_name((vg_status)i), "VG_", 3) == 0, "%d", i);
        ck_assert_str_ne(vg_status_name((vg_status)i), "VG_?");
        ck_assert_int_eq(text[strlen(text) - 1], '.');
        for (int k = VG_OK; k < i; k++) {
            ck_assert_str_ne(text, vg_status_text((vg_status)k));
        }
    }
    ck_assert_str_eq(vg_status_name((vg_status)(VG_ABOVE + 1)), "VG_?");
    ck_assert_ptr_nonnull(strstr(vg_status_text(VG_CANNOT), "NCCL")); /* open answers it where that is missing */
}
END_TEST

START_TEST(detail_in_words)
{
    char text[256];
    char cut[8];
    vg_detail detail = {VG_DRIVER, 1, "cuGraphAddKernelNode", "launch scale", "fir.yaml", 31, 0, 0, 0, 0, 0, NULL};
    const char *full = "VG_DRIVER: cuGraphAddKernelNode returned CUDA_ERROR_INVALID_VALUE (1) for 'launch scale' "
                       "(fir.yaml:31). A driver call failed.";
    ck_assert_uint_eq(vg_detail_text(&detail, text, sizeof text), strlen(full));
    ck_assert_str_eq(text, full);
    ck_assert_uint_eq(vg_detail_text(&detail, NULL, 0), strlen(full));
    ck_assert_uint_eq(vg_detail_text(&detail, cut, sizeof cut), strlen(full));
    ck_assert_str_eq(cut, "VG_DRIV");
    detail.code = -7;
    vg_detail_text(&detail, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, " returned -7 for"));
}
END_TEST

/* What is needed, and what is. */
START_TEST(a_call_at_a_wrong_time_in_words)
{
    char text[256];
    vg_program *rt = &p.lane[0].rt;
    ck_assert_int_eq(vg_finish(rt, 0), VG_STATE);
    vg_detail_text(&rt->detail, text, sizeof text);
    ck_assert_str_eq(text, "VG_STATE: the program is not open: open it first. The call does not fit the program's state; "
                           "nothing changed.");
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 0), VG_STATE);
    ck_assert_str_eq(rt->detail.call, "no replay is running: start one first");
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_STATE);
    ck_assert_str_eq(rt->detail.call, "the program is open, or was never zeroed: close or zero it");
    ck_assert_int_eq(vg_start(rt, 0), VG_OK);
    ck_assert_int_eq(vg_start(rt, 0), VG_STATE);
    ck_assert_str_eq(rt->detail.call, "a replay is running: finish it first");
    ck_assert_int_eq(vg_close(rt), VG_OK);
}
END_TEST

START_TEST(refusal_in_words)
{
    char text[256];
    p.desc.min_cuda = 13010;
    refuses(VG_OLD_DRIVER, 13010, 13000);
    vg_detail_text(&p.lane[0].rt.detail, text, sizeof text);
    ck_assert_str_eq(text, "VG_OLD_DRIVER: checked: CUDA version of the driver, expected 13010, found 13000. "
                           "The driver is older than the program needs.");
    memset(&p.lane[0].rt.detail, 0, sizeof p.lane[0].rt.detail);
    vg_detail_text(&p.lane[0].rt.detail, text, sizeof text);
    ck_assert_str_eq(text, "No call on this program has failed. A call that is given NULL in its place leaves no "
                           "detail.");
    ck_assert_uint_eq(vg_detail_text(NULL, text, sizeof text), strlen(text));
    ck_assert_str_eq(text, "There is no detail: the program that was given is NULL.");
}
END_TEST

static TCase *refusals(void)
{
    TCase *cases = tcase_create("refusals");
    tcase_add_test(cases, bad_arguments);
    tcase_add_test(cases, device_by_name);
    tcase_add_test(cases, open_waits_once);
    tcase_add_test(cases, driver_age);
    tcase_add_test(cases, image_that_fits);
    tcase_add_test(cases, newest_ptx_wins);
    tcase_add_test(cases, special_targets_fit_only_their_own);
    tcase_add_test(cases, stub_is_for_the_cpu_device);
    tcase_add_test(cases, kernel_that_does_not_match);
    tcase_add_test(cases, shared_memory_is_allowed_only_where_needed);
    tcase_add_test(cases, refused_graph_names_its_step);
    tcase_add_test(cases, every_status_has_words);
    tcase_add_test(cases, detail_in_words);
    tcase_add_test(cases, a_call_at_a_wrong_time_in_words);
    tcase_add_test(cases, refusal_in_words);
    return cases;
}

int main(void)
{
    Suite *suite = suite_create("rt_open");
    TCase *cases = refusals();
    tcase_add_checked_fixture(cases, setup_program, NULL);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
