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
    diag_print_json(messages, out);
    fclose(out);
    const char *kept = arena_copy(memory, text, length);
    ck_assert_uint_eq(strlen(kept), length);
    free(text);
    return kept;
}

START_TEST(json_of_nothing)
{
    ck_assert_str_eq(printed(), "{\n  \"diagnostics\": [],\n  \"errors\": 0,\n  \"warnings\": 0\n}\n");
}
END_TEST

START_TEST(json_with_everything)
{
    uint32_t s = add_source("fir.yaml", "steps:\n  - launch: f(x)\n    gird: 4\n");
    diag_error(messages, (span){s, 28, 32}, "key-unknown", "unknown key '%s'", "gird");
    diag_note(messages, (span){s, 11, 17}, "the step");
    diag_hint(messages, "did you mean \"%s\"?", "grid");
    diag_output(messages, "a\tb\n", 4);
    ck_assert_str_eq(
        printed(), "{\n  \"diagnostics\": [\n"
                   "    {\"file\": \"fir.yaml\", \"line\": 3, \"column\": 5, \"endLine\": 3, \"endColumn\": 9, "
                   "\"severity\": \"error\", \"id\": \"key-unknown\", \"message\": \"unknown key 'gird'\", "
                   "\"note\": {\"file\": \"fir.yaml\", \"line\": 2, \"column\": 5, \"endLine\": 2, \"endColumn\": 11, "
                   "\"message\": \"the step\"}, \"hint\": \"did you mean \\\"grid\\\"?\", \"output\": \"a\\tb\\n\"}\n"
                   "  ],\n  \"errors\": 1,\n  \"warnings\": 0\n}\n");
}
END_TEST

START_TEST(json_without_place)
{
    diag_file_error(messages, "x.yaml", "spec-read", "gone");
    diag_note(messages, (span){0, 0, 0}, "why");
    const char *text = printed();
    ck_assert_ptr_nonnull(strstr(text, "{\"file\": \"x.yaml\", \"line\": null, \"column\": null, \"endLine\": null, "
                                       "\"endColumn\": null, \"severity\": \"error\""));
    ck_assert_ptr_nonnull(strstr(text, "\"note\": {\"file\": null, \"line\": null"));
}
END_TEST

START_TEST(json_ends_on_another_line)
{
    uint32_t s = add_source("a", "k: [1,\n 2]\n");
    diag_warning(messages, (span){s, 3, 10}, "w", "wide");
    ck_assert_ptr_nonnull(strstr(printed(), "\"line\": 1, \"column\": 4, \"endLine\": 2, \"endColumn\": 4, "
                                            "\"severity\": \"warning\""));
}
END_TEST

START_TEST(json_is_capped)
{
    char *text = arena_alloc(memory, 301);
    memset(text, 'x', 300);
    uint32_t s = add_source("a", text);
    for (uint32_t i = 0; i < DIAG_MAX_JSON + 5; i++)
        diag_error(messages, (span){s, i, i + 1}, "e", "number %u", i);
    const char *shown = printed();
    ck_assert_ptr_nonnull(strstr(shown, "\"number 99\""));
    ck_assert_ptr_null(strstr(shown, "\"number 100\""));
    ck_assert_ptr_nonnull(strstr(shown, "\"errors\": 105,"));
}
END_TEST

START_TEST(json_cuts_endless_text)
{
    char *text = arena_alloc(memory, 100001);
    for (size_t i = 0; i < 100000; i += 2)
        memcpy(text + i, "\xC3\xA9", 2);
    uint32_t s = add_source("a", "y");
    diag_error(messages, (span){s, 0, 1}, "e", "%s", text);
    const char *shown = printed();
    ck_assert_uint_lt(strlen(shown), 2000);
    ck_assert_ptr_nonnull(strstr(shown, "\xC3\xA9...\""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("diag_json");
    TCase *group = tcase_create("diag_json");
    tcase_add_checked_fixture(group, setup_messages, free_memory);
    tcase_add_test(group, json_of_nothing);
    tcase_add_test(group, json_with_everything);
    tcase_add_test(group, json_without_place);
    tcase_add_test(group, json_ends_on_another_line);
    tcase_add_test(group, json_is_capped);
    tcase_add_test(group, json_cuts_endless_text);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
