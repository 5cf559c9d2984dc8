/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The hash by which `keep: N` finds a call, and which call a new one replaces. A hash decides nothing, so these tests
 * are about time: inputs that differ as inputs of programs do must not share a hash. */
#include "vg_program.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 400, MANY = 200000 };

static unsigned char bytes[MOST + 8];

static void fill(void)
{
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(i * 7 + i / 251);
    }
}

START_TEST(every_bit_counts)
{
    for (size_t size = 1; size < MOST; size += size < 140 ? 1 : 23) {
        uint64_t hash;
        fill();
        hash = vg_hash(0, bytes, size);
        bytes[size] ^= 1; /* the byte behind does not */
        ck_assert(vg_hash(0, bytes, size) == hash);
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            ck_assert(vg_hash(0, bytes, size) != hash);
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
        ck_assert(vg_hash(1, bytes, size) != hash);
    }
}
END_TEST

START_TEST(size_and_order_count)
{
    const uint64_t none = vg_hash(0, bytes, 0);
    memset(bytes, 0, sizeof bytes);
    for (size_t size = 1; size < MOST; size++) {
        ck_assert(vg_hash(0, bytes, size) != vg_hash(0, bytes, size - 1));
    }
    ck_assert(vg_hash(none, bytes, 64) != vg_hash(vg_hash(0, bytes, 64), bytes, 0));
    fill();
    ck_assert(vg_hash(vg_hash(0, bytes, 64), bytes + 64, 64) != vg_hash(vg_hash(0, bytes + 64, 64), bytes, 64));
    ck_assert(vg_hash(0, bytes, 64) == vg_hash(0, bytes, 64));
}
END_TEST

START_TEST(any_alignment)
{
    unsigned char copy[MOST + 8];
    for (size_t at = 0; at < 8; at++) {
        fill();
        memcpy(copy + at, bytes, MOST);
        ck_assert(vg_hash(7, copy + at, MOST) == vg_hash(7, bytes, MOST));
    }
}
END_TEST

static int compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static uint64_t hashes[MANY];

static void all_differ(void)
{
    qsort(hashes, MANY, sizeof *hashes, compare);
    for (size_t i = 1; i < MANY; i++) {
        ck_assert(hashes[i] != hashes[i - 1]);
    }
}

/* Numbers that are small, in float, double and int: signs, whole numbers, one or two places of many. */
START_TEST(numbers_as_programs_have_them)
{
    static double doubles[64];
    static float floats[64];
    static int32_t ints[64];
    for (size_t i = 0; i < MANY; i++) {
        memset(doubles, 0, sizeof doubles);
        for (size_t k = 0; k < 18; k++) {
            doubles[k] = (i >> k & 1) != 0 ? -1.0 : 1.0; /* a sign in each of many words */
        }
        hashes[i] = vg_hash(0, doubles, sizeof doubles);
    }
    all_differ();
    for (size_t i = 0; i < MANY; i++) { /* all of them change their signs together, and then the first does alone */
        for (size_t k = 0; k < 64; k++) {
            doubles[k] = (i % 2 != 0 ? -1.0 : 1.0) * (double)(i / 4 + k + 1);
        }
        doubles[0] = i % 4 < 2 ? doubles[0] : -doubles[0];
        hashes[i] = vg_hash(0, doubles, sizeof doubles);
    }
    all_differ();
    for (size_t i = 0; i < MANY; i++) {
        memset(floats, 0, sizeof floats);
        floats[i % 64] = (float)(i / 64);
        floats[(i + 16) % 64] = -(float)(i / 64);
        floats[(i + 32) % 64] = 1.0f + (float)(i % 64);
        hashes[i] = vg_hash(0, floats, sizeof floats);
    }
    all_differ();
    for (size_t i = 0; i < MANY; i++) {
        memset(ints, 0, sizeof ints);
        ints[3] = (int32_t)(i % 512);
        ints[19] = (int32_t)(i / 512);
        hashes[i] = vg_hash(0, ints, sizeof ints);
    }
    all_differ();
}
END_TEST

START_TEST(next_and_oldest)
{
    vg_kept calls[4] = {{5, 2}, {5, 0}, {6, 1}, {5, 9}};
    ck_assert_uint_eq(vg_kept_next(calls, 4, 0, 5), 0);
    ck_assert_uint_eq(vg_kept_next(calls, 4, 1, 5), 3); /* the one between holds nothing */
    ck_assert_uint_eq(vg_kept_next(calls, 4, 4, 5), 4);
    ck_assert_uint_eq(vg_kept_next(calls, 4, 0, 6), 2);
    ck_assert_uint_eq(vg_kept_next(calls, 4, 0, 7), 4);
    ck_assert_uint_eq(vg_kept_oldest(calls, 4), 1);
    calls[1].used = 10;
    ck_assert_uint_eq(vg_kept_oldest(calls, 4), 2);
    calls[2].used = 11;
    ck_assert_uint_eq(vg_kept_oldest(calls, 4), 0);
    ck_assert_uint_eq(vg_kept_oldest(calls, 1), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("keep");
    TCase *tests = tcase_create("keep");
    tcase_add_test(tests, every_bit_counts);
    tcase_add_test(tests, size_and_order_count);
    tcase_add_test(tests, any_alignment);
    tcase_add_test(tests, numbers_as_programs_have_them);
    tcase_add_test(tests, next_and_oldest);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
