/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/json.h"
#include "unit/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_document)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    json j;

    json_begin(&j, out);
    json_text(&j, "na\"me", "a\n");
    json_list(&j, "none", false);
    json_close(&j);
    json_list(&j, "lines", false);
    json_number(&j, NULL, UINT64_MAX);
    json_object(&j, NULL, true);
    json_signed(&j, "low", INT64_MIN);
    json_decimal(&j, "half", "0.5");
    json_list(&j, "deep", false);
    json_bool(&j, NULL, true);
    json_bool(&j, NULL, false);
    json_close(&j);
    json_close(&j);
    json_close(&j);
    json_null(&j, "last");
    json_finish(&j);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(text, "{\n"
                           "  \"na\\\"me\": \"a\\n\",\n"
                           "  \"none\": [],\n"
                           "  \"lines\": [\n"
                           "    18446744073709551615,\n"
                           "    {\"low\": -9223372036854775808, \"half\": 0.5, \"deep\": [true, false]}\n"
                           "  ],\n"
                           "  \"last\": null\n"
                           "}\n");
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json");
    TCase *group = tcase_create("json");
    tcase_add_test(group, a_document);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
