/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_bind.c - external memory: what may be bound, and what is asked before a launch. */
#include "rt_fixture.h"

#include <string.h>

enum { BYTES = 1000, AT = 0x7000, X = 0, Y = 1 };

static const vg_external_desc what[] = {
    {"x", "memory apart from that of 'x'", BYTES, 16, 0},
    {"y", "memory apart from that of 'y'", BYTES, 256, 1},
};
static const uint32_t both[] = {X, Y};

static vg_program *const rt = &p.lane[0].rt;
static vg_bound bound[2];

static void setup_memory(void)
{
    setup_program();
    memset(bound, 0, sizeof bound);
    fake.pointer.type = CU_MEMORYTYPE_DEVICE;
    fake.pointer.first = AT;
    fake.pointer.bytes = 8192;
    fake.pointer.id = 5;
}

static vg_status bind_x(uint64_t address)
{
    return vg_bind(rt, &what[X], &bound[X], address, BYTES);
}

static void expect_refused(vg_status status, vg_status expected, const char *call)
{
    ck_assert_int_eq(status, expected);
    ck_assert_str_eq(rt->detail.call, call);
    ck_assert_str_eq(rt->detail.step, "x");
}

START_TEST(memory_of_others_is_refused)
{
    open_well();
    ck_assert_int_eq(bind_x(AT), VG_OK);
    const vg_bound before = bound[X];
    fake.pointer.ordinal = 1;
    expect_refused(bind_x(AT), VG_ARGUMENT, "number of the device that has the memory");
    ck_assert_uint_eq(rt->detail.expected, 0);
    ck_assert_uint_eq(rt->detail.found, 1);
    fake.pointer.ordinal = 0;
    fake.pointer.context = fake_application_context();
    expect_refused(bind_x(AT), VG_ARGUMENT, "memory of the program's context; this is of another");
    fake.pointer.context = (CUcontext)rt->context;
    ck_assert_int_eq(bind_x(AT), VG_OK);
    fake.pointer.managed = 1;
    expect_refused(bind_x(AT), VG_ARGUMENT, "memory of the device or pinned memory; this is managed");
    fake.pointer.managed = 0;
    expect_refused(bind_x((uint64_t)rt->store.arenas[0]), VG_ARGUMENT,
                   "memory of the application's; this is the program's own");
    ck_assert_mem_eq(&bound[X], &before, sizeof before);
    ck_assert_ptr_null(fake_current());
    close_well();
}
END_TEST

/* Whether this program uses all of the pool or not. */
START_TEST(memory_of_its_pool_is_its_own)
{
    vg_pool pool;

    open_well();
    memset(&pool, 0, sizeof pool);
    pool.memory.device_memory = AT + 2048;
    pool.memory.device_memory_bytes = 512;
    pool.pinned_device = AT + 4096;
    pool.memory.pinned_memory_bytes = 256;
    rt->config.pool = &pool;
    ck_assert_int_eq(bind_x(AT + 1040), VG_OK);
    expect_refused(bind_x(AT + 1056), VG_ARGUMENT, "memory of the application's; this is the program's own");
    expect_refused(bind_x(AT + 4096 + 240), VG_ARGUMENT, "memory of the application's; this is the program's own");
    ck_assert_int_eq(bind_x(AT + 4096 + 256), VG_OK);
    rt->config.pool = NULL;
    close_well();
}
END_TEST

START_TEST(memory_of_the_host_is_pinned_and_mapped)
{
    open_well();
    fake.pointer.type = CU_MEMORYTYPE_HOST;
    fake.pointer.ordinal = 1; /* any device reaches it */
    fake.pointer.device = 0x20000;
    ck_assert_int_eq(bind_x(AT), VG_OK);
    ck_assert_uint_eq(bound[X].device, 0x20000);
    ck_assert_uint_eq(bound[X].address, AT);
    fake.pointer.unmapped = 1;
    expect_refused(bind_x(AT), VG_ARGUMENT, "pinned memory that the device can reach");
    fake.pointer.unmapped = 0;
    fake.pointer.bytes = 0; /* not every driver says where registered memory ends */
    fake.pointer.first = 0;
    ck_assert_int_eq(bind_x(AT), VG_OK);
    fake.pointer.end = AT + BYTES - 1;
    expect_refused(bind_x(AT), VG_NO_MEMORY, "pinned memory up to the last byte");
    close_well();
}
END_TEST

START_TEST(sizes_are_exact)
{
    open_well();
    ck_assert_int_eq(bind_x(AT + 8192 - BYTES - 8), VG_OK); /* 16 goes into that */
    expect_refused(bind_x(AT + 8192 - BYTES + 8), VG_NO_MEMORY, "bytes to the end of the allocation");
    ck_assert_uint_eq(rt->detail.found, BYTES - 8);
    expect_refused(vg_bind(rt, &what[X], &bound[X], AT, BYTES - 1), VG_NO_MEMORY, "bytes of the memory");
    expect_refused(bind_x(AT + 8), VG_ARGUMENT, "alignment of the memory");
    fake.pointer.type = (CUmemorytype)0;
    expect_refused(bind_x(AT), VG_ARGUMENT, "memory of the device or pinned memory; the driver knows no such");
    close_well();
}
END_TEST

START_TEST(a_launch_needs_memory_that_is_there)
{
    open_well();
    ck_assert_int_eq(bind_x(AT), VG_OK);
    ck_assert_ptr_null(fake_current());
    vg_bound *at = bound;
    ck_assert_int_eq(cuCtxSetCurrent((CUcontext)rt->context), CUDA_SUCCESS);
    ck_assert_int_eq(vg_check_bound(rt, what, at, both, 1), VG_OK);
    ck_assert_int_eq(vg_check_bound(rt, what, at, both, 2), VG_STATE);
    ck_assert_str_eq(rt->detail.step, "y");
    ck_assert_int_eq(vg_bind(rt, &what[Y], &at[Y], AT + 512, BYTES), VG_OK);
    ck_assert_int_eq(vg_check_bound(rt, what, at, both, 1), VG_OK);
    ck_assert_int_eq(vg_check_bound(rt, what, at, both, 2), VG_ARGUMENT); /* it overlaps x */
    ck_assert_str_eq(rt->detail.call, "memory apart from that of 'x'");
    ck_assert_int_eq(vg_bind(rt, &what[Y], &at[Y], AT + 1024, BYTES), VG_OK);
    ck_assert_int_eq(vg_check_bound(rt, what, at, both, 2), VG_OK);
    fake.pointer.id = 6; /* another allocation at the same place */
    expect_refused(vg_check_bound(rt, what, at, both, 2), VG_STATE,
                   "the memory that was bound is gone: bind other memory");
    ck_assert_int_eq(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
    close_well();
}
END_TEST

START_TEST(each_call_fails_once)
{
    vg_external given[2] = {{AT, BYTES}, {0, 0}};

    open_well();
    fake_fail(1, CUDA_ERROR_UNKNOWN, 0); /* which context is current */
    ck_assert_int_eq(bind_x(AT), VG_DRIVER);
    fake_fail(3, CUDA_ERROR_UNKNOWN, 0);
    ck_assert_int_eq(bind_x(AT), VG_DRIVER);
    ck_assert_str_eq(rt->detail.call, "cuPointerGetAttributes");
    ck_assert_str_eq(rt->detail.step, "x");
    ck_assert_uint_eq(bound[X].device, 0);
    close_well();
    vg_give(rt, bound, given, 2);
    open_well();
    vg_give(rt, bound, NULL, 2); /* nothing: it is open */
    ck_assert_uint_eq(bound[X].given.address, AT);
    fake_fail(3, CUDA_ERROR_UNKNOWN, 0);
    ck_assert_int_eq(vg_bind_given(rt, what, bound, 2), VG_DRIVER);
    ck_assert_str_eq(rt->detail.call, "cuPointerGetAttributes");
    ck_assert_int_eq(vg_close(rt), VG_STATE);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("bind");
    Suite *s = suite_create("external memory");

    tcase_add_checked_fixture(t, setup_memory, NULL);
    tcase_add_test(t, memory_of_others_is_refused);
    tcase_add_test(t, memory_of_its_pool_is_its_own);
    tcase_add_test(t, memory_of_the_host_is_pinned_and_mapped);
    tcase_add_test(t, sizes_are_exact);
    tcase_add_test(t, a_launch_needs_memory_that_is_there);
    tcase_add_test(t, each_call_fails_once);
    suite_add_tcase(s, t);
    return run_suite(s);
}
