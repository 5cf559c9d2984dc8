/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which names C text defines, uses and includes, as --vendor looks for the runtime's files. */
#include "memory_fixture.h"
#include "tasks/vendor_parts.h"

#include <check.h>
#include <string.h>

static const char *joined(const char *const *names, size_t count)
{
    const char *text = "";

    for (size_t i = 0; i < count; i++)
        text = arena_printf(memory, "%s%s%s", text, i > 0 ? " " : "", names[i]);
    return text;
}

static const char *defined(const char *text)
{
    const vendor_symbols s = vendor_symbols_of(memory, text, false);
    return joined(s.defines, s.define_count);
}

static const char *used(const char *text, bool header)
{
    const vendor_symbols s = vendor_symbols_of(memory, text, header);
    return joined(s.uses, s.use_count);
}

START_TEST(definitions_begin_in_the_first_column)
{
    ck_assert_str_eq(defined("vg_status vg_open(vg_program *rt)\n{\n    return vg_look(rt);\n}\n"), "vg_open");
    ck_assert_str_eq(defined("vg_status vg_look(vg_program *rt,\n                  int what)\n{\n}\n"), "vg_look");
    ck_assert_str_eq(defined("vg_status vg_open(vg_program *rt);\n"), "");
    ck_assert_str_eq(defined("static vg_status vg_inner(int a)\n{\n}\n"), "");
    ck_assert_str_eq(defined("    vg_status vg_nested(int a) {\n"), "");
    ck_assert_str_eq(defined("const char vg_marker[] = \"a\";\n"), "vg_marker");
    ck_assert_str_eq(defined("static const char vg_marker[] = \"a\";\n"), "");
    ck_assert_str_eq(defined("extern const char vg_marker[];\n"), "");
    ck_assert_str_eq(defined("typedef struct vg_thing {\n    int a;\n} vg_thing;\n"), "");
    ck_assert_str_eq(defined("struct vg_thing {\n    int a;\n};\n"), "");
    ck_assert_str_eq(defined("struct vg_thing *vg_thing_of(int a)\n{\n}\n"), "vg_thing_of");
    ck_assert_str_eq(defined("/*\nvg_status vg_open(int a)\n{\n}\n*/\n"), "");
    ck_assert_str_eq(defined("int vg_a(void)\n{\n}\n#ifdef VG_X\nint vg_b(void)\n{\n}\n#endif\nint vg_a(void)\n{\n}"), "vg_a vg_b");
}
END_TEST

START_TEST(comments_and_strings_use_nothing)
{
    ck_assert_str_eq(used("int f(void)\n{\n    return vg_a(vg_b) + avg_c + vg_d2; /* vg_e */ // vg_f\n}\n", false),
                     "vg_a vg_b vg_d2");
    ck_assert_str_eq(used("const char *t = \"vg_a \\\" vg_b\"; char c = '\\''; int d = vg_c;", false), "vg_c");
    ck_assert_str_eq(used("int a; /* vg_a", false), "");
    ck_assert_str_eq(used("char *t = \"vg_a", false), "");
    ck_assert_str_eq(used("char *t = \"\\", false), "");
    ck_assert_str_eq(used("", false), "");
    ck_assert_str_eq(used("vg_", false), "");
}
END_TEST

START_TEST(a_header_uses_what_its_macros_do)
{
    ck_assert_str_eq(used("vg_status vg_open(vg_program *rt);\n", true), "");
    ck_assert_str_eq(used("#define vg_open vg1_open\n", true), "");
    ck_assert_str_eq(used("# define cuInit(flags) \\\n    vg_call(vg_calls[0], flags)\nint vg_other(void);\n", true),
                     "vg_call vg_calls");
}
END_TEST

START_TEST(a_function_in_a_header_is_used_by_name)
{
    const vendor_symbols s = vendor_symbols_of(memory,
                                               "static inline int vg_apart(vg_program *rt)\n{\n    return vg_step(rt);\n}\n"
                                               "int vg_other(void);\n",
                                               true);

    ck_assert_uint_eq(s.inline_count, 1);
    ck_assert_str_eq(joined(s.inlines[0].defines, s.inlines[0].define_count), "vg_apart");
    ck_assert_str_eq(joined(s.inlines[0].uses, s.inlines[0].use_count), "vg_program vg_step");
    ck_assert_uint_eq(s.use_count, 0);
}
END_TEST

START_TEST(only_quoted_headers_are_ours)
{
    const vendor_symbols s = vendor_symbols_of(memory,
                                               "#include \"vg_rt.h\"\n#include <string.h>\n  #  include \"a/b.h\"\n"
                                               "/* #include \"no.h\" */\nchar *t = \"#include \\\"no.h\\\"\";\n",
                                               false);

    ck_assert_str_eq(joined(s.includes, s.include_count), "vg_rt.h a/b.h");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vendor_symbols");
    TCase *names = tcase_create("names");

    tcase_add_checked_fixture(names, setup_memory, free_memory);
    tcase_add_test(names, definitions_begin_in_the_first_column);
    tcase_add_test(names, comments_and_strings_use_nothing);
    tcase_add_test(names, a_header_uses_what_its_macros_do);
    tcase_add_test(names, a_function_in_a_header_is_used_by_name);
    tcase_add_test(names, only_quoted_headers_are_ours);
    suite_add_tcase(suite, names);
    return run_suite(suite);
}
