/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "diag_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *printed(void)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(out);
    diag_print(messages, out);
    fclose(out);
    const char *kept = arena_copy(memory, text, length);
    ck_assert_uint_eq(strlen(kept), length);
    free(text);
    return kept;
}

START_TEST(nothing_to_say)
{
    ck_assert_str_eq(printed(), "");
    ck_assert_uint_eq(diag_error_count(messages), 0);
    ck_assert_int_eq(diag_exit_status(messages), 0);
}
END_TEST

START_TEST(error_with_note_and_hint)
{
    uint32_t s = add_source("fir.yaml", "steps:\n  - launch: f(x)\n    gird: 4\n");
    diag_error(messages, (span){s, 28, 32}, "key-unknown", "unknown key '%s' in a %s step", "gird", "launch");
    diag_note(messages, (span){s, 11, 17}, "the step starts here");
    diag_hint(messages, "did you mean '%s'?", "grid");
    ck_assert_str_eq(printed(), "fir.yaml:3:5: error: unknown key 'gird' in a launch step [key-unknown]\n"
                                "    3 |     gird: 4\n"
                                "      |     ^~~~\n"
                                "fir.yaml:2:5: note: the step starts here\n"
                                "    2 |   - launch: f(x)\n"
                                "      |     ^~~~~~\n"
                                "hint: did you mean 'grid'?\n"
                                "1 error\n");
    ck_assert_int_eq(diag_exit_status(messages), 1);
}
END_TEST

START_TEST(note_without_place)
{
    uint32_t s = add_source("a", "x");
    diag_error(messages, (span){s, 0, 1}, "x-y", "bad");
    diag_note(messages, (span){0, 0, 0}, "why");
    ck_assert_str_eq(printed(), "a:1:1: error: bad [x-y]\n    1 | x\n      | ^\nnote: why\n1 error\n");
}
END_TEST

START_TEST(warnings_do_not_fail)
{
    uint32_t s = add_source("a", "x");
    diag_warning(messages, (span){s, 0, 1}, "w", "look");
    ck_assert_str_eq(printed(), "a:1:1: warning: look [w]\n    1 | x\n      | ^\n1 warning\n");
    ck_assert_int_eq(diag_exit_status(messages), 0);
    ck_assert_uint_eq(diag_error_count(messages), 0);
}
END_TEST

START_TEST(counts_of_both)
{
    uint32_t s = add_source("a", "xy");
    diag_warning(messages, (span){s, 0, 1}, "w", "one");
    diag_warning(messages, (span){s, 0, 1}, "w", "two");
    diag_error(messages, (span){s, 1, 2}, "e", "three");
    ck_assert_ptr_nonnull(strstr(printed(), "\n1 error, 2 warnings\n"));
}
END_TEST

START_TEST(file_errors)
{
    diag_file_error(messages, "missing.yaml", "file-open", "cannot be opened: %s", "no such file");
    diag_file_error(messages, NULL, "usage", "no spec given");
    ck_assert_str_eq(printed(), "missing.yaml: error: cannot be opened: no such file [file-open]\n"
                                "vggen: error: no spec given [usage]\n"
                                "2 errors\n");
    ck_assert_int_eq(diag_exit_status(messages), 2);
}
END_TEST

START_TEST(file_error_wins_the_exit_status)
{
    uint32_t s = add_source("a", "x");
    diag_file_error(messages, "b", "file-open", "gone");
    diag_error(messages, (span){s, 0, 1}, "e", "bad");
    ck_assert_int_eq(diag_exit_status(messages), 2);
    ck_assert_uint_eq(diag_error_count(messages), 2);
}
END_TEST

START_TEST(sorted_by_source_place_and_order)
{
    uint32_t a = add_source("a", "xyz"), b = add_source("b", "xyz");
    diag_error(messages, (span){b, 0, 1}, "e", "five");
    diag_error(messages, (span){a, 2, 3}, "e", "four");
    diag_error(messages, (span){a, 1, 2}, "e", "two");
    diag_error(messages, (span){a, 1, 3}, "e", "three");
    diag_file_error(messages, NULL, "e", "one");
    const char *text = printed(), *last = text;
    static const char *const order[] = {"one [e]", "two [e]", "three [e]", "four [e]", "five [e]"};
    for (size_t i = 0; i < 5; i++) {
        const char *at = strstr(text, order[i]);
        ck_assert_msg(at && at >= last, "%s is missing or too early in:\n%s", order[i], text);
        last = at;
    }
}
END_TEST

START_TEST(same_message_is_printed_once)
{
    uint32_t s = add_source("a", "xy");
    diag_error(messages, (span){s, 0, 1}, "e", "one");
    diag_error(messages, (span){s, 0, 1}, "e", "two");
    diag_error(messages, (span){s, 0, 1}, "e", "one");
    diag_error(messages, (span){s, 1, 2}, "e", "one");
    diag_file_error(messages, "f", "e", "one");
    diag_file_error(messages, "g", "e", "one");
    diag_file_error(messages, "g", "e", "one");
    ck_assert_ptr_nonnull(strstr(printed(), "\n5 errors\n"));
    /* Printing twice prints the same. */
    ck_assert_str_eq(printed(), printed());
}
END_TEST

START_TEST(errors_are_capped)
{
    char *text = arena_alloc(memory, 101);
    memset(text, 'x', 100);
    uint32_t s = add_source("a", text);
    for (uint32_t i = 0; i < DIAG_MAX_PRINTED + 1; i++)
        diag_error(messages, (span){s, i, i + 1}, "e", "number %u", i);
    const char *shown = printed();
    ck_assert_ptr_nonnull(strstr(shown, "number 19 [e]"));
    ck_assert_ptr_null(strstr(shown, "number 20 [e]"));
    ck_assert_ptr_nonnull(strstr(shown, "\n1 more error not shown\n21 errors\n"));
    diag_error(messages, (span){s, 99, 100}, "e", "last");
    ck_assert_ptr_nonnull(strstr(printed(), "\n2 more errors not shown\n22 errors\n"));
}
END_TEST

START_TEST(cap_does_not_hide_the_first_place)
{
    char *text = arena_alloc(memory, 101);
    memset(text, 'x', 100);
    uint32_t s = add_source("a", text);
    for (uint32_t i = 0; i < 50; i++)
        diag_error(messages, (span){s, 99 - i, 100 - i}, "e", "at %u", 99 - i);
    ck_assert_ptr_nonnull(strstr(printed(), "at 50 [e]"));
    ck_assert_ptr_null(strstr(printed(), "at 99 [e]"));
}
END_TEST

START_TEST(columns_count_code_points)
{
    uint32_t s = add_source("a", "\xC3\xA9\xC3\xA9: *x\n");
    diag_error(messages, (span){s, 6, 8}, "e", "bad");
    ck_assert_str_eq(printed(), "a:1:5: error: bad [e]\n"
                                "    1 | \xC3\xA9\xC3\xA9: *x\n"
                                "      |     ^~\n"
                                "1 error\n");
}
END_TEST

START_TEST(tabs_are_expanded)
{
    uint32_t s = add_source("a", "a\tb\tcd\n");
    diag_error(messages, (span){s, 4, 6}, "e", "bad");
    ck_assert_str_eq(printed(), "a:1:5: error: bad [e]\n"
                                "    1 | a   b   cd\n"
                                "      |         ^~\n"
                                "1 error\n");
}
END_TEST

START_TEST(byte_order_mark_is_no_column)
{
    uint32_t s = add_source("a", "\xEF\xBB\xBFx: y");
    diag_error(messages, (span){s, 6, 7}, "e", "bad");
    diag_error(messages, (span){s, 0, 0}, "e", "empty");
    ck_assert_str_eq(printed(), "a:1:1: error: empty [e]\n"
                                "    1 | x: y\n"
                                "      | ^\n"
                                "a:1:4: error: bad [e]\n"
                                "    1 | x: y\n"
                                "      |    ^\n"
                                "2 errors\n");
}
END_TEST

START_TEST(line_ends)
{
    uint32_t s = add_source("a", "one\r\ntwo\r\n\nlast");
    diag_error(messages, (span){s, 5, 8}, "e", "two");
    diag_error(messages, (span){s, 10, 10}, "e", "blank");
    diag_error(messages, (span){s, 15, 15}, "e", "end");
    diag_error(messages, (span){s, 1, 99}, "e", "beyond");
    ck_assert_str_eq(printed(), "a:1:2: error: beyond [e]\n"
                                "    1 | one\n"
                                "      |  ^~\n"
                                "a:2:1: error: two [e]\n"
                                "    2 | two\n"
                                "      | ^~~\n"
                                "a:3:1: error: blank [e]\n"
                                "    3 |\n"
                                "      | ^\n"
                                "a:4:5: error: end [e]\n"
                                "    4 | last\n"
                                "      |     ^\n"
                                "4 errors\n");
}
END_TEST

START_TEST(place_past_the_end)
{
    uint32_t s = add_source("a", "x\n");
    diag_error(messages, (span){s, 4000000000u, 4000000001u}, "e", "bad");
    diag_error(messages, (span){77, 0, 1}, "e", "no such source");
    ck_assert_str_eq(printed(), "vggen: error: no such source [e]\n"
                                "a:2:1: error: bad [e]\n"
                                "    2 |\n"
                                "      | ^\n"
                                "2 errors\n");
}
END_TEST

START_TEST(only_the_first_line_is_underlined)
{
    uint32_t s = add_source("a", "k: [1,\n 2]\n");
    diag_error(messages, (span){s, 3, 10}, "e", "bad");
    ck_assert_str_eq(printed(), "a:1:4: error: bad [e]\n"
                                "    1 | k: [1,\n"
                                "      |    ^~~\n"
                                "1 error\n");
}
END_TEST

START_TEST(long_lines_are_windowed)
{
    char *text = arena_alloc(memory, 5001);
    memset(text, '.', 5000);
    memcpy(text + 3000, "HERE", 4);
    uint32_t s = add_source("a", text);
    diag_error(messages, (span){s, 3000, 3004}, "e", "bad");
    const char *shown = printed();
    ck_assert_ptr_nonnull(strstr(shown, "a:1:3001: error"));
    const char *line = strstr(shown, "    1 | "), *end = strchr(line, '\n');
    ck_assert_int_le(end - line, 200);
    const char *here = strstr(line, "HERE"), *caret = strchr(end, '^');
    ck_assert_ptr_nonnull(here);
    ck_assert_ptr_nonnull(caret);
    ck_assert_int_eq(here - line, caret - (end + 1));
    ck_assert_int_eq(strncmp(caret, "^~~~\n", 5), 0);
    ck_assert_int_eq(strncmp(end - 3, "...", 3), 0);
}
END_TEST

START_TEST(window_at_both_ends)
{
    char *text = arena_alloc(memory, 301);
    memset(text, '.', 300);
    uint32_t s = add_source("a", text);
    diag_error(messages, (span){s, 0, 300}, "e", "first");
    diag_error(messages, (span){s, 300, 300}, "e", "last");
    const char *shown = printed();
    for (int i = 0; i < 2; i++) {
        const char *line = strstr(shown, "    1 | "), *end = strchr(line, '\n');
        const char *caret_line = end + 1, *caret_end = strchr(caret_line, '\n');
        ck_assert_int_le(end - line, 180);
        ck_assert_int_le(caret_end - caret_line, 180);
        shown = caret_end;
    }
}
END_TEST

START_TEST(what_is_printed_is_safe)
{
    uint32_t s = add_source("a\x1B[31m", "x\x1B]0;\x07 \xFF\xC2\x9B \xE2\x80\xAE y\n");
    diag_error(messages, (span){s, 0, 1}, "e", "found '%s'", "\x1B[2J\nb\xC2\x85\xF0]");
    diag_note(messages, (span){0, 0, 0}, "%s", "\r\x7F");
    diag_hint(messages, "%s", "\xE2\x80\xA8\xC3\xA9");
    diag_output(messages, "tool\x1B[0m\r\n\x08 two", 15);
    ck_assert_str_eq(printed(), "a?[31m:1:1: error: found '?[2J?b??]' [e]\n"
                                "    1 | x?]0;? ?? ? y\n"
                                "      | ^\n"
                                "    tool?[0m\n"
                                "    ? two\n"
                                "note: ??\n"
                                "hint: ?\xC3\xA9\n"
                                "1 error\n");
}
END_TEST

START_TEST(endless_text_is_cut)
{
    char *text = arena_alloc(memory, 100001);
    memset(text, 'x', 100000);
    uint32_t s = add_source("a", "y");
    diag_error(messages, (span){s, 0, 1}, "e", "unknown '%s'", text);
    ck_assert_uint_lt(strlen(printed()), 1000);
    ck_assert_ptr_nonnull(strstr(printed(), "xxx... [e]\n"));
}
END_TEST

START_TEST(tool_output_is_indented_and_capped)
{
    diag_file_error(messages, "x.cu", "nvcc", "does not compile");
    char *text = arena_alloc(memory, 201);
    for (size_t i = 0; i < 100; i++)
        memcpy(text + 2 * i, "l\n", 2);
    diag_output(messages, text, 200);
    const char *shown = printed();
    ck_assert_ptr_eq(strstr(shown, "    l\n"), strchr(shown, '\n') + 1);
    ck_assert_ptr_nonnull(strstr(shown, "    l\n    ... 60 more lines\n1 error\n"));
}
END_TEST

START_TEST(lines_and_columns)
{
    uint32_t s = add_source("a", "ab\n\xC3\xA9"
                                 "c\n");
    static const struct {
        uint32_t offset;
        unsigned line, column;
    } places[] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 2, 2}, {6, 2, 3}, {7, 3, 1}, {100, 3, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        unsigned line, column;
        diag_locate(messages, s, places[i].offset, &line, &column);
        ck_assert_uint_eq(line, places[i].line);
        ck_assert_uint_eq(column, places[i].column);
    }
}
END_TEST

START_TEST(sources)
{
    const char *text = "abc";
    uint32_t s = diag_add_source(messages, "first", text, 3);
    ck_assert_uint_eq(s, 1);
    ck_assert_uint_eq(add_source("second", ""), 2);
    size_t length;
    ck_assert_ptr_eq(diag_source_bytes(messages, s, &length), text);
    ck_assert_uint_eq(length, 3);
    ck_assert_str_eq(diag_source_name(messages, 2), "second");
    ck_assert_ptr_null(diag_source_name(messages, 0));
    ck_assert_ptr_null(diag_source_name(messages, 3));
    ck_assert_ptr_null(diag_source_bytes(messages, 3, &length));
    ck_assert_uint_eq(length, 0);
}
END_TEST

START_TEST(details_without_a_message_are_dropped)
{
    diag_note(messages, (span){0, 0, 0}, "x");
    diag_hint(messages, "x");
    diag_output(messages, "x", 1);
    ck_assert_str_eq(printed(), "");
}
END_TEST

/* ---- treatment of warnings ---- */

static void add_three_warnings(void)
{
    uint32_t s = add_source("a", "xyz");
    diag_warning(messages, (span){s, 0, 1}, "one", "first");
    diag_hint(messages, "of the first");
    diag_warning(messages, (span){s, 1, 2}, "two", "second");
    diag_hint(messages, "of the second");
    diag_warning(messages, (span){s, 2, 3}, "three", "third");
}

START_TEST(warning_made_an_error)
{
    diag_treat_warnings(messages, "two", DIAG_FAIL);
    add_three_warnings();
    const char *text = printed();
    ck_assert_ptr_nonnull(strstr(text, "a:1:2: error: second [two]"));
    ck_assert_ptr_nonnull(strstr(text, "a:1:1: warning: first [one]"));
    ck_assert_ptr_nonnull(strstr(text, "\n1 error, 2 warnings\n"));
    ck_assert_uint_eq(diag_error_count(messages), 0);
    ck_assert_int_eq(diag_exit_status(messages), 1);
}
END_TEST

START_TEST(warning_switched_off_with_its_hint)
{
    diag_treat_warnings(messages, "two", DIAG_OFF);
    add_three_warnings();
    const char *text = printed();
    ck_assert_ptr_null(strstr(text, "second"));
    ck_assert_ptr_nonnull(strstr(text, "hint: of the first"));
    ck_assert_ptr_nonnull(strstr(text, "\n2 warnings\n"));
    ck_assert_int_eq(diag_exit_status(messages), 0);
}
END_TEST

START_TEST(own_treatment_wins_over_the_general_one)
{
    diag_treat_warnings(messages, "one", DIAG_OFF);
    diag_treat_warnings(messages, "two", DIAG_OFF);
    diag_treat_warnings(messages, "two", DIAG_WARN);
    diag_treat_warnings(messages, NULL, DIAG_FAIL);
    add_three_warnings();
    const char *text = printed();
    ck_assert_ptr_null(strstr(text, "first"));
    ck_assert_ptr_nonnull(strstr(text, "warning: second [two]"));
    ck_assert_ptr_nonnull(strstr(text, "error: third [three]"));
}
END_TEST

START_TEST(errors_stay_errors)
{
    diag_treat_warnings(messages, "one", DIAG_OFF);
    diag_treat_warnings(messages, NULL, DIAG_OFF);
    diag_file_error(messages, NULL, "one", "bad");
    ck_assert_str_eq(printed(), "vggen: error: bad [one]\n1 error\n");
    ck_assert_int_eq(diag_exit_status(messages), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diag");
    TCase *group = tcase_create("diag");
    tcase_add_checked_fixture(group, setup_messages, free_memory);
    tcase_add_test(group, nothing_to_say);
    tcase_add_test(group, error_with_note_and_hint);
    tcase_add_test(group, note_without_place);
    tcase_add_test(group, warnings_do_not_fail);
    tcase_add_test(group, counts_of_both);
    tcase_add_test(group, file_errors);
    tcase_add_test(group, file_error_wins_the_exit_status);
    tcase_add_test(group, sorted_by_source_place_and_order);
    tcase_add_test(group, same_message_is_printed_once);
    tcase_add_test(group, errors_are_capped);
    tcase_add_test(group, cap_does_not_hide_the_first_place);
    tcase_add_test(group, columns_count_code_points);
    tcase_add_test(group, tabs_are_expanded);
    tcase_add_test(group, byte_order_mark_is_no_column);
    tcase_add_test(group, line_ends);
    tcase_add_test(group, place_past_the_end);
    tcase_add_test(group, only_the_first_line_is_underlined);
    tcase_add_test(group, long_lines_are_windowed);
    tcase_add_test(group, window_at_both_ends);
    tcase_add_test(group, what_is_printed_is_safe);
    tcase_add_test(group, endless_text_is_cut);
    tcase_add_test(group, tool_output_is_indented_and_capped);
    tcase_add_test(group, lines_and_columns);
    tcase_add_test(group, sources);
    tcase_add_test(group, details_without_a_message_are_dropped);
    tcase_add_test(group, warning_made_an_error);
    tcase_add_test(group, warning_switched_off_with_its_hint);
    tcase_add_test(group, own_treatment_wins_over_the_general_one);
    tcase_add_test(group, errors_stay_errors);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
