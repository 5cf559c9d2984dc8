/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "tasks/describe_parts.h"
#include "memory_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static scanned_source found;

static const scanned_kernel *scan(const char *text)
{
    describe_scan(memory, text, strlen(text), &found);
    return found.kernel_count > 0 ? &found.kernels[0] : NULL;
}

/* The names of the first kernel's parameters, joined; "?" for one without a name. Handles of conditions are marked. */
static const char *names_of(const char *text)
{
    const scanned_kernel *k = scan(text);
    const char *joined = "";

    ck_assert_ptr_nonnull(k);
    for (size_t i = 0; i < k->param_count; i++)
        joined = arena_printf(memory, "%s%s%s%s", joined, i > 0 ? " " : "", k->params[i].condition ? "condition:" : "",
                              k->params[i].name != NULL ? k->params[i].name : "?");
    return joined;
}

START_TEST(names_of_parameters)
{
    ck_assert_str_eq(names_of("extern \"C\" __global__ void f(const float *x, unsigned n) {}"), "x n");
    ck_assert_str_eq(names_of("__global__ void f(float *__restrict__ x, float *const y) {}"), "x y");
    ck_assert_str_eq(names_of("__global__ void f(pair<int, int> p, int a[4], int b = g(1, 2)) {}"), "p a b");
    ck_assert_str_eq(names_of("__global__ void f(unsigned long long n /* (of */, // them)\nint m) {}"), "n m");
    ck_assert_str_eq(names_of("__global__ void f(float *, unsigned, const foo) {}"), "? ? ?");
    ck_assert_str_eq(
        names_of("__global__ void f(int go, const cudaGraphConditionalHandle, cudaGraphConditionalHandle h = 1) {}"),
        "go condition:? condition:h");
    ck_assert_str_eq(names_of("__global__ void f(unsigned long long n = (cudaGraphConditionalHandle)1) {}"), "n");
    ck_assert_str_eq(names_of("__global__ void f(int /* cudaGraphConditionalHandle */ n) {}"), "n");
    ck_assert_str_eq(names_of("__global__ void f() {}"), "");
    ck_assert_str_eq(names_of("__global__ void f(void) {}"), "");
}
END_TEST

START_TEST(heads)
{
    ck_assert_str_eq(scan("__global__ void __launch_bounds__(256, 2) f(int x) {}")->name, "f");
    ck_assert_str_eq(scan("static __global__ __attribute__((used)) void f(int x) {}")->name, "f");
    ck_assert_str_eq(scan("__global__ BOUNDS(256) void f(int x) {}")->name, "f");
    ck_assert_str_eq(scan("__global__ void f\n(\nint x\n)\n{}")->name, "f");
    ck_assert(scan("__global__ void f(int x) {}")->defined);
    ck_assert(!scan("__global__ void f(int x);")->defined);
    ck_assert(!scan("__global__ void f(int x) {}")->is_template);
    ck_assert(scan("template <typename T> __global__ void f(T *x) {}")->is_template);
    ck_assert(scan("template __global__ void f<int>(int *);")->is_template);
    scan("template <int n> __global__ void f(int x) {}\n__global__ void g(int y) { if (y) {} }");
    ck_assert_uint_eq(found.kernel_count, 2);
    ck_assert(!found.kernels[1].is_template);
}
END_TEST

START_TEST(what_is_no_head)
{
    ck_assert_ptr_null(scan("// __global__ void f(int x) {}\n/* __global__ void f(int x) {} */"));
    ck_assert_ptr_null(scan("const char *a = \"__global__ void f(int x) {}\";"));
    ck_assert_ptr_null(scan("const char *a = R\"__(\" __global__ void f(int x) {} )\" )__\";"));
    ck_assert_ptr_null(scan("#define K __global__ void f(int x) \\\n {}\n"));
    ck_assert_ptr_null(scan("__global__"));
    ck_assert_ptr_null(scan("__global__ void f("));
    ck_assert_ptr_null(scan("__global__ void f(int x"));
    ck_assert_ptr_null(scan("__global__ void f(int x)"));
    ck_assert_ptr_null(scan("__global__ f; (int x) {}"));
    ck_assert_str_eq(scan("char a = '\"'; int b = 1'000; __global__ void f(int x) {}")->name, "f");
}
END_TEST

START_TEST(lists_that_cannot_be_trusted)
{
    ck_assert(scan("__global__ void f(int x) {}")->sure);
    ck_assert(!scan("__global__ void f(int x,\n#if A\nint y,\n#endif\nint z) {}")->sure);
    ck_assert(!scan("__global__ void f(int (*x)[4]) {}")->sure);
    ck_assert(!scan("__global__ void f(PARAM(int, x)) {}")->sure);
}
END_TEST

START_TEST(headers_of_programs)
{
    scan("#include \"fir_kernels.h\"\n # include\t\"my_kernels_kernels.h\" // both\n#include <cuda_fp16.h>\n"
         "#include \"_kernels.h\"\n#include \"lib/fir_kernels.h\"\n#include \"fir_kernels.hpp\"\n#include \"");
    ck_assert_uint_eq(found.program_count, 2);
    ck_assert_str_eq(found.programs[0], "fir");
    ck_assert_str_eq(found.programs[1], "my_kernels");
}
END_TEST

/* Within the time that a test has. */
START_TEST(large_and_senseless)
{
    static const char *const parts[] = {"__global__ ", "__global__ a(",           "( ) template < __global__ a < ",
                                        "template <",  "__global__ f(int x) {} ", "#include \"a_kernels.h\"\n"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t length = strlen(parts[i]);
        size_t times = (1u << 18) / length;
        char *text = malloc(times * length + 1);

        ck_assert_ptr_nonnull(text);
        for (size_t k = 0; k < times; k++)
            memcpy(text + k * length, parts[i], length + 1);
        scan(text);
        free(text);
    }
}
END_TEST

/* Every prefix of a text that has everything, with the allocation's end right behind it. */
START_TEST(cut_off_anywhere)
{
    static const char whole[] =
        "#include \"a_kernels.h\"\n/* c */ template <int n> __global__ void f<1>(int x[2] = {1}, R\"a"
        "(b)a\", '\\'') { } // \\\n__global__ void g(\"\\\"\") ;\n#define A \\\n B";

    for (size_t length = 0; length < sizeof whole; length++) {
        char *part = malloc(length + 1);

        ck_assert_ptr_nonnull(part);
        memcpy(part, whole, length);
        part[length] = '\0';
        describe_scan(memory, part, length, &found);
        ck_assert_uint_le(found.kernel_count, 2);
        free(part);
    }
}
END_TEST

static described_param *params;
static size_t count;

static void types(const char *list)
{
    ck_assert(describe_types(memory, arena_printf(memory, "constexpr auto f() [with vggen_t = void (*)(%s)]", list),
                             &params, &count));
}

static void expect_type(const char *spelled, const char *type, bool pointer, bool constant)
{
    types(spelled);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(params[0].spelled, spelled);
    ck_assert_msg(params[0].type != NULL, "%s: %s", spelled, params[0].problem);
    ck_assert_str_eq(params[0].type->name, type);
    ck_assert(params[0].pointer == pointer && params[0].constant == constant);
}

START_TEST(types_with_words_of_a_spec)
{
    expect_type("const float *", "f32", true, true);
    expect_type("float *", "f32", true, false);
    expect_type("unsigned int", "u32", false, false);
    expect_type("long", "i64", false, false);
    expect_type("unsigned long long", "u64", false, false);
    expect_type("const unsigned long *", "u64", true, true);
    expect_type("__nv_bool", "bool", false, false);
    expect_type("bool *", "bool", true, false);
    expect_type("const __half *", "f16", true, true);
    expect_type("__nv_bfloat16", "bf16", false, false);
    types("");
    ck_assert_uint_eq(count, 0);
    types("const float *, float, int *");
    ck_assert_uint_eq(count, 3);
}
END_TEST

START_TEST(types_without_words)
{
    static const char *const list[][2] = {
        {"const float &", "reference"},
        {"float &&", "reference"},
        {"float **", "pointers at pointers"},
        {"const float *const *", "pointers at pointers"},
        {"volatile int *", "volatile"},
        {"const volatile int *", "volatile"},
        {"void *", "what is there"},
        {"const char *", "signed char"},
        {"pair<int, float>", "no type of a spec"},
        {"void (*)(int, int)", "no type of a spec"},
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        types(list[i][0]);
        ck_assert_msg(count == 1, "%s: %zu parameters", list[i][0], count);
        ck_assert_ptr_null(params[0].type);
        ck_assert_msg(strstr(params[0].problem, list[i][1]) != NULL, "%s: %s", list[i][0], params[0].problem);
    }
    ck_assert(!describe_types(memory, "auto f() [with vggen_t = int (*)(int)]", &params, &count));
    ck_assert(!describe_types(memory, "auto f() [with vggen_t = void (*)(int", &params, &count));
    ck_assert(!describe_types(memory, "", &params, &count));
}
END_TEST

/* As nvcc and g++ make them. */
START_TEST(names_for_the_linker)
{
    static const char *const list[][2] = {
        {"_Z5plainPf", "plain"},
        {"_ZL4statPd", "stat"},
        {"_ZN7imaging2clEPKfPfS2_", "imaging::cl"},
        {"_ZN7imaging4convIfLi4EEEvPKT_PS1_j", "imaging::conv<float, 4>"},
        {"_ZN7imaging4convI6__halfLi8EEEvPKT_PS2_j", "imaging::conv<__half, 8>"},
        {"_ZN7imaging5multiIfLb1ELj7EdEEvPKT_PT2_NS_6detail1pE", "imaging::multi<float, true, 7u, double>"},
        {"_ZN7imaging4packIJifPfPKfEEEvDpT_", "imaging::pack<int, float, float *, const float *>"},
        {"_Z4packIJEEvDpT_", "pack<>"},
        {"_ZN7imaging2enILNS_6detail4modeE1EEEvPi", "imaging::en<(imaging::detail::mode)1>"},
        {"_ZN7imaging6nestedINS_4pairIfNS_6detail4modeEEELin3EEEvT_", "imaging::nested<imaging::pair<float, imaging::detail::mode>, -3>"},
        {"_ZN7imaging42_GLOBAL__N__6d4fda4e_15_vggen_unit_0_cu_cl6hiddenEPf", "imaging::hidden"},
        {"_Z5twiceI5pointS0_EvT_T0_", "twice<point, point>"},
        {"_Z1fIN1a1bES1_PS1_S2_EvT_", "f<a::b, a::b, a::b *, a::b *>"},
    };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const char *name = describe_demangle(memory, list[i][0]);

        ck_assert_msg(name != NULL, "%s", list[i][0]);
        ck_assert_str_eq(name, list[i][1]);
    }
    ck_assert_ptr_null(describe_demangle(memory, "fir"));
    ck_assert_ptr_null(describe_demangle(memory, "_Z"));
    ck_assert_ptr_null(describe_demangle(memory, "_Z9plain"));
    ck_assert_ptr_null(describe_demangle(memory, "_Z99999999999999999999999999f"));
    ck_assert_ptr_null(describe_demangle(memory, "_Z1fIXadL_Z1gvEEEvv"));
    ck_assert_ptr_null(describe_demangle(memory, "_Z1fIS9_Evv"));
}
END_TEST

/* Every prefix of names, and what calls itself without an end. */
START_TEST(names_cut_off)
{
    static const char whole[] = "_ZN7imaging6nestedINS_4pairIfNS_6detail4modeEEELin3EJPKfS5_ELb1EEEvT_";
    char deep[600] = "_Z1fI";

    for (size_t length = 0; length < sizeof whole; length++) {
        char *part = malloc(length + 1);

        ck_assert_ptr_nonnull(part);
        memcpy(part, whole, length);
        part[length] = '\0';
        (void)describe_demangle(memory, part);
        free(part);
    }
    memset(deep + 5, 'P', sizeof deep - 6);
    ck_assert_ptr_null(describe_demangle(memory, deep));
    memset(deep + 5, 'J', sizeof deep - 6);
    ck_assert_ptr_null(describe_demangle(memory, deep));
}
END_TEST

START_TEST(where_words_stand)
{
    static const char text[] = "namespace a::b { namespace { struct s { __device__ int f() { return one; } }; }\n"
                               "void host(int x) { if (x) { two; } }\n} extern \"C\" {\n"
                               "__global__ void k(int x) { for (;;) { three; } }\n} four;";
    static const struct {
        const char *word, *scope;
        describe_place place;
        unsigned line;
    } list[] = {
        {"one", "a::b::", PLACE_DEVICE, 1},
        {"two", "a::b::", PLACE_HOST, 2},
        {"three", "", PLACE_DEVICE, 4},
        {"four", "", PLACE_OUTSIDE, 5},
    };
    const describe_word *words = describe_split(memory, text, sizeof text - 1);

    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const describe_word *w = words;

        while (w->kind != WORD_END && !describe_is(w, list[i].word))
            w++;
        ck_assert_str_eq(w->scope, list[i].scope);
        ck_assert_msg(w->place == list[i].place, "%s", list[i].word);
        ck_assert_uint_eq(w->line, list[i].line);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("describe");
    TCase *all = tcase_create("all");

    tcase_add_checked_fixture(all, setup_memory, free_memory);
    tcase_add_test(all, names_of_parameters);
    tcase_add_test(all, heads);
    tcase_add_test(all, what_is_no_head);
    tcase_add_test(all, lists_that_cannot_be_trusted);
    tcase_add_test(all, headers_of_programs);
    tcase_add_test(all, large_and_senseless);
    tcase_add_test(all, cut_off_anywhere);
    tcase_add_test(all, types_with_words_of_a_spec);
    tcase_add_test(all, types_without_words);
    tcase_add_test(all, names_for_the_linker);
    tcase_add_test(all, names_cut_off);
    tcase_add_test(all, where_words_stand);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
