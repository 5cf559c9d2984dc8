/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_take: whether inputs differ from those that are kept, and which bytes it writes. */
#define _GNU_SOURCE
#include "vg_program.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 20000 };

static unsigned char kept[MOST + 2], from[MOST + 2];

static void fill_equal(size_t size)
{
    for (size_t i = 0; i < size + 2; i++) {
        kept[i] = from[i] = (unsigned char)(i * 7 + i / 251);
    }
}

START_TEST(equal_bytes_are_no_difference)
{
    for (size_t size = 0; size < 9000; size += size < 300 ? 1 : 977) {
        fill_equal(size);
        from[size] ^= 1; /* the byte behind does not count */
        ck_assert_int_eq(vg_take(kept, from, size), 0);
        ck_assert_int_ne(kept[size], from[size]);
    }
}
END_TEST

/* Everything from the first difference on is copied, and nothing before and behind is touched. */
static void check_difference(size_t size, size_t at)
{
    fill_equal(size);
    for (size_t i = at; i < size; i++) {
        from[i] ^= 0x80;
    }
    from[size] ^= 1;
    ck_assert_int_eq(vg_take(kept, from, size), 1);
    ck_assert_mem_eq(kept, from, size);
    ck_assert_int_ne(kept[size], from[size]);
}

START_TEST(a_difference_anywhere_is_found)
{
    for (size_t size = 1; size < 140; size++) {
        for (size_t at = 0; at < size; at++) {
            check_difference(size, at);
        }
    }
    for (size_t at = 0; at < MOST; at += 397) {
        check_difference(MOST, at);
    }
    check_difference(MOST, MOST - 1);
}
END_TEST

START_TEST(one_changed_byte_is_enough)
{
    for (size_t at = 0; at < 8200; at += at < 70 ? 1 : 61) {
        fill_equal(8200);
        from[at] ^= 0x10;
        ck_assert_int_eq(vg_take(kept, from, 8200), 1);
        ck_assert_mem_eq(kept, from, 8200);
    }
}
END_TEST

/* Pages before the first difference are not writable: a write there ends the test. */
START_TEST(nothing_is_written_before_the_first_difference)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *memory = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *other = calloc(4, page);
    ck_assert(memory != MAP_FAILED && other != NULL);
    ck_assert_int_eq(mprotect(memory, 2 * page, PROT_READ), 0);
    other[2 * page] = 1;
    other[4 * page - 1] = 2;
    ck_assert_int_eq(vg_take(memory, other, 4 * page), 1);
    ck_assert_mem_eq(memory, other, 4 * page);
    ck_assert_int_eq(mprotect(memory, 4 * page, PROT_READ), 0);
    ck_assert_int_eq(vg_take(memory, other, 4 * page), 0);
    free(other);
    munmap(memory, 4 * page);
}
END_TEST

START_TEST(any_alignment)
{
    for (size_t a = 0; a < 9; a++) {
        for (size_t b = 0; b < 9; b++) {
            memset(kept, 3, sizeof kept);
            memset(from, 3, sizeof from);
            from[b + 100] = 4;
            ck_assert_int_eq(vg_take(kept + a, from + b, 5000), 1);
            ck_assert_int_eq(kept[a + 100], 4);
            ck_assert_int_eq(vg_take(kept + a, from + b, 5000), 0);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("take");
    TCase *tests = tcase_create("take");
    tcase_add_test(tests, equal_bytes_are_no_difference);
    tcase_add_test(tests, a_difference_anywhere_is_found);
    tcase_add_test(tests, one_changed_byte_is_enough);
    tcase_add_test(tests, nothing_is_written_before_the_first_difference);
    tcase_add_test(tests, any_alignment);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
