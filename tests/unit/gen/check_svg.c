/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/svg.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *escaped(const char *text)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);

    svg_escape(out, text);
    ck_assert_int_eq(fclose(out), 0);
    const char *copy = arena_copy(memory, bytes, size);
    free(bytes);
    return copy;
}

START_TEST(text_cannot_be_markup)
{
    ck_assert_str_eq(escaped("a <b> & \"c\" ]]>"), "a &lt;b&gt; &amp; &quot;c&quot; ]]&gt;");
    ck_assert_str_eq(escaped("\x01\x1b[31m\n"), "\xef\xbf\xbd\xef\xbf\xbd[31m\xef\xbf\xbd");
    ck_assert_str_eq(escaped("\xff \xed\xa0\x80"), "\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    ck_assert_str_eq(escaped("\xef\xbf\xbe \xef\xbf\xbf"), "\xef\xbf\xbd \xef\xbf\xbd");
    ck_assert_str_eq(escaped("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
}
END_TEST

START_TEST(text_is_cut_to_its_room)
{
    static const char name[] = "accumulated_energy";

    ck_assert_str_eq(svg_fit(memory, name, 12, svg_width(name, 12)), name);
    for (int room = 0; room < svg_width(name, 12); room++) {
        const char *cut = svg_fit(memory, name, 12, room);
        ck_assert_int_le(svg_width(cut, 12), room);
        if (cut[0] != '\0') {
            ck_assert_str_eq(cut + strlen(cut) - 3, "\xe2\x80\xa6");
            ck_assert_int_eq(strncmp(cut, name, strlen(cut) - 3), 0);
        }
    }
    ck_assert_str_eq(svg_fit(memory, name, 12, 5), "");
    /* A letter of several bytes stays whole. */
    ck_assert_str_eq(svg_fit(memory, "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 10, 24), "\xc3\xa4\xe2\x80\xa6");
}
END_TEST

START_TEST(wider_letters_are_wider)
{
    ck_assert_int_lt(svg_width("iii", 12), svg_width("mmm", 12));
    ck_assert_int_eq(svg_width("", 12), 0);
    ck_assert_int_lt(svg_width("mmm", 12), svg_bold_width("mmm", 12));
    ck_assert_int_eq(svg_width("0000000000", 10), 64);
}
END_TEST

START_TEST(numbers_for_people)
{
    ck_assert_str_eq(svg_number(memory, 0), "0");
    ck_assert_str_eq(svg_number(memory, 999), "999");
    ck_assert_str_eq(svg_number(memory, 1000), "1,000");
    ck_assert_str_eq(svg_number(memory, UINT64_MAX), "18,446,744,073,709,551,615");
    ck_assert_str_eq(svg_bytes(memory, 1023), "1023 B");
    ck_assert_str_eq(svg_bytes(memory, 1024), "1 KiB");
    ck_assert_str_eq(svg_bytes(memory, 1536), "1.5 KiB");
    ck_assert_str_eq(svg_bytes(memory, 200 * 1024 + 512), "200 KiB");
    ck_assert_str_eq(svg_bytes(memory, (uint64_t)3 << 30), "3 GiB");
    ck_assert_str_eq(svg_bytes(memory, UINT64_MAX), "15.9 EiB");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("svg");
    TCase *group = tcase_create("svg");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, text_cannot_be_markup);
    tcase_add_test(group, text_is_cut_to_its_room);
    tcase_add_test(group, wider_letters_are_wider);
    tcase_add_test(group, numbers_for_people);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
