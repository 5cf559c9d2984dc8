/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_pool.c - programs that take turns with the memory of a pool, over a driver that only keeps books. */
#include "rt_fixture.h"

enum { POOL_BYTES = 256, POOL_PINNED = 512 };

static rt_program q; /* another program with the same pool */
static vg_pool pool;
static vg_pool_memory memory;

static void mark(rt_program *which)
{
    rt_program_init(which);
    which->pooled[1] = 1;
    which->pooled_bytes = POOL_PINNED;
}

static void setup(void)
{
    setup_program();
    mark(&p);
    mark(&q);
    memset(&memory, 0, sizeof memory);
    memory.device_memory_bytes = POOL_BYTES;
    memory.pinned_memory_bytes = POOL_PINNED;
    vg_pool_init(&pool, &memory);
    config.pool = &pool;
}

static vg_program *rt(rt_program *which)
{
    return &which->lane[0].rt;
}

static void free_well(void)
{
    ck_assert_int_eq(vg_pool_free(&pool), VG_OK);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

START_TEST(memory_of_the_pool_is_taken_once)
{
    open_well();
    ck_assert_int_eq(rt_program_open(&q, &config), VG_OK);
    ck_assert_uint_eq(fake_count("cuMemAlloc"), 3); /* the pool's, and one of each program's own */
    ck_assert_uint_eq(fake_count("cuMemHostAlloc"), 1);
    ck_assert_uint_eq(p.lane[0].arenas[1], pool.memory.device_memory);
    ck_assert_uint_eq(q.lane[0].arenas[1], pool.memory.device_memory);
    ck_assert_ptr_eq(rt(&p)->pooled, pool.memory.pinned_memory);
    ck_assert_uint_eq(rt(&q)->stats.device_bytes, ARENA_BYTES);
    ck_assert_uint_eq(rt(&q)->stats.pinned_bytes, PINNED_BYTES);
    ck_assert_int_eq(vg_pool_free(&pool), VG_STATE);
    ck_assert_uint_eq(pool.detail.found, 2);
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    ck_assert_int_eq(vg_replay(rt(&q), MAIN), VG_OK);
    ck_assert_int_eq(vg_close(rt(&q)), VG_OK);
    ck_assert_uint_eq(fake_count("cuMemFree"), 2);
    open_well(); /* into the same memory, with the context that stayed for it */
    ck_assert_uint_eq(fake_count("cuMemHostAlloc"), 1);
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    free_well();
}
END_TEST

START_TEST(without_a_pool_all_is_its_own)
{
    config.pool = NULL;
    open_well();
    ck_assert_uint_eq(rt(&p)->stats.device_bytes, ARENA_BYTES + SHARED_BYTES);
    ck_assert_uint_eq(rt(&p)->stats.pinned_bytes, PINNED_BYTES + POOL_PINNED);
    ck_assert_ptr_eq(rt(&p)->pooled, rt(&p)->pinned + PINNED_BYTES);
    ck_assert_uint_eq(rt(&p)->pooled_device, rt(&p)->pinned_device + PINNED_BYTES);
    ck_assert_int_eq(vg_pool_take(rt(&p)), VG_OK); /* there is nobody to take it from */
    close_well();
}
END_TEST

START_TEST(memory_may_be_the_applications)
{
    static _Alignas(256) unsigned char device[POOL_BYTES], pinned[POOL_PINNED];
    memory.device_memory = (uint64_t)(uintptr_t)device;
    memory.pinned_memory = pinned;
    vg_pool_init(&pool, &memory);
    open_well();
    ck_assert_uint_eq(p.lane[0].arenas[1], memory.device_memory);
    ck_assert_ptr_eq(rt(&p)->pooled, pinned);
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    free_well();
    ck_assert_uint_eq(fake_count("cuMemFreeHost"), 0);
    ck_assert_uint_eq(fake_count("cuMemFree"), 1);
    memory.pinned_memory = pinned + 8;
    vg_pool_init(&pool, &memory);
    ck_assert_int_eq(rt_program_open(&p, &config), VG_ARGUMENT);
    ck_assert_str_eq(rt(&p)->detail.call, "alignment of config.pool's memory");
}
END_TEST

START_TEST(one_has_its_turn)
{
    open_well();
    ck_assert_int_eq(rt_program_open(&q, &config), VG_OK);
    ck_assert_int_eq(vg_start(rt(&p), MAIN), VG_STATE);
    ck_assert_str_eq(rt(&p)->detail.step, q.desc.program);
    ck_assert_int_eq(vg_pool_take(rt(&p)), VG_OK);
    ck_assert_int_eq(vg_start(rt(&p), MAIN), VG_OK);
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(vg_start(rt(&q), MAIN), VG_STATE);
    ck_assert_uint_eq(fake.calls, calls);
    ck_assert_int_eq(vg_pool_take(rt(&q)), VG_STATE);
    ck_assert_str_eq(rt(&q)->detail.step, p.desc.program);
    ck_assert_int_eq(vg_finish(rt(&p), VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_pool_take(rt(&q)), VG_OK);
    ck_assert_int_eq(vg_replay(rt(&q), MAIN), VG_OK);
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK); /* while it waits */
    ck_assert_int_eq(vg_replay(rt(&q), MAIN), VG_OK);
    ck_assert_int_eq(vg_close(rt(&q)), VG_OK);
    free_well();
}
END_TEST

static void refused(vg_status status, const char *call)
{
    ck_assert_msg(rt_program_open(&p, &config) == status, "%s", call);
    ck_assert_str_eq(rt(&p)->detail.call, call);
    ck_assert_uint_eq(pool.users, 0);
    ck_assert_uint_eq(rt(&p)->state, 0);
}

START_TEST(wrong_use_is_refused)
{
    p.pooled[1] = 0;
    p.pooled_bytes = 0;
    refused(VG_ARGUMENT, "config.pool: the spec of this program has `memory: {pool: on}`");
    mark(&p);
    memory.device_memory_bytes = 100;
    vg_pool_init(&pool, &memory);
    refused(VG_NO_MEMORY, "bytes of device memory in config.pool");
    ck_assert_uint_eq(rt(&p)->detail.expected, SHARED_BYTES);
    memory.device_memory_bytes = POOL_BYTES;
    memory.pinned_memory_bytes = POOL_PINNED - 1;
    vg_pool_init(&pool, &memory);
    refused(VG_NO_MEMORY, "bytes of pinned memory in config.pool");
    memory.pinned_memory_bytes = POOL_PINNED;
    vg_pool_init(&pool, &memory);
    ck_assert_uint_eq(fake_live(), 0);
    open_well();
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    config.context = fake_application_context();
    refused(VG_ARGUMENT, "config.pool has memory of this program's context, not of another");
    free_well();
    ck_assert_int_eq(rt_program_open(&p, &config), VG_OK); /* now it is that one's */
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    free_well();
    ck_assert_int_eq(vg_pool_free(&pool), VG_OK); /* nothing is allocated */
}
END_TEST

/* Whichever call fails while two programs take turns: nothing is left in the end, and it is said once. */
START_TEST(each_call_fails_once)
{
    unsigned long n = 1;
    for (;; n++) {
        setup();
        fake_fail(n, 304, 0);
        int failures = 0;
        const int first = rt_program_open(&p, &config) == VG_OK, second = rt_program_open(&q, &config) == VG_OK;
        failures += !first + !second;
        if (first) {
            failures += vg_pool_take(rt(&p)) != VG_OK || vg_replay(rt(&p), MAIN) != VG_OK;
            failures += vg_close(rt(&p)) != VG_OK;
        }
        if (second) {
            failures += vg_close(rt(&q)) != VG_OK;
        }
        ck_assert_uint_eq(pool.users, 0);
        const vg_status status = vg_pool_free(&pool);
        if (status != VG_OK) {
            ck_assert_str_eq(pool.detail.call, fake.failed);
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

/* The device is lost while one has its turn: the other may take it, and its first call finds out. */
START_TEST(after_a_fault)
{
    open_well();
    ck_assert_int_eq(rt_program_open(&q, &config), VG_OK);
    fake_fail(1, 700, 1);
    ck_assert_int_eq(vg_replay(rt(&q), MAIN), VG_LOST);
    ck_assert_int_ne(vg_pool_take(rt(&p)), VG_STATE);
    ck_assert_int_eq(vg_replay(rt(&p), MAIN), VG_LOST);
    ck_assert_int_eq(vg_close(rt(&p)), VG_LOST);
    ck_assert_int_eq(vg_close(rt(&q)), VG_LOST);
    ck_assert_int_eq(vg_pool_free(&pool), VG_LOST);
    fake_fail(0, 0, 0);
    ck_assert_uint_eq(fake_live(), 0);
    fake.misuse[0] = '\0'; /* not even the context could be made current */
    open_well();
    ck_assert_int_eq(vg_close(rt(&p)), VG_OK);
    free_well();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_pool");
    TCase *tests = tcase_create("pool");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, memory_of_the_pool_is_taken_once);
    tcase_add_test(tests, without_a_pool_all_is_its_own);
    tcase_add_test(tests, memory_may_be_the_applications);
    tcase_add_test(tests, one_has_its_turn);
    tcase_add_test(tests, wrong_use_is_refused);
    tcase_add_test(tests, each_call_fails_once);
    tcase_add_test(tests, after_a_fault);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
