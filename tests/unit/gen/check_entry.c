/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Names of kernels in sources: their normal form, and where a source declares kernels. */
#include <string.h>

#include "image/image_parts.h"
#include "memory_fixture.h"
#include "spec/entry.h"

static void same(const char *text, const char *normal)
{
    const char *found = entry_normal(memory, text);

    ck_assert_msg(found != NULL && strcmp(found, normal) == 0, "'%s' became '%s', expected '%s'", text,
                  found != NULL ? found : "(nothing)", normal);
    ck_assert_str_eq(entry_normal(memory, normal), normal);
}

START_TEST(one_way_to_write_a_name)
{
    same("fir", "fir");
    same(" :: imaging :: conv ", "imaging::conv");
    same("imaging::conv<float,4>", "imaging::conv<float, 4>");
    same("imaging::conv < float , 4 >", "imaging::conv<float, 4>");
    same("conv<unsigned   int, const T *>", "conv<unsigned int, const T*>");
    same("conv<std::array<int, 3> >", "conv<std::array<int, 3>>");
    same("conv<(N < 4), (A > B)>", "conv<(N<4), (A>B)>");
    same("conv<sizeof(int[3])>", "conv<sizeof(int[3])>");
    same("conv<N - -1, & &x>", "conv<N- -1, & &x>");
    same("conv<>", "conv<>");
    same("conv<void (*)(int)>", "conv<void(*)(int)>");
}
END_TEST

START_TEST(what_is_no_name)
{
    static const char *const wrong[] = {
        "",          "::",          "4",           "a::",        "a b",         "a.b",        "a<",
        "a<b",       "a<b>c",       "a<b>::c",     "a<(>",       "a<(b>)",      "a<b;c>",     "a<\"b\">",
        "a<'b'>",    "a<{}>",       "a<b/*c*/>",   "a<b//c>",    "a<b\\c>",     "a<b#c>",     "a<b\nc>",
        "a()",       "a<b]>",       "a<b>>",       "a<\xc3\xa4>", "\xc3\xa4",   "operator()", "a:::b",
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_msg(entry_normal(memory, wrong[i]) == NULL, "'%s' is taken as a name", wrong[i]);
}
END_TEST

START_TEST(brackets_without_end)
{
    char deep[400] = "a<";

    memset(deep + 2, '(', 100);
    memset(deep + 102, ')', 100);
    strcpy(deep + 202, ">");
    ck_assert_ptr_null(entry_normal(memory, deep));
    memmove(deep + 42, deep + 162, 42);
    ck_assert_ptr_nonnull(entry_normal(memory, deep));
}
END_TEST

START_TEST(parts_of_a_name)
{
    size_t count;
    const char *const *parts = entry_parts(memory, "a::b::conv<c::d, 4>", &count);

    ck_assert_uint_eq(count, 3);
    ck_assert_str_eq(parts[0], "a");
    ck_assert_str_eq(parts[2], "conv");
    ck_assert_str_eq(entry_last(memory, "a::b::conv<c::d, 4>"), "conv");
    ck_assert_str_eq(entry_without_arguments(memory, "a::conv<c::d, 4>"), "a::conv");
    ck_assert(entry_has_arguments("a<4>") && !entry_has_arguments("a::b"));
}
END_TEST

START_TEST(kernels_by_their_words)
{
    static const char text[] =
        "#define OPEN {\n"
        "namespace outer { namespace inner::deep {\n"
        "template <typename T, int N = 4> __global__ void __launch_bounds__(256, 2) conv(const T *x);\n"
        "__launch_bounds__(N) __global__ void scale(float (*f)(int));\n"
        "} // namespace inner::deep {\n"
        "namespace { static __global__ void hidden() { if (1) { } } }\n"
        "inline namespace v1 { extern \"C\" { __global__ void cee(const char *text = \"{\"); } }\n"
        "using namespace std; namespace short_name = outer;\n"
        "template <typename T> struct s { T t; };\n"
        "__global__ void __attribute__((used)) last(s<int> x) {}\n"
        "}\n"
        "__global__ void top();\n";
    static const char *const names[] = {
        "outer::inner::deep::conv", "outer::inner::deep::scale", "outer::hidden", "outer::v1::cee", "outer::last", "top",
    };
    size_t count;
    const image_found *found = image_find_kernels(memory, text, &count);

    ck_assert_uint_eq(count, sizeof names / sizeof names[0]);
    for (size_t i = 0; i < count; i++) {
        ck_assert_str_eq(found[i].name, names[i]);
        ck_assert_int_eq(found[i].is_template, i == 0);
    }
}
END_TEST

START_TEST(sources_that_end_too_early)
{
    static const char *const texts[] = {"__global__", "__global__ void", "__global__ void f", "namespace",
                                        "namespace a::", "}}}", "#define X \\", "template"};
    size_t count;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        image_find_kernels(memory, texts[i], &count);
    image_find_kernels(memory, NULL, &count);
    ck_assert_uint_eq(count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("entry");
    TCase *group = tcase_create("entry");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, one_way_to_write_a_name);
    tcase_add_test(group, what_is_no_name);
    tcase_add_test(group, brackets_without_end);
    tcase_add_test(group, parts_of_a_name);
    tcase_add_test(group, kernels_by_their_words);
    tcase_add_test(group, sources_that_end_too_early);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
