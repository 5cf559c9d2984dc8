/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What buffers hold: literals rounded to each type, and data files. */
#define _POSIX_C_SOURCE 200809L

#include "spec_text.h"

/* ---- rounding ---- */

static const struct {
    const char *type;
    const char *text;
    uint64_t bits;
} rounded[] = {
    {"f16", "1.0", 0x3c00},
    {"f16", "65519.99", 0x7bff},
    {"f16", "2049.0", 0x6800},                             /* a tie goes to even, below … */
    {"f16", "2051.0", 0x6802},                             /* … and above */
    {"f16", "2049.00000000000000000000000000001", 0x6801}, /* a double would make it a tie */
    {"f16", "2050.99999999999999999999999999999", 0x6801},
    {"f16", "5.9604644775390625e-8", 0x0001},  /* the least */
    {"f16", "2.98023223876953125e-8", 0x0000}, /* a half of it */
    {"f16", "2.98023223876953125000000000000000001e-8", 0x0001},
    {"f16", "6.103515625e-5", 0x0400}, /* the least normal number */
    {"f16", "6.1006e-5", 0x0400},      /* rounds up into it */
    {"f16", "1e-400", 0x0000},
    {"bf16", "1.0", 0x3f80},
    {"bf16", "1.00390625", 0x3f80}, /* a tie */
    {"bf16", "1.01171875", 0x3f82}, /* a tie */
    {"bf16", "1.003906250000000000000000000001", 0x3f81},
    {"bf16", "3.3895313892515355e38", 0x7f7f},
    {"bf16", "1e-40", 0x0001},
    {"f32", "0.1", 0x3dcccccd},
    {"f32", "1.00000005960464477539062500000000001", 0x3f800001},
    {"f32", "1.401298464324817e-45", 0x00000001},
    {"f32", "-0", 0x00000000},
    {"f32", "-0.0", 0x80000000},
    {"f64", "0.1", UINT64_C(0x3fb999999999999a)},
    {"f64", "9007199254740992", UINT64_C(0x4340000000000000)},
    {"f64", "18446744073709549568", UINT64_C(0x43efffffffffffff)},
    {"u64", "18446744073709551615", UINT64_MAX},
    {"u64", "0xffffffffffffffff", UINT64_MAX},
    {"i64", "-9223372036854775808", UINT64_C(0x8000000000000000)},
    {"i32", "-1", 0xffffffff},
    {"u16", "2 KiB", 2048},
};

static const char *setting_spec(const char *type, const char *text)
{
    return arena_printf(memory, SPEC("  g: {role: setting, type: %s, value: \"%s\"}\n", COPY_STEP), type, text);
}

START_TEST(rounding)
{
    model *m = check_clean(setting_spec(rounded[_i].type, rounded[_i].text));
    const model_buffer *g = &m->buffers[2];

    ck_assert_msg(little_endian(g->pattern, g->type->size) == rounded[_i].bits, "%s %s: found 0x%llx", rounded[_i].type,
                  rounded[_i].text, (unsigned long long)little_endian(g->pattern, g->type->size));
}
END_TEST

static const struct {
    const char *type;
    const char *text;
    const char *id;
} refused[] = {
    {"f16", "65520.0", "literal-range"},
    {"bf16", "3.4e38", "literal-range"},
    {"f32", "3.5e38", "literal-range"},
    {"f64", "1e309", "literal-range"},
    {"f16", "65505", "literal-inexact"},
    {"bf16", "257", "literal-inexact"},
    {"f32", "16777217", "literal-inexact"},
    {"f64", "9007199254740993", "literal-inexact"},
    {"f64", "18446744073709551615", "literal-inexact"},
    {"u8", "256", "literal-range"},
    {"u8", "-1", "literal-range"},
    {"i64", "9223372036854775808", "literal-range"},
    {"u64", "18446744073709551616", "literal-range"},
    {"bool", "2", "literal-range"},
    {"bool", "1.0", "literal-type"},
    {"i32", "1.0", "literal-type"},
    {"i32", "true", "literal-type"},
    {"f32", "true", "literal-type"},
    {"f32", "-nan", "literal-form"},
    {"f32", "- 1.0", "literal-form"},
    {"f32", "+1.0", "literal-form"},
    {"f32", "01.0", "literal-form"},
    {"f32", "1.0f", "literal-form"},
    {"f32", "0x1p3", "literal-form"},
    {"f32", "Infinity", "literal-form"},
    {"u8", "2 KiB", "literal-range"},
    {"i32", "1 + 1", "literal-form"},
    {"bool", "yes", "literal-form"},
    {"f32", "1e", "literal-form"},
};

START_TEST(refused_literals)
{
    assert_raises(setting_spec(refused[_i].type, refused[_i].text), refused[_i].id);
}
END_TEST

/* ---- data files ---- */

static void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *out = fopen(arena_printf(memory, "%s/%s", folder, name), "wb");

    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, size, out), size);
    ck_assert_int_eq(fclose(out), 0);
}

/* A .npy file of 16 bytes of elements. */
static void write_npy(int version, const char *header)
{
    unsigned char file[512] = "\x93NUMPY";
    size_t length = strlen(header), start = version == 1 ? 10 : 12;

    file[6] = (unsigned char)version;
    file[8] = (unsigned char)length;
    memcpy(file + start, header, length);
    for (unsigned char i = 0; i < 16; i++)
        file[start + length + i] = i;
    write_file("c.npy", file, start + length + 16);
}

static const char *data_spec(const char *shape, const char *file)
{
    return arena_printf(memory, SPEC("  c: {role: constant, type: u32, shape: %s, data: %s}\n", COPY_STEP), shape,
                        file);
}

START_TEST(raw_data)
{
    model *m;

    write_file("c.raw", "abcdefghijklmnop", 16);
    m = check_clean(data_spec("[4]", "c.raw"));
    ck_assert_int_eq(m->buffers[2].content, CONTENT_BYTES);
    ck_assert_mem_eq(m->buffers[2].bytes, "abcdefghijklmnop", 16);
}
END_TEST

START_TEST(short_data)
{
    write_file("c.raw", "abcdefghijklmno", 15);
    assert_raises(data_spec("[4]", "c.raw"), "data-size");
    ck_assert_ptr_nonnull(strstr(all_messages(), "'c.raw' has 15 bytes, expected 16 (4 of u32)"));
}
END_TEST

START_TEST(absolute_path)
{
    write_file("c.raw", "abcdefghijklmnop", 16);
    check_clean(data_spec("[4]", arena_printf(memory, "%s/c.raw", folder)));
}
END_TEST

START_TEST(npy_data)
{
    static const unsigned char expected[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    for (int version = 1; version <= 2; version++) {
        model *m;

        write_npy(version, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }   \n");
        m = check_clean(data_spec("[2, 2]", "c.npy"));
        ck_assert_mem_eq(m->buffers[2].bytes, expected, 16);
    }
    write_npy(1, "{'shape': (4,), 'fortran_order': True, 'descr': '<u4'}\n");
    check_clean(data_spec("[4]", "c.npy"));
}
END_TEST

static const struct {
    const char *header;
    const char *id;
} headers[] = {
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (4,), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2, 1), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, x), }", "data-shape"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (), }", "data-shape"},
    {"{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }", "data-type"},
    {"{'descr': '>u4', 'fortran_order': False, 'shape': (2, 2), }", "data-type"},
    {"{'descr': '<u4', 'fortran_order': True, 'shape': (2, 2), }", "data-order"},
    {"{'descr': [('a', '<u4')], 'fortran_order': False, 'shape': (2, 2), }", "data-npy"},
    {"{'descr': '<u4', 'shape': (2, 2), }", "data-npy"},
    {"{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2", "data-npy"},
    {"{'descr': '<u4", "data-npy"},
    {"", "data-npy"},
};

START_TEST(npy_headers)
{
    write_npy(1, headers[_i].header);
    assert_raises(data_spec("[2, 2]", "c.npy"), headers[_i].id);
}
END_TEST

/* ---- vectors and structs ---- */

static const char *typed_spec(const char *type, const char *shape, const char *file)
{
    return arena_printf(memory,
                        HEAD "define: {N: 256}\ntypes:\n  mark: {n: u16, on: bool, x: f32}\nbuffers:\n" XY
                             "  c: {role: constant, type: %s, shape: %s, data: %s}\n" COPY_STEP,
                        type, shape, file);
}

/* Lanes are the last dimension of an array. */
START_TEST(npy_of_vectors)
{
    model *m;

    write_npy(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }");
    m = check_clean(typed_spec("u32x2", "[2]", "c.npy"));
    ck_assert_uint_eq(m->buffers[2].size, 16);
    ck_assert_uint_eq(m->buffers[2].bytes[15], 15);
    assert_raises(typed_spec("u32x4", "[1, 1]", "c.npy"), "data-shape");
    ck_assert_ptr_nonnull(strstr(all_messages(), "expected (1, 1, 4)"));
}
END_TEST

START_TEST(npy_is_not_for_structs)
{
    write_npy(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }");
    assert_raises(typed_spec("mark", "[2]", "c.npy"), "data-npy");
}
END_TEST

/* What lies between fields becomes zero. */
START_TEST(structs_from_a_file)
{
    static const unsigned char file[] = {1, 2, 1, 99, 5, 6, 7, 8, 3, 4, 0, 98, 9, 10, 11, 12};
    static const unsigned char expected[] = {1, 2, 1, 0, 5, 6, 7, 8, 3, 4, 0, 0, 9, 10, 11, 12};
    model *m;

    write_file("c.raw", file, sizeof file);
    m = check_clean(typed_spec("mark", "[2]", "c.raw"));
    ck_assert_mem_eq(m->buffers[2].bytes, expected, sizeof expected);
}
END_TEST

START_TEST(structs_with_a_false_bool)
{
    write_file("c.raw", "\1\2\1\0\5\6\7\10\1\2\3\0\1\1\1\1", 16);
    assert_raises(typed_spec("mark", "[2]", "c.raw"), "data-bool");
    ck_assert_ptr_nonnull(strstr(all_messages(), "element 1 of 'c.raw' has a bool that is 3"));
}
END_TEST

static void make_folder(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
    static const char *const files[] = {"c.raw", "c.npy"};
    char path[64];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    Suite *suite = suite_create("content");
    TCase *c = tcase_create("content");

    tcase_add_unchecked_fixture(c, make_folder, remove_folder);
    tcase_add_checked_fixture(c, setup, teardown);
    LOOP(c, rounding, rounded);
    LOOP(c, refused_literals, refused);
    tcase_add_test(c, raw_data);
    tcase_add_test(c, short_data);
    tcase_add_test(c, absolute_path);
    tcase_add_test(c, npy_data);
    LOOP(c, npy_headers, headers);
    tcase_add_test(c, npy_of_vectors);
    tcase_add_test(c, npy_is_not_for_structs);
    tcase_add_test(c, structs_from_a_file);
    tcase_add_test(c, structs_with_a_false_bool);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
