/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The evaluator of expr.h. It visits each node once, checks every operation, and finds bounds where settings vary. */
#include "base/text.h"
#include "spec/expr.h"

#include <inttypes.h>
#include <string.h>

typedef struct {
    arena *memory;
    expr_lookup lookup;
    void *context;
    expr_error *error;
    bool ends; /* at the ends of the settings' ranges, not at their first values */
} evaluator;

static bool fail(evaluator *v, const expr *at, const char *id, const char *message)
{
    const char *hint = v->ends ? "it has to hold for every value in the ranges of the settings" : NULL;
    *v->error = (expr_error){at->begin, at->end, id, message, hint};
    return false;
}

/* ---- arithmetic ---- */

static bool checked_add(int64_t a, int64_t b, int64_t *result)
{
    if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b))
        return false;
    *result = a + b;
    return true;
}

static bool checked_subtract(int64_t a, int64_t b, int64_t *result)
{
    if ((b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b))
        return false;
    *result = a - b;
    return true;
}

static uint64_t magnitude(int64_t a)
{
    return a < 0 ? (uint64_t)0 - (uint64_t)a : (uint64_t)a;
}

static bool checked_multiply(int64_t a, int64_t b, int64_t *result)
{
    uint64_t x = magnitude(a), y = magnitude(b);
    bool negative = (a < 0) != (b < 0);
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    if (y != 0 && x > limit / y)
        return false;
    uint64_t product = x * y;
    if (!negative || product == 0)
        *result = (int64_t)product;
    else
        *result = -(int64_t)(product - 1) - 1;
    return true;
}

static bool shift_left(int64_t a, unsigned count, int64_t *result)
{
    if (count < 63)
        return checked_multiply(a, (int64_t)1 << count, result);
    if (a != 0 && a != -1)
        return false;
    *result = a == 0 ? 0 : INT64_MIN;
    return true;
}

/* Rounds down, for negative numbers too. */
static int64_t shift_right(int64_t a, unsigned count)
{
    return a >= 0 ? a >> count : -(int64_t)(((uint64_t)0 - (uint64_t)(a + 1)) >> count) - 1;
}

static bool fail_overflow(evaluator *v, const expr *e, int64_t a, const char *op, int64_t b)
{
    return fail(v, e, "expr-overflow",
                arena_printf(v->memory, "%" PRId64 " %s %" PRId64 " does not fit in signed 64 bits", a, op, b));
}

/* Division takes no negative numbers, because languages differ in how they round. */
static bool check_division(evaluator *v, const expr *e, const char *op, int64_t a, int64_t b)
{
    if (a < 0 || b < 0)
        return fail(
            v, e->arguments[a < 0 ? 0 : 1], "expr-negative",
            arena_printf(v->memory, "%s needs numbers that are not negative, found %" PRId64, op, a < 0 ? a : b));
    if (b == 0)
        return fail(v, e->arguments[1], "expr-zero-division", arena_printf(v->memory, "the divisor of %s is 0", op));
    return true;
}

static bool check_shift(evaluator *v, const expr *e, int64_t count)
{
    if (count >= 0 && count <= 63)
        return true;
    return fail(v, e->arguments[1], count < 0 ? "expr-negative" : "expr-overflow",
                arena_printf(v->memory, "expected a shift of 0 to 63 bits, found %" PRId64, count));
}

static bool apply_binary(evaluator *v, const expr *e, int64_t a, int64_t b, int64_t *value)
{
    bool fits = true;
    switch (e->op[0]) {
    case '+':
        fits = checked_add(a, b, value);
        break;
    case '-':
        fits = checked_subtract(a, b, value);
        break;
    case '*':
        fits = checked_multiply(a, b, value);
        break;
    case '<':
    case '>':
        if (!check_shift(v, e, b))
            return false;
        if (e->op[0] == '>')
            *value = shift_right(a, (unsigned)b);
        else
            fits = shift_left(a, (unsigned)b, value);
        break;
    default: {
        bool divides = e->op[0] == '/';
        if (!check_division(v, e, divides ? "'/'" : "'%'", a, b))
            return false;
        *value = divides ? a / b : a % b;
        break;
    }
    }
    return fits || fail_overflow(v, e, a, e->op, b);
}

/* ---- functions ---- */

typedef bool (*function)(evaluator *v, const expr *e, const int64_t *x, int64_t *value);

static bool call_min(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    (void)v;
    *value = x[0];
    for (size_t i = 1; i < e->count; i++)
        if (x[i] < *value)
            *value = x[i];
    return true;
}

static bool call_max(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    (void)v;
    *value = x[0];
    for (size_t i = 1; i < e->count; i++)
        if (x[i] > *value)
            *value = x[i];
    return true;
}

static bool call_ceil_div(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    if (!check_division(v, e, "ceil_div", x[0], x[1]))
        return false;
    *value = x[0] / x[1] + (x[0] % x[1] != 0);
    return true;
}

static bool call_align_up(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    if (!check_division(v, e, "align_up", x[0], x[1]))
        return false;
    int64_t over = x[0] % x[1];
    if (checked_add(x[0], over ? x[1] - over : 0, value))
        return true;
    return fail(
        v, e, "expr-overflow",
        arena_printf(v->memory, "%" PRId64 " aligned up to %" PRId64 " does not fit in signed 64 bits", x[0], x[1]));
}

static bool call_next_pow2(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    if (x[0] < 0)
        return fail(v, e->arguments[0], "expr-negative",
                    arena_printf(v->memory, "next_pow2 needs a number that is not negative, found %" PRId64, x[0]));
    if (x[0] > INT64_C(1) << 62)
        return fail(v, e, "expr-overflow",
                    arena_printf(v->memory, "the power of two after %" PRId64 " does not fit in signed 64 bits", x[0]));
    *value = 1;
    while (*value < x[0])
        *value *= 2;
    return true;
}

static bool call_log2(evaluator *v, const expr *e, const int64_t *x, int64_t *value)
{
    if (x[0] <= 0 || (x[0] & (x[0] - 1)) != 0)
        return fail(v, e->arguments[0], "expr-log2",
                    arena_printf(v->memory, "log2 must be exact: expected a power of two, found %" PRId64, x[0]));
    *value = 0;
    while (INT64_C(1) << *value < x[0])
        ++*value;
    return true;
}

/* How a function's value follows its arguments. */
typedef enum {
    RISING,   /* with each of them */
    QUOTIENT, /* with the first, and falls with the second */
    ALIGNED,  /* align_up: with the first alone */
    EXACT     /* with powers of two; else in no way that bounds could follow */
} trend;

/* call is NULL for sizeof and len, whose argument is a name that the caller knows. */
static const struct {
    const char *name;
    size_t least, most; /* arguments */
    const char *expected;
    function call;
    trend follows;
} functions[] = {
    {"min", 2, SIZE_MAX, "two arguments or more", call_min, RISING},
    {"max", 2, SIZE_MAX, "two arguments or more", call_max, RISING},
    {"ceil_div", 2, 2, "two arguments", call_ceil_div, QUOTIENT},
    {"align_up", 2, 2, "two arguments", call_align_up, ALIGNED},
    {"next_pow2", 1, 1, "one argument", call_next_pow2, RISING},
    {"log2", 1, 1, "one argument", call_log2, EXACT},
    {"sizeof", 1, 1, "the name of one buffer or type", NULL, EXACT},
    {"len", 1, 1, "the name of one buffer", NULL, EXACT},
};

#define FUNCTION_COUNT (sizeof functions / sizeof *functions)

static bool fail_unknown_function(evaluator *v, const expr *e)
{
    const char *known[FUNCTION_COUNT];
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        known[i] = functions[i].name;
    fail(v, e, "expr-function", arena_printf(v->memory, "unknown function '%s'", e->name));
    size_t length = strlen(e->name);
    v->error->end = e->begin + (uint32_t)length;
    const char *nearest = text_nearest(e->name, known, FUNCTION_COUNT);
    if (nearest)
        v->error->hint = arena_printf(v->memory, "did you mean '%s'?", nearest);
    return false;
}

/* ---- bounds ---- */

/* Calls with up to this many arguments allocate nothing. */
#define FEW_ARGUMENTS 4u

/* The remainder rises and falls: it is below the divisor and not above the number. */
static void bound_remainder(const expr_bounds *a, const expr_bounds *b, expr_bounds *value)
{
    bool whole = a->high < b->low;
    value->low = whole ? a->low : 0;
    value->high = whole || a->high < b->high ? a->high : b->high - 1;
}

/* The extremes of every other operator lie where both operands are at an end of their ranges. All four combinations are
 * applied: if none overflows and no divisor is 0, everything between them is safe too. */
static bool bound_binary(evaluator *v, const expr *e, const expr_bounds *a, const expr_bounds *b, expr_bounds *value)
{
    const int64_t left[] = {a->low, a->low, a->high, a->high}, right[] = {b->low, b->high, b->low, b->high};
    for (size_t i = 0; i < 4; i++) {
        int64_t end;
        if (!apply_binary(v, e, left[i], right[i], &end))
            return false;
        value->low = end < value->low ? end : value->low;
        value->high = end > value->high ? end : value->high;
    }
    if (e->op[0] == '%')
        bound_remainder(a, b, value);
    return true;
}

/* A multiple that varies may overshoot by almost its own size. */
static bool bound_aligned(evaluator *v, const expr *e, const expr_bounds *x, expr_bounds *value)
{
    const int64_t low[] = {x[0].low, x[1].low}, high[] = {x[0].high, x[1].high};
    if (!call_align_up(v, e, low, &value->low) || !call_align_up(v, e, high, &value->high))
        return false;
    if (x[1].low == x[1].high)
        return true;
    value->low = x[0].low;
    return checked_add(x[0].high, x[1].high - 1, &value->high) ||
           fail(v, e, "expr-overflow", "the aligned value may not fit in signed 64 bits");
}

/* Powers of two whatever the settings are, as far as their form shows it. */
static bool are_powers(const expr_bounds *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (x[i].varies ? !x[i].powers : x[i].first <= 0 || (x[i].first & (x[i].first - 1)) != 0)
            return false;
    return true;
}

static bool bound_call(evaluator *v, const expr *e, size_t f, const expr_bounds *x, expr_bounds *value)
{
    int64_t few[2 * FEW_ARGUMENTS];
    int64_t *low = e->count > FEW_ARGUMENTS ? ARENA_ARRAY(v->memory, int64_t, 2 * e->count) : few;
    int64_t *high = low + e->count;
    if (functions[f].follows == EXACT && !are_powers(x, e->count))
        return fail(v, e, "expr-log2", arena_printf(v->memory, "%s of a setting is not exact", functions[f].name));
    if (functions[f].follows == ALIGNED)
        return bound_aligned(v, e, x, value);
    for (size_t i = 0; i < e->count; i++) {
        bool falling = functions[f].follows == QUOTIENT && i == 1;
        low[i] = falling ? x[i].high : x[i].low;
        high[i] = falling ? x[i].low : x[i].high;
    }
    return functions[f].call(v, e, low, &value->low) && functions[f].call(v, e, high, &value->high);
}

/* ---- the walk ---- */

static bool evaluate(evaluator *v, const expr *e, expr_bounds *value);

static bool look_up(evaluator *v, const expr *name, const char *function_name, expr_bounds *value)
{
    *v->error = (expr_error){name->begin, name->end, "expr-syntax", "unknown name", NULL};
    if (!v->lookup(v->context, function_name, name->name, value, v->error)) {
        v->error->begin = name->begin;
        v->error->end = name->end;
        return false;
    }
    return true;
}

/* Once the first value is known, the bounds are that value until settings widen them. */
static void start_bounds(evaluator *v, expr_bounds *value)
{
    value->low = value->high = value->first;
    v->ends = value->varies;
}

static bool evaluate_arguments(evaluator *v, const expr *e, size_t f, expr_bounds *value)
{
    expr_bounds few_bounds[FEW_ARGUMENTS];
    int64_t few[FEW_ARGUMENTS];
    bool many = e->count > FEW_ARGUMENTS;
    expr_bounds *x = many ? ARENA_ARRAY(v->memory, expr_bounds, e->count) : few_bounds;
    int64_t *first = many ? ARENA_ARRAY(v->memory, int64_t, e->count) : few;
    memset(few_bounds, 0, sizeof few_bounds);
    for (size_t i = 0; i < e->count; i++) {
        if (!evaluate(v, e->arguments[i], &x[i]))
            return false;
        first[i] = x[i].first;
        value->varies = value->varies || x[i].varies;
    }
    if (!functions[f].call(v, e, first, &value->first))
        return false;
    start_bounds(v, value);
    if (value->varies && !bound_call(v, e, f, x, value))
        return false;
    value->powers = functions[f].call == call_next_pow2 || (functions[f].follows == RISING && are_powers(x, e->count));
    v->ends = false;
    return true;
}

static bool evaluate_call(evaluator *v, const expr *e, expr_bounds *value)
{
    size_t i = 0;
    while (i < FUNCTION_COUNT && strcmp(functions[i].name, e->name) != 0)
        i++;
    if (i == FUNCTION_COUNT)
        return fail_unknown_function(v, e);
    if (e->count < functions[i].least || e->count > functions[i].most)
        return fail(v, e, "expr-arguments",
                    arena_printf(v->memory, "%s takes %s, found %zu", e->name, functions[i].expected, e->count));
    if (functions[i].call)
        return evaluate_arguments(v, e, i, value);
    if (e->arguments[0]->kind != EXPR_NAME)
        return fail(v, e->arguments[0], "expr-arguments",
                    arena_printf(v->memory, "%s takes %s, not an expression", e->name, functions[i].expected));
    return look_up(v, e->arguments[0], functions[i].name, value);
}

static bool negate(evaluator *v, const expr *e, int64_t operand, int64_t *value)
{
    return checked_subtract(0, operand, value) ||
           fail(v, e, "expr-overflow",
                arena_printf(v->memory, "-(%" PRId64 ") does not fit in signed 64 bits", operand));
}

static bool evaluate_negate(evaluator *v, const expr *e, expr_bounds *value)
{
    expr_bounds operand = {0, 0, 0, false, false};
    if (!evaluate(v, e->arguments[0], &operand) || !negate(v, e, operand.first, &value->first))
        return false;
    value->varies = operand.varies;
    start_bounds(v, value);
    if (value->varies && !(negate(v, e, operand.high, &value->low) && negate(v, e, operand.low, &value->high)))
        return false;
    v->ends = false;
    return true;
}

static bool evaluate_binary(evaluator *v, const expr *e, expr_bounds *value)
{
    expr_bounds left = {0, 0, 0, false, false}, right = {0, 0, 0, false, false};
    if (!evaluate(v, e->arguments[0], &left) || !evaluate(v, e->arguments[1], &right) ||
        !apply_binary(v, e, left.first, right.first, &value->first))
        return false;
    value->varies = left.varies || right.varies;
    start_bounds(v, value);
    if (value->varies && !bound_binary(v, e, &left, &right, value))
        return false;
    value->powers = e->op[0] == '*' && are_powers(&left, 1) && are_powers(&right, 1);
    v->ends = false;
    return true;
}

static bool evaluate(evaluator *v, const expr *e, expr_bounds *value)
{
    value->powers = false;
    switch (e->kind) {
    case EXPR_INTEGER:
        value->first = value->low = value->high = e->integer;
        return true;
    case EXPR_NAME:
        return look_up(v, e, NULL, value);
    case EXPR_NEGATE:
        return evaluate_negate(v, e, value);
    case EXPR_CALL:
        return evaluate_call(v, e, value);
    case EXPR_BINARY:
        return evaluate_binary(v, e, value);
    }
    return false;
}

bool expr_evaluate(arena *a, const expr *e, expr_lookup lookup, void *context, expr_bounds *value, expr_error *error)
{
    evaluator v = {a, lookup, context, error, false};
    memset(value, 0, sizeof *value);
    return evaluate(&v, e, value);
}
