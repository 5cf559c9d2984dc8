/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/text.h"
#include "base/text_json.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(equal_names_are_equal_pointers)
{
    names *n = names_new(memory);
    char mutable_name[] = "hist";
    const char *hist = names_intern(n, mutable_name, 4);
    mutable_name[0] = 'x';
    ck_assert_str_eq(hist, "hist");
    ck_assert_ptr_eq(names_intern(n, "hist[0:3]", 4), hist);
    ck_assert_ptr_ne(names_intern(n, "his", 3), hist);
    ck_assert_str_eq(names_intern(n, "", 0), "");
    ck_assert_ptr_eq(names_intern(n, "x", 0), names_intern(n, "y", 0));
}
END_TEST

START_TEST(names_may_hold_any_byte)
{
    names *n = names_new(memory);
    const char *with_nul = names_intern(n, "a\0b", 3);
    ck_assert_ptr_ne(with_nul, names_intern(n, "a", 1));
    ck_assert_ptr_ne(with_nul, names_intern(n, "a\0c", 3));
    ck_assert_mem_eq(with_nul, "a\0b\0", 4);
}
END_TEST

START_TEST(many_names_stay_where_they_are)
{
    enum { COUNT = 50000 };
    names *n = names_new(memory);
    static const char *kept[COUNT];
    char name[32];
    for (unsigned i = 0; i < COUNT; i++) {
        int length = snprintf(name, sizeof name, "buffer_%u", i);
        kept[i] = names_intern(n, name, (size_t)length);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        int length = snprintf(name, sizeof name, "buffer_%u", i);
        if (names_intern(n, name, (size_t)length) != kept[i] || strcmp(kept[i], name) != 0)
            ck_abort_msg("%s is another name now", name);
    }
}
END_TEST

START_TEST(identifiers)
{
    static const char *const good[] = {"a", "_", "A9", "fir_f32", "_0"};
    static const char *const bad[] = {"", "9a", "a-b", "a b", "\xC3\xA9", "a.b", " a"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ck_assert_msg(text_is_identifier(good[i]), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!text_is_identifier(bad[i]), "%s", bad[i]);
    ck_assert(!text_is_identifier(NULL));
}
END_TEST

static const char *nearest(const char *wanted, const char *a, const char *b, const char *c)
{
    const char *candidates[] = {a, b, c};
    return text_nearest(wanted, candidates, 3);
}

START_TEST(nearest_finds_one_slip_of_the_hand)
{
    ck_assert_str_eq(nearest("gird", "block", "grid", "shared"), "grid");
    ck_assert_str_eq(nearest("grd", "block", "grid", "shared"), "grid");
    ck_assert_str_eq(nearest("griid", "block", "grid", "shared"), "grid");
    ck_assert_str_eq(nearest("launc", "copy", "fill", "launch"), "launch");
    ck_assert_str_eq(nearest("f23", "i32", "f32", "u32"), "f32");
}
END_TEST

START_TEST(nearest_ignores_case)
{
    ck_assert_str_eq(nearest("SHARED", "shape", "share", "shared"), "shared");
    ck_assert_str_eq(nearest("Grid", "block", "grid", "shared"), "grid");
}
END_TEST

START_TEST(nearest_takes_the_first_of_equals)
{
    ck_assert_str_eq(nearest("cat", "bat", "hat", "rat"), "bat");
    ck_assert_str_eq(nearest("cart", "bat", "card", "cat"), "card");
}
END_TEST

START_TEST(nearest_is_certain_or_silent)
{
    ck_assert_ptr_null(nearest("wibble", "block", "grid", "shared"));
    ck_assert_ptr_null(nearest("abc", "abxy", "xbz", "zzz"));
    ck_assert_ptr_null(nearest("x", "y", "z", "w"));
    ck_assert_ptr_null(nearest("", "a", "b", "c"));
    ck_assert_ptr_null(text_nearest("grid", NULL, 0));
    /* Limits: 1 up to three letters, 2 up to seven, then 3. */
    ck_assert_str_eq(nearest("abcd", "abXY", "q", "q"), "abXY");
    ck_assert_ptr_null(nearest("abcd", "aXYZ", "q", "q"));
    ck_assert_str_eq(nearest("abcdefgh", "abcdeXYZ", "q", "q"), "abcdeXYZ");
    ck_assert_ptr_null(nearest("abcdefg", "abcdXYZ", "q", "q"));
}
END_TEST

START_TEST(nearest_of_very_long_names)
{
    char *wanted = arena_alloc(memory, 100001);
    memset(wanted, 'a', 100000);
    const char *candidates[] = {"a", wanted};
    ck_assert_ptr_null(text_nearest(wanted, candidates, 2));
    ck_assert_ptr_null(text_nearest("aa", candidates + 1, 1));
}
END_TEST

static void check_code_point(const char *bytes, size_t size, uint32_t expected)
{
    uint32_t code_point;
    bool valid;
    ck_assert_uint_eq(text_code_point(bytes, strlen(bytes), &code_point, &valid), size);
    ck_assert(valid);
    ck_assert_uint_eq(code_point, expected);
}

START_TEST(code_points)
{
    check_code_point("a", 1, 'a');
    check_code_point("\xC3\xA9z", 2, 0xE9);
    check_code_point("\xE2\x82\xAC", 3, 0x20AC);
    check_code_point("\xF0\x9F\x98\x80", 4, 0x1F600);
    check_code_point("\xF4\x8F\xBF\xBF", 4, 0x10FFFF);
    ck_assert_uint_eq(text_code_points("a\xC3\xA9\xFF\xE2\x82", 6), 5);
}
END_TEST

START_TEST(bytes_that_are_not_utf8)
{
    static const char *const bad[] = {
        "\x80",         "\xC3",     "\xC0\x80",         "\xC1\xBF",         "\xE0\x80\x80",
        "\xED\xA0\x80", "\xE2\x82", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xFF",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint32_t code_point;
        bool valid;
        ck_assert_uint_eq(text_code_point(bad[i], strlen(bad[i]), &code_point, &valid), 1);
        ck_assert_msg(!valid, "case %zu", i);
    }
}
END_TEST

static const char *json_of(const char *text, size_t length)
{
    char *json;
    size_t json_length;
    FILE *out = open_memstream(&json, &json_length);
    ck_assert_ptr_nonnull(out);
    text_write_json(out, text, length);
    fclose(out);
    const char *kept = arena_copy(memory, json, json_length);
    free(json);
    return kept;
}

START_TEST(json_strings)
{
    ck_assert_str_eq(json_of("", 0), "\"\"");
    ck_assert_str_eq(json_of("f(x)/\xC3\xA9\xF0\x9F\x98\x80", 11), "\"f(x)/\xC3\xA9\xF0\x9F\x98\x80\"");
    ck_assert_str_eq(json_of("\"\\\n\r\t", 5), "\"\\\"\\\\\\n\\r\\t\"");
    ck_assert_str_eq(json_of("\0\x1B\x7F\xC2\x85", 5), "\"\\u0000\\u001b\\u007f\\u0085\"");
    ck_assert_str_eq(json_of("\xE2\x80\xAE\xEF\xBB\xBF", 6), "\"\\u202e\\ufeff\"");
    ck_assert_str_eq(json_of("\xFF\xC3", 2), "\"\\ufffd\\ufffd\"");
    ck_assert_str_eq(json_of("\xED\xA0\x80", 3), "\"\\ufffd\\ufffd\\ufffd\"");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *group = tcase_create("text");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, equal_names_are_equal_pointers);
    tcase_add_test(group, names_may_hold_any_byte);
    tcase_add_test(group, many_names_stay_where_they_are);
    tcase_add_test(group, identifiers);
    tcase_add_test(group, nearest_finds_one_slip_of_the_hand);
    tcase_add_test(group, nearest_ignores_case);
    tcase_add_test(group, nearest_takes_the_first_of_equals);
    tcase_add_test(group, nearest_is_certain_or_silent);
    tcase_add_test(group, nearest_of_very_long_names);
    tcase_add_test(group, code_points);
    tcase_add_test(group, bytes_that_are_not_utf8);
    tcase_add_test(group, json_strings);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
