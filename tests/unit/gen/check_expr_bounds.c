/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bounds of expressions in which settings vary: compared with every value that there is, and never too narrow. */
#include "spec/expr.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* The names a and b, each with its range; `fixed` evaluates at one value of both. */
typedef struct {
    int64_t low[2], high[2], now[2];
    bool fixed;
} settings;

static bool look_up(void *context, const char *function, const char *name, expr_bounds *value, expr_error *error)
{
    const settings *s = context;
    size_t i = strcmp(name, "b") == 0;

    (void)error;
    ck_assert_ptr_null(function);
    value->first = s->now[i];
    value->low = s->fixed ? s->now[i] : s->low[i];
    value->high = s->fixed ? s->now[i] : s->high[i];
    value->varies = !s->fixed;
    return true;
}

static expr *parsed(const char *text)
{
    scanner s;
    expr_error error;
    expr *e;

    scanner_start(&s, text, strlen(text));
    e = expr_parse(memory, &s, &error);
    ck_assert_msg(e != NULL, "%s", text);
    return e;
}

static bool bounds_of(const char *text, int64_t low, int64_t high, expr_bounds *value, expr_error *error)
{
    settings s = {{low, low}, {high, high}, {low, high}, false};

    return expr_evaluate(memory, parsed(text), look_up, &s, value, error);
}

static const struct {
    const char *text;
    int64_t low, high; /* of a and b */
    int64_t least, greatest;
} exact[] = {
    {"a", 3, 9, 3, 9},
    {"-a", 3, 9, -9, -3},
    {"a + 1", 3, 9, 4, 10},
    {"10 - a", 3, 9, 1, 7},
    {"a * b", -3, 2, -6, 9},
    {"a * -2", 3, 9, -18, -6},
    {"a / b", 1, 8, 0, 8},
    {"ceil_div(a, 4)", 0, 9, 0, 3},
    {"ceil_div(64, a)", 3, 9, 8, 22},
    {"a % 16", 3, 9, 3, 9},
    {"a % 4", 3, 9, 0, 3},
    {"a % b", 3, 9, 0, 8},
    {"1 << a", 0, 10, 1, 1024},
    {"a >> 1", -3, 9, -2, 4},
    {"1024 >> a", 0, 4, 64, 1024},
    {"min(a, 5)", 3, 9, 3, 5},
    {"max(a, 5, 2)", 3, 9, 5, 9},
    {"align_up(a, 8)", 3, 9, 8, 16},
    {"next_pow2(a)", 3, 9, 4, 16},
    {"log2(next_pow2(a))", 3, 9, 2, 4},
    {"log2(next_pow2(a)) + 1", 0, 1, 1, 1},
    {"log2(4 * next_pow2(a))", 3, 9, 4, 6},
    {"log2(min(next_pow2(a), 8))", 3, 9, 2, 3},
    {"log2(max(next_pow2(a), next_pow2(b) * 2))", 3, 9, 3, 5},
    {"min(ceil_div(a * 4, 256), 65535)", 1, 1 << 20, 1, 16384},
};

START_TEST(exact_bounds)
{
    expr_bounds value;
    expr_error error;

    ck_assert_msg(bounds_of(exact[_i].text, exact[_i].low, exact[_i].high, &value, &error), "%s: %s", exact[_i].text,
                  error.message);
    ck_assert(value.varies);
    ck_assert_int_eq(value.low, exact[_i].least);
    ck_assert_int_eq(value.high, exact[_i].greatest);
}
END_TEST

static const struct {
    const char *text;
    int64_t low, high;
    const char *id;
} refused[] = {
    {"ceil_div(4, a)", 0, 4, "expr-zero-division"},
    {"4 / a", -4, 4, "expr-negative"},
    {"a % 4", -1, 4, "expr-negative"},
    {"a * a", 1, INT64_C(1) << 32, "expr-overflow"},
    {"a + 1", 0, INT64_MAX, "expr-overflow"},
    {"-a", INT64_MIN, 0, "expr-overflow"},
    {"min(a * 4, 4)", 1, INT64_C(1) << 62, "expr-overflow"},
    {"1 << a", 0, 64, "expr-overflow"},
    {"1 << a", -1, 4, "expr-negative"},
    {"1 << a", 0, 63, "expr-overflow"},
    {"log2(a)", 4, 4, "expr-log2"},
    {"log2(next_pow2(a) + 0)", 4, 4, "expr-log2"},
    {"log2(3 * next_pow2(a))", 4, 4, "expr-log2"},
    {"log2(min(next_pow2(a), a))", 4, 4, "expr-log2"},
    {"log2(-next_pow2(a))", 4, 4, "expr-log2"},
    {"log2(next_pow2(a) * next_pow2(a))", 4, INT64_C(1) << 40, "expr-overflow"},
    {"next_pow2(a)", -1, 4, "expr-negative"},
    {"align_up(4, a)", 0, 4, "expr-zero-division"},
};

START_TEST(refused_ranges)
{
    expr_bounds value;
    expr_error error;

    ck_assert_msg(!bounds_of(refused[_i].text, refused[_i].low, refused[_i].high, &value, &error), "%s",
                  refused[_i].text);
    ck_assert_str_eq(error.id, refused[_i].id);
}
END_TEST

START_TEST(one_value_varies_too)
{
    expr_bounds value;
    expr_error error;

    ck_assert(bounds_of("a + 1", 4, 4, &value, &error));
    ck_assert(value.varies && value.low == 5 && value.high == 5);
}
END_TEST

/* ---- random expressions against every value ---- */

static uint32_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

static const char *random_text(unsigned depth)
{
    static const char *const binary[] = {"+", "-", "*", "/", "%", "<<", ">>"};
    static const char *const calls[] = {"min", "max", "ceil_div", "align_up"};

    if (depth == 0 || random_below(4) == 0) {
        if (random_below(3) > 0)
            return random_below(2) > 0 ? "a" : "b";
        return arena_printf(memory, "%u", random_below(9));
    }
    switch (random_below(9)) {
    case 0:
        return arena_printf(memory, "-(%s)", random_text(depth - 1));
    case 1:
        return arena_printf(memory, "next_pow2(%s)", random_text(depth - 1));
    case 4:
        return arena_printf(memory, "log2(next_pow2(%s))", random_text(depth - 1));
    case 2:
    case 3: {
        const char *left = random_text(depth - 1), *right = random_text(depth - 1);

        return arena_printf(memory, "%s(%s, %s)", calls[random_below(4)], left, right);
    }
    default: {
        const char *left = random_text(depth - 1), *right = random_text(depth - 1);

        return arena_printf(memory, "(%s %s %s)", left, binary[random_below(7)], right);
    }
    }
}

/* Where there are bounds no value fails, and all lie within. */
static void compare(const char *text, settings *s, unsigned *bounded)
{
    expr *e = parsed(text);
    expr_bounds bounds, value;
    expr_error error;

    s->fixed = false;
    if (!expr_evaluate(memory, e, look_up, s, &bounds, &error))
        return;
    ++*bounded;
    ck_assert(bounds.low <= bounds.first && bounds.first <= bounds.high);
    s->fixed = true;
    for (s->now[0] = s->low[0]; s->now[0] <= s->high[0]; s->now[0]++)
        for (s->now[1] = s->low[1]; s->now[1] <= s->high[1]; s->now[1]++) {
            ck_assert_msg(expr_evaluate(memory, e, look_up, s, &value, &error), "%s with %d, %d: %s", text,
                          (int)s->now[0], (int)s->now[1], error.message);
            ck_assert_msg(value.first >= bounds.low && value.first <= bounds.high, "%s with %d, %d", text,
                          (int)s->now[0], (int)s->now[1]);
        }
}

START_TEST(bounds_hold_for_every_value)
{
    unsigned bounded = 0;

    seed = 7;
    for (unsigned i = 0; i < 20000; i++) {
        settings s = {{0, 0}, {0, 0}, {0, 0}, false};

        for (size_t k = 0; k < 2; k++) {
            s.low[k] = (int64_t)random_below(10) - 3;
            s.high[k] = s.low[k] + random_below(8);
            s.now[k] = s.low[k];
        }
        compare(random_text(3), &s, &bounded);
    }
    ck_assert_uint_gt(bounded, 5000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("expr_bounds");
    TCase *c = tcase_create("expr_bounds");

    tcase_add_checked_fixture(c, setup_memory, free_memory);
    tcase_add_loop_test(c, exact_bounds, 0, (int)(sizeof exact / sizeof *exact));
    tcase_add_loop_test(c, refused_ranges, 0, (int)(sizeof refused / sizeof *refused));
    tcase_add_test(c, one_value_varies_too);
    tcase_add_test(c, bounds_hold_for_every_value);
    tcase_set_timeout(c, 60);
    suite_add_tcase(suite, c);
    return run_suite(suite);
}
