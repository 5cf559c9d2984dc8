/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "memory_fixture.h"
#include "ptx_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 8.4\n.target sm_90\n.address_size 64\n"

static ptx_error error;

static void read_text(const char *text)
{
    bool ok = ptx_read(memory, text, strlen(text), &module, &error);
    ck_assert_msg(ok, "line %u: %s", ok ? 0 : error.line, ok ? "" : error.message);
}

static bool is_written(const char *name)
{
    for (size_t i = 0; i < module.written_count; i++) {
        if (strcmp(module.written[i], name) == 0) {
            return true;
        }
    }
    return false;
}

START_TEST(head_of_a_module)
{
    read_text("// Cuda compilation tools, release 12.4, V12.4.131\n.version 8.4\n.target sm_90a, debug\n"
              ".address_size 64\n");
    ck_assert_uint_eq(module.version, 84);
    ck_assert_uint_eq(module.toolkit, 12040);
    ck_assert_str_eq(module.target, "sm_90a");
    ck_assert_uint_eq(module.entry_count, 0);
}
END_TEST

START_TEST(parameters_have_size_and_alignment)
{
    static const uint32_t sizes[] = {8, 1, 2, 4, 8, 8, 12, 16, 24, 32};
    static const uint32_t aligns[] = {8, 1, 2, 4, 8, 8, 4, 16, 8, 16};
    read_text(HEAD ".visible .entry k(.param .u64 a, .param .u8 b, .param .align 2 .b8 c[2],\n"
                   " .param .f32 d, .param .f64 e, .param .u64 .ptr .global .align 256 f,\n"
                   " .param .align 4 .b8 g[12], .param .align 16 .b8 h[16], .param .align 8 .b8 i[3][8],\n"
                   " .param .v4 .b32 j[2])\n{ ret; }\n");
    const ptx_entry *k = find("k");
    ck_assert_uint_eq(k->param_count, 10);
    for (size_t i = 0; i < k->param_count; i++) {
        ck_assert_msg(k->params[i].size == sizes[i], "size of %zu is %u", i, k->params[i].size);
        ck_assert_msg(k->params[i].align == aligns[i], "alignment of %zu is %u", i, k->params[i].align);
    }
    ck_assert_str_eq(k->params[9].name, "j");
}
END_TEST

START_TEST(launch_bounds)
{
    read_text(HEAD ".entry a()\n.maxntid 16, 8\n.minnctapersm 2\n{ ret; }\n"
                   ".entry b() .reqntid 32, 2, 1 .pragma \"x\"; { ret; }\n"
                   ".entry c() .explicitcluster .reqnctapercluster 2, 1, 1 { ret; }\n"
                   ".entry d { ret; }\n.entry e();\n");
    ck_assert_uint_eq(module.entry_count, 4);
    ck_assert_uint_eq(find("a")->max_threads, 128);
    ck_assert_uint_eq(find("a")->required_block[0], 0);
    ck_assert_uint_eq(find("c")->cluster[0], 2);
    ck_assert_uint_eq(find("c")->cluster[2], 1);
    ck_assert(find("c")->clusters);
    ck_assert(!find("a")->clusters);
    ck_assert_uint_eq(find("d")->param_count, 0);
}
END_TEST

START_TEST(required_block)
{
    read_text(HEAD ".entry b()\n.reqntid 32, 2\n{ ret; }\n"
                   ".entry c() .blocksareclusters .reqntid 8 .reqnctapercluster 1, 1, 1 { ret; }\n"
                   ".entry d() .blocksareclusters .reqntid 8 .reqnctapercluster 1, 2, 1 { ret; }\n");
    ck_assert(!find("c")->clusters && find("d")->clusters);
    ck_assert_uint_eq(find("b")->required_block[0], 32);
    ck_assert_uint_eq(find("b")->required_block[1], 2);
    ck_assert_uint_eq(find("b")->required_block[2], 1);
}
END_TEST

/* Figures as ptxas -v prints them for the same text: variables lie in the order in which they are declared. */
START_TEST(static_shared_memory_counts_with_its_callees)
{
    read_text(HEAD ".extern .shared .align 16 .b8 dynamic[];\n.shared .align 1 .b8 common[7];\n"
                   ".func f() {\n .shared .align 4 .b8 m1[20];\n st.shared.u32 [m1], 1;\n ret;\n}\n"
                   ".func g() { call.uni f, (); ret; }\n"
                   ".entry a() {\n .shared .align 1 .b8 c[3];\n .shared .align 8 .b8 d[16];\n"
                   " .shared .align 2 .u16 s;\n call.uni g, ();\n call.uni f, ();\n ret;\n}\n"
                   ".entry b() { st.shared.u8 [common+3], 1; st.shared.u8 [common], 1; ret; }\n"
                   ".entry c() { st.shared.u8 [dynamic], 1; ret; }\n");
    ck_assert_uint_eq(find("a")->static_shared, 48);
    ck_assert_uint_eq(find("b")->static_shared, 7);
    ck_assert_uint_eq(find("c")->static_shared, 0);
}
END_TEST

START_TEST(waits_and_barriers_are_seen_through_calls)
{
    read_text(HEAD ".func w() { griddepcontrol.wait; ret; }\n"
                   ".func s() { .reg .b32 %r<2>; mov.u32 %r1, %envreg2; ret; }\n"
                   ".entry a() { griddepcontrol.launch_dependents; ret; }\n"
                   ".entry b() { @%p1 bra L; call.uni w, (); L: ret; }\n"
                   ".entry c() { { // callseq\n call.uni (r), s, (p); } ret; }\n"
                   ".entry d() { @!%p1 griddepcontrol.wait; ret; }\n"
                   ".entry e() { call (r), %rd1, (p), proto; ret; }\n");
    ck_assert(!find("a")->waits && !find("a")->grid_sync);
    ck_assert(find("b")->waits && !find("b")->grid_sync);
    ck_assert(!find("c")->waits && find("c")->grid_sync);
    ck_assert(find("d")->waits);
    /* A call through a pointer may reach any function. */
    ck_assert(find("e")->waits && find("e")->grid_sync);
}
END_TEST

START_TEST(what_a_kernel_uses_counts_with_its_callees)
{
    read_text(HEAD ".extern .shared .align 16 .b8 rows[];\n.const .align 4 .b8 held[8];\n.const .align 4 .b8 given[2] = {1, 2};\n"
                   ".const .align 4 .u32 other;\n.extern .const .align 4 .u32 elsewhere;\n"
                   ".extern .func (.param .b64 r) malloc (.param .b64 p);\n"
                   ".extern .func (.param .b32 r) vprintf (.param .b64 p, .param .b64 q);\n"
                   ".func f() { ld.const.u32 %r1, [held+4]; st.shared.u8 [rows], %rs1; call.uni (r), malloc, (p); ret; }\n"
                   ".entry a() { call.uni f, (); ld.const.u32 %r1, [held]; ld.const.u32 %r2, [other]; ret; }\n"
                   ".entry b() { ld.const.u8 %rs1, [given]; ld.const.u32 %r1, [elsewhere]; call.uni (r), vprintf, (p, q); ret; }\n");
    ck_assert_str_eq(find("a")->dynamic_shared, "rows");
    ck_assert(find("a")->allocates && !find("a")->prints);
    ck_assert_uint_eq(find("a")->unset_count, 2);
    ck_assert_str_eq(find("a")->unset[0], "held");
    ck_assert_str_eq(find("a")->unset[1], "other");
    ck_assert_ptr_null(find("b")->dynamic_shared);
    ck_assert(!find("b")->allocates && find("b")->prints);
    ck_assert_uint_eq(find("b")->unset_count, 0);
}
END_TEST

#define BODY(text) HEAD VARIABLES ".entry k(.param .u64 p) {\n.reg .b64 %rd<9>;\n" text "ret;\n}\n"
#define VARIABLES                                                                                                      \
    ".global .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};\n.global .align 4 .u32 counter;\n"                      \
    ".const .align 4 .b8 fixed[8];\n.global .align 1 .b8 $str[3] = {97, 98};\n"                                        \
    ".global .align 4 .b8 __cudart_i2opi_f[24];\n"

START_TEST(variables_that_are_only_read_are_constants)
{
    read_text(BODY("mov.u64 %rd1, table;\nadd.s64 %rd2, %rd1, %rd3;\nld.global.nc.f32 %f1, [%rd2+4];\n"
                   "ld.global.u32 %r1, [counter];\nst.global.u32 [%rd4], %r1;\nsetp.eq.s64 %p1, %rd2, 0;\n"
                   "selp.b32 %r2, 1, 0, %p1;\nst.global.u32 [%rd4], %r2;\nld.const.u32 %r3, [fixed];\n"));
    ck_assert_uint_eq(module.written_count, 0);
}
END_TEST

START_TEST(direct_writes)
{
    read_text(BODY("st.global.u32 [counter], %r1;\n"));
    ck_assert(is_written("counter"));
    ck_assert_uint_eq(module.written_count, 1);
    read_text(BODY("atom.global.add.u32 %r1, [counter], 1;\n"));
    ck_assert(is_written("counter"));
    read_text(BODY("red.global.add.u32 [table+4], 1;\n"));
    ck_assert(is_written("table"));
}
END_TEST

START_TEST(writes_through_registers)
{
    /* Backwards in a loop, through conversions, vectors and choices. */
    read_text(BODY("L:\nst.u32 [%rd5], 1;\nselp.b64 %rd5, %rd4, %rd6, %p1;\nmov.b64 %rd4, {%r1, %r2};\n"
                   "mov.b64 {%r1, %r2}, %rd3;\ncvta.global.u64 %rd3, %rd2;\nmov.u64 %rd2, counter;\n@%p1 bra L;\n"));
    ck_assert(is_written("counter"));
    ck_assert(!is_written("table"));
}
END_TEST

START_TEST(addresses_that_escape_count_as_written)
{
    read_text(BODY("mov.u64 %rd1, counter;\nst.global.u64 [%rd2], %rd1;\n"));
    ck_assert(is_written("counter"));
    read_text(BODY("mov.u64 %rd1, table;\nst.param.b64 [param0+0], %rd1;\ncall.uni f, (param0);\n"));
    ck_assert(is_written("table"));
    read_text(HEAD VARIABLES ".global .u64 pointers[1] = {generic(counter)};\n");
    ck_assert(is_written("counter"));
    read_text(HEAD ".global .attribute(.managed) .align 4 .u32 shown;\n");
    ck_assert(is_written("shown"));
}
END_TEST

START_TEST(printing_only_reads)
{
    read_text(BODY("mov.u64 %rd1, table;\ncvta.global.u64 %rd2, %rd1;\n{\nst.param.b64 [param0+0], %rd2;\n"
                   "call.uni (retval0),\nvprintf,\n(\nparam0,\nparam1\n);\n}\n"));
    ck_assert_uint_eq(module.written_count, 0);
    /* A later call does not excuse the one that takes the parameter. */
    read_text(BODY("mov.u64 %rd1, table;\nst.param.b64 [param0+0], %rd1;\ncall.uni f, (param0);\n"
                   "st.param.b64 [param0+0], %rd3;\ncall.uni (r), vprintf, (param0);\n"));
    ck_assert(is_written("table"));
}
END_TEST

START_TEST(copies_write_their_first_operand)
{
    read_text(BODY("mov.u64 %rd1, table;\ncp.async.ca.shared.global [%r1], [%rd1], 4;\n"));
    ck_assert_uint_eq(module.written_count, 0);
    read_text(BODY("mov.u64 %rd1, counter;\ncp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;\n"));
    ck_assert(is_written("counter"));
}
END_TEST

START_TEST(many_registers_and_variables)
{
    char *text = arena_copy(memory, HEAD, sizeof HEAD - 1);
    for (int i = 0; i < 100; i++) {
        text = arena_printf(memory, "%s.global .u32 v%d;\n", text, i);
    }
    text = arena_printf(memory, "%s.entry k() {\nmov.u64 %%rd0, v77;\n", text);
    for (int i = 1; i < 200; i++) {
        text = arena_printf(memory, "%sadd.s64 %%rd%d, %%rd%d, 4;\n", text, i, i - 1);
    }
    read_text(arena_printf(memory, "%sst.global.u32 [%%rd199], 1;\nret;\n}\n", text));
    ck_assert_uint_eq(module.written_count, 1);
    ck_assert_str_eq(module.written[0], "v77");
}
END_TEST

START_TEST(debug_information_is_passed_over)
{
    read_text(HEAD ".file 1 \"a \\\" b.cu\", 12, 34\n.entry k() {\n.loc 1 3 5, function_name $x, inlined_at 1 2 3\n"
                   "griddepcontrol.wait;\nret;\n}\n.section .debug_str\n{\n.b8 1, 2\n}\n/* end\n */\n");
    ck_assert(find("k")->waits);
}
END_TEST

typedef struct {
    const char *text;
    unsigned line;
    const char *message;
} bad_text;

START_TEST(mistakes_name_their_line)
{
    static const bad_text cases[] = {
        {"", 1, "this is not PTX"},
        {"\n\nhello", 3, "expected a directive, found 'hello'"},
        {".version x\n", 1, "expected a version"},
        {".version 8.4\n.address_size 64\n", 1, "no .target"},
        {".version 8.4\n.target sm_90\n.address_size 32\n", 1, "expected .address_size 64, found 32"},
        {HEAD ".entry k(\n.param .u65 a) { ret; }\n", 5, "expected a type"},
        {HEAD ".entry k(\n.param .u64 a\n", 6, "expected a parameter"},
        {HEAD ".entry k() {\nret;\n", 4, "a '{' without its '}'"},
        {HEAD "\n/* open\n", 5, "a comment that never ends"},
        {HEAD ".pragma \"open;\n", 4, "a string that never ends"},
        {HEAD ".global .align 3 .b8 a;\n", 4, "not a power of two"},
        {HEAD ".global .b8 a[65536][65536];\n", 4, "larger than 4 GiB"},
        {HEAD ".global .b8 a[-1];\n", 4, "expected a number"},
        {HEAD ".entry k() .maxntid 65536, 65536, 2 { ret; }\n", 4, "more threads"},
        {HEAD ".entry k() {\n.shared .b8 a[4294967295];\n.shared .b8 b[4294967295];\nret; }\n", 5, "more than 4 GiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_msg(!ptx_read(memory, cases[i].text, strlen(cases[i].text), &module, &error), "case %zu", i);
        ck_assert_msg(strstr(error.message, cases[i].message) != NULL, "case %zu: %s", i, error.message);
        ck_assert_msg(error.line == cases[i].line, "case %zu: line %u", i, error.line);
    }
}
END_TEST

START_TEST(every_cut_of_a_text_is_survived)
{
    static const char text[] = BODY("mov.u64 %rd1, table;\n@%p1 bra L;\nL:\ncall.uni (r), f, (p);\n") //
        ".func (.param .b32 r) f(.param .b64 p) .noreturn { .shared .b32 a, b; ret; }\n";
    size_t read = 0;
    for (size_t length = 0; length < sizeof text; length++) {
        /* A copy of its own, so that a step past its end shows. */
        char *cut = malloc(length + 1);
        memcpy(cut, text, length);
        cut[length] = '\0';
        read += ptx_read(memory, cut, length, &module, &error);
        free(cut);
    }
    ck_assert_uint_gt(read, 2);
    ck_assert_uint_lt(read, sizeof text / 2);
}
END_TEST

START_TEST(versions)
{
    ck_assert_uint_eq(ptx_cuda_version(80), 12000);
    ck_assert_uint_eq(ptx_cuda_version(85), 12050);
    ck_assert_uint_eq(ptx_cuda_version(86), 12070);
    ck_assert_uint_eq(ptx_cuda_version(90), 13000);
    ck_assert_uint_eq(ptx_cuda_version(89), 0);
}
END_TEST

START_TEST(names_of_the_source)
{
    ck_assert_str_eq(ptx_source_name(memory, "counter"), "counter");
    ck_assert_str_eq(ptx_source_name(memory, "_Z5scalePKfPf"), "scale");
    ck_assert_str_eq(ptx_source_name(memory, "_ZN3foo3bar7counterE"), "counter");
    ck_assert_str_eq(ptx_source_name(memory, "_ZL7counter"), "counter");
    ck_assert_str_eq(ptx_source_name(memory, "_Z99scale"), "_Z99scale");
    ck_assert_str_eq(ptx_source_name(memory, "_Z"), "_Z");
    ck_assert(ptx_is_toolkit_name("__cudart_sin_cos_coeffs"));
    ck_assert(ptx_is_toolkit_name("$str$2"));
    ck_assert(!ptx_is_toolkit_name("table"));
}
END_TEST

static void is_qualified(const char *name, const char *expected, bool expected_instance)
{
    bool instance = !expected_instance;
    const char *found = ptx_qualified_name(memory, name, &instance);

    ck_assert_msg(found != NULL && strcmp(found, expected) == 0, "%s is '%s'", name, found != NULL ? found : "nothing");
    ck_assert_int_eq(instance, expected_instance);
}

START_TEST(names_with_their_namespaces)
{
    static const char *const none[] = {"counter", "_Z", "_ZN", "_Z99scale", "_ZNK", "_ZN3foo", "_ZN3foo3"};
    bool instance;

    is_qualified("_Z5scalePKfPf", "scale", false);
    is_qualified("_ZL5scalePKfPf", "scale", false);
    is_qualified("_ZN3foo3bar5scaleEPKf", "foo::bar::scale", false);
    is_qualified("_ZN3foo4convIfLi4EEEvPKT_PS1_", "foo::conv", true);
    is_qualified("_Z4convIfEvPT_", "conv", true);
    is_qualified("_ZN47_GLOBAL__N__00000000_15_vggen_unit_0_cu_vg_copy5totalEPf", "total", false);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        const char *found = ptx_qualified_name(memory, none[i], &instance);
        ck_assert_msg(found == NULL, "%s is '%s'", none[i], found);
    }
}
END_TEST

START_TEST(texts_of_variables)
{
    static const char text[] = HEAD ".global .align 1 .b8 text_1[5] = {104, 105, 0, 0};\n"
                                    ".global .align 1 .b8 other[2] = {104};\n"
                                    ".global .align 4 .u32 text_2 = 3;\n"
                                    ".global .align 1 .b8 text_3[2] = {256, 1};\n"
                                    ".global .align 1 .b8 text_4[1] = {97, 98};\n"
                                    ".global .align 1 .b8 text_5[4294967295] = {33};\n"
                                    ".global .align 1 .b8 text_6[1] = {";
    size_t count;
    const ptx_string *texts = ptx_read_strings(memory, text, strlen(text), "text_", &count);

    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(texts[0].name, "text_1");
    ck_assert_str_eq(texts[0].text, "hi");
    ck_assert_str_eq(texts[1].name, "text_5");
    ck_assert_str_eq(texts[1].text, "!");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ptx");
    TCase *group = tcase_create("ptx");
    tcase_add_checked_fixture(group, setup_memory, free_memory);
    tcase_add_test(group, head_of_a_module);
    tcase_add_test(group, parameters_have_size_and_alignment);
    tcase_add_test(group, launch_bounds);
    tcase_add_test(group, required_block);
    tcase_add_test(group, static_shared_memory_counts_with_its_callees);
    tcase_add_test(group, what_a_kernel_uses_counts_with_its_callees);
    tcase_add_test(group, waits_and_barriers_are_seen_through_calls);
    tcase_add_test(group, variables_that_are_only_read_are_constants);
    tcase_add_test(group, direct_writes);
    tcase_add_test(group, writes_through_registers);
    tcase_add_test(group, addresses_that_escape_count_as_written);
    tcase_add_test(group, printing_only_reads);
    tcase_add_test(group, copies_write_their_first_operand);
    tcase_add_test(group, many_registers_and_variables);
    tcase_add_test(group, debug_information_is_passed_over);
    tcase_add_test(group, mistakes_name_their_line);
    tcase_add_test(group, every_cut_of_a_text_is_survived);
    tcase_add_test(group, versions);
    tcase_add_test(group, names_of_the_source);
    tcase_add_test(group, names_with_their_namespaces);
    tcase_add_test(group, texts_of_variables);
    suite_add_tcase(suite, group);
    return run_suite(suite);
}
