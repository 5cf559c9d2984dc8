/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How numbers and texts are spelled in C. */
#define _POSIX_C_SOURCE 200809L

#include "emit/emit_text.h"
#include "memory_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *constant(const char *type, uint64_t bits)
{
    unsigned char bytes[8];

    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    return emit_constant(memory, model_type_find(type), bytes);
}

START_TEST(constants_of_every_type)
{
    ck_assert_str_eq(constant("i8", 0x80), "-128");
    ck_assert_str_eq(constant("u8", 0xff), "255u");
    ck_assert_str_eq(constant("i32", 0x80000000u), "-2147483648");
    ck_assert_str_eq(constant("i64", UINT64_C(1) << 63), "-9223372036854775807 - 1");
    ck_assert_str_eq(constant("i64", UINT64_MAX), "-1");
    ck_assert_str_eq(constant("u64", UINT64_MAX), "18446744073709551615u");
    ck_assert_str_eq(constant("bool", 1), "1u");
    ck_assert_str_eq(constant("f16", 0x3c00), "0x3c00u");
    ck_assert_str_eq(constant("f32", 0x3dcccccdu), "0.1f");
    ck_assert_str_eq(constant("f32", 0x80000000u), "-0.0f");
    ck_assert_str_eq(constant("f32", 1), "1e-45f");
    ck_assert_str_eq(constant("f32", 0x7f7fffffu), "3.4028235e+38f");
    ck_assert_ptr_null(constant("f32", 0x7f800000u));
    ck_assert_ptr_null(constant("f64", UINT64_C(0x7ff8000000000000)));
    ck_assert_str_eq(constant("f64", UINT64_C(0x3fb999999999999a)), "0.1");
    ck_assert_str_eq(constant("f64", UINT64_C(0x4340000000000000)), "9007199254740992.0");
}
END_TEST

START_TEST(float_constants_read_back)
{
    uint32_t bits = 1;

    for (int i = 0; i < 20000; i++) {
        bits = bits * 1664525u + 1013904223u;
        float value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        back = strtof(constant("f32", bits), NULL);
        ck_assert_msg(memcmp(&value, &back, sizeof value) == 0, "%08x became %s", bits, constant("f32", bits));
    }
}
END_TEST

START_TEST(small_floats_are_read_as_numbers)
{
    unsigned char half[2] = {0x01, 0x00}, third[2] = {0xab, 0x3e}, infinite[2] = {0x00, 0xfc};

    ck_assert_str_eq(emit_reading(memory, model_type_find("f16"), half), "5.9604644775390625e-08");
    ck_assert_str_eq(emit_reading(memory, model_type_find("bf16"), third), "0.333984375");
    ck_assert_str_eq(emit_reading(memory, model_type_find("f16"), infinite), "-inf");
}
END_TEST

START_TEST(long_values_are_read_in_part)
{
    unsigned char bytes[100] = {1, 2};
    model_field field = {.name = "a", .type = model_type_find("u8"), .count = 24, .array = true};
    model_type type = {.name = "t", .base = SCALAR_STRUCT, .lanes = 1, .size = 24, .align = 1, .fields = &field, .field_count = 1};
    const char *all = emit_reading(memory, &type, bytes);

    ck_assert_str_eq(all, "[1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]");
    field.count = 100;
    type.size = 100;
    ck_assert_str_eq(emit_reading(memory, &type, bytes), arena_printf(memory, "%.*s, ...]", (int)strlen(all) - 1, all));
}
END_TEST

START_TEST(text_is_safe_in_comments_and_strings)
{
    ck_assert_str_eq(emit_prose(memory, "a*/b/*c\\\n?\?/"), "a_/b_*c___?/");
    ck_assert_str_eq(emit_string(memory, "a\"b\\c?\n\x7f\xc3\xa9"), "\"a\\\"b\\\\c\\?\\012\\177\xc3\xa9\"");
    ck_assert_uint_lt(strlen(emit_string(memory, arena_printf(memory, "%0500d", 1))), 210);
    ck_assert_str_eq(emit_member(memory, "uint32_t"), "uint32_t_");
    ck_assert_str_eq(emit_member(memory, "gain"), "gain");
}
END_TEST

START_TEST(long_prose_is_wrapped)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    char *words = arena_printf(memory, "%0100d", 0);

    ck_assert_ptr_nonnull(file);
    emit_wrapped(file, "/* ", " * ", arena_printf(memory, "short %s after %s", words, words));
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_str_eq(bytes, arena_printf(memory, "/* short %s after\n * %s", words, words));
    free(bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("emit_value");
    TCase *tests = tcase_create("emit_value");

    tcase_add_checked_fixture(tests, setup_memory, free_memory);
    tcase_add_test(tests, constants_of_every_type);
    tcase_add_test(tests, float_constants_read_back);
    tcase_add_test(tests, small_floats_are_read_as_numbers);
    tcase_add_test(tests, long_values_are_read_in_part);
    tcase_add_test(tests, text_is_safe_in_comments_and_strings);
    tcase_add_test(tests, long_prose_is_wrapped);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
