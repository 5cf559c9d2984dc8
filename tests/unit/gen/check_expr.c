/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/expr.h"
#include "memory_fixture.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the scanner ---- */

/* Kinds of all tokens as letters: n i r p b, with the text of each after it. */
static const char *scanned(const char *text)
{
    scanner s;
    scanner_start(&s, text, strlen(text));
    const char *all = "";
    uint32_t last = 0;
    for (;;) {
        token t = scanner_take(&s);
        ck_assert_uint_ge(t.begin, last);
        ck_assert_uint_le(t.end, strlen(text));
        last = t.end;
        if (t.kind == TOKEN_END) {
            ck_assert_uint_eq(t.begin, strlen(text));
            return all;
        }
        ck_assert_uint_gt(t.end, t.begin);
        if (t.kind == TOKEN_PUNCTUATION)
            ck_assert_int_eq(strncmp(t.punctuation, text + t.begin, t.end - t.begin), 0);
        all = arena_printf(memory, "%s%s%c:%.*s", all, *all ? " " : "", "?nirpb"[t.kind], (int)(t.end - t.begin),
                           text + t.begin);
    }
}

START_TEST(tokens_of_a_launch)
{
    ck_assert_str_eq(scanned("fir(x, hist[0:63], n=3)"),
                     "n:fir p:( n:x p:, n:hist p:[ i:0 p:: i:63 p:] p:, n:n p:= i:3 p:)");
    ck_assert_str_eq(scanned("a -> b[4:]"), "n:a p:-> n:b p:[ i:4 p:: p:]");
    ck_assert_str_eq(scanned("a->b"), "n:a p:-> n:b");
    ck_assert_str_eq(scanned("a - b>>1<<2%3/4*5+6"), "n:a p:- n:b p:>> i:1 p:<< i:2 p:% i:3 p:/ i:4 p:* i:5 p:+ i:6");
    ck_assert_str_eq(scanned("-inf nan"), "p:- n:inf n:nan");
    ck_assert_str_eq(scanned(" \t\r\n"), "");
    ck_assert_str_eq(scanned(""), "");
}
END_TEST

START_TEST(tokens_of_numbers)
{
    ck_assert_str_eq(scanned("0 7 10 0x0 0xfF"), "i:0 i:7 i:10 i:0x0 i:0xfF");
    ck_assert_str_eq(scanned("1.5 1e-3 .5 1E+9 2. 1.e4 0.0"), "r:1.5 r:1e-3 r:.5 r:1E+9 r:2. r:1.e4 r:0.0");
    ck_assert_str_eq(scanned("1e3-1"), "r:1e3 p:- i:1");
    ck_assert_str_eq(scanned("64 MiB 1KiB 2 GiB"), "i:64 MiB i:1KiB i:2 GiB");
    ck_assert_str_eq(scanned("64  MiB 4 MiBs 1 k"), "i:64 n:MiB i:4 n:MiBs i:1 n:k");
}
END_TEST

START_TEST(tokens_that_are_bad)
{
    ck_assert_str_eq(scanned("007 00 01.5"), "b:007 b:00 b:01.5");
    ck_assert_str_eq(scanned("0x 0X1 12ab 1.5f 1e 1..2 0xg 1.2.3"),
                     "b:0x b:0X1 b:12ab b:1.5f b:1e b:1..2 b:0xg b:1.2.3");
    ck_assert_str_eq(scanned("4MiBs 1kB 64MB"), "b:4MiBs b:1kB b:64MB");
    ck_assert_str_eq(scanned("18446744073709551616 0x10000000000000000 17179869184 GiB"),
                     "b:18446744073709551616 b:0x10000000000000000 b:17179869184 GiB");
    ck_assert_str_eq(scanned("a < b > c"), "n:a b:< n:b b:> n:c");
    ck_assert_str_eq(scanned("$x\xC3\xA9;{.}"), "b:$ n:x b:\xC3\xA9 b:; b:{ b:. b:}");
}
END_TEST

static uint64_t scanned_integer(const char *text)
{
    scanner s;
    scanner_start(&s, text, strlen(text));
    token t = scanner_take(&s);
    ck_assert_int_eq(t.kind, TOKEN_INTEGER);
    ck_assert_int_eq(scanner_take(&s).kind, TOKEN_END);
    return t.integer;
}

START_TEST(values_of_integers)
{
    ck_assert_uint_eq(scanned_integer("0"), 0);
    ck_assert_uint_eq(scanned_integer("18446744073709551615"), UINT64_MAX);
    ck_assert_uint_eq(scanned_integer("0xffffffffffffffff"), UINT64_MAX);
    ck_assert_uint_eq(scanned_integer("64 MiB"), 64u << 20);
    ck_assert_uint_eq(scanned_integer("0x10KiB"), 16384);
    ck_assert_uint_eq(scanned_integer("17179869183 GiB"), UINT64_C(17179869183) << 30);
}
END_TEST

START_TEST(accepting_and_the_end)
{
    scanner s;
    scanner_start(&s, "[<<xyz", 3);
    ck_assert(!scanner_accept(&s, "<<"));
    ck_assert(scanner_accept(&s, "["));
    ck_assert(!scanner_accept(&s, "<"));
    ck_assert(scanner_accept(&s, "<<"));
    ck_assert(!scanner_accept(&s, "x"));
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(scanner_take(&s).kind, TOKEN_END);
}
END_TEST

START_TEST(text_need_not_end_with_nul)
{
    char *bytes = malloc(4);
    ck_assert_ptr_nonnull(bytes);
    static const char *const texts[] = {"1 Ki", "0x1f", "a->>", "1e+1", "12.5", "1 Mi", "<<<<", "  1."};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        memcpy(bytes, texts[i], 4);
        scanner s;
        scanner_start(&s, bytes, 4);
        while (scanner_take(&s).kind != TOKEN_END)
            ck_assert_uint_le(s.next.end, 4);
    }
    free(bytes);
}
END_TEST

/* ---- values ---- */

static bool look_up(void *context, const char *function, const char *name, expr_bounds *value, expr_error *error)
{
    size_t *calls = context;
    ++*calls;
    if (!function && strcmp(name, "N") == 0)
        value->first = 256;
    else if (!function && strcmp(name, "big") == 0)
        value->first = INT64_MAX;
    else if (function && strcmp(function, "sizeof") == 0 && strcmp(name, "x") == 0)
        value->first = 1024;
    else if (function && strcmp(function, "len") == 0 && strcmp(name, "x") == 0)
        value->first = 256;
    else {
        error->id = "name-unknown";
        error->message = "who?";
        return false;
    }
    value->low = value->high = value->first;
    return true;
}

static bool evaluated(const char *text, int64_t *value, expr_error *error)
{
    scanner s;
    scanner_start(&s, text, strlen(text));
    memset(error, 0, sizeof *error);
    expr *e = expr_parse(memory, &s, error);
    size_t calls = 0;
    expr_bounds found;
    if (!e || !expr_evaluate(memory, e, look_up, &calls, &found, error))
        return false;
    ck_assert(found.low == found.first && found.high == found.first && !found.varies);
    *value = found.first;
    ck_assert_int_eq(s.next.kind, TOKEN_END);
    return true;
}

static void check_value(const char *text, int64_t expected)
{
    int64_t value = -12345;
    expr_error error;
    ck_assert_msg(evaluated(text, &value, &error), "%s: %s", text, error.message);
    ck_assert_msg(value == expected, "%s: expected %" PRId64 ", found %" PRId64, text, expected, value);
}

/* The mistake is found, has a sentence, and lies at [begin, end). */
static void check_error(const char *text, const char *id, uint32_t begin, uint32_t end)
{
    int64_t value;
    expr_error error;
    ck_assert_msg(!evaluated(text, &value, &error), "%s was taken", text);
    ck_assert_msg(strcmp(error.id, id) == 0, "%s: expected %s, found %s", text, id, error.id);
    ck_assert_msg(error.message && *error.message, "%s", text);
    ck_assert_msg(error.begin == begin && error.end == end, "%s: expected %u-%u, found %u-%u: %s", text, begin, end,
                  error.begin, error.end, error.message);
}

START_TEST(precedence)
{
    check_value("1 + 2 * 3", 7);
    check_value("(1 + 2) * 3", 9);
    check_value("10 - 4 - 3", 3);
    check_value("100 / 10 / 5", 2);
    check_value("1 << 2 + 1", 8);
    check_value("1 + 1 << 3", 16);
    check_value("256 >> 2 << 1", 128);
    check_value("17 % 5 * 2", 4);
    check_value("-2 * 3", -6);
    check_value("-2 - -3", 1);
    check_value("--5", 5);
    check_value("2 * -(3 + 4)", -14);
    check_value("ceil_div(N, 256) * 2 + 1", 3);
}
END_TEST

START_TEST(limits_of_64_bits)
{
    check_value("9223372036854775807", INT64_MAX);
    check_value("-9223372036854775808", INT64_MIN);
    check_value("-9223372036854775807 - 1", INT64_MIN);
    check_value("3037000499 * 3037000499", INT64_C(9223372030926249001));
    check_value("-4611686018427387904 * 2", INT64_MIN);
    check_value("-1 * 9223372036854775807", -INT64_MAX);
    check_value("0 * -9223372036854775808", 0);
    check_value("1 << 62", INT64_C(1) << 62);
    check_value("-1 << 63", INT64_MIN);
    check_value("0 << 63", 0);
    check_value("9223372036854775807 >> 63", 0);
    check_value("-9223372036854775808 >> 63", -1);
    check_value("-5 >> 1", -3);
    check_value("-1 >> 0", -1);
    check_error("9223372036854775808", "expr-literal", 0, 19);
    check_error("9223372036854775807 + 1", "expr-overflow", 0, 23);
    check_error("-9223372036854775808 - 1", "expr-overflow", 0, 24);
    check_error("big * 2", "expr-overflow", 0, 7);
    check_error("-9223372036854775808 * -1", "expr-overflow", 0, 25);
    check_error("-(-9223372036854775808)", "expr-overflow", 0, 23);
    check_error("1 << 63", "expr-overflow", 0, 7);
    check_error("-2 << 63", "expr-overflow", 0, 8);
    check_error("2 << 62", "expr-overflow", 0, 7);
    check_error("1 << 64", "expr-overflow", 5, 7);
    check_error("1 >> 64", "expr-overflow", 5, 7);
    check_error("1 << -1", "expr-negative", 5, 7);
}
END_TEST

START_TEST(division)
{
    check_value("7 / 2", 3);
    check_value("7 % 2", 1);
    check_value("0 / 5", 0);
    check_error("1 / 0", "expr-zero-division", 4, 5);
    check_error("1 % (N - 256)", "expr-zero-division", 4, 13);
    check_error("-7 / 2", "expr-negative", 0, 2);
    check_error("7 % -2", "expr-negative", 4, 6);
    check_error("ceil_div(1, 0)", "expr-zero-division", 12, 13);
    check_error("ceil_div(-1, 2)", "expr-negative", 9, 11);
    check_error("align_up(1, 0)", "expr-zero-division", 12, 13);
}
END_TEST

START_TEST(functions)
{
    check_value("min(3, 1, 2)", 1);
    check_value("max(-3, 1)", 1);
    check_value("max(3, 9, 9, 4)", 9);
    check_value("ceil_div(257, 256)", 2);
    check_value("ceil_div(256, 256)", 1);
    check_value("ceil_div(0, 3)", 0);
    check_value("ceil_div(9223372036854775807, 1)", INT64_MAX);
    check_value("ceil_div(9223372036854775807, 2)", INT64_C(4611686018427387904));
    check_value("align_up(0, 256)", 0);
    check_value("align_up(1, 256)", 256);
    check_value("align_up(10, 3)", 12);
    check_value("next_pow2(0)", 1);
    check_value("next_pow2(1)", 1);
    check_value("next_pow2(5)", 8);
    check_value("next_pow2(1 << 62)", INT64_C(1) << 62);
    check_value("log2(1)", 0);
    check_value("log2(1 << 62)", 62);
    check_value("sizeof(x)", 1024);
    check_value("len(x)", 256);
    check_value("log2(len(x)) + sizeof( x )", 1032);
    check_error("align_up(9223372036854775807, 2)", "expr-overflow", 0, 32);
    check_error("next_pow2((1 << 62) + 1)", "expr-overflow", 0, 24);
    check_error("next_pow2(-1)", "expr-negative", 10, 12);
    check_error("log2(0)", "expr-log2", 5, 6);
    check_error("log2(-8)", "expr-log2", 5, 7);
    check_error("log2(12)", "expr-log2", 5, 7);
    check_error("log2(-9223372036854775808)", "expr-log2", 5, 25);
}
END_TEST

START_TEST(wrong_arguments)
{
    check_error("min(1)", "expr-arguments", 0, 6);
    check_error("max()", "expr-arguments", 0, 5);
    check_error("log2(1, 2)", "expr-arguments", 0, 10);
    check_error("ceil_div(1, 2, 3)", "expr-arguments", 0, 17);
    check_error("sizeof(1)", "expr-arguments", 7, 8);
    check_error("len(x + 1)", "expr-arguments", 4, 9);
    check_error("sizeof(x, x)", "expr-arguments", 0, 12);
    check_error("floor(1)", "expr-function", 0, 5);
    check_error("1 + ceildiv(1, 2)", "expr-function", 4, 11);
    int64_t value;
    expr_error error;
    ck_assert(!evaluated("ceildiv(1, 2)", &value, &error));
    ck_assert_str_eq(error.hint, "did you mean 'ceil_div'?");
}
END_TEST

START_TEST(names)
{
    check_value("N", 256);
    check_error("1 + M", "name-unknown", 4, 5);
    check_error("sizeof(N)", "name-unknown", 7, 8);
    check_error("len", "name-unknown", 0, 3);
}
END_TEST

START_TEST(syntax)
{
    check_error("", "expr-syntax", 0, 0);
    check_error("1 +", "expr-syntax", 3, 3);
    check_error("* 2", "expr-syntax", 0, 1);
    check_error("(1", "expr-syntax", 0, 1);
    check_error("min(1, 2", "expr-syntax", 3, 4);
    check_error("min(1 2)", "expr-syntax", 6, 7);
    check_error("min(1,)", "expr-syntax", 6, 7);
    check_error("(1]", "expr-syntax", 2, 3);
    check_error("+1", "expr-syntax", 0, 1);
    check_error("1 + $", "expr-syntax", 4, 5);
    check_error("sizeof(x[0:4])", "expr-syntax", 8, 9);
    check_error("1.5 * 2", "expr-literal", 0, 3);
    check_error("2 * 1e3", "expr-literal", 4, 7);
    check_error("007", "expr-literal", 0, 3);
    check_error("0x", "expr-literal", 0, 2);
    check_error("64MB", "expr-literal", 0, 4);
}
END_TEST

static void check_message(const char *text, const char *message, const char *hint)
{
    int64_t value;
    expr_error error;
    ck_assert(!evaluated(text, &value, &error));
    ck_assert_str_eq(error.message, message);
    ck_assert_pstr_eq(error.hint, hint);
}

START_TEST(messages)
{
    check_message("007", "an integer does not start with a needless 0, but found '007'",
                  "write it without the leading 0, or with 0x if it is hexadecimal");
    check_message("18446744073709551616", "the integer does not fit in 64 bits: found '18446744073709551616'", NULL);
    check_message("17179869184 GiB", "the integer does not fit in 64 bits: found '17179869184 GiB'", NULL);
    check_message("64MB", "expected a number but found '64MB'", "units are KiB, MiB and GiB, of 1024");
    check_message("0x", "expected a number but found '0x'", "integers are 0, 12, 0x1f or 64 KiB (KiB, MiB, GiB)");
    check_message("big + 1", "9223372036854775807 + 1 does not fit in signed 64 bits", NULL);
    check_message("1 +", "expected a number, a name or '(' but the text ended", NULL);
    check_message("log2(12)", "log2 must be exact: expected a power of two, found 12", NULL);
}
END_TEST

START_TEST(what_follows_is_left)
{
    scanner s;
    expr_error error;
    scanner_start(&s, "N/2:N]", 6);
    expr *first = expr_parse(memory, &s, &error);
    ck_assert_ptr_nonnull(first);
    ck_assert_uint_eq(first->begin, 0);
    ck_assert_uint_eq(first->end, 3);
    ck_assert(scanner_accept(&s, ":"));
    expr *second = expr_parse(memory, &s, &error);
    ck_assert_ptr_nonnull(second);
    ck_assert_int_eq(second->kind, EXPR_NAME);
    ck_assert_str_eq(second->name, "N");
    ck_assert(scanner_accept(&s, "]"));
}
END_TEST

START_TEST(shape_of_the_tree)
{
    scanner s;
    expr_error error;
    scanner_start(&s, "a + max(1, -b)", 14);
    expr *sum = expr_parse(memory, &s, &error);
    ck_assert_int_eq(sum->kind, EXPR_BINARY);
    ck_assert_str_eq(sum->op, "+");
    ck_assert_uint_eq(sum->count, 2);
    expr *call = sum->arguments[1];
    ck_assert_int_eq(call->kind, EXPR_CALL);
    ck_assert_str_eq(call->name, "max");
    ck_assert_uint_eq(call->begin, 4);
    ck_assert_uint_eq(call->end, 14);
    ck_assert_uint_eq(call->count, 2);
    ck_assert_int_eq(call->arguments[0]->integer, 1);
    ck_assert_int_eq(call->arguments[1]->kind, EXPR_NEGATE);
    ck_assert_str_eq(call->arguments[1]->arguments[0]->name, "b");
}
END_TEST

/* ---- depth ---- */

static const char *repeated(const char *before, size_t count, const char *middle, const char *after)
{
    size_t before_length = strlen(before), middle_length = strlen(middle), after_length = strlen(after);
    char *text = arena_alloc(memory, count * (before_length + after_length) + middle_length + 1), *at = text;
    for (size_t i = 0; i < count; i++, at += before_length)
        memcpy(at, before, before_length);
    memcpy(at, middle, middle_length);
    at += middle_length;
    for (size_t i = 0; i < count; i++, at += after_length)
        memcpy(at, after, after_length);
    return text;
}

static void check_depth(const char *before, const char *middle, const char *after)
{
    int64_t value;
    expr_error error;
    ck_assert(evaluated(repeated(before, EXPR_MAX_DEPTH / 2, middle, after), &value, &error));
    static const size_t too_deep[] = {EXPR_MAX_DEPTH + 1, 1000, 1000000};
    for (size_t i = 0; i < sizeof too_deep / sizeof *too_deep; i++) {
        ck_assert(!evaluated(repeated(before, too_deep[i], middle, after), &value, &error));
        ck_assert_str_eq(error.id, "expr-depth");
    }
}

START_TEST(depth_is_capped)
{
    check_depth("(", "1", ")");
    check_depth("-", "1", "");
    check_depth("", "1", "+1");
    check_depth("1+", "1", "");
    check_depth("min(1,", "1", ")");
    check_depth("-(", "1", ")");
    check_depth("1-(", "1", ")");
    check_depth("", "0", "<<1");
}
END_TEST

START_TEST(each_name_is_looked_up_once)
{
    const char *text = repeated("align_up(max(N, 1), ", 16, "N", ")");
    scanner s;
    scanner_start(&s, text, strlen(text));
    expr_error error;
    expr *e = expr_parse(memory, &s, &error);
    ck_assert_ptr_nonnull(e);
    size_t calls = 0;
    expr_bounds value;
    ck_assert(expr_evaluate(memory, e, look_up, &calls, &value, &error));
    ck_assert_uint_eq(calls, 17);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("expr");
    TCase *group = tcase_create("expr");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, tokens_of_a_launch);
    tcase_add_test(group, tokens_of_numbers);
    tcase_add_test(group, tokens_that_are_bad);
    tcase_add_test(group, values_of_integers);
    tcase_add_test(group, accepting_and_the_end);
    tcase_add_test(group, text_need_not_end_with_nul);
    tcase_add_test(group, precedence);
    tcase_add_test(group, limits_of_64_bits);
    tcase_add_test(group, division);
    tcase_add_test(group, functions);
    tcase_add_test(group, wrong_arguments);
    tcase_add_test(group, names);
    tcase_add_test(group, syntax);
    tcase_add_test(group, messages);
    tcase_add_test(group, what_follows_is_left);
    tcase_add_test(group, shape_of_the_tree);
    tcase_add_test(group, depth_is_capped);
    tcase_add_test(group, each_name_is_looked_up_once);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
